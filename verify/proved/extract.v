(* SPDX-License-Identifier: Apache-2.0 *)
(* The proved checker (theory/semantics/checker.v) as OCaml, its integers as zarith's, its strings as OCaml's. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNativeString ZArith.
From attest Require Import checker.
Extract Constant Z.gcd => "Big_int_Z.gcd_big_int".
Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Pos.eqb => "Big_int_Z.eq_big_int".
Extraction "proved.ml" check_statement.
