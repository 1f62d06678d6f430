(* SPDX-License-Identifier: Apache-2.0 *)
(* Which of T5's buckets are used: the theorems of t5_bucket_used.v as the meaning of their statements. Of exp only its two laws are used:
   (1 + 1/h)^h <= exp(1) <= 4. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals bound_t5_bucket.
From attest Require t5_bucket t5_bucket_used calls_ordinals statements_srpe_t5_bucket_use.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Exp.
Variable S : numbers.
Implicit Types (x : S) (h n : nat).

Lemma exp_times x n : exp_of (x *+ n) = exp_of x ^+ n.
Proof. by elim: n => [|n IH]; rewrite ?exp_0 // mulrS exp_add IH exprS. Qed.
Lemma growth h : (0 < h)%N -> (h.+1 ^ h)%N%:R <= exp_of 1 * (h ^ h)%N%:R :> S.
Proof.
move=> h_gt0; have h_pos : 0 < h%:R :> S by rewrite ltr0n.
have -> : exp_of 1 = exp_of (h%:R^-1 : S) ^+ h by rewrite -exp_times -[_ *+ h]mulr_natr mulVf // gt_eqF.
rewrite !natrX -exprMn ler_pexpn2r // ?nnegrE ?ler0n ?mulr_ge0 ?ler0n ?(ltW (exp_gt0 _)) //.
rewrite -ler_pdivr_mulr // -[h.+1%:R]/((1 + h)%N%:R) natrD mulrDl divff ?gt_eqF // mul1r addrC.
exact: exp_above.
Qed.
Lemma exp_1_le : exp_of 1 <= 4%:R :> S.
Proof.
have two_gt0 : 0 < 2%:R :> S by rewrite ltr0n.
have half : exp_of (2%:R^-1) <= 2%:R :> S.
  have inverse : exp_of (2%:R^-1) * exp_of (- 2%:R^-1) = 1 :> S by rewrite -exp_add subrr exp_0.
  have low : 2%:R^-1 <= exp_of (- 2%:R^-1) :> S.
    by apply: le_trans (exp_above _); rewrite ler_subr_addr -mulr2n -[_ *+ 2]mulr_natr mulVf ?gt_eqF.
  by rewrite -(ler_pmul2r (exp_gt0 (- 2%:R^-1))) inverse -ler_pdivr_mull // mulr1.
have -> : exp_of 1 = exp_of (2%:R^-1 : S) ^+ 2 by rewrite -exp_times -[_ *+ 2]mulr_natr mulVf // gt_eqF.
have -> : 4%:R = 2%:R ^+ 2 :> S by rewrite -natrX.
by rewrite ler_pexpn2r // nnegrE ?ler0n ?(ltW (exp_gt0 _)).
Qed.
(* M of e h at least makes every bucket long enough. *)
Lemma long_enough h M : (0 < h)%N -> exp_of 1 * h%:R <= M%:R :> S -> (h.+1 ^ h <= M * h ^ h.-1)%N.
Proof.
move=> h_gt0 M_ge; rewrite -(ler_nat S); apply: le_trans (growth h_gt0) _.
have hhE : (h ^ h = h * h ^ h.-1)%N by rewrite -expnS prednK.
by rewrite hhE !natrM mulrA ler_wpmul2r ?ler0n.
Qed.
Lemma long_enough_4 h M : (0 < h)%N -> (4 * h <= M)%N -> (h.+1 ^ h <= M * h ^ h.-1)%N.
Proof.
move=> h_gt0 M_ge; apply: long_enough => //; apply: (@le_trans _ _ (4%:R * h%:R)); last by rewrite -natrM ler_nat.
by rewrite ler_wpmul2r ?ler0n // exp_1_le.
Qed.
End Exp.

Local Notation of_claim f := (definition_in (definitions statements_srpe_t5_bucket_use.finding_which_are_used) f) (only parsing).
Definition one_sided_uses_d := Eval compute in of_claim "one_sided_uses".
Definition two_sided_uses_d := Eval compute in of_claim "two_sided_uses".

Section Uses.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (y z : F) (b B M : nat).

Lemma call_one_sided_uses defs y z b B M : provides [:: one_sided_uses_d; bucket_one_sided_d; bucket_side_d; bucket_steps_d] defs ->
  y = B%:R -> z = M%:R -> (0 < B)%N ->
  call fs defs "one_sided_uses" [:: Num b%:R; Num y; Num z] =
    Value (Bool (has (fun l => t5_bucket.bucket_one_sided (- Posz l) B M == b) (iota 0 M.+1))).
Proof.
move=> W -> -> B_gt0; enter; apply: yields_eq.
  refine (y_any (h := fun l => Num l%:R) (l := iota 0 M.+1) _ _).
    by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0%N M.+1); [value | value | reflexivity | rewrite add0n mulrSr].
  move=> l _; refine (y_compare _ _ _);
    [refine (y_call _ _ _); [values | reflexivity | apply: call_one_before; [provided | natural | natural | natural | exact: B_gt0]] | value | reflexivity].
