(* SPDX-License-Identifier: Apache-2.0 *)
(* A checker of certificates (docs/certificate_format.md) that computes: rules witness, exhaustive, instances, box,
   polynomial, split, evaluate and squares. Of the others it says that it does not know them. That its acceptances are right is checker_sound.v. *)
From Coq Require Import String Ascii List ZArith Bool.
From attest Require Import syntax rationals enclosures polynomials quantities interpreter domains variables.
Import ListNotations.

(* Steps that serve every element (all = true: one step), or one step for each of them. *)
Inductive step :=
  | Witness (x : string) (v : datum) (rest : step)
  | Exhaustive (x : string) (all : bool) (steps : list step)
  | Instances (x : string) (values : list datum) (all : bool) (steps : list step)
  | Stretch (x : string) (from to : Z) (all : bool) (steps : list step)
  | Cells (x : string) (cells : list cell) (all : bool) (steps : list step)
  | Polynomials (x : string) (rest : step)
  | EachPart (parts : list (string * step))
  | OnePart (part : string) (rest : step)
  | Evaluate
  | Squares (sums : list (list square_text))
  | Other.

Inductive verdict := Accepted (complete : bool) | Rejected | Undecided.

(* A formula with its expressions compiled; of a quantifier, whether its condition is a boolean wherever it has a value, and the
   comparisons that are true where it is. *)
Inductive ready :=
  | RExpression (c : code)
  | RQuantified (every : bool) (x : string) (d : ready_domain) (condition : option code) (boolean : bool) (facts : list fact) (f : ready)
  | RParts (parts : list (string * ready)).

(* An expression whose value, if it has one, is a boolean; known: of which definitions that is known. *)
Definition tests : list string := ["is_number"; "is_integer"; "is_boolean"; "is_symbol"; "is_list"; "is_record"; "has"]%string.
Fixpoint boolean_shape (known : string -> bool) (e : expr) : bool :=
  match e with
  | Truth _ | Not _ | And _ | Or _ | Chain _ _ => true
  | Over consumer _ _ _ => orb (String.eqb consumer "all") (String.eqb consumer "any")
  | Call f _ => orb (existsb (String.eqb f) tests) (match found f the_built_in with None => known f | Some _ => false end)
  | Let _ _ body => boolean_shape known body
  | If _ yes no => andb (boolean_shape known yes) (boolean_shape known no)
  | _ => false
  end.
Fixpoint boolean_calls (latest_first : list definition) (f : string) : bool :=
  match latest_first with
  | nil => false
  | d :: earlier => if String.eqb f (name d) then boolean_shape (boolean_calls earlier) (body d) else boolean_calls earlier f
  end.

Section Readiness.
Variable defs : table.
Variable known : string -> bool.
Local Notation compiled := (compile defs).
Definition ready_condition (names : list string) (p : option expr) : option code :=
  match p with Some e => Some (compiled names e) | None => None end.
Definition condition_shape (p : option expr) : bool := match p with Some e => boolean_shape known e | None => true end.
Fixpoint ready_formula (names : list string) (f : formula) : ready :=
  match f with
  | Expression e => RExpression (compiled names e)
  | Forall x d p g =>
    RQuantified true x (ready_in defs names d) (ready_condition (x :: names) p) (condition_shape p) (ready_facts defs (x :: names) p)
      (ready_formula (x :: names) g)
  | Exists x d p g =>
    RQuantified false x (ready_in defs names d) (ready_condition (x :: names) p) (condition_shape p) (ready_facts defs (x :: names) p)
      (ready_formula (x :: names) g)
  | Parts parts => RParts (map (fun part => (fst part, ready_formula names (snd part))) parts)
  end.
End Readiness.

(* Whether a condition is true at an environment; where it has no value it is not. *)
Definition condition_at (ctx : context) (env : list datum) (condition : option code) : truth :=
  match condition with
  | None => Some true
  | Some c => match run ctx env c with Yields (DTruth t) => t | Yields _ => Some false | NoValue => Some false | NotKnown => None end
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
(* Every cell at which the condition may be true: where it is not known, it may have been true nowhere. Those passed over have their step, too. *)
Definition perhaps (v : verdict) : verdict := match v with Rejected => Undecided | other => other end.
Fixpoint each_cell (all : bool) (steps : list step) (cells : list datum) : verdict :=
  match cells with
  | nil => if all then Accepted true else match steps with nil => Accepted true | _ => Rejected end
  | v :: rest =>
    match steps with
    | nil => Rejected
    | s :: others =>
      let next (_ : unit) := each_cell all (if all then steps else others) rest in
      match condition v with
      | Some false => next tt
      | Some true => and_then (meet v s) next
      | None => and_then (perhaps (meet v s)) next
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

