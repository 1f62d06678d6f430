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

(* attest: urpe.proposition-4 finding_one_head_is_a_contextual_mapping sha256:15b8a79cff1f657f8732c03b0cf55834799eaefe8a3097db07cb401282ab06cc theorem:one_head_is_a_contextual_mapping *)
Theorem one_head_is_a_contextual_mapping : Holds statements_urpe_proposition_4.finding_one_head_is_a_contextual_mapping.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _.
have [c [w [b [g inj]]]] := one_block.one_head_tells n_gt0 (@inputs_differ S n d m m_gt0).
pose us := [:: narrow_networks.Unit (fun=> 0) 0 (fun=> 0 : S)].
apply: (says_exists_value (w := told_block n d c w b g us)); [by move=> ?; exact: any_and | exact: told_block_value | | ].
Abort.
