(* SPDX-License-Identifier: Apache-2.0 *)
(* RPE networks with T5's bias (Luo et al. 2022): attention matrices that do not depend on the input, with row sums 1. With the weights 1, 2, ... in all heads narrow networks
   come near every target in L^p, since inputs with two tokens in the same box are few. What calls of the statement's definitions give for them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_networks calls_steps calls_constant_network calls_one_head.
From attest Require Import calls_defined narrow_networks calls_narrow_networks calls_narrow_bodies calls_boxes calls_error_bound calls_target_errors near_targets.
From attest Require Import calls_urpe_bodies calls_shared_bodies.
From attest Require narrow_read narrow_apart digits statements_urpe_headline.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_headline.finding_near_in_lp) f) (only parsing).
Definition t5_attention_d := Eval compute in the "t5_attention".
Definition is_t5_network_d := Eval compute in the "is_t5_network".
Definition is_body_d := Eval compute in the "is_body".
Definition by_weights_d := Eval compute in the "by_weights".

Section T5.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F) (X Y : nat -> nat -> F) (n d i j k l : nat).
Notation rising := (rising S).

(* --- The weights 1, 2, ... ----------------------------------------------------------------------------------------------------------------- *)
Definition row_sum n i : F := \sum_(l <- iota 1 n) rising (i + n - l)%N.
Definition weighted n i j : F := rising (i + n - j)%N / row_sum n i.
Definition t5 n (_ : attention) : nat -> nat -> F := weighted n.
Lemma rising_pos n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> 0 < rising (i + n - j)%N.
Proof. by move=> /andP[i_gt0 _] /andP[_ j_n]; rewrite ltr0n subn_gt0 (leq_ltn_trans j_n) // -[X in (X < _)%N]add0n ltn_add2r. Qed.
Lemma row_sum_ge n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> rising (i + n - j)%N <= row_sum n i.
Proof.
move=> i_n j_n; rewrite /row_sum (bigD1_seq j) ?iota_uniq ?mem_iota ?add1n ?ltnS //= ler_addl sumr_ge0 // => l _.
exact: ler0n.
Qed.
Lemma row_sum_gt0 n i : (0 < i <= n)%N -> 0 < row_sum n i.
Proof. by move=> i_n; apply: lt_le_trans (rising_pos i_n i_n) (row_sum_ge i_n i_n). Qed.
Lemma weighted_itv n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> 0 < weighted n i j <= 1.
Proof. by move=> i_n j_n; rewrite divr_gt0 ?rising_pos ?row_sum_gt0 //= ler_pdivr_mulr ?row_sum_gt0 // mul1r row_sum_ge. Qed.
Lemma weighted_diagonal n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> weighted n i i = weighted n j j -> i = j.
Proof.
move=> i_n j_n; have n_gt0 : (0 < n)%N by case/andP: i_n => i_gt0; exact: leq_trans.
rewrite /weighted ![(_ + n)%N]addnC !addnK => /(mulfI _)/invr_inj; rewrite pnatr_eq0 -lt0n => /(_ n_gt0) sums.
apply: (@rising_sums S n) => //; rewrite -!mulr_suml; congr (_ / _).
exact: sums.
Qed.
Lemma weighted_row n i j l : (0 < i <= n)%N -> (0 < j <= n)%N -> (0 < l <= n)%N -> weighted n i j = weighted n i l -> j = l.
Proof.
move=> i_n /andP[_ j_n] /andP[_ l_n] /(mulIf _); rewrite invr_eq0 gt_eqF ?row_sum_gt0 // => /(_ isT)/eqP; rewrite eqr_nat => /eqP same.
by rewrite -(subKn (leq_trans j_n (leq_addl i n))) same subKn // (leq_trans l_n) // leq_addl.
Qed.

(* --- Bodies --------------------------------------------------------------------------------------------------------------------------------- *)
Notation weight_tag n := (fun _ : attention => vec (2 * n - 1) rising).
Definition t5_body n d Bs : value F := body d "w" (weight_tag n) Bs.
Lemma t5_body_value n d Bs : is_value (t5_body n d Bs).
Proof.
apply: body_value => h; move: (is_value_mat d 1 (fun k _ => WV h k)) (is_value_vec 1 (fun=> bV h)) (is_value_mat 1 d (fun _ k => WO h k)) (is_value_vec (2 * n - 1) rising).
by rewrite /body_head; move: (mat _ _ _) (vec _ _) (mat _ _ _) (vec _ _) => A b O c valA valb valO valc; rewrite /= valA valb valO valc.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_plain" _ = _ => apply: call_is_plain_body; provided
  | |- call _ _ "is_rowwise_part" _ = _ => apply: call_is_rowwise_body; [provided | assumption]
  | |- call _ _ "is_value_path" _ = _ => apply: call_is_path_body; provided
  end.
