(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: the proof is left out. The word in this comment, Admitted, is not what counts. *)
From mathcomp Require Import all_ssreflect all_algebra.
Local Open Scope ring_scope.

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:admitted *)
Theorem admitted (F : realFieldType) (x y : F) : Num.max x y - Num.max (x - y) 0 = Num.min x y.
Proof. Admitted.
