(* SPDX-License-Identifier: Apache-2.0 *)
(* Written by reflect.py: certificates that are complete, on which Coq's kernel runs the proved checker (theory/semantics/reflection.v). *)
From Coq Require Import String List ZArith.
From attest Require Import syntax meaning rationals enclosures quantities interpreter checker reflection.
From attest Require statements_positional_discrepancy_samples statements_positional_lemma_c5 statements_positional_odd_even_sort statements_positional_ood_majority
  statements_positional_pcoc_definition statements_srpe_dataset_tables statements_srpe_reber_t5 statements_srpe_t5_bucket_range statements_srpe_tables_classification
  statements_srpe_theorem_1_posterior statements_urpe_cost statements_urpe_parameter_count statements_urpe_synthetic_ceilings statements_urpe_tables.
Import ListNotations.
Local Open Scope Z_scope.
Local Open Scope string_scope.

(* attest: urpe.tables finding_subset_within_one_deviation sha256:67269fa060e7f71fa6ca0b3eff92699446c9e6c9a1aa2ba6eadd04439272b81c theorem:urpe_tables_finding_subset_within_one_deviation *)
Theorem urpe_tables_finding_subset_within_one_deviation : Holds statements_urpe_tables.finding_subset_within_one_deviation.
Proof.
by_steps (Cells "plain" [(Some (Frac 29 250), Some (Frac 16 125))] true [Cells "urpe" [(Some (Frac 79 1000), Some (Frac 93 1000))] true [Evaluate]]).
Qed.

(* attest: urpe.parameter-count finding_the_lengths sha256:6d44542e499a17a0848719903ec86b4d6f96baaa1b04e2326f3ed5e90d51a6e9 theorem:urpe_parameter_count_finding_the_lengths *)
Theorem urpe_parameter_count_finding_the_lengths : Holds statements_urpe_parameter_count.finding_the_lengths.
Proof.
by_steps (Exhaustive "n" true [Evaluate]).
Qed.

(* attest: urpe.parameter-count finding_causal_lengths sha256:9a7c773c6e2f963b420a4f71502bd9a0c8855804c2d6531dbaac4621df651890 theorem:urpe_parameter_count_finding_causal_lengths *)
Theorem urpe_parameter_count_finding_causal_lengths : Holds statements_urpe_parameter_count.finding_causal_lengths.
Proof.
by_steps (Exhaustive "n" true [Evaluate]).
Qed.

(* attest: urpe.parameter-count finding_table_2_heads sha256:c0f976ea50e46c43f67c8246bdf868a380ca6f49b5258c5a513b75627a2693e6 theorem:urpe_parameter_count_finding_table_2_heads *)
Theorem urpe_parameter_count_finding_table_2_heads : Holds statements_urpe_parameter_count.finding_table_2_heads.
Proof.
by_steps (Exhaustive "heads" true [Evaluate]).
Qed.

(* attest: urpe.synthetic-ceilings finding_bars_of_5_to_7_percent sha256:9d966e322ba84c32f825914ad804da6581a0d6680e45096c53999b25f70aa6a6 theorem:urpe_synthetic_ceilings_finding_bars_of_5_to_7_percent *)
Theorem urpe_synthetic_ceilings_finding_bars_of_5_to_7_percent : Holds statements_urpe_synthetic_ceilings.finding_bars_of_5_to_7_percent.
Proof.
by_steps (Exhaustive "V" true [Evaluate]).
Qed.

(* attest: urpe.cost finding_rounding_of_memory sha256:4ab47504bc6fd26e395d70d1136fff897de1e55394d307f37483952f0e748c2b theorem:urpe_cost_finding_rounding_of_memory *)
Theorem urpe_cost_finding_rounding_of_memory : Holds statements_urpe_cost.finding_rounding_of_memory.
Proof.
by_steps (Exhaustive "k" false [Cells "plain" [(Some (Frac 191 200), Some (Frac 193 200))] true [Cells "urpe" [(Some (Frac 193 200), Some (Frac 39 40))] true [Evaluate]];
  Cells "plain" [(Some (Frac 371 200), Some (Frac 373 200))] true [Cells "urpe" [(Some (Frac 407 200), Some (Frac 409 200))] true [Evaluate]]]).
Qed.

(* attest: srpe.tables-classification finding_in_points sha256:006b93a94f5f128f751eb26b6a4992f023d474ea89e62048193a6aecd5bd8d96 theorem:srpe_tables_classification_finding_in_points *)
Theorem srpe_tables_classification_finding_in_points : Holds statements_srpe_tables_classification.finding_in_points.
Proof.
by_steps (Cells "t" [(None, Some (Int 7)); (Some (Int 7), None)] true [Evaluate]).
Qed.

(* attest: srpe.dataset-tables printed sha256:055b87c52be58cfd846dcf709418f03c0443ef6f19d45f4d8d5005dcfc7f6f7a theorem:srpe_dataset_tables_printed *)
Theorem srpe_dataset_tables_printed : Holds statements_srpe_dataset_tables.printed.
Proof.
by_steps (EachPart [("ten_folds", Exhaustive "i" true [Evaluate]); ("tests_of_their_own", Evaluate)]).
Qed.

(* attest: srpe.reber-t5 finding_short_strings sha256:32c50d08edbad88d9c23adf8ec7fa9d07631d21eb0a9650a53bac2c85de3d446 theorem:srpe_reber_t5_finding_short_strings *)
Theorem srpe_reber_t5_finding_short_strings : Holds statements_srpe_reber_t5.finding_short_strings.
Proof.
by_steps (Exhaustive "first" true [Exhaustive "second" true [Evaluate]]).
Qed.

(* attest: srpe.t5-bucket-range finding_last_bucket sha256:8feb388e06c73770eeda0b8f6779e6ea74c5d93d58f271dbf10bd10578613dd6 theorem:srpe_t5_bucket_range_finding_last_bucket *)
Theorem srpe_t5_bucket_range_finding_last_bucket : Holds statements_srpe_t5_bucket_range.finding_last_bucket.
Proof.
by_steps (Exhaustive "M" true [Evaluate]).
Qed.

(* attest: srpe.theorem-1-posterior finding_two_tokens_without_one sha256:2e32285d0028540f1adb69d3e3dbf218cdcc6147f6b6da7345213260de3bfef4 theorem:srpe_theorem_1_posterior_finding_two_tokens_without_one *)
Theorem srpe_theorem_1_posterior_finding_two_tokens_without_one : Holds statements_srpe_theorem_1_posterior.finding_two_tokens_without_one.
Proof.
by_steps (Exhaustive "u" true [Exhaustive "w" true [Evaluate]]).
Qed.

(* attest: positional.lemma-c5 finding_fair_coin sha256:04476311d0138414ae1f6c850c1a1002cec07e38c11a689c0b0d5624f2a5abdd theorem:positional_lemma_c5_finding_fair_coin *)
Theorem positional_lemma_c5_finding_fair_coin : Holds statements_positional_lemma_c5.finding_fair_coin.
Proof.
by_steps (Exhaustive "sample" true [Evaluate]).
Qed.

(* attest: positional.pcoc-definition finding_oracle_that_knows_the_data sha256:eb5fc3eda4c44834cb182f27e7bb6dc2eef2f5a8645b527c8540065ea0be44af theorem:positional_pcoc_definition_finding_oracle_that_knows_the_data *)
Theorem positional_pcoc_definition_finding_oracle_that_knows_the_data : Holds statements_positional_pcoc_definition.finding_oracle_that_knows_the_data.
Proof.
by_steps (Exhaustive "p" false [Exhaustive "v" true [Witness "receive" (DList [DList [DList [d_integer 1; d_integer 1]]; DList [DList [d_integer 2; d_integer 1]]]) Evaluate];
  Exhaustive "v" true [Witness "receive" (DList [DList [DList [d_integer 2; d_integer 1]]; DList [DList [d_integer 1; d_integer 1]]]) Evaluate]]).
Qed.

(* attest: positional.odd-even-sort finding_small_n sha256:17d5e54062464fe8e6b9f3526c286a40a56486e02fdb0628f7ad7f7e57cf5cb9 theorem:positional_odd_even_sort_finding_small_n *)
Theorem positional_odd_even_sort_finding_small_n : Holds statements_positional_odd_even_sort.finding_small_n.
Proof.
by_steps (Exhaustive "n" true [Exhaustive "x" true [Evaluate]]).
Qed.

(* attest: positional.discrepancy-samples finding_smaller_cases sha256:aba2fe8774f70d684be032ca2778898efca703cccb321d7216b90651bd14cd1a theorem:positional_discrepancy_samples_finding_smaller_cases *)
Theorem positional_discrepancy_samples_finding_smaller_cases : Holds statements_positional_discrepancy_samples.finding_smaller_cases.
Proof.
by_steps (EachPart [("either", Exhaustive "L" true [Exhaustive "n" true [Evaluate]]); ("both", Exhaustive "L" true [Exhaustive "n" true [Evaluate]])]).
Qed.

(* attest: positional.ood-majority printed sha256:425272d5e61e0e70eb33d13a4bd5c93a0cfa051ea5b7f0875d2d1e3563c7c374 theorem:positional_ood_majority_printed *)
Theorem positional_ood_majority_printed : Holds statements_positional_ood_majority.printed.
Proof.
by_steps (Exhaustive "n" false [Exhaustive "c" false [Witness "m" (d_integer 6) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-3) 5); d_rational (Frac (-1) 5);
  d_rational (Frac 1 5); d_rational (Frac 3 5); d_integer 1]) (Witness "l" (d_integer 6) (Witness "U" (DList [d_integer (-2); d_rational (Frac (-41) 25); d_rational (Frac (-34)
  25); d_rational (Frac (-29) 25); d_rational (Frac (-26) 25); d_integer (-1)]) (Witness "k" (d_integer 6) (Witness "T" (DList [d_integer 1; d_rational (Frac 26 25); d_rational
  (Frac 29 25); d_rational (Frac 34 25); d_rational (Frac 41 25); d_integer 2]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0;
  d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-3); d_rational (Frac (-3) 2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList
  [d_integer 1; d_rational (Frac 3 2); d_integer 3]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l"
  (d_integer 3) (Witness "U" (DList [d_integer (-4); d_rational (Frac (-7) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 7
  4); d_integer 4]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList
  [d_integer (-5); d_integer (-2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 2; d_integer 5]) Evaluate))))); Witness "m"
  (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-6); d_rational (Frac (-9) 4);
  d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 9 4); d_integer 6]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S"
  (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-7); d_rational (Frac (-5) 2); d_integer (-1)]) (Witness "k"
  (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5 2); d_integer 7]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer
  0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-8); d_rational (Frac (-11) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList
  [d_integer 1; d_rational (Frac 11 4); d_integer 8]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l"
  (d_integer 3) (Witness "U" (DList [d_integer (-9); d_integer (-3); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 3; d_integer 9])
  Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-10);
  d_rational (Frac (-13) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 13 4); d_integer 10]) Evaluate)))))]; Exhaustive "c"
  false [Witness "m" (d_integer 4) (Witness "S" (DList [d_integer (-1); d_rational (Frac (-1) 3); d_rational (Frac 1 3); d_integer 1]) (Witness "l" (d_integer 4) (Witness "U"
  (DList [d_integer (-2); d_rational (Frac (-13) 9); d_rational (Frac (-10) 9); d_integer (-1)]) (Witness "k" (d_integer 4) (Witness "T" (DList [d_integer 1; d_rational (Frac
  10 9); d_rational (Frac 13 9); d_integer 2]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer
  3) (Witness "U" (DList [d_integer (-3); d_rational (Frac (-3) 2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 3 2);
  d_integer 3]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList
  [d_integer (-4); d_rational (Frac (-7) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 7 4); d_integer 4]) Evaluate)))));
  Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-5); d_integer (-2);
  d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 2; d_integer 5]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList
  [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-6); d_rational (Frac (-9) 4); d_integer (-1)]) (Witness "k" (d_integer
  3) (Witness "T" (DList [d_integer 1; d_rational (Frac 9 4); d_integer 6]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer
  1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-7); d_rational (Frac (-5) 2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1;
  d_rational (Frac 5 2); d_integer 7]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3)
  (Witness "U" (DList [d_integer (-8); d_rational (Frac (-11) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 11 4);
  d_integer 8]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList
  [d_integer (-9); d_integer (-3); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 3; d_integer 9]) Evaluate))))); Witness "m"
  (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-10); d_rational (Frac (-13) 4);
  d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 13 4); d_integer 10]) Evaluate)))))]; Exhaustive "c" false [Witness "m"
  (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-2); d_rational (Frac (-5) 4);
  d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5 4); d_integer 2]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S"
  (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-3); d_rational (Frac (-3) 2); d_integer (-1)]) (Witness "k"
  (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 3 2); d_integer 3]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer
  0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-4); d_rational (Frac (-7) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList
  [d_integer 1; d_rational (Frac 7 4); d_integer 4]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l"
  (d_integer 3) (Witness "U" (DList [d_integer (-5); d_integer (-2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 2; d_integer 5])
  Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-6);
  d_rational (Frac (-9) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 9 4); d_integer 6]) Evaluate))))); Witness "m"
  (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-7); d_rational (Frac (-5) 2);
  d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5 2); d_integer 7]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S"
  (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-8); d_rational (Frac (-11) 4); d_integer (-1)]) (Witness "k"
  (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 11 4); d_integer 8]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer
  0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-9); d_integer (-3); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1;
  d_integer 3; d_integer 9]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U"
  (DList [d_integer (-10); d_rational (Frac (-13) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 13 4); d_integer 10])
  Evaluate)))))]; Exhaustive "c" false [Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList
  [d_integer (-2); d_rational (Frac (-5) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5 4); d_integer 2]) Evaluate)))));
  Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-3); d_rational (Frac
  (-3) 2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 3 2); d_integer 3]) Evaluate))))); Witness "m" (d_integer 3) (Witness
  "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-4); d_rational (Frac (-7) 4); d_integer (-1)]) (Witness "k"
  (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 7 4); d_integer 4]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer
  0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-5); d_integer (-2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1;
  d_integer 2; d_integer 5]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U"
  (DList [d_integer (-6); d_rational (Frac (-9) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 9 4); d_integer 6])
  Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-7);
  d_rational (Frac (-5) 2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5 2); d_integer 7]) Evaluate))))); Witness "m"
  (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-8); d_rational (Frac (-11) 4);
  d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 11 4); d_integer 8]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S"
  (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-9); d_integer (-3); d_integer (-1)]) (Witness "k" (d_integer 3)
  (Witness "T" (DList [d_integer 1; d_integer 3; d_integer 9]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness
  "l" (d_integer 3) (Witness "U" (DList [d_integer (-10); d_rational (Frac (-13) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational
  (Frac 13 4); d_integer 10]) Evaluate)))))]; Exhaustive "c" false [Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l"
  (d_integer 3) (Witness "U" (DList [d_integer (-2); d_rational (Frac (-5) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5
  4); d_integer 2]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList
  [d_integer (-3); d_rational (Frac (-3) 2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 3 2); d_integer 3]) Evaluate)))));
  Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-4); d_rational (Frac
  (-7) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 7 4); d_integer 4]) Evaluate))))); Witness "m" (d_integer 3) (Witness
  "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-5); d_integer (-2); d_integer (-1)]) (Witness "k"
  (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 2; d_integer 5]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0;
  d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-6); d_rational (Frac (-9) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList
  [d_integer 1; d_rational (Frac 9 4); d_integer 6]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l"
  (d_integer 3) (Witness "U" (DList [d_integer (-7); d_rational (Frac (-5) 2); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 5
  2); d_integer 7]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList
  [d_integer (-8); d_rational (Frac (-11) 4); d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 11 4); d_integer 8]) Evaluate)))));
  Witness "m" (d_integer 3) (Witness "S" (DList [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-9); d_integer (-3);
  d_integer (-1)]) (Witness "k" (d_integer 3) (Witness "T" (DList [d_integer 1; d_integer 3; d_integer 9]) Evaluate))))); Witness "m" (d_integer 3) (Witness "S" (DList
  [d_integer (-1); d_integer 0; d_integer 1]) (Witness "l" (d_integer 3) (Witness "U" (DList [d_integer (-10); d_rational (Frac (-13) 4); d_integer (-1)]) (Witness "k"
  (d_integer 3) (Witness "T" (DList [d_integer 1; d_rational (Frac 13 4); d_integer 10]) Evaluate)))))]]).
Qed.
