(* SPDX-License-Identifier: Apache-2.0 *)
(* Rule 'polynomial': elements whose numbers are variables of polynomials, and the signs that domains and conditions tell of them. Rule
   'squares': more signs, from a certificate. *)
From Coq Require Import String List ZArith Bool.
From attest Require Import syntax rationals enclosures polynomials quantities interpreter domains.
Import ListNotations.

(* An element whose numbers are variables, from number k on, each between the ends; and the next number. *)
Fixpoint several (one : Z -> datum * Z) (n : nat) (k : Z) : list datum * Z :=
  match n with
  | O => (nil, k)
  | S n' => let (d, k') := one k in let (rest, k'') := several one n' k' in (d :: rest, k'')
  end.
Fixpoint fresh (e : cell) (shape : list nat) (k : Z) {struct shape} : datum * Z :=
  match shape with
  | nil => (DNumber (made (known_in e) (Some (variable k))), Z.succ k)
  | n :: inner => let (l, k') := several (fresh e inner) n k in (DList l, k')
  end.
(* Whether every variable in it has a number below k. *)
Fixpoint settled (k : Z) (d : datum) : bool :=
  match d with
  | DNumber (Poly _ p) => p_below k p
  | DList l => forallb (settled k) l
  | DRecord l => forallb (fun f => settled k (snd f)) l
  | _ => true
  end.

Fixpoint numbers_of (d : datum) : list quantity :=
  match d with DNumber a => [a] | DList l => flat_map numbers_of l | _ => nil end.
(* Its variables by their names, x or x[1] or x[2][1], and the polynomials that they are: numbers where the ends meet. *)
Definition naming := list (string * list Z * polynomial).
Fixpoint named (x : string) (indices : list Z) (d : datum) : naming :=
  match d with
  | DNumber a => match as_polynomial a with Some p => [(x, indices, p)] | None => nil end
  | DList l =>
    (fix entries i l := match l with nil => nil | d :: rest => named x (indices ++ [i]) d ++ entries (Z.succ i) rest end) 1%Z l
  | _ => nil
  end.

Section Signs.
Variable ctx : context.

(* The ends of a domain whose elements are real numbers, or lists of so many. NoValue: it has others. *)
Definition reals_of (env : list datum) (d : ready_domain) : answer (cell * list nat) :=
  match d with
  | RNaturals a => match exact_of (run ctx env a) with Some q => Yields ((Some q, None), nil) | None => NotKnown end
  | RReals bounds => bind (ends ctx env bounds) (fun e => Yields (e, nil))
  | RVectors n bounds => bind (sized ctx env n) (fun k => bind (ends ctx env bounds) (fun e => Yields (e, [k])))
  | RMatrices m n bounds =>
    bind (sized ctx env m) (fun k => bind (sized ctx env n) (fun l => bind (ends ctx env bounds) (fun e => Yields (e, [k; l]))))
  | _ => NoValue
  end.
Definition in_order (e : cell) : bool := match e with (Some a, Some b) => q_at_most a b | _ => true end.

Definition end_signs (e : cell) (a : quantity) : list sign :=
  match fst e with Some q => difference_sign ctx a (Plain (Exact q)) false | None => nil end ++
  match snd e with Some q => difference_sign ctx (Plain (Exact q)) a false | None => nil end.
Definition with_signs (more : list sign) : context := Knowing (precision ctx) (signs ctx ++ more).
Definition with_ends (e : cell) (d : datum) : context := with_signs (flat_map (end_signs e) (numbers_of d)).
End Signs.

(* Where an expression is true, so is every comparison in it that only `and` stands around. *)
Fixpoint links_of (e : expr) : list (comparison * expr * expr) :=
  match e with
  | And operands => flat_map links_of operands
  | Chain first links =>
    (fix pairs a links := match links with nil => nil | l :: rest => (fst l, a, snd l) :: pairs (snd l) rest end) first links
  | _ => nil
  end.
Definition fact := (comparison * code * code)%type.
Definition ready_facts (defs : table) (names : list string) (p : option expr) : list fact :=
  match p with
  | Some e => map (fun l => (fst (fst l), compile defs names (snd (fst l)), compile defs names (snd l))) (links_of e)
  | None => nil
  end.
Definition with_fact (env : list datum) (ctx : context) (f : fact) : context :=
  match run ctx env (snd (fst f)), run ctx env (snd f) with
  | Yields (DNumber m), Yields (DNumber n) =>
    with_signs ctx
      match fst (fst f) with
      | Less => difference_sign ctx n m true
      | AtMost => difference_sign ctx n m false
      | Greater => difference_sign ctx m n true
      | AtLeast => difference_sign ctx m n false
      | Equal => difference_sign ctx n m false ++ difference_sign ctx m n false
      | Different => nil
      end
  | _, _ => ctx
  end.
Definition with_facts (env : list datum) : list fact -> context -> context := fold_left (with_fact env).

(* --- A certificate's squares -------------------------------------------------------------------------------------------------------- *)
(* A root: coefficients, each with the variables that it is multiplied by. *)
Definition root_text := list (rational * list (string * list Z)).
Definition square_text := (rational * list Z * root_text)%type.

Fixpoint same_indices (l m : list Z) : bool :=
  match l, m with nil, nil => true | i :: l', j :: m' => andb (Z.eqb i j) (same_indices l' m') | _, _ => false end.
Fixpoint variable_named (names : naming) (x : string) (indices : list Z) : option polynomial :=
  match names with
  | nil => None
  | (y, js, p) :: rest => if andb (String.eqb x y) (same_indices indices js) then Some p else variable_named rest x indices
  end.
Fixpoint product_of (names : naming) (p : polynomial) (variables : list (string * list Z)) : option polynomial :=
  match variables with
  | nil => Some p
  | v :: rest => match variable_named names (fst v) (snd v) with Some q => product_of names (p_multiply p q) rest | None => None end
  end.
Fixpoint root_of (names : naming) (terms : root_text) : option polynomial :=
  match terms with
  | nil => Some nil
  | (c, variables) :: rest =>
    match product_of names (constant c) variables, root_of names rest with Some p, Some q => Some (p_add p q) | _, _ => None end
  end.
Fixpoint every_some (A B : Type) (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | nil => Some nil
  | x :: rest => match f x, every_some A B f rest with Some y, Some ys => Some (y :: ys) | _, _ => None end
  end.
Arguments every_some {A B} f l.
Definition square_of (names : naming) (t : square_text) : option square_term :=
  match root_of names (snd t) with Some root => Some (fst t, root) | None => None end.
(* None: no such variable, no such sign, or a weight below 0. *)
Definition with_sums (names : naming) (sums : list (list square_text)) (ctx : context) : option context :=
  match every_some (every_some (square_of names)) sums with
  | Some terms => match with_squares (signs ctx) terms with Some all => Some (Knowing (precision ctx) all) | None => None end
  | None => None
  end.
