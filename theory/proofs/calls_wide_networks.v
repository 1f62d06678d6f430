(* SPDX-License-Identifier: Apache-2.0 *)
(* The networks of sup_norm.v as values: blocks with one head of scores 0, columns of the type `wide d` in a list, and what calls of universal.stm give of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_ordinals calls_tables calls_constant_network calls_one_head.
From attest Require sup_norm statements_urpe_headline.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_headline.finding_urpe_computes_cones) f) (only parsing).
Definition is_plain_d := Eval compute in the "is_plain".
Definition urpe_block_d := Eval compute in the "urpe_block".
Definition urpe_network_d := Eval compute in the "urpe_network".
Definition is_urpe_network_d := Eval compute in the "is_urpe_network".
Definition widened_d := Eval compute in the "widened".
Definition first_columns_d := Eval compute in the "first_columns".
Definition has_one_narrow_head_d := Eval compute in the "has_one_narrow_head".
Notation wide_l := [:: urpe_network_d; urpe_block_d; ffn_d; head_d; relu_d; urpe_attention_d; rpe_attention_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d;
  bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; add_row_d; transpose_d; hadamard_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].
Notation wide_conditions_l := [:: is_urpe_network_d; is_plain_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_variant_d; is_matrix_d; is_vector_d].

(* --- Lists whose elements have no decidable equality --------------------------------------------------------------------------------------- *)
Section Lists.
Variable F : realFieldType.
Variable fs : functions F.
Variable defs : seq definition.
Local Notation yields := (yields fs defs).
Implicit Types (env : environment F) (x z : string).
Lemma y_fold_over (T U : Type) (h : T -> value F) (k : U -> value F) (P : T -> Prop) (step : U -> T -> U) env z a x L body s l :
  yields env a (k s) -> yields env L (List (map h l)) -> (forall t, List.In t l -> P t) ->
  (forall s t, P t -> yields ((x, h t) :: (z, k s) :: env) body (k (step s t))) -> yields env (Fold z a x L body) (k (foldl step s l)).
Proof.
rewrite /rules.yields /= => -> ->; elim: l s => //= t l IH s all_P step_y; rewrite step_y; last by apply: all_P; left.
by apply: IH => // u u_l; apply: all_P; right.
Qed.
Lemma y_all_over (T : Type) (h : T -> value F) (P : T -> Prop) env x L body l : yields env L (List (map h l)) -> (forall t, List.In t l -> P t) ->
  (forall t, P t -> yields ((x, h t) :: env) body (Bool true)) -> yields env (Over "all" body [:: (x, L)] None) (Bool true).
Proof.
rewrite /rules.yields /= => -> all_P body_y; elim: l all_P => //= t l IH all_P; rewrite body_y; last by apply: all_P; left.
by apply: IH => u u_l; apply: all_P; right.
Qed.
End Lists.

Section Wide.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Local Notation wide := sup_norm.wide.
Implicit Types (defs : seq definition) (env : environment F) (n d : nat).

(* --- Columns ----------------------------------------------------------------------------------------------------------------------------------- *)
Definition columns d : seq (wide d) := [seq inl (inl j) | j <- indices d] ++ [seq inl (inr j) | j <- indices d] ++ [:: inr tt].
Lemma size_columns d : size (columns d) = (2 * d + 1)%N.
Proof. by rewrite !size_cat !size_map size_indices /= addnA mul2n addnn. Qed.
Lemma columns_all d : enumerates (columns d).
Proof.
apply: uniq_perm; [ | exact: index_enum_uniq | ].
  rewrite !cat_uniq !map_inj_uniq ?index_enum_uniq /=; try by move=> i j [].
  rewrite !andbT orbF; apply/andP; split; last by apply/mapP => -[].
  apply/hasPn => k; rewrite mem_cat => /orP[/mapP[j _ ->] | ]; first by apply/mapP => -[].
  by rewrite inE => /eqP->; apply/mapP => -[].
