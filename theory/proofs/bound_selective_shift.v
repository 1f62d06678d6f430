(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 6, repaired: with c on the side of the query one modified block is the selective shift, away from the ends exactly; the first
   rule for ties serves too. As the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_families calls_modified_blocks.
From attest Require bound_confused.
From attest Require Import statements_urpe_lemma_6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions repaired) f) (only parsing).
Definition selective_shift_d := Eval compute in the "selective_shift".
Definition selective_shift_with_ends_d := Eval compute in the "selective_shift_with_ends".
Definition shift_head_d := Eval compute in the "shift_head".
Definition shift_block_d := Eval compute in the "shift_block".
Definition times_d := Eval compute in the "times".
Definition off_the_ends_d := Eval compute in the "off_the_ends".
Notation block_l := [:: modified_block_d; modified_ffn_d; phi_at_d; phi_piece_d; modified_attention_d; hard_head_d; hard_attention_d; hard_scores_d; hardmax_by_d; outer_d;
  matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d].

Section Shift.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (f s z : nat -> F) (A X : nat -> nat -> F) (n d i j : nat) (t : string) (a b c : F).

(* --- The greatest and the least ------------------------------------------------------------------------------------------------------------ *)
Definition down n f : F := foldl Num.min (f 1%N) [seq f i | i <- iota 2 n.-1].
Lemma down_of (x : F) (l : seq F) : foldl Num.min x l = - foldl Num.max (- x) [seq - y | y <- l].
Proof. by elim: l x => [|y l IH] x /=; rewrite ?opprK // IH oppr_min. Qed.
Lemma downE n f : down n f = - top n (fun i => - f i).
Proof. by rewrite /down down_of -map_comp. Qed.
Lemma down_le n f i : (0 < i <= n)%N -> down n f <= f i.
Proof. by move=> i_n; rewrite downE ler_oppl; exact: (le_top (fun i => - f i) i_n). Qed.
Lemma down_in n f : (0 < n)%N -> exists2 i, (0 < i <= n)%N & down n f = f i.
Proof. by move=> n_gt0; have [i i_n fE] := top_in (fun i => - f i) n_gt0; exists i; rewrite // downE fE opprK. Qed.
Definition mean n s : F := (\sum_(i <- iota 1 n) s i) / n%:R.

(* --- What a head with threshold c shows of s ------------------------------------------------------------------------------------------------- *)
Definition fair t : Prop := t = "uniform"%string \/ t = "first"%string.
Lemma dot_by t n f s (v : F) : fair t -> (0 < n)%N -> (forall j, (0 < j <= n)%N -> f j = top n f -> s j = v) -> \sum_(j <- iota 1 n) hard_by t n f j * s j = v.
Proof. by case=> ->; [exact: hard_dot | exact: hard_by_first]. Qed.
Definition view t n s c i : F := \sum_(j <- iota 1 n) hard_by t n (scores_by "query" c s i) j * s j.
Lemma view_off t n s c i : fair t -> (0 < n)%N -> s i != c -> view t n s c i = if c < s i then top n s else down n s.
Proof.
move=> fair_t n_gt0 s_c; apply: dot_by => // j j_n topE; rewrite /scores_by /= in topE.
have all_le k : (0 < k <= n)%N -> (s i - c) * s k <= (s i - c) * s j by move=> k_n; rewrite topE; exact: (le_top (scores_by "query" c s i) k_n).
have [above|below|sE] := ltgtP c (s i); last by rewrite sE eqxx in s_c.
  have [k k_n topK] := top_in s n_gt0; apply/le_anti; rewrite le_top //= topK.
  by have := all_le k k_n; rewrite ler_pmul2l ?subr_gt0.
have [k k_n downK] := down_in s n_gt0; apply/le_anti; rewrite down_le // andbT downK.
by have := all_le k k_n; rewrite ler_nmul2l ?subr_lt0.
Qed.
Lemma view_tie n s c i : (0 < n)%N -> s i = c -> view "uniform" n s c i = mean n s.
Proof.
move=> n_gt0 sE; have zero k : scores_by "query" c s i k = 0 by rewrite /scores_by /= sE subrr mul0r.
have topE : top n (scores_by "query" c s i) = 0 by have [k _ ->] := top_in (scores_by "query" c s i) n_gt0.
have tiesE : ties n (scores_by "query" c s i) = n.
  by rewrite /ties (eq_count (a2 := predT)) ?count_predT ?size_iota // => k; rewrite zero topE eqxx.
