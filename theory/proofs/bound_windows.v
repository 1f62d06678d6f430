(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 10's proof: gaps above which a window of the sweep catches no token of another position, for every number of
   tokens, delta = 1/m, dimension and u; as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_ordinals calls_constant_network calls_scores digits statements_urpe_lemma_10_separation.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements calls_naturals calls_grids calls_gaps.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_10_separation.finding_windows_half_open) f) (only parsing).
Definition order_statistic_d := Eval compute in the "order_statistic".
Definition windows_separate_d := Eval compute in the "windows_separate".
Definition half_width_d := Eval compute in the "half_width".

Section Windows.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (x z g l : seq F) (u : nat -> F) (m n d i j r : nat).
Local Notation vector x := (List (map (@Num F) x)).

(* --- The entries of u in their order ------------------------------------------------------------------------------------------------- *)
Definition rank n u i : nat := count (fun k => u k < u i) (iota 1 n).
Lemma rank_lt n u i j : (0 < i <= n)%N -> u i < u j -> (rank n u i < rank n u j)%N.
Proof.
move=> i_n lt_u; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
have one : count (pred1 i) (iota 1 n) = 1%N by rewrite count_uniq_mem ?iota_uniq // i_in.
have none : count (predI (fun k => u k < u i) (pred1 i)) (iota 1 n) = 0%N.
  by rewrite (eq_count (a2 := pred0)) ?count_pred0 // => k /=; case: (k =P i) => [->|]; rewrite ?ltxx ?andbF.
have := count_predUI (fun k => u k < u i) (pred1 i) (iota 1 n); rewrite one none addn0 addn1 /rank => <-.
apply: sub_count => k /= /orP[lt_k|/eqP->] //; exact: lt_trans lt_u.
Qed.
Lemma rank_below n u i : (0 < i <= n)%N -> (rank n u i < n)%N.
Proof.
move=> i_n; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
rewrite -[X in (_ < X)%N](size_iota 1 n) -(count_predC (fun k => u k < u i)) -[X in (X < _)%N]addn0 ltn_add2l -has_count.
by apply/hasP; exists i => //=; rewrite ltxx.
Qed.
Lemma all_ranks n u r : (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> i != j -> u i != u j) -> (r < n)%N ->
  exists2 i, (0 < i <= n)%N & rank n u i = r.
Proof.
move=> apart r_n; have uniq_ranks : uniq [seq rank n u i | i <- iota 1 n].
  rewrite map_inj_in_uniq ?iota_uniq // => i j /in_from_1 i_n /in_from_1 j_n rankE; apply/eqP/negPn/negP => ij.
  by have := apart i j i_n j_n ij; rewrite neq_lt => /orP[/(rank_lt i_n)|/(rank_lt j_n)]; rewrite rankE ltnn.
have [||_ same] := uniq_min_size uniq_ranks (s2 := iota 0 n); last by have := same r; rewrite mem_iota add0n r_n => /mapP[i /in_from_1 i_n ->]; exists i.
  by move=> _ /mapP[i /in_from_1 i_n ->]; rewrite mem_iota add0n rank_below.
by rewrite size_map !size_iota.
Qed.
Lemma y_smallest_if (T : eqType) (h : T -> value F) (l : seq T) (p : T -> bool) defs env (s : string) (L body condition : expr) (f : T -> F) y :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> yields fs defs ((s, h t) :: env) condition (Bool (p t))) ->
  (forall t, t \in l -> p t -> yields fs defs ((s, h t) :: env) body (Num (f t))) -> smallest [seq f t | t <- l & p t] = Some y ->
  yields fs defs env (Over "min" body [:: (s, L)] (Some condition)) (Num y).
Proof.
move=> yL yc bodyE fl; rewrite /rules.yields.
rewrite [LHS](@over_filter _ _ _ _ h l p env s L body condition yL yc (fun t => Value (Num (f t))) _ (fun vs => omap (@Num F) (obind (@smallest F) (numbers_in vs)))) //.
by rewrite numbers_in_map /= fl.
Qed.
Lemma smallest_least l : l != [::] -> smallest l = Some (least l).
Proof. by case: l. Qed.
Lemma call_order_statistic defs n u y r : provides [:: order_statistic_d] defs ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> i != j -> u i != u j) -> (0 < r <= n)%N -> y = r%:R ->
  exists2 i, (0 < i <= n)%N & call fs defs "order_statistic" [:: vec n u; Num y] = Value (Num (u i)).
