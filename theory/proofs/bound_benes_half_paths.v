(* SPDX-License-Identifier: Apache-2.0 *)
(* positional.benes-half-paths: which nodes of the last layers reach a destination, as the meaning of its statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing.
From attest Require routing benes_paths statements_positional_benes_half_paths.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition reaches_d := Eval compute in definition_in (definitions statements_positional_benes_half_paths.printed) "reaches".
(* How many paths lead from (l, i) to (m, j), and that there is one. *)
Definition reaches l i m j k := (0 < item 0 (benes_paths.path_counts l i m k) j.+1)%N.

(* From layer l >= k a node reaches the labels that agree with it on the l - k lowest bits. *)
Lemma reaches_agree k l i j : (0 < k)%N -> (k <= l <= 2 * k)%N -> (i < 2 ^ k)%N -> (j < 2 ^ k)%N ->
  reaches l i (2 * k) j k = routing.agree (l - k) (bits k i) (bits k j).
Proof.
move=> k_gt0 /andP[k_le l_le] i_lt j_lt; have l_gt0 := leq_trans k_gt0 k_le.
have l_in : (1 <= l <= 2 * k)%N by rewrite l_gt0.
have m_in : (l <= 2 * k <= 2 * k)%N by rewrite l_le leqnn.
have [_ counts] := benes_paths.numbers_of_paths l_in m_in i_lt; rewrite /reaches counts item_map // benes_paths.agree_others.
transitivity (benes_paths.others (benes_paths.passed_digits l (2 * k) k) (bits k i) (bits k j)); first by case: ifP => // _; rewrite expn_gt0.
have out (w : 'I_k) : (k - w \notin benes_paths.passed_digits l (2 * k) k)%N = (w < l - k)%N.
  rewrite /benes_paths.passed_digits benes_paths.from_layer ?l_gt0 //; apply/idP/idP => [new|low].
    rewrite ltnNge; apply: contra new => high; apply/mapP; exists (k + w)%N; last by rewrite /column_digit addKn (eqP (leq_addr _ _)) addn0.
    by rewrite mem_iota subnKC // -leq_subLR high mul2n -addnn ltn_add2l ltn_ord.
  apply/mapP => -[t]; rewrite mem_iota subnKC // => /andP[t_ge t_lt]; rewrite /column_digit (eqP (leq_trans k_le t_ge)) addn0.
  move/eqP; rewrite eq_sub2l ?(ltnW (ltn_ord w)) // => [/eqP w_t|]; last by rewrite leq_subLR addnn -mul2n ltnW.
  by have := leq_sub2r k t_ge; rewrite -w_t leqNgt low.
by apply/benes_paths.othersP/routing.agreeP => same w; [rewrite -out | rewrite out]; exact: same.
Qed.

(* The two next nodes. *)
Lemma next_nodes k l i j : (0 < k)%N -> l \in from_to k (2 * k - 1) -> (i < 2 ^ k)%N -> (j < 2 ^ k)%N ->
  [/\ other i l k < 2 ^ k, reaches l i (2 * k) j k = reaches l.+1 i (2 * k) j k || reaches l.+1 (other i l k) (2 * k) j k,
      ~~ (reaches l.+1 i (2 * k) j k && reaches l.+1 (other i l k) (2 * k) j k) &
      reaches l i (2 * k) j k -> reaches l.+1 i (2 * k) j k = (digit i (column_digit l k) k == digit j (column_digit l k) k)]%N.
Proof.
rewrite mem_from_to => k_gt0 /andP[k_le l_le] i_lt j_lt; have l_lt : (l < k.*2)%N by rewrite -mul2n; arith.
have l_in : (0 < l < k.*2)%N by rewrite l_lt (leq_trans k_gt0).
have [other_lt other_is] := other_bits l_in i_lt; have [b_lt place] := column_digitK l_in.
have col : routing.column k l = (l - k)%N by rewrite /routing.column (eqP k_le) addn0.
have here : (k <= l <= 2 * k)%N by rewrite k_le mul2n ltnW.
have next : (k <= l.+1 <= 2 * k)%N by rewrite leqW //= mul2n.
rewrite !reaches_agree // other_is subSn // col ![routing.agree _ (bits k i) _]routing.agree_sym
  ![routing.agree _ (routing.flip _ _) _]routing.agree_sym; rewrite col in b_lt place.
have [one both] := routing.agree_split (bits k i) (bits k j) b_lt; split=> //.
have w_digit x : digit x (column_digit l k) k = bits k x (Ordinal b_lt) by rewrite -digit_bits /= -place subKn // leq_subr.
rewrite !w_digit => /routing.agreeP low; apply/routing.agreeP/eqP => [-> //|same w]; rewrite ltnS leq_eqVlt => /orP[/eqP w_l|/low //].
have -> : w = Ordinal b_lt by apply: val_inj.
by move: same; case: (bits k i _) (bits k j _) => [] [].
Qed.

Section Calls.
Variable S : numbers.
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Lemma call_reaches defs l i m j k : provides [:: reaches_d; path_counts_d; edge_d; column_digit_d; hamming_d; digit_d; labels_d] defs ->
  (0 < m <= 2 * k)%N -> (j < 2 ^ k)%N -> call fs defs "reaches" [:: whole l; whole i; whole m; whole j; whole k] = Value (Bool (reaches l i m j k)).
Proof.
move=> W m_in j_lt; have size_counts : size (benes_paths.path_counts l i m k) = (2 ^ k)%N.
  by rewrite /benes_paths.path_counts; case/lastP: (from_to _ _) => [|s t]; rewrite -?cats1 ?foldl_cat /= size_map size_iota.
by enter; apply: yields_eq; [naturally | rewrite addn1].
Qed.
End Calls.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | met]
  | |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met]
  | |- call _ _ "path_counts" _ = _ => apply: call_path_counts; [provided | met]
  | |- call _ _ "other_label" _ = _ => apply: call_other_label; [provided | met]
  | |- call _ _ "reaches" _ = _ => apply: call_reaches; [provided | met | met]
  end.

(* attest: positional.benes-half-paths printed sha256:d11997f07a87b2da245878d34f42080b2299cc9d166e4ea585ccf00a65b9b3b6 theorem:paths_within_a_half *)
Theorem paths_within_a_half : Holds statements_positional_benes_half_paths.printed.
Proof.
opening S W; natural_for_all => k k_gt0 _; meaning_parts.
  natural_for_all => l; rewrite mem_from_to => l_in _; natural_for_all => m; rewrite mem_from_to => m_in half.
  natural_for_all => i i_in _; natural_value; move: half; rewrite /compare_wholes /= addn1 => half.
  by have := benes_paths.unique_exactly_in_the_halves l_in m_in; rewrite addn1 half => /allP/(_ i i_in).
have last : (0 < 2 * k <= 2 * k)%N by arith.
natural_for_all => l l_in _; natural_for_all => i; rewrite mem_labels => i_lt _; natural_for_all => j j_in reach.
have j_lt : (j < 2 ^ k)%N by rewrite -mem_labels.
have [other_lt one both _] := next_nodes k_gt0 l_in i_lt j_lt; natural_value.
rewrite addn1; move: one both; rewrite reach; case: (reaches _ i _ _ _); case: (reaches _ (other _ _ _) _ _ _) => //.
Qed.

(* attest: positional.benes-half-paths finding_the_digit_decides sha256:e32bb3f7f6dad299b2e4e968cc901132e4f0ed7be2ba899cb05efb9e9ce703f9 theorem:the_digit_decides *)
Theorem the_digit_decides : Holds statements_positional_benes_half_paths.finding_the_digit_decides.
Proof.
opening S W; natural_for_all => k k_gt0 _; have last : (0 < 2 * k <= 2 * k)%N by arith.
natural_for_all => l l_in _; natural_for_all => i; rewrite mem_labels => i_lt _; natural_for_all => j j_in reach.
have j_lt : (j < 2 ^ k)%N by rewrite -mem_labels.
have [other_lt _ _ decides] := next_nodes k_gt0 l_in i_lt j_lt; have digit_le : (column_digit l k <= k)%N by rewrite leq_subr.
by natural_value; rewrite addn1 decides // eqxx.
Qed.

(* attest: positional.benes-half-paths finding_otherwise_neither sha256:2184587b3f466618f8e9e0d8ff807b7f324229fd6d70a8d8e2a5cbc7fd7dfbe2 theorem:otherwise_neither *)
Theorem otherwise_neither : Holds statements_positional_benes_half_paths.finding_otherwise_neither.
Proof.
opening S W; natural_for_all => k k_gt0 _; have last : (0 < 2 * k <= 2 * k)%N by arith.
natural_for_all => l l_in _; natural_for_all => i; rewrite mem_labels => i_lt _; natural_for_all => j j_in none.
have j_lt : (j < 2 ^ k)%N by rewrite -mem_labels.
have [other_lt one _ _] := next_nodes k_gt0 l_in i_lt j_lt; natural_value.
by move: none; rewrite one addn1 negb_or.
Qed.
