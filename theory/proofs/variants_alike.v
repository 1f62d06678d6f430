(* SPDX-License-Identifier: Apache-2.0 *)
(* Variants whose attention matrix treats equal tokens alike: at X = 0 its rows are equal, and so are their sums. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Alike.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Definition alike_at_0 (defs : seq definition) (info : value F -> nat -> nat -> Prop) : Prop :=
  forall h n d, (0 < n)%N -> (0 < d)%N -> info h n d ->
  exists2 A : nat -> nat -> F, (forall i j, A i j = A 1%N j) & call fs defs "A" [:: h; mat n d (fun _ _ => 0)] = Value (mat n n A).

Variables (defs : seq definition) (p : string) (info : value F -> nat -> nat -> Prop).
Hypothesis any : condition_decided S defs p.
Hypothesis tells : told S defs p info.

Lemma alike_not_aware : provides [:: row_sums_d; distinct_d; ones_d; apply_d; dot_d] defs ->
  alike_at_0 defs info -> Says fs (call fs defs) true [::] (says_not_aware p).
Proof.
move=> W isA; have floor_int := @floors_S S.
meaning_for_all => n n_gt1 _; meaning_for_all => d d_gt0 _; have n_gt0 := ltnW n_gt1.
apply: says_for_values => [h|h /(condition_true tells n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; have [A alike A_call] := isA h n d n_gt0 d_gt0 good.
refine (says_exists (t := fun _ _ => 0 : F) _ _ _ _ _); [exact: (@in_mat _ _ floor_int _ _ _ _ _ _ n d) | by move=> X _ | by [] | exact: (erefl true) | ].
apply: says_expression; last exact: (erefl true).
refine (@y_not _ _ _ _ _ false _).
refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
    by refine (y_call _ _ _); [values | reflexivity | exact: A_call].
  by apply: (call_row_sums floor_int); provided.
apply: (@not_distinct _ _ floor_int _ _ _ 1 2) => //; first by provided.
by apply: eq_bigr => l _; rewrite alike.
Qed.
End Alike.
Ltac shows_not_aware_alike told_lemma alike_lemma :=
  let S := fresh "S" in
  split=> S; start_meaning; eapply alike_not_aware;
  [decided_condition | eapply told_lemma; provided_here | provided_here | eapply alike_lemma; provided_here].
