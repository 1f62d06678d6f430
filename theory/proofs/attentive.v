(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022): the scalar c of the attentive condition (Theorem 3, Definition 5) is invisible on the side of the keys, and
   is the threshold of Lemma 6 on the side of the query. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Attentive.
Variable F : realFieldType.

(* Each row less its largest entry: softmax and hardmax are functions of this matrix. *)
Definition largest n (S : 'M[F]_n) i : F := \big[Num.max/S i i]_k S i k.
Definition centred n (S : 'M[F]_n) : 'M[F]_n := \matrix_(i, j) (S i j - largest S i).

(* What is added to a whole row is not seen. *)
Lemma centred_shift n (S : 'M[F]_n) (a : 'cV[F]_n) : centred (S + a *m (ones F n)^T) = centred S.
Proof.
have entry i j : (S + a *m (ones F n)^T) i j = S i j + a i 0 by rewrite !mxE big_ord1 !mxE mulr1.
apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE /largest !entry.
rewrite (eq_bigr (fun k => S i k + a i 0)) => [|k _]; last exact: entry.
rewrite -(big_morph (fun x => x + a i 0) (fun x y => addr_maxl x y (a i 0)) erefl).
by rewrite opprD addrACA subrr addr0.
Qed.

(* Xu (Xu - c 1)^T, as printed, and (Xu - c 1) (Xu)^T; s = Xu. *)
Definition key_side n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) : 'M[F]_n := X *m u *m (X *m u - c *: ones F n)^T.
Definition query_side n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) : 'M[F]_n := (X *m u - c *: ones F n) *m (X *m u)^T.

Theorem c_is_invisible n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) : centred (key_side u c X) = centred (key_side u 0 X).
Proof.
rewrite /key_side scale0r subr0 linearB /= mulmxBr linearZ /= -scalemxAr -scaleNr scalemxAl.
exact: centred_shift.
Qed.

(* The key bias of eq. 22, for any head dimension and any B. *)
Theorem key_bias_is_invisible n d dH (WQ WK : 'M[F]_(d, dH)) (cK : 'rV[F]_dH) (B : 'M[F]_n) (X : 'M[F]_(n, d)) :
  centred (X *m WQ *m (add_row (X *m WK) cK)^T + B) = centred (X *m WQ *m (X *m WK)^T + B).
Proof.
by rewrite /add_row /repeat_row linearD /= [(_ *m cK)^T]trmx_mul mulmxDr addrAC [_ *m (cK^T *m _)]mulmxA centred_shift.
Qed.

(* Hard attention: the weight is shared evenly by the largest entries of a row. *)
Definition is_largest n (S : 'M[F]_n) i j : bool := [forall k, S i k <= S i j].
Definition hardmax n (S : 'M[F]_n) : 'M[F]_n :=
  \matrix_(i, j) if is_largest S i j then (#|[pred k | is_largest S i k]|%:R)^-1 else 0.

(* If all largest entries of row i stand where s has the value M, row i of hardmax(S) s is M. *)
Lemma hardmax_value n (S : 'M[F]_n) (s : 'cV[F]_n) i M :
  (forall j, is_largest S i j -> s j 0 = M) -> (hardmax S *m s) i 0 = M.
Proof.
move=> value; rewrite mxE; under eq_bigr => j _ do rewrite mxE.
rewrite (eq_bigr (fun j => if is_largest S i j then (#|[pred k | is_largest S i k]|%:R)^-1 * M else 0)); last first.
  by move=> j _; case: ifP => [/value-> //|_]; rewrite mul0r.
rewrite -big_mkcond /= sumr_const -[(_ * M) *+ _]mulr_natl mulrA mulfV ?mul1r // pnatr_eq0 -lt0n.
apply/card_gt0P; have [j _ least] := @arg_maxP _ _ _ i predT (fun k => S i k) isT.
by exists j; apply/forallP => k; apply: least.
Qed.

Definition is_max n (s : 'cV[F]_n) M : Prop := (exists j, s j 0 = M) /\ forall k, s k 0 <= M.
Definition is_min n (s : 'cV[F]_n) m : Prop := (exists j, s j 0 = m) /\ forall k, m <= s k 0.

(* With the bias on the side of the query, a token above c attends to the largest token, one below c to the smallest. *)
Theorem query_side_threshold n d (u : 'cV[F]_d) c (X : 'M[F]_(n, d)) i :
  let s := X *m u in
  (c < s i 0 -> forall M, is_max s M -> (hardmax (query_side u c X) *m s) i 0 = M) /\
  (s i 0 < c -> forall m, is_min s m -> (hardmax (query_side u c X) *m s) i 0 = m).
Proof.
move=> s; have score j : query_side u c X i j = (s i 0 - c) * s j 0.
  by rewrite /query_side -/s !mxE big_ord1 !mxE mulr1.
split=> side M [[k <-] extreme]; apply: hardmax_value => j /forallP /(_ k); rewrite !score.
  by rewrite ler_pmul2l ?subr_gt0 // => le_kj; apply/le_anti; rewrite extreme.
by rewrite ler_nmul2l ?subr_lt0 // => le_jk; apply/le_anti; rewrite le_jk extreme.
Qed.

End Attentive.
