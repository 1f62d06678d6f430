(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 5.1: without positions an answer is a function of the token and of which tokens there are. Over the n rotations
   of a sequence, whatever its tokens are, such answers identify n of the n^2 positions. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* p is a rotation and a position; addition in 'I_n.+1 is modulo n + 1. *)
Theorem one_in_n n (A : Type) (w : 'I_n.+1 -> A) (answer : A -> 'I_n.+1) :
  #|[set p : 'I_n.+1 * 'I_n.+1 | answer (w (p.2 + p.1)) == p.2]| = n.+1.
Proof.
pose place j := (j - answer (w j), answer (w j)).
have place_inj : injective place.
  by move=> j k /eqP; rewrite xpair_eqE => /andP[/eqP eq_t /eqP eq_a]; rewrite -(subrK (answer (w j)) j) eq_t eq_a subrK.
rewrite -[RHS]card_ord -cardsT -(card_imset _ place_inj); apply: eq_card => -[t i]; rewrite !inE /=.
apply/eqP/imsetP => [right|[j _ /eqP]]; last by rewrite xpair_eqE => /andP[/eqP-> /eqP->]; rewrite addrC subrK.
by exists (i + t); rewrite ?inE // /place right [i + t]addrC addrK.
Qed.
