(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of discrepancy.v and discrepancy_pairs.v on arrays of integers, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements calls_ordinals discrepancy discrepancy_pairs calls_arrays.
From attest Require statements_positional_discrepancy_conclusion statements_positional_discrepancy_products.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable F : realFieldType.
Lemma power_neq0 L n : (L%:R + 1%:R) ^+ n != 0 :> F.
Proof. by rewrite -natrD addn1 expf_neq0 ?pnatr_eq0. Qed.
Lemma next_neq0 L : L%:R + 1%:R != 0 :> F.
Proof. by rewrite -natrD addn1 pnatr_eq0. Qed.
Lemma sum_neq0 L z n : (L%:R + z%:R + 1%:R) ^+ n != 0 :> F.
Proof. by rewrite -(natrD _ L) power_neq0. Qed.
Lemma sum_of L z : L%:R + z%:R = (L + z)%:R :> F.
Proof. by rewrite natrD. Qed.
Lemma sum_of_1 L : L%:R + 1%:R = (L + 1)%:R :> F.
Proof. by rewrite natrD. Qed.
End Numbers.

Ltac side ::= first
  [ eassumption | exact: power_neq0 | exact: sum_neq0 | exact: next_neq0 | reflexivity | exact: sum_of | exact: sum_of_1 ].
Ltac built_in_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Call "max" [:: _]) _ => refine (y_max_array _ _); [ | value]; [assumption]
  | |- yields _ _ _ (Call "min" [:: _]) _ => refine (y_min_array _ _); [ | value]; [assumption]
  end.
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (y_count _ _); [value | intros ? ?; value]
  end.
Ltac known_call ::= first [apply: call_arrays; [provided | side] | enter_named; value].

