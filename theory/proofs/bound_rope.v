(* SPDX-License-Identifier: Apache-2.0 *)
(* Over rotations (RoPE) no C meets the attentive condition as long as there are fewer angles than tokens: a theorem of attentive_encodings.v as
   the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require attention attentive attentive_encodings calls_encodings.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_attention calls_blocks calls_heads calls_attentive calls_families bound_attentive_encodings.
From attest Require Import statements_urpe_attentive_condition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions finding_rope_with_fewer_angles_than_tokens) f) (only parsing).
Definition turned_by_d := Eval compute in the "turned_by".
Definition rotated_d := Eval compute in the "rotated".
Definition rope_scores_d := Eval compute in the "rope_scores".

Section Rotations.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (A K Q X w : nat -> nat -> F) (z : F * F) (n d m i j p : nat).
Local Notation couple z := (List [:: Num z.1; Num z.2]).

(* --- Calls ------------------------------------------------------------------------------------------------------------------------ *)
Lemma iter_from_1 (T : Type) (f : T -> T) t i : foldl (fun s (_ : nat) => f s) t (iota 1 i) = iter i f t.
Proof. by elim: i 1%N t => //= i IH a t; rewrite IH -iterSr. Qed.
Lemma call_turned_by defs z w i : provides [:: turned_by_d; calls_encodings.turned_d] defs ->
  call fs defs "turned_by" [:: couple z; couple (w 1%N 1%N, w 1%N 2%N); Num i%:R] = Value (couple (iter i (attentive_encodings.turned (w 1%N 1%N, w 1%N 2%N)) z)).
Proof.
move=> W; enter; rewrite -iter_from_1.
apply: (@y_fold F fs earlier _ _ _ (fun z : F * F => couple z) (fun s _ => attentive_encodings.turned (w 1%N 1%N, w 1%N 2%N) s)); [by value | by value | ].
by move=> s k _ /=; refine (y_call _ _ _); [values | reflexivity | apply: calls_encodings.call_turned; provided].
Qed.
(* Coordinate l of token i: pair l.+1./2, its first or its second. *)
Definition angle_of w p : F * F := (w p 1%N, w p 2%N).
Definition turned_at Q w i p (u : nat) : F :=
  let z := iter i (attentive_encodings.turned (angle_of w p)) (Q i (2 * p).-1, Q i (2 * p)%N) in if u == 1%N then z.1 else z.2.
Definition turning Q w i l : F := turned_at Q w i (l.+1./2) (if odd l then 1%N else 2%N).
Lemma call_rotated defs n m Q w : provides [:: rotated_d; turned_by_d; calls_encodings.turned_d] defs ->
  call fs defs "rotated" [:: mat n (2 * m) Q; mat m 2 w] = Value (mat n (2 * m) (turning Q w)).
Proof.
move=> W; enter; apply: y_list_over => [|i /in_from_1 i_n]; first by value.
apply: (yields_eq (v := List (flatten [seq [seq Num (turned_at Q w i t u) | u <- iota 1 2] | t <- iota 1 m]))); last by rewrite calls_encodings.flat_pairs.
apply: (@y_list_over2 F fs earlier _ _ _ _ (fun (_ k : nat) => Num k%:R) (fun=> iota 1 2)); first by value.
  by move=> t _; value.
move=> t /in_from_1 t_m u /in_from_1 u_2; have [t_gt0 t_le] := andP t_m.
have two_t : (0 < 2 * t <= 2 * m)%N by rewrite muln_gt0 t_gt0 leq_mul2l t_le.
have two_t1 : (0 < (2 * t).-1 <= 2 * m)%N.
  by rewrite -subn1 subn_gt0 (leq_trans _ (leq_mul (leqnn 2) t_gt0)) // (leq_trans (leq_subr _ _)) // leq_mul2l t_le.
pose z := (Q i (2 * t).-1, Q i (2 * t)%N); pose y := iter i (attentive_encodings.turned (angle_of w t)) z.
apply: (y_let (v := couple y)); last first.
  by apply: (y_at floor_int (n := 2) (i := u) (h := fun u => Num (if u == 1%N then y.1 else y.2))); [value | value | | | ].
refine (y_call _ _ _); [ | reflexivity | apply: (@call_turned_by _ z (fun _ => w t)); provided].
refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); last by value.
  apply: (@y_numbers _ _ _ _ _ [:: _; _]); apply: numbers_cons; last apply: numbers_cons; last exact: numbers_nil.
    apply: (y_at floor_int (i := (2 * t).-1) (h := fun l => Num (Q i l))); [value | value | | | ] => //.
    by rewrite -[in RHS]subn1 natrB ?natrM // muln_gt0.
  by apply: (y_at floor_int (i := (2 * t)%N) (h := fun l => Num (Q i l))); [value | value | rewrite natrM | | ].
by value.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "rotated" _ = _ => found_call call_rotated
  end.
