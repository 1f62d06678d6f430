(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendix C.2 and C.3: the MLP, Lemma C.10 repaired, the norms of the layers' outputs, and
   the recursion for the radii of the covers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz bounded_layers.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The statements' activations: two slopes. *)
Section TwoSlopes.
Variable F : rcfType.
Add Ring slopes_ring : (carrier_theory F).
Definition two_slopes (a b t : F) : F := a * Num.max t 0 + b * Num.min t 0.

Lemma two_slopes_lipschitz (a b x y : F) : `|two_slopes a b x - two_slopes a b y| <= Num.max `|a| `|b| * `|x - y|.
Proof.
have a_le : `|a| <= Num.max `|a| `|b| by rewrite le_maxr lexx.
have b_le : `|b| <= Num.max `|a| `|b| by rewrite le_maxr lexx orbT.
set m := Num.max `|a| `|b| in a_le b_le *.
have -> : two_slopes a b x - two_slopes a b y = a * (Num.max x 0 - Num.max y 0) + b * (Num.min x 0 - Num.min y 0).
  rewrite /two_slopes; move: (Num.max x 0) (Num.max y 0) (Num.min x 0) (Num.min y 0) => p q u v; ring_in F.
apply: le_trans (ler_norm_add _ _) _; rewrite !normrM.
apply: le_trans (ler_add (ler_wpmul2r (normr_ge0 _) a_le) (ler_wpmul2r (normr_ge0 _) b_le)) _.
rewrite -mulrDr ler_wpmul2l ?(le_trans (normr_ge0 a)) //.
case: (lerP 0 x) => [x_ge0|/ltW x_le0]; case: (lerP 0 y) => [y_ge0|/ltW y_le0].
- by rewrite subrr normr0 addr0 lexx.
- by rewrite subr0 sub0r normrN ger0_norm // ler0_norm // ler_norm.
- by rewrite subr0 sub0r normrN ger0_norm // ler0_norm // -normrN opprB ler_norm.
- by rewrite subrr normr0 add0r lexx.
Qed.

Lemma two_slopes_0 (a b : F) : two_slopes a b 0 = 0.
Proof. by rewrite /two_slopes maxxx minxx !mulr0 addr0. Qed.
End TwoSlopes.

Section Networks.
Variables (F : rcfType) (exp : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_ge : forall x, 1 + x <= exp x.
Hypothesis tanh_le : forall x, 0 <= x -> (exp x - 1) / (exp x + 1) <= x / 2%:R.
Implicit Types (N D E G M K H : finType).
Add Ring carrier_ring : (carrier_theory F).

(* Eq. 9: the MLP of a layer, for any sigma with sigma(0) = 0 and |sigma(x) - sigma(y)| <= Ls |x - y|. *)
Variables (sigma : F -> F) (Ls : F).
Hypothesis sigma0 : sigma 0 = 0.
Hypothesis sigma_lipschitz : forall x y, `|sigma x - sigma y| <= Ls * `|x - y|.

Record layer G M D E H K D' := Layer {
  heads : H -> head F G M D E;
  W1 : (H * E + D)%type -> K -> F;
  W2 : K -> D' -> F
}.
Definition hidden N G M D E H K D' (P : N -> G -> F) (l : layer G M D E H K D') (Z : N -> D -> F) (i : N) (k : K) : F :=
  sigma (product (mlp_input exp P (heads l) Z) (W1 l) i k).
Definition apply_layer N G M D E H K D' (P : N -> G -> F) (l : layer G M D E H K D') (Z : N -> D -> F) : N -> D' -> F :=
  product (hidden P l Z) (W2 l).

Lemma lipschitz_ge0 : 0 <= Ls.
Proof. by have := sigma_lipschitz 1 0; rewrite subr0 normr1 mulr1; apply: le_trans. Qed.

Lemma sigma_norm2 K (x y : K -> F) : norm2 (fun k => sigma (x k) - sigma (y k)) <= Ls * norm2 (fun k => x k - y k).
Proof.
rewrite -[Ls]ger0_norm ?lipschitz_ge0 // -norm2_scale; apply: le_norm2 => k.
by rewrite normrM ger0_norm ?lipschitz_ge0 ?sigma_lipschitz.
Qed.

