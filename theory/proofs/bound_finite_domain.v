(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), after Theorem 2: on a finite domain narrow T5 networks are all functions that send identical rows to identical rows, and no network with right
   stochastic attention is another one. A theorem of finite_domain.v, with urpe.identical-rows, as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_attention calls_constant_network calls_one_head calls_t5_weights.
From attest Require Import calls_grid_tables calls_t5_network.
From attest Require calls_two_runs calls_permuted narrow_networks narrow_lists finite_domain statements_urpe_rpe_finite_domain.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_rpe_finite_domain.printed) f) (only parsing).
Definition is_domain_d := Eval compute in the "is_domain".
Definition is_lawful_d := Eval compute in the "is_lawful".
Definition is_values_on_d := Eval compute in the "is_values_on".

Section Domain.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d : nat).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Implicit Types (defs : seq definition) (X Y : nat -> nat -> nat -> F) (A : nat -> nat -> F) (N k : nat) (v : value F).
Definition matrices N X : value F := listed N (fun k => mat n d (X k)).

(* --- Identical rows --- *)
Definition identical A : bool := all (fun i => all (fun j => A i j == A 1%N j) (iota 1 d)) (iota 2 n.-1).
Lemma identicalP A : reflect (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> A i j = A 1%N j) (identical A).
Proof.
apply: (iffP allP) => [same [|[|i]] j // i_n j_d | same i].
  have /allP/(_ j) : all (fun j => A i.+2 j == A 1%N j) (iota 1 d).
    by apply: same; rewrite mem_iota /= add2n ltnS prednK.
  by rewrite mem_iota add1n ltnS => /(_ j_d)/eqP.
rewrite mem_iota add2n ltnS prednK // => /andP[i_gt1 i_n]; apply/allP => j /in_from_1 j_d; apply/eqP/same => //.
by rewrite i_n (ltnW i_gt1).
Qed.
Lemma call_identical defs A : provides [:: identical_rows_d] defs -> call fs defs "identical_rows" [:: mat n d A] = Value (Bool (identical A)).
Proof.
move=> W; enter; apply: y_all.
  by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 n.-1); [value | value | by [] | rewrite -mulrSr -[in LHS](prednK n_gt0) add2n].
move=> i; rewrite mem_iota add2n ltnS prednK // => /andP[i_gt1 i_n].
apply: y_compare; [apply: (y_at floor_int (n := n) (i := i) (h := fun i => vec d (A i))) |
  apply: (y_at floor_int (n := n) (i := 1) (h := fun i => vec d (A i))) | exact: equal_vec].
- by value.
- by value.
- by [].
- by rewrite i_n (ltnW i_gt1).
- by [].
- by value.
- by value.
- by [].
- by rewrite n_gt0.
by [].
Qed.

(* --- What is_domain, is_values_on and is_lawful say --- *)
Lemma call_distinct_matrices defs N X : provides [:: distinct_d] defs -> call fs defs "distinct" [:: matrices N X] =
  Value (Bool (all (fun k => all (fun l => ~~ all (fun i => all (fun j => X k i j == X l i j) (iota 1 d)) (iota 1 n)) (iota k.+1 (N - k))) (iota 1 N))).
Proof.
move=> W; enter; apply: y_all2; first by apply: (y_from_1 floor_int (n := N)); [value | apply: (y_len (h := fun k => mat n d (X k))); value | ].
  move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (N - i)); [value | by apply: (y_len (h := fun k => mat n d (X k))); value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
move=> i i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
case/andP=> i_lt j_le; have j_in : (0 < j <= N)%N by rewrite j_le (leq_trans _ i_lt).
apply: (y_compare (v := mat n d (X i)) (w := mat n d (X j))); [ | | by rewrite /compare equal_mat].
  by apply: (y_at floor_int (n := N) (i := i) (h := fun k => mat n d (X k))); [value | value | by [] | exact: in_from_1 | by []].
by apply: (y_at floor_int (n := N) (i := j) (h := fun k => mat n d (X k))); [value | value | by [] | exact: j_in | by []].
Qed.
Lemma is_domain_true defs v : provides [:: is_domain_d; distinct_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_domain" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> exists N X, v = matrices N X /\
    forall k l, (0 < k <= N)%N -> (0 < l <= N)%N -> narrow_lists.alike n d (X k) (X l) -> k = l.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> _ /true_and[_ /true_and[/[dup] /true_over[l l_y] ent /true_and[dist _]]].
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
have [|X XE] := matrices_true (n := n) (d := d) Wm l_y _ ent.
  by move=> w; refine (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_nil _ _ _)))).
