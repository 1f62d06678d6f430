(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Definitions A.3 and A.4, with their own numbers: labels 0, ..., 2^k - 1, layers
   1, ..., 2k, digits 1, ..., k from the most significant. Below them, the same in the bit vectors of routing.v. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import routing.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* a, ..., b. *)
Definition from_to a b := iota a (b.+1 - a).
Definition labels k := iota 0 (2 ^ k).
Definition digit x j k := x %/ 2 ^ (k - j) %% 2.
Definition hamming_neighbours x y j k :=
  all (fun i => if i == j then digit x i k != digit y i k else digit x i k == digit y i k) (from_to 1 k).
(* k - |l - k|: one of |l - k|'s two halves is 0. For layers l = 1, ..., 2k - 1 the difference is 1 or more (digits_exist). *)
Definition column_digit l k := k - ((l - k) + (k - l)).
Definition edge l i m j k := (m == l.+1) && ((i == j) || hamming_neighbours i j (column_digit l k) k).

Lemma mem_from_to a b x : (x \in from_to a b) = (a <= x <= b).
Proof.
rewrite mem_iota; case: (leqP a b) => [a_le|b_lt]; first by rewrite subnKC // leqW.
rewrite (eqP (_ : b.+1 - a == 0)) // addn0; case: (leqP a x) => //= a_le.
by rewrite leqNgt (leq_trans b_lt).
Qed.

Lemma mem_labels k x : (x \in labels k) = (x < 2 ^ k).
Proof. by rewrite mem_iota. Qed.

(* --- Numbers and their bits ------------------------------------------------------------------------------------------------ *)
Definition bits k (x : nat) : label k := [ffun w : 'I_k => odd (x %/ 2 ^ w)].

Lemma digit_bits k x (w : 'I_k) : digit x (k - w) k = bits k x w :> nat.
Proof. by rewrite /digit subKn 1?ltnW // modn2 ffunE. Qed.

Lemma low_digits x k : \sum_(w < k) x %/ 2 ^ w %% 2 * 2 ^ w = x %% 2 ^ k.
Proof.
elim: k => [|k IH]; first by rewrite big_ord0 modn1.
rewrite big_ord_recr /= IH {3}(divn_eq x (2 ^ k)) {2}(divn_eq (x %/ 2 ^ k) 2) mulnDl -mulnA -expnS -addnA modnMDl.
have bit_le : x %/ 2 ^ k %% 2 * 2 ^ k <= 2 ^ k by rewrite -{3}[2 ^ k]mul1n leq_mul2r -ltnS ltn_mod orbT.
by rewrite addnC [RHS]modn_small // expnS mul2n -addnn -addnS leq_add // ltn_mod expn_gt0.
Qed.

Lemma digits_of k x : x < 2 ^ k -> \sum_(1 <= j < k.+1) digit x j k * 2 ^ (k - j) = x.
Proof.
move=> x_lt; rewrite -[RHS](modn_small x_lt) -low_digits big_add1 /= big_mkord (reindex_inj rev_ord_inj) /=.
by apply: eq_bigr => w _; rewrite /digit subnSK // subKn 1?ltnW.
Qed.

Lemma bits_inj k x y : x < 2 ^ k -> y < 2 ^ k -> bits k x = bits k y -> x = y.
Proof.
move=> x_lt y_lt same; rewrite -(modn_small x_lt) -(modn_small y_lt) -!low_digits; apply: eq_bigr => w _.
by move/ffunP/(_ w): same; rewrite !modn2 !ffunE => ->.
Qed.

Lemma bits_eq k x y : x < 2 ^ k -> y < 2 ^ k -> (bits k x == bits k y) = (x == y).
Proof. by move=> x_lt y_lt; apply/eqP/eqP => [/bits_inj ->|->]. Qed.

(* The number of a bit vector. *)
Definition number k (i : label k) : nat := \sum_(w < k) i w * 2 ^ w.

Lemma numberK k x : x < 2 ^ k -> number (bits k x) = x.
Proof.
move=> x_lt; rewrite -[RHS](modn_small x_lt) -low_digits; apply: eq_bigr => w _.
by rewrite ffunE modn2.
Qed.

Lemma bits_bij k : bijective (fun x : 'I_(2 ^ k) => bits k x).
Proof.
apply: inj_card_bij => [x y /bits_inj same|]; first by apply: val_inj; apply: same.
by rewrite card_ffun card_bool !card_ord.
Qed.

Lemma bitsK k (i : label k) : bits k (number i) = i /\ number i < 2 ^ k.
Proof. by have [g _ gK] := bits_bij k; rewrite -(gK i) numberK. Qed.

(* Sums over all labels. *)
Lemma sum_labels k (P : pred nat) (F : nat -> nat) :
  \sum_(x <- labels k | P x) F x = \sum_(i : label k | P (number i)) F (number i).
Proof.
rewrite -[labels k]/(iota 0 (2 ^ k)) -{1}(subn0 (2 ^ k)) big_mkord.
rewrite (reindex (fun x : 'I_(2 ^ k) => bits k x)); last exact/onW_bij/bits_bij.
by apply: eq_big => x; rewrite numberK.
Qed.

(* --- Edges ----------------------------------------------------------------------------------------------------------------- *)
Lemma column_digitK k l : 0 < l < k.*2 -> column k l < k /\ k - column_digit l k = column k l.
Proof.
case/andP=> l_gt0 l_lt; have lt : column k l < k.
  rewrite /column; case: (leqP l k) => [le|/ltnW le]; rewrite (eqP le) ?addn0 ?add0n.
    by rewrite ltn_subrL l_gt0 (leq_trans l_gt0).
  by rewrite ltn_subLR // addnn.
by split=> //; rewrite subKn // ltnW.
Qed.

Lemma eq_sub2l k a b : a <= k -> b <= k -> (k - a == k - b) = (a == b).
Proof. by move=> a_le b_le; rewrite -(eqn_add2r b) subnK // -(eqn_add2r a) addnAC subnK // eqn_add2l eq_sym. Qed.

Lemma hamming_flip k x y b : b < k -> hamming_neighbours x y (k - b) k = (bits k y == flip b (bits k x)).
Proof.
move=> b_lt; apply/allP/eqP => [near|flipped j]; first apply/ffunP => w.
  have /near : k - w \in from_to 1 k by rewrite mem_from_to subn_gt0 ltn_ord leq_subr.
  rewrite eq_sub2l 1?ltnW // !digit_bits [RHS]ffunE; case: ifP => _; by case: (bits k x w) (bits k y w) => [] [].
rewrite mem_from_to => /andP[j_gt0 j_le]; have w_lt : k - j < k by rewrite ltn_subrL j_gt0 (leq_trans j_gt0).
have {j_le} -> : j = k - Ordinal w_lt by rewrite /= subKn.
rewrite !digit_bits flipped [flip _ _ _]ffunE eq_sub2l 1?ltnW //=; case: eqP => _; by case: (bits k x _).
Qed.

Lemma edge_bits k l x y : x < 2 ^ k -> y < 2 ^ k -> 0 < l < k.*2 ->
  edge l x l.+1 y k = routing.edge l (bits k x) (bits k y).
Proof.
move=> x_lt y_lt l_in; have [b_lt eq_b] := column_digitK l_in.
have digit_b : column_digit l k = k - column k l by rewrite -eq_b subKn // leq_subr.
by rewrite /edge eqxx digit_b hamming_flip // /routing.edge bits_eq // [y == x]eq_sym.
Qed.

Lemma edge_number k l (i j : label k) : 0 < l < k.*2 -> edge l (number i) l.+1 (number j) k = routing.edge l i j.
Proof. by move=> l_in; have [iK i_lt] := bitsK i; have [jK j_lt] := bitsK j; rewrite edge_bits // iK jK. Qed.
