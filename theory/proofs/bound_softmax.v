(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems of softmax_bound.v, Lemma B.3 of Positional Attention, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require softmax_bound calls_srpe statements_positional_lemma_b3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_lemma_b3.printed) f) (only parsing).
Definition pattern_d := Eval compute in the "pattern".
Definition identity_d := Eval compute in the "identity".
Definition positional_attention_d := Eval compute in the "positional_attention".
Definition W_Q_d := Eval compute in the "W_Q".
Definition attention_d := Eval compute in the "attention".
Definition error_d := Eval compute in the "error".
Definition width_d := Eval compute in definition_in (definitions statements_positional_lemma_b3.finding_least_T) "width".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Implicit Types (defs : seq definition) (T : F).

Lemma call_identity defs n : provides [:: identity_d] defs -> call fs defs "identity" [:: Num n%:R] = Value (table (1%:M : 'M[F]_n)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
apply: entries_ext => i; apply: column_ext => j; rewrite mxE eqr_nat eqSS val_eqE; by case: (i == j).
Qed.
Lemma call_pattern defs n (hits : 'I_n -> 'I_n) : provides [:: pattern_d] defs ->
  call fs defs "pattern" [:: column (fun i => (hits i).+1%:R)] = Value (table (softmax_bound.pattern F hits)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
apply: entries_ext => i; apply: column_ext => j; rewrite mxE eqr_nat eqSS val_eqE; by case: (j == _).
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "pattern" _ = _ => found_call call_pattern
  | |- call _ _ "identity" _ = _ => found_call call_identity
  end.
Lemma call_W_Q defs n (hits : 'I_n -> 'I_n) T : provides [:: W_Q_d; pattern_d] defs ->
  call fs defs "W_Q" [:: column (fun i => (hits i).+1%:R); Num T] = Value (table (softmax_bound.WQ hits T)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by apply: entries_ext => i; apply: column_ext => j; rewrite !mxE.
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "pattern" _ = _ => found_call call_pattern
  | |- call _ _ "identity" _ = _ => found_call call_identity
  | |- call _ _ "W_Q" _ = _ => found_call call_W_Q
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma call_attention defs n (hits : 'I_n -> 'I_n) T :
  provides [:: attention_d; W_Q_d; positional_attention_d; identity_d; pattern_d; softmax_rows_d; softmax_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N ->
  call fs defs "attention" [:: column (fun i => (hits i).+1%:R); Num T] = Value (table (softmax_bound.construction exp hits T)).
Proof.
move=> W n_gt0; enter; apply: yields_eq; first by value.
by rewrite /softmax_bound.construction /softmax_bound.positional_attention trmx_mul.
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "pattern" _ = _ => found_call call_pattern
  | |- call _ _ "attention" _ = _ => found_call call_attention
  end.
Lemma call_error defs n (hits : 'I_n -> 'I_n) T :
  provides [:: error_d; attention_d; W_Q_d; positional_attention_d; identity_d; pattern_d; softmax_rows_d; softmax_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N ->
  exists2 e, call fs defs "error" [:: column (fun i => (hits i).+1%:R); Num T] = Value (Num e) &
    forall eps, e <= eps <-> forall i j, softmax_bound.entry_error hits (softmax_bound.construction exp hits T) i j <= eps.
Proof.
move=> W n_gt0; have [earlier found W'] := provides_find W.
have [|e callE e_le] := @some_call S defs earlier (fun e => forall eps, (e <= eps) = [forall i, forall j,
    `|softmax_bound.construction exp hits T i j - softmax_bound.pattern F hits i j| <= eps]) _ [:: column (fun i => (hits i).+1%:R); Num T] _ found erefl.
  rewrite [zip _ _]/= [body _]/=; apply: some_let; first by value.
  apply: some_let; first by value.
  by apply: y_max2 => //; [value | move=> i; value | move=> i j; value].
exists e => // eps; rewrite e_le; split=> [/forallP within i j | within].
  by rewrite /softmax_bound.entry_error distrC; have /forallP := within i; apply.
by apply/forallP => i; apply/forallP => j; rewrite distrC; exact: within.
Qed.
End Calls.

Ltac side ::= first [assumption | by rewrite pnatr_eq0].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "error" _ = _ => eassumption
  | |- call _ _ "width" _ = _ => eassumption
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma half_of (F : realFieldType) (x : F) : 1 / 2%:R * x = x / 2%:R.
Proof. by rewrite div1r mulrC. Qed.

(* One millionth; how many that is does not matter. *)
Lemma call_width (S : numbers) defs : provides [:: width_d] defs ->
  exists2 w : S, call (functions_of S) defs "width" [::] = Value (Num w) & 0 < w.
Proof.
move=> W; have positive n : (0 < BinNat.N.to_nat (BinNums.Npos n))%N by apply/ssrnat.ltP; exact: Pnat.Pos2Nat.is_pos.
have [earlier found _] := provides_find W; apply: (some_call (P := fun w => 0 < w) found) => //.
have body_y : exists2 w : S, yields (functions_of S) earlier [::] (body width_d) (Num w) & 0 < w.
  eexists; first by apply: y_divide; [exact: (y_number _ _ _ erefl) | exact: (y_number _ _ _ erefl) | rewrite pnatr_eq0 -lt0n; exact: positive].
  by apply: divr_gt0; rewrite ltr0n; exact: positive.
exact: body_y.
Qed.

(* attest: positional.lemma-b3 printed sha256:c2c5bc1d3c162ed892e5c6ab4ae2cbaada9774dad06cc6860d1c31aa03290ace theorem:lemma_b3 *)
Theorem lemma_b3 : Holds statements_positional_lemma_b3.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ _; meaning_for_all => eps _ eps_gt0.
have eps_neq0 : eps != 0 by rewrite gt_eqF.
have ratio_gt0 : 0 < n%:R / eps by rewrite divr_gt0 ?ltr0n.
meaning_for_all => T _ /andP[_ T_ge].
have [|e errorE e_le] := @call_error S defs n x T _ n_gt0; first by provided.
meaning_value; apply/e_le; apply: (softmax_bound.lemma_b3 (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S) x eps_gt0).
by rewrite half_of.
Qed.

(* attest: positional.lemma-b3 finding_met_exactly_from_the_least_T sha256:81bafc8f2e1d131c8caadf7bcb78c496af99479a7f0a134824019fd8e9ed460d theorem:least_T *)
Theorem least_T : Holds statements_positional_lemma_b3.finding_met_exactly_from_the_least_T.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltnW.
meaning_for_all => x _ _; meaning_for_all => eps _ eps_in; have /andP[eps_gt0 eps_lt1] := eps_in; have eps_neq0 : eps != 0 by rewrite gt_eqF.
have ratio_gt0 : 0 < (n%:R - 1%:R) * (1%:R - eps) / eps by rewrite divr_gt0 // mulr_gt0 // subr_gt0 // ltr1n.
meaning_for_all => T _ _; have [|e errorE e_le] := @call_error S defs n x T _ n_gt0; first by provided.
meaning_value; have := softmax_bound.least_T (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S) x T n_gt1 eps_in.
by rewrite half_of => least; apply/eqP; apply/idP/idP => [/e_le/least | /least/e_le].
Qed.

(* attest: positional.lemma-b3 finding_printed_T_is_never_least sha256:689baebcc80ec5ec4e15c19883bc6d67ef93feac294893d0de45bdadb6bda299 theorem:printed_T_is_never_least *)
Theorem printed_T_is_never_least : Holds statements_positional_lemma_b3.finding_printed_T_is_never_least.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ _; meaning_for_all => eps _ eps_in; have /andP[eps_gt0 _] := eps_in.
have eps_neq0 : eps != 0 by rewrite gt_eqF.
have ratio_gt0 : 0 < n%:R / eps by rewrite divr_gt0 ?ltr0n.
have [T [T_in within]] := softmax_bound.printed_T_is_never_least (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S) x eps_in.
have [|e errorE e_le] := @call_error S defs n x T _ n_gt0; first by provided.
meaning_exists T; first by rewrite half_of in T_in.
by meaning_value; apply/e_le.
Qed.

(* attest: positional.lemma-b3 finding_least_T sha256:692a422e25f7e782b547ddee2b7d42965f2e05d313264dfccdbd1cae84dd26b5 theorem:least_T_enclosed *)
Theorem least_T_enclosed : Holds statements_positional_lemma_b3.finding_least_T.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltnW.
have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => eps _ eps_in; have /andP[eps_gt0 eps_lt] := eps_in; have eps_neq0 : eps != 0 by rewrite gt_eqF.
have eps_lt1 : eps < 1 by rewrite (lt_trans eps_lt) // ltr_pdivr_mulr ?ltr0n // mul1r ltr_subl_addr ltr_addl ltr01.
have ratio_gt0 : 0 < (n%:R - 1%:R) * (1%:R - eps) / eps by rewrite divr_gt0 // mulr_gt0 // subr_gt0 // ltr1n.
have [|w widthE w_gt0] := @call_width S defs; first by provided.
have [low [low_gt0 [high [high_in [above within least_in]]]]] :=
  softmax_bound.least_T_enclosed (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S) n_gt1 (eps_in : 0 < eps < (n%:R - 1) / n%:R) w_gt0.
have [|e errorE e_le] := @call_error S defs n id low _ n_gt0; first by provided.
have [|e' errorE' e'_le] := @call_error S defs n id high _ n_gt0; first by provided.
meaning_exists low; meaning_exists high; meaning_value.
apply/and3P; split; last exact: least_in; last exact/e'_le.
by rewrite ltNge; apply/negP => /e_le; case: above => i [j lt_e] all_le; have := all_le i j; rewrite leNgt lt_e.
Qed.

(* attest: positional.lemma-b3 finding_every_eps_at_the_printed_T sha256:2ec917b96b4c8366157cc1188c2866ee2f8317ea2650c37b84f976249d277f0d theorem:errors_at_the_printed_T *)
Theorem errors_at_the_printed_T : Holds statements_positional_lemma_b3.finding_every_eps_at_the_printed_T.
Proof.
opening S W; meaning_for_all => n n_gt1 _; meaning_for_all => eps /andP[eps_ge _] _.
have eps_gt0 : 0 < eps by apply: lt_le_trans eps_ge; rewrite divr_gt0 ?ltr0n.
have eps_neq0 : eps != 0 by rewrite gt_eqF.
have sum_neq0 : n%:R / eps + n%:R - 1 != 0.
  by rewrite gt_eqF // -addrA addr_gt0 ?divr_gt0 ?subr_gt0 ?ltr1n // ltr0n ltnW.
by meaning_value; apply: softmax_bound.errors_at_the_printed_T.
Qed.
