(* SPDX-License-Identifier: Apache-2.0 *)
(* The bounds of elementary.v are bounds, in every structure `numbers` (values.v). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith.
From attest Require Import values evaluation numbers rationals rationals_sound enclosures enclosures_sound elementary.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What the interpreter asks of floors, sqrt, exp and log. *)
Definition lawful (F : realFieldType) (fs : functions F) : Prop :=
  (forall x, (floor fs x)%:~R <= x < (floor fs x + 1)%:~R) /\
  forall bits n x, near n x ->
    [/\ answers (@near F) (k_sqrt bits n) (if x < 0 then Undefined else Value (sqrt fs x)),
        answers (@near F) (k_exp bits n) (Value (exp fs x)) &
        answers (@near F) (k_log bits n) (if x <= 0 then Undefined else Value (log fs x))].

Section Laws.
Variable S : numbers.
Local Notation embed := (embed_rational S).
Local Notation exp := (@exp_of S).
Local Notation log := (@log_of S).
Variable bits : positive.
Implicit Types (x y : S) (q : rational).

Definition bounds (f : S -> S) (around : rational -> answer (rational * rational)) q : Prop :=
  if around q is Yields r then embed r.1 <= f (embed q) <= embed r.2 else around q = NotKnown.

Lemma pointwise_sound (f : S -> S) around (inside : S -> bool) n x :
  (forall y z, inside y -> inside z -> y <= z -> f y <= f z) -> (forall y z, inside y -> y <= z -> inside z) ->
  (forall q, inside (embed q) -> bounds f around q) -> near n x ->
  (if low n is Some a then inside (embed a) else true) -> answers (@near S) (pointwise bits around n) (Value (f x)).
Proof.
move=> f_le inside_le f_around; case: n => [q|[a|] [b|]] //.
  rewrite near_exact => /eqP-> /f_around; rewrite /bounds /pointwise; case: (around q) => [r||] //= /andP[down up].
  by exists (f (embed q)) => //; apply: (@near_outward S bits (Some r.1) (Some r.2)).
