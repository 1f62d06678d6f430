(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems of hardmax.v and patterns.v on the routing of Lemma B.2, with hardmax and with softmax, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_pcoc_routing.
From attest Require attention hardmax patterns statements_positional_lemma_b2_routing statements_positional_lemma_b2_softmax.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition pattern_of_d := Eval compute in definition_in (definitions statements_positional_lemma_b2_routing.repaired) "pattern_of".
Definition at_temperature_d := Eval compute in definition_in (definitions statements_positional_lemma_b2_softmax.printed) "at_temperature".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (N s : nat).

Lemma machine_place N (j : 'I_N) : j.+1%:R = (hardmax.machine j).+1%:R :> F.
Proof. by []. Qed.
Lemma y_first defs env a v l : yields fs defs env a (List (v :: l)) -> yields fs defs env (Index a (Number (BinNums.Npos BinNums.xH))) v.
Proof. by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 1). Qed.
Ltac side ::= first [assumption | exact: next | reflexivity].
Lemma call_pattern_of defs N (Q : 'M[F]_N.+1) :
  provides [:: pattern_of_d; scores_d; hardmax_rows_d; hardmax_d; unit_matrix_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "pattern_of" [:: Num N%:R; table Q] = Value (table (hardmax.hardmax Q)).
Proof.
move=> W; have N_gt0 : (0 < N.+1)%N by []; enter; apply: y_let.
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); apply: yields_eq; [value | rewrite next; reflexivity] | reflexivity | ].
  by apply: call_unit_matrix; provided.
by apply: yields_eq; [value | rewrite hardmax.scores_unit].
Qed.
Lemma call_at_temperature defs n q (Q : 'M[F]_(n, q)) T : provides [:: at_temperature_d] defs -> (0 < q)%N ->
  call fs defs "at_temperature" [:: table Q; Num T] = Value (table (attention.softmax (@exp_of S) (T *: (2%:R *: Q - const_mx 1)))).
Proof.
move=> W q_gt0; enter; refine (y_list_over (g := fun i => column (attention.softmax (@exp_of S) (T *: (2%:R *: Q - const_mx 1)) i)) _ _); first by value.
move=> i _; cbv beta; rewrite (column_vec (Q i)); set f := from_1 _; pose w k := exp_of (T * (2%:R * (f k - top q f))).
have sumE : \sum_(k <- iota 1 q) w k = (\sum_(j < q) exp_of (T * (2%:R * Q i j - 1))) * exp_of (T * (1 - 2%:R * top q f)).
  rewrite sum_from_1 mulr_suml; apply: eq_bigr => j _; rewrite /w /f from_1E -exp_add -mulrDr mulrBr; congr (exp_of (_ * _)).
  by rewrite addrA subrK.
have sum_neq0 : \sum_(k <- iota 1 q) w k != 0 by rewrite gt_eqF //; apply: sum_gt0 => // k; exact: exp_gt0.
apply: y_let; first by apply: (y_top q_gt0); value.
apply: (y_let (v := vec q w)); first by value.
apply: y_let; first by value.
apply: (yields_eq (v := vec q (fun k => w k / \sum_(k <- iota 1 q) w k))).
  by apply: y_list_over; [value | move=> k _; apply: y_divide; [value | value | ]].
rewrite vec_column; apply: column_ext => j; rewrite sumE /w /f from_1E.
have -> : T * (2%:R * (Q i j - top q (from_1 (Q i)))) = T * (2%:R * Q i j - 1) + T * (1 - 2%:R * top q (from_1 (Q i))).
  by rewrite -mulrDr mulrBr addrA subrK.
rewrite exp_add -mulf_div divff ?mulr1 ?gt_eqF ?exp_gt0 // !mxE; congr (_ / _).
by apply: eq_bigr => k _; rewrite !mxE.
Qed.
End Calls.

Ltac side ::= first [assumption | exact: next | exact: machine_place | exact: index_1 | reflexivity].
Ltac index_value ::=
  first [refine (y_number_at _ _ _); [value | value | first [side | reflexivity]]
       | refine (y_row_at _ _ _); [value | value | first [side | reflexivity]]
       | refine (y_first _); value].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "senders" _ = _ => first [eassumption | match goal with H : forall j z, call _ _ "senders" _ = _ |- _ => exact: H end]
  | |- call _ _ "printed_WQ" _ = _ => apply: call_printed_WQ; [provided | assumption]
  | |- call _ _ "attended" _ = _ => apply: call_attended; [provided | assumption]
  | |- call _ _ "repaired_WQ" _ = _ => apply: call_repaired_WQ; [provided | assumption]
  | |- call _ _ "pattern_of" _ = _ => apply: call_pattern_of; provided
  | |- call _ _ "hardmax_rows" _ = _ => found_call call_hardmax_rows
  | |- call _ _ "at_temperature" _ = _ => found_call call_at_temperature
  | |- call _ _ _ _ = _ => enter_named; value
  end.
(* attest: positional.lemma-b2-routing repaired sha256:71ecda95d7d2965e912041ec28a55ee39b71f93b310979f160399385e52b4a7b theorem:repaired_routing *)
Theorem repaired_routing : Holds statements_positional_lemma_b2_routing.repaired.
Proof.
opening S W; meaning_for_all => N N_gt0 _; meaning_for_all => s s_gt0 _.
apply: says_for_values => [v | v told]; first by apply: any_routing; provided.
have arguments : yields_all (functions_of S) defs [:: ("H"%string, v); ("s"%string, Num s%:R); ("N"%string, Num N%:R)]
  [:: Name "H"; Name "N"; Name "s"]%string [:: v; Num N%:R; Num s%:R] by values.
have [|r [vE r_uniq single]] := is_routing_true _ (own_call_true told erefl arguments); first by provided.
rewrite {}vE {told arguments}; meaning_for_all => z _ _.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: (y_same_table (B := hardmax.pattern S (hardmax.source (sends r) z))); first by value.
  refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | by apply: call_unique_pattern; provided].
    by apply: y_list_over; [value | move=> w _; value].
  by apply: yields_eq; [value | rewrite next].
by rewrite hardmax.hardmax_pattern eqxx.
Qed.

(* attest: positional.lemma-b2-routing finding_every_machine_receives sha256:083d2487434c122233bc7183949fb7712452a932c86a6f06c17e582313bdc3c2 theorem:printed_routing_if_filled *)
Theorem printed_routing_if_filled : Holds statements_positional_lemma_b2_routing.finding_every_machine_receives.
Proof.
opening S W; meaning_for_all => N N_gt0 _; meaning_for_all => s s_gt0 _.
apply: says_for_values => [v | v told]; first by apply: any_routing; provided.
have arguments : yields_all (functions_of S) defs [:: ("H"%string, v); ("s"%string, Num s%:R); ("N"%string, Num N%:R)]
  [:: Name "H"; Name "N"; Name "s"]%string [:: v; Num N%:R; Num s%:R] by values.
have [|r [vE r_uniq single]] := is_routing_true _ (own_call_true told erefl arguments); first by provided.
rewrite {}vE {told arguments}.
have senders j z : call (functions_of S) defs "senders" [:: routes S r; Num (nat_of_ord j).+1%:R; Num (nat_of_ord z).+1%:R] =
  Value (List [seq Num t.1.1.+1%:R | t : route N s <- sent r (j : 'I_N) (z : 'I_s)]) by apply: call_senders; provided.
meaning_for_all => z _ /allP filled.
have some_sender j : exists i, sends r i j z.
  have := filled j (mem_index_enum _); case: (sourceP j z single) => [none | i l i_j _]; last by exists i.
  by rewrite -[1%:R]/(1%N%:R) eqr_nat.
refine (says_expression (p := true) _ _) => //; refine (y_let _ _); first by value.
apply: yields_eq; first refine (y_all2 (p := fun _ _ => true) _ _ _).
- by value.
- by move=> j _; value.
- move=> j _ w _; have sendersE := senders j z.
  have [i [i_j routed]] := hardmax.printed_routing_if_filled S single some_sender j.
  move: sendersE; case: (sourceP j z single) => [none | i' l i'_j] sendersE; first by case/negP: (none i).
  apply: yields_eq; first by value.
  have := routed w; rewrite hardmax.scores_unit (single _ _ _ _ i'_j i_j) eqr_nat eqSS -val_eqE /= => ->.
  by case: (_ == _ :> nat); rewrite eqxx.
by congr Bool; apply/allP => j _; apply/allP.
Qed.

(* attest: positional.lemma-b2-softmax finding_all_rows sha256:a5da5551fb3d2d69422dd21c2a8bc0ed0fcb6222c61746081c5ffd2248101dcd theorem:repaired_routing_softmax *)
Theorem repaired_routing_softmax : Holds statements_positional_lemma_b2_softmax.finding_all_rows.
Proof.
opening S W; meaning_for_all => N N_gt0 _; meaning_for_all => s s_gt0 _.
apply: says_for_values => [v | v told]; first by apply: any_routing; provided.
have arguments : yields_all (functions_of S) defs [:: ("H"%string, v); ("s"%string, Num s%:R); ("N"%string, Num N%:R)]
  [:: Name "H"; Name "N"; Name "s"]%string [:: v; Num N%:R; Num s%:R] by values.
have [|r [vE r_uniq single]] := is_routing_true _ (own_call_true told erefl arguments); first by provided.
rewrite {}vE {told arguments}; meaning_for_all => z _ _; meaning_for_all => eps _ eps_gt0.
have eps_neq0 : eps != 0 by rewrite gt_eqF.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have ratio_gt0 : 0 < (N%:R + 1%:R) / eps by rewrite divr_gt0 // -natrD addn1 ltr0n.
meaning_for_all => T _ /andP[_ T_ge]; have n_gt0 : (0 < N.+1)%N by []; meaning_value.
apply/allP => a _; apply/allP => b _; rewrite distrC -(hardmax.repaired_WQE S z single).
by apply: (patterns.repaired_routing_softmax (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S)) => //; rewrite div1r mulrC -(next S).
Qed.

(* attest: positional.lemma-b2-softmax printed sha256:5b30d0bfe4f96314275c6daf03f4131fd5a8cf2d03da8398d7e6afc71ae34b17 theorem:printed_routing_softmax *)
Theorem printed_routing_softmax : Holds statements_positional_lemma_b2_softmax.printed.
Proof.
opening S W; meaning_for_all => N N_gt0 _; meaning_for_all => s s_gt0 _.
apply: says_for_values => [v | v told]; first by apply: any_routing; provided.
have arguments : yields_all (functions_of S) defs [:: ("H"%string, v); ("s"%string, Num s%:R); ("N"%string, Num N%:R)]
  [:: Name "H"; Name "N"; Name "s"]%string [:: v; Num N%:R; Num s%:R] by values.
have [|r [vE r_uniq single]] := is_routing_true _ (own_call_true told erefl arguments); first by provided.
rewrite {}vE {told arguments}.
have senders j z : call (functions_of S) defs "senders" [:: routes S r; Num (nat_of_ord j).+1%:R; Num (nat_of_ord z).+1%:R] =
  Value (List [seq Num t.1.1.+1%:R | t : route N s <- sent r (j : 'I_N) (z : 'I_s)]) by apply: call_senders; provided.
meaning_for_all => z _ _; meaning_for_all => eps _ eps_gt0; have eps_neq0 : eps != 0 by rewrite gt_eqF.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have ratio_gt0 : 0 < (N%:R + 1%:R) / eps by rewrite divr_gt0 // -natrD addn1 ltr0n.
meaning_for_all => T _ /andP[_ T_ge]; have n_gt0 : (0 < N.+1)%N by [].
have T_ge' : 1 / 2%:R * log_of (N.+1%:R / eps) <= T by rewrite div1r mulrC -(next S).
refine (says_expression (p := true) _ _) => //; refine (y_let _ _); first by value.
apply: yields_eq; first refine (y_all (p := fun=> true) _ _).
- by value.
- move=> j _; have sendersE := senders j z; move: sendersE; case: (sourceP j z single) => [none | i l i_j] sendersE.
    by refine (y_or (p := true) (q := true) _ _) => //; apply: yields_eq; [value | rewrite eqxx].
  refine (y_or (p := false) (q := true) _ (fun _ => y_or1 _)).
    by apply: yields_eq; [value | rewrite -[0%:R]/(0%N%:R) eqr_nat].
  apply: yields_eq; first by value.
  congr Bool; apply/allP => w _.
  have := patterns.printed_routing_softmax (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S) single i_j eps_gt0 T_ge' w.
  by rewrite distrC eqr_nat eqSS -val_eqE /=; case: (_ == _).
by congr Bool; apply/allP.
Qed.
