(* SPDX-License-Identifier: Apache-2.0 *)
(* The two classes of networks of urpe.conditions-necessity, each of which meets one condition alone: what permutations of the tokens do to the outputs,
   and what row 1 depends on. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_encodings bound_position_aware_alone.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_two_runs calls_permuted.
From attest Require statements_urpe_conditions_necessity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_urpe_conditions_necessity.printed) f) (only parsing).
Definition error_d := Eval compute in of_claim "error".
Definition is_network_d := Eval compute in of_claim "is_network".
Definition rowwise_part_d := Eval compute in of_claim "rowwise_part".
Definition is_attentive_network_d := Eval compute in of_claim "is_attentive_network".
Definition attentive_block_d := Eval compute in of_claim "attentive_block".
Definition attentive_network_d := Eval compute in of_claim "attentive_network".
Definition exchanged_d := Eval compute in of_claim "exchanged".
Definition diagonal_d := Eval compute in of_claim "diagonal".
Definition diagonal_block_d := Eval compute in of_claim "diagonal_block".
Definition diagonal_network_d := Eval compute in of_claim "diagonal_network".

Notation attentive_l := ([:: attentive_network_d; attentive_block_d; rowwise_part_d; query_side_scores_d; normalize_d; normalize_row_d; ffn_d; head_d; relu_d;
  softmax_rows_d; softmax_d; outer_d; add_row_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d]).

Notation diagonal_l := ([:: diagonal_network_d; diagonal_block_d; diagonal_d; rowwise_part_d; normalize_d; normalize_row_d; ffn_d; head_d; relu_d;
  add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d]).

Section Networks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (X Y : nat -> nat -> F) (n d k : nat) (v h B : value F).

(* --- What the conditions tell ------------------------------------------------------------------------------------------------------ *)
Definition plain_block B d : Prop := exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs) &
  forall h, is_among h hs -> exists k V c O, path_of h d k V c O].
