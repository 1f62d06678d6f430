(* SPDX-License-Identifier: Apache-2.0 *)
(* Assumption B.4 (edge_colouring.v) as the meaning of its statement: slots for every round. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_routing calls_loads.
From attest Require edge_colouring statements_positional_no_collision.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_no_collision.printed) f) (only parsing).
Definition is_machine_d := Eval compute in the "is_machine".
Definition is_round_d := Eval compute in the "is_round".
Definition are_slots_d := Eval compute in the "are_slots".

(* Messages from and to the machines 1, ..., N, and how many leave and reach a machine. *)
Definition good_messages N (M : seq (seq nat)) := forall m, m \in M -> [/\ size m = 2, 0 < item 0 m 1 <= N & 0 < item 0 m 2 <= N]%N.
Definition within_limits N s (M : seq (seq nat)) :=
  all (fun i => (count (fun m => item 0 m 1 == i) M <= s) && (count (fun m => item 0 m 2 == i) M <= s))%N (from_to 1 N).

Lemma count_at (M : seq (seq nat)) (P : pred (seq nat)) : #|[set e : 'I_(size M) | P (nth [::] M e)]| = count P M.
Proof.
by rewrite -sum1dep_card -sum1_count (big_nth [::]) big_mkord.
Qed.
Lemma slots_exist N s M : good_messages N M -> within_limits N s M -> exists z : seq nat,
  [/\ size z = size M, forall k, k \in z -> 0 < k <= s &
      forall a b, 0 < a <= size M -> 0 < b <= size M -> a != b -> (item 0 z a != item 0 z b) ||
      (item 0 (item [::] M a) 1 != item 0 (item [::] M b) 1) && (item 0 (item [::] M a) 2 != item 0 (item [::] M b) 2)]%N.
