(* SPDX-License-Identifier: Apache-2.0 *)
(* The minimum and the maximum by layers of two softmax heads (tree_minimum.v) as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees.
From attest Require attention hardmax tree_minimum calls_naturals statements_positional_tree_minimum statements_positional_minmax_class.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition is_small_layer_d := Eval compute in definition_in (definitions statements_positional_tree_minimum.finding_enclosed) "is_small_layer".
Definition is_small_network_d := Eval compute in definition_in (definitions statements_positional_tree_minimum.finding_enclosed) "is_small_network".

Section Stacked.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n m k L : nat).

(* A number of rows from one on. *)
Definition rows_from m n (A : 'M[F]_(m, n)) k many : 'M[F]_(many, n) := \matrix_(i, j) matrix_from_1 A (k + i).+1 j.+1.
Lemma matrix_at m n (A : 'M[F]_(m, n)) k (j : 'I_n) (k_lt : (k < m)%N) : matrix_from_1 A k.+1 j.+1 = A (Ordinal k_lt) j.
Proof. exact: (matrix_from_1E A (Ordinal k_lt) j). Qed.
Lemma call_rows_after defs m n (A : 'M[F]_(m, n)) y k many : provides [:: rows_after_d] defs -> y = k%:R -> (k + many <= m)%N ->
  call fs defs "rows_after" [:: table A; Num y; Num many%:R] = Value (table (rows_from A k many)).
Proof.
move=> W -> k_le; enter.
refine (y_list_over (h := fun i : 'I_many => Num i.+1%:R) (l := indices many) (g := fun i => column (rows_from A k many i)) _ _); first by value.
move=> i _; have i_lt : (k + i < m)%N by apply: leq_trans k_le; rewrite ltn_add2l.
apply: yields_eq; first by apply: (y_row_at (i := Ordinal i_lt)); [value | value | rewrite -natrD addnS].
by apply: column_ext => j; rewrite mxE (matrix_at A j i_lt).
Qed.

(* The matrices of layers c 0, ..., c (L - 1), one below the other. *)
Variables (n : nat) (c : nat -> tree_minimum.layer F n).
Definition stacked_scores L : 'M[F]_(2 * n * L, n) := \matrix_(r, j)
  (let l := (r %/ (2 * n))%N in let i := (r %% (2 * n))%N in
   if (i < n)%N then matrix_from_1 (tree_minimum.WQ1 (c l)) i.+1 j.+1 else matrix_from_1 (tree_minimum.WQ2 (c l)) (i - n).+1 j.+1).
Definition stacked_inner L : 'M[F]_(3 * L, 4) := \matrix_(r, j) matrix_from_1 (tree_minimum.W1 (c (r %/ 3))) (r %% 3).+1 j.+1.
Definition stacked_outer L : 'M[F]_(4 * L, 1) := \matrix_(r, j) matrix_from_1 (tree_minimum.W2 (c (r %/ 4))) (r %% 4).+1 j.+1.
Lemma place_in b L l i : (l < L)%N -> (i < b)%N -> (b * l + i < b * L)%N.
Proof.
move=> l_L i_b; have : (b * l + i < b * l.+1)%N by rewrite mulnS addnC ltn_add2r.
by move=> /leq_trans; apply; rewrite leq_mul2l l_L orbT.
Qed.
Lemma digits_of b l i : (i < b)%N -> ((b * l + i) %/ b = l)%N /\ ((b * l + i) %% b = i)%N.
Proof.
move=> i_b; have b_gt0 : (0 < b)%N by apply: leq_ltn_trans i_b.
by rewrite mulnC divnMDl // modnMDl divn_small // modn_small // addn0.
Qed.
Lemma first_scores L l : (l < L)%N -> rows_from (stacked_scores L) (2 * n * l) n = tree_minimum.WQ1 (c l).
Proof.
move=> l_L; apply/matrixP => i j; rewrite mxE; have i_b : (i < 2 * n)%N by rewrite mul2n -addnn ltn_addr.
rewrite (matrix_at _ j (place_in l_L i_b)) mxE /=; have [-> ->] := digits_of l i_b; by rewrite ltn_ord matrix_from_1E.
Qed.
Lemma second_scores L l : (l < L)%N -> rows_from (stacked_scores L) (2 * n * l + n) n = tree_minimum.WQ2 (c l).
Proof.
move=> l_L; apply/matrixP => i j; rewrite mxE -addnA; have i_b : (n + i < 2 * n)%N by rewrite mul2n -addnn ltn_add2l.
rewrite (matrix_at _ j (place_in l_L i_b)) mxE /=; have [-> ->] := digits_of l i_b.
by rewrite ltnNge leq_addr /= addKn matrix_from_1E.
Qed.
Lemma inner_rows L l : (l < L)%N -> rows_from (stacked_inner L) (3 * l) 3 = tree_minimum.W1 (c l).
Proof.
move=> l_L; apply/matrixP => i j; rewrite mxE (matrix_at _ j (place_in l_L (ltn_ord i))) mxE /=; have [-> ->] := digits_of l (ltn_ord i).
by rewrite matrix_from_1E.
Qed.
Lemma outer_rows L l : (l < L)%N -> rows_from (stacked_outer L) (4 * l) 4 = tree_minimum.W2 (c l).
Proof.
move=> l_L; apply/matrixP => i j; rewrite mxE (matrix_at _ j (place_in l_L (ltn_ord i))) mxE /=; have [-> ->] := digits_of l (ltn_ord i).
by rewrite matrix_from_1E.
Qed.
Lemma block_in b L l : (l < L)%N -> (b * l + b <= b * L)%N.
Proof. by move=> l_L; rewrite -mulnSr leq_mul2l l_L orbT. Qed.

Ltac known_call ::= lazymatch goal with |- call _ _ "ceil_log2" _ = _ => apply: call_ceil_log2; provided end.
Lemma call_layers_of defs : provides [:: layers_of_d; rows_after_d; ceil_log2_d] defs ->
  call fs defs "layers_of" [:: table (stacked_scores (up_log 2 n)); table (stacked_inner (up_log 2 n)); table (stacked_outer (up_log 2 n)); Num n%:R] =
    Value (List [seq small_record (c l) | l <- iota 0 (up_log 2 n)]).
Proof.
move=> W; enter; set L := up_log 2 n.
refine (y_list_over (h := fun l : nat => Num l%:R) (l := iota 0 L) (g := fun l => small_record (c l)) _ _).
  by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 L); [value | value | reflexivity | rewrite add0n subrK].
move=> l; rewrite mem_iota add0n => /andP[_ l_L]; refine (y_record _).
have two_blocks : (2 * n * l + n + n <= 2 * n * L)%N by rewrite -addnA addnn -mul2n block_in.
refine (fields_cons _ _ (fields_cons _ _ (fields_cons _ _ (fields_cons _ _ (fields_nil _ _ _))))).
- rewrite -(first_scores l_L); refine (y_call _ _ _); [values | reflexivity | apply: call_rows_after; [provided | by rewrite !natrM | ]].
  by apply: leq_trans two_blocks; rewrite leq_addr.
- by rewrite -(second_scores l_L); refine (y_call _ _ _); [values | reflexivity | apply: call_rows_after; [provided | rewrite natrD !natrM | ]].
- rewrite -(inner_rows l_L); refine (y_call (vs := [:: table (stacked_inner L); Num (3%:R * l%:R); Num 3%:R]) _ _ _); [values | reflexivity | ].
  by apply: call_rows_after; [provided | rewrite natrM | exact: block_in].
rewrite -(outer_rows l_L); refine (y_call (vs := [:: table (stacked_outer L); Num (4%:R * l%:R); Num 4%:R]) _ _ _); [values | reflexivity | ].
by apply: call_rows_after; [provided | rewrite natrM | exact: block_in].
Qed.
End Stacked.

Ltac side ::= first [assumption | by rewrite !natrM | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "ceil_log2" _ = _ => apply: call_ceil_log2; provided
  | |- call _ _ "layers_of" _ = _ => apply: call_layers_of; provided
  | |- call _ _ "softmax_network" _ = _ => apply: call_softmax_network; [provided | assumption]
  end.
Section Networks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Implicit Types (n : nat).

(* The layers with s = -1, for the minimum, and s = 1, for the maximum. *)
Definition ring_layer n (s : F) (l : nat) : tree_minimum.layer F n.+1 :=
  tree_minimum.combine (@exp_of S) s (fun i => tree_minimum.around i (2 ^ l)).
Lemma least_everywhere n (x : 'I_n.+1 -> F) : exists2 j, forall k, x j <= x k & forall i, network_at (ring_layer n (-1)) (up_log 2 n.+1) x i ord0 = x j.
Proof.
have minimum := fun i => tree_minimum.doubling_minimum (@exp_add S) (@exp_gt0 S) (@exp_le S) (\col_j x j) i (up_logP n.+1 (isT : (1 < 2)%N)).
have [[j at_j] below] := minimum ord0; have least k : x j <= x k by have := below k; rewrite at_j !mxE.
exists j => // i; apply/le_anti; apply/andP; split; first by have [_ /(_ j)] := minimum i; rewrite mxE.
by have [[k at_k] _] := minimum i; rewrite /network_at at_k mxE.
Qed.
Lemma greatest_everywhere n (x : 'I_n.+1 -> F) : exists2 j, forall k, x k <= x j & forall i, network_at (ring_layer n 1) (up_log 2 n.+1) x i ord0 = x j.
Proof.
have maximum := fun i => tree_minimum.doubling_maximum (@exp_add S) (@exp_gt0 S) (@exp_le S) (\col_j x j) i (up_logP n.+1 (isT : (1 < 2)%N)).
have [[j at_j] above] := maximum ord0; have greatest k : x k <= x j by have := above k; rewrite at_j !mxE.
exists j => // i; apply/le_anti; apply/andP; split; last by have [_ /(_ j)] := maximum i; rewrite mxE.
by have [[k at_k] _] := maximum i; rewrite /network_at at_k mxE.
Qed.
Lemma last_place n : n.+1%:R = (ord_max : 'I_n.+1).+1%:R :> F.
Proof. by []. Qed.
End Networks.
Ltac side ::= first [assumption | by rewrite !natrM | exact: last_place | reflexivity].

(* attest: positional.tree-minimum printed sha256:2f11934b25e9c788bde115149358cbf890888e4b89d6dbb83a54f4a0fb76524f theorem:tree_minimum_log *)
Theorem tree_minimum_log : Holds statements_positional_tree_minimum.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
subst n; pose c := @ring_layer S m (-1).
meaning_exists (stacked_scores c (up_log 2 m.+1)); meaning_exists (stacked_inner c (up_log 2 m.+1)); meaning_exists (stacked_outer c (up_log 2 m.+1)).
meaning_for_all => x _ _; have [j least exact] := least_everywhere x.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: (y_same_column (f := fun i => network_at c (up_log 2 m.+1) x i ord0) (g := fun=> x j)); first by value.
  apply: y_list_over; first by value.
  by move=> i _; apply: y_min least; value.
by congr Bool; apply/forallP => i; rewrite exact.
Qed.

(* attest: positional.minmax-class printed sha256:ee0f04160204be58e9166135fd8dc2da1bb76295689ae1a450ff954d07d67e68 theorem:minmax_class *)
Theorem minmax_class : Holds statements_positional_minmax_class.printed.
Proof.
opening S W; meaning_parts.
  refine (says_forall (P := fun n => n %% 2 == 0)%N _ _ _); [domain_of | | cbn beta].
    move=> n _; cbn [condition_is]; apply: yields_eq; last by rewrite -(eqr_nat S).
    by refine (y_compare _ _ _); [apply: calls_naturals.y_mod; [value | value | reflexivity | reflexivity | by []] | value | reflexivity].
  move=> n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltnW.
  have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
  subst n; pose c := @ring_layer S m (-1).
  meaning_exists (stacked_scores c (up_log 2 m.+1)); meaning_exists (stacked_inner c (up_log 2 m.+1)); meaning_exists (stacked_outer c (up_log 2 m.+1)).
  meaning_for_all => x _ _; have [j least exact] := least_everywhere x.
  refine (says_expression (p := true) _ _) => //; apply: yields_eq.
    refine (y_compare (v := Num (network_at c (up_log 2 m.+1) x ord_max ord0)) (w := Num (x j)) _ _ _); [ | | reflexivity].
      by apply: (y_number_at (f := fun i => network_at c (up_log 2 m.+1) x i ord0) (j := ord_max)); [value | value | ].
    by apply: y_min least; value.
  by rewrite exact eqxx.
refine (says_forall (P := fun n => n %% 2 == 0)%N _ _ _); [domain_of | | cbn beta].
  move=> n _; cbn [condition_is]; apply: yields_eq; last by rewrite -(eqr_nat S).
  by refine (y_compare _ _ _); [apply: calls_naturals.y_mod; [value | value | reflexivity | reflexivity | by []] | value | reflexivity].
move=> n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltnW.
have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
subst n; pose c := @ring_layer S m 1.
meaning_exists (stacked_scores c (up_log 2 m.+1)); meaning_exists (stacked_inner c (up_log 2 m.+1)); meaning_exists (stacked_outer c (up_log 2 m.+1)).
meaning_for_all => x _ _; have [j greatest exact] := greatest_everywhere x.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_compare (v := Num (network_at c (up_log 2 m.+1) x ord_max ord0)) (w := Num (x j)) _ _ _); [ | | reflexivity].
    by apply: (y_number_at (f := fun i => network_at c (up_log 2 m.+1) x i ord0) (j := ord_max)); [value | value | ].
  by apply: y_max greatest; value.
by rewrite exact eqxx.
Qed.

(* --- A network that is a value --------------------------------------------------------------------------------------------------------- *)
Section Values.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Lemma is_value_small (a b d e : value F) : is_value a -> is_value b -> is_value d -> is_value e ->
  is_value (Rec [:: ("WQ1"%string, a); ("WQ2"%string, b); ("W1"%string, d); ("W2"%string, e)]).
Proof. by move=> A B D E; rewrite /= A B D E. Qed.
Lemma is_value_network n (c : nat -> tree_minimum.layer F n) l : is_value (List [seq small_record (c k) | k <- l]).
Proof. by rewrite /= all_map; apply/allP => k _; apply: is_value_small; rewrite table_mat is_value_mat. Qed.
Lemma call_is_small_network defs n (c : nat -> tree_minimum.layer F n) L : provides [:: is_small_network_d; is_small_layer_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_small_network" [:: List [seq small_record (c l) | l <- iota 0 L]; Num n%:R; Num L%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and (p := true) _ (fun _ => y_and _ (fun _ => y_and1 (p := true) _))).
  - by value.
  - by refine (y_compare _ _ _); [apply: y_length; value | value | reflexivity].
  apply: yields_eq; first refine (y_all (p := fun=> true) _ _).
  - by value.
  - move=> l _; refine (y_call _ _ _); [values | reflexivity | ].
    have shape m k (A : 'M[F]_(m, k)) : call fs earlier "is_matrix" [:: table A; Num m%:R; Num k%:R] = Value (Bool true) by apply: call_is_table; provided.
    enter_named.
    by refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 _))));
      (refine (y_call _ _ _); [values | reflexivity | ]); apply: call_is_table; provided.
  by congr Bool; apply/allP.
by rewrite /= size_map size_iota eqxx.
Qed.
Lemma any_small_network defs env l : provides [:: is_small_network_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_small_network" l)).
Proof. by move=> W; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]. Qed.
End Values.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "ceil_log2" _ = _ => apply: call_ceil_log2; provided
  | |- call _ _ "softmax_network" _ = _ => apply: call_softmax_network; [provided | assumption]
  | |- call _ _ "is_small_network" _ = _ => apply: call_is_small_network; provided
  end.
(* Numbers within 10^-30. *)
Lemma within_small (S : numbers) defs env a (x : S) : yields (functions_of S) defs env a (Num `|x|) -> x = 0 ->
  yields (functions_of S) defs env (Chain a [:: (AtMost, Binary Power (Number (BinNums.Npos 10%AC)) (Negate (Number (BinNums.Npos 30%AC))))]) (Bool true).
Proof.
move=> ya x0; have ten_neq0 : 10%:R != 0 :> S by rewrite pnatr_eq0.
apply: yields_eq; first by refine (y_compare _ _ _); [exact: ya | apply: y_inverse_power; [value | value | exact: ten_neq0] | reflexivity].
by rewrite x0 normr0 divr_ge0 ?ler01 ?exprn_ge0 ?ler0n.
Qed.

(* attest: positional.tree-minimum finding_enclosed sha256:52e85c4762cf31f21a5bae46cfaee0eabe8d06dd9d13082325765437da8065f4 theorem:tree_minimum_enclosed *)
Theorem tree_minimum_enclosed : Holds statements_positional_tree_minimum.finding_enclosed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
subst n; pose c := @ring_layer S m (-1); pose net := List [seq small_record (c l) | l <- iota 0 (up_log 2 m.+1)].
refine (says_exists_value (w := net) _ _ _ _); [move=> v; refine (any_small_network _ _ _); provided | exact: is_value_network | by value | ].
meaning_for_all => x _ _; have [j least exact] := least_everywhere x.
refine (says_expression (p := true) _ _) => //; apply: yields_eq; first refine (y_all (p := fun=> true) _ _).
- by rewrite /net; value.
- move=> i _; refine (within_small (x := network_at c (up_log 2 m.+1) x i ord0 - x j) _ _); last by rewrite exact subrr.
  refine (y_built_in (vs := [:: Num (network_at c (up_log 2 m.+1) x i ord0 - x j)]) (all_cons _ (all_nil _ _ _)) _ _); [ | reflexivity | reflexivity].
  by apply: y_subtract; [value | apply: y_min least; value].
by congr Bool; apply/allP.
Qed.

(* attest: positional.minmax-class finding_enclosed sha256:654bc48c75a55a21414eccbd16eb0ddaf97ed0e181dbf2ab38fefdca7eb7918a theorem:minmax_class_enclosed *)
Theorem minmax_class_enclosed : Holds statements_positional_minmax_class.finding_enclosed.
Proof.
opening S W; have even n : (2 <= n)%N -> condition_is (functions_of S) defs [:: ("n"%string, Num n%:R)]
    (Some (Chain (Binary Mod (Name "n") (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) [:: (Equal, Number BinNums.N0)])) (n %% 2 == 0)%N.
  move=> _; cbn [condition_is]; apply: yields_eq; last by rewrite -(eqr_nat S).
  by refine (y_compare _ _ _); [apply: calls_naturals.y_mod; [value | value | reflexivity | reflexivity | by []] | value | reflexivity].
have near m (c : nat -> tree_minimum.layer S m.+1) (x : 'I_m.+1 -> S) j env b : lookup "x" env = Some (column x) -> lookup "net" env = Some (List [seq small_record (c l) | l <- iota 0 (up_log 2 m.+1)]) ->
    lookup "n" env = Some (Num m.+1%:R : value S) -> yields (functions_of S) defs env b (Num (x j)) -> network_at c (up_log 2 m.+1) x ord_max ord0 = x j ->
    yields (functions_of S) defs env (Chain (Call "abs" [:: Binary Subtract (Index (Call "softmax_network" [:: Name "x"; Name "net"]) (Name "n")) b])
      [:: (AtMost, Binary Power (Number (BinNums.Npos 10%AC)) (Negate (Number (BinNums.Npos 30%AC))))]) (Bool true).
  move=> x_in net_in n_in by_b at_max; have n_gt0 : (0 < m.+1)%N by [].
  refine (within_small (x := network_at c (up_log 2 m.+1) x ord_max ord0 - x j) _ _); last by rewrite at_max subrr.
  refine (y_built_in (vs := [:: Num (network_at c (up_log 2 m.+1) x ord_max ord0 - x j)]) (all_cons _ (all_nil _ _ _)) _ _); [ | reflexivity | reflexivity].
  apply: y_subtract by_b; apply: (y_number_at (f := fun i => network_at c (up_log 2 m.+1) x i ord0) (j := ord_max)); [ | exact: y_name n_in | by []].
  refine (y_call (vs := [:: column x; List [seq small_record (c l) | l <- iota 0 (up_log 2 m.+1)]]) _ _ _); [ | reflexivity | call].
  exact: all_cons (y_name _ _ x_in) (all_cons (y_name _ _ net_in) (all_nil _ _ _)).
meaning_parts.
  refine (says_forall (P := fun n => n %% 2 == 0)%N _ _ _); [domain_of | exact: even | cbn beta].
  move=> n n_gt1 _; have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK // ltnW.
  subst n; pose c := @ring_layer S m (-1).
  refine (says_exists_value (w := List [seq small_record (c l) | l <- iota 0 (up_log 2 m.+1)]) _ _ _ _);
    [move=> v; refine (any_small_network _ _ _); provided | exact: is_value_network | by value | ].
  meaning_for_all => x _ _; have [j least exact] := least_everywhere x.
  refine (says_expression (p := true) _ _); [refine (near m c x j _ _ _ _ _ _ (exact ord_max)); [reflexivity | reflexivity | reflexivity | ] | by []].
  by apply: y_min least; value.
refine (says_forall (P := fun n => n %% 2 == 0)%N _ _ _); [domain_of | exact: even | cbn beta].
move=> n n_gt1 _; have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK // ltnW.
subst n; pose c := @ring_layer S m 1.
refine (says_exists_value (w := List [seq small_record (c l) | l <- iota 0 (up_log 2 m.+1)]) _ _ _ _);
  [move=> v; refine (any_small_network _ _ _); provided | exact: is_value_network | by value | ].
meaning_for_all => x _ _; have [j greatest exact] := greatest_everywhere x.
refine (says_expression (p := true) _ _); [refine (near m c x j _ _ _ _ _ _ (exact ord_max)); [reflexivity | reflexivity | reflexivity | ] | by []].
by apply: y_max greatest; value.
Qed.
