(* SPDX-License-Identifier: Apache-2.0 *)
(* Which families an attentive head can have, and which rows occur: theorems of shared_families.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_attentive.
From attest Require Import statements_urpe_shared_c.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "outer" _ = _ => found_call call_outer
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "relative" _ = _ => found_call call_relative
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.shared-c finding_every_row_occurs sha256:dd46dc4dc49fa04a7b6be819be2ed3643af2b6f21e591ea69bd77e46ff9e9a94 theorem:every_row_occurs *)
Theorem every_row_occurs : Holds finding_every_row_occurs.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => T _ /andP[/allP pos /eqP total].
have T_gt0 j : (0 < j <= n)%N -> 0 < T j by move=> j_n; apply: pos; rewrite mem_iota add1n ltnS.
have T1_gt0 : 0 < T 1%N by apply: T_gt0; rewrite n_gt0.
pose x j : S := if j%:R == 1%:R :> S then 1%:R else 1%:R + log_of (T j / T 1%N).
refine (says_expression (p := true) _ _); [ | reflexivity]; apply: (y_let (v := vec n x)).
  apply: y_list_over; [by value | move=> j /in_from_1 j_n].
  apply: y_if_number; [by value | by move=> _; value | move=> _; apply: y_add; first by value].
  apply: y_log; last by rewrite divr_gt0 ?T_gt0.
  by apply: y_divide; [value | value | rewrite gt_eqF].
apply: y_let; first by value.
apply: y_all_true; [by value | move=> j /in_from_1 j_n]; apply: y_close; [by value | by value | ].
have weight i : (0 < i <= n)%N -> exp_of (x 1%N * x i) = exp_of 1 / T 1%N * T i.
  move=> i_n; rewrite /x eqxx mul1r; case: eqP => [/eqP|_].
    by rewrite eqr_nat => /eqP->; rewrite divfK ?gt_eqF.
  by rewrite exp_add exp_log ?divr_gt0 ?T_gt0 // mulrA mulrAC.
rewrite softE // weight // (eq_big_seq (fun i => exp_of 1 / T 1%N * T i)) => [|i /in_from_1]; last exact: weight.
rewrite -mulr_sumr total mulr1 mulrAC divff ?mul1r // mulf_neq0 ?invr_eq0 ?gt_eqF //.
exact: exp_gt0.
Qed.

(* Of a row of positive factors that are not all 1, divided by them, the sum is not 1 for some T. *)
Lemma some_row (S : numbers) n (c : nat -> S) (k : nat) : (0 < k <= n)%N -> c k != 1 ->
  exists T : nat -> S, [/\ forall j, 0 < T j, \sum_(j <- iota 1 n) T j = 1 & \sum_(j <- iota 1 n) T j / c j != 1].
Proof.
move=> k_n ck; have n_gt0 : (0 < n)%N by case/andP: k_n => k_gt0; exact: leq_trans.
pose N : S := n%:R; have N_gt0 : 0 < N by rewrite ltr0n.
have total : \sum_(j <- iota 1 n) N^-1 = 1.
  by rewrite big_const_seq count_predT size_iota iter_addr_0 -[_ *+ n]mulr_natl divff ?gt_eqF.
pose a j := (c j)^-1 - 1.
have excess (T : nat -> S) : \sum_(j <- iota 1 n) T j / c j = \sum_(j <- iota 1 n) T j * a j + \sum_(j <- iota 1 n) T j.
  by rewrite -big_split /=; apply: eq_bigr => j _; rewrite /a mulrBr mulr1 subrK.
have a_neq0 : a k != 0 by rewrite subr_eq0 invr_eq1.
have [sum0|sum_neq0] := eqVneq (\sum_(j <- iota 1 n) a j) 0; last first.
  exists (fun=> N^-1); split=> [j| |]; rewrite ?invr_gt0 // excess total -subr_eq0 addrK -mulr_sumr mulf_neq0 //.
  by rewrite invr_eq0 gt_eqF.
pose half : S := 2%:R^-1; have half_gt0 : 0 < half by rewrite invr_gt0 ltr0n.
have point (f : nat -> S) : \sum_(j <- iota 1 n) (j == k)%:R * f j = f k.
  rewrite (bigD1_seq k) ?iota_uniq ?mem_iota ?add1n ?ltnS //= eqxx mul1r big1 ?addr0 // => j /negbTE->.
  by rewrite mul0r.
