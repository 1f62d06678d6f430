(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 11: each block of the construction moves one row of the table and no row that stands in its place; as the
   meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_grids calls_gaps calls_attention.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_modified calls_uniform_blocks calls_read_out.
From attest Require statements_urpe_lemma_11.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (z : nat -> F) (H G : nat -> nat -> nat -> F) (N m n d k i : nat) (v : value F) (s r x y : F) (l : seq F).
Local Notation vector x := (List (map (@Num F) x)).

Lemma y_smallest2 (T U : eqType) (h : T -> value F) (l : seq T) (g : T -> U -> value F) (m : T -> seq U) defs env (x y : string) (L M body : expr) (f : T -> U -> F) c :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map (g t) (m t)))) ->
  (forall t u, t \in l -> u \in m t -> yields fs defs ((y, g t u) :: (x, h t) :: env) body (Num (f t u))) ->
  smallest (flatten [seq [seq f t u | u <- m t] | t <- l]) = Some c -> yields fs defs env (Over "min" body [:: (x, L); (y, M)] None) (Num c).
Proof.
move=> yL yM bodyE smallestE; rewrite /rules.yields.
rewrite [LHS](@over_pairs F fs defs _ _ h l g m env x y L M body yL yM (fun t u => Value (Num (f t u))) _
  (fun vs => omap (@Num F) (obind (@smallest F) (numbers_in vs)))) //.
rewrite numbers_in_map; have -> : [seq f tu.1 tu.2 | tu <- flatten [seq [seq (t, u) | u <- m t] | t <- l]] = flatten [seq [seq f t u | u <- m t] | t <- l].
  by rewrite map_flatten -map_comp; congr flatten; apply: eq_map => t /=; rewrite -map_comp.
by rewrite /= smallestE.
Qed.

(* Half the least distance of two values, 1/2 at most. *)
Lemma call_half_gap defs N n d z H : provides [:: half_gap_d; values_under_d; dot_d] defs -> (1 < N * n)%N ->
  let l := [seq value_of d z H p | p <- rows_of N n] in uniq l ->
  exists r, [/\ call fs defs "half_gap" [:: table N n d H; vec d z] = Value (Num r), 0 < r <= 1 / 2%:R &
    forall x y, x \in l -> y \in l -> x != y -> r + r <= `|x - y|].
Proof.
move=> W many l uniq_l; have size_l : size l = (N * n)%N by rewrite size_map size_rows.
pose pairs := flatten [seq [seq `|l`_i.-1 - l`_j.-1| | j <- iota i.+1 (size l - i)] | i <- iota 1 (size l)].
have in_pairs i j : (i < j)%N -> (j < size l)%N -> `|l`_i - l`_j| \in pairs.
  move=> ij j_l; apply/flatten_mapP; exists i.+1; first by rewrite mem_iota /= add1n ltnS (ltn_trans ij).
  apply/mapP; exists j.+1 => //; rewrite mem_iota addSn subnKC ?ltnS ?ij //; exact: ltn_trans ij j_l.
have some : pairs != [::] by have := in_pairs 0%N 1%N isT; rewrite size_l many => /(_ isT); case: (pairs).
have [least_in below] := calls_gaps.leastP some; set g := calls_gaps.least pairs in least_in below.
have g_gt0 : 0 < g.
  case/flatten_mapP: least_in => i /in_from_1/andP[i_gt0 i_l] /mapP[j]; rewrite mem_iota addSn subnKC // ltnS => /andP[ij j_l] ->.
  have j_gt0 : (0 < j)%N by apply: leq_trans ij.
  by rewrite normr_gt0 subr_eq0 nth_uniq ?prednK // -(eqn_add2r 1) !addn1 !prednK // ltn_eqF.
have two : 0 < 2%:R :> F by rewrite ltr0n.
exists (Num.min 1 g / 2%:R); split.
- enter; apply: (y_let (v := vector l)).
    by refine (y_call (vs := [:: table N n d H; vec d z]) _ _ _); [values | reflexivity | apply: call_values_under; provided].
  apply: y_divide; [ | by value | by rewrite gt_eqF].
  refine (y_built_in (vs := [:: Num 1; Num g]) _ _ _); [ | reflexivity | reflexivity].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  rewrite (vec_seq (erefl (size l))).
  apply: (y_smallest2 (h := fun i => Num i%:R) (l := iota 1 (size l)) (g := fun _ j => Num j%:R) (m := fun i => iota i.+1 (size l - i))
    (f := fun i j => `|l`_i.-1 - l`_j.-1|)); [by value | | | by rewrite -/pairs /g; case: (pairs) some].
  + move=> i /in_from_1/andP[_ i_l]; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (size l - i)); [value | value | by rewrite -mulrSr | ].
    by rewrite addSn subnKC // -mulrSr.
  move=> i j i_in; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
  case/andP=> ij j_l; have j_in : (0 < j <= size l)%N by rewrite j_l (leq_trans _ ij).
  by value.
