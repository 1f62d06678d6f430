(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of srpe.stm give: the prior, the posterior, outputs, means, and what its statements ask of u and w. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries calls_linear_algebra calls_ordinals srpe calls_srpe.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition measure_l : seq definition := normalizer_d :: joint_weight_d :: beta_d :: context_d :: embedding_d :: positions_d :: sequences_d :: [::].

Section Model.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (m n d : nat).

(* --- What is asked of u and w -------------------------------------------------------------------------------------------- *)
Lemma call_all_positive defs n (f : 'I_n -> F) : provides [:: all_positive_d] defs ->
  call fs defs "all_positive" [:: column f] = Value (Bool [forall k, 0 < f k]).
Proof. by move=> W; enter; apply: yields_eq; [value | rewrite all_indices]. Qed.
Lemma call_is_positive_matrix defs m (w : 'M[F]_m) : provides [:: is_positive_matrix_d; all_positive_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_positive_matrix" [:: table w; Num m%:R] = Value (Bool [forall a, forall b, 0 < w a b]).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and _ _); [refine (y_call _ _ _); [values | reflexivity | apply: call_is_table => //; provided] | intro; refine (y_and1 _)].
  apply: y_all; [value | move=> a _].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_all_positive; provided].
by rewrite all_indices.
Qed.
Lemma positiveP n (u : 'I_(2 * n - 1) -> F) m (w : 'M[F]_m) : [forall k, 0 < u k] -> [forall a, forall b, 0 < w a b] ->
  [/\ forall k, 0 < u k, forall a b, 0 < w a b & positive (family u) w].
Proof.
move=> /forallP u_gt0 /forallP w_gt0; have w_gt0' a b : 0 < w a b by have /forallP := w_gt0 a; apply.
by split=> //; split=> //; apply: family_gt0.
Qed.

Lemma place_index n (i j : 'I_n) : j%:R - i%:R + i.+1%:R = j.+1%:R :> F.
Proof. by rewrite [i.+1%:R]mulrSr [RHS]mulrSr addrA subrK. Qed.
Lemma place_index_c n (i j : 'I_n) : i.+1%:R + (j%:R - i%:R) = j.+1%:R :> F.
Proof. by rewrite addrC place_index. Qed.
Lemma place_0 n (i j : 'I_n) : (j%:R - i%:R == 0%:R :> F) = (j == i).
Proof. by rewrite subr_eq0 eqr_nat. Qed.
Lemma family_size n : (0 < n)%N -> 2%:R * n%:R - 1%:R = (2 * n - 1)%:R :> F.
Proof. by move=> n_gt0; rewrite natrB ?natrM // muln_gt0. Qed.

(* --- The measure --------------------------------------------------------------------------------------------------------- *)
Ltac side ::= first [eassumption | exact: place_index | by apply: family_gt0].
Ltac known_call ::=
  first [by_call call_positions | by_call call_embedding | by_call call_context | by_call call_sequences | by_call call_beta | by_call call_beta_self
        | by_call call_joint_weight | by_call call_normalizer | by_call call_alpha].

Lemma call_prior defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (i j : 'I_n) : provides (prior_d :: measure_l) defs -> (0 < m)%N ->
  (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "prior" [:: column u; table w; Num m%:R; Num n%:R; Num i.+1%:R; Num (j%:R - i%:R)] = Value (Num (prior (family u) w i j)).
Proof.
move=> W m_gt0 u_gt0 w_gt0; have neq0 : normalizer (family u) w i != 0.
  by rewrite gt_eqF // normalizer_gt0 //; split=> //; apply: family_gt0.
enter; apply: yields_eq; first by value.
by rewrite sum_words /prior mulr_suml.
Qed.

Lemma call_posterior defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (x : sequence m n) (i j : 'I_n) :
  provides (posterior_d :: measure_l) defs -> (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "posterior" [:: column u; table w; Num m%:R; tokens F x; Num i.+1%:R; Num (j%:R - i%:R)] =
    Value (Num (posterior (family u) w x i j)).
Proof.
move=> W u_gt0 w_gt0; have m_gt0 : (0 < m)%N by case: (x i) => a; apply: leq_trans.
have pos : positive (family u) w by split=> //; apply: family_gt0.
have c_gt0 := normalizer_gt0 i m_gt0 pos; have neq0 : normalizer (family u) w i != 0 by rewrite gt_eqF.
have sum_neq0 : \sum_k joint (family u) w x i k != 0.
  by rewrite gt_eqF //; apply: (sum_gt0 i) => k; rewrite divr_gt0 // joint_weight_gt0.
by enter; value.
Qed.

Lemma y_columns defs env (a : expr) m d (v : 'M[F]_(m, d)) : (0 < m)%N -> yields fs defs env a (table v) ->
  yields fs defs env (Call "len" [:: Index a (Number (BinNums.Npos BinNums.xH))]) (Num d%:R).
Proof.
move=> m_gt0 ya; apply: (y_length_of (h := fun j => Num (v (Ordinal m_gt0) j))).
by apply: (y_ordinal floor_int (h := fun a => column (v a)) (j := Ordinal m_gt0)); [exact: ya | value | reflexivity].
Qed.
Lemma y_value defs env (a b c : expr) m n d (v : 'M[F]_(m, d)) (x : sequence m n) (j : 'I_n) (k : 'I_d) y : yields fs defs env a (table v) -> yields fs defs env b (Num y) ->
  y = (x j).+1%:R -> yields fs defs env c (Num k.+1%:R) -> yields fs defs env (Index (Index a b) c) (Num (v (x j) k)).
Proof.
move=> ya yb yE yc; apply: (y_ordinal floor_int (h := fun k => Num (v (x j) k)) (j := k)); [ | exact: yc | reflexivity].
by apply: (y_ordinal floor_int (h := fun a => column (v a)) (j := x j)); [exact: ya | exact: yb | exact: yE].
Qed.
(* --- The means of w ------------------------------------------------------------------------------------------------------ *)
Lemma call_mean_with_itself defs m (w : 'M[F]_m) : provides [:: mean_with_itself_d] defs -> (0 < m)%N ->
  call fs defs "mean_with_itself" [:: table w] = Value (Num (mean_with_itself w)).
Proof.
move=> W m_gt0; have neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
by enter; value.
Qed.
Lemma call_mean_over_pairs defs m (w : 'M[F]_m) : provides [:: mean_over_pairs_d] defs -> (0 < m)%N ->
  call fs defs "mean_over_pairs" [:: table w] = Value (Num (mean_over_pairs w)).
Proof.
move=> W m_gt0; have neq0 : m%:R ^+ 2 != 0 :> F by rewrite expf_neq0 // pnatr_eq0 -lt0n.
by enter; value.
Qed.
End Model.

(* --- Through the quantifiers that most statements begin with ------------------------------------------------------------------ *)
Ltac any_positive :=
  meaning_for_all => m m_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => i _ _.
