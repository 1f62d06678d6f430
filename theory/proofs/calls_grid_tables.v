(* SPDX-License-Identifier: Apache-2.0 *)
(* Tables on the closed grid of selective_shift.stm: the list of all inputs with entries 0, 1/m, ..., 1, lists of as many matrices, and that a function of the inputs, in their
   order, is such a list. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks.
From attest Require calls_srpe calls_grids digits statements_urpe_proposition_4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_proposition_4.finding_one_block_on_the_grid) f) (only parsing).
Definition closed_grid_d := Eval compute in the "closed_grid".
Definition grid_inputs_d := Eval compute in the "grid_inputs".
(* is_list(outputs) and len(outputs) = (m + 1)^(n*d) and all(is_matrix(Y, n, d) for Y in outputs) *)
Definition table_condition : expr := Eval compute in
  if asserted statements_urpe_proposition_4.finding_one_block_on_the_grid is Forall _ _ _ (Forall _ _ _ (Forall _ _ _ (Forall _ _ (Some c) _))) then c else Truth true.

Lemma map_from_1 (T : Type) (h : nat -> T) k : [seq h i | i <- iota 1 k] = [seq h i.+1 | i <- iota 0 k].
Proof. by rewrite -[1%N]addn0 iotaDl -map_comp. Qed.
Lemma size_lists_over (T : Type) (l : seq T) k : size (lists_over l k) = (size l ^ k)%N.
Proof.
elim: k => //= k IH; rewrite size_flatten /shape -map_comp sumnE big_map (eq_bigr (fun=> size l ^ k)%N) => [|x _]; last by rewrite /= size_map IH.
by rewrite big_const_seq count_predT iter_addn_0 expnS mulnC.
Qed.

(* --- Inputs as lists of lists of natural numbers: the entries times m ------------------------------------------------------------------------- *)
Section Tuples.
Variables (n d m : nat).
Implicit Types (t : seq (seq nat)) (place : nat -> nat -> nat).
Definition grid_tuples : seq (seq (seq nat)) := lists_over (lists_over (iota 0 m.+1) d) n.
Definition place_at t i j : nat := nth 0%N (nth [::] t i.-1) j.-1.
Definition tuple_at place : seq (seq nat) := [seq [seq place i j | j <- iota 1 d] | i <- iota 1 n].

Lemma uniq_tuples : uniq grid_tuples.
Proof. by do 2!apply: calls_srpe.lists_over_uniq; exact: iota_uniq. Qed.
Lemma size_tuples : size grid_tuples = ((m + 1) ^ (n * d))%N.
Proof. by rewrite !size_lists_over size_iota addn1 -expnM mulnC. Qed.
Lemma tuple_sizes t : t \in grid_tuples -> size t = n /\ all (fun row => size row == d) t.
Proof.
rewrite digits.mem_lists_over => /andP[/eqP t_n /allP rows]; split=> //.
by apply/allP => row /rows; rewrite /= digits.mem_lists_over => /andP[].
Qed.
Lemma place_lt t i j : t \in grid_tuples -> (0 < i <= n)%N -> (0 < j <= d)%N -> (place_at t i j < m.+1)%N.
Proof.
case: i => // i; case: j => // j; rewrite digits.mem_lists_over /= => /andP[/eqP t_n /allP rows] i_n j_d.
have := rows (nth [::] t i); rewrite mem_nth ?t_n // => /(_ isT); rewrite /= digits.mem_lists_over => /andP[/eqP row_d /allP entries].
have in_row : place_at t i.+1 j.+1 \in nth [::] t i by rewrite mem_nth // row_d.
by have : place_at t i.+1 j.+1 \in iota 0 m.+1 := entries _ in_row; rewrite mem_iota.
Qed.
Lemma tuple_atK t : t \in grid_tuples -> tuple_at (place_at t) = t.
Proof.
move=> /tuple_sizes[t_n /allP rows]; rewrite -[RHS](mkseq_nth [::]) /mkseq t_n /tuple_at (map_from_1 (fun i => map _ _)).
apply/eq_in_map => i; rewrite mem_iota add0n /= => i_n; have /eqP row_d : size (nth [::] t i) == d by apply: rows; rewrite mem_nth ?t_n.
by rewrite -[RHS](mkseq_nth 0%N) /mkseq row_d (map_from_1 (fun j => place_at t i.+1 j)).
Qed.
Lemma tuple_at_alike p q : (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> p i j = q i j) -> tuple_at p = tuple_at q.
Proof. by move=> pq; apply/eq_in_map => i /in_from_1 i_n; apply/eq_in_map => j /in_from_1 j_d; exact: pq. Qed.
(* The tuples' numbers in their list. *)
Definition number_of t : nat := (seq.index t grid_tuples).+1.
Lemma map_numbers (T : Type) (h : nat -> T) : [seq h (number_of t) | t <- grid_tuples] = [seq h k | k <- iota 1 ((m + 1) ^ (n * d))].
Proof.
rewrite -size_tuples map_from_1 -[in LHS](mkseq_nth [::] grid_tuples) /mkseq -map_comp.
apply/eq_in_map => k; rewrite mem_iota add0n /= => k_lt.
by rewrite /number_of index_uniq ?uniq_tuples.
Qed.
End Tuples.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 -lt0n | idtac].
Section Grid.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d m : nat).
Hypothesis m_gt0 : (0 < m)%N.
Implicit Types (defs : seq definition) (env : environment F) (H : nat -> nat -> nat -> F) (t : seq (seq nat)).
Definition point t : nat -> nat -> F := fun i j => (place_at t i j)%:R / m%:R.
Definition table H : value F := List [seq mat n d (H k) | k <- iota 1 ((m + 1) ^ (n * d))].
Definition sizes_in env : Prop := [/\ lookup "n"%string env = Some (Num n%:R), lookup "d"%string env = Some (Num d%:R) & lookup "m"%string env = Some (Num m%:R)].

