(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Theorem C.2: one function has Rademacher complexity 0, since the signs of a sample cancel in pairs. As
   the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import digits calls_grids calls_statements.
From attest Require statements_positional_theorem_c2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition rademacher_d := Eval compute in definition_in (definitions statements_positional_theorem_c2.finding_one_function) "rademacher".

(* Lists are indexed as in libraries.v. *)
Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::= refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].
Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_vec _ _ _); [floors | value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); value
  end.

Section Signs.
Variable F : realFieldType.
Lemma sum_signs m i : (i < m)%N -> \sum_(s <- lists_over [:: -1; 1 : F] m) s`_i = 0.
Proof.
elim: m i => // m IH i i_lt; rewrite /= cats0 big_cat !big_map -big_split /=.
case: i i_lt => [|i] i_lt /=; first by rewrite big1 // => s _; rewrite addNr.
by rewrite big_split /= IH ?addr0.
Qed.
Lemma signs_cancel m (v : nat -> F) : \sum_(s <- lists_over [:: -1; 1 : F] m) \sum_(j <- iota 1 m) s`_j.-1 * v j = 0.
Proof.
rewrite exchange_big /= big_seq big1 // => j /in_from_1/andP[j_gt0 j_le].
by rewrite -mulr_suml sum_signs ?mul0r // prednK.
Qed.
End Signs.

Section Rademacher.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f : nat -> F) (sample : seq nat).
Ltac side ::= first [eassumption | reflexivity].
Lemma call_rademacher_of_one defs n f sample : provides [:: rademacher_d] defs -> (0 < size sample)%N -> {subset sample <= iota 1 n} ->
  call fs defs "rademacher" [:: List [:: vec n f]; List [seq Num i%:R | i <- sample]] = Value (Num 0).
Proof.
move=> W m_gt0 in_n; set m := size sample; have divisor : 2%:R ^+ m * m%:R != 0 :> F by rewrite mulf_neq0 ?expf_neq0 // pnatr_eq0 // -lt0n.
enter; refine (y_let (v := Num m%:R) _ _); first by apply: yields_eq; [apply: (y_length (l := [seq Num i%:R | i <- sample])); value | rewrite size_map].
apply: (yields_eq (v := Num (0 / (2%:R ^+ m * m%:R)))); last by rewrite mul0r.
refine (y_divide _ _ divisor); last by value.
apply: (yields_eq (v := Num (\sum_(s <- lists_over [:: -1; 1] m) \sum_(j <- iota 1 m) s`_j.-1 * f (nth 0%N sample j.-1)))); last first.
  by rewrite (signs_cancel m (fun j => f (nth 0%N sample j.-1))).
apply: (y_sum (h := fun s => List (map (@Num F) s)) (l := lists_over [:: -1; 1] m)).
  by apply: (y_tuples floor_int (h := @Num F) (l := [:: -1; 1]) (y := m%:R)); [value | value | reflexivity].
move=> s; rewrite mem_lists_over => /andP[/eqP size_s _].
apply: (y_largest (h := fun _ => vec n f) (l := iota 1 1) _ (f := fun _ => \sum_(j <- iota 1 m) s`_j.-1 * f (nth 0%N sample j.-1))); [by value | move=> k _ | by []].
apply: (y_sum (h := fun j => Num j%:R) (l := iota 1 m)); first by apply: (y_from_1 floor_int); [value | value | reflexivity].
move=> j /in_from_1/andP[j_gt0 j_le]; refine (y_multiply _ _).
  by apply: (y_entry floor_int (y := j%:R) (i := j.-1)); [value | value | rewrite prednK | rewrite size_s prednK].
have place_lt : (j.-1 < size sample)%N by rewrite prednK.
apply: (y_at floor_int (n := n) (i := nth 0%N sample j.-1) (h := fun j => Num (f j)) (y := (nth 0%N sample j.-1)%:R)); [by value | | by [] | | by []].
  have := @y_index _ fs floor_int earlier _ (Name "sample") (Name "j") [seq Num i%:R | i <- sample] j%:R j.-1 (y_name _ _ _) (y_name _ _ _).
  by rewrite size_map (nth_map 0%N) //; apply; rewrite ?prednK.
by apply: in_from_1; apply: in_n; exact: mem_nth.
Qed.
End Rademacher.

(* attest: positional.theorem-c2 finding_one_function sha256:9d26a80dee2f1486fa1af5434cda242cdeb7d6132562ffa5947bd291223cd2f8 theorem:one_function *)
Theorem one_function : Holds statements_positional_theorem_c2.finding_one_function.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => m /in_from_1/andP[m_gt0 _] _; meaning_for_all => f _ _.
refine (says_forall (inside := fun s => s \in lists_over (iota 1 n) m) (h := fun s => List [seq Num i%:R | i <- s]) (P := xpredT) _ _ _); [ | by [] | ].
  by apply: in_list; apply: (y_tuples (@floor_integer S) (h := fun i => Num i%:R) (l := iota 1 n) (y := m%:R)); [value | value | reflexivity].
move=> s; rewrite mem_lists_over => /andP[/eqP size_s /allP s_n] _; refine (says_expression (p := true) _ _) => //.
apply: yields_eq.
  refine (y_compare (c := Equal) (v := Num 0) (w := Num 0%:R) _ _ _); [ | value | reflexivity].
  refine (y_call (vs := [:: List [:: vec n f]; List [seq Num i%:R | i <- s]]) _ _ _); [ | reflexivity | ].
    by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [refine (y_list (all_cons _ (all_nil _ _ _))); value | value].
  by apply: call_rademacher_of_one; rewrite ?size_s //; provided.
by rewrite eqxx.
Qed.
