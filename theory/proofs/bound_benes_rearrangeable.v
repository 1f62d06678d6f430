(* SPDX-License-Identifier: Apache-2.0 *)
(* Benes' theorem (benes_rearrangeable.v) as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes.
From attest Require benes_rearrangeable bound_rounding statements_positional_benes_rearrangeable.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition is_routing_d := Eval compute in definition_in (definitions statements_positional_benes_rearrangeable.printed) "is_routing".
Definition node_disjoint_d := Eval compute in definition_in (definitions statements_positional_benes_rearrangeable.printed) "node_disjoint".

Ltac image_index ::= refine (w_image [::] _ _ _); [naturally | naturally | met].
Ltac side ::= first [
    match goal with H : forall p, is_true (p \in _) -> size _ = _ |- _ => solve [rewrite H //; arith] end
  | match goal with H : forall i, is_true (i < _)%N -> size _ = _ |- _ => solve [rewrite H; arith] end
  | match goal with H : forall i, is_true (i < _)%N -> is_true (0 < _)%N |- _ => solve [apply: H; arith] end
  | idtac ].

Section Calls.
Variable S : numbers.
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (k : nat) (pi : seq nat) (R : seq (seq nat)).

Lemma call_distinct_wholes defs (s : seq nat) : provides [:: distinct_d] defs -> uniq s -> call fs defs "distinct" [:: wholes s] = Value (Bool true).
Proof.
move=> W new; enter; apply: yields_eq; first by naturally.
congr Bool; apply/allP => i; rewrite mem_from_to => i_in; apply/allP => j; rewrite mem_from_to => j_in.
by rewrite /compare_wholes /item nth_uniq //; arith.
Qed.
Lemma permutation_of k pi : pi \in arrangements (2 ^ k) (iota 1 (2 ^ k)) ->
  [/\ perm_eq pi (from_to 1 (2 ^ k)), size pi = 2 ^ k & forall i, i < 2 ^ k -> 0 < item 0 pi (i + 1)]%N.
Proof.
move=> pi_in; have perm : perm_eq pi (from_to 1 (2 ^ k)).
  by rewrite /from_to subSS subn0; apply: bound_rounding.arrangements_perm pi_in; rewrite size_iota.
have size_pi : size pi = (2 ^ k)%N by rewrite (perm_size perm) size_iota subSS subn0.
split=> // i i_lt; have : item 0%N pi (i + 1) \in pi by rewrite addn1 mem_nth // size_pi.
by rewrite (perm_mem perm) mem_from_to => /andP[].
Qed.
Lemma routing_sizes k pi R : benes_rearrangeable.is_routing R pi k ->
  [/\ size R = 2 ^ k, forall i, i < 2 ^ k -> size (item [::] R (i + 1)) = 2 * k & forall p, p \in R -> size p = 2 * k]%N.
Proof.
case/and3P=> /eqP size_R /allP ends _; have rows i : (i < 2 ^ k)%N -> size (item [::] R (i + 1)) = (2 * k)%N.
  by move=> i_lt; have := ends i; rewrite mem_labels addn1 => /(_ i_lt)/and3P[/eqP].
by split=> // p /(nthP [::])[i]; rewrite size_R => i_lt <-; have := rows i i_lt; rewrite addn1.
Qed.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "edge" _ = _ => apply: call_edge; [provided | met]
  end.
Lemma call_is_routing defs k pi R : provides [:: is_routing_d; edge_d; column_digit_d; hamming_d; digit_d; labels_d] defs -> (0 < k)%N ->
  size pi = (2 ^ k)%N -> (forall i, i < 2 ^ k -> 0 < item 0 pi (i + 1))%N -> benes_rearrangeable.is_routing R pi k ->
  call fs defs "is_routing" [:: rows_of_wholes R; wholes pi; whole k] = Value (Bool true).
Proof.
move=> W k_gt0 size_pi pi_pos routing; have [size_R rows _] := routing_sizes routing.
enter; apply: yields_eq; first by naturally.
congr Bool; case/and3P: routing => sizes /allP ends /allP edges; apply/and3P; split=> //; apply/allP => i i_in.
  by have := ends i i_in; rewrite addn1.
by apply/allP => l l_in; have /allP/(_ l l_in) := edges i i_in; rewrite !addn1.
Qed.
End Calls.

(* attest: positional.benes-rearrangeable printed sha256:ec5f322573a5aba292992a65860795f9f87dbc5d2cb8f8b9ffe62d900963785a theorem:rearrangeable *)
Theorem rearrangeable : Holds statements_positional_benes_rearrangeable.printed.
Proof.
opening S W; natural_for_all => k k_gt0 _.
refine (says_forall (T := seq nat) (inside := fun s => s \in arrangements (2 ^ k) (iota 1 (2 ^ k))) (h := wholes) (P := fun _ => true) _ _ _); [ | by [] | ].
  apply: in_list; refine (y_built_in _ _ _); [naturals | reflexivity | ].
  rewrite /= /whole integer_nat // (_ : [seq of_integer S k%:Z | k <- iota 1 (2 ^ k)] = map whole (iota 1 (2 ^ k))).
    by rewrite bound_rounding.arrangements_map -map_comp.
  by apply: eq_map => j; rewrite /of_integer -pmulrn.
move=> pi pi_in _; have [perm size_pi pi_pos] := permutation_of pi_in.
have [R [routing disjoint]] := benes_rearrangeable.rearrangeable k_gt0 perm; have [size_R rows sizes] := routing_sizes routing.
apply: (@says_exists_value S _ _ _ _ _ (rows_of_wholes R)).
- move=> env; have [e found _] : exists2 e, find_definition defs "is_routing" = Some (is_routing_d, e) & provides [::] e.
    by apply: (provides_find (d := is_routing_d)); provided.
  by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
- by rewrite /= all_map; apply/allP => r _ /=; rewrite all_map; apply/allP.
- refine (y_call _ _ _); [ | reflexivity | apply: (fun W' => @call_is_routing S defs k pi R W' k_gt0 size_pi pi_pos routing); provided].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); naturally.
refine (says_expression (p := true) _ _) => //; refine (y_call _ _ _); [ | reflexivity | ].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); naturally.
have W' : provides [:: node_disjoint_d; distinct_d] defs by provided.
case: (provides_find W') => e found W2; refine (call_yields found _ _); [reflexivity | open_body].
apply: yields_eq; first apply: (@y_all _ _ _ _ whole (from_to 1 (2 * k)) _ _ _ _ _ (fun=> true)); first by naturally.
  move=> l l_in; refine (y_call _ _ _); [naturals | reflexivity | apply: call_distinct_wholes; [provided | ]].
  exact: (allP disjoint).
by congr Bool; apply/allP.
Qed.
