(* SPDX-License-Identifier: Apache-2.0 *)
(* A positional Transformer as two_layers.v has it, written out as a value: its layers are records. Widths that are 0 there are padded with
   zeros, since the statements ask for 1 at least. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees calls_mlps calls_transformers are_transformers.
From attest Require hardmax interpolation two_layers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- MLPs between linear maps ---------------------------------------------------------------------------------------------------------- *)
Section Mlps.
Variable F : realFieldType.
Lemma mlp_linear m k l (f : 'rV[F]_m -> 'rV[F]_k) (D : 'M[F]_(k, l)) : two_layers.is_mlp f -> exists2 f', two_layers.is_mlp f' & forall x, f' x = f x *m D.
Proof.
move=> f_mlp; elim: f_mlp l D => {m k f} [m k f [r [W1 [b1 [W2 [b2 fE]]]]] l D | m c k f g f_hidden _ IH l D].
  exists (fun x => f x *m D) => //; apply: two_layers.OneHidden; exists r, W1, b1, (W2 *m D), (b2 *m D) => x.
  by rewrite fE /interpolation.one_hidden mulmxDl mulmxA.
by have [g' g'_mlp gE] := IH l D; exists (g' \o f) => [|x]; [exact: two_layers.Deeper | rewrite /= gE].
Qed.
Lemma linear_mlp m k l (E : 'M[F]_(l, m)) (f : 'rV[F]_m -> 'rV[F]_k) : two_layers.is_mlp f -> exists2 f', two_layers.is_mlp f' & forall x, f' x = f (x *m E).
Proof.
move=> f_mlp; case: f_mlp E => {m k f} [m k f f_hidden E | m c k f g f_hidden g_mlp E].
  by exists (fun x => f (x *m E)) => //; apply: two_layers.OneHidden; exact: interpolation.one_hidden_comp_linear.
exists (g \o (fun x => f (x *m E))) => //; apply: two_layers.Deeper => //; exact: interpolation.one_hidden_comp_linear.
Qed.
End Mlps.

Section Written.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation exp := (@exp_of S).
Variable n : nat.
Implicit Types (d e H L : nat).

(* One output matrix for all heads. *)
Lemma stacked d dO (I : Type) (l : seq I) (hd : I -> head F n d) (C : forall i, 'M[F]_(width (hd i), dO)) : forall w (A : 'M[F]_(w, dO)),
  exists WO : 'M[F]_(total w [seq hd i | i <- l], dO), forall (B : 'M[F]_(n, w)) X,
    joined exp B [seq hd i | i <- l] X *m WO = B *m A + \sum_(i <- l) head_output exp (hd i) X *m C i.
Proof.
elim: l => [|i l IH] w A; first by exists A => B X; rewrite big_nil addr0.
have [WO WOE] := IH _ (col_mx A (C i)); exists WO => B X.
by rewrite [joined _ _ _ _]/= WOE mul_row_col big_cons addrA.
Qed.

Definition head_record d (h : head F n d) : value F := Rec [:: ("WQ"%string, table (WQ h)); ("WK"%string, table (WK h)); ("WV"%string, table (WV h))].
Lemma is_value_head d (h : head F n d) : is_value (head_record h).
Proof.
have three (a b c : value F) : is_value a -> is_value b -> is_value c -> is_value (Rec [:: ("WQ"%string, a); ("WK"%string, b); ("WV"%string, c)]).
  by move=> aV bV cV; rewrite /= aV bV cV.
by apply: three; rewrite table_mat is_value_mat.
Qed.
Lemma is_value_layer_record (a b c : value F) : is_value a -> is_value b -> is_value c -> is_value (Rec [:: ("heads"%string, a); ("WO"%string, b); ("mlp"%string, c)]).
Proof. by move=> aV bV cV; rewrite /= aV bV cV. Qed.

(* A layer between two linear maps. *)
Lemma written_layer H d d' e e' (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) (E : 'M[F]_(d', d)) (D : 'M[F]_(e, e')) :
  two_layers.is_layer exp H.+1 1 g -> (0 < e')%N ->
  exists v (g' : 'M[F]_(n, d') -> 'M[F]_(n, e')), [/\ layer_at H.+1 (pred1 1%N) v g', is_value v & forall X, g' X = g (X *m E) *m D].
Proof.
case=> dm [dO [WQ [WK [WV [WO [phi [phi_mlp gE]]]]]]] e'_gt0.
pose hd (i : 'I_H.+1) : head F n d' := Head (row_mx (0 : 'cV_n) (WQ i)) (row_mx (0 : 'cV_n) (WK i)) (E *m WV i).
pose C (i : 'I_H.+1) : 'M[F]_(1, 1 + dO) := row_mx 0 (WO i).
pose l := [seq lift ord0 i | i <- enum 'I_H]; pose h0 := hd ord0; pose r := [seq hd i | i <- l].
have size_heads : size (h0 :: r) = H.+1.
  by rewrite -[RHS]/(H.+1) -(size_enum_ord H) /r /l enumT /= !size_map.
have [W WE] := @stacked d' (1 + dO) _ l hd C 1 (C ord0).
pose Z : 'M[F]_(1 + dO + d', dO + d) := block_mx (col_mx 0 1%:M) 0 0 E.
have [phi1 phi1_mlp phi1E] := linear_mlp Z phi_mlp; have [phi2 phi2_mlp phi2E] := mlp_linear D phi1_mlp.
have [items [psi [at_psi psiE deep is_v]]] := written phi2_mlp e'_gt0.
exists (Rec [:: ("heads"%string, List [seq head_record h | h <- h0 :: r]); ("WO"%string, table W); ("mlp"%string, List items)]).
exists (fun X => by_rows psi (row_mx (layer_output exp (h0 := h0) (r := r) W X) X)); split.
- apply: (LayerAt (h0 := h0) (r := r) (WO := W)) => //; [split; first by rewrite size_map | by rewrite size_map | by rewrite -[h0 :: r]/[seq hd i | i <- ord0 :: l] all_map; apply/allP].
  move=> i i_le; rewrite (nth_map h0) //; have i_lt : (i < size (ord0 :: l))%N by rewrite size_map in i_le.
  by rewrite -[h0 :: r]/[seq hd i | i <- ord0 :: l] (nth_map ord0) //; set j := nth _ _ i.
- apply: is_value_layer_record => //; last by rewrite table_mat is_value_mat.
  rewrite -[is_value _]/(all (@is_value F) (map _ _)) all_map; elim: (h0 :: r) => // h r' IH; apply/andP; split; [exact: is_value_head | exact: IH].
move=> X; apply/row_matrixP => i; rewrite rowK psiE phi2E phi1E row_mul gE; congr (phi _ *m D).
have outE : layer_output exp (h0 := h0) (r := r) W X = row_mx 0 (two_layers.attention_output exp WQ WK WV WO (X *m E)).
  have headE j : head_output exp (hd j) X *m C j = row_mx 0 (attention.softmax exp (hardmax.scores 1%:M (WQ j) (WK j)) *m (X *m E *m WV j) *m WO j).
    have scoresE : hardmax.scores 1%:M (row_mx (0 : 'cV_n) (WQ j)) (row_mx (0 : 'cV_n) (WK j)) = hardmax.scores 1%:M (WQ j) (WK j).
      by rewrite /hardmax.scores !mul1mx tr_row_mx mul_row_col trmx0 mul0mx add0r.
    by rewrite /head_output /C mul_mx_row mulmx0 /= scoresE -[X *m E *m _]mulmxA.
  rewrite /layer_output WE; apply/matrixP => a b; rewrite -(splitK b); case: (split b) => c /=.
    by rewrite row_mxEl mxE summxE big1 ?addr0 => [|j _]; rewrite headE row_mxEl mxE.
  rewrite row_mxEr mxE headE row_mxEr summxE /two_layers.attention_output [RHS]summxE big_ord_recl; congr (_ + _).
  by rewrite big_map enumT; apply: eq_bigr => j _; rewrite headE row_mxEr.
by rewrite row_row_mx outE row_row_mx /Z mul_row_block mul_row_col !mulmx0 addr0 !add0r mulmx1 row_mul.
Qed.

(* A network before a linear map. *)
Lemma written_network H L d d' e (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) (E : 'M[F]_(d', d)) : two_layers.is_transformer exp H.+1 1 L f -> (0 < e)%N ->
  exists vs (f' : 'M[F]_(n, d') -> 'M[F]_(n, e)), [/\ network_at H.+1 (pred1 1%N) vs f', size vs = L, is_value (List vs) & forall X, f' X = f (X *m E)].
Proof.
move=> f_net; elim: f_net d' E => {L d e f} [d e g g_layer | L d c e g f g_layer _ IH] d' E e_gt0.
  have [v [g' [at_g v_value gE]]] := written_layer E 1%:M g_layer e_gt0.
  exists [:: v], (fun X => (fun Y : 'M[F]_(n, e) => Y) (g' X)); split=> //; first exact: NextLayer at_g (@NoLayer S n H.+1 (pred1 1%N) e).
    by apply/andP.
  by move=> X; rewrite gE mulmx1.
have [v [g' [at_g v_value gE]]] := @written_layer H d d' c (1 + c) g E (row_mx 0 1%:M) g_layer isT.
have [vs [f' [at_f size_vs vs_value fE]]] := IH (1 + c)%N (col_mx 0 1%:M) e_gt0.
exists (v :: vs), (fun X => f' (g' X)); split.
- exact: NextLayer at_g at_f.
- by rewrite /= size_vs.
- by apply/andP.
by move=> X; rewrite /= fE gE -mulmxA mul_row_col mul0mx add0r !mulmx1.
Qed.
Lemma written_transformer H L d e (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : two_layers.is_transformer exp H.+1 1 L f -> (0 < e)%N ->
  exists vs (f' : 'M[F]_(n, d) -> 'M[F]_(n, e)), [/\ network_at H.+1 (pred1 1%N) vs f', size vs = L, is_value (List vs) & f' =1 f].
Proof.
move=> f_net e_gt0; have [vs [f' [at_f size_vs vs_value fE]]] := written_network 1%:M f_net e_gt0.
by exists vs, f'; split=> // X; rewrite fE mulmx1.
Qed.

(* --- The widths of a network's heads, as a statement asks for them --------------------------------------------------------------------- *)
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Hypothesis n_gt0 : (0 < n)%N.
Implicit Types (defs : seq definition) (env : environment F) (vs : seq (value F)).
Definition heads_of (v : value F) : seq (value F) := if field_at v "heads" is Some (List l) then l else [::].
Lemma narrow_heads H d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) i : network_at H (pred1 1%N) vs f -> (0 < d)%N -> (i < size vs)%N ->
  [/\ field_at (nth (Bool true) vs i) "heads" = Value (List (heads_of (nth (Bool true) vs i))), (0 < size (heads_of (nth (Bool true) vs i)))%N &
    forall j, (j < size (heads_of (nth (Bool true) vs i)))%N -> exists m (A : 'M[F]_(m, 1)),
      (0 < m)%N /\ field_at (nth (Bool true) (heads_of (nth (Bool true) vs i)) j) "WV" = Value (table A)].
Proof.
move=> at_f d_gt0 i_lt; have [w [wd we at_w]] := network_widths at_f.
have w_gt0 : (0 < w i)%N by case: i i_lt => [|i] i_lt; [rewrite wd | have [g /layer_width] := at_w i (ltnW i_lt)].
have [g [us h0 r dO WO items phi vE [sizes heads] _ narrow _ _ _ _ _]] := at_w i i_lt; rewrite /heads_of vE; split=> //; first by rewrite sizes.
move=> j; rewrite sizes ltnS => j_le; have [_ _ vV _ _] := heads j j_le; exists (w i).
have /eqP wide : width (nth h0 (h0 :: r) j) == 1%N by exact: (elimT (all_nthP h0) narrow j j_le).
by move: (nth h0 (h0 :: r) j) wide vV => [m u Q K V] /= wide; subst u => vV; exists V.
Qed.
Lemma y_narrow_heads defs env a H d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : network_at H (pred1 1%N) vs f -> (0 < d)%N -> yields fs defs env a (List vs) ->
  yields fs defs env (Over "all" (Chain (Call "len" [:: Index (Field (Name "h") "WV") one]) [:: (Equal, one)])
    [:: ("layer"%string, a); ("h"%string, Field (Name "layer") "heads")] None) (Bool true).
Proof.
move=> at_f d_gt0 ya; pose layer i := nth (Bool true) vs i; pose at_head i j := nth (Bool true) (heads_of (layer i)) j.
apply: yields_eq; first refine (y_all2 (h := layer) (l := iota 0 (size vs)) (k := at_head) (m := fun i => iota 0 (size (heads_of (layer i)))) (p := fun _ _ => true) _ _ _).
- by rewrite -[vs](mkseq_nth (Bool true)) in ya.
- move=> i; rewrite mem_iota add0n => i_lt; have [vE _ _] := narrow_heads at_f d_gt0 i_lt.
  by apply: (y_field (h := layer i)); [value | rewrite vE -[in LHS](mkseq_nth (Bool true) (heads_of _))].
- move=> i; rewrite mem_iota add0n => i_lt j; rewrite mem_iota add0n => j_lt; have [_ _ /(_ j j_lt)[m [A [m_gt0 AE]]]] := narrow_heads at_f d_gt0 i_lt.
  apply: yields_eq; first (refine (y_compare (c := Equal) _ _ _); [apply: (y_columns (A := A)) => //; apply: y_field AE; value | value | reflexivity]).
  by rewrite /= eqxx.
by congr Bool; apply/allP => i _; apply/allP.
Qed.
Lemma y_narrow_first_heads defs env a H d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : network_at H (pred1 1%N) vs f -> (0 < d)%N -> yields fs defs env a (List vs) ->
  yields fs defs env (Over "all" (Chain (Call "len" [:: Index (Field (Index (Field (Name "layer") "heads") one) "WV") one]) [:: (Equal, one)])
    [:: ("layer"%string, a)] None) (Bool true).
Proof.
move=> at_f d_gt0 ya; pose layer i := nth (Bool true) vs i.
apply: yields_eq; first refine (y_all (h := layer) (l := iota 0 (size vs)) (p := fun=> true) _ _).
- by rewrite -[vs](mkseq_nth (Bool true)) in ya.
- move=> i; rewrite mem_iota add0n => i_lt; have [vE some_head /(_ 0%N some_head)[m [A [m_gt0 AE]]]] := narrow_heads at_f d_gt0 i_lt.
  apply: yields_eq; first (refine (y_compare (c := Equal) _ _ _); [apply: (y_columns (A := A)) => //; apply: y_field AE | value | reflexivity]).
    by apply: (y_item (i := 0)); [apply: (y_field (h := layer i)); [value | exact: vE] | value | | | ].
  by rewrite /= eqxx.
by congr Bool; apply/allP.
Qed.
End Written.
