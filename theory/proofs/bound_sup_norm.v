(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE in the sup norm: the network of cones comes within L n d / m of every L-Lipschitz map, whatever table of its values on the grid of m cells an edge is
   given. A theorem of sup_norm.v as the meaning of its statement (urpe.headline). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_attention calls_heads calls_wide_networks bound_sup_norm_cones.
From attest Require calls_cubes calls_two_runs calls_ordinals calls_grids calls_routing digits sup_norm statements_urpe_headline.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_headline.finding_urpe_in_the_sup_norm) f) (only parsing).
Definition closed_grid_d := Eval compute in the "closed_grid".
Definition grid_inputs_d := Eval compute in the "grid_inputs".
Definition grid_points_d := Eval compute in the "grid_points".
Definition is_table_d := Eval compute in the "is_table".
Definition may_be_d := Eval compute in the "may_be".

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].

Section Grid.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d m : nat).
Local Notation place := (sup_norm.place n d m).
Implicit Types (defs : seq definition) (env : environment F) (X Z : nat -> nat -> F) (g h : place) (v : value F).

(* --- The grid's points, in the order of their list -------------------------------------------------------------------------------------------- *)
Definition grid_value (t : seq (seq nat)) : value F := List [seq List [seq Num (k%:R / m%:R) | k <- row] | row <- t].
Definition tuples_of : seq (seq (seq nat)) := lists_over (lists_over (iota 0 m.+1) d) n.
Definition points_value : seq (value F) := [seq grid_value t | t <- tuples_of].
Lemma call_grid_points defs : provides [:: grid_points_d; grid_inputs_d; closed_grid_d] defs -> (0 < m)%N ->
  call fs defs "grid_points" [:: Num n%:R; Num d%:R; Num m%:R] = Value (List points_value).
Proof.
move=> P m_gt0; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; refine (y_call (vs := [:: List [seq Num (k%:R / m%:R) | k <- iota 0 m.+1]; Num n%:R; Num d%:R]) _ _ _); [ | reflexivity | enter_named].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
  refine (y_call (vs := [:: Num m%:R]) _ _ _); [by values | reflexivity | enter_named].
  apply: (y_list_over (h := fun k : nat => Num k%:R) (l := iota 0 m.+1)); last by move=> k _; value.
  by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 m.+1); [value | value | by [] | rewrite add0n -mulrSr].
