(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE (Wu et al. 2021), Theorem 1 and eq. 8 under other laws: tokens drawn independently, constant sequences, queries from elsewhere,
   all real tokens. Definitions are those of srpe.v. *)
From mathcomp Require Import all_ssreflect all_fingroup all_algebra.
From attest Require Import srpe.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Laws.
Variable F : realFieldType.
Implicit Types (m n : nat) (u : int -> F).

(* <t q, k> = t <q, k>. *)
Theorem scale_of_scores d t (q k : 'I_d -> F) : \sum_i t * q i * k i = t * \sum_i q i * k i.
Proof. by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrA. Qed.

Theorem constant_sequences m n u (w : 'M[F]_m) (a : 'I_m) (i j : 'I_n) : positive u w -> alpha u w [ffun=> a] i j = beta u i j.
Proof.
case=> u_gt0 w_gt0; rewrite /alpha /beta.
have contextE k : context w ([ffun=> a] : sequence m n) i k = w a a by rewrite /context !ffunE.
rewrite (eq_bigr (fun k => embedding u i k * w a a)) => [|k _]; last by rewrite contextE.
by rewrite -mulr_suml contextE -mulf_div divff ?mulr1 // gt_eqF.
Qed.

(* The query comes from another sequence: the weight of place j over all sequences and queries, divided by the sum over all places. *)
Definition elsewhere m n u (w : 'M[F]_m) (i j : 'I_n) : F := \sum_(x : sequence m n) \sum_query beta u i j * w query (x j).

Theorem query_from_elsewhere m n u (w : 'M[F]_m) (i j : 'I_n) : (0 < m)%N -> positive u w ->
  elsewhere u w i j / (\sum_k elsewhere u w i k) = beta u i j.
Proof.
move=> m_gt0 [u_gt0 w_gt0]; pose K := \sum_(x : sequence m n) \sum_query w query (x i).
have K_gt0 : 0 < K.
  by apply: (sum_gt0 ([ffun=> Ordinal m_gt0] : sequence m n)) => x; apply: (sum_gt0 (Ordinal m_gt0)).
have weightE k : elsewhere u w i k = beta u i k * K.
  transitivity (\sum_(x : sequence m n) beta u i k * \sum_query w query (x k)).
    by apply: eq_bigr => x _; rewrite mulr_sumr.
  rewrite /K mulr_sumr.
  pose swap (x : sequence m n) : sequence m n := [ffun l => x (tperm i k l)].
  have swapK : involutive swap by move=> x; apply/ffunP => l; rewrite !ffunE tpermK.
  by rewrite (reindex_inj (inv_inj swapK)); apply: eq_bigr => x _; congr (_ * _); apply: eq_bigr => q _; rewrite ffunE tpermR.
rewrite (eq_bigr _ (fun k _ => weightE k)) -mulr_suml beta_sum // mul1r weightE mulfK //.
by rewrite gt_eqF.
Qed.

(* Tokens -N, ..., N with identity weights: token a is the number a - N. Of exp only 1 + t <= e(t) and e > 0 are used. *)
Definition integer_scores (e : F -> F) N : 'M[F]_(2 * N + 1) := \matrix_(a, b) e ((a%:R - N%:R) * (b%:R - N%:R)).

Theorem no_constant_for_all_tokens (e : F -> F) N n u (i : 'I_n) : (forall t, 0 < e t) -> (forall t, 1 + t <= e t) -> (0 < N)%N ->
  (forall l, 0 < u l) -> beta u i i * (2 * N + 1)%:R ^+ n < normalizer u (integer_scores e N) i.
Proof.
move=> e_gt0 above N_gt0 u_gt0; pose w := integer_scores e N.
have b_gt0 j : 0 < beta u i j by apply: beta_gt0.
have least (x : sequence (2 * N + 1) n) : beta u i i * (1 + ((x i)%:R - N%:R) ^+ 2) <= \sum_j joint_weight u w x i j.
  rewrite (bigD1 i) //= -[X in X <= _]addr0 ler_add //; first by rewrite /joint_weight ler_pmul2l // /context mxE expr2.
  by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?ltW // /context mxE.
have -> : beta u i i * (2 * N + 1)%:R ^+ n = \sum_(x : sequence (2 * N + 1) n) beta u i i.
  by rewrite sumr_const card_ffun !card_ord -[RHS]mulr_natr natrX.
have last_lt : (2 * N < 2 * N + 1)%N by rewrite addn1.
pose x0 : sequence (2 * N + 1) n := [ffun=> Ordinal last_lt].
rewrite /normalizer (bigD1 x0) //= [X in _ < X](bigD1 x0) //=; apply: ltr_le_add.
  apply: lt_le_trans (least x0); rewrite ltr_pmulr // ltr_addl ffunE /= mul2n -addnn natrD addrK.
  by rewrite exprn_gt0 // ltr0n.
apply: ler_sum => x _; apply: le_trans (least x); rewrite ler_pmulr // ler_addl.
exact: sqr_ge0.
Qed.

(* Tokens drawn independently, token a with probability p a. *)
Definition law_of m n (p : 'I_m -> F) (x : sequence m n) : F := \prod_k p (x k).
Definition weighted_prior m n u (w : 'M[F]_m) (p : 'I_m -> F) (i j : 'I_n) : F :=
  (\sum_(x : sequence m n) law_of p x * joint_weight u w x i j) /
  \sum_(x : sequence m n) \sum_k law_of p x * joint_weight u w x i k.

Lemma law_at m n (p : 'I_m -> F) (h : 'I_n -> 'I_m -> F) :
  \sum_(x : sequence m n) law_of p x * \prod_k h k (x k) = \prod_k \sum_a p a * h k a.
Proof. by rewrite -sum_at; apply: eq_bigr => x _; rewrite big_split. Qed.

Lemma law_at_one m n (p : 'I_m -> F) (i : 'I_n) f : \sum_a p a = 1 -> \sum_(x : sequence m n) law_of p x * f (x i) = \sum_a p a * f a.
Proof.
move=> total; have := @law_at m n p (fun k a => if k == i then f a else 1).
rewrite [RHS](bigD1 i) //= eqxx [X in _ = _ * X]big1 ?mulr1 => [<-|k /negbTE->]; last first.
  by rewrite -[RHS]total; apply: eq_bigr => a _; rewrite mulr1.
by apply: eq_bigr => x _; rewrite (bigD1 i) //= eqxx big1 ?mulr1 // => k /negbTE->.
Qed.

Lemma law_at_two m n (p : 'I_m -> F) (i j : 'I_n) f g : \sum_a p a = 1 -> j != i ->
  \sum_(x : sequence m n) law_of p x * (f (x i) * g (x j)) = (\sum_a p a * f a) * \sum_b p b * g b.
Proof.
move=> total ji; have := @law_at m n p (fun k a => if k == i then f a else if k == j then g a else 1).
rewrite [RHS](bigD1 i) //= eqxx [X in _ = _ * X](bigD1 j) //= (negbTE ji) eqxx [X in _ = _ * (_ * X)]big1 ?mulr1 => [<-|k]; last first.
  by case/andP=> /negbTE-> /negbTE->; rewrite -[RHS]total; apply: eq_bigr => a _; rewrite mulr1.
apply: eq_bigr => x _; rewrite (bigD1 i) //= eqxx (bigD1 j) //= (negbTE ji) eqxx big1 ?mulr1 // => k.
by case/andP=> /negbTE-> /negbTE->.
Qed.

Theorem any_token_law m n u (w : 'M[F]_m) (p : 'I_m -> F) (i j : 'I_n) : (0 < m)%N -> positive u w ->
  (forall a, 0 < p a) -> \sum_a p a = 1 ->
  let D := \sum_a p a * w a a in let S := \sum_a \sum_b p a * p b * w a b in let self := beta u i i in
  weighted_prior u w p i j = beta u i j * (if j == i then D else S) / (self * D + (1 - self) * S).
Proof.
move=> m_gt0 [u_gt0 w_gt0] p_gt0 total D S self.
have mean k : \sum_(x : sequence m n) law_of p x * w (x i) (x k) = if k == i then D else S.
  case: eqVneq => [->|ne]; first by rewrite (law_at_one i (fun a => w a a) total).
  transitivity (\sum_(x : sequence m n) \sum_a law_of p x * ((x i == a)%:R * w a (x k))).
    apply: eq_bigr => x _; rewrite (bigD1 (x i)) //= eqxx mul1r big1 ?addr0 // => a.
    by rewrite eq_sym => /negbTE->; rewrite mul0r mulr0.
  rewrite exchange_big; apply: eq_bigr => a _ /=.
  rewrite (law_at_two (fun b => (b == a)%:R) (w a) total ne) [X in X * _](bigD1 a) //= eqxx mulr1 [X in (_ + X) * _]big1.
    by rewrite addr0 mulr_sumr; apply: eq_bigr => b _; rewrite mulrA.
  by move=> b /negbTE->; rewrite mulr0.
have weight k : \sum_(x : sequence m n) law_of p x * joint_weight u w x i k = beta u i k * (if k == i then D else S).
  by rewrite -mean mulr_sumr; apply: eq_bigr => x _; rewrite /joint_weight mulrCA.
rewrite /weighted_prior exchange_big /= (eq_bigr _ (fun k _ => weight k)) weight; congr (_ / _).
rewrite (bigD1 i) //= eqxx; congr (_ + _).
rewrite (eq_bigr (fun k => beta u i k * S)) => [|k /negbTE-> //]; rewrite -mulr_suml; congr (_ * _).
by rewrite -(beta_sum i u_gt0) [X in _ = X - _](bigD1 i) //= addrC addKr.
Qed.

End Laws.
