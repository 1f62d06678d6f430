(* SPDX-License-Identifier: Apache-2.0 *)
(* Softmax attention with a bias in its scores: the properties of variants.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require statements_variants_no_position statements_variants_t5 statements_variants_positional statements_variants_shaw_key
  statements_variants_shaw_key_value statements_variants_deberta statements_variants_gated_output
  statements_variants_sinusoidal_ape.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
(* What the definitions of variants.stm need, the latest first; l is what they use of attention.stm. *)
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation plain_l := [:: softmax_matrix_d; softmax_in_d; scores_d; power_d; transpose_d; matmul_d; is_rectangular_d].
Local Notation softmax_l l := (softmax_matrix_d :: softmax_in_d :: scores_d :: power_d :: l).
Local Notation attend_l l := (attend_d :: softmax_l l).
Local Notation matrices_l := [:: transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
(* With the dot products of encodings. *)
Local Notation products_l := [:: transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].

Section Variants.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).

Lemma softened_stochastic b n (s : nat -> nat -> F) : good_base b -> (0 < n)%N -> stochastic n (fun i => softened fs b n (s i)).
Proof.
move=> good n_gt0; split=> i => [j _ | _]; first by apply: softened_ge0 => //; exact: exp_gt0_S.
by apply: softened_sum => //; exact: exp_gt0_S.
Qed.
Lemma yields_2n1 defs env n : (0 < n)%N -> lookup "n" env = Some (Num n%:R : value F) ->
  yields fs defs env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH)))
    (Num (2 * n - 1)%:R).
Proof.
move=> n_gt0 n_in; rewrite -twice_less_1 //.
by apply: y_subtract; [apply: y_multiply; [value | exact: (y_name _ _ n_in)] | value].
Qed.
(* The number of columns of WQ. *)
Lemma yields_columns defs env h d k (Q : nat -> nat -> F) a : (0 < d)%N -> yields fs defs env a h -> field_at h "WQ" = Value (mat d k Q) ->
  yields fs defs env (Call "len" [:: Index (Field a "WQ") (Number (BinNums.Npos BinNums.xH))]) (Num k%:R).
Proof.
move=> d_gt0 ya hQ; apply: (@y_len _ _ _ _ _ k (fun j => Num (Q 1%N j))).
by apply: (@y_at _ _ floor_int _ _ _ _ d (fun i => vec k (Q i)) _ 1%N); [apply: y_field ya hQ | value | | | ].
Qed.
Lemma arguments_y e h n d (env := [:: ("h", h); ("n", Num n%:R); ("d", Num d%:R)]%string) :
  [/\ yields fs e env (Name "h") h, yields fs e env (Name "n") (Num n%:R) & yields fs e env (Name "d") (Num d%:R)].
Proof. by []. Qed.
Ltac opened_condition W found We :=
  let e := fresh "e" in split=> // h n d n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=;
  have [h_y n_y d_y] := arguments_y e h n d.

(* --- variants.no-position and variants.gated-output --- *)
Definition np_A := Eval compute in of_claim statements_variants_no_position.printed "A".
Definition np_is := Eval compute in of_claim statements_variants_no_position.printed "is_no_position".
Definition np_attention := Eval compute in of_claim statements_variants_no_position.printed "no_position_attention".
Definition ga_is := Eval compute in of_claim statements_variants_gated_output.printed "is_gated".

Lemma np_told defs : provides (np_is :: head_l) defs -> told S defs "is_no_position" (fun h _ d => head_of h d).
Proof. by move=> W; opened_condition W found We; apply: is_head_call. Qed.
Definition ga_layer := Eval compute in of_claim statements_variants_gated_output.printed "layer".
Definition ga_gated := Eval compute in of_claim statements_variants_gated_output.printed "gated_layer".
Definition ga_sigmoid := Eval compute in of_claim statements_variants_gated_output.printed "sigmoid_in".
Definition ga_info h n d : Prop := head_of h d /\ exists G, field_at h "WG" = Value (mat d d G).
Lemma ga_told defs : provides (ga_is :: head_l) defs -> told S defs "is_gated" ga_info.
Proof.
move=> W; opened_condition W found We; case/true_and=> is_h /true_and[is_G _].
split; first by apply: (is_head_call We _ _ _ _ is_h).
have [|k [G [hG yk]]] := is_matrix_field _ d_gt0 h_y is_G d_y; first by provided.
have kE : k = d by apply/natr_inj/(yields_inj yk d_y).
by exists G; rewrite hG kE.
Qed.
Lemma one_and_weight_neq0 b (s : F) : good_base b -> 1%:R + weight fs b s != 0.
Proof. by move=> good; rewrite gt_eqF // addr_gt0 ?ltr01 // weight_gt0 //; exact: exp_gt0_S. Qed.
(* Equal tokens have equal gates: nothing in an output depends on its place. *)
Lemma ga_identical defs : provides [:: ga_layer, ga_gated, np_attention, ga_sigmoid & softmax_l matrices_l] defs ->
  identical_layer S defs ga_info.
