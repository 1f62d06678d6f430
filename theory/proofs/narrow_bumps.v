(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow blocks with no heads compute any function of finitely many tokens that are told apart by their first coordinates: the first coordinates are moved up, then
   one block per token, a bump around its first coordinate, moves that token to its value, below all bumps. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section NarrowBumps.
Variables (F : realFieldType) (d : nat).
Hypothesis d_gt0 : (0 < d)%N.
Implicit Types (x y w : nat -> F).

Lemma relu_ge0 (t : F) : 0 <= t -> relu t = t.
Proof. exact: max_r. Qed.
Lemma relu_le0 (t : F) : t <= 0 -> relu t = 0.
Proof. exact: max_l. Qed.
Lemma relu_difference (t : F) : relu t - relu (- t) = t.
Proof.
by case: (leP 0 t) => [t_ge0|/ltW t_le0]; [rewrite relu_ge0 // relu_le0 ?oppr_le0 // subr0
  | rewrite relu_le0 // relu_ge0 ?oppr_ge0 // sub0r opprK].
Qed.

Definition coordinate p : nat -> F := fun k => (k == p)%:R.
Lemma sum_coordinate x p : (0 < p <= d)%N -> \sum_(k <- iota 1 d) x k * coordinate p k = x p.
Proof.
move=> p_in; rewrite (bigD1_seq p) ?iota_uniq ?mem_iota ?add1n ?ltnS //= /coordinate eqxx mulr1 big1 ?addr0 // => k /negbTE ->.
by rewrite mulr0.
Qed.
Lemma hidden_coordinate p s w x : (0 < p <= d)%N -> hidden d (Unit (coordinate p) s w) x = x p + s.
Proof. by move=> p_in; rewrite /hidden /= sum_coordinate. Qed.

(* The first coordinate becomes a linear functional of the token. *)
Definition linear_block (c : nat -> F) : block F :=
  Block [::] [:: Unit (fun k => c k - coordinate 1%N k) 0 (coordinate 1%N); Unit (fun k => - (c k - coordinate 1%N k)) 0 (fun k => - coordinate 1%N k)].
Lemma linear_block_headless c : headless (linear_block c).
Proof. by []. Qed.
Lemma linear_block_1 c x : fed d (linear_block c) x 1%N = \sum_(k <- iota 1 d) x k * c k.
Proof.
rewrite /fed /= !big_cons big_nil /hidden /= !addr0 mulrN; under [X in _ + (_ - relu X * _)]eq_bigr do rewrite mulrN.
rewrite sumrN -mulrBl relu_difference /coordinate eqxx mulr1.
under eq_bigr do rewrite mulrBr; rewrite sumrB -/(coordinate 1%N) sum_coordinate //.
by rewrite addrC subrK.
Qed.

Lemma linear_block_other c x k : k != 1%N -> fed d (linear_block c) x k = x k.
Proof. by move=> /negbTE k1; rewrite /fed /= !big_cons big_nil /= /coordinate k1 oppr0 !mulr0 !addr0. Qed.

(* The first coordinate is moved by a constant. *)
Definition shift_block (s : F) : block F := Block [::] [:: Unit (fun=> 0) 1 (fun k => s * coordinate 1%N k)].
Lemma shift_block_fed s x k : fed d (shift_block s) x k = x k + s * coordinate 1%N k.
Proof.
rewrite /fed /= big_seq1 /hidden /= big1 ?add0r => [|j _]; last by rewrite mulr0.
by rewrite relu_ge0 ?ler01 // mul1r.
Qed.

(* w is added to tokens with first coordinate t, nothing where it is at least g away from t. *)
Definition bump (g t : F) w : block F :=
  Block [::] [:: Unit (coordinate 1%N) (g - t) (fun k => w k / g); Unit (coordinate 1%N) (- t) (fun k => - 2%:R * (w k / g));
                 Unit (coordinate 1%N) (- t - g) (fun k => w k / g)].
Lemma bump_fed g t w x k : fed d (bump g t w) x k =
  x k + (relu (x 1%N - t + g) - 2%:R * relu (x 1%N - t) + relu (x 1%N - t - g)) * (w k / g).
Proof.
have E (p a b c v : F) : p + a * v + b * (- 2%:R * v) + c * v = p + (a - 2%:R * b + c) * v.
  by rewrite [(_ + c) * v]mulrDl [(a - _) * v]mulrDl !mulNr mulrN mulrCA mulrA !addrA.
by rewrite /fed !big_cons big_nil /units !hidden_coordinate ?d_gt0 //= addr0 [g - t]addrC !addrA E.
Qed.
Lemma bump_at g t w x k : 0 < g -> x 1%N = t -> fed d (bump g t w) x k = x k + w k.
Proof.
move=> g_gt0 xt; rewrite bump_fed xt subrr add0r sub0r relu_ge0 ?(ltW g_gt0) // relu_ge0 // mulr0 subr0 relu_le0 ?oppr_le0 ?(ltW g_gt0) //.
by rewrite addr0 mulrC divfK // gt_eqF.
Qed.
Lemma bump_away g t w x k : 0 < g -> g <= `|x 1%N - t| -> fed d (bump g t w) x k = x k.
Proof.
move=> g_gt0; rewrite bump_fed ler_normr; move: (x 1%N - t) => y /orP[] far.
  have y_ge0 : 0 <= y := le_trans (ltW g_gt0) far.
  rewrite (relu_ge0 y_ge0) (relu_ge0 (addr_ge0 y_ge0 (ltW g_gt0))) relu_ge0 ?subr_ge0 // mulr_natl mulr2n opprD !addrA.
  by rewrite [y + g]addrC addrK subrK subrr mul0r addr0.
have y_le : y <= - g by rewrite ler_oppr.
have y_le0 : y <= 0 by apply: le_trans y_le _; rewrite oppr_le0 ltW.
have y_subg : y - g <= 0 by rewrite subr_le0 (le_trans y_le0) // ltW.
have y_addg : y + g <= 0 by rewrite -ler_subr_addr sub0r.
by rewrite (relu_le0 y_le0) (relu_le0 y_subg) (relu_le0 y_addg) mulr0 subrr addr0 mul0r addr0.
Qed.

(* Tokens L a become W a. *)
Section Table.
Variables (K : finType) (L W : K -> nat -> F).
Hypothesis L_inj : injective (fun a => L a 1%N).

Lemma table_blocks : exists Bs : seq (block F), (forall B, List.In B Bs -> headless B) /\
  forall a x, alike_tokens d x (L a) -> alike_tokens d (run_token d Bs x) (W a).
Proof.
have [|g g_gt0 g_le] := @least_gap F [finType of K * K] (fun ab => if ab.1 == ab.2 then 1 else `|L ab.1 1%N - L ab.2 1%N|).
  by case=> a b /=; case: eqP => [_|ab]; rewrite ?ltr01 // normr_gt0 subr_eq0; apply/eqP => /L_inj.
pose s := g + (\sum_a `|W a 1%N| + \sum_a `|- L a 1%N|).
pose M a k := L a k + s * coordinate 1%N k.
have M1 a : M a 1%N = L a 1%N + s by rewrite /M /coordinate eqxx mulr1.
have M_far a b : a != b -> g <= `|M a 1%N - M b 1%N|.
  by move=> /negbTE ab; have := g_le (a, b); rewrite /= ab !M1 opprD addrACA subrr addr0.
have W_far a b : g <= `|W a 1%N - M b 1%N|.
  rewrite distrC ler_normr; apply/orP; left; rewrite M1 /s addrCA -addrA ler_addl addrCA addrAC addr_ge0 //.
    by rewrite subr_ge0; exact: (le_sum_norms (fun c => W c 1%N)).
  by rewrite -ler_subl_addl sub0r; exact: (le_sum_norms (fun c => - L c 1%N)).
pose bump_of a := bump g (M a 1%N) (fun k => W a k - M a k).
have rest (r : seq K) a x : alike_tokens d x (W a) -> alike_tokens d (run_token d (map bump_of r) x) (W a).
  elim: r x => //= b r IH x xW; apply: IH => k k_in; rewrite bump_away ?xW ?d_gt0 //; exact: W_far.
have works (r : seq K) a x : a \in r -> alike_tokens d x (M a) -> alike_tokens d (run_token d (map bump_of r) x) (W a).
  elim: r x => //= b r IH x; rewrite inE; case: (eqVneq a b) => [<- _ xM|ab /= a_r xM].
    by apply: rest => k k_in; rewrite bump_at ?xM ?d_gt0 // addrC subrK.
  by apply: IH => // k k_in; rewrite bump_away ?xM ?d_gt0 //; exact: M_far.
exists (shift_block s :: map bump_of (enum K)); split.
  by move=> B [<-|/List.in_map_iff[a [<- _]]].
move=> a x xL; apply: works; first by rewrite mem_enum.
by move=> k k_in; rewrite shift_block_fed xL.
Qed.
End Table.
End NarrowBumps.
