(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 10's proof: gaps of positions keep the ranges of projections apart, for every number of tokens, delta = 1/m,
   dimension and u, as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements calls_grids calls_gaps.
From attest Require digits statements_urpe_lemma_10_separation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by apply: grid_some | by rewrite pnatr_eq0 | reflexivity].
Ltac known_call ::=
  first [by_call call_closed_grid | by_call call_half_open_grid | by_call call_powers | by_call call_total
        | by_call call_gaps_above | by_call call_gaps_from | by_call call_separated | enter_named; value].

(* attest: urpe.lemma-10-separation printed sha256:97088f274b96388967a6c5d3b64a8aa3e7f9a4abd97746f3129f312cc131e483 theorem:gaps_above_1 *)
Theorem gaps_above_1 : Holds statements_urpe_lemma_10_separation.printed.
Proof.
opening S W; meaning_for_all => n _ _; meaning_for_all => m m_ge2 _; meaning_for_all => d d_gt0 _.
have m_gt0 : (0 < m)%N by apply: ltnW.
meaning_for_all => u _ gaps; meaning_value.
by apply: (apart (inside_closed m_gt0)) => //; [exact: powers_ge0 | exact: total_gt0].
Qed.

(* attest: urpe.lemma-10-separation finding_half_open_gap sha256:b21dd65bbad7018d0caeeda347a39823727c5d162b4c3eca51c99ab4b84279a4 theorem:half_open_gap *)
Theorem half_open_gap : Holds statements_urpe_lemma_10_separation.finding_half_open_gap.
Proof.
opening S W; meaning_for_all => n _ _; meaning_for_all => m m_ge2 _; meaning_for_all => d d_gt0 _.
have m_gt0 : (0 < m)%N by apply: ltnW.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => u _ gaps; meaning_value.
by apply: (apart (inside_half_open m_gt0)) => //; [exact: grid_some | exact: powers_ge0 | exact: total_gt0].
Qed.

(* attest: urpe.lemma-10-separation finding_any_weights sha256:eae9d1407d73588a0388338b055cf516e2bf08ae2a2f2208aa2818c8b26d74e6 theorem:any_weights *)
Theorem any_weights : Holds statements_urpe_lemma_10_separation.finding_any_weights.
Proof.
opening S W; meaning_for_all => n _ _; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _.
refine (says_forall (in_vectors _ _ _) _ _); [floors | value | reflexivity | move=> z _; cbn [condition_is]; value | ].
move=> z _ /andP[/allP z_ge0 z_gt0]; meaning_for_all => u _ gaps; meaning_value.
by apply: (apart (inside_closed m_gt0)).
Qed.

(* attest: urpe.lemma-10-separation finding_ranges sha256:bd8edc077e2dbaa13c05d27c61a267c48ea03b7854071c7256f1712b85db8fec theorem:ranges *)
Theorem ranges : Holds statements_urpe_lemma_10_separation.finding_ranges.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => b b_gt0 _.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
set z := powers S b d; have z_ge0 := @powers_ge0 S b d.
have size_z : size z = d by rewrite size_map size_iota.
have dots env g x : lookup "x" env = Some (List (map (@Num S) x)) -> lookup "z" env = Some (List (map (@Num S) z)) -> x \in lists_over g d ->
    yields (functions_of S) defs env (Call "dot" [:: Name "x"; Name "z"]) (Num (dotp x z)).
  move=> xE zE x_in; refine (y_call (all_cons (y_name _ _ xE) (all_cons (y_name _ _ zE) (all_nil _ _ _))) _ _); first reflexivity.
  by apply: call_dot_lists; [floors | provided | rewrite size_z; exact: size_tuple x_in].
have smallest_found g : g != [::] -> smallest [seq dotp x z | x <- lists_over g d] = Some (least (found g z)).
  by move=> /(found_some z); rewrite /found size_z; case: map.
have largest_found g : g != [::] -> largest [seq dotp x z | x <- lists_over g d] = Some (greatest (found g z)).
  by move=> /(found_some z); rewrite /found size_z; case: map.
have some N : (0 < N)%N -> grid S N m != [::] by exact: grid_some.
have tuples_of env N a : yields (functions_of S) defs env a (List (map (@Num S) (grid S N m))) ->
    lookup "d" env = Some (Num d%:R) -> yields (functions_of S) defs env (Call "tuples" [:: a; Name "d"])
      (List [seq List (map (@Num S) x) | x <- lists_over (grid S N m) d]).
  by move=> ya dE; apply: (y_tuples _ (h := @Num S)) => //; exact: y_name dE.
refine (says_expression _ _).
  refine (y_let (v := List (map (@Num S) z)) _ _); first value.
  set env := (X in yields _ _ X).
  have grid_y N : (0 < N)%N -> forall a, yields (functions_of S) defs env a (List (map (@Num S) (grid S N m))) ->
      let over c := Over c (Call "dot" [:: Name "x"; Name "z"]) [:: ("x"%string, Call "tuples" [:: a; Name "d"])] None in
      yields (functions_of S) defs env (over "min"%string) (Num (least (found (grid S N m) z))) /\
      yields (functions_of S) defs env (over "max"%string) (Num (greatest (found (grid S N m) z))).
    move=> N_gt0 a ya; split.
      apply: (y_smallest (h := fun x => List (map (@Num S) x)) (l := lists_over (grid S N m) d)); [exact: tuples_of | | exact/smallest_found/some].
      by move=> x x_in; apply: dots x_in.
    apply: (y_largest (h := fun x => List (map (@Num S) x)) (l := lists_over (grid S N m) d)); [exact: tuples_of | | exact/largest_found/some].
    by move=> x x_in; apply: dots x_in.
  refine (y_and _ _); [ | intros _; refine (y_and _ _); [ | intros _; refine (y_and1 _)]].
  - refine (y_compare (v := Num _) (w := Num _) _ _ _); [apply: (proj1 (@grid_y m.+1 _ _ _)) => //; value | value | reflexivity].
  - refine (y_compare (v := Num _) (w := Num _) _ _ _); [apply: (proj2 (@grid_y m.+1 _ _ _)) => //; value | value | reflexivity].
  refine (y_compare (v := Num _) (w := Num _) _ _ _); [apply: (proj2 (@grid_y m _ _ _)) => //; value | value | reflexivity].
have closed k : (k <= m)%N -> k%:R / m%:R \in grid S m.+1 m by move=> k_m; apply/mapP; exists k; rewrite ?mem_iota ?add0n ?ltnS.
have last_half : 1 - 1 / m%:R \in grid S m m.
  apply/mapP; exists m.-1; first by rewrite mem_iota add0n prednK /=.
  by rewrite -subn1 natrB // mulrBl divff.
apply/and3P; split; apply/eqP.
- apply: least_is => [|e]; last by move=> /(found_between (inside_closed m_gt0) z_ge0)/andP[].
  by have := found_const z (closed 0%N isT); rewrite !mul0r.
- apply: greatest_is => [|e]; last by move=> /(found_between (inside_closed m_gt0) z_ge0)/andP[_]; rewrite mul1r.
  by have := found_const z (closed m (leqnn m)); rewrite divff // mul1r.
apply: greatest_is => [|e]; first exact: found_const.
by move=> /(found_between (inside_half_open m_gt0) z_ge0)/andP[].
Qed.
