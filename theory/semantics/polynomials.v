(* SPDX-License-Identifier: Apache-2.0 *)
(* Polynomials with rational coefficients that compute. Variables are integers. Terms are in order, so that what is equal cancels; what a
   polynomial is worth (polynomials_sound.v) needs no such invariant. *)
From Coq Require Import ZArith List.
From attest Require Import rationals enclosures.
Import ListNotations.

(* A monomial's variables in order, each as often as its power. *)
Definition monomial := list Z.
Definition polynomial := list (monomial * rational).

Definition constant (q : rational) : polynomial := if q_is_zero q then nil else [(nil, q)].
Definition variable (x : Z) : polynomial := [([x], Int 1)].
(* The number that a polynomial without variables is. *)
Definition constant_of (p : polynomial) : option rational :=
  match p with nil => Some (Int 0) | [(nil, c)] => Some c | _ => None end.

Fixpoint m_multiply (m : monomial) : monomial -> monomial :=
  match m with
  | nil => fun n => n
  | x :: m' => fix into (n : monomial) := match n with nil => m | y :: n' => if Z.leb x y then x :: m_multiply m' n else y :: into n' end
  end.
(* By the power of the first variable, the greatest first, then by that of the second, ... *)
Fixpoint m_compare (m n : monomial) : comparison :=
  match m, n with
  | nil, nil => Eq
  | nil, _ => Gt
  | _, nil => Lt
  | x :: m', y :: n' => if Z.ltb x y then Lt else if Z.ltb y x then Gt else m_compare m' n'
  end.

Fixpoint p_add (p : polynomial) : polynomial -> polynomial :=
  match p with
  | nil => fun q => q
  | (m, a) :: p' => fix into (q : polynomial) : polynomial :=
    match q with
    | nil => p
    | (n, b) :: q' =>
      match m_compare m n with
      | Lt => (m, a) :: p_add p' q
      | Gt => (n, b) :: into q'
      | Eq => let c := q_add a b in if q_is_zero c then p_add p' q' else (m, c) :: p_add p' q'
      end
    end
  end.
Definition p_negate (p : polynomial) : polynomial := map (fun t => (fst t, q_negate (snd t))) p.
Definition p_subtract (p q : polynomial) : polynomial := p_add p (p_negate q).
Definition p_scale (m : monomial) (a : rational) (p : polynomial) : polynomial :=
  map (fun t => (m_multiply m (fst t), q_multiply a (snd t))) p.
Definition p_multiply (p q : polynomial) : polynomial :=
  fold_right (fun t sum => p_add (p_scale (fst t) (snd t) q) sum) nil p.

(* Whether all its variables are below a number. *)
Definition p_below (k : Z) (p : polynomial) : bool := forallb (fun t => forallb (fun x => Z.ltb x k) (fst t)) p.

(* What is known of signs: a polynomial is at least 0; or above 0, if it is strict. *)
Definition sign := (polynomial * bool)%type.
Definition constant_such (p : polynomial) (test : rational -> bool) : bool :=
  match constant_of p with Some c => test c | None => false end.
(* Whether a polynomial is above 0: it is a sign and a constant, or it is a constant less the sign. *)
Fixpoint above_by (signs : list sign) (p : polynomial) : truth :=
  match signs with
  | nil => None
  | (s, strict) :: rest =>
    if constant_such (p_subtract p s) (if strict then q_at_most (Int 0) else q_less (Int 0)) then Some true
    else if constant_such (p_add p s) (fun c => q_at_most c (Int 0)) then Some false
    else above_by rest p
  end.
Definition above_zero (signs : list sign) (p : polynomial) : truth :=
  match constant_of p with Some c => Some (q_less (Int 0) c) | None => above_by signs p end.

(* --- Sums of squares: weight * these signs * root^2, each with its weight, the signs' numbers from 1 on, and its root ------------------ *)
Definition square_term := (rational * list Z * polynomial)%type.
Definition sign_at (signs : list sign) (number : Z) : option sign :=
  if andb (Z.leb 1 number) (Z.leb number (Z.of_nat (length signs))) then nth_error signs (Z.to_nat (number - 1)) else None.
Fixpoint sign_product (signs : list sign) (start : sign) (numbers : list Z) : option sign :=
  match numbers with
  | nil => Some start
  | n :: rest =>
    match sign_at signs n with
    | Some s => sign_product signs (p_multiply (fst start) (fst s), andb (snd start) (snd s)) rest
    | None => None
    end
  end.
Definition square_sign (signs : list sign) (t : square_term) : option sign :=
  match t with
  | (weight, numbers, root) =>
    let is_number := constant_such root (fun c => negb (q_is_zero c)) in
    if q_at_most (Int 0) weight then
      match sign_product signs (constant weight, negb (q_is_zero weight)) numbers with
      | Some (p, strict) => Some (p_multiply (p_multiply p root) root, andb strict is_number)
      | None => None
      end
    else None
  end.
Fixpoint squares_sum (signs : list sign) (terms : list square_term) : option sign :=
  match terms with
  | nil => Some (nil, false)
  | t :: rest =>
    match square_sign signs t, squares_sum signs rest with
    | Some (p, strict), Some (q, strict') => Some (p_add p q, orb strict strict')
    | _, _ => None
    end
  end.
(* Each sum may use those before it. *)
Fixpoint with_squares (signs : list sign) (sums : list (list square_term)) : option (list sign) :=
  match sums with
  | nil => Some signs
  | terms :: rest => match squares_sum signs terms with Some s => with_squares (signs ++ [s]) rest | None => None end
  end.
