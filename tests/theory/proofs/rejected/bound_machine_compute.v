(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: the virtual machine by another way than the one tactic. *)

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:bound_machine_compute *)
Theorem bound_machine_compute : 1 = 1.
Proof. vm_compute; reflexivity. Qed.
