(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of the statements of positional.theorem-6-1 give of networks with one token, one head, one hidden unit and ReLU, in the terms of depth.v
   and no_constants.v, and when such a network is in the class of small ones. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms bounded_layers calls_bounded_layers.
From attest Require Import calls_small_networks calls_normalized.
From attest Require bounded_networks complexity depth eq_22 no_constants statements_positional_theorem_6_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_theorem_6_1.finding_gap_at_logarithmic_depth) f) (only parsing).
Definition scalar_output_d := Eval compute in the "scalar_output".
Definition unit_vector_d := Eval compute in the "unit_vector".
Definition value_d := Eval compute in the "value".
Definition loss_d := Eval compute in the "loss".
Definition frobenius_at_most_1_d := Eval compute in the "frobenius_at_most_1".
Definition is_small_network_d := Eval compute in the "is_small_network".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Local Notation D := (ordinal_finType d).
Local Notation layer := (depth.small_layer F D).
Local Notation one_token := (fun _ _ : unit_finType => 1 : F).
Implicit Types (defs : seq definition) (l : layer) (Z : unit_finType -> D -> F) (v : value F).

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: one_all | exact: places_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | by rewrite size_places] end
        | by rewrite ?size_places ?size_indices ?natrD ].
(* --- The value of a network ----------------------------------------------------------------------------------------------------- *)
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "activation" _ = _ => found_call call_activation
  | |- call _ _ "mlp_input" _ = _ => found_call one_mlp_input
  | |- call _ _ "hidden" _ = _ => enter_named; value
  end.
