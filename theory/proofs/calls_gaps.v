(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of contextual_mapping.stm about gaps of positions and ranges of projections give, and which ranges lie apart. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries calls_linear_algebra calls_statements digits calls_grids.
From attest Require calls_ordinals statements_urpe_lemma_10_separation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim s f := (definition_in (definitions s) f) (only parsing).
Definition gaps_above_d := Eval compute in of_claim statements_urpe_lemma_10_separation.printed "gaps_above".
Definition gaps_from_d := Eval compute in of_claim statements_urpe_lemma_10_separation.finding_windows_closed_gap "gaps_from".
Definition separated_d := Eval compute in of_claim statements_urpe_lemma_10_separation.printed "separated".

Section Gaps.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (x z g l : seq F) (u : nat -> F) (m n d : nat).
Local Notation vector x := (List (map (@Num F) x)).

(* --- The greatest and the least of a list --------------------------------------------------------------------------------- *)
Definition greatest l : F := foldl Num.max (head 0 l) (behead l).
Definition least l : F := foldl Num.min (head 0 l) (behead l).

Lemma greatestP l : l != [::] -> greatest l \in l /\ forall y, y \in l -> y <= greatest l.
Proof.
case: l => // x l _; rewrite /greatest /=; elim: l x => [|a l IH] x /=; first by rewrite mem_head; split=> // y; rewrite inE => /eqP->.
have [is_in ge] := IH (Num.max x a); have top := ge _ (mem_head _ _); split=> [|y].
  by move: is_in; rewrite !inE => /orP[/eqP->|->]; rewrite ?orbT // /Num.max; case: ifP; rewrite eqxx ?orbT.
rewrite !inE => /or3P[/eqP->|/eqP->|y_l]; last by apply: ge; rewrite inE y_l orbT.
  by apply: le_trans top; rewrite le_maxr lexx.
by apply: le_trans top; rewrite le_maxr lexx orbT.
Qed.
Lemma leastP l : l != [::] -> least l \in l /\ forall y, y \in l -> least l <= y.
Proof.
case: l => // x l _; rewrite /least /=; elim: l x => [|a l IH] x /=; first by rewrite mem_head; split=> // y; rewrite inE => /eqP->.
have [is_in le] := IH (Num.min x a); have bottom := le _ (mem_head _ _); split=> [|y].
  by move: is_in; rewrite !inE => /orP[/eqP->|->]; rewrite ?orbT // /Num.min; case: ifP; rewrite eqxx ?orbT.
rewrite !inE => /or3P[/eqP->|/eqP->|y_l]; last by apply: le; rewrite inE y_l orbT.
  by apply: le_trans bottom _; rewrite le_minl lexx.
by apply: le_trans bottom _; rewrite le_minl lexx orbT.
Qed.
Lemma greatest_is l y : y \in l -> (forall e, e \in l -> e <= y) -> greatest l = y.
Proof.
move=> y_l top; have l_some : l != [::] by case: l y_l {top}.
by have [is_in ge] := greatestP l_some; apply/le_anti; rewrite top // ge.
Qed.
Lemma least_is l y : y \in l -> (forall e, e \in l -> y <= e) -> least l = y.
Proof.
move=> y_l bottom; have l_some : l != [::] by case: l y_l {bottom}.
by have [is_in le] := leastP l_some; apply/le_anti; rewrite bottom // le.
Qed.

Lemma numbers_in_values l : numbers_in (map Value (map (@Num F) l)) = Value l.
Proof. by rewrite -map_comp numbers_in_map map_id. Qed.
Lemma y_greatest defs env a l : l != [::] -> yields fs defs env a (vector l) -> yields fs defs env (Call "max" [:: a]) (Num (greatest l)).
Proof.
by move=> l_some ya; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | rewrite /= numbers_in_values; case: l l_some {ya}].
Qed.
Lemma y_least defs env a l : l != [::] -> yields fs defs env a (vector l) -> yields fs defs env (Call "min" [:: a]) (Num (least l)).
Proof.
by move=> l_some ya; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | rewrite /= numbers_in_values; case: l l_some {ya}].
Qed.

(* --- Projections of the tokens over a grid -------------------------------------------------------------------------------- *)
Definition found g z : seq F := [seq dotp x z | x <- lists_over g (size z)].
Definition inside (c : F) g : Prop := forall e, e \in g -> 0 <= e <= c.

