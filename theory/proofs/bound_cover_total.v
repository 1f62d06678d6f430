(* SPDX-License-Identifier: Apache-2.0 *)
(* The radii of cover_total.v, whose sum is eps, and what the cover then costs, as the meaning of positional.theorem-6-1's statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements.
From attest Require cover_total statements_positional_theorem_6_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_theorem_6_1.finding_cover_total) f) (only parsing).
Definition growth_d := Eval compute in the "growth".
Definition price_d := Eval compute in the "price".
Definition layer_price_d := Eval compute in the "layer_price".
Definition layer_radius_d := Eval compute in the "layer_radius".
Definition positive_d := Eval compute in the "positive".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (H L l : nat).

Lemma before l : (0 < l)%N -> l%:R - 1%:R = l.-1%:R :> F.
Proof. by move=> l_gt0; rewrite -subn1 natrB. Qed.
Lemma heads_ge0 H : 0 <= H%:R :> F.
Proof. exact: ler0n. Qed.
Lemma one_and_heads_ge0 H (x : F) : 0 <= 1%:R + H%:R * x ^+ 2.
Proof. by rewrite addr_ge0 ?ler0n // mulr_ge0 ?ler0n ?sqr_ge0. Qed.

Ltac side ::= first [eassumption | reflexivity | exact: heads_ge0 | exact: one_and_heads_ge0 | by apply: before | by rewrite natrB].

Lemma call_growth defs H (Ls B2 : F) : provides [:: growth_d] defs ->
  call fs defs "growth" [:: Num H%:R; Num Ls; Num B2] = Value (Num (cover_total.rho H Ls B2)).
Proof. by move=> W; enter; value. Qed.
Lemma call_price defs (B x e : F) : provides [:: price_d] defs -> e ^+ 2 != 0 ->
  call fs defs "price" [:: Num B; Num x; Num e] = Value (Num (cover_total.price B x e)).
Proof. by move=> W e_neq0; enter; value. Qed.
Lemma call_positive defs L (f : nat -> F) : provides [:: positive_d] defs ->
  call fs defs "positive" [:: vec L f] = Value (Bool (all (fun i => 0 < f i) (iota 1 L))).
Proof. by move=> W; enter; value. Qed.

Ltac known_call ::= lazymatch goal with |- call _ _ "price" _ = _ => found_call call_price end.
Lemma call_layer_price defs H l (B21 r Ls B2 e2 e1 eQK eV : F) : provides [:: layer_price_d; price_d] defs -> (0 < l)%N -> B2 != 0 ->
  e2 ^+ 2 != 0 -> e1 ^+ 2 != 0 -> eQK ^+ 2 != 0 -> eV ^+ 2 != 0 ->
  call fs defs "layer_price" [:: Num H%:R; Num l%:R; Num B21; Num r; Num Ls; Num B2; Num e2; Num e1; Num eQK; Num eV] =
  Value (Num (cover_total.layer_price H l B21 r Ls B2 e2 e1 eQK eV)).
Proof. by move=> W l_gt0 B2_neq0 n2 n1 nQK nV; enter; value. Qed.
Lemma call_layer_radius defs H L l (Bw r Ls B2 e2 e1 eQK eV : F) : provides [:: layer_radius_d] defs -> (0 < l)%N -> (l <= L)%N ->
  call fs defs "layer_radius" [:: Num H%:R; Num L%:R; Num l%:R; Num Bw; Num r; Num Ls; Num B2; Num e2; Num e1; Num eQK; Num eV] =
  Value (Num (cover_total.factor_2 L l Bw r * e2 + cover_total.factor_1 L l Bw r Ls B2 * e1 + cover_total.factor_QK H L l Bw r Ls B2 * eQK +
    cover_total.factor_V H L l Bw r Ls B2 * eV)).
Proof.
move=> W l_gt0 l_le; have rest : L%:R - l%:R = (L - l)%:R :> F by rewrite natrB.
enter; apply: yields_eq; first by value.
congr Num; rewrite !mulrDr /cover_total.factor_1 /cover_total.factor_QK /cover_total.factor_V /cover_total.factor_2.
by rewrite !mulrA.
Qed.
End Calls.

Ltac side ::=
  first [ eassumption | reflexivity
        | match goal with H : is_true (?l \in iota 1 _) |- is_true (0 < ?l)%N => by case/andP: (in_from_1 H) end
        | match goal with H : is_true (?l \in iota 1 ?L) |- is_true (?l <= ?L)%N => by case/andP: (in_from_1 H) end ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "growth" _ = _ => found_call call_growth
  | |- call _ _ "price" _ = _ => found_call call_price
  | |- call _ _ "positive" _ = _ => found_call call_positive
  | |- call _ _ "layer_price" _ = _ => found_call call_layer_price
  | |- call _ _ "layer_radius" _ = _ => found_call call_layer_radius
  end.

(* attest: positional.theorem-6-1 finding_cover_total sha256:056701aac4f5da03243fb213ea60a195d5f346416dfff57dbe93e43d392371ea theorem:total *)
Theorem total : Holds statements_positional_theorem_6_1.finding_cover_total.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => L _ _.
meaning_for_all => Ls _ Ls_gt0; meaning_for_all => B2 _ B2_ge1; meaning_for_all => Bw _ Bw_gt0; meaning_for_all => B21 _ B21_ge1.
meaning_for_all => eps _ eps_gt0.
have [ew [e2 [e1 [eQK [eV [[ew_gt0 e_gt0] radius cost]]]]]] := cover_total.total L m_gt0 Ls_gt0 B2_ge1 Bw_gt0 B21_ge1 eps_gt0.
have squared (e : S) : 0 < e -> e ^+ 2 != 0 by move=> e_pos; rewrite gt_eqF // exprn_gt0.
have n2 l : e2 l ^+ 2 != 0 by case: (e_gt0 l) => [/squared].
have n1 l : e1 l ^+ 2 != 0 by case: (e_gt0 l) => [_ [/squared]].
have nQK l : eQK l ^+ 2 != 0 by case: (e_gt0 l) => [_ [_ [/squared]]].
have nV l : eV l ^+ 2 != 0 by case: (e_gt0 l) => [_ [_ [_ /squared]]].
have nw := squared _ ew_gt0; have neps := squared _ eps_gt0.
have B2_neq0 : B2 != 0 by rewrite gt_eqF // (lt_le_trans ltr01).
meaning_exists ew.
meaning_exists e2; first by apply/allP => l _; case: (e_gt0 l).
meaning_exists e1; first by apply/allP => l _; case: (e_gt0 l) => _ [].
meaning_exists eQK; first by apply/allP => l _; case: (e_gt0 l) => _ [_ []].
meaning_exists eV; first by apply/allP => l _; case: (e_gt0 l) => _ [_ []].
have up_to (f : nat -> S) : \sum_(1 <= l < L.+1) f l = \sum_(l <- iota 1 L) f l by rewrite /index_iota subn1.
move: radius cost; rewrite !up_to natrD natrM => radius cost.
by meaning_value; apply/andP; split; [apply/eqP; exact: radius | exact: cost].
Qed.
