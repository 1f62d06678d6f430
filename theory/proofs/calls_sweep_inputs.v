(* SPDX-License-Identifier: Apache-2.0 *)
(* The inputs of a grid as lists of digits, the numbers that the sweeps of contextual_mapping.stm have (windows, multipliers), and that with them each
   token is shifted once. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements digits calls_grids calls_gaps.
From attest Require Import sweep calls_sweep calls_swept.
From attest Require calls_srpe statements_urpe_lemma_10_sweep.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in calls_sweep.library f) (only parsing).
Definition grid_inputs_d := Eval compute in the "grid_inputs".
Definition half_width_d := Eval compute in the "half_width".
Definition half_open_multiplier_d := Eval compute in the "half_open_multiplier".
Definition slack_d := Eval compute in the "slack".
Definition closed_half_width_d := Eval compute in the "closed_half_width".
Definition closed_multiplier_d := Eval compute in the "closed_multiplier".
Definition half_open_sweep_d := Eval compute in the "half_open_sweep".
Definition closed_sweep_d := Eval compute in the "closed_sweep".

(* --- Inputs as digits ------------------------------------------------------------------------------------------------------------- *)
Definition inputs N n d : seq (seq (seq nat)) := lists_over (lists_over (iota 0 N) d) n.
Definition token (X : seq (seq nat)) i : seq nat := nth [::] X i.-1.
Definition code_at b X i : nat := numeral b (token X i).

