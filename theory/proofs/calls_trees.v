(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of minimum_layers.stm give: layers of two softmax heads with a small MLP, in the terms of tree_minimum.v; ceil(log2 n), and the
   least and the largest of a list. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require attention hardmax tree_minimum calls_arrays statements_positional_tree_minimum.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_tree_minimum.printed ++ definitions statements_positional_tree_minimum.finding_enclosed.
Local Notation the f := (definition_in library f) (only parsing).
Definition relu_d := Eval compute in the "relu".
Definition relu_matrix_d := Eval compute in the "relu_matrix".
Definition mlp_d := Eval compute in the "mlp".
Definition side_by_side_d := Eval compute in the "side_by_side".
Definition softmax_heads_d := Eval compute in the "softmax_heads".
Definition softmax_layer_d := Eval compute in the "softmax_layer".
Definition softmax_transformer_d := Eval compute in the "softmax_transformer".
Definition ceil_log2_d := Eval compute in the "ceil_log2".
Definition as_layer_d := Eval compute in the "as_layer".
Definition rows_after_d := Eval compute in the "rows_after".
Definition layers_of_d := Eval compute in the "layers_of".
Definition column_d := Eval compute in the "column".
Definition softmax_network_d := Eval compute in the "softmax_network".

(* --- ceil(log2 n) --------------------------------------------------------------------------------------------------------------- *)
Lemma counted_log n m : foldl (fun k (_ : nat) => if (2 ^ k < n)%N then k.+1 else k) 0%N (iota 1 m) = minn m (up_log 2 n).
Proof.
elim: m => [|m IH]; first by rewrite min0n.
rewrite -[in LHS](addn1 m) iotaD foldl_cat IH /=; case: (ltnP m (up_log 2 n)) => [small | large].
  rewrite (minn_idPl small); case: ltnP => // /(up_log_min (isT : (1 < 2)%N)).
  by rewrite leqNgt small.
by rewrite (minn_idPr (leqW large)) ltnNge up_logP.
Qed.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (n m : nat).

Lemma call_ceil_log2 defs n : provides [:: ceil_log2_d] defs -> call fs defs "ceil_log2" [:: Num n%:R] = Value (Num (up_log 2 n)%:R).
Proof.
move=> W; enter; have le_n : (up_log 2 n <= n)%N by apply: up_log_min => //; exact/ltnW/ltn_expl.
rewrite -(minn_idPr le_n) -counted_log.
refine (y_fold (k := fun k : nat => Num k%:R) (step := fun k _ => if (2 ^ k < n)%N then k.+1 else k) _ _ _).
- by value.
- by refine (y_from_1 _ _ _ _); [floors | value | value | reflexivity].
move=> k i _; apply: yields_eq; first by value.
by rewrite -natrX ltr_nat -natrD addn1; case: ifP.
Qed.

(* --- The least and the largest of a list ------------------------------------------------------------------------------------------ *)
Lemma y_min defs env a n (f : 'I_n -> F) i : yields fs defs env a (column f) -> (forall j, f i <= f j) -> yields fs defs env (Call "min" [:: a]) (Num (f i)).
Proof.
by move=> ya least; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | apply: (calls_arrays.extreme_column (calls_arrays.picks_min F))].
Qed.
Lemma y_max defs env a n (f : 'I_n -> F) i : yields fs defs env a (column f) -> (forall j, f j <= f i) -> yields fs defs env (Call "max" [:: a]) (Num (f i)).
Proof.
by move=> ya largest; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | apply: (calls_arrays.extreme_column (calls_arrays.picks_max F))].
Qed.

(* --- A fold over a list that is written out ------------------------------------------------------------------------------------------ *)
Fixpoint folds defs env (z x : string) body (s : value F) (l : seq (value F)) (w : value F) : Prop :=
  if l is v :: l' then exists2 s', yields fs defs ((x, v) :: (z, s) :: env) body s' & folds defs env z x body s' l' w else s = w.
Lemma y_folds defs env (z x : string) a L body s l w : yields fs defs env a s -> yields fs defs env L (List l) ->
  folds defs env z x body s l w -> yields fs defs env (Fold z a x L body) w.
Proof.
rewrite /yields /= => -> ->; elim: l s => [|v l IH] s /=; first by move=> ->.
by case=> s' -> /IH.
Qed.

Lemma y_item defs env a b l y i (v : value F) : yields fs defs env a (List l) -> yields fs defs env b (Num y) -> y = i.+1%:R -> (i < size l)%N ->
  nth (Bool true) l i = v -> yields fs defs env (Index a b) v.
Proof. by move=> ya yb yE i_lt <-; exact: (y_index floor_int ya yb yE i_lt). Qed.

(* --- Layers --------------------------------------------------------------------------------------------------------------------------- *)
Lemma call_add_zeros defs m n (A : 'M[F]_(m, n)) : provides [:: add_row_d] defs ->
  call fs defs "add_row" [:: table A; column (fun _ : 'I_n => 0)] = Value (table A).
Proof.
move=> W; rewrite (table_mat A) column_vec calls_softmax.call_add_row //; congr Value; apply: mat_ext => i [//|j] _ /andP[_ j_n].
by rewrite -[j.+1]/((val (Ordinal j_n)).+1) from_1E addr0.
Qed.
Lemma call_relu_matrix defs m n (A : 'M[F]_(m, n)) : provides [:: relu_matrix_d; relu_d] defs ->
  call fs defs "relu_matrix" [:: table A] = Value (table (map_mx (@attention.relu F) A)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by apply: entries_ext => i; apply: column_ext => j; rewrite mxE.
Qed.
Definition zero_row n : value F := column (fun _ : 'I_n => 0).
Definition small_mlp (U : 'M[F]_(3, 4)) (V : 'M[F]_(4, 1)) : value F :=
  List [:: Rec [:: ("W"%string, table U); ("b"%string, zero_row 4)]; Rec [:: ("W"%string, table V); ("b"%string, zero_row 1)]].
Lemma call_mlp defs n (X : 'M[F]_(n, 3)) U V : provides [:: mlp_d; relu_matrix_d; relu_d; add_row_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "mlp" [:: table X; small_mlp U V] = Value (table (map_mx (@attention.relu F) (X *m U) *m V)).
Proof.
move=> W; enter.
have two : List [seq Num i%:R : value F | i <- iota 1 2] = List [:: Num 1%:R; Num 2%:R] by [].
apply: (y_folds (s := table X) (l := [:: Num 1%:R; Num 2%:R])); first by value.
  by apply: yields_eq; [refine (y_from_1 (n := 2) _ _ _ _); [floors | value | apply: y_length; value | reflexivity] | ].
exists (table (map_mx (@attention.relu F) (X *m U))).
  apply: (y_let (v := table (X *m U))).
    refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | apply: call_add_zeros; provided].
      refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | apply: calls_positional.call_matmul; [provided | by []]].
        by value.
      refine (y_field (h := Rec [:: ("W"%string, table U); ("b"%string, zero_row 4)]) _ _); last by [].
      by apply: (y_item (i := 0)); [value | value | | | ].
    refine (y_field (h := Rec [:: ("W"%string, table U); ("b"%string, zero_row 4)]) _ _); last by [].
    by apply: (y_item (i := 0)); [value | value | | | ].
  apply: y_yes; first by apply: yields_eq; [refine (y_compare _ _ _); [value | apply: y_length; value | reflexivity] | rewrite /= ltr_nat].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_relu_matrix; provided].
exists (table (map_mx (@attention.relu F) (X *m U) *m V)); last by [].
apply: (y_let (v := table (map_mx (@attention.relu F) (X *m U) *m V))).
  refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | apply: call_add_zeros; provided].
    refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | apply: calls_positional.call_matmul; [provided | by []]].
      by value.
    refine (y_field (h := Rec [:: ("W"%string, table V); ("b"%string, zero_row 1)]) _ _); last by [].
    by apply: (y_item (i := 1)); [value | value | | | ].
  refine (y_field (h := Rec [:: ("W"%string, table V); ("b"%string, zero_row 1)]) _ _); last by [].
  by apply: (y_item (i := 1)); [value | value | | | ].
apply: y_no; last by value.
by apply: yields_eq; [refine (y_compare _ _ _); [value | apply: y_length; value | reflexivity] | rewrite /= ltxx].
Qed.

(* A layer as minimum_layers.stm has it, and as the network is given. *)
Definition head_record n (Q : 'M[F]_n) : value F :=
  Rec [:: ("WQ"%string, table Q); ("WK"%string, table (1%:M : 'M[F]_n)); ("WV"%string, List [:: List [:: Num 1%:R]])].
Definition layer_record n (l : tree_minimum.layer F n) : value F :=
  Rec [:: ("heads"%string, List [:: head_record (tree_minimum.WQ1 l); head_record (tree_minimum.WQ2 l)]);
          ("WO"%string, table (1%:M : 'M[F]_2)); ("mlp"%string, small_mlp (tree_minimum.W1 l) (tree_minimum.W2 l))].
Definition small_record n (l : tree_minimum.layer F n) : value F :=
  Rec [:: ("WQ1"%string, table (tree_minimum.WQ1 l)); ("WQ2"%string, table (tree_minimum.WQ2 l));
          ("W1"%string, table (tree_minimum.W1 l)); ("W2"%string, table (tree_minimum.W2 l))].
Lemma one_table : List [:: List [:: Num 1%:R]] = table (1%:M : 'M[F]_1).
Proof.
rewrite -[LHS]/(mat 1 1 (fun _ _ => 1)) mat_table; apply: table_ext; apply/matrixP => i j; by rewrite !mxE !ord1.
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call calls_positional.call_matmul
  | |- call _ _ "softmax_rows" _ = _ => found_call calls_positional.call_softmax_rows
  | |- call _ _ "unit_matrix" _ = _ => found_call call_unit_matrix
  | |- call _ _ "scores" _ = _ => found_call calls_positional.call_scores
  | |- call _ _ "beside" _ = _ => found_call call_beside
  end.
Lemma call_as_layer defs n (l : tree_minimum.layer F n) : provides [:: as_layer_d; unit_matrix_d] defs ->
  call fs defs "as_layer" [:: small_record l; Num n%:R] = Value (layer_record l).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by rewrite /layer_record /small_mlp /zero_row -(vec_column 4 (fun=> 0)) -(vec_column 1 (fun=> 0)).
Qed.
Definition heard n (X : 'cV[F]_n) (Q : 'M[F]_n) : 'cV[F]_n := attention.softmax (@exp_of S) (hardmax.scores 1%:M Q 1%:M) *m X.
Lemma call_softmax_heads defs n (l : tree_minimum.layer F n) (X : 'cV[F]_n) :
  provides [:: softmax_heads_d; scores_d; softmax_rows_d; softmax_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N ->
  call fs defs "softmax_heads" [:: table X; table (1%:M : 'M[F]_n); layer_record l] =
    Value (List [:: table (heard X (tree_minimum.WQ1 l)); table (heard X (tree_minimum.WQ2 l))]).
Proof.
move=> W n_gt0; enter; pose Q (b : bool) := if b then tree_minimum.WQ1 l else tree_minimum.WQ2 l.
refine (y_list_over (h := fun b => head_record (Q b)) (l := [:: true; false]) (g := fun b => table (heard X (Q b))) _ _); first by value.
move=> b _; rewrite /head_record one_table; apply: yields_eq; first by value.
by rewrite mulmx1.
Qed.
Lemma call_side_by_side defs n (A B : 'cV[F]_n) : provides [:: side_by_side_d; beside_d] defs ->
  call fs defs "side_by_side" [:: List [:: table A; table B]] = Value (table (row_mx A B)).
Proof.
move=> W; enter; apply: (y_folds (s := table A) (l := [:: Num 2%:R])).
- by apply: (y_item (i := 0)); [value | value | | | ].
- apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 1); [value | apply: y_length; value | reflexivity | by rewrite -mulrSr].
exists (table (row_mx A B)); last by [].
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | apply: call_beside; provided]; first by value.
by apply: (y_item (i := 1)); [value | value | | | ].
Qed.
Notation layer_l := [:: softmax_layer_d; softmax_heads_d; side_by_side_d; beside_d; mlp_d; relu_matrix_d; scores_d; relu_d; softmax_rows_d; softmax_d;
  add_row_d; transpose_d; matmul_d; is_rectangular_d].
Lemma call_softmax_layer defs n (l : tree_minimum.layer F n) (X : 'cV[F]_n) : provides layer_l defs -> (0 < n)%N ->
  call fs defs "softmax_layer" [:: table X; table (1%:M : 'M[F]_n); layer_record l] = Value (table (tree_minimum.apply_layer (@exp_of S) l X)).
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
  by refine (y_call _ _ _); [values | reflexivity | apply: call_softmax_heads; [provided | ]].
by rewrite mulmx1; apply: call_mlp; provided.
Qed.

(* --- Networks --------------------------------------------------------------------------------------------------------------------------- *)
Lemma call_column defs n (x : 'I_n -> F) : provides [:: column_d] defs -> call fs defs "column" [:: column x] = Value (table (\col_i x i)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by apply: entries_ext => i; rewrite -[LHS]/(vec 1 (fun=> x i)) vec_column; apply: column_ext => j; rewrite mxE.
Qed.
Definition network_at n (c : nat -> tree_minimum.layer F n) L (x : 'I_n -> F) : 'cV[F]_n :=
  tree_minimum.run (@exp_of S) [seq c l | l <- iota 0 L] (\col_i x i).
Lemma call_softmax_transformer defs n (c : nat -> tree_minimum.layer F n) L (X : 'cV[F]_n) : provides (softmax_transformer_d :: layer_l) defs -> (0 < n)%N ->
  call fs defs "softmax_transformer" [:: table X; table (1%:M : 'M[F]_n); List [seq layer_record (c l) | l <- iota 0 L]] =
    Value (table (tree_minimum.run (@exp_of S) [seq c l | l <- iota 0 L] X)).
Proof.
move=> W n_gt0; enter; apply: (yields_eq (v := table (foldl (fun Y l => tree_minimum.apply_layer (@exp_of S) (c l) Y) X (iota 0 L)))).
  refine (y_fold (k := fun Y : 'cV[F]_n => table Y) (h := fun l => layer_record (c l)) (step := fun Y l => tree_minimum.apply_layer (@exp_of S) (c l) Y) _ _ _).
  - by value.
  - by value.
  by move=> Y l _; refine (y_call _ _ _); [values | reflexivity | apply: call_softmax_layer; [provided | ]].
apply: table_ext; rewrite /tree_minimum.run; elim: (iota 0 L) X => //= l r IH X; exact: IH.
Qed.
Notation network_l := (softmax_network_d :: column_d :: as_layer_d :: softmax_transformer_d :: softmax_layer_d :: softmax_heads_d :: side_by_side_d :: beside_d :: mlp_d :: relu_matrix_d ::
  scores_d :: unit_matrix_d :: relu_d :: softmax_rows_d :: softmax_d :: add_row_d :: transpose_d :: matmul_d :: is_rectangular_d :: nil).
Ltac side ::= first [assumption | exact: index_1 | reflexivity].
Lemma call_softmax_network defs n (c : nat -> tree_minimum.layer F n) L (x : 'I_n -> F) : provides network_l defs -> (0 < n)%N ->
  call fs defs "softmax_network" [:: column x; List [seq small_record (c l) | l <- iota 0 L]] = Value (column (fun i => network_at c L x i ord0)).
Proof.
move=> W n_gt0; enter; refine (y_list_over (h := fun i => column (network_at c L x i)) (l := indices n) (g := fun i => Num (network_at c L x i ord0)) _ _).
  refine (y_call (vs := [:: table (\col_i x i); table (1%:M : 'M_n); List [seq layer_record (c l) | l <- iota 0 L]]) _ _ _); [ | reflexivity | by apply: call_softmax_transformer; [provided | ]].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))).
  - by refine (y_call _ _ _); [values | reflexivity | apply: call_column; provided].
  - by value.
  apply: y_list_over; first by value.
  by move=> l _; refine (y_call _ _ _); [values | reflexivity | apply: call_as_layer; provided].
by move=> i _; value.
Qed.
End Calls.
