(* SPDX-License-Identifier: Apache-2.0 *)
(* A theorem of ood_extremes.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require ood_extremes statements_positional_ood_events.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= eassumption.

(* attest: positional.ood-events finding_scale sha256:51c82b626283f190310560f1f82fbeabde3729eb76451bcdb220882422957878 theorem:inside_scaled *)
Theorem inside_scaled : Holds statements_positional_ood_events.finding_scale.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n _ _; meaning_for_all => e _ e_gt0; meaning_for_all => s _ _; meaning_for_all => t _ s_lt.
have neq0 : t - s != 0 by rewrite gt_eqF // subr_gt0.
have scaled_neq0 : e * t - e * s != 0 by rewrite -mulrBr mulf_neq0 // gt_eqF.
by meaning_value; apply/eqP; apply: ood_extremes.inside_scaled.
Qed.
