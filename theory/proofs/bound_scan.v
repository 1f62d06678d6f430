(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of figure 7's definitions give, and the theorems of scan.v as the meaning of their statements. The list of n machines has
   g 0, ..., g (n - 1). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements scan.
From attest Require bound_powers_of_two statements_positional_figure_7_scan.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_figure_7_scan.finding_every_n ++ definitions statements_positional_figure_7_scan.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition sum_round_d := Eval compute in the "sum_round".
Definition min_round_d := Eval compute in the "min_round".
Definition sums_after_d := Eval compute in the "sums_after".
Definition minima_after_d := Eval compute in the "minima_after".
Definition tree_sum_d := Eval compute in the "tree_sum".
Definition tree_min_d := Eval compute in the "tree_min".
Definition prefix_sums_d := Eval compute in the "prefix_sums".
Definition prefix_minima_d := Eval compute in the "prefix_minima".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (g : nat -> F) (op : F -> F -> F) (n q r i k : nat).

Definition machines n g : value F := vec n (fun i => g i.-1).
Lemma round_before r k : r \in iota 1 k -> r%:R - 1%:R = r.-1%:R :> F.
Proof. by move=> /in_from_1/andP[r_gt0 _]; rewrite -subn1 natrB. Qed.
Lemma partner i q : 2%:R ^+ q < i%:R :> F -> i%:R - 2%:R ^+ q = (i - 2 ^ q)%:R :> F.
Proof. by rewrite -natrX ltr_nat => /ltnW lt_i; rewrite natrB. Qed.
Lemma partner_in i n q : i \in iota 1 n -> 2%:R ^+ q < i%:R :> F -> (0 < i - 2 ^ q <= n)%N.
Proof. by move=> /in_from_1/andP[_ i_le]; rewrite -natrX ltr_nat subn_gt0 => -> /=; rewrite (leq_trans _ i_le) // leq_subr. Qed.
Lemma earlier_in t i n : t \in iota 1 i -> i \in iota 1 n -> (0 < t <= n)%N.
Proof. by move=> /in_from_1/andP[-> t_le] /in_from_1/andP[_]; exact: leq_trans. Qed.

Ltac side ::= first
  [ eassumption | reflexivity
  | match goal with H : is_true (_ < _) |- _ => exact: (partner H) end
  | match goal with H : is_true (_ < _), H' : is_true (_ \in _) |- _ => exact: (partner_in H' H) end
  | match goal with H : is_true (_ \in _), H' : is_true (_ \in _) |- _ => exact: (earlier_in H H') end ].

Definition step op q g : nat -> F := fun i => if (2 ^ q <= i)%N then op (g (i - 2 ^ q)%N) (g i) else g i.
Lemma step_machines op n q g :
  vec n (fun i => if 2%:R ^+ q < i%:R :> F then op (g (i - 2 ^ q)%N.-1) (g i.-1) else g i.-1) = machines n (step op q g).