apply: (calls_grids.y_tuples floor_int (h := fun row => List [seq Num (k%:R / m%:R) | k <- row]) (l := lists_over (iota 0 m.+1) d) (y := n%:R)); [ | by value | by []].
by apply: (calls_grids.y_tuples floor_int (h := fun k : nat => Num (k%:R / m%:R)) (l := iota 0 m.+1) (y := d%:R)); [value | value | ].
Qed.
Definition tuple_of g : seq (seq nat) := [seq [seq val (g (i, j)) | j <- calls_ordinals.indices d] | i <- calls_ordinals.indices n].
Lemma tuple_in g : tuple_of g \in tuples_of.
Proof.
have in_iota (k : 'I_m.+1) : (k : nat) \in iota 0 m.+1 by rewrite mem_iota add0n ltn_ord.
have row_in i : [seq val (g (i, j)) | j <- calls_ordinals.indices d] \in lists_over (iota 0 m.+1) d.
  by rewrite digits.mem_lists_over size_map calls_ordinals.size_indices eqxx; apply/allP => k /mapP[j _ ->]; exact: in_iota.
by rewrite digits.mem_lists_over size_map calls_ordinals.size_indices eqxx; apply/allP => row /mapP[i _ ->]; exact: row_in.
Qed.
Definition place_index g : nat := seq.index (tuple_of g) tuples_of.
Lemma place_index_lt g : (place_index g < size points_value)%N.
Proof. by rewrite size_map index_mem tuple_in. Qed.
Definition coordinates g (i j : nat) : F := if (insub i.-1, insub j.-1) is (Some i', Some j') then sup_norm.at_place F g i' j' else 0.
Lemma point_at g : nth (Bool true) points_value (place_index g) = mat n d (coordinates g).
Proof.
rewrite (nth_map [::]) ?index_mem ?tuple_in // nth_index ?tuple_in // /grid_value /mat /listed calls_ordinals.map_indices1 -map_comp.
congr List; apply: eq_map => i /=; rewrite /vec /listed calls_ordinals.map_indices1 -map_comp; congr List; apply: eq_map => j /=.
by rewrite /coordinates /= !valK.
Qed.
Lemma of_coordinates X g : sup_norm.distance (of_mat X : 'I_n -> 'I_d -> F) (of_mat (coordinates g)) = sup_norm.distance (of_mat X) (sup_norm.at_place F g).
Proof. by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite /of_mat /coordinates /= !valK. Qed.

(* --- Tables ------------------------------------------------------------------------------------------------------------------------------------- *)
Lemma y_place defs env (x y : string) (l : seq (value F)) g : lookup x env = Some (List l) -> lookup y env = Some (Num (place_index g).+1%:R) ->
  (place_index g < size l)%N -> yields fs defs env (Index (Name x) (Name y)) (nth (Bool true) l (place_index g)).
Proof. by move=> x_in y_in lt; apply: (y_index floor_int (y_name _ _ x_in) (y_name _ _ y_in)). Qed.
(* The entry of a matrix. *)
Definition entry_of v (i j : nat) : F :=
  if v is List rows then (if nth (Bool true) rows i.-1 is List r then (if nth (Bool true) r j.-1 is Num x then x else 0) else 0) else 0.
Lemma entry_of_mat X i j : (0 < i <= n)%N -> (0 < j <= d)%N -> entry_of (mat n d X) i j = X i j.
Proof.
case: i => // i i_n; case: j => // j j_d.
by rewrite /entry_of /mat /listed (nth_map 0%N) ?size_iota // nth_iota // /vec /listed (nth_map 0%N) ?size_iota // nth_iota.
Qed.
Lemma among_nth (l : seq (value F)) i : (i < size l)%N -> is_among (nth (Bool true) l i) l.
Proof. by elim: l i => // v l IH [|i] /= i_lt; [left | right; apply: IH]. Qed.
Definition value_at (l : seq (value F)) g i j : F := entry_of (nth (Bool true) l (place_index g)) i j.
Definition is_table_of (l : seq (value F)) (L : F) : Prop :=
  (forall g, (place_index g < size l)%N /\ nth (Bool true) l (place_index g) = mat n d (value_at l g)) /\
  forall g h (i : 'I_n) (j : 'I_d), `|value_at l g i.+1 j.+1 - value_at l h i.+1 j.+1| <= L * sup_norm.distance (sup_norm.at_place F g) (sup_norm.at_place F h).
Lemma y_entry_of defs env e A (i j : nat) : yields fs defs env e (mat n d A) -> lookup "i"%string env = Some (Num i%:R) -> lookup "j"%string env = Some (Num j%:R) ->
  (0 < i <= n)%N -> (0 < j <= d)%N -> yields fs defs env (Index (Index e (Name "i")) (Name "j")) (Num (A i j)).
Proof.
move=> ye i_y j_y i_n j_d; apply: (y_at floor_int (i := j) (n := d) (h := fun j => Num (A i j)) _ (y_name _ _ j_y)) => //.
exact: (y_at floor_int (i := i) (n := n) (h := fun i => vec d (A i)) ye (y_name _ _ i_y)).
Qed.
Lemma is_table_true defs v L : provides [:: is_table_d; grid_points_d; distance_d; grid_inputs_d; closed_grid_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < m)%N ->
  call fs defs "is_table" [:: v; Num L; Num n%:R; Num d%:R; Num m%:R] = Value (Bool true) -> exists2 l, v = List l & is_table_of l L.
Proof.
move=> Pd n_gt0 m_gt0; have [e found Pe] := provides_find Pd => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_let=> w w_y; have wE : w = List points_value.
  apply: yields_inj w_y _; refine (y_call (vs := [:: Num n%:R; Num d%:R; Num m%:R]) _ _ _); [by values | reflexivity | apply: call_grid_points; [provided | exact: m_gt0]].
rewrite wE; set env := _ :: _; case/true_and=> /calls_routing.list_true[l l_y] /true_and[len_l /true_and[mats /true_and[lips _]]].
have vE : v = List l by case: l_y.
have P_y : yields fs e env (Name "P") (List points_value) by [].
have size_l : size l = size points_value.
  have /(yields_inj len_l)[/esym] : yields fs e env (Chain (Call "len" [:: Name "V"]) [:: (Equal, Call "len" [:: Name "P"])])%string (Bool ((size l)%:R == (size points_value)%:R :> F)).
    exact: (y_compare (y_length l_y) (y_length P_y)).
  by rewrite eqr_nat => /eqP.
have in_l g : (place_index g < size l)%N by rewrite size_l place_index_lt.
have entries g : nth (Bool true) l (place_index g) = mat n d (value_at l g).
  have is_m := true_among l_y mats (among_nth (in_l g)).
  have [A AE] : exists A, nth (Bool true) l (place_index g) = mat n d A.
    by apply: (is_matrix_true (w := Num d%:R) (defs := e) _ (true_named_call _ is_m _)); first provided.
  by rewrite AE; apply: mat_ext => i j i_n j_d; rewrite /value_at AE entry_of_mat.
exists l => //; split=> [g | g h i j]; first by split.
have range_y env' : lookup "P"%string env' = Some (List points_value) ->
    yields fs e env' (Binary Range (Number (BinNums.Npos BinNums.xH)) (Call "len" [:: Name "P"]))%string (List [seq Num k%:R | k <- iota 1 (size points_value)]).
  by move=> P_in; apply: (y_from_1 floor_int); [value | exact: (y_length (y_name _ _ P_in)) | ].
have among g' : is_among (Num (place_index g').+1%:R : value F) [seq Num k%:R | k <- iota 1 (size points_value)].
  have in_p : (place_index g').+1 \in iota 1 (size points_value) by rewrite mem_iota add1n /= ltnS place_index_lt.
  exact: (@calls_two_runs.among_map S _ (fun k : nat => Num k%:R) _ _ in_p).
have among_to k (o : 'I_k) : is_among (Num (o : nat).+1%:R : value F) [seq Num k%:R | k <- iota 1 k].
  have in_k : (o : nat).+1 \in iota 1 k by rewrite mem_iota add1n /= ltnS ltn_ord.
  exact: (@calls_two_runs.among_map S _ (fun k : nat => Num k%:R) _ _ in_k).
pose env1 := (("a"%string, Num (place_index g).+1%:R) :: env : environment F).
have lips1 := calls_cubes.true_all_more (range_y env erefl) lips (among g).
pose env2 := (("b"%string, Num (place_index h).+1%:R) :: env1 : environment F).
have lips2 := calls_cubes.true_all_more (range_y env1 erefl) lips1 (among h).
have i_y : yields fs e env2 (Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "n")) (List [seq Num k%:R | k <- iota 1 n]) by value.
pose env3 := (("i"%string, Num (i : nat).+1%:R) :: env2 : environment F).
have lips3 := calls_cubes.true_all_more i_y lips2 (among_to n i).
have j_y : yields fs e env3 (Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "d")) (List [seq Num k%:R | k <- iota 1 d]) by value.
pose env4 := (("j"%string, Num (j : nat).+1%:R) :: env3 : environment F).
have last : yields fs e env4 _ (Bool true) := true_among j_y lips3 (among_to d j).
have P_at x g' : lookup x env4 = Some (Num (place_index g').+1%:R) -> yields fs e env4 (Index (Name "P") (Name x)) (mat n d (coordinates g')).
  by move=> x_in; rewrite -point_at; apply: (y_place e _ x_in (place_index_lt g')).
have V_at x g' : lookup x env4 = Some (Num (place_index g').+1%:R) -> yields fs e env4 (Index (Index (Index (Name "V") (Name x)) (Name "i")) (Name "j")) (Num (value_at l g' i.+1 j.+1)).
  move=> x_in; apply: (y_entry_of (i := i.+1) (j := j.+1)) => //; rewrite /= ?ltn_ord // -entries.
  by apply: (y_place e _ x_in (in_l g')); rewrite /env4 /= vE.
have abs_y : yields fs e env4 (Call "abs" [:: Binary Subtract (Index (Index (Index (Name "V") (Name "a")) (Name "i")) (Name "j")) (Index (Index (Index (Name "V") (Name "b")) (Name "i")) (Name "j"))])%string
    (Num `|value_at l g i.+1 j.+1 - value_at l h i.+1 j.+1|).
  by apply: y_built_in; [exact: (all_cons (y_subtract (V_at "a"%string g erefl) (V_at "b"%string h erefl)) (all_nil _ _ _)) | reflexivity | reflexivity].
