(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of Positional Attention's norms of vectors and of softmax give, for vectors on 'I_n, in the terms of row_norms.v and
   softmax_lipschitz.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals.
From attest Require row_norms softmax_lipschitz statements_positional_lemma_c6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_positional_lemma_c6.finding_modulus.
Local Notation the f := (definition_in library f) (only parsing).
Definition norm_1_d := Eval compute in the "norm_1".
Definition norm_inf_d := Eval compute in the "norm_inf".
Definition softmax_d := Eval compute in the "softmax".
Definition moved_d := Eval compute in the "moved".
Definition distance_d := Eval compute in the "distance".

Section Lists.
Variable S : numbers.
Local Notation F := (values.field S).
Implicit Types (l : seq F) (n : nat).

(* The largest of numbers that are not negative, from left to right and over the indices. *)
Lemma foldl_max l (x : F) : 0 <= x -> foldl Num.max x l = Num.max x (\big[Num.max/0]_(y <- l) y).
Proof.
elim: l x => [|y l IH] x x_ge0 /=; first by rewrite big_nil max_l.
by rewrite big_cons IH ?le_maxr ?x_ge0 // maxA.
Qed.
Lemma largest_indices n (f : 'I_n -> F) : (0 < n)%N -> (forall j, 0 <= f j) ->
  largest [seq f j | j <- indices n] = Some (row_norms.largest f).
Proof.
move=> n_gt0 f_ge0; rewrite /row_norms.largest -(big_map f xpredT id); have := size_indices n.
case: (indices n) => [|j l] /= size_n; first by rewrite -size_n in n_gt0.
by rewrite big_cons foldl_max.
Qed.
(* A number in a list of numbers. *)
Lemma y_number_at defs env a b n (f : 'I_n -> F) y (j : 'I_n) : yields (functions_of S) defs env a (column f) ->
  yields (functions_of S) defs env b (Num y) -> y = j.+1%:R -> yields (functions_of S) defs env (Index a b) (Num (f j)).
Proof. exact: (y_ordinal (@floor_integer S) (h := fun j => Num (f j))). Qed.
(* max of a list: what it is matters less than that it is there. *)
Lemma y_max_of defs env a n (f : 'I_n -> F) : (0 < n)%N -> yields (functions_of S) defs env a (column f) ->
  exists m : F, yields (functions_of S) defs env (Call "max" [:: a]) (Num m).
Proof.
move=> n_gt0 ya; have := size_indices n; case E : (indices n) => [|j l] /= size_n; first by rewrite -size_n in n_gt0.
exists (foldl Num.max (f j) [seq f i | i <- l]); refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | ].
have items : numbers_in [seq Value v | v <- [seq (Num (f i) : value F) | i <- indices n]] = Value [seq f i | i <- indices n].
  by rewrite -map_comp; exact: (numbers_in_map (indices n) f).
by rewrite /= items E.
Qed.
End Lists.

Ltac index_value ::=
  first [refine (y_number_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_ordinal _ _ _ _); [floors | value | value | first [reflexivity | side]]].

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n : nat).

Lemma call_norm_1 defs n (f : 'I_n -> F) : provides [:: norm_1_d] defs ->
  call fs defs "norm_1" [:: column f] = Value (Num (row_norms.norm1 f)).
Proof. by move=> W; enter; value. Qed.
Lemma call_norm_inf defs n (f : 'I_n -> F) : provides [:: norm_inf_d] defs -> (0 < n)%N ->
  call fs defs "norm_inf" [:: column f] = Value (Num (row_norms.norm_inf f)).
Proof.
move=> W n_gt0; enter; apply: y_largest; [value | move=> j _; value | ].
by apply: largest_indices.
Qed.
Lemma call_softmax defs n (f : 'I_n -> F) : provides [:: softmax_d] defs -> (0 < n)%N ->
  call fs defs "softmax" [:: column f] = Value (column (softmax_lipschitz.softmax (@exp_of S) f)).
Proof.
move=> W n_gt0; enter.
have [|m max_m] := @y_max_of S earlier [:: ("x"%string, column f)] (Name "x") n f n_gt0; first by value.
have sum_neq0 : \sum_j exp_of (f j - m) != 0.
  by rewrite gt_eqF // (softmax_lipschitz.sum_gt0 (Ordinal n_gt0)) // => j; exact: exp_gt0.
apply: y_let max_m _; apply: yields_eq; first by value.
apply: column_ext => j; rewrite /softmax_lipschitz.softmax /softmax_lipschitz.share.
rewrite -[f j in RHS](subrK m) [in RHS]exp_add [in RHS](eq_bigr (fun k => exp_of (f k - m) * exp_of m)) => [|k _]; last by rewrite -exp_add subrK.
by rewrite -mulr_suml -mulf_div divff ?mulr1 // gt_eqF ?exp_gt0.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "norm_1" _ = _ => found_call call_norm_1
  | |- call _ _ "norm_inf" _ = _ => found_call call_norm_inf
  | |- call _ _ "softmax" _ = _ => found_call call_softmax
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma call_moved defs n (x y : 'I_n -> F) : provides [:: moved_d; softmax_d; norm_1_d] defs -> (0 < n)%N ->
  call fs defs "moved" [:: column x; column y] =
  Value (Num (row_norms.norm1 (fun i => softmax_lipschitz.softmax (@exp_of S) x i - softmax_lipschitz.softmax (@exp_of S) y i))).
Proof. by move=> W n_gt0; enter; value. Qed.
Lemma call_distance defs n (x y : 'I_n -> F) : provides [:: distance_d; norm_inf_d] defs -> (0 < n)%N ->
  call fs defs "distance" [:: column x; column y] = Value (Num (row_norms.norm_inf (fun i => x i - y i))).
Proof. by move=> W n_gt0; enter; value. Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "norm_1" _ = _ => found_call call_norm_1
  | |- call _ _ "norm_inf" _ = _ => found_call call_norm_inf
  | |- call _ _ "softmax" _ = _ => found_call call_softmax
  | |- call _ _ "moved" _ = _ => found_call call_moved
  | |- call _ _ "distance" _ = _ => found_call call_distance
  | |- call _ _ _ _ = _ => enter_named; value
  end.
