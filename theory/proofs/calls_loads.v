(* SPDX-License-Identifier: Apache-2.0 *)
(* Statements about every load, and the loads that can be halved (positional.assumption-2). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing.
From attest Require statements_positional_assumption_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition for_machine_d := Eval compute in definition_in (definitions statements_positional_assumption_2.printed) "for_machine".
Definition can_be_halved_d := Eval compute in definition_in (definitions statements_positional_assumption_2.printed) "can_be_halved".

(* What machine i has for j before step l, times 2^(l-1), and that every step can halve it. *)
Definition for_machine k (load : nat -> nat -> nat) l i j := (\sum_(h <- labels k | i %% 2 ^ (k - l + 1) == h %% 2 ^ (k - l + 1)) load h j)%N.
Definition halvable k load := all (fun l => all (fun i => all (fun j => for_machine k load l i j %% 2 ^ l == 0) (labels k)) (labels k))%N (from_to 1 (k - 1)).

Lemma divisible_halvable k load : (forall i j, i < 2 ^ k -> j < 2 ^ k -> 2 ^ k.-1 %| load i j)%N -> halvable k load.
Proof.
move=> divides; apply/allP => l; rewrite mem_from_to => /andP[_ l_le]; apply/allP => i _; apply/allP => j; rewrite mem_labels => j_lt.
rewrite /for_machine big_seq_cond; apply: dvdn_sum => h; rewrite mem_labels => /andP[h_lt _].
by apply: dvdn_trans (divides h j h_lt j_lt); rewrite dvdn_exp2l // -subn1.
Qed.
Lemma halvable_alone k m : (0 < k)%N -> halvable k (fun i j => if (i == 0) && (j == 0) then m else 0)%N = (2 ^ (k - 1) %| m)%N.
Proof.
move=> k_gt0; have zero : (0 < 2 ^ k)%N by rewrite expn_gt0.
apply/idP/idP => [/allP halves|divides]; last first.
  by apply: divisible_halvable => i j _ _; case: ifP => _; rewrite ?dvdn0 // -subn1.
case: (ltngtP k 1) k_gt0 => // [k_gt1 _|-> _]; last by rewrite subnn dvd1n.
have := halves (k - 1)%N; rewrite mem_from_to subn_gt0 k_gt1 leqnn => /(_ isT)/allP/(_ 0%N); rewrite mem_labels zero => /(_ isT)/allP/(_ 0%N).
rewrite mem_labels zero => /(_ isT); rewrite /for_machine subKn ?(ltnW k_gt1) // big_mkcond (bigD1_seq 0%N) ?iota_uniq ?mem_labels //= eqxx.
by rewrite big1 ?addn0 // => h /negbTE ->; rewrite if_same.
Qed.

Section Loads.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Implicit Types (defs : seq definition) (k : nat) (load : nat -> nat -> nat).

(* A condition that holds of a value holds of what it comes to. *)
Lemma told_by defs env e b (G : Prop) : yields fs defs env e (Bool true) -> yields fs defs env e (Bool b) -> (b -> G) -> G.
Proof. by move=> yt yb; have [<-] := yields_inj yt yb => /(_ isT). Qed.
Lemma any_is_load defs (env : environment F) a : provides [:: is_load_d; is_natural_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_load" a)).
Proof.
move=> W; have [e found _] := provides_find (d := is_load_d) W.
by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
Qed.
Definition is_load_e : expr := Call "is_load" [:: Name "load"; Name "k"]%string.
Lemma load_named defs env v k : provides [:: is_load_d; is_natural_d] defs -> lookup "k" env = Some (whole k) ->
  yields fs defs (("load"%string, v) :: env) is_load_e (Bool true) -> exists load, v = rows_of_wholes (matrix k load).
Proof.
move=> W kE /true_call[//|vs /true_cons[u [vs1 [yu /true_cons[w [vs2 [yw /true_nil-> ->]]] ->]]] loaded].
have [uE] : Some v = Some u := yu; have [wE] : Some (whole k) = Some w by rewrite -kE; move: yw; rewrite /rules.yields /= kE.
by rewrite -uE -wE in loaded; exact: is_load_true loaded.
Qed.
Lemma says_for_loads defs env k (g : formula) : provides [:: is_load_d; is_natural_d] defs -> lookup "k" env = Some (whole k) ->
  (forall load, Says fs (call fs defs) true (("load"%string, rows_of_wholes (matrix k load)) :: env) g) ->
  Says fs (call fs defs) true env (Forall "load" Values (Some is_load_e) g).
Proof.
move=> W kE body; apply: says_for_values => [v | v yv]; first exact: any_is_load.
by have [load ->] := load_named W kE yv; exact: body.
Qed.
Lemma says_for_loads_where defs env k (p : expr) l (g : formula) : provides [:: is_load_d; is_natural_d] defs -> lookup "k" env = Some (whole k) ->
  (forall load, yields fs defs (("load"%string, rows_of_wholes (matrix k load)) :: env) (And (p :: l)) (Bool true) ->
    Says fs (call fs defs) true (("load"%string, rows_of_wholes (matrix k load)) :: env) g) ->
  Says fs (call fs defs) true env (Forall "load" Values (Some (And (is_load_e :: p :: l))) g).
Proof.
move=> W kE body; apply: says_for_values => [v | v /true_and[yv rest]]; first exact: any_and.
by have [load vE] := load_named W kE yv; rewrite vE in rest *; exact: body.
Qed.
Lemma is_value_rows M : is_value (rows_of_wholes M : value F).
Proof. by rewrite /= all_map; apply/allP => r _ /=; rewrite all_map; apply/allP. Qed.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "agree" _ = _ => apply: call_agree; provided
  end.
Lemma call_for_machine defs k load l i j : provides [:: for_machine_d; calls_routing.agree_d; labels_d] defs -> (0 < l <= k)%N -> (j < 2 ^ k)%N ->
  call fs defs "for_machine" [:: rows_of_wholes (matrix k load); whole k; whole l; whole i; whole j] = Value (whole (for_machine k load l i j)).
Proof.
move=> W l_in j_lt; enter; apply: yields_eq; first by naturally.
congr calls_whole.whole; rewrite /for_machine big_seq_cond [RHS]big_seq_cond; apply: eq_bigr => h; rewrite mem_labels => /andP[h_lt _].
by rewrite !addn1 item_matrix // item_map.
Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "for_machine" _ = _ => apply: call_for_machine; [provided | met | met]
  end.
Lemma call_can_be_halved defs k load : provides [:: can_be_halved_d; for_machine_d; calls_routing.agree_d; labels_d] defs -> (0 < k)%N ->
  call fs defs "can_be_halved" [:: rows_of_wholes (matrix k load); whole k] = Value (Bool (halvable k load)).
Proof. by move=> W k_gt0; enter; naturally. Qed.
End Loads.
