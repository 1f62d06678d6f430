(* SPDX-License-Identifier: Apache-2.0 *)
(* One block whose attention matrix is C / n, a Toeplitz matrix: with one head of dimension 1 its first column tells finitely many inputs and the tokens' positions apart,
   and with as many hidden units as are needed it is any function of these inputs. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists narrow_bumps narrow_table.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Any function of finitely many numbers in the first column, by one layer: a bump around each. *)
Section Units.
Variables (F : realFieldType) (d : nat).
Hypothesis d_gt0 : (0 < d)%N.
Definition units_sum (us : seq (hidden_unit F)) (x : nat -> F) k : F := \sum_(u <- us) relu (hidden d u x) * out u k.
Lemma any_units (K : finType) (y : K -> F) (w : K -> nat -> F) : injective y ->
  exists2 us : seq (hidden_unit F), (0 < size us)%N & forall a x, x 1%N = y a -> forall k, units_sum us x k = w a k.
Proof.
move=> y_inj; have [|g g_gt0 g_le] := @least_gap F [finType of K * K] (fun ab => if ab.1 == ab.2 then 1 else `|y ab.1 - y ab.2|).
  by case=> a b /=; case: eqP => [_|ab]; rewrite ?ltr01 // normr_gt0 subr_eq0; apply/eqP => /y_inj.
pose bumps (r : seq K) := flatten [seq units (bump g (y a) (w a)) | a <- r].
have sumE r x k : units_sum (bumps r) x k = \sum_(a <- r) (fed d (bump g (y a) (w a)) x k - x k).
  elim: r => [|a r IH]; first by rewrite /units_sum !big_nil.
  by rewrite big_cons -IH -[bumps (a :: r)]/(units (bump g (y a) (w a)) ++ bumps r) /units_sum big_cat /= /fed [x k + _]addrC addrK.
exists (Unit (fun=> 0) 0 (fun=> 0) :: bumps (enum K)) => // a x xE k.
rewrite /units_sum big_cons /= mulr0 add0r [LHS]sumE big_enum /= (bigD1 a) //= bump_at // [x k + _]addrC addrK big1 ?addr0 // => b ba.
by rewrite bump_away ?subrr // xE; have := g_le (a, b); rewrite /= eq_sym (negbTE ba).
Qed.
End Units.

Section OneHead.
Variables (F : realFieldType) (n d : nat).
Implicit Types (i j : 'I_n).

(* A functional tells all tokens apart that differ, and a constant keeps its values from 0. *)
Lemma tell_tokens (E : finType) (x : E -> 'I_n -> 'I_d -> F) : exists (w : 'I_d -> F) (b : F),
  (forall e i, \sum_q x e i q * w q + b != 0) /\
  forall e i e' i', \sum_q x e i q * w q = \sum_q x e' i' q * w q -> forall q, x e i q = x e' i' q.
Proof.
have [w w_works] := @functional_seq F _ (index_enum [finType of 'I_d]) [finType of (E * 'I_n) * (E * 'I_n)] (fun ab q => x ab.1.1 ab.1.2 q - x ab.2.1 ab.2.2 q) (index_enum_uniq _).
pose s (a : E * 'I_n) := \sum_q x a.1 a.2 q * w q; exists w, (1 + \sum_a `|- s a|); split.
  move=> e i; rewrite gt_eqF // -ltr_subl_addl sub0r (le_lt_trans (le_sum_norms (fun a => - s a) (e, i))) //.
  by rewrite ltr_addr ltr01.
move=> e i e' i' E' q; apply/eqP; rewrite -subr_eq0; apply: contraT => neq.
have /eqP[] := w_works ((e, i), (e', i')) (ex_intro2 _ _ q (mem_index_enum q) neq).
by under eq_bigr do rewrite mulrBr /= ![w _ * _]mulrC; rewrite sumrB E' subrr.
Qed.

