(* SPDX-License-Identifier: Apache-2.0 *)
(* Which loads can be halved in every step (positional.assumption-2), as the meaning of its statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads.
From attest Require statements_positional_assumption_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition is_power_of_two_d := Eval compute in definition_in (definitions statements_positional_assumption_2.finding_powers_of_two) "is_power_of_two".
Lemma call_is_power_of_two (S : numbers) defs e : provides [:: is_power_of_two_d] defs ->
  call (functions_of S) defs "is_power_of_two" [:: whole e] = Value (Bool (has (fun t => e == 2 ^ t)%N (from_to 0 e))).
Proof. by move=> W; enter; naturally. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "is_load" _ = _ => apply: call_is_load; provided
  | |- call _ _ "multiples" _ = _ => apply: call_multiples; [provided | met]
  | |- call _ _ "is_power_of_two" _ = _ => apply: call_is_power_of_two; provided
  | |- call _ _ "can_be_halved" _ = _ => apply: call_can_be_halved; [provided | met]
  end.

(* attest: positional.assumption-2 repaired sha256:6753dad40d1a46de1a4648192549357acee4a8cdc443757d607edea5e9a6a57e theorem:multiples_are_enough *)
Theorem multiples_are_enough : Holds statements_positional_assumption_2.repaired.
Proof.
opening S W; natural_for_all => k k_gt0 _; apply: (says_for_loads_where (k := k)); [provided | reflexivity | move=> load divides].
apply: (told_by divides); [naturally | move=> /allP rows]; natural_value; apply: divisible_halvable => i j i_lt j_lt.
have i_in : i \in labels k by rewrite mem_labels.
by have /allP := rows i i_in; apply; rewrite mem_labels.
Qed.

(* attest: positional.assumption-2 finding_alone_it_is_necessary sha256:6d81f29aec7062371ede15ff713394a657d862639d27085904897ec6d8193f81 theorem:alone_it_is_necessary *)
Theorem alone_it_is_necessary : Holds statements_positional_assumption_2.finding_alone_it_is_necessary.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => m _ _; pose load i j : nat := if (i == 0%N) && (j == 0%N) then m else 0%N.
refine (says_expression (p := true) _ _) => //.
refine (y_compare (v := Bool (halvable k load)) (w := Bool (m %% 2 ^ (k - 1) == 0)%N) _ _ _); last 1 first.
- by rewrite /= halvable_alone // eqxx.
- refine (y_call _ _ _); [refine (all_cons (v := rows_of_wholes (matrix k load)) _ (all_cons _ (all_nil _ _ _))) | reflexivity | natural_call]; naturally.
by naturally.
Qed.

(* attest: positional.assumption-2 finding_powers_of_two sha256:ab8dfcdc1b90b240883b433d739b1f5a8895be68b3fda66795c186ffeb2503fa theorem:powers_of_two_are_enough *)
Theorem powers_of_two_are_enough : Holds statements_positional_assumption_2.finding_powers_of_two.
Proof.
opening S W; natural_for_all => k k_gt0 _; apply: (says_for_loads_where (k := k)); [provided | reflexivity | move=> load sizes].
apply: (told_by sizes); [naturally | move=> /allP rows]; natural_value; apply: divisible_halvable => i j i_lt j_lt.
have row_in : [seq load i j | j <- labels k] \in matrix k load by apply: map_f; rewrite mem_labels.
have entry_in : load i j \in [seq load i j | j <- labels k] by apply: map_f; rewrite mem_labels.
have /allP/(_ _ entry_in)/orP[/eqP->|/andP[large /hasP[e _ /eqP powE]]] := rows _ row_in; first exact: dvdn0.
by move: large; rewrite /compare_wholes powE leq_exp2l // subn1 => le; apply: dvdn_exp2l.
Qed.

(* attest: positional.assumption-2 finding_no_least_size_is_enough sha256:faa87ef571e69e3a18bdab705bf791843e2157284290be4efb67576c7445853a theorem:no_least_size_is_enough *)
Theorem no_least_size_is_enough : Holds statements_positional_assumption_2.finding_no_least_size_is_enough.
Proof.
opening S W; natural_for_all => k k_gt1 _; natural_for_all => least _ _; have k_gt0 : (0 < k)%N by exact: ltnW.
pose load i j : nat := if (i == 0%N) && (j == 0%N) then least.*2.+1 else 0%N.
apply: (@says_exists_value S _ _ _ _ _ (rows_of_wholes (matrix k load))); [by move=> v; exact: any_and | exact: is_value_rows | | ].
  apply: yields_eq; first by naturally.
  congr Bool; apply/allP => row /mapP[i _ ->]; apply/allP => e /mapP[j _ ->]; rewrite /load; case: ifP => _ //=.
  by rewrite -addnn leqW ?leq_addr ?orbT.
natural_value; rewrite halvable_alone //; apply/negP => /(dvdn_trans (dvdn_exp2l 2 (_ : 1 <= k - 1)%N)).
by rewrite subn_gt0 => /(_ k_gt1); rewrite dvdn2 /= odd_double.
Qed.