have dist_y : yields fs e env4 (Call "distance" [:: Index (Name "P") (Name "a"); Index (Name "P") (Name "b")])%string
    (Num (sup_norm.distance (sup_norm.at_place F g) (sup_norm.at_place F h))).
  refine (y_call _ _ _); [exact: all_cons (P_at "a"%string g erefl) (all_cons (P_at "b"%string h erefl) (all_nil _ _ _)) | reflexivity | ].
  rewrite call_distance //; last by provided.
  by congr (Value (Num _)); apply: eq_bigr => i' _; apply: eq_bigr => j' _; rewrite /of_mat /coordinates /= !valK.
have L_y : yields fs e env4 (Name "L") (Num L) by [].
have [/esym] := yields_inj last (y_compare (c := AtMost) abs_y (y_multiply L_y dist_y) erefl).
by [].
Qed.
Lemma may_be_true defs l L X Z : provides [:: may_be_d; grid_points_d; distance_d; grid_inputs_d; closed_grid_d] defs -> (0 < n)%N -> (0 < m)%N -> is_table_of l L ->
  call fs defs "may_be" [:: mat n d Z; mat n d X; List l; Num L; Num n%:R; Num d%:R; Num m%:R] = Value (Bool true) ->
  forall g (i : 'I_n) (j : 'I_d), `|Z i.+1 j.+1 - value_at l g i.+1 j.+1| <= L * sup_norm.distance (of_mat X) (sup_norm.at_place F g).
Proof.
move=> Pd n_gt0 m_gt0 [entries _]; have [e found Pe] := provides_find Pd => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_let=> w w_y; have wE : w = List points_value.
  apply: yields_inj w_y _; refine (y_call (vs := [:: Num n%:R; Num d%:R; Num m%:R]) _ _ _); [by values | reflexivity | apply: call_grid_points; [provided | exact: m_gt0]].
rewrite wE; set env0 := _ :: _ => near g i j; have [in_l entry] := entries g.
have range_y : yields fs e env0 (Binary Range (Number (BinNums.Npos BinNums.xH)) (Call "len" [:: Name "P"]))%string (List [seq Num k%:R | k <- iota 1 (size points_value)]).
  by apply: (y_from_1 floor_int); [value | exact: (y_length (y_name _ _ (erefl : lookup "P"%string env0 = Some (List points_value)))) | ].
have among_to k p : (p < k)%N -> is_among (Num p.+1%:R : value F) [seq Num k%:R | k <- iota 1 k].
  move=> p_k; have in_k : p.+1 \in iota 1 k by rewrite mem_iota add1n /= ltnS.
  exact: (@calls_two_runs.among_map S _ (fun k : nat => Num k%:R) _ _ in_k).
pose env1 := (("a"%string, Num (place_index g).+1%:R) :: env0 : environment F).
have near1 := calls_cubes.true_all_more range_y near (among_to _ _ (place_index_lt g)).
have i_y : yields fs e env1 (Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "n")) (List [seq Num k%:R | k <- iota 1 n]) by value.
pose env2 := (("i"%string, Num (i : nat).+1%:R) :: env1 : environment F).
have near2 := calls_cubes.true_all_more i_y near1 (among_to _ _ (ltn_ord i)).
have j_y : yields fs e env2 (Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "d")) (List [seq Num k%:R | k <- iota 1 d]) by value.
pose env3 := (("j"%string, Num (j : nat).+1%:R) :: env2 : environment F).
have last : yields fs e env3 _ (Bool true) := true_among j_y near2 (among_to _ _ (ltn_ord j)).
have i_n : (0 < (i : nat).+1 <= n)%N by rewrite /= ltn_ord.
have j_d : (0 < (j : nat).+1 <= d)%N by rewrite /= ltn_ord.
have Z_y : yields fs e env3 (Index (Index (Name "Z") (Name "i")) (Name "j")) (Num (Z i.+1 j.+1)) by apply: y_entry_of.
have V_y : yields fs e env3 (Index (Index (Index (Name "V") (Name "a")) (Name "i")) (Name "j")) (Num (value_at l g i.+1 j.+1)).
  by apply: y_entry_of => //; rewrite -entry; apply: (y_place e _ (erefl : lookup "a"%string env3 = Some (Num (place_index g).+1%:R)) in_l).
have P_y : yields fs e env3 (Index (Name "P") (Name "a")) (mat n d (coordinates g)).
  by rewrite -point_at; apply: (y_place e _ (erefl : lookup "a"%string env3 = Some (Num (place_index g).+1%:R)) (place_index_lt g)).
have abs_y : yields fs e env3 (Call "abs" [:: Binary Subtract (Index (Index (Name "Z") (Name "i")) (Name "j")) (Index (Index (Index (Name "V") (Name "a")) (Name "i")) (Name "j"))])%string
    (Num `|Z i.+1 j.+1 - value_at l g i.+1 j.+1|).
  by apply: y_built_in; [exact: (all_cons (y_subtract Z_y V_y) (all_nil _ _ _)) | reflexivity | reflexivity].
