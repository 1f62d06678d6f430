(* SPDX-License-Identifier: Apache-2.0 *)
(* Networks without biases and normalizations, with given attention matrices: t X goes to t times what X goes to, for every t >= 0. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_two_runs calls_permuted calls_constant_network.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section BiasFree.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (A O V W X Y Z : nat -> nat -> F) (b f g x : nat -> F) (n d k r : nat) (h v w B N : value F) (t : F).

(* --- What the condition tells --------------------------------------------------------------------------------------------------- *)
Definition zero_up_to n f : Prop := forall i, (0 < i <= n)%N -> f i = 0.
Lemma zeros_among defs env L l n f : yields fs defs env L (List l) -> (forall i, (0 < i <= n)%N -> is_among (Num (f i)) l) ->
  yields fs defs env (Over "all" (Chain (Name "e") [:: (Equal, Number BinNums.N0)]) [:: ("e"%string, L)] None) (Bool true) -> zero_up_to n f.
Proof.
move=> yL among all0 i /among i_in; have := true_among yL all0 i_in; rewrite /yields /=.
by case: eqP.
Qed.
Lemma among_vec n f i : (0 < i <= n)%N -> is_among (Num (f i)) [seq Num (f i) | i <- iota 1 n].
Proof. by move=> i_n; apply: (among_map (fun i => Num (f i))); rewrite mem_iota add1n ltnS. Qed.
Inductive free_block B d : Prop :=
  FreeBlock r b W f V g N N' hs of (0 < r)%N & field_at B "bO" = Value (vec d b) & field_at B "W1" = Value (mat d r W) & field_at B "b1" = Value (vec r f) &
    field_at B "W2" = Value (mat r d V) & field_at B "b2" = Value (vec d g) & field_at B "norm1" = Value N & field_at B "norm2" = Value N' &
    field_at B "heads" = Value (List hs) & field_at N "kind" = Value (Symb "none") & field_at N' "kind" = Value (Symb "none") &
    zero_up_to d b /\ zero_up_to r f /\ zero_up_to d g &
    forall h k c, is_among h hs -> field_at h "bV" = Value (vec k c) -> zero_up_to k c.
Lemma is_bias_free_true defs blocks B d phi hs : provides [:: is_bias_free_d] defs -> call fs defs "is_bias_free" [:: List blocks] = Value (Bool true) ->
  is_among B blocks -> rowwise_of B d phi -> field_at B "heads" = Value (List hs) -> free_block B d.
Proof.
move=> Wd; have [e found _] := provides_find Wd => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _]; have blocks_y : yields fs e env (Name "blocks") (List blocks) by [].
move=> every B_in; have := true_among blocks_y every B_in; set envB := _ :: env.
have B_y : yields fs e envB (Name "B") B by [].
case/true_and=> none /true_and[none' /true_and[zeros /true_and[heads0 _]]].
case=> r b W f V g N N' psi psi' r_gt0 hb hW hf hV hg hN hN' _ _ _ hhs.
have kind s M : field_at B s = Value M -> yields fs e envB (Chain (Field (Field (Name "B") s) "kind") [:: (Equal, Sym "none")]) (Bool true) ->
    field_at M "kind" = Value (Symb "none") by move=> hM; apply: true_symbol; apply: y_field hM.
have L_y := y_concatenate (y_concatenate (y_field B_y hb) (y_field B_y hf)) (y_field B_y hg).
apply: (FreeBlock r_gt0 hb hW hf hV hg hN hN' hhs (kind _ _ hN none) (kind _ _ hN' none')) => [|h k c h_in hc].
  split; last split; apply: (zeros_among L_y _ zeros) => i i_n; apply/among_cat.
  - by left; apply/among_cat; left; exact: among_vec.
  - by left; apply/among_cat; right; exact: among_vec.
  by right; exact: among_vec.
have := true_among2 (y_field B_y hhs) heads0 h_in => zeros_h.
apply: (zeros_among _ _ zeros_h) => [|i]; last exact: among_vec.
by apply: y_field hc.
Qed.

(* --- Homogeneous --------------------------------------------------------------------------------------------------------------- *)
Definition scaled_pair n d t v w : Prop := exists X, v = mat n d X /\ w = mat n d (fun i j => t * X i j).
Lemma scaled_mat n d t v w : scaled_pair n d t v w -> exists X X', v = mat n d X /\ w = mat n d X'.
Proof. by case=> X [-> ->]; exists X, (fun i j => t * X i j). Qed.
Lemma scaled_entries n d t X X' : scaled_pair n d t (mat n d X) (mat n d X') <->
  forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> X' i j = t * X i j.
Proof.
split=> [[Y [XE XE']] i j i_n j_d | XE].
  by rewrite (vec_inj (mat_inj XE i_n) j_d) (vec_inj (mat_inj XE' i_n) j_d).
by exists X; split=> //; apply: mat_ext.
Qed.
Lemma headed_scaled n d k A V c O X X' t i j : zero_up_to k c -> (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> X' i j = t * X i j) ->
  headed n d k A V c O X' i j = t * headed n d k A V c O X i j.
Proof.
move=> c0 XE; rewrite mulr_sumr; apply: eq_big_seq => l /in_from_1 l_k; rewrite mulrA; congr (_ * _); rewrite mulr_sumr.
apply: eq_big_seq => p /in_from_1 p_n; rewrite c0 // !addr0 mulrCA; congr (_ * _); rewrite mulr_sumr.
by apply: eq_big_seq => q /in_from_1 q_d; rewrite XE // mulrA.
Qed.
Lemma fed_scaled d r W f V g x y t j : 0 <= t -> zero_up_to r f -> zero_up_to d g -> (forall j, (0 < j <= d)%N -> y j = t * x j) -> (0 < j <= d)%N ->
  fed d r W f V g y j = t * fed d r W f V g x j.
Proof.
move=> t_ge0 f0 g0 xy j_d; rewrite /fed g0 // !addr0 mulrDr xy //; congr (_ + _); rewrite mulr_sumr.
apply: eq_big_seq => l /in_from_1 l_r; rewrite f0 // !addr0 mulrA; congr (_ * _).
rewrite maxr_pmulr // mulr0; congr (Num.max _ _); rewrite mulr_sumr.
by apply: eq_big_seq => i /in_from_1 i_d; rewrite xy // mulrA.
Qed.
Lemma plain_rows defs N d psi x j : provides [:: normalize_row_d] defs -> normalizes N d psi -> field_at N "kind" = Value (Symb "none") ->
  (0 < j <= d)%N -> psi x j = x j.
Proof.
move=> W norm hk; apply: vec_inj; apply: Some_inj; rewrite -(norm defs x W); enter.
by apply: y_yes; [exact: y_symbol hk | value].
Qed.

Lemma bias_free_network defs blocks n d t X : provides network_l defs -> (0 < n)%N -> (0 < d)%N -> 0 <= t ->
  (forall B, is_among B blocks -> exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs), free_block B d &
    forall h, is_among h hs -> exists A k V c O, field_at h "A" = Value (mat n n A) /\ path_of h d k V c O]) ->
  exists Y, call fs defs "network" [:: mat n d X; List blocks] = Value (mat n d Y) /\
    call fs defs "network" [:: mat n d (fun i j => t * X i j); List blocks] = Value (mat n d (fun i j => t * Y i j)).
Proof.
move=> W n_gt0 d_gt0 t_ge0 free; have [e found We] := provides_find W; have [e2 found2 We2] := provides_find We.
pose env Z : environment F := [:: ("X"%string, mat n d Z); ("blocks"%string, List blocks)].
have [|v [w [vy wy [Y [vE wE]]]]] := @y_fold_related S (scaled_pair n d t) e (env X) (env (fun i j => t * X i j)) "Y"%string (Name "X") (Name "X") "B"%string
  (Name "blocks") (Name "blocks") (Call "block" [:: Name "Y"; Name "B"]%string) (mat n d X) (mat n d (fun i j => t * X i j)) blocks
  erefl erefl erefl erefl (ex_intro _ X (conj erefl erefl)); last first.
  by exists Y; subst v w; split; apply: (call_yields found).
move=> v v' B [Z [-> ->]] /free[phi [hs [row hhs [r b W1 f V g N N' hs' r_gt0 hb hW hf hV hg hN hN' hhs' hk hk' [b0 [f0 g0]] heads0] heads]]].
have hsE : hs' = hs by move: hhs'; rewrite hhs => -[].
have Wr : provides rowwise_l e2 by provided.
have Wn : provides [:: normalize_row_d] e2 by provided.
have [|b' hb'|h h_in|T T'|Y [Y' [Yc Yc' YY']]] := @block_related S n d (scaled_pair n d t) n_gt0 d_gt0 (@scaled_mat n d t) e "block" [:: "B"]%string
  (Field (Name "h") "A") block_d e2 B phi hs Z (fun i j => t * Z i j) [:: B] found2 erefl erefl _ Wr row hhs erefl (ex_intro _ [::] erefl).