Proof.
apply: vec_ext => -[//|i] _; rewrite /step -natrX ltr_nat ltnS; case: leqP => // le_i.
by rewrite subSn.
Qed.
Lemma foldl_scan op g k : foldl (fun f r => step op r.-1 f) g (iota 1 k) = scan op g k.
Proof. by elim: k => // k IH; rewrite -[in LHS](addn1 k) iotaD foldl_cat IH. Qed.

Lemma call_sum_round defs y n q g : provides [:: sum_round_d] defs -> y - 1%:R = q%:R ->
  call fs defs "sum_round" [:: machines n g; Num y] = Value (machines n (step +%R q g)).
Proof. by move=> W yq; rewrite -step_machines; enter; apply: yields_eq; [value | reflexivity]. Qed.
Lemma call_min_round defs y n q g : provides [:: min_round_d] defs -> y - 1%:R = q%:R ->
  call fs defs "min_round" [:: machines n g; Num y] = Value (machines n (step Num.min q g)).
Proof. by move=> W yq; rewrite -step_machines; enter; apply: yields_eq; [value | reflexivity]. Qed.

Ltac known_call ::= first [apply: call_sum_round | apply: call_min_round]; [provided | match goal with H : is_true (_ \in _) |- _ => exact: (round_before H) end].
Lemma call_sums_after defs y n k g : provides [:: sums_after_d; sum_round_d] defs -> y = k%:R ->
  call fs defs "sums_after" [:: machines n g; Num y] = Value (machines n (scan +%R g k)).
Proof.
move=> W yk; enter; rewrite -foldl_scan.
by apply: (y_fold (k := machines n)); [value | value | move=> f r r_in; value].
Qed.
Lemma call_minima_after defs y n k g : provides [:: minima_after_d; min_round_d] defs -> y = k%:R ->
  call fs defs "minima_after" [:: machines n g; Num y] = Value (machines n (scan Num.min g k)).
Proof.
move=> W yk; enter; rewrite -foldl_scan.
by apply: (y_fold (k := machines n)); [value | value | move=> f r r_in; value].
Qed.

(* Prefixes. *)
Lemma smallest_prefix g i : smallest [seq g t.-1 | t <- iota 1 i.+1] = Some (joined Num.min g i i).
Proof.
rewrite /=; congr Some; elim: i => // i IH.
by rewrite -[in LHS](addn1 i) iotaD map_cat foldl_cat IH.
Qed.
Lemma call_prefix_sums defs n g : provides [:: prefix_sums_d] defs ->
  call fs defs "prefix_sums" [:: machines n g] = Value (machines n (fun i => \sum_(t < i.+1) g t)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by apply: vec_ext => -[//|i] _; rewrite sum_from_1.
Qed.
Lemma call_prefix_minima defs n g : provides [:: prefix_minima_d] defs ->
  call fs defs "prefix_minima" [:: machines n g] = Value (machines n (fun i => joined Num.min g i i)).
Proof.
move=> W; enter; apply: y_list_over; first by value.
move=> i i_in; refine (@y_smallest _ _ _ _ _ _ _ _ _ _ _ (fun t => g t.-1) _ _ _); [value | move=> t t_in; value | ].
by case/in_from_1/andP: i_in; case: i => // i _ _; exact: smallest_prefix.
Qed.

(* The tree. *)
Definition join op q g : nat -> F := fun i => if (2 ^ q.+1 %| i.+1)%N then op (g (i - 2 ^ q)%N) (g i) else g i.
Lemma foldl_tree op g k : foldl (fun f r => join op r.-1 f) g (iota 1 k) = tree op g k.
Proof. by elim: k => // k IH; rewrite -[in LHS](addn1 k) iotaD foldl_cat IH. Qed.
Lemma divided i n r k : r \in iota 1 k -> i \in iota 1 n -> (i %% 2 ^ r)%:R == 0%:R :> F -> (2 ^ r.-1 < i)%N.
Proof.
move=> /in_from_1/andP[r_gt0 _] /in_from_1/andP[i_gt0 _]; rewrite eqr_nat => divides.
by apply: leq_trans (dvdn_leq i_gt0 divides); rewrite ltn_exp2l // prednK.
Qed.
Lemma tree_partner i n r k : r \in iota 1 k -> i \in iota 1 n -> (i %% 2 ^ r)%:R == 0%:R :> F ->
  i%:R - 2%:R ^+ r.-1 = (i - 2 ^ r.-1)%:R :> F /\ (0 < i - 2 ^ r.-1 <= n)%N.
Proof.
move=> r_k i_n /(divided r_k i_n) lt_i; split; first by rewrite -natrX natrB // ltnW.
rewrite subn_gt0 lt_i /=; case/in_from_1/andP: i_n => _; apply: leq_trans; exact: leq_subr.
Qed.
Lemma join_machines op n r k g : r \in iota 1 k ->
  vec n (fun i => if (i %% 2 ^ r)%:R == 0%:R :> F then op (g (i - 2 ^ r.-1)%N.-1) (g i.-1) else g i.-1) = machines n (join op r.-1 g).
Proof.
move=> r_k; apply: vec_ext => -[//|i] i_n; rewrite /join prednK; last by case/in_from_1/andP: r_k.
rewrite eqr_nat /dvdn; case: eqP => // divides; congr (op (g _) _).
by rewrite subSn // -ltnS (divided (k := k) (n := n) r_k) ?divides // mem_iota add1n ltnS.
Qed.
Lemma call_tree_sum defs y n k g : provides [:: tree_sum_d] defs -> y = k%:R ->
  call fs defs "tree_sum" [:: machines n g; Num y] = Value (machines n (tree +%R g k)).
Proof.
move=> W yk; enter; rewrite -foldl_tree.
apply: (y_fold (k := machines n)); [value | value | move=> f r r_in; rewrite -(join_machines _ _ _ r_in)].
have exponent := round_before r_in; apply: y_list_over; [value | move=> i i_in].
refine (y_if_number _ _ _); [ | move=> /(tree_partner r_in i_in)[there inside]; value | move=> _; value].
by apply: y_compare; [apply: y_mod; [value | value | reflexivity | exact: esym (natrX _ _ _) | rewrite expn_gt0] | value | reflexivity].
Qed.
Lemma call_tree_min defs y n k g : provides [:: tree_min_d] defs -> y = k%:R ->
  call fs defs "tree_min" [:: machines n g; Num y] = Value (machines n (tree Num.min g k)).
Proof.
move=> W yk; enter; rewrite -foldl_tree.
apply: (y_fold (k := machines n)); [value | value | move=> f r r_in; rewrite -(join_machines _ _ _ r_in)].
have exponent := round_before r_in; apply: y_list_over; [value | move=> i i_in].
refine (y_if_number _ _ _); [ | move=> /(tree_partner r_in i_in)[there inside]; value | move=> _; value].
by apply: y_compare; [apply: y_mod; [value | value | reflexivity | exact: esym (natrX _ _ _) | rewrite expn_gt0] | value | reflexivity].
Qed.
Lemma vec_machines n (f : nat -> F) : vec n f = machines n (fun i => f i.+1).
Proof. by apply: vec_ext => -[]. Qed.
Lemma same_machines defs env a b n g h : yields fs defs env a (machines n g) -> yields fs defs env b (machines n h) ->
  (forall i, (i < n)%N -> g i = h i) -> yields fs defs env (Chain a [:: (Equal, b)]) (Bool true).
Proof. by move=> ya yb gh; apply: y_same_vec ya yb _ => -[//|i] /gh. Qed.
Lemma other_machines defs env a b n g h i : yields fs defs env a (machines n g) -> yields fs defs env b (machines n h) ->
  (i < n)%N -> g i <> h i -> yields fs defs env (Chain a [:: (Different, b)]) (Bool true).
Proof. by move=> ya yb i_n /eqP gh; apply: (y_other_vec (i := i.+1) ya yb). Qed.
End Calls.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "sums_after" _ = _ => apply: call_sums_after; [provided | side]
  | |- call _ _ "minima_after" _ = _ => apply: call_minima_after; [provided | side]
  | |- call _ _ "tree_sum" _ = _ => apply: call_tree_sum; [provided | side]
  | |- call _ _ "tree_min" _ = _ => apply: call_tree_min; [provided | side]
  | |- call _ _ "prefix_sums" _ = _ => apply: call_prefix_sums; provided
  | |- call _ _ "prefix_minima" _ = _ => apply: call_prefix_minima; provided
  | |- call _ _ "ceil_log2" _ = _ => apply: bound_powers_of_two.call_ceil_log2; [provided | side]
  end.

(* attest: positional.figure-7-scan finding_every_n sha256:c5529dc580109b335b1107d0fa2b69c2b95ad8e706fadc332f7e03ece863b3fe theorem:scans_of_numbers *)
Theorem scans_of_numbers : Holds statements_positional_figure_7_scan.finding_every_n.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ _; rewrite vec_machines.
have prefixes t t_n := @scan.scans_of_numbers S (fun i => x i.+1) n _ t (bound_powers_of_two.ceil_log2_le n) t_n.
refine (says_expression (p := true) _ _) => //; refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
  by apply: same_machines; [value | value | move=> t t_n; have [sumE minE] := prefixes t t_n; exact: sumE].
by apply: same_machines; [value | value | move=> t t_n; have [sumE minE] := prefixes t t_n; exact: minE].
Qed.

(* attest: positional.figure-7-scan printed sha256:cde9cb5c909731724e2cda7fa9ded3384ab8a19c116fc1233303d23406d21c5a theorem:four_machines *)
Theorem four_machines : Holds statements_positional_figure_7_scan.printed.
Proof.
opening S W; meaning_for_all => x _ _; rewrite vec_machines; have [sums minima sum min] := scan.four_machines (fun i => x i.+1).
refine (says_expression (p := true) _ _) => //.
refine (y_and (p := true) (q := true) _ (fun _ => _)); first by apply: same_machines; [value | value | exact: sums].
refine (y_and (p := true) (q := true) _ (fun _ => _)); first by apply: same_machines; [value | value | exact: minima].
by apply: yields_eq; [value | congr Bool; apply/andP; split; apply/eqP; [exact: sum | exact: min]].
Qed.

(* attest: positional.figure-7-scan finding_tree_for_powers_of_two sha256:4eee4605cc97d104dd1730eae325f86bda17fef1a77a2d27488780c19ab4850b theorem:trees_of_numbers *)
Theorem trees_of_numbers : Holds statements_positional_figure_7_scan.finding_tree_for_powers_of_two.
Proof.
opening S W; meaning_for_all => k _ _; have power : 2%:R ^+ k = (2 ^ k)%:R :> S by rewrite natrX.
have last_in : (0 < 2 ^ k <= 2 ^ k)%N by rewrite expn_gt0 leqnn.
meaning_for_all => x _ _; rewrite vec_machines; have [sum min] := scan.trees_of_numbers (fun i => x i.+1) k.
by meaning_value; rewrite sum min prednK ?expn_gt0 // !eqxx.
Qed.

(* attest: positional.figure-7-scan finding_all_rounds_are_needed sha256:567e95e5ea27e80332c5039205badcc9b48d769fbcabfc79921ae959d9409894 theorem:fewer_rounds_miss *)
Theorem fewer_rounds_miss : Holds statements_positional_figure_7_scan.finding_all_rounds_are_needed.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 : (0 < n)%N by exact: ltnW.
have rounds_gt0 : (0 < bound_powers_of_two.ceil_log2 n)%N.
  by rewrite lt0n; apply/eqP => none; have := bound_powers_of_two.ceil_log2_le n; rewrite none leqNgt n_gt1.
have one_less : (bound_powers_of_two.ceil_log2 n)%:R - 1%:R = (bound_powers_of_two.ceil_log2 n).-1%:R :> S by rewrite -subn1 natrB.
have few : (2 ^ (bound_powers_of_two.ceil_log2 n).-1 < n)%N.
  by case: (bound_powers_of_two.below_ceil_log2 n) => // none; rewrite none in rounds_gt0.
pose x t : S := if t == 1%N then - 1 else 0; have [sums minima] := scan.fewer_rounds_miss S few.
meaning_exists x; rewrite vec_machines; have last_in : (n.-1 < n)%N by rewrite ltn_predL.
refine (says_expression (p := true) _ _) => //; refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
  by apply: (other_machines (i := n.-1)); [value | value | exact: last_in | exact: minima].
by apply: (other_machines (i := n.-1)); [value | value | exact: last_in | rewrite /= prednK].
Qed.

(* attest: positional.figure-7-scan finding_minima_without_sums sha256:2248587495f40747629ec33520c9e125622f895b850cad2792aeb049f02b9d2d theorem:minima_without_sums *)
Theorem minima_without_sums : Holds statements_positional_figure_7_scan.finding_minima_without_sums.
Proof.
opening S W; meaning_for_all => x _ _; rewrite vec_machines; have [minima sums] := scan.minima_without_sums (fun i => x i.+1).
by meaning_value; rewrite /=; apply/andP; split; apply/eqP.
Qed.
