(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of the statements of positional.layer-norm-remark give of small networks whose rows are projected to the unit ball, in the terms of
   depth_normalized.v, and when such a network is a member of the class. Layers count from 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms bounded_layers calls_bounded_layers.
From attest Require Import calls_small_networks.
From attest Require bounded_networks depth depth_normalized eq_22 statements_positional_layer_norm_remark.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_layer_norm_remark.finding_shattering) f) (only parsing).
Definition has_network_parts_d := Eval compute in the "has_network_parts".
Definition to_unit_ball_d := Eval compute in the "to_unit_ball".
Definition normalized_layer_d := Eval compute in the "normalized_layer".
Definition value_d := Eval compute in the "value".
Definition norms_at_most_d := Eval compute in the "norms_at_most".
Definition is_member_d := Eval compute in the "is_member".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Implicit Types (defs : seq definition).

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: one_all | exact: places_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | by rewrite size_places] end
        | by rewrite ?size_places ?size_indices ?natrD ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  end.
Lemma call_to_unit_ball (T : finType) defs (l : seq T) (f : T -> F) : provides [:: to_unit_ball_d; norm_2_d] defs -> enumerates l ->
  call fs defs "to_unit_ball" [:: along l f] = Value (along l (depth_normalized.to_unit_ball f)).
Proof.
move=> W l_all; enter; have short : (\sum_(t <- l) f t ^+ 2 <= 1%:R) = (norm2 f <= 1).
  by rewrite (sum_all (fun t => f t ^+ 2)) // -norm2_sqr expr_le1 // norm2_ge0.
rewrite /depth_normalized.to_unit_ball; have [small|big] := leP (norm2 f) 1.
  by apply: y_yes; [apply: yields_eq; [value | rewrite short small] | value].
have neq0 : norm2 f != 0 by rewrite gt_eqF // (lt_trans ltr01).
by apply: y_no; [apply: yields_eq; [value | rewrite short leNgt big] | value].
Qed.

