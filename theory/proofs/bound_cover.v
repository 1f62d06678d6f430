(* SPDX-License-Identifier: Apache-2.0 *)
(* A theorem of complexity.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require complexity statements_positional_cover_size.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma before (F : realFieldType) l : (0 < l)%N -> l%:R - 1%:R = l.-1%:R :> F.
Proof. by move=> l_gt0; rewrite -subn1 natrB. Qed.
Lemma three_before (F : realFieldType) l : (0 < l)%N -> 3%:R * l%:R - 3%:R = (3 * l - 3)%:R :> F.
Proof. by move=> l_gt0; rewrite natrB ?natrM // -[X in (X <= _)%N]muln1 leq_mul2l. Qed.

Ltac side ::= first [eassumption | by apply: before | by apply: three_before].

(* attest: positional.cover-size finding_line_1 sha256:9d3f76ef1f9ec0d5381309bf7f4552bd598eea410debb3b70e921b22e8a66348 theorem:line_1 *)
Theorem line_1 : Holds statements_positional_cover_size.finding_line_1.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => l l_gt0 _; meaning_for_all => H H_gt0 _; meaning_for_all => Ls _ Ls_gt0; meaning_for_all => B2 _ B2_ge1.
meaning_for_all => Bw _ _; meaning_for_all => B21 _ _; meaning_for_all => BX _ _; meaning_for_all => BP _ _; meaning_for_all => y _ _.
have root_H : 0 <= H%:R :> S by rewrite ler0n.
have root_1 : 0 <= 1%:R + H%:R * B2 ^+ 2 :> S by apply: addr_ge0; [|apply: mulr_ge0]; rewrite ?ler0n ?sqr_ge0.
have exponent := before S l_gt0; have exponent_3 := three_before S l_gt0.
meaning_value.
apply/and4P; split; apply/eqP.
- exact: (let: And4 h _ _ _ := complexity.line_1 _ _ _ 0 _ _ _ _ 0 0 0 0 in h).
- exact: (let: And4 _ h _ _ := complexity.line_1 _ _ _ _ _ _ _ 0 _ 0 0 _ in h).
- exact: (let: And4 _ _ h _ := complexity.line_1 0 _ _ 0 _ _ _ 0 0 _ _ 0 in h).
exact: (let: And4 _ _ _ h := complexity.line_1 0 _ _ 0 _ _ _ 0 0 0 _ 0 in h).
Qed.
