(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems by computation that are too long for the kernel's own reduction: Coq's virtual machine, a part of the kernel, runs the proved
   checker. theory/proofs/check.py lets this one line use it, and bound_machine_*.v alone use this file. *)
From attest Require reflection.

Tactic Notation "by_machine" constr(steps) := refine (@reflection.accepted _ steps _); vm_cast_no_check (@Logic.eq_refl bool true).
