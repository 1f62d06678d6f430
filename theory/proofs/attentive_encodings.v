(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), the attentive condition of Theorem 3, over which encodings: T5's and Shaw's miss it on the side of the query;
   over ALiBi no C meets it, over rotations (RoPE) none does as long as there are fewer angles than tokens.

   exp is any positive function e with e (x + y) = e x * e y that takes no value twice. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import field_tactics attention position_aware attentive.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AttentiveEncodings.
Variable F : realFieldType.
Add Field attentive_field : (plain_field F).
Local Ltac fring := fold_plain F; ring.
Implicit Types e : F -> F.

Definition is_exponential e : Prop := [/\ forall t, 0 < e t, forall x y, e (x + y) = e x * e y & injective e].

Lemma exponential0 e : is_exponential e -> e 0 = 1.
Proof.
case=> e_gt0 e_add _; apply: (mulfI (lt0r_neq0 (e_gt0 0))).
by rewrite mulr1 -e_add addr0.
Qed.

(* softmax(S) (.) C. *)
Definition factored e n (S : 'M[F]_n) (c : int -> F) : 'M[F]_n := \matrix_(i, j) (softmax e S i j * toeplitz n c i j).

(* --- The inputs that tell: a token y with y u = 1 at the places in a set A, 0 at the others ------------------------------------- *)
Definition tokens n d (y : 'rV[F]_d) (A : {set 'I_n}) : 'M[F]_(n, d) := \matrix_(i, j) if i \in A then y 0 j else 0.
Definition at_place n (A : {set 'I_n}) i : F := (i \in A)%:R.

Lemma unit_token d (u : 'cV[F]_d) : u != 0 -> exists y : 'rV[F]_d, y *m u = 1%:M.
Proof.
move=> u_neq0; have /existsP[k uk] : [exists k, u k 0 != 0].
  apply: contraR u_neq0; rewrite negb_exists => /forallP none; apply/eqP/colP => k.
  by rewrite mxE; apply/eqP; have := none k; rewrite negbK.
exists ((u k 0)^-1 *: delta_mx 0 k); rewrite -scalemxAl; apply/matrixP => i j.
by rewrite !ord1 mxE -rowE !mxE mulVf.
Qed.

Lemma tokensE n d (y : 'rV[F]_d) (A : {set 'I_n}) : tokens y A = (\col_i at_place A i) *m y.
Proof. by apply/matrixP => i j; rewrite !mxE big_ord1 mxE /at_place; case: ifP => _; rewrite ?mul1r ?mul0r. Qed.

Lemma tokens_u n d (y : 'rV[F]_d) u (A : {set 'I_n}) : y *m u = 1%:M -> tokens y A *m u = \col_i at_place A i.
Proof. by move=> yu; rewrite tokensE -mulmxA yu mulmx1. Qed.

Lemma key_side_tokens n d (y : 'rV[F]_d) u c (A : {set 'I_n}) i j : y *m u = 1%:M ->
  key_side u c (tokens y A) i j = at_place A i * (at_place A j - c).
Proof. by move=> yu; rewrite /key_side tokens_u // !mxE big_ord1 !mxE mulr1. Qed.

Lemma query_side_tokens n d (y : 'rV[F]_d) u c (A : {set 'I_n}) i j : y *m u = 1%:M ->
  query_side u c (tokens y A) i j = (at_place A i - c) * at_place A j.
Proof. by move=> yu; rewrite /query_side tokens_u // !mxE big_ord1 !mxE mulr1. Qed.

