(* SPDX-License-Identifier: Apache-2.0 *)
(* The minimum and the maximum by layers with hardmax: the first head hears the partner around the ring, and the four ReLUs of appendix G combine its
   number with the node's own; as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Ring Field.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees bound_trees field_tactics.
From attest Require attention hardmax relu tree_minimum calls_naturals statements_positional_tree_minimum statements_positional_minmax_class.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_positional_minmax_class.finding_hardmax) f) (only parsing).
Definition hardmax_heads_d := Eval compute in of_claim "hardmax_heads".
Definition hardmax_layer_d := Eval compute in of_claim "hardmax_layer".
Definition hardmax_transformer_d := Eval compute in of_claim "hardmax_transformer".
Definition hardmax_network_d := Eval compute in of_claim "hardmax_network".
Definition min_units_d := Eval compute in of_claim "min_units".
Definition max_units_d := Eval compute in of_claim "max_units".
Definition ring_d := Eval compute in of_claim "ring".

Section Layers.
Variable F : realFieldType.
Add Field hard_field : (plain_field F).
Local Ltac fring := fold_plain F; ring.
Local Notation relu := (@attention.relu F).
Local Notation layer := (tree_minimum.layer F).
Definition heard n (X : 'cV[F]_n) (Q : 'M[F]_n) : 'cV[F]_n := hardmax.hardmax (hardmax.scores 1%:M Q 1%:M) *m X.
Definition apply_hard n (l : layer n) (X : 'cV[F]_n) : 'cV[F]_n :=
  map_mx relu (row_mx (row_mx (heard X (tree_minimum.WQ1 l)) (heard X (tree_minimum.WQ2 l)) : 'M_(n, 2)) X *m tree_minimum.W1 l) *m tree_minimum.W2 l.

(* The second head does nothing. s = -1: the minimum, s = 1: the maximum. *)
Definition hard_units : 'M[F]_(3, 4) := tree_minimum.table 3 4 [:: [:: 1; -1; 1; -1]; [:: 0; 0; 0; 0]; [:: 1; -1; -1; 1]].
Definition hard_outer (s : F) : 'M[F]_(4, 1) := tree_minimum.table 4 1 [:: [:: 1 / 2%:R]; [:: - (1 / 2%:R)]; [:: s * (1 / 2%:R)]; [:: s * (1 / 2%:R)]].
Definition hard_layer n s (source : 'I_n -> 'I_n) : layer n := tree_minimum.Layer (hardmax.pattern F source) 1%:M hard_units (hard_outer s).
Lemma hard_layerE n s (source : 'I_n -> 'I_n) X i : apply_hard (hard_layer s source) X i ord0 =
  1 / 2%:R * (relu (X i ord0 + X (source i) ord0) - relu (- X i ord0 - X (source i) ord0) + s * relu (X i ord0 - X (source i) ord0) + s * relu (X (source i) ord0 - X i ord0)).
Proof.
have heardE : heard X (hardmax.pattern F source) i ord0 = X (source i) ord0 by rewrite /heard hardmax.scores_unit hardmax.hardmax_pattern hardmax.pattern_mul.
rewrite /apply_hard /=; set u := heard X _ in heardE *; set v := heard X _; clearbody u v; set Y := row_mx _ _.
have hiddenE k : map_mx relu (Y *m hard_units) i k =
    relu (nth 0 [:: X (source i) ord0 + X i ord0; - X (source i) ord0 - X i ord0; X (source i) ord0 - X i ord0; X i ord0 - X (source i) ord0] k).
  rewrite mxE; congr relu; rewrite mxE.
  have rowE (l : 'I_3) : Y i l = nth 0 [:: u i ord0; v i ord0; X i ord0] l.
    rewrite /Y !mxE; case: splitP => l' lE; rewrite ?mxE; last by rewrite lE ord1.
    by case: splitP => l'' l'E; rewrite lE l'E !ord1.
  rewrite (eq_bigr (fun l : 'I_3 => nth 0 [:: u i ord0; v i ord0; X i ord0] l * hard_units l k)) => [|l _]; last by rewrite rowE.
  rewrite !big_ord_recl big_ord0 addr0 !mxE /= heardE.
  by case: k => -[|[|[|[|k]]]] //= _; rewrite ?mulr1 ?mulrN1 mulr0 add0r // addrC.
rewrite mxE !big_ord_recl big_ord0 addr0 !hiddenE !mxE /= [X (source i) ord0 + _]addrC [- X (source i) ord0 - _]addrC.
move: (relu _) (relu _) (relu _) (relu _) (1 / 2%:R) => p q r' r c; fring.
Qed.
Definition hard_run n s L (X : 'cV[F]_n.+1) : 'cV[F]_n.+1 :=
  foldl (fun Y l => apply_hard (hard_layer s (fun i => tree_minimum.around i (2 ^ l))) Y) X (iota 0 L).

Lemma hard_doubling n (op : F -> F -> F) s L (X : 'cV[F]_n.+1) :
  (forall source Y (i : 'I_n.+1), apply_hard (hard_layer s source) Y i ord0 = op (Y i ord0) (Y (source i) ord0)) ->
  (forall x y, op x y = x \/ op x y = y) ->
  forall R : rel F, reflexive R -> transitive R -> (forall x y, R (op x y) x /\ R (op x y) y) ->
  forall i, (exists k, hard_run s L X i ord0 = X (tree_minimum.around i k) ord0) /\
    forall k, (k < 2 ^ L)%N -> R (hard_run s L X i ord0) (X (tree_minimum.around i k) ord0).
Proof.
move=> layerE op_one R R_refl R_trans R_op.
elim: L => [|L IH] i; first by split=> [|k]; [exists 0%N | rewrite expn0 ltnS leqn0 => /eqP ->]; rewrite tree_minimum.around0 ?R_refl.
have -> : hard_run s L.+1 X = apply_hard (hard_layer s (fun i => tree_minimum.around i (2 ^ L))) (hard_run s L X).
  by rewrite /hard_run -[L.+1]addn1 iotaD foldl_cat.
rewrite layerE; set Y := hard_run _ _ _.
have [[k Yi] Yi_le] := IH i; have [[k' Yj] Yj_le] := IH (tree_minimum.around i (2 ^ L)).
have [R1 R2] := R_op (Y i ord0) (Y (tree_minimum.around i (2 ^ L)) ord0).
split=> [|l l_lt].
  by case: (op_one (Y i ord0) (Y (tree_minimum.around i (2 ^ L)) ord0)) => ->; [exists k | exists (2 ^ L + k')%N; rewrite -tree_minimum.around_add].
case: (ltnP l (2 ^ L)) => [l_small|l_large]; first exact: R_trans R1 (Yi_le l l_small).
apply: R_trans R2 _; rewrite -(subnKC l_large) -tree_minimum.around_add; apply: Yj_le.
by rewrite ltn_subLR // addnn -mul2n -expnS.
Qed.
Lemma hard_least n (x : 'I_n.+1 -> F) : exists2 j, forall k, x j <= x k & forall i, hard_run (-1) (up_log 2 n.+1) (\col_i x i) i ord0 = x j.
Proof.
have layerE source (Y : 'cV[F]_n.+1) i : apply_hard (hard_layer (-1) source) Y i ord0 = Num.min (Y i ord0) (Y (source i) ord0).
  by rewrite hard_layerE !mulN1r; case: (relu.relu_min_max (Y i ord0) (Y (source i) ord0)) => <- _.
have min_one (y z : F) : Num.min y z = y \/ Num.min y z = z by case: (leP y z); [left|right].
have min_le (y z : F) : (Num.min y z <= y) /\ (Num.min y z <= z) by rewrite !le_minl !lexx orbT.
have ends := hard_doubling (up_log 2 n.+1) (\col_i x i) layerE min_one (R := <=%R) (@lexx _ _) (@le_trans _ _) min_le.
have below i j : hard_run (-1) (up_log 2 n.+1) (\col_i x i) i ord0 <= x j.
  have [l l_lt <-] := tree_minimum.around_onto i j; have [_ /(_ l)] := ends i; rewrite mxE; apply.
  by apply: leq_trans l_lt _; exact: up_logP.
have [[k at_k] _] := ends ord0; rewrite mxE in at_k; exists (tree_minimum.around ord0 k) => [j|i]; first by rewrite -at_k.
by apply/le_anti; rewrite below /=; have [[k' ->] _] := ends i; rewrite mxE -at_k.
Qed.
Lemma hard_greatest n (x : 'I_n.+1 -> F) : exists2 j, forall k, x k <= x j & forall i, hard_run 1 (up_log 2 n.+1) (\col_i x i) i ord0 = x j.
Proof.
have layerE source (Y : 'cV[F]_n.+1) i : apply_hard (hard_layer 1 source) Y i ord0 = Num.max (Y i ord0) (Y (source i) ord0).
  by rewrite hard_layerE !(mul1r (relu _)); case: (relu.relu_min_max (Y i ord0) (Y (source i) ord0)) => _ <-.
have max_one (y z : F) : Num.max y z = y \/ Num.max y z = z by case: (leP y z); [right|left].
have max_ge (y z : F) : (y <= Num.max y z) /\ (z <= Num.max y z) by rewrite !le_maxr !lexx orbT.
have ge_trans : transitive (fun y z : F => z <= y) by move=> y z t le_yz le_ty; exact: le_trans le_yz.
have ends := hard_doubling (up_log 2 n.+1) (\col_i x i) layerE max_one (R := fun y z => z <= y) (@lexx _ _) ge_trans max_ge.
have above i j : x j <= hard_run 1 (up_log 2 n.+1) (\col_i x i) i ord0.
  have [l l_lt <-] := tree_minimum.around_onto i j; have [_ /(_ l)] := ends i; rewrite mxE; apply.
  by apply: leq_trans l_lt _; exact: up_logP.
have [[k at_k] _] := ends ord0; rewrite mxE in at_k; exists (tree_minimum.around ord0 k) => [j|i]; first by rewrite -at_k.
by apply/le_anti; rewrite above andbT; have [[k' ->] _] := ends i; rewrite mxE -at_k.
Qed.
End Layers.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n L : nat).
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call calls_positional.call_matmul
  | |- call _ _ "hardmax_rows" _ = _ => found_call calls_positional.call_hardmax_rows
  | |- call _ _ "unit_matrix" _ = _ => found_call call_unit_matrix
  | |- call _ _ "scores" _ = _ => found_call calls_positional.call_scores
  | |- call _ _ "beside" _ = _ => found_call call_beside
  end.
Ltac side ::= first [assumption | exact: index_1 | reflexivity].
Lemma call_hardmax_heads defs n (l : tree_minimum.layer F n) (X : 'cV[F]_n) :
  provides [:: hardmax_heads_d; calls_positional.scores_d; hardmax_rows_d; hardmax_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N ->
  call fs defs "hardmax_heads" [:: table X; table (1%:M : 'M[F]_n); layer_record l] =
    Value (List [:: table (heard X (tree_minimum.WQ1 l)); table (heard X (tree_minimum.WQ2 l))]).
Proof.
move=> W n_gt0; enter; pose Q (b : bool) := if b then tree_minimum.WQ1 l else tree_minimum.WQ2 l.
refine (y_list_over (h := fun b => head_record (Q b)) (l := [:: true; false]) (g := fun b => table (heard X (Q b))) _ _); first by value.
move=> b _; rewrite /head_record one_table; apply: yields_eq; first by value.
by rewrite mulmx1.
Qed.
Notation layer_l := [:: hardmax_layer_d; hardmax_heads_d; side_by_side_d; beside_d; mlp_d; relu_matrix_d; calls_positional.scores_d; hardmax_rows_d; hardmax_d; relu_d;
  add_row_d; transpose_d; matmul_d; is_rectangular_d].
Lemma call_hardmax_layer defs n (l : tree_minimum.layer F n) (X : 'cV[F]_n) : provides layer_l defs -> (0 < n)%N ->
  call fs defs "hardmax_layer" [:: table X; table (1%:M : 'M[F]_n); layer_record l] = Value (table (apply_hard l X)).
Proof.
move=> W n_gt0; enter; pose u := heard X (tree_minimum.WQ1 l); pose v := heard X (tree_minimum.WQ2 l).
refine (y_call (vs := [:: table (row_mx (row_mx u v *m (1%:M : 'M_(1 + 1))) X); small_mlp (tree_minimum.W1 l) (tree_minimum.W2 l)]) _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  refine (y_call (vs := [:: table (row_mx u v *m (1%:M : 'M_(1 + 1))); table X]) _ _ _); [ | reflexivity | by apply: call_beside; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  refine (y_call (vs := [:: table (row_mx u v); table (1%:M : 'M_(1 + 1))]) _ _ _); [ | reflexivity | by apply: calls_positional.call_matmul => //; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  refine (y_call (vs := [:: List [:: table u; table v]]) _ _ _); [ | reflexivity | by apply: call_side_by_side; provided].
  refine (all_cons _ (all_nil _ _ _)).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_hardmax_heads; [provided | ]].
by rewrite mulmx1; apply: call_mlp; provided.
Qed.
Notation network_l := (hardmax_network_d :: column_d :: as_layer_d :: hardmax_transformer_d :: hardmax_layer_d :: hardmax_heads_d :: side_by_side_d :: beside_d :: mlp_d ::
  relu_matrix_d :: calls_positional.scores_d :: hardmax_rows_d :: hardmax_d :: unit_matrix_d :: relu_d :: add_row_d :: transpose_d :: matmul_d :: is_rectangular_d :: nil).
Local Notation ring_layer n s := (fun l => hard_layer s (fun i : 'I_n.+1 => tree_minimum.around i (2 ^ l))).
Lemma call_hardmax_network defs n s L (x : 'I_n.+1 -> F) : provides network_l defs ->
  call fs defs "hardmax_network" [:: column x; List [seq small_record (ring_layer n s l) | l <- iota 0 L]] = Value (column (fun i => hard_run s L (\col_i x i) i ord0)).
Proof.
move=> W; have n_gt0 : (0 < n.+1)%N by []; enter.
have network_y : call fs earlier "hardmax_transformer" [:: table (\col_i x i); table (1%:M : 'M_n.+1); List [seq layer_record (ring_layer n s l) | l <- iota 0 L]] =
    Value (table (hard_run s L (\col_i x i))).
  have W' : provides [:: hardmax_transformer_d & layer_l] earlier by provided.
  have [e found We] := provides_find W'; refine (call_yields found _ _); [reflexivity | open_body].
  apply: (y_fold (k := fun Y : 'cV[F]_n.+1 => table Y) (h := fun l => layer_record (ring_layer n s l)) (step := fun Y l => apply_hard (ring_layer n s l) Y)).
  - by value.
  - by value.
  by move=> Y l _; refine (y_call _ _ _); [values | reflexivity | apply: call_hardmax_layer; [provided | ]].
refine (y_list_over (h := fun i => column (hard_run s L (\col_i x i) i)) (l := indices n.+1) (g := fun i => Num (hard_run s L (\col_i x i) i ord0)) _ _).
  refine (y_call _ _ network_y); [ | reflexivity]; refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))).
  - by refine (y_call _ _ _); [values | reflexivity | apply: call_column; provided].
  - by value.
  apply: y_list_over; first by value.
  by move=> l _; refine (y_call _ _ _); [values | reflexivity | apply: call_as_layer; provided].
by move=> i _; value.
Qed.

(* The network as it is named. *)
Lemma rows_table m n (rows : seq (seq F)) : size rows = m -> all (fun r => size r == n) rows ->
  List [seq List (map (@Num F) r) | r <- rows] = table (tree_minimum.table m n rows).
Proof. by move=> m_rows n_rows; rewrite (mat_seq m_rows n_rows) mat_table; apply: table_ext; apply/matrixP => i j; rewrite !mxE. Qed.
Ltac side ::= first [assumption | exact: index_1 | by rewrite pnatr_eq0 | reflexivity].
Definition units_record s : value F := Rec [:: ("W1"%string, table (hard_units F)); ("W2"%string, table (hard_outer s))].
Lemma call_min_units defs : provides [:: min_units_d] defs -> call fs defs "min_units" [::] = Value (units_record (-1)).
Proof.
move=> W; enter; refine (y_record (fields_cons "W1" _ (fields_cons "W2" _ (fields_nil _ _ _)))); apply: yields_eq;
  [by value; rewrite ?pnatr_eq0 | by rewrite (@rows_table 3 4) | by value; rewrite ?pnatr_eq0 | ].
by rewrite (@rows_table 4 1) // /hard_outer ![-1 * (1 / 2%:R)]mulN1r !mulNr.
Qed.
Lemma call_max_units defs : provides [:: max_units_d] defs -> call fs defs "max_units" [::] = Value (units_record 1).
Proof.
move=> W; enter; refine (y_record (fields_cons "W1" _ (fields_cons "W2" _ (fields_nil _ _ _)))); apply: yields_eq;
  [by value; rewrite ?pnatr_eq0 | by rewrite (@rows_table 3 4) | by value; rewrite ?pnatr_eq0 | ].
by rewrite (@rows_table 4 1) // /hard_outer ![1 * (1 / 2%:R)]mul1r !mulNr.
Qed.
Lemma call_ring defs n l : provides [:: ring_d; unique_pattern_d] defs ->
  call fs defs "ring" [:: Num n.+1%:R; Num l%:R] = Value (table (hardmax.pattern F (fun i : 'I_n.+1 => tree_minimum.around i (2 ^ l)))).
Proof.
move=> W; enter; refine (y_call (vs := [:: column (fun i : 'I_n.+1 => (tree_minimum.around i (2 ^ l)).+1%:R); Num n.+1%:R]) _ _ _);
  [ | reflexivity | by apply: call_unique_pattern; provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
apply: (y_list_over (h := fun i : 'I_n.+1 => Num i.+1%:R) (l := indices n.+1)) => [|i _]; first by value.
apply: yields_eq; last by rewrite -[tree_minimum.around i (2 ^ l) : nat]/(val (tree_minimum.around i (2 ^ l))) tree_minimum.around_val mulrSr.
apply: y_add; last by value.
apply: calls_naturals.y_mod; [ | by value | | reflexivity | by []].
  by apply: y_subtract; [apply: y_add; [value | apply: (y_power floor_int (k := l)); [value | value | reflexivity]] | value].
by rewrite -[i.+1]addn1 [(i + 1)%:R]natrD addrAC addrK natrD natrX.
Qed.
End Calls.

Ltac side ::= first [assumption | exact: last_place | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "ceil_log2" _ = _ => apply: call_ceil_log2; provided
  | |- call _ _ "unit_matrix" _ = _ => found_call call_unit_matrix
  | |- call _ _ "ring" _ = _ => apply: call_ring; provided
  | |- call _ _ "min_units" _ = _ => apply: call_min_units; provided
  | |- call _ _ "max_units" _ = _ => apply: call_max_units; provided
  | |- call _ _ "hardmax_network" _ = _ => apply: call_hardmax_network; provided
  | |- call _ _ "is_small_network" _ = _ => apply: call_is_small_network; provided
  end.

(* attest: positional.tree-minimum finding_hardmax sha256:9525475f57c5b98135945ed0f4f57b7961abb781539c66c7032a895f0cb05f8c theorem:tree_minimum_hardmax *)
Theorem tree_minimum_hardmax : Holds statements_positional_tree_minimum.finding_hardmax.
Proof.
opening S W; meaning_for_all => n n_gt0 _; have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
subst n; pose c l := hard_layer (-1 : S) (fun i : 'I_m.+1 => tree_minimum.around i (2 ^ l)); pose net := List [seq small_record (c l) | l <- iota 0 (up_log 2 m.+1)].
refine (says_exists_value (w := net) _ _ _ _); [move=> v; refine (any_small_network _ _ _); provided | exact: is_value_network | by value | ].
meaning_for_all => x _ _; have [j least exact] := hard_least x.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: (y_same_column (f := fun i => hard_run (-1) (up_log 2 m.+1) (\col_i x i) i ord0) (g := fun=> x j)); first by rewrite /net /c; value.
  by apply: y_list_over; [value | move=> i _; apply: y_min least; value].
by congr Bool; apply/forallP => i; rewrite exact.
Qed.

(* attest: positional.minmax-class finding_hardmax sha256:d68a1773e0d33f0868fb1b2c5e4b8b88266b0324fc5d4f6a3fd86495f311f1c8 theorem:minmax_class_hardmax *)
Theorem minmax_class_hardmax : Holds statements_positional_minmax_class.finding_hardmax.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
subst n; meaning_for_all => x _ _; have [j least exact] := hard_least x; have [k greatest exact'] := hard_greatest x.
have layers env : lookup "n" env = Some (Num m.+1%:R : value S) -> yields (functions_of S) defs env
    (Binary Range (Number BinNums.N0) (Binary Subtract (Call "ceil_log2" [:: Name "n"%string]) (Number (BinNums.Npos BinNums.xH)))) (List [seq Num l%:R | l <- iota 0 (up_log 2 m.+1)]).
  move=> n_in; apply: (@y_range _ _ H _ _ _ _ _ ((up_log 2 m.+1)%:R - 1%:R) 0 (up_log 2 m.+1)); [by value | | reflexivity | by rewrite add0n subrK].
  apply: y_subtract; last by value.
  by refine (y_call (all_cons (y_name _ _ n_in) (all_nil _ _ _)) _ _); [reflexivity | call].
refine (says_expression (p := true) _ _) => //; refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
  apply: yields_eq.
    apply: (y_same_column (f := fun i => hard_run (-1) (up_log 2 m.+1) (\col_i x i) i ord0) (g := fun=> x j)).
      refine (y_call (vs := [:: column x; List [seq small_record (hard_layer (-1) (fun i => tree_minimum.around i (2 ^ l))) | l <- iota 0 (up_log 2 m.+1)]]) _ _ _);
        [ | reflexivity | call].
      by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | apply: y_list_over; [exact: layers | move=> l _; value]].
    by apply: y_list_over; [value | move=> i _; apply: y_min least; value].
  by congr Bool; apply/forallP => i; rewrite exact.
apply: yields_eq.
  apply: (y_same_column (f := fun i => hard_run 1 (up_log 2 m.+1) (\col_i x i) i ord0) (g := fun=> x k)).
    refine (y_call (vs := [:: column x; List [seq small_record (hard_layer 1 (fun i => tree_minimum.around i (2 ^ l))) | l <- iota 0 (up_log 2 m.+1)]]) _ _ _);
      [ | reflexivity | call].
    by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | apply: y_list_over; [exact: layers | move=> l _; value]].
  by apply: y_list_over; [value | move=> e _; apply: y_max greatest; value].
by congr Bool; apply/forallP => e; rewrite exact'.
Qed.
