(* SPDX-License-Identifier: Apache-2.0 *)
(* The statement language's abstract syntax, as docs/statement_language.md, "Grammar", has it. Names stay names: what they stand
   for is a matter of evaluation. Nothing is unfolded here. *)
From Coq Require Import String List NArith.

Inductive binary := Add | Subtract | Multiply | Divide | Div | Mod | Power | Range | Concatenate.
Inductive comparison := Equal | Different | Less | AtMost | Greater | AtLeast.

Inductive expr :=
  | Number (n : N)
  | Truth (b : bool)
  | Sym (s : string)
  | Name (x : string)
  | Call (f : string) (arguments : list expr)
  (* NAME(body for x in L, y in M if filter), and [body for ...] *)
  | Over (consumer : string) (body : expr) (generators : list (string * expr)) (filter : option expr)
  | ListOver (body : expr) (generators : list (string * expr)) (filter : option expr)
  | ListOf (items : list expr)
  | RecordOf (fields : list (string * expr))
  | Index (base index : expr)
  | Field (base : expr) (name : string)
  | Negate (operand : expr)
  | Not (operand : expr)
  | Binary (op : binary) (left right : expr)
  | And (operands : list expr)
  | Or (operands : list expr)
  (* a <= b < c: its first operand, and the others behind their signs *)
  | Chain (first : expr) (links : list (comparison * expr))
  | Let (x : string) (value body : expr)
  | If (condition yes no : expr)
  | Fold (state : string) (start : expr) (x : string) (source body : expr).

Inductive domain :=
  | Elements (l : expr)
  | Naturals (from : expr)
  | Reals (bounds : option (expr * expr))
  | Vectors (size : expr) (bounds : option (expr * expr))
  | Matrices (rows columns : expr) (bounds : option (expr * expr))
  | Values.

Inductive formula :=
  | Expression (e : expr)
  | Forall (x : string) (d : domain) (condition : option expr) (f : formula)
  | Exists (x : string) (d : domain) (condition : option expr) (f : formula)
  | Parts (parts : list (string * formula)).

Record definition := Definition_ { name : string; parameters : list string; body : expr }.

(* A statement with the definitions that it reaches, in the order of the files. *)
Record statement := Statement { definitions : list definition; asserted : formula }.
