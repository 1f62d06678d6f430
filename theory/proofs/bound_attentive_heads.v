(* SPDX-License-Identifier: Apache-2.0 *)
(* Heads of each encoding that meet the attentive condition, with the bias on either side: theorems of attentive_heads.v as the meaning of
   their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_attentive.
From attest Require Import statements_urpe_attentive_condition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The scores of the named heads. *)
Section Scores.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u : nat -> F) (X R : nat -> nat -> F) (n d : nat) (a b s : F).

Definition named_scores t d u a b s X i j : F := (along d X u i + a) * (along d X u j + b) + key_factor t s * (along d X u j + b).
Lemma call_named_scores defs t n d u a b s X R : provides scores_22_l defs -> four t -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "scores" [:: named_head t n d u a b s; mat n d X; mat (2 * n - 1) d R] = Value (mat n n (named_scores t d u a b s X)).
Proof.
move=> W t4 n_gt0 d_gt0; have [B enc BE] := named_head_bias u a b s R t4 n_gt0 d_gt0.
rewrite (call_scores_22 (k := 1) (K := fun i _ => u i) (Q := fun i _ => u i) (f := fun=> a) (g := fun=> b) X W enc) //.
by congr Value; apply: mat_ext => i j _ _; rewrite /eq_22 big_seq1 BE.
Qed.
End Scores.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_head" _ = _ => apply: named_head_meets; [provided | assumption | assumption]
  | |- call _ _ "scores" _ = _ => apply: call_named_scores; [provided | assumption | assumption | assumption]
  | |- call _ _ "centred" _ = _ => found_call call_centred
  | |- call _ _ "key_side_scores" _ = _ => found_call call_key_side_scores
  | |- call _ _ "query_side_scores" _ = _ => found_call call_query_side_scores
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma variant_of_four (S : numbers) (v : value S) :
  is_among v [:: Symb "t5"; Symb "shaw"; Symb "deberta"; Symb "transformer_xl"]%string -> exists2 t, v = Symb t & four t.
Proof. by case=> [|[|[|[|//]]]] ->; eexists; try reflexivity; [exact: Or41 | exact: Or42 | exact: Or43 | exact: Or44]. Qed.
Lemma all_true (T : Type) (l : seq T) (p : pred T) : (forall x, p x) -> all p l.
Proof. by move=> px; elim: l => //= x l ->; rewrite px. Qed.
(* The head is a value that meets the condition, all its c are 1, and its scores are those of the condition up to what is added to a row. *)
Ltac meets_by h :=
  apply: (says_exists_value (w := h));
  [ by move=> ?; refine (any_and _ _ _ _) | exact: named_head_value
  | by apply: yields_eq; [value | rewrite ?String.eqb_refl /= ?eqxx] | ];
  meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity];
  apply: true_and_true; [by apply: yields_eq; [value | congr Bool; apply: all_true => l; rewrite eqxx] | apply: y_and1];
  apply: y_same_mat; [by value | by value | ].

(* attest: urpe.attentive-condition printed sha256:0ad7884ecfcb5329bd7fd5888288305145bbf600301fa169c976a203e389acd6 theorem:heads_of_eq_22 *)
Theorem heads_of_eq_22 : Holds printed.
Proof.
opening S W; for_each_of => v /variant_of_four[t -> t4]; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
meaning_for_all => R _ _; meaning_for_all => u _ _; meaning_for_all => c _ _.
meets_by (named_head t n d u 0 (- c) 0) => i j i_n j_n.
apply: (@centre_shift _ _ _ _ 0) => // k _; rewrite /named_scores !addr0.
by rewrite (_ : key_factor t 0 = 0) ?mul0r ?addr0 // /key_factor; case: ifP.
Qed.

(* attest: urpe.attentive-condition finding_no_bias_is_needed sha256:0db8e455a0298e6e4ab16146f9725b801c58e95cb38dacb46b7603b3a94bc6d7 theorem:heads_without_biases *)
Theorem heads_without_biases : Holds finding_no_bias_is_needed.
Proof.
opening S W; for_each_of => v /variant_of_four[t -> t4]; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
meaning_for_all => R _ _; meaning_for_all => u _ _; meaning_for_all => c _ _.
meets_by (named_head t n d u 0 0 0) => i j i_n j_n.
apply: (@centre_shift _ _ _ _ (along d X u i * c)) => // k _; rewrite /named_scores !addr0.
by rewrite (_ : key_factor t 0 = 0) ?mul0r ?addr0 ?mulrBr ?subrK // /key_factor; case: ifP.
Qed.

(* attest: urpe.attentive-condition finding_query_side_without_biases sha256:316eed9293faaedf5fb8119c37c4d029f0f206dadfabe82ef49c6be647be73b5 theorem:query_side_without_biases *)
Theorem query_side_without_biases : Holds finding_query_side_without_biases.
Proof.
opening S W; for_each_of => v v_in.
have [t [-> t4 factor]] : exists t, [/\ v = Symb t, four t & forall s : S, key_factor t s = s].
  by case: v_in => [|[|//]] ->; eexists; split; try reflexivity; [exact: Or43 | exact: Or44].
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => R _ _; meaning_for_all => u _ _; meaning_for_all => c _ _.
meets_by (named_head t n d u 0 0 (- c)) => i j i_n j_n.
apply: (@centre_shift _ _ _ _ 0) => // k _; rewrite /named_scores factor !addr0.
by rewrite mulrBl mulNr.
Qed.

(* attest: urpe.attentive-condition finding_query_side_with_a_query_bias sha256:0e0d089ec2a4e77c0de505b622a8983354a407ca01d383b580e3982bbb210241 theorem:query_side_with_a_query_bias *)
Theorem query_side_with_a_query_bias : Holds finding_query_side_with_a_query_bias.
Proof.
opening S W; for_each_of => v /variant_of_four[t -> t4]; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
meaning_for_all => R _ _; meaning_for_all => u _ _; meaning_for_all => c _ _.
meets_by (named_head t n d u (- c) 0 0) => i j i_n j_n.
apply: (@centre_shift _ _ _ _ 0) => // k _; rewrite /named_scores !addr0.
by rewrite (_ : key_factor t 0 = 0) ?mul0r ?addr0 // /key_factor; case: ifP.
Qed.
