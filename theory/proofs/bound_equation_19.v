(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), eq. 19: on the closed grid modified blocks are any function, behind positions whose gaps are above 1. One block for each token writes a number, one
   adds the sum of them to each, so that it tells the whole input and the position, and one for each of these writes the value; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_gaps calls_permuted calls_srpe digits narrow_generic narrow_table one_block statements_urpe_theorem_3.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_modified calls_uniform_blocks calls_read_out bound_read_out.
From attest Require Import bound_read_out_network calls_grid_tables calls_modified_stacks.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.step_equation_19) f) (only parsing).
Definition is_table_d := Eval compute in the "is_table".
Definition gaps_above_d := Eval compute in the "gaps_above".
Definition positioned_d := Eval compute in the "positioned".

(* --- A direction under which the rows of a table differ, and the blocks that make another table of it --- *)
Section Direction.
Variable S : numbers.
Local Notation F := (values.field S).
Implicit Types (A G : nat -> nat -> nat -> F) (Y : nat -> nat -> F) (N n d k i : nat) (s r : F) (z : nat -> F).
Lemma uniq_rows N n : uniq (rows_of N n).
Proof. by apply: allpairs_uniq; rewrite ?iota_uniq // => -[k i] [l j] _ _ /= []->->. Qed.
Lemma direction N n d A :
  (forall p q, p \in rows_of N n -> q \in rows_of N n -> (forall j, (0 < j <= d)%N -> A p.1 p.2 j = A q.1 q.2 j) -> p = q) ->
  exists z, uniq [seq value_of d z A p | p <- rows_of N n].
