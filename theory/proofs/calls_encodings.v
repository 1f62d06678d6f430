(* SPDX-License-Identifier: Apache-2.0 *)
(* What the definitions of variants.stm give that single encodings need: integers, distances in graphs, rotations, small networks. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require statements_variants_swin statements_variants_graphormer statements_variants_at5 statements_variants_rope statements_variants_kerple.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Definition window_row_d := Eval compute in of_claim statements_variants_swin.printed "window_row".
Definition window_column_d := Eval compute in of_claim statements_variants_swin.printed "window_column".
Definition bias_swin_d := Eval compute in of_claim statements_variants_swin.printed "bias_swin".
Definition path_lengths_d := Eval compute in of_claim statements_variants_graphormer.printed "path_lengths".
Definition bias_graphormer_d := Eval compute in of_claim statements_variants_graphormer.printed "bias_graphormer".
Definition turned_d := Eval compute in of_claim statements_variants_rope.printed "turned".
Definition angle_at_d := Eval compute in of_claim statements_variants_rope.printed "angle_at".
Definition rotated_d := Eval compute in of_claim statements_variants_rope.printed "rotated".
Definition relu_d := Eval compute in of_claim statements_variants_at5.printed "relu".
Definition affine_d := Eval compute in of_claim statements_variants_at5.printed "affine".
Definition at5_bucket_d := Eval compute in of_claim statements_variants_at5.printed "at5_bucket".
Definition at5_network_d := Eval compute in of_claim statements_variants_at5.printed "at5_network".
Definition is_at5_network_d := Eval compute in of_claim statements_variants_at5.printed "is_at5_network".
Definition bias_at5_d := Eval compute in of_claim statements_variants_at5.printed "bias_at5".
Definition kerple_factor_d := Eval compute in of_claim statements_variants_kerple.printed "kerple_factor".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (A B : nat -> nat -> F) (m n k : nat) (h : value F).

(* --- Integers ----------------------------------------------------------------------------------------------------------- *)
Lemma floor_unique (x : F) (i : int) : i%:~R <= x < (i + 1)%:~R -> floor fs x = i.
Proof.
case/andP=> i_le lt_i; have /andP[f_le lt_f] := floor_itv x.
apply/le_anti; rewrite -!ltz_addr1 -!(ltr_int F); apply/andP; split; [exact: le_lt_trans f_le lt_i | exact: le_lt_trans i_le lt_f].
Qed.
Lemma quotient_nat m w : (0 < w)%N -> floor_of (m%:~R / w%:~R : F) = (m %/ w)%N%:Z.
Proof.
move=> w_gt0; apply: (@floor_unique (m%:~R / w%:~R)); have w_pos : 0 < w%:R :> F by rewrite ltr0n.
rewrite -PoszD -!pmulrn ler_pdivl_mulr // ltr_pdivr_mulr // -!natrM ler_nat ltr_nat leq_trunc_div /=.
by rewrite addn1 ltn_ceil.
Qed.
Lemma y_div_nat defs env a b y m w : yields fs defs env a (Num y) -> yields fs defs env b (Num w%:R) -> y = m%:R -> (0 < w)%N ->
  yields fs defs env (Binary Div a b) (Num (m %/ w)%:R).
Proof.
rewrite /yields /= => -> -> -> w_gt0; rewrite /operate /on_integers /= !integer_nat // eqz_nat eqn0Ngt w_gt0.
by rewrite quotient_nat.
Qed.
Lemma y_mod_nat defs env a b y m w : yields fs defs env a (Num y) -> yields fs defs env b (Num w%:R) -> y = m%:R -> (0 < w)%N ->
  yields fs defs env (Binary Mod a b) (Num (m %% w)%:R).
Proof.
rewrite /yields /= => -> -> -> w_gt0; rewrite /operate /on_integers /= !integer_nat // eqz_nat eqn0Ngt w_gt0.
by rewrite quotient_nat // /of_integer {1}(divn_eq m w) mulnC PoszD PoszM addrAC subrr add0r.
Qed.

(* A field that is an integer, or a number above a bound. *)
Lemma is_integer_field defs env h a s : yields fs defs env a h -> yields fs defs env (Call "is_integer" [:: Field a s]) (Bool true) ->
  exists i : int, field_at h s = Value (Num i%:~R).
Proof.
rewrite /yields /= => ->; case: h => //= fields; case: (lookup s fields) => //= -[x||||] //=.
by rewrite /integer; case: eqP => // xE _; exists (floor fs x); congr (Value (Num _)).
Qed.
Lemma above_field defs env h a s (k : BinNums.N) : yields fs defs env a h -> yields fs defs env (Chain (Field a s) [:: (Greater, Number k)]) (Bool true) ->
  exists2 x : F, (BinNat.N.to_nat k)%:R < x & field_at h s = Value (Num x).
Proof.
rewrite /yields /= => ->; case: h => //= fields; case: (lookup s fields) => //= -[x||||] //=.
by case: ltP => // lt_x _; exists x.
Qed.
Lemma is_number_field defs env h a s : yields fs defs env a h -> yields fs defs env (Call "is_number" [:: Field a s]) (Bool true) ->
  exists x : F, field_at h s = Value (Num x).
Proof. by rewrite /yields /= => ->; case: h => //= fields; case: (lookup s fields) => //= -[x||||] //= _; exists x. Qed.

(* A matrix with as many rows as it has, and the vector likewise. *)
Lemma is_vector_own defs env h a s : provides [:: is_vector_d] defs -> yields fs defs env a h ->
  yields fs defs env (Call "is_vector" [:: Field a s; Call "len" [:: Field a s]]) (Bool true) -> exists n f, field_at h s = Value (vec n f).
Proof.
move=> W ya /true_call[//|vs /true_cons[v [vs1 [yv /true_cons[u [vs2 [yu /true_nil-> ->]]] ->]]]] is_v.
have [n uE] : exists n, u = Num n%:R.
  move: yu; rewrite /yields /= in yv *; rewrite yv; case: (v) => // l [<-]; by exists (size l).
move: is_v; rewrite uE => is_v; have [f vE] := is_vector_true W is_v; exists n, f; rewrite -vE; exact: true_field ya yv.
Qed.
Lemma is_matrix_own defs env h a s c n : provides [:: is_matrix_d; is_vector_d] defs -> yields fs defs env a h ->
  yields fs defs env (Call "is_matrix" [:: Field a s; Call "len" [:: Field a s]; c]) (Bool true) -> yields fs defs env c (Num n%:R) ->
  exists m A, field_at h s = Value (mat m n A).
Proof.
move=> W ya /true_call[//|vs /true_cons[v [vs1 [yv /true_cons[u [vs2 [yu /true_cons[w [vs3 [yw /true_nil-> ->]]] ->]]] ->]]]] is_m yc.
have [m uE] : exists m, u = Num m%:R.
  move: yu; rewrite /yields /= in yv *; rewrite yv; case: (v) => // l [<-]; by exists (size l).
move: is_m; rewrite uE => is_m; have [A vE] := is_matrix_true W is_m (yields_inj yw yc).
by exists m, A; rewrite -vE; exact: true_field ya yv.
Qed.
Lemma is_matrix_known defs env h a s c d m n : provides [:: is_matrix_d; is_vector_d] defs -> yields fs defs env a h ->
  yields fs defs env (Call "is_matrix" [:: Field a s; c; d]) (Bool true) -> yields fs defs env c (Num m%:R) -> yields fs defs env d (Num n%:R) ->
  exists A, field_at h s = Value (mat m n A).
Proof.
move=> W ya /true_call[//|vs /true_cons[v [vs1 [yv /true_cons[u [vs2 [yu /true_cons[w [vs3 [yw /true_nil-> ->]]] ->]]] ->]]]] is_m yc yd.
move: is_m; rewrite (yields_inj yu yc) => is_m; have [A vE] := is_matrix_true W is_m (yields_inj yw yd).
by exists A; rewrite -vE; exact: true_field ya yv.
Qed.

(* --- Windows (Swin) ------------------------------------------------------------------------------------------------------ *)
Lemma call_window_row defs t w : provides [:: window_row_d] defs -> (0 < t)%N -> (0 < w)%N ->
  call fs defs "window_row" [:: Num t%:R; Num w%:R] = Value (Num (t.-1 %/ w)%:R).
Proof. by move=> W t_gt0 w_gt0; enter; apply: (y_div_nat (m := t.-1)); [value | value | case: t t_gt0 => // t _; rewrite mulrSr addrK | ]. Qed.
Lemma call_window_column defs t w : provides [:: window_column_d] defs -> (0 < t)%N -> (0 < w)%N ->
  call fs defs "window_column" [:: Num t%:R; Num w%:R] = Value (Num (t.-1 %% w)%:R).
Proof. by move=> W t_gt0 w_gt0; enter; apply: (y_mod_nat (m := t.-1)); [value | value | case: t t_gt0 => // t _; rewrite mulrSr addrK | ]. Qed.

Lemma difference_in i j w : (i < w)%N -> (j < w)%N -> [/\ (j <= i + w)%N & (0 < i + w - j <= 2 * w - 1)%N].
Proof.
move=> i_w j_w; have j_le : (j <= i + w)%N by rewrite (leq_trans (ltnW j_w)) // leq_addl.
split=> //; rewrite subn_gt0 (leq_trans j_w) ?leq_addl //= (leq_trans (leq_subr _ _)) //.
by case: w i_w {j_w j_le} => // w i_w; rewrite mul2n -addnn addSn subn1 leq_add2r.
Qed.
Definition swin_bias u w (T : nat -> nat -> F) i j : F := T (i.-1 %/ w + u - j.-1 %/ w)%N (i.-1 %% w + w - j.-1 %% w)%N.
Lemma call_bias_swin defs h u w T (n := (u * w)%N) : field_at h "H" = Value (Num u%:R) -> field_at h "W" = Value (Num w%:R) ->
  field_at h "table" = Value (mat (2 * u - 1) (2 * w - 1) T) -> (0 < n)%N ->
  provides [:: bias_swin_d; window_column_d; window_row_d] defs -> call fs defs "bias_swin" [:: h] = Value (mat n n (swin_bias u w T)).
Proof.
move=> hH hW hT n_gt0 W; have n_uw : (u * w)%N = n by []; have w_gt0 : (0 < w)%N by move: n_gt0; rewrite muln_gt0; case/andP.
clearbody n.
pose r i j := (i.-1 %/ w + u - j.-1 %/ w)%N; pose c i j := (i.-1 %% w + w - j.-1 %% w)%N.
enter.
have in_u i : (0 < i <= n)%N -> (i.-1 %/ w < u)%N by case: i => // i i_n; rewrite ltn_divLR // n_uw.
have all_n env : lookup "h" env = Some h -> yields fs earlier env
    (Binary Range (Number (BinNums.Npos BinNums.xH)) (Binary Multiply (Field (Name "h") "H") (Field (Name "h") "W"))) (List [seq Num i%:R | i <- iota 1 n]).
  move=> h_in; apply: (y_from_1 floor_int (y := u%:R * w%:R)); first by value.
    by apply: y_multiply; apply: (y_field (y_name _ _ h_in)).
  by rewrite -natrM n_uw.
apply: y_list_over => [|i /in_from_1 i_in]; first exact: all_n.
apply: y_list_over => [|j /in_from_1 j_in]; first exact: all_n.
have [le_r in_r] := difference_in (in_u i i_in) (in_u j j_in).
have [le_c in_c] := difference_in (ltn_pmod i.-1 w_gt0) (ltn_pmod j.-1 w_gt0).
case/andP: (i_in) => i_gt0 _; case/andP: (j_in) => j_gt0 _.
have by_row k : (0 < k)%N -> call fs earlier "window_row" [:: Num k%:R; Num w%:R] = Value (Num (k.-1 %/ w)%:R).
  by move=> k_gt0; apply: call_window_row => //; provided.
have by_column k : (0 < k)%N -> call fs earlier "window_column" [:: Num k%:R; Num w%:R] = Value (Num (k.-1 %% w)%:R).
  by move=> k_gt0; apply: call_window_column => //; provided.
apply: (y_at floor_int (i := c i j) (n := 2 * w - 1) (y := (i.-1 %% w)%:R - (j.-1 %% w)%:R + w%:R) (h := fun k => Num (T (r i j) k)));
  [apply: (y_at floor_int (i := r i j) (y := (i.-1 %/ w)%:R - (j.-1 %/ w)%:R + u%:R) (h := fun k => vec (2 * w - 1) (T k))) | | | | ] => //.
- by apply: (y_field _ hT); value.
- refine (y_add (y_subtract _ _) _); last by apply: (y_field _ hH); value.
    by refine (y_call _ _ _); [values | reflexivity | exact: by_row].
  by refine (y_call _ _ _); [values | reflexivity | exact: by_row].
- by rewrite natrB // natrD addrAC.
- exact: in_r.
- refine (y_add (y_subtract _ _) _); last by apply: (y_field _ hW); value.
    by refine (y_call _ _ _); [values | reflexivity | exact: by_column].
  by refine (y_call _ _ _); [values | reflexivity | exact: by_column].
- by rewrite natrB // natrD addrAC.
Qed.

(* --- Lengths of paths (Graphormer) --------------------------------------------------------------------------------------- *)
Definition shorter (D : nat -> nat -> nat) k i j := minn (D i j) (D i k + D k j).
Lemma shorter_le D l i j : (foldl shorter D l i j <= D i j)%N.
Proof. by elim: l D => //= k l IH D; apply: (leq_trans (IH _)); exact: geq_minl. Qed.
Definition edges n (G : nat -> nat -> F) i j : nat := if i == j then 0%N else if G i j == 1 then 1%N else n.
Definition distance n G : nat -> nat -> nat := foldl shorter (edges n G) (iota 1 n).
Lemma distance_le n G i j : (0 < n)%N -> (distance n G i j <= n)%N.
Proof. by move=> n_gt0; apply: leq_trans (shorter_le _ _ _ _) _; rewrite /edges; case: ifP => // _; case: ifP. Qed.
Lemma call_path_lengths defs n G : provides [:: path_lengths_d] defs -> (0 < n)%N ->
  call fs defs "path_lengths" [:: mat n n G] = Value (mat n n (fun i j => (distance n G i j)%:R)).
Proof.
move=> W n_gt0; enter; apply: y_let; first by value.
apply: (@y_fold F fs earlier _ _ _ (fun D : nat -> nat -> nat => mat n n (fun i j => (D i j)%:R)) shorter); [ | value | ].
  apply: yields_eq; first by value.
  by apply: mat_ext => i j _ _; rewrite /edges eqr_nat; case: eqP => // _; case: ifP.
move=> D k k_in; apply: yields_eq; first by value.
by apply: mat_ext => i j _ _; rewrite /shorter /minn /Order.min -natrD ltr_nat; case: ifP.
Qed.
Lemma call_bias_graphormer defs h n G b : field_at h "G" = Value (mat n n G) -> field_at h "b" = Value (vec (n + 1) b) -> (0 < n)%N ->
  provides [:: bias_graphormer_d; path_lengths_d] defs ->
  call fs defs "bias_graphormer" [:: h] = Value (mat n n (fun i j => b (distance n G i j).+1)).
Proof.
move=> hG hb n_gt0 W; pose D := distance n G; have D_le i j : (D i j <= n)%N by apply: distance_le.
enter; apply: y_list_over; first by refine (y_call _ _ _); [values | reflexivity | by apply: call_path_lengths => //; provided].
move=> i _; apply: y_list_over; first by value.
move=> j _; apply: (y_at floor_int (i := (D i j).+1) (n := n + 1) (h := fun k => Num (b k)) (y := (D i j)%:R + 1%:R)); first 2 last.
- by rewrite -mulrSr.
- by rewrite addn1; exact: D_le.
- by [].
- by apply: (y_field _ hb); value.
by value.
Qed.

(* --- Rotations ------------------------------------------------------------------------------------------------------------ *)
Local Notation pair a b := (List [:: Num a; Num b]).
Lemma call_turned defs (a b c d : F) : provides [:: turned_d] defs ->
  call fs defs "turned" [:: pair a b; pair c d] = Value (pair (a * c - b * d) (a * d + b * c)).
Proof.
move=> W; enter; have at1 env s (x y : F) : lookup s env = Some (pair x y) -> yields fs earlier env (Index (Name s) (Number (BinNums.Npos BinNums.xH))) (Num x).
  by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 1).
have at2 env s (x y : F) : lookup s env = Some (pair x y) -> yields fs earlier env (Index (Name s) (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) (Num y).
  by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 2).
apply: (@y_numbers _ _ _ _ _ [:: _; _]); apply: numbers_cons; last apply: numbers_cons; last exact: numbers_nil.
  by apply: y_subtract; apply: y_multiply; first [exact: at1 | exact: at2].
by apply: y_add; apply: y_multiply; first [exact: at1 | exact: at2].
Qed.
Definition angle_after (c d : F) i : F * F := foldl (fun z (_ : nat) => (z.1 * c - z.2 * d, z.1 * d + z.2 * c)) (1, 0) (iota 1 i).
Lemma call_angle_at defs (c d : F) i : provides [:: angle_at_d; turned_d] defs ->
  call fs defs "angle_at" [:: pair c d; Num i%:R] = Value (pair (angle_after c d i).1 (angle_after c d i).2).
Proof.
move=> W; enter.
apply: (@y_fold F fs earlier _ _ _ (fun z : F * F => pair z.1 z.2)); [ | by value | ].
  by apply: (@y_numbers _ _ _ _ _ [:: _; _]); numbers_of.
by move=> z k _ /=; refine (y_call _ _ _); [values | reflexivity | apply: call_turned; provided].
Qed.
Lemma flat_pairs p (f : nat -> nat -> F) :
  flatten [seq [seq Num (f t u) | u <- iota 1 2] | t <- iota 1 p] = [seq Num (f (l.+1./2) (if odd l then 1%N else 2%N)) | l <- iota 1 (2 * p)] :> seq (value F).
Proof.
elim: p => // p IH; rewrite -[p.+1]addn1 mulnDr (iotaD 1 p) map_cat flatten_cat IH (iotaD 1 (2 * p)) map_cat; congr (_ ++ _).
by rewrite muln1 !add1n mul2n /= odd_double /= doubleK uphalf_double.
Qed.
Definition rotation (Q w : nat -> nat -> F) i t (u : nat) : F :=
  let z := angle_after (w t 1%N) (w t 2%N) i in let a := Q i (2 * t).-1 in let b := Q i (2 * t)%N in
  if u == 1%N then a * z.1 - b * z.2 else a * z.2 + b * z.1.
Lemma call_rotated defs n p Q (w : nat -> nat -> F) : provides [:: rotated_d; angle_at_d; turned_d] defs ->
  call fs defs "rotated" [:: mat n (2 * p) Q; mat p 2 w] = Value (mat n (2 * p) (fun i l => rotation Q w i (l.+1./2) (if odd l then 1%N else 2%N))).
Proof.
move=> W; enter; apply: y_list_over => [|i /in_from_1 i_in]; first by value.
apply: (yields_eq (v := List (flatten [seq [seq Num (rotation Q w i t u) | u <- iota 1 2] | t <- iota 1 p]))); last by rewrite flat_pairs.
apply: (@y_list_over2 F fs earlier _ _ _ _ (fun (_ k : nat) => Num k%:R) (fun=> iota 1 2)); first by value.
  by move=> t _; value.
move=> t /in_from_1 t_in u /in_from_1 u_in.
have two_t : (0 < 2 * t <= 2 * p)%N by rewrite muln_gt0 leq_mul2l; case/andP: t_in => -> ->.
have two_t1 : (0 < (2 * t).-1 <= 2 * p)%N.
  by case/andP: t_in => t_gt0 t_p; rewrite -subn1 subn_gt0 (leq_trans _ (leq_mul (leqnn 2) t_gt0)) // (leq_trans (leq_subr _ _)) // leq_mul2l.
apply: y_let; last first.
  apply: (y_at floor_int (n := 2) (i := u) (h := fun u => Num (rotation Q w i t u))); [value | value | | | ] => //.
refine (y_call _ _ _); [ | reflexivity | ]; last by rewrite /listed /rotation /=; apply: call_turned; provided.
refine (all_cons _ (all_cons _ (all_nil _ _ _))).
  apply: (@y_numbers _ _ _ _ _ [:: _; _]); apply: numbers_cons; last apply: numbers_cons; last exact: numbers_nil.
    apply: (y_at floor_int (i := (2 * t).-1) (h := fun l => Num (Q i l))); [value | value | | | ] => //.
    by case/andP: t_in => t_gt0 _; rewrite -[in RHS]subn1 natrB ?natrM // muln_gt0.
  by apply: (y_at floor_int (i := (2 * t)%N) (h := fun l => Num (Q i l))); [value | value | rewrite natrM | | ].
refine (y_call _ _ _); [values | reflexivity | ]; last by apply: call_angle_at; provided.
Qed.

(* --- Kernels of distances (Kerple) ---------------------------------------------------------------------------------------- *)
Lemma y_integer_power defs env a b (x z y : F) i : yields fs defs env a (Num x) -> yields fs defs env b (Num z) -> integer fs z = Some i ->
  power x i = Some y -> yields fs defs env (Binary Power a b) (Num y).
Proof. by rewrite /yields /= => -> ->; rewrite /operate /= => -> ->. Qed.
Definition factor (r1 r2 t : F) : F :=
  if integer fs r1 is Some i then odflt 0 (power (1%:R + r2 * t) (- i)) else exp fs (- r1 * log fs (1%:R + r2 * t)).
Lemma above_1 (r2 t : F) : 0 < r2 -> 0 <= t -> 0 < 1%:R + r2 * t.
Proof. by move=> r2_gt0 t_ge0; rewrite ltr_paddr ?ltr01 // mulr_ge0 // ltW. Qed.
Lemma factor_gt0 r1 r2 t : 0 < r2 -> 0 <= t -> 0 < factor r1 r2 t.
Proof.
move=> r2_gt0 t_ge0; rewrite /factor; case: integer => [i|]; last exact: exp_gt0_S.
by have [y -> y_gt0] := power_gt0 (- i) (above_1 r2_gt0 t_ge0).
Qed.
Lemma call_kerple_factor defs h r1 r2 t : field_at h "r1" = Value (Num r1) -> field_at h "r2" = Value (Num r2) ->
  provides [:: kerple_factor_d] defs -> 0 < r2 -> 0 <= t -> call fs defs "kerple_factor" [:: h; Num t] = Value (Num (factor r1 r2 t)).
Proof.
move=> h1 h2 W r2_gt0 t_ge0; enter; rewrite /factor; have pos := above_1 r2_gt0 t_ge0; case E : (integer fs r1) => [i|].
  apply: y_yes; first by refine (y_built_in _ _ _); [values | reflexivity | rewrite /= E].
  have [y yE _] := power_gt0 (- i) pos; rewrite yE; apply: (y_integer_power (z := - r1) _ _ _ yE); [value | value | ].
  have -> : r1 = i%:~R by move: E; rewrite /integer; case: eqP => // + [iE]; rewrite -iE.
  by rewrite -rmorphN integer_int.
apply: y_no; first by refine (y_built_in _ _ _); [values | reflexivity | rewrite /= E].
refine (y_built_in _ _ _); [refine (all_cons _ (all_nil _ _ _)); apply: y_multiply; [value | apply: (y_log _ pos); value] | reflexivity | reflexivity].
Qed.

(* --- Small networks (adaptive T5) ------------------------------------------------------------------------------------------ *)
Definition affine (W : nat -> nat -> F) (b : nat -> F) k x i : F := \sum_(l <- iota 1 k) W i l * x l + b i.
Lemma call_affine defs m k W b x : provides [:: affine_d; dot_d] defs ->
  call fs defs "affine" [:: mat m k W; vec m b; vec k x] = Value (vec m (affine W b k x)).
Proof. by move=> P; enter; apply: y_yes; [apply: yields_eq; [value | rewrite eqxx] | value]. Qed.

Record network := Network { gamma : F; width1 : nat; width2 : nat; W1 : nat -> nat -> F; b1 : nat -> F; W2 : nat -> nat -> F; b2 : nat -> F;
  W3 : nat -> nat -> F; b3 : nat -> F }.
Definition is_of (g : value F) (N : network) : Prop :=
  [/\ field_at g "gamma" = Value (Num (gamma N)), field_at g "W1" = Value (mat (width1 N) 1 (W1 N)), field_at g "b1" = Value (vec (width1 N) (b1 N)) &
   [/\ field_at g "W2" = Value (mat (width2 N) (width1 N) (W2 N)), field_at g "b2" = Value (vec (width2 N) (b2 N)),
    field_at g "W3" = Value (mat 1 (width2 N) (W3 N)) & field_at g "b3" = Value (vec 1 (b3 N))]].
Lemma is_network_true defs (g : value F) : provides [:: is_at5_network_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_at5_network" [:: g] = Value (Bool true) -> exists N, is_of g N.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
have g_y : yields fs e [:: ("g"%string, g)] (Name "g") g by [].
case/true_and=> is_g /true_and[is_W1 /true_and[is_b1 /true_and[is_W2 /true_and[is_b2 /true_and[is_W3 /true_and[is_b3 _]]]]]].
have Wv : provides [:: is_vector_d] e by provided.
have len_y s n (f : nat -> F) : field_at g s = Value (vec n f) -> yields fs e [:: ("g"%string, g)] (Call "len" [:: Field (Name "g") s]) (Num n%:R).
  by move=> gs; apply: (@y_len _ _ _ _ _ n (fun i => Num (f i))); apply: y_field g_y gs.
have one_y : yields fs e [:: ("g"%string, g)] (Number (BinNums.Npos BinNums.xH)) (Num 1%:R) by value.
have [c hc] := is_number_field g_y is_g.
have [m1 [v1 h1]] := is_vector_own Wv g_y is_b1.
have [m2 [v2 h2]] := is_vector_own Wv g_y is_b2.
have [v3 h3] := is_vector_field Wv g_y is_b3 one_y.
have [A1 hA1] := is_matrix_known We g_y is_W1 (len_y _ _ _ h1) one_y.
have [A2 hA2] := is_matrix_known We g_y is_W2 (len_y _ _ _ h2) (len_y _ _ _ h1).
have [A3 hA3] := is_matrix_known We g_y is_W3 one_y (len_y _ _ _ h2).
by exists (Network c m1 m2 A1 v1 A2 v2 A3 v3).
Qed.
Definition relu (x : F) : F := Num.max x 0%:R.
Definition network_at N t : F :=
  affine (W3 N) (b3 N) (width2 N) (fun i => relu (affine (W2 N) (b2 N) (width1 N) (fun i => relu (affine (W1 N) (b1 N) 1 (fun=> t) i)) i)) 1%N.
Lemma call_at5_network defs (g : value F) N t : provides [:: at5_network_d; affine_d; relu_d; dot_d] defs -> is_of g N ->
  call fs defs "at5_network" [:: g; Num t] = Value (Num (network_at N t)).
Proof.
move=> P [_ hW1 hb1 [hW2 hb2 hW3 hb3]]; enter.
have Pa : provides [:: affine_d; dot_d] earlier by provided.
have by_affine m k W b x : call fs earlier "affine" [:: mat m k W; vec m b; vec k x] = Value (vec m (affine W b k x)) by apply: call_affine.
have known env x : yields fs earlier env (Name "e") (Num x) -> yields fs earlier env (Call "relu" [:: Name "e"]) (Num (relu x)).
  move=> ye; refine (y_call _ _ _); [exact: all_cons ye (all_nil _ _ _) | reflexivity | ].
  by have Pr : provides [:: relu_d] earlier by [provided]; enter; value.
pose first i := relu (affine (W1 N) (b1 N) 1 (fun=> t) i).
pose second i := relu (affine (W2 N) (b2 N) (width1 N) first i).
apply: (y_let (v := vec (width1 N) first)).
  apply: y_list_over => [|i _]; last by apply: known; value.
  refine (y_call _ _ _); [ | reflexivity | exact: (by_affine _ 1%N _ _ (fun=> t))].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); value.
apply: (y_let (v := vec (width2 N) second)).
  apply: y_list_over => [|i _]; last by apply: known; value.
  by refine (y_call _ _ _); [values | reflexivity | exact: by_affine].
refine (y_at floor_int (i := 1) (n := 1) (h := fun i => Num (affine (W3 N) (b3 N) (width2 N) second i)) _ _ _ _ _); [ | value | reflexivity | by [] | reflexivity].
by refine (y_call _ _ _); [values | reflexivity | exact: by_affine].
Qed.
Definition bucket n (l c : F) : F := 1%:R - exp fs (- l * Num.max 0%:R c / n%:R).
Definition at5_bias N N' n i j : F :=
  if (j%:R : F) <= (i%:R : F) then network_at N (bucket n (i%:R - j%:R) (gamma N)) else network_at N' (bucket n (j%:R - i%:R) (gamma N')).
Lemma call_bias_at5 defs h (g g' : value F) N N' n : field_at h "plus" = Value g -> field_at h "minus" = Value g' -> is_of g N -> is_of g' N' ->
  (0 < n)%N -> provides [:: bias_at5_d; at5_network_d; affine_d; at5_bucket_d; relu_d; dot_d] defs ->
  call fs defs "bias_at5" [:: h; Num n%:R] = Value (mat n n (at5_bias N N' n)).
Proof.
move=> hg hg' isN isN' n_gt0 P; have [e found We] := provides_find P.
have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have [[hgamma _ _ _] [hgamma' _ _ _]] := (isN, isN').
have Pn : provides [:: at5_network_d; affine_d; relu_d; dot_d] e by provided.
have Pb : provides [:: at5_bucket_d] e by provided.
have bucket_y l c : call fs e "at5_bucket" [:: Num l; Num c; Num n%:R] = Value (Num (bucket n l c)) by enter; value.
refine (call_yields found _ _); [reflexivity | open_body].
apply: y_list_over => [|i _]; first by value.
apply: y_list_over => [|j _]; first by value.
apply: y_if_number => [|_|_]; first by value.
  refine (y_call _ _ _); [ | reflexivity | exact: call_at5_network Pn isN].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | refine (y_call _ _ _); [values | reflexivity | exact: bucket_y]].
refine (y_call _ _ _); [ | reflexivity | exact: call_at5_network Pn isN'].
by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | refine (y_call _ _ _); [values | reflexivity | exact: bucket_y]].
Qed.
End Calls.
