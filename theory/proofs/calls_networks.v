(* SPDX-License-Identifier: Apache-2.0 *)
(* Stacks of blocks with right stochastic attention matrices, as attention.stm has them: n identical rows go to n identical rows. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks.
From attest Require statements_urpe_identical_rows.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_identical_rows.printed) f) (only parsing).
Definition network_d := Eval compute in the "network".
Definition is_stochastic_network_d := Eval compute in the "is_stochastic_network".
Notation network_l := [:: network_d; block_d; normalize_d; normalize_row_d; ffn_d; head_d; relu_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].
Notation is_stochastic_network_l :=
  [:: is_stochastic_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_right_stochastic_d; is_matrix_d; is_vector_d].
Definition heads_e : expr := Eval compute in if body block_d is Let _ a _ then a else Truth true.

Section Networks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (f g x y : nat -> F) (A X : nat -> nat -> F) (m n k d : nat) (h v w B : value F).

Lemma sum_is_1 defs env L n f : yields fs defs env L (vec n f) ->
  yields fs defs env (Chain (Over "sum" (Name "e") [:: ("e"%string, L)] None) [:: (Equal, Number (BinNums.Npos BinNums.xH))]) (Bool true) ->
  \sum_(j <- iota 1 n) f j = 1.
Proof.
move=> yL yt; suff ys : yields fs defs env (Chain (Over "sum" (Name "e") [:: ("e"%string, L)] None) [:: (Equal, Number (BinNums.Npos BinNums.xH))])
    (Bool (\sum_(j <- iota 1 n) f j == 1%:R)) by have [/esym/eqP] := yields_inj yt ys.
by apply: y_compare; [apply: y_sum; [exact: yL | by move=> j _] | value | ].
Qed.
Lemma is_right_stochastic_true defs v n : provides [:: is_right_stochastic_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_right_stochastic" [:: v; Num n%:R] = Value (Bool true) ->
  exists2 A, v = mat n n A & forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A i j = 1.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _]; case/true_and=> ism /true_and[_ /true_and[sums _]].
have [A vE] : exists A, v = mat n n A.
  by apply: (is_matrix_true (w := Num n%:R) We (true_named_call _ ism _)).
exists A => // i i_n; have A_y : yields fs e env (Name "A") (mat n n A) by rewrite /env vE.
have row_in : is_among (vec n (A i)) [seq vec n (A i) | i <- iota 1 n].
  have : i \in iota 1 n by rewrite mem_iota add1n ltnS.
  by elim: (iota 1 n) => //= k l IH; rewrite inE => /orP[/eqP-> | /IH]; [left | right].
by apply: (sum_is_1 _ (true_among A_y sums row_in)).
Qed.

(* --- What the condition tells --------------------------------------------------------------------------------------------- *)
Definition stochastic_head h n d : Prop := exists A k V b O,
  [/\ field_at h "A" = Value (mat n n A), forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A i j = 1 & path_of h d k V b O].
Definition stochastic_block B n d : Prop :=
  exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs) & forall h, is_among h hs -> stochastic_head h n d].
Definition stochastic_network v n d : Prop := exists2 blocks, v = List blocks & forall B, is_among B blocks -> stochastic_block B n d.

Lemma is_stochastic_network_true defs v n d : provides is_stochastic_network_l defs -> (0 < d)%N ->
  call fs defs "is_stochastic_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> stochastic_network v n d.
