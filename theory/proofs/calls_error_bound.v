(* SPDX-License-Identifier: Apache-2.0 *)
(* What error_bound of approximation.stm gives for the cut "boxes", where blocks make one matrix of all corners of each box: a sum over the boxes, of the target's
   errors at the corners where the target keeps its order, and of a constant elsewhere. Of a target only what calls of it give is used. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention narrow_networks calls_narrow_networks calls_clamp calls_boxes.
From attest Require bound_headline_targets statements_urpe_theorem_3.
From attest Require Import rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition largest_d := Eval compute in the "largest".
Definition curvature_d := Eval compute in the "curvature".
Definition keeps_order_d := Eval compute in the "keeps_order".
Definition bend_d := Eval compute in the "bend".
Definition elsewhere_d := Eval compute in the "elsewhere".
Definition error_on_d := Eval compute in the "error_on".
Definition error_bound_d := Eval compute in the "error_bound".
Notation monomial_d := bound_headline_targets.monomial_d.
Notation degree_d := bound_headline_targets.degree_d.
Notation pieces_d := bound_headline_targets.pieces_d.
Notation polynomial_d := bound_headline_targets.polynomial_d.
Notation entry_at_d := bound_headline_targets.entry_at_d.
(* What is needed, the latest definition first. *)
Notation error_on_l :=
  [:: error_on_d; elsewhere_d; clamp_d; run_d; no_sign_changes_d; hidden_units_d; mixed_d; bend_d; keeps_order_d; curvature_d; largest_d; entry_at_d; polynomial_d;
      pieces_d; degree_d; monomial_d; head_d; relu_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Notation error_bound_l :=
  [:: error_bound_d; error_on_d; elsewhere_d; clamp_d; run_d; no_sign_changes_d; hidden_units_d; mixed_d; bend_d; edge_d; covered_d; cells_d; boxes_d; as_input_d; corners_d;
      keeps_order_d; curvature_d; largest_d; entry_at_d; polynomial_d; pieces_d; degree_d; monomial_d; head_d; relu_d; add_row_d; matadd_d; matmul_d; same_shape_d;
      is_rectangular_d].

Section Errors.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation point := (nat -> nat -> F).
Variables (n d : nat).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Implicit Types (defs : seq definition) (env : environment F) (X Y : point) (Xs Ys : seq point) (i j p : nat) (blocks : seq (value F)).

(* --- Targets --------------------------------------------------------------------------------------------------------------------- *)
Definition target_value (T : nat -> nat -> value F) : value F := listed n (fun i => listed d (T i)).
Record target_calls (T : nat -> nat -> value F) (tgt : nat -> nat -> point -> F) (curv : nat -> nat -> F) (keeps : nat -> nat -> seq point -> bool) (big : F) : Prop :=
  TargetCalls {
    target_entry : forall defs i j X, provides [:: entry_at_d; polynomial_d; monomial_d] defs -> (0 < i <= n)%N -> (0 < j <= d)%N ->
      call fs defs "entry_at" [:: T i j; mat n d X] = Value (Num (tgt i j X));
    target_curvature : forall defs i j, provides [:: curvature_d; pieces_d; degree_d] defs -> (0 < i <= n)%N -> (0 < j <= d)%N ->
      call fs defs "curvature" [:: T i j] = Value (Num (curv i j));
    target_order : forall defs i j Xs, provides [:: keeps_order_d; polynomial_d; pieces_d; monomial_d] defs -> (0 < i <= n)%N -> (0 < j <= d)%N -> (0 < size Xs)%N ->
      call fs defs "keeps_order" [:: T i j; points_value n d Xs] = Value (Bool (keeps i j Xs));
    target_largest : forall defs, provides [:: largest_d; pieces_d] defs -> call fs defs "largest" [:: target_value T] = Value (Num big)
  }.
Variables (T : nat -> nat -> value F) (tgt : nat -> nat -> point -> F) (curv : nat -> nat -> F) (keeps : nat -> nat -> seq point -> bool) (big : F).
Hypothesis target : target_calls T tgt curv keeps big.
Variables low high : F.

Lemma row_y defs env (f : string) i a : lookup f env = Some (target_value T) -> yields fs defs env a (Num i%:R) -> (0 < i <= n)%N ->
  yields fs defs env (Index (Name f) a) (listed d (T i)).
Proof. by move=> f_in i_y i_n; apply: (y_at floor_int (i := i) (n := n) (h := fun i => listed d (T i)) (y_name _ _ f_in) i_y). Qed.
Lemma entry_y defs env (f : string) i j a b : lookup f env = Some (target_value T) -> yields fs defs env a (Num i%:R) -> yields fs defs env b (Num j%:R) ->
  (0 < i <= n)%N -> (0 < j <= d)%N -> yields fs defs env (Index (Index (Name f) a) b) (T i j).
Proof. by move=> f_in i_y j_y i_n j_d; apply: (y_at floor_int (i := j) (n := d) (h := T i) (row_y f_in i_y i_n) j_y). Qed.
Lemma width_y defs env (f : string) : lookup f env = Some (target_value T) ->
  yields fs defs env (Call "len" [:: Index (Name f) (Number (BinNums.Npos BinNums.xH))]) (Num d%:R).
Proof. by move=> f_in; apply: y_len; apply: row_y => //; value. Qed.

Definition bend_of side i j : F := curv i j * side ^+ 2 / 8%:R.
Lemma call_bend defs side i j : provides [:: bend_d; curvature_d; pieces_d; degree_d] defs -> (0 < i <= n)%N -> (0 < j <= d)%N ->
  call fs defs "bend" [:: T i j; Num side] = Value (Num (bend_of side i j)).
Proof.
move=> P i_n j_d; enter; apply: y_divide; [apply: y_multiply | by value | by rewrite pnatr_eq0].
  by refine (y_call _ _ _); [values | reflexivity | apply: (target_curvature target); first provided].
by apply: (y_power floor_int (k := 2)); [value | value | ].
Qed.

(* Where nothing is known of the target. *)
Definition apart p : F := (Num.max `|low| `|high| + big) ^+ p.
Lemma call_elsewhere defs p : provides [:: elsewhere_d; largest_d; pieces_d] defs ->
  call fs defs "elsewhere" [:: target_value T; range_value low high; Num p%:R] = Value (Num ((n * d)%:R * apart p)).
Proof.
move=> P; enter; apply: (yields_eq (v := Num (\sum_(i <- iota 1 n) \sum_(j <- iota 1 d) apart p))).
  apply: (y_sum2 (h := fun i => listed d (T i)) (k := fun i j => T i j)); [by value | by move=> i _; value | move=> i i_n j j_d].
  apply: (y_power floor_int (y := p%:R)); [ | by value | by []]; apply: y_add.
    by apply: (y_built_in (vs := [:: Num `|low|; Num `|high|])).
  by refine (y_call _ _ _); [values | reflexivity | apply: (target_largest target); provided].
by rewrite !big_const_seq !count_predT !size_iota !iter_addr_0 mulr_natl mulnC mulrnA.
Qed.

(* --- One cell ----------------------------------------------------------------------------------------------------------------------- *)
Definition greatest (l : seq F) : F := foldl Num.max (seq.head 0 l) (behead l).
Lemma largest_greatest l : (0 < size l)%N -> largest l = Some (greatest l). Proof. by case: l. Qed.
Lemma greatest_le l c : (0 < size l)%N -> (forall x, x \in l -> x <= c) -> greatest l <= c.
Proof.
case: l => // x l _ /=; rewrite /greatest /=; elim: l x => [|y l IH] x le_c /=; first by apply: le_c; rewrite mem_head.
apply: IH => z; rewrite inE => /orP[/eqP-> | z_l]; last by apply: le_c; rewrite !inE z_l !orbT.
by rewrite maxEle; case: ifP => _; apply: le_c; rewrite !inE eqxx ?orbT.
Qed.
Lemma greatest_ge0 l : (forall x, x \in l -> 0 <= x) -> 0 <= greatest l.
Proof.
case: l => [|x l] // ge0; rewrite /greatest /=; elim: l x ge0 => [|y l IH] x ge0 /=; first by apply: ge0; rewrite mem_head.
apply: IH => z; rewrite inE => /orP[/eqP-> | z_l]; last by apply: ge0; rewrite !inE z_l !orbT.
by rewrite maxEle; case: ifP => _; apply: ge0; rewrite !inE eqxx ?orbT.
Qed.

(* The blocks make the matrix `tab` of all these points, and are affine between them. *)
Definition computes blocks Xs (tab : point) : Prop :=
  exists Ys, [/\ leads n d blocks Xs Ys, size Ys = size Xs & forall Y, List.In Y Ys -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> Y i j = tab i j].
Definition kept Xs : bool := all (fun i => all (fun j => keeps i j Xs) (iota 1 d)) (iota 1 n).
Definition worst (tab : point) Xs i j : F := greatest [seq `|tab i j - tgt i j X| | X <- Xs].
Definition cell_error tab Xs side p : F :=
  if kept Xs then \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) (worst tab Xs i j + bend_of side i j) ^+ p else (n * d)%:R * apart p.
Lemma call_error_on defs blocks Xs tab side p : provides error_on_l defs -> (0 < size Xs)%N -> computes blocks Xs tab ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> low <= tab i j <= high) ->
  call fs defs "error_on" [:: points_value n d Xs; target_value T; List blocks; range_value low high; Num side; Num p%:R] = Value (Num (cell_error tab Xs side p)).
Proof.
move=> P Xs_gt0 [Ys [to size_Ys Ys_tab]] tab_in; enter.
have Ys_gt0 : (0 < size Ys)%N by rewrite size_Ys.
have run_P : provides run_l earlier by provided.
pose X0 : point := fun _ _ => 0; pose k := size Xs; pose x_at a := nth X0 Xs a.-1; pose y_at_ a := nth X0 Ys a.-1.
have XsE : points_value n d Xs = listed k (fun a => mat n d (x_at a)) by rewrite /points_value (listed_seq _ X0).
have YsE : points_value n d Ys = listed k (fun a => mat n d (y_at_ a)) by rewrite /points_value (listed_seq _ X0) size_Ys.
have clamped : leads n d (blocks ++ map (evaluated_block n d (fun _ _ _ => 0)) (clamp_blocks d low high)) Xs Ys.
  by apply: leads_cat to _; apply: leads_clamp => // Y Y_in i j i_n j_d; rewrite Ys_tab // tab_in.
apply: (y_let (v := image_value n d true Ys)).
  refine (y_call (vs := [:: points_value n d Xs; List _]) _ _ _); [ | reflexivity | exact: call_run run_P clamped].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  apply: y_concatenate; first by value.
  refine (y_call (vs := [:: Num d%:R; Num low; Num high]) _ _ _); [ | reflexivity | by apply: call_clamp; provided].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [apply: width_y | value | value].
set env := _ :: _; have f_in : lookup "f"%string env = Some (target_value T) by [].
apply: y_if_number.
- apply: (yields_eq (v := Bool (true && kept Xs))) => //; apply: y_and => [|_]; first by value.
  apply: y_and1; apply: (y_all2 (h := fun i => listed d (T i)) (k := fun i j => T i j)); [by value | by move=> i _; value | move=> i /in_from_1 i_n j /in_from_1 j_d].
  by refine (y_call _ _ _); [values | reflexivity | apply: (target_order target); first provided].
- move=> _; apply: (y_sum2 (h := fun i : nat => Num i%:R) (k := fun _ j : nat => Num j%:R) (m := fun=> iota 1 d)).
  + by apply: (y_from_1 floor_int); [value | apply: y_len; exact: y_name | ].
  + by move=> i _; apply: (y_from_1 floor_int); [value | exact: width_y | ].
  move=> i /in_from_1 i_n j /in_from_1 j_d; apply: (y_power floor_int (y := p%:R)); [ | by value | by []].
  apply: y_add; last first.
    refine (y_call (vs := [:: T i j; Num side]) _ _ _); [ | reflexivity | by apply: call_bend; first provided].
    by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: entry_y => //; value | value].
  apply: (@y_largest _ _ _ _ (fun a : nat => Num a%:R) (iota 1 k) _ _ _ _ _ (fun a => `|tab i j - tgt i j (x_at a)|)).
  + by apply: (y_from_1 floor_int); [value | apply: (y_len (n := k) (h := fun a => mat n d (x_at a))); rewrite -XsE; exact: y_name | ].
  + move=> a /in_from_1 a_k; apply: (y_built_in (vs := [:: Num (tab i j - tgt i j (x_at a))])) => //; apply: all_cons; last exact: all_nil.
    apply: y_subtract.
      have <- : y_at_ a i j = tab i j by apply: Ys_tab => //; apply: in_nth; rewrite size_Ys.
      have points_y : yields fs earlier [:: ("a"%string, Num a%:R), ("j"%string, Num j%:R), ("i"%string, Num i%:R) & env] (Field (Name "image") "points")
          (listed k (fun a => mat n d (y_at_ a))) by rewrite -YsE; value.
      by value.
    refine (y_call (vs := [:: T i j; mat n d (x_at a)]) _ _ _); [ | reflexivity | by apply: (target_entry target); first provided].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by apply: entry_y => //; value.
    by apply: (y_at floor_int (i := a) (n := k) (h := fun a => mat n d (x_at a))) => //; rewrite -XsE; value.
  + by rewrite /worst (map_from_1 _ X0) largest_greatest // size_map size_iota.
move=> _; refine (y_call (vs := [:: target_value T; range_value low high; Num p%:R]) _ _ _); [by values | reflexivity | by apply: call_elsewhere; provided].
Qed.

(* --- All boxes ---------------------------------------------------------------------------------------------------------------------- *)
Variables (m : nat) (strip : F).
Hypothesis m_gt0 : (0 < m)%N.
Implicit Types (t : seq nat) (tab : seq nat -> point).
Local Notation box_corners t := (corner_points d m strip t).
Definition box_error tab p t : F := cell_error (tab t) (box_corners t) (side_length m strip) p.
Definition error_value tab p : F :=
  covered_part n d m strip / (m ^ (n * d))%:R * (\sum_(t <- places n d m) box_error tab p t) + (1 - covered_part n d m strip) * ((n * d)%:R * apart p).
Lemma call_error_bound defs blocks tab p : provides error_bound_l defs -> (forall t, t \in places n d m -> computes blocks (box_corners t) (tab t)) ->
  (forall t, t \in places n d m -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> low <= tab t i j <= high) ->
  call fs defs "error_bound" [:: target_value T; List blocks; range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] =
    Value (Num (error_value tab p)).
Proof.
move=> P all_boxes tab_in; enter.
apply: (y_let (v := List [seq points_value n d (box_corners t) | t <- places n d m])).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_cells; first provided].
apply: (y_let (v := Num (covered_part n d m strip))).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_covered; provided].
set env := _ :: _; have list_y : yields fs earlier env (Name "list") (List [seq points_value n d (box_corners t) | t <- places n d m]) by [].
apply: y_add; last first.
  by apply: y_multiply; [value | refine (y_call _ _ _); [values | reflexivity | apply: call_elsewhere; provided]].