case/andP => ax xb a_in; have x_in := inside_le _ _ a_in ax; have b_in := inside_le _ _ x_in xb.
have := f_around _ b_in; have := f_around _ a_in; rewrite /bounds /pointwise /increasing /=.
case: (around a) => [r' of_a|of_a _|_ _]; [|by []|exact: I]; case: (around b) => [r of_b|of_b|_]; [|by []|exact: I].
case/andP: of_a => down _; case/andP: of_b => _ up; exists (f x) => //.
apply: (@near_outward S bits (Some r'.1) (Some r.2)); rewrite /=.
  by apply: (le_trans down); apply: f_le.
by apply: (le_trans _ up); apply: f_le.
Qed.

(* --- sqrt --------------------------------------------------------------------------------------------------------------------------- *)
Lemma embed_square q : embed (q_square q) = embed q ^+ 2.
Proof. by rewrite embed_multiply expr2. Qed.
Lemma root_at_least q x : 0 <= x -> embed q ^+ 2 <= x -> embed q <= Num.sqrt x.
Proof.
move=> x_ge0 qx; case: (lerP 0 (embed q)) => [q_ge0|/ltW/le_trans]; last by apply; apply: sqrtr_ge0.
by rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?sqrtr_ge0 // sqr_sqrtr.
Qed.
Lemma root_at_most q x : 0 <= x -> 0 <= embed q -> x <= embed q ^+ 2 -> Num.sqrt x <= embed q.
Proof. by move=> x_ge0 q_ge0 xq; rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?sqrtr_ge0 // sqr_sqrtr. Qed.
Lemma reduced_ge0 (z : Z) (d : positive) : Z.le 0 z -> 0 <= embed (reduced z d).
Proof. by move=> /Z.leb_le z_ge0; rewrite embed_reduced divr_ge0 ?(ltW (zr_gt0 _ _)) // /zr ler0z (zint_le 0). Qed.
Lemma root_sound q : 0 <= embed q -> bounds (@Num.sqrt S) (root_around bits) q.
Proof.
move=> q_ge0; rewrite /bounds /root_around; case: ifP => [|_].
  rewrite -(embed_equal S) embed_square => /eqP rE /=; have r_ge0 := @reduced_ge0 _ (Z.to_pos (Z.sqrt (Zpos (denominator q)))) (Z.sqrt_nonneg (numerator q)).
  by rewrite root_at_least ?rE ?lexx //= root_at_most ?rE.
case: Z.shiftl => // scale; case: andP => // -[]; rewrite -!(embed_at_most S) !embed_square => below above /=.
rewrite root_at_least //= root_at_most //; apply: reduced_ge0; apply: Z.le_trans (Z.sqrt_nonneg _) (Z.le_succ_diag_r _).
Qed.
Lemma k_sqrt_sound n x : near n x -> answers (@near S) (k_sqrt bits n) (if x < 0 then Undefined else Value (Num.sqrt x)).
Proof.
have embed0 : embed (Int 0) = 0 by rewrite embed_int.
have root_le (y z : S) : 0 <= y -> 0 <= z -> y <= z -> Num.sqrt y <= Num.sqrt z by move=> y_ge0 z_ge0; apply: ler_wsqrtr.
have inside_le (y z : S) : 0 <= y -> y <= z -> 0 <= z by apply: le_trans.
have from_0 a hi : k_sqrt bits (Between (Some a) hi) = if q_at_most (Int 0) a then pointwise bits (root_around bits) (Between (Some a) hi) else NotKnown by [].
move=> near_x; have sound := pointwise_sound root_le inside_le root_sound near_x.
case: n near_x sound => [q|[a|] hi] near_x sound; last exact: I.
  move: near_x; rewrite near_exact /k_sqrt => /eqP xE; rewrite -(embed_less S) embed0 -xE; case: ltP => // x_ge0.
  by apply: sound; rewrite /= -xE.
rewrite from_0; case: ifP => [|_]; last exact: I.
rewrite -(embed_at_most S) embed0 => a_ge0; have ax : embed a <= x by case/andP: near_x.
by rewrite ltNge (le_trans a_ge0 ax); apply: sound.
Qed.

Lemma fstE A B (a : A) (b : B) : (a, b).1 = a. Proof. by []. Qed.
Lemma sndE A B (a : A) (b : B) : (a, b).2 = b. Proof. by []. Qed.

(* --- exp ---------------------------------------------------------------------------------------------------------------------------- *)
Lemma exp_double x : exp x ^+ 2 = exp (x * 2%:R).
Proof. by rewrite expr2 -exp_add -mulr2n mulr_natr. Qed.
Lemma ceiling_above q : embed q <= zr S (ceiling q).
Proof. by rewrite /ceiling zr_opp -[embed q]opprK ler_opp2 -embed_negate; case/andP: (embed_floor S (q_negate q)). Qed.
Lemma zr_ge0 (z : Z) : Z.le 0 z -> 0 <= zr S z.
Proof. by move=> /Z.leb_le z_ge0; rewrite /zr ler0z (zint_le 0). Qed.
Lemma embed_frac (m : Z) s : embed (Frac (Z.mul m m) s) = zr S m ^+ 2 / zr S (Zpos s).
Proof. by rewrite /embed_rational zr_mul expr2. Qed.
(* The square of a number that m / s bounds. *)
Lemma square_scaled (s : positive) (y : S) : (y * zr S (Zpos s)) ^+ 2 / zr S (Zpos s) = y ^+ 2 * zr S (Zpos s).
Proof. by rewrite exprMn [zr _ _ ^+ 2]expr2 mulrA mulfK ?zr_neq0. Qed.
Lemma squared_below s k m x : Z.le 0 m -> zr S m <= exp x * zr S (Zpos s) ->
  zr S (squared_down s k m) <= exp (x * 2%:R ^+ k) * zr S (Zpos s).
Proof.
elim: k m x => [|k IH] m x m_ge0 mx; first by rewrite expr0 mulr1.
rewrite exprS mulrA; apply: IH; first by apply: Z.div_pos => //; apply: Z.mul_nonneg_nonneg.
have /andP[floor_le _] := embed_floor S (Frac (Z.mul m m) s); apply: (le_trans floor_le).
rewrite embed_frac -exp_double -square_scaled ler_pmul2r ?invr_gt0 ?zr_gt0 // ler_pexpn2r ?nnegrE ?zr_ge0 //.
by rewrite (le_trans _ mx) ?zr_ge0.
Qed.
Lemma squared_above s k m x : exp x * zr S (Zpos s) <= zr S m -> exp (x * 2%:R ^+ k) * zr S (Zpos s) <= zr S (squared_up s k m).
Proof.
elim: k m x => [|k IH] m x xm; first by rewrite expr0 mulr1.
rewrite exprS mulrA; apply: IH; apply: le_trans (ceiling_above _).
have e_ge0 : 0 <= exp x * zr S (Zpos s) by rewrite mulr_ge0 // ltW ?exp_gt0 ?zr_gt0.
have m_ge0 := le_trans e_ge0 xm.
by rewrite embed_frac -exp_double -square_scaled ler_pmul2r ?invr_gt0 ?zr_gt0 // ler_pexpn2r ?nnegrE.
Qed.
Lemma exp_opp x : exp (- x) = (exp x)^-1.
Proof. by apply: (mulfI (lt0r_neq0 (exp_gt0 x))); rewrite -exp_add subrr exp_0 mulfV // lt0r_neq0 ?exp_gt0. Qed.
Lemma exp_below_inverse x : x < 1 -> exp x <= (1 - x)^-1.
Proof.
move=> x_lt1; have gt0 : 0 < 1 - x by rewrite subr_gt0.
by rewrite -[exp x]invrK lef_pinv ?posrE ?invr_gt0 ?exp_gt0 // -exp_opp; apply: exp_above.
Qed.
Lemma exp_sound q : bounds exp (exp_around bits) q.
Proof.
rewrite /bounds /exp_around; case: ifP => [|_]; first by rewrite -(embed_is_zero S) => /eqP ->; rewrite exp_0 !embed_int lexx.
case: ifP => // _; case: Z.shiftl => // s; set k := Z.to_nat _; set x := q_multiply q _.
case: ifP => // /andP[]; rewrite -(embed_less S) embed_int -[zr S 1]/1 => x_lt1 /Z.leb_le below_ge0.
have halfE : embed half = 2%:R^-1 by rewrite /embed_rational -[zr S (numerator half)]/1 mul1r.
have -> : exp (embed q) = exp (embed x * 2%:R ^+ k) by rewrite embed_multiply embed_power halfE exprVn divfK ?expf_neq0 ?pnatr_eq0.
rewrite fstE sndE !embed_reduced ler_pdivr_mulr ?zr_gt0 // ler_pdivl_mulr ?zr_gt0 //; apply/andP; split.
  apply: squared_below => //; have /andP[floor_le _] := embed_floor S (q_multiply (q_add (Int 1) x) (Int (Zpos s))).
  by apply: (le_trans floor_le); rewrite embed_multiply embed_add !embed_int ler_pmul2r ?zr_gt0 //; apply: exp_above.
apply: squared_above; apply: le_trans (ceiling_above _); rewrite embed_multiply embed_inverse embed_subtract !embed_int.
by rewrite ler_pmul2r ?zr_gt0 //; apply: exp_below_inverse.
Qed.
Lemma k_exp_sound n x : near n x -> answers (@near S) (k_exp bits n) (Value (exp x)).
Proof.
move=> near_x; apply: (@pointwise_sound exp (exp_around bits) xpredT) near_x _ => //.
- by move=> y z _ _; rewrite exp_le.
- by move=> q _; apply: exp_sound.
by case: low.
Qed.

(* --- log ---------------------------------------------------------------------------------------------------------------------------- *)
Lemma log_mono x y : 0 < x -> 0 < y -> x <= y -> log x <= log y.
Proof. by move=> x_gt0 y_gt0 xy; rewrite -exp_le !exp_log. Qed.
Lemma log_shifted x l : 0 < x -> log x = l + log (x * exp (- l)).
Proof. by move=> x_gt0; rewrite log_mul ?exp_gt0 // log_exp addrCA subrr addr0. Qed.
Lemma log_at_least y : 0 < y -> 1 - y^-1 <= log y.
Proof.
move=> y_gt0; rewrite -[y in log y]invrK -[log _]opprK -[1 - _]opprK ler_opp2 opprB.
have inv_gt0 : 0 < y^-1 by rewrite invr_gt0.
suff -> : - log (y^-1)^-1 = log y^-1 by apply: log_le.
by apply: exp_inj; rewrite exp_opp !exp_log ?invrK.
Qed.
Lemma log_sound q : 0 < embed q -> bounds log (log_around bits) q.
Proof.
move=> q_gt0; rewrite /bounds; set l := log_guess bits q; have := exp_sound (q_negate l); rewrite /bounds.
case E: (exp_around bits (q_negate l)) => [e||] //; last by rewrite /log_around -/l E.
have -> : log_around bits q = if q_less (Int 0) (q_multiply q e.1) then
  Yields (q_add l (q_subtract (Int 1) (q_inverse (q_multiply q e.1))), q_add l (q_subtract (q_multiply q e.2) (Int 1))) else NotKnown.
  by rewrite /log_around -/l E.
rewrite embed_negate => /andP[a_le le_b]; case: ifP => [|//]; rewrite -(embed_less S) embed_int embed_multiply -[zr S 0]/0 => below_gt0.
rewrite (log_shifted (embed l) q_gt0).
have e_gt0 := exp_gt0 (- embed l); have y_gt0 := mulr_gt0 q_gt0 e_gt0.
rewrite fstE sndE !embed_add !embed_negate embed_inverse !embed_multiply !embed_int -[zr S 1]/1 !ler_add2l; apply/andP; split.
  apply: le_trans (log_at_least y_gt0); rewrite ler_add2l ler_opp2 lef_pinv ?posrE //.
  by rewrite ler_pmul2l.
by apply: (le_trans (log_le y_gt0)); rewrite ler_add2r ler_pmul2l.
Qed.
Lemma k_log_sound n x : near n x -> answers (@near S) (k_log bits n) (if x <= 0 then Undefined else Value (log x)).
Proof.
have embed0 : embed (Int 0) = 0 by rewrite embed_int.
have inside_le (y z : S) : 0 < y -> y <= z -> 0 < z by apply: lt_le_trans.
move=> near_x; have sound := pointwise_sound log_mono inside_le log_sound near_x.
case: n near_x sound => [q|[a|] hi] //= near_x sound.
  move: near_x; rewrite near_exact => /eqP xE; rewrite -(embed_at_most S) embed0 -xE; case: leP => // x_gt0.
  by apply: sound; rewrite -xE.
case: ifP => //; rewrite -(embed_less S) embed0 => a_gt0; have ax : embed a <= x by case/andP: near_x.
by rewrite leNgt (lt_le_trans a_gt0 ax); apply: sound.
Qed.
End Laws.

Theorem numbers_lawful (S : numbers) : lawful (functions_of S).
Proof.
split=> [|bits n x near_x]; first exact: floor_itv.
by split; [apply: k_sqrt_sound | apply: k_exp_sound | apply: k_log_sound].
Qed.
