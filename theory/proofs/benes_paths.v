(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Definition A.4: the network's edges, and how many paths lead from node to node. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import routing benes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Lemma column_step k l : 0 < l < k.*2 -> column_digit l k = k - column k l.
Proof. by []. Qed.

Lemma ends k l (i : label k) : 0 < l < k.*2 -> i != flip (column k l) i.
Proof. by move=> l_in; have [b_lt _] := column_digitK l_in; rewrite eq_sym flip_neq. Qed.

Lemma count_labels k (P : pred nat) : count P (labels k) = #|[pred i : label k | P (number i)]|.
Proof. by rewrite -sum1_count sum_labels sum1_card. Qed.

Lemma two_ends k l i : 0 < l < k.*2 -> i < 2 ^ k ->
  [/\ count (fun j => edge l i l.+1 j k) (labels k) = 2, edge l i l.+1 i k &
      count (fun j => hamming_neighbours i j (column_digit l k) k) (labels k) = 1].
Proof.
move=> l_in i_lt; have [b_lt _] := column_digitK l_in; split; last 2 first.
- by rewrite /edge !eqxx.
- rewrite count_labels -[RHS](card1 (flip (column k l) (bits k i))); apply: eq_card => j; rewrite !inE.
  by rewrite column_step // hamming_flip //; have [-> _] := bitsK j.
rewrite count_labels; transitivity #|pred2 (bits k i) (flip (column k l) (bits k i))|.
  by apply: eq_card => j; have [jK j_lt] := bitsK j; rewrite !inE edge_bits // jK.
by rewrite card2 ends.
Qed.

(* The layers l = 1, ..., 2k - 1 that have a column behind them. *)
Lemma in_network k l : 1 <= l <= 2 * k - 1 -> 0 < l < k.*2.
Proof. by case/andP=> l_gt0 l_le; rewrite l_gt0 -mul2n (leq_ltn_trans l_le) // ltn_subrL /= (leq_trans l_gt0) ?(leq_trans l_le) ?leq_subr. Qed.

Lemma edges_a4 k : 0 < k ->
  [/\ forall l, 1 <= l <= 2 * k - 1 -> 1 <= column_digit l k <= k,
      forall i, i < 2 ^ k -> \sum_(1 <= j < k.+1) digit i j k * 2 ^ (k - j) = i,
      forall l, 1 <= l <= 2 * k - 1 -> \sum_(i <- labels k) count (fun j => edge l i l.+1 j k) (labels k) = 2 * 2 ^ k &
      forall l i, 1 <= l <= 2 * k - 1 -> i < 2 ^ k ->
      [/\ count (fun j => edge l i l.+1 j k) (labels k) = 2, edge l i l.+1 i k &
          count (fun j => hamming_neighbours i j (column_digit l k) k) (labels k) = 1]].
Proof.
move=> k_gt0; split=> [l /in_network l_in|i|l /in_network l_in|l i /in_network l_in i_lt].
- by have [b_lt _] := column_digitK l_in; rewrite column_step // subn_gt0 b_lt leq_subr.
- exact: digits_of.
- rewrite (eq_big_seq (fun=> 2)) => [|i]; last by rewrite mem_labels => i_lt; have [] := two_ends l_in i_lt.
  by rewrite big_const_seq count_predT size_iota iter_addn_0 mulnC.
exact: two_ends.
Qed.

Lemma columns k : 0 < k ->
  [seq column_digit l k | l <- from_to 1 (2 * k - 1)] = from_to 1 k ++ [seq k - t | t <- from_to 1 (k - 1)].
Proof.
move=> k_gt0; have -> : from_to 1 (2 * k - 1) = iota 1 (k + (k - 1)) by rewrite /from_to subSS subn0 mul2n -addnn addnBA.
rewrite iotaD map_cat /from_to !subSS !subn0; congr (_ ++ _).
  rewrite -[RHS]map_id; apply/eq_in_map => l; rewrite mem_iota add1n ltnS => /andP[_ l_le].
  by rewrite /column_digit (eqP l_le) add0n subKn.
rewrite addnC iotaDl -map_comp; apply/eq_in_map => t _ /=.
by rewrite /column_digit addKn (eqP (leq_addr _ _)) addn0.
Qed.

(* --- Numbers of paths ------------------------------------------------------------------------------------------------------ *)
(* How many paths lead from (l, i) to each (m, j), counted layer by layer. *)
Definition path_counts l i m k :=
  foldl (fun row t => [seq \sum_(x <- labels k | edge t x t.+1 y k) item 0 row x.+1 | y <- labels k])
        [seq (if x == i then 1 else 0) | x <- labels k] (from_to l (m - 1)).
(* The digits that the columns between the layers l and m change. *)
Definition passed_digits l m k := [seq column_digit t k | t <- from_to l (m - 1)].
Definition different_digits l m k := count (fun x => x \in passed_digits l m k) (from_to 1 k).
Definition agree_elsewhere i j l m k :=
  all (fun x => digit i x k == digit j x k) [seq x <- from_to 1 k | x \notin passed_digits l m k].

(* i and j agree in every digit that is not in s. *)
Definition others k (s : seq nat) (i j : label k) := [forall w : 'I_k, (k - w \notin s) ==> (i w == j w)].

Lemma othersP k (s : seq nat) (i j : label k) : reflect (forall w : 'I_k, k - w \notin s -> i w = j w) (others s i j).
Proof.
apply: (iffP forallP) => [same w w_out|same w]; last by apply/implyP => /same ->.
by apply/eqP; move/implyP: (same w); apply.
Qed.

Lemma others_again k (s : seq nat) b (i j : label k) : b < k -> k - b \in s -> others s i (flip b j) = others s i j.
Proof.
move=> b_lt b_in; apply/othersP/othersP => same w w_out; have := same w w_out; rewrite ffunE;
  by case: eqP => [w_b|_ //]; rewrite w_b b_in in w_out.
Qed.

Lemma others_once k (s : seq nat) b (i j : label k) : b < k -> k - b \notin s ->
  others (k - b :: s) i j = others s i j || others s i (flip b j) /\ ~~ (others s i j && others s i (flip b j)).
Proof.
move=> b_lt b_out; pose w0 := Ordinal b_lt; split; last first.
  apply/negP => /andP[/othersP/(_ w0 b_out) one /othersP/(_ w0 b_out)]; rewrite one ffunE /= eqxx.
  by case: (j w0).
have out (w : 'I_k) : (k - w \notin k - b :: s) = (w != w0) && (k - w \notin s).
  by rewrite inE negb_or eq_sub2l 1?ltnW.
apply/othersP/orP => [same|[] /othersP same w]; last 2 first.
- by rewrite out => /andP[_ /same].
- by rewrite out => /andP[w_neq /same ->]; rewrite ffunE; case: eqP => // w_b; case/eqP: w_neq; apply: val_inj.
case same0: (i w0 == j w0); [left | right]; apply/othersP => w w_out; case: (eqVneq w w0) => [->|w_neq].
- exact/eqP.
- by apply: same; rewrite out w_neq.
- by move: same0; rewrite ffunE /= eqxx; case: (i w0) (j w0) => [] [].
by rewrite ffunE; case: eqP => [w_b|_]; [case/eqP: w_neq; apply: val_inj | apply: same; rewrite out w_neq].
Qed.

Lemma different_rcons (s : seq nat) x : size (undup (rcons s x)) = size (undup s) + (x \notin s).
Proof.
have same : perm_eq (undup (rcons s x)) (undup (x :: s)).
  by apply: uniq_perm; rewrite ?undup_uniq // => y; rewrite !mem_undup mem_rcons.
by rewrite (perm_size same) /=; case: (x \in s); rewrite ?addn0 ?addn1.
Qed.

Definition row_after k l i d :=
  foldl (fun row t => [seq \sum_(x <- labels k | edge t x t.+1 y k) item 0 row x.+1 | y <- labels k])
        [seq (if x == i then 1 else 0) | x <- labels k] (iota l d).
Definition digits_after k l d := [seq column_digit t k | t <- iota l d].

Lemma item_labels k (f : nat -> nat) x : x < 2 ^ k -> item 0 [seq f y | y <- labels k] x.+1 = f x.
Proof. by move=> x_lt; rewrite /item (nth_map 0) ?size_iota // nth_iota. Qed.

Lemma paths_after k l i d (y : label k) : 0 < l -> l + d <= k.*2 -> i < 2 ^ k ->
  item 0 (row_after k l i d) (number y).+1 =
  if others (digits_after k l d) (bits k i) y then 2 ^ (d - size (undup (digits_after k l d))) else 0.
Proof.
move=> l_gt0 + i_lt; elim: d y => [|d IH] y ld_le; have [yK y_lt] := bitsK y.
  rewrite /row_after item_labels //=; have -> : (number y == i) = others (digits_after k l 0) (bits k i) y; last by case: ifP.
  by rewrite -(bits_eq y_lt i_lt) yK; apply/eqP/othersP => [-> //|same]; apply/ffunP => w; rewrite same.
have t_in : 0 < l + d < k.*2 by rewrite addn_gt0 l_gt0 -addnS.
have [b_lt b_digit] := column_digitK t_in; set b := column k (l + d) in b_lt b_digit.
have step : item 0 (row_after k l i d.+1) (number y).+1 =
    item 0 (row_after k l i d) (number y).+1 + item 0 (row_after k l i d) (number (flip b y)).+1.
  rewrite {1}/row_after -[d.+1]addn1 iotaD foldl_cat /= item_labels // sum_labels (eq_bigl (mem [:: y; flip b y])) => [|x].
    by rewrite -big_uniq /= ?big_cons ?big_nil ?addn0 // inE ends.
  rewrite !inE edge_number // /routing.edge -/b [y == x]eq_sym; congr (_ || _).
  by apply/eqP/eqP => ->; rewrite flipK.
have le_d : size (undup (digits_after k l d)) <= d.
  by apply: leq_trans (size_undup _) _; rewrite size_map size_iota.
have grown : digits_after k l d.+1 = rcons (digits_after k l d) (k - b).
  by rewrite /digits_after -[d.+1]addn1 iotaD map_cat cats1.
rewrite step !IH ?grown; try by rewrite ltnW // -addnS.
have -> : others (rcons (digits_after k l d) (k - b)) (bits k i) y = others (k - b :: digits_after k l d) (bits k i) y.
  by apply: eq_forallb => w; rewrite mem_rcons.
rewrite different_rcons; case: (boolP (k - b \in digits_after k l d)) => [old|new].
  have -> : others (k - b :: digits_after k l d) (bits k i) y = others (digits_after k l d) (bits k i) y.
    by apply: eq_forallb => w; rewrite inE; case: eqP => // ->; rewrite old.
  by rewrite others_again // addn0; case: ifP => // _; rewrite subSn // expnS mul2n addnn.
have [-> apart] := others_once (bits k i) y b_lt new; rewrite addn1 subSS; move: apart.
by case: (others _ _ y); case: (others _ _ (flip b y)); rewrite ?addn0.
Qed.

(* --- The statements' words ------------------------------------------------------------------------------------------------- *)
Lemma from_layer l m : 0 < l <= m -> from_to l (m - 1) = iota l (m - l).
Proof. by case/andP=> l_gt0 l_le; rewrite /from_to subn1 prednK // (leq_trans l_gt0). Qed.

Lemma digits_range k l m : 0 < l <= m -> m <= 2 * k -> {subset passed_digits l m k <= from_to 1 k}.
Proof.
move=> lm m_le x; rewrite /passed_digits from_layer // => /mapP[t]; rewrite mem_iota => /andP[t_ge t_lt] ->.
case/andP: lm => l_gt0 l_le; rewrite subnKC // in t_lt.
have t_in : 0 < t < k.*2 by rewrite (leq_trans l_gt0) // (leq_trans t_lt) // -mul2n.
by have [b_lt _] := column_digitK t_in; rewrite mem_from_to column_step // subn_gt0 b_lt leq_subr.
Qed.

Lemma different_undup k l m : 0 < l <= m -> m <= 2 * k -> different_digits l m k = size (undup (passed_digits l m k)).
Proof.
move=> lm m_le; rewrite /different_digits -size_filter; apply: perm_size; apply: uniq_perm => [||x].
- by rewrite filter_uniq // iota_uniq.
- exact: undup_uniq.
rewrite mem_undup mem_filter; case: (boolP (x \in passed_digits _ _ _)) => //= /(digits_range lm m_le).
by rewrite mem_from_to.
Qed.

Lemma size_passed k l m : 0 < l <= m -> size (passed_digits l m k) = m - l.
Proof. by move=> lm; rewrite size_map from_layer // size_iota. Qed.

Lemma agree_others k l m i j : agree_elsewhere i j l m k = others (passed_digits l m k) (bits k i) (bits k j).
Proof.
apply/allP/othersP => [same w w_out|same x].
  have : k - w \in [seq x <- from_to 1 k | x \notin passed_digits l m k].
    by rewrite mem_filter w_out mem_from_to subn_gt0 ltn_ord leq_subr.
  by move/same; rewrite !digit_bits; case: (bits k i w) (bits k j w) => [] [].
rewrite mem_filter mem_from_to => /andP[x_out /andP[x_gt0 x_le]].
have w_lt : k - x < k by rewrite ltn_subrL x_gt0 (leq_trans x_gt0).
have x_eq : x = k - Ordinal w_lt by rewrite /= subKn.
by rewrite x_eq !digit_bits same // -x_eq.
Qed.

(* The exponent m - l - different_digits is no negative number: natural numbers lose nothing. *)
Theorem numbers_of_paths k l m i : 1 <= l <= 2 * k -> l <= m <= 2 * k -> i < 2 ^ k ->
  different_digits l m k <= m - l /\
  path_counts l i m k =
  [seq (if agree_elsewhere i j l m k then 2 ^ (m - l - different_digits l m k) else 0) | j <- labels k].
Proof.
case/andP=> l_gt0 _ /andP[l_le m_le] i_lt; have lm : 0 < l <= m by rewrite l_gt0.
have few : different_digits l m k <= m - l by rewrite different_undup // -(size_passed k lm) size_undup.
split=> //; apply: (@eq_from_nth _ 0) => [|j].
  rewrite size_map /path_counts; case/lastP: (from_to _ _) => [|s t]; first by rewrite /= size_map.
  by rewrite -cats1 foldl_cat /= size_map.
have -> : size (path_counts l i m k) = 2 ^ k.
  rewrite /path_counts; case/lastP: (from_to _ _) => [|s t]; first by rewrite /= size_map size_iota.
  by rewrite -cats1 foldl_cat /= size_map size_iota.
move=> j_lt; rewrite (nth_map 0) ?size_iota // nth_iota // add0n agree_others different_undup //.
have := @paths_after k l i (m - l) (bits k j) l_gt0 _ i_lt; rewrite subnKC // -mul2n numberK // => /(_ m_le).
by rewrite /item /= /row_after /digits_after /passed_digits /path_counts from_layer.
Qed.

Lemma different_columns k l m : 1 <= l <= 2 * k -> l <= m <= 2 * k -> uniq (passed_digits l m k) = (m <= k + 1) || (k <= l).
Proof.
case/andP=> l_gt0 _ /andP[l_le m_le]; have lm : 0 < l <= m by rewrite l_gt0.
apply/idP/orP => [|half]; last first.
  rewrite map_inj_in_uniq ?from_layer ?iota_uniq // => s t; rewrite !mem_iota subnKC // => /andP[s_ge s_lt] /andP[t_ge t_lt].
  case: half => [m_small|k_le].
    have low u : u < m -> column_digit u k = u.
      move=> u_lt; have u_le : u <= k by rewrite -ltnS (leq_trans u_lt) // -addn1.
      by rewrite /column_digit (eqP u_le) add0n subKn.
    by rewrite !low.
  have high u : l <= u -> u < m -> column_digit u k = k - (u - k) /\ u - k <= k /\ k <= u.
    move=> u_ge u_lt; have k_u := leq_trans k_le u_ge; rewrite /column_digit (eqP k_u) addn0 leq_subLR addnn -mul2n.
    by rewrite (leq_trans (ltnW u_lt)).
  have [-> [s_le s_k]] := high s s_ge s_lt; have [-> [t_le t_k]] := high t t_ge t_lt.
  by move/eqP; rewrite eq_sub2l // => /eqP same; rewrite -(subnK s_k) same subnK.
case: (leqP m (k + 1)) => [|m_gt]; [by left | case: (leqP k l) => [|l_lt]; [by right | move=> all_new; exfalso]].
have k_gt0 : 0 < k by exact: leq_trans l_lt.
rewrite addn1 in m_gt; have l_m : l < m by apply: ltn_trans l_lt _; exact: ltn_trans m_gt.
have after : k.+1 - l < m - l by rewrite ltn_sub2r.
have before : k.-1 - l < m - l by apply: leq_ltn_trans after; rewrite leq_sub2r // (leq_trans (leq_pred _)).
have at_place t : l <= t -> t - l < m - l -> nth 0 (passed_digits l m k) (t - l) = column_digit t k.
  by move=> t_ge t_lt; rewrite (nth_map 0) from_layer ?size_iota // nth_iota // subnKC.
have l_pred : l <= k.-1 by rewrite -ltnS prednK.
have := @nth_uniq _ 0 _ (k.-1 - l) (k.+1 - l) _ _ all_new; rewrite size_passed // before after => /(_ isT isT).
rewrite !at_place //; last by rewrite (leq_trans l_pred) // (leq_trans (leq_pred _)).
have -> : column_digit k.-1 k = k - 1.
  by rewrite /column_digit (eqP (leq_pred k)) add0n subKn ?leq_pred // subn1.
have -> : column_digit k.+1 k = k - 1 by rewrite /column_digit subSnn (eqP (leqnSn k)) addn0.
rewrite eqxx => /esym/eqP same; have : k.-1 = k.+1.
  by rewrite -(subnK l_pred) same subnK // (leq_trans l_pred) // (leq_trans (leq_pred _)).
by move=> same_k; have := leq_pred k; rewrite same_k ltnn.
Qed.

Theorem unique_exactly_in_the_halves k l m : 1 <= l <= 2 * k -> l <= m <= 2 * k ->
  all (fun i => all (fun c => c <= 1) (path_counts l i m k)) (labels k) = (m <= k + 1) || (k <= l).
Proof.
move=> l_in m_in; have [l_gt0 l_le m_le] : [/\ 0 < l, l <= m & m <= 2 * k] by case/andP: l_in; case/andP: m_in.
have lm : 0 < l <= m by rewrite l_gt0.
have sizes := size_undup (passed_digits l m k); rewrite -(different_columns l_in m_in); apply/idP/idP => [few|all_new].
  rewrite -[uniq _]negbK -ltn_size_undup size_passed // -different_undup // -leqNgt.
  have zero : 0 < 2 ^ k by rewrite expn_gt0.
  have [_ eq_counts] := numbers_of_paths l_in m_in zero.
  have := allP few 0; rewrite mem_labels zero eq_counts => /(_ isT)/allP/(_ (2 ^ (m - l - different_digits l m k))).
  move=> one; rewrite leqNgt -subn_gt0; apply/negP => more; suff : 2 ^ (m - l - different_digits l m k) <= 2 ^ 0.
    by rewrite leq_exp2l // leqNgt more.
  apply: one; apply/mapP; exists 0; rewrite ?mem_labels //.
  by rewrite agree_others; case: othersP => // -[].
apply/allP => i; rewrite mem_labels => i_lt; have [_ ->] := numbers_of_paths l_in m_in i_lt.
rewrite different_undup // undup_id // size_passed // subnn; apply/allP => _ /mapP[j _ ->].
by case: ifP.
Qed.

Theorem all_reachable k i : 0 < k -> i < 2 ^ k -> path_counts 1 i (2 * k) k = [seq 2 ^ (k - 1) | j <- labels k].
Proof.
move=> k_gt0 i_lt; have k2_gt0 : 1 <= 2 * k by rewrite muln_gt0.
have to_last : 1 <= 2 * k <= 2 * k by rewrite k2_gt0 leqnn.
have [_ ->] := numbers_of_paths (k2_gt0 : 1 <= 1 <= 2 * k) to_last i_lt.
have every x : x \in from_to 1 k -> x \in passed_digits 1 (2 * k) k.
  rewrite mem_from_to => /andP[x_gt0 x_le]; apply/mapP; exists x; last first.
    by rewrite /column_digit (eqP x_le) add0n subKn.
  by rewrite mem_from_to x_gt0 (leq_trans x_le) // mul2n -addnn -addnBA // leq_addr.
have -> : different_digits 1 (2 * k) k = k.
  rewrite /different_digits; transitivity (count predT (from_to 1 k)); first exact: eq_in_count.
  by rewrite count_predT size_iota subSS subn0.
have -> : 2 * k - 1 - k = k - 1 by rewrite subnAC mul2n -addnn addnK.
apply: eq_map => j; case: ifP => // /negbT/negP[]; apply/allP => x.
by rewrite mem_filter => /andP[/negP x_out /every].
Qed.

(* Definition A.4: digits in their range, labels that fit, 2n edges and two ends, the digits 1, ..., k, ..., 1, and all that is reached. *)
Theorem definition_a4 k : 0 < k ->
  [/\ [/\ forall l, 1 <= l <= 2 * k - 1 -> 1 <= column_digit l k <= k,
          forall i, i < 2 ^ k -> \sum_(1 <= j < k.+1) digit i j k * 2 ^ (k - j) = i,
          forall l, 1 <= l <= 2 * k - 1 -> \sum_(i <- labels k) count (fun j => edge l i l.+1 j k) (labels k) = 2 * 2 ^ k &
          forall l i, 1 <= l <= 2 * k - 1 -> i < 2 ^ k ->
          [/\ count (fun j => edge l i l.+1 j k) (labels k) = 2, edge l i l.+1 i k &
              count (fun j => hamming_neighbours i j (column_digit l k) k) (labels k) = 1]],
      [seq column_digit l k | l <- from_to 1 (2 * k - 1)] = from_to 1 k ++ [seq k - t | t <- from_to 1 (k - 1)] &
      forall i, i < 2 ^ k -> all (fun c => 0 < c) (path_counts 1 i (2 * k) k)].
Proof.
move=> k_gt0; split; [exact: edges_a4 | exact: columns | move=> i i_lt].
by rewrite all_reachable //; apply/allP => _ /mapP[j _ ->]; rewrite expn_gt0.
Qed.