(* If C makes T of a softmax, rows of T divided by rows of C sum to 1. *)
Lemma softmax_ratio e n (S : 'M[F]_n) i j l : is_exponential e ->
  softmax e S i l * e (S i j - S i l) = softmax e S i j.
Proof.
case=> _ e_add _; rewrite !mxE mulrAC -e_add addrC subrK.
by [].
Qed.

Lemma softmax_gt0 e n (S : 'M[F]_n) i j : is_exponential e -> 0 < softmax e S i j.
Proof.
case: n S i j => [|n] S i j [e_gt0 _ _]; first by case: i.
by rewrite mxE divr_gt0 // softmax_sum_gt0.
Qed.

Lemma row_of_quotients e n (S K : 'M[F]_n) c i : is_exponential e -> factored e S c = softmax e K ->
  \sum_j e (K i j) * ((c (relative i j))^-1 - 1) = 0.
Proof.
move=> exp_e same; have [e_gt0 _ _] := exp_e.
case: n S K i same => [|n] S K i same; first by case: i.
have entry j : softmax e S i j * c (relative i j) = softmax e K i j by rewrite -same !mxE.
have quotient j : softmax e K i j * (c (relative i j))^-1 = softmax e S i j.
  rewrite -entry mulfK //; apply: contraTneq (softmax_gt0 K i j exp_e) => c0.
  by rewrite -entry c0 mulr0 ltxx.
have sum1 (M : 'M[F]_n.+1) : \sum_j softmax e M i j = 1.
  by have /matrixP/(_ i 0) := softmax_row_sums M e_gt0; rewrite row_sumsE mxE.
have Z_gt0 : 0 < \sum_k e (K i k) by apply: softmax_sum_gt0.
apply: (mulIf (lt0r_neq0 (_ : 0 < (\sum_k e (K i k))^-1))); first by rewrite invr_gt0.
transitivity (\sum_j (softmax e S i j - softmax e K i j)); last by rewrite sumrB !sum1 subrr mul0r.
rewrite mulr_suml; apply: eq_bigr => j _; rewrite -quotient -{2}[softmax e K i j]mulr1 -mulrBr mxE.
by rewrite mulrAC.
Qed.

(* So C is 1 1^T: whatever the scores are, and whatever the encoding is. *)
Lemma factor_is_one e n d (u : 'cV[F]_d) (y : 'rV[F]_d) k c (S : 'M[F]_(n, d) -> 'M[F]_n) :
  is_exponential e -> y *m u = 1%:M ->
  (forall A, factored e (S (tokens y A)) c = softmax e (key_side u k (tokens y A))) -> forall i j : 'I_n, c (relative i j) = 1.
Proof.
move=> exp_e yu same i j; have [e_gt0 e_add e_inj] := exp_e.
pose a l := (c (relative i l))^-1 - 1.
have total (A : {set 'I_n}) : i \in A -> \sum_l e (at_place A l) * a l = 0.
  move=> iA; have := row_of_quotients i exp_e (same A).
  rewrite (eq_bigr (fun l => e (- k) * (e (at_place A l) * a l))) => [|l _]; last first.
    by rewrite key_side_tokens // /at_place iA mul1r e_add [e _ * e (- k)]mulrC mulrA.
  by rewrite -mulr_sumr => /eqP; rewrite mulf_eq0 (negbTE (lt0r_neq0 (e_gt0 _))) => /eqP.
have none : \sum_l a l = 0.
  have := row_of_quotients i exp_e (same set0); rewrite (eq_bigr a) // => l _.
  by rewrite key_side_tokens // /at_place !inE mul0r (exponential0 exp_e) mul1r.
have e1 : e 1 - 1 != 0.
  by rewrite subr_eq0 -[X in _ != X](exponential0 exp_e) (inj_eq e_inj) oner_eq0.
have over (A : {set 'I_n}) : i \in A -> \sum_(l in A) a l = 0.
  move=> iA; apply: (mulfI e1); rewrite mulr0.
  transitivity (\sum_l (e (at_place A l) * a l - a l)); last by rewrite sumrB total // none subrr.
  rewrite mulr_sumr big_mkcond /=; apply: eq_bigr => l _; rewrite /at_place; case: ifP => _ /=; first by rewrite mulrBl mul1r.
  by rewrite (exponential0 exp_e) mul1r subrr.
have ai : a i = 0 by have := over [set i] (set11 i); rewrite big_set1.
have aj : a j = 0.
  have [->//|ij] := eqVneq j i; have := over [set i; j] (set21 i j).
  by rewrite big_setU1 ?inE 1?eq_sym // big_set1 /= ai add0r.
by move/eqP: aj; rewrite /a subr_eq0 invr_eq1 => /eqP.
Qed.

(* And the scores are those of the condition, up to what is added to a whole row. *)
Lemma scores_are_forced e n d (u : 'cV[F]_d) (y : 'rV[F]_d) k c (S : 'M[F]_(n, d) -> 'M[F]_n) :
  is_exponential e -> y *m u = 1%:M ->
  (forall A, factored e (S (tokens y A)) c = softmax e (key_side u k (tokens y A))) ->
  forall A i j l, S (tokens y A) i j - S (tokens y A) i l = at_place A i * (at_place A j - at_place A l).
Proof.
move=> exp_e yu same A i j l; have [_ _ e_inj] := exp_e.
have one := factor_is_one exp_e yu same.
have entry m : softmax e (S (tokens y A)) i m = softmax e (key_side u k (tokens y A)) i m.
  by have /matrixP/(_ i m) := same A; rewrite [LHS]mxE [toeplitz _ _ _ _]mxE one mulr1.
have := softmax_ratio (S (tokens y A)) i j l exp_e; rewrite !entry -(softmax_ratio _ i j l exp_e).
move/(mulfI (lt0r_neq0 (softmax_gt0 _ i l exp_e)))/e_inj->.
by rewrite !key_side_tokens //; fring.
Qed.

(* One input that tells, for scores that cannot be so. *)
Lemma some_input_tells e n d (u : 'cV[F]_d) (y : 'rV[F]_d) k c (S : 'M[F]_(n, d) -> 'M[F]_n) :
  is_exponential e -> y *m u = 1%:M ->
  ~ (forall A i j l, S (tokens y A) i j - S (tokens y A) i l = at_place A i * (at_place A j - at_place A l)) ->
  exists X, factored e (S X) c <> softmax e (key_side u k X).
Proof.
move=> exp_e yu impossible.
have [/forallP same|] := boolP [forall A, factored e (S (tokens y A)) c == softmax e (key_side u k (tokens y A))].
  by case: impossible; apply: scores_are_forced exp_e yu _ => A; apply/eqP.
by rewrite negb_forall => /existsP[A /eqP differ]; exists (tokens y A).
Qed.

(* --- ALiBi ------------------------------------------------------------------------------------------------------------------------ *)
Definition bias_alibi n d (slope : F) (X : 'M[F]_(n, d)) : 'M[F]_n := \matrix_(i, j) (- slope * `|relative i j|%:~R).

Theorem alibi_is_not_attentive e n d k (u : 'cV[F]_d) b slope (WQ WK : 'M[F]_(d, k)) c :
  is_exponential e -> (1 < n)%N -> u != 0 -> 0 < slope ->
  exists X, factored e (X *m WQ *m (X *m WK)^T + bias_alibi slope X) c <> softmax e (key_side u b X : 'M[F]_n).
Proof.
case: n => [//|[//|n]] exp_e _ /unit_token[y yu] slope_gt0.
pose S (X : 'M[F]_(n.+2, d)) := X *m WQ *m (X *m WK)^T + bias_alibi slope X.
apply: (@some_input_tells e n.+2 d u y b c S exp_e yu) => /(_ set0 ord0 ord0 (lift ord0 ord0)).
have -> : tokens y set0 = 0 :> 'M[F]_(n.+2, d) by apply/matrixP => i j; rewrite !mxE inE.
rewrite /S !mul0mx add0r !mxE /at_place !inE mul0r /relative /= !mulr0 sub0r mulNr opprK => /eqP.
by rewrite mulf_eq0 gt_eqF //= intr_eq0.
Qed.

(* --- Rotations -------------------------------------------------------------------------------------------------------------------- *)
(* A pair of coordinates, rotated by the angle with cosine w.1 and sine w.2. *)
Definition turned (w z : F * F) : F * F := (z.1 * w.1 - z.2 * w.2, z.1 * w.2 + z.2 * w.1).
Definition inner (a b : F * F) : F := a.1 * b.1 + a.2 * b.2.
Definition is_angle (w : F * F) : Prop := w.1 ^+ 2 + w.2 ^+ 2 = 1.
(* m angles; WQ and WK have two columns for each. Token i, counted from 1, is rotated i times. *)
Definition pair_of n d m (X : 'M[F]_(n, d)) (W0 W1 : 'M[F]_(d, m)) i p : F * F := ((X *m W0) i p, (X *m W1) i p).
Definition rope_scores n d m (angle : 'I_m -> F * F) (Q0 Q1 K0 K1 : 'M[F]_(d, m)) (X : 'M[F]_(n, d)) : 'M[F]_n :=
  \matrix_(i, j) \sum_p inner (iter i.+1 (turned (angle p)) (pair_of X Q0 Q1 i p)) (iter j.+1 (turned (angle p)) (pair_of X K0 K1 j p)).

Lemma inner_turned w a b : is_angle w -> inner (turned w a) (turned w b) = inner a b.
Proof.
rewrite /is_angle /inner /turned /= => unit; rewrite -[RHS]mulr1 -unit; case: a b => [a a'] [b b'] /=.
by fring.
Qed.
Lemma turned_recurrence w a b k : is_angle w ->
  inner a (iter k.+2 (turned w) b) = 2%:R * w.1 * inner a (iter k.+1 (turned w) b) - inner a (iter k (turned w) b).
Proof.
rewrite /is_angle => unit; rewrite !iterS; move: (iter k _ b) => z.
transitivity (2%:R * w.1 * inner a (turned w z) - inner a z * (w.1 ^+ 2 + w.2 ^+ 2)); last by rewrite unit mulr1.
by case: a z w {unit} => [a a'] [x x'] [w w']; rewrite /inner /turned /=; fring.
Qed.

(* A sum of m sequences, each with the recurrence of an angle that is no full turn, is constant along 2m + 1 places only if it is 0. *)
Lemma sum_of_turns T (ps : seq T) (c : T -> F) (f : T -> nat -> F) v :
  (forall p k, f p k.+2 = 2%:R * c p * f p k.+1 - f p k) -> (forall p, c p != 1) ->
  (forall k, (k <= (size ps).*2)%N -> \sum_(p <- ps) f p k = v) -> v = 0.
Proof.
move=> recurrence no_turn; elim: ps f v recurrence => [|p ps IH] f v recurrence constant.
  by rewrite -(constant 0%N) // big_nil.
pose g q k := f q k.+2 + f q k - 2%:R * c p * f q k.+1.
have g_zero k : g p k = 0 by rewrite /g recurrence; fring.
have /(IH g) : forall k, (k <= (size ps).*2)%N -> \sum_(q <- ps) g q k = (2%:R - 2%:R * c p) * v.
  move=> k small; have := (constant k.+2, constant k.+1, constant k).
  rewrite /= !doubleS !ltnS => -[[at2 at1] at0].
  have <- : \sum_(q <- p :: ps) g q k = (2%:R - 2%:R * c p) * v.
    rewrite sumrB big_split /= -mulr_sumr at2 // at1 1?leqW // at0 1?leqW 1?leqW //.
    by fring.
  by rewrite big_cons g_zero add0r.
move=> /(_ _) zero; have /eqP : (2%:R - 2%:R * c p) * v = 0.
  by apply: zero => q k; rewrite /g !recurrence; fring.
rewrite -{1}[2%:R]mulr1 -mulrBr !mulf_eq0 pnatr_eq0 subr_eq0 [1 == _]eq_sym (negbTE (no_turn p)) /=.
by move/eqP.
Qed.

Lemma pair_tokens n d m (y : 'rV[F]_d) (W0 W1 : 'M[F]_(d, m)) (A : {set 'I_n}) i p :
  pair_of (tokens y A) W0 W1 i p = (at_place A i * (y *m W0) 0 p, at_place A i * (y *m W1) 0 p).
Proof. by rewrite /pair_of tokensE -!mulmxA ![((_ : 'M_(n, 1)) *m _) i p]mxE !big_ord1 !mxE. Qed.

Theorem rope_is_not_attentive e n d m (u : 'cV[F]_d) b (angle : 'I_m -> F * F) (Q0 Q1 K0 K1 : 'M[F]_(d, m)) c :
  is_exponential e -> (m < n)%N -> (0 < m)%N -> u != 0 -> (forall p, is_angle (angle p) /\ (angle p).1 != 1) ->
  exists X, factored e (rope_scores angle Q0 Q1 K0 K1 X) c <> softmax e (key_side u b X : 'M[F]_n).
Proof.
case: n => [//|[|n]] exp_e; first by case: m angle Q0 Q1 K0 K1.
move=> few _ /unit_token[y yu] angles.
pose S := @rope_scores n.+2 d m angle Q0 Q1 K0 K1.
apply: (@some_input_tells e n.+2 d u y b c S exp_e yu) => forced.
pose q p := ((y *m Q0) 0 p, (y *m Q1) 0 p); pose key p := ((y *m K0) 0 p, (y *m K1) 0 p).
pose G (i j : nat) := \sum_p inner (iter i.+1 (turned (angle p)) (q p)) (iter j.+1 (turned (angle p)) (key p)).
have full (i j : 'I_n.+2) : S (tokens y setT) i j = G i j.
  by rewrite mxE; apply: eq_bigr => p _; rewrite !pair_tokens /at_place !inE !mul1r.
have row_constant (i j l : 'I_n.+2) : G i j = G i l.
  by apply/eqP; rewrite -subr_eq0 -!full forced /at_place !inE subrr mulr0.
have along i j : G i.+1 j.+1 = G i j by apply: eq_bigr => p _; rewrite [X in inner X]iterS inner_turned //; case: (angles p).
pose v := G 0%N 0%N.
have diagonal i : (i <= n.+1)%N -> G i i = v by elim: i => [//|i IH] lt_i; rewrite along IH // ltnW.
have all_v (i j : 'I_n.+2) : G i j = v by rewrite (row_constant i j i) diagonal // -ltnS.
pose f (p : 'I_m) k := inner (iter n.+2 (turned (angle p)) (q p)) (iter k.+1 (turned (angle p)) (key p)).
have v0 : v = 0.
  apply: (@sum_of_turns _ (enum 'I_m) (fun p => (angle p).1) f).
  - by move=> p k; rewrite /f turned_recurrence //; case: (angles p).
  - by move=> p; case: (angles p).
  move=> k; rewrite size_enum_ord => small; have lim : (k <= n.+1 + n.+1)%N.
    by apply: leq_trans small _; rewrite addnn leq_double -ltnS.
  have -> : \sum_(p <- enum 'I_m) f p k = G n.+1 k by rewrite big_enum.
  have [lt_k|ge_k] := leqP k n.+1; first exact: (all_v ord_max (Ordinal (lt_k : (k < n.+2)%N))).
  have lt_r : (k - n.+1 < n.+2)%N by rewrite ltnS leq_subLR.
  rewrite -(all_v ord0 (Ordinal lt_r)) /= -{1}(subnK (ltnW ge_k)) addnC.
  by elim: n.+1 (k - n.+1)%N => [|s IH] r; rewrite ?add0n // addSn along IH.
have at_0 : S (tokens y [set ord0]) ord0 ord0 = v.
  by rewrite mxE; apply: eq_bigr => p _; rewrite !pair_tokens /at_place !inE eqxx !mul1r.
have at_1 : S (tokens y [set ord0]) ord0 (lift ord0 ord0) = 0.
  rewrite mxE big1 // => p _; rewrite [X in inner _ (iter _ _ X)]pair_tokens /at_place !inE.
  have -> : (lift ord0 ord0 == ord0 :> 'I_n.+2) = false by [].
  rewrite mulr0n !mul0r.
  have zero w k : iter k (turned w) (0, 0) = (0, 0) by elim: k => //= k ->; rewrite /turned /= !mul0r subrr addr0.
  by rewrite zero /inner !mulr0 addr0.
have := forced [set ord0] ord0 ord0 (lift ord0 ord0); rewrite at_0 at_1 v0 /at_place !inE eqxx /= !subr0 mulr1.
by move/eqP; rewrite eq_sym oner_eq0.
Qed.

(* --- The side of the query ------------------------------------------------------------------------------------------------------- *)
(* Where the first token is 0, the first row of scores does not depend on the other tokens; the row that is asked for does. *)
Lemma blind_first_row e n d (u : 'cV[F]_d) k c (S : 'M[F]_(n.+2, d) -> 'M[F]_n.+2) (s : 'I_n.+2 -> F) :
  is_exponential e -> u != 0 -> k != 0 ->
  (forall X : 'M[F]_(n.+2, d), row ord0 X = 0 -> forall j, S X ord0 j = s j) ->
  exists X, factored e (S X) c <> softmax e (query_side u k X).
Proof.
move=> exp_e /unit_token[y yu] k_neq0 blind; have [e_gt0 e_add e_inj] := exp_e.
pose i1 : 'I_n.+2 := lift ord0 ord0.
have zero_row (A : {set 'I_n.+2}) : ord0 \notin A -> row ord0 (tokens y A : 'M[F]_(n.+2, d)) = 0.
  by move=> out; apply/rowP => j; rewrite !mxE (negbTE out).
have [/eqP same0|differ] := boolP (factored e (S (tokens y set0)) c == softmax e (query_side u k (tokens y set0 : 'M_(n.+2, d)))); last first.
  by exists (tokens y set0); apply/eqP.
have [/eqP same1|differ] := boolP (factored e (S (tokens y [set i1])) c == softmax e (query_side u k (tokens y [set i1]))); last first.
  by exists (tokens y [set i1]); apply/eqP.
case/negP: k_neq0; rewrite -oppr_eq0 -(inj_eq e_inj) (exponential0 exp_e).
pose T A := softmax e (query_side u k (tokens y A : 'M_(n.+2, d))).
have U j : T [set i1] ord0 j = T set0 ord0 j.
  have blind_row (A : {set 'I_n.+2}) l : ord0 \notin A -> S (tokens y A) ord0 l = s l by move=> out; rewrite blind // zero_row.
  rewrite /T -same0 -same1 [LHS]mxE [RHS]mxE ![softmax _ _ _ _]mxE !blind_row ?inE //; congr (_ / _ * _).
  by apply: eq_bigr => l _; rewrite !blind_row ?inE.
have flat j : T set0 ord0 j = T set0 ord0 ord0.
  rewrite /T -(softmax_ratio _ ord0 j ord0 exp_e) !query_side_tokens // /at_place !in_set0 !mulr0 subrr.
  by rewrite (exponential0 exp_e) mulr1.
have := softmax_ratio (query_side u k (tokens y [set i1])) ord0 i1 ord0 exp_e.
rewrite -/(T _) !U flat !query_side_tokens // /at_place !inE eqxx /= mulr0 mulr1 subr0 sub0r -[RHS]mulr1.
by move/(mulfI (lt0r_neq0 (softmax_gt0 _ _ _ exp_e)))->.
Qed.

(* Eq. 22 with a bias of the keys, any parameters and any C. *)
Theorem query_side_t5_and_shaw e n d k (u : 'cV[F]_d) b (WQ WK : 'M[F]_(d, k)) (cK : 'rV[F]_k) c :
  is_exponential e -> (1 < n)%N -> u != 0 -> b != 0 ->
  let misses B := exists X, factored e (X *m WQ *m (add_row (X *m WK) cK)^T + B X) c <> softmax e (query_side u b X : 'M[F]_n) in
  (forall m, misses (bias_t5 m)) /\ (forall r, misses (bias_shaw WQ r)).
Proof.
case: n => [//|[//|n]] exp_e _ u_neq0 b_neq0 misses.
have no_content (X : 'M[F]_(n.+2, d)) j : row ord0 X = 0 -> (X *m WQ *m (add_row (X *m WK) cK)^T) ord0 j = 0.
  move=> X0; have <- : row ord0 (X *m WQ *m (add_row (X *m WK) cK)^T) 0 j = (X *m WQ *m (add_row (X *m WK) cK)^T) ord0 j by rewrite mxE.
  by rewrite !row_mul X0 !mul0mx mxE.
split=> [m|r].
  by apply: (@blind_first_row e n d u b c _ (fun j => m (relative ord0 j))) => // X X0 j; rewrite mxE no_content // add0r mxE.
apply: (@blind_first_row e n d u b c _ (fun=> 0)) => // X X0 j.
by rewrite mxE no_content // add0r mxE X0 !mul0mx mxE.
Qed.

End AttentiveEncodings.
