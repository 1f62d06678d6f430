(* SPDX-License-Identifier: Apache-2.0 *)
(* The numbers of rationals.v stand for numbers of every ordered field, and compute with them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia.
From attest Require Import values rationals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Coq's integers as mathcomp's ---------------------------------------------------------------------------------------- *)
Definition zint (z : Z) : int := match z with Z0 => 0 | Zpos p => Posz (Pos.to_nat p) | Zneg p => - Posz (Pos.to_nat p) end.

Lemma zint_nat (n : nat) : zint (Z.of_nat n) = n%:Z.
Proof. by case: n => // n; rewrite /= SuccNat2Pos.id_succ. Qed.
Lemma zint_opp a : zint (Z.opp a) = - zint a.
Proof. by case: a => //= p; rewrite opprK. Qed.
Lemma zint_succ a : zint (Z.succ a) = zint a + 1.
Proof.
have succ_nat (n : nat) : zint (Z.succ (Z.of_nat n)) = zint (Z.of_nat n) + 1 by rewrite -Nat2Z.inj_succ !zint_nat -PoszD addn1.
case: (Z_le_gt_dec 0 a) => [ge0|/Z.gt_lt lt0]; first by rewrite -(Z2Nat.id a ge0) succ_nat.
have [n ->] : exists n : nat, a = Z.opp (Z.succ (Z.of_nat n)) by exists (Z.to_nat (Z.opp (Z.succ a))); lia.
have -> : Z.succ (Z.opp (Z.succ (Z.of_nat n))) = Z.opp (Z.of_nat n) by lia.
by rewrite !zint_opp succ_nat opprD subrK.
Qed.
Lemma zint_add a b : zint (Z.add a b) = zint a + zint b.
Proof.
elim/Z.peano_ind: b => [|b IH|b IH]; first by rewrite Z.add_0_r addr0.
  by rewrite Z.add_succ_r !zint_succ IH addrA.
by apply: (addIr 1); rewrite -zint_succ -addrA -zint_succ -Z.add_succ_r Z.succ_pred.
Qed.
Lemma zint_sub a b : zint (Z.sub a b) = zint a - zint b.
Proof. by rewrite -Z.add_opp_r zint_add zint_opp. Qed.
Lemma zint_mul a b : zint (Z.mul a b) = zint a * zint b.
Proof.
elim/Z.peano_ind: b => [|b IH|b IH]; first by rewrite Z.mul_0_r mulr0.
  by rewrite Z.mul_succ_r zint_add zint_succ IH mulrDr mulr1.
