(* SPDX-License-Identifier: Apache-2.0 *)
(* What universality in L^p comes to for networks whose attention does not depend on the input (approximation.stm): for every target and every eps there are
   narrow blocks, a range and a cut into boxes such that the error bound is below eps^p. From this Theorem 3 and Proposition 4 of Luo et al. (2022) follow. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks narrow_networks calls_narrow_networks calls_clamp calls_boxes bound_headline_targets.
From attest Require statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition largest_d := Eval compute in the "largest".
Definition curvature_d := Eval compute in the "curvature".
Definition keeps_order_d := Eval compute in the "keeps_order".
Definition bend_d := Eval compute in the "bend".
Definition elsewhere_d := Eval compute in the "elsewhere".
Definition error_on_d := Eval compute in the "error_on".
Definition error_bound_d := Eval compute in the "error_bound".
Notation error_bound_l :=
  [:: error_bound_d; error_on_d; elsewhere_d; clamp_d; run_d; no_sign_changes_d; hidden_units_d; mixed_d; bend_d; edge_d; covered_d; cells_d; boxes_d; as_input_d; corners_d;
      keeps_order_d; curvature_d; largest_d; entry_at_d; polynomial_d; pieces_d; degree_d; monomial_d; head_d; relu_d; add_row_d; matadd_d; matmul_d; same_shape_d;
      is_rectangular_d].

(* A value that meets is_target, by whatever definitions. *)
Definition meets_is_target (S : numbers) n d (f : value S) : Prop :=
  exists defs, provides [:: is_target_d; is_entry_d; pieces_d; degree_d; is_monomial_d; is_matrix_d; is_vector_d] defs /\
    call (functions_of S) defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true).

(* What is provided, by names: a proof of one line for statements with many definitions. *)
Lemma within_filter (q : definition -> bool) l : within (filter q l) l.
Proof. by elim: l => [|f l IH] /=; [exact: Nothing | case: (q f); [exact: Taken | exact: Skipped]]. Qed.
Lemma provides_named names l defs : provides l defs -> provides [seq f <- l | has (String.eqb (name f)) names] defs.
Proof. by case=> dist l_in; split=> //; apply: within_trans l_in; exact: within_filter. Qed.
Ltac named_provided := match goal with H : provides _ ?defs |- provides ?l ?defs => exact (provides_named [seq name f | f <- l] H) end.

(* All of n, d, p >= 1; the row sums of the heads that tell positions are v, and no two of them are equal. *)
Definition approaches (S : numbers) : Prop := forall defs n d p (A : attention -> nat -> nat -> S) (v : nat -> S) (f : value S) (eps : S),
  provides error_bound_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < p)%N -> attends n A v ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> v i = v j -> i = j) -> meets_is_target n d f -> 0 < eps ->
  exists (Bs : seq (block S)) (low high : S) (m : nat) (strip y : S),
    [/\ forall B, List.In B Bs -> narrow B, low <= high, (0 < m)%N /\ 0 < strip < 1 / m%:R, y < eps ^+ p &
        call (functions_of S) defs "error_bound" [:: f; List (map (evaluated_block n d A) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] = Value (Num y)].
