(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 6 as printed, two tokens: whatever the two heads' weights are, two inputs that row 1 cannot tell apart are to become
   different there; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require confused.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements.
From attest Require Import statements_urpe_lemma_6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions finding_two_tokens_are_confused) f) (only parsing).
Definition mixed_d := Eval compute in of_claim "mixed".
Definition psi_d := Eval compute in of_claim "psi".
Definition tokens_d := Eval compute in of_claim "tokens".
Definition selective_shift_d := Eval compute in of_claim "selective_shift".

Section Confused.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (x : F * F) (p q : F).

Definition pair_of x (i : nat) : F := if i == 1%N then x.1 else x.2.
Lemma y_least defs env a n (f : nat -> F) : (0 < n)%N -> yields fs defs env a (vec n f) ->
  yields fs defs env (Call "min" [:: a]) (Num (foldl Num.min (f 1%N) [seq f i | i <- iota 2 n.-1])).
Proof.
case: n => // n _ ya; refine (y_built_in _ _ _); [refine (all_cons ya (all_nil _ _ _)) | reflexivity | ].
rewrite /= /extreme; have -> : numbers_in [seq Value v | v <- [seq Num (f i) | i <- iota 1 n.+1]] = Value [seq f i | i <- iota 1 n.+1].
  by rewrite -map_comp numbers_in_map.
by [].
Qed.
Lemma call_mixed defs x p q : provides [:: mixed_d] defs ->
  call fs defs "mixed" [:: vec 2 (pair_of x); Num p; Num q] = Value (Num (confused.mixed p q x)).
Proof.
move=> W; have two_gt0 : (0 < 2)%N by []; enter; apply: yields_eq; first by value.
by [].
Qed.
Lemma call_psi defs x : provides [:: psi_d; tokens_d; selective_shift_d; apply_d; dot_d] defs ->
  call fs defs "psi" [:: vec 2 (pair_of x); Num 1%:R; Num 3%:R; Num 1%:R] = Value (Num (confused.psi_1 1 3%:R x)).
Proof.
move=> W; have two_gt0 : (0 < 2)%N by []; enter.
have tokens_c : call fs earlier "tokens" [:: vec 2 (pair_of x)] = Value (mat 2 1 (fun i _ => pair_of x i)).
  have Wt : provides [:: tokens_d] earlier by provided.
  have [e found We] := provides_find Wt; refine (call_yields found _ _); [reflexivity | open_body].
  apply: y_list_over; [by value | move=> i _].
  by apply: yields_eq; [value | ].
pose s i : F := \sum_(j <- iota 1 1) pair_of x i * 1.
have sE i : s i = pair_of x i by rewrite /s big_seq1 mulr1.
pose R i j : F := if (j%:R == 1%:R :> F) && ((1%:R < s i) && (s i < 3%:R)) then top 2 s - foldl Num.min (s 1%N) [seq s i | i <- iota 2 1] else 0%:R.
have shift_c : call fs earlier "selective_shift" [:: mat 2 1 (fun i _ => pair_of x i); vec 1 (fun=> 1%:R); Num 1%:R; Num 3%:R] = Value (mat 2 1 R).
  have Ws : provides [:: selective_shift_d; apply_d; dot_d] earlier by provided.
  have [e found We] := provides_find Ws; refine (call_yields found _ _); [reflexivity | open_body].
  apply: (y_let (v := vec 2 s)).
    by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
  apply: y_list_over => [|i i_n]; first by value.
  apply: y_list_over => [|j j_n]; first by value.
  apply: y_if_number; [by value | move=> _ | by move=> _; value].
  by apply: y_subtract; [value | refine (y_least two_gt0 _); value].
have one_y env : yields fs earlier env (ListOf [:: Number (BinNums.Npos BinNums.xH)]) (vec 1 (fun=> 1%:R)) by apply: yields_eq; [value | ].
apply: (yields_eq (v := Num (R 1%N 1%N))).
  apply: (@y_at _ _ floor_int _ _ _ _ 1 (fun j => Num (R 1%N j)) _ 1%N); [ | by value | by [] | by [] | by []].
  apply: (@y_at _ _ floor_int _ _ _ _ 2 (fun i => vec 1 (R i)) _ 1%N); [ | by value | by [] | by [] | by []].
  refine (y_call _ _ shift_c); [ | reflexivity].
  refine (all_cons _ (all_cons (one_y _) _)); last by values.
  by refine (y_call _ _ tokens_c); [values | reflexivity].
by rewrite /R /confused.psi_1 eqxx /top /= !sE.
Qed.
End Confused.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "mixed" _ = _ => apply: call_mixed; provided
  | |- call _ _ "psi" _ = _ => apply: call_psi; provided
  end.

(* attest: urpe.lemma-6 finding_two_tokens_are_confused sha256:f6c23b7e528d2a224dc3c10fc35b93e84cc7b282590ee92291d3b666a6a20473 theorem:two_tokens_are_confused *)
Theorem two_tokens_are_confused : Holds finding_two_tokens_are_confused.
Proof.
opening S W; meaning_for_all => p _ _; meaning_for_all => q _ _.
have [x [y [[x1 x2] [y1 y2] same apart]]] := confused.two_tokens_are_confused p q.
meaning_exists (pair_of x); first by rewrite /= x1 x2.
meaning_exists (pair_of y); first by rewrite /= y1 y2.
meaning_value; rewrite same eqxx /=.
by apply/eqP.
Qed.
