(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E, equations 23 and 25: the events A, B, C and their halves, as the meaning of
   positional.ood-events. A pair of zones 1, 2, 3 is a pair of numbers, an event the list of its pairs. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Ring Field.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants.
From attest Require Import calls_naturals calls_statements field_tactics.
From attest Require statements_positional_ood_events.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_positional_ood_events.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition all_pairs_d := Eval compute in the "all_pairs".
Definition event_A_d := Eval compute in the "event_A".
Definition event_B_d := Eval compute in the "event_B".
Definition event_C_d := Eval compute in the "event_C".
Definition event_A1_d := Eval compute in the "event_A1".
Definition event_A2_d := Eval compute in the "event_A2".
Definition event_B1_d := Eval compute in the "event_B1".
Definition event_B2_d := Eval compute in the "event_B2".
Definition zones_d := Eval compute in the "zones".
Definition probability_d := Eval compute in the "probability".
Definition prob_C_d := Eval compute in the "prob_C".
Definition kept_d := Eval compute in the "kept".

(* The pairs, and what is asked of them. *)
Definition pairs : seq (nat * nat) := [:: (1, 1); (1, 2); (1, 3); (2, 1); (2, 2); (2, 3); (3, 1); (3, 2); (3, 3)]%N.
Definition middle (p : nat * nat) : nat := count (fun z => z == 2)%N [:: p.1; p.2].
Definition low (p : nat * nat) : nat := minn p.1 p.2.
Definition high (p : nat * nat) : nat := maxn p.1 p.2.
Definition event_of (k : nat) : seq (nat * nat) := [seq p <- pairs | middle p == k].
Definition events : seq (seq (nat * nat)) := [:: event_of 1; event_of 0; event_of 2].
Definition are_zones (l : seq (nat * nat)) : bool := all (fun p => (0 < p.1 <= 3)%N && (0 < p.2 <= 3)%N) l.

Definition are_same (p : nat * nat) : bool := low p == high p.
Definition are_at (i j : nat) (p : nat * nat) : bool := (low p == i) && (high p == j).

(* Zones 1, 2, 3 of [-c, c] are [-c, -1], [-1, 1] and [1, c]. *)
Section Numbers.
Variable F : realFieldType.
Implicit Types c : F.
Add Field ordered_field : (plain_field F).
Ltac ffield := fold_plain F; field.
Lemma two_neq0 : 2%:R <> 0 :> F.
Proof. by apply/eqP; rewrite pnatr_eq0. Qed.
Lemma four : 4%:R = 2%:R * 2%:R :> F.
Proof. by rewrite -natrM. Qed.
Lemma four_neq0 : 2%:R * 2%:R <> 0 :> F.
Proof. by rewrite -four; apply/eqP; rewrite pnatr_eq0. Qed.
Ltac nonzero := repeat apply conj; first [assumption | exact two_neq0 | exact four_neq0].

Definition zone c (i : nat) : F := if (i == 2)%N then 2%:R else c - 1%:R.
Definition probability c (l : seq (nat * nat)) : F := (\sum_(p <- l) zone c p.1 * zone c p.2) / (2%:R * c) ^+ 2.
Definition half : F := 1%:R / 2%:R.
Definition quarter : F := 1%:R / 4%:R.

Lemma probabilities c : 1 < c -> [/\ probability c (event_of 1) = 2%:R * ((c - 1%:R) / c) * (1%:R / c),
  probability c (event_of 0) = ((c - 1%:R) / c) ^+ 2 & probability c (event_of 2) = 1%:R / c ^+ 2].
Proof.
move=> c1; have /lt0r_neq0/eqP c0 : 0 < c := lt_trans ltr01 c1.
by split; rewrite /probability /event_of /= !big_cons big_nil /zone ?mulr1n /=; ffield; nonzero.
Qed.
Lemma halves c : 1 < c ->
  [/\ probability c [seq p <- event_of 1 | are_at 2 3 p] = half * probability c (event_of 1),
      probability c [seq p <- event_of 1 | are_at 1 2 p] = half * probability c (event_of 1),
      probability c [seq p <- event_of 0 | are_same p] = half * probability c (event_of 0) &
      probability c [seq p <- event_of 0 | are_at 1 3 p] = half * probability c (event_of 0)].
Proof.
move=> c1; have /lt0r_neq0/eqP c0 : 0 < c := lt_trans ltr01 c1.
by split; rewrite /probability /event_of /are_at /are_same /low /high /minn /maxn /= !big_cons !big_nil /zone /half ?mulr1n /=; ffield; nonzero.
Qed.
Lemma quarters c : 1 < c ->
  [/\ probability c [:: (1, 3)]%N = quarter * probability c (event_of 0), probability c [:: (3, 1)]%N = quarter * probability c (event_of 0) &
      probability c [seq p <- event_of 0 | low p == 3%N] = quarter * probability c (event_of 0)].
Proof.
move=> c1; have /lt0r_neq0/eqP c0 : 0 < c := lt_trans ltr01 c1.
by split; rewrite /probability /event_of /low /minn /= !big_cons !big_nil /zone /quarter /= ?four ?mulr1n; ffield; nonzero.
Qed.
Lemma kept_neq0 c : 1 < c -> [/\ c != 0, c ^+ 2 != 0 & 1%:R - 1%:R / c ^+ 2 != 0] /\ c ^+ 2 - 1%:R != 0.
Proof.
move=> c1; have c0 : 0 < c := lt_trans ltr01 c1; have c2 : 1 < c ^+ 2 by rewrite exprn_egt1.
split; last by rewrite gt_eqF // subr_gt0.
by split; rewrite ?expf_neq0 ?gt_eqF // subr_gt0 ltr_pdivr_mulr ?mul1r // (lt_trans ltr01).
Qed.
Lemma kept_probabilities c : 1 < c ->
  probability c (event_of 1) / (1%:R - 1%:R / c ^+ 2) = 2%:R * (c - 1%:R) / (c ^+ 2 - 1%:R) /\
  probability c (event_of 0) / (1%:R - 1%:R / c ^+ 2) = (c - 1%:R) ^+ 2 / (c ^+ 2 - 1%:R).
Proof.
move=> c1; have [-> -> _] := probabilities c1; have [[/eqP c_neq0 _ /eqP k_neq0] /eqP d_neq0] := kept_neq0 c1.
by move: k_neq0 d_neq0; rewrite !mulr1n => k_neq0 d_neq0; split; ffield; nonzero.
Qed.
End Numbers.

Ltac side ::= first [assumption | reflexivity].
Ltac known_call ::= lazymatch goal with |- call _ _ _ _ = _ => enter_named; value end.
Ltac other_value ::=
  lazymatch goal with |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (y_count _ _); [value | intros ? ?; value] end.

Section Events.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (p : nat * nat) (l : seq (nat * nat)) (c : F).

Definition pair_of p : value F := List [:: Num p.1%:R; Num p.2%:R].
Definition event l : value F := List [seq pair_of p | p <- l].
Lemma equal_pair p q : equal (pair_of p) (pair_of q) = Value (p == q).
Proof. by case: p q => i j [i' j']; rewrite /= !eqr_nat xpair_eqE; case: (i == i'); case: (j == j'). Qed.
Lemma maxr_nat m n : Num.max m%:R n%:R = (maxn m n)%:R :> F.
Proof. by rewrite /Num.max ltr_nat /maxn; case: ifP. Qed.

Lemma call_all_pairs defs : provides [:: all_pairs_d] defs -> call fs defs "all_pairs" [::] = Value (event pairs).
Proof.
move=> W; enter.
refine (y_built_in (vs := [:: List [seq Num i%:R | i <- iota 1 3]; Num 2%:R]) _ _ _); [ | reflexivity | rewrite /= integer_nat //].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 1 3); [value | value | | rewrite -mulrSr].
Qed.

Lemma y_same defs env a b i j : yields fs defs env a (Num i%:R) -> yields fs defs env b (Num j%:R) ->
  yields fs defs env (Chain a [:: (Equal, b)]) (Bool (i == j)%N).
Proof. by move=> ya yb; apply: y_compare ya yb _; rewrite /= eqr_nat. Qed.
Lemma y_middle defs env p k : lookup "p"%string env = Some (pair_of p) -> lookup "z"%string env = None ->
  yields fs defs env (Chain (Over "count" (Chain (Name "z") [:: (Equal, Number (BinNums.Npos (BinNums.xO BinNums.xH)))]) [:: ("z", Name "p")] None) [:: (Equal, Number k)])%string
    (Bool (middle p == BinNat.N.to_nat k)).
Proof.
move=> pE zE; apply: y_same; last exact: y_number.
apply: (y_count (h := fun z : nat => Num z%:R) (l := [:: p.1; p.2]) (p := fun z => z == 2)%N); first exact: y_name.
by move=> z _; apply: y_same; [exact: y_name | exact: y_number].
Qed.
Lemma y_low defs env p : lookup "p"%string env = Some (pair_of p) -> yields fs defs env (Call "min" [:: Name "p"])%string (Num (low p)%:R).
Proof. by move=> pE; refine (y_built_in (all_cons (y_name _ _ pE) (all_nil _ _ _)) _ _); [reflexivity | rewrite /= minr_nat]. Qed.
Lemma y_high defs env p : lookup "p"%string env = Some (pair_of p) -> yields fs defs env (Call "max" [:: Name "p"])%string (Num (high p)%:R).
Proof. by move=> pE; refine (y_built_in (all_cons (y_name _ _ pE) (all_nil _ _ _)) _ _); [reflexivity | rewrite /= maxr_nat]. Qed.
(* The pairs of an event with a condition. *)
Lemma y_those defs env L l (q : pred (nat * nat)) condition : yields fs defs env L (event l) ->
  (forall p, yields fs defs (("p"%string, pair_of p) :: env) condition (Bool (q p))) ->
  yields fs defs env (ListOver (Name "p") [:: ("p", L)] (Some condition))%string (event [seq p <- l | q p]).
Proof. by move=> yL yq; apply: (y_list_if yL) => [p _|p _ _]; [exact: yq | exact: y_name]. Qed.

Lemma call_event_A defs : provides [:: event_A_d; all_pairs_d] defs -> call fs defs "event_A" [::] = Value (event (event_of 1)).
Proof. by move=> W; enter; apply: y_those => [|p]; [apply: y_constant => //; apply: call_all_pairs; provided | apply: y_middle]. Qed.
Lemma call_event_B defs : provides [:: event_B_d; all_pairs_d] defs -> call fs defs "event_B" [::] = Value (event (event_of 0)).
Proof. by move=> W; enter; apply: y_those => [|p]; [apply: y_constant => //; apply: call_all_pairs; provided | apply: y_middle]. Qed.
Lemma call_event_C defs : provides [:: event_C_d; all_pairs_d] defs -> call fs defs "event_C" [::] = Value (event (event_of 2)).
Proof. by move=> W; enter; apply: y_those => [|p]; [apply: y_constant => //; apply: call_all_pairs; provided | apply: y_middle]. Qed.
Lemma y_event_A defs env : provides [:: event_A_d; all_pairs_d] defs -> lookup "event_A"%string env = None ->
  yields fs defs env (Name "event_A"%string) (event (event_of 1)).
Proof. by move=> W free; apply: y_constant => //; exact: call_event_A. Qed.
Lemma y_event_B defs env : provides [:: event_B_d; all_pairs_d] defs -> lookup "event_B"%string env = None ->
  yields fs defs env (Name "event_B"%string) (event (event_of 0)).
Proof. by move=> W free; apply: y_constant => //; exact: call_event_B. Qed.
Lemma y_at_pair defs env p i j : lookup "p"%string env = Some (pair_of p) ->
  yields fs defs env (And [:: Chain (Call "min" [:: Name "p"]) [:: (Equal, Number i)]; Chain (Call "max" [:: Name "p"]) [:: (Equal, Number j)]])%string
    (Bool (are_at (BinNat.N.to_nat i) (BinNat.N.to_nat j) p)).
Proof.
move=> pE; refine (y_and _ (fun _ => y_and1 _)); apply: y_same; try by apply: y_number.
  exact: y_low.
exact: y_high.
Qed.
Lemma call_event_A1 defs : provides [:: event_A1_d; event_A_d; all_pairs_d] defs ->
  call fs defs "event_A1" [::] = Value (event [seq p <- event_of 1 | are_at 2 3 p]).
Proof. by move=> W; enter; apply: y_those => [|p]; [apply: y_event_A => //; provided | apply: y_at_pair]. Qed.
Lemma call_event_A2 defs : provides [:: event_A2_d; event_A_d; all_pairs_d] defs ->
  call fs defs "event_A2" [::] = Value (event [seq p <- event_of 1 | are_at 1 2 p]).
Proof. by move=> W; enter; apply: y_those => [|p]; [apply: y_event_A => //; provided | apply: y_at_pair]. Qed.
Lemma call_event_B1 defs : provides [:: event_B1_d; event_B_d; all_pairs_d] defs ->
  call fs defs "event_B1" [::] = Value (event [seq p <- event_of 0 | are_same p]).
Proof.
by move=> W; enter; apply: y_those => [|p]; [apply: y_event_B => //; provided | apply: y_same; [apply: y_low | apply: y_high]].
Qed.
Lemma call_event_B2 defs : provides [:: event_B2_d; event_B_d; all_pairs_d] defs ->
  call fs defs "event_B2" [::] = Value (event [seq p <- event_of 0 | are_at 1 3 p]).
Proof. by move=> W; enter; apply: y_those => [|p]; [apply: y_event_B => //; provided | apply: y_at_pair]. Qed.

Lemma call_probability defs c l : provides [:: probability_d; zones_d] defs -> c != 0 -> are_zones l ->
  call fs defs "probability" [:: Num c; event l] = Value (Num (probability c l)).
Proof.
move=> W c_neq0 /allP zones_l; enter; have square_neq0 : (2%:R * c) ^+ 2 != 0 by rewrite expf_neq0 // mulf_neq0 ?pnatr_eq0.
have zones_of env : lookup "c"%string env = Some (Num c) -> yields fs earlier env (Call "zones" [:: Name "c"])%string (vec 3 (zone c)).
  move=> cE; refine (y_call (all_cons (y_name _ _ cE) (all_nil _ _ _)) _ _); first reflexivity.
  by enter_named; value.
refine (y_divide _ _ square_neq0); last by value.
apply: y_sum; first by value.
move=> p /zones_l /andP[p1 p2]; refine (y_multiply _ _).
  refine (y_at floor_int (zones_of _ _) (i := p.1) (y := p.1%:R) _ _ _ _) => //.
  by apply: (y_entry floor_int (l := [:: p.1%:R; p.2%:R]) (i := 0%N)); [value | value | | ].
refine (y_at floor_int (zones_of _ _) (i := p.2) (y := p.2%:R) _ _ _ _) => //.
by apply: (y_entry floor_int (l := [:: p.1%:R; p.2%:R]) (i := 1%N)); [value | value | | ].
Qed.
End Events.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "all_pairs" _ = _ => by_call call_all_pairs
  | |- call _ _ "event_A" _ = _ => by_call call_event_A
  | |- call _ _ "event_B" _ = _ => by_call call_event_B
  | |- call _ _ "event_C" _ = _ => by_call call_event_C
  | |- call _ _ "event_A1" _ = _ => by_call call_event_A1
  | |- call _ _ "event_A2" _ = _ => by_call call_event_A2
  | |- call _ _ "event_B1" _ = _ => by_call call_event_B1
  | |- call _ _ "event_B2" _ = _ => by_call call_event_B2
  | |- call _ _ "probability" _ = _ => by_call call_probability
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: positional.ood-events printed sha256:42e595aa26521f51ff431e0a90dd7678b70f414a18d6892dd6320925605759f7 theorem:events_and_halves *)
Theorem events_and_halves : Holds statements_positional_ood_events.printed.
Proof.
opening S W; meaning_parts.
- meaning_for_all => p p_in _.
  refine (says_expression (p := (count (fun l => has (fun e => e == p) l) events == 1)%N) _ _); last first.
    by move: p p_in; apply/allP.
  apply: y_same; last exact: y_number.
  apply: (y_count (h := @event S) (l := events)).
    by refine (y_list (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); value.
  move=> l _; apply: (y_any (h := @pair_of S) (l := l)); first by apply: y_name.
  by move=> e _; apply: y_compare; [apply: y_name | apply: y_name | exact: equal_pair].
- meaning_for_all => c _ c1; have [A B C] := probabilities c1; have [[c_neq0 c2_neq0 _] _] := kept_neq0 c1.
  by meaning_value; rewrite A B C !eqxx.
- meaning_for_all => c _ c1; have [A B] := kept_probabilities c1; have [[c_neq0 c2_neq0 k_neq0] d_neq0] := kept_neq0 c1.
  by meaning_value; rewrite A B !eqxx.
- meaning_for_all => c _ c1; have [A1 A2 B1 B2] := halves c1; have [[c_neq0 _ _] _] := kept_neq0 c1.
  have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
  by meaning_value; rewrite A1 A2 B1 B2 !eqxx.
meaning_for_all => n n_gt0 _; meaning_for_all => s _ _; meaning_for_all => t _ /andP[st out].
meaning_for_all => x _ /allP inside; meaning_value; apply/hasP.
have one_in : 1%N \in iota 1 n by rewrite mem_iota add1n ltnS.
exists 1%N => //; have /andP[sx xt] := inside _ one_in.
by case/orP: out => [s1|t1]; rewrite ?(lt_le_trans s1 sx) ?orbT ?(le_lt_trans xt t1).
Qed.

(* attest: positional.ood-events finding_as_drawn sha256:28834a6028dee07f1b386d2f7c3f16656e4d5e81136e8b5f3d44444c8462f739 theorem:as_drawn *)
Theorem as_drawn : Holds statements_positional_ood_events.finding_as_drawn.
Proof.
opening S W; meaning_for_all => c _ c1; have [first second _] := quarters c1; have [[c_neq0 _ _] _] := kept_neq0 c1.
have four_neq0 : 4%:R != 0 :> S by rewrite pnatr_eq0.
refine (says_expression (p := true && true) _ _) => //; apply: y_and => [|_]; [ | apply: y_and1]; apply: yields_eq.
- refine (y_compare (v := Num (probability c [:: (1, 3)]%N)) _ _ _); [ | value | reflexivity].
  by refine (y_call (vs := [:: Num c; event S [:: (1, 3)]%N]) _ _ _); [values | reflexivity | apply: call_probability => //; provided].
- by rewrite first eqxx.
- refine (y_compare (v := Num (probability c [:: (3, 1)]%N)) _ _ _); [ | value | reflexivity].
  by refine (y_call (vs := [:: Num c; event S [:: (3, 1)]%N]) _ _ _); [values | reflexivity | apply: call_probability => //; provided].
by rewrite second eqxx.
Qed.

(* attest: positional.ood-events finding_lower_end_above_1 sha256:f75ea16cdb6df4857f866d47b7361e7d08493ffc0be58adf7498a99bdc1dc9c8 theorem:lower_end_above_1 *)
Theorem lower_end_above_1 : Holds statements_positional_ood_events.finding_lower_end_above_1.
Proof.
opening S W; meaning_for_all => c _ c1; have [_ _ third] := quarters c1; have [[c_neq0 _ _] _] := kept_neq0 c1.
have four_neq0 : 4%:R != 0 :> S by rewrite pnatr_eq0.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_compare (v := Num (probability c [seq p <- event_of 0 | low p == 3%N])) _ _ _); [ | value | reflexivity].
  refine (y_call (vs := [:: Num c; event S [seq p <- event_of 0 | low p == 3%N]]) _ _ _); [ | reflexivity | apply: call_probability => //; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  by apply: y_those => [|p]; [value | apply: y_same; [apply: y_low | apply: y_number]].
by rewrite third eqxx.
Qed.
