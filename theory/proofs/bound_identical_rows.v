(* SPDX-License-Identifier: Apache-2.0 *)
(* What follows for networks of right stochastic blocks from n identical rows going to n identical rows, as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require identical_rows.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks.
From attest Require statements_urpe_identical_rows statements_urpe_theorem_2 statements_urpe_headline.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Whatever one row y all tokens get, the target with 2M in its first entry is missed. *)
Lemma first_column (F : realFieldType) n d (M : F) (G : nat -> nat -> F) (y : nat -> F) : (1 < n)%N -> (0 < d)%N ->
  G 1%N 1%N = 2%:R * M -> (forall i, (1 < i)%N -> G i 1%N = 0) ->
  identical_rows.bound n M <= \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) (G i j - y j) ^+ 2.
Proof.
case: n d => [|[|n]] // [|d] // _ _ G1 G0; apply: (@le_trans _ _ (\sum_(i <- iota 1 n.+2) (G i 1%N - y 1%N) ^+ 2)).
  rewrite [iota 1 n.+2]/= big_cons -[_ :: _]/(iota 2 n.+1) G1 (eq_big_seq (fun=> y 1%N ^+ 2)) => [|i]; last first.
    by rewrite mem_iota => /andP[i_gt1 _]; rewrite G0 // sub0r sqrrN.
  rewrite big_const_seq count_predT size_iota iter_addr_0 -[_ *+ n.+1]mulr_natl.
  have -> : n.+1%:R = n.+2%:R - 1 :> F by rewrite [in RHS]mulrSr addrK.
  by rewrite -subr_ge0 identical_rows.bound_difference // mulr_ge0 ?ler0n ?sqr_ge0.
by apply: ler_sum => i _; rewrite [iota 1 d.+1]/= big_cons ler_addl sumr_ge0 // => j _; rewrite sqr_ge0.
Qed.

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => match goal with H : call _ _ "network" _ = _ |- _ => exact: H end
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ _ _ = _ => enter_named; value
  end.
(* The network gets one row in all places. *)
Ltac for_networks x n_gt0 d_gt0 :=
  lazymatch goal with |- Says _ (call _ ?D) _ _ _ =>
    let Wn := fresh "W" in assert (Wn : provides network_l D) by provided;
    apply: says_for_networks; [provided | exact: d_gt0 | by move=> v; value | by move=> v; value | move=> v net];
    let y := fresh "y" in let Y := fresh "Y" in have [y Y] := network_alike x Wn n_gt0 d_gt0 net; clear Wn
  end.

(* attest: urpe.identical-rows printed sha256:f34fab9ee1356248a9504da5de09c0a726ba19758f13076a72a338920d0a3c74 theorem:identical_rows *)
Theorem identical_rows : Holds statements_urpe_identical_rows.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => x _ _; for_networks x n_gt0 d_gt0.
apply: says_expression; last exact: (erefl true).
by refine (y_call _ _ _); [values | reflexivity | refine (call_identical_rows _ _ _ _); [floors | provided | assumption | ]].
Qed.

(* --- Theorem 2 ------------------------------------------------------------------------------------------------------------------- *)
Definition target (S : numbers) (M : S) (i j : nat) : S := if (i == 1)%N && (j == 1)%N then 2%:R * M else 0.
Lemma missed (S : numbers) n d (M : S) (G : nat -> nat -> S) y : (1 < n)%N -> (0 < d)%N -> 0 < M -> G 1%N 1%N = 2%:R * M -> (forall i, (1 < i)%N -> G i 1%N = 0) ->
  M ^+ 2 < \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) (G i j - y j) ^+ 2.
Proof. by move=> n_gt1 d_gt0 M_gt0 G1 G0; apply: lt_le_trans (first_column y n_gt1 d_gt0 G1 G0); exact: identical_rows.bound_gt. Qed.
Ltac target_is_missed x M n_gt0 d_gt0 :=
  meaning_exists (target M); for_networks x n_gt0 d_gt0; meaning_value;
  apply: missed => // -[|[|i]] //; rewrite /target.

(* attest: urpe.theorem-2 printed sha256:04d9f9daf07afdab78ad15c53ed0b7eba1f658e0d5854a4fd4abbe4c5fc37906 theorem:theorem_2 *)
Theorem theorem_2 : Holds statements_urpe_theorem_2.printed.
Proof.
opening S W; meaning_for_all => n n_gt2 _; have n_gt1 := ltnW n_gt2; have n_gt0 := ltnW n_gt1.
by meaning_for_all => d d_gt0 _; meaning_for_all => M _ M_gt0; target_is_missed (fun _ : nat => 0 : S) M n_gt0 d_gt0.
Qed.
(* attest: urpe.headline finding_not_in_the_sup_norm sha256:499488e46fe077afed43d29f5dde39b3bc7bf383697970cb96d5c97a9670185f theorem:headline *)
Theorem headline : Holds statements_urpe_headline.finding_not_in_the_sup_norm.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
by meaning_for_all => d d_gt0 _; meaning_for_all => M _ M_gt0; target_is_missed (fun _ : nat => 0 : S) M n_gt0 d_gt0.
Qed.
(* attest: urpe.theorem-2 finding_n_2 sha256:bbc3baac2ebe5d40c7708873c780aa7b28de0794a6424b05593fff830ad638a1 theorem:theorem_2_at_2 *)
Theorem theorem_2_at_2 : Holds statements_urpe_theorem_2.finding_n_2.
Proof.
opening S W; meaning_for_all => d d_gt0 _; meaning_for_all => M _ M_gt0.
by for_networks (fun _ : nat => 0 : S) (isT : (0 < 2)%N) d_gt0; meaning_value; apply: missed => //; [rewrite !eqxx | move=> i i_gt1; rewrite (eqr_nat _ i 1) gtn_eqF].
Qed.
