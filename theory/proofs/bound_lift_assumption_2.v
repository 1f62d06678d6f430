(* SPDX-License-Identifier: Apache-2.0 *)
(* Data-agnostic routing without the assumption on the sizes of messages (routing_claims.v), as the meaning of its statements: by the lists that
   the machines would hold. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads calls_runs calls_agnostic.
From attest Require routing routing_halving routing_agnostic routing_claims agnostic_lists statements_positional_lift_assumption_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- In natural numbers ----------------------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Section Lists.
Variables (k : nat) (load : nat -> nat -> nat).
Hypothesis k_gt0 : 0 < k.
Local Notation lists := (@lists k load).
Local Notation target := (@dst k load).
Local Notation place := (agnostic_lists.place (@src k load) target lists).
Let starts := @lists_start k load.
Let steps := @lists_steps k load.
Lemma lists_run : [/\ place 1 =1 @src k load, routing_agnostic.agnostic place target (@number k) (fun l i => agnostic_lists.by_destination target (lists l i)),
  routing.along_edges place & routing.collects place target].
Proof. exact: agnostic_lists.lists_are_a_run. Qed.
Lemma fitting_ends s : fitting k load s -> (forall h, #|[pred t | @src k load t == h]| <= s) /\ (forall j, #|[pred t | target t == j]| <= s).
Proof.
move=> /allP fits; split=> i; have /andP[sent got] := fits _ (number_in i); rewrite -(number_is i).
  by apply: leq_trans sent; rewrite -sent_cards ?number_lt.
by apply: leq_trans got; rewrite -received_cards ?number_lt.
Qed.
(* Whether s slots are enough for each half. *)
Definition enough s := all (fun l => all (fun i => if l < k then size (lists l (bits k i)) <= s
  else (size [seq t <- lists l (bits k i) | agnostic_lists.stays target l (bits k i) t] <= s) &&
       (size [seq t <- lists l (bits k i) | ~~ agnostic_lists.stays target l (bits k i) t] <= s)) (labels k)) (from_to 1 (2 * k - 1)).
Lemma enough_slots s : (forall l, 0 < l < k -> forall i, size (agnostic_lists.by_destination target (lists l i)) <= s) ->
  (forall l i y, k <= l < k.*2 -> #|[pred t | (place l t == i) && (place l.+1 t == y)]| <= s) -> enough s.
Proof.
move=> early late; apply/allP => l; rewrite mem_from_to => l_in; apply/allP => i _; case: ltnP => [l_lt|k_le].
  have l_early : 0 < l < k by rewrite l_lt; case/andP: l_in => ->.
  by rewrite -(perm_size (agnostic_lists.perm_by_destination target _)); exact: early.
have l_late : k <= l < k.*2 by rewrite k_le -mul2n /=; arith.
apply/andP; split; apply: leq_trans (late l (bits k i) _ l_late).
  exact: agnostic_lists.size_staying.
exact: agnostic_lists.size_going.
Qed.
Lemma arrived : place k.*2 =1 target -> forall i, perm_eq (lists k.*2 i) [seq t <- enum 'I_(size (tuples k load)) | target t == i].
Proof.
move=> arrives i; have last : 0 < k.*2 <= k.*2 by rewrite double_gt0 k_gt0 leqnn.
apply: perm_trans (agnostic_lists.perm_held starts steps i last) _.
by rewrite (eq_filter (a2 := fun t => target t == i)) // => t; rewrite arrives.
Qed.
End Lists.
Local Close Scope nat_scope.

(* --- Calls -------------------------------------------------------------------------------------------------------------------------------------- *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Implicit Types (defs : seq definition) (k l i s : nat).
Definition slots_needed := slots_d :: lists_needed.
Lemma call_slots defs k load s : provides slots_needed defs -> (0 < k)%N ->
  call fs defs "slots_are_enough" [:: rows_of_wholes (matrix k load); whole k; whole s] = Value (Bool (enough k load s)).
Proof.
rewrite /slots_needed /lists_needed => W k_gt0; enter; apply: y_all => [|l l_in]; first by naturally.
have l_all : (0 < l <= 2 * k)%N by arith.
have l_edge : (0 < l < k.*2)%N by rewrite -mul2n; arith.
apply: (y_let (v := lists_value S (@lists k load l))).
  by refine (y_call (vs := [:: rows_of_wholes (matrix k load); whole l; whole k]) _ _ _); [naturals | reflexivity | apply: call_lists_before; first provided].
apply: y_all => [|i]; first by naturally.
rewrite mem_labels => i_lt; set env := _ :: _.
have at_i : yields fs earlier env (Index (Name "state") (Binary Add (Name "i") (Number (BinNums.Npos BinNums.xH)))) (tuple_list S (@lists k load l (bits k i))).
  by apply: (y_at_label (f := fun i => tuple_list S (@lists k load l (bits k i)))) i_lt; naturally.
apply: w_if_bool; [by naturally | move=> _ | move=> _].
  by apply: w_compare; [apply: w_length at_i | naturally].
have args : yields_all fs earlier env [:: Name "i"; Name "l"; Name "k"]%string [:: whole i; whole l; whole k] by naturals.
apply: y_and => [|_]; [ | apply: y_and1]; apply: w_compare; [ | by naturally | | by naturally]; apply: w_length.
  by refine (y_call (vs := [:: tuple_list S _; whole i; whole l; whole k]) (all_cons at_i args) _ _); [reflexivity | apply: call_staying; [provided | ]].
by refine (y_call (vs := [:: tuple_list S _; whole i; whole l; whole k]) (all_cons at_i args) _ _); [reflexivity | apply: call_going; [provided | ]].
Qed.
End Calls.

Definition slots_in_a_half_d := Eval compute in definition_in (definitions statements_positional_lift_assumption_2.finding_general_cost) "slots_in_a_half".
Ltac image_index ::= fail.
Lemma call_slots_in_a_half (S : numbers) defs k s : provides [:: slots_in_a_half_d] defs -> (0 < k)%N ->
  call (functions_of S) defs "slots_in_a_half" [:: whole k; whole s] = Value (whole (maxn s ((s + 2 ^ k * k.-1) %/ 2))).
Proof. by move=> W k_gt0; enter; apply: yields_eq; [naturally | rewrite subn1]. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "fits" _ = _ => apply: call_fits; provided
  | |- call _ _ "received" _ = _ => apply: call_received; [provided | met]
  | |- call _ _ "slots_in_a_half" _ = _ => apply: call_slots_in_a_half; [provided | met]
  | |- call _ _ "slots_are_enough" _ = _ => apply: call_slots; [provided | met]
  end.
Ltac for_loads k := apply: (says_for_loads (k := k)); [provided | reflexivity | ].
Ltac for_loads_where k := apply: (says_for_loads_where (k := k)); [provided | reflexivity | ].

(* attest: positional.lift-assumption-2 repaired sha256:e36eb9004b3b157306a369359eb6e50ec67069f47248a83c0c6ee5f29aa2aeda theorem:lifted *)
Theorem lifted : Holds statements_positional_lift_assumption_2.repaired.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => s _ large; for_loads_where k => load fits.
apply: (told_by fits); [naturally | move=> /fitting_ends[sends receives]]; natural_value.
have [start runs edges collect] := lists_run load k_gt0.
have large' : (k <= 2)%N \/ (2 ^ k * k.-1 <= s)%N by rewrite -subn1; apply/orP.
have [early late _] := routing_claims.lifted k_gt0 (@agnostic_lists.number_injective k) large' sends receives start runs edges collect.
exact: enough_slots.
Qed.

(* attest: positional.lift-assumption-2 finding_general_cost sha256:e9a253edee2b24814f91f68091559301c4e4f1a4c474c71e7a1e145966215cca theorem:general_cost *)
Theorem general_cost : Holds statements_positional_lift_assumption_2.finding_general_cost.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => s _ _; for_loads_where k => load fits.
apply: (told_by fits); [naturally | move=> /fitting_ends[sends receives]]; natural_value.
have [start runs edges collect] := lists_run load k_gt0.
have [early late _] := routing_claims.general_cost k_gt0 (@agnostic_lists.number_injective k) sends receives start runs edges collect.
exact: enough_slots.
Qed.

(* attest: positional.lift-assumption-2 finding_everything_arrives sha256:bae6d998feb52eff4a415d1a211e727ef253ebbec495643a40d81d4985603f4e theorem:everything_arrives *)
Theorem everything_arrives : Holds statements_positional_lift_assumption_2.finding_everything_arrives.
Proof.
opening S W; natural_for_all => k k_gt0 _; for_loads k => load.
have [start runs edges collect] := lists_run load k_gt0.
have arrives := arrived k_gt0 (routing_claims.everything_arrives k_gt0 edges collect).
have last_in : (0 < 2 * k <= 2 * k)%N by arith.
refine (says_expression (p := true) _ _) => //; apply: (y_let (v := lists_value S (@lists k load (2 * k)))).
  by refine (y_call (vs := [:: rows_of_wholes (matrix k load); whole (2 * k); whole k]) _ _ _); [naturals | reflexivity | apply: call_lists_before; first provided].
apply: yields_eq; first refine (y_all (h := @whole S) (l := labels k) (p := fun=> true) _ _).
- by naturally.
- move=> j; rewrite mem_labels => j_lt; set env := _ :: _.
  have at_j : yields (functions_of S) defs env (Index (Name "state") (Binary Add (Name "j") (Number (BinNums.Npos BinNums.xH)))) (tuple_list S (@lists k load (2 * k) (bits k j))).
    by apply: (y_at_label (f := fun i => tuple_list S (@lists k load (2 * k) (bits k i)))) j_lt; naturally.
  have perm_j := arrives (bits k j); rewrite -mul2n in perm_j.
  refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
    apply: yields_eq; first by apply: w_compare; [apply: w_length at_j | naturally].
    by rewrite /= (perm_size perm_j) -routing_halving.card_seq received_cards // eqxx.
  apply: yields_eq; first refine (y_all (h := tuple_value S (k := k) (load := load)) (l := @lists k load (2 * k) (bits k j)) (p := fun=> true) _ _).
  + exact: at_j.
  + move=> t t_in; apply: yields_eq; first (apply: w_compare; last by naturally).
      by refine (y_call (vs := [:: tuple_value S t]) _ _ _); [naturals | reflexivity | apply: call_target_of; provided].
    by move: t_in; rewrite (perm_mem perm_j) mem_filter => /andP[/eqP -> _]; rewrite /= numberK // eqxx.
  by congr Bool; apply/allP.
by congr Bool; apply/allP.
Qed.
