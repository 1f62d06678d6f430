(* SPDX-License-Identifier: Apache-2.0 *)
(* Networks whose heads have no encoding commute with permutations of the tokens. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_attention calls_heads calls_two_runs calls_permuted.
From attest Require statements_urpe_permutation_symmetry.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_urpe_permutation_symmetry.repaired) f) (only parsing).
Definition is_plain_network_d := Eval compute in of_claim "is_plain_network".
Definition is_rpe_network_d := Eval compute in of_claim "is_rpe_network".
Definition rpe_network_d := Eval compute in of_claim "rpe_network".
Definition rpe_block_d := Eval compute in of_claim "rpe_block".
Definition permuted_d := Eval compute in of_claim "permuted".
Definition close_d := Eval compute in of_claim "close".
Notation is_plain_l := [:: is_plain_network_d; is_rpe_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_variant_d; is_matrix_d; is_vector_d].
Notation plain_blocks_l := [:: rpe_network_d; rpe_block_d; normalize_d; normalize_row_d; ffn_d; head_d; relu_d; rpe_attention_d; bias_d; bias_transformer_xl_d;
  bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; add_row_d; transpose_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].

Section Symmetry.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (X Y : nat -> nat -> F) (n d k : nat) (s : nat -> nat) (h v B : value F).

(* --- What the condition tells --------------------------------------------------------------------------------------------------- *)
Definition plain_head h d : Prop := exists k Q K q V b O,
  [/\ (0 < k)%N, field_at h "WQ" = Value (mat d k Q), field_at h "WK" = Value (mat d k K), field_at h "variant" = Value (Symb "none") & path_of h d q V b O].
Definition plain_block B d : Prop :=
  exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs) & forall h, is_among h hs -> plain_head h d].
Lemma is_plain_network_true defs v n d : provides is_plain_l defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_plain_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) ->
  exists2 blocks, v = List blocks & forall B, is_among B blocks -> plain_block B d.
