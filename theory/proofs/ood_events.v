(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix E, equations 23 and 25: the events A, B, C and their halves. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring Field.
From attest Require Import field_tactics ood_sums ood_bounds ood_in.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Events.
Variable F : realFieldType.
Implicit Types (c l u : F).
Add Field ordered_field : (plain_field F).
Ltac fring := fold_plain F; ring.
Ltac ffield := fold_plain F; field.
Ltac nonzero := repeat apply conj; first [assumption | exact (@two_neq0 F) | exact (@four_neq0 F)].

(* Zones 0, 1, 2 of [-c, c]: [-c, -1], [-1, 1], [1, c]. Two independent uniform numbers, and the zones of the smaller and the larger. *)
Definition zone c (i : 'I_3) := if i == 1%N :> nat then 2%:R else c - 1.
Definition pair_probability c (event : pred ('I_3 * 'I_3)) :=
  (\sum_(p : 'I_3 * 'I_3 | event p) zone c p.1 * zone c p.2) / (2%:R * c) ^+ 2.
Definition low (p : 'I_3 * 'I_3) : nat := minn p.1 p.2.
Definition high (p : 'I_3 * 'I_3) : nat := maxn p.1 p.2.
Definition middle (p : 'I_3 * 'I_3) : nat := (p.1 == 1%N :> nat) + (p.2 == 1%N :> nat).
Definition event_A := [pred p | middle p == 1%N].
Definition event_B := [pred p | middle p == 0%N].
Definition event_C := [pred p | middle p == 2%N].
Definition event_A1 := [pred p | event_A p && (low p == 1%N) && (high p == 2%N)].
Definition event_A2 := [pred p | event_A p && (low p == 0%N) && (high p == 1%N)].
Definition event_B1 := [pred p | event_B p && (low p == high p)].
Definition event_B2 := [pred p | event_B p && (low p == 0%N) && (high p == 2%N)].

Lemma exactly_one p : (event_A p + event_B p + event_C p = 1)%N.
Proof. by case: p => -[[|[|[|i]]] // lt_i] [[|[|[|j]]] // lt_j]. Qed.
Lemma halves_partition p :
  (event_A p = event_A1 p + event_A2 p :> nat)%N /\ (event_B p = event_B1 p + event_B2 p :> nat)%N.
Proof.
by case: p => -[[|[|[|i]]] // lt_i] [[|[|[|j]]] // lt_j].
Qed.

Lemma pair_sum (event : pred ('I_3 * 'I_3)) c : pair_probability c event =
  (\sum_(i < 3) \sum_(j < 3) (if event (i, j) then zone c i * zone c j else 0)) / (2%:R * c) ^+ 2.
Proof. by congr (_ / _); rewrite big_mkcond pair_big; apply: eq_bigr => -[i j] _. Qed.

Ltac expand := rewrite !pair_sum !big_ord_recr !big_ord0 /= /zone /=.

Theorem probabilities c : 1 < c ->
  [/\ pair_probability c event_A = prob_A c, pair_probability c event_B = prob_B c & pair_probability c event_C = prob_C c].
Proof.
move=> c1; have [/lt0r_neq0/eqP c0 _ _ _] := square_gt1 c1.
by split; rewrite /prob_A /prob_B /prob_C; expand; ffield; nonzero.
Qed.

Theorem halves c : 1 < c ->
  [/\ pair_probability c event_A1 = 1 / 2%:R * pair_probability c event_A,
      pair_probability c event_A2 = 1 / 2%:R * pair_probability c event_A,
      pair_probability c event_B1 = 1 / 2%:R * pair_probability c event_B &
      pair_probability c event_B2 = 1 / 2%:R * pair_probability c event_B].
Proof.
move=> c1; have [/lt0r_neq0/eqP c0 _ _ _] := square_gt1 c1.
by split; expand; ffield; nonzero.
Qed.

(* Eq. 25. *)
Theorem never_inside n l u (x : 'I_n.+1 -> F) : (l <= u) -> (1 < l) || (u < -1) -> (forall i, l <= x i <= u) ->
  exists i, (x i < -1) || (1 < x i).
Proof.
move=> lu out inside; exists ord0; have /andP[xl xu] := inside ord0; case/orP: out => [l1|u1].
  by rewrite (lt_le_trans l1 xl) orbT.
by rewrite (le_lt_trans xu u1).
Qed.

(* All of it together: the statement positional.ood-events. *)
(* attest: positional.ood-events printed sha256:42e595aa26521f51ff431e0a90dd7678b70f414a18d6892dd6320925605759f7 theorem:events *)
Theorem events :
  [/\ forall p, (event_A p + event_B p + event_C p = 1)%N,
      forall c, 1 < c ->
        [/\ pair_probability c event_A = 2%:R * ((c - 1) / c) * (1 / c), pair_probability c event_B = ((c - 1) / c) ^+ 2 &
            pair_probability c event_C = 1 / c ^+ 2],
      forall c, 1 < c ->
        kept c (pair_probability c event_A) = 2%:R * (c - 1) / (c ^+ 2 - 1) /\
        kept c (pair_probability c event_B) = (c - 1) ^+ 2 / (c ^+ 2 - 1),
      forall c, 1 < c ->
        [/\ pair_probability c event_A1 = 1 / 2%:R * pair_probability c event_A,
            pair_probability c event_A2 = 1 / 2%:R * pair_probability c event_A,
            pair_probability c event_B1 = 1 / 2%:R * pair_probability c event_B &
            pair_probability c event_B2 = 1 / 2%:R * pair_probability c event_B] &
      forall n l u (x : 'I_n.+1 -> F), l <= u -> (1 < l) || (u < -1) -> (forall i, l <= x i <= u) ->
        exists i, (x i < -1) || (1 < x i)].
Proof.
split.
- exact: exactly_one.
- exact: probabilities.
- by move=> c c1; have [-> -> _] := probabilities c1; rewrite kept_A // kept_B.
- exact: halves.
- exact: never_inside.
Qed.

Definition both_are (i j : nat) := [pred p : 'I_3 * 'I_3 | (p.1 == i :> nat) && (p.2 == j :> nat)].
(* attest: positional.ood-events finding_as_drawn sha256:28834a6028dee07f1b386d2f7c3f16656e4d5e81136e8b5f3d44444c8462f739 theorem:as_drawn *)
Theorem as_drawn c : 1 < c ->
  pair_probability c (both_are 0 2) = 1 / (2%:R * 2%:R) * pair_probability c event_B /\
  pair_probability c (both_are 2 0) = 1 / (2%:R * 2%:R) * pair_probability c event_B.
Proof.
move=> c1; have [/lt0r_neq0/eqP c0 _ _ _] := square_gt1 c1.
by split; expand; ffield; nonzero.
Qed.

(* attest: positional.ood-events finding_lower_end_above_1 sha256:f75ea16cdb6df4857f866d47b7361e7d08493ffc0be58adf7498a99bdc1dc9c8 theorem:lower_end_above_1 *)
Theorem lower_end_above_1 c : 1 < c ->
  pair_probability c [pred p | event_B p && (low p == 2%N)] = 1 / (2%:R * 2%:R) * pair_probability c event_B.
Proof.
move=> c1; have [/lt0r_neq0/eqP c0 _ _ _] := square_gt1 c1.
by expand; ffield; nonzero.
Qed.

End Events.