Lemma point_value t : t \in grid_tuples n d m -> List [seq List [seq Num (k%:R / m%:R) | k <- row] | row <- t] = mat n d (point t) :> value F.
Proof.
move=> t_in; rewrite -{1}(tuple_atK t_in) /tuple_at /mat /vec /listed -map_comp; congr List; apply: eq_map => i /=.
by rewrite -map_comp.
Qed.
Definition grid_expr : expr := Call "grid_inputs" [:: Call "closed_grid" [:: Name "m"]; Name "n"; Name "d"]%string.
Lemma y_grid defs env : provides [:: grid_inputs_d; closed_grid_d] defs -> sizes_in env ->
  yields fs defs env grid_expr (List [seq mat n d (point t) | t <- grid_tuples n d m]).
Proof.
move=> P [n_in d_in m_in]; have n_y := y_name fs defs n_in; have d_y := y_name fs defs d_in; have m_y := y_name fs defs m_in.
rewrite (_ : map _ _ = [seq List [seq List [seq Num (k%:R / m%:R) | k <- row] | row <- t] | t <- grid_tuples n d m]); last first.
  by apply/esym/eq_in_map => t /point_value.
refine (y_call (vs := [:: List [seq Num (k%:R / m%:R) | k <- iota 0 m.+1]; Num n%:R; Num d%:R]) _ _ _); [ | reflexivity | enter_named].
  refine (all_cons _ (all_cons n_y (all_cons d_y (all_nil _ _ _)))).
  refine (y_call (vs := [:: Num m%:R]) _ _ _); [exact: all_cons m_y (all_nil _ _ _) | reflexivity | ].
  by rewrite calls_grids.call_closed_grid //; [rewrite /calls_grids.grid -map_comp | provided].
apply: (calls_grids.y_tuples floor_int (h := fun row => List [seq Num (k%:R / m%:R) | k <- row]) (l := lists_over (iota 0 m.+1) d) (y := n%:R)); [ | by value | by []].
by apply: (calls_grids.y_tuples floor_int (h := fun k : nat => Num (k%:R / m%:R)) (l := iota 0 m.+1) (y := d%:R)); [value | value | ].
Qed.

(* all(is_matrix(Y, n, d) for Y in l) *)
Lemma matrices_true defs env (y : string) (e : expr) l : provides [:: is_matrix_d; is_vector_d] defs -> yields fs defs env e (List l) ->
  (forall v, yields_all fs defs ((y, v) :: env) [:: Name y; Name "n"; Name "d"]%string [:: v; Num n%:R; Num d%:R]) ->
  yields fs defs env (Over "all" (Call "is_matrix" [:: Name y; Name "n"; Name "d"]) [:: (y, e)] None)%string (Bool true) ->
  exists H, List l = listed (size l) (fun k => mat n d (H k)).
