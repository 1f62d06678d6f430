(* SPDX-License-Identifier: Apache-2.0 *)
(* Over rotations (RoPE) with as many angles as tokens, of different cosines, the attentive condition is met with C all ones; as the meaning of
   the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Field.
From attest Require Import field_tactics.
From attest Require attentive_encodings rotations_at_one calls_encodings.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_attention calls_blocks calls_heads calls_attentive calls_families bound_attentive_encodings.
From attest Require Import bound_rope statements_urpe_attentive_condition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Products.
Variable F : realFieldType.
Add Field products_field : (plain_field F).
Lemma two_products (a b f x y z t : F) : f * a * x * (1 * b * z) + f * a * y * (1 * b * t) = a * b * (f * (x * z + y * t)).
Proof. by fold_plain F; ring. Qed.
End Products.

Section Weights.
Variable S : numbers.
Local Notation F := (values.field S).
Implicit Types (u : nat -> F) (w X : nat -> nat -> F) (n d i j l p : nat).

(* The first column of each pair is the weight times u, the second one is 0. *)
Definition weighed (f : nat -> F) u l q : F := if odd q then f (q.+1./2) * u l else 0.
Lemma product_weighed d X f u i q : product d X (weighed f u) i q = if odd q then f (q.+1./2) * along d X u i else 0.
Proof.
rewrite /product /weighed; case: (odd q); last by rewrite big1 // => l _; rewrite mulr0.
by rewrite /along mulr_sumr; apply: eq_bigr => l _; rewrite mulrCA.
Qed.
Lemma turned_multiple (w : F * F) i (x : F) : iter i (attentive_encodings.turned w) (x, 0) = (x * (rotations_at_one.turn w i).1, x * (rotations_at_one.turn w i).2).
Proof.
rewrite /rotations_at_one.turn; elim: i => [|i IH]; first by rewrite /= mulr1 mulr0.
rewrite !iterS IH; move: (iter i _ _) => z; rewrite /attentive_encodings.turned /=.
by rewrite mulrBr mulrDr !mulrA.
Qed.
Lemma rope_score_weighed n d f u w X i j :
  rope_score d n (weighed f u) (weighed (fun=> 1) u) w X i j =
  along d X u i * along d X u j * \sum_(p < n) f p.+1 * attentive_encodings.inner (rotations_at_one.turn (angle_of w p.+1) i) (rotations_at_one.turn (angle_of w p.+1) j).
Proof.
rewrite /rope_score sum_pairs mulr_sumr; apply: eq_bigr => p _.
have [half half'] : ((2 * p).+2./2 = p.+1) /\ ((2 * p).+3./2 = p.+1) by rewrite mul2n /= doubleK uphalf_double.
have [first second] : odd (2 * p).+1 = true /\ odd (2 * p).+2 = false by rewrite mul2n /= odd_double.
have [index index'] : ((2 * p.+1).-1 = (2 * p).+1)%N /\ (2 * p.+1 = (2 * p).+2)%N by rewrite mulnS.
rewrite /turning half half' first second /turned_at index index' /= !product_weighed first second half !turned_multiple /=.
exact: two_products.
Qed.
End Weights.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | exact: twice_less_1 | exact: twice | idtac].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "key_side_scores" _ = _ => found_call call_key_side_scores
  | |- call _ _ "centred" _ = _ => found_call call_centred
  | |- call _ _ "distinct" _ = _ => apply: (call_distinct (@floor_integer _)); provided
  | |- call _ _ "rope_scores" _ = _ => found_call call_rope_scores
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.attentive-condition finding_rope_with_as_many_angles_as_tokens sha256:4e8fc20e5a28d864124e9ad5a52ce322b94f360a1dd5bc495c4b10386080daa5 theorem:rope_with_as_many_angles *)
Theorem rope_with_as_many_angles : Holds finding_rope_with_as_many_angles_as_tokens.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => c _ _.
meaning_for_all => w _ /andP[/allP unit /allP apart].
pose cosine (p : 'I_n) : S := (angle_of w p.+1).1.
have units (p : 'I_n) : attentive_encodings.is_angle (angle_of w p.+1).
  by apply/eqP; apply: unit; rewrite mem_iota /= add1n ltnS ltn_ord.
have cosines_inj : injective cosine.
  have differ (p q : 'I_n) : (p < q)%N -> cosine p != cosine q.
    move=> pq; have p_in : p.+1 \in iota 1 n by rewrite mem_iota /= add1n ltnS ltn_ord.
    by have /allP/(_ q.+1) := apart _ p_in; apply; rewrite mem_iota addSn subnKC ?ltn_ord // !ltnS pq /= ltn_ord.
  move=> p q pq; apply/val_inj; case: (ltngtP p q) => // [/differ|/differ]; by rewrite pq eqxx.
pose f l : S := if insub l.-1 is Some p then rotations_at_one.at_one cosine p else 0.
meaning_exists (weighed f u); meaning_exists (weighed (fun=> 1) u).
meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (@y_same_mat S _ _ _ _ n n (fun i => centre n (rope_score d n (weighed f u) (weighed (fun=> 1) u) w X i))
  (fun i => centre n (fun j => along d X u i * (along d X u j - c)))); [value | value | ].
move=> i j i_n j_n; apply: (centre_shift (c := along d X u i * c)) => // k k_n.
rewrite mulrBr subrK rope_score_weighed (eq_bigr (fun p => rotations_at_one.at_one cosine p *
  attentive_encodings.inner (rotations_at_one.turn (angle_of w p.+1) i) (rotations_at_one.turn (angle_of w p.+1) k))) => [|p _]; last first.
  by rewrite /f /= insubT //= => p_n; congr (rotations_at_one.at_one _ _ * _); apply/val_inj.
by rewrite (rotations_at_one.products_from_1 units cosines_inj i_n k_n) mulr1.
Qed.