apply: y_multiply.
  apply: y_divide; [by value | | by rewrite pnatr_eq0 -lt0n expn_gt0 m_gt0].
  by have := y_length list_y; rewrite size_map size_places.
apply: (y_sum (h := fun t => points_value n d (box_corners t))); [exact: list_y | move=> t t_in].
refine (y_call (vs := [:: points_value n d (box_corners t); target_value T; List blocks; range_value low high; Num (side_length m strip); Num p%:R]) _ _ _);
  [ | reflexivity | apply: call_error_on; [provided | exact: corner_points_gt0 | exact: all_boxes | exact: tab_in]].
refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))))); try by value.
by refine (y_call _ _ _); [values | reflexivity | apply: call_edge; first provided].
Qed.

(* Blocks that are networks of narrow_networks.v, of which the same is known at any points of a box. *)
Lemma computes_network (A : attention -> nat -> nat -> F) (Bs : seq (block F)) Xs (tab : point) : (0 < size Xs)%N -> (forall B, List.In B Bs -> (0 < size (units B))%N) ->
  affine n d A Bs Xs -> (forall X, List.In X Xs -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> network n d A Bs X i j = tab i j) ->
  computes (map (evaluated_block n d A) Bs) Xs tab.
Proof.
move=> Xs_gt0 have_units aff table; exists [seq network n d A Bs X | X <- Xs]; split; [exact: leads_network | by rewrite size_map | ].
by move=> Y Y_in i j i_n j_d; have [X X_in ->] := in_map_seq Y_in; exact: table.
Qed.
Lemma computes_on_boxes (A : attention -> nat -> nat -> F) (Bs : seq (block F)) tab : strip <= 1 / m%:R -> (forall B, List.In B Bs -> (0 < size (units B))%N) ->
  (forall t Xs, t \in places n d m -> (forall X, List.In X Xs -> in_box n d m strip (place_of d t) X) -> affine n d A Bs Xs /\
    forall X, List.In X Xs -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> network n d A Bs X i j = tab t i j) ->
  forall t, t \in places n d m -> computes (map (evaluated_block n d A) Bs) (box_corners t) (tab t).
