(* SPDX-License-Identifier: Apache-2.0 *)
(* What fixed communication can bring together (gathering.v), as the meaning of the statements of positional.log-cost and of a finding of
   positional.two-s-slots. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_routing calls_loads calls_machines.
From attest Require gathering bound_powers_of_two statements_positional_log_cost statements_positional_two_s_slots.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition hears_everybody_d := Eval compute in definition_in (definitions statements_positional_log_cost.printed) "hears_everybody".
Definition is_permutation_d := Eval compute in definition_in (definitions statements_positional_log_cost.finding_one_round_can_need_all) "is_permutation".
Definition answer_d := Eval compute in definition_in (definitions statements_positional_log_cost.finding_one_round_can_need_all) "answer".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (env : environment F) (v : value F) (N m i j : nat) (p : seq nat) (rounds : seq (seq (seq (seq nat)))).

Lemma is_value_rounds rounds : is_value (rounds_of S rounds).
Proof. by rewrite /= all_map; apply/allP => r _; rewrite /= all_map; apply/allP => slots _; exact: is_value_rows. Qed.
Lemma any_is_communication defs env a : provides [:: is_communication_d; is_receive_d; total_sent_d; is_place_d] defs ->
  boolean_if_any (eval fs (call fs defs) env (Call "is_communication" a)).
Proof.
move=> W; have [e found _] := provides_find (d := is_communication_d) W.
by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
Qed.

Ltac known_call ::= apply: call_heard_after; [provided | eassumption].
Lemma call_hears_everybody defs rounds N m : provides [:: hears_everybody_d; heard_after_d] defs -> gathering.is_communication N m rounds ->
  call fs defs "hears_everybody" [:: rounds_of S rounds; whole N] = Value (Bool (gathering.hears_everybody N rounds)).
Proof. by move=> W is_c; enter; naturally. Qed.

(* The condition of a quantifier over communications, for the values of the names N and m. *)
Lemma communication_named defs env v n_e m_e N m : provides [:: is_communication_d; is_receive_d; total_sent_d; is_place_d] defs ->
  yields fs defs (("receives"%string, v) :: env) n_e (whole N) -> yields fs defs (("receives"%string, v) :: env) m_e (whole m) ->
  yields fs defs (("receives"%string, v) :: env) (Call "is_communication" [:: Name "receives"; n_e; m_e]) (Bool true) ->
  exists2 rounds, v = rounds_of S rounds & gathering.is_communication N m rounds.
Proof.
move=> W yN ym is_c; apply: (is_communication_true W); apply: (calls_positional.own_call_true is_c erefl).
by refine (all_cons _ (all_cons yN (all_cons ym (all_nil _ _ _)))); exact: y_name.
Qed.
Lemma says_for_communications defs env n_e m_e N m (g : formula) : provides [:: is_communication_d; is_receive_d; total_sent_d; is_place_d] defs ->
  (forall v, yields fs defs (("receives"%string, v) :: env) n_e (whole N)) -> (forall v, yields fs defs (("receives"%string, v) :: env) m_e (whole m)) ->
  (forall rounds, gathering.is_communication N m rounds -> Says fs (call fs defs) true (("receives"%string, rounds_of S rounds) :: env) g) ->
  Says fs (call fs defs) true env (Forall "receives" Values (Some (Call "is_communication" [:: Name "receives"; n_e; m_e]%string)) g).
Proof.
move=> W yN ym body; apply: says_for_values => [v | v yv]; first exact: any_is_communication.
by have [rounds -> is_c] := communication_named W (yN v) (ym v) yv; exact: body.
Qed.
Lemma says_exists_communication defs env n_e m_e N m rounds (g : formula) : provides [:: is_communication_d; is_receive_d; total_sent_d; is_place_d] defs ->
  gathering.is_communication N m rounds ->
  yields fs defs (("receives"%string, rounds_of S rounds) :: env) n_e (whole N) -> yields fs defs (("receives"%string, rounds_of S rounds) :: env) m_e (whole m) ->
  Says fs (call fs defs) true (("receives"%string, rounds_of S rounds) :: env) g ->
  Says fs (call fs defs) true env (Exists "receives" Values (Some (Call "is_communication" [:: Name "receives"; n_e; m_e]%string)) g).
Proof.
move=> W is_c yN ym body; apply: says_exists_value body; [move=> v; exact: any_is_communication | exact: is_value_rounds | ].
refine (y_call (all_cons _ (all_cons yN (all_cons ym (all_nil _ _ _)))) _ _); [exact: y_name | reflexivity | ].
by rewrite call_is_communication // is_c.
Qed.

(* --- Permutations ---------------------------------------------------------------------------------------------------------------- *)
Lemma call_is_permutation defs p N : provides [:: is_permutation_d] defs ->
  call fs defs "is_permutation" [:: wholes p; whole N] = Value (Bool (gathering.is_permutation N p)).
Proof.
move=> W; enter; apply: yields_eq; first by naturally.
by rewrite /= (eq_all (a2 := predT)) // all_predT.
Qed.
Lemma is_value_wholes p : is_value (wholes p).
Proof. by rewrite /= all_map; apply/allP. Qed.
Lemma says_exists_permutation defs env (x : string) p N (g : formula) : provides [:: is_permutation_d] defs -> gathering.is_permutation N p ->
  (forall v, yields fs defs ((x, v) :: env) (Name "N") (whole N)) -> Says fs (call fs defs) true ((x, wholes p) :: env) g ->
  Says fs (call fs defs) true env (Exists x Values (Some (Call "is_permutation" [:: Name x; Name "N"]%string)) g).
Proof.
move=> W p_is yN body; have [e found _] := provides_find W; apply: says_exists_value body.
- by move=> v; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
- exact: is_value_wholes.
refine (y_call (vs := [:: wholes p; whole N]) _ _ _); [ | reflexivity | by rewrite call_is_permutation // p_is].
by refine (all_cons _ (all_cons (yN _) (all_nil _ _ _))); apply: y_name; rewrite /= String.eqb_refl.
Qed.
Ltac side ::= arith.
Lemma call_answer defs p a : provides [:: answer_d] defs -> a \in from_to 1 (size p) ->
  {in from_to 1 (size p), forall i, (item 0%N p i == 1)%N = (i == a)} -> call fs defs "answer" [:: wholes p; whole 1] = Value (whole a).
Proof.
move=> W a_in only_a; have found : [seq id i | i <- from_to 1 (size p) & compare_wholes Equal (item 0%N p i) 1] = [:: a].
  by rewrite map_id (eq_in_filter only_a) filter_pred1_uniq ?iota_uniq.
enter; apply: yields_eq.
  refine (w_item (s := [seq id i | i <- from_to 1 (size p) & compare_wholes Equal (item 0%N p i) 1]) _ _ _); [naturally | naturally | by rewrite found].
by rewrite found.
Qed.
End Calls.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "hears_everybody" _ = _ => apply: call_hears_everybody; [provided | eassumption]
  | |- call _ _ "heard_after" _ = _ => apply: call_heard_after; [provided | eassumption]
  | |- call _ _ "ceil_log2" _ = _ => apply: bound_powers_of_two.call_ceil_log2; [provided | reflexivity]
  end.

(* attest: positional.log-cost printed sha256:93d7296b479c83eba62e9605860fa3fba32a05cc3f05826952d0da18815ecbb3 theorem:logarithmic_cost *)
Theorem logarithmic_cost : Holds statements_positional_log_cost.printed.
Proof.
opening S W; natural_for_all => N N_gt0 _; pose k := bound_powers_of_two.ceil_log2 N.
have is_c := gathering.gathering_is_communication N_gt0 (isT : (0 < 2)%N) k.
apply: (says_exists_communication _ is_c); [provided | naturally | naturally | ].
natural_value; rewrite /= gathering.size_gathering eqxx gathering.gathering_hears //; exact: bound_powers_of_two.ceil_log2_le.
Qed.

(* attest: positional.log-cost finding_reach sha256:ebeef56aa8e04573d2d67a920cbdc73bbf7efe9cc7d1100771be768d16117302 theorem:reach *)
Theorem reach : Holds statements_positional_log_cost.finding_reach.
Proof.
opening S W; natural_for_all => N N_gt0 _; natural_for_all => m m_gt0 _.
apply: says_for_communications; [provided | by move=> v; naturally | by move=> v; naturally | move=> rounds is_c].
natural_value; exact: gathering.reach.
Qed.

(* attest: positional.two-s-slots finding_one_variable_is_not_enough sha256:efe97780d3d9bd714ea317767656895535c600e859fc01b263460e10bf8eb127 theorem:one_variable_is_not_enough *)
Theorem one_variable_is_not_enough : Holds statements_positional_two_s_slots.finding_one_variable_is_not_enough.
Proof.
opening S W; natural_for_all => N N_gt0 _.
apply: says_for_communications; [provided | by move=> v; naturally | by move=> v; naturally | move=> rounds is_c].
by natural_value; have := gathering.reach is_c; rewrite exp1n.
Qed.

(* attest: positional.log-cost finding_not_logarithmic_for_large_memory sha256:c9506d925cdbe5033b58bcff39c220d3210dfe13d63d15c82b1bcc5556e8b0c7 theorem:not_logarithmic_for_large_memory *)
Theorem not_logarithmic_for_large_memory : Holds statements_positional_log_cost.finding_not_logarithmic_for_large_memory.
Proof.
opening S W; natural_for_all => c c_gt0 _; natural_for_all => m m_gt1 _; have m_gt0 := ltnW m_gt1.
have N_gt0 : (0 < m ^ c)%N by rewrite expn_gt0 m_gt0.
have is_c := gathering.gathering_is_communication N_gt0 m_gt0 c.
apply: (says_exists_communication _ is_c); [provided | naturally | naturally | ].
by natural_value; rewrite /= gathering.size_gathering eqxx gathering.gathering_hears.
Qed.

(* attest: positional.log-cost finding_exact_number_of_rounds sha256:d1a1019251f312598d9c639d8e03591b84bb420917bb114abfd44a8f311ce5d0 theorem:exact_number_of_rounds *)
Theorem exact_number_of_rounds : Holds statements_positional_log_cost.finding_exact_number_of_rounds.
Proof.
opening S W; natural_for_all => N N_gt0 _; natural_for_all => m m_gt0 _; natural_for_all => r _ _; meaning_parts.
  apply: (@says_forall _ _ _ bool (fun b => b \in [:: (N <= m ^ r)%N]) (@Bool S) _ _ _ _ _ id).
  - by apply: in_list; refine (y_list (vs := [:: Bool (N <= m ^ r)%N]) _); naturals.
  - by move=> b _; rewrite /condition_is; naturally.
  move=> b; rewrite inE => /eqP -> N_le; have is_c := gathering.gathering_is_communication N_gt0 m_gt0 r.
  apply: (says_exists_communication _ is_c); [provided | naturally | naturally | ].
  by natural_value; rewrite /= gathering.size_gathering eqxx gathering.gathering_hears.
apply: says_for_values => [v | v]; first exact: any_and.
case/true_and=> is_c /true_and[len_r _].
have [rounds vE {}is_c] : exists2 rounds, v = rounds_of S rounds & gathering.is_communication N m rounds.
  by apply: communication_named is_c; [provided | naturally | naturally].
rewrite vE in len_r *; apply: (told_by len_r); [naturally | move=> /eqP size_r].
natural_value; rewrite /= -size_r; case hears : gathering.hears_everybody => //=.
exact: gathering.everybody_needs hears.
Qed.

Ltac known_call ::= eassumption.
Ltac side ::= solve [rewrite ?size_map ?size_iota ?subSS ?subn0; arith].
(* attest: positional.log-cost finding_one_round_can_need_all sha256:cab952cc32e103e7ffd9c08869fddcf7cc3f147769ea3d0b34b325527d5c63d0 theorem:one_round_can_need_all *)
Theorem one_round_can_need_all : Holds statements_positional_log_cost.finding_one_round_can_need_all.
Proof.
opening S W; natural_for_all => N N_gt1 _; natural_for_all => a a_in _; natural_for_all => b b_in a_b.
have [p_is q_is alike p_a q_b] := gathering.one_round_can_need_all a_in b_in a_b.
have size_n (f : nat -> nat) : size [seq f i | i <- from_to 1 N] = N by rewrite size_map size_iota subSS subn0.
have at_i (f : nat -> nat) i : i \in from_to 1 N -> item 0%N [seq f j | j <- from_to 1 N] i = f i.
  by rewrite mem_from_to; exact: gathering.item_machines.
apply: (says_exists_permutation _ p_is); [provided | by move=> v; naturally | ].
apply: (says_exists_permutation _ q_is); [provided | by move=> v; naturally | ].
have answer_p : call (functions_of S) defs "answer" [:: wholes [seq gathering.first_input a i | i <- from_to 1 N]; whole 1] = Value (whole a).
  apply: call_answer; rewrite ?size_n //; first by provided.
  by move=> i i_in; rewrite at_i // -p_a (can_eq (gathering.swapK a 1)).
have answer_q : call (functions_of S) defs "answer" [:: wholes [seq gathering.second_input a b i | i <- from_to 1 N]; whole 1] = Value (whole b).
  apply: call_answer; rewrite ?size_n //; first by provided.
  by move=> i i_in; rewrite at_i // -q_b (can_eq (gathering.swapK a 1)) (can_eq (gathering.swapK a b)).
natural_value. apply/andP; split; last exact: a_b.
apply/allP => i i_in; apply/implyP => /andP[i_a i_b]; rewrite /= !at_i //; apply/eqP; exact: alike.
Qed.
