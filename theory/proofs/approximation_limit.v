(* SPDX-License-Identifier: Apache-2.0 *)
(* The error bound of approximation.stm for the cut "boxes" and a network that is constant on each box, equal there to the target at the box's lower corner: it comes below
   every positive number as the boxes become small. That is the limit which urpe.theorem-3 and urpe.proposition-4 need. *)
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
Implicit Types (f : nat -> nat -> entries F) (X : nat -> nat -> F) (Xs : seq (nat -> nat -> F)) (T : nat -> nat -> F) (m p : nat) (strip side E K C eps : F).

(* --- The formula --------------------------------------------------------------------------------------------------------------------------- *)
(* On a cell whose points are Xs, where the network is constant, T: error_on. *)
Definition box_error f p side T Xs : F :=
  \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) (top [seq `|T i j - entry_at n d (f i j) X| | X <- Xs] + bend n d (f i j) side) ^+ p.
Definition cell_error f p side E T Xs : F := if keep_order n d f Xs then box_error f p side T Xs else E.
(* All cells together: error_bound. *)
Definition total_error f p m strip E (table : seq nat -> nat -> nat -> F) (corners : seq nat -> seq (nat -> nat -> F)) : F :=
  let measure := (1 - m%:R * strip) ^+ (n * d) in
  measure / (m ^ (n * d))%N%:R * (\sum_(l <- places n d m) cell_error f p (m%:R^-1 - strip) E (table l) (corners l)) + (1 - measure) * E.

(* --- Numbers -------------------------------------------------------------------------------------------------------------------------------- *)
Lemma bernoulli (x : F) N : 0 <= x <= 1 -> 1 - N%:R * x <= (1 - x) ^+ N.
Proof.
case/andP=> x_ge0 x_le1; elim: N => [|N IH]; first by rewrite mul0r subr0 expr0.
apply: (@le_trans _ _ ((1 - N%:R * x) * (1 - x))); last by rewrite exprSr ler_wpmul2r // subr_ge0.
rewrite mulrBr mulr1 [X in _ <= _ - X]mulrBl mul1r mulrSr mulrDl mul1r opprB opprD addrA [X in _ <= X]addrA [X in _ <= X + _]addrAC.
by rewrite !ler_add2r ler_addl; rewrite (mulr_ge0 (mulr_ge0 (ler0n _ N) x_ge0) x_ge0).
Qed.
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

(* --- On the boxes where the order is kept ------------------------------------------------------------------------------------------------- *)
Lemma kept_boxes f : exists2 M, 0 <= M & forall m strip p corners l, (0 < m)%N -> (0 < p)%N -> M / m%:R <= 1 -> 0 < strip < m%:R^-1 -> in_boxes m strip corners ->
  l \in places n d m -> box_error f p (m%:R^-1 - strip) (fun i j => entry_at n d (f i j) (low F d m l)) (corners l) <= (n * d)%N%:R * (M / m%:R).
Proof.
pose P i j K := (forall X Y h, in_cube n d X -> in_cube n d Y -> 0 <= h -> near n d h X Y -> `|entry_at n d (f i j) X - entry_at n d (f i j) Y| <= K * h) /\
  curvature n d (f i j) / 8%:R <= K.
have [i j|K K_ge0 bound] := @common_bound F P n d.
  have [K K_ge0 fK] := @lipschitz_entry F n d (f i j); have c_ge0 := curvature_ge0 n d (f i j).
  have c8_ge0 : 0 <= curvature n d (f i j) / 8%:R by rewrite divr_ge0 ?ler0n.
  exists (K + curvature n d (f i j) / 8%:R) => [|K' KK']; first exact: addr_ge0.
  split=> [X Y h cX cY h_ge0 XY|]; last by apply: le_trans KK'; rewrite ler_addr.
  by apply: le_trans (fK X Y h cX cY h_ge0 XY) _; rewrite ler_wpmul2r // (le_trans _ KK') // ler_addl.
exists (K + K) => [|m strip p corners l m_gt0 p_gt0 small /andP[strip_gt0 strip_lt] in_c l_in]; first exact: addr_ge0.
have side_ge0 : 0 <= m%:R^-1 - strip by rewrite subr_ge0 ltW.
have side_le : m%:R^-1 - strip <= m%:R^-1 by rewrite ler_subl_addr ler_addl ltW.
have m_le1 : m%:R^-1 <= 1 :> F by rewrite invf_le1 ?ltr0n // ler1n.
have -> : (n * d)%N%:R * ((K + K) / m%:R) = \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) (K + K) / m%:R.
  by rewrite !big_const_seq !count_predT !size_iota !iter_addr_0 -mulrnA mulr_natl mulnC.
