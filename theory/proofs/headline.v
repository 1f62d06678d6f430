(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), abstract: Transformers with relative position encodings are not universal in the sup norm, from n = 2 on. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention identical_rows.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Headline.
Variable F : realFieldType.

Theorem headline n d (M : F) :
  (1 < n)%N -> (0 < d)%N -> 0 < M ->
  exists G : 'M[F]_(n, d), forall net, stochastic_network net -> M ^+ 2 < frobenius_squared (G - network net 0).
Proof.
move=> n_gt1 d_gt0 M_gt0; exists (target n d M) => net sums.
by apply: theorem_2_from_2 n_gt1 d_gt0 M_gt0 sums _; apply: zero_identical.
Qed.

(* Where all tokens are equal so are the network's rows, whatever the rows Z of a target are. *)
(* attest: urpe.headline finding_sup_norm_of_the_targets sha256:3417f523bfa62d17128c5408f7bf839857d2fb4828adeb593ce52060e3be526d theorem:sup_norm_of_targets *)
Theorem sup_norm_of_targets n d (x : 'rV[F]_d) (Z : 'M[F]_(n, d)) net :
  stochastic_network net -> let Y := network net (repeat_row n x) in
  forall i k j, `|Z i j - Z k j| / 2%:R <= Num.max `|Y i j - Z i j| `|Y k j - Z k j|.
Proof.
move=> sums Y i k j.
have same : Y i j = Y k j.
  have /rowP/(_ j) : row i Y = row k Y by apply: identical_rows sums (repeat_row_identical x) _ _.
  by rewrite !mxE.
have -> : Z i j - Z k j = (Y k j - Z k j) - (Y i j - Z i j) by rewrite same opprB [RHS]addrC addrA subrK.
rewrite ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n.
by apply: le_trans (ler_norm_sub _ _) _; rewrite ler_add // le_maxr lexx ?orbT.
Qed.

End Headline.