Definition bounded_layer G M D E H K D' (l : layer G M D E H K D') (s : H -> F) (s1 s2 : F) : Prop :=
  [/\ forall h, exists R, spectral_bound (WV (heads l h)) (s h) R,
      exists R, spectral_bound (W1 l) s1 R & exists R, spectral_bound (W2 l) s2 R].

Lemma hidden_le N G M D E H K D' (P : N -> G -> F) (l : layer G M D E H K D') Z i :
  norm2 (hidden P l Z i) <= Ls * norm2 (row_times (mlp_input exp P (heads l) Z i) (W1 l)).
Proof.
rewrite (eq_norm2 (y := fun k => sigma (product (mlp_input exp P (heads l) Z) (W1 l) i k) - sigma 0)); last first.
  by move=> k; rewrite sigma0 subr0.
apply: le_trans (sigma_norm2 _ _) _; rewrite ler_wpmul2l ?lipschitz_ge0 //.
by rewrite (eq_norm2 (y := row_times (mlp_input exp P (heads l) Z i) (W1 l))) // => k; rewrite subr0.
Qed.

(* Section C.3: one layer multiplies the rows' norms by at most Ls s1 s2 sqrt(1 + sum_h s_h^2). *)
Theorem layer_growth N G M D E H K D' (P : N -> G -> F) (l : layer G M D E H K D') s s1 s2 Z :
  bounded_layer l s s1 s2 ->
  norm_2_inf (transposed (apply_layer P l Z)) <= Ls * s2 * s1 * Num.sqrt (1 + \sum_h s h ^+ 2) * norm_2_inf (transposed Z).
Proof.
case=> bound [R1 bound1] [R2 bound2]; have [s1_ge0 _] := bound1; have [s2_ge0 _] := bound2.
have Ls_ge0 := lipschitz_ge0.
apply: largest_le => [|i]; first by rewrite !mulr_ge0 ?sqrtr_ge0 ?largest_ge0.
apply: le_trans (spectral_row (hidden P l Z i) bound2) _.
rewrite [Ls * s2]mulrC -!mulrA ler_wpmul2l //; apply: le_trans (hidden_le P l Z i) _; rewrite ler_wpmul2l //.
apply: le_trans (spectral_row _ bound1) _; rewrite ler_wpmul2l //.
exact: (mlp_input_le exp_gt0 P bound Z i).
Qed.

(* Lemma C.10, repaired: l and Z are the exact ones, l' and Z' the approximations. *)
Section TwoLayers.
Variables (N G M M' D E H K D' : finType) (P : N -> G -> F) (l : layer G M D E H K D') (l' : layer G M' D E H K D').
Implicit Types (Z : N -> D -> F).

