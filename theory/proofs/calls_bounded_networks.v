(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of bounded_layers.stm give of networks, in the terms of bounded_networks.v: layers whose matrices are blocks of matrices that the
   statement stacks, networks of them, the spectral bounds of all blocks, and how far a layer's output moves. Layers count from 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms bounded_layers calls_bounded_layers.
From attest Require bounded_networks statements_positional_lemma_c10 statements_positional_norm_growth
  statements_positional_cover_size.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_lemma_c10.repaired ++ definitions statements_positional_norm_growth.printed ++
  definitions statements_positional_cover_size.repaired.
Local Notation the f := (definition_in library f) (only parsing).
Definition moved_W1_d := Eval compute in the "moved_W1".
Definition moved_W2_d := Eval compute in the "moved_W2".
Definition layer_list_d := Eval compute in the "layer_list".
Definition positional_network_d := Eval compute in the "positional_network".
Definition all_bounded_d := Eval compute in the "all_bounded".
Definition last_input_d := Eval compute in the "last_input".
Definition input_of_last_d := Eval compute in the "input_of_last".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Local Notation ord := ordinal_finType.
Implicit Types (defs : seq definition).

(* Rows k s + 1, ..., k s + s of a matrix, as a matrix. *)
Definition part (s : nat) (A : nat -> nat -> F) (k i j : nat) : F := A (k * s + i)%N j.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: columns_all | exact: ltn_ord
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | apply: columns_gt0; assumption] end ].
(* --- Spectral bounds of all blocks ------------------------------------------------------------------------------------------- *)
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "stacked" _ = _ => by_call call_stacked
  end.
