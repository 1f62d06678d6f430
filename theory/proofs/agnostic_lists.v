(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix B.2: the machines' lists in data-agnostic routing, as they are computed step by
   step. They are a run in the sense of routing_agnostic.v, whatever the order of the lists in the collection is. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import benes routing routing_halving routing_agnostic.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* --- Odd and even positions ---------------------------------------------------------------------------------------------------------------- *)
Definition even_positions (T : Type) (s : seq T) := odd_positions (behead s).
Lemma subseq_odd (T : eqType) (s : seq T) : subseq (odd_positions s) s.
Proof.
have [m] := ubnP (size s); elim: m s => // m IH [|x [|y s]] // size_s; rewrite [odd_positions _]/= [subseq _ _]/= eqxx.
have s_lt : size s < m by apply: leq_trans (size_s : (size s).+1 < m); exact: leqnSn.
exact: subseq_trans (IH s s_lt) (subseq_cons s y).
Qed.
Lemma mem_odd (T : eqType) (s : seq T) t : uniq s -> (t \in odd_positions s) = (t \in s) && ~~ odd (index t s).
Proof.
move=> s_uniq; rewrite -has_pred1 has_count -(count_odd_positions (pred1 t) s_uniq) -has_count.
apply/hasP/andP => [[u u_s /andP[even_u /eqP tE]] | [t_s even_t]]; first by rewrite -tE.
by exists t; rewrite //= even_t eqxx.
Qed.
Lemma mem_even (T : eqType) (s : seq T) t : uniq s -> (t \in even_positions s) = (t \in s) && odd (index t s).
Proof.
case: s => // x s /andP[x_s s_uniq]; rewrite /even_positions mem_odd // inE /=; case: (eqVneq t x) => [->|neq] //=.
by rewrite (negbTE x_s).
Qed.

Lemma uniq_odd (T : eqType) (s : seq T) : uniq s -> uniq (odd_positions s).
Proof. exact: subseq_uniq (subseq_odd s). Qed.
Lemma uniq_even (T : eqType) (s : seq T) : uniq s -> uniq (even_positions s).
Proof. by case: s => // x s /andP[_]; exact: uniq_odd. Qed.

Section Lists.
Variables (k : nat) (T : finType) (src dst : T -> label k).
Implicit Types (s : seq T) (i : label k) (t : T) (l : nat).

(* --- Lists by destination -------------------------------------------------------------------------------------------------------------------- *)
Definition by_destination s := flatten [seq [seq t <- s | number (dst t) == j] | j <- labels k].
Lemma number_below i : number i < 2 ^ k.
Proof. by have [] := bitsK i. Qed.
Lemma number_injective : injective (@number k).
Proof. by move=> i j same; rewrite -(bitsK i).1 -(bitsK j).1 same. Qed.
Lemma perm_by_destination s : perm_eq (by_destination s) s.
Proof.
apply/permP => P; rewrite count_flatten -map_comp sumnE big_map; elim: s => [|t s IH]; first by rewrite big1.
rewrite -[RHS]/(P t + count P s) -{}IH; rewrite (eq_bigr (fun j => (if number (dst t) == j then P t : nat else 0) + count P [seq u <- s | number (dst u) == j])).
  rewrite big_split /=; congr (_ + _); rewrite (bigD1_seq (number (dst t))) ?iota_uniq ?mem_labels ?number_below //= eqxx.
  by rewrite big1 ?addn0 // => j; rewrite eq_sym => /negbTE ->.
by move=> j _ /=; case: ifP.
Qed.
Lemma uniq_by_destination s : uniq (by_destination s) = uniq s.
Proof. exact/perm_uniq/perm_by_destination. Qed.
Lemma mem_by_destination s t : (t \in by_destination s) = (t \in s).
Proof. exact/perm_mem/perm_by_destination. Qed.
Lemma sorted_by_destination s : sorted (relpre (@number k \o dst) leq) (by_destination s).
Proof.
have trans : transitive (relpre (@number k \o dst) leq) by move=> u v w /=; exact: leq_trans.
rewrite sorted_pairwise //; suff blocks m a : pairwise (relpre (@number k \o dst) leq) (flatten [seq [seq t <- s | number (dst t) == j] | j <- iota a m]).
  exact: blocks.
