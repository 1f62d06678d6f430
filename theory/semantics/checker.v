(* SPDX-License-Identifier: Apache-2.0 *)
(* A checker of certificates (docs/certificate_format.md) that computes: rules witness, exhaustive, instances, split and evaluate. Of the
   others it says that it does not know them. That its acceptances are right is checker_sound.v. *)
From Coq Require Import String Ascii List ZArith Bool.
From attest Require Import syntax rationals enclosures interpreter.
Import ListNotations.

(* Steps that serve every element (all = true: one step), or one step for each of them. *)
Inductive step :=
  | Witness (x : string) (v : datum) (rest : step)
  | Exhaustive (x : string) (all : bool) (steps : list step)
  | Instances (x : string) (values : list datum) (all : bool) (steps : list step)
  | Stretch (x : string) (from to : Z) (all : bool) (steps : list step)
  | EachPart (parts : list (string * step))
  | OnePart (part : string) (rest : step)
  | Evaluate
  | Other.

Inductive verdict := Accepted (complete : bool) | Rejected | Undecided.

Inductive ready_domain :=
  | RElements (l : code)
  | RNaturals (from : code)
  | RReals (bounds : option (code * code))
  | RVectors (size : code) (bounds : option (code * code))
  | RMatrices (rows columns : code) (bounds : option (code * code))
  | RValues.
(* A formula with its expressions compiled; of a quantifier, whether its condition is a boolean wherever it has a value. *)
Inductive ready :=
  | RExpression (c : code)
  | RQuantified (every : bool) (x : string) (d : ready_domain) (condition : option code) (boolean : bool) (f : ready)
  | RParts (parts : list (string * ready)).

(* An expression whose value, if it has one, is a boolean; known: of which definitions that is known. *)
Definition tests : list string := ["is_number"; "is_integer"; "is_boolean"; "is_symbol"; "is_list"; "is_record"; "has"]%string.
Fixpoint boolean_shape (known : string -> bool) (e : expr) : bool :=
  match e with
  | Truth _ | Not _ | And _ | Or _ | Chain _ _ => true
  | Over consumer _ _ _ => orb (String.eqb consumer "all") (String.eqb consumer "any")
  | Call f _ => orb (existsb (String.eqb f) tests) (match found f (the_built_in 1) with None => known f | Some _ => false end)
  | Let _ _ body => boolean_shape known body
  | If _ yes no => andb (boolean_shape known yes) (boolean_shape known no)
  | _ => false
  end.
Fixpoint boolean_calls (latest_first : list definition) (f : string) : bool :=
  match latest_first with
  | nil => false
  | d :: earlier => if String.eqb f (name d) then boolean_shape (boolean_calls earlier) (body d) else boolean_calls earlier f
  end.

Section Checker.
Variable bits : positive.

Section Readiness.
Variable defs : table.
Variable known : string -> bool.
Local Notation compiled := (compile bits defs).
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
Definition ready_condition (names : list string) (p : option expr) : option code :=
  match p with Some e => Some (compiled names e) | None => None end.
Definition condition_shape (p : option expr) : bool := match p with Some e => boolean_shape known e | None => true end.
Fixpoint ready_formula (names : list string) (f : formula) : ready :=
  match f with
  | Expression e => RExpression (compiled names e)
  | Forall x d p g => RQuantified true x (ready_in names d) (ready_condition (x :: names) p) (condition_shape p) (ready_formula (x :: names) g)
  | Exists x d p g => RQuantified false x (ready_in names d) (ready_condition (x :: names) p) (condition_shape p) (ready_formula (x :: names) g)
  | Parts parts => RParts (map (fun part => (fst part, ready_formula names (snd part))) parts)
  end.
End Readiness.

(* A value without bounds in the place of numbers. *)
Fixpoint exact (d : datum) : bool :=
  match d with
  | DNumber (Exact _) => true
  | DTruth (Some _) => true
  | DSymbol _ => true
  | DList l => forallb exact l
  | DRecord l => forallb (fun f => exact (snd f)) l
  | _ => false
  end.
(* The same exact value. *)
Fixpoint identical (d e : datum) {struct d} : bool :=
  match d, e with
  | DNumber (Exact p), DNumber (Exact q) => q_equal p q
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

(* Whether a condition is true at an environment; where it has no value it is not. *)
Definition condition_at (env : list datum) (condition : option code) : truth :=
  match condition with
  | None => Some true
  | Some c => match run bits env c with Yields (DTruth t) => t | Yields _ => Some false | NoValue => Some false | NotKnown => None end
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

Definition exact_of (a : answer datum) : option rational := match a with Yields (DNumber (Exact q)) => Some q | _ => None end.
(* None: not known. *)
Definition limits (env : list datum) (bounds : option (code * code)) : option (rational -> bool) :=
  match bounds with
  | None => Some (fun _ => true)
  | Some (a, b) =>
    match exact_of (run bits env a), exact_of (run bits env b) with
    | Some p, Some q => Some (fun r => andb (q_at_most p r) (q_at_most r q))
    | _, _ => None
    end
  end.
Definition number_in (inside : rational -> bool) (d : datum) : bool := match d with DNumber (Exact q) => inside q | _ => false end.
Definition vector_in (inside : rational -> bool) (n : nat) (d : datum) : bool :=
  match d with DList l => andb (Nat.eqb (length l) n) (forallb (number_in inside) l) | _ => false end.
Definition matrix_in (inside : rational -> bool) (m n : nat) (d : datum) : bool :=
  match d with DList l => andb (Nat.eqb (length l) m) (forallb (vector_in inside n) l) | _ => false end.
