(* SPDX-License-Identifier: Apache-2.0 *)
(* One hop of the k-hop induction task by a standard Transformer of two layers with hardmax: the first one brings each token the letter before it, the
   second one finds the last token with the same letter before it; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements calls_softmax benes calls_whole calls_tuples k_hop.
From attest Require statements_positional_k_hop.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_positional_k_hop.finding_one_hop_by_a_standard_transformer) f) (only parsing).
Definition hop_d := Eval compute in of_claim "hop".
Definition one_hot_d := Eval compute in of_claim "one_hot".
Definition tokens_d := Eval compute in of_claim "tokens".
Definition at_maximum_d := Eval compute in of_claim "at_maximum".
Definition score_d := Eval compute in of_claim "score".
Definition first_layer_d := Eval compute in of_claim "first_layer".
Definition second_layer_d := Eval compute in of_claim "second_layer".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Local Notation rows_of_wholes := (@rows_of_wholes S).
Implicit Types (defs : seq definition) (env : environment F) (s q k : seq nat) (rows : seq (seq nat)) (n p : nat).

Lemma wholes_vec s : wholes s = vec (size s) (fun i => (item 0%N s i)%:R).
Proof.
rewrite /wholes /vec /listed -[in LHS](mkseq_nth 0%N s) /mkseq -map_comp -[1%N]addn0 iotaDl -map_comp.
by congr List; apply: eq_map => i.
Qed.
Lemma w_greatest defs env a s p : yields fs defs env a (wholes s) -> p \in s -> (forall j, j \in s -> (j <= p)%N) -> yields fs defs env (Call "max" [:: a]) (whole p).
Proof.
move=> ya p_s p_max; have s_gt0 : (0 < size s)%N by case: (s) p_s.
rewrite wholes_vec in ya; apply: yields_eq (y_top s_gt0 ya) _; congr Num.
have [i /andP[i_gt0 i_s] topE] := top_in (fun i => (item 0%N s i)%:R : F) s_gt0.
have p_in : (0 < (seq.index p s).+1 <= size s)%N by rewrite index_mem.
apply/le_anti; apply/andP; split; first by rewrite topE ler_nat; apply: p_max; apply: mem_nth; rewrite prednK.
by have := le_top (fun i => (item 0%N s i)%:R : F) p_in; rewrite /item /= nth_index.
Qed.
Lemma filter_one p m (q : nat -> bool) : (0 < p <= m)%N -> (forall j, (0 < j <= m)%N -> q j = (j == p)) -> [seq j <- from_to 1 m | q j] = [:: p].
Proof.
move=> p_in qE; rewrite (eq_in_filter (a2 := pred1 p)) => [|j]; last by rewrite mem_from_to => /qE.
by apply: filter_pred1_uniq; rewrite ?iota_uniq ?mem_from_to.
Qed.
Lemma call_at_maximum defs s rows p : provides [:: at_maximum_d] defs -> (0 < p <= size s)%N -> (size s <= size rows)%N ->
  (forall t, (0 < t <= size s)%N -> t != p -> (item 0%N s t < item 0%N s p)%N) ->
  call fs defs "at_maximum" [:: wholes s; rows_of_wholes rows] = Value (wholes (item [::] rows p)).
Proof.
move=> W p_in s_rows most; have /andP[p_gt0 p_s] := p_in; enter.
have p_mem : item 0%N s p \in s by apply: mem_nth; rewrite prednK.
apply: (y_let (v := whole (item 0%N s p))).
  apply: (w_greatest (y_name _ _ _) p_mem) => // j /(nthP 0%N)[t t_lt <-].
  have [tp | tp] := eqVneq t.+1%N p; first by rewrite -tp.
  by apply: ltnW; apply: (most t.+1%N).
