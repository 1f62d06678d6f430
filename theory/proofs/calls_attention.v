(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of attention.stm give for heads: the encodings of section 2, eq. 4 and eq. 8. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation biases_l := [:: bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; zeros_d; matmul_d; dot_d; is_rectangular_d].
(* What eqs. 4 and 8 need, the latest first; l stands among the operations on matrices. *)
Notation attention_l l := ([:: bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; transpose_d]
  ++ l ++ [:: matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d]).
(* What an encoding makes of a head's queries and keys. *)
Definition encoding (F : Type) := (nat -> nat -> F) -> (nat -> nat -> F) -> nat -> nat -> F.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f g : nat -> F) (A B C Q K R X : nat -> nat -> F) (m n k d q : nat) (h r : value F).

Lemma true_and_true defs env a b l : yields fs defs env a (Bool true) -> yields fs defs env (And (b :: l)) (Bool true) ->
  yields fs defs env (And (a :: b :: l)) (Bool true).
Proof. by move=> ya yl; apply: (y_and ya (fun _ => yl)). Qed.

(* --- Encodings: eq. 4 ------------------------------------------------------------------------------------------------------- *)
(* r_{i-j} stands at place i + n - j. *)
Definition biased_shaw n k R Q i j : F := \sum_(l <- iota 1 k) Q i l * R (i + n - j)%N l.
Definition biased_deberta n k R T Q K i j : F :=
  \sum_(l <- iota 1 k) Q i l * R (i + n - j)%N l + \sum_(l <- iota 1 k) T (i + n - j)%N l * K j l.
Definition biased_transformer_xl n k (R : nat -> nat -> F) f g Q K i j : F :=
  \sum_(l <- iota 1 k) Q i l * R (i + n - j)%N l + \sum_(l <- iota 1 k) f l * K j l + \sum_(l <- iota 1 k) g l * R (i + n - j)%N l.

Lemma call_bias_shaw defs n k R Q : provides [:: bias_shaw_d; relative_d; dot_d] defs ->
  call fs defs "bias_shaw" [:: mat n k Q; mat (2 * n - 1) k R] = Value (mat n n (biased_shaw n k R Q)).
Proof. by move=> W; enter; value. Qed.
Lemma call_bias_deberta defs n k R T Q K : provides [:: bias_deberta_d; relative_d; dot_d] defs ->
  call fs defs "bias_deberta" [:: mat n k Q; mat n k K; mat (2 * n - 1) k R; mat (2 * n - 1) k T] = Value (mat n n (biased_deberta n k R T Q K)).
Proof. by move=> W; enter; value. Qed.
Lemma call_bias_transformer_xl defs n k q R W f g Q K : provides [:: bias_transformer_xl_d; relative_d; matmul_d; dot_d; is_rectangular_d] defs -> (0 < q)%N ->
  call fs defs "bias_transformer_xl" [:: mat n k Q; mat n k K; mat (2 * n - 1) q R; mat q k W; vec k f; vec k g] =
    Value (mat n n (biased_transformer_xl n k (product q R W) f g Q K)).
Proof. by move=> Wd q_gt0; enter; value. Qed.

(* r is the family that Transformer-XL keeps fixed. *)
Definition encodes h n k r (B : encoding F) : Prop :=
  forall defs Q K, provides biases_l defs -> call fs defs "bias" [:: h; mat n k Q; mat n k K; r] = Value (mat n n (B Q K)).
Lemma equal_variant h s t : field_at h "variant" = Value (Symb s) -> forall env defs, lookup "h" env = Some h ->
  yields fs defs env (Chain (Field (Name "h") "variant") [:: (Equal, Sym t)]) (Bool (String.eqb s t)).
Proof. by move=> hs env defs h_in; apply: y_compare; [apply: y_field hs; exact: (y_name _ _ h_in) | value | ]. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "bias_shaw" _ = _ => found_call call_bias_shaw
  | |- call _ _ "bias_deberta" _ = _ => found_call call_bias_deberta
  | |- call _ _ "bias_transformer_xl" _ = _ => found_call call_bias_transformer_xl
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  end.
Ltac this_variant hv := repeat (first [apply: y_yes; [exact: (equal_variant _ hv) | ] | apply: y_no; [exact: (equal_variant _ hv) | ]]); value.
Lemma encodes_t5 h n k r f : field_at h "variant" = Value (Symb "t5") -> field_at h "m" = Value (vec (2 * n - 1) f) -> (0 < n)%N ->
  encodes h n k r (fun _ _ i j => f (i + n - j)%N).
Proof. by move=> hv hm n_gt0 defs Q K W; enter; this_variant hv. Qed.
Lemma encodes_shaw h n k r R : field_at h "variant" = Value (Symb "shaw") -> field_at h "r" = Value (mat (2 * n - 1) k R) ->
  encodes h n k r (fun Q _ => biased_shaw n k R Q).
Proof. by move=> hv hr defs Q K W; enter; this_variant hv. Qed.
Lemma encodes_deberta h n k r R T : field_at h "variant" = Value (Symb "deberta") -> field_at h "r" = Value (mat (2 * n - 1) k R) ->
  field_at h "s" = Value (mat (2 * n - 1) k T) -> encodes h n k r (biased_deberta n k R T).
Proof. by move=> hv hr ht defs Q K W; enter; this_variant hv. Qed.
Lemma encodes_transformer_xl h n k q R W f g : field_at h "variant" = Value (Symb "transformer_xl") -> field_at h "WR" = Value (mat q k W) ->
  field_at h "u" = Value (vec k f) -> field_at h "v" = Value (vec k g) -> (0 < q)%N ->
  encodes h n k (mat (2 * n - 1) q R) (biased_transformer_xl n k (product q R W) f g).
Proof. by move=> hv hW hu hf q_gt0 defs Q K Wd; enter; this_variant hv. Qed.
Lemma encodes_none h n k r : field_at h "variant" = Value (Symb "none") -> encodes h n k r (fun _ _ _ _ => 0).
Proof. by move=> hv defs Q K W; enter; this_variant hv. Qed.

(* --- Eqs. 4 and 8 ----------------------------------------------------------------------------------------------------------- *)
Definition weights n d k (B : encoding F) Q K X i : nat -> F :=
  soft n (fun j => score d k Q K X i j + B (product d X Q) (product d X K) i j).
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "hadamard" _ = _ => found_call call_hadamard
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "bias" _ = _ => match goal with H : encodes _ _ _ _ _ |- _ => apply: H; provided end
  end.
Lemma call_rpe_attention defs h n d k r (B : encoding F) Q K X : provides (rpe_attention_d :: attention_l [::]) defs ->
  encodes h n k r B -> field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  call fs defs "rpe_attention" [:: h; mat n d X; r] = Value (mat n n (weights n d k B Q K X)).
Proof. by move=> W enc hQ hK n_gt0 d_gt0 k_gt0; enter; value. Qed.
Definition factored n (A : nat -> nat -> F) f i j : F := A i j * f (i + n - j)%N.
Lemma call_urpe_attention defs h n d k r (B : encoding F) Q K X c :
  provides [:: urpe_attention_d, rpe_attention_d & attention_l [:: hadamard_d]] defs ->
  encodes h n k r B -> field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) -> field_at h "c" = Value (vec (2 * n - 1) c) ->
  (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  call fs defs "urpe_attention" [:: h; mat n d X; r] = Value (mat n n (factored n (weights n d k B Q K X) c)).
Proof.
move=> W enc hQ hK hc n_gt0 d_gt0 k_gt0; enter.
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | ].
- by refine (y_call _ _ _); [values | reflexivity | apply: call_rpe_attention enc hQ hK _ _ _ => //; provided].
- by value.
by apply: call_hadamard; provided.
Qed.
End Calls.
