(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of odd-even sort's definitions give, for lists of numbers, and the theorems of odd_even_sort.v as the meaning of their
   statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements.
From attest Require odd_even_sort calls_srpe statements_positional_odd_even_sort.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_odd_even_sort.repaired ++ definitions statements_positional_odd_even_sort.finding_even_pairs_first.
Local Notation the f := (definition_in library f) (only parsing).
Definition odd_even_round_d := Eval compute in the "odd_even_round".
Definition odd_even_d := Eval compute in the "odd_even".
Definition even_pairs_first_d := Eval compute in the "even_pairs_first".
Definition is_sorted_d := Eval compute in the "is_sorted".
Definition is_rearrangement_d := Eval compute in the "is_rearrangement".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (x : seq F) (y : F) (n r k i : nat).

Definition numbers_of_list x : value F := List (map (@Num F) x).

(* 1, ..., n as the successors of 0, ..., n - 1. *)
Lemma y_successors defs env a b y n : yields fs defs env a (Num 1%:R) -> yields fs defs env b (Num y) -> y = n%:R ->
  yields fs defs env (Binary Range a b) (List [seq Num i.+1%:R | i <- iota 0 n]).
Proof.
move=> ya yb yE; apply: yields_eq; first exact: (y_from_1 floor_int ya yb yE).
by rewrite -[1%N]addn0 iotaDl -map_comp.
Qed.
Lemma below i n : i \in iota 0 n -> (i < n)%N.
Proof. by rewrite mem_iota add0n. Qed.
Lemma following i : i%:R + 1%:R = i.+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
Lemma before i : 1%:R < i.+1%:R :> F -> i.+1%:R - 1%:R = i.-1.+1%:R :> F.
Proof. by rewrite ltr_nat => i_gt0; rewrite -natrB // subn1 /= prednK. Qed.
Lemma next_below i n : i.+1%:R < n%:R :> F -> (i.+1 < n)%N.
Proof. by rewrite ltr_nat. Qed.
Lemma size_before x : (0 < size x)%N -> (size x)%:R - 1%:R = (size x).-1%:R :> F.
Proof. by move=> x_gt0; rewrite -subn1 natrB. Qed.

Ltac side ::= first
  [ eassumption | reflexivity | exact: following
  | match goal with H : is_true (_ \in iota 0 _) |- _ => exact: below H end
  | match goal with H : is_true (_ < _) |- _ => first [exact: (before H) | exact: (next_below H)] end
  | match goal with H : is_true (_ \in iota 0 _) |- is_true (leq _ _) => apply: leq_ltn_trans (below H); exact: leq_pred end ].
Lemma y_size defs env a x : yields fs defs env a (numbers_of_list x) -> yields fs defs env (Call "len" [:: a]) (Num (size x)%:R).
Proof. by move=> /y_length; rewrite size_map. Qed.
Ltac length_value ::= refine (y_size _); value.
Ltac range_value ::= refine (y_successors _ _ _); [value | value | side].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Binary Mod _ _) _ => refine (y_mod _ _ _ _ _); [value | value | side | reflexivity | reflexivity]
  | |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (y_count _ _); [value | intros ? ?; value]
  end.

Lemma call_round defs x y r : provides [:: odd_even_round_d] defs -> y = r%:R ->
  call fs defs "odd_even_round" [:: numbers_of_list x; Num y] = Value (numbers_of_list (odd_even_sort.odd_even_round x r)).
Proof.
move=> W yr; enter; apply: yields_eq; first by value.
rewrite /numbers_of_list /odd_even_sort.odd_even_round /mkseq -map_comp; congr List; apply: eq_map => i /=.
rewrite /odd_even_sort.exchange /odd_even_sort.lower eqr_nat !ltr_nat ltnS !modn2 /=.
by case: (odd i); case: (odd r).
Qed.
Lemma foldl_rounds s x k : foldl (fun z i => odd_even_sort.odd_even_round z (s + i.+1)) x (iota 0 k) = odd_even_sort.odd_even_from s x k.
Proof. by elim: k => // k IH; rewrite -addn1 iotaD foldl_cat IH /= add0n addn1. Qed.

