(* SPDX-License-Identifier: Apache-2.0 *)
(* A variant that can tell positions apart: the theorem of masks.v as the meaning of its statement, with the head that does. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_masks bound_variants_softmax bound_variants_first_token.
From attest Require statements_variants_learned_sink.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation plain_l := [:: transpose_d; matmul_d; is_rectangular_d].
Local Notation one := (Number (BinNums.Npos BinNums.xH)).

Definition lk_A := Eval compute in of_claim statements_variants_learned_sink.property_position_aware "A".

Local Open Scope string_scope.
Definition says_aware p : formula :=
  Forall "n" (Naturals one) None (Forall "d" (Naturals one) None (Exists "h" Values (is_parameter p)
    (Exists "v" (Vectors (Name "n") None) (Some (Call "distinct" [:: Name "v"]))
      (Forall "X" (Matrices (Name "n") (Name "d") None) None
        (Expression (Chain (Call "row_sums" [:: Call "A" [:: Name "h"; Name "X"]]) [:: (Equal, Name "v")])))))).
Local Close Scope string_scope.

Section Aware.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).

Lemma is_value_vec n (f : nat -> F) : is_value (vec n f).
Proof. by rewrite /vec /listed /= all_map; apply/allP. Qed.
Lemma is_value_mat m n (A : nat -> nat -> F) : is_value (mat m n A).
Proof. by rewrite /mat /listed /= all_map; apply/allP => i _; exact: is_value_vec. Qed.

Lemma show_aware defs p (witness : nat -> nat -> value F) :
  condition_decided S defs p -> lookup p (built_in fs) = None -> (forall n d, is_value (witness n d)) ->
  (forall n d, (0 < n)%N -> (0 < d)%N -> call fs defs p [:: witness n d; Num n%:R; Num d%:R] = Value (Bool true)) ->
  provides [:: row_sums_d; distinct_d; ones_d; apply_d; dot_d] defs ->
  (forall n d, (0 < n)%N -> (0 < d)%N -> exists2 v : nat -> F, (forall i j, (0 < i < j)%N -> (j <= n)%N -> v i != v j) &
    forall X, exists2 A : nat -> nat -> F, (forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A i j = v i) &
      call fs defs "A" [:: witness n d; mat n d X] = Value (mat n n A)) ->
  Says fs (call fs defs) true [::] (says_aware p).
Proof.
move=> any own is_v meets W aware.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; split=> [v _ | ]; first exact: any.
exists (witness n d); split; first exact: is_v.
  rewrite /condition /evaluates; refine (y_call _ own _); [values | exact: meets].
have [v distinct_v sums] := aware n d n_gt0 d_gt0.
refine (says_exists (t := v) _ _ _ _ _); [exact: (@in_vec _ _ floor_int _ _ _ _ n) | | by [] | | ].
- by move=> x _; refine (y_call _ _ _); [values | reflexivity | apply: (call_distinct floor_int); provided].
- apply/allP => i /in_from_1/andP[i_gt0 i_n]; apply/allP => j; rewrite mem_iota addSn subnKC // ltnS => /andP[i_j j_n].
  by apply: distinct_v; rewrite ?i_gt0.
apply: says_forall; [exact: (@in_mat _ _ floor_int _ _ _ _ _ _ n d) | by move=> X _ | ].
move=> X _ _; have [A A_sums A_call] := sums X.
have row_y : call fs defs "row_sums" [:: mat n n A] = Value (vec n (fun i => \sum_(j <- iota 1 n) A i j)).
  by apply: (call_row_sums floor_int); provided.
apply: says_expression.
  apply: y_compare; [refine (y_call _ _ row_y); [ | reflexivity] | by value | exact: equal_vec].
  refine (all_cons _ (all_nil _ _ _)).
  by refine (y_call _ _ _); [values | reflexivity | exact: A_call].
by apply/allP => i /in_from_1 i_in; rewrite A_sums.
Qed.

(* A head whose scores are 0, with further fields. *)
Definition plain_head d (more : seq (string * value F)) : value F :=
  Rec ([:: ("base"%string, Num 1); ("WQ"%string, mat d 1 (fun _ _ => 0)); ("WK"%string, mat d 1 (fun _ _ => 0)); ("WV"%string, mat d d (fun _ _ => 0))] ++ more).
