(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of modified_blocks.stm give for the activation phi: pieces, breaks, and what is_phi tells. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores.
From attest Require calls_encodings statements_urpe_lemma_10_existence.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_10_existence.finding_equal_entries) f) (only parsing).
Definition phi_piece_d := Eval compute in the "phi_piece".
Definition phi_at_d := Eval compute in the "phi_at".
Definition phi_pieces_d := Eval compute in the "phi_pieces".
Definition is_phi_d := Eval compute in the "is_phi".

Section Phi.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f v : value F) (p a s t : nat -> F) (k c : nat) (x y : F).

(* k breaks, the values there, slopes and intercepts of k + 1 pieces. *)
Inductive phi_of f k p a s t : Prop :=
  PhiOf of field_at f "breaks" = Value (vec k p) & field_at f "at" = Value (vec k a) & field_at f "slopes" = Value (vec k.+1 s) &
    field_at f "intercepts" = Value (vec k.+1 t).
Lemma is_phi_true defs f : provides [:: is_phi_d; is_vector_d] defs -> call fs defs "is_phi" [:: f] = Value (Bool true) ->
  exists k p a s t, phi_of f k p a s t.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _]; have f_y : yields fs e env (Name "f") f by [].
case/true_and=> isp /true_and[isa /true_and[iss /true_and[ist _]]].
have [k [p hp]] := calls_encodings.is_vector_own We f_y isp.
have k_y : yields fs e env (Call "len" [:: Field (Name "f") "breaks"]) (Num k%:R) by apply: y_len; apply: y_field hp.
have k1_y : yields fs e env (Binary Add (Call "len" [:: Field (Name "f") "breaks"]) (Number (BinNums.Npos BinNums.xH))) (Num k.+1%:R).
  by rewrite mulrSr; apply: y_add k_y _; value.
have [a ha] := is_vector_field We f_y isa k_y; have [s hs] := is_vector_field We f_y iss k1_y; have [t ht] := is_vector_field We f_y ist k1_y.
by exists k, p, a, s, t; split.
Qed.

Lemma call_phi_piece defs f k p a s t c x : phi_of f k p a s t -> provides [:: phi_piece_d] defs -> (0 < c <= k.+1)%N ->
  call fs defs "phi_piece" [:: f; Num c%:R; Num x] = Value (Num (s c * x + t c)).
Proof. by case=> hp ha hs ht W c_k; enter; value. Qed.
Lemma call_next_piece defs f k p a s t c x : phi_of f k p a s t -> provides [:: phi_piece_d] defs -> (c <= k)%N ->
  call fs defs "phi_piece" [:: f; Num (c%:R + 1%:R); Num x] = Value (Num (s c.+1 * x + t c.+1)).
Proof. by move=> f_of W c_k; rewrite -mulrSr; apply: call_phi_piece f_of W _. Qed.

Definition phi k p a s t x : F :=
  let c := count (fun i => p i < x) (iota 1 k) in if (c < k)%N && (p c.+1 == x) then a c.+1 else s c.+1 * x + t c.+1.
Lemma call_phi_at defs f k p a s t x : phi_of f k p a s t -> provides [:: phi_at_d; phi_piece_d] defs ->
  call fs defs "phi_at" [:: f; Num x] = Value (Num (phi k p a s t x)).
Proof.
move=> f_of W; have [hp ha hs ht] := f_of; enter.
rewrite /phi; set c := count _ _; have c_k : (c <= k)%N by rewrite (leq_trans (count_size _ _)) ?size_iota.
apply: (y_let (v := Num c%:R)).
  by apply: (y_count (h := fun i => Num (p i)) (l := iota 1 k)); [value | move=> i _; value].
apply: y_if_number.
- apply: y_and; first by apply: y_compare; [value | value | rewrite /= ltr_nat].
  move=> c_lt; apply: y_and1; apply: (y_compare (v := Num (p c.+1)) (w := Num x)); [ | by value | by []].
  by apply: (y_at floor_int (i := c.+1) (h := fun i => Num (p i))); [value | value | rewrite -mulrSr | | reflexivity].
- by case/andP=> c_lt _; apply: (y_at floor_int (i := c.+1) (h := fun i => Num (a i))); [value | value | rewrite -mulrSr | | reflexivity].
by move=> _; refine (y_call _ _ _); [values | reflexivity | apply: call_next_piece f_of _ _; [provided | ]].
Qed.
End Phi.
