(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE networks with all scores 0 (Luo et al. 2022, eq. 8): a head's attention matrix is C / n, whatever the input and whichever of the four encodings. With C all ones it
   is the mean; with ones on and below the diagonal alone its rows have distinct sums. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_heads calls_networks calls_steps calls_constant_network calls_one_head.
From attest Require Import calls_defined narrow_networks calls_narrow_networks calls_narrow_bodies.
From attest Require bound_position_aware statements_urpe_proposition_4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_proposition_4.printed) f) (only parsing).
Definition is_body_d := Eval compute in the "is_body".
Definition at_zero_scores_d := Eval compute in the "at_zero_scores".
Definition with_encoding_d := Eval compute in the "with_encoding".
Definition averaging_d := Eval compute in the "averaging".
Notation upper := bound_position_aware.upper.

Section Urpe.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (c : nat -> F) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F).
Implicit Types (R X : nat -> nat -> F) (n d : nat) (t : string).

(* --- Attention ---------------------------------------------------------------------------------------------------------------------------- *)
Definition averaged_by n c (i j : nat) : F := c (i + n - j)%N / n%:R.
Lemma call_averaging defs n c : provides [:: averaging_d; bias_t5_d; relative_d] defs -> (0 < n)%N ->
  call fs defs "averaging" [:: vec (2 * n - 1) c; Num n%:R] = Value (mat n n (averaged_by n c)).
Proof.
move=> P n_gt0; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; apply: (y_list_over (h := fun i => vec n (fun j => c (i + n - j)%N)) (l := iota 1 n)).
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_bias_t5 floor_int); [provided | ]].
move=> i _; apply: (y_list_over (h := fun j => Num (c (i + n - j)%N)) (l := iota 1 n)); [by value | move=> j _].
by refine (y_divide _ _ n_neq0); value.
Qed.
Definition family n (a : attention) : nat -> F := if a is Position then upper S n else fun=> 1.
Definition by_family n (a : attention) : nat -> nat -> F := averaged_by n (family n a).
Definition upper_sum n (i : nat) : F := (n%:R - i%:R + 1%:R) / n%:R.
Lemma by_family_attends n : (0 < n)%N -> attends n (by_family n) (upper_sum n).
Proof.
move=> n_gt0; split=> [i j _ _ | i i_n]; first by rewrite /by_family /averaged_by mul1r.
by rewrite /upper_sum -bound_position_aware.expected_sum //; apply: eq_bigr => j _; rewrite mulr1 mulrC.
Qed.
Lemma upper_sum_inj n i j : (0 < n)%N -> upper_sum n i = upper_sum n j -> i = j.
Proof.
move=> n_gt0 same; case: (ltngtP i j) => // ij; [have := bound_position_aware.expected_differ S n_gt0 ij | have := bound_position_aware.expected_differ S n_gt0 ij].
  by rewrite -!/(upper_sum n _) same eqxx.
by rewrite -!/(upper_sum n _) same eqxx.
Qed.

(* --- Heads with each encoding --------------------------------------------------------------------------------------------------------------- *)
Local Notation empty m k := (mat m k (fun _ _ => 0 : F)).
Definition encoded_head t n d c : value F :=
  Rec [:: ("variant", Symb t); ("WQ", empty d 1); ("WK", empty d 1); ("m", vec (2 * n - 1) (fun=> 0)); ("r", empty (2 * n - 1) 1); ("s", empty (2 * n - 1) 1);
          ("WR", empty d 1); ("u", vec 1 (fun=> 0)); ("v", vec 1 (fun=> 0)); ("c", vec (2 * n - 1) c)]%string.