have sum1 : \sum_(j <- iota 1 n) half * (N^-1 + (j == k)%:R) = 1.
  rewrite -mulr_sumr big_split /= total.
  have -> : \sum_(j <- iota 1 n) (j == k)%:R = 1 :> S by rewrite -[RHS](point (fun=> 1)); apply: eq_bigr => j _; rewrite mulr1.
  by rewrite -[1 + 1]/(2%:R) mulVf // pnatr_eq0.
exists (fun j => half * (N^-1 + (j == k)%:R)); split=> [j| |]; [ | exact: sum1 | ].
  by rewrite mulr_gt0 // ltr_paddr ?ler0n ?invr_gt0.
rewrite excess sum1 -subr_eq0 addrK.
rewrite (eq_bigr (fun j => half * (N^-1 * a j + (j == k)%:R * a j))) => [|j _]; last by rewrite -mulrDl mulrA.
rewrite -mulr_sumr big_split /= -mulr_sumr sum0 mulr0 add0r point.
exact: mulf_neq0 (lt0r_neq0 half_gt0) a_neq0.
Qed.
(* Every place of a family is that of some row and column. *)
Lemma row_of_place n k : (0 < k <= 2 * n - 1)%N -> exists i j, [/\ (0 < i <= n)%N, (0 < j <= n)%N & (i + n - j)%N = k].
Proof.
case/andP=> k_gt0 k_n; have n_gt0 : (0 < n)%N by case: n k_n => //; rewrite leqNgt k_gt0.
case: (leqP k n) => [k_le | n_lt]; first by exists k, n; rewrite k_gt0 k_le n_gt0 leqnn addnK.
exists (k.+1 - n)%N, 1%N; split=> //; last by rewrite subnK ?subn1 // ltnW // ltnS ltnW.
by rewrite subn_gt0 ltnS (ltnW n_lt) leq_subLR addnn -mul2n (leq_ltn_trans k_n) // subn1 prednK // muln_gt0.
Qed.

(* attest: urpe.shared-c finding_attentive_needs_ones sha256:262989309bc43d3fd2b3e31c8cb36fab7ecf46003ef65052c6d12e9874cb4053 theorem:attentive_needs_ones *)
Theorem attentive_needs_ones : Holds finding_attentive_needs_ones.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
meaning_for_all => c _ /allPn[k /in_from_1 k_n c_k]; have [i [j [i_n j_n ij]]] := row_of_place k_n.
have [T [T_gt0 total differ]] : exists T : nat -> S, [/\ forall j, 0 < T j, \sum_(j <- iota 1 n) T j = 1 & \sum_(j <- iota 1 n) T j / c (i + n - j)%N != 1].
  by apply: (some_row j_n); rewrite ij.
meaning_exists i; first by rewrite mem_iota add1n ltnS.
meaning_exists T; first by apply/andP; split; [apply/allP => t _; exact: T_gt0 | rewrite total].
apply: says_expression; last exact: (erefl true).
refine (@y_not _ _ _ _ _ false _); refine (y_call _ _ _); [values | reflexivity | enter_named].
have [positive | none] := boolP (all (fun t => 0%:R < c t) (iota 1 (2 * n - 1))); last first.
  apply: yields_eq; first apply: (y_and (p := false) (q := true)); [ | by [] | by []].
  by apply: yields_eq; [value | congr Bool; exact: negbTE].
apply: (y_and (p := true) (q := false)); [by apply: yields_eq; [value | congr Bool] | move=> _].
apply: y_and1; apply: yields_eq; first apply: (y_compare (v := Num (\sum_(j <- iota 1 n) T j / c (i + n - j)%N))); [ | by value | reflexivity | ].
  apply: y_sum; [by value | move=> t /in_from_1 t_n].
  apply: y_divide; [by value | by value | ].
  rewrite gt_eqF //; apply: (allP positive); rewrite mem_iota add1n ltnS.
  case/andP: i_n => i_gt0 i_n; case/andP: t_n => t_gt0 t_n; rewrite subn_gt0 (leq_ltn_trans t_n) /=; last by rewrite -[X in (X < _)%N]add0n ltn_add2r.
  by rewrite mul2n -addnn leq_sub // leq_add2r.
by congr Bool; exact: negbTE.
Qed.
