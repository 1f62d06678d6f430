(* SPDX-License-Identifier: Apache-2.0 *)
(* Benes 1965, for the network of Positional Attention (Back de Luca et al. 2025), Definition A.4: every permutation can be routed along
   node-disjoint paths. Packets whose labels, or whose destinations, differ in the bit of the outer columns take different halves of
   the network, by a colouring with two colours; the halves, all at once, are routed in the same way. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import routing edge_colouring benes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The bit at place b set to c. *)
Definition set_bit k b (c : bool) (i : label k) : label k := [ffun w : 'I_k => if w == b :> nat then c else i w].

Lemma set_bit_edge k b c (i : label k) : set_bit b c i = i \/ set_bit b c i = flip b i.
Proof.
have [b_lt|b_ge] := ltnP b k; last first.
  by left; apply/ffunP => w; rewrite ffunE ltn_eqF // (leq_trans (ltn_ord w)).
case same: (i (Ordinal b_lt) == c); [left | right]; apply/ffunP => w; rewrite !ffunE; case: eqP => //= w_b;
  have -> : w = Ordinal b_lt by [apply: val_inj | apply: val_inj].
  by rewrite (eqP same).
by move: same; case: c (i _) => [] [].
Qed.

Lemma set_bit_same k b c d (i j : label k) : set_bit b c i = set_bit b d j -> set_bit b false i = set_bit b false j.
Proof. by move=> /ffunP same; apply/ffunP => w; have := same w; rewrite !ffunE; case: eqP. Qed.

Lemma set_bit_value k b c d (i j : label k) : b < k -> set_bit b c i = set_bit b d j -> c = d.
Proof. by move=> b_lt /ffunP/(_ (Ordinal b_lt)); rewrite !ffunE eqxx. Qed.

(* At most two labels differ in this bit alone. *)
Lemma few_at_a_switch k b (f : label k -> label k) v : injective f -> #|[set t | set_bit b false (f t) == v]| <= 2.
Proof.
move=> f_inj; have <- := card_imset (mem [set t | set_bit b false (f t) == v]) f_inj; apply: (@leq_trans #|[set v; flip b v]|); last first.
  by rewrite cards2; case: (_ != _).
apply/subset_leq_card/subsetP => y /imsetP[t]; rewrite !inE => /eqP <- ->.
by have [->|->] := set_bit_edge b false (f t); rewrite ?flipK eqxx ?orbT.
Qed.

(* Packets to two halves, so that at each outer switch, on either side, one goes to each. *)
Lemma two_halves k b (src dst : label k -> label k) : b < k -> injective src -> injective dst ->
  exists c : label k -> bool, injective (fun t => set_bit b (c t) (src t)) /\ injective (fun t => set_bit b (c t) (dst t)).
Proof.
move=> b_lt src_inj dst_inj; pose switch (f : label k -> label k) t := set_bit b false (f t).
have [v|v|c [c_lt c_ok]] := @slots_for_all _ _ 2 (switch src) (switch dst); try exact: few_at_a_switch.
exists (fun t => c t == 0).
have apart t t' : switch src t = switch src t' \/ switch dst t = switch dst t' -> (c t == 0) = (c t' == 0) -> t = t'.
  move=> clash same; apply/eqP/negPn/negP => neq; have := c_ok _ _ neq clash; move: same.
  by have := c_lt t; have := c_lt t'; case: (c t) (c t') => [|[|]] [|[|]].
split=> t t' same; apply: apart (set_bit_value b_lt same).
  by left; apply: set_bit_same same.
by right; apply: set_bit_same same.
Qed.

(* The inner layers k - u + 1, ..., k + u route packets whose destinations differ from their labels in the u lowest bits only. *)
Lemma inner_routes k u (src dst : label k -> label k) : u < k -> injective src -> injective dst ->
  (forall t, agree_above u.+1 (dst t) (src t)) ->
  exists place : nat -> label k -> label k,
  [/\ place (k - u) = src, place (k + u.+1) = dst, forall l t, k - u <= l <= k + u -> routing.edge l (place l t) (place l.+1 t) &
      forall l, injective (place l)].
