(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: what is claimed is false, so that no proof can be right. *)
From mathcomp Require Import all_ssreflect all_algebra.
Import Num.Theory Order.TTheory.
Local Open Scope ring_scope.

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:wrong_theorem *)
Theorem wrong_theorem (F : realFieldType) (x y : F) : Num.max x y = Num.min x y.
Proof. by case: (leP x y). Qed.
