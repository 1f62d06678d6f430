(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 5.1: with C all ones the small network for position identification fails on equal tokens; as the meaning of
   the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention calls_heads calls_conditions calls_two_runs calls_constant_network.
From attest Require calls_plain_networks calls_t5_weights bound_encoded_networks statements_urpe_position_identification.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_position_identification.finding_without_C_it_fails) f) (only parsing).
Definition one_hot_d := Eval compute in the "one_hot".
Definition answers_d := Eval compute in the "answers".
Definition solves_d := Eval compute in the "solves".
Definition urpe_block_d := Eval compute in the "urpe_block".
Definition urpe_network_d := Eval compute in the "urpe_network".
Definition is_urpe_network_d := Eval compute in the "is_urpe_network".
Definition is_small_d := Eval compute in the "is_small".
Definition with_ones_d := Eval compute in the "with_ones".
Notation urpe_block_l := [:: urpe_block_d; normalize_d; normalize_row_d; ffn_d; head_d; relu_d; urpe_attention_d; rpe_attention_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d;
    bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; add_row_d; transpose_d; hadamard_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].

Section Small.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (x y : nat -> F) (n d k : nat) (h v B : value F).

(* --- What the conditions tell ---------------------------------------------------------------------------------------------------------- *)
Lemma true_length defs env a l k : yields fs defs env a (List l) ->
  yields fs defs env (Chain (Call "len" [:: a]) [:: (Equal, Number (BinNums.Npos BinNums.xH))]) (Bool true) -> k = 1%N -> size l = k.
