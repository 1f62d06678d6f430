(* SPDX-License-Identifier: Apache-2.0 *)
(* Lemma 8 of URPE and what is needed for it, as the meaning of the statements: the constant is 1 over the smallest gap. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks.
From attest Require Import statements_urpe_lemma_8.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions printed ++ definitions finding_smallest_gap) f) (only parsing).
Definition gaps_d := Eval compute in the "gaps".
Definition WV_d := Eval compute in the "WV".
Definition WO_d := Eval compute in the "WO".
Definition added_d := Eval compute in the "added".

Section Gaps.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f v c : nat -> F) (A X Y : nat -> nat -> F) (l : seq F) (m n d : nat) (k x : F).

Definition gaps n v : seq F := flatten [seq [seq `|v i - v j| | j <- iota i.+1 (n - i)] | i <- iota 1 n].
Lemma all_gaps (p : pred F) n v : all p (gaps n v) = all (fun i => all (fun j => p `|v i - v j|) (iota i.+1 (n - i))) (iota 1 n).
Proof. by rewrite /gaps; elim: (iota 1 n) => //= i l <-; rewrite all_cat all_map. Qed.
Lemma scaled_gaps n v k : 0 <= k -> gaps n (fun i => k * v i) = map ( *%R k) (gaps n v).
Proof.
move=> k_ge0; rewrite /gaps map_flatten -map_comp; congr flatten; apply: eq_map => i /=; rewrite -map_comp; apply: eq_map => j /=.
by rewrite -mulrBr normrM ger0_norm.
Qed.
Lemma y_later defs env i n : (0 < i <= n)%N -> lookup "i" env = Some (Num i%:R) -> forall a v, yields fs defs env a (vec n v) ->
  yields fs defs env (Binary Range (Binary Add (Name "i") (Number (BinNums.Npos BinNums.xH))) (Call "len" [:: a]))
    (List [seq Num j%:R | j <- iota i.+1 (n - i)]).
Proof.
move=> /andP[i_gt0 i_n] i_in a v ya; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (n - i)); [ | apply: y_len ya | reflexivity | ].
  by apply: yields_eq; [apply: y_add; [exact: (y_name _ _ i_in) | value] | rewrite -mulrSr].
by rewrite addSn subnKC // mulrSr.
Qed.
Lemma call_gaps defs n v : provides [:: gaps_d] defs -> call fs defs "gaps" [:: vec n v] = Value (List (map (@Num F) (gaps n v))).
Proof.
move=> W; enter; apply: yields_eq.
  apply: (@y_list_over2 F fs earlier _ _ _ _ (fun _ j : nat => Num j%:R) (fun i => iota i.+1 (n - i))); first by value.
    by move=> i /in_from_1 i_n; apply: (y_later i_n) => //; value.
  move=> i /in_from_1 i_n j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: i_n.
  case/andP=> i_j j_n; have j_in : (0 < j <= n)%N by rewrite j_n (leq_trans _ i_j).
  by value.
rewrite /gaps map_flatten -map_comp; congr (List (flatten _)); apply: eq_map => i /=.
by rewrite -map_comp.
Qed.

Definition least x l : F := foldl Num.min x l.
Lemma y_least defs env a x l : yields fs defs env a (List (map (@Num F) (x :: l))) -> yields fs defs env (Call "min" [:: a]) (Num (least x l)).
Proof.
move=> ya; refine (y_built_in _ _ _); [refine (all_cons ya (all_nil _ _ _)) | reflexivity | ].
rewrite /= /extreme; have -> : numbers_in [seq Value w | w <- [seq Num i | i <- x :: l]] = Value (x :: l) by rewrite -map_comp numbers_in_map map_id.
by [].
Qed.
Lemma least_gt0 x l : 0 < x -> all (fun y => 0 < y) l -> 0 < least x l.
Proof. by elim: l x => //= y l IH x x_gt0 /andP[y_gt0 l_gt0]; apply: IH; rewrite // lt_minr x_gt0. Qed.
Lemma least_first x l : least x l <= x.
Proof. by elim: l x => //= y l IH x; apply: le_trans (IH _) _; rewrite le_minl lexx. Qed.
Lemma least_le x l : all (fun y => least x l <= y) l.
Proof.
elim: l x => //= y l IH x; rewrite IH andbT; apply: le_trans (least_first _ _) _.
by rewrite le_minl lexx orbT.
Qed.
Lemma least_scaled k x l : 0 <= k -> least (k * x) (map ( *%R k) l) = k * least x l.
Proof. by move=> k_ge0; elim: l x => //= y l IH x; rewrite -minr_pmulr. Qed.

