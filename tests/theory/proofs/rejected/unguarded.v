(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: a function that never ends, let in by switching off the check for it, proves everything. *)
#[bypass_check(guard)]
Fixpoint anything (P : Prop) (n : nat) {struct n} : P := anything P n.

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:unguarded *)
Theorem unguarded : 0 = 1.
Proof. exact (anything _ 0). Qed.
