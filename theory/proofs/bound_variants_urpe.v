(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE, and the half of it that section 4.2 keeps, meet the position-aware condition by the C of eq. 23: the theorems of masks.v as the meaning
   of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_steps bound_variants_softmax bound_variants_aware.
From attest Require statements_variants_urpe statements_variants_urpe_causal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation matrices_l := [:: transpose_d; hadamard_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].

Definition ur_A := Eval compute in of_claim statements_variants_urpe.property_position_aware "A".
Definition ur_attention := Eval compute in of_claim statements_variants_urpe.property_position_aware "urpe_variant_attention".
Definition ur_is := Eval compute in of_claim statements_variants_urpe.property_position_aware "is_urpe".
Definition uc_is := Eval compute in of_claim statements_variants_urpe_causal.property_position_aware "is_urpe_causal".

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "hadamard" _ = _ => found_call call_hadamard
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "power" _ = _ => found_call call_power
  | |- call _ _ "softmax_in" _ = _ => found_call call_softmax_in
  | |- call _ _ "softmax_matrix" _ = _ => found_call call_softmax_matrix
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "is_head" _ = _ => apply: call_is_head; [provided | assumption]
  | |- call _ _ "is_vector" _ = _ => rewrite twice_less_1; [found_call call_is_vector | assumption]
  | |- call _ _ _ _ = _ => enter_named; value
  end.

Section Urpe.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).

(* Weights 0, m = 0, and the C of eq. 23. *)
Definition upper n (k : nat) : F := if (k <= n)%N then 1 else 0.
Definition urpe_head n d : value F := plain_head d [:: ("m"%string, vec (2 * n - 1) (fun=> 0)); ("c"%string, vec (2 * n - 1) (upper n))].
Lemma urpe_head_value n d : is_value (urpe_head n d).
Proof.
move: (is_value_mat d 1 (fun _ _ => 0 : S)) (is_value_mat d d (fun _ _ => 0 : S)) (is_value_vec (2 * n - 1) (fun=> 0 : S)) (is_value_vec (2 * n - 1) (upper n)).
by rewrite /urpe_head /plain_head /= => -> -> -> ->.
Qed.
Lemma ur_meets defs n d : provides (ur_is :: t5_is :: head_l) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_urpe" [:: urpe_head n d; Num n%:R; Num d%:R] = Value (Bool true).
Proof. by rewrite /urpe_head => W n_gt0 d_gt0; enter; apply: yields_eq; [value | ]. Qed.
Lemma uc_meets defs n d : provides (uc_is :: ur_is :: t5_is :: head_l) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_urpe_causal" [:: urpe_head n d; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W n_gt0 d_gt0; enter; apply: true_and_true.
  by refine (y_call _ _ _); [values | reflexivity | exact: ur_meets].
apply: y_and1.
apply: yields_eq.
  apply: y_all; first by apply: (@y_range _ _ floor_int _ _ _ _ _ _ n.+1 n.-1); [value | value | by rewrite -mulrSr | ]; rewrite twice_less_1 // -mulrSr; congr _%:R; rewrite subn1 prednK ?muln_gt0 // addSnnS prednK // addnn mul2n.
  move=> k; rewrite mem_iota => /andP[k_gt k_lt]; apply: (y_compare (v := Num (upper n k)) (w := Num 0)); [ | value | reflexivity].
  apply: y_at; [floors | value | value | reflexivity | | reflexivity].
  rewrite (leq_trans _ k_gt) //= -ltnS; apply: leq_trans k_lt _.
  by rewrite addSnnS prednK // addnn -mul2n subn1 prednK // muln_gt0.
by congr Bool; apply/allP => k; rewrite mem_iota => /andP[k_gt _]; rewrite /upper leqNgt k_gt eqxx.
Qed.
Lemma ur_aware defs : provides [:: ur_A, ur_attention, t5_attention, softmax_matrix_d, softmax_in_d, scores_d, power_d, bias_t5_d, relative_d & matrices_l] defs -> forall n d, (0 < n)%N -> (0 < d)%N ->
  exists2 v : nat -> F, (forall i j, (0 < i < j)%N -> (j <= n)%N -> v i != v j) &
    forall X, exists2 A : nat -> nat -> F, (forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A i j = v i) &
      call fs defs "A" [:: urpe_head n d; mat n d X] = Value (mat n n A).
Proof.
move=> W n d n_gt0 d_gt0; exists (fun i => n%:R^-1 * \sum_(j <- iota 1 n) upper n (i + n - j)%N).
  move=> i j i_j j_n; rewrite (inj_eq (mulfI _)) ?invr_eq0 ?pnatr_eq0 -?lt0n //.
  by apply: steps_differ; rewrite ?oner_eq0.
move=> X; have good := good_one S; have one_gt0 : (0 < 1)%N by [].
have hQ : field_at (urpe_head n d) "WQ" = Value (mat d 1 (fun _ _ => 0)) by [].
have hK : field_at (urpe_head n d) "WK" = Value (mat d 1 (fun _ _ => 0)) by [].
eexists; last by enter; value.
move=> i i_n; rewrite mulr_sumr; apply: eq_big_seq => j /in_from_1 j_n /=; congr (_ * _).
by apply: softened_flat => // k k_n; rewrite !zero_score.
Qed.
End Urpe.

(* attest: variants.urpe property_position_aware sha256:f6d46033379a71f4268961b20b330a663722a5c37a87a4b1095612737e3ae3ba theorem:urpe_is_aware *)
Theorem urpe_is_aware : Holds statements_variants_urpe.property_position_aware.
Proof.
split=> S; start_meaning; eapply (@show_aware S _ _ (@urpe_head S));
  [decided_condition | reflexivity | exact: urpe_head_value | | provided_here | apply: ur_aware; provided_here].
by move=> n d n_gt0 d_gt0; apply: ur_meets; first by provided_here.
Qed.
(* attest: variants.urpe-causal property_position_aware sha256:f0a28c5c12b4bea35896eba22a544620551009a5e6a46de2c80f3902dda5d709 theorem:urpe_causal_is_aware *)
Theorem urpe_causal_is_aware : Holds statements_variants_urpe_causal.property_position_aware.
Proof.
split=> S; start_meaning; eapply (@show_aware S _ _ (@urpe_head S));
  [decided_condition | reflexivity | exact: urpe_head_value | | provided_here | apply: ur_aware; provided_here].
by move=> n d n_gt0 d_gt0; apply: uc_meets; first by provided_here.
Qed.
