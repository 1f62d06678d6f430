(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendices A and B: what fixed communication can bring together, and in how many rounds,
   in the statements' own numbers: machines and slots count from 1. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import benes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* --- Fixed communication --------------------------------------------------------------------------------------------------- *)
(* A place [:: machine; slot] to read, or none; a round has a list of places for every machine, and each stands for a slot. *)
Definition is_place N m (p : seq nat) := (size p == 0) || [&& size p == 2, 0 < item 0 p 1 <= N & 0 < item 0 p 2 <= m].
Definition reads i (p : seq nat) := (size p == 2) && (item 0 p 1 == i).
Definition total_sent (r : seq (seq (seq nat))) i := \sum_(slots <- r) count (reads i) slots.
Definition is_receive N m (r : seq (seq (seq nat))) :=
  [&& size r == N, all (fun slots => (size slots == m) && all (is_place N m) slots) r & all (fun i => total_sent r i <= m) (from_to 1 N)].
Definition is_communication N m := all (is_receive N m).

(* Which machines each can have heard of: in the beginning of itself. *)
Definition told (heard : seq (seq nat)) (slots : seq (seq nat)) j :=
  has (fun p => (size p == 2) && has (fun h => h == j) (item [::] heard (item 0 p 1))) slots.
Definition hear N heard (r : seq (seq (seq nat))) := [seq [seq j <- from_to 1 N | told heard slots j] | slots <- r].
Definition heard_first N := [seq [:: i] | i <- from_to 1 N].
Definition heard_after N := foldl (hear N) (heard_first N).

Lemma size_hear N m b heard r : is_receive N m r -> all (fun h => size h <= b) heard -> all (fun h => size h <= b * m) (hear N heard r).
Proof.
case/and3P=> _ /allP slots_are _ /allP heard_le; apply/allP => _ /mapP[slots /slots_are/andP[/eqP <- _] ->].
apply: (@leq_trans (size (flatten [seq item [::] heard (item 0 p 1) | p <- slots]))).
  apply: uniq_leq_size; first by rewrite filter_uniq // iota_uniq.
  move=> j; rewrite mem_filter => /andP[/hasP[p p_slots /andP[_ /hasP[h h_in /eqP <-]]] _].
  by apply/flatten_mapP; exists p.
elim: slots {slots_are} => [|p slots IH] /=; first by [].
rewrite size_cat mulnS leq_add //; case: (ltnP (item 0 p 1).-1 (size heard)) => [/(mem_nth [::])/heard_le //|out].
by rewrite /item nth_default.
Qed.

Theorem reach N m rounds : is_communication N m rounds -> all (fun h => size h <= m ^ size rounds) (heard_after N rounds).
Proof.
have first_le : all (fun h => size h <= 1) (heard_first N) by rewrite all_map; apply/allP.
rewrite -(mul1n (m ^ _)) /heard_after; elim: rounds (heard_first N) 1 first_le => [|r rounds IH] heard b heard_le /=; first by rewrite muln1.
by case/andP=> r_is /IH later; rewrite expnS mulnA; apply: later; exact: size_hear.
Qed.

Lemma size_heard_after N m rounds : is_communication N m rounds -> size (heard_after N rounds) = N.
Proof.
have : size (heard_first N) = N by rewrite size_map size_iota subSS subn0.
rewrite /heard_after; elim: rounds (heard_first N) => //= r rounds IH heard _ /andP[/and3P[/eqP size_r _ _] rest].
by apply: IH rest; rewrite size_map.
Qed.

Definition hears_everybody N rounds := all (fun h => size h == N) (heard_after N rounds).
Theorem everybody_needs N m rounds : 0 < N -> is_communication N m rounds -> hears_everybody N rounds -> N <= m ^ size rounds.
Proof.
move=> N_gt0 is_c; have := size_heard_after is_c; move: (reach is_c); rewrite /hears_everybody.
by case: (heard_after N rounds) => [_ N_eq|h l /andP[h_le _] _ /andP[/eqP <- _]] //; rewrite -N_eq in N_gt0.
Qed.

(* --- The machine d places before i, around ----------------------------------------------------------------------------------- *)
Definition back N i d := ((i.-1 + (N - d %% N)) %% N).+1.

Section Back.
Variable N : nat.
Hypothesis N_gt0 : 0 < N.
Implicit Types i j d e : nat.

Lemma back_in i d : 0 < back N i d <= N.
Proof. by rewrite /= ltn_pmod. Qed.
Lemma back_ahead i d : ((back N i d).-1 + d) %% N = i.-1 %% N.
Proof. by rewrite /= modnDml -addnA -modnDmr -(modnDmr (N - _)) subnK ?(ltnW (ltn_pmod _ _)) // modnn addn0. Qed.
Lemma back_unique i d j : 0 < j <= N -> (j.-1 + d) %% N = i.-1 %% N -> back N i d = j.
Proof.
case: j => // j /= j_lt; rewrite -(back_ahead i d) => /eqP; rewrite eqn_modDr /= modn_mod modn_small // => /eqP ->.
by [].
Qed.
Lemma back_back i d e : back N (back N i d) e = back N i (d + e).
Proof.
apply: back_unique; first exact: back_in.
by apply/eqP; rewrite -(eqn_modDr d) back_ahead -addnA [e + d]addnC back_ahead.
Qed.
Lemma back_0 i : 0 < i <= N -> back N i 0 = i.
Proof. by move=> i_in; apply: back_unique; rewrite ?addn0. Qed.
Lemma back_onto i j : 0 < j <= N -> exists2 d, d < N & back N i d = j.
Proof.
move=> j_in; exists ((i.-1 + (N - j.-1)) %% N); first exact: ltn_pmod.
apply: back_unique => //; rewrite modnDmr addnCA subnKC ?modnDr //.
by case: j j_in => //= j /ltnW.
Qed.
Lemma back_inj d : {in from_to 1 N &, injective (back N ^~ d)}.
Proof.
move=> i j; rewrite !mem_from_to => i_in j_in same; have := back_ahead i d; rewrite same back_ahead.
case: i j i_in j_in {same} => // i [//|j] /= i_lt j_lt; by rewrite !modn_small // => ->.
Qed.
Lemma count_back d j : count (fun i => back N i d == j) (from_to 1 N) <= 1.
Proof.
have -> : count (fun i => back N i d == j) (from_to 1 N) = count_mem j [seq back N i d | i <- from_to 1 N] by rewrite count_map.
by rewrite count_uniq_mem ?leq_b1 // map_inj_in_uniq ?iota_uniq //; exact: back_inj.
Qed.

(* --- Everybody is heard of, in the end ----------------------------------------------------------------------------------------- *)
(* In round q = 0, 1, ... machine i takes from the machines 0, m^q, 2 m^q, ..., (m-1) m^q places before it. *)
Variable m : nat.
Hypothesis m_gt0 : 0 < m.
Definition gathering_round q := [seq [seq [:: back N i (a * m ^ q); 1] | a <- iota 0 m] | i <- from_to 1 N].
Definition gathering r := [seq gathering_round q | q <- iota 0 r].

Lemma gathering_round_is_receive q : is_receive N m (gathering_round q).
Proof.
rewrite /is_receive size_map size_iota subSS subn0 eqxx /=; apply/andP; split.
  rewrite all_map; apply/allP => i _; rewrite /= size_map size_iota eqxx all_map; apply/allP => a _.
  by rewrite /= /is_place /= m_gt0 andbT; exact: ltn_pmod.
apply/allP => j _; rewrite /total_sent big_map.
rewrite (eq_bigr (fun i => \sum_(a <- iota 0 m) (back N i (a * m ^ q) == j))) => [|i _]; last first.
  by rewrite count_map -sum1_count big_mkcond; apply: eq_bigr => a _; rewrite /= /reads /=; case: (_ == j).
rewrite exchange_big /= -[X in _ <= X](size_iota 0 m) -sum1_size; apply: leq_sum => a _.
apply: leq_trans (count_back (a * m ^ q) j); rewrite -sum1_count [X in _ <= X]big_mkcond; apply: eq_leq; apply: eq_bigr => i _ /=.
by case: (_ == j).
Qed.
Lemma gathering_is_communication r : is_communication N m (gathering r).
Proof. by rewrite /is_communication all_map; apply/allP => q _; exact: gathering_round_is_receive. Qed.

(* After r rounds it has heard of the m^r machines that end with itself. *)
Lemma heard_gathering r :
  heard_after N (gathering r) = [seq [seq j <- from_to 1 N | has (fun d => back N i d == j) (iota 0 (m ^ r))] | i <- from_to 1 N].
Proof.
elim: r => [|r IH].
  apply/eq_in_map => i; rewrite mem_from_to => i_in; rewrite expn0 /= back_0 //.
  rewrite (eq_filter (a2 := pred1 i)) => [|j]; last by rewrite orbF eq_sym.
  by rewrite filter_pred1_uniq ?iota_uniq // mem_from_to.
rewrite /gathering -[in iota 0 r.+1]addn1 iotaD map_cat /heard_after foldl_cat -/(heard_after N (gathering r)) IH /= /hear -map_comp add0n.
apply/eq_in_map => i i_in /=; apply/eq_in_filter => j j_in.
rewrite /told has_map; apply/hasP/hasP => [[a] | [d]]; rewrite mem_iota add0n => /andP[_ a_lt].
  case/andP=> _ /hasP[h]; have [b_in b_le] := andP (back_in i (a * m ^ r)).
  rewrite /item /= (nth_map 0) ?size_iota ?subSS ?subn0 // nth_iota ?subSS ?subn0 // add1n.
  rewrite mem_filter => /andP[/hasP[d]]; rewrite mem_iota add0n => /andP[_ d_lt] /eqP dE _ /eqP hE.
  exists (a * m ^ r + d); last by rewrite -back_back // -[back N i _]/(_.+1) dE hE.
  rewrite mem_iota add0n expnS; apply: (@leq_trans (a.+1 * m ^ r)); last by rewrite leq_mul2r a_lt orbT.
  by rewrite mulSn addnC ltn_add2r.
move=> /eqP dE; exists (d %/ m ^ r); first by rewrite mem_iota add0n ltn_divLR ?expn_gt0 ?m_gt0 // -expnS.
apply/andP; split=> //; apply/hasP; exists j => //.
rewrite /item /= (nth_map 0) ?size_iota ?subSS ?subn0 ?ltn_pmod // nth_iota ?subSS ?subn0 ?ltn_pmod // add1n mem_filter j_in andbT.
apply/hasP; exists (d %% m ^ r); first by rewrite mem_iota add0n ltn_pmod ?expn_gt0 ?m_gt0.
by rewrite -/(back N i _) back_back -divn_eq dE.
Qed.

Lemma gathering_hears r : N <= m ^ r -> hears_everybody N (gathering r).
Proof.
move=> N_le; rewrite /hears_everybody heard_gathering all_map; apply/allP => i _ /=.
rewrite (_ : [seq j <- _ | _] = from_to 1 N) ?size_iota ?subSS ?subn0 //.
apply/all_filterP/allP => j; rewrite mem_from_to => /(back_onto i)[d d_lt dE].
by apply/hasP; exists d; [rewrite mem_iota (leq_trans d_lt) | rewrite dE].
Qed.
Lemma size_gathering r : size (gathering r) = r.
Proof. by rewrite size_map size_iota. Qed.
End Back.

(* --- Gathering all inputs (Lemma B.1) ------------------------------------------------------------------------------------------ *)
(* What machine i knows: the inputs of consecutive machines that end with its own. In round r it takes what the machine 2^(r-1) places
   before it knows, without what it has already. *)
Section Gather.
Variables (T : Type) (x0 : T) (N : nat) (x : seq T).
Hypothesis N_gt0 : 0 < N.
Hypothesis size_x : size x = N.
Definition joined_lists (own other : seq T) := drop (size own + size other - N) other ++ own.
Definition gather_round (known : seq (seq T)) r := [seq joined_lists (item [::] known i) (item [::] known (back N i (2 ^ r.-1))) | i <- from_to 1 N].
Definition gathered R := foldl gather_round [seq [:: e] | e <- x] (from_to 1 R).

Lemma item_machines (U : Type) (u0 : U) (f : nat -> U) i : 0 < i <= N -> item u0 [seq f j | j <- from_to 1 N] i = f i.
Proof.
case/andP=> i_gt0 i_le; have i_lt : i.-1 < N by rewrite prednK.
by rewrite /item (nth_map 0) ?size_iota ?subSS ?subn0 // nth_iota ?subSS ?subn0 // add1n prednK.
Qed.

Lemma from_to_next R : from_to 1 R.+1 = from_to 1 R ++ [:: R.+1].
Proof. by rewrite /from_to !subSS !subn0 -{1}(addn1 R) iotaD add1n. Qed.
Lemma gathered_last R : gathered R = [seq [seq item x0 x (back N i d) | d <- rev (iota 0 (minn N (2 ^ R)))] | i <- from_to 1 N].
Proof.
elim: R => [|R IH].
  rewrite expn0 (minn_idPr _) // /gathered /=; apply: (@eq_from_nth _ [::]); rewrite !size_map ?size_iota ?subSS ?subn0 // => i.
  rewrite size_x => i_lt; rewrite (nth_map x0) ?size_x // (nth_map 0) ?size_iota ?subSS ?subn0 // nth_iota ?subSS ?subn0 //.
  by rewrite back_0.
rewrite /gathered from_to_next foldl_cat /= -/(gathered R) IH /gather_round.
apply/eq_in_map => i; rewrite mem_from_to => i_in; rewrite !item_machines // ?back_in // /joined_lists.
rewrite !size_map !size_rev !size_iota expnS mul2n -addnn.
case: (ltnP (2 ^ R) N) => [lt|ge]; last first.
  by rewrite !(minn_idPl _) // ?(leq_trans ge) ?leq_addr // addnK drop_oversize // size_map size_rev size_iota.
set a := 2 ^ R in lt *; set c := N - a.
have -> : [seq item x0 x (back N (back N i a) d) | d <- rev (iota 0 a)] = [seq item x0 x (back N i d) | d <- rev (iota a a)].
  have -> : iota a a = [seq a + d | d <- iota 0 a] by rewrite -iotaDl addn0.
  by rewrite -map_rev -map_comp; apply: eq_map => d /=; rewrite back_back.
have -> : minn N (a + a) = a + minn a c by rewrite /c addn_minr subnKC 1?minnC // ltnW.
have -> : a + a - N = a - c by rewrite /c subnBA // ltnW.
rewrite -map_drop -map_cat; congr (map _ _); rewrite iotaD rev_cat; congr (_ ++ _).
have [c_le|/ltnW a_le] := leqP c a.
  by rewrite drop_rev size_iota subKn // take_iota (minn_idPl c_le).
by rewrite (eqP a_le) drop0.
Qed.

(* The inputs of all machines, machine i's own last. *)
Definition last_one_first i := [seq item x0 x (back N i d) | d <- [seq N - e | e <- from_to 1 N]].
Theorem everything_is_gathered R : N <= 2 ^ R -> gathered R = [seq last_one_first i | i <- from_to 1 N].
Proof.
move=> N_le; rewrite gathered_last (minn_idPl N_le); apply: eq_map => i; congr map.
apply: (@eq_from_nth _ 0) => [|k]; rewrite size_rev size_iota ?size_map ?size_iota ?subSS ?subn0 // => k_lt.
rewrite nth_rev ?size_iota // nth_iota ?ltn_subrL ?(leq_ltn_trans _ k_lt) // (nth_map 0) ?size_iota ?subSS ?subn0 //.
by rewrite nth_iota ?subSS ?subn0.
Qed.
End Gather.

(* --- One round that needs all ---------------------------------------------------------------------------------------------------- *)
(* Two inputs that differ in machines a and b alone, and in the machine that names machine 1. *)
Definition swap (a b i : nat) := if i == a then b else if i == b then a else i.
Lemma swapK a b : involutive (swap a b).
Proof.
move=> i; rewrite /swap; case: (i =P a) => [->|i_a]; first by case: (b =P a) => [->|_]; rewrite ?eqxx.
case: (i =P b) => [->|i_b]; first by rewrite eqxx.
by move/eqP/negbTE: i_a => ->; move/eqP/negbTE: i_b => ->.
Qed.
Lemma swap_in N a b i : a \in from_to 1 N -> b \in from_to 1 N -> i \in from_to 1 N -> swap a b i \in from_to 1 N.
Proof. by rewrite /swap; do 2 case: ifP => // _. Qed.
Definition is_permutation N p := (size p == N) && all (fun j => count_mem j p == 1) (from_to 1 N).
Lemma images_permute N f g : {in from_to 1 N, forall i, f i \in from_to 1 N} -> {in from_to 1 N, forall i, g i \in from_to 1 N} -> cancel f g -> cancel g f ->
  is_permutation N [seq f i | i <- from_to 1 N].
Proof.
move=> f_in g_in fK gK; rewrite /is_permutation size_map size_iota subSS subn0 eqxx; apply/allP => j j_in.
rewrite count_uniq_mem ?(map_inj_uniq (can_inj fK)) ?iota_uniq // eqb1.
by apply/mapP; exists (g j); rewrite ?gK // g_in.
Qed.
(* The two inputs, as functions of the machine. *)
Definition first_input a := swap a 1.
Definition second_input a b i := first_input a (swap a b i).
Theorem one_round_can_need_all N a b : a \in from_to 1 N -> b \in from_to 1 N -> a != b ->
  [/\ is_permutation N [seq first_input a i | i <- from_to 1 N], is_permutation N [seq second_input a b i | i <- from_to 1 N],
      forall i, i != a -> i != b -> first_input a i = second_input a b i, first_input a a = 1 & second_input a b b = 1].
Proof.
move=> a_in b_in a_b; have one_in : 1 \in from_to 1 N.
  by move: a_in; rewrite !mem_from_to => /andP[a_gt0 /(leq_trans a_gt0)].
split.
- by apply: images_permute (swapK a 1) (swapK a 1) => i; exact: swap_in.
- apply: (@images_permute _ _ (fun i => swap a b (first_input a i))) => [i i_in|i i_in|i|i].
  + by rewrite !swap_in.
  + by rewrite !swap_in.
  + by rewrite /second_input /first_input !swapK.
  + by rewrite /second_input /first_input !swapK.
- by move=> i /negbTE i_a /negbTE i_b; rewrite /second_input /swap i_a i_b.
- by rewrite /first_input /swap eqxx.
have b_to_a : swap a b b = a by rewrite /swap eqxx eq_sym (negbTE a_b).
by rewrite /second_input b_to_a /first_input /swap eqxx.
Qed.