Lemma good_one : good_base (Num 1 : value F).
Proof. by right; exists 1; rewrite ?ltr01. Qed.
Lemma call_is_head defs n d more : provides head_l defs -> (0 < d)%N ->
  call fs defs "is_head" [:: plain_head d more; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W d_gt0; enter; set env := ("h"%string, _) :: _; have h_y : yields fs earlier env (Name "h") (plain_head d more) by [].
have d_y : yields fs earlier env (Name "d") (Num d%:R) by [].
have field_y s w : field_at (plain_head d more) s = Value w -> yields fs earlier env (Field (Name "h") s) w by apply: y_field h_y.
have cols : yields fs earlier env (Call "len" [:: Index (Field (Name "h") "WQ") one]) (Num 1%:R).
  by apply: (@yields_columns S earlier env _ d 1 (fun _ _ => 0) _ d_gt0 h_y).
have matrix_y s m k a b (M : nat -> nat -> F) : field_at (plain_head d more) s = Value (mat m k M) -> yields fs earlier env a (Num m%:R) ->
    yields fs earlier env b (Num k%:R) -> yields fs earlier env (Call "is_matrix" [:: Field (Name "h") s; a; b]) (Bool true).
  move=> hs ya yb; refine (y_call _ _ _); [exact: all_cons (field_y _ _ hs) (all_cons ya (all_cons yb (all_nil _ _ _))) | reflexivity | ].
  by apply: call_is_matrix; provided.
apply: (yields_eq (v := Bool (true && (((1%:R : F) <= 1%:R) && (true && (true && true)))))); last by rewrite lexx.
refine (y_and _ (fun _ => _)).
  refine (y_call _ _ _); [refine (all_cons (field_y _ _ _) (all_nil _ _ _)); reflexivity | reflexivity | ].
  have Wb : provides [:: is_base_d] earlier by provided.
  have [e found We] := provides_find Wb; refine (call_yields found _ _); [reflexivity | open_body].
  apply: y_no; first by value.
  by apply: yields_eq; [value | rewrite ltr01].
refine (y_and _ (fun _ => _)); first by apply: y_compare; [exact: cols | value | reflexivity].
refine (y_and _ (fun _ => _)); first exact: (matrix_y _ d 1%N).
refine (y_and _ (fun _ => _)); first exact: (matrix_y _ d 1%N).
by refine (y_and1 _); exact: (matrix_y _ d d).
Qed.
Lemma zero_score d (X : nat -> nat -> F) i j : score d 1 (fun _ _ => 0) (fun _ _ => 0) X i j = 0.
Proof. by rewrite /score /product big1 // => l _; rewrite big1 ?mul0r // => l' _; rewrite mulr0. Qed.
Lemma weights_gt0 (s : F) : 0 < weight fs (Num 1) s.
Proof. by apply: weight_gt0 good_one; exact: exp_gt0_S. Qed.

(* --- variants.learned-sink ------------------------------------------------------------------------------------------------- *)
Lemma lk_meets defs n d : provides (si_is :: head_l) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_learned_sink" [:: plain_head d [:: ("sink"%string, Num 0)]; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W n_gt0 d_gt0; enter; apply: (yields_eq (v := Bool (true && true))); last by [].
refine (y_and _ (fun _ => y_and1 _)); first by refine (y_call _ _ _); [values | reflexivity | exact: call_is_head].
by refine (y_built_in _ _ _); [refine (all_cons _ (all_nil _ _ _)); refine (y_field _ _); [value | reflexivity] | reflexivity | reflexivity].
Qed.
Lemma lk_aware defs : provides [:: lk_A, si_row, scores_d, power_d & plain_l] defs -> forall n d, (0 < n)%N -> (0 < d)%N ->
  exists2 v : nat -> F, (forall i j, (0 < i < j)%N -> (j <= n)%N -> v i != v j) &
    forall X, exists2 A : nat -> nat -> F, (forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A i j = v i) &
      call fs defs "A" [:: plain_head d [:: ("sink"%string, Num 0)]; mat n d X] = Value (mat n n A).
Proof.
move=> W n d n_gt0 d_gt0; exists (fun i => 1 - i.+1%:R^-1) => [i j /andP[i_gt0 i_j] _ | X].
  by rewrite (inj_eq (addrI _)) (inj_eq oppr_inj) (inj_eq invr_inj) eqr_nat eqSS neq_ltn i_j.
exists (fun i => sunk (Num 1) 0 (score d 1 (fun _ _ => 0) (fun _ _ => 0) X i) i) => [i /andP[i_gt0 i_n]|].
  rewrite -(subnKC i_n) iotaD big_cat /= [X in _ + X]big1_seq ?addr0 => [|j]; last first.
    by rewrite mem_iota add1n /sunk => /andP[_ /andP[i_j _]]; rewrite leqNgt i_j.
  set w := weight fs (Num 1) 0; have w_neq0 : w != 0 by rewrite gt_eqF // weights_gt0.
  have sum_w : w + \sum_(l <- iota 1 i) weight fs (Num 1) (score d 1 (fun _ _ => 0) (fun _ _ => 0) X i l) = w * i.+1%:R.
    rewrite (eq_bigr (fun=> w)) => [|l _]; last by rewrite zero_score.
    by rewrite big_const_seq count_predT size_iota iter_addr_0 [RHS]mulr_natr mulrS.
  rewrite (eq_big_seq (fun=> i.+1%:R^-1)) => [|j /in_from_1/andP[_ j_i]]; last first.
    by rewrite /sunk j_i sum_w zero_score -/w invfM mulrA divff // mul1r.
  rewrite big_const_seq count_predT size_iota iter_addr_0; apply/esym/eqP.
  by rewrite subr_eq -mulrSr -[_^-1 *+ _]mulr_natr mulVf ?pnatr_eq0.
enter; apply: y_list_over => [|i /in_from_1 i_in]; first by value.
refine (y_call _ _ _); [values | reflexivity | ].
by apply: call_sink_row => //; first [exact: good_one | provided].
Qed.
End Aware.

(* attest: variants.learned-sink property_position_aware sha256:32ea2d1ff8c4b4cd74bf05c32b87fc2980e66351fe0bd266f0d6716d7d3f7246 theorem:sink_is_aware *)
Theorem sink_is_aware : Holds statements_variants_learned_sink.property_position_aware.
Proof.
split=> S; start_meaning; eapply (@show_aware S _ _ (fun _ d => plain_head d [:: ("sink"%string, Num 0)]));
  [decided_condition | reflexivity | | | provided_here | apply: lk_aware; provided_here].
- by move=> n d; move: (is_value_mat d 1 (fun _ _ => 0 : S)) (is_value_mat d d (fun _ _ => 0 : S)); rewrite /plain_head /= => -> ->.
by move=> n d n_gt0 d_gt0; apply: lk_meets; first by provided_here.
Qed.
