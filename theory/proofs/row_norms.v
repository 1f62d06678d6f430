(* SPDX-License-Identifier: Apache-2.0 *)
(* The norms of Positional Attention (Back de Luca et al. 2025), section 3 and appendix C.1.1, over any real closed field, and the inequalities
   between them that appendix C.2 uses. Vectors and matrices are functions on finite index sets; A i is row i. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Norms.
Variable F : rcfType.
Implicit Types (I J K : finType) (a b c r s t : F).
Add Ring carrier_ring : (carrier_theory F).

(* Numbers. *)
Lemma sqr_le s t : 0 <= t -> s ^+ 2 <= t ^+ 2 -> s <= t.
Proof.
move=> t_ge0 sq; case: (lerP 0 s) => [s_ge0|/ltW s_le0]; last exact: le_trans s_le0 t_ge0.
by move: sq; rewrite ler_sqr.
Qed.

Lemma sqr_sum s t : (s + t) ^+ 2 = s ^+ 2 + t ^+ 2 + 2%:R * (s * t).
Proof. by rewrite sqrrD mulr2n mulrDl mul1r addrAC. Qed.

Definition dot I (x y : I -> F) : F := \sum_i x i * y i.
Definition norm1 I (x : I -> F) : F := \sum_i `|x i|.
Definition norm2 I (x : I -> F) : F := Num.sqrt (\sum_i x i ^+ 2).
(* The largest of finitely many numbers >= 0. *)
Definition largest I (f : I -> F) : F := \big[Num.max/0]_i f i.
Definition norm_inf I (x : I -> F) : F := largest (fun i => `|x i|).

(* A B, v A and A v. *)
Definition product I J K (A : I -> J -> F) (B : J -> K -> F) i k : F := \sum_j A i j * B j k.
Definition row_times I J (v : I -> F) (A : I -> J -> F) j : F := \sum_i v i * A i j.
Definition times_column I J (A : I -> J -> F) (v : J -> F) i : F := \sum_j A i j * v j.
Definition transposed I J (A : I -> J -> F) j i : F := A i j.

(* ||A||_{p,q}: the p-norm of every column, then the q-norm of these numbers; of the transposed matrix: of every row. *)
Definition norm_2_inf I J (A : I -> J -> F) : F := largest (fun j => norm2 (transposed A j)).
Definition norm_1_inf I J (A : I -> J -> F) : F := largest (fun j => norm1 (transposed A j)).
Definition norm_inf_inf I J (A : I -> J -> F) : F := largest (fun j => norm_inf (transposed A j)).

Lemma largest_le I (f : I -> F) b : 0 <= b -> (forall i, f i <= b) -> largest f <= b.
Proof.
move=> b_ge0 f_le; rewrite /largest; elim: (index_enum I) => [|i r le]; first by rewrite big_nil.
by rewrite big_cons le_maxl f_le.
Qed.

Lemma largest_ge0 I (f : I -> F) : 0 <= largest f.
Proof.
rewrite /largest; elim: (index_enum I) => [|i r le]; first by rewrite big_nil.
by rewrite big_cons le_maxr le orbT.
Qed.

Lemma le_largest I (f : I -> F) i : f i <= largest f.
Proof.
rewrite /largest; elim: (index_enum I) (mem_index_enum i) => // k r IH; rewrite inE big_cons le_maxr.
by case/predU1P => [->|/IH ->]; rewrite ?lexx ?orbT.
Qed.

Lemma sqr_sum_ge0 I (x : I -> F) : 0 <= \sum_i x i ^+ 2.
Proof. by apply: sumr_ge0 => i _; apply: sqr_ge0. Qed.

Lemma norm2_ge0 I (x : I -> F) : 0 <= norm2 x.
Proof. exact: sqrtr_ge0. Qed.
Lemma norm1_ge0 I (x : I -> F) : 0 <= norm1 x.
Proof. exact: sumr_ge0. Qed.

Lemma norm2_sqr I (x : I -> F) : norm2 x ^+ 2 = \sum_i x i ^+ 2.
Proof. by rewrite sqr_sqrtr ?sqr_sum_ge0. Qed.

Lemma eq_norm2 I (x y : I -> F) : x =1 y -> norm2 x = norm2 y.
Proof. by move=> eq_xy; congr Num.sqrt; apply: eq_bigr => i _; rewrite eq_xy. Qed.

