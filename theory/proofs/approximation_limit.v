(* SPDX-License-Identifier: Apache-2.0 *)
(* The limit that urpe.theorem-3 and urpe.proposition-4 need: if a network is on each box of the cut "boxes" (approximation.stm) what the target is at the box's lower corner, the
   error bound comes below every positive number as the boxes become small. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import evaluation targets narrow_networks order_changes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Limit.
Variable F : realFieldType.
Variables (n d : nat).
Implicit Types (f : nat -> nat -> entries F) (X : nat -> nat -> F) (Xs : seq (nat -> nat -> F)) (m p : nat) (strip E eps : F).

(* m from which on both parts are small: the boxes where the order is kept, and the others. *)
Lemma small_numbers (A B eps : F) : archimedean F -> 0 <= A -> 0 <= B -> 0 < eps -> exists m, [/\ (0 < m)%N, A / m%:R <= 1 & B / m%:R < eps].
Proof.
move=> arch A_ge0 B_ge0 eps_gt0; have [k k_ge] := arch A; have [k' k'_ge] := arch (B / eps); exists (k + k').+1.
have m_gt0 : 0 < (k + k').+1%:R :> F by rewrite ltr0n.
split=> //; rewrite ?ler_pdivr_mulr ?ltr_pdivr_mulr // mulrSr natrD.
  by rewrite mul1r (le_trans k_ge) // -addrA ler_addl addr_ge0 ?ler0n ?ler01.
rewrite mulrC -ltr_pdivr_mulr //; apply: le_lt_trans k'_ge _; by rewrite ltr_spaddr ?ltr01 // ler_addr ler0n.
Qed.

(* --- Boxes --------------------------------------------------------------------------------------------------------------------------------- *)
Definition in_boxes m strip (corners : seq nat -> seq (nat -> nat -> F)) : Prop :=
  forall l, l \in places n d m -> forall X, List.In X (corners l) -> in_box n d m strip (place d l) X.
Lemma low_in_cube m l : (0 < m)%N -> l \in places n d m -> in_cube n d (low F d m l).
Proof.
move=> m_gt0 l_in i j i_n j_d; rewrite /low divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat ltnW //.
exact: in_places l_in i_n j_d.
Qed.
Lemma box_in_cube m strip l X : (0 < m)%N -> 0 < strip -> l \in places n d m -> in_box n d m strip (place d l) X -> in_cube n d X.
Proof.
move=> m_gt0 strip_gt0 l_in X_in i j i_n j_d; have /andP[ge_l le_l] := X_in i j i_n j_d.
rewrite (le_trans _ ge_l) ?divr_ge0 ?ler0n //= (le_trans le_l) // ler_subl_addr (ler_paddr (ltW strip_gt0)) //.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat (in_places l_in).
Qed.
Lemma box_near m strip l X : (0 < m)%N -> 0 < strip -> in_box n d m strip (place d l) X -> near n d m%:R^-1 X (low F d m l).
Proof.
move=> m_gt0 strip_gt0 X_in i j i_n j_d; have /andP[ge_l le_l] := X_in i j i_n j_d; rewrite /low ger0_norm ?subr_ge0 // ler_subl_addr.
by apply: le_trans le_l _; rewrite ler_subl_addr mulrSr mulrDl mul1r addrC ler_addl ltW.
Qed.

(* --- The limit ------------------------------------------------------------------------------------------------------------------------------ *)
(* The target and its value at the lower corner, and the bend. *)
Lemma near_lower_corners f : exists2 M, 0 <= M & forall m strip corners l i j X, (0 < m)%N -> 0 < strip < 1 / m%:R -> in_boxes m strip corners -> l \in places n d m ->
  (0 < i <= n)%N -> (0 < j <= d)%N -> List.In X (corners l) -> `|entry_at n d (f i j) (low F d m l) - entry_at n d (f i j) X| + bend n d (f i j) (1 / m%:R - strip) <= M / m%:R.
Proof.
pose P i j K := (forall X Y h, in_cube n d X -> in_cube n d Y -> 0 <= h -> near n d h X Y -> `|entry_at n d (f i j) X - entry_at n d (f i j) Y| <= K * h) /\
  curvature n d (f i j) / 8%:R <= K.
have [i j|K K_ge0 bound] := @common_bound F P n d.
  have [K K_ge0 fK] := @lipschitz_entry F n d (f i j); have c_ge0 := curvature_ge0 n d (f i j).
  have c8_ge0 : 0 <= curvature n d (f i j) / 8%:R by rewrite divr_ge0 ?ler0n.
  exists (K + curvature n d (f i j) / 8%:R) => [|K' KK']; first exact: addr_ge0.
  split=> [X Y h cX cY h_ge0 XY|]; last by apply: le_trans KK'; rewrite ler_addr.
  by apply: le_trans (fK X Y h cX cY h_ge0 XY) _; rewrite ler_wpmul2r // (le_trans _ KK') // ler_addl.
exists (K + K) => [|m strip corners l i j X m_gt0 /andP[strip_gt0 strip_lt] in_c l_in i_n j_d X_in]; first exact: addr_ge0.
rewrite div1r in strip_lt *; have side_ge0 : 0 <= m%:R^-1 - strip by rewrite subr_ge0 ltW.
have side_le : m%:R^-1 - strip <= m%:R^-1 by rewrite ler_subl_addr ler_addl ltW.
have m_le1 : m%:R^-1 <= 1 :> F by rewrite invf_le1 ?ltr0n // ler1n.
have m_inv_ge0 : 0 <= m%:R^-1 :> F by rewrite invr_ge0 ler0n.
have [/andP[_ i_le] /andP[_ j_le]] := (i_n, j_d); have [fK cK] := bound K (lexx K) i j i_le j_le; have box_X := in_c l l_in X X_in.
rewrite mulrDl ler_add //; last first.
  rewrite /bend -mulrA [_ ^+ 2 * _]mulrC mulrA ler_pmul ?divr_ge0 ?curvature_ge0 ?exprn_ge0 ?ler0n //.
  by rewrite expr2 -[X in _ <= X]mulr1; apply: ler_pmul => //; exact: le_trans side_le m_le1.
by rewrite distrC; apply: fK => //; [exact: box_in_cube box_X | exact: low_in_cube | exact: box_near box_X].
Qed.

Definition lost f m corners : nat := count (fun l => ~~ keep_order n d f (corners l)) (places n d m).
(* Besides the boxes that are lost there may be `others`, a part of at most a constant over m. *)
Theorem small_error f p E eps others : archimedean F -> (0 < n)%N -> (0 < d)%N -> (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> plain n d (f i j)) ->
  (0 < p)%N -> 0 <= E -> 0 < eps -> exists m strip c, [/\ (0 < m)%N, 0 < strip < 1 / m%:R, 0 <= c <= 1 &
    forall corners k, in_boxes m strip corners -> (k <= others * m ^ (n * d).-1)%N ->
    (forall l i j X, l \in places n d m -> (0 < i <= n)%N -> (0 < j <= d)%N -> List.In X (corners l) ->
      `|entry_at n d (f i j) (low F d m l) - entry_at n d (f i j) X| + bend n d (f i j) (1 / m%:R - strip) <= c) /\
    (n * d)%:R * c ^+ p + ((lost f m corners + k)%:R / (m ^ (n * d))%:R + (n * d)%:R * (m%:R * strip)) * E < eps].
Proof.
move=> arch n_gt0 d_gt0 plain_f p_gt0 E_ge0 eps_gt0; have [M M_ge0 close] := near_lower_corners f; have [c' few] := few_changes_of_target arch plain_f.
pose c := (c' + others)%N; have N_gt0 : (0 < n * d)%N by rewrite muln_gt0 n_gt0.
have half_gt0 : 0 < eps / 2%:R by rewrite divr_gt0 ?ltr0n.
have B_ge0 : 0 <= (n * d)%N%:R * M + c%:R * E by rewrite addr_ge0 ?mulr_ge0 ?ler0n.
have [m [m_gt0 small tiny]] := small_numbers arch M_ge0 B_ge0 half_gt0.
have m_gt0' : 0 < m%:R :> F by rewrite ltr0n.
have NE_ge0 : 0 <= (n * d)%N%:R * E by rewrite mulr_ge0 ?ler0n.
have [k [k_gt0 _ k_small]] := small_numbers arch (lexx 0) NE_ge0 half_gt0.
have part_gt0 : 0 < k.+1%:R^-1 :> F by rewrite invr_gt0 ltr0n.
have part_lt1 : k.+1%:R^-1 < 1 :> F by rewrite invf_lt1 ?ltr0n // ltr1n.
have strip_itv : 0 < (k.+1%:R^-1 : F) / m%:R < 1 / m%:R by rewrite divr_gt0 //= ltr_pmul2r ?invr_gt0.
have Mm_ge0 : 0 <= M / m%:R by rewrite divr_ge0 ?ler0n.
exists m, (k.+1%:R^-1 / m%:R), (M / m%:R); split=> // [|corners k' in_c k'_le]; first by rewrite Mm_ge0.
split=> [l i j X l_in i_n j_d X_in|]; first exact: close strip_itv in_c l_in i_n j_d X_in.
have few_m : (lost f m corners + k' <= c * m ^ (n * d).-1)%N.
  by rewrite mulnDl; apply: leq_add => //; apply: few => // l l_in X X_in; apply: box_near (in_c l l_in X X_in) => //; case/andP: strip_itv.
have power_le : (M / m%:R) ^+ p <= M / m%:R.
  by case: (p) p_gt0 => // q _; rewrite exprS -[X in _ <= X]mulr1 ler_wpmul2l // exprn_ile1.
have lost_le : (lost f m corners + k')%:R / (m ^ (n * d))%:R <= c%:R / m%:R :> F.
  rewrite -(prednK N_gt0) expnS natrM invfM mulrCA mulrC ler_wpmul2r ?invr_ge0 ?ler0n //.
  by rewrite ler_pdivr_mulr ?ltr0n ?expn_gt0 ?m_gt0 // -natrM ler_nat.
have -> : m%:R * (k.+1%:R^-1 / m%:R) = k.+1%:R^-1 :> F by rewrite mulrC divfK ?gt_eqF.
rewrite -[eps](@divfK _ 2%:R) ?pnatr_eq0 // mulr_natr mulr2n mulrDl addrA; apply: ltr_le_add.
  apply: le_lt_trans tiny; rewrite [X in _ <= X]mulrDl -[X in _ <= X + _]mulrA [c%:R * E / _]mulrAC; by rewrite ler_add ?ler_wpmul2l ?ler_wpmul2r ?ler0n.
apply: le_trans (ltW k_small); by rewrite mulrAC ler_wpmul2l // lef_pinv ?posrE ?ltr0n // ler_nat leqnSn.
Qed.
End Limit.
