(* SPDX-License-Identifier: Apache-2.0 *)
(* Written by reflect.py --machine: certificates that are complete, on which Coq's virtual machine runs the proved checker
   (theory/semantics/machine.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection machine.
From attest Require statements_srpe_embedding_index statements_srpe_t5_bucket_use.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

(* attest: srpe.t5-bucket-use finding_which_M_skip sha256:31d8db37dd51c0f68804f3097191875a655e856f54326e27cfbffda32dd9d9f9 theorem:srpe_t5_bucket_use_finding_which_M_skip *)
Theorem srpe_t5_bucket_use_finding_which_M_skip : Holds statements_srpe_t5_bucket_use.finding_which_M_skip.
Proof.
by_machine (Exhaustive "B" true [Exhaustive "M" true [Evaluate]]).
Qed.

(* attest: srpe.embedding-index printed sha256:2f69cbe98c9ce302139c9342aa21283602aaab5c1361493826fb6d0262f3e4f8 theorem:srpe_embedding_index_printed *)
Theorem srpe_embedding_index_printed : Holds statements_srpe_embedding_index.printed.
Proof.
by_machine (Exhaustive "B" true [Exhaustive "bucket" true [Evaluate]]).
Qed.