Proof.
move=> W h n d x n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [G hG]].
have neq0 s := one_and_weight_neq0 s good.
eexists; last by enter; value; exact: neq0.
by [].
Qed.
Lemma np_is_attention defs : provides (np_A :: np_attention :: plain_l) defs ->
  attention_is S defs (fun h _ d => head_of h d) (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [b k Q K V good k_gt0 hb hQ hK hV].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.
Lemma ga_is_attention defs : provides (np_A :: np_attention :: plain_l) defs -> attention_is S defs ga_info (fun n A => stochastic n A).
Proof. by move=> W h n d X n_gt0 d_gt0 [isH _]; apply: np_is_attention. Qed.

(* --- variants.sinusoidal-ape --- *)
Definition ab_A := Eval compute in of_claim statements_variants_sinusoidal_ape.printed "A".
Definition ab_is := Eval compute in of_claim statements_variants_sinusoidal_ape.printed "is_absolute".
Definition ab_attention := Eval compute in of_claim statements_variants_sinusoidal_ape.printed "absolute_attention".
Definition ab_encoded := Eval compute in of_claim statements_variants_sinusoidal_ape.printed "encoded".
Definition ab_info h n d : Prop := head_of h d /\ exists P, field_at h "P" = Value (mat n d P).
Lemma ab_told defs : provides (ab_is :: head_l) defs -> told S defs "is_absolute" ab_info.
Proof.
move=> W; opened_condition W found We; case/true_and=> is_h /true_and[is_P _].
split; first by apply: (is_head_call We _ _ _ _ is_h).
have [|k [P [hP yk]]] := is_matrix_field _ n_gt0 h_y is_P n_y; first by provided.
have -> : d = k by apply/natr_inj/(yields_inj d_y yk).
by exists P.
Qed.
Lemma ab_is_attention defs : provides (ab_A :: ab_attention :: ab_encoded :: np_attention :: softmax_l matrices_l) defs ->
  attention_is S defs ab_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [P hP]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.positional --- *)
Definition po_A := Eval compute in of_claim statements_variants_positional.printed "A".
Definition po_is := Eval compute in of_claim statements_variants_positional.printed "is_positional".
Definition po_attention := Eval compute in of_claim statements_variants_positional.printed "positional_attention".
Definition po_info h n d : Prop :=
  exists b m k P Q K V, [/\ good_base b, (0 < m)%N, (0 < k)%N & [/\ field_at h "base" = Value b, field_at h "P" = Value (mat n m P),
    field_at h "WQ" = Value (mat m k Q), field_at h "WK" = Value (mat m k K) & field_at h "WV" = Value (mat d d V)]].
