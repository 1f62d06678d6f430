(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 11: a contextual mapping is read out by one block that carries all rows away and one block for each of them; as the
   meaning of the statements. What each block does is in bound_read_out.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_grids calls_attention calls_modified_blocks.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_modified calls_uniform_blocks calls_read_out bound_read_out.
From attest Require statements_urpe_lemma_11.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_11.finding_one_block_more_than_values) f) (only parsing).
Definition departure_d := Eval compute in the "departure".
Definition read_out_d := Eval compute in the "read_out".
Definition reads_out_d := Eval compute in the "reads_out".
Notation network_l := [:: modified_network_d; modified_block_d; modified_ffn_d; phi_at_d; phi_piece_d; modified_attention_d; hard_head_d; hard_attention_d; hard_scores_d;
  modified_hardmax_d; outer_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d].
Notation is_network_l := [:: calls_modified_blocks.is_modified_network_d; calls_modified_blocks.is_modified_block_d; calls_modified_blocks.is_modified_head_d;
  calls_modified_blocks.is_phi_d; calls_modified_blocks.phi_pieces_d; phi_piece_d; is_matrix_d; is_vector_d].

Section Network.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (z : nat -> F) (H G X : nat -> nat -> nat -> F) (N m n d k i : nat) (p : nat * nat) (s r x y : F).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  end.

(* --- The first block ------------------------------------------------------------------------------------------------------------------------ *)
Definition leave_phi s : value F := calls_modified_blocks.phi_value [::] [:: 0%:R] [:: s] [::].
Definition leave d z s : value F := Rec [:: ("heads", List [::]); ("W1", mat d 1 (fun _ _ => 0)); ("W2", mat 1 d (fun _ => z)); ("phi", leave_phi s)]%string.
Lemma leave_phi_of s : phi_of (leave_phi s) 0 (fun=> 0) (fun=> 0) (fun=> 0) (fun=> s).
Proof. by split. Qed.
Lemma call_departure defs d z s : provides [:: departure_d; zeros_d] defs -> call fs defs "departure" [:: Num s; vec d z] = Value (leave d z s).
Proof.
move=> W; enter; refine (y_record _); refine (fields_cons _ _ _); first by value.
refine (fields_cons _ _ _); first by refine (y_call (vs := [:: Num d%:R; Num 1%:R]) _ _ _); [values | reflexivity | apply: call_zeros; provided].
refine (fields_cons _ _ _); first by apply: (yields_eq (v := List [:: vec d z])); [value | ].
by refine (fields_cons _ _ (fields_nil _ _ _)); apply: (yields_eq (v := leave_phi s)); [value | ].
Qed.
Lemma call_leave defs n d z s (A : nat -> nat -> F) : provides modified_block_l defs -> (0 < d)%N ->
  call fs defs "modified_block" [:: mat n d A; leave d z s; Symb "uniform"] = Value (mat n d (fun i j => A i j + s * z j)).