Lemma size_tuple g d x : x \in lists_over g d -> size x = d.
Proof. by rewrite mem_lists_over => /andP[/eqP]. Qed.
Lemma found_some g z : g != [::] -> found g z != [::].
Proof.
case: g => // a g _; rewrite -size_eq0 -lt0n size_map; set L := lists_over _ _.
by rewrite -has_predT; apply/hasP; exists (nseq (size z) a) => //; rewrite mem_lists_over size_nseq eqxx all_nseq /= mem_head orbT.
Qed.
Lemma total_sum z : \sum_(e <- z) e = \sum_(i < size z) z`_i.
Proof. by rewrite (big_nth 0) big_mkord. Qed.
Lemma found_between c g z v : inside c g -> (forall e, e \in z -> 0 <= e) -> v \in found g z -> 0 <= v <= c * \sum_(e <- z) e.
Proof.
move=> in_g z_ge0 /mapP[x]; rewrite mem_lists_over => /andP[/eqP size_x /allP x_g] ->.
have z_i (i : 'I_(size z)) : 0 <= z`_i by apply/z_ge0/mem_nth.
have x_i (i : 'I_(size z)) : 0 <= x`_i <= c by apply: in_g; apply: (x_g); rewrite mem_nth ?size_x.
rewrite total_sum mulr_sumr /dotp; apply/andP; split.
  by apply: sumr_ge0 => i _; have /andP[x_ge0 _] := x_i i; rewrite mulr_ge0.
by apply: ler_sum => i _; have /andP[_ x_c] := x_i i; rewrite ler_wpmul2r.
Qed.
Lemma found_const c g z : c \in g -> (c * \sum_(e <- z) e)%R \in found g z.
Proof.
move=> c_g; apply/mapP; exists (nseq (size z) c).
  by rewrite mem_lists_over size_nseq eqxx all_nseq /= c_g orbT.
by rewrite total_sum mulr_sumr; apply: eq_bigr => i _; rewrite nth_nseq ltn_ord.
Qed.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite size_map].

(* --- The gaps ------------------------------------------------------------------------------------------------------------- *)
Definition pairs n (p : nat -> nat -> bool) : bool := all (fun i => all (p i) (iota i.+1 (n - i))) (iota 1 n).
Lemma pairsP n p i j : pairs n p -> (0 < i <= n)%N -> (0 < j <= n)%N -> (i < j)%N -> p i j.
Proof.
move=> /allP all_p i_n /andP[j_gt0 j_n] i_j; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
have /allP/(_ j) := all_p i i_in; apply; case/andP: i_n => _ i_n.
by rewrite mem_iota addSn subnKC // ltnS i_j.
Qed.
Lemma call_gaps_above defs n u y : provides [:: gaps_above_d] defs ->
  call fs defs "gaps_above" [:: vec n u; Num y] = Value (Bool (pairs n (fun i j => y < `|u i - u j|))).
Proof.
move=> W; enter; apply: y_all2; first value.
  move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (n - i)); [value | value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
move=> i i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
case/andP=> i_lt j_le; have j_in : (0 < j <= n)%N by rewrite j_le (leq_trans _ i_lt).
by value.
Qed.
Lemma call_gaps_from defs n u y : provides [:: gaps_from_d] defs ->
  call fs defs "gaps_from" [:: vec n u; Num y] = Value (Bool (pairs n (fun i j => y <= `|u i - u j|))).
