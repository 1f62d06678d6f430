(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorem of binary_encodings.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require hardmax binary_encodings calls_naturals calls_srpe calls_trees statements_positional_binary_encodings.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition binary_d := Eval compute in definition_in (definitions statements_positional_binary_encodings.printed) "binary".
Ltac side ::= first [assumption | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "ceil_log2" _ = _ => apply: calls_trees.call_ceil_log2; provided
  end.
Lemma call_binary (S : numbers) defs n : provides [:: binary_d; calls_trees.ceil_log2_d] defs ->
  call (functions_of S) defs "binary" [:: Num n%:R] = Value (table (binary_encodings.binary S n (up_log 2 n))).
Proof.
move=> W; have floor_int := @floor_integer S; enter; set k := up_log 2 n; apply: y_let; first by value.
refine (y_list_over (h := fun i : 'I_n => Num i.+1%:R) (l := indices n) (g := fun i => column (binary_encodings.binary S n k i)) _ _); first by value.
move=> i _; apply: (yields_eq (v := column (fun j : 'I_k => if (i %/ 2 ^ (k - j.+1) %% 2)%N%:R == 1%:R :> S then 1%:R else - 1%:R : S))); last first.
  apply: column_ext => j; rewrite mxE /binary_encodings.bit (_ : k - j.+1 = k.-1 - j)%N; last by rewrite subnS -subn1 subnAC subn1.
  by rewrite modn2; case: (odd _); rewrite ?eqxx // eq_sym oner_eq0.
refine (y_list_over (h := fun j : 'I_k => Num j.+1%:R) (l := indices k) (g := fun j : 'I_k => Num (if (i %/ 2 ^ (k - j.+1) %% 2)%N%:R == 1%:R :> S then 1%:R else - 1%:R)) _ _); first by value.
move=> j _; have rest : k%:R - j.+1%:R = (k - j.+1)%:R :> S by rewrite natrB.
have before : i.+1%:R - 1%:R = i%:R :> S by rewrite mulrSr addrK.
refine (y_if_number _ (fun _ => _) (fun _ => _)); [ | value | value].
refine (y_compare (v := Num (i %/ 2 ^ (k - j.+1) %% 2)%N%:R) (w := Num 1%:R) _ _ _); [ | value | reflexivity].
apply: calls_naturals.y_mod; [ | value | reflexivity | reflexivity | by []].
apply: calls_naturals.y_div; [value | refine (y_power floor_int _ _ rest); value | exact: before | exact: esym (natrX _ _ _) | by rewrite expn_gt0].
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "ceil_log2" _ = _ => apply: calls_trees.call_ceil_log2; provided
  | |- call _ _ "binary" _ = _ => apply: call_binary; provided
  | |- call _ _ "scores" _ = _ => found_call calls_positional.call_scores
  | |- call _ _ "hardmax_rows" _ = _ => found_call call_hardmax_rows
  | |- call _ _ "unique_pattern" _ = _ => found_call call_unique_pattern
  end.

(* attest: positional.binary-encodings printed sha256:dd98af5cd8877aee5f9e9b9b904d3c6fd6d5e9e83f7e6bfc22d4424b0a9e0c7e theorem:constant_pattern_is_missed *)
Theorem constant_pattern_is_missed : Holds statements_positional_binary_encodings.printed.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltnW.
have k_gt0 : (0 < up_log 2 n)%N by rewrite up_log_gt0.
have /andP[low high] := up_log_bounds (isT : (1 < 2)%N) n_gt1.
pose source : srpe.sequence n n := [ffun=> Ordinal n_gt0].
refine (says_exists (t := source) _ _ _ _ _); [domain_of | condition_of | | by [] | ].
  by cbn beta; rewrite (perm_mem (calls_srpe.words_all n n)) mem_index_enum.
meaning_for_all => m m_gt0 _; meaning_for_all => WQ _ _; meaning_for_all => WK _ _.
refine (says_expression _ _).
  apply: (y_other_table (A := hardmax.hardmax (hardmax.scores (binary_encodings.binary S n (up_log 2 n)) WQ WK)) (B := hardmax.pattern S source)); by value.
rewrite (_ : hardmax.pattern S source = hardmax.pattern S (fun=> Ordinal n_gt0)); last by apply/matrixP => i j; rewrite !mxE ffunE.
move: (up_log 2 n) k_gt0 low high WQ WK => [//|k] _ low high WQ WK.
case: n n_gt1 n_gt0 {source} low high => [//|[//|n]] _ n_gt0 low high; rewrite (_ : Ordinal n_gt0 = ord0); last exact: val_inj.
by apply: binary_encodings.constant_pattern_is_missed; rewrite low.
Qed.
