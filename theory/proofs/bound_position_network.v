(* SPDX-License-Identifier: Apache-2.0 *)
(* Position identification: no RPE Transformer solves it, a URPE Transformer of one block with one head does. Theorems of position_identification.v as the
   meaning of their statements (urpe.position-identification). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_attention calls_heads calls_constant_network calls_two_runs calls_one_head.
From attest Require Import bound_identical_rows bound_position_identification.
From attest Require calls_whole calls_tuples position_identification calls_plain_networks statements_urpe_position_identification.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_position_identification.finding_one_head_is_enough) f) (only parsing).
Definition one_hot_d := Eval compute in the "one_hot".
Definition embed_d := Eval compute in the "embed".
Definition positions_d := Eval compute in the "positions".
Definition answers_d := Eval compute in the "answers".
Definition solves_d := Eval compute in the "solves".
Definition urpe_block_d := Eval compute in the "urpe_block".
Definition urpe_network_d := Eval compute in the "urpe_network".
Definition is_rpe_network_d := Eval compute in the "is_rpe_network".
Definition is_urpe_network_d := Eval compute in the "is_urpe_network".
Definition is_small_d := Eval compute in the "is_small".
Notation blocks_l := [:: urpe_network_d; urpe_block_d; normalize_d; normalize_row_d; ffn_d; head_d; relu_d; urpe_attention_d; rpe_attention_d; bias_d; bias_transformer_xl_d;
  bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; add_row_d; transpose_d; hadamard_d; matadd_d; matmul_d; dot_d; same_shape_d;
  is_rectangular_d].
Notation conditions_l := [:: is_urpe_network_d; is_rpe_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_variant_d; is_matrix_d; is_vector_d].

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].

Section Network.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (X Y : nat -> nat -> F) (w : nat -> nat) (n V d m i j b l t : nat).

(* --- The network: the token's columns 1, ..., V, the index in column V + 1, the answers behind -------------------------------------------- *)
Definition width n V : nat := (V + 1 + n)%N.
Definition reads_token V (q _ : nat) : F := if (q <= V)%N then 1 else 0.
Definition writes_index V (_ j : nat) : F := if j == V.+1 then 1 else 0.
Definition lower n p : F := if (n <= p)%N then n%:R else 0.
(* The hidden units max(i - t, 0), t = 0, ..., n - 1; the token's columns carry the constant. Second differences of them are the answers. *)
Definition unit_in V (q l : nat) : F := if (q <= V)%N then - l.-1%:R else if q == V.+1 then 1 else 0.
Definition hat (t k : nat) : F := (t == k)%:R - 2%:R * (t == k.+1)%:R + (t == k.+2)%:R.
Definition unit_out V (l j : nat) : F := if (j <= V.+1)%N then 0 else hat l.-1 (j - V.+2).
Definition index_head n V : value F := even_head n (width n V) 1 (lower n) (reads_token V) (fun=> 0) (writes_index V).
Definition index_block n V : value F := one_head_block (width n V) n (index_head n V) (fun=> 0) (unit_in V) (fun=> 0) (unit_out V) (fun=> 0).
Definition index_network n V : value F := List [:: index_block n V].
Lemma index_network_value n V : is_value (index_network n V).
Proof. by apply/andP; split=> //; apply: one_head_block_value; exact: even_head_value. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "urpe_attention" _ = _ => found_call call_even_attention
  end.
Lemma width_gt0 n V : (0 < n)%N -> (0 < width n V)%N.
Proof. by move=> n_gt0; rewrite /width addn_gt0 n_gt0 orbT. Qed.

(* --- Conditions ------------------------------------------------------------------------------------------------------------------------------ *)
Lemma index_network_meets defs n V : provides conditions_l defs -> (0 < n)%N ->
  call fs defs "is_urpe_network" [:: index_network n V; Num n%:R; Num (width n V)%:R] = Value (Bool true).
Proof.
move=> P n_gt0; have d_gt0 := width_gt0 V n_gt0; set d := width n V; have one_d : (0 < 1 <= d)%N by [].
have two_n env e : lookup "n"%string env = Some (Num n%:R) ->
  yields fs e env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
  by move=> n_in; rewrite -twice_less_1 //; apply: y_subtract; [apply: y_multiply; [value | exact: y_name] | value].
enter; apply: true_and_true; last first.
  apply: y_and1; apply: y_all_one2; first by value.
  apply: y_all_one; first by value.
  by refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); [by value | exact: two_n] | reflexivity | apply: call_is_vector; provided].
