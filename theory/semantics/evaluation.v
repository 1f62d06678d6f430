(* SPDX-License-Identifier: Apache-2.0 *)
(* Evaluation: a total function from expressions to a value or to no value, as docs/statement_language.md, "Values", says. Every error
   in a file (Malformed: an unknown name, a wrong number of arguments) is no value here. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String NArith.
From attest Require Import syntax values.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Operators.
Variable F : realFieldType.
Variable fs : functions F.
Implicit Types v w : value F.

(* All values of a list, or none. *)
Fixpoint together (A : Type) (l : seq (option A)) : option (seq A) :=
  match l with
  | [::] => Value [::]
  | Value a :: rest => omap (cons a) (together rest)
  | Undefined :: _ => Undefined
  end.

Definition number v : option F := if v is Num x then Value x else Undefined.
Definition boolean v : option bool := if v is Bool b then Value b else Undefined.
Definition list v : option (seq (value F)) := if v is List l then Value l else Undefined.
Definition integer_in v : option int := if v is Num x then integer fs x else Undefined.
Definition of_integer (i : int) : value F := Num i%:~R.

(* "=": numbers, booleans, symbols, and lists of these up to the first place at which they differ. *)
Fixpoint equal v w {struct v} : option bool :=
  match v, w with
  | Num x, Num y => Value (x == y)
  | Bool a, Bool b => Value (a == b)
  | Symb s, Symb t => Value (String.eqb s t)
  | List l, List m =>
    if size l == size m then
      (fix entries l m := match l, m with
        | x :: l', y :: m' => if equal x y is Value true then entries l' m' else equal x y
        | _, _ => Value true
        end) l m
    else Value false
  | _, _ => Undefined
  end.

Definition compare (c : comparison) v w : option bool :=
  match c, v, w with
  | Equal, _, _ => equal v w
  | Different, _, _ => omap negb (equal v w)
  | Less, Num x, Num y => Value (x < y)
  | AtMost, Num x, Num y => Value (x <= y)
  | Greater, Num x, Num y => Value (y < x)
  | AtLeast, Num x, Num y => Value (y <= x)
  | _, _, _ => Undefined
  end.

Definition divide (x y : F) : option F := if y == 0 then Undefined else Value (x / y).
Definition power (x : F) (k : int) : option F :=
  match k with Posz n => Value (x ^+ n) | Negz n => divide 1 (x ^+ n.+1) end.
(* floor(a / b) and a - b * floor(a / b), on integers. *)
Definition quotient (a b : int) : int := floor fs (a%:~R / b%:~R).
(* i, i + 1, ..., j. *)
Definition integers (i j : int) : seq int := if (j - i + 1) is Posz n then [seq i + k%:Z | k <- iota 0 n] else [::].

Definition on_numbers (f : F -> F -> option F) v w : option (value F) :=
  if (v, w) is (Num x, Num y) then omap (@Num F) (f x y) else Undefined.
Definition on_integers (f : int -> int -> option (value F)) v w : option (value F) :=
  if (integer_in v, integer_in w) is (Value i, Value j) then f i j else Undefined.

Definition operate (op : binary) v w : option (value F) :=
  match op with
  | Add => on_numbers (fun x y => Value (x + y)) v w
  | Subtract => on_numbers (fun x y => Value (x - y)) v w
  | Multiply => on_numbers (fun x y => Value (x * y)) v w
  | Divide => on_numbers divide v w
  | Div => on_integers (fun i j => if j == 0 then Undefined else Value (of_integer (quotient i j))) v w
  | Mod => on_integers (fun i j => if j == 0 then Undefined else Value (of_integer (i - j * quotient i j))) v w
  | Power => if (v, integer_in w) is (Num x, Value k) then omap (@Num F) (power x k) else Undefined
  | Range => on_integers (fun i j => Value (List (map of_integer (integers i j)))) v w
  | Concatenate => if (v, w) is (List l, List m) then Value (List (l ++ m)) else Undefined
  end.

(* The entry at an index that counts from 1. *)
Definition entry (l : seq (value F)) (i : int) : option (value F) :=
  if i is Posz n.+1 then nth Undefined (map Value l) n else Undefined.

Definition largest (l : seq F) : option F := if l is x :: rest then Value (foldl Num.max x rest) else Undefined.
Definition smallest (l : seq F) : option F := if l is x :: rest then Value (foldl Num.min x rest) else Undefined.

(* all: up to the first element that is false; any: up to the first that is true. What lies behind is not asked. *)
Fixpoint decided (stop : bool) (l : seq (option (value F))) : option bool :=
  match l with
  | [::] => Value (~~ stop)
  | Value (Bool b) :: rest => if b == stop then Value stop else decided stop rest
  | _ :: _ => Undefined
  end.

(* The built-in functions of "NAME(body for ...)", on the body's values in their order. *)
Definition numbers_in (l : seq (option (value F))) : option (seq F) := together (map (obind number) l).
Definition consumers : seq (string * (seq (option (value F)) -> option (value F))) :=
  [:: ("sum", fun l => omap (fun xs => Num (foldr +%R 0 xs)) (numbers_in l));
      ("product", fun l => omap (fun xs => Num (foldr *%R 1 xs)) (numbers_in l));
      ("max", fun l => omap (@Num F) (obind largest (numbers_in l)));
      ("min", fun l => omap (@Num F) (obind smallest (numbers_in l)));
      ("all", fun l => omap Bool (decided false l));
      ("any", fun l => omap Bool (decided true l));
      ("count", fun l => omap (fun bs => of_integer (count id bs)%:Z) (together (map (obind boolean) l)))]%string.

(* All lists of length m over l, the last place running fastest; all arrangements of l, lexicographically in l's order. *)
Fixpoint lists_over (A : Type) (l : seq A) (m : nat) : seq (seq A) :=
  if m is m'.+1 then flatten [seq [seq x :: rest | rest <- lists_over l m'] | x <- l] else [:: [::]].
Fixpoint without_place (A : Type) (l : seq A) (i : nat) : seq A :=
  match l, i with [::], _ => [::] | _ :: rest, 0 => rest | x :: rest, i'.+1 => x :: without_place rest i' end.
Fixpoint arrangements (A : Type) (n : nat) (l : seq A) : seq (seq A) :=
  if n is n'.+1 then
    flatten [seq (if nth None (map some l) i is Some x then [seq x :: rest | rest <- arrangements n' (without_place l i)] else [::])
            | i <- iota 0 (size l)]
  else [:: [::]].

Definition of_number (f : F -> option (value F)) (l : seq (value F)) : option (value F) := if l is [:: Num x] then f x else Undefined.
Definition test (f : value F -> bool) (l : seq (value F)) : option (value F) := if l is [:: v] then Value (Bool (f v)) else Undefined.
Definition extreme (pick : F -> F -> F) (l : seq (value F)) : option (value F) :=
  match l with
  | [:: Num x; Num y] => Value (Num (pick x y))
  | [:: List items] => if numbers_in (map Value items) is Value (x :: rest) then Value (Num (foldl pick x rest)) else Undefined
  | _ => Undefined
  end.

(* The built-in functions of "NAME(a, ...)". *)
Definition built_in : seq (string * (seq (value F) -> option (value F))) :=
  [:: ("max", extreme Num.max);
      ("min", extreme Num.min);
      ("len", fun l => if l is [:: List items] then Value (of_integer (size items)%:Z) else Undefined);
      ("abs", of_number (fun x => Value (Num `|x|)));
      ("floor", of_number (fun x => Value (of_integer (floor fs x))));
      ("ceil", of_number (fun x => Value (of_integer (- floor fs (- x)))));
      ("sqrt", of_number (fun x => if x < 0 then Undefined else Value (Num (sqrt fs x))));
      ("exp", of_number (fun x => Value (Num (exp fs x))));
      ("log", of_number (fun x => if x <= 0 then Undefined else Value (Num (log fs x))));
      ("permutations", fun l => if map integer_in l is [:: Value (Posz n)]
         then Value (List (map (@List F) (arrangements n [seq of_integer k%:Z | k <- iota 1 n]))) else Undefined);
      ("tuples", fun l => if l is [:: List items; m]
         then (if integer_in m is Value (Posz n) then Value (List (map (@List F) (lists_over items n))) else Undefined) else Undefined);
      ("is_number", test (fun v => if v is Num _ then true else false));
      ("is_integer", test (fun v => isSome (integer_in v)));
      ("is_boolean", test (fun v => if v is Bool _ then true else false));
      ("is_symbol", test (fun v => if v is Symb _ then true else false));
      ("is_list", test (fun v => if v is List _ then true else false));
      ("is_record", test (fun v => if v is Rec _ then true else false));
      ("has", fun l => if l is [:: Rec fields; Symb f] then Value (Bool (isSome (lookup f fields))) else Undefined)]%string.

Section Expressions.
(* What a definition's name, with its arguments, stands for. *)
Variable call : string -> seq (value F) -> option (value F).

Fixpoint eval (env : environment F) (e : expr) {struct e} : option (value F) :=
  (* The body's values in their order, the last generator running fastest; where a list or a filter has none, that place has none. *)
  let over (body : expr) (filter : option expr) := fix over env generators : seq (option (value F)) :=
    match generators with
    | [::] =>
      match (if filter is Some p then eval env p else Value (Bool true)) with
      | Value (Bool true) => [:: eval env body]
      | Value (Bool false) => [::]
      | _ => [:: Undefined]
      end
    | (x, l) :: inner =>
      if eval env l is Value (List items) then flatten [seq over ((x, v) :: env) inner | v <- items] else [:: Undefined]
    end in
  match e with
  | Number n => Value (Num (N.to_nat n)%:R)
  | Truth b => Value (Bool b)
  | Sym s => Value (Symb s)
  | Name x => if lookup x env is Some v then Value v else call x [::]
  | Call f arguments =>
    if together [seq eval env a | a <- arguments] is Value l then
      (if lookup f built_in is Some g then g l else call f l)
    else Undefined
  | Over consumer body generators filter =>
    if lookup consumer consumers is Some g then g (over body filter env generators) else Undefined
  | ListOver body generators filter => omap (@List F) (together (over body filter env generators))
  | ListOf items => omap (@List F) (together [seq eval env a | a <- items])
  | RecordOf fields =>
    omap (@Rec F) (together [seq omap (pair f.1) (eval env f.2) | f <- fields])
  | Index base index =>
    if (eval env base, obind integer_in (eval env index)) is (Value (List l), Value i) then entry l i else Undefined
  | Field base f => if eval env base is Value (Rec fields) then lookup f fields else Undefined
  | Negate operand => if eval env operand is Value (Num x) then Value (Num (- x)) else Undefined
  | Not operand => if eval env operand is Value (Bool b) then Value (Bool (~~ b)) else Undefined
  | Binary op a b => if (eval env a, eval env b) is (Value v, Value w) then operate op v w else Undefined
  | And operands => omap Bool (decided false [seq eval env a | a <- operands])
  | Or operands => omap Bool (decided true [seq eval env a | a <- operands])
  | Chain first links =>
    let fix chain v links := match links with
      | [::] => Value (Bool true)
      | (c, e) :: rest =>
        if eval env e is Value w then
          match compare c v w with
          | Value true => chain w rest
          | Value false => Value (Bool false)
          | Undefined => Undefined
          end
        else Undefined
      end in
    if eval env first is Value v then chain v links else Undefined
  | Let x e body => if eval env e is Value v then eval ((x, v) :: env) body else Undefined
  | If condition yes no =>
    if eval env condition is Value (Bool b) then (if b then eval env yes else eval env no) else Undefined
  | Fold state start x source body =>
    if (eval env start, eval env source) is (Value s, Value (List items)) then
      foldl (fun so_far v => if so_far is Value s then eval ((x, v) :: (state, s) :: env) body else Undefined) (Value s) items
    else Undefined
  end.
End Expressions.

(* A definition may use those that stand before it: the latest stands first here. *)
Fixpoint call (latest_first : seq definition) (f : string) (arguments : seq (value F)) : option (value F) :=
  if latest_first is d :: earlier then
    if String.eqb f (name d) then
      (if size (parameters d) == size arguments then eval (call earlier) (zip (parameters d) arguments) (body d) else Undefined)
    else call earlier f arguments
  else Undefined.
End Operators.
