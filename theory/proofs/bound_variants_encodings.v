(* SPDX-License-Identifier: Apache-2.0 *)
(* Softmax attention with other encodings, and kernels of distances: the properties of variants.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_encodings bound_variants_softmax.
From attest Require statements_variants_transformer_xl statements_variants_swin statements_variants_graphormer statements_variants_at5
  statements_variants_rope statements_variants_kerple.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Local Notation head_l := [:: is_head_d; is_base_d; is_matrix_d; is_vector_d].
Local Notation softmax_l l := (softmax_matrix_d :: softmax_in_d :: scores_d :: power_d :: l).
Local Notation attend_l l := (attend_d :: softmax_l l).
Local Notation plain_l := [:: transpose_d; matmul_d; is_rectangular_d].
Local Notation matrices_l := [:: transpose_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Local Notation products_l := [:: transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].

Definition tx_A := Eval compute in of_claim statements_variants_transformer_xl.printed "A".
Definition tx_attention := Eval compute in of_claim statements_variants_transformer_xl.printed "transformer_xl_attention".
Definition tx_scores := Eval compute in of_claim statements_variants_transformer_xl.printed "transformer_xl_scores".
Definition tx_bias := Eval compute in of_claim statements_variants_transformer_xl.printed "bias_transformer_xl".
Definition tx_is := Eval compute in of_claim statements_variants_transformer_xl.printed "is_transformer_xl".
Definition sw_A := Eval compute in of_claim statements_variants_swin.printed "A".
Definition sw_attention := Eval compute in of_claim statements_variants_swin.printed "swin_attention".
Definition sw_is := Eval compute in of_claim statements_variants_swin.printed "is_swin".
Definition gr_A := Eval compute in of_claim statements_variants_graphormer.printed "A".
Definition gr_attention := Eval compute in of_claim statements_variants_graphormer.printed "graphormer_attention".
Definition gr_is := Eval compute in of_claim statements_variants_graphormer.printed "is_graphormer".
Definition at_A := Eval compute in of_claim statements_variants_at5.printed "A".
Definition at_attention := Eval compute in of_claim statements_variants_at5.printed "at5_attention".
Definition at_is := Eval compute in of_claim statements_variants_at5.printed "is_at5".
Definition ro_A := Eval compute in of_claim statements_variants_rope.printed "A".
Definition ro_attention := Eval compute in of_claim statements_variants_rope.printed "rope_attention".
Definition ro_is := Eval compute in of_claim statements_variants_rope.printed "is_rope".
Definition ke_A := Eval compute in of_claim statements_variants_kerple.printed "A".
Definition ke_attention := Eval compute in of_claim statements_variants_kerple.printed "kerple_attention".
Definition ke_divide_rows := Eval compute in of_claim statements_variants_kerple.printed "divide_rows".
Definition ke_is := Eval compute in of_claim statements_variants_kerple.printed "is_kerple".

Section Variants.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (h : value F) (n d : nat).
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "power" _ = _ => found_call call_power
  | |- call _ _ "softmax_matrix" _ = _ => found_call call_softmax_matrix
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "relative" _ = _ => found_call call_relative
  | |- call _ _ "bias_swin" _ = _ => found_call call_bias_swin
  | |- call _ _ "bias_graphormer" _ = _ => found_call call_bias_graphormer
  | |- call _ _ "bias_at5" _ = _ => apply: call_bias_at5; first [eassumption | provided]
  | |- call _ _ "rotated" _ = _ => found_call call_rotated
  | |- call _ _ "kerple_factor" _ = _ => apply: call_kerple_factor; first [eassumption | provided | exact: normr_ge0]
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Ltac opened_condition W found We :=
  let e := fresh "e" in split=> // h n d n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=;
  have [h_y n_y d_y] := arguments_y e h n d.

(* --- variants.transformer-xl --- *)
Definition tx_info h n d : Prop := exists k, head_k h d k /\ exists q r R u v, [/\ (0 < q)%N, field_at h "r" = Value (mat (2 * n - 1) q r),
  field_at h "WR" = Value (mat q k R), field_at h "u" = Value (vec k u) & field_at h "v" = Value (vec k v)].
Lemma tx_told defs : provides (tx_is :: head_l) defs -> told S defs "is_transformer_xl" tx_info.
Proof.
move=> W; opened_condition W found We; case/true_let=> kv ykv.
set env := ("k"%string, kv) :: _; have {}h_y : yields fs e env (Name "h") h by [].
case/true_and=> is_h /true_and[q_pos /true_and[is_r /true_and[is_R /true_and[is_u /true_and[is_v _]]]]].
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
have Wv : provides [:: is_vector_d] e by provided.
have [|k hk] := @head_ofE S h d; first by apply: (is_head_call We _ _ _ _ is_h).
have kE : kv = Num k%:R.
  case: hk => [b [Q [K [V [_ _ [_ hQ _ _]]]]]].
  by apply: (yields_inj ykv); apply: (yields_columns d_gt0 _ hQ).
have k_y : yields fs e env (Name "k") (Num k%:R) by rewrite /env kE.
have [|q [r [hr yq]]] := is_matrix_field Wm _ h_y is_r (yields_2n1 _ n_gt0 (erefl : lookup "n" env = _)).
  by rewrite subn_gt0; case: (n) n_gt0 => // n' _; rewrite mulnS.
have q_gt0 := at_least_1 q_pos yq.
have [k' [R [hR yk']]] := is_matrix_field Wm q_gt0 h_y is_R yq.
have kk : k' = k by apply/natr_inj/(yields_inj yk' k_y).
have [u hu] := is_vector_field Wv h_y is_u k_y; have [v hv] := is_vector_field Wv h_y is_v k_y.
by exists k; split=> //; exists q, r, R, u, v; split=> //; rewrite hR kk.
Qed.
Lemma tx_is_attention defs : provides [:: tx_A, tx_attention, tx_scores & softmax_l (tx_bias :: relative_d :: products_l)] defs ->
  attention_is S defs tx_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [k [[b [Q [K [V [good k_gt0 [hb hQ hK hV]]]]]] [q [r [R [u [v [q_gt0 hr hR hu hv]]]]]]]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.swin --- *)