Proof.
move=> W d_gt0; enter; apply: yields_eq.
  refine (y_call (vs := [:: mat n d A; leave d z s]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    refine (y_call (vs := [:: mat n d A; List [::]; Symb "uniform"%string]) _ _ _); [by values | reflexivity | ].
    have [e found We] : exists2 e, find_definition earlier "modified_attention" = Some (modified_attention_d, e) & provides [::] e.
      by apply: (@provides_find modified_attention_d); provided.
    by refine (call_yields found _ _); [reflexivity | ].
  apply: (@call_modified_ffn S earlier (leave d z s) (leave_phi s) n d 1 0 _ _ _ _ (fun _ _ => 0) (fun _ => z) A _ d_gt0 isT erefl erefl erefl (leave_phi_of _)); provided.
by apply: mat_ext => i j _ _; rewrite /= big_seq1 /phi /= mul0r add0r.
Qed.

(* --- All blocks ------------------------------------------------------------------------------------------------------------------------------ *)
Definition block d z H G s r (o : option (nat * nat)) : value F := if o is Some p then place_block d z H G s r p else leave d z s.
Definition order N n : seq (option (nat * nat)) := None :: map some (rows_of N n).
Definition blocks N n d z H G s r : value F := List [seq block d z H G s r o | o <- order N n].
Definition after d z H G s r (A : nat -> nat -> F) (o : option (nat * nat)) : nat -> nat -> F :=
  if o is Some p then fun i => put d z H G s r p (A i) else fun i j => A i j + s * z j.

Lemma block_value (V W f : value F) : is_value V -> is_value W -> is_value f -> is_value (Rec [:: ("heads", List [::]); ("W1", V); ("W2", W); ("phi", f)])%string.
Proof. by move=> /= -> -> ->. Qed.
Lemma blocks_value N n d z H G s r : is_value (blocks N n d z H G s r).
Proof.
suff each o : is_value (block d z H G s r o) by rewrite /blocks; elim: (order N n) => //= o l IH; rewrite each.
by case: o => [p|]; apply: block_value; rewrite ?is_value_mat.
Qed.
Lemma blocks_meet defs N n d z H G s r : provides is_network_l defs -> 0 < r ->
  call fs defs "is_modified_network" [:: blocks N n d z H G s r; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R] = Value (Bool true).
Proof.
move=> P r_gt0; enter; apply: calls_attention.true_and_true; first by value.
apply: y_and1; apply: (y_all_true (h := block d z H G s r) (l := order N n)); [by value | move=> o _].
set B := block _ _ _ _ _ _ _; have [V [W [f [hh hV hW hf is_f]]]] : exists V W f, [/\ field_at B "heads" = Value (List [::]), field_at B "W1" = Value (mat d 1 V),
    field_at B "W2" = Value (mat 1 d W), field_at B "phi" = Value f & forall defs',
      provides [:: calls_modified_blocks.is_phi_d; calls_modified_blocks.phi_pieces_d; phi_piece_d; is_vector_d] defs' -> call fs defs' "is_phi" [:: f] = Value (Bool true)].
  rewrite /B; case: o {B} => [p|].
    do 3! eexists; split; try reflexivity; move=> defs' P'; set q := centre_of d z H s p.
    apply: (@calls_modified_blocks.call_is_phi S _ [:: q - r; q + r] [:: 0; 0; 0] [:: 0; 1; 0] [:: 1; 0]) => //.
      by case=> [|[]] //= _; rewrite ltr_subl_addr -addrA ltr_addl addr_gt0.
    by rewrite /= /calls_modified_blocks.own_piece /calls_modified_blocks.piece_at /= !mul0r !add0r !eqxx /= !andbF.
  by do 3! eexists; split; try reflexivity; move=> defs' P'; apply: (@calls_modified_blocks.call_is_phi S _ [::] [:: 0%:R] [:: s] [::]).
refine (y_call (vs := [:: B; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R]) _ _ _); [by values | reflexivity | enter].
have B_y env : yields fs earlier ((("B"%string, B) :: env)) (Name "B") B by [].
apply: calls_attention.true_and_true; first by value.
apply: calls_attention.true_and_true.
  by apply: yields_eq; [apply: y_compare; [apply: y_length; value | value | reflexivity] | congr Bool; rewrite /= ler_nat].
apply: calls_attention.true_and_true; first by apply: (y_all_true (h := fun u : nat => Num u%:R) (l := [::])); [value | ].
apply: calls_attention.true_and_true; first by value.
apply: calls_attention.true_and_true; first by value.
apply: y_and1; refine (y_call (vs := [:: f]) _ _ _); [by values | reflexivity | apply: is_f; provided].
Qed.
Lemma call_blocks defs N n d z H G s r (A : nat -> nat -> F) : provides network_l defs -> (0 < d)%N -> 0 < r ->
  call fs defs "modified_network" [:: mat n d A; blocks N n d z H G s r; Symb "uniform"] = Value (mat n d (foldl (after d z H G s r) A (order N n))).
Proof.
move=> W d_gt0 r_gt0; enter; apply: (@y_fold F fs earlier _ _ (block d z H G s r) (fun A => mat n d A) (after d z H G s r)); [by value | by value | move=> Y o _].
refine (y_call (vs := [:: mat n d Y; block d z H G s r o; Symb "uniform"%string]) _ _ _); [by values | reflexivity | ].
have Wb : provides modified_block_l earlier by provided.
by case: o => [p|]; [exact: call_place_block | exact: call_leave].
Qed.

(* --- Each row comes to its place and stays there ------------------------------------------------------------------------------------------- *)
(* What the construction's numbers meet: values differ by 2r at least, and what is carried away lies beyond what is wanted. *)
Definition fits N n d z H G s r : Prop := let l := [seq value_of d z H p | p <- rows_of N n] in
  [/\ 0 < r, r <= 1 / 2%:R, uniq l, forall x y, x \in l -> y \in l -> x != y -> r + r <= `|x - y| &
    forall p q, p \in rows_of N n -> q \in rows_of N n -> value_of d z G q + 1 <= centre_of d z H s p].
Lemma put_ext d z H G s r p (a b : nat -> F) : a =1 b -> put d z H G s r p a =1 put d z H G s r p b.
Proof. by move=> ab j; rewrite /put ab (eq_bigr (fun q => b q * z q)) // => q _; rewrite ab. Qed.
Lemma rows_apart N n d z H p q : uniq [seq value_of d z H p | p <- rows_of N n] -> p \in rows_of N n -> q \in rows_of N n -> p != q ->
  value_of d z H p != value_of d z H q.
Proof.
move=> differ p_in q_in; apply: contra => /eqP E.
have in_p : (seq.index p (rows_of N n) < size [seq value_of d z H t | t <- rows_of N n])%N by rewrite size_map index_mem.
have in_q : (seq.index q (rows_of N n) < size [seq value_of d z H t | t <- rows_of N n])%N by rewrite size_map index_mem.
have := nth_uniq 0 in_p in_q differ; rewrite !(nth_map p) ?index_mem // !nth_index // E eqxx => /esym/eqP same.
by rewrite -(nth_index p p_in) same nth_index.
Qed.
Lemma row_comes N n d z H G s r p l (a : nat -> F) : fits N n d z H G s r -> p \in rows_of N n -> {subset l <= rows_of N n} ->
  a =1 G p.1 p.2 \/ a =1 away d z H s p /\ p \in l -> foldl (fun a q => put d z H G s r q a) a l =1 G p.1 p.2.
Proof.
move=> [r_gt0 r_half differ gaps far] p_in; elim: l a => [|q l IH] a l_P; first by case=> [aE|[]].
have q_in : q \in rows_of N n by apply: l_P; rewrite mem_head.
have l_P' : {subset l <= rows_of N n} by move=> t t_l; apply: l_P; rewrite inE t_l orbT.
case=> [aE|[aE p_l]] /=; apply: (IH _ l_P').
  by left=> j; rewrite (put_ext _ _ _ _ _ _ _ aE) put_done //; exact: far.
have [pq|pq] := eqVneq p q; first by left=> j; rewrite -pq (put_ext _ _ _ _ _ _ _ aE) put_self.
right; split; last by move: p_l; rewrite inE (negPf pq).
move=> j; rewrite (put_ext _ _ _ _ _ _ _ aE) put_other // gaps ?map_f //.
by rewrite (rows_apart differ) // eq_sym.
Qed.
Lemma foldl_rows d z H G s r l (A : nat -> nat -> F) i : foldl (after d z H G s r) A (map some l) i = foldl (fun a q => put d z H G s r q a) (A i) l.
Proof. by elim: l A => //= q l IH A; rewrite IH. Qed.
Lemma mem_rows_of N n k i : (0 < k <= N)%N -> (0 < i <= n)%N -> (k, i) \in rows_of N n.
Proof.
move=> k_N i_n; apply/flatten_mapP; exists k; first by rewrite mem_iota add1n ltnS.
by apply/mapP; exists i => //; rewrite mem_iota add1n ltnS.
Qed.
Lemma all_come N n d z H G s r k : fits N n d z H G s r -> (0 < k <= N)%N -> mat n d (foldl (after d z H G s r) (H k) (order N n)) = mat n d (G k).
Proof.
move=> fit k_N; apply: mat_ext => i j i_n _; rewrite /= foldl_rows.
by apply: (row_comes (p := (k, i)) fit) => //; [exact: mem_rows_of | right; split=> //; exact: mem_rows_of].
Qed.
End Network.

(* --- The quantifiers that both statements have ------------------------------------------------------------------------------------------------ *)
Notation tables_l := [:: is_contextual_d; values_under_d; is_table_d; distinct_d; dot_d; is_matrix_d; is_vector_d].
Notation read_out_l := [:: read_out_d; distance_d; departure_d; placement_d; half_gap_d; pairs_d; values_under_d; zeros_d; transpose_d; dot_d; is_rectangular_d].
Section Statements.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (z : nat -> F) (A G H : nat -> nat -> nat -> F) (N m n d k i : nat) (p : nat * nat) (s r x y : F) (g : formula).

Lemma says_for_tables defs g : provides tables_l defs ->
  (forall m n d A z G, (0 < m)%N -> (0 < n)%N -> (0 < d)%N -> uniq [seq value_of d z A p | p <- rows_of ((m + 1) ^ (n * d)) n] ->
    let N := ((m + 1) ^ (n * d))%N in
    Says fs (call fs defs) true [:: ("f", table N n d G); ("z", vec d z); ("h", table N n d A); ("d", Num d%:R); ("n", Num n%:R); ("m", Num m%:R)]%string g) ->
  Says fs (call fs defs) true [::] (Forall "m" (Naturals (Number (BinNums.Npos BinNums.xH))) None (Forall "n" (Naturals (Number (BinNums.Npos BinNums.xH))) None
    (Forall "d" (Naturals (Number (BinNums.Npos BinNums.xH))) None
      (Forall "h" Values (Some (Call "is_table" [:: Name "h"; Name "m"; Name "n"; Name "d"]))
        (Forall "z" (Vectors (Name "d") None) (Some (Call "is_contextual" [:: Name "h"; Name "z"]))
          (Forall "f" Values (Some (Call "is_table" [:: Name "f"; Name "m"; Name "n"; Name "d"])) g))))))%string.
Proof.
move=> W body; meaning_for_all => m m_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
have Wt : provides [:: is_table_d; is_matrix_d; is_vector_d] defs by provided.
apply: says_for_values => [v|v is_h]; first by any_named W.
have is_hc : call fs defs "is_table" [:: v; Num m%:R; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_h _.
have [A vE] := is_table_true Wt is_hc; subst v; set N := ((m + 1) ^ (n * d))%N.
refine (says_forall (P := fun z : nat -> S => uniq [seq value_of d z A p | p <- rows_of N n]) _ _ _); [domain_of | | ].
  move=> z _; cbn [condition_is]; refine (y_call (vs := [:: table N n d A; vec d z]) _ _ _); [values | reflexivity | ].
  enter_named; refine (y_call (vs := [:: List (map (@Num S) [seq value_of d z A p | p <- rows_of N n])]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_nil _ _ _)).
    by refine (y_call (vs := [:: table N n d A; vec d z]) _ _ _); [values | reflexivity | apply: call_values_under; provided].
  by apply: (calls_grids.call_distinct_list floor_int); provided.
move=> z _ uniq_l; apply: says_for_values => [v|v is_f]; first by any_named W.
have is_fc : call fs defs "is_table" [:: v; Num m%:R; Num n%:R; Num d%:R] = Value (Bool true) by apply: true_named_call is_f _.
by have [G vE] := is_table_true Wt is_fc; subst v; exact: body.
Qed.

(* A vector under which there are two values at least is not 0. *)
Lemma square_gt0 N n d z A : (1 < N * n)%N -> uniq [seq value_of d z A p | p <- rows_of N n] -> 0 < \sum_(j <- iota 1 d) z j * z j.
Proof.
move=> many uniq_l; rewrite lt_neqAle; apply/andP; split; last by apply: sumr_ge0 => j _; exact: sqr_ge0.
apply/negP => /eqP zz0; have z0 j : j \in iota 1 d -> z j = 0.
  move=> j_in; apply/eqP; rewrite -sqrf_eq0; apply/eqP/le_anti; rewrite sqr_ge0 andbT zz0 (bigD1_seq j) ?iota_uniq //= ler_addl.
  by apply: sumr_ge0 => i _; exact: sqr_ge0.
have zero p : value_of d z A p = 0 by apply: big1_seq => j /andP[_ j_in]; rewrite z0 // mulr0.
move: uniq_l; rewrite (eq_map zero) -(size_rows N n) in many *; case: (rows_of N n) many => [|p [|p' l]] //=.
by rewrite inE eqxx.
Qed.
(* The construction's numbers s and r, and that its blocks read out. *)
Lemma call_read_out defs N n d z A G : provides read_out_l defs -> (1 < N * n)%N -> uniq [seq value_of d z A p | p <- rows_of N n] ->
  exists s r, [/\ call fs defs "read_out" [:: table N n d A; table N n d G; vec d z] = Value (blocks N n d z A G s r), 0 < r &
    forall k, (0 < k <= N)%N -> mat n d (foldl (after d z A G s r) (A k) (order N n)) = mat n d (G k)].
Proof.
move=> W many uniq_l; have zz_gt0 := square_gt0 many uniq_l; have N_gt0 : (0 < N)%N by case: (N) many.
have [e found We] := provides_find W.
have [|s [distance_c far]] := @call_distance S e N n d z A G _ (ltnW many) zz_gt0; first by provided.
have [|r [gap_c /andP[r_gt0 r_half] apart]] := @call_half_gap S e N n d z A _ many uniq_l; first by provided.
exists s, r; split=> //; last by move=> k k_N; apply: all_come => //; split.
refine (call_yields found _ _); [reflexivity | open_body]; apply: (y_let (v := Num s)).
  by refine (y_call (vs := [:: table N n d A; table N n d G; vec d z]) _ _ _); [values | reflexivity | exact: distance_c].
have -> : blocks N n d z A G s r = List ([:: leave d z s] ++ [seq place_block d z A G s r p | p <- rows_of N n]) by rewrite /blocks /= -map_comp.
apply: y_concatenate.
  refine (y_list _); refine (all_cons _ (all_nil _ _ _)).
  by refine (y_call (vs := [:: Num s; vec d z]) _ _ _); [values | reflexivity | apply: call_departure; provided].
apply: (y_list_over (h := change d A G) (l := rows_of N n)).
  by refine (y_call (vs := [:: table N n d A; table N n d G]) _ _ _); [values | reflexivity | apply: call_pairs => //; provided].
move=> p _; refine (y_call (vs := [:: change d A G p; Num s; vec d z; Num r]) _ _ _); [ | reflexivity | by apply: call_placement; provided].
refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); [by value | by value | by value | ].
by refine (y_call (vs := [:: table N n d A; vec d z]) _ _ _); [values | reflexivity | exact: gap_c].
Qed.
Lemma blocks_read_out defs N n d z A G s r : provides [:: reads_out_d & network_l] defs -> (0 < d)%N -> 0 < r ->
  (forall k, (0 < k <= N)%N -> mat n d (foldl (after d z A G s r) (A k) (order N n)) = mat n d (G k)) ->
  call fs defs "reads_out" [:: blocks N n d z A G s r; table N n d A; table N n d G] = Value (Bool true).
Proof.
move=> W d_gt0 r_gt0 come; enter; apply: (y_all_true (h := fun k => Num k%:R) (l := iota 1 N)).
  by apply: (y_from_1 floor_int (n := N)); [value | apply: (y_len (h := fun k => mat n d (A k))); value | ].
move=> k /in_from_1 k_N; have Wn : provides network_l earlier by provided.
apply: (y_same_mat (A := G k) (B := G k)) => [||//]; last by apply: (y_at floor_int (n := N) (i := k) (h := fun k => mat n d (G k))); [value | value | | | ].
rewrite -(come k k_N); refine (y_call (vs := [:: mat n d (A k); blocks N n d z A G s r; Symb "uniform"%string]) _ _ _); [ | reflexivity | exact: call_blocks].
refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
by apply: (y_at floor_int (n := N) (i := k) (h := fun k => mat n d (A k))); [value | value | | | ].
Qed.
Lemma many_rows m n d : (0 < m)%N -> (0 < n)%N -> (0 < d)%N -> (1 < (m + 1) ^ (n * d) * n)%N.
Proof.
move=> m_gt0 n_gt0 d_gt0; apply: (@leq_trans ((m + 1) ^ (n * d))); last by rewrite leq_pmulr.
by rewrite -(expn0 (m + 1)) ltn_exp2l ?muln_gt0 ?n_gt0 // addn1 ltnS.
Qed.
End Statements.

(* attest: urpe.lemma-11 finding_one_block_more_than_values sha256:91e1e2c968f4d102f0ff05fd9b00cea101bf8cf72370f6cfb015db8d87ae606d theorem:one_block_more_than_values *)
Theorem one_block_more_than_values : Holds statements_urpe_lemma_11.finding_one_block_more_than_values.
Proof.
opening S W; apply: says_for_tables => [|m n d A z G m_gt0 n_gt0 d_gt0 uniq_l N]; first by provided.
have [|s [r [read_c r_gt0 come]]] := @call_read_out S defs N n d z A G _ (many_rows m_gt0 n_gt0 d_gt0) uniq_l; first by provided.
refine (says_expression (p := true) _ _); [ | reflexivity]; apply: (y_let (v := blocks N n d z A G s r)).
  by refine (y_call (vs := [:: table N n d A; table N n d G; vec d z]) _ _ _); [values | reflexivity | exact: read_c].
apply: calls_attention.true_and_true.
  by refine (y_call (vs := [:: blocks N n d z A G s r; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R]) _ _ _); [values | reflexivity | apply: blocks_meet => //; provided].
apply: calls_attention.true_and_true.
  have len_y env : lookup "blocks"%string env = Some (blocks N n d z A G s r) -> yields (functions_of S) defs env (Call "len" [:: Name "blocks"%string]) (Num (n * N + 1)%:R).
    move=> here; have -> : (n * N + 1)%N = size [seq block d z A G s r o | o <- order N n] by rewrite size_map /= size_map size_rows mulnC addn1.
    by apply: y_length; exact: y_name.
  apply: (y_compare (v := Num (n * N + 1)%:R) (w := Num (n * N + 1)%:R)); [exact: len_y | | by rewrite /compare /= eqxx].
  rewrite natrD natrM; apply: y_add; last by value.
  apply: y_multiply; first by value.
  by rewrite natrX natrD; apply: (y_power (@floor_integer S) (y := n%:R * d%:R)); [value | value | rewrite natrM].
by apply: y_and1; refine (y_call (vs := [:: blocks N n d z A G s r; table N n d A; table N n d G]) _ _ _); [values | reflexivity | apply: blocks_read_out => //; provided].
Qed.

(* attest: urpe.lemma-11 printed sha256:8b6d6ea08fb2568d017cf7f4061112700255a6d5d0014c1fac38f5a8c7fd7e3e theorem:reading_out *)
Theorem reading_out : Holds statements_urpe_lemma_11.printed.
Proof.
opening S W; apply: says_for_tables => [|m n d A z G m_gt0 n_gt0 d_gt0 uniq_l N]; first by provided.
have [|s [r [_ r_gt0 come]]] := @call_read_out S read_out_l N n d z A G _ (many_rows m_gt0 n_gt0 d_gt0) uniq_l; first exact: provides_own.
apply: (says_exists_value (w := blocks N n d z A G s r)); [by move=> v; any_named W | exact: blocks_value | | ].
  by refine (y_call (vs := [:: blocks N n d z A G s r; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R]) _ _ _); [values | reflexivity | apply: blocks_meet => //; provided].
refine (says_expression (p := true) _ _); [ | reflexivity].
by refine (y_call (vs := [:: blocks N n d z A G s r; table N n d A; table N n d G]) _ _ _); [values | reflexivity | apply: blocks_read_out => //; provided].
Qed.