rewrite /box_error !big_seq; apply: ler_sum => i /in_iota i_n; rewrite !big_seq; apply: ler_sum => j /in_iota j_d.
have [/andP[_ i_le] /andP[_ j_le]] := (i_n, j_d); have [fK cK] := bound K (lexx K) i j i_le j_le.
set y := _ + bend _ _ _ _; suff [y_ge0 y_le] : 0 <= y /\ y <= (K + K) / m%:R.
  case: p p_gt0 => // p _; rewrite exprS; apply: (le_trans _ y_le); rewrite -[X in _ <= X]mulr1 ler_wpmul2l //.
  by rewrite exprn_ile1 // (le_trans y_le small).
have m_inv_ge0 : 0 <= m%:R^-1 :> F by rewrite invr_ge0 ler0n.
have bend_ge0 : 0 <= bend n d (f i j) (m%:R^-1 - strip) by rewrite /bend !mulr_ge0 ?invr_ge0 ?ler0n ?exprn_ge0 ?curvature_ge0.
split.
  by rewrite addr_ge0 //; apply: top_ge0; rewrite all_map; apply/sub_all: (all_predT (corners l)) => X _ /=.
rewrite mulrDl ler_add //; last first.
  rewrite /bend -mulrA [_ ^+ 2 * _]mulrC mulrA ler_pmul ?divr_ge0 ?curvature_ge0 ?exprn_ge0 ?ler0n //.
  by rewrite expr2 -[X in _ <= X]mulr1; apply: ler_pmul => //; exact: le_trans side_le m_le1.