Definition sw_info h n d : Prop := head_of h d /\ exists u w T, [/\ (0 < w)%N, (u * w = n)%N, field_at h "H" = Value (Num u%:R),
  field_at h "W" = Value (Num w%:R) & field_at h "table" = Value (mat (2 * u - 1) (2 * w - 1) T)].
Lemma sw_told defs : provides (sw_is :: head_l) defs -> told S defs "is_swin" sw_info.
Proof.
move=> W; opened_condition W found We.
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
case/true_and=> is_h /true_and[is_H /true_and[is_W /true_and[H_pos /true_and[area /true_and[is_T _]]]]].
split; first by apply: (is_head_call We _ _ _ _ is_h).
have [i hi] := is_integer_field h_y is_H; have [j hj] := is_integer_field h_y is_W.
have yi := y_field h_y hi; have yj := y_field h_y hj.
have i_gt0 : 0 < i.
  have : (1%:~R : F) <= i%:~R by move: H_pos; rewrite /yields /= in yi *; rewrite yi /=; case: (_ <= _).
  by rewrite ler_int -gtz0_ge1.
have ij : i * j = n.
  by move: area; rewrite /yields /= in yi yj *; rewrite yi yj /= -intrM pmulrn eqr_int; case: eqP.
case: i i_gt0 ij hi yi => // -[//|u] _ ij hi yi.
case: j ij hj yj => [w|w] ij hj yj; last first.
  by have : n%:Z < 0 :> int by rewrite -ij.
have uw : (u.+1 * w)%N = n by case: ij.
have w_gt0 : (0 < w)%N by case: (w) uw n_gt0 => //; rewrite muln0 => <-.
have two y m s (m_gt0 : (0 < m)%N) : yields fs e [:: ("h"%string, h); ("n"%string, Num n%:R); ("d"%string, Num d%:R)] (Field (Name "h") s) (Num y) ->
    y = m%:R -> yields fs e [:: ("h"%string, h); ("n"%string, Num n%:R); ("d"%string, Num d%:R)]
      (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Field (Name "h") s)) (Number (BinNums.Npos BinNums.xH)))
      (Num (2 * m - 1)%:R).
  move=> ys yE; rewrite -twice_less_1 // -yE; apply: y_subtract; last by value.
  by apply: y_multiply ys; value.