Proof.
move=> strip_le have_units table t t_in; have [|aff same] := table t (box_corners t) t_in.
  by move=> X X_in; apply: (corner_in_box t_in m_gt0 strip_le X_in).
by apply: computes_network => //; exact: corner_points_gt0.
Qed.

(* --- How large it is ------------------------------------------------------------------------------------------------------------------ *)
Hypotheses (strip_ge0 : 0 <= strip) (strip_le : strip <= 1 / m%:R).
Lemma m_strip : 0 <= m%:R * strip <= 1.
Proof.
rewrite mulr_ge0 ?ler0n //=; have m_pos : 0 < m%:R :> F by rewrite ltr0n.
by apply: le_trans (ler_wpmul2l (ltW m_pos) strip_le) _; rewrite mul1r divff // gt_eqF.
Qed.
Lemma covered_bounds : 0 <= covered_part n d m strip <= 1.
Proof.
have /andP[ge0 le1] := m_strip; rewrite /covered_part exprn_ge0 ?subr_ge0 //=.
by rewrite exprn_ile1 ?subr_ge0 // ler_subl_addr ler_addl.
Qed.
Lemma bernoulli (x : F) k : 0 <= x <= 1 -> 1 - (1 - x) ^+ k <= k%:R * x.
Proof.
case/andP=> ge0 le1; have y0 : 0 <= 1 - x by rewrite subr_ge0.
elim: k => [|k IH]; first by rewrite expr0 subrr mul0r.
have y1 : (1 - x) ^+ k <= 1 by rewrite exprn_ile1 // ler_subl_addr ler_addl.
rewrite exprS mulrBl mul1r opprB addrCA addrC mulrSr mulrDl mul1r ler_add //.
by rewrite ler_pimulr.
Qed.
Lemma uncovered_le : 1 - covered_part n d m strip <= (n * d)%:R * (m%:R * strip).
Proof. exact: bernoulli m_strip. Qed.

