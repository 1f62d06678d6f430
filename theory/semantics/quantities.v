(* SPDX-License-Identifier: Apache-2.0 *)
(* The interpreter's numbers: what is known of one (enclosures.v), and where it is one, its polynomial in the variables that rule
   'polynomial' bound. What enclosures leave open, known signs of polynomials may decide. *)
From Coq Require Import ZArith.
From attest Require Import rationals enclosures elementary polynomials.

Inductive quantity := Plain (n : known) | Poly (n : known) (p : polynomial).

(* The bits that bounds are rounded to, and the signs that are known, in the order of their numbers. *)
Record context := Knowing { precision : positive; signs : list sign }.

Definition bounds (a : quantity) : known := match a with Plain n => n | Poly n _ => n end.
Definition as_polynomial (a : quantity) : option polynomial :=
  match a with Plain (Exact q) => Some (constant q) | Plain _ => None | Poly _ p => Some p end.
Definition made (n : known) (p : option polynomial) : quantity :=
  match n, p with
  | Between _ _, Some q => match constant_of q with Some c => Plain (Exact c) | None => Poly n q end
  | _, _ => Plain n
  end.
Definition plainly (a : answer known) : answer quantity := bind a (fun n => Yields (Plain n)).

Section Quantities.
Variable ctx : context.
Local Notation bits := (precision ctx).

Definition combined (f : known -> known -> known) (g : polynomial -> polynomial -> polynomial) (a b : quantity) : quantity :=
  match a, b with
  | Plain m, Plain n => Plain (f m n)
  | _, _ =>
    made (f (bounds a) (bounds b)) (match as_polynomial a, as_polynomial b with Some p, Some q => Some (g p q) | _, _ => None end)
  end.
Definition a_add : quantity -> quantity -> quantity := combined (k_add bits) p_add.
Definition a_subtract : quantity -> quantity -> quantity := combined (k_subtract bits) p_subtract.
Definition a_multiply : quantity -> quantity -> quantity := combined (k_multiply bits) p_multiply.
Definition a_negate (a : quantity) : quantity :=
  match a with Plain n => Plain (k_negate n) | Poly n p => Poly (k_negate n) (p_negate p) end.
Definition a_divide (a b : quantity) : answer quantity :=
  match a, b with
  | Poly _ _, Plain (Exact q) => if q_is_zero q then NoValue else Yields (a_multiply a (Plain (Exact (q_inverse q))))
  | _, _ => plainly (k_divide bits (bounds a) (bounds b))
  end.
(* A product of so many. *)
Fixpoint a_repeated (a : quantity) (k : nat) : quantity :=
  match k with O => Plain (Exact (Int 1)) | S k' => a_multiply a (a_repeated a k') end.
Definition largest_degree : Z := 1000.
Definition a_power (a : quantity) (k : Z) : answer quantity :=
  match a with
  | Poly _ _ =>
    if Z.ltb 0 k then (if Z.ltb largest_degree k then NotKnown else Yields (a_repeated a (Z.to_nat k))) else plainly (k_power bits (bounds a) k)
  | Plain n => plainly (k_power bits n k)
  end.
Definition a_absolute (a : quantity) : quantity := Plain (k_absolute (bounds a)).

Definition a_less (a b : quantity) : truth :=
  match a, b with
  | Plain m, Plain n => k_less m n
  | _, _ =>
    match k_less (bounds a) (bounds b) with
    | Some t => Some t
    | None => match as_polynomial a, as_polynomial b with Some p, Some q => above_zero (signs ctx) (p_subtract q p) | _, _ => None end
    end
  end.
Definition a_at_most (a b : quantity) : truth := opposite (a_less b a).
Definition a_equal (a b : quantity) : truth :=
  match a, b with
  | Plain m, Plain n => k_equal m n
  | _, _ =>
    match a_less a b, a_less b a with
    | Some true, _ | _, Some true => Some false
    | Some false, Some false => Some true
    | _, _ => None
    end
  end.
Definition a_maximum (a b : quantity) : quantity :=
  match a, b with
  | Plain m, Plain n => Plain (k_maximum bits m n)
  | _, _ => match a_less a b with Some true => b | Some false => a | None => Plain (k_maximum bits (bounds a) (bounds b)) end
  end.
Definition a_minimum (a b : quantity) : quantity :=
  match a, b with
  | Plain m, Plain n => Plain (k_minimum bits m n)
  | _, _ => match a_less a b with Some true => a | Some false => b | None => Plain (k_minimum bits (bounds a) (bounds b)) end
  end.

(* The signs that a comparison's truth gives. *)
Definition difference_sign (greater less : quantity) (strict : bool) : list sign :=
  match as_polynomial (a_subtract greater less) with Some p => cons (p, strict) nil | None => nil end.
End Quantities.
