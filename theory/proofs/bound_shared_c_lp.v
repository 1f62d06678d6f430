(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 4.2: one head in each block and one C in the whole network are enough in L^p, as the meaning of the statement. C has the entries
   i + n - j: it weighs every token, and its row sums are distinct. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes.
From attest Require Import bound_headline_targets calls_error_bound calls_target_errors calls_defined calls_narrow_bodies calls_urpe_bodies near_targets.
From attest Require narrow_one_matrix calls_trivial_distance statements_urpe_shared_c.
From attest Require Import rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_shared_c.repaired) f) (only parsing).
Definition shared_body_d := Eval compute in the "is_body".
Definition with_families_d := Eval compute in the "with_families".
Definition serves_d := Eval compute in the "serves".
Ltac provided ::= named_provided.

Section Shared.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F) (R X : nat -> nat -> F) (n d : nat) (t : string).

Definition places_c (k : nat) : F := k%:R.
Definition shared_tag n (a : attention) : value F := vec (2 * n - 1) places_c.
Definition shared_body n d Bs : value F := body d "c" (shared_tag n) Bs.
Definition shared_attention n (a : attention) : nat -> nat -> F := averaged_by n places_c.
Lemma shared_body_value n d Bs : is_value (shared_body n d Bs).
Proof. by apply: body_value => h; apply: body_head_value; [exact: is_value_vec | right]. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_plain" _ = _ => apply: call_is_plain_body; provided
  | |- call _ _ "is_rowwise_part" _ = _ => apply: call_is_rowwise_body; [provided | assumption]
  | |- call _ _ "is_value_path" _ = _ => apply: call_is_path_body; provided
  end.
Lemma call_is_shared_body defs n d Bs :
  provides [:: shared_body_d; is_plain_block_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs ->
  (forall B, List.In B Bs -> narrow B) -> call fs defs "is_body" [:: shared_body n d Bs; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P all_narrow; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (y_all_in (h := body_block d "c" (shared_tag n)) (l := Bs)) => // B /all_narrow[_ /andP[units_gt0 _] _].
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "c" (shared_tag n) B) by [].
apply: true_and_true; first by value.
apply: true_and_true; first by value.
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "c" (shared_tag n)) (heads B))) by apply: (y_field B_y).
by apply: y_and1; apply: (y_all_in heads_y) => h _; value.
Qed.

Lemma call_with_families defs n d Bs rest : provides [:: with_families_d; averaging_d; bias_t5_d; relative_d] defs -> (0 < n)%N ->
  (forall B, List.In B Bs -> (size (heads B) <= 1)%N) ->
  call fs defs "with_families" [:: shared_body n d Bs; List (vec (2 * n - 1) places_c :: rest); Num n%:R] = Value (List (map (evaluated_block n d (shared_attention n)) Bs)).
Proof.
move=> P n_gt0 few; enter; apply: (y_list_in (h := body_block d "c" (shared_tag n))) => // B /few few_B.
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "c" (shared_tag n) B) by [].
apply: y_record; apply: fields_cons; last by fields_of.
pose none : narrow_networks.head F := Head Mean (fun=> 0) 0 (fun=> 0); pose at_ k := nth none (heads B) k.-1; pose q := size (heads B).
have heads_y env' : lookup "B"%string env' = Some (body_block d "c" (shared_tag n) B) ->
    yields fs earlier env' (Field (Name "B") "heads") (listed q (fun k => body_head d "c" (shared_tag n) (at_ k))).
  move=> B_in; rewrite -(listed_seq (body_head d "c" (shared_tag n)) none); apply: (y_field (h := body_block d "c" (shared_tag n) B)); [exact: (y_name _ _ B_in) | by []].