(* The places at which the target does not keep its order. *)
Definition lost : nat := count (fun t => ~~ kept (box_corners t)) (places n d m).
Hypotheses (big_ge0 : 0 <= big) (curv_ge0 : forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> 0 <= curv i j).
Lemma apart_ge0 p : 0 <= (n * d)%:R * apart p.
Proof. by rewrite mulr_ge0 ?ler0n // exprn_ge0 // addr_ge0 // le_maxr normr_ge0. Qed.
Lemma cell_error_le (tab : point) Xs side p c : (0 < size Xs)%N -> kept Xs ->
  (forall i j X, (0 < i <= n)%N -> (0 < j <= d)%N -> List.In X Xs -> `|tab i j - tgt i j X| + bend_of side i j <= c) ->
  cell_error tab Xs side p <= (n * d)%:R * c ^+ p.
Proof.
move=> Xs_gt0 Xs_kept near; rewrite /cell_error Xs_kept.
apply: (@le_trans _ _ (\sum_(i <- iota 1 n) \sum_(j <- iota 1 d) c ^+ p)); last first.
  by rewrite !big_const_seq !count_predT !size_iota !iter_addr_0 mulr_natl mulnC mulrnA.
rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => i /in_from_1 i_n; rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => j /in_from_1 j_d.
have in_Xs x : x \in [seq `|tab i j - tgt i j X| | X <- Xs] -> exists2 X, List.In X Xs & x = `|tab i j - tgt i j X|.
  elim: (Xs) => //= X Xs' IH; rewrite inE => /orP[/eqP-> | /IH[Y Y_in ->]]; [by exists X; [left | ] | by exists Y; [right | ]].
have bend_ge0 : 0 <= bend_of side i j by rewrite divr_ge0 ?ler0n // mulr_ge0 ?curv_ge0 // sqr_ge0.
have worst_le : worst tab Xs i j + bend_of side i j <= c.
  by rewrite -ler_subr_addr; apply: greatest_le => [|x /in_Xs[X X_in ->]]; rewrite ?size_map // ler_subr_addr near.
have worst_ge0 : 0 <= worst tab Xs i j by apply: greatest_ge0 => x /in_Xs[X _ ->]; exact: normr_ge0.
have sum_ge0 : 0 <= worst tab Xs i j + bend_of side i j by exact: addr_ge0.
by rewrite ler_expn2r // nnegrE // (le_trans sum_ge0).
Qed.
Lemma error_value_le tab p c : 0 <= c ->
  (forall t, t \in places n d m -> kept (box_corners t) -> forall i j X, (0 < i <= n)%N -> (0 < j <= d)%N -> List.In X (box_corners t) ->
    `|tab t i j - tgt i j X| + bend_of (side_length m strip) i j <= c) ->
  error_value tab p <= (n * d)%:R * c ^+ p + (lost%:R / (m ^ (n * d))%:R + (n * d)%:R * (m%:R * strip)) * ((n * d)%:R * apart p).
