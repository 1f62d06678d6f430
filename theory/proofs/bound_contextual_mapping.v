(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 10: a sweep of selective shifts and a global shift, with numbers that work, make a contextual mapping, for every number
   of tokens, delta = 1/m, dimension and u with gaps above 1, as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements digits calls_grids calls_gaps.
From attest Require Import calls_global_shift sweep calls_sweep calls_swept calls_sweep_inputs calls_sweep_numbers.
From attest Require calls_scores statements_urpe_lemma_10.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in calls_global_shift.library f) (only parsing).
Definition factor_d := Eval compute in the "factor".
Definition threshold_d := Eval compute in the "threshold".
Definition repaired_shift_d := Eval compute in the "repaired_shift".
Definition values_of_d := Eval compute in the "values_of".

Section Mapping.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F)
   (u z : nat -> F) (n m d b A N : nat) (w : F) (X : seq (seq nat)).

Definition lowest n d b u : F := centre n d u (weights S b) 0%N.
Definition range n d b u : F := (1%:R + greatest (entries n u) - least (entries n u)) * total d (weights S b).

Lemma last_bounds N n m d b u w A X r : (0 < n)%N -> (0 < m)%N -> (0 < d)%N -> (0 < b)%N -> (N <= b)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  wide n d m b u w A -> (1 < A)%N -> (b ^ d).-1%:R / m%:R <= total d (weights S b) -> X \in inputs N n d -> (r < n)%N ->
  lowest n d b u <= last_of n u d b m A X r /\
  forall X' r', X' \in inputs N n d -> (r' < n)%N -> last_of n u d b m A X r - last_of n u d b m A X' r' < range n d b u * A%:R ^+ n.
Proof.
move=> n_gt0 m_gt0 d_gt0 b_gt0 N_b gaps [w_gt0 w_e K_A apart _] A_gt1 K_T X_in r_n.
have T_ge0 : 0 <= total d (weights S b) by rewrite total_weights ler0n.
have e_ge0 : 0 <= m%:R^-1 :> F by rewrite invr_ge0 ler0n.
have inside Z : Z \in inputs N n d -> all_inside n (b ^ d) (codes n u b Z) by exact: codes_inside.
have a_gt1 : 1 < A%:R :> F by rewrite ltr1n.
have a_ge1 := ltW a_gt1; have n1_n : (n.-1 < n)%N by rewrite prednK.
set R0 := at_window m%:R^-1 (centre n d u (weights S b)) n.-1 (b ^ d).-1 - centre n d u (weights S b) 0%N.
have R0_ge0 : 0 <= R0.
  have [low high] := first_between n_gt0 w_gt0 w_e (inside X X_in) apart n1_n.
  by rewrite subr_ge0 (le_trans low high).
have in_u q : (q < n)%N -> u (of_rank n u q) \in entries n u.
  by move=> q_n; apply/mapP; exists (of_rank n u q); rewrite // mem_iota add1n ltnS of_rank_in.
have [_ top_u] := greatestP (entries_some u n_gt0); have [_ bottom_u] := leastP (entries_some u n_gt0).
have R0_le : R0 <= range n d b u.
  rewrite /range -addrA [(1%:R + _) * _]mulrDl [1%:R * _]mul1r /R0 /at_window /centre addrAC -mulrBl addrC ler_add //.
  by rewrite ler_wpmul2r // ler_sub // ?top_u ?bottom_u // in_u.
have low Z q : Z \in inputs N n d -> (q < n)%N -> lowest n d b u <= last_of n u d b m A Z q.
  move=> Z_in q_n; have [low _] := first_between n_gt0 w_gt0 w_e (inside Z Z_in) apart n1_n.
  exact: le_trans low (last_le_shifted n_gt0 w_gt0 a_ge1 (inside Z Z_in) apart q_n).
split=> [|X' r' X'_in r'_n]; first exact: low.
have T_gt0 : 0 < total d (weights S b) by rewrite total_weights ltr0n; exact: repunit_gt0.
have range_gt0 : 0 < range n d b u.
  rewrite mulr_gt0 // -addrA ltr_paddr ?ltr0n // subr_ge0.
  by have top_in := in_u _ n1_n; exact: le_trans (bottom_u _ top_in) (top_u _ top_in).
