(* SPDX-License-Identifier: Apache-2.0 *)
(* Spoiled: a true theorem, bound to a statement that was edited since (the hash is another one). *)
(* attest: positional.relu-min-max printed sha256:0000000000000000000000000000000000000000000000000000000000000000 theorem:wrong_hash *)
Theorem wrong_hash : True.
Proof. exact I. Qed.
