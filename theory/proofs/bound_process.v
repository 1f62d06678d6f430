(* SPDX-License-Identifier: Apache-2.0 *)
(* Process-50's order helps from four elements on: among the sequences with half of the elements 1 are some that the one class makes more likely, and
   some that the other one does; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_process.
From attest Require statements_srpe_process.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Order.
Variable S : numbers.
Implicit Types (T s r k : nat).

(* Greatest of two sums, and sum of the greatest. *)
Lemma max_of_sums (I : eqType) (l : seq I) (u v : I -> S) : Num.max (\sum_(i <- l) u i) (\sum_(i <- l) v i) <= \sum_(i <- l) Num.max (u i) (v i).
Proof. by rewrite le_maxl; apply/andP; split; apply: ler_sum => i _; rewrite le_maxr lexx ?orbT. Qed.
Lemma sum_lt (I : eqType) (l : seq I) (u v : I -> S) i : i \in l -> (forall i, u i <= v i) -> u i < v i -> \sum_(i <- l) u i < \sum_(i <- l) v i.
Proof.
move=> i_l uv strict; have := perm_to_rem i_l => /(perm_big _) E; rewrite 2!E /= !big_cons.
by apply: ltr_le_add => //; apply: ler_sum.
Qed.
Lemma max_of_sums_lt (I : eqType) (l : seq I) (u v : I -> S) i j : i \in l -> j \in l -> u i < v i -> v j < u j ->
  Num.max (\sum_(i <- l) u i) (\sum_(i <- l) v i) < \sum_(i <- l) Num.max (u i) (v i).
Proof.
move=> i_l j_l ui vj; rewrite lt_maxl; apply/andP; split.
  by apply: (sum_lt i_l) => [k|]; rewrite ?le_maxr ?lt_maxr ?lexx ?ui ?orbT.
by apply: (sum_lt j_l) => [k|]; rewrite ?le_maxr ?lt_maxr ?lexx ?vj ?orbT.
Qed.

(* The sequences with k ones, by their first element and their runs. *)
Definition kinds T k : seq (nat * nat) := flatten [seq [seq (s, r) | r <- runs T k & (0 < sequences T s r k)%N] | s <- from_to 0 1].
Definition share T k P (sr : nat * nat) : S := (sequences T sr.1 sr.2 k)%:R * each T sr.1 sr.2 k P.
Lemma sum_kinds T k (f : nat * nat -> S) : \sum_(sr <- kinds T k) f sr = \sum_(s <- from_to 0 1) \sum_(r <- runs T k | (0 < sequences T s r k)%N) f (s, r).
Proof. by rewrite big_flatten big_map; apply: eq_bigr => s _; rewrite big_map big_filter. Qed.
Lemma optimumE T : optimum S T = (\sum_(k <- from_to 0 T) \sum_(sr <- kinds T k) Num.max (share T k (class1 S) sr) (share T k (class2 S) sr)) / 2%:R.
Proof.
congr (_ / _); apply: eq_bigr => k _; rewrite sum_kinds; apply: eq_bigr => s _; apply: eq_bigr => r _.
by rewrite /share maxr_pmulr ?ler0n.
Qed.
Lemma order_blindE T : order_blind S T =
  (\sum_(k <- from_to 0 T) Num.max (\sum_(sr <- kinds T k) share T k (class1 S) sr) (\sum_(sr <- kinds T k) share T k (class2 S) sr)) / 2%:R.
Proof. by congr (_ / _); apply: eq_bigr => k _; rewrite !sum_kinds. Qed.

Lemma in_kinds T k s r : (s < 2)%N -> (0 < r <= most_runs T k)%N -> (0 < sequences T s r k)%N -> (s, r) \in kinds T k.
Proof.
move=> s_lt r_in some; apply/flatten_mapP; exists s; first by rewrite mem_from_to.
by apply: map_f; rewrite mem_filter some mem_from_to.
Qed.
Lemma share_lt T k P Q s r : (0 < sequences T s r k)%N -> each T s r k P < each T s r k Q -> share T k P (s, r) < share T k Q (s, r).
Proof. by move=> some; rewrite /share ltr_pmul2l // ltr0n. Qed.

Lemma half_ge2 T : (4 <= T)%N -> (2 <= T %/ 2)%N.
Proof. by rewrite leq_divRL. Qed.
Lemma half_le T : (T %/ 2 + T %/ 2 <= T)%N.
Proof. by rewrite addnn -muln2 leq_trunc_div. Qed.
Lemma rest_ge T : (T %/ 2 <= T - T %/ 2 <= (T %/ 2).+1)%N.
Proof.
have := divn_eq T 2; have : (T %% 2 < 2)%N by rewrite ltn_mod.
by move=> remainder E; arith.
Qed.

(* Both classes' transitions in tenths. *)
Definition tenths1 (i j : nat) : nat := (if i == 1 then (if j == 1 then 8 else 2) else (if j == 1 then 4 else 6))%N.
Definition tenths2 (i j : nat) : nat := (if i == 1 then (if j == 1 then 7 else 3) else (if j == 1 then 6 else 4))%N.
Lemma fifth x : x%:R / 5%:R = (2 * x)%N%:R / 10%:R :> S.
Proof. by rewrite -[10%N]/(2 * 5)%N !natrM -mulf_div divff ?pnatr_eq0 // mul1r. Qed.
Lemma complement w : (w <= 10)%N -> 1%:R - w%:R / 10%:R = (10 - w)%N%:R / 10%:R :> S.
Proof. by move=> w_le; rewrite natrB // mulrBl divff // pnatr_eq0. Qed.
Lemma class1E i j : class1 S i j = (tenths1 i j)%:R / 10%:R.
Proof. by rewrite /class1 /chain /tenths1 !fifth !complement //; case: eqP => _; case: eqP. Qed.
Lemma class2E i j : class2 S i j = (tenths2 i j)%:R / 10%:R.
Proof. by rewrite /class2 /chain /tenths2 !fifth !complement //; case: eqP => _; case: eqP. Qed.
Lemma each_lt n s r l (P Q : nat -> nat -> S) (w v : nat -> nat -> nat) : (forall i j, P i j = (w i j)%:R / 10%:R) -> (forall i j, Q i j = (v i j)%:R / 10%:R) ->
  (let a := n - l - (r - one_runs s r) in let b := l - one_runs s r in
   w 1 1 ^ a * w 2 2 ^ b * w (s + 1) (2 - s) ^ (r %/ 2) * w (2 - s) (s + 1) ^ ((r - 1) %/ 2) <
   v 1 1 ^ a * v 2 2 ^ b * v (s + 1) (2 - s) ^ (r %/ 2) * v (2 - s) (s + 1) ^ ((r - 1) %/ 2))%N -> each n s r l P < each n s r l Q.
Proof.
have quotients (c x1 x2 x3 x4 y1 y2 y3 y4 : S) : c * (x1 / y1) * (x2 / y2) * (x3 / y3) * (x4 / y4) = c * ((x1 * x2 * x3 * x4) / (y1 * y2 * y3 * y4)).
  by rewrite -!mulf_div !mulrA.
move=> PE QE /= less; rewrite /each !PE !QE !expr_div_n !quotients -!natrX -!natrM ltr_pmul2l; last first.
  by rewrite /start; case: ifP => _; rewrite divr_gt0 ?ltr0n.
by rewrite ltr_pmul2r ?invr_gt0 ?ltr0n ?muln_gt0 ?expn_gt0 // ltr_nat.
Qed.

Lemma order_helps T : (4 <= T)%N -> order_blind S T < optimum S T.
Proof.
move=> T_ge4; have k_ge2 := half_ge2 T_ge4; have k_k := half_le T; have := rest_ge T; set k := (T %/ 2)%N in k_ge2 k_k *; move=> /andP[k_rest rest_k]; have k_gt0 : (0 < k)%N by apply: ltnW.
have k_T : (k <= T)%N by apply: leq_trans k_k; rewrite leq_addr.
have minE : minn k (T - k) = k by apply/minn_idPl.
have T_le : (T <= 2 * k + 1)%N by rewrite addn1 mul2n -addnn -addnS -leq_subLR.
have runsE : most_runs T k = T by rewrite /most_runs minE; apply/minn_idPr.
have some2 : (0 < sequences T 0 2 k)%N by rewrite muln_gt0 !compositions_gt0 /= k_gt0 (leq_trans k_gt0 k_rest).
have someT : (0 < sequences T 0 T k)%N.
  have T_gt0 : (0 < T)%N by apply: leq_trans T_ge4.
  by rewrite muln_gt0 !compositions_gt0 /one_runs /= -/k !leqnn k_gt0 subn_gt0 /= ltn_Pdiv.
have two_in : (0, 2)%N \in kinds T k by apply: in_kinds => //; rewrite runsE /= (leq_trans _ T_ge4).
have T_in : (0, T)%N \in kinds T k by apply: in_kinds => //; rewrite runsE leqnn (leq_trans _ T_ge4).
have two_lt : share T k (class2 S) (0, 2)%N < share T k (class1 S) (0, 2)%N.
  apply: share_lt => //; apply: (each_lt class2E class1E); rewrite /one_runs /= !expn1 !expn0 !muln1.
  case E : (T - k)%N k_rest => [|[|a]]; [by rewrite leqNgt k_gt0 | by rewrite leqNgt k_ge2 | move=> _].
  case: (k) k_ge2 => [|[|b]] // _; rewrite !subSS !subn0 !expnS.
  have le : (7 ^ a * 4 ^ b <= 8 ^ a * 6 ^ b)%N by apply: leq_mul; [case: (a) | case: (b)] => // c; rewrite leq_exp2r.
  have pos : (0 < 8 ^ a * 6 ^ b)%N by rewrite muln_gt0 !expn_gt0.
  have scaled c1 c2 c3 u v : (c1 * u * (c2 * v) * c3 = c3 * (c1 * c2) * (u * v))%N by rewrite mulnACA mulnC mulnA.
  rewrite !scaled; apply: (@leq_ltn_trans (84 * (8 ^ a * 6 ^ b))); first by rewrite leq_mul2l le orbT.
  by rewrite ltn_pmul2r.
have T_lt : share T k (class1 S) (0, T)%N < share T k (class2 S) (0, T)%N.
  apply: share_lt => //; apply: (each_lt class1E class2E); rewrite /one_runs /= -/k !subnn !expn0 !mul1n.
  apply: (@leq_trans (3 ^ k * 4 ^ ((T - 1) %/ 2))); first by rewrite ltn_pmul2r ?expn_gt0 // ltn_exp2r.
  by rewrite leq_mul2l; apply/orP; right; case: (_ %/ _)%N => // c; rewrite leq_exp2r.
rewrite optimumE order_blindE ltr_pmul2r ?invr_gt0 ?ltr0n //.
apply: (sum_lt (i := k)) => [||]; first by rewrite mem_from_to.
  by move=> l; exact: max_of_sums.
exact: (max_of_sums_lt T_in two_in T_lt two_lt).
Qed.
End Order.

(* attest: srpe.process finding_order_helps_from_four_elements_on sha256:0e44871c431ff2c6c2386b42c8bbb18977d1aad907dd274f522dd5440daf7785 theorem:order_helps_from_four *)
Theorem order_helps_from_four : Holds statements_srpe_process.finding_order_helps_from_four_elements_on.
Proof.
opening S W; natural_for_all => T T_ge4 _; refine (says_expression (p := true) _ _) => //.
apply: yields_eq.
  refine (y_compare (v := Num (order_blind S T)) (w := Num (optimum S T)) _ _ _); [ | | reflexivity].
    by refine (y_call (all_cons (y_name _ _ _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | apply: call_order_blind; provided].
  by refine (y_call (all_cons (y_name _ _ _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | apply: call_optimum; provided].
by rewrite order_helps.
Qed.
