(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E: the probability that an out-of-distribution sample lies in the training
   domain, as what lies between all lower and all upper sums of the paper's integrals. Definitions, and what the bounds rest on. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variable F : realFieldType.
Implicit Types (a b c e s t w x y z d : F) (S T U : nat -> F).

(* m cells between a and b: P 0 = a < P 1 < ... < P m = b. *)
Definition partition a b m (P : nat -> F) := [/\ P 0%N = a, P m = b & forall i, (i < m)%N -> P i < P i.+1].

(* Given the range [s, t], the probability that n uniform numbers of it lie in [-1, 1]. *)
Definition overlap s t := Num.max 0 (Num.min 1 t - Num.max (-1) s).
Definition inside n s t := (overlap s t / (t - s)) ^+ n.

(* The events' probabilities, each draw being uniform on [-c, c]. *)
Definition prob_A c := 2%:R * ((c - 1) / c) * (1 / c).
Definition prob_B c := ((c - 1) / c) ^+ 2.
Definition prob_C c := 1 / c ^+ 2.
Definition kept c p := p / (1 - prob_C c).

(* Sums over the cells, the integrand taken at corners: S divides [-1, 1], U divides [-c, -1], T divides [1, c]. *)
Definition cell_sum (f : F -> F -> F) k m S T (di dj : nat) :=
  \sum_(i < k) \sum_(j < m) (S i.+1 - S i) * (T j.+1 - T j) * f (S (i + di)%N) (T (j + dj)%N).
Definition lower_A n c k m S T := cell_sum (inside n) k m S T 1 1 / (2%:R * (c - 1)).
Definition upper_A n c k m S T := cell_sum (inside n) k m S T 0 0 / (2%:R * (c - 1)).
Definition lower_B2 n c k m U T := cell_sum (inside n) k m U T 0 1 / (c - 1) ^+ 2.
Definition upper_B2 n c k m U T := cell_sum (inside n) k m U T 1 0 / (c - 1) ^+ 2.
Definition lower_in n c k l m S U T :=
  kept c (prob_A c) * lower_A n c k m S T + kept c (prob_B c) * (1 / 2%:R * lower_B2 n c l m U T).
Definition upper_in n c k l m S U T :=
  kept c (prob_A c) * upper_A n c k m S T + kept c (prob_B c) * (1 / 2%:R * upper_B2 n c l m U T).

(* Partitions ------------------------------------------------------------------------------------------------------- *)
Lemma partition_mono a b m P i j : partition a b m P -> (i <= j)%N -> (j <= m)%N -> P i <= P j.
Proof.
case=> _ _ up; elim: j => [|j IH]; first by rewrite leqn0 => /eqP->.
rewrite leq_eqVlt => /orP[/eqP-> //|]; rewrite ltnS => ij jm.
by apply: le_trans (IH ij (ltnW jm)) (ltW (up j jm)).
Qed.

Lemma partition_in a b m P i : partition a b m P -> (i <= m)%N -> a <= P i <= b.
Proof.
move=> part im; have [P0 Pm _] := part.
by rewrite -{1}P0 -Pm !(partition_mono part).
Qed.

Lemma partition_step a b m P i : partition a b m P -> (i < m)%N -> 0 < P i.+1 - P i.
Proof. by case=> _ _ up im; rewrite subr_gt0 up. Qed.

Lemma telescope a b m P (f : F -> F) : partition a b m P -> \sum_(i < m) (f (P i.+1) - f (P i)) = f b - f a.
Proof.
case=> <- <- _; rewrite -(big_mkord xpredT (fun i => f (P i.+1) - f (P i))) /=.
by rewrite (telescope_sumr (fun i => f (P i))).
Qed.

(* Where the range [s, t] reaches beyond 1 alone, and beyond both ends. *)
Lemma inside_A n s t : -1 <= s -> s <= 1 -> 1 <= t -> inside n s t = ((1 - s) / (t - s)) ^+ n.
Proof. by move=> ? ? ?; rewrite /inside /overlap min_l // max_r // max_r // subr_ge0. Qed.

Lemma inside_B2 n s t : s <= -1 -> 1 <= t -> inside n s t = (2%:R / (t - s)) ^+ n.
Proof.
by move=> ? ?; rewrite /inside /overlap min_l // (max_l (x := -1)) // opprK max_r // addr_ge0 ?ler01.
Qed.

Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.

(* Powers of 1/w ---------------------------------------------------------------------------------------------------- *)
Lemma product_grows i j x y x' y' z d :
  0 <= z -> z <= x' -> z <= y' -> 0 <= d -> d <= x - x' -> d <= y - y' ->
  (i + j)%:R * d * z ^+ (i + j) <= z * (x ^+ i * y ^+ j - x' ^+ i * y' ^+ j).
Proof.
move=> z0 zx zy d0 dx dy.
have x'0 : 0 <= x' by apply: le_trans zx.
have y'0 : 0 <= y' by apply: le_trans zy.
have step p (q v v' g : F) : z <= v' -> d <= v - v' -> z ^+ p <= q -> p%:R * d * z ^+ p <= z * g ->
    p.+1%:R * d * z ^+ p.+1 <= z * (v * g + (v - v') * q).
  move=> zv dv zq IH; have zv2 : z <= v by rewrite (le_trans zv) // -subr_ge0 (le_trans d0).
  rewrite mulrSr exprSr (_ : _ * _ = z * (p%:R * d * z ^+ p) + z * (d * z ^+ p)); last by fring.
  rewrite (_ : z * (v * g + _) = v * (z * g) + z * ((v - v') * q)); last by fring.
  by apply: ler_add; [|apply: ler_wpmul2l => //]; apply: ler_pmul; rewrite ?mulr_ge0 ?exprn_ge0 ?ler0n.
have powers p q : z ^+ (p + q) <= x' ^+ p * y' ^+ q.
  by rewrite exprD ler_pmul ?exprn_ge0 // ler_expn2r // nnegrE.
elim: i => [|i IHi].
  rewrite add0n !expr0 !mul1r; elim: j => [|j IHj]; first by rewrite subrr mulr0 mul0r mul0r.
  rewrite (_ : _ - _ = y * (y ^+ j - y' ^+ j) + (y - y') * y' ^+ j); last first.
    by rewrite !exprS; fring.
  by apply: step => //; have := powers 0%N j; rewrite add0n expr0 mul1r.
rewrite addSn (_ : _ - _ = x * (x ^+ i * y ^+ j - x' ^+ i * y' ^+ j) + (x - x') * (x' ^+ i * y' ^+ j)).
  by apply: step => //; apply: powers.
by rewrite !exprS; fring.
Qed.

Lemma product_grows_le i j x y x' y' z d :
  0 <= x' -> 0 <= y' -> x' <= x -> y' <= y -> x <= z -> y <= z -> x - x' <= d -> y - y' <= d ->
  z * (x ^+ i * y ^+ j - x' ^+ i * y' ^+ j) <= (i + j)%:R * d * z ^+ (i + j).
Proof.
move=> x'0 y'0 xx yy xz yz dx dy.
have z0 : 0 <= z by rewrite (le_trans x'0) // (le_trans xx).
have step p (q v v' g : F) : v' <= v -> v <= z -> v - v' <= d -> 0 <= v' -> 0 <= q -> q <= z ^+ p -> 0 <= g ->
    z * g <= p%:R * d * z ^+ p -> z * (v * g + (v - v') * q) <= p.+1%:R * d * z ^+ p.+1.
  move=> vv vz dv v0 q0 qz g0 IH; have v0' : 0 <= v by rewrite (le_trans v0).
  rewrite mulrSr exprSr (_ : (_ + _) * _ * _ = z * (p%:R * d * z ^+ p) + z * (d * z ^+ p)); last by fring.
  rewrite (_ : z * (v * g + _) = v * (z * g) + z * ((v - v') * q)); last by fring.
  by apply: ler_add; [|apply: ler_wpmul2l => //]; apply: ler_pmul; rewrite ?mulr_ge0 ?exprn_ge0 ?ler0n ?subr_ge0.
have powers p q : x' ^+ p * y' ^+ q <= z ^+ (p + q).
  rewrite exprD ler_pmul ?exprn_ge0 // ler_expn2r // ?nnegrE //; first exact: le_trans xz.
  exact: le_trans yz.
have grow p q : 0 <= x ^+ p * y ^+ q - x' ^+ p * y' ^+ q.
  by rewrite subr_ge0 ler_pmul ?exprn_ge0 // ler_expn2r // nnegrE // (le_trans _ xx, le_trans _ yy).
elim: i => [|i IHi].
  rewrite add0n !expr0 !mul1r; elim: j => [|j IHj]; first by rewrite subrr mulr0 mul0r mul0r.
  rewrite (_ : _ - _ = y * (y ^+ j - y' ^+ j) + (y - y') * y' ^+ j); last first.
    by rewrite !exprS; fring.
  apply: step => //; rewrite ?exprn_ge0 //; first by have := powers 0%N j; rewrite add0n expr0 mul1r.
  by have := grow 0%N j; rewrite !expr0 !mul1r.
rewrite addSn (_ : _ - _ = x * (x ^+ i * y ^+ j - x' ^+ i * y' ^+ j) + (x - x') * (x' ^+ i * y' ^+ j)).
  by apply: step => //; rewrite ?mulr_ge0 ?exprn_ge0 // powers.
by rewrite !exprS; fring.
Qed.

(* G(w) = (1/w)^m over a step, and its mixed difference over a cell, against the integrand's values at two corners. *)
Definition G m w : F := w^-1 ^+ m.

Lemma inv_step a b : 0 < a -> 0 < b -> a^-1 - b^-1 = (b - a) * (a^-1 * b^-1).
Proof. by move=> /lt0r_neq0/eqP a0 /lt0r_neq0/eqP b0; ffield. Qed.

Lemma power_diff a b m : 0 < a -> 0 < b ->
  G m.+1 a - G m.+1 b = (b - a) * \sum_(i < m.+1) a^-1 ^+ i.+1 * b^-1 ^+ (m - i).+1.
Proof.
move=> a0 b0; rewrite -opprB subrXX -mulNr opprB inv_step // -mulrA mulr_sumr; congr (_ * _).
by apply: eq_bigr => i _; rewrite !exprS /=; fring.
Qed.

Lemma inv_le a b : 0 < a -> a <= b -> b^-1 <= a^-1.
Proof. by move=> a0 ab; rewrite lef_pinv // posrE // (lt_le_trans a0). Qed.

Lemma inv_step_ge a b w : 0 < a -> a <= b -> b <= w -> (b - a) * w^-1 ^+ 2 <= a^-1 - b^-1.
Proof.
move=> a0 ab bw; have b0 := lt_le_trans a0 ab; have w0 := lt_le_trans b0 bw.
rewrite inv_step // expr2; apply: ler_wpmul2l; first by rewrite subr_ge0.
by apply: ler_pmul; rewrite ?invr_ge0 ?(ltW w0) ?inv_le // (le_trans ab bw).
Qed.

Lemma inv_step_le a b w : 0 < w -> w <= a -> a <= b -> a^-1 - b^-1 <= (b - a) * w^-1 ^+ 2.
Proof.
move=> w0 wa ab; have a0 := lt_le_trans w0 wa; have b0 := lt_le_trans a0 ab.
rewrite inv_step // expr2; apply: ler_wpmul2l; first by rewrite subr_ge0.
by apply: ler_pmul; rewrite ?invr_ge0 ?(ltW a0) ?(ltW b0) ?inv_le // (le_trans wa ab).
Qed.

Lemma step_lower a b m : 0 < a -> a <= b -> m%:R * (b - a) * b^-1 ^+ m.+1 <= G m a - G m b.
Proof.
move=> a0 ab; have b0 := lt_le_trans a0 ab; have ib : 0 < b^-1 by rewrite invr_gt0.
have d0 : 0 <= (b - a) * b^-1 ^+ 2 by rewrite mulr_ge0 ?subr_ge0 ?exprn_ge0 // ltW.
have dle := inv_step_ge a0 ab (lexx b).
have ba := inv_le a0 ab.
have := product_grows m 0 (ltW ib) (lexx _) (lexx _) d0 dle dle.
rewrite addn0 !expr0 !mulr1 => growth; rewrite -(ler_pmul2l ib); apply: le_trans growth.
by rewrite [_ ^+ m.+1]exprS le_eqVlt; apply/orP; left; apply/eqP; fring.
Qed.

Lemma step_upper a b m : 0 < a -> a <= b -> G m a - G m b <= m%:R * (b - a) * a^-1 ^+ m.+1.
Proof.
move=> a0 ab; have b0 := lt_le_trans a0 ab; have ia : 0 < a^-1 by rewrite invr_gt0.
have dle := inv_step_le a0 (lexx a) ab.
have ib : 0 <= b^-1 by rewrite invr_ge0 ltW.
have := product_grows_le m 0 ib ib (inv_le a0 ab) (inv_le a0 ab) (lexx _) (lexx _) dle dle.
rewrite addn0 !expr0 !mulr1 => growth; rewrite -(ler_pmul2l ia); apply: (le_trans growth).
by rewrite [_ ^+ m.+1]exprS le_eqVlt; apply/orP; left; apply/eqP; fring.
Qed.

Lemma cell_expand a b e m : 0 < a -> a <= b -> 0 <= e -> (G m.+1 a - G m.+1 b) - (G m.+1 (a + e) - G m.+1 (b + e)) =
  (b - a) * \sum_(i < m.+1) (a^-1 ^+ i.+1 * b^-1 ^+ (m - i).+1 - (a + e)^-1 ^+ i.+1 * (b + e)^-1 ^+ (m - i).+1).
Proof.
move=> a0 ab e0; have b0 := lt_le_trans a0 ab.
by rewrite !power_diff ?ltr_paddr // sumrB mulrBr; congr (_ - _ * _); fring.
Qed.

Lemma cell_lower a b e m : 0 < a -> a <= b -> 0 <= e ->
  m.+1%:R * m.+2%:R * ((b - a) * e) * (b + e)^-1 ^+ m.+3 <= (G m.+1 a - G m.+1 b) - (G m.+1 (a + e) - G m.+1 (b + e)).
Proof.
move=> a0 ab e0; have b0 := lt_le_trans a0 ab; have be : 0 < b + e by rewrite ltr_paddr.
have z0 : 0 < (b + e)^-1 by rewrite invr_gt0.
rewrite cell_expand // (_ : _ * _ * _ * _ = (b - a) * (m.+1%:R * (m.+2%:R * e * (b + e)^-1 ^+ m.+3))); last by fring.
rewrite [m.+1%:R * _]mulr_natl ler_wpmul2l ?subr_ge0 // -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => i _.
have d0 : 0 <= e * (b + e)^-1 ^+ 2 by rewrite mulr_ge0 // exprn_ge0 // ltW.
have shift w : 0 < w -> w <= b -> e * (b + e)^-1 ^+ 2 <= w^-1 - (w + e)^-1.
  move=> w0 wb; rewrite -[X in X * _](_ : w + e - w = e); last by fring.
  by apply: inv_step_ge; rewrite ?ler_addl ?ler_add2r.
have z_le w : 0 < w -> w <= b -> (b + e)^-1 <= (w + e)^-1.
  by move=> w0 wb; rewrite inv_le ?ler_add2r // ltr_paddr.
have := product_grows i.+1 (m - i).+1 (ltW z0) (z_le a a0 ab) (z_le b b0 (lexx b)) d0 (shift a a0 ab) (shift b b0 (lexx b)).
rewrite (_ : (i.+1 + (m - i).+1 = m.+2)%N); last by rewrite addSn addnS subnKC // -ltnS.
move=> growth; rewrite -(ler_pmul2l z0); apply: le_trans growth.
by rewrite !exprS le_eqVlt; apply/orP; left; apply/eqP; rewrite expr0; fring.
Qed.

Lemma cell_upper a b e m : 0 < a -> a <= b -> 0 <= e ->
  (G m.+1 a - G m.+1 b) - (G m.+1 (a + e) - G m.+1 (b + e)) <= m.+1%:R * m.+2%:R * ((b - a) * e) * a^-1 ^+ m.+3.
Proof.
move=> a0 ab e0; have b0 := lt_le_trans a0 ab; have be : 0 < b + e by rewrite ltr_paddr.
have z0 : 0 < a^-1 by rewrite invr_gt0.
rewrite cell_expand // [X in _ <= X](_ : _ = (b - a) * (m.+1%:R * (m.+2%:R * e * a^-1 ^+ m.+3))); last by fring.
rewrite [m.+1%:R * _]mulr_natl ler_wpmul2l ?subr_ge0 // -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => i _.
have shift w : a <= w -> w^-1 - (w + e)^-1 <= e * a^-1 ^+ 2.
  move=> aw; rewrite -[X in _ <= X * _](_ : w + e - w = e); last by fring.
  by apply: inv_step_le; rewrite ?ler_addl.
have inv0 w : a <= w -> 0 <= (w + e)^-1 by move=> aw; rewrite invr_ge0 addr_ge0 // ltW // (lt_le_trans a0).
have decr w : a <= w -> (w + e)^-1 <= w^-1 by move=> aw; rewrite inv_le ?ler_addl // (lt_le_trans a0).
have := product_grows_le i.+1 (m - i).+1 (inv0 a (lexx a)) (inv0 b ab) (decr a (lexx a)) (decr b ab) (lexx _) (inv_le a0 ab)
  (shift a (lexx a)) (shift b ab).
rewrite (_ : (i.+1 + (m - i).+1 = m.+2)%N); last by rewrite addSn addnS subnKC // -ltnS.
move=> growth; rewrite -(ler_pmul2l z0); apply: (le_trans growth).
by rewrite !exprS le_eqVlt; apply/orP; left; apply/eqP; rewrite expr0; fring.
Qed.

End Definitions.