have vE : v = matrices (size l) X by rewrite /matrices -XE; case: l_y.
exists (size l), X; split=> // {ent}; have Wd : provides [:: distinct_d] e by provided.
have : call fs e "distinct" [:: matrices (size l) X] = Value (Bool true).
  by apply: (true_named_call _ dist) => //; rewrite /yields_all /= vE.
rewrite call_distinct_matrices // => -[/allP apart].
have less k k' : (0 < k <= size l)%N -> (0 < k' <= size l)%N -> (k < k')%N -> ~ narrow_lists.alike n d (X k) (X k').
  move=> k_l /andP[_ k'_l] kk' same; have := apart k; rewrite mem_iota add1n ltnS k_l => /(_ isT) /allP/(_ k').
  rewrite mem_iota addSn subnKC ?ltnS ?kk' ?k'_l; last by case/andP: k_l.
  move=> /(_ isT) /negP[]; apply/allP => i /in_from_1 i_n; apply/allP => j /in_from_1 j_d; apply/eqP; exact: same.
move=> k k' k_l k'_l same; case: (ltngtP k k') => // lt; first by case: (less k k').
by case: (less k' k) => // i i_n j j_d; rewrite same.
Qed.
Lemma is_values_true defs v N X : provides [:: is_values_on_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_values_on" [:: matrices N X; v; Num n%:R; Num d%:R] = Value (Bool true) -> exists Y, v = matrices N Y.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _; _]; case/true_and=> _ /true_and[len_l /true_and[/[dup] /true_over[l l_y] ent _]].
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
have [|Y YE] := matrices_true (n := n) (d := d) Wm l_y _ ent.
  by move=> w; refine (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_nil _ _ _)))).
exists Y; have sizes : size l = N.
  have D_y : yields fs e env (Call "len" [:: Name "D"]%string) (Num N%:R) by apply: (y_len (h := fun k => mat n d (X k))).
  have := yields_inj len_l (y_compare (c := Equal) (y_length l_y) D_y erefl) => -[/esym]; by rewrite /= eqr_nat => /eqP.
by rewrite /matrices -sizes -YE; case: l_y.
Qed.
Lemma call_is_lawful defs N X Y : provides [:: is_lawful_d; identical_rows_d] defs -> call fs defs "is_lawful" [:: matrices N X; matrices N Y] =
  Value (Bool (all (fun k => ~~ identical (X k) || identical (Y k)) (iota 1 N))).
Proof.
move=> W; enter; apply: y_all; first by apply: (y_from_1 floor_int (n := N)); [value | apply: (y_len (h := fun k => mat n d (X k))); value | ].
move=> k k_N; have at_k (x : string) Z : lookup x [:: ("k"%string, Num k%:R); ("D"%string, matrices N X); ("outputs"%string, matrices N Y)] = Some (matrices N Z) ->
    yields fs earlier [:: ("k"%string, Num k%:R); ("D"%string, matrices N X); ("outputs"%string, matrices N Y)]
      (Call "identical_rows" [:: Index (Name x) (Name "k")])%string (Bool (identical (Z k))).
  move=> x_in; refine (y_call (vs := [:: mat n d (Z k)]) _ _ _); [ | reflexivity | by apply: call_identical; provided].
  refine (all_cons _ (all_nil _ _ _)).
  by apply: (y_at floor_int (n := N) (i := k) (h := fun k => mat n d (Z k))); [exact: y_name x_in | value | by [] | exact: in_from_1 | by []].
by apply: y_or => [|_]; [apply: y_not; exact: at_k | apply: y_or1; exact: at_k].
Qed.
End Domain.

(* --- Networks with right stochastic attention --- *)
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  end.
Section Stochastic.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d : nat).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Implicit Types (defs : seq definition) (X Y : nat -> nat -> F) (v : value F).
Definition a_matrix v : Prop := exists Y, v = mat n d Y.
Lemma block_matrix defs B X : provides (behead network_l) defs -> stochastic_block B n d -> exists2 w, call fs defs "block" [:: mat n d X; B] = Value w & a_matrix w.
Proof.
move=> W [phi [hs [row hhs heads]]]; have [e found We] := provides_find W; have [b hb] := rowwise_bO row.
have [Y Yy [y YE]] : exists2 Y, yields fs e [:: ("X"%string, mat n d X); ("B"%string, B)] heads_e Y & a_matrix Y.
  rewrite /heads_e; apply: (y_fold_keeps (s := mat n d (fun i j => X i j + b j)) (l := hs)); [by value | by value | by exists (fun i j => X i j + b j) | ].
  move=> v h [z ->] /heads[A [k [V [c [O [hA sums [k_gt0 hV hc hO]]]]]]].
  by exists (mat n d (fun i j => z i j + headed n d k A V c O X i j)); [value | eexists].
