(* SPDX-License-Identifier: Apache-2.0 *)
(* T5's head with all weights 0, as the claim about causal C has it: its condition, its layer X + A(X) X, and the printed zeros. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_steps calls_conditions calls_families.
From attest Require statements_urpe_causal_c.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_causal_c.finding_printed_zeros_look_ahead) f) (only parsing).
Definition is_t5_head_d := Eval compute in the "is_t5_head".
Definition layer_d := Eval compute in the "layer".
Definition printed_zeros_d := Eval compute in the "printed_zeros".
Notation urpe_l := [:: urpe_attention_d, rpe_attention_d & attention_l [:: hadamard_d]].

Section Heads.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (c : nat -> F) (X : nat -> nat -> F) (n d : nat).

(* T5's head with all weights 0: its attention matrix has the entries c_{i-j} / n. *)
Definition zero_t5 n c : value F :=
  Rec [:: ("variant", Symb "t5"); ("WQ", mat 1 1 (fun _ _ => 0)); ("WK", mat 1 1 (fun _ _ => 0)); ("m", vec (2 * n - 1) (fun=> 0)); ("c", vec (2 * n - 1) c)]%string.
Lemma zero_t5_value n c : is_value (zero_t5 n c).
Proof.
move: (is_value_mat 1 1 (fun _ _ => 0 : F)) (is_value_vec (2 * n - 1) (fun=> 0 : F)) (is_value_vec (2 * n - 1) c).
by rewrite /zero_t5; move: (mat _ _ _) (vec _ _) (vec _ _) => A f g; rewrite /= => -> -> ->.
Qed.
Lemma zero_t5_meets defs n c : provides [:: is_t5_head_d; is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N ->
  call fs defs "is_t5_head" [:: zero_t5 n c; Num n%:R; Num 1%:R] = Value (Bool true).
Proof.
move=> W n_gt0; enter; set env := [:: _; _; _].
have n2_y : yields fs earlier env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
  by rewrite -twice_less_1.
apply: true_and_true; first exact: (@equal_variant S (zero_t5 n c) "t5" "t5" (erefl _)).
apply: true_and_true; last by apply: y_and1; apply: (@y_is_vector S _ _ (zero_t5 n c) _ _ c _ _ _ _ n2_y) => //; provided.
refine (y_call _ _ _); [ | reflexivity | ]; last first.
  by apply: (@call_is_variant S _ (zero_t5 n c) n 1 1 (fun _ _ => 0) (fun _ _ => 0)); [provided | exact: n_gt0 | by [] | by [] | by [] | apply: WithT5].
by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); value.
Qed.
Lemma zero_t5_attention defs n c X r : provides urpe_l defs -> (0 < n)%N ->
  call fs defs "urpe_attention" [:: zero_t5 n c; mat n 1 X; r] = Value (mat n n (fun i j => n%:R^-1 * c (i + n - j)%N)).
Proof.
move=> W n_gt0; have enc : encodes (zero_t5 n c) n 1 r (fun _ _ i j => 0) by exact: (@encodes_t5 S (zero_t5 n c) n 1 r (fun=> 0)).
rewrite (call_urpe_attention (k := 1) X W enc (erefl _) (erefl _) (erefl _)) //; congr Value; apply: mat_ext => i j i_n j_n.
rewrite /factored /weights soft_flat // => k k_n; congr (_ + _).
by rewrite /score !big1 // => l _; rewrite /product [X in X * _]big1 ?mul0r // => q _; rewrite mulr0.
Qed.
Definition layered n c X i j : F := X i j + \sum_(l <- iota 1 n) n%:R^-1 * c (i + n - l)%N * X l j.
Lemma call_layer defs n c X r : provides (layer_d :: urpe_attention_d :: rpe_attention_d :: attention_l [:: hadamard_d]) defs -> (0 < n)%N ->
  call fs defs "layer" [:: zero_t5 n c; mat n 1 X; r] = Value (mat n 1 (layered n c X)).
Proof.
move=> W n_gt0; enter; refine (y_call _ _ _); [ | reflexivity | apply: (call_matadd floor_int); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
refine (y_call _ _ _); [ | reflexivity | apply: (call_matmul floor_int _ _ _ _ _ n_gt0); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
by refine (y_call _ _ _); [values | reflexivity | apply: zero_t5_attention => //; provided].
Qed.

(* c_{i-j} = 0 for i > j, and for i < j. *)
Lemma call_printed_zeros defs n c : provides [:: printed_zeros_d] defs -> (0 < n)%N -> (forall k, (n < k)%N -> c k = 0) ->
  call fs defs "printed_zeros" [:: vec (2 * n - 1) c; Num n%:R] = Value (Bool true).
Proof.
move=> W n_gt0 c0; enter; apply: y_all_true; first by apply: (y_from_1 floor_int); [value | value | exact: one_less].
move=> k /in_from_1/andP[k_gt0 k_n]; apply: (y_compare (v := Num (c (k + n)%N)) (w := Num 0%:R)); [ | by value | rewrite c0; [by rewrite /compare /= eqxx | by rewrite -[X in (X < _)%N]add0n ltn_add2r]].
apply: (y_at floor_int (i := (k + n)%N)); [by value | by value | by rewrite natrD | | by []].
by rewrite addn_gt0 k_gt0 mul2n -addnn -addnBA // subn1 addnC leq_add2l.
Qed.
End Heads.