Lemma norm2_scale I c (x : I -> F) : norm2 (fun i => c * x i) = `|c| * norm2 x.
Proof.
rewrite /norm2 -sqrtr_sqr -sqrtrM ?sqr_ge0 //; congr Num.sqrt.
by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite exprMn.
Qed.

Lemma le_norm2 I (x y : I -> F) : (forall i, `|x i| <= `|y i|) -> norm2 x <= norm2 y.
Proof.
move=> le_xy; apply: ler_wsqrtr; apply: ler_sum => i _.
by rewrite -[x i ^+ 2]real_normK ?num_real // -[y i ^+ 2]real_normK ?num_real // ler_sqr ?nnegrE.
Qed.

(* Cauchy and Schwarz. *)
Lemma cauchy_schwarz I (x y : I -> F) : dot x y <= norm2 x * norm2 y.
Proof.
apply: sqr_le; first by rewrite mulr_ge0 ?norm2_ge0.
rewrite exprMn !norm2_sqr.
set X := \sum_i x i ^+ 2; set Y := \sum_i y i ^+ 2.
have squares : 0 <= \sum_i (Y * x i - dot x y * y i) ^+ 2 by apply: sqr_sum_ge0.
have expand : \sum_i (Y * x i - dot x y * y i) ^+ 2 = Y * (X * Y - dot x y ^+ 2).
  rewrite (eq_bigr (fun i => Y ^+ 2 * x i ^+ 2 + (- (2%:R * Y * dot x y)) * (x i * y i) + dot x y ^+ 2 * y i ^+ 2)); last first.
    by move=> i _; ring_in F.
  rewrite !big_split /= -!mulr_sumr -/X -/Y -/(dot x y); ring_in F.
case: (ltrP 0 Y) => [Y_gt0|Y_le0].
  by move: squares; rewrite expand pmulr_rge0 // subr_ge0.
have y0 i : y i = 0.
  apply/eqP; rewrite -sqrf_eq0; have : y i ^+ 2 <= 0.
    apply: le_trans Y_le0; rewrite /Y (bigD1 i) //= ler_addl; apply: sumr_ge0 => k _; exact: sqr_ge0.
  by move=> le0; rewrite eq_le le0 sqr_ge0.
have -> : dot x y = 0 by rewrite /dot big1 // => i _; rewrite y0 mulr0.
by rewrite expr0n /= mulr_ge0 ?sqr_sum_ge0.
Qed.

Lemma abs_dot I (x y : I -> F) : `|dot x y| <= norm2 x * norm2 y.
Proof.
case: (ger0P (dot x y)) => _; first exact: cauchy_schwarz.
have -> : - dot x y = dot (fun i => - x i) y by rewrite /dot -sumrN; apply: eq_bigr => i _; rewrite mulNr.
apply: le_trans (cauchy_schwarz _ _) _; rewrite ler_wpmul2r ?norm2_ge0 //; apply: le_norm2 => i.
by rewrite normrN.
Qed.

(* Minkowski. *)
Lemma norm2D I (x y : I -> F) : norm2 (fun i => x i + y i) <= norm2 x + norm2 y.
Proof.
apply: sqr_le; first by rewrite addr_ge0 ?norm2_ge0.
rewrite norm2_sqr sqr_sum !norm2_sqr (eq_bigr (fun i => x i ^+ 2 + y i ^+ 2 + 2%:R * (x i * y i))); last first.
  by move=> i _; rewrite sqr_sum.
rewrite !big_split /= -mulr_sumr ler_add2l ler_pmul2l ?ltr0n //; exact: cauchy_schwarz.
Qed.

Lemma norm2_0 I : norm2 (fun _ : I => 0) = 0.
Proof. by rewrite /norm2 big1 ?sqrtr0 // => i _; rewrite expr0n. Qed.

Lemma norm2_sum I J (x : J -> I -> F) : norm2 (fun i => \sum_j x j i) <= \sum_j norm2 (x j).
Proof.
rewrite /index_enum; elim: (Finite.enum J) => [|j r IH].
  by rewrite big_nil (eq_norm2 (y := fun _ => 0)) ?norm2_0 // => i; rewrite big_nil.
rewrite big_cons (eq_norm2 (y := fun i => x j i + \sum_(k <- r) x k i)); last by move=> i; rewrite big_cons.
by apply: le_trans (norm2D _ _) _; rewrite ler_add2l.
Qed.

(* sum_i a_i v_i for weights a and rows v_i. *)
Lemma norm2_weighted I J (w : I -> F) (v : I -> J -> F) b :
  (forall i, norm2 (v i) <= b) -> norm2 (row_times w v) <= b * norm1 w.
Proof.
move=> v_le; apply: le_trans (norm2_sum (fun i j => w i * v i j)) _; rewrite /norm1 mulr_sumr; apply: ler_sum => i _.
by rewrite norm2_scale mulrC ler_wpmul2r.
Qed.

(* A spectral bound, of which ||W||_2 is the least: W W^T + R R^T = s^2 1 for some R. *)
Definition unit_entry I (i k : I) : F := (i == k)%:R.
Definition spectral_bound I J (W : I -> J -> F) s (R : I -> I -> F) : Prop :=
  0 <= s /\ forall i k, product W (transposed W) i k + product R (transposed R) i k = s ^+ 2 * unit_entry i k.

Lemma norm2_row_times_sqr I J (v : I -> F) (W : I -> J -> F) :
  norm2 (row_times v W) ^+ 2 = \sum_i \sum_k v i * v k * product W (transposed W) i k.
Proof.
rewrite norm2_sqr (eq_bigr (fun j => \sum_i \sum_k v i * v k * (W i j * W k j))); last first.
  move=> j _; rewrite expr2 /row_times mulr_suml; apply: eq_bigr => i _.
  by rewrite mulr_sumr; apply: eq_bigr => k _; rewrite mulrACA.