have [T hT] := is_matrix_known Wm h_y is_T (two _ u.+1 _ isT yi erefl) (two _ w _ w_gt0 yj erefl).
by exists u.+1, w, T.
Qed.
Lemma sw_is_attention defs : provides [:: sw_A, sw_attention, bias_swin_d, window_column_d, window_row_d & softmax_l matrices_l] defs ->
  attention_is S defs sw_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [u [w [T [w_gt0 uw hH hW hT]]]]].
subst n; by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.graphormer --- *)
Definition gr_info h n d : Prop := head_of h d /\ exists G b, field_at h "G" = Value (mat n n G) /\ field_at h "b" = Value (vec (n + 1) b).
Lemma gr_told defs : provides (gr_is :: head_l) defs -> told S defs "is_graphormer" gr_info.
Proof.
move=> W; opened_condition W found We.
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
case/true_and=> is_h /true_and[is_G /true_and[_ /true_and[_ /true_and[is_b _]]]].
split; first by apply: (is_head_call We _ _ _ _ is_h).
have [G hG] := is_matrix_known Wm h_y is_G n_y n_y.
have Wv : provides [:: is_vector_d] e by provided.
have n1_y : yields fs e [:: ("h"%string, h); ("n"%string, Num n%:R); ("d"%string, Num d%:R)]
    (Binary Add (Name "n") (Number (BinNums.Npos BinNums.xH))) (Num (n + 1)%:R) by rewrite natrD; value.
have [b hb] := is_vector_field Wv h_y is_b n1_y.
by exists G, b.
Qed.
Lemma gr_is_attention defs : provides [:: gr_A, gr_attention, bias_graphormer_d, path_lengths_d & softmax_l matrices_l] defs ->
  attention_is S defs gr_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [G [t [hG ht]]]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.at5 --- *)
Definition at_info h n d : Prop := head_of h d /\ exists g g' N N',
  [/\ field_at h "plus" = Value g, field_at h "minus" = Value g', is_of g N & is_of g' N'].
Lemma at_told defs : provides [:: at_is, is_at5_network_d & head_l] defs -> told S defs "is_at5" at_info.
Proof.
move=> W; opened_condition W found We; case/true_and=> is_h /true_and[is_g /true_and[is_g' _]].
have Wn : provides [:: is_at5_network_d; is_matrix_d; is_vector_d] e by provided.
split; first by apply: (is_head_call _ _ _ _ _ is_h) => //; provided.
have network_of s : yields fs e [:: ("h"%string, h); ("n"%string, Num n%:R); ("d"%string, Num d%:R)]
    (Call "is_at5_network" [:: Field (Name "h") s]) (Bool true) -> exists g N, field_at h s = Value g /\ is_of g N.
  case/true_call=> // vs /true_cons[g [vs' [yg /true_nil-> ->]]] is_n.
  by have [N isN] := is_network_true Wn is_n; exists g, N; split=> //; exact: true_field h_y yg.
have [g [N [hg isN]]] := network_of _ is_g; have [g' [N' [hg' isN']]] := network_of _ is_g'.
by exists g, g', N, N'.
Qed.
Lemma at_is_attention defs : provides [:: at_A, at_attention, bias_at5_d, at5_network_d, affine_d, at5_bucket_d & softmax_l
    [:: relu_d; transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d]] defs ->
  attention_is S defs at_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [g [g' [N [N' [hg hg' isN isN']]]]]].
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.rope --- *)
Definition ro_info h n d : Prop := exists b p Q K V w, [/\ good_base b, (0 < p)%N & [/\ field_at h "base" = Value b,
  field_at h "WQ" = Value (mat d (2 * p) Q), field_at h "WK" = Value (mat d (2 * p) K), field_at h "WV" = Value (mat d d V) &
  field_at h "angles" = Value (mat p 2 w)]].