Definition size_at (env : list datum) (c : code) : option nat :=
  match exact_of (run bits env c) with
  | Some q => match q_integer q with Some z => if Z.leb 0 z then Some (Z.to_nat z) else None | None => None end
  | None => None
  end.

(* Whether a value is an element; an exact value is asked for. *)
Definition element_at (env : list datum) (d : ready_domain) (v : datum) : truth :=
  match d with
  | RElements l =>
    match run bits env l with
    | Yields (DList items) => if existsb (fun item => identical item v) items then Some true else if forallb exact items then Some false else None
    | _ => None
    end
  | RNaturals a =>
    match exact_of (run bits env a), v with
    | Some q, DNumber (Exact (Int z)) => Some (q_at_most q (Int z))
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

Definition and_then (v : verdict) (w : unit -> verdict) : verdict :=
  match v with Accepted c => match w tt with Accepted c' => Accepted (andb c c') | other => other end | other => other end.
Definition if_true (t : truth) (v : unit -> verdict) : verdict :=
  match t with Some true => v tt | Some false => Rejected | None => Undecided end.
Definition incomplete (v : verdict) : verdict := match v with Accepted _ => Accepted false | other => other end.

Section Elements.
(* Meets the body at an element with a step. *)
Variable meet : datum -> step -> verdict.
Variable condition : datum -> truth.

(* Every item at which the condition is true, with the one step or the next one. *)
Fixpoint each_item (all : bool) (steps : list step) (items : list datum) : verdict :=
  match items with
  | nil => if all then Accepted true else match steps with nil => Accepted true | _ => Rejected end
  | v :: rest =>
    match condition v with
    | Some false => each_item all steps rest
    | None => Undecided
    | Some true =>
      match steps with
      | nil => Rejected
      | s :: others => and_then (meet v s) (fun _ => each_item all (if all then steps else others) rest)
      end
    end
  end.
End Elements.

Fixpoint distinct (l : list datum) : bool :=
  match l with nil => true | v :: rest => andb (negb (existsb (identical v) rest)) (distinct rest) end.
Definition each_listed (check : datum -> step -> verdict) (condition element : datum -> truth) (all : bool) (steps : list step) (values : list datum) : verdict :=
  if andb (forallb exact values) (andb (distinct values) (negb (match values with nil => true | _ => false end))) then
    if forallb (fun v => match element v, condition v with Some true, Some true => true | _, _ => false end) values
    then each_item check condition all steps values
    else if existsb (fun v => match element v, condition v with Some false, _ => true | _, Some false => true | _, _ => false end) values then Rejected else Undecided
  else Rejected.

Fixpoint check (goal : bool) (env : list datum) (f : ready) (s : step) {struct f} : verdict :=
  match f with
  | RExpression c =>
    match s with
    | Evaluate =>
      match run bits env c with
      | Yields (DTruth (Some b)) => if Bool.eqb b goal then Accepted true else Rejected
      | Yields (DTruth None) | NotKnown => Undecided
      | _ => Rejected
      end
    | Other => Undecided
    | _ => Rejected
    end
  | RQuantified every x d condition boolean g =>
    let meet v s := check goal (v :: env) g s in
    let at_ v := condition_at (v :: env) condition in
    if negb boolean then Undecided else
    match s with
    | Other => Undecided
    | Witness y v rest =>
      if Bool.eqb every goal then Rejected
      else if andb (String.eqb x y) (exact v) then if_true (element_at env d v) (fun _ => if_true (at_ v) (fun _ => meet v rest))
      else Rejected
    | Exhaustive y all steps =>
      if andb (Bool.eqb every goal) (String.eqb x y) then
        match d with
        | RElements l => match run bits env l with Yields (DList items) => each_item meet at_ all steps items | NotKnown => Undecided | _ => Rejected end
        | _ => Rejected
        end
      else Rejected
    | Instances y values all steps =>
      if andb (Bool.eqb every goal) (String.eqb x y) then incomplete (each_listed meet at_ (element_at env d) all steps values) else Rejected
    | Stretch y from to all steps =>
      if andb (Bool.eqb every goal) (String.eqb x y) then
        match d with
        | RNaturals a =>
          match exact_of (run bits env a) with
          | Some q =>
            if q_at_most q (Int from) then
              let items := counted from (Z.to_nat (to - from + 1)) in
              if existsb (fun v => match at_ v with Some false => false | _ => true end) items then incomplete (each_item meet at_ all steps items)
              else Rejected
            else Rejected
          | None => Undecided
          end
        | _ => Rejected
        end
      else Rejected
    | _ => Rejected
    end
  | RParts parts =>
    match s with
    | Other => Undecided
    | EachPart steps =>
      if andb goal (Nat.eqb (length steps) (length parts)) then
        (fix each parts := match parts with
          | nil => Accepted true
          | part :: rest =>
            match found (fst part) steps with Some s => and_then (check goal env (snd part) s) (fun _ => each rest) | None => Rejected end
          end) parts
      else Rejected
    | OnePart name rest =>
      if goal then Rejected
      else
        (fix some parts := match parts with
          | nil => Rejected
          | part :: others => if String.eqb name (fst part) then check goal env (snd part) rest else some others
          end) parts
    | _ => Rejected
    end
  end.
End Checker.

Definition check_statement (bits : positive) (s : statement) : bool -> step -> verdict :=
  let latest_first := rev (definitions s) in
  let ready := ready_formula bits (compile_definitions bits latest_first) (boolean_calls latest_first) nil (asserted s) in
  fun goal steps => check bits goal nil ready steps.