have near_all : forall X, List.In X (corners l) -> `|entry_at n d (f i j) (low F d m l) - entry_at n d (f i j) X| <= K / m%:R.
  move=> X X_in; rewrite distrC; have box_X := in_c l l_in X X_in.
  by apply: fK => //; [exact: box_in_cube box_X | exact: low_in_cube | exact: box_near box_X].
apply: top_le; first by rewrite mulr_ge0.
by elim: (corners l) near_all => //= X Xs IH near_all; rewrite near_all ?IH //; [move=> Y Y_in; apply: near_all; right | left].
Qed.

(* --- The limit ------------------------------------------------------------------------------------------------------------------------------ *)
Lemma sum_of_cells f p m strip E corners c M : (0 < m)%N -> 0 <= E -> 0 <= M ->
  (forall l, l \in places n d m -> box_error f p (m%:R^-1 - strip) (fun i j => entry_at n d (f i j) (low F d m l)) (corners l) <= M) ->
  (count (fun l => ~~ keep_order n d f (corners l)) (places n d m) <= c * m ^ (n * d).-1)%N ->
  \sum_(l <- places n d m) cell_error f p (m%:R^-1 - strip) E (fun i j => entry_at n d (f i j) (low F d m l)) (corners l) <=
  (m ^ (n * d))%N%:R * M + (c * m ^ (n * d).-1)%N%:R * E.
Proof.
move=> m_gt0 E_ge0 M_ge0 kept few; apply: (@le_trans _ _ (\sum_(l <- places n d m) (M + (~~ keep_order n d f (corners l))%:R * E))).
  rewrite !big_seq; apply: ler_sum => l /kept l_kept; rewrite /cell_error; case: ifP => _; first by rewrite mul0r addr0.
  by rewrite mul1r ler_addr.
rewrite big_split /= big_const_seq count_predT size_lists_over size_iota iter_addr_0 mulr_natl ler_add2l -mulr_suml ler_wpmul2r //.
by rewrite -natr_sum ler_nat; apply: leq_trans few; rewrite -sum1_count [X in (_ <= X)%N]big_mkcond; apply: leq_sum => l _; case: keep_order.
Qed.
Theorem small_total_error f p E eps : archimedean F -> (0 < n)%N -> (0 < d)%N -> (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> plain n d (f i j)) ->
  (0 < p)%N -> 0 <= E -> 0 < eps -> exists m strip, [/\ (0 < m)%N, 0 < strip < m%:R^-1 & forall corners, in_boxes m strip corners ->
    total_error f p m strip E (fun l i j => entry_at n d (f i j) (low F d m l)) corners < eps].
Proof.
move=> arch n_gt0 d_gt0 plain_f p_gt0 E_ge0 eps_gt0; have [M M_ge0 kept] := kept_boxes f; have [c few] := few_changes_of_target arch plain_f.
have N_gt0 : (0 < n * d)%N by rewrite muln_gt0 n_gt0.
have half_gt0 : 0 < eps / 2%:R by rewrite divr_gt0 ?ltr0n.
have B_ge0 : 0 <= (n * d)%N%:R * M + c%:R * E by rewrite addr_ge0 ?mulr_ge0 ?ler0n.
have [m [m_gt0 small tiny]] := small_numbers arch M_ge0 B_ge0 half_gt0.
have m_gt0' : 0 < m%:R :> F by rewrite ltr0n.
have NE_ge0 : 0 <= (n * d)%N%:R * E by rewrite mulr_ge0 ?ler0n.
have [k [k_gt0 _ k_small]] := small_numbers arch (lexx 0) NE_ge0 half_gt0.
have k_gt0' : 0 < k.+1%:R :> F by rewrite ltr0n.
have part : 0 < k.+1%:R^-1 :> F by rewrite invr_gt0.
have part_lt1 : k.+1%:R^-1 < 1 :> F by rewrite invf_lt1 // ltr1n.
exists m, (k.+1%:R^-1 / m%:R); have strip_itv : 0 < (k.+1%:R^-1 : F) / m%:R < m%:R^-1.
  by rewrite divr_gt0 //= -[X in _ < X]mul1r ltr_pmul2r ?invr_gt0.
split=> // corners in_c; rewrite /total_error; set strip := _ / m%:R in strip_itv in_c *.
have -> : m%:R * strip = k.+1%:R^-1 by rewrite /strip mulrC divfK ?gt_eqF.
set mu := (1 - _) ^+ _; have mu_itv : 0 <= mu <= 1.
  by rewrite exprn_ge0 ?subr_ge0 ?(ltW part_lt1) //= exprn_ile1 ?subr_ge0 ?(ltW part_lt1) // ler_subl_addr ler_addl ltW.
have left_over : (1 - mu) * E < eps / 2%:R.
  apply: le_lt_trans k_small; rewrite mulrAC ler_wpmul2r // ler_subl_addr -ler_subl_addl.
  apply: le_trans (bernoulli _ _); last by rewrite ltW //= ltW.
  rewrite ler_add2l ler_opp2 ler_wpmul2l ?ler0n // lef_pinv ?posrE ?ltr0n // ler_nat //.
have m_pow_gt0 : 0 < (m ^ (n * d))%N%:R :> F by rewrite ltr0n expn_gt0 m_gt0.
have few_m := few m corners m_gt0 (fun l l_in X X_in => box_near m_gt0 (proj1 (andP strip_itv)) (in_c l l_in X X_in)).
have K_ge0 : 0 <= (n * d)%N%:R * (M / m%:R) by rewrite mulr_ge0 ?divr_ge0 ?ler0n.
have cells := sum_of_cells m_gt0 E_ge0 K_ge0 (fun l l_in => kept m strip p corners l m_gt0 p_gt0 small strip_itv in_c l_in) few_m.
rewrite -[eps](@divfK _ 2%:R) ?pnatr_eq0 // mulr_natr mulr2n; apply: ltr_le_add; last exact: ltW.
apply: le_lt_trans tiny; apply: le_trans (ler_wpmul2l _ cells) _; first by rewrite divr_ge0 ?ler0n //; case/andP: mu_itv.
apply: (@le_trans _ _ ((m ^ (n * d))%N%:R^-1 * ((m ^ (n * d))%N%:R * ((n * d)%N%:R * (M / m%:R)) + (c * m ^ (n * d).-1)%N%:R * E))).
  rewrite ler_wpmul2r ?addr_ge0 ?mulr_ge0 ?ler0n // ?invr_ge0 ?ler0n // -[X in _ <= X]mul1r ler_wpmul2r ?invr_ge0 ?ler0n //; by case/andP: mu_itv.
rewrite mulrDr mulKf ?gt_eqF // [X in _ <= X]mulrDl -[X in _ <= X + _]mulrA ler_add2l natrM.
have -> : (m ^ (n * d))%N%:R = m%:R * (m ^ (n * d).-1)%N%:R :> F by rewrite -natrM -expnS prednK.
have pow_neq0 : (m ^ (n * d).-1)%N%:R != 0 :> F by rewrite pnatr_eq0 -lt0n expn_gt0 m_gt0.
by rewrite invfM [c%:R * _ * E]mulrAC mulrACA mulVf // mulr1 mulrC.
Qed.
End Limit.
