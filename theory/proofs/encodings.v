(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 2: T5, Shaw, DeBERTa and Transformer-XL, as their own papers write their scores, are eq. 4. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention position_aware causal.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Encodings.
Variable F : realFieldType.

Definition dot k (x y : 'rV[F]_k) : F := (x *m y^T) 0 0.

(* The scores of tokens i and j with the query x_i and the key x_j. A table's entry is found by a function `place` of the distance: a
   bucket, a clip, an index. *)
Definition own_t5 T k (w : T -> F) (place : int -> T) (x y : 'rV[F]_k) n (i j : 'I_n) : F :=
  dot x y + w (place (relative i j)).
Definition own_shaw T k (scale : F) (w : T -> 'rV[F]_k) (place : int -> T) (x y : 'rV[F]_k) n (i j : 'I_n) : F :=
  scale * dot x (y + w (place (relative j i))).
Definition own_deberta T k (scale : F) (Kr Qr : T -> 'rV[F]_k) (place : int -> T) (x y : 'rV[F]_k) n (i j : 'I_n) : F :=
  scale * (dot x y + dot x (Kr (place (relative i j))) + dot y (Qr (place (relative j i)))).
Definition own_transformer_xl k q (scale : F) (R : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v x y : 'rV[F]_k) n (i j : 'I_n) : F :=
  scale * (dot x y + dot x (R (relative i j) *m WR) + dot u y + dot v (R (relative i j) *m WR)).

Lemma dotC k (x y : 'rV[F]_k) : dot x y = dot y x.
Proof. by rewrite /dot -[in LHS](trmxK x) -trmx_mul mxE. Qed.
Lemma dotDr k (x y z : 'rV[F]_k) : dot x (y + z) = dot x y + dot x z.
Proof. by rewrite /dot linearD mulmxDr mxE. Qed.
Lemma dotZl k t (x y : 'rV[F]_k) : dot (t *: x) y = t * dot x y.
Proof. by rewrite /dot -scalemxAl mxE. Qed.
Lemma opposite n (i j : 'I_n) : - relative i j = relative j i.
Proof. by rewrite /relative opprB. Qed.
Lemma content n d k (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) i j :
  (X *m WQ *m (X *m WK)^T) i j = dot (row i X *m WQ) (row j X *m WK).
Proof. by rewrite /dot -!row_mul !mxE; apply: eq_bigr => l _; rewrite !mxE. Qed.

(* attest: urpe.rpe-variants printed sha256:3f297d836c63a6506b28fbbffc03e4be4014cbfbd5db16b9891aaf4b231efebe theorem:encodings_are_eq_4 *)
Theorem encodings_are_eq_4 n d k q T (WQ WK : 'M[F]_(d, k)) (X : 'M[F]_(n, d)) (scale : F) (place : int -> T)
    (m : T -> F) (w Kr Qr : T -> 'rV[F]_k) (R : int -> 'rV[F]_q) (WR : 'M[F]_(q, k)) (u v : 'rV[F]_k) i j :
  let x := row i X *m WQ in let y := row j X *m WK in let sWQ := scale *: WQ in
  [/\ own_t5 m place x y i j = scores WQ WK (bias_t5 (fun t => m (place t))) X i j,
      own_shaw scale w place x y i j = scores sWQ WK (bias_shaw sWQ (fun t => w (place (- t)))) X i j,
      own_deberta scale Kr Qr place x y i j =
        scores sWQ WK (bias_deberta sWQ WK (fun t => Kr (place t)) (fun t => scale *: Qr (place (- t)))) X i j &
      own_transformer_xl scale R WR u v x y i j =
        scores sWQ WK (bias_transformer_xl sWQ WK R WR (scale *: u) (scale *: v)) X i j].
Proof.
have split2 (A B : 'M[F]_1) : (A + B) 0 0 = A 0 0 + B 0 0 by rewrite mxE.
move=> x y sWQ; rewrite /scores; split; rewrite [RHS]mxE content mxE // ?split2 -?scalemxAr -/x -/y.
- by rewrite /own_shaw opposite -/(dot _ _) !dotZl dotDr mulrDr.
- by rewrite /own_deberta opposite -!/(dot _ _) !dotZl [dot y _]dotC !mulrDr -addrA.
- by rewrite /own_transformer_xl -!/(dot _ _) !dotZl !mulrDr -!addrA.
Qed.

End Encodings.