rewrite exchange_big; apply: eq_bigr => i _; rewrite exchange_big; apply: eq_bigr => k _.
by rewrite -mulr_sumr.
Qed.

Lemma spectral_row I J (W : I -> J -> F) s R v : spectral_bound W s R -> norm2 (row_times v W) <= s * norm2 v.
Proof.
case=> s_ge0 gram; apply: sqr_le; first by rewrite mulr_ge0 ?norm2_ge0.
have : norm2 (row_times v W) ^+ 2 + norm2 (row_times v R) ^+ 2 = s ^+ 2 * norm2 v ^+ 2.
  rewrite !norm2_row_times_sqr -big_split norm2_sqr mulr_sumr; apply: eq_bigr => i _; rewrite -big_split /=.
  rewrite (eq_bigr (fun k => v i * v k * (s ^+ 2 * unit_entry i k))) => [|k _]; last by rewrite -mulrDr gram.
  rewrite (bigD1 i) //= big1 => [|k /negbTE other]; last by rewrite /unit_entry eq_sym other !mulr0.
  by rewrite /unit_entry eqxx mulr1 addr0 mulrC -expr2.
by rewrite exprMn => <-; rewrite ler_addl sqr_ge0.
Qed.

Lemma norm_2_infP I J (A : I -> J -> F) b :
  0 <= b -> (forall j, norm2 (transposed A j) <= b) -> norm_2_inf A <= b.
Proof. exact: largest_le. Qed.

(* The inequalities of appendix C.2. For matrices with no rows or columns they hold, too. *)
Lemma column_weighted I J (P : I -> J -> F) v : norm2 (times_column P v) <= norm_2_inf P * norm1 v.
Proof.
rewrite (eq_norm2 (y := row_times v (transposed P))); last by move=> i; apply: eq_bigr => j _; rewrite mulrC.
by apply: norm2_weighted => j; apply: (le_largest (fun j => norm2 (transposed P j))).
Qed.

Lemma product_2_1 I J K (P : I -> J -> F) (Q : J -> K -> F) :
  norm_2_inf (product P Q) <= norm_2_inf P * norm_1_inf Q.
Proof.
apply: norm_2_infP => [|k]; first by rewrite mulr_ge0 ?largest_ge0.
apply: le_trans (column_weighted P (transposed Q k)) _; rewrite ler_wpmul2l ?largest_ge0 //.
exact: (le_largest (fun k => norm1 (transposed Q k))).
Qed.

Lemma largest_dot I J K (P : I -> J -> F) (Q : J -> K -> F) :
  largest (fun k => largest (fun i => `|dot (P i) (transposed Q k)|)) <= norm_2_inf (transposed P) * norm_2_inf Q.
Proof.
have ge0 : 0 <= norm_2_inf (transposed P) * norm_2_inf Q by rewrite mulr_ge0 ?largest_ge0.
apply: largest_le => // k; apply: largest_le => // i; apply: le_trans (abs_dot _ _) _.
by rewrite ler_pmul ?norm2_ge0 //; [apply: (le_largest (fun i => norm2 (P i))) | apply: (le_largest (fun k => norm2 (transposed Q k)))].
Qed.

(* Of the rows' action and of the columns' action the same bounds hold: ||P||_2 = ||P^T||_2. *)
Lemma spectral_column I J (P : I -> J -> F) s R v : spectral_bound P s R -> norm2 (times_column P v) <= s * norm2 v.
Proof.
move=> bound; have [s_ge0 _] := bound.
set u := times_column P v; have u_ge0 : 0 <= norm2 u by exact: norm2_ge0.
have sq : norm2 u * norm2 u <= s * norm2 v * norm2 u.
  rewrite -expr2 norm2_sqr (_ : \sum_i u i ^+ 2 = dot (row_times u P) v); last first.
    rewrite /dot (eq_bigr (fun i => \sum_j u i * P i j * v j)); last first.
      by move=> i _; rewrite expr2 {2}/u /times_column mulr_sumr; apply: eq_bigr => j _; rewrite mulrA.
    by rewrite exchange_big; apply: eq_bigr => j _; rewrite -mulr_suml.
  apply: le_trans (cauchy_schwarz _ _) _; rewrite mulrAC ler_wpmul2r ?norm2_ge0 //; exact: spectral_row bound.
move: u_ge0; rewrite le_eqVlt => /predU1P[<-|u_gt0]; first by rewrite mulr_ge0 ?norm2_ge0.
by move: sq; rewrite ler_pmul2r.
Qed.

Lemma product_spectral I J K (P : I -> J -> F) (Q : J -> K -> F) s R :
  spectral_bound P s R -> norm_2_inf (product P Q) <= s * norm_2_inf Q.
Proof.
move=> bound; have [s_ge0 _] := bound; apply: norm_2_infP => [|k]; first by rewrite mulr_ge0 ?largest_ge0.
apply: le_trans (spectral_column (transposed Q k) bound) _; rewrite ler_wpmul2l //.
exact: (le_largest (fun k => norm2 (transposed Q k))).
Qed.

End Norms.