Ltac known_call ::= apply: call_round; [provided | side].
Lemma call_odd_even defs x y k : provides [:: odd_even_d; odd_even_round_d] defs -> y = k%:R ->
  call fs defs "odd_even" [:: numbers_of_list x; Num y] = Value (numbers_of_list (odd_even_sort.odd_even x k)).
Proof.
move=> W yk; enter; rewrite /odd_even_sort.odd_even -foldl_rounds.
by apply: (y_fold (k := numbers_of_list)); [value | value | move=> z i _; value].
Qed.
Lemma call_even_pairs defs x y k : provides [:: even_pairs_first_d; odd_even_round_d] defs -> y = k%:R ->
  call fs defs "even_pairs_first" [:: numbers_of_list x; Num y] = Value (numbers_of_list (odd_even_sort.odd_even_from 1 x k)).
Proof.
move=> W yk; enter; rewrite -foldl_rounds.
by apply: (y_fold (k := numbers_of_list)); [value | value | move=> z i _; value].
Qed.
Lemma call_is_sorted defs x : provides [:: is_sorted_d] defs -> (0 < size x)%N ->
  call fs defs "is_sorted" [:: numbers_of_list x] = Value (Bool (sorted <=%R x)).
Proof.
move=> W x_gt0; have size_x := size_before x_gt0; enter; apply: yields_eq.
  apply: y_all; [value | move=> i /below i_lt].
  have left : (i < size x)%N by apply: leq_trans i_lt _; exact: leq_pred.
  have right : (i.+1 < size x)%N by rewrite -ltn_predRL.
  by value.
congr Bool; apply/allP/(sortedP 0) => [all_i i i_lt | all_i i /below i_lt]; apply: all_i; last by rewrite -ltn_predRL.
by rewrite mem_iota add0n ltn_predRL.
Qed.
Lemma call_is_rearrangement defs x z : provides [:: is_rearrangement_d] defs -> perm_eq x z ->
  call fs defs "is_rearrangement" [:: numbers_of_list x; numbers_of_list z] = Value (Bool true).
Proof.
move=> W same; enter; apply: yields_eq; first by value.
congr Bool; rewrite (perm_size same) eqxx; apply/allP => e _ /=.
by rewrite (permP same).
Qed.
End Calls.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "odd_even" _ = _ => apply: call_odd_even; [provided | side]
  | |- call _ _ "even_pairs_first" _ = _ => apply: call_even_pairs; [provided | side]
  | |- call _ _ "is_sorted" _ = _ => apply: call_is_sorted; [provided | rewrite ?odd_even_sort.size_odd_even; assumption]
  | |- call _ _ "is_rearrangement" _ = _ => apply: call_is_rearrangement; [provided | assumption]
  end.
Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_vectors _ _ _); [floors | value | first [reflexivity | side]]
  end.

(* attest: positional.odd-even-sort repaired sha256:2ad4c44dd7a8273e016fa9d2d50be67804aafddd553905e0608c165cbd70db12 theorem:odd_even_sorts *)
Theorem odd_even_sorts : Holds statements_positional_odd_even_sort.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x size_x _; have x_gt0 : (0 < size x)%N by rewrite size_x.
have [sorts same] := odd_even_sort.odd_even_sorts x; rewrite size_x in sorts same.
by meaning_value; rewrite sorts.
Qed.

(* attest: positional.odd-even-sort finding_every_order_type sha256:62a89ff88c937164e12f83934be930181115dadc27ae8e4c0274d78734ff6d33 theorem:every_order_type *)
Theorem every_order_type : Holds statements_positional_odd_even_sort.finding_every_order_type.
Proof.
opening S W; meaning_for_all => n n_gt0 _; pose items := [seq i.+1%:R | i <- iota 0 n] : seq S.
refine (says_forall (inside := fun x => x \in lists_over items n) (h := @numbers_of_list S) (P := xpredT) _ _ _) => [|//|x x_in _].
  refine (in_list (l := lists_over items n) _); apply: yields_eq.
    have arguments : yields_all (functions_of S) defs [:: ("n"%string, Num n%:R)]
        [:: Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "n"); Name "n"%string] [:: List [seq Num i.+1%:R | i <- iota 0 n]; Num n%:R].
      by refine (all_cons (y_successors (n := n) _ _ _) (all_cons _ (all_nil _ _ _))); [value | value | reflexivity | value].
    by refine (y_built_in arguments _ _); [reflexivity | rewrite /= (integer_nat (@floor_integer S)); reflexivity].
  congr List; rewrite -[LHS]map_id /items -/(numbers_of_list _).
  by rewrite (_ : [seq Num i.+1%:R | i <- iota 0 n] = map (@Num S) items) ?calls_srpe.lists_over_map -?map_comp.