Proof.
move=> W apart /andP[r_gt0 r_n] yE; have [|i i_n rankE] := @all_ranks n u r.-1 apart; first by rewrite prednK.
set l := [seq u t | t <- iota 1 n & rank n u t == r.-1].
have l_some : l != [::].
  have : u i \in l by apply: map_f; rewrite mem_filter rankE eqxx mem_iota add1n ltnS.
  by case: l.
have [/mapP[k]] := leastP l_some; rewrite mem_filter => /andP[_ /in_from_1 k_n] leastE _.
exists k => //; rewrite -leastE; enter.
apply: (y_smallest_if (h := fun t => Num (u t)) (l := iota 1 n) (p := fun t => rank n u t == r.-1) (f := u)); [by value | move=> t t_in | by move=> t _ _; value | ].
  apply: (y_compare (v := Num (rank n u t)%:R) (w := Num r.-1%:R)); last by rewrite /= eqr_nat.
    rewrite /rank; apply: (y_count (h := fun k => Num (u k))); [value | by move=> k' _; value].
  by apply: yields_eq; [value | rewrite yE -subn1 natrB].
exact: smallest_least.
Qed.

Lemma y_abs defs env (e : expr) (y : F) : yields fs defs env e (Num y) -> yields fs defs env (Call "abs" [:: e]) (Num `|y|).
Proof. by move=> ye; refine (y_built_in (all_cons ye (all_nil _ _ _)) _ _); reflexivity. Qed.
(* --- Windows ---------------------------------------------------------------------------------------------------------------------------- *)
Ltac side ::= first [eassumption | by rewrite pnatr_eq0 -lt0n].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "order_statistic" _ = _ => match goal with H : call _ _ "order_statistic" _ = _ |- _ => exact: H end
  | |- call _ _ "total" _ = _ => apply: call_total; provided
  end.
Lemma call_windows_separate defs n u z g m K y w : provides [:: windows_separate_d; order_statistic_d; total_d; dot_d] defs -> (0 < m)%N -> y = K%:R ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> i != j -> u i != u j) ->
  (forall i j k x, (0 < i <= n)%N -> (0 < j <= n)%N -> u i != u j -> (k < K)%N -> x \in lists_over g (size z) ->
    w <= `|dotp x z + u i * (\sum_(e <- z) e) - u j * (\sum_(e <- z) e) - k%:R / m%:R|) ->
  call fs defs "windows_separate" [:: vec n u; vector z; vector g; Num m%:R; Num y; Num w] = Value (Bool true).
Proof.
move=> W m_gt0 yE apart far; enter; set env := [:: _; _; _; _; _; _].
have every (l : seq nat) : all (fun _ => true) l by exact: all_predT.
apply: (yields_eq (v := Bool (all (fun _ : nat => true) (iota 1 n)))); last by rewrite every.
apply: (calls_ordinals.y_all_nested (h := fun i => Num i%:R)) => [|i i_in]; first by value.
have i_n := in_from_1 i_in; apply: (yields_eq (v := Bool (all (fun _ : nat => true) (iota 1 n)))); last by rewrite every.
apply: (calls_ordinals.y_all_nested (h := fun i => Num i%:R)) => [|r r_in]; first by value.
have [|j j_n os] := @call_order_statistic earlier n u r%:R r _ apart (in_from_1 r_in) erefl; first by provided.
apply: (yields_eq (v := Bool (all (fun _ : nat => true) (iota 0 K)))); last by rewrite every.
apply: (calls_ordinals.y_all_nested (h := fun i => Num i%:R)) => [|k].
  by apply: (y_range floor_int (m := 0) (k := K)); [value | value | | rewrite yE; exact: below].
rewrite mem_iota add0n => k_K.
apply: (calls_scores.y_all_true (h := fun x => vector x) (l := lists_over g (size z))) => [|x x_in].
  by apply: (y_tuples floor_int (h := @Num F)); [value | apply: y_length; value | rewrite size_map].
have dot_y e : lookup "x"%string e = Some (vector x) -> lookup "z"%string e = Some (vector z) ->
    yields fs earlier e (Call "dot" [:: Name "x"; Name "z"]%string) (Num (dotp x z)).
  move=> xin zin; refine (y_call (all_cons (y_name _ _ xin) (all_cons (y_name _ _ zin) (all_nil _ _ _))) _ _); first reflexivity.
  by apply: call_dot_lists; [ | provided | exact: size_tuple x_in].
have [same|differ] := eqVneq (u i) (u j).
  apply: calls_constant_network.y_or_first; apply: yields_eq; first by value.
  by rewrite same eqxx.
apply: (yields_eq (v := Bool ((u i == u j) || true))); last by rewrite orbT.
apply: y_or; first by value.
move=> _; apply: y_or1; apply: (yields_eq (v := Bool (~~ (`|dotp x z + u i * (\sum_(e <- z) e) - u j * (\sum_(e <- z) e) - k%:R / m%:R| < w)))); last first.
  by rewrite -leNgt far.
apply: y_not; apply: (y_compare (v := Num `|dotp x z + u i * (\sum_(e <- z) e) - u j * (\sum_(e <- z) e) - k%:R / m%:R|) (w := Num w)); [ | by value | by []].
apply: y_abs; by do 2! (apply: y_subtract; last by value); apply: y_add; [exact: dot_y | value].
Qed.

(* Projections that are at most t apart, positions farther. *)
Lemma beyond (a c p q t w : F) : `|a - c| <= t -> t + w <= `|p - q| -> w <= `|a + p - q - c|.
Proof.
move=> a_t gap; rewrite -(addrA a) (addrC a) -addrA; apply: le_trans (ler_sub_norm_add _ _).
by rewrite ler_subr_addr addrC; apply: le_trans gap; rewrite ler_add2r.
Qed.
Lemma both_between (a c t : F) : 0 <= a <= t -> 0 <= c <= t -> `|a - c| <= t.
Proof.
case/andP=> a_ge0 a_t /andP[c_ge0 c_t]; rewrite ler_norml; apply/andP; split.
  by rewrite ler_oppl opprB (le_trans _ c_t) // ler_subl_addr ler_addl.
by rewrite (le_trans _ a_t) // ler_subl_addr ler_addl.
Qed.
Lemma gap_of n (p : F -> bool) u i j : pairs n (fun i j => p `|u i - u j|) -> (0 < i <= n)%N -> (0 < j <= n)%N -> i != j -> p `|u i - u j|.
Proof. by move=> gaps i_n j_n; rewrite neq_ltn => /orP[/(pairsP gaps i_n j_n) // | /(pairsP gaps j_n i_n)]; rewrite distrC. Qed.
Lemma apart_of n (c : F) u i j : 0 < c -> pairs n (fun i j => c <= `|u i - u j|) -> (0 < i <= n)%N -> (0 < j <= n)%N -> i != j -> u i != u j.
Proof.
move=> c_gt0 gaps i_n j_n ij; rewrite -subr_eq0 -normr_gt0; apply: lt_le_trans c_gt0 _.
exact: (gap_of (p := fun y => c <= y) gaps).
Qed.
Lemma total_geometric m d : (m%:R - 1) * (\sum_(e <- powers F m d) e) = m%:R ^+ d - 1 :> F.
Proof. by rewrite subrX1; congr (_ * _); rewrite big_map -[d in iota 0 d]subn0 big_mkord. Qed.
End Windows.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by apply: grid_some | by rewrite pnatr_eq0 | reflexivity].
Ltac known_call ::=
  first [by_call call_closed_grid | by_call call_half_open_grid | by_call call_powers | by_call call_total
        | by_call call_gaps_above | by_call call_gaps_from | enter_named; value].

(* attest: urpe.lemma-10-separation finding_windows_closed_gap sha256:ab5948fe721129e71d018413eb5311e510cc744aabe9aac79f11e3f02172dfc2 theorem:windows_closed_gap *)
Theorem windows_closed_gap : Holds statements_urpe_lemma_10_separation.finding_windows_closed_gap.
Proof.
opening S W; meaning_for_all => n _ _; meaning_for_all => m m_ge2 _; meaning_for_all => d d_gt0 _.
have m_gt0 : (0 < m)%N by apply: ltnW.
set T := \sum_(e <- powers S m d) e; have T_gt0 : 0 < T by exact: total_gt0.
have m_pos : 0 < m%:R :> S by rewrite ltr0n.
have two_pos : 0 < 2%:R :> S by rewrite ltr0n.
have product_neq0 : 2%:R * m%:R * T != 0 by rewrite !mulf_neq0 // gt_eqF.
have half_neq0 : 2%:R * m%:R != 0 :> S by rewrite mulf_neq0 // gt_eqF.
meaning_for_all => u _ gaps; rewrite -/T in gaps.
refine (says_expression (p := true) _ _); [ | reflexivity].
refine (y_call (vs := [:: vec n u; List (map (@Num S) (powers S m d)); List (map (@Num S) (grid S m.+1 m)); Num m%:R; Num (m%:R * T + 1%:R); Num (1%:R / (2%:R * m%:R))]) _ _ _);
  [by values | reflexivity | ].
have gap_gt0 : 0 < 1%:R + 1%:R / (2%:R * m%:R * T) by rewrite addr_gt0 ?divr_gt0 ?mulr_gt0 ?ltr01.
apply: (@call_windows_separate S defs n u (powers S m d) _ m (m * digits.numeral m (nseq d 1) + 1)%N) => // [|||i j k x i_n j_n ij k_K x_in].
- by provided.
- by rewrite /T total_powers natrD natrM.
- by move=> i j i_n j_n; exact: apart_of gap_gt0 gaps i_n j_n.
rewrite -/T; apply: (@beyond S _ _ _ _ T).
  apply: both_between.
    by have := @found_between S 1 _ (powers S m d) (dotp x (powers S m d)) (inside_closed m_gt0) (@powers_ge0 S m d); rewrite mul1r; apply; apply: map_f.
  rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr // mulrC /T total_powers -natrM ler_nat.
  by move: k_K; rewrite addn1 ltnS.
rewrite -mulrBl normrM (gtr0_norm T_gt0).
have i_j : i != j by apply: contraNneq ij => ->.
have := gap_of (p := fun y => _ <= y) gaps i_n j_n i_j; rewrite -(ler_pmul2r T_gt0) mulrDl mul1r => /(le_trans _); apply.
rewrite ler_add2l [(_ * T)^-1]invfM mulrA divfK // gt_eqF //.
Qed.

(* attest: urpe.lemma-10-separation finding_windows_half_open sha256:97d3601cd3b611406139f46c846852e4b7ad709629a38be92ab7357e7d50b4c2 theorem:windows_half_open *)
Theorem windows_half_open : Holds statements_urpe_lemma_10_separation.finding_windows_half_open.
Proof.
opening S W; meaning_for_all => n _ _; meaning_for_all => m m_ge2 _; meaning_for_all => d d_gt0 _.
have m_gt0 : (0 < m)%N by apply: ltnW.
set T := \sum_(e <- powers S m d) e; have T_gt0 : 0 < T by exact: total_gt0.
have m_pos : 0 < m%:R :> S by rewrite ltr0n.
have m_neq0 : m%:R != 0 :> S by rewrite gt_eqF.
have two_pos : 0 < 2%:R :> S by rewrite ltr0n.
have half_neq0 : 2%:R * m%:R != 0 :> S by rewrite mulf_neq0 // gt_eqF.
meaning_for_all => u _ gaps.
refine (says_expression (p := true) _ _); [ | reflexivity].
refine (y_call (vs := [:: vec n u; List (map (@Num S) (powers S m d)); List (map (@Num S) (grid S m m)); Num m%:R; Num (m%:R ^+ d); Num (1%:R / (2%:R * m%:R))]) _ _ _);
  [by values | reflexivity | ].
have gaps1 : pairs n (fun i j => 1 <= `|u i - u j|) by apply/allP => i i_in; apply: sub_all (allP gaps i i_in) => j; exact: ltW.
have top : (1 - 1 / m%:R) * T = (m%:R ^+ d - 1) / m%:R.
  by rewrite -total_geometric -/T mulrAC; congr (_ * _); rewrite mulrBl divff.
apply: (@call_windows_separate S defs n u (powers S m d) _ m (m ^ d)%N) => // [|||i j k x i_n j_n ij k_K x_in].
- by provided.
- by rewrite natrX.
- by move=> i j i_n j_n; exact: apart_of ltr01 gaps1 i_n j_n.
rewrite -/T; apply: (@beyond S _ _ _ _ ((1 - 1 / m%:R) * T)).
  apply: both_between.
    by have := @found_between S _ _ (powers S m d) (dotp x (powers S m d)) (inside_half_open m_gt0) (@powers_ge0 S m d); apply; apply: map_f.
  rewrite divr_ge0 ?ler0n //= top ler_pmul2r ?invr_gt0 // ler_subr_addr -natrX -mulrSr ler_nat.
  by [].
rewrite -mulrBl normrM (gtr0_norm T_gt0).
have i_j : i != j by apply: contraNneq ij => ->.
have := gap_of (p := fun y => 1 < y) gaps i_n j_n i_j; rewrite -(ltr_pmul2r T_gt0) mul1r => /ltW; apply: le_trans.
have T_ge1 : 1 <= T.
  by rewrite /T total_powers ler1n; have := T_gt0; rewrite /T total_powers ltr0n.
rewrite mulrBl mul1r -addrA ger_addl addrC subr_le0 !mul1r invfM [X in X <= _]mulrC ler_pmul2l ?invr_gt0 //.
by rewrite (le_trans _ T_ge1) // invf_le1 // ler1n.
Qed.