refine (y_call _ _ _); [by values | reflexivity | enter].
apply: true_and_true; first by value.
apply: y_and1; apply: y_all_one; first by value.
apply: true_and_true.
  by refine (y_call _ _ _); [by values | reflexivity | apply: call_is_rowwise_one_head; [provided | exact: n_gt0]].
apply: y_and1; apply: y_all_one; first by value.
apply: true_and_true.
  refine (y_call (vs := [:: index_head n V; Num n%:R; Num d%:R; Num 1%:R]) _ _ _); [ | reflexivity | by apply: call_is_even_variant; [provided | exact: n_gt0]].
  refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [by value | by value | by value | ].
  apply: (y_len (h := fun=> Num 0)); apply: (y_at floor_int (i := 1) (n := d) (h := fun=> vec 1 (fun=> 0))); [by value | by value | by [] | exact: one_d | by []].
apply: y_and1; refine (y_call _ _ _); [by values | reflexivity | ].
by apply: (@call_is_value_path S _ _ _ 1 (reads_token V) (fun=> 0) (writes_index V)); [provided | ].
Qed.
Lemma index_network_free defs n V : provides [:: is_bias_free_d] defs -> call fs defs "is_bias_free" [:: index_network n V] = Value (Bool true).
Proof.
move=> P; enter; apply: y_all_one; first by value.
apply: true_and_true; first by value.
apply: true_and_true; first by value.
apply: true_and_true.
  apply: yields_eq; [apply: (y_all (h := fun _ : nat => Num 0) (l := (iota 1 (width n V) ++ iota 1 n) ++ iota 1 (width n V))) | ].
  - by apply: yields_eq; [value | rewrite !map_cat].
  - by move=> i _; value.
  by congr Bool; apply/allP => i _ /=.
apply: y_and1; apply: y_all_one2; first by value.
by apply: yields_eq; [value | congr Bool; apply/allP => i _ /=].
Qed.
Lemma index_network_small defs n V : provides [:: is_small_d] defs -> call fs defs "is_small" [:: index_network n V; Num n%:R] = Value (Bool true).
Proof.
move=> P; enter.
have block_y env : lookup "net"%string env = Some (index_network n V) -> yields fs earlier env (Index (Name "net") (Number (BinNums.Npos BinNums.xH))) (index_block n V).
  by move=> net_in; apply: (y_index floor_int (i := 0%N) (l := [:: index_block n V])); [exact: y_name | value | by [] | by []].
have head_y env : lookup "net"%string env = Some (index_network n V) ->
    yields fs earlier env (Index (Field (Index (Name "net") (Number (BinNums.Npos BinNums.xH))) "heads") (Number (BinNums.Npos BinNums.xH))) (index_head n V).
  move=> net_in; apply: (y_index floor_int (i := 0%N) (l := [:: index_head n V])); [ | by value | by [] | by []].
  by apply: (y_field (block_y _ net_in)).
have field_y env s v : lookup "net"%string env = Some (index_network n V) -> field_at (index_head n V) s = Value v ->
    yields fs earlier env (Field (Index (Field (Index (Name "net") (Number (BinNums.Npos BinNums.xH))) "heads") (Number (BinNums.Npos BinNums.xH))) s) v.
  by move=> net_in; apply: y_field (head_y _ net_in).
