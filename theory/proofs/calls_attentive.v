(* SPDX-License-Identifier: Apache-2.0 *)
(* Heads with biases of their queries and keys (eq. 22), as the claim about the attentive condition has them: their scores, and what its
   condition on heads tells. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_heads.
From attest Require statements_urpe_attentive_condition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_attentive_condition.printed ++
  definitions statements_urpe_attentive_condition.finding_query_side_t5_and_shaw) f) (only parsing).
Definition has_no_query_bias_d := Eval compute in the "has_no_query_bias".
Definition scores_22_d := Eval compute in the "scores".
Definition is_head_22_d := Eval compute in the "is_head".
Definition factored_d := Eval compute in the "factored".
Notation scores_22_l := [:: scores_22_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; zeros_d; add_row_d; transpose_d;
  matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "hadamard" _ = _ => found_call call_hadamard
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "bias" _ = _ => match goal with H : encodes _ _ _ _ _ |- _ => apply: H; provided end
  end.

Section Heads.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f g : nat -> F) (A K Q X : nat -> nat -> F) (m n k d : nat) (h r v : value F).

(* --- softmax without the largest score --- *)
Lemma softE n f j : (0 < n)%N -> soft n f j = exp_of (f j) / \sum_(i <- iota 1 n) exp_of (f i).
Proof.
move=> n_gt0; have neq0 (x : F) : exp_of x != 0 by rewrite gt_eqF //; exact: exp_gt0.
rewrite /soft /softened /=; have moved x : exp_of (x - top n f) = exp_of x * exp_of (- top n f) by rewrite exp_add.
rewrite moved (eq_bigr (fun i => exp_of (f i) * exp_of (- top n f))) => [|i _]; last by rewrite moved.
by rewrite -mulr_suml invfM mulrACA divff ?mulr1.
Qed.
Lemma soft_inj n f i j : (0 < n)%N -> soft n f i = soft n f j -> f i = f j.
Proof.
move=> n_gt0; rewrite !softE // => /mulIf same; apply: (@exp_inj S); apply: same.
by rewrite invr_eq0; exact: sum_exp_neq0.
Qed.

Definition moved d X Q f i l : F := product d X Q i l + f l.
Definition eq_22 d k (B : encoding F) Q K f g X i j : F :=
  \sum_(l <- iota 1 k) moved d X Q f i l * moved d X K g j l + B (moved d X Q f) (moved d X K g) i j.
Lemma call_scores_22 defs h n d k r (B : encoding F) Q K f g X : provides scores_22_l defs -> encodes h n k r B ->
  field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) -> field_at h "cQ" = Value (vec k f) -> field_at h "cK" = Value (vec k g) ->
  (0 < n)%N -> (0 < d)%N -> (0 < k)%N -> call fs defs "scores" [:: h; mat n d X; r] = Value (mat n n (eq_22 d k B Q K f g X)).
Proof. by move=> W enc hQ hK hf hg n_gt0 d_gt0 k_gt0; enter; apply: yields_eq; [value | ]. Qed.
(* softmax(S) (.) C *)
Lemma call_factored defs n A f : provides [:: factored_d; bias_t5_d; relative_d; softmax_rows_d; softmax_d; hadamard_d; same_shape_d] defs -> (0 < n)%N ->
  call fs defs "factored" [:: mat n n A; vec (2 * n - 1) f] = Value (mat n n (factored n (fun i => soft n (A i)) f)).
Proof. by move=> W n_gt0; enter; apply: yields_eq; [value | ]. Qed.

Inductive head_22 h n d : Prop :=
  Head22 k Q K f g c of (0 < k)%N & field_at h "WQ" = Value (mat d k Q) & field_at h "WK" = Value (mat d k K) & encoding_of h n k &
    field_at h "cQ" = Value (vec k f) & field_at h "cK" = Value (vec k g) & field_at h "c" = Value (vec (2 * n - 1) c).