case: (ltnP 1 n) => [n_gt1 | n_le1].
  have above : lowest n d b u < last_of n u d b m A X' r'.
    have [low' _] := first_between n_gt0 w_gt0 w_e (inside X' X'_in) apart n1_n.
    exact: le_lt_trans low' (shifted_above_last n_gt0 w_gt0 a_ge1 (inside X' X'_in) apart a_gt1 n_gt1 r'_n).
  apply: (lt_le_trans (y := last_of n u d b m A X r - lowest n d b u)); first by rewrite ltr_add2l ltr_opp2.
  apply: le_trans (shifted_bound n_gt0 w_gt0 w_e a_ge1 (inside X X_in) apart r_n) _; rewrite mulrC.
  apply: ler_pmul => //; first by rewrite exprn_ge0 // ler0n.
  exact: ler_weexpn2l.
have n1 : n = 1%N by apply/eqP; rewrite eqn_leq n_le1.
have single Z q : (q < n)%N -> last_of n u d b m A Z q = first_value m%:R^-1 (centre n d u (weights S b)) (codes n u b Z) 0%N.
  by rewrite {1}n1 ltnS leqn0 => /eqP->; rewrite /last_of /= n1 subrr mulr0 addr0.
have [_ high] := first_between n_gt0 w_gt0 w_e (inside X X_in) apart n_gt0.
have [low' _] := first_between n_gt0 w_gt0 w_e (inside X' X'_in) apart n_gt0.
rewrite !single //; apply: (le_lt_trans (y := range n d b u)); first by apply: le_trans R0_le; rewrite ler_sub.
by rewrite n1 expr1 ltr_pmulr // -n1.
Qed.

(* --- The last block ---------------------------------------------------------------------------------------------------------------------- *)
Definition least_factor n d m b A u : F := (1%:R + greatest (entries n u) - least (entries n u)) * m%:R * total d (weights S b) * A%:R ^+ n.
Lemma y_max_vec defs env e n u : (0 < n)%N -> yields fs defs env e (vec n u) -> yields fs defs env (Call "max" [:: e]) (Num (greatest (entries n u))).
Proof. by move=> n_gt0 ye; apply: y_greatest; [exact: entries_some | rewrite -seq_vec]. Qed.
Lemma y_min_vec defs env e n u : (0 < n)%N -> yields fs defs env e (vec n u) -> yields fs defs env (Call "min" [:: e]) (Num (least (entries n u))).
Proof. by move=> n_gt0 ye; apply: y_least; [exact: entries_some | rewrite -seq_vec]. Qed.
Ltac side ::= first [eassumption | exact: up_to | exact: below | reflexivity].
Ltac known_call ::= first [by_call call_total_vec].
Lemma call_repaired_shift defs n d m b A u Y :
  provides [:: repaired_shift_d; threshold_d; factor_d; global_shift_d; global_head_d; total_d; modified_attention_d; hard_head_d; hard_attention_d;
    hard_scores_d; ties_hardmax_d; outer_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d] defs -> (0 < n)%N -> (0 < d)%N ->
  (forall k, (0 < k <= n)%N -> least (entries n u) * total d (weights S b) - 1%:R < proj d (weights S b) Y k) ->
  call fs defs "repaired_shift" [:: mat n d Y; vec n u; vec d (weights S b); Num m%:R; Num A%:R] =
    Value (mat n d (valued d (weights S b) Y (fun i => proj d (weights S b) Y i +
      least_factor n d m b A u * greatest (entries n (proj d (weights S b) Y))))).
Proof.
move=> W n_gt0 d_gt0 above; enter.
refine (y_call (vs := [:: mat n d Y; vec d (weights S b); Num (least_factor n d m b A u);
  Num (least (entries n u) * total d (weights S b) - 1%:R); Symb "query"]) _ _ _); [ | reflexivity | by apply: call_global_shift => //; provided].
do 2!(refine (all_cons _ _); first by value).
refine (all_cons _ _).
  refine (y_call _ _ _); [values | reflexivity | enter_named].
  apply: y_multiply; last by value.
  apply: y_multiply; last by value.
  apply: y_multiply; last by value.
  apply: y_subtract; last by apply: y_min_vec => //; value.
  by apply: y_add; [value | apply: y_max_vec => //; value].
refine (all_cons _ _); last by refine (all_cons _ (all_nil _ _ _)); value.
refine (y_call _ _ _); [values | reflexivity | enter_named].
by apply: y_subtract; [apply: y_multiply; [apply: y_min_vec => //; value | value] | value].
Qed.

(* --- The images -------------------------------------------------------------------------------------------------------------------------- *)
Definition image n m d b u w A X : nat -> F := fun i =>
  last_of n u d b m A X (rank n u i) + least_factor n d m b A u * last_of n u d b m A X n.-1.
Lemma call_image defs N n m d b u w A X :
  provides [:: values_of_d; repaired_shift_d; threshold_d; factor_d; global_shift_d; global_head_d; total_d; modified_attention_d; hard_head_d; hard_attention_d;
    hard_scores_d; ties_hardmax_d; outer_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d] defs ->
  (0 < n)%N -> (0 < m)%N -> (0 < d)%N -> (0 < b)%N -> (N <= b)%N -> pairs n (fun i j => 1 < `|u i - u j|) -> wide n d m b u w A -> (1 < A)%N ->
  (b ^ d).-1%:R / m%:R <= total d (weights S b) -> X \in inputs N n d -> forall env (e e2 e3 : expr) (y1 y2 : string),
  yields fs defs env e (after n d m b u w A X) -> lookup y1 env = Some (vec n u) -> lookup y2 env = Some (vec d (weights S b)) ->
  yields fs defs env e2 (Num m%:R) -> yields fs defs env e3 (Num A%:R) ->
  yields fs defs env (Call "values_of" [:: Call "repaired_shift" [:: e; Name y1; Name y2; e2; e3]; Name y2]) (vec n (image n m d b u w A X)).
Proof.
move=> W n_gt0 m_gt0 d_gt0 b_gt0 N_b gaps is_wide A_gt1 K_T X_in env e e2 e3 y1 y2 ye y1E y2E ye2 ye3.
set Y := valued d (weights S b) (added m u X) (swept n u d (weights S b) m%:R (b ^ d) w A%:R (proj d (weights S b) (added m u X))).
have YE i : (0 < i <= n)%N -> proj d (weights S b) Y i = last_of n u d b m A X (rank n u i).
  by move=> i_n; rewrite proj_valued // (swept_input n_gt0 b_gt0 N_b gaps is_wide X_in i_n).
have T_ge0 : 0 <= total d (weights S b) by rewrite total_weights ler0n.
have above k : (0 < k <= n)%N -> least (entries n u) * total d (weights S b) - 1%:R < proj d (weights S b) Y k.
  move=> k_n; have r_n : (rank n u k < n)%N by exact: rank_n.
  rewrite YE //; have [low _] := last_bounds n_gt0 m_gt0 d_gt0 b_gt0 N_b gaps is_wide A_gt1 K_T X_in r_n.
  apply: lt_le_trans low; rewrite ltr_subl_addr; apply: (le_lt_trans (y := lowest n d b u)); last by rewrite ltr_addl ltr01.
  rewrite /lowest /centre ler_wpmul2r //; have [_ bottom] := leastP (entries_some u n_gt0); apply: bottom.
  by apply/mapP; exists (of_rank n u 0%N); rewrite // mem_iota add1n ltnS of_rank_in.
have topE : greatest (entries n (proj d (weights S b) Y)) = last_of n u d b m A X n.-1.
  case: is_wide => w_gt0 w_e K_A apart _; have inside := codes_inside N_b gaps X_in.
  have n1_n : (n.-1 < n)%N by rewrite prednK.
  have a_ge1 : 1 <= A%:R :> F by rewrite ler1n ltnW.
  apply: greatest_is => [|y /mapP[i /in_from_1 i_n ->]].
    by apply/mapP; exists (of_rank n u n.-1); [rewrite mem_iota add1n ltnS of_rank_in | rewrite YE ?of_rank_in // of_rankK].
  have r_n : (rank n u i < n)%N by exact: rank_n.
  by rewrite YE //; apply: (shifted_le n_gt0 w_gt0 a_ge1 inside apart) => //; rewrite -ltnS prednK.
refine (y_call (vs := [:: mat n d (valued d (weights S b) Y (fun i => proj d (weights S b) Y i +
  least_factor n d m b A u * greatest (entries n (proj d (weights S b) Y)))); vec d (weights S b)]) _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last exact: y_name.
  refine (y_call (vs := [:: mat n d Y; vec n u; vec d (weights S b); Num m%:R; Num A%:R]) _ _ _); [ | reflexivity | ].
    by do 5!(refine (all_cons _ _); first by first [assumption | exact: y_name]); exact: all_nil.
  by apply: call_repaired_shift => //; provided.
enter; apply: yields_eq.
  apply: (@y_list_over F fs _ _ (fun i => vec d (valued d (weights S b) Y (fun i => proj d (weights S b) Y i +
    least_factor n d m b A u * greatest (entries n (proj d (weights S b) Y))) i)) (iota 1 n)); first by value.
  by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_dot => //; provided].
apply: vec_ext => i i_n; rewrite -[LHS]/(proj d (weights S b) (valued _ _ _ _) i) proj_valued // YE // topE //.
Qed.
Lemma images_apart N n m d b u w A : (0 < n)%N -> (0 < m)%N -> (0 < d)%N -> (0 < b)%N -> (N <= b)%N -> pairs n (fun i j => 1 < `|u i - u j|) ->
  wide n d m b u w A -> (1 < A)%N -> (b ^ d).-1%:R / m%:R <= total d (weights S b) ->
  (forall X i j, X \in inputs N n d -> (0 < i <= n)%N -> (0 < j <= n)%N -> image n m d b u w A X i = image n m d b u w A X j -> i = j) /\
  (forall X X' i j, X \in inputs N n d -> X' \in inputs N n d -> X != X' -> (0 < i <= n)%N -> (0 < j <= n)%N ->
    image n m d b u w A X i != image n m d b u w A X' j).
Proof.
move=> n_gt0 m_gt0 d_gt0 b_gt0 N_b gaps is_wide A_gt1 K_T; split=> [X i j X_in i_n j_n | X X' i j X_in X'_in differ i_n j_n].
  case: is_wide => w_gt0 w_e K_A apart _; have a_gt1 : 1 < A%:R :> F by rewrite ltr1n.
  have i_r : (rank n u i < n)%N by exact: rank_n.
  have j_r : (rank n u j < n)%N by exact: rank_n.
  have inside : all_inside n (b ^ d) (codes n u b X) by exact: codes_inside X_in.
  move/addIr => E; apply: (rank_inj gaps i_n j_n).
  exact: (shifted_inj n_gt0 w_gt0 (ltW a_gt1) inside apart a_gt1 i_r j_r E).
have far := last_of_apart n_gt0 m_gt0 N_b gaps is_wide X_in X'_in differ.
have near Z Z' r r' : Z \in inputs N n d -> Z' \in inputs N n d -> (r < n)%N -> (r' < n)%N ->
    last_of n u d b m A Z r - last_of n u d b m A Z' r' < range n d b u * A%:R ^+ n.
  move=> Z_in Z'_in r_n r'_n; have [_ lt] := last_bounds n_gt0 m_gt0 d_gt0 b_gt0 N_b gaps is_wide A_gt1 K_T Z_in r_n.
  exact: lt.
set p := last_of n u d b m A X (rank n u i); set q := last_of n u d b m A X' (rank n u j).
have i_r : (rank n u i < n)%N by exact: rank_n.
have j_r : (rank n u j < n)%N by exact: rank_n.
have close : `|q - p| < range n d b u * A%:R ^+ n by rewrite ltr_norml ltr_oppl opprB !near.
have close0 := close; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have fE : least_factor n d m b A u = range n d b u * A%:R ^+ n * m%:R.
  by rewrite /least_factor /range [RHS]mulrAC; congr (_ * _); exact: mulrAC.
apply/eqP; rewrite /image -/p -/q => E; move: close.
have -> : q - p = least_factor n d m b A u * (last_of n u d b m A X n.-1 - last_of n u d b m A X' n.-1).
  by rewrite mulrBr; apply/eqP; rewrite subr_eq addrAC eq_sym subr_eq addrC E addrC.
have pos : 0 < range n d b u * A%:R ^+ n by apply: le_lt_trans close0; exact: normr_ge0.
rewrite normrM fE normrM (gtr0_norm pos) normr_nat -mulrA gtr_pmulr // ltNge => /negP; apply.
by have := ler_wpmul2l (ler0n F m) far; rewrite mulfV.
Qed.
End Mapping.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n | reflexivity].
Ltac known_call ::=
  first [by_call call_closed_grid | by_call call_half_open_grid | by_call call_powers_vec | by_call call_gaps_above | by_call call_grid_inputs
        | by_call call_half_open_sweep | by_call call_closed_sweep | by_call call_slack].

(* The list of the images, one row an input. *)
Lemma rows_of (S : numbers) N n d (f : seq (seq nat) -> nat -> S) :
  List [seq vec n (f X) | X <- inputs N n d] = mat (size (inputs N n d)) n (fun a => f (nth [::] (inputs N n d) a.-1)).
Proof.
congr List; rewrite -[inputs N n d in LHS](mkseq_nth [::]) /mkseq -map_comp -[1%N in RHS]addn0 iotaDl -map_comp.
exact: eq_map.
Qed.
Lemma y_mapping (S : numbers) defs env e N n m d b (u : nat -> S) w A : provides [:: is_contextual_mapping_d; calls_linear_algebra.distinct_d] defs ->
  (0 < n)%N -> (0 < m)%N -> (0 < d)%N -> (0 < b)%N -> (N <= b)%N -> pairs n (fun i j => 1 < `|u i - u j|) -> wide n d m b u w A -> (1 < A)%N ->
  (b ^ d).-1%:R / m%:R <= total d (weights S b) ->
  yields (functions_of S) defs env e (List [seq vec n (image n m d b u w A X) | X <- inputs N n d]) ->
  yields (functions_of S) defs env (Call "is_contextual_mapping" [:: e]) (Bool true).
Proof.
move=> W n_gt0 m_gt0 d_gt0 b_gt0 N_b gaps is_wide A_gt1 K_T ye.
have [within between] := images_apart n_gt0 m_gt0 d_gt0 b_gt0 N_b gaps is_wide A_gt1 K_T.
have in_L a : (0 < a <= size (inputs N n d))%N -> nth [::] (inputs N n d) a.-1 \in inputs N n d.
  by case: a => // a /andP[_ a_N]; exact: mem_nth.
refine (y_call (all_cons ye (all_nil _ _ _)) _ _); first reflexivity.
rewrite rows_of; apply: call_is_contextual_mapping => // [a i j a_N | a a' i j a_N a'_N a_a']; first by apply: within; exact: in_L.
apply: between; [exact: in_L | exact: in_L | ].
rewrite nth_uniq ?inputs_uniq //; last 2 first.
- by case: a a_N {a_a'}.
- by case: a' a'_N {a_a'}.
by case: a a_N a_a' => // a _; case: a' a'_N => // a' _; rewrite ltnS => /ltn_eqF->.
Qed.

(* attest: urpe.lemma-10 repaired sha256:657d220bd72336d4e64576679e9ecfe65807e3fa773309751f33ebbe0838caaf theorem:closed_mapping *)
Theorem closed_mapping : Holds statements_urpe_lemma_10.repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ gaps.
have next : m%:R + 1%:R = m.+1%:R :> S by exact: (esym (mulrSr 1 m)).
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
have K_T : (m.+1 ^ d).-1%:R / m%:R <= total d (weights S m.+1) by rewrite total_weights -repunitE //= natrM mulfK.
have K_gt1 : (1 < m.+1 ^ d)%N by apply: leq_trans (leq_pexp2l (ltn0Sn m) d_gt0); rewrite expn1.
refine (says_expression (p := true) _ _) => //; refine (y_let (v := vec d (weights S m.+1)) _ _); first by value.
apply: (y_mapping (w := narrow n d m u) (A := closed_A n d m u) (b := m.+1) (m := m) (u := u) (N := m.+1) (n := n) (d := d)) => //; first by provided.
- exact: wide_closed.
- exact: leq_trans K_gt1 (leq_addr _ _).
apply: (y_list_over (h := fun X => mat n d (input S m X))); first by value.
move=> X X_in; apply: (call_image (N := m.+1)) => //; first by provided.
- exact: wide_closed.
- exact: leq_trans K_gt1 (leq_addr _ _).
- by value.
have [h_gt0 _] := slackP n_gt0 gaps; have h_neq0 : slack n u != 0 by rewrite gt_eqF.
refine (y_call _ _ _); [values | reflexivity | enter_named].
apply: yields_eq; first by value.
by rewrite /closed_A natrD natrX next; have [<- _] := ceilingP (divr_gt0 ltr01 h_gt0).
Qed.

(* attest: urpe.lemma-10 finding_half_open sha256:3e74e2461d7707aba79b4ecc95e3c1bf154bd22502fbe7e789fc4fb155664e41 theorem:half_open_mapping *)
Theorem half_open_mapping : Holds statements_urpe_lemma_10.finding_half_open.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ gaps.
have K_T : (m ^ d).-1%:R / m%:R <= total d (weights S m).
  by rewrite total_weights -/(repunit m d) -[X in _ <= X](values_part S d m_gt0) ler_addl divr_ge0 // ler0n.
have K_gt0 : (0 < m ^ d)%N by rewrite expn_gt0 m_gt0.
refine (says_expression (p := true) _ _) => //; refine (y_let (v := vec d (weights S m)) _ _); first by value.
apply: (y_mapping (w := half S m) (A := (m ^ d).+1) (b := m) (m := m) (u := u) (N := m) (n := n) (d := d)) => //; first by provided.
- exact: wide_half_open.
apply: (y_list_over (h := fun X => mat n d (input S m X))); first by value.
move=> X X_in; apply: (call_image (N := m)) => //; first by provided.
- exact: wide_half_open.
- by value.
refine (y_call _ _ _); [values | reflexivity | enter_named].
by apply: yields_eq; [value | rewrite [(m ^ d).+1%:R]mulrSr natrX].
Qed.
