(* SPDX-License-Identifier: Apache-2.0 *)
(* Networks with softmax and any encoding of section 2 keep identical rows identical: a theorem of attentive_bias.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_attention calls_heads calls_conditions calls_two_runs.
From attest Require Import calls_plain_networks bound_identical_rows.
From attest Require statements_urpe_identical_rows.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "rpe_attention" _ = _ => match goal with H : call _ _ "rpe_attention" _ = _ |- _ => exact: H end
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  end.

Section Encoded.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (x : nat -> F) (n d k : nat) (h r v B : value F).

(* --- What the condition tells --------------------------------------------------------------------------------------------------- *)
Definition encoded_head h n d : Prop := exists k Q K q V b O,
  [/\ (0 < k)%N, field_at h "WQ" = Value (mat d k Q), field_at h "WK" = Value (mat d k K), encoding_of h n k & path_of h d q V b O].
Definition encoded_block B n d : Prop :=
  exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs) & forall h, is_among h hs -> encoded_head h n d].
Lemma is_rpe_network_true defs v n d :
  provides [:: is_rpe_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_rpe_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) ->
  exists2 blocks, v = List blocks & forall B, is_among B blocks -> encoded_block B n d.
Proof.
move=> W n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> _ /true_and[/[dup] /true_over[blocks v_y] all_blocks _].
have vE : v = List blocks by move: v_y => [].
exists blocks => // B B_in; have := true_among v_y all_blocks B_in.
case/true_and=> isB /true_and[/[dup] /true_over[hs hs_y] all_heads _].
have [phi row] : exists phi, rowwise_of B d phi.
  by apply: (is_rowwise_true _ d_gt0 (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs) by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> // h h_in; have := true_among hs_y all_heads h_in; case/true_and=> isv /true_and[isP _].
have [q [V [b [O path]]]] : exists k V b O, path_of h d k V b O.
  by apply: (is_value_path_true _ d_gt0 (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
have [k [Q K k_gt0 hQ hK enc]] : exists k, variant_head h n d k by apply: variant_condition n_gt0 d_gt0 _ _ _ isv; first by provided.
by exists k, Q, K, q, V, b, O.
Qed.

(* --- Identical rows --------------------------------------------------------------------------------------------------------------- *)
Definition attends h n d r : Prop := exists k Q K q V b O (E : encoding F),
  [/\ (0 < k)%N /\ path_of h d q V b O, field_at h "WQ" = Value (mat d k Q), field_at h "WK" = Value (mat d k K) & encodes h n k r E].
Definition attending_block B n d r : Prop :=
  exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs) & forall h, is_among h hs -> attends h n d r].
Lemma rpe_block_alike defs B n d x r : provides (behead plain_blocks_l) defs -> (0 < n)%N -> (0 < d)%N -> attending_block B n d r ->
  exists2 Y, call fs defs "rpe_block" [:: mat n d (fun=> x); B; r] = Value Y & alike n d Y.
Proof.
move=> W n_gt0 d_gt0 [phi [hs [row hhs heads]]]; have [e found We] := provides_find W; have [b hb] := rowwise_bO row.
have [Y Yy [y YE]] : exists2 Y, yields fs e [:: ("X", mat n d (fun=> x)); ("B", B); ("r", r)]%string
    (heads_with (Call "rpe_attention" [:: Name "h"; Name "X"; Name "r"]%string)) Y & alike n d Y.
  rewrite /heads_with; apply: (y_fold_keeps (s := mat n d (fun _ j => x j + b j)) (l := hs)); [by value | by value | by exists (fun j => x j + b j) | ].
  move=> v h [z ->] /heads[k [Q [K [q [V [c [O [E [[k_gt0 [q_gt0 hV hc hO]] hQ hK enc]]]]]]]]].
  have att : call fs e "rpe_attention" [:: h; mat n d (fun=> x); r] = Value (mat n n (weights n d k E Q K (fun=> x))).
    by apply: call_rpe_attention enc hQ hK _ _ _ => //; provided.
  exists (mat n d (fun _ j => z j + \sum_(l <- iota 1 q) (\sum_(p <- iota 1 d) x p * V p l + c l) * O l j)); last by eexists.
  apply: yields_eq; [by value | apply: mat_ext => i j i_n _; congr (_ + _)].
  by rewrite headed_alike // /weights soft_sum.
exists (mat n d (fun=> phi y)); last by exists (phi y).
refine (call_yields found _ _); [reflexivity | open_body]; apply: y_let; first exact: Yy.
by rewrite YE; apply: (y_rowwise _ _ _ _ row) => //; provided.
Qed.
Lemma rpe_network_alike defs blocks n d x r : provides plain_blocks_l defs -> (0 < n)%N -> (0 < d)%N ->
  (forall B, is_among B blocks -> attending_block B n d r) ->
  exists y, call fs defs "rpe_network" [:: mat n d (fun=> x); List blocks; r] = Value (mat n d (fun=> y)).
Proof.
move=> W n_gt0 d_gt0 all_blocks; have [e found We] := provides_find W.
suff [Y Yy [y YE]] : exists2 Y, yields fs e [:: ("X", mat n d (fun=> x)); ("blocks", List blocks); ("r", r)]%string (body rpe_network_d) Y & alike n d Y.
  by exists y; rewrite -YE; refine (call_yields found _ _); [reflexivity | exact: Yy].
rewrite [body _]/=; apply: (y_fold_keeps (P := alike n d) (s := mat n d (fun=> x)) (l := blocks)); [by value | by value | by exists x | ].
move=> w B [z ->] /all_blocks B_ok; have [Y Yc Y_alike] := rpe_block_alike z We n_gt0 d_gt0 B_ok.
by exists Y.
Qed.
End Encoded.

(* attest: urpe.identical-rows finding_variants_enclosed sha256:7e9db9ae3a9813564d13c27620113965ff6cee7dd6574672417ae5f02e58f077 theorem:softmax_networks_keep_identical_rows *)
Theorem softmax_networks_keep_identical_rows : Holds statements_urpe_identical_rows.finding_variants_enclosed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => x _ _; meaning_for_all => R _ _.
apply: says_for_values => [v|v]; first exact: any_and.
case/true_and=> /true_named_call-is_net /true_and[fixed _].
have [blocks vE enc_blocks] : exists2 blocks, v = List blocks & forall B, is_among B blocks -> encoded_block B n d.
  by apply: is_rpe_network_true n_gt0 d_gt0 (is_net _ _ _); [provided | by [] | rewrite /yields_all].
subst v; have [y Y] : exists y, call (functions_of S) defs "rpe_network" [:: mat n d (fun=> x); List blocks; mat (2 * n - 1) 2 R] = Value (mat n d (fun=> y)).
  apply: rpe_network_alike => //; first by provided.
  move=> B B_in; have [phi [hs [row hhs heads]]] := enc_blocks B B_in; exists phi, hs; split=> // h h_in.
  have [k [Q [K [q [V [b [O [k_gt0 hQ hK enc path]]]]]]]] := heads h h_in.
  have columns : field_at h "variant" = Value (Symb "transformer_xl") -> exists M, field_at h "WR" = Value (mat 2 k M).
    apply: fixed_family enc _ _ (true_among _ (true_among2 _ fixed B_in) h_in); [by [] | by value | by apply: (y_field _ hhs); exact: y_name | exact: y_name].
  by have [E encE] := encodes_of R enc n_gt0 (isT : (0 < 2)%N) columns; exists k, Q, K, q, V, b, O, E.
have one_n : (0 < 1 <= n)%N by [].
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: y_let; first by refine (y_call _ _ Y); [values | reflexivity].
apply: y_all2_true; [by value | by move=> i _; value | move=> i j /in_from_1 i_n /in_from_1 j_d].
by apply: y_close; [value | value | by []].
Qed.
