(* SPDX-License-Identifier: Apache-2.0 *)
(* A learned sink without a mask tells no positions apart, although its rows do not sum to 1; as the meaning of the
   statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_networks bound_variants_first_token.
From attest Require statements_variants_learned_sink.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "power" _ = _ => found_call call_power
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: variants.learned-sink finding_without_mask sha256:13ed9217c5e74da4a370f0e9b0136f12f5e072a694ce3f7cedfcd008d609aa59 theorem:sink_without_mask *)
Theorem sink_without_mask : Holds statements_variants_learned_sink.finding_without_mask.
Proof.
opening S W; have tells : told S defs "is_learned_sink" (@si_info S) by apply: si_told; provided.
have neq0 b t m (s : nat -> S) : good_base b -> weight (functions_of S) b t + \sum_(l <- iota 1 m) weight (functions_of S) b (s l) != 0.
  move=> good; have pos x : 0 < weight (functions_of S) b x by apply: weight_gt0 => //; exact: exp_gt0_S.
  by rewrite gt_eqF // ltr_paddr // sumr_ge0 // => l _; exact: ltW.
apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; apply: says_for_values => [h|h /(condition_true tells n_gt0 d_gt0)]; first by any_named W.
  move=> /(_ h erefl erefl erefl)[[b k Q K V good k_gt0 hb hQ hK hV] [t ht]].
  meaning_for_all => x _ _; apply: says_expression; last exact: (erefl true).
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); value; exact: neq0 | reflexivity | ].
  by refine (call_identical_rows _ _ _ _); [floors | provided | assumption | ].
meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _.
apply: says_for_values => [h|h /(condition_true tells n_gt0 d_gt0)]; first by any_named W.
move=> /(_ h erefl erefl erefl)[[b k Q K V good k_gt0 hb hQ hK hV] [t ht]].
meaning_exists (fun _ _ : nat => 0 : S); apply: says_expression; last exact: (erefl true).
refine (@y_not _ _ _ _ _ false _).
refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ]; first by value; exact: neq0.
  by apply: (call_row_sums H); provided.
by apply: (@not_distinct _ _ H _ _ _ 1 2); first by provided.
Qed.