Lemma numeral_lt b t : all (fun k => k < b)%N t -> (numeral b t < b ^ size t)%N.
Proof.
elim: t => //= k t IH /andP[k_b /IH t_b]; rewrite expnSr.
by apply: leq_trans (leq_mul t_b (leqnn b)); rewrite mulSn addnC ltn_add2r.
Qed.
Lemma size_input N n d X : X \in inputs N n d -> size X = n.
Proof. by rewrite mem_lists_over => /andP[/eqP]. Qed.
Lemma token_in N n d X i : X \in inputs N n d -> (0 < i <= n)%N -> size (token X i) = d /\ all (fun k => k < N)%N (token X i).
Proof.
rewrite mem_lists_over => /andP[/eqP size_X /allP X_in] /andP[i_gt0 i_n].
have : token X i \in lists_over (iota 0 N) d by apply: X_in; rewrite mem_nth // size_X prednK.
rewrite mem_lists_over => /andP[/eqP size_t t_in]; split=> //; apply: sub_all t_in => k.
by rewrite /= mem_iota add0n.
Qed.
Lemma code_lt N b n d X i : (N <= b)%N -> X \in inputs N n d -> (0 < i <= n)%N -> (code_at b X i < b ^ d)%N.
Proof.
move=> N_b X_in i_n; have [size_t t_N] := token_in X_in i_n; rewrite -size_t; apply: numeral_lt.
by apply: sub_all t_N => k k_N; exact: leq_trans N_b.
Qed.
Lemma codes_inj N b n d X X' : (N <= b)%N -> X \in inputs N n d -> X' \in inputs N n d ->
  (forall i, (0 < i <= n)%N -> code_at b X i = code_at b X' i) -> X = X'.
Proof.
move=> N_b X_in X'_in same; apply: (@eq_from_nth _ [::]) => [|i]; first by rewrite (size_input X_in) (size_input X'_in).
rewrite (size_input X_in) => i_n; have i1_n : (0 < i.+1 <= n)%N by [].
have [size_t t_N] := token_in X_in i1_n; have [size_t' t'_N] := token_in X'_in i1_n.
have small t : all (fun k => k < N)%N t -> all (fun k => k < b)%N t by apply: sub_all => k k_N; exact: leq_trans N_b.
by apply: (numeral_inj (small _ t_N) (small _ t'_N)); rewrite ?size_t //; exact: same i1_n.
Qed.
Lemma inputs_uniq N n d : uniq (inputs N n d).
Proof. by do 2!apply: calls_srpe.lists_over_uniq; exact: iota_uniq. Qed.

Section Inputs.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (u : nat -> F) (X : seq (seq nat)) (n m d N b A r q : nat) (w D : F).

Definition input m X i j : F := (nth 0%N (token X i) j.-1)%:R / m%:R.
Definition weights b j : F := b%:R ^+ j.-1.
Lemma call_grid_inputs defs N n d m : provides [:: grid_inputs_d] defs ->
  call fs defs "grid_inputs" [:: List (map (@Num F) (grid F N m)); Num n%:R; Num d%:R] = Value (List [seq mat n d (input m X) | X <- inputs N n d]).
Proof.
move=> W; enter; apply: yields_eq.
  apply: (@y_tuples _ _ floor_int _ _ _ _ _ (fun t => List [seq Num (k%:R / m%:R) | k <- t]) (lists_over (iota 0 N) d)); [ | value | reflexivity].
  apply: (@y_tuples _ _ floor_int _ _ _ _ _ (fun k => Num (k%:R / m%:R)) (iota 0 N)); [ | value | reflexivity].
  by apply: yields_eq; [value | rewrite -map_comp].
congr List; apply/eq_in_map => X X_in.
have -> : [seq List [seq Num (k%:R / m%:R) | k <- t] | t <- X] = [seq List (map (@Num F) t) | t <- [seq [seq k%:R / m%:R | k <- t] | t <- X]].
  by rewrite -map_comp; apply: eq_map => t /=; rewrite -map_comp.
have size_X := size_input X_in.
rewrite (@mat_seq _ _ n d) ?size_map //; last first.
  apply/allP => s /mapP[t t_X ->]; rewrite size_map; move: X_in; rewrite mem_lists_over => /andP[_ /allP/(_ t t_X)].
  by rewrite /= mem_lists_over => /andP[].
apply: mat_ext => i j i_n j_d; have [size_t _] := token_in X_in i_n.
case/andP: i_n => i_gt0 i_n; case/andP: j_d => j_gt0 j_d.
by rewrite (nth_map [::]) ?size_X ?prednK // (nth_map 0%N) // size_t prednK.
Qed.
Lemma call_powers_vec defs b d y : provides [:: powers_d] defs -> y = b%:R ->
  call fs defs "powers" [:: Num y; Num d%:R] = Value (vec d (weights b)).
Proof.
move=> W yE; rewrite (call_powers floor_int d W yE) (vec_seq (n := d)) ?size_map ?size_iota //; congr Value.
apply: vec_ext => j /andP[j_gt0 j_d]; rewrite (nth_map 0%N) ?size_iota ?prednK // nth_iota ?prednK //.
Qed.
Lemma total_weights b d : total d (weights b) = (numeral b (nseq d 1%N))%:R.
Proof. by rewrite -total_powers /total /weights /powers -[1%N]addn0 iotaDl !big_map. Qed.
Lemma proj_input N m n d b u X i : X \in inputs N n d -> (0 < i <= n)%N ->
  proj d (weights b) (fun i j => input m X i j + u i) i = u i * total d (weights b) + (code_at b X i)%:R * m%:R^-1.
Proof.
move=> X_in i_n; have [size_t _] := token_in X_in i_n; rewrite /proj; under eq_bigr do rewrite mulrDl.
rewrite big_split /= -mulr_sumr addrC; congr (_ + _); have := dotp_digits F b m (token X i) 0.
rewrite expr0 mul1r size_t => <-; rewrite sum_from_1 /dotp size_map size_iota; apply: eq_bigr => j _.
by rewrite /input /weights /= !(nth_map 0%N) ?size_iota ?size_t // nth_iota.
Qed.

(* The first values by rank, and what the sweep makes of them. *)
Definition codes n u b X r : nat := code_at b X (of_rank n u r).
Definition last_of n u d b m A X r : F := shifted n A%:R m%:R^-1 (centre n d u (weights b)) (codes n u b X) r.
Definition wide n d m b u w A : Prop :=
  [/\ 0 < w, w <= m%:R^-1, (b ^ d <= A)%N, windows_apart n (b ^ d) w m%:R^-1 (centre n d u (weights b)) &
    forall l, all_inside n (b ^ d) l -> once n (b ^ d) A%:R w m%:R^-1 (centre n d u (weights b)) l].

Lemma codes_inside N n u d b X : (N <= b)%N -> pairs n (fun i j => 1 < `|u i - u j|) -> X \in inputs N n d -> all_inside n (b ^ d) (codes n u b X).
Proof. by move=> N_b gaps X_in r r_n; apply: code_lt N_b X_in _; exact: of_rank_in. Qed.
Lemma first_input N n m d b u X i : pairs n (fun i j => 1 < `|u i - u j|) -> X \in inputs N n d -> (0 < i <= n)%N ->
  proj d (weights b) (fun i j => input m X i j + u i) i = first_value m%:R^-1 (centre n d u (weights b)) (codes n u b X) (rank n u i).
Proof. by move=> gaps X_in i_n; rewrite (proj_input m b u X_in i_n) /first_value /at_window /centre /codes rankK. Qed.

Lemma swept_input N n m d b u w A X i : (0 < n)%N -> (0 < b)%N -> (N <= b)%N -> pairs n (fun i j => 1 < `|u i - u j|) -> wide n d m b u w A ->
  X \in inputs N n d -> (0 < i <= n)%N ->
  swept n u d (weights b) m%:R (b ^ d) w A%:R (proj d (weights b) (fun i j => input m X i j + u i)) i = last_of n u d b m A X (rank n u i).
Proof.
move=> n_gt0 b_gt0 N_b gaps [w_gt0 w_e K_A apart no] X_in i_n; have inside := codes_inside N_b gaps X_in.
apply: swept_values => //; last by apply: once_not_again; exact: no.
- by rewrite -[1]/(1%:R) ler_nat (leq_trans _ K_A) // expn_gt0 b_gt0.
by move=> j j_n; exact: (first_input m b gaps X_in j_n).
Qed.

(* Different inputs: the tokens of the highest rank end 1/m apart. *)
Lemma last_of_apart N n m d b u w A X X' : (0 < n)%N -> (0 < m)%N -> (N <= b)%N -> pairs n (fun i j => 1 < `|u i - u j|) -> wide n d m b u w A ->
  X \in inputs N n d -> X' \in inputs N n d -> X != X' ->
  m%:R^-1 <= `|last_of n u d b m A X n.-1 - last_of n u d b m A X' n.-1|.
Proof.
move=> n_gt0 m_gt0 N_b gaps [w_gt0 w_e K_A apart no] X_in X'_in differ.
apply: (last_apart n_gt0 K_A) => //; [by rewrite invr_gt0 ltr0n | exact: codes_inside X_in | exact: codes_inside X'_in | ].
have [/hasP[r r_n /eqP ne] | /hasPn same] := boolP (has (fun r => codes n u b X r != codes n u b X' r) (iota 0 n)).
  by exists r => //; move: r_n; rewrite mem_iota add0n.
case/eqP: differ; apply: (codes_inj N_b X_in X'_in) => i i_n; have := same (rank n u i).
by rewrite mem_iota add0n rank_n // => /(_ isT); rewrite negbK /codes rankK // => /eqP.
Qed.

(* Centres so far apart that between one token's values and the next one's there is D. *)
Lemma wide_from n m d b u w A D : (0 < n)%N -> (0 < m)%N -> (0 < b)%N -> pairs n (fun i j => 1 < `|u i - u j|) -> 0 < w -> w <= m%:R^-1 -> w <= D -> (b ^ d <= A)%N ->
  (forall r q, (r < q)%N -> (q < n)%N ->
    centre n d u (weights b) r + (b ^ d).-1%:R / m%:R + D <= centre n d u (weights b) q) ->
  (b ^ d).-1%:R / m%:R + w <= (A%:R - 1) * D -> wide n d m b u w A.
Proof.
move=> n_gt0 m_gt0 b_gt0 gaps w_gt0 w_e w_D K_A centres reach; set K := (b ^ d)%N in K_A centres reach *.
have K_gt0 : (0 < K)%N by rewrite expn_gt0 b_gt0.
have e_gt0 : 0 < m%:R^-1 :> F by rewrite invr_gt0 ltr0n.
have up k : (k < K)%N -> k%:R * m%:R^-1 <= K.-1%:R / m%:R :> F by move=> k_K; rewrite ler_pmul2r // ler_nat -ltnS prednK.
have A_ge1 : 1 <= A%:R :> F by rewrite -[1]/(1%:R) ler_nat (leq_trans K_gt0).
have apart : windows_apart n K w m%:R^-1 (centre n d u (weights b)).
  move=> r q k k' r_q q_n k_K k'_K; rewrite /at_window.
  apply: (le_trans (y := centre n d u (weights b) r + K.-1%:R / m%:R + D)); first by apply: ler_add w_D; rewrite ler_add2l up.
  by apply: le_trans (centres r q r_q q_n) _; rewrite ler_addl mulr_ge0 ?ler0n // ltW.
split=> // l inside; apply: beyond_once => // n_gt1.
have n1_n : (n.-1 < n)%N by rewrite prednK.
have n1_gt0 : (0 < n.-1)%N by rewrite -ltnS prednK.
set c := centre n d u (weights b) in centres apart *; rewrite /= /first_value /at_window.
set y0 := c 0%N + _; set y1 := c n.-1 + (l n.-1)%:R * _.
have far : D <= y1 - y0.
  rewrite ler_subr_addr addrC; apply: le_trans (_ : _ <= c n.-1) _; last by rewrite /y1 ler_addl mulr_ge0 ?ler0n // ltW.
  by apply: le_trans (centres 0%N n.-1 n1_gt0 n1_n); rewrite ler_add2r /y0 ler_add2l up // inside.
have swap (p q s : F) : p + s * (q - p) = q + (s - 1) * (q - p).
  by rewrite mulrBl mul1r; move: (s * _) => t; rewrite opprB [t + _]addrC addrA [q + _]addrC subrK.
rewrite swap.
apply: (le_trans (y := c n.-1 + (A%:R - 1) * D)); first by rewrite -addrA ler_add2l.
apply: ler_add; first by rewrite /y1 ler_addl mulr_ge0 ?ler0n // ltW.
have A1_ge0 : 0 <= A%:R - 1 :> F by rewrite subr_ge0.
exact: (ler_wpmul2l A1_ge0 far).
Qed.
End Inputs.
