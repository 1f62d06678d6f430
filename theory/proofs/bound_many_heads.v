(* SPDX-License-Identifier: Apache-2.0 *)
(* The heads of many_heads.v, which need the factor sqrt(H) of Lemma C.9, as the meaning of their statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables exp_bounds row_norms calls_bounded_layers.
From attest Require bounded_layers many_heads statements_positional_lemma_c9_attention_term.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Heads.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (H : nat).

(* The number e in H rows of length 1, as a matrix of the language. *)
Lemma y_equal_rows defs env e (y : F) H : yields fs defs env (Name "H"%string) (Num H%:R) -> (forall h, yields fs defs (("h"%string, h) :: env) e (Num y)) ->
  yields fs defs env (ListOver (ListOf [:: e]) [:: ("h"%string, Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "H"%string))] None)
    (mat (H * 1) 1 (fun _ _ => y)).
Proof.
move=> yH ye; rewrite muln1; refine (y_list_over (h := fun i => Num i%:R) (l := iota 1 H) _ (g := fun i => vec 1 (fun _ => y)) _).
  by apply: (y_from_1 floor_int); [value | exact: yH | reflexivity].
by move=> i _; apply: (y_numbers (xs := [:: y])); refine (numbers_cons _ (numbers_nil _ _ _)).
Qed.

Lemma y_two_tokens defs env : yields fs defs env
  (ListOf [:: ListOf [:: Number (BinNums.Npos BinNums.xH)]; ListOf [:: Negate (Number (BinNums.Npos BinNums.xH))]])
  (sheet (indices 2) (indices 1) (many_heads.tokens F)).
Proof.
apply: (yields_eq (v := mat 2 1 (fun i _ => if i == 1%N then 1%:R else - 1%:R))); first by apply: yields_eq; [value | reflexivity].
by rewrite mat_ordinals; apply: sheet_ext => i j; rewrite /at_ordinals /many_heads.tokens eqSS.
Qed.

Lemma heads_at H t : @heads_of S H 1 1 1 1 (fun _ _ => t / 2%:R) (fun _ _ => 1) (fun _ _ => 1) = @many_heads.heads_at F (ordinal_finType H) t.
Proof. by []. Qed.
End Heads.

(* attest: positional.lemma-c9-attention-term finding_root_of_heads_is_needed sha256:5765e0b5eef099a0d5f6a6b16456ebd4b321c19826b54e07fa2075004ca9a822 theorem:root_of_heads *)
Theorem root_of_heads : Holds statements_positional_lemma_c9_attention_term.finding_root_of_heads_is_needed.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => c _ c_lt1.
have [t [t_gt0 large]] := many_heads.root_of_heads (@exp_add S) (@exp_gt0 S) (@exp_above S) (Ordinal m_gt0) c_lt1.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have one_gt0 : (0 < 1)%N by [].
have two_gt0 : (0 < 2)%N by [].
have root_m : 0 <= m%:R :> S by rewrite ler0n.
meaning_exists t; refine (says_expression (p := true) _ _) => //.
refine (y_let (y_two_tokens _ _) _).
refine (y_let (v := heads_value (@many_heads.heads_at S (ordinal_finType m) t)) _ _).
  refine (y_call (vs := [:: mat (m * 1) 1 (fun _ _ => t / 2%:R); mat (m * 1) 1 (fun _ _ => 1%:R); mat (m * 1) 1 (fun _ _ => 1%:R); Num m%:R]) _ _ _);
    [ | reflexivity | rewrite -heads_at; by_call call_head_list].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [apply: y_equal_rows => [|h]; value .. | value].
refine (y_let (v := heads_value (@many_heads.heads_at S (ordinal_finType m) (- t))) _ _).
  refine (y_call (vs := [:: mat (m * 1) 1 (fun _ _ => - t / 2%:R); mat (m * 1) 1 (fun _ _ => 1%:R); mat (m * 1) 1 (fun _ _ => 1%:R); Num m%:R]) _ _ _);
    [ | reflexivity | rewrite -heads_at; by_call call_head_list].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [apply: y_equal_rows => [|h]; value .. | value].
apply: yields_eq; first by value.
by congr Bool; move: large; rewrite card_ord => large; exact: large.
Qed.
