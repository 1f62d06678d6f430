(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of machines.stm give: a place, a machine's slots, a round and a communication are lists of lists of natural numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants variants_shared calls_statements benes calls_whole calls_routing calls_loads.
From attest Require gathering calls_positional bound_powers_of_two statements_positional_log_cost.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_positional_log_cost.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition is_place_d := Eval compute in the "is_place".
Definition total_sent_d := Eval compute in the "total_sent".
Definition is_receive_d := Eval compute in the "is_receive".
Definition is_communication_d := Eval compute in the "is_communication".
Definition heard_after_d := Eval compute in the "heard_after".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Local Notation rows := (@rows_of_wholes S).
Implicit Types (defs : seq definition) (env : environment F) (v : value F) (N m i j : nat) (p : seq nat) (slots : seq (seq nat)) (r : seq (seq (seq nat))).

Definition round_of r : value F := List (map rows r).
Definition rounds_of (rounds : seq (seq (seq (seq nat)))) : value F := List (map round_of rounds).

(* --- What calls give ---------------------------------------------------------------------------------------------------------- *)
Ltac side ::= match goal with H : is_true (compare_wholes Equal (size _) _) |- _ => rewrite /compare_wholes in H; rewrite (eqP H) end; reflexivity.
Lemma call_is_place defs p N m : provides [:: is_place_d] defs ->
  call fs defs "is_place" [:: wholes p; whole N; whole m] = Value (Bool (gathering.is_place N m p)).
Proof. by move=> W; enter; apply: yields_eq; [naturally | by []]. Qed.
Lemma call_total_sent defs r i : provides [:: total_sent_d] defs ->
  call fs defs "total_sent" [:: round_of r; whole i] = Value (whole (gathering.total_sent r i)).
Proof. by move=> W; enter; apply: yields_eq; [naturally | by []]. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "is_place" _ = _ => apply: call_is_place; provided
  | |- call _ _ "total_sent" _ = _ => apply: call_total_sent; provided
  end.
Lemma call_is_receive defs r N m : provides [:: is_receive_d; total_sent_d; is_place_d] defs ->
  call fs defs "is_receive" [:: round_of r; whole N; whole m] = Value (Bool (gathering.is_receive N m r)).
Proof. by move=> W; enter; apply: yields_eq; [naturally | by []]. Qed.
Ltac known_call ::= apply: call_is_receive; provided.
Lemma call_is_communication defs rounds N m : provides [:: is_communication_d; is_receive_d; total_sent_d; is_place_d] defs ->
  call fs defs "is_communication" [:: rounds_of rounds; whole N; whole m] = Value (Bool (gathering.is_communication N m rounds)).
Proof.
move=> W; enter; apply: yields_eq; first by naturally.
by [].
Qed.

(* --- What holds of a value that is a communication ----------------------------------------------------------------------------- *)
Lemma or_rest defs env a l : yields fs defs env a (Bool false) -> yields fs defs env (Or (a :: l)) (Bool true) -> yields fs defs env (Or l) (Bool true).
Proof. by rewrite /rules.yields /= => ->. Qed.
Lemma or_1 defs env a : yields fs defs env (Or [:: a]) (Bool true) -> yields fs defs env a (Bool true).
Proof. by rewrite /rules.yields /=; case: eval => // -[] // []. Qed.
Lemma integer_from_1 defs env a v : yields fs defs env a v -> yields fs defs env (Call "is_integer" [:: a]) (Bool true) -> forall c,
  yields fs defs env (Chain (Number (BinNums.Npos BinNums.xH)) [:: (AtMost, a); (AtMost, c)]) (Bool true) -> exists k, v = whole k.
Proof.
move=> ya int c; move: int; rewrite /rules.yields /= ya /=; case: v {ya} => // x; rewrite /= /integer; case: eqP => // xE _.
have -> : (BinPos.Pos.to_nat BinNums.xH)%:R = 1 :> F by [].
case E : (1 <= x) => // _; move: E; rewrite xE; move: {xE} (floor fs x) => [] k; last first.
  by rewrite NegzE mulrNz -pmulrn => /(lt_le_trans ltr01); rewrite oppr_gt0 ltrn0.
by exists k.
Qed.
Lemma is_place_shape defs v N m : provides [:: is_place_d] defs -> call fs defs "is_place" [:: v; whole N; whole m] = Value (Bool true) ->
  exists p, v = wholes p.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[some_of _]; have [vE] : Some v = Some (List l) := ly; subst v.
have len (k : nat) (n : BinNums.N) : BinNat.N.to_nat n = k -> yields fs e [:: ("p"%string, List l); ("machines"%string, whole N); ("memory"%string, whole m)]
    (Chain (Call "len" [:: Name "p"]) [:: (Equal, Number n)]) (Bool (size l == k)).
  by move=> nk; apply: (@w_compare S _ _ Equal _ _ (size l) k); [exact: y_length ly | exact: w_number nk].
case: l ly len some_of => [|a l] ly len; first by exists [::].
move/(or_rest (len 0%N BinNums.N0 erefl))/or_1/true_and=> -[len_2 /true_and[int_1 /true_and[int_2 /true_and[in_1 /true_and[in_2 _]]]]].
have [/esym] := yields_inj len_2 (len 2%N (BinNums.Npos (BinNums.xO BinNums.xH)) erefl); case: l ly {len len_2} int_1 int_2 in_1 in_2 => [|b [|c l]] // ly int_1 int_2 in_1 in_2 _.
have at_1 : yields fs e [:: ("p"%string, List [:: a; b]); ("machines"%string, whole N); ("memory"%string, whole m)]
  (Index (Name "p") (Number (BinNums.Npos BinNums.xH))) a by rewrite /rules.yields /= (integer_nat floor_int 1).
have at_2 : yields fs e [:: ("p"%string, List [:: a; b]); ("machines"%string, whole N); ("memory"%string, whole m)]
  (Index (Name "p") (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) b by rewrite /rules.yields /= (integer_nat floor_int 2).
have [j ->] := integer_from_1 at_1 int_1 in_1; have [k ->] := integer_from_1 at_2 int_2 in_2.
by exists [:: j; k].
Qed.
Lemma is_receive_true defs v N m : provides [:: is_receive_d; total_sent_d; is_place_d] defs ->
  call fs defs "is_receive" [:: v; whole N; whole m] = Value (Bool true) -> exists2 r, v = round_of r & gathering.is_receive N m r.
Proof.
move=> W is_r; suff [r vE] : exists r, v = round_of r.
  by exists r => //; move: is_r; rewrite vE (call_is_receive _ _ _ W) => -[].
move: is_r; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[_ /true_and[each _]].
have [vE] : Some v = Some (List l) := ly.
have [|r lE _] := @images_true S _ rows (fun=> True) _ _ _ _ _ l ly each; last by exists r; rewrite vE lE.
move=> w /true_and[/list_true[q qy] /true_and[_ /true_and[places _]]]; have [wE] : Some w = Some (List q) := qy.
have [|slots qE _] := @images_true S _ wholes (fun=> True) _ _ _ _ _ q qy places; last by exists slots; rewrite // wE qE.
move=> u is_p; have [||p ->] := @is_place_shape e u N m; [provided | | by exists p].
apply: (calls_positional.own_call_true is_p erefl); refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); exact: y_name.
Qed.
Lemma is_communication_true defs v N m : provides [:: is_communication_d; is_receive_d; total_sent_d; is_place_d] defs ->
  call fs defs "is_communication" [:: v; whole N; whole m] = Value (Bool true) ->
  exists2 rounds, v = rounds_of rounds & gathering.is_communication N m rounds.
Proof.
move=> W is_c; suff [rounds vE] : exists rounds, v = rounds_of rounds.
  by exists rounds => //; move: is_c; rewrite vE (call_is_communication _ _ _ W) => -[].
move: is_c; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[each _]; have [vE] : Some v = Some (List l) := ly.
have [|rounds lE _] := @images_true S _ round_of (fun=> True) _ _ _ _ _ l ly each; last by exists rounds; rewrite vE lE.
move=> w is_r; have [||r -> _] := @is_receive_true e w N m; [provided | | by exists r].
apply: (calls_positional.own_call_true is_r erefl); refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); exact: y_name.
Qed.

