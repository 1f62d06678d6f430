(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of modified_blocks.stm give: hardmax under each rule for ties, heads of Definition 5, blocks and networks of these. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_families calls_constant_network.
From attest Require statements_urpe_lemma_6 statements_urpe_lemma_7.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_7.printed) f) (only parsing).
Definition hardmax_by_d := Eval compute in the "hardmax".
Definition hard_scores_d := Eval compute in the "hard_scores".
Definition hard_attention_d := Eval compute in the "hard_attention".
Definition hard_head_d := Eval compute in the "hard_head".
Definition modified_attention_d := Eval compute in the "modified_attention".
Definition phi_piece_d := Eval compute in the "phi_piece".
Definition phi_at_d := Eval compute in the "phi_at".
Definition modified_ffn_d := Eval compute in the "modified_ffn".
Definition modified_block_d := Eval compute in the "modified_block".
Definition modified_network_d := Eval compute in the "modified_network".
Definition phi_pieces_d := Eval compute in the "phi_pieces".
Definition is_phi_d := Eval compute in the "is_phi".
Definition is_modified_head_d := Eval compute in the "is_modified_head".
Definition is_modified_block_d := Eval compute in the "is_modified_block".
Definition is_modified_network_d := Eval compute in the "is_modified_network".
Notation hard_l := [:: hardmax_by_d; outer_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d].

Section Rules.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (f g s u : nat -> F) (A O V X Y : nat -> nat -> F) (n d k i j r : nat) (h v w B : value F) (t : string) (c : F).

(* --- Hardmax ---------------------------------------------------------------------------------------------------------------------------- *)
Definition hard_by t n f j : F :=
  if String.eqb t "first" then (if (f j == top n f) && all (fun i => f i < top n f) (iota 1 j.-1) then 1%:R else 0%:R)
  else if f j == top n f then (if String.eqb t "all" then 1%:R else 1%:R / (ties n f)%:R) else 0%:R.
Lemma hard_by_uniform n f j : hard_by "uniform" n f j = hard n f j.
Proof. by []. Qed.
Lemma call_hardmax_by defs t n f : provides [:: hardmax_by_d] defs -> (0 < n)%N -> call fs defs "hardmax" [:: vec n f; Symb t] = Value (vec n (hard_by t n f)).
Proof.
move=> P n_gt0; have neq0 := ties_neq0 f n_gt0; enter; apply: (y_let (v := Num (top n f))); first by apply: (y_top n_gt0); value.
apply: (y_let (v := Num (ties n f)%:R)); first by refine (y_count _ _); [value | intros ? ?; value].
set env := _ :: _; have rule_y env' (u : string) : lookup "ties"%string env' = Some (Symb t) -> yields fs earlier env' (Chain (Name "ties") [:: (Equal, Sym u)]) (Bool (String.eqb t u)).
  by move=> t_in; apply: y_compare; [exact: (y_name _ _ t_in) | value | ].
rewrite /hard_by; case E : (String.eqb t "first").
  apply: y_yes; first by have := rule_y env "first"%string erefl; rewrite E.
  apply: y_list_over; [by value | move=> j /in_from_1 j_n; have [j_gt0 _] := andP j_n].
  apply: y_if_number; [ | by move=> _; value | by move=> _; value].
  apply: y_and; [by value | move=> _; apply: y_and1; apply: (y_all (h := fun i : nat => Num i%:R) (l := iota 1 j.-1))].
    by apply: (y_from_1 floor_int); [value | value | exact: one_less].
  move=> i /in_from_1/andP[i_gt0 i_j]; have i_n : (0 < i <= n)%N by rewrite i_gt0 (leq_trans i_j) // (leq_trans (leq_pred _)) //; case/andP: j_n.
  by value.
