(* SPDX-License-Identifier: Apache-2.0 *)
(* The growth of the norms is attained (positional.norm-growth): one token of dimension 1, three heads and ReLU double the number in every layer. As the
   meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_naturals calls_statements calls_ordinals calls_norms calls_tables row_norms softmax_lipschitz bounded_layers calls_bounded_layers.
From attest Require Import calls_bounded_networks calls_normalized.
From attest Require bounded_networks statements_positional_norm_growth.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition growth_d := Eval compute in definition_in (definitions statements_positional_norm_growth.finding_attained) "growth".

Section Doubling.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Local Notation same x := (fun _ _ : nat => x : F).
Definition doubling := @layer_of S 1 1 1 1 3 1 (same 0) (same 0) (same 1) (same (1 / 2%:R)) (same 1).
Lemma doubled P z i (Z : 'I_1 -> 'I_1 -> F) : 0 <= z -> (forall j d, Z j d = z) ->
  forall j d, bounded_networks.apply_layer exp (sigma (relu_slopes S)) P (doubling i) Z j d = 2%:R * z.
Proof.
move=> z_ge0 ZE j d; rewrite /bounded_networks.apply_layer /product big_ord1 /= /block mulr1 /bounded_networks.hidden sigma_relu.
have attention1 Q K k : attention exp P Q K j k = 1.
  by rewrite /attention /softmax /share big_ord1 [k]ord1 divff // gt_eqF ?exp_gt0.
have inputs x : mlp_input exp P (bounded_networks.heads (doubling i)) Z j x = z.
  case: x => [[h e]|e] /=; last exact: ZE.
  by rewrite /row_times big_ord1 /mix /product big_ord1 attention1 mul1r ZE /heads_of /= /block mulr1.
rewrite /product (eq_bigr (fun=> z / 2%:R)) => [|x _]; last by rewrite inputs /renamed /part /= div1r.
have four : z / 2%:R *+ 4 = 2%:R * z.
  by rewrite -mulr_natr (_ : 4 = 2 * 2)%N // natrM mulrA divfK ?pnatr_eq0 // mulrC.
by rewrite sumr_const card_sum card_prod !card_ord four /depth.relu max_l // mulr_ge0 ?ler0n.
Qed.
Lemma all_doubled P L : forall j d : 'I_1, bounded_networks.network exp (sigma (relu_slopes S)) P [seq doubling i | i <- iota 1 L] (fun _ _ => 1) j d = 2%:R ^+ L.
Proof.
suff grown s Z z : 0 <= z -> (forall j d : 'I_1, Z j d = z) ->
    forall j d, bounded_networks.network exp (sigma (relu_slopes S)) P [seq doubling i | i <- iota s L] Z j d = 2%:R ^+ L * z.
  by move=> j d; rewrite (grown 1%N _ 1) ?ler01 ?mulr1.
elim: L s Z z => [|L IH] s Z z z_ge0 ZE j d; first by rewrite /= expr0 mul1r.
by rewrite /= (IH _ _ (2%:R * z)) ?mulr_ge0 ?ler0n // => [|? ?]; [rewrite exprSr mulrA | exact: doubled].
Qed.

(* Numbers in lists, and matrices that have one number everywhere. *)
Lemma one_by_one (x : F) : List [:: List [:: Num x]] = sheet (indices 1) (indices 1) (fun _ _ => x).
Proof.
have alone (v : value F) : [seq v | _ <- indices 1] = [:: v] by rewrite -(map_indices 1 (fun=> v)).
by rewrite /sheet /along !alone.
Qed.
Lemma repeated k (x : F) : List [seq List [:: Num x] | _ <- iota 1 k] = mat k 1 (same x).
Proof. by []. Qed.
Lemma four_in_each L (x : F) : List (flatten [seq [seq List [:: Num x] | _ <- iota 1 4] | _ <- iota 1 L]) = mat (L * (3 * 1 + 1)) 1 (same x).
Proof.
pose v : value F := List [:: Num x]; have const (s n : nat) : [seq v | _ <- iota s n] = nseq n v by elim: n s => //= n IH s; rewrite IH.
have main s : flatten [seq nseq 4 v | _ <- iota s L] = nseq (L * 4) v by elim: L s => // L IH s; rewrite mulSn nseqD -(IH s.+1).
by rewrite -repeated; congr List; rewrite const main.
Qed.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::= lazymatch goal with |- call _ _ "lipschitz" _ = _ => found_call call_lipschitz end.
Lemma call_growth_2 defs : provides [:: growth_d; lipschitz_d] defs ->
  call fs defs "growth" [:: Num 1; along (indices 2) (relu_slopes S); Num 3%:R] = Value (Num 2%:R).
Proof.
move=> W; have root : 0 <= 1%:R + 3%:R * 1 ^+ 2 :> F by rewrite expr1n mulr1 -natrD ler0n.
enter; apply: yields_eq; first by value.
rewrite /constant /relu_slopes /= normr1 normr0 max_l ?ler01 // expr1n !mul1r mulr1 -(natrD _ 1 3) /= (_ : 1 + 3 = 2 ^ 2)%N //.
by rewrite natrX sqrtr_sqr ger0_norm ?ler0n.
Qed.
End Doubling.

Ltac range_value ::= refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]].
Ltac side ::= first [eassumption | reflexivity].

