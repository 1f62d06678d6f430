(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Lemma C.7 repaired: covers of the maps x -> W x on finitely many points, with the constant
   stated. A row of W is approximated greedily: where it is wrong by more than t at a point, a multiple of that point is added. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Cover.
Variable F : rcfType.
Add Ring carrier_ring : (carrier_theory F).
Implicit Types (D I K : finType).

(* +x_i or -x_i for each letter. *)
Definition signed I K (x : I -> K -> F) (s : seq (I * bool)) (j : K) : F := \sum_(a <- s) (-1) ^+ a.2 * x a.1 j.
Definition row_error I K (x : I -> K -> F) (w : K -> F) (c : F) (s : seq (I * bool)) (i : I) : F :=
  dot (fun j => w j - c * signed x s j) (x i).

Lemma greedy_row I K (x : I -> K -> F) (X t : F) (n : nat) (w : K -> F) :
  0 < X -> 0 < t -> (forall i, norm2 (x i) <= X) -> norm2 w ^+ 2 * X ^+ 2 < n.+1%:R * t ^+ 2 ->
  exists2 s, (size s <= n)%N & forall i, `|row_error x w (t / X ^+ 2) s i| <= t.
Proof.
move=> X_gt0 t_gt0 x_le; elim: n w => [|n IH] w w_lt.
  exists [::] => // i; apply: le_trans (abs_dot _ _) _; apply: sqr_le; first exact: ltW.
  rewrite (eq_norm2 (y := w)) => [|j]; last by rewrite /signed big_nil mulr0 subr0.
  rewrite mul1r in w_lt; rewrite exprMn; apply: le_trans _ (ltW w_lt).
  by rewrite ler_wpmul2l ?sqr_ge0 // ler_sqr ?nnegrE ?norm2_ge0 // ltW.
case: (altP (@forallP _ (fun i => `|dot w (x i)| <= t))) => [close|].
  exists [::] => // i; rewrite /row_error (_ : dot _ _ = dot w (x i)) //.
  by apply: eq_bigr => j _; rewrite /signed big_nil mulr0 subr0.
rewrite negb_forall => /existsP[i]; rewrite -ltNge => far.
pose b := dot w (x i) < 0; pose c := t / X ^+ 2.
have c_gt0 : 0 < c by rewrite divr_gt0 ?exprn_gt0.
pose w' j := w j - c * ((-1) ^+ b * x i j).
have w'E : norm2 w' ^+ 2 = norm2 w ^+ 2 - 2%:R * c * `|dot w (x i)| + c ^+ 2 * norm2 (x i) ^+ 2.
  rewrite !norm2_sqr (eq_bigr (fun j => w j ^+ 2 + (- (2%:R * c * (-1) ^+ b)) * (w j * x i j) + c ^+ 2 * x i j ^+ 2)); last first.
    move=> j _; rewrite /w'; move: (sqrr_sign F b); rewrite expr2; move: (x i j) (w j) ((-1) ^+ b) => p q e ee.
    rewrite [LHS](_ : _ = q ^+ 2 + (- (2%:R * c * e)) * (q * p) + c ^+ 2 * (p ^+ 2 * (e * e))); last by ring_in F.
    by rewrite ee mulr1.
  rewrite !big_split /= -!mulr_sumr; congr (_ + _ + _); rewrite mulNr -mulrA; congr (- (_ * _)).
  rewrite -/(dot w (x i)) /b; case: ltrP => [neg|pos]; first by rewrite expr1 mulN1r ltr0_norm.
  by rewrite expr0 mul1r ger0_norm.
have w'_lt : norm2 w' ^+ 2 * X ^+ 2 < n.+1%:R * t ^+ 2.
  rewrite w'E; have cX : c * X ^+ 2 = t by rewrite divfK // expf_neq0 // gt_eqF.
  apply: le_lt_trans (_ : _ <= norm2 w ^+ 2 * X ^+ 2 - t ^+ 2) _; last first.
    by rewrite ltr_subl_addr; apply: lt_le_trans w_lt _; rewrite -[n.+2]addn1 natrD mulrDl mul1r.
  rewrite -subr_ge0 [X in 0 <= X](_ : _ = 2%:R * (c * X ^+ 2) * (`|dot w (x i)| - t) +
      (2%:R * (c * X ^+ 2) * t - t ^+ 2 - (c * X ^+ 2) * (c * norm2 (x i) ^+ 2))); last by ring_in F.
  rewrite cX addr_ge0 ?mulr_ge0 ?ler0n ?(ltW t_gt0) ?subr_ge0 ?(ltW far) //.
  rewrite [X in _ <= X](_ : _ = t ^+ 2); last by ring_in F.
  rewrite expr2 ler_wpmul2l ?(ltW t_gt0) // -[X in _ <= X]cX ler_wpmul2l ?(ltW c_gt0) //.
  by rewrite ler_sqr ?nnegrE ?norm2_ge0 // ltW.