apply: y_no; first by have := rule_y env "first"%string erefl; rewrite E.
apply: y_list_over; [by value | move=> j _; apply: y_if_number; [by value | move=> _ | by move=> _; value]].
apply: y_if_number; [exact: rule_y | by move=> _; value | move=> _].
by apply: y_divide; [value | value | ].
Qed.
(* Hardmax looks at the order of the scores alone. *)
Lemma hard_by_ext t n f g j : (forall i k, (0 < i <= n)%N -> (0 < k <= n)%N -> (f i <= f k) = (g i <= g k)) -> (0 < j <= n)%N -> hard_by t n f j = hard_by t n g j.
Proof.
move=> fg j_n; have n_gt0 : (0 < n)%N by case/andP: j_n => j_gt0; exact: leq_trans.
have topE i : (0 < i <= n)%N -> (f i == top n f) = (g i == top n g).
  move=> i_n; have [k k_n fk] := top_in f n_gt0; have [l l_n gl] := top_in g n_gt0.
  rewrite !eq_le !le_top // fk gl fg //=; apply/idP/idP => [k_i | l_i].
    by apply: le_trans k_i; rewrite -fg // -fk le_top.
  by apply: le_trans l_i; rewrite -gl le_top.
have sameE : ties n f = ties n g by apply: eq_in_count => i /in_from_1 i_n; exact: topE.
have firstE : all (fun i => f i < top n f) (iota 1 j.-1) = all (fun i => g i < top n g) (iota 1 j.-1).
  apply: eq_in_all => i /in_from_1/andP[i_gt0 i_j].
  have i_n : (0 < i <= n)%N by rewrite i_gt0 (leq_trans i_j) // (leq_trans (leq_pred _)) //; case/andP: j_n.
  by rewrite !lt_neqAle !le_top // !andbT topE.
by rewrite /hard_by topE // sameE firstE.
Qed.
(* What a row of weights that sums to 1 shows, where all the largest places have the same number: under the first and the uniform rule. *)
Lemma hard_by_first n f s (y : F) : (0 < n)%N -> (forall j, (0 < j <= n)%N -> f j = top n f -> s j = y) -> \sum_(j <- iota 1 n) hard_by "first" n f j * s j = y.
Proof.
move=> n_gt0 fs_y; have [m /andP[m_gt0 m_n] fm] := top_in f n_gt0.
have some : exists j, (0 < j <= n)%N && (f j == top n f) by exists m; rewrite m_gt0 m_n fm eqxx.
case: (ex_minnP some) => k /andP[k_n /eqP fk] least_k; have /andP[k_gt0 k_le] := k_n.
have before i : (0 < i < k)%N -> f i < top n f.
  case/andP=> i_gt0 i_k; have i_n : (0 < i <= n)%N by rewrite i_gt0 (leq_trans (ltnW i_k)).
  rewrite lt_neqAle le_top // andbT; apply: contraTN i_k => fi; rewrite -leqNgt; apply: least_k.
  by rewrite i_n.
rewrite (bigD1_seq k) ?iota_uniq ?mem_iota ?add1n ?ltnS //= big1_seq => [|j /andP[j_k /in_from_1 j_n]].
  rewrite /hard_by /= fk eqxx (_ : all _ _) ?mul1r ?addr0 ?fs_y //.
  by apply/allP => i /in_from_1/andP[i_gt0 i_k]; apply: before; rewrite i_gt0 -(prednK k_gt0) ltnS.
rewrite /hard_by /=; case: eqP => [fj|_]; last by rewrite mul0r.
have k_j : (k < j)%N by rewrite ltn_neqAle eq_sym j_k; apply: least_k; rewrite j_n fj eqxx.
rewrite (negbTE (_ : ~~ all _ _)) ?mul0r //; apply/allPn; exists k; last by rewrite fk ltxx.
by rewrite mem_iota add1n k_gt0 (ltn_predK k_j).
Qed.

(* --- Heads --------------------------------------------------------------------------------------------------------------------------------- *)
Definition scores_by t c s i j : F := if String.eqb t "key" then s i * (s j - c) else (s i - c) * s j.
Inductive modified_head h d k : Prop := ModifiedHead u c t V O of field_at h "u" = Value (vec d u) & field_at h "c" = Value (Num c) & field_at h "shift" = Value (Symb t) &
  field_at h "WV" = Value (mat d k V) & field_at h "WO" = Value (mat k d O).
