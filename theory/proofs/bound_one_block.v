(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Proposition 4: on the closed grid one block with one head of dimension 1 is any function, and one head alone is a contextual mapping. Theorems of
   one_block.v as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_constant_network calls_one_head.
From attest Require Import calls_grid_tables calls_one_block.
From attest Require calls_grids calls_srpe narrow_networks narrow_lists narrow_bumps one_block statements_urpe_proposition_4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_proposition_4.finding_one_head_is_a_contextual_mapping) f) (only parsing).
Definition first_column_d := Eval compute in the "first_column".
Definition contexts_d := Eval compute in the "contexts".

Section Points.
Variable S : numbers.
Local Notation F := (values.field S).
Variables (n d m : nat).
Hypothesis m_gt0 : (0 < m)%N.
(* The inputs are numbered by their places in the list. *)
Definition place_of := 'I_(size (grid_tuples n d m)).
Definition input (e : place_of) : nat -> nat -> F := point S m (nth [::] (grid_tuples n d m) e).
Lemma inputs_differ e e' : narrow_lists.alike n d (input e) (input e') -> e = e'.
Proof.
move=> same; have t_in (a : place_of) : nth [::] (grid_tuples n d m) a \in grid_tuples n d m by rewrite mem_nth.
apply: val_inj; apply/eqP; rewrite -(nth_uniq [::] _ _ (uniq_tuples n d m)) ?ltn_ord //.
rewrite -[X in X == _](tuple_atK (t_in e)) -[X in _ == X](tuple_atK (t_in e')); apply/eqP/tuple_at_alike => i j i_n j_d.
have /mulIf E := same i i_n j j_d; apply/eqP; rewrite -(eqr_nat F); apply/eqP/E.
by rewrite invr_eq0 pnatr_eq0 -lt0n.
Qed.
Lemma input_of t : t \in grid_tuples n d m -> exists2 e : place_of, point S m t = input e & number_of n d m t = e.+1.
Proof.
move=> t_in; have e_lt : (seq.index t (grid_tuples n d m) < size (grid_tuples n d m))%N by rewrite index_mem.
by exists (Ordinal e_lt); rewrite // /input /= nth_index.
Qed.
End Points.

(* attest: urpe.proposition-4 finding_one_block_on_the_grid sha256:704f423cab933dfe377530d11f70fe3f7570dcf83ddcb2f3986582b2d177da36 theorem:one_block_on_the_grid *)
Theorem one_block_on_the_grid : Holds statements_urpe_proposition_4.finding_one_block_on_the_grid.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _.
apply: says_for_values => [v|v told]; first exact: any_and.
have [T vE] : exists T, v = table n d m T.
  by apply: table_true told; [provided | split | ].
subst v; have [c [w [b [g [us [us_gt0 usE]]]]]] := one_block.one_block (fun (e : place_of n d m) => T e.+1) n_gt0 d_gt0 (@inputs_differ S n d m m_gt0).
apply: (says_exists_value (w := told_block n d c w b g us)); [by move=> ?; exact: any_and | exact: told_block_value | | ].
  apply: true_and_true.
    refine (y_call (vs := [:: List [:: told_block n d c w b g us]; Num n%:R; Num d%:R]) _ _ _); [by values | reflexivity | apply: call_is_urpe => //; provided].
  apply: true_and_true; first by apply: one_head_true.
  apply: y_and1; apply: yields_eq; first by apply: y_compare; [apply: (y_len (n := 1) (h := fun=> Num b)); apply: (y_field (y_first_head _ _)) | value | ].
  by rewrite /= eqxx.
refine (says_expression (p := true) _ _); [ | reflexivity].
pose G t i k := one_block.attended n d c w b g (point S m t) i k + one_block.units_sum d us (one_block.attended n d c w b g (point S m t) i) k.
apply: (y_same_table m_gt0 (G := G) (H := T)) => //; [by provided | move=> t _ | move=> t i j t_in i_n j_d].
  refine (y_call (vs := [:: mat n d (point S m t); told_block n d c w b g us]) _ _ _); [by values | reflexivity | ].
  by apply: call_told_block => //; provided.
by have [e tE ->] := input_of S t_in; rewrite /G tE usE.
Qed.

(* One head alone: a hidden unit with weights 0. *)
Section Contexts.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d m : nat).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N) (m_gt0 : (0 < m)%N).
Implicit Types (defs : seq definition) (c w : nat -> F) (b g : F) (X : nat -> nat -> F).
Definition no_units : seq (narrow_networks.hidden_unit F) := [:: narrow_networks.Unit (fun=> 0) 0 (fun=> 0)].
Lemma call_first_column defs (A : nat -> nat -> F) : provides [:: first_column_d] defs ->
  call fs defs "first_column" [:: mat n d A] = Value (List [seq Num (A i 1%N) | i <- iota 1 n]).
Proof.
move=> P; enter; apply: (y_list_over (h := fun i => vec d (A i)) (l := iota 1 n)); [by value | move=> i _].
by apply: (y_at floor_int (i := 1) (n := d) (h := fun k => Num (A i k))); [value | value | by [] | rewrite d_gt0 | by []].
Qed.
Lemma call_contexts defs c w b g : provides [:: contexts_d, first_column_d & urpe_block_l] defs ->
  call fs defs "contexts" [:: List [seq mat n d (point S m t) | t <- grid_tuples n d m]; told_block n d c w b g no_units] =
    Value (List (map (@Num F) [seq one_block.attended n d c w b g (point S m t) i 1%N | t <- grid_tuples n d m, i <- iota 1 n])).
Proof.
move=> P; enter; rewrite map_allpairs.
apply: (y_list_over2 (h := fun t => mat n d (point S m t)) (l := grid_tuples n d m)
  (k := fun t i => Num (one_block.attended n d c w b g (point S m t) i 1%N)) (m := fun=> iota 1 n)); [by value | move=> t _ | by move=> t _ i _; value].
refine (y_call (vs := [:: mat n d (one_block.attended n d c w b g (point S m t))]) _ _ _); [ | reflexivity | by apply: call_first_column; provided].
refine (all_cons _ (all_nil _ _ _)).
refine (y_call (vs := [:: mat n d (point S m t); told_block n d c w b g no_units]) _ _ _); [by values | reflexivity | ].
rewrite call_told_block //; last by provided.
congr Value; apply: mat_ext => i k _ _.
by rewrite /one_block.units_sum big_seq1 mulr0 addr0.
Qed.
End Contexts.

(* attest: urpe.proposition-4 finding_one_head_is_a_contextual_mapping sha256:15b8a79cff1f657f8732c03b0cf55834799eaefe8a3097db07cb401282ab06cc theorem:one_head_is_a_contextual_mapping *)
Theorem one_head_is_a_contextual_mapping : Holds statements_urpe_proposition_4.finding_one_head_is_a_contextual_mapping.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _.
have [c [w [b [g inj]]]] := one_block.one_head_tells n_gt0 (@inputs_differ S n d m m_gt0).
apply: (says_exists_value (w := told_block n d c w b g (no_units S))); [by move=> ?; exact: any_and | exact: told_block_value | | ].
  set env := _ :: _; have B_in : lookup "B"%string env = Some (told_block n d c w b g (no_units S)) by [].
  apply: true_and_true.
    refine (y_call (vs := [:: List [:: told_block n d c w b g (no_units S)]; Num n%:R; Num d%:R]) _ _ _); [by values | reflexivity | apply: call_is_urpe => //; provided].
  apply: true_and_true; first by apply: one_head_true B_in.
  apply: true_and_true.
    apply: (y_all2_true (h := fun _ : nat => vec 1 (fun=> 0)) (l := iota 1 d ++ iota 1 d) (k := fun _ _ : nat => Num 0) (m := fun=> iota 1 1)).
    - by rewrite map_cat; apply: y_concatenate; apply: (y_field (y_first_head _ B_in)).
    - by move=> t _; value.
    by move=> t u _ _; apply: yields_eq; [apply: y_compare; [value | value | by []] | congr Bool; rewrite /= eqxx].
  apply: y_and1; apply: (y_all2_true (h := fun l => vec d (fun k => narrow_networks.out (unit_of (no_units S) l) k)) (l := iota 1 1)
    (k := fun l k => Num (narrow_networks.out (unit_of (no_units S) l) k)) (m := fun=> iota 1 d)).
  - by apply: (y_field (y_name _ _ B_in)).
  - by move=> t _; value.
  by move=> t u /[!inE] /eqP-> _; apply: yields_eq; [apply: y_compare; [value | value | by []] | congr Bool; rewrite /= eqxx].
refine (says_expression (p := true) _ _); [ | reflexivity].
pose told t i : S := one_block.attended n d c w b g (point S m t) i 1%N.
refine (y_call (vs := [:: List (map (@Num S) [seq told t i | t <- grid_tuples n d m, i <- iota 1 n])]) _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_nil _ _ _)).
  refine (y_call (vs := [:: List [seq mat n d (point S m t) | t <- grid_tuples n d m]; told_block n d c w b g (no_units S)]) _ _ _);
    [ | reflexivity | by apply: call_contexts => //; provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: y_grid => //; provided | value].
rewrite (calls_grids.call_distinct_list (@floor_integer S)); last by provided.
congr (Value (Bool _)); apply: allpairs_uniq; [exact: uniq_tuples | exact: iota_uniq | ].
move=> _ _ /allpairsP[[t i] /= [t_in /in_from_1 i_n ->]] /allpairsP[[t' i'] /= [t'_in /in_from_1 i'_n ->]] /=.
have [e tE eE] := input_of S t_in; have [e' tE' eE'] := input_of S t'_in; rewrite /told tE tE' => /(inj _ _ _ _ i_n i'_n)[ee' <-].
have {}ee' : number_of n d m t = number_of n d m t' by rewrite eE eE' ee'.
by congr (_, _); rewrite -(nth_index [::] t_in) -[in RHS](nth_index [::] t'_in); congr nth; case: ee'.
Qed.
