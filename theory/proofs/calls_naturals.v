(* SPDX-License-Identifier: Apache-2.0 *)
(* Whole numbers in the statement language: quotients, remainders and counts. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas numbers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Naturals.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variable defs : seq definition.
Local Notation yields := (yields fs defs).

Lemma floor_quotient (m d : nat) : (0 < d)%N -> floor fs (m%:R / d%:R : F) = (m %/ d)%N%:Z.
Proof.
move=> d_gt0; have d_pos : 0 < d%:R :> F by rewrite ltr0n.
have /andP[le_f lt_f] := floor_itv (m%:R / d%:R : F); rewrite /=; set k := floor_of _ in le_f lt_f *.
have below : ((m %/ d)%N%:Z%:~R : F) <= m%:R / d%:R by rewrite ler_pdivl_mulr // -pmulrn -natrM ler_nat leq_trunc_div.
have above : m%:R / d%:R < ((m %/ d)%N%:Z + 1)%:~R :> F.
  have -> : (m %/ d)%N%:Z + 1 = (m %/ d).+1%:Z by rewrite intS addrC.
  by rewrite ltr_pdivr_mulr // -pmulrn -natrM ltr_nat -ltn_divLR.
apply/le_anti; rewrite -![k <= _]ltz_addr1 -[(m %/ d)%N%:Z <= k]ltz_addr1 -!(ltr_int F).
by rewrite (le_lt_trans le_f above) (le_lt_trans below lt_f).
Qed.

Lemma y_div env a b x y m d : yields env a (Num x) -> yields env b (Num y) -> x = m%:R -> y = d%:R -> (0 < d)%N ->
  yields env (Binary Div a b) (Num (m %/ d)%:R).
Proof.
rewrite /rules.yields /= => -> -> -> -> d_gt0; rewrite /operate /on_integers /integer_in !integer_nat //.
rewrite eqz_nat gtn_eqF // /of_integer /quotient.
by have /= := floor_quotient m d_gt0; rewrite ![_%:R]pmulrn => ->.
Qed.
Lemma y_mod env a b x y m d : yields env a (Num x) -> yields env b (Num y) -> x = m%:R -> y = d%:R -> (0 < d)%N ->
  yields env (Binary Mod a b) (Num (m %% d)%:R).
Proof.
rewrite /rules.yields /= => -> -> -> -> d_gt0; rewrite /operate /on_integers /integer_in !integer_nat //.
rewrite eqz_nat gtn_eqF // /of_integer /quotient.
have /= := floor_quotient m d_gt0; rewrite ![_%:R]pmulrn => ->; congr (Some (Num _%:~R)).
by rewrite {1}(divn_eq m d) mulnC PoszD PoszM addrAC subrr add0r.
Qed.
Lemma y_count (T : eqType) (h : T -> value F) (l : seq T) p env (x : string) (L body : expr) : yields env L (List (map h l)) ->
  (forall t, t \in l -> yields ((x, h t) :: env) body (Bool (p t))) ->
  yields env (Over "count" body [:: (x, L)] None) (Num (count p l)%:R).
Proof.
move=> Ly body_yields.
have bodies t : t \in l -> eval fs (call fs defs) ((x, h t) :: env) body = Value (Bool (p t)) by exact: body_yields.
rewrite /rules.yields [LHS](over_map Ly bodies (fun s => omap (fun bs => of_integer F (count id bs)%:Z) (together (map (obind (@boolean F)) s)))).
by rewrite -map_comp (together_map l p) /= count_map /of_integer -pmulrn.
Qed.
Lemma minr_nat m n : Num.min m%:R n%:R = (minn m n)%:R :> F.
Proof. by rewrite /Num.min ltr_nat /minn; case: ifP. Qed.
End Naturals.
