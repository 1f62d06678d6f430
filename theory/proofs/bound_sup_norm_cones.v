(* SPDX-License-Identifier: Apache-2.0 *)
(* A URPE network computes the upper envelope of cones on given values at given inputs: a theorem of sup_norm.v as the meaning of its statement (urpe.headline). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_attention calls_heads calls_wide_networks.
From attest Require calls_cubes sup_norm statements_urpe_headline.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_headline.finding_urpe_computes_cones) f) (only parsing).
Definition distance_d := Eval compute in the "distance".
Definition is_in_cube_d := Eval compute in the "is_in_cube".
Definition is_points_d := Eval compute in the "is_points".
Definition cones_d := Eval compute in the "cones".

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].

Section Cones.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d : nat).
Implicit Types (defs : seq definition) (env : environment F) (A X P : nat -> nat -> F) (i j : nat) (v : value F).

(* --- Points ------------------------------------------------------------------------------------------------------------------------------------- *)
(* A value with the inputs and values of a point, as functions of places. *)
Definition point_of v (p : (nat -> nat -> F) * (nat -> nat -> F)) : Prop :=
  [/\ field_at v "P" = Value (mat n d p.1), field_at v "V" = Value (mat n d p.2) & calls_cubes.within_mat 0%:R 1%:R n d p.1].