Lemma call_hard_scores defs h n d u c t X : provides [:: hard_scores_d; outer_d; apply_d; dot_d] defs -> field_at h "u" = Value (vec d u) ->
  field_at h "c" = Value (Num c) -> field_at h "shift" = Value (Symb t) ->
  call fs defs "hard_scores" [:: h; mat n d X] = Value (mat n n (scores_by t c (along d X u))).
Proof.
move=> P hu hc ht; enter; apply: (y_let (v := vec n (along d X u))).
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
have away_y env : lookup "s"%string env = Some (vec n (along d X u)) -> lookup "h"%string env = Some h ->
    yields fs earlier env (ListOver (Binary Subtract (Name "e") (Field (Name "h") "c")) [:: ("e"%string, Name "s")] None) (vec n (fun i => along d X u i - c)).
  move=> s_in h_in; apply: (y_list_over (h := fun i => Num (along d X u i))); first exact: y_name.
  by move=> i _; apply: y_subtract; [value | apply: y_field hc; exact: y_name].
rewrite /scores_by; case E : (String.eqb t "key").
  apply: y_yes; first by rewrite -[X in Bool X]E; apply: y_symbol ht; exact: y_name.
  refine (y_call _ _ _); [refine (all_cons _ (all_cons (away_y _ _ _) (all_nil _ _ _))) | reflexivity | apply: call_outer; provided] => //.
apply: y_no; first by rewrite -[X in Bool X]E; apply: y_symbol ht; exact: y_name.
refine (y_call _ _ _); [refine (all_cons (away_y _ _ _) (all_cons _ (all_nil _ _ _))) | reflexivity | apply: (@call_outer S _ n n (fun i => along d X u i - c)); provided] => //.
Qed.
Lemma call_hard_attention defs h n d u c t X rule : provides [:: hard_attention_d; hard_scores_d; hardmax_by_d; outer_d; apply_d; dot_d] defs -> (0 < n)%N ->
  field_at h "u" = Value (vec d u) -> field_at h "c" = Value (Num c) -> field_at h "shift" = Value (Symb t) ->
  call fs defs "hard_attention" [:: h; mat n d X; Symb rule] = Value (mat n n (fun i => hard_by rule n (scores_by t c (along d X u) i))).
Proof.
move=> P n_gt0 hu hc ht; enter; apply: (y_list_over (h := fun i => vec n (scores_by t c (along d X u) i)) (l := iota 1 n)).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_hard_scores hu hc ht; provided].
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_hardmax_by => //; provided].
Qed.
Definition hard_headed n d k A V O X : nat -> nat -> F := product k (product d (product n A X) V) O.
Lemma call_hard_head defs h n d k u c t V O X rule : provides [:: hard_head_d, hard_attention_d, hard_scores_d & hard_l] defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  field_at h "u" = Value (vec d u) -> field_at h "c" = Value (Num c) -> field_at h "shift" = Value (Symb t) -> field_at h "WV" = Value (mat d k V) -> field_at h "WO" = Value (mat k d O) ->
  call fs defs "hard_head" [:: h; mat n d X; Symb rule] = Value (mat n d (hard_headed n d k (fun i => hard_by rule n (scores_by t c (along d X u) i)) V O X)).
