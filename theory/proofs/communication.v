(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendices A and B: what fixed communication can bring together, and in how many rounds. *)
From mathcomp Require Import all_ssreflect all_algebra fingroup perm.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* --- Fixed communication --------------------------------------------------------------------------------------------------- *)
(* In each round machine i takes its variables from the machines that the list r i names, one for each slot. *)
Definition communication N := seq ('I_N -> seq 'I_N).
Definition within N m (rounds : communication N) :=
  all (fun r => [forall i, size (r i) <= m] && [forall p, \sum_i count_mem p (r i) <= m]) rounds.
(* What machine i can have heard of: in the beginning of itself. *)
Fixpoint heard N (rounds : communication N) : 'I_N -> {set 'I_N} :=
  if rounds is r :: earlier then (fun i => \bigcup_(p <- r i) heard earlier p) else (fun i => [set i]).
(* The list has the last round first. *)

(* attest: positional.log-cost finding_reach sha256:ebeef56aa8e04573d2d67a920cbdc73bbf7efe9cc7d1100771be768d16117302 theorem:reach *)
Theorem reach N m (rounds : communication N) i : within m rounds -> #|heard rounds i| <= m ^ size rounds.
Proof.
elim: rounds i => [|r rounds IH] i; first by rewrite cards1.
rewrite [within _ _]/= => /andP[/andP[/forallP/(_ i) size_r _] later]; rewrite [size _]/= expnS.
apply: leq_trans (leq_mul size_r (leqnn _)); have -> : heard (r :: rounds) i = \bigcup_(p <- r i) heard rounds p by [].
elim: (r i) => [|p s IHs]; first by rewrite big_nil cards0.
rewrite big_cons mulSn; apply: leq_trans (leq_card_setU _ _) _; exact: leq_add (IH p later) IHs.
Qed.

