(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma B.1: how many rounds the routing takes, and how many parts a machine plays. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Theorem rounds_of_the_routing R k : 0 < R -> 0 < k -> (2 * k - 1) * R + 1 <= 2 * R * k.
Proof.
case: k => [//|k] R_gt0 _; have -> : 2 * k.+1 - 1 = (2 * k).+1 by rewrite mulnS.
by rewrite mulSn [2 * R * _]mulnSr [2 * k * R]mulnAC addnAC addnC leq_add2l [2 * R]mul2n -addnn leq_add2l.
Qed.

Theorem two_parts_each N t : 0 < N -> (t = 0 \/ 2 ^ t.-1 < N) -> 2 ^ t <= 2 * N.
Proof.
move=> N_gt0 [->|]; first by rewrite muln_gt0.
case: t => [|t] lt; first by rewrite muln_gt0.
by rewrite expnS leq_mul2l ltnW.
Qed.