Lemma is_head_22_true defs h n d : provides [:: is_head_22_d; is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_head" [:: h; Num n%:R; Num d%:R] = Value (Bool true) -> head_22 h n d.
Proof.
move=> W n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have h_y : yields fs e env (Name "h") h by [].
have Wv : provides [:: is_vector_d] e by provided.
have n2_y : yields fs e env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
  by rewrite -twice_less_1.
case/true_and=> isv /true_and[isK /true_and[isQ /true_and[isc _]]].
have [w yw isv'] : exists2 w, yields fs e env (Call "len" [:: Field (Name "h") "cK"]) w &
    call fs e "is_variant" [:: h; Num n%:R; Num d%:R; w] = Value (Bool true).
  case/true_call: isv => // vs /true_cons[v1 [vs1 [y1 /true_cons[v2 [vs2 [y2 /true_cons[v3 [vs3 [y3 /true_cons[w [vs4 [yw /true_nil-> ->]]] ->]]] ->]]] ->]]].
  rewrite (yields_inj y1 h_y) (yields_inj y2 (w := Num n%:R)) // (yields_inj y3 (w := Num d%:R)) //.
  by move=> isv; exists w.
have [k wE [Q K k_gt0 hQ hK enc]] := is_variant_true We n_gt0 d_gt0 isv'; rewrite wE in yw.
have [f hf] := is_vector_field Wv h_y isQ yw; have [g hg] := is_vector_field Wv h_y isK yw; have [c hc] := is_vector_field Wv h_y isc n2_y.
exact: (Head22 k_gt0 hQ hK enc hf hg hc).
Qed.

Lemma true_same_symbol defs env a b h s t : yields fs defs env a h -> yields fs defs env b (Symb t) ->
  yields fs defs env (Chain (Field a s) [:: (Equal, b)]) (Bool true) -> field_at h s = Value (Symb t).
Proof.
rewrite /yields /= => -> ->; case: h => //= fields; case: (lookup s fields) => //= -[] //= u.
by case E : String.eqb => // _; move/String.eqb_eq: E => ->.
Qed.
Lemma no_query_bias_true defs h k f : provides [:: has_no_query_bias_d] defs -> field_at h "cQ" = Value (vec k f) ->
  call fs defs "has_no_query_bias" [:: h] = Value (Bool true) -> forall j, (0 < j <= k)%N -> f j = 0.
Proof.
move=> W hf; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _]; move=> zeros j j_k.
have f_y : yields fs e env (Field (Name "h") "cQ") (List [seq Num (f i) | i <- iota 1 k]) by apply: (y_field _ hf); exact: y_name.
have j_in : is_among (Num (f j)) [seq Num (f i) | i <- iota 1 k].
  have : j \in iota 1 k by rewrite mem_iota add1n ltnS.
  by elim: (iota 1 k) => //= i l IH; rewrite inE => /orP[/eqP-> | /IH]; [left | right].
by have := true_among f_y zeros j_in; rewrite /yields /=; case: eqP.
Qed.

(* --- Heads with k = 1 that are named: WQ = WK = u, and the number s at the place of DeBERTa's s and Transformer-XL's u ----------------- *)
Definition constant m k (x : F) : value F := mat m k (fun _ _ => x).
Definition named_head t n d (u : nat -> F) (a b s : F) : value F :=
  Rec [:: ("variant", Symb t); ("WQ", mat d 1 (fun i _ => u i)); ("WK", mat d 1 (fun i _ => u i)); ("cQ", vec 1 (fun=> a)); ("cK", vec 1 (fun=> b));
          ("m", vec (2 * n - 1) (fun=> 0)); ("r", constant (2 * n - 1) 1 0); ("s", constant (2 * n - 1) 1 s); ("WR", constant d 1 0);
          ("u", vec 1 (fun=> s)); ("v", vec 1 (fun=> 0)); ("c", vec (2 * n - 1) (fun=> 1))]%string.
Lemma named_head_value t n d u a b s : is_value (named_head t n d u a b s).
Proof.
rewrite /named_head /constant.
move: (is_value_mat d 1 (fun i _ => u i)) (is_value_mat (2 * n - 1) 1 (fun _ _ => 0 : F)) (is_value_mat (2 * n - 1) 1 (fun _ _ => s)) (is_value_mat d 1 (fun _ _ => 0 : F)).
move: (is_value_vec 1 (fun=> a)) (is_value_vec 1 (fun=> b)) (is_value_vec 1 (fun=> s)) (is_value_vec 1 (fun=> 0 : F)) (is_value_vec (2 * n - 1) (fun=> 0 : F)) (is_value_vec (2 * n - 1) (fun=> 1 : F)).
move: (mat _ _ _) (mat _ _ _) (mat _ _ _) (mat _ _ _) (vec _ _) (vec _ _) (vec _ _) (vec _ _) (vec _ _) (vec _ _) => A1 A2 A3 A4 v1 v2 v3 v4 v5 v6.
by rewrite /= => -> -> -> -> -> -> -> -> -> ->.
Qed.
Definition four t : Prop := [\/ t = "t5", t = "shaw", t = "deberta" | t = "transformer_xl"]%string.
Lemma named_head_encoding t n d u a b s : four t -> encoding_of (named_head t n d u a b s) n 1.
Proof.
by case=> ->; [apply: WithT5 | apply: WithShaw | apply: WithDeberta | apply: (@WithTransformerXl S _ _ _ d (fun _ _ => 0) (fun=> s) (fun=> 0))].
Qed.
(* What the encoding adds to a score: s times the key, for DeBERTa and Transformer-XL. *)
Definition key_factor t (s : F) : F := if String.eqb t "t5" || String.eqb t "shaw" then 0 else s.
Lemma named_head_bias t n d u a b s R : four t -> (0 < n)%N -> (0 < d)%N ->
  exists2 B : encoding F, encodes (named_head t n d u a b s) n 1 (mat (2 * n - 1) d R) B & forall Q K i j, B Q K i j = key_factor t s * K j 1%N.
Proof.
case=> -> n_gt0 d_gt0; eexists; try by [exact: encodes_t5 | exact: encodes_shaw | exact: encodes_deberta | exact: encodes_transformer_xl].
- by move=> Q K i j; rewrite mul0r.
- by move=> Q K i j; rewrite /biased_shaw big_seq1 mulr0 mul0r.
- by move=> Q K i j; rewrite /biased_deberta !big_seq1 mulr0 add0r.
move=> Q K i j; rewrite /biased_transformer_xl !big_seq1 mul0r addr0.
by rewrite [X in _ * X + _]big1 ?mulr0 ?add0r // => q _; rewrite mulr0.
Qed.
Lemma named_head_meets defs t n d u a b s : provides [:: is_head_22_d; is_variant_d; is_matrix_d; is_vector_d] defs -> four t -> (0 < n)%N ->
  call fs defs "is_head" [:: named_head t n d u a b s; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W t4 n_gt0; enter; set env := [:: _; _; _].
have n2_y : yields fs earlier env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
  by rewrite -twice_less_1.
have Wv : provides [:: is_vector_d] earlier by provided.
have one_y : yields fs earlier env (Call "len" [:: Field (Name "h") "cK"]) (Num 1%:R) by apply: y_len; apply: y_field; [exact: y_name | reflexivity].
have h_in : lookup "h" env = Some (named_head t n d u a b s) by [].
apply: true_and_true.
  refine (y_call _ _ _); [ | reflexivity | exact: (call_is_variant prov n_gt0 _ _ _ (named_head_encoding n d u a b s t4))].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons one_y (all_nil _ _ _))))); value.
apply: true_and_true; first by apply: (y_is_vector Wv h_in _ one_y).
apply: true_and_true; first by apply: (y_is_vector Wv h_in _ one_y).
by apply: y_and1; apply: (y_is_vector Wv h_in _ n2_y).
Qed.
End Heads.
