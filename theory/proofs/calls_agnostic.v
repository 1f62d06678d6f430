(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of agnostic_routing.stm give: a machine's tuples are a list of places in the list of all tuples, and its lists before each step
   are those of agnostic_lists.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads calls_runs.
From attest Require routing routing_agnostic routing_claims agnostic_lists statements_positional_lift_assumption_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_lift_assumption_2.finding_general_cost ++ definitions statements_positional_lift_assumption_2.finding_everything_arrives.
Local Notation the f := (definition_in library f) (only parsing).
Definition sorted_d := Eval compute in the "sorted_by_destination".
Definition stays_d := Eval compute in the "stays".
Definition staying_d := Eval compute in the "staying".
Definition going_d := Eval compute in the "going".
Definition odd_positions_d := Eval compute in the "odd_positions".
Definition even_positions_d := Eval compute in the "even_positions".
Definition step_d := Eval compute in the "step_on_lists".
Definition lists_before_d := Eval compute in the "lists_before".
Definition slots_d := Eval compute in the "slots_are_enough".

(* --- In natural numbers ----------------------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Lemma from_to_S m : from_to 1 m.+1 = 1 :: [seq q.+1 | q <- from_to 1 m].
Proof. rewrite /from_to !subSS !subn0 /=; congr (_ :: _); exact: (iotaDl 1 1 m). Qed.
Lemma from_to_steps l : from_to 1 (l.+2 - 1) = from_to 1 (l.+1 - 1) ++ [:: l.+1].
Proof. by rewrite /from_to !subn1 !succnK -[X in iota 1 X = _]addn1 iotaD add1n. Qed.
Lemma odd_items (T : Type) (x0 : T) (s : seq T) : [seq item x0 s (2 * q - 1) | q <- from_to 1 ((size s + 1) %/ 2)] = routing_agnostic.odd_positions s.
Proof.
have [m] := ubnP (size s); elim: m s => // m IH [|x [|y s]] // size_s.
have s_lt : size s < m by apply: leq_trans (size_s : (size s).+1 < m); exact: leqnSn.
rewrite [routing_agnostic.odd_positions _]/= -(IH s s_lt) (_ : (size [:: x, y & s] + 1) %/ 2 = ((size s + 1) %/ 2).+1); last first.
  by rewrite /= addn1 divn2 addn1 divn2.
rewrite from_to_S /= -map_comp; congr (_ :: _); apply/eq_in_map => q; rewrite mem_from_to /item => /andP[q_gt0 _] /=.
by case: q q_gt0 => // q _; rewrite !mulnS !add2n !subn1.
Qed.
Lemma even_items (T : Type) (x0 : T) (s : seq T) : [seq item x0 s (2 * q) | q <- from_to 1 (size s %/ 2)] = agnostic_lists.even_positions s.
Proof.
case: s => // x s; rewrite /agnostic_lists.even_positions /= -(odd_items x0) addn1; apply/eq_in_map => q; rewrite mem_from_to /item => /andP[q_gt0 _].
by case: q q_gt0 => // q _; rewrite mulnS add2n subn1.
Qed.
Local Close Scope nat_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (env : environment F).

(* Two generators with a filter. *)
Lemma y_list_over2_if (T U : eqType) (h : T -> value F) (l : seq T) (g : T -> U -> value F) (m : T -> seq U) (p : T -> U -> bool) (f : T -> U -> value F)
    defs env (x y : string) L M c body : yields fs defs env L (List (map h l)) ->
  (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map (g t) (m t)))) ->
  (forall t u, t \in l -> u \in m t -> yields fs defs ((y, g t u) :: (x, h t) :: env) c (Bool (p t u))) ->
  (forall t u, t \in l -> u \in m t -> p t u -> yields fs defs ((y, g t u) :: (x, h t) :: env) body (f t u)) ->
  yields fs defs env (ListOver body [:: (x, L); (y, M)] (Some c)) (List (flatten [seq [seq f t u | u <- m t & p t u] | t <- l])).
Proof.
pose s := flatten [seq [seq f t u | u <- m t & p t u] | t <- l]; rewrite /rules.yields /= => -> Ms cs bodies.
have all_of r : together [seq Value v | v <- r] = Value (r : seq (value F)) by elim: r => //= v r ->.
rewrite (_ : flatten _ = [seq Value v | v <- s]); first by rewrite all_of.
rewrite /s map_flatten -!map_comp; congr flatten; apply/eq_in_map => t t_l /=; rewrite Ms //.
elim: (m t) (cs t) (bodies t) => //= u r IH cE bE; rewrite cE ?mem_head // IH => [|v t_in v_r|v t_in v_r]; last 2 first.
- by apply: cE; rewrite // inE v_r orbT.
- by apply: bE; rewrite // inE v_r orbT.
by case: ifP => // pu; rewrite bE ?mem_head.
Qed.
Ltac image_index ::= fail.
Lemma call_odd_positions (T : eqType) (h : T -> value F) defs (s : seq T) : provides [:: odd_positions_d] defs ->
  call fs defs "odd_positions" [:: List (map h s)] = Value (List (map h (routing_agnostic.odd_positions s))).