Lemma call_is_t5_body defs n d Bs :
  provides [:: is_body_d; is_t5_network_d; is_plain_block_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N ->
  (forall B, List.In B Bs -> narrow B) -> call fs defs "is_body" [:: t5_body n d Bs; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P n_gt0 all_narrow; enter; refine (y_call (vs := [:: t5_body n d Bs; Num n%:R; Num d%:R]) _ _ _); [by values | reflexivity | ].
have {}P : provides [:: is_t5_network_d; is_plain_block_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] earlier by provided.
clear -P n_gt0 all_narrow floor_int; move: earlier P => defs' P.
enter; apply: true_and_true; first by value.
apply: y_and1; apply: (y_all_in (h := body_block d "w" (weight_tag n)) (l := Bs)) => // B /all_narrow[_ /andP[units_gt0 _] _].
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "w" (weight_tag n) B) by [].
apply: true_and_true; first by value.
apply: true_and_true; first by value.
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "w" (weight_tag n)) (heads B))) by apply: (y_field B_y).
apply: y_and1; apply: (y_all_in heads_y) => h _.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "w" (weight_tag n) h) by [].
have w_y : yields fs earlier env' (Field (Name "h") "w") (vec (2 * n - 1) rising) by apply: (y_field h_y).
apply: true_and_true.
  refine (y_call (all_cons w_y (all_cons _ (all_nil _ _ _))) _ _); [by apply: (two_n_y _ n_gt0) | reflexivity | by apply: call_is_vector; provided].
apply: true_and_true; last by apply: y_and1; value.
apply: yields_eq; first by apply: (y_all (h := fun k => Num (rising k)) (l := iota 1 (2 * n - 1))); [exact: w_y | move=> k _; value].
by congr Bool; apply/allP => k /in_from_1/andP[k_gt0 _]; rewrite ltr0n.
Qed.

(* --- Attention --------------------------------------------------------------------------------------------------------------------------------- *)
Lemma call_t5_attention defs n : provides [:: t5_attention_d; relative_d] defs -> (0 < n)%N ->
  call fs defs "t5_attention" [:: vec (2 * n - 1) rising; Num n%:R] = Value (mat n n (weighted n)).
Proof.
move=> P n_gt0; enter; apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_n].
set env := _ :: _.
have relative_y a (x y : string) k l : lookup "w"%string a = Some (vec (2 * n - 1) rising) -> lookup x a = Some (Num k%:R) -> lookup y a = Some (Num l%:R) ->
    lookup "n"%string a = Some (Num n%:R) -> (0 < k <= n)%N -> (0 < l <= n)%N ->
    yields fs earlier a (Call "relative" [:: Name "w"; Name x; Name y; Name "n"]%string) (Num (rising (k + n - l)%N)).
  move=> w_in x_in y_in n_in k_n l_n; refine (y_call (vs := [:: vec (2 * n - 1) rising; Num k%:R; Num l%:R; Num n%:R]) _ _ _); [ | reflexivity | ].
    by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); exact: y_name.
  by apply: (@call_relative _ _ floor_int _ n k l (fun k => Num (rising k))) => //; provided.
apply: y_divide; [exact: (relative_y env "i" "j")%string | | by rewrite gt_eqF // row_sum_gt0].
apply: (y_sum (h := fun k : nat => Num k%:R) (l := iota 1 n)); [by value | move=> k /in_from_1 k_n].
by apply: (relative_y _ "i" "k")%string.
Qed.
Lemma call_by_weights defs n d Bs : provides [:: by_weights_d; t5_attention_d; relative_d] defs -> (0 < n)%N ->
  call fs defs "by_weights" [:: t5_body n d Bs; Num n%:R] = Value (List (map (evaluated_block n d (t5 n)) Bs)).
Proof.
move=> P n_gt0; enter; apply: (y_list_in (h := body_block d "w" (weight_tag n))) => // B _.
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block d "w" (weight_tag n) B) by [].
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map (body_head d "w" (weight_tag n)) (heads B))) by apply: (y_field B_y).
apply: y_record; apply: fields_cons; last by fields_of.
apply: (y_list_in (g := evaluated_head n d (t5 n)) heads_y) => h _.
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head d "w" (weight_tag n) h) by [].
have w_y : yields fs earlier env' (Field (Name "h") "w") (vec (2 * n - 1) rising) by apply: (y_field h_y).
apply: y_record; apply: fields_cons; last by fields_of.
refine (y_call (all_cons w_y (all_cons _ (all_nil _ _ _))) _ _); [by value | reflexivity | apply: call_t5_attention; [provided | exact: n_gt0]].
Qed.