Proof.
move=> machines /allP limits; pose end_of place (e : 'I_(size M)) : 'I_N.+1 := inord (item 0%N (nth [::] M e) place).
have few place v : place = 1%N \/ place = 2%N -> (#|[set e | end_of place e == v]| <= s)%N.
  move=> one_two; have inside m : m \in M -> (0 < item 0%N m place <= N)%N by case/machines; case: one_two => ->.
  have [v_in|v_out] := boolP (val v \in from_to 1 N); last first.
    rewrite (_ : [set e | _] = set0) ?cards0 //; apply/setP => e; rewrite !inE; apply/negbTE; apply: contra v_out => /eqP <-.
    by have e_in := inside _ (mem_nth [::] (ltn_ord e)); rewrite /end_of /= inordK ?mem_from_to //; case/andP: e_in => _; rewrite ltnS.
  have -> : [set e | end_of place e == v] = [set e : 'I_(size M) | item 0%N (nth [::] M e) place == v].
    apply/setP => e; rewrite !inE -(inj_eq val_inj) /end_of /= inordK //.
    by have /andP[_] := inside _ (mem_nth [::] (ltn_ord e)); rewrite ltnS.
  rewrite (count_at M (fun m => item 0%N m place == v)); have /andP[] := limits _ v_in; by case: one_two => ->.
have [v|v|c [c_lt c_apart]] := @edge_colouring.slots_for_all _ _ s (end_of 1%N) (end_of 2%N).
  by apply: few; left.
  by apply: few; right.
exists [seq (c e).+1 | e <- enum 'I_(size M)]; split=> [|k /mapP[e _ ->]|].
- by rewrite size_map size_enum_ord.
- by apply/andP; split=> //; exact: c_lt.
case=> // a [|b] // a_lt b_lt a_b; pose ea := Ordinal (a_lt : (a < size M)%N); pose eb := Ordinal (b_lt : (b < size M)%N).
have at_z e : (e < size M)%N -> forall e' : 'I_(size M), e = e' -> item 0%N [seq (c e).+1 | e <- enum 'I_(size M)] e.+1 = (c e').+1.
  by move=> e_lt e' ->; rewrite /item /= (nth_map e') ?size_enum_ord // nth_ord_enum.
rewrite (at_z a a_lt ea) // (at_z b b_lt eb) // eqSS; case: (c ea =P c eb) => //= same.
have e_neq : ea != eb by rewrite -(inj_eq val_inj).
apply/andP; split; apply/negP => /eqP clash; have := c_apart ea eb e_neq; rewrite same eqxx => absurd.
  by have := absurd (or_introl (congr1 inord clash)).
by have := absurd (or_intror (congr1 inord clash)).
Qed.

Ltac image_index ::= refine (w_image [::] _ _ _); [naturally | naturally | met].
Ltac side ::= first [match goal with good : good_messages _ _, H : is_true (_ \in _) |- _ => solve [have [-> _ _] := good _ H; arith] end | idtac].
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).

Lemma machine_true defs v N : provides [:: is_machine_d] defs -> call fs defs "is_machine" [:: v; whole N] = Value (Bool true) ->
  exists2 n, v = whole n & (0 < n <= N)%N.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> num /true_and[int /true_and[chain _]]; case: v num int chain => [x|b|s|l|r] num int chain; try by have := num.
pose env : environment F := [:: ("v"%string, Num x); ("N"%string, whole N)].
have vx : yields fs e env (Name "v") (Num x) by []; have yN : yields fs e env (Name "N") (whole N) by [].
have [ge1] := yields_inj chain (y_chain (c := AtMost) (@w_number S e env (BinNums.Npos BinNums.xH) 1 erefl) vx erefl (fun _ => y_compare (c := AtMost) vx yN erefl)).
move: int; rewrite /rules.yields /= /integer_in /integer; case: eqP => // + _; case: (floor _ x) => n xE.
  by exists n; [rewrite /calls_whole.whole xE | move/esym: ge1; rewrite xE !ler_nat].
by move: ge1; rewrite xE -[1%:R]/((1%:Z)%:~R : F) ler_int.
Qed.
Lemma call_is_machine defs n N : provides [:: is_machine_d] defs -> call fs defs "is_machine" [:: whole n; whole N] = Value (Bool (0 < n <= N)%N).
Proof.
move=> W; enter; apply: (y_and (p := true)); first by refine (y_built_in _ _ _); [naturals | reflexivity | reflexivity].
by move=> _; apply: (y_and (p := true)); [naturally | move=> _; naturally].
Qed.
Ltac known_call ::= lazymatch goal with |- call _ _ "is_machine" _ = _ => apply: call_is_machine; provided end.
Lemma call_are_slots defs (z : seq nat) M s : provides [:: are_slots_d; is_machine_d] defs -> size z = size M -> (forall k, k \in z -> 0 < k <= s)%N ->
  call fs defs "are_slots" [:: wholes z; rows_of_wholes M; whole s] = Value (Bool true).
Proof.
move=> W sizes below; enter; apply: yields_eq; first by naturally.
by congr Bool; rewrite /= sizes eqxx; apply/allP.
Qed.
Lemma round_true defs v N s : provides [:: is_round_d; is_machine_d] defs -> call fs defs "is_round" [:: v; whole N; whole s] = Value (Bool true) ->
  exists2 M, v = rows_of_wholes M & good_messages N M /\ within_limits N s M.
Proof.
move=> W; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[each limits]; have [vE] : Some v = Some (List l) := ly.
have [|M lE fine] := @images_true S (seq nat) wholes (fun m => [/\ size m = 2, 0 < item 0 m 1 <= N & 0 < item 0 m 2 <= N]%N) _ _ _ _ _ l ly each.
  move=> m /true_and[/list_true[r ry] /true_and[size_r /true_and[first /true_and[second _]]]].
  have [rE] : Some m = Some (List r) := ry; have {}size_r : size r = 2%N by apply: (length_true ry) size_r; naturally.
  case: r size_r rE ry => [|a [|b [|c r]]] // _ mE ry.
  have machine w i : (i < 2)%N -> nth (Bool true) [:: a; b] i = w ->
      yields fs e [:: ("m"%string, m); ("messages"%string, v); ("N"%string, whole N); ("s"%string, whole s)]
        (Call "is_machine" [:: Index (Name "m") (Number (BinNat.N.of_nat i.+1)); Name "N"%string]) (Bool true) -> exists2 n, w = whole n & (0 < n <= N)%N.
    move=> i_lt wE /true_call[//|vs /true_cons[u [vs1 [yu /true_cons[n [vs2 [yn /true_nil-> ->]]] ->]]] ok].
    have [nE] : Some (whole N) = Some n := yn; rewrite -nE in ok.
    have uE : u = w by rewrite -wE; apply: yields_inj yu _; apply: (y_index (@floor_integer S) ry (@w_number S _ _ _ i.+1 (Nnat.Nat2N.id _)) erefl).
    by rewrite uE in ok; apply: machine_true ok; provided.
  have [i aE i_in] := machine a 0%N isT erefl first; have [j bE j_in] := machine b 1%N isT erefl second.
  by exists [:: i; j]; rewrite ?mE ?aE ?bE.
have good : good_messages N M by move=> m /(nthP [::])[i i_lt <-]; exact: fine.
exists M; [by rewrite vE lE | split=> //]; rewrite vE lE in limits.
by apply: (told_by limits); [naturally | ].
Qed.
End Calls.

(* attest: positional.no-collision printed sha256:6c078c258e1c5b360e10fbc4636a6268e9cb2c830a823036aee0da193a7ef482 theorem:slots_for_all *)
Theorem slots_for_all : Holds statements_positional_no_collision.printed.
Proof.
opening S W; natural_for_all => N _ _; natural_for_all => s _ _; apply: says_for_values => [v | v yv].
  have [e found _] := provides_find (d := is_round_d) (needed := [::]) (ltac:(provided) : provides [:: is_round_d] defs).
  by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
have [M vE [good limits]] : exists2 M, v = rows_of_wholes M & good_messages N M /\ within_limits N s M.
  case/true_call: yv => [//|vs /true_cons[u [vs1 [yu /true_cons[w [vs2 [yw /true_cons[x [vs3 [yx /true_nil-> ->]]] ->]]] ->]]] ok].
  have [uE] : Some v = Some u := yu; have [wE] : Some (whole N) = Some w := yw; have [xE] : Some (whole s) = Some x := yx.
  by rewrite -uE -wE -xE in ok; apply: round_true ok; provided.
rewrite {v yv}vE; have [z [size_z below apart]] := slots_exist good limits.
apply: (@says_exists_value S _ _ _ _ _ (wholes z)).
- move=> v; have [e found _] := provides_find (d := are_slots_d) (needed := [::]) (ltac:(provided) : provides [:: are_slots_d] defs).
  by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
- by rewrite /= all_map; apply/allP.
- refine (y_call _ _ _); [ | reflexivity | apply: (fun W' => @call_are_slots S defs z M s W' size_z below); provided].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); naturally.
have size_m a : (0 < a <= size M)%N -> size (item [::] M a) = 2%N.
  by case: a => // a a_lt; have [] := good (item [::] M a.+1); rewrite // mem_nth.
natural_value.
all: try by rewrite size_m; arith.
apply/allP => a; rewrite mem_from_to => a_in; apply/allP => b; rewrite mem_from_to => b_in.
by apply: apart; arith.
Qed.