Definition moved_W2 Z' : F :=
  norm_2_inf (transposed (product (hidden P l' Z') (fun k d => W2 l k d - W2 l' k d))).
Definition moved_W1 Z' : F :=
  norm_2_inf (transposed (product (mlp_input exp P (heads l') Z') (fun x k => W1 l x k - W1 l' x k))).

Theorem lemma_c10_repaired s s1 s2 Z Z' : bounded_layer l s s1 s2 ->
  norm_2_inf (transposed (fun i d => apply_layer P l Z i d - apply_layer P l' Z' i d)) <=
  moved_W2 Z' + Ls * s2 * moved_W1 Z' +
  Ls * s1 * s2 * (Num.sqrt (1 + \sum_h s h ^+ 2) * moved_input Z Z' +
    Num.sqrt (\sum_h (s h * moved_scores P (heads l) (heads l') h) ^+ 2) * (norm_2_inf (transposed P) * norm_2_inf (transposed Z)) +
    Num.sqrt (\sum_h moved_values (heads l) (heads l') Z' h ^+ 2)).
Proof.
case=> bound [R1 bound1] [R2 bound2]; have [s1_ge0 _] := bound1; have [s2_ge0 _] := bound2.
have Ls_ge0 := lipschitz_ge0.
set inner := _ + Num.sqrt (\sum_h moved_values _ _ _ h ^+ 2).
have inner_ge0 : 0 <= inner.
  by rewrite !addr_ge0 ?mulr_ge0 ?sqrtr_ge0 ?largest_ge0.
apply: largest_le => [|i]; first by rewrite !addr_ge0 ?mulr_ge0 ?largest_ge0.
pose u := hidden P l Z i; pose u' := hidden P l' Z' i.
pose g := mlp_input exp P (heads l) Z i; pose g' := mlp_input exp P (heads l') Z' i.
rewrite (eq_norm2 (y := fun d => row_times u' (fun k d => W2 l k d - W2 l' k d) d + row_times (fun k => u k - u' k) (W2 l) d)); last first.
  move=> d; rewrite /transposed /apply_layer /product /row_times -sumrB -big_split; apply: eq_bigr => k _ /=.
  by rewrite -/u -/u'; move: (u k) (u' k) => p q; ring_in F.
apply: le_trans (norm2D _ _) _; rewrite -addrA; apply: ler_add.
  exact: (row_le (product (hidden P l' Z') (fun k d => W2 l k d - W2 l' k d)) i).
apply: le_trans (spectral_row _ bound2) _.
apply: le_trans (ler_wpmul2l s2_ge0 (sigma_norm2 _ _)) _.
rewrite (_ : _ + _ = s2 * (Ls * (moved_W1 Z' + s1 * inner))); last by ring_in F.
rewrite !ler_wpmul2l //.
rewrite (eq_norm2 (y := fun k => row_times g' (fun x k => W1 l x k - W1 l' x k) k + row_times (fun x => g x - g' x) (W1 l) k)); last first.
  move=> k; rewrite /product /row_times -sumrB -big_split; apply: eq_bigr => x _ /=.
  by rewrite -/g -/g'; move: (g x) (g' x) => p q; ring_in F.
apply: le_trans (norm2D _ _) _; apply: ler_add.
  exact: (row_le (product (mlp_input exp P (heads l') Z') (fun x k => W1 l x k - W1 l' x k)) i).
apply: le_trans (spectral_row _ bound1) _; rewrite ler_wpmul2l //.
exact: (lemma_c9_repaired expD exp_gt0 exp_ge tanh_le P _ bound).
Qed.

End TwoLayers.

(* Networks: layers whose inputs and outputs have one dimension. *)
Section Depth.
Variables (N G M M' D E H K : finType) (P : N -> G -> F).
Definition network (ls : seq (layer G M D E H K D)) (X : N -> D -> F) : N -> D -> F := foldl (fun Z l => apply_layer P l Z) X ls.

Definition all_layers T (Q : T -> Prop) (ls : seq T) : Prop := foldr (fun l rest => Q l /\ rest) True ls.

(* Section C.3: the norm of the output of L layers, all of whose spectral norms are at most B2. *)
Definition growth (B2 : F) : F := Ls * B2 ^+ 2 * Num.sqrt (1 + #|H|%:R * B2 ^+ 2).

Lemma growth_ge0 B2 : 0 <= growth B2.
Proof. by apply: mulr_ge0; rewrite ?sqrtr_ge0 // mulr_ge0 ?sqr_ge0 // lipschitz_ge0. Qed.

Lemma bounded_by (B2 : F) : Num.sqrt (1 + \sum_(h : H) B2 ^+ 2) = Num.sqrt (1 + #|H|%:R * B2 ^+ 2).
Proof. by rewrite sumr_const -mulr_natl. Qed.

Theorem norm_growth ls X B2 : all_layers (fun l => bounded_layer l (fun _ => B2) B2 B2) ls ->
  norm_2_inf (transposed (network ls X)) <= growth B2 ^+ size ls * norm_2_inf (transposed X).
Proof.
elim: ls X => [|l ls IH] X /=; first by rewrite expr0 mul1r.
case=> bound bounds; apply: le_trans (IH _ bounds) _; rewrite exprSr -mulrA ler_wpmul2l ?exprn_ge0 ?growth_ge0 //.
by have := layer_growth P X bound; rewrite bounded_by -!mulrA [B2 * (B2 * _)]mulrA.
Qed.

(* Section C.3: how the radius of a cover of ell layers grows by one layer; eps is the radius for ell layers, b bounds the exact input. *)
Theorem cover_recursion (l : layer G M D E H K D) (l' : layer G M' D E H K D) Z Z' B2 BP b eps e2 e1 eQK eV :
  bounded_layer l (fun _ => B2) B2 B2 -> norm_2_inf (transposed Z) <= b -> norm_2_inf (transposed P) <= BP ->
  moved_input Z Z' <= eps -> moved_W2 P l l' Z' <= e2 -> moved_W1 P l l' Z' <= e1 ->
  (forall h, moved_scores P (heads l) (heads l') h <= eQK) -> (forall h, moved_values (heads l) (heads l') Z' h <= eV) ->
  norm_2_inf (transposed (fun i d => apply_layer P l Z i d - apply_layer P l' Z' i d)) <=
  growth B2 * eps + e2 + Ls * B2 * e1 + Num.sqrt #|H|%:R * Ls * B2 ^+ 3 * b * BP * eQK + Num.sqrt #|H|%:R * Ls * B2 ^+ 2 * eV.
Proof.
move=> bound Z_le P_le eps_le e2_le e1_le eQK_le eV_le; have := lemma_c10_repaired P l' Z Z' bound.
have [_ [R2 [B2_ge0 _]] _] := bound; have Ls_ge0 := lipschitz_ge0.
have b_ge0 : 0 <= b := le_trans (largest_ge0 _) Z_le.
have BP_ge0 : 0 <= BP := le_trans (largest_ge0 _) P_le.
rewrite bounded_by => c10; apply: le_trans c10 _.
rewrite [X in _ <= X](_ : _ = e2 + Ls * B2 * e1 + Ls * B2 * B2 * (Num.sqrt (1 + #|H|%:R * B2 ^+ 2) * eps +
  Num.sqrt #|H|%:R * (B2 * eQK) * (BP * b) + Num.sqrt #|H|%:R * eV)); last by rewrite /growth; ring_in F.
apply: ler_add; first by rewrite ler_add // ler_wpmul2l // mulr_ge0.
rewrite ler_wpmul2l ?mulr_ge0 //; apply: ler_add; first apply: ler_add.
- by rewrite ler_wpmul2l ?sqrtr_ge0.
- case: (pickP (predT : pred H)) => [h0 _|none]; last first.
    rewrite big1 ?sqrtr0 ?mul0r => [|h _]; last by have := none h.
    by rewrite (eq_card0 none) mulr0n sqrtr0 !mul0r.
  have eQK_ge0 : 0 <= eQK := le_trans (largest_ge0 _) (eQK_le h0).
  apply: ler_pmul; rewrite ?sqrtr_ge0 ?mulr_ge0 ?largest_ge0 //; last by rewrite ler_pmul ?largest_ge0.
  by apply: sqrt_sum_le => [|h]; rewrite ?mulr_ge0 ?largest_ge0 //= ler_wpmul2l.
- case: (pickP (predT : pred H)) => [h0 _|none]; last first.
    by rewrite big1 ?sqrtr0 ?(eq_card0 none) ?mulr0n ?sqrtr0 ?mul0r // => h; have := none h.
  have eV_ge0 : 0 <= eV := le_trans (largest_ge0 _) (eV_le h0).
  by apply: sqrt_sum_le => // h; rewrite eV_le andbT; apply: largest_ge0.
Qed.

(* Section C.3: the inputs of the covers of a layer after ls: of WV, of W1 and of W2. *)
Theorem cover_inputs ls (l : layer G M D E H K D) X B2 : all_layers (fun l => bounded_layer l (fun _ => B2) B2 B2) (rcons ls l) ->
  let before := growth B2 ^+ size ls * norm_2_inf (transposed X) in
  [/\ norm_2_inf (transposed (network ls X)) <= before,
      norm_2_inf (transposed (mlp_input exp P (heads l) (network ls X))) <= Num.sqrt (1 + #|H|%:R * B2 ^+ 2) * before &
      norm_2_inf (transposed (hidden P l (network ls X))) <= Ls * B2 * Num.sqrt (1 + #|H|%:R * B2 ^+ 2) * before].
Proof.
move=> bounds before; have [bounds_ls bound_l] : all_layers (fun l => bounded_layer l (fun _ => B2) B2 B2) ls /\ bounded_layer l (fun _ => B2) B2 B2.
  by elim: ls bounds {before} => [|l0 ls IH] /= [b0 bounds]; [split | have [? ?] := IH bounds; split].
have first := norm_growth X bounds_ls.
have [boundV [R1 bound1] _] := bound_l; have [B2_ge0 _] := bound1; have Ls_ge0 := lipschitz_ge0.
have second : norm_2_inf (transposed (mlp_input exp P (heads l) (network ls X))) <= Num.sqrt (1 + #|H|%:R * B2 ^+ 2) * before.
  apply: le_trans (mlp_input_norm exp_gt0 P boundV (network ls X)) _; rewrite bounded_by ler_wpmul2l ?sqrtr_ge0 //.
split=> //; apply: largest_le => [|i].
  by rewrite !mulr_ge0 ?sqrtr_ge0 ?exprn_ge0 ?growth_ge0 ?largest_ge0.
apply: le_trans (hidden_le P l (network ls X) i) _; rewrite -!mulrA ler_wpmul2l //.
apply: le_trans (spectral_row _ bound1) _; rewrite ler_wpmul2l //; apply: le_trans second; exact: row_le.
Qed.

(* With equal weights a network is Lipschitz with the same constant as its norm grows. *)
Theorem network_lipschitz ls X Y B2 : all_layers (fun l => bounded_layer l (fun _ => B2) B2 B2) ls ->
  norm_2_inf (transposed (fun i d => network ls X i d - network ls Y i d)) <= growth B2 ^+ size ls * moved_input X Y.
Proof.
elim: ls X Y => [|l ls IH] X Y /=; first by rewrite expr0 mul1r.
case=> bound bounds; apply: le_trans (IH _ _ bounds) _; rewrite exprSr -mulrA ler_wpmul2l ?exprn_ge0 ?growth_ge0 //.
have largest0 (J I : finType) (f : J -> I -> F) : (forall j i, f j i = 0) -> largest (fun j => norm2 (f j)) = 0.
  move=> f0; apply/eqP; rewrite eq_le [X in _ && X](_ : _ = true) ?andbT; last exact: largest_ge0.
  by apply: largest_le => // j; rewrite (eq_norm2 (y := fun _ => 0)) ?norm2_0.
have := lemma_c10_repaired P l X Y bound; rewrite bounded_by.
have -> : moved_W2 P l l Y = 0 by apply: largest0 => i d; rewrite /transposed /product big1 // => k _; rewrite subrr mulr0.
have -> : moved_W1 P l l Y = 0 by apply: largest0 => i d; rewrite /transposed /product big1 // => k _; rewrite subrr mulr0.
have -> : \sum_h (B2 * moved_scores P (heads l) (heads l) h) ^+ 2 = 0.
  rewrite big1 // => h _; rewrite (_ : moved_scores _ _ _ _ = 0) ?mulr0 ?expr0n //.
  by apply: largest0 => i d; rewrite /transposed /product big1 // => k _; rewrite subrr mul0r.
have -> : \sum_h moved_values (heads l) (heads l) Y h ^+ 2 = 0.
  rewrite big1 // => h _; rewrite (_ : moved_values _ _ _ _ = 0) ?expr0n //.
  by apply: largest0 => i d; rewrite /transposed /product big1 // => k _; rewrite subrr mulr0.
rewrite sqrtr0 mul0r mulr0 !addr0 add0r /growth => le; apply: le_trans le _.
by rewrite [Ls * B2 * B2]mulrAC -!mulrA [B2 * (B2 * _)]mulrA.
Qed.

End Depth.
End Networks.
