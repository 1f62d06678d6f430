(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE: outputs, other laws of the tokens, one projection, and the attentive score, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_ordinals srpe calls_srpe calls_srpe_model.
From attest Require srpe_corollaries srpe_laws statements_srpe_theorem_1_mean statements_srpe_theorem_1_prior statements_srpe_attentive_score
  statements_srpe_normalization.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_srpe_theorem_1_prior.finding_any_token_law) f) (only parsing).
Definition law_of_d := Eval compute in of_claim "law_of".
Definition weighted_prior_d := Eval compute in of_claim "weighted_prior".
Definition shared_scores_d :=
  Eval compute in definition_in (definitions statements_srpe_theorem_1_prior.finding_one_projection) "shared_scores".

(* What the statements bring, the latest first. *)
Local Notation positive_l := [:: is_positive_matrix_d; all_positive_d; is_matrix_d; is_vector_d].
Local Notation places_l := (context_d :: embedding_d :: positions_d :: sequences_d :: positive_l).
Ltac side ::= first [eassumption | exact: place_index | exact: place_index_c | by apply: family_size | by apply: family_gt0].
Ltac known_call ::=
  first [by_call call_all_positive | by_call call_is_positive_matrix | by_call call_positions | by_call call_sequences
        | by_call call_beta | by_call call_beta_self | by_call call_joint_weight | by_call call_normalizer | by_call call_alpha
        | by_call call_posterior | by_call call_mean_with_itself | by_call call_mean_over_pairs
        | enter_named; value].

Section Outputs.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (m n d : nat).

