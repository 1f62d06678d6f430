(* SPDX-License-Identifier: Apache-2.0 *)
(* That runs with equal halves exist: Fact 1 and what halving needs, as the meaning of their statements; the memory of two machines. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads calls_runs bound_routing.
From attest Require routing routing_halving routing_claims statements_positional_fact_1 statements_positional_assumption_2 statements_positional_memory_s.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- The run that a function of layers and tuples names --------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Definition layered k load := nat -> 'I_(size (tuples k load)) -> routing.label k.
Definition built k load (p : layered k load) := [seq [seq number (p l t) | l <- from_to 1 (2 * k)] | t <- enum 'I_(size (tuples k load))].
Implicit Types (k : nat) (load : nat -> nat -> nat).

Lemma layer_at k load (p : layered k load) t l : 0 < l <= 2 * k -> item 0 [seq number (p m t) | m <- from_to 1 (2 * k)] l = number (p l t).
Proof. by case: l => // l l_le; rewrite /item (nth_map 0) /from_to ?size_iota subSS subn0 // nth_iota. Qed.
Lemma built_at k load (p : layered k load) (t : 'I_(size (tuples k load))) l : 0 < l <= 2 * k -> at_layer (built p) t.+1 l = number (p l t).
Proof.
move=> l_in; rewrite /at_layer (_ : item [::] (built p) t.+1 = [seq number (p m t) | m <- from_to 1 (2 * k)]) ?layer_at //.
by rewrite /item /= (nth_map t) ?size_enum_ord // nth_ord_enum.
Qed.
Lemma built_eq k load (p : layered k load) (t : 'I_(size (tuples k load))) l i : 0 < l <= 2 * k -> i < 2 ^ k -> (at_layer (built p) t.+1 l == i) = (p l t == bits k i).
Proof. by move=> l_in i_lt; rewrite built_at // -(bits_eq (number_lt _) i_lt) number_is. Qed.
Lemma built_is_run k load (p : layered k load) : 0 < k -> p 1 =1 @src k load -> routing.along_edges p -> is_run k load (built p).
Proof.
move=> k_gt0 start edges; apply/and4P; split.
- by rewrite size_map size_enum_ord.
- apply/allP => path /mapP[t _ ->]; rewrite size_map size_iota subSS subn0 eqxx; apply/allP => x /mapP[l _ ->]; exact: number_lt.
- apply/allP => -[|x]; rewrite mem_from_to // size_map size_enum_ord => /andP[_ x_lt].
  have first : 0 < 1 <= 2 * k by arith.
  have /= -> := built_at p (Ordinal x_lt) first; rewrite start /src numberK //.
  by have [] := @ends_lt k load x.+1 x_lt.
apply/allP => path /mapP[t _ ->]; apply/allP => l; rewrite mem_from_to => l_in.
have [here next inside] : [/\ 0 < l <= 2 * k, 0 < l + 1 <= 2 * k & 0 < l < k.*2] by rewrite -mul2n; split; arith.
rewrite !layer_at // addn1; have /orP[/eqP->|/eqP->] := edges l t inside; first by rewrite eqxx.
by rewrite other_number ?number_lt // number_is eqxx orbT.
Qed.
Lemma halves_built k load (p : layered k load) : routing.halves p (@dst k load) -> halved_by_destination k load (built p).
Proof.
move=> half; apply/allP => l; rewrite mem_from_to => l_from; have l_in : 0 < l < k by arith.
have [l_le l1_le _] := fragmentation_layer l_in.
apply/allP => i; rewrite mem_labels => i_lt; apply/allP => j; rewrite mem_labels => j_lt; rewrite !count_cards; apply/eqP.
have half_ij := half l l_in (bits k i) (bits k j); etransitivity; last etransitivity; [ | exact: half_ij | ].
  by congr (2 * _); apply: eq_card => t; rewrite !inE !built_eq // at_destination // addn1.
by apply: eq_card => t; rewrite !inE built_eq // at_destination.
Qed.
Lemma halves_built_messages k load (p : layered k load) :
  routing.halves p (routing_claims.sources_and_destinations (@src k load) (@dst k load)) -> halved_by_message k load (built p).
Proof.
move=> half; apply/allP => l; rewrite mem_from_to => l_from; have l_in : 0 < l < k by arith.
have [l_le l1_le _] := fragmentation_layer l_in; apply/allP => i; rewrite mem_labels => i_lt; apply/allP => h; rewrite mem_labels => h_lt.
apply/allP => j; rewrite mem_labels => j_lt; apply/implyP => _; rewrite !count_cards; apply/eqP.
have half_ij := half l l_in (bits k i) (bits k h, bits k j); etransitivity; last etransitivity; [ | exact: half_ij | ].
  by congr (2 * _); apply: eq_card => t; rewrite !inE ?xpair_eqE !built_eq // at_source // at_destination // addn1.
by apply: eq_card => t; rewrite !inE ?xpair_eqE built_eq // at_source // at_destination.
Qed.
Lemma for_machine_cards k load l i j : 0 < l < k -> i < 2 ^ k -> j < 2 ^ k ->
  #|[pred t | routing.agree (k - l.-1) (@src k load t) (bits k i) && (@dst k load t == bits k j)]| = for_machine k load l i j.
Proof.
move=> l_in i_lt j_lt; have -> : k - l.-1 = k - l + 1 by apply/eqP; case: l l_in => // l l_in; rewrite /=; arith.
have b_le : k - l + 1 <= k by arith.
rewrite (routing.card_classes _ (@src k load)) (bigID (fun h => routing.agree (k - l + 1) h (bits k i))) /= [X in _ + X]big1 ?addn0 => [|h differs].
  rewrite /for_machine sum_labels; apply: eq_big => [h|h agrees].
    by rewrite -[h in LHS]number_is agree_bits // eq_sym.
  rewrite -(message_cards load (number_lt h) j_lt) number_is; apply: eq_card => t; rewrite !inE andbAC.
  by case: eqP => [->|_]; rewrite ?andbF // agrees.
apply: eq_card0 => t; rewrite !inE; apply/negP => /andP[/andP[same _] /eqP src_h].
by rewrite src_h (negbTE differs) in same.
Qed.
Lemma halvable_cards k load : halvable k load <-> routing_halving.can_be_halved (@dst k load) (@src k load).
Proof.
split=> [/allP even l i j l_in|even].
  have [_ _ l_from] := fragmentation_layer l_in; rewrite -[i]number_is -[j]number_is for_machine_cards ?number_lt //.
  by have /allP/(_ _ (number_in i))/allP/(_ _ (number_in j)) := even l l_from.
apply/allP => l; rewrite mem_from_to => l_from; have l_in : 0 < l < k by arith.
apply/allP => i; rewrite mem_labels => i_lt; apply/allP => j; rewrite mem_labels => j_lt.
by rewrite -for_machine_cards //; exact: even.
Qed.
Lemma divisible_messages k load : all_divisible k load -> routing_claims.multiples (@src k load) (@dst k load).
Proof.
move=> /allP rows h j; rewrite -[h]number_is -[j]number_is message_cards ?number_lt //.
by have /allP := rows _ (number_in h); apply; exact: number_in.
Qed.
Local Close Scope nat_scope.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "multiples" _ = _ => apply: call_multiples; [provided | met]
  | |- call _ _ "can_be_halved" _ = _ => apply: call_can_be_halved; [provided | met]
  | |- call _ _ "runs_along_edges" _ = _ => apply: call_runs; [provided | met | eassumption]
  | |- call _ _ "halves_by_destination" _ = _ => apply: call_by_destination; [eassumption | provided | met]
  | |- call _ _ "halves_by_message" _ = _ => apply: call_by_message; [eassumption | provided | met]
  | |- call _ _ "fact_1" _ = _ => apply: call_fact_1; [provided | eassumption | met | met]
  end.
Ltac exists_run r := apply: (@says_exists_value _ _ _ _ _ _ (rows_of_wholes r));
  [by move=> v; exact: any_and | exact: is_value_rows | apply: yields_eq; first by naturally | exact: says_expression (y_truth _ _ _ _) _].

(* attest: positional.fact-1 printed sha256:a8cea4df7572f15ba12b0be5c261a86bc3f244e7f5a6d031a468194230bb1287 theorem:fact_1 *)
Theorem fact_1 : Holds statements_positional_fact_1.printed.
Proof.
opening S W; natural_for_all => k k_gt0 _; for_loads_where k => load sizes.
apply: (told_by sizes); [naturally | move=> /divisible_messages mult].
have [[p [start edges half]] _] := routing_claims.fact_1 mult; meaning_parts.
  have good := built_is_run k_gt0 start edges; exists_run (built p).
  by rewrite (halves_built_messages half).
for_runs k load => run good cut; apply: (told_by cut); [naturally | move=> /(run_halves_messages good) halved].
natural_for_all => L L_in _; have [L_lt L_lt2] := phase_1 L_in k_gt0; natural_for_all => i; rewrite mem_labels => i_lt _; natural_value.
by apply: list_share_held => // h j; exact: (routing_claims.by_message _ _ _ (run_starts good) (run_edges good) halved).
Qed.

(* attest: positional.assumption-2 finding_what_halving_needs sha256:8e6d7648fb66a9de076fd286a1a6551772df8b935c8a63ca4054aa2cd4a8613a theorem:what_halving_needs *)
Theorem what_halving_needs : Holds statements_positional_assumption_2.finding_what_halving_needs.
Proof.
opening S W; natural_for_all => k k_gt0 _; for_loads k => load.
have [needed enough] := routing_claims.what_halving_needs (@src k load) (@dst k load); meaning_parts.
  for_runs k load => run good cut; apply: (told_by cut); [naturally | move=> /(run_halves good) half].
  by natural_value; apply/halvable_cards; exact: needed (run_starts good) (run_edges good) half.
refine (says_forall (T := bool_eqType) (inside := fun b => b \in [:: halvable k load]) (h := @Bool _) (P := id) _ _ _).
- by apply: in_list; apply: (y_list (vs := [:: Bool (halvable k load)])); naturals.
- by move=> b _; exact: y_name.
move=> b; rewrite inE => /eqP-> /halvable_cards/enough[p [start edges half]].
have good := built_is_run k_gt0 start edges; exists_run (built p).
by rewrite (halves_built half).
Qed.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "fits" _ = _ => apply: call_fits; provided
  | |- call _ _ "collects" _ = _ => apply: call_collects; [eassumption | provided | met]
  | |- call _ _ "held" _ = _ => apply: call_held; [eassumption | provided | met]
  end.
(* attest: positional.memory-s finding_two_machines sha256:dd6f1a8fd678eb109ce77e005efee61e4cb83f21bb894d6a05e31332a74c4b29 theorem:memory_of_two_machines *)
Theorem memory_of_two_machines : Holds statements_positional_memory_s.finding_two_machines.
Proof.
opening S W; natural_for_all => s _ _; have one : (0 < 1)%N by [].
apply: says_for_values => [v | v /true_and[yv fits]]; first exact: any_and.
have [load vE] : exists load, v = rows_of_wholes (matrix 1 load).
  case/true_call: yv => [//|vs /true_cons[u [vs1 [yu /true_cons[w [vs2 [yw /true_nil-> ->]]] ->]]] loaded].
  have [uE] : Some v = Some u := yu; have [wE] : Some (whole 1) = Some w := yw.
  by rewrite -uE -wE in loaded; apply: is_load_true loaded; provided.
rewrite {v yv}vE in fits *; apply: says_for_values => [v | v /true_and[yv cut]]; first exact: any_and.
have [run vE good] : exists2 run, v = rows_of_wholes run & is_run 1 load run.
  case/true_call: yv => [//|vs /true_cons[u [vs1 [yu /true_cons[w [vs2 [yw /true_cons[x [vs3 [yx /true_nil-> ->]]] ->]]] ->]]] runs].
  have [uE] : Some v = Some u := yu; have [wE] : Some (rows_of_wholes (matrix 1 load)) = Some w := yw; have [xE] : Some (whole 1) = Some x := yx.
  by rewrite -uE -wE -xE in runs; apply: runs_true runs; [provided | ].
rewrite {v yv}vE in cut *.
apply: (told_by fits); [naturally | move=> /(fitting_cards good)[sends receives]].
apply: (told_by cut); [naturally | move=> /run_collects collect].
natural_for_all => L; rewrite mem_from_to => L_in _; have L_lt : (L < 2 * 1)%N by arith.
natural_for_all => i; rewrite mem_labels => i_lt _; natural_value; rewrite /compare_wholes (held_is_cards good) //.
exact: (routing_claims.memory_of_two_machines (run_edges good) collect sends receives).
Qed.