Definition encodings : seq string := [:: "t5"; "shaw"; "deberta"; "transformer_xl"]%string.
Lemma encoded_head_encoding t n d c : List.In t encodings -> encoding_of (encoded_head t n d c) n 1.
Proof.
by case=> [<-|[<-|[<-|[<-|//]]]]; [apply: WithT5 | apply: WithShaw | apply: WithDeberta | apply: (@WithTransformerXl S _ _ _ d (fun _ _ => 0) (fun=> 0) (fun=> 0))].
Qed.
Lemma encoded_head_bias t n d c R : List.In t encodings -> (0 < n)%N -> (0 < d)%N ->
  exists2 E : encoding F, encodes (encoded_head t n d c) n 1 (mat (2 * n - 1) d R) E & forall Q K i j, E Q K i j = 0.
Proof.
move=> t_in n_gt0 d_gt0; case: t_in => [<-|[<-|[<-|[<-|//]]]]; eexists; try by [exact: encodes_t5 | exact: encodes_shaw | exact: encodes_deberta | exact: encodes_transformer_xl].
- by [].
- by move=> Q K i j; rewrite /biased_shaw big1 // => l _; rewrite mulr0.
- by move=> Q K i j; rewrite /biased_deberta !big1 ?addr0 // => l _; rewrite ?mulr0 ?mul0r.
move=> Q K i j; rewrite /biased_transformer_xl !big1 ?addr0 // => l _; rewrite ?mul0r //.
by rewrite /product [X in _ * X]big1 ?mulr0 // => q _; rewrite mulr0.
Qed.
Lemma encoded_head_meets defs t n d c : provides [:: is_variant_d; is_matrix_d; is_vector_d] defs -> List.In t encodings -> (0 < n)%N ->
  call fs defs "is_variant" [:: encoded_head t n d c; Num n%:R; Num d%:R; Num 1%:R] = Value (Bool true).
Proof. by move=> P t_in n_gt0; apply: (call_is_variant P n_gt0 _ _ _ (encoded_head_encoding n d c t_in)). Qed.
Lemma encoded_head_attention defs t n d c R X : provides [:: urpe_attention_d, rpe_attention_d & attention_l [:: hadamard_d]] defs ->
  List.In t encodings -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "urpe_attention" [:: encoded_head t n d c; mat n d X; mat (2 * n - 1) d R] = Value (mat n n (averaged_by n c)).
Proof.
move=> P t_in n_gt0 d_gt0; have [E enc E0] := encoded_head_bias c R t_in n_gt0 d_gt0.
rewrite (call_urpe_attention (k := 1) X P enc (erefl _) (erefl _) (erefl _)) //; congr Value; apply: mat_ext => i j i_n j_n.
rewrite /factored /weights soft_flat => [|k k_n|//]; first by rewrite mulrC.
rewrite !E0; congr (_ + _); by rewrite /score !big1 // => l _; rewrite /product [X in X * _]big1 ?mul0r // => q _; rewrite mulr0.
Qed.

(* --- Bodies --------------------------------------------------------------------------------------------------------------------------------- *)
Lemma two_n_y defs env n : (0 < n)%N -> lookup "n"%string env = Some (Num n%:R) ->
  yields fs defs env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
Proof. by move=> n_gt0 n_in; rewrite -twice_less_1 //; apply: y_subtract; [apply: y_multiply; [value | exact: y_name] | value]. Qed.
Definition family_tag n (a : attention) : value F := vec (2 * n - 1) (family n a).
Definition urpe_body n d Bs : value F := body d "c" (family_tag n) Bs.
Lemma urpe_body_value n d Bs : is_value (urpe_body n d Bs).
Proof. by apply: body_value => h; apply: body_head_value; [exact: is_value_vec | right]. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_plain" _ = _ => apply: call_is_plain_body; provided
  | |- call _ _ "is_rowwise_part" _ = _ => apply: call_is_rowwise_body; [provided | assumption]
  | |- call _ _ "is_value_path" _ = _ => apply: call_is_path_body; provided
  end.
Lemma call_is_urpe_body defs n d Bs :
  provides [:: is_body_d; is_plain_block_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N ->
  (forall B, List.In B Bs -> narrow B) -> call fs defs "is_body" [:: urpe_body n d Bs; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P n_gt0 all_narrow; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (y_all_in (h := body_block d "c" (family_tag n)) (l := Bs)) => // B /all_narrow[_ /andP[units_gt0 _] _].
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "c" (family_tag n) B) by [].
apply: true_and_true; first by value.
apply: true_and_true; first by value.
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "c" (family_tag n)) (heads B))) by apply: (y_field B_y).
apply: y_and1; apply: (y_all_in heads_y) => h _.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "c" (family_tag n) h) by [].
have c_y : yields fs earlier env' (Field (Name "h") "c") (family_tag n (kind h)) by apply: (y_field h_y).
apply: true_and_true; last by apply: y_and1; value.
refine (y_call (all_cons c_y (all_cons _ (all_nil _ _ _))) _ _); [by apply: (two_n_y _ n_gt0) | reflexivity | by apply: call_is_vector; provided].
Qed.

Lemma call_at_zero_scores defs n d Bs : provides [:: at_zero_scores_d; averaging_d; bias_t5_d; relative_d] defs -> (0 < n)%N ->
  call fs defs "at_zero_scores" [:: urpe_body n d Bs; Num n%:R] = Value (List (map (evaluated_block n d (by_family n)) Bs)).
Proof.
move=> P n_gt0; enter; apply: (y_list_in (h := body_block d "c" (family_tag n))) => // B _.
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "c" (family_tag n) B) by [].
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "c" (family_tag n)) (heads B))) by apply: (y_field B_y).
apply: y_record; apply: fields_cons; last by fields_of.
apply: (y_list_in (g := evaluated_head n d (by_family n)) heads_y) => h _.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "c" (family_tag n) h) by [].
have c_y : yields fs earlier env' (Field (Name "h") "c") (family_tag n (kind h)) by apply: (y_field h_y).
apply: y_record; apply: fields_cons; last by fields_of.
refine (y_call (all_cons c_y (all_cons _ (all_nil _ _ _))) _ _); [by value | reflexivity | apply: call_averaging; [provided | exact: n_gt0]].
Qed.

(* "with_encoding(c, variant, n, d)" *)
Ltac known_call ::= lazymatch goal with |- call _ _ "zeros" _ = _ => apply: call_zeros; provided end.
Lemma call_with_encoding defs t n d c : provides [:: with_encoding_d; zeros_d] defs -> (0 < n)%N ->
  call fs defs "with_encoding" [:: vec (2 * n - 1) c; Symb t; Num n%:R; Num d%:R] = Value (encoded_head t n d c).
Proof.
move=> P n_gt0; enter; set env := [:: _; _; _; _].
have n2_y := @two_n_y earlier env n n_gt0 erefl.
have zeros_y : yields fs earlier env (Call "zeros"
    [:: Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH));
    Number (BinNums.Npos BinNums.xH)]) (empty (2 * n - 1) 1).
  by refine (y_call (all_cons n2_y (all_cons _ (all_nil _ _ _))) _ _); [value | reflexivity | apply: call_zeros; provided].
apply: y_record; repeat (apply: fields_cons; [first [exact: zeros_y | idtac] | ]); try exact: fields_nil; try by value.
Qed.
End Urpe.
