(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems of machines.v on slots for the collection, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants variants_shared calls_statements.
From attest Require machines statements_positional_two_s_slots.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_positional_two_s_slots.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition is_wiring_d := Eval compute in the "is_wiring".
Definition serves_d := Eval compute in the "serves".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (wiring : seq bool) (s x y : nat).

Definition wire (b : bool) : value F := Num (b : nat)%:R.
Definition wires wiring : value F := List (map wire wiring).
Lemma is_wire (b : bool) : ((b : nat)%:R == 0%:R :> F) || ((b : nat)%:R == 1%:R :> F).
Proof. by rewrite !eqr_nat; case: b. Qed.

Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (y_count _ _); [value | intros ? ?; value]
  end.
Lemma call_serves defs wiring x y : provides [:: serves_d] defs ->
  call fs defs "serves" [:: wires wiring; Num x%:R; Num y%:R] = Value (Bool ((x <= count negb wiring)%N && (y <= count id wiring)%N)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
rewrite !ler_nat; congr (Bool ((_ <= _)%N && (_ <= _)%N)); apply: eq_count => b; by rewrite eqr_nat; case: b.
Qed.
Lemma call_is_wiring defs wiring (m : F) : provides [:: is_wiring_d] defs ->
  call fs defs "is_wiring" [:: wires wiring; Num m] = Value (Bool ((size wiring)%:R == m)).
Proof.
move=> W; enter; apply: yields_eq.
  apply: y_and; first by value.
  move=> _; apply: y_and; first by value.
  move=> _; apply: y_and1; refine (@y_all _ _ _ _ wire wiring _ _ _ _ _ (fun=> true) _); first by value.
  move=> b _; apply: yields_eq.
    apply: y_and; last by move=> _; value.
    by refine (y_built_in _ _ _); [values | reflexivity | rewrite /= integer_nat //; reflexivity].
  by rewrite is_wire.
by rewrite size_map all_predT andbT.
Qed.

(* The splits of s, as the statements run over them. *)
Local Notation zero := (Number BinNums.N0).
Definition splits : expr :=
  Over "all" (Call "serves" [:: Name "wiring"; Name "x"; Name "y"]%string)
    [:: ("x", Binary Range zero (Name "s")); ("y", Binary Range zero (Binary Subtract (Name "s") (Name "x")))]%string None.
Lemma y_splits defs env wiring s : provides [:: serves_d] defs -> lookup "wiring" env = Some (wires wiring) -> lookup "s" env = Some (Num s%:R) ->
  yields fs defs env splits (Bool (all (fun x => all (fun y => (x <= count negb wiring)%N && (y <= count id wiring)%N) (iota 0 (s - x).+1)) (iota 0 s.+1))).
Proof.
move=> W wE sE; apply: y_all2.
- by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 s.+1); [value | exact: (y_name _ _ sE) | reflexivity | rewrite add0n mulrSr].
- move=> x; rewrite mem_iota add0n ltnS => /andP[_ x_le].
  apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 (s - x).+1); [value | apply: y_subtract; [exact: (y_name _ _ sE) | value] | reflexivity | ].
  by rewrite -natrB // add0n mulrSr.
move=> x _ y _; refine (y_call _ _ _); [ | reflexivity | exact: call_serves].
by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [exact: (y_name _ _ wE) | value | value].
Qed.
Lemma splits_served s wiring :
  all (fun x => all (fun y => (x <= count negb wiring)%N && (y <= count id wiring)%N) (iota 0 (s - x).+1)) (iota 0 s.+1) <->
  machines.serves_every_split s wiring.
Proof.
split=> [/allP served x y le_s | served].
  have x_le : (x <= s)%N by apply: leq_trans le_s; exact: leq_addr.
  have /served/allP all_y : x \in iota 0 s.+1 by rewrite mem_iota add0n ltnS.
  by apply/andP; apply: all_y; rewrite mem_iota add0n ltnS leq_subRL.
apply/allP => x; rewrite mem_iota add0n ltnS => /andP[_ x_le]; apply/allP => y; rewrite mem_iota add0n ltnS => /andP[_ y_le].
by apply/andP; apply: served; rewrite -leq_subRL.
Qed.

(* What is_wiring says of a value. *)
Lemma is_wiring_true defs v m : provides [:: is_wiring_d] defs -> call fs defs "is_wiring" [:: v; Num m%:R] = Value (Bool true) ->
  exists2 wiring, v = wires wiring & size wiring = m.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> is_l /true_and[len_l /true_and[ent _]].
case: v is_l len_l ent => // l _ len_l ent; move: len_l; rewrite /yields /= -pmulrn eqr_nat; case: eqP => // sizes _.
pose bit (v : value F) := if v is Num x then x == 1 else false.
exists (map bit l); last by rewrite size_map.
have lists : yields fs e [:: ("wiring"%string, List l); ("m"%string, Num m%:R)] (Name "wiring") (List l) by [].
congr List; rewrite -map_comp -[LHS]map_id; apply/(@eq_from_nth _ (Bool true)); rewrite ?size_map // => i i_lt.
rewrite !(nth_map (Bool true)) //; have := true_all lists ent i_lt => /true_and[_ /true_and[ok _]].
move: ok; rewrite /yields /wire /=; case: nth => //= x.
have [-> _|_] := eqVneq x 0; first by rewrite eq_sym oner_eq0.
by rewrite (_ : BinPos.Pos.to_nat _ = 1%N) // mulr1n; have [-> _|//] := eqVneq x 1.
Qed.
End Calls.

(* attest: positional.two-s-slots printed sha256:d74aa06dba27ddd4ca78e6db5a67348fc1fc0a64e2c87df2b867285f35adbe76 theorem:two_s_slots_are_enough *)
Theorem two_s_slots_are_enough : Holds statements_positional_two_s_slots.printed.
Proof.
opening S W; meaning_for_all => s _ _; have [size_w served] := machines.two_s_slots_are_enough s.
set wiring := nseq s false ++ nseq s true in size_w served.
apply: (@says_exists_value S _ _ _ _ _ (wires S wiring)).
- move=> env; have [e found _] : exists2 earlier, find_definition defs (name is_wiring_d) = Some (is_wiring_d, earlier) & provides [::] earlier.
    by apply: provides_find; provided.
  by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
- by rewrite /= all_map; apply/allP.
- refine (y_call _ _ _); [ | reflexivity | ].
    by refine (all_cons _ (all_cons _ (all_nil _ _ _))); value.
  by apply: etrans; [apply: call_is_wiring; provided | rewrite size_w natrM eqxx].
refine (says_expression _ _); first by apply: (y_splits (wiring := wiring) (s := s)); [provided | reflexivity | reflexivity].
exact/splits_served.
Qed.

(* attest: positional.two-s-slots finding_fewer_slots_are_not_enough sha256:0886f1fdd39baa0d171b4a713df34ab59169f50343188358b6423ce0cbc06988 theorem:fewer_slots_are_not_enough *)
Theorem fewer_slots_are_not_enough : Holds statements_positional_two_s_slots.finding_fewer_slots_are_not_enough.
Proof.
opening S W; meaning_for_all => s _ _; meaning_for_all => m _ _.
apply: says_for_values => [v | v]; first exact: any_and.
case/true_and=> /true_call[//|vs /true_cons[u [vs1 [yu /true_cons[w [vs2 [yw /true_nil-> ->]]] ->]]] wired] /true_and[served _].
have [wiring vE size_w] : exists2 wiring, v = wires S wiring & size wiring = m.
  have [uE] : Some v = Some u := yu; have [wE] : Some (Num m%:R) = Some w := yw; rewrite -uE -wE in wired.
  by apply: is_wiring_true wired; provided.
rewrite vE in served *; meaning_value; rewrite -natrM ler_nat -size_w; apply: machines.fewer_slots_are_not_enough.
apply/splits_served.
have W' : provides [:: serves_d] defs by provided.
have computed := @y_splits S defs [:: ("wiring"%string, wires S wiring); ("m"%string, Num m%:R); ("s"%string, Num s%:R)] wiring s W' erefl erefl.
exact: esym (congr1 (fun v : value S => if v is Bool b then b else false) (yields_inj served computed)).
Qed.
