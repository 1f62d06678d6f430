(* SPDX-License-Identifier: Apache-2.0 *)
(* One hop of the k-hop induction task in natural numbers: tokens as lists, what the first layer makes of them, and which token the second layer's scores
   find. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import benes calls_whole.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition hot i n : seq nat := [seq (if j == i then 1 else 0) | j <- from_to 1 n].
Lemma size_from_to n : size (from_to 1 n) = n.
Proof. by rewrite size_iota subn1. Qed.
Lemma size_hot i n : size (hot i n) = n.
Proof. by rewrite size_map size_from_to. Qed.
Lemma item_from_to (T : Type) (x0 : T) (f : nat -> T) n j : 0 < j <= n -> item x0 [seq f i | i <- from_to 1 n] j = f j.
Proof.
case/andP=> j_gt0 j_n; have j_lt : j.-1 < size (from_to 1 n) by rewrite size_from_to prednK.
rewrite /item (nth_map 0) //; congr f; rewrite /from_to nth_iota; first by rewrite add1n prednK.
by rewrite subn1 /= prednK.
Qed.
Lemma item_from_0 (T : Type) (x0 : T) (f : nat -> T) m i : 0 < i <= m + 1 -> item x0 [seq f i | i <- from_to 0 m] i = f (i - 1).
Proof.
case: i => // i; rewrite addn1 => /andP[_ i_m]; rewrite /item -[i.+1.-1]/i (nth_map 0) ?size_iota ?subn0 //.
by rewrite nth_iota ?subn0 // add0n subSS subn0.
Qed.
Lemma item_hot i n j : 0 < j <= n -> item 0 (hot i n) j = if j == i then 1 else 0.
Proof. exact: (item_from_to 0 (fun j => if j == i then 1 else 0)). Qed.
Lemma item_cat_left (s t : seq nat) j : 0 < j <= size s -> item 0 (s ++ t) j = item 0 s j.
Proof. by case/andP=> j_gt0 j_s; rewrite /item nth_cat prednK // j_s. Qed.
Lemma item_cat_right (s t : seq nat) j : 0 < j -> item 0 (s ++ t) (size s + j) = item 0 t j.
Proof. by case: j => // j _; rewrite /item addnS /= nth_cat ltnNge leq_addr /= addKn. Qed.
Lemma sum_hot (f : nat -> nat) n t : 0 < t <= n -> \sum_(j <- from_to 1 n) f j * (if j == t then 1 else 0) = f t.
Proof.
move=> t_in; rewrite (bigD1_seq t) ?iota_uniq ?mem_from_to //= eqxx muln1 big1 ?addn0 // => j /negbTE ->.
by rewrite muln0.
Qed.
Lemma greatest (s : seq nat) : foldr maxn 0 s \in 0 :: s /\ forall j, j \in s -> j <= foldr maxn 0 s.
Proof.
elim: s => [|j s [IH1 IH2]] //=; split=> [|k].
  by rewrite /maxn; case: ifP => _; rewrite !inE ?eqxx ?orbT //; move: IH1; rewrite inE => /orP[-> //|->]; rewrite !orbT.
by rewrite inE => /orP[/eqP->|/IH2 k_le]; rewrite leq_max ?leqnn // k_le orbT.
Qed.

Lemma sum_match m n l l' : l <= n ->
  \sum_(j <- from_to 1 n) (if j == l then 1 else 0) * 2 * m * (if j == l' then 1 else 0) = if (0 < l) && (l' == l) then 2 * m else 0.
Proof.
have [-> _ | l_gt0 l_n] := posnP l.
  by rewrite big1_seq // => j; rewrite mem_from_to => /andP[_ /andP[j_gt0 _]]; rewrite (gtn_eqF j_gt0).
have l_in : 0 < l <= n by rewrite l_gt0.
rewrite (eq_bigr (fun j => 2 * m * (if j == l' then 1 else 0) * (if j == l then 1 else 0))) => [|j _].
  by rewrite (sum_hot (fun j => 2 * m * (if j == l' then 1 else 0)) l_in) /= eq_sym; case: eqP => _; rewrite ?muln1 ?muln0.
by case: eqP => _; case: eqP => _; rewrite ?muln1 ?muln0 ?mul1n.
Qed.

Section Word.
Variables (x : seq nat) (a : nat).
Hypothesis x_in : {subset x <= from_to 1 a}.
Local Notation n := (size x).
Local Notation N := (size x + 1).
Definition letter i : nat := if i == 0 then 0 else item 0 x i.
Definition hop_from i : nat := if i == 0 then 0 else foldr maxn 0 (0 :: [seq j <- from_to 2 i | item 0 x (j - 1) == item 0 x i]).
Definition token i : seq nat := hot (letter i) a ++ hot (i + 1) N.
Definition row i : seq nat := token (i - 1) ++ hot (letter (i - 2)) a.
Definition place i : nat := if i == 1 then N else i - 1.
Definition heard i t : nat := (if (0 < letter (i - 1)) && (letter (t - 2) == letter (i - 1)) then 2 * N else 0) + place t.

Lemma letter_in i : 0 < i <= n -> 0 < letter i <= a.
Proof.
case: i => // i /andP[_ i_n]; have := x_in (mem_nth 0 i_n); by rewrite mem_from_to.
Qed.
Lemma hop_le i : hop_from i <= i.
Proof.
rewrite /hop_from; case: eqP => // _; have [+ _] := greatest (0 :: [seq j <- from_to 2 i | item 0 x (j - 1) == item 0 x i]).
by rewrite !inE mem_filter mem_from_to => /or3P[/eqP-> | /eqP-> | /and3P[]].
Qed.
(* The last match is heard most, or the beginning token where there is none. *)
Lemma heard_most i t : i <= n -> 0 < t <= i.+1 -> t != (hop_from i).+1 -> heard i.+1 t < heard i.+1 (hop_from i).+1.
Proof.
move=> i_n t_in t_neq; have [i0 | i_gt0] := posnP i.
  by move: t_in t_neq; rewrite i0 /hop_from /=; case: (t) => [|[|]].
have l_in : 0 < letter i <= a by apply: letter_in; rewrite i_gt0.
have /andP[l_gt0 _] := l_in.
have heardS j : heard i.+1 j.+1 = (if letter (j - 1) == letter i then 2 * N else 0) + (if j == 0 then N else j).
  by rewrite /heard /place eqSS !subSS !subn0 l_gt0.
move: t_neq t_in; case: t => // t; rewrite eqSS => t_neq t_in; have t_i : t <= i by case/andP: t_in.
rewrite !heardS.
pose P := [seq j <- from_to 2 i | item 0 x (j - 1) == item 0 x i].
have pE : hop_from i = foldr maxn 0 (0 :: P) by rewrite /hop_from (gtn_eqF i_gt0).
have [p_in p_max] := greatest (0 :: P); rewrite -pE in p_in p_max; move: (hop_from i) p_in p_max t_neq => p p_in p_max t_neq.
have start : (letter 0 == letter i) = false by rewrite {1}/letter /= ltn_eqF.
have le_p j : j \in P -> j <= p by move=> j_P; apply: p_max; rewrite inE j_P orbT.
have matches j : j <= i -> (letter (j - 1) == letter i) = (1 < j) && (j \in P).
  case: j => [|[|j]] j_i; [by rewrite sub0n start | by rewrite subnn start | ].
  by rewrite mem_filter mem_from_to j_i !andbT /letter (gtn_eqF i_gt0) subn1.
have p_is : p = 0 \/ (1 < p <= i) && (p \in P).
  move: p_in; rewrite !inE => /or3P[/eqP-> | /eqP-> | p_P]; [by left | by left | right; rewrite p_P andbT].
  by move: p_P; rewrite mem_filter mem_from_to => /andP[_].
have t_small : t < N by rewrite addn1 ltnS; exact: leq_trans t_i i_n.
case: p_is => [p0 | /andP[/andP[p_gt1 p_i] p_P]]; rewrite !matches ?p0 ?p_gt1 ?p_P //=.
  case: (boolP ((1 < t) && _)) => [/andP[t_gt1 /le_p] | _]; first by rewrite p0 leqn0 => /eqP t0; rewrite t0 in t_gt1.
  by rewrite p0 eq_sym in t_neq; rewrite eq_sym (negbTE t_neq) !add0n.
rewrite (gtn_eqF (ltnW p_gt1)); case: (boolP ((1 < t) && _)) => [/andP[t_gt1 /le_p t_p] | _].
  by rewrite (gtn_eqF (ltnW t_gt1)) ltn_add2l ltn_neqAle t_neq.
by case: ifP => _; rewrite add0n; [ | apply: (ltn_trans t_small)]; rewrite mul2n -addnn -addnA -[X in X < _]addn0 ltn_add2l addn1.
Qed.
Lemma size_token i : size (token i) = a + N.
Proof. by rewrite size_cat !size_hot. Qed.
Lemma size_row i : size (row i) = a + N + a.
Proof. by rewrite size_cat size_token size_hot. Qed.
Lemma token_letter i j : 0 < j <= a -> item 0 (token i) j = if j == letter i then 1 else 0.
Proof. by move=> j_in; rewrite item_cat_left ?size_hot // item_hot. Qed.
Lemma token_place i j : 0 < j <= N -> item 0 (token i) (a + j) = if j == i + 1 then 1 else 0.
Proof. by move=> j_in; rewrite -{1}(size_hot (letter i) a) item_cat_right ?item_hot //; case/andP: j_in. Qed.
Lemma row_letter i j : 0 < j <= a -> item 0 (row i) j = if j == letter (i - 1) then 1 else 0.
Proof. by move=> j_in; rewrite item_cat_left ?token_letter // size_token; arith. Qed.
Lemma row_place i j : 0 < i -> 0 < j <= N -> item 0 (row i) (a + j) = if j == i then 1 else 0.
Proof. by move=> i_gt0 j_in; rewrite item_cat_left ?token_place ?subnK // size_token; arith. Qed.
Lemma row_before i j : 0 < j <= a -> item 0 (row i) (a + N + j) = if j == letter (i - 2) then 1 else 0.
Proof. by move=> j_in; rewrite -{1}(size_token (i - 1)) item_cat_right ?item_hot //; case/andP: j_in. Qed.
End Word.
