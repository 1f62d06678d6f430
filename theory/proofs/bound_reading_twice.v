(* SPDX-License-Identifier: Apache-2.0 *)
(* Limits of Definition A.2 on what machines send: the oracle of data-agnostic routing keeps to them with twice the memory, and slots that two
   machines read do not keep to them with the memory itself. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads calls_runs calls_machines calls_agnostic.
From attest Require Import calls_agnostic_slots.
From attest Require routing gathering statements_positional_two_s_slots statements_positional_agnostic_routing.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition read_by_both_d := Eval compute in definition_in (definitions statements_positional_two_s_slots.finding_reading_twice_breaks_the_limit) "read_by_both".

(* --- In natural numbers ----------------------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Definition from_machine i s : seq (seq nat) := [seq [:: i; q] | q <- from_to 1 s].
Definition both s := [:: from_machine 1 s ++ from_machine 2 s; from_machine 2 s ++ from_machine 1 s].
Lemma count_reads i j s : count (gathering.reads i) (from_machine j s) = if j == i then s else 0.
Proof.
rewrite count_map (eq_count (a2 := fun=> j == i)) //; case: eqP => _; last exact: count_pred0.
by rewrite count_predT size_iota subSS subn0.
Qed.
Lemma sent_to_both s : gathering.total_sent (both s) 1 = 2 * s.
Proof. by rewrite /gathering.total_sent !big_cons big_nil !count_cat !count_reads !addn0 mul2n -addnn. Qed.
Local Close Scope nat_scope.

Ltac image_index ::= fail.
Lemma call_read_by_both (S : numbers) defs s : provides [:: read_by_both_d] defs ->
  call (functions_of S) defs "read_by_both" [:: whole s] = Value (round_of S (both s)).
Proof.
move=> W; enter; set env := [:: _].
have rows i (n : BinNums.N) : BinNat.N.to_nat n = i -> yields (functions_of S) earlier env
    (ListOver (ListOf [:: Number n; Name "q"%string]) [:: ("q"%string, Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "s"))] None)
    (rows_of_wholes (from_machine i s)).
  by move=> nE; apply: w_list_rows => [|q _]; [naturally | apply: y_pair; [exact: w_number nE | naturally]].
have row_1 := rows 1%N (BinNums.Npos BinNums.xH) erefl; have row_2 := rows 2%N (BinNums.Npos (BinNums.xO BinNums.xH)) erefl.
refine (y_list (vs := [:: rows_of_wholes (from_machine 1 s ++ from_machine 2 s); rows_of_wholes (from_machine 2 s ++ from_machine 1 s)]) _).
by refine (all_cons _ (all_cons _ (all_nil _ _ _))); rewrite /rows_of_wholes map_cat; apply: y_concatenate.
Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "total_sent" _ = _ => apply: call_total_sent; provided
  | |- call _ _ "read_by_both" _ = _ => apply: call_read_by_both; provided
  end.
(* attest: positional.two-s-slots finding_reading_twice_breaks_the_limit sha256:23caf145e46c34a46d4a3c64e13bc9e669d7381b61851fa411a48b408873e1bc theorem:reading_twice *)
Theorem reading_twice : Holds statements_positional_two_s_slots.finding_reading_twice_breaks_the_limit.
Proof. by opening S W; natural_for_all => s _ _; natural_value; rewrite /compare_wholes sent_to_both. Qed.

(* --- The oracle --------------------------------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Lemma count_chosen i j s (p : pred nat) (f : nat -> nat) :
  count (gathering.reads i) [seq (if p q then [:: j; f q] else [::]) | q <- from_to 1 s] <= if j == i then s else 0.
Proof.
rewrite count_map; case: (j =P i) => [_|neq].
  by apply: leq_trans (count_size _ _) _; rewrite size_iota subSS subn0.
rewrite leqn0 -leqn0 leqNgt -has_count; apply/hasPn => q _ /=; case: (p q) => //.
by rewrite /gathering.reads /item /=; apply/eqP.
Qed.
Lemma places_sent k s l i j : count (gathering.reads i) (places k s l j) <= (if j + 1 == i then s else 0) + (if other j l k + 1 == i then s else 0).
Proof.
rewrite /places; case: ifP => _; rewrite count_cat; apply: leq_add; first [exact: count_chosen | exact: (count_chosen i _ s xpredT)].
Qed.
Lemma otherK k l i : 0 < l < k.*2 -> i < 2 ^ k -> other (other i l k) l k = i.
Proof.
move=> l_in i_lt; have [o_lt oE] := other_bits l_in i_lt; have [oo_lt ooE] := other_bits l_in o_lt.
by apply: (bits_inj oo_lt i_lt); rewrite ooE oE routing.flipK.
Qed.
Lemma oracle_is_receive k s l : 0 < l < k.*2 -> gathering.is_receive (2 ^ k) (2 * s) [seq places k s l i | i <- labels k].
Proof.
move=> l_in; apply/and3P; split; first by rewrite size_map size_labels.
  apply/allP => slots /mapP[i]; rewrite mem_labels => i_lt slotsE; have [o_lt _] := other_bits l_in i_lt; rewrite {}slotsE; apply/andP; split.
    by rewrite /places; case: ifP => _; rewrite size_cat !size_map !size_iota !subSS !subn0 mul2n addnn.
  apply/allP => p; rewrite /places; case: ifP => _; rewrite mem_cat => /orP[] /mapP[q]; rewrite mem_from_to => /andP[q_gt0 q_le] ->; rewrite /gathering.is_place /item /=.
  - case: (leqP (2 * q - 1) s) => // q_in; rewrite /= addn1 /= i_lt /=; arith.
  - case: (leqP (2 * q) s) => // q_in; rewrite /= addn1 /= o_lt /=; arith.
  - rewrite /= addn1 /= i_lt /= q_gt0 /=; arith.
  rewrite /= addn1 /= o_lt /=; arith.
apply/allP => i; rewrite mem_from_to => /andP[i_gt0 i_le]; pose j := i.-1; have j_lt : j < 2 ^ k by rewrite prednK.
have [o_lt _] := other_bits l_in j_lt.
rewrite /gathering.total_sent big_map; apply: (@leq_trans (\sum_(x <- labels k) ((if x == j then s else 0) + (if x == other j l k then s else 0)))).
  rewrite big_seq [X in _ <= X]big_seq; apply: leq_sum => x; rewrite mem_labels => x_lt; apply: leq_trans (places_sent _ _ _ _ _) _.
  have iE : i = j + 1 by rewrite addn1 prednK.
  rewrite iE !eqn_add2r; apply: leq_add => //; case: (other x l k =P j) => [oE|_] //.
  by rewrite -oE otherK // eqxx.
by rewrite big_split /= (sum_one (fun=> s)) // (sum_one (fun=> s)) // mul2n addnn.
Qed.
Local Close Scope nat_scope.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "oracle" _ = _ => apply: call_oracle; [provided | met]
  | |- call _ _ "is_receive" _ = _ => apply: call_is_receive; provided
  end.
(* attest: positional.agnostic-routing finding_within_the_limits sha256:417c4d0c012e1c34d124198bea5811cc304307076d4d316cd1b6526c65cf89a4 theorem:oracle_within_the_limits *)
Theorem oracle_within_the_limits : Holds statements_positional_agnostic_routing.finding_within_the_limits.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => s _ _; natural_value; apply/allP => l; rewrite mem_from_to => l_in.
by apply: oracle_is_receive; rewrite -mul2n; arith.
Qed.