Proof.
move=> W n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> is_net /true_and[none _].
have {}is_net : call fs e "is_rpe_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true) by apply: (true_named_call _ is_net).
have [e2 found2 We2] := provides_find We; move/(call_body found2): is_net; rewrite [zip _ _]/= [body _]/=.
set env2 := [:: _; _; _]; case/true_and=> _ /true_and[/[dup] /true_over[blocks v_y] all_blocks _].
have vE : v = List blocks by move: v_y => [].
exists blocks => // B B_in; have := true_among v_y all_blocks B_in.
case/true_and=> isB /true_and[/[dup] /true_over[hs hs_y] all_heads _].
have [phi row] : exists phi, rowwise_of B d phi.
  by apply: (is_rowwise_true _ d_gt0 (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs) by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> // h h_in; have := true_among hs_y all_heads h_in; case/true_and=> isV /true_and[isP _].
have [q [V [b [O path]]]] : exists k V b O, path_of h d k V b O.
  by apply: (is_value_path_true _ d_gt0 (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
have [|w /true_cons[u [ws [yu /true_cons[u1 [ws1 [yu1 /true_cons[u2 [ws2 [yu2 /true_cons[u3 [ws3 [yu3 /true_nil-> ->]]] ->]]] ->]]] ->]]] isv] := true_call _ isV; first by [].
have [uE u1E u2E] : [/\ u = h, u1 = Num n%:R & u2 = Num d%:R] by split; [case: yu | case: yu1 | case: yu2].
move: isv; rewrite uE u1E u2E => isv.
have [|k wE [Q K k_gt0 hQ hK _]] := is_variant_true _ n_gt0 d_gt0 isv; first by provided.
exists k, Q, K, q, V, b, O; split=> //.
have net_y : yields fs e env (Name "net") (List blocks) by rewrite /env vE.
have := true_among2 net_y none B_in => none_B.
have hs_y2 : yields fs e (("B"%string, B) :: env) (Field (Name "B") "heads") (List hs) by apply: y_field hhs.
by apply: true_symbol (true_among hs_y2 none_B h_in); first by value.
Qed.

(* --- Networks commute with permutations ------------------------------------------------------------------------------------------- *)
Local Notation rpe_a := (Call "rpe_attention" [:: Name "h"; Name "X"; Name "r"]%string).
Lemma plain_head_keeps defs h n d s X r : provides (rpe_attention_d :: attention_l [::]) defs -> permutes n s -> (0 < n)%N -> (0 < d)%N -> plain_head h d ->
  forall B, head_keeps n d (permuted n d s) defs rpe_a h X (fun i => X (s i)) [:: ("B", B); ("r", r)]%string.
Proof.
move=> W perm n_gt0 d_gt0 [k [Q [K [q [V [b [O [k_gt0 hQ hK hv path]]]]]]]] B.
have enc : encodes h n k r (fun _ _ _ _ => 0) := encodes_none n k r hv.
have att Z : call fs defs "rpe_attention" [:: h; mat n d Z; r] = Value (mat n n (weights n d k (fun _ _ _ _ => 0) Q K Z)).
  by apply: call_rpe_attention enc hQ hK _ _ _.
exists q, V, b, O, (weights n d k (fun _ _ _ _ => 0) Q K X), (weights n d k (fun _ _ _ _ => 0) Q K (fun i => X (s i))); split=> //.
- by move=> Z; refine (y_call _ _ (att X)); [values | reflexivity].
- by move=> Z; refine (y_call _ _ (att (fun i => X (s i)))); [values | reflexivity].
move=> Z Z' ZZ'; apply: permuted_add => // i j _ _; apply: permuted_headed => // a p; rewrite /weights.
exact: (permuted_soft (fun l => score d k Q K X (s a) l + 0)).
Qed.
Lemma plain_network_permuted defs blocks n d s X : provides plain_blocks_l defs -> permutes n s -> (0 < n)%N -> (0 < d)%N ->
  (forall B, is_among B blocks -> plain_block B d) ->
  exists Y, call fs defs "rpe_network" [:: mat n d X; List blocks; List [::]] = Value (mat n d Y) /\
    call fs defs "rpe_network" [:: mat n d (fun i => X (s i)); List blocks; List [::]] = Value (mat n d (fun i => Y (s i))).
Proof.
move=> W perm n_gt0 d_gt0 plain; have [e found We] := provides_find W.
have [e2 found2 We2] := provides_find We.
pose env Z : environment F := [:: ("X"%string, mat n d Z); ("blocks"%string, List blocks); ("r"%string, List [::])].
have [|t [t' [ty ty' [Y [tE tE']]]]] := @y_fold_related S (permuted n d s) e (env X) (env (fun i => X (s i))) "Y"%string (Name "X") (Name "X") "B"%string
  (Name "blocks") (Name "blocks") (Call "rpe_block" [:: Name "Y"; Name "B"; Name "r"]%string) (mat n d X) (mat n d (fun i => X (s i))) blocks
  erefl erefl erefl erefl (ex_intro _ X (conj erefl erefl)); last first.
  by exists Y; subst t t'; split; apply: (call_yields found).
move=> v v' B [Z [-> ->]] /plain[phi [hs [row hhs heads]]].
have Wr : provides rowwise_l e2 by provided.
have [|b hb|h h_in|T T'|Y [Y' [Yc Yc' YY']]] := @block_related S n d (permuted n d s) n_gt0 d_gt0 (@permuted_mat S n d s) e "rpe_block" [:: "B"; "r"]%string rpe_a
  rpe_block_d e2 B phi hs Z (fun i => Z (s i)) [:: B; List [::]] found2 erefl erefl _ Wr row hhs erefl (ex_intro _ [:: ("r"%string, List [::])] erefl).
- by provided.
- by exists (fun i j => Z i j + b j).
- by apply: plain_head_keeps (heads h h_in) _ => //; provided.
- by move=> TT'; exact: (permuted_rows perm d_gt0 Wr row TT').
exists (mat n d Y), (mat n d Y'); split=> //; by refine (y_call _ _ _); [values | reflexivity | ].
Qed.

(* --- Calls ------------------------------------------------------------------------------------------------------------------------ *)
Lemma call_permuted defs n d X s : provides [:: permuted_d] defs -> permutes n s ->
  call fs defs "permuted" [:: mat n d X; vec n (fun i => (s i)%:R)] = Value (mat n d (fun i => X (s i))).
Proof.
move=> W perm; enter; apply: y_list_over => [|i /in_from_1 i_n]; first by value.
apply: (y_at floor_int (i := s i)); [value | value | by [] | exact: permuted_in | by []].
Qed.
Lemma call_close defs n d X Y : provides [:: close_d] defs -> (0 < n)%N -> (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> X i j = Y i j) ->
  call fs defs "close" [:: mat n d X; mat n d Y] = Value (Bool true).
Proof.
move=> W n_gt0 XY; enter; eapply y_all2_true; [value | by move=> i i_n; value; side | ].
by move=> i j /in_from_1 i_n /in_from_1 j_d; apply: y_close; [value | value | exact: XY].
Qed.
End Symmetry.

(* "forall net in values where is_plain_network(net, n, d)". *)
Lemma says_for_plain_networks (S : numbers) defs env a b (n d : nat) g : provides is_plain_l defs -> (0 < n)%N -> (0 < d)%N ->
  (forall v, yields (functions_of S) defs (("net"%string, v) :: env) a (Num n%:R)) -> (forall v, yields (functions_of S) defs (("net"%string, v) :: env) b (Num d%:R)) ->
  (forall blocks : seq (value (values.field S)), (forall B, is_among B blocks -> plain_block B d) ->
    Says (functions_of S) (call (functions_of S) defs) true (("net"%string, List blocks) :: env) g) ->
  Says (functions_of S) (call (functions_of S) defs) true env (Forall "net" Values (Some (Call "is_plain_network" [:: Name "net"%string; a; b])) g).
Proof.
move=> W n_gt0 d_gt0 ya yb body; apply: says_for_values => [v|v is_net]; first by any_named W.
have is_c : call (functions_of S) defs "is_plain_network" [:: v; Num n%:R; Num d%:R] = Value (Bool true).
  apply: true_named_call is_net _; first by [].
  by refine (all_cons _ (all_cons (ya v) (all_cons (yb v) (all_nil _ _ _)))).
by have [blocks -> plain] := is_plain_network_true W n_gt0 d_gt0 is_c; exact: body.
Qed.
