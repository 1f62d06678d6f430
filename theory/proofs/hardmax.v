(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), section 4 and appendices B.3 to B.5: hardmax and softmax patterns, and what positional
   attention can route. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Hardmax.
Variable F : realFieldType.

(* Eq. 6. *)
Definition hardmax p q (X : 'M[F]_(p, q)) : 'M[F]_(p, q) := \matrix_(i, j) [forall k, X i k <= X i j]%:R.

Lemma hardmaxE p q (X : 'M[F]_(p, q)) i j : hardmax X i j = [forall k, X i k <= X i j]%:R.
Proof. by rewrite mxE. Qed.

Lemma row_maximum p q (X : 'M[F]_(p, q.+1)) i : exists j, forall k, X i k <= X i j.
Proof.
by case: (@arg_maxP _ _ _ ord0 xpredT (fun j => X i j) isT) => j _ j_max; exists j => k; apply: j_max.
Qed.

(* The image of hardmax: the binary matrices with a one in every row. *)
Theorem hardmax_image p q (B : 'M[F]_(p, q.+1)) :
  (exists X, hardmax X = B) <-> (forall i j, B i j = 0 \/ B i j = 1) /\ (forall i, exists j, B i j = 1).
Proof.
split=> [[X <-]|[binary has_one]].
  split=> [i j|i]; first by rewrite mxE; case: [forall k, _]; [right|left].
  by have [j j_max] := row_maximum X i; exists j; rewrite mxE; have -> : [forall k, X i k <= X i j] by apply/forallP.
exists B; apply/matrixP => i j; rewrite mxE.
have [k Bk] := has_one i.
case: forallP => [all_le|not_max].
  case: (binary i j) => [Bij0|-> //]; have := all_le k.
  by rewrite Bk Bij0 ler10.
case: (binary i j) => [-> //|Bij1]; case: not_max => k'.
by rewrite Bij1; case: (binary i k') => ->; rewrite ?ler01.
Qed.

(* Exactly one one in a row arises exactly from a unique maximum in that row. *)
Theorem unique_pattern p q (X : 'M[F]_(p, q)) i :
  (exists j, forall k, hardmax X i k = (k == j)%:R) <-> (exists j, forall k, k != j -> X i k < X i j).
Proof.
split=> [[j ones]|[j j_max]]; exists j => k.
  move=> k_neq; have := ones j; rewrite eqxx mxE.
  case: forallP => [j_max _|_ /eqP]; last by rewrite eq_sym oner_eq0.
  have := ones k; rewrite (negbTE k_neq) mxE.
  case: forallP => [_ /eqP|k_not_max _]; first by rewrite oner_eq0.
  rewrite lt_neqAle j_max andbT; apply/eqP => Xkj; case: k_not_max => l; rewrite Xkj; exact: j_max.
rewrite mxE; case: eqP => [->|/eqP k_neq].
  by case: forallP => // -[] l; have [->//|/j_max/ltW] := eqVneq l j.
by case: forallP => // /(_ j); rewrite leNgt j_max.
Qed.

(* The three sentences of appendix B.3 together. *)
Theorem hardmax_patterns p q :
  (forall X : 'M[F]_(p, q.+1), (forall i j, hardmax X i j = 0 \/ hardmax X i j = 1) /\ (forall i, exists j, hardmax X i j = 1)) /\
  (forall B : 'M[F]_(p, q.+1), (forall i j, B i j = 0 \/ B i j = 1) -> (forall i, exists j, B i j = 1) -> exists X, hardmax X = B) /\
  (forall (X : 'M[F]_(p, q.+1)) i, (exists j, forall k, hardmax X i k = (k == j)%:R) <-> (exists j, forall k, k != j -> X i k < X i j)).
Proof.
split=> [X|]; first by apply/(hardmax_image _).1; exists X.
by split=> [B binary has_one|X i]; [apply/(hardmax_image _).2 | exact: unique_pattern].
Qed.

(* A matrix that has a single one in every row, and zeros elsewhere, is its own hardmax. *)
Definition pattern n m (source : 'I_n -> 'I_m) : 'M[F]_(n, m) := \matrix_(i, j) (j == source i)%:R.

Lemma hardmax_pattern n m (source : 'I_n -> 'I_m) : hardmax (pattern source) = pattern source.
Proof.
apply/matrixP => i j; rewrite !mxE.
case: forallP => [/(_ (source i))|]; rewrite ?mxE ?eqxx; first by case: (j == _) => //; rewrite ler10.
case: eqP => [_ not_max|//]; case: not_max => k.
by rewrite !mxE; case: (k == _); rewrite ?ler01.
Qed.

Lemma pattern_mul n m d (source : 'I_n -> 'I_m) (X : 'M[F]_(m, d)) i j : (pattern source *m X) i j = X (source i) j.
Proof.
rewrite mxE (bigD1 (source i)) //= mxE eqxx mul1r big1 ?addr0 // => k /negbTE k_neq.
by rewrite mxE k_neq mul0r.
Qed.

(* Eq. 3 before softmax: (P WQ) (P WK)^T. *)
Definition scores n dP dm (P : 'M[F]_(n, dP)) (WQ WK : 'M[F]_(dP, dm)) : 'M[F]_n := P *m WQ *m (P *m WK)^T.

Lemma scores_unit n (WQ : 'M[F]_n) : scores 1%:M WQ 1%:M = WQ.
Proof. by rewrite /scores !mul1mx trmx1 mulmx1. Qed.

(* --- Lemma B.2's routing. N machines and the sink, which is the last of N + 1 nodes. H i j z: what stands in slot z of machine i goes to
   slot z of machine j. *)
Section Routing.
Variables (N s : nat).
Implicit Types (H : 'I_N -> 'I_N -> 'I_s -> bool) (h : 'I_s).
Definition no_collision H := forall i i' j h, H i j h -> H i' j h -> i = i'.

Definition machine (i : 'I_N) : 'I_N.+1 := widen_ord (leqnSn N) i.
Definition sink : 'I_N.+1 := ord_max.
Definition as_machine (v : 'I_N.+1) : option 'I_N := insub (val v).

Lemma as_machineK i : as_machine (machine i) = Some i.
Proof. exact: valK. Qed.
Lemma as_machine_sink : as_machine sink = None.
Proof. by rewrite /as_machine insubF //= ltnn. Qed.
Variant node_spec (v : 'I_N.+1) : option 'I_N -> Prop :=
  | IsMachine i of v = machine i : node_spec v (Some i)
  | IsSink of v = sink : node_spec v None.
Lemma nodeP v : node_spec v (as_machine v).
Proof.
rewrite /as_machine; case: insubP => [i _ iE|]; first by apply: IsMachine; apply: val_inj.
by rewrite -leqNgt => ge_N; apply: IsSink; apply: val_inj; apply/eqP; rewrite eqn_leq ge_N -ltnS ltn_ord.
Qed.

(* The repaired W_Q: machine j attends to its source for slot h, and to the sink if it has none; the sink attends to itself. *)
Definition repaired_WQ H h : 'M[F]_N.+1 := \matrix_(v, w)
  (match as_machine v, as_machine w with
   | Some j, Some i => H i j h
   | Some j, None => ~~ [exists i, H i j h]
   | None, Some _ => false
   | None, None => true
   end : bool)%:R.
Definition source H h (v : 'I_N.+1) : 'I_N.+1 :=
  if as_machine v is Some j then (if [pick i | H i j h] is Some i then machine i else sink) else sink.

Lemma repaired_WQE H h : no_collision H -> repaired_WQ H h = pattern (source H h).
Proof.
move=> single; apply/matrixP => v w; rewrite !mxE /source; congr (nat_of_bool _)%:R.
case: (nodeP v) => [j _|_]; last by case: (nodeP w) => [i ->|->]; rewrite ?eqxx // eq_sym -val_eqE /= gtn_eqF.
case: pickP => [i Hij|none].
  case: (nodeP w) => [i' ->|->].
    apply/idP/eqP => [Hi'j|]; first by rewrite (single _ _ _ _ Hij Hi'j).
    by move=> /(congr1 val)/= /val_inj ->.
  have -> : [exists i, H i j h] by apply/existsP; exists i.
  by rewrite -val_eqE /= gtn_eqF.
case: (nodeP w) => [i ->|->]; first by rewrite none -val_eqE /= ltn_eqF.
by rewrite eqxx; apply/existsP => -[i]; rewrite none.
Qed.

(* Where every machine has a source for slot h, the printed W_Q has a single one in the first N rows: it adds ones in the sink's row alone. *)
Definition printed_WQ H h : 'M[F]_N.+1 := \matrix_(v, w)
  (match as_machine v, as_machine w with
   | Some j, Some i => H i j h
   | Some _, None => false
   | None, Some i => ~~ [exists j, H i j h]
   | None, None => true
   end : bool)%:R.

Theorem printed_routing_if_filled H h : no_collision H -> (forall j, exists i, H i j h) ->
  let A := hardmax (scores 1%:M (printed_WQ H h) 1%:M) in
  forall j, exists i, H i j h /\ forall w, A (machine j) w = (w == machine i)%:R.
Proof.
move=> single filled A j; have [i Hij] := filled j; exists i; split=> // w.
have rowE w' : printed_WQ H h (machine j) w' = (w' == machine i)%:R.
  rewrite mxE as_machineK; congr (nat_of_bool _)%:R; case: (nodeP w') => [i' ->|->]; last by rewrite -val_eqE /= gtn_eqF.
  apply/idP/eqP => [Hi'j|]; first by rewrite (single _ _ _ _ Hij Hi'j).
  by move=> /(congr1 val)/= /val_inj ->.
rewrite /A scores_unit mxE; case: forallP => [/(_ (machine i))|]; rewrite !rowE ?eqxx.
  by case: (w == _) => //; rewrite ler10.
case: eqP => [_ not_max|//]; case: not_max => k.
by rewrite rowE; case: (k == _); rewrite ?ler01.
Qed.

End Routing.
End Hardmax.