(* attest: positional.norm-growth finding_attained sha256:b2fb60795ad3de4e7f8b2fba136cf7704bdcddc433a7a94265baea941ce112c0 theorem:growth_attained *)
Theorem growth_attained : Holds statements_positional_norm_growth.finding_attained.
Proof.
opening S W; meaning_for_all => L L_gt0 _.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
refine (says_exists (t := fun _ : 'I_4 => 1 / 2%:R : S) (P := fun f => norm2 f == 1) (in_alongs (@floor_integer S) _ (erefl _)) _ I _ _).
- by value.
- move=> f _; cbn [condition_is]; refine (y_compare (c := Equal) (v := Num (norm2 f)) (w := Num 1) _ _ _); [ | by value | reflexivity].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_norm_2; [provided | exact: enumerates_indices]].
- rewrite /norm2 (eq_bigr (fun=> 4%:R^-1)) => [|i _]; last by rewrite div1r exprVn -natrX.
  by rewrite sumr_const card_ord -[_ *+ _]mulr_natr mulVf ?sqrtr1 // pnatr_eq0.
refine (says_expression (p := true) _ _) => //.
pose same (x : S) := fun _ _ : nat => x.
refine (y_let (v := layers_value L (doubling S)) _ _).
  refine (y_call (vs := [:: mat (L * (3 * 1)) 1 (same 0); mat (L * (3 * 1)) 1 (same 0); mat (L * (3 * 1)) 1 (same 1);
    mat (L * (3 * 1 + 1)) 1 (same (1 / 2%:R)); mat (L * 1) 1 (same 1); Num 3%:R; Num L%:R]) _ _ _); [ | reflexivity | by apply: call_layer_list => //; provided].
  have thrice : 3%:R * L%:R = (L * (3 * 1))%:R :> S by rewrite -natrM mulnC.
  refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))))); [ | | | | | by value | by value];
    [by apply: yields_eq; [value | ] | by apply: yields_eq; [value | ] | by apply: yields_eq; [value | ] | | ].
    rewrite -four_in_each; refine (y_list_over2 (h := fun i => Num i%:R) (k := fun _ i => Num i%:R) _ _ _); [by value | by move=> t _; value | ].
    move=> t _ i /in_from_1/andP[]; case: i => // i _ i_le; refine (y_list (all_cons _ (all_nil _ _ _))).
    by apply: (y_number_at (f := fun _ : 'I_4 => 1 / 2%:R) (j := Ordinal i_le)); [value | value | ].
  by rewrite muln1; apply: yields_eq; [value | ].
apply: yields_eq.
  apply: (y_compare (c := Equal) (v := sheet (indices 1) (indices 1) (fun _ _ => 2%:R ^+ L)) (w := sheet (indices 1) (indices 1) (fun _ _ => 2%:R ^+ L)));
    [ | | by rewrite /compare equal_sheet].
    apply: yields_eq.
      refine (y_call (vs := [:: sheet (indices 1) (indices 1) (fun _ _ => 0); layers_value L (doubling S); along (indices 2) (relu_slopes S);
        sheet (indices 1) (indices 1) (fun _ _ => 1)]) _ _ _); [ | reflexivity | by apply: call_positional_network => //; provided].
      refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [ | by value | | ].
      - by apply: yields_eq; [value | exact: one_by_one].
      - by apply: yields_eq; [value | exact: listed_slopes].
      by apply: yields_eq; [value | exact: one_by_one].
    by apply: sheet_ext => i j; exact: all_doubled.
  rewrite -one_by_one; refine (y_list (all_cons (y_list (all_cons _ (all_nil _ _ _))) (all_nil _ _ _))).
  refine (y_power (@floor_integer S) (y := L%:R) _ _ erefl); last by value.
  refine (y_call (vs := [:: Num 1; along (indices 2) (relu_slopes S); Num 3%:R]) _ _ _); [ | reflexivity | by apply: call_growth_2; provided].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | apply: yields_eq; [value | exact: listed_slopes] | value].
by congr Bool; apply/allP => i _; apply/allP => j _; rewrite eqxx.
Qed.
