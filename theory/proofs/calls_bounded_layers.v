(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of bounded_layers.stm give, in the terms of bounded_layers.v and bounded_networks.v: heads and layers whose matrices are blocks of
   matrices that the statement stacks, what lies side by side, and networks. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables.
From attest Require Import row_norms softmax_lipschitz bounded_layers.
From attest Require attention_lines bounded_networks statements_positional_lemma_c10.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_positional_lemma_c10.repaired.
Local Notation the f := (definition_in library f) (only parsing).
Definition softmax_rows_d := Eval compute in the "softmax_rows".
Definition side_by_side_d := Eval compute in the "side_by_side".
Definition head_list_d := Eval compute in the "head_list".
Definition are_spectral_bounds_d := Eval compute in the "are_spectral_bounds".
Definition bilinear_d := Eval compute in the "bilinear".
Definition positional_scores_d := Eval compute in the "positional_scores".
Definition positional_attention_d := Eval compute in the "positional_attention".
Definition mixed_d := Eval compute in the "mixed".
Definition mlp_input_d := Eval compute in the "mlp_input".
Definition activation_d := Eval compute in the "activation".
Definition lipschitz_d := Eval compute in the "lipschitz".
Definition hidden_d := Eval compute in the "hidden".
Definition positional_layer_d := Eval compute in the "positional_layer".
Definition positional_network_d := Eval compute in the "positional_network".
Definition layer_list_d := Eval compute in the "layer_list".
Definition moved_input_d := Eval compute in the "moved_input".
Definition moved_scores_d := Eval compute in the "moved_scores".
Definition moved_values_d := Eval compute in the "moved_values".
Definition moved_W1_d := Eval compute in the "moved_W1".
Definition moved_W2_d := Eval compute in the "moved_W2".

(* --- Blocks of matrices, and columns side by side ---------------------------------------------------------------------------- *)
Section Blocks.
Variable F : realFieldType.
(* Rows k s + 1, ..., k s + s of a matrix whose places count from 1. *)
Definition block s n (A : nat -> nat -> F) (k : nat) (i : 'I_s) (j : 'I_n) : F := A (k * s + i.+1)%N j.+1.
(* The columns of [A_1, ..., A_H, Z]: those of each head, and those of Z. *)
Section Columns.
Variables H E D : nat.
Definition columns_of (b : option 'I_H) : seq ('I_H * 'I_E + 'I_D) :=
  if b is Some h then [seq inl (h, e) | e <- indices E] else [seq inr d | d <- indices D].
Definition block_names : seq (option 'I_H) := [seq Some h | h <- indices H] ++ [:: None].
Definition columns : seq ('I_H * 'I_E + 'I_D) := flatten [seq columns_of b | b <- block_names].
Lemma size_columns : size columns = (H * E + D)%N.
Proof.
rewrite size_flatten /shape -map_comp map_cat sumn_cat /= size_map size_indices addn0; congr (_ + _)%N.
rewrite -map_comp sumnE big_map (eq_bigr (fun=> E)) => [|h _]; last by rewrite /= size_map size_indices.
by rewrite big_const_seq count_predT size_indices iter_addn_0 mulnC.
Qed.
Lemma columns_gt0 : (0 < D)%N -> (0 < size columns)%N.
Proof. by move=> D_gt0; rewrite size_columns addn_gt0 D_gt0 orbT. Qed.
Lemma columns_all : enumerates columns.
Proof.
have all_in x : x \in columns.
  apply/flatten_mapP; case: x => [[h e]|d]; [exists (Some h) | exists None].
  - by rewrite mem_cat map_f ?mem_index_enum.
  - by apply/mapP; exists e; rewrite ?mem_index_enum.
  - by rewrite mem_cat mem_head orbT.
  by apply/mapP; exists d; rewrite ?mem_index_enum.
have same : (size columns <= size (index_enum [finType of 'I_H * 'I_E + 'I_D]))%N.
  by rewrite size_columns (enumerates_size (perm_refl _)) card_sum card_prod !card_ord.
have uniq_all := index_enum_uniq [finType of 'I_H * 'I_E + 'I_D].
have sub : {subset index_enum [finType of 'I_H * 'I_E + 'I_D] <= columns} by move=> x _.
apply: uniq_perm => //; first exact: leq_size_uniq uniq_all sub same.
by move=> x; rewrite all_in mem_index_enum.
Qed.
End Columns.
End Blocks.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n d H : nat).
Local Notation exp := (@exp_of S).
Local Notation ord := ordinal_finType.

(* Blocks with the same rows, side by side. *)
Lemma call_side_by_side (T U B : finType) defs (l : seq T) (m : B -> seq U) (bs : seq B) (A : T -> U -> F) : provides [:: side_by_side_d] defs -> (0 < size bs)%N ->
  call fs defs "side_by_side" [:: List [seq sheet l (m b) A | b <- bs]] = Value (sheet l (flatten [seq m b | b <- bs]) A).
Proof.
move=> W bs_gt0; enter; case: bs bs_gt0 => // b0 bs _.
have first env : lookup "blocks"%string env = Some (List [seq sheet l (m b) A | b <- b0 :: bs]) ->
    yields fs earlier env (Call "len" [:: Index (Name "blocks") (Number (BinNums.Npos BinNums.xH))])%string (Num (size l)%:R).
  move=> blocks; apply: (y_len_sheet (m := m b0) (A := A)).
  have := y_index floor_int (i := 0%N) (y_name fs earlier blocks) (y_number fs earlier env (n := BinNums.Npos BinNums.xH) erefl) erefl.
  by rewrite size_map; apply.
case: l first => [|t0 l] first.
  apply: yields_eq.
    refine (y_list_over _ (g := fun _ => List [::]) _); first by apply: (y_from_1 floor_int); [value | exact: first | reflexivity].
    by [].
  by [].
pose row i (s : seq U) := along s (A (nth t0 (t0 :: l) i.-1)).
apply: yields_eq.
  refine (y_list_over _ (g := fun i => row i (foldl (fun s b => s ++ m b) [::] (b0 :: bs))) _).
    by apply: (y_from_1 floor_int); [value | exact: first | reflexivity].
  move=> i /in_from_1 i_le; apply: (y_fold (k := row i) (h := fun b => sheet (t0 :: l) (m b) A)); [by value | by apply: y_name | move=> s b _].
  apply: (yields_eq (v := List ([seq Num (A (nth t0 (t0 :: l) i.-1) u) | u <- s] ++ [seq Num (A (nth t0 (t0 :: l) i.-1) u) | u <- m b]))).
    refine (y_concatenate _ _); first by apply: y_name.
    have /andP[i_gt0 i_lt] := i_le; apply: (y_row t0 (p := i.-1) (l := t0 :: l) (m := m b) (A := A)).
    - by apply: y_name.
    - by apply: y_name; rewrite /= prednK.
    by rewrite prednK.
  by rewrite /row /along map_cat.
have flat s : foldl (fun s b => s ++ m b) s (b0 :: bs) = s ++ flatten [seq m b | b <- b0 :: bs].
  by elim: (b0 :: bs) s => [|b r IH] s /=; rewrite ?cats0 // IH catA.
rewrite flat /sheet -{2}(mkseq_nth t0 (t0 :: l)) /mkseq -map_comp -[1%N]addn0 iotaDl -map_comp.
by congr List; apply: eq_map.
Qed.

(* --- Heads ------------------------------------------------------------------------------------------------------------------- *)
Definition head_value G M D E (h : head F (ord G) (ord M) (ord D) (ord E)) : value F :=
  Rec [:: ("WQ", sheet (indices G) (indices M) (WQ h)); ("WK", sheet (indices G) (indices M) (WK h)); ("WV", sheet (indices D) (indices E) (WV h))]%string.
Definition heads_value H G M D E (hs : 'I_H -> head F (ord G) (ord M) (ord D) (ord E)) : value F := entries (fun h => head_value (hs h)).
Definition heads_of H G M D E (Q K V : nat -> nat -> F) (h : 'I_H) : head F (ord G) (ord M) (ord D) (ord E) := Head (block Q h) (block K h) (block V h).

Lemma call_block defs m s n A (k : 'I_m) : provides [:: stacked_d] defs ->
  call fs defs "stacked" [:: mat (m * s) n A; Num k.+1%:R; Num s%:R] = Value (sheet (indices s) (indices n) (block A k : 'I_s -> 'I_n -> F)).
Proof. by move=> W; rewrite call_stacked // mat_ordinals. Qed.
Lemma y_blocks defs env a b m s n A : yields fs defs env a (mat (m * s) n A) -> yields fs defs env b (Num m%:R) -> (0 < m)%N ->
  yields fs defs env (Binary Div (Call "len" [:: a]) b) (Num s%:R).
Proof. by move=> ya yb m_gt0; rewrite -(mulKn s m_gt0); apply: y_div (y_len ya) yb _ _ m_gt0. Qed.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: columns_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | apply: columns_gt0; assumption] end ].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "max" _ [:: _] None) _ => refine (y_largest_all _ _ _ _ _); [value | intros ? ?; value | side | side | nonnegative]
  | |- yields _ _ _ (Binary Div (Call "len" _) _) _ => refine (y_blocks _ _ _); [value | value | assumption]
  end.
Ltac known_call ::= by_call call_block.
Lemma call_head_list defs H G M D E Q K V : provides [:: head_list_d; stacked_d] defs -> (0 < H)%N ->
  call fs defs "head_list" [:: mat (H * G) M Q; mat (H * G) M K; mat (H * D) E V; Num H%:R] = Value (heads_value (@heads_of H G M D E Q K V)).
Proof. by move=> W H_gt0; enter; value. Qed.
Definition blocks_bounded H D E (V : nat -> nat -> F) (s : 'I_H -> F) (R : nat -> nat -> F) : bool :=
  all (fun h : 'I_H => has_spectral_bound (block V h : 'I_D -> 'I_E -> F) (s h) (block R h)) (indices H).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "stacked" _ = _ => by_call call_block
  | |- call _ _ "is_spectral_bound" _ = _ => found_call call_is_spectral_bound
  | |- call _ _ "softmax" _ = _ => found_call call_softmax
  end.
Lemma call_are_spectral_bounds defs H D E V (s : 'I_H -> F) R :
  provides [:: are_spectral_bounds_d; stacked_d; is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs ->
  (0 < H)%N -> (0 < D)%N -> (0 < E)%N ->
  call fs defs "are_spectral_bounds" [:: mat (H * D) E V; along (indices H) s; mat (H * D) D R] = Value (Bool (blocks_bounded D E V s R)).
Proof. by move=> W H_gt0 D_gt0 E_gt0; enter; value. Qed.
Lemma blocks_boundedP H D E V (s : 'I_H -> F) R : blocks_bounded D E V s R ->
  forall h : 'I_H, exists R', spectral_bound (block V h : 'I_D -> 'I_E -> F) (s h) R'.
Proof. by rewrite /blocks_bounded all_indices => /forallP bounds h; exists (block R h); apply: has_spectral_boundP. Qed.

(* --- Attention and the input of the MLP ------------------------------------------------------------------------------------- *)
Lemma call_bilinear defs G M (A B : 'I_G -> 'I_M -> F) : provides [:: bilinear_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < G)%N -> (0 < M)%N ->
  call fs defs "bilinear" [:: sheet (indices G) (indices M) A; sheet (indices G) (indices M) B] = Value (sheet (indices G) (indices G) (bilinear A B)).
Proof. by move=> W G_gt0 M_gt0; enter; value. Qed.
Lemma call_positional_scores defs N G (P : 'I_N -> 'I_G -> F) A : provides [:: positional_scores_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  (0 < N)%N -> (0 < G)%N ->
  call fs defs "positional_scores" [:: sheet (indices N) (indices G) P; sheet (indices G) (indices G) A] =
  Value (sheet (indices N) (indices N) (scores P A)).
Proof. by move=> W N_gt0 G_gt0; enter; value. Qed.
Lemma call_softmax_rows defs N (A : 'I_N -> 'I_N -> F) : provides [:: softmax_rows_d; softmax_d] defs -> (0 < N)%N ->
  call fs defs "softmax_rows" [:: sheet (indices N) (indices N) A] = Value (sheet (indices N) (indices N) (fun i => softmax exp (A i))).
Proof.
move=> W N_gt0; enter; apply: y_list_over; first by value.
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: (@call_softmax S _ N (A i)) => //; provided].
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "bilinear" _ = _ => found_call call_bilinear
  | |- call _ _ "positional_scores" _ = _ => found_call call_positional_scores
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  end.
Lemma call_positional_attention defs N G M D E (P : 'I_N -> 'I_G -> F) (h : head F (ord G) (ord M) (ord D) (ord E)) :
  provides [:: positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  (0 < N)%N -> (0 < G)%N -> (0 < M)%N ->
  call fs defs "positional_attention" [:: sheet (indices N) (indices G) P; head_value h] =
  Value (sheet (indices N) (indices N) (attention exp P (WQ h) (WK h))).
Proof. by move=> W N_gt0 G_gt0 M_gt0; enter; value. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "positional_attention" _ = _ => found_call call_positional_attention
  end.
Lemma call_mixed defs N G M D E (P : 'I_N -> 'I_G -> F) (h : head F (ord G) (ord M) (ord D) (ord E)) Z :
  provides [:: mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  (0 < N)%N -> (0 < G)%N -> (0 < M)%N ->
  call fs defs "mixed" [:: sheet (indices N) (indices G) P; head_value h; sheet (indices N) (indices D) Z] =
  Value (sheet (indices N) (indices D) (mix exp P h Z)).
Proof. by move=> W N_gt0 G_gt0 M_gt0; enter; value. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "mixed" _ = _ => found_call call_mixed
  end.
Lemma call_mlp_input defs N G M D E H (P : 'I_N -> 'I_G -> F) (hs : 'I_H -> head F (ord G) (ord M) (ord D) (ord E)) Z :
  provides [:: mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d;
    is_rectangular_d] defs -> (0 < N)%N -> (0 < G)%N -> (0 < M)%N -> (0 < D)%N ->
  call fs defs "mlp_input" [:: sheet (indices N) (indices G) P; heads_value hs; sheet (indices N) (indices D) Z] =
  Value (sheet (indices N) (columns H E D) (mlp_input exp P hs Z)).
Proof.
move=> W N_gt0 G_gt0 M_gt0 D_gt0; enter.
refine (y_call (vs := [:: List [seq sheet (indices N) (columns_of E D b) (mlp_input exp P hs Z) | b <- block_names H]]) _ _ _);
  [ | reflexivity | apply: call_side_by_side; [provided | by rewrite /block_names size_cat addnC]].
refine (all_cons _ (all_nil _ _ _)); rewrite /block_names map_cat; refine (y_concatenate _ _).
  apply: yields_eq.
    by apply: (y_list_over (h := fun h => head_value (hs h)) (l := indices H)); [value | move=> h _; value].
  rewrite -map_comp; congr List; apply: eq_map => h /=; rewrite /sheet; congr List; apply: eq_map => i.
  by rewrite /along -map_comp.
apply: yields_eq; first by refine (y_list (all_cons _ (all_nil _ _ _))); value.
by rewrite /= /sheet; congr (List [:: List _]); apply: eq_map => i; rewrite /along -map_comp.
Qed.

(* --- Layers and networks ---------------------------------------------------------------------------------------------------- *)
Local Notation layer := (bounded_networks.layer F).
Definition layer_value G M D E H K D' (l : layer (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D')) : value F :=
  Rec [:: ("heads", heads_value (bounded_networks.heads l)); ("W1", sheet (columns H E D) (indices K) (bounded_networks.W1 l));
          ("W2", sheet (indices K) (indices D') (bounded_networks.W2 l))]%string.
(* The MLP's first matrix has a row for each column of its input. *)
Definition renamed H E D K (A : nat -> nat -> F) (x : 'I_H * 'I_E + 'I_D) (k : 'I_K) : F := A (seq.index x (columns H E D)).+1 k.+1.
Lemma mat_renamed H E D K A : mat (H * E + D) K A = sheet (columns H E D) (indices K) (renamed A : 'I_H * 'I_E + 'I_D -> 'I_K -> F).
Proof.
rewrite (mat_sheet A (size_columns H E D) (size_indices K)) ?index_enum_uniq ?(enumerates_uniq (columns_all H E D)) //.
congr List; apply: eq_map => x; congr List; apply: eq_map => k; congr (Num (A _ _)).
have := congr1 (nth 0%N ^~ (seq.index k (indices K))) (map_indices K id).
by rewrite map_id nth_iota ?(nth_map k) ?nth_index ?mem_index_enum -?[X in (_ < X)%N](size_indices K) ?index_mem ?mem_index_enum // => <-.
Qed.
Lemma mat_renamed_square H E D (A : nat -> nat -> F) : mat (H * E + D) (H * E + D) A =
  sheet (columns H E D) (columns H E D) (fun x y => A (seq.index x (columns H E D)).+1 (seq.index y (columns H E D)).+1).
Proof. by rewrite (mat_sheet A (size_columns H E D) (size_columns H E D)) ?(enumerates_uniq (columns_all H E D)). Qed.

(* sigma has two slopes. *)
Section Slopes.
Variable slope : 'I_2 -> F.
Definition sigma : F -> F := bounded_networks.two_slopes (slope ord0) (slope (lift ord0 ord0)).
Definition constant : F := Num.max `|slope ord0| `|slope (lift ord0 ord0)|.
Lemma sigma_0 : sigma 0 = 0.
Proof. exact: bounded_networks.two_slopes_0. Qed.
Lemma sigma_lipschitz x y : `|sigma x - sigma y| <= constant * `|x - y|.
Proof. exact: bounded_networks.two_slopes_lipschitz. Qed.
Lemma y_slope defs env : lookup "slopes"%string env = Some (along (indices 2) slope) ->
  yields fs defs env (Index (Name "slopes"%string) (Number (BinNums.Npos BinNums.xH))) (Num (slope ord0)) /\
  yields fs defs env (Index (Name "slopes"%string) (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) (Num (slope (lift ord0 ord0))).
Proof.
move=> slopes; split.
  by apply: (y_number_at (f := slope) (j := ord0)); [exact: y_name | exact: y_number | ].
by apply: (y_number_at (f := slope) (j := lift ord0 ord0)); [exact: y_name | exact: y_number | ].
Qed.
Lemma call_activation defs t : provides [:: activation_d] defs -> call fs defs "activation" [:: Num t; along (indices 2) slope] = Value (Num (sigma t)).
Proof.
move=> W; enter; have [|first second] := @y_slope earlier [:: ("t"%string, Num t); ("slopes"%string, along (indices 2) slope)]; first reflexivity.
by refine (y_add (y_multiply first _) (y_multiply second _)); refine (y_built_in _ _ _); [values | reflexivity | reflexivity | values | reflexivity | reflexivity].
Qed.
Lemma call_lipschitz defs : provides [:: lipschitz_d] defs -> call fs defs "lipschitz" [:: along (indices 2) slope] = Value (Num constant).
Proof.
move=> W; enter; have [|first second] := @y_slope earlier [:: ("slopes"%string, along (indices 2) slope)]; first reflexivity.
have absolute a x : yields fs earlier [:: ("slopes"%string, along (indices 2) slope)] a (Num x) ->
  yields fs earlier [:: ("slopes"%string, along (indices 2) slope)] (Call "abs" [:: a]) (Num `|x|).
  by move=> ya; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _).
by refine (y_built_in (all_cons (absolute _ _ first) (all_cons (absolute _ _ second) (all_nil _ _ _))) _ _).
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "mlp_input" _ = _ => found_call call_mlp_input
  | |- call _ _ "activation" _ = _ => found_call call_activation
  end.
Section OneLayer.
Variables (N G M D E H K D' : nat) (P : 'I_N -> 'I_G -> F).
Hypotheses (N_gt0 : (0 < N)%N) (G_gt0 : (0 < G)%N) (M_gt0 : (0 < M)%N) (D_gt0 : (0 < D)%N) (K_gt0 : (0 < K)%N).
Implicit Types (l : layer (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D')) (Z : 'I_N -> 'I_D -> F).
Local Notation net := (bounded_networks.network exp sigma).
Lemma call_hidden defs l Z :
  provides [:: hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d;
    transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "hidden" [:: sheet (indices N) (indices G) P; layer_value l; along (indices 2) slope; sheet (indices N) (indices D) Z] =
  Value (sheet (indices N) (indices K) (bounded_networks.hidden exp sigma P l Z)).
Proof. by move=> W; enter; value. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "hidden" _ = _ => found_call call_hidden
  end.
Lemma call_positional_layer defs l Z :
  provides [:: positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d;
    side_by_side_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "positional_layer" [:: sheet (indices N) (indices G) P; layer_value l; along (indices 2) slope; sheet (indices N) (indices D) Z] =
  Value (sheet (indices N) (indices D') (bounded_networks.apply_layer exp sigma P l Z)).
Proof. by move=> W; enter; value. Qed.
End OneLayer.
End Slopes.

(* --- What moves --------------------------------------------------------------------------------------------------------------- *)
Lemma norm_product (I J K : finType) (A : I -> J -> F) (B : J -> K -> F) :
  norm_2_inf (product (transposed B) (transposed A)) = norm_2_inf (transposed (product A B)).
Proof.
apply: attention_lines.eq_largest => i; apply: eq_norm2 => k.
by apply: eq_bigr => j _; rewrite mulrC.
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "bilinear" _ = _ => found_call call_bilinear
  end.
Section Moved.
Variables (N G M M' D E H : nat) (P : 'I_N -> 'I_G -> F).
Implicit Types (h : head F (ord G) (ord M) (ord D) (ord E)) (k : head F (ord G) (ord M') (ord D) (ord E)) (Z Y : 'I_N -> 'I_D -> F).
Lemma call_moved_input defs Z Y : provides [:: moved_input_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; same_shape_d; is_rectangular_d] defs ->
  (0 < N)%N -> (0 < D)%N ->
  call fs defs "moved_input" [:: sheet (indices N) (indices D) Z; sheet (indices N) (indices D) Y] = Value (Num (moved_input Z Y)).
Proof. by move=> W N_gt0 D_gt0; enter; value. Qed.
Lemma call_moved_scores defs H' (hs : 'I_H' -> head F (ord G) (ord M) (ord D) (ord E)) (ks : 'I_H' -> head F (ord G) (ord M') (ord D) (ord E)) i :
  provides [:: moved_scores_d; bilinear_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  (0 < N)%N -> (0 < G)%N -> (0 < M)%N -> (0 < M')%N ->
  call fs defs "moved_scores" [:: sheet (indices N) (indices G) P; head_value (hs i); head_value (ks i)] = Value (Num (moved_scores P hs ks i)).
Proof. by move=> W N_gt0 G_gt0 M_gt0 M'_gt0; enter; value. Qed.
Lemma call_moved_values defs H' (hs : 'I_H' -> head F (ord G) (ord M) (ord D) (ord E)) (ks : 'I_H' -> head F (ord G) (ord M') (ord D) (ord E)) Y i :
  provides [:: moved_values_d; matsub_d; norm_2_inf_d; norm_2_d; transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  (0 < N)%N -> (0 < D)%N -> (0 < E)%N ->
  call fs defs "moved_values" [:: head_value (hs i); head_value (ks i); sheet (indices N) (indices D) Y] = Value (Num (moved_values hs ks Y i)).
Proof.
move=> W N_gt0 D_gt0 E_gt0; enter; apply: yields_eq; first by value.
by congr Num; rewrite /moved_values -norm_product.
Qed.
End Moved.

(* max of a list of numbers that are not negative. *)
Lemma y_max_along defs env a m (s : 'I_m -> F) : yields fs defs env a (along (indices m) s) -> (0 < m)%N -> (forall h, 0 <= s h) ->
  yields fs defs env (Call "max" [:: a]) (Num (largest s)).
Proof.
move=> ya m_gt0 s_ge0; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); first reflexivity.
have items : numbers_in [seq Value v | v <- [seq (Num (s h) : value F) | h <- indices m]] = Value [seq s h | h <- indices m].
  by rewrite -map_comp; exact: (numbers_in_map (indices m) s).
have := largest_all (enumerates_indices m) (size_gt0 m_gt0) s_ge0; rewrite /= items; move: (row_norms.largest s) => y.
by case: [seq s h | h <- indices m] => //= x l [->].
Qed.
End Calls.

Ltac built_in_value ::=
  lazymatch goal with |- yields _ _ _ (Call "max" [:: _]) _ => refine (y_max_along _ _ _); [value | assumption | eassumption] end.
Lemma whole_product (F : realFieldType) (x y : F) a b : x = a%:R -> y = b%:R -> x * y = (a * b)%:R.
Proof. by move=> -> ->; rewrite natrM. Qed.
Lemma whole_sum (F : realFieldType) (x y : F) a b : x = a%:R -> y = b%:R -> x + y = (a + b)%:R.
Proof. by move=> -> ->; rewrite natrD. Qed.
Lemma whole_product3 (F : realFieldType) (x y z : F) a b c : x = a%:R -> y = b%:R -> z = c%:R -> x * y * z = (a * (b * c))%:R.
Proof. by move=> -> -> ->; rewrite mulnA !natrM. Qed.
(* A size as the statements write it: l h d is l (h d). *)
Ltac whole :=
  lazymatch goal with
  | |- _ * _ * _ = _ => refine (whole_product3 _ _ _); whole
  | |- _ * _ = _ => refine (whole_product _ _); whole
  | |- _ + _ = _ => refine (whole_sum _ _); whole
  | |- _ => reflexivity
  end.
Ltac size_of := first [eassumption | whole].
Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Reals None) _ _ => refine (in_reals _ _ _)
  | |- holds_in _ _ _ (Reals (Some _)) _ _ => refine (in_interval _ _); [value | value]
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_alongs _ _ _); [floors | value | size_of]
  | |- holds_in _ _ _ (Matrices (Name _) _ None) _ _ => refine (in_sheets _ _ _ _ _); [floors | value | value | size_of | size_of]
  | |- holds_in _ _ _ (Matrices _ _ None) _ _ => refine (in_mat _ _ _ _ _); [floors | value | value | size_of | size_of]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); value
  end.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "head_list" _ = _ => found_call call_head_list
  | |- call _ _ "are_spectral_bounds" _ = _ => found_call call_are_spectral_bounds
  | |- call _ _ "is_spectral_bound" _ = _ => found_call call_is_spectral_bound
  | |- call _ _ "mlp_input" _ = _ => found_call call_mlp_input
  | |- call _ _ "lipschitz" _ = _ => found_call call_lipschitz
  | |- call _ _ "hidden" _ = _ => found_call call_hidden
  | |- call _ _ "positional_layer" _ = _ => found_call call_positional_layer
  | |- call _ _ "moved_input" _ = _ => found_call call_moved_input
  | |- call _ _ "moved_scores" _ = _ => found_call call_moved_scores
  | |- call _ _ "moved_values" _ = _ => found_call call_moved_values
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* Roots of sums of squares, and of numbers of heads. *)
Lemma root_of_one_and_squares (F : rcfType) (I : finType) (x : I -> F) : 0 <= 1%:R + \sum_i x i ^+ 2.
Proof. by rewrite addr_ge0 ?ler01 ?sqr_sum_ge0. Qed.
Lemma root_of_one_and_heads (F : rcfType) m (x : F) : 0 <= 1%:R + m%:R * x ^+ 2.
Proof. by apply: addr_ge0; [exact: ler0n | apply: mulr_ge0; [exact: ler0n | exact: sqr_ge0]]. Qed.
Lemma root_of_more_heads (F : rcfType) m : 0 <= m%:R + 1%:R :> F.
Proof. by apply: addr_ge0; exact: ler0n. Qed.
Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: columns_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | apply: columns_gt0; assumption] end
        | exact: ler0n | exact: sqr_sum_ge0 | exact: root_of_one_and_squares | exact: root_of_one_and_heads | exact: root_of_more_heads ].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "max" _ [:: _] None) _ => refine (y_largest_all _ _ _ _ _); [value | intros ? ?; value | side | side | nonnegative]
  | |- yields _ _ _ (Binary Div (Call "len" _) _) _ => refine (y_blocks _ _ _); [value | value | assumption]
  end.
