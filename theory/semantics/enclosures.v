(* SPDX-License-Identifier: Apache-2.0 *)
(* What an interpreter knows of a number: the number, or bounds of it (no bound where None), rounded outward to some bits. And its
   answers: a value, that there is none, or that it does not know. *)
From Coq Require Import ZArith.
From attest Require Import rationals.

Inductive known := Exact (q : rational) | Between (lo hi : option rational).
Inductive answer (A : Type) := Yields (a : A) | NoValue | NotKnown.
Arguments Yields {A} a.
Arguments NoValue {A}.
Arguments NotKnown {A}.

Definition bind (A B : Type) (a : answer A) (f : A -> answer B) : answer B :=
  match a with Yields x => f x | NoValue => NoValue | NotKnown => NotKnown end.
Arguments bind {A B} a f.
(* None: true or false, but not known which. *)
Definition truth := option bool.
Definition opposite (t : truth) : truth := option_map negb t.

Section Enclosures.
Variable bits : positive.

Definition low (n : known) : option rational := match n with Exact q => Some q | Between lo _ => lo end.
Definition high (n : known) : option rational := match n with Exact q => Some q | Between _ hi => hi end.
Definition both (f : rational -> rational -> rational) (p q : option rational) : option rational :=
  match p, q with Some a, Some b => Some (f a b) | _, _ => None end.
Definition outward (lo hi : option rational) : known :=
  match lo, hi with
  | Some a, Some b => if q_equal a b then Exact a else Between (Some (round_down bits a)) (Some (round_up bits b))
  | _, _ => Between (option_map (round_down bits) lo) (option_map (round_up bits) hi)
  end.

Definition k_add (m n : known) : known :=
  match m, n with
  | Exact p, Exact q => Exact (q_add p q)
  | _, _ => outward (both q_add (low m) (low n)) (both q_add (high m) (high n))
  end.
Definition k_negate (n : known) : known :=
  match n with Exact q => Exact (q_negate q) | Between lo hi => Between (option_map q_negate hi) (option_map q_negate lo) end.
Definition k_subtract (m n : known) : known :=
  match m, n with Exact p, Exact q => Exact (q_subtract p q) | _, _ => k_add m (k_negate n) end.
Definition smallest_of (a b c d : rational) : rational := q_minimum (q_minimum a b) (q_minimum c d).
Definition largest_of (a b c d : rational) : rational := q_maximum (q_maximum a b) (q_maximum c d).
Definition is_zero (n : known) : bool := match n with Exact q => q_is_zero q | Between _ _ => false end.
Definition k_multiply (m n : known) : known :=
  match m, n with
  | Exact p, Exact q => Exact (q_multiply p q)
  | _, _ =>
    if orb (is_zero m) (is_zero n) then Exact (Int 0)
    else
      match low m, high m, low n, high n with
      | Some a, Some b, Some c, Some d =>
        let ac := q_multiply a c in let ad := q_multiply a d in let bc := q_multiply b c in let bd := q_multiply b d in
        outward (Some (smallest_of ac ad bc bd)) (Some (largest_of ac ad bc bd))
      | _, _, _, _ => Between None None
      end
  end.
Definition positive_from (o : option rational) : bool := match o with Some a => q_less (Int 0) a | None => false end.
Definition negative_to (o : option rational) : bool := match o with Some a => q_less a (Int 0) | None => false end.
Definition k_inverse (n : known) : answer known :=
  match n with
  | Exact q => if q_is_zero q then NoValue else Yields (Exact (q_inverse q))
  | Between lo hi =>
    if orb (positive_from lo) (negative_to hi) then
      match lo, hi with Some a, Some b => Yields (outward (Some (q_inverse b)) (Some (q_inverse a))) | _, _ => NotKnown end
    else NotKnown
  end.
Definition k_divide (m n : known) : answer known := bind (k_inverse n) (fun i => Yields (k_multiply m i)).
Definition k_absolute (n : known) : known :=
  match n with
  | Exact q => Exact (q_absolute q)
  | Between lo hi =>
    if positive_from lo then n
    else if negative_to hi then k_negate n
    else Between (Some (Int 0)) (both q_maximum (option_map q_negate lo) hi)
  end.
Definition either (f : rational -> rational -> rational) (p q : option rational) : option rational :=
  match p, q with Some a, Some b => Some (f a b) | None, _ => q | _, None => p end.
Definition k_maximum (m n : known) : known :=
  match m, n with
  | Exact p, Exact q => Exact (q_maximum p q)
  | _, _ => outward (either q_maximum (low m) (low n)) (both q_maximum (high m) (high n))
  end.
Definition k_minimum (m n : known) : known :=
  match m, n with
  | Exact p, Exact q => Exact (q_minimum p q)
  | _, _ => outward (both q_minimum (low m) (low n)) (either q_minimum (high m) (high n))
  end.

Definition certainly (f : rational -> rational -> bool) (p q : option rational) : bool :=
  match p, q with Some a, Some b => f a b | _, _ => false end.
Definition k_at_most (m n : known) : truth :=
  match m, n with
  | Exact p, Exact q => Some (q_at_most p q)
  | _, _ => if certainly q_at_most (high m) (low n) then Some true else if certainly q_less (high n) (low m) then Some false else None
  end.
Definition k_less (m n : known) : truth := opposite (k_at_most n m).
Definition k_equal (m n : known) : truth :=
  match m, n with
  | Exact p, Exact q => Some (q_equal p q)
  | _, _ => if orb (certainly q_less (high m) (low n)) (certainly q_less (high n) (low m)) then Some false else None
  end.

Definition k_integer (n : known) : answer Z :=
  match n with Exact q => match q_integer q with Some z => Yields z | None => NoValue end | Between _ _ => NotKnown end.
Definition k_floor (n : known) : answer Z :=
  match n with
  | Exact q => Yields (q_floor q)
  | Between (Some a) (Some b) => if Z.eqb (q_floor a) (q_floor b) then Yields (q_floor a) else NotKnown
  | _ => NotKnown
  end.

(* Powers: of a number whose sign is known not to matter, end by end. *)
Fixpoint repeated (n : known) (k : nat) : known := match k with O => Exact (Int 1) | S k' => k_multiply n (repeated n k') end.
Definition largest_exponent : Z := 100000.
Definition k_power_nat (n : known) (k : nat) : known :=
  match n with
  | Exact q => Exact (q_power q k)
  | _ => if Nat.even k then repeated (k_absolute n) k else repeated n k
  end.
Definition k_power (n : known) (k : Z) : answer known :=
  if Z.ltb largest_exponent (Z.abs k) then NotKnown
  else if Z.leb 0 k then Yields (k_power_nat n (Z.to_nat k)) else k_inverse (k_power_nat n (Z.to_nat (Z.opp k))).
End Enclosures.