Definition apart n v : bool := all (fun i => all (fun j => v i != v j) (iota i.+1 (n - i))) (iota 1 n).
Lemma apart_gaps n v : apart n v -> all (fun g => 0 < g) (gaps n v).
Proof.
rewrite all_gaps; apply: sub_all => i; apply: sub_all => j ij.
by rewrite normr_gt0 subr_eq0.
Qed.
(* The smallest gap, or 1 if that is smaller. *)
Lemma some_gap n v : apart n v -> exists2 g, 0 < g & all (fun y => g <= y) (gaps n v).
Proof. by move=> /apart_gaps pos; exists (least 1 (gaps n v)); [apply: least_gt0; rewrite ?ltr01 | exact: least_le]. Qed.
Lemma gaps_above_1 n v g : 0 < g -> all (fun y => g <= y) (gaps n v) -> all (fun y => 1%:R < y) (gaps n (fun i => 2%:R / g * v i)).
Proof.
move=> g_gt0 le_g; rewrite scaled_gaps ?divr_ge0 ?ler0n ?(ltW g_gt0) // all_map; apply: sub_all le_g => y g_y /=.
rewrite mulrAC ltr_pdivl_mulr // mul1r; apply: (le_lt_trans g_y); rewrite mulr_natl mulr2n ltr_addl.
exact: lt_le_trans g_y.
Qed.

(* --- What the block adds: eq. 18 ----------------------------------------------------------------------------------------------------- *)
Lemma call_WV defs d : provides [:: WV_d] defs -> call fs defs "WV" [:: Num d%:R] = Value (mat d 1 (fun _ _ => 0)).
Proof. by move=> W; enter; apply: yields_eq; [value | ]. Qed.
Lemma call_WO defs d : provides [:: WO_d] defs -> call fs defs "WO" [:: Num d%:R] = Value (mat 1 d (fun _ _ => 1)).
Proof. by move=> W; enter; apply: yields_eq; [refine (y_list _); values | ]. Qed.
Lemma call_added defs n d m A X c : provides [:: added_d; WO_d; WV_d; head_d; zeros_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  (0 < n)%N -> (0 < d)%N ->
  call fs defs "added" [:: mat n n A; mat n d X; vec m c; Num d%:R] =
    Value (mat n d (fun i _ => \sum_(h <- iota 1 m) c h * \sum_(j <- iota 1 n) A i j)).
Proof.
move=> W n_gt0 d_gt0; enter.
pose step (Y : nat -> nat -> F) (h : nat) i j := Y i j + headed n d 1 A (fun _ _ => 0) (fun=> c h) (fun _ _ => 1) X i j.
apply: yields_eq; first apply: (@y_fold F fs earlier _ _ (fun h => Num (c h)) (fun Y => mat n d Y) step _ _ _ _ _ _ (fun _ _ => 0) (iota 1 m)).
- by refine (y_call _ _ _); [values | reflexivity | apply: call_zeros; provided].
- by value.
- move=> Y h _; refine (y_call _ _ _); [ | reflexivity | apply: (call_matadd floor_int); provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  refine (y_call _ _ _); [ | reflexivity | apply: call_head => //; provided].
  refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))); [by value | by value | | | ].
  + by refine (y_call _ _ _); [values | reflexivity | apply: call_WV; provided].
  + by apply: yields_eq; [value | ].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_WO; provided].
have headE h i j : headed n d 1 A (fun _ _ => 0) (fun=> c h) (fun _ _ => 1) X i j = c h * \sum_(p <- iota 1 n) A i p.
  rewrite /headed big_seq1 mulr1 mulr_sumr; apply: eq_bigr => p _; rewrite big1 => [|q _]; last by rewrite mulr0.
  by rewrite add0r mulrC.
have foldE (l : seq nat) Y i j : foldl step Y l i j = Y i j + \sum_(h <- l) c h * \sum_(p <- iota 1 n) A i p.
  by elim: l Y => [|h l IH] Y /=; rewrite ?big_nil ?addr0 // IH big_cons /step headE addrA.
by apply: mat_ext => i j _ _; rewrite foldE add0r.
Qed.
End Gaps.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "gaps" _ = _ => found_call call_gaps
  | |- call _ _ "added" _ = _ => found_call call_added
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "outer" _ = _ => found_call call_outer
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ _ _ = _ => enter_named; value
  end.
(* "forall A in matrices(n, n) where apply(A, ones(n)) = v". *)
Lemma row_sums_condition (S : numbers) defs env n (v : nat -> S) A : provides [:: ones_d; apply_d; dot_d] defs -> lookup "n" env = Some (Num n%:R) ->
  lookup "v" env = Some (vec n v) -> lookup "A" env = Some (mat n n A) ->
  yields (functions_of S) defs env (Chain (Call "apply" [:: Name "A"; Call "ones" [:: Name "n"]]) [:: (Equal, Name "v")])
    (Bool (all (fun i => \sum_(j <- iota 1 n) A i j * 1 == v i) (iota 1 n))).