- by rewrite divr_gt0 ?lt_minr ?ltr01 // ler_pmul2r ?invr_gt0 // le_minl lexx.
move=> x y /(nthP 0)[i i_l <-] /(nthP 0)[j j_l <-] differ.
rewrite -mulrDl -mulr2n -mulr_natr mulfK ?gt_eqF // le_minl; apply/orP; right.
case: (ltngtP i j) => [ij|ji|ij]; [exact/below/in_pairs | rewrite distrC; exact/below/in_pairs | by rewrite ij eqxx in differ].
Qed.

(* So far that afterwards every value exceeds every value of a row of f by 1 at least. *)
Lemma call_distance defs N n d z H G : provides [:: distance_d; values_under_d; dot_d] defs -> (0 < N * n)%N -> 0 < \sum_(j <- iota 1 d) z j * z j ->
  exists s, call fs defs "distance" [:: table N n d H; table N n d G; vec d z] = Value (Num s) /\
    forall p q, p \in rows_of N n -> q \in rows_of N n -> value_of d z G q + 1 <= value_of d z H p + s * \sum_(j <- iota 1 d) z j * z j.
Proof.
move=> W some zz_gt0; set zz := \sum_(j <- iota 1 d) z j * z j in zz_gt0 *.
set vg := [seq value_of d z G p | p <- rows_of N n]; set vh := [seq value_of d z H p | p <- rows_of N n].
have vg_some : vg != [::] by rewrite -size_eq0 size_map size_rows -lt0n.
have vh_some : vh != [::] by rewrite -size_eq0 size_map size_rows -lt0n.
have [_ top] := calls_gaps.greatestP vg_some; have [_ bottom] := calls_gaps.leastP vh_some.
exists (Num.max 1 (calls_gaps.greatest vg - calls_gaps.least vh + 1) / zz); split.
  enter; apply: y_divide; [ | by refine (y_call (vs := [:: vec d z; vec d z]) _ _ _); [values | reflexivity | apply: (call_dot floor_int); provided] | by rewrite gt_eqF].
  refine (y_built_in (vs := [:: Num 1; Num (calls_gaps.greatest vg - calls_gaps.least vh + 1%:R)]) _ _ _); [ | reflexivity | reflexivity].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  apply: y_add; last by value.
  apply: y_subtract; [apply: calls_gaps.y_greatest vg_some _ | apply: calls_gaps.y_least vh_some _].
    by refine (y_call (vs := [:: table N n d G; vec d z]) _ _ _); [values | reflexivity | apply: call_values_under; provided].
  by refine (y_call (vs := [:: table N n d H; vec d z]) _ _ _); [values | reflexivity | apply: call_values_under; provided].
move=> p q p_in q_in; rewrite divfK ?gt_eqF //.
apply: (@le_trans _ _ (calls_gaps.least vh + (calls_gaps.greatest vg - calls_gaps.least vh + 1))).
  by rewrite addrA addrCA subrr addr0 ler_add2r top // map_f.
