(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of radii.v on the printed recursion and on scalar outputs (eq. 18), as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_ordinals row_norms.
From attest Require radii statements_positional_eq_18 statements_positional_cover_closed_form.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition norm_2_d := Eval compute in definition_in (definitions statements_positional_eq_18.printed) "norm_2".
Definition less_d := Eval compute in definition_in (definitions statements_positional_eq_18.printed) "less".

Ltac side ::=
  first [eassumption | match goal with H : forall i, _ = _ |- _ = _ => exact: H end | by apply: sumr_ge0 => ? _; exact: sqr_ge0].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Fold _ _ _ _ _) _ => refine (y_fold (k := @Num _) _ _ _); [value | value | intros ? ? ?; value]
  end.

Section Calls.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.

Lemma call_dot_of defs n (x y : 'I_n -> F) : provides [:: dot_d] defs ->
  call fs defs "dot" [:: column x; column y] = Value (Num (\sum_i x i * y i)).
Proof. by move=> W; enter; apply: y_yes; [apply: yields_eq; [value | rewrite eqxx] | value]. Qed.
Lemma foldl_over L (f : F -> nat -> F) (g : F -> 'I_L -> F) z : (forall x j, g x j = f x j.+1) -> foldl g z (indices L) = foldl f z (iota 1 L).
Proof.
move=> gE; rewrite -[iota 1 L]map_id (map_indices1 L id); elim: (indices L) z => //= j l IH x.
by rewrite gE IH.
Qed.
End Calls.

Ltac known_call ::= first [by_call call_dot_of | enter_named; value].

(* attest: positional.eq-18 printed sha256:209f61dfb2b1165d4e4226e03d07fdf786ad6123a79ef458edef3838ad95e4ef theorem:scalar_output *)
Theorem scalar_output : Holds statements_positional_eq_18.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: less_d; norm_2_d; dot_d].
meaning_for_all => d d_gt0 _; meaning_for_all => w _ _; meaning_for_all => v _ _; meaning_for_all => x _ _; meaning_for_all => y _ _.
have split Bw eps ew := radii.scalar_output w v x y Bw eps ew.
meaning_parts.
  by meaning_value; have [] := split 0 0 0.
meaning_for_all => Bw _ w_le; meaning_for_all => eps _ x_le; meaning_for_all => ew _ ew_le; meaning_value.
by have [_ radius] := split Bw eps ew; apply: radius.
Qed.

(* attest: positional.cover-closed-form repaired sha256:4912206cebdae1e25b6d140e05666fe2f49389044eef31cd386679ef2c4fbda0 theorem:cover_closed_form *)
Theorem cover_closed_form : Holds statements_positional_cover_closed_form.repaired.
Proof.
split=> S; have floor_int := @floor_integer S.
start_meaning.
meaning_for_all => H H_gt0 _; meaning_for_all => L L_gt0 _; meaning_for_all => Ls _ Ls_gt0; meaning_for_all => B2 _ B2_ge1.
meaning_for_all => BP _ BP_gt0; meaning_for_all => e2 _ _; meaning_for_all => e1 _ _; meaning_for_all => eQK _ _; meaning_for_all => eV _ _.
have root_H : 0 <= H%:R :> S by rewrite ler0n.
have root_1 : 0 <= 1%:R + H%:R * B2 ^+ 2 :> S by apply: addr_ge0; [|apply: mulr_ge0]; rewrite ?ler0n ?sqr_ge0.
have exponent (l : 'I_L) : L%:R - l.+1%:R = (L - l.+1)%:R :> S by rewrite natrB.
have before (l : 'I_L) : l.+1%:R - 1%:R = l%:R :> S by rewrite mulrSr addrK.
meaning_value.
pose each (e : 'I_L -> S) l : S := if insub l.-1 is Some i then e i else 0.
have eachE (e : 'I_L -> S) (l : 'I_L) : each e l.+1 = e l by rewrite /each /= valK.
pose added l := radii.added H Ls B2 BP (each e2) (each e1) (each eQK) (each eV) l.
rewrite (foldl_over (f := fun x l => Ls * B2 ^+ 3 * x + added l)) => [|z l]; last by rewrite /added /radii.added !eachE.
rewrite radii.cover_closed_form big_add1 big_mkord; apply/eqP; apply: eq_bigr => l _.
by rewrite /radii.added !eachE.
Qed.
