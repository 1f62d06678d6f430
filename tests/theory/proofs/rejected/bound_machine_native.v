(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: what Coq's native compiler evaluates counts nowhere. *)

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:bound_machine_native *)
Theorem bound_machine_native : 1 = 1.
Proof. native_compute; reflexivity. Qed.