Definition rope_score d m Q K w X i j : F := \sum_(l <- iota 1 (2 * m)) turning (product d X Q) w i l * turning (product d X K) w j l.
Lemma call_rope_scores defs n d m Q K w X : provides [:: rope_scores_d; rotated_d; turned_by_d; calls_encodings.turned_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N ->
  call fs defs "rope_scores" [:: mat n d X; mat d (2 * m) Q; mat d (2 * m) K; mat m 2 w] = Value (mat n n (rope_score d m Q K w X)).
Proof.
move=> W n_gt0 d_gt0 m_gt0; have m2_gt0 : (0 < 2 * m)%N by rewrite muln_gt0.
by enter; apply: yields_eq; [value | ].
Qed.

(* --- In matrices of mathcomp --------------------------------------------------------------------------------------------------- *)
Lemma sum_pairs m (f : nat -> F) : \sum_(l <- iota 1 (2 * m)) f l = \sum_(p < m) (f (2 * p).+1 + f (2 * p).+2).
Proof.
elim: m => [|m IH]; first by rewrite big_nil big_ord0.
have -> : iota 1 (2 * m.+1) = iota 1 (2 * m) ++ [:: (2 * m).+1; (2 * m).+2] by rewrite mulnS addnC iotaD add1n.
by rewrite big_ord_recr /= -IH big_cat big_cons big_seq1.
Qed.
Definition odd_columns d m Q : 'M[F]_(d, m) := \matrix_(i, p) Q i.+1 (2 * p).+1.
Definition even_columns d m Q : 'M[F]_(d, m) := \matrix_(i, p) Q i.+1 (2 * p).+2.
Lemma rope_matrix n d m Q K w X :
  attentive_encodings.rope_scores (fun p : 'I_m => angle_of w p.+1) (odd_columns d m Q) (even_columns d m Q) (odd_columns d m K) (even_columns d m K) (matrix_of n d X) =
  matrix_of n n (rope_score d m Q K w X).
Proof.
have pairE W (i : 'I_n) (p : 'I_m) : attentive_encodings.pair_of (matrix_of n d X) (odd_columns d m W) (even_columns d m W) i p =
    (product d X W i.+1 (2 * p.+1).-1, product d X W i.+1 (2 * p.+1)%N).
  rewrite /attentive_encodings.pair_of !mxE /product !sum_from_1 mulnS; congr pair; apply: eq_bigr => q _; by rewrite !mxE.
apply/matrixP => i j; rewrite !mxE /rope_score sum_pairs; apply: eq_bigr => p _.
have [half half'] : ((2 * p).+2./2 = p.+1) /\ ((2 * p).+3./2 = p.+1) by rewrite mul2n /= doubleK uphalf_double.
have [first second] : odd (2 * p).+1 = true /\ odd (2 * p).+2 = false by rewrite mul2n /= odd_double.
by rewrite !pairE /turning half half' first second.
Qed.
End Rotations.

Lemma twice (F : ringType) m : 2%:R * m%:R = (2 * m)%:R :> F.
Proof. by rewrite natrM. Qed.
Ltac side ::= first [assumption | by rewrite pnatr_eq0 | exact: twice_less_1 | exact: twice | idtac].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "key_side_scores" _ = _ => found_call call_key_side_scores
  | |- call _ _ "factored" _ = _ => found_call call_factored
  | |- call _ _ "rope_scores" _ = _ => found_call call_rope_scores
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.attentive-condition finding_rope_with_fewer_angles_than_tokens sha256:41fe28b3339ef5e6ba7176318ec8fbb484cf1d2762ca8184909c60425d2d8feb theorem:rope_is_not_attentive *)
Theorem rope_is_not_attentive : Holds finding_rope_with_fewer_angles_than_tokens.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
refine (says_forall (P := fun _ => true) _ _ _); [ | by [] | ].
  by apply: in_list; apply: (y_from_1 (@floor_integer S)); [value | value | exact: one_less].
move=> m /in_from_1/andP[m_gt0 m_n] _; have m_lt : (m < n)%N by rewrite -(prednK n_gt0) ltnS.
meaning_for_all => d d_gt0 _; meaning_for_all => u _ /hasP[l /in_from_1 l_d u_l]; meaning_for_all => c _ _.
meaning_for_all => w _ /andP[/allP unit /allP turns]; meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => f _ _.
have [||X [i [j [i_n j_n differ]]]] := @misses S n d u c f (rope_score d m Q K w)
    (attentive_encodings.rope_scores (fun p : 'I_m => angle_of w p.+1) (odd_columns d m Q) (even_columns d m Q) (odd_columns d m K) (even_columns d m K)).
- by move=> X; exact: rope_matrix.
- apply: attentive_encodings.rope_is_not_attentive => //; [exact: exponential_exp | exact: column_neq0 u_l | ].
  move=> p; have p_in : p.+1 \in iota 1 m by rewrite mem_iota /= add1n ltnS ltn_ord.
  by split; [apply/eqP; exact: unit p_in | exact: turns p_in].
meaning_exists X; refine (says_expression (p := true) _ _); [ | reflexivity].
by apply: (@y_other_mat S _ _ _ _ n n _ _ i j); [by value | by value | by [] | by [] | exact: differ].
Qed.
