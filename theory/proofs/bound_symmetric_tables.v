(* SPDX-License-Identifier: Apache-2.0 *)
(* T5's encoding with a symmetric table, without the softmax denominator: two theorems of no_denominator.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_attention calls_steps calls_families.
From attest Require Import statements_urpe_denominator_removal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* m_k stands at place n + k. *)
Definition symmetric (S : numbers) n (m : nat -> S) : bool := all (fun k => m (n + k)%N == m (n - k)%N) (iota 1 n.-1).
Lemma places_of_symmetric n k : (0 < k <= n.-1)%N -> (0 < n + k <= 2 * n - 1)%N /\ (0 < n - k <= 2 * n - 1)%N.
Proof.
case: n => [|n] /andP[k_gt0 k_n]; first by rewrite leqNgt k_gt0 in k_n.
have -> : (2 * n.+1 - 1 = n.+1 + n)%N by rewrite mul2n -addnn addnS subn1.
split; apply/andP; split=> //; first by rewrite leq_add2l.
  by rewrite subn_gt0 ltnS.
by rewrite (leq_trans (leq_subr _ _)) // leq_addr.
Qed.
Lemma y_symmetric (S : numbers) (defs : seq definition) env n (m : nat -> S) : (0 < n)%N -> lookup "n" env = Some (Num n%:R) ->
  lookup "m" env = Some (vec (2 * n - 1) m) ->
  yields (functions_of S) defs env
    (Over "all" (Chain (Index (Name "m") (Binary Add (Name "n") (Name "k"))) [:: (Equal, Index (Name "m") (Binary Subtract (Name "n") (Name "k")))])
       [:: ("k"%string, Binary Range (Number (BinNums.Npos BinNums.xH)) (Binary Subtract (Name "n") (Number (BinNums.Npos BinNums.xH))))] None)
    (Bool (symmetric n m)).
