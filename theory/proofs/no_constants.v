(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Theorem 6.1: the printed bound fails for all constants, at a logarithmic depth. exp and ln are
   functions of which only the laws below are used. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz bounded_layers bounded_networks depth learnability.
From attest Require eq_22.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Matrices with one column or one row and a Frobenius norm of at most 1 have the spectral bound 1. *)
Section OneDimension.
Variable F : rcfType.
Add Ring constants_ring : (carrier_theory F).

(* R = 1 - b w w^T for b = 1 / (1 + sqrt(1 - |w|^2)), so that R R^T = 1 - w w^T. *)
Definition column_root (I : finType) (W : I -> unit_finType -> F) (i k : I) : F :=
  unit_entry F i k - (1 + Num.sqrt (1 - \sum_i W i tt ^+ 2))^-1 * W i tt * W k tt.
Lemma column_bound (I : finType) (W : I -> unit_finType -> F) : frobenius W <= 1 -> spectral_bound W 1 (column_root W).
Proof.
move=> small; pose w i := W i tt; pose t := \sum_i w i ^+ 2.
have one_column : \sum_i \sum_j W i j ^+ 2 = t by apply: eq_bigr => i _; rewrite sum_unit.
have t_ge0 : 0 <= t := sqr_sum_ge0 w.
have t_le1 : t <= 1.
  by move: small; rewrite /frobenius one_column -[X in _ <= X]sqrtr1 ler_sqrt ?ltr01.
pose q := Num.sqrt (1 - t); have q2 : q * q = 1 - t by rewrite -expr2 sqr_sqrtr // subr_ge0.
have q1_gt0 : 0 < 1 + q by rewrite ltr_paddr ?sqrtr_ge0 ?ltr01.
pose b := (1 + q)^-1; have bq : b * (1 + q) = 1 by rewrite mulVf // gt_eqF.
split=> [|i k]; first exact: ler01.
rewrite -[column_root W]/(fun i k => unit_entry F i k - b * w i * w k).
have WW : product W (transposed W) i k = w i * w k by rewrite /product sum_unit.
have delta_sum (f : I -> F) a : \sum_j unit_entry F a j * f j = f a.
  by rewrite (bigD1 a) //= /unit_entry eqxx mul1r big1 ?addr0 // => j /negbTE; rewrite eq_sym => ->; rewrite mul0r.
have RR : product (fun i k => unit_entry F i k - b * w i * w k) (transposed (fun i k => unit_entry F i k - b * w i * w k)) i k =
    unit_entry F i k - 2%:R * b * (w i * w k) + b * b * (w i * w k) * t.
  rewrite /product /transposed (eq_bigr (fun j => unit_entry F i j * unit_entry F k j - b * w k * (unit_entry F i j * w j) -
    b * w i * (unit_entry F k j * w j) + b * b * (w i * w k) * w j ^+ 2)); last first.
    by move=> j _; move: (unit_entry F i j) (unit_entry F k j) (w j) => x y z; ring_in F.
  rewrite big_split /= !sumrB -!mulr_sumr !delta_sum -/t; congr (_ + _).
  rewrite (_ : unit_entry F k i = unit_entry F i k); last by rewrite /unit_entry eq_sym.
  by move: (unit_entry F i k) => x; ring_in F.
rewrite WW RR expr1n mul1r.
have key : 1 - 2%:R * b + b * b * t = 0.
  rewrite (_ : t = (1 - q) * (1 + q)); last by rewrite -[LHS](subKr 1) -q2; ring_in F.
  have -> : 1 - 2%:R * b + b * b * ((1 - q) * (1 + q)) = 1 - 2%:R * b + b * (1 - q) * (b * (1 + q)) by ring_in F.
  rewrite bq mulr1 (_ : _ + _ = 1 - b * (1 + q)); last by ring_in F.
  by rewrite bq subrr.
rewrite (_ : _ + _ = unit_entry F i k + w i * w k * (1 - 2%:R * b + b * b * t)); last by ring_in F.
by rewrite key mulr0 addr0.
Qed.

Definition row_root (J : finType) (W : unit_finType -> J -> F) (_ _ : unit_finType) : F := Num.sqrt (1 - \sum_j W tt j ^+ 2).
Lemma row_bound (J : finType) (W : unit_finType -> J -> F) : frobenius W <= 1 -> spectral_bound W 1 (row_root W).
Proof.
rewrite /frobenius sum_unit -[X in _ <= X]sqrtr1 ler_sqrt ?ltr01 // => small.
split=> [|[] []]; first exact: ler01.
rewrite expr1n mul1r {2}/product sum_unit /transposed -expr2 sqr_sqrtr ?subr_ge0 // /unit_entry eqxx.
rewrite (_ : product _ _ _ _ = \sum_j W tt j ^+ 2); last by apply: eq_bigr => j _; rewrite expr2.
by rewrite addrC subrK.
Qed.
End OneDimension.

Section Theorem61.
Variables (F : rcfType) (exp ln : F -> F).
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_gt0 : forall x, 1 < x -> 0 < ln x.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.