move=> k; rewrite mem_index_enum; case: k => [[j|j]|[]]; rewrite !mem_cat ?inE ?eqxx ?orbT //.
  by rewrite map_f ?mem_index_enum.
by rewrite [X in _ || (X || _)]map_f ?mem_index_enum ?orbT.
Qed.
Definition column_at d q : wide d := nth (inr tt) (columns d) q.
Lemma sum_columns d (g : nat -> F) (h : wide d -> F) : (forall q, (q < 2 * d + 1)%N -> g q.+1 = h (column_at d q)) -> \sum_(q <- iota 1 (2 * d + 1)) g q = \sum_k h k.
Proof.
move=> gh; rewrite -(sum_all h (columns_all d)) -(sum_read (m := columns d) (g := h) (f := g)) ?size_columns // => u0 q q_lt.
by rewrite gh // /column_at (set_nth_default u0) // size_columns.
Qed.

(* A vector and a matrix with these columns. *)
Definition at_columns d (f : wide d -> F) (q : nat) : F := f (column_at d q.-1).
Definition at_rows n d (X : 'I_n -> wide d -> F) (i j : nat) : F := if insub i.-1 is Some i' then X i' (column_at d j.-1) else 0.
Lemma at_rowsE n d (X : 'I_n -> wide d -> F) (i : 'I_n) q : at_rows X i.+1 q.+1 = X i (column_at d q).
Proof. by rewrite /at_rows /= valK. Qed.
Lemma to_rows n d (A : nat -> nat -> F) (X : 'I_n -> wide d -> F) : (forall (i : 'I_n) q, (q < 2 * d + 1)%N -> A i.+1 q.+1 = X i (column_at d q)) ->
  mat n (2 * d + 1) A = mat n (2 * d + 1) (at_rows X).
Proof. by move=> AX; apply: mat_ext => -[|i] // [|q] //= i_n q_d; rewrite -[i]/(val (Ordinal i_n)) at_rowsE AX. Qed.

