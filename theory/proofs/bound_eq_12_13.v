(* SPDX-License-Identifier: Apache-2.0 *)
(* Equations 12 and 13 of Positional Attention (attention_lines.v), as the meaning of their statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms calls_bounded_layers calls_side_by_side.
From attest Require attention_lines statements_positional_eq_12_13.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_eq_12_13.printed) f) (only parsing).
Definition transposes_and_unit_d := Eval compute in the "transposes_and_unit".

Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | exact: pairs_all (names_all _) (enumerates_indices _)
        | match goal with |- is_true (0 < size _)%N =>
            first [by rewrite size_indices | apply: pairs_gt0; rewrite ?size_indices ?names_gt0 //; first [exact: names_all | exact: enumerates_indices]] end ].
Ltac built_in_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Call "side_by_side" [:: Binary Concatenate _ _]) _ => refine (y_side_by_side_and _ _ _ _); [provided | value | intros ?; value | value]
  end.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "stacked" _ = _ => by_call call_block
  | |- call _ _ "unit" _ = _ => found_call call_unit
  end.
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Let floor_int : forall i : int, floor (functions_of S) (i%:~R : F) = i := @floor_integer S.
Lemma call_transposes_and_unit defs n H (A : nat -> nat -> F) :
  provides [:: transposes_and_unit_d; unit_d; side_by_side_d; stacked_d; transpose_d; is_rectangular_d] defs -> (0 < n)%N ->
  call (functions_of S) defs "transposes_and_unit" [:: mat (H * n) n A; Num n%:R; Num H%:R] =
  Value (sheet (indices n) (pairs (block_names H) (indices n)) (attention_lines.side_by_side_and_unit (fun h : 'I_H => block A h : 'I_n -> 'I_n -> F))).
Proof. by move=> W n_gt0; enter; apply: yields_eq; first by value. Qed.

(* Rows of the blocks of stacked matrices. *)
Lemma block_norm1 H n (A : nat -> nat -> F) : all (fun i => \sum_(e <- iota 1 n) `|A i e| == 1%:R) (iota 1 (H * n)) ->
  forall (h : 'I_H) (i : 'I_n), norm1 (block A h i : 'I_n -> F) = 1.
Proof.
move=> /allP rows h i; rewrite -[RHS](eqP (rows (h * n + i.+1)%N _)) ?sum_from_1 // mem_iota addnS /= add1n ltnS.
by apply: leq_trans (leq_mul (ltn_ord h) (leqnn n)); rewrite mulSn addnC ltn_add2r.
Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "stacked" _ = _ => by_call call_block
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "norm_1_inf" _ = _ => found_call call_norm_1_inf
  | |- call _ _ "transposes_and_unit" _ = _ => found_call call_transposes_and_unit
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: positional.eq-12-13 printed sha256:178286d95fb78e3dd28b000e7a93ec7de109c26ffae9ddd4bbe6207df0b17f21 theorem:eq_12_13 *)
Theorem eq_12_13 : Holds statements_positional_eq_12_13.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => dV dV_gt0 _; meaning_for_all => m m_gt0 _.
meaning_for_all => A _ /block_norm1 rows; meaning_for_all => Z _ _; meaning_for_all => Y _ _; meaning_for_all => V _ _.
have [[bound_12 equal_12] lines] := attention_lines.eq_12_13 Z Y V (Ordinal n_gt0) rows; meaning_parts.
- by meaning_value; exact: bound_12.
- by meaning_value; apply/eqP; exact: equal_12.
- by meaning_for_all => h _ _; meaning_value; have [bound_13 _] := lines h; exact: bound_13.
by meaning_for_all => h _ _; meaning_value; have [_ equal_13] := lines h; apply/eqP; exact: equal_13.
Qed.