Proof.
move=> W; enter; case: s => [|x s]; set env := [:: _].
  by refine (y_list_over (h := whole) (l := [::]) (g := fun=> Bool true) _ _) => //; apply: yields_eq; [naturally | ].
rewrite -(odd_items x) -map_comp; refine (y_list_over (h := whole) (l := from_to 1 ((size (x :: s) + 1) %/ 2)) _ _); first by naturally.
move=> q; rewrite mem_from_to leq_divRL // addn1 => /andP[q_gt0 q_le]; apply: (w_image x); [naturally | naturally; arith | ].
by move: q_gt0 q_le; rewrite /= => q_gt0 q_le; arith.
Qed.
Lemma call_even_positions (T : eqType) (h : T -> value F) defs (s : seq T) : provides [:: even_positions_d] defs ->
  call fs defs "even_positions" [:: List (map h s)] = Value (List (map h (agnostic_lists.even_positions s))).
Proof.
move=> W; enter; case: s => [|x s]; set env := [:: _].
  by refine (y_list_over (h := whole) (l := [::]) (g := fun=> Bool true) _ _) => //; apply: yields_eq; [naturally | ].
rewrite -(even_items x) -map_comp; refine (y_list_over (h := whole) (l := from_to 1 (size (x :: s) %/ 2)) _ _); first by naturally.
move=> q; rewrite mem_from_to leq_divRL // => /andP[q_gt0 q_le]; apply: (w_image x); [naturally | naturally | ].
by move: q_gt0 q_le; rewrite /= => q_gt0 q_le; arith.
Qed.
Lemma y_at_label env defs a b (f : nat -> value F) k i : yields fs defs env a (List [seq f j | j <- labels k]) -> yields fs defs env b (whole i) -> (i < 2 ^ k)%N ->
  yields fs defs env (Index a (Binary Add b (Number (BinNums.Npos BinNums.xH)))) (f i).
Proof.
move=> ya yb i_lt; have -> : f i = f (item 0%N (labels k) (i + 1)) by rewrite addn1 /item nth_iota.
by apply: w_image ya _ _; [apply: w_add yb _; naturally | rewrite addn1 size_iota].
Qed.

