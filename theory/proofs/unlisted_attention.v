(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2, for attention that section 2 does not list: weights of any sign, sparsemax, retention. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows variants.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section UnlistedAttention.
Variable F : realFieldType.

(* Entries of any sign. *)
Theorem signs_do_not_matter n d (x : 'rV[F]_d) (A : 'M[F]_n) : row_sums_one A -> has_identical_rows (A *m repeat_row n x).
Proof. by rewrite /repeat_row mulmxA => ->; apply: repeat_row_identical. Qed.

(* Sparsemax of a row s: what is left above t, the largest of (the sum of the entries from s_f on, less 1) / (their number), over all f. *)
Definition candidate n (s : 'I_n -> F) f : F := (\sum_(j | s f <= s j) s j - 1) / #|[pred j | s f <= s j]|%:R.
Definition sparsemax n (S : 'M[F]_n) : 'M[F]_n :=
  \matrix_(i, j) Num.max (S i j - \big[Num.max/candidate (S i) i]_f candidate (S i) f) 0.

(* attest: urpe.identical-rows finding_sparsemax sha256:432bfab53d1290d1e5f0b08534477b126ec68c9039b9d7e1d48d09a1e4c5da34 theorem:sparsemax_stochastic *)
Theorem sparsemax_stochastic n (S : 'M[F]_n) : right_stochastic (sparsemax S).
Proof.
split=> [i j|]; first by rewrite mxE le_maxr lexx orbT.
apply/matrixP => i o; rewrite row_sumsE mxE; pose s := S i.
pose t := \big[Num.max/candidate s i]_f candidate s f.
have [f t_at] : exists f, t = candidate s f.
  rewrite /t; apply: (big_ind (fun x => exists f, x = candidate s f)) => [|x y [f ->] [g ->]|f _]; [by exists i | | by exists f].
  by case: (leP (candidate s f) (candidate s g)) => _; [exists g | exists f].
have t_ge g : candidate s g <= t.
  rewrite /t; have := mem_index_enum g; elim: (index_enum _) => //= h l IH.
  by rewrite inE big_cons le_maxr => /orP[/eqP->|/IH->]; rewrite ?lexx ?orbT.
have size_gt0 g : 0 < #|[pred j | s g <= s j]|%:R :> F by rewrite ltr0n; apply/card_gt0P; exists g; rewrite inE.
(* The entries from s_g on, less any number u. *)
have part g u : \sum_(j | s g <= s j) (s j - u) = 1 + (candidate s g - u) * #|[pred j | s g <= s j]|%:R.
  by rewrite sumrB sumr_const mulrBl divfK ?gt_eqF // addrA [1 + _]addrC subrK mulr_natr.
have left j : sparsemax S i j = Num.max (s j - t) 0 by rewrite mxE.
rewrite (eq_bigr _ (fun j _ => left j)); apply/le_anti/andP; split; last first.
  rewrite (bigID (fun j => s f <= s j)) /= -[X in X <= _]addr0 ler_add //; last by apply: sumr_ge0 => j _; rewrite le_maxr lexx orbT.
  apply: le_trans (_ : \sum_(j | s f <= s j) (s j - t) <= _); first by rewrite part t_at subrr mul0r addr0.
  by apply: ler_sum => j _; rewrite le_maxr lexx.
have [k k_above|none] := pickP (fun j => t < s j); last first.
  by rewrite big1 ?ler01 // => j _; apply/max_idPr; rewrite subr_le0 leNgt none.
case: (@arg_minP _ _ _ k (fun j => t < s j) s k_above) => g g_above least.
have same j : (t < s j) = (s g <= s j).
  by apply/idP/idP => [/least//|]; apply: lt_le_trans.
rewrite (bigID (fun j => t < s j)) /= [X in _ + X]big1 ?addr0 => [|j above]; last by apply/max_idPr; rewrite subr_le0 leNgt.
rewrite (eq_bigr (fun j => s j - t)) => [|j above]; last by apply/max_idPl; rewrite subr_ge0 ltW.
rewrite (eq_bigl _ _ same) part -[X in _ <= X]addr0 ler_add2l.
by apply: mulr_le0_ge0; [rewrite subr_le0 t_ge | apply: ltW].
Qed.

(* Retention without its rotations: the scores themselves, times decay^(i - j) where j <= i. *)
Definition retention n d k (WQ WK : 'M[F]_(d, k)) (decay : F) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) if (j <= i)%N then decay ^+ (i - j) * scores WQ WK X i j else 0.

(* attest: urpe.identical-rows finding_retention sha256:8c397995659a44009506c58fdca280ba523fb5a981c551fe87a6e6b1b506eb85 theorem:retention_on_identical_rows *)
Theorem retention_on_identical_rows :
  (forall n decay, (1 < n)%N -> 0 < decay < 1 ->
    let X : 'M[F]_(n, 1) := repeat_row n 1 in ~ has_identical_rows (retention 1 1 decay X *m X)) /\
  (forall n d k (WQ WK : 'M[F]_(d, k)) decay, retention WQ WK decay (0 : 'M[F]_(n, d)) = 0).
Proof.
split=> [[//|[//|n]] decay _ /andP[decay_gt0 _] X /(_ ord0 (lift ord0 ord0))/rowP/(_ 0)|n d k WQ WK decay]; last first.
  by apply/matrixP => i j; rewrite /retention /scores !mul0mx !mxE mulr0 if_same.
have X1 : X = ones F n.+2 by rewrite /X /repeat_row mulmx1.
have weight (i j : 'I_n.+2) : retention 1 1 decay X i j = if (j <= i)%N then decay ^+ (i - j) else 0.
  by rewrite mxE /scores !mulmx1 X1 !mxE big_ord1 !mxE !mulr1.
rewrite mxE [RHS]mxE {2 4}X1 !row_sumsE (eq_bigr _ (fun j _ => weight _ j)) [RHS](eq_bigr _ (fun j _ => weight _ j)).
rewrite !big_ord_recl /= !big1 // !addr0 subnn !expr0 expr1 -[LHS]add0r => /addIr zero.
by rewrite -zero ltxx in decay_gt0.
Qed.

End UnlistedAttention.
