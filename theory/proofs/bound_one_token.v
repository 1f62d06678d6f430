(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 1 for layers without biases: on one token a network is a straight line on each side of 0, and three
   neighbours of a zigzag are missed; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_two_runs calls_permuted calls_constant_network calls_bias_free.
From attest Require bound_bias_free statements_urpe_theorem_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition is_one_token_network_d :=
  Eval compute in definition_in (definitions statements_urpe_theorem_1.finding_one_token_without_biases) "is_one_token_network".
Definition one_token_d := Eval compute in definition_in (definitions statements_urpe_theorem_1.finding_one_token_without_biases) "one_token".

Section OneToken.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (v B h : value F) (t s c : F).

Lemma one_by_one v : equal v (List [:: List [:: Num (1%:R : F)]]) = Value true -> v = mat 1 1 (fun _ _ => 1).
Proof.
case: v => // -[|row [|row' rows]] //=; case: row => // -[|e [|e' es]] //=.
by case: e => //= x; case: eqP => // ->.
Qed.
Lemma is_one_token_network_true defs v : provides [:: is_one_token_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs ->
  provides [:: is_one_token_network_d; is_bias_free_d] defs ->
  call fs defs "is_one_token_network" [:: v] = Value (Bool true) -> exists2 blocks, v = List blocks & bound_bias_free.free_network 1 1 blocks.
Proof.
move=> W Wf; have [e found We] := provides_find W; have [e' found' Wfe] := provides_find Wf.
have eE : e' = e by move: found'; rewrite found => -[].
subst e'; move=> /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _]; case/true_and=> _ /true_and[free /true_and[/[dup] /true_over[blocks v_y] all_blocks _]].
have vE : v = List blocks by move: v_y => [].
exists blocks => // B B_in.
have {}free : call fs e "is_bias_free" [:: List blocks] = Value (Bool true) by rewrite -vE; apply: true_named_call free _.
have := true_among v_y all_blocks B_in; case/true_and=> isB /true_and[/[dup] /true_over[hs hs_y] all_heads _].
have [phi row] : exists phi, rowwise_of B 1 phi.
  by apply: (is_rowwise_true _ (ltn0Sn 0) (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs) by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> // [|h h_in]; first exact: is_bias_free_true Wfe free B_in row hhs.
have := true_among hs_y all_heads h_in; case/true_and=> isA /true_and[isP _].
have [k [V [b [O path]]]] : exists k V b O, path_of h 1 k V b O.
  by apply: (is_value_path_true _ (ltn0Sn 0) (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
exists (fun _ _ => 1), k, V, b, O; split=> //.
move: isA; rewrite /yields; cbn [eval lookup String.eqb Ascii.eqb Bool.eqb]; rewrite /field_at; case: (h) => // fields.
case: (lookup "A"%string fields) => // w; rewrite [together _]/= [omap _ _]/= /compare => E.
congr Some; apply: one_by_one; move: E; by case: (equal w _) => [[]|].
Qed.

(* One slope on each side of 0. *)
Lemma straight defs blocks t s : provides network_l defs -> bound_bias_free.free_network 1 1 blocks -> 0 <= t * (t + 2%:R * s) ->
  exists c, forall u, u \in [:: t; t + 2%:R * s; t + s] -> call fs defs "network" [:: mat 1 1 (fun _ _ => u); List blocks] = Value (mat 1 1 (fun _ _ => u * c)).
Proof.
move=> W free t_s.
have slope x : exists a, forall l, 0 <= l -> call fs defs "network" [:: mat 1 1 (fun _ _ => l * x); List blocks] = Value (mat 1 1 (fun _ _ => l * a)).
  have [Y0 [Y0c _]] := bias_free_network (fun _ _ => x) W (ltn0Sn 0) (ltn0Sn 0) (lexx 0) free.
  exists (Y0 1%N 1%N) => l l_ge0; have [Y [Yc Yc']] := bias_free_network (fun _ _ => x) W (ltn0Sn 0) (ltn0Sn 0) l_ge0 free.
  rewrite Yc'; congr Some; apply: mat_ext => i j i_1 j_1; congr (_ * _).
  have YE : mat 1 1 Y = mat 1 1 Y0 by apply: Some_inj; rewrite -Yc -Y0c.
  have [-> ->] : i = 1%N /\ j = 1%N by case: i i_1 => [|[|i]] //; case: j j_1 => [|[|j]].
  by rewrite (vec_inj (mat_inj YE (_ : 0 < 1 <= 1)%N)).
have between (P : F -> bool) : (forall x y, P x -> P y -> P (x + y)) -> (forall x, P (x + x) -> P x) -> P t -> P (t + 2%:R * s) -> forall u, u \in [:: t; t + 2%:R * s; t + s] -> P u.
  move=> add half Pt Pts u; rewrite !inE => /or3P[/eqP->|/eqP->|/eqP->] //; apply: half.
  by rewrite addrACA -[s + s]mulr2n -[s *+ 2]mulr_natl -addrA; apply: add.
have [a aE] := slope 1; have [b bE] := slope (-1).
have [signs|signs] : (0 <= t /\ 0 <= t + 2%:R * s) \/ (t <= 0 /\ t + 2%:R * s <= 0).
  case: (ltrgtP t 0) t_s => [t_lt0|t_gt0|t0]; rewrite ?t0 ?lexx.
  - by rewrite nmulr_rge0 //; right.
  - by rewrite pmulr_rge0 //; left.
  by move=> _; case: (lerP 0 (0 + 2%:R * s)) => [ge0|/ltW le0]; [left | right].
- exists a => u u_in; have u_ge0 : 0 <= u.
    apply: (between (fun x => 0 <= x)) u_in; [exact: addr_ge0 | | exact: signs.1 | exact: signs.2].
    by move=> x; rewrite -mulr2n pmulrn_lge0.
  have -> : mat 1 1 (fun _ _ => u) = mat 1 1 (fun _ _ => u * 1) by apply: mat_ext => i j _ _; rewrite mulr1.
  exact: aE.
exists (- b) => u u_in; have u_le0 : u <= 0.
  apply: (between (fun x => x <= 0)) u_in; [ | | exact: signs.1 | exact: signs.2].
    by move=> x y x_le0 y_le0; rewrite -[0]addr0 ler_add.
  by move=> x; rewrite -mulr2n pmulrn_lle0.
have -> : mat 1 1 (fun _ _ => u) = mat 1 1 (fun _ _ => - u * -1) by apply: mat_ext => i j _ _; rewrite mulrN1 opprK.
rewrite bE ?oppr_ge0 //; congr Some; apply: mat_ext => i j _ _; by rewrite mulrN mulNr.
Qed.
Lemma call_one_token defs e net t y : find_definition defs "one_token" = Some (one_token_d, e) ->
  call fs e "network" [:: mat 1 1 (fun _ _ => t); net] = Value (mat 1 1 (fun _ _ => y)) -> call fs defs "one_token" [:: Num t; net] = Value (Num y).
Proof.
move=> found Yc; refine (call_yields found _ _); [reflexivity | open_body].
apply: (y_at floor_int (n := 1) (i := 1) (h := fun _ => Num y)); [ | by value | by [] | by [] | by []].
apply: (y_at floor_int (n := 1) (i := 1) (h := fun _ => vec 1 (fun _ => y))); [ | by value | by [] | by [] | by []].
refine (y_call _ _ Yc); [ | reflexivity].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
by apply: (yields_eq (v := List [:: List [:: Num t]])); [value | ].
Qed.
End OneToken.

Lemma missed (F : realFieldType) (y z : F) :
  1 / 2%:R <= Num.max (Num.max `|y - 0| `|(y + z) * (1 / 2%:R) - 1|) `|z - 0|.
Proof.
have half_gt0 : 0 < 1 / 2%:R :> F by rewrite divr_gt0 ?ltr01 ?ltr0n.
have halves : 1 / 2%:R + 1 / 2%:R = 1 :> F by rewrite -mulrDl -[1 + 1]/(2%:R) divff ?pnatr_eq0.
rewrite !subr0 !le_maxr; case: lerP => //= y_lt; case: (lerP _ `|z|) => [|z_lt]; first by rewrite orbT.
rewrite orbF distrC ler_normr; apply/orP; left; rewrite ler_subr_addr -ler_subr_addl -[X in _ <= X - _]halves addrK.
rewrite -[X in _ <= X]mul1r; apply: ler_wpmul2r; first exact: ltW.
rewrite -halves; apply: ler_add; apply: le_trans (ler_norm _) _; exact: ltW.
Qed.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | idtac].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "one_token" _ = _ => match goal with H : forall u : _, is_true (u \in _) -> call _ _ "one_token" _ = _ |- _ => apply: H; rewrite !inE eqxx ?orbT //= end
  end.

(* attest: urpe.theorem-1 finding_one_token_without_biases sha256:3747eb00d5e6b852dc078171340e6b307a38e0868051e64a85d296e97f2a12cb theorem:one_token_without_biases *)
Theorem one_token_without_biases : Holds statements_urpe_theorem_1.finding_one_token_without_biases.
Proof.
opening S W; meaning_parts; last by meaning_for_all => y _ _; meaning_for_all => z _ _; meaning_value; exact: missed.
apply: says_for_values => [v|v is_net]; first by any_named W.
have is_c : call (functions_of S) defs "is_one_token_network" [:: v] = Value (Bool true) by apply: true_named_call is_net _.
have [||blocks -> free] := is_one_token_network_true _ _ is_c; [by provided | by provided | ].
have [e found We] : exists2 e, find_definition defs "one_token" = Some (one_token_d, e) & provides network_l e by apply: (@provides_find one_token_d); provided.
meaning_for_all => t _ _; meaning_for_all => s _ t_s.
have [c cE] := straight We free t_s.
have at_ u : u \in [:: t; t + 2%:R * s; t + s] -> call (functions_of S) defs "one_token" [:: Num u; List blocks] = Value (Num (u * c)).
  by move=> u_in; apply: (call_one_token found); exact: cE.
meaning_value; apply/eqP.
by rewrite -mulrDl mulrA; congr (_ * c); rewrite mulrDr !mulr_natl !mulr2n -addrA.
Qed.