Proof.
move=> W; enter; apply: y_all2; first value.
  move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (n - i)); [value | value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
move=> i i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
case/andP=> i_lt j_le; have j_in : (0 < j <= n)%N by rewrite j_le (leq_trans _ i_lt).
by value.
Qed.
(* A lower position lies below a higher one by more than the gap. *)
Lemma gap_above n u y i j : pairs n (fun i j => y < `|u i - u j|) -> (0 < i <= n)%N -> (0 < j <= n)%N -> u i < u j -> u i + y < u j.
Proof.
move=> gaps i_n j_n lt_u; have -> : (u i + y < u j) = (y < `|u i - u j|) by rewrite distrC gtr0_norm ?subr_gt0 // ltr_subr_addl.
by case: (ltngtP i j) => [/(pairsP gaps i_n j_n) // | /(pairsP gaps j_n i_n) | ij]; [rewrite distrC | rewrite ij ltxx in lt_u].
Qed.

(* --- Ranges that lie apart ------------------------------------------------------------------------------------------------ *)
Definition separated n u z g : bool :=
  all (fun i => all (fun j => (u i < u j) ==>
    (u i * (\sum_(e <- z) e) + greatest (found g z) < u j * (\sum_(e <- z) e) + least (found g z))) (iota 1 n)) (iota 1 n).

Lemma y_found defs env (a b : string) z g : provides [:: dot_d] defs -> lookup a env = Some (vector g) -> lookup b env = Some (vector z) ->
  lookup "x" env = None -> String.eqb b "x" = false ->
  yields fs defs env (ListOver (Call "dot" [:: Name "x"; Name b]) [:: ("x"%string, Call "tuples" [:: Name a; Call "len" [:: Name b]])] None)
    (vector (found g z)).
Proof.
move=> W ag bz _ bx; rewrite /found -map_comp.
apply: (@y_list_over _ _ _ _ (fun x => vector x)).
  apply: (y_tuples floor_int (h := @Num F)); [exact: y_name ag | | reflexivity].
  by apply: yields_eq; [apply: y_length; exact: y_name bz | rewrite size_map].
move=> x x_in; refine (y_call _ _ _).
- refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | apply: y_name; rewrite /= bx; exact: bz].
- reflexivity.
by apply: call_dot_lists; [ | provided | exact: size_tuple x_in].
Qed.
Lemma call_separated defs n u z g : provides [:: separated_d; total_d; dot_d] defs -> g != [::] ->
  call fs defs "separated" [:: vec n u; vector z; vector g] = Value (Bool (separated n u z g)).
Proof.
move=> W g_some; have some := found_some z g_some; enter; refine (y_let (v := vector (found g z)) _ _).
  by apply: y_found; try reflexivity; provided.
apply: (calls_ordinals.y_all_nested (h := fun i => Num i%:R) (l := iota 1 n)); first value.
move=> i i_in; apply: (y_all_if (h := fun j => Num j%:R)); first value.
  by move=> j j_in; value.
move=> j j_in _; refine (y_compare (v := Num _) (w := Num _) _ _ _); [ | | reflexivity]; refine (y_add _ _).
- by apply: y_multiply; [value | refine (y_call _ _ _); [values | reflexivity | apply: call_total; provided]].
- by apply: y_greatest => //; value.
- by apply: y_multiply; [value | refine (y_call _ _ _); [values | reflexivity | apply: call_total; provided]].
by apply: y_least => //; value.
Qed.

Lemma apart c n u z g : inside c g -> g != [::] -> (forall e, e \in z -> 0 <= e) -> 0 < \sum_(e <- z) e ->
  pairs n (fun i j => c < `|u i - u j|) -> separated n u z g.
Proof.
move=> in_g g_some z_ge0 z_gt0 gaps; have some := found_some z g_some.
have [/(found_between in_g z_ge0)/andP[_ top] _] := greatestP some.
have [/(found_between in_g z_ge0)/andP[bottom _] _] := leastP some.
apply/allP => i /in_from_1 i_n; apply/allP => j /in_from_1 j_n; apply/implyP => /(gap_above gaps i_n j_n) gap.
apply: le_lt_trans (ler_add (lexx _) top) _; rewrite -mulrDl; apply: lt_le_trans (ler_add (lexx _) bottom).
by rewrite addr0 ltr_pmul2r.
Qed.

(* --- The grids' numbers, and powers --------------------------------------------------------------------------------------- *)
Lemma inside_closed m : (0 < m)%N -> inside 1 (grid F m.+1 m).
Proof.
move=> m_gt0 e /mapP[k]; rewrite mem_iota add0n ltnS => k_m ->.
by rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.
Lemma inside_half_open m : (0 < m)%N -> inside (1 - 1 / m%:R) (grid F m m).
Proof.
move=> m_gt0 e /mapP[k]; rewrite mem_iota add0n => k_m ->; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mulrBl divfK // mul1r ler_subr_addr.
by rewrite -mulrSr ler_nat.
Qed.
Lemma powers_ge0 b d e : e \in powers F b d -> 0 <= e.
Proof. by case/mapP=> k _ ->; rewrite exprn_ge0 ?ler0n. Qed.
Lemma total_gt0 b d : (0 < d)%N -> 0 < \sum_(e <- powers F b d) e.
Proof. by case: d => // d _; rewrite total_powers ltr0n /= addn1. Qed.
Lemma grid_some N m : (0 < N)%N -> grid F N m != [::].
Proof. by case: N. Qed.
End Gaps.
