(* SPDX-License-Identifier: Apache-2.0 *)
(* Lemma C.5 has no constants (covers_to_gaps.v), as the meaning of its statement: one function that is 0, a fair coin with losses 0 and 1, and one
   sample, whose gap is 1/2 for certain. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared calls_statements.
From attest Require calls_ordinals calls_grids digits covers_to_gaps statements_positional_lemma_c5.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_lemma_c5.finding_negation_of_literal) f) (only parsing).
Definition distance_d := Eval compute in the "distance".
Definition covering_number_d := Eval compute in the "covering_number".
Definition is_admissible_d := Eval compute in the "is_admissible".
Definition risk_d := Eval compute in the "risk".
Definition empirical_risk_d := Eval compute in the "empirical_risk".
Definition largest_gap_d := Eval compute in the "largest_gap".
Definition probability_within_d := Eval compute in the "probability_within".

(* Lists are indexed as in libraries.v. *)
Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::= refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].

(* --- Conditions that are known at one element, and matrices with bounds -------------------------------------------------------- *)
Section Quantifiers.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Implicit Types env : environment F.
Lemma says_exists_at env (x : string) d p g (T : Type) (inside : T -> Prop) (h : T -> value F) t : holds_in fs defs env d inside h ->
  (forall v, boolean_if_any (eval fs (call fs defs) ((x, v) :: env) p)) -> inside t -> yields fs defs ((x, h t) :: env) p (Bool true) ->
  Says fs (call fs defs) true ((x, h t) :: env) g -> Says fs (call fs defs) true env (Exists x d (Some p) g).
