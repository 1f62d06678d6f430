(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of chernoff.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra.
From attest Require chernoff statements_positional_ood_chernoff statements_positional_ood_chernoff_multiplicative.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_ood_chernoff.printed) f) (only parsing).
Definition binomial_d := Eval compute in the "binomial".
Definition weight_d := Eval compute in the "weight".
Definition upper_tail_d := Eval compute in the "upper_tail".

(* Every number is below a natural number: so the floors say. *)
Definition archimedean_field (S : numbers) : archiFieldType := ArchiFieldType S (@archimedean S).

Section Trials.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (N k : nat) (p x : F).

(* Those of chernoff.v, over any ordered field. *)
Definition weight N p k := 'C(N, k)%:R * p ^+ k * (1 - p) ^+ (N - k).
Definition upper_tail N p x := \sum_(k < N.+1 | x <= k%:R) weight N p k.

Lemma binomial_product N k : \prod_(i <- iota 1 k) ((N + i)%:R / i%:R) = 'C(N + k, k)%:R :> F.
Proof.
elim: k => [|k IH]; first by rewrite big_nil bin0.
rewrite -[k.+1]addn1 iotaD big_cat big_seq1 IH add1n addn1 /=.
have k_neq0 : k.+1%:R != 0 :> F by rewrite pnatr_eq0.
apply: (mulIf k_neq0); rewrite mulrA divfK // -!natrM; congr _%:R.
by rewrite [RHS]mulnC -mul_bin_diag addnS /= mulnC.
Qed.
Lemma range_from_0 N : N%:R + 1%:R = (0 + N.+1)%:R :> F.
Proof. by rewrite -natrD addn1. Qed.

Ltac side ::= first [eassumption | exact: range_from_0 | by rewrite pnatr_eq0 -lt0n; case/andP: (in_from_1 ltac:(eassumption))].

Lemma call_binomial defs N k : provides [:: binomial_d] defs -> (k <= N)%N ->
  call fs defs "binomial" [:: Num N%:R; Num k%:R] = Value (Num 'C(N, k)%:R).
Proof.
move=> W k_le; enter; apply: yields_eq.
  apply: y_product; first by value.
  move=> i i_in; apply: y_divide; [value | value | by rewrite pnatr_eq0 -lt0n; case/andP: (in_from_1 i_in)].
congr Num; have := binomial_product (N - k) k; rewrite subnK // => <-.
by apply: eq_bigr => i _; rewrite natrD natrB.
Qed.

Ltac known_call ::= by_call call_binomial.
Lemma call_weight defs N p k : provides [:: weight_d; binomial_d] defs -> (k <= N)%N ->
  call fs defs "weight" [:: Num N%:R; Num p; Num k%:R] = Value (Num (weight N p k)).
Proof. by move=> W k_le; have rest : N%:R - k%:R = (N - k)%:R :> F; [rewrite natrB | enter; value]. Qed.

Lemma call_upper_tail defs N p x : provides [:: upper_tail_d; weight_d; binomial_d] defs ->
  call fs defs "upper_tail" [:: Num N%:R; Num p; Num x] = Value (Num (upper_tail N p x)).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_sum_if _ _ _); [value | move=> k _; value | move=> k k_in _].
  have k_le : (k <= N)%N by move: k_in; rewrite mem_iota add0n ltnS.
  by refine (y_call _ _ _); [values | reflexivity | by_call call_weight].
by rewrite /upper_tail -(big_mkord (fun k => x <= k%:R) (weight N p)) /index_iota subn0.
Qed.
End Trials.

Lemma call_tail (S : numbers) defs N (p x : S) : provides [:: upper_tail_d; weight_d; binomial_d] defs ->
  call (functions_of S) defs "upper_tail" [:: Num N%:R; Num p; Num x] = Value (Num (@chernoff.upper_tail (archimedean_field S) N p x)).
Proof. exact: (@call_upper_tail S (functions_of S) (@floor_integer S)). Qed.

Ltac known_call ::= by_call call_tail.
Ltac side ::= first [eassumption | reflexivity].

