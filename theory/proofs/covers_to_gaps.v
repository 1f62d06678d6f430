(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma C.5: finite distributions and classes, their covering numbers and gaps; no constants
   make the lemma's bound hold. ln is a function of which only the laws below are used. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import row_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gaps.
Variables (F : rcfType) (ln : F -> F).
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_gt0 : forall x, 1 < x -> 0 < ln x.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.
Implicit Types (K I : finType).

(* V k i is the value of member k at point i. *)
Definition distance I (f g : I -> F) : F := norm_inf (fun i => f i - g i).
Definition covers K I (V : K -> I -> F) (D : F) (picked : {set K}) : bool :=
  [forall f, [exists g in picked, distance (V f) (V g) < D]].
Definition covering_number K I (V : K -> I -> F) (D : F) : nat :=
  \big[minn/#|K|]_(picked : {set K} | covers V D picked) #|picked|.
Definition is_admissible K I (C : F) (V : K -> I -> F) : Prop :=
  0 < C /\ forall f g, distance (V f) (V g) = 0 \/
    ln (covering_number V (distance (V f) (V g)))%:R * distance (V f) (V g) ^+ 2 <= C.
Definition at_sample K I m (V : K -> I -> F) (sample : 'I_m -> I) (k : K) (j : 'I_m) : F := V k (sample j).
Definition risk I (p losses : I -> F) : F := \sum_i p i * losses i.
Definition empirical_risk I m (losses : I -> F) (sample : 'I_m -> I) : F := (\sum_j losses (sample j)) / m%:R.
Definition largest_gap K I m (p : I -> F) (T : K -> I -> F) (sample : 'I_m -> I) : F :=
  largest (fun k => `|risk p (T k) - empirical_risk (T k) sample|).
Definition probability_within K I (p : I -> F) (T : K -> I -> F) m (bound : F) : F :=
  \sum_(sample : {ffun 'I_m -> I} | largest_gap p T sample <= bound) \prod_j p (sample j).
Definition printed_gap (c : F) (k m : nat) (A C delta : F) : F :=
  c * (1 + ln (m + 1)%:R + `|ln (A * Num.sqrt (m%:R / C))|) ^+ k * (Num.sqrt (C / m%:R) + Num.sqrt (ln (1 / delta) / m%:R)).

(* One function, a fair coin with losses 0 and 1, one sample: the gap is 1/2 for certain. C = A^2 and 1/delta - 1 are as small as one likes. *)
(* attest: positional.lemma-c5 finding_negation_of_literal sha256:341ca7fd852e1dba3c98dbf0f37870be12ba19f2966d811dd42402a9dfed44d8 theorem:lemma_c5_has_no_constants *)
Theorem lemma_c5_has_no_constants (c : F) (k : nat) : 0 < c ->
  exists (N K m : nat) (p : 'I_N -> F) (V T : 'I_K -> 'I_N -> F) (A C delta : F),
  [/\ (0 < N)%N, (0 < K)%N & (0 < m)%N] /\
  [/\ forall i, 0 <= p i, \sum_i p i = 1, 0 < A & forall f i, `|V f i| <= A] /\
  [/\ forall sample : 'I_m -> 'I_N, is_admissible C (at_sample V sample), forall f i, 0 <= T f i <= 1,
      forall f g i, `|T f i - T g i| <= `|V f i - V g i|, 0 < delta < 1 &
      probability_within p T m (printed_gap c k m A C delta) < 1 - delta].
Proof.
move=> c_gt0; have ln2_gt0 : 0 < ln 2%:R by apply: ln_gt0; rewrite ltr1n.
pose q : F := c * (1 + ln 2%:R) ^+ k.
have q_gt0 : 0 < q by rewrite mulr_gt0 ?exprn_gt0 ?addr_gt0 ?ltr01.
pose e : F := (8%:R * q)^-1; have e_gt0 : 0 < e by rewrite invr_gt0 mulr_gt0 ?ltr0n.
have e2_gt0 : 0 < e ^+ 2 by rewrite exprn_gt0.
have e1_gt0 : 0 < 1 + e ^+ 2 by rewrite addr_gt0 ?ltr01.
pose coin : 'I_2 -> F := fun i => (i == ord_max)%:R.
have delta_lt1 : (1 + e ^+ 2)^-1 < 1 by rewrite invf_lt1 // ltr_addl.
exists 2%N, 1%N, 1%N, (fun _ => 1 / 2%:R), (fun _ _ => 0), (fun _ => coin), e, (e ^+ 2), (1 + e ^+ 2)^-1.
have two_neq0 : 2%:R != 0 :> F by rewrite pnatr_eq0.
split=> //; split; [split=> // | split=> //].
- by move=> _; rewrite divr_ge0 ?ler01 ?ler0n.
- by rewrite sumr_const card_ord -[LHS]mulr_natr div1r mulVf.
- by move=> _ _; rewrite normr0 ltW.
- move=> sample; split=> // f g; left; rewrite /distance /norm_inf /at_sample.
  by apply/le_anti/andP; split; rewrite ?largest_ge0 //; apply: largest_le => // i; rewrite subrr normr0.
- by move=> _ i; rewrite /coin; case: (i == _); rewrite ?lexx ?ler01.
- by move=> _ _ i; rewrite !subrr.
- by rewrite invr_gt0 e1_gt0.
have ln1 : ln 1 = 0 by apply: (addrI (ln 1)); rewrite -lnM ?ltr01 // mulr1 addr0.
have bound_lt : printed_gap c k 1 e (e ^+ 2) (1 + e ^+ 2)^-1 < 1 / 2%:R.
  rewrite /printed_gap !divr1 !div1r invrK (sqrtrV (ltW e2_gt0)) sqrtr_sqr (gtr0_norm e_gt0) // divff ?gt_eqF // ln1 normr0 addr0.
  have root : Num.sqrt (ln (1 + e ^+ 2)) <= e.
    rewrite -[X in _ <= X]gtr0_norm // -sqrtr_sqr ler_wsqrtr // (le_trans (ln_le e1_gt0)) //.
    by rewrite addrC addKr.
  apply: le_lt_trans (_ : _ <= q * (e + e)) _; first by rewrite ler_pmul2l // ler_add2l.
  have qe : q * e = 8%:R^-1 by rewrite /e invfM mulrCA divff ?gt_eqF // mulr1.
  rewrite mulrDr qe -[X in X < _]mulr2n -[X in X < _]mulr_natl ltr_pdivr_mulr ?ltr0n // [X in _ < X]mulrC.
  by rewrite ltr_pdivl_mulr ?ltr0n // -natrM ltr_nat.
rewrite (_ : probability_within _ _ _ _ = 0) ?subr_gt0 //; apply: big_pred0 => sample; apply/negbTE; rewrite -ltNge.
apply: lt_le_trans bound_lt _; rewrite /largest_gap; apply: le_trans (le_largest _ ord0).
rewrite /risk /empirical_risk big_ord1 divr1 !big_ord_recl big_ord0 addr0 /coin /= mulr0 mulr1 add0r.
case: (sample ord0 == ord_max); last by rewrite subr0 ler_norm.
rewrite distrC; apply: le_trans (ler_norm _); rewrite ler_subr_addr -mulrDl.
by rewrite -[1 + 1]/(2%:R) divff.
Qed.

End Gaps.