Proof.
case=> element elE elP any t_in pt body; rewrite /= elE; split=> [v _|]; first exact: any.
by exists (h t); split=> //; apply/elP; exists t.
Qed.
Lemma any_all env body generators filter : boolean_if_any (eval fs (call fs defs) env (Over "all" body generators filter)).
Proof. by rewrite /=; case: decided. Qed.
Lemma in_mat_between env e e' a b y z m n x w : yields fs defs env e (Num y) -> yields fs defs env e' (Num z) -> y = m%:R -> z = n%:R ->
  yields fs defs env a (Num x) -> yields fs defs env b (Num w) ->
  holds_in fs defs env (Matrices e e' (Some (a, b))) (fun A : nat -> nat -> F => forall i j, (0 < i <= m)%N -> (0 < j <= n)%N -> x <= A i j <= w) (mat m n).
Proof.
rewrite /yields /holds_in /= /size_of /evaluates => -> -> -> -> -> ->; rewrite /= !integer_nat //; eexists; first by [].
move=> v; split=> [[A [A_m /allP A_n ->]] | [A A_in ->]].
  have sizes : all (fun l => size l == n) A by apply/allP => l /A_n/andP[].
  exists (fun i j => nth 0 (nth [::] A i.-1) j.-1); last exact: mat_seq.
  case=> // i [|j] //= i_m j_n; have row : nth [::] A i \in A by rewrite mem_nth ?A_m.
  by have /andP[/eqP size_row /allP inside] := A_n _ row; apply: inside; rewrite mem_nth ?size_row.
exists [seq [seq A i j | j <- iota 1 n] | i <- iota 1 m]; split; first by rewrite size_map size_iota.
  apply/allP => l /mapP[i i_m ->]; rewrite size_map size_iota eqxx; apply/allP => t /mapP[j j_n ->].
  by apply: A_in; exact: in_from_1.
by rewrite -map_comp; apply: listed_ext => i _ /=; rewrite seq_vec.
Qed.
End Quantifiers.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (p x : nat -> F) (s : seq nat) (n m : nat).
Local Notation sample s := (List [seq Num i%:R | i <- s]).

Ltac side ::= first [eassumption | reflexivity].
(* --- One function's gap, for any sample ---------------------------------------------------------------------------------------- *)
Definition risk_of n p x : F := \sum_(i <- iota 1 n) p i * x i.
Definition gap_of n p x s : F := `|risk_of n p x - (\sum_(i <- s) x i) / (size s)%:R|.
Lemma call_risk defs n p x : provides [:: risk_d] defs -> call fs defs "risk" [:: vec n p; vec n x] = Value (Num (risk_of n p x)).
Proof. by move=> W; enter; value. Qed.
Lemma call_empirical_risk defs n x s : provides [:: empirical_risk_d] defs -> {subset s <= iota 1 n} -> (0 < size s)%N ->
  call fs defs "empirical_risk" [:: vec n x; sample s] = Value (Num ((\sum_(i <- s) x i) / (size s)%:R)).
Proof.
move=> W s_n s_gt0; enter; refine (y_divide (y := (size s)%:R) _ _ _); last by rewrite pnatr_eq0 -lt0n.
  apply: (y_sum (h := fun i => Num i%:R) (l := s)); first by value.
  by move=> i /s_n/in_from_1 i_n; value.
by apply: yields_eq; [value | rewrite size_map].
Qed.
Lemma call_largest_gap defs n p x s : provides [:: largest_gap_d; empirical_risk_d; risk_d] defs -> {subset s <= iota 1 n} -> (0 < size s)%N ->
  call fs defs "largest_gap" [:: vec n p; mat 1 n (fun _ => x); sample s] = Value (Num (gap_of n p x s)).
Proof.
move=> W s_n s_gt0; enter; apply: (y_largest (h := fun _ => vec n x) (l := iota 1 1) _ (f := fun _ => gap_of n p x s)); [value | move=> t _ | reflexivity].
refine (y_built_in (all_cons (y_subtract _ _) (all_nil _ _ _)) _ _); [ | | reflexivity | reflexivity].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_risk; provided].
by refine (y_call _ _ _); [values | reflexivity | apply: call_empirical_risk => //; provided].
Qed.
Lemma call_probability_within defs n p x m bound : provides [:: probability_within_d; largest_gap_d; empirical_risk_d; risk_d] defs -> (0 < m)%N ->
  call fs defs "probability_within" [:: vec n p; mat 1 n (fun _ => x); Num m%:R; Num bound] =
  Value (Num (\sum_(s <- lists_over (iota 1 n) m | gap_of n p x s <= bound) \prod_(i <- s) p i)).
Proof.
move=> W m_gt0; enter.
have among s : s \in lists_over (iota 1 n) m -> (0 < size s)%N /\ {subset s <= iota 1 n}.
  by rewrite digits.mem_lists_over => /andP[/eqP-> /allP].
apply: (y_sum_if (h := fun s => sample s) (l := lists_over (iota 1 n) m)).
- by apply: (calls_grids.y_tuples floor_int (h := fun i => Num i%:R) (l := iota 1 n) (y := m%:R)); [value | value | reflexivity].
- move=> s /among[s_gt0 s_n]; apply: (y_compare (c := AtMost) (v := Num (gap_of n p x s)) (w := Num bound)); [ | value | reflexivity].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_largest_gap => //; provided].
move=> s /among[s_gt0 s_n] _; apply: (y_product (h := fun i => Num i%:R) (l := s)); first by value.
by move=> i /s_n/in_from_1 i_n; value.
Qed.

(* --- The function that is 0 at one point ---------------------------------------------------------------------------------------- *)
Lemma call_distance_0 defs : provides [:: distance_d] defs ->
  call fs defs "distance" [:: vec 1 (fun=> 0); vec 1 (fun=> 0)] = Value (Num `|0 - 0 : F|).
Proof. by move=> W; enter; apply: (y_largest (l := iota 1 1) (h := fun i => Num i%:R) _ (f := fun _ => `|0 - 0 : F|)); [value | move=> i /in_from_1 i_1; value | reflexivity]. Qed.
Lemma call_is_admissible_0 defs C : provides [:: is_admissible_d; covering_number_d; distance_d] defs -> 0 < C ->
  call fs defs "is_admissible" [:: Num C; mat 1 1 (fun _ _ => 0)] = Value (Bool true).
Proof.
move=> W C_gt0; enter; apply: (y_and (p := true) (q := true)); first by apply: yields_eq; [value | rewrite C_gt0].
move=> _; apply: y_and1; apply: (yields_eq (v := Bool (all (fun f => all xpredT (iota 1 f)) (iota 1 1)))); last by [].
apply: (y_all2 (h := fun f => Num f%:R) (k := fun _ g => Num g%:R)); [by value | by move=> f _; value | move=> f f_1 g g_f].
have {}f_1 := in_from_1 f_1; have /andP[g_gt0 g_le] := in_from_1 g_f.
have {g_le} g_1 : (0 < g <= 1)%N by rewrite g_gt0; apply: leq_trans g_le _; case/andP: f_1.
apply: (y_or (p := true) (q := true)) => //; apply: yields_eq.
  refine (y_compare (c := Equal) (v := Num `|0 - 0 : F|) _ _ _); [ | value | reflexivity].
  refine (y_call (vs := [:: vec 1 (fun=> 0 : F); vec 1 (fun=> 0 : F)]) _ _ _); [values | reflexivity | apply: call_distance_0; provided].
by rewrite subrr normr0 eqxx.
Qed.
End Calls.

Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Reals None) _ _ => refine (in_reals _ _ _)
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_vec _ _ _); [floors | value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Matrices _ _ None) _ _ =>
    refine (in_mat _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [reflexivity | side]]
  end.
Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "probability_within" _ = _ => found_call call_probability_within
  end.

