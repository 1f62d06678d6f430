(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of machines.v and communication.v on ceil(log2 n) and binary digits, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require machines communication statements_positional_padding statements_positional_lemma_b1 statements_positional_hamming_bits.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition ceil_log2_d := Eval compute in definition_in (definitions statements_positional_padding.finding_dummies) "ceil_log2".
Definition digit_d := Eval compute in definition_in (definitions statements_positional_hamming_bits.printed) "digit".
Definition represented_d := Eval compute in definition_in (definitions statements_positional_hamming_bits.printed) "represented".

(* The least t with n <= 2^t. *)
Definition ceil_log2 n : nat := find (fun t => n <= 2 ^ t)%N (iota 0 n.+1).
Lemma ceil_log2_le n : (n <= 2 ^ ceil_log2 n)%N.
Proof.
have met : has (fun t => n <= 2 ^ t)%N (iota 0 n.+1).
  by apply/hasP; exists n; [rewrite mem_iota add0n ltnSn | exact/ltnW/ltn_expl].
by have := nth_find 0%N met; rewrite nth_iota //; move: met; rewrite has_find size_iota.
Qed.
Lemma ceil_log2_least n t : (n <= 2 ^ t)%N -> (ceil_log2 n <= t)%N.
Proof.
move=> met; rewrite leqNgt; apply/negP => before.
have := before_find 0%N before; rewrite nth_iota ?met //.
by apply: leq_trans before _; rewrite -[X in (_ <= X)%N](size_iota 0); exact: find_size.
Qed.
Lemma below_ceil_log2 n : ceil_log2 n = 0%N \/ (2 ^ (ceil_log2 n).-1 < n)%N.
Proof.
case E : (ceil_log2 n) => [|k]; [by left | right; rewrite ltnNge; apply/negP => /ceil_log2_least].
by rewrite E ltnn.
Qed.
Lemma filter_ceil_log2 n : [seq t <- iota 0 n.+1 | (n <= 2 ^ t)%N] = iota (ceil_log2 n) (n.+1 - ceil_log2 n).
Proof.
have le_n : (ceil_log2 n <= n)%N by apply/ceil_log2_least/ltnW/ltn_expl.
rewrite -{1}(subnKC (leqW le_n)) iotaD filter_cat add0n.
rewrite (_ : [seq _ <- iota 0 _ | _] = [::]) ?cat0s; last first.
  apply/eqP; rewrite -(negbK (_ == _)) -has_filter; apply/negP => /hasP[t]; rewrite mem_iota add0n => /andP[_ t_lt] /ceil_log2_least.
  by rewrite leqNgt t_lt.
apply/all_filterP/allP => t; rewrite mem_iota => /andP[t_ge _].
by apply: leq_trans (ceil_log2_le n) _; rewrite leq_exp2l.
Qed.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n k x j : nat).

Lemma foldl_min (l : seq F) (x : F) : all (fun y => x <= y) l -> foldl Num.min x l = x.
Proof. by elim: l => //= y l IH /andP[x_y x_l]; rewrite min_l ?IH. Qed.
Lemma range_from_0 n : n%:R + 1%:R = (0 + n.+1)%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
Ltac side ::= first [exact: range_from_0 | eassumption | reflexivity].

Lemma call_ceil_log2 defs (y : F) n : provides [:: ceil_log2_d] defs -> y = n%:R ->
  call fs defs "ceil_log2" [:: Num y] = Value (Num (ceil_log2 n)%:R).
Proof.
move=> W ->; enter.
have range : yields fs earlier [:: ("n"%string, Num n%:R : value F)] (Binary Range (Number BinNums.N0) (Name "n")) (List [seq Num i%:R | i <- iota 0 n.+1]) by value.
have condition t : t \in iota 0 n.+1 -> yields fs earlier [:: ("t"%string, Num t%:R : value F); ("n"%string, Num n%:R)]
    (Chain (Binary Power (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "t")) [:: (AtLeast, Name "n")]) (Bool (n <= 2 ^ t)%N).
  by move=> _; apply: yields_eq; [value | rewrite -natrX ler_nat].
have bodies t : t \in iota 0 n.+1 -> (n <= 2 ^ t)%N ->
    eval fs (call fs earlier) [:: ("t"%string, Num t%:R : value F); ("n"%string, Num n%:R)] (Name "t") = Value (Num t%:R) by [].
rewrite /rules.yields [LHS](over_filter range condition (fun s => omap (@Num F) (obind (@smallest F) (numbers_in s))) bodies).
rewrite filter_ceil_log2 numbers_in_map /=; have le_n : (ceil_log2 n <= n)%N by apply/ceil_log2_least/ltnW/ltn_expl.
rewrite subSn //= foldl_min //; apply/allP => z /mapP[t]; rewrite mem_iota => /andP[t_ge _] ->.
by rewrite ler_nat ltnW.
Qed.

Lemma call_digit defs x j k : provides [:: digit_d] defs -> (j <= k)%N ->
  call fs defs "digit" [:: Num x%:R; Num j%:R; Num k%:R] = Value (Num (x %/ 2 ^ (k - j) %% 2)%:R).
Proof.
move=> W j_le; have rest : k%:R - j%:R = (k - j)%:R :> F by rewrite natrB.
enter; apply: y_mod; [ | value | reflexivity | reflexivity | by []].
by apply: y_div; [value | value | reflexivity | exact: esym (natrX _ _ _) | rewrite expn_gt0].
Qed.
Lemma call_represented defs x k : provides [:: represented_d; digit_d] defs ->
  call fs defs "represented" [:: Num x%:R; Num k%:R] = Value (Num (machines.represented x k)%:R).
