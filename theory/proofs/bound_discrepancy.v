(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of discrepancy.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require discrepancy statements_positional_discrepancy_samples.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable F : realFieldType.

Lemma next L : L%:R + 1%:R = L.+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
Lemma before L : (0 < L)%N -> L%:R - 1%:R = L.-1%:R :> F.
Proof. by move=> L_gt0; rewrite -subn1 natrB. Qed.
Lemma next_neq0 L : L%:R + 1%:R != 0 :> F.
Proof. by rewrite next pnatr_eq0. Qed.
Lemma next_sum_neq0 L z : L%:R + z%:R + 1%:R != 0 :> F.
Proof. by rewrite -natrD next_neq0. Qed.
End Numbers.

Ltac side ::= first [exact: next_neq0 | exact: next_sum_neq0 | refine (esym (natrX _ _ _)) | by rewrite pnatr_eq0].

(* attest: positional.discrepancy-samples finding_from_one_n_on sha256:b9ba6f1ed07f7f3500dca12fffff528834306a0a172d7fffccbbe56b764765b5 theorem:from_one_n_on *)
Theorem from_one_n_on : Holds statements_positional_discrepancy_samples.finding_from_one_n_on.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => L L_gt0 _; meaning_for_all => c _ _; meaning_for_all => n0 n0_gt0 sure_n0; meaning_for_all => n n_ge _; meaning_value.
rewrite before // !next; apply: (@discrepancy.from_one_n_on S L c n0 n) => //.
by move: sure_n0; rewrite !next -!natrX -!natrM !ler_nat.
Qed.

(* attest: positional.discrepancy-samples printed sha256:e0bc81a78958c18600beafb30677e4c26e120846fe304a89b2b0b7be0754112d theorem:samples *)
Theorem samples : Holds statements_positional_discrepancy_samples.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => L L_gt0 _; have [display threshold] := @discrepancy.samples S L L_gt0.
meaning_parts.
  meaning_for_all => n n_gt0 small; meaning_for_all => m m_gt0 _; meaning_value.
  by move: small; rewrite before // !next => small; apply: display.
meaning_for_all => z _ _; meaning_for_all => c _ _; have [n0 large] := threshold z c.
meaning_exists (maxn 1 n0); first by rewrite leq_maxl.
meaning_for_all => n; rewrite geq_max => /andP[_ n_ge] _; meaning_value.
by move: (large n n_ge); rewrite -(natrD _ L z) !before ?addn_gt0 ?L_gt0 // !next => -[-> ->].
Qed.
