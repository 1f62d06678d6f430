(* SPDX-License-Identifier: Apache-2.0 *)
(* Written by reflect.py --machine: certificates that are complete, on which Coq's virtual machine runs the proved checker
   (theory/semantics/machine.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection machine.
From attest Require statements_positional_ood_event_b_n2.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

(* attest: positional.ood-event-b-n2 finding_every_factor_used sha256:9cdae25e9badf3c17455842826856a86a7b91f4862a9f668963956d697128af6 theorem:positional_ood_event_b_n2_finding_every_factor_used *)
Theorem positional_ood_event_b_n2_finding_every_factor_used : Holds statements_positional_ood_event_b_n2.finding_every_factor_used.
Proof.
by_machine (Exhaustive "c" false [Witness "m" (d_integer 2) (Witness "U" (DList [d_integer (-2); d_integer (-1)]) (Witness "k" (d_integer 2) (Witness "T" (DList [d_integer 1;
  d_integer 2]) Evaluate))); Witness "m" (d_integer 2) (Witness "U" (DList [d_integer (-3); d_integer (-1)]) (Witness "k" (d_integer 2) (Witness "T" (DList [d_integer 1;
  d_integer 3]) Evaluate))); Witness "m" (d_integer 2) (Witness "U" (DList [d_integer (-4); d_integer (-1)]) (Witness "k" (d_integer 2) (Witness "T" (DList [d_integer 1;
  d_integer 4]) Evaluate))); Witness "m" (d_integer 2) (Witness "U" (DList [d_integer (-5); d_integer (-1)]) (Witness "k" (d_integer 2) (Witness "T" (DList [d_integer 1;
  d_integer 5]) Evaluate))); Witness "m" (d_integer 3) (Witness "U" (DList [d_integer (-6); d_rational (Frac (-9) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T"
  (DList [d_integer 1; d_rational (Frac 9 4); d_integer 6]) Evaluate))); Witness "m" (d_integer 3) (Witness "U" (DList [d_integer (-7); d_rational (Frac (-5) 2); d_integer
  (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5 2); d_integer 7]) Evaluate))); Witness "m" (d_integer 3) (Witness "U" (DList [d_integer
  (-8); d_rational (Frac (-11) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 11 4); d_integer 8]) Evaluate))); Witness "m"
  (d_integer 3) (Witness "U" (DList [d_integer (-9); d_integer (-3); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 3; d_integer 9])
  Evaluate))); Witness "m" (d_integer 3) (Witness "U" (DList [d_integer (-10); d_rational (Frac (-13) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList
  [d_integer 1; d_rational (Frac 13 4); d_integer 10]) Evaluate)))]).
Qed.
