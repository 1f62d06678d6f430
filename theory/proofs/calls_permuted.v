(* SPDX-License-Identifier: Apache-2.0 *)
(* Blocks commute with permutations of the tokens, if the attention matrices of their heads are permuted as the tokens are. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_two_runs.
From attest Require bound_rounding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition permutes n (s : nat -> nat) : Prop := perm_eq (map s (iota 1 n)) (iota 1 n).

Section Permutations.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (A X Y : nat -> nat -> F) (n d k : nat) (s : nat -> nat) (v w : value F).

Lemma permuted_in n s i : permutes n s -> (0 < i <= n)%N -> (0 < s i <= n)%N.
Proof. by move=> perm i_n; apply: in_from_1; rewrite -(perm_mem perm) map_f // mem_iota add1n ltnS. Qed.
Lemma permuted_sum n s (f : nat -> F) : permutes n s -> \sum_(i <- iota 1 n) f (s i) = \sum_(i <- iota 1 n) f i.
Proof. by move=> perm; rewrite -(big_map s predT f) (perm_big _ perm). Qed.
Lemma permuted_top n s (f : nat -> F) : permutes n s -> (0 < n)%N -> top n (fun i => f (s i)) = top n f.
Proof.
move=> perm n_gt0; apply/le_anti; have [i i_n iE] := top_in (fun i => f (s i)) n_gt0; rewrite {1}iE le_top ?permuted_in //=.
have [j j_n ->] := top_in f n_gt0; have : j \in map s (iota 1 n) by rewrite (perm_mem perm) mem_iota add1n ltnS.
by case/mapP=> l /in_from_1 l_n ->; exact: (@le_top S n (fun i => f (s i)) l l_n).
Qed.
Lemma permuted_soft n s (f : nat -> F) j : permutes n s -> (0 < n)%N -> soft n (fun i => f (s i)) j = soft n f (s j).
Proof.
move=> perm n_gt0; rewrite /soft /softened permuted_top //; congr (_ / _).
exact: (permuted_sum (fun i => weight fs (Symb "e"%string) (f i - top n f)) perm).
Qed.
Lemma permuted_headed n d k A A' V (b : nat -> F) O X s i j : permutes n s -> (forall i p, A' i p = A (s i) (s p)) ->
  headed n d k A' V b O (fun i => X (s i)) i j = headed n d k A V b O X (s i) j.
Proof.
move=> perm AE; apply: eq_bigr => l _; congr (_ * _).
rewrite -(permuted_sum (fun p => A (s i) p * (\sum_(q <- iota 1 d) X p q * V q l + b l)) perm).
by apply: eq_bigr => p _; rewrite AE.
Qed.

(* All p of permutations(n). *)
Lemma says_for_permutations defs env (x : string) a n g : yields fs defs env a (Num n%:R) ->
  (forall s, permutes n s -> Says fs (call fs defs) true ((x, vec n (fun i => (s i)%:R)) :: env) g) ->
  Says fs (call fs defs) true env (Forall x (Elements (Call "permutations" [:: a])) None g).
Proof.
move=> ya body; apply: (says_forall (T := seq nat) (inside := fun ks => ks \in arrangements n (iota 1 n))
  (h := fun ks => List [seq Num k%:R | k <- ks]) (P := fun _ => true)) => [|//|ks ks_in _].
  apply: in_list; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); [reflexivity | ].
  rewrite /= integer_nat // (_ : [seq of_integer S k%:Z | k <- iota 1 n] = [seq Num k%:R | k <- iota 1 n]).
    by rewrite bound_rounding.arrangements_map -map_comp.
  by apply: eq_map => k; rewrite /of_integer -pmulrn.
have perm : perm_eq ks (iota 1 n) by apply: bound_rounding.arrangements_perm ks_in; rewrite size_iota.
have size_ks : size ks = n by rewrite (perm_size perm) size_iota.
have ksE : ks = [seq nth 0%N ks i.-1 | i <- iota 1 n].
  by rewrite -{1}(mkseq_nth 0%N ks) /mkseq size_ks -[1%N]addn0 iotaDl -map_comp; apply: eq_map.
have -> : List [seq Num k%:R | k <- ks] = vec n (fun i => (nth 0%N ks i.-1)%:R : F).
  by rewrite {1}ksE -map_comp; congr List; apply: eq_map.
by apply: (body (fun i => nth 0%N ks i.-1)); rewrite /permutes -ksE.
Qed.

(* --- The relation between two runs ------------------------------------------------------------------------------------------------ *)
Definition permuted n d s v w : Prop := exists X, v = mat n d X /\ w = mat n d (fun i => X (s i)).
Lemma permuted_mat n d s v w : permuted n d s v w -> exists X X', v = mat n d X /\ w = mat n d X'.
Proof. by case=> X [-> ->]; exists X, (fun i => X (s i)). Qed.
Lemma mat_inj m n A B i : mat m n A = mat m n B -> (0 < i <= m)%N -> vec n (A i) = vec n (B i).
Proof.
case=> /= E i_m; have := congr1 (fun l => nth (Bool true) l i.-1) E.
have /andP[i_gt0 i_le] := i_m; have i_lt : (i.-1 < m)%N by rewrite prednK.
by rewrite !(nth_map 0%N) ?size_iota // nth_iota // add1n prednK.
Qed.
Lemma vec_inj n (f g : nat -> F) i : vec n f = vec n g -> (0 < i <= n)%N -> f i = g i.
Proof.
case=> /= E i_n; have := congr1 (fun l => nth (Bool true) l i.-1) E.
have /andP[i_gt0 i_le] := i_n; have i_lt : (i.-1 < n)%N by rewrite prednK.
by rewrite !(nth_map 0%N) ?size_iota // nth_iota // add1n prednK // => -[].
Qed.
Lemma permuted_add n d s (Z Z' H H' : nat -> nat -> F) : permutes n s -> permuted n d s (mat n d Z) (mat n d Z') ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> H' i j = H (s i) j) ->
  permuted n d s (mat n d (fun i j => Z i j + H i j)) (mat n d (fun i j => Z' i j + H' i j)).
Proof.
move=> perm [Y [ZE ZE']] HE; exists (fun i j => Z i j + H i j); split=> //; apply: mat_ext => i j i_n j_d.
rewrite HE //; congr (_ + _); rewrite (vec_inj (mat_inj ZE' i_n) j_d).
by rewrite (vec_inj (mat_inj ZE (permuted_in perm i_n)) j_d).
Qed.
Lemma permuted_rows n d s (Z Z' : nat -> nat -> F) defs B phi : permutes n s -> (0 < d)%N -> provides rowwise_l defs -> rowwise_of B d phi ->
  permuted n d s (mat n d Z) (mat n d Z') -> permuted n d s (mat n d (fun i => phi (Z i))) (mat n d (fun i => phi (Z' i))).
Proof.
move=> perm d_gt0 W row [Y [ZE ZE']]; exists (fun i => phi (Y i)).
have same (X X' : nat -> nat -> F) : mat n d X = mat n d X' -> mat n d (fun i => phi (X i)) = mat n d (fun i => phi (X' i)).
  move=> XE; apply: yields_inj (y_rowwise n X (Symb ""%string) [::] row W d_gt0) _; rewrite XE.
  exact: (y_rowwise n X' (Symb ""%string) [::] row W d_gt0).
by split; [exact: same | exact: (same Z' (fun i => Y (s i)))].
Qed.
End Permutations.