Lemma ro_told defs : provides (ro_is :: head_l) defs -> told S defs "is_rope" ro_info.
Proof.
move=> W; opened_condition W found We.
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
case/true_and=> is_h /true_and[is_w /true_and[cols _]].
have [b k Q K V good k_gt0 hb hQ hK hV] : head_of h d by apply: (is_head_call We _ _ _ _ is_h).
have two_y : yields fs e [:: ("h"%string, h); ("n"%string, Num n%:R); ("d"%string, Num d%:R)] (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Num 2%:R) by value.
have [p [w hw]] := is_matrix_own Wm h_y is_w two_y.
have kp : k = (2 * p)%N.
  have yk := yields_columns d_gt0 h_y hQ.
  have yp : yields fs e [:: ("h"%string, h); ("n"%string, Num n%:R); ("d"%string, Num d%:R)] (Call "len" [:: Field (Name "h") "angles"]) (Num p%:R).
    by apply: (@y_len _ _ _ _ _ p (fun i => vec 2 (w i))); apply: y_field h_y hw.
  apply/eqP; rewrite -(eqr_nat F) natrM; move: cols; rewrite /yields /= in yk yp *.
  by rewrite yk yp /=; case: eqP.
subst k; exists b, p, Q, K, V, w; split=> //.
by move: k_gt0; rewrite muln_gt0.
Qed.
Lemma ro_is_attention defs : provides [:: ro_A, ro_attention, rotated_d, angle_at_d, turned_d, softmax_matrix_d, softmax_in_d, power_d & plain_l] defs ->
  attention_is S defs ro_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [b [p [Q [K [V [w [good p_gt0 [hb hQ hK hV hw]]]]]]]].
have k_gt0 : (0 < 2 * p)%N by rewrite muln_gt0.
by eexists; last (enter; value); apply: softened_stochastic.
Qed.

(* --- variants.kerple --- *)
Definition ke_info h n d : Prop := head_of h d /\ exists r1 r2, [/\ 0 < r2, field_at h "r1" = Value (Num r1) & field_at h "r2" = Value (Num r2)].
Lemma ke_told defs : provides (ke_is :: head_l) defs -> told S defs "is_kerple" ke_info.
Proof.
move=> W; opened_condition W found We; case/true_and=> is_h /true_and[is_1 /true_and[is_2 _]].
split; first by apply: (is_head_call We _ _ _ _ is_h).
by have [r1 _ h1] := above_field h_y is_1; have [r2 r2_gt0 h2] := above_field h_y is_2; exists r1, r2.
Qed.
Lemma ke_is_attention defs : provides [:: ke_A, ke_attention, kerple_factor_d, ke_divide_rows, scores_d, power_d & plain_l] defs ->
  attention_is S defs ke_info (fun n A => stochastic n A).
Proof.
move=> W h n d X n_gt0 d_gt0 [[b k Q K V good k_gt0 hb hQ hK hV] [r1 [r2 [r2_gt0 h1 h2]]]].
have weights_gt0 i j s : 0 < weight fs b s * factor r1 r2 `|i%:R - j%:R|.
  by rewrite mulr_gt0 ?factor_gt0 // weight_gt0 //; exact: exp_gt0_S.
have sums_gt0 i (s : nat -> F) : 0 < \sum_(j <- iota 1 n) weight fs b (s j) * factor r1 r2 `|i%:R - j%:R| by apply: sum_gt0 => // j.
eexists; last by enter; value; rewrite ?gt_eqF.
split=> i => [j _ | _]; first by rewrite divr_ge0 // ltW.
by rewrite -mulr_suml divff // gt_eqF.
Qed.

Definition tx_layer_l := [:: tx_A, tx_attention, tx_scores & attend_l (tx_bias :: relative_d :: products_l)].
Definition sw_layer_l := [:: sw_A, sw_attention, bias_swin_d, window_column_d, window_row_d & attend_l matrices_l].
Definition gr_layer_l := [:: gr_A, gr_attention, bias_graphormer_d, path_lengths_d & attend_l matrices_l].
Definition at_layer_l := [:: at_A, at_attention, bias_at5_d, at5_network_d, affine_d, at5_bucket_d & attend_l
  [:: relu_d; transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d]].
