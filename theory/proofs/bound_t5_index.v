(* SPDX-License-Identifier: Apache-2.0 *)
(* Two T5 heads tell the index of every position of every sequence that is not constant: a theorem of t5_index.v as the meaning of its statement
   (urpe.synthetic-ceilings). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_families.
From attest Require calls_whole calls_tuples t5_index position_aware statements_urpe_synthetic_ceilings.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_synthetic_ceilings.finding_two_heads_tell_the_index) f) (only parsing).
Definition is_constant_d := Eval compute in the "is_constant".
Definition t5_weights_d := Eval compute in the "t5_weights".
Definition head_N_d := Eval compute in the "head_N".
Definition head_M_d := Eval compute in the "head_M".
Definition weight_of_others_d := Eval compute in the "weight_of_others".

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f : nat -> F) (w : nat -> nat) (n i j p : nat).

Definition step_N n p : F := if 0%:R <= p%:R - n%:R :> F then 1%:R else 1%:R / 2%:R.
Definition step_M n p : F := if 0%:R < p%:R - n%:R :> F then 1%:R else 1%:R / 2%:R.
Lemma call_head_N defs n : provides [:: head_N_d] defs -> (0 < n)%N -> call fs defs "head_N" [:: Num n%:R] = Value (vec (2 * n - 1) (step_N n)).
Proof.
move=> P n_gt0; have two : (2%:R != 0 :> F) by rewrite pnatr_eq0.
by enter; apply: (y_family floor_int (g := fun p => Num (step_N n p)) n_gt0); [value | value | move=> p _; value].
Qed.
Lemma call_head_M defs n : provides [:: head_M_d] defs -> (0 < n)%N -> call fs defs "head_M" [:: Num n%:R] = Value (vec (2 * n - 1) (step_M n)).
Proof.
move=> P n_gt0; have two : (2%:R != 0 :> F) by rewrite pnatr_eq0.
by enter; apply: (y_family floor_int (g := fun p => Num (step_M n p)) n_gt0); [value | value | move=> p _; value].
Qed.
Definition shares n f i j : F := f (i + n - j)%N / \sum_(k <- iota 1 n) f (i + n - k)%N.
Lemma call_t5_weights defs n f : provides [:: t5_weights_d; relative_d] defs -> (0 < n)%N -> (forall p, 0 < f p) ->
  call fs defs "t5_weights" [:: vec (2 * n - 1) f; Num n%:R] = Value (mat n n (shares n f)).
Proof.
move=> P n_gt0 f_gt0; enter.
have far env (x : string) i k : lookup "t"%string env = Some (vec (2 * n - 1) f) -> lookup "i"%string env = Some (Num i%:R) -> lookup x env = Some (Num k%:R) ->
    lookup "n"%string env = Some (Num n%:R) -> (0 < i <= n)%N -> (0 < k <= n)%N ->
    yields fs earlier env (Call "relative" [:: Name "t"; Name "i"; Name x; Name "n"]) (Num (f (i + n - k)%N)).
  move=> t_in i_y j_y n_in i_n k_n; refine (y_call _ _ _); [ | reflexivity | apply: (@call_relative _ _ floor_int _ n i k (fun p => Num (f p))) => //; provided].
  exact: all_cons (y_name _ _ t_in) (all_cons (y_name _ _ i_y) (all_cons (y_name _ _ j_y) (all_cons (y_name _ _ n_in) (all_nil _ _ _)))).
apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_n].
apply: (y_divide (x := f (i + n - j)%N) (y := \sum_(k <- iota 1 n) f (i + n - k)%N)); first exact: far.
  by apply: (y_sum (h := fun k : nat => Num k%:R) (l := iota 1 n)); [value | move=> k /in_from_1 k_n; exact: far].
by rewrite gt_eqF // sum_gt0.
Qed.
Definition others n f w i : F := \sum_(j <- iota 1 n | w j != w i) shares n f i j.
Lemma call_weight_of_others defs n f w i : provides [:: weight_of_others_d; t5_weights_d; relative_d] defs -> (0 < n)%N -> (forall p, 0 < f p) -> (0 < i <= n)%N ->
  call fs defs "weight_of_others" [:: vec (2 * n - 1) f; vec n (fun j => (w j)%:R); Num i%:R] = Value (Num (others n f w i)).