Proof.
move=> c_ge0 near; set E := (n * d)%:R * apart p; set C := (n * d)%:R * c ^+ p; set cov := covered_part n d m strip; set N : F := (m ^ (n * d))%:R.
have N_gt0 : 0 < N by rewrite ltr0n expn_gt0 m_gt0.
have E_ge0 : 0 <= E by exact: apart_ge0.
have C_ge0 : 0 <= C by rewrite mulr_ge0 ?ler0n // exprn_ge0.
have /andP[cov_ge0 cov_le1] := covered_bounds.
have sum_le : \sum_(t <- places n d m) box_error tab p t <= N * C + lost%:R * E.
  apply: (@le_trans _ _ (\sum_(t <- places n d m) (C + (if ~~ kept (box_corners t) then E else 0)))).
    rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => t t_in; rewrite /box_error; case kept_t : (kept (box_corners t)) => /=; last first.
      by rewrite /cell_error kept_t ler_addr.
    rewrite addr0; apply: cell_error_le => //; first exact: corner_points_gt0.
    by move=> i j X i_n j_d X_in; exact: near.
  by rewrite big_split /= -big_mkcond /= !big_const_seq !iter_addr_0 count_predT size_places !mulr_natl.
rewrite mulrDl addrA; apply: ler_add; last by rewrite ler_wpmul2r //; exact: uncovered_le.
apply: (@le_trans _ _ (cov / N * (N * C + lost%:R * E))); first by rewrite ler_wpmul2l // divr_ge0 // ltW.
have -> : cov / N * (N * C + lost%:R * E) = cov * (C + lost%:R / N * E).
  by rewrite -mulrA; congr (_ * _); rewrite mulrDr mulKf ?gt_eqF // mulrA [_ / N]mulrC.
