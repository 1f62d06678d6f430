(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of appendix E's definitions give (Positional Attention): partitions, the sums over their cells, and what is made of these. A
   partition's points are f 1, ..., f (k + 1) where its cells are k. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants.
From attest Require Import calls_statements ood_sums.
From attest Require statements_positional_ood_n2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_positional_ood_n2.finding_exact.
Local Notation the f := (definition_in library f) (only parsing).
Definition overlap_d := Eval compute in the "overlap".
Definition inside_d := Eval compute in the "inside".
Definition prob_A_d := Eval compute in the "prob_A".
Definition prob_B_d := Eval compute in the "prob_B".
Definition prob_C_d := Eval compute in the "prob_C".
Definition kept_d := Eval compute in the "kept".
Definition is_partition_d := Eval compute in the "is_partition".
Definition lower_A_d := Eval compute in the "lower_A".
Definition upper_A_d := Eval compute in the "upper_A".
Definition lower_B2_d := Eval compute in the "lower_B2".
Definition upper_B2_d := Eval compute in the "upper_B2".
Definition lower_in_d := Eval compute in the "lower_in".
Definition upper_in_d := Eval compute in the "upper_in".

Definition from_1 (F : Type) (f : nat -> F) (i : nat) : F := f i.+1.

Section Numbers.
Variable F : realFieldType.
Implicit Types (a c : F) (f g : nat -> F) (k m : nat).

Lemma cells k : k.+1%:R - 1%:R = k%:R :> F.
Proof. by rewrite -natrB // subn1. Qed.
Lemma following i : i%:R + 1%:R = i.+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
Lemma left_end i k : i \in iota 1 k -> (0 < i <= k.+1)%N.
Proof. by move=> /in_from_1 /andP[-> /leqW]. Qed.
Lemma right_end i k : i \in iota 1 k -> (0 < i.+1 <= k.+1)%N.
Proof. by move=> /in_from_1 /andP[_]; rewrite ltnS. Qed.

(* Divisors. *)
Lemma beyond_1 c : 1 < c -> [/\ c != 0, c ^+ 2 != 0, 1%:R - 1%:R / c ^+ 2 != 0, 2%:R * (c - 1%:R) != 0 & (c - 1%:R) ^+ 2 != 0].
Proof.
move=> c1; have c0 : 0 < c := lt_trans ltr01 c1; have c_neq0 : c != 0 by rewrite gt_eqF.
have d_neq0 : c - 1%:R != 0 by rewrite gt_eqF // subr_gt0.
have c2 : 1 < c ^+ 2 by rewrite exprn_egt1.
split; rewrite ?expf_neq0 ?mulf_neq0 ?pnatr_eq0 //.
by rewrite gt_eqF // subr_gt0 ltr_pdivr_mulr ?mul1r // (lt_trans ltr01).
Qed.

Lemma less_1 n : (1 < n)%N -> n%:R - 1%:R = (n - 1)%:R :> F /\ n%:R - 1%:R != 0 :> F.
Proof. by move=> n1; split; [rewrite natrB // ltnW | rewrite gt_eqF // subr_gt0 ltr_nat]. Qed.
Lemma less_2 n : (2 < n)%N -> n%:R - 2%:R = (n - 2)%:R :> F /\ n%:R - 2%:R != 0 :> F.
Proof. by move=> n2; split; [rewrite natrB // ltnW | rewrite gt_eqF // subr_gt0 ltr_nat]. Qed.

(* Points of two partitions that do not meet. *)
Lemma points_apart a b b' c k m (S T : nat -> F) p q : partition a b k S -> partition b' c m T -> b <= b' -> (p <= k)%N -> (q <= m)%N ->
  [|| b < b', (p < k)%N | (0 < q)%N] -> T q - S p != 0.
Proof.
move=> partS partT bb pk qm strict; rewrite gt_eqF // subr_gt0.
have /andP[_ Sb] := partition_in partS pk; have /andP[bT _] := partition_in partT qm.
case/or3P: strict => [lt_b | lt_p | q0].
- exact: le_lt_trans Sb (lt_le_trans lt_b bT).
- have /andP[_ Sb'] := partition_in partS lt_p; have := partition_step partS lt_p; rewrite subr_gt0 => step.
  exact: lt_le_trans step (le_trans Sb' (le_trans bb bT)).
case: q q0 qm bT => // q _ qm _; have /andP[bT _] := partition_in partT (ltnW qm).
have := partition_step partT qm; rewrite subr_gt0; apply: le_lt_trans.
exact: le_trans Sb (le_trans bb bT).
Qed.

Lemma apart_lower_A a c k m f g : partition a 1 k (from_1 f) -> partition 1 c m (from_1 g) ->
  forall i j, i \in iota 1 k -> j \in iota 1 m -> g j.+1 - f i.+1 != 0.
Proof.
move=> partS partT i j /in_from_1/andP[i0 ik] /in_from_1/andP[j0 jm].
by have := points_apart partS partT (lexx 1) ik jm; rewrite j0 !orbT; apply.
Qed.
Lemma apart_upper_A a c k m f g : partition a 1 k (from_1 f) -> partition 1 c m (from_1 g) ->
  forall i j, i \in iota 1 k -> j \in iota 1 m -> g j - f i != 0.
Proof.
move=> partS partT i j /in_from_1/andP[i0 ik] /in_from_1/andP[j0 jm]; case: i i0 ik => // i _ ik; case: j j0 jm => // j _ jm.
by have := points_apart partS partT (lexx 1) (ltnW ik) (ltnW jm); rewrite ik orbT; apply.
Qed.
Lemma apart_B2 a c k m f g : partition a (-1) k (from_1 f) -> partition 1 c m (from_1 g) -> forall i j, (i <= k)%N -> (j <= m)%N -> g j.+1 - f i.+1 != 0.
Proof.
move=> partU partT i j ik jm; have lt : -1 < 1 :> F by rewrite gtr_opp ?ltr01.
by have := points_apart partU partT (ltW lt) ik jm; rewrite lt; apply.
Qed.
Lemma apart_lower_B2 a c k m f g : partition a (-1) k (from_1 f) -> partition 1 c m (from_1 g) ->
  forall i j, i \in iota 1 k -> j \in iota 1 m -> g j.+1 - f i != 0.
Proof.
move=> partU partT i j /in_from_1/andP[i0 ik] /in_from_1/andP[_ jm]; case: i i0 ik => // i _ ik.
by apply: (apart_B2 partU partT) => //; exact: ltnW.
Qed.
Lemma apart_upper_B2 a c k m f g : partition a (-1) k (from_1 f) -> partition 1 c m (from_1 g) ->
  forall i j, i \in iota 1 k -> j \in iota 1 m -> g j - f i.+1 != 0.
Proof.
move=> partU partT i j /in_from_1/andP[_ ik] /in_from_1/andP[j0 jm]; case: j j0 jm => // j _ jm.
by apply: (apart_B2 partU partT) => //; exact: ltnW.
Qed.

Lemma is_partitionP k f (a b : F) : [&& f 1%N == a, f k.+1 == b & all (fun i => f i < f i.+1) (iota 1 k)] -> partition a b k (from_1 f).
Proof.
case/and3P=> /eqP fa /eqP fb /allP up; split=> // i ik; apply: up.
by rewrite mem_iota add1n ltnS.
Qed.
Lemma sum_cells (h : F -> F -> F) k m f g di dj :
  \sum_(i <- iota 1 k) \sum_(j <- iota 1 m) (f i.+1 - f i) * (g j.+1 - g j) * h (f (i + di)%N) (g (j + dj)%N) =
  cell_sum h k m (from_1 f) (from_1 g) di dj.
Proof. by rewrite sum_from_1; apply: eq_bigr => i _; rewrite sum_from_1; apply: eq_bigr => j _; rewrite /from_1 !addSn. Qed.
End Numbers.

Ltac side ::= first
  [ eassumption | reflexivity | exact: cells | exact: following
  | match goal with H : is_true (_ \in _) |- _ => first [exact: (left_end H) | exact: (right_end H)] end
  | match goal with H : forall i j, is_true _ -> is_true _ -> is_true (_ != _) |- is_true (_ != _) => refine (H _ _ _ _); assumption end ].

Section Calls.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (f g h : nat -> F) (y c s t : F).

Lemma call_overlap defs s t : provides [:: overlap_d] defs -> call fs defs "overlap" [:: Num s; Num t] = Value (Num (overlap s t)).
Proof. by move=> W; enter; apply: (@yields_eq F); [value | reflexivity]. Qed.

Ltac known_call ::= by_call call_overlap.
Lemma call_inside defs y n s t : provides [:: inside_d; overlap_d] defs -> y = n%:R -> t - s != 0 ->
  call fs defs "inside" [:: Num y; Num s; Num t] = Value (Num (inside n s t)).
Proof. by move=> W yn st; enter; apply: (@yields_eq F); [value | reflexivity]. Qed.

Ltac known_call ::= by_call call_inside.
Lemma call_is_partition defs k f (a b : F) : provides [:: is_partition_d] defs ->
  call fs defs "is_partition" [:: vec k.+1 f; Num a; Num b] =
  Value (Bool [&& f 1%N == a, f k.+1 == b & all (fun i => f i < f i.+1) (iota 1 k)]).
Proof. by move=> W; enter; apply: (@yields_eq F); [value | reflexivity]. Qed.

Lemma call_lower_A defs y c n k m f g : provides [:: lower_A_d; inside_d; overlap_d] defs -> y = n%:R -> 1 < c ->
  (forall i j, i \in iota 1 k -> j \in iota 1 m -> g j.+1 - f i.+1 != 0) ->
  call fs defs "lower_A" [:: Num y; Num c; vec k.+1 f; vec m.+1 g] = Value (Num (lower_A n c k m (from_1 f) (from_1 g))).
Proof.
move=> W yn /beyond_1[_ _ _ divisor _] apart; enter; apply: (@yields_eq F); first by value.
by rewrite /lower_A -sum_cells; congr (Num (_ / _)); apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite !addn1.
Qed.
Lemma call_upper_A defs y c n k m f g : provides [:: upper_A_d; inside_d; overlap_d] defs -> y = n%:R -> 1 < c ->
  (forall i j, i \in iota 1 k -> j \in iota 1 m -> g j - f i != 0) ->
  call fs defs "upper_A" [:: Num y; Num c; vec k.+1 f; vec m.+1 g] = Value (Num (upper_A n c k m (from_1 f) (from_1 g))).
Proof.
move=> W yn /beyond_1[_ _ _ divisor _] apart; enter; apply: (@yields_eq F); first by value.
by rewrite /upper_A -sum_cells; congr (Num (_ / _)); apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite !addn0.
Qed.
Lemma call_lower_B2 defs y c n k m f g : provides [:: lower_B2_d; inside_d; overlap_d] defs -> y = n%:R -> 1 < c ->
  (forall i j, i \in iota 1 k -> j \in iota 1 m -> g j.+1 - f i != 0) ->
  call fs defs "lower_B2" [:: Num y; Num c; vec k.+1 f; vec m.+1 g] = Value (Num (lower_B2 n c k m (from_1 f) (from_1 g))).
Proof.
move=> W yn /beyond_1[_ _ _ _ divisor] apart; enter; apply: (@yields_eq F); first by value.
by rewrite /lower_B2 -sum_cells; congr (Num (_ / _)); apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite addn0 addn1.
Qed.
Lemma call_upper_B2 defs y c n k m f g : provides [:: upper_B2_d; inside_d; overlap_d] defs -> y = n%:R -> 1 < c ->
  (forall i j, i \in iota 1 k -> j \in iota 1 m -> g j - f i.+1 != 0) ->
  call fs defs "upper_B2" [:: Num y; Num c; vec k.+1 f; vec m.+1 g] = Value (Num (upper_B2 n c k m (from_1 f) (from_1 g))).
Proof.
move=> W yn /beyond_1[_ _ _ _ divisor] apart; enter; apply: (@yields_eq F); first by value.
by rewrite /upper_B2 -sum_cells; congr (Num (_ / _)); apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite addn0 addn1.
Qed.

Ltac known_call ::=
  first [by_call call_lower_A | by_call call_upper_A | by_call call_lower_B2 | by_call call_upper_B2 | enter_named; value].
Lemma call_lower_in defs y c n k l m f h g :
  provides [:: lower_in_d; lower_B2_d; lower_A_d; kept_d; prob_C_d; prob_B_d; prob_A_d; inside_d; overlap_d] defs -> y = n%:R -> 1 < c ->
  (forall i j, i \in iota 1 k -> j \in iota 1 m -> g j.+1 - f i.+1 != 0) ->
  (forall i j, i \in iota 1 l -> j \in iota 1 m -> g j.+1 - h i != 0) ->
  call fs defs "lower_in" [:: Num y; Num c; vec k.+1 f; vec l.+1 h; vec m.+1 g] =
  Value (Num (lower_in n c k l m (from_1 f) (from_1 h) (from_1 g))).
Proof.
move=> W yn c1 apart apart'; have [c_neq0 c2_neq0 kept_neq0 _ _] := beyond_1 c1; have two : 2%:R != 0 :> F by rewrite pnatr_eq0.
by enter; apply: (@yields_eq F); [value | reflexivity].
Qed.
Lemma call_upper_in defs y c n k l m f h g :
  provides [:: upper_in_d; upper_B2_d; upper_A_d; kept_d; prob_C_d; prob_B_d; prob_A_d; inside_d; overlap_d] defs -> y = n%:R -> 1 < c ->
  (forall i j, i \in iota 1 k -> j \in iota 1 m -> g j - f i != 0) ->
  (forall i j, i \in iota 1 l -> j \in iota 1 m -> g j - h i.+1 != 0) ->
  call fs defs "upper_in" [:: Num y; Num c; vec k.+1 f; vec l.+1 h; vec m.+1 g] =
  Value (Num (upper_in n c k l m (from_1 f) (from_1 h) (from_1 g))).
Proof.
move=> W yn c1 apart apart'; have [c_neq0 c2_neq0 kept_neq0 _ _] := beyond_1 c1; have two : 2%:R != 0 :> F by rewrite pnatr_eq0.
by enter; apply: (@yields_eq F); [value | reflexivity].
Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "inside" _ = _ => by_call call_inside
  | |- call _ _ "is_partition" _ = _ => by_call call_is_partition
  | |- call _ _ "lower_A" _ = _ => by_call call_lower_A
  | |- call _ _ "upper_A" _ = _ => by_call call_upper_A
  | |- call _ _ "lower_B2" _ = _ => by_call call_lower_B2
  | |- call _ _ "upper_B2" _ = _ => by_call call_upper_B2
  | |- call _ _ "lower_in" _ = _ => by_call call_lower_in
  | |- call _ _ "upper_in" _ = _ => by_call call_upper_in
  | |- _ => enter_named; value
  end.
(* The number of a partition's points, the points, and that they are a partition. *)
Ltac for_partition k f part :=
  meaning_for_all; move=> -[//|k] _ _; meaning_for_all; move=> f _ /is_partitionP part.
