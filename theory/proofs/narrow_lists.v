(* SPDX-License-Identifier: Apache-2.0 *)
(* Of the networks of narrow_networks.v: only the entries of rows 1, ..., n and columns 1, ..., d matter, networks after one another are composed, a network is affine
   between points that agree, and blocks with no heads act on each token alone. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma all_cat (E : Type) (p : E -> Prop) (s t : seq E) : (forall x, List.In x s -> p x) -> (forall x, List.In x t -> p x) -> forall x, List.In x (s ++ t) -> p x.
Proof.
elim: s => //= y s IH s_p t_p x [<-|x_in]; first by apply: s_p; left.
by apply: IH x_in => // z z_in; apply: s_p; right.
Qed.

Section NarrowLists.
Variables (F : realFieldType) (n d : nat).
Implicit Types (A : attention -> nat -> nat -> F) (X Y : nat -> nat -> F) (x y : nat -> F) (B : block F) (Bs : seq (block F)).

(* Tokens, and inputs, that have the same entries. *)
Definition alike_tokens x y := forall k, (0 < k <= d)%N -> x k = y k.
Definition alike X Y := forall i, (0 < i <= n)%N -> alike_tokens (X i) (Y i).

Lemma sum_alike (a b : nat -> F) p : (forall k, (0 < k <= p)%N -> a k = b k) -> \sum_(k <- iota 1 p) a k = \sum_(k <- iota 1 p) b k.
Proof. by move=> ab; apply: eq_big_seq => k; rewrite mem_iota add1n ltnS => /ab. Qed.

Lemma hidden_alike u x y : alike_tokens x y -> hidden d u x = hidden d u y.
Proof. by move=> xy; rewrite /hidden; congr (_ + _); apply: sum_alike => k /xy ->. Qed.

Lemma fed_alike B x y : alike_tokens x y -> alike_tokens (fed d B x) (fed d B y).
Proof. by move=> xy k k_in; rewrite /fed xy //; congr (_ + _); apply: eq_bigr => u _; rewrite (hidden_alike u xy). Qed.

Lemma averaged_alike A h X Y i : alike X Y -> averaged n d A h X i = averaged n d A h Y i.
Proof.
move=> XY; apply: sum_alike => j j_in; congr (_ * (_ + _)); apply: sum_alike => k k_in.
by rewrite XY.
Qed.

Lemma mixed_alike A B X Y : alike X Y -> alike (mixed n d A B X) (mixed n d A B Y).
Proof.
move=> XY i i_in k k_in; rewrite /mixed XY //; congr (_ + _); apply: eq_bigr => h _.
by rewrite (averaged_alike A h i XY).
Qed.

Lemma step_alike A B X Y : alike X Y -> alike (step n d A B X) (step n d A B Y).
Proof. by move=> XY i i_in; apply: fed_alike; apply: mixed_alike. Qed.

Lemma network_alike A Bs X Y : alike X Y -> alike (network n d A Bs X) (network n d A Bs Y).
Proof. by elim: Bs X Y => // B Bs IH X Y XY; apply: IH; apply: step_alike. Qed.

Lemma network_cat A Bs Bs' X : network n d A (Bs ++ Bs') X = network n d A Bs' (network n d A Bs X).
Proof. exact: foldl_cat. Qed.

Lemma affine_cat A Bs Bs' Xs : affine n d A Bs Xs -> affine n d A Bs' (map (network n d A Bs) Xs) -> affine n d A (Bs ++ Bs') Xs.
Proof.
elim: Bs Xs => [Xs _|B Bs IH Xs /= [signs Bs_affine] Bs'_affine]; first by rewrite map_id.
by split=> //; apply: IH => //; rewrite -map_comp.
Qed.

(* Between points that all agree with one no hidden unit changes its sign, whatever the network. *)
Lemma alike_affine A Bs Xs Y : (forall X, List.In X Xs -> alike X Y) -> affine n d A Bs Xs.
Proof.
elim: Bs Xs Y => //= B Bs IH Xs Y XsY; split.
  move=> i u i_in _; have E X : List.In X Xs -> hidden d u (mixed n d A B X i) = hidden d u (mixed n d A B Y i).
    by move=> /XsY XY; apply: hidden_alike; apply: mixed_alike XY i i_in.
  by case: (leP 0 (hidden d u (mixed n d A B Y i))) => [ge0|/ltW le0]; [left | right] => X /E ->.
apply: (IH _ (step n d A B Y)) => X' /List.in_map_iff[X [<- /XsY XY]]; exact: step_alike.
Qed.

(* Blocks with no heads. *)
Definition headless B : Prop := heads B = [::] /\ (0 < size (units B) <= 4)%N.
Lemma headless_narrow B : headless B -> narrow B.
Proof. by move=> [no_heads sizes]; split=> //; rewrite no_heads. Qed.

Lemma headless_mixed A B X i k : headless B -> mixed n d A B X i k = X i k.
Proof. by move=> [no_heads _]; rewrite /mixed no_heads big_nil addr0. Qed.

Lemma headless_step A B X i : headless B -> alike_tokens (step n d A B X i) (fed d B (X i)).
Proof. by move=> B_headless; apply: fed_alike => k _; apply: headless_mixed. Qed.

Definition run_token Bs x := foldl (fun y B => fed d B y) x Bs.

Lemma run_token_alike Bs x y : alike_tokens x y -> alike_tokens (run_token Bs x) (run_token Bs y).
Proof. by elim: Bs x y => // B Bs IH x y xy; apply: IH; apply: fed_alike. Qed.


Lemma headless_network A Bs X i : (forall B, List.In B Bs -> headless B) -> alike_tokens (network n d A Bs X i) (run_token Bs (X i)).
Proof.
elim: Bs X => // B Bs IH X Bs_headless k k_in.
rewrite [LHS]IH //; last by move=> B' B'_in; apply: Bs_headless; right.
by apply: run_token_alike k_in; apply: headless_step; apply: Bs_headless; left.
Qed.
End NarrowLists.