have [c bE] : exists c, b = Z.succ c by exists (Z.pred b); lia.
apply: (addIr (zint a)); rewrite -zint_add -Z.mul_succ_r Z.succ_pred IH bE Z.pred_succ zint_succ.
by rewrite mulrDr mulr1.
Qed.
Lemma zint_ge0 a : (0 <= zint a) = Z.leb 0 a.
Proof. by case: a => //= p; rewrite oppr_ge0 lez_nat leqn0; have := Pos2Nat.is_pos p; case: (Pos.to_nat p) => //; lia. Qed.
Lemma zint_le a b : (zint a <= zint b) = Z.leb a b.
Proof. by rewrite -subr_ge0 -zint_sub zint_ge0; case: (Z.leb_spec a b) => H; apply/idP; [apply/Z.leb_le; lia | move/Z.leb_le; lia]. Qed.
Lemma zint_eq a b : (zint a == zint b) = Z.eqb a b.
Proof. by rewrite eq_le !zint_le; apply/andP/idP => [[/Z.leb_le le /Z.leb_le ge]|/Z.eqb_eq->]; [apply/Z.eqb_eq; lia | rewrite Z.leb_refl]. Qed.
Lemma zint_lt a b : (zint a < zint b) = Z.ltb a b.
Proof. by rewrite ltNge zint_le Z.ltb_antisym. Qed.
Lemma zint_abs a : zint (Z.abs a) = `|zint a|.
Proof. by case: a => //= p; rewrite normrN. Qed.
Lemma zint_pos p : 0 < zint (Zpos p).
Proof. by rewrite (zint_lt 0). Qed.
Lemma zint_pow a k : zint (Z.pow a (Z.of_nat k)) = zint a ^+ k.
Proof. by elim: k => // k IH; rewrite Nat2Z.inj_succ Z.pow_succ_r ?zint_mul ?IH ?exprS //; lia. Qed.
Lemma pos_pow d k : Zpos (Pos.pow d (Pos.of_nat k.+1)) = Z.pow (Zpos d) (Z.of_nat k.+1).
Proof. by rewrite Pos2Z.inj_pow; congr (Z.pow _ _); lia. Qed.

(* --- Rational numbers in an ordered field --------------------------------------------------------------------------------- *)
Section Field.
Variable F : realFieldType.
Implicit Types p q : rational.

Definition zr (z : Z) : F := (zint z)%:~R.
Definition embed_rational q : F := zr (numerator q) / zr (Zpos (denominator q)).
Local Notation embed := embed_rational.

Lemma zr_add a b : zr (Z.add a b) = zr a + zr b. Proof. by rewrite /zr zint_add rmorphD. Qed.
Lemma zr_opp a : zr (Z.opp a) = - zr a. Proof. by rewrite /zr zint_opp rmorphN. Qed.
Lemma zr_mul a b : zr (Z.mul a b) = zr a * zr b. Proof. by rewrite /zr zint_mul rmorphM. Qed.
Lemma zr_gt0 d : 0 < zr (Zpos d). Proof. by rewrite /zr ltr0z zint_pos. Qed.
Lemma zr_neq0 d : zr (Zpos d) != 0. Proof. by rewrite gt_eqF ?zr_gt0. Qed.
Lemma zr1 : zr 1 = 1. Proof. by []. Qed.
Lemma embed_int n : embed (Int n) = zr n. Proof. by rewrite /embed /= zr1 divr1. Qed.
Lemma zr_eq0 a : (zr a == 0) = Z.eqb a 0.
Proof. by rewrite /zr intr_eq0 -zint_eq. Qed.

Lemma embed_reduced n d : embed (reduced n d) = zr n / zr (Zpos d).
Proof.
rewrite /reduced; set g := Z.gcd n (Zpos d).
have [nE dE] : n = Z.mul (Z.div n g) g /\ Zpos d = Z.mul (Z.div (Zpos d) g) g.
  have g_neq0 : g <> Z0 by move/Z.gcd_eq_0_r.
  by split; rewrite Z.mul_comm; apply/Z.div_exact => //; apply/Z.mod_divide => //; [apply: Z.gcd_divide_l | apply: Z.gcd_divide_r].
have g_neq0 : zr g != 0 by apply/eqP => g0; have := zr_neq0 d; rewrite dE zr_mul g0 mulr0 eqxx.
have cancel d' : Z.div (Zpos d) g = Zpos d' -> zr (Z.div n g) / zr (Zpos d') = zr n / zr (Zpos d).
  by move=> d'E; rewrite [in RHS]nE [in RHS]dE d'E !zr_mul invfM mulrACA mulfV // mulr1.
case d'E: (Z.div _ g) => [|d'|d'] //; case: Z.eqb_spec => [d'1|_]; last by rewrite /embed /= (cancel d').
by rewrite embed_int -(cancel d' d'E) d'1 zr1 divr1.
Qed.

Lemma embed_add p q : embed (q_add p q) = embed p + embed q.
Proof.
rewrite [RHS]addf_div ?zr_neq0 // -!zr_mul -zr_add.
by case: p q => [m|m d] [n|n e]; rewrite /q_add ?embed_reduced //= /embed /= !Z.mul_1_r.
Qed.
Lemma embed_negate q : embed (q_negate q) = - embed q.
Proof. by case: q => [n|n d]; rewrite /embed /= zr_opp mulNr. Qed.
Lemma embed_subtract p q : embed (q_subtract p q) = embed p - embed q.
Proof. by rewrite /q_subtract embed_add embed_negate. Qed.
Lemma embed_multiply p q : embed (q_multiply p q) = embed p * embed q.
Proof.
rewrite [RHS]mulf_div -!zr_mul; by case: p q => [m|m d] [n|n e]; rewrite /q_multiply ?embed_reduced.
Qed.
Lemma embed_is_zero q : (embed q == 0) = q_is_zero q.
Proof. by rewrite /embed mulf_eq0 invr_eq0 (negbTE (zr_neq0 _)) orbF zr_eq0. Qed.
Lemma embed_inverse q : embed (q_inverse q) = (embed q)^-1.
Proof.
rewrite /q_inverse [in RHS]/embed invfM invrK mulrC.
case: (numerator q) => [|n|n]; rewrite ?embed_reduced ?embed_int ?invr0 ?mulr0 //.
by rewrite -[Zneg n]/(Z.opp (Zpos n)) -[Zneg (denominator q)]/(Z.opp (Zpos (denominator q))) !zr_opp invrN mulrN mulNr.
Qed.
Lemma embed_at_most p q : (embed p <= embed q) = q_at_most p q.
Proof.
transitivity (Z.leb (Z.mul (numerator p) (Zpos (denominator q))) (Z.mul (numerator q) (Zpos (denominator p)))).
  rewrite /embed ler_pdivr_mulr ?zr_gt0 // mulrAC ler_pdivl_mulr ?zr_gt0 // -!zr_mul /zr ler_int zint_le.
  by rewrite Z.mul_comm [X in Z.leb X _]Z.mul_comm.
by case: p q => [m|m d] [n|n e]; rewrite //= !Z.mul_1_r.
Qed.
Lemma embed_equal p q : (embed p == embed q) = q_equal p q.
Proof.
transitivity (Z.eqb (Z.mul (numerator p) (Zpos (denominator q))) (Z.mul (numerator q) (Zpos (denominator p)))).
  by rewrite /embed eqr_div ?zr_neq0 // -!zr_mul /zr eqr_int zint_eq.
by case: p q => [m|m d] [n|n e]; rewrite //= !Z.mul_1_r.
Qed.
Lemma embed_less p q : (embed p < embed q) = q_less p q.
Proof. by rewrite ltNge embed_at_most. Qed.
Lemma embed_maximum p q : embed (q_maximum p q) = Num.max (embed p) (embed q).
Proof. by rewrite /q_maximum -embed_less maxElt; case: ifP. Qed.
Lemma embed_minimum p q : embed (q_minimum p q) = Num.min (embed p) (embed q).
Proof. by rewrite /q_minimum -embed_less minElt; case: ifP. Qed.
Lemma embed_absolute q : embed (q_absolute q) = `|embed q|.
Proof.
rewrite /embed [RHS]normrM normfV (gtr0_norm (zr_gt0 _)).
by case: q => [n|n d]; rewrite /= /zr zint_abs intr_norm.
Qed.
Lemma embed_power q k : embed (q_power q k) = embed q ^+ k.
Proof.
case: k => [|k]; first by rewrite expr0 embed_int.
case: q => [n|n d]; rewrite /q_power; first by rewrite !embed_int /zr zint_pow rmorphX.
have -> : embed (Frac (Z.pow n (Z.of_nat k.+1)) (Pos.pow d (Pos.of_nat k.+1))) = zr (Z.pow n (Z.of_nat k.+1)) / zr (Zpos (Pos.pow d (Pos.of_nat k.+1))) by [].
by rewrite pos_pow /embed expr_div_n /zr !zint_pow !rmorphX.
Qed.
Lemma embed_floor q : zr (q_floor q) <= embed q < zr (q_floor q) + 1.
Proof.
case: q => [n|n d]; first by rewrite embed_int lexx ltr_addl ltr01.
have [lo hi] : Z.le (Z.mul (Z.div n (Zpos d)) (Zpos d)) n /\ Z.lt n (Z.mul (Z.add (Z.div n (Zpos d)) 1) (Zpos d)).
  by have := Z.div_mod n (Zpos d) ltac:(done); have := Z.mod_pos_bound n (Zpos d) ltac:(done); lia.