Proof.
elim: u src dst => [|u IH] src dst u_lt src_inj dst_inj same.
  exists (fun l => if l <= k then src else dst); split=> [||l t|l]; rewrite ?subn0 ?leqnn ?addn1 ?ltnn //; last by case: ifP.
  rewrite addn0 -eqn_leq => /eqP <-; rewrite leqnn ltnn /routing.edge /column subnn -!above0.
  by have [<-] := above_split (src t) (dst t) u_lt.
have [c [src_inj' dst_inj']] := two_halves u_lt src_inj dst_inj.
have [t|place [at_src at_dst edges inj]] := IH _ _ (ltnW u_lt) src_inj' dst_inj'.
  apply/aboveP => w; rewrite leq_eqVlt !ffunE eq_sym; case: eqP => //= _ w_gt.
  by move/aboveP: (same t); apply.
exists (fun l => if l <= k - u.+1 then src else if k + u.+1 < l then dst else place l).
have at_A : (k - u.+1).+1 = k - u by rewrite subnSK // ltnW.
have A_le : k - u.+1 <= k by exact: leq_subr.
have notA l : k - u.+1 < l -> (l <= k - u.+1) = false by move=> l_gt; rewrite leqNgt l_gt.
have A_lt v : k - u.+1 < k + v.+1 by rewrite addnS ltnS (leq_trans A_le) ?leq_addr.
split=> [||l t|l]; first by rewrite leqnn.
- by rewrite notA // ltn_add2l ltnSn.
- case/andP; rewrite leq_eqVlt => /orP[/eqP <- _|l_gt].
    rewrite leqnn ltnn at_A ltnNge -ltnS ltnS leq_subLR addnCA leq_addr /= at_src.
    rewrite /routing.edge /column subKn ?(ltnW u_lt) // (eqP A_le).
    by have [->|->] := set_bit_edge u.+1 (c t) (src t); rewrite eqxx ?orbT.
  rewrite !notA ?(leqW l_gt) //; rewrite leq_eqVlt => /orP[/eqP ->|l_lt].
    rewrite ltnn ltnSn at_dst /routing.edge /column addKn (eqP (leq_addr _ _)) addn0.
    by have [->|->] := set_bit_edge u.+1 (c t) (dst t); rewrite ?flipK eqxx ?orbT.
  rewrite ltnNge (ltnW l_lt) ltnS leqNgt l_lt /=; apply: edges; by rewrite -at_A l_gt -ltnS -addnS.
by case: ifP => // _; case: ifP.
Qed.

(* --- The statement --------------------------------------------------------------------------------------------------------- *)
Definition is_routing (R : seq (seq nat)) (pi : seq nat) k :=
  [&& size R == 2 ^ k,
      all (fun i => [&& size (item [::] R i.+1) == 2 * k, item 0 (item [::] R i.+1) 1 == i &
                        item 0 (item [::] R i.+1) (2 * k) == item 0 pi i.+1 - 1]) (labels k) &
      all (fun i => all (fun l => edge l (item 0 (item [::] R i.+1) l) l.+1 (item 0 (item [::] R i.+1) l.+1) k)
                        (from_to 1 (2 * k - 1))) (labels k)].
Definition node_disjoint (R : seq (seq nat)) k := all (fun l => uniq [seq item 0 path l | path <- R]) (from_to 1 (2 * k)).

Theorem rearrangeable k (pi : seq nat) : 0 < k -> perm_eq pi (from_to 1 (2 ^ k)) ->
  exists R : seq (seq nat), is_routing R pi k /\ node_disjoint R k.