Proof.
move=> W l_y args ent; have rows j : (j < size l)%N -> exists A, nth (Bool true) l j = mat n d A.
  by move/(true_all l_y ent) => is_m; apply: (is_matrix_true (w := Num d%:R) W (true_named_call _ is_m (args _))).
have [H HE] : exists H, forall j, (j < size l)%N -> nth (Bool true) l j = mat n d (H j).
  elim: (l) rows => [|u l' IH] rows; first by exists (fun _ _ _ => 0).
  have [A AE] := rows 0%N isT; have [|H HE] := IH; first by move=> j j_lt; exact: (rows j.+1 j_lt).
  by exists (fun j => if j is j'.+1 then H j' else A) => -[|j] //; exact: HE.
exists (fun j => H j.-1); rewrite /listed; congr List.
rewrite -[LHS](mkseq_nth (Bool true)) /mkseq (map_from_1 (fun j => mat n d (H j.-1))).
by apply/eq_in_map => j; rewrite mem_iota add0n => /andP[_ j_lt] /=; exact: HE.
Qed.
(* What is_table says, in the words of both claims. *)
Lemma table_true defs env v : provides [:: is_matrix_d; is_vector_d] defs -> sizes_in env -> lookup "outputs"%string env = Some v ->
  yields fs defs env table_condition (Bool true) -> exists H, v = table H.
Proof.
move=> W [n_in d_in m_in] v_in; have n_y := y_name fs defs n_in; have d_y := y_name fs defs d_in; have m_y := y_name fs defs m_in; have v_y := y_name fs defs v_in.
case/true_and=> is_l /true_and[len_l /true_and[ent _]].
have [l l_y] := true_over ent; have vE := yields_inj v_y l_y; subst v.
have sizes : size l = ((m + 1) ^ (n * d))%N.
  move: len_l; set b := Binary Power _ _; have power_y : yields fs defs env b (Num ((m + 1) ^ (n * d))%:R).
    by rewrite natrX natrD; apply: (y_power floor_int (y := n%:R * d%:R)); [apply: y_add => //; value | apply: y_multiply | rewrite natrM].
  have len_y : yields fs defs env (Call "len" [:: Name "outputs"%string]) (Num (size l)%:R) by apply: y_length.
  move=> yt; suff E : Bool true = Bool (size l == ((m + 1) ^ (n * d))%N) :> value F by case: E => /esym/eqP.
  have := yields_inj yt (y_compare (c := Equal) (p := _ == _) len_y power_y erefl); by rewrite eqr_nat.
have args w : yields_all fs defs (("Y"%string, w) :: env) [:: Name "Y"; Name "n"; Name "d"]%string [:: w; Num n%:R; Num d%:R].
  by refine (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_nil _ _ _)))).
by have [H HE] := matrices_true W l_y args ent; exists H; rewrite HE sizes.
Qed.

(* [body for X in grid_inputs(closed_grid(m), n, d)] = outputs, where body is the table's matrix at each point. *)
Lemma y_same_table defs env body G H : provides [:: grid_inputs_d; closed_grid_d] defs -> sizes_in env -> lookup "outputs"%string env = Some (table H) ->
  (forall t, t \in grid_tuples n d m -> yields fs defs (("X"%string, mat n d (point t)) :: env) body (mat n d (G t))) ->
  (forall t i j, t \in grid_tuples n d m -> (0 < i <= n)%N -> (0 < j <= d)%N -> G t i j = H (number_of n d m t) i j) ->
  yields fs defs env (Chain (ListOver body [:: ("X"%string, grid_expr)] None) [:: (Equal, Name "outputs")])%string (Bool true).
Proof.
move=> P in_env H_in body_y GH; apply: (y_compare (v := table H) (w := table H)); [ | exact: y_name | ].
  apply: (yields_eq (v := List [seq mat n d (G t) | t <- grid_tuples n d m])).
    by apply: (y_list_over (h := fun t => mat n d (point t)) (l := grid_tuples n d m)) => [|t t_in]; [exact: y_grid | exact: body_y].
  rewrite /table -map_numbers; congr List; apply/eq_in_map => t t_in.
  by apply: mat_ext => i j i_n j_d; exact: GH.
rewrite /compare; apply: (etrans (equal_map (p := fun=> true) _ _)) => [k|]; last by rewrite all_predT.
by rewrite equal_mat; congr Value; apply/allP => i _; apply/allP => j _; exact: eqxx.
Qed.
End Grid.