Proof. by rewrite /yields /= => -> /= + ->; rewrite -pmulrn eqr_nat; case: eqP. Qed.
Lemma true_len defs env a c b w : yields fs defs env (Chain (Call "len" [:: a]) [:: (c, b)]) w -> exists l, yields fs defs env a (List l).
Proof. by rewrite /yields /=; case: eval => // -[] // l _; exists l. Qed.
Lemma is_small_true defs blocks n : provides [:: is_small_d] defs -> call fs defs "is_small" [:: List blocks; Num n%:R] = Value (Bool true) ->
  exists B h hs, [/\ blocks = [:: B], field_at B "heads" = Value (List [:: h]), hs = [:: h] & field_at h "variant" = Value (Symb "t5")].
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
move=> is_s; have net_y0 : yields fs e [:: ("net", List blocks); ("n", Num n%:R)]%string (Name "net") (List blocks) by [].
have one : size blocks = 1%N by case/true_and: is_s => /(true_length net_y0)/(_ erefl).
case: blocks one is_s {net_y0} => [|B [|B' blocks]] //= _; set env := [:: _; _]; have net_y : yields fs e env (Name "net") (List [:: B]) by [].
case/true_and=> _.
have B_y : yields fs e env (Index (Name "net") (Number (BinNums.Npos BinNums.xH))) B.
  by apply: (y_index floor_int (l := [:: B]) (i := 0) net_y); [value | | ].
case/true_and=> one_head /true_and[_ /true_and[hv _]].
have [hs hs_y] : exists hs, yields fs e env (Field (Index (Name "net") (Number (BinNums.Npos BinNums.xH))) "heads") (List hs).
  exact: true_len one_head.
have hhs := true_field B_y hs_y; have one_hs := true_length hs_y one_head erefl.
case: hs one_hs hs_y hhs => [|h [|h' hs]] //= _ hs_y hhs.
exists B, h, [:: h]; split=> //; apply: true_symbol hv.
by apply: (y_index floor_int (l := [:: h]) (i := 0) hs_y); [value | | ].
Qed.

(* --- One block with ones ------------------------------------------------------------------------------------------------------------- *)
Definition ones_head n (k d q : nat) (Q K V O : nat -> nat -> F) (f b : nat -> F) : value F :=
  Rec [:: ("variant"%string, Symb "t5"); ("WQ"%string, mat d k Q); ("WK"%string, mat d k K); ("m"%string, vec (2 * n - 1) f);
    ("c"%string, vec (2 * n - 1) (fun=> 1)); ("WV"%string, mat d q V); ("bV"%string, vec q b); ("WO"%string, mat q d O)].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "urpe_attention" _ = _ => match goal with H : call _ _ "urpe_attention" _ = _ |- _ => exact: H end
  end.
Lemma urpe_block_alike defs B n d k q Q K V O f b x phi r : provides urpe_block_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N -> (0 < q)%N ->
  rowwise_of B d phi -> field_at B "heads" = Value (List [:: ones_head n k d q Q K V O f b]) ->
  exists y, call fs defs "urpe_block" [:: mat n d (fun=> x); B; r] = Value (mat n d (fun=> y)).
Proof.
move=> W n_gt0 d_gt0 k_gt0 q_gt0 row hhs; have [e found We] := provides_find W; have [b' hb] := rowwise_bO row.
set h := ones_head _ _ _ _ _ _ _ _ _ _ in hhs.
have enc : encodes h n k r (fun _ _ i j => f (i + n - j)%N) by apply: (@encodes_t5 S h n k r f).
have att : call fs e "urpe_attention" [:: h; mat n d (fun=> x); r] = Value (mat n n (factored n (weights n d k (fun _ _ i j => f (i + n - j)%N) Q K (fun=> x)) (fun=> 1))).
  by apply: call_urpe_attention enc erefl erefl erefl _ _ _ => //; provided.
pose y j := x j + b' j + \sum_(l <- iota 1 q) (\sum_(p <- iota 1 d) x p * V p l + b l) * O l j.
exists (phi y); refine (call_yields found _ _); [reflexivity | open_body]; apply: (y_let (v := mat n d (fun=> y))).
  apply: y_fold_one; [by value | by value | apply: yields_eq; first by value].
  apply: mat_ext => i j i_n _; congr (_ + _); rewrite headed_alike //.
  rewrite -[RHS](@soft_sum S n (fun p => score d k Q K (fun=> x) i p + f (i + n - p)%N) n_gt0); apply: eq_big_seq => p _; exact: mulr1.
by apply: (y_rowwise _ _ _ _ row) => //; provided.
Qed.

Lemma y_list_one defs env (x : string) L body v w : yields fs defs env L (List [:: v]) -> yields fs defs ((x, v) :: env) body w ->
  yields fs defs env (ListOver body [:: (x, L)] None) (List [:: w]).
Proof. by rewrite /yields /= => -> /= ->. Qed.
Lemma call_with_ones defs B h n d phi k q Q K V O f b : provides [:: with_ones_d; ones_d] defs -> (0 < n)%N -> rowwise_of B d phi ->
  field_at B "heads" = Value (List [:: h]) -> field_at h "variant" = Value (Symb "t5") -> field_at h "WQ" = Value (mat d k Q) ->
  field_at h "WK" = Value (mat d k K) -> field_at h "m" = Value (vec (2 * n - 1) f) -> path_of h d q V b O ->
  exists2 B', call fs defs "with_ones" [:: List [:: B]; Num n%:R] = Value (List [:: B']) &
    rowwise_of B' d phi /\ field_at B' "heads" = Value (List [:: ones_head n k d q Q K V O f b]).
Proof.
move=> W n_gt0 [r b' W1 g V1 g' N N' psi psi' r_gt0 hb hW hg hV hg' hN hN' norm norm' phiE] hhs hv hQ hK hm [q_gt0 hWV hbV hO].
pose B' : value F := Rec [:: ("heads"%string, List [:: ones_head n k d q Q K V O f b]); ("bO"%string, vec d b'); ("W1"%string, mat d r W1); ("b1"%string, vec r g);
  ("W2"%string, mat r d V1); ("b2"%string, vec d g'); ("norm1"%string, N); ("norm2"%string, N')].
exists B'; last by split=> //; exact: (RowwiseOf (B := B') r_gt0 erefl erefl erefl erefl erefl erefl erefl norm norm' phiE).
have n2 : 2%:R * n%:R - 1%:R = (2 * n - 1)%:R :> F by exact: twice_less_1.
enter; apply: y_list_one; first by value.
refine (y_record _); refine (fields_cons _ _ _); last by fields_of.
apply: y_list_one; first by value.
refine (y_record _); do 4! (refine (fields_cons _ _ _); first by value); refine (fields_cons _ _ _); last by fields_of.
by refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); apply: yields_eq; [value | rewrite n2] | reflexivity | apply: (call_ones floor_int); provided].
Qed.

(* --- What is read off ------------------------------------------------------------------------------------------------------------------ *)
Lemma call_one_hot defs (a : F) m : provides [:: one_hot_d] defs ->
  call fs defs "one_hot" [:: Num a; Num m%:R] = Value (vec m (fun b => if b%:R == a then 1%:R else 0%:R)).
Proof. by move=> W; enter; value. Qed.
Lemma call_solves_alike defs n d y : provides [:: solves_d; answers_d; one_hot_d] defs -> (1 < n)%N -> (n <= d)%N ->
  call fs defs "solves" [:: mat n d (fun=> y); List [seq Num i%:R | i <- iota 1 n]; Num n%:R] = Value (Bool false).
Proof.
move=> W n_gt1 n_d; have n_gt0 := ltnW n_gt1; enter.
apply: (y_compare (v := mat n n (fun _ b => y (d - n + b)%N)) (w := mat n n (fun a b => if b%:R == a%:R :> F then 1%:R else 0%:R))).
- refine (y_call (vs := [:: mat n d (fun=> y); Num n%:R]) _ _ _); [values | reflexivity | ].
  enter; apply: y_list_over => [|i _]; first by value.
  apply: y_list_over => [|b /in_from_1 /andP[b_gt0 b_n]]; first by value.
  apply: (y_at floor_int (n := d) (i := (d - n + b)%N)); [value | value | | | reflexivity]; first by rewrite natrD natrB.
  by rewrite addn_gt0 b_gt0 orbT /= -[X in (_ <= X)%N](subnK n_d) leq_add2l.
