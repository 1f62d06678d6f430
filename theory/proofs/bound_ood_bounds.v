(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of ood_bounds.v, ood_in.v and ood_two.v on the events A and B, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants.
From attest Require Import calls_statements ood_sums calls_ood.
From attest Require ood_bounds ood_in ood_two statements_positional_ood_event_a statements_positional_ood_event_b statements_positional_ood_event_b_n2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first
  [ eassumption | reflexivity | exact: cells | exact: following
  | match goal with H : is_true (_ \in _) |- _ => first [exact: (left_end H) | exact: (right_end H)] end
  | match goal with H : forall j, is_true _ -> is_true (_ != _) |- is_true (_ != _) => refine (H _ _); assumption end
  | by rewrite ?mulf_neq0 ?expf_neq0 | by rewrite ?mulf_neq0 ?expf_neq0 ?pnatr_eq0 | by rewrite ltr0n ].

(* attest: positional.ood-event-a printed sha256:0fcdc1b340f7e07b71a83a7a2e8681505f9e085de5b140ff0cde36370a86d89c theorem:event_a *)
Theorem event_a : Holds statements_positional_ood_event_a.printed.
Proof.
opening S W; meaning_for_all => n n1 _; meaning_for_all => c _ c1.
have [integrand over_t on_the_left last_line bound] := ood_bounds.event_a n1 c1; have [nE n_neq0] := less_1 S n1.
have [c_neq0 c2_neq0 _ _ d2_neq0] := beyond_1 c1; have d_neq0 : c - 1%:R != 0 by rewrite gt_eqF // subr_gt0.
meaning_parts.
- meaning_for_all => s s01 _; meaning_for_all => t _ /andP[t1 tc].
  have st : t - s != 0 by rewrite gt_eqF // subr_gt0; apply: le_lt_trans t1; case/andP: s01.
  by meaning_value; apply/eqP/integrand; rewrite ?t1.
- meaning_for_all => s s01 s1; have cs : c - s != 0 by rewrite gt_eqF // subr_gt0 (lt_trans s1).
  for_partition m T partT; have [T1 Tc up] := partT.
  have apart j : (j <= m)%N -> T j.+1 - s != 0.
    by move=> jm; have /andP[T_ge _] := partition_in partT jm; rewrite gt_eqF // subr_gt0 (lt_le_trans s1).
  have apart_low j : j \in iota 1 m -> T j - s != 0.
    by move=> /in_from_1/andP[]; case: j => // j _ jm; apply: apart; exact: ltnW.
  have apart_up j : j \in iota 1 m -> T j.+1 - s != 0 by move/in_from_1/andP=> [_ jm]; exact: apart.
  by meaning_value; have := over_t s s01 s1 m _ partT; rewrite /ood_bounds.t_lower /ood_bounds.t_upper !sum_from_1.
- meaning_for_all => s s0 _; have cs : c - s != 0.
    by rewrite gt_eqF // subr_gt0; apply: le_lt_trans (lt_trans ltr01 c1); case/andP: s0.
  by meaning_value; exact: on_the_left.
- by meaning_value; apply/eqP; exact: last_line.
for_partition k f partS; for_partition m g partT; have apart := apart_lower_A partS partT.
by meaning_value; exact: bound partS _ _ partT.
Qed.

(* attest: positional.ood-event-a finding_from_below sha256:ecda47fad51eba9705ceedcb1678a90f45be0664f7ec5cd3c8f4287c29afa073 theorem:event_a_lower *)
Theorem event_a_lower : Holds statements_positional_ood_event_a.finding_from_below.
Proof.
opening S W; meaning_for_all => n n1 _; meaning_for_all => c _ c1; have [nE n_neq0] := less_1 S n1.
have d_neq0 : c - 1%:R != 0 by rewrite gt_eqF // subr_gt0.
have c_next : c + 1%:R != 0 by rewrite gt_eqF // addr_gt0 ?ltr01 // (lt_trans ltr01).
for_partition k f partS; for_partition m g partT; have apart := apart_upper_A partS partT.
by meaning_value; exact: ood_in.event_a_lower n1 c1 partS partT.
Qed.

(* attest: positional.ood-event-b printed sha256:f2283c37b3baabed7179a5e54a5cfb914de15e86997d29f428d8865d81b61f2e theorem:event_b *)
Theorem event_b : Holds statements_positional_ood_event_b.printed.
Proof.
opening S W; meaning_for_all => n n2 _; meaning_for_all => c _ c1; have [nE n_neq0] := less_1 S (ltnW n2).
have [n2E n2_neq0] := less_2 S n2; have [c_neq0 c2_neq0 _ _ d2_neq0] := beyond_1 c1; have d_neq0 : c - 1%:R != 0 by rewrite gt_eqF // subr_gt0.
have next_c : 1%:R + c != 0 by rewrite gt_eqF // addr_gt0 ?ltr01 // (lt_trans ltr01).
for_partition k f partU; for_partition m g partT.
have apart := apart_lower_B2 partU partT; have apart' := apart_upper_B2 partU partT.
by meaning_value; exact: ood_bounds.event_b n2 c1 partU partT.
Qed.

(* attest: positional.ood-event-b-n2 repaired sha256:b05dd98227079aa0a083e154c76aceb904f5ba878eff481622ef36d6116c49b0 theorem:event_b_2 *)
Theorem event_b_2 : Holds statements_positional_ood_event_b_n2.repaired.
Proof.
opening S W; meaning_for_all => c _ c1; have [c_neq0 c2_neq0 _ _ d2_neq0] := beyond_1 c1.
have c0 : 0 < c := lt_trans ltr01 c1; have cp0 : 0 < c + 1%:R := addr_gt0 c0 ltr01.
for_partition k f partU; for_partition m g partT.
have apart := apart_lower_B2 partU partT; have apart' := apart_upper_B2 partU partT.
meaning_value; have bound := @ood_two.event_b_2 S (@log_of S) (@log_mul S) (@log_le S) c _ _ _ _ c1 partU partT; exact bound.
Qed.