(* attest: positional.lemma-c5 finding_negation_of_literal sha256:341ca7fd852e1dba3c98dbf0f37870be12ba19f2966d811dd42402a9dfed44d8 theorem:lemma_c5_has_no_constants *)
Theorem lemma_c5_has_no_constants : Holds statements_positional_lemma_c5.finding_negation_of_literal.
Proof.
opening S W; have floor_int := @floor_integer S; meaning_for_all => c _ c_gt0; meaning_for_all => k _ _.
have [e e_gt0 small] := covers_to_gaps.printed_gap_vanishes (@log_mul S) (@log_gt0 S) (@log_le S) k c_gt0.
have e2_gt0 : 0 < e ^+ 2 by rewrite exprn_gt0.
have e1_gt0 : 0 < 1 + e ^+ 2 by rewrite addr_gt0 ?ltr01.
pose half (_ : nat) : S := 1 / 2%:R; pose coin i : S := (i == 2%N)%:R.
have half_gt0 : 0 < 1 / 2%:R :> S by rewrite divr_gt0 ?ltr01 ?ltr0n.
have halves : 1 / 2%:R + 1 / 2%:R = 1 :> S by rewrite -mulrDl -[1 + 1]/(2%:R) divff // pnatr_eq0.
meaning_exists 2%N; meaning_exists 1%N; meaning_exists 1%N.
meaning_exists half; first by rewrite /= !big_cons big_nil addr0 /half halves eqxx (ltW half_gt0).
meaning_exists (fun _ _ : nat => 0 : S).
meaning_exists e; first by rewrite e_gt0 /= normr0 (ltW e_gt0).
refine (says_exists_at (inside := fun=> True) (h := @Num S) (t := e ^+ 2) _ _ I _ _); [by domain_of | by move=> v; exact: any_all | | ].
  apply: (yields_eq (v := Bool (all xpredT (lists_over (iota 1 2) 1)))); last by [].
  apply: (y_all (h := fun s => List [seq Num i%:R | i <- s])).
    by apply: (calls_grids.y_tuples floor_int (h := fun i => Num i%:R) (l := iota 1 2) (y := 1%:R)); [value | value | reflexivity].
  move=> s; rewrite digits.mem_lists_over => /andP[/eqP size_s /allP s_2].
  refine (y_call (vs := [:: Num (e ^+ 2); mat 1 1 (fun _ _ => 0)]) _ _ _); [ | reflexivity | by apply: call_is_admissible_0; [provided | ]].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  refine (y_call (vs := [:: mat 1 2 (fun _ _ => 0); List [seq Num i%:R | i <- s]]) _ _ _); [by values | reflexivity | enter_named].
  apply: yields_eq.
    apply: (y_list_over (h := fun _ => vec 2 (fun=> 0)) (l := iota 1 1) _ (g := fun _ => List [seq Num 0 | i <- s])); first by value.
    move=> f _; apply: (y_list_over (h := fun i => Num i%:R) (l := s)); first by value.
    by move=> i /s_2/in_from_1 i_2; value.
  by case: s size_s {s_2} => // i [].