(* --- Near every target ------------------------------------------------------------------------------------------------------------------------ *)
Definition pairs n : seq (nat * nat) := [seq (i, j) | i <- iota 0 n, j <- iota 0 n].
Definition alike_rows n d (r : nat * nat) (t : seq nat) : bool := (r.1 < r.2 < n)%N && (nth 0%N t (r.1 * d) == nth 0%N t (r.2 * d)).
Definition not_apart n d (t : seq nat) : bool := has (fun r => alike_rows n d r t) (pairs n).
Lemma few_not_apart n d m : (0 < d)%N -> (count (not_apart n d) (places n d m) <= n * n * m ^ (n * d).-1)%N.
Proof.
move=> d_gt0; have <- : size (pairs n) = (n * n)%N by rewrite size_allpairs size_iota.
apply: (narrow_apart.count_has (P := alike_rows n d)) => r; rewrite /alike_rows; case: (boolP (r.1 < r.2 < n)%N) => [/andP[r12 r2_n]|_]; last by rewrite count_pred0.
rewrite -[m in (_ <= m ^ _)%N](size_iota 0); apply: narrow_apart.count_equal; first exact: iota_uniq.
by rewrite !ltn_mul2r d_gt0 r12.
Qed.
Lemma apart_rows n d t : ~~ not_apart n d t -> forall i j, (0 < i < j)%N -> (j <= n)%N -> place_of d t i 1%N <> place_of d t j 1%N.
Proof.
move=> /hasPn apart [|i] [|j] // /andP[_ ij] j_n same; rewrite ltnS in ij; have ij_in : (i, j) \in pairs n.
  by rewrite allpairs_f // mem_iota add0n // (ltn_trans ij j_n).
have /negP[] := apart (i, j) ij_in; rewrite /alike_rows /= j_n ij /=.
by move: same; rewrite /place_of /flat !addn1 /= => ->.
Qed.

Theorem near_with_t5 defs n d p (f : value F) (eps : F) :
  provides is_target_l defs -> provides error_bound_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < p)%N ->
  call fs defs "is_target" [:: f; Num n%:R; Num d%:R] = Value (Bool true) -> 0 < eps ->
  exists (Bs : seq (block F)) (low high : F) (m : nat) (strip y : F),
    [/\ forall B, List.In B Bs -> narrow B, low <= high, (0 < m)%N /\ 0 < strip < 1 / m%:R, y < eps ^+ p &
        call fs defs "error_bound" [:: f; List (map (evaluated_block n d (t5 n)) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] = Value (Num y)].
Proof.
move=> Wt We n_gt0 d_gt0 p_gt0 told eps_gt0.
have [m [strip [low [high [tab [m_gt0 strip_in low_high tab_in small]]]]]] := small_error_off (n * n)%N Wt told n_gt0 d_gt0 p_gt0 (exprn_gt0 p eps_gt0).
have /andP[strip_gt0 strip_lt] := strip_in; pose T q := tab (place_list n d q).
have [||||Bs [T' [all_single table some_value T'_T]]] := @narrow_apart.apart_table_network F n d m strip (weighted n) T n_gt0 d_gt0 m_gt0 strip_gt0 strip_lt.
- exact: weighted_itv.
- exact: weighted_diagonal.
- exact: weighted_row.
- by move=> q r alike i k _ _; rewrite /T (place_list_alike d_gt0 alike).
have all_narrow B : List.In B Bs -> narrow B by case/all_single.
have have_units B : List.In B Bs -> (0 < size (units B))%N by case/all_narrow=> _ /andP[].
have [|t t_in|t t_in i j i_n j_d|t t_in t_apart i j i_n j_d|y y_c y_lt] :=
  small defs (map (evaluated_block n d (t5 n)) Bs) (fun t => T' (place_of d t)) (not_apart n d) We.
- exact: few_not_apart.
- move: t t_in; apply: computes_on_boxes => //; first exact: ltW.
  move=> t Xs t_in Xs_in; apply: table Xs_in => i k i_n k_d; exact: places_below t_in i_n k_d.
- have [q [l [q_m l_n ->]]] := some_value (place_of d t) i; apply: tab_in => //.
  rewrite digits.mem_lists_over size_map size_iota eqxx /=; apply/allP => _ /mapP[k _ ->].
  by rewrite /= mem_iota add0n leq0n q_m.
- rewrite T'_T ?/T ?(place_listK d_gt0 t_in) //; first by move=> i' k' i'_n k'_d; exact: places_below t_in i'_n k'_d.
  exact: apart_rows.
by exists Bs, low, high, m, strip, y.
Qed.
End T5.
