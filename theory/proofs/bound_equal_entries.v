(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 10: where two entries of u agree, every stack of modified blocks keeps two rows equal; as the meaning of the
   statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_modified calls_uniform_blocks.
From attest Require calls_encodings statements_urpe_lemma_10_existence.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_10_existence.finding_equal_entries) f) (only parsing).
Definition is_modified_head_d := Eval compute in the "is_modified_head".
Definition is_modified_block_d := Eval compute in the "is_modified_block".
Definition is_modified_network_d := Eval compute in the "is_modified_network".
Definition positioned_d := Eval compute in the "positioned".

Section Rows.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u w : nat -> F) (A V O W X : nat -> nat -> F) (a b m n d k r : nat) (h B v : value F) (c : F).

(* --- What the condition tells ---------------------------------------------------------------------------------------------------------------- *)
Definition modified_head h d : Prop := exists key u c V O, hard_head_of h d 1 key u c V O.
Definition modified_block B d : Prop := exists hs f k (p p' s t : nat -> F) W V,
  [/\ field_at B "heads" = Value (List hs), forall h, is_among h hs -> modified_head h d, field_at B "W1" = Value (mat d 1 W), field_at B "W2" = Value (mat 1 d V) &
    field_at B "phi" = Value f /\ phi_of f k p p' s t].
Lemma is_modified_head_true defs h d : provides [:: is_modified_head_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  call fs defs "is_modified_head" [:: h; Num d%:R; Num 1%:R] = Value (Bool true) -> modified_head h d.
Proof.
move=> W d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have h_y : yields fs e env (Name "h") h by [].
have d_y : yields fs e env (Name "d") (Num d%:R) by []; have one_y : yields fs e env (Name "dH") (Num 1%:R) by [].
have Wv : provides [:: is_vector_d] e by provided.
case/true_and=> isu /true_and[isc /true_and[shifts /true_and[isV /true_and[isO _]]]].
have [u hu] := is_vector_field Wv h_y isu d_y; have [c hc] := calls_encodings.is_number_field h_y isc.
have [V hV] := calls_encodings.is_matrix_known We h_y isV d_y one_y; have [O hO] := calls_encodings.is_matrix_known We h_y isO one_y d_y.
by case/true_or: shifts => [/(true_symbol h_y) hs | /true_or[/(true_symbol h_y) hs | /true_or_nil//]]; [exists true | exists false]; exists u, c, V, O; split.
Qed.
Lemma is_modified_block_true defs B d (w : value F) : provides [:: is_modified_block_d; is_modified_head_d; is_phi_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  call fs defs "is_modified_block" [:: B; Num d%:R; w; Num 1%:R; Num 1%:R] = Value (Bool true) -> modified_block B d.
Proof.
move=> W d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _; _; _]; have B_y : yields fs e env (Name "B") B by [].
have d_y : yields fs e env (Name "d") (Num d%:R) by []; have r_y : yields fs e env (Name "r") (Num 1%:R) by [].
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
case/true_and=> _ /true_and[_ /true_and[/[dup] /true_over[hs hs_y] heads /true_and[isW /true_and[isV /true_and[isf _]]]]].
have hhs : field_at B "heads" = Value (List hs) by exact: true_field B_y hs_y.
have [W1 hW] := calls_encodings.is_matrix_known Wm B_y isW d_y r_y; have [V hV] := calls_encodings.is_matrix_known Wm B_y isV r_y d_y.
have [//|vs /true_cons[f [vs1 [yf /true_nil-> ->]]] isphi] := true_call _ isf.
have [|k [p [a [s [t f_of]]]]] := is_phi_true _ isphi; first by provided.
exists hs, f, k, p, a, s, t, W1, V; split; [exact: hhs | move=> h h_in | exact: hW | exact: hV | by split; [exact: true_field B_y yf | ]].
have := true_among hs_y heads h_in => is_head.
by apply: (is_modified_head_true _ d_gt0 (true_named_call _ is_head _)); [provided | reflexivity | reflexivity].
Qed.

(* --- Two equal rows ---------------------------------------------------------------------------------------------------------------------------- *)
Definition same_at n d a b v : Prop := exists2 X, v = mat n d X & forall j, (0 < j <= d)%N -> X a j = X b j.
Lemma same_scores d a b key u c X i : (forall j, (0 < j <= d)%N -> X a j = X b j) -> hard_score key d u c X a i = hard_score key d u c X b i.
Proof.
move=> XE; have sE : along d X u a = along d X u b by apply: eq_big_seq => l /in_from_1 l_d; rewrite XE.
by rewrite /hard_score sE.
Qed.
Lemma hard_same n (f g : nat -> F) p : f =1 g -> (0 < p <= n)%N -> hard n f p = hard n g p.
Proof. by move=> fg p_n; apply: hard_ext p_n => i k _ _; rewrite !fg. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  end.
Lemma block_keeps n d a b defs B v : (0 < n)%N -> (0 < d)%N -> provides modified_block_l defs -> modified_block B d -> same_at n d a b v ->
  exists2 w, call fs defs "modified_block" [:: v; B; Symb "uniform"] = Value w & same_at n d a b w.
Proof.
move=> n_gt0 d_gt0 W [hs [f [k [p [p' [s [t [W1 [V [hhs heads hW hV [hf f_of]]]]]]]]]]] [X -> XE]; have [e found We] := provides_find W.
have [Y Yy [Z YE ZE]] : exists2 Y, yields fs e [:: ("X", mat n d X); ("B", B); ("ties", Symb "uniform")]%string
    (Call "modified_attention" [:: Name "X"; Field (Name "B") "heads"; Name "ties"]%string) Y & same_at n d a b Y.
  have [e2 found2 We2] : exists2 e2, find_definition e "modified_attention" = Some (modified_attention_d, e2) &
      provides [:: hard_head_d; hard_attention_d; hard_scores_d; modified_hardmax_d; outer_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d] e2.
    by apply: (@provides_find modified_attention_d); provided.
  have [Y Yy Y_same] : exists2 Y, yields fs e2 (zip (parameters modified_attention_d) [:: mat n d X; List hs; Symb "uniform"%string]) (body modified_attention_d) Y & same_at n d a b Y.
    rewrite [zip _ _]/= [body _]/=; apply: (y_fold_keeps (P := same_at n d a b) (s := mat n d X) (l := hs)); [by value | by value | by exists X | ].
    move=> v' h [Z -> ZE] /heads[key [u [c [U [O h_of]]]]].
    exists (mat n d (fun i j => Z i j + hard_headed n d 1 key u c U O X i j)).
      refine (y_call (vs := [:: mat n d Z; mat n d (hard_headed n d 1 key u c U O X)]) _ _ _); [ | reflexivity | by apply: (call_matadd floor_int); provided].
      refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
      by refine (y_call (vs := [:: h; mat n d X; Symb "uniform"%string]) _ _ _); [values | reflexivity | apply: (call_hard_head X h_of) => //; provided].
    exists (fun i j => Z i j + hard_headed n d 1 key u c U O X i j) => // j j_d; rewrite ZE //; congr (_ + _).
    apply: eq_bigr => l _; congr (_ * _); apply: eq_bigr => q _; congr (_ * _); apply: eq_big_seq => i /in_from_1 i_n; congr (_ * _).
    by apply: hard_same => // x; exact: same_scores.
  exists Y => //; refine (y_call (vs := [:: mat n d X; List hs; Symb "uniform"%string]) _ _ _); [ | reflexivity | refine (call_yields found2 _ _); [reflexivity | exact: Yy]].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | apply: y_field hhs | value].
subst Y; exists (mat n d (fun i j => Z i j + \sum_(l <- iota 1 1) phi k p p' s t (\sum_(q <- iota 1 d) Z i q * W1 q l) * V l j)).
  refine (call_yields found _ _); [reflexivity | open_body].
  refine (y_call (vs := [:: mat n d Z; B]) _ _ _); [by refine (all_cons Yy (all_cons _ (all_nil _ _ _))); value | reflexivity | ].
  by apply: (call_modified_ffn n Z _ _ _ hW hV hf f_of) => //; provided.
exists (fun i j => Z i j + \sum_(l <- iota 1 1) phi k p p' s t (\sum_(q <- iota 1 d) Z i q * W1 q l) * V l j) => // j j_d; rewrite ZE //; congr (_ + _).
apply: eq_bigr => l _; congr (phi _ _ _ _ _ _ * _); apply: eq_big_seq => q /in_from_1 q_d; by rewrite ZE.
Qed.
Lemma network_keeps n d a b defs blocks v : (0 < n)%N -> (0 < d)%N -> provides (modified_network_d :: modified_block_l) defs ->
  (forall B, is_among B blocks -> modified_block B d) -> same_at n d a b v ->
  exists2 w, call fs defs "modified_network" [:: v; List blocks; Symb "uniform"] = Value w & same_at n d a b w.
Proof.
move=> n_gt0 d_gt0 W all_blocks v_same; have [e found We] := provides_find W.
suff [Y Yy Y_same] : exists2 Y, yields fs e (zip (parameters modified_network_d) [:: v; List blocks; Symb "uniform"%string]) (body modified_network_d) Y & same_at n d a b Y.
  by exists Y => //; refine (call_yields found _ _); [reflexivity | exact: Yy].
rewrite [zip _ _]/= [body _]/=; apply: (y_fold_keeps (P := same_at n d a b) (s := v) (l := blocks)); [by value | by value | by [] | ].
move=> w B w_same /all_blocks B_ok; have [w' w'E w'_same] := block_keeps n_gt0 d_gt0 We B_ok w_same.
by exists w'.
Qed.
End Rows.

Section Distinct.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Lemma call_distinct_rows defs m n (A : nat -> nat -> F) : provides [:: distinct_d] defs ->
  call fs defs "distinct" [:: mat m n A] = Value (Bool (all (fun i => all (fun j => ~~ all (fun l => A i l == A j l) (iota 1 n)) (iota i.+1 (m - i))) (iota 1 m))).
Proof.
move=> W; enter; apply: y_all2; first value.
  move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (m - i)); [value | value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
move=> i i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
case/andP=> i_lt j_le; have j_in : (0 < j <= m)%N by rewrite j_le (leq_trans _ i_lt).
by apply: y_compare; [value | value | rewrite /compare equal_vec].
Qed.
End Distinct.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "distinct" _ = _ => apply: (call_distinct (@floor_integer _)); provided
  | |- call _ _ "modified_network" _ = _ => match goal with H : call _ _ "modified_network" _ = _ |- _ => exact: H end
  end.

(* attest: urpe.lemma-10-existence finding_equal_entries sha256:46d052c94fa16872345beeae4ccb91bee8cd5e4155080faad56870dbd17313c7 theorem:equal_entries *)
Theorem equal_entries : Holds statements_urpe_lemma_10_existence.finding_equal_entries.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _.
meaning_for_all => u _ /allPn[a a_in /allPn[b b_in /negPn/eqP ab]].
have a_n := in_from_1 a_in; have [a_gt0 a_le] := andP a_n.
have [a_b b_le] : (a < b)%N /\ (b <= n)%N by move: b_in; rewrite mem_iota addSn subnKC // ltnS => /andP.
have b_n : (0 < b <= n)%N by rewrite b_le (leq_trans _ a_b).
apply: says_for_values => [v|v is_net]; first by any_named W.
have is_c : call (functions_of S) defs "is_modified_network" [:: v; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R] = Value (Bool true) by apply: true_named_call is_net _.
have [e found We] : exists2 e, find_definition defs "is_modified_network" = Some (is_modified_network_d, e) &
    provides [:: is_modified_block_d; is_modified_head_d; is_phi_d; is_matrix_d; is_vector_d] e by apply: (@provides_find is_modified_network_d); provided.
move/(call_body found): is_c; rewrite [zip _ _]/= [body _]/=; set env := [:: _; _; _; _; _].
case/true_and=> _ /true_and[/[dup] /true_over[blocks v_y] all_blocks _].
have vE : v = List blocks by move: v_y => [].
have blocks_ok B : is_among B blocks -> modified_block B d.
  move=> B_in; have isB := true_among v_y all_blocks B_in.
  by apply: (is_modified_block_true (w := Num 2%:R) We d_gt0 (true_named_call _ isB _)).
subst v; have Wn : provides (modified_network_d :: modified_block_l) defs by provided.
have start : same_at n d a b (mat n d (fun i _ => 0 + u i)) by exists (fun i _ => 0 + u i) => // j _; rewrite ab.
have [Y Yc [X YE XE]] := network_keeps n_gt0 d_gt0 Wn blocks_ok start; subst Y.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (yields_eq (v := Bool (~~ false))) => //; apply: y_not.
refine (y_call (vs := [:: mat n d X]) _ _ _); [ | reflexivity | rewrite call_distinct_rows //; last by provided].
  refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ Yc); [ | reflexivity].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
  refine (y_call (vs := [:: mat n d (fun _ _ => 0); vec n u]) _ _ _); [by values | reflexivity | ].
  enter; apply: y_yes; first by apply: yields_eq; [value | rewrite eqxx].
  by value.
congr (Value (Bool _)); apply/negbTE/allPn; exists a => //; apply/allPn; exists b => //; apply/negPn/allP => l /in_from_1 l_d.
by rewrite XE.
Qed.
