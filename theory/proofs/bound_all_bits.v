(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorem 5.1 of Positional Attention: one number holds all data. The mean of the codes 1, 2, 4, ... of N bits tells each of them (`bitsK` of benes.v), as the
   meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_tuples.
From attest Require statements_positional_theorem_5_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Open Scope nat_scope.
(* The sum of the codes of the bits of w, and w read off it. *)
Definition codes (w : seq nat) := \sum_(t <- from_to 1 (size w)) 2 ^ (t - 1) * item 0 w t.
Lemma from_1_to n : from_to 1 n = map succn (iota 0 n).
Proof. by rewrite /from_to subSS subn0 -[1]addn0 iotaDl. Qed.
Lemma codesK (w : seq nat) : {subset w <= [:: 0; 1]} -> [seq codes w %/ 2 ^ (t - 1) %% 2 | t <- from_to 1 (size w)] = w.
Proof.
move=> small; pose b : routing.label (size w) := [ffun t : 'I_(size w) => nth 0 w t == 1].
have entry t : t < size w -> (nth 0 w t == 1) = nth 0 w t :> nat.
  by move=> t_lt; have := small _ (mem_nth 0 t_lt); rewrite !inE => /orP[] /eqP ->.
have codesE : codes w = number b.
  rewrite /codes /number from_1_to big_map -[X in iota _ X]subn0 big_mkord; apply: eq_bigr => t _.
  by rewrite ffunE entry // /item /= subn1 mulnC.
apply: (@eq_from_nth _ 0) => [|t]; rewrite ?size_map from_1_to ?size_map size_iota // => t_lt.
rewrite -map_comp (nth_map 0) ?size_iota // nth_iota //= subn1 add0n /= codesE -[RHS]entry // modn2.
by have [/ffunP/(_ (Ordinal t_lt)) + _] := bitsK b; rewrite !ffunE /= => ->.
Qed.
Local Close Scope nat_scope.

(* attest: positional.theorem-5-1 finding_one_number_holds_all_bits sha256:29e524a7e08e3faf2f2c8f36712c274680788f38085a07635707808e94da9fc4 theorem:one_number_holds_all_bits *)
Theorem one_number_holds_all_bits : Holds statements_positional_theorem_5_1.finding_one_number_holds_all_bits.
Proof.
opening S W; natural_for_all => N N_gt0 _.
have N_neq0 : (N%:R : S) != 0 by rewrite pnatr_eq0 -lt0n.
apply: (says_for_tuples (l := [:: 0; 1]%N) (n := N)) => [||w size_w small]; [ | naturally | ].
  by refine (y_list (vs := [:: whole 0; whole 1]) _); refine (all_cons _ (all_cons _ (all_nil _ _ _))); naturally.
refine (says_expression (p := true) _ _) => //.
refine (y_let (v := Num ((codes w)%:R / N%:R)) _ _).
  by refine (y_divide _ _ N_neq0); rewrite /codes -?size_w; naturally.
apply: yields_eq; first refine (w_same (s := w) (t := [seq codes w %/ 2 ^ (t - 1) %% 2 | t <- from_to 1 (size w)]%N) _ _).
- by naturally.
- rewrite size_w; refine (w_list _ _); first by naturally.
  move=> t t_in; refine (w_mod _ _ _); [ | naturally | by []].
  refine (w_div _ _ _); [ | naturally | by rewrite expn_gt0].
  apply: yields_eq; first by refine (y_multiply _ _); [naturally | exact: y_name].
  by rewrite mulrC divfK.
by rewrite codesK // eqxx.
Qed.
