(* SPDX-License-Identifier: Apache-2.0 *)
(* The sweeps of contextual_mapping.stm with the numbers that they have there: each token is shifted once. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements digits calls_grids calls_gaps.
From attest Require Import sweep calls_sweep calls_swept calls_sweep_inputs.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* 1 + b + ... + b^(d-1). *)
Definition repunit b d : nat := numeral b (nseq d 1%N).
Lemma repunitE b d : (0 < b)%N -> (repunit b d * b.-1 = (b ^ d).-1)%N.
Proof.
move=> b_gt0; apply/eqP; rewrite -eqSS prednK ?expn_gt0 ?b_gt0 //; apply/eqP.
case: b b_gt0 => // b _ /=; elim: d => [|d IH]; first by rewrite mul0n.
by rewrite expnS -IH mulnS /repunit /= mulnDl mul1n -addnS addnC mulnAC mulnC.
Qed.
Lemma repunit_gt0 b d : (0 < d)%N -> (0 < repunit b d)%N.
Proof. by case: d => // d _; rewrite /repunit /= addn1. Qed.

Section Numbers.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u : nat -> F) (X : seq (seq nat)) (n m d N b A r q : nat) (w h : F).

Lemma centre_step n d b u r q h : (0 < d)%N -> u (of_rank n u r) + h <= u (of_rank n u q) ->
  centre n d u (weights S b) r + h * (repunit b d)%:R <= centre n d u (weights S b) q.
Proof. by move=> d_gt0 le; rewrite /centre total_weights -mulrDl ler_wpmul2r // ler0n. Qed.

(* --- The grid without 1 ------------------------------------------------------------------------------------------------------------ *)
Definition half m : F := 1%:R / (2%:R * m%:R).
Lemma half_gt0 m : (0 < m)%N -> 0 < half m.
Proof. by move=> m_gt0; rewrite divr_gt0 ?mulr_gt0 ?ltr0n. Qed.
Lemma half_le m : (0 < m)%N -> half m <= m%:R^-1.
Proof.
move=> m_gt0; rewrite /half div1r invfM ler_pimull ?invr_ge0 ?ler0n // invf_le1 ?ltr0n //.
by rewrite ler1n.
Qed.
Lemma one_part m T : (0 < T)%N -> m%:R^-1 <= T%:R / m%:R :> F.
Proof. by move=> T_gt0; rewrite -[X in X <= _]mul1r ler_wpmul2r ?invr_ge0 ?ler0n // ler1n. Qed.
Lemma values_part m d : (0 < m)%N -> ((m ^ d).-1)%:R / m%:R + (repunit m d)%:R / m%:R = (repunit m d)%:R :> F.
Proof.
move=> m_gt0; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
by rewrite -mulrDl -natrD -repunitE // -mulnSr prednK // natrM mulfK.
Qed.

Lemma wide_half_open n d m u : (0 < n)%N -> (0 < m)%N -> (0 < d)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  wide n d m m u (half m) (m ^ d).+1.
Proof.
move=> n_gt0 m_gt0 d_gt0 gaps; have T_gt0 := repunit_gt0 m d_gt0; have e_ge0 : 0 <= m%:R^-1 :> F by rewrite invr_ge0 ler0n.
apply: (wide_from (D := (repunit m d)%:R / m%:R)) => //.
- exact: half_gt0.
- exact: half_le.
- exact: le_trans (half_le m_gt0) (one_part m T_gt0).
- move=> r q r_q q_n; rewrite -addrA values_part // -[X in _ + X]mul1r; apply: centre_step => //.
  exact/ltW/of_rank_gap.
rewrite mulrSr addrK; apply: le_trans (_ : _ <= (m ^ d)%:R / m%:R) _.
  rewrite -[X in _ <= X%:R / _](@prednK (m ^ d)) ?expn_gt0 ?m_gt0 // mulrSr mulrDl mul1r ler_add2l; exact: half_le.