(* What is known at a place of the formula: signs, the variables of polynomials by name, the latest first, and the next one's number. *)
Record scope := Scope { known_here : context; names_here : naming; next_variable : Z }.
Definition evaluated (goal : bool) (a : answer datum) : verdict :=
  match a with
  | Yields (DTruth (Some b)) => if Bool.eqb b goal then Accepted true else Rejected
  | Yields (DTruth None) | NotKnown => Undecided
  | _ => Rejected
  end.

Fixpoint check (goal : bool) (here : scope) (env : list datum) (f : ready) (s : step) {struct f} : verdict :=
  let ctx := known_here here in
  match f with
  | RExpression c =>
    match s with
    | Evaluate => evaluated goal (run ctx env c)
    | Squares sums => match with_sums (names_here here) sums ctx with Some more => evaluated goal (run more env c) | None => Rejected end
    | Other => Undecided
    | _ => Rejected
    end
  | RQuantified every x d condition boolean facts g =>
    let meet v s := check goal here (v :: env) g s in
    let at_ v := condition_at ctx (v :: env) condition in
    if negb boolean then Undecided else
    match s with
    | Other => Undecided
    | Witness y v rest =>
      if Bool.eqb every goal then Rejected
      else if andb (String.eqb x y) (exact v) then if_true (element_at ctx env d v) (fun _ => if_true (at_ v) (fun _ => meet v rest))
      else Rejected
    | Exhaustive y all steps =>
      if andb (Bool.eqb every goal) (String.eqb x y) then
        match d with
        | RElements l => match run ctx env l with Yields (DList items) => each_item meet at_ all steps items | NotKnown => Undecided | _ => Rejected end
        | _ => Rejected
        end
      else Rejected
    | Instances y values all steps =>
      if andb (Bool.eqb every goal) (String.eqb x y) then incomplete (each_listed meet at_ (element_at ctx env d) all steps values) else Rejected
    | Stretch y from to all steps =>
      if andb (Bool.eqb every goal) (String.eqb x y) then
        match d with
        | RNaturals a =>
          match exact_of (run ctx env a) with
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
    | Cells y cells all steps =>
      if andb (Bool.eqb every goal) (String.eqb x y) then
        match frame_of ctx env d with
        | Yields f => if covers f cells then each_cell meet at_ all steps (map (fun c => filled f (known_in c)) cells) else Rejected
        | NoValue => Rejected
        | NotKnown => Undecided
        end
      else Rejected
    | Polynomials y rest =>
      if andb (Bool.eqb every goal) (String.eqb x y) then
        match reals_of ctx env d with
        | Yields (e, shape) =>
          let k := next_variable here in
          if negb (in_order e) then Rejected
          else if andb (forallb (settled k) env) (forallb (fun known => p_below k (fst known)) (signs ctx)) then
            let '(v, next) := fresh e shape k in
            let at_ends := with_ends ctx e v in
            let meets (_ : unit) := check goal (Scope (with_facts (v :: env) facts at_ends) (named x nil v ++ names_here here) next) (v :: env) g rest in
            match condition_at at_ends (v :: env) condition with
            | Some true => meets tt
            | Some false => Accepted true
            | None => perhaps (meets tt)
            end
          else Undecided
        | NoValue => Rejected
        | NotKnown => Undecided
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
            match found (fst part) steps with Some s => and_then (check goal here env (snd part) s) (fun _ => each rest) | None => Rejected end
          end) parts
      else Rejected
    | OnePart name rest =>
      if goal then Rejected
      else
        (fix some parts := match parts with
          | nil => Rejected
          | part :: others => if String.eqb name (fst part) then check goal here env (snd part) rest else some others
          end) parts
    | _ => Rejected
    end
  end.

Definition check_statement (bits : positive) (s : statement) : bool -> step -> verdict :=
  let latest_first := rev (definitions s) in
  let ready := ready_formula (compile_definitions bits latest_first) (boolean_calls latest_first) nil (asserted s) in
  fun goal steps => check goal (Scope (Knowing bits nil) nil 0) nil ready steps.