rewrite /embed /= ler_pdivl_mulr ?ltr_pdivr_mulr ?zr_gt0 // -[1]zr1 -zr_add -!zr_mul /zr ler_int ltr_int zint_le zint_lt.
by apply/andP; split; [apply/Z.leb_le | apply/Z.ltb_lt].
Qed.
Lemma embed_integer q : if q_integer q is Some z then embed q = zr z else forall z, embed q <> zr z.
Proof.
case: q => [n|n d] /=; first exact: embed_int.
case: Z.eqb_spec => [nE|ne]; first by rewrite /embed /= -[in LHS]nE zr_mul mulfK ?zr_neq0.
move=> z /(canRL (divfK (zr_neq0 d))); rewrite -zr_mul /zr => /intr_inj /eqP; rewrite zint_eq => /Z.eqb_eq /= nE.
by apply: ne; rewrite nE Z.div_mul.
Qed.
Lemma zr_nat (n : nat) : zr (Z.of_nat n) = n%:R.
Proof. by rewrite /zr zint_nat. Qed.
Lemma embed_round_down bits q : embed (round_down bits q) <= embed q.
Proof. by rewrite /round_down; case: ifP => [|_]; rewrite ?lexx // embed_at_most. Qed.
Lemma embed_round_up bits q : embed q <= embed (round_up bits q).
Proof. by rewrite /round_up; case: ifP => [|_]; rewrite ?lexx // embed_at_most. Qed.
End Field.