(* attest: positional.discrepancy-conclusion finding_expectations sha256:bc4f123e373843480ab3d2f5c243c13a3c1a6139adecea07a02380c4df35d246 theorem:expectations *)
Theorem expectations : Holds statements_positional_discrepancy_conclusion.finding_expectations.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => n n_gt0 _.
have [maxE minE] := discrepancy_pairs.expectations S L_gt0 n_gt0; meaning_value.
rewrite !sum_arrays !card_arrays_of -/(expected_max S n L) -/(expected_min S n L) maxE minE.
have -> : \sum_(j : 'I_L) (j.+1%:R / (L%:R + 1%:R)) ^+ n = power_sum S n L.+1.
  by rewrite /power_sum big_add1 big_mkord; apply: eq_bigr => j _; rewrite sum_of_1 addn1.
by rewrite !eqxx.
Qed.

(* attest: positional.discrepancy-conclusion finding_any_z sha256:829dcb1a5e1d5395358b55e08ecad0616c58d568aa97f02a5bc40028d5618c5d theorem:pair_of_maxima *)
Theorem pair_of_maxima : Holds statements_positional_discrepancy_conclusion.finding_any_z.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => z _ _; meaning_for_all => n n_gt0 _; meaning_value.
by rewrite /= !sum_arrays -natrD !card_arrays_of; exact: discrepancy_pairs.pair_of_maxima.
Qed.

(* attest: positional.discrepancy-conclusion finding_min_and_max_stay_below sha256:7dd80af3bf1be2b480053a4925999009ec52ef176b434d714419084db44db5fa theorem:pair_min_max *)
Theorem pair_min_max : Holds statements_positional_discrepancy_conclusion.finding_min_and_max_stay_below.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => z z_gt0 _; meaning_for_all => n n_gt0 _; meaning_value.
by rewrite /= !sum_arrays -natrD !card_arrays_of; exact: discrepancy_pairs.pair_min_max.
Qed.

Lemma says_exists_among (F : realFieldType) (fs : functions F) defs env (x : string) e l w s :
  yields fs defs env e (List l) -> is_among w l -> Says fs (call fs defs) true ((x, w) :: env) s ->
  Says fs (call fs defs) true env (Exists x (Elements e) None s).
Proof. by move=> ye w_l body; rewrite /= /evaluates ye; split=> //; exists w; split. Qed.

(* attest: positional.discrepancy-conclusion printed sha256:d043143af4db4f90d4953b85edd8c567ba340629e94b16b710b1c35acf745a09 theorem:conclusion *)
Theorem conclusion : Holds statements_positional_discrepancy_conclusion.printed.
Proof.
opening S W; meaning_parts; last first.
  have four : 3%:R + 1%:R != 0 :> S by rewrite -natrD pnatr_eq0. have hundred : 100%:R != 0 :> S by rewrite pnatr_eq0.
  by meaning_value; apply/eqP; have [_] := discrepancy_pairs.conclusion S.
meaning_for_all => L L_gt0 _; meaning_for_all => n n_gt0 _.
refine (says_exists_among (w := Symb "max") _ _ _); [value | by right; left | ].
refine (says_exists_among (w := Symb "minus max") _ _ _); [value | by right; right; right; left | ].
meaning_value; rewrite /= !sum_arrays card_arrays_of sum_of_1 card_arrays_of.
exact: (discrepancy_pairs.pair_of_maxima S L 1 n_gt0).
Qed.

(* Arrays in which a value occurs. *)
Lemma occurs (F : realFieldType) n L (x : array n L) (v : 'I_L.+1) m : val v = m ->
  has (fun j => (x j)%:R == m%:R :> F) (indices n) = contains n v x.
Proof.
move=> <-; apply/hasP/existsP => [[j _]|[j]]; rewrite ?eqr_nat => x_j; exists j; rewrite ?mem_index_enum ?eqr_nat //.
Qed.
Lemma occurs_0 (F : realFieldType) n L (x : array n L) : has (fun j => (x j)%:R == 0%:R :> F) (indices n) = contains n ord0 x.
Proof. exact: occurs. Qed.
Lemma occurs_L (F : realFieldType) n L (x : array n L) : has (fun j => (x j)%:R == L%:R :> F) (indices n) = contains n ord_max x.
Proof. exact: occurs. Qed.

(* attest: positional.discrepancy-products finding_exact sha256:5c134c4449512c8bb05040e06099c25c2c29cbc9a1370556dcfd185a97d98f62 theorem:exact_both_and_either *)
Theorem exact_both_and_either : Holds statements_positional_discrepancy_products.finding_exact.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => n n_gt0 _; meaning_value.
have [both either] := discrepancy.exact_both_and_either S L_gt0 n_gt0.
have before : L%:R - 1%:R = L.-1%:R :> S by rewrite -subn1 natrB.
rewrite !count_arrays !card_arrays_of sum_of_1 before addn1; apply/andP; split; apply/eqP.
  by rewrite -[RHS]both; congr (_%:R / _); apply: eq_card => x; rewrite !unfold_in /= occurs_0 occurs_L.
by rewrite -[RHS]either; congr (_%:R / _); apply: eq_card => x; rewrite !unfold_in /= occurs_0 occurs_L.
Qed.

(* attest: positional.discrepancy-products printed sha256:afec82b26b83caa458d7ea763fd56cc8457c3c54d78f14b7e8637f6e49bacdbf theorem:products *)
Theorem products : Holds statements_positional_discrepancy_products.printed.
Proof.
opening S W; meaning_for_all => L L_gt0 _; meaning_for_all => n n_gt0 _.
have [no_0 no_L complement union_bound] := discrepancy.products S L_gt0 n_gt0.
meaning_parts; meaning_value; rewrite !count_arrays !card_arrays_of ?sum_of_1 ?addn1.
- by apply/eqP; rewrite -[RHS]no_0; congr (_%:R / _); apply: eq_card => x; rewrite !unfold_in /= occurs_0 /= negb_exists.
- by apply/eqP; rewrite -[RHS]no_L; congr (_%:R / _); apply: eq_card => x; rewrite !unfold_in /= occurs_L /= negb_exists.
- apply/eqP; apply: etrans (etrans complement _); rewrite /probability.
    by congr (_%:R / _); apply: eq_card => x; rewrite !unfold_in /= occurs_0 occurs_L.
  by congr (_ - _%:R / _); apply: eq_card => x; rewrite !unfold_in /= occurs_0 occurs_L.
apply: le_trans union_bound _; rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_%:R / _); apply: eq_card => x.
by rewrite !unfold_in /= occurs_0 occurs_L.
Qed.
