(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), appendix A.4: with the repaired numbers each token is caught by one window of the sweep; with the printed ones, on the grid
   without 1, all tokens end at the greatest value. For every number of tokens, delta = 1/m, dimension and u with gaps above 1, as the meaning of the
   statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements digits calls_grids calls_gaps.
From attest Require Import sweep calls_sweep calls_swept calls_sweep_inputs calls_sweep_numbers.
From attest Require calls_scores statements_urpe_lemma_10_sweep.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition hits_d := Eval compute in definition_in calls_sweep.library "hits".
Definition printed_sweep_d := Eval compute in definition_in (definitions statements_urpe_lemma_10_sweep.finding_all_tokens_meet) "printed_sweep".

Section Hits.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u z : nat -> F) (n m d K : nat) (w a : F) (X : nat -> nat -> F).

Definition sweeping n d z X (s : (nat -> F) * (nat -> nat)) : value F :=
  Rec [:: ("X", mat n d (valued d z X s.1)); ("hits", vec n (fun i => (s.2 i)%:R))]%string.
Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n | reflexivity].
Ltac known_call ::= first [by_call call_order_statistic | by_call call_total_vec | by_call call_positioned | by_call call_dot].
Lemma call_hits defs n d X u z m K w a :
  provides [:: hits_d; shift_block_d; positioned_d; order_statistic_d; total_d; selective_shift_d; matadd_d; apply_d; dot_d; same_shape_d] defs ->
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> z 1%N = 1 -> pairs n (fun i j => 1 < `|u i - u j|) ->
  call fs defs "hits" [:: mat n d X; vec n u; vec d z; Num m%:R; Num K%:R; Num w; Num a] =
    Value (vec n (fun i => ((counted n d m K u z w a (proj d z (fun i j => X i j + u i), fun=> 0%N)).2 i)%:R)).
Proof.
move=> W n_gt0 d_gt0 m_gt0 z1 gaps; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
set X' := fun i j => X i j + u i.
enter; apply: (y_let (v := sweeping n d z X' (counted n d m K u z w a (proj d z X', fun=> 0%N)))); last by value.
apply: (@y_fold F fs _ _ _ (fun r => Num r%:R) (sweeping n d z X')); [ | by value | ].
  apply: y_record; refine (fields_cons _ _ (fields_cons _ _ (fields_nil _ _ _))); last by value.
  by apply: yields_eq; [value | apply: mat_ext => i j _ _; rewrite valued_own].
move=> s r r_in; apply: y_let; first value.
apply: (@y_fold F fs _ _ _ (fun k => Num k%:R) (sweeping n d z X')); [value | value | ].
move=> s' k k_in; apply: y_record; refine (fields_cons _ _ (fields_cons _ _ (fields_nil _ _ _))).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_shift_block => //; provided].
apply: yields_eq; first by value.
apply: vec_ext => i i_n; rewrite /= natrD -/(proj d z (valued d z X' s'.1) i) proj_valued // /caught opprD addrA.
by congr (_ + _); case: ifP.
Qed.
End Hits.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n | by rewrite mulf_neq0 ?pnatr_eq0 -?lt0n | reflexivity].
Ltac known_call ::=
  first [by_call call_closed_grid | by_call call_half_open_grid | by_call call_powers_vec | by_call call_gaps_above | by_call call_grid_inputs
        | by_call call_ones | by_call call_slack | by_call call_total_vec].

Definition caught_times (S : numbers) n d m b (u : nat -> S) w A X i : S :=
  ((counted n d m (b ^ d) u (weights S b) w A%:R (proj d (weights S b) (fun i j => input S m X i j + u i), fun=> 0%N)).2 i)%:R.
Lemma all_once (S : numbers) N n m d b (u : nat -> S) w A X : (0 < n)%N -> (0 < b)%N -> (N <= b)%N ->
  pairs n (fun i j => 1 < `|u i - u j|) -> wide n d m b u w A -> X \in inputs N n d -> forall i, (0 < i <= n)%N ->
  (counted n d m (b ^ d) u (weights S b) w A%:R (proj d (weights S b) (fun i j => input S m X i j + u i), fun=> 0%N)).2 i = 1%N.
Proof.
move=> n_gt0 b_gt0 N_b gaps [w_gt0 w_e K_A apart no] X_in i i_n; have inside := codes_inside N_b gaps X_in.
apply: (counted_once n_gt0 gaps w_gt0 w_e _ inside apart) => //; last exact: no.
  by rewrite -[1]/(1%:R) ler_nat (leq_trans _ K_A) // expn_gt0 b_gt0.
