(* SPDX-License-Identifier: Apache-2.0 *)
(* Which encodings miss the attentive condition: theorems of attentive_encodings.v and attentive_heads.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require attention position_aware attentive attentive_encodings attentive_heads calls_encodings.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_attention calls_heads calls_blocks calls_attentive calls_families.
From attest Require Import statements_urpe_attentive_condition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Tells.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (f g s u : nat -> F) (A K Q R X : nat -> nat -> F) (n d k m : nat) (c : F).

(* --- The side of the query --- *)
(* Where the first token is 0, the first row of scores does not depend on the other tokens; the row that is asked for does. *)
Lemma blind_first_row n d u c f (l : nat) (G : (nat -> nat -> F) -> nat -> nat -> F) s : (1 < n)%N -> (0 < l <= d)%N -> u l != 0 -> c != 0 ->
  (forall X, (forall t, X 1%N t = 0) -> forall j, (0 < j <= n)%N -> G X 1%N j = s j) ->
  exists X i j, [/\ (0 < i <= n)%N, (0 < j <= n)%N &
    factored n (fun i => soft n (G X i)) f i j != soft n (fun j => (along d X u i - c) * along d X u j) j].
Proof.
move=> n_gt1 l_d u_l c_neq0 blind; have n_gt0 := ltnW n_gt1.
pose U X j := factored n (fun i => soft n (G X i)) f 1%N j; pose V X j := soft n (fun j => (along d X u 1%N - c) * along d X u j) j.
pose X0 (i t : nat) : F := 0; pose X1 (i t : nat) := if (i == 2)%N && (t == l) then (u l)^-1 else 0 : F.
have along0 i : along d X0 u i = 0 by apply: big1 => t _; rewrite mul0r.
have along1 i : along d X1 u i = if i == 2%N then 1 else 0.
  rewrite /along; case: (eqVneq i 2%N) => [->|i_2]; last by apply: big1 => t _; rewrite /X1 (negbTE i_2) mul0r.
  rewrite (bigD1_seq l) ?iota_uniq ?mem_iota ?add1n ?ltnS //= /X1 !eqxx mulVf // big1 ?addr0 // => t t_l.
  by rewrite (negbTE t_l) mul0r.
have U_same j : (0 < j <= n)%N -> U X1 j = U X0 j.
  move=> j_n; rewrite /U /factored; congr (_ * _).
  by rewrite (@soft_ext S n (G X1 1%N) s) ?(@soft_ext S n (G X0 1%N) s) // => k k_n; apply: blind.
have V_flat j : V X0 j = V X0 1%N.
  by rewrite /V !softE // !along0 !mulr0.
have [same0|/allPn[j /in_from_1 j_n differ]] := boolP (all (fun j => U X0 j == V X0 j) (iota 1 n)); last by exists X0, 1%N, j.
have at0 j : (0 < j <= n)%N -> U X0 j = V X0 j by move=> j_n; apply/eqP/(allP same0); rewrite mem_iota add1n ltnS.
have one_n : (0 < 1 <= n)%N by []; have two_n : (0 < 2 <= n)%N by [].
have [same1|differ] := eqVneq (U X1 1%N) (V X1 1%N); last by exists X1, 1%N, 1%N.
have [same2|differ] := eqVneq (U X1 2%N) (V X1 2%N); last by exists X1, 1%N, 2%N.
have /soft_inj-/(_ n_gt0) : V X1 1%N = V X1 2%N by rewrite -same1 -same2 !U_same // !at0 // V_flat.
rewrite !along1 /= mulr0 mulr1 sub0r => /esym/eqP; rewrite oppr_eq0 => /eqP c0.
by rewrite c0 eqxx in c_neq0.
Qed.

(* --- Matrices of mathcomp --- *)
Definition entry m n (A : 'M[F]_(m, n)) i j : F := if (insub i.-1, insub j.-1) is (Some i, Some j) then A i j else 0.
Definition matrix_of m n A : 'M[F]_(m, n) := \matrix_(i, j) A i.+1 j.+1.
Definition column_of d u : 'cV[F]_d := \col_i u i.+1.
Definition family_of n f (t : int) : F := f `|(t + n%:Z)%R|%N.
Lemma entryK m n (A : 'M[F]_(m, n)) : matrix_of m n (entry A) = A.
Proof. by apply/matrixP => i j; rewrite mxE /entry /= !valK. Qed.
Lemma matrix_of_product m n k A B : matrix_of m k A *m matrix_of k n B = matrix_of m n (product k A B).
Proof. by apply/matrixP => i j; rewrite !mxE /product sum_from_1; apply: eq_bigr => l _; rewrite !mxE. Qed.
Lemma matrix_of_transpose m n A : (matrix_of m n A)^T = matrix_of n m (fun i j => A j i).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma along_column n d X u i : (matrix_of n d X *m column_of d u) i 0 = along d X u i.+1.
Proof. by rewrite mxE /along sum_from_1; apply: eq_bigr => l _; rewrite !mxE. Qed.
Lemma place_of n (i j : 'I_n) : `|(position_aware.relative i j + n%:Z)%R|%N = (i.+1 + n - j.+1)%N.
Proof.
rewrite /position_aware.relative addSn subSS addrAC -PoszD subzn //.
by rewrite (leq_trans (ltnW (ltn_ord j))) // leq_addl.
Qed.
Lemma soft_matrix n A (i j : 'I_n) : attention.softmax (@exp_of S) (matrix_of n n A) i j = soft n (A i.+1) j.+1.
Proof.
rewrite mxE softE; last by apply: leq_ltn_trans (ltn_ord i).
by rewrite mxE sum_from_1; congr (_ / _); apply: eq_bigr => k _; rewrite mxE.
Qed.
Lemma factored_matrix n A f (i j : 'I_n) :
  attentive_encodings.factored (@exp_of S) (matrix_of n n A) (family_of n f) i j = factored n (fun i => soft n (A i)) f i.+1 j.+1.
Proof. by rewrite mxE soft_matrix mxE /family_of place_of. Qed.
Lemma key_side_matrix n d X u c : attentive.key_side (column_of d u) c (matrix_of n d X) = matrix_of n n (fun i j => along d X u i * (along d X u j - c)).
Proof.
apply/matrixP => i j; rewrite /attentive.key_side mxE big_ord1 !mxE; congr (_ * (_ - _)); last by rewrite mulr1.
  by have := along_column d X u i; rewrite mxE.
by have := along_column d X u j; rewrite mxE.
Qed.
(* What misses the condition as a function of matrices misses it as a function of their entries. *)
Lemma misses n d u c f (G : (nat -> nat -> F) -> nat -> nat -> F) (SX : 'M[F]_(n, d) -> 'M[F]_n) :
  (forall X, SX (matrix_of n d X) = matrix_of n n (G X)) ->
  (exists X : 'M[F]_(n, d), attentive_encodings.factored (@exp_of S) (SX X) (family_of n f) <> attention.softmax (@exp_of S) (attentive.key_side (column_of d u) c X)) ->
  exists X i j, [/\ (0 < i <= n)%N, (0 < j <= n)%N &
    factored n (fun i => soft n (G X i)) f i j != soft n (fun j => along d X u i * (along d X u j - c)) j].
Proof.
move=> SE [Y]; rewrite -[Y]entryK; move: (entry Y) => X; rewrite SE key_side_matrix => /eqP differ; exists X.
have /existsP[i /existsP[j ij]] : [exists i : 'I_n, exists j : 'I_n, factored n (fun i => soft n (G X i)) f i.+1 j.+1 !=
    soft n (fun j => along d X u i.+1 * (along d X u j - c)) j.+1].
  apply: contraR differ; rewrite negb_exists => /forallP none; apply/eqP/matrixP => i j.
  rewrite factored_matrix soft_matrix; have := none i; rewrite negb_exists => /forallP/(_ j).
  by rewrite negbK => /eqP.
by exists i.+1, j.+1; rewrite /= !ltn_ord.
Qed.
Lemma column_neq0 d u (l : nat) : (0 < l <= d)%N -> u l != 0 -> column_of d u != 0.
Proof.
case: l => // l /= l_d; apply: contraNneq => /matrixP/(_ (Ordinal l_d) 0); rewrite !mxE.
by move=> ->.
Qed.
Lemma exponential_exp : attentive_encodings.is_exponential (@exp_of S).
Proof. by split; [exact: exp_gt0 | exact: exp_add | exact: exp_inj]. Qed.
End Tells.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "hadamard" _ = _ => found_call call_hadamard
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "bias_t5" _ = _ => found_call call_bias_t5
  | |- call _ _ "bias_shaw" _ = _ => found_call call_bias_shaw
  | |- call _ _ "key_side_scores" _ = _ => found_call call_key_side_scores
  | |- call _ _ "query_side_scores" _ = _ => found_call call_query_side_scores
  | |- call _ _ "factored" _ = _ => found_call call_factored
  | |- call _ _ "scores" _ = _ => match goal with H : encodes _ _ _ _ _ |- _ => apply: call_scores_22 H _ _ _ _ _ _ _; first [provided | eassumption] end
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.attentive-condition finding_the_first_row_is_blind sha256:6e40736a62f492b89c82695e50d5f99c36c22875093cc5bb10fa5e1e53700f9b theorem:first_row_is_blind *)
Theorem first_row_is_blind : Holds finding_the_first_row_is_blind.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _.
meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => g _ _; meaning_for_all => R _ _.
refine (says_forall (P := fun _ => true) _ _ _); [refine (in_mat _ _ _ _ _); [floors | value | value | exact: one_less | reflexivity] | by [] | ].
move=> Y _ _; apply: says_expression; last exact: (erefl true).
pose X i j : S := if i == 1%N then 0 else Y i.-1 j.
have first_gt0 : (0 < 1 <= n.-1)%N by case: n n_gt1 {n_gt0 R Y X} => [|[|n]].
have XE : List ([:: vec d (fun=> 0%:R : S)] ++ [seq vec d (Y i) | i <- iota 1 n.-1]) = mat n d X.
  rewrite -[in RHS](prednK n_gt0); congr List; rewrite [iota 1 n.-1.+1]/= [map _ (_ :: _)]/=; congr cons.
  rewrite -[2%N]/(1 + 1)%N iotaDl -map_comp; apply/eq_in_map => i /in_from_1 /andP[i_gt0 _] /=.
  by rewrite /X add1n eqSS; case: i i_gt0.
apply: y_same_vec.
- refine (y_call _ _ _); [values | reflexivity | enter_named]; apply: (y_let (v := mat n d X)); last first.
    by apply: y_let; [value | value].
  apply: yields_eq; last exact: XE; apply: y_concatenate; last by value.
  apply: y_list; refine (all_cons _ (all_nil _ _ _)); apply: y_list_over; last by move=> l _; value.
  by apply: (y_at (@floor_integer S)); [value | value | reflexivity | exact: first_gt0 | reflexivity].
- by apply: y_list_over; [value | move=> j _; value].
move=> j j_n; have zero l : \sum_(t <- iota 1 d) X 1%N t * Q t l = 0 by rewrite big1 // => t _; rewrite mul0r.
by rewrite /= /biased_shaw !big1 ?addr0 // => l _; rewrite zero mul0r.
Qed.

(* attest: urpe.attentive-condition finding_query_side_t5_and_shaw sha256:ebaa02e008e2de3c8ac0fd9c6cc45bd04d6fc224ad401a7deecb4941a213b337 theorem:query_side_t5_and_shaw *)
Theorem query_side_t5_and_shaw : Holds finding_query_side_t5_and_shaw.
Proof.
opening S W; for_each_of => v v_in; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _.
meaning_for_all => u _ /hasP[l /in_from_1 l_d u_l].
refine (says_forall (P := fun c : S => c != 0) _ _ _); [domain_of | by move=> c _; cbn [condition_is]; value | move=> c _ c_neq0].
apply: says_for_values => [h|h]; first exact: any_and.
case/true_and=> /true_named_call-isv /true_and[hv /true_and[/true_named_call-no_bias _]].
have [k Q K f g cs k_gt0 hQ hK enc hf hg hc] : head_22 h n d.
  by apply: is_head_22_true n_gt0 d_gt0 (isv _ _ _); [provided | reflexivity | rewrite /yields_all].
have f0 : forall j, (0 < j <= k)%N -> f j = 0.
  by apply: (no_query_bias_true (defs := defs) _ hf (no_bias _ _ _)); [provided | reflexivity | rewrite /yields_all].
have [t tE t_in] : exists2 t, v = Symb t & (t = "t5" \/ t = "shaw")%string.
  by case: v_in => [|[|//]] ->; eexists; try reflexivity; [left | right].
have hvE : field_at h "variant" = Value (Symb t) by apply: true_same_symbol hv; [exact: y_name | rewrite tE; exact: y_name].
have [B encB [s sE]] : exists2 B : encoding S, encodes h n k (List [::]) B &
    exists s, forall Qx Kx, (forall l, (0 < l <= k)%N -> Qx 1%N l = 0) -> forall j, B Qx Kx 1%N j = s j.
  case: enc => [m hv' hm | R hv' hR | R T hv' _ _ | q M a b hv' _ _ _ | hv']; try by move: hv'; rewrite hvE; case: t_in => ->.
    by eexists; [exact: encodes_t5 hv' hm n_gt0 | exists (fun j => m (1 + n - j)%N)].
  eexists; first exact: encodes_shaw hv' hR.
  by exists (fun=> 0) => Qx Kx Q1 j; rewrite /biased_shaw big1_seq // => l' /andP[_ /in_from_1 l_k]; rewrite Q1 ?mul0r.
have [X [i [j [i_n j_n differ]]]] : exists X i j, [/\ (0 < i <= n)%N, (0 < j <= n)%N &
    factored n (fun i => soft n (eq_22 d k B Q K f g X i)) cs i j != soft n (fun j => (along d X u i - c) * along d X u j) j].
  apply: (blind_first_row cs (G := fun X => eq_22 d k B Q K f g X) (s := s) n_gt1 l_d u_l c_neq0) => X X1 j j_n.
  have Q1 l' : (0 < l' <= k)%N -> moved d X Q f 1 l' = 0.
    by move=> l_k; rewrite /moved f0 // addr0 /product big1 // => t' _; rewrite X1 mul0r.
  rewrite /eq_22 sE // big1_seq ?add0r // => l' /andP[_ /in_from_1 l_k].
  by rewrite Q1 // mul0r.
meaning_exists X; refine (says_expression (p := true) _ _); [ | reflexivity].
by apply: (@y_other_mat S _ _ _ _ n n _ _ i j); [by value | by value | by [] | by [] | exact: differ].
Qed.

(* --- ALiBi --- *)
Section Alibi.
Variable S : numbers.
Implicit Types (slope : S) (n d k : nat).

Definition alibi slope i j : S := - slope * `|i%:R - j%:R|.
Lemma alibi_matrix n d slope (X : 'M[S]_(n, d)) : attentive_encodings.bias_alibi slope X = matrix_of n n (alibi slope).
Proof.
apply/matrixP => i j; rewrite !mxE /alibi; congr (_ * _).
by rewrite intr_norm rmorphB /= -!pmulrn -[i.+1]addn1 -[j.+1]addn1 !natrD opprD addrACA subrr addr0.
Qed.
Lemma scores_matrix n d k (X Q K : nat -> nat -> S) :
  matrix_of n d X *m matrix_of d k Q *m (matrix_of n d X *m matrix_of d k K)^T = matrix_of n n (score d k Q K X).
Proof. by rewrite !matrix_of_product matrix_of_transpose matrix_of_product. Qed.
End Alibi.

(* attest: urpe.attentive-condition finding_alibi_is_not_attentive sha256:4b4229927369098bd1d8641945daac2adefe839e5737811f30155b7f0dec6289 theorem:alibi_is_not_attentive *)
Theorem alibi_is_not_attentive : Holds finding_alibi_is_not_attentive.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _.
meaning_for_all => u _ /hasP[l /in_from_1 l_d u_l]; meaning_for_all => c _ _; meaning_for_all => slope _ slope_gt0.
meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => f _ _.
have [||X [i [j [i_n j_n differ]]]] := @misses S n d u c f (fun X i j => score d k Q K X i j + alibi slope i j)
    (fun X => X *m matrix_of d k Q *m (X *m matrix_of d k K)^T + attentive_encodings.bias_alibi slope X).
- by move=> X; rewrite scores_matrix alibi_matrix; apply/matrixP => i j; rewrite !mxE.
- by apply: attentive_encodings.alibi_is_not_attentive; [exact: exponential_exp | exact: n_gt1 | exact: column_neq0 u_l | exact: slope_gt0].
meaning_exists X; refine (says_expression (p := true) _ _); [ | reflexivity].
by apply: (@y_other_mat S _ _ _ _ n n _ _ i j); [by value | by value | by [] | by [] | exact: differ].
Qed.

(* attest: urpe.attentive-condition finding_alibi_is_position_aware sha256:1429478055e0948f7f3dc6f682e493a05f8a4c87692575cf4c50df6eeadec000 theorem:alibi_is_position_aware *)
Theorem alibi_is_position_aware : Holds finding_alibi_is_position_aware.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => slope _ slope_gt0.
pose up k : S := if k%:R - n%:R <= 0%:R :> S then 1%:R else 0%:R.
pose sums i := \sum_(j <- iota 1 n) factored n (fun i => soft n (alibi slope i)) up i j * 1.
apply: says_expression.
  refine (y_call _ _ _); [ | reflexivity | apply: (@call_distinct _ _ (@floor_integer S) _ n sums); provided].
  refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [ | reflexivity | apply: (call_apply (@floor_integer S)); provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by refine (y_call _ _ _); [values | reflexivity | apply: (call_ones (@floor_integer S)); provided].
  refine (y_call _ _ _); [ | reflexivity | apply: call_factored => //; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  apply: (y_family (@floor_integer S) (g := fun k => Num (up k)) n_gt0); [by value | by value | by move=> k k_n; value].
apply/allP => i /in_from_1/andP[i_gt0 i_n]; apply/allP => j; rewrite mem_iota addSn subnKC // ltnS => /andP[i_j j_n].
have sumsE (a : 'I_n) : sums a.+1 = (attentive_encodings.factored (@exp_of S) (attentive_encodings.bias_alibi slope (0 : 'M[S]_(n, 1))) (@position_aware.upper S) *m attention.ones S n) a 0.
  rewrite attention.row_sumsE /sums sum_from_1; apply: eq_bigr => b _; rewrite mulr1 alibi_matrix mxE soft_matrix /factored; congr (_ * _).
  rewrite mxE /up /position_aware.upper; congr (if _ then _ else _).
  rewrite -place_of natr_absz ger0_norm; last by rewrite /position_aware.relative addrAC -PoszD subr_ge0 lez_nat (leq_trans (ltnW (ltn_ord b))) ?leq_addl.
  by rewrite rmorphD /= -[n%:~R]pmulrn addrK lerz0.
case: i i_gt0 i_n i_j => // i _ i_n i_j; case: j j_n i_j => // j j_n i_j.
rewrite -[i]/(val (Ordinal i_n)) -[j]/(val (Ordinal j_n)) !sumsE.
by apply: attentive_heads.alibi_is_position_aware; [exact: exp_gt0 | rewrite -val_eqE /= neq_ltn -ltnS i_j].
Qed.
