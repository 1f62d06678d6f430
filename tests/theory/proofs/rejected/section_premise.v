(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: the theorem is assumed in a section, which makes it a premise and no axiom. *)
From mathcomp Require Import all_ssreflect all_algebra.
Local Open Scope ring_scope.

Section Assumed.
Variable F : realFieldType.
Hypothesis minimum : forall x y : F, Num.max x y = Num.min x y.

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:section_premise *)
Theorem section_premise (x y : F) : Num.max x y = Num.min x y.
Proof. exact: minimum. Qed.
End Assumed.
