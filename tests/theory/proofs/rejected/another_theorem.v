(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: the comment names a theorem that the next line does not state. *)
(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:another_theorem *)
Theorem nothing_much : True.
Proof. exact I. Qed.

Theorem another_theorem : True.
Proof. exact I. Qed.
