(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of positional_attention.stm give for layers and networks of any shape, with the unit matrix for the positions' encodings: a
   record whose heads, output matrix and MLP fit together is a function of matrices, and is_layer and is_transformer are true of it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees calls_mlps.
From attest Require attention hardmax statements_positional_theorem_5_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_theorem_5_1.finding_not_uniformly) f) (only parsing).
Definition is_head_d := Eval compute in the "is_head".
Definition is_layer_d := Eval compute in the "is_layer".
Definition out_dimension_d := Eval compute in the "out_dimension".
Definition is_transformer_d := Eval compute in the "is_transformer".
Definition beside_step : expr := Eval compute in if body side_by_side_d is Fold _ _ _ _ step then step else Truth false.
Definition layer_step : expr := Eval compute in if body softmax_transformer_d is Fold _ _ _ _ step then step else Truth false.

Notation layer_l := [:: softmax_layer_d; softmax_heads_d; side_by_side_d; beside_d; mlp_d; relu_matrix_d; scores_d; relu_d; softmax_rows_d; softmax_d;
  add_row_d; transpose_d; matmul_d; is_rectangular_d].

(* --- Heads side by side --------------------------------------------------------------------------------------------------------------- *)
Section Heads.
Variables (F : realFieldType) (exp : F -> F).
Variables (n d : nat).
Record head := Head { keys : nat; width : nat; WQ : 'M[F]_(n, keys); WK : 'M[F]_(n, keys); WV : 'M[F]_(d, width) }.
Implicit Types (h : head) (r : seq head).
Definition head_output h (X : 'M[F]_(n, d)) : 'M[F]_(n, width h) := attention.softmax exp (hardmax.scores 1%:M (WQ h) (WK h)) *m (X *m WV h).
Definition total w r := foldl (fun a h => a + width h)%N w r.
Fixpoint joined w (B : 'M[F]_(n, w)) r (X : 'M[F]_(n, d)) : 'M[F]_(n, total w r) :=
  if r is h :: r' then joined (row_mx B (head_output h X)) r' X else B.
Definition layer_output h0 r dO (WO : 'M[F]_(total (width h0) r, dO)) (X : 'M[F]_(n, d)) : 'M[F]_(n, dO) := joined (head_output h0 X) r X *m WO.
Lemma total_sum w r : total w r = (w + \sum_(h <- r) width h)%N.
Proof. by elim: r w => [|h r IH] w; rewrite ?big_nil ?addn0 // big_cons addnA; exact: IH. Qed.
End Heads.
Arguments total {F n d}.

Section Layers.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation exp := (@exp_of S).
Variable n : nat.
Hypothesis n_gt0 : (0 < n)%N.
Implicit Types (defs : seq definition) (env : environment F) (v : value F) (vs items : seq (value F)) (d e H L : nat).

Definition head_at d v (h : head F n d) : Prop :=
  [/\ field_at v "WQ" = Value (table (WQ h)), field_at v "WK" = Value (table (WK h)), field_at v "WV" = Value (table (WV h)), (0 < keys h)%N & (0 < width h)%N].
Definition heads_at d vs h0 (r : seq (head F n d)) : Prop :=
  size vs = (size r).+1 /\ forall i, (i <= size r)%N -> head_at (nth (Bool true) vs i) (nth h0 (h0 :: r) i).
(* Layers with H heads, all of whose widths Q holds. *)
Inductive layer_at H (Q : pred nat) d e v : ('M[F]_(n, d) -> 'M[F]_(n, e)) -> Prop :=
  LayerAt vs h0 r dO (WO : 'M[F]_(total (width h0) r, dO)) items phi of
    field_at v "heads" = Value (List vs) & heads_at vs h0 r & size vs = H & all (fun h => Q (width h)) (h0 :: r) &
    field_at v "WO" = Value (table WO) & (0 < dO)%N & field_at v "mlp" = Value (List items) & layers_at items phi & (1 < size items)%N :
    layer_at H Q v (fun X => by_rows phi (row_mx (layer_output exp WO X) X)).
Inductive network_at H (Q : pred nat) : forall d e, seq (value F) -> ('M[F]_(n, d) -> 'M[F]_(n, e)) -> Prop :=
  | NoLayer d : network_at H Q [::] (fun X : 'M[F]_(n, d) => X)
  | NextLayer d c e v vs (g : 'M[F]_(n, d) -> 'M[F]_(n, c)) (f : 'M[F]_(n, c) -> 'M[F]_(n, e)) of layer_at H Q v g & network_at H Q vs f :
      network_at H Q (v :: vs) (fun X => f (g X)).
Lemma layer_width H Q d e v (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) : layer_at H Q v g -> (0 < e)%N.
Proof. by case=> vs h0 r dO WO items phi _ _ _ _ _ _ _ /layers_width. Qed.

(* --- What a layer makes of a matrix ------------------------------------------------------------------------------------------------ *)
Ltac known_call ::= lazymatch goal with |- call _ _ "beside" _ = _ => apply: call_beside; provided end.
Lemma folds_beside defs env d (r : seq (head F n d)) X : provides [:: beside_d] defs ->
  forall before w (B : 'M[F]_(n, w)), lookup "Ys"%string env = Value (List (before ++ [seq table (head_output exp h X) | h <- r])) ->
  folds defs env "Z"%string "k"%string beside_step (table B) [seq Num i%:R | i <- iota (size before).+1 (size r)] (table (joined exp B r X)).
Proof.
move=> W; elim: r => // h r IH before w B YsE; exists (table (row_mx B (head_output exp h X))).
  refine (y_call (vs := [:: table B; table (head_output exp h X)]) _ _ _); [ | reflexivity | by apply: call_beside; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by apply: y_name; reflexivity.
  apply: (y_item (i := size before)); [apply: y_name; exact: YsE | apply: y_name; reflexivity | by [] | | ].
    by rewrite size_cat /= addnS ltnS leq_addr.
  by rewrite nth_cat ltnn subnn.
rewrite [[seq table _ | _ <- _]]/= -cat1s catA in YsE; have := IH _ _ (row_mx B (head_output exp h X)) YsE.
by rewrite size_cat addn1.
Qed.
Lemma call_joined defs d h0 (r : seq (head F n d)) X : provides [:: side_by_side_d; beside_d] defs ->
  call fs defs "side_by_side" [:: List [seq table (head_output exp h X) | h <- h0 :: r]] = Value (table (joined exp (head_output exp h0 X) r X)).
Proof.
move=> W; enter; apply: (y_folds (s := table (head_output exp h0 X)) (l := [seq Num i%:R | i <- iota 2 (size r)])).
- by apply: (y_item (i := 0)); [value | value | | | ].
- apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 (size r)); [value | apply: y_length; value | by [] | by rewrite /= size_map -mulrSr].
have P : provides [:: beside_d] earlier by provided.
exact: (@folds_beside _ _ d r X P [:: table (head_output exp h0 X)]).
Qed.
Lemma call_heads defs d v vs h0 (r : seq (head F n d)) X :
  provides [:: softmax_heads_d; scores_d; softmax_rows_d; softmax_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < d)%N ->
  field_at v "heads" = Value (List vs) -> heads_at vs h0 r ->
  call fs defs "softmax_heads" [:: table X; table (1%:M : 'M[F]_n); v] = Value (List [seq table (head_output exp h X) | h <- h0 :: r]).
Proof.
move=> W d_gt0 vE [sizes vsE]; enter; set out := [seq _ | _ <- _].
have -> : out = [seq table (head_output exp (nth h0 (h0 :: r) i) X) | i <- iota 0 (size r).+1].
  by rewrite /out -[X in [seq _ | h <- X]](mkseq_nth h0) /mkseq -map_comp.
refine (y_list_over (h := fun i => nth (Bool true) vs i) (l := iota 0 (size r).+1) (g := fun i => table (head_output exp (nth h0 (h0 :: r) i) X)) _ _).
  by apply: (y_field (h := v)); [value | rewrite vE -[vs in LHS](mkseq_nth (Bool true)) sizes].
move=> i; rewrite mem_iota add0n ltnS => i_le; have [vQ vK vV keys_gt0 width_gt0] := vsE i i_le; set h := nth h0 _ i in vQ vK vV keys_gt0 width_gt0 *.
refine (y_call (vs := [:: table (attention.softmax exp (hardmax.scores 1%:M (WQ h) (WK h))); table (X *m WV h)]) _ _ _);
  [ | reflexivity | by apply: call_matmul; [provided | ]].
refine (all_cons _ (all_cons _ (all_nil _ _ _))).
  refine (y_call (vs := [:: table (hardmax.scores 1%:M (WQ h) (WK h))]) _ _ _); [ | reflexivity | by apply: call_softmax_rows; [provided | ]].
  refine (all_cons _ (all_nil _ _ _)).
  refine (y_call (vs := [:: table (1%:M : 'M[F]_n); table (WQ h); table (WK h)]) _ _ _); [ | reflexivity | by apply: call_scores; [provided | | | ]].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | apply: y_field vQ; value | apply: y_field vK; value].
refine (y_call (vs := [:: table X; table (WV h)]) _ _ _); [ | reflexivity | by apply: call_matmul; [provided | ]].
by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | apply: y_field vV; value].
Qed.
Lemma joined_gt0 d (h0 : head F n d) (r : seq (head F n d)) : (0 < width h0)%N -> (0 < total (width h0) r)%N.
Proof. by rewrite total_sum addn_gt0 => ->. Qed.
Lemma call_layer_at defs H Q d e v (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) X : provides layer_l defs -> (0 < d)%N -> layer_at H Q v g ->
  call fs defs "softmax_layer" [:: table X; table (1%:M : 'M[F]_n); v] = Value (table (g X)).
Proof.
move=> W d_gt0 [vs h0 r dO WO items phi vE heads _ _ vWO dO_gt0 vmlp at_phi _]; enter.
have h0_gt0 : (0 < width h0)%N by have [_ /(_ 0%N isT)[]] := heads.
have sum_gt0 : (0 < dO + d)%N by rewrite addn_gt0 dO_gt0.
refine (y_call (vs := [:: table (row_mx (layer_output exp WO X) X); List items]) _ _ _); [ | reflexivity | by apply: call_mlp_at; [provided | | ]].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by apply: y_field vmlp; value.
refine (y_call (vs := [:: table (layer_output exp WO X); table X]) _ _ _); [ | reflexivity | by apply: call_beside; provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
refine (y_call (vs := [:: table (joined exp (head_output exp h0 X) r X); table WO]) _ _ _);
  [ | reflexivity | by apply: call_matmul; [provided | exact: joined_gt0]].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by apply: y_field vWO; value.
refine (y_call (vs := [:: List [seq table (head_output exp h X) | h <- h0 :: r]]) _ _ _); [ | reflexivity | by apply: call_joined; provided].
refine (all_cons _ (all_nil _ _ _)); refine (y_call (vs := [:: table X; table (1%:M : 'M[F]_n); v]) _ _ _); [by values | reflexivity | ].
by apply: call_heads heads => //; provided.
Qed.
Lemma folds_network defs env H Q d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : network_at H Q vs f -> provides layer_l defs ->
  forall X, lookup "P"%string env = Value (table (1%:M : 'M[F]_n)) -> (0 < d)%N -> folds defs env "Y"%string "L"%string layer_step (table X) vs (table (f X)).
Proof.
move=> at_f W; elim: at_f => {d e vs f} [d | d c e v vs g f at_g _ IH] X PE d_gt0 //; exists (table (g X)); last exact: IH (layer_width at_g).
refine (y_call (vs := [:: table X; table (1%:M : 'M[F]_n); v]) _ _ _); [ | reflexivity | by apply: call_layer_at at_g; [provided | ]].
by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); apply: y_name.
Qed.
Lemma call_network_at defs H Q d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) X : provides (softmax_transformer_d :: layer_l) defs -> (0 < d)%N ->
  network_at H Q vs f -> call fs defs "softmax_transformer" [:: table X; table (1%:M : 'M[F]_n); List vs] = Value (table (f X)).
Proof.
move=> W d_gt0 at_f; enter; apply: (y_folds (s := table X) (l := vs)); [by value | by value | ].
by apply: (folds_network at_f) => //; provided.
Qed.
End Layers.
