(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2, for attention that section 2 does not list: the rows of sparsemax sum to 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section UnlistedAttention.
Variable F : realFieldType.

(* Sparsemax of a row s: what is left above t, the largest of (the sum of the entries from s_f on, less 1) / (their number), over all f. *)
Definition candidate n (s : 'I_n -> F) f : F := (\sum_(j | s f <= s j) s j - 1) / #|[pred j | s f <= s j]|%:R.
Lemma sparsemax_row n (s : 'I_n -> F) t : (exists f, t = candidate s f) -> (forall g, candidate s g <= t) -> \sum_j Num.max (s j - t) 0 = 1.
Proof.
case=> f t_at t_ge.
have size_gt0 g : 0 < #|[pred j | s g <= s j]|%:R :> F by rewrite ltr0n; apply/card_gt0P; exists g; rewrite inE.
(* The entries from s_g on, less any number u. *)
have part g u : \sum_(j | s g <= s j) (s j - u) = 1 + (candidate s g - u) * #|[pred j | s g <= s j]|%:R.
  by rewrite sumrB sumr_const mulrBl divfK ?gt_eqF // addrA [1 + _]addrC subrK mulr_natr.
apply/le_anti/andP; split; last first.
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

End UnlistedAttention.
