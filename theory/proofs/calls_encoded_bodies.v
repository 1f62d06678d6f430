(* SPDX-License-Identifier: Apache-2.0 *)
(* Networks with an absolute encoding (Luo et al. 2022, Theorem 1): a first block adds a matrix to the input, here one whose first column is the tokens' numbers, and all heads
   after it take the mean. What calls of the statement's definitions give for them, and that they come near every target. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_networks calls_steps calls_constant_network calls_one_head.
From attest Require Import calls_defined narrow_networks calls_narrow_networks calls_narrow_bodies calls_boxes calls_error_bound calls_target_errors near_targets.
From attest Require narrow_bumps narrow_lists narrow_read narrow_one_matrix statements_urpe_theorem_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_1.printed) f) (only parsing).
Definition is_body_d := Eval compute in the "is_body".
Definition mean_matrix_d := Eval compute in the "mean_matrix".
Definition equal_scores_d := Eval compute in the "equal_scores".
Definition adding_d := Eval compute in the "adding".
Definition encoded_d := Eval compute in the "encoded".
Notation numbered := narrow_one_matrix.numbered.

Section Plain.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F) (X Y : nat -> nat -> F) (n d : nat).

(* --- Bodies of which nothing tells heads apart ----------------------------------------------------------------------------------------- *)
Notation no_tag := (fun _ : attention => Num 0).
Definition plain_body d Bs : value F := body d "kind" no_tag Bs.
Lemma plain_body_value d Bs : is_value (plain_body d Bs).
Proof. by apply: body_value => h; apply: body_head_value; [ | left]. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_plain" _ = _ => apply: call_is_plain_body; provided
  | |- call _ _ "is_rowwise_part" _ = _ => apply: call_is_rowwise_body; [provided | assumption]
  | |- call _ _ "is_value_path" _ = _ => apply: call_is_path_body; provided
  end.
Lemma call_is_plain_paths defs n d Bs :
  provides [:: is_body_d; is_plain_block_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs ->
  (forall B, List.In B Bs -> narrow B) -> call fs defs "is_body" [:: plain_body d Bs; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P all_narrow; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (y_all_in (h := body_block d "kind" no_tag) (l := Bs)) => // B /all_narrow[_ /andP[units_gt0 _] _].
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "kind" no_tag B) by [].
apply: true_and_true; first by value.
apply: true_and_true; first by value.
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "kind" no_tag) (heads B))) by apply: (y_field B_y).
apply: y_and1; apply: (y_all_in heads_y) => h _.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "kind" no_tag h) by [].
by value.
Qed.

(* --- Attention with scores 0 is the mean ----------------------------------------------------------------------------------------------- *)
Definition mean n (_ : attention) (_ _ : nat) : F := n%:R^-1.
Lemma call_mean_matrix defs n : provides [:: mean_matrix_d] defs -> (0 < n)%N -> call fs defs "mean_matrix" [:: Num n%:R] = Value (mat n n (mean n Mean)).
Proof.
move=> P n_gt0; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; apply: (yields_eq (v := mat n n (fun _ _ => 1%:R / n%:R))); last by apply: mat_ext => i j _ _; rewrite /mean mul1r.
apply: y_list_over; [by value | move=> i _]; apply: y_list_over; [by value | move=> j _].
by refine (y_divide _ _ n_neq0); value.
Qed.
Definition equal_head d : value F := Rec [:: ("variant", Symb "none"); ("WQ", mat d 1 (fun _ _ => 0)); ("WK", mat d 1 (fun _ _ => 0))]%string.
Ltac known_call ::= lazymatch goal with |- call _ _ "zeros" _ = _ => found_call call_zeros end.
Lemma call_equal_scores defs d : provides [:: equal_scores_d; zeros_d] defs -> call fs defs "equal_scores" [:: Num d%:R] = Value (equal_head d).
Proof. by move=> P; enter; value. Qed.
Lemma equal_head_attention defs n d X : provides (rpe_attention_d :: attention_l [::]) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "rpe_attention" [:: equal_head d; mat n d X; List [::]] = Value (mat n n (mean n Mean)).
Proof.
move=> P n_gt0 d_gt0; have enc : encodes (equal_head d) n 1 (List [::]) (fun _ _ _ _ => 0) by apply: encodes_none.
rewrite (call_rpe_attention (k := 1) X P enc (erefl _) (erefl _)) //; congr Value; apply: mat_ext => i j i_n j_n.
rewrite /weights soft_flat // => k k_n; congr (_ + _).
by rewrite /score !big1 // => l _; rewrite /product [X in X * _]big1 ?mul0r // => q _; rewrite mulr0.
Qed.