Proof.
move=> W n_in v_in A_in; apply: y_compare; [ | exact: (y_name _ _ v_in) | exact: equal_vec].
refine (y_call _ _ _); [ | reflexivity | apply: (call_apply (@floor_integer S)); provided].
refine (all_cons (y_name _ _ A_in) (all_cons _ (all_nil _ _ _))).
by refine (y_call _ _ _); [refine (all_cons (y_name _ _ n_in) (all_nil _ _ _)) | reflexivity | apply: (call_ones (@floor_integer S)); provided].
Qed.
Lemma sum_is (S : numbers) n (v : nat -> S) A i : all (fun i => \sum_(j <- iota 1 n) A i j * 1 == v i) (iota 1 n) -> (0 < i <= n)%N ->
  \sum_(j <- iota 1 n) A i j = v i.
Proof.
move=> /allP sums i_n; have /sums/eqP <- : i \in iota 1 n by rewrite mem_iota add1n ltnS.
by apply: eq_bigr => j _; rewrite mulr1.
Qed.
Ltac adds_to_all n v W :=
  refine (says_forall (P := fun A => all (fun i => \sum_(j <- iota 1 n) A i j * 1 == v i) (iota 1 n)) _ _ _);
  [domain_of | by move=> A _; cbn [condition_is]; apply: row_sums_condition; first provided | ];
  let sums := fresh "sums" in move=> A _ sums; meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity];
  apply: y_same_mat; [by value | by value | let i_n := fresh "i_n" in move=> i j i_n _; rewrite /= (sum_is sums i_n)].

(* attest: urpe.lemma-8 printed sha256:9b3641cc136b57c2a0d5ef8f5f3a50d7634810940a120b3268c3613154ef1b66 theorem:lemma_8 *)
Theorem lemma_8 : Holds printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => v _ /some_gap[g g_gt0 g_le].
meaning_exists (fun _ : nat => 1 / g : S); meaning_exists (fun i => 2%:R / g * v i : S); first exact: gaps_above_1.
adds_to_all n v W.
by rewrite !big_cons big_nil addr0 mulr1 -!mulrDl -[1 + 1]/(2%:R).
Qed.

(* attest: urpe.lemma-8 finding_one_head_is_enough sha256:ed137319d1de672775fe957c217000e9ea28ae643033ebc9790cc25455b8c211 theorem:one_head_is_enough *)
Theorem one_head_is_enough : Holds finding_one_head_is_enough.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => v _ /some_gap[g g_gt0 g_le].
meaning_exists (fun _ : nat => 2%:R / g : S); meaning_exists (fun i => 2%:R / g * v i : S); first exact: gaps_above_1.
adds_to_all n v W.
by rewrite big_cons big_nil addr0 mulr1.
Qed.

(* attest: urpe.lemma-8 finding_distinct_is_needed sha256:eb7f4e4cecee2a714c7c86d2bfc4e24f81a2e37ab07f4c1e3f1d06e6efc08339 theorem:distinct_is_needed *)
Theorem distinct_is_needed : Holds finding_distinct_is_needed.
Proof.
opening S W; meaning_for_all => n n_gt1 _; meaning_for_all => v _ /allPn[i i_n /allPn[j j_n /negPn/eqP same]].
meaning_for_all => c _ _; meaning_value; apply/hasP; exists `|(c 1%N + c 2%N) * v i - (c 1%N + c 2%N) * v j|.
  by apply/flattenP; exists [seq `|(c 1%N + c 2%N) * v i - (c 1%N + c 2%N) * v j| | j <- iota i.+1 (n - i)]; apply/mapP; [exists i | exists j].
by rewrite same subrr normr0.
Qed.

(* attest: urpe.lemma-8 finding_smallest_gap sha256:2465f84751f09f6b97bd56827354b13f76f65917ca1936d01a860560f969f6ea theorem:smallest_gap *)
Theorem smallest_gap : Holds finding_smallest_gap.
Proof.
opening S W; meaning_for_all => n n_gt1 _; meaning_for_all => v _ v_apart; meaning_for_all => m m_gt0 _.
have [x [l gapsE]] : exists x l, gaps n v = x :: l by case: n n_gt1 {v_apart} => [|[|n]] // _; eexists; eexists.
have g_gt0 : 0 < least x l by have := apart_gaps v_apart; rewrite gapsE => /andP[]; exact: least_gt0.
pose k := m%:R * (1%:R / least x l); have k_ge0 : 0 <= k by rewrite mulr_ge0 ?ler0n // divr_ge0 ?ler0n ?ltW.
apply: says_expression; first apply: (y_compare (v := Num (k * least x l)) (w := Num m%:R)); [ | by value | reflexivity | ]; last first.
  by rewrite /k -mulrA divfK ?mulr1 ?eqxx // gt_eqF.
rewrite -least_scaled //; apply: y_least; apply: yields_eq.
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | apply: (@call_gaps S _ n (fun i => k * v i)); provided].
  apply: y_list_over; [by value | move=> i _; apply: y_multiply; [apply: y_multiply; [by value | ] | by value]].
  refine (y_call _ _ _); [values | reflexivity | enter_named]; apply: y_divide; [by value | | by rewrite gt_eqF].
  by apply: y_least; rewrite -gapsE; value.
by rewrite scaled_gaps // gapsE.
Qed.
