(* SPDX-License-Identifier: Apache-2.0 *)
(* No positional Transformer comes near a step along a line of inputs (limits.v), as the meaning of its statement: what is_transformer tells of
   a list is that it is a Lipschitz function of matrices. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees calls_mlps calls_transformers are_transformers.
From attest Require attention hardmax limits statements_positional_theorem_5_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Networks are Lipschitz ------------------------------------------------------------------------------------------------------------- *)
Section Lipschitz.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation exp := (@exp_of S).
Local Notation norm1 := (@limits.norm1 F _ _).
Implicit Types (n m d k w : nat).

Lemma id_lipschitz n d : limits.lipschitz (fun X : 'M[F]_(n, d) => X).
Proof. by exists 1; rewrite ?ler01 // => X Y; rewrite mul1r. Qed.
Lemma product_lipschitz n m d k (A : 'M[F]_(m, n)) (B : 'M[F]_(d, k)) : limits.lipschitz (fun X : 'M[F]_(n, d) => A *m (X *m B)).
Proof.
exists (norm1 A * norm1 B) => [|X Y]; first by rewrite mulr_ge0 ?limits.norm1_ge0.
rewrite -mulmxBr -mulmxBl; apply: le_trans (limits.norm1_mul _ _) _; rewrite -mulrA ler_wpmul2l ?limits.norm1_ge0 // mulrC.
exact: limits.norm1_mul.
Qed.
Lemma beside_lipschitz n d w k (f : 'M[F]_(n, d) -> 'M[F]_(n, w)) (g : 'M[F]_(n, d) -> 'M[F]_(n, k)) :
  limits.lipschitz f -> limits.lipschitz g -> limits.lipschitz (fun X => row_mx (f X) (g X)).
Proof.
move=> [K K_ge0 f_le] [K' K'_ge0 g_le]; exists (K + K') => [|X Y]; first exact: addr_ge0.
by rewrite opp_row_mx add_row_mx limits.norm1_row_mx mulrDl ler_add.
Qed.
Lemma by_rows_lipschitz n m k (phi : 'rV[F]_m -> 'rV[F]_k) : limits.lipschitz phi -> limits.lipschitz (by_rows (n := n) phi).
Proof.
move=> [K K_ge0 phi_le]; exists K => // X Y; rewrite !limits.norm1_rows mulr_sumr; apply: ler_sum => i _.
by rewrite !raddfB /= !rowK.
Qed.
Lemma joined_lipschitz n d (r : seq (head F n d)) : forall w (B : 'M[F]_(n, d) -> 'M[F]_(n, w)), limits.lipschitz B ->
  limits.lipschitz (fun X => joined exp (B X) r X).
Proof.
elim: r => // h r IH w B B_lip; apply: (IH _ (fun X => row_mx (B X) (head_output exp h X))); apply: beside_lipschitz => //.
exact: product_lipschitz.
Qed.
Lemma layer_lipschitz n H Q d e v (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) : layer_at H Q v g -> limits.lipschitz g.
Proof.
case=> vs h0 r dO WO items phi _ _ _ _ _ _ _ at_phi deep.
have phi_lip := by_rows_lipschitz n (limits.mlp_lipschitz (layers_are_mlp at_phi deep)).
have joined_lip : limits.lipschitz (fun X => joined exp (head_output exp h0 X) r X) by apply: joined_lipschitz; exact: product_lipschitz.
have WO_lip : limits.lipschitz (fun Y : 'M[F]_(n, total (width h0) r) => Y *m WO).
  by have [K K_ge0 le] := product_lipschitz (1%:M : 'M[F]_n) WO; exists K => // X Y; have := le X Y; rewrite !mul1mx.
have out_lip : limits.lipschitz (layer_output exp WO) := limits.lipschitz_comp joined_lip WO_lip.
exact: limits.lipschitz_comp (beside_lipschitz out_lip (id_lipschitz n d)) phi_lip.
Qed.
Lemma network_lipschitz n H Q d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : network_at H Q vs f -> limits.lipschitz f.
Proof.
by elim=> {d e vs f} [d | d c e v vs g f /layer_lipschitz g_lip _ f_lip]; [exact: id_lipschitz | exact: limits.lipschitz_comp g_lip f_lip].
Qed.
End Lipschitz.

(* --- The statement ---------------------------------------------------------------------------------------------------------------------- *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Lemma call_matadd_tables defs m n (A B : 'M[F]_(m, n)) : provides [:: matadd_d; same_shape_d] defs ->
  call fs defs "matadd" [:: table A; table B] = Value (table (A + B)).
Proof.
move=> W; rewrite (table_mat A) (table_mat B) (call_matadd floor_int) // mat_table; congr (Value (table _)).
by apply/matrixP => i j; rewrite !mxE !matrix_from_1E.
Qed.
Lemma any_transformer defs env l : provides [:: is_transformer_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_transformer" l)).
Proof. by move=> W; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]. Qed.
End Calls.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | reflexivity].
(* attest: positional.theorem-5-1 finding_not_uniformly sha256:2a90f057c7a981625ba68bc1ac8aba4d1531f43b9dee826c456551e3b96854f7 theorem:transformer_misses_the_step *)
Theorem transformer_misses_the_step : Holds statements_positional_theorem_5_1.finding_not_uniformly.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => e e_gt0 _; meaning_for_all => L L_gt0 _; meaning_for_all => h h_gt0 _.
apply: says_for_values => [v | v told]; first by apply: any_transformer; provided.
have arguments : yields_all (functions_of S) defs
  [:: ("M"%string, v); ("H"%string, Num h%:R); ("L"%string, Num L%:R); ("e"%string, Num e%:R); ("d"%string, Num d%:R); ("n"%string, Num n%:R)]
  [:: Name "M"; Name "n"; Name "L"; Name "H"; Name "d"; Name "e"]%string [:: v; Num n%:R; Num L%:R; Num h%:R; Num d%:R; Num e%:R] by values.
have [|vs [f [vE _ at_f]]] := is_transformer_told _ h_gt0 d_gt0 (own_call_true told erefl arguments); first by provided.
subst v; meaning_for_all => X _ _; meaning_for_all => direction _ _; meaning_for_all => i _ _; meaning_for_all => j _ _; meaning_for_all => err _ err_lt.
have [x [x_ge x_le misses]] := limits.step_is_missed X direction i j (network_lipschitz at_f) err_lt.
meaning_exists x; first by rewrite x_ge x_le.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_compare (c := Greater) (v := Num `|f (X + x *: direction) i j - (if x < 0 then 0 else 1)|) (w := Num err) _ _ _); [ | value | reflexivity].
  refine (y_built_in (vs := [:: Num (f (X + x *: direction) i j - (if x < 0 then 0 else 1))]) (all_cons _ (all_nil _ _ _)) _ _); [ | reflexivity | reflexivity].
  apply: y_subtract; last by value.
  apply: (y_number_at (f := fun j => f (X + x *: direction) i j) (j := j)); [ | value | by []].
  apply: (y_row_at (A := f (X + x *: direction)) (i := i)); [ | value | by []].
  refine (y_call (vs := [:: table (X + x *: direction); table (1%:M : 'M_n); List vs]) _ _ _);
    [ | reflexivity | by apply: (call_network_at n_gt0 _ _ d_gt0 at_f); provided].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | | by value].
    refine (y_call (vs := [:: table X; table (x *: direction)]) _ _ _); [ | reflexivity | by apply: call_matadd_tables; provided].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
    apply: yields_eq; first by value.
    by apply: entries_ext => a; apply: column_ext => b; rewrite mxE.
  by refine (y_call (vs := [:: Num n%:R]) _ _ _); [values | reflexivity | apply: call_unit_matrix; provided].
by move: misses; rewrite leNgt; case: (x < 0) => /= ->.
Qed.
