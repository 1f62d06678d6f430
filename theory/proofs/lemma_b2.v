(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix B.4: one layer with hardmax attention delivers what one round of PCOC sends. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section LemmaB2.
Variable F : realFieldType.

(* A round of PCOC: item h of machine j is what stands in some slot of some machine, or there is none. Any oracle: no slot is kept, no
   condition on collisions, none on how much a machine sends. *)
Section Round.
Variables (N s : nat) (oracle : 'I_N -> 'I_s -> option ('I_N * 'I_s)).
(* Head h of machine j attends to the machine of item h, else to the sink. *)
Definition attended (h : 'I_s) (v : 'I_N.+1) : 'I_N.+1 :=
  if as_machine v is Some j then (if oracle j h is Some item then machine item.1 else sink N) else sink N.
Definition round_heads (X : 'M[F]_(N.+1, s.+1)) (h : 'I_s) : 'M[F]_(N.+1, s.+1) :=
  hardmax (scores 1%:M (pattern F (attended h)) 1%:M) *m (X *m 1%:M).

(* Column c of head h, machine j: slot c of the attended machine; of a sink with memory 0 it is 0. *)
Theorem one_round (X : 'M[F]_(N.+1, s.+1)) (j : 'I_N) (h : 'I_s) :
  (forall item, oracle j h = Some item -> round_heads X h (machine j) (widen_ord (leqnSn s) item.2) = X (machine item.1) (widen_ord (leqnSn s) item.2)) /\
  (oracle j h = None -> forall c, round_heads X h (machine j) c = X (sink N) c).
Proof.
by rewrite /round_heads scores_unit hardmax_pattern mulmx1; split=> [item|] eq_item => [|c]; rewrite pattern_mul /attended as_machineK eq_item.
Qed.
End Round.
End LemmaB2.