(* ReLU by its slopes. *)
Definition relu_slopes (i : 'I_2) : F := if i == ord0 then 1 else 0.
Lemma sigma_relu t : sigma relu_slopes t = depth.relu t.
Proof. by rewrite /sigma /bounded_networks.two_slopes /relu_slopes /= mul1r mul0r addr0. Qed.
Lemma listed_slopes : List [:: Num 1; Num 0] = along (indices 2) relu_slopes :> value F.
Proof. by have := map_indices 2 (fun k => Num (if k == 0%N then 1 else 0) : value F); rewrite /= => ->. Qed.

Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Local Notation D := (ordinal_finType d).
Local Notation layer := (depth.small_layer F D).
Local Notation one_token := (fun _ _ : unit_finType => 1 : F).
Implicit Types (l : layer) (Z : unit_finType -> D -> F) (v : value F).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "activation" _ = _ => found_call call_activation
  | |- call _ _ "to_unit_ball" _ = _ => found_call call_to_unit_ball
  | |- call _ _ "mlp_input" _ = _ => found_call one_mlp_input
  end.
Lemma call_normalized_layer defs v l Z : is_layer_value v l ->
  provides [:: normalized_layer_d; to_unit_ball_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d; softmax_rows_d;
    softmax_d; side_by_side_d; norm_2_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "normalized_layer" [:: sheet one one one_token; v; along (indices 2) relu_slopes; sheet one (indices d) Z] =
  Value (sheet one (indices d) (depth_normalized.normalized_layer exp l Z)).
Proof.
case=> hv [v_heads is_head vW1 vW2] W; enter.
apply: (y_let (v := sheet one (places d) (fun u => depth_normalized.to_unit_ball (mlp_input exp one_token (bounded_networks.heads l) Z u)))); first by value.
apply: yields_eq; first by value.
apply: sheet_ext => u e; apply: depth_normalized.eq_to_unit_ball => e'; apply: eq_bigr => k _; congr (_ * _); exact: sigma_relu.
Qed.

(* --- Networks ----------------------------------------------------------------------------------------------------------------- *)
Variables (L : nat) (lv : nat -> value F) (lf : nat -> layer) (w : 'I_d -> F).
Hypothesis lvE : forall i, is_layer_value (lv i) (lf i).
Definition network_value : value F := Rec [:: ("layers", List [seq lv i | i <- iota 0 L]); ("w", along (indices d) w)]%string.
Definition the_layers : seq layer := [seq lf i | i <- iota 0 L].

Lemma call_value defs (x : 'I_d -> F) :
  provides [:: value_d; normalized_layer_d; to_unit_ball_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d;
    softmax_rows_d; softmax_d; side_by_side_d; norm_2_d; transpose_d; matmul_d; dot_d; is_rectangular_d] defs ->
  call fs defs "value" [:: network_value; along (indices d) x] = Value (Num (eq_22.value exp (eq_22.Network the_layers w) x)).
Proof.
move=> W; enter; pose net := depth_normalized.normalized_network exp the_layers (fun _ => x).
have outputs : yields fs earlier [:: ("f"%string, network_value); ("x"%string, along (indices d) x)]
    (Fold "Z" (ListOf [:: Name "x"]) "l" (Field (Name "f") "layers")
      (Call "normalized_layer" [:: ListOf [:: ListOf [:: Number (BinNums.Npos BinNums.xH)]]; Name "l";
        ListOf [:: Number (BinNums.Npos BinNums.xH); Number BinNums.N0]; Name "Z"]))%string (sheet one (indices d) net).
  apply: yields_eq.
    apply: (y_fold (k := fun Z => sheet one (indices d) Z) (h := lv) (s := fun _ => x) (l := iota 0 L)
      (step := fun Z i => depth_normalized.normalized_layer exp (lf i) Z)); [by value | by value | move=> Z i _].
    refine (y_call (vs := [:: sheet one one one_token; lv i; along (indices 2) relu_slopes; sheet one (indices d) Z]) _ _ _);
      [ | reflexivity | by apply: call_normalized_layer; [exact: lvE | provided]].
    refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); try by value.
    by apply: yields_eq; [value | exact: listed_slopes].
  congr (sheet _ _ _); rewrite /net /the_layers /depth_normalized.normalized_network.
  by elim: (iota 0 L) (fun _ : unit_finType => x) => //= i s IH X; exact: IH.
refine (y_call (vs := [:: along (indices d) w; along (indices d) (net tt)]) _ _ _); [ | reflexivity | by found_call sheet_dot].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
by apply: (y_row (l := one) tt (p := 0) outputs); [value | ].
Qed.
End Calls.

(* --- Members of the class ----------------------------------------------------------------------------------------------------- *)
Section Members.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition).

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: one_all | exact: places_all
        | match goal with |- is_true (0 < size _)%N => first [by rewrite size_indices | by rewrite size_places] end
        | by rewrite ?size_places ?size_indices ?natrD ].
Lemma call_is_sheet_of (T U : Type) defs (l : seq T) (m : seq U) (A : T -> U -> F) y z : provides [:: is_matrix_d; is_vector_d] defs ->
  y = (size l)%:R -> z = (size m)%:R -> call fs defs "is_matrix" [:: sheet l m A; Num y; Num z] = Value (Bool true).
Proof. by move=> W -> ->; rewrite sheet_mat; apply: call_is_matrix. Qed.
Lemma call_is_vector_of n defs (f : 'I_n -> F) y : provides [:: is_vector_d] defs -> y = n%:R ->
  call fs defs "is_vector" [:: along (indices n) f; Num y] = Value (Bool true).
Proof. by move=> W ->; exact: call_is_column. Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1
  end.
Lemma call_norms_at_most (T U : finType) defs (l : seq T) (m : seq U) (A : T -> U -> F) b c :
  provides [:: norms_at_most_d; norm_2_1_d; norm_2_d; transpose_d; is_rectangular_d] defs -> enumerates l -> enumerates m -> (0 < size l)%N ->
  call fs defs "norms_at_most" [:: sheet l m A; Num b; Num c] = Value (Bool ((\sum_t \sum_u A t u ^+ 2 <= b ^+ 2) && (depth.norm_2_1 A <= c))).
Proof.
move=> W l_all m_all l_gt0; enter; apply: yields_eq; first by value.
rewrite (sum_all (fun t => \sum_(u <- m) A t u ^+ 2)) //; congr (Bool ((_ <= _) && _)); apply: eq_bigr => t _.
exact: (sum_all (fun u => A t u ^+ 2)).
Qed.

Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Local Notation D := (ordinal_finType d).
Local Notation layer := (depth.small_layer F D).
Definition head_record (h : head F unit_finType unit_finType D unit_finType) : value F :=
  Rec [:: ("WQ", sheet one one (WQ h)); ("WK", sheet one one (WK h)); ("WV", sheet (indices d) one (WV h))]%string.
Definition layer_record (l : layer) : value F :=
  Rec [:: ("heads", List [seq head_record (bounded_networks.heads l u) | u : unit_eqType <- one]); ("W1", sheet (places d) one (bounded_networks.W1 l));
          ("W2", sheet one (indices d) (bounded_networks.W2 l))]%string.
Lemma layer_recordE l : is_layer_value (layer_record l) l.
Proof. by exists (head_record (bounded_networks.heads l tt)). Qed.
Lemma is_value_sheet (T U : Type) (l : seq T) (m : seq U) (A : T -> U -> F) : is_value (sheet l m A).
Proof. by rewrite sheet_mat is_value_mat. Qed.
Lemma is_value_along (T : Type) (l : seq T) (f : T -> F) : is_value (along l f).
Proof. by rewrite along_vec is_value_vec. Qed.
Lemma is_value_parts (a b c e f : value F) : is_value a -> is_value b -> is_value c -> is_value e -> is_value f ->
  is_value (Rec [:: ("heads", List [:: Rec [:: ("WQ", a); ("WK", b); ("WV", c)]]); ("W1", e); ("W2", f)])%string.
Proof. by move=> /= -> -> -> -> ->. Qed.
Lemma is_value_record l : is_value (layer_record l).
Proof. by apply: is_value_parts; exact: is_value_sheet. Qed.

Variables (L : nat) (lf : nat -> layer) (w : 'I_d -> F).
Local Notation network := (network_value L (fun i => layer_record (lf i)) w).
Lemma is_value_network : is_value network.
Proof.
have := is_value_along (indices d) w; rewrite /network_value; move: (along _ w) => v /= ->; rewrite andbT /= all_map andbT.
by apply/allP => i _; exact: is_value_record.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_sheet_of
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector_of
  | |- call _ _ "norms_at_most" _ = _ => found_call call_norms_at_most
  | |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1
  | |- call _ _ "bilinear" _ = _ => found_call one_bilinear
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma call_is_member defs y z :
  provides [:: is_member_d; norms_at_most_d; has_network_parts_d; bilinear_d; norm_2_1_d; norm_2_d; transpose_d; matmul_d; is_matrix_d; is_vector_d;
    is_rectangular_d] defs -> y = L%:R -> z = d%:R -> eq_22.is_member L 1 1 (eq_22.Network (the_layers L lf) w) ->
  call fs defs "is_member" [:: network; Num 1; Num y; Num z; Num 1; Num 1; Num 1] = Value (Bool true).
Proof.
move=> W -> -> [_ w_small members]; enter; apply: yields_eq; first by value.
have {}members i : i \in iota 0 L -> [/\ eq_22.norms_at_most (bounded_networks.W1 (lf i)) 1 1, eq_22.norms_at_most (bounded_networks.W2 (lf i)) 1 1,
    eq_22.norms_at_most (WV (bounded_networks.heads (lf i) tt)) 1 1 &
    depth.norm_2_1 (product (WK (bounded_networks.heads (lf i) tt)) (transposed (WQ (bounded_networks.heads (lf i) tt)))) <= 1].
  move: members; rewrite /the_layers /=; elim: (iota 0 L) => //= j s IH [[mW1 mW2 mV mS] rest]; rewrite inE => /orP[/eqP->|]; last exact: IH.
  by split; rewrite ?mS //; exact: mV.
congr Bool; rewrite /= size_map size_iota eqxx /= w_small /=; apply/andP; split; first by apply/allP.
apply/allP => i /members[[W1_f W1_n] [W2_f W2_n] [WV_f WV_n] scores].
rewrite /=; apply/and5P; split; rewrite ?eqxx //; first (by apply/andP; split); first by apply/andP; split.
by apply/andP; split; [apply/andP; split | exact: scores].
Qed.
End Members.

(* --- The value of a network --------------------------------------------------------------------------------------------------- *)
Section Networks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Local Notation D := (ordinal_finType d).
Implicit Types (defs : seq definition) (f : eq_22.scalar_network F D).
Definition no_layer : depth.small_layer F D :=
  bounded_networks.Layer (fun _ => Head (fun _ _ => 0) (fun _ _ => 0) (fun _ _ => 0)) (fun _ _ => 0) (fun _ _ => 0).
Definition network_of f : value F :=
  network_value (size (eq_22.layers f)) (fun i => layer_record (nth no_layer (eq_22.layers f) i)) (eq_22.weights f).
Lemma layers_of f : eq_22.Network (the_layers (size (eq_22.layers f)) (nth no_layer (eq_22.layers f))) (eq_22.weights f) = f.
Proof. by case: f => ls w; congr eq_22.Network; exact: mkseq_nth. Qed.
Lemma is_value_network_of f : is_value (network_of f).
Proof. exact: is_value_network. Qed.
Lemma call_value_of defs f (x : 'I_d -> F) :
  provides [:: value_d; normalized_layer_d; to_unit_ball_d; activation_d; mlp_input_d; mixed_d; positional_attention_d; positional_scores_d; bilinear_d;
    softmax_rows_d; softmax_d; side_by_side_d; norm_2_d; transpose_d; matmul_d; dot_d; is_rectangular_d] defs ->
  call fs defs "value" [:: network_of f; along (indices d) x] = Value (Num (eq_22.value (@exp_of S) f x)).
Proof.
move=> W; rewrite -[in RHS](layers_of f).
exact: (call_value d_gt0 _ _ (fun i => layer_recordE (nth no_layer (eq_22.layers f) i))).
Qed.
Lemma call_is_member_of defs f L y z :
  provides [:: is_member_d; norms_at_most_d; has_network_parts_d; bilinear_d; norm_2_1_d; norm_2_d; transpose_d; matmul_d; is_matrix_d; is_vector_d;
    is_rectangular_d] defs -> y = L%:R -> z = d%:R -> eq_22.is_member L 1 1 f ->
  call fs defs "is_member" [:: network_of f; Num 1; Num y; Num z; Num 1; Num 1; Num 1] = Value (Bool true).
Proof.
move=> W yL zd member; have [size_f _ _] := member; apply: call_is_member => //; first by rewrite yL -size_f.
by rewrite layers_of size_f.
Qed.
End Networks.