Proof.
move=> differ; pose row (k : 'I_(size (rows_of N n))) := nth (0, 0)%N (rows_of N n) k.
have [|c c_inj] := @narrow_generic.functional F [finType of 'I_d] [finType of 'I_(size (rows_of N n))] (fun (k : 'I_(size (rows_of N n))) (q : 'I_d) => A (row k).1 (row k).2 q.+1).
  move=> k l same; apply: val_inj; apply/eqP; rewrite -(nth_uniq (0, 0)%N _ _ (uniq_rows N n)) ?ltn_ord //; apply/eqP.
  by apply: differ; rewrite ?mem_nth ?ltn_ord // => -[|j] // j_d; exact: (same (Ordinal j_d)).
exists (fun j => one_block.extended c j.-1); rewrite map_inj_in_uniq ?uniq_rows // => p q p_in q_in same.
have p_lt : (seq.index p (rows_of N n) < size (rows_of N n))%N by rewrite index_mem.
have q_lt : (seq.index q (rows_of N n) < size (rows_of N n))%N by rewrite index_mem.
have valueE (k : 'I_(size (rows_of N n))) : value_of d (fun j => one_block.extended c j.-1) A (row k) = \sum_q c q * A (row k).1 (row k).2 q.+1.
  by rewrite /value_of sum_from_1; apply: eq_bigr => j _; rewrite one_block.extendedE mulrC.
have := @c_inj (Ordinal p_lt) (Ordinal q_lt); rewrite -!valueE /row /= !nth_index // => /(_ same) /(congr1 val) /= E.
by rewrite -(nth_index (0, 0)%N p_in) E nth_index.
Qed.
Lemma table_blocks N n d A G : (1 < N * n)%N ->
  (forall p q, p \in rows_of N n -> q \in rows_of N n -> (forall j, (0 < j <= d)%N -> A p.1 p.2 j = A q.1 q.2 j) -> p = q) ->
  exists z s r, 0 < r /\ forall k, (0 < k <= N)%N -> mat n d (foldl (after d z A G s r) (A k) (order N n)) = mat n d (G k).
Proof.
move=> many /direction[z uniq_l]; have [|s [r [_ r_gt0 come]]] := @call_read_out S read_out_l N n d z A G _ many uniq_l; first exact: provides_own.
by exists z, s, r.
Qed.
(* Row by row: a row of the table comes to its place in whatever matrix it stands. *)
Lemma foldl_put_ext d z A G s r l (a b : nat -> F) : a =1 b ->
  foldl (fun a q => put d z A G s r q a) a l =1 foldl (fun a q => put d z A G s r q a) b l.
Proof. by elim: l a b => //= q l IH a b ab; apply: IH; exact: put_ext. Qed.
Lemma row_becomes N d z A G s r Y i k : (forall k, (0 < k <= N)%N -> mat 1 d (foldl (after d z A G s r) (A k) (order N 1)) = mat 1 d (G k)) ->
  (0 < k <= N)%N -> Y i =1 A k 1%N -> forall j, (0 < j <= d)%N -> foldl (after d z A G s r) Y (order N 1) i j = G k 1%N j.
Proof.
move=> come k_N YA j j_d; rewrite -(calls_permuted.vec_inj (calls_permuted.mat_inj (come k k_N) (isT : (0 < 1 <= 1)%N)) j_d) /= !foldl_rows.
by apply: foldl_put_ext => l /=; rewrite YA.
Qed.
End Direction.

(* --- Tokens, and numbers for them --- *)
Section Tokens.
Variable S : numbers.
Local Notation F := (values.field S).
Variables (n d m : nat) (u : nat -> F).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N) (m_gt0 : (0 < m)%N).
Implicit Types (t : seq (seq nat)) (x : nat * seq nat).
Definition tokens : seq (nat * seq nat) := [seq (i, row) | i <- iota 1 n, row <- lists_over (iota 0 m.+1) d].
Definition token_at k : nat * seq nat := nth (0%N, [::]) tokens k.-1.
Definition entry x j : F := (nth 0%N x.2 j.-1)%:R / m%:R + u x.1.
Lemma uniq_tokens : uniq tokens.
Proof.
apply: allpairs_uniq; [exact: iota_uniq | by apply: calls_srpe.lists_over_uniq; exact: iota_uniq | ].
by move=> [i row] [i' row'] _ _ /= [-> ->].
Qed.
Lemma many_tokens : (1 < size tokens * 1)%N.
Proof.
rewrite muln1 size_allpairs size_iota calls_grid_tables.size_lists_over size_iota.
apply: (@leq_trans (m.+1 ^ d)); last by rewrite leq_pmull.
by rewrite -(expn0 m.+1) ltn_exp2l // ltnS.
Qed.
Lemma token_in t i : t \in grid_tuples n d m -> (0 < i <= n)%N -> (i, nth [::] t i.-1) \in tokens.
Proof.
move=> t_in i_n; apply/allpairsP; exists (i, nth [::] t i.-1); split=> //=; first by rewrite mem_iota add1n ltnS.
move: t_in; rewrite digits.mem_lists_over => /andP[/eqP t_n /allP rows]; apply: rows; apply: mem_nth; rewrite t_n.
by case: i i_n.
Qed.
Lemma token_number x : x \in tokens -> exists2 k, (0 < k <= size tokens)%N & token_at k = x.
Proof. by move=> x_in; exists (seq.index x tokens).+1; rewrite ?index_mem // /token_at nth_index. Qed.

(* Positions lie more than 1 apart, entries of a token do not. *)
Lemma tokens_differ x y : calls_gaps.pairs n (fun i j => 1 < `|u i - u j|) -> x \in tokens -> y \in tokens ->
  (forall j, (0 < j <= d)%N -> entry x j = entry y j) -> x = y.
Proof.
case: x y => [i row] [i' row'] apart /allpairsP[[a b] /= [/in_from_1 i_n row_in [-> ->]]] /allpairsP[[a' b'] /= [/in_from_1 i'_n row'_in [-> ->]]] same.
have parts r : r \in lists_over (iota 0 m.+1) d -> size r = d /\ forall j, (j < d)%N -> 0 <= ((nth 0%N r j)%:R / m%:R : F) <= 1.
  rewrite digits.mem_lists_over => /andP[/eqP r_d /allP entries]; split=> // j j_d.
  have in_r : nth 0%N r j \in r by rewrite mem_nth ?r_d.
  have : nth 0%N r j \in iota 0 m.+1 := entries _ in_r; rewrite mem_iota add0n ltnS => /andP[_ le_m].
  by rewrite divr_ge0 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
have [b_d b_1] := parts _ row_in; have [b'_d b'_1] := parts _ row'_in.
have near (p q : F) : 0 <= p <= 1 -> 0 <= q <= 1 -> `|p - q| <= 1.
  move=> /andP[p0 p1] /andP[q0 q1]; rewrite ler_norml; apply/andP; split; last by rewrite ler_subl_addr (le_trans p1) // ler_addl.
  by rewrite ler_subr_addl ler_subl_addr (le_trans q1) // ler_addr.
have same_position : a = a'.
  have first := same 1%N; rewrite /entry /= d_gt0 in first; have {}first := first isT.
  have uE : `|u a - u a'| <= 1.
    have -> : u a - u a' = (nth 0%N b' 0)%:R / m%:R - (nth 0%N b 0)%:R / m%:R.
      by rewrite -[u a](addKr ((nth 0%N b 0)%:R / m%:R)) first addrA addrK addrC.
    by apply: near; [apply: b'_1 | apply: b_1].
  case: (ltngtP a a') => // lt; last rewrite distrC in uE.
    by have := calls_gaps.pairsP apart i_n i'_n lt; rewrite ltNge uE.
  by have := calls_gaps.pairsP apart i'_n i_n lt; rewrite ltNge uE.
subst a'; congr (_, _); apply: (@eq_from_nth _ 0%N); first by rewrite b_d b'_d.
move=> j; rewrite b_d => j_d; have /addIr/mulIf E := same j.+1 j_d; apply/eqP; rewrite -(eqr_nat F); apply/eqP/E.
by rewrite invr_eq0 pnatr_eq0 -lt0n.
Qed.

(* Numbers for tokens whose sum, with one's own, tells the input and the position. *)
Lemma weights : exists w : nat * seq nat -> F, forall t i t' i', t \in grid_tuples n d m -> t' \in grid_tuples n d m -> (0 < i <= n)%N -> (0 < i' <= n)%N ->
  w (i, nth [::] t i.-1) + \sum_(p <- iota 1 n) w (p, nth [::] t p.-1) = w (i', nth [::] t' i'.-1) + \sum_(p <- iota 1 n) w (p, nth [::] t' p.-1) ->
  t = t' /\ i = i'.
Proof.
case: n d n_gt0 d_gt0 => [|n'] // [|d'] // _ _.
have [c c_inj] := @narrow_generic.functional F _ _ (@narrow_table.counted F n' d' m) (@narrow_table.counted_inj F n' d' m).
pose w (x : nat * seq nat) := c (narrow_table.row_of n' x.1, [ffun k : 'I_d'.+1 => inord (nth 0%N x.2 k) : 'I_m.+1]).
pose P t := narrow_table.input_of n' d' m (place_at t).
have wE t i : (0 < i <= n'.+1)%N -> w (i, nth [::] t i.-1) = c (narrow_table.row_of n' i, P t (narrow_table.row_of n' i)).
  move=> i_n; rewrite /w /P /narrow_table.input_of ffunE; congr (c (_, _)); apply/ffunP => k.
  by rewrite !ffunE /= narrow_table.row_ofK.
have sumE t i : (0 < i <= n'.+1)%N -> w (i, nth [::] t i.-1) + \sum_(p <- iota 1 n'.+1) w (p, nth [::] t p.-1) =
    \sum_jx c jx * narrow_table.counted F (narrow_table.row_of n' i, P t) jx.
  move=> i_n; rewrite narrow_table.counted_sum wE //; congr (_ + _); rewrite sum_from_1; apply: eq_bigr => p _.
  by rewrite (wE t p.+1) ?ltn_ord // narrow_table.row_ofS.
exists w => t i t' i' t_in t'_in i_n i'_n; rewrite !sumE // => /(c_inj (_, _) (_, _)) [ii' PP']; split; last first.
  by rewrite -(narrow_table.row_ofK i_n) -(narrow_table.row_ofK i'_n); congr _.+1; exact: (congr1 val ii').
rewrite -(tuple_atK t_in) -(tuple_atK t'_in); apply: tuple_at_alike => a b a_n b_d.
rewrite -(@narrow_table.input_ofK n' d' m (place_at t) a b) ?(place_lt t_in) // -/(P t) PP'.
by rewrite narrow_table.input_ofK // (place_lt t'_in).
Qed.
End Tokens.

(* --- The two stacks --- *)
Section Stacks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Notation one_y d := [:: Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R].
Lemma cat_value (l l' : seq (value F)) : is_value (List l) -> is_value (List l') -> is_value (List (l ++ l')).
Proof. by rewrite /= all_cat => -> ->. Qed.
Lemma two_stacks n d m (u : nat -> F) (T : nat -> nat -> nat -> F) : (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> calls_gaps.pairs n (fun i j => 1 < `|u i - u j|) ->
  exists l l' : seq (value F), [/\ is_value (List l), is_value (List l'),
    forall defs, provides is_network_l defs -> call fs defs "is_modified_network" (List l :: one_y d) = Value (Bool true) /\
      call fs defs "is_modified_network" (List l' :: one_y d) = Value (Bool true) &
    forall defs t, provides modified_block_l defs -> t \in grid_tuples n d m ->
      runs (block_step defs) (l ++ l') (mat n d (fun i j => point S m t i j + u i)) (mat n d (T (number_of n d m t)))].
Proof.
move=> n_gt0 d_gt0 m_gt0 apart; have [w w_tells] := @weights S n d m n_gt0 d_gt0.
pose N1 := size (tokens n d m); pose N := ((m + 1) ^ (n * d))%N; pose token := token_at n d m.
pose A1 k (_ : nat) := entry m u (token k); pose G1 k (_ j : nat) := w (token k) * first_unit S j.
pose input k := nth [::] (grid_tuples n d m) k.-1.
pose own k i := w (i, nth [::] (input k) i.-1); pose H k i j := (own k i + \sum_(p <- iota 1 n) own k p) * first_unit S j.
have input_in k : (0 < k <= N)%N -> input k \in grid_tuples n d m by move=> k_N; rewrite mem_nth // size_tuples; case: k k_N.
have token_in1 k : (0 < k <= N1)%N -> token k \in tokens n d m by move=> k_N; rewrite mem_nth //; case: k k_N.
have same_place (E : eqType) (x0 : E) l k k' : uniq l -> (0 < k <= size l)%N -> (0 < k' <= size l)%N -> nth x0 l k.-1 = nth x0 l k'.-1 -> k = k'.
  by case: k => // k; case: k' => // k' l_uniq k_l k'_l /= /eqP; rewrite nth_uniq // => /eqP ->.
have [||z1 [s1 [r1 [r1_gt0 come1]]]] := @table_blocks S N1 1 d A1 G1; [exact: many_tokens | | ].
  move=> [k i] [k' i'] /mem_rows[/= k_N i_1] /mem_rows[/= k'_N i'_1] same; congr (_, _); last first.
    by apply: anti_leq; case/andP: i_1 => i_gt0 i_le; case/andP: i'_1 => i'_gt0 i'_le; rewrite (leq_trans i_le) // (leq_trans i'_le).
  apply: (same_place _ _ _ _ _ (uniq_tokens n d m) k_N k'_N); exact: (tokens_differ d_gt0 m_gt0 apart (token_in1 k k_N) (token_in1 k' k'_N) same).
have [||z2 [s2 [r2 [r2_gt0 come2]]]] := @table_blocks S N n d H T; [exact: many_rows | | ].
  move=> [k i] [k' i'] /mem_rows[/= k_N i_n] /mem_rows[/= k'_N i'_n] same.
  have := same 1%N; rewrite d_gt0 /H /first_unit eqxx !mulr1 => /(_ isT) /(w_tells _ _ _ _ (input_in k k_N) (input_in k' k'_N) i_n i'_n) [tt' ->].
  by congr (_, _); apply: same_place tt'; rewrite ?uniq_tuples ?size_tuples.
exists ([seq block d z1 A1 G1 s1 r1 o | o <- order N1 1] ++ [:: sum_block S n d]), [seq block d z2 H T s2 r2 o | o <- order N n]; split.
- apply: cat_value; [exact: blocks_value | by apply/andP; split=> //; exact: sum_block_value].
- exact: blocks_value.
- move=> defs W; split; last exact: blocks_meet.
  by apply: stack_cat => //; [exact: blocks_meet | exact: sum_block_meets].
move=> defs t W t_in; have t_N : (0 < number_of n d m t <= N)%N by rewrite /N -size_tuples /number_of index_mem.
have inputE : input (number_of n d m t) = t by rewrite /input /number_of /= nth_index.
set X := fun i j => _; have E1 : mat n d (foldl (after d z1 A1 G1 s1 r1) X (order N1 1)) = mat n d (fun i j => own (number_of n d m t) i * first_unit S j).
  apply: mat_ext => i j i_n j_d; have x_in : (i, nth [::] t i.-1) \in tokens n d m by apply: token_in.
  have [k k_N kE] := token_number x_in.
  by rewrite (row_becomes (Y := X) (i := i) come1 k_N) // /G1 /A1 /token kE // /own inputE.
apply: (@runs_cat _ _ _ _ _ (mat n d (H (number_of n d m t)))); last by rewrite -come2 //; exact: table_runs.
apply: (@runs_cat _ _ _ _ _ (mat n d (fun i j => own (number_of n d m t) i * first_unit S j))); first by rewrite -E1; exact: table_runs.
apply: RunsCons (RunsNil _ _); rewrite /block_step call_sum_block //; congr Value; apply: mat_ext => i j i_n j_d.
by rewrite /H mulrDl; congr (_ + _ * _); apply: eq_bigr => p _; rewrite /first_unit eqxx mulr1.
Qed.
End Stacks.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "gaps_above" _ = _ => apply: (calls_gaps.call_gaps_above (@floor_integer _)); provided
  end.
(* attest: urpe.theorem-3 step_equation_19 sha256:f33428db5530fa9dc359d634f5188f5f459cde59460def85695339c2231824dd theorem:equation_19 *)
Theorem equation_19 : Holds statements_urpe_theorem_3.step_equation_19.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => u _ apart.
apply: says_for_values => [v|v told]; first by any_named W.
have [T vE] : exists T, v = calls_grid_tables.table n d m T.
  have Wt : provides [:: is_table_d; is_matrix_d; is_vector_d] defs by provided.
  have [e found We] := provides_find Wt.
  have called : call (functions_of S) defs "is_table" [:: v; Num n%:R; Num d%:R; Num m%:R] = Value (Bool true) by apply: true_named_call told _.
  by move/(call_body found): called; rewrite [zip _ _]/= [body _]/=; apply: table_true; [provided | split | ].
subst v; have [l [l' [l_value l'_value meets l_runs]]] := two_stacks T n_gt0 d_gt0 m_gt0 apart.
have [l_meets l'_meets] : call (functions_of S) defs "is_modified_network" [:: List l; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R] = Value (Bool true) /\
    call (functions_of S) defs "is_modified_network" [:: List l'; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R] = Value (Bool true) by apply: meets; provided.
apply: (says_exists_value (w := List [::])); [by move=> ?; any_named W | by [] | | ].
  by refine (y_call (vs := [:: List [::]; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R]) _ _ _); [values | reflexivity | apply: empty_stack; provided].
apply: (says_exists_value (w := List l)); [by move=> ?; any_named W | exact: l_value | | ].
  by refine (y_call (vs := [:: List l; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R]) _ _ _); [values | reflexivity | exact: l_meets].
apply: (says_exists_value (w := List l')); [by move=> ?; any_named W | exact: l'_value | | ].
  by refine (y_call (vs := [:: List l'; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R]) _ _ _); [values | reflexivity | exact: l'_meets].
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_same_table m_gt0 (G := fun t => T (number_of n d m t)) (H := T)) => //; [by provided | move=> t t_in].
have Wn : provides (modified_network_d :: modified_block_l) defs by provided.
refine (y_call (vs := [:: mat n d (fun i j => point S m t i j + u i); List (l ++ l'); Symb "uniform"%string]) _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by apply: y_concatenate; value | by value].
  refine (y_call (vs := [:: mat n d (point S m t); vec n u]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    refine (y_call (vs := [:: mat n d (point S m t); List [::]; Symb "uniform"%string]) _ _ _); [by values | reflexivity | ].
    by apply: call_stack => // e _; exact: RunsNil.
  have [e found We] : exists2 e, find_definition defs "positioned" = Some (positioned_d, e) & provides [::] e by apply: (@provides_find positioned_d); provided.
  refine (call_yields found _ _); [reflexivity | open_body]; apply: y_yes; first by apply: yields_eq; [value | rewrite eqxx].
  by value.
by apply: call_stack => // e We; exact: l_runs.
Qed.
