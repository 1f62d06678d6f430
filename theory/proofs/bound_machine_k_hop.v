(* SPDX-License-Identifier: Apache-2.0 *)
(* Written by reflect.py --machine: certificates that are complete, on which Coq's virtual machine runs the proved checker
   (theory/semantics/machine.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection machine.
From attest Require statements_positional_k_hop.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

(* attest: positional.k-hop printed sha256:3bacfcf9087f449f3803b0324503f439952ab780c790a096a7b704dcf414285c theorem:positional_k_hop_printed *)
Theorem positional_k_hop_printed : Holds statements_positional_k_hop.printed.
Proof.
by_machine (Exhaustive "k" true [Evaluate]).
Qed.
