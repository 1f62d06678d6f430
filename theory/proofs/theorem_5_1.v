(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Theorem 5.1 and Remark 5.2, by the two layers of two_layers.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax interpolation two_layers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Theorem51.
Variables (F : realFieldType) (exp ln : F -> F).
Hypothesis exp_gt0 : forall x, 0 < exp x.

(* Each row with the number of its node in the last column. *)
Definition with_ids n d (X : 'M[F]_(n, d)) : 'M[F]_(n, d + 1) := row_mx X (\col_v (val v)%:R).
Lemma row_with_ids n d (X : 'M[F]_(n, d)) v : row v (with_ids X) = row_mx (row v X) (val v)%:R%:M.
Proof. by rewrite row_row_mx; congr row_mx; apply/rowP => j; rewrite !mxE ord1 eqxx mulr1n. Qed.
Lemma ids_inj n d (x y : 'rV[F]_d) (v w : 'I_n) : row_mx x (val v)%:R%:M = row_mx y (val w)%:R%:M -> x = y /\ v = w.
Proof.
move=> /eq_row_mx[-> /rowP/(_ 0)]; rewrite !mxE eqxx !mulr1n => /eqP; rewrite eqr_nat => /eqP eq_v.
by split=> //; apply: val_inj.
Qed.

(* Any function of finitely many inputs, with any number of layers from two on, any number of heads and d_V = 1. *)
Theorem finite_inputs n dX dY H L (D : seq 'M[F]_(n.+1, dX)) (T : 'M[F]_(n.+1, dX) -> 'M[F]_(n.+1, dY)) :
  exists f : 'M[F]_(n.+1, dX + 1) -> 'M[F]_(n.+1, dY + 1), is_transformer exp H.+1 1 L.+2 f /\
    {in D, forall X, f (with_ids X) = with_ids (T X)}.
Proof.
pose C := [finType of 'I_(size (undup D))]; pose input (c : C) := nth 0 (undup D) c.
pose rows := [seq row v (input c) | c <- enum C, v <- enum 'I_n.+1].
have row_in c v : row v (input c) \in rows by apply: allpairs_f; rewrite mem_enum.
pose label c v := SeqSub (row_in c v).
pose point (v : 'I_n.+1) (a : seq_sub rows) : 'rV[F]_(dX + 1) := row_mx (ssval a) (val v)%:R%:M.
have [|||f [f_net fE]] := @two_layers F exp exp_gt0 n C _ label _ _ _ (fun x => x *m 1%:M) point (fun c v => row v (with_ids (T (input c)))) H.
- move=> c c' same; apply/val_inj/eqP.
  rewrite -(nth_uniq 0 (ltn_ord c) (ltn_ord c') (undup_uniq D)); apply/eqP/row_matrixP => v.
  exact: (congr1 val (same v)).
- by move=> c v c' v' /ids_inj[eq_row eq_v]; split=> //; apply: val_inj.
- exact: one_hidden_linear.
have [f' [f'_net f'E]] := more_layers L f_net; exists f'; split=> // X; rewrite -mem_undup => X_in.
have i_lt : (index X (undup D) < size (undup D))%N by rewrite index_mem.
apply/row_matrixP => v; rewrite f'E (fE _ (Ordinal i_lt)) /input /= ?nth_index // => w.
by rewrite mulmx1 row_with_ids /point /label /input /= nth_index.
Qed.

(* N machines with memories of s numbers, and the sink, whose memory is 0. *)
Definition with_sink N s (M : 'M[F]_(N, s)) : 'M[F]_(N.+1, s) := \matrix_(v, k) (if as_machine v is Some i then M i k else 0).
(* How many of the walls a number has passed. *)
Definition cell (walls : seq F) (x : F) : nat := count (fun w => w <= x) walls.
Definition cells N s walls (M : 'M[F]_(N, s)) : 'M[nat]_(N, s) := map_mx (cell walls) M.

Lemma stair delta walls x : 0 < delta -> {in walls, forall w, off_wall delta w x} ->
  \sum_(w <- walls) ramp delta w x = (cell walls x)%:R.
Proof.
move=> delta_gt0 off; rewrite /cell -sum1_count natr_sum [RHS]big_mkcond [LHS]big_seq [RHS]big_seq.
by apply: eq_bigr => w w_in; rewrite rampE ?off //; case: (w <= x).
Qed.

Theorem theorem_5_1 N s H L (walls : seq F) delta (T : 'M[nat]_(N, s) -> 'M[F]_(N, s)) : 0 < delta ->
  exists f : 'M[F]_(N.+1, s + 1) -> 'M[F]_(N.+1, s + 1), is_transformer exp H.+1 1 L.+2 f /\
    forall M : 'M[F]_(N, s), (forall i k, {in walls, forall w, off_wall delta w (M i k)}) ->
      f (with_ids (with_sink M)) = with_ids (with_sink (T (cells walls M))).
Proof.
move=> delta_gt0; pose W := size walls.
pose A := [finType of {ffun 'I_s -> 'I_W.+1}]; pose C := [finType of {ffun 'I_N -> A}].
pose label (c : C) v : A := if as_machine v is Some i then c i else [ffun=> ord0].
pose prepare (x : 'rV[F]_(s + 1)) : 'rV[F]_(s + 1) :=
  row_mx (\row_k \sum_(w <- walls) ramp delta w (x 0 (lshift 1 k))) (rsubmx x).
pose point (v : 'I_N.+1) (a : A) : 'rV[F]_(s + 1) :=
  if as_machine v is Some i then row_mx (\row_k (val (a k))%:R) (val v)%:R%:M else prepare (row_mx 0 (val v)%:R%:M).
pose memory (c : C) : 'M[nat]_(N, s) := \matrix_(i, k) val (c i k).
have prepare_hidden : is_one_hidden prepare.
  apply: (@one_hidden_ext _ _ _ (fun x => x *m block_mx 0 0 0 1%:M + \sum_k \sum_(w <- walls)
    ramp delta w (x 0 (lshift 1 k)) *: delta_mx 0 (lshift 1 k))); last first.
    apply: one_hidden_add; first exact: one_hidden_linear.
    by apply: one_hidden_sum => k; apply: one_hidden_sum => w; apply: one_hidden_ramp.
  move=> x; rewrite -{1}[x]hsubmxK mul_row_block !mulmx0 !add0r mulmx1 /prepare.
  apply/rowP => j; rewrite mxE summxE -(splitK j); case: (split j) => k /=.
    rewrite !row_mxEl !mxE add0r (bigD1 k) //= [X in _ + X]big1 ?addr0 => [|l /negbTE l_neq].
      by rewrite summxE; apply: eq_bigr => w _; rewrite !mxE !eqxx mulr1.
    by rewrite summxE big1 // => w _; rewrite !mxE eq_lshift [k == l]eq_sym l_neq andbF mulr0.
  rewrite !row_mxEr big1 ?addr0 // => l _; rewrite summxE big1 // => w _.
  by rewrite !mxE eq_rlshift andbF mulr0.
have [|||f [f_net fE]] := @two_layers F exp exp_gt0 N C A label _ _ _ prepare point (fun c v => row v (with_ids (with_sink (T (memory c))))) H.
- move=> c c' same; apply/ffunP => i; have := same (machine i); by rewrite /label as_machineK.
- move=> c v c' v'; rewrite /point /label.
  have last_column (a : A) w : rsubmx (point w a) = (val w)%:R%:M.
    by rewrite /point /prepare; case: (as_machine w) => [i|]; rewrite ?row_mxKr.
  move=> eq_point; have eq_v : v = v'.
    have := congr1 rsubmx eq_point; rewrite !last_column => /rowP/(_ 0).
    by rewrite !mxE eqxx !mulr1n => /eqP; rewrite eqr_nat => /eqP eq_v; apply: val_inj.
  split=> //; subst v'; move: eq_point; case: (as_machine v) => // i /eq_row_mx[/rowP eq_cells _].
  by apply/ffunP => k; have := eq_cells k; rewrite !mxE => /eqP; rewrite eqr_nat => /eqP eq_k; apply: val_inj.
- exact: prepare_hidden.
have [f' [f'_net f'E]] := more_layers L f_net; exists f'; split=> // M off.
have cell_lt x : (cell walls x < W.+1)%N by rewrite ltnS count_size.
pose c : C := [ffun i => [ffun k => Ordinal (cell_lt (M i k))]].
have memoryE : memory c = cells walls M by apply/matrixP => i k; rewrite !mxE !ffunE.
apply/row_matrixP => v; rewrite f'E (fE _ c) ?memoryE // => w.
rewrite row_with_ids /point /label /c; case: (nodeP w) => [i ->|->]; last first.
  by congr prepare; congr row_mx; apply/rowP => k; rewrite !mxE as_machine_sink.
rewrite ffunE /prepare row_mxKr; congr row_mx; apply/rowP => k; rewrite [LHS]mxE [RHS]mxE ffunE /=.
by rewrite row_mxEl mxE mxE as_machineK (stair delta_gt0 (off i k)).
Qed.

(* As stated: 2 R ceil(log2 N) layers and 2 s heads, N >= 2. *)
Theorem theorem_5_1_from_two_machines N s R (walls : seq F) delta (T : 'M[nat]_(N, s) -> 'M[F]_(N, s)) :
  (1 < N)%N -> (0 < s)%N -> (0 < R)%N -> 0 < delta ->
  exists f : 'M[F]_(N.+1, s + 1) -> 'M[F]_(N.+1, s + 1), is_transformer exp (2 * s) 1 (2 * R * up_log 2 N) f /\
    forall M : 'M[F]_(N, s), (forall i k, {in walls, forall w, off_wall delta w (M i k)}) ->
      f (with_ids (with_sink M)) = with_ids (with_sink (T (cells walls M))).
Proof.
move=> N_gt1 s_gt0 R_gt0 delta_gt0.
have log_gt0 : (0 < up_log 2 N)%N by rewrite up_log_gt0.
have -> : (2 * s = (2 * s).-1.+1)%N by rewrite prednK // muln_gt0.
have -> : (2 * R * up_log 2 N = (2 * (R * up_log 2 N).-1).+2)%N by rewrite -mulnA -{1}(prednK (_ : 0 < R * up_log 2 N)%N) ?muln_gt0 ?R_gt0 // mulnS.
exact: theorem_5_1.
Qed.

(* Remark 5.2's sizes: 2 L ceil(log2 N) layers, one head with d_V = 1, N nodes. *)
Theorem remark_5_2 N L dX dY (D : seq 'M[F]_(N, dX)) (T : 'M[F]_(N, dX) -> 'M[F]_(N, dY)) : (1 < N)%N -> (0 < L)%N ->
  exists f : 'M[F]_(N, dX + 1) -> 'M[F]_(N, dY + 1), is_transformer exp 1 1 (2 * L * up_log 2 N) f /\
    {in D, forall X, f (with_ids X) = with_ids (T X)}.
Proof.
move=> N_gt1 L_gt0; have log_gt0 : (0 < up_log 2 N)%N by rewrite up_log_gt0.
case: N N_gt1 log_gt0 D T => // n _ log_gt0 D T.
have -> : (2 * L * up_log 2 n.+1 = (2 * (L * up_log 2 n.+1).-1).+2)%N by rewrite -mulnA -{1}(prednK (_ : 0 < L * up_log 2 n.+1)%N) ?muln_gt0 ?L_gt0 // mulnS.
exact: finite_inputs.
Qed.

(* d_V H = 2 s (2 s + 1) is not O(N) for s = N^(2/3), N = m^3. *)
Theorem width_of_the_construction c : (0 < c)%N -> exists2 m, (0 < m)%N & (c * m ^ 3 < 2 * m ^ 2 * (2 * m ^ 2 + 1))%N.
Proof.
move=> c_gt0; exists c => //; have -> : (c * c ^ 3 = c ^ 2 * c ^ 2)%N by rewrite -expnS -expnD.
have pow_gt0 : (0 < c ^ 2)%N by rewrite expn_gt0 c_gt0.
by apply: ltn_mul; rewrite mul2n -addnn ?addn1 ?ltnS ?leq_addr // -{1}[(c ^ 2)%N]addn0 ltn_add2l.
Qed.

End Theorem51.