have [s size_s close] := IH w' w'_lt.
exists ((i, b) :: s) => // k; rewrite /row_error (_ : dot _ _ = row_error x w' c s k) ?close //.
by apply: eq_bigr => j _; rewrite /signed big_cons /w' mulrDr opprD addrA.
Qed.

(* A word over the letters (k, a) for every row k, with a a signed point or nothing, and a blank, names a matrix: row k is made of its own
   letters, and how many they are tells its step. *)
Definition letter D I : finType := option_finType (prod_finType D (option_finType (prod_finType I bool_finType))).
Definition row_letters D I (k : D) (word : seq (letter D I)) : seq (option (I * bool)) :=
  pmap (fun l => if l is Some (k', a) then if k' == k then Some a else None else None) word.
Definition named D I K (x : I -> K -> F) (X unit : F) (word : seq (letter D I)) (k : D) (j : K) : F :=
  let own := row_letters k word in Num.sqrt (size own)%:R * unit / X ^+ 2 * signed x (pmap id own) j.

Lemma row_letters_of D I (k : D) (of_row : D -> seq (option (I * bool))) (rows : seq D) (blanks : nat) : uniq rows -> k \in rows ->
  row_letters k (flatten [seq [seq Some (r, a) | a <- of_row r] | r <- rows] ++ nseq blanks None) = of_row k.
Proof.
have blank : row_letters k (nseq blanks (None : letter D I)) = [::] by elim: blanks.
have own r (l : seq (option (I * bool))) : row_letters k [seq Some (r, a) | a <- l] = if r == k then l else [::].
  by rewrite /row_letters; case: (r =P k) => [->|/eqP/negbTE other]; elim: l => //= a l ->; rewrite ?eqxx ?other.
rewrite /row_letters pmap_cat -/(row_letters _ _) -/(row_letters _ (nseq _ _)) blank cats0.
have none rs : k \notin rs -> row_letters k (flatten [seq [seq Some (r, a) | a <- of_row r] | r <- rs]) = [::].
  elim: rs => //= r rs IH; rewrite inE negb_or eq_sym => /andP[/negbTE other k_notin].
  by rewrite /row_letters pmap_cat -/(row_letters _ _) own other /= -/(row_letters _ _) IH.
elim: rows => //= r rows IH /andP[r_notin rows_uniq]; rewrite inE /row_letters pmap_cat -!/(row_letters _ _) own.
case: (r =P k) => [rk _|/eqP other].
  by rewrite none ?cats0 ?rk // -rk.
by rewrite eq_sym (negbTE other) /=; apply: IH.
Qed.

(* How many steps a row of norm b may take: 0 if b X < unit, otherwise the next integer above b X / unit. *)
Lemma steps_of_row (b X unit : F) (T : nat) : 0 <= b -> 0 < X -> 0 < unit -> b * X <= T%:R * unit ->
  exists2 n : nat, n%:R * unit <= 2%:R * (b * X) & (n = 0%N /\ b * X < unit) \/ ((0 < n)%N /\ b * X <= n%:R * unit).
Proof.
move=> b_ge0 X_gt0 unit_gt0 bT; have bX_ge0 : 0 <= b * X by rewrite mulr_ge0 // ltW.
case: (ltrP (b * X) unit) => [small|large].
  by exists 0%N; [rewrite mul0r mulr_ge0 ?ler0n | left].
have some_n : exists n, b * X <= n%:R * unit by exists T.
case: (ex_minnP some_n) => -[|n] n_le least.
  by move: (le_trans large n_le); rewrite mul0r leNgt unit_gt0.
exists n.+1; last by right.
have lt : n%:R * unit < b * X.
  by rewrite ltNge; apply/negP => /least; rewrite ltnn.
rewrite -[n.+1]addn1 natrD mulrDl mul1r [2%:R]mulr2n mulrDl mul1r; apply: ler_add => //; exact: ltW.
Qed.

Theorem linear_cover D I K (x : I -> K -> F) (B X eps : F) (T : nat) :
  0 < B -> 0 < X -> 0 < eps -> (forall i, norm2 (x i) <= X) -> 4%:R * B ^+ 2 * X ^+ 2 < T.+1%:R * eps ^+ 2 ->
  exists (C : finType) (f : C -> D -> K -> F), #|C| = ((#|D| * (#|I| * 2).+1).+1 ^ T)%N /\
    forall W : D -> K -> F, \sum_k norm2 (W k) <= B ->
      exists c, forall i, norm2 (fun k => dot (fun j => W k j - f c k j) (x i)) <= eps.
Proof.
move=> B_gt0 X_gt0 eps_gt0 x_le T_large.
pose unit := eps ^+ 2 / (2%:R * B * X).
have BX_gt0 : 0 < 2%:R * B * X by rewrite !mulr_gt0 ?ltr0n.
have unit_gt0 : 0 < unit by rewrite divr_gt0 ?exprn_gt0.
have unitE : unit * (2%:R * B * X) = eps ^+ 2 by rewrite divfK // gt_eqF.
exists (tuple_finType T (letter D I)), (fun c : T.-tuple (letter D I) => named x X unit c); split.
  by rewrite card_tuple card_option card_prod card_option card_prod card_bool.
move=> W W_le.
have row_le k : norm2 (W k) <= B.
  by apply: le_trans W_le; rewrite (bigD1 k) //= ler_addl sumr_ge0 // => i _; exact: norm2_ge0.
have T_enough : 2%:R * B * X < T.+1%:R * unit.
  have pos := BX_gt0; rewrite -(ltr_pmul2r BX_gt0) -[X in _ < X]mulrA unitE; apply: le_lt_trans T_large.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring_in F.
have in_T k : norm2 (W k) * X <= T.+1%:R * unit.
  apply: le_trans (ltW T_enough); rewrite ler_wpmul2r ?(ltW X_gt0) //; apply: le_trans (row_le k) _.
  by rewrite ler_pemull ?(ltW B_gt0) // ler1n.
have some_row k : exists l : seq (option (I * bool)), (size l)%:R * unit <= 2%:R * (norm2 (W k) * X) /\
    forall i, row_error x (W k) (Num.sqrt (size l)%:R * unit / X ^+ 2) (pmap id l) i ^+ 2 <= 2%:R * (norm2 (W k) * X) * unit.
  have b_ge0 := norm2_ge0 (W k); have bX_ge0 : 0 <= norm2 (W k) * X by rewrite mulr_ge0 // ltW.
  have [n n_le [[n0 small]|[n_gt0 large]]] := steps_of_row b_ge0 X_gt0 unit_gt0 (in_T k).
    exists [::]; split; first by rewrite mul0r mulr_ge0 ?ler0n.
    move=> i; rewrite /row_error (_ : dot _ _ = dot (W k) (x i)); last first.
      by apply: eq_bigr => j _; rewrite /signed big_nil mulr0 subr0.
    rewrite -real_normK ?num_real //; apply: le_trans (_ : _ <= (norm2 (W k) * X) ^+ 2) _.
      rewrite ler_sqr ?nnegrE //; apply: le_trans (abs_dot _ _) _; by rewrite ler_wpmul2l.
    rewrite expr2 [X in _ <= X](_ : _ = norm2 (W k) * X * unit + norm2 (W k) * X * unit); last by ring_in F.
    by apply: ler_paddl; [rewrite mulr_ge0 // ltW | rewrite ler_wpmul2l // ltW].
  pose t := Num.sqrt n%:R * unit.
  have t_gt0 : 0 < t by rewrite mulr_gt0 ?sqrtr_gt0 ?ltr0n.
  have tt : t ^+ 2 = n%:R * unit * unit by rewrite exprMn sqr_sqrtr ?ler0n // expr2 mulrA.
  have few : norm2 (W k) ^+ 2 * X ^+ 2 < n.+1%:R * t ^+ 2.
    rewrite -exprMn tt; apply: le_lt_trans (_ : _ <= (n%:R * unit) ^+ 2) _; first by rewrite ler_sqr ?nnegrE // (mulr_ge0 (ler0n F n) (ltW unit_gt0)).
    rewrite -subr_gt0 [X in 0 < X](_ : _ = n%:R * unit * unit * (n.+1%:R - n%:R)); last by ring_in F.
    apply: mulr_gt0; last by rewrite subr_gt0 ltr_nat.
    by apply: mulr_gt0 => //; apply: mulr_gt0 => //; rewrite ltr0n.
  have [s size_s close] := greedy_row X_gt0 t_gt0 x_le few.
  exists (map Some s ++ nseq (n - size s) None).
  have sizeE : size (map Some s ++ nseq (n - size s) None) = n by rewrite size_cat size_map size_nseq subnKC.
  have signedE : pmap id (map Some s ++ nseq (n - size s) (None : option (I * bool))) = s.
    rewrite pmap_cat (_ : pmap id (nseq _ _) = [::]) ?cats0; last by elim: (n - size s)%N.
    by elim: (s) => //= a r ->.
  rewrite sizeE signedE; split=> // i; rewrite -/t -real_normK ?num_real //.
  apply: le_trans (_ : _ <= t ^+ 2) _; first by rewrite ler_sqr ?nnegrE ?(ltW t_gt0).
  by rewrite tt ler_wpmul2r // ltW.
have [of_row of_rowP] := fin_all_exists some_row.
pose word := flatten [seq [seq Some (r, a) | a <- of_row r] | r <- enum D].
have word_short : (size word <= T)%N.
  rewrite -ltnS -(ltr_nat F) -(ltr_pmul2r unit_gt0); apply: le_lt_trans T_enough.
  have -> : size word = (\sum_k size (of_row k))%N.
    rewrite size_flatten /shape -map_comp sumnE big_map big_enum; apply: eq_bigr => k _; by rewrite /= size_map.
  rewrite natr_sum mulr_suml; apply: le_trans (_ : _ <= \sum_k 2%:R * (norm2 (W k) * X)) _.
    by apply: ler_sum => k _; have [] := of_rowP k.
  by rewrite -mulr_sumr -mulr_suml -mulrA ler_wpmul2l ?ler0n // ler_wpmul2r // ltW.
have padded : size (word ++ nseq (T - size word) (None : letter D I)) == T by rewrite size_cat size_nseq subnKC.
exists (Tuple padded) => i; apply: sqr_le; first exact: ltW.
rewrite norm2_sqr; apply: le_trans (_ : _ <= \sum_k 2%:R * (norm2 (W k) * X) * unit) _; last first.
  rewrite -unitE (eq_bigr (fun k => norm2 (W k) * (2%:R * X * unit))) => [|k _]; last by ring_in F.
  rewrite -mulr_suml [X in _ <= X](_ : _ = B * (2%:R * X * unit)); last by ring_in F.
  apply: ler_wpmul2r => //; apply: mulr_ge0; last exact: ltW.
  by apply: mulr_ge0; [rewrite ler0n | exact: ltW].
apply: ler_sum => k _; have [_ row_close] := of_rowP k.
by rewrite /named /= row_letters_of ?enum_uniq ?mem_enum //; apply: row_close.
Qed.

(* For d m >= 2 the size is at most (d m)^(3 T); a cover may have members twice, so that it has as many as one likes. *)
Lemma leq_exp2r_any a b T : (a <= b)%N -> (a ^ T <= b ^ T)%N.
Proof. by move=> ab; elim: T => // T IH; rewrite !expnS leq_mul. Qed.

Lemma size_from_two_on d m T : (2 <= d * m)%N -> ((d * (m * 2).+1).+1 ^ T <= (d * m) ^ (3 * T))%N.
Proof.
move=> dm_ge2; have d_gt0 : (0 < d)%N by case: d dm_ge2.
have m_gt0 : (0 < m)%N by case: m dm_ge2; rewrite ?muln0.
rewrite expnM; apply: leq_exp2r_any; set n := (d * m)%N in dm_ge2 *.
have small : ((d * (m * 2).+1).+1 <= 4 * n)%N.
  have d_le : (d <= n)%N by rewrite /n leq_pmulr.
  rewrite mulnS mulnA -/n muln2 -addnn -addSn (_ : 4 * n = n + n + (n + n))%N; last by rewrite !addnn -!mul2n mulnA.
  by rewrite leq_add2r -[d.+1]addn1 leq_add // (leq_trans _ dm_ge2).
apply: leq_trans small _; rewrite expnSr leq_mul2r; apply/orP; right.
by rewrite -[4%N]/(2 ^ 2)%N leq_exp2r_any.
Qed.

Theorem linear_cover_from_two_on D I K (x : I -> K -> F) (B X eps : F) (T : nat) : (2 <= #|D| * #|I|)%N ->
  0 < B -> 0 < X -> 0 < eps -> (forall i, norm2 (x i) <= X) -> 4%:R * B ^+ 2 * X ^+ 2 < T.+1%:R * eps ^+ 2 ->
  exists f : 'I_((#|D| * #|I|) ^ (3 * T)) -> D -> K -> F,
    forall W : D -> K -> F, \sum_k norm2 (W k) <= B ->
      exists c, forall i, norm2 (fun k => dot (fun j => W k j - f c k j) (x i)) <= eps.
Proof.
move=> dm_ge2 B_gt0 X_gt0 eps_gt0 x_le T_large.
have [C [f [card covers]]] := linear_cover D B_gt0 X_gt0 eps_gt0 x_le T_large.
have le : (#|C| <= (#|D| * #|I|) ^ (3 * T))%N by rewrite card; exact: size_from_two_on.
case: (pickP (predT : pred C)) => [c0 _|none]; last first.
  by exists (fun _ _ _ => 0) => W /covers[c _]; have := none c.
exists (fun c => f (nth c0 (enum C) c)) => W /covers[c close].
have c_lt : (index c (enum C) < (#|D| * #|I|) ^ (3 * T))%N.
  by apply: leq_trans le; rewrite cardE index_mem mem_enum.
by exists (Ordinal c_lt) => i; rewrite /= nth_index ?mem_enum //; apply: close.
Qed.

End Cover.
