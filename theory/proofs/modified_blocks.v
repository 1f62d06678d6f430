(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), appendix A: modified blocks (Definition 5), the selective shift with c on the query (Lemma 6, repaired) and
   rounding down (Lemma 7). *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ModifiedBlocks.
Variable F : realFieldType.

(* --- Definition 5 ----------------------------------------------------------------------------------------------------- *)

(* The places of the greatest scores share 1 equally. *)
Definition is_greatest n (s : 'I_n -> F) (j : 'I_n) : bool := [forall k, s k <= s j].
Definition hardmax n (s : 'I_n -> F) (j : 'I_n) : F :=
  if is_greatest s j then (#|[pred k | is_greatest s k]|%:R)^-1 else 0.

(* A head of dimension 1, with c on the query: (Xu - c1) (Xu)^T. *)
Record head d := Head { u : 'cV[F]_d; c : F; WV : 'cV[F]_d; WO : 'rV[F]_d }.
Definition hard_attention n d (h : head d) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  let s i := (X *m u h) i 0 in \matrix_(i, j) hardmax (fun k => (s i - c h) * s k) j.
(* Eq. 11. *)
Definition attention_layer n d (heads : seq (head d)) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  X + \sum_(h <- heads) hard_attention h X *m X *m WV h *m WO h.

(* phi: between two breaks the piece there, at a break its declared value. *)
Record piecewise := Piecewise { breaks : seq F; slopes : seq F; intercepts : seq F; at_breaks : seq F }.
Definition piece f k t : F := nth 0 (slopes f) k * t + nth 0 (intercepts f) k.
Definition phi_at f t : F :=
  let k := count (fun p => p < t) (breaks f) in
  if (k < size (breaks f))%N && (nth 0 (breaks f) k == t) then nth 0 (at_breaks f) k else piece f k t.
(* A break at which phi has neither neighbour's value is a piece of its own. *)
Definition own_piece f k : bool :=
  let p := nth 0 (breaks f) k in (nth 0 (at_breaks f) k != piece f k p) && (nth 0 (at_breaks f) k != piece f k.+1 p).
Definition pieces f : nat := (size (slopes f) + count (own_piece f) (iota 0 (size (breaks f))))%N.
Definition is_phi f : bool :=
  [&& size (at_breaks f) == size (breaks f), size (slopes f) == (size (breaks f)).+1,
      size (intercepts f) == (size (breaks f)).+1, sorted <%R (breaks f) & (pieces f <= 3)%N].

(* A block with one hidden unit: eq. 12 after eq. 11. *)
Record block d := Block { heads : seq (head d); W1 : 'cV[F]_d; W2 : 'rV[F]_d; phi : piecewise }.
Definition feed_forward n d (B : block d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  X + map_mx (phi_at (phi B)) (X *m W1 B) *m W2 B.
Definition apply_block n d (B : block d) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  feed_forward B (attention_layer (heads B) X).
(* T_blocks^m(2, 1, 1); the dimensions 1 and 1 are in the types. *)
Definition in_class d (B : block d) : bool := (size (heads B) <= 2)%N && is_phi (phi B).
(* The first block of the list is applied first. *)
Definition network n d (blocks : seq (block d)) (X : 'M[F]_(n, d)) : 'M[F]_(n, d) :=
  foldl (fun Y B => apply_block B Y) X blocks.

(* --- Lemma 6, repaired --------------------------------------------------------------------------------------------------- *)

Definition greatest n (s : 'I_n -> F) (M : F) : Prop := (exists j, s j = M) /\ forall j, s j <= M.
Definition least n (s : 'I_n -> F) (m : F) : Prop := (exists j, s j = m) /\ forall j, m <= s j.

Lemma greatest_exists n (s : 'I_n.+1 -> F) : exists M, greatest s M.
Proof. by case: (@arg_maxP _ _ _ ord0 predT s) => // j _ most; exists (s j); split; [exists j | move=> k; apply: most]. Qed.
Lemma least_exists n (s : 'I_n.+1 -> F) : exists m, least s m.
Proof. by case: (@arg_minP _ _ _ ord0 predT s) => // j _ most; exists (s j); split; [exists j | move=> k; apply: most]. Qed.

(* What hardmax shows, if it is the same at all greatest scores. *)
Lemma hardmax_shows n (s g : 'I_n.+1 -> F) v :
  (forall j, is_greatest s j -> g j = v) -> \sum_j hardmax s j * g j = v.
Proof.
move=> same; pose K := #|[pred k | is_greatest s k]|.
have K_gt0 : (0 < K)%N.
  case: (greatest_exists s) => M [[j sj] most]; apply/card_gt0P; exists j; rewrite inE.
  by apply/forallP => k; rewrite sj.
rewrite (eq_bigr (fun j => if is_greatest s j then K%:R^-1 * v else 0)) => [|j _]; last first.
  by rewrite /hardmax; case: ifP => [/same ->|]; rewrite ?mul0r.
rewrite -big_mkcond sumr_const -/K -[_ *+ _]mulr_natl mulrA divff ?mul1r //.
by rewrite pnatr_eq0 -lt0n.
Qed.

Definition mean n (s : 'I_n -> F) : F := (\sum_j s j) / n%:R.
(* What a head with threshold c shows a row. *)
Definition shown n (s : 'I_n -> F) c (M m : F) i : F := if c < s i then M else if s i < c then m else mean s.

Lemma threshold n (s : 'I_n.+1 -> F) c M m i : greatest s M -> least s m ->
  \sum_j hardmax (fun k => (s i - c) * s k) j * s j = shown s c M m i.
Proof.
case=> [[jM <-] most] [[jm <-] fewest]; rewrite /shown; case: ltgtP => [above|below|at_c].
- apply: hardmax_shows => j /forallP /(_ jM); rewrite ler_pmul2l ?subr_gt0 // => le.
  by apply/le_anti; rewrite most le.
- apply: hardmax_shows => j /forallP /(_ jm); rewrite ler_nmul2l ?subr_lt0 // => le.
  by apply/le_anti; rewrite fewest le.
- have all_great j : is_greatest (fun k => (s i - c) * s k) j by apply/forallP => k; rewrite at_c subrr !mul0r.
  rewrite /mean mulr_suml; apply: eq_bigr => j _; rewrite /hardmax all_great mulrC.
  by congr (_ * _); rewrite (eq_card (B := predT)) ?card_ord // => k; rewrite !inE all_great.
Qed.

(* Eq. 13, with what the block adds at the ends. *)
Definition shift_with_ends n (s : 'I_n -> F) b c M m i : F :=
  if (b < s i) && (s i < c) then M - m
  else if s i == b then mean s - m
  else if s i == c then M - mean s
  else 0.

Definition zero_phi : piecewise := Piecewise [::] [:: 0] [:: 0] [::].
Definition shift_block d (z : 'cV[F]_d.+1) a b c : block d.+1 :=
  Block [:: Head z b z (a *: delta_mx 0 0); Head z c z (- a *: delta_mx 0 0)] 0 0 zero_phi.

Lemma head_adds n d (X : 'M[F]_(n.+1, d.+1)) z a c M m i j :
  greatest (fun k => (X *m z) k 0) M -> least (fun k => (X *m z) k 0) m ->
  (hard_attention (Head z c z (a *: delta_mx 0 0)) X *m X *m z *m (a *: delta_mx 0 0 : 'rV_d.+1)) i j =
  if j == 0 then a * shown (fun k => (X *m z) k 0) c M m i else 0.
Proof.
move=> great small; rewrite mxE big_ord1.
have -> : (hard_attention (Head z c z (a *: delta_mx 0 0)) X *m X *m z) i 0 = shown (fun k => (X *m z) k 0) c M m i.
  by rewrite -mulmxA mxE -(threshold c i great small); apply: eq_bigr => k _; rewrite mxE.
by rewrite !mxE eqxx /=; case: (j == 0); rewrite ?mulr1 ?mulr0 // mulrC.
Qed.

(* Eq. 13 for the row i. *)
Definition psi n (s : 'I_n -> F) b c M m i : F := if (b < s i) && (s i < c) then M - m else 0.
Lemma off_the_ends n (s : 'I_n -> F) b c M m i : s i != b -> s i != c -> shift_with_ends s b c M m i = psi s b c M m i.
Proof. by move=> /negPf ne_b /negPf ne_c; rewrite /shift_with_ends /psi ne_b ne_c. Qed.

(* For all n, d, X, z, a and b < c; Psi itself where no X_i z is b or c. *)
(* attest: urpe.lemma-6 repaired sha256:fae4952ea4d8c4e6f81c745ff4683cf16e7a27ac5990b653730f34e88965895f theorem:selective_shift *)
Theorem selective_shift n d (z : 'cV[F]_d.+1) (a b c : F) : b < c ->
  let B := shift_block z a b c in in_class B /\ forall (X : 'M[F]_(n.+1, d.+1)),
    let s i := (X *m z) i 0 in
    exists M m, greatest s M /\ least s m /\
      apply_block B X = X + \matrix_(i, j) (if j == 0 then a * shift_with_ends s b c M m i else 0) /\
      ((forall i, s i != b /\ s i != c) ->
       apply_block B X = X + \matrix_(i, j) (if j == 0 then a * psi s b c M m i else 0)).
Proof.
move=> lt_bc B; split=> // X s; rewrite {}/B.
case: (greatest_exists s) => M great; case: (least_exists s) => m small; exists M, m; do 2!split=> //.
suff everywhere : apply_block (shift_block z a b c) X =
    X + \matrix_(i, j) (if j == 0 then a * shift_with_ends s b c M m i else 0).
  split=> // away; rewrite everywhere; congr (_ + _); apply/matrixP => i j; rewrite !mxE.
  by case: (away i) => ne_b ne_c; rewrite off_the_ends.
rewrite /apply_block /feed_forward mulmx0 addr0 /attention_layer big_cons big_seq1; congr (_ + _).
apply/matrixP => i j; rewrite [LHS]mxE (head_adds a b i j great small) (head_adds (- a) c i j great small) [RHS]mxE.
case: (j == 0); rewrite ?addr0 // mulNr -mulrBr; congr (_ * _); rewrite /shown /shift_with_ends -/s.
case: (ltgtP b (s i)) => [gt_b|lt_b|eq_b] /=.
- by case: (ltgtP (s i) c) => [||] //=; rewrite ?subrr.
- by have lt_c := lt_trans lt_b lt_bc; rewrite lt_c (lt_gtF lt_c) (lt_eqF lt_c) subrr.
- by have -> : (X *m z) i 0 = b := esym eq_b; rewrite lt_bc (lt_gtF lt_bc).
Qed.

(* --- Lemma 7 --------------------------------------------------------------------------------------------------------------- *)

(* Eq. 15: -(t - k/m) for k/m <= t < (k+1)/m. *)
Definition rounding_phi m k : piecewise :=
  Piecewise [:: k%:R / m%:R; k.+1%:R / m%:R] [:: 0; -1; 0] [:: 0; k%:R / m%:R; 0] [:: 0; 0].
Definition rounding_block d m (rk : 'I_d * nat) : block d :=
  Block [::] (delta_mx rk.1 0) (delta_mx 0 rk.1) (rounding_phi m rk.2).
(* Column after column, k = 0, ..., m - 1 in each. *)
Definition rounding_network d m : seq (block d) := [seq rounding_block m (r, k) | r <- enum 'I_d, k <- iota 0 m].

Lemma step_lt m k : (0 < m)%N -> k%:R / m%:R < k.+1%:R / m%:R :> F.
Proof. by move=> m_gt0; rewrite ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_nat. Qed.

Lemma rounding_phiE m k t : (0 < m)%N ->
  phi_at (rounding_phi m k) t = if (k%:R / m%:R <= t) && (t < k.+1%:R / m%:R) then k%:R / m%:R - t else 0.
Proof.
move=> /(step_lt k); set p := _ / _; set q := _ / _ => lt_pq; rewrite /phi_at /= !addn0.
case: (ltgtP p t) => [lt_p|gt_p|eq_p] /=.
- case: (ltgtP q t) => [lt_q|gt_q|eq_q] /=; rewrite -/q.
  + by rewrite /piece /= mul0r addr0.
  + by rewrite (gt_eqF gt_q) /piece /= mulN1r addrC.
  + by rewrite eq_q eqxx.
- by rewrite (lt_gtF (lt_trans gt_p lt_pq)) /= (gt_eqF gt_p) /= /piece /= mul0r addr0.
- by rewrite -eq_p (lt_gtF lt_pq) /= eqxx lt_pq subrr.
Qed.

Lemma rounding_in_class d m : (0 < m)%N -> all (@in_class d) (rounding_network d m).
Proof.
move=> m_gt0; apply/all_allpairsP => r k _ _; rewrite /in_class /is_phi /= (step_lt k m_gt0) /=.
rewrite /pieces /own_piece /= /piece /= !mul0r !add0r mulN1r addNr eqxx /=.
by rewrite andbF.
Qed.

(* One entry: what the layers of its column do to it. *)
Definition round_entry m (ks : seq nat) (t : F) : F := foldl (fun t k => t + phi_at (rounding_phi m k) t) t ks.

Lemma layer_entry n d m r k (X : 'M[F]_(n, d)) i j :
  apply_block (rounding_block m (r, k)) X i j = if r == j then X i j + phi_at (rounding_phi m k) (X i j) else X i j.
Proof.
rewrite /apply_block /feed_forward /attention_layer big_nil addr0 mxE [X in _ + X]mxE big_ord1 /= -colE.
by rewrite !mxE [j == r]eq_sym eqxx /=; case: eqP => [->|_]; rewrite ?mulr1 // mulr0 addr0.
Qed.

Lemma column_entry n d m (r : 'I_d) ks (X : 'M[F]_(n, d)) i j :
  network [seq rounding_block m (r, k) | k <- ks] X i j = if r == j then round_entry m ks (X i j) else X i j.
Proof.
elim: ks X => [|k ks IH] X /=; first by case: eqP.
by rewrite IH layer_entry; case: eqP.
Qed.

Lemma columns_entry n d m (rs : seq 'I_d) ks (X : 'M[F]_(n, d)) i j : uniq rs ->
  network [seq rounding_block m (r, k) | r <- rs, k <- ks] X i j =
  if j \in rs then round_entry m ks (X i j) else X i j.
Proof.
elim: rs X => [//|r rs IH] X /= /andP[fresh /IH{}IH].
rewrite /network foldl_cat -/(network _ _) -/(network _ _) IH column_entry inE [j == r]eq_sym.
by case: eqP => [<-|//]; rewrite (negPf fresh).
Qed.

(* A number of step j goes to j/m and stays there, whatever the order of the layers. *)
Lemma round_entryE m ks (t : F) j : (0 < m)%N -> j%:R / m%:R <= t < j.+1%:R / m%:R ->
  round_entry m ks t = if j \in ks then j%:R / m%:R else t.
Proof.
move=> m_gt0; elim: ks t => [//|k ks IH] t /andP[low high] /=; rewrite /round_entry /= -/(round_entry _ _ _) inE.
rewrite rounding_phiE //; have m_pos : 0 < m%:R^-1 :> F by rewrite invr_gt0 ltr0n.
have -> : (k%:R / m%:R <= t) && (t < k.+1%:R / m%:R) = (j == k).
  apply/andP/eqP => [[low_k high_k]|<-//].
  have lt_jk : (j < k.+1)%N by rewrite -(ltr_nat F) -(ltr_pmul2r m_pos) (le_lt_trans low high_k).
  have lt_kj : (k < j.+1)%N by rewrite -(ltr_nat F) -(ltr_pmul2r m_pos) (le_lt_trans low_k high).
  by apply/eqP; rewrite eqn_leq; apply/andP.
case: eqP => [<-|_]; last by rewrite addr0 IH // low high.
rewrite addrC subrK IH ?lexx ?step_lt //; by case: ifP.
Qed.

(* Every t in [0, 1] has its step; that of 1 is the m-th, which no layer has. *)
Lemma step_exists m (t : F) : (0 < m)%N -> 0 <= t <= 1 -> exists2 j, (j <= m)%N & j%:R / m%:R <= t < j.+1%:R / m%:R.
Proof.
move=> m_gt0 /andP[t_ge0 t_le1]; have m_pos : 0 < m%:R :> F by rewrite ltr0n.
have some : exists j, (j <= m)%N && (j%:R / m%:R <= t) by exists 0%N; rewrite mul0r t_ge0.
have bounded j : (j <= m)%N && (j%:R / m%:R <= t) -> (j <= m)%N by case/andP.
case: (ex_maxnP some bounded) => j /andP[le_jm low] most; exists j => //; rewrite low ltNge.
apply/negP => next; have le : (j.+1 <= m)%N.
  by rewrite -(ler_nat F) -(ler_pmul2r (x := m%:R^-1)) ?invr_gt0 // divff ?gt_eqF // (le_trans next).
by have := most j.+1; rewrite le next ltnn => /(_ isT).
Qed.

(* For all m, n, d and X with entries in [0, 1]: d m blocks of the class give J/m, where J/m <= X < (J + 1)/m entry by entry, so J is
   floor(m X). The weights of rounding_network are 0, 1, -1 and k/m. *)
(* attest: urpe.lemma-7 printed sha256:77d73bc055e03ac3545fa611f71edd96b21c63d9bdc56500fb107d0c9bc80264 theorem:rounding *)
Theorem rounding n d m : (0 < m)%N ->
  let blocks := rounding_network d m in all (@in_class d) blocks /\ size blocks = (d * m)%N /\
    forall X : 'M[F]_(n, d), (forall i j, 0 <= X i j <= 1) ->
      exists J : 'I_n -> 'I_d -> nat, forall i j,
        (J i j)%:R / m%:R <= X i j < (J i j).+1%:R / m%:R /\ network blocks X i j = (J i j)%:R / m%:R.
Proof.
move=> m_gt0 blocks; split; first exact: rounding_in_class.
split; first by rewrite size_allpairs size_enum_ord size_iota.
move=> X inside; have step i j := step_exists m_gt0 (inside i j).
exists (fun i j => s2val (sig2W (step i j))) => i j; case: (sig2W (step i j)) => k /= le_km within; split=> //.
rewrite /blocks /rounding_network columns_entry ?enum_uniq // mem_enum (round_entryE _ m_gt0 within) mem_iota /= add0n.
case: ltnP => // le_mk; have k_eq : k = m by apply/eqP; rewrite eqn_leq le_km.
case/andP: within => low _; have := inside i j => /andP[_ high]; apply/eqP; rewrite eq_le low andbT k_eq.
by rewrite divff // pnatr_eq0 -lt0n.
Qed.

End ModifiedBlocks.

(* The definitions on small instances. *)
Definition hat : piecewise rat_realFieldType := Piecewise [:: 0; 1] [:: 1; 0; -1] [:: 5%:R; 7%:R; 0] [:: 7%:R; 9%:R].
Example phi_values :
  [seq phi_at hat t | t <- [:: - 2%:R; 0; 1 / 2%:R; 1; 2%:R]] = [:: 3%:R; 7%:R; 7%:R; 9%:R; - 2%:R] /\ pieces hat = 4%N.
Proof. by []. Qed.
Example rounding_values :
  [seq round_entry 2 [:: 0; 1]%N t | t <- [:: 0; 1 / 3%:R; 1 / 2%:R; 3%:R / 4%:R; 1 : rat_realFieldType]] =
  [:: 0; 0; 1 / 2%:R; 1 / 2%:R; 1].
Proof. by []. Qed.
