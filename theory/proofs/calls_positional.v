(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of linear_algebra.stm, attention.stm and positional_attention.stm give for matrices of mathcomp, in the terms of attention.v
   and hardmax.v: products, softmax, hardmax, scores, patterns, matrices side by side. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals.
From attest Require attention hardmax srpe calls_srpe statements_positional_exact_routing statements_positional_hardmax_image.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_exact_routing.printed ++ definitions statements_positional_exact_routing.finding_one_head_never ++
  definitions statements_positional_hardmax_image.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition unit_matrix_d := Eval compute in the "unit_matrix".
Definition unique_pattern_d := Eval compute in the "unique_pattern".
Definition scores_d := Eval compute in the "scores".
Definition beside_d := Eval compute in the "beside".
Definition hardmax_d := Eval compute in the "hardmax".
Definition hardmax_rows_d := Eval compute in the "hardmax_rows".

(* --- Matrices and functions of numbers that count from 1 -------------------------------------------------------------------- *)
Section Tables.
Variable F : realFieldType.
Implicit Types (m n : nat).

Definition from_1 n (f : 'I_n -> F) (i : nat) : F := if insub i.-1 is Some j then f j else 0.
Definition matrix_from_1 m n (A : 'M[F]_(m, n)) (i j : nat) : F := if insub i.-1 is Some k then from_1 (A k) j else 0.
Lemma from_1E n (f : 'I_n -> F) (j : 'I_n) : from_1 f j.+1 = f j.
Proof. by rewrite /from_1 /= valK. Qed.
Lemma matrix_from_1E m n (A : 'M[F]_(m, n)) (i : 'I_m) (j : 'I_n) : matrix_from_1 A i.+1 j.+1 = A i j.
Proof. by rewrite /matrix_from_1 /= valK from_1E. Qed.
Lemma column_vec n (f : 'I_n -> F) : column f = vec n (from_1 f).
Proof. by rewrite vec_column; apply: column_ext => j; rewrite from_1E. Qed.
Lemma mat_table m n (A : nat -> nat -> F) : mat m n A = table (\matrix_(i < m, j < n) A i.+1 j.+1).
Proof. by rewrite /mat listed_entries; apply: entries_ext => i; rewrite vec_column; apply: column_ext => j; rewrite mxE. Qed.
Lemma table_mat m n (A : 'M[F]_(m, n)) : table A = mat m n (matrix_from_1 A).
Proof. by rewrite mat_table; congr table; apply/matrixP => i j; rewrite mxE matrix_from_1E. Qed.
Lemma table_ext m n (A B : 'M[F]_(m, n)) : A = B -> table A = table B.
Proof. by move=> ->. Qed.
Lemma table_of m n (f : 'I_m -> 'I_n -> F) : entries (fun i => column (f i)) = table (\matrix_(i, j) f i j).
Proof. by apply: entries_ext => i; apply: column_ext => j; rewrite mxE. Qed.
(* One list behind another. *)
Lemma indices_cat m n (T : Type) (h : 'I_(m + n) -> T) :
  [seq h (lshift n i) | i <- indices m] ++ [seq h (rshift m j) | j <- indices n] = [seq h k | k <- indices (m + n)].
Proof.
rewrite (map_comp h (lshift n)) (map_comp h (@rshift m n)) -map_cat; congr (map h _); apply: (inj_map val_inj).
rewrite map_cat -!map_comp -[RHS]/[seq id (val k) | k <- indices (m + n)] -(map_indices (m + n) id) map_id iotaD add0n; congr (_ ++ _).
  by rewrite -[RHS]map_id map_indices; apply: eq_map.
by rewrite -[m in iota m _]addn0 iotaDl map_indices; apply: eq_map.
Qed.
Lemma column_cat m n (f : 'I_m -> F) (g : 'I_n -> F) :
  List ([seq Num (f i) | i <- indices m] ++ [seq Num (g j) | j <- indices n]) = column (fun k : 'I_(m + n) => match split k with inl i => f i | inr j => g j end).
Proof.
rewrite /column /entries -indices_cat; congr (List (_ ++ _)); apply: eq_map => k; congr Num.
  by rewrite -[lshift _ _]/(unsplit (inl k)) unsplitK.
by rewrite -[rshift _ _]/(unsplit (inr k)) unsplitK.
Qed.

(* The largest number of a list. *)
Lemma largest_le (l : seq F) : l != [::] -> exists2 e, largest l = Some e & forall c, (e <= c) = all (fun x => x <= c) l.
Proof.
case: l => // x l _; exists (foldl Num.max x l) => // c; elim: l x => [|y l IH] x /=; first by rewrite andbT.
by rewrite IH /= le_maxl andbA.
Qed.
End Tables.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (m n k d : nat).

Lemma equal_table m n (A B : 'M[F]_(m, n)) : equal (table A) (table B) = Value (A == B).
Proof.
rewrite (@equal_map S _ (indices m) _ _ (fun i => all (fun j => A i j == B i j) (indices n))) => [|i]; last exact: equal_column.
congr Some; rewrite all_indices; apply/forallP/eqP => [AB | -> i]; last by rewrite all_indices; apply/forallP => j.
by apply/matrixP => i j; apply/eqP; have := AB i; rewrite all_indices => /forallP.
Qed.
Lemma y_same_table defs env a b m n (A B : 'M[F]_(m, n)) : yields fs defs env a (table A) -> yields fs defs env b (table B) ->
  yields fs defs env (Chain a [:: (Equal, b)]) (Bool (A == B)).
Proof. by move=> ya yb; apply: y_compare ya yb _; rewrite /compare equal_table. Qed.
Lemma y_other_table defs env a b m n (A B : 'M[F]_(m, n)) : yields fs defs env a (table A) -> yields fs defs env b (table B) ->
  yields fs defs env (Chain a [:: (Different, b)]) (Bool (A != B)).
Proof. by move=> ya yb; apply: y_compare ya yb _; rewrite /compare equal_table. Qed.
Lemma y_same_column defs env a b n (f g : 'I_n -> F) : yields fs defs env a (column f) -> yields fs defs env b (column g) ->
  yields fs defs env (Chain a [:: (Equal, b)]) (Bool [forall j, f j == g j]).
Proof. by move=> ya yb; apply: y_compare ya yb _; rewrite /compare equal_column all_indices. Qed.
Lemma y_other_column defs env a b n (f g : 'I_n -> F) : yields fs defs env a (column f) -> yields fs defs env b (column g) ->
  yields fs defs env (Chain a [:: (Different, b)]) (Bool (~~ [forall j, f j == g j])).
Proof. by move=> ya yb; apply: y_compare ya yb _; rewrite /compare equal_column all_indices. Qed.

(* max over two generators: what it is bounded by. *)
Lemma y_max2 defs env m n (h : 'I_m -> value F) (g : 'I_n -> value F) (x y : string) L M body f : (0 < m)%N -> (0 < n)%N ->
  yields fs defs env L (entries h) -> (forall i, yields fs defs ((x, h i) :: env) M (entries g)) ->
  (forall i j, yields fs defs ((y, g j) :: (x, h i) :: env) body (Num (f i j))) ->
  exists2 e, yields fs defs env (Over "max" body [:: (x, L); (y, M)] None) (Num e) & forall c, (e <= c) = [forall i, forall j, f i j <= c].
Proof.
move=> m_gt0 n_gt0 yL yM yb; pose pairs := flatten [seq [seq (i, j) | j <- indices n] | i <- indices m].
have [|e eE e_le] := @largest_le F [seq f ij.1 ij.2 | ij <- pairs].
  rewrite -size_eq0 size_map /pairs -(prednK m_gt0) -(prednK n_gt0) -lt0n -has_predT.
  by apply/hasP; exists (ord0, ord0) => //; apply/flatten_mapP; exists ord0; rewrite ?mem_index_enum // map_f ?mem_index_enum.
exists e => [|c].
  rewrite /rules.yields [LHS](@over_pairs _ _ _ _ _ _ (indices m) (fun _ => g) (fun=> indices n) _ _ _ _ _ _ yL (fun i _ => yM i) (fun i j => Value (Num (f i j))) _
    (fun s => omap (@Num F) (obind (@largest F) (numbers_in s)))) => [|i j _ _]; last exact: yb.
  by rewrite -/pairs (numbers_in_map pairs (fun ij => f ij.1 ij.2)) /= eE.
rewrite e_le all_map -[RHS]all_indices /pairs (all_pairs (indices m) (fun=> indices n) (fun i j => f i j <= c)).
by apply: eq_all => i; rewrite all_indices.
Qed.

(* A number that is known by a property. *)
Lemma some_let defs env (P : F -> Prop) (x : string) a b v : yields fs defs env a v ->
  (exists2 e, yields fs defs ((x, v) :: env) b (Num e) & P e) -> exists2 e, yields fs defs env (Let x a b) (Num e) & P e.
Proof. by move=> ya [e ye Pe]; exists e => //; exact: y_let ya ye. Qed.
Lemma some_call defs earlier (P : F -> Prop) f vs def : find_definition defs f = Some (def, earlier) -> size (parameters def) = size vs ->
  (exists2 e, yields fs earlier (zip (parameters def) vs) (body def) (Num e) & P e) -> exists2 e, call fs defs f vs = Value (Num e) & P e.
Proof. by move=> found sizes [e ye Pe]; exists e => //; exact: call_yields found sizes ye. Qed.

(* What is known of a call whose value is known. *)
Lemma own_call_true defs env (q : string) l vs w : yields fs defs env (Call q l) w -> lookup q (built_in fs) = None -> yields_all fs defs env l vs ->
  call fs defs q vs = Value w.
Proof. by move=> yq own; have [ws] := true_call own yq; rewrite /yields_all => -> yc [<-]. Qed.

(* Entries and rows. *)
Lemma y_number_at defs env a b n (f : 'I_n -> F) y (j : 'I_n) : yields fs defs env a (column f) -> yields fs defs env b (Num y) -> y = j.+1%:R ->
  yields fs defs env (Index a b) (Num (f j)).
Proof. exact: (y_ordinal floor_int (h := fun j => Num (f j))). Qed.
Lemma y_row_at defs env a b m n (A : 'M[F]_(m, n)) y (i : 'I_m) : yields fs defs env a (table A) -> yields fs defs env b (Num y) -> y = i.+1%:R ->
  yields fs defs env (Index a b) (column (A i)).
Proof. exact: (y_ordinal floor_int (h := fun i => column (A i))). Qed.

(* --- linear_algebra.stm ---------------------------------------------------------------------------------------------------- *)
Lemma call_matmul defs m k n (A : 'M[F]_(m, k)) (B : 'M[F]_(k, n)) : provides [:: matmul_d; is_rectangular_d] defs -> (0 < k)%N ->
  call fs defs "matmul" [:: table A; table B] = Value (table (A *m B)).
Proof.
move=> W k_gt0; rewrite (table_mat A) (table_mat B) (calls_linear_algebra.call_matmul floor_int) // mat_table.
congr (Value (table _)); apply/matrixP => i j; rewrite !mxE sum_from_1; apply: eq_bigr => l _; by rewrite !matrix_from_1E.
Qed.
Lemma call_transpose defs m n (A : 'M[F]_(m, n)) : provides [:: transpose_d; is_rectangular_d] defs -> (0 < m)%N ->
  call fs defs "transpose" [:: table A] = Value (table A^T).
Proof.
move=> W m_gt0; rewrite (table_mat A) (calls_linear_algebra.call_transpose floor_int) // mat_table.
by congr (Value (table _)); apply/matrixP => i j; rewrite !mxE matrix_from_1E.
Qed.
Lemma call_zeros defs m n : provides [:: zeros_d] defs -> call fs defs "zeros" [:: Num m%:R; Num n%:R] = Value (table (0 : 'M[F]_(m, n))).
Proof. by move=> W; rewrite call_zeros // mat_table; congr (Value (table _)); apply/matrixP => i j; rewrite !mxE. Qed.

(* --- attention.stm -------------------------------------------------------------------------------------------------------------- *)
Lemma soft_plain n (f : nat -> F) j : soft n f j = exp_of (f j) / \sum_(i <- iota 1 n) exp_of (f i).
Proof.
have shift i : exp_of (f i - top n f) = exp_of (f i) * exp_of (- top n f) by exact: exp_add.
rewrite /soft /softened /weight /= shift (eq_bigr (fun i => exp_of (f i) * exp_of (- top n f))) // -mulr_suml -mulf_div divff ?mulr1 //.
by rewrite gt_eqF // exp_gt0.
Qed.
Lemma call_softmax_rows defs m n (A : 'M[F]_(m, n)) : provides [:: softmax_rows_d; softmax_d] defs -> (0 < n)%N ->
  call fs defs "softmax_rows" [:: table A] = Value (table (attention.softmax (@exp_of S) A)).
Proof.
move=> W n_gt0; rewrite (table_mat A) calls_softmax.call_softmax_rows // mat_table; congr (Value (table _)); apply/matrixP => i j.
rewrite !mxE soft_plain matrix_from_1E sum_from_1; congr (_ / _); by apply: eq_bigr => k _; rewrite matrix_from_1E.
Qed.

(* --- positional_attention.stm ------------------------------------------------------------------------------------------------- *)
Lemma call_unit_matrix defs n : provides [:: unit_matrix_d] defs -> call fs defs "unit_matrix" [:: Num n%:R] = Value (table (1%:M : 'M[F]_n)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
apply: entries_ext => i; apply: column_ext => j; rewrite mxE eqr_nat eqSS val_eqE; by case: (i == j).
Qed.
(* Rows are given by the columns of their ones. *)
Lemma call_unique_pattern defs n m (source : 'I_n -> 'I_m) : provides [:: unique_pattern_d] defs ->
  call fs defs "unique_pattern" [:: column (fun i => (source i).+1%:R); Num m%:R] = Value (table (hardmax.pattern F source)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
apply: entries_ext => i; apply: column_ext => j; rewrite mxE eqr_nat eqSS val_eqE; by case: (j == _).
Qed.
Lemma y_choices defs env a b m n : yields fs defs env a (entries (fun j : 'I_m => Num j.+1%:R)) -> yields fs defs env b (Num n%:R) ->
  yields fs defs env (Call "tuples" [:: a; b]) (List [seq calls_srpe.tokens F x | x <- calls_srpe.words m n]).
Proof.
move=> ya yb; refine (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _))) _ _); first reflexivity.
rewrite /= integer_nat //; congr (Some (List _)).
rewrite (calls_srpe.lists_over_map (fun j : 'I_m => Num j.+1%:R)) -!map_comp /calls_srpe.words.
rewrite -[in LHS](all_filterP (calls_srpe.lists_over_size (indices m) n)) (_ : [seq t <- _ | _] = [seq val t | t : n.-tuple 'I_m <- pmap insub (lists_over (indices m) n)]).
  rewrite -!map_comp; apply: eq_map => t /=; rewrite /calls_srpe.tokens /entries -{1}(map_tnth_enum t) -map_comp; congr List.
  rewrite -[in RHS](filter_predT (indices n)) deprecated_filter_index_enum.
  by apply: eq_map => j /=; rewrite ffunE.
rewrite (pmap_filter (@insubK _ _ _)); apply: eq_filter => t.
by rewrite isSome_insub.
Qed.
Lemma call_scores defs n dP dm (P : 'M[F]_(n, dP)) (WQ WK : 'M[F]_(dP, dm)) :
  provides [:: scores_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N -> (0 < dP)%N -> (0 < dm)%N ->
  call fs defs "scores" [:: table P; table WQ; table WK] = Value (table (hardmax.scores P WQ WK)).
Proof.
move=> W n_gt0 dP_gt0 dm_gt0; enter.
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | ].
- refine (y_call _ _ _); [values | reflexivity | apply: call_matmul => //; provided].
- refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
    by refine (y_call _ _ _); [values | reflexivity | apply: call_matmul => //; provided].
  by apply: call_transpose => //; provided.
by apply: call_matmul => //; provided.
Qed.
Lemma call_hardmax defs n (f : nat -> F) : provides [:: hardmax_d] defs -> (0 < n)%N ->
  call fs defs "hardmax" [:: vec n f] = Value (vec n (fun j => if f j == top n f then 1%:R else 0%:R)).
Proof. by move=> W n_gt0; enter; apply: y_let; [apply: (y_top n_gt0); value | value]. Qed.
Lemma call_hardmax_rows defs m n (A : 'M[F]_(m, n)) : provides [:: hardmax_rows_d; hardmax_d] defs -> (0 < n)%N ->
  call fs defs "hardmax_rows" [:: table A] = Value (table (hardmax.hardmax A)).
Proof.
move=> W n_gt0; have -> : table (hardmax.hardmax A) = mat m n (fun i j => if matrix_from_1 A i j == top n (matrix_from_1 A i) then 1%:R else 0%:R).
  rewrite mat_table; congr table; apply/matrixP => i j; rewrite !mxE matrix_from_1E.
  have [l /andP[l_gt0 l_n] topE] := top_in (matrix_from_1 A i.+1) n_gt0.
  have -> : [forall k, A i k <= A i j] = (A i j == top n (matrix_from_1 A i.+1)); last by case: (_ == _).
  apply/forallP/eqP => [above | -> k]; last first.
    by rewrite -matrix_from_1E; apply: le_top; exact: ltn_ord.
  apply/le_anti; apply/andP; split; first by rewrite -matrix_from_1E; apply: le_top; exact: ltn_ord.
  have l_lt : (l.-1 < n)%N by rewrite prednK.
  by have := above (Ordinal l_lt); rewrite topE -matrix_from_1E /= prednK.
rewrite table_mat; enter; apply: y_list_over; first by value.
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_hardmax => //; provided].
Qed.
Ltac side ::= first [assumption | by rewrite maxxx | reflexivity].
Lemma call_beside defs m n k (A : 'M[F]_(m, n)) (B : 'M[F]_(m, k)) : provides [:: beside_d] defs ->
  call fs defs "beside" [:: table A; table B] = Value (table (row_mx A B)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by apply: entries_ext => i; rewrite column_cat; apply: column_ext => j; rewrite mxE.
Qed.
End Calls.

Ltac side ::= first [assumption | reflexivity].
Ltac index_value ::=
  first [refine (y_number_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_row_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_ordinal _ _ _ _); [floors | value | value | first [reflexivity | side]]].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "unit_matrix" _ = _ => found_call call_unit_matrix
  | |- call _ _ "unique_pattern" _ = _ => found_call call_unique_pattern
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "hardmax_rows" _ = _ => found_call call_hardmax_rows
  | |- call _ _ "beside" _ = _ => found_call call_beside
  | |- call _ _ _ _ = _ => enter_named; value
  end.
(* A name is known to be ours before its arguments are looked at: these are then found once. *)
Ltac own_call := refine (y_call _ _ _); [ | reflexivity | ]; [values | call].
Ltac built_in_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Call "tuples" _) _ => refine (y_choices _ _); [value | value]
  | |- _ => own_call
  end.

(* --- Numbers that are not whole -------------------------------------------------------------------------------------------- *)
Section Numbers.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.

Lemma y_inverse_power defs env a b (x : F) k : yields fs defs env a (Num x) -> yields fs defs env b (Num k.+1%:R) -> x != 0 ->
  yields fs defs env (Binary Power a (Negate b)) (Num (1 / x ^+ k.+1)).
Proof.
rewrite /rules.yields => ya yb x_neq0; cbn [eval]; rewrite ya yb /operate /integer_in.
have -> : - k.+1%:R = (Negz k)%:~R :> F by rewrite NegzE mulrNz -pmulrn.
by rewrite integer_int // /power /divide expf_eq0 (negbTE x_neq0).
Qed.
(* The first and the second place of a list. *)
Lemma index_1 n : 1%:R = (ord0 : 'I_n.+1).+1%:R :> F.
Proof. by []. Qed.
Lemma index_2 n : 2%:R = (lift ord0 ord0 : 'I_n.+2).+1%:R :> F.
Proof. by []. Qed.
End Numbers.
