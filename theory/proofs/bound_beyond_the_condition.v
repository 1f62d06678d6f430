(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma C.4 beyond its condition: a bound A of the values bounds the Rademacher complexity,
   whatever the signs are. As the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import digits calls_grids calls_gaps calls_statements.
From attest Require statements_positional_lemma_c4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_lemma_c4.finding_beyond_the_condition) f) (only parsing).
Definition bounded_by_d := Eval compute in the "bounded_by".
Definition rademacher_d := Eval compute in the "rademacher".

Section Rademacher.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (m K : nat).

Ltac side ::= first [eassumption | reflexivity].

Lemma call_bounded_by defs K m (V : nat -> nat -> F) A : provides [:: bounded_by_d] defs ->
  call fs defs "bounded_by" [:: mat K m V; Num A] =
  Value (Bool ((0 < A) && all (fun f => all (fun j => `|V f j| <= A) (iota 1 m)) (iota 1 K))).
Proof. by move=> W; enter; value. Qed.

(* Definition C.1 for the values V of K functions on m points; a list of m signs s. *)
Definition correlation K m (V : nat -> nat -> F) (s : seq F) : F :=
  greatest [seq \sum_(j <- iota 1 m) s`_j.-1 * V f j | f <- iota 1 K].
Definition rademacher K m (V : nat -> nat -> F) : F :=
  (\sum_(s <- lists_over [:: -1; 1] m) correlation K m V s) / (2%:R ^+ m * m%:R).

Lemma call_rademacher defs K m (V : nat -> nat -> F) : provides [:: rademacher_d] defs -> (0 < K)%N -> (0 < m)%N ->
  call fs defs "rademacher" [:: mat K m V] = Value (Num (rademacher K m V)).
Proof.
move=> W K_gt0 m_gt0; have divisor : 2%:R ^+ m * m%:R != 0 :> F by rewrite mulf_neq0 ?expf_neq0 // pnatr_eq0 // -lt0n.
enter; refine (y_let (v := Num m%:R) _ _).
  apply: (y_len (n := m) (h := fun j => Num (V 1%N j))).
  by apply: (y_at floor_int (n := K) (i := 1%N) (h := fun f => vec m (V f))) => //; value.
refine (y_divide _ _ divisor); last by value.
apply: (y_sum (h := fun s => List (map (@Num F) s)) (l := lists_over [:: -1; 1] m)).
  by apply: (y_tuples floor_int (h := @Num F) (l := [:: -1; 1]) (y := m%:R)); [value | value | reflexivity].
move=> s; rewrite mem_lists_over => /andP[/eqP size_s _].
apply: (y_largest (h := fun f => vec m (V f)) (l := iota 1 K)); first by value.
  move=> f _; apply: (y_sum (h := fun j => Num j%:R) (l := iota 1 m)); first by apply: (y_from_1 floor_int); [value | value | reflexivity].
  move=> j j_m; have /andP[j_gt0 j_le] := in_from_1 j_m; refine (y_multiply _ _); last first.
    by apply: (y_at floor_int (n := m) (i := j) (h := fun j => Num (V f j))); [value | value | reflexivity | by rewrite j_gt0 | reflexivity].
  by apply: (y_entry floor_int (y := j%:R) (i := j.-1)); [value | value | rewrite prednK | rewrite size_s prednK].
by rewrite /correlation /greatest; case: K K_gt0.
Qed.

Lemma size_lists_over (T : Type) (l : seq T) m : size (lists_over l m) = (size l ^ m)%N.
Proof.
elim: m => //= m IH; rewrite size_flatten /shape -map_comp sumnE big_map (eq_bigr (fun=> size l ^ m)%N) => [|x _]; last by rewrite /= size_map IH.
by rewrite big_const_seq count_predT iter_addn_0 expnS mulnC.
Qed.

Lemma rademacher_le K m (V : nat -> nat -> F) A : (0 < K)%N -> (0 < m)%N ->
  (forall f j, (0 < f <= K)%N -> (0 < j <= m)%N -> `|V f j| <= A) -> rademacher K m V <= A.
Proof.
move=> K_gt0 m_gt0 V_le; have size_gt0 : 0 < 2%:R ^+ m * m%:R :> F by rewrite mulr_gt0 ?exprn_gt0 ?ltr0n.
rewrite /rademacher ler_pdivr_mulr //.
apply: le_trans (_ : _ <= \sum_(s <- lists_over [:: -1; 1 : F] m) A * m%:R) _; last first.
  by rewrite big_const_seq count_predT iter_addr_0 size_lists_over -[_ *+ _]mulr_natr natrX -mulrA [m%:R * _]mulrC.
rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => s; rewrite mem_lists_over => /andP[/eqP size_s /allP signs].
rewrite /correlation; have [|/mapP[f /in_from_1 f_K ->] _] := @greatestP F [seq \sum_(j <- iota 1 m) s`_j.-1 * V f j | f <- iota 1 K].
  by case: K K_gt0 {V_le}.
rewrite big_seq; apply: le_trans (_ : _ <= \sum_(j <- iota 1 m | j \in iota 1 m) A) _; last first.
  by rewrite -big_seq big_const_seq count_predT size_iota iter_addr_0 mulr_natr.
apply: ler_sum => j /in_from_1 j_m; apply: le_trans (V_le f j f_K j_m); apply: le_trans (ler_norm _) _; rewrite normrM.
have /andP[j_gt0 j_le] := j_m; have := signs s`_j.-1; rewrite mem_nth ?size_s ?prednK // !inE => /(_ isT) /orP[]/eqP->.
  by rewrite normrN1 mul1r.
by rewrite normr1 mul1r.
Qed.
End Rademacher.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "bounded_by" _ = _ => found_call call_bounded_by
  | |- call _ _ "rademacher" _ = _ => found_call call_rademacher
  end.

(* attest: positional.lemma-c4 finding_beyond_the_condition sha256:c274469ea4fe396c7d9473bfbb21fde91a9ec323095ed8f3e0d0d8c288cbf936 theorem:beyond_the_condition *)
Theorem beyond_the_condition : Holds statements_positional_lemma_c4.finding_beyond_the_condition.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => K K_gt0 _; meaning_for_all => V _ _.
meaning_for_all => A _ /andP[A_gt0 /allP V_le]; meaning_for_all => C _ C_ge.
have m_pos : 0 < m%:R :> S by rewrite ltr0n.
have m_neq0 : m%:R != 0 :> S by rewrite gt_eqF.
have C_ge0 : 0 <= C / m%:R by rewrite divr_ge0 ?ler0n // (le_trans _ C_ge) // mulr_ge0 ?sqr_ge0 ?ler0n.
meaning_value; apply/andP; split.
  apply: rademacher_le => // f j f_K j_m; have f_in : f \in iota 1 K by rewrite mem_iota add1n ltnS.
  by have /allP/(_ j) := V_le f f_in; apply; rewrite mem_iota add1n ltnS.
rewrite -[X in X <= _]ger0_norm ?(ltW A_gt0) // -sqrtr_sqr ler_wsqrtr // ler_pdivl_mulr //.
Qed.
