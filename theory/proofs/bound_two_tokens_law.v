(* SPDX-License-Identifier: Apache-2.0 *)
(* Written by reflect.py: certificates that are complete, on which Coq's kernel runs the proved checker (theory/semantics/reflection.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection.
From attest Require statements_srpe_theorem_1_posterior.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

(* attest: srpe.theorem-1-posterior finding_two_tokens_with_a_law sha256:a2595ee61ac3ca4cbd8c89742b2893b1f72c719ab7550a2b504ff53190e9185b theorem:srpe_theorem_1_posterior_finding_two_tokens_with_a_law *)
Theorem srpe_theorem_1_posterior_finding_two_tokens_with_a_law : Holds statements_srpe_theorem_1_posterior.finding_two_tokens_with_a_law.
Proof.
by_steps (Exhaustive "u" false [Exhaustive "w" false [Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 3 10); d_rational (Frac 1 5); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 9
  28); d_rational (Frac 5 28); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 16); d_rational (Frac 5 16); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 3 20); d_rational (Frac 7 20); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 5); d_rational (Frac 3
  10); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 3 11); d_rational (Frac 5 22); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  7); d_rational (Frac 5 14); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 5); d_rational (Frac 3 10); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 9); d_rational (Frac 7 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 5 28); d_rational (Frac 9 28); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 22); d_rational
  (Frac 3 11); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 8); d_rational (Frac 3 8); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 5 28); d_rational (Frac 9 28); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 52); d_rational (Frac 21 52);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 3 10); d_rational (Frac 1 5); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3
  16); d_rational (Frac 5 16); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 9 28); d_rational (Frac 5 28); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 3 20); d_rational (Frac 7 20); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1
  4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 16); d_rational (Frac 3 16); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 14); d_rational (Frac 1 7); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 3 8); d_rational (Frac 1 8); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac
  1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 16); d_rational (Frac 3 16); d_rational (Frac 1 4)]) Evaluate; Witness
  "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational
  (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 10); d_rational (Frac 1 5); d_rational
  (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 9 28); d_rational (Frac 5 28); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList
  [d_rational (Frac 1 4); d_rational (Frac 3 16); d_rational (Frac 5 16); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 20); d_rational (Frac 7 20); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 5); d_rational (Frac 3 10); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 7); d_rational (Frac 5 14);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 11); d_rational (Frac 5 22); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 5); d_rational (Frac 3 10); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  9); d_rational (Frac 7 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 16); d_rational (Frac 3 16); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 14); d_rational (Frac 1 7); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 8); d_rational (Frac
  1 8); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 16); d_rational (Frac 3 16); d_rational (Frac 1 4)]) Evaluate; Witness
  "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational
  (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac
  1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 20); d_rational
  (Frac 3 20); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 18); d_rational (Frac 1 9); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 21 52); d_rational (Frac 5 52); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 7 24); d_rational (Frac 5 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 20); d_rational (Frac 3 20);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 5 28); d_rational (Frac 9 28); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5
  22); d_rational (Frac 3 11); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 8); d_rational (Frac 3 8); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 5 28); d_rational (Frac 9 28); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 52); d_rational (Frac 21
  52); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 3 10); d_rational (Frac 1 5); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3
  16); d_rational (Frac 5 16); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 9 28); d_rational (Frac 5 28); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 3 20); d_rational (Frac 7 20); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 20); d_rational (Frac 3
  20); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 18); d_rational (Frac 1 9); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 7 24); d_rational (Frac 5 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac
  21 52); d_rational (Frac 5 52); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 20); d_rational (Frac 3 20); d_rational (Frac
  1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac
  1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate]; Exhaustive "w" false [Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5
  18); d_rational (Frac 2 9); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 14); d_rational (Frac 1 7); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 5 24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2
  9); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 7 30); d_rational (Frac 4 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7
  24); d_rational (Frac 5 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 22); d_rational (Frac 2 11); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 7 30); d_rational (Frac 4 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 54); d_rational (Frac 10
  27); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 14); d_rational (Frac 2 7); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 3 11); d_rational (Frac 5 22); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3
  10); d_rational (Frac 1 5); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 20); d_rational (Frac 7 20); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 14); d_rational (Frac 2 7); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 3 26); d_rational (Frac 5 13); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9); d_rational
  (Frac 5 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 4 15); d_rational (Frac 7 30); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 2 7); d_rational (Frac 3 14); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9); d_rational (Frac 5 18);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 15); d_rational (Frac 11 30); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 8 21); d_rational (Frac 5 42);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 5); d_rational (Frac 1 10); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 4 15); d_rational (Frac 7 30); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9); d_rational (Frac 5 18); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 14); d_rational (Frac 1 7);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 5 42); d_rational (Frac 8 21); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 22); d_rational (Frac 3
  11); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 5 54); d_rational (Frac 11 27); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac
  7 24); d_rational (Frac 5 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 30); d_rational (Frac 4 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 7 20); d_rational (Frac 3 20); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 24); d_rational
  (Frac 5 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 36); d_rational (Frac 11 36); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 11 30); d_rational (Frac 2 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac
  11 27); d_rational (Frac 5 54); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11 26); d_rational (Frac 1 13); d_rational (Frac
  1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11 36); d_rational (Frac 7 36); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 11 30); d_rational (Frac 2 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11 42); d_rational
  (Frac 5 21); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 7); d_rational (Frac 5 14); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 11); d_rational (Frac 7 22); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 1 10); d_rational (Frac 2 5); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 5); d_rational (Frac 3 10);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 7); d_rational (Frac 5 14); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 13); d_rational (Frac 11 26); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac
  2 9); d_rational (Frac 5 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 4 15); d_rational (Frac 7 30); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 2 7); d_rational (Frac 3 14); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9); d_rational (Frac 5
  18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 15); d_rational (Frac 11 30); d_rational (Frac 1 4)]) Evaluate; Witness
  "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac
  10 27); d_rational (Frac 7 54); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 13); d_rational (Frac 3 26); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 21); d_rational
  (Frac 11 42); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4)]) Evaluate]; Exhaustive "w" false [Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9); d_rational (Frac 5 18); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 4 15); d_rational (Frac 7 30); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2
  7); d_rational (Frac 3 14); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9); d_rational (Frac 5 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 2 15); d_rational (Frac 11 30); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1
  3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 5 22); d_rational (Frac 3 11); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5
  42); d_rational (Frac 8 21); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 54); d_rational (Frac 11 27); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 1 7); d_rational (Frac 5 14); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 11); d_rational
  (Frac 7 22); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 5); d_rational (Frac 3 10); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 10); d_rational (Frac 2 5); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 1 7); d_rational (Frac 5 14); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 13); d_rational (Frac 11 26);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5
  24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 14); d_rational (Frac 1 7); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac
  1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 24); d_rational (Frac 5 24); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 7 20); d_rational (Frac 3 20); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 30); d_rational (Frac 4
  15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 24); d_rational (Frac 5 24); d_rational (Frac 1 4)]) Evaluate; Witness
  "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 36); d_rational (Frac 11 36); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational
  (Frac 2 9); d_rational (Frac 5 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 4 15); d_rational (Frac 7 30); d_rational
  (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 7); d_rational (Frac 3 14); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList
  [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9);
  d_rational (Frac 5 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 15); d_rational (Frac 11 30); d_rational (Frac 1 4)])
  Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 30); d_rational (Frac 4 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1
  4); d_rational (Frac 7 24); d_rational (Frac 5 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7 22); d_rational (Frac 2 11); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 7 30); d_rational (Frac 4 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 7
  54); d_rational (Frac 10 27); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 8 21); d_rational (Frac 5 42); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 4 15); d_rational (Frac 7 30); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 5); d_rational
  (Frac 1 10); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 2 9); d_rational (Frac 5 18); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1
  3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 10 27); d_rational (Frac 7 54); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 13); d_rational (Frac 3 26); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational
  (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 21); d_rational (Frac 11 42); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 14); d_rational (Frac 2 7); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 3 11); d_rational (Frac 5 22); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 20); d_rational (Frac 7 20);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3 10); d_rational (Frac 1 5); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 3 14); d_rational (Frac 2 7); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 3
  26); d_rational (Frac 5 13); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 3); d_rational (Frac 1 6); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac
  1 4); d_rational (Frac 5 24); d_rational (Frac 7 24); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 14); d_rational (Frac 1
  7); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 5 18); d_rational (Frac 2 9); d_rational (Frac 1 4)]) Evaluate; Witness "q"
  (DList [d_rational (Frac 1 4); d_rational (Frac 1 6); d_rational (Frac 1 3); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11
  30); d_rational (Frac 2 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11 27); d_rational (Frac 5 54); d_rational (Frac 1
  4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11 36); d_rational (Frac 7 36); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational
  (Frac 1 4); d_rational (Frac 11 26); d_rational (Frac 1 13); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11 30); d_rational
  (Frac 2 15); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 11 42); d_rational (Frac 5 21); d_rational (Frac 1 4)]) Evaluate;
  Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4);
  d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4);
  d_rational (Frac 1 4)]) Evaluate; Witness "q" (DList [d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4); d_rational (Frac 1 4)]) Evaluate]]).
Qed.
