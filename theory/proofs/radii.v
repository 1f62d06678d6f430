(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix C.1.3 and C.3: how a total radius is divided (Lemma C.8), the radii's recursion
   solved, and the last step to a scalar output (eq. 18). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Lemma C.8, with a_i = p_i^3 and b_i = q_i^3. *)
Section Allocation.
Variable F : realFieldType.
Variables (I : finType) (p q : I -> F) (eps : F).
Hypothesis eps_gt0 : 0 < eps.
Add Ring carrier_ring : (carrier_theory F).

Definition nu : F := \sum_i p i * q i ^+ 2.
Definition spent (e : I -> F) : F := \sum_i q i ^+ 3 * e i.
Definition cost (e : I -> F) : F := \sum_i p i ^+ 3 / e i ^+ 2.
Definition best (i : I) : F := eps * p i / (q i * nu).

Lemma cubes (s t : F) : 0 <= s -> 0 <= t -> 3%:R * (s * t ^+ 2) - 2%:R * t ^+ 3 <= s ^+ 3.
Proof.
move=> s_ge0 t_ge0; rewrite -subr_ge0 [X in 0 <= X](_ : _ = (s - t) ^+ 2 * (s + 2%:R * t)); last by ring_in F.
by rewrite mulr_ge0 ?sqr_ge0 // addr_ge0 // mulr_ge0 ?ler0n.
Qed.

(* Weights may be 0 here. *)
Theorem allocation_bound e : (forall i, 0 <= p i) -> (forall i, 0 <= q i) -> (forall i, 0 < e i) -> spent e = eps ->
  nu ^+ 3 / eps ^+ 2 <= cost e.
Proof.
move=> p_ge0 q_ge0 e_gt0 all_spent.
have nu_ge0 : 0 <= nu by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?sqr_ge0.
pose c := nu / eps; have c_ge0 : 0 <= c by rewrite divr_ge0 // ltW.
have term i : 3%:R * c ^+ 2 * (p i * q i ^+ 2) - 2%:R * c ^+ 3 * (q i ^+ 3 * e i) <= p i ^+ 3 / e i ^+ 2.
  rewrite ler_pdivl_mulr ?exprn_gt0 //.
  have := cubes (p_ge0 i) (mulr_ge0 (mulr_ge0 c_ge0 (q_ge0 i)) (ltW (e_gt0 i))); apply: le_trans.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring_in F.
apply: le_trans (_ : _ <= \sum_i (3%:R * c ^+ 2 * (p i * q i ^+ 2) - 2%:R * c ^+ 3 * (q i ^+ 3 * e i))) _; last exact: ler_sum.
rewrite sumrB -!mulr_sumr -/nu -/(spent e) all_spent le_eqVlt; apply/orP; left; apply/eqP.
have eps_neq0 : eps != 0 by rewrite gt_eqF.
have nuE : nu = c * eps by rewrite divfK.
rewrite nuE (_ : (c * eps) ^+ 3 = c ^+ 3 * eps * eps ^+ 2); last by ring_in F.
by rewrite mulfK ?expf_neq0 //; ring_in F.
Qed.

Theorem allocation_attained : 0 < nu -> (forall i, 0 < p i) -> (forall i, 0 < q i) ->
  [/\ forall i, 0 < best i, spent best = eps & cost best = nu ^+ 3 / eps ^+ 2].
Proof.
move=> nu_gt0 p_gt0 q_gt0; have nu_neq0 : nu != 0 by rewrite gt_eqF.
have eps_neq0 : eps != 0 by rewrite gt_eqF.
split=> [i||]; first by rewrite divr_gt0 ?mulr_gt0.
- rewrite /spent (eq_bigr (fun i => eps / nu * (p i * q i ^+ 2))) => [|i _].
    by rewrite -mulr_sumr -/nu divfK.
  have q_neq0 : q i != 0 by rewrite gt_eqF.
  rewrite /best invfM; move: (nu^-1) (divff q_neq0); move: (q i)^-1 => u v qu.
  by rewrite (_ : q i ^+ 3 * _ = eps * v * (p i * q i ^+ 2) * (q i * u)); [rewrite qu mulr1 | ring_in F].
- rewrite /cost (eq_bigr (fun i => nu ^+ 2 / eps ^+ 2 * (p i * q i ^+ 2))) => [|i _].
    by rewrite -mulr_sumr -/nu mulrAC -exprSr.
  have p_neq0 : p i != 0 by rewrite gt_eqF.
  rewrite /best expr_div_n !exprMn invf_div [(eps ^+ 2 * p i ^+ 2)^-1]invfM; move: (divff (expf_neq0 2 p_neq0)).
  move: (eps ^+ 2)^-1 (p i ^+ 2)^-1 => w u pu.
  by rewrite (_ : p i ^+ 3 * _ = nu ^+ 2 * w * (p i * q i ^+ 2) * (p i ^+ 2 * u)); [rewrite pu mulr1 | ring_in F].
Qed.