rewrite (listed_seq (evaluated_head n d (shared_attention n)) none (heads B)).
apply: (y_list_over (h := fun k : nat => Num k%:R) (l := iota 1 q)); first by apply: (y_from_1 floor_int (y := q%:R)); [value | apply: y_len; exact: heads_y | ].
move=> k /in_from_1 k_q; set env' := _ :: _; have k1 : k = 1%N by case/andP: k_q => k_gt0 k_q; apply/eqP; rewrite eqn_leq k_gt0 (leq_trans k_q).
have h_y : yields fs earlier env' (Index (Field (Name "B") "heads") (Name "k")) (body_head d "c" (shared_tag n) (at_ k)).
  by apply: (y_at floor_int (n := q) (h := fun k => body_head d "c" (shared_tag n) (at_ k)) (i := k)); [exact: heads_y | value | | | ].
apply: y_record; apply: fields_cons.
  refine (y_call (vs := [:: vec (2 * n - 1) places_c; Num n%:R]) _ _ _); [ | reflexivity | by apply: call_averaging; [provided | ]].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  by apply: (y_index floor_int (i := 0) (y := k%:R) (l := vec (2 * n - 1) places_c :: rest)); [value | value | rewrite k1 | ].
by do 3! (apply: fields_cons; [by apply: (y_field h_y) | ]); exact: fields_nil.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "averaging" _ = _ => apply: call_averaging; [provided | assumption]
  | |- call _ _ "with_encoding" _ = _ => apply: call_with_encoding; [provided | assumption]
  | |- call _ _ "is_variant" _ = _ => apply: encoded_head_meets; [provided | assumption | assumption]
  | |- call _ _ "urpe_attention" _ = _ => apply: encoded_head_attention; [provided | assumption | assumption | assumption]
  end.
Notation serves_l :=
  [:: serves_d; averaging_d; with_encoding_d; is_variant_d; urpe_attention_d; rpe_attention_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d;
      softmax_rows_d; softmax_d; zeros_d; transpose_d; hadamard_d; matadd_d; matmul_d; dot_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d].
Lemma call_serves defs n d c t R X : provides serves_l defs -> List.In t encodings -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "serves" [:: vec (2 * n - 1) c; Symb t; mat (2 * n - 1) d R; mat n d X] = Value (Bool true).
Proof.
move=> P t_in n_gt0 d_gt0; enter; apply: (y_let (v := Num n%:R)); first by value.
have d_y env : lookup "X"%string env = Some (mat n d X) -> yields fs earlier env (Call "len" [:: Index (Name "X") (Number (BinNums.Npos BinNums.xH))])%string (Num d%:R).
  move=> X_in; apply: (y_len (n := d) (h := fun k => Num (X 1%N k))).
  by apply: (y_at floor_int (n := n) (h := fun i => vec d (X i)) (i := 1)); [exact: (y_name _ _ X_in) | value | | | ].
apply: (y_let (v := encoded_head t n d c)).
  refine (y_call (vs := [:: vec (2 * n - 1) c; Symb t; Num n%:R; Num d%:R]) _ _ _); [ | reflexivity | known_call].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [value | value | value | exact: d_y].
apply: true_and_true.
  refine (y_call (vs := [:: encoded_head t n d c; Num n%:R; Num d%:R; Num 1%:R]) _ _ _); [ | reflexivity | known_call].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [value | value | exact: d_y | value].
apply: y_and1; apply: (y_same_mat (A := averaged_by n c) (B := averaged_by n c)) => //.
  by refine (y_call _ _ _); [values | reflexivity | known_call].
by refine (y_call _ _ _); [values | reflexivity | known_call].
Qed.
End Shared.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "trivial_distance" _ = _ => match goal with H : call _ _ "trivial_distance" _ = _ |- _ => exact: H end
  | |- call _ _ "error_bound" _ = _ => match goal with H : call _ _ "error_bound" _ = _ |- _ => exact: H end
  | |- call _ _ "with_families" _ = _ => apply: call_with_families; [provided | assumption | assumption]
  | |- call _ _ "is_body" _ = _ => apply: call_is_shared_body; [provided | assumption]
  | |- call _ _ "is_narrow" _ = _ => apply: call_is_narrow; [provided | assumption]
  | |- call _ _ "is_range" _ = _ => apply: call_is_range; [provided | assumption]
  | |- call _ _ "is_cut" _ = _ => apply: call_is_cut; [provided | assumption | assumption]
  | |- call _ _ "serves" _ = _ => apply: call_serves; [provided | assumption | assumption | assumption]
  end.
