(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2 in L^p: how many inputs of a grid have identical rows; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_srpe calls_whole bound_beyond_the_condition digits statements_urpe_headline.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements calls_naturals calls_grids.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition grid_inputs_d := Eval compute in definition_in (definitions statements_urpe_headline.finding_measure_of_the_obstacle) "grid_inputs".

(* --- Lists over a list whose entries are equal ---------------------------------------------------------------------------------------------- *)
Lemma count_all_over (T : Type) (a : pred T) (l : seq T) n : count (all a) (lists_over l n) = (count a l ^ n)%N.
Proof.
elim: n => [|n IH] //=; rewrite count_flatten -map_comp expnS -IH; move: (lists_over l n) => L {IH}.
elim: l => //= x m ->; rewrite count_map mulnDl; congr (_ + _)%N.
case ax : (a x); rewrite ?mul1n ?mul0n; [apply: eq_count | rewrite -[RHS](count_pred0 L); apply: eq_count] => t /=; by rewrite ax.
Qed.
Definition same_rows (T : eqType) (t : seq T) : bool := if t is x :: rest then all (pred1 x) rest else true.
Lemma count_same_rows (T : eqType) (l : seq T) n : uniq l -> count (@same_rows T) (lists_over l n.+1) = size l.
Proof.
move=> uniq_l; rewrite /= count_flatten -map_comp.
have ones x : x \in l -> (count (@same_rows T) \o (fun x => [seq x :: rest | rest <- lists_over l n])) x = 1%N.
  by move=> x_l; rewrite /= count_map (eq_count (a2 := all (pred1 x))) // count_all_over count_uniq_mem // x_l exp1n.
by rewrite (_ : map _ l = [seq 1%N | _ <- l]) ?sumnE ?big_map ?sum1_size //; apply/eq_in_map => x; exact: ones.
Qed.

Section Inputs.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (g : seq F) (m n d : nat).
Local Notation vector x := (List (map (@Num F) x)).
Local Notation rows A := (List [seq vector x | x <- A]).

Ltac side ::= first [eassumption | exact: below | by rewrite pnatr_eq0 -lt0n].
Ltac known_call ::= first [by_call call_half_open_grid].
Lemma call_grid_inputs defs g n d : provides [:: grid_inputs_d] defs ->
  call fs defs "grid_inputs" [:: vector g; Num n%:R; Num d%:R] = Value (List [seq rows A | A <- lists_over (lists_over g d) n]).
Proof.
move=> W; enter; apply: (y_tuples floor_int (h := fun x => vector x) (l := lists_over g d)); [ | by value | by []].
by apply: (y_tuples floor_int (h := @Num F)); [value | value | ].
Qed.
Lemma equal_vectors (x y : seq F) : equal (vector x) (vector y) = Value (x == y).
Proof. by apply: calls_whole.equal_images. Qed.
Lemma call_same_rows defs n (A : seq (seq F)) : provides [:: identical_rows_d] defs -> size A = n.+1 ->
  call fs defs "identical_rows" [:: rows A] = Value (Bool (same_rows A)).
Proof.
case: A => // x A W [size_A]; enter; apply: (yields_eq (v := Bool (all (fun i => nth [::] A i == x) (iota 0 (size A))))); last first.
  congr Bool; rewrite /same_rows -[in RHS](mkseq_nth [::] A) all_map; apply: eq_all => i /=.
  by [].
apply: (y_all (h := fun i => Num (i.+2)%:R)).
  apply: (yields_eq (v := List [seq Num i%:R | i <- iota 2 (size A)])); last by rewrite -[2%N]addn0 iotaDl -map_comp; congr List; apply: eq_map.
  apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 (size A)); [value | by apply: y_length; value | by [] | ].
  by rewrite /= size_map -!mulrSr addSn add1n.
move=> i; rewrite mem_iota add0n => i_A; apply: (y_compare (v := vector (nth [::] A i)) (w := vector x)); last exact: equal_vectors.
  have <- : nth (Bool true) [seq vector y | y <- x :: A] i.+1 = vector (nth [::] A i) by rewrite /= (nth_map [::]).
  by apply: (y_index floor_int (l := [seq vector y | y <- x :: A]) (i := i.+1)); [value | value | by [] | rewrite /= size_map ltnS].
by apply: (y_index floor_int (l := [seq vector y | y <- x :: A]) (i := 0)); [value | value | | ].
Qed.
End Inputs.

Lemma product_exponent (F : realFieldType) n d : n%:R * d%:R = (n * d)%:R :> F.
Proof. by rewrite natrM. Qed.
Lemma less_exponent (F : realFieldType) n d : (0 < n)%N -> d%:R * (n%:R - 1%:R) = (d * (n - 1))%:R :> F.
Proof. by move=> n_gt0; rewrite natrM natrB. Qed.
Ltac side ::= first [eassumption | exact: product_exponent | by apply: less_exponent | by rewrite expf_neq0 // pnatr_eq0 -lt0n].
Ltac known_call ::= first [by_call call_half_open_grid].

(* attest: urpe.headline finding_measure_of_the_obstacle sha256:90f2e7ff766be307c00f05bdf2c64e5ec9e75a62e353b0504470908cbbd1e2a5 theorem:measure_of_the_obstacle *)
Theorem measure_of_the_obstacle : Holds statements_urpe_headline.finding_measure_of_the_obstacle.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
set g := grid S m m; set L := lists_over g d.
have uniq_g : uniq g.
  by rewrite map_inj_uniq ?iota_uniq // => i j /mulIf E; apply/eqP; rewrite -(eqr_nat S) E // invr_eq0.
have counted : count (@same_rows _) (lists_over L n) = (m ^ d)%N.
  by rewrite -(prednK n_gt0) count_same_rows ?calls_srpe.lists_over_uniq // bound_beyond_the_condition.size_lists_over size_map size_iota.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_compare (v := Num ((m ^ d)%:R / m%:R ^+ (n * d))) (w := Num (1%:R / m%:R ^+ (d * (n - 1))))).
- apply: y_divide; [ | by value | exact: expf_neq0]; rewrite -counted.
  apply: (y_count (h := fun A => List [seq List (map (@Num S) x) | x <- A]) (l := lists_over L n)).
    by refine (y_call (vs := [:: List (map (@Num S) g); Num n%:R; Num d%:R]) _ _ _); [values | reflexivity | apply: call_grid_inputs; provided].
  move=> A; rewrite digits.mem_lists_over => /andP[/eqP size_A _].
  by refine (y_call _ _ _); [values | reflexivity | apply: (@call_same_rows S _ n.-1); [provided | rewrite size_A prednK]].
- by value.
have -> : (n * d = d * (n - 1) + d)%N by rewrite -mulnSr subn1 prednK // mulnC.
by rewrite /compare /= natrX exprD invfM mulrCA divff ?expf_neq0 // mulr1 mul1r eqxx.
Qed.