rewrite /view /mean mulr_suml; apply: eq_bigr => j _.
by rewrite /hard_by /= zero topE eqxx tiesE mul1r mulrC.
Qed.

(* --- The block ------------------------------------------------------------------------------------------------------------------------------- *)
Definition first_column a (_ j : nat) : F := if j%:R == 1%:R :> F then a else 0%:R.
Definition shift_head d z c a : value F :=
  Rec [:: ("u", vec d z); ("c", Num c); ("shift", Symb "query"); ("WV", mat d 1 (fun i _ => z i)); ("WO", mat 1 d (first_column a))]%string.
Definition no_phi : value F := phi_value [::] [:: 0%:R] [:: 0%:R] [::].
Definition shift_block d z a b c : value F :=
  Rec [:: ("heads", List [:: shift_head d z b a; shift_head d z c (- a)]); ("W1", mat d 1 (fun _ _ => 0)); ("W2", mat 1 d (fun _ _ => 0)); ("phi", no_phi)]%string.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  end.
Lemma call_shift_head defs d z c a : provides [:: shift_head_d; transpose_d; is_rectangular_d] defs ->
  call fs defs "shift_head" [:: vec d z; Num c; Num a] = Value (shift_head d z c a).
Proof.
move=> P; have one : (0 < 1)%N by []; enter; apply: y_record; do 3!(apply: fields_cons; first by value).
apply: fields_cons; last by apply: fields_cons; [value | exact: fields_nil].
refine (y_call (vs := [:: mat 1 d (fun _ => z)]) _ _ _); [ | reflexivity | by rewrite (call_transpose floor_int) //; provided].
by refine (all_cons _ (all_nil _ _ _)); apply: yields_eq; [value | ].
Qed.
Lemma call_shift_block defs d z a b c : provides [:: shift_block_d; shift_head_d; zeros_d; transpose_d; is_rectangular_d] defs ->
  call fs defs "shift_block" [:: vec d z; Num a; Num b; Num c] = Value (shift_block d z a b c).
Proof.
move=> P; enter; apply: y_record.
have head_y env e x y : lookup "z"%string env = Some (vec d z) -> yields fs earlier env e (Num x) -> forall e', yields fs earlier env e' (Num y) ->
    yields fs earlier env (Call "shift_head" [:: Name "z"; e; e']) (shift_head d z x y).
  move=> z_in ye e' ye'; refine (y_call _ _ _); [exact: all_cons (y_name _ _ z_in) (all_cons ye (all_cons ye' (all_nil _ _ _))) | reflexivity | apply: call_shift_head; provided].
apply: fields_cons.
  by apply: y_list; refine (all_cons _ (all_cons _ (all_nil _ _ _))); apply: head_y => //; value.
apply: fields_cons; first by refine (y_call (vs := [:: Num d%:R; Num 1%:R]) _ _ _); [values | reflexivity | apply: call_zeros; provided].
apply: fields_cons; first by refine (y_call (vs := [:: Num 1%:R; Num d%:R]) _ _ _); [values | reflexivity | apply: call_zeros; provided].
by apply: fields_cons; [apply: yields_eq; [value | ] | exact: fields_nil].
Qed.
Lemma no_phi_is : phi_is no_phi (fun=> 0).
Proof.
move=> defs x P; enter; apply: (y_let (v := Num 0%:R)).
  by apply: (y_count (h := fun p : F => Num p) (l := [::]) (p := xpredT)); [value | ].
apply: y_no.
  apply: (y_and (p := false) (q := true)); last by [].
  by apply: yields_eq; [apply: y_compare; [value | apply: y_length; value | reflexivity] | rewrite /= ltxx].
apply: yields_eq; first refine (y_call (vs := [:: no_phi; Num 1%:R; Num x]) _ _ _); [ | reflexivity | by apply: (@call_phi_piece S _ [::] [:: 0%:R] [:: 0%:R] [::] 1); [provided | | ] | ].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | apply: yields_eq; [value | rewrite add0r] | value].
by rewrite /piece_at /= mul0r addr0.
Qed.
Definition head_adds t n d z X c a : nat -> nat -> F := hard_headed n d 1 (fun i => hard_by t n (scores_by "query" c (along d X z) i)) (fun i _ => z i) (first_column a) X.
Definition shifted t n d z a b c X i j : F := X i j + head_adds t n d z X b a i j + head_adds t n d z X c (- a) i j + 0 * 0.
Lemma call_shifted defs t n d z a b c X : provides block_l defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "modified_block" [:: mat n d X; shift_block d z a b c; Symb t] = Value (mat n d (shifted t n d z a b c X)).
Proof.
move=> P n_gt0 d_gt0; enter; pose Y i j := X i j + head_adds t n d z X b a i j + head_adds t n d z X c (- a) i j.
refine (y_call (vs := [:: mat n d Y; shift_block d z a b c]) _ _ _); [ | reflexivity | ]; last first.
  by apply: (@call_modified_ffn S _ (shift_block d z a b c) n d _ _ _ _ Y _ d_gt0 erefl erefl erefl no_phi_is); provided.
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
refine (y_call (vs := [:: mat n d X; List [seq shift_head d z p.1 p.2 | p <- [:: (b, a); (c, - a)]]; Symb t]) _ _ _); [by values | reflexivity | enter_named].
apply: (@y_fold F fs _ _ _ (fun p : F * F => shift_head d z p.1 p.2) (fun X => mat n d X) (fun Y p i j => Y i j + head_adds t n d z X p.1 p.2 i j) _ _ _ _ _ _ X [:: (b, a); (c, - a)]); [by value | by value | move=> Z p _].
refine (y_call (vs := [:: mat n d Z; mat n d (head_adds t n d z X p.1 p.2)]) _ _ _); [ | reflexivity | by apply: (call_matadd floor_int); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
by refine (y_call _ _ _); [by values | reflexivity | apply: call_hard_head => //; provided].
Qed.
Lemma head_addsE t n d z X c a i j : head_adds t n d z X c a i j = view t n (along d X z) c i * first_column a 1 j.
Proof.
rewrite /head_adds /hard_headed {1}/product big_seq1; congr (_ * _); rewrite /product /view.
rewrite [LHS](eq_bigr (fun q => \sum_(p <- iota 1 n) hard_by t n (scores_by "query" c (along d X z) i) p * (X p q * z q))) => [|q _].
  by rewrite exchange_big /=; apply: eq_bigr => p _; rewrite -mulr_sumr.
by rewrite mulr_suml; apply: eq_bigr => p _; rewrite mulrA.
Qed.
Lemma shiftedE t n d z a b c X i j : shifted t n d z a b c X i j =
  X i j + (if j%:R == 1%:R :> F then a * (view t n (along d X z) b i - view t n (along d X z) c i) else 0).
Proof.
rewrite /shifted mul0r addr0 -addrA !head_addsE /first_column; congr (_ + _); case: ifP => _; last by rewrite !mulr0 addr0.
by rewrite mulrN -mulrBl mulrC.
Qed.

(* --- Psi --------------------------------------------------------------------------------------------------------------------------------------- *)
Definition psi n s b c i j : F := if (j%:R == 1%:R :> F) && ((b < s i) && (s i < c)) then top n s - down n s else 0%:R.
Definition psi_with_ends n s b c i j : F :=
  if (1%:R : F) < j%:R then 0%:R else if (b < s i) && (s i < c) then top n s - down n s
  else if s i == b then mean n s - down n s else if s i == c then top n s - mean n s else 0%:R.
Lemma call_psi defs n d z b c X : provides [:: selective_shift_d; apply_d; dot_d] defs -> (0 < n)%N ->
  call fs defs "selective_shift" [:: mat n d X; vec d z; Num b; Num c] = Value (mat n d (psi n (along d X z) b c)).
Proof.
move=> P n_gt0; enter; apply: (y_let (v := vec n (along d X z))).
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
apply: y_list_over; [by value | move=> i i_n]; apply: y_list_over; [by value | move=> j j_n].
apply: y_if_number; [by value | move=> _ | by move=> _; value].
by apply: y_subtract; [apply: (y_top n_gt0); value | apply: (bound_confused.y_least n_gt0); value].
Qed.
Lemma call_psi_with_ends defs n d z b c X : provides [:: selective_shift_with_ends_d; apply_d; dot_d] defs -> (0 < n)%N ->
  call fs defs "selective_shift_with_ends" [:: mat n d X; vec d z; Num b; Num c] = Value (mat n d (psi_with_ends n (along d X z) b c)).
Proof.
move=> P n_gt0; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; apply: (y_let (v := vec n (along d X z))).
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
apply: (y_let (v := Num (mean n (along d X z)))); first by apply: y_divide; [value | value | ].
have most_y env : lookup "s"%string env = Some (vec n (along d X z)) -> yields fs earlier env (Call "max" [:: Name "s"]) (Num (top n (along d X z))).
  by move=> s_in; apply: (y_top n_gt0); exact: y_name.
have least_y env : lookup "s"%string env = Some (vec n (along d X z)) -> yields fs earlier env (Call "min" [:: Name "s"]) (Num (down n (along d X z))).
  by move=> s_in; apply: (bound_confused.y_least n_gt0); exact: y_name.
apply: y_list_over; [by value | move=> i i_n]; apply: y_list_over; [by value | move=> j j_n].
apply: y_if_number; [by value | by move=> _; value | move=> _].
apply: y_if_number; [by value | by move=> _; apply: y_subtract; [exact: most_y | exact: least_y] | move=> _].
apply: y_if_number; [by value | by move=> _; apply: y_subtract; [value | exact: least_y] | move=> _].
by apply: y_if_number; [value | by move=> _; apply: y_subtract; [exact: most_y | value] | move=> _; value].
Qed.
Lemma call_times defs a n d X : provides [:: times_d] defs -> call fs defs "times" [:: Num a; mat n d X] = Value (mat n d (fun i j => a * X i j)).
Proof. by move=> P; enter; value. Qed.
Definition off n s b c : bool := all (fun i => (s i != b) && (s i != c)) (iota 1 n).
Lemma call_off_the_ends defs n d z b c X : provides [:: off_the_ends_d; apply_d; dot_d] defs ->
  call fs defs "off_the_ends" [:: mat n d X; vec d z; Num b; Num c] = Value (Bool (off n (along d X z) b c)).
Proof.
move=> P; enter; apply: (y_all (h := fun i => Num (along d X z i)) (l := iota 1 n)); last by move=> i _; value.
by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
Qed.

Lemma shift_off t n d z a b c X i j : fair t -> b < c -> (0 < i <= n)%N -> off n (along d X z) b c ->
  shifted t n d z a b c X i j = X i j + a * psi n (along d X z) b c i j.
Proof.
move=> fair_t b_c i_n /allP/(_ i); rewrite mem_iota add1n ltnS i_n => /(_ isT)/andP[s_b s_c].
have n_gt0 : (0 < n)%N by case/andP: i_n => i_gt0; exact: leq_trans.
rewrite shiftedE /psi; congr (_ + _); case: ifP => _ /=; last by rewrite mulr0.
rewrite !view_off //; set s := along d X z i in s_b s_c *; case: (ltgtP b s) s_b => //= [b_s|s_lt_b] _.
  by case: (ltgtP s c) s_c => //= _ _; rewrite ?subrr ?mulr0.
by rewrite [c < s]lt_gtF ?(lt_trans s_lt_b) // subrr.
Qed.
Lemma shift_everywhere n d z a b c X i j : b < c -> (0 < i <= n)%N -> (0 < j <= d)%N ->
  shifted "uniform" n d z a b c X i j = X i j + a * psi_with_ends n (along d X z) b c i j.
Proof.
move=> b_c i_n /andP[j_gt0 _]; have n_gt0 : (0 < n)%N by case/andP: i_n => i_gt0; exact: leq_trans.
have fair_u : fair "uniform" by left.
rewrite shiftedE /psi_with_ends eqr_nat ltr_nat; congr (_ + _); case: (ltngtP j 1%N) => [|_|_]; [by rewrite ltnNge j_gt0 | by rewrite mulr0 | congr (_ * _)].
set s := along d X z; have [s_b|s_b] := eqVneq (s i) b.
  by rewrite view_tie // view_off // s_b ?lt_eqF // ltxx (lt_gtF b_c).
have [s_c|s_c] := eqVneq (s i) c.
  by rewrite [view _ _ _ c i]view_tie // view_off // s_c b_c ltxx.
rewrite !view_off //; case: (ltgtP b (s i)) s_b => //= [b_s|s_lt_b] _.
  by case: (ltgtP (s i) c) s_c => //= _ _; rewrite subrr.
by rewrite [c < s i]lt_gtF ?(lt_trans s_lt_b) // subrr.
Qed.
Lemma shift_block_meets defs d z a b c : provides [:: is_modified_block_d; is_modified_head_d; is_phi_d; phi_pieces_d; phi_piece_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_modified_block" [:: shift_block d z a b c; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R] = Value (Bool true).
Proof.
move=> P; enter; apply: true_and_true; first by value.
apply: true_and_true; first by apply: yields_eq; [apply: y_compare; [apply: y_length; value | value | reflexivity] | congr Bool; rewrite /= ler_nat].
apply: true_and_true.
  apply: (y_all_true (h := fun p : F * F => shift_head d z p.1 p.2) (l := [:: (b, a); (c, - a)])); [by value | move=> p _].
  refine (y_call _ _ _); [by values | reflexivity | enter].
  apply: true_and_true; first by value.
  apply: true_and_true; first by value.
  apply: true_and_true.
    apply: yields_eq; first by apply: y_or; [exact: (y_symbol (h := shift_head d z p.1 p.2) (t := "query")) | move=> _; apply: y_or1; exact: (y_symbol (h := shift_head d z p.1 p.2) (t := "query"))].
    by [].
  by apply: true_and_true; [value | apply: y_and1; value].
apply: true_and_true; first by value.
apply: true_and_true; first by value.
by apply: y_and1; refine (y_call _ _ _); [by values | reflexivity | apply: call_is_phi => //; provided].
Qed.
End Shift.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "shift_block" _ = _ => found_call call_shift_block
  | |- call _ _ "modified_block" _ = _ => found_call call_shifted
  | |- call _ _ "selective_shift" _ = _ => found_call call_psi
  | |- call _ _ "selective_shift_with_ends" _ = _ => found_call call_psi_with_ends
  | |- call _ _ "times" _ = _ => found_call call_times
  | |- call _ _ "off_the_ends" _ = _ => found_call call_off_the_ends
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "is_modified_block" _ = _ => found_call shift_block_meets
  end.

(* attest: urpe.lemma-6 repaired sha256:fae4952ea4d8c4e6f81c745ff4683cf16e7a27ac5990b653730f34e88965895f theorem:selective_shift *)
Theorem selective_shift : Holds repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => z _ _; meaning_for_all => a _ _; meaning_for_all => b _ _.
meaning_for_all => c _ b_c; meaning_for_all => X _ _.
meaning_parts; refine (says_expression (p := true) _ _); try reflexivity.
- by value.
- apply: (@y_same_mat S _ _ _ _ n d (shifted "uniform" n d z a b c X) (fun i j => X i j + a * psi_with_ends n (along d X z) b c i j)); [by value | by value | ].
  by move=> i j i_n j_d; exact: shift_everywhere.
case off_X : (off n (along d X z) b c); last first.
  by apply: calls_constant_network.y_or_first; apply: yields_eq; [value | rewrite off_X].
apply: (y_or (p := false) (q := true)) => [|_]; first by apply: yields_eq; [value | rewrite off_X].
apply: y_or1; apply: (@y_same_mat S _ _ _ _ n d (shifted "uniform" n d z a b c X) (fun i j => X i j + a * psi n (along d X z) b c i j)); [by value | by value | ].
by move=> i j i_n _; apply: shift_off => //; left.
Qed.

(* attest: urpe.lemma-6 finding_the_first_rule_serves_too sha256:9b9088285aac1546f2c9f73c36333f02432c0a15e34bfbae5f53bd2ef48ca145 theorem:first_rule_serves_too *)
Theorem first_rule_serves_too : Holds finding_the_first_rule_serves_too.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => z _ _; meaning_for_all => a _ _; meaning_for_all => b _ _.
meaning_for_all => c _ b_c; meaning_for_all => X _ off_X.
refine (says_expression (p := true) _ _); last reflexivity.
apply: (@y_same_mat S _ _ _ _ n d (shifted "first" n d z a b c X) (fun i j => X i j + a * psi n (along d X z) b c i j)); [by value | by value | ].
by move=> i j i_n _; apply: shift_off => //; right.
Qed.
