(* SPDX-License-Identifier: Apache-2.0 *)
(* A domain's elements, for the checker: whether a value is one of them, and cells that hold all of them. *)
From Coq Require Import String Ascii List ZArith Bool.
From attest Require Import syntax rationals enclosures polynomials quantities interpreter.
Import ListNotations.

Inductive ready_domain :=
  | RElements (l : code)
  | RNaturals (from : code)
  | RReals (bounds : option (code * code))
  | RVectors (size : code) (bounds : option (code * code))
  | RMatrices (rows columns : code) (bounds : option (code * code))
  | RValues.

(* A value without bounds in the place of numbers. *)
Fixpoint exact (d : datum) : bool :=
  match d with
  | DNumber (Plain (Exact _)) => true
  | DTruth (Some _) => true
  | DSymbol _ => true
  | DList l => forallb exact l
  | DRecord l => forallb (fun f => exact (snd f)) l
  | _ => false
  end.
(* The same exact value. *)
Fixpoint identical (d e : datum) {struct d} : bool :=
  match d, e with
  | DNumber (Plain (Exact p)), DNumber (Plain (Exact q)) => q_equal p q
  | DTruth (Some a), DTruth (Some b) => Bool.eqb a b
  | DSymbol s, DSymbol t => String.eqb s t
  | DList l, DList m =>
    (fix same l m := match l, m with nil, nil => true | x :: l', y :: m' => andb (identical x y) (same l' m') | _, _ => false end) l m
  | DRecord l, DRecord m =>
    (fix same l m := match l, m with
      | nil, nil => true
      | x :: l', y :: m' => andb (andb (String.eqb (fst x) (fst y)) (identical (snd x) (snd y))) (same l' m')
      | _, _ => false
      end) l m
  | _, _ => false
  end.

(* The numbers from the first end to the second; no bound where there is None. *)
Definition cell : Type := option rational * option rational.
Definition known_in (c : cell) : known :=
  match c with
  | (Some a, Some b) => if q_equal a b then Exact a else Between (Some a) (Some b)
  | (lo, hi) => Between lo hi
  end.
Definition same_end (p q : option rational) : bool :=
  match p, q with Some a, Some b => q_equal a b | None, None => true | _, _ => false end.
(* Cells from lo to hi, each from where the one before ends. *)
Fixpoint follow (lo : option rational) (cells : list cell) (hi : option rational) : bool :=
  match cells with
  | nil => false
  | c :: rest =>
    andb (same_end lo (fst c))
      match rest, snd c with nil, e => same_end e hi | _, Some _ => follow (snd c) rest hi | _, None => false end
  end.

(* A value of the language: its records have names as fields, each once (values.v). *)
Definition between (m n k : nat) : bool := andb (Nat.leb m n) (Nat.leb n k).
Definition letter (c : ascii) : bool := let n := nat_of_ascii c in orb (between 65 n 90) (between 97 n 122).
Definition digit (c : ascii) : bool := between 48 (nat_of_ascii c) 57.
Fixpoint each_character (p : ascii -> bool) (s : string) : bool :=
  match s with String c rest => andb (p c) (each_character p rest) | EmptyString => true end.
Definition words : list string :=
  ["claim"; "use"; "def"; "statement"; "forall"; "exists"; "in"; "where"; "parts"; "naturals"; "reals"; "vectors"; "matrices"; "values";
   "from"; "to"; "let"; "if"; "then"; "else"; "and"; "or"; "not"; "fold"; "for"; "true"; "false"; "div"; "mod"]%string.
Definition proper_name (s : string) : bool :=
  match s with
  | String c rest =>
    andb (letter c) (andb (each_character (fun d => orb (letter d) (orb (digit d) (Ascii.eqb d "_"%char))) rest) (negb (existsb (String.eqb s) words)))
  | EmptyString => false
  end.
Fixpoint different_names (l : list string) : bool :=
  match l with nil => true | s :: rest => andb (negb (existsb (String.eqb s) rest)) (different_names rest) end.
Fixpoint proper (d : datum) : bool :=
  match d with
  | DList items => forallb proper items
  | DRecord fields =>
    andb (forallb (fun f => proper_name (fst f)) fields) (andb (different_names (map fst fields)) (forallb (fun f => proper (snd f)) fields))
  | _ => true
  end.

Section Domains.
Variable ctx : context.

Section Readiness.
Variable defs : table.
Local Notation compiled := (compile defs).
Definition ready_bounds (names : list string) (bounds : option (expr * expr)) : option (code * code) :=
  match bounds with Some (a, b) => Some (compiled names a, compiled names b) | None => None end.
Definition ready_in (names : list string) (d : domain) : ready_domain :=
  match d with
  | Elements l => RElements (compiled names l)
  | Naturals a => RNaturals (compiled names a)
  | Reals bounds => RReals (ready_bounds names bounds)
  | Vectors n bounds => RVectors (compiled names n) (ready_bounds names bounds)
  | Matrices m n bounds => RMatrices (compiled names m) (compiled names n) (ready_bounds names bounds)
  | Values => RValues
  end.
End Readiness.

Definition exact_of (a : answer datum) : option rational := match a with Yields (DNumber (Plain (Exact q))) => Some q | _ => None end.
(* None: not known. *)
Definition limits (env : list datum) (bounds : option (code * code)) : option (rational -> bool) :=
  match bounds with
  | None => Some (fun _ => true)
  | Some (a, b) =>
    match exact_of (run ctx env a), exact_of (run ctx env b) with
    | Some p, Some q => Some (fun r => andb (q_at_most p r) (q_at_most r q))
    | _, _ => None
    end
  end.
Definition number_in (inside : rational -> bool) (d : datum) : bool := match d with DNumber (Plain (Exact q)) => inside q | _ => false end.
Definition vector_in (inside : rational -> bool) (n : nat) (d : datum) : bool :=
  match d with DList l => andb (Nat.eqb (length l) n) (forallb (number_in inside) l) | _ => false end.
Definition matrix_in (inside : rational -> bool) (m n : nat) (d : datum) : bool :=
  match d with DList l => andb (Nat.eqb (length l) m) (forallb (vector_in inside n) l) | _ => false end.
Definition size_at (env : list datum) (c : code) : option nat :=
  match exact_of (run ctx env c) with
  | Some q => match q_integer q with Some z => if andb (Z.leb 0 z) (Z.leb z many) then Some (Z.to_nat z) else None | None => None end
  | None => None
  end.

(* Whether a value is an element; an exact value is asked for. *)
Definition element_at (env : list datum) (d : ready_domain) (v : datum) : truth :=
  match d with
  | RElements l =>
    match run ctx env l with
    | Yields (DList items) => if existsb (fun item => identical item v) items then Some true else if forallb exact items then Some false else None
    | _ => None
    end
  | RNaturals a =>
    match exact_of (run ctx env a), v with
    | Some q, DNumber (Plain (Exact (Int z))) => Some (q_at_most q (Int z))
    | Some _, _ => Some false
    | None, _ => None
    end
  | RReals bounds => option_map (fun inside => number_in inside v) (limits env bounds)
  | RVectors n bounds =>
    match size_at env n, limits env bounds with Some k, Some inside => Some (vector_in inside k v) | _, _ => None end
  | RMatrices m n bounds =>
    match size_at env m, size_at env n, limits env bounds with
    | Some k, Some l, Some inside => Some (matrix_in inside k l v)
    | _, _, _ => None
    end
  | RValues => Some (proper v)
  end.


(* The ends of a domain of reals, what has a cell for its numbers, and whether there may be more than one cell. NoValue: it has no cells. *)
Definition ends (env : list datum) (bounds : option (code * code)) : answer cell :=
  match bounds with
  | None => Yields (None, None)
  | Some (a, b) =>
    match exact_of (run ctx env a), exact_of (run ctx env b) with Some p, Some q => Yields (Some p, Some q) | _, _ => NotKnown end
  end.
Definition sized (env : list datum) (c : code) : answer nat := match size_at env c with Some n => Yields n | None => NotKnown end.
Record frame := Frame { from_to : cell; filled : known -> datum; several : bool }.
Definition frame_of (env : list datum) (d : ready_domain) : answer frame :=
  match d with
  | RReals bounds => bind (ends env bounds) (fun e => Yields (Frame e (fun x => DNumber (Plain x)) true))
  | RVectors n bounds =>
    bind (sized env n) (fun k => bind (ends env bounds) (fun e => Yields (Frame e (fun x => DList (repeat (DNumber (Plain x)) k)) false)))
  | RMatrices m n bounds =>
    bind (sized env m) (fun k => bind (sized env n) (fun l => bind (ends env bounds) (fun e =>
      Yields (Frame e (fun x => DList (repeat (DList (repeat (DNumber (Plain x)) l)) k)) false))))
  | _ => NoValue
  end.
Definition covers (f : frame) (cells : list cell) : bool :=
  andb (orb (several f) (Nat.eqb (length cells) 1)) (follow (fst (from_to f)) cells (snd (from_to f))).
End Domains.