Lemma call_attention_output defs m n d (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (v : 'M[F]_(m, d)) (x : sequence m n) (i : 'I_n) :
  provides [:: attention_output_d; alpha_d; context_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "attention_output" [:: column u; table w; table v; tokens F x; Num i.+1%:R] =
    Value (column (fun k => attention_output (family u) w v x i 0 k)).
Proof.
move=> W u_gt0 w_gt0; have m_gt0 : (0 < m)%N by case: (x i) => a; apply: leq_trans.
enter; apply: yields_eq.
  apply: y_list_over; first by apply: (y_up_to floor_int (n := d)); [value | apply: (y_columns floor_int (v := v)) => //; value | reflexivity].
  move=> k _; apply: y_sum; first by value.
  move=> j _; apply: y_multiply; first by value.
  by apply: (y_value floor_int (x := x) (j := j) (k := k)); [value | value | reflexivity | value].
by apply: entries_ext => k; rewrite /attention_output summxE; congr Num; apply: eq_bigr => j _; rewrite !mxE.
Qed.

Lemma call_expected_output defs m n d (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (v : 'M[F]_(m, d)) (x : sequence m n) (i : 'I_n) :
  provides (expected_output_d :: posterior_d :: measure_l) defs -> (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "expected_output" [:: column u; table w; table v; Num m%:R; tokens F x; Num i.+1%:R] =
    Value (column (fun k => expected_output (family u) w v x i 0 k)).
Proof.
move=> W u_gt0 w_gt0; have m_gt0 : (0 < m)%N by case: (x i) => a; apply: leq_trans.
enter; apply: yields_eq.
  apply: y_list_over; first by apply: (y_up_to floor_int (n := d)); [value | apply: (y_columns floor_int (v := v)) => //; value | reflexivity].
  move=> k _; apply: y_sum; first by value.
  move=> j _; apply: y_multiply; first by value.
  by apply: (y_value floor_int (x := x) (j := j) (k := k)); [value | value | reflexivity | value].
by apply: entries_ext => k; rewrite /expected_output summxE; congr Num; apply: eq_bigr => j _; rewrite !mxE.
Qed.

Lemma call_alpha_constant defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (a : 'I_m) (i j : 'I_n) :
  provides [:: alpha_d; context_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "alpha" [:: column u; table w; entries (fun k : 'I_n => Num a.+1%:R); Num i.+1%:R; Num (j%:R - i%:R)] =
    Value (Num (alpha (family u) w [ffun=> a] i j)).
Proof.
move=> W u_gt0 w_gt0; rewrite -(call_alpha floor_int _ _ _ W u_gt0 w_gt0); congr (call _ _ _ [:: _; _; _; _; _]).
by apply: entries_ext => k; rewrite ffunE.
Qed.

Lemma call_shared_scores defs m d (X : 'M[F]_(m, d)) : provides [:: shared_scores_d] defs ->
  call fs defs "shared_scores" [:: table X] = Value (table (srpe_corollaries.shared_scores (exp fs) X)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
apply: entries_ext => a; apply: entries_ext => b; rewrite mxE /srpe_corollaries.inner; congr (Num (exp fs _)).
by apply: eq_bigr => c _; rewrite !mxE.
Qed.

Lemma call_weighted_prior defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (p : 'I_m -> F) (i j : 'I_n) :
  provides [:: weighted_prior_d; law_of_d; joint_weight_d; beta_d; context_d; embedding_d; positions_d; sequences_d] defs -> (forall k, 0 < u k) ->
  \sum_(x : sequence m n) \sum_k srpe_laws.law_of p x * joint_weight (family u) w x i k != 0 ->
  call fs defs "weighted_prior" [:: column u; table w; column p; Num n%:R; Num i.+1%:R; Num (j%:R - i%:R)] =
    Value (Num (srpe_laws.weighted_prior (family u) w p i j)).
Proof.
move=> W u_gt0; rewrite -sum_words => neq0; enter; rewrite /srpe_laws.weighted_prior -!sum_words.
apply: y_divide; [value | value | exact: neq0].
Qed.
Lemma weighted_neq0 m n u (w : 'M[F]_m) (p : 'I_m -> F) (i : 'I_n) : (0 < m)%N -> positive u w -> (forall a, 0 < p a) ->
  \sum_(x : sequence m n) \sum_k srpe_laws.law_of p x * joint_weight u w x i k != 0.
Proof.
move=> m_gt0 pos p_gt0; rewrite gt_eqF //; apply: (sum_gt0 [ffun=> Ordinal m_gt0]) => x; apply: (sum_gt0 i) => k.
by rewrite mulr_gt0 ?joint_weight_gt0 ?prodr_gt0.
Qed.
Lemma token_balance_neq0 m n u (w : 'M[F]_m) (p : 'I_m -> F) (i : 'I_n) : (0 < m)%N -> positive u w -> (forall a, 0 < p a) ->
  beta u i i * (\sum_a p a * w a a) + (1 - beta u i i) * (\sum_a \sum_b p a * p b * w a b) != 0.
Proof.
move=> m_gt0 [u_gt0 w_gt0] p_gt0.
have D_gt0 : 0 < \sum_a p a * w a a by apply: (sum_gt0 (Ordinal m_gt0)) => a; rewrite mulr_gt0.
have S_ge0 : 0 <= \sum_a \sum_b p a * p b * w a b.
  by apply: sumr_ge0 => a _; apply: sumr_ge0 => b _; rewrite ltW ?mulr_gt0.
have rest_ge0 : 0 <= 1 - beta u i i by rewrite -beta_others //; apply: sumr_ge0 => j _; rewrite ltW ?beta_gt0.
by rewrite gt_eqF //; apply: ltr_paddr; [exact: mulr_ge0 | apply: mulr_gt0 => //; exact: beta_gt0].
Qed.
(* The tokens -N, ..., N. *)
Lemma tokens_from defs env (s : string) N : lookup s env = Some (Num N%:R) ->
  yields fs defs env (Binary Range (Negate (Name s)) (Name s)) (entries (fun j : 'I_(2 * N + 1) => Num (- N%:Z + j%:Z)%:~R)).
Proof.
move=> N_in; have N_y : yields fs defs env (Name s) (Num N%:R) by exact: (y_name _ _ N_in).
apply: (y_integers floor_int (y_negate N_y) N_y); first by rewrite rmorphN.
by rewrite mul2n -addnn -addnA PoszD addKr -pmulrn natrD.
Qed.
End Outputs.

(* A call by this lemma about it. *)
Ltac called lemma := refine (y_call _ _ _); [values | reflexivity | apply: lemma => //; provided].

(* attest: srpe.theorem-1-mean printed sha256:e7ed60357d65cf50d95049c501916d42603ea35267fea88b7ee63c8ae3a7a164 theorem:mean_is_attention_output *)
Theorem mean_is_attention_output : Holds statements_srpe_theorem_1_mean.printed.
Proof.
split=> S; have floor_int := @floor_integer S.
start_with (expected_output_d :: posterior_d :: normalizer_d :: joint_weight_d :: attention_output_d :: beta_d :: alpha_d :: places_l).
any_positive; meaning_for_all => d d_gt0 _.
meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
meaning_for_all => v _ _; meaning_for_all => x _ _; refine (says_expression (p := true) _ _); last by [].
refine (y_compare (v := column (fun k => expected_output (family u) w v x i 0 k)) (w := column (fun k => attention_output (family u) w v x i 0 k)) _ _ _).
- by called call_expected_output.
- by called call_attention_output.
rewrite /compare equal_column; congr Some; apply/allP => k _ /=.
by rewrite mean_is_attention_output.
Qed.

(* attest: srpe.theorem-1-prior finding_constant_sequences sha256:82b492fcf4dde17f84989fbf2e5e222841d505c3c1abb390c31e40868a8c58ea theorem:constant_sequences *)
Theorem constant_sequences : Holds statements_srpe_theorem_1_prior.finding_constant_sequences.
Proof.
split=> S; have floor_int := @floor_integer S.
start_with (beta_d :: alpha_d :: context_d :: embedding_d :: positions_d :: positive_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
refine (says_expression _ _).
  refine (y_all2 _ _ _); [value | intros ? ?; value | move=> a _ j _].
  by refine (y_compare _ _ _); [called call_alpha_constant | value | reflexivity].
by apply/allP => a _; apply/allP => j _; rewrite srpe_laws.constant_sequences.
Qed.

(* attest: srpe.theorem-1-prior finding_query_from_elsewhere sha256:43b75b3bd08b70232f5fb8ea1f61bd3b5be83d331c039e59de5b23fe0de8e4ee theorem:query_from_elsewhere *)
Theorem query_from_elsewhere : Holds statements_srpe_theorem_1_prior.finding_query_from_elsewhere.
Proof.
split=> S; have floor_int := @floor_integer S.
start_with (beta_d :: embedding_d :: positions_d :: sequences_d :: positive_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
have weightE j : \sum_(x <- words m n) \sum_query beta (family u) i j * w query (x j) = srpe_laws.elsewhere (family u) w i j by rewrite sum_words.
have weights : \sum_j \sum_(x <- words m n) \sum_query beta (family u) i j * w query (x j) = \sum_j srpe_laws.elsewhere (family u) w i j.
  exact: eq_bigr.
have neq0 : \sum_j \sum_(x <- words m n) \sum_query beta (family u) i j * w query (x j) != 0.
  rewrite weights gt_eqF //; apply: (sum_gt0 i) => j; apply: (sum_gt0 [ffun=> Ordinal m_gt0]) => x; apply: (sum_gt0 (Ordinal m_gt0)) => q.
  by rewrite mulr_gt0 ?beta_gt0 ?w_gt0 //; apply: family_gt0.
meaning_value; apply/allP => j _; rewrite weights weightE.
by apply/eqP/srpe_laws.query_from_elsewhere.
Qed.

(* attest: srpe.theorem-1-prior finding_one_projection sha256:b5633cb5d48dfa14f0e93cc48c967087cf97b0f422076bd0851d72b868adbec6 theorem:one_projection *)
Theorem one_projection : Holds statements_srpe_theorem_1_prior.finding_one_projection.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: shared_scores_d; mean_over_pairs_d; mean_with_itself_d].
meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => X _ _.
refine (says_expression _ _).
  by refine (y_compare _ _ _); [
    refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); called call_shared_scores | reflexivity | apply: call_mean_with_itself => //; provided]
  | refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); called call_shared_scores | reflexivity | apply: call_mean_over_pairs => //; provided]
  | reflexivity].
apply: srpe_corollaries.one_projection => //; [exact: exp_add | exact: exp_le].
Qed.

(* attest: srpe.attentive-score printed sha256:4ba6fb4d327ef73761f403eb89893374c4e711aafa5139b0e1157074fa16fca0 theorem:alpha_is_a_distribution *)
Theorem alpha_is_a_distribution : Holds statements_srpe_attentive_score.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt0 _; meaning_for_all => z _ z_pos.
have z_gt0 j : 0 < z j by apply: (allP z_pos); rewrite mem_index_enum.
have neq0 : \sum_j z j != 0 by rewrite gt_eqF //; apply: (sum_gt0 (Ordinal n_gt0)).
have [inside total] := alpha_is_a_distribution n_gt0 z_gt0.
meaning_value; apply/andP; split; last by apply/eqP.
by apply/allP => j _; exact: inside.
Qed.

(* attest: srpe.attentive-score finding_scale sha256:671032e0b283bf52266b0b86664617fe6ce50f184d0531d5e57b18697e178ef6 theorem:scale_of_scores *)
Theorem scale_of_scores : Holds statements_srpe_attentive_score.finding_scale.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => d d_gt0 _; meaning_for_all => t _ _; meaning_for_all => q _ _; meaning_for_all => k _ _; meaning_value.
by apply/eqP/srpe_laws.scale_of_scores.
Qed.

(* attest: srpe.theorem-1-prior finding_any_token_law sha256:6d8c8313e97968da15b450c737d4710224faa900821f32e2b3879c4dae8772b5 theorem:any_token_law *)
Theorem any_token_law : Holds statements_srpe_theorem_1_prior.finding_any_token_law.
Proof.
split=> S; have floor_int := @floor_integer S.
start_with (weighted_prior_d :: law_of_d :: joint_weight_d :: beta_d :: places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
meaning_for_all => p _ /andP[/forallP p_gt0 /eqP total].
have neq0 := weighted_neq0 i m_gt0 pos p_gt0; have balanced := token_balance_neq0 i m_gt0 pos p_gt0.
refine (says_expression _ _).
  refine (y_let _ _); [value | refine (y_let _ _); [value | refine (y_let _ _); [value | ]]].
  by refine (y_all _ _); [value | move=> j _; refine (y_compare _ _ _); [called call_weighted_prior | value | reflexivity]].
by apply/allP => j _; rewrite place_0 srpe_laws.any_token_law.
Qed.

(* attest: srpe.normalization finding_no_constant_for_all_tokens sha256:94a700d7e4c879b6f79e264fdfb4bc93c8bdd3cea47fd660006c9a87c35df556 theorem:no_constant_for_all_tokens *)
Theorem no_constant_for_all_tokens : Holds statements_srpe_normalization.finding_no_constant_for_all_tokens.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (normalizer_d :: joint_weight_d :: beta_d :: context_d :: embedding_d :: positions_d :: sequences_d :: [:: all_positive_d]).
meaning_for_all => n n_gt0 _; meaning_for_all => i _ _; meaning_for_all => N N_gt0 _; meaning_for_all => u _ /forallP u_gt0.
have size_y : 2%:R * N%:R + 1%:R = (2 * N + 1)%:R :> S by rewrite natrD natrM.
refine (says_expression _ _).
  refine (y_compare (v := Num (normalizer (family u) (srpe_laws.integer_scores (@exp_of S) N) i))
    (w := Num (beta (family u) i i * (2%:R * N%:R + 1%:R) ^+ n)) _ _ _); [ | value | reflexivity].
  refine (y_call _ _ _); [ | reflexivity | apply: (@call_normalizer _ _ floor_int _ (2 * N + 1) n u (srpe_laws.integer_scores (@exp_of S) N)); [provided | exact: u_gt0]].
  refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))); try value.
    apply: yields_eq; first by apply: y_list_over; [apply: (tokens_from floor_int) | move=> a _; apply: y_list_over; [apply: (tokens_from floor_int) | move=> b _; value]].
    apply: entries_ext => a; apply: entries_ext => b; rewrite mxE /=; congr (Num (exp_of (_ * _))).
      by rewrite rmorphD rmorphN addrC.
    by rewrite rmorphD rmorphN addrC.
  by apply: yields_eq; [value | rewrite size_y].
rewrite size_y.
by apply: srpe_laws.no_constant_for_all_tokens => //; [exact: exp_gt0 | exact: exp_above | exact: family_gt0].
Qed.