(* --- The block that adds the tokens' numbers ------------------------------------------------------------------------------------------- *)
Definition numbers_attention (a : attention) (i k : nat) : F := if a is Position then (if k == 1%N then i%:R else 0) else 0.
Definition number_head (j : nat) : narrow_networks.head F := Head (if j == 1%N then Position else Mean) (fun=> 0) 1 (fun k => (k == j)%:R).
Definition numbers_block d : block F := Block (map number_head (iota 1 d)) [:: Unit (fun=> 0) 0 (fun=> 0)].
Lemma numbers_step n d X i k : (0 < n)%N -> (0 < i <= n)%N -> (0 < k <= d)%N -> step n d numbers_attention (numbers_block d) X i k = X i k + numbered F i k.
Proof.
move=> n_gt0 i_n k_d; rewrite /step /fed /= big_seq1 mulr0 addr0 /mixed /= big_map; congr (_ + _).
have av j : averaged n d numbers_attention (number_head j) X i = numbered F i j.
  rewrite /averaged /numbered /=; have [_|_] := eqVneq j 1%N; last by rewrite big1 // => l _; rewrite mul0r.
  case: n n_gt0 {i_n} => // n _; rewrite big_cons [\sum_(_ <- iota 1 d) _]big1 ?add0r ?mulr1 => [|l _]; last by rewrite mulr0.
  by rewrite big1_seq ?addr0 // => l /andP[_]; rewrite mem_iota => /andP[l_gt1 _]; rewrite /= gtn_eqF // mul0r.
rewrite -(narrow_bumps.sum_coordinate (d := d) (numbered F i) k_d); apply: eq_bigr => j _.
by rewrite av /= /narrow_bumps.coordinate eq_sym.
Qed.
Lemma numbers_one_sign n d Xs : one_sign n d numbers_attention (numbers_block d) Xs.
Proof. by move=> i u _ [<-|//]; left=> X _; rewrite /hidden /= big1 ?addr0 // => k _; rewrite mulr0. Qed.
Lemma call_adding defs n d : provides [:: adding_d; zeros_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "adding" [:: mat n d (numbered F)] = Value (evaluated_block n d numbers_attention (numbers_block d)).
Proof.
move=> P n_gt0 d_gt0; enter; apply: (y_let (v := Num d%:R)).
  by apply: y_len; apply: (y_at floor_int (i := 1) (n := n) (h := fun i => vec d (numbered F i))); [exact: y_name | value | by [] | by [] | by []].
set env := _ :: _; apply: y_record; apply: fields_cons; last first.
  have -> : mat d (size (units (numbers_block d))) (fun k u => into (unit_at (numbers_block d) u) k) = mat d 1 (fun _ _ => 0) by apply: mat_ext => k [|[|u]].
  have -> : vec (size (units (numbers_block d))) (fun u => shift (unit_at (numbers_block d) u)) = vec 1 (fun=> 0) by [].
  have -> : mat (size (units (numbers_block d))) d (fun u k => out (unit_at (numbers_block d) u) k) = mat 1 d (fun _ _ => 0) by apply: mat_ext => [[|[|u]]].
  by fields_of.
rewrite /= -map_comp; apply: (y_list_over (h := fun j : nat => Num j%:R)); first by value.
move=> j /in_from_1 j_d; set env' := _ :: _.
have E_y i a : yields fs earlier a (Name "i") (Num i%:R) -> lookup "E" a = Some (mat n d (numbered F)) -> lookup "j" a = Some (Num j%:R) -> (0 < i <= n)%N ->
    yields fs earlier a (Index (Index (Name "E") (Name "i")) (Name "j")) (Num (numbered F i j)).
  move=> i_y E_in j_in i_n; apply: (y_at floor_int (i := j) (n := d) (h := fun j => Num (numbered F i j)) _ (y_name _ _ j_in)) => //.
  exact: (y_at floor_int (i := i) (n := n) (h := fun i => vec d (numbered F i)) (y_name _ _ E_in) i_y).
apply: y_record; apply: fields_cons.
  apply: (yields_eq (v := mat n n (fun i k => if k == 1%N then numbered F i j else 0))); last first.
    apply: mat_ext => i k _ _; rewrite /= /numbered; have [_|_] := eqVneq j 1%N => //=; by case: ifP.
  apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> k _].
  apply: (yields_eq (v := Num (if k%:R == 1%:R :> F then numbered F i j else 0))); last by rewrite eqr_nat.
  apply: y_if_number; [by value | move=> _; exact: E_y | by move=> _; value].
apply: fields_cons; first by value.
apply: fields_cons; first by value.
apply: fields_cons; last exact: fields_nil.
by apply: yields_eq; [value | congr (List [:: List _]); apply: eq_map => l; rewrite /= eqr_nat; case: eqP].
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "adding" _ = _ => apply: call_adding; [provided | assumption | assumption]
  | |- call _ _ "mean_matrix" _ = _ => apply: call_mean_matrix; [provided | assumption]
  end.
Lemma call_encoded defs n d Bs : provides [:: encoded_d; adding_d; mean_matrix_d; zeros_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "encoded" [:: mat n d (numbered F); plain_body d Bs] =
    Value (List (evaluated_block n d numbers_attention (numbers_block d) :: map (evaluated_block n d (mean n)) Bs)).
Proof.
move=> P n_gt0 d_gt0; enter.
apply: (y_concatenate (l := [:: evaluated_block n d numbers_attention (numbers_block d)])); first by value.
apply: (y_list_in (h := body_block d "kind" no_tag)) => // B _.
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "kind" no_tag B) by [].
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "kind" no_tag) (heads B))) by apply: (y_field B_y).
apply: y_record; apply: fields_cons; last by fields_of.
apply: (y_list_in (g := evaluated_head n d (mean n)) heads_y) => h _.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "kind" no_tag h) by [].
apply: y_record; apply: fields_cons; last by fields_of.
refine (y_call (vs := [:: Num n%:R]) _ _ _); [ | reflexivity | known_call].
refine (all_cons _ (all_nil _ _ _)); apply: (y_len (n := n) (h := fun i => vec d (numbered F i))).
exact: y_name.
Qed.

