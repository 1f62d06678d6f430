(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), eqs. 2 and 3 to the letter: networks without biases are positively homogeneous on one token, and send 0 to 0; as the
   meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_two_runs calls_constant_network calls_bias_free.
From attest Require statements_urpe_biases statements_urpe_theorem_2 bound_theorem_2_infimum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition is_bias_free_network_d := Eval compute in definition_in (definitions statements_urpe_biases.finding_one_token) "is_bias_free_network".

Section Conditions.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n d : nat) (v B : value F).

Definition free_network n d (blocks : seq (value F)) : Prop :=
  forall B, is_among B blocks -> exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs), free_block B d &
    forall h, is_among h hs -> exists A k V c O, field_at h "A" = Value (mat n n A) /\ path_of h d k V c O].
Lemma stochastic_bias_free defs v n d : provides [:: is_bias_free_d] defs -> stochastic_network v n d -> call fs defs "is_bias_free" [:: v] = Value (Bool true) ->
  exists2 blocks, v = List blocks & free_network n d blocks.
Proof.
move=> W [blocks -> stochastic] free; exists blocks => // B B_in; have [phi [hs [row hhs heads]]] := stochastic B B_in.
exists phi, hs; split=> // [|h /heads[A [k [V [c [O [hA _ path]]]]]]]; first exact: is_bias_free_true W free B_in row hhs.
by exists A, k, V, c, O.
Qed.
Lemma is_bias_free_network_true defs v n d : provides [:: is_bias_free_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs ->
  provides [:: is_bias_free_network_d; is_bias_free_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_bias_free_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> exists2 blocks, v = List blocks & free_network n d blocks.
Proof.
move=> W Wf n_gt0 d_gt0; have [e found We] := provides_find W; have [e' found' Wfe] := provides_find Wf.
have eE : e' = e by move: found'; rewrite found => -[].
subst e'; move=> /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> _ /true_and[free /true_and[/[dup] /true_over[blocks v_y] all_blocks _]].
have vE : v = List blocks by move: v_y => [].
exists blocks => // B B_in.
have {}free : call fs e "is_bias_free" [:: List blocks] = Value (Bool true) by rewrite -vE; apply: true_named_call free _.
have := true_among v_y all_blocks B_in; case/true_and=> isB /true_and[/[dup] /true_over[hs hs_y] all_heads _].
have [phi row] : exists phi, rowwise_of B d phi.
  by apply: (is_rowwise_true _ d_gt0 (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs) by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> // [|h h_in]; first exact: is_bias_free_true Wfe free B_in row hhs.
have := true_among hs_y all_heads h_in; case/true_and=> isA /true_and[isP _].
have [k [V [b [O path]]]] : exists k V b O, path_of h d k V b O.
  by apply: (is_value_path_true _ d_gt0 (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
move: isA; set envh := _ :: _ => isA; have h_y : yields fs e envh (Name "h") h by [].
have n_y : yields fs e envh (Name "n") (Num n%:R) by [].
have [m [A [hA ym]]] := is_matrix_field Wm n_gt0 h_y isA n_y; have mE := natr_inj (yields_inj ym n_y); subst m.
by exists A, k, V, b, O.
Qed.
End Conditions.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => match goal with H : call _ _ "network" _ = _ |- _ => exact: H end
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.biases finding_one_token sha256:ff8279811d06f07cc4a3ee4f6ec31460e15956c50618314b8e8c4e93d32041c8 theorem:one_token *)
Theorem one_token : Holds statements_urpe_biases.finding_one_token.
Proof.
opening S W; meaning_for_all => d d_gt0 _; apply: says_for_values => [v|v is_net]; first by any_named W.
have is_c : call (functions_of S) defs "is_bias_free_network" [:: v; Num 1%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_net _.
have [||blocks -> free] := is_bias_free_network_true _ _ (ltn0Sn 0) d_gt0 is_c; [by provided | by provided | ].
meaning_for_all => X _ _; meaning_for_all => t _ t_ge0.
have Wn : provides network_l defs by provided.
have [Y [Yc Yc']] := bias_free_network X Wn (ltn0Sn 0) d_gt0 t_ge0 free.
apply: says_expression; last exact: (erefl true).
by apply: y_same_mat; [by value | by value | by []].
Qed.

(* attest: urpe.theorem-2 finding_layers_to_the_letter sha256:4bea0a7201eba6c45ae1c5da0a57da444e53bbe46d6e7d67052d36460f65f91e theorem:layers_to_the_letter *)
Theorem layers_to_the_letter : Holds statements_urpe_theorem_2.finding_layers_to_the_letter.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => M _ M_gt0.
apply: says_for_values => [v|v /true_and[is_net /true_and[is_free _]]]; first exact: any_and.
have is_c : call (functions_of S) defs "is_stochastic_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_net _.
have is_f : call (functions_of S) defs "is_bias_free" [:: v] = Value (Bool true) by apply: true_named_call is_free _.
have stochastic : stochastic_network v n d by apply: is_stochastic_network_true is_c; first by provided.
have [|blocks -> free] := stochastic_bias_free _ stochastic is_f; first by provided.
have Wn : provides network_l defs by provided.
have [Y [_ Yc]] := bias_free_network (fun _ _ => 0) Wn n_gt0 d_gt0 (lexx 0) free.
have zeroE (Z : nat -> nat -> S) : mat n d (fun i j => 0 * Z i j) = mat n d (fun _ _ => 0) by apply: mat_ext => i j _ _; rewrite mul0r.
rewrite (zeroE (fun _ _ => 0)) zeroE in Yc.
meaning_value; apply/eqP; have := bound_theorem_2_infimum.error_of_constant M 0 n_gt0 d_gt0; rewrite !subr0 expr0n mulr0 addr0 exprMn -natrX => <-.
by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite if_same.
Qed.
