(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2's layers without biases on one token: the distance of f = 1 to x -> kx. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Field.
From attest Require Import field_tactics.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section WithoutBiases.
Variable F : realFieldType.

(* The integral of (1 - kx)^2 over [0, 1] is least at k = 3/2. *)
Add Field without_biases_field : (plain_field F).
Theorem the_distance (k : F) : 1 + k * (k * (1 / 3%:R) - 1) = 1 / 4%:R + (k - 3%:R / 2%:R) ^+ 2 / 3%:R.
Proof.
have quarter : 4%:R^-1 = 2%:R^-1 * 2%:R^-1 :> F by rewrite -invfM -natrM.
have half : 2%:R * 2%:R^-1 = 1 :> F by rewrite divff // pnatr_eq0.
have third : 3%:R * 3%:R^-1 = 1 :> F by rewrite divff // pnatr_eq0.
rewrite !mul1r quarter; move: 2%:R^-1 3%:R^-1 half third => h r half third.
transitivity (k ^+ 2 * r - (3%:R * r) * (2%:R * h) * k + (3%:R * r - 1) * 3%:R * (h * h) + (2%:R * h) * (2%:R * h)).
  by rewrite half third; fold_plain F; ring.
by fold_plain F; ring.
Qed.

End WithoutBiases.
