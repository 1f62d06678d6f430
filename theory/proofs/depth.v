(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Theorem 6.1: what networks with one head and all norms at most 1 can do once they are deep.
   Head and skip connection together multiply by up to sqrt(2) in every layer. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz bounded_layers bounded_networks.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Depth.
Variables (F : rcfType) (exp : F -> F).
Hypothesis exp_gt0 : forall x, 0 < exp x.
Implicit Types (I J D : finType).
Add Ring carrier_ring : (carrier_theory F).

Definition relu (t : F) : F := Num.max t 0.
(* The Frobenius norm, which bounds the spectral norm. *)
Definition frobenius I J (A : I -> J -> F) : F := Num.sqrt (\sum_i \sum_j A i j ^+ 2).
Definition norm_2_1 I J (A : I -> J -> F) : F := \sum_j norm2 (transposed A j).

(* One token, one head with one-dimensional queries, keys and values, MLPs with one hidden unit; D is the tokens' dimension. *)
Definition small_layer D := layer F unit_finType unit_finType D unit_finType unit_finType unit_finType D.
Definition in_class D (l : small_layer D) : Prop :=
  [/\ forall h, frobenius (WV (heads l h)) <= 1 /\ norm_2_1 (WV (heads l h)) <= 1,
      forall h, norm_2_1 (product (WK (heads l h)) (transposed (WQ (heads l h)))) <= 1,
      frobenius (W1 l) <= 1 /\ norm_2_1 (W1 l) <= 1 & frobenius (W2 l) <= 1 /\ norm_2_1 (W2 l) <= 1].
Definition output D (ls : seq (small_layer D)) (o : D) (x : D -> F) : F :=
  network exp relu (fun (_ _ : unit_finType) => 1) ls (fun _ : unit_finType => x) tt o.

Section Network.
Variables (D : finType) (o : D).
Definition at_o (d : D) : F := (d == o)%:R.
(* The head passes on the number in the place o (z = 1) or nothing (z = 0); the hidden unit has the weights a for it and v for the input. *)
Definition the_head (z : bool) : head F unit_finType unit_finType D unit_finType :=
  Head (fun _ _ => 0) (fun _ _ => 0) (fun d _ => z%:R * at_o d).
Definition the_layer (z : bool) (a : F) (v : D -> F) : small_layer D :=
  Layer (fun _ : unit_finType => the_head z) (fun (x : unit_finType * unit_finType + D) _ => match x with inl _ => a | inr d => v d end) (fun _ d => at_o d).

Lemma sum_at_o (f : D -> F) : \sum_d f d * at_o d = f o.
Proof.
rewrite (bigD1 o) //= /at_o eqxx mulr1 big1 ?addr0 // => d /negbTE other; by rewrite other mulr0.
Qed.

Lemma sqr_at_o : \sum_d at_o d ^+ 2 = 1.
Proof. by rewrite (eq_bigr (fun d => 1 * at_o d)) ?sum_at_o // => d _; rewrite /at_o; case: (d == o); rewrite ?expr1n ?mul1r ?expr0n. Qed.

Lemma sum_unit (f : unit_finType -> F) : \sum_u f u = f tt.
Proof. by rewrite (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.

Lemma attention1 (i k : unit_finType) (WQ0 WK0 : unit_finType -> unit_finType -> F) :
  attention exp (fun _ _ : unit_finType => 1) WQ0 WK0 i k = 1.
Proof. by case: i; case: k; rewrite /attention /softmax /share sum_unit divff // gt_eqF. Qed.

Lemma the_layerE z a v (Z : unit_finType -> D -> F) d :
  apply_layer exp relu (fun _ _ : unit_finType => 1) (the_layer z a v) Z tt d = relu (z%:R * Z tt o * a + dot (Z tt) v) * at_o d.
Proof.
rewrite /apply_layer /product sum_unit /= /hidden /product; congr (relu _ * _).
rewrite big_sumType /= -(pair_bigA _ (fun h e => row_times (mix exp _ (the_head z) Z tt) (WV (the_head z)) e * a)) /= !sum_unit.
congr (_ * a + _); rewrite /row_times (eq_bigr (fun d0 => z%:R * mix exp (fun _ _ : unit_finType => 1) (the_head z) Z tt d0 * at_o d0)).
  by rewrite sum_at_o /mix /product sum_unit attention1 mul1r.
by move=> d0 _; rewrite mulrCA mulrA.
Qed.

(* Layers that are given their number a: at a number y >= 0 in the place o they multiply by 2 a. *)
Definition amplifier (a : F) : small_layer D := the_layer true a (fun d => a * at_o d).

Definition at_place (y : F) (_ : unit_finType) (d : D) : F := y * at_o d.

Lemma relu_ge0 t : 0 <= t -> relu t = t.
Proof. exact: max_l. Qed.

Lemma eq_layer (l : small_layer D) Z Z' : (forall i d, Z i d = Z' i d) ->
  forall i d, apply_layer exp relu (fun _ _ : unit_finType => 1) l Z i d = apply_layer exp relu (fun _ _ : unit_finType => 1) l Z' i d.
Proof.
move=> eqZ i d; rewrite /apply_layer /product; apply: eq_bigr => k _; congr (_ * _).
rewrite /hidden /product; congr relu; apply: eq_bigr => -[[h e]|d'] _ /=; last by rewrite eqZ.
congr (_ * _); rewrite /row_times /mix /product; apply: eq_bigr => d' _; congr (_ * _).
by apply: eq_bigr => j _; rewrite eqZ.
Qed.

Lemma eq_network (ls : seq (small_layer D)) Z Z' : (forall i d, Z i d = Z' i d) ->
  forall i d, network exp relu (fun _ _ : unit_finType => 1) ls Z i d = network exp relu (fun _ _ : unit_finType => 1) ls Z' i d.
Proof. by elim: ls Z Z' => //= l ls IH Z Z' eqZ; apply: IH => i d; apply: eq_layer. Qed.

Lemma amplifierE a y i d : 0 <= a -> 0 <= y ->
  apply_layer exp relu (fun _ _ : unit_finType => 1) (amplifier a) (at_place y) i d = at_place (2%:R * a * y) i d.
Proof.
move=> a_ge0 y_ge0; case: i; rewrite the_layerE /at_place; congr (_ * _).
have -> : dot (fun d0 => y * at_o d0) (fun d0 => a * at_o d0) = y * a.
  rewrite /dot (eq_bigr (fun d0 => (y * at_o o * a) * at_o d0)) => [|d0 _]; last first.
    by rewrite /at_o eqxx; case: (d0 == o); rewrite ?mulr0 ?mulr1.
  by rewrite -mulr_sumr (eq_bigr (fun d0 => 1 * at_o d0)) ?sum_at_o /at_o ?eqxx ?mulr1 // => d0 _; rewrite mul1r.
rewrite /at_o eqxx mulr1 mul1r relu_ge0 ?addr_ge0 ?mulr_ge0 //; ring_in F.
Qed.

Definition doubling : seq (small_layer D) := [:: amplifier (2%:R / 3%:R); amplifier (5%:R / 8%:R); amplifier (3%:R / 5%:R)].

Lemma doublingE y i d : 0 <= y ->
  network exp relu (fun _ _ : unit_finType => 1) doubling (at_place y) i d = at_place (2%:R * y) i d.
Proof.
move=> y_ge0; rewrite /=.
have pos (n m : nat) : 0 <= n%:R / m%:R :> F by rewrite divr_ge0 ?ler0n.
rewrite (@eq_layer _ _ (at_place (2%:R * (5%:R / 8%:R) * (2%:R * (2%:R / 3%:R) * y)))); last first.
  move=> i' d'; rewrite (@eq_layer _ _ (at_place (2%:R * (2%:R / 3%:R) * y))) => [|i'' d'']; rewrite amplifierE ?pos //.
  by rewrite !mulr_ge0 ?invr_ge0 ?ler0n.
rewrite amplifierE ?pos ?mulr_ge0 ?invr_ge0 ?ler0n //; congr (_ * _).
have inv (n : nat) : n.+1%:R / n.+1%:R = 1 :> F by rewrite divff // pnatr_eq0.
have := (inv 2%N, inv 4%N, inv 7%N); move: (3%:R^-1) (5%:R^-1) (8%:R^-1) => u v w [[three five] eight].
rewrite (_ : 2%:R * (3%:R * v) * _ = 2%:R * y * ((3%:R * u) * (5%:R * v) * (8%:R * w))); last by ring_in F.
by rewrite three five eight !mulr1.
Qed.

(* 3 k layers multiply by 2^k. *)
Definition amplifying (k : nat) : seq (small_layer D) := flatten (nseq k doubling).

Lemma amplifyingE k y i d : 0 <= y ->
  network exp relu (fun _ _ : unit_finType => 1) (amplifying k) (at_place y) i d = at_place (2%:R ^+ k * y) i d.
Proof.
elim: k y i d => [|k IH] y i d y_ge0; first by rewrite expr0 mul1r.
rewrite /amplifying /= -/(amplifying k) -[LHS]/(network exp relu _ (amplifying k) (network exp relu (fun _ _ : unit_finType => 1) doubling (at_place y)) i d).
rewrite (@eq_network _ _ (at_place (2%:R * y))) => [|i' d']; last exact: doublingE.
by rewrite IH ?mulr_ge0 ?ler0n // mulrA -exprSr.
Qed.

Lemma class_of_layer z a v : a ^+ 2 + \sum_d v d ^+ 2 <= 1 -> in_class (the_layer z a v).
Proof.
move=> small; have sum1 (f : unit_finType -> F) : \sum_u f u = f tt := sum_unit f.
have one : Num.sqrt 1 = 1 :> F by rewrite sqrtr1.
have W1_norm : Num.sqrt (a ^+ 2 + \sum_d v d ^+ 2) <= 1 by rewrite -one ler_wsqrtr.
have rows (f : unit_finType * unit_finType + D -> F) : \sum_x f x ^+ 2 = f (inl (tt, tt)) ^+ 2 + \sum_d f (inr d) ^+ 2.
  rewrite big_sumType /=; congr (_ + _); rewrite (eq_bigr (fun p => f (inl (p.1, p.2)) ^+ 2)) => [|[]] //.
  by rewrite -(pair_bigA _ (fun h e => f (inl (h, e)) ^+ 2)) /= !sum1.
have z_small : Num.sqrt (\sum_d (z%:R * at_o d) ^+ 2) <= 1.
  rewrite (eq_bigr (fun d => z%:R ^+ 2 * at_o d ^+ 2)) => [|d _]; last by rewrite exprMn.
  by rewrite -mulr_sumr sqr_at_o mulr1 sqrtr_sqr normr_nat; case: z; rewrite ?lexx ?ler01.
split=> [h|h||] /=.
- split; last by rewrite /norm_2_1 sum1.
  by rewrite /frobenius (eq_bigr (fun d => (z%:R * at_o d) ^+ 2)) // => d _; rewrite sum1.
- rewrite /norm_2_1 sum1 /norm2 sum1 /transposed /product sum1 mul0r expr0n sqrtr0; exact: ler01.
- split; last by rewrite /norm_2_1 sum1 /norm2 rows.
  rewrite /frobenius (eq_bigr (fun x => (match x with inl _ => a | inr d => v d end) ^+ 2)) ?rows // => x _; by rewrite sum1.
- split; first by rewrite /frobenius sum1 sqr_at_o one.
  rewrite /norm_2_1 (eq_bigr (fun d => 1 * at_o d)) ?sum_at_o // => d _; rewrite mul1r /norm2 sum1 sqrtr_sqr /transposed /at_o.
  by case: (d == o); rewrite ?normr1 ?normr0.
Qed.

Lemma class_of_amplifier a : 2%:R * a ^+ 2 <= 1 -> in_class (amplifier a).
Proof.
move=> small; apply: class_of_layer; rewrite (eq_bigr (fun d => a ^+ 2 * at_o d ^+ 2)) => [|d _]; last by rewrite exprMn.
by rewrite -mulr_sumr sqr_at_o mulr1 -mulr2n -mulr_natl.
Qed.

Lemma class_of_amplifying k : all_layers (@in_class D) (amplifying k).
Proof.
have fraction (n m : nat) : (2 * n.+1 ^ 2 <= m.+1 ^ 2)%N -> in_class (amplifier (n.+1%:R / m.+1%:R)).
  move=> le; apply: class_of_amplifier; rewrite expr_div_n mulrA ler_pdivr_mulr ?exprn_gt0 ?ltr0n // mul1r -!natrX -natrM.
  by rewrite ler_nat.
by elim: k => //= k IH; split; [exact: (fraction 1%N 2%N) | split; [exact: (fraction 4%N 7%N) | split; [exact: (fraction 2%N 4%N) |]]].
Qed.

(* The set S is looked up with weights t. *)
Definition look_up (t : F) (S : D -> bool) : small_layer D := the_layer false 0 (fun d => t * (S d)%:R).

Lemma look_upE t S j i d : 0 <= t ->
  apply_layer exp relu (fun _ _ : unit_finType => 1) (look_up t S) (fun _ d => (d == j)%:R) i d = at_place (t * (S j)%:R) i d.
Proof.
move=> t_ge0; case: i; rewrite the_layerE mulr0 add0r /at_place; congr (_ * _).
rewrite (_ : dot _ _ = t * (S j)%:R) ?relu_ge0 ?mulr_ge0 ?ler0n //.
by rewrite /dot (bigD1 j) //= eqxx mul1r big1 ?addr0 // => d' /negbTE ->; rewrite mul0r.
Qed.

Lemma class_of_look_up k t S : #|D| = (4 ^ k)%N -> 0 <= t <= (2%:R ^+ k)^-1 -> in_class (look_up t S).
Proof.
move=> card /andP[t_ge0 t_le]; apply: class_of_layer; rewrite expr0n add0r; apply: le_trans (_ : _ <= \sum_(d : D) ((2%:R ^+ k)^-1) ^+ 2) _.
  apply: ler_sum => d _; rewrite exprMn; case: (S d); rewrite ?expr1n ?mulr1 ?expr0n ?mulr0 ?sqr_ge0 //.
  by rewrite ler_sqr ?nnegrE // (le_trans t_ge0).
by rewrite sumr_const card -mulr_natl exprVn -exprM [(k * 2)%N]mulnC exprM -!natrX divff // pnatr_eq0 expn_eq0.
Qed.

Lemma size_amplifying k : size (amplifying k) = (3 * k)%N.
Proof. by rewrite /amplifying; elim: k => //= n ->; rewrite mulnS. Qed.

(* Every set of 4^k unit vectors is told from its complement by a network with 3 k + 1 layers. *)
Theorem shattering k (S : D -> bool) : #|D| = (4 ^ k)%N ->
  exists ls, [/\ size ls = (3 * k + 1)%N, all_layers (@in_class D) ls &
    forall j, output ls o (fun d => (d == j)%:R) = (S j)%:R].
Proof.
move=> card; pose t : F := (2%:R ^+ k)^-1.
have t_ge0 : 0 <= t by rewrite invr_ge0 exprn_ge0 ?ler0n.
exists (look_up t S :: amplifying k); split; first by rewrite /= size_amplifying addn1.
  split; last exact: class_of_amplifying.
  by apply: class_of_look_up card _; rewrite t_ge0 lexx.
move=> j; rewrite /output /= (@eq_network _ _ (at_place (t * (S j)%:R))) => [|i d]; last exact: look_upE.
rewrite amplifyingE; last by rewrite mulr_ge0 ?ler0n.
by rewrite /at_place /at_o eqxx mulr1 /t mulVKf // expf_neq0 // pnatr_eq0.
Qed.

End Network.

(* Theorem 6.1 for a uniform distribution on 4^k unit vectors with the label 0 and the loss min(1, |f - y|): whatever half of the inputs is
   seen, some network of the class makes no error on it and errs everywhere else. *)
Definition loss (y : F) : F := Num.min 1 `|y|.
Theorem gap_at_depth (D : finType) (o : D) k (seen : seq D) : #|D| = (4 ^ k)%N -> (2 * size seen <= 4 ^ k)%N ->
  exists ls, [/\ size ls = (3 * k + 1)%N, all_layers (@in_class D) ls,
    forall j, j \in seen -> loss (output ls o (fun d => (d == j)%:R)) = 0 &
    1 / 2%:R <= (\sum_j loss (output ls o (fun d => (d == j)%:R))) / #|D|%:R].
Proof.
move=> card few; have [ls [size_ls class_ls lsE]] := shattering o (fun j => j \notin seen) card.
have loss_bool (b : bool) : loss b%:R = b%:R.
  by rewrite /loss; case: b; rewrite ?normr1 ?minxx ?normr0 ?min_r ?ler01.
exists ls; split=> // [j j_seen|]; first by rewrite lsE loss_bool j_seen.
rewrite (eq_bigr (fun j => (j \notin seen)%:R)) => [|j _]; last by rewrite lsE loss_bool.
have count : (\sum_j (j \notin seen) = #|[predC seen]|)%N.
  rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => j _; by rewrite !inE; case: (j \in seen).
rewrite -natr_sum count ler_pdivl_mulr; last by rewrite ltr0n card expn_gt0.
rewrite mulrAC ler_pdivr_mulr ?ltr0n // mul1r -natrM ler_nat -(cardC (mem seen)) muln2 -addnn leq_add2r.
have half : (2 * #|seen| <= #|seen| + #|[predC seen]|)%N.
  by rewrite (cardC (mem seen)) card; apply: leq_trans few; rewrite leq_mul2l card_size.
by move: half; rewrite mul2n -addnn leq_add2l.
Qed.
End Depth.
