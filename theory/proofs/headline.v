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

(* attest: urpe.headline finding_not_in_the_sup_norm sha256:499488e46fe077afed43d29f5dde39b3bc7bf383697970cb96d5c97a9670185f theorem:headline *)
Theorem headline n d (M : F) :
  (1 < n)%N -> (0 < d)%N -> 0 < M ->
  exists G : 'M[F]_(n, d), forall net, stochastic_network net -> M ^+ 2 < frobenius_squared (G - network net 0).
Proof.
move=> n_gt1 d_gt0 M_gt0; exists (target n d M) => net sums.
by apply: theorem_2_from_2 n_gt1 d_gt0 M_gt0 sums _; apply: zero_identical.
Qed.

End Headline.