Definition in_numbers (p : (nat -> nat -> F) * (nat -> nat -> F)) : sup_norm.point F n d := (of_mat p.1, of_mat p.2).
Lemma is_in_cube_true defs P : provides [:: is_in_cube_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_in_cube" [:: mat n d P; Num n%:R; Num d%:R] = Value (Bool true) -> calls_cubes.within_mat 0%:R 1%:R n d P.
Proof.
move=> Pd; have [e found Pe] := provides_find Pd => /(call_body found); rewrite [zip _ _]/= [body _]/=; case/true_and=> _ /true_and[inside _].
have value_y : yields fs e [:: ("P", mat n d P); ("n", Num n%:R); ("d", Num d%:R)]%string
    (Over "all" (Chain (Number BinNums.N0) [:: (AtMost, Name "e"); (AtMost, Number (BinNums.Npos BinNums.xH))]) [:: ("row", Name "P"); ("e", Name "row")] None)%string
    (Bool (all (fun i => all (fun j => (0%:R <= P i j) && (P i j <= 1%:R)) (iota 1 d)) (iota 1 n))).
  by apply: (y_all2 (h := fun i => vec d (P i)) (k := fun i j => Num (P i j)) (m := fun=> iota 1 d)); [value | move=> i _; value | move=> i _ j _; value].
have [/esym/allP all_in] := yields_inj inside value_y.
move=> i j i_n j_d; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
by have /allP/(_ j) := all_in i i_in; rewrite mem_iota add1n ltnS => /(_ j_d).
Qed.
Lemma is_points_true defs v : provides [:: is_points_d; is_in_cube_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_points" [:: v; Num n%:R; Num d%:R] = Value (Bool true) ->
  exists2 ps : seq (value F * ((nat -> nat -> F) * (nat -> nat -> F))), v = List (map fst ps) & forall p, List.In p ps -> point_of p.1 p.2.
Proof.
move=> Pd; have [e found Pe] := provides_find Pd => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> is_l /true_and[every _].
have [l vE] : exists l, v = List l by move: is_l; rewrite /yields /=; case: (v) => // l; exists l.
have l_y : yields fs e env (Name "points") (List l) by rewrite /env vE.
have each w : is_among w l -> exists p, point_of w p.
  move=> /(true_among l_y every); set env' := _ :: _; case/true_and=> in_cube /true_and[isV _]; have p_y : yields fs e env' (Name "p") w by [].
  have n_y : yields fs e env' (Name "n") (Num n%:R) by []; have d_y : yields fs e env' (Name "d") (Num d%:R) by [].
  have Pm : provides [:: is_matrix_d; is_vector_d] e by provided.
  have [B hV] := calls_encodings.is_matrix_known Pm p_y isV n_y d_y.
  have [//|vs /true_cons[u [vs1 [u_y /true_cons[a [vs2 [a_y /true_cons[b [vs3 [b_y /true_nil-> ->]]] ->]]] ->]]] cube] := true_call _ in_cube.
  rewrite (yields_inj a_y n_y) (yields_inj b_y d_y) in cube.
  have [A uE] : exists A, u = mat n d A.
    have [e' found' Pe'] := provides_find Pe; have := call_body found' cube; rewrite [zip _ _]/= [body _]/= => /true_and[ism _].
    by apply: (is_matrix_true (w := Num d%:R) Pe' (true_named_call _ ism _)).
  rewrite uE in cube u_y; exists (A, B); split; [exact: true_field p_y u_y | exact: hV | ].
  by apply: is_in_cube_true cube; provided.
rewrite vE; elim: (l) each {vE l_y every is_l env} => [|w l' IH] each; first by exists [::].
have [p is_p] := each w (or_introl erefl); have [|ps [-> all_p]] := IH; first by move=> u u_in; apply: each; right.
by exists ((w, p) :: ps) => // q [<- // | /all_p].
Qed.

(* --- Distances and cones -------------------------------------------------------------------------------------------------------------------------- *)
Lemma call_distance defs X P : provides [:: distance_d] defs -> (0 < n)%N ->
  call fs defs "distance" [:: mat n d X; mat n d P] = Value (Num (sup_norm.distance (of_mat X : 'I_n -> 'I_d -> F) (of_mat P))).
Proof.
move=> Pd n_gt0; have one_n : (0 < 1 <= n)%N by []; enter; apply: yields_eq; first by value.
congr Num; rewrite sum_from_1; apply: eq_bigr => i _; exact: sum_from_1.
Qed.
Lemma call_cones defs X L M (ps : seq (value F * ((nat -> nat -> F) * (nat -> nat -> F)))) : provides [:: cones_d; distance_d] defs -> (0 < n)%N ->
  (forall p, List.In p ps -> point_of p.1 p.2) ->
  call fs defs "cones" [:: mat n d X; List (map fst ps); Num L; Num M] =
    Value (mat n d (fun i j => foldl (fun t p => Num.max t (p.2.2 i j - L * sup_norm.distance (of_mat X) (of_mat p.2.1 : 'I_n -> 'I_d -> F))) (- M) ps)).
Proof.
move=> Pd n_gt0 all_p; have one_n : (0 < 1 <= n)%N by []; enter.
apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_d].
apply: (@y_fold_over F fs earlier _ _ fst (@Num F) (fun p => point_of p.1 p.2) (fun t p => Num.max t (p.2.2 i j - L * sup_norm.distance (of_mat X) (of_mat p.2.1 : 'I_n -> 'I_d -> F)))) => //.
move=> t p [hP hV _]; set env := _ :: _; have p_y : yields fs earlier env (Name "p") p.1 by [].
have v_y : yields fs earlier env (Index (Index (Field (Name "p") "V") (Name "i")) (Name "j")) (Num (p.2.2 i j)).
  apply: (y_at floor_int (i := j) (n := d) (h := fun j => Num (p.2.2 i j))); [ | by value | by [] | exact: j_d | by []].
  by apply: (y_at floor_int (i := i) (n := n) (h := fun i => vec d (p.2.2 i))); [exact: y_field p_y hV | value | by [] | exact: i_n | by []].
have d_y : yields fs earlier env (Call "distance" [:: Name "X"; Field (Name "p") "P"])%string (Num (sup_norm.distance (of_mat X) (of_mat p.2.1 : 'I_n -> 'I_d -> F))).
  refine (y_call _ _ _); [ | reflexivity | by apply: call_distance; first provided].
  by refine (all_cons _ (all_cons (y_field p_y hP) (all_nil _ _ _))); value.
refine (y_built_in (vs := [:: Num t; Num (p.2.2 i j - L * sup_norm.distance (of_mat X) (of_mat p.2.1 : 'I_n -> 'I_d -> F))]) _ _ _); [ | reflexivity | reflexivity].
by refine (all_cons _ (all_cons (y_subtract v_y (y_multiply _ d_y)) (all_nil _ _ _))); value.
Qed.
Lemma cones_at X L M (ps : seq (value F * ((nat -> nat -> F) * (nat -> nat -> F)))) (i : 'I_n) (j : 'I_d) :
  foldl (fun t p => Num.max t (p.2.2 i.+1 j.+1 - L * sup_norm.distance (of_mat X) (of_mat p.2.1 : 'I_n -> 'I_d -> F))) (- M) ps =
  sup_norm.cones L M (map (fun p => in_numbers p.2) ps) (of_mat X) i j.
Proof. by rewrite /sup_norm.cones; elim: ps (- M) => //= p ps IH t; rewrite IH. Qed.
Lemma points_in_cube (ps : seq (value F * ((nat -> nat -> F) * (nat -> nat -> F)))) : (forall p, List.In p ps -> point_of p.1 p.2) ->
  sup_norm.all_in_cube (map (fun p => in_numbers p.2) ps).
Proof.
elim: ps => //= p ps IH all_p; split; last by apply: IH => q q_in; apply: all_p; right.
by move=> i j; have [_ _ inside] := all_p p (or_introl erefl); apply: inside; rewrite /= ltn_ord.
Qed.
Lemma cones_network_good L M points : forall B, List.In B (@sup_norm.cones_network F n d L M points) -> good B.
Proof.
have even c WV bV WO (a : sup_norm.wide d -> F) us b : (0 < size us)%N -> good (sup_norm.Block (sup_norm.even_head c WV bV WO) a us b) by move=> us_gt0; split=> //; exists c, WV, bV, WO.
move=> B; rewrite /sup_norm.cones_network => -[<-|B_in]; first exact: even.
have [|[<-|//]] := List.in_app_or _ _ _ B_in; last exact: even.
by elim: points {B_in} => //= p points IH [<-|[<-|/IH //]]; exact: even.
Qed.
End Cones.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "first_columns" _ = _ => found_call call_first_columns
  end.

(* attest: urpe.headline finding_urpe_computes_cones sha256:16e643266f500fedb0520280c40ade1d882552343ef201547643fab6b822fba0 theorem:network_computes_cones *)
Theorem network_computes_cones : Holds statements_urpe_headline.finding_urpe_computes_cones.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
apply: says_for_values => [v|v told]; first by any_named W.
have [ps vE all_p] : exists2 ps : seq (value S * ((nat -> nat -> S) * (nat -> nat -> S))), v = List (map fst ps) & forall p, List.In p ps -> point_of n d p.1 p.2.
  by apply: (is_points_true (defs := defs)); [provided | apply: true_named_call told _; last by rewrite /yields_all].
meaning_for_all => L _ _; meaning_for_all => M _ _.
pose blocks := sup_norm.cones_network L M (map (fun p => in_numbers n d p.2) ps) : seq (sup_norm.block S n (sup_norm.wide d)).
have widthE : 2%:R * d%:R + 1%:R = (2 * d + 1)%:R :> S by rewrite natrD natrM.
apply: (says_exists_value (w := List (map (@block_value S n d) blocks))); [by move=> ?; refine (any_and _ _ _ _) | exact: network_value_value | | ].
  apply: true_and_true; last by apply: y_and1; refine (y_call _ _ _); [by values | reflexivity | apply: network_narrow; provided].
  refine (y_call (vs := [:: List (map (@block_value S n d) blocks); Num n%:R; Num (2 * d + 1)%:R]) _ _ _); [ | reflexivity | apply: network_meets; [provided | exact: n_gt0 | exact: cones_network_good]].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | value | rewrite -widthE; value].
refine (says_forall (P := fun _ => true) _ _ _); [refine (calls_cubes.in_mat_within (y := n%:R) (z := d%:R) _ _ _ _ _ _ _); [floors | value | value | value | value | reflexivity | reflexivity] | by [] | ].
move=> X inside _; have cubeX : sup_norm.in_cube (of_mat X : 'I_n -> 'I_d -> S) by move=> i j; apply: inside; rewrite /= ltn_ord.
have [_ computes] := sup_norm.network_computes_cones (@exp_gt0 S) L M (points_in_cube all_p).
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (@y_same_mat S _ _ _ _ n d (at_rows (sup_norm.network (@exp_of S) blocks (sup_norm.widened (of_mat X))))
  (fun i j => foldl (fun t p => Num.max t (p.2.2 i j - L * sup_norm.distance (of_mat X) (of_mat p.2.1 : 'I_n -> 'I_d -> S))) (- M) ps)).
- refine (y_call (vs := [:: mat n (2 * d + 1) (at_rows (sup_norm.network (@exp_of S) blocks (sup_norm.widened (of_mat X)))); Num d%:R]) _ _ _);
    [ | reflexivity | by apply: call_first_columns; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  refine (y_call (vs := [:: mat n (2 * d + 1) (at_rows (sup_norm.widened (of_mat X))); List (map (@block_value S n d) blocks)]) _ _ _);
    [ | reflexivity | apply: call_network_value; [provided | exact: n_gt0 | exact: cones_network_good]].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  refine (y_call (vs := [:: mat n d X; Num d.+1%:R]) _ _ _); [ | reflexivity | by apply: call_widened; first provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | rewrite mulrSr; value].
- by rewrite vE; refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); value | reflexivity | apply: call_cones; first provided].
move=> i j i_n j_d; case: i i_n => // i i_n; case: j j_d => // j j_d.
by rewrite -[i]/(val (Ordinal i_n)) -[j]/(val (Ordinal j_d)) first_columns_at computes // cones_at.
Qed.