Definition ro_layer_l := [:: ro_A, ro_attention, rotated_d, angle_at_d, turned_d, attend_d, softmax_matrix_d, softmax_in_d, power_d & matrices_l].
Definition ke_layer_l := [:: ke_A, ke_attention, kerple_factor_d, attend_d, ke_divide_rows, scores_d, power_d & matrices_l].
Lemma tx_values h n d : tx_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> k [/head_values]. Qed.
Lemma sw_values h n d : sw_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> isH _; exact: (np_values n isH). Qed.
Lemma gr_values h n d : gr_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> isH _; exact: (np_values n isH). Qed.
Lemma at_values h n d : at_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> isH _; exact: (np_values n isH). Qed.
Lemma ro_values h n d : ro_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> b [p [Q [K [V [w [_ _ [_ _ _ hV _]]]]]]]; exists V. Qed.
Lemma ke_values h n d : ke_info h n d -> exists V, field_at h "WV" = Value (mat d d V).
Proof. by case=> isH _; exact: (np_values n isH). Qed.
End Variants.

(* --- variants.transformer-xl --- *)
(* attest: variants.transformer-xl property_right_stochastic sha256:b5a83229937b71e4ea5d2d1a57b84ed657baff8ae3baa798a2b90ef73facd514 theorem:transformer_xl_stochastic *)
Theorem transformer_xl_stochastic : Holds statements_variants_transformer_xl.property_right_stochastic.
Proof. by shows_right_stochastic tx_told tx_is_attention. Qed.
(* attest: variants.transformer-xl property_identical_rows_stay_identical sha256:610d4b8eeb53c4419048b1c99ff9984a3ff6ce55c3b13ff35baa3300107db381 theorem:transformer_xl_identical_rows *)
Theorem transformer_xl_identical_rows : Holds statements_variants_transformer_xl.property_identical_rows_stay_identical.
Proof. by shows_identical_rows tx_told tx_is_attention tx_layer_l; exact: tx_values. Qed.
(* attest: variants.transformer-xl property_not_position_aware sha256:624a3205ccd0755e7da31438c3ab277fe560c99bc8f0eaeadd3aed29b6653f58 theorem:transformer_xl_not_aware *)
Theorem transformer_xl_not_aware : Holds statements_variants_transformer_xl.property_not_position_aware.
Proof. by shows_not_aware tx_told tx_is_attention. Qed.

(* --- variants.swin --- *)
(* attest: variants.swin property_right_stochastic sha256:2efbe8b2237f93286e171467dd9d8b4de51e05bd2ce850f426ba2ed946c47036 theorem:swin_stochastic *)
Theorem swin_stochastic : Holds statements_variants_swin.property_right_stochastic.
Proof. by shows_right_stochastic sw_told sw_is_attention. Qed.
(* attest: variants.swin property_identical_rows_stay_identical sha256:0d1377acda11e85f0e7a6c8a1750f6458271de763a8b5e51a6288c07319d7da6 theorem:swin_identical_rows *)
Theorem swin_identical_rows : Holds statements_variants_swin.property_identical_rows_stay_identical.
Proof. by shows_identical_rows sw_told sw_is_attention sw_layer_l; exact: sw_values. Qed.
(* attest: variants.swin property_not_position_aware sha256:53b70caf2256a4736bcc6a92d3c51e8cb758777bf04870d01f8a608c0e935c93 theorem:swin_not_aware *)
Theorem swin_not_aware : Holds statements_variants_swin.property_not_position_aware.
Proof. by shows_not_aware sw_told sw_is_attention. Qed.

(* --- variants.graphormer --- *)
(* attest: variants.graphormer property_right_stochastic sha256:cedd171b2c3d3ea9c858777ca8e60cb6ef8d5a2143df6a7b1a17e0b6600a2fbe theorem:graphormer_stochastic *)
Theorem graphormer_stochastic : Holds statements_variants_graphormer.property_right_stochastic.
Proof. by shows_right_stochastic gr_told gr_is_attention. Qed.
(* attest: variants.graphormer property_identical_rows_stay_identical sha256:d1b5e0659ac9711be6d1c1ec6d825e9937adc34f2faa4c8c0e50745f8d85c085 theorem:graphormer_identical_rows *)
Theorem graphormer_identical_rows : Holds statements_variants_graphormer.property_identical_rows_stay_identical.
Proof. by shows_identical_rows gr_told gr_is_attention gr_layer_l; exact: gr_values. Qed.
(* attest: variants.graphormer property_not_position_aware sha256:4ec65c424e97d1324f157183b076cbef3506c952a6be5bbf02a3b9649e6662bc theorem:graphormer_not_aware *)
Theorem graphormer_not_aware : Holds statements_variants_graphormer.property_not_position_aware.
Proof. by shows_not_aware gr_told gr_is_attention. Qed.

