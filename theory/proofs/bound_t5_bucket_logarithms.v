(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE (Wu et al. 2021), eq. 14: T5's buckets in integers are those of the logarithms, and M = K/2 is the least that they bear, as the
   meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals bound_t5_bucket.
From attest Require t5_bucket statements_srpe_t5_bucket_range.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Logarithms.
Variable S : numbers.
Local Notation log := (@log_of S).
Implicit Types (x y : S) (h l M j n : nat).

Lemma log_mono x y : 0 < x -> 0 < y -> (log x <= log y) = (x <= y).
Proof. by move=> x_gt0 y_gt0; rewrite -exp_le !exp_log. Qed.
Lemma log_strict x y : 0 < x -> 0 < y -> (log x < log y) = (x < y).
Proof. by move=> x_gt0 y_gt0; rewrite !ltNge log_mono. Qed.
Lemma log_power x n : 0 < x -> log (x ^+ n) = n%:R * log x.
Proof.
move=> x_gt0; elim: n => [|n IH]; first by rewrite expr0 mul0r log_1.
by rewrite exprS log_mul ?exprn_gt0 // IH mulrS mulrDl mul1r.
Qed.
Lemma log_double l : (0 < l)%N -> log (2%:R * l%:R) = log 2%:R + log l%:R.
Proof. by move=> l_gt0; rewrite log_mul ?ltr0n. Qed.

(* The j from 1 to h that a number x of at most h reaches. *)
Lemma count_reached h x : 0 <= x -> x <= h%:R -> (count (fun j => j%:R <= x) (iota 1 h))%:Z = floor_of x.
Proof.
move=> x_ge0 x_h; have /andP[le_x lt_x] := floor_itv x.
have : 0 < (floor_of x + 1)%:~R :> S by apply: le_lt_trans lt_x.
rewrite ltr0z ltz_addr1; case: (floor_of x) le_x lt_x => // f le_x lt_x _.
have f_h : (f <= h)%N by rewrite -(ler_nat S); apply: le_trans le_x x_h.
have reached j : (j%:R <= x) = (j <= f)%N.
  apply/idP/idP => [j_x | j_f]; last by apply: le_trans le_x; rewrite -pmulrn ler_nat.
  rewrite -ltnS -(ltr_nat S); apply: le_lt_trans j_x _.
  by rewrite pmulrn -addn1.
congr Posz; rewrite (eq_count reached) -[in LHS](subnKC f_h) iotaD count_cat.
have all_f : count (fun j => j <= f)%N (iota 1 f) = f.
  by rewrite -[RHS](size_iota 1 f); apply/eqP; rewrite -all_count; apply/allP => j; rewrite mem_iota add1n ltnS => /andP[].
have none : count (fun j => j <= f)%N (iota (1 + f) (h - f)) = 0%N.
  by apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn => j; rewrite mem_iota add1n -ltnNge => /andP[].
by rewrite all_f none addn0.
Qed.

(* The argument of floor in eq. 14. *)
Definition fraction l h M : S := (log (2%:R * l%:R) - log (2 * h)%:R) / (log (2%:R * M%:R) - log (2 * h)%:R) * ((2 * h)%:R / 2%:R).
Lemma fractionE l h M : (0 < h)%N -> (0 < l)%N -> (0 < M)%N -> fraction l h M = (log l%:R - log h%:R) / (log M%:R - log h%:R) * h%:R.
Proof.
move=> h_gt0 l_gt0 M_gt0; have sum x y z : x + y - (x + z) = y - z :> S by rewrite opprD addrACA subrr add0r.
by rewrite /fraction natrM !log_double // !sum [2%:R * _]mulrC mulfK // pnatr_eq0.
Qed.
Lemma step_reached h l M j : (0 < h)%N -> (h < M)%N -> (0 < l)%N -> (j <= h)%N ->
  (M ^ j * h ^ (h - j) <= l ^ h)%N = (j%:R <= fraction l h M).
Proof.
move=> h_gt0 h_M l_gt0 j_h; have M_gt0 := leq_ltn_trans (leq0n h) h_M.
have D_gt0 : 0 < log M%:R - log h%:R by rewrite subr_gt0 log_strict ?ltr0n // ltr_nat.
have [h_pos l_pos M_pos] : [/\ 0 < h%:R :> S, 0 < l%:R :> S & 0 < M%:R :> S] by rewrite !ltr0n.
rewrite fractionE // mulrAC ler_pdivl_mulr // -(ler_nat S) natrM !natrX -log_mono ?mulr_gt0 ?exprn_gt0 //.
rewrite log_mul ?exprn_gt0 // !log_power // natrB // mulrBl addrA addrAC -mulrBr -ler_subr_addr -mulrBr.
by rewrite [h%:R * _]mulrC.
Qed.
Lemma steps_are_floor h l M : (0 < h)%N -> (h < M)%N -> (h <= l <= M)%N -> (t5_bucket.bucket_steps l h M)%:Z = floor_of (fraction l h M).
Proof.
move=> h_gt0 h_M /andP[h_l l_M]; have l_gt0 := leq_trans h_gt0 h_l; have M_gt0 := leq_trans l_gt0 l_M.
have D_gt0 : 0 < log M%:R - log h%:R by rewrite subr_gt0 log_strict ?ltr0n // ltr_nat.
rewrite -(count_reached (h := h)).
- congr Posz; apply: eq_in_count => j; rewrite mem_iota add1n ltnS => /andP[_ j_h]; exact: step_reached.
- by rewrite fractionE // mulr_ge0 ?ler0n // divr_ge0 ?(ltW D_gt0) // subr_ge0 log_mono ?ltr0n // ler_nat.
rewrite fractionE // ler_pimull ?ler0n // ler_pdivr_mulr // mul1r ler_add2r log_mono ?ltr0n //.
by rewrite ler_nat.
Qed.
Lemma fraction_beyond h l M : (0 < h)%N -> (h < M)%N -> (M < l)%N -> h%:R < fraction l h M.
Proof.
move=> h_gt0 h_M M_l; have M_gt0 := leq_ltn_trans (leq0n h) h_M; have l_gt0 := ltn_trans M_gt0 M_l.
have D_gt0 : 0 < log M%:R - log h%:R by rewrite subr_gt0 log_strict ?ltr0n // ltr_nat.
rewrite fractionE // ltr_pmull ?ltr0n // ltr_pdivl_mulr // mul1r ltr_add2r log_strict ?ltr0n //.
by rewrite ltr_nat.
Qed.
Lemma steps_beyond h l M : (0 < h)%N -> (h < M)%N -> (M < l)%N -> t5_bucket.bucket_steps l h M = h.
Proof.
move=> h_gt0 h_M M_l; have l_gt0 : (0 < l)%N by apply: leq_ltn_trans M_l.
rewrite /t5_bucket.bucket_steps -[RHS](size_iota 1 h); apply/eqP; rewrite -all_count; apply/allP => j; rewrite mem_iota add1n ltnS => /andP[_ j_h] /=.
rewrite step_reached //; apply/ltW/(le_lt_trans _ (fraction_beyond h_gt0 h_M M_l)).
by rewrite ler_nat.
Qed.
(* Below M = h the argument has no lower bound. *)
Lemma fraction_below h M : (0 < M)%N -> (M < h)%N -> h%:R + fraction (h * h.+1) h M < 0.
Proof.
move=> M_gt0 M_h; have h_gt0 := ltn_trans M_gt0 M_h; have l_gt0 : (0 < h * h.+1)%N by rewrite muln_gt0 h_gt0.
have D_gt0 : 0 < log h%:R - log M%:R by rewrite subr_gt0 log_strict ?ltr0n // ltr_nat.
rewrite fractionE // -[_ - log h%:R in X in _ / X]opprB invrN mulrN mulNr subr_lt0 ltr_pmull ?ltr0n //.
rewrite ltr_pdivl_mulr // mul1r natrM log_mul ?ltr0n // [X in _ < X]addrAC subrr add0r ltr_subl_addr -log_mul ?ltr0n //.
rewrite log_strict ?mulr_gt0 ?ltr0n // -natrM ltr_nat; apply: (@leq_trans h.+1) => //.
by rewrite leq_pmulr.
Qed.
End Logarithms.

Lemma below_h (F : realFieldType) h : (1 < h)%N -> h%:R - 1%:R + 1 = (1 + h.-1)%:R :> F.
Proof. by move=> h_gt1; rewrite subrK add1n prednK // ltnW. Qed.
Lemma positive (F : realFieldType) l : (0 < l)%N -> 0 < 2%:R * l%:R :> F.
Proof. by move=> l_gt0; rewrite mulr_gt0 ?ltr0n. Qed.
Ltac side ::= first [eassumption | reflexivity | natural | by apply: below_h | by apply: positive | by rewrite pnatr_eq0].

(* attest: srpe.t5-bucket-range finding_smaller_M sha256:2b5935e9f4234463bf1fd32ca849898668d000dfd284c6049304cbeaa2be5256 theorem:smaller_M *)
Theorem smaller_M : Holds statements_srpe_t5_bucket_range.finding_smaller_M.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => h h_gt1 _; have h_gt0 := ltnW h_gt1.
meaning_for_all => M; rewrite mem_iota => /andP[M_gt0]; rewrite add1n prednK // => M_h _.
have l_gt0 : (0 < h * h.+1)%N by rewrite muln_gt0 h_gt0.
have twice_gt0 : 0 < 2%:R * h%:R :> S by rewrite mulr_gt0 ?ltr0n.
have divisor : log_of (2%:R * M%:R) - log_of (2%:R * h%:R) != 0 :> S.
  by rewrite subr_eq0 lt_eqF // log_strict ?mulr_gt0 ?ltr0n // ltr_pmul2l ?ltr0n // ltr_nat.
meaning_exists (h * h.+1)%N; first by rewrite leq_pmulr.
by meaning_value; have := fraction_below S M_gt0 M_h; rewrite /fraction (natrM _ 2 h) => small; exact: small.
Qed.

Local Notation of_claim f := (definition_in (definitions statements_srpe_t5_bucket_range.finding_logarithms) f) (only parsing).
Definition bucket_fraction_d := Eval compute in of_claim "bucket_fraction".
Definition with_logarithms_d := Eval compute in of_claim "bucket_side_with_logarithms".
Definition is_bucket_tie_d := Eval compute in of_claim "is_bucket_tie".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (h l M : nat).

Lemma call_fraction defs h l M : provides [:: bucket_fraction_d] defs -> (0 < h)%N -> (h < M)%N -> (0 < l)%N ->
  call fs defs "bucket_fraction" [:: Num l%:R; Num (2 * h)%:R; Num M%:R] = Value (Num (fraction S l h M)).
Proof.
move=> W h_gt0 h_M l_gt0; have M_gt0 := ltn_trans h_gt0 h_M.
have K_gt0 : 0 < (2 * h)%:R :> F by rewrite ltr0n muln_gt0.
have divisor : log_of (2%:R * M%:R) - log_of (2 * h)%:R != 0 :> F.
  by rewrite subr_eq0 gt_eqF // log_strict ?positive // -natrM ltr_nat ltn_pmul2l.
by enter; value.
Qed.
Lemma call_with_logarithms defs h l M : provides [:: with_logarithms_d; bucket_fraction_d] defs -> (0 < h)%N -> (h < M)%N -> (l <= M)%N ->
  call fs defs "bucket_side_with_logarithms" [:: Num l%:R; Num (2 * h)%:R; Num M%:R] = Value (Num (t5_bucket.bucket_side l (2 * h) M)%:R).
Proof.
move=> W h_gt0 h_M l_M; enter; rewrite /t5_bucket.bucket_side ltn_mul2l /=; case: (ltnP l h) => l_h.
  by apply: y_yes; [apply: yields_eq; [value | rewrite -natrM ltr_nat ltn_mul2l l_h] | value].
apply: y_no; first by apply: yields_eq; [value | rewrite -natrM ltr_nat ltn_mul2l /= ltnNge l_h].
have l_gt0 := leq_trans h_gt0 l_h.
have floor_y : yields fs earlier [:: ("l"%string, Num l%:R : value F); ("K"%string, Num (2 * h)%:R); ("M"%string, Num M%:R)]
    (Call "floor" [:: Call "bucket_fraction" [:: Name "l"; Name "K"; Name "M"]]) (Num (t5_bucket.bucket_steps l h M)%:R).
  apply: yields_eq.
    refine (y_built_in (all_cons (v := Num (fraction S l h M)) _ (all_nil _ _ _)) _ _); [ | reflexivity | reflexivity].
    by refine (y_call _ _ _); [values | reflexivity | apply: call_fraction; first [provided | assumption]].
  by rewrite /= /of_integer -steps_are_floor ?h_l // l_h.
apply: yields_eq.
  refine (y_built_in (all_cons _ (all_cons _ (all_nil _ _ _))) _ _); [refine (y_add _ _); [value | exact: floor_y] | value | reflexivity | reflexivity].
rewrite mulKn // natrM [_ / _]mulrC mulKf ?pnatr_eq0 // -natrD -natrM -natrB ?muln_gt0 //.
by rewrite minr_nat.
Qed.
Lemma tie_exponent h j : j \in iota 0 h.+1 -> h%:R - j%:R = (h - j)%:R :> F.
Proof. by rewrite mem_iota add0n ltnS => /andP[_ j_h]; rewrite natrB. Qed.
Lemma tie_range h : h%:R + 1 = (0 + h.+1)%:R :> F.
Proof. by rewrite add0n mulrSr. Qed.
End Calls.

Ltac side ::= first [eassumption | reflexivity | natural | by apply: tie_exponent | exact: tie_range | by rewrite pnatr_eq0].
Ltac known_call ::= first [by_bucket call_bucket_side | enter_named; value].

(* attest: srpe.t5-bucket-range finding_logarithms sha256:7372b68e5dec7a97c361bb1ee301df9b2d115898bbd633e0fef627c0d74229ae theorem:logarithms *)
Theorem logarithms : Holds statements_srpe_t5_bucket_range.finding_logarithms.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: is_bucket_tie_d; bucket_side_d; bucket_steps_d; with_logarithms_d; bucket_fraction_d].
meaning_for_all => K K_ge2; rewrite eqr_nat => /eqP K_mod; have K_gt0 := ltnW K_ge2.
meaning_for_all => more more_gt0 _; meaning_for_all => l _ _.
have [h KE] : exists h, K = (2 * h)%N by exists (K %/ 2)%N; rewrite mulnC divnK //; apply/eqP.
have h_gt0 : (0 < h)%N by move: K_gt0; rewrite KE muln_gt0.
have halfE : (K %/ 2 = h)%N by rewrite KE mulKn.
have h_M : (h < h + more)%N by rewrite -[X in (X < _)%N]addn0 ltn_add2l.
refine (says_expression (p := true) _ _) => //; refine (y_let (v := Num (h + more)%:R) _ _).
  by apply: yields_eq; [value | rewrite halfE natrD].
