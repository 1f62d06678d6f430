(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Definition A.4 and appendix B.2: routing messages through a Benes network.

   Labels 0, ..., 2^k - 1 are functions from places to bits: w is the place of the bit of value 2^w, which is digit k - w of
   Definition A.3. The digit k - |l - k| that the edges behind layer l may change stands at the place |l - k|. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Definition label k := {ffun 'I_k -> bool}.
(* The Hamming neighbour in the bit at place b. *)
Definition flip k b (i : label k) : label k := [ffun w : 'I_k => (w == b :> nat) (+) i w].
(* |l - k| in natural numbers. *)
Definition column k l := (l - k) + (k - l).
(* Definition A.4: the edges from (l, i) lead to (l + 1, i) and to (l + 1, flip ... i). *)
Definition edge k l (i j : label k) := (j == i) || (j == flip (column k l) i).
(* i and j agree on the b least significant bits. *)
Definition agree k b (i j : label k) := [forall w : 'I_k, (w < b) ==> (i w == j w)].

Lemma flipK k b : involutive (@flip k b).
Proof. by move=> i; apply/ffunP => w; rewrite !ffunE addbA addbb addFb. Qed.

Lemma flip_neq k b (i : label k) : b < k -> flip b i != i.
Proof.
move=> b_lt; apply/eqP => /ffunP/(_ (Ordinal b_lt)); rewrite ffunE /= eqxx addTb.
by case: (i _).
Qed.

Lemma agreeP k b (i j : label k) : reflect (forall w : 'I_k, w < b -> i w = j w) (agree b i j).
Proof.
apply: (iffP forallP) => [same w w_lt|same w]; last by apply/implyP => /same ->.
by apply/eqP; move/implyP: (same w); apply.
Qed.

Lemma agree_sym k b (i j : label k) : agree b i j = agree b j i.
Proof. by apply/agreeP/agreeP => same w w_lt; rewrite same. Qed.

Lemma agree_full k b (i j : label k) : k <= b -> agree b i j = (i == j).
Proof.
move=> k_le; apply/agreeP/eqP => [same|-> //]; apply/ffunP => w.
by apply: same; apply: leq_trans k_le.
Qed.

Lemma agree0 k (i j : label k) : agree 0 i j.
Proof. exact/agreeP. Qed.

(* Whoever agrees with i on b bits agrees on one more with i or with its neighbour there, never with both. *)
Lemma agree_split k b (i j : label k) : b < k ->
  agree b j i = agree b.+1 j i || agree b.+1 j (flip b i) /\ ~~ (agree b.+1 j i && agree b.+1 j (flip b i)).
Proof.
move=> b_lt; pose w0 := Ordinal b_lt; split.
  apply/agreeP/orP => [same|]; last first.
    by case=> /agreeP same w w_lt; rewrite same ?(ltnW w_lt) // ?ffunE ?ltn_eqF // ltnS ltnW.
  case same0: (j w0 == i w0); [left | right]; apply/agreeP => w; rewrite ltnS leq_eqVlt.
    by case/orP => [/eqP w_b|/same //]; have -> : w = w0 by [apply: val_inj]; exact/eqP.
  case/orP => [/eqP w_b|w_lt]; last by rewrite ffunE ltn_eqF // addFb same.
  have -> : w = w0 by apply: val_inj.
  by rewrite ffunE /= eqxx addTb; move: same0; case: (j w0) (i w0) => [] [].
apply/negP => /andP[/agreeP/(_ w0 (ltnSn _)) one /agreeP/(_ w0 (ltnSn _))].
by rewrite one ffunE /= eqxx addTb; case: (i w0).
Qed.

(* Counting with a label split in two. *)
Lemma count_split (T : finType) k b (f : T -> label k) (i : label k) (P : pred T) : b < k ->
  #|[pred t | agree b (f t) i && P t]| =
  #|[pred t | agree b.+1 (f t) i && P t]| + #|[pred t | agree b.+1 (f t) (flip b i) && P t]|.
Proof.
move=> b_lt; rewrite -cardUI [X in _ = _ + X]eq_card0 ?addn0 => [|t].
  by apply: eq_card => t; rewrite !inE; have [-> _] := agree_split i (f t) b_lt; rewrite andb_orl.
rewrite !inE; have [_ apart] := agree_split i (f t) b_lt.
by apply/negP => /andP[/andP[one _] /andP[two _]]; rewrite one two in apart.
Qed.

(* A run: place l t is the label of tuple t in layer l = 1, ..., 2k; after L steps it stands in layer L + 1. *)
Definition along_edges k (T : Type) (place : nat -> T -> label k) :=
  forall l t, 0 < l < k.*2 -> edge l (place l t) (place l.+1 t).
(* In the fragmentation phase every machine keeps half of each class of the tuples that it holds. *)
Definition halved_at k (T : finType) (C : eqType) (place : nat -> T -> label k) (class : T -> C) l := forall i c,
  2 * #|[pred t | [&& place l t == i, place l.+1 t == i & class t == c]]| = #|[pred t | (place l t == i) && (class t == c)]|.
Definition halves k (T : finType) (C : eqType) (place : nat -> T -> label k) (class : T -> C) :=
  forall l, 0 < l < k -> halved_at place class l.
(* In the collection phase a tuple goes where the digit that may change is that of its destination. *)
Definition collects k (T : Type) (place : nat -> T -> label k) (dst : T -> label k) := forall l t, k <= l < k.*2 ->
  forall w : 'I_k, w = column k l :> nat -> place l.+1 t w = dst t w.

Lemma column_lt k l : 0 < l < k -> column k l < k.
Proof. by case/andP=> l_gt0 l_lt; rewrite /column (eqP (ltnW l_lt)) add0n ltn_subrL l_gt0 (leq_ltn_trans _ l_lt). Qed.

(* What a machine i holds after a step: what it kept, and what the other end y of its edge did not keep. *)
Lemma flow k (T : finType) (place : nat -> T -> label k) l i (P : pred T) : along_edges place -> 0 < l < k ->
  #|[pred t | (place l.+1 t == i) && P t]| +
  #|[pred t | [&& place l t == flip (column k l) i, place l.+1 t == flip (column k l) i & P t]]| =
  #|[pred t | [&& place l t == i, place l.+1 t == i & P t]]| + #|[pred t | (place l t == flip (column k l) i) && P t]|.
Proof.
move=> edges l_in; have b_lt := column_lt l_in; set y := flip _ i.
have y_neq : y != i by apply: flip_neq.
have at_edge t : edge l (place l t) (place l.+1 t).
  by apply: edges; case/andP: l_in => -> l_lt /=; rewrite -addnn ltn_addr.
have split_y : #|[pred t | (place l t == y) && P t]| =
    #|[pred t | [&& place l t == y, place l.+1 t == y & P t]]| + #|[pred t | [&& place l t == y, place l.+1 t == i & P t]]|.
  rewrite -cardUI [X in _ = _ + X]eq_card0 ?addn0 => [|t].
    apply: eq_card => t; rewrite !inE; case: eqP => //= at_y; move: (at_edge t).
    by rewrite /edge at_y /y flipK -/y; case/orP => ->; case: (P t); rewrite ?andbF ?orbT.
  rewrite !inE; apply/negP => /andP[/and3P[_ /eqP -> _] /and3P[_ y_i _]].
  by rewrite y_i in y_neq.
have split_i : #|[pred t | (place l.+1 t == i) && P t]| =
    #|[pred t | [&& place l t == i, place l.+1 t == i & P t]]| + #|[pred t | [&& place l t == y, place l.+1 t == i & P t]]|.
  rewrite -cardUI [X in _ = _ + X]eq_card0 ?addn0 => [|t].
    apply: eq_card => t; rewrite !inE; case: eqP => [at_i|_]; last by rewrite !andbF.
    move: (at_edge t); rewrite /edge at_i !andTb => /orP[/eqP <-|/eqP i_flip]; first by rewrite eqxx; case: (P t); rewrite ?andbF.
    have -> : place l t = y by rewrite /y i_flip flipK.
    by rewrite eqxx; case: (P t); rewrite ?andbF ?orbT.
  rewrite !inE; apply/negP => /andP[/and3P[/eqP -> _ _] /and3P[y_i _ _]].
  by rewrite eq_sym y_i in y_neq.
by rewrite split_i split_y -!addnA [X in _ + X = _]addnC.
Qed.

(* Every step of the fragmentation averages over the two ends of an edge. *)
Lemma average k (T : finType) (C : eqType) (place : nat -> T -> label k) (class : T -> C) l i c :
  along_edges place -> 0 < l < k -> halved_at place class l ->
  2 * #|[pred t | (place l.+1 t == i) && (class t == c)]| =
  #|[pred t | (place l t == i) && (class t == c)]| + #|[pred t | (place l t == flip (column k l) i) && (class t == c)]|.
Proof.
move=> edges l_in half; have two := congr1 (muln 2) (flow i (fun t => class t == c) edges l_in).
apply: (@addIn #|[pred t | (place l t == flip (column k l) i) && (class t == c)]|).
by rewrite -addnA addnn -mul2n; move: two; rewrite !mulnDr !half.
Qed.

(* After L < k steps a machine holds 1/2^L of what all machines that agree with it on k - L bits held at the start, class by class. *)
Lemma fragmented k (T : finType) (C : eqType) (place : nat -> T -> label k) (class : T -> C) L :
  along_edges place -> (forall l, 0 < l <= L -> halved_at place class l) -> L < k -> forall i c,
  2 ^ L * #|[pred t | (place L.+1 t == i) && (class t == c)]| = #|[pred t | agree (k - L) (place 1 t) i && (class t == c)]|.
Proof.
move=> edges; elim: L => [|L IH] half L_lt i c.
  by rewrite mul1n; apply: eq_card => t; rewrite !inE agree_full // subn0.
have b_eq : column k L.+1 = k - L.+1 by rewrite /column (eqP (ltnW L_lt)) add0n.
have b_lt : k - L.+1 < k by rewrite -b_eq /column (eqP (ltnW L_lt)) add0n ltn_subrL (leq_trans _ L_lt).
have before y : 2 ^ L * #|[pred t | (place L.+1 t == y) && (class t == c)]| =
    #|[pred t | agree (k - L) (place 1 t) y && (class t == c)]|.
  by apply: IH; rewrite ?(ltnW L_lt) // => l /andP[l_gt0 l_le]; apply: half; rewrite l_gt0 leqW.
rewrite expnSr -mulnA (average i c edges _ (half L.+1 _)) ?leqnn // mulnDr !before.
by rewrite (@count_split _ _ (k - L.+1)) // b_eq -subSn ?subSS // ltnW.
Qed.

Theorem fragmentation k (T : finType) (C : eqType) (place : nat -> T -> label k) (class : T -> C) :
  along_edges place -> halves place class -> forall L i c, L < k ->
  2 ^ L * #|[pred t | (place L.+1 t == i) && (class t == c)]| = #|[pred t | agree (k - L) (place 1 t) i && (class t == c)]|.
Proof.
move=> edges half L i c L_lt; apply: fragmented => // l /andP[l_gt0 l_le].
by apply: half; rewrite l_gt0 (leq_ltn_trans l_le).
Qed.

(* --- Collection ---------------------------------------------------------------------------------------------------------- *)
(* i and j agree on all bits but the b least significant ones. *)
Definition agree_above k b (i j : label k) := [forall w : 'I_k, (b <= w) ==> (i w == j w)].

Lemma aboveP k b (i j : label k) : reflect (forall w : 'I_k, b <= w -> i w = j w) (agree_above b i j).
Proof.
apply: (iffP forallP) => [same w w_ge|same w]; last by apply/implyP => /same ->.
by apply/eqP; move/implyP: (same w); apply.
Qed.

Lemma agree_both k b (i j : label k) : agree b i j && agree_above b i j = (i == j).
Proof.
apply/andP/eqP => [[/agreeP low /aboveP high]|->]; last by split; [exact/agreeP | exact/aboveP].
by apply/ffunP => w; case: (ltnP w b) => [/low|/high].
Qed.

Lemma above0 k (i j : label k) : agree_above 0 i j = (i == j).
Proof. by rewrite -(agree_both 0) agree0. Qed.

Lemma above_split k b (i j : label k) : b < k ->
  agree_above b.+1 j i = agree_above b j i || agree_above b j (flip b i) /\
  ~~ (agree_above b j i && agree_above b j (flip b i)).
Proof.
move=> b_lt; pose w0 := Ordinal b_lt; split.
  apply/aboveP/orP => [same|]; last first.
    by case=> /aboveP same w w_gt; rewrite same ?(ltnW w_gt) // ffunE gtn_eqF.
  case same0: (j w0 == i w0); [left | right]; apply/aboveP => w; rewrite leq_eqVlt.
    by case/orP => [/eqP w_b|/same //]; have -> : w = w0 by [apply: val_inj]; exact/eqP.
  case/orP => [/eqP w_b|w_gt]; last by rewrite ffunE gtn_eqF // addFb same.
  have -> : w = w0 by apply: val_inj.
  by rewrite ffunE /= eqxx addTb; move: same0; case: (j w0) (i w0) => [] [].
apply/negP => /andP[/aboveP/(_ w0 (leqnn _)) one /aboveP/(_ w0 (leqnn _))].
by rewrite one ffunE /= eqxx addTb; case: (i w0).
Qed.

Lemma count_split_above (T : finType) k b (f : T -> label k) (i : label k) (P : pred T) : b < k ->
  #|[pred t | agree_above b.+1 (f t) i && P t]| =
  #|[pred t | agree_above b (f t) i && P t]| + #|[pred t | agree_above b (f t) (flip b i) && P t]|.
Proof.
move=> b_lt; rewrite -cardUI [X in _ = _ + X]eq_card0 ?addn0 => [|t].
  by apply: eq_card => t; rewrite !inE; have [-> _] := above_split i (f t) b_lt; rewrite andb_orl.
rewrite !inE; have [_ apart] := above_split i (f t) b_lt.
by apply/negP => /andP[/andP[one _] /andP[two _]]; rewrite one two in apart.
Qed.

(* After u columns of the collection a tuple's last u bits are its destination's, the others are as before. *)
Lemma collected k (T : Type) (place : nat -> T -> label k) (dst : T -> label k) u t :
  0 < k -> along_edges place -> collects place dst -> u <= k ->
  agree u (place (k + u) t) (dst t) /\ agree_above u (place (k + u) t) (place k t).
Proof.
move=> k_gt0 edges collect; elim: u => [|u IH] u_lt; first by rewrite addn0 agree0 above0 eqxx.
have [/agreeP low /aboveP high] := IH (ltnW u_lt).
have in_phase : k <= k + u < k.*2 by rewrite leq_addr -addnn ltn_add2l.
have column_u : column k (k + u) = u by rewrite /column addKn (eqP (leq_addr u k)) addn0.
have same (w : 'I_k) : w != u :> nat -> place (k + u).+1 t w = place (k + u) t w.
  move=> w_neq; have : edge (k + u) (place (k + u) t) (place (k + u).+1 t).
    by apply: edges; case/andP: in_phase => _ ->; rewrite addn_gt0 k_gt0.
  by rewrite /edge column_u => /orP[/eqP -> //|/eqP ->]; rewrite ffunE (negbTE w_neq).
rewrite addnS; split; [apply/agreeP => w | apply/aboveP => w].
  rewrite ltnS leq_eqVlt => /orP[/eqP w_u|w_lt]; first by apply: collect; rewrite ?column_u.
  by rewrite same ?ltn_eqF // low.
by move=> w_gt; rewrite same ?gtn_eqF // high // ltnW.
Qed.

(* After L = k, ..., 2k - 1 steps a machine holds 1/2^(2k - L - 1) of what is meant for each machine that agrees with it on
   L - k + 1 bits, and nothing else. *)
Theorem collection k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) :
  along_edges place -> halves place dst -> collects place dst -> forall L i j, k <= L < k.*2 ->
  2 ^ (k.*2 - L.+1) * #|[pred t | (place L.+1 t == i) && (dst t == j)]| =
  if agree (L.+1 - k) i j then #|[pred t | dst t == j]| else 0.
Proof.
move=> edges half collect L i j /andP[k_le L_lt].
have k_gt0 : 0 < k by case: (k) k_le L_lt => [|//]; rewrite ltn0.
pose held u y := #|[pred t | agree_above u (place k t) y && (dst t == j)]|.
have share u y : 0 < u <= k -> 2 ^ (k - u) * held u y = #|[pred t | dst t == j]|.
  elim: u y => [//|u IH] y /andP[_ u_lt]; rewrite /held (count_split_above _ _ _ u_lt) mulnDr.
  case: (posnP u) => [-> | u_gt0]; last first.
    have u_in : 0 < u <= k by rewrite u_gt0 ltnW.
    apply/eqP; rewrite -(@eqn_pmul2l 2) // mulnDr !mulnA -expnS -subSn // subSS -!/(held _ _) !IH //.
    by rewrite mul2n addnn.
  have first z : 2 ^ (k - 1) * #|[pred t | agree_above 0 (place k t) z && (dst t == j)]| =
      #|[pred t | agree 1 (place 1 t) z && (dst t == j)]|.
    have := fragmentation edges half z j (_ : k.-1 < k); rewrite ltn_predL k_gt0 => /(_ isT).
    rewrite prednK // subn1 -subn1 subKn // => <-; congr (_ * _).
    by apply: eq_card => t; rewrite !inE above0.
  by rewrite !first -(count_split _ _ _ k_gt0); apply: eq_card => t; rewrite !inE agree0.
have u_in : 0 < L.+1 - k <= k by rewrite subn_gt0 ltnS k_le leq_subLR addnn.
have [L_eq u_le] : L.+1 = k + (L.+1 - k) /\ L.+1 - k <= k.
  by split; [rewrite subnKC // ltnW | case/andP: u_in].
set u := L.+1 - k in u_in L_eq u_le *.
have at_i t : (place L.+1 t == i) = agree u i (dst t) && agree_above u (place k t) i.
  have [/agreeP low /aboveP high] := collected t k_gt0 edges collect u_le; rewrite L_eq.
  rewrite -(agree_both u); congr (_ && _).
    by apply/agreeP/agreeP => same w w_lt; [rewrite -same // low | rewrite same // low].
  by apply/aboveP/aboveP => same w w_ge; [rewrite -same // high | rewrite -same // high].
have -> : k.*2 - L.+1 = k - u by rewrite L_eq -addnn subnDl.
case: ifP => [agrees|differs]; last first.
  rewrite eq_card0 ?muln0 // => t; rewrite !inE at_i; apply/negP => /andP[/andP[same _] /eqP dst_j].
  by rewrite dst_j differs in same.
rewrite -(share u i u_in) /held; congr (_ * _); apply: eq_card => t; rewrite !inE at_i.
by case: eqP => [->|_]; rewrite ?andbF // agrees.
Qed.

(* --- Memory -------------------------------------------------------------------------------------------------------------- *)
Lemma card_classes (T J : finType) (P : pred T) (class : T -> J) :
  #|[pred t | P t]| = \sum_j #|[pred t | P t && (class t == j)]|.
Proof.
rewrite -sum1_card (partition_big class predT) //=; apply: eq_bigr => j _.
by rewrite -sum1_card; apply: eq_bigl => t; rewrite !inE.
Qed.

Lemma card_agreeing k u (i : label k) : u <= k -> #|[pred j | agree u j i]| = 2 ^ (k - u).
Proof.
have [d] : exists d, d = k - u by exists (k - u).
elim: d u i => [|d IH] u i d_eq u_le.
  rewrite -d_eq expn0 -[RHS](card1 i); apply: eq_card => j; rewrite !inE agree_full //.
  by rewrite -subn_eq0 -d_eq.
have u_lt : u < k by rewrite -subn_gt0 -d_eq.
have d_eq1 : d = k - u.+1 by rewrite subnS -d_eq.
have all (b : nat) (y : label k) : #|[pred j | agree b j y]| = #|[pred j | agree b (id j) y && predT j]|.
  by apply: eq_card => j; rewrite !inE andbT.
by rewrite -d_eq all (count_split _ _ _ u_lt) -!all !IH // -d_eq1 expnS mul2n addnn.
Qed.

(* If every machine sends at most s tuples and receives at most s, no machine ever holds more than s. *)
Theorem memory_s k (T : finType) (place : nat -> T -> label k) (dst : T -> label k) s :
  along_edges place -> halves place dst -> collects place dst ->
  (forall h, #|[pred t | place 1 t == h]| <= s) -> (forall j, #|[pred t | dst t == j]| <= s) ->
  forall L i, L < k.*2 -> #|[pred t | place L.+1 t == i]| <= s.
Proof.
move=> edges half collect sends receives L i L_lt; case: (ltnP L k) => [in_fragmentation|k_le]; last first.
  have pos : 0 < 2 ^ (k.*2 - L.+1) by rewrite expn_gt0.
  rewrite -(leq_pmul2l pos) (card_classes _ dst) big_distrr /=.
  rewrite (eq_bigr (fun j => if agree (L.+1 - k) i j then #|[pred t | dst t == j]| else 0)) => [|j _]; last first.
    by apply: collection; rewrite ?k_le.
  rewrite -big_mkcond /=; apply: (@leq_trans (\sum_(j | agree (L.+1 - k) i j) s)).
    by apply: leq_sum => j _; exact: receives.
  rewrite sum_nat_const leq_mul2r (_ : #|_| = 2 ^ (k.*2 - L.+1)) ?leqnn ?orbT //.
  have u_le : L.+1 - k <= k by rewrite leq_subLR addnn.
  have -> : k.*2 - L.+1 = k - (L.+1 - k) by rewrite subnBA ?addnn // ltnW.
  rewrite -(card_agreeing i u_le); apply: eq_card => j; rewrite !inE /=.
  by apply/agreeP/agreeP => same w w_lt; rewrite same.
elim: L i in_fragmentation {L_lt} => [|L IH] i L_lt //.
have whole l y : #|[pred t | place l t == y]| = #|[pred t | (place l t == y) && (tt == tt)]|.
  by apply: eq_card => t; rewrite !inE andbT.
have half_tt : halves place (fun _ => tt).
  move=> l l_in y [].
  have kept : #|[pred t | [&& place l t == y, place l.+1 t == y & tt == tt]]| =
      \sum_j #|[pred t | [&& place l t == y, place l.+1 t == y & dst t == j]]|.
    rewrite (card_classes _ dst); apply: eq_bigr => j _; apply: eq_card => t.
    by rewrite !inE andbT andbA.
  have held : #|[pred t | (place l t == y) && (tt == tt)]| = \sum_j #|[pred t | (place l t == y) && (dst t == j)]|.
    by rewrite (card_classes _ dst); apply: eq_bigr => j _; apply: eq_card => t; rewrite !inE andbT.
  by rewrite kept held big_distrr /=; apply: eq_bigr => j _; exact: half.
have l_in : 0 < L.+1 < k by [].
rewrite -(leq_pmul2l (isT : 0 < 2)) whole (average i tt edges l_in (half_tt _ l_in)) -!whole mul2n -addnn.
by apply: leq_add; apply: IH; apply: ltnW.
Qed.