- by provided.
- have bE j : (0 < j <= d)%N -> b' j = 0.
    move=> j_d; have : vec d b' = vec d b by apply: Some_inj; rewrite -hb' -hb.
    by move=> bb; rewrite (vec_inj bb j_d) b0.
  by apply/scaled_entries => i j _ j_d; rewrite bE // !addr0.
- have [A [k [U [c [O [hA path]]]]]] := heads h h_in.
  exists k, U, c, O, A, A; split=> // T T' /scaled_entries TT'.
  have c0 : zero_up_to k c by case: path => _ _ hc _; apply: heads0 hc; rewrite hsE.
  by apply/scaled_entries => i j i_n j_d; rewrite mulrDr TT' //; congr (_ + _); apply: headed_scaled.
- move=> /scaled_entries TT'; apply/scaled_entries => i j i_n j_d.
  case: row => r2 b2 W2 f2 V2 g2 M M' psi psi' r2_gt0 _ hW2 hf2 hV2 hg2 hM hM' norm norm' ->.
  have MN : M = N by move: hM; rewrite hN => -[].
  have MN' : M' = N' by move: hM'; rewrite hN' => -[].
  rewrite MN in norm; rewrite MN' in norm'.
  have z_f : zero_up_to r2 f2.
    have := hf2; rewrite hf => -[E]; move: (congr1 size E); rewrite !size_map !size_iota => rE; subst r2.
    by move=> l l_r; rewrite -(@vec_inj S r f f2 l) ?f0 //; apply: congr1 E.
  have z_g : zero_up_to d g2 by have gg : vec d g2 = vec d g by [apply: Some_inj; rewrite -hg2 -hg]; move=> l l_d; rewrite (vec_inj gg l_d) g0.
  rewrite !(plain_rows _ Wn norm' hk') //; apply: fed_scaled => // l l_d.
  by rewrite !(plain_rows _ Wn norm hk) // TT'.
exists (mat n d Y), (mat n d Y'); split=> //; by refine (y_call _ _ _); [values | reflexivity | ].
Qed.
End BiasFree.
