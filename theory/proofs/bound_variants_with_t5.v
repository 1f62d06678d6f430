(* SPDX-License-Identifier: Apache-2.0 *)
(* Attention whose rows do not sum to 1: with T5's encoding inside, positions come through. As the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_rows calls_softmax calls_steps bound_variants_softmax bound_variants_normalizers.
From attest Require statements_variants_sigmoid statements_variants_softmax_plus_one.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation matrices_l := [:: transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Definition sg5_A := Eval compute in of_claim statements_variants_sigmoid.finding_with_t5 "A_t5".
Definition sg5_attention := Eval compute in of_claim statements_variants_sigmoid.finding_with_t5 "sigmoid_attention_t5".
Definition p15_A := Eval compute in of_claim statements_variants_softmax_plus_one.finding_with_t5 "A_t5".
Definition p15_attention := Eval compute in of_claim statements_variants_softmax_plus_one.finding_with_t5 "softmax_plus_one_attention_t5".

Section WithT5.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (n d : nat).

(* Base e, weights 0, and T5's scalars: 0 up to distance 0, 1 beyond. *)
Definition steps n (t : nat) : F := if (t <= n)%N then 0 else 1.
Definition t5_head n d (v : F) : value F :=
  Rec [:: ("base"%string, Symb "e"); ("WQ"%string, mat d 1 (fun _ _ => 0)); ("WK"%string, mat d 1 (fun _ _ => 0));
    ("WV"%string, mat d d (fun _ _ => v)); ("m"%string, vec (2 * n - 1) (steps n))].
Lemma t5_head_value n d v : is_value (t5_head n d v).
Proof.
move: (is_value_mat d 1 (fun _ _ => 0 : F)) (is_value_mat d d (fun _ _ => v)) (is_value_vec (2 * n - 1) (steps n)).
by rewrite /t5_head /= => -> -> ->.
Qed.
Lemma call_is_base_e defs : provides [:: is_base_d] defs -> call fs defs "is_base" [:: Symb "e"] = Value (Bool true : value F).
Proof. by move=> W; enter; apply: y_yes; value. Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_base" _ = _ => found_call call_is_base_e
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_vector" _ = _ => rewrite twice_less_1; [found_call call_is_vector | assumption]
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma t5_meets defs n d v : provides [:: t5_is; is_head_d; is_base_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_t5" [:: t5_head n d v; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W n_gt0 d_gt0; rewrite /t5_head; enter; apply: yields_eq; first value.
by rewrite lexx.
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "power" _ = _ => found_call call_power
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma t5_scores d (X : nat -> nat -> F) i j : score d 1 (fun _ _ => 0) (fun _ _ => 0) X i j = 0.
Proof. by rewrite /score /product big1 // => l _; rewrite big1 ?mul0r // => l' _; rewrite mulr0. Qed.

Definition says_with_t5 : formula := Eval compute in asserted statements_variants_sigmoid.finding_with_t5.
Lemma show_with_t5 defs (G : nat -> nat -> nat -> F) : condition_decided S defs "is_t5" ->
  provides [:: t5_is; is_head_d; is_base_d; is_matrix_d; is_vector_d] defs ->
  provides [:: row_sums_d; attend_d; distinct_d; identical_rows_d; repeat_row_d; ones_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d] defs ->
  (forall n d v X, (0 < n)%N -> (0 < d)%N -> call fs defs "A_t5" [:: t5_head n d v; mat n d X] = Value (mat n n (G n))) ->
  (forall n i j, (0 < i < j)%N -> (j <= n)%N -> \sum_(l <- iota 1 n) G n i l != \sum_(l <- iota 1 n) G n j l) ->
  Says fs (call fs defs) true [::] says_with_t5.
Proof.
move=> any Wt W A_call apart; apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_exists 2%N; meaning_exists 1%N.
  apply: (says_exists_value (w := t5_head 2 1 1)); [by move=> v; exact: any | exact: t5_head_value | | ].
    by refine (y_call _ _ _); [values | reflexivity | exact: t5_meets].
  meaning_exists (fun _ : nat => 1 : F); apply: says_expression; last exact: (erefl true).
  refine (@y_not _ _ _ _ _ false _); have A_y := A_call 2%N 1%N 1 (fun _ _ => 1) isT isT.
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
    refine (y_call _ _ _); [refine (all_cons _ _); [ | by values] | reflexivity | ].
      by refine (y_call _ _ A_y); [values | reflexivity].
    by enter_named; value.
  apply: (call_rows_differ floor_int (i := 2) (j := 1)) => //; first by provided.
  rewrite (inj_eq (addrI _)) eq_sym /= !big_seq1 mulr1.
  by have := apart 2%N 1%N 2%N isT isT; rewrite !big_cons !big_nil !mulr1.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
apply: (says_exists_value (w := t5_head n d 0)); [by move=> v; exact: any | exact: t5_head_value | | ].
  by refine (y_call _ _ _); [values | reflexivity | exact: t5_meets].
refine (says_exists (t := fun i => \sum_(l <- iota 1 n) G n i l) _ _ _ _ _); [domain_of | | by [] | | ].
- by move=> x _; refine (y_call _ _ _); [values | reflexivity | apply: (call_distinct floor_int); provided].
- apply/allP => i /in_from_1/andP[i_gt0 i_n]; apply/allP => j; rewrite mem_iota addSn subnKC // ltnS => /andP[i_j j_n].
  by apply: apart; rewrite ?i_gt0.
meaning_for_all => X _ _; have A_y := A_call n d 0 X n_gt0 d_gt0.
apply: says_expression; last exact: (erefl true).
apply: y_same_vec; [refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ] | by value | by []].
  by refine (y_call _ _ A_y); [values | reflexivity].
by apply: (call_row_sums floor_int); provided.
Qed.

(* --- The two variants --- *)
Definition sigmoid_of (s : F) : F := 1%:R / (1%:R + exp fs (- s)).
Lemma sigmoid_inj : injective sigmoid_of.
Proof. by move=> x y; rewrite /sigmoid_of !mul1r => /invr_inj/addrI/(@exp_inj S)/oppr_inj. Qed.
Lemma sigmoid_apart n i j : (0 < i < j)%N -> (j <= n)%N ->
  \sum_(l <- iota 1 n) sigmoid_of (steps n (i + n - l)) != \sum_(l <- iota 1 n) sigmoid_of (steps n (j + n - l)).
Proof.
move=> i_j j_n; have stepE k : \sum_(l <- iota 1 n) sigmoid_of (steps n (k + n - l)) =
    \sum_(l <- iota 1 n) (if (k + n - l <= n)%N then sigmoid_of 0 else sigmoid_of 1) by apply: eq_bigr => l _; rewrite /steps; case: ifP.
by rewrite !stepE steps_differ // (inj_eq sigmoid_inj) eq_sym oner_eq0.
Qed.
Lemma sg5_call defs n d v X : provides [:: sg5_A, sg5_attention, sg_matrix, sg_in, scores_d, power_d, bias_t5_d, relative_d & matrices_l] defs ->
  (0 < n)%N -> (0 < d)%N -> call fs defs "A_t5" [:: t5_head n d v; mat n d X] = Value (mat n n (fun i j => sigmoid_of (steps n (i + n - j)))).
Proof.
move=> W n_gt0 d_gt0; have one_gt0 : (0 < 1)%N by []; have good := good_e S; have neq0 s := one_and_weight_neq0 s good.
have hQ : field_at (t5_head n d v) "WQ" = Value (mat d 1 (fun _ _ => 0)) by [].
have hK : field_at (t5_head n d v) "WK" = Value (mat d 1 (fun _ _ => 0)) by [].
enter; apply: yields_eq; first by value; exact: neq0.
by apply: mat_ext => i j _ _; rewrite t5_scores add0r.
Qed.

Definition plus_one_of n i (l : nat) : F := exp fs (steps n (i + n - l)) / (1%:R + \sum_(k <- iota 1 n) exp fs (steps n (i + n - k))).
Lemma plus_one_apart n i j : (0 < i < j)%N -> (j <= n)%N ->
  \sum_(l <- iota 1 n) plus_one_of n i l != \sum_(l <- iota 1 n) plus_one_of n j l.
Proof.
move=> i_j j_n; pose R k := \sum_(l <- iota 1 n) exp fs (steps n (k + n - l)).
have R_neq0 k : 1 + R k != 0 by exact: (weights_neq0 n (fun l => steps n (k + n - l)) (good_e S)).
have RE k : R k = \sum_(l <- iota 1 n) (if (k + n - l <= n)%N then exp fs 0 else exp fs 1).
  by apply: eq_bigr => l _; rewrite /steps; case: ifP.
rewrite /plus_one_of -!mulr_suml -!/(R _) eqr_div // !mulrDr !mulr1 [R i * R j]mulrC (inj_eq (addIr _)) !RE.
by rewrite steps_differ // (inj_eq (@exp_inj S)) eq_sym oner_eq0.
Qed.
Lemma p15_call defs n d v X : provides [:: p15_A, p15_attention, p1_matrix, scores_d, power_d, bias_t5_d, relative_d & matrices_l] defs ->
  (0 < n)%N -> (0 < d)%N -> call fs defs "A_t5" [:: t5_head n d v; mat n d X] = Value (mat n n (plus_one_of n)).
Proof.
move=> W n_gt0 d_gt0; have one_gt0 : (0 < 1)%N by []; have good := good_e S; have neq0 m s := @weights_neq0 S _ m s good.
have hQ : field_at (t5_head n d v) "WQ" = Value (mat d 1 (fun _ _ => 0)) by [].
have hK : field_at (t5_head n d v) "WK" = Value (mat d 1 (fun _ _ => 0)) by [].
enter; apply: yields_eq; first by value; exact: neq0.
apply: mat_ext => i j _ _; rewrite /plus_one_of t5_scores add0r; congr (_ / (_ + _)).
by apply: eq_bigr => l _; rewrite t5_scores add0r.
Qed.
End WithT5.

(* attest: variants.sigmoid finding_with_t5 sha256:80abbf6150e93e4457031a901bde2b5c5b67d416a8703c093a3ba3b93be4bf35 theorem:sigmoid_with_t5 *)
Theorem sigmoid_with_t5 : Holds statements_variants_sigmoid.finding_with_t5.
Proof.
split=> S; start_meaning; eapply (@show_with_t5 S _ (fun n i j => sigmoid_of (steps S n (i + n - j))));
  [decided_condition | provided_here | provided_here | | exact: sigmoid_apart].
by move=> n d v X; apply: sg5_call; provided_here.
Qed.

(* attest: variants.softmax-plus-one finding_with_t5 sha256:7b1ef40b28bcb79c5f7dfbf0c1edfddb8b10b96bf43056658adcb142a1e8ab2e theorem:softmax_plus_one_with_t5 *)
Theorem softmax_plus_one_with_t5 : Holds statements_variants_softmax_plus_one.finding_with_t5.
Proof.
split=> S; start_meaning; eapply (@show_with_t5 S _ (@plus_one_of S)); [decided_condition | provided_here | provided_here | | exact: plus_one_apart].
by move=> n d v X; apply: p15_call; provided_here.
Qed.
