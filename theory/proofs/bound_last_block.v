(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), appendix A.4, the end of Lemma 10's proof: where u is not negative and gaps are 5/4 at least, the printed block, which has no
   threshold, adds the last token's value to every token; for every number of tokens, delta = 1/m and dimension, as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements digits calls_grids calls_gaps.
From attest Require Import calls_global_shift sweep calls_sweep calls_swept calls_sweep_inputs calls_sweep_numbers.
From attest Require calls_scores statements_urpe_lemma_10_global_shift.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_10_global_shift.finding_nonnegative) f) (only parsing).
Definition own_projections_d := Eval compute in the "projections".
Definition printed_factor_d := Eval compute in the "printed_factor".

Lemma call_own_projections (S : numbers) defs n d (Y : nat -> nat -> S) z : provides [:: own_projections_d; dot_d] defs ->
  call (functions_of S) defs "projections" [:: mat n d Y; vec d z] = Value (vec n (proj d z Y)).
Proof.
move=> W; have floor_int := @floor_integer S; enter; apply: (@y_list_over _ _ _ _ (fun i => vec d (Y i)) (iota 1 n)); first by value.
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_dot => //; provided].
Qed.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite mulf_neq0 ?pnatr_eq0 -?lt0n | by rewrite pnatr_eq0 -lt0n
  | by rewrite pnatr_eq0 | in_range | reflexivity].
Ltac known_call ::=
  first [by_call call_half_open_grid | by_call call_powers_vec | by_call call_gaps_from | by_call call_grid_inputs | by_call call_own_projections
        | by_call call_positioned | enter_named; value].

