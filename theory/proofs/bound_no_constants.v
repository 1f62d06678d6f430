(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorem 6.1 has no constants (no_constants.v), as the meaning of its statement: for every sample a network is chosen whose gap is at least 1/2, which
   the printed bound is below. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms bounded_layers calls_bounded_layers.
From attest Require Import calls_small_networks calls_normalized calls_scalar_networks calls_bounded_members.
From attest Require digits calls_grids bound_beyond_the_condition bounded_networks depth eq_22 no_constants statements_positional_theorem_6_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma y_nth_of (S : numbers) (T : Type) defs env a b (h : T -> value S) l t0 y i : yields (functions_of S) defs env a (List [seq h t | t <- l]) ->
  yields (functions_of S) defs env b (Num y) -> y = i.+1%:R -> (i < size l)%N -> yields (functions_of S) defs env (Index a b) (h (nth t0 l i)).
Proof. by move=> ya yb yE i_lt; have := y_index (@floor_integer S) ya yb yE; rewrite size_map (nth_map t0) //; apply. Qed.
Lemma one_sheet (S : numbers) : sheet (indices 1) (indices 1) (fun _ _ => 1 : S) = sheet one one (fun _ _ => 1 : S).
Proof.
have alone (v : value S) : [seq v | _ <- indices 1] = [:: v] by rewrite -(map_indices 1 (fun=> v)).
by rewrite /sheet /along !alone.
Qed.

(* Lists have their entries at ordinals. *)
Ltac index_value ::=
  first [refine (y_number_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_ordinal _ _ _ _); [floors | value | value | first [reflexivity | side]]].
Ltac length_value ::= first [refine (y_len_sheet _); value | refine (y_length_of _); value | refine (y_len _); value | refine (y_length _); value].
Ltac range_value ::= refine (y_up_to _ _ _ _); [floors | value | value | first [reflexivity | side]].
Ltac side ::= first [eassumption | reflexivity | exact: enumerates_indices].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "lipschitz" _ = _ => found_call call_lipschitz
  | |- call _ _ "norm_2" _ = _ => first [found_call call_norm_2_vec | found_call call_norm_2]
  end.

(* attest: positional.theorem-6-1 finding_negation_of_printed sha256:acfe35975a7fbea03a2be96a58a8a190ab13ab88471e32557738ae933b0c8a8f theorem:theorem_6_1_has_no_constants *)
Theorem theorem_6_1_has_no_constants : Holds statements_positional_theorem_6_1.finding_negation_of_printed.
Proof.
opening S W; meaning_for_all => C _ C_gt0; meaning_for_all => k _ _; meaning_for_all => c _ _.
have [n C_lt] := archimedean C; have C_le : C <= n%:R := le_trans (ler_norm C) (ltW C_lt).
have [r [r_gt0 small]] := no_constants.printed_bound_below_half (@exp_gt0 S) (@exp_add S) (@log_mul S) (@log_gt0 S) (@log_le S) c k C_gt0 C_le.
pose d := (4 ^ r)%N; pose m := (d %/ 2)%N; have d_gt0 : (0 < d)%N by rewrite expn_gt0.
have m_gt0 : (0 < m)%N by rewrite /m /d no_constants.half_power // muln_gt0 expn_gt0.
pose o : 'I_d := Ordinal d_gt0; pose weights := depth.at_o S o.
have every (t : m.-tuple 'I_d) : exists ls, [/\ size ls = (3 * r + 1)%N, bounded_networks.all_layers (@depth.in_class S (ordinal_finType d)) ls &
    1 / 2%:R <= no_constants.gap (fun=> d%:R^-1) (no_constants.losses_at (@exp_of S) ls o) t].
  by apply: (no_constants.far_network (@exp_gt0 S) o (r := r)); rewrite // size_tuple mulnC leq_trunc_div.
have [g gP] := fin_all_exists every.
pose chosen (s : seq 'I_d) := g (odflt (nseq_tuple m o) (insub s)).
have chosenP s : size s = m -> [/\ size (chosen s) = (3 * r + 1)%N, bounded_networks.all_layers (@depth.in_class S (ordinal_finType d)) (chosen s) &
    1 / 2%:R <= no_constants.gap (fun=> d%:R^-1) (no_constants.losses_at (@exp_of S) (chosen s) o) s].
  move=> /eqP size_s; have := gP (odflt (nseq_tuple m o) (insub s)); rewrite /chosen.
  by rewrite (insubT (fun s => size s == m) size_s).
pose shown (s : seq 'I_d) := network_value (3 * r + 1) (fun i => shown_layer (nth (no_layer S d) (chosen s) i)) weights.
pose samples := lists_over (indices d) m.
have size_samples : size samples = (d ^ m)%N by rewrite bound_beyond_the_condition.size_lists_over size_indices.
have in_samples s : s \in samples -> size s = m by rewrite digits.mem_lists_over => /andP[/eqP].
have half_gt0 : 0 < 1 / 2%:R :> S by rewrite divr_gt0 ?ltr01 ?ltr0n.
have half_lt1 : 1 / 2%:R < 1 :> S by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
have slopes_1 : constant (relu_slopes S) = 1 by rewrite /constant /relu_slopes /= normr1 normr0 max_l ?ler01.
meaning_exists 1%N; meaning_exists (3 * r + 1)%N; first by rewrite addn1.
meaning_exists m; meaning_exists d; meaning_exists 1%N; meaning_exists d.
meaning_exists o; first exact: mem_index_enum.
meaning_exists o; first exact: mem_index_enum.
meaning_exists 1%N.
meaning_exists o; first exact: mem_index_enum.
meaning_exists (relu_slopes S); first by rewrite slopes_1 ltr01.
meaning_exists (1 : S).
meaning_exists (1 : S).
meaning_exists (fun _ _ : 'I_1 => 1 : S); first by apply/allP => i _; rewrite /norm2 big_ord1 expr1n sqrtr1.
meaning_exists (unit_entries S).
  by apply/allP => i /in_from_1; rewrite muln1 => i_d; apply/eqP; exact: unit_row.
meaning_exists (fun _ : 'I_d => 0 : S).
meaning_exists (fun _ : 'I_d => d%:R^-1 : S).
  have d_neq0 : d%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
  apply/andP; split; first by apply/allP => i _; rewrite invr_ge0 ler0n.
  by rewrite sumr_const card_ord -[X in X == _]mulr_natr mulVf.
meaning_exists (1 / 2%:R : S); first by rewrite half_gt0.
rewrite one_sheet; refine (says_exists_value (w := List [seq shown s | s <- samples]) _ _ _ _); [by move=> v; exact: any_and | | | ].
- by rewrite /= all_map; apply/allP => s _; exact: is_value_shown_network.
- refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 _))).
  + by value.
  + apply: yields_eq; first by refine (y_compare (c := Equal) (y_length (l := [seq shown s | s <- samples]) _) _ _); [value | value | reflexivity].
    by rewrite size_map size_samples natrX eqxx.
  apply: (yields_eq (v := Bool (all xpredT samples))); last by rewrite all_predT.
  apply: (y_all (h := shown)); first by value.
  move=> s /in_samples/chosenP[size_ls class_ls _].
  refine (y_call (vs := [:: shown s; Num 1; Num (3 * r + 1)%:R; Num d%:R; Num 1; Num 1; Num 1; Num 1; Num 1; Num 1]) _ _ _); [by values | reflexivity | ].
  apply: call_is_member => //; [by provided | by rewrite /norm2 depth.sqr_at_o sqrtr1 | ].
  by rewrite /the_layers -size_ls (mkseq_nth (no_layer S d) (chosen s) : [seq nth _ _ i | i <- iota 0 _] = _).
refine (says_expression (p := true) _ _) => //.
apply: (yields_eq (v := Bool (~~ (1 - 1 / 2%:R <= 0 :> S)))); last by rewrite -ltNge subr_gt0 half_lt1.
refine (y_not _); refine (y_let (v := List [seq List [seq Num j.+1%:R | j : 'I_d <- s] | s <- samples]) _ _).
  by apply: (calls_grids.y_tuples (@floor_integer S) (h := fun j : 'I_d => Num j.+1%:R) (l := indices d) (y := m%:R)); [value | value | reflexivity].
pose bound := no_constants.printed_bound (@exp_of S) (@log_of S) C k c 1 (3 * r + 1) d m 1 1 1 1 (1 / 2%:R); refine (y_let (v := Num bound) _ _).
  refine (y_call (vs := [:: Num C; Num k%:R; Num c; Num 1%:R; Num (3 * r + 1)%:R; Num d%:R; Num m%:R; Num 1%:R; Num 1; Num 1; Num 1; Num (1 / 2%:R)]) _ _ _);
    [ | reflexivity | apply: call_printed_bound; rewrite ?mul1n ?muln1 ?muln_gt0 ?d_gt0 ?m_gt0 ?mulr1 ?ltr01 ?half_gt0 ?(ltW half_lt1) //; by provided].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _
    (all_nil _ _ _))))))))))))); try value; apply: yields_eq; [value | rewrite slopes_1].
