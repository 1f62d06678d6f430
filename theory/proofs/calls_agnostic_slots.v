(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of agnostic_routing.stm give for memories of 2 s slots: the oracle's places, what is arranged and what is communicated, in the
   terms of agnostic_slots.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads calls_runs calls_machines calls_agnostic.
From attest Require routing routing_agnostic agnostic_lists agnostic_slots calls_trees statements_positional_agnostic_routing.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_agnostic_routing.printed) f) (only parsing).
Definition filled_d := Eval compute in the "filled".
Definition in_slots_d := Eval compute in the "in_slots".
Definition arranged_d := Eval compute in the "arranged".
Definition oracle_d := Eval compute in the "oracle".
Definition communicate_d := Eval compute in the "communicate".
Definition at_the_start_d := Eval compute in the "at_the_start".
Definition agnostic_run_d := Eval compute in the "agnostic_run".
Definition holds_d := Eval compute in the "holds_what_it_is_sent".
Definition run_step : expr := Eval compute in if body agnostic_run_d is Fold _ _ _ _ step then step else Truth false.

(* The oracle's places for one machine. *)
Local Open Scope nat_scope.
Definition places k s l i : seq (seq nat) :=
  if l < k then [seq (if 2 * q - 1 <= s then [:: i + 1; 2 * q - 1] else [::]) | q <- from_to 1 s] ++
                [seq (if 2 * q <= s then [:: other i l k + 1; 2 * q] else [::]) | q <- from_to 1 s]
  else [seq [:: i + 1; q] | q <- from_to 1 s] ++ [seq [:: other i l k + 1; s + q] | q <- from_to 1 s].
Local Close Scope nat_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (env : environment F) (k s l i q : nat).

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "other_label" _ = _ => apply: call_other_label; [provided | met]
  end.
Lemma y_pair defs env a b m n : yields fs defs env a (whole m) -> yields fs defs env b (whole n) -> yields fs defs env (ListOf [:: a; b]) (wholes [:: m; n]).
Proof. by move=> ya yb; refine (y_list (vs := [:: whole m; whole n]) _); exact: all_cons ya (all_cons yb (all_nil _ _ _)). Qed.
Lemma y_none defs env : yields fs defs env (ListOf [::]) (wholes [::]).
Proof. by []. Qed.
Lemma call_oracle defs k s l : provides [:: oracle_d; other_label_d; column_digit_d; digit_d; labels_d] defs -> (0 < l <= 2 * k)%N ->
  call fs defs "oracle" [:: whole l; whole k; whole s] = Value (round_of S [seq places k s l i | i <- labels k]).
Proof.
move=> W l_in; enter; rewrite /round_of -map_comp; refine (y_list_over (h := whole) (l := labels k) _ _) => [|i _]; first by naturally.
rewrite /= /places; set env := _ :: _; have lk : yields fs earlier env (Chain (Name "l") [:: (Less, Name "k")]) (Bool (l < k)%N) by naturally.
have l_le : (l <= 2 * k)%N by case/andP: l_in.
have rows f e : (forall q, q \in from_to 1 s -> yields fs earlier (("q"%string, whole q) :: env) e (wholes (f q))) ->
    yields fs earlier env (ListOver e [:: ("q"%string, Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "s"))] None) (rows_of_wholes (map f (from_to 1 s))).
  by move=> fE; apply: w_list_rows fE; naturally.
case: ifP lk => _ lk; [apply: y_yes lk _ | apply: y_no lk _]; rewrite /rows_of_wholes map_cat; apply: y_concatenate; apply: rows => q q_in.
- by apply: w_if_wholes => [|_|_]; [naturally | apply: y_pair; naturally | exact: y_none].
- by apply: w_if_wholes => [|_|_]; [naturally | apply: y_pair; naturally | exact: y_none].
- by apply: y_pair; naturally.
by apply: y_pair; naturally.
Qed.