(* attest: urpe.lemma-10-global-shift finding_nonnegative sha256:902667411c0483732495a256daf8e7c7e43c9ecdaccdaa3bd08a58739810644d theorem:nonnegative *)
Theorem nonnegative : Holds statements_urpe_lemma_10_global_shift.finding_nonnegative.
Proof.
opening S W; meaning_for_all => n n_gt1 _; meaning_for_all => m m_gt1 _; meaning_for_all => d d_gt0 _.
have n_gt0 := ltnW n_gt1; have m_gt0 := ltnW m_gt1; have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
refine (says_forall (P := fun u : nat -> S => pairs n (fun i j => 5%:R / 4%:R <= `|u i - u j|) && ((greatest (entries n u) == u n) &&
  all (fun i => 0%:R <= u i) (iota 1 n))) (in_vec _ _ _) _ _); [floors | value | reflexivity | move=> u _; cbn [condition_is] | ].
  refine (y_and _ _); [by value | move=> _; refine (y_and _ _); [ | move=> _; refine (y_and1 _); by value]].
  by refine (y_compare _ _ _); [apply: (y_greatest (l := entries n u)); [exact: entries_some | rewrite /entries -seq_vec; value] | value | reflexivity].
move=> u _ /and3P[gaps54 /eqP top_n /allP u_ge0].
have is_wide := wide_cited n_gt0 m_gt1 d_gt0 gaps54.
have gaps : pairs n (fun i j => 1 < `|u i - u j|).
  apply/allP => i i_in; apply/allP => j j_in; have /allP/(_ j j_in) := allP gaps54 i i_in; apply: lt_le_trans.
  by rewrite ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat.
have n1_n : (n.-1 < n)%N by rewrite prednK.
have n_in : (0 < n <= n)%N by rewrite n_gt0 leqnn.
have [_ top_u] := greatestP (entries_some u n_gt0).
have rank_last : rank n u n = n.-1.
  have last_r : (rank n u n < n)%N by exact: rank_n.
  apply/eqP; rewrite eqn_leq -ltnS prednK // last_r /= leqNgt; apply/negP => lt.
  have top_in := of_rank_in gaps n1_n; move: lt; rewrite -{1}(of_rankK gaps n1_n) (rank_lt u n_in top_in) -top_n ltNge top_u //.
  by apply/mapP; exists (of_rank n u n.-1); rewrite // mem_iota add1n ltnS.
refine (says_expression (p := true) _ _) => //; apply: (calls_scores.y_all_true (h := fun X => mat n d (input S m X)) (l := inputs m n d)).
  by value.
move=> X X_in; set z := weights S m.
set y := swept n u d z m%:R (m ^ d) (half S m) (m ^ d)%:R (proj d z (added m u X)); set Y := valued d z (added m u X) y.
have YE i : (0 < i <= n)%N -> proj d z Y i = last_of n u d m m (m ^ d) X (rank n u i).
  by move=> i_n; rewrite proj_valued // /y (swept_input n_gt0 m_gt0 (leqnn m) gaps is_wide X_in i_n).
case: (is_wide) => w_gt0 w_e K_A apart _; have inside := codes_inside (leqnn m) gaps X_in.
have K_gt1 : (1 < m ^ d)%N by apply: leq_trans (leq_pexp2l m_gt0 d_gt0); rewrite expn1.
have a_gt1 : 1 < (m ^ d)%:R :> S by rewrite ltr1n.
have T_ge0 : 0 <= total d z by rewrite total_weights ler0n.
have above k : (0 < k <= n)%N -> 0%:R < proj d z Y k.
  move=> k_n; have r_n : (rank n u k < n)%N by exact: rank_n.
  rewrite YE //; apply: le_lt_trans (shifted_above_last n_gt0 w_gt0 (ltW a_gt1) inside apart a_gt1 n_gt1 r_n).
  have [low _] := first_between n_gt0 w_gt0 w_e inside apart n1_n; apply: le_trans low; rewrite mulr_ge0 //.
  by apply: u_ge0; rewrite mem_iota add1n ltnS of_rank_in.
have topE : greatest (entries n (proj d z Y)) = proj d z Y n.
  apply: greatest_is => [|e /mapP[i /in_from_1 i_n ->]]; first by apply/mapP; exists n; rewrite // mem_iota add1n ltnS n_gt0 leqnn.
  have r_n : (rank n u i < n)%N by exact: rank_n.
  by rewrite !YE // rank_last; apply: (shifted_le n_gt0 w_gt0 (ltW a_gt1) inside apart) => //; rewrite -ltnS prednK.
pose f : S := n%:R * m%:R ^+ ((n + 1) * d + 1).
have expE : (n%:R + 1%:R) * d%:R + 1%:R = ((n + 1) * d + 1)%:R :> S by rewrite !natrD natrM natrD.
have fE env : lookup "n" env = Some (Num n%:R) -> lookup "m" env = Some (Num m%:R) -> lookup "d" env = Some (Num d%:R) -> forall defs',
    provides [:: printed_factor_d] defs' -> yields (functions_of S) defs' env (Call "printed_factor" [:: Name "n"; Name "m"; Name "d"]) (Num f).
  move=> nE mE dE defs' W'; refine (y_call (all_cons (y_name _ _ nE) (all_cons (y_name _ _ mE) (all_cons (y_name _ _ dE) (all_nil _ _ _)))) _ _); first reflexivity.
  by enter; value.
refine (y_call (vs := [:: mat n d (input S m X); vec n u; Num m%:R; Num d%:R]) _ _ _); [by values | reflexivity | enter_named].
do 2!(refine (y_let _ _); first by value).
apply: (y_let (v := mat n d Y)).
  refine (y_call _ _ _); [values | reflexivity | enter_named].
  refine (y_call (vs := [:: mat n d (added m u X); vec n u; vec d z; Num m%:R; Num (m ^ d)%:R; Num (half S m); Num (m ^ d)%:R]) _ _ _);
    [ | reflexivity | by apply: call_sweep => //; provided].
  do 4!(refine (all_cons _ _); first by value).
  refine (all_cons _ _); first by apply: yields_eq; [value | rewrite natrX].
  refine (all_cons _ _); first by refine (y_call _ _ _); [values | reflexivity | enter_named; value].
  by refine (all_cons _ (all_nil _ _ _)); apply: yields_eq; [value | rewrite natrX].
refine (y_let _ _); first by value.
apply: (@y_same_vec S _ _ _ _ n (fun i => proj d z Y i + f * greatest (entries n (proj d z Y))) (fun i => proj d z Y i + f * proj d z Y n)).
- refine (y_call (vs := [:: mat n d (valued d z Y (fun i => proj d z Y i + f * greatest (entries n (proj d z Y)))); vec d z]) _ _ _);
    [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    refine (y_call _ _ _); [values | reflexivity | enter_named].
    refine (y_call (vs := [:: mat n d Y; vec d z; Num f; Num 0%:R; Symb "query"]) _ _ _); [ | reflexivity | by apply: call_global_shift => //; provided].
    do 1!(refine (all_cons _ _); first by value).
    refine (all_cons _ _); first by value.
    refine (all_cons _ _); first by apply: fE => //; provided.
    by do 2!(refine (all_cons _ _); first by value); exact: all_nil.
  rewrite (call_own_projections); last by provided.
  by congr Value; apply: vec_ext => i i_n; rewrite proj_valued.
- apply: (@y_list_over _ _ _ _ (fun i => Num (proj d z Y i)) (iota 1 n)); first by value.
  by move=> i _; apply: y_add; [value | apply: y_multiply; [apply: fE => //; provided | value]].
by move=> i _; rewrite topE.
Qed.
