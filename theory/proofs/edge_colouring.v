(* SPDX-License-Identifier: Apache-2.0 *)
(* Koenig: messages of which no machine sends or receives more than s can be given s slots so that messages with a common sender or a
   common receiver have different ones. For Positional Attention (Back de Luca et al. 2025), Assumption B.4. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section EdgeColouring.
Variables (M V : finType) (s : nat).
Variables (src dst : M -> V).
Definition meet e e' := (src e == src e') || (dst e == dst e').
Lemma meetC e e' : meet e e' = meet e' e.
Proof. by rewrite /meet [src e == _]eq_sym [dst e == _]eq_sym. Qed.
Definition proper (E : {set M}) (c : M -> nat) :=
  {in E, forall e, c e < s} /\ {in E &, forall e e', e != e' -> meet e e' -> c e != c e'}.

(* A slot that no message of E at this vertex has. *)
Lemma free_slot (E : {set M}) (end_of : M -> V) v c : {in E, forall e, c e < s} -> #|[set e in E | end_of e == v]| < s ->
  exists2 a, a < s & {in E, forall e, end_of e = v -> c e != a}.
Proof.
move=> c_lt few; pose used := [seq c e | e <- enum [set e in E | end_of e == v]].
have : ~~ all (mem used) (iota 0 s).
  apply/negP => /allP all_used; have := uniq_leq_size (iota_uniq 0 s) all_used.
  by rewrite size_iota size_map -cardE leqNgt few.
case/allPn => a; rewrite mem_iota /= => a_lt a_free; exists a => // e e_in e_v.
by apply: contraNneq a_free => <-; apply: map_f; rewrite mem_enum inE e_in e_v eqxx.
Qed.

Section Swap.
Variables (E : {set M}) (c : M -> nat) (a b : nat) (x0 : M) (v : V).
Definition next x y := [&& x \in E, y \in E & ((c x == a) && (c y == b) && (src x == src y)) || ((c x == b) && (c y == a) && (dst x == dst y))].
Definition swapped e := if connect next x0 e then (if c e == a then b else a) else c e.
End Swap.

Lemma entered (r : rel M) x0 y : connect r x0 y -> y = x0 \/ exists2 x, connect r x0 x & r x y.
Proof.
move=> /connectP[p]; elim/last_ind: p => [_ -> |p z _]; first by left.
rewrite rcons_path last_rcons => /andP[p_path p_next] ->; right; exists (last x0 p) => //.
by apply/connectP; exists p.
Qed.

Lemma swap_proper (E : {set M}) c a b x0 v : proper E c -> a != b -> a < s -> b < s ->
  x0 \in E -> c x0 = a -> dst x0 = v -> {in E, forall e, dst e = v -> c e != b} -> proper E (swapped E c a b x0).
Proof.
move=> [c_lt c_ok] ab a_lt b_lt x0_in x0_a x0_v b_free.
pose K := connect (next E c a b) x0.
have K_in y : K y -> y \in E /\ (c y == a) || (c y == b).
  case/entered => [->|[x _ /and3P[_ -> /orP[] /andP[/andP[_ ->]]]]]; rewrite ?x0_a ?eqxx ?orbT //.
have K_next x y : K x -> next E c a b x y -> K y by move=> Kx xy; apply: connect_trans Kx (connect1 xy).
(* The same slot twice at a vertex is the same message. *)
have same e e' : e \in E -> e' \in E -> meet e e' -> c e = c e' -> e = e'.
  by move=> e_in e'_in e_e' eq_c; apply/eqP/negP => /negP/(c_ok e e' e_in e'_in)/(_ e_e'); rewrite eq_c eqxx.
(* K holds both or none of two messages with the slots a and b that meet. *)
have closed e e' : e \in E -> e' \in E -> meet e e' -> K e -> c e' = (if c e == a then b else a) -> K e'.
  move=> e_in e'_in e_e' Ke e'_c; have [_ ab_e] := K_in _ Ke.
  have back x : K x -> next E c a b x e -> meet x e' -> c x = c e' -> K e'.
    by move=> Kx /and3P[x_in _ _] x_e' eq_c; rewrite -(same x e').
  case: eqP ab_e e'_c => [e_a _|_ /= /eqP e_b] e'_c.
    case/orP: (e_e') => [eq_src|eq_dst]; first by apply: K_next Ke _; rewrite /next e_in e'_in e_a e'_c !eqxx eq_src.
    case/entered: Ke => [e_x0|[x Kx x_e]].
      by have := b_free e' e'_in; rewrite e'_c eqxx -(eqP eq_dst) e_x0 x0_v => /(_ erefl).
    apply: (back _ Kx x_e); case/and3P: x_e => _ _; rewrite e_a (negbTE ab) andbF /= => /andP[/andP[/eqP x_b _] /eqP x_dst].
      by rewrite /meet x_dst eq_dst orbT.
    by rewrite x_b e'_c.
  case/orP: (e_e') => [eq_src|eq_dst]; last first.
    by apply: K_next Ke _; rewrite /next e_in e'_in e_b e'_c !eqxx eq_dst orbT.
  case/entered: Ke => [e_x0|[x Kx x_e]]; first by move: ab; rewrite -x0_a -e_x0 e_b eqxx.
  apply: (back _ Kx x_e); case/and3P: x_e => _ _; rewrite e_b [b == a]eq_sym (negbTE ab) andbF orbF => /andP[/andP[/eqP x_a _] /eqP x_src].
    by rewrite /meet x_src eq_src.
  by rewrite x_a e'_c.
split=> [e e_in|e e' e_in e'_in neq e_e']; rewrite /swapped -!/(K _).
  by case: ifP => _; [case: ifP | exact: c_lt].
have neq_c := c_ok e e' e_in e'_in neq e_e'.
have one_in f f' : f \in E -> f' \in E -> meet f f' -> c f != c f' -> K f -> ~~ K f' -> (if c f == a then b else a) != c f'.
  move=> f_in f'_in f_f' _ Kf; apply: contraNneq => eq_c; exact: closed Kf (esym eq_c).
case: (boolP (K e)) => [Ke|notKe]; case: (boolP (K e')) => [Ke'|notKe'] //.
- have [_ ab_e] := K_in e Ke; have [_ ab_e'] := K_in e' Ke'.
  move: neq_c; case/orP: ab_e => /eqP ->; case/orP: ab_e' => /eqP ->; rewrite ?eqxx ?[b == a]eq_sym ?(negbTE ab) //.
  by rewrite eq_sym (negbTE ab).
- exact: one_in.
by rewrite eq_sym; apply: one_in => //; [rewrite meetC | rewrite eq_sym].
Qed.

Lemma proper_add (E : {set M}) c e0 a : e0 \notin E -> proper E c -> a < s ->
  {in E, forall e, meet e0 e -> c e != a} -> proper (e0 |: E) (fun e => if e == e0 then a else c e).
Proof.
move=> e0_notin [c_lt c_ok] a_lt a_free; split=> [e|e e']; rewrite !inE.
  by case: eqP => //= _; exact: c_lt.
case: (eqVneq e e0) => [->|e_neq] /=; case: (eqVneq e' e0) => [->|e'_neq] //=; rewrite ?eqxx // => e_in e'_in neq e_e'.
- by rewrite eq_sym a_free.
- by rewrite a_free // meetC.
exact: c_ok.
Qed.

Theorem coloured (E : {set M}) : (forall v, #|[set e in E | src e == v]| <= s) -> (forall v, #|[set e in E | dst e == v]| <= s) ->
  exists c, proper E c.
Proof.
move: {2}#|E| (erefl #|E|) => k; elim: k E => [|k IH] E.
  by move=> /eqP; rewrite cards_eq0 => /eqP -> _ _; exists (fun=> 0); split=> e; rewrite inE.
move=> E_card src_few dst_few.
have [e0 e0_in] : exists e, e \in E by apply/set0Pn; rewrite -cards_eq0 E_card.
pose E' := E :\ e0; have e0_notin : e0 \notin E' by rewrite !inE eqxx.
have E_eq : e0 |: E' = E by rewrite setD1K.
have fewer (end_of : M -> V) v : #|[set e in E' | end_of e == v]| <= #|[set e in E | end_of e == v]|.
  by apply/subset_leq_card/subsetP => e; rewrite !inE => /andP[/andP[_ ->]].
have fewer_at (end_of : M -> V) : (forall v, #|[set e in E | end_of e == v]| <= s) -> #|[set e in E' | end_of e == end_of e0]| < s.
  move=> few; apply: leq_trans (few (end_of e0)); apply: proper_card; apply/properP; split.
    by apply/subsetP => e; rewrite !inE => /andP[/andP[_ ->]].
  by exists e0; rewrite !inE ?eqxx ?e0_in.
have [|||c c_proper] := IH E'.
- by move: E_card; rewrite (cardsD1 e0) e0_in add1n => -[].
- by move=> v; apply: leq_trans (fewer _ _) (src_few v).
- by move=> v; apply: leq_trans (fewer _ _) (dst_few v).
have [c_lt c_ok] := c_proper.
have [a a_lt a_free] := free_slot c_lt (fewer_at src src_few); have [b b_lt b_free] := free_slot c_lt (fewer_at dst dst_few).
rewrite -E_eq; case: (boolP [exists x, [&& x \in E', dst x == dst e0 & c x == a]]) => [/existsP[x0 /and3P[x0_in /eqP x0_dst /eqP x0_a]]|a_unused].
  have ab : a != b by have := b_free x0 x0_in x0_dst; rewrite x0_a.
  eexists; apply: (proper_add e0_notin (swap_proper c_proper ab a_lt b_lt x0_in x0_a x0_dst b_free) a_lt) => e e_in.
  have not_a : connect (next E' c a b) x0 e -> (if c e == a then b else a) = a -> c e = b /\ src e <> src e0.
    case/entered => [->|[x _ /and3P[x_in _]]]; first by rewrite x0_a eqxx => eq_ba; move: ab; rewrite eq_ba eqxx.
    case/orP=> /andP[/andP[/eqP x_c /eqP e_c] /eqP x_e]; rewrite e_c ?eqxx; last by move=> eq_ba; move: ab; rewrite eq_ba eqxx.
    by move=> _; split=> // e_src; have := a_free x x_in; rewrite x_e x_c eqxx => /(_ e_src).
  rewrite /meet => /orP[/eqP src_eq|/eqP dst_eq]; apply/eqP; rewrite /swapped; case: ifP => Ke eq_a.
  - by have [_ /(_ (esym src_eq))] := not_a Ke eq_a.
  - by have := a_free e e_in (esym src_eq); rewrite eq_a eqxx.
  - have [e_b _] := not_a Ke eq_a; have := b_free e e_in (esym dst_eq); by rewrite e_b eqxx.
  have : e = x0.
    apply/eqP/negP => /negP neq; have := c_ok e x0 e_in x0_in neq; rewrite /meet -dst_eq x0_dst eqxx orbT eq_a x0_a eqxx => absurd.
    by have := absurd isT.
  by move=> e_x0; move: Ke; rewrite e_x0 connect0.
exists (fun e => if e == e0 then a else c e); apply: proper_add => // e e_in /orP[/eqP src_eq|/eqP dst_eq]; first exact: a_free.
by apply: contraNneq a_unused => e_a; apply/existsP; exists e; rewrite e_in -dst_eq e_a !eqxx.
Qed.

(* Every message gets a slot. *)
Theorem slots_for_all : (forall v, #|[set e | src e == v]| <= s) -> (forall v, #|[set e | dst e == v]| <= s) ->
  exists c : M -> nat, (forall e, c e < s) /\ (forall e e', e != e' -> src e = src e' \/ dst e = dst e' -> c e != c e').
Proof.
have same (end_of : M -> V) v : [set e in [set: M] | end_of e == v] = [set e | end_of e == v] by apply/setP => e; rewrite !inE.
move=> src_few dst_few; have [v|v|c [c_lt c_ok]] := @coloured [set: M]; rewrite ?same //.
exists c; split=> [e|e e' neq e_e']; first by rewrite c_lt ?inE.
by apply: c_ok; rewrite ?inE // /meet; case: e_e' => ->; rewrite eqxx ?orbT.
Qed.
End EdgeColouring.