refine (y_compare (c := AtLeast) (v := Num 0) (w := Num (1 - 1 / 2%:R)) _ _ _); [ | by value | reflexivity].
apply: (yields_eq (v := Num (\sum_(j <- indices (d ^ m) | false) 0))); last by rewrite big_pred0.
apply: (y_sum_if (h := fun j : 'I_(d ^ m) => Num j.+1%:R) (p := fun=> false)) => //.
  by refine (y_up_to _ _ _ _); [floors | value | value | rewrite natrX].
move=> j _; have j_lt : (j < size samples)%N by rewrite size_samples.
pose s := nth [::] samples j; have size_s : size s = m by apply/in_samples/mem_nth.
have [size_ls class_ls far] := chosenP s size_s.
apply: (yields_eq (v := Bool (no_constants.gap (fun=> d%:R^-1) (no_constants.losses_at (@exp_of S) (chosen s) o) s <= bound))); last first.
  by congr Bool; apply/negbTE; rewrite -ltNge; apply: lt_le_trans far; exact: small.
apply: (y_compare (c := AtMost) (v := Num (no_constants.gap (fun=> d%:R^-1) (no_constants.losses_at (@exp_of S) (chosen s) o) s)) (w := Num bound)); [ | by value | reflexivity].
refine (y_call (vs := [:: along (indices d) (fun=> d%:R^-1); along (indices d) (no_constants.losses_at (@exp_of S) (chosen s) o);
  List [seq Num j.+1%:R | j : 'I_d <- s]]) _ _ _); [ | reflexivity | by apply: call_gap; [provided | rewrite size_s]].
refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); first by value.
  refine (y_call (vs := [:: sheet one one (fun _ _ => 1); shown s; along (indices 2) (relu_slopes S); mat (d * 1) d (unit_entries S); along (indices d) (fun=> 0)])
    _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))); try by value.
    by apply: (y_nth_of (h := shown) [::]); [value | value | reflexivity | ].
  rewrite (call_losses d_gt0); last by provided.
  by congr (Value (along _ _)); rewrite /the_layers -size_ls (mkseq_nth (no_layer S d) (chosen s) : [seq nth _ _ i | i <- iota 0 _] = _).
by apply: (y_nth_of (h := fun s : seq 'I_d => List [seq Num j.+1%:R | j : 'I_d <- s]) [::]); [value | value | reflexivity | ].
Qed.
