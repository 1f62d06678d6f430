(* SPDX-License-Identifier: Apache-2.0 *)
(* Rotations by n angles with different cosines: weights with which their inner products at places i and j add up to 1, for all i and j up
   to n. They are what Lagrange's polynomials through the cosines are at 1; the cosine of k angles is Chebyshev's polynomial of the cosine. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attentive_encodings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rotations.
Variable F : realFieldType.
Implicit Types (w z a b : F * F) (q : {poly F}) (i j k : nat).

(* --- Lagrange --------------------------------------------------------------------------------------------------------------------------- *)
Definition through n (c : 'I_n -> F) (p : 'I_n) : {poly F} := \prod_(r | r != p) ('X - (c r)%:P).
Definition at_one n (c : 'I_n -> F) (p : 'I_n) : F := (through c p).[1] / (through c p).[c p].
Lemma through_self n (c : 'I_n -> F) p : injective c -> (through c p).[c p] != 0.
Proof. by move=> c_inj; rewrite horner_prod; apply/prodf_neq0 => r rp; rewrite hornerXsubC subr_eq0 (inj_eq c_inj) eq_sym. Qed.
Lemma through_other n (c : 'I_n -> F) p r : r != p -> (through c p).[c r] = 0.
Proof. by move=> rp; rewrite horner_prod (bigD1 r) //= hornerXsubC subrr mul0r. Qed.
Lemma size_through n (c : 'I_n -> F) p : (size (through c p) <= n)%N.
Proof.
rewrite /through -big_filter size_prod_XsubC size_filter -sum1_count sum1_card cardC1 card_ord prednK //.
exact: leq_ltn_trans (leq0n p) (ltn_ord p).
Qed.
Lemma lagrange n (c : 'I_n -> F) q : injective c -> (size q <= n)%N -> \sum_p at_one c p * q.[c p] = q.[1].
Proof.
move=> c_inj size_q; pose r := q - \sum_p (q.[c p] / (through c p).[c p]) *: through c p.
have r0 : r = 0.
  apply: (@roots_geq_poly_eq0 _ r [seq c p | p <- enum 'I_n]).
  - apply/allP => _ /mapP[p _ ->]; rewrite /root /r hornerD hornerN horner_sum (bigD1 p) //= hornerZ divfK ?through_self //.
    rewrite big1 ?addr0 ?subrr // => p' p'p; have pp' : p != p' by rewrite eq_sym.
    by rewrite hornerZ (through_other c pp') mulr0.
  - by rewrite map_inj_uniq ?enum_uniq.
  rewrite size_map size_enum_ord (leq_trans (size_add _ _)) // size_opp geq_max size_q (leq_trans (size_sum _ _ _)) //.
  by apply/bigmax_leqP => p _; exact: leq_trans (size_scale_leq _ _) (size_through c p).
rewrite [in RHS](subr0_eq r0) horner_sum; apply: eq_bigr => p _; rewrite hornerZ /at_one.
by rewrite mulrC mulrA mulrAC.
Qed.

(* --- Chebyshev -------------------------------------------------------------------------------------------------------------------------- *)
Definition turn w k : F * F := iter k (turned w) (1, 0).
Definition start : {poly F} * {poly F} := (1, 'X).
Definition next (P : {poly F} * {poly F}) : {poly F} * {poly F} := (P.2, 'X * P.2 + 'X * P.2 - P.1).
Lemma chebyshev_facts k : [/\ (size (iter k next start).1 <= k.+1)%N, (size (iter k next start).2 <= k.+2)%N,
  (iter k next start).1.[1] = 1 & (iter k next start).2.[1] = 1].
Proof.
elim: k => [|k [size1 size2 one1 one2]]; first by rewrite /= size_poly1 size_polyX !hornerE; split.
rewrite iterS /next /=; split=> //; last by rewrite !hornerE one1 one2 addrK.
have size_X : (size ('X * (iter k next start).2)%R <= k.+3)%N.
  by rewrite (leq_trans (size_mul_leq _ _)) // size_polyX.
rewrite (leq_trans (size_add _ _)) // size_opp geq_max (leq_trans size1) ?andbT; last exact: leqW (leqnSn _).
by rewrite (leq_trans (size_add _ _)) // geq_max size_X.
Qed.
Lemma turns_are_chebyshev w k : is_angle w ->
  (iter k next start).1.[w.1] = (turn w k).1 /\ (iter k next start).2.[w.1] = (turn w k.+1).1.
Proof.
move=> angle; elim: k => [|k [first_ second_]]; first by rewrite /turn /= !hornerE ?mul1r ?mul0r ?mulr0 ?subr0; split.
split; first by rewrite iterS /next /= second_.
rewrite iterS /next /= !hornerE first_ second_.
have := turned_recurrence (1, 0) (1, 0) k angle; rewrite /inner /= !mul1r !mul0r !addr0 => ->.
by rewrite -/(turn w k.+1) -/(turn w k) mulrAC mulr_natl mulr2n mulrDl ![_ * w.1]mulrC.
Qed.
Lemma inner_turns w i k : is_angle w -> inner (turn w (k + i)) (turn w i) = (turn w k).1.
Proof.
move=> angle; elim: i => [|i IH]; first by rewrite addn0 /inner /= mulr1 mulr0 addr0.
by rewrite addnS /turn !iterS inner_turned.
Qed.
Lemma innerC a b : inner a b = inner b a.
Proof. by rewrite /inner mulrC [a.2 * _]mulrC. Qed.

Lemma products_at_one n (angles : 'I_n -> F * F) i j : (forall p, is_angle (angles p)) -> injective (fun p => (angles p).1) ->
  (i < n)%N -> (j < n)%N -> \sum_p at_one (fun p => (angles p).1) p * inner (turn (angles p) i) (turn (angles p) j) = 1.
Proof.
move=> unit inj; wlog le_ij : i j / (j <= i)%N => [ordered i_n j_n|i_n _].
  case/orP: (leq_total j i) => le; first exact: ordered.
  by rewrite -(ordered j i le j_n i_n); apply: eq_bigr => p _; rewrite innerC.
have [size1 _ one1 _] := chebyshev_facts (i - j).
rewrite -[RHS]one1 -(lagrange inj (q := (iter (i - j) next start).1)).
  by apply: eq_bigr => p _; rewrite (turns_are_chebyshev (i - j) (unit p)).1 -{1}(subnK le_ij) inner_turns.
by rewrite (leq_trans size1) // (leq_ltn_trans (leq_subr _ _)).
Qed.
Lemma products_from_1 n (angles : 'I_n -> F * F) i j : (forall p, is_angle (angles p)) -> injective (fun p => (angles p).1) ->
  (0 < i <= n)%N -> (0 < j <= n)%N -> \sum_p at_one (fun p => (angles p).1) p * inner (turn (angles p) i) (turn (angles p) j) = 1.
Proof.
case: i j => [|i] [|j] // unit inj i_n j_n; rewrite -(products_at_one unit inj i_n j_n).
by apply: eq_bigr => p _; rewrite /turn !iterS inner_turned.
Qed.
End Rotations.