refine (says_exists_at (t := fun _ : nat => coin) (in_mat_between floor_int (m := 1) (n := 2) _ _ _ _ _ _) _ _ _ _);
  [by value | by value | reflexivity | reflexivity | by value | by value | | | | ].
- by move=> v; exact: any_all.
- by move=> i j _ _; rewrite /coin; case: (j == _); rewrite ?lexx ?ler01.
- apply: yields_eq.
    apply: (calls_ordinals.y_all_nested (h := fun f => Num f%:R)); first by value.
    move=> f f_1; have {}f_1 := in_from_1 f_1; apply: (y_all2 (h := fun g => Num g%:R) (k := fun _ i => Num i%:R)); [by value | by move=> g _; value | ].
    move=> g /in_from_1/andP[g_gt0 g_le] i /in_from_1 i_2; have {g_le} g_1 : (0 < g <= 1)%N by rewrite g_gt0; apply: leq_trans g_le _; case/andP: f_1.
    by value.
  by rewrite /= !subrr lexx.
have delta_gt0 : 0 < (1 + e ^+ 2)^-1 by rewrite invr_gt0.
have delta_neq0 : (1 + e ^+ 2)^-1 != 0 by rewrite gt_eqF.
have delta_lt1 : (1 + e ^+ 2)^-1 < 1 by rewrite invf_lt1 // ltr_addl.
meaning_exists (1 + e ^+ 2)^-1; first by rewrite delta_gt0.
have e2_neq0 : e ^+ 2 != 0 by rewrite gt_eqF.
have one_neq0 : 1%:R != 0 :> S by rewrite oner_eq0.
have two_gt0 : 0 < 1%:R + 1%:R :> S by rewrite addr_gt0 ?ltr01.
have root_1 : 0 <= 1%:R / e ^+ 2 by rewrite divr_ge0 ?ler01 ?ltW.
have inside : 0 < e * Num.sqrt (1%:R / e ^+ 2) by rewrite mulr_gt0 // sqrtr_gt0 divr_gt0 ?ltr01.
have root_2 : 0 <= e ^+ 2 / 1%:R by rewrite divr1 ltW.
have over_gt1 : 1 < 1%:R / (1 + e ^+ 2)^-1 by rewrite div1r invrK ltr_addl.
have over_gt0 : 0 < 1%:R / (1 + e ^+ 2)^-1 := lt_trans ltr01 over_gt1.
have root_3 : 0 <= log (functions_of S) (1%:R / (1 + e ^+ 2)^-1) / 1%:R by rewrite divr1 ltW // log_gt0.
meaning_value; rewrite -ltNge [X in X < _]big1_seq ?subr_gt0 // => s; rewrite digits.mem_lists_over.
case/andP=> met /andP[/eqP size_s /allP s_2]; move: met; rewrite leNgt; case/negP; apply: lt_le_trans small _.
case: s size_s s_2 => // i [] // _ s_2; have := s_2 i (mem_head _ _); rewrite /gap_of /risk_of /= !big_cons !big_nil !addr0 divr1 !inE.
rewrite /half /coin /= mulr0 add0r mulr1 => /orP[]/eqP->/=; last by rewrite distrC; apply: le_trans (ler_norm _); rewrite ler_subr_addr halves.
by rewrite subr0; exact: ler_norm.
Qed.
