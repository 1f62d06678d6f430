(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of attention.stm give for blocks: heads with a given attention matrix, feed-forward layers, normalizations, and what the
   conditions on these say of a record. What acts on each row by itself is a function of rows. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax.
From attest Require statements_urpe_identical_rows.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_identical_rows.printed) f) (only parsing).
Definition relu_d := Eval compute in the "relu".
Definition head_d := Eval compute in the "head".
Definition ffn_d := Eval compute in the "ffn".
Definition normalize_row_d := Eval compute in the "normalize_row".
Definition normalize_d := Eval compute in the "normalize".
Definition is_normalization_d := Eval compute in the "is_normalization".
Definition is_value_path_d := Eval compute in the "is_value_path".
Definition is_rowwise_part_d := Eval compute in the "is_rowwise_part".
Definition block_d := Eval compute in the "block".
(* What follows the heads in a block, the latest definition first. *)
Notation rowwise_l := [:: normalize_d; normalize_row_d; ffn_d; relu_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Notation head_l := [:: head_d; add_row_d; matmul_d; is_rectangular_d].
Definition rowwise_e : expr := Eval compute in if body block_d is Let _ _ e then e else Truth true.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ _ _ = _ => enter_named; value
  end.

Section Blocks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (f g x b : nat -> F) (A O V W X Z : nat -> nat -> F) (m n k d r : nat) (h v w B N : value F).

(* --- What conditions tell ------------------------------------------------------------------------------------------------- *)
Lemma true_or defs env a l : yields fs defs env (Or (a :: l)) (Bool true) -> yields fs defs env a (Bool true) \/ yields fs defs env (Or l) (Bool true).
Proof. by rewrite /yields /=; case: eval => // -[] // [] yl; [left | right]. Qed.
Lemma true_or_nil defs env : ~ yields fs defs env (Or [::]) (Bool true).
Proof. by case. Qed.
Lemma true_symbol defs env a h s t : yields fs defs env a h -> yields fs defs env (Chain (Field a s) [:: (Equal, Sym t)]) (Bool true) ->
  field_at h s = Value (Symb t).
Proof.
rewrite /yields /= => ->; case: h => //= fields; case: (lookup s fields) => //= -[] //= u.
by case E : String.eqb => // _; move/String.eqb_eq: E => ->.
Qed.
Lemma true_above_0 defs env a h s : yields fs defs env a h -> yields fs defs env (Chain (Field a s) [:: (Greater, Number BinNums.N0)]) (Bool true) ->
  exists2 x, 0 < x & field_at h s = Value (Num x).
Proof.
by rewrite /yields /= => ->; case: h => //= fields; case: (lookup s fields) => //= -[] //= x; case: ltP => // x_gt0 _; exists x.
Qed.
Lemma y_symbol defs env a h s t u : yields fs defs env a h -> field_at h s = Value (Symb t) ->
  yields fs defs env (Chain (Field a s) [:: (Equal, Sym u)]) (Bool (String.eqb t u)).
Proof. by move=> ya hs; apply: y_compare; [exact: y_field ya hs | value | ]. Qed.
Lemma true_named_call defs env (q : string) l vs : lookup q (built_in fs) = None -> yields fs defs env (Call q l) (Bool true) -> yields_all fs defs env l vs ->
  call fs defs q vs = Value (Bool true).
Proof. by move=> own /(true_call own)[ws]; rewrite /yields_all => -> yc [<-]. Qed.
Lemma true_over defs env (x : string) (L a : expr) w : yields fs defs env (Over "all" a [:: (x, L)] None) w -> exists l, yields fs defs env L (List l).
Proof. by rewrite /yields /=; case: eval => // -[] // l _; exists l. Qed.
Lemma true_among defs env (x : string) (L a : expr) l : yields fs defs env L (List l) -> yields fs defs env (Over "all" a [:: (x, L)] None) (Bool true) ->
  forall v, is_among v l -> yields fs defs ((x, v) :: env) a (Bool true).
Proof.
rewrite /yields /= => ->; elim: l => // v l IH /=.
case E : (eval _ _ _ a) => [[y|p|y|y|y]|] //=; case: p E => //= E.
by move=> /IH{}IH w [-> // | /IH].
Qed.

(* A fold keeps what each of its steps keeps. *)
Lemma y_fold_keeps (P : value F -> Prop) defs env (z : string) a (x : string) L body s l : yields fs defs env a s -> yields fs defs env L (List l) -> P s ->
  (forall s v, P s -> is_among v l -> exists2 s', yields fs defs ((x, v) :: (z, s) :: env) body s' & P s') ->
  exists2 s', yields fs defs env (Fold z a x L body) s' & P s'.
Proof.
rewrite /yields /= => -> ->; elim: l s => [|v l IH] s Ps step /=; first by exists s.
have [s' -> Ps'] := step s v Ps (or_introl erefl).
by apply: IH => // s2 v2 Ps2 v2_l; apply: step => //; right.
Qed.

(* --- Normalizations ----------------------------------------------------------------------------------------------------------- *)
Inductive normalization_of N d : Prop :=
  | NoNormalization of field_at N "kind" = Value (Symb "none")
  | Normalization t eps f g of String.eqb t "none" = false & 0 < eps & field_at N "kind" = Value (Symb t) & field_at N "eps" = Value (Num eps) &
      field_at N "gain" = Value (vec d f) & field_at N "shift" = Value (vec d g).
Lemma is_normalization_true defs N d : provides [:: is_normalization_d; is_vector_d] defs ->
  call fs defs "is_normalization" [:: N; Num d%:R] = Value (Bool true) -> normalization_of N d.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _]; have N_y : yields fs e env (Name "N") N by []; have d_y : yields fs e env (Name "d") (Num d%:R) by [].
case/true_or=> [/(true_symbol N_y) | /true_or[|/true_or_nil//]]; first exact: NoNormalization.
case/true_and=> kinds /true_and[/(true_above_0 N_y)[eps eps_gt0 hE] /true_and[isf /true_and[isg _]]].
have [f hf] := is_vector_field We N_y isf d_y; have [g hg] := is_vector_field We N_y isg d_y.
by case/true_or: kinds => [/(true_symbol N_y) hk | /true_or[/(true_symbol N_y) hk | /true_or_nil//]]; apply: Normalization eps_gt0 hk hE hf hg.
Qed.

Definition normalizes N d (f : (nat -> F) -> nat -> F) : Prop :=
  forall defs x, provides [:: normalize_row_d] defs -> call fs defs "normalize_row" [:: vec d x; N] = Value (vec d (f x)).
Lemma normalized N d : (0 < d)%N -> normalization_of N d -> exists phi, normalizes N d phi.
Proof.
move=> d_gt0; have d_neq0 : d%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
case=> [hk | t eps f g t_other eps_gt0 hk hE hf hg].
  by exists id => defs x W; enter; apply: y_yes; [exact: y_symbol hk | value].
have spread_ge0 x (c : F) : 0 <= (\sum_(i <- iota 1 d) (x i - c) ^+ 2) / d%:R by apply: divr_ge0; [apply: sumr_ge0 => i _; exact: sqr_ge0 | exact: ler0n].
have scale_gt0 x (c : F) : 0 < (\sum_(i <- iota 1 d) (x i - c) ^+ 2) / d%:R + eps by rewrite ltr_paddl.
eexists => defs x W; enter; apply: y_no.
  by apply: yields_eq; [exact: y_symbol hk | rewrite t_other].
value; first exact: ltW.
by rewrite gt_eqF // sqrtr_gt0.
Qed.
Lemma call_normalize defs n d N phi X : provides [:: normalize_d; normalize_row_d] defs -> normalizes N d phi ->
  call fs defs "normalize" [:: mat n d X; N] = Value (mat n d (fun i => phi (X i))).
Proof.
move=> W norm; enter; apply: y_list_over; first by value.
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: norm; provided].
Qed.

(* --- Feed-forward layers: eq. 3 ------------------------------------------------------------------------------------------------ *)
Definition fed d r W f V g x j : F :=
  x j + (\sum_(l <- iota 1 r) Num.max (\sum_(i <- iota 1 d) x i * W i l + f l) 0 * V l j + g j).
Lemma call_ffn defs n d r W V f g X : provides [:: ffn_d; relu_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs ->
  (0 < d)%N -> (0 < r)%N ->
  call fs defs "ffn" [:: mat n d X; mat d r W; vec r f; mat r d V; vec d g] = Value (mat n d (fun i => fed d r W f V g (X i))).
Proof. by move=> Wd d_gt0 r_gt0; enter; value. Qed.

Inductive rowwise_of B d (phi : (nat -> F) -> nat -> F) : Prop :=
  RowwiseOf r b W f V f' N N' psi psi' of (0 < r)%N & field_at B "bO" = Value (vec d b) &
    field_at B "W1" = Value (mat d r W) & field_at B "b1" = Value (vec r f) & field_at B "W2" = Value (mat r d V) & field_at B "b2" = Value (vec d f') &
    field_at B "norm1" = Value N & field_at B "norm2" = Value N' & normalizes N d psi & normalizes N' d psi' &
    phi = fun x => psi' (fed d r W f V f' (psi x)).
Lemma is_rowwise_true defs B d : provides [:: is_rowwise_part_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  call fs defs "is_rowwise_part" [:: B; Num d%:R] = Value (Bool true) -> exists phi, rowwise_of B d phi.
Proof.
move=> W d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _]; have B_y : yields fs e env (Name "B") B by []; have d_y : yields fs e env (Name "d") (Num d%:R) by [].
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
have Wv : provides [:: is_vector_d] e by provided.
case/true_and=> isb /true_and[r_ge1 /true_and[isW /true_and[isf /true_and[isV /true_and[isf' /true_and[isN /true_and[isN' _]]]]]]].
have [b hb] := is_vector_field Wv B_y isb d_y.
have [r [W1 [hW yr]]] := is_matrix_field Wm d_gt0 B_y isW d_y; have r_gt0 := at_least_1 r_ge1 yr.
have [f hf] := is_vector_field Wv B_y isf yr.
have [d' [V [hV yd']]] := is_matrix_field Wm r_gt0 B_y isV yr; have dE := natr_inj (yields_inj yd' d_y); subst d'.
have [f' hf'] := is_vector_field Wv B_y isf' d_y.
have normal s : yields fs e env (Call "is_normalization" [:: Field (Name "B") s; Name "d"]) (Bool true) ->
    exists N psi, field_at B s = Value N /\ normalizes N d psi.
  move=> /true_call[//|vs /true_cons[N [vs1 [yN /true_cons[u [vs2 [yu /true_nil-> ->]]] ->]]]]; rewrite (yields_inj yu d_y) => isn.
  have [psi norm] : exists psi, normalizes N d psi by apply: normalized => //; apply: is_normalization_true isn; provided.
  by exists N, psi; split=> //; exact: true_field B_y yN.
have [N [psi [hN norm]]] := normal _ isN; have [N' [psi' [hN' norm']]] := normal _ isN'.
by eexists; exact: (RowwiseOf r_gt0 hb hW hf hV hf' hN hN' norm norm' erefl).
Qed.
Lemma rowwise_bO B d phi : rowwise_of B d phi -> exists b, field_at B "bO" = Value (vec d b).
Proof. by case=> r b W f V f' N N' psi psi' _ hb *; exists b. Qed.
Lemma y_rowwise defs B n d phi X v rest : rowwise_of B d phi -> provides rowwise_l defs -> (0 < d)%N ->
  yields fs defs [:: ("Y"%string, mat n d X), ("X"%string, v), ("B"%string, B) & rest] rowwise_e (mat n d (fun i => phi (X i))).
Proof.
case=> r b W f V f' N N' psi psi' r_gt0 hb hW hf hV hf' hN hN' norm norm' -> Wd d_gt0; rewrite /rowwise_e.
refine (y_call _ _ (call_normalize _ _ _ norm')); [ | reflexivity | provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
refine (y_call _ _ (call_ffn _ _ _ _ _ _ _ d_gt0 r_gt0)); [ | reflexivity | provided].
refine (all_cons _ _); last by values.
by refine (y_call _ _ (call_normalize _ _ _ norm)); [values | reflexivity | provided].
Qed.

(* --- Heads: eq. 6 with the value bias of eq. 16 ---------------------------------------------------------------------------------- *)
Definition headed n d k A V b O X i j : F :=
  \sum_(l <- iota 1 k) (\sum_(p <- iota 1 n) A i p * (\sum_(q <- iota 1 d) X p q * V q l + b l)) * O l j.
Lemma call_head defs n d k A V b O X : provides head_l defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  call fs defs "head" [:: mat n n A; mat n d X; mat d k V; vec k b; mat k d O] = Value (mat n d (headed n d k A V b O X)).
Proof. by move=> W n_gt0 d_gt0 k_gt0; enter; value. Qed.
Inductive path_of h d k V b O : Prop :=
  PathOf of (0 < k)%N & field_at h "WV" = Value (mat d k V) & field_at h "bV" = Value (vec k b) & field_at h "WO" = Value (mat k d O).
Lemma is_value_path_true defs h d : provides [:: is_value_path_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  call fs defs "is_value_path" [:: h; Num d%:R] = Value (Bool true) -> exists k V b O, path_of h d k V b O.
Proof.
move=> W d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _]; have h_y : yields fs e env (Name "h") h by []; have d_y : yields fs e env (Name "d") (Num d%:R) by [].
have Wv : provides [:: is_vector_d] e by provided.
case/true_and=> k_ge1 /true_and[isV /true_and[isb /true_and[isO _]]].
have [k [V [hV yk]]] := is_matrix_field We d_gt0 h_y isV d_y; have k_gt0 := at_least_1 k_ge1 yk.
have [b hb] := is_vector_field Wv h_y isb yk.
have [d' [O [hO yd']]] := is_matrix_field We k_gt0 h_y isO yk; have dE := natr_inj (yields_inj yd' d_y); subst d'.
by exists k, V, b, O; split.
Qed.
(* Rows that sum to 1 keep identical rows identical. *)
Lemma headed_alike n d k A V b O x i j : \sum_(p <- iota 1 n) A i p = 1 ->
  headed n d k A V b O (fun=> x) i j = \sum_(l <- iota 1 k) (\sum_(q <- iota 1 d) x q * V q l + b l) * O l j.
Proof. by move=> sum1; apply: eq_bigr => l _; rewrite -mulr_suml sum1 mul1r. Qed.
End Blocks.