(* The machine d places before i, around. *)
Definition back N (i : 'I_N.+1) d : 'I_N.+1 := (i - inZp d)%R.

Lemma back_back N (i : 'I_N.+1) d e : back (back i d) e = back i (d + e).
Proof.
rewrite /back -GRing.addrA -GRing.opprD; congr (_ - _)%R.
by apply: val_inj; rewrite /= modnDm.
Qed.

Lemma back_onto N (i j : 'I_N.+1) : exists2 d, d < N.+1 & back i d = j.
Proof.
exists (i - j)%R; first exact: ltn_ord.
by rewrite /back valZpK GRing.opprB GRing.addrC GRing.subrK.
Qed.

(* In round r = 0, 1, ... machine i takes from the machines 0, m^r, 2 m^r, ..., (m-1) m^r places before it. *)
Definition gathering_round N m r (i : 'I_N.+1) := [seq back i (a * m ^ r) | a <- iota 0 m].
Fixpoint gathering N m r : communication N.+1 := if r is q.+1 then @gathering_round N m q :: gathering N m q else [::].

Lemma in_bigcup (T : finType) (I : Type) (s : seq I) (F : I -> {set T}) j : (j \in \bigcup_(p <- s) F p) = has (fun p => j \in F p) s.
Proof. by elim: s => [|p s IH]; rewrite ?big_nil ?big_cons !inE ?IH. Qed.

Lemma heard_gathering N m r (i : 'I_N.+1) d : 0 < m -> d < m ^ r -> back i d \in heard (gathering N m r) i.
Proof.
move=> m_gt0; elim: r i d => [|r IH] i d d_lt.
  move: d_lt; rewrite expn0 ltnS leqn0 inE => /eqP ->; rewrite /back.
  by have -> : inZp 0 = 0%R :> 'I_N.+1 by [apply: val_inj; rewrite /= mod0n]; rewrite GRing.subr0.
have -> : heard (gathering N m r.+1) i = \bigcup_(p <- gathering_round m r i) heard (gathering N m r) p by [].
rewrite in_bigcup has_map; apply/hasP; exists (d %/ m ^ r).
  by rewrite mem_iota /= ltn_divLR ?expn_gt0 ?m_gt0 // -expnS.
by rewrite /= {1}(divn_eq d (m ^ r)) -back_back IH // ltn_pmod // expn_gt0 m_gt0.
Qed.

Lemma sum_count_back N (p : 'I_N.+1) d : \sum_i (back i d == p) = 1.
Proof.
rewrite (bigD1 (p + inZp d)%R) //= big1 ?addn0 => [|i i_neq]; first by rewrite /back GRing.addrK eqxx.
by case: eqP => // i_p; case/eqP: i_neq; rewrite -i_p /back GRing.subrK.
Qed.

Lemma gathering_within N m r : within m (gathering N m r).
Proof.
elim: r => //= r ->; rewrite andbT; apply/andP; split; apply/forallP => i; first by rewrite size_map size_iota.
rewrite (eq_bigr (fun j => \sum_(a <- iota 0 m) (back j (a * m ^ r) == i))) => [|j _].
  by rewrite exchange_big /= (eq_bigr (fun=> 1)) ?sum1_size ?size_iota // => a _; exact: sum_count_back.
by rewrite /gathering_round -sum1_count big_map big_mkcond /=; apply: eq_bigr => a _; case: eqP.
Qed.

Lemma size_gathering N m r : size (gathering N m r) = r.
Proof. by elim: r => //= r ->. Qed.

Definition hears_everybody N (rounds : communication N) := [forall i, heard rounds i == setT].

Lemma gathering_hears N m r : 0 < m -> N < m ^ r -> hears_everybody (gathering N m r).
Proof.
move=> m_gt0 N_lt; apply/forallP => i; apply/eqP/setP => j; rewrite inE.
by have [d d_lt <-] := back_onto i j; rewrite heard_gathering // (leq_trans d_lt).
Qed.

(* ceil(log2 N) rounds with two variables of memory are enough (r is any number with N <= 2^r). *)
(* attest: positional.log-cost printed sha256:93d7296b479c83eba62e9605860fa3fba32a05cc3f05826952d0da18815ecbb3 theorem:logarithmic_cost *)
Theorem logarithmic_cost N r : N < 2 ^ r ->
  exists rounds : communication N.+1, [/\ within 2 rounds, size rounds = r & hears_everybody rounds].
Proof.
by move=> N_lt; exists (gathering N 2 r); rewrite gathering_within size_gathering gathering_hears.
Qed.

(* With memory m and r rounds everybody can be heard of exactly if N <= m^r. *)
(* attest: positional.log-cost finding_exact_number_of_rounds sha256:d1a1019251f312598d9c639d8e03591b84bb420917bb114abfd44a8f311ce5d0 theorem:exact_number_of_rounds *)
Theorem exact_number_of_rounds N m r : 0 < m ->
  (N < m ^ r -> exists rounds : communication N.+1, [/\ within m rounds, size rounds = r & hears_everybody rounds]) /\
  (forall rounds : communication N.+1, within m rounds -> size rounds = r -> hears_everybody rounds -> N < m ^ r).
Proof.
move=> m_gt0; split=> [N_lt|rounds limits <- /forallP/(_ ord0)/eqP all_heard].
  by exists (gathering N m r); rewrite gathering_within size_gathering gathering_hears.
by have := reach ord0 limits; rewrite all_heard cardsT card_ord.
Qed.

(* attest: positional.log-cost finding_not_logarithmic_for_large_memory sha256:c9506d925cdbe5033b58bcff39c220d3210dfe13d63d15c82b1bcc5556e8b0c7 theorem:not_logarithmic_for_large_memory *)
Theorem not_logarithmic_for_large_memory m c : 1 < m ->
  exists rounds : communication ((m ^ c).-1.+1), [/\ within m rounds, size rounds = c & hears_everybody rounds].
Proof.
move=> m_gt1; have m_gt0 := ltnW m_gt1; exists (gathering (m ^ c).-1 m c).
by rewrite gathering_within size_gathering gathering_hears // prednK // expn_gt0 m_gt0.
Qed.

(* attest: positional.two-s-slots finding_one_variable_is_not_enough sha256:efe97780d3d9bd714ea317767656895535c600e859fc01b263460e10bf8eb127 theorem:one_variable_is_not_enough *)
Theorem one_variable_is_not_enough N (rounds : communication N) i : within 1 rounds -> #|heard rounds i| <= 1.
Proof. by move=> limits; have := reach i limits; rewrite exp1n. Qed.

Theorem rounds_of_the_routing R k : 0 < R -> 0 < k -> (2 * k - 1) * R + 1 <= 2 * R * k.
Proof.
case: k => [//|k] R_gt0 _; have -> : 2 * k.+1 - 1 = (2 * k).+1 by rewrite mulnS.
by rewrite mulSn [2 * R * _]mulnSr [2 * k * R]mulnAC addnAC addnC leq_add2l [2 * R]mul2n -addnn leq_add2l.
Qed.

(* Two inputs that differ in machines a and b alone, and in the machine that names machine j. *)
(* attest: positional.log-cost finding_one_round_can_need_all sha256:cab952cc32e103e7ffd9c08869fddcf7cc3f147769ea3d0b34b325527d5c63d0 theorem:one_round_can_need_all *)
Theorem one_round_can_need_all N (a b j : 'I_N) : a != b ->
  exists p q : {perm 'I_N}, [/\ forall i, i != a -> i != b -> p i = q i, (p a = j) & (q b = j)].
Proof.
move=> a_b; exists (tperm a j); exists (tperm a b * tperm a j)%g; split=> [i i_a i_b||].
- by rewrite permM [tperm a b i]tpermD // eq_sym.
- exact: tpermL.
by rewrite permM tpermR tpermL.
Qed.

(* --- Gathering all inputs (Lemma B.1) -------------------------------------------------------------------------------------- *)
(* What machine i knows: the inputs of consecutive machines that end with its own. In round r it takes what the machine 2^r places before
   it knows, without what it has already. *)
Definition joined_lists (T : Type) n (own other : seq T) := drop (size own + size other - n) other ++ own.
Fixpoint known (T : Type) N (x : 'I_N.+1 -> T) r : 'I_N.+1 -> seq T :=
  if r is q.+1 then (fun i => joined_lists N.+1 (known x q i) (known x q (back i (2 ^ q)))) else (fun i => [:: x i]).

Lemma known_last (T : Type) N (x : 'I_N.+1 -> T) r i :
  known x r i = [seq x (back i d) | d <- rev (iota 0 (minn N.+1 (2 ^ r)))].
Proof.
elim: r i => [|r IH] i.
  rewrite (minn_idPr _) //=; congr [:: x _]; rewrite /back.
  by have -> : inZp 0 = 0%R :> 'I_N.+1 by [apply: val_inj; rewrite /= mod0n]; rewrite GRing.subr0.
have -> : known x r.+1 i = joined_lists N.+1 (known x r i) (known x r (back i (2 ^ r))) by [].
rewrite /joined_lists !IH !size_map !size_rev size_iota expnS mul2n -addnn.
case: (ltnP (2 ^ r) N.+1) => [lt|ge]; last first.
  rewrite !(minn_idPl _) // ?(leq_trans ge) ?leq_addr // addnK drop_oversize // size_map size_rev size_iota.
  exact: leqnn.
set a := 2 ^ r in lt *; set c := N.+1 - a.
have -> : [seq x (back (back i a) d) | d <- rev (iota 0 a)] = [seq x (back i d) | d <- rev (iota a a)].
  have -> : iota a a = [seq a + d | d <- iota 0 a] by rewrite -iotaDl addn0.
  by rewrite -map_rev -map_comp; apply: eq_map => d /=; rewrite back_back.
have -> : minn N.+1 (a + a) = a + minn a c by rewrite /c addn_minr subnKC 1?minnC // ltnW.
have -> : a + a - N.+1 = a - c by rewrite /c subnBA // ltnW.
rewrite -map_drop -map_cat; congr (map _ _); rewrite iotaD rev_cat; congr (_ ++ _).
have [c_le|/ltnW a_le] := leqP c a.
  by rewrite drop_rev size_iota subKn // take_iota (minn_idPl c_le).
by rewrite (eqP a_le) drop0.
Qed.

(* After r rounds with 2^r >= N every machine knows every input, in the order of the machines, its own last; no machine takes or gives more
   than two variables in a round, and there are no more rounds than Lemma B.1 has. *)
(* attest: positional.lemma-b1 repaired sha256:911683a006888acc51883f9b22b40cf850e14ebf43465571dc7acf2220961a33 theorem:everything_is_gathered *)
Theorem everything_is_gathered (T : Type) N (x : 'I_N.+1 -> T) R r : 0 < R -> N < 2 ^ r ->
  [/\ r <= 2 * R * r, within 2 (gathering N 2 r) & forall i, known x r i = [seq x (back i d) | d <- rev (iota 0 N.+1)]].
Proof.
move=> R_gt0 N_lt; split; [by rewrite leq_pmull // muln_gt0 | exact: gathering_within | move=> i].
by rewrite known_last (minn_idPl N_lt).
Qed.

Theorem two_parts_each N t : 0 < N -> (t = 0 \/ 2 ^ t.-1 < N) -> 2 ^ t <= 2 * N.
Proof.
move=> N_gt0 [->|]; first by rewrite muln_gt0.
case: t => [|t] lt; first by rewrite muln_gt0.
by rewrite expnS leq_mul2l ltnW.
Qed.
