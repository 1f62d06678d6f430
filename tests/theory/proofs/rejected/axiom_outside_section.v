(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: what a section may assume is assumed outside of one, where it is an axiom. *)
From mathcomp Require Import all_ssreflect all_algebra.
Local Open Scope ring_scope.

Variables (F : realFieldType) (exp ln : F -> F).
Hypothesis lnK : forall x, 0 < x -> exp (ln x) = x.

(* attest: positional.lemma-b3 printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:axiom_outside_section *)
Theorem axiom_outside_section (x : F) : 0 < x -> exp (ln x) = x.
Proof. exact: lnK. Qed.