Proof.
move=> W d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> _ /true_and[/[dup] /true_over[blocks v_y] all_blocks _].
exists blocks; first by move: v_y => [].
move=> B /(true_among v_y all_blocks)/true_and[isB /true_and[/[dup] /true_over[hs hs_y] all_heads _]].
have [phi row] : exists phi, rowwise_of B d phi.
  by apply: (is_rowwise_true _ d_gt0 (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs).
  by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> //.
move=> h /(true_among hs_y all_heads)/true_and[isA /true_and[isP _]].
have [k [V [b [O path]]]] : exists k V b O, path_of h d k V b O.
  by apply: (is_value_path_true _ d_gt0 (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
move: isA => /true_call[//|vs /true_cons[u [vs1 [yu /true_cons[w [vs2 [yw /true_nil-> ->]]] ->]]] isA].
have wE : w = Num n%:R by case: yw.
rewrite wE in isA; have [|A uE sums] := is_right_stochastic_true _ isA; first by provided.
exists A, k, V, b, O; split=> //; rewrite -uE.
by apply: true_field yu.
Qed.

(* --- Identical rows ------------------------------------------------------------------------------------------------------------ *)
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  end.
Definition alike n d v : Prop := exists x, v = mat n d (fun=> x).
Lemma block_alike defs B n d x : provides (behead network_l) defs -> (0 < n)%N -> (0 < d)%N -> stochastic_block B n d ->
  exists2 Y, call fs defs "block" [:: mat n d (fun=> x); B] = Value Y & alike n d Y.
Proof.
move=> W n_gt0 d_gt0 [phi [hs [row hhs heads]]]; have [e found We] := provides_find W.
have [b hb] := rowwise_bO row.
have [Y Yy [y YE]] : exists2 Y, yields fs e [:: ("X"%string, mat n d (fun=> x)); ("B"%string, B)] heads_e Y & alike n d Y.
  rewrite /heads_e; apply: (y_fold_keeps (s := mat n d (fun _ j => x j + b j)) (l := hs)); [by value | by value | by exists (fun j => x j + b j) | ].
  move=> v h [z ->] /heads[A [k [V [c [O [hA sums [k_gt0 hV hc hO]]]]]]].
  exists (mat n d (fun _ j => z j + \sum_(l <- iota 1 k) (\sum_(q <- iota 1 d) x q * V q l + c l) * O l j)); last by eexists.
  apply: yields_eq; [by value | apply: mat_ext => i j i_n _; congr (_ + _)].
  by rewrite headed_alike // sums.
exists (mat n d (fun=> phi y)); last by exists (phi y).
refine (call_yields found _ _); [reflexivity | open_body]; apply: y_let; first exact: Yy.
by rewrite YE; apply: (y_rowwise _ _ _ _ row) => //; provided.
Qed.
Lemma network_alike defs v n d x : provides network_l defs -> (0 < n)%N -> (0 < d)%N -> stochastic_network v n d ->
  exists y, call fs defs "network" [:: mat n d (fun=> x); v] = Value (mat n d (fun=> y)).
Proof.
move=> W n_gt0 d_gt0 [blocks -> all_blocks]; have [e found We] := provides_find W.
suff [Y Yy [y YE]] : exists2 Y, yields fs e [:: ("X"%string, mat n d (fun=> x)); ("blocks"%string, List blocks)] (body network_d) Y & alike n d Y.
  by exists y; rewrite -YE; refine (call_yields found _ _); [reflexivity | exact: Yy].
rewrite [body _]/=; apply: (y_fold_keeps (P := alike n d) (s := mat n d (fun=> x)) (l := blocks)); [by value | by value | by exists x | ].
move=> w B [z ->] /all_blocks B_ok; have [Y Yc Y_alike] := block_alike z We n_gt0 d_gt0 B_ok.
by exists Y.
Qed.
End Networks.

(* A condition that a file provides is a boolean, or has no value. *)
Lemma any_provided (F : realFieldType) (fs : functions F) d needed defs env l : provides (d :: needed) defs -> lookup (name d) (built_in fs) = None ->
  (forall earlier env', boolean_if_any (eval fs (call fs earlier) env' (body d))) -> boolean_if_any (eval fs (call fs defs) env (Call (name d) l)).
Proof. by move=> W own any; have [e found _] := provides_find W; apply: any_call own found _ => env'. Qed.
Ltac any_named W :=
  lazymatch type of W with provides (?d :: _) _ =>
    lazymatch goal with |- boolean_if_any (eval _ _ _ (Call ?f _)) =>
      first [ unify (name d) f; refine (any_provided _ _ W _ _); [reflexivity | intros ? ?; exact: any_and]
            | let W' := fresh "W" in pose proof (provides_later W) as W'; any_named W' ] end end.

(* "forall net in values where is_stochastic_network(net, n, d)", with any expressions for n and d. *)
Lemma says_for_networks (S : numbers) defs env a b (n d : nat) g : provides is_stochastic_network_l defs -> (0 < d)%N ->
  (forall v, yields (functions_of S) defs (("net"%string, v) :: env) a (Num n%:R)) -> (forall v, yields (functions_of S) defs (("net"%string, v) :: env) b (Num d%:R)) ->
  (forall v : value (values.field S), stochastic_network v n d -> Says (functions_of S) (call (functions_of S) defs) true (("net"%string, v) :: env) g) ->
  Says (functions_of S) (call (functions_of S) defs) true env (Forall "net" Values (Some (Call "is_stochastic_network" [:: Name "net"%string; a; b])) g).
Proof.
move=> W d_gt0 ya yb body; apply: says_for_values => [v|v is_net]; first by any_named W.
apply: body; apply: is_stochastic_network_true W d_gt0 (true_named_call _ is_net _); first by [].
by refine (all_cons _ (all_cons (ya v) (all_cons (yb v) (all_nil _ _ _)))).
Qed.