by congr Bool; apply: eq_has => l; rewrite eqr_nat.
Qed.

Lemma call_two defs (l : int) x y z B M : provides [:: bucket_two_sided_d; bucket_side_d; bucket_steps_d] defs ->
  x = l%:~R -> y = B%:R -> z = M%:R -> (1 < B)%N ->
  call fs defs "bucket_two_sided" [:: Num x; Num y; Num z] = Value (Num (t5_bucket.bucket_two_sided l B M)%:R).
Proof.
case: l => l W xE yE zE B_gt1; first exact: call_two_after.
by rewrite NegzE; apply: call_two_before => //; rewrite xE NegzE rmorphN.
Qed.
Lemma call_two_sided_uses defs y z b B M : provides [:: two_sided_uses_d; bucket_two_sided_d; bucket_side_d; bucket_steps_d] defs ->
  y = B%:R -> z = M%:R -> (1 < B)%N ->
  call fs defs "two_sided_uses" [:: Num b%:R; Num y; Num z] =
    Value (Bool [exists j : 'I_(M + M).+1, t5_bucket.bucket_two_sided (- M%:Z + j%:Z) B M == b]).
Proof.
move=> W -> -> B_gt1; enter; apply: yields_eq.
  refine (y_any (h := fun j : 'I_(M + M).+1 => Num (- M%:Z + j%:Z)%:~R) (l := index_enum (ordinal_finType (M + M).+1)) _ _).
    apply: (@calls_ordinals.y_integers _ _ floor_int _ _ _ _ _ _ (- M%:Z) (M + M).+1); [value | value | by rewrite rmorphN | ].
    by rewrite -addnS PoszD addrA addNr add0r -pmulrn mulrSr.
  move=> j _; refine (y_compare _ _ _);
    [refine (y_call _ _ _); [values | reflexivity | apply: call_two; [provided | reflexivity | natural | natural | exact: B_gt1]] | value | reflexivity].
congr Bool; apply/hasP/existsP => [[j _ E] | [j E]]; exists j; rewrite ?mem_index_enum //; first by rewrite -(eqr_nat F).
by rewrite eqr_nat.
Qed.
End Uses.

Lemma in_buckets b B : b \in iota 0 B -> (b < B)%N.
Proof. by rewrite mem_iota add0n. Qed.
Lemma all_buckets (F : realFieldType) B : B%:R - 1%:R + 1 = (0 + B)%:R :> F.
Proof. exact: subrK. Qed.
Ltac range_value ::= refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side].
Ltac side ::= first [eassumption | natural | exact: all_buckets | by rewrite pnatr_eq0 | done].
Ltac used lemma := apply: lemma; [provided | natural | natural | first [assumption | exact: ltnW]].
Ltac known_call ::= first [used call_one_sided_uses | used call_two_sided_uses].

(* attest: srpe.t5-bucket-use finding_which_are_used sha256:ae8d4c924c68b0d406f821ca2ee00e89098c3d598e2009b23916a100ffaf75b1 theorem:which_are_used *)
Theorem which_are_used : Holds statements_srpe_t5_bucket_use.finding_which_are_used.
Proof.
split=> S; have floor_int := @floor_integer S.
start_with [:: one_sided_uses_d; two_sided_uses_d; bucket_one_sided_d; bucket_two_sided_d; bucket_side_d; bucket_steps_d].
any_bucket B_ge4; meaning_for_all => b /in_buckets b_lt _.
have [h BE] : exists h, B = (4 * h)%N by exists (B %/ 4)%N; rewrite mulnC divnK //; apply/eqP.
have h_gt0 : (0 < h)%N by move: B_gt0; rewrite BE muln_gt0.
have half : (B %/ 2 = 2 * h)%N by rewrite BE (_ : 4 * h = 2 * (2 * h))%N ?mulKn // mulnA.
meaning_parts; meaning_value.
  rewrite eqr_nat half; apply/eqP; apply/idP/idP => [/existsP[j /eqP<-]|b_neq].
    by rewrite -half t5_bucket_used.half_is_not_used.
  have long : (h.+1 ^ h <= (B + more) * h ^ h.-1)%N by apply: (long_enough_4 S) => //; rewrite -BE leq_addr.
  have [|l l_M E] := t5_bucket_used.two_sided_used h_gt0 long _ b_neq; first by rewrite -BE.
  have /andP[l_lo l_hi] : - (B + more)%:Z <= l <= (B + more)%:Z by rewrite -ler_norml -abszE lez_nat.
  have l_ge : 0 <= (B + more)%:Z + l by rewrite -ler_subl_addl sub0r.
  case lE : ((B + more)%:Z + l) l_ge => [k|//] _.
  have k_lt : (k < (B + more + (B + more)).+1)%N by rewrite ltnS -lez_nat -lE [X in _ <= X]PoszD ler_add2l.
  apply/existsP; exists (Ordinal k_lt); rewrite /= -lE addKr.
  by move: E; rewrite -BE => ->.
rewrite -implyNb -leNgt; apply/implyP => M_ge; apply/hasP.
have BE2 : B = (2 * (2 * h))%N by rewrite mulnA.
have twoE : (2 * h)%N%:R = B%:R / 2%:R :> S.
  have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
  by apply: (mulfI two_neq0); rewrite mulrCA divff // mulr1 -natrM -BE2.
have K_gt0 : (0 < 2 * h)%N by rewrite muln_gt0.
have long : ((2 * h).+1 ^ (2 * h) <= (B + more) * (2 * h) ^ (2 * h).-1)%N.
  by apply: (long_enough (S := S)) => //; rewrite twoE mulrA natrD.
have b_in : (b < 2 * (2 * h))%N by rewrite -BE2.
have [l l_M E] := t5_bucket_used.one_sided_used K_gt0 long b_in.
by exists l; rewrite ?mem_iota ?ltnS //; move: E; rewrite -BE2 => ->.
Qed.

(* attest: srpe.t5-bucket-use finding_elementary_bound sha256:cef7e65a238c4d52a037681564fb759ff1261bc23ae0742269085031cbc79372 theorem:elementary_bound *)
Theorem elementary_bound : Holds statements_srpe_t5_bucket_use.finding_elementary_bound.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: one_sided_uses_d; bucket_one_sided_d; bucket_side_d; bucket_steps_d].
meaning_for_all => B B_ge2; rewrite eqr_nat => /eqP B_mod; have B_gt0 : (0 < B)%N by apply: ltnW.
have h_gt0 : (0 < B %/ 2)%N by rewrite divn_gt0.
have BE : (2 * (B %/ 2) = B)%N by rewrite mulnC divnK //; apply/eqP.
have exponent : (B %/ 2)%:R - 1%:R = (B %/ 2).-1%:R :> S by rewrite -subn1 natrB.
meaning_for_all => more more_gt0; rewrite -!natrD -!natrX -natrM ler_nat addn1 => long.
meaning_for_all => b /in_buckets b_lt _; meaning_value; apply/hasP.
have b_in : (b < 2 * (B %/ 2))%N by rewrite BE.
have [l l_M E] := t5_bucket_used.one_sided_used h_gt0 long b_in.
by exists l; rewrite ?mem_iota ?ltnS //; move: E; rewrite BE => ->.
Qed.
