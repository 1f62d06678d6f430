(* SPDX-License-Identifier: Apache-2.0 *)
(* What approximation.stm calls trivial: trivial_distance has a number as its value at every target, so that a condition on eps by it is a boolean. Which
   number it is does not matter here. A cell is a list of inputs; corners, exchanged tokens and reflected ones are inputs again. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_defined bound_headline_targets.
From attest Require bound_rounding calls_two_runs calls_grids calls_srpe digits statements_urpe_theorem_3.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition curvature_d := Eval compute in the "curvature".
Definition keeps_order_d := Eval compute in the "keeps_order".
Definition as_input_d := Eval compute in the "as_input".
Definition simplices_d := Eval compute in the "simplices".
Definition bend_d := Eval compute in the "bend".
Definition others_reflected_d := Eval compute in the "others_reflected".
Definition mean_difference_d := Eval compute in the "mean_difference".
Definition from_tokens_alone_d := Eval compute in the "from_tokens_alone".
Definition tokens_exchanged_d := Eval compute in the "exchanged".
Definition from_no_positions_d := Eval compute in the "from_no_positions".
Definition trivial_distance_d := Eval compute in the "trivial_distance".
Notation trivial_l := [:: trivial_distance_d; from_no_positions_d; tokens_exchanged_d; from_tokens_alone_d; mean_difference_d; others_reflected_d; bend_d; simplices_d; as_input_d;
  keeps_order_d; curvature_d; entry_at_d; polynomial_d; pieces_d; degree_d; monomial_d].

Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Local Notation two := (Number (BinNums.Npos (BinNums.xO BinNums.xH))).
Section Trivial.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (e f q t v P Q : value F) (n d i j k m p fine : nat).
Local Notation is_num := (@is_num F).
Local Notation is_bool := (@is_bool F).

(* --- Degrees ----------------------------------------------------------------------------------------------------------------------------- *)
Lemma call_degree defs t n d : provides [:: degree_d] defs -> monomial_of t n d -> exists y, call fs defs "degree" [:: t] = Value (Num y).
Proof. by move=> W [c [E [hc hE]]]; eexists; enter; value. Qed.
Definition pieces_of n d : value F -> Prop := is_list_of (fun t => monomial_of t n d).
Lemma call_pieces defs e n d : provides [:: pieces_d] defs -> entry_of n d e ->
  exists vs, [/\ call fs defs "pieces" [:: e] = Value (List vs), (0 < size vs)%N & are (pieces_of n d) vs].
Proof.
move=> W [us [-> us_gt0 choices]]; have [e' found _] := provides_find W.
pose env : environment F := [:: ("e"%string, List us)].
have e_y : yields fs e' env (Name "e") (List us) by [].
have choice_y u w : is_among u us -> yields fs e' (("choice"%string, u) :: w) (Name "choice") u by [].
have [|vs vs_y all_vs] := @lists_cons F fs e' env "choice" (Name "e") (Name "q") [:: ("q", Name "choice")]%string (pieces_of n d) us e_y.
  move=> u /choices[qs [-> _ all_q]]; apply: (lists_one (us := qs)) => // q /all_q is_q.
  by apply: gives_value is_q.
exists vs; split=> //; first by refine (call_yields found _ _); [reflexivity | exact: vs_y].
case: us us_gt0 choices env e_y choice_y vs_y => // u us _ choices env e_y choice_y vs_y.
have [qs [uE qs_gt0 _]] := choices u (or_introl erefl).
apply: (nonempty_cons e_y (or_introl erefl)) vs_y; rewrite uE => ws.
case: qs qs_gt0 {uE} => // q qs _.
by apply: (@nonempty_cons F fs e' _ "q" (Name "choice") _ _ (q :: qs) q) => //; [left | move=> ws'; exact: nonempty_nil].
Qed.
Lemma call_curvature defs e n d : provides [:: curvature_d; pieces_d; degree_d] defs -> entry_of n d e -> exists y, call fs defs "curvature" [:: e] = Value (Num y).
Proof.
move=> W is_e; have [e' found We] := provides_find W; have Wp : provides [:: pieces_d] e' by provided.
have [vs [vs_c vs_gt0 all_vs]] := call_pieces Wp is_e; pose env : environment F := [:: ("e"%string, e)].
have vs_y : yields fs e' env (Call "pieces" [:: Name "e"]) (List vs) by refine (y_call _ _ vs_c); [values | reflexivity].
suff /given_num[y y_y] : gives fs e' env (body curvature_d) is_num by exists y; exact: (call_yields found).
have [|ws ws_y all_ws] := @lists_one F fs e' env "q" (Call "pieces" [:: Name "e"]) (if body curvature_d is Over _ b _ _ then b else Truth true) is_num vs vs_y.
  move=> q /all_vs[ts -> all_t]; apply: g_sum; apply: (lists_one (us := ts)) => // t /all_t is_t; set env' := _ :: _.
  have Wd : provides [:: degree_d] e' by provided.
  have [y y_c] := call_degree Wd is_t; have [c [E [hc _]]] := is_t.
  have t_y : yields fs e' env' (Name "t") t by [].
  have d_y : gives fs e' env' (Call "degree" [:: Name "t"]) is_num by apply: gives_num; refine (y_call _ _ y_c); [values | reflexivity].
  apply: g_multiply; last by apply: g_subtract => //; apply: gives_num; value.
  by apply: g_multiply => //; apply: g_abs; apply: gives_num; exact: (y_field t_y hc).
apply: (g_largest ws_y all_ws); case: vs vs_gt0 all_vs {vs_c} vs_y => // q vs _ _ vs_y.
exact: (nonempty_cons vs_y (or_introl erefl) (@nonempty_nil F fs e' _ _)) ws_y.
Qed.
Lemma call_bend defs e n d (side : F) : provides [:: bend_d; curvature_d; pieces_d; degree_d] defs -> entry_of n d e ->
  exists y, call fs defs "bend" [:: e; Num side] = Value (Num y).
Proof.
move=> W is_e; have [e' found We] := provides_find W; have [y y_c] := call_curvature We is_e.
suff /given_num[z z_y] : gives fs e' [:: ("e"%string, e); ("side"%string, Num side)] (body bend_d) is_num by exists z; exact: (call_yields found).
apply: (g_divide (z := 8%:R)); [ | by value | by rewrite pnatr_eq0].
apply: g_multiply; first by apply: gives_num; refine (y_call _ _ y_c); [values | reflexivity].
by apply: (g_power floor_int (k := 2)); [apply: gives_num; value | value].
Qed.

(* --- Orders ------------------------------------------------------------------------------------------------------------------------------ *)
Definition cell k n d (X : nat -> nat -> nat -> F) : value F := listed k (fun a => mat n d (X a)).
Lemma cell_among k n d X v : is_among v [seq mat n d (X a) | a <- iota 1 k] -> exists2 a, (0 < a <= k)%N & v = mat n d (X a).
Proof. by case/is_among_map=> a /in_from_1 a_k ->; exists a. Qed.
Lemma numbers_at defs env x body n d k (X : nat -> nat -> nat -> F) L : yields fs defs env L (cell k n d X) ->
  (forall a, (0 < a <= k)%N -> exists y, yields fs defs ((x, mat n d (X a)) :: env) body (Num y)) -> exists g, yields fs defs env (ListOver body [:: (x, L)] None) (vec k g).
Proof.
move=> Ly each; have [|ys [size_ys _ E]] := @list_of_images F fs defs F (@Num F) xpredT env x L body _ Ly.
  by move=> v /cell_among[a /each[y y_y] ->]; exists y.
by exists (fun a => nth 0 ys a.-1); rewrite -(vec_seq (n := k)) // size_ys size_map size_iota.
Qed.
Lemma call_keeps_order defs e n d k X : provides [:: keeps_order_d; polynomial_d; pieces_d; monomial_d] defs -> (0 < n)%N -> entry_of n d e ->
  exists p : bool, call fs defs "keeps_order" [:: e; cell k n d X] = Value (Bool p).
Proof.
move=> W n_gt0 is_e; have [e' found We] := provides_find W; have Wp : provides [:: pieces_d] e' by provided.
have [vs [vs_c vs_gt0 all_vs]] := call_pieces Wp is_e; pose env : environment F := [:: ("e"%string, e); ("P"%string, cell k n d X)].
have vs_y : yields fs e' env (Call "pieces" [:: Name "e"]) (List vs) by refine (y_call _ _ vs_c); [values | reflexivity].
have Wq : provides [:: polynomial_d; monomial_d] e' by provided.
have [|V [size_V _ V_y]] := @list_of_images F fs e' (nat -> F) (vec k) xpredT env "q" (Call "pieces" [:: Name "e"])
    (if body keeps_order_d is Let _ (ListOver b _ _) _ then b else Truth true) vs vs_y.
  move=> q /all_vs is_q; suff [g g_y] : exists g, yields fs e' (("q"%string, q) :: env)
      (ListOver (Call "polynomial" [:: Name "q"; Name "X"]) [:: ("X", Name "P")] None)%string (vec k g).
    by exists g.
  apply: (numbers_at (n := n) (d := d) (X := X)) => // a a_k; have [y y_c] := call_polynomial (X a) Wq n_gt0 is_q.
  by exists y; refine (y_call _ _ y_c); [values | reflexivity].
pose G i := nth (fun=> 0) V i.-1; pose L := size V; have V'_y : yields fs e' env (ListOver (ListOver (Call "polynomial" [:: Name "q"; Name "X"]) [:: ("X", Name "P")] None)
    [:: ("q", Call "pieces" [:: Name "e"])] None)%string (listed L (fun i => vec k (G i))).
  apply: yields_eq V_y _; congr List; rewrite /L -{1}(mkseq_nth (fun=> 0) V) /mkseq -map_comp -[1%N]addn0 iotaDl -map_comp.
  by apply: eq_map.
have L_gt0 : (0 < L)%N by rewrite /L size_V.
suff [p p_y] : exists p : bool, yields fs e' (("V"%string, listed L (fun i => vec k (G i))) :: env) (if body keeps_order_d is Let _ _ b then b else Truth true) (Bool p).
  by exists p; refine (call_yields found _ _); [reflexivity | apply: y_let V'_y _; exact: p_y].
eexists; apply: (y_all2 (h := fun i : nat => Num i%:R) (l := iota 2 L.-1) (k := fun _ j : nat => Num j%:R) (m := fun i => iota 1 i.-1)).
- apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 L.-1); [value | value | by [] | ].
  by rewrite -mulrSr; congr (_%:R); rewrite addSn add1n prednK.
- move=> i; rewrite mem_iota => /andP[i_gt1 _]; apply: (y_from_1 floor_int (y := i%:R - 1%:R)); [value | value | ].
  by rewrite -subn1 natrB // ltnW.
move=> i; rewrite mem_iota => /andP[i_gt1 i_L] j /in_from_1/andP[j_gt0 j_i].
have i_in : (0 < i <= L)%N by rewrite (ltnW i_gt1) /=; move: i_L; rewrite addSn add1n prednK.
have j_in : (0 < j <= L)%N by rewrite j_gt0 (leq_trans j_i) // (leq_trans (leq_pred i)) //; case/andP: i_in.
by value.
Qed.

(* --- Differences of means ---------------------------------------------------------------------------------------------------------------- *)
Notation mean_l := [:: mean_difference_d; bend_d; keeps_order_d; curvature_d; entry_at_d; polynomial_d; pieces_d; degree_d; monomial_d].
Lemma call_mean_difference defs e f n d k X Y (side : F) : provides mean_l defs -> (0 < n)%N -> (0 < k)%N -> entry_of n d e -> entry_of n d f ->
  exists y, call fs defs "mean_difference" [:: e; f; cell k n d X; cell k n d Y; Num side] = Value (Num y).
Proof.
move=> W n_gt0 k_gt0 is_e is_f; have [e' found We] := provides_find W.
pose env : environment F := [:: ("e", e); ("f", f); ("P", cell k n d X); ("Q", cell k n d Y); ("side", Num side)]%string.
have Wk : provides [:: keeps_order_d; polynomial_d; pieces_d; monomial_d] e' by provided.
have Wb : provides [:: bend_d; curvature_d; pieces_d; degree_d] e' by provided.
have We' : provides [:: entry_at_d; polynomial_d; monomial_d] e' by provided.
have [pe pe_c] := call_keeps_order k X Wk n_gt0 is_e; have [pf pf_c] := call_keeps_order k Y Wk n_gt0 is_f.
have [be be_c] := call_bend side Wb is_e; have [bf bf_c] := call_bend side Wb is_f.
suff /given_num[y y_y] : gives fs e' env (body mean_difference_d) is_num by exists y; exact: (call_yields found).
apply: g_if; last by apply: gives_num; value.
  apply: g_and2; apply: gives_bool; first by refine (y_call _ _ pe_c); [values | reflexivity].
  by refine (y_call _ _ pf_c); [values | reflexivity].
apply: g_max; first by apply: gives_num; value.
apply: g_subtract; last by apply: gives_num; refine (y_call _ _ bf_c); [values | reflexivity].
apply: g_subtract; last by apply: gives_num; refine (y_call _ _ be_c); [values | reflexivity].
have k_y env' : lookup "P"%string env' = Some (cell k n d X) -> yields fs e' env' (Call "len" [:: Name "P"])%string (Num k%:R) by move=> P_in; apply: y_len (y_name _ _ P_in).
apply: (g_divide (z := k%:R)); [ | exact: k_y | by rewrite pnatr_eq0 -lt0n].
apply: g_abs; apply: g_sum; apply: (lists_one (us := [seq Num a%:R | a <- iota 1 k])).
  by apply: (y_from_1 floor_int (y := k%:R)); [value | exact: k_y | by []].
move=> v /is_among_map[a /in_from_1 a_k ->].
have [x x_c] := call_entry_at (X a) We' n_gt0 is_e; have [y y_c] := call_entry_at (Y a) We' n_gt0 is_f.
apply: g_subtract; apply: gives_num.
  refine (y_call _ _ x_c); [ | reflexivity]; refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  by apply: (y_at floor_int (n := k) (h := fun a => mat n d (X a)) (i := a)) => //; value.
refine (y_call _ _ y_c); [ | reflexivity]; refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
by apply: (y_at floor_int (n := k) (h := fun a => mat n d (Y a)) (i := a)) => //; value.
Qed.

(* --- Inputs with other tokens -------------------------------------------------------------------------------------------------------------- *)
Lemma call_others_reflected defs n d X i : provides [:: others_reflected_d] defs -> exists Y, call fs defs "others_reflected" [:: mat n d X; Num i%:R] = Value (mat n d Y).
Proof.
move=> W; exists (fun k j => if (k%:R == i%:R :> F) && (1 < n%:R :> F) then X k j else 1%:R - X k j); enter.
apply: y_list_over; first by value.
by move=> k /in_from_1 k_n; apply: yields_eq; [apply: y_if; [value | move=> _; value | move=> _; value] | case: (_ && _)].
Qed.
Lemma call_tokens_exchanged defs n d X i k : provides [:: tokens_exchanged_d] defs -> (0 < i <= n)%N -> (0 < k <= n)%N ->
  exists Y, call fs defs "exchanged" [:: mat n d X; Num i%:R; Num k%:R] = Value (mat n d Y).
Proof.
move=> W i_n k_n; exists (fun l => if l%:R == i%:R :> F then X k else if l%:R == k%:R :> F then X i else X l); enter.
apply: y_list_over; first by value.
move=> l /in_from_1 l_n; apply: yields_eq; first by apply: y_if; [value | move=> _; value | move=> _; apply: y_if; [value | move=> _; value | move=> _; value]].
by case: (_ == _) => //; case: (_ == _).
Qed.

(* --- Cells: corners of simplices ------------------------------------------------------------------------------------------------------------ *)
Definition cells_of n d vs : Prop := (0 < size vs)%N /\ are (fun P => exists X, P = cell (n * d).+1 n d X) vs.
Lemma call_as_input defs n d x : provides [:: as_input_d] defs ->
  call fs defs "as_input" [:: vec (n * d) x; Num n%:R; Num d%:R] = Value (mat n d (fun i j => x (i.-1 * d + j)%N)).
Proof.
move=> W; enter; apply: y_list_over; first by value.
move=> i /in_from_1/andP[i_gt0 i_n]; apply: y_list_over; first by value.
move=> j /in_from_1/andP[j_gt0 j_d]; apply: (y_at floor_int (i := (i.-1 * d + j)%N) (n := n * d) (h := fun l => Num (x l))); [by value | by value | | | by []].
  by rewrite natrD natrM -subn1 natrB.
by rewrite ltn_addl //= (leq_trans (n := i.-1 * d + d)) ?leq_add2l // -mulSnr prednK // leq_mul2r i_n orbT.
Qed.
Lemma arrangements_some (T : Type) m (l : seq T) : size l = m -> (0 < size (arrangements m l))%N.
Proof.
elim: m l => [|m IH] [|x l] //= [size_l]; rewrite size_cat size_map ltn_addr //; exact: IH.
Qed.
Lemma lists_over_some (T : Type) m (l : seq T) : (0 < size l)%N -> (0 < size (lists_over l m))%N.
Proof. by case: l => // x l _; elim: m => //= m IH; rewrite size_cat size_map ltn_addr. Qed.
Lemma some_among (T : Type) (h : T -> value F) (l : seq T) : (0 < size l)%N -> exists a : T, is_among (h a) (map h l).
Proof. by case: l => // a l _; exists a; left. Qed.
Lemma y_permutations defs env a m : yields fs defs env a (Num m%:R) ->
  yields fs defs env (Call "permutations" [:: a]) (List [seq List [seq Num k%:R | k <- s] | s <- arrangements m (iota 1 m)]).
Proof.
move=> ya; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | ].
rewrite /= integer_nat // (_ : [seq of_integer S k%:Z | k <- iota 1 m] = [seq Num k%:R | k <- iota 1 m]).
  by rewrite bound_rounding.arrangements_map -map_comp.
by apply: eq_map => k; rewrite /of_integer -pmulrn.
Qed.
Lemma vec_map (T : Type) (h : T -> F) (s : seq T) m : size s = m -> exists g, List [seq Num (h t) | t <- s] = vec m g.
Proof. by move=> size_s; exists (fun i => nth 0 (map h s) i.-1); rewrite -(vec_seq (n := m)) ?size_map // -map_comp. Qed.

Local Notation corner_e := (if body simplices_d is ListOver (ListOver c _ _) _ _ then c else Truth true).
Lemma corners_of defs n d m place sign order : provides [:: as_input_d] defs -> (0 < m)%N ->
  exists X, yields fs defs [:: ("order", vec (n * d) order); ("sign", vec (n * d) sign); ("place", vec (n * d) place); ("n", Num n%:R); ("d", Num d%:R); ("m", Num m%:R)]%string
    (if body simplices_d is ListOver c _ _ then c else Truth true) (cell (n * d).+1 n d X).
Proof.
move=> W m_gt0.
have m2_neq0 : 2%:R * m%:R != 0 :> F by rewrite mulf_neq0 ?pnatr_eq0 // -lt0n.
have nd_y env' : lookup "n"%string env' = Some (Num n%:R) -> lookup "d"%string env' = Some (Num d%:R) ->
    yields fs defs env' (Binary Multiply (Name "n") (Name "d")) (Num (n * d)%:R).
  by move=> n_in d_in; rewrite natrM; apply: y_multiply; exact: y_name.
pose G r l : F := (2%:R * place l + 1%:R + (if has (fun a => order a == l%:R) (iota 1 r) then sign l else 0%:R)) / (2%:R * m%:R).
exists (fun a i j => G a.-1 (i.-1 * d + j)%N).
apply: (yields_eq (v := List [seq mat n d (fun i j => G r (i.-1 * d + j)%N) | r <- iota 0 (n * d).+1])); last first.
  by congr List; rewrite -[1%N]addn0 iotaDl -map_comp; apply: eq_map.
apply: y_list_over; first by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 (n * d).+1); [value | exact: nd_y | by [] | rewrite -mulrSr add0n].
move=> r; rewrite mem_iota add0n ltnS => /andP[_ r_nd]; refine (y_call _ _ (call_as_input _ _ _ W)); [ | reflexivity].
refine (all_cons _ _); last by values.
apply: y_list_over; first by apply: (y_from_1 floor_int (y := (n * d)%:R)); [value | exact: nd_y | by []].
move=> l /in_from_1 l_nd; refine (y_divide _ _ m2_neq0); last by value.
refine (y_add _ _); first by value.
apply: y_if_number; [ | by move=> _; value | by move=> _; value].
apply: y_any; first by value.
move=> a /in_from_1/andP[a_gt0 a_r]; have a_nd : (0 < a <= n * d)%N by rewrite a_gt0 (leq_trans a_r).
by apply: y_compare; [value | value | reflexivity].
Qed.
Lemma call_simplices defs n d m : provides [:: simplices_d; as_input_d] defs -> (0 < m)%N ->
  exists2 vs, call fs defs "simplices" [:: Num n%:R; Num d%:R; Num m%:R] = Value (List vs) & cells_of n d vs.
Proof.
move=> W m_gt0; have [e' found We] := provides_find W.
pose env : environment F := [:: ("n", Num n%:R); ("d", Num d%:R); ("m", Num m%:R)]%string.
have nd_y env' : lookup "n"%string env' = Some (Num n%:R) -> lookup "d"%string env' = Some (Num d%:R) ->
    yields fs e' env' (Binary Multiply (Name "n") (Name "d")) (Num (n * d)%:R).
  by move=> n_in d_in; rewrite natrM; apply: y_multiply; exact: y_name.
have place_y : yields fs e' env (Call "tuples" [:: Binary Range (Number BinNums.N0) (Binary Subtract (Name "m") one); Binary Multiply (Name "n") (Name "d")])%string
    (List [seq List [seq Num k%:R | k <- s] | s <- lists_over (iota 0 m) (n * d)]).
  apply: (calls_grids.y_tuples floor_int (h := fun k => Num k%:R)); [ | exact: nd_y | by []].
  by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 m); [value | value | by [] | rewrite add0n subrK].
have sign_y v : yields fs e' (("place"%string, v) :: env) (Call "tuples" [:: ListOf [:: Negate one; one]; Binary Multiply (Name "n") (Name "d")])%string
    (List [seq List [seq Num k | k <- s] | s <- lists_over [:: - 1%:R; 1%:R : F] (n * d)]).
  by apply: (calls_grids.y_tuples floor_int (h := @Num F)); [value | exact: nd_y | by []].
have order_y u v : yields fs e' [:: ("sign"%string, u), ("place"%string, v) & env] (Call "permutations" [:: Binary Multiply (Name "n") (Name "d")])%string
    (List [seq List [seq Num k%:R | k <- s] | s <- arrangements (n * d) (iota 1 (n * d))]).
  by apply: y_permutations; exact: nd_y.
have [|vs vs_y all_vs] := @lists_cons F fs e' env "place" _ (if body simplices_d is ListOver c _ _ then c else Truth true)
    (if body simplices_d is ListOver _ g _ then behead g else [::]) (fun P => exists X, P = cell (n * d).+1 n d X) _ place_y.
  move=> v /is_among_map[pl]; rewrite digits.mem_lists_over => /andP[/eqP size_pl _] ->; apply: lists_cons (sign_y _) _ => u /is_among_map[sg].
  rewrite digits.mem_lists_over => /andP[/eqP size_sg _] ->; apply: lists_one (order_y _ _) _.
  move=> w /is_among_map[s s_in ->]; have size_s : size s = (n * d)%N.
    by have /perm_size -> := bound_rounding.arrangements_perm (size_iota 1 (n * d)) s_in; rewrite size_iota.
  have [fp ->] := vec_map (fun k => k%:R : F) size_pl; have [fg ->] := vec_map (fun k : F => k) size_sg; have [fo ->] := vec_map (fun k => k%:R : F) size_s.
  by have [X X_y] := corners_of n d fp fg fo We m_gt0; exists (cell (n * d).+1 n d X); [exact: X_y | exists X].
exists vs; first by refine (call_yields found _ _); [reflexivity | exact: vs_y].
split=> //.
have [pl pl_in] : exists pl : seq nat, is_among (List [seq Num k%:R | k <- pl] : value F) [seq List [seq Num k%:R | k <- s] | s <- lists_over (iota 0 m) (n * d)].
  by apply: (some_among (fun s : seq nat => List [seq Num k%:R | k <- s])); apply: lists_over_some; rewrite size_iota.
have [sg sg_in] : exists sg : seq F, is_among (List [seq Num k | k <- sg] : value F) [seq List [seq Num k | k <- s] | s <- lists_over [:: - 1%:R; 1%:R : F] (n * d)].
  by apply: (some_among (fun s : seq F => List [seq Num k | k <- s])); exact: lists_over_some.
have [s s_in] : exists s : seq nat, is_among (List [seq Num k%:R | k <- s] : value F) [seq List [seq Num k%:R | k <- s] | s <- arrangements (n * d) (iota 1 (n * d))].
  by apply: (some_among (fun s : seq nat => List [seq Num k%:R | k <- s])); apply: arrangements_some; rewrite size_iota.
apply: nonempty_cons place_y pl_in _ vs_y => vs1; apply: nonempty_cons (sign_y _) sg_in _ => vs2.
by apply: nonempty_cons (order_y _ _) s_in _ => vs3; exact: nonempty_nil.
Qed.

(* --- The distances --------------------------------------------------------------------------------------------------------------------------- *)
Lemma target_entries f n d : target_of n d f -> exists2 E, f = listed n (fun i => listed d (E i)) & forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> entry_of n d (E i j).
Proof.
case=> vs [-> size_vs rows]; pose entries v := if v is List l then l else [::].
have among_nth (us : seq (value F)) k : (k < size us)%N -> is_among (nth (Bool true) us k) us.
  by elim: us k => // u us IH [|k] /= k_lt; [left | right; exact: IH].
pose row i := nth (Bool true) vs i.-1; have row_is i : (0 < i <= n)%N -> sized_list_of (entry_of n d) d (row i).
  by case: i => // i i_n; apply: rows; apply: among_nth; rewrite size_vs.
have from_nth (us : seq (value F)) : List us = listed (size us) (fun i => nth (Bool true) us i.-1).
  by congr List; rewrite -{1}(mkseq_nth (Bool true) us) /mkseq -[1%N]addn0 iotaDl -map_comp.
exists (fun i j => nth (Bool true) (entries (row i)) j.-1).
  rewrite from_nth size_vs; apply: listed_ext => i i_n; have [us [rE size_us _]] := row_is i i_n.
  by rewrite -/(row i) rE /= from_nth size_us.
move=> i j i_n; have [us [rE size_us each]] := row_is i i_n; rewrite rE /=; case: j => // j j_d.
by apply: each; apply: among_nth; rewrite size_us.
Qed.

Lemma y_images defs env (body : expr) n d k (X : nat -> nat -> nat -> F) : lookup "P"%string env = Some (cell k n d X) ->
  (forall a, (0 < a <= k)%N -> exists Y, yields fs defs (("X"%string, mat n d (X a)) :: env) body (mat n d Y)) ->
  exists Y, yields fs defs env (ListOver body [:: ("X"%string, Name "P")] None) (cell k n d Y).
Proof.
move=> P_in each; have P_y : yields fs defs env (Name "P") (cell k n d X) by exact: y_name.
have [|Ys [size_Ys _ E]] := @list_of_images F fs defs (nat -> nat -> F) (mat n d) xpredT env "X" (Name "P") body _ P_y.
  by move=> v /cell_among[a /each[Y Y_y] ->]; exists Y.
exists (fun a => nth (fun _ _ => 0) Ys a.-1); apply: yields_eq E _; congr List.
rewrite -{1}(mkseq_nth (fun _ _ => 0) Ys) /mkseq size_Ys size_map size_iota -[1%N]addn0 iotaDl -!map_comp.
by apply: eq_map.
Qed.
Lemma two_sizes_y defs env vs : lookup "list"%string env = Some (List vs) -> (0 < size vs)%N ->
  yields fs defs env (Binary Multiply two (Call "len" [:: Name "list"]))%string (Num (2%:R * (size vs)%:R)) /\ 2%:R * (size vs)%:R != 0 :> F.
Proof.
move=> list_in vs_gt0; split; last by rewrite mulf_neq0 ?pnatr_eq0 // -lt0n.
by apply: y_multiply; [value | apply: y_length; exact: y_name].
Qed.

Section Distances.
Variables (n d p : nat) (E : nat -> nat -> value F) (vs : seq (value F)) (side : F).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Let entries_ok : Prop := forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> entry_of n d (E i j).
Local Notation f := (listed n (fun i => listed d (E i))).
Local Notation given := [:: ("f", f); ("list", List vs); ("side", Num side); ("p", Num p%:R)]%string.

Lemma rows_y defs env : lookup "f"%string env = Some f -> yields fs defs env (Call "len" [:: Name "f"])%string (Num n%:R).
Proof. by move=> f_in; apply: y_len; exact: (y_name _ _ f_in). Qed.
Lemma columns_y defs env : lookup "f"%string env = Some f -> yields fs defs env (Call "len" [:: Index (Name "f") one])%string (Num d%:R).
Proof.
move=> f_in; apply: (y_len (n := d) (h := E 1%N)).
by apply: (y_at floor_int (n := n) (h := fun i => listed d (E i)) (i := 1)); [exact: (y_name _ _ f_in) | value | | | ].
Qed.
Lemma entry_y defs env (x z : string) i j : lookup "f"%string env = Some f -> lookup x env = Some (Num i%:R) -> lookup z env = Some (Num j%:R) ->
  (0 < i <= n)%N -> (0 < j <= d)%N -> yields fs defs env (Index (Index (Name "f") (Name x)) (Name z)) (E i j).
Proof.
move=> f_in x_in z_in i_n j_d; apply: (y_at floor_int (n := d) (h := E i) (i := j) _ (y_name _ _ z_in)) => //.
exact: (y_at floor_int (n := n) (h := fun i => listed d (E i)) (i := i) (y_name _ _ f_in) (y_name _ _ x_in)).
Qed.
(* The sum over the cells, divided by twice their number, to the power p. *)
Lemma g_mean_power defs env (inner : expr) : cells_of n d vs -> lookup "list"%string env = Some (List vs) -> lookup "p"%string env = Some (Num p%:R) ->
  (forall X, gives fs defs (("P"%string, cell (n * d).+1 n d X) :: env) inner is_num) ->
  gives fs defs env (Binary Power (Binary Divide (Over "sum" inner [:: ("P", Name "list")] None)
    (Binary Multiply two (Call "len" [:: Name "list"]))) (Name "p"))%string is_num.
Proof.
move=> [vs_gt0 all_vs] list_in p_in each; apply: (g_power floor_int (k := p)); last exact: (y_name _ _ p_in).
have [two_y two_neq0] := two_sizes_y defs list_in vs_gt0; apply: g_divide two_y two_neq0.
by apply: g_sum; apply: (lists_one (us := vs)) => [|P /all_vs[X ->]]; [exact: (y_name _ _ list_in) | exact: each].
Qed.
Lemma g_difference defs env (a b c : expr) e e2 X : provides mean_l defs -> lookup "P"%string env = Some (cell (n * d).+1 n d X) -> lookup "side"%string env = Some (Num side) ->
  entry_of n d e -> entry_of n d e2 -> yields fs defs env a e -> yields fs defs env b e2 ->
  (exists Y, yields fs defs env c (cell (n * d).+1 n d Y)) -> gives fs defs env (Call "mean_difference" [:: a; b; Name "P"; c; Name "side"])%string is_num.
Proof.
move=> W P_in side_in is_e is_e2 ya yb [Y yc]; have [y y_c] := call_mean_difference X Y side W n_gt0 (ltn0Sn (n * d)) is_e is_e2.
apply: (@gives_num _ _ _ _ _ y); refine (y_call _ _ y_c); [ | reflexivity].
exact: (all_cons ya (all_cons yb (all_cons (y_name _ _ P_in) (all_cons yc (all_cons (y_name _ _ side_in) (all_nil _ _ _)))))).
Qed.

Lemma call_from_tokens_alone defs : entries_ok -> cells_of n d vs -> provides [:: from_tokens_alone_d, mean_difference_d, others_reflected_d & behead mean_l] defs ->
  exists y, call fs defs "from_tokens_alone" [:: f; List vs; Num side; Num p%:R] = Value (Num y).
Proof.
move=> entries cells W; have [e' found We] := provides_find W; have Wm : provides mean_l e' by provided.
have Wo : provides [:: others_reflected_d] e' by provided.
suff /given_num[y y_y] : gives fs e' given (body from_tokens_alone_d) is_num by exists y; exact: (call_yields found).
apply: g_sum; apply: (lists_cons (us := [seq Num i%:R | i <- iota 1 n])).
  by apply: (y_from_1 floor_int (y := n%:R)); [value | exact: rows_y | by []].
move=> v /is_among_map[i /in_from_1 i_n ->]; apply: (lists_one (us := [seq Num j%:R | j <- iota 1 d])).
  by apply: (y_from_1 floor_int (y := d%:R)); [value | exact: columns_y | by []].
move=> v' /is_among_map[j /in_from_1 j_d ->]; apply: g_mean_power => // X; set env := _ :: _.
have at_y : yields fs e' env (Index (Index (Name "f") (Name "i")) (Name "j"))%string (E i j) by exact: entry_y.
apply: (@g_difference e' env _ _ _ (E i j) (E i j) X) => //; try exact: entries.
apply: y_images => // a a_k; have [Y Y_c] := call_others_reflected n d (X a) i Wo.
by exists Y; refine (y_call _ _ Y_c); [values | reflexivity].
Qed.
Lemma call_from_no_positions defs : entries_ok -> cells_of n d vs -> provides [:: from_no_positions_d, tokens_exchanged_d & mean_l] defs -> (1 < n)%N ->
  exists y, call fs defs "from_no_positions" [:: f; List vs; Num side; Num p%:R] = Value (Num y).
Proof.
move=> entries cells W n_gt1; have [e' found We] := provides_find W; have Wm : provides mean_l e' by provided.
have Wo : provides [:: tokens_exchanged_d] e' by provided.
suff /given_num[y y_y] : gives fs e' given (body from_no_positions_d) is_num by exists y; exact: (call_yields found).
have i_y : yields fs e' given (Binary Range one (Call "len" [:: Name "f"]))%string (List [seq Num i%:R | i <- iota 1 n]).
  by apply: (y_from_1 floor_int (y := n%:R)); [value | exact: rows_y | by []].
have k_y i : (0 < i <= n)%N -> yields fs e' (("i"%string, Num i%:R) :: given)
    (Binary Range (Binary Add (Name "i") one) (Call "len" [:: Name "f"]))%string (List [seq Num k%:R | k <- iota i.+1 (n - i)]).
  case/andP=> _ i_n; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (n - i)); [by value | exact: rows_y | by rewrite -mulrSr | ].
  by rewrite addSn subnKC // mulrSr.
have [|ws ws_y all_ws] := @lists_cons F fs e' given "i" _ (if body from_no_positions_d is Over _ b _ _ then b else Truth true)
    (if body from_no_positions_d is Over _ _ g _ then behead g else [::]) is_num _ i_y.
  move=> v /is_among_map[i /in_from_1 i_n ->]; apply: lists_one (k_y i i_n) _.
  move=> v' /is_among_map[k]; rewrite mem_iota addSn subnKC ?ltnS => [/andP[i_k k_n] -> | ]; last by case/andP: i_n.
  have {i_k}k_n : (0 < k <= n)%N by rewrite k_n (leq_trans _ i_k).
  apply: g_multiply; first by apply: gives_num; value.
  apply: g_sum; apply: (lists_one (us := [seq Num j%:R | j <- iota 1 d])).
    by apply: (y_from_1 floor_int (y := d%:R)); [value | exact: columns_y | by []].
  move=> v'' /is_among_map[j /in_from_1 j_d ->]; apply: g_mean_power => // X; set env := _ :: _.
  have i_in_y : yields fs e' env (Index (Index (Name "f") (Name "i")) (Name "j"))%string (E i j) by exact: entry_y.
  have k_in_y : yields fs e' env (Index (Index (Name "f") (Name "k")) (Name "j"))%string (E k j) by exact: entry_y.
  apply: (@g_difference e' env _ _ _ (E i j) (E k j) X) => //; try exact: entries.
  apply: y_images => // a a_k; have [Y Y_c] := call_tokens_exchanged d (X a) Wo i_n k_n.
  by exists Y; refine (y_call _ _ Y_c); [values | reflexivity].
apply: (g_largest ws_y all_ws).
have one_in : is_among (Num 1%:R : value F) [seq Num i%:R | i <- iota 1 n] by apply: (calls_two_runs.among_map (fun i : nat => Num i%:R)); rewrite mem_iota add1n ltnS.
have two_in : is_among (Num 2%:R : value F) [seq Num k%:R | k <- iota 2 (n - 1)].
  by apply: (calls_two_runs.among_map (fun i : nat => Num i%:R)); rewrite mem_iota leqnn addSn add1n subn1 prednK.
apply: (nonempty_cons i_y one_in) ws_y => ws1; apply: (nonempty_cons (k_y 1%N _) two_in) => //; exact: nonempty_nil.
Qed.
End Distances.

Theorem call_trivial_distance defs f n d p fine : provides trivial_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < fine)%N -> target_of n d f ->
  exists y, call fs defs "trivial_distance" [:: f; Num n%:R; Num d%:R; Num p%:R; Num fine%:R] = Value (Num y).
Proof.
move=> W n_gt0 d_gt0 fine_gt0 /target_entries[E -> entries]; have [e' found We] := provides_find W.
have Ws : provides [:: simplices_d; as_input_d] e' by provided.
have [vs vs_c cells] := call_simplices n d Ws fine_gt0; set table := listed n _.
have Wa : provides [:: from_tokens_alone_d, mean_difference_d, others_reflected_d & behead mean_l] e' by provided.
have Wn : provides [:: from_no_positions_d, tokens_exchanged_d & mean_l] e' by provided.
pose side : F := 1%:R / (2%:R * fine%:R); have fine_neq0 : 2%:R * fine%:R != 0 :> F by rewrite mulf_neq0 ?pnatr_eq0 // -lt0n.
have [alone alone_c] := call_from_tokens_alone p side n_gt0 entries cells Wa.
have side_y env : lookup "fine"%string env = Some (Num fine%:R) ->
    yields fs e' env (Binary Divide one (Binary Multiply two (Name "fine"))) (Num side).
  by move=> fine_in; refine (y_divide _ _ fine_neq0); [value | apply: y_multiply; [value | exact: (y_name _ _ fine_in)]].
pose env : environment F := [:: ("f", table); ("n", Num n%:R); ("d", Num d%:R); ("p", Num p%:R); ("fine", Num fine%:R)]%string.
suff /given_num[y y_y] : gives fs e' env (body trivial_distance_d) is_num by exists y; exact: (call_yields found).
apply: (g_let (P := eq (List vs))); first by refine (gives_value (v := List vs) _ (erefl _)); refine (y_call _ _ vs_c); [values | reflexivity].
move=> _ <-; apply: (g_let (P := eq (Num alone))).
  refine (gives_value (v := Num alone) _ (erefl _)); refine (y_call _ _ alone_c); [ | reflexivity].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [value | value | exact: side_y | value].
move=> _ <-; set env' := [:: _, _ & _]; case: (ltngtP 1 n) n_gt0 => // [n_gt1 | n1] _; last first.
  by apply: (@gives_num _ _ _ _ _ alone); apply: y_yes; [apply: yields_eq; [value | rewrite -n1 eqxx] | value].
have [away away_c] := call_from_no_positions p side (ltnW n_gt1) entries cells Wn n_gt1.
suff away_y : gives fs e' env' (Call "from_no_positions" [:: Name "f"; Name "list"; Binary Divide one (Binary Multiply two (Name "fine")); Name "p"])%string is_num.
  by apply: g_if; [apply: gives_bool; value | apply: gives_num; value | apply: g_min; [apply: gives_num; value | exact: away_y]].
apply: (@gives_num _ _ _ _ _ away); refine (y_call _ _ away_c); [ | reflexivity].
by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [value | value | exact: side_y | value].
Qed.
End Trivial.