Lemma one_positional_layer defs v l Z : is_layer_value v l ->
  provides [:: positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d;
    softmax_d; side_by_side_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "positional_layer" [:: sheet one one one_token; v; along (indices 2) (relu_slopes S); sheet one (indices d) Z] =
  Value (sheet one (indices d) (bounded_networks.apply_layer exp (@depth.relu F) one_token l Z)).
Proof.
case=> hv [v_heads is_head vW1 vW2] W; enter; apply: yields_eq; first by value.
apply: sheet_ext => u e; apply: eq_bigr => k _; congr (_ * _); exact: sigma_relu.
Qed.

Variables (L : nat) (lv : nat -> value F) (lf : nat -> layer) (w : 'I_d -> F).
Hypothesis lvE : forall i, is_layer_value (lv i) (lf i).
Local Notation network := (network_value L lv w).
Lemma call_scalar_output defs (x : 'I_d -> F) :
  provides [:: scalar_output_d; positional_network_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d;
    positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d; dot_d; is_rectangular_d] defs ->
  call fs defs "scalar_output" [:: sheet one one one_token; network; along (indices 2) (relu_slopes S); sheet one (indices d) (fun _ => x)] =
  Value (Num (no_constants.scalar_output exp (eq_22.Network (the_layers L lf) w) x)).
Proof.
move=> W; enter; pose net := bounded_networks.network exp (@depth.relu F) one_token (the_layers L lf) (fun _ => x).
refine (y_call (vs := [:: along (indices d) w; along (indices d) (net tt)]) _ _ _); [ | reflexivity | by found_call sheet_dot].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
apply: (y_row (l := one) (m := indices d) (A := net) tt (p := 0)); [ | by apply: yields_eq; [value | ] | by []].
refine (y_call (vs := [:: sheet one one one_token; List [seq lv i | i <- iota 0 L]; along (indices 2) (relu_slopes S); sheet one (indices d) (fun _ => x)]) _ _ _);
  [by values | reflexivity | enter_named].
apply: yields_eq.
  apply: (y_fold (k := fun Z => sheet one (indices d) Z) (h := lv) (s := fun _ => x) (l := iota 0 L)
    (step := fun Z i => bounded_networks.apply_layer exp (@depth.relu F) one_token (lf i) Z)); [by value | by value | move=> Z i _].
  by refine (y_call _ _ _); [values | reflexivity | apply: one_positional_layer; [exact: lvE | provided]].
congr (sheet _ _ _); rewrite /net /the_layers /bounded_networks.network.
by elim: (iota 0 L) (fun _ : unit_finType => x) => //= i s IH X; exact: IH.
Qed.

Lemma call_unit_vector defs y (j : 'I_d) : provides [:: unit_vector_d] defs -> y = d%:R ->
  call fs defs "unit_vector" [:: Num y; Num j.+1%:R] = Value (along (indices d) (fun i => (i == j)%:R : F)).
Proof.
move=> W ->; enter; apply: yields_eq; first by value.
by congr List; apply: eq_map => i; rewrite eqr_nat eqSS -(inj_eq val_inj); case: (val i == val j).
Qed.
Lemma call_value defs y (j : 'I_d) :
  provides [:: value_d; unit_vector_d; scalar_output_d; positional_network_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d;
    positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d; dot_d; is_rectangular_d] defs ->
  y = d%:R -> call fs defs "value" [:: network; Num y; Num j.+1%:R] =
  Value (Num (no_constants.scalar_output exp (eq_22.Network (the_layers L lf) w) (fun i => (i == j)%:R))).
Proof.
move=> W yE; enter.
refine (y_call (vs := [:: sheet one one one_token; network; along (indices 2) (relu_slopes S); sheet one (indices d) (fun _ i => (i == j)%:R)]) _ _ _);
  [ | reflexivity | by apply: call_scalar_output; provided].
refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [by value | by value | | ].
  by apply: yields_eq; [value | exact: listed_slopes].
refine (y_list (all_cons _ (all_nil _ _ _))).
by refine (y_call _ _ _); [values | reflexivity | apply: call_unit_vector; [provided | exact: yE]].
Qed.
Lemma call_loss defs (y z : F) : provides [:: loss_d] defs -> call fs defs "loss" [:: Num y; Num z] = Value (Num (no_constants.absolute_loss y z)).
Proof. by move=> W; enter; value. Qed.
End Calls.

(* --- The class of small networks -------------------------------------------------------------------------------------------------- *)
Section Members.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition).
Lemma y_first defs env a b v : yields fs defs env a (List [:: v]) -> yields fs defs env b (Num 1%:R) -> yields fs defs env (Index a b) v.
Proof. by move=> ya yb; have := y_index floor_int (i := 0%N) ya yb erefl; exact. Qed.

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: one_all | exact: places_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | by rewrite size_places] end
        | by rewrite ?size_places ?size_indices ?natrD ].
Ltac known_call ::= lazymatch goal with |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1 end.
Lemma call_frobenius_at_most_1 (T U : finType) defs (l : seq T) (m : seq U) (A : T -> U -> F) :
  provides [:: frobenius_at_most_1_d; norm_2_1_d; norm_2_d; transpose_d; is_rectangular_d] defs -> enumerates l -> enumerates m -> (0 < size l)%N ->
  call fs defs "frobenius_at_most_1" [:: sheet l m A] = Value (Bool ((\sum_t \sum_u A t u ^+ 2 <= 1) && (depth.norm_2_1 A <= 1))).
Proof.
move=> W l_all m_all l_gt0; enter; apply: yields_eq; first by value.
rewrite (sum_all (fun t => \sum_(u <- m) A t u ^+ 2)) //; congr (Bool ((_ <= _) && _)); apply: eq_bigr => t _.
exact: (sum_all (fun u => A t u ^+ 2)).
Qed.

Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Local Notation D := (ordinal_finType d).
Local Notation layer := (depth.small_layer F D).
Variables (L : nat) (lf : nat -> layer) (w : 'I_d -> F).
Local Notation network := (network_value L (fun i => layer_record (lf i)) w).
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_sheet_of
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector_of
  | |- call _ _ "frobenius_at_most_1" _ = _ => found_call call_frobenius_at_most_1
  | |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1
  | |- call _ _ "bilinear" _ = _ => found_call one_bilinear
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Ltac index_value ::= refine (y_first _ _); [value | value].
Lemma call_is_small_network defs y :
  provides [:: is_small_network_d; frobenius_at_most_1_d; has_network_parts_d; bilinear_d; norm_2_1_d; norm_2_d; transpose_d; matmul_d; is_matrix_d;
    is_vector_d; is_rectangular_d] defs -> y = d%:R -> eq_22.is_member L 1 1 (eq_22.Network (the_layers L lf) w) ->
  call fs defs "is_small_network" [:: network; Num y] = Value (Bool true).
Proof.
move=> W -> [_ w_small members]; enter; apply: yields_eq; first by value.
have {}members i : i \in iota 0 L -> [/\ eq_22.norms_at_most (bounded_networks.W1 (lf i)) 1 1, eq_22.norms_at_most (bounded_networks.W2 (lf i)) 1 1,
    eq_22.norms_at_most (WV (bounded_networks.heads (lf i) tt)) 1 1 &
    depth.norm_2_1 (product (WK (bounded_networks.heads (lf i) tt)) (transposed (WQ (bounded_networks.heads (lf i) tt)))) <= 1].
  move: members; rewrite /the_layers /=; elim: (iota 0 L) => //= j s IH [[mW1 mW2 mV mS] rest]; rewrite inE => /orP[/eqP->|]; last exact: IH.
  by split; rewrite ?mS //; exact: mV.
rewrite /= expr1n in w_small.
congr Bool; rewrite /= w_small /=; apply/andP; split; first by apply/allP.
apply/allP => i /members[]; rewrite /eq_22.norms_at_most expr1n => -[W1_f W1_n] [W2_f W2_n] [WV_f WV_n] scores.
have {}scores : complexity.norm_2_1 (bilinear (WK (bounded_networks.heads (lf i) tt)) (WQ (bounded_networks.heads (lf i) tt))) <= 1 := scores.
by rewrite /= scores WV_f WV_n W1_f W1_n W2_f W2_n eqxx.
Qed.
End Members.

(* --- Networks as records of layers ------------------------------------------------------------------------------------------------- *)
Section Networks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Implicit Types (defs : seq definition) (f : eq_22.scalar_network F (ordinal_finType d)).
Lemma call_value_of defs f y (j : 'I_d) :
  provides [:: value_d; unit_vector_d; scalar_output_d; positional_network_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d;
    positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; transpose_d; matmul_d; dot_d; is_rectangular_d] defs ->
  y = d%:R -> call fs defs "value" [:: network_of f; Num y; Num j.+1%:R] = Value (Num (no_constants.scalar_output (@exp_of S) f (fun i => (i == j)%:R))).
Proof.
move=> W yE; rewrite -[in RHS](layers_of f).
exact: (call_value d_gt0 _ _ (fun i => layer_recordE (nth (no_layer S d) (eq_22.layers f) i)) j W yE).
Qed.
Lemma call_is_small_network_of defs f L y :
  provides [:: is_small_network_d; frobenius_at_most_1_d; has_network_parts_d; bilinear_d; norm_2_1_d; norm_2_d; transpose_d; matmul_d; is_matrix_d;
    is_vector_d; is_rectangular_d] defs -> y = d%:R -> eq_22.is_member L 1 1 f -> call fs defs "is_small_network" [:: network_of f; Num y] = Value (Bool true).
Proof. by move=> W yE [size_f w_small members]; apply: call_is_small_network => //; rewrite layers_of; split. Qed.
Lemma len_of_layers defs env a f L : yields fs defs env a (network_of f) -> size (eq_22.layers f) = L ->
  yields fs defs env (Call "len" [:: Field a "layers"]) (Num L%:R).
Proof. by move=> ya <-; apply: yields_eq; [apply: y_length; apply: y_field ya _; reflexivity | rewrite size_map size_iota]. Qed.
End Networks.
