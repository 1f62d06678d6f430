(* SPDX-License-Identifier: Apache-2.0 *)
(* Masks inside softmax: Transformer-XL's scores and URPE's, over the earlier keys alone, give outputs that depend on no later token. And the block
   of causal attention behind a first token that multiplies the user's own tokens. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_encodings calls_masks calls_networks calls_steps bound_variants_softmax bound_variants_encodings bound_variants_masks.
From attest Require Import bound_variants_first_token bound_variants_aware bound_variants_urpe.
From attest Require statements_variants_transformer_xl statements_variants_urpe_causal statements_variants_causal_mask_bos.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation plain_l := [:: transpose_d; matmul_d; is_rectangular_d].
Local Notation products_l := [:: transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].
Local Notation masked_l l := (causal_softmax_row_d :: softmax_in_d :: scores_d :: power_d :: l).

Definition tx_masked_row := Eval compute in of_claim statements_variants_transformer_xl.finding_with_the_mask "masked_row".
Definition uc_masked_row := Eval compute in of_claim statements_variants_urpe_causal.finding_mask_inside_softmax "masked_row".

Definition bo_block := Eval compute in of_claim statements_variants_causal_mask_bos.finding_block "bos_block".

Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Local Notation two := (Number (BinNums.Npos (BinNums.xO BinNums.xH))).
Local Open Scope string_scope.
Definition says_masked_causal p : formula :=
  Forall "n" (Naturals two) None (Forall "d" (Naturals one) None (Forall "h" Values (is_parameter p)
    (Forall "X" (Matrices (Name "n") (Name "d") None) None
      (Forall "i" (Elements (Binary Range one (Binary Subtract (Name "n") one))) None
        (Forall "Y" (Matrices (Binary Subtract (Name "n") (Name "i")) (Name "d") None) None
          (Expression (Chain (Call "masked_row" [:: Name "h"; Call "with_later" [:: Name "X"; Name "i"; Name "Y"]; Name "i"])
            [:: (Equal, Call "masked_row" [:: Name "h"; Name "X"; Name "i"])]))))))).
Local Close Scope string_scope.

Section Masked.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (h : value F) (n d : nat).

Section Statements.
Variables (defs : seq definition) (p : string) (info : value F -> nat -> nat -> Prop).
Hypothesis any : condition_decided S defs p.
Hypothesis tells : told S defs p info.
Definition masked_rows_of_earlier : Prop := forall h n d i, (0 < n)%N -> (0 < d)%N -> (0 < i <= n)%N -> info h n d ->
  exists2 R : (nat -> nat -> F) -> nat -> F, forall Z, call fs defs "masked_row" [:: h; mat n d Z; Num i%:R] = Value (vec d (R Z)) &
    forall Z Z', (forall k, (0 < k <= i)%N -> Z k = Z' k) -> R Z =1 R Z'.