have X_y : yields fs e env3 (Name "X") (mat n d X) by [].
have dist_y : yields fs e env3 (Call "distance" [:: Name "X"; Index (Name "P") (Name "a")])%string (Num (sup_norm.distance (of_mat X) (sup_norm.at_place F g))).
  refine (y_call _ _ _); [exact: all_cons X_y (all_cons P_y (all_nil _ _ _)) | reflexivity | ].
  by rewrite call_distance //; [rewrite of_coordinates | provided].
have L_y : yields fs e env3 (Name "L") (Num L) by [].
have [/esym] := yields_inj last (y_compare (c := AtMost) abs_y (y_multiply L_y dist_y) erefl).
by [].
Qed.
End Grid.

(* A quantifier whose condition is a boolean, or has no value, at every element: where it is true. *)
Lemma says_for_all_where (F : realFieldType) (fs : functions F) defs env (x : string) dom p (s : formula) (T : Type) (inside : T -> Prop) (h : T -> value F) :
  holds_in fs defs env dom inside h -> (forall v, boolean_if_any (eval fs (call fs defs) ((x, v) :: env) p)) ->
  (forall t, inside t -> yields fs defs ((x, h t) :: env) p (Bool true) -> Says fs (call fs defs) true ((x, h t) :: env) s) ->
  Says fs (call fs defs) true env (Forall x dom (Some p) s).