(* --- What machines have heard of ------------------------------------------------------------------------------------------------ *)
Lemma place_inside N m r slots p : gathering.is_receive N m r -> slots \in r -> p \in slots -> compare_wholes Equal (size p) 2 -> (0 < item 0%N p 1 <= N)%N.
Proof.
case/and3P=> _ /allP slots_are _ /slots_are/andP[_ /allP places] /places; rewrite /gathering.is_place /compare_wholes => p_is /eqP size_p.
by move: p_is; rewrite size_p /= => /andP[].
Qed.
Ltac image_index ::= refine (w_image [::] _ _ _); [naturally | naturally | met].
Ltac side ::= first
  [ match goal with H : is_true (compare_wholes Equal (size _) _) |- _ => rewrite /compare_wholes in H; rewrite (eqP H) end; reflexivity
  | match goal with size_h : size _ = _, R : is_true (gathering.is_receive _ _ _), S : is_true (_ \in _), P : is_true (_ \in _), H : is_true (compare_wholes _ _ _) |- _ =>
      rewrite size_h; exact: (place_inside R S P H) end ].
Lemma call_heard_after defs rounds N m : provides [:: heard_after_d] defs -> gathering.is_communication N m rounds ->
  call fs defs "heard_after" [:: rounds_of rounds; whole N] = Value (rows (gathering.heard_after N rounds)).
Proof.
move=> W /allP rounds_are; enter.
apply: (@y_fold_where S _ _ _ (fun heard : seq (seq nat) => size heard = N) round_of rows (gathering.hear N)).
- apply: w_list_rows => [|i _]; first by naturally.
  by refine (y_list (vs := [:: whole i]) _); naturals.
- by naturally.
- by rewrite size_map size_iota subSS subn0.
- by move=> heard r /rounds_are/and3P[/eqP size_r _ _] _; rewrite size_map.
move=> heard r r_in size_h; have r_is := rounds_are r r_in.
apply: yields_eq; first by naturally.
by congr rows_of_wholes; apply: eq_map => slots; rewrite map_id.
Qed.
End Calls.
