(* SPDX-License-Identifier: Apache-2.0 *)
(* The minimum along a binary tree (sums_in_one_layer.v) and the output matrix of Lemma B.2 (lemma_b2.v) as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals calls_variants.
From attest Require Import variants_shared calls_statements.
From attest Require sums_in_one_layer calls_arrays calls_ordinals calls_trees statements_positional_tree_minimum statements_positional_lemma_b2_output.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Lists count from 1 here. *)
Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::= refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]].
Ltac length_value ::= refine (y_len _); value.

Definition tree_source_d := Eval compute in definition_in (definitions statements_positional_tree_minimum.finding_binary_tree) "tree_source".
Definition tree_d := Eval compute in definition_in (definitions statements_positional_tree_minimum.finding_binary_tree) "tree".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (x y : nat -> F) (i l n k : nat).

Lemma y_least defs env a n x i : yields fs defs env a (vec n x) -> (0 < i <= n)%N -> (forall j, (0 < j <= n)%N -> x i <= x j) ->
  yields fs defs env (Call "min" [:: a]) (Num (x i)).
Proof.
case: i => // i ya i_n least; rewrite calls_ordinals.vec_column in ya; have i_lt : (i < n)%N by [].
by apply: (calls_trees.y_min (f := fun j : 'I_n => x j.+1) (i := Ordinal i_lt)) => // j; apply: least; exact: ltn_ord.
Qed.
Lemma source_in n i l : (0 < l)%N -> (0 < i <= n)%N -> (0 < sums_in_one_layer.tree_source i l <= n)%N.
Proof.
move=> l_gt0 /andP[i_gt0 i_n]; rewrite /sums_in_one_layer.tree_source; case: ifP => [divides|_]; last by rewrite i_gt0.
rewrite (leq_trans (leq_subr _ _) i_n) andbT subn_gt0; apply: leq_trans (dvdn_leq i_gt0 divides).
by rewrite ltn_exp2l // prednK.
Qed.
Lemma call_tree_source defs i l : provides [:: tree_source_d] defs -> (0 < l)%N -> (0 < i)%N ->
  call fs defs "tree_source" [:: Num i%:R; Num l%:R] = Value (Num (sums_in_one_layer.tree_source i l)%:R).
Proof.
move=> W l_gt0 i_gt0; enter; rewrite /sums_in_one_layer.tree_source.
have less : l%:R - 1%:R = l.-1%:R :> F by rewrite -subn1 natrB.
case: ifP => divides.
  apply: y_yes.
    apply: yields_eq; first by refine (y_compare _ _ _); [apply: y_mod; [value | value | reflexivity | exact: esym (natrX _ _ _) | rewrite expn_gt0] | value | reflexivity].
    by rewrite -[0%:R]/(0%N%:R) eqr_nat -/(dvdn _ _) divides.
  have half : (2 ^ l.-1 <= i)%N.
    by apply: leq_trans (dvdn_leq i_gt0 divides); rewrite leq_exp2l // leq_pred.
  apply: (yields_eq (v := Num (i%:R - 2%:R ^+ l.-1))); last by rewrite natrB // natrX.
  by apply: y_subtract; [value | refine (y_power floor_int _ _ less); value].
apply: y_no; last by value.
apply: yields_eq; first by refine (y_compare _ _ _); [apply: y_mod; [value | value | reflexivity | exact: esym (natrX _ _ _) | rewrite expn_gt0] | value | reflexivity].
by rewrite -[0%:R]/(0%N%:R) eqr_nat -/(dvdn _ _) divides.
Qed.
Lemma tree_folded k x : foldl (fun y l i => Num.min (y i) (y (sums_in_one_layer.tree_source i l))) x (iota 1 k) = sums_in_one_layer.tree k x.
Proof. by elim: k => // k IH; rewrite -[in LHS](addn1 k) iotaD foldl_cat IH. Qed.
Lemma call_tree defs n x : provides [:: tree_d; tree_source_d; calls_trees.ceil_log2_d] defs ->
  call fs defs "tree" [:: vec n x] = Value (vec n (sums_in_one_layer.tree (up_log 2 n) x)).
Proof.
move=> W; enter; rewrite -tree_folded.
refine (y_fold (k := fun y : nat -> F => vec n y) (h := fun l : nat => Num l%:R) (l := iota 1 (up_log 2 n)) (step := fun y l i => Num.min (y i) (y (sums_in_one_layer.tree_source i l))) _ _ _).
- by value.
- refine (y_from_1 _ _ _ _); [floors | value | | reflexivity].
  refine (y_call (vs := [:: Num n%:R]) _ _ _); [refine (all_cons _ (all_nil _ _ _)); value | reflexivity | by apply: calls_trees.call_ceil_log2; provided].
move=> y l /in_from_1/andP[l_gt0 _]; apply: y_list_over; first by value.
move=> i /in_from_1 i_in; have s_in := source_in l_gt0 i_in.
refine (y_built_in (vs := [:: Num (y i); Num (y (sums_in_one_layer.tree_source i l))]) _ _ _); [ | reflexivity | reflexivity].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
apply: (y_at floor_int (i := sums_in_one_layer.tree_source i l) (h := fun i => Num (y i))); [value | | reflexivity | exact: s_in | reflexivity].
refine (y_call _ _ _); [values | reflexivity | apply: call_tree_source; [provided | exact: l_gt0 | by case/andP: i_in]].
Qed.
End Calls.

(* attest: positional.tree-minimum finding_binary_tree sha256:ebdcdc7129141976ea10b14bdc308fa0c79b57edc32911dfc30094e18401f141 theorem:binary_tree *)
Theorem binary_tree : Holds statements_positional_tree_minimum.finding_binary_tree.
Proof.
opening S W; meaning_for_all => k _ _; have power : 2%:R ^+ k = (2 ^ k)%:R :> S by rewrite natrX.
refine (says_forall (inside := fun _ : nat -> S => True) (h := vec (2 ^ k)) (P := fun=> true) _ _ _); [ | by [] | ].
  by refine (in_vec _ _ _); [floors | value | exact: power].
move=> x _ _; have [[j j_in at_j] least] := sums_in_one_layer.binary_tree k x.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_compare (v := Num (sums_in_one_layer.tree k x (2 ^ k)%N)) (w := Num (x j)) _ _ _); [ | | reflexivity].
    apply: (y_at (@floor_integer S) (i := 2 ^ k) (n := 2 ^ k) (h := fun i => Num (sums_in_one_layer.tree k x i))); [ | value | exact: power | by rewrite expn_gt0 leqnn | by []].
    have log : up_log 2 (2 ^ k) = k by rewrite up_expnK.
    rewrite -[X in listed _ (fun i => Num (sums_in_one_layer.tree X x i))]log.
    by refine (y_call _ _ _); [values | reflexivity | apply: call_tree; provided].
  by apply: y_least j_in _; [value | move=> i i_in; rewrite -at_j; exact: least].
by rewrite at_j eqxx.
Qed.

(* --- The output matrix of Lemma B.2 --------------------------------------------------------------------------------------------------- *)
Local Notation of_output f := (definition_in (definitions statements_positional_lemma_b2_output.printed) f) (only parsing).
Definition output_matrix_d := Eval compute in of_output "output_matrix".
Definition joined_d := Eval compute in of_output "joined".
Section Output.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (Y : nat -> nat -> F) (s w q j : nat).

Lemma blocks_of (g : nat -> F) s w : flatten [seq [seq g (i * w + j)%N | j <- iota 0 w] | i <- iota 0 s] = [seq g q | q <- iota 0 (s * w)].
Proof.
elim: s => // s IH; rewrite -[s.+1]addn1 iotaD map_cat flatten_cat IH addn1 mulSnr iotaD map_cat add0n /= cats0.
congr (_ ++ _); rewrite add0n; have -> : iota (s * w) w = [seq (s * w + j)%N | j <- iota 0 w] by rewrite -iotaDl addn0.
by rewrite -map_comp.
Qed.
Definition flat w Y q : F := Y ((q.-1 %/ w).+1) ((q.-1 %% w).+1).
Lemma joined_rows s w Y : flatten [seq [seq Y i j | j <- iota 1 w] | i <- iota 1 s] = [seq flat w Y q | q <- iota 1 (s * w)].
Proof.
rewrite -[1%N]addn0 !iotaDl -!map_comp -(blocks_of (fun q => flat w Y q.+1)); congr flatten; apply: eq_map => i /=.
rewrite -map_comp; apply/eq_in_map => j; rewrite mem_iota add0n => /andP[_ j_w] /=.
by rewrite /flat /= divnMDl ?(leq_ltn_trans _ j_w) // modnMDl divn_small // modn_small // addn0.
Qed.
Lemma call_joined defs s w Y : provides [:: joined_d] defs -> call fs defs "joined" [:: mat s w Y] = Value (vec (s * w) (flat w Y)).
Proof.
move=> W; enter; rewrite seq_vec -joined_rows.
have -> : flatten [seq [seq Y i j | j <- iota 1 w] | i <- iota 1 s] = foldl (fun l i => l ++ [seq Y i j | j <- iota 1 w]) [::] (iota 1 s).
  by rewrite -[LHS]cat0s; elim: (iota 1 s) [::] => [|i l IH] r /=; rewrite ?cats0 // catA IH.
refine (y_fold (k := fun l : seq F => List (map (@Num F) l)) (h := fun i => vec w (Y i)) (l := iota 1 s) (step := fun l i => l ++ [seq Y i j | j <- iota 1 w]) _ _ _).
- by [].
- by value.
by move=> l i _; apply: yields_eq; [apply: y_concatenate; value | rewrite map_cat -map_comp].
Qed.
Definition place s j : nat := (j + j.-1 * s.+1)%N.
Lemma call_output_matrix defs s : provides [:: output_matrix_d] defs ->
  call fs defs "output_matrix" [:: Num s%:R; Num (s%:R + 1%:R); listed s (fun h => List [:: Num h%:R])] =
    Value (mat (s * s.+1) s (fun q j => if q == place s j then 1%:R else 0%:R)).
Proof.
move=> W; have next : s%:R + 1%:R = s.+1%:R :> F by rewrite -natrD addn1.
enter; apply: y_list_over; first by refine (y_from_1 _ _ _ _); [floors | value | value | rewrite next natrM].
move=> q _; apply: y_list_over; first by value.
move=> j j_in; apply: y_if_number => [|_|_]; [ | value | value].
apply: yields_eq.
  refine (y_any (h := @Num F) (l := [:: j%:R]) _ _); first by refine (y_at floor_int (i := j) (h := fun h => List [:: Num h%:R]) _ _ _ _ _); [value | value | reflexivity | in_range | reflexivity].
  by move=> k _; value.
rewrite /= orbF next; congr Bool; have [j_gt0 _] := andP (in_from_1 j_in).
by rewrite -natrB // subn1 -natrM -natrD eqr_nat.
Qed.
Lemma picked s Y j : (0 < j <= s)%N -> \sum_(q <- iota 1 (s * s.+1)) flat s.+1 Y q * (if q == place s j then 1%:R else 0%:R) = Y j j.
Proof.
move=> /andP[j_gt0 j_s]; have j_lt : (j.-1 < s.+1)%N by rewrite prednK // (leq_trans j_s).
have place_in : place s j \in iota 1 (s * s.+1).
  rewrite mem_iota add1n ltnS /place addn_gt0 j_gt0 /=; apply: (@leq_trans (s.+1 + j.-1 * s.+1)); first by rewrite leq_add2r ltnW.
  by rewrite -mulSn prednK // leq_mul2r j_s orbT.
rewrite (bigD1_seq _ place_in (iota_uniq _ _)) /= eqxx mulr1 big1 ?addr0 => [|q /negbTE ->]; last by rewrite mulr0.
have -> : place s j = (j.-1 * s.+1 + j.-1).+1 by rewrite /place -{1}(prednK j_gt0) addSn addnC.
by rewrite /flat /= divnMDl // modnMDl divn_small // modn_small // addn0 prednK.
Qed.
End Output.

(* attest: positional.lemma-b2-output printed sha256:185e5f2844e195aedea4b97b1e35a8924b90ea656525d59d0ad2a9bbb177e257 theorem:output_matrix *)
Theorem output_matrix : Holds statements_positional_lemma_b2_output.printed.
Proof.
opening S W; meaning_for_all => s s_gt0 _; have next : s%:R + 1%:R = s.+1%:R :> S by rewrite -natrD addn1.
refine (says_forall (inside := fun _ : nat -> nat -> S => True) (h := mat s s.+1) (P := fun=> true) _ _ _); [ | by [] | ].
  by refine (in_mat _ _ _ _ _); [floors | value | value | reflexivity | exact: next].
move=> Y _ _; refine (says_expression (p := true) _ _) => //.
have [earlier found W'] := provides_find W.
refine (y_call (vs := [:: mat s s.+1 Y; mat (s * s.+1) s (fun q j => if q == place s j then 1%:R else 0%:R); Num s%:R]) _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | | value].
  refine (y_call (vs := [:: Num s%:R; Num (s%:R + 1%:R); listed s (fun h => List [:: Num h%:R])]) _ _ _); [ | reflexivity | by apply: call_output_matrix; provided].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | value | ].
  apply: y_list_over; first by value.
  by move=> h _; refine (y_list (all_cons _ (all_nil _ _ _))); value.
enter_named; apply: (y_same_vec (f := fun j => \sum_(q <- iota 1 (s * s.+1)) flat s.+1 Y q * (if q == place s j then 1%:R else 0%:R)) (g := fun j => Y j j)).
- apply: (y_at (@floor_integer S) (i := 1) (n := 1) (h := fun=> vec s (fun j => \sum_(q <- iota 1 (s * s.+1)) flat s.+1 Y q * (if q == place s j then 1%:R else 0%:R)))); [ | value | by [] | by [] | by []].
  refine (y_call (vs := [:: mat 1 (s * s.+1) (fun=> flat s.+1 Y); mat (s * s.+1) s (fun q j => if q == place s j then 1%:R else 0%:R)]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    refine (y_list (all_cons _ (all_nil _ _ _))).
    by refine (y_call _ _ _); [values | reflexivity | apply: call_joined; provided].
  by apply: (call_matmul (@floor_integer S)); [provided | rewrite muln_gt0 s_gt0].
- apply: y_list_over; first by value.
  move=> h /in_from_1 h_s; have h_in : (0 < h <= s.+1)%N by case/andP: h_s => -> /leqW ->.
  by value.
by move=> j j_s; exact: picked.
Qed.
