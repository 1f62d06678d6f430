(* SPDX-License-Identifier: Apache-2.0 *)
(* Blocks that are named, with one head of scores 0 and without normalizations: what eq. 8 gives for such a head, and that the conditions on blocks and
   heads hold of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_steps calls_constant_network calls_two_runs.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_normalization" _ = _ => found_call call_is_normalization_none
  end.

Section OneHead.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (a b c f g : nat -> F) (A O V W X Z : nat -> nat -> F) (n d k q : nat) (h v B : value F).

(* T5's head with all scores 0. *)
Definition even_head n d q c V b O : value F :=
  Rec [:: ("variant", Symb "t5"); ("WQ", mat d 1 (fun _ _ => 0)); ("WK", mat d 1 (fun _ _ => 0)); ("m", vec (2 * n - 1) (fun=> 0)); ("c", vec (2 * n - 1) c);
    ("WV", mat d q V); ("bV", vec q b); ("WO", mat q d O)]%string.
Definition one_head_block d r h a W f V g : value F :=
  Rec [:: ("heads", List [:: h]); ("bO", vec d a); ("W1", mat d r W); ("b1", vec r f); ("W2", mat r d V); ("b2", vec d g); ("norm1", no_norm S); ("norm2", no_norm S)]%string.
Lemma even_head_value n d q c V b O : is_value (even_head n d q c V b O).
Proof.
move: (is_value_mat d 1 (fun _ _ => 0 : F)) (is_value_vec (2 * n - 1) (fun=> 0 : F)) (is_value_vec (2 * n - 1) c) (is_value_mat d q V) (is_value_vec q b) (is_value_mat q d O).
by rewrite /even_head; move: (mat _ _ _) (vec _ _) (vec _ _) (mat _ _ _) (vec _ _) (mat _ _ _) => v1 v2 v3 v4 v5 v6; rewrite /= => -> -> -> -> -> ->.
Qed.
Lemma one_head_block_value d r h a W f V g : is_value h -> is_value (one_head_block d r h a W f V g).
Proof.
move: (is_value_vec d a) (is_value_mat d r W) (is_value_vec r f) (is_value_mat r d V) (is_value_vec d g).
by rewrite /one_head_block; move: (vec _ _) (mat _ _ _) (vec _ _) (mat _ _ _) (vec _ _) => v1 v2 v3 v4 v5; rewrite /= => -> -> -> -> -> ->.
Qed.

(* --- Eq. 8: C / n --------------------------------------------------------------------------------------------------------------------- *)
Definition even n c i j : F := n%:R^-1 * c (i + n - j)%N.
Lemma call_even_attention defs n d q c V b O X r : provides [:: urpe_attention_d, rpe_attention_d & attention_l [:: hadamard_d]] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "urpe_attention" [:: even_head n d q c V b O; mat n d X; r] = Value (mat n n (even n c)).
Proof.
move=> P n_gt0 d_gt0; set h := even_head _ _ _ _ _ _ _.
have enc : encodes h n 1 r (fun _ _ i j => 0) by exact: (@encodes_t5 S h n 1 r (fun=> 0)).
rewrite (call_urpe_attention (k := 1) X P enc (erefl _) (erefl _) (erefl _)) //; congr Value; apply: mat_ext => i j i_n j_n.
rewrite /factored /weights soft_flat // => k k_n; congr (_ + _).
by rewrite /score !big1 // => l _; rewrite /product [X in X * _]big1 ?mul0r // => p _; rewrite mulr0.
Qed.

(* --- Conditions ------------------------------------------------------------------------------------------------------------------------ *)
Lemma call_is_even_variant defs n d q c V b O : provides [:: is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N ->
  call fs defs "is_variant" [:: even_head n d q c V b O; Num n%:R; Num d%:R; Num 1%:R] = Value (Bool true).
Proof.
move=> P n_gt0; apply: (@call_is_variant S _ (even_head n d q c V b O) n d 1 (fun _ _ => 0) (fun _ _ => 0)) => //.
exact: (@WithT5 S _ n 1 (fun=> 0)).
Qed.
Lemma call_is_value_path defs h d k V b O : provides [:: is_value_path_d; is_matrix_d; is_vector_d] defs -> path_of h d k V b O ->
  call fs defs "is_value_path" [:: h; Num d%:R] = Value (Bool true).
Proof.
move=> P [k_gt0 hV hb hO]; enter; set env := [:: _; _].
have h_y : yields fs earlier env (Name "h") h by []; have d_y : yields fs earlier env (Name "d") (Num d%:R) by [].
have len_y : yields fs earlier env (Call "len" [:: Field (Name "h") "bV"])%string (Num k%:R) by apply: y_len; apply: y_field hb.
have P' : provides [:: is_vector_d] earlier by provided.
apply: true_and_true; first by apply: yields_eq; [apply: y_compare; [exact: len_y | value | by []] | congr Bool; rewrite ler1n].
apply: true_and_true; first exact: (y_is_matrix prov _ hV d_y len_y).
apply: true_and_true; first exact: (y_is_vector P' _ hb len_y).
by apply: y_and1; exact: (y_is_matrix prov _ hO len_y d_y).
Qed.
Lemma call_is_rowwise_one_head defs d r h a W f V g : provides [:: is_rowwise_part_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < r)%N ->
  call fs defs "is_rowwise_part" [:: one_head_block d r h a W f V g; Num d%:R] = Value (Bool true).
Proof. by move=> P r_gt0; enter; apply: yields_eq; [value | rewrite ler1n r_gt0]. Qed.

Lemma rowwise_one_head d r h a W f V g : (0 < r)%N -> rowwise_of (one_head_block d r h a W f V g) d (fed d r W f V g).
Proof.
have none : normalizes (no_norm S) d id by move=> defs x P; enter; apply: y_yes; value.
by move=> r_gt0; exact: (RowwiseOf (B := one_head_block d r h a W f V g) r_gt0 erefl erefl erefl erefl erefl erefl erefl none none erefl).
Qed.
End OneHead.
