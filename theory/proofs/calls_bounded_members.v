(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of the last statement of positional.theorem-6-1 give, in the terms of no_constants.v: networks whose records show their spectral bounds,
   their losses at the unit vectors, gaps and the printed bound. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms bounded_layers calls_bounded_layers.
From attest Require Import calls_small_networks calls_normalized calls_scalar_networks.
From attest Require bounded_networks depth eq_22 no_constants statements_positional_theorem_6_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_theorem_6_1.finding_negation_of_printed) f) (only parsing).
Definition bounded_matrix_d := Eval compute in the "bounded_matrix".
Definition is_member_d := Eval compute in the "is_member".
Definition losses_d := Eval compute in the "losses".
Definition gap_d := Eval compute in the "gap".
Definition printed_bound_d := Eval compute in the "printed_bound".

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
        | by rewrite ?size_places ?size_indices ?natrD ?mulr1 ].
(* --- The printed bound ------------------------------------------------------------------------------------------------------------ *)
Lemma call_printed_bound defs (C c Ls B2 B21 delta : F) k H L d m n : provides [:: printed_bound_d] defs -> (0 < m)%N -> (0 < H * d * m * n)%N ->
  0 < H%:R * Ls * B2 -> 0 < delta <= 1 ->
  call fs defs "printed_bound" [:: Num C; Num k%:R; Num c; Num H%:R; Num L%:R; Num d%:R; Num m%:R; Num n%:R; Num Ls; Num B2; Num B21; Num delta] =
  Value (Num (no_constants.printed_bound exp (@log_of S) C k c H L d m n Ls B2 B21 delta)).
Proof.
move=> W m_gt0 sizes_gt0 base_gt0 /andP[delta_gt0 delta_le1].
have m_pos : 0 < m%:R :> F by rewrite ltr0n.
have m_neq0 : m%:R != 0 :> F by rewrite gt_eqF.
have log_ge0 (x : F) : 1 <= x -> 0 <= log fs x.
  by rewrite le_eqVlt => /orP[/eqP<-|x_gt1]; [rewrite /= log_1 | exact/ltW/log_gt0].
have sizes_ge1 : 1 <= H%:R * d%:R * m%:R * n%:R :> F by rewrite -!natrM ler1n.
have dm_gt0 : 0 < H%:R * d%:R * m%:R * n%:R :> F := lt_le_trans ltr01 sizes_ge1.
have two_dm_gt0 : 0 < 2%:R + H%:R * d%:R * m%:R * n%:R :> F by rewrite addr_gt0 ?ltr0n.
have root_1 : 0 <= log fs (H%:R * d%:R * m%:R * n%:R) / m%:R by rewrite divr_ge0 ?log_ge0 ?ler0n.
have delta_neq0 : delta != 0 by rewrite gt_eqF.
have over_ge1 : 1 <= 1%:R / delta by rewrite ler_pdivl_mulr ?mul1r.
have over_gt0 : 0 < 1%:R / delta := lt_le_trans ltr01 over_ge1.
have root_2 : 0 <= log fs (1%:R / delta) / m%:R by rewrite divr_ge0 ?log_ge0 ?ler0n.
enter; apply: yields_eq; first by value.
by rewrite /no_constants.printed_bound natrD !natrM.
Qed.

