(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE in the sup norm, with biases and d + 1 columns more: a network computes max(-M, max_a (V_a - L |X - P_a|)) in every entry, for any
   list of inputs P_a in [0,1]^{n x d} and values V_a; so it comes within L n d / m of every L-Lipschitz map whose values on a grid of m cells an
   edge it was given.

   The columns of a network are X's d, a running maximum for each of these, and one for a sum over all tokens. Token i (from 0) moves its d
   columns up by 2i: the mean of a constant, through a C that is 1 below the diagonal and 0 elsewhere. From then on entries of different
   tokens lie in different intervals, and a feed-forward part can do for each token what it should. A distance |X - P_a| is a sum over
   tokens: each adds its own part, and a C that is 1 off the diagonal and 0 on it brings the others'. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section SupNorm.
Variables (F : realFieldType) (exp : F -> F).
Add Ring carrier_ring : (carrier_theory F).
Hypothesis exp_gt0 : forall x, 0 < exp x.

(* --- Networks: eqs. 3 and 8 with the biases of eq. 16; one head of dimension 1 without an encoding inside softmax ---------------------- *)
Definition relu (t : F) : F := Num.max t 0.

(* c is the family c_{i-j}: place i - j + n - 1 (from 0) of 2n - 1. *)
Record head n (K : finType) := Head { WQ : K -> F; WK : K -> F; c : 'I_(n + n).-1 -> F; WV : K -> F; bV : F; WO : K -> F }.
(* A hidden unit: its column of W1, its entry of b1, its row of W2. *)
Record hidden (K : finType) := Hidden { into : K -> F; shift : F; out : K -> F }.
Record block n (K : finType) := Block { att : head n K; bO : K -> F; units : seq (hidden K); b2 : K -> F }.

Lemma place_lt n (i j : 'I_n) : (i + n.-1 - j < (n + n).-1)%N.
Proof.
case: n i j => [[//]|n] i j /=; apply: leq_ltn_trans (leq_subr _ _) _.
by rewrite addnC ltn_add2l ltn_ord.
Qed.
Definition relative n (r : 'I_(n + n).-1 -> F) (i j : 'I_n) : F := r (Ordinal (place_lt i j)).

Definition score n K (h : head n K) (X : 'I_n -> K -> F) (i j : 'I_n) : F :=
  (\sum_k X i k * WQ h k) * (\sum_k X j k * WK h k).
Definition attention n K (h : head n K) (X : 'I_n -> K -> F) (i j : 'I_n) : F :=
  exp (score h X i j) / (\sum_l exp (score h X i l)) * relative (c h) i j.
Definition attended n K (B : block n K) (X : 'I_n -> K -> F) (i : 'I_n) (k : K) : F :=
  X i k + (\sum_j attention (att B) X i j * (\sum_l X j l * WV (att B) l + bV (att B))) * WO (att B) k + bO B k.
Definition feed_forward (K : finType) (us : seq (hidden K)) (b : K -> F) (y : K -> F) (k : K) : F :=
  y k + \sum_(u <- us) relu (\sum_l y l * into u l + shift u) * out u k + b k.
Definition apply_block n K (B : block n K) (X : 'I_n -> K -> F) : 'I_n -> K -> F :=
  fun i => feed_forward (units B) (b2 B) (attended B X i).
(* The first block of the list is applied first. *)
Definition network n K (blocks : seq (block n K)) (X : 'I_n -> K -> F) : 'I_n -> K -> F :=
  foldl (fun Y B => apply_block B Y) X blocks.
Definition has_units n K (B : block n K) : bool := (0 < size (units B))%N.

(* X's columns, as many again, and one; X with zeros in what is new; and the first columns of a result. *)
Definition wide d : finType := [finType of ('I_d + 'I_d + unit)%type].
Definition widened n d (X : 'I_n -> 'I_d -> F) (i : 'I_n) (k : wide d) : F := if k is inl (inl j) then X i j else 0.
Definition first_columns n d (Y : 'I_n -> wide d -> F) (i : 'I_n) (j : 'I_d) : F := Y i (inl (inl j)).

(* |X - P|, the sum over all entries. *)
Definition distance n d (X P : 'I_n -> 'I_d -> F) : F := \sum_i \sum_j `|X i j - P i j|.
Definition in_cube n d (X : 'I_n -> 'I_d -> F) : Prop := forall i j, 0 <= X i j <= 1.

(* --- Sums over columns ----------------------------------------------------------------------------------------------------------------- *)
Definition unit_at (K : finType) (a : K) (k : K) : F := (k == a)%:R.
Lemma sum_unit (K : finType) (y : K -> F) a : \sum_l y l * unit_at a l = y a.
Proof.
rewrite (bigD1 a) //= big1 ?addr0; first by rewrite /unit_at eqxx mulr1.
by move=> l /negbTE ne; rewrite /unit_at ne mulr0.
Qed.
Lemma sum_scaled (K : finType) (y : K -> F) a t : \sum_l y l * (t * unit_at a l) = t * y a.
Proof.
rewrite -[in RHS](sum_unit y a) mulr_sumr; apply: eq_bigr => l _.
by rewrite mulrCA.
Qed.

(* --- Piecewise linear functions of one column, as lists of hidden units that add them to another column --------------------------------- *)
(* v relu(y_a - t) is added to column b. *)
Definition ramp (K : finType) (a b : K) (v t : F) : hidden K := Hidden (unit_at a) (- t) (fun k => v * unit_at b k).
Definition added (K : finType) (us : seq (hidden K)) (y : K -> F) (k : K) : F :=
  \sum_(u <- us) relu (\sum_l y l * into u l + shift u) * out u k.
Lemma added_nil (K : finType) (y : K -> F) k : added [::] y k = 0.
Proof. by rewrite /added big_nil. Qed.
Lemma added_cons (K : finType) (u : hidden K) us y k :
  added (u :: us) y k = relu (\sum_l y l * into u l + shift u) * out u k + added us y k.
Proof. by rewrite /added big_cons. Qed.
Lemma added_cat (K : finType) (us ws : seq (hidden K)) y k : added (us ++ ws) y k = added us y k + added ws y k.
Proof. by rewrite /added big_cat. Qed.
Lemma added_ramp (K : finType) (a b : K) v t y k : added [:: ramp a b v t] y k = v * relu (y a - t) * unit_at b k.
Proof. by rewrite added_cons added_nil addr0 /= sum_unit mulrCA mulrA. Qed.
Lemma added_flatten (K : finType) (T : Type) (s : seq T) (f : T -> seq (hidden K)) y k :
  added (flatten [seq f t | t <- s]) y k = \sum_(t <- s) added (f t) y k.
Proof. by elim: s => [|t s IH]; rewrite ?big_nil ?added_nil // big_cons /= added_cat IH. Qed.

(* At 2k <= u <= 2k + 1: 1 if t <= k, else 0. *)
Definition step (t : nat) (u : F) : F := relu (u - (t.*2%:R - 1)) - relu (u - t.*2%:R).
Definition steps (K : finType) (a b : K) (v : F) (t : nat) : seq (hidden K) :=
  [:: ramp a b v (t.*2%:R - 1); ramp a b (- v) t.*2%:R].
Lemma added_steps (K : finType) (a b : K) v t y k : added (steps a b v t) y k = v * step t (y a) * unit_at b k.
Proof.
rewrite /steps -cat1s added_cat !added_ramp /step mulrBr mulrBl; congr (_ + _).
by rewrite mulNr mulNr.
Qed.

Definition lies_at (k : nat) (u : F) : Prop := k.*2%:R <= u <= k.*2%:R + 1.

Lemma relu_ge0 t : 0 <= t -> relu t = t.
Proof. by move=> t_ge0; apply/max_idPl. Qed.
Lemma relu_le0 t : t <= 0 -> relu t = 0.
Proof. by move=> t_le0; apply/max_idPr. Qed.

Lemma double_le (t k : nat) : (t <= k)%N -> t.*2%:R <= k.*2%:R :> F.
Proof. by move=> le; rewrite ler_nat leq_double. Qed.
Lemma double_lt (t k : nat) : (k < t)%N -> k.*2%:R + 1 <= t.*2%:R - 1 :> F.
Proof.
move=> lt; rewrite ler_subr_addr -addrA.
by have -> : k.*2%:R + (1 + 1) = k.+1.*2%:R :> F; [rewrite doubleS !mulrSr addrA | apply: double_le].
Qed.

Lemma step_at k t u : lies_at k u -> step t u = (t <= k)%:R.
Proof.
case/andP=> low high; rewrite /step; case: leqP => [le|lt].
  have u_ge : t.*2%:R <= u by apply: le_trans (double_le le) low.
  have u_ge' : t.*2%:R - 1 <= u by apply: le_trans u_ge; rewrite ler_subl_addr ler_addl ler01.
  rewrite !relu_ge0 ?subr_ge0 //; move: (t.*2%:R) => s; ring_in F.
have u_le : u <= t.*2%:R - 1 by apply: le_trans high (double_lt lt).
have u_le' : u <= t.*2%:R by apply: le_trans u_le _; rewrite ler_subl_addr ler_addl ler01.
by rewrite !relu_le0 ?subr_le0 // subr0.
Qed.

(* v is added where lies_at i. *)
Definition indicator (K : finType) (a b : K) (v : F) (i : nat) : seq (hidden K) := steps a b v i ++ steps a b (- v) i.+1.
Lemma added_indicator (K : finType) (a b : K) v i k y l : lies_at k (y a) ->
  added (indicator a b v i) y l = v * (i == k)%:R * unit_at b l.
Proof.
move=> lies; rewrite added_cat !added_steps !(step_at _ lies) -mulrDl mulNr -mulrBr; congr (_ * _ * _).
by case: (ltngtP i k); rewrite ?subrr ?subr0.
Qed.
Definition table (K : finType) n (a b : K) (v : 'I_n -> F) : seq (hidden K) :=
  flatten [seq indicator a b (v i) i | i <- enum 'I_n].
Lemma added_table (K : finType) n (a b : K) (v : 'I_n -> F) (i : 'I_n) y l : lies_at i (y a) ->
  added (table a b v) y l = v i * unit_at b l.
Proof.
move=> lies; rewrite added_flatten big_enum (bigD1 i) //= (added_indicator _ _ _ _ lies) eqxx mulr1 big1 ?addr0 // => k.
by move=> /negbTE ne; rewrite (added_indicator _ _ _ _ lies) (inj_eq val_inj) ne mulr0 mul0r.
Qed.

(* |u - 2i - p| is added where lies_at i, else nothing. *)
Definition part (K : finType) (a b : K) (i : nat) (p : F) : seq (hidden K) :=
  steps a b p i ++ steps a b (p - 1) i.+1 ++ [:: ramp a b (- 1) i.*2%:R] ++ [:: ramp a b 1 (i.*2%:R + 1)] ++
  [:: ramp a b (1 + 1) (i.*2%:R + p)] ++ [:: ramp a b (- (1 + 1)) (i.*2%:R + 1)].
Lemma added_part (K : finType) (a b : K) i p k y l : 0 <= p <= 1 -> lies_at k (y a) ->
  added (part a b i p) y l = (if i == k then `|y a - i.*2%:R - p| else 0) * unit_at b l.
Proof.
case/andP=> p_ge0 p_le1 lies.
rewrite /part !added_cat !added_steps !added_ramp !(step_at _ lies).
rewrite -!mulrDl; congr (_ * _); have := lies; move: (y a) => u /andP[low high].
have one : (0 : F) <= 1 by exact: ler01.
case: (ltngtP i k) => [lt|gt|same].
- have far : i.*2%:R + 1 <= u :> F.
    by apply: le_trans low; rewrite (le_trans (double_lt lt)) // ler_subl_addr ler_addl.
  have far' : i.*2%:R <= u :> F by apply: le_trans far; rewrite ler_addl.
  have farp : i.*2%:R + p <= u :> F by apply: le_trans far; rewrite ler_add2l.
  rewrite !relu_ge0 ?subr_ge0 // !mulr1n; move: (i.*2%:R) => t; ring_in F.
- have far : u <= i.*2%:R - 1 by apply: le_trans high (double_lt gt).
  have far0 : u <= i.*2%:R by apply: le_trans far _; rewrite ler_subl_addr ler_addl.
  have far1 : u <= i.*2%:R + 1 by apply: le_trans far0 _; rewrite ler_addl.
  have farp : u <= i.*2%:R + p by apply: le_trans far0 _; rewrite ler_addl.
  by rewrite !relu_le0 ?subr_le0 // !mulr0n !mulr0 !addr0.
- rewrite same mulr1n mulr0n (@relu_ge0 (u - k.*2%:R)) ?subr_ge0 // (@relu_le0 (u - (k.*2%:R + 1))) ?subr_le0 //.
  move: (k.*2%:R) low high => t low high; have -> : u - (t + p) = u - t - p by rewrite opprD addrA.
  by case: (ger0P (u - t - p)) => [/relu_ge0 ->|/ltW/relu_le0 ->]; ring_in F.
Qed.
Definition parts (K : finType) n (a b : K) (p : 'I_n -> F) : seq (hidden K) :=
  flatten [seq part a b i (p i) | i : 'I_n <- enum 'I_n].
Lemma added_parts (K : finType) n (a b : K) (p : 'I_n -> F) (i : 'I_n) y l : (forall k, 0 <= p k <= 1) -> lies_at i (y a) ->
  added (parts a b p) y l = `|y a - i.*2%:R - p i| * unit_at b l.
Proof.
move=> p01 lies; rewrite added_flatten big_enum (bigD1 i) //= (added_part _ _ _ (p01 i) lies) eqxx big1 ?addr0 // => k.
by move=> /negbTE ne; rewrite (added_part _ _ _ (p01 k) lies) (inj_eq val_inj) ne mul0r.
Qed.

(* --- The network ------------------------------------------------------------------------------------------------------------------------ *)
Section Network.
Variables (n d : nat).
Definition x_column (j : 'I_d) : wide d := inl (inl j).
Definition value_column (j : 'I_d) : wide d := inl (inr j).
Definition sum_column : wide d := inr tt.

(* All scores 0, so that attention is C / n. *)
Definition even_head (c : 'I_(n + n).-1 -> F) (WV : wide d -> F) (bV : F) (WO : wide d -> F) : head n (wide d) :=
  Head (fun=> 0) (fun=> 0) c WV bV WO.
Definition no_head : head n (wide d) := even_head (fun=> 0) (fun=> 0) 0 (fun=> 0).

(* Entries of token i go up by 2i; every value begins at -M. *)
Definition opening (M : F) : block n (wide d) :=
  Block (even_head (fun p => (n <= p)%N%:R) (fun=> 0) 1 (fun k => if k is inl (inl _) then n%:R * (1 + 1) else 0)) (fun=> 0)
    [:: Hidden (fun=> 0) 0 (fun=> 0)] (fun k => if k is inl (inr _) then - M else 0).

(* The last column of token i becomes its part of |X - P|; V is taken off the values. *)
Definition prepare (P V : 'I_n -> 'I_d -> F) : block n (wide d) :=
  Block no_head (fun=> 0)
    (Hidden (fun=> 0) 0 (fun=> 0) ::
     flatten [seq parts (x_column j) sum_column (fun i => P i j) ++ table (x_column j) (value_column j) (fun i => - V i j) | j <- enum 'I_d])
    (fun=> 0).
(* The last column of each token becomes the sum of all, then 0; values become at least -L times that sum, and get V back. *)
Definition gather (L : F) (V : 'I_n -> 'I_d -> F) : block n (wide d) :=
  Block (even_head (fun p => (p != n.-1 :> nat)%:R) (unit_at sum_column) 0 (fun k => n%:R * unit_at sum_column k)) (fun=> 0)
    (ramp sum_column sum_column (- 1) 0 ::
     flatten [seq Hidden (fun k => - L * unit_at sum_column k + - 1 * unit_at (value_column j) k) 0 (unit_at (value_column j)) ::
                  table (x_column j) (value_column j) (fun i => V i j) | j <- enum 'I_d])
    (fun=> 0).
(* The values take the place of X. *)
Definition closing : block n (wide d) :=
  Block no_head (fun=> 0)
    (Hidden (fun=> 0) 0 (fun=> 0) ::
     flatten [seq [:: ramp (x_column j) (x_column j) (- 1) 0] ++ [:: ramp (value_column j) (x_column j) 1 0] ++
                  [:: Hidden (fun k => - 1 * unit_at (value_column j) k) 0 (fun k => - 1 * unit_at (x_column j) k)] | j <- enum 'I_d])
    (fun=> 0).
Definition point := (('I_n -> 'I_d -> F) * ('I_n -> 'I_d -> F))%type.
Definition cones_network (L M : F) (points : seq point) : seq (block n (wide d)) :=
  opening M :: flatten [seq [:: prepare p.1 p.2; gather L p.2] | p <- points] ++ [:: closing].

Fixpoint all_in_cube (points : seq point) : Prop := if points is p :: rest then in_cube p.1 /\ all_in_cube rest else True.

(* What the network computes. *)
Definition cones (L M : F) (points : seq point) (X : 'I_n -> 'I_d -> F) (i : 'I_n) (j : 'I_d) : F :=
  foldl (fun m p => Num.max m (p.2 i j - L * distance X p.1)) (- M) points.

(* --- What its blocks do ------------------------------------------------------------------------------------------------------------------ *)
Definition holds_state (Y : 'I_n -> wide d -> F) (X V : 'I_n -> 'I_d -> F) (s : 'I_n -> F) : Prop :=
  forall i, (forall j, Y i (x_column j) = X i j + i.*2%:R) /\ (forall j, Y i (value_column j) = V i j) /\ Y i sum_column = s i.

Lemma even_attention c WV bV WO X (i j : 'I_n) : attention (even_head c WV bV WO) X i j = n%:R^-1 * relative c i j.
Proof.
rewrite /attention; congr (_ * _).
have zero k l : score (even_head c WV bV WO) X k l = 0 by rewrite /score big1 ?mul0r // => m _; rewrite mulr0.
rewrite zero (eq_bigr (fun=> exp 0)) => [|l _]; last by rewrite zero.
have -> : \sum_(l < n) exp 0 = exp 0 * n%:R by rewrite sumr_const card_ord mulr_natr.
by rewrite invfM mulrA divff ?mul1r // gt_eqF.
Qed.

Lemma no_head_attended us b X i k : attended (Block no_head (fun=> 0) us b) X i k = X i k.
Proof. by rewrite /attended /= mulr0 !addr0. Qed.

Lemma n_neq0 (i : 'I_n) : n%:R != 0 :> F.
Proof. by rewrite pnatr_eq0 -lt0n; apply: leq_ltn_trans (ltn_ord i). Qed.

Lemma last_place (i : 'I_n) : n = n.-1.+1.
Proof. by rewrite prednK // (leq_ltn_trans _ (ltn_ord i)). Qed.
Lemma below_diagonal (i j : 'I_n) : (n <= i + n.-1 - j)%N = (j < i)%N.
Proof. by rewrite {1}(last_place i) ltn_subRL [(i + _)%N]addnC [(j + _)%N]addnC ltn_add2l. Qed.
Lemma off_diagonal (i j : 'I_n) : (i + n.-1 - j != n.-1)%N = (j != i).
Proof.
have j_le : (j <= n.-1)%N by rewrite -ltnS -(last_place i).
rewrite -(eqn_add2r j) subnK; last by apply: leq_trans j_le (leq_addl _ _).
by rewrite [(i + _)%N]addnC eqn_add2l eq_sym (inj_eq val_inj).
Qed.
Lemma sum_below (i : 'I_n) : \sum_(j < n) ((j < i)%N%:R : F) = i%:R.
Proof.
rewrite (eq_bigr (fun j : 'I_n => if (j < i)%N then 1 else 0)) => [|j _]; last by case: (j < i)%N.
by rewrite -big_mkcond -(big_ord_widen n (fun=> 1)) ?sumr_const ?card_ord // ltnW.
Qed.

Lemma added_dummy us (y : wide d -> F) k : added (Hidden (fun=> 0) 0 (fun=> 0) :: us) y k = added us y k.
Proof. by rewrite added_cons /= mulr0 add0r. Qed.
Lemma apply_blockE (B : block n (wide d)) X i k :
  apply_block B X i k = attended B X i k + added (units B) (attended B X i) k + b2 B k.
Proof. by []. Qed.

Lemma opening_state M X : holds_state (apply_block (opening M) (widened X)) X (fun _ _ => - M) (fun=> 0).
Proof.
move=> i; have mean : \sum_j attention (att (opening M)) (widened X) i j *
    (\sum_l widened X j l * WV (att (opening M)) l + bV (att (opening M))) = n%:R^-1 * i%:R.
  rewrite -(sum_below i) mulr_sumr; apply: eq_bigr => j _; rewrite even_attention.
  by rewrite big1 => [|l _]; rewrite /= ?mulr0 // add0r mulr1 /relative below_diagonal.
split=> [j|]; last split=> [j|]; rewrite apply_blockE added_dummy added_nil addr0 /attended mean /=.
- rewrite !addr0 -mulrA mulrCA [n%:R^-1 * _]mulrA mulVf ?(n_neq0 i) // mul1r -muln2 natrM.
  by congr (_ + _ * _); rewrite mulrSr.
- by rewrite mulr0 !add0r.
- by rewrite mulr0 !addr0.
Qed.

Lemma place_of_state Y X V s (i : 'I_n) (j : 'I_d) : holds_state Y X V s -> in_cube X -> lies_at i (Y i (x_column j)).
Proof.
move=> state cube; rewrite (state i).1 /lies_at; have /andP[low high] := cube i j.
by rewrite ler_addr low [X i j + _]addrC ler_add2l high.
Qed.
Lemma unit_value (j k : 'I_d) : unit_at (value_column k) (value_column j) = (j == k)%:R.
Proof. by []. Qed.

Lemma sum_values (f : 'I_d -> F) (j : 'I_d) : \sum_k f k * unit_at (value_column k) (value_column j) = f j.
Proof.
rewrite (bigD1 j) //= big1 ?addr0 => [|k /negbTE ne]; first by rewrite unit_value eqxx mulr1.
by rewrite unit_value eq_sym ne mulr0.
Qed.
Lemma sum_values_else (f : 'I_d -> F) (k : wide d) : (forall j, k != value_column j) ->
  \sum_j f j * unit_at (value_column j) k = 0.
Proof. by move=> ne; rewrite big1 // => j _; rewrite /unit_at (negbTE (ne j)) mulr0. Qed.

Lemma prepare_state Y X P V W s : in_cube X -> in_cube P -> holds_state Y X W s -> (forall i, s i = 0) ->
  holds_state (apply_block (prepare P V) Y) X (fun i j => W i j - V i j) (fun i => \sum_j `|X i j - P i j|).
Proof.
move=> cubeX cubeP state s0 i; have [xs [vs ss]] := state i.
have here k : attended (prepare P V) Y i k = Y i k by apply: no_head_attended.
have all_added k : apply_block (prepare P V) Y i k =
    Y i k + (\sum_j (`|X i j - P i j| * unit_at sum_column k) + \sum_j (- V i j * unit_at (value_column j) k)).
  rewrite apply_blockE here addr0 added_dummy added_flatten big_enum /= -big_split; congr (_ + _).
  apply: eq_bigr => j _; have place := place_of_state i j state cubeX.
  rewrite -(here (x_column j)) in place.
  rewrite added_cat (added_parts _ _ (fun k => cubeP k j) place).
  by rewrite (added_table _ _ _ place) here xs addrK.
split=> [j|]; last split=> [j|]; rewrite all_added.
- by rewrite xs !big1 ?addr0 // => k _; rewrite /unit_at mulr0.
- by rewrite vs sum_values big1 ?add0r // => k _; rewrite /unit_at mulr0.
- by rewrite ss s0 add0r sum_values_else // addr0; apply: eq_bigr => k _; rewrite /unit_at eqxx mulr1.
Qed.

Lemma sum_others (s : 'I_n -> F) i : \sum_j n%:R^-1 * (j != i)%:R * s j * n%:R = \sum_(j | j != i) s j.
Proof.
have swap (a b u v : F) : a * b * u * v = a * v * (b * u) by ring_in F.
rewrite [RHS]big_mkcond; apply: eq_bigr => j _; rewrite swap mulVf ?(n_neq0 i) // mul1r.
by case: (j != i); rewrite ?mul1r ?mul0r.
Qed.
Lemma maximum m v l : m - v + relu (- l - (m - v)) + v = Num.max m (v - l).
Proof.
rewrite /relu addrAC subrK; have -> : - l - (m - v) = v - l - m by ring_in F.
case: (lerP (v - l - m) 0) => [le|gt]; first by rewrite addr0; symmetry; apply/max_idPl; rewrite -subr_le0.
by rewrite addrC subrK; symmetry; apply/max_idPr; rewrite ltW // -subr_gt0.
Qed.

Lemma gather_state L Y X V W s : in_cube X -> (forall i, 0 <= s i) ->
  holds_state Y X (fun i j => W i j - V i j) s ->
  holds_state (apply_block (gather L V) Y) X (fun i j => Num.max (W i j) (V i j - L * \sum_i s i)) (fun=> 0).
Proof.
move=> cubeX s_ge0 state i; have [xs [vs ss]] := state i.
have here k : attended (gather L V) Y i k = if k is inr tt then \sum_i s i else Y i k.
  rewrite /attended /= addr0 mulr_suml.
  rewrite (eq_bigr (fun j => n%:R^-1 * (j != i)%:R * s j * n%:R * unit_at sum_column k)) => [|j _]; last first.
    by rewrite even_attention /relative off_diagonal sum_unit addr0 mulrA (proj2 (proj2 (state j))).
  rewrite -mulr_suml sum_others; case: k => [k|[]]; first by rewrite /unit_at mulr0 addr0.
  by rewrite /unit_at eqxx mulr1 ss [RHS](bigD1 i).
have sum_ge0 : 0 <= \sum_i s i by apply: sumr_ge0.
have all_added k : apply_block (gather L V) Y i k = attended (gather L V) Y i k +
    (- ((\sum_i s i) * unit_at sum_column k) +
     \sum_j (relu (- (L * \sum_i s i) - (W i j - V i j)) + V i j) * unit_at (value_column j) k).
  rewrite apply_blockE addr0 added_cons added_flatten big_enum; congr (_ + (_ + _)).
    by rewrite /= sum_unit oppr0 addr0 here relu_ge0 // mulN1r mulrN mulrC.
  apply: eq_bigr => j _.
  have place : lies_at i (attended (gather L V) Y i (x_column j)) by rewrite here; apply: place_of_state state cubeX.
  rewrite added_cons /= (added_table _ _ _ place) -mulrDl; congr ((relu _ + _) * _).
  rewrite addr0 (eq_bigr _ (fun l _ => mulrDr _ _ _)) big_split /= !sum_scaled !here /= !mulNr mul1r.
  by have := vs j; rewrite /value_column => ->.
split=> [j|]; last split=> [j|]; rewrite all_added here /=.
- by have := xs j; rewrite /x_column => ->; rewrite sum_values_else // /unit_at mulr0 oppr0 !addr0.
- by have := vs j; rewrite /value_column => ->; rewrite sum_values /unit_at mulr0 oppr0 add0r addrA maximum.
- by rewrite sum_values_else // /unit_at eqxx mulr1 addr0 subrr.
Qed.

Lemma closing_columns Y X V s i j : in_cube X -> holds_state Y X V s -> first_columns (apply_block closing Y) i j = V i j.
Proof.
move=> cubeX state; have [xs [vs _]] := state i.
have here k : attended closing Y i k = Y i k by apply: no_head_attended.
have unit_x (k l : 'I_d) : unit_at (x_column k) (x_column l) = (l == k)%:R by [].
rewrite /first_columns apply_blockE addr0 added_dummy added_flatten big_enum here xs /=.
rewrite (eq_bigr (fun k => (V i k - (X i k + i.*2%:R)) * unit_at (x_column k) (x_column j))) => [|k _].
  rewrite (bigD1 j) //= big1 ?addr0 => [|k /negbTE ne]; last by rewrite unit_x eq_sym ne mulr0.
  by rewrite unit_x eqxx mulr1 addrC subrK.
rewrite !added_cons added_nil /= !sum_unit sum_scaled !here xs vs oppr0 !addr0.
have x_ge0 : 0 <= X i k + i.*2%:R by rewrite addr_ge0 ?ler0n //; case/andP: (cubeX i k).
rewrite (relu_ge0 x_ge0); set u := unit_at _ _.
have -> : relu (V i k) = V i k + relu (- 1 * V i k).
  rewrite mulN1r; case: (ger0P (V i k)) => [ge|/ltW le].
    by rewrite relu_ge0 // relu_le0 ?oppr_le0 // addr0.
  by rewrite relu_le0 // relu_ge0 ?oppr_ge0 // subrr.
by set r := relu _; clearbody r u; ring_in F.
Qed.

Lemma network_state L points X m Y :
  in_cube X -> all_in_cube points -> holds_state Y X m (fun=> 0) ->
  exists2 W, holds_state (network (flatten [seq [:: prepare p.1 p.2; gather L p.2] | p <- points]) Y) X W (fun=> 0) &
    forall i j, W i j = foldl (fun t p => Num.max t (p.2 i j - L * distance X p.1)) (m i j) points.
Proof.
move=> cubeX; elim: points m Y => [|[P V] points IH] m Y /=; first by exists m.
case=> cubeP cubes state.
have prepared := prepare_state V cubeX cubeP state (fun=> erefl).
have part_ge0 i : 0 <= \sum_j `|X i j - P i j| by apply: sumr_ge0 => j _; apply: normr_ge0.
have [W stateW same] := IH _ _ cubes (gather_state L cubeX part_ge0 prepared).
by exists W.
Qed.

Theorem network_computes_cones L M points : all_in_cube points ->
  all (@has_units n (wide d)) (cones_network L M points) /\
  forall X, in_cube X ->
  forall i j, first_columns (network (cones_network L M points) (widened X)) i j = cones L M points X i j.
Proof.
move=> cubes; split; first by rewrite /= all_cat /= andbT; elim: points {cubes} => //= p points ->.
move=> X cubeX i j; have [W state same] := network_state L cubeX cubes (opening_state M X).
have -> : network (cones_network L M points) (widened X) = apply_block closing
    (network (flatten [seq [:: prepare p.1 p.2; gather L p.2] | p <- points]) (apply_block (opening M) (widened X))).
  by rewrite /cones_network /network /= foldl_cat.
by rewrite (closing_columns _ _ cubeX state) same.
Qed.

(* Where values are given that an L-Lipschitz map may take, the network takes them, and stays in every cone around them. *)
Definition lipschitz_values L (points : seq point) : Prop := forall p q, List.In p points -> List.In q points ->
  forall i j, p.2 i j - q.2 i j <= L * distance p.1 q.1.
Lemma distance_sym (X P : 'I_n -> 'I_d -> F) : distance X P = distance P X.
Proof. by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite distrC. Qed.
Lemma distance_triangle (X P Q : 'I_n -> 'I_d -> F) : distance P Q <= distance X P + distance X Q.
Proof.
rewrite [distance X P]distance_sym -big_split; apply: ler_sum => i _; rewrite -big_split; apply: ler_sum => j _.
exact: ler_dist_add.
Qed.
Lemma foldl_max_ge (f : point -> F) points t : t <= foldl (fun t p => Num.max t (f p)) t points.
Proof. by elim: points t => //= p points IH t; apply: le_trans (IH _); rewrite le_maxr lexx. Qed.
Lemma foldl_max_in (f : point -> F) points t p : List.In p points -> f p <= foldl (fun t p => Num.max t (f p)) t points.
Proof.
elim: points t => //= q points IH t [->|inside]; last exact: IH.
by apply: le_trans (foldl_max_ge _ _ _); rewrite le_maxr lexx orbT.
Qed.
Lemma foldl_max_le (f : point -> F) points t s : t <= s -> (forall p, List.In p points -> f p <= s) ->
  foldl (fun t p => Num.max t (f p)) t points <= s.
Proof.
elim: points t => //= q points IH t t_le all_le; apply: IH => [|p inside]; last by apply: all_le; right.
by rewrite le_maxl t_le all_le //; left.
Qed.

Theorem cones_interpolate L M points X : 0 <= L -> lipschitz_values L points ->
  (forall p, List.In p points -> forall i j, - M <= p.2 i j) ->
  forall p, List.In p points -> forall i j, `|cones L M points X i j - p.2 i j| <= L * distance X p.1.
Proof.
move=> L_ge0 lipschitz M_le p inside i j.
have dist_ge0 : 0 <= distance X p.1 by apply: sumr_ge0 => k _; apply: sumr_ge0 => l _; apply: normr_ge0.
rewrite ler_norml; apply/andP; split.
  rewrite ler_subr_addr addrC; exact: (foldl_max_in (fun q => q.2 i j - L * distance X q.1)).
rewrite ler_subl_addr; apply: foldl_max_le => [|q q_in].
  by apply: le_trans (M_le _ inside i j) _; rewrite ler_addr mulr_ge0.
rewrite ler_subl_addr -addrA addrCA -ler_subl_addl -mulrDr; apply: le_trans (lipschitz q p q_in inside i j) _.
by rewrite ler_wpmul2l // [_ + distance X q.1]addrC distance_triangle.
Qed.

End Network.

(* --- The grid of m cells an edge -------------------------------------------------------------------------------------------------------- *)
Section Grid.
Variables (n d m : nat).
Definition place : finType := [finType of {ffun 'I_n * 'I_d -> 'I_m.+1}].
Definition at_place (g : place) (i : 'I_n) (j : 'I_d) : F := (g (i, j))%:R / m%:R.
Definition grid_points (V : place -> 'I_n -> 'I_d -> F) : seq (point n d) := [seq (at_place g, V g) | g <- enum place].
(* No value is below its opposite. *)
Definition least_value (V : place -> 'I_n -> 'I_d -> F) : F := \sum_g \sum_i \sum_j `|V g i j|.

Lemma nearest_integer k (x : F) : 0 <= x <= k%:R -> exists2 a : 'I_k.+1, true & `|x - a%:R| <= 2%:R^-1.
Proof.
have half : 1 - 2%:R^-1 = 2%:R^-1 :> F.
  by rewrite {1}[1 in LHS]splitr !mul1r addrK.
elim: k => [|k IH] /andP[x_ge0 x_le].
  by exists ord0 => //; rewrite (@le_anti _ _ x 0) ?x_ge0 ?x_le // subrr normr0 invr_ge0 ler0n.
case: (lerP x k%:R) => [le|gt].
  have [|a _ near] := IH; first by rewrite x_ge0.
  by exists (widen_ord (leqnSn _) a).
case: (lerP (x - k%:R) 2%:R^-1) => [near|far].
  by exists (widen_ord (leqnSn _) ord_max) => //=; rewrite ger0_norm // subr_ge0 ltW.
exists ord_max => //=; rewrite ler0_norm ?subr_le0 // opprB.
have -> : k.+1%:R - x = 1 - (x - k%:R) by rewrite mulrSr; move: (k%:R) => y; ring_in F.
by rewrite -[X in _ <= X]half ler_add2l ler_opp2 ltW.
Qed.

Lemma grid_in_cube (V : place -> 'I_n -> 'I_d -> F) : (0 < m)%N -> all_in_cube (grid_points V).
Proof.
move=> m_gt0; rewrite /grid_points; elim: (enum place) => //= g s IH; split=> // i j.
rewrite /at_place divr_ge0 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat -ltnS ltn_ord //.
Qed.

Theorem sup_norm (L : F) (V : place -> 'I_n -> 'I_d -> F) : (0 < m)%N -> 0 <= L ->
  (forall g h i j, `|V g i j - V h i j| <= L * distance (at_place g) (at_place h)) ->
  let blocks := cones_network L (least_value V) (grid_points V) in
  all (@has_units n (wide d)) blocks /\
  forall X, in_cube X -> forall Z : 'I_n -> 'I_d -> F,
  (forall g i j, `|Z i j - V g i j| <= L * distance X (at_place g)) ->
  forall i j, `|first_columns (network blocks (widened X)) i j - Z i j| <= L * n%:R * d%:R / m%:R.
Proof.
move=> m_gt0 L_ge0 lipschitz blocks.
have m_pos : 0 < m%:R :> F by rewrite ltr0n.
have [units computed] := network_computes_cones L (least_value V) (grid_in_cube V m_gt0).
split=> // X cubeX Z may_be i j; rewrite computed //.
have near : exists g : place, forall i j, `|X i j - at_place g i j| <= (m%:R * 2%:R)^-1.
  have pick k l : {a : 'I_m.+1 | `|X k l - a%:R / m%:R| <= (m%:R * 2%:R)^-1}.
    apply: sigW; have /andP[low high] := cubeX k l.
    have [|a _ close] := @nearest_integer m (m%:R * X k l).
      by rewrite mulr_ge0 ?ler0n //= -[X in _ <= X]mulr1 ler_wpmul2l ?ler0n.
    exists a; rewrite invfM -(ler_pmul2l m_pos) mulrA divff ?gt_eqF // mul1r; apply: le_trans close.
    have -> : m%:R * X k l - a%:R = m%:R * (X k l - a%:R / m%:R).
      by rewrite mulrBr [m%:R * (a%:R / _)]mulrCA divff ?gt_eqF // mulr1.
    by rewrite normrM ger0_norm ?ler0n.
  exists [ffun p => sval (pick p.1 p.2)] => k l; rewrite /at_place ffunE /=; exact: svalP (pick k l).
have [g close] := near.
have inside : List.In (at_place g, V g) (grid_points V).
  rewrite /grid_points; have := mem_enum place g; elim: (enum place) => //= h s IH; rewrite in_cons.
  by case/orP=> [/eqP ->|/IH]; [left | right].
have every p : List.In p (grid_points V) -> exists h, p = (at_place h, V h).
  by rewrite /grid_points; elim: (enum place) => //= h s IH [<-|/IH]; first by exists h.
have lipschitz' : lipschitz_values L (grid_points V).
  move=> p q /every[h ->] /every[h' ->] k l /=; exact: le_trans (ler_norm _) (lipschitz h h' k l).
have low p : List.In p (grid_points V) -> forall k l, - least_value V <= p.2 k l.
  move=> /every[h ->] k l /=; rewrite ler_oppl; apply: le_trans (ler_norm _) _; rewrite normrN.
  rewrite /least_value (bigD1 h) //= (bigD1 k) //= (bigD1 l) //= -!addrA ler_addl.
  by rewrite !addr_ge0 ?sumr_ge0 // => *; rewrite ?normr_ge0 ?sumr_ge0 // => *; rewrite ?normr_ge0 ?sumr_ge0 // => *; rewrite normr_ge0.
have taken := cones_interpolate X L_ge0 lipschitz' low inside i j.
apply: le_trans (ler_dist_add (V g i j) _ _) _.
apply: le_trans (ler_add taken _) _; first by rewrite distrC; apply: may_be.
have far : distance X (at_place g) <= n%:R * d%:R * (m%:R * 2%:R)^-1.
  apply: le_trans (ler_sum _ (fun k _ => ler_sum _ (fun l _ => close k l))) _.
  by rewrite !sumr_const !card_ord -mulrnA mulnC -[X in X <= _]mulr_natl natrM.
rewrite -mulrDr -!mulrA ler_wpmul2l //; apply: le_trans (ler_add far far) _.
by rewrite invfM [n%:R * d%:R * _]mulrA -splitr -mulrA.
Qed.
End Grid.
End SupNorm.