(* --- Slots ------------------------------------------------------------------------------------------------------------------------------------------ *)
Variables (k s : nat) (load : nat -> nat -> nat).
Hypothesis k_gt0 : (0 < k)%N.
Local Notation n := (size (tuples k load)).
Local Notation source := (@src k load).
Local Notation target := (@dst k load).
Local Notation tuple_value := (@tuple_value S k load).
Local Notation tuple_list := (@tuple_list S k load).
Implicit Types (o : option 'I_n) (m : seq (option 'I_n)) (L : seq 'I_n) (M : routing.label k -> seq (option 'I_n)).
Definition slot_value o : value F := if o is Some t then tuple_value t else List [::].
Definition memory_value m : value F := List (map slot_value m).
Definition memories_value M : value F := List [seq memory_value (M (bits k i)) | i <- labels k].
Lemma y_size_slot defs env a o : yields fs defs env a (slot_value o) -> yields fs defs env (Call "len" [:: a]) (whole (if o is Some _ then 3 else 0)).
Proof. by case: o => [t|] ya; [rewrite -(size_tuple t); apply: w_length ya | exact: (w_length (h := whole) (l := [::]) ya)]. Qed.
Lemma call_filled defs m : provides [:: filled_d] defs -> call fs defs "filled" [:: memory_value m] = Value (tuple_list (agnostic_slots.filled m)).
Proof.
move=> W; enter; apply: yields_eq; first refine (y_list_if (h := slot_value) (l := m) (p := fun o => isSome o) (g := slot_value) _ _ _).
- by apply: y_name.
- move=> o _; apply: yields_eq; first by apply: w_compare; [apply: y_size_slot; apply: y_name; reflexivity | naturally].
  by case: o.
- by move=> o _ _; apply: y_name.
by congr List; elim: m => // -[t|] m //= ->.
Qed.
Lemma call_in_slots defs L q : provides [:: in_slots_d] defs -> (size L <= q)%N ->
  call fs defs "in_slots" [:: tuple_list L; whole q] = Value (memory_value (agnostic_slots.in_slots L q)).
Proof.
move=> W le; enter; set env := [:: _; _].
have len_y env' : lookup "L" env' = Some (tuple_list L) -> yields fs earlier env' (Call "len" [:: Name "L"%string]) (whole (size L)).
  by move=> in_L; apply: w_length; exact: y_name in_L.
apply: y_yes; first by apply: yields_eq; [apply: w_compare; [exact: len_y | naturally] | rewrite /= le].
rewrite /memory_value /agnostic_slots.in_slots map_cat -map_comp; apply: y_concatenate; first by apply: y_name.
apply: yields_eq; first refine (y_list_over (h := whole) (l := from_to (size L + 1) q) (g := fun=> List [::]) _ _).
- by apply: w_range; [apply: w_add; [exact: len_y | naturally] | naturally].
- by move=> r _; apply: y_list; exact: all_nil.
congr List; rewrite map_nseq /=; have -> : (q - size L)%N = size (from_to (size L + 1) q) by rewrite size_iota addn1 subSS.
by elim: (from_to _ _) => //= x r ->.
Qed.
Lemma in_no_slots defs q : provides [:: in_slots_d] defs ->
  call fs defs "in_slots" [:: List [::]; whole q] = Value (memory_value (agnostic_slots.in_slots [::] q)).
Proof. by move=> W; apply: (@call_in_slots defs [::] q W). Qed.
Definition arranged_needed := [:: arranged_d; going_d; staying_d; stays_d; sorted_d; in_slots_d; filled_d; destination_d; column_digit_d; digit_d; labels_d].
Lemma call_arranged defs m l i : provides arranged_needed defs -> (0 < l < k.*2)%N ->
  (if (l < k)%N then is_true (size (agnostic_lists.by_destination target (agnostic_slots.filled m)) <= s)%N else
    (size [seq t <- agnostic_slots.filled m | agnostic_lists.stays target l (bits k i) t] <= s)%N /\
    (size [seq t <- agnostic_slots.filled m | ~~ agnostic_lists.stays target l (bits k i) t] <= s)%N) ->
  call fs defs "arranged" [:: memory_value m; whole i; whole l; whole k; whole s] = Value (memory_value (agnostic_slots.arranged s target l (bits k i) m)).
Proof.
rewrite /arranged_needed => W l_in fit; enter; apply: (y_let (v := tuple_list (agnostic_slots.filled m))).
  by refine (y_call (vs := [:: memory_value m]) _ _ _); [naturals | reflexivity | apply: call_filled; provided].
set env := _ :: _; have T_y : yields fs earlier env (Name "T") (tuple_list (agnostic_slots.filled m)) by [].
have lk : yields fs earlier env (Chain (Name "l") [:: (Less, Name "k")]) (Bool (l < k)%N) by naturally.
have s_y : yields_all fs earlier env [:: Name "s"%string] [:: whole s] by naturals.
have args : yields_all fs earlier env [:: Name "i"; Name "l"; Name "k"]%string [:: whole i; whole l; whole k] by naturals.
have Ws : provides [:: in_slots_d] earlier by provided.
rewrite /agnostic_slots.arranged; case: ifP fit lk => _ fit lk; [apply: y_yes lk _ | apply: y_no lk _]; rewrite /memory_value map_cat; apply: y_concatenate.
- refine (y_call (vs := [:: tuple_list _; whole s]) (all_cons _ s_y) _ (call_in_slots Ws fit)); last by [].
  by refine (y_call (vs := [:: tuple_list (agnostic_slots.filled m); whole k]) _ _ _); [naturals | reflexivity | apply: call_sorted; provided].