set env := [:: _; _]; have net_in : lookup "net"%string env = Some (index_network n V) by [].
apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [by apply: y_length; value | value | by []] | congr Bool; rewrite /= eqxx].
apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [by apply: y_length; apply: (y_field (block_y _ net_in)) | value | by []] | congr Bool; rewrite /= eqxx].
apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [by apply: (y_len (n := n) (h := fun=> Num 0)); apply: (y_field (block_y _ net_in)) | value | by []] | congr Bool; rewrite /= eqxx].
apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [by apply: field_y | value | by []] | ].
apply: true_and_true.
  apply: (y_all2_true (h := fun _ : nat => vec 1 (fun=> 0)) (l := iota 1 (width n V)) (k := fun _ _ : nat => Num 0) (m := fun=> iota 1 1)); first exact: field_y.
    by move=> t _; value.
  by move=> t u _ _; apply: yields_eq; [apply: y_compare; [value | value | by []] | congr Bool; rewrite /= eqxx].
apply: true_and_true.
  apply: (y_all_true (h := fun _ : nat => Num 0) (l := iota 1 (2 * n - 1))); first exact: field_y.
  by move=> t _; apply: yields_eq; [apply: y_compare; [value | value | by []] | congr Bool; rewrite /= eqxx].
apply: y_and1; apply: yields_eq; [apply: y_compare; [by apply: (y_len (n := 1) (h := fun=> Num 0)); apply: field_y | value | by []] | congr Bool; rewrite /= eqxx].
by [].
Qed.

(* --- What it computes ----------------------------------------------------------------------------------------------------------------------- *)
Definition embedded w i j : F := if j == w i then 1 else 0.
Lemma call_one_hot defs a m : provides [:: one_hot_d] defs -> call fs defs "one_hot" [:: Num a%:R; Num m%:R] = Value (vec m (fun b => if b == a then 1 else 0)).
Proof.
move=> P; enter; apply: yields_eq; first by value.
by apply: vec_ext => b _; rewrite eqr_nat.
Qed.
Lemma call_embed defs w n d : provides [:: embed_d; one_hot_d] defs -> call fs defs "embed" [:: vec n (fun i => (w i)%:R); Num d%:R] = Value (mat n d (embedded w)).
Proof.
move=> P; enter; apply: y_list_over; [by value | move=> i _].
by refine (y_call _ _ _); [values | reflexivity | apply: call_one_hot; provided].
Qed.
Definition attended n V w i j : F := embedded w i j + 0 + headed n (width n V) 1 (even n (lower n)) (reads_token V) (fun=> 0) (writes_index V) (embedded w) i j.
Definition computed n V w i : nat -> F := fed (width n V) n (unit_in V) (fun=> 0) (unit_out V) (fun=> 0) (attended n V w i).
Lemma call_index_network defs n V w r : provides blocks_l defs -> (0 < n)%N ->
  call fs defs "urpe_network" [:: mat n (width n V) (embedded w); index_network n V; r] = Value (mat n (width n V) (computed n V w)).
Proof.
move=> P n_gt0; have d_gt0 := width_gt0 V n_gt0; enter; apply: y_fold_one; [by value | by value | ].
refine (y_call _ _ _); [by values | reflexivity | ].
have [e found Pe] := provides_find prov; refine (call_yields found _ _); [reflexivity | open_body].
apply: (y_let (v := mat n (width n V) (attended n V w))).
  by apply: y_fold_one; [by value | by value | apply: yields_eq; [value | ]].
