(* SPDX-License-Identifier: Apache-2.0 *)
(* How a statement about vectors and matrices is opened: quantifiers over them, over listed values and over heads that are named; equations
   between matrices. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma within_refl l : within l l.
Proof. by elim: l => [|d l IH]; [exact: Nothing | exact: Taken]. Qed.
Lemma provides_own l : distinct_names (map name l) -> provides l l.
Proof. by move=> dist; split=> //; exact: within_refl. Qed.

Section Statements.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Variable defs : seq definition.
Local Notation says := (Says fs (call fs defs) true).
Implicit Types (env : environment F) (f g : nat -> F) (A B : nat -> nat -> F) (m n : nat) (x : string).

(* --- Quantifiers ---------------------------------------------------------------------------------------------------------- *)
Lemma says_among env x e l s : yields fs defs env e (List l) -> (forall v, is_among v l -> says ((x, v) :: env) s) ->
  says env (Forall x (Elements e) None s).
Proof. by move=> ye body; rewrite /= /evaluates ye; split=> // v v_l _; exact: body. Qed.
Lemma says_exists_value env x p s w : (forall v, boolean_if_any (eval fs (call fs defs) ((x, v) :: env) p)) -> is_value w ->
  yields fs defs ((x, w) :: env) p (Bool true) -> says ((x, w) :: env) s -> says env (Exists x Values (Some p) s).
Proof. by move=> any is_w pw body; split=> [v _ | ]; [exact: any | exists w]. Qed.

Lemma is_value_vec n f : is_value (vec n f).
Proof. by rewrite /vec /listed /= all_map; apply/allP. Qed.
Lemma is_value_mat m n A : is_value (mat m n A).
Proof. by rewrite /mat /listed /= all_map; apply/allP => i _; exact: is_value_vec. Qed.

(* --- Equations ------------------------------------------------------------------------------------------------------------ *)
Lemma equal_map (T : Type) (l : seq T) (h k : T -> value F) (p : T -> bool) :
  (forall t, equal (h t) (k t) = Value (p t)) -> equal (List (map h l)) (List (map k l)) = Value (all p l).
Proof. by move=> hk; rewrite /= !size_map eqxx; elim: l => //= t l ->; rewrite hk; case: (p t). Qed.
Lemma equal_mat m n A B : equal (mat m n A) (mat m n B) = Value (all (fun i => all (fun j => A i j == B i j) (iota 1 n)) (iota 1 m)).
Proof. by apply: equal_map => i; exact: equal_vec. Qed.
Lemma y_same_mat env a b m n A B : yields fs defs env a (mat m n A) -> yields fs defs env b (mat m n B) ->
  (forall i j, (0 < i <= m)%N -> (0 < j <= n)%N -> A i j = B i j) -> yields fs defs env (Chain a [:: (Equal, b)]) (Bool true).
Proof.
move=> ya yb AB; apply: y_compare ya yb _; rewrite /compare equal_mat; congr Some.
by apply/allP => i /in_from_1 i_m; apply/allP => j /in_from_1 j_n; apply/eqP/AB.
Qed.
Lemma y_same_vec env a b n f g : yields fs defs env a (vec n f) -> yields fs defs env b (vec n g) ->
  (forall i, (0 < i <= n)%N -> f i = g i) -> yields fs defs env (Chain a [:: (Equal, b)]) (Bool true).
Proof.
move=> ya yb fg; apply: y_compare ya yb _; rewrite /compare equal_vec; congr Some.
by apply/allP => i /in_from_1 i_n; apply/eqP/fg.
Qed.
Lemma y_other_mat env a b m n A B i j : yields fs defs env a (mat m n A) -> yields fs defs env b (mat m n B) ->
  (0 < i <= m)%N -> (0 < j <= n)%N -> A i j != B i j -> yields fs defs env (Chain a [:: (Different, b)]) (Bool true).
Proof.
move=> ya yb i_m j_n AB; apply: y_compare ya yb _; rewrite /compare equal_mat /=; congr Some; apply/allPn; exists i.
  by rewrite mem_iota add1n ltnS.
by apply/allPn; exists j; rewrite // mem_iota add1n ltnS.
Qed.
Lemma y_other_vec env a b n f g i : yields fs defs env a (vec n f) -> yields fs defs env b (vec n g) ->
  (0 < i <= n)%N -> f i != g i -> yields fs defs env (Chain a [:: (Different, b)]) (Bool true).
Proof.
move=> ya yb i_n fg; apply: y_compare ya yb _; rewrite /compare equal_vec /=; congr Some; apply/allPn; exists i => //.
by rewrite mem_iota add1n ltnS.
Qed.
End Statements.

(* Sums over 1, ..., n and over the indices below n. *)
Lemma sum_from_1 (R : ringType) n (f : nat -> R) : \sum_(i <- iota 1 n) f i = \sum_(i < n) f i.+1.
Proof. by rewrite -[1%N]addn0 iotaDl big_map -[n in iota _ n]subn0 big_mkord. Qed.

(* --- Tactics ---------------------------------------------------------------------------------------------------------------- *)
(* The statement's definitions become any file that provides them. *)
Tactic Notation "opening" ident(S) ident(W) :=
  split; intro S; pose proof (@floor_integer S); start_meaning;
  lazymatch goal with |- Says _ (call _ ?D) _ _ _ =>
    let D' := eval compute in D in let defs := fresh "defs" in
    assert (W : provides D' D) by (apply: provides_own; reflexivity); generalize D W; clear W; intros defs W
  end.
Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Reals None) _ _ => refine (in_reals _ _ _)
  | |- holds_in _ _ _ (Reals (Some _)) _ _ => refine (in_interval _ _); [value | value]
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_vec _ _ _); [floors | value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Matrices _ _ None) _ _ =>
    refine (in_mat _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [reflexivity | side]]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); value
  end.
(* One of the values of a list that is written out. *)
Ltac for_each_of := refine (says_among _ _); [value | ].