by rewrite ler_pimull // addr_ge0 // mulr_ge0 // divr_ge0 ?ler0n // ltW.
Qed.
(* The same, with some boxes, which are `bad`, where it is only not far off. *)
Lemma error_value_le_off tab p c c' (bad : pred (seq nat)) : 0 <= c -> Num.max `|low| `|high| + big <= c' ->
  (forall t, t \in places n d m -> kept (box_corners t) -> forall i j X, (0 < i <= n)%N -> (0 < j <= d)%N -> List.In X (box_corners t) ->
    `|tab t i j - tgt i j X| + bend_of (side_length m strip) i j <= if bad t then c' else c) ->
  error_value tab p <= (n * d)%:R * c ^+ p +
    ((lost + count bad (places n d m))%:R / (m ^ (n * d))%:R + (n * d)%:R * (m%:R * strip)) * ((n * d)%:R * c' ^+ p).
Proof.
move=> c_ge0 c'_ge near; set E := (n * d)%:R * apart p; set E' := (n * d)%:R * c' ^+ p; set C := (n * d)%:R * c ^+ p; set cov := covered_part n d m strip.
set N : F := (m ^ (n * d))%:R; have N_gt0 : 0 < N by rewrite ltr0n expn_gt0 m_gt0.
have apart_base : 0 <= Num.max `|low| `|high| + big by rewrite addr_ge0 // le_maxr normr_ge0.
have c'_ge0 : 0 <= c' := le_trans apart_base c'_ge.
have E_le : E <= E' by rewrite /E /E' ler_wpmul2l ?ler0n // ler_expn2r // nnegrE.
have E'_ge0 : 0 <= E' by rewrite mulr_ge0 ?ler0n // exprn_ge0.
have C_ge0 : 0 <= C by rewrite mulr_ge0 ?ler0n // exprn_ge0.
have /andP[cov_ge0 cov_le1] := covered_bounds.
have sum_le : \sum_(t <- places n d m) box_error tab p t <= N * C + (lost + count bad (places n d m))%:R * E'.
  apply: (@le_trans _ _ (\sum_(t <- places n d m) (C + ((if ~~ kept (box_corners t) then E' else 0) + (if bad t then E' else 0))))).
    rewrite big_seq [X in _ <= X]big_seq; apply: ler_sum => t t_in; rewrite /box_error; case kept_t : (kept (box_corners t)) => /=; last first.
      by rewrite /cell_error kept_t; apply: le_trans E_le _; rewrite addrCA ler_addl addr_ge0 //; case: ifP.
    rewrite add0r; have near_t := near t t_in kept_t; case: ifP near_t => _ near_t.
      apply: (@le_trans _ _ E'); last by rewrite ler_addr.
      by apply: cell_error_le => //; exact: corner_points_gt0.
    by rewrite addr0; apply: cell_error_le => //; exact: corner_points_gt0.
  by rewrite !big_split /= -!big_mkcond /= !big_const_seq !iter_addr_0 !count_predT size_places !mulr_natl mulrnDr.
rewrite mulrDl addrA; apply: ler_add; last first.
  apply: le_trans (ler_wpmul2l _ E_le) _; first by rewrite subr_ge0.
  by rewrite ler_wpmul2r //; exact: uncovered_le.
apply: (@le_trans _ _ (cov / N * (N * C + (lost + count bad (places n d m))%:R * E'))); first by rewrite ler_wpmul2l // divr_ge0 // ltW.
have -> : cov / N * (N * C + (lost + count bad (places n d m))%:R * E') = cov * (C + (lost + count bad (places n d m))%:R / N * E').
  by rewrite -mulrA; congr (_ * _); rewrite mulrDr mulKf ?gt_eqF // mulrA [_ / N]mulrC.
by rewrite ler_pimull // addr_ge0 // mulr_ge0 // divr_ge0 ?ler0n // ltW.
Qed.
(* All together: a network that makes one matrix of each box, which is near the target's values at the box's corners. *)
Theorem network_error defs (A : attention -> nat -> nat -> F) (Bs : seq (block F)) tab p c : provides error_bound_l defs -> 0 <= c ->
  (forall B, List.In B Bs -> (0 < size (units B))%N) ->
  (forall t Xs, t \in places n d m -> (forall X, List.In X Xs -> in_box n d m strip (place_of d t) X) -> affine n d A Bs Xs /\
    forall X, List.In X Xs -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> network n d A Bs X i j = tab t i j) ->
  (forall t, t \in places n d m -> forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> low <= tab t i j <= high) ->
  (forall t, t \in places n d m -> kept (box_corners t) -> forall i j X, (0 < i <= n)%N -> (0 < j <= d)%N -> List.In X (box_corners t) ->
    `|tab t i j - tgt i j X| + bend_of (side_length m strip) i j <= c) ->
  exists2 y, call fs defs "error_bound" [:: target_value T; List (map (evaluated_block n d A) Bs); range_value low high; boxes_cut m strip; Num n%:R; Num d%:R; Num p%:R] =
      Value (Num y) &
    y <= (n * d)%:R * c ^+ p + (lost%:R / (m ^ (n * d))%:R + (n * d)%:R * (m%:R * strip)) * ((n * d)%:R * (Num.max `|low| `|high| + big) ^+ p).
Proof.
move=> P c_ge0 have_units table tab_in near; exists (error_value tab p); last exact: error_value_le.
by apply: call_error_bound => //; exact: computes_on_boxes.
Qed.
End Errors.