Proof.
move=> W; enter; apply: yields_eq.
  apply: y_sum; [value | move=> j /in_from_1/andP[_ j_le]].
  have rest : k%:R - j%:R = (k - j)%:R :> F by rewrite natrB.
  by apply: y_multiply; [refine (y_call _ _ _); [values | reflexivity | apply: call_digit; [provided | exact: j_le]] | value].
congr Num; rewrite /machines.represented (reindex_inj rev_ord_inj) natr_sum /=.
rewrite -(big_mkord xpredT (fun j => ((x %/ 2 ^ (k - j.+1) %% 2) * 2 ^ (k - j.+1))%N%:R)).
rewrite -[RHS](big_add1 _ _ 0 k.+1 xpredT (fun j => ((x %/ 2 ^ (k - j) %% 2) * 2 ^ (k - j))%N%:R)) /index_iota subn1.
by apply: eq_bigr => j _; rewrite natrM natrX.
Qed.
End Calls.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::=
  first [apply: call_ceil_log2; [provided | side] | by_call call_represented].

(* attest: positional.padding finding_dummies sha256:1fa7b5a19df3187801175d366c5e555bf68a70b233d5440e981f00cc54e6ee25 theorem:few_dummies *)
Theorem few_dummies : Holds statements_positional_padding.finding_dummies.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: ceil_log2_d].
meaning_for_all => N N_gt1 _; meaning_value.
have below : (2 ^ (ceil_log2 N).-1 < N)%N by case: (below_ceil_log2 N) => [-> | //]; rewrite expn0.
by rewrite -natrX -!natrB ?ler_nat ?ceil_log2_le //; exact: machines.few_dummies.
Qed.

(* attest: positional.padding finding_dummies_attained sha256:a75c9ff165dd3fec96b8aad0553a250f46175a376597537c767df26316000ad8 theorem:dummies_attained *)
Theorem dummies_attained : Holds statements_positional_padding.finding_dummies_attained.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: ceil_log2_d].
meaning_for_all => t t_gt0 _; have next : 2%:R ^+ t + 1%:R = (2 ^ t).+1%:R :> S by rewrite -natrX -natrD addn1.
meaning_value; rewrite next -natrX -!natrB ?ceil_log2_le // ?ltnS ?expn_gt0 // eqr_nat; apply/eqP.
by apply: machines.dummies_attained => [|q q_gt]; [exact: ceil_log2_le | exact: ceil_log2_least].
Qed.

(* attest: positional.lemma-b1 finding_two_parts_each sha256:2c337f22d381f1b51c0dd3de822ee1902ec09eb87de4b93c2d9e6844b5de979e theorem:two_parts_each *)
Theorem two_parts_each : Holds statements_positional_lemma_b1.finding_two_parts_each.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: ceil_log2_d].
meaning_for_all => N N_gt0 _; meaning_value.
by rewrite -natrX -natrM ler_nat; apply: communication.two_parts_each (below_ceil_log2 N).
Qed.

(* attest: positional.hamming-bits printed sha256:0bda9798bc29c719d2e7e37f6d1ae3296c313cfb76a4dbf4a3dca9b196a68c5e theorem:bits_represent_labels *)
Theorem bits_represent_labels : Holds statements_positional_hamming_bits.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: represented_d; ceil_log2_d; digit_d].
meaning_for_all => n n_gt0 _; have labels : n%:R - 1%:R + 1%:R = (0 + n)%:R :> S by rewrite subrK.
meaning_for_all => x; rewrite mem_iota add0n => /andP[_ x_lt] _; meaning_value.
by rewrite eqr_nat (machines.bits_represent_labels (ceil_log2_le n) x_lt).
Qed.

(* attest: positional.hamming-bits repaired sha256:d3bc3179c49f6da59107e34463aae21b729f38afa31eaf4c91d2ac1f7b48538f theorem:one_more_label *)
Theorem one_more_label : Holds statements_positional_hamming_bits.repaired.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: represented_d; ceil_log2_d; digit_d].
meaning_for_all => n n_gt0 _; have labels := range_from_0 S n; have next : n%:R + 1%:R = n.+1%:R :> S by rewrite -natrD addn1.
meaning_for_all => x; rewrite mem_iota add0n ltnS => /andP[_ x_le] _; meaning_value.
by rewrite eqr_nat (machines.one_more_label (ceil_log2_le n.+1) x_le).
Qed.

(* attest: positional.hamming-bits finding_fails_exactly_for_powers_of_two sha256:27fef44ba74e9a2f1b15c43b7dbe8e77152bccd12571654d0e023deed92467cd theorem:fails_exactly_for_powers_of_two *)
Theorem fails_exactly_for_powers_of_two : Holds statements_positional_hamming_bits.finding_fails_exactly_for_powers_of_two.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: represented_d; ceil_log2_d; digit_d].
meaning_for_all => n n_gt0 _; have labels := range_from_0 S n; meaning_value.
have [all_x no_power] := machines.fails_exactly_for_powers_of_two (ceil_log2_le n) (@ceil_log2_least n).
apply/eqP; apply/idP/idP => [/allP same | /allP none]; apply/allP => x; rewrite mem_iota add0n ltnS => /andP[_ x_le].
  rewrite -natrX eqr_nat; apply/eqP; apply: all_x => y y_le; apply/eqP; rewrite -(eqr_nat S); apply: same.
  by rewrite mem_iota add0n ltnS y_le.
rewrite eqr_nat; apply/eqP; apply: no_power => // t n_t.
have t_le : (t <= n)%N by rewrite n_t; exact/ltnW/ltn_expl.
by have := none t; rewrite mem_iota add0n ltnS t_le -natrX eqr_nat n_t eqxx => /(_ isT).
Qed.