Proof. by case=> element /= -> elementE any body; split=> v /elementE[t t_in ->]; [exact: any | exact: body]. Qed.

(* attest: urpe.headline finding_urpe_in_the_sup_norm sha256:15627883c9b426c93d9d9a8e989e158ec797657bb15ad99b8a218b14ea6cd958 theorem:sup_norm *)
Theorem sup_norm : Holds statements_urpe_headline.finding_urpe_in_the_sup_norm.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => L _ L_ge0.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
apply: says_for_values => [v|v told].
  refine (any_provided _ _ (provides_later W) _ _); [reflexivity | move=> e env; apply: any_let => env'; exact: any_and].
have [l vE table] : exists2 l, v = List l & @is_table_of S n d m l L.
  have Pt : provides [:: is_table_d; grid_points_d; distance_d; grid_inputs_d; closed_grid_d; is_matrix_d; is_vector_d] defs by provided.
  apply: (is_table_true Pt n_gt0 m_gt0); apply: (true_named_call _ told); first by [].
  by rewrite /yields_all.
pose V (g : sup_norm.place n d m) (i : 'I_n) (j : 'I_d) := @value_at S n d m l g i.+1 j.+1.
pose blocks := sup_norm.cones_network L (sup_norm.least_value V) (sup_norm.grid_points V) : seq (sup_norm.block S n (sup_norm.wide d)).
have [_ near] := sup_norm.sup_norm (@exp_gt0 S) m_gt0 L_ge0 (fun g h i j => table.2 g h i j : `|V g i j - V h i j| <= _).
have widthE : 2%:R * d%:R + 1%:R = (2 * d + 1)%:R :> S by rewrite natrD natrM.
apply: (says_exists_value (w := List (map (@block_value S n d) blocks))); [by move=> ?; refine (any_and _ _ _ _) | exact: network_value_value | | ].
  apply: true_and_true; last by apply: y_and1; refine (y_call _ _ _); [by values | reflexivity | apply: network_narrow; provided].
  refine (y_call (vs := [:: List (map (@block_value S n d) blocks); Num n%:R; Num (2 * d + 1)%:R]) _ _ _); [ | reflexivity | apply: network_meets; [provided | exact: n_gt0 | exact: cones_network_good]].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | value | rewrite -widthE; value].
refine (says_forall (P := fun _ => true) _ _ _); [refine (calls_cubes.in_mat_within (y := n%:R) (z := d%:R) _ _ _ _ _ _ _); [floors | value | value | value | value | reflexivity | reflexivity] | by [] | ].
move=> X inside _; have cubeX : sup_norm.in_cube (of_mat X : 'I_n -> 'I_d -> S) by move=> i j; apply: inside; rewrite /= ltn_ord.
refine (says_for_all_where (h := @mat S n d) (inside := fun _ => True) _ _ _).
- by refine (in_mat _ _ _ _ _); [floors | value | value | reflexivity | reflexivity].
- move=> u; refine (any_provided _ _ W _ _); [reflexivity | move=> e env; apply: any_let => env'].
  by rewrite /=; case: (decided _ _).
move=> Z _; cbn beta => Z_may; set env := _ :: _ in Z_may *.
have Pm : provides [:: may_be_d; grid_points_d; distance_d; grid_inputs_d; closed_grid_d] defs by provided.
have Z_call : call (functions_of S) defs "may_be" [:: mat n d Z; mat n d X; List l; Num L; Num n%:R; Num d%:R; Num m%:R] = Value (Bool true).
  by apply: (true_named_call _ Z_may) => //; rewrite /yields_all /= vE.
have Z_near := may_be_true Pm n_gt0 m_gt0 table Z_call.
pose N := sup_norm.network (@exp_of S) blocks (sup_norm.widened (of_mat X)).
refine (says_expression (p := true) _ _); [ | reflexivity]; apply: (y_let (v := mat n (2 * d + 1) (at_rows N))).
  refine (y_call (vs := [:: mat n (2 * d + 1) (at_rows (sup_norm.widened (of_mat X))); List (map (@block_value S n d) blocks)]) _ _ _);
    [ | reflexivity | apply: call_network_value; [provided | exact: n_gt0 | exact: cones_network_good]].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  refine (y_call (vs := [:: mat n d X; Num d.+1%:R]) _ _ _); [ | reflexivity | by apply: call_widened; first provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | rewrite mulrSr; value].
apply: (y_all2_true (h := fun i : nat => Num i%:R) (l := iota 1 n) (k := fun _ j : nat => Num j%:R) (m := fun=> iota 1 d)); [by value | by move=> i _; value | move=> i j /in_from_1 i_n /in_from_1 j_d].
have j_wide : (0 < j <= 2 * d + 1)%N by case/andP: j_d => -> /leq_trans->; rewrite // mul2n -addnn -addnA leq_addr.
apply: (y_compare (v := Num `|at_rows N i j - Z i j|) (w := Num (L * n%:R * d%:R / m%:R))).
- apply: (y_built_in (vs := [:: Num (at_rows N i j - Z i j)])); [ | by [] | by []].
  by refine (all_cons (y_subtract _ _) (all_nil _ _ _)); value.
- by value.
case: i i_n => // i i_n; case: j j_d {j_wide} => // j j_d; rewrite /compare; congr Some.
rewrite -[i]/(val (Ordinal i_n)) -[j]/(val (Ordinal j_d)) first_columns_at.
exact: (near _ cubeX (fun i j => Z i.+1 j.+1) Z_near).
Qed.
