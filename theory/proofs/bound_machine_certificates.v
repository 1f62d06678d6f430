(* SPDX-License-Identifier: Apache-2.0 *)
(* Written by reflect.py --machine: certificates that are complete, on which Coq's virtual machine runs the proved checker
   (theory/semantics/machine.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection machine.
From attest Require statements_positional_ood_chernoff_examples statements_positional_ood_n2 statements_srpe_t5_bucket_code statements_urpe_cost.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

(* attest: urpe.cost finding_rounding_of_time sha256:21899822528eef711fa3f5da7edf6fa9f19baf19bb1a4f8f80818dec2c8db1ac theorem:urpe_cost_finding_rounding_of_time *)
Theorem urpe_cost_finding_rounding_of_time : Holds statements_urpe_cost.finding_rounding_of_time.
Proof.
by_machine (Exhaustive "k" false [Cells "plain" [(Some (Frac 909 200), Some (Frac 911 200))] true [Cells "urpe" [(Some (Frac 917 200), Some (Frac 919 200))] true [Evaluate]];
  Cells "plain" [(Some (Frac 1357 200), Some (Frac 1359 200))] true [Cells "urpe" [(Some (Frac 1381 200), Some (Frac 1383 200))] true [Evaluate]]]).
Qed.

(* attest: srpe.t5-bucket-code finding_up_to_1024 sha256:c228f880d0720c94d3193784b27a53ab13af07be92f53a93a648f619ba9314d2 theorem:srpe_t5_bucket_code_finding_up_to_1024 *)
Theorem srpe_t5_bucket_code_finding_up_to_1024 : Holds statements_srpe_t5_bucket_code.finding_up_to_1024.
Proof.
by_machine (Exhaustive "case" true [Evaluate]).
Qed.

(* attest: positional.ood-chernoff-examples printed sha256:33b11ca27c472c71949e14697109055b448d6e71610d7c7093506aeb833762ea theorem:positional_ood_chernoff_examples_printed *)
Theorem positional_ood_chernoff_examples_printed : Holds statements_positional_ood_chernoff_examples.printed.
Proof.
by_machine (EachPart [("bound_n_2", Evaluate); ("count_n_2", Exhaustive "inside_count" true [Evaluate]); ("bound_n_8", Evaluate); ("count_n_8", Exhaustive "inside_count" true
  [Evaluate])]).
Qed.

(* attest: positional.ood-n2 finding_final_bound sha256:75f8e0acafe69a67857a87bb8891d7cf0758a87f6e06a8d133841dade5a13198 theorem:positional_ood_n2_finding_final_bound *)
Theorem positional_ood_n2_finding_final_bound : Holds statements_positional_ood_n2.finding_final_bound.
Proof.
by_machine (Exhaustive "c" false [Witness "m" (d_integer 14) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-11) 13); d_rational (Frac (-9) 13); d_rational (Frac (-7)
  13); d_rational (Frac (-5) 13); d_rational (Frac (-3) 13); d_rational (Frac (-1) 13); d_rational (Frac 1 13); d_rational (Frac 3 13); d_rational (Frac 5 13); d_rational (Frac
  7 13); d_rational (Frac 9 13); d_rational (Frac 11 13); d_integer 1]) (Witness "l" (d_integer 14) (Witness "U" (DList [d_integer (-3); d_rational (Frac (-457) 169);
  d_rational (Frac (-411) 169); d_rational (Frac (-369) 169); d_rational (Frac (-331) 169); d_rational (Frac (-297) 169); d_rational (Frac (-267) 169); d_rational (Frac (-241)
  169); d_rational (Frac (-219) 169); d_rational (Frac (-201) 169); d_rational (Frac (-187) 169); d_rational (Frac (-177) 169); d_rational (Frac (-171) 169); d_integer (-1)])
  (Witness "k" (d_integer 14) (Witness "T" (DList [d_integer 1; d_rational (Frac 171 169); d_rational (Frac 177 169); d_rational (Frac 187 169); d_rational (Frac 201 169);
  d_rational (Frac 219 169); d_rational (Frac 241 169); d_rational (Frac 267 169); d_rational (Frac 297 169); d_rational (Frac 331 169); d_rational (Frac 369 169); d_rational
  (Frac 411 169); d_rational (Frac 457 169); d_integer 3]) Evaluate))))); Witness "m" (d_integer 8) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-5) 7); d_rational
  (Frac (-3) 7); d_rational (Frac (-1) 7); d_rational (Frac 1 7); d_rational (Frac 3 7); d_rational (Frac 5 7); d_integer 1]) (Witness "l" (d_integer 8) (Witness "U" (DList
  [d_integer (-4); d_rational (Frac (-157) 49); d_rational (Frac (-124) 49); d_rational (Frac (-97) 49); d_rational (Frac (-76) 49); d_rational (Frac (-61) 49); d_rational
  (Frac (-52) 49); d_integer (-1)]) (Witness "k" (d_integer 8) (Witness "T" (DList [d_integer 1; d_rational (Frac 52 49); d_rational (Frac 61 49); d_rational (Frac 76 49);
  d_rational (Frac 97 49); d_rational (Frac 124 49); d_rational (Frac 157 49); d_integer 4]) Evaluate))))); Witness "m" (d_integer 7) (Witness "S" (DList [d_integer (-1);
  d_rational (Frac (-2) 3); d_rational (Frac (-1) 3); d_integer 0; d_rational (Frac 1 3); d_rational (Frac 2 3); d_integer 1]) (Witness "l" (d_integer 7) (Witness "U" (DList
  [d_integer (-5); d_rational (Frac (-34) 9); d_rational (Frac (-25) 9); d_integer (-2); d_rational (Frac (-13) 9); d_rational (Frac (-10) 9); d_integer (-1)]) (Witness "k"
  (d_integer 7) (Witness "T" (DList [d_integer 1; d_rational (Frac 10 9); d_rational (Frac 13 9); d_integer 2; d_rational (Frac 25 9); d_rational (Frac 34 9); d_integer 5])
  Evaluate))))); Witness "m" (d_integer 6) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-3) 5); d_rational (Frac (-1) 5); d_rational (Frac 1 5); d_rational (Frac 3
  5); d_integer 1]) (Witness "l" (d_integer 6) (Witness "U" (DList [d_integer (-6); d_rational (Frac (-21) 5); d_rational (Frac (-14) 5); d_rational (Frac (-9) 5); d_rational
  (Frac (-6) 5); d_integer (-1)]) (Witness "k" (d_integer 6) (Witness "T" (DList [d_integer 1; d_rational (Frac 6 5); d_rational (Frac 9 5); d_rational (Frac 14 5); d_rational
  (Frac 21 5); d_integer 6]) Evaluate))))); Witness "m" (d_integer 6) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-3) 5); d_rational (Frac (-1) 5); d_rational (Frac
  1 5); d_rational (Frac 3 5); d_integer 1]) (Witness "l" (d_integer 6) (Witness "U" (DList [d_integer (-7); d_rational (Frac (-121) 25); d_rational (Frac (-79) 25); d_rational
  (Frac (-49) 25); d_rational (Frac (-31) 25); d_integer (-1)]) (Witness "k" (d_integer 6) (Witness "T" (DList [d_integer 1; d_rational (Frac 31 25); d_rational (Frac 49 25);
  d_rational (Frac 79 25); d_rational (Frac 121 25); d_integer 7]) Evaluate))))); Witness "m" (d_integer 5) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-1) 2);
  d_integer 0; d_rational (Frac 1 2); d_integer 1]) (Witness "l" (d_integer 5) (Witness "U" (DList [d_integer (-8); d_rational (Frac (-79) 16); d_rational (Frac (-11) 4);
  d_rational (Frac (-23) 16); d_integer (-1)]) (Witness "k" (d_integer 5) (Witness "T" (DList [d_integer 1; d_rational (Frac 23 16); d_rational (Frac 11 4); d_rational (Frac 79
  16); d_integer 8]) Evaluate))))); Witness "m" (d_integer 5) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-1) 2); d_integer 0; d_rational (Frac 1 2); d_integer 1])
  (Witness "l" (d_integer 5) (Witness "U" (DList [d_integer (-9); d_rational (Frac (-11) 2); d_integer (-3); d_rational (Frac (-3) 2); d_integer (-1)]) (Witness "k" (d_integer
  5) (Witness "T" (DList [d_integer 1; d_rational (Frac 3 2); d_integer 3; d_rational (Frac 11 2); d_integer 9]) Evaluate))))); Witness "m" (d_integer 5) (Witness "S" (DList
  [d_integer (-1); d_rational (Frac (-1) 2); d_integer 0; d_rational (Frac 1 2); d_integer 1]) (Witness "l" (d_integer 5) (Witness "U" (DList [d_integer (-10); d_rational (Frac
  (-97) 16); d_rational (Frac (-13) 4); d_rational (Frac (-25) 16); d_integer (-1)]) (Witness "k" (d_integer 5) (Witness "T" (DList [d_integer 1; d_rational (Frac 25 16);
  d_rational (Frac 13 4); d_rational (Frac 97 16); d_integer 10]) Evaluate)))))]).
Qed.