(* --- Lists of tuples ---------------------------------------------------------------------------------------------------------------------------- *)
Variables (k : nat) (load : nat -> nat -> nat).
Hypothesis k_gt0 : (0 < k)%N.
Local Notation n := (size (tuples k load)).
Local Notation source := (@src k load).
Local Notation target := (@dst k load).
Implicit Types (t : 'I_n) (s : seq 'I_n) (i l : nat) (st : routing.label k -> seq 'I_n).
Definition tuple_value t : value F := wholes (nth [::] (tuples k load) t).
Definition tuple_list s : value F := List (map tuple_value s).
Definition lists_value st : value F := List [seq tuple_list (st (bits k i)) | i <- labels k].
Lemma size_tuple t : size (nth [::] (tuples k load) t) = 3%N.
Proof. by have := @size_item_tuples k load t.+1 (ltn_ord t). Qed.
Lemma call_source_of defs t : provides [:: source_d] defs -> call fs defs "source" [:: tuple_value t] = Value (whole (number (source t))).
Proof.
move=> W; have [s_lt _] := @ends_lt k load t.+1 (ltn_ord t); rewrite /src numberK //.
by rewrite /tuple_value call_source // size_tuple.
Qed.
Lemma call_target_of defs t : provides [:: destination_d] defs -> call fs defs "destination" [:: tuple_value t] = Value (whole (number (target t))).
Proof.
move=> W; have [_ d_lt] := @ends_lt k load t.+1 (ltn_ord t); rewrite /dst numberK //.
by rewrite /tuple_value call_destination // size_tuple.
Qed.
Lemma all_listed : rows_of_wholes (tuples k load) = tuple_list (enum 'I_n).
Proof.
congr List; rewrite /tuple_value (map_comp wholes (fun t : 'I_n => nth [::] (tuples k load) t)); congr map.
rewrite -[LHS](mkseq_nth [::]) /mkseq -val_enum_ord -map_comp; exact: eq_map.
Qed.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "destination" _ = _ => apply: call_target_of; provided
  | |- call _ _ "source" _ = _ => apply: call_source_of; provided
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | first [exact: leq_subr | met]]
  | |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met]
  end.
Lemma call_sorted defs s : provides [:: sorted_d; destination_d; labels_d] defs ->
  call fs defs "sorted_by_destination" [:: tuple_list s; whole k] = Value (tuple_list (agnostic_lists.by_destination target s)).
Proof.
move=> W; enter; rewrite /agnostic_lists.by_destination /tuple_list map_flatten -map_comp.
refine (y_list_over2_if (h := whole) (l := labels k) (g := fun _ => tuple_value) (m := fun=> s) (p := fun j t => number (target t) == j) (f := fun _ => tuple_value) _ _ _ _).
- by naturally.
- by move=> j _; apply: y_name.
- by move=> j t _ _; naturally.
by move=> j t _ _ _; apply: y_name.
Qed.
Lemma call_stays defs t i l : provides [:: stays_d; destination_d; column_digit_d; digit_d] defs -> (0 < l < k.*2)%N ->
  call fs defs "stays" [:: tuple_value t; whole i; whole l; whole k] = Value (Bool (agnostic_lists.stays target l (bits k i) t)).
Proof.
move=> W l_in; have [c_lt placeE] := column_digitK l_in; pose b := Ordinal c_lt.
have l_le : (l <= 2 * k)%N by rewrite mul2n; case/andP: l_in => _ /ltnW.
enter; apply: yields_eq; first by naturally.
have -> : column_digit l k = (k - b)%N by rewrite /= -placeE subKn // leq_subr.
rewrite /compare_wholes !digit_bits (bitsK _).1 (agnostic_lists.staysE target (bits k i) t (erefl : b = routing.column k l :> nat)).
by case: (target t b); case: (bits k i b).
Qed.
Lemma call_staying defs s i l : provides [:: staying_d; stays_d; destination_d; column_digit_d; digit_d] defs -> (0 < l < k.*2)%N ->
  call fs defs "staying" [:: tuple_list s; whole i; whole l; whole k] = Value (tuple_list [seq t <- s | agnostic_lists.stays target l (bits k i) t]).
Proof.
move=> W l_in; enter; apply: (y_list_if (h := tuple_value)) => [|t _|t _ _]; [exact: y_name | | exact: y_name].
refine (y_call (vs := [:: tuple_value t; whole i; whole l; whole k]) _ _ _); [by naturals | reflexivity | by apply: call_stays; [provided | ]].
Qed.
Lemma call_going defs s i l : provides [:: going_d; stays_d; destination_d; column_digit_d; digit_d] defs -> (0 < l < k.*2)%N ->
  call fs defs "going" [:: tuple_list s; whole i; whole l; whole k] = Value (tuple_list [seq t <- s | ~~ agnostic_lists.stays target l (bits k i) t]).
Proof.
move=> W l_in; enter; apply: (y_list_if (h := tuple_value)) => [|t _|t _ _]; [exact: y_name | | exact: y_name].
apply: y_not; refine (y_call (vs := [:: tuple_value t; whole i; whole l; whole k]) _ _ _); [by naturals | reflexivity | by apply: call_stays; [provided | ]].
Qed.

(* A step, and all steps before one. *)
Definition stepped st l (i : routing.label k) : seq 'I_n :=
  let ready (i : routing.label k) := agnostic_lists.by_destination target (st i) in
  let other := routing.flip (routing.column k l) i in
  if (l < k)%N then routing_agnostic.odd_positions (ready i) ++ agnostic_lists.even_positions (ready other)
  else [seq t <- ready i | agnostic_lists.stays target l i t] ++ [seq t <- ready other | ~~ agnostic_lists.stays target l other t].
Definition at_first (i : routing.label k) : seq 'I_n := [seq t <- enum 'I_n | source t == i].
Definition lists l : routing.label k -> seq 'I_n := foldl stepped at_first (from_to 1 (l - 1)).
Lemma lists_start (i : routing.label k) : perm_eq (lists 1 i) [seq t <- enum 'I_n | source t == i].
Proof. by []. Qed.
Lemma lists_steps l (i : routing.label k) : (0 < l < k.*2)%N -> perm_eq (lists l.+1%N i) (agnostic_lists.moved target (lists l) l i).
Proof.
case: l => // l _; rewrite /lists from_to_steps.
rewrite foldl_cat /= /stepped /agnostic_lists.moved; case: ifP => // _.
by apply: perm_cat; apply: perm_filter; exact: agnostic_lists.perm_by_destination.
Qed.
Definition step_needed := [:: step_d; even_positions_d; odd_positions_d; going_d; staying_d; stays_d; sorted_d; other_label_d; destination_d; column_digit_d; digit_d; labels_d].
Lemma call_step defs st l : provides step_needed defs -> (0 < l < k.*2)%N ->
  call fs defs "step_on_lists" [:: lists_value st; whole l; whole k] = Value (lists_value (stepped st l)).
Proof.
rewrite /step_needed => W l_in; have l_le : (l <= 2 * k)%N by rewrite mul2n; case/andP: l_in => _ /ltnW.
enter; pose ready (i : nat) := agnostic_lists.by_destination target (st (bits k i)).
apply: (y_let (v := List [seq tuple_list (ready i) | i <- labels k])).
  refine (y_list_over (h := fun i => tuple_list (st (bits k i))) (l := labels k) _ _) => [|i _]; first by naturally.
  by refine (y_call (vs := [:: tuple_list (st (bits k i)); whole k]) _ _ _); [naturals | reflexivity | apply: call_sorted; provided].
refine (y_list_over (h := whole) (l := labels k) _ _) => [|i]; first by naturally.
rewrite mem_labels => i_lt; have [o_lt oE] := other_bits l_in i_lt; set env := _ :: _ in oE *.
have at_own : yields fs earlier env (Index (Name "ready") (Binary Add (Name "i") (Number (BinNums.Npos BinNums.xH)))) (tuple_list (ready i)).
  by apply: (y_at_label (f := fun i => tuple_list (ready i)) _ _ i_lt); naturally.
have other_y : yields fs earlier env (Call "other_label" [:: Name "i"; Name "l"; Name "k"]%string) (whole (other i l k)).
  by refine (y_call (vs := [:: whole i; whole l; whole k]) _ _ _); [naturals | reflexivity | apply: call_other_label; [provided | ]].
have at_other : yields fs earlier env (Index (Name "ready") (Binary Add (Call "other_label" [:: Name "i"; Name "l"; Name "k"]%string) (Number (BinNums.Npos BinNums.xH))))
    (tuple_list (ready (other i l k))) by apply: (y_at_label (f := fun i => tuple_list (ready i)) _ other_y o_lt); naturally.
have lk : yields fs earlier env (Chain (Name "l") [:: (Less, Name "k")]) (Bool (l < k)%N) by naturally.
rewrite /stepped -oE -/(ready i) -/(ready (other i l k)); case: ifP lk => _ lk; [apply: y_yes lk _ | apply: y_no lk _]; rewrite /tuple_list map_cat.
  apply: y_concatenate.
    by refine (y_call (vs := [:: tuple_list (ready i)]) (all_cons at_own (all_nil _ _ _)) _ _); [reflexivity | apply: call_odd_positions; provided].
  by refine (y_call (vs := [:: tuple_list (ready (other i l k))]) (all_cons at_other (all_nil _ _ _)) _ _); [reflexivity | apply: call_even_positions; provided].
apply: y_concatenate.
  refine (y_call (vs := [:: tuple_list (ready i); whole i; whole l; whole k]) (all_cons at_own _) _ _); [by naturals | reflexivity | by apply: call_staying; [provided | ]].
refine (y_call (vs := [:: tuple_list (ready (other i l k)); whole (other i l k); whole l; whole k]) (all_cons at_other (all_cons other_y _)) _ _);
  [by naturals | reflexivity | by apply: call_going; [provided | ]].
Qed.
Definition lists_needed := [:: lists_before_d; step_d; even_positions_d; odd_positions_d; going_d; staying_d; stays_d; sorted_d; other_label_d;
  all_tuples_d; destination_d; source_d; column_digit_d; digit_d; labels_d].
Lemma call_lists_before defs l : provides lists_needed defs -> (0 < l <= 2 * k)%N ->
  call fs defs "lists_before" [:: rows_of_wholes (matrix k load); whole l; whole k] = Value (lists_value (lists l)).
Proof.
rewrite /lists_needed => W l_in; enter.
refine (y_fold (k := lists_value) (h := whole) (l := from_to 1 (l - 1)) (step := stepped) _ _ _).
- refine (y_list_over (h := whole) (l := labels k) _ _) => [|i]; first by naturally.
  rewrite mem_labels => i_lt; apply: yields_eq; first refine (y_list_if (h := tuple_value) (l := enum 'I_n) (p := fun t => number (source t) == i) (g := tuple_value) _ _ _).
  + rewrite -/(tuple_list _) -all_listed; refine (y_call (vs := [:: rows_of_wholes (matrix k load)]) _ _ _); [naturals | reflexivity | apply: call_all_tuples; provided].
  + by move=> t _; naturally.
  + by move=> t _ _; apply: y_name.
  congr List; congr map; apply: eq_filter => t; rewrite -[source t in RHS](bitsK _).1 bits_eq //; exact: number_lt.
- by naturally.
move=> st m m_in; refine (y_call (vs := [:: lists_value st; whole m; whole k]) _ _ _); [by naturals | reflexivity | apply: call_step; first by provided].
by rewrite -mul2n; arith.
Qed.
End Calls.