(* --- Gaps ------------------------------------------------------------------------------------------------------------------------- *)
Lemma call_gap defs d (p T : 'I_d -> F) (s : seq 'I_d) : provides [:: gap_d] defs -> (0 < size s)%N ->
  call fs defs "gap" [:: along (indices d) p; along (indices d) T; List [seq Num j.+1%:R | j : 'I_d <- s]] = Value (Num (no_constants.gap p T s)).
Proof.
move=> W s_gt0; have s_neq0 : (size [seq Num j.+1%:R : value F | j : 'I_d <- s])%:R != 0 :> F by rewrite size_map pnatr_eq0 -lt0n.
by enter; apply: yields_eq; [value | rewrite size_map].
Qed.

(* --- Losses at the unit vectors ----------------------------------------------------------------------------------------------------- *)
Section Networks.
Variable d : nat.
Hypothesis d_gt0 : (0 < d)%N.
Local Notation D := (ordinal_finType d).
Local Notation layer := (depth.small_layer F D).
Local Notation one_token := (fun _ _ : unit_finType => 1 : F).
Definition unit_entries (i j : nat) : F := (i == j)%:R.
Lemma unit_row (i : nat) : (0 < i <= d)%N -> norm2 (fun j : 'I_d => unit_entries i j.+1) = 1.
Proof.
case: i => // i i_lt; rewrite /norm2 (bigD1 (Ordinal i_lt)) //= /unit_entries eqxx expr1n big1 ?addr0 ?sqrtr1 // => j other.
by rewrite eqSS eq_sym -[i]/(val (Ordinal i_lt)) (inj_eq val_inj) (negbTE other) expr0n.
Qed.
Lemma call_norm_2_vec defs n (f : nat -> F) : provides [:: norm_2_d] defs ->
  call fs defs "norm_2" [:: vec n f] = Value (Num (norm2 (fun j : 'I_n => f j.+1))).
Proof. by move=> W; rewrite vec_column; apply: call_norm_2 => //; exact: enumerates_indices. Qed.
Lemma call_unit_input defs (j : 'I_d) y : provides [:: stacked_d] defs -> y = 1%:R ->
  call fs defs "stacked" [:: mat (d * 1) d unit_entries; Num j.+1%:R; Num y] = Value (sheet one (indices d) (fun _ e => (e == j)%:R)).
Proof.
move=> W ->; rewrite (call_stacked floor_int (k := j) (m := d) 1 d unit_entries W (ltn_ord j)); congr Value.
rewrite /mat /listed /= vec_column; congr (List [:: List _]); apply: eq_map => e; rewrite /unit_entries muln1 addn1 eqSS.
by rewrite -(inj_eq val_inj) /= eq_sym.
Qed.

(* --- Records that show the bounds --------------------------------------------------------------------------------------------------- *)
Definition shown_head (h : head F unit_finType unit_finType D unit_finType) : value F :=
  Rec [:: ("WQ", sheet one one (WQ h)); ("WK", sheet one one (WK h)); ("WV", sheet (indices d) one (WV h));
          ("R", sheet (indices d) (indices d) (no_constants.column_root (WV h)))]%string.
Definition shown_layer (l : layer) : value F :=
  Rec [:: ("heads", List [seq shown_head (bounded_networks.heads l u) | u : unit_eqType <- one]); ("W1", sheet (places d) one (bounded_networks.W1 l));
          ("W2", sheet one (indices d) (bounded_networks.W2 l));
          ("R1", sheet (places d) (places d) (no_constants.column_root (bounded_networks.W1 l)));
          ("R2", sheet one one (no_constants.row_root (bounded_networks.W2 l)))]%string.
Lemma shown_layerE l : is_layer_value (shown_layer l) l.
Proof. by exists (shown_head (bounded_networks.heads l tt)). Qed.
Lemma is_value_shown_parts (a b c e f r r1 r2 : value F) : is_value a -> is_value b -> is_value c -> is_value r -> is_value e -> is_value f ->
  is_value r1 -> is_value r2 ->
  is_value (Rec [:: ("heads", List [:: Rec [:: ("WQ", a); ("WK", b); ("WV", c); ("R", r)]]); ("W1", e); ("W2", f); ("R1", r1); ("R2", r2)])%string.
Proof. by move=> /= -> -> -> -> -> -> -> ->. Qed.
Lemma is_value_shown l : is_value (shown_layer l).
Proof. by apply: is_value_shown_parts; exact: is_value_sheet. Qed.

Variables (L : nat) (lf : nat -> layer) (w : 'I_d -> F).
Local Notation network := (network_value L (fun i => shown_layer (lf i)) w).
Lemma is_value_shown_network : is_value network.
Proof.
have := is_value_along (indices d) w; rewrite /network_value; move: (along _ w) => v /= ->; rewrite andbT /= all_map andbT.
by apply/allP => i _; exact: is_value_shown.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "stacked" _ = _ => found_call call_unit_input
  | |- call _ _ "scalar_output" _ = _ => apply: call_scalar_output; [exact: d_gt0 | by move=> i; exact: shown_layerE | provided]
  | |- call _ _ "loss" _ = _ => found_call call_loss
  end.
Lemma call_losses defs (y : 'I_d -> F) :
  provides [:: losses_d; loss_d; scalar_output_d; positional_network_d; positional_layer_d; hidden_d; activation_d; mlp_input_d; mixed_d; positional_attention_d;
    positional_scores_d; bilinear_d; softmax_rows_d; softmax_d; side_by_side_d; stacked_d; transpose_d; matmul_d; dot_d; is_rectangular_d] defs ->
  call fs defs "losses" [:: sheet one one one_token; network; along (indices 2) (relu_slopes S); mat (d * 1) d unit_entries; along (indices d) y] =
  Value (along (indices d) (fun j => no_constants.absolute_loss
    (no_constants.scalar_output exp (eq_22.Network (the_layers L lf) w) (fun e => (e == j)%:R)) (y j))).
Proof. by move=> W; enter; value. Qed.

(* --- Members ------------------------------------------------------------------------------------------------------------------------- *)
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1
  | |- call _ _ "is_spectral_bound" _ = _ => found_call call_is_spectral_bound
  end.
Lemma call_bounded_matrix (T U : finType) defs (l : seq T) (m : seq U) (A : T -> U -> F) R b c :
  provides [:: bounded_matrix_d; is_spectral_bound_d; norm_2_1_d; norm_2_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d;
    is_rectangular_d] defs -> enumerates l -> enumerates m -> (0 < size l)%N -> (0 < size m)%N ->
  call fs defs "bounded_matrix" [:: sheet l m A; sheet l l R; Num b; Num c] = Value (Bool (has_spectral_bound A b R && (depth.norm_2_1 A <= c))).
Proof. by move=> W l_all m_all l_gt0 m_gt0; enter; value. Qed.
Lemma has_spectral_bound_of (T U : finType) (A : T -> U -> F) b R : spectral_bound A b R -> has_spectral_bound A b R.
Proof. by case=> b_ge0 gram; apply/andP; split=> //; apply/forallP => t; apply/forallP => u; rewrite gram. Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_sheet_of
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector_of
  | |- call _ _ "bounded_matrix" _ = _ => found_call call_bounded_matrix
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  | |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1
  | |- call _ _ "bilinear" _ = _ => found_call one_bilinear
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma call_is_member defs : 
  provides [:: is_member_d; bounded_matrix_d; has_network_parts_d; bilinear_d; is_spectral_bound_d; norm_2_1_d; norm_2_d; transpose_d; matadd_d; matmul_d;
    is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs ->
  norm2 w <= 1 -> bounded_networks.all_layers (@depth.in_class F D) (the_layers L lf) ->
  call fs defs "is_member" [:: network; Num 1; Num L%:R; Num d%:R; Num 1; Num 1; Num 1; Num 1; Num 1; Num 1] = Value (Bool true).
Proof.
move=> W w_small members; enter; apply: yields_eq; first by value.
have {}members i : i \in iota 0 L -> depth.in_class (lf i).
  by move: members; rewrite /the_layers; elim: (iota 0 L) => //= j s IH [mj rest]; rewrite inE => /orP[/eqP->|/IH]; [exact: mj | exact].
congr Bool; rewrite /= size_map size_iota eqxx /= w_small /=; apply/andP; split; first by apply/allP.
apply/allP => i /members[WV_small scores_small [W1_f W1_n] [W2_f W2_n]]; have [WV_f WV_n] := WV_small tt.
have bV := has_spectral_bound_of (no_constants.column_bound WV_f).
have b1 := has_spectral_bound_of (no_constants.column_bound W1_f); have b2 := has_spectral_bound_of (no_constants.row_bound W2_f).
by rewrite /= bV b1 b2 W1_n W2_n WV_n (scores_small tt) !eqxx.
Qed.
End Networks.
End Calls.