Ltac side ::= first [assumption | match goal with H : is_true (0 < ?n)%N |- 2%:R * ?n%:R - 1%:R = _ => exact: (twice_less_1 _ H) end | idtac].

(* attest: urpe.shared-c repaired sha256:cd2af154945d8442923876c4f603e96fc5164f0d985cb864884113d21358e351 theorem:one_head_and_one_c *)
Theorem one_head_and_one_c : Holds statements_urpe_shared_c.repaired.
Proof.
opening S W.
have Wt : provides [:: is_target_d] defs by provided.
have Wr : provides [:: is_range_d] defs by provided.
have Wc : provides [:: is_cut_d] defs by provided.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
apply: says_for_values => [f|f told]; first by any_named Wt.
have {}told : call (functions_of S) defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call told _; last by rewrite /yields_all.
have is_f : target_of n d f by apply: (is_target_true (defs := defs)); [provided | exact: told].
meaning_for_all => p p_gt0 _; meaning_for_all => fine fine_gt0 _.
have [|away away_c] := @calls_trivial_distance.call_trivial_distance S defs f n d p fine _ n_gt0 d_gt0 fine_gt0 is_f; first by provided.
meaning_for_all => eps _ /andP[eps_gt0 _].
have shares a i j : (0 < i <= n)%N -> (0 < j <= n)%N -> shared_attention S n a i j = (i + n - j)%:R / n%:R by [].
have units_gt0 (B : block S) : narrow_one_matrix.single B -> (0 < size (units B))%N by case=> /narrow_units.
have [||Bs [low [high [m [strip [y [all_single low_high [m_gt0 strip_in] y_lt y_c]]]]]]] :=
  near_by_tables (defs := defs) _ _ n_gt0 d_gt0 p_gt0 (any_table_shared n_gt0 d_gt0 shares) units_gt0 told eps_gt0; [by provided | by provided | ].
