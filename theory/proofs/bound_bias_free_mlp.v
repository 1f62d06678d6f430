(* SPDX-License-Identifier: Apache-2.0 *)
(* A column of ones in the input replaces the biases of an MLP (limits.v), as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require attention limits bound_hardmax statements_positional_bias_free_mlp.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Points.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (m n : nat).

(* A list whose length is asked for is a list; then is_matrix tells its entries. *)
Lemma length_of defs env a w : yields fs defs env (Call "len" [:: a]) w -> exists l : seq (value F), yields fs defs env a (List l).
Proof. by rewrite /yields /=; case: eval => // -[] // l _; exists l. Qed.
Lemma points_true defs env (x y z : string) (v : value F) n : yields fs defs env (Call "is_matrix" [:: Name x; Call "len" [:: Name y]; Name z]) (Bool true) ->
  provides [:: is_matrix_d; is_vector_d] defs -> lookup x env = Value v -> lookup z env = Value (Num n%:R) ->
  exists P (A : 'M[F]_(P, n)), v = table A /\ yields fs defs env (Call "len" [:: Name y]) (Num P%:R).
Proof.
move=> is_m W v_in n_in; have [//|ws /true_cons[u [ws1 [_ /true_cons[w [ws2 [len_y _ _]]] _]]] _] := true_call _ is_m.
have [l list_y] := length_of len_y; have size_y := y_length list_y.
have args := all_cons (y_name _ _ v_in) (all_cons size_y (all_cons (y_name _ _ n_in) (all_nil _ _ _))).
have [A ->] := is_matrix_true W (own_call_true is_m erefl args) erefl.
by exists (size l), (\matrix_(i, j) A i.+1 j.+1); rewrite mat_table.
Qed.
(* The rows of points that are told to be different. *)
Definition apart_e : expr := (Over "all" (Chain (Index (Name "points") (Name "a")) [:: (Different, Index (Name "points") (Name "b"))])
  [:: ("a", Binary Range (Number (BinNums.Npos BinNums.xH)) (Call "len" [:: Name "points"]));
      ("b", Binary Range (Binary Add (Name "a") (Number (BinNums.Npos BinNums.xH))) (Call "len" [:: Name "points"]))] None)%string.
Lemma rows_apart defs P n (A : 'M[F]_(P, n)) env : yields fs defs env apart_e (Bool true) -> lookup "points"%string env = Value (table A) ->
  forall i j : 'I_P, row i A = row j A -> i = j.
Proof.
rewrite table_mat => told in_points.
pose differ i j := ~~ all (fun k => matrix_from_1 A i k == matrix_from_1 A j k) (iota 1 n).
have at_place env' x i : lookup "points"%string env' = Value (mat P n (matrix_from_1 A)) -> lookup x env' = Value (Num i%:R) -> (0 < i <= P)%N ->
    yields fs defs env' (Index (Name "points") (Name x)) (vec n (matrix_from_1 A i)).
  by move=> in_p in_x i_in; apply: (@y_at _ _ floor_int _ _ _ _ P (fun i => vec n (matrix_from_1 A i)) i%:R i); [exact: y_name in_p | exact: y_name in_x | | exact: i_in | ].
have points_at env' : lookup "points"%string env' = Value (mat P n (matrix_from_1 A)) -> yields fs defs env' (Call "len" [:: Name "points"]%string) (Num P%:R).
  by move=> in_p; refine (y_len _); exact: y_name in_p.
have computed : yields fs defs env apart_e
    (Bool (all (fun i => all (differ i) (iota i.+1 (P - i))) (iota 1 P))).
  apply: (y_all2 (h := fun i : nat => Num i%:R) (k := fun _ (j : nat) => Num j%:R)).
  - by refine (y_from_1 _ _ _ _); [floors | value | exact: points_at | reflexivity].
  - move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (P - i)).
    + by apply: y_add; [apply: y_name; reflexivity | value].
    + exact: points_at.
    + by rewrite -mulrSr.
    by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
  move=> i i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
  case/andP=> i_lt j_le; have j_in : (0 < j <= P)%N by rewrite j_le (leq_trans _ i_lt).
  have in_p : lookup "points"%string (("b"%string, Num j%:R : value F) :: ("a"%string, Num i%:R) :: env) = Value (mat P n (matrix_from_1 A)) by exact: in_points.
  refine (y_compare (at_place _ _ i in_p _ (in_from_1 i_in)) (at_place _ _ j in_p _ j_in) _); [reflexivity | reflexivity | ].
  by rewrite /compare equal_vec.
have [/esym/allP ok] := yields_inj told computed.
suff lt_apart (i j : 'I_P) : (i < j)%N -> row i A <> row j A.
  by move=> i j same; apply/val_inj; case: (ltngtP i j) => // [/lt_apart[] | /lt_apart[]].
move=> i_j /rowP same; have i_in : i.+1 \in iota 1 P by rewrite mem_iota add1n !ltnS leq0n ltn_ord.
have /allP/(_ j.+1) := ok _ i_in; rewrite mem_iota addSn subnKC // !ltnS i_j ltn_ord => /(_ isT)/negP; apply.
apply/allP => k; rewrite mem_iota; case: k => // k /=; rewrite add1n ltnS => k_lt; have := same (Ordinal k_lt); rewrite !mxE => sameE.
by rewrite -[k]/(val (Ordinal k_lt)) !matrix_from_1E sameE.
Qed.
End Points.

Section Net.
Variable S : numbers.
Local Notation F := (values.field S).
Implicit Types (m n k r : nat).
Definition net m r k (W1 : 'M[F]_(m, r)) (W2 : 'M[F]_(r, k)) : value F := Rec [:: ("W1"%string, table W1); ("W2"%string, table W2)].
Lemma is_value_net m r k (W1 : 'M[F]_(m, r)) (W2 : 'M[F]_(r, k)) : is_value (net W1 W2).
Proof.
have both (a b : value F) : is_value a -> is_value b -> is_value (Rec [:: ("W1"%string, a); ("W2"%string, b)]) by move=> aV bV; rewrite /= aV bV.
by apply: both; rewrite table_mat is_value_mat.
Qed.
Lemma one_beside m n (A : 'M[F]_(m, n)) :
  entries (fun i => List ([seq Num (A i j) | j <- indices n] ++ [:: Num 1%:R])) = table (row_mx A (const_mx 1 : 'M_(m, 1))).
Proof.
apply: entries_ext => i; have -> : [:: Num 1%:R] = [seq Num (1%:R : F) | j <- indices 1] by rewrite -(map_indices 1 (fun=> Num 1%:R)).
rewrite (column_cat (A i) (fun=> 1%:R)); apply: column_ext => j; by rewrite mxE; case: split => k; rewrite ?mxE.
Qed.
Lemma width_next m : m%:R + 1%:R = (m + 1)%:R :> F.
Proof. by rewrite natrD. Qed.
End Net.

Ltac side ::= first [assumption | exact: width_next | reflexivity].
Ltac known_call ::= lazymatch goal with |- call _ _ "is_matrix" _ = _ => rewrite ?width_next; apply: call_is_table; provided end.
(* attest: positional.bias-free-mlp repaired sha256:c1529f21dd203200b231ea66e720093280d4869f8aa128076bfc0763d644597c theorem:ones_replace_biases *)
Theorem ones_replace_biases : Holds statements_positional_bias_free_mlp.repaired.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => k k_gt0 _.
apply: says_for_values => [v | v /true_and[is_points /true_and[apart _]]]; first exact: any_and.
have [||| P [X [vE size_y]]] := points_true (v := v) (n := m) is_points; [by provided | by [] | by [] | subst v].
have X_inj := rows_apart (A := X) apart erefl.
apply: says_for_values => [v | v is_values].
  by have [e found _] : exists2 e, find_definition defs "is_matrix" = Some (is_matrix_d, e) & provides [:: is_vector_d] e;
    [apply: (provides_find (d := is_matrix_d)); provided | apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]].
have [||| P' [Y [vE size_y']]] := points_true (v := v) (n := k) is_values; [by provided | by [] | by [] | subst v].
have points_y : yields (functions_of S) defs [:: ("Y", table Y); ("points", table X); ("k", Num k%:R); ("m", Num m%:R)]%string (Name "points")
  (List [seq column (X i) | i <- indices P]) by [].
have [/eqP] := yields_inj size_y' (y_length points_y).
rewrite size_map size_indices eqr_nat => /eqP P'E; subst P'.
pose value_at x := if [pick i | row i X == x] is Some i then row i Y else 0.
have [r [W1 [W2 [r_gt0 exact]]]] := limits.ones_replace_biases [seq row i X | i <- indices P] value_at.
have net_value := is_value_net W1 W2; refine (says_exists_value (w := net W1 W2) _ net_value _ _); first by move=> v; exact: any_and.
  apply: yields_eq; first by value.
  by rewrite /= ler_nat r_gt0.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: y_same_table; last by value.
  refine (y_call (vs := [:: table (row_mx X (const_mx 1 : 'M_(P, 1))); table W1; table W2]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ _); last by values.
    by apply: yields_eq; [value | exact: one_beside].
  by apply: bound_hardmax.call_bias_free; [provided | rewrite addn1 | ].
congr Bool; apply/eqP/row_matrixP => i; have x_in : row i X \in [seq row i X | i <- indices P] by apply: map_f; exact: mem_index_enum.
have := exact _ x_in; rewrite /value_at; case: pickP => [j /eqP/X_inj -> <- | /(_ i)]; last by rewrite eqxx.
rewrite row_mul -map_row row_mul row_row_mx; congr (map_mx _ (row_mx _ _ *m _) *m _); by apply/matrixP => a b; rewrite !mxE !ord1.
Qed.