have /eqP size_x := allP (calls_srpe.lists_over_size items n) x x_in; have x_gt0 : (0 < size x)%N by rewrite size_x.
have [sorts same] := odd_even_sort.odd_even_sorts x; rewrite size_x in sorts same.
by meaning_value; rewrite sorts.
Qed.

(* attest: positional.odd-even-sort finding_n_rounds_are_needed sha256:82afeb8441dd080aaac61da6b1b264ae43bec38d48a8d5cc72f22d98e6bbf18a theorem:n_rounds_are_needed *)
Theorem n_rounds_are_needed : Holds statements_positional_odd_even_sort.finding_n_rounds_are_needed.
Proof.
opening S W; meaning_for_all => n n_gt2 _; have n_gt0 : (0 < n)%N by apply: ltn_trans n_gt2.
have one_less : n%:R - 1%:R = n.-1%:R :> S by rewrite -subn1 natrB.
have [x [size_x unsorted]] := odd_even_sort.n_rounds_are_needed S n_gt2; have x_gt0 : (0 < size x)%N by rewrite size_x.
by meaning_exists x; meaning_value.
Qed.

(* attest: positional.odd-even-sort finding_rounds_of_two_stages sha256:a6714b051a2ecbae0d50ce7bc8068e89ab15ae74e0cc6007d999574ab358e55d theorem:rounds_of_two_stages *)
Theorem rounds_of_two_stages : Holds statements_positional_odd_even_sort.finding_rounds_of_two_stages.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x size_x _; have x_gt0 : (0 < size x)%N by rewrite size_x.
have twice : 2%:R * (n%:R - 1%:R) = (2 * (n - 1))%:R :> S by rewrite natrM natrB.
have next : n%:R + 1%:R = (n + 1)%:R :> S by rewrite natrD.
have half : 2%:R * ((n + 1) %/ 2)%:R = (2 * ((n + 1) %/ 2))%:R :> S by rewrite natrM.
have [first_ second_] := odd_even_sort.rounds_of_two_stages x; rewrite size_x in first_ second_.
refine (says_expression _ _); last exact/andP/(conj first_ second_).
refine (y_and _ (fun _ => y_and1 _)); first by value.
refine (y_call _ _ _); [ | reflexivity | apply: call_is_sorted; [provided | by rewrite odd_even_sort.size_odd_even]].
refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [ | reflexivity | apply: call_odd_even; [provided | exact: half]].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
by apply: y_multiply; [value | apply: (y_div _ _ next); [value | value | reflexivity | by []]].
Qed.

(* attest: positional.odd-even-sort finding_even_pairs_first sha256:0b0d45ab42707744c5bf6c867e89ccc40d25f1a2c7a94660209861721f90c491 theorem:even_pairs_first *)
Theorem even_pairs_first : Holds statements_positional_odd_even_sort.finding_even_pairs_first.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x size_x _; have x_gt0 : (0 < size x)%N by rewrite size_x.
have sorts := odd_even_sort.even_pairs_first x; rewrite size_x in sorts.
by meaning_value.
Qed.

(* attest: positional.odd-even-sort finding_even_pairs_first_need_n_rounds sha256:8c7e59018cc96bef9c337b2dc064bddf9bc252ce22a0eafdf9c0a5bc79e17912 theorem:even_pairs_need_n_rounds *)
Theorem even_pairs_need_n_rounds : Holds statements_positional_odd_even_sort.finding_even_pairs_first_need_n_rounds.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltn_trans n_gt1.
have one_less : n%:R - 1%:R = n.-1%:R :> S by rewrite -subn1 natrB.
have [x [size_x unsorted]] := odd_even_sort.even_pairs_need_n_rounds S n_gt1; have x_gt0 : (0 < size x)%N by rewrite size_x.
by meaning_exists x; meaning_value.
Qed.
