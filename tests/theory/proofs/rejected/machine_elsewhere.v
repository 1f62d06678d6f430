(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: Coq's virtual machine evaluates in a file whose name does not say so. *)
From attest Require Import machine.

(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:machine_elsewhere *)
Theorem machine_elsewhere : 1 = 1.
Proof. reflexivity. Qed.
