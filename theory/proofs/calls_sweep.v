(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of contextual_mapping.stm about the sweep give: positions, selective shifts and the sweep itself, on n tokens with d entries. A shift
   moves the first column alone, so that a matrix is X with the tokens' values y put in (valued), where the first weight is 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements calls_grids calls_gaps.
From attest Require Import calls_scores.
From attest Require sweep statements_urpe_lemma_10_sweep.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_urpe_lemma_10_sweep.repaired ++ definitions statements_urpe_lemma_10_sweep.finding_shifted_once.
Local Notation the f := (definition_in library f) (only parsing).
Definition order_statistic_d := Eval compute in the "order_statistic".
Definition positioned_d := Eval compute in the "positioned".
Definition selective_shift_d := Eval compute in the "selective_shift".
Definition shift_block_d := Eval compute in the "shift_block".
Definition sweep_d := Eval compute in the "sweep".

(* --- The tokens' ranks ---------------------------------------------------------------------------------------------------------- *)
Section Ranks.
Variable F : realFieldType.
Variables (n : nat) (u : nat -> F).
Definition rank i : nat := count (fun j => u j < u i) (iota 1 n).
Definition of_rank r : nat := nth 0%N (iota 1 n) (seq.index r [seq rank i | i <- iota 1 n]).

Lemma rank_lt i j : (0 < i <= n)%N -> (0 < j <= n)%N -> (rank i < rank j)%N = (u i < u j).
Proof.
have up p q : (0 < p <= n)%N -> u p < u q -> (rank p < rank q)%N.
  move=> p_n pq; have := count_predUI (fun k => u k < u p) (pred1 p) (iota 1 n); set both := predU _ _.
  rewrite -/(rank p) (count_uniq_mem p (iota_uniq 1 n)) mem_iota add1n ltnS p_n addn1 => E.
  have : ((rank p).+1 <= count both (iota 1 n))%N.
    rewrite -E (@eq_count _ (predI _ _) pred0) ?count_pred0 ?addn0 // => k /=.
    by case: eqP => [-> | _]; rewrite ?ltxx ?andbF.
  move/leq_trans; apply; apply: sub_count => k /= /orP[kp | /eqP->] //; exact: lt_trans pq.
move=> i_n j_n; apply/idP/idP => [lt | ]; last exact: up.
rewrite ltNge le_eqVlt; apply/negP => /orP[/eqP E | /(up _ _ j_n)]; last by rewrite ltnNge ltnW.
by move: lt; rewrite /rank E ltnn.
Qed.
Lemma rank_n i : (0 < i <= n)%N -> (rank i < n)%N.
Proof.
move=> i_n; rewrite ltn_neqAle -{1 2}(size_iota 1 n) count_size andbT -all_count; apply/allPn; exists i; rewrite ?ltxx //.
by rewrite mem_iota add1n ltnS.
Qed.
Hypothesis gaps : pairs n (fun i j => 1 < `|u i - u j|).
Lemma entries_inj i j : (0 < i <= n)%N -> (0 < j <= n)%N -> u i = u j -> i = j.
Proof.
move=> i_n j_n E; case: (ltngtP i j) => // [/(pairsP gaps i_n j_n) | /(pairsP gaps j_n i_n)].
  by rewrite E subrr normr0 ltNge ler01.
by rewrite E subrr normr0 ltNge ler01.
Qed.
Lemma rank_inj i j : (0 < i <= n)%N -> (0 < j <= n)%N -> rank i = rank j -> i = j.
Proof.
move=> i_n j_n E; apply: entries_inj => //; apply/le_anti; rewrite !leNgt.
by rewrite -(rank_lt j_n i_n) -(rank_lt i_n j_n) E ltnn.
Qed.
Lemma ranks_uniq : uniq [seq rank i | i <- iota 1 n].
Proof. by rewrite map_inj_in_uniq ?iota_uniq // => i j /in_from_1 i_n /in_from_1 j_n; exact: rank_inj. Qed.
Lemma mem_ranks r : (r \in [seq rank i | i <- iota 1 n]) = (r < n)%N.
Proof.
have below : {subset [seq rank i | i <- iota 1 n] <= iota 0 n} by move=> q /mapP[i /in_from_1 i_n ->]; rewrite mem_iota add0n rank_n.
by have [|_ ->] := uniq_min_size ranks_uniq below; rewrite ?size_map ?size_iota // mem_iota add0n.
Qed.
Lemma of_rank_in r : (r < n)%N -> (0 < of_rank r <= n)%N.
Proof.
move=> r_n; apply: in_from_1; rewrite mem_nth // size_iota.
by have := index_mem r [seq rank i | i <- iota 1 n]; rewrite mem_ranks size_map size_iota r_n.
Qed.
Lemma of_rankK r : (r < n)%N -> rank (of_rank r) = r.
Proof.
move=> r_n; have r_in : r \in [seq rank i | i <- iota 1 n] by rewrite mem_ranks.
rewrite -[in RHS](nth_index 0%N r_in) (nth_map 0%N) //.
by have := r_in; rewrite -index_mem size_map.
Qed.
Lemma rankK i : (0 < i <= n)%N -> of_rank (rank i) = i.
Proof. by move=> i_n; apply: rank_inj => //; [exact/of_rank_in/rank_n | rewrite of_rankK ?rank_n]. Qed.
(* Ranks one after another: the entries of u are more than 1 apart. *)
Lemma of_rank_gap r q : (r < q)%N -> (q < n)%N -> u (of_rank r) + 1 < u (of_rank q).
Proof.
move=> r_q q_n; have r_n := ltn_trans r_q q_n; have r_in := of_rank_in r_n; have q_in := of_rank_in q_n.
have lt_u : u (of_rank r) < u (of_rank q) by rewrite -(rank_lt r_in q_in) !of_rankK.
exact: gap_above gaps r_in q_in lt_u.
Qed.
End Ranks.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (u z y : nat -> F) (X : nat -> nat -> F) (n m d K : nat) (t w a : F).

Lemma y_smallest_if (T : eqType) (h : T -> value F) (l : seq T) (p : T -> bool) (f : T -> F) (g : F) defs env (x : string)
    (L body condition : expr) : yields fs defs env L (List (map h l)) ->
  (forall t : T, t \in l -> yields fs defs ((x, h t) :: env) condition (Bool (p t))) ->
  (forall t : T, t \in l -> p t -> yields fs defs ((x, h t) :: env) body (Num (f t))) -> smallest [seq f t | t : T <- l & p t] = Some g ->
  yields fs defs env (Over "min" body [:: (x, L)] (Some condition)) (Num g).
Proof.
move=> yL yc yb fl; rewrite /yields.
rewrite [LHS](over_filter yL yc (G := fun t : T => Value (Num (f t))) (fun s => omap (@Num F) (obind (@smallest F) (numbers_in s)))) //.
by rewrite numbers_in_map /= fl.
Qed.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n | reflexivity].

Lemma call_order_statistic defs n u r : provides [:: order_statistic_d] defs -> pairs n (fun i j => 1 < `|u i - u j|) -> (0 < r <= n)%N ->
  call fs defs "order_statistic" [:: vec n u; Num r%:R] = Value (Num (u (of_rank n u r.-1))).
Proof.
move=> W gaps /andP[r_gt0 r_n]; have r1_n : (r.-1 < n)%N by rewrite prednK.
enter; apply: (y_smallest_if (h := fun i => Num (u i)) (l := iota 1 n) (p := fun i => rank n u i == r.-1) (f := u)).
- by value.
- move=> i i_in; refine (y_compare (v := Num (rank n u i)%:R) (w := Num (r%:R - 1%:R)) _ _ _); [ | value | ].
    by apply: (y_count (h := fun j => Num (u j)) (l := iota 1 n)); [value | move=> j j_in; value].
  by rewrite /= -[in r%:R](prednK r_gt0) mulrSr addrK eqr_nat.
- by move=> i _ _; value.
have -> : [seq i <- iota 1 n | rank n u i == r.-1] = [:: of_rank n u r.-1]; last by [].
rewrite (@eq_in_filter _ _ (pred1 (of_rank n u r.-1))) => [|i /in_from_1 i_n /=]; last first.
  by apply/eqP/eqP => [<- | ->]; [rewrite rankK | rewrite of_rankK].
by rewrite filter_pred1_uniq ?iota_uniq // mem_iota add1n ltnS of_rank_in.
Qed.

(* --- Projections and shifts ------------------------------------------------------------------------------------------------------- *)
Definition proj d z X i : F := \sum_(j <- iota 1 d) X i j * z j.
Definition entries n y : seq F := [seq y i | i <- iota 1 n].
Lemma entries_some n y : (0 < n)%N -> entries n y != [::]. Proof. by case: n. Qed.
(* X with the values y: its first column is moved. *)
Definition valued d z X y i j : F := X i j + (if j == 1%N then y i - proj d z X i else 0).
Definition shift n w a t y i : F := sweep.step a w (greatest (entries n y)) (least (entries n y)) t (y i).

Lemma proj_valued d z X y i : (0 < d)%N -> z 1%N = 1 -> proj d z (valued d z X y) i = y i.
Proof.
case: d => // d _ z1; rewrite {1}/proj /valued; under eq_bigr do rewrite mulrDl.
rewrite big_split /= [X in _ + X]big_cons /= z1 mulr1 [X in _ + (_ + X)]big1_seq => [|j /andP[_]]; last first.
  by rewrite mem_iota => /andP[j_gt1 _]; rewrite (gtn_eqF j_gt1) mul0r.
by rewrite addr0 addrC subrK.
Qed.
Lemma valued_own d z X : valued d z X (proj d z X) =2 X.
Proof. by move=> i j; rewrite /valued subrr; case: ifP; rewrite addr0. Qed.

Ltac known_call ::= first [by_call call_apply | by_call call_matadd].

Lemma call_selective_shift defs n d X z b c : provides [:: selective_shift_d; apply_d; dot_d] defs -> (0 < n)%N ->
  call fs defs "selective_shift" [:: mat n d X; vec d z; Num b; Num c] =
    Value (mat n d (fun i j => if (j == 1%N) && (b < proj d z X i < c) then
      greatest (entries n (proj d z X)) - least (entries n (proj d z X)) else 0)).
Proof.
move=> W n_gt0; enter; apply: (y_let (v := vec n (proj d z X))); first value.
apply: (@y_list_over F fs _ _ (fun i => Num i%:R) (iota 1 n)); first value.
move=> i i_in; apply: (@y_list_over F fs _ _ (fun j => Num j%:R) (iota 1 d)); first value.
move=> j j_in; apply: y_if_number.
- apply: yields_eq; first value.
  by rewrite eqr_nat.
- move=> _; apply: y_subtract; [apply: y_greatest | apply: y_least]; try exact: entries_some; rewrite -seq_vec; value.
by move=> _; value.
Qed.

Lemma call_shift_block defs n d X z t w a y : provides [:: shift_block_d; selective_shift_d; matadd_d; apply_d; dot_d; same_shape_d] defs ->
  (0 < n)%N -> (0 < d)%N -> z 1%N = 1 ->
  call fs defs "shift_block" [:: mat n d (valued d z X y); vec d z; Num t; Num w; Num a] = Value (mat n d (valued d z X (shift n w a t y))).
Proof.
move=> W n_gt0 d_gt0 z1; enter.
apply: (y_let (v := mat n d (fun i j => if (j == 1%N) && (t - w < proj d z (valued d z X y) i < t + w) then
      greatest (entries n (proj d z (valued d z X y))) - least (entries n (proj d z (valued d z X y))) else 0))).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_selective_shift => //; provided].
apply: yields_eq; first value.
apply: mat_ext => i j _ _; have -> : entries n (proj d z (valued d z X y)) = entries n y by apply: eq_map => k; rewrite proj_valued.
rewrite proj_valued // /valued -addrA; congr (_ + _); case: (j == 1%N); last by rewrite mulr0 addr0.
rewrite /shift /sweep.step /sweep.caught /= ltr_distl; case: ifP => _; last by rewrite mulr0 addr0.
by rewrite addrAC.
Qed.

(* --- The sweep ---------------------------------------------------------------------------------------------------------------------- *)
Definition total d z : F := \sum_(j <- iota 1 d) z j.
Definition group n u d z (m : F) K w a y r : nat -> F :=
  foldl (fun y k => shift n w a (u (of_rank n u r.-1) * total d z + k%:R / m) y) y (iota 0 K).
Definition swept n u d z (m : F) K w a y : nat -> F := foldl (group n u d z m K w a) y (iota 1 n).

Lemma call_total_vec defs d z : provides [:: total_d] defs -> call fs defs "total" [:: vec d z] = Value (Num (total d z)).
Proof. by move=> W; enter; value. Qed.

Ltac known_call ::= first [by_call call_order_statistic | by_call call_total_vec].
Lemma call_sweep defs n d X u z m K w a :
  provides [:: sweep_d; shift_block_d; order_statistic_d; total_d; selective_shift_d; matadd_d; apply_d; dot_d; same_shape_d] defs ->
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> z 1%N = 1 -> pairs n (fun i j => 1 < `|u i - u j|) ->
  call fs defs "sweep" [:: mat n d X; vec n u; vec d z; Num m%:R; Num K%:R; Num w; Num a] =
    Value (mat n d (valued d z X (swept n u d z m%:R K w a (proj d z X)))).
Proof.
move=> W n_gt0 d_gt0 m_gt0 z1 gaps; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; apply: (@y_fold F fs _ _ _ (fun r => Num r%:R) (fun y => mat n d (valued d z X y))).
- by apply: yields_eq; [value | apply: mat_ext => i j _ _; rewrite valued_own].
- by value.
move=> y r r_in; apply: y_let; first value.
apply: (@y_fold F fs _ _ _ (fun k => Num k%:R) (fun y => mat n d (valued d z X y))); [value | value | ].
move=> y' k k_in; refine (y_call _ _ _); [values | reflexivity | apply: call_shift_block => //; provided].
Qed.
Lemma call_positioned defs n d X u : provides [:: positioned_d] defs ->
  call fs defs "positioned" [:: mat n d X; vec n u] = Value (mat n d (fun i j => X i j + u i)).
Proof. by move=> W; enter; apply: y_yes; [apply: yields_eq; [value | rewrite eqxx] | value]. Qed.
End Calls.