apply: (y_let (v := wholes [:: p])).
  rewrite -(filter_one (q := fun j => item 0%N s j == item 0%N s p) p_in) => [|j j_in]; last first.
    by have [-> | jp] := eqVneq j p; [rewrite eqxx | rewrite ltn_eqF // most].
  apply: (yields_eq (v := wholes [seq id j | j <- from_to 1 (size s) & item 0%N s j == item 0%N s p])); last by rewrite map_id.
  refine (w_list_if (h := whole) (l := from_to 1 (size s)) (q := fun j => item 0%N s j == item 0%N s p) (f := id) _ _ _); [ | move=> j j_in | move=> j j_in _].
  - by apply: w_range; [naturally | apply: (w_length (h := whole)); exact: y_name].
  - refine (w_compare Equal (w_item (y_name _ _ _) (y_name _ _ _) _) (y_name _ _ _)) => //.
    by rewrite -mem_from_to.
  exact: y_name.
apply: y_yes; first by apply: yields_eq; [apply: (w_compare Equal (m := 1) (n := 1)); [apply: (w_length (h := whole) (l := [:: p])); exact: y_name | naturally] | ].
apply: (w_image (h := wholes) [::] (n := p) (l := rows)); [exact: y_name | | by rewrite p_gt0 (leq_trans p_s)].
by apply: (w_item (s := [:: p]) (n := 1)); [exact: y_name | naturally | ].
Qed.
Lemma call_score defs q k : provides [:: score_d] defs -> (size q <= size k)%N ->
  call fs defs "score" [:: wholes q; wholes k] = Value (whole (\sum_(j <- from_to 1 (size q)) item 0%N q j * item 0%N k j)%N).
Proof.
move=> W q_k; enter; apply: (w_sum (h := whole)) => [|j].
  by apply: w_range; [naturally | apply: (w_length (h := whole)); exact: y_name].
rewrite mem_from_to => /andP[j_gt0 j_q].
by apply: w_multiply; (apply: w_item; [exact: y_name | exact: y_name | ]); rewrite j_gt0 // (leq_trans j_q).
Qed.
Lemma call_one_hot defs i n : provides [:: one_hot_d] defs -> call fs defs "one_hot" [:: whole i; whole n] = Value (wholes (hot i n)).
Proof. by move=> W; enter; naturally. Qed.

Section Word.
Variables (x : seq nat) (a : nat).
Hypothesis x_in : {subset x <= from_to 1 a}.
Local Notation n := (size x).
Local Notation N := (size x + 1)%N.
Local Notation letter := (letter x).
Local Notation token := (token x a).
Local Notation row := (row x a).
Local Notation heard := (heard x).
Local Notation hop_from := (hop_from x).

Lemma y_letter defs env (s : string) c i : lookup s env = Some (wholes x) -> yields fs defs env c (whole i) -> (i <= n)%N ->
  yields fs defs env (If (Chain c [:: (Equal, Number BinNums.N0)]) (Number BinNums.N0) (Index (Name s) c)) (whole (letter i)).
Proof.
move=> s_in yc i_n; refine (w_if (w_compare Equal yc (w_number _ _ _)) (fun _ => w_number _ _ _) (fun i_neq0 => w_item (y_name _ _ s_in) yc _)) => //.
by rewrite i_n andbT lt0n.
Qed.
Lemma call_tokens defs : provides [:: tokens_d; one_hot_d] defs -> call fs defs "tokens" [:: wholes x; whole a] = Value (rows_of_wholes [seq token i | i <- from_to 0 n]).
Proof.
move=> W; enter; apply: (w_list_rows (h := whole)) => [|i].
  by apply: w_range; [naturally | apply: (w_length (h := whole)); exact: y_name].
rewrite mem_from_to => /andP[_ i_n]; apply: (w_concatenate (h := whole)).
  refine (y_call (vs := [:: whole (letter i); whole a]) _ _ _); [ | reflexivity | by apply: call_one_hot; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last exact: y_name.
  by apply: y_letter; [reflexivity | exact: y_name | ].
refine (y_call (vs := [:: whole (i + 1)%N; whole N]) _ _ _); [ | reflexivity | by apply: call_one_hot; provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by naturally.
by apply: w_add; [apply: (w_length (h := whole)); exact: y_name | naturally].
Qed.
Lemma item_tokens i : (0 < i <= N)%N -> item [::] [seq token i | i <- from_to 0 n] i = token (i - 1)%N.
Proof. exact: item_from_0. Qed.
Definition before i : nat := if i == 1%N then 1%N else (i - 1)%N.
Lemma call_first_layer defs : provides [:: first_layer_d; score_d; at_maximum_d] defs ->
  call fs defs "first_layer" [:: rows_of_wholes [seq token i | i <- from_to 0 n]; whole a] = Value (rows_of_wholes [seq row i | i <- from_to 1 N]).
Proof.
move=> W; enter; apply: (y_let (v := whole N)).
  by apply: yields_eq; [apply: (w_length (h := wholes)); exact: y_name | rewrite size_map size_iota subn0 addn1].
refine (y_let (v := rows_of_wholes [seq hot (i + 1)%N N | i <- from_to 0 n]) _ _).
  apply: yields_eq.
    refine (w_list_rows (h := fun i => wholes (token i)) (l := from_to 0 n) (f := fun i => hot (i + 1)%N N) _ _); [ | move=> i _].
      by apply: yields_eq; [exact: y_name | rewrite /rows_of_wholes -map_comp].
    apply: (w_list (h := whole)) => [|j]; first by naturally.
    rewrite mem_from_to => j_in; apply: yields_eq; last by rewrite -(@token_place x a i j j_in).
    by apply: w_item; [exact: y_name | apply: w_add; exact: y_name | rewrite size_token; arith].
  by [].
apply: (w_list_rows (h := whole)) => [|i]; first by naturally.
rewrite mem_from_to => i_in; have /andP[i_gt0 i_N] := i_in.
apply: (w_concatenate (h := whole)).
  apply: yields_eq; first by apply: (w_image (h := wholes) [::] (n := i)); [exact: y_name | exact: y_name | rewrite size_map size_iota subn0 -[(size x).+1%N]addn1].
  by rewrite item_tokens.
pose asked t : nat := if (t + 1 == i)%N || ((i == 1%N) && (t == 1%N)) then 1%N else 0%N.
have askedE t : (0 < t)%N -> asked t = if t == before i then 1%N else 0%N.
  move=> t_gt0; rewrite /asked /before; have [-> | i_neq] := eqVneq i 1%N; first by rewrite addn1 eqSS (gtn_eqF t_gt0).
  by rewrite orbF addn1 -[in LHS](prednK i_gt0) eqSS subn1.
have before_in : (0 < before i <= i)%N by rewrite /before; case: (i) i_gt0 => [|[|i']] // _; rewrite subn1 /= ltnW.
pose s := [seq asked t | t <- from_to 1 i]; have size_s : size s = i by rewrite size_map size_from_to.
have rows_y env : lookup "X" env = Some (rows_of_wholes [seq token i | i <- from_to 0 n]) -> lookup "a" env = Some (whole a) ->
    yields fs earlier env (ListOver (ListOver (Index (Name "x") (Name "j")) [:: ("j"%string, Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "a"))] None) [:: ("x"%string, Name "X")] None)
      (rows_of_wholes [seq hot (letter i) a | i <- from_to 0 n]).
  move=> X_in a_in; apply: yields_eq.
    refine (w_list_rows (h := fun i => wholes (token i)) (l := from_to 0 n) (f := fun i => hot (letter i) a) _ _); [ | move=> k _].
      by apply: yields_eq; [exact: (y_name _ _ X_in) | rewrite /rows_of_wholes -map_comp].
    apply: (w_list (h := whole)) => [|j]; first by apply: w_range; [naturally | apply: y_name; rewrite /= a_in].
    rewrite mem_from_to => j_in; apply: yields_eq; last by rewrite -(@token_letter x a k j j_in).
    by apply: w_item; [exact: y_name | exact: y_name | rewrite size_token; arith].
  by [].
apply: (yields_eq (v := wholes (item [::] [seq hot (letter i) a | i <- from_to 0 n] (before i)))); last first.
  have before_N : (0 < before i <= N)%N by case/andP: before_in => -> /leq_trans; apply.
  rewrite item_from_0 //; congr (wholes (hot (letter _) a)); rewrite /before.
  by case: (i) i_gt0 => [|[|i']] // _; rewrite /= !subSS !subn0.
refine (y_call (vs := [:: wholes s; rows_of_wholes [seq hot (letter i) a | i <- from_to 0 n]]) _ _ _); [ | reflexivity | apply: call_at_maximum; [provided | | | ]]; last 3 first.
- by rewrite size_s.
- by rewrite size_s size_map size_iota subn0 -[(size x).+1%N]addn1.
- move=> t; rewrite size_s => t_in t_neq; rewrite /s !item_from_to // !askedE; [ | by case/andP: before_in | by case/andP: t_in].
  by rewrite eqxx (negbTE t_neq).
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last exact: rows_y.
apply: (w_list (h := whole)) => [|t]; first by naturally.
rewrite mem_from_to => t_in; have t_N : (0 < t <= N)%N by arith.
pose q := [seq asked j | j <- from_to 1 N]; have size_q : size q = N by rewrite size_map size_from_to.
apply: yields_eq.
  refine (y_call (vs := [:: wholes q; wholes (hot t N)]) _ _ _); [ | reflexivity | apply: call_score; [provided | by rewrite size_q size_hot]].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by naturally.
  apply: yields_eq; first by apply: (w_image (h := wholes) [::] (n := t)); [exact: y_name | exact: y_name | rewrite size_map size_iota subn0 -[(size x).+1%N]addn1].
  by rewrite item_from_0 // subnK //; case/andP: t_N.
congr (whole _); rewrite size_q -[RHS](sum_hot asked t_N); apply: eq_big_seq => j; rewrite mem_from_to => j_in.
by rewrite /q item_from_to // item_hot.
Qed.
Lemma call_second_layer defs : provides [:: second_layer_d; score_d; at_maximum_d] defs ->
  call fs defs "second_layer" [:: rows_of_wholes [seq row i | i <- from_to 1 N]; whole a] =
    Value (rows_of_wholes [seq hot (letter (hop_from (i - 1)%N)) a | i <- from_to 1 N]).
Proof.
move=> W; enter; apply: (y_let (v := whole N)).
  by apply: yields_eq; [apply: (w_length (h := wholes)); exact: y_name | rewrite size_map size_from_to].
have rows_y defs' env : lookup "Y" env = Some (rows_of_wholes [seq row i | i <- from_to 1 N]) -> yields fs defs' env (Name "Y") (List [seq wholes (row i) | i <- from_to 1 N]).
  by move=> Y_in; apply: yields_eq; [exact: (y_name _ _ Y_in) | rewrite /rows_of_wholes -map_comp].
pose query i := ([seq (if j == letter (i - 1)%N then 1 else 0) * 2 * N | j <- from_to 1 a] ++ [:: 1])%N.
pose key t := (hot (letter (t - 2)%N) a ++ [:: place x t]).
apply: (y_let (v := rows_of_wholes [seq query i | i <- from_to 1 N])).
  apply: (w_list_rows (h := fun i => wholes (row i))) => [|i _]; first exact: rows_y.
  apply: (w_concatenate (h := whole)); last exact: (y_list (all_cons (w_number _ _ _) (all_nil _ _ _))).
  apply: (w_list (h := whole)) => [|j]; first by naturally.
  rewrite mem_from_to => j_in; rewrite -(@row_letter x a i j j_in).
  apply: w_multiply; [apply: w_multiply; [ | naturally] | naturally].
  by apply: w_item; [exact: y_name | exact: y_name | rewrite size_row; arith].
apply: (y_let (v := rows_of_wholes [seq key t | t <- from_to 1 N])).
  apply: (w_list_rows (h := fun i => wholes (row i))) => [|t]; first exact: rows_y.
  rewrite mem_from_to => t_in; have t_gt0 : (0 < t)%N by case/andP: t_in.
  apply: (w_concatenate (h := whole)).
    apply: (w_list (h := whole)) => [|j]; first by naturally.
    rewrite mem_from_to => j_in; rewrite -(@row_before x a t j j_in).
    by apply: w_item; [exact: y_name | naturally | rewrite size_row; arith].
  have one_in : (0 < 1 <= N)%N by rewrite addn1.
  refine (y_list (all_cons _ (all_nil _ _ _))).
  apply: yields_eq.
    refine (w_if (p := (1 == t)%N) (m := N) (n := (\sum_(j <- from_to 1 N) (j - 1) * (if j == t then 1 else 0))%N) _ (fun _ => _) (fun _ => _)).
    - apply: yields_eq.
        apply: (w_compare Equal (m := if 1%N == t then 1%N else 0%N) (n := 1)); last by naturally.
        rewrite -(@row_place x a t 1 t_gt0 one_in).
        by apply: w_item; [exact: y_name | naturally | rewrite size_row; arith].
      by case: (1%N == t).
    - by naturally.
    apply: (w_sum (h := whole)) => [|j]; first by naturally.
    rewrite mem_from_to => j_in; rewrite -(@row_place x a t j t_gt0 j_in); apply: w_multiply; first by apply: w_subtract; [exact: y_name | naturally | case/andP: j_in].
    by apply: w_item; [exact: y_name | naturally | rewrite size_row; arith].
  by rewrite /place eq_sym; case: eqP => // _; rewrite (sum_hot (fun j => j - 1)%N t_in).
apply: (w_list_rows (h := whole)) => [|i]; first by naturally.
rewrite mem_from_to => i_in; have /andP[i_gt0 i_N] := i_in; have i1_n : (i - 1 <= n)%N by arith.
pose s := [seq heard i t | t <- from_to 1 i]; have size_s : size s = i by rewrite size_map size_from_to.
have p_in : (0 < (hop_from (i - 1)%N).+1 <= i)%N by rewrite /= (leq_ltn_trans (hop_le x _)) // subn1 prednK.
apply: (yields_eq (v := wholes (item [::] [seq hot (letter (i - 1)%N) a | i <- from_to 1 N] (hop_from (i - 1)%N).+1))); last first.
  by rewrite (item_from_to [::] (fun i => hot (letter (i - 1)%N) a)) ?subSS ?subn0 //; case/andP: p_in => -> /leq_trans; apply.
refine (y_call (vs := [:: wholes s; rows_of_wholes [seq hot (letter (i - 1)%N) a | i <- from_to 1 N]]) _ _ _); [ | reflexivity | apply: call_at_maximum; [provided | | | ]]; last 3 first.
- by rewrite size_s.
- by rewrite size_s size_map size_from_to.
- move=> t; rewrite size_s => t_in t_neq; rewrite /s !item_from_to //.
  by have := heard_most x_in i1_n; rewrite -subSn // subn1 /=; apply.
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last first.
  apply: (w_list_rows (h := fun i => wholes (row i))) => [|k _]; first exact: rows_y.
  apply: (w_list (h := whole)) => [|j]; first by naturally.
  rewrite mem_from_to => j_in; rewrite -(@row_letter x a k j j_in).
  by apply: w_item; [exact: y_name | exact: y_name | rewrite size_row; arith].
apply: (w_list (h := whole)) => [|t]; first by naturally.
rewrite mem_from_to => t_in; have t_N : (0 < t <= N)%N by arith.
have size_q (k : nat) : size (query k) = (a + 1)%N by rewrite size_cat size_map size_from_to.
have size_k (k : nat) : size (key k) = (a + 1)%N by rewrite size_cat size_hot.
apply: yields_eq.
  refine (y_call (vs := [:: wholes (query i); wholes (key t)]) _ _ _); [ | reflexivity | apply: call_score; [provided | by rewrite size_q size_k]].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))).
    apply: yields_eq; first by apply: (w_image (h := wholes) [::] (n := i)); [exact: y_name | exact: y_name | rewrite size_map size_from_to].
    by rewrite item_from_to.
  apply: yields_eq; first by apply: (w_image (h := wholes) [::] (n := t)); [exact: y_name | exact: y_name | rewrite size_map size_from_to].
  by rewrite item_from_to.
congr (whole _); rewrite size_q (_ : from_to 1 (a + 1) = from_to 1 a ++ [:: (a + 1)%N]); last by rewrite /from_to !subSS !subn0 iotaD /= add1n addn1.
rewrite big_cat /= big_seq1.
have last_q (k : nat) : item 0%N (query k) (a + 1)%N = 1%N.
  by have := item_cat_right [seq (if j == letter (k - 1)%N then 1 else 0) * 2 * N | j <- from_to 1 a]%N [:: 1]%N (isT : (0 < 1)%N); rewrite size_map size_from_to.
have last_k (k : nat) : item 0%N (key k) (a + 1)%N = place x k.
  by have := item_cat_right (hot (letter (k - 2)%N) a) [:: place x k] (isT : (0 < 1)%N); rewrite size_hot.
rewrite last_q last_k mul1n /heard; congr (_ + _)%N.
rewrite (eq_big_seq (fun j => (if j == letter (i - 1)%N then 1 else 0) * 2 * N * (if j == letter (t - 2)%N then 1 else 0)))%N => [|j j_in]; last first.
  have {}j_in : (0 < j <= a)%N by rewrite -mem_from_to.
  by rewrite item_cat_left ?size_map ?size_from_to // item_from_to // item_cat_left ?size_hot // item_hot.
apply: sum_match; case: (posnP (i - 1)%N) => [-> // | i1_gt0].
by have /andP[] : (0 < letter (i - 1)%N <= a)%N by apply: letter_in => //; rewrite i1_gt0.
Qed.
Lemma call_hop defs i : provides [:: hop_d] defs -> (i <= n)%N -> call fs defs "hop" [:: wholes x; whole i] = Value (whole (hop_from i)).
Proof.
move=> W i_n; enter; refine (w_if (w_compare Equal (y_name _ _ _) (w_number _ _ _)) (fun _ => w_number _ _ _) (fun i_neq0 => _)); [reflexivity | reflexivity | reflexivity | ].
have i_gt0 : (0 < i)%N by rewrite lt0n.
pose matches := [seq j <- from_to 2 i | item 0%N x (j - 1)%N == item 0%N x i]; have [p_in p_max] := greatest (0%N :: matches).
apply: (@w_greatest _ _ _ (0%N :: matches)); last first.
- by move=> j /p_max.
- by move: p_in; rewrite inE => /orP[/eqP-> | //]; rewrite mem_head.
apply: (w_concatenate (h := whole) (l := [:: 0%N])); first exact: (y_list (all_cons (w_number _ _ _) (all_nil _ _ _))).
apply: (yields_eq (v := wholes [seq id j | j <- from_to 2 i & item 0%N x (j - 1)%N == item 0%N x i])); last by rewrite map_id.
refine (w_list_if (h := whole) (l := from_to 2 i) (q := fun j => item 0%N x (j - 1)%N == item 0%N x i) (f := id) _ _ _); [by naturally | move=> j | by move=> j _ _; exact: y_name].
rewrite mem_from_to => j_in; refine (w_compare Equal (w_item (y_name _ _ _) (w_subtract (y_name _ _ _) (w_number _ _ _) _) _) (w_item (y_name _ _ _) (y_name _ _ _) _)) => //; arith.
Qed.
End Word.
End Calls.

(* attest: positional.k-hop finding_one_hop_by_a_standard_transformer sha256:f5f9df60d2bab998b5aee6f0c0b376a231fe3968dd2d0d0e47b286468963684c theorem:one_hop_by_a_standard_transformer *)
Theorem one_hop_by_a_standard_transformer : Holds statements_positional_k_hop.finding_one_hop_by_a_standard_transformer.
Proof.
opening S W; natural_for_all => a a_gt0 _; natural_for_all => n n_gt0 _.
apply: (says_for_tuples (l := from_to 1 a) (n := n)) => [||x size_x x_in]; [by naturally | by naturally | ].
refine (says_expression (p := true) _ _) => //.
apply: (y_let (v := rows_of_wholes [seq hot (letter x (hop_from x (i - 1)%N)) a | i <- from_to 1 (size x + 1)])).
  refine (y_call (all_cons (y_call (all_cons (y_call (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_nil _ _ _))) _ _) (all_cons (y_name _ _ _) (all_nil _ _ _))) _ _)
    (all_cons (y_name _ _ _) (all_nil _ _ _))) _ _); try reflexivity.
  - by apply: call_tokens; provided.
  - by apply: call_first_layer; provided.
  by apply: call_second_layer; [exact: x_in | provided].
apply: (yields_eq (v := Bool (all (fun=> true) (from_to 1 n)))); last by congr Bool; apply/allP.
apply: (y_all (h := whole)) => [|i]; first by naturally.
rewrite mem_from_to -size_x => i_in; have i_n : (i <= size x)%N by case/andP: i_in.
apply: yields_eq.
  apply: (w_same (s := hot (letter x (hop_from x i)) a) (t := hot (letter x (hop_from x i)) a)).
    apply: yields_eq; first by apply: (w_image (h := wholes) [::] (n := (i + 1)%N)); [exact: y_name | naturally | rewrite size_map size_from_to; arith].
    by rewrite item_from_to ?addnK //; arith.
  refine (y_call (vs := [:: whole (letter x (hop_from x i)); whole a]) _ _ _); [ | reflexivity | by apply: call_one_hot; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last exact: y_name.
  apply: (y_let (v := whole (hop_from x i))).
    by refine (y_call (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_nil _ _ _))) _ _); [reflexivity | reflexivity | reflexivity | apply: call_hop; [provided | ]].
  apply: y_letter; [reflexivity | exact: y_name | ].
  by rewrite (leq_trans (hop_le x i)).
by rewrite eqxx.
Qed.
