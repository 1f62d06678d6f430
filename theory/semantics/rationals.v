(* SPDX-License-Identifier: Apache-2.0 *)
(* Rational numbers that compute, over Coq's integers (extracted to a library of big integers). No invariant is needed: results are
   in lowest terms so that they stay short, and two representations of one number count as q_equal. *)
From Coq Require Import ZArith.
Local Open Scope Z_scope.

Inductive rational := Int (n : Z) | Frac (n : Z) (d : positive).

Definition numerator (q : rational) : Z := match q with Int n => n | Frac n _ => n end.
Definition denominator (q : rational) : positive := match q with Int _ => 1%positive | Frac _ d => d end.

(* n / d *)
Definition reduced (n : Z) (d : positive) : rational :=
  let g := Z.gcd n (Zpos d) in
  match Z.div (Zpos d) g with
  | Zpos d' => if Z.eqb (Zpos d') 1 then Int (Z.div n g) else Frac (Z.div n g) d'
  | _ => Frac n d
  end.

Definition q_add (p q : rational) : rational :=
  match p, q with
  | Int m, Int n => Int (m + n)
  | _, _ => reduced (numerator p * Zpos (denominator q) + numerator q * Zpos (denominator p)) (denominator p * denominator q)
  end.
Definition q_negate (q : rational) : rational := match q with Int n => Int (- n) | Frac n d => Frac (- n) d end.
Definition q_subtract (p q : rational) : rational := q_add p (q_negate q).
Definition q_multiply (p q : rational) : rational :=
  match p, q with
  | Int m, Int n => Int (m * n)
  | _, _ => reduced (numerator p * numerator q) (denominator p * denominator q)
  end.
Definition q_is_zero (q : rational) : bool := Z.eqb (numerator q) 0.
(* 1 / q, for q other than 0. *)
Definition q_inverse (q : rational) : rational :=
  match numerator q with
  | Z0 => Int 0
  | Zpos n => reduced (Zpos (denominator q)) n
  | Zneg n => reduced (Zneg (denominator q)) n
  end.
Definition q_at_most (p q : rational) : bool :=
  match p, q with
  | Int m, Int n => Z.leb m n
  | _, _ => Z.leb (numerator p * Zpos (denominator q)) (numerator q * Zpos (denominator p))
  end.
Definition q_equal (p q : rational) : bool :=
  match p, q with
  | Int m, Int n => Z.eqb m n
  | _, _ => Z.eqb (numerator p * Zpos (denominator q)) (numerator q * Zpos (denominator p))
  end.
Definition q_less (p q : rational) : bool := negb (q_at_most q p).
Definition q_maximum (p q : rational) : rational := if q_less p q then q else p.
Definition q_minimum (p q : rational) : rational := if q_less p q then p else q.
Definition q_absolute (q : rational) : rational := match q with Int n => Int (Z.abs n) | Frac n d => Frac (Z.abs n) d end.
Definition q_floor (q : rational) : Z := match q with Int n => n | Frac n d => Z.div n (Zpos d) end.
(* q ^ k *)
Definition q_power (q : rational) (k : nat) : rational :=
  match k with
  | O => Int 1
  | S _ => let e := Z.of_nat k in
    match q with Int n => Int (Z.pow n e) | Frac n d => Frac (Z.pow n e) (Pos.pow d (Pos.of_nat k)) end
  end.
(* The integer that a number is. *)
Definition q_integer (q : rational) : option Z :=
  match q with Int n => Some n | Frac n d => if Z.eqb (Z.div n (Zpos d) * Zpos d) n then Some (Z.div n (Zpos d)) else None end.

(* A number nearby, not above (not below): one with a short denominator where its own is long. *)
Definition shortened (bits : positive) (q : rational) (round : rational -> Z) : rational :=
  match q with
  | Int _ => q
  | Frac n d =>
    if Z.leb (Z.log2 (Zpos d)) (Zpos bits) then q
    else
      let shift := Z.sub (Z.log2 (Zpos d)) (Z.log2 (Z.abs n)) + Zpos bits in
      match Z.shiftl 1 (Z.max (Zpos bits) shift) with
      | Zpos scale => reduced (round (q_multiply q (Int (Zpos scale)))) scale
      | _ => q
      end
  end.
Definition ceiling (q : rational) : Z := - q_floor (q_negate q).
Definition round_down (bits : positive) (q : rational) : rational :=
  let p := shortened bits q q_floor in if q_at_most p q then p else q.
Definition round_up (bits : positive) (q : rational) : rational :=
  let p := shortened bits q ceiling in if q_at_most q p then p else q.
