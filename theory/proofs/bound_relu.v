(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems of relu.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules formulas numbers.
From attest Require Import attention relu statements_positional_relu_min_max.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [by rewrite ?pnatr_eq0 | idtac].

(* attest: positional.relu-min-max printed sha256:2c79c1e622a09fca48f729fb5242aca45fedaf9d7929b3df0e083a5da87013ca theorem:relu_min_max *)
Theorem relu_min_max : Holds printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => x1 _ _; meaning_for_all => x2 _ _; meaning_value.
by have [/eqP min_x /eqP max_x] := relu.relu_min_max x1 x2; apply/andP; split.
Qed.

(* attest: positional.relu-min-max finding_three_are_enough_for_one sha256:36ce35a5d0923abcef124f8a1e98b2de1bb67fcaad4b70162ab4602f5dc97695 theorem:three_are_enough *)
Theorem three_are_enough : Holds finding_three_are_enough_for_one.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => x1 _ _; meaning_for_all => x2 _ _; meaning_value.
by have [/eqP min_x /eqP max_x] := relu.three_are_enough x1 x2; apply/andP; split.
Qed.

(* attest: positional.relu-min-max finding_two_are_not_enough sha256:b5f46207db2de93ffc36040e7f46542819e05812c996201e6c6acc5489ae6c95 theorem:two_are_not_enough *)
Theorem two_are_not_enough : Holds finding_two_are_not_enough.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => u u_2 _; meaning_for_all => w w_2 _; meaning_for_all => a _ _; meaning_for_all => b _ _; meaning_value.
all: try by [rewrite u_2 | rewrite w_2 | move: H; apply/allP: (t)].
exact: (relu.two_are_not_enough a b u`_0 u`_1 w`_0 w`_1).
Qed.
