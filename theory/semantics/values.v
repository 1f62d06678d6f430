(* SPDX-License-Identifier: Apache-2.0 *)
(* The statement language's values over an ordered field, and what is asked of the numbers.

   A number of the language is exact or an enclosure of a real number: here it is the number itself. Every comparison is decided, so
   nothing is unknown and there is no budget: these are a checker's, which says less than the meaning where it does not know. An
   exact integer is a number that is an integer. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Ascii.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Inductive value (F : Type) :=
  | Num (x : F)
  | Bool (b : bool)
  | Symb (s : string)
  | List (items : seq (value F))
  | Rec (fields : seq (string * value F)).
Arguments Bool {F} b.
Arguments Symb {F} s.

(* A value, or that there is none. *)
Notation Value := Some.
Notation Undefined := None.

Definition environment (F : Type) := seq (string * value F).

Fixpoint lookup (A : Type) (x : string) (l : seq (string * A)) : option A :=
  if l is (y, v) :: rest then if String.eqb x y then Some v else lookup x rest else None.

(* What evaluation asks of the numbers beside their field. *)
Record functions (F : realFieldType) := Functions { floor : F -> int; sqrt : F -> F; exp : F -> F; log : F -> F }.

(* What is asked of them where a statement is said to hold: a real closed field in which every number has its floor, an exponential
   function and its inverse, with two laws from which the others follow. The real numbers are one such. *)
Record numbers := Numbers {
  field :> rcfType;
  floor_of : field -> int;
  exp_of : field -> field;
  log_of : field -> field;
  floor_itv : forall x, (floor_of x)%:~R <= x < (floor_of x + 1)%:~R;
  exp_add : forall x y, exp_of (x + y) = exp_of x * exp_of y;
  exp_above : forall x, 1 + x <= exp_of x;
  exp_log : forall x, 0 < x -> exp_of (log_of x) = x
}.
Definition functions_of (S : numbers) : functions S := Functions (@floor_of S) (@Num.sqrt S) (@exp_of S) (@log_of S).

(* The number's integer, if it is one. *)
Definition integer (F : realFieldType) (fs : functions F) (x : F) : option int :=
  if x == (floor fs x)%:~R then Some (floor fs x) else None.

(* Every value of the language has records whose fields are names, each once. *)
Definition is_letter (c : ascii) : bool :=
  let n := nat_of_ascii c in ((65 <= n <= 90) || (97 <= n <= 122))%N.
Definition is_digit (c : ascii) : bool := let n := nat_of_ascii c in (48 <= n <= 57)%N.
Fixpoint all_characters (p : ascii -> bool) (s : string) : bool :=
  if s is String c rest then p c && all_characters p rest else true.
Definition keywords : seq string :=
  [:: "claim"; "use"; "def"; "statement"; "forall"; "exists"; "in"; "where"; "parts"; "naturals"; "reals"; "vectors"; "matrices"; "values";
   "from"; "to"; "let"; "if"; "then"; "else"; "and"; "or"; "not"; "fold"; "for"; "true"; "false"; "div"; "mod"]%string.
Definition is_name (s : string) : bool :=
  if s is String c rest then
    [&& is_letter c, all_characters (fun d => [|| is_letter d, is_digit d | Ascii.eqb d "_"%char]) rest & ~~ has (String.eqb s) keywords]
  else false.
Fixpoint distinct_names (l : seq string) : bool := if l is s :: rest then ~~ has (String.eqb s) rest && distinct_names rest else true.
Fixpoint is_value (F : Type) (v : value F) : bool :=
  match v with
  | List items => all (@is_value F) items
  | Rec fields => [&& all (fun f => is_name f.1) fields, distinct_names (map fst fields) & all (fun f => is_value f.2) fields]
  | _ => true
  end.
