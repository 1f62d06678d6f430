(* SPDX-License-Identifier: Apache-2.0 *)
(* Arrays of n integers from 0 to L in the statement language (Positional Attention, appendix G), in the terms of discrepancy.v: all of them,
   their largest and smallest entries, and how many meet a condition. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements calls_ordinals discrepancy discrepancy_pairs.
From attest Require calls_srpe statements_positional_discrepancy_conclusion statements_positional_discrepancy_products.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_discrepancy_conclusion.printed ++ definitions statements_positional_discrepancy_products.finding_exact.
Local Notation the f := (definition_in library f) (only parsing).
Definition arrays_d := Eval compute in the "arrays".

(* --- The largest and the smallest of a list -------------------------------------------------------------------------------- *)
Section Extremes.
Variable F : realFieldType.
Implicit Types (pick : F -> F -> F) (le : rel F) (l : seq F) (x y : F).

(* What pick keeps is one of two numbers, and stands in the order `le` to both. *)
Definition picks pick le : Prop :=
  [/\ forall x y, pick x y = x \/ pick x y = y, forall x y, le (pick x y) x && le (pick x y) y, reflexive le, transitive le & antisymmetric le].
Lemma picks_max : picks Num.max >=%R.
Proof.
split=> [x y|x y|x|y x z xy yz|x y].
- by case: (leP x y) => _; [right | left].
- by rewrite /= !le_maxr !lexx orbT.
- exact: lexx.
- exact: le_trans yz xy.
by rewrite andbC => /le_anti.
Qed.
Lemma picks_min : picks Num.min <=%R.
Proof.
split=> [x y|x y|x|y x z xy yz|x y].
- by case: (leP x y) => _; [left | right].
- by rewrite !le_minl !lexx orbT.
- exact: lexx.
- exact: le_trans xy yz.
exact: le_anti.
Qed.
Lemma foldl_pick pick le : picks pick le -> forall l x, foldl pick x l \in x :: l /\ all (le (foldl pick x l)) (x :: l).
Proof.
case=> one below refl trans _; elim=> [|z l IH] x /=; first by rewrite mem_head refl.
have [found /andP[le_first le_l]] := IH (pick x z); have /andP[le_x le_z] := below x z; split.
  move: found; rewrite !inE => /orP[/eqP->|->]; last by rewrite !orbT.
  by case: (one x z) => ->; rewrite eqxx ?orbT.
by rewrite (trans _ _ _ le_first le_x) (trans _ _ _ le_first le_z).
Qed.
Lemma extreme_column pick le n (f : 'I_n -> F) i : picks pick le -> (forall j, le (f i) (f j)) ->
  extreme pick [:: column f] = Value (Num (f i)).
Proof.
move=> ok f_i; rewrite /extreme /column /entries.
have -> : numbers_in [seq Value v | v <- [seq (Num (f j) : value F) | j <- indices n]] = Value [seq f j | j <- indices n].
  by rewrite -map_comp; exact: (numbers_in_map (indices n) f).
have := mem_index_enum i; case: (indices n) => // j l i_l.
have [found /allP le_all] := foldl_pick ok [seq f k | k <- l] (f j); have [_ _ _ _ anti] := ok.
rewrite /=; congr (Value (Num _)); apply: anti; apply/andP; split; first by apply: le_all; rewrite -(map_cons f) map_f.
by move: found; rewrite -(map_cons f) => /mapP[k _ ->].
Qed.
End Extremes.

Section Arrays.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n L v : nat).

Definition cells n L (x : array n L) : value F := column (fun j => (x j)%:R).
Definition all_arrays n L : seq (array n L) := calls_srpe.words L.+1 n.
Lemma sum_arrays n L (f : array n L -> F) : \sum_(x <- all_arrays n L) f x = \sum_x f x.
Proof. exact: calls_srpe.sum_words. Qed.
Lemma count_arrays n L (p : pred (array n L)) : count p (all_arrays n L) = #|p|.
Proof. by rewrite (permP (calls_srpe.words_all L.+1 n)) -sum1_count sum1_card. Qed.
Lemma card_arrays_of n L : (L%:R + 1%:R) ^+ n = #|array n L|%:R :> F.
Proof. by rewrite card_arrays natrX -natrD addn1. Qed.

Lemma call_arrays defs y n L : provides [:: arrays_d] defs -> y = L%:R ->
  call fs defs "arrays" [:: Num y; Num n%:R] = Value (List [seq cells x | x <- all_arrays n L]).
Proof.
move=> W yL; enter; apply: yields_eq.
  have arguments : yields_all fs earlier [:: ("L"%string, Num y); ("n"%string, Num n%:R)]
      [:: Binary Range (Number BinNums.N0) (Name "L"); Name "n"%string] [:: List [seq Num i%:R | i <- iota 0 L.+1]; Num n%:R].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 L.+1); [value | value | reflexivity | rewrite yL add0n mulrSr].
  by refine (y_built_in arguments _ _); [reflexivity | rewrite /= integer_nat //].
congr List; rewrite /=; have /= -> := map_indices L.+1 (fun i => Num i%:R : value F).
rewrite (calls_srpe.lists_over_map (fun j : 'I_L.+1 => Num j%:R : value F)) -!map_comp.
rewrite /all_arrays /calls_srpe.words -[in LHS](all_filterP (calls_srpe.lists_over_size (indices L.+1) n)).
rewrite (_ : [seq t <- _ | _] = [seq val t | t : n.-tuple 'I_L.+1 <- pmap insub (lists_over (indices L.+1) n)]).
  rewrite -!map_comp; apply: eq_map => t /=; rewrite /cells /column /entries -{1}(map_tnth_enum t) -map_comp; congr List.
  rewrite -[in RHS](filter_predT (indices n)) deprecated_filter_index_enum.
  by apply: eq_map => j /=; rewrite ffunE.
rewrite (pmap_filter (@insubK _ _ _)); apply: eq_filter => t.
by rewrite isSome_insub.
Qed.

Lemma y_max_array defs env a n L (x : array n L) : (0 < n)%N -> yields fs defs env a (cells x) ->
  yields fs defs env (Call "max" [:: a]) (Num (largest x)%:R).
Proof.
move=> n_gt0 ya; have [|i maxE] := @eq_bigmax [finType of 'I_n] (fun i => x i : nat); first by rewrite card_ord.
refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); first reflexivity.
rewrite /largest maxE; apply: (extreme_column (picks_max F)) => j.
by rewrite /= ler_nat -maxE; exact: leq_bigmax.
Qed.
Lemma y_min_array defs env a n L (x : array n L) : (0 < n)%N -> yields fs defs env a (cells x) ->
  yields fs defs env (Call "min" [:: a]) (Num (smallest x)%:R).
Proof.
move=> n_gt0 ya; pose turned i := [ffun i => rev_ord (x i)] i : nat.
have [|i maxE] := @eq_bigmax [finType of 'I_n] turned; first by rewrite card_ord.
have turnedE j : turned j = (L - x j)%N by rewrite /turned ffunE /= subSS.
have x_le j : (x j <= L)%N by rewrite -ltnS.
refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); first reflexivity.
have -> : smallest x = x i by rewrite /smallest /largest -/turned maxE turnedE subKn.
apply: (extreme_column (picks_min F)) => j; rewrite ler_nat -(subKn (x_le i)) -(subKn (x_le j)); apply: leq_sub2l.
by rewrite -!turnedE -maxE; exact: leq_bigmax.
Qed.
End Arrays.