elim: m a => // m IH a; rewrite /= pairwise_cat IH andbT; apply/andP; split.
  apply/allrelP => t u; rewrite mem_filter => /andP[/eqP /= -> _] /flatten_mapP[j]; rewrite mem_iota => /andP[a_lt _].
  by rewrite mem_filter => /andP[/eqP -> _]; exact: ltnW.
have : all (fun t => number (dst t) == a) [seq t <- s | number (dst t) == a] by exact: filter_all.
elim: [seq _ <- _ | _] => //= t l IHl /andP[/eqP tE l_a]; rewrite IHl // andbT.
by apply: sub_all l_a => u /eqP uE; rewrite /= tE uE.
Qed.

(* --- The lists ---------------------------------------------------------------------------------------------------------------------------------- *)
(* Whether t stays with i in step l of the collection. *)
Definition stays l i t := [forall w : 'I_k, (w == column k l :> nat) ==> (dst t w == i w)].
Definition moved (st : label k -> seq T) l i : seq T :=
  let other := flip (column k l) i in
  if l < k then odd_positions (by_destination (st i)) ++ even_positions (by_destination (st other))
  else [seq t <- st i | stays l i t] ++ [seq t <- st other | ~~ stays l other t].
Variable st : nat -> label k -> seq T.
Hypothesis k_gt0 : 0 < k.
Hypothesis start : forall i, perm_eq (st 1 i) [seq t <- enum T | src t == i].
Hypothesis steps : forall l i, 0 < l < k.*2 -> perm_eq (st l.+1 i) (moved (st l) l i).

Definition goes_to l i t : label k :=
  if l < k then (if odd (index t (by_destination (st l i))) then flip (column k l) i else i)
  else [ffun w : 'I_k => if w == column k l :> nat then dst t w else i w].
Fixpoint place l t : label k := if l is l'.+1 then (if l' is 0 then src t else goes_to l' (place l' t) t) else src t.
Lemma placeS l t : 0 < l -> place l.+1 t = goes_to l (place l t) t.
Proof. by case: l. Qed.
Lemma column_below l : 0 < l < k.*2 -> column k l < k.
Proof. by move=> l_in; have [] := column_digitK l_in. Qed.
Lemma staysE l i t (b : 'I_k) : b = column k l :> nat -> stays l i t = (dst t b == i b).
Proof.
move=> bE; apply/forallP/idP => [/(_ b)|same w]; first by rewrite bE eqxx.
by apply/implyP => /eqP wE; have -> : w = b by apply: val_inj; rewrite /= wE.
Qed.

Lemma held l : 0 < l <= k.*2 -> forall i, uniq (st l i) /\ forall t, (t \in st l i) = (place l t == i).
Proof.
case: l => // l; elim: l => [|l IH] l_le i.
  split=> [|t]; first by rewrite (perm_uniq (start i)); apply/filter_uniq/enum_uniq.
  by rewrite (perm_mem (start i)) mem_filter mem_enum andbT.
have l_in : 0 < l.+1 < k.*2 by [].
have {}IH := IH (ltnW l_le); have c_lt := column_below l_in; pose b := Ordinal c_lt.
have stepE := steps i l_in; set other := flip (column k l.+1) i in stepE.
have other_neq : other != i by exact: flip_neq.
have otherK : flip (column k l.+1) other = i by exact: flipK.
have [uniq_i mem_i] := IH i; have [uniq_o mem_o] := IH other.
rewrite (perm_uniq stepE) /moved -/other; case: (ltnP l.+1 k) => [early|late].
  have memE t : (t \in odd_positions (by_destination (st l.+1 i)) ++ even_positions (by_destination (st l.+1 other))) =
      (place l.+1 t == i) && ~~ odd (index t (by_destination (st l.+1 i))) || (place l.+1 t == other) && odd (index t (by_destination (st l.+1 other))).
    by rewrite mem_cat mem_odd ?mem_even ?uniq_by_destination // !mem_by_destination mem_i mem_o.
  split=> [|t].
    rewrite cat_uniq uniq_odd ?uniq_by_destination // uniq_even ?uniq_by_destination // andbT /=.
    apply/hasPn => t; rewrite mem_even ?uniq_by_destination // mem_by_destination mem_o => /andP[/eqP at_o _].
    change (t \notin odd_positions (by_destination (st l.+1 i))).
    by rewrite mem_odd ?uniq_by_destination // mem_by_destination mem_i at_o (negbTE other_neq).
  rewrite (perm_mem stepE) /moved early memE (@placeS l.+1) // /goes_to early.
  have [->|neq_i] := eqVneq (place l.+1 t) i.
    rewrite [i == other]eq_sym (negbTE other_neq) orbF /=; case: (odd _); rewrite ?eqxx //.
    by rewrite -/other (negbTE other_neq).
  have [->|neq_o] := eqVneq (place l.+1 t) other; first by rewrite otherK /=; case: (odd _); rewrite ?eqxx ?(negbTE other_neq).
  rewrite /=; case: (odd _); last by rewrite (negbTE neq_i).
  by apply/esym/negbTE; apply: contra neq_o => /eqP same; rewrite /other -same flipK.
have b_col : b = column k l.+1 :> nat by [].
have other_b : other b = ~~ i b by rewrite ffunE /= eqxx addTb.
split=> [|t].
  rewrite cat_uniq !filter_uniq // andbT /=; apply/hasPn => t; rewrite !mem_filter mem_o => /andP[_ /eqP at_o].
  change (t \notin [seq t <- st l.+1 i | stays l.+1 i t]).
  by rewrite mem_filter mem_i at_o (negbTE other_neq) andbF.
have not_early : (l.+1 < k) = false by rewrite ltnNge late.
rewrite (perm_mem stepE) /moved not_early mem_cat !mem_filter mem_i mem_o !(staysE _ _ b_col) (@placeS l.+1) // /goes_to not_early.
have [->|neq_i] := eqVneq (place l.+1 t) i.
  rewrite [i == other]eq_sym (negbTE other_neq) andbT andbF orbF; apply/eqP/eqP => [same|<-].
    by apply/ffunP => w; rewrite ffunE; case: eqP => // w_b; have -> : w = b by [apply: val_inj].
  by rewrite ffunE eqxx.
rewrite andbF orFb; have [->|neq_o] := eqVneq (place l.+1 t) other.
  rewrite andbT other_b; apply/idP/eqP => [differ|<-]; last by rewrite ffunE eqxx; case: (dst t b).
  apply/ffunP => w; rewrite ffunE; case: eqP => [w_b|w_b]; last by rewrite ffunE; case: eqP.
  by have -> : w = b by [apply: val_inj]; move: differ; case: (dst t b); case: (i b).
rewrite andbF; apply/esym/negbTE; apply/eqP => /ffunP same; case/negP: neq_o; apply/eqP/ffunP => w.
have := same w; rewrite ffunE [other w]ffunE; case: eqP => [w_b _|w_b -> //].
have wE : w = b by apply: val_inj.
rewrite wE addTb; apply/eqP; case: (place l.+1 t b =P i b) => [same_b|]; last by case: (place l.+1 t b); case: (i b).
case/negP: neq_i; apply/eqP/ffunP => v; have := same v; rewrite ffunE; case: eqP => // v_b _.
by have -> : v = b by apply: val_inj.
Qed.

Lemma perm_held l i : 0 < l <= k.*2 -> perm_eq (st l i) [seq t <- enum T | place l t == i].
Proof.
move=> l_in; have [uniq_i mem_i] := held l_in i; apply: uniq_perm => // [|t]; first by apply/filter_uniq/enum_uniq.
by rewrite mem_i mem_filter mem_enum andbT.
Qed.
Theorem lists_are_a_run : [/\ place 1 =1 src, agnostic place dst (@number k) (fun l i => by_destination (st l i)), along_edges place & collects place dst].
Proof.
split=> //.
- move=> l l_in; have l_in2 : 0 < l <= k.*2 by case/andP: l_in => -> l_lt; rewrite -addnn (leq_trans (ltnW l_lt)) // leq_addr.
  split=> [i|i|t]; [ | exact: sorted_by_destination | ].
    exact: perm_trans (perm_by_destination _) (perm_held i l_in2).
  by rewrite placeS /goes_to; case/andP: l_in => // _ ->.
- move=> l t l_in; case/andP: (l_in) => l_gt0 _; rewrite placeS // /goes_to /edge; case: ltnP => [_|k_le].
    by case: ifP => _; rewrite eqxx ?orbT.
  have b_lt := column_below l_in.
  case same: (dst t (Ordinal b_lt) == place l t (Ordinal b_lt)); apply/orP; [left | right];
    apply/eqP/ffunP => w; rewrite !ffunE; case: eqP => [w_b|_] //.
    by have -> : w = Ordinal b_lt by [apply: val_inj]; exact/eqP.
  have -> : w = Ordinal b_lt by apply: val_inj.
  by move: same; rewrite addTb; case: (dst t _); case: (place l t _).
move=> l t /andP[k_le l_lt] w w_b; rewrite placeS ?(leq_trans k_gt0) // /goes_to ltnNge k_le.
by rewrite ffunE w_b eqxx.
Qed.

(* What the lists hold, in numbers of tuples. *)
Lemma size_list l i : 0 < l <= k.*2 -> size (st l i) = #|[pred t | place l t == i]|.
Proof. by move=> l_in; rewrite (perm_size (perm_held i l_in)) card_seq. Qed.
Lemma size_staying l i : k <= l < k.*2 -> size [seq t <- st l i | stays l i t] <= #|[pred t | (place l t == i) && (place l.+1 t == i)]|.
Proof.
case/andP=> k_le l_lt; have l_gt0 := leq_trans k_gt0 k_le; have l_in : 0 < l <= k.*2 by rewrite l_gt0 ltnW.
have [uniq_i mem_i] := held l_in i; rewrite cardE; apply: uniq_leq_size => [|t]; first exact: filter_uniq.
rewrite mem_filter mem_i mem_enum inE => /andP[/forallP same /eqP at_i]; rewrite placeS // /goes_to at_i eqxx ltnNge k_le /=.
by apply/eqP/ffunP => w; rewrite ffunE; case: eqP => // w_b; have := same w; rewrite w_b eqxx => /eqP.
Qed.
Lemma size_going l i : k <= l < k.*2 -> size [seq t <- st l i | ~~ stays l i t] <= #|[pred t | (place l t == i) && (place l.+1 t == flip (column k l) i)]|.
Proof.
case/andP=> k_le l_lt; have l_gt0 := leq_trans k_gt0 k_le; have l_in : 0 < l <= k.*2 by rewrite l_gt0 ltnW.
have l_in' : 0 < l < k.*2 by rewrite l_gt0.
have c_lt := column_below l_in'; pose b := Ordinal c_lt; have b_col : b = column k l :> nat by [].
have [uniq_i mem_i] := held l_in i; rewrite cardE; apply: uniq_leq_size => [|t]; first exact: filter_uniq.
rewrite mem_filter mem_i mem_enum inE (staysE _ _ b_col) => /andP[differ /eqP at_i]; rewrite placeS // /goes_to at_i eqxx ltnNge k_le /=.
apply/eqP/ffunP => w; rewrite !ffunE; case: eqP => // w_b; have -> : w = b by apply: val_inj.
by move: differ; case: (dst t b); case: (i b).
Qed.
End Lists.
