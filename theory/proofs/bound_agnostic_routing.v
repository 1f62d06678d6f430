(* SPDX-License-Identifier: Apache-2.0 *)
(* Data-agnostic routing delivers every message (routing_claims.v), as the meaning of its statement: the memories of 2 s slots are followed step by
   step, and what they hold is a run in the sense of routing_agnostic.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads calls_runs calls_machines calls_agnostic.
From attest Require Import calls_agnostic_slots.
From attest Require routing routing_halving routing_agnostic routing_claims agnostic_lists agnostic_slots bound_halving calls_trees bound_lift_assumption_2.
From attest Require statements_positional_agnostic_routing.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- In natural numbers ----------------------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Lemma uniq_tuples k load : uniq (tuples k load).
Proof.
have parts (T : eqType) (l : seq nat) (f : nat -> seq T) (key : T -> nat) : uniq l -> (forall x, x \in l -> uniq (f x)) ->
    (forall x t, x \in l -> t \in f x -> key t = x) -> uniq (flatten [seq f x | x <- l]).
  elim: l => //= x l IH /andP[x_l l_uniq] each keys; rewrite cat_uniq each ?mem_head // IH // => [|y y_l|y t y_l]; last 2 first.
  - by apply: each; rewrite inE y_l orbT.
  - by apply: keys; rewrite inE y_l orbT.
  rewrite andbT; apply/hasPn => t /flatten_mapP[y y_l t_y]; apply/negP => t_x; case/negP: x_l.
  by rewrite -(keys x t (mem_head _ _) t_x) (keys y t) // inE y_l orbT.
apply: (parts _ _ _ (fun t => item 0 t 1)) => [|i _|i t _]; first exact: iota_uniq; last by case/flatten_mapP=> j _ /mapP[p _ ->].
apply: (parts _ _ _ (fun t => item 0 t 2)) => [|j _|j t _]; first exact: iota_uniq; last by case/mapP=> p _ ->.
by rewrite map_inj_uniq ?iota_uniq // => p q [].
Qed.

Section Followed.
Variables (k s : nat) (load : nat -> nat -> nat).
Hypothesis k_gt0 : 0 < k.
Local Notation n := (size (tuples k load)).
Local Notation source := (@src k load).
Local Notation target := (@dst k load).
Definition contents l : routing.label k -> seq 'I_n := foldl (agnostic_lists.moved target) (@at_first k load) (from_to 1 (l - 1)).
Definition first_memories (i : routing.label k) : seq (option 'I_n) := agnostic_slots.in_slots (@at_first k load i) (2 * s).
Definition memories l : routing.label k -> seq (option 'I_n) := foldl (agnostic_slots.communicated s target) first_memories (from_to 1 (l - 1)).
Lemma contents_S l : 0 < l -> contents l.+1 = agnostic_lists.moved target (contents l) l.
Proof. by case: l => // l _; rewrite /contents from_to_steps foldl_cat. Qed.
Lemma memories_S l : 0 < l -> memories l.+1 = agnostic_slots.communicated s target (memories l) l.
Proof. by case: l => // l _; rewrite /memories from_to_steps foldl_cat. Qed.
Lemma contents_start i : perm_eq (contents 1 i) [seq t <- enum 'I_n | source t == i].
Proof. by []. Qed.
Lemma contents_steps l i : 0 < l < k.*2 -> perm_eq (contents l.+1 i) (agnostic_lists.moved target (contents l) l i).
Proof. by case/andP=> l_gt0 _; rewrite contents_S. Qed.
Hypothesis divisible : all_divisible k load.
Hypothesis fit : fitting k load s.
Lemma delivered : (forall l, 0 < l < k.*2 -> agnostic_slots.fits s target (contents l) l) /\
  forall i, perm_eq (contents k.*2 i) [seq t <- enum 'I_n | target t == i].
Proof.
have [sends receives] := bound_lift_assumption_2.fitting_ends fit.
have [start runs edges collect] := agnostic_lists.lists_are_a_run k_gt0 contents_start contents_steps.
have [early late arrives] := routing_claims.agnostic_routing_delivers k_gt0 (@agnostic_lists.number_injective k)
  (bound_halving.divisible_messages divisible) sends receives start runs edges collect.
split=> [l /andP[l_gt0 l_lt]|i].
  rewrite /agnostic_slots.fits; case: ltnP => [l_early|k_le]; first by move=> i; apply: early; rewrite l_gt0.
  have l_late : k <= l < k.*2 by rewrite k_le.
  move=> i; split; apply: leq_trans (late l i _ l_late).
    exact: (agnostic_lists.size_staying k_gt0 contents_start contents_steps).
  exact: (agnostic_lists.size_going k_gt0 contents_start contents_steps).
have last : 0 < k.*2 <= k.*2 by rewrite double_gt0 k_gt0 leqnn.
apply: perm_trans (agnostic_lists.perm_held contents_start contents_steps i last) _.
by rewrite (eq_filter (a2 := fun t => target t == i)) // => t; rewrite arrives.
Qed.
Lemma filled_memories l : 0 < l <= k.*2 -> forall i, agnostic_slots.filled (memories l i) = contents l i.
Proof.
case: l => // l; elim: l => [|l IH] l_le i; first exact: agnostic_slots.filled_slots.
rewrite memories_S // contents_S //; apply: agnostic_slots.filled_communicated; first exact: IH (ltnW l_le).
exact: (delivered.1 l.+1).
Qed.
Lemma size_arranged l i : 0 < l < k.*2 -> size (agnostic_slots.arranged s target l i (memories l i)) = 2 * s.
Proof.
move=> l_in; have l_all : 0 < l <= k.*2 by case/andP: l_in => -> /ltnW.
have := delivered.1 l l_in; rewrite /agnostic_slots.fits /agnostic_slots.arranged filled_memories //; case: ifP => _ fits; rewrite size_cat !agnostic_slots.size_slots ?addnn ?mul2n //.
  by have [] := fits i.
by have [] := fits i.
Qed.
Lemma places_fine l i p : 0 < l < k.*2 -> i < 2 ^ k -> p \in places k s l i ->
  p = [::] \/ exists i q, [/\ p = [:: i.+1; q.+1], i < 2 ^ k & q < 2 * s].
Proof.
move=> l_in i_lt; have [o_lt _] := other_bits l_in i_lt; rewrite /places; case: ifP => _; rewrite mem_cat => /orP[] /mapP[q]; rewrite mem_from_to => /andP[q_gt0 q_le] ->.
- case: leqP => [le|_]; [right | by left]; exists i, (2 * q - 2); split=> //; last by arith.
  by rewrite addn1; congr [:: _; _]; apply/eqP; arith.
- case: leqP => [le|_]; [right | by left]; exists (other i l k), (2 * q - 1); split=> //; last by arith.
  by rewrite addn1; congr [:: _; _]; apply/eqP; arith.
- by right; exists i, q.-1; rewrite addn1 prednK //; split=> //; arith.
by right; exists (other i l k), (s + q).-1; rewrite addn1 prednK ?addn_gt0 ?q_gt0 ?orbT //; split=> //; arith.
Qed.
Lemma slots_communicated (M : routing.label k -> seq (option 'I_n)) l i : 0 < l < k.*2 -> i < 2 ^ k ->
  map (slot_of (fun j => agnostic_slots.arranged s target l j (M j))) (places k s l i) = agnostic_slots.communicated s target M l (bits k i).
Proof.
move=> l_in i_lt; have [o_lt oE] := other_bits l_in i_lt; rewrite /places /agnostic_slots.communicated -oE.
case: ifP => _; rewrite map_cat -!map_comp; congr (_ ++ _); apply: eq_map => q /=.
- by case: ifP => _ //; rewrite /slot_of /item /= addn1 /= -subnS.
- by case: ifP => _ //; rewrite /slot_of /item /= addn1 /= subn1.
- by rewrite /slot_of /item /= addn1 /= subn1.
by rewrite /slot_of /item /= addn1 /= subn1.
Qed.
End Followed.
Local Close Scope nat_scope.

(* --- Calls -------------------------------------------------------------------------------------------------------------------------------------- *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Variables (k s : nat) (load : nat -> nat -> nat).
Hypotheses (k_gt0 : (0 < k)%N) (divisible : all_divisible k load) (fit : fitting k load s).
Implicit Types (defs : seq definition) (env : environment F).
Local Notation memories_value := (@memories_value S k load).
Local Notation memory_value := (@memory_value S k load).
Local Notation memories := (@memories k s load).
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  end.
Ltac image_index ::= fail.
Definition step_needed := [:: oracle_d; arranged_d; going_d; staying_d; stays_d; sorted_d; in_slots_d; filled_d; communicate_d; other_label_d; destination_d; column_digit_d;
  digit_d; labels_d].
Lemma y_run_step defs env l : provides step_needed defs -> (0 < l < k.*2)%N -> lookup "k" env = Some (whole k) -> lookup "s" env = Some (whole s) ->
  yields fs defs (("l"%string, whole l) :: ("state"%string, memories_value (memories l)) :: env) run_step (memories_value (memories l.+1)).
Proof.
rewrite /step_needed => W l_in kE sE; have l_gt0 : (0 < l)%N by case/andP: l_in.
have l_all : (0 < l <= k.*2)%N by case/andP: l_in => -> /ltnW.
set env' := _ :: _; pose A j := agnostic_slots.arranged s (@dst k load) l j (memories l j).
have k_y env2 : yields fs defs (env2 ++ env') (Name "k") (whole k) -> True by [].
have yk : yields fs defs env' (Name "k") (whole k) by apply: y_name. have ys : yields fs defs env' (Name "s") (whole s) by apply: y_name.
have fine slots p : slots \in [seq places k s l i | i <- labels k] -> p \in slots ->
    p = [::] \/ exists i q, [/\ p = [:: i.+1; q.+1]%N, (i < 2 ^ k)%N & (q < size (A (bits k i)))%N].
  case/mapP=> i; rewrite mem_labels => i_lt -> /(places_fine l_in i_lt)[->|[j [q [-> j_lt q_lt]]]]; [by left | right].
  by exists j, q; split=> //; rewrite (size_arranged k_gt0 divisible fit).
refine (y_call (vs := [:: round_of S [seq places k s l i | i <- labels k]; memories_value A; List [::]]) _ _ _); [ | reflexivity | ]; last first.
  have W' : provides [:: communicate_d] defs by provided.
  rewrite (call_communicate _ W' fine).
  rewrite -map_comp memories_S //; congr (Value (List _)); apply/eq_in_map => i; rewrite mem_labels => i_lt.
  by rewrite /= (slots_communicated _ _ l_in i_lt).
refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))).
- refine (y_call (vs := [:: whole l; whole k; whole s]) _ _ _); [ | reflexivity | by apply: call_oracle; [provided | rewrite mul2n]].
  by refine (all_cons _ (all_cons yk (all_cons ys (all_nil _ _ _)))); apply: y_name.
- refine (y_list_over (h := whole) (l := labels k) _ _) => [|i].
    by refine (y_call (vs := [:: whole k]) (all_cons yk (all_nil _ _ _)) _ _); [reflexivity | apply: call_labels; provided].
  rewrite mem_labels => i_lt; refine (y_call (vs := [:: memory_value (memories l (bits k i)); whole i; whole l; whole k; whole s]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))); try by apply: y_name.
    by apply: (y_at_label (f := fun i => memory_value (memories l (bits k i)))) i_lt; apply: y_name.
  apply: call_arranged => //; first by provided.
  by have := (delivered k_gt0 divisible fit).1 l l_in; rewrite /agnostic_slots.fits (filled_memories k_gt0 divisible fit) //; case: ifP => _ fits; exact: fits.
by apply: y_list; exact: all_nil.
Qed.
Lemma folds_run defs env m : provides step_needed defs -> lookup "k" env = Some (whole k) -> lookup "s" env = Some (whole s) -> forall l, (0 < l)%N -> (l + m <= k.*2)%N ->
  calls_trees.folds defs env "state"%string "l"%string run_step (memories_value (memories l)) [seq whole q | q <- iota l m] (memories_value (memories (l + m))).
Proof.
move=> W kE sE; elim: m => [|m IH] l l_gt0 l_le; first by rewrite addn0.
exists (memories_value (memories l.+1)); last by rewrite addnS -addSn; apply: IH; rewrite // addSnnS.
by apply: y_run_step => //; rewrite l_gt0 (leq_trans _ l_le) // addnS ltnS leq_addr.
Qed.
Definition start_needed := [:: at_the_start_d; in_slots_d; all_tuples_d; source_d; labels_d].
Lemma call_at_the_start defs : provides start_needed defs ->
  call fs defs "at_the_start" [:: rows_of_wholes (matrix k load); whole k; whole s] = Value (memories_value (memories 1)).
Proof.
rewrite /start_needed => W; enter; refine (y_list_over (h := whole) (l := labels k) _ _) => [|i]; first by naturally.
rewrite mem_labels => i_lt; have [sends _] := bound_lift_assumption_2.fitting_ends fit.
refine (y_call (vs := [:: tuple_list S (@at_first k load (bits k i)); whole (2 * s)]) _ _ _); [ | reflexivity | ]; last first.
  apply: call_in_slots; first by provided.
  by rewrite /at_first -routing_halving.card_seq; apply: leq_trans (sends _) _; rewrite mul2n -addnn leq_addr.
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by naturally.
apply: yields_eq; first refine (y_list_if (h := @tuple_value S k load) (l := enum 'I_(size (tuples k load))) (p := fun t => number (src t) == i) (g := @tuple_value S k load) _ _ _).
- rewrite -/(tuple_list _ _) -all_listed; refine (y_call (vs := [:: rows_of_wholes (matrix k load)]) _ _ _); [naturals | reflexivity | apply: call_all_tuples; provided].
- move=> t _; apply: w_compare; last by naturally.
  by refine (y_call (vs := [:: tuple_value S t]) _ _ _); [naturals | reflexivity | apply: call_source_of; provided].
- by move=> t _ _; apply: y_name.
congr List; congr map; apply: eq_filter => t; rewrite -[src t in RHS](bitsK _).1 bits_eq //; exact: number_lt.
Qed.
Definition run_needed := [:: agnostic_run_d; at_the_start_d; oracle_d; arranged_d; going_d; staying_d; stays_d; sorted_d; in_slots_d; filled_d; communicate_d; other_label_d;
  all_tuples_d; destination_d; source_d; column_digit_d; digit_d; labels_d].
Lemma call_agnostic_run defs : provides run_needed defs ->
  call fs defs "agnostic_run" [:: rows_of_wholes (matrix k load); whole k; whole s] = Value (memories_value (memories k.*2)).
Proof.
rewrite /run_needed => W; enter; apply: (calls_trees.y_folds (s := memories_value (memories 1)) (l := [seq whole q | q <- from_to 1 (2 * k - 1)])).
- by refine (y_call (vs := [:: rows_of_wholes (matrix k load); whole k; whole s]) _ _ _); [naturals | reflexivity | apply: call_at_the_start; provided].
- by naturally; rewrite muln_gt0.
have size_l : (1 + (2 * k - 1) = k.*2)%N by rewrite mul2n subnKC // double_gt0.
have -> : from_to 1 (2 * k - 1) = iota 1 (2 * k - 1) by rewrite /from_to subn1 succnK.
rewrite -[in memories k.*2]size_l; apply: folds_run => //; [by provided | by rewrite size_l].
Qed.
Lemma equal_tuples (t u : 'I_(size (tuples k load))) : equal (tuple_value S t) (tuple_value S u) = Value (t == u).
Proof. by rewrite /tuple_value equal_wholes nth_uniq ?uniq_tuples. Qed.
Lemma call_holds defs j (m : seq (option 'I_(size (tuples k load)))) : provides [:: holds_d; filled_d; all_tuples_d; destination_d; received_d] defs -> (j < 2 ^ k)%N ->
  perm_eq (agnostic_slots.filled m) [seq t <- enum 'I_(size (tuples k load)) | dst t == bits k j] ->
  call fs defs "holds_what_it_is_sent" [:: memory_value m; rows_of_wholes (matrix k load); whole j] = Value (Bool true).
Proof.
move=> W j_lt perm_j; enter; set env := [:: _; _; _].
have filled_y env' : lookup "memory" env' = Some (memory_value m) -> yields fs earlier env' (Call "filled" [:: Name "memory"%string]) (tuple_list S (agnostic_slots.filled m)).
  move=> in_m; refine (y_call (vs := [:: memory_value m]) (all_cons _ (all_nil _ _ _)) _ _); [exact: y_name in_m | reflexivity | apply: call_filled; provided].
refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
  apply: yields_eq; first apply: w_compare; first by apply: w_length; exact: filled_y.
    by refine (y_call (vs := [:: rows_of_wholes (matrix k load); whole j]) _ _ _); [naturals | reflexivity | apply: call_received; [provided | ]].
  by rewrite /= (perm_size perm_j) -routing_halving.card_seq received_cards // eqxx.
apply: yields_eq; first refine (y_all_if (h := @tuple_value S k load) (l := enum 'I_(size (tuples k load))) (p := fun t => number (dst t) == j) (q := fun=> true) _ _ _).
- rewrite -/(tuple_list _ _) -all_listed; refine (y_call (vs := [:: rows_of_wholes (matrix k load)]) _ _ _); [naturals | reflexivity | apply: call_all_tuples; provided].
- move=> t _; apply: w_compare; last by naturally.
  by refine (y_call (vs := [:: tuple_value S t]) _ _ _); [naturals | reflexivity | apply: call_target_of; provided].
- move=> t _ t_j; apply: yields_eq; first (apply: w_compare; last by naturally).
    refine (w_count (h := @tuple_value S k load) (l := agnostic_slots.filled m) (p := fun u => u == t) _ _); first exact: filled_y.
    by move=> u _; apply: y_compare; [apply: y_name; reflexivity | apply: y_name; reflexivity | exact: equal_tuples].
  have one : count (fun u => u == t) (agnostic_slots.filled m) = 1%N.
    have m_uniq : uniq (agnostic_slots.filled m) by rewrite (perm_uniq perm_j) filter_uniq ?enum_uniq.
    rewrite -[LHS]/(count_mem t (agnostic_slots.filled m)) count_uniq_mem // (perm_mem perm_j) mem_filter mem_enum andbT.
    by rewrite -[dst t](bitsK _).1 (eqP t_j) eqxx.
  by rewrite one.
by congr Bool; apply/allP => t _; rewrite implybT.
Qed.
End Calls.

Ltac image_index ::= fail.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "multiples" _ = _ => apply: call_multiples; [provided | met]
  | |- call _ _ "fits" _ = _ => apply: call_fits; provided
  end.
(* attest: positional.agnostic-routing printed sha256:561c6b4a000d241e3eb093ae87699d50dfec66d2da9d5707baf3493185aec67a theorem:agnostic_routing_delivers *)
Theorem agnostic_routing_delivers : Holds statements_positional_agnostic_routing.printed.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => s _ _; apply: (says_for_loads_where (k := k)); [provided | reflexivity | move=> load conditions].
apply: (told_by conditions); [naturally | case/andP=> divisible fit].
refine (says_expression (p := true) _ _) => //; apply: (y_let (v := memories_value S (@memories k s load k.*2))).
  by refine (y_call (vs := [:: rows_of_wholes (matrix k load); whole k; whole s]) _ _ _); [naturals | reflexivity | apply: call_agnostic_run => //; provided].
apply: yields_eq; first refine (y_all (h := @whole S) (l := labels k) (p := fun=> true) _ _).
- by naturally.
- move=> j; rewrite mem_labels => j_lt; set env := _ :: _.
  refine (y_call (vs := [:: memory_value S (@memories k s load k.*2 (bits k j)); rows_of_wholes (matrix k load); whole j]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by naturally | by naturally].
    by apply: (y_at_label (f := fun i => memory_value S (@memories k s load k.*2 (bits k i)))) j_lt; naturally.
  have last : (0 < k.*2 <= k.*2)%N by rewrite double_gt0 k_gt0 leqnn.
  have W' : provides [:: holds_d; filled_d; all_tuples_d; destination_d; received_d] defs by provided.
  have [_ arrived] := delivered k_gt0 divisible fit.
  have held : perm_eq (agnostic_slots.filled (@memories k s load k.*2 (bits k j))) [seq t <- enum 'I_(size (tuples k load)) | dst t == bits k j].
    by have filledE := filled_memories k_gt0 divisible fit last (bits k j); rewrite filledE; exact: arrived.
  exact: (call_holds _ W' j_lt held).
by congr Bool; apply/allP.
Qed.