Theorem near_with_numbers defs n d p (f : value F) (eps : F) :
  provides is_target_l defs -> provides error_bound_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < p)%N ->
  call fs defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) -> 0 < eps ->
  exists (Bs : seq (block F)) (low high : F) (m : nat) (strip y : F),
    [/\ forall B, List.In B Bs -> narrow B, low <= high, (0 < m)%N /\ 0 < strip < 1 / m%:R, y < eps ^+ p &
        call fs defs "error_bound" [:: f; List (evaluated_block n d numbers_attention (numbers_block d) :: map (evaluated_block n d (mean n)) Bs); range_value low high;
          boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] = Value (Num y)].
Proof.
move=> Wt We n_gt0 d_gt0 p_gt0 told eps_gt0.
have [m [strip [low [high [tab [m_gt0 strip_in low_high tab_in small]]]]]] := small_error_off 0 Wt told n_gt0 d_gt0 p_gt0 (exprn_gt0 p eps_gt0).
have /andP[strip_gt0 strip_lt] := strip_in; pose T q := tab (place_list n d q).
have [|Bs [all_single table]] := @narrow_one_matrix.encoded_table_network F n d m strip T n_gt0 d_gt0 m_gt0 strip_gt0 strip_lt.
  by move=> q r alike i k _ _; rewrite /T (place_list_alike d_gt0 alike).
have all_narrow B : List.In B Bs -> narrow B by case/all_single.
have have_units B : List.In B Bs -> (0 < size (units B))%N by case/all_narrow=> _ /andP[].
have [|t t_in|||y y_c y_lt] := small defs (evaluated_block n d numbers_attention (numbers_block d) :: map (evaluated_block n d (mean n)) Bs) tab pred0 We.
- by rewrite count_pred0.
- set Xs := corner_points d m strip t; have Xs_gt0 : (0 < size Xs)%N by exact: corner_points_gt0.
  pose Ys := after n d numbers_attention (numbers_block d) Xs.
  have [|Y /List.in_map_iff[X [<- X_in]]|aff same] := table (place_of d t) _ Ys; first by move=> i k; exact: places_below.
    exists X; first exact: (corner_in_box t_in m_gt0 (ltW strip_lt) X_in).
    by move=> i k; exact: numbers_step.
  exists [seq network n d (mean n) Bs Y | Y <- Ys]; split; last 1 first.
  + move=> Z /List.in_map_iff[Y [<- Y_in]] i k i_in k_in; rewrite (same Y Y_in) //.
    by rewrite /T (place_listK d_gt0 t_in).
  + rewrite -cat1s; apply: leads_cat (leads_block n_gt0 d_gt0 Xs_gt0 _ (numbers_one_sign _)) _ => //.
    by apply: leads_network => //; rewrite size_map.
  + by rewrite !size_map.
- exact: tab_in.
- by [].
by exists Bs, low, high, m, strip, y.
Qed.
End Plain.
