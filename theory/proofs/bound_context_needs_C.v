(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Proposition 4: with C all ones a block sends equal rows to equal rows, whatever its heads and biases; as the meaning
   of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_attention calls_heads calls_conditions calls_two_runs.
From attest Require calls_t5_weights statements_urpe_proposition_4.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_proposition_4.finding_context_needs_C) f) (only parsing).
Definition urpe_block_d := Eval compute in the "urpe_block".
Definition is_urpe_network_d := Eval compute in the "is_urpe_network".

Section Ones.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (x : nat -> F) (n d k : nat) (h v B : value F).

(* A head's scores come from an encoding that needs no fixed family. *)
Definition urpe_head h n d : Prop := exists k Q K q V b O c (E : encoding F),
  [/\ (0 < k)%N /\ path_of h d q V b O, field_at h "WQ" = Value (mat d k Q), field_at h "WK" = Value (mat d k K), field_at h "c" = Value (vec (2 * n - 1) c) &
    encodes h n k (List [::]) E].
Lemma is_urpe_network_true defs B n d :
  provides [:: is_urpe_network_d; is_rowwise_part_d; is_value_path_d; is_normalization_d; is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_urpe_network" [:: List [:: B]; Num n%:R; Num d%:R] = Value (Bool true) ->
  exists phi hs, [/\ rowwise_of B d phi, field_at B "heads" = Value (List hs) & forall h, is_among h hs -> urpe_head h n d].
Proof.
move=> W n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have blocks_y : yields fs e env (Name "blocks") (List [:: B]) by [].
case/true_and=> _ /true_and[all_blocks _].
have := true_among blocks_y all_blocks (or_introl erefl : is_among B [:: B]).
case/true_and=> _ /true_and[isB /true_and[/[dup] /true_over[hs hs_y] all_heads _]].
have [phi row] : exists phi, rowwise_of B d phi.
  by apply: (is_rowwise_true _ d_gt0 (true_named_call _ isB _)); [provided | reflexivity | reflexivity].
have hhs : field_at B "heads" = Value (List hs) by move: hs_y; rewrite /yields /=; case: (B).
exists phi, hs; split=> // h h_in; have := true_among hs_y all_heads h_in; case/true_and=> other /true_and[isv /true_and[isc /true_and[isP _]]].
have [q [V [b [O path]]]] : exists k V b O, path_of h d k V b O.
  by apply: (is_value_path_true _ d_gt0 (true_named_call _ isP _)); [provided | reflexivity | reflexivity].
have [k [Q K k_gt0 hQ hK enc]] : exists k, variant_head h n d k by apply: variant_condition n_gt0 d_gt0 _ _ _ isv; first by provided.
move: isc other; set envh := _ :: _ => isc other; have h_y : yields fs e envh (Name "h") h by [].
have [c hc] : exists c, field_at h "c" = Value (vec (2 * n - 1) c).
  by apply: (is_vector_field _ h_y isc); [provided | rewrite -twice_less_1].
have [E encE] : exists E : encoding F, encodes h n k (List [::]) E.
  case: enc => [f hv hm | Rs hv hR | Rs T hv hR hT | u M f g hv hM hf hg | hv].
  - by eexists; exact: encodes_t5 hv hm n_gt0.
  - by eexists; exact: encodes_shaw hv hR.
  - by eexists; exact: encodes_deberta hv hR hT.
  - by move: other; rewrite /yields /=; move: hv; rewrite /field_at /=; case: (h) => // fields /= ->.
  by eexists; exact: encodes_none hv.
by exists k, Q, K, q, V, b, O, c, E.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ "ffn" _ = _ => found_call call_ffn
  | |- call _ _ "urpe_attention" _ = _ => match goal with H : call _ _ "urpe_attention" _ = _ |- _ => exact: H end
  end.
Lemma urpe_block_alike defs B n d x phi hs : provides [:: urpe_block_d; ffn_d; head_d; relu_d; urpe_attention_d; rpe_attention_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d;
    bias_t5_d; relative_d; softmax_rows_d; softmax_d; zeros_d; add_row_d; transpose_d; hadamard_d; matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d] defs ->
  (0 < n)%N -> (0 < d)%N -> rowwise_of B d phi -> field_at B "heads" = Value (List hs) ->
  (forall h, is_among h hs -> urpe_head h n d /\ forall c, field_at h "c" = Value (vec (2 * n - 1) c) -> forall l, (0 < l <= 2 * n - 1)%N -> c l = 1) ->
  exists y, call fs defs "urpe_block" [:: mat n d (fun=> x); B] = Value (mat n d (fun=> y)).
Proof.
move=> W n_gt0 d_gt0 [r b W1 f V1 f' N N' psi psi' r_gt0 hb hW hf hV hf' _ _ _ _ _] hhs heads; have [e found We] := provides_find W.
have [Y Yy [y YE]] : exists2 Y, yields fs e [:: ("X", mat n d (fun=> x)); ("B", B)]%string
    (heads_with (Call "urpe_attention" [:: Name "h"; Name "X"; ListOf [::]]%string)) Y & alike n d Y.
  rewrite /heads_with; apply: (y_fold_keeps (s := mat n d (fun _ j => x j + b j)) (l := hs)); [by value | by value | by exists (fun j => x j + b j) | ].
  move=> v h [z ->] /heads[[k [Q [K [q [V [c [O [g [E [[k_gt0 [q_gt0 hWV hc hO]] hQ hK hg enc]]]]]]]]]] ones].
  have att : call fs e "urpe_attention" [:: h; mat n d (fun=> x); List [::]] = Value (mat n n (factored n (weights n d k E Q K (fun=> x)) g)).
    by apply: call_urpe_attention enc hQ hK hg _ _ _ => //; provided.
  exists (mat n d (fun _ j => z j + \sum_(l <- iota 1 q) (\sum_(p <- iota 1 d) x p * V p l + c l) * O l j)); last by eexists.
  apply: yields_eq; [by value | apply: mat_ext => i j i_n _; congr (_ + _)].
  rewrite headed_alike // -[RHS](@soft_sum S n (fun p => score d k Q K (fun=> x) i p + E (product d (fun=> x) Q) (product d (fun=> x) K) i p) n_gt0).
  apply: eq_big_seq => p /in_from_1 p_n; rewrite /factored (ones _ hg) ?mulr1 //; exact: calls_t5_weights.place_in.
exists (fed d r W1 f V1 f' y); refine (call_yields found _ _); [reflexivity | open_body]; apply: y_let; first exact: Yy.
by rewrite YE; value.
Qed.
End Ones.

(* attest: urpe.proposition-4 finding_context_needs_C sha256:876126cb68e370c3ab1067f23cdd906ae52afceb469356c9ff76e6fb83edb1a8 theorem:context_needs_C *)
Theorem context_needs_C : Holds statements_urpe_proposition_4.finding_context_needs_C.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _.
apply: says_for_values => [v|B /true_and[is_net /true_and[ones _]]]; first exact: any_and.
have is_c : call (functions_of S) defs "is_urpe_network" [:: List [:: B]; Num n%:R; Num d%:R] = Value (Bool true).
  by apply: true_named_call is_net _.
have [|phi [hs [row hhs heads]]] := is_urpe_network_true _ n_gt0 d_gt0 is_c; first by provided.
have hs_y : yields (functions_of S) defs [:: ("B", B); ("d", Num d%:R); ("n", Num n%:R)]%string (Field (Name "B") "heads") (List hs) by apply: y_field hhs.
have [||y Yc] := @urpe_block_alike S defs B n d (fun=> 0) phi hs _ n_gt0 d_gt0 row hhs; first by provided.
  move=> h h_in; split=> [|c hc l l_in]; first exact: heads.
  have := true_among2 hs_y ones h_in => ones_h.
  have c_y : yields (functions_of S) defs (("h"%string, h) :: [:: ("B", B); ("d", Num d%:R); ("n", Num n%:R)]%string) (Field (Name "h") "c") (vec (2 * n - 1) c) by apply: y_field hc.
  have := true_among c_y ones_h (among_map (fun i => Num (c i)) (_ : l \in iota 1 (2 * n - 1))).
  rewrite mem_iota add1n ltnS => /(_ l_in); rewrite /yields /=.
  by case: eqP.
refine (says_expression (p := true) _ _); [ | reflexivity].
refine (y_call (vs := [:: mat n d (fun=> y)]) _ _ _); [ | reflexivity | by apply: (call_identical_rows (@floor_integer S) (A := fun=> y)) => //; provided].
refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ Yc); [ | reflexivity].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
by refine (y_call _ _ _); [values | reflexivity | apply: call_zeros; provided].
Qed.
