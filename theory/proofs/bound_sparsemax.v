(* SPDX-License-Identifier: Apache-2.0 *)
(* Sparsemax gives a right stochastic matrix; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals calls_ordinals.
From attest Require calls_variants unlisted_attention.
From attest Require Import statements_urpe_identical_rows.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition sparsemax_d := Eval compute in definition_in (definitions finding_sparsemax) "sparsemax".
Definition is_right_stochastic_d := Eval compute in definition_in (definitions finding_sparsemax) "is_right_stochastic".

Section Sparsemax.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n : nat).

(* The largest number of a list. *)
Lemma foldl_max_ge (x : F) l y : y \in x :: l -> y <= foldl Num.max x l.
Proof.
elim: l x y => [|z l IH] x y; first by rewrite inE => /eqP->.
rewrite !inE => /or3P[/eqP->|/eqP->|y_l] /=.
- by apply: (@le_trans _ _ (Num.max x z)); [rewrite le_maxr lexx | apply: IH; rewrite mem_head].
- by apply: (@le_trans _ _ (Num.max x z)); [rewrite le_maxr lexx orbT | apply: IH; rewrite mem_head].
by apply: IH; rewrite inE y_l orbT.
Qed.
Lemma foldl_max_in (x : F) l : foldl Num.max x l \in x :: l.
Proof.
elim: l x => [|z l IH] x /=; first by rewrite mem_head.
have := IH (Num.max x z); rewrite !inE => /orP[/eqP-> | ->]; last by rewrite !orbT.
by case: (leP x z) => _; rewrite eqxx ?orbT.
Qed.
Lemma largestP (T : eqType) (f : T -> F) l : l != [::] ->
  exists y, [/\ largest (map f l) = Some y, exists t, y = f t & forall t, t \in l -> f t <= y].
Proof.
case: l => // t l _; exists (foldl Num.max (f t) (map f l)); split=> // [|u u_l]; last by apply: foldl_max_ge; rewrite -map_cons map_f.
by have := foldl_max_in (f t) (map f l); rewrite -map_cons => /mapP[u _ ->]; exists u.
Qed.

Definition above n (f : 'I_n -> F) g : F := (\sum_(j <- indices n | f g <= f j) f j - 1%:R) / (count (fun j => f g <= f j) (indices n))%:R.
Lemma aboveE n (f : 'I_n -> F) g : above f g = unlisted_attention.candidate f g.
Proof.
rewrite /above /unlisted_attention.candidate; congr (_ / _%:R).
by rewrite cardE /enum_mem size_filter; apply: eq_count => j; rewrite inE.
Qed.
Definition threshold n (f : 'I_n -> F) : F := odflt 0 (largest [seq above f g | g <- indices n]).
Lemma sparse_row n (f : 'I_n -> F) : (0 < n)%N ->
  largest [seq above f g | g <- indices n] = Some (threshold f) /\ \sum_j Num.max (f j - threshold f) 0 = 1.
Proof.
move=> n_gt0; have not_nil : indices n != [::] by rewrite -size_eq0 size_indices -lt0n.
have [t [tE [g tg] t_ge]] := largestP (above f) not_nil.
rewrite /threshold tE; split=> //; apply: unlisted_attention.sparsemax_row => [|h]; first by exists g; rewrite /= tg aboveE.
by rewrite -aboveE; apply: t_ge; rewrite mem_index_enum.
Qed.
Lemma call_sparsemax defs n (f : 'I_n -> F) : provides [:: sparsemax_d] defs -> (0 < n)%N ->
  call fs defs "sparsemax" [:: column f] = Value (column (fun j => Num.max (f j - threshold f) 0)).
Proof.
move=> W n_gt0; have [tE _] := sparse_row f n_gt0; enter; apply: (y_let (v := Num (threshold f))); last by value.
refine (y_largest _ _ tE); [by value | move=> g _].
apply: y_divide; [apply: y_subtract; [by value | by value] | apply: y_count; [by value | by move=> j _; value] | ].
rewrite pnatr_eq0 -lt0n -has_count; apply/hasP; exists g; by rewrite ?mem_index_enum.
Qed.
End Sparsemax.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "sparsemax" _ = _ => apply: call_sparsemax; first [provided | assumption]
  | |- call _ _ "is_matrix" _ = _ => apply: call_is_table; first [provided | floors]
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.identical-rows finding_sparsemax sha256:432bfab53d1290d1e5f0b08534477b126ec68c9039b9d7e1d48d09a1e4c5da34 theorem:sparsemax_stochastic *)
Theorem sparsemax_stochastic : Holds finding_sparsemax.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: sparsemax_d; is_right_stochastic_d; is_matrix_d; is_vector_d].
meaning_for_all => n n_gt0 _; meaning_for_all => A _ _; pose P : 'M[S]_n := \matrix_(i, j) Num.max (A i j - threshold (A i)) 0.
refine (says_expression _ _).
  refine (y_call _ _ _); [refine (all_cons (v := table P) _ _); [apply: yields_eq; [value | ] | values] | reflexivity | enter_named].
    by apply: entries_ext => i; apply: column_ext => j; rewrite mxE.
  refine (y_and _ (fun _ => y_and _ (fun _ => y_and1 _))); [by value | | by value].
  by refine (y_all2 (k := fun i (j : 'I_n) => Num (P i j)) (m := fun _ => indices n) _ _ _); [value | move=> a _; value | move=> a _ j _; value].
apply/andP; split=> //; apply/andP; split; apply/allP => i _; first by apply/allP => j _; rewrite mxE le_maxr lexx orbT.
have [_ sum1] := sparse_row (A i) n_gt0; apply/eqP; rewrite -[RHS]sum1.
by apply: eq_bigr => j _; rewrite mxE.
Qed.