(* One token, P = (1), ReLU; the output is w times the last layer's row. *)
Definition scalar_output (D : finType) (f : eq_22.scalar_network F D) (x : D -> F) : F :=
  dot (eq_22.weights f) (network exp (@relu F) (fun _ _ : unit_finType => 1) (eq_22.layers f) (fun _ : unit_finType => x) tt).
Lemma scalar_output_at_o (D : finType) (o : D) ls (x : D -> F) : scalar_output (eq_22.Network ls (at_o F o)) x = output exp ls o x.
Proof.
rewrite /scalar_output /output /dot /= -(sum_at_o o (network exp (@relu F) (fun _ _ : unit_finType => 1) ls (fun _ => x) tt)).
by apply: eq_bigr => e _; rewrite mulrC.
Qed.
Definition absolute_loss (y z : F) : F := Num.min 1 `|y - z|.
Definition gap N (p losses : 'I_N -> F) (sample : seq 'I_N) : F :=
  `|\sum_i p i * losses i - (\sum_(i <- sample) losses i) / (size sample)%:R|.
Definition printed_bound (C : F) (k : nat) (c : F) (H L d m n : nat) (Ls B2 B21 delta : F) : F :=
  C * ln (2 + H * d * m * n)%:R ^+ k *
    (exp (c * L%:R * ln (H%:R * Ls * B2)) * B21 * Num.sqrt (ln (H * d * m * n)%:R / m%:R) + Num.sqrt (ln (1 / delta) / m%:R)).

Lemma ln_mono x y : 0 < x -> x <= y -> ln x <= ln y.
Proof.
move=> x_gt0; rewrite le_eqVlt => /predU1P[->|xy] //.
have ratio : 1 < y / x by rewrite ltr_pdivl_mulr // mul1r.
have -> : ln y = ln (y / x) + ln x by rewrite -(lnM (lt_trans ltr01 ratio) x_gt0) divfK // gt_eqF.
by rewrite ler_addr ltW // ln_gt0.
Qed.

Lemma half_power k : (0 < k)%N -> (4 ^ k %/ 2 = 2 * 4 ^ k.-1)%N.
Proof. by case: k => // k _; rewrite expnS -[4%N]/(2 * 2)%N -mulnA mulKn. Qed.

(* The bound's own logarithm, log(2 + d m), is at most twice log(d m). *)
Lemma printed_bound_below_half (C c : F) (p n : nat) : 0 < C -> C <= n%:R -> exists k, (0 < k)%N /\
  forall L, printed_bound C p c 1 L (4 ^ k) (4 ^ k %/ 2) 1 1 1 1 (1 / 2%:R) < 1 / 2%:R.
Proof.
move=> C_gt0 C_le; have [k [k_gt0]] := printed_bound_vanishes lnM ln_gt0 ln_le (n * 2 ^ p) p.
set m := (4 ^ k %/ 2)%N; cbv zeta => vanishes; exists k; split=> // L.
have dm_ge2 : (2 <= 4 ^ k * m)%N.
  by rewrite /m half_power // mulnCA leq_pmulr // muln_gt0 !expn_gt0.
have dm_gt0 : (0 < 4 ^ k * m)%N := ltnW dm_ge2.
have ln1 : ln 1 = 0 by apply: (addrI (ln 1)); rewrite -lnM ?ltr01 // mulr1 addr0.
have exp0 : exp 0 = 1 by apply: (mulfI (lt0r_neq0 (exp_gt0 0))); rewrite -expD addr0 mulr1.
have twice : ln (2 + 4 ^ k * m)%:R <= 2%:R * ln (4 ^ k * m)%:R.
  rewrite mulr_natl mulr2n -lnM ?ltr0n // ln_mono ?ltr0n // -natrM ler_nat.
  apply: leq_trans (_ : 2 * (4 ^ k * m) <= _)%N; last by rewrite leq_mul2r dm_ge2 orbT.
  by rewrite mul2n -addnn leq_add2r.
have log_ge0 : 0 <= ln (2 + 4 ^ k * m)%:R by rewrite ltW // ln_gt0 // ltr1n.
rewrite /printed_bound mul1n muln1 !mulr1 ln1 mulr0 exp0 !mul1r invrK -[X in _ < X]mul1r.
apply: le_lt_trans vanishes; rewrite ler_wpmul2r ?addr_ge0 ?sqrtr_ge0 //.
rewrite natrM natrX -mulrA -exprMn ler_pmul ?exprn_ge0 ?(ltW C_gt0) //.
by rewrite ler_expn2r ?nnegrE ?mulr_ge0 ?ler0n // ?ltW ?ln_gt0 ?ltr1n.
Qed.

(* d = N = 4^k inputs, all equally likely, with label 0: a network whose gap is at least 1/2 for the sample that is seen. *)
Definition losses_at (d : nat) (ls : seq (small_layer F (ordinal_finType d))) (o i : 'I_d) : F :=
  absolute_loss (scalar_output (eq_22.Network ls (at_o F o)) (fun e => (e == i)%:R)) 0.
Lemma far_network r d (o : 'I_d) (sample : seq 'I_d) : d = (4 ^ r)%N -> (2 * size sample <= d)%N ->
  exists ls, [/\ size ls = (3 * r + 1)%N, all_layers (@in_class F (ordinal_finType d)) ls & 1 / 2%:R <= gap (fun=> d%:R^-1) (losses_at ls o) sample].
Proof.
move=> dE few; have [||ls [size_ls class_ls seen risk]] := gap_at_depth exp_gt0 o (k := r) (seen := sample); rewrite ?card_ord -?dE //.
exists ls; split=> //; have lossE j : losses_at ls o j = loss (output exp ls o (fun e => (e == j)%:R)).
  by rewrite /losses_at /absolute_loss subr0 scalar_output_at_o.
rewrite /gap -mulr_sumr (eq_bigr _ (fun i _ => lossE i)) [X in _ - X / _]big1_seq ?mul0r ?subr0 => [|i /andP[_ i_in]]; last by rewrite lossE seen.
by rewrite [X in `|X|]mulrC; apply: le_trans (ler_norm _); rewrite card_ord in risk.
Qed.
End Theorem61.