- apply: y_list_over => [|i _]; first by value.
  by refine (y_call _ _ _); [values | reflexivity | apply: call_one_hot; provided].
rewrite /compare equal_mat; congr Some; apply/negbTE/negP => /allP same.
have row i : (0 < i <= n)%N -> y (d - n + 1)%N = if 1%:R == i%:R :> F then 1%:R else 0%:R.
  move=> i_n; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
  have one_in : 1%N \in iota 1 n by rewrite mem_iota add1n; apply/andP.
  by have /allP/(_ 1%N one_in)/eqP := same i i_in.
have y1 : y (d - n + 1)%N = 1 by rewrite (row 1%N) ?eqxx //; apply/andP.
have y2 : y (d - n + 1)%N = 0 by rewrite (row 2%N) ?eqr_nat //; apply/andP.
by have /eqP := y1; rewrite y2 eq_sym oner_eq0.
Qed.
End Small.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ "one_hot" _ = _ => apply: call_one_hot; provided
  | |- call _ _ "with_ones" _ = _ => match goal with H : call _ _ "with_ones" _ = _ |- _ => exact: H end
  | |- call _ _ "urpe_network" _ = _ => match goal with H : call _ _ "urpe_network" _ = _ |- _ => exact: H end
  end.

(* attest: urpe.position-identification finding_without_C_it_fails sha256:be24953251d6592e98b54854a6b362162e4814fbc2d62b97b004d60ea2941884 theorem:without_C_it_fails *)
Theorem without_C_it_fails : Holds statements_urpe_position_identification.finding_without_C_it_fails.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => V V_gt0 _; meaning_for_all => d n_d _.
have d_gt0 : (0 < d)%N by apply: leq_trans n_d.
apply: says_for_values => [v|v /true_and[is_net /true_and[_ /true_and[small _]]]]; first exact: any_and.
have is_c : call (functions_of S) defs "is_urpe_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_net _.
have [e found We] : exists2 e, find_definition defs "is_urpe_network" = Some (is_urpe_network_d, e) &
    provides [:: calls_plain_networks.is_rpe_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_variant_d; is_matrix_d; is_vector_d] e.
  by apply: (@provides_find is_urpe_network_d); provided.
move/(call_body found): is_c; rewrite [zip _ _]/= [body _]/=; case/true_and=> is_rpe _.
have {}is_rpe : call (functions_of S) e "is_rpe_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_rpe _.
have [blocks vE encoded] := bound_encoded_networks.is_rpe_network_true We n_gt0 d_gt0 is_rpe; subst v.
have is_s : call (functions_of S) defs "is_small" [:: List blocks; Num n%:R] = Value (Bool true) by apply: true_named_call small _.
have [|B [h [hs [blocksE hhs _ hv]]]] := is_small_true _ is_s; first by provided.
have [phi [hs' [row hhs' heads]]] : bound_encoded_networks.encoded_block B n d by apply: encoded; rewrite blocksE; left.
have hsE : hs' = [:: h] by move: hhs'; rewrite hhs => -[].
have [k [Q [K [q [U [b [O [k_gt0 hQ hK enc path]]]]]]]] : bound_encoded_networks.encoded_head h n d by apply: heads; rewrite hsE; left.
have [f hm] : exists f, field_at h "m" = Value (vec (2 * n - 1) f).
  by case: enc => [f _ hm | R hv' _ | R T hv' _ _ | u M f g hv' _ _ _ | hv']; [exists f | | | | ]; try by move: hv'; rewrite hv.
have Wo : provides [:: with_ones_d; ones_d] defs by provided.
have [B' withE [row' hhs2]] := call_with_ones Wo n_gt0 row hhs hv hQ hK hm path.
have q_gt0 : (0 < q)%N by case: path.
meaning_for_all => a /in_from_1 a_V _.
have [e2 found2 We2] : exists2 e, find_definition defs "urpe_network" = Some (urpe_network_d, e) &
    provides urpe_block_l e.
  by apply: (@provides_find urpe_network_d); provided.
have [y Yc] := urpe_block_alike (fun b => if b%:R == a%:R :> S then 1%:R else 0%:R) (List [::]) We2 n_gt0 d_gt0 k_gt0 q_gt0 row' hhs2.
have Nc : call (functions_of S) defs "urpe_network" [:: mat n d (fun _ b => if b%:R == a%:R :> S then 1%:R else 0%:R); List [:: B']; List [::]] = Value (mat n d (fun=> y)).
  apply: (call_yields found2); first by [].
  by apply: y_fold_one; [value | value | refine (y_call _ _ Yc); [values | reflexivity]].
subst blocks; refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (yields_eq (v := Bool (~~ false))) => //; apply: y_not.
refine (y_call (vs := [:: mat n d (fun=> y); List [seq Num i%:R | i <- iota 1 n]; Num n%:R]) _ _ _); [by values | reflexivity | ].
by apply: call_solves_alike => //; provided.
Qed.
