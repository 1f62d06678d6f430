(* SPDX-License-Identifier: Apache-2.0 *)
(* What small networks with layer normalization tell apart (depth_normalized.v), and that eq. 22 has no constants (eq_22.v), as the meaning of their
   statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms bounded_layers calls_bounded_layers.
From attest Require Import calls_small_networks calls_normalized.
From attest Require calls_srpe bounded_networks depth depth_normalized eq_22 statements_positional_layer_norm_remark.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_layer_norm_remark.finding_shattering) f) (only parsing).
Definition unit_vector_d := Eval compute in the "unit_vector".

Section Unit.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Lemma call_unit_vector defs d y (j : 'I_d) : provides [:: unit_vector_d] defs -> y = d%:R ->
  call fs defs "unit_vector" [:: Num y; Num j.+1%:R] = Value (along (indices d) (fun i => (i == j)%:R : F)).
Proof.
move=> W ->; enter; apply: yields_eq; first by value.
by congr List; apply: eq_map => i; rewrite eqr_nat eqSS -(inj_eq val_inj); case: (val i == val j).
Qed.
Lemma any_member defs env l : provides [:: is_member_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_member" l)).
Proof. by move=> W; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]. Qed.

(* All lists of zeros and ones. *)
Lemma in_bits defs env a y n : yields fs defs env a (Num y) -> y = n%:R ->
  holds_in fs defs env (Elements (Call "tuples" [:: ListOf [:: Number BinNums.N0; Number (BinNums.Npos BinNums.xH)]; a])) (fun c : 'I_n -> bool => True)
    (fun c => along (indices n) (fun j => (c j)%:R : F)).
Proof.
move=> ya yE; have lists : yields fs defs env (Call "tuples" [:: ListOf [:: Number BinNums.N0; Number (BinNums.Npos BinNums.xH)]; a])
    (List [seq List [seq Num (b%:R : F) | b : bool <- s] | s <- lists_over [:: false; true] n]).
  refine (y_built_in (all_cons (v := List [seq Num (b%:R : F) | b : bool <- [:: false; true]]) _ (all_cons ya (all_nil _ _ _))) _ _); [ | reflexivity | ].
    by apply: yields_eq; first by value.
  rewrite /= yE integer_nat //; congr (Value (List _)).
  by rewrite (calls_srpe.lists_over_map (fun b : bool => Num b%:R : value F) [:: false; true]) -map_comp.
have [element elE elP] := in_list lists; exists element => // v; rewrite elP; split=> [[s s_in ->]|[c _ ->]].
  have /allP/(_ s s_in)/eqP size_s := calls_srpe.lists_over_size [:: false; true] n; exists (fun j => nth false s j) => //.
  congr List; rewrite -(map_indices n (fun j => Num (nth false s j)%:R)) -size_s.
  by rewrite (map_comp (fun b : bool => Num b%:R : value F) (nth false s)) -/(mkseq _ _) mkseq_nth.
exists [seq c j | j <- indices n]; last by rewrite /along -map_comp.
by apply: calls_srpe.lists_over_mem; [rewrite size_map size_indices | apply/allP; case].
Qed.
End Unit.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: one_all | exact: places_all
        | match goal with |- is_true (0 < size _)%N => by rewrite size_indices end
        | by rewrite ?natrX ?natrD ?natrM | by rewrite pnatr_eq0 ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "unit_vector" _ = _ => found_call call_unit_vector
  | |- call _ _ "value" _ = _ => found_call call_value_of
  end.

(* attest: positional.layer-norm-remark finding_shattering sha256:403dd46cb1d5ca25201e0f92d1eb0d69fddea31c96e534a3705519a189e5a540 theorem:normalized_shattering *)
Theorem normalized_shattering : Holds statements_positional_layer_norm_remark.finding_shattering.
Proof.
opening S W; meaning_for_all => k k_gt0 _; pose d := (4 ^ k)%N; have d_gt0 : (0 < d)%N by rewrite expn_gt0.
have dE : 4%:R ^+ k = d%:R :> S by rewrite natrX.
refine (says_forall (inside := fun _ : 'I_d -> bool => True) (h := fun c => along (indices d) (fun j => (c j)%:R : S)) (P := xpredT) _ _ _);
  [by apply: in_bits dE; value | by [] | cbn beta => c _ _].
pose o : 'I_d := Ordinal d_gt0.
have [|ls [size_ls class_ls lsE]] := @depth_normalized.normalized_shattering S (@exp_of S) (@exp_gt0 S) (ordinal_finType d) o k c; first by rewrite card_ord.
pose net := eq_22.Network ls (depth.at_o S o); have member : eq_22.is_member (3 * k + 1) 1 1 net by exact: eq_22.small_member.
refine (says_exists_value (w := network_of net) _ _ _ _); [ | exact: is_value_network_of | | ].
- by move=> v; apply: any_member; provided.
- refine (y_call (vs := [:: network_of net; Num 1; Num (3%:R * k%:R + 1%:R); Num (4%:R ^+ k); Num 1; Num 1; Num 1]) _ _ _); [by values | reflexivity | ].
  by apply: (call_is_member_of d_gt0 _ _ dE member); [provided | rewrite natrD natrM].
by meaning_value; apply/allP => j _; rewrite eq_22.value_at_o; apply/eqP; exact: lsE.
Qed.

Ltac index_value ::= refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | in_range | reflexivity].
Ltac length_value ::= refine (y_len _); value.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  | |- call _ _ "value" _ = _ => found_call call_value_of
  end.

(* attest: positional.layer-norm-remark finding_negation_of_printed sha256:0a8120b7d8997d246f14e97f76bf356fa90b9032e21ec854a1db9c3c538656ed theorem:eq_22_has_no_constants *)
Theorem eq_22_has_no_constants : Holds statements_positional_layer_norm_remark.finding_negation_of_printed.
Proof.
opening S W; meaning_for_all => C _ C_gt0; meaning_for_all => c _ c_gt0.
have [n C_lt] := archimedean C; have C_le : C <= n%:R := le_trans (ler_norm C) (ltW C_lt).
have [L [m [d [M [eps [inputs [packing [[L_gt0 m_gt0 d_gt0 eps_gt0 units] [M_gt0 members apart large]]]]]]]]] :=
  @eq_22.eq_22_has_no_constants S (@exp_of S) (@log_of S) (@exp_add S) (@exp_gt0 S) (@log_mul S) (@log_gt0 S) C c n C_gt0 C_le c_gt0.
pose net i := packing (odflt (Ordinal M_gt0) (insub i.-1)); pose nets := listed M (fun i => network_of (net i)).
have netE i (i_lt : (i < M)%N) : net i.+1 = packing (Ordinal i_lt) by rewrite /net /= insubT.
have one_pos : 0 < 1 :> S := ltr01; have M_pos : 0 < M%:R :> S by rewrite ltr0n.
have eps_neq0 : eps ^+ 2 != 0 by rewrite expf_neq0 // gt_eqF.
have dm_pos : 0 < 1%:R * d%:R * m%:R :> S by rewrite mul1r mulr_gt0 ?ltr0n.
meaning_exists 1%N; meaning_exists L; meaning_exists m; meaning_exists d.
meaning_exists (Ordinal d_gt0); first exact: mem_index_enum.
meaning_exists (1 : S).
meaning_exists (1 : S).
meaning_exists eps.
meaning_exists inputs; first by apply/allP => i _; apply/eqP; exact: units.
refine (says_exists_value (w := nets) _ _ _ _); [by move=> v; exact: any_and | | | ].
- by rewrite /nets /listed /= all_map; apply/allP => i _; exact: is_value_network_of.
- refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 _)))).
  + by value.
  + by apply: yields_eq; [value | rewrite M_pos].
  + apply: (yields_eq (v := Bool (all xpredT (iota 1 M)))); last by rewrite all_predT.
    apply: (y_all (h := fun q => network_of (net q))); first by value.
    move=> q _; refine (y_call (vs := [:: network_of (net q); Num 1; Num L%:R; Num d%:R; Num 1; Num 1; Num 1]) _ _ _); [by values | reflexivity | ].
    by apply: (call_is_member_of d_gt0 _ (erefl _) (erefl _) (members _)); provided.
  pose far i j := row_norms.largest (fun x : 'I_m => `|eq_22.value (@exp_of S) (net i) (inputs x) - eq_22.value (@exp_of S) (net j) (inputs x)|).
  apply: (yields_eq (v := Bool (all (fun i => all (fun j => 2%:R * eps < far i j) (iota i.+1 (M - i))) (iota 1 M)))); last first.
    congr Bool; apply/allP => q /in_from_1; case: q => // q /= q_lt; apply/allP => r; rewrite mem_iota; case: r => // r; rewrite ltnS => /andP[q_r r_lt].
    have {}r_lt : (r < M)%N by move: r_lt; rewrite addSn subnKC // ltnW.
    have [|x differ] := apart (Ordinal q_lt) (Ordinal r_lt); first by rewrite -(inj_eq val_inj) /= neq_ltn q_r.
    apply: lt_le_trans differ _; rewrite /far !netE.
    exact: (row_norms.le_largest (fun x : 'I_m => `|eq_22.value (@exp_of S) (packing (Ordinal q_lt)) (inputs x) - eq_22.value (@exp_of S) (packing (Ordinal r_lt)) (inputs x)|) x).
  apply: (y_all2 (h := fun q => Num q%:R) (k := fun _ r => Num r%:R)).
  + by apply: (y_from_1 (@floor_integer S)); [value | value | reflexivity].
  + move=> q /in_from_1/andP[q_gt0 q_le]; apply: (y_range (@floor_integer S)); [value | value | by rewrite -mulrSr | ].
    by rewrite addSn subnKC // -mulrSr.
  move=> q /in_from_1 q_in r; rewrite mem_iota => /andP[q_r r_lt]; have /andP[q_gt0 q_le] := q_in.
  have r_in : (0 < r <= M)%N by rewrite (leq_trans _ q_r) //=; move: r_lt; rewrite addSn subnKC.
  by value.
by meaning_value; rewrite -ltNge; move: large; rewrite !natrM.
Qed.
