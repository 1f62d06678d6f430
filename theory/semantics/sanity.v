(* SPDX-License-Identifier: Apache-2.0 *)
(* What one expects of the meaning: its two answers exclude each other, and a statement that is undefined somewhere has neither. And
   evaluation over the rational numbers, which computes: a test holds it against the second checker's. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Exclusive.
Variable F : realFieldType.
Variable fs : functions F.
Variable call : string -> seq (value F) -> option (value F).

(* Formulas have lists of formulas in them: induction over both. *)
Lemma formula_induction (P : formula -> Prop) :
  (forall e, P (Expression e)) -> (forall x d p g, P g -> P (Forall x d p g)) -> (forall x d p g, P g -> P (Exists x d p g)) ->
  (forall parts, foldr (fun part rest => P part.2 /\ rest) True parts -> P (Parts parts)) -> forall f, P f.
Proof.
move=> on_expression on_forall on_exists on_parts; fix IH 1 => -[e|x d p g|x d p g|parts]; first exact: on_expression.
- by apply: on_forall; apply: IH.
- by apply: on_exists; apply: IH.
by apply: on_parts; elim: parts => //= -[s g] l IHl; split=> //; apply: IH.
Qed.

Theorem answers_exclude_each_other f env : Says fs call true env f -> Says fs call false env f -> False.
Proof.
elim/formula_induction: f env => [e|x d p g IH|x d p g IH|parts IH] env /=; first by move=> ->.
- by case: elements => // element [_ all_true] [_ [v [v_in p_true /IH]]]; apply; apply: all_true.
- by case: elements => // element [_ [v [v_in p_true true_v]]] [_ all_false]; apply: IH true_v (all_false v v_in p_true).
by elim: parts IH => //= -[s g] l IHl [IH_g IH_l] [true_g true_l] [/(IH_g _ true_g) | /(IHl IH_l true_l)].
Qed.

(* Every statement has one meaning, and its expressions one value: evaluation is a function. *)
Lemma one_value env e v w : evaluates fs call env e = Value v -> evaluates fs call env e = Value w -> v = w.
Proof. by move=> -> []. Qed.
End Exclusive.

Definition literal (n : nat) : expr := Number (BinNat.N.of_nat n).

(* forall x in reals: 1 / x != 0 *)
Definition somewhere_undefined : statement := Statement [::]
  (Forall "x" (Reals None) None
    (Expression (Chain (Binary Divide (literal 1) (Name "x")) [:: (Different, literal 0)])))%string.

Theorem neither_true_nor_false S : ~ Holds_over (functions_of S) somewhere_undefined /\ ~ Fails_over (functions_of S) somewhere_undefined.
Proof.
split=> [[_ holds] | [_ [v [[x _ ->] _]]]].
  have /= := holds (Num 0) (ex_intro2 _ _ (0 : S) isT erefl) erefl.
  by rewrite /evaluates /= /on_numbers /= /divide eqxx.
rewrite /= /evaluates /= /on_numbers /= /divide; case: eqP => //= x_neq0.
by rewrite mul1r invr_eq0; case: eqP => // -[].
Qed.

(* forall x in reals where 1 / x > 0: x > 0, which holds: 0 is no element. *)
Definition passed_over : statement := Statement [::]
  (Forall "x" (Reals None) (Some (Chain (Binary Divide (literal 1) (Name "x")) [:: (Greater, literal 0)]))
    (Expression (Chain (Name "x") [:: (Greater, literal 0)])))%string.

Theorem elements_passed_over : Holds passed_over.
Proof.
split=> S; split=> v [x _ ->]; rewrite /= /evaluates /= /on_numbers /= /divide; case: eqP => //= _; first by case: ifP.
by rewrite mul1r invr_gt0; case: ltP.
Qed.

(* A 'where' that is no boolean, and bounds that are undefined: neither answer, whatever the body says. *)
Definition no_boolean b := Forall "x" (Reals None) (Some (literal 3)) (Expression (Truth b)).
Definition no_bounds b := Exists "x" (Naturals (Binary Divide (literal 1) (literal 0))) None (Expression (Truth b)).
Theorem undefined_quantifiers S answer b :
  ~ Says (functions_of S) (fun _ _ => Undefined) answer [::] (no_boolean b) /\ ~ Says (functions_of S) (fun _ _ => Undefined) answer [::] (no_bounds b).
Proof.
split; last by rewrite /= /evaluates /= /on_numbers /= /divide eqxx.
by case=> /(_ (Num 0) (ex_intro2 _ _ (0 : S) isT erefl)) /=; rewrite /evaluates /=.
Qed.

(* --- The rational numbers ------------------------------------------------------------------------------------------------ *)
(* sqrt, exp and log have no rational values beside a few, and are left out. *)
Definition rational_functions : functions rat_realFieldType :=
  Functions (fun q : rat => (numq q %/ denq q)%Z) (fun _ => 0) (fun _ => 0) (fun _ => 0).
Definition rational_value (definitions : seq definition) (e : expr) : option (value rat) :=
  eval rational_functions (call rational_functions (rev definitions)) [::] e.

Fixpoint same_value (v w : value rat) {struct v} : bool :=
  match v, w with
  | Num x, Num y => x == y
  | Bool a, Bool b => a == b
  | Symb s, Symb t => String.eqb s t
  | List l, List m =>
    (fix same l m := match l, m with [::], [::] => true | v :: l', w :: m' => same_value v w && same l' m' | _, _ => false end) l m
  | Rec l, Rec m =>
    (fix same l m := match l, m with
      | [::], [::] => true | (s, v) :: l', (t, w) :: m' => [&& String.eqb s t, same_value v w & same l' m'] | _, _ => false end) l m
  | _, _ => false
  end.
Definition agrees (definitions : seq definition) (e : expr) (expected : option (value rat)) : bool :=
  match rational_value definitions e, expected with
  | Value v, Value w => same_value v w
  | Undefined, Undefined => true
  | _, _ => false
  end.
Definition quotient_of (a : int) (b : nat) : value rat := Num (a%:~R / b%:R : rat).