(* --- variants.at5 --- *)
(* attest: variants.at5 property_right_stochastic sha256:daa8bf3f7c597baadbf3ee2500334ee551d6ec217bbfe88b8da8f4c73c587b69 theorem:at5_stochastic *)
Theorem at5_stochastic : Holds statements_variants_at5.property_right_stochastic.
Proof. by shows_right_stochastic at_told at_is_attention. Qed.
(* attest: variants.at5 property_identical_rows_stay_identical sha256:5cbd570a1ecc01c25848ed32a832e5a27666796dcc3803179bfe1708ca202956 theorem:at5_identical_rows *)
Theorem at5_identical_rows : Holds statements_variants_at5.property_identical_rows_stay_identical.
Proof. by shows_identical_rows at_told at_is_attention at_layer_l; exact: at_values. Qed.
(* attest: variants.at5 property_not_position_aware sha256:bb25edb08920d43717b9b6bddb119ae6e23000166376faf9a9e68f128779f0ba theorem:at5_not_aware *)
Theorem at5_not_aware : Holds statements_variants_at5.property_not_position_aware.
Proof. by shows_not_aware at_told at_is_attention. Qed.

(* --- variants.rope --- *)
(* attest: variants.rope property_right_stochastic sha256:74cdf6046b4ddd9ff4e8b5660cfeefe19aaca07f509b7d4aaee0f02f98734e47 theorem:rope_stochastic *)
Theorem rope_stochastic : Holds statements_variants_rope.property_right_stochastic.
Proof. by shows_right_stochastic ro_told ro_is_attention. Qed.
(* attest: variants.rope property_identical_rows_stay_identical sha256:65bd9d890f6820aad6e1e566130d16fae09601615de0bb8af0dcdb29f660454e theorem:rope_identical_rows *)
Theorem rope_identical_rows : Holds statements_variants_rope.property_identical_rows_stay_identical.
Proof. by shows_identical_rows ro_told ro_is_attention ro_layer_l; exact: ro_values. Qed.
(* attest: variants.rope property_not_position_aware sha256:3dd253cf56ea8fea041734047e9ae36975bc0852f566d47e092f4e6806eef706 theorem:rope_not_aware *)
Theorem rope_not_aware : Holds statements_variants_rope.property_not_position_aware.
Proof. by shows_not_aware ro_told ro_is_attention. Qed.

(* --- variants.kerple --- *)
(* attest: variants.kerple property_right_stochastic sha256:2470e622a88f1587e966aaa21814d7359b879dad14323cba21cbb42a487038e0 theorem:kerple_stochastic *)
Theorem kerple_stochastic : Holds statements_variants_kerple.property_right_stochastic.
Proof. by shows_right_stochastic ke_told ke_is_attention. Qed.
(* attest: variants.kerple property_identical_rows_stay_identical sha256:819a66763ece3e930b6d426e7773ad1758e3b5794cf7d0c560f1547c0f20088e theorem:kerple_identical_rows *)
Theorem kerple_identical_rows : Holds statements_variants_kerple.property_identical_rows_stay_identical.
Proof. by shows_identical_rows ke_told ke_is_attention ke_layer_l; exact: ke_values. Qed.
(* attest: variants.kerple property_not_position_aware sha256:edb824c1f48e70a17552345b6c9cb960e2d5f25ead5ee024119232fbc8767d6b theorem:kerple_not_aware *)
Theorem kerple_not_aware : Holds statements_variants_kerple.property_not_position_aware.
Proof. by shows_not_aware ke_told ke_is_attention. Qed.