by move=> j j_n; exact: (first_input m b gaps X_in j_n).
Qed.

(* attest: urpe.lemma-10-sweep finding_shifted_once sha256:f21d43af641f78b77a9faf7f943410563cf61941b318a331e65e5f2e4f06ee32 theorem:shifted_once *)
Theorem shifted_once : Holds statements_urpe_lemma_10_sweep.finding_shifted_once.
Proof.
opening S W; meaning_parts; meaning_for_all => n n_gt1 _; meaning_for_all => m m_gt1 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ gaps;
  have n_gt0 := ltnW n_gt1; have m_gt0 := ltnW m_gt1; have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
  have is_wide := wide_half_open n_gt0 m_gt0 d_gt0 gaps.
  refine (says_expression (p := true) _ _) => //; apply: (calls_scores.y_all_true (h := fun X => mat n d (input S m X)) (l := inputs m n d)).
    by value.
  move=> X X_in; apply: (@y_same_vec S _ _ _ _ n (caught_times n d m m u (half S m) (m ^ d).+1 X) (fun=> 1));
    [ | by value | by move=> i i_n; rewrite /caught_times (all_once n_gt0 m_gt0 (leqnn m) gaps is_wide X_in i_n)].
  refine (y_call (vs := [:: mat n d (input S m X); vec n u; vec d (weights S m); Num m%:R; Num (m ^ d)%:R; Num (half S m); Num (m ^ d).+1%:R]) _ _ _);
    [ | reflexivity | by apply: call_hits => //; provided].
  do 4!(refine (all_cons _ _); first by value).
  refine (all_cons _ _); first by apply: yields_eq; [value | rewrite natrX].
  refine (all_cons _ _); first by refine (y_call _ _ _); [values | reflexivity | enter_named; value].
  refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [values | reflexivity | enter_named].
  by apply: yields_eq; [value | rewrite [(m ^ d).+1%:R]mulrSr natrX].
have is_wide := wide_closed n_gt0 m_gt0 d_gt0 gaps.
have [h_gt0 _] := slackP n_gt0 gaps; have h_neq0 : slack n u != 0 by rewrite gt_eqF.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have next : m%:R + 1%:R = m.+1%:R :> S by exact: (esym (mulrSr 1 m)).
refine (says_expression (p := true) _ _) => //; apply: (calls_scores.y_all_true (h := fun X => mat n d (input S m X)) (l := inputs m.+1 n d)).
  by value.
move=> X X_in; apply: (@y_same_vec S _ _ _ _ n (caught_times n d m m.+1 u (narrow n d m u) (closed_A n d m u) X) (fun=> 1));
  [ | by value | by move=> i i_n; rewrite /caught_times (all_once n_gt0 (ltn0Sn m) (leqnn m.+1) gaps is_wide X_in i_n)].
refine (y_call (vs := [:: mat n d (input S m X); vec n u; vec d (weights S m.+1); Num m%:R; Num (m.+1 ^ d)%:R; Num (narrow n d m u);
  Num (closed_A n d m u)%:R]) _ _ _); [ | reflexivity | by apply: call_hits => //; provided].
do 4!(refine (all_cons _ _); first by value).
refine (all_cons _ _); first by apply: yields_eq; [value | rewrite natrX next].
refine (all_cons _ _); first by refine (y_call _ _ _); [values | reflexivity | enter_named; value].
refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [values | reflexivity | enter_named].
apply: yields_eq; first by value.
by rewrite /closed_A natrD natrX next; have [<- _] := ceilingP (divr_gt0 ltr01 h_gt0).
Qed.

(* --- The printed multiplier ------------------------------------------------------------------------------------------------------------ *)
Section Printed.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u : nat -> F) (n m d : nat) (X : seq (seq nat)).
Local Notation z m := (weights S m).

Lemma call_printed_sweep defs n d m u X (a : F) :
  provides [:: printed_sweep_d; half_width_d; sweep_d; shift_block_d; powers_d; positioned_d; order_statistic_d; total_d; selective_shift_d; matadd_d; apply_d;
    dot_d; same_shape_d] defs -> (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  call fs defs "printed_sweep" [:: mat n d (input S m X); vec n u; Num m%:R; Num d%:R; Num a] =
    Value (mat n d (valued d (z m) (added m u X) (swept n u d (z m) m%:R (m ^ d) (half S m) a (proj d (z m) (added m u X))))).
Proof.
move=> W n_gt0 d_gt0 m_gt0 gaps; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have two_neq0 : 2%:R * m%:R != 0 :> F by rewrite mulf_neq0 ?pnatr_eq0 -?lt0n.
enter.
refine (y_call (vs := [:: mat n d (added m u X); vec n u; vec d (z m); Num m%:R; Num (m ^ d)%:R; Num (half S m); Num a]) _ _ _);
  [ | reflexivity | by apply: call_sweep => //; provided].
refine (all_cons _ _); first by refine (y_call _ _ _); [values | reflexivity | apply: call_positioned; provided].
do 3!(refine (all_cons _ _); first by value).
refine (all_cons _ _); first by apply: yields_eq; [value | rewrite natrX].
refine (all_cons _ _); first by refine (y_call _ _ _); [values | reflexivity | enter_named; value].
by refine (all_cons _ (all_nil _ _ _)); value.
Qed.
Lemma all_meet n m d u X i : (0 < n)%N -> (0 < m)%N -> (0 < d)%N -> pairs n (fun i j => 1 < `|u i - u j|) -> X \in inputs m n d -> (0 < i <= n)%N ->
  swept n u d (z m) m%:R (m ^ d) (half S m) 1%:R (proj d (z m) (added m u X)) i = greatest (entries n (proj d (z m) (added m u X))).
Proof.
move=> n_gt0 m_gt0 d_gt0 gaps X_in i_n; have [w_gt0 w_e K_A apart _] := wide_half_open n_gt0 m_gt0 d_gt0 gaps.
have inside := codes_inside (leqnn m) gaps X_in; have n1_n : (n.-1 < n)%N by rewrite prednK.
have firsts j : (0 < j <= n)%N -> proj d (z m) (added m u X) j = first_value m%:R^-1 (centre n d u (z m)) (codes n u m X) (rank n u j).
  by move=> j_n; exact: (first_input m m gaps X_in j_n).
rewrite (swept_values n_gt0 gaps w_gt0 w_e (lexx _) inside apart firsts) //; last exact: meet_not_again.
rewrite meet //; symmetry; apply: greatest_is => [|y /mapP[j /in_from_1 j_n ->]]; last first.
  have r_n : (rank n u j < n)%N by exact: rank_n.
  by rewrite firsts //; exact: (le_last n_gt0 w_gt0 inside apart r_n).
by apply/mapP; exists (of_rank n u n.-1); [rewrite mem_iota add1n ltnS of_rank_in | rewrite firsts ?of_rank_in // of_rankK].
Qed.
End Printed.

Ltac known_call ::= first [by_call call_half_open_grid | by_call call_powers_vec | by_call call_gaps_above | by_call call_grid_inputs
  | by_call call_positioned | by_call call_dot | by_call call_printed_sweep].
(* attest: urpe.lemma-10-sweep finding_all_tokens_meet sha256:6db58e91e5e6d0c6d8695e6a81316d7d74f61b532fa0b98bbbc1985ef31f26af theorem:all_tokens_meet *)
Theorem all_tokens_meet : Holds statements_urpe_lemma_10_sweep.finding_all_tokens_meet.
Proof.
opening S W; meaning_for_all => n n_gt1 _; meaning_for_all => m m_gt1 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ gaps.
have n_gt0 := ltnW n_gt1; have m_gt0 := ltnW m_gt1; have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
refine (says_expression (p := true) _ _) => //; apply: (calls_scores.y_all_true (h := fun X => mat n d (input S m X)) (l := inputs m n d)).
  by value.
move=> X X_in; apply: (y_let (v := Num (greatest (entries n (proj d (weights S m) (added m u X)))))).
  apply: (@y_largest _ _ _ _ (fun i => vec d (added m u X i)) (iota 1 n) _ _ _ _ _ (proj d (weights S m) (added m u X))); [by value | by move=> i i_in; value | ].
  by rewrite -/(entries n _) /greatest; case: (entries n _) (entries_some (proj d (weights S m) (added m u X)) n_gt0).
pose y := swept n u d (weights S m) m%:R (m ^ d) (half S m) 1%:R (proj d (weights S m) (added m u X)).
apply: (calls_scores.y_all_true (h := fun i => vec d (valued d (weights S m) (added m u X) y i)) (l := iota 1 n)); first by value.
move=> i i_in; refine (y_compare (v := Num (proj d (weights S m) (valued d (weights S m) (added m u X) y) i)) _ _ _); [by value | by value | ].
by rewrite /compare /= proj_valued // /y (all_meet n_gt0 m_gt0 d_gt0 gaps X_in (in_from_1 i_in)) eqxx.
Qed.