Lemma po_told defs : provides [:: po_is; is_base_d; is_matrix_d; is_vector_d] defs -> told S defs "is_positional" po_info.
Proof.
move=> W; opened_condition W found We.
have Wm : provides [:: is_matrix_d; is_vector_d] _ := provides_less We (Skipped _ (Taken _ (Taken _ (Nothing nil)))).
case/true_and=> base /true_and[cols /true_and[isP /true_and[isQ /true_and[isK /true_and[isV _]]]]].
have [m [P [hP ym]]] := is_matrix_field Wm n_gt0 h_y isP n_y.
have [m0|m_gt0] := posnP m; last first.
  have [k [Q [hQ yk]]] := is_matrix_field Wm m_gt0 h_y isQ ym.
  have [k' [K [hK yk']]] := is_matrix_field Wm m_gt0 h_y isK ym.
  have [d' [V [hV yd']]] := is_matrix_field Wm d_gt0 h_y isV d_y.
  have kE := natr_inj (yields_inj yk' yk); have dE := natr_inj (yields_inj yd' d_y); subst k' d'.
  have [//|vs /true_cons[b [vs1 [yb /true_nil-> ->]]] is_b] := true_call _ base.
  have good : good_base b by apply: is_base_true is_b; provided.
  exists b, m, k, P, Q, K, V; split=> //; first exact: at_least_1 cols yk.
(* A matrix without rows has no first row. *)
exfalso; move: cols ym; rewrite m0 /yields /=; case: h {h_y hP isP isQ isK isV base d_y n_y} => //= fields.
case: (lookup "WQ" fields) => [[x|x|x|l|x]|] //=; case: l => [|row rows] /=.
  by rewrite /integer_in /= (integer_nat floor_int 1).
move=> _ E; have /eqP : (size rows).+1%:R = 0 :> F by case: E.
by rewrite pnatr_eq0.
Qed.
Lemma po_is_attention defs : provides (po_A :: po_attention :: np_attention :: plain_l) defs ->
  attention_is S defs po_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [b [m [k [P [Q [K [V [good m_gt0 k_gt0 [hb hP hQ hK hV]]]]]]]]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.t5 --- *)
Definition t5_A := Eval compute in of_claim statements_variants_t5.printed "A".
Definition t5_is := Eval compute in of_claim statements_variants_t5.printed "is_t5".
Definition t5_attention := Eval compute in of_claim statements_variants_t5.printed "t5_attention".
Definition t5_info h n d : Prop := head_of h d /\ exists m, field_at h "m" = Value (vec (2 * n - 1) m).
Lemma t5_told defs : provides (t5_is :: head_l) defs -> told S defs "is_t5" t5_info.
Proof.
move=> W; opened_condition W found We; case/true_and=> is_h /true_and[is_m _].
split; first by apply: (is_head_call We _ _ _ _ is_h).
by apply: (is_vector_field _ h_y is_m); [provided | apply: yields_2n1].
Qed.
Lemma t5_is_attention defs : provides (t5_A :: t5_attention :: softmax_l (bias_t5_d :: relative_d :: matrices_l)) defs ->
  attention_is S defs t5_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [m hm]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.shaw-key, variants.shaw-key-value, variants.deberta --- *)
Definition sh_A := Eval compute in of_claim statements_variants_shaw_key.printed "A".
Definition sh_is := Eval compute in of_claim statements_variants_shaw_key.printed "is_shaw".
Definition sh_attention := Eval compute in of_claim statements_variants_shaw_key.printed "shaw_attention".
Definition sh_bias := Eval compute in of_claim statements_variants_shaw_key.printed "bias_shaw".
Definition sv_is := Eval compute in of_claim statements_variants_shaw_key_value.printed "is_shaw_value".
Definition db_A := Eval compute in of_claim statements_variants_deberta.printed "A".
Definition db_is := Eval compute in of_claim statements_variants_deberta.printed "is_deberta".
Definition db_attention := Eval compute in of_claim statements_variants_deberta.printed "deberta_attention".
Definition db_bias := Eval compute in of_claim statements_variants_deberta.printed "bias_deberta".

(* A head whose keys have dimension k. *)
Definition head_k h d k : Prop :=
  exists b Q K V, [/\ good_base b, (0 < k)%N & [/\ field_at h "base" = Value b, field_at h "WQ" = Value (mat d k Q),
    field_at h "WK" = Value (mat d k K) & field_at h "WV" = Value (mat d d V)]].
Lemma head_ofE h d : head_of h d -> exists k, head_k h d k.
Proof. by case=> b k Q K V good k_gt0 hb hQ hK hV; exists k, b, Q, K, V. Qed.
(* A family of 2 n - 1 rows in that dimension. *)
Lemma family_field defs env h d k n s : provides [:: is_matrix_d; is_vector_d] defs -> (0 < d)%N -> (0 < n)%N -> head_k h d k ->
  lookup "h" env = Some h -> lookup "n" env = Some (Num n%:R) ->
  yields fs defs env (Call "is_matrix" [:: Field (Name "h") s; Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n"))
    (Number (BinNums.Npos BinNums.xH)); Call "len" [:: Index (Field (Name "h") "WQ") (Number (BinNums.Npos BinNums.xH))]]) (Bool true) ->
  exists r, field_at h s = Value (mat (2 * n - 1) k r).
