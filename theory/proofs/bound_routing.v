(* SPDX-License-Identifier: Apache-2.0 *)
(* Facts 1 and 2, halves and the memory (routing.v, routing_claims.v), as the meaning of their statements: for every run. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads calls_runs.
From attest Require routing routing_claims statements_positional_fact_1 statements_positional_fact_2 statements_positional_memory_s.
From attest Require statements_positional_equal_halves.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition share_of_each_list_d := Eval compute in definition_in (definitions statements_positional_equal_halves.repaired) "share_of_each_list".
Definition share_d := Eval compute in definition_in (definitions statements_positional_fact_2.printed) "share".

(* --- In natural numbers ----------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Section Cards.
Variables (k : nat) (load : nat -> nat -> nat) (run : seq (seq nat)).
Hypothesis good : is_run k load run.
Let n := size (tuples k load).
Lemma held_of_cards L i h j : L < 2 * k -> i < 2 ^ k -> h < 2 ^ k -> j < 2 ^ k ->
  count (fun x => (at_layer run x (L + 1) == i) && ((source_of k load x == h) && (destination_of k load x == j))) (from_to 1 n) =
  #|[pred t | [&& @place k load run L.+1 t == bits k i, @src k load t == bits k h & @dst k load t == bits k j]]|.
Proof.
move=> L_lt i_lt h_lt j_lt; have L_in : 0 < L + 1 <= 2 * k by arith.
rewrite (held_cards good) //; apply: eq_card => t; rewrite !inE addn1 at_source // at_destination //.
Qed.
Lemma held_for_cards L i j : L < 2 * k -> i < 2 ^ k -> j < 2 ^ k ->
  count (fun x => (at_layer run x (L + 1) == i) && (destination_of k load x == j)) (from_to 1 n) =
  #|[pred t | (@place k load run L.+1 t == bits k i) && (@dst k load t == bits k j)]|.
Proof.
move=> L_lt i_lt j_lt; have L_in : 0 < L + 1 <= 2 * k by arith.
by rewrite (held_cards good) //; apply: eq_card => t; rewrite !inE addn1 at_destination.
Qed.
Lemma held_is_cards L i : L < 2 * k -> i < 2 ^ k ->
  count (fun x => at_layer run x (L + 1) == i) (from_to 1 n) = #|[pred t | @place k load run L.+1 t == bits k i]|.
Proof.
move=> L_lt i_lt; have L_in : 0 < L + 1 <= 2 * k by arith.
rewrite (eq_count (a2 := fun x => (at_layer run x (L + 1) == i) && xpredT x)) => [|x]; last by rewrite andbT.
by rewrite (held_cards good) //; apply: eq_card => t; rewrite !inE addn1 andbT.
Qed.
Lemma fitting_cards s : fitting k load s -> (forall h, #|[pred t | @place k load run 1 t == h]| <= s) /\ (forall j, #|[pred t | @dst k load t == j]| <= s).
Proof.
move=> /allP fits; split=> [h|j].
  have /andP[sent _] := fits _ (number_in h); rewrite -(number_is h); apply: leq_trans sent.
  by rewrite -sent_cards ?number_lt //; apply/eq_leq/eq_card => t; rewrite !inE (run_starts good).
have /andP[_ got] := fits _ (number_in j); rewrite -(number_is j); apply: leq_trans got.
by rewrite -received_cards ?number_lt.
Qed.
End Cards.
Lemma phase_1 k L : L \in from_to 0 (k - 1) -> 0 < k -> L < k /\ L < 2 * k.
Proof. by move=> L_in k_gt0; split; arith. Qed.
Lemma phase_2 k L : L \in from_to k (2 * k - 1) -> 0 < k -> [/\ k <= L < k.*2, L < 2 * k, 2 * k - L - 1 = k.*2 - L.+1 & L - k + 1 = L.+1 - k].
Proof. by rewrite -mul2n => L_in k_gt0; split; [arith | arith | apply/eqP; arith | apply/eqP; arith]. Qed.
Local Close Scope nat_scope.

(* --- Calls ------------------------------------------------------------------------------------------------------------------ *)
Definition list_share k load run L i :=
  (all (fun h => all (fun j => 2 ^ L * count (fun x => (at_layer run x (L + 1) == i) && ((source_of k load x == h) && (destination_of k load x == j)))
    (from_to 1 (size (tuples k load))) == if i %% 2 ^ (k - L) == h %% 2 ^ (k - L) then load h j else 0) (labels k)) (labels k))%N.
Lemma list_share_held k load run L i : is_run k load run -> (L < k)%N -> (i < 2 ^ k)%N ->
  (forall h j, 2 ^ L * #|[pred t | [&& @place k load run L.+1 t == bits k i, @src k load t == h & @dst k load t == j]]| =
    if routing.agree (k - L) h (bits k i) then routing_claims.message (@src k load) (@dst k load) h j else 0)%N -> list_share k load run L i.
Proof.
move=> good L_lt i_lt shares; have L_lt2 : (L < 2 * k)%N by arith.
apply/allP => h; rewrite mem_labels => h_lt; apply/allP => j; rewrite mem_labels => j_lt.
by rewrite (held_of_cards good) // shares message_cards // agree_bits ?leq_subr // [(h %% _ == _)%N]eq_sym.
Qed.
Section Calls.
Variable S : numbers.
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation load_value k load := (rows_of_wholes (matrix k load)).
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "all_tuples" _ = _ => apply: call_all_tuples; provided
  | |- call _ _ "agree" _ = _ => apply: call_agree; provided
  | |- call _ _ "received" _ = _ => apply: call_received; [provided | met]
  | |- call _ _ "held_of" _ = _ => apply: call_held_of; [eassumption | provided | met]
  | |- call _ _ "held_for" _ = _ => apply: call_held_for; [eassumption | provided | met]
  end.
Lemma y_share defs env k load run L i : provides [:: held_of_d; calls_routing.agree_d; all_tuples_d; destination_d; source_d; labels_d] defs ->
  is_run k load run -> (L < k)%N -> (i < 2 ^ k)%N ->
  env = [:: ("run", rows_of_wholes run); ("load", load_value k load); ("k", whole k); ("L", whole L); ("i", whole i)]%string ->
  yields fs defs env (body share_of_each_list_d) (Bool (list_share k load run L i)).
Proof.
move=> W good L_lt i_lt ->; have L_lt2 : (L < 2 * k)%N by arith.
cbn [body share_of_each_list_d]; apply: yields_eq; first by naturally.
congr Bool; apply: eq_in_all => h; rewrite mem_labels => h_lt; apply: eq_in_all => j; rewrite mem_labels => j_lt.
by rewrite !addn1 item_matrix // item_map.
Qed.
Lemma call_share_of_each_list defs k load run L i :
  provides [:: share_of_each_list_d; held_of_d; calls_routing.agree_d; all_tuples_d; destination_d; source_d; labels_d] defs ->
  is_run k load run -> (L < k)%N -> (i < 2 ^ k)%N ->
  call fs defs "share_of_each_list" [:: rows_of_wholes run; load_value k load; whole k; whole L; whole i] = Value (Bool (list_share k load run L i)).
Proof. by move=> W good L_lt i_lt; enter; apply: (y_share _ good L_lt i_lt erefl); provided. Qed.
Definition fact_1_d := Eval compute in definition_in (definitions statements_positional_fact_1.printed) "fact_1".
Lemma call_fact_1 defs k load run L i :
  provides [:: fact_1_d; held_of_d; calls_routing.agree_d; all_tuples_d; destination_d; source_d; labels_d] defs ->
  is_run k load run -> (L < k)%N -> (i < 2 ^ k)%N ->
  call fs defs "fact_1" [:: rows_of_wholes run; load_value k load; whole k; whole L; whole i] = Value (Bool (list_share k load run L i)).
Proof. by move=> W good L_lt i_lt; enter; apply: (y_share _ good L_lt i_lt erefl); provided. Qed.
Lemma call_share defs k load run L i j : provides [:: share_d; held_for_d; all_tuples_d; destination_d] defs ->
  is_run k load run -> (0 < k)%N -> L \in from_to k (2 * k - 1) ->
  call fs defs "share" [:: rows_of_wholes run; load_value k load; whole k; whole L; whole i; whole j] =
  Value (whole (2 ^ (2 * k - L - 1) * count (fun x => (at_layer run x (L + 1) == i) && (destination_of k load x == j)) (from_to 1 (size (tuples k load))))%N).
Proof. by move=> W good k_gt0 L_in; have [L_le L_lt _ _] := phase_2 L_in k_gt0; enter; naturally. Qed.
End Calls.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "all_tuples" _ = _ => apply: call_all_tuples; provided
  | |- call _ _ "agree" _ = _ => apply: call_agree; provided
  | |- call _ _ "multiples" _ = _ => apply: call_multiples; [provided | met]
  | |- call _ _ "received" _ = _ => apply: call_received; [provided | met]
  | |- call _ _ "fits" _ = _ => apply: call_fits; provided
  | |- call _ _ "destination" _ = _ => apply: call_destination; [provided | met]
  | |- call _ _ "halves_by_destination" _ = _ => apply: call_by_destination; [eassumption | provided | met]
  | |- call _ _ "halves_by_message" _ = _ => apply: call_by_message; [eassumption | provided | met]
  | |- call _ _ "collects" _ = _ => apply: call_collects; [eassumption | provided | met]
  | |- call _ _ "held" _ = _ => apply: call_held; [eassumption | provided | met]
  | |- call _ _ "held_for" _ = _ => apply: call_held_for; [eassumption | provided | met]
  | |- call _ _ "share_of_each_list" _ = _ => apply: call_share_of_each_list; [provided | eassumption | met | met]
  | |- call _ _ "fact_1" _ = _ => apply: call_fact_1; [provided | eassumption | met | met]
  | |- call _ _ "share" _ = _ => apply: call_share; [provided | eassumption | met | met]
  end.
Ltac for_loads k := apply: (says_for_loads (k := k)); [provided | reflexivity | ].
Ltac for_loads_where k := apply: (says_for_loads_where (k := k)); [provided | reflexivity | ].
Ltac for_runs k load := apply: (says_for_runs (k := k) (load := load)); [provided | assumption | reflexivity | reflexivity | ].

(* attest: positional.equal-halves repaired sha256:7be837936a165d919d8c4d234a1415c7cae78d314d163145f3a811e953c568e2 theorem:by_message_is_enough *)
Theorem by_message_is_enough : Holds statements_positional_equal_halves.repaired.
Proof.
opening S W; natural_for_all => k k_gt0 _; for_loads_where k => load _; for_runs k load => run good cut.
apply: (told_by cut); [naturally | move=> /(run_halves_messages good) half].
natural_for_all => L L_in _; have [L_lt L_lt2] := phase_1 L_in k_gt0; natural_for_all => i; rewrite mem_labels => i_lt _; natural_value.
by apply: list_share_held => // h j; exact: (routing_claims.by_message _ _ _ (run_starts good) (run_edges good) half).
Qed.

(* attest: positional.equal-halves finding_up_to_four_machines sha256:41be2e6a8187907056c8bda56ac2e64db84e17041ad7a4248d5f5dc8963a71be theorem:up_to_four_machines *)
Theorem up_to_four_machines : Holds statements_positional_equal_halves.finding_up_to_four_machines.
Proof.
opening S W; natural_for_all => k; rewrite mem_from_to => /andP[k_gt0 k_le] _; for_loads k => load; for_runs k load => run good cut.
apply: (told_by cut); [naturally | move=> /(run_halves good) half].
natural_for_all => L L_in _; have [L_lt L_lt2] := phase_1 L_in k_gt0; natural_for_all => i; rewrite mem_labels => i_lt _; natural_value.
by apply: list_share_held => // h j; apply: (routing_claims.up_to_four_machines k_le (run_starts good) (run_edges good) half).
Qed.

(* attest: positional.fact-1 finding_numbers_by_destination sha256:51e1bae4a009fbd2cd02ebef10e25255b3cf5fca2427cd0ba1ad2ed7d8995df6 theorem:numbers_by_destination *)
Theorem numbers_by_destination : Holds statements_positional_fact_1.finding_numbers_by_destination.
Proof.
opening S W; natural_for_all => k k_gt0 _; for_loads k => load; for_runs k load => run good cut.
apply: (told_by cut); [naturally | move=> /(run_halves good) half].
natural_for_all => L L_in _; have [L_lt L_lt2] := phase_1 L_in k_gt0; natural_for_all => i; rewrite mem_labels => i_lt _; natural_value.
apply/allP => j; rewrite mem_labels => j_lt; rewrite /compare_wholes (held_for_cards good) //.
rewrite (routing_claims.numbers_by_destination (run_starts good) (run_edges good) half) // sum_labels; apply/eqP.
apply: eq_big => [h|h _]; first by rewrite -[h in LHS]number_is agree_bits ?leq_subr // eq_sym.
by rewrite !addn1 item_matrix ?number_lt // item_map // -(message_cards load (number_lt h) j_lt) number_is.
Qed.

(* attest: positional.fact-2 printed sha256:c2d1740713ca828226fd9b6c5d86e5c26e3c82ac7c0585ec2edf20b2d017b15c theorem:fact_2 *)
Theorem fact_2 : Holds statements_positional_fact_2.printed.
Proof.
opening S W; natural_for_all => k k_gt0 _; for_loads k => load; for_runs k load => run good cut.
apply: (told_by cut); [naturally | case/andP=> /(run_halves good) half /run_collects collect].
natural_for_all => L L_in _; have [L_phase L_lt powE bitsE] := phase_2 L_in k_gt0; natural_for_all => i; rewrite mem_labels => i_lt _.
natural_for_all => j; rewrite mem_labels => j_lt _; natural_value; apply/eqP.
rewrite (held_for_cards good) // powE bitsE (routing_claims.fact_2 (run_edges good) half collect) // agree_bits; last by rewrite leq_subLR addnn; case/andP: L_phase.
by rewrite received_cards.
Qed.

(* attest: positional.fact-2 finding_delivery_needs_no_halves sha256:841ec06e3785b4ddd89abf29f43c3bf61131ad83afeb286390ae2afa4801d5a0 theorem:everything_arrives *)
Theorem everything_arrives : Holds statements_positional_fact_2.finding_delivery_needs_no_halves.
Proof.
opening S W; natural_for_all => k k_gt0 _; for_loads k => load; for_runs k load => run good cut.
apply: (told_by cut); [naturally | move=> /run_collects collect]; have same := size_run good; natural_value.
apply/allP => -[|x]; rewrite mem_from_to // => /andP[_ x_lt]; have /= arrives := routing_claims.everything_arrives k_gt0 (run_edges good) collect (Ordinal x_lt).
have x_in : (0 < x.+1 <= size (tuples k load))%N by [].
have last : (0 < 2 * k <= 2 * k)%N by arith.
have [_ d_lt] := ends_lt x_in; apply/eqP; apply: (bits_inj (at_layer_lt good x_in last) d_lt).
by move: arrives; rewrite -mul2n.
Qed.

(* attest: positional.memory-s printed sha256:15410fb46664bddf2d2c9828a6131a2f14f1e8e57e2c399e59fd68071600a31d theorem:memory_is_s *)
Theorem memory_is_s : Holds statements_positional_memory_s.printed.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => s _ _; for_loads_where k => load fits; for_runs k load => run good cut.
apply: (told_by fits); [naturally | move=> /(fitting_cards good)[sends receives]].
apply: (told_by cut); [naturally | case/andP=> /(run_halves good) half /run_collects collect].
natural_for_all => L; rewrite mem_from_to => L_in _; have L_lt : (L < 2 * k)%N by arith.
natural_for_all => i; rewrite mem_labels => i_lt _; natural_value; rewrite /compare_wholes (held_is_cards good) //.
by apply: (routing_claims.memory_is_s (run_edges good) half collect sends receives); rewrite -mul2n.
Qed.