have all_narrow B : List.In B Bs -> narrow B by case/all_single.
have few B : List.In B Bs -> (size (heads B) <= 1)%N by case/all_single.
meaning_exists (places_c S).
apply: (says_exists_value (w := shared_body n d Bs)); [by move=> w; exact: any_and | exact: shared_body_value | | ].
  apply: true_and_true; first by value.
  apply: true_and_true; first by value.
  apply: y_and1; apply: (y_all_in (h := body_block d "c" (shared_tag S n)) (l := Bs)) => // B /few few_B.
  set env := _ :: _; have B_y : yields (functions_of S) defs env (Name "B") (body_block d "c" (shared_tag S n) B) by [].
  have heads_y : yields (functions_of S) defs env (Field (Name "B") "heads") (List (map (body_head d "c" (shared_tag S n)) (heads B))) by apply: (y_field B_y).
  by apply: yields_eq; [apply: y_compare; [exact: y_length heads_y | value | reflexivity] | rewrite size_map ler_nat few_B].
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
apply: says_part; last (apply: says_part; last exact: says_parts).
  apply: says_among => [|v v_in]; first by value.
  have [t vE t_in] : exists2 t, v = Symb t & List.In t encodings.
    by case: v_in => [|[|[|[|//]]]] ->; eexists; [reflexivity | left | reflexivity | right; left | reflexivity | do 2! right; left | reflexivity | do 3! right; left].
  subst v; meaning_for_all => R _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  by value.
refine (says_expression (p := y < eps ^+ p) _ y_lt); refine (y_compare (v := Num y) (w := Num (eps ^+ p)) _ _ _); [ | by value | reflexivity].
refine (y_call _ _ y_c); [ | reflexivity]; refine (all_cons _ (all_cons _ _)); [by value | | by values].
refine (y_call (vs := [:: shared_body n d Bs; List [:: vec (2 * n - 1) (places_c S)]; Num n%:R]) _ _ _); [ | reflexivity | known_call].
by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | apply: y_list; values | value].
Qed.

(* attest: urpe.shared-c printed sha256:387364eb8e62fc5fd41a7d915eb3cc6c6b135495a8fdd39ef1051236033d9c71 theorem:one_c_for_each_head *)
Theorem one_c_for_each_head : Holds statements_urpe_shared_c.printed.
Proof.
opening S W.
have Wt : provides [:: is_target_d] defs by provided.
have Wr : provides [:: is_range_d] defs by provided.
have Wc : provides [:: is_cut_d] defs by provided.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
apply: says_for_values => [f|f told]; first by any_named Wt.
have {}told : call (functions_of S) defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call told _; last by rewrite /yields_all.
have is_f : target_of n d f by apply: (is_target_true (defs := defs)); [provided | exact: told].
meaning_for_all => p p_gt0 _; meaning_for_all => fine fine_gt0 _.
have [|away away_c] := @calls_trivial_distance.call_trivial_distance S defs f n d p fine _ n_gt0 d_gt0 fine_gt0 is_f; first by provided.
meaning_for_all => eps _ /andP[eps_gt0 _].
have shares a i j : (0 < i <= n)%N -> (0 < j <= n)%N -> shared_attention S n a i j = (i + n - j)%:R / n%:R by [].
have units_gt0 (B : block S) : narrow_one_matrix.single B -> (0 < size (units B))%N by case=> /narrow_units.
have [||Bs [low [high [m [strip [y [all_single low_high [m_gt0 strip_in] y_lt y_c]]]]]]] :=
  near_by_tables (defs := defs) _ _ n_gt0 d_gt0 p_gt0 (any_table_shared n_gt0 d_gt0 shares) units_gt0 told eps_gt0; [by provided | by provided | ].
have all_narrow B : List.In B Bs -> narrow B by case/all_single.
have few B : List.In B Bs -> (size (heads B) <= 1)%N by case/all_single.
meaning_exists (fun _ : nat => places_c S).
apply: (says_exists_value (w := shared_body n d Bs)); [by move=> w; exact: any_and | exact: shared_body_value | by apply: yields_eq; [value | ] | ].
apply: (says_exists_value (w := range_value low high)); [by move=> w; any_named Wr | by [] | by value | ].
apply: (says_exists_value (w := boxes_cut m strip)); [by move=> w; any_named Wc | by [] | by value | ].
apply: says_part; last (apply: says_part; last exact: says_parts).
  apply: says_among => [|v v_in]; first by value.
  have [t vE t_in] : exists2 t, v = Symb t & List.In t encodings.
    by case: v_in => [|[|[|[|//]]]] ->; eexists; [reflexivity | left | reflexivity | right; left | reflexivity | do 2! right; left | reflexivity | do 3! right; left].
  subst v; meaning_for_all => R _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  have c_y (c : value S) : is_among c [:: vec (2 * n - 1) (places_c S); vec (2 * n - 1) (places_c S)] -> c = vec (2 * n - 1) (places_c S) by case=> [|[|]].
  apply: y_all_lists; apply: (lists_one (us := [:: vec (2 * n - 1) (places_c S); vec (2 * n - 1) (places_c S)])) => // c /c_y ->.
  by apply: (gives_value (v := Bool true)) => //; value.
refine (says_expression (p := y < eps ^+ p) _ y_lt); refine (y_compare (v := Num y) (w := Num (eps ^+ p)) _ _ _); [ | by value | reflexivity].
refine (y_call _ _ y_c); [ | reflexivity]; refine (all_cons _ (all_cons _ _)); [by value | | by values].
refine (y_call (vs := [:: shared_body n d Bs; List [:: vec (2 * n - 1) (places_c S); vec (2 * n - 1) (places_c S)]; Num n%:R]) _ _ _); [ | reflexivity | known_call].
by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | value | value].
Qed.