Proof.
move=> W d_gt0 n_gt0 [b [Q [K [V [_ _ [_ hQ _ _]]]]]] h_in n_in is_r.
have [|k' [r [hr yk']]] := is_matrix_field W _ (y_name _ _ h_in) is_r (yields_2n1 _ n_gt0 n_in).
  by rewrite subn_gt0; case: (n) n_gt0 => // n' _; rewrite mulnS.
have -> : k = k' by apply/natr_inj/(yields_inj (yields_columns d_gt0 (y_name _ _ h_in) hQ) yk').
by exists r.
Qed.

Definition sh_info h n d : Prop := exists k, head_k h d k /\ exists r, field_at h "r" = Value (mat (2 * n - 1) k r).
Lemma sh_meets defs h n d : provides (sh_is :: head_l) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_shaw" [:: h; Num n%:R; Num d%:R] = Value (Bool true) -> sh_info h n d.
Proof.
move=> W n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> is_h /true_and[is_r _]; have [|k hk] := @head_ofE h d; first by apply: (is_head_call We _ _ _ _ is_h).
by exists k; split=> //; apply: (family_field _ d_gt0 n_gt0 hk _ _ is_r); first by provided.
Qed.
Lemma sh_told defs : provides (sh_is :: head_l) defs -> told S defs "is_shaw" sh_info.
Proof. by move=> W; split=> // h n d n_gt0 d_gt0; apply: sh_meets. Qed.
Lemma sv_told defs : provides (sv_is :: sh_is :: head_l) defs -> told S defs "is_shaw_value" sh_info.
Proof.
move=> W; opened_condition W found We; case/true_and=> is_h _.
by apply: (sh_meets We n_gt0 d_gt0); apply: (true_named _ _ _ _ is_h).
Qed.
Lemma sh_is_attention defs : provides (sh_A :: sh_attention :: softmax_l (sh_bias :: relative_d :: products_l)) defs ->
  attention_is S defs sh_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [k [[b [Q [K [V [good k_gt0 [hb hQ hK hV]]]]]] [r hr]]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.
Definition sv_is_attention := sh_is_attention.

Definition db_info h n d : Prop :=
  exists k, head_k h d k /\ exists r s, field_at h "r" = Value (mat (2 * n - 1) k r) /\ field_at h "s" = Value (mat (2 * n - 1) k s).
Lemma db_told defs : provides (db_is :: sh_is :: head_l) defs -> told S defs "is_deberta" db_info.
Proof.
move=> W; opened_condition W found We; case/true_and=> is_h /true_and[is_s _].
have [k [hk [r hr]]] : sh_info h n d by apply: (sh_meets We n_gt0 d_gt0); apply: (true_named _ _ _ _ is_h).
have [s hs] : exists s, field_at h "s" = Value (mat (2 * n - 1) k s).
  by apply: (family_field _ d_gt0 n_gt0 hk _ _ is_s); first by provided.
by exists k; split=> //; exists r, s.
Qed.
Lemma db_is_attention defs : provides (db_A :: db_attention :: softmax_l (db_bias :: relative_d :: products_l)) defs ->
  attention_is S defs db_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [k [[b [Q [K [V [good k_gt0 [hb hQ hK hV]]]]]] [r [s [hr hs]]]]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

Definition np_layer_l := np_A :: np_attention :: attend_l matrices_l.
Definition po_layer_l := po_A :: po_attention :: np_attention :: attend_l matrices_l.
Definition t5_layer_l := t5_A :: t5_attention :: attend_l (bias_t5_d :: relative_d :: matrices_l).
Definition sh_layer_l := sh_A :: sh_attention :: attend_l (sh_bias :: relative_d :: products_l).
Definition db_layer_l := db_A :: db_attention :: attend_l (db_bias :: relative_d :: products_l).
Lemma np_values h n d : head_of h d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> b k Q K V _ _ _ _ _ hV; exists V. Qed.
Lemma po_values h n d : po_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> b [m [k [P [Q [K [V [_ _ _ [_ _ _ _ hV]]]]]]]]; exists V. Qed.
Lemma t5_values h n d : t5_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> isH _; exact: (np_values n isH). Qed.
Lemma head_values h d k : head_k h d k -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> b [Q [K [V [_ _ [_ _ _ hV]]]]]; exists V. Qed.
Lemma sh_values h n d : sh_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> k [/head_values]. Qed.
Lemma db_values h n d : db_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> k [/head_values]. Qed.
End Variants.

(* --- variants.no-position --- *)
(* attest: variants.no-position property_right_stochastic sha256:7d6577032ecf201beeb24a029ac513160eb5d0d0f52ff280891432b5996230d5 theorem:no_position_stochastic *)
Theorem no_position_stochastic : Holds statements_variants_no_position.property_right_stochastic.
Proof. by shows_right_stochastic np_told np_is_attention. Qed.
(* attest: variants.no-position property_identical_rows_stay_identical sha256:374a11c32f241e82b47cc901be1e60f70c344cfd4e2270e8316d9f9bed18c8f9 theorem:no_position_identical_rows *)
Theorem no_position_identical_rows : Holds statements_variants_no_position.property_identical_rows_stay_identical.
Proof. by shows_identical_rows np_told np_is_attention (@np_layer_l); exact: np_values. Qed.
(* attest: variants.no-position property_not_position_aware sha256:12b74e1576f51bf34916098978cbd8b2c0beaf609cc7841dcec33f22106c552a theorem:no_position_not_aware *)
Theorem no_position_not_aware : Holds statements_variants_no_position.property_not_position_aware.
Proof. by shows_not_aware np_told np_is_attention. Qed.

(* --- variants.positional --- *)
(* attest: variants.positional property_right_stochastic sha256:6a8aa4dd6ea2b14f64910aca02554c13aac88c0fb592f2e28ab23a9b9596663d theorem:positional_stochastic *)
Theorem positional_stochastic : Holds statements_variants_positional.property_right_stochastic.
Proof. by shows_right_stochastic po_told po_is_attention. Qed.
(* attest: variants.positional property_identical_rows_stay_identical sha256:6a1abeb11c0b08d359837ef6bf7a2baf22ade30a3343c46cdee7e39f169588a0 theorem:positional_identical_rows *)
Theorem positional_identical_rows : Holds statements_variants_positional.property_identical_rows_stay_identical.
Proof. by shows_identical_rows po_told po_is_attention (@po_layer_l); exact: po_values. Qed.
(* attest: variants.positional property_not_position_aware sha256:0c31d1747af5e812bcda4a7ba3ef06ad67ad95740c858b4ebfdc18b003f9244d theorem:positional_not_aware *)
Theorem positional_not_aware : Holds statements_variants_positional.property_not_position_aware.
Proof. by shows_not_aware po_told po_is_attention. Qed.

(* --- variants.t5 --- *)
(* attest: variants.t5 property_right_stochastic sha256:a52df81ec6e519f206510cc8dd317997c2da2d730f24f16bbcd837d5017b88e1 theorem:t5_stochastic *)
Theorem t5_stochastic : Holds statements_variants_t5.property_right_stochastic.
Proof. by shows_right_stochastic t5_told t5_is_attention. Qed.
(* attest: variants.t5 property_identical_rows_stay_identical sha256:074a81818f4ee7306d487a6f202b0db9f7d7a0e7d8cfad5c805372f04c48f7ff theorem:t5_identical_rows *)
Theorem t5_identical_rows : Holds statements_variants_t5.property_identical_rows_stay_identical.
Proof. by shows_identical_rows t5_told t5_is_attention (@t5_layer_l); exact: t5_values. Qed.
(* attest: variants.t5 property_not_position_aware sha256:d4c3ef3046fa057215635a4187023f41e9ff99f8c98fd583a42c21252cee4dc9 theorem:t5_not_aware *)
Theorem t5_not_aware : Holds statements_variants_t5.property_not_position_aware.
Proof. by shows_not_aware t5_told t5_is_attention. Qed.

(* --- variants.shaw-key --- *)
(* attest: variants.shaw-key property_right_stochastic sha256:adda1c49d604b7827cf94bb478ba3b50bce864778b714fdf0b23e583f47f3eb7 theorem:shaw_stochastic *)
Theorem shaw_stochastic : Holds statements_variants_shaw_key.property_right_stochastic.
Proof. by shows_right_stochastic sh_told sh_is_attention. Qed.
(* attest: variants.shaw-key property_identical_rows_stay_identical sha256:f86bb24df868fc490aed9ea5ae84c1ed7be9b4aba4b8c9670282b186fd9fd8ae theorem:shaw_identical_rows *)
Theorem shaw_identical_rows : Holds statements_variants_shaw_key.property_identical_rows_stay_identical.
Proof. by shows_identical_rows sh_told sh_is_attention (@sh_layer_l); exact: sh_values. Qed.
(* attest: variants.shaw-key property_not_position_aware sha256:2197b0b32ed64cd06fce01d0cd015ab87138a1556f110c5ae91704066572479f theorem:shaw_not_aware *)
Theorem shaw_not_aware : Holds statements_variants_shaw_key.property_not_position_aware.
Proof. by shows_not_aware sh_told sh_is_attention. Qed.

(* --- variants.deberta --- *)
(* attest: variants.deberta property_right_stochastic sha256:0d62718ea813f01f4ed50fe29fddd0ebe1fe06e9bf142a1eda6c13cd29ef1bdc theorem:deberta_stochastic *)
Theorem deberta_stochastic : Holds statements_variants_deberta.property_right_stochastic.
Proof. by shows_right_stochastic db_told db_is_attention. Qed.
(* attest: variants.deberta property_identical_rows_stay_identical sha256:a488fc026e66ab4eed83b22a7620b9b7bed4ade88ee18dcbd639f8e7693e29a2 theorem:deberta_identical_rows *)
Theorem deberta_identical_rows : Holds statements_variants_deberta.property_identical_rows_stay_identical.
Proof. by shows_identical_rows db_told db_is_attention (@db_layer_l); exact: db_values. Qed.
(* attest: variants.deberta property_not_position_aware sha256:ec877725eba023cd34a155b7eb7aa481121ce5d7f4800eaa73159c5538992b55 theorem:deberta_not_aware *)
Theorem deberta_not_aware : Holds statements_variants_deberta.property_not_position_aware.
Proof. by shows_not_aware db_told db_is_attention. Qed.

(* --- variants.shaw-key-value --- *)
(* attest: variants.shaw-key-value property_right_stochastic sha256:2eed85d79a89b9fc35f1933fa44e614ca2b3103dd42ae20f43b912eb79646403 theorem:shaw_value_stochastic *)
Theorem shaw_value_stochastic : Holds statements_variants_shaw_key_value.property_right_stochastic.
Proof. by shows_right_stochastic sv_told sv_is_attention. Qed.
(* attest: variants.shaw-key-value property_not_position_aware sha256:1d8217a8e6e09b3a637c8202f326ef170c6144a8085d20af18c89aeaa83bb610 theorem:shaw_value_not_aware *)
Theorem shaw_value_not_aware : Holds statements_variants_shaw_key_value.property_not_position_aware.
Proof. by shows_not_aware sv_told sv_is_attention. Qed.

(* --- variants.sinusoidal-ape --- *)
(* attest: variants.sinusoidal-ape property_right_stochastic sha256:f29829574ec160829fc51d266191a8bf4dea4737987a6c9c51098adc3ce8b4da theorem:absolute_stochastic *)
Theorem absolute_stochastic : Holds statements_variants_sinusoidal_ape.property_right_stochastic.
Proof. by shows_right_stochastic ab_told ab_is_attention. Qed.
(* attest: variants.sinusoidal-ape property_not_position_aware sha256:e78ee6ad4e30c7809b7047ad2e8f77764a4dbe3a3d29590abe3ae0beaae801f5 theorem:absolute_not_aware *)
Theorem absolute_not_aware : Holds statements_variants_sinusoidal_ape.property_not_position_aware.
Proof. by shows_not_aware ab_told ab_is_attention. Qed.

(* --- variants.gated-output --- *)
(* attest: variants.gated-output property_right_stochastic sha256:c5a7ec268e2573ae84213f6aa6e00121f65dec8fdbd6dfb68e7063ea5cfd79a9 theorem:gated_stochastic *)
Theorem gated_stochastic : Holds statements_variants_gated_output.property_right_stochastic.
Proof. by shows_right_stochastic ga_told ga_is_attention. Qed.
(* attest: variants.gated-output property_not_position_aware sha256:4d472eab2cb6ef7e11e20310e47bbcf830faff95eedfe744ed1859b74ce8a279 theorem:gated_not_aware *)
Theorem gated_not_aware : Holds statements_variants_gated_output.property_not_position_aware.
Proof. by shows_not_aware ga_told ga_is_attention. Qed.
(* attest: variants.gated-output property_identical_rows_stay_identical sha256:be11331f128e3218d0ac0edd89870fb130609badfa1bade37dc847bc23eef017 theorem:gated_identical_rows *)
Theorem gated_identical_rows : Holds statements_variants_gated_output.property_identical_rows_stay_identical.
Proof. by shows_identical_layer ga_told ga_identical. Qed.