Lemma call_all_bounded (T : finType) (l : seq T) defs k n (M R : nat -> nat -> F) b (A : 'I_k -> T -> 'I_n -> F) (B : 'I_k -> T -> T -> F) :
  provides [:: all_bounded_d; stacked_d; is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs ->
  (0 < k)%N -> (0 < n)%N -> (0 < size l)%N -> enumerates l ->
  (forall i : 'I_k, mat (size l) n (part (size l) M i) = sheet l (indices n) (A i)) ->
  (forall i : 'I_k, mat (size l) (size l) (part (size l) R i) = sheet l l (B i)) ->
  call fs defs "all_bounded" [:: mat (k * size l) n M; Num b; mat (k * size l) (size l) R; Num k%:R] =
  Value (Bool (all (fun i => has_spectral_bound (A i) b (B i)) (indices k))).
Proof.
move=> W k_gt0 n_gt0 l_gt0 l_all AE BE; enter; apply: y_all; first by value.
move=> i _; refine (y_call (vs := [:: mat (size l) n (part (size l) M i); Num b; mat (size l) (size l) (part (size l) R i)]) _ _ _);
  [by values | reflexivity | ].
by rewrite AE BE; apply: call_is_spectral_bound => //; [provided | exact: enumerates_indices | rewrite size_indices].
Qed.
Lemma call_blocks_bounded defs k s n (M R : nat -> nat -> F) b :
  provides [:: all_bounded_d; stacked_d; is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs ->
  (0 < k)%N -> (0 < n)%N -> (0 < s)%N ->
  call fs defs "all_bounded" [:: mat (k * s) n M; Num b; mat (k * s) s R; Num k%:R] =
  Value (Bool (all (fun i : 'I_k => has_spectral_bound (block M i : 'I_s -> 'I_n -> F) b (block R i)) (indices k))).
Proof.
move=> W k_gt0 n_gt0 s_gt0.
have := @call_all_bounded (ord s) (indices s) defs k n M R b (fun i => block M i) (fun i => block R i) W k_gt0 n_gt0 (size_gt0 s_gt0) (enumerates_indices s).
by rewrite size_indices; apply=> i; exact: mat_ordinals.
Qed.
Lemma call_inputs_bounded defs k H E D n (M R : nat -> nat -> F) b :
  provides [:: all_bounded_d; stacked_d; is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs ->
  (0 < k)%N -> (0 < n)%N -> (0 < D)%N ->
  call fs defs "all_bounded" [:: mat (k * (H * E + D)) n M; Num b; mat (k * (H * E + D)) (H * E + D) R; Num k%:R] =
  Value (Bool (all (fun i : 'I_k => has_spectral_bound (renamed (part (H * E + D) M i) : 'I_H * 'I_E + 'I_D -> 'I_n -> F) b
    (fun x y => part (H * E + D) R i (seq.index x (columns H E D)).+1 (seq.index y (columns H E D)).+1)) (indices k))).
Proof.
move=> W k_gt0 n_gt0 D_gt0; rewrite -(size_columns H E D).
apply: call_all_bounded => // [||i|i]; [exact: columns_gt0 | exact: columns_all | rewrite size_columns; exact: mat_renamed |].
by rewrite size_columns; exact: mat_renamed_square.
Qed.

(* --- Layers ------------------------------------------------------------------------------------------------------------------- *)
Section Layers.
Variables (N G M D E H K : nat).
Local Notation layer := (bounded_networks.layer F (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D)).
Definition layer_of (WQ WK WV W1 W2 : nat -> nat -> F) (i : nat) : layer :=
  bounded_networks.Layer (@heads_of S H G M D E (part (H * G) WQ i.-1) (part (H * G) WK i.-1) (part (H * D) WV i.-1)) (renamed (part (H * E + D) W1 i.-1))
    (block W2 i.-1).
Definition layers_value L (ls : nat -> layer) : value F := listed L (fun i => layer_value (ls i)).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "stacked" _ = _ => by_call call_stacked
  | |- call _ _ "head_list" _ = _ => found_call call_head_list
  end.
Lemma call_layer_list defs L WQ WK WV W1 W2 : provides [:: layer_list_d; head_list_d; stacked_d] defs -> (0 < L)%N -> (0 < H)%N ->
  call fs defs "layer_list" [:: mat (L * (H * G)) M WQ; mat (L * (H * G)) M WK; mat (L * (H * D)) E WV; mat (L * (H * E + D)) K W1; mat (L * K) D W2;
    Num H%:R; Num L%:R] = Value (layers_value L (layer_of WQ WK WV W1 W2)).
Proof.
move=> W L_gt0 H_gt0; enter; apply: yields_eq.
  refine (y_list_over _ (g := fun i : 'I_L => Rec [:: ("heads", heads_value (bounded_networks.heads (layer_of WQ WK WV W1 W2 i.+1)));
    ("W1", mat (H * E + D) K (part (H * E + D) W1 i)); ("W2", mat K D (part K W2 i))]%string) _); first by value.
  by move=> i _; value.
rewrite /layers_value listed_entries; apply: entries_ext => i; congr Rec; rewrite /= mat_renamed mat_ordinals.
by congr [:: _; _; _].
Qed.

(* --- Networks ----------------------------------------------------------------------------------------------------------------- *)
Variables (P : 'I_N -> 'I_G -> F) (slope : 'I_2 -> F).
Hypothesis sizes : [/\ (0 < N)%N, (0 < G)%N, (0 < M)%N, (0 < D)%N & (0 < K)%N].
Lemma call_positional_network defs L (ls : nat -> layer) X :
  provides [:: positional_network_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d;
    softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "positional_network" [:: sheet (indices N) (indices G) P; layers_value L ls; along (indices 2) slope; sheet (indices N) (indices D) X] =
  Value (sheet (indices N) (indices D) (bounded_networks.network exp (sigma slope) P [seq ls i | i <- iota 1 L] X)).
Proof.
move=> W; have [N_gt0 G_gt0 M_gt0 D_gt0 K_gt0] := sizes; enter; apply: yields_eq.
  apply: (y_fold (k := fun Z => sheet (indices N) (indices D) Z) (h := fun i => layer_value (ls i)) (s := X) (l := iota 1 L)
    (step := fun Z i => bounded_networks.apply_layer exp (sigma slope) P (ls i) Z)); [by value | by value | move=> Z i _].
  refine (y_call _ _ _); [values | reflexivity | apply: call_positional_layer => //; provided].
congr (sheet _ _ _); rewrite /bounded_networks.network.
by elim: (iota 1 L) X => //= i l IH X; exact: IH.
Qed.

End Layers.
End Calls.

(* --- One layer of a list, and the layers before the last ---------------------------------------------------------------------- *)
Section Layers.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation ord := ordinal_finType.
Implicit Types (defs : seq definition).
Lemma before_last k : k.+1%:R - 1%:R = k%:R :> F.
Proof. by rewrite -natrB // subn1. Qed.
Lemma y_layer G M D E H K (ls : nat -> bounded_networks.layer F (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D)) defs env a c L y i :
  yields fs defs env a (layers_value L ls) -> yields fs defs env c (Num y) -> y = i%:R -> (0 < i <= L)%N ->
  yields fs defs env (Index a c) (layer_value (ls i)).
Proof. by move=> ya yc yE i_in; apply: (y_at floor_int (h := fun i => layer_value (ls i)) ya yc yE i_in). Qed.
Lemma y_layers_before G M D E H K (ls : nat -> bounded_networks.layer F (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D)) defs env (x : string) L :
  lookup x env = Some (layers_value L.+1 ls) -> String.eqb x "i" = false ->
  yields fs defs env (ListOver (Index (Name x) (Name "i")) [:: ("i", Binary Range (Number (BinNums.Npos BinNums.xH))
    (Binary Subtract (Call "len" [:: Name x]) (Number (BinNums.Npos BinNums.xH))))] None)%string (layers_value L ls).
Proof.
move=> xE x_i; apply: y_list_over.
  apply: (y_from_1 floor_int); [value | apply: y_subtract; [apply: y_len; exact: y_name xE | value] | exact: before_last].
move=> i /in_from_1/andP[i_gt0 i_le]; apply: (y_layer (L := L.+1) (y := i%:R)) => //.
  by apply: y_name; rewrite /= x_i.
by rewrite i_gt0 leqW.
Qed.

Variables (N G M D E H K : nat) (P : 'I_N -> 'I_G -> F) (slope : 'I_2 -> F).
Local Notation net := (bounded_networks.network (@exp_of S) (sigma slope) P).
Lemma call_last_input defs L (ls : nat -> bounded_networks.layer F (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D)) X :
  provides [:: last_input_d; positional_network_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d;
    bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  [/\ (0 < N)%N, (0 < G)%N, (0 < M)%N, (0 < D)%N & (0 < K)%N] ->
  call fs defs "last_input" [:: sheet (indices N) (indices G) P; layers_value L.+1 ls; along (indices 2) slope; sheet (indices N) (indices D) X] =
  Value (sheet (indices N) (indices D) (net [seq ls i | i <- iota 1 L] X)).
Proof.
move=> W sizes; enter; refine (y_call (vs := [:: sheet (indices N) (indices G) P; layers_value L ls; along (indices 2) slope; sheet (indices N) (indices D) X]) _ _ _);
  [ | reflexivity | by apply: call_positional_network => //; provided].
by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [value | apply: y_layers_before; reflexivity | value | value].
Qed.
Lemma call_input_of_last defs L (ls : nat -> bounded_networks.layer F (ord G) (ord M) (ord D) (ord E) (ord H) (ord K) (ord D)) X :
  provides [:: input_of_last_d; positional_network_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d;
    positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  [/\ (0 < N)%N, (0 < G)%N, (0 < M)%N, (0 < D)%N & (0 < K)%N] ->
  call fs defs "input_of_last" [:: sheet (indices N) (indices G) P; layers_value L.+1 ls; along (indices 2) slope; sheet (indices N) (indices D) X] =
  Value (sheet (indices N) (indices D) (net [seq ls i | i <- iota 1 L] X)).
Proof.
move=> W sizes; enter; refine (y_call (vs := [:: sheet (indices N) (indices G) P; layers_value L ls; along (indices 2) slope; sheet (indices N) (indices D) X]) _ _ _);
  [ | reflexivity | by apply: call_positional_network => //; provided].
by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [value | apply: y_layers_before; reflexivity | value | value].
Qed.
End Layers.

(* --- What a statement says of stacked layers ---------------------------------------------------------------------------------- *)
Section Bounds.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation ord := ordinal_finType.
Implicit Types (L H : nat).

Lemma call_heads_bounded defs L H s n (M R : nat -> nat -> F) b :
  provides [:: all_bounded_d; stacked_d; is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs ->
  (0 < L)%N -> (0 < H)%N -> (0 < n)%N -> (0 < s)%N ->
  call fs defs "all_bounded" [:: mat (L * (H * s)) n M; Num b; mat (L * (H * s)) s R; Num (L%:R * H%:R)] =
  Value (Bool (all (fun i : 'I_(L * H) => has_spectral_bound (block M i : 'I_s -> 'I_n -> F) b (block R i)) (indices (L * H)))).
Proof. by move=> W L_gt0 H_gt0 n_gt0 s_gt0; rewrite mulnA -natrM; apply: call_blocks_bounded; rewrite // muln_gt0 L_gt0. Qed.

Lemma spectral_bound_ext (I J : finType) (A B : I -> J -> F) s R : (forall i j, A i j = B i j) -> spectral_bound A s R -> spectral_bound B s R.
Proof.
move=> AB [s_ge0 gram]; split=> // i k; rewrite -gram; congr (_ + _); apply: eq_bigr => j _.
by rewrite /transposed !AB.
Qed.
Lemma all_layersP (T : Type) (U : eqType) (Q : T -> Prop) (ls : U -> T) l : (forall i, i \in l -> Q (ls i)) -> bounded_networks.all_layers Q [seq ls i | i <- l].
Proof. by elim: l => //= i l IH Ql; split; [apply: Ql; exact: mem_head | apply: IH => k k_l; apply: Ql; rewrite inE k_l orbT]. Qed.

Variables (L H G M D E K : nat) (b : F) (WQ WK WV W1 W2 RV R1 R2 : nat -> nat -> F).
Hypothesis boundV : all (fun i : 'I_(L * H) => has_spectral_bound (block WV i : 'I_D -> 'I_E -> F) b (block RV i)) (indices (L * H)).
Hypothesis bound1 : all (fun i : 'I_L => has_spectral_bound (renamed (part (H * E + D) W1 i) : 'I_H * 'I_E + 'I_D -> 'I_K -> F) b
    (fun x y => part (H * E + D) R1 i (seq.index x (columns H E D)).+1 (seq.index y (columns H E D)).+1)) (indices L).
Hypothesis bound2 : all (fun i : 'I_L => has_spectral_bound (block W2 i : 'I_K -> 'I_D -> F) b (block R2 i)) (indices L).
Lemma bounded_layer_of i : i \in iota 1 L -> bounded_networks.bounded_layer (@layer_of S G M D E H K WQ WK WV W1 W2 i) (fun=> b) b b.
Proof.
move=> /in_from_1; case: i => // i /= i_lt; split=> [h||].
- have place : (i * H + h < L * H)%N by apply: leq_trans (leq_mul i_lt (leqnn H)); rewrite mulSn addnC ltn_add2r.
  exists (block RV (i * H + h)); move: boundV; rewrite all_indices => /forallP/(_ (Ordinal place))/has_spectral_boundP.
  apply: spectral_bound_ext => j e; rewrite /block /part /=; congr (WV _ _).
  by rewrite mulnDl -mulnA addnA.
- by move: bound1; rewrite all_indices => /forallP/(_ (Ordinal i_lt))/has_spectral_boundP bound; eexists; exact: bound.
by move: bound2; rewrite all_indices => /forallP/(_ (Ordinal i_lt))/has_spectral_boundP bound; eexists; exact: bound.
Qed.
Lemma bounded_layers_of : bounded_networks.all_layers (fun l => bounded_networks.bounded_layer l (fun=> b) b b)
  [seq @layer_of S G M D E H K WQ WK WV W1 W2 i | i <- iota 1 L].
Proof. exact: all_layersP bounded_layer_of. Qed.
End Bounds.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: columns_all | exact: before_last
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | apply: columns_gt0; assumption] end
        | exact: ler0n | exact: sqr_sum_ge0 | exact: root_of_one_and_squares | exact: root_of_one_and_heads | exact: root_of_more_heads ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "layer_list" _ = _ => found_call call_layer_list
  | |- call _ _ "all_bounded" _ = _ => first [found_call call_heads_bounded | found_call call_inputs_bounded | found_call call_blocks_bounded]
  | |- call _ _ "mlp_input" _ = _ => found_call call_mlp_input
  | |- call _ _ "lipschitz" _ = _ => found_call call_lipschitz
  | |- call _ _ "hidden" _ = _ => found_call call_hidden
  | |- call _ _ "positional_layer" _ = _ => found_call call_positional_layer
  | |- call _ _ "positional_network" _ = _ => found_call call_positional_network
  | |- call _ _ "last_input" _ = _ => found_call call_last_input
  | |- call _ _ "input_of_last" _ = _ => found_call call_input_of_last
  | |- call _ _ "moved_input" _ = _ => found_call call_moved_input
  | |- call _ _ "moved_scores" _ = _ => found_call call_moved_scores
  | |- call _ _ "moved_values" _ = _ => found_call call_moved_values
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Ltac index_value ::=
  first [refine (y_layer _ _ _ _); [value | value | first [reflexivity | side] | by rewrite ?leqnn]
       | refine (y_number_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_ordinal _ _ _ _); [floors | value | value | first [reflexivity | side]]].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "max" _ [:: _] None) _ => refine (y_largest_all _ _ _ _ _); [value | intros ? ?; value | side | side | nonnegative]
  | |- yields _ _ _ (Binary Div (Call "len" _) _) _ => refine (y_blocks _ _ _); [value | value | assumption]
  end.
