(* SPDX-License-Identifier: Apache-2.0 *)
(* The cut "boxes" of approximation.stm: its cells are the corners of boxes, one for each place in the grid, and these are in the box (in_box of narrow_networks.v);
   what part of the cube they cover, and their edges. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention narrow_networks calls_narrow_networks calls_clamp.
From attest Require calls_grids digits calls_srpe statements_urpe_theorem_3.
From attest Require Import rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition corners_d := Eval compute in the "corners".
Definition as_input_d := Eval compute in the "as_input".
Definition boxes_d := Eval compute in the "boxes".
Definition is_cut_d := Eval compute in the "is_cut".
Definition cells_d := Eval compute in the "cells".
Definition covered_d := Eval compute in the "covered".
Definition edge_d := Eval compute in the "edge".
Definition is_range_d := Eval compute in the "is_range".

Section Boxes.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation point := (nat -> nat -> F).
Local Notation vector x := (List (map (@Num F) x)).
Variables (n d : nat).
Implicit Types (defs : seq definition) (x p side : seq F) (sides : seq (seq F)) (t : seq nat) (X : point).

(* --- Corners ------------------------------------------------------------------------------------------------------------------ *)
Definition grown (P : seq (seq F)) side : seq (seq F) := flatten [seq [seq rcons p e | e <- side] | p <- P].
Definition corner_lists sides : seq (seq F) := foldl grown [:: [::]] sides.
Lemma call_corners defs sides : provides [:: corners_d] defs ->
  call fs defs "corners" [:: List [seq vector side | side <- sides]] = Value (List [seq vector x | x <- corner_lists sides]).
Proof.
move=> P; enter; apply: (@y_fold _ _ _ _ _ (fun side => vector side) (fun P => List [seq vector x | x <- P]) grown); [by value | by value | ].
move=> P' side _; apply: yields_eq.
  apply: (@y_list_over2 _ _ _ _ _ (fun p => vector p) P' (fun _ e => Num e) (fun=> side)); [by value | by move=> p _; value | move=> p p_P e e_side].
  by apply: (y_concatenate (l := map (@Num F) p) (m := [:: Num e])); value.
rewrite /grown map_flatten -map_comp; congr (List (flatten _)); apply: eq_map => p /=; rewrite -map_comp; apply: eq_map => e /=.
by rewrite map_rcons cats1.
Qed.
Lemma all2_rcons (T U : Type) (r : T -> U -> bool) (s : seq T) (u : seq U) a b : all2 r (rcons s a) (rcons u b) = all2 r s u && r a b.
Proof.
elim: s u => [|a' s IH] [|b' u] /=; rewrite ?andbT ?andbF //; first by case: u => [|b2 u] /=; rewrite andbF.
  by case: s {IH} => [|a2 s] /=; rewrite andbF.
by rewrite IH andbA.
Qed.
Lemma mem_corner_lists sides x : (x \in corner_lists sides) = all2 (fun e side => e \in side) x sides.
Proof.
elim/last_ind: sides x => [|sides side IH] x; first by case: x => [|e x]; rewrite inE.
rewrite /corner_lists foldl_rcons -/(corner_lists sides).
case/lastP: x => [|x e].
  case: sides {IH} => [|s sides] /=; apply/negbTE/negP => /flatten_mapP[p _ /mapP[e _]] /(congr1 size); by rewrite size_rcons.
rewrite all2_rcons -IH; apply/flatten_mapP/andP => [[p p_in /mapP[e' e_in /rcons_inj[-> ->]]] // | [x_in e_in]].
by exists x => //; apply/mapP; exists e.
Qed.
Lemma corner_lists_at sides x i : x \in corner_lists sides -> (i < size sides)%N -> nth 0 x i \in nth [::] sides i.
Proof.
rewrite mem_corner_lists; elim: sides x i => [|side sides IH] [|e x] [|i] //= /andP[e_side x_sides] //; exact: IH.
Qed.
Lemma corner_lists_size sides x : x \in corner_lists sides -> size x = size sides.
Proof. by rewrite mem_corner_lists; elim: sides x => [|side sides IH] [|e x] //= /andP[_ /IH->]. Qed.

(* --- Boxes -------------------------------------------------------------------------------------------------------------------- *)
Variables (m : nat) (strip : F).
Definition flat (i j : nat) : nat := (i.-1 * d + j).-1.
Definition point_of x : point := fun i j => nth 0 x (flat i j).
Definition place_of t (i j : nat) : nat := nth 0%N t (flat i j).
Definition sides_of t : seq (seq F) := [seq [:: k%:R / m%:R; (k%:R + 1) / m%:R - strip] | k <- t].
Definition corner_points t : seq point := [seq point_of x | x <- corner_lists (sides_of t)].
Definition places : seq (seq nat) := lists_over (iota 0 m) (n * d).
Lemma flatE i j : (0 < i <= n)%N -> (0 < j <= d)%N -> (flat i j < n * d)%N /\ (i%:R - 1%:R) * d%:R + j%:R = (flat i j).+1%:R :> F.
Proof.
case: i j => [|i] [|j] //= i_n j_d; rewrite /flat /= addnS /=; split.
  by apply: leq_trans (_ : i * d + d <= _)%N; [rewrite ltn_add2l | rewrite -mulSnr leq_mul2r i_n orbT].
by rewrite [i.+1%:R]mulrSr addrK -natrM -natrD addnS.
Qed.
Lemma call_as_input defs x : provides [:: as_input_d] defs -> size x = (n * d)%N ->
  call fs defs "as_input" [:: vector x; Num n%:R; Num d%:R] = Value (mat n d (point_of x)).
Proof.
move=> P size_x; enter; apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_d].
have [in_x indexE] := flatE i_n j_d.
by apply: (y_entry floor_int (l := x) (y := (i%:R - 1%:R) * d%:R + j%:R)); [value | value | exact: indexE | rewrite size_x].
Qed.
Lemma places_size t : t \in places -> size t = (n * d)%N.
Proof. by rewrite digits.mem_lists_over => /andP[/eqP]. Qed.
Lemma size_places : size places = (m ^ (n * d))%N.
Proof. by rewrite /places -[in RHS](size_iota 0 m); elim: (n * d)%N => //= k IH; rewrite size_allpairs IH expnS. Qed.
Lemma places_below t i j : t \in places -> (0 < i <= n)%N -> (0 < j <= d)%N -> (place_of t i j < m)%N.
Proof.
rewrite digits.mem_lists_over => /andP[/eqP size_t /allP below] i_n j_d.
have := below (place_of t i j); rewrite /= mem_iota add0n; apply; apply: mem_nth.
by rewrite size_t; case: (flatE i_n j_d).
Qed.
Lemma call_boxes defs : provides [:: boxes_d; as_input_d; corners_d] defs -> (0 < m)%N ->
  call fs defs "boxes" [:: Num n%:R; Num d%:R; Num m%:R; Num strip] = Value (List [seq points_value n d (corner_points t) | t <- places]).
Proof.
move=> P m_gt0; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; apply: (y_list_over (h := fun t => List [seq Num k%:R | k <- t])).
  apply: (calls_grids.y_tuples floor_int (y := (n * d)%:R)) => //; last by rewrite natrM; value.
  by apply: (y_range floor_int (y := m%:R - 1%:R)); [value | value | | rewrite subrK].
move=> t t_in; rewrite /points_value /corner_points -map_comp.
apply: (y_list_over (h := fun x => vector x)).
  refine (y_call (vs := [:: List [seq vector side | side <- sides_of t]]) _ _ _); [ | reflexivity | by apply: call_corners; provided].
  refine (all_cons _ (all_nil _ _ _)); apply: yields_eq.
    apply: (y_list_over (h := fun k : nat => Num k%:R) (l := t)); first by value.
    move=> k _; apply: y_numbers; apply: numbers_cons; last apply: numbers_cons; last exact: numbers_nil.
      by apply: y_divide; [value | value | ].
    by apply: y_subtract; [apply: y_divide; [value | value | ] | value].
  by rewrite /sides_of -map_comp.
move=> x x_in; refine (y_call _ _ _); [by values | reflexivity | apply: call_as_input; first by provided].
by rewrite (corner_lists_size x_in) size_map places_size.
Qed.

(* --- The cut -------------------------------------------------------------------------------------------------------------------- *)
Definition boxes_cut : value F := Rec [:: ("kind", Symb "boxes"); ("m", Num m%:R); ("strip", Num strip)]%string.
Lemma boxes_y defs env : lookup "cut"%string env = Some boxes_cut -> yields fs defs env (Chain (Field (Name "cut") "kind") [:: (Equal, Sym "boxes")])%string (Bool true).
Proof. by move=> cut_in; apply: yields_eq; [apply: (y_symbol (h := boxes_cut)); [exact: y_name | reflexivity] | by []]. Qed.
Lemma m_y defs env : lookup "cut"%string env = Some boxes_cut -> yields fs defs env (Field (Name "cut") "m")%string (Num m%:R).
Proof. by move=> cut_in; apply: (y_field (h := boxes_cut)); [exact: y_name | reflexivity]. Qed.
Lemma strip_y defs env : lookup "cut"%string env = Some boxes_cut -> yields fs defs env (Field (Name "cut") "strip")%string (Num strip).
Proof. by move=> cut_in; apply: (y_field (h := boxes_cut)); [exact: y_name | reflexivity]. Qed.

Lemma call_cells defs : provides [:: cells_d; boxes_d; as_input_d; corners_d] defs -> (0 < m)%N ->
  call fs defs "cells" [:: boxes_cut; Num n%:R; Num d%:R] = Value (List [seq points_value n d (corner_points t) | t <- places]).
Proof.
move=> P m_gt0; enter; apply: y_yes; first exact: boxes_y.
refine (y_call (vs := [:: Num n%:R; Num d%:R; Num m%:R; Num strip]) _ _ _); [ | reflexivity | by apply: call_boxes; first provided].
by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [value | value | exact: m_y | exact: strip_y].
Qed.
Definition covered_part : F := (1 - m%:R * strip) ^+ (n * d).
Lemma call_covered defs : provides [:: covered_d] defs -> call fs defs "covered" [:: boxes_cut; Num n%:R; Num d%:R] = Value (Num covered_part).
Proof.
move=> P; enter; apply: y_yes; first exact: boxes_y.
apply: (y_power floor_int (y := n%:R * d%:R)); [ | by value | by rewrite natrM].
by apply: y_subtract; [value | apply: y_multiply; [exact: m_y | exact: strip_y]].
Qed.
Definition side_length : F := 1 / m%:R - strip.
Lemma call_edge defs : provides [:: edge_d] defs -> (0 < m)%N -> call fs defs "edge" [:: boxes_cut] = Value (Num side_length).
Proof.
move=> P m_gt0; enter; apply: y_yes; first exact: boxes_y.
by apply: y_subtract; [apply: y_divide; [value | exact: m_y | rewrite pnatr_eq0 -lt0n] | exact: strip_y].
Qed.
Lemma call_is_cut defs (v : value F) : provides [:: is_cut_d] defs -> (0 < m)%N -> 0 < strip < 1 / m%:R ->
  call fs defs "is_cut" [:: boxes_cut; v] = Value (Bool true).
Proof.
move=> P m_gt0 /andP[strip_gt0 strip_lt]; enter.
apply: true_and_true; first by refine (y_built_in (all_cons (m_y _ _) (all_nil _ _ _)) _ _); [ | reflexivity | rewrite /= integer_nat].
apply: true_and_true; first by apply: yields_eq; [apply: y_compare; [exact: m_y | value | by []] | rewrite ler1n m_gt0].
apply: y_and1; apply: y_yes; first exact: boxes_y.
have inverse_y env : lookup "cut"%string env = Some boxes_cut -> yields fs earlier env (Binary Divide (Number (BinNums.Npos BinNums.xH)) (Field (Name "cut") "m")) (Num (1 / m%:R)).
  by move=> cut_in; apply: y_divide; [value | exact: m_y | rewrite pnatr_eq0 -lt0n].
apply: yields_eq; first by apply: y_chain; [value | exact: strip_y | by [] | move=> _; apply: y_compare; [exact: strip_y | exact: inverse_y | by []]].
by rewrite strip_gt0 strip_lt.
Qed.

(* --- Corners are in their box ------------------------------------------------------------------------------------------------------- *)
Lemma corner_at t X i j : t \in places -> List.In X (corner_points t) -> (0 < i <= n)%N -> (0 < j <= d)%N ->
  X i j = (place_of t i j)%:R / m%:R \/ X i j = ((place_of t i j)%:R + 1) / m%:R - strip.
Proof.
move=> t_in X_in i_n j_d; have [x x_in ->] : exists2 x, x \in corner_lists (sides_of t) & X = point_of x.
  move: X_in; rewrite /corner_points; elim: (corner_lists _) => //= x l IH [<- | /IH[y y_l ->]]; first by exists x; rewrite ?mem_head.
  by exists y; rewrite // inE y_l orbT.
have [in_t _] := flatE i_n j_d; rewrite -(places_size t_in) in in_t.
have := corner_lists_at (i := flat i j) x_in; rewrite size_map => /(_ in_t).
rewrite (nth_map 0%N) // !inE => /orP[/eqP | /eqP] E; [left | right]; exact: E.
Qed.
Lemma corner_in_box t X : t \in places -> (0 < m)%N -> strip <= 1 / m%:R -> List.In X (corner_points t) -> in_box n d m strip (place_of t) X.
Proof.
move=> t_in m_gt0 strip_le X_in i j i_n j_d; have low_high : (place_of t i j)%:R / m%:R <= ((place_of t i j)%:R + 1) / m%:R - strip.
  by rewrite mulrDl ler_subr_addl addrC ler_add2l.
rewrite [_.+1%:R]mulrSr; case: (corner_at t_in X_in i_n j_d) => ->; first by rewrite lexx.
by rewrite lexx andbT.
Qed.
(* The lower corner is the first one. *)
Definition lower_corner t : point := point_of [seq k%:R / m%:R | k <- t].
Lemma lower_corner_in t : List.In (lower_corner t) (corner_points t).
Proof.
have : [seq k%:R / m%:R | k <- t] \in corner_lists (sides_of t) by rewrite mem_corner_lists /sides_of; elim: t => //= k t ->; rewrite mem_head.
rewrite /corner_points /lower_corner; elim: (corner_lists _) => //= x l IH; rewrite inE => /orP[/eqP-> | /IH x_l]; [by left | by right].
Qed.
Lemma corner_points_gt0 t : (0 < size (corner_points t))%N.
Proof. by have := lower_corner_in t; case: (corner_points t). Qed.
End Boxes.

Section Range.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Variables low high : F.
Definition range_value : value F := Rec [:: ("low", Num low); ("high", Num high)]%string.
Lemma call_is_range defs : provides [:: is_range_d] defs -> low <= high -> call fs defs "is_range" [:: range_value] = Value (Bool true).
Proof. by move=> P low_high; enter; apply: yields_eq; [value | rewrite low_high]. Qed.
End Range.