by rewrite mulrCA ler_pemull // ?ler1n // divr_ge0 ?ler0n.
Qed.
(* The cited proof's multiplier, where gaps are 5/4 at least. *)
Lemma wide_cited n d m u : (0 < n)%N -> (1 < m)%N -> (0 < d)%N -> pairs n (fun i j => 5%:R / 4%:R <= `|u i - u j|) ->
  wide n d m m u (half m) (m ^ d).
Proof.
move=> n_gt0 m_gt1 d_gt0 gaps; have m_gt0 := ltnW m_gt1; have T_gt0 := repunit_gt0 m d_gt0.
have four : 0 < 4%:R :> F by rewrite ltr0n.
have gaps1 : pairs n (fun i j => 1 < `|u i - u j|).
  apply/allP => i i_in; apply/allP => j j_in; have /allP/(_ j j_in) := allP gaps i i_in; apply: lt_le_trans.
  by rewrite ltr_pdivl_mulr // mul1r ltr_nat.
have steps r q : (r < q)%N -> (q < n)%N -> u (of_rank n u r) + 5%:R / 4%:R <= u (of_rank n u q).
  move=> r_q q_n; have r_n := ltn_trans r_q q_n; have r_in := of_rank_in gaps1 r_n; have q_in := of_rank_in gaps1 q_n.
  have lt_u : u (of_rank n u r) < u (of_rank n u q) by rewrite -(rank_lt u r_in q_in) !(of_rankK gaps1).
  have -> : (u (of_rank n u r) + 5%:R / 4%:R <= u (of_rank n u q)) = (5%:R / 4%:R <= `|u (of_rank n u r) - u (of_rank n u q)|).
    by rewrite distrC gtr0_norm ?subr_gt0 // ler_subr_addl.
  case: (ltngtP (of_rank n u r) (of_rank n u q)) => [/(pairsP gaps r_in q_in) // | /(pairsP gaps q_in r_in) | E]; first by rewrite distrC.
  by rewrite E ltxx in lt_u.
have K_gt1 : (1 < m ^ d)%N by apply: leq_trans (leq_pexp2l m_gt0 d_gt0); rewrite expn1.
have part := one_part m T_gt0; have T_ge0 : 0 <= (repunit m d)%:R :> F by rewrite ler0n.
apply: (wide_from (D := (repunit m d)%:R / m%:R + (repunit m d)%:R / 4%:R)) => //.
- exact: half_gt0.
- exact: half_le.
- by apply: le_trans (half_le m_gt0) _; apply: le_trans part _; rewrite ler_addl divr_ge0 // ltW.
- move=> r q r_q q_n; rewrite -addrA [_ / m%:R + (_ + _)]addrA values_part //.
  have -> : (repunit m d)%:R + (repunit m d)%:R / 4%:R = 5%:R / 4%:R * (repunit m d)%:R :> F.
    have -> : 5%:R = 4%:R + 1 :> F by exact: mulrSr.
    by rewrite mulrDl divff ?gt_eqF // mulrDl !mul1r [_^-1 * _]mulrC.
  by apply: centre_step => //; exact: steps.
rewrite -[X in _ <= (X%:R - 1) * _](@prednK (m ^ d)) ?(ltnW K_gt1) // mulrSr addrK mulrDr.
have K1 : 1 <= (m ^ d).-1%:R :> F by rewrite ler1n -ltnS prednK // ltnW.
apply: ler_add; first by rewrite ler_wpmul2l // ler0n.
apply: (le_trans (y := 1 / 4%:R)).
  rewrite /half ler_pdivr_mulr ?mulr_gt0 ?ltr0n // mul1r ler_pdivl_mull // mulr1.
  by rewrite -natrM ler_nat; rewrite (@leq_mul 2 2 2).
apply: (le_trans (y := 1 * ((repunit m d)%:R / 4%:R))); last by rewrite ler_wpmul2r // divr_ge0 // ltW.
by rewrite [X in _ <= X]mul1r ler_wpmul2r ?invr_ge0 ?(ltW four) // ler1n.
Qed.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite mulf_neq0 ?pnatr_eq0 -?lt0n | by rewrite pnatr_eq0 -lt0n | reflexivity].
Ltac known_call ::= first [by_call call_positioned | by_call call_powers_vec | enter_named; value].

Definition added m u X i j : F := input S m X i j + u i.
Definition after n d m b u w A X : value F :=
  mat n d (valued d (weights S b) (added m u X) (swept n u d (weights S b) m%:R (b ^ d) w A%:R (proj d (weights S b) (added m u X)))).
Lemma call_half_open_sweep defs n d m u X :
  provides [:: half_open_sweep_d; half_open_multiplier_d; half_width_d; sweep_d; shift_block_d; powers_d; positioned_d; order_statistic_d;
    total_d; selective_shift_d; matadd_d; apply_d; dot_d; same_shape_d] defs ->
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  call fs defs "half_open_sweep" [:: mat n d (input S m X); vec n u; Num m%:R; Num d%:R] = Value (after n d m m u (half m) (m ^ d).+1 X).
Proof.
move=> W n_gt0 d_gt0 m_gt0 gaps; enter.
refine (y_call (vs := [:: mat n d (added m u X); vec n u; vec d (weights S m); Num m%:R; Num (m ^ d)%:R; Num (half m); Num (m ^ d).+1%:R]) _ _ _); last first.
- by rewrite /after; apply: call_sweep => //; provided.
- reflexivity.
do 4!(refine (all_cons _ _); first by value).
refine (all_cons _ _); first by apply: yields_eq; [value | rewrite natrX].
refine (all_cons _ _); first by value.
refine (all_cons _ (all_nil _ _ _)).
by apply: yields_eq; [value | rewrite [(m ^ d).+1%:R]mulrSr natrX].
Qed.

(* --- The grid with 1 --------------------------------------------------------------------------------------------------------------- *)
Definition gap_list n u : seq F := [seq `|u ij.1 - u ij.2| - 1%:R | ij <- flatten [seq [seq (i, j) | j <- iota i.+1 (n - i)] | i <- iota 1 n]].
Definition slack n u : F := if n == 1%N then 1 else least (gap_list n u).
Lemma mem_gap_list n u y : y \in gap_list n u <-> exists i j, [/\ (0 < i <= n)%N, (0 < j <= n)%N, (i < j)%N & y = `|u i - u j| - 1%:R].
Proof.
split=> [/mapP[[i j] /flatten_mapP[i' i_in /mapP[j' j_in [-> ->]]] ->] | [i [j [i_n j_n i_j ->]]]].
  have i_n := in_from_1 i_in; exists i', j'; move: j_in; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: i_n.
  by case/andP=> i_j j_n; split=> //; rewrite j_n (leq_trans _ i_j).
apply/mapP; exists (i, j) => //; apply/flatten_mapP; exists i; first by rewrite mem_iota add1n ltnS.
apply/mapP; exists j => //; rewrite mem_iota addSn subnKC ?ltnS ?i_j; last by case/andP: i_n.
by case/andP: j_n.
Qed.
Lemma gap_list_some n u : (1 < n)%N -> gap_list n u != [::].
Proof.
move=> n_gt1; have : `|u 1%N - u 2%N| - 1%:R \in gap_list n u by apply/mem_gap_list; exists 1%N, 2%N; split=> //; exact: ltnW n_gt1.
by case: gap_list.
Qed.
Lemma slackP n u : (0 < n)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  0 < slack n u /\ forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> u i < u j -> u i + (1 + slack n u) <= u j.
Proof.
move=> n_gt0 gaps; rewrite /slack; case: eqP => [n1 | /eqP n_ne].
  by split=> [|i j]; [exact: ltr01 | rewrite n1 -!eqn_leq => /eqP<- /eqP<-; rewrite ltxx].
have n_gt1 : (1 < n)%N by rewrite ltn_neqAle eq_sym n_ne.
have [/mem_gap_list[i [j [i_n j_n i_j ->]]] below] := leastP (gap_list_some u n_gt1).
split=> [|p q p_n q_n pq]; first by rewrite subr_gt0; exact: (pairsP gaps).
rewrite addrCA -ler_subr_addl -ler_subr_addl; apply: below; apply/mem_gap_list.
have abs : `|u q - u p| = u q - u p by rewrite gtr0_norm // subr_gt0.
case: (ltngtP p q) => [p_q | q_p | E]; last by rewrite E ltxx in pq.
  by exists p, q; split=> //; rewrite distrC abs addrAC.
by exists q, p; split=> //; rewrite abs addrAC.
Qed.
Lemma y_smallest2 (T U : eqType) (h : T -> value F) (l : seq T) (k : T -> U -> value F) (m : T -> seq U) defs env (x y : string) L M body (f : T -> U -> F) z :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map (k t) (m t)))) ->
  (forall (t : T) (v : U), t \in l -> v \in m t -> yields fs defs ((y, k t v) :: (x, h t) :: env) body (Num (f t v))) ->
  smallest [seq f tu.1 tu.2 | tu <- flatten [seq [seq (t, v) | v <- m t] | t <- l]] = Some z ->
  yields fs defs env (Over "min" body [:: (x, L); (y, M)] None) (Num z).
Proof.
move=> outer inner bodyE zE; rewrite /rules.yields.
rewrite [LHS](@over_pairs _ _ _ _ _ h l k m _ _ _ _ _ body outer inner (fun t (v : U) => Value (Num (f t v))) _
  (fun s => omap (@Num F) (obind (@smallest F) (numbers_in s)))) => [|t u t_l u_m]; last exact: bodyE.
by rewrite (numbers_in_map _ (fun tu => f tu.1 tu.2)) [obind _ _]/= zE.
Qed.
Lemma call_slack defs n u : provides [:: slack_d] defs -> (0 < n)%N -> call fs defs "slack" [:: vec n u] = Value (Num (slack n u)).
Proof.
move=> W n_gt0; enter; apply: y_if_number.
- by apply: yields_eq; [value | rewrite eqr_nat].
- by move=> _; value.
move=> n_ne; have n_gt1 : (1 < n)%N by rewrite ltn_neqAle eq_sym n_ne.
apply: (y_smallest2 (h := fun i => Num i%:R) (l := iota 1 n) (k := fun _ j => Num j%:R) (m := fun i => iota i.+1 (n - i)) (f := fun i j => `|u i - u j| - 1%:R)).
- by value.
- move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (n - i)); [value | value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
- move=> i j i_in; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
  case/andP=> i_lt j_le; have j_in : (0 < j <= n)%N by rewrite j_le (leq_trans _ i_lt).
  by value.
by rewrite /least -/(gap_list n u); case: (gap_list n u) (gap_list_some u n_gt1).
Qed.

Ltac known_call ::= first [by_call call_positioned | by_call call_powers_vec | by_call call_slack | by_call call_total_vec | enter_named; value].
Definition narrow n d m u : F := Num.min (1%:R / m%:R) (slack n u * total d (weights S m.+1)) / 2%:R.
Definition ceiling (x : F) : nat := `|(- floor fs (- x))%R|%N.
Lemma ceilingP (x : F) : 0 < x -> (- floor fs (- x))%:~R = (ceiling x)%:R :> F /\ x <= (ceiling x)%:R.
Proof.
move=> x_gt0; have /andP[low high] := floor_itv (- x); rewrite -/(floor fs (- x)) in low high.
have x_le : x <= (- floor fs (- x))%:~R by rewrite rmorphN /= ler_oppr.
have pos : 0 < - floor fs (- x) by rewrite -(ltr_int F); apply: lt_le_trans x_le.
have E : (- floor fs (- x))%:~R = (ceiling x)%:R :> F by rewrite pmulrn /ceiling; congr (_%:~R); rewrite gtz0_abs.
by split; rewrite -?E.
Qed.
Definition closed_A n d m u : nat := (m.+1 ^ d + ceiling (1%:R / slack n u))%N.

Lemma wide_closed n d m u : (0 < n)%N -> (0 < m)%N -> (0 < d)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  wide n d m m.+1 u (narrow n d m u) (closed_A n d m u).
Proof.
move=> n_gt0 m_gt0 d_gt0 gaps; have T_gt0 := repunit_gt0 m.+1 d_gt0.
have [h_gt0 steps] := slackP n_gt0 gaps; set h := slack n u in h_gt0 steps *.
have m_pos : 0 < m%:R :> F by rewrite ltr0n.
have [_ ceil_le] := ceilingP (divr_gt0 ltr01 h_gt0).
have TE : (m.+1 ^ d).-1%:R / m%:R = (repunit m.+1 d)%:R :> F by rewrite -repunitE //= natrM mulfK // gt_eqF.
have hT_gt0 : 0 < h * (repunit m.+1 d)%:R by rewrite mulr_gt0 // ltr0n.
have min_gt0 : 0 < Num.min (1%:R / m%:R) (h * (repunit m.+1 d)%:R) by rewrite lt_minr hT_gt0 andbT divr_gt0 ?ltr0n.
have half_min : narrow n d m u <= Num.min (1%:R / m%:R) (h * (repunit m.+1 d)%:R).
  rewrite /narrow -/h total_weights -/(repunit _ _) ler_pdivr_mulr ?ltr0n // ler_pmulr //.
  by rewrite -[1]/(1%:R) ler_nat.
apply: (wide_from (D := h * (repunit m.+1 d)%:R)) => //.
- by rewrite /narrow -/h total_weights -/(repunit _ _) divr_gt0 ?ltr0n.
- by apply: le_trans half_min _; rewrite le_minl div1r lexx.
- by apply: le_trans half_min _; rewrite le_minl lexx orbT.
- exact: leq_addr.
- move=> r q r_q q_n; rewrite TE -[X in _ + X + _]mul1r -addrA -mulrDl; apply: centre_step => //.
  have r_n := ltn_trans r_q q_n.
  have r_in := of_rank_in gaps r_n; have q_in := of_rank_in gaps q_n.
  by apply: steps => //; rewrite -(rank_lt u r_in q_in) !(of_rankK gaps).
rewrite TE; apply: le_trans (_ : _ <= (repunit m.+1 d)%:R + h * (repunit m.+1 d)%:R) _.
  by rewrite ler_add2l; apply: le_trans half_min _; rewrite le_minl lexx orbT.
have K_gt1 : (1 < m.+1 ^ d)%N by rewrite -[1%N](exp1n d) ltn_exp2r.
apply: (le_trans (y := (1 + 1%:R / h) * (h * (repunit m.+1 d)%:R))).
  by rewrite mulrDl mul1r div1r mulrA mulVf ?gt_eqF // mul1r addrC.
rewrite ler_wpmul2r ?(ltW hT_gt0) // ler_subr_addr /closed_A natrD addrAC ler_add //.
by rewrite -[1 + 1]/(1 *+ 2) ler_nat.
Qed.

Lemma call_closed_sweep defs n d m u X :
  provides [:: closed_sweep_d; closed_multiplier_d; closed_half_width_d; slack_d; sweep_d; shift_block_d; powers_d; positioned_d; order_statistic_d;
    total_d; selective_shift_d; matadd_d; apply_d; dot_d; same_shape_d] defs ->
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  call fs defs "closed_sweep" [:: mat n d (input S m X); vec n u; Num m%:R; Num d%:R] =
    Value (after n d m m.+1 u (narrow n d m u) (closed_A n d m u) X).
Proof.
move=> W n_gt0 d_gt0 m_gt0 gaps; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have [h_gt0 _] := slackP n_gt0 gaps; have h_neq0 : slack n u != 0 by rewrite gt_eqF.
have two_neq0 : 2%:R != 0 :> F by rewrite pnatr_eq0.
have next : m%:R + 1%:R = m.+1%:R :> F by exact: (esym (mulrSr 1 m)).
enter.
refine (y_call (vs := [:: mat n d (added m u X); vec n u; vec d (weights S m.+1); Num m%:R; Num (m.+1 ^ d)%:R; Num (narrow n d m u);
  Num (closed_A n d m u)%:R]) _ _ _); last first.
- by rewrite /after; apply: call_sweep => //; provided.
- reflexivity.
do 4!(refine (all_cons _ _); first by value).
refine (all_cons _ _); first by apply: yields_eq; [value | rewrite natrX next].
refine (all_cons _ _).
  refine (y_call _ _ _); [values | reflexivity | enter_named].
  by value.
refine (all_cons _ (all_nil _ _ _)).
refine (y_call _ _ _); [values | reflexivity | enter_named].
apply: yields_eq; first by value.
by rewrite /closed_A natrD natrX next; have [<- _] := ceilingP (divr_gt0 ltr01 h_gt0).
Qed.
End Numbers.