Lemma show_masked_causal : provides [:: with_later_d] defs -> masked_rows_of_earlier -> Says fs (call fs defs) true [::] (says_masked_causal p).
Proof.
move=> W rows.
meaning_for_all => n n_gt1 _; meaning_for_all => d d_gt0 _; have n_gt0 := ltnW n_gt1.
apply: says_for_values => [h|h /(condition_true tells n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; meaning_for_all => X _ _; apply: says_forall => [|i _|i].
- apply: in_list; apply: (y_from_1 floor_int (n := n.-1)); [by value | by value | by rewrite -subn1 natrB].
- exact: erefl.
case/in_from_1/andP=> i_gt0 i_n1 _; have i_n : (i <= n)%N by rewrite (leq_trans i_n1) // leq_pred.
apply: says_forall; [apply: (@in_mat _ _ floor_int _ _ _ _ _ _ (n - i) d); [by value | by value | by rewrite natrB | by []] | by move=> Y _ | ].
move=> Y _ _; have i_in : (0 < i <= n)%N by rewrite i_gt0.
have [R R_call R_ext] := rows h n d i n_gt0 d_gt0 i_in good.
apply: says_expression; last exact: (erefl true).
have same : R (fun k => if (k <= i)%N then X k else Y (k - i)%N) =1 R X by apply: R_ext => k /andP[_ ->].
apply: y_compare.
- refine (y_call _ _ _); [ | reflexivity | exact: (R_call (fun k => if (k <= i)%N then X k else Y (k - i)%N))].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by value | | by value].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_with_later].
- by refine (y_call _ _ _); [values | reflexivity | exact: R_call].
rewrite /compare equal_vec; congr Some; apply/allP => c _; by rewrite same.
Qed.
End Statements.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "relative" _ = _ => found_call call_relative
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "causal_softmax_row" _ = _ => found_call call_causal_softmax_row
  | |- call _ _ "attend_row" _ = _ => found_call call_attend_row
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma product_ext d (M Z Z' : nat -> nat -> F) i j : Z i = Z' i -> product d Z M i j = product d Z' M i j.
Proof. by move=> ZZ'; rewrite /product ZZ'. Qed.

(* --- variants.transformer-xl --- *)
Definition tx_score n d k q Q K (r R : nat -> nat -> F) (u v : nat -> F) Z i j : F :=
  score d k Q K Z i j + (\sum_(l <- iota 1 k) product d Z Q i l * product q r R (i + n - j) l + \sum_(l <- iota 1 k) u l * product d Z K j l +
    \sum_(l <- iota 1 k) v l * product q r R (i + n - j) l).
Lemma tx_rows defs : provides [:: tx_masked_row, tx_scores, attend_row_d & masked_l (tx_bias :: relative_d :: products_l)] defs ->
  masked_rows_of_earlier defs (@tx_info S).
Proof.
move=> W h n d i n_gt0 d_gt0 i_in [k [[b [Q [K [V [good k_gt0 [hb hQ hK hV]]]]]] [q [r [R [u [v [q_gt0 hr hR hu hv]]]]]]]].
have /andP[i_gt0 i_n] := i_in.
exists (fun Z => attended n d V (masked b (tx_score n d k q Q K r R u v Z i) i) Z i) => [Z | Z Z' ZZ' c]; first by enter; value.
apply: attended_ext => // j; last exact: masked_later.
apply: masked_ext => // l l_in; rewrite /tx_score (score_ext _ _ _ _ i_gt0 l_in ZZ'); congr (_ + (_ + _ + _)).
  by apply: eq_bigr => m _; rewrite (product_ext _ _ _ (ZZ' i _)) // i_gt0 leqnn.
by apply: eq_bigr => m _; rewrite (product_ext _ _ _ (ZZ' l l_in)).
Qed.

(* --- variants.urpe-causal --- *)
Definition ur_info h n d : Prop := t5_info h n d /\ exists c, field_at h "c" = Value (vec (2 * n - 1) c).
Lemma ur_told defs : provides (ur_is :: t5_is :: head_l) defs -> told S defs "is_urpe" ur_info.
Proof.
move=> W; split=> // h n d n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
have [h_y n_y d_y] := arguments_y e h n d; case/true_and=> is_t /true_and[is_c _]; split.
  have W' : provides (t5_is :: head_l) e by provided.
  by refine (@condition_true S e _ _ (@t5_told S e W') h n d _ n_gt0 d_gt0 _ _ _ is_t).
by apply: (is_vector_field _ h_y is_c); [provided | apply: yields_2n1].
Qed.
Lemma uc_rows defs : provides [:: uc_masked_row, attend_row_d & masked_l (bias_t5_d :: relative_d :: products_l)] defs -> masked_rows_of_earlier defs ur_info.
Proof.
move=> W h n d i n_gt0 d_gt0 i_in [[[b k Q K V good k_gt0 hb hQ hK hV] [m hm]] [c hc]]; have /andP[i_gt0 i_n] := i_in.
pose s Z := masked b (fun j => score d k Q K Z i j + m (i + n - j)%N) i.
exists (fun Z => attended n d V (fun j => s Z j * c (i + n - j)%N) Z i) => [Z | Z Z' ZZ' e]; first by enter; value.
apply: attended_ext => // j j_in; last by rewrite /s masked_later // mul0r.
congr (_ * _); apply: masked_ext => // l l_in; by rewrite (score_ext _ _ _ _ i_gt0 l_in ZZ').
Qed.

(* --- variants.causal-mask-bos --- *)
(* Weights 0 and a first token 0: each row of the attention matrix is uniform over the tokens up to its own. *)
Definition bos_head d : value F := plain_head d [:: ("first"%string, vec d (fun=> 0))].
Lemma bos_head_value d : is_value (bos_head d).
Proof.
move: (is_value_mat d 1 (fun _ _ => 0 : S)) (is_value_mat d d (fun _ _ => 0 : S)) (is_value_vec d (fun=> 0 : S)).
by rewrite /bos_head /plain_head /= => -> -> ->.
Qed.
Lemma bos_meets defs n d : provides (bo_is :: head_l) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_bos" [:: bos_head d; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W n_gt0 d_gt0; enter; apply: (yields_eq (v := Bool (true && true))); last by [].
refine (y_and _ (fun _ => y_and1 _)); first by refine (y_call _ _ _); [values | reflexivity | exact: call_is_head].
refine (y_call (vs := [:: vec d (fun=> 0); Num d%:R]) _ _ _); [ | reflexivity | by apply: call_is_vector; provided].
by refine (all_cons (y_field (y_name _ _ _) _) (all_cons (y_name _ _ _) (all_nil _ _ _))).
Qed.
Lemma call_bos_attention defs h n d b k f Q K X : field_at h "base" = Value b -> field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) ->
  field_at h "first" = Value (vec d f) -> good_base b -> (0 < d)%N -> (0 < k)%N ->
  provides [:: bo_attention, bo_row, bo_first, cm_row & masked_l plain_l] defs ->
  call fs defs "bos_attention" [:: h; mat n d X] = Value (mat n.+1 n.+1 (fun i => masked b (score d k Q K (behind f X) i) i)).
Proof.
move=> hb hQ hK hf good d_gt0 k_gt0 W; enter; apply: y_list_over => [|i /in_from_1 i_in].
  by apply: (y_from_1 floor_int (y := n%:R + 1%:R) (n := n.+1)); [value | value | rewrite -mulrSr].
refine (y_call _ _ _); [values | reflexivity | ].
by apply: (call_bos_row _ hb hQ hK hf).
Qed.
Lemma call_bos_block defs n d X : provides [:: bo_block, bo_attention, bo_row, bo_first, cm_row & masked_l plain_l] defs -> (0 < d)%N ->
  call fs defs "bos_block" [:: bos_head d; mat n d X] = Value (mat n n (fun i j => if (j <= i)%N then i.+1%:R^-1 else 0)).
Proof.
move=> W d_gt0; have good := good_one S; enter; pose s := score d 1 (fun _ _ => 0) (fun _ _ => 0) (behind (fun=> 0) X).
refine (y_let (v := mat n.+1 n.+1 (fun i => masked (Num 1) (s i) i)) _ _).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_bos_attention; first [reflexivity | provided | done]].
apply: y_list_over => [|i /in_from_1/andP[i_gt0 i_n]]; first by value.
apply: y_list_over => [|j /in_from_1/andP[j_gt0 j_n]]; first by value.
apply: (yields_eq (v := Num (masked (Num 1) (s i.+1) i.+1 j.+1))).
  apply: (y_at floor_int (i := j.+1) (n := n.+1) (y := j%:R + 1%:R) (h := fun j => Num (masked (Num 1) (s i.+1) i.+1 j)));
    [ | value | by rewrite -natrD addn1 | by [] | by []].
  by apply: (y_at floor_int (i := i.+1) (n := n.+1) (y := i%:R + 1%:R) (h := fun i => vec n.+1 (masked (Num 1) (s i) i))); [value | value | rewrite -natrD addn1 | | ].
rewrite /masked ltnS; case: ifP => // j_i; congr Num; apply: softened_flat => // k _.
by rewrite /s !zero_score.
Qed.
End Masked.

Ltac shows_masked_causal told_lemma rows_lemma :=
  let S := fresh "S" in
  split=> S; start_meaning; eapply show_masked_causal;
  [decided_condition | eapply told_lemma; provided_here | provided_here | eapply rows_lemma; provided_here].

(* attest: variants.transformer-xl finding_with_the_mask sha256:f62af29c698849b356b069f6cb2dcfb55ef4ea9b650d162571512985a9dd1f93 theorem:transformer_xl_with_the_mask *)
Theorem transformer_xl_with_the_mask : Holds statements_variants_transformer_xl.finding_with_the_mask.
Proof. by shows_masked_causal tx_told tx_rows. Qed.

(* attest: variants.urpe-causal finding_mask_inside_softmax sha256:5f9501e5ebbaeafda02e1e53e9f4ba3886658f79c4dfa909e5477a4644429cee theorem:urpe_masked_inside_softmax *)
Theorem urpe_masked_inside_softmax : Holds statements_variants_urpe_causal.finding_mask_inside_softmax.
Proof. by shows_masked_causal ur_told uc_rows. Qed.

(* attest: variants.causal-mask-bos finding_block sha256:4114c7b4d2df52aeac8728cc022c419f3ee5aa7578b0621d44b037a7829fb324 theorem:block_behind_a_first_token *)
Theorem block_behind_a_first_token : Holds statements_variants_causal_mask_bos.finding_block.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
refine (says_exists_value (w := bos_head S d) _ _ _ _); [by move=> v; any_named W | exact: bos_head_value | | ].
  by refine (y_call _ _ _); [values | reflexivity | apply: bos_meets; first by provided].
refine (says_exists (t := fun i => i%:R / i.+1%:R : S) _ _ _ _ _); [exact: (@in_vec _ _ H _ _ _ _ n) | | by [] | | ].
- by move=> x _; refine (y_call _ _ _); [values | reflexivity | apply: (call_distinct H); provided].
- apply/allP => i /in_from_1/andP[i_gt0 i_n]; apply/allP => j; rewrite mem_iota addSn subnKC // ltnS => /andP[i_j j_n].
  have share k : k%:R / k.+1%:R = 1 - k.+1%:R^-1 :> S by rewrite -[k%:R](addrK 1) -mulrSr mulrBl divff ?pnatr_eq0 // mul1r.
  by rewrite !share (inj_eq (addrI _)) (inj_eq oppr_inj) (inj_eq invr_inj) eqr_nat eqSS neq_ltn i_j.
meaning_for_all => X _ _; refine (says_expression (p := true) _ _) => //.
apply: (y_same_vec (n := n)); [ | by value | ].
  refine (y_call (vs := [:: mat n n (fun i j => if (j <= i)%N then i.+1%:R^-1 else 0); vec n (fun=> 1)]) _ _ _); [ | reflexivity | by apply: (call_apply H); provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))).
    by refine (y_call _ _ _); [values | reflexivity | apply: call_bos_block; first by provided].
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_ones H); provided].
move=> i /andP[i_gt0 i_n] /=; rewrite -(subnKC i_n) iotaD big_cat /= [X in _ + X]big1_seq ?addr0 => [|j]; last first.
  by rewrite mem_iota add1n => /andP[_ /andP[i_j _]]; rewrite leqNgt i_j mul0r.
rewrite (eq_big_seq (fun=> i.+1%:R^-1)) => [|j /in_from_1/andP[_ j_i]]; last by rewrite j_i mulr1.
by rewrite big_const_seq count_predT size_iota iter_addr_0 -[LHS]mulr_natl.
Qed.
