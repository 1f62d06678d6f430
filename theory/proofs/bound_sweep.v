(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), appendix A.4: the sweep of Lemma 10's proof with numbers that work, for every number of tokens, delta = 1/m, dimension and u
   with gaps above 1, as the meaning of the statements: the token with the largest entry of u tells the input, and each token is shifted once. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements digits calls_grids calls_gaps.
From attest Require Import sweep calls_sweep calls_swept calls_sweep_inputs calls_sweep_numbers.
From attest Require statements_urpe_lemma_10_sweep.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in calls_sweep.library f) (only parsing).
Definition top_d := Eval compute in the "top".
Definition is_largest_d := Eval compute in the "is_largest".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u z : nat -> F) (n m d b A : nat) (w : F) (X : seq (seq nat)).

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n | reflexivity].
Lemma call_is_largest defs n u i : provides [:: is_largest_d] defs -> pairs n (fun i j => 1 < `|u i - u j|) -> (0 < i <= n)%N ->
  call fs defs "is_largest" [:: vec n u; Num i%:R] = Value (Bool (i == of_rank n u n.-1)).
Proof.
move=> W gaps i_n; have n_gt0 : (0 < n)%N by case/andP: i_n => i_gt0; apply: leq_trans.
have top_n : (n.-1 < n)%N by rewrite prednK.
enter; apply: yields_eq; first by value.
have top_in := of_rank_in gaps top_n; have topK := of_rankK gaps top_n.
have le_top j : (0 < j <= n)%N -> (rank n u j <= n.-1)%N by move=> j_n; rewrite -ltnS prednK // rank_n.
congr Bool; apply/allP/eqP => [largest | -> j /in_from_1 j_n].
  apply: (rank_inj gaps i_n top_in); rewrite topK; apply/eqP; rewrite eqn_leq le_top //= leqNgt.
  rewrite -[X in (_ < X)%N]topK (rank_lt u i_n top_in) -leNgt; apply: largest; by rewrite mem_iota add1n ltnS.
by rewrite leNgt -(rank_lt u top_in j_n) topK -leqNgt le_top.
Qed.
Ltac known_call ::= first [by_call call_is_largest].
Lemma call_top defs n d u z Y : provides [:: top_d; is_largest_d; dot_d] defs -> (0 < n)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  call fs defs "top" [:: mat n d Y; vec n u; vec d z] = Value (Num (proj d z Y (of_rank n u n.-1))).
Proof.
move=> W n_gt0 gaps; have top_n : (n.-1 < n)%N by rewrite prednK.
have top_in := of_rank_in gaps top_n.
enter; apply: (y_entry floor_int (l := [seq proj d z Y i | i <- [:: of_rank n u n.-1]]) (i := 0)); [ | value | reflexivity | reflexivity].
rewrite -map_comp; have <- : [seq i <- iota 1 n | i == of_rank n u n.-1] = [:: of_rank n u n.-1].
  by rewrite filter_pred1_uniq ?iota_uniq // mem_iota add1n ltnS.
apply: (y_list_if (h := fun i => Num i%:R)); [value | move=> i i_in; value | ].
by move=> i i_in _; refine (y_call _ _ _); [values | reflexivity | apply: call_dot => //; provided].
Qed.
End Calls.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n | reflexivity].
Ltac known_call ::=
  first [by_call call_closed_grid | by_call call_half_open_grid | by_call call_powers_vec | by_call call_gaps_above | by_call call_grid_inputs
        | by_call call_half_open_sweep | by_call call_closed_sweep].

Lemma top_values (S : numbers) N n m d b (u : nat -> S) w A X : (0 < n)%N -> (0 < d)%N -> (0 < b)%N -> (N <= b)%N ->
  pairs n (fun i j => 1 < `|u i - u j|) -> wide n d m b u w A -> X \in inputs N n d ->
  proj d (weights S b) (valued d (weights S b) (added m u X) (swept n u d (weights S b) m%:R (b ^ d) w A%:R (proj d (weights S b) (added m u X))))
    (of_rank n u n.-1) = last_of n u d b m A X n.-1.
Proof.
move=> n_gt0 d_gt0 b_gt0 N_b gaps is_wide X_in; have top_n : (n.-1 < n)%N by rewrite prednK.
rewrite proj_valued //.
by rewrite (swept_input n_gt0 b_gt0 N_b gaps is_wide X_in) ?of_rank_in // of_rankK.
Qed.
Lemma tops_uniq (S : numbers) N n m d b (u : nat -> S) w A : (0 < n)%N -> (0 < m)%N -> (0 < b)%N -> (N <= b)%N ->
  pairs n (fun i j => 1 < `|u i - u j|) -> wide n d m b u w A -> uniq [seq last_of n u d b m A X n.-1 | X <- inputs N n d].
Proof.
move=> n_gt0 m_gt0 b_gt0 N_b gaps is_wide; rewrite map_inj_in_uniq ?inputs_uniq // => X X' X_in X'_in E.
apply/eqP; apply: contraT => differ; have := last_of_apart n_gt0 m_gt0 N_b gaps is_wide X_in X'_in differ.
by rewrite E subrr normr0 leNgt invr_gt0 ltr0n m_gt0.
Qed.

(* attest: urpe.lemma-10-sweep repaired sha256:caf683c62158343fb9eecf010b9029d4dd6a04f583b3fa78e178d2ed94375422 theorem:the_top_tells_the_input *)
Theorem the_top_tells_the_input : Holds statements_urpe_lemma_10_sweep.repaired.
Proof.
opening S W; meaning_parts; meaning_for_all => n n_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ gaps.
  have is_wide := wide_half_open n_gt0 m_gt0 d_gt0 gaps.
  refine (says_expression (p := uniq [seq last_of n u d m m (m ^ d).+1 X n.-1 | X <- inputs m n d]) _ _); last exact: tops_uniq is_wide.
  refine (y_call (vs := [:: List (map (@Num S) [seq last_of n u d m m (m ^ d).+1 X n.-1 | X <- inputs m n d])]) _ _ _);
    [refine (all_cons _ (all_nil _ _ _)) | reflexivity | by apply: call_distinct_list; [floors | provided]].
  rewrite -map_comp; apply: (y_list_over (h := fun X => mat n d (input S m X))); first by value.
  move=> X X_in /=; rewrite -(top_values n_gt0 d_gt0 m_gt0 (leqnn m) gaps is_wide X_in).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_top => //; provided].
have is_wide := wide_closed n_gt0 m_gt0 d_gt0 gaps.
refine (says_expression (p := uniq [seq last_of n u d m.+1 m (closed_A n d m u) X n.-1 | X <- inputs m.+1 n d]) _ _); last exact: tops_uniq is_wide.
refine (y_call (vs := [:: List (map (@Num S) [seq last_of n u d m.+1 m (closed_A n d m u) X n.-1 | X <- inputs m.+1 n d])]) _ _ _);
  [refine (all_cons _ (all_nil _ _ _)) | reflexivity | by apply: call_distinct_list; [floors | provided]].
rewrite -map_comp; apply: (y_list_over (h := fun X => mat n d (input S m X))); first by value.
move=> X X_in /=; rewrite -(top_values n_gt0 d_gt0 (ltn0Sn m) (leqnn m.+1) gaps is_wide X_in).
by refine (y_call _ _ _); [values | reflexivity | apply: call_top => //; provided].
Qed.