(* attest: positional.ood-chernoff printed sha256:ca0080eaee00ce1abceb004db651360ee289d50fe7b2d581552a0070c948e8ed theorem:additive_chernoff *)
Theorem additive_chernoff : Holds statements_positional_ood_chernoff.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: upper_tail_d; weight_d; binomial_d].
meaning_for_all => N N_gt0 _; meaning_for_all => p p_in _; meaning_for_all => eps _ eps_gt0.
meaning_value.
exact: (@chernoff.additive_chernoff (archimedean_field S) _ (@exp_add S) (@exp_gt0 S) (@exp_above S) N p eps N_gt0 p_in (ltW eps_gt0)).
Qed.

(* attest: positional.ood-chernoff-multiplicative finding_N_0 sha256:494b1dd89863d88c9a1da7c5fd551d376c81683baf78e5fb80b0fd7ef1916f50 theorem:large_counts_are_rare *)
Theorem large_counts_are_rare : Holds statements_positional_ood_chernoff_multiplicative.finding_N_0.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: upper_tail_d; weight_d; binomial_d].
meaning_for_all => mu _ mu_gt0; have mu4_neq0 : mu ^+ 4 != 0 by rewrite expf_neq0 // gt_eqF.
meaning_for_all => N N_gt0 N_ge; meaning_for_all => p p_in p_le.
have N_neq0 : N%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_value.
apply: (@chernoff.large_counts_are_rare (archimedean_field S) _ (@exp_add S) (@exp_gt0 S) (@exp_above S) N p mu p_in mu_gt0 p_le).
by move: N_ge; rewrite div1r exprVn.
Qed.

(* attest: positional.ood-chernoff-multiplicative printed sha256:65d88ae65676e9e6fc101ae770256e58470f7493722b489a1fd65f98e86870e8 theorem:multiplicative_chernoff *)
Theorem multiplicative_chernoff : Holds statements_positional_ood_chernoff_multiplicative.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: upper_tail_d; weight_d; binomial_d].
meaning_for_all => n n_gt2 _; meaning_for_all => c _ c_ge2.
have [N0 large] := @chernoff.multiplicative_chernoff (archimedean_field S) _ (@exp_add S) (@exp_gt0 S) (@exp_above S) n c n_gt2 c_ge2.
have divisor : n%:R * c ^+ 2 != 0.
  by rewrite mulf_neq0 ?pnatr_eq0 -?lt0n ?(leq_trans _ n_gt2) // expf_neq0 // gt_eqF // (lt_le_trans _ c_ge2) ?ltr0n.
meaning_exists (maxn 1 N0); first by rewrite leq_maxl.
meaning_for_all => N; rewrite geq_max => /andP[N_gt0 N_ge] _; meaning_for_all => p p_in p_le.
have N_neq0 : N%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_value.
exact: large.
Qed.

(* attest: positional.ood-chernoff-multiplicative finding_not_for_all_n_at_once sha256:bf373bd07ce8deb082a43790fbfb847917b2e6790a1b76013789dd786d9a0354 theorem:not_for_all_n_at_once *)
Theorem not_for_all_n_at_once : Holds statements_positional_ood_chernoff_multiplicative.finding_not_for_all_n_at_once.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: upper_tail_d; weight_d; binomial_d].
meaning_for_all => K K_gt0 _; meaning_for_all => N N_gt2 _.
have four_neq0 : 4%:R != 0 :> S by rewrite pnatr_eq0.
have three_neq0 : 3%:R != 0 :> S by rewrite pnatr_eq0.
have N_gt0 : (0 < N)%N by apply: leq_trans N_gt2.
have divisor : K%:R * N%:R * 2%:R ^+ 2 != 0 :> S by rewrite -natrX -!natrM pnatr_eq0 -lt0n !muln_gt0 K_gt0 N_gt0.
have divisor_K : 6%:R * K%:R + 1%:R != 0 :> S by rewrite -natrM -natrD addn1 pnatr_eq0.
meaning_for_all => p p_in _.
have [quarter at_least] := @chernoff.not_for_all_n_at_once (archimedean_field S) K N p K_gt0 N_gt2 p_in.
meaning_value.
by apply/andP; split; [apply/eqP | ].
Qed.