Proof.
move=> k_gt0 pi_perm; have pi_size : size pi = 2 ^ k by rewrite (perm_size pi_perm) size_iota subSS subn0.
pose image i := nth 0 pi i - 1.
have image_lt i : i < 2 ^ k -> image i < 2 ^ k.
  move=> i_lt; have : nth 0 pi i \in pi by rewrite mem_nth // pi_size.
  by rewrite (perm_mem pi_perm) mem_from_to => /andP[pos le]; rewrite /image ltn_subLR // add1n ltnS.
pose dst (t : label k) := bits k (image (number t)).
have dst_inj : injective dst.
  move=> t t'; have [tK t_lt] := bitsK t; have [t'K t'_lt] := bitsK t'.
  move=> /bits_inj; rewrite !image_lt // => /(_ isT isT) same; rewrite -tK -t'K; congr (bits _ _).
  have pos j : j < 2 ^ k -> 0 < nth 0 pi j.
    move=> j_lt; have : nth 0 pi j \in pi by rewrite mem_nth // pi_size.
    by rewrite (perm_mem pi_perm) mem_from_to => /andP[].
  apply/eqP; rewrite -(@nth_uniq _ 0 pi) ?pi_size // ?(perm_uniq pi_perm) ?iota_uniq //.
  by rewrite -(subnK (pos _ t_lt)) -/(image _) same subnK ?pos.
have id_inj : injective (id : label k -> label k) by move=> ?.
have [||place [at_src at_dst edges inj]] := @inner_routes k k.-1 id dst _ id_inj dst_inj.
- by rewrite ltn_predL.
- by move=> t; apply/aboveP => w; rewrite prednK // leqNgt ltn_ord.
have {}at_src : place 1 = id by rewrite -at_src -subn1 subKn.
have {}at_dst : place (2 * k) = dst by rewrite -at_dst prednK // mul2n addnn.
pose R := [seq [seq number (place l (bits k i)) | l <- from_to 1 (2 * k)] | i <- labels k].
have row i : i < 2 ^ k -> item [::] R i.+1 = [seq number (place l (bits k i)) | l <- from_to 1 (2 * k)].
  by move=> i_lt; rewrite /item (nth_map 0) ?size_iota // nth_iota.
have at_layer i l : 0 < l <= 2 * k -> item 0 [seq number (place l (bits k i)) | l <- from_to 1 (2 * k)] l = number (place l (bits k i)).
  case/andP=> l_gt0 l_le; have l_lt : l.-1 < (2 * k).+1 - 1 by rewrite subSS subn0 prednK.
  by rewrite /item (nth_map 0) ?size_iota // nth_iota // add1n prednK.
have k2_gt0 : 0 < 2 * k by rewrite muln_gt0.
exists R; split; last first.
  apply/allP => l; rewrite mem_from_to => l_in; rewrite -map_comp map_inj_in_uniq ?iota_uniq // => i j.
  rewrite !mem_labels /= => i_lt j_lt; rewrite !at_layer // => same.
  apply: (bits_inj i_lt j_lt); apply: (inj l).
  by have [<- _] := bitsK (place l (bits k i)); have [<- _] := bitsK (place l (bits k j)); rewrite same.
apply/and3P; split; first by rewrite size_map size_iota.
  apply/allP => i; rewrite mem_labels => i_lt; rewrite row // !at_layer ?k2_gt0 ?leqnn // size_map size_iota subSS subn0 eqxx.
  by rewrite at_src at_dst /dst !numberK ?image_lt // ?numberK ?image_lt // !eqxx.
apply/allP => i; rewrite mem_labels => i_lt; apply/allP => l; rewrite mem_from_to subn1 => /andP[l_gt0 l_le].
have l_lt : l < 2 * k by rewrite -(prednK k2_gt0) ltnS.
rewrite row // !at_layer ?l_gt0 ?l_lt ?(ltnW l_lt) // edge_number ?l_gt0 -?mul2n //.
apply: edges; rewrite -subn1 subKn // l_gt0 /= subn1 -ltnS -addnS prednK //.
by rewrite addnn -mul2n.
Qed.