case: (leqP l (h + more)) => l_M.
  apply: y_yes; first by apply: yields_eq; [value | rewrite ler_nat l_M].
  apply: (y_compare (v := Num (t5_bucket.bucket_side l K (h + more))%:R) (w := Num (t5_bucket.bucket_side l K (h + more))%:R)); last by rewrite /= eqxx.
    by value.
  by rewrite KE; refine (y_call _ _ _); [values | reflexivity | apply: call_with_logarithms; first [provided | assumption]].
apply: y_no; first by apply: yields_eq; [value | rewrite ler_nat leqNgt l_M].
have l_gt0 : (0 < l)%N by apply: leq_ltn_trans l_M.
apply: yields_eq.
  refine (y_and _ _); [ | intros _; value].
  refine (y_compare (v := Num (fraction S l h (h + more))) _ _ _); [ | value | reflexivity].
  by rewrite KE; refine (y_call _ _ _); [values | reflexivity | apply: call_fraction; first [provided | assumption]].
rewrite KE natrM [_ / _]mulrC mulKf ?pnatr_eq0 // fraction_beyond //= -natrM -natrB ?muln_gt0 // eqr_nat.
rewrite /t5_bucket.bucket_side ltn_mul2l /= ltnNge (ltnW (ltn_trans h_M l_M)) /= mulKn // steps_beyond //.
rewrite (_ : minn _ _ = 2 * h - 1)%N ?eqxx //; apply/minn_idPr.
by rewrite addnn -mul2n leq_subr.
Qed.