(* --- Blocks -------------------------------------------------------------------------------------------------------------------------------------- *)
Section Values.
Variables (n d : nat).
Implicit Types (B : sup_norm.block F n (wide d)) (us : seq (sup_norm.hidden F (wide d))).
Definition unit_at us (l : nat) : sup_norm.hidden F (wide d) := nth (sup_norm.Hidden (fun=> 0) 0 (fun=> 0)) us l.-1.
Definition family_of (c : 'I_(n + n).-1 -> F) (p : nat) : F := if insub p.-1 is Some p' then c p' else 0.
Definition head_value (h : sup_norm.head F n (wide d)) : value F :=
  even_head n (2 * d + 1) 1 (family_of (sup_norm.c h)) (fun q _ => at_columns (sup_norm.WV h) q) (fun=> sup_norm.bV h) (fun _ q => at_columns (sup_norm.WO h) q).
Definition block_value B : value F :=
  one_head_block (2 * d + 1) (size (sup_norm.units B)) (head_value (sup_norm.att B)) (at_columns (sup_norm.bO B))
    (fun q l => at_columns (sup_norm.into (unit_at (sup_norm.units B) l)) q) (fun l => sup_norm.shift (unit_at (sup_norm.units B) l))
    (fun l q => at_columns (sup_norm.out (unit_at (sup_norm.units B) l)) q) (at_columns (sup_norm.b2 B)).
Lemma block_value_value B : is_value (block_value B).
Proof. by apply: one_head_block_value; exact: even_head_value. Qed.
(* All scores are 0, and there is a hidden unit. *)
Definition is_even B : Prop := exists c WV bV WO, sup_norm.att B = sup_norm.even_head c WV bV WO.
Definition good B : Prop := is_even B /\ sup_norm.has_units B.

Lemma family_at (c : 'I_(n + n).-1 -> F) (i j : 'I_n) : family_of c (i.+1 + n - j.+1) = sup_norm.relative c i j.
Proof.
have less a b m : (0 < m)%N -> (a + m - b).-1 = (a + m.-1 - b)%N by case: m => // m _; rewrite -subn1 subnAC addnS subn1.
rewrite /family_of /sup_norm.relative addSn subSS less; last by apply: leq_ltn_trans (ltn_ord i).
by rewrite (insubT (fun p => p < (n + n).-1)%N (sup_norm.place_lt i j)).
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ffn" _ = _ => found_call call_ffn
  | |- call _ _ "urpe_attention" _ = _ => found_call call_even_attention
  end.
Lemma attended_value B (X : 'I_n -> wide d -> F) (i : 'I_n) q : is_even B -> (q < 2 * d + 1)%N ->
  at_rows X i.+1 q.+1 + at_columns (sup_norm.bO B) q.+1 +
    headed n (2 * d + 1) 1 (even n (family_of (sup_norm.c (sup_norm.att B)))) (fun q _ => at_columns (sup_norm.WV (sup_norm.att B)) q) (fun=> sup_norm.bV (sup_norm.att B))
      (fun _ q => at_columns (sup_norm.WO (sup_norm.att B)) q) (at_rows X) i.+1 q.+1 =
  sup_norm.attended exp B X i (column_at d q).
Proof.
case=> [c [WV [bV [WO attE]]]] q_d; rewrite at_rowsE /sup_norm.attended /headed big_seq1 addrAC; congr (_ + _ + _); congr (_ * _).
rewrite sum_from_1; apply: eq_bigr => j _; rewrite /even family_at attE (sup_norm.even_attention (@exp_gt0 S)).
by congr (_ * (_ + _)); apply: sum_columns => p _; rewrite at_rowsE.
Qed.
Lemma call_block_value defs B (X : 'I_n -> wide d -> F) : provides (behead wide_l) defs -> (0 < n)%N -> good B ->
  call fs defs "urpe_block" [:: mat n (2 * d + 1) (at_rows X); block_value B] = Value (mat n (2 * d + 1) (at_rows (sup_norm.apply_block exp B X))).
Proof.
move=> P n_gt0 [evenB unitsB]; have d_gt0 : (0 < 2 * d + 1)%N by rewrite addn1.
have [e found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
apply: (y_let (v := mat n (2 * d + 1) (at_rows (sup_norm.attended exp B X)))).
  apply: y_fold_one; [by value | by value | apply: yields_eq; [value | ]].
  by apply: to_rows => i q q_d; exact: attended_value.
apply: yields_eq; first by value.
apply: to_rows => i q q_d; rewrite /fed at_rowsE /sup_norm.apply_block /sup_norm.feed_forward addrA; congr (_ + _ + _).
rewrite (big_nth (sup_norm.Hidden (fun=> 0) 0 (fun=> 0))) big_mkord sum_from_1; apply: eq_bigr => u _; congr (Num.max (_ + _) 0 * _).
by apply: sum_columns => p p_d; rewrite at_rowsE.
Qed.
Lemma call_network_value defs (blocks : seq (sup_norm.block F n (wide d))) X : provides wide_l defs -> (0 < n)%N -> (forall B, List.In B blocks -> good B) ->
  call fs defs "urpe_network" [:: mat n (2 * d + 1) (at_rows X); List (map block_value blocks)] = Value (mat n (2 * d + 1) (at_rows (sup_norm.network exp blocks X))).
Proof.
move=> P n_gt0 all_good; enter; apply: (@y_fold_over F fs earlier _ _ block_value (fun X => mat n (2 * d + 1) (at_rows X)) good (fun Y B => sup_norm.apply_block exp B Y)) => //.
by move=> Y B goodB; refine (y_call _ _ _); [values | reflexivity | apply: call_block_value].
Qed.

(* --- Conditions ------------------------------------------------------------------------------------------------------------------------------- *)
Lemma two_n_y env e : (0 < n)%N -> lookup "n"%string env = Some (Num n%:R) ->
  yields fs e env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
Proof. by move=> n_gt0 n_in; rewrite -twice_less_1 //; apply: y_subtract; [apply: y_multiply; [value | exact: y_name] | value]. Qed.
Lemma width_1 env e a h : yields fs e env a (head_value h) ->
  yields fs e env (Call "len" [:: Index (Field a "WQ") (Number (BinNums.Npos BinNums.xH))]) (Num 1%:R).
Proof.
move=> ya; apply: (y_len (n := 1) (h := fun=> Num 0)); apply: (y_at floor_int (i := 1) (n := 2 * d + 1) (h := fun=> vec 1 (fun=> 0))); [ | by value | by [] | by rewrite addn1 | by []].
exact: (y_field ya).
Qed.
Lemma network_meets defs (blocks : seq (sup_norm.block F n (wide d))) : provides wide_conditions_l defs -> (0 < n)%N -> (forall B, List.In B blocks -> good B) ->
  call fs defs "is_urpe_network" [:: List (map block_value blocks); Num n%:R; Num (2 * d + 1)%:R] = Value (Bool true).
Proof.
move=> P n_gt0 all_good; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (@y_all_over F fs earlier _ block_value good) => //.
move=> B [_ unitsB]; set env := _ :: _; apply: true_and_true.
  by refine (y_call _ _ _); [values | reflexivity | enter; apply: yields_eq; [value | ]].
apply: true_and_true.
  by refine (y_call _ _ _); [by values | reflexivity | apply: call_is_rowwise_one_head; [provided | exact: unitsB]].
apply: y_and1; apply: y_all_one; first by value.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (head_value (sup_norm.att B)) by [].
apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [apply: (y_field h_y); reflexivity | value | reflexivity] | ].
apply: true_and_true.
  refine (y_call (vs := [:: head_value (sup_norm.att B); Num n%:R; Num (2 * d + 1)%:R; Num 1%:R]) _ _ _); [ | reflexivity | by apply: call_is_even_variant; [provided | exact: n_gt0]].
  by refine (all_cons h_y (all_cons _ (all_cons _ (all_cons (width_1 h_y) (all_nil _ _ _))))); value.
apply: true_and_true.
  refine (y_call (vs := [:: vec (2 * n - 1) (family_of (sup_norm.c (sup_norm.att B))); Num (2 * n - 1)%:R]) _ _ _); [ | reflexivity | apply: call_is_vector; provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: (y_field h_y) | apply: two_n_y].
apply: y_and1; refine (y_call _ _ _); [by values | reflexivity | ].
by apply: (@call_is_value_path S _ _ _ 1); [provided | split].
Qed.
Lemma network_narrow defs (blocks : seq (sup_norm.block F n (wide d))) : provides [:: has_one_narrow_head_d] defs ->
  call fs defs "has_one_narrow_head" [:: List (map block_value blocks)] = Value (Bool true).
Proof.
move=> P; enter; apply: (@y_all_over F fs earlier _ block_value (fun=> True)) => //.
move=> B _; set env := _ :: _; have heads_y : yields fs earlier env (Field (Name "B") "heads") (List [:: head_value (sup_norm.att B)]) by value.
have head_y : yields fs earlier env (Index (Field (Name "B") "heads") (Number (BinNums.Npos BinNums.xH))) (head_value (sup_norm.att B)).
  by apply: (y_index floor_int (i := 0%N) (l := [:: head_value (sup_norm.att B)])); [exact: heads_y | value | by [] | by []].
apply: true_and_true; first by apply: yields_eq; [apply: y_compare; [apply: y_length; exact: heads_y | value | reflexivity] | congr Bool; rewrite /= eqxx].
apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [apply: (y_len (n := 1) (h := fun=> Num (sup_norm.bV (sup_norm.att B)))); exact: (y_field head_y) | value | reflexivity] | congr Bool; rewrite /= eqxx].
by apply: y_and1; apply: yields_eq; [apply: y_compare; [exact: width_1 head_y | value | reflexivity] | congr Bool; rewrite /= eqxx].
Qed.
Lemma network_value_value (blocks : seq (sup_norm.block F n (wide d))) : is_value (List (map block_value blocks)).
Proof. by rewrite /=; elim: blocks => // B blocks IH; apply/andP; split; [exact: block_value_value | exact: IH]. Qed.

(* --- The first columns ---------------------------------------------------------------------------------------------------------------------------- *)
Definition of_mat (A : nat -> nat -> F) (i : 'I_n) (j : 'I_d) : F := A i.+1 j.+1.
Lemma column_x (j : 'I_d) : column_at d j = sup_norm.x_column j.
Proof.
by rewrite /column_at /columns nth_cat size_map size_indices ltn_ord (nth_map j) ?size_indices // -[in RHS](nth_indices (fun k => k) j j) map_id.
Qed.
Lemma column_other q : (d <= q)%N -> forall j : 'I_d, column_at d q <> sup_norm.x_column j.
Proof.
move=> d_q j; rewrite /column_at /columns nth_cat size_map size_indices ltnNge d_q /= nth_cat size_map size_indices.
case: ifP => [lt|_]; last by case: (q - d - d)%N => [|[]].
by rewrite (nth_map (Ordinal lt)) ?size_indices.
Qed.
Lemma call_widened defs (A : nat -> nat -> F) k : provides [:: widened_d] defs -> k = d.+1 ->
  call fs defs "widened" [:: mat n d A; Num k%:R] = Value (mat n (2 * d + 1) (at_rows (sup_norm.widened (of_mat A)))).
Proof.
move=> P ->; enter; have widthE : (d + d.+1 = 2 * d + 1)%N by rewrite addnS mul2n -addnn addn1.
apply: (yields_eq (v := mat n (2 * d + 1) (fun i j => if (j <= d)%N then A i j else 0))).
  apply: y_list_over; [by value | move=> i _].
  apply: yields_eq (y_concatenate (l := [seq Num (A i j) | j <- iota 1 d]) (m := [seq Num 0 | j <- iota 1 d.+1]) _ _) _; [by value | by value | ].
  congr List; rewrite -widthE iotaD map_cat; congr (_ ++ _); first by apply/eq_in_map => j /in_from_1/andP[_ ->].
  rewrite [in RHS]addnC iotaDl -map_comp; apply/eq_in_map => j /in_from_1/andP[j_gt0 _] /=.
  by rewrite leqNgt -[X in (X < _)%N]addn0 ltn_add2l j_gt0.
apply: to_rows => i q q_lt; case: ifP => q_d; first by rewrite -[q]/(val (Ordinal q_d)) column_x.
have := @column_other q; rewrite leqNgt q_d => /(_ isT); rewrite /sup_norm.widened; case: (column_at d q) => [[j|j]|[]] // /(_ j).
by case.
Qed.
Lemma call_first_columns defs (Y : 'I_n -> wide d -> F) : provides [:: first_columns_d] defs ->
  call fs defs "first_columns" [:: mat n (2 * d + 1) (at_rows Y); Num d%:R] = Value (mat n d (at_rows Y)).
Proof.
move=> P; enter; apply: y_list_over; [by value | move=> i _]; apply: y_list_over; [by value | move=> j /in_from_1/andP[j_gt0 j_d]].
apply: (y_at floor_int (i := j) (n := 2 * d + 1) (h := fun j => Num (at_rows Y i j))); [by value | by value | by [] | | by []].
by rewrite j_gt0 (leq_trans j_d) // mul2n -addnn -addnA leq_addr.
Qed.
Lemma first_columns_at (Y : 'I_n -> wide d -> F) (i : 'I_n) (j : 'I_d) : at_rows Y i.+1 j.+1 = sup_norm.first_columns Y i j.
Proof. by rewrite at_rowsE column_x. Qed.
End Values.
End Wide.