Lemma is_network_true defs v d : provides [:: is_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  call fs defs "is_network" [:: v; Num d%:R] = Value (Bool true) -> exists2 blocks, v = List blocks & forall B, is_among B blocks -> plain_block B d.
Proof.
move=> W d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _]; case/true_and=> _ /true_and[/[dup] /true_over[blocks v_y] all_blocks _].
exists blocks; first by move: v_y => [].
move=> B /(true_among v_y all_blocks)/true_and[isB /true_and[/[dup] /true_over[hs hs_y] all_heads _]].
have [phi row] : exists phi, rowwise_of B d phi.
  by apply: (is_rowwise_true _ d_gt0 (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs) by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> // h h_in; have isP := true_among hs_y all_heads h_in.
by apply: (is_value_path_true _ d_gt0 (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
Qed.
Definition attentive_head h d : Prop := exists u c, field_at h "u" = Value (vec d u) /\ field_at h "bias" = Value (Num c).
Lemma is_attentive_network_true defs v d :
  provides [:: is_attentive_network_d; is_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  call fs defs "is_attentive_network" [:: v; Num d%:R] = Value (Bool true) ->
  exists2 blocks, v = List blocks & forall B, is_among B blocks -> plain_block B d /\
    forall hs h, field_at B "heads" = Value (List hs) -> is_among h hs -> attentive_head h d.
Proof.
move=> W d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _]; case/true_and=> is_net /true_and[every _].
have {}is_net : call fs e "is_network" [:: v; Num d%:R] = Value (Bool true) by apply: (true_named_call _ is_net).
have [blocks vE plain] := is_network_true We d_gt0 is_net; exists blocks => // B B_in; split=> [|hs h hhs h_in]; first exact: plain.
have v_y : yields fs e env (Name "blocks") (List blocks) by rewrite /env vE.
have every_B := true_among2 v_y every B_in.
have hs_y : yields fs e (("B"%string, B) :: env) (Field (Name "B") "heads") (List hs) by apply: y_field hhs.
have := true_among hs_y every_B h_in; case/true_and=> isu /true_and[isc _].
set envh := (X in yields _ _ X _ _) in isu isc *; have h_y : yields fs e envh (Name "h") h by [].
have Wv : provides [:: is_vector_d] e by provided.
have d_y : yields fs e envh (Name "d") (Num d%:R) by [].
have [u hu] := is_vector_field Wv h_y isu d_y; exists u.
by have [c hc] := calls_encodings.is_number_field h_y isc; exists c.
Qed.

(* --- What follows the heads ------------------------------------------------------------------------------------------------------ *)
Lemma call_rowwise_part defs B n d phi X : rowwise_of B d phi -> provides (rowwise_part_d :: rowwise_l) defs -> (0 < d)%N ->
  call fs defs "rowwise_part" [:: mat n d X; B] = Value (mat n d (fun i => phi (X i))).
Proof.
case=> r b W f V f' N N' psi psi' r_gt0 hb hW hf hV hf' hN hN' norm norm' -> Wd d_gt0; enter.
refine (y_call _ _ (call_normalize _ _ _ norm')); [ | reflexivity | provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
refine (y_call _ _ (call_ffn _ _ _ _ _ _ _ d_gt0 r_gt0)); [ | reflexivity | provided].
refine (all_cons _ _); last by values.
by refine (y_call _ _ (call_normalize _ _ _ norm)); [values | reflexivity | provided].
Qed.

(* --- The attentive condition alone: permutations of the tokens --------------------------------------------------------------------- *)
Local Notation attentive_a := (Call "softmax_rows" [:: Call "query_side_scores" [:: Name "X"; Field (Name "h") "u"; Field (Name "h") "bias"]]%string).
Local Notation scores_l := [:: query_side_scores_d; softmax_rows_d; softmax_d; outer_d; apply_d; dot_d].
Lemma attentive_head_keeps defs h n d k V c O s X : provides scores_l defs -> permutes n s -> (0 < n)%N -> (0 < d)%N -> attentive_head h d -> path_of h d k V c O ->
  forall rest, head_keeps n d (permuted n d s) defs attentive_a h X (fun i => X (s i)) rest.
Proof.
move=> W perm n_gt0 d_gt0 [u [a [hu ha]]] path rest.
pose A (Z : nat -> nat -> F) i := soft n (fun j => (along d Z u i - a) * along d Z u j).
have att Z z : yields fs defs [:: ("h", h), ("Z", z), ("X", mat n d Z) & rest]%string attentive_a (mat n n (A Z)).
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | by apply: call_softmax_rows => //; provided].
  refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by value | by value | by value] | reflexivity | ].
  by apply: call_query_side_scores; provided.
exists k, V, c, O, (A X), (A (fun i => X (s i))); split=> // Z Z' ZZ'.
apply: permuted_add => // i j _ _; apply: permuted_headed => // b p; rewrite /A.
exact: (permuted_soft (fun l => (along d X u (s b) - a) * along d X u l)).
Qed.
Lemma attentive_network_permuted defs blocks n d s X : provides attentive_l defs -> permutes n s -> (0 < n)%N -> (0 < d)%N ->
  (forall B, is_among B blocks -> plain_block B d /\ forall hs h, field_at B "heads" = Value (List hs) -> is_among h hs -> attentive_head h d) ->
  exists Y, call fs defs "attentive_network" [:: mat n d X; List blocks] = Value (mat n d Y) /\
    call fs defs "attentive_network" [:: mat n d (fun i => X (s i)); List blocks] = Value (mat n d (fun i => Y (s i))).
Proof.
move=> W perm n_gt0 d_gt0 all_blocks; have [e found We] := provides_find W; have [e2 found2 We2] := provides_find We.
pose env Z : environment F := [:: ("X"%string, mat n d Z); ("blocks"%string, List blocks)].
have [|v [w [vy wy [Y [vE wE]]]]] := @y_fold_related S (permuted n d s) e (env X) (env (fun i => X (s i))) "Y"%string (Name "X") (Name "X") "B"%string
  (Name "blocks") (Name "blocks") (Call "attentive_block" [:: Name "Y"; Name "B"]%string) (mat n d X) (mat n d (fun i => X (s i))) blocks
  erefl erefl erefl erefl (ex_intro _ X (conj erefl erefl)); last first.
  by exists Y; subst v w; split; apply: (call_yields found).
move=> v v' B [Z [-> ->]] /all_blocks[[phi [hs [row hhs heads]]] attentive].
have [b hb] := rowwise_bO row; have Wh : provides heads_l e2 by provided.
have [||h h_in|T [T' [Ty Ty' TT']]] := @heads_related S n d (permuted n d s) n_gt0 d_gt0 (@permuted_mat S n d s) e2 attentive_a B b hs Z (fun i => Z (s i))
  [:: ("B"%string, B)] Wh hb hhs.
- by [].
- by exists (fun i j => Z i j + b j).
- have [k [V [c [O path]]]] := heads h h_in.
  by apply: attentive_head_keeps (attentive hs h hhs h_in) path _ => //; provided.
have Wr : provides (rowwise_part_d :: rowwise_l) e2 by provided.
have Wr' : provides rowwise_l e2 by provided.
exists (mat n d (fun i => phi (T i))), (mat n d (fun i => phi (T' i))).
have block_c U U' : yields fs e2 [:: ("X"%string, mat n d U); ("B"%string, B)] (heads_with attentive_a) (mat n d U') ->
    call fs e "attentive_block" [:: mat n d U; B] = Value (mat n d (fun i => phi (U' i))).
  move=> Uy; apply: (call_yields found2) => //.
  by refine (y_call _ _ (call_rowwise_part _ _ row Wr d_gt0)); [refine (all_cons Uy _); values | reflexivity].
split; [by refine (y_call _ _ (block_c _ _ Ty)); [values | reflexivity] | by refine (y_call _ _ (block_c _ _ Ty')); [values | reflexivity] | ].
exact: (permuted_rows perm d_gt0 Wr' row TT').
Qed.

(* --- The position-aware condition alone: what row 1 becomes depends on row 1 --------------------------------------------------------- *)
Definition same_first n d v w : Prop := exists X X', [/\ v = mat n d X, w = mat n d X' & vec d (X 1%N) = vec d (X' 1%N)].
Lemma same_first_mat n d v w : same_first n d v w -> exists X X', v = mat n d X /\ w = mat n d X'.
Proof. by case=> X [X' [-> -> _]]; exists X, X'. Qed.
Lemma same_first_rows n d X X' : (0 < n)%N -> same_first n d (mat n d X) (mat n d X') -> vec d (X 1%N) = vec d (X' 1%N).
Proof. by move=> n_gt0 [Y [Y' [E E' YY']]]; rewrite (mat_inj E (_ : 0 < 1 <= n)%N) // (mat_inj E' (_ : 0 < 1 <= n)%N). Qed.
Local Notation diagonal_a := (Call "diagonal" [:: Name "v"]%string).
Definition diagonal_of (f : nat -> F) (i j : nat) : F := if i%:R == j%:R :> F then f i else 0%:R.
Lemma call_diagonal defs n f : provides [:: diagonal_d] defs -> call fs defs "diagonal" [:: vec n f] = Value (mat n n (diagonal_of f)).
Proof. by move=> W; enter; value. Qed.
Lemma diagonal_network_first defs blocks n d f X X' : provides diagonal_l defs -> (0 < n)%N -> (0 < d)%N -> (forall B, is_among B blocks -> plain_block B d) ->
  vec d (X 1%N) = vec d (X' 1%N) ->
  exists Y Y', [/\ call fs defs "diagonal_network" [:: mat n d X; List blocks; vec n f] = Value (mat n d Y),
    call fs defs "diagonal_network" [:: mat n d X'; List blocks; vec n f] = Value (mat n d Y') & vec d (Y 1%N) = vec d (Y' 1%N)].
Proof.
move=> W n_gt0 d_gt0 all_blocks XX'; have [e found We] := provides_find W; have [e2 found2 We2] := provides_find We.
pose env Z : environment F := [:: ("X"%string, mat n d Z); ("blocks"%string, List blocks); ("v"%string, vec n f)].
have first_n : (0 < 1 <= n)%N by [].
have [|v [w [vy wy [Y [Y' [vE wE YY']]]]]] := @y_fold_related S (same_first n d) e (env X) (env X') "Y"%string (Name "X") (Name "X") "B"%string
  (Name "blocks") (Name "blocks") (Call "diagonal_block" [:: Name "Y"; Name "B"; Name "v"]%string) (mat n d X) (mat n d X') blocks
  erefl erefl erefl erefl (ex_intro _ X (ex_intro _ X' (And3 erefl erefl XX'))); last first.
  by exists Y, Y'; subst v w; split=> //; apply: (call_yields found).
move=> v v' B [Z [Z' [-> -> ZZ']]] /all_blocks[phi [hs [row hhs heads]]].
have [b hb] := rowwise_bO row; have Wh : provides heads_l e2 by provided.
have [||h h_in|T [T' [Ty Ty' TT']]] := @heads_related S n d (same_first n d) n_gt0 d_gt0 (@same_first_mat n d) e2 diagonal_a B b hs Z Z'
  [:: ("B"%string, B); ("v"%string, vec n f)] Wh hb hhs.
- by [].
- exists (fun i j => Z i j + b j), (fun i j => Z' i j + b j); split=> //.
  by apply: vec_ext => j j_d; rewrite (vec_inj ZZ' j_d).
- have [k [V [c [O path]]]] := heads h h_in.
  have Wg : provides [:: diagonal_d] e2 by provided.
  have att U z : yields fs e2 [:: ("h", h); ("Z", z); ("X", mat n d U); ("B", B); ("v", vec n f)]%string diagonal_a (mat n n (diagonal_of f)).
    by refine (y_call _ _ (call_diagonal _ _ Wg)); [values | reflexivity].
  exists k, V, c, O, (diagonal_of f), (diagonal_of f); split=> // U U' /(same_first_rows n_gt0) UU'.
  exists (fun i j => U i j + headed n d k (diagonal_of f) V c O Z i j), (fun i j => U' i j + headed n d k (diagonal_of f) V c O Z' i j); split=> //.
  apply: vec_ext => j j_d; rewrite (vec_inj UU' j_d); congr (_ + _); apply: eq_bigr => l _; congr (_ * _).
  rewrite !(bound_position_aware_alone.sum_diagonal f) //; congr (_ * (_ + _)).
  by apply: eq_big_seq => q /in_from_1 q_d; rewrite (vec_inj ZZ' q_d).
have Wr : provides (rowwise_part_d :: rowwise_l) e2 by provided.
have block_c U U' : yields fs e2 [:: ("X"%string, mat n d U); ("B"%string, B); ("v"%string, vec n f)] (heads_with diagonal_a) (mat n d U') ->
    call fs e "diagonal_block" [:: mat n d U; B; vec n f] = Value (mat n d (fun i => phi (U' i))).
  move=> Uy; apply: (call_yields found2) => //.
  by refine (y_call _ _ (call_rowwise_part _ _ row Wr d_gt0)); [refine (all_cons Uy _); values | reflexivity].
exists (mat n d (fun i => phi (T i))), (mat n d (fun i => phi (T' i))).
split; [by refine (y_call _ _ (block_c _ _ Ty)); [values | reflexivity] | by refine (y_call _ _ (block_c _ _ Ty')); [values | reflexivity] | ].
exists (fun i => phi (T i)), (fun i => phi (T' i)); split=> //.
have one_row : mat 1 d (fun=> T 1%N) = mat 1 d (fun=> T' 1%N) by congr (List [:: _]); exact: same_first_rows TT'.
have phi_same : mat 1 d (fun=> phi (T 1%N)) = mat 1 d (fun=> phi (T' 1%N)).
  apply: Some_inj; rewrite -(call_rowwise_part 1 (fun=> T 1%N) row Wr d_gt0) -(call_rowwise_part 1 (fun=> T' 1%N) row Wr d_gt0).
  by rewrite one_row.
exact: (mat_inj phi_same (isT : (0 < 1 <= 1)%N)).
Qed.
End Networks.