exists (mat n d (fun i => phi (y i))); last by eexists.
refine (call_yields found _ _); [reflexivity | open_body]; apply: y_let; first exact: Yy.
by rewrite YE; apply: (y_rowwise _ _ _ _ row) => //; provided.
Qed.
Lemma network_matrix defs v X : provides network_l defs -> stochastic_network v n d -> exists Y, call fs defs "network" [:: mat n d X; v] = Value (mat n d Y).
Proof.
move=> W [blocks -> all_blocks]; have [e found We] := provides_find W.
suff [Y Yy [y YE]] : exists2 Y, yields fs e [:: ("X"%string, mat n d X); ("blocks"%string, List blocks)] (body network_d) Y & a_matrix Y.
  by exists y; rewrite -YE; refine (call_yields found _ _); [reflexivity | exact: Yy].
rewrite [body _]/=; apply: (y_fold_keeps (P := a_matrix) (s := mat n d X) (l := blocks)); [by value | by value | by exists X | ].
by move=> w B [z ->] /all_blocks B_ok; have [Y Yc Y_ok] := block_matrix z We B_ok; exists Y.
Qed.
Lemma finite_choice (T : Type) (P : nat -> T -> Prop) (a : T) N : (forall k, exists b, P k b) -> exists f, forall k, (0 < k <= N)%N -> P k (f k).
Proof.
move=> some; elim: N => [|N [f fP]]; first by exists (fun=> a) => -[].
have [b bP] := some N.+1; exists (fun k => if k == N.+1 then b else f k) => k /andP[k_gt0 k_N].
by case: eqP => [->//|/eqP neq]; apply: fP; rewrite k_gt0 -ltnS ltn_neqAle neq.
Qed.
Lemma network_lawful defs v N (X : nat -> nat -> nat -> F) : provides network_l defs -> stochastic_network v n d ->
  exists Y : nat -> nat -> nat -> F, (forall k, (0 < k <= N)%N -> call fs defs "network" [:: mat n d (X k); v] = Value (mat n d (Y k))) /\
    all (fun k => ~~ identical n d (X k) || identical n d (Y k)) (iota 1 N).
Proof.
move=> W net; have [Y YE] := @finite_choice _ (fun k (A : nat -> nat -> F) => call fs defs "network" [:: mat n d (X k); v] = Value (mat n d A))
  (fun _ _ => 0) N (fun k => network_matrix (X k) W net).
exists Y; split=> //; apply/allP => k /in_from_1 k_N; case: (identicalP d n_gt0 (X k)) => //= same; apply/identicalP => // i j i_n j_d.
have [y yE] := network_alike (X k 1%N) W n_gt0 d_gt0 net.
have XE : mat n d (X k) = mat n d (fun=> X k 1%N) by apply: mat_ext => a b a_n b_d; exact: same.
have Yy : mat n d (Y k) = mat n d (fun=> y) by apply: Some_inj; rewrite -YE // XE yE.
have row a : (0 < a <= n)%N -> Y k a j = y j by move=> a_n; exact: (calls_permuted.vec_inj (calls_permuted.mat_inj Yy a_n) j_d).
by rewrite !row // n_gt0.
Qed.
End Stochastic.

(* attest: urpe.rpe-finite-domain printed sha256:b7ff23f8f86c1598876acec101b842e8133c3c0e3e423b0a48cf96ab98b14cb7 theorem:finite_domain *)
Theorem finite_domain : Holds statements_urpe_rpe_finite_domain.printed.
Proof.
opening S W.
have Wd : provides [:: is_domain_d; distinct_d; is_matrix_d; is_vector_d] defs by provided.
meaning_parts; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
  apply: says_for_values => [v|v told]; first by any_named W.
  have dom : call (functions_of S) defs "is_domain" [:: v; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call told _.
  have [N [X [vE apart]]] := is_domain_true Wd dom.
  subst v; apply: says_for_values => [v|v]; first exact: any_and.
  case/true_and=> is_values /true_and[is_lawful _].
  have [Y vE] : exists Y, v = matrices n d N Y.
    by apply: (@is_values_true S n d defs v N X); [provided | apply: (true_named_call _ is_values _)].
  subst v; have lawful : all (fun k => ~~ identical n d (X k) || identical n d (Y k)) (iota 1 N).
    have : call (functions_of S) defs "is_lawful" [:: matrices n d N X; matrices n d N Y] = Value (Bool true) by apply: (true_named_call _ is_lawful _).
    by rewrite (call_is_lawful d n_gt0) => [[]|]; last by provided.
  have [||t [t_gt0 [Bs [Bs_narrow Bs_table]]]] := @finite_domain.finite_domain S n d n_gt0 d_gt0 [finType of 'I_N] (fun e => X e.+1) (fun e => Y e.+1).
  - by move=> e e' same; apply/val_inj/succn_inj/apart; rewrite ?ltn_ord.
  - move=> e same; have /allP/(_ e.+1) := lawful; rewrite mem_iota /= add1n ltnS ltn_ord => /(_ isT).
    have -> : identical n d (X e.+1) by apply/identicalP => // i j i_n j_d; exact: same.
    by move=> /identicalP rows i i_n j j_d; apply: rows.
  apply: (says_exists_value (w := network_value n d t Bs)); [by move=> ?; exact: any_and | exact: network_value_value | | ].
    apply: true_and_true.
      by refine (y_call (vs := [:: network_value n d t Bs; Num n%:R; Num d%:R]) _ _ _); [values | reflexivity | apply: is_t5_true => //; provided].
    by apply: y_and1; refine (y_call (vs := [:: network_value n d t Bs]) _ _ _); [values | reflexivity | apply: is_narrow_true => //; provided].
  refine (says_expression (p := true) _ _); [ | reflexivity]; apply: (y_compare (v := matrices n d N Y) (w := matrices n d N Y)); [ | by value | ].
    pose out k := narrow_networks.network n d (fun _ => t5 n t) Bs (X k).
    have -> : matrices n d N Y = List [seq mat n d (out k) | k <- iota 1 N].
      congr List; apply/eq_in_map => -[|k] /in_from_1 // k_N; apply: mat_ext => i j i_n j_d.
      exact/esym/(Bs_table (Ordinal (k_N : k < N)%N)).
    apply: (y_list_over (h := fun k => mat n d (X k)) (l := iota 1 N)) => [|k _]; first by value.
    refine (y_call (vs := [:: mat n d (X k); network_value n d t Bs]) _ _ _); [by values | reflexivity | ].
    by apply: call_network_value => //; provided.
  rewrite /compare; apply: (etrans (equal_map (p := fun=> true) _ _)) => [k|]; last by rewrite all_predT.
  by rewrite equal_mat; congr Value; apply/allP => i _; apply/allP => j _; exact: eqxx.
apply: says_for_values => [v|v told]; first by any_named W.
have dom : call (functions_of S) defs "is_domain" [:: v; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call told _.
have [N [X [vE apart]]] := is_domain_true Wd dom.
subst v; apply: says_for_networks; [by provided | exact: d_gt0 | by move=> v; value | by move=> v; value | move=> v net].
have Wn : provides network_l defs by provided.
have [Y [YE lawful]] := @network_lawful S n d n_gt0 d_gt0 defs v N X Wn net.
refine (says_expression (p := true) _ _); [ | reflexivity].
refine (y_call (vs := [:: matrices n d N X; matrices n d N Y]) _ _ _); [ | reflexivity | by rewrite (call_is_lawful d n_gt0) ?lawful //; provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
apply: (y_list_over (h := fun k => mat n d (X k)) (l := iota 1 N)) => [|k /in_from_1 k_N]; first by value.
by refine (y_call (vs := [:: mat n d (X k); v]) _ _ _); [values | reflexivity | exact: YE].
Qed.
