(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 6 on a grid: with both ends half a step away from the grid's projections the block is the selective shift exactly;
   as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require digits calls_grids calls_sweep calls_sweep_inputs.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_scores calls_modified_blocks bound_selective_shift rules_from_1.
From attest Require statements_urpe_lemma_6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Grid.
Variable S : numbers.
Local Notation F := (values.field S).
Implicit Types (m n d k u v i : nat).

Definition low_end m k : F := k%:R / m%:R - 1%:R / (2%:R * m%:R).
Lemma off_low m u v : (0 < m)%N -> u%:R / m%:R != low_end m v.
Proof.
move=> m_gt0; have m0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have m2 : 2%:R * m%:R != 0 :> F by rewrite mulf_neq0 // pnatr_eq0.
have scaled (w : nat) : 2%:R * m%:R * (w%:R / m%:R) = (2 * w)%:R :> F by rewrite -mulrA [m%:R * _]mulrCA mulfV // mulr1 natrM.
apply/eqP => /(congr1 ( *%R (2%:R * m%:R))); rewrite /low_end mulrBr !scaled mulrCA mulfV // mulr1 => E.
have : (2 * u + 1)%:R == (2 * v)%:R :> F by rewrite natrD E subrK.
by rewrite eqr_nat => /eqP/(congr1 odd); rewrite oddD !oddM.
Qed.
Lemma high_end m k : low_end m k + 1%:R / m%:R = low_end m k.+1.
Proof. by rewrite /low_end addrAC -mulrDl -mulrSr. Qed.
Lemma off_grid n d m k X : (0 < m)%N -> X \in calls_sweep_inputs.inputs m.+1 n d ->
  off n (along d (calls_sweep_inputs.input S m X) (calls_sweep_inputs.weights S m)) (low_end m k) (low_end m k + 1%:R / m%:R).
Proof.
move=> m_gt0 X_in; apply/allP => i /in_from_1 i_n.
have -> : along d (calls_sweep_inputs.input S m X) (calls_sweep_inputs.weights S m) i = (calls_sweep_inputs.code_at m X i)%:R / m%:R.
  have := calls_sweep_inputs.proj_input m m (fun=> 0 : F) X_in i_n; rewrite mul0r add0r => <-.
  by apply: eq_bigr => j _; rewrite addr0.
by rewrite high_end !off_low.
Qed.
End Grid.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "shift_block" _ = _ => found_call call_shift_block
  | |- call _ _ "modified_block" _ = _ => found_call call_shifted
  | |- call _ _ "selective_shift" _ = _ => found_call call_psi
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  end.

(* attest: urpe.lemma-6 finding_exact_on_a_grid sha256:52f3a8921bea6af37d4a83c87ec75182d60dd81588d29e7a5dfc8466171930b1 theorem:exact_on_a_grid *)
Theorem exact_on_a_grid : Holds statements_urpe_lemma_6.finding_exact_on_a_grid.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _.
have m0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
have m2 : 2%:R * m%:R != 0 :> S by rewrite mulf_neq0 // pnatr_eq0.
refine (says_forall (P := xpredT) (h := fun k : nat => Num k%:R) (inside := fun k : nat => k \in iota 0 (m ^ d).+1) _ _ _); [ | by [] | ].
  apply: in_list; apply: (@y_range _ _ (@floor_integer S) _ _ _ _ _ _ 0%N (m ^ d).+1); [by value | | by [] | by rewrite add0n mulrSr].
  by rewrite natrX; value.
move=> k _ _.
refine (says_forall (P := xpredT) (h := fun X => mat n d (calls_sweep_inputs.input S m X)) (inside := fun X => X \in calls_sweep_inputs.inputs m.+1 n d) _ _ _);
  [ | by [] | ].
  apply: in_list; refine (y_call (vs := [:: List (map (@Num S) (calls_grids.grid S m.+1 m)); Num n%:R; Num d%:R]) _ _ _); [ | reflexivity | ]; last first.
    by apply: calls_sweep_inputs.call_grid_inputs; provided.
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
  by refine (y_call (vs := [:: Num m%:R]) _ _ _); [values | reflexivity | apply: (calls_grids.call_closed_grid (@floor_integer S)) => //; provided].
move=> X X_in _; refine (says_expression (p := true) _ _); [ | reflexivity].
set A := calls_sweep_inputs.input S m X; set z := calls_sweep_inputs.weights S m; set b := low_end S m k.
have off_X : off n (along d A z) b (b + 1%:R / m%:R) by exact: off_grid.
have b_c : b < b + 1%:R / m%:R by rewrite ltr_addl divr_gt0 ?ltr0n.
apply: (y_let (v := vec d z)).
  apply: y_list_over => [|j /in_from_1/andP[j_gt0 _]]; first by value.
  apply: (y_power (@floor_integer S) (y := j%:R - 1%:R)); [by value | by value | by rewrite -natrB // subn1].
apply: (y_let (v := Num b)); first by value.
apply: (@y_same_mat S _ _ _ _ n d (shifted "uniform" n d z 1%:R b (b + 1%:R / m%:R) A) (fun i j => A i j + psi n (along d A z) b (b + 1%:R / m%:R) i j));
  [by value | by value | ].
by move=> i j i_n _; rewrite shift_off // ?mul1r //; left.
Qed.