by apply: ler_add; [rewrite bottom // map_f | rewrite le_maxr lexx orbT].
Qed.

(* --- One block and one row ------------------------------------------------------------------------------------------------------------------- *)
Definition away d z H (s : F) (p : nat * nat) (j : nat) : F := H p.1 p.2 j + s * z j.
Lemma value_away d z H s p : \sum_(q <- iota 1 d) away d z H s p q * z q = centre_of d z H s p.
Proof. by rewrite /away /centre_of /value_of mulr_sumr -big_split; apply: eq_bigr => j _; rewrite mulrDl mulrA. Qed.
Lemma put_self d z H G s r p j : 0 < r -> put d z H G s r p (away d z H s p) j = G p.1 p.2 j.
Proof.
move=> r_gt0; rewrite /put value_away ler_subl_addr ler_addl ltr_addl r_gt0 ltW //= mul1r /moved /away.
by rewrite -[_ - _ - _]addrA -opprD addrC subrK.
Qed.
Lemma put_other d z H G s r p p' j : r + r <= `|value_of d z H p - value_of d z H p'| -> 0 < r ->
  put d z H G s r p (away d z H s p') j = away d z H s p' j.
Proof.
move=> apart r_gt0; rewrite /put value_away; case: ifP => [/andP[low high]|_]; last by rewrite mul0r addr0.
suff : `|value_of d z H p - value_of d z H p'| <= r by move=> /(le_trans apart); rewrite ger_addl leNgt r_gt0.
have -> : value_of d z H p - value_of d z H p' = centre_of d z H s p - centre_of d z H s p' by rewrite /centre_of opprD addrACA subrr addr0.
rewrite ler_norml; apply/andP; split; last by rewrite ler_subl_addr -ler_subl_addl.
by rewrite ler_oppl opprB ler_subl_addl ltW.
Qed.
Lemma put_done d z H G s r p q j : value_of d z G q + 1 <= centre_of d z H s p -> r <= 1 / 2%:R -> put d z H G s r p (G q.1 q.2) j = G q.1 q.2 j.
Proof.
move=> far r_half; rewrite /put -/(value_of d z G q) lt_geF ?mul0r ?addr0 //.
rewrite ltr_subr_addr; apply: lt_le_trans far; rewrite ltr_add2l; apply: le_lt_trans r_half _.
by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
Qed.
End Numbers.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "distance" _ = _ => match goal with E : call _ _ "distance" _ = _ |- _ => exact: E end
  | |- call _ _ "half_gap" _ = _ => match goal with E : call _ _ "half_gap" _ = _ |- _ => exact: E end
  end.

(* attest: urpe.lemma-11 finding_moved_rows_stay sha256:16436d1408cf7ce72d90aa2bc35e500ac4e610c00a36d46db19c262b2e6a3e0b theorem:moved_rows_stay *)
Theorem moved_rows_stay : Holds statements_urpe_lemma_11.finding_moved_rows_stay.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
apply: says_for_values => [v|v is_h]; first by any_named W.
have is_hc : call (functions_of S) defs "is_table" [:: v; Num m%:R; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_h _.
have Wt : provides [:: is_table_d; is_matrix_d; is_vector_d] defs by provided.
have [A vE] := is_table_true Wt is_hc; subst v; set N := ((m + 1) ^ (n * d))%N.
have N_gt1 : (1 < N)%N by rewrite -(expn0 (m + 1)) ltn_exp2l ?muln_gt0 ?n_gt0 // addn1 ltnS.
have N_gt0 := ltnW N_gt1.
have many : (1 < N * n)%N by apply: leq_trans N_gt1 _; rewrite leq_pmulr.
refine (says_forall (P := fun z : nat -> S => uniq [seq value_of d z A p | p <- rows_of N n]) _ _ _); [domain_of | | ].
  move=> z _; cbn [condition_is]; refine (y_call (vs := [:: table N n d A; vec d z]) _ _ _); [values | reflexivity | ].
  enter_named; refine (y_call (vs := [:: List (map (@Num S) [seq value_of d z A p | p <- rows_of N n])]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_nil _ _ _)).
    by refine (y_call (vs := [:: table N n d A; vec d z]) _ _ _); [values | reflexivity | apply: call_values_under; provided].
  by apply: (calls_grids.call_distinct_list (@floor_integer S)); provided.
move=> z _ uniq_l.
apply: says_for_values => [v|v is_f]; first by any_named W.
have is_fc : call (functions_of S) defs "is_table" [:: v; Num m%:R; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_f _.
have [G vE] := is_table_true Wt is_fc; subst v; rewrite -/N.
have zz_gt0 : 0 < \sum_(j <- iota 1 d) z j * z j.
  rewrite lt_neqAle; apply/andP; split; last by apply: sumr_ge0 => j _; exact: sqr_ge0.
  apply/negP => /eqP zz0; have z0 j : j \in iota 1 d -> z j = 0.
    move=> j_in; apply/eqP; rewrite -sqrf_eq0; apply/eqP/le_anti; rewrite sqr_ge0 andbT zz0 (bigD1_seq j) ?iota_uniq //= ler_addl.
    by apply: sumr_ge0 => i _; exact: sqr_ge0.
  have zero p : value_of d z A p = 0 by apply: big1_seq => j /andP[_ j_in]; rewrite z0 // mulr0.
  move: uniq_l; rewrite (eq_map zero) -(size_rows N n) in many *; case: (rows_of N n) many => [|p [|p' l]] //=.
  by rewrite inE eqxx.
have some : (0 < N * n)%N by exact: ltnW.
have [|s [distance_c far]] := @call_distance S defs N n d z A G _ some zz_gt0; first by provided.
have [|r [gap_c /andP[r_gt0 r_half] apart]] := @call_half_gap S defs N n d z A _ many uniq_l; first by provided.
set P := rows_of N n in uniq_l far apart *; pose row i := nth (0%N, 0%N) P i.-1.
have row_in i : (0 < i <= size P)%N -> row i \in P by case/andP=> i_gt0 i_P; rewrite /row mem_nth // prednK.
have row_value x : (0 < x <= size P)%N -> value_of d z A (row x) = nth 0 [seq value_of d z A p | p <- P] x.-1.
  by case/andP=> x_gt0 x_P; rewrite (nth_map (0%N, 0%N)) // prednK.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_let (v := Num s)); first by value.
apply: (y_let (v := Num r)); first by value.
apply: (y_let (v := List [seq change d A G p | p <- P])).
  by refine (y_call (vs := [:: table N n d A; table N n d G]) _ _ _); [values | reflexivity | apply: call_pairs => //; provided].
set env := [:: _, _, _, _ & _].
have index_y e x i : lookup "p"%string e = Some (List [seq change d A G p | p <- P]) -> lookup x e = Some (Num i%:R) -> (0 < i <= size P)%N ->
    yields (functions_of S) defs e (Index (Name "p"%string) (Name x)) (change d A G (row i)).
  move=> p_in x_in /andP[i_gt0 i_P].
  have <- : nth (Bool true) [seq change d A G p | p <- P] i.-1 = change d A G (row i) by rewrite (nth_map (0%N, 0%N)) // prednK.
  by apply: (y_index (@floor_integer S) (i := i.-1) (y_name _ _ p_in) (y_name _ _ x_in)); rewrite ?size_map prednK.
have len_y e : lookup "p"%string e = Some (List [seq change d A G p | p <- P]) -> yields (functions_of S) defs e (Call "len" [:: Name "p"%string]) (Num (size P)%:R).
  by move=> p_in; rewrite -(size_map (change d A G)); apply: y_length; exact: y_name.
apply: (y_all2_true (h := fun i => Num i%:R) (l := iota 1 (size P)) (k := fun _ k => Num k%:R) (m := fun=> iota 1 (size P))).
- by apply: (y_from_1 (@floor_integer S) (n := size P)); [value | exact: len_y | ].
- by move=> i _; apply: (y_from_1 (@floor_integer S) (n := size P)); [value | exact: len_y | ].
move=> i k /in_from_1 i_P /in_from_1 k_P.
have field_y e x i' s' (f : nat -> S) : yields (functions_of S) defs e (Index (Name "p"%string) (Name x)) (change d A G (row i')) ->
    field_at (change d A G (row i')) s' = Value (vec d f) -> yields (functions_of S) defs e (Field (Index (Name "p"%string) (Name x)) s') (vec d f).
  by move=> yp; apply: y_field yp.
have Wb : provides modified_block_l defs by provided.
apply: (y_let (v := vec d (away d z A s (row i)))).
  apply: y_list_over => [|j /in_from_1 j_d]; first by value.
  apply: y_add; last by apply: y_multiply; value.
  apply: (y_at (@floor_integer S) (n := d) (i := j) (h := fun j => Num (A (row i).1 (row i).2 j))); [ | by value | by [] | by [] | by []].
  by apply: field_y; [apply: index_y | ].
set before := away d z A s (row i).
have place_y e : lookup "p"%string e = Some (List [seq change d A G p | p <- P]) -> lookup "k"%string e = Some (Num k%:R) -> lookup "s"%string e = Some (Num s) ->
    lookup "z"%string e = Some (vec d z) -> lookup "radius"%string e = Some (Num r) ->
    yields (functions_of S) defs e (Call "placement" [:: Index (Name "p") (Name "k"); Name "s"; Name "z"; Name "radius"]%string) (place_block d z A G s r (row k)).
  move=> p_in k_in s_in z_in r_in; refine (y_call (vs := [:: change d A G (row k); Num s; vec d z; Num r]) _ _ _); [ | reflexivity | by apply: call_placement; provided].
  refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [exact: index_y | exact: y_name | exact: y_name | exact: y_name].
have block_y e a (x : nat -> S) : lookup "p"%string e = Some (List [seq change d A G p | p <- P]) -> lookup "k"%string e = Some (Num k%:R) -> lookup "s"%string e = Some (Num s) ->
    lookup "z"%string e = Some (vec d z) -> lookup "radius"%string e = Some (Num r) -> yields (functions_of S) defs e a (vec d x) ->
    yields (functions_of S) defs e (Call "modified_block" [:: ListOf [:: a]; Call "placement" [:: Index (Name "p") (Name "k"); Name "s"; Name "z"; Name "radius"]; Sym "uniform"]%string)
      (mat 1 d (fun _ => put d z A G s r (row k) x)).
  move=> p_in k_in s_in z_in r_in ya; refine (y_call (vs := [:: mat 1 d (fun _ => x); place_block d z A G s r (row k); Symb "uniform"%string]) _ _ _);
    [ | reflexivity | exact: (call_place_block 1 z A G s (row k) (fun _ => x) Wb d_gt0 r_gt0)].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | exact: place_y | by value].
  by refine (y_list _); exact: all_cons ya (all_nil _ _ _).
apply: (y_let (v := vec d (put d z A G s r (row k) before))).
  apply: (y_at (@floor_integer S) (n := 1) (i := 1) (h := fun _ => vec d (put d z A G s r (row k) before))); [ | by value | by [] | by [] | by []].
  by apply: block_y => //; exact: y_name.
apply: calls_attention.true_and_true; last apply: y_and1.
  apply: (y_compare (v := vec d (put d z A G s r (row k) before)) (w := if i == k then vec d (G (row i).1 (row i).2) else vec d before)); [by value | | ].
    apply: y_if; first by apply: y_compare; [value | value | rewrite /= eqr_nat].
      by move=> _; apply: field_y; [apply: index_y | ].
    by move=> _; value.
  case: eqP => [ik|/eqP ik]; rewrite /compare equal_vec; congr Some; apply/allP => j _; apply/eqP; first by rewrite /before -ik put_self.
  apply: put_other => //; apply: apart; [by apply: map_f; exact: row_in | by apply: map_f; exact: row_in | ].
  have [k_gt0 k_le] := andP k_P; have [i_gt0 i_le] := andP i_P.
  rewrite (row_value k k_P) (row_value i i_P) nth_uniq ?size_map ?prednK //; apply: contra ik => /eqP E.
  by rewrite -(prednK i_gt0) -(prednK k_gt0) E.
apply: (@y_same_mat S _ _ _ _ 1 d (fun _ => put d z A G s r (row k) (G (row i).1 (row i).2)) (fun _ => G (row i).1 (row i).2)).
- by apply: block_y => //; apply: field_y; [apply: index_y | ].
- by refine (y_list _); refine (all_cons _ (all_nil _ _ _)); apply: field_y; [apply: index_y | ].
by move=> _ j _ _; apply: put_done r_half; apply: far; exact: row_in.
Qed.
