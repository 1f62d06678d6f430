(* SPDX-License-Identifier: Apache-2.0 *)
(* Entries, ranges, lengths and domains of what counts its places from 1, as libraries.v and calls_statements.v have them: for a file that loads calls_ordinals.v, too, whose rules replace these.
   To be required last. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax meaning rules formulas libraries calls_statements.
From attest Require calls_ordinals.

Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::=
  first [refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].
Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Reals None) _ _ => refine (in_reals _ _ _)
  | |- holds_in _ _ _ (Reals (Some _)) _ _ => refine (in_interval _ _); [value | value]
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_vec _ _ _); [floors | value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Matrices _ _ None) _ _ =>
    refine (in_mat _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [reflexivity | side]]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); value
  end.