Proof.
move=> P n_gt0 d_gt0 k_gt0 hu hc ht hV hO; enter; have product_y p q m A A' env a b : (0 < q)%N -> yields fs earlier env a (mat p q A) -> yields fs earlier env b (mat q m A') ->
    yields fs earlier env (Call "matmul" [:: a; b]) (mat p m (product q A A')).
  by move=> q_gt0 ya yb; refine (y_call _ _ _); [exact: all_cons ya (all_cons yb (all_nil _ _ _)) | reflexivity | apply: (call_matmul floor_int) => //; provided].
refine (product_y _ _ _ _ _ _ _ _ k_gt0 _ (y_field _ hO)); last by value.
refine (product_y _ _ _ _ _ _ _ _ d_gt0 _ (y_field _ hV)); last by value.
refine (product_y _ _ _ (fun i => hard_by rule n (scores_by t c (along d X u) i)) _ _ _ _ n_gt0 _ _); last by value.
by refine (y_call _ _ _); [values | reflexivity | apply: call_hard_attention hu hc ht => //; provided].
Qed.

(* --- Feed-forward layers with one hidden unit ---------------------------------------------------------------------------------------------- *)
Definition phi_is v (phi : F -> F) : Prop := forall defs x, provides [:: phi_at_d; phi_piece_d] defs -> call fs defs "phi_at" [:: v; Num x] = Value (Num (phi x)).
Definition fed_once d (W V : nat -> nat -> F) (phi : F -> F) X i j : F := X i j + phi (product d X W i 1%N) * V 1%N j.
Lemma call_modified_ffn defs B n d W V v phi X : provides [:: modified_ffn_d; phi_at_d; phi_piece_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs -> (0 < d)%N ->
  field_at B "W1" = Value (mat d 1 W) -> field_at B "W2" = Value (mat 1 d V) -> field_at B "phi" = Value v -> phi_is v phi ->
  call fs defs "modified_ffn" [:: mat n d X; B] = Value (mat n d (fed_once d W V phi X)).
Proof.
move=> P d_gt0 hW hV hphi phiE; enter; refine (y_call (vs := [:: mat n d X; mat n d (fun i j => \sum_(l <- iota 1 1) phi (product d X W i l) * V l j)]) _ _ _); [ | reflexivity | ]; last first.
  rewrite (call_matadd floor_int); last by provided.
  by congr Value; apply: mat_ext => i j _ _; rewrite big_seq1.
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
refine (y_call _ _ _); [refine (all_cons _ (all_cons (y_field _ hV) (all_nil _ _ _))) | reflexivity | apply: (call_matmul floor_int) => //; provided]; last by value.
apply: (y_list_over (h := fun i => vec 1 (product d X W i)) (l := iota 1 n)).
  by refine (y_call _ _ _); [refine (all_cons _ (all_cons (y_field _ hW) (all_nil _ _ _))); value | reflexivity | apply: (call_matmul floor_int) => //; provided].
move=> i _; apply: (y_list_over (h := fun l => Num (product d X W i l)) (l := iota 1 1)); [by value | move=> l _].
by refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: y_field hphi; value | value] | reflexivity | apply: phiE; provided].
Qed.
(* "1..-1" *)
Lemma y_no_range defs env a b : yields fs defs env a (Num 1%:R) -> yields fs defs env b (Num (0%:R - 1%:R)) -> yields fs defs env (Binary Range a b) (List [::]).
Proof.
rewrite /yields /= => -> ->; rewrite /operate /on_integers /=.
have -> : 0%:R - 1%:R = (-1)%:~R :> F by rewrite sub0r.
by rewrite (integer_nat floor_int 1) integer_int.
Qed.

(* --- phi -------------------------------------------------------------------------------------------------------------------------------------- *)
Definition phi_value (br sl ic at_ : seq F) : value F :=
  Rec [:: ("breaks", List (map (@Num F) br)); ("slopes", List (map (@Num F) sl)); ("intercepts", List (map (@Num F) ic)); ("at", List (map (@Num F) at_))]%string.
Lemma phi_value_value br sl ic at_ : is_value (phi_value br sl ic at_).
Proof. by rewrite /= !all_map /=; do !(apply/andP; split=> //); apply/allP. Qed.
Definition piece_at (sl ic : seq F) k (x : F) : F := nth 0 sl k.-1 * x + nth 0 ic k.-1.
Definition own_piece (br sl ic at_ : seq F) k : bool :=
  (nth 0 at_ k.-1 != piece_at sl ic k (nth 0 br k.-1)) && (nth 0 at_ k.-1 != piece_at sl ic k.+1 (nth 0 br k.-1)).
Lemma y_entry_at defs env a b (l : seq F) k : yields fs defs env a (List (map (@Num F) l)) -> yields fs defs env b (Num k%:R) -> (0 < k <= size l)%N ->
  yields fs defs env (Index a b) (Num (nth 0 l k.-1)).
Proof. by case: k => // k ya yb /= k_l; exact: (y_entry floor_int ya yb). Qed.
Lemma call_phi_piece defs br sl ic at_ k x : provides [:: phi_piece_d] defs -> (0 < k <= size sl)%N -> (0 < k <= size ic)%N ->
  call fs defs "phi_piece" [:: phi_value br sl ic at_; Num k%:R; Num x] = Value (Num (piece_at sl ic k x)).
Proof.
move=> P k_sl k_ic; enter; apply: y_add; last by refine (y_entry_at _ _ k_ic); value.
by apply: y_multiply; [refine (y_entry_at _ _ k_sl); value | value].
Qed.
Lemma call_is_vector_list defs (l : seq F) n : provides [:: is_vector_d] defs -> size l = n -> call fs defs "is_vector" [:: List (map (@Num F) l); Num n%:R] = Value (Bool true).
Proof. by move=> P size_l; rewrite (vec_seq size_l) call_is_vector. Qed.
Lemma call_is_phi defs br sl ic at_ : provides [:: is_phi_d; phi_pieces_d; phi_piece_d; is_vector_d] defs ->
  size at_ = size br -> size sl = (size br).+1 -> size ic = (size br).+1 -> (forall k, (k.+1 < size br)%N -> nth 0 br k < nth 0 br k.+1) ->
  (size sl + count (own_piece br sl ic at_) (iota 1 (size br)) <= 3)%N -> call fs defs "is_phi" [:: phi_value br sl ic at_] = Value (Bool true).
Proof.
move=> P size_at size_sl size_ic increasing few; enter; set f := phi_value _ _ _ _; set env := [:: _].
have field_y e env' (s : string) (l : seq F) : lookup "f"%string env' = Some f -> field_at f s = Value (List (map (@Num F) l)) -> yields fs e env' (Field (Name "f") s) (List (map (@Num F) l)).
  by move=> f_in; apply: y_field; exact: y_name.
have len_y e env' : lookup "f"%string env' = Some f -> yields fs e env' (Call "len" [:: Field (Name "f") "breaks"])%string (Num (size br)%:R).
  by move=> f_in; rewrite -(size_map (@Num F) br); apply: y_length; exact: field_y.
have more_y : yields fs earlier env (Binary Add (Call "len" [:: Field (Name "f") "breaks"]) (Number (BinNums.Npos BinNums.xH)))%string (Num (size br).+1%:R).
  by rewrite [_.+1%:R]mulrSr; apply: y_add; [exact: len_y | value].
have vector_y (s : string) (l : seq F) a m : field_at f s = Value (List (map (@Num F) l)) -> yields fs earlier env a (Num m%:R) -> size l = m ->
    yields fs earlier env (Call "is_vector" [:: Field (Name "f") s; a])%string (Bool true).
  move=> f_s ya size_l; refine (y_call _ _ _); [exact: all_cons (field_y _ _ _ _ _ f_s) (all_cons ya (all_nil _ _ _)) | reflexivity | ].
  by apply: call_is_vector_list => //; provided.
apply: true_and_true; first by apply: vector_y (len_y _ _ _) _.
apply: true_and_true; first by apply: vector_y (len_y _ _ _) size_at.
apply: true_and_true; first by apply: vector_y more_y size_sl.
apply: true_and_true; first by apply: vector_y more_y size_ic.
apply: true_and_true.
  apply: (y_all_true (h := fun k : nat => Num k%:R) (l := iota 1 (size br).-1)).
    case: (size br) (len_y earlier env) => [|m] len_m.
      by apply: y_no_range; [value | apply: y_subtract; [exact: len_m | value]].
    by apply: (y_from_1 floor_int); [value | apply: y_subtract; [exact: len_m | value] | rewrite mulrSr addrK].
  move=> k /in_from_1/andP[k_gt0 k_m]; have k_lt : (k < size br)%N.
    by move: k_m; case: (size br) => [|m] /=; [rewrite leqn0 => /eqP k0; rewrite k0 in k_gt0 | rewrite ltnS].
  set env2 := _ :: _; have br_y : yields fs earlier env2 (Field (Name "f") "breaks") (List (map (@Num F) br)) by exact: field_y.
  have k_y : yields fs earlier env2 (Name "k") (Num k%:R) by [].
  have next_y : yields fs earlier env2 (Binary Add (Name "k") (Number (BinNums.Npos BinNums.xH))) (Num k.+1%:R) by rewrite [_.+1%:R]mulrSr; apply: y_add; [exact: k_y | value].
  apply: (y_compare (y_entry_at br_y k_y _) (y_entry_at br_y next_y _)); [by rewrite k_gt0 ltnW | exact: k_lt | rewrite /compare /=; congr Some].
  by case: k k_gt0 {k_m br_y k_y next_y} @env2 k_lt => // k _ _ /increasing.
apply: y_and1; apply: (y_compare (v := Num (size sl + count (own_piece br sl ic at_) (iota 1 (size br)))%:R) (w := Num 3%:R)); [ | by value | by rewrite /compare ler_nat few].
refine (y_call (vs := [:: f]) _ _ _); [by values | reflexivity | enter]; rewrite natrD; apply: y_add.
  by rewrite -(size_map (@Num F) sl); apply: y_length; exact: field_y.
apply: (y_count (h := fun k : nat => Num k%:R) (l := iota 1 (size br))); first by apply: (y_from_1 floor_int); [value | exact: len_y | by []].
move=> k /in_from_1 k_br; have [k_gt0 k_le] := andP k_br; set env' := _ :: _.
have k_y : yields fs earlier0 env' (Name "k") (Num k%:R) by [].
have at_y : yields fs earlier0 env' (Index (Field (Name "f") "at") (Name "k"))%string (Num (nth 0 at_ k.-1)).
  by apply: y_entry_at k_y _; [exact: field_y | rewrite size_at].
have break_y : yields fs earlier0 env' (Index (Field (Name "f") "breaks") (Name "k"))%string (Num (nth 0 br k.-1)).
  by apply: y_entry_at k_y _; [exact: field_y | ].
have k_sl : (0 < k <= size sl)%N by rewrite k_gt0 size_sl ltnW.
have k_ic : (0 < k <= size ic)%N by rewrite k_gt0 size_ic ltnW.
have piece_y i e : (0 < i <= size sl)%N -> (0 < i <= size ic)%N -> yields fs earlier0 env' e (Num i%:R) ->
    yields fs earlier0 env' (Call "phi_piece" [:: Name "f"; e; Index (Field (Name "f") "breaks") (Name "k")])%string (Num (piece_at sl ic i (nth 0 br k.-1))).
  move=> i_sl i_ic ye; refine (y_call _ _ _); [exact: all_cons (y_name _ _ (erefl : lookup "f"%string env' = Some f)) (all_cons ye (all_cons break_y (all_nil _ _ _))) | reflexivity | ].
  by apply: call_phi_piece; first provided.
apply: y_and => [|_]; [ | apply: y_and1].
  by apply: (y_compare at_y (piece_y k _ k_sl k_ic k_y)).
apply: (y_compare at_y (piece_y k.+1 _ _ _ _)); [by rewrite size_sl ltnS | by rewrite size_ic ltnS | | by []].
by rewrite [_.+1%:R]mulrSr; apply: y_add; [exact: k_y | value].
Qed.
End Rules.
