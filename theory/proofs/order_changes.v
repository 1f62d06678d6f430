(* SPDX-License-Identifier: Apache-2.0 *)
(* How many of the m^(n d) boxes of the cut "boxes" (approximation.stm) there are between whose corners two polynomials of degree at most 1 change their order: at most
   c m^(n d - 1), c a number that depends on the polynomials alone. Along an axis on which their difference depends, its values at lower corners are an arithmetic progression. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import evaluation targets.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Counting tuples --------------------------------------------------------------------------------------------------------------------- *)
Lemma size_lists_over (A : Type) (l : seq A) N : size (lists_over l N) = (size l ^ N)%N.
Proof.
elim: N => //= N IH; rewrite size_flatten /shape -map_comp (@eq_map _ _ _ (fun=> (size l ^ N)%N)) => [|x]; last by rewrite /= size_map IH.
by rewrite expnS; move: (size l ^ N)%N => c; elim: (l) => //= x r ->; rewrite mulSn.
Qed.
Lemma count_lists_over (A : Type) (l : seq A) N (P : pred (seq A)) :
  count P (lists_over l N.+1) = (\sum_(x <- l) count (fun r => P (x :: r)) (lists_over l N))%N.
Proof. by rewrite /= count_flatten -map_comp sumnE big_map; apply: eq_bigr => x _; rewrite /= count_map. Qed.
Lemma sum_nat_le (A : eqType) (l : seq A) (f : A -> nat) c : {in l, forall x, f x <= c}%N -> (\sum_(x <- l) f x <= size l * c)%N.
Proof.
elim: l => [|x l IH] le_c; first by rewrite big_nil.
by rewrite big_cons mulSn leq_add ?le_c ?mem_head ?IH // => y y_l; rewrite le_c // inE y_l orbT.
Qed.

Lemma count_le (A : eqType) (l : seq A) (P Q : pred A) : {in l, forall x, P x -> Q x} -> (count P l <= count Q l)%N.
Proof.
elim: l => //= x l IH PQ; apply: leq_add; last by apply: IH => y y_l; apply: PQ; rewrite inE y_l orbT.
by case: (P x) (PQ x (mem_head _ _)) => // ->.
Qed.

Section Counting.
Variable F : realFieldType.
Implicit Types (a : nat -> F) (b S : F) (m N : nat).

(* An arithmetic progression has few terms between -S and S. *)
Lemma few_terms m (b v S : F) (c : nat) : v != 0 -> 2%:R * S / `|v| <= c%:R -> (count (fun x : nat => `|b + v * x%:R| <= S)%R (iota 0 m) <= c.+1)%N.
Proof.
move=> v_neq0 le_c; rewrite -size_filter; set s := filter _ _.
case sE : s => [//|x s']; rewrite -sE; have sorted_s : sorted leq s by apply: sorted_filter; [exact: leq_trans | exact: iota_sorted].
have in_s y : y \in s -> `|b + v * y%:R| <= S by rewrite mem_filter => /andP[].
have x_s : x \in s by rewrite sE mem_head.
have inside : {subset s <= iota x c.+1}.
  move=> y y_s; rewrite mem_iota; have x_y : (x <= y)%N.
    move: y_s sorted_s; rewrite sE /= inE => /orP[/eqP->//|y_s]; rewrite path_sortedE; last exact: leq_trans.
    by case/andP=> /allP/(_ _ y_s).
  rewrite x_y addnS ltnS -leq_subLR -(ler_nat F) natrB //; apply: le_trans le_c.
  rewrite ler_pdivl_mulr ?normr_gt0 // -[X in X * _]ger0_norm ?subr_ge0 ?ler_nat // -normrM.
  have -> : (y%:R - x%:R) * v = (b + v * y%:R) - (b + v * x%:R) by rewrite opprD addrACA subrr add0r -mulrBr mulrC.
  by apply: le_trans (ler_norm_sub _ _) _; rewrite mulr_natl mulr2n ler_add ?in_s.
by rewrite -[X in (_ <= X)%N](size_iota x); apply: uniq_leq_size inside; rewrite filter_uniq ?iota_uniq.
Qed.

Definition dot N a (l : seq nat) : F := \sum_(k < N) a k * (nth 0%N l k)%:R.
Lemma dot_cons N a x l : dot N.+1 a (x :: l) = a 0%N * x%:R + dot N (fun k => a k.+1) l.
Proof. by rewrite /dot big_ord_recl. Qed.
Lemma few_places N m a b S (c : nat) : (exists2 k, (k < N)%N & a k != 0) -> (forall k, (k < N)%N -> a k != 0 -> 2%:R * S / `|a k| <= c%:R) ->
  (count (fun l => `|b + dot N a l| <= S)%R (lists_over (iota 0 m) N) <= c.+1 * m ^ N.-1)%N.
Proof.
elim: N a b => [|N IH] a b [k k_N ak] le_c; first by [].
rewrite count_lists_over; have [tail|no_tail] := boolP [exists j : 'I_N, a j.+1 != 0].
  case: N k_N IH le_c tail => [|N] k_N IH le_c /existsP[j aj]; first by case: j aj.
  rewrite [(N.+2).-1]/= expnS mulnCA -[m in (m * _)%N](size_iota 0); apply: sum_nat_le => x _.
  rewrite (eq_count (a2 := fun l => `|(b + a 0%N * x%:R) + dot N.+1 (fun k => a k.+1) l| <= S)) => [|l]; last by rewrite dot_cons addrA.
  by apply: IH => [|i i_N]; [exists j | exact: le_c].
