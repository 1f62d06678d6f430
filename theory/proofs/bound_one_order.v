(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), figure 1: one order of the tokens can be learnt by heart, and T5's weights come from biases; as the meaning of the
   statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Lia.
From attest Require digits calls_grids statements_urpe_synthetic_ceilings.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_naturals calls_softmax calls_scores calls_attention calls_t5_weights benes calls_whole.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Entries and ranges as in libraries.v: what follows has vectors as functions of their indices. *)
Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::=
  first [refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].

Lemma size_up_to n : size (from_to 1 n) = n.
Proof. by rewrite size_iota subn1. Qed.
Lemma item_up_to n i : (0 < i <= n)%N -> item 0%N (from_to 1 n) i = i.
Proof. by case/andP=> i_gt0 i_n; rewrite /item nth_iota ?subn1 ?prednK // add1n prednK. Qed.

(* attest: urpe.synthetic-ceilings finding_one_order_can_be_learnt sha256:437153a2cfa74de233acd34a5c87ffc330bf94dd9ba665af0e09dd21f8ded6dc theorem:one_order_can_be_learnt *)
Theorem one_order_can_be_learnt : Holds statements_urpe_synthetic_ceilings.finding_one_order_can_be_learnt.
Proof.
opening S W; natural_for_all => n n_gt0 _; pose up := from_to 1 n.
refine (says_exists (t := n) _ _ _ _ _); [natural_domain | natural_condition | exact: n_gt0 | by [] | ].
have up_in : up \in lists_over (from_to 1 n) n by rewrite digits.mem_lists_over size_up_to eqxx; apply/allP.
do 2! (refine (says_exists (inside := fun w => w \in lists_over (from_to 1 n) n) (h := wholes) (P := xpredT) (t := up) _ _ _ _ _);
  [apply: in_list; apply: (calls_grids.y_tuples (@floor_integer S) (h := whole) _ _ erefl); naturally | by [] | exact: up_in | by [] | ]).
have met_index i : i \in from_to 1 n -> (0 < i <= size up)%N by rewrite size_up_to mem_from_to.
refine (says_expression (p := all (fun i => item 0%N up (item 0%N up i) == i) (from_to 1 n)) _ _).
  apply: (y_all (h := whole)) => [|i i_in]; first by naturally.
  apply: (w_compare Equal); [ | by naturally].
  have i_n : (0 < i <= n)%N by rewrite -mem_from_to.
  apply: w_item; [by naturally | apply: w_item; [by naturally | by naturally | exact: met_index] | by rewrite size_up_to item_up_to].
by apply/allP => i; rewrite mem_from_to => i_n; rewrite !item_up_to.
Qed.

(* --- Weights and biases ---------------------------------------------------------------------------------------------------------------------- *)
Section Biases.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Implicit Types (f t : nat -> F) (n i j : nat).

Lemma soft_exp n f j : (0 < n)%N -> soft n f j = exp fs (f j) / \sum_(i <- iota 1 n) exp fs (f i).
Proof.
move=> n_gt0; rewrite /soft /softened /weight /=; set c := exp_of (- top n f); have c_neq0 : c != 0 by rewrite gt_eqF // exp_gt0.
rewrite exp_add -/c (eq_bigr (fun i => exp_of (f i) * c)) => [|i _]; last by rewrite exp_add.
by rewrite -mulr_suml invfM [_^-1 * _]mulrC mulrA mulfK.
Qed.
Lemma weights_of_logarithms n t (X Q K : nat -> nat -> F) d k i j : positive n t -> (0 < i <= n)%N -> (0 < j <= n)%N -> (forall a b, score d k Q K X a b = 0) ->
  weights n d k (fun _ _ i j => log fs (t (i + n - j)%N)) Q K X i j = t5 n t i j.
Proof.
move=> t_gt0 i_n j_n no_score; have n_gt0 : (0 < n)%N by case/andP: i_n => /leq_trans; apply.
rewrite /weights soft_exp // no_score add0r /= exp_log ?t_gt0 ?place_in //; congr (_ / _).
by apply: eq_big_seq => p /in_from_1 p_n; rewrite no_score add0r exp_log // t_gt0 ?place_in.
Qed.
End Biases.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | exact: twice_less_1 | idtac].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  end.

(* attest: urpe.synthetic-ceilings finding_weights_from_biases sha256:2063324ce2492aa30ca2ad653c5cc80eb1d8b444663015d6745210cc6ebd81b3 theorem:weights_from_biases *)
Theorem weights_from_biases : Holds statements_urpe_synthetic_ceilings.finding_weights_from_biases.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => t _ /allP t_pos; meaning_for_all => X _ _.
have t_gt0 : positive n t by move=> l l_n; apply: t_pos; rewrite mem_iota add1n ltnS.
pose h : value (values.field S) := Rec [:: ("variant"%string, Symb "t5"); ("WQ"%string, mat 2 1 (fun _ _ => 0)); ("WK"%string, mat 2 1 (fun _ _ => 0));
  ("m"%string, vec (2 * n - 1) (fun l => log (functions_of S) (t l)))].
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_let (v := h)).
  refine (y_record _); do 3! (refine (fields_cons _ _ _); first by value); refine (fields_cons _ _ (fields_nil _ _ _)).
  by apply: (y_list_over (h := fun l => Num (t l)) (l := iota 1 (2 * n - 1))); [value | move=> l /in_from_1 l_n; apply: y_log; [value | exact: t_gt0]].
have enc : encodes h n 1 (List [::]) (fun _ _ i j => log (functions_of S) (t (i + n - j)%N)) by apply: (@encodes_t5 S h n 1 _ (fun l => log (functions_of S) (t l))).
apply: y_let.
  by refine (y_call _ _ _); [values | reflexivity | apply: (@call_rpe_attention S defs h n 2 1 _ _ (fun _ _ => 0) (fun _ _ => 0) X _ enc) => //; provided].
apply: y_all2_true; [by value | by move=> i _; value | move=> i j /in_from_1 i_n /in_from_1 j_n].
apply: y_close; [by value | | apply: (@weights_of_logarithms S n t) => // a b; rewrite /score big1 // => l _; rewrite /product big1 ?mul0r // => q _; exact: mulr0].
apply: (y_at (@floor_integer S) (n := n) (i := j) (h := fun j => Num (t5 n t i j))); [ | by value | by [] | by [] | by []].
apply: (y_at (@floor_integer S) (n := n) (i := i) (h := fun i => vec n (t5 n t i))); [ | by value | by [] | by [] | by []].
by refine (y_call _ _ _); [values | reflexivity | apply: call_t5_weights => //; provided].
Qed.