(* What the diagonals of C meet: diagonal p has the tokens j with i + n - j = p. *)
Definition diagonal (z : 'I_n -> F) i (p : 'I_(n + n)) : F := \sum_(j : 'I_n | (i + n - j)%N == p :> nat) z j.
Lemma diagonal_lt i j : (i + n - j < n + n)%N.
Proof. by apply: leq_ltn_trans (leq_subr _ _) _; rewrite ltn_add2r. Qed.
Lemma diagonal_at z i j : diagonal z i (Ordinal (diagonal_lt i j)) = z j.
Proof.
rewrite /diagonal (bigD1 j) //= big1 ?addr0 // => k /andP[/eqP E /eqP[]]; apply: val_inj => /=.
have le (l : 'I_n) : (l <= i + n)%N by rewrite (leq_trans (ltnW (ltn_ord l))) // leq_addl.
by rewrite -(subKn (le k)) E subKn.
Qed.
Lemma diagonal_position z z' i i' : (forall j, z j != 0) -> diagonal z i =1 diagonal z' i' -> (i' <= i)%N.
Proof.
move=> z_neq0 E; rewrite leqNgt; apply/negP => ii'; have n_gt0 : (0 < n)%N by apply: leq_ltn_trans (ltn_ord i).
have last_lt : (n.-1 < n)%N by rewrite prednK.
have /eqP := E (Ordinal (diagonal_lt i (Ordinal last_lt))); rewrite diagonal_at /diagonal big_pred0 ?(negbTE (z_neq0 _)) // => j /=.
apply/negbTE; rewrite neq_ltn; apply/orP; right.
have j_le : (j <= n.-1)%N by rewrite -ltnS prednK.
rewrite -!addnBA ?(ltnW last_lt) ?(ltnW (ltn_ord j)) //.
by rewrite -addSn leq_add // leq_sub2l.
Qed.
Lemma diagonals_sum (c : 'I_(n + n) -> F) z i : \sum_p c p * diagonal z i p = \sum_j c (Ordinal (diagonal_lt i j)) * z j.
Proof.
rewrite /diagonal; under eq_bigr do rewrite mulr_sumr; rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => j _.
by rewrite (big_pred1 (Ordinal (diagonal_lt i j))) // => p; rewrite eq_sym.
Qed.

(* The first column becomes a number that tells the input and the position. *)
Lemma tell_inputs (E : finType) (x : E -> 'I_n -> 'I_d -> F) (first : E -> 'I_n -> F) : (forall e e', (forall i q, x e i q = x e' i q) -> e = e') ->
  exists (c : 'I_(n + n) -> F) (w : 'I_d -> F) (b g : F),
    injective (fun a : E * 'I_n => first a.1 a.2 + (\sum_j c (Ordinal (diagonal_lt a.2 j)) * (\sum_q x a.1 j q * w q + b)) * g).
Proof.
move=> x_inj; have [w [b [z_neq0 w_inj]]] := tell_tokens x; pose z e j := \sum_q x e j q * w q + b.
have [|c c_inj] := @functional F _ [finType of E * 'I_n] (fun a => diagonal (z a.1) a.2).
  move=> [e i] [e' i'] /= E1; have ii' : i = i'.
    apply/val_inj/eqP; rewrite eqn_leq (diagonal_position (z_neq0 e') (fsym E1)) (diagonal_position (z_neq0 e) E1).
    by [].
  subst i'; congr (_, _); apply: x_inj => j q; apply: (w_inj e j e' j); apply: (addIr b).
  by have := E1 (Ordinal (diagonal_lt i j)); rewrite !diagonal_at.
pose S (a : E * 'I_n) := \sum_j c (Ordinal (diagonal_lt a.2 j)) * z a.1 j.
have S_inj : injective S by move=> a a' E1; apply: c_inj; rewrite /= !diagonals_sum.
have [g g_works] := @avoid F [finType of (E * 'I_n) * (E * 'I_n)] (fun ab => first ab.1.1 ab.1.2 - first ab.2.1 ab.2.2) (fun ab => S ab.1 - S ab.2).
exists c, w, b, g => a a' /= /eqP; rewrite -subr_eq0 opprD addrACA -mulrBl [_ * g]mulrC => /eqP E1.
by apply: S_inj; apply/eqP; rewrite -subr_eq0; apply: contraT => /(g_works (a, a')) /eqP[].
Qed.
End OneHead.

(* The same, with tokens and columns counted from 1: what the head gives for an input X at position i, and the token that follows it. *)
Section FromOne.
Variables (F : realFieldType) (n d : nat).
Implicit Types (c w x : nat -> F) (b g : F) (X : nat -> nat -> F).
Definition gathered c w b X i : F := \sum_(j <- iota 1 n) n%:R^-1 * c (i + n - j)%N * (\sum_(q <- iota 1 d) X j q * w q + b).
Definition attended c w b g X i k : F := X i k + gathered c w b X i * (g * coordinate F 1%N k).

Lemma attended_1 c w b g X i : attended c w b g X i 1%N = X i 1%N + gathered c w b X i * g.
Proof. by rewrite /attended /coordinate eqxx mulr1. Qed.

(* Numbers from functions on ordinals. *)
Definition extended p (f : 'I_p -> F) k : F := if insub k is Some k' then f k' else 0.
Lemma extendedE p (f : 'I_p -> F) (k : 'I_p) : extended f k = f k.
Proof. by rewrite /extended valK. Qed.

Lemma one_head_tells (E : finType) (X : E -> nat -> nat -> F) : (0 < n)%N -> (forall e e', alike n d (X e) (X e') -> e = e') ->
  exists c w b g, forall e i e' i', (0 < i <= n)%N -> (0 < i' <= n)%N -> attended c w b g (X e) i 1%N = attended c w b g (X e') i' 1%N -> e = e' /\ i = i'.
Proof.
move=> n_gt0 X_inj; pose x e (i : 'I_n) (q : 'I_d) := X e i.+1 q.+1.
have [|c [w [b [g inj]]]] := @tell_inputs F n d E x (fun e i => X e i.+1 1%N).
  move=> e e' E1; apply: X_inj => -[|i] // i_n [|q] // q_d; exact: (E1 (Ordinal i_n) (Ordinal q_d)).
pose c' p := n%:R * extended c p; pose w' q := extended w q.-1; exists c', w', b, g.
have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have gatheredE e (i : 'I_n) : gathered c' w' b (X e) i.+1 = \sum_j c (Ordinal (diagonal_lt i j)) * (\sum_q x e j q * w q + b).
  rewrite /gathered sum_ord_iota; apply: eq_bigr => j _; rewrite /c' mulKf // addSn subSS; congr (_ * (_ + _)).
    exact: (extendedE c (Ordinal (diagonal_lt i j))).
  by rewrite sum_ord_iota; apply: eq_bigr => q _; rewrite /w' extendedE.
move=> e [|i] // e' [|i'] // i_n i'_n; rewrite !attended_1.
rewrite (gatheredE e (Ordinal i_n)) (gatheredE e' (Ordinal i'_n)) => /(inj (e, Ordinal i_n) (e', Ordinal i'_n)).
by case=> -> ->.
Qed.

Theorem one_block (E : finType) (X T : E -> nat -> nat -> F) : (0 < n)%N -> (0 < d)%N -> (forall e e', alike n d (X e) (X e') -> e = e') ->
  exists c w b g (us : seq (hidden_unit F)), (0 < size us)%N /\ forall e i k, (0 < i <= n)%N ->
    attended c w b g (X e) i k + units_sum d us (attended c w b g (X e) i) k = T e i k.
Proof.
move=> n_gt0 d_gt0 X_inj; have [c [w [b [g inj]]]] := one_head_tells n_gt0 X_inj.
pose a (ei : E * 'I_n) := attended c w b g (X ei.1) ei.2.+1.
have [|us us_gt0 usE] := @any_units F d d_gt0 [finType of E * 'I_n] (fun ei => a ei 1%N) (fun ei k => T ei.1 ei.2.+1 k - a ei k).
  by move=> [e i] [e' i'] /inj[]; rewrite ?ltn_ord //= => -> [/val_inj ->].
exists c, w, b, g, us; split=> // e [|i] // k i_n.
by rewrite (usE (e, Ordinal i_n)) // addrC subrK.
Qed.
End FromOne.
