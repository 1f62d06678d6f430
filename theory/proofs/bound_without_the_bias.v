(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), after Theorem 2: without T5's bias a block sends rearranged rows to rows rearranged in the same way; as the meaning
   of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_two_runs calls_permuted calls_t5_weights.
From attest Require statements_urpe_rpe_finite_domain.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_rpe_finite_domain.finding_without_the_bias) f) (only parsing).
Definition t5_block_d := Eval compute in the "t5_block".
Definition is_t5_network_d := Eval compute in the "is_t5_network".
Notation t5_block_l := [:: t5_block_d; t5_attention_d; ffn_d; head_d; relu_d; relative_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].

Section Block.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (X Y : nat -> nat -> F) (n d k : nat) (s : nat -> nat) (h v B : value F).

Definition t5_head h n d : Prop := exists w k V b O, field_at h "w" = Value (vec (2 * n - 1) w) /\ path_of h d k V b O.
Lemma is_t5_network_true defs B n d :
  provides [:: is_t5_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_t5_network" [:: List [:: B]; Num n%:R; Num d%:R] = Value (Bool true) ->
  exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs) & forall h, is_among h hs -> t5_head h n d].
Proof.
move=> W n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have blocks_y : yields fs e env (Name "blocks") (List [:: B]) by [].
case/true_and=> _ /true_and[all_blocks _].
have := true_among blocks_y all_blocks (or_introl erefl : is_among B [:: B]).
case/true_and=> _ /true_and[isB /true_and[/[dup] /true_over[hs hs_y] all_heads _]].
have [phi row] : exists phi, rowwise_of B d phi.
  by apply: (is_rowwise_true _ d_gt0 (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs) by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> // h h_in; have := true_among hs_y all_heads h_in; case/true_and=> isw /true_and[_ /true_and[isP _]].
have [q [V [b [O path]]]] : exists k V b O, path_of h d k V b O.
  by apply: (is_value_path_true _ d_gt0 (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
move: isw; set envh := _ :: _ => isw; have h_y : yields fs e envh (Name "h") h by [].
have [w hw] : exists w, field_at h "w" = Value (vec (2 * n - 1) w).
  by apply: (is_vector_field _ h_y isw); [provided | rewrite -twice_less_1].
by exists w, q, V, b, O.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "ffn" _ = _ => found_call call_ffn
  end.
Lemma fed_ext d r W f V g x y j : (forall i, (0 < i <= d)%N -> x i = y i) -> (0 < j <= d)%N -> fed d r W f V g x j = fed d r W f V g y j :> F.
Proof.
move=> xy j_d; rewrite /fed xy //; congr (_ + (_ + _)); apply: eq_bigr => l _; congr (Num.max (_ + _) _ * _).
by apply: eq_big_seq => i /in_from_1 i_d; rewrite xy.
Qed.
Lemma t5_block_permuted defs B n d s X phi hs : provides t5_block_l defs -> (0 < n)%N -> (0 < d)%N -> permutes n s ->
  rowwise_of B d phi -> field_at B "heads" = Value (List hs) ->
  (forall h, is_among h hs -> t5_head h n d /\ forall w, field_at h "w" = Value (vec (2 * n - 1) w) -> forall l, (0 < l <= 2 * n - 1)%N -> w l = 1) ->
  exists Y, call fs defs "t5_block" [:: mat n d X; B] = Value (mat n d Y) /\ call fs defs "t5_block" [:: mat n d (fun i => X (s i)); B] = Value (mat n d (fun i => Y (s i))).
Proof.
move=> W n_gt0 d_gt0 perm [r b W1 f V1 f' N N' psi psi' r_gt0 hb hW hf hV hf' _ _ _ _ _] hhs heads; have [e found We] := provides_find W.
have Wh : provides heads_l e by provided.
pose a := (Call "t5_attention" [:: Field (Name "h") "w"; Call "len" [:: Name "X"]])%string.
have [||Y [Y' [Yy Yy' [Z [YE YE']]]]] := @heads_related S n d (permuted n d s) n_gt0 d_gt0 (@permuted_mat S n d s) e a B b hs X (fun i => X (s i)) [:: ("B"%string, B)] Wh hb hhs erefl.
- by exists (fun i j => X i j + b j).
- move=> h h_in; have [[w [k [V [c [O [hw path]]]]]] ones] := heads h h_in.
  have {}ones l : (0 < l <= 2 * n - 1)%N -> w l = 1 by apply: ones.
  have w_gt0 : positive n w by move=> l /ones ->; exact: ltr01.
  have att Z z : yields fs e [:: ("h", h); ("Z", z); ("X", mat n d Z); ("B", B)]%string a (mat n n (fun _ _ => 1 / n%:R)).
    apply: yields_eq.
      by refine (y_call (vs := [:: vec (2 * n - 1) w; Num n%:R]) _ _ _); [values | reflexivity | apply: call_t5_attention => //; provided].
    apply: mat_ext => i j i_n j_n; rewrite /t5 ones ?place_in //; congr (_ / _).
    rewrite (eq_big_seq (fun=> 1)) => [|p /in_from_1 p_n]; last by rewrite ones ?place_in.
    by rewrite big_const_seq count_predT size_iota iter_addr_0.
  exists k, V, c, O, (fun _ _ => 1 / n%:R), (fun _ _ => 1 / n%:R); split; [exact: path | by move=> z; exact: att | by move=> z; exact: att | move=> T T' TT'].
  by apply: permuted_add => // i j _ _; apply: permuted_headed.
pose out := fed d r W1 f V1 f'.
have same (U U' : nat -> nat -> F) : mat n d U = mat n d U' -> mat n d (fun i => out (U i)) = mat n d (fun i => out (U' i)).
  by move=> UE; apply: mat_ext => i j i_n j_d; apply: fed_ext => // l l_d; exact: (vec_inj (mat_inj UE i_n) l_d).
exists (fun i => out (Z i)); split; refine (call_yields found _ _); try reflexivity; open_body.
  by apply: y_let Yy _; rewrite -(same _ _ YE); value.
by apply: y_let Yy' _; rewrite -(same _ (fun i => Z (s i)) YE'); value.
Qed.
End Block.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | exact: twice_less_1 | match goal with P : permutes _ _ |- _ => apply: (permuted_in P); exact: in_from_1 end | idtac].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "t5_block" _ = _ => match goal with H : call _ _ "t5_block" _ = _ |- _ => exact: H end
  end.

(* attest: urpe.rpe-finite-domain finding_without_the_bias sha256:568bea504987db0d6df99ee6715f7f5f04f25e28f2dc761aaae99ef711ea08b2 theorem:without_the_bias *)
Theorem without_the_bias : Holds statements_urpe_rpe_finite_domain.finding_without_the_bias.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => X _ _.
apply: says_for_values => [v|B /true_and[is_net /true_and[ones _]]]; first exact: any_and.
have is_c : call (functions_of S) defs "is_t5_network" [:: List [:: B]; Num n%:R; Num 1%:R] = Value (Bool true) by apply: true_named_call is_net _.
have [|phi [hs [row hhs heads]]] := is_t5_network_true _ n_gt0 (ltn0Sn 0) is_c; first by provided.
have hs_y : yields (functions_of S) defs [:: ("B", B); ("X", mat n 1 X); ("n", Num n%:R)]%string (Field (Name "B") "heads") (List hs) by apply: y_field hhs.
apply: says_for_permutations => [|s perm]; first by value.
have Wb : provides t5_block_l defs by provided.
have [|Y [Yc Yc']] := t5_block_permuted X Wb n_gt0 (ltn0Sn 0) perm row hhs.
  move=> h h_in; split=> [|w hw l l_in]; first exact: heads.
  have := true_among2 hs_y ones h_in => ones_h.
  have w_y : yields (functions_of S) defs (("h"%string, h) :: [:: ("B", B); ("X", mat n 1 X); ("n", Num n%:R)]%string) (Field (Name "h") "w") (vec (2 * n - 1) w) by apply: y_field hw.
  have := true_among w_y ones_h (among_map (fun i => Num (w i)) (_ : l \in iota 1 (2 * n - 1))).
  rewrite mem_iota add1n ltnS => /(_ l_in); rewrite /yields /=.
  by case: eqP.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: y_let; first by value.
have rows_y Z env x : lookup x env = Some (mat n 1 Z) -> lookup "s"%string env = Some (vec n (fun i => (s i)%:R)) -> String.eqb x "i" = false ->
    yields (functions_of S) defs env (ListOver (Index (Name x) (Name "i")) [:: ("i"%string, Name "s")] None) (mat n 1 (fun i => Z (s i))).
  move=> Zin sin x_i; apply: (y_list_over (h := fun i => Num (s i)%:R) (l := iota 1 n)); first exact: y_name.
  move=> i /in_from_1 i_n; apply: (y_at (@floor_integer S) (n := n) (i := s i) (h := fun i => vec 1 (Z i))); [ | exact: y_name | by [] | exact: (permuted_in perm) | by []].
  by apply: y_name; rewrite /= x_i.
apply: (@y_same_mat S _ _ _ _ n 1 (fun i => Y (s i)) (fun i => Y (s i))) => //; last exact: rows_y.
refine (y_call (vs := [:: mat n 1 (fun i => X (s i)); B]) _ _ _); [ | reflexivity | exact: Yc'].
by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [exact: rows_y | value].
Qed.