have tail0 l : dot N (fun k => a k.+1) l = 0.
  rewrite /dot big1 // => j _; apply/eqP; rewrite mulf_eq0 -[_ == 0]negbK; apply/orP; left; apply: contra no_tail => aj; by apply/existsP; exists j.
have a0 : a 0%N != 0.
  by case: k k_N ak => // k k_N ak; case/negP: no_tail; apply/existsP; exists (Ordinal (k_N : (k < N)%N)).
rewrite (eq_bigr (fun x => (`|b + a 0%N * x%:R| <= S)%R * m ^ N)%N) => [|x _]; last first.
  rewrite (eq_count (a2 := fun=> `|b + a 0%N * x%:R| <= S)) => [|l]; last by rewrite dot_cons tail0 addr0.
  by rewrite -[m in (m ^ _)%N](size_iota 0) -size_lists_over; case: (_ <= S); rewrite ?count_predT ?count_pred0 ?mul1n ?mul0n.
rewrite -big_distrl /= leq_mul2r (_ : (\sum_(x <- _) _)%N = count (fun x : nat => `|b + a 0%N * x%:R| <= S)%R (iota 0 m)) ?(few_terms m b a0 (le_c 0%N isT a0)) ?orbT //.
by rewrite -sum1_count [RHS]big_mkcond; apply: eq_bigr => x _; case: (_ <= S).
Qed.
End Counting.

(* --- Polynomials of degree at most 1 ---------------------------------------------------------------------------------------------------- *)
Section Affine.
Variable F : realFieldType.
Variables (n d : nat).
Implicit Types (q : polynomials F) (X : nat -> nat -> F) (g : (nat -> nat -> F) -> F) (a : nat -> nat -> F).

Definition affine g b a : Prop := forall X, g X = b + \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) a i j * X i j.

(* A product of factors 1 - s + z, where s is 0, and then z as well, or s is 1, the s having a sum of at most 1. *)
Lemma product_of_few (T : Type) (l : seq T) (y z : T -> F) (s : T -> nat) : (forall t, (s t <= 1)%N -> y t = 1 - (s t)%:R + z t) -> (forall t, s t = 0%N -> z t = 0) ->
  ((\sum_(t <- l) s t)%N <= 1)%N -> \prod_(t <- l) y t = 1 - (\sum_(t <- l) s t)%N%:R + \sum_(t <- l) z t.
Proof.
move=> yE z0; have none r : (\sum_(t <- r) s t)%N = 0%N -> \sum_(t <- r) z t = 0.
  elim: r => [|t r IH]; rewrite ?big_nil // !big_cons => /eqP; rewrite addn_eq0 => /andP[/eqP/z0-> /eqP/IH->]; exact: addr0.
elim: l => [|t l IH]; rewrite ?big_nil ?subr0 ?addr0 // !big_cons => le1.
have [s_le1 sum_le1] : (s t <= 1)%N /\ (\sum_(u <- l) s u <= 1)%N by split; apply: leq_trans le1; [exact: leq_addr | exact: leq_addl].
rewrite IH // yE //; case: (s t) (z0 t) le1 s_le1 => [->|[|k]] //; first by rewrite subr0 add0r addr0 mul1r add0n.
move=> _; case E : (\sum_(u <- l) s u)%N => [|k] // _ _; by rewrite addn0 (none _ E) subr0 !addr0 mulr1.
Qed.
Lemma affine_monomial t : (degree n d t <= 1)%N -> exists b a, affine (monomial n d t) b a.
Proof.
move=> le1; exists (t.1 * (1 - (degree n d t)%:R)), (fun i j => t.1 * (t.2 i j)%:R) => X; rewrite /monomial.
rewrite (@product_of_few _ _ _ (fun i => \sum_(j <- iota 1 d) (t.2 i j)%:R * X i j) (fun i => \sum_(j <- iota 1 d) t.2 i j)%N) // => [|i row_le1|i row0].
- rewrite mulrDr; congr (_ + _); rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; exact: mulrA.
- rewrite (@product_of_few _ _ _ (fun j => (t.2 i j)%:R * X i j) (t.2 i)) // => [j|j ->]; last by rewrite mul0r.
  by case: (t.2 i j) => [|[|k]] // _; rewrite ?expr0 ?expr1 ?subr0 ?subrr ?mul0r ?mul1r ?addr0 ?add0r.
elim: (iota 1 d) row0 => [|j l IH]; rewrite ?big_nil // !big_cons => /eqP; rewrite addn_eq0 => /andP[/eqP-> /eqP/IH->].
by rewrite mul0r addr0.
Qed.
Lemma affine_polynomial q : all (fun t => degree n d t <= 1)%N q -> exists b a, affine (polynomial n d q) b a.
Proof.
elim: q => [_|t q IH /= /andP[/affine_monomial[b [a tE]] /IH[b' [a' qE]]]].
  by exists 0, (fun _ _ => 0) => X; rewrite /polynomial big_nil big1 ?addr0 // => i _; rewrite big1 // => j _; rewrite mul0r.
exists (b + b'), (fun i j => a i j + a' i j) => X; rewrite /polynomial big_cons -/(polynomial _ _ _ _) tE qE addrACA; congr (_ + _).
by rewrite -big_split; apply: eq_bigr => i _; rewrite -big_split; apply: eq_bigr => j _; rewrite mulrDl.
Qed.
Lemma affine_difference g g' b a b' a' : affine g b a -> affine g' b' a' -> affine (fun X => g X - g' X) (b - b') (fun i j => a i j - a' i j).
Proof.
move=> gE gE' X; rewrite gE gE' opprD addrACA; congr (_ + _); rewrite -sumrB; apply: eq_bigr => i _; rewrite -sumrB.
by apply: eq_bigr => j _; rewrite mulrBl.
Qed.

(* --- Boxes --------------------------------------------------------------------------------------------------------------------------------- *)
(* A place is a list of n d numbers below m, row by row; its box's lower corner. *)
Definition place (l : seq nat) i j : nat := nth 0%N l (i.-1 * d + j).-1.
Definition low m (l : seq nat) i j : F := (place l i j)%:R / m%:R.
Definition places m : seq (seq nat) := lists_over (iota 0 m) (n * d).

Lemma flat_sum (G : nat -> nat -> F) : \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) G i j = \sum_(k < n * d) G (k %/ d).+1 (k %% d).+1.
Proof.
have from_1 (H : nat -> F) k : \sum_(i <- iota 1 k) H i = \sum_(i < k) H i.+1.
  by rewrite (iotaDl 1 0 k) big_map -[k in LHS]subn0 -/(index_iota 0 k) big_mkord.
rewrite from_1 -(big_mkord xpredT (fun k => G (k %/ d).+1 (k %% d).+1)) big_nat_mul big_mkord; apply: eq_bigr => i _.
rewrite from_1 -[X in \sum_(X <= _ < _) _]add0n big_addn mulSn addnK big_mkord; apply: eq_bigr => j _.
have d_gt0 : (0 < d)%N by exact: leq_ltn_trans (ltn_ord j).
by rewrite addnC divnMDl // modnMDl divn_small ?modn_small ?addn0.
Qed.
Lemma in_places m l i j : l \in places m -> (0 < i <= n)%N -> (0 < j <= d)%N -> (place l i j < m)%N.
Proof.
rewrite /places /place; case: i j => [|i] [|j] //=; rewrite addnS /= => l_in i_n j_d; have {l_in} : (i * d + j < size l)%N /\ all (fun k => k < m)%N l.
  have /andP[/eqP-> small] : (size l == n * d)%N && all (fun k => k < m)%N l.
    elim: (n * d)%N l l_in => [|N IH] l /=; first by rewrite inE => /eqP->.
    by case/flattenP=> s /mapP[x x_in ->] /mapP[r /IH/andP[/eqP<- r_in] ->] /=; rewrite eqxx r_in andbT; move: x_in; rewrite mem_iota add0n.
  split=> //.
  by apply: (@leq_trans (i * d + d)); [rewrite ltn_add2l | rewrite addnC -mulSn leq_mul2r i_n orbT].
by case=> lt /(all_nthP 0%N)/(_ _ lt).
Qed.

(* By how much an affine function changes. *)
Definition spread a : F := \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) `|a i j|.
Lemma spread_ge0 a : 0 <= spread a.
Proof. by apply: sumr_ge0 => i _; apply: sumr_ge0. Qed.
Lemma affine_near g b a h X Y : affine g b a -> near n d h X Y -> `|g X - g Y| <= spread a * h.
Proof.
move=> gE XY; rewrite !gE opprD addrACA subrr add0r -sumrB mulr_suml; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite !big_seq; apply: ler_sum => i /in_iota i_n; rewrite -sumrB mulr_suml; apply: le_trans (ler_norm_sum _ _ _) _.
rewrite !big_seq; apply: ler_sum => j /in_iota j_d; by rewrite -mulrBr normrM ler_wpmul2l ?XY.
Qed.
Lemma affine_low g b a m l : (0 < m)%N -> affine g b a -> m%:R * g (low m l) = m%:R * b + dot (n * d) (fun k => a (k %/ d).+1 (k %% d).+1) l.
Proof.
move=> m_gt0 gE; rewrite gE mulrDr; congr (_ + _); rewrite flat_sum mulr_sumr; apply: eq_bigr => k _.
by rewrite /low /place /= addnS /= -divn_eq mulrCA [m%:R * _]mulrC divfK // pnatr_eq0 -lt0n.
Qed.

(* Where an affine function has values of both signs within 1/m of the lower corner. *)
Definition changes_sign g m l : Prop := exists X Y, [/\ near n d m%:R^-1 X (low m l), near n d m%:R^-1 Y (low m l) & g X < 0 < g Y].
Definition archimedean : Prop := forall x : F, exists k : nat, x <= k%:R.
Lemma few_changes g b a : archimedean -> affine g b a -> exists c, forall m (P : pred (seq nat)), (0 < m)%N -> (forall l, l \in places m -> P l -> changes_sign g m l) ->
  (count P (places m) <= c * m ^ (n * d).-1)%N.
Proof.
move=> arch gE; pose a' k := a (k %/ d).+1 (k %% d).+1; have [[k k_N ak]|none] : (exists2 k, (k < n * d)%N & a' k != 0) \/ forall k, (k < n * d)%N -> a' k = 0.
- elim: (n * d)%N => [|N [[k k_N ak]|none]]; [by right | by left; exists k => //; exact: ltnW | ].
  have [aN|aN] := eqVneq (a' N) 0; last by left; exists N.
  by right=> k; rewrite ltnS leq_eqVlt => /orP[/eqP->|/none].
- have [c le_c] : exists c : nat, forall k, (k < n * d)%N -> a' k != 0 -> 2%:R * spread a / `|a' k| <= c%:R.
    elim: (n * d)%N => [|N [c IH]]; first by exists 0%N.
    have [c' le_c'] := arch (2%:R * spread a / `|a' N|); exists (c + c')%N => i; rewrite ltnS leq_eqVlt natrD => /orP[/eqP->|i_N] ai.
      by rewrite ler_paddl.
    by rewrite ler_paddr ?IH.
  exists c.+1 => m P m_gt0 P_changes; have few := few_places m (m%:R * b) (ex_intro2 _ _ k k_N ak) le_c; apply: leq_trans few.
  rewrite -/(places m); apply: count_le => l l_in /(P_changes l l_in)[X [Y [X_low Y_low /andP[gX gY]]]].
  have m_gt0' : 0 < m%:R :> F by rewrite ltr0n.
  rewrite -(affine_low _ m_gt0 gE) normrM (ger0_norm (ltW m_gt0')) -ler_pdivl_mull // mulrC.
  have := affine_near gE X_low; have := affine_near gE Y_low; rewrite !ler_distl => /andP[_ le_Y] /andP[ge_X _].
  by rewrite ler_norml -subr_ge0 opprK (le_trans (ltW gY) le_Y) -subr_le0 (le_trans ge_X (ltW gX)).
exists 0%N => m P m_gt0 P_changes; rewrite mul0n leqn0 -(count_pred0 (places m)) eqn_leq; apply/andP; split; apply: count_le => // l l_in.
case/(P_changes l l_in)=> X [Y [X_low Y_low /andP[gX gY]]]; have spread0 : spread a = 0.
  by rewrite /spread flat_sum big1 // => k _; rewrite -/(a' k) none ?normr0.
have := affine_near gE X_low; have := affine_near gE Y_low; rewrite spread0 mul0r !normr_le0 !subr_eq0 => /eqP gYE /eqP gXE.
by move: (lt_trans gX gY); rewrite gXE gYE ltxx.
Qed.

(* --- Targets ------------------------------------------------------------------------------------------------------------------------------- *)
Implicit Types (e : entries F) (f : nat -> nat -> entries F) (corners : seq nat -> seq (nat -> nat -> F)).
(* All corners of the box of a place are within 1/m of its lower corner. *)
Definition corners_near m corners : Prop := forall l, l \in places m -> forall X, List.In X (corners l) -> near n d m%:R^-1 X (low m l).

Lemma not_all (T : Type) (p : pred T) (s : seq T) : ~~ all p s -> exists2 x, List.In x s & ~~ p x.
Proof.
elim: s => //= x s IH; rewrite negb_and => /orP[px|/IH[y y_s py]]; [by exists x; first by left | by exists y; first by right].
Qed.
Lemma few_order_changes q r : archimedean -> all (fun t => degree n d t <= 1)%N q -> all (fun t => degree n d t <= 1)%N r ->
  exists c, forall m corners, (0 < m)%N -> corners_near m corners -> (count (fun l => ~~ one_order n d (corners l) q r) (places m) <= c * m ^ (n * d).-1)%N.
Proof.
move=> arch /affine_polynomial[b [a qE]] /affine_polynomial[b' [a' rE]]; have [c c_few] := few_changes arch (affine_difference qE rE).
exists c => m corners m_gt0 close; apply: c_few => // l l_in; rewrite negb_or => /andP[/not_all[X X_in gX] /not_all[Y Y_in gY]].
exists X, Y; split; [exact: close X_in | exact: close Y_in | ].
by rewrite subr_lt0 subr_gt0 !ltNge gX gY.
Qed.
Lemma few_changes_in q (s : seq (polynomials F)) : archimedean -> all (fun t => degree n d t <= 1)%N q -> all (all (fun t => degree n d t <= 1)%N) s -> exists c, forall m corners,
  (0 < m)%N -> corners_near m corners -> (count (fun l => ~~ all (one_order n d (corners l) q) s) (places m) <= c * m ^ (n * d).-1)%N.
Proof.
move=> arch q1; elim: s => [_|r s IH /= /andP[r1 s1]]; first by exists 0%N => m corners _ _; rewrite mul0n leqn0 -(count_pred0 (places m)); apply/eqP/eq_count.
have [[c c_few] [c' c_few']] := (few_order_changes arch q1 r1, IH s1); exists (c + c')%N => m corners m_gt0 close.
rewrite mulnDl; apply: leq_trans (leq_add (c_few m corners m_gt0 close) (c_few' m corners m_gt0 close)).
rewrite -count_predUI; apply: leq_trans (leq_addr _ _); apply: sub_count => l /=; by rewrite negb_and.
Qed.
Lemma few_changes_of_entry e : archimedean -> plain n d e -> exists c, forall m corners, (0 < m)%N -> corners_near m corners ->
  (count (fun l => ~~ keeps_order n d e (corners l)) (places m) <= c * m ^ (n * d).-1)%N.
Proof.
move=> arch; have nothing (P : pred (seq nat)) m k : (forall l, ~~ P l) -> (count P (places m) <= k)%N.
  by move=> no; rewrite (@leq_trans 0%N) // leqn0 -(count_pred0 (places m)); apply/eqP/eq_count => l; apply/negbTE.
rewrite /plain /keeps_order => /orP[/eqP|]; first by case: (pieces e) => [|q [|r s]] // _; exists 0%N => m corners _ _; apply: nothing => l.
elim: (pieces e) => [_|q s IH /= /andP[q1 s1]]; first by exists 0%N => m corners _ _; apply: nothing => l.
have [[c c_few] [c' c_few']] := (few_changes_in arch q1 s1, IH s1); exists (c + c')%N => m corners m_gt0 close.
rewrite mulnDl; apply: leq_trans (leq_add (c_few m corners m_gt0 close) (c_few' m corners m_gt0 close)).
rewrite -count_predUI; apply: leq_trans (leq_addr _ _); apply: sub_count => l /=; by rewrite negb_and.
Qed.
Lemma few_changes_of_target f : archimedean -> (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> plain n d (f i j)) ->
  exists c, forall m corners, (0 < m)%N -> corners_near m corners -> (count (fun l => ~~ keep_order n d f (corners l)) (places m) <= c * m ^ (n * d).-1)%N.
Proof.
move=> arch plain_f; suff some (s : seq (nat * nat)) : all (fun ij => 0 < ij.1 <= n)%N s -> all (fun ij => 0 < ij.2 <= d)%N s -> exists c, forall m corners,
    (0 < m)%N -> corners_near m corners -> (count (fun l => ~~ all (fun ij => keeps_order n d (f ij.1 ij.2) (corners l)) s) (places m) <= c * m ^ (n * d).-1)%N.
  have [||c c_few] := some [seq (i, j) | i <- iota 1 n, j <- iota 1 d].
  - by apply/allP => ij /allpairsP[[i j] /= [/in_iota i_n _ ->]].
  - by apply/allP => ij /allpairsP[[i j] /= [_ /in_iota j_d ->]].
  exists c => m corners m_gt0 close; apply: leq_trans (c_few m corners m_gt0 close); apply: sub_count => l /=; apply: contra => /allP kept.
  by apply/allP => i i_in; apply/allP => j j_in; exact: (kept (i, j) (allpairs_f _ i_in j_in)).
elim: s => [_ _|[i j] s IH /= /andP[i_n s_n] /andP[j_d s_d]].
  by exists 0%N => m corners _ _; rewrite mul0n leqn0 -(count_pred0 (places m)); apply/eqP/eq_count.
have [[c c_few] [c' c_few']] := (few_changes_of_entry arch (plain_f i j i_n j_d), IH s_n s_d); exists (c + c')%N => m corners m_gt0 close.
rewrite mulnDl; apply: leq_trans (leq_add (c_few m corners m_gt0 close) (c_few' m corners m_gt0 close)).
rewrite -count_predUI; apply: leq_trans (leq_addr _ _); apply: sub_count => l /=; by rewrite negb_and.
Qed.
End Affine.
