(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE (Wu et al. 2021), eq. 11 says nothing of a prior: every law of the sequences has the posterior alpha, and what keeps all of them from
   the marginal beta; as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_ordinals srpe calls_srpe calls_srpe_model.
From attest Require statements_srpe_theorem_1_posterior.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation positive_l := [:: is_positive_matrix_d; all_positive_d; is_matrix_d; is_vector_d].
Local Notation places_l := (context_d :: embedding_d :: positions_d :: sequences_d :: positive_l).
Definition margin_d := Eval compute in definition_in (definitions statements_srpe_theorem_1_posterior.finding_obstacle) "margin".

Section Laws.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (m n : nat).

Lemma alpha_sum m n u (w : 'M[F]_m) (x : sequence m n) i : positive u w -> \sum_j alpha u w x i j = 1.
Proof.
case=> u_gt0 w_gt0; rewrite /alpha -mulr_suml divff // gt_eqF //.
by apply: (sum_gt0 i) => j; rewrite mulr_gt0 ?w_gt0 ?u_gt0.
Qed.

Definition margin m n u (w : 'M[F]_m) (z : 'I_n -> F) (i : 'I_n) (x : sequence m n) : F :=
  \sum_j z j * (alpha u w x i j - beta u i j).
(* If z alpha is at least z beta for every sequence, and more for one, then no law of full support has the marginal beta. *)
Lemma obstacle m n u (w : 'M[F]_m) (z : 'I_n -> F) (i : 'I_n) N (x : 'I_N -> sequence m n) (q : 'I_N -> F) k :
  (forall k, 0 <= margin u w z i (x k)) -> 0 < margin u w z i (x k) -> (forall k, 0 < q k) -> \sum_k q k = 1 ->
  exists j, \sum_k q k * alpha u w (x k) i j != beta u i j.
Proof.
move=> ge0 gt0 q_gt0 q_1; apply/existsP; apply: contraLR gt0 => /existsPn same; rewrite -leNgt.
have mean0 : \sum_k q k * margin u w z i (x k) = 0.
  under eq_bigr do rewrite mulr_sumr; rewrite exchange_big big1 //= => j _.
  under eq_bigr do rewrite mulrCA mulrBr; rewrite -mulr_sumr sumrB -mulr_suml q_1 mul1r.
  by have := same j; rewrite negbK => /eqP ->; rewrite subrr mulr0.
rewrite -(pmulr_rle0 _ (q_gt0 k)) -mean0 (bigD1 k) //= ler_addl; apply: sumr_ge0 => j _.
by rewrite mulr_ge0 // ltW.
Qed.

Lemma size_words m n : size (words m n) = (m ^ n)%N.
Proof. by rewrite -sum1_size (perm_big _ (words_all m n)) sum1_card card_ffun !card_ord. Qed.
Definition word m n (x0 : sequence m n) (k : 'I_(m ^ n)) : sequence m n := nth x0 (words m n) k.
Lemma words_entries m n (x0 : sequence m n) : List [seq tokens F x | x <- words m n] = entries (fun k => tokens F (word x0 k)).
Proof.
rewrite /entries; congr List; rewrite -(map_indices (m ^ n) (fun k => tokens F (nth x0 (words m n) k))).
by rewrite -{1}(mkseq_nth x0 (words m n)) /mkseq size_words -map_comp.
Qed.

Ltac side ::= first [eassumption | exact: place_index | by apply: family_gt0].
Ltac known_call ::= first [by_call call_positions | by_call call_beta | by_call call_alpha | enter_named; value].
Lemma call_margin defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (z : 'I_n -> F) (x : sequence m n) (i : 'I_n) :
  provides [:: margin_d; beta_d; alpha_d; context_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "margin" [:: column u; table w; tokens F x; Num i.+1%:R; column z] = Value (Num (margin (family u) w z i x)).
Proof. by move=> W u_gt0 w_gt0; enter; value. Qed.
End Laws.

Ltac side ::= first [eassumption | exact: place_index | by apply: family_size
  | by apply: family_size; match goal with H : is_true (leq _ ?n) |- is_true (leq _ ?n) => apply: leq_trans H end | by apply: family_gt0
  | exact: esym (natrX _ _ _)].
Ltac known_call ::=
  first [by_call call_all_positive | by_call call_is_positive_matrix | by_call call_positions | by_call call_sequences
        | by_call call_beta | by_call call_alpha | by_call call_margin | enter_named; value].

(* attest: srpe.theorem-1-posterior finding_every_law_of_sequences sha256:88accb65daa0963e26836508ae5bf4ffcae704e4b6e024ec4a04247ca44fa868 theorem:every_law *)
Theorem every_law : Holds statements_srpe_theorem_1_posterior.finding_every_law_of_sequences.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (alpha_d :: places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
meaning_for_all => q _ q_gt0; meaning_for_all => x _ _.
have total : \sum_j q * alpha (family u) w x i j = q by rewrite -mulr_sumr alpha_sum ?mulr1.
have neq0 : \sum_j q * alpha (family u) w x i j != 0 by rewrite total gt_eqF.
meaning_value; rewrite total eqxx; apply/allP => j _.
by rewrite mulrAC divff ?mul1r // gt_eqF.
Qed.

(* attest: srpe.theorem-1-posterior finding_obstacle sha256:3bab8d2e7fb860fa76f8b9bcbb24a9169c2a3f66b11917b587dd14af492b8ddb theorem:no_law_beyond_an_obstacle *)
Theorem no_law_beyond_an_obstacle : Holds statements_srpe_theorem_1_posterior.finding_obstacle.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (margin_d :: beta_d :: alpha_d :: places_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
meaning_for_all => z _ /andP[/allP ge0 /hasP[x x_in gt0]]; meaning_for_all => q _ /andP[/forallP q_gt0 /eqP q_1].
refine (says_expression _ _).
  by refine (y_let (v := entries (fun k => tokens S (@word m n x k))) _ _); [apply: yields_eq; [value | exact: words_entries] | value].
have k_lt : (seq.index x (words m n) < m ^ n)%N by rewrite -size_words index_mem.
have [||j j_other] := @obstacle _ _ _ (family u) w z i _ (@word m n x) q (Ordinal k_lt) _ _ q_gt0 q_1.
- by move=> k; apply: ge0; rewrite /word mem_nth // size_words.
- by rewrite /word nth_index.
by apply/hasP; exists j; rewrite ?mem_index_enum.
Qed.
