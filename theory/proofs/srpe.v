(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE (Wu et al. 2021), Theorem 1 and eq. 8, for m tokens, n positions and any output position i: the posterior is attention, the
   mean is its output, the constant in closed form, and the exact prior.

   An attended place j stands for the relative position l = j - i. u l is exp(e^(l)) and w a b is exp(<q, k>) of the tokens a and b: any
   positive numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Model.
Variable F : realFieldType.
Implicit Types (m n : nat) (u : int -> F).

Definition sequence m n := {ffun 'I_n -> 'I_m}.
Definition embedding n u (i j : 'I_n) : F := u (j%:Z - i%:Z).
Definition context m n (w : 'M[F]_m) (x : sequence m n) (i j : 'I_n) : F := w (x i) (x j).
(* Eqs. 5 and 6. *)
Definition alpha m n u (w : 'M[F]_m) (x : sequence m n) i j : F :=
  embedding u i j * context w x i j / \sum_k embedding u i k * context w x i k.
Definition beta n u (i j : 'I_n) : F := embedding u i j / \sum_k embedding u i k.
(* Eq. 7; row a of v is the value of token a. *)
Definition attention_output m n d u (w : 'M[F]_m) (v : 'M[F]_(m, d)) (x : sequence m n) i : 'rV[F]_d :=
  \sum_j alpha u w x i j *: row (x j) v.

(* Eq. 8 times c, and c. *)
Definition joint_weight m n u (w : 'M[F]_m) (x : sequence m n) i j : F := beta u i j * context w x i j.
Definition normalizer m n u (w : 'M[F]_m) (i : 'I_n) : F := \sum_(x : sequence m n) \sum_j joint_weight u w x i j.
Definition joint m n u (w : 'M[F]_m) (x : sequence m n) i j : F := joint_weight u w x i j / normalizer u w i.
Definition prior m n u (w : 'M[F]_m) (i j : 'I_n) : F := \sum_(x : sequence m n) joint u w x i j.
Definition posterior m n u (w : 'M[F]_m) (x : sequence m n) i j : F := joint u w x i j / \sum_k joint u w x i k.
(* Eqs. 9 and 12. *)
Definition expected_output m n d u (w : 'M[F]_m) (v : 'M[F]_(m, d)) (x : sequence m n) i : 'rV[F]_d :=
  \sum_j posterior u w x i j *: row (x j) v.

Definition positive u m (w : 'M[F]_m) : Prop := (forall l, 0 < u l) /\ forall a b, 0 < w a b.

Lemma sum_gt0 (T : finType) (f : T -> F) (t : T) : (forall s, 0 < f s) -> 0 < \sum_s f s.
Proof.
by move=> f_gt0; rewrite (bigD1 t) //= ltr_paddr // sumr_ge0 // => s _; apply: ltW.
Qed.

Lemma beta_gt0 n u (i j : 'I_n) : (forall l, 0 < u l) -> 0 < beta u i j.
Proof. by move=> u_gt0; rewrite divr_gt0 ?u_gt0 //; apply: (sum_gt0 i) => k; apply: u_gt0. Qed.

Lemma beta_sum n u (i : 'I_n) : (forall l, 0 < u l) -> \sum_j beta u i j = 1.
Proof.
move=> u_gt0; rewrite -mulr_suml divff // gt_eqF //.
by apply: (sum_gt0 i) => k; apply: u_gt0.
Qed.

Lemma joint_weight_gt0 m n u (w : 'M[F]_m) (x : sequence m n) i j : positive u w -> 0 < joint_weight u w x i j.
Proof. by case=> u_gt0 w_gt0; rewrite mulr_gt0 ?beta_gt0 ?w_gt0. Qed.

Lemma normalizer_gt0 m n u (w : 'M[F]_m) (i : 'I_n) : (0 < m)%N -> positive u w -> 0 < normalizer u w i.
Proof.
move=> m_gt0 pos; pose x0 : sequence m n := [ffun=> Ordinal m_gt0].
by apply: (sum_gt0 x0) => x; apply: (sum_gt0 i) => j; apply: joint_weight_gt0.
Qed.

(* Eq. 8 is a probability measure, with the constant of this output position. *)
Theorem eq8_is_a_measure m n u (w : 'M[F]_m) (i : 'I_n) : (0 < m)%N -> positive u w ->
  exists2 c, 0 < c & (forall (x : sequence m n) j, 0 <= joint_weight u w x i j / c) /\
    \sum_(x : sequence m n) \sum_j joint_weight u w x i j / c = 1.
Proof.
move=> m_gt0 pos; have c_gt0 := normalizer_gt0 i m_gt0 pos.
exists (normalizer u w i) => //; split=> [x j|]; first by rewrite divr_ge0 // ltW // joint_weight_gt0.
by under eq_bigr do rewrite -mulr_suml; rewrite -mulr_suml divff // gt_eqF.
Qed.

(* Eq. 11. *)
Theorem posterior_is_attention m n u (w : 'M[F]_m) (x : sequence m n) i j :
  positive u w -> posterior u w x i j = alpha u w x i j.
Proof.
move=> pos; have m_gt0 : (0 < m)%N by case: (x i) => a; apply: leq_trans.
have c_gt0 := normalizer_gt0 i m_gt0 pos; case: (pos) => u_gt0 w_gt0.
have z_gt0 : 0 < \sum_k embedding u i k by apply: (sum_gt0 i) => k; apply: u_gt0.
have jointE k : joint u w x i k = (embedding u i k * context w x i k) * ((\sum_k embedding u i k)^-1 / normalizer u w i).
  by rewrite [RHS]mulrA; congr (_ / _); rewrite /joint_weight /beta mulrAC.
rewrite /posterior /alpha (eq_bigr _ (fun k _ => jointE k)) -mulr_suml jointE.
rewrite -mulf_div divff ?mulr1 // mulf_neq0 // invr_neq0 // gt_eqF //.
Qed.

(* Eq. 12. *)
Theorem mean_is_attention_output m n d u (w : 'M[F]_m) (v : 'M[F]_(m, d)) (x : sequence m n) i :
  positive u w -> expected_output u w v x i = attention_output u w v x i.
Proof. by move=> pos; apply: eq_bigr => j _; rewrite posterior_is_attention. Qed.

(* The means of w over a token with itself, and over all pairs. *)
Definition mean_with_itself m (w : 'M[F]_m) : F := (\sum_a w a a) / m%:R.
Definition mean_over_pairs m (w : 'M[F]_m) : F := (\sum_a \sum_b w a b) / m%:R ^+ 2.

(* Sums over sequences by the tokens at the places i and j: m^n times a mean. *)
Lemma sum_at m n (f : 'I_n -> 'I_m -> F) :
  \sum_(x : sequence m n) \prod_k f k (x k) = \prod_k \sum_a f k a.
Proof. by rewrite bigA_distr_bigA. Qed.

Lemma indicator_sum m (a : 'I_m) : \sum_b (b == a)%:R = 1 :> F.
Proof. by rewrite (bigD1 a) //= eqxx big1 ?addr0 // => b /negbTE ->. Qed.

Lemma ones_sum m : \sum_(a < m) 1 = m%:R :> F.
Proof. by rewrite sumr_const card_ord. Qed.

Lemma power_without n m (i : 'I_n) : m%:R * \prod_(k | k != i) m%:R = m%:R ^+ n :> F.
Proof.
have <- : \prod_(k < n) m%:R = m%:R ^+ n :> F by rewrite prodr_const card_ord.
by rewrite [RHS](bigD1 i).
Qed.

Lemma sum_with_itself m n (w : 'M[F]_m) (i : 'I_n) : (0 < m)%N ->
  \sum_(x : sequence m n) w (x i) (x i) = m%:R ^+ n * mean_with_itself w.
Proof.
move=> m_gt0; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have at_i a : \sum_(x : sequence m n) (x i == a)%:R = \prod_(k | k != i) m%:R :> F.
  pose f k b : F := if k == i then (b == a)%:R else 1.
  transitivity (\sum_(x : sequence m n) \prod_k f k (x k)).
    apply: eq_bigr => x _; rewrite (bigD1 i) //= /f eqxx big1 ?mulr1 // => k /negbTE -> //.
  rewrite sum_at (bigD1 i) //= {1}/f eqxx indicator_sum mul1r.
  by apply: eq_bigr => k /negbTE k_i; rewrite /f k_i ones_sum.
transitivity (\sum_(x : sequence m n) \sum_a (x i == a)%:R * w a a).
  apply: eq_bigr => x _; rewrite (bigD1 (x i)) //= eqxx mul1r big1 ?addr0 // => a a_x.
  by rewrite eq_sym (negbTE a_x) mul0r.
rewrite exchange_big /=; under eq_bigr do rewrite -mulr_suml at_i.
rewrite -mulr_sumr -(power_without m i) /mean_with_itself; set P := \prod_(k | _) _; set S := \sum_a _.
by rewrite mulrAC [m%:R * (S / _)]mulrC divfK // mulrC.
Qed.

Lemma sum_over_pairs m n (w : 'M[F]_m) (i j : 'I_n) : (0 < m)%N -> j != i ->
  \sum_(x : sequence m n) w (x i) (x j) = m%:R ^+ n * mean_over_pairs w.
Proof.
move=> m_gt0 j_i; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
pose others : F := \prod_(k | (k != i) && (k != j)) m%:R.
have at_ij a b : \sum_(x : sequence m n) (x i == a)%:R * (x j == b)%:R = others.
  pose f k c : F := if k == i then (c == a)%:R else if k == j then (c == b)%:R else 1.
  transitivity (\sum_(x : sequence m n) \prod_k f k (x k)).
    apply: eq_bigr => x _; rewrite (bigD1 i) //= (bigD1 j) //= /f eqxx (negbTE j_i) eqxx big1 ?mulr1 //.
    by move=> k /andP [/negbTE -> /negbTE ->].
  rewrite sum_at (bigD1 i) //= (bigD1 j) //= {1 2}/f eqxx (negbTE j_i) eqxx !indicator_sum !mul1r.
  by apply: eq_bigr => k /andP [/negbTE k_i /negbTE k_j]; rewrite /f k_i k_j ones_sum.
transitivity (\sum_(x : sequence m n) \sum_a \sum_b (x i == a)%:R * (x j == b)%:R * w a b).
  apply: eq_bigr => x _; rewrite (bigD1 (x i)) //= (bigD1 (x j)) //= !eqxx !mul1r.
  rewrite big1 ?addr0 => [|b b_x]; last by rewrite mul1r eq_sym (negbTE b_x) mul0r.
  rewrite big1 ?addr0 // => a a_x; rewrite big1 // => b _.
  by rewrite eq_sym (negbTE a_x) !mul0r.
rewrite exchange_big /=.
have row_sum a : \sum_(x : sequence m n) \sum_b (x i == a)%:R * (x j == b)%:R * w a b = others * \sum_b w a b.
  by rewrite exchange_big mulr_sumr; apply: eq_bigr => b _; rewrite -mulr_suml at_ij.
rewrite (eq_bigr _ (fun a _ => row_sum a)) -mulr_sumr -(power_without m i) (bigD1 j) //= -/others /mean_over_pairs.
set S := \sum_a _.
by rewrite [m%:R * (m%:R * _)]mulrA -expr2 mulrAC [m%:R ^+ 2 * _]mulrC divfK ?expf_neq0 // mulrC.
Qed.

(* The sum over sequences of the context weight at j. *)
Lemma context_sum m n (w : 'M[F]_m) (i j : 'I_n) : (0 < m)%N ->
  \sum_(x : sequence m n) context w x i j = m%:R ^+ n * (if j == i then mean_with_itself w else mean_over_pairs w).
Proof.
move=> m_gt0; case: eqP => [->|/eqP j_i]; first exact: sum_with_itself.
exact: sum_over_pairs.
Qed.

Lemma beta_others n u (i : 'I_n) : (forall l, 0 < u l) -> \sum_(j | j != i) beta u i j = 1 - beta u i i.
Proof. by move=> u_gt0; have := beta_sum i u_gt0; rewrite (bigD1 i) //= => <-; rewrite addrAC subrr add0r. Qed.

Definition balance m n u (w : 'M[F]_m) (i : 'I_n) : F :=
  beta u i i * mean_with_itself w + (1 - beta u i i) * mean_over_pairs w.

(* The constant in closed form. *)
Theorem normalizer_closed_form m n u (w : 'M[F]_m) (i : 'I_n) : (0 < m)%N -> positive u w ->
  normalizer u w i = m%:R ^+ n * balance u w i.
Proof.
move=> m_gt0 [u_gt0 _]; rewrite /normalizer exchange_big /=.
under eq_bigr => j _ do rewrite -mulr_sumr context_sum // mulrCA.
rewrite -mulr_sumr; congr (_ * _); rewrite (bigD1 i) //= eqxx /balance; congr (_ + _).
by rewrite -beta_others // mulr_suml; apply: eq_bigr => j /negbTE ->.
Qed.

(* Eq. 10 repaired: the exact prior, and exactly when it is beta. *)
Theorem prior_closed_form m n u (w : 'M[F]_m) (i : 'I_n) : (0 < m)%N -> positive u w ->
  (forall j, prior u w i j =
     beta u i j * (if j == i then mean_with_itself w else mean_over_pairs w) / balance u w i) /\
  ((forall j, prior u w i j = beta u i j) <-> n = 1%N \/ mean_with_itself w = mean_over_pairs w).
Proof.
move=> m_gt0 pos; case: (pos) => u_gt0 _.
have m_neq0 : m%:R ^+ n != 0 :> F by rewrite expf_neq0 // pnatr_eq0 -lt0n.
have := normalizer_gt0 i m_gt0 pos; rewrite normalizer_closed_form // => c_gt0.
have z_neq0 : balance u w i != 0 by apply: contraTneq c_gt0 => ->; rewrite mulr0 ltxx.
have priorE j : prior u w i j =
    beta u i j * (if j == i then mean_with_itself w else mean_over_pairs w) / balance u w i.
  rewrite /prior -mulr_suml -mulr_sumr context_sum // normalizer_closed_form // mulrCA.
  by rewrite -mulf_div divff // mul1r.
split=> //; split=> [prior_beta|].
  have self_neq0 : beta u i i != 0 by rewrite gt_eqF // beta_gt0.
  have /eqP : mean_with_itself w = balance u w i.
    have := prior_beta i; rewrite priorE eqxx -mulrA -[RHS]mulr1 => /(mulfI self_neq0) /(canRL (divfK z_neq0)).
    by rewrite mul1r.
  rewrite -subr_eq0 /balance => /eqP z0.
  have {z0} : (1 - beta u i i) * (mean_with_itself w - mean_over_pairs w) = 0.
    by rewrite -z0 mulrBr mulrBl mul1r opprD addrA.
  move/eqP; rewrite mulf_eq0 subr_eq0 [mean_with_itself w - _ == 0]subr_eq0 => /orP [/eqP one|/eqP ->]; last by right.
  left; apply/eqP; apply: contraTT isT => n_neq1.
  have [j j_i] : exists j : 'I_n, j != i.
    case: n i n_neq1 {u_gt0 pos c_gt0 z_neq0 priorE prior_beta self_neq0 one m_neq0} => [[]//|[//|n]] i _.
    by case: (eqVneq i ord0) => [->|i0]; [exists (lift ord0 ord0) | exists ord0; rewrite eq_sym].
  have : 0 < \sum_(k | k != i) beta u i k.
    by rewrite (bigD1 j) //= ltr_paddr ?beta_gt0 // sumr_ge0 // => k _; rewrite ltW // beta_gt0.
  by rewrite beta_others // -one subrr ltxx.
case=> [n1|D_S] j; rewrite priorE; last first.
  rewrite -[RHS](mulfK z_neq0); congr (_ * _ / _).
  by rewrite /balance D_S -mulrDl addrC subrK mul1r; case: ifP.
have j_i : j = i.
  by case: n i j n1 {u_gt0 pos c_gt0 z_neq0 priorE m_neq0} => [[]//|n] i j [n0]; move: i j; rewrite n0 => i j; rewrite !ord1.
rewrite j_i eqxx -[RHS](mulfK z_neq0); congr (_ * _ / _).
have self1 : beta u i i = 1.
  apply/eqP; rewrite eq_sym -subr_eq0 -beta_others // big1 // => k k_i.
  case/negP: k_i; apply/eqP; move: k i {j_i j u_gt0 pos c_gt0 z_neq0 priorE m_neq0}.
  by rewrite n1 => k i; rewrite !ord1.
by rewrite /balance self1 subrr mul0r mul1r addr0.
Qed.

(* Where every token scores itself highest, no law of the sequences with full support has the marginal beta at the current position. *)
Theorem no_law_of_sequences m n u (w : 'M[F]_m) (i : 'I_n) (q : sequence m n -> F) : (1 < m)%N -> (1 < n)%N -> positive u w ->
  (forall a b, a != b -> w a b < w a a) -> (forall x, 0 < q x) -> \sum_x q x = 1 ->
  beta u i i < \sum_x q x * alpha u w x i i.
Proof.
move=> m_gt1 n_gt1 pos highest q_gt0 q1; case: (pos) => u_gt0 w_gt0.
have w_le (x : sequence m n) k : w (x i) (x k) <= w (x i) (x i).
  by case: (eqVneq (x i) (x k)) => [->//|/highest/ltW].
have z_gt0 : 0 < \sum_k embedding u i k by apply: (sum_gt0 i) => k; apply: u_gt0.
have s_gt0 (x : sequence m n) : 0 < \sum_k embedding u i k * context w x i k.
  by apply: (sum_gt0 i) => k; rewrite mulr_gt0 ?u_gt0 ?w_gt0.
have self (x : sequence m n) : alpha u w x i i = embedding u i i * w (x i) (x i) / \sum_k embedding u i k * context w x i k by [].
have at_least (x : sequence m n) : beta u i i <= alpha u w x i i.
  rewrite self /beta ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -!mulrA ler_pmul2l ?u_gt0 // mulr_sumr.
  by apply: ler_sum => k _; rewrite [X in _ <= X]mulrC ler_pmul2l ?u_gt0 //; apply: w_le.
have [j j_i] : exists j : 'I_n, j != i.
  case: n i n_gt1 {q q_gt0 q1 w_le z_gt0 s_gt0 self at_least} => [|[|n]] // i _.
  by case: (eqVneq i ord0) => [->|i0]; [exists (lift ord0 ord0) | exists ord0; rewrite eq_sym].
pose a : 'I_m := Ordinal (ltnW m_gt1); pose b : 'I_m := Ordinal m_gt1.
pose y : sequence m n := [ffun k => if k == i then a else b].
have ab : a != b by [].
have more : beta u i i < alpha u w y i i.
  rewrite self /beta ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -!mulrA ltr_pmul2l ?u_gt0 // mulr_sumr.
  rewrite (bigD1 j) //= [X in _ < X](bigD1 j) //= ltr_le_add //.
    by rewrite [X in _ < X]mulrC ltr_pmul2l ?u_gt0 // /context !ffunE eqxx (negbTE j_i) highest.
  by apply: ler_sum => k _; rewrite [X in _ <= X]mulrC ler_pmul2l ?u_gt0 //; apply: w_le.
rewrite -[X in X < _]mul1r -q1 mulr_suml (bigD1 y) //= [X in _ < X](bigD1 y) //= ltr_le_add ?ltr_pmul2l //.
by apply: ler_sum => x _; rewrite ler_pmul2l.
Qed.

(* Eq. 5 with any positive numbers z for the exponentials. *)
Theorem alpha_is_a_distribution n (z : 'I_n -> F) : (0 < n)%N -> (forall l, 0 < z l) ->
  (forall l, 0 < z l / (\sum_k z k) <= 1) /\ \sum_l z l / (\sum_k z k) = 1.
Proof.
move=> n_gt0 z_gt0; have total_gt0 : 0 < \sum_k z k by apply: (sum_gt0 (Ordinal n_gt0)).
split=> [l|]; last by rewrite -mulr_suml divff // gt_eqF.
rewrite divr_gt0 //= ler_pdivr_mulr // mul1r (bigD1 l) //= ler_addl.
by apply: sumr_ge0 => k _; apply: ltW.
Qed.
End Model.
