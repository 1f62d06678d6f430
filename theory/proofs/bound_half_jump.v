(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Definition 5: at a jump one value is within half of it from both sides; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_blocks calls_networks calls_modified.
From attest Require statements_urpe_definition_5.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma half_way (F : realFieldType) (a b : F) : `|(a + b) / 2%:R - a| = `|b - a| / 2%:R.
Proof.
have two : 2%:R != 0 :> F by rewrite pnatr_eq0.
have -> : (a + b) / 2%:R - a = (b - a) / 2%:R.
  by apply: (mulIf two); rewrite mulrBl !divfK // mulr_natr mulr2n opprD addrA [a + b]addrC addrK.
by rewrite normrM normfV normr_nat.
Qed.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | idtac].
Ltac known_call ::=
  lazymatch goal with
  | H : phi_of _ _ _ _ _ _ |- call _ _ "phi_piece" [:: _; Num (_ + _); _] = _ => apply: (call_next_piece _ H); [provided | assumption]
  | H : phi_of _ _ _ _ _ _ |- call _ _ "phi_piece" _ = _ => apply: (call_phi_piece _ H); [provided | assumption]
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.definition-5 finding_uniformly_up_to_half_the_jump sha256:29c5e8c6c275cf25956b63f2a2da5b79c044e639d5cbe54effd71f9ee66ff8ce theorem:half_of_the_jump *)
Theorem half_of_the_jump : Holds statements_urpe_definition_5.finding_uniformly_up_to_half_the_jump.
Proof.
opening S W; apply: says_for_values => [v|v is_f]; first by any_named W.
have is_c : call (functions_of S) defs "is_phi" [:: v] = Value (Bool true) by apply: true_named_call is_f _.
have [|k [p [a [s [t f_of]]]]] := is_phi_true _ is_c; first by provided.
have [hp _ _ _] := f_of; meaning_for_all => j /in_from_1 j_k _; have [j_gt0 j_le] := andP j_k.
have j_k1 : (0 < j <= k.+1)%N by rewrite j_gt0 leqW.
meaning_exists ((s j * p j + t j + (s j.+1 * p j + t j.+1)) / 2%:R); meaning_value.
by rewrite half_way lexx [X in X / _ - _]addrC half_way distrC lexx.
Qed.
