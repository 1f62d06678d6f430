(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of positional_attention.stm give for MLPs of any depth and any widths: a list of records {W, b} whose matrices fit together is
   a function of rows, and what is_mlp tells of a list is that it is one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees.
From attest Require attention interpolation two_layers statements_positional_lemma_b2_approximation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition is_mlp_d := Eval compute in definition_in (definitions statements_positional_lemma_b2_approximation.finding_not_uniformly) "is_mlp".
(* What mlp does for one layer. *)
Definition mlp_step : expr := Eval compute in if body mlp_d is Fold _ _ _ _ step then step else Truth false.

Section Mlps.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation relu := (@attention.relu F).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (h : value F) (items : seq (value F)) (m n k l : nat).

(* A record with a matrix W and a vector b of at least one entry; other fields are not looked at. *)
Definition affine_at m k h (W : 'M[F]_(m, k)) (b : 'rV[F]_k) : Prop :=
  [/\ field_at h "W" = Value (table W), field_at h "b" = Value (column (fun j => b 0 j)) & (0 < k)%N].
(* The layers of an MLP, and what it makes of a row: ReLU stands after each layer but the last. *)
Inductive layers_at : forall m k, seq (value F) -> ('rV[F]_m -> 'rV[F]_k) -> Prop :=
  | LastAt m k h (W : 'M[F]_(m, k)) b of affine_at h W b : layers_at [:: h] (fun x => x *m W + b)
  | MoreAt m l k h (W : 'M[F]_(m, l)) b items (g : 'rV[F]_l -> 'rV[F]_k) of affine_at h W b & layers_at items g :
      layers_at (h :: items) (fun x => g (map_mx relu (x *m W + b))).
Lemma layers_width m k items (g : 'rV[F]_m -> 'rV[F]_k) : layers_at items g -> (0 < k)%N.
Proof. by elim=> // m' k' h W b []. Qed.

Lemma layers_size m k items (g : 'rV[F]_m -> 'rV[F]_k) : layers_at items g -> (0 < size items)%N.
Proof. by case. Qed.

(* --- The value of an MLP ------------------------------------------------------------------------------------------------------------ *)
Definition by_rows n m k (g : 'rV[F]_m -> 'rV[F]_k) (X : 'M[F]_(n, m)) : 'M[F]_(n, k) := \matrix_i g (row i X).
Definition affine n m k (X : 'M[F]_(n, m)) (W : 'M[F]_(m, k)) (b : 'rV[F]_k) : 'M[F]_(n, k) := X *m W + \matrix_(i < n) b.
Lemma row_affine n m k (X : 'M[F]_(n, m)) (W : 'M[F]_(m, k)) b i : row i (affine X W b) = row i X *m W + b.
Proof. by rewrite /affine linearD /= row_mul rowK. Qed.
Lemma call_add_row defs m n (A : 'M[F]_(m, n)) (b : 'rV[F]_n) : provides [:: add_row_d] defs ->
  call fs defs "add_row" [:: table A; column (fun j => b 0 j)] = Value (table (A + \matrix_(i < m) b)).
Proof.
move=> W; rewrite (table_mat A) column_vec calls_softmax.call_add_row // mat_table; congr (Value (table _)).
by apply/matrixP => i j; rewrite !mxE matrix_from_1E from_1E.
Qed.
Lemma y_mlp_step defs env items i n m k (X : 'M[F]_(n, m)) (W : 'M[F]_(m, k)) b :
  provides [:: relu_matrix_d; relu_d; add_row_d; matmul_d; is_rectangular_d] defs ->
  lookup "layers"%string env = Value (List items) -> (i < size items)%N -> affine_at (nth (Bool true) items i) W b -> (0 < m)%N ->
  yields fs defs (("k"%string, Num i.+1%:R) :: ("Y"%string, table X) :: env) mlp_step
    (table (if (i.+1 < size items)%N then map_mx relu (affine X W b) else affine X W b)).
Proof.
move=> P layersE i_lt [WE bE _] m_gt0; set env' := _ :: _ :: _.
have item : yields fs defs env' (Index (Name "layers") (Name "k")) (nth (Bool true) items i).
  by apply: (y_item (i := i)); [apply: y_name; exact: layersE | apply: y_name; reflexivity | | | ].
apply: (y_let (v := table (affine X W b))).
  refine (y_call (vs := [:: table (X *m W); column (fun j => b 0 j)]) _ _ _); [ | reflexivity | by apply: call_add_row; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last exact: y_field item bE.
  refine (y_call (vs := [:: table X; table W]) _ _ _); [ | reflexivity | by apply: calls_positional.call_matmul; [provided | ]].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: y_name; reflexivity | exact: y_field item WE].
have less : yields fs defs (("Z"%string, table (affine X W b)) :: env') (Chain (Name "k") [:: (Less, Call "len" [:: Name "layers"])]) (Bool (i.+1 < size items)%N).
  apply: yields_eq; first by refine (y_compare (v := Num i.+1%:R) (w := Num (size items)%:R) _ _ _);
    [apply: y_name; reflexivity | apply: y_length; apply: y_name; exact: layersE | reflexivity].
  by rewrite /= ltr_nat.
case: ifP less => _ less; [apply: y_yes less _ | apply: y_no less _]; last by apply: y_name; reflexivity.
refine (y_call (vs := [:: table (affine X W b)]) _ _ _); [ | reflexivity | by apply: call_relu_matrix; provided].
by refine (all_cons _ (all_nil _ _ _)); apply: y_name; reflexivity.
Qed.
Lemma folds_mlp defs env n m k items (g : 'rV[F]_m -> 'rV[F]_k) : layers_at items g ->
  provides [:: relu_matrix_d; relu_d; add_row_d; matmul_d; is_rectangular_d] defs ->
  forall before (X : 'M[F]_(n, m)), lookup "layers"%string env = Value (List (before ++ items)) -> (0 < m)%N ->
  folds defs env "Y"%string "k"%string mlp_step (table X) [seq Num i%:R | i <- iota (size before).+1 (size items)] (table (by_rows g X)).
Proof.
move=> at_items W; elim: at_items => {m k items g} [m k h A b hE | m l k h A b items g hE at_items IH] before X layersE m_gt0.
  have := y_mlp_step (i := size before) (W := A) (b := b) X W layersE.
  rewrite nth_cat ltnn subnn size_cat /= addn1 ltnSn ltnn => /(_ isT hE m_gt0) step.
  by exists (table (affine X A b)) => //; apply: table_ext; apply/row_matrixP => i; rewrite row_affine rowK.
have := y_mlp_step (i := size before) (W := A) (b := b) X W layersE.
rewrite nth_cat ltnn subnn size_cat /= addnS ltnS leq_addr => /(_ isT hE m_gt0).
have items_gt0 := layers_size at_items.
rewrite ltnS -[X in (X < _)%N]addn0 ltn_add2l items_gt0 => step.
exists (table (map_mx relu (affine X A b))) => //; rewrite -[h :: items]cat1s catA in layersE.
have l_gt0 : (0 < l)%N by case: hE.
have := IH _ (map_mx relu (affine X A b)) layersE l_gt0; rewrite size_cat addn1.
by congr folds; apply: table_ext; apply/row_matrixP => i; rewrite !rowK -map_row row_affine.
Qed.
Lemma call_mlp_at defs n m k items (g : 'rV[F]_m -> 'rV[F]_k) (X : 'M[F]_(n, m)) :
  provides [:: mlp_d; relu_matrix_d; relu_d; add_row_d; matmul_d; is_rectangular_d] defs -> layers_at items g -> (0 < m)%N ->
  call fs defs "mlp" [:: table X; List items] = Value (table (by_rows g X)).
Proof.
move=> W at_items m_gt0; enter; apply: (y_folds (s := table X) (l := [seq Num i%:R | i <- iota 1 (size items)])).
- by value.
- by refine (y_from_1 _ _ _ _); [floors | value | apply: y_length; value | reflexivity].
have P : provides [:: relu_matrix_d; relu_d; add_row_d; matmul_d; is_rectangular_d] earlier by provided.
exact: (@folds_mlp _ _ n m k items g at_items P [::] X).
Qed.

(* --- What is_mlp says ------------------------------------------------------------------------------------------------------------------ *)
Lemma layers_widths m k items (g : 'rV[F]_m -> 'rV[F]_k) : layers_at items g -> exists w : nat -> nat,
  [/\ w 0%N = m, w (size items) = k & forall i, (i < size items)%N -> exists W b, affine_at (m := w i) (k := w i.+1) (nth (Bool true) items i) W b].
Proof.
elim=> {m k items g} [m k h A b hE | m l k h A b items g hE _ [w [wl wk at_w]]].
  by exists (fun i => if i is 0%N then m else k); split=> // -[_|//]; exists A, b.
subst l; exists (fun i => if i is j.+1 then w j else m); split=> // -[_|i i_lt]; first by exists A, b.
exact: at_w.
Qed.
Lemma at_layers (w : nat -> nat) items : (0 < size items)%N ->
  (forall i, (i < size items)%N -> exists W b, affine_at (m := w i) (k := w i.+1) (nth (Bool true) items i) W b) ->
  exists g : 'rV[F]_(w 0%N) -> 'rV[F]_(w (size items)), layers_at items g.
Proof.
elim: items w => // h [|h' items] IH w _ at_w; have [A [b hE]] := at_w 0%N isT; first by exists (fun x => x *m A + b); exact: LastAt.
have [|i i_lt|g at_g] := IH (fun i => w i.+1); [by [] | exact: at_w i.+1 i_lt | ].
by exists (fun x => g (map_mx relu (x *m A + b))); exact: MoreAt.
Qed.
Lemma call_is_mlp defs m k items (g : 'rV[F]_m -> 'rV[F]_k) : provides [:: is_mlp_d; is_matrix_d; is_vector_d] defs -> layers_at items g ->
  (1 < size items)%N -> call fs defs "is_mlp" [:: List items; Num m%:R; Num k%:R] = Value (Bool true).
Proof.
move=> W /layers_widths[w [<- <- at_w]] more; enter.
pose env : environment F := [:: ("layers", List items); ("d", Num (w 0%N)%:R); ("e", Num (w (size items))%:R)]%string.
have item env' i x : lookup "layers"%string env' = Value (List items) -> lookup x env' = Value (Num i.+1%:R) -> (i < size items)%N ->
    yields fs earlier env' (Index (Name "layers") (Name x)) (nth (Bool true) items i).
  by move=> in_l in_x i_lt; apply: (y_item (i := i)); [exact: y_name in_l | exact: y_name in_x | | | ].
have last_at : (size items).-1.+1 = size items by case: (size items) more.
refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 _)))).
- by value.
- by apply: yields_eq; [refine (y_compare _ _ _); [apply: y_length; value | value | reflexivity] | rewrite /= ler_nat more].
- apply: yields_eq; first refine (y_all (h := fun i : nat => Num i%:R) (l := iota 1 (size items)) (p := fun=> true) _ _).
  + by refine (y_from_1 _ _ _ _); [floors | value | apply: y_length; value | reflexivity].
  + move=> t; rewrite mem_iota add1n ltnS; case: t => // q /= q_lt; have [A [b [AE bE w_gt0]]] := at_w q q_lt.
    have b_y : yields fs earlier (("k"%string, Num q.+1%:R) :: env) (Field (Index (Name "layers") (Name "k")) "b") (column (fun j => b 0 j)).
      by apply: y_field bE; exact: item.
    have len_y : yields fs earlier (("k"%string, Num q.+1%:R) :: env) (Call "len" [:: Field (Index (Name "layers") (Name "k")) "b"]) (Num (w q.+1)%:R).
      exact: y_length_of b_y.
    refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 _))).
    * by apply: yields_eq; [refine (y_compare _ _ _); [exact: len_y | value | reflexivity] | rewrite /= ler_nat w_gt0].
    * refine (y_call _ _ _); [exact: all_cons b_y (all_cons len_y (all_nil _ _ _)) | reflexivity | ].
      by apply: call_is_column; provided.
    refine (y_call (vs := [:: table A; Num (w q)%:R; Num (w q.+1)%:R]) _ _ _); [ | reflexivity | by apply: call_is_table; provided].
    refine (all_cons _ (all_cons _ (all_cons len_y (all_nil _ _ _)))); first by apply: y_field AE; exact: item.
    case: q q_lt {A b AE bE w_gt0 b_y len_y} => [|q] q_lt.
      by apply: y_yes; [apply: yields_eq; [value | rewrite eqxx] | value].
    apply: y_no; first by apply: yields_eq; [value | rewrite eqr_nat].
    have [A [b [_ bE _]]] := at_w q (ltnW q_lt); apply: (y_length_of (h := fun j => Num (b 0 j))); apply: y_field bE.
    apply: (y_item (i := q)); [value | value | by rewrite -natrB // subn1 | exact: ltnW | by []].
  by congr Bool; apply/allP.
have [A [b [_ bE _]]] : exists W b, affine_at (m := w (size items).-1) (k := w (size items)) (nth (Bool true) items (size items).-1) W b.
  by have := at_w (size items).-1; rewrite last_at; apply.
apply: yields_eq; first (refine (y_compare _ _ _); [apply: (y_length_of (h := fun j => Num (b 0 j))); apply: y_field bE | value | reflexivity]).
  by apply: (y_item (i := (size items).-1)); [value | apply: y_length; value | rewrite last_at | rewrite last_at | by []].
by rewrite /= eqxx.
Qed.
(* The list of a length that is 1 at least. *)
Lemma long_list defs env a : yields fs defs env (Chain (Call "len" [:: a]) [:: (AtLeast, Number (BinNums.Npos BinNums.xH))]) (Bool true) ->
  exists2 v, yields fs defs env a (List v) & (0 < size v)%N.
Proof.
rewrite /yields /=; case: (eval _ _ _ a) => // -[] //= v; rewrite -pmulrn ler1n; case: (leqP 1 (size v)) => // v_gt0 _; by exists v.
Qed.
Lemma is_mlp_true defs v m e : provides [:: is_mlp_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_mlp" [:: v; Num m%:R; Num e%:R] = Value (Bool true) ->
  exists items (g : 'rV[F]_m -> 'rV[F]_e), [/\ v = List items, layers_at items g & (1 < size items)%N].
Proof.
move=> W; have [d found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> is_l /true_and[len_l /true_and[each /true_and[last_is _]]].
have [items vE] : exists r : seq (value F), v = List r by move: is_l; rewrite /yields /=; case: v @env {len_l each last_is} => // r; exists r.
have more : (1 < size items)%N by move: len_l; rewrite /yields /= vE /= -pmulrn ler_nat; case: ltnP.
have layers_y env' : lookup "layers"%string env' = Value v -> yields fs d env' (Name "layers") (List items) by move=> in_l; apply: y_name; rewrite in_l vE.
have item env' i x : lookup "layers"%string env' = Value v -> lookup x env' = Value (Num i.+1%:R) -> (i < size items)%N ->
    yields fs d env' (Index (Name "layers") (Name x)) (nth (Bool true) items i).
  by move=> in_l in_x i_lt; apply: (y_item (i := i)); [exact: layers_y | exact: y_name in_x | | | ].
have length_y env' : lookup "layers"%string env' = Value v -> yields fs d env' (Call "len" [:: Name "layers"]) (Num (size items)%:R).
  by move=> in_l; apply: y_length; exact: layers_y.
have range : yields fs d env (Binary Range (Number (BinNums.Npos BinNums.xH)) (Call "len" [:: Name "layers"])) (List [seq Num i%:R | i <- iota 1 (size items)]).
  by refine (y_from_1 _ _ _ _); [floors | value | exact: length_y | reflexivity].
have conditions p : (p < size items)%N -> exists env', [/\ lookup "layers"%string env' = Value v, lookup "k"%string env' = Value (Num p.+1%:R), lookup "d"%string env' = Value (Num m%:R) &
    yields fs d env' (if body is_mlp_d is And [:: _; _; Over _ c _ _; _] then c else Truth false) (Bool true)].
  move=> p_lt; have := true_all range each; rewrite size_map size_iota => /(_ p p_lt); rewrite (nth_map 0%N) ?size_iota // nth_iota // add1n => told.
  by exists (("k"%string, Num p.+1%:R) :: env).
(* The width behind each layer, and its vector. *)
have vectors p : (p < size items)%N -> exists n (b : 'rV[F]_n), field_at (nth (Bool true) items p) "b" = Value (column (fun j => b 0 j)) /\ (0 < n)%N.
  move=> p_lt; have [env' [in_l in_k in_d /true_and[/long_list[b b_y b_gt0] /true_and[vector _]]]] := conditions p p_lt.
  have args := all_cons b_y (all_cons (y_length b_y) (all_nil _ _ _)).
  have [|f bE] := is_vector_true _ (own_call_true vector erefl args); first by provided.
  exists (size b), (\row_j f j.+1); split=> //; rewrite (true_field (item env' p _ in_l in_k p_lt) b_y) bE vec_column.
  by congr Value; apply: column_ext => j; rewrite mxE.
have [w [w0 at_b]] : exists w : nat -> nat, w 0%N = m /\
    forall p, (p < size items)%N -> exists b : 'rV[F]_(w p.+1), field_at (nth (Bool true) items p) "b" = Value (column (fun j => b 0 j)) /\ (0 < w p.+1)%N.
  elim: (items) vectors => [|h r IH] vectors; first by exists (fun=> m).
  have [n [b bE]] := vectors 0%N isT; have [|w [_ at_w]] := IH; first by move=> p p_lt; exact: (vectors p.+1).
  exists (fun p => if p is q.+1 then (if q is r.+1 then w r.+1 else n) else m); split=> // -[|p] p_lt; [by exists b | exact: (at_w p)].
have at_w p : (p < size items)%N -> exists A b, affine_at (m := w p) (k := w p.+1) (nth (Bool true) items p) A b.
  move=> p_lt; have [b [bE w_gt0]] := at_b p p_lt; have [env' [in_l in_k in_d /true_and[_ /true_and[_ /true_and[matrix _]]]]] := conditions p p_lt.
  have b_y : yields fs d env' (Field (Index (Name "layers") (Name "k")) "b") (column (fun j => b 0 j)) by apply: y_field bE; exact: item.
  have [//|vs /true_cons[a [vs1 [a_y /true_cons[c [vs2 [c_y /true_cons[c' [vs3 [c'_y /true_nil-> ->]]] ->]]] ->]]] told] := true_call _ matrix.
  have widthE := yields_inj c'_y (y_length_of b_y).
  have beforeE : c = Num (w p)%:R.
    apply: yields_inj c_y _; case: p p_lt in_k {b bE w_gt0 b_y c'_y widthE a_y} => [|p] p_lt in_k.
      apply: y_yes; last by rewrite w0; apply: y_name.
      by apply: yields_eq; [refine (y_compare _ _ _); [exact: y_name in_k | value | reflexivity] | rewrite /= eqxx].
    apply: y_no; first by apply: yields_eq; [refine (y_compare _ _ _); [exact: y_name in_k | value | reflexivity] | rewrite /= (eqr_nat F p.+2 1)].
    have [b [bE _]] := at_b p (ltnW p_lt); apply: (y_length_of (h := fun j => Num (b 0 j))); apply: y_field bE.
    apply: (y_item (i := p)); [exact: layers_y | apply: y_subtract; [exact: y_name in_k | value] | by rewrite -natrB // subn1 | exact: ltnW | by []].
  rewrite beforeE widthE in told; have [|A aE] := is_matrix_true _ told erefl; first by provided.
  exists (\matrix_(i, j) A i.+1 j.+1), b; split=> //.
  by rewrite (true_field (item env' p _ in_l in_k p_lt) a_y) aE mat_table.
have [|g at_g] := at_layers _ at_w; first exact: ltnW.
have eE : w (size items) = e.
  have last_at : (size items).-1.+1 = size items by rewrite prednK // ltnW.
  have [|b [bE _]] := at_b (size items).-1; first by rewrite last_at.
  have width_y : yields fs d env (Call "len" [:: Field (Index (Name "layers") (Call "len" [:: Name "layers"])) "b"]) (Num (w (size items).-1.+1)%:R).
    apply: (y_length_of (h := fun j => Num (b 0 j))); apply: y_field bE.
    by apply: (y_item (i := (size items).-1)); [exact: layers_y | exact: length_y | rewrite last_at | rewrite last_at | ].
  have e_y : yields fs d env (Name "e") (Num e%:R) by [].
  have [/esym] := yields_inj last_is (y_compare (c := Equal) width_y e_y erefl).
  by rewrite eqr_nat last_at => /eqP.
by subst m e; exists items, g.
Qed.

(* --- MLPs as functions --------------------------------------------------------------------------------------------------------------------- *)
Lemma hidden_layer m k (W : 'M[F]_(m, k)) b : interpolation.is_one_hidden (fun x : 'rV[F]_m => map_mx relu (x *m W + b)).
Proof. by exists k, W, b, 1%:M, 0 => x; rewrite /interpolation.one_hidden mulmx1 addr0. Qed.
Lemma layers_are_mlp m k items (g : 'rV[F]_m -> 'rV[F]_k) : layers_at items g -> (1 < size items)%N -> two_layers.is_mlp g.
Proof.
move=> at_items; suff [] : (size items = 1%N -> exists W b, g =1 fun x => x *m W + b) /\ ((1 < size items)%N -> two_layers.is_mlp g) by [].
elim: at_items => {m k items g} [m k h A b _ | m l k h A b items g _ at_items [one more]]; first by split=> // _; exists A, b.
have items_gt0 := layers_size at_items; split=> [[/eqP]|_]; first by rewrite gtn_eqF.
have [/one[A' [b' gE]] | several] : size items = 1%N \/ (1 < size items)%N by move: items_gt0; rewrite leq_eqVlt => /orP[/eqP<- | ]; [left | right].
  by apply: two_layers.OneHidden; exists l, A, b, A', b' => x; rewrite gE.
exact: (@two_layers.Deeper _ m l k (fun x => map_mx relu (x *m A + b)) g (hidden_layer A b) (more several)).
Qed.
(* A function that is an MLP, written out as a list of layers. *)
Definition layer_record m k (W : 'M[F]_(m, k)) (b : 'rV[F]_k) : value F := Rec [:: ("W"%string, table W); ("b"%string, column (fun j => b 0 j))].
Lemma at_record m k (W : 'M[F]_(m, k)) b : (0 < k)%N -> affine_at (layer_record W b) W b.
Proof. by []. Qed.
Lemma is_value_layer m k (W : 'M[F]_(m, k)) (b : 'rV[F]_k) : is_value (layer_record W b).
Proof.
have both (a b' : value F) : is_value a -> is_value b' -> is_value (Rec [:: ("W"%string, a); ("b"%string, b')]) by move=> aV bV; rewrite /= aV bV.
by apply: both; [rewrite table_mat is_value_mat | rewrite column_vec is_value_vec].
Qed.
Lemma is_value_layers m k (W : 'M[F]_(m, k)) (b : 'rV[F]_k) items : is_value (List items) -> is_value (List (layer_record W b :: items)).
Proof. by move=> items_value; apply/andP; split; [exact: is_value_layer | exact: items_value]. Qed.
Lemma some_unit m k (f : 'rV[F]_m -> 'rV[F]_k) : interpolation.is_one_hidden f ->
  exists r (W1 : 'M_(m, r.+1)) b1 (W2 : 'M_(r.+1, k)) b2, f =1 interpolation.one_hidden W1 b1 W2 b2.
Proof.
move=> [r [W1 [b1 [W2 [b2 fE]]]]].
have wider : f =1 interpolation.one_hidden (row_mx (0 : 'M_(m, 1)) W1) (row_mx (0 : 'rV_1) b1) (col_mx (0 : 'M_(1, k)) W2) b2.
  by move=> x; rewrite fE /interpolation.one_hidden mul_mx_row add_row_mx map_row_mx mul_row_col mulmx0 add0r.
by exists r, (row_mx 0 W1 : 'M_(m, 1 + r)), (row_mx 0 b1 : 'rV_(1 + r)), (col_mx 0 W2 : 'M_(1 + r, k)), b2.
Qed.
Lemma written m k (f : 'rV[F]_m -> 'rV[F]_k) : two_layers.is_mlp f -> (0 < k)%N ->
  exists items (g : 'rV[F]_m -> 'rV[F]_k), [/\ layers_at items g, g =1 f, (1 < size items)%N & is_value (List items)].
Proof.
move=> f_mlp k_gt0; suff [r [W [b [items [g [at_g g_value fE]]]]]] : exists r (W : 'M_(m, r.+1)) b items (g : 'rV[F]_r.+1 -> 'rV[F]_k),
    [/\ layers_at items g, is_value (List items) & f =1 fun x => g (map_mx relu (x *m W + b))].
  exists (layer_record W b :: items), (fun x => g (map_mx relu (x *m W + b))); split=> //; first exact: MoreAt (at_record _ _ _) at_g.
    exact: layers_size at_g.
  exact: is_value_layers.
elim: f_mlp k_gt0 => {m k f} [m k f /some_unit[r [W1 [b1 [W2 [b2 fE]]]]] k_gt0 | m l k f g /some_unit[r [W1 [b1 [W2 [b2 fE]]]]] _ IH k_gt0].
  exists r, W1, b1, [:: layer_record W2 b2], (fun x => x *m W2 + b2); split=> //; first exact: LastAt (at_record _ _ _).
  exact: is_value_layers.
have [q [V [c [items [g' [at_g g_value gE]]]]]] := IH k_gt0.
exists r, W1, b1, (layer_record (W2 *m V) (b2 *m V + c) :: items), (fun x => g' (map_mx relu (x *m (W2 *m V) + (b2 *m V + c)))); split.
- exact: MoreAt (at_record _ _ _) at_g.
- exact: is_value_layers.
by move=> x; rewrite /= gE fE /interpolation.one_hidden mulmxDl -mulmxA addrA.
Qed.
End Mlps.
