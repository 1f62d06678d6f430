(* SPDX-License-Identifier: Apache-2.0 *)
(* What the statements of the published variants share: from what a variant's attention matrix is, its three properties. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in library f) (only parsing).
Definition layer_d := Eval compute in definition_in (definitions statements_variants_t5.printed) "layer".
Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Local Notation two := (Number (BinNums.Npos (BinNums.xO BinNums.xH))).
Local Open Scope string_scope.

(* The statements' formulas; p is the condition on the head. *)
Definition is_parameter (p : string) : option expr := Some (Call p [:: Name "h"; Name "n"; Name "d"]).
Definition says_right_stochastic p : formula :=
  Forall "n" (Naturals one) None (Forall "d" (Naturals one) None (Forall "h" Values (is_parameter p)
    (Forall "X" (Matrices (Name "n") (Name "d") None) None (Expression (Call "right_stochastic" [:: Call "A" [:: Name "h"; Name "X"]]))))).
Definition says_identical_rows p : formula :=
  Forall "n" (Naturals one) None (Forall "d" (Naturals one) None (Forall "h" Values (is_parameter p)
    (Forall "x" (Vectors (Name "d") None) None
      (Expression (Call "identical_rows" [:: Call "layer" [:: Name "h"; Call "repeat_row" [:: Name "x"; Name "n"]]]))))).
Definition says_not_aware p : formula :=
  Forall "n" (Naturals two) None (Forall "d" (Naturals one) None (Forall "h" Values (is_parameter p)
    (Exists "X" (Matrices (Name "n") (Name "d") None) None
      (Expression (Not (Call "distinct" [:: Call "row_sums" [:: Call "A" [:: Name "h"; Name "X"]]])))))).
Local Close Scope string_scope.

Section Shared.
Variable S : numbers.
Local Notation F := (field S).
Local Notation fs := (functions_of S).
Implicit Types (defs : seq definition) (n d : nat) (h : value F) (X A V : nat -> nat -> F) (p : string).

Definition floors_S : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Definition exp_gt0_S : forall x : F, 0 < exp fs x := @exp_gt0 S.

(* What is asked of a variant: its condition is a boolean or has no value, and what it tells of a head suffices for an attention matrix,
   in every file that provides the definitions. *)
Definition condition_decided defs p : Prop :=
  forall env, boolean_if_any (eval fs (call fs defs) env (Call p [:: Name "h"; Name "n"; Name "d"]%string)).
Definition told defs p (info : value F -> nat -> nat -> Prop) : Prop :=
  lookup p (built_in fs) = None /\
  forall h n d, (0 < n)%N -> (0 < d)%N -> call fs defs p [:: h; Num n%:R; Num d%:R] = Value (Bool true) -> info h n d.
Definition attention_is defs (info : value F -> nat -> nat -> Prop) (good : nat -> (nat -> nat -> F) -> Prop) : Prop :=
  forall h n d X, (0 < n)%N -> (0 < d)%N -> info h n d ->
  exists2 A, good n A & call fs defs "A" [:: h; mat n d X] = Value (mat n n A).
Definition identical_layer defs (info : value F -> nat -> nat -> Prop) : Prop :=
  forall h n d (x : nat -> F), (0 < n)%N -> (0 < d)%N -> info h n d ->
  exists2 Y, (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> Y i j = Y 1%N j) &
    call fs defs "layer" [:: h; mat n d (fun=> x)] = Value (mat n d Y).

(* Two of the row sums agree. *)
Definition equal_sums n A : Prop :=
  exists i j, [/\ (0 < i < j)%N, (j <= n)%N & \sum_(l <- iota 1 n) A i l = \sum_(l <- iota 1 n) A j l].
Lemma stochastic_sums n A : stochastic n A -> (1 < n)%N -> equal_sums n A.
Proof. by case=> _ sums n_gt1; exists 1%N, 2%N; split=> //; rewrite !sums //; exact: ltnW. Qed.
Lemma stochastic_attention defs info : attention_is defs info (fun n A => stochastic n A) ->
  attention_is defs info (fun n A => (1 < n)%N -> equal_sums n A).
Proof. by move=> isA h n d X n_gt0 d_gt0 /(isA h n d X n_gt0 d_gt0)[A A_st A_call]; exists A => //; exact: stochastic_sums. Qed.

Lemma true_named defs env q h n d : lookup q (built_in fs) = None -> lookup "h" env = Some h -> lookup "n" env = Some (Num n%:R) ->
  lookup "d" env = Some (Num d%:R) -> yields fs defs env (Call q [:: Name "h"; Name "n"; Name "d"]%string) (Bool true) ->
  call fs defs q [:: h; Num n%:R; Num d%:R] = Value (Bool true).
Proof. by move=> q_own h_in n_in d_in /(true_call q_own)[vs]; rewrite /yields_all /= h_in n_in d_in => -[<-]. Qed.

Variables (defs : seq definition) (p : string) (info : value F -> nat -> nat -> Prop).
Hypothesis any : condition_decided defs p.
Hypothesis tells : told defs p info.

Lemma condition_true h n d env : (0 < n)%N -> (0 < d)%N -> lookup "h" env = Some h -> lookup "n" env = Some (Num n%:R) ->
  lookup "d" env = Some (Num d%:R) -> yields fs defs env (Call p [:: Name "h"; Name "n"; Name "d"]%string) (Bool true) -> info h n d.
Proof.
move=> n_gt0 d_gt0 h_in n_in d_in /(true_call tells.1)[vs]; rewrite /yields_all /= h_in n_in d_in => -[<-].
exact: tells.2.
Qed.

Lemma show_right_stochastic : provides [:: right_stochastic_d; is_right_stochastic_d; is_matrix_d; is_vector_d] defs ->
  attention_is defs info (fun n A => stochastic n A) -> Says fs (call fs defs) true [::] (says_right_stochastic p).
Proof.
move=> W isA; have floor_int := floors_S.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; apply: says_for_values => [h|h /(condition_true n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; apply: says_forall; [exact: (@in_mat _ _ floor_int _ _ _ _ _ _ n d) | by move=> X _ | ].
move=> X _ _; have [A A_st A_call] := isA h n d X n_gt0 d_gt0 good.
apply: says_expression; last exact: (erefl true).
refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [values | reflexivity | exact: A_call] | reflexivity | ].
by apply: call_right_stochastic.
Qed.

Lemma show_identical_rows : provides [:: identical_rows_d; repeat_row_d] defs ->
  identical_layer defs info -> Says fs (call fs defs) true [::] (says_identical_rows p).
Proof.
move=> W isL; have floor_int := floors_S.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; apply: says_for_values => [h|h /(condition_true n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; apply: says_forall; [exact: (@in_vec _ _ floor_int _ _ _ _ d) | by move=> x _ | ].
move=> x _ _; have [Y Y_alike Y_call] := isL h n d x n_gt0 d_gt0 good.
apply: says_expression; last exact: (erefl true).
refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
  refine (y_call _ _ _); [ | reflexivity | exact: Y_call].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_repeat_row floor_int); provided].
by apply: (call_identical_rows floor_int) => //; provided.
Qed.

(* Two sums agree at X = 0. *)
Lemma show_not_aware : provides [:: row_sums_d; distinct_d; ones_d; apply_d; dot_d] defs ->
  attention_is defs info (fun n A => (1 < n)%N -> equal_sums n A) ->
  Says fs (call fs defs) true [::] (says_not_aware p).
Proof.
move=> W isA; have floor_int := floors_S.
meaning_for_all => n n_gt1 _; meaning_for_all => d d_gt0 _; have n_gt0 := ltnW n_gt1.
apply: says_for_values => [h|h /(condition_true n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; have [A /(_ n_gt1)[i [j [ij j_le sums]]] A_call] := isA h n d (fun _ _ => 0) n_gt0 d_gt0 good.
refine (says_exists (t := fun _ _ => 0 : F) _ _ _ _ _); [exact: (@in_mat _ _ floor_int _ _ _ _ _ _ n d) | by move=> X _ | by [] | exact: (erefl true) | ].
apply: says_expression; last exact: (erefl true).
refine (@y_not _ _ _ _ _ false _).
refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
    by refine (y_call _ _ _); [values | reflexivity | exact: A_call].
  by apply: (call_row_sums floor_int); provided.
by apply: (not_distinct floor_int _ ij j_le) => //; provided.
Qed.

(* The layer X + A X WV, where A's rows sum to 1. *)
Lemma attend_identical l : provides (layer_d :: l) defs -> within [:: attend_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] l ->
  (forall h n d, info h n d -> exists V, field_at h "WV" = Value (mat d d V)) ->
  (forall e, provides l e -> attention_is e info (fun n A => stochastic n A)) -> identical_layer defs info.
Proof.
move=> W in_l values_V isA h n d x n_gt0 d_gt0 good; have floor_int := floors_S.
have [V hV] := values_V h n d good; have [e found W'] := provides_find W.
have [A [_ sums] A_call] := isA e W' h n d (fun=> x) n_gt0 d_gt0 good.
have We := provides_less W' in_l.
exists (fun i j => x j + \sum_(k <- iota 1 n) A i k * \sum_(c <- iota 1 d) x c * V c j) => [i j i_in _|].
  by rewrite -!mulr_suml !sums.
refine (call_yields found _ _); [reflexivity | open_body].
refine (y_call _ _ _); [ | reflexivity | ].
  by refine (all_cons _ _); [refine (y_call _ _ _); [values | reflexivity | exact: A_call] | values].
have [e2 found2 W2] := provides_find We; refine (call_yields found2 _ _); [reflexivity | open_body].
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | ]; first by value.
  refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | ]; first by value.
    by refine (y_call _ _ _); [values | reflexivity | apply: (call_matmul floor_int) => //; provided].
  by apply: (call_matmul floor_int) => //; provided.
by apply: (call_matadd floor_int); provided.
Qed.
End Shared.

Ltac boolean_body :=
  lazymatch goal with
  | |- boolean_if_any (eval _ _ _ (And _)) => refine (any_and _ _ _ _)
  | |- boolean_if_any (eval _ _ _ (Let _ _ _)) => let env := fresh "env" in refine (any_let _ _ _ _); intro env; boolean_body
  | |- boolean_if_any (eval _ _ _ (Call _ _)) =>
    let env := fresh "env" in
    refine (any_call _ _ _ _ _); [reflexivity | reflexivity | intro env; cbn [body]; boolean_body]
  end.
Ltac decided_condition := let env := fresh "env" in intro env; boolean_body.
Ltac provided_here := split; [reflexivity | solve [is_within]].
Ltac found_call lemma := apply: lemma; lazymatch goal with
  | |- field_at _ _ = _ => eassumption
  | |- _ => first [assumption | provided | floors | exact: exp_gt0_S | in_range | side]
  end.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "power" _ = _ => found_call call_power
  | |- call _ _ "softmax_in" _ = _ => found_call call_softmax_in
  | |- call _ _ "softmax_matrix" _ = _ => found_call call_softmax_matrix
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "relative" _ = _ => found_call call_relative
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Arguments told S defs p%string_scope info : clear implicits.
Arguments attention_is S defs info good : clear implicits.
Arguments identical_layer S defs info : clear implicits.

Ltac built_in_value ::=
  lazymatch goal with |- yields _ _ _ (Call "max" [:: _]) _ => refine (y_top _ _); [first [assumption | side] | value] end.
Ltac side ::= first [assumption | by rewrite pnatr_eq0 | exact: twice_less_1 | idtac].
(* The statements' theorems, from what the condition tells and what the attention matrix is. *)
Ltac shows_right_stochastic told_lemma attention_lemma :=
  let S := fresh "S" in
  split=> S; start_meaning; eapply show_right_stochastic;
  [decided_condition | eapply told_lemma; provided_here | provided_here | eapply attention_lemma; provided_here].
Ltac shows_not_aware told_lemma attention_lemma :=
  let S := fresh "S" in
  split=> S; start_meaning; eapply show_not_aware;
  [decided_condition | eapply told_lemma; provided_here | provided_here | apply: stochastic_attention; eapply attention_lemma; provided_here].
Ltac shows_identical_rows told_lemma attention_lemma l :=
  let S := fresh "S" in
  split=> S; start_meaning; eapply show_identical_rows;
  [ decided_condition | eapply told_lemma; provided_here | provided_here
  | eapply (@attend_identical S _ _ l); [provided_here | is_within | idtac | intros ? ?; eapply attention_lemma; provided] ].
Ltac shows_identical_layer told_lemma layer_lemma :=
  let S := fresh "S" in
  split=> S; start_meaning; eapply show_identical_rows;
  [decided_condition | eapply told_lemma; provided_here | provided_here | eapply layer_lemma; provided_here].
