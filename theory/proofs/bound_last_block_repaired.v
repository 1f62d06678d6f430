(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), appendix A.4, the end of Lemma 10's proof, repaired: what the last block does, when that makes all values distinct, and a factor
   that is large enough after the sweep on the grid without 1; for every number of tokens, dimension, delta = 1/m and u, as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements digits calls_grids calls_gaps.
From attest Require Import calls_global_shift sweep calls_sweep calls_swept calls_sweep_inputs calls_sweep_numbers.
From attest Require Import bound_contextual_mapping.
From attest Require calls_scores bound_last_block statements_urpe_lemma_10_global_shift.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_10_global_shift.repaired) f) (only parsing).
Definition greatest_are_apart_d := Eval compute in the "greatest_are_apart".
Definition spread_d := Eval compute in the "spread".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (Q : nat -> nat -> F) (n N : nat) (g : F).
Ltac side ::= first [eassumption | exact: up_to | exact: below | in_range | reflexivity].

Definition high n Q a : F := greatest (entries n (Q a)).
Definition low n Q a : F := least (entries n (Q a)).
Definition spread N n Q : F := greatest (entries N (high n Q)) - least (entries N (low n Q)).
Lemma call_apart defs N n Q g : provides [:: greatest_are_apart_d] defs -> (0 < n)%N ->
  call fs defs "greatest_are_apart" [:: mat N n Q; Num g] = Value (Bool (pairs N (fun a b => g <= `|high n Q a - high n Q b|))).
Proof.
move=> W n_gt0; enter; apply: y_all2; first value.
  move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (N - i)); [value | value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
move=> i i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
case/andP=> i_lt j_le; have j_in : (0 < j <= N)%N by rewrite j_le (leq_trans _ i_lt).
refine (y_compare (v := Num `|high n Q i - high n Q j|) _ _ _); [ | by value | reflexivity].
refine (y_built_in (vs := [:: Num (high n Q i - high n Q j)]) _ _ _); [ | reflexivity | reflexivity].
by refine (all_cons _ (all_nil _ _ _)); apply: y_subtract; apply: y_max_vec => //; value.
Qed.
Lemma call_spread defs N n Q : provides [:: spread_d] defs -> (0 < N)%N -> (0 < n)%N ->
  call fs defs "spread" [:: mat N n Q] = Value (Num (spread N n Q)).
Proof.
move=> W N_gt0 n_gt0; enter; apply: y_subtract.
  apply: (@y_largest _ _ _ _ (fun a => vec n (Q a)) (iota 1 N) _ _ _ _ _ (high n Q)); [by value | by move=> a _; apply: y_max_vec => //; value | ].
  by rewrite -/(entries N _) /greatest; case: (entries N _) (entries_some (high n Q) N_gt0).
apply: (@y_smallest _ _ _ _ (fun a => vec n (Q a)) (iota 1 N) _ _ _ _ _ (low n Q)); [by value | by move=> a _; apply: y_min_vec => //; value | ].
by rewrite -/(entries N _) /least; case: (entries N _) (entries_some (low n Q) N_gt0).
Qed.
Lemma in_entries n (y : nat -> F) i : (0 < i <= n)%N -> y i \in entries n y.
Proof. by move=> i_n; apply/mapP; exists i; rewrite // mem_iota add1n ltnS. Qed.
Lemma spread_ge N n Q a b i j : (0 < a <= N)%N -> (0 < b <= N)%N -> (0 < i <= n)%N -> (0 < j <= n)%N -> Q a i - Q b j <= spread N n Q.
Proof.
move=> a_N b_N i_n j_n; have N_gt0 : (0 < N)%N by case/andP: a_N => pos; exact: leq_trans pos.
have n_gt0 : (0 < n)%N by case/andP: i_n => pos; exact: leq_trans pos.
have [_ top] := greatestP (entries_some (high n Q) N_gt0); have [_ bottom] := leastP (entries_some (low n Q) N_gt0).
have [_ top'] := greatestP (entries_some (Q a) n_gt0); have [_ bottom'] := leastP (entries_some (Q b) n_gt0).
apply: ler_sub; first by apply: le_trans (top' _ (in_entries (Q a) i_n)) (top _ (in_entries (high n Q) a_N)).
exact: le_trans (bottom _ (in_entries (low n Q) b_N)) (bottom' _ (in_entries (Q b) j_n)).
Qed.
(* Greatest values g apart, all values in an interval shorter than A g. *)
Lemma enough N n Q g (A : F) a b i j : pairs N (fun a b => g <= `|high n Q a - high n Q b|) -> 0 < g -> spread N n Q < A * g ->
  (0 < a <= N)%N -> (0 < b <= N)%N -> (a < b)%N -> (0 < i <= n)%N -> (0 < j <= n)%N -> Q a i + A * high n Q a != Q b j + A * high n Q b.
Proof.
move=> far g_gt0 lt a_N b_N a_b i_n j_n; apply/eqP => E.
have A_gt0 : 0 < A.
  have : 0 < A * g by apply: le_lt_trans lt; rewrite -(subrr (Q a i)); exact: spread_ge.
  by rewrite pmulr_lgt0.
have := pairsP far a_N b_N a_b; rewrite -(ler_pmul2l A_gt0) => le.
have : A * `|high n Q a - high n Q b| <= spread N n Q; last by move/(le_trans le); rewrite leNgt lt.
rewrite -(gtr0_norm A_gt0) -normrM mulrBr.
have -> : A * high n Q a - A * high n Q b = Q b j - Q a i by apply/eqP; rewrite subr_eq addrAC eq_sym subr_eq -E addrC.
by rewrite ler_norml ler_oppl opprB !spread_ge.
Qed.
End Calls.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n | in_range | reflexivity].
Ltac known_call ::=
  first [by_call call_half_open_grid | by_call call_powers_vec | by_call call_gaps_above | by_call call_grid_inputs | by_call call_half_open_sweep
        | by_call bound_last_block.call_own_projections | by_call call_distinct | by_call call_apart | by_call call_spread].

(* attest: urpe.lemma-10-global-shift repaired sha256:5842bc16b51972e8c2f806fef0925da14f4bb2c1358ee4376b98e4fe81679423 theorem:last_block *)
Theorem last_block : Holds statements_urpe_lemma_10_global_shift.repaired.
Proof.
opening S W; meaning_parts.
- meaning_for_all => N N_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => Q _ /allP distinct_rows.
  meaning_for_all => g _ /andP[g_gt0 far]; meaning_for_all => A _ lt; refine (says_expression (p := true) _ _) => //.
  refine (y_call (vs := [:: mat N n (fun a i => Q a i + A * high n Q a)]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_nil _ _ _)); apply: (@y_list_over _ _ _ _ (fun a => vec n (Q a)) (iota 1 N)); first by value.
    move=> a _; apply: (@y_list_over _ _ _ _ (fun i => Num (Q a i)) (iota 1 n)); first by value.
    by move=> i _; apply: y_add; [value | apply: y_multiply; [value | apply: y_max_vec => //; value]].
  apply: call_is_contextual_mapping => [|a i j a_N i_n j_n /addIr E|a b i j a_N b_N a_b i_n j_n]; [by provided | | exact: enough far g_gt0 lt _ _ _ _ _].
  have a_in : a \in iota 1 N by rewrite mem_iota add1n ltnS.
  case: (ltngtP i j) => // [/(pairsP (distinct_rows a a_in) i_n j_n) | /(pairsP (distinct_rows a a_in) j_n i_n)]; by rewrite E eqxx.
- meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; have d_in : (0 < 1 <= d)%N by [].
  meaning_for_all => X _ _; meaning_for_all => z _ /eqP z1.
  refine (says_forall (P := fun c : S => c < least (entries n (proj d z X))) (in_reals _ _ _) _ _).
    move=> c _; cbn [condition_is]; refine (y_compare (v := Num c) (w := Num (least (entries n (proj d z X)))) _ _ _); [by value | | reflexivity].
    by apply: y_min_vec => //; value.
  move=> c _ c_lt; meaning_for_all => A _ _; refine (says_expression (p := true) _ _) => //; refine (y_let _ _); first by value.
  have [_ bottom] := leastP (entries_some (proj d z X) n_gt0).
  pose y i := proj d z X i + A * greatest (entries n (proj d z X)).
  apply: (@y_same_vec S _ _ _ _ n y y) => //.
    refine (y_call (vs := [:: mat n d (valued d z X y); vec d z]) _ _ _); [ | reflexivity | ].
      refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
      refine (y_call _ _ _); [values | reflexivity | apply: call_global_shift => //; first by provided].
      by move=> k k_n; apply: lt_le_trans c_lt (bottom _ (in_entries _ k_n)).
    rewrite bound_last_block.call_own_projections; last by provided.
    by congr Value; apply: vec_ext => i i_n; rewrite proj_valued.
  apply: (@y_list_over _ _ _ _ (fun i => Num (proj d z X i)) (iota 1 n)); first by value.
  by move=> i _; apply: y_add; [value | apply: y_multiply; [value | apply: y_max_vec => //; value]].
meaning_for_all => n n_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ gaps.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
have is_wide := wide_half_open n_gt0 m_gt0 d_gt0 gaps.
have K_T : (m ^ d).-1%:R / m%:R <= total d (weights S m).
  by rewrite total_weights -/(repunit m d) -[X in _ <= X](values_part S d m_gt0) ler_addl divr_ge0 // ler0n.
have K_gt0 : (0 < m ^ d)%N by rewrite expn_gt0 m_gt0.
set L := inputs m n d; set z := weights S m; set A := (m ^ d).+1.
have A_gt1 : (1 < A)%N by [].
pose Q a i := last_of n u d m m A (nth [::] L a.-1) (rank n u i).
have in_L a : (0 < a <= size L)%N -> nth [::] L a.-1 \in L by case: a => // a /andP[_ a_N]; exact: mem_nth.
have rank_lt_n i : (0 < i <= n)%N -> (rank n u i < n)%N by exact: rank_n.
have L_gt0 : (0 < size L)%N.
  rewrite -has_predT; apply/hasP; exists (nseq n (nseq d 0%N)) => //.
  by rewrite /L /inputs mem_lists_over size_nseq eqxx all_nseq /= mem_lists_over size_nseq eqxx all_nseq /= mem_iota add0n m_gt0 !orbT.
have bounds a r : (0 < a <= size L)%N -> (r < n)%N -> lowest n d m u <= last_of n u d m m A (nth [::] L a.-1) r /\
    forall X r', X \in L -> (r' < n)%N -> last_of n u d m m A (nth [::] L a.-1) r - last_of n u d m m A X r' < range n d m u * A%:R ^+ n.
  by move=> a_N r_n; exact: (last_bounds n_gt0 m_gt0 d_gt0 m_gt0 (leqnn m) gaps is_wide A_gt1 K_T (in_L a a_N) r_n).
have last_r : (n.-1 < n)%N by rewrite prednK.
have topE a : (0 < a <= size L)%N -> high n Q a = last_of n u d m m A (nth [::] L a.-1) n.-1.
  move=> a_N; case: (is_wide) => w_gt0 w_e K_A apart _.
  have inside : all_inside n (m ^ d) (codes n u m (nth [::] L a.-1)) by apply: codes_inside (leqnn m) gaps (in_L a a_N).
  have a_ge1 : 1 <= A%:R :> S by rewrite ler1n.
  apply: greatest_is => [|e /mapP[i /in_from_1 i_n ->]].
    by rewrite -[in X in X \in _](of_rankK gaps last_r); apply: (in_entries (Q a)); exact: of_rank_in.
  by apply: (shifted_le n_gt0 w_gt0 a_ge1 inside apart); [rewrite -ltnS prednK // rank_lt_n | exact: last_r].
refine (says_expression (p := true) _ _) => //; refine (y_let _ _); first by value.
apply: (y_let (v := mat (size L) n Q)).
  rewrite -(@rows_of S m n d (fun X i => last_of n u d m m A X (rank n u i))).
  apply: (@y_list_over _ _ _ _ (fun X => mat n d (input S m X)) L); first by value.
  move=> X X_in; apply: yields_eq; first by value.
  by apply: vec_ext => i i_n; rewrite proj_valued // (swept_input n_gt0 m_gt0 (leqnn m) gaps is_wide X_in i_n).
apply: (yields_eq (v := Bool (true && (true && true)))) => //; refine (y_and _ _); [ | move=> _; refine (y_and _ _); [ | move=> _; refine (y_and1 _)]].
- apply: (calls_scores.y_all_true (h := fun a => vec n (Q a)) (l := iota 1 (size L))); first by value.
  move=> a /in_from_1 a_N; apply: (yields_eq (v := Bool (true && true))) => //; refine (y_and _ _); [ | move=> _; refine (y_and1 _)].
    apply: yields_eq; first by value.
    congr Bool; apply/allP => i /in_from_1 i_n; apply/allP => j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: i_n.
    case/andP=> i_j j_n; have j_in : (0 < j <= n)%N by rewrite j_n (leq_trans _ i_j).
    case: (is_wide) => w_gt0 w_e K_A apart _; have a_gt1 : 1 < A%:R :> S by rewrite ltr1n.
    have inside : all_inside n (m ^ d) (codes n u m (nth [::] L a.-1)) by apply: codes_inside (leqnn m) gaps (in_L a a_N).
    apply/eqP => E; have := shifted_inj n_gt0 w_gt0 (ltW a_gt1) inside apart a_gt1 (rank_lt_n i i_n) (rank_lt_n j j_in) E.
    by move/(rank_inj gaps i_n j_in) => ij; rewrite ij ltnn in i_j.
  have [/mapP[i /in_from_1 i_n lowE] _] := leastP (entries_some (Q a) n_gt0).
  refine (y_compare (v := Num (least (entries n u) * total d z - 1%:R)) (w := Num (least (entries n (Q a)))) _ _ _).
  + refine (y_call _ _ _); [values | reflexivity | enter_named].
    apply: y_subtract; [apply: y_multiply; [apply: y_min_vec => //; value | ] | value].
    by refine (y_call _ _ _); [values | reflexivity | apply: call_total_vec; provided].
  + by apply: y_min_vec => //; value.
  congr Some; rewrite lowE; have [low_le _] := bounds a _ a_N (rank_lt_n i i_n); apply: lt_le_trans low_le.
  rewrite ltr_subl_addr; apply: (le_lt_trans (y := lowest n d m u)); last by rewrite ltr_addl ltr01.
  rewrite /lowest /centre ler_wpmul2r ?total_weights ?ler0n //; have [_ bottom] := leastP (entries_some u n_gt0); apply: bottom.
  by apply: in_entries; exact: of_rank_in.
- apply: yields_eq; first by value.
  congr Bool; apply/allP => a /in_from_1 a_N; apply/allP => b; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: a_N.
  case/andP=> a_b b_N; have b_in : (0 < b <= size L)%N by rewrite b_N (leq_trans _ a_b).
  rewrite !topE // div1r; apply: (last_of_apart n_gt0 m_gt0 (leqnn m) gaps is_wide); [exact: in_L | exact: in_L | ].
  rewrite nth_uniq ?inputs_uniq //; last 2 first.
  + by case: a a_N {a_b}.
  + by case: b b_in {a_b b_N}.
  by case: a a_N a_b => // a _; case: b b_N b_in => // b _ _; rewrite ltnS => /ltn_eqF->.
apply: (yields_eq (v := Bool (spread (size L) n Q < least_factor n d m m A u / m%:R))).
  refine (y_compare (v := Num (least_factor n d m m A u / m%:R)) (w := Num (spread (size L) n Q)) _ _ _); [ | by value | reflexivity].
  apply: y_divide; [ | by value | exact: m_neq0].
  refine (y_call (vs := [:: vec n u; vec d z; Num m%:R; Num A%:R]) _ _ _); [ | reflexivity | enter_named].
    do 3!(refine (all_cons _ _); first by value).
    refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [values | reflexivity | enter_named].
    by apply: yields_eq; [value | rewrite [A%:R]mulrSr natrX].
  apply: y_multiply; last by value.
  apply: y_multiply; last by refine (y_call _ _ _); [values | reflexivity | apply: call_total_vec; provided].
  apply: y_multiply; last by value.
  apply: y_subtract; last by apply: y_min_vec => //; value.
  by apply: y_add; [value | apply: y_max_vec => //; value].
congr Bool; have -> : least_factor n d m m A u / m%:R = range n d m u * A%:R ^+ n.
  by rewrite /least_factor /range mulrAC -[_ * m%:R * _]mulrAC mulfK //.
rewrite /spread; have [/mapP[a /in_from_1 a_N ->] _] := greatestP (entries_some (high n Q) L_gt0).
have [/mapP[b /in_from_1 b_N ->] _] := leastP (entries_some (low n Q) L_gt0).
rewrite topE //; have [/mapP[i /in_from_1 i_n lowE] _] := leastP (entries_some (Q b) n_gt0); rewrite /low lowE.
have [_ lt] := bounds a _ a_N last_r; exact: (lt _ _ (in_L b b_N) (rank_lt_n i i_n)).
Qed.