- refine (y_call (vs := [:: List [::]; whole s]) (all_cons _ s_y) _ (in_no_slots _ Ws)); last by [].
  by apply: y_list; exact: all_nil.
- case: fit => stay _; refine (y_call (vs := [:: tuple_list _; whole s]) (all_cons _ s_y) _ (call_in_slots Ws stay)); last by [].
  by refine (y_call (vs := [:: tuple_list (agnostic_slots.filled m); whole i; whole l; whole k]) (all_cons T_y args) _ _); [reflexivity | apply: call_staying; [provided | ]].
case: fit => _ go; refine (y_call (vs := [:: tuple_list _; whole s]) (all_cons _ s_y) _ (call_in_slots Ws go)); last by [].
by refine (y_call (vs := [:: tuple_list (agnostic_slots.filled m); whole i; whole l; whole k]) (all_cons T_y args) _ _); [reflexivity | apply: call_going; [provided | ]].
Qed.

(* A step's communication. *)
Definition slot_of (A : routing.label k -> seq (option 'I_n)) (p : seq nat) : option 'I_n :=
  if p is [::] then None else nth None (A (bits k (item 0%N p 1).-1)) (item 0%N p 2).-1.
Lemma call_communicate defs (A : routing.label k -> seq (option 'I_n)) (r : seq (seq (seq nat))) : provides [:: communicate_d] defs ->
  (forall slots p, slots \in r -> p \in slots -> p = [::] \/ exists i q, [/\ p = [:: i.+1; q.+1]%N, (i < 2 ^ k)%N & (q < size (A (bits k i)))%N]) ->
  call fs defs "communicate" [:: round_of S r; memories_value A; List [::]] = Value (List [seq memory_value (map (slot_of A) slots) | slots <- r]).
Proof.
move=> W fine; enter; refine (y_list_over (h := rows_of_wholes) (l := r) _ _) => [|slots slots_in]; first by apply: y_name.
rewrite /memory_value -map_comp; refine (y_list_over (h := wholes) (l := slots) _ _) => [|p p_in]; first by apply: y_name.
set env := _ :: _; have len_p : yields fs earlier env (Chain (Call "len" [:: Name "p"%string]) [:: (Equal, Number BinNums.N0)]) (Bool (size p == 0)%N).
  apply: yields_eq; first (apply: w_compare; last by naturally).
    by apply: (w_length (h := whole) (l := p)); apply: y_name.
  by [].
case: (fine slots p slots_in p_in) => [pE|[i [q [pE i_lt q_lt]]]].
  have empty : (size p == 0)%N = true by rewrite pE.
  have -> : slot_of A p = None by rewrite pE.
  by rewrite empty in len_p; apply: y_yes len_p _; apply: y_name.
have some_place : (size p == 0)%N = false by rewrite pE.
rewrite some_place in len_p; apply: y_no len_p _.
have -> : slot_of A p = nth None (A (bits k i)) q by rewrite pE.
have p_y : yields fs earlier env (Name "p") (wholes p) by apply: y_name.
have at_1 : yields fs earlier env (Index (Name "p") (Number (BinNums.Npos BinNums.xH))) (whole i.+1).
  by rewrite (_ : i.+1 = item 0 p 1)%N; [apply: w_item p_y _ _; [naturally | rewrite pE] | rewrite pE].
have at_2 : yields fs earlier env (Index (Name "p") (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) (whole q.+1).
  by rewrite (_ : q.+1 = item 0 p 2)%N; [apply: w_item p_y _ _; [naturally | rewrite pE] | rewrite pE].
have at_A : yields fs earlier env (Index (Name "state") (Index (Name "p") (Number (BinNums.Npos BinNums.xH)))) (memory_value (A (bits k i))).
  have -> : memory_value (A (bits k i)) = memory_value (A (bits k (item 0%N (labels k) i.+1))) by rewrite /item nth_iota.
  by apply: (w_image 0%N (h := fun i => memory_value (A (bits k i))) (l := labels k)); [apply: y_name | exact: at_1 | rewrite size_iota].
exact: (w_image None (h := slot_value) (l := A (bits k i))) at_A at_2 _.
Qed.
End Calls.