Proof.
move=> n_gt0 n_in m_in; have n_y := @y_name _ (functions_of S) defs env _ _ n_in.
apply: y_all; first by apply: (y_from_1 (@floor_integer S)); [value | apply: y_subtract; [exact: n_y | value] | exact: one_less].
move=> k /in_from_1 k_n; have [add_in sub_in] := places_of_symmetric k_n.
have n_y' : yields (functions_of S) defs (("k"%string, Num k%:R) :: env) (Name "n") (Num n%:R) by apply: y_name.
have m_y : yields (functions_of S) defs (("k"%string, Num k%:R) :: env) (Name "m") (vec (2 * n - 1) m) by apply: y_name.
apply: (y_compare (v := Num (m (n + k)%N)) (w := Num (m (n - k)%N))); [ | | reflexivity].
  by apply: (y_at (@floor_integer S) m_y _ _ add_in); [apply: y_add; [exact: n_y' | value] | rewrite natrD | ].
apply: (y_at (@floor_integer S) m_y _ _ sub_in); [apply: y_subtract; [exact: n_y' | value] | | by []].
by rewrite natrB //; case/andP: k_n => _ /leq_trans-> //; exact: leq_pred.
Qed.

(* attest: urpe.denominator-removal finding_symmetric sha256:5aa68f5f625ea7e0abfedbce6edaf614d8719490c261e940088cb3ac8a2693d5 theorem:symmetric_tables *)
Theorem symmetric_tables : Holds finding_symmetric.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
refine (says_forall (P := symmetric n) _ _ _); [domain_of | by move=> m _; cbn [condition_is]; apply: y_symmetric | move=> m _ /allP even].
have other i : (0 < i <= n)%N -> n%:R + 1%:R - i%:R = (n.+1 - i)%:R :> S by case/andP=> _ i_n; rewrite natrB ?(leqW i_n) // [n.+1%:R]mulrSr.
have other_in i : (0 < i <= n)%N -> (0 < n.+1 - i <= n)%N by case: i => // i /= i_n; rewrite subSS subn_gt0 i_n leq_subr.
have mirrored i j : (0 < i <= n)%N -> (0 < j <= n)%N -> m (i + n - j)%N = m (n.+1 - i + n - (n.+1 - j))%N.
  move=> i_n j_n; case/andP: (i_n) => i_gt0 i_le; case/andP: (j_n) => j_gt0 j_le.
  have -> : (n.+1 - i + n - (n.+1 - j) = j + n - i)%N.
    rewrite -(subnDl i (n.+1 - i + n) (n.+1 - j)) addnA (subnKC (leqW i_le)).
    by rewrite -[X in (X + n - _)%N](subnKC (leqW j_le)) addnAC subnDr.
  case: (ltngtP i j) => [i_j|j_i|-> //].
    have k_in : (j - i)%N \in iota 1 n.-1.
      by rewrite mem_iota subn_gt0 i_j add1n prednK //= (leq_ltn_trans (leq_sub2r i j_le)) // ltn_subrL i_gt0 n_gt0.
    have /eqP := even _ k_in; rewrite addnBA ?(ltnW i_j) // [(n + j)%N]addnC => ->.
    by rewrite subnBA ?(ltnW i_j) // [(n + i)%N]addnC.
  have k_in : (i - j)%N \in iota 1 n.-1.
    by rewrite mem_iota subn_gt0 j_i add1n prednK //= (leq_ltn_trans (leq_sub2r j i_le)) // ltn_subrL j_gt0 n_gt0.
  have /eqP := even _ k_in; rewrite addnBA ?(ltnW j_i) // [(n + i)%N]addnC => ->.
  by rewrite subnBA ?(ltnW j_i) // [(n + j)%N]addnC.
refine (says_expression (p := true) _ _); [ | reflexivity]; apply: y_let; first by value.
apply: y_all2_true; [by value | by move=> i _; value | move=> i j /in_from_1 i_n /in_from_1 j_n].
apply: (y_compare (v := Num (m (i + n - j)%N)) (w := Num (m (n.+1 - i + n - (n.+1 - j))%N))); [by value | | by rewrite /compare /= mirrored ?eqxx].
apply: (y_at (@floor_integer S) (i := (n.+1 - j)%N) (h := fun l => Num (m (n.+1 - i + n - l)%N)) _ _ _ (other_in j j_n)); [ | by value | exact: other j_n | reflexivity].
by apply: (y_at (@floor_integer S) (i := (n.+1 - i)%N) (h := fun k => vec n (fun l => m (k + n - l)%N)) _ _ _ (other_in i i_n)); [value | value | exact: other i_n | reflexivity].
Qed.

(* m_k = 1 for k = 1 and k = -1, and 0 elsewhere. *)
(* attest: urpe.denominator-removal finding_symmetric_three sha256:f3b014b0d7eb1eb6b9ea2d03afdcc018efce93af9c8e85ebf5aa6207c261b888 theorem:symmetric_from_three_on *)
Theorem symmetric_from_three_on : Holds finding_symmetric_three.
Proof.
opening S W; meaning_for_all => n n_gt2 _; have n_gt0 : (0 < n)%N by apply: leq_trans n_gt2.
pose m (p : nat) : S := if (p == n.-1) || (p == n.+1) then 1 else 0.
refine (says_exists (P := symmetric n) (t := m) _ _ _ _ _); [domain_of | by move=> f _; cbn [condition_is]; apply: y_symmetric | by [] | | ].
  apply/allP => k /in_from_1/andP[k_gt0 k_n]; have k_le : (k <= n)%N by rewrite (leq_trans k_n) // leq_pred.
  rewrite /m; have -> : ((n + k)%N == n.-1) = false by rewrite gtn_eqF // (leq_ltn_trans (leq_pred n)) // -addn1 leq_add2l.
  have -> : ((n - k)%N == n.+1) = false by rewrite ltn_eqF // ltnS leq_subr.
  have -> : ((n + k)%N == n.+1) = (k == 1%N) by rewrite -addn1 eqn_add2l.
  suff -> : ((n - k)%N == n.-1) = (k == 1%N) by rewrite orbF eqxx.
  case: k k_gt0 k_n {k_le} => // k _ k_n; have -> : (n - k.+1 = n.-1 - k)%N by rewrite -subn1 -subnDA add1n.
  by rewrite -(eqn_add2r k) subnK ?(ltnW k_n) // -[X in X == _]addn0 eqn_add2l eq_sym.
refine (says_expression (p := true) _ _); [ | reflexivity].
have two_in : (0 < 2 <= n)%N by rewrite (ltnW n_gt2).
pose row i := \sum_(j <- iota 1 n) exp_of (m (i + n - j)%N) * 1.
apply: (y_compare (v := Num (row 1%N)) (w := Num (row 2%N))); [by value | by value | ].
rewrite /compare /=; congr Some; rewrite /row; have mE p : m p = if (p == n.-1) || (p == n.+1) then 1 else 0 by [].
case: n n_gt2 m mE {n_gt0 two_in row} => [|[|[|n]]] // _ m mE.
pose l := iota 4 n; rewrite [iota 1 n.+3]/= -[iota 4 n]/l !big_cons !mulr1.
have rest i : (i < 3)%N -> \sum_(j <- l) exp_of (m (i + n.+3 - j)%N) * 1 = \sum_(j <- l) exp_of (0 : S).
  move=> i_lt; apply: eq_big_seq => j; rewrite mem_iota => /andP[j_gt3 j_n]; rewrite mulr1 mE.
  have le : (i + n.+3 <= 2 + n.+3)%N by rewrite leq_add2r -ltnS.
  have lt : (i + n.+3 - j < n.+2)%N.
    by apply: leq_ltn_trans (leq_sub2l _ j_gt3) (leq_ltn_trans (leq_sub2r 4 le) _); rewrite add2n !subSS subn0.
  by rewrite /= (ltn_eqF lt) (ltn_eqF (ltn_trans lt (leqnSn n.+3 : (n.+2 < n.+4)%N))).
rewrite !rest // !add1n !add2n !subSS !subn0.
have m0 : m n.+3 = 0 by rewrite mE /= gtn_eqF // ltn_eqF.
have m1 : m n.+2 = 1 by rewrite mE /= eqxx.
have m2 : m n.+1 = 0 by rewrite mE /= !ltn_eqF // ltnS leqW.
have m3 : m n.+4 = 1 by rewrite mE /= eqxx orbT.
rewrite m0 m1 m2 m3 addrCA (inj_eq (addrI _)) (inj_eq (addrI _)) (inj_eq (addIr _)).
by rewrite (inj_eq (@exp_inj S)) eq_sym oner_eq0.
Qed.
