(* SPDX-License-Identifier: Apache-2.0 *)
(* The modulus of softmax is attained (softmax_lipschitz.v), as the meaning of the statement that says it within 10^-30: equality is within everything. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals exp_bounds calls_norms bound_lemma_c6.
From attest Require softmax_lipschitz statements_positional_lemma_c6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* x^-k: 1 divided by a power. *)
Lemma y_inverse_power (S : numbers) defs env a b (x : S) k : yields (functions_of S) defs env a (Num x) ->
  yields (functions_of S) defs env b (Num k.+1%:R) -> x != 0 -> yields (functions_of S) defs env (Binary Power a (Negate b)) (Num (1 / x ^+ k.+1)).
Proof.
rewrite /yields /= => -> -> x_neq0; have -> : - k.+1%:R = (Negz k)%:~R :> S by rewrite NegzE rmorphN.
by rewrite /= (integer_int (@floor_integer S)) /= /divide expf_eq0 /= (negbTE x_neq0).
Qed.

Ltac side ::= first [assumption | reflexivity].

(* attest: positional.lemma-c6 finding_modulus_attained_enclosed sha256:48935113b8f3a769185d7bddd5e4a78b167a5efd28cded3912055b25795b6305 theorem:modulus_attained_enclosed *)
Theorem modulus_attained_enclosed : Holds statements_positional_lemma_c6.finding_modulus_attained_enclosed.
Proof.
opening S W; meaning_for_all => t _ t_ge0; have two : (0 < 2)%N by []; have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have [moved distance] := softmax_lipschitz.modulus_attained (@exp_add S) (@exp_gt0 S) (@exp_above S) t_ge0.
have neq0 := next_neq0 t; have ten_neq0 : 10%:R != 0 :> S by rewrite pnatr_eq0.
refine (says_expression (p := true) _ _) => //; refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
- apply: yields_eq.
    refine (y_compare (c := AtMost) (v := Num _) (w := Num _) _ (y_inverse_power (k := 29) _ _ ten_neq0) _); [ | value | value | reflexivity].
    refine (y_built_in (all_cons (y_subtract (x := _) (y := _) _ _) (all_nil _ _ _)) _ _); [ | value | reflexivity | reflexivity].
    refine (y_call (all_cons (y_apart (t := t) _ _) (all_cons (y_apart (t := - t) _ _) (all_nil _ _ _))) _ _); [ | | | | reflexivity | ].
    + by value.
    + by apply: yields_eq; [value | rewrite ?mulNr].
    + by apply: yields_eq; [value | rewrite ?mulNr].
    + by apply: yields_eq; [value | rewrite ?mulNr ?opprK].
    by apply: call_moved => //; provided.
  by rewrite moved -mulrA subrr normr0 divr_ge0 ?ler01 // exprn_ge0 // ler0n.
apply: yields_eq.
  refine (y_compare (v := Num _) (w := Num _) _ _ _); [ | value | reflexivity].
  refine (y_call (all_cons (y_apart (t := t) _ _) (all_cons (y_apart (t := - t) _ _) (all_nil _ _ _))) _ _); [ | | | | reflexivity | ].
  + by value.
  + by apply: yields_eq; [value | rewrite ?mulNr].
  + by apply: yields_eq; [value | rewrite ?mulNr].
  + by apply: yields_eq; [value | rewrite ?mulNr ?opprK].
  by apply: call_distance => //; provided.
by rewrite distance eqxx.
Qed.