Proof.
move=> P n_gt0 f_gt0 i_n; enter; apply: (y_let (v := mat n n (shares n f))).
  by refine (y_call (vs := [:: vec (2 * n - 1) f; Num n%:R]) _ _ _); [values | reflexivity | apply: call_t5_weights => //; provided].
apply: yields_eq.
  apply: (y_sum_if (h := fun j : nat => Num j%:R) (l := iota 1 n) (p := fun j => (w j)%:R != (w i)%:R :> F)); [by value | | ].
    by move=> j /in_from_1 j_n; value.
  by move=> j /in_from_1 j_n _; value.
by congr Num; apply: eq_bigl => j; rewrite eqr_nat.
Qed.
Lemma call_is_constant defs n w : provides [:: is_constant_d] defs -> (0 < n)%N ->
  call fs defs "is_constant" [:: vec n (fun j => (w j)%:R)] = Value (Bool (all (fun j => w j == w 1%N) (iota 1 n))).
Proof.
move=> P n_gt0; have one_n : (0 < 1 <= n)%N by []; enter; apply: yields_eq; first by value.
by congr Bool; apply: eq_all => j; rewrite eqr_nat.
Qed.

(* --- In the terms of t5_index.v --------------------------------------------------------------------------------------------------------- *)
Lemma sum_from_1_if n (P : pred nat) f : \sum_(j <- iota 1 n | P j) f j = \sum_(j < n | P j.+1) f j.+1.
Proof. by rewrite big_mkcond sum_from_1 -big_mkcond. Qed.
Lemma place_less n (i j : 'I_n) : (n <= i.+1 + n - j.+1)%N = (j <= i)%N.
Proof. by rewrite addSn subSS leq_subRL ?leq_add2r // (leq_trans (ltnW (ltn_ord j))) // leq_addl. Qed.
Lemma place_less_strict n (i j : 'I_n) : (n < i.+1 + n - j.+1)%N = (j < i)%N.
Proof. by rewrite addSn subSS ltn_subRL ltn_add2r. Qed.
Lemma step_NE n (i j : 'I_n) : step_N n (i.+1 + n - j.+1) = t5_index.head_N F (position_aware.relative i j).
Proof.
rewrite /step_N /t5_index.head_N /position_aware.relative !subr_ge0 ler_nat lez_nat place_less.
by rewrite mul1r.
Qed.
Lemma step_ME n (i j : 'I_n) : step_M n (i.+1 + n - j.+1) = t5_index.head_M F (position_aware.relative i j).
Proof.
rewrite /step_M /t5_index.head_M /position_aware.relative !subr_gt0 ltr_nat ltz_nat place_less_strict.
by rewrite mul1r.
Qed.
Lemma othersE n f t w (i : 'I_n) : (forall i j : 'I_n, f (i.+1 + n - j.+1)%N = t (position_aware.relative i j)) ->
  others n f w i.+1 = t5_index.weight_of_others t (fun j : 'I_n => w j.+1) i.
Proof.
move=> ft; rewrite /others sum_from_1_if; apply: eq_bigr => j _; rewrite mxE /shares ft; congr (_ / _).
by rewrite sum_from_1; apply: eq_bigr => k _; exact: ft.
Qed.
Lemma half_gt0 : 0 < 1%:R / 2%:R :> F. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Lemma step_N_gt0 n p : 0 < step_N n p. Proof. by rewrite /step_N; case: ifP; rewrite ?ltr0n // half_gt0. Qed.
Lemma step_M_gt0 n p : 0 < step_M n p. Proof. by rewrite /step_M; case: ifP; rewrite ?ltr0n // half_gt0. Qed.
Lemma told n w i : (0 < i <= n)%N ->
  others n (step_M n) w i * (n%:R + i%:R - 1%:R) = others n (step_N n) w i * (n%:R + i%:R) /\
  (others n (step_N n) w i == 0) = all (fun j => w j == w 1%N) (iota 1 n).
Proof.
case: i => // i /= i_n; pose o := Ordinal i_n; have [ratio zero] := t5_index.two_heads_tell_the_index F (fun j : 'I_n => w j.+1) o.
have EM : others n (step_M n) w i.+1 = _ := othersE w o (@step_ME n).
have EN : others n (step_N n) w i.+1 = _ := othersE w o (@step_NE n).
rewrite EM EN; split.
  have -> : n%:R + i.+1%:R - 1%:R = (n + i)%:R :> F by rewrite -natrD addnS mulrSr addrK.
  have -> : n%:R + i.+1%:R = (n + i.+1)%:R :> F by rewrite natrD.
  exact: ratio.
apply/eqP/allP => [/zero same [|j] /in_from_1 // j_n | same].
  by apply/eqP; exact: (same (Ordinal (j_n : (j < n)%N)) (Ordinal (leq_ltn_trans (leq0n i) i_n))).
apply/zero => j k; have at1 (l : 'I_n) : w l.+1 = w 1%N by apply/eqP/same; rewrite mem_iota add1n ltnS /=; exact: ltn_ord.
by rewrite !at1.
Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "head_N" _ = _ => found_call call_head_N
  | |- call _ _ "head_M" _ = _ => found_call call_head_M
  | |- call _ _ "weight_of_others" _ = _ => apply: call_weight_of_others; first [provided | assumption | exact: step_N_gt0 | exact: step_M_gt0]
  | |- call _ _ "is_constant" _ = _ => found_call call_is_constant
  end.

(* attest: urpe.synthetic-ceilings finding_two_heads_tell_the_index sha256:7d03417b0891fd9b4fd97ebf910409aea5bb2e7fa9b41e434c19ba106417517f theorem:two_heads_tell_the_index *)
Theorem two_heads_tell_the_index : Holds statements_urpe_synthetic_ceilings.finding_two_heads_tell_the_index.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => V V_gt0 _.
apply: (calls_tuples.says_for_tuples (l := iota 1 V) (n := n)) => [||ws size_ws _]; [by value | by value | ].
pose w j := nth 0%N ws j.-1.
have -> : calls_whole.wholes ws = vec n (fun j => (w j)%:R : S).
  rewrite /calls_whole.wholes -[ws in LHS](mkseq_nth 0%N) size_ws /mkseq -map_comp /vec /listed -[1%N]/(1 + 0)%N iotaDl -map_comp.
  by congr List; apply: eq_map => j.
meaning_for_all => i /in_from_1 i_n _; have [ratio zero] := told S w i_n.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: true_and_true.
  by apply: yields_eq; [value | rewrite ratio eqxx].
by apply: y_and1; apply: yields_eq; [value | rewrite zero eqxx].
Qed.
