(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3: its position-aware condition is not necessary; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks.
From attest Require Import statements_urpe_conditions_necessity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "outer" _ = _ => found_call call_outer
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ _ _ = _ => enter_named; value
  end.

Lemma sum_diagonal (F : realFieldType) n i (v f : nat -> F) : (0 < i <= n)%N ->
  \sum_(j <- iota 1 n) (if i%:R == j%:R :> F then v i else 0%:R) * f j = v i * f i.
Proof.
move=> i_n; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
rewrite (bigD1_seq i) ?iota_uniq //= eqxx big1 ?addr0 // => j j_i.
by rewrite eqr_nat eq_sym (negbTE j_i) mul0r.
Qed.

(* attest: urpe.conditions-necessity finding_position_aware_is_not_necessary sha256:78f337f4c1f6264a503e70b8e5cb2e132503a0b25da5652b4590bf724ee8abfa theorem:position_aware_is_not_necessary *)
Theorem position_aware_is_not_necessary : Holds finding_position_aware_is_not_necessary.
Proof.
opening S W; have one_gt0 : (0 < 1)%N by [].
apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => v _ _; meaning_for_all => c _ _; meaning_for_all => X _ _.
  apply: says_expression; last exact: (erefl true).
  pose D (s : S) i j : S := if i%:R == j%:R :> S then v i + s * X 1%N 1%N else 0%:R.
  pose H' s := headed n d 1 (D s) (fun _ _ => 0) (fun=> c) (fun _ _ => 1) X.
  apply: (y_let (v := List [seq mat n d (H' s) | s <- [:: 1%:R; - 1%:R : S]])).
    apply: (y_list_over (h := @Num S) (l := [:: 1%:R; - 1%:R : S])); [by value | move=> s _].
    have c_y env : lookup "cV"%string env = Some (Num c) -> yields (functions_of S) defs env (ListOf [:: Name "cV"]) (vec 1 (fun=> c)).
      by move=> c_in; apply: yields_eq; [apply: y_list; exact: all_cons (y_name _ _ c_in) (all_nil _ _ _) | ].
    have ones_y env : lookup "d"%string env = Some (Num d%:R) -> yields (functions_of S) defs env (ListOf [:: Call "ones" [:: Name "d"]]) (mat 1 d (fun _ _ => 1)).
      move=> d_in; apply: yields_eq; [apply: y_list; refine (all_cons _ (all_nil _ _ _)) | ].
        refine (y_call (all_cons (y_name _ _ d_in) (all_nil _ _ _)) _ _); [reflexivity | by apply: (call_ones H); provided].
      by [].
    refine (y_call _ _ _); [refine (all_cons (v := mat n n (D s)) _ (all_cons _ (all_cons (v := mat d 1 (fun _ _ => 0)) _ (all_cons _ (all_cons _ (all_nil _ _ _))))));
      [by value | by value | by value | exact: c_y | exact: ones_y] | reflexivity | by apply: call_head => //; provided].
  apply: (y_same_mat (A := fun i j => H' 1%:R i j + H' (- 1%:R) i j)); [ | by value | ].
    refine (y_call _ _ _); [refine (all_cons (v := mat n d (H' 1%:R)) _ (all_cons (v := mat n d (H' (- 1%:R))) _ (all_nil _ _ _))) | reflexivity | by apply: (call_matadd H); provided].
      by apply: yields_eq; [apply: (y_index H (i := 0)); [value | value | reflexivity | by []] | ].
    by apply: yields_eq; [apply: (y_index H (i := 1)); [value | value | reflexivity | by []] | ].
  have HE s i j : (0 < i <= n)%N -> H' s i j = (v i + s * X 1%N 1%N) * c.
    move=> i_n; rewrite /H' /headed big_seq1 mulr1.
    rewrite (sum_diagonal (fun i => v i + s * X 1%N 1%N) (fun p => \sum_(q <- iota 1 d) X p q * 0 + c)) //.
    by rewrite big1 ?add0r // => q _; rewrite mulr0.
  move=> i j i_n _; rewrite !HE // -mulrDl mulr1n mul1r mulN1r addrACA subrr addr0 mulr1.
  by rewrite -mulr2n -[v i *+ 2]mulr_natl mulrAC.
meaning_for_all => n n_gt0 _; meaning_for_all => v _ _; meaning_for_all => s s_in _.
meaning_exists (fun _ _ : nat => 0 : S); meaning_exists (fun _ _ : nat => 1 : S).
apply: says_expression; last exact: (erefl true).
apply: (y_other_vec (i := 1)); [by value | by value | by rewrite n_gt0 | ].
rewrite /= !(sum_diagonal (fun i => v i + s * _)) ?n_gt0 // !mulr1 mulr0 addr0 -subr_eq0 opprD addrA subrr add0r oppr_eq0.
by move: s_in; rewrite !inE => /orP[/eqP-> | /eqP->]; rewrite ?oppr_eq0 oner_eq0.
Qed.