by apply: yields_eq; [apply: (y_rowwise _ _ _ _ (rowwise_one_head (width n V) (index_head n V) (fun=> 0) (unit_in V) (fun=> 0) (unit_out V) (fun=> 0) n_gt0)) => //; provided | ].
Qed.

Lemma sum_at d a (f : nat -> F) (c : F) : (0 < a <= d)%N -> \sum_(q <- iota 1 d) (if q == a then c else 0) * f q = c * f a.
Proof.
move=> a_d; rewrite (bigD1_seq a) ?iota_uniq ?mem_iota ?add1n ?ltnS //= eqxx big1 ?addr0 // => q /negbTE ->.
by rewrite mul0r.
Qed.
Lemma sum_lower n i : (0 < i <= n)%N -> \sum_(p <- iota 1 n) even n (lower n) i p = i%:R.
Proof.
case/andP=> i_gt0 i_n; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n (leq_trans i_gt0).
rewrite (eq_big_seq (fun p => if (p <= i)%N then 1 else 0)) => [|p /in_from_1/andP[_ p_n]].
  rewrite -(subnKC i_n) iotaD big_cat /= (eq_big_seq (fun=> 1)) => [|p /in_from_1/andP[_ ->] //].
  rewrite [X in _ + X]big1_seq => [|p]; last by rewrite mem_iota add1n => /andP[_ /andP[i_p _]]; rewrite leqNgt i_p.
  by rewrite addr0 big_const_seq count_predT size_iota iter_addr_0.
rewrite /even /lower leq_subRL ?leq_add2r; last by rewrite (leq_trans p_n) // leq_addl.
by case: ifP; rewrite ?mulr0 // mulVf.
Qed.
Lemma attendedE n V w i j : (forall i, (0 < i <= n)%N -> (0 < w i <= V)%N) -> (0 < i <= n)%N ->
  attended n V w i j = (if j == w i then 1 else 0) + (if j == V.+1 then i%:R else 0).
Proof.
move=> w_V i_n; rewrite /attended addr0; congr (_ + _); rewrite /headed big_seq1 /writes_index.
case: ifP => _; last by rewrite mulr0.
rewrite mulr1 -(sum_lower i_n); apply: eq_big_seq => p /in_from_1/w_V/andP[w_gt0 w_le].
rewrite sum_at; last by rewrite w_gt0 /width (leq_trans w_le) // -addnA leq_addr.
by rewrite /reads_token w_le mul1r addr0 mulr1.
Qed.
Lemma computed_answer n V w i b : (forall i, (0 < i <= n)%N -> (0 < w i <= V)%N) -> (0 < i <= n)%N -> (0 < b <= n)%N ->
  computed n V w i (V.+1 + b) = if b == i then 1 else 0.
Proof.
move=> w_V i_n /andP[b_gt0 b_n]; have [w_gt0 w_le] := andP (w_V i i_n).
have index_in : (0 < V.+1 <= width n V)%N by rewrite /width addn1 leq_addr.
have token_in : (0 < w i <= width n V)%N by rewrite w_gt0 /width (leq_trans w_le) // -addnA leq_addr.
rewrite /computed /fed attendedE // gtn_eqF; last by rewrite ltnS (leq_trans w_le) // ltnW // -[X in (X < _)%N]addn0 ltn_add2l.
rewrite [_ == V.+1]gtn_eqF ?add0r ?addr0; last by rewrite -[X in (X < _)%N]addn0 ltn_add2l.
rewrite (eq_bigr (fun l => (i - l.-1)%N%:R * unit_out V l (V.+1 + b))) => [|l _]; last first.
  congr (_ * _); rewrite addr0 (eq_bigr (fun q => (if q == w i then 1 else 0) * unit_in V q l + (if q == V.+1 then i%:R else 0) * unit_in V q l)) => [|q _].
    rewrite big_split /= !sum_at // /unit_in w_le ltnn eqxx mul1r mulr1 addrC.
    exact: position_identification.relu_sub.
  by rewrite attendedE // mulrDl.
rewrite sum_from_1; case: i i_n {token_in w_gt0 w_le} => // i i_n; case: b b_gt0 b_n => // b _ b_n.
rewrite (eq_bigr (fun t : 'I_n => (i.+1 - t)%N%:R * (t == b :> nat)%:R - 2%:R * ((i.+1 - t)%N%:R * (t == b.+1 :> nat)%:R) + (i.+1 - t)%N%:R * (t == b.+2 :> nat)%:R)) => [|t _]; last first.
  by rewrite /unit_out leqNgt -[X in (X < _)%N]addn0 ltn_add2l /= addnS -addSn addKn /hat !mulrDr mulrN mulrCA.
have beyond t : (n <= t)%N -> (i.+1 - t)%N%:R = 0 :> F by move=> n_t; rewrite (eqP (_ : (i.+1 - t == 0)%N)) // subn_eq0 (leq_trans _ n_t).
rewrite big_split sumrB -mulr_sumr /= !(position_identification.pick (f := fun t => (i.+1 - t)%N%:R)) //.
by rewrite position_identification.second_difference eqSS eq_sym; case: ifP.
Qed.
Lemma call_answers defs n d m Y : provides [:: answers_d] defs -> (m <= d)%N ->
  call fs defs "answers" [:: mat n d Y; Num m%:R] = Value (mat n m (fun i b => Y i (d - m + b)%N)).
Proof.
move=> P m_d; enter; apply: y_list_over; [by value | move=> i _]; apply: y_list_over; [by value | move=> b /in_from_1/andP[b_gt0 b_m]].
apply: (y_at floor_int (i := (d - m + b)%N) (n := d) (h := fun j => Num (Y i j))); [by value | by value | by rewrite natrD natrB | | by []].
by rewrite addn_gt0 b_gt0 orbT /= -{2}(subnK m_d) leq_add2l.
Qed.
Lemma solved defs n V w : provides [:: solves_d; answers_d; positions_d; embed_d; one_hot_d] defs -> (0 < n)%N ->
  (forall i, (0 < i <= n)%N -> (0 < w i <= V)%N) ->
  call fs defs "solves" [:: mat n (width n V) (computed n V w); List [seq Num i%:R | i <- iota 1 n]; Num n%:R] = Value (Bool true).
Proof.
move=> P n_gt0 w_V; enter.
apply: (@y_same_mat S _ _ _ _ n n (fun i b => computed n V w i (width n V - n + b)) (fun i b => if b == i then 1 else 0)).
- by refine (y_call _ _ _); [values | reflexivity | apply: call_answers; [provided | rewrite /width leq_addl]].
- apply: y_list_over; [by value | move=> i _].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_one_hot; provided].
by move=> i b i_n b_n; rewrite /width addnK addn1 computed_answer.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "embed" _ = _ => found_call call_embed
  | |- call _ _ "urpe_network" _ = _ => found_call call_index_network
  | |- call _ _ "positions" _ = _ => enter_named; value
  end.
Local Notation one := (Number (BinNums.Npos BinNums.xH)).
(* "forall w in tuples(1..V, n): solves(urpe_network(embed(w, d), net, []), positions(w), n)" *)
Lemma says_solved defs env n V : provides [:: solves_d; answers_d; positions_d; embed_d; one_hot_d] defs -> provides blocks_l defs -> (0 < n)%N ->
  lookup "n"%string env = Some (Num n%:R) -> lookup "V"%string env = Some (Num V%:R) -> lookup "d"%string env = Some (Num (width n V)%:R) ->
  lookup "net"%string env = Some (index_network n V) ->
  Says fs (call fs defs) true env (Forall "w" (Elements (Call "tuples" [:: Binary Range one (Name "V"); Name "n"])) None
    (Expression (Call "solves" [:: Call "urpe_network" [:: Call "embed" [:: Name "w"; Name "d"]; Name "net"; ListOf [::]]; Call "positions" [:: Name "w"]; Name "n"])))%string.
Proof.
move=> P Pb n_gt0 n_in V_in d_in net_in.
apply: (calls_tuples.says_for_tuples (l := iota 1 V) (n := n)) => [||ws size_ws in_ws]; [ | exact: y_name | ].
  by apply: (y_from_1 floor_int (y := V%:R)); [value | exact: y_name | ].
have wsE : calls_whole.wholes ws = vec n (fun i => (nth 0%N ws i.-1)%:R : S).
  rewrite /calls_whole.wholes -[ws in LHS](mkseq_nth 0%N) size_ws /mkseq -map_comp /vec /listed -[1%N]/(1 + 0)%N iotaDl -map_comp.
  by congr List; apply: eq_map => i.
rewrite wsE; refine (says_expression (p := true) _ _); [ | reflexivity]; set env' := _ :: _.
have {}n_in : lookup "n"%string env' = Some (Num n%:R) by []; have {}d_in : lookup "d"%string env' = Some (Num (width n V)%:R) by [].
have {}net_in : lookup "net"%string env' = Some (index_network n V) by [].
have w_y : yields fs defs env' (Name "w") (vec n (fun i => (nth 0%N ws i.-1)%:R)) by [].
refine (y_call (vs := [:: mat n (width n V) (computed n V (fun i => nth 0%N ws i.-1)); List [seq Num i%:R | i <- iota 1 n]; Num n%:R]) _ _ _); [ | reflexivity | ]; last first.
  apply: solved => //; case=> // i /= i_lt; apply: in_from_1; apply: in_ws; apply: mem_nth; by rewrite size_ws.
refine (all_cons _ (all_cons _ (all_cons (y_name _ _ n_in) (all_nil _ _ _)))); last first.
  refine (y_call _ _ _); [exact: all_cons w_y (all_nil _ _ _) | reflexivity | enter_named].
  by apply: (y_from_1 floor_int (y := n%:R)); [value | apply: y_len; value | ].
refine (y_call (vs := [:: mat n (width n V) (embedded (fun i => nth 0%N ws i.-1)); index_network n V; List [::]]) _ _ _); [ | reflexivity | exact: call_index_network].
refine (all_cons _ (all_cons (y_name _ _ net_in) (all_cons _ (all_nil _ _ _)))); last by value.
by refine (y_call _ _ _); [exact: all_cons w_y (all_cons (y_name _ _ d_in) (all_nil _ _ _)) | reflexivity | apply: call_embed; provided].
Qed.
End Network.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => match goal with H : call _ _ "network" _ = _ |- _ => exact: H end
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ "best_accuracy" _ = _ => apply: call_best_accuracy; [provided | assumption]
  end.

(* attest: urpe.position-identification printed sha256:199ca7151faf181f92c3ceebb1177b2aefe3b8f554baecf81dfba4a4c9abf5d6 theorem:position_identification *)
Theorem position_identification : Holds statements_urpe_position_identification.printed.
Proof.
opening S W; meaning_parts.
  meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _; meaning_for_all => x _ _; for_networks x n_gt0 d_gt0.
  apply: says_expression; first by apply: (y_compare (v := Num (1%:R / n%:R)) (w := Num 1%:R)); [value | value | reflexivity].
  by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
meaning_for_all => n n_gt0 _; meaning_for_all => V V_gt0 _; meaning_exists (width n V); first exact: width_gt0.
apply: (says_exists_value (w := index_network S n V)); [by move=> ?; refine (any_and _ _ _ _) | exact: index_network_value | | by apply: (@says_solved S _ _ n V) => //; provided].
apply: true_and_true; [ | apply: y_and1]; refine (y_call _ _ _); [by values | reflexivity | | by values | reflexivity | ].
  by apply: index_network_meets; first [provided | by []].
by apply: index_network_free; provided.
Qed.

(* attest: urpe.position-identification finding_one_head_is_enough sha256:b50ed26d7a997b0b39dd24c03aaee8217ed6e717d73b77498edcf3c8d34a8d19 theorem:one_head_is_enough *)
Theorem one_head_is_enough : Holds statements_urpe_position_identification.finding_one_head_is_enough.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => V V_gt0 _; meaning_exists (width n V); first exact: width_gt0.
apply: (says_exists_value (w := index_network S n V)); [by move=> ?; refine (any_and _ _ _ _) | exact: index_network_value | | by apply: (@says_solved S _ _ n V) => //; provided].
apply: true_and_true; [ | apply: true_and_true; [ | apply: y_and1]];
  (refine (y_call _ _ _); [by values | reflexivity | ]).
- by apply: index_network_meets; first [provided | by []].
- by apply: index_network_free; provided.
by apply: index_network_small; provided.
Qed.
