(* SPDX-License-Identifier: Apache-2.0 *)
(* Bounds of sqrt, exp and log that compute. Those of exp follow from 1 + x <= exp(x) and exp(x + y) = exp(x) exp(y) alone, those of log
   from exp's and exp(log(x)) = x. A guess that a bound begins with may be any number: a bad one makes the bound wide, not wrong. *)
From Coq Require Import ZArith.
From attest Require Import rationals enclosures.

Section Elementary.
Variable bits : positive.

(* An increasing function, of which around has a number below and one above its value. *)
Definition increasing (around : rational -> answer (rational * rational)) (n : known) : answer known :=
  match low n, high n with
  | Some a, Some b => bind (around a) (fun below => bind (around b) (fun above => Yields (outward bits (Some (fst below)) (Some (snd above)))))
  | _, _ => NotKnown
  end.
Definition pointwise (around : rational -> answer (rational * rational)) (n : known) : answer known :=
  match n with
  | Exact q => bind (around q) (fun r => Yields (outward bits (Some (fst r)) (Some (snd r))))
  | _ => increasing around n
  end.

(* --- Square roots of numbers >= 0: any number whose square is not above (not below) --------------------------------------------- *)
Definition q_square (q : rational) : rational := q_multiply q q.
Definition exact_root (q : rational) : rational := reduced (Z.sqrt (numerator q)) (Z.to_pos (Z.sqrt (Zpos (denominator q)))).
Definition root_around (q : rational) : answer (rational * rational) :=
  if q_equal (q_square (exact_root q)) q then Yields (exact_root q, exact_root q)
  else
    let places := Z.add (Zpos bits) (Z.max 0 (Z.sub (Z.log2 (Zpos (denominator q))) (Z.log2 (Z.abs (numerator q))))) in
    match Z.shiftl 1 places with
    | Zpos scale =>
      let root := Z.sqrt (q_floor (q_multiply q (Int (Z.mul (Zpos scale) (Zpos scale))))) in
      let below := reduced root scale in
      let above := reduced (Z.succ root) scale in
      if andb (q_at_most (q_square below) q) (q_at_most q (q_square above)) then Yields (below, above) else NotKnown
    | _ => NotKnown
    end.
Definition k_sqrt (n : known) : answer known :=
  match n with
  | Exact q => if q_less q (Int 0) then NoValue else pointwise root_around n
  | Between (Some a) _ => if q_at_most (Int 0) a then pointwise root_around n else NotKnown
  | _ => NotKnown
  end.

(* --- exp(q) is exp(q / 2^k) squared k times; m stands for m / scale ---------------------------------------------------------------- *)
Fixpoint squared_down (scale : positive) (k : nat) (m : Z) : Z :=
  match k with O => m | S k' => squared_down scale k' (q_floor (Frac (Z.mul m m) scale)) end.
Fixpoint squared_up (scale : positive) (k : nat) (m : Z) : Z :=
  match k with O => m | S k' => squared_up scale k' (ceiling (Frac (Z.mul m m) scale)) end.
Definition half : rational := Frac 1 2.
Definition largest_exponent_of_e : Z := 10000.
Definition exp_around (q : rational) : answer (rational * rational) :=
  let size := Z.succ (q_floor (q_absolute q)) in
  if q_is_zero q then Yields (Int 1, Int 1)
  else if Z.ltb largest_exponent_of_e size then NotKnown
  else
    let times := Z.add (Zpos bits) (Z.mul 2 (Z.succ (Z.log2 size))) in
    match Z.shiftl 1 (Z.add (Z.mul 2 times) (Z.mul 2 size)) with
    | Zpos scale =>
      let k := Z.to_nat times in
      let x := q_multiply q (q_power half k) in
      let below := q_floor (q_multiply (q_add (Int 1) x) (Int (Zpos scale))) in
      if andb (q_less x (Int 1)) (Z.leb 0 below) then
        Yields (reduced (squared_down scale k below) scale,
                reduced (squared_up scale k (ceiling (q_multiply (q_inverse (q_subtract (Int 1) x)) (Int (Zpos scale))))) scale)
      else NotKnown
    | _ => NotKnown
    end.
Definition k_exp (n : known) : answer known := pointwise exp_around n.

(* --- log(q) is l + log(q exp(-l)) for any l, and 1 - 1 / y <= log(y) <= y - 1 ----------------------------------------------------- *)
Fixpoint nearer (times : nat) (q l : rational) : rational :=
  match times, exp_around (q_negate l) with
  | S times', Yields (e, _) =>
    let y := q_multiply q e in
    let change := q_multiply (q_multiply (Int 2) (q_subtract y (Int 1))) (q_inverse (q_add y (Int 1))) in
    nearer times' q (round_down (Pos.add bits 8) (q_add l change))
  | _, _ => l
  end.
Definition log_guess (q : rational) : rational :=
  nearer (Z.to_nat (Z.log2 (Zpos bits)))
    q (q_multiply (Int (Z.sub (Z.log2 (Z.abs (numerator q))) (Z.log2 (Zpos (denominator q))))) (Frac 693 1000)).
Definition log_around (q : rational) : answer (rational * rational) :=
  let l := log_guess q in
  bind (exp_around (q_negate l)) (fun e =>
    let below := q_multiply q (fst e) in
    if q_less (Int 0) below then
      Yields (q_add l (q_subtract (Int 1) (q_inverse below)), q_add l (q_subtract (q_multiply q (snd e)) (Int 1)))
    else NotKnown).
Definition k_log (n : known) : answer known :=
  match n with
  | Exact q => if q_at_most q (Int 0) then NoValue else pointwise log_around n
  | Between (Some a) _ => if q_less (Int 0) a then pointwise log_around n else NotKnown
  | _ => NotKnown
  end.
End Elementary.
