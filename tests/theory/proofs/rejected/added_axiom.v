(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: an axiom proves the theorem. *)
From mathcomp Require Import all_ssreflect all_algebra.
Local Open Scope ring_scope.

Axiom minimum : forall (F : realFieldType) (x y : F), Num.max x y - Num.max (x - y) 0 = Num.min x y.

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:added_axiom *)
Theorem added_axiom (F : realFieldType) (x y : F) : Num.max x y - Num.max (x - y) 0 = Num.min x y.
Proof. exact: minimum. Qed.
