(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Definition 5 as printed: c on the side of the key changes no attention, under any rule for ties, and at d = 1 every direction but 0
   gives the same one. As the meaning of two findings of urpe.lemma-6. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_modified_blocks.
From attest Require Import statements_urpe_lemma_6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions finding_only_zero_differs) f) (only parsing).
Definition tie_rules_d := Eval compute in the "tie_rules".
Definition tokens_d := Eval compute in the "tokens".
Definition printed_head_d := Eval compute in the "printed_head".
Notation hard_attention_l := [:: hard_attention_d; hard_scores_d; hardmax_by_d; outer_d; apply_d; dot_d].
Definition rules : seq string := [:: "uniform"; "first"; "all"]%string.

Section Thresholds.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (s u x : nat -> F) (X : nat -> nat -> F) (n d i j : nat) (c a : F).

Definition printed_head d u c : value F := Rec [:: ("u", vec d u); ("c", Num c); ("shift", Symb "key")]%string.
Definition shown_by t n d u c X i : nat -> F := hard_by t n (scores_by "key" c (along d X u) i).
Lemma call_printed_attention defs n d u c X t : provides hard_attention_l defs -> (0 < n)%N ->
  call fs defs "hard_attention" [:: printed_head d u c; mat n d X; Symb t] = Value (mat n n (shown_by t n d u c X)).
Proof. by move=> P n_gt0; apply: (@call_hard_attention S _ (printed_head d u c) n d u c "key"). Qed.
Lemma call_tie_rules defs : provides [:: tie_rules_d] defs -> call fs defs "tie_rules" [::] = Value (List [seq Symb (nth ""%string rules i) | i <- iota 0 3]).
Proof. by move=> P; enter; apply: yields_eq; [value | ]. Qed.

(* A row of scores less a number, and a row times a number above 0. *)
Lemma c_changes_nothing t n d u c X i j : (0 < j <= n)%N -> shown_by t n d u c X i j = shown_by t n d u 0%:R X i j.
Proof.
by move=> j_n; apply: hard_by_ext => // k l _ _; rewrite /scores_by /= !mulrBr !ler_subl_addr !subrK.
Qed.
Lemma factor_changes_nothing t n a x i j : a != 0 -> (0 < j <= n)%N ->
  shown_by t n 1 (fun=> a) 0%:R (fun k _ => x k) i j = shown_by t n 1 (fun=> 1%:R) 0%:R (fun k _ => x k) i j.
Proof.
move=> a_neq0 j_n; apply: hard_by_ext => // k l _ _; rewrite /scores_by /= !subr0 /along !big_seq1 !mulr1.
have swap y z : y * a * (z * a) = y * z * a ^+ 2 by rewrite mulrACA expr2.
by rewrite !swap ler_pmul2r // exprn_even_gt0.
Qed.
End Thresholds.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "tie_rules" _ = _ => apply: call_tie_rules; provided
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.lemma-6 finding_c_is_lost sha256:6181e30c9879af7e6edbe56eb54d17b1a5b3e11fcbaffd3cf708b1987dcebab2 theorem:c_is_lost *)
Theorem c_is_lost : Holds finding_c_is_lost.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => c _ _; meaning_for_all => X _ _.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_all_true (h := fun i => Symb (nth ""%string rules i)) (l := iota 0 3)); [by value | move=> t _].
have head_y env e y : lookup "u"%string env = Some (vec d u) -> yields (functions_of S) defs env e (Num y) ->
    yields (functions_of S) defs env (RecordOf [:: ("u", Name "u"); ("c", e); ("shift", Sym "key")])%string (printed_head d u y).
  by move=> u_in ye; apply: y_record; apply: fields_cons; [exact: y_name | apply: fields_cons; [exact: ye | apply: fields_cons; [value | exact: fields_nil]]].
apply: (@y_same_mat S _ _ _ _ n n (shown_by (nth ""%string rules t) n d u c X) (shown_by (nth ""%string rules t) n d u 0%:R X)); last by move=> i j _; exact: c_changes_nothing.
  refine (y_call (vs := [:: printed_head d u c; mat n d X; Symb (nth ""%string rules t)]) _ _ _); [ | reflexivity | apply: call_printed_attention; [provided | exact: n_gt0]].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [apply: head_y => //; value | value | value].
refine (y_call (vs := [:: printed_head d u 0%:R; mat n d X; Symb (nth ""%string rules t)]) _ _ _); [ | reflexivity | apply: call_printed_attention; [provided | exact: n_gt0]].
by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [apply: head_y => //; value | value | value].
Qed.

(* attest: urpe.lemma-6 finding_only_zero_differs sha256:dbd6e65a3350f53e037c61554699b9cbcaca5502cd07548d361f4e73a16eb2b0 theorem:only_zero_differs *)
Theorem only_zero_differs : Holds finding_only_zero_differs.
Proof.
opening S W; meaning_for_all => n n_gt0 _.
refine (says_forall (P := fun a : S => a != 0) _ _ _); [domain_of | by move=> a _; cbn [condition_is]; value | move=> a _ a_neq0].
meaning_for_all => x _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_all_true (h := fun i => Symb (nth ""%string rules i)) (l := iota 0 3)); [by value | move=> t _].
pose X (k _ : nat) := x k.
have attention_y env e y : lookup "x"%string env = Some (vec n x) -> lookup "ties"%string env = Some (Symb (nth ""%string rules t)) ->
    yields (functions_of S) defs env e (Num y) ->
    yields (functions_of S) defs env (Call "hard_attention" [:: Call "printed_head" [:: e]; Call "tokens" [:: Name "x"]; Name "ties"])%string
      (mat n n (shown_by (nth ""%string rules t) n 1 (fun=> y) 0%:R X)).
  move=> x_in t_in ye; refine (y_call (vs := [:: printed_head 1 (fun=> y) 0%:R; mat n 1 X; Symb (nth ""%string rules t)]) _ _ _); [ | reflexivity | apply: call_printed_attention; [provided | exact: n_gt0]].
  refine (all_cons _ (all_cons _ (all_cons (y_name _ _ t_in) (all_nil _ _ _)))).
    refine (y_call (vs := [:: Num y]) _ _ _); [exact: all_cons ye (all_nil _ _ _) | reflexivity | enter_named].
    by apply: y_record; apply: fields_cons; [apply: yields_eq; [value | ] | apply: fields_cons; [value | apply: fields_cons; [value | exact: fields_nil]]].
  refine (y_call (vs := [:: vec n x]) _ _ _); [exact: all_cons (y_name _ _ x_in) (all_nil _ _ _) | reflexivity | enter_named].
  by apply: yields_eq; [value | ].
apply: (@y_same_mat S _ _ _ _ n n (shown_by (nth ""%string rules t) n 1 (fun=> a) 0%:R X) (shown_by (nth ""%string rules t) n 1 (fun=> 1%:R) 0%:R X)).
- by apply: attention_y => //; value.
- by apply: attention_y => //; value.
by move=> i j _; exact: factor_changes_nothing.
Qed.
