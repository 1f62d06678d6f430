(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: the binding is short of one digit. *)
(* attest: positional.relu-min-max printed sha256:000000000000000000000000000000000000000000000000000000000000000 theorem:misspelt_binding *)
Theorem misspelt_binding : True.
Proof. exact I. Qed.