(* Lemma C.8 as it is meant: weights and radii are positive. *)
Theorem lemma_c8 : (0 < #|I|)%N -> (forall i, 0 < p i) -> (forall i, 0 < q i) ->
  [/\ forall i, 0 < best i, spent best = eps & cost best = nu ^+ 3 / eps ^+ 2] /\
  (forall e, (forall i, 0 < e i) -> spent e = eps -> nu ^+ 3 / eps ^+ 2 <= cost e).
Proof.
move=> /card_gt0P[i0 _] p_gt0 q_gt0; have nu_gt0 : 0 < nu.
  rewrite /nu (bigD1 i0) //= ltr_paddr ?mulr_gt0 ?exprn_gt0 //; apply: sumr_ge0 => i _.
  by rewrite mulr_ge0 ?sqr_ge0 // ltW.
split; first exact: allocation_attained.
by move=> e e_gt0; apply: allocation_bound => // i; apply: ltW.
Qed.

End Allocation.

(* With a = (1, 0) and b = (1, 1) the least cost is not attained: e_1 < eps. *)
Theorem not_attained (F : realFieldType) (eps e1 e2 : F) : 0 < e1 -> 0 < e2 -> 1 ^+ 3 * e1 + 1 ^+ 3 * e2 = eps ->
  (1 * 1 ^+ 2 + 0 * 1 ^+ 2) ^+ 3 / eps ^+ 2 < 1 ^+ 3 / e1 ^+ 2 + 0 ^+ 3 / e2 ^+ 2 :> F.
Proof.
rewrite !expr1n !mul1r mul0r addr0 expr1n expr0n mul0r addr0 !mul1r => e1_gt0 e2_gt0 <-.
rewrite ltf_pinv ?posrE ?exprn_gt0 ?addr_gt0 //.
by rewrite ltr_expn2r ?nnegrE ?ltr_addl // ltW // addr_gt0.
Qed.

(* Section C.3: eps_1 = e_1 and eps_l = r eps_(l-1) + e_l give sum_l r^(L-l) e_l. *)
Section ClosedForm.
Variable F : realFieldType.

Theorem recursion_solved (r : F) (e : nat -> F) L :
  foldl (fun eps l => r * eps + e l) 0 (iota 1 L) = \sum_(1 <= l < L.+1) r ^+ (L - l) * e l.
Proof.
elim: L => [|L IH]; first by rewrite big_geq.
rewrite -[L.+1]addn1 iotaD foldl_cat /= add1n IH addn1 [RHS]big_nat_recr //= subnn expr0 mul1r; congr (_ + _).
rewrite mulr_sumr !big_nat; apply: eq_bigr => l /andP[_ l_le]; by rewrite mulrA -exprS subSn.
Qed.

End ClosedForm.

(* The printed recursion with the printed beta, gamma, eta and B^(l), for L layers. *)
Section PrintedRecursion.
Variable F : rcfType.

Definition B (H l : nat) (Ls B2 : F) : F := (Ls * B2 ^+ 2 * Num.sqrt (1 + H%:R * B2 ^+ 2)) ^+ l.
Definition added (H : nat) (Ls B2 BP : F) (e2 e1 eQK eV : nat -> F) (l : nat) : F :=
  e2 l + Ls * B2 * e1 l + 2%:R * Ls * B H l.-1 Ls B2 * B2 ^+ 3 * BP * eQK l + Num.sqrt H%:R * Ls * B2 ^+ 2 * eV l.

Theorem cover_closed_form (H L : nat) (Ls B2 BP : F) e2 e1 eQK eV :
  foldl (fun eps l => Ls * B2 ^+ 3 * eps + added H Ls B2 BP e2 e1 eQK eV l) 0 (iota 1 L) =
  \sum_(1 <= l < L.+1) (Ls * B2 ^+ 3) ^+ (L - l) * added H Ls B2 BP e2 e1 eQK eV l.
Proof. exact: recursion_solved. Qed.

End PrintedRecursion.

(* Eq. 18. *)
Section Scalar.
Variable F : rcfType.
Add Ring carrier_ring : (carrier_theory F).
Implicit Types I : finType.

Theorem scalar_output I (w w' x x' : I -> F) Bw eps ew :
  `|dot w x - dot w' x'| <= `|dot w (fun i => x i - x' i)| + `|dot (fun i => w i - w' i) x'| /\
  (norm2 w <= Bw -> norm2 (fun i => x i - x' i) <= eps -> `|dot (fun i => w i - w' i) x'| <= ew ->
   `|dot w x - dot w' x'| <= ew + Bw * eps).
Proof.
have split : dot w x - dot w' x' = dot w (fun i => x i - x' i) + dot (fun i => w i - w' i) x'.
  rewrite /dot -sumrB -big_split; by apply: eq_bigr => i _ /=; ring_in F.
have triangle : `|dot w x - dot w' x'| <= `|dot w (fun i => x i - x' i)| + `|dot (fun i => w i - w' i) x'|.
  by rewrite split ler_norm_add.
split=> // w_le x_le ew_le; apply: le_trans triangle _; rewrite addrC ler_add //.
by apply: le_trans (abs_dot _ _) _; rewrite ler_pmul ?norm2_ge0.
Qed.

End Scalar.
