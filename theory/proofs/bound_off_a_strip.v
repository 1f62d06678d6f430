(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2: one block with T5's encoding meets the theorem's own target wherever the first two tokens are s apart; as
   the meaning of the statement. Six heads make x_1 - x_2 of the first token and 0 of every other one, four ReLUs 2M min(|z| / s, 1) of z. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Lia Field.
From attest Require Import field_tactics.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_blocks calls_networks calls_constant_network calls_t5_weights.
From attest Require calls_scores statements_urpe_theorem_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* lia, for the natural numbers of ssreflect. *)
Ltac plain_arith :=
  try change (Equality.sort nat_eqType) with nat in *;
  repeat match goal with
  | H : is_true (_ && _) |- _ => let H1 := fresh in let H2 := fresh in case/andP: H => H1 H2
  | H : is_true (leq _ _) |- _ => move/ssrnat.leP: H => H
  end; unfold addn, addn_rec, subn, subn_rec, muln, muln_rec in *; lia.

Section Numbers.
Variable F : realFieldType.
Add Field strip_field : (plain_field F).
Local Ltac ffield := fold_plain F; field.
Implicit Types (x : nat -> F) (a z s : F) (n i j l : nat) (p q r : bool).

(* --- Four ReLUs ---------------------------------------------------------------------------------------------------------------------- *)
Lemma ramp a z s : 0 < s ->
  z + (Num.max z 0 * (a - 1) + (Num.max (- z) 0 * (a + 1) + (Num.max (z - s) 0 * - a + Num.max (- z - s) 0 * - a))) = a * Num.min `|z| s.
Proof.
move=> s_gt0; have s_ge0 := ltW s_gt0; case/orP: (le_total 0 z) => [z_ge0|z_le0].
  have -> : Num.max z 0 = z by apply/max_idPl.
  have -> : Num.max (- z) 0 = 0 by apply/max_idPr; rewrite oppr_le0.
  have -> : Num.max (- z - s) 0 = 0 by apply/max_idPr; rewrite subr_le0 (le_trans _ s_ge0) ?oppr_le0.
  rewrite ger0_norm //; case/orP: (le_total z s) => [z_s|s_z].
    have -> : Num.max (z - s) 0 = 0 by apply/max_idPr; rewrite subr_le0.
    by rewrite min_l //; ffield.
  have -> : Num.max (z - s) 0 = z - s by apply/max_idPl; rewrite subr_ge0.
  by rewrite min_r //; ffield.
have -> : Num.max z 0 = 0 by apply/max_idPr.
have -> : Num.max (- z) 0 = - z by apply/max_idPl; rewrite oppr_ge0.
have -> : Num.max (z - s) 0 = 0 by apply/max_idPr; rewrite subr_le0 (le_trans z_le0).
rewrite ler0_norm //; case/orP: (le_total (- z) s) => [z_s|s_z].
  have -> : Num.max (- z - s) 0 = 0 by apply/max_idPr; rewrite subr_le0.
  by rewrite min_l //; ffield.
have -> : Num.max (- z - s) 0 = - z - s by apply/max_idPl; rewrite subr_ge0.
by rewrite min_r //; ffield.
Qed.

(* --- What the heads make, by the sums of their rows -------------------------------------------------------------------------------------- *)
Lemma first_token (N T x1 x2 xn : F) : N != 0 -> N + 1 != 0 -> N + 2%:R != 0 ->
  x1 + N * (T / N) - (N + 1) * ((T + x1) / (N + 1)) + (N + 1) * (N + 2%:R) * ((T + x1) / (N + 1)) - (N + 1) * (N + 2%:R) * ((T + x1 + xn) / (N + 2%:R))
    - (N + 1) * (N + 2%:R) * ((T + x2) / (N + 1)) + (N + 1) * (N + 2%:R) * ((T + x2 + xn) / (N + 2%:R)) = x1 - x2.
Proof. by move=> /eqP N0 /eqP N1 /eqP N2; ffield. Qed.
Lemma other_token (N T x1 a b c : F) : N != 0 -> N + 1 != 0 -> x1 + N * (T / N) - (N + 1) * ((T + x1) / (N + 1)) + c * a - c * a - c * b + c * b = 0.
Proof. by move=> /eqP N0 /eqP N1; ffield. Qed.

(* --- Families ------------------------------------------------------------------------------------------------------------------------------ *)
Definition family n p q r l : F := (1 + (p && (l == n)) + (q && (l == n.-1)) + (r && (l == 1)))%N%:R.
Lemma family_gt0 n p q r l : 0 < family n p q r l.
Proof. by rewrite /family ltr0n -!addnA. Qed.
Lemma one_place n (k : nat) x (b : bool) : (0 < k <= n)%N -> \sum_(j <- iota 1 n) (b && (j == k))%:R * x j = b%:R * x k.
Proof.
move=> k_n; have k_in : k \in iota 1 n by rewrite mem_iota add1n ltnS.
rewrite (bigD1_seq k) ?iota_uniq //= eqxx andbT big1 ?addr0 // => j /negbTE ->.
by rewrite andbF mul0r.
Qed.
Lemma family_later n p q i j : (1 < i)%N -> (0 < j <= n)%N -> family n p q true (i + n - j) = family n p q false (i + n - j).
Proof.
move=> i_gt1 j_n; rewrite /family (_ : (i + n - j == 1)%N = false) //; apply/negP => /eqP E.
by plain_arith.
Qed.
Lemma own_row n p x i : (0 < i <= n)%N ->
  \sum_(j <- iota 1 n) family n p false false (i + n - j) * x j = \sum_(j <- iota 1 n) x j + p%:R * x i.
Proof.
move=> i_n; rewrite -(one_place x p i_n) -big_split; apply: eq_big_seq => j /in_from_1 j_n /=.
rewrite /family !addn0 natrD mulrDl mul1r; congr (_ + (_ && _)%:R * _); apply/eqP/eqP => E; by plain_arith.
Qed.
Lemma first_row n p q r x : (1 < n)%N -> \sum_(j <- iota 1 n) family n p q r (1 + n - j) * x j =
  \sum_(j <- iota 1 n) x j + p%:R * x 1%N + q%:R * x 2%N + r%:R * x n.
Proof.
move=> n_gt1; have n_gt0 := ltnW n_gt1.
rewrite -(@one_place n 1 x p) ?n_gt0 // -(@one_place n 2 x q) // -(@one_place n n x r) ?n_gt0 ?leqnn // -!big_split.
apply: eq_big_seq => j /in_from_1 j_n /=; rewrite /family !natrD !mulrDl mul1r.
congr (_ + (_ && _)%:R * _ + (_ && _)%:R * _ + (_ && _)%:R * _); apply/eqP/eqP => E; by plain_arith.
Qed.
(* The average that a head takes. *)
Definition act n (s : bool * bool * bool) x i : F := let: (p, q, r) := s in
  (\sum_(j <- iota 1 n) family n p q r (i + n - j) * x j) / \sum_(j <- iota 1 n) family n p q r (i + n - j).
Arguments act n s x i : simpl never.
Lemma sum_ones n : \sum_(j <- iota 1 n) 1 = n%:R :> F.
Proof. by rewrite big_const_seq count_predT size_iota iter_addr_0. Qed.
Lemma act_own n p x i : (0 < i <= n)%N -> act n (p, false, false) x i = (\sum_(j <- iota 1 n) x j + p%:R * x i) / (n%:R + p%:R).
Proof.
move=> i_n; rewrite /act own_row //; congr (_ / _); have := own_row p (fun=> 1) i_n; rewrite sum_ones mulr1 => <-.
by apply: eq_bigr => j _; rewrite mulr1.
Qed.
Lemma act_first n p q r x : (1 < n)%N -> act n (p, q, r) x 1 =
  (\sum_(j <- iota 1 n) x j + p%:R * x 1%N + q%:R * x 2%N + r%:R * x n) / (n%:R + p%:R + q%:R + r%:R).
Proof.
move=> n_gt1; rewrite /act first_row //; congr (_ / _); have := first_row p q r (fun=> 1) n_gt1; rewrite sum_ones !mulr1 => <-.
by apply: eq_bigr => j _; rewrite mulr1.
Qed.
Lemma act_later n p q x i : (1 < i)%N -> act n (p, q, true) x i = act n (p, q, false) x i.
Proof.
move=> i_gt1; rewrite /act; congr (_ / _); [apply: eq_big_seq => j /in_from_1 j_n; congr (_ * _) | apply: eq_big_seq => j /in_from_1 j_n]; exact: family_later.
Qed.

(* Six heads: their families and their factors. *)
Definition specs n : seq (bool * bool * bool * F) := let c := (n%:R + 1) * (n%:R + 2%:R) in
  [:: (false, false, false, n%:R); (true, false, false, - (n%:R + 1)); (true, false, false, c); (true, false, true, - c);
      (false, true, false, - c); (false, true, true, c)].
Lemma mixed n x i : (1 < n)%N -> (0 < i <= n)%N ->
  foldl (fun z (s : bool * bool * bool * F) => z + act n s.1 x i * s.2) (x i + 0) (specs n) = if i == 1%N then x 1%N - x 2%N else 0.
Proof.
move=> n_gt1 i_n; have neq k : n%:R + k%:R != 0 :> F by rewrite -natrD pnatr_eq0 -lt0n addn_gt0 (ltnW n_gt1).
have n_neq0 := neq 0%N; have n1_neq0 := neq 1%N; have n2_neq0 := neq 2%N; rewrite addr0 in n_neq0.
rewrite /= !(mulrC (act _ _ _ _)) !mulNr addr0; case: eqP => [->|i_neq1].
  rewrite !act_first //= !mul0r !mul1r !addr0 -(addrA n%:R 1 1); exact: first_token.
have i_gt1 : (1 < i)%N by case/andP: i_n i_neq1; case: i => [|[|i]].
by rewrite !act_later // !act_own //= mul0r mul1r !addr0; exact: other_token.
Qed.
End Numbers.

Section Strip.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (X Z : nat -> nat -> F) (n i j l : nat) (M s : F).

Definition spec := (bool * bool * bool * F)%type.
Definition family_of n (s : spec) : nat -> F := let: (p, q, r, _) := s in family F n p q r.
Lemma family_of_gt0 n (s : spec) l : 0 < family_of n s l.
Proof. by case: s => [[[p q] r] w]; exact: family_gt0. Qed.
Definition strip_head n (s : spec) : value F :=
  Rec [:: ("A"%string, mat n n (t5 n (family_of n s))); ("t"%string, vec (2 * n - 1) (family_of n s)); ("WV"%string, mat 1 1 (fun _ _ => 1));
    ("bV"%string, vec 1 (fun=> 0)); ("WO"%string, mat 1 1 (fun _ _ => s.2))].
Definition turns (l : nat) : F := if odd l then 1 else -1.
Definition kinks s (l : nat) : F := if (l <= 2)%N then 0 else - s.
Definition slopes a (l : nat) : F := if l == 1%N then a - 1 else if l == 2%N then a + 1 else - a.
Definition strip_block n (a s : F) : value F :=
  Rec [:: ("heads"%string, List (map (strip_head n) (specs F n))); ("bO"%string, vec 1 (fun=> 0)); ("W1"%string, mat 1 4 (fun _ => turns));
    ("b1"%string, vec 4 (kinks s)); ("W2"%string, mat 4 1 (fun l _ => slopes a l)); ("b2"%string, vec 1 (fun=> 0)); ("norm1"%string, no_norm S); ("norm2"%string, no_norm S)].
Definition strip_network n (a s : F) : value F := List [:: strip_block n a s].
Lemma strip_network_value n a s : is_value (strip_network n a s).
Proof.
have head_ok u : is_value (strip_head n u).
  move: (is_value_mat n n (t5 n (family_of n u))) (is_value_vec (2 * n - 1) (family_of n u)).
  by rewrite /strip_head /= => -> ->.
have heads_ok : all (@is_value F) (map (strip_head n) (specs F n)) by rewrite all_map; apply/allP => u _; exact: head_ok.
by move: heads_ok; rewrite /strip_network /strip_block; move: (map _ _) => hs /= ->.
Qed.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | exact: twice_less_1 | idtac].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_normalization" _ = _ => found_call call_is_normalization_none
  | |- call _ _ "is_right_stochastic" _ = _ => apply: call_is_right_stochastic; [provided | apply: t5_stochastic; exact: family_of_gt0]
  | |- call _ _ "weights_t5" _ = _ => apply: call_weights_t5; [provided | by move=> ? _; exact: family_of_gt0]
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Definition is_one_t5_block_d :=
  Eval compute in definition_in (definitions statements_urpe_theorem_2.finding_met_off_a_strip) "is_one_t5_block".
Lemma call_is_stochastic_strip defs n a s : provides is_stochastic_network_l defs -> (0 < n)%N ->
  call fs defs "is_stochastic_network" [:: strip_network n a s; Num n%:R; Num 1%:R] = Value (Bool true).
Proof.
move=> W n_gt0; enter; apply: true_and_true; first by value.
apply: y_and1; apply: y_all_one; first by value.
apply: true_and_true; first by apply: yields_eq; [value | rewrite ler1n].
apply: y_and1; apply: (calls_scores.y_all_true (h := strip_head n) (l := specs F n)); first by value.
move=> u _; apply: true_and_true; first by value.
by apply: y_and1; apply: yields_eq; [value | rewrite lexx].
Qed.
Lemma call_is_one_t5_block defs n a s : provides [:: is_one_t5_block_d; weights_t5_d; is_stochastic_network_d; is_rowwise_part_d; is_value_path_d;
    is_normalization_d; relative_d; is_right_stochastic_d; is_matrix_d; is_vector_d] defs ->
  (0 < n)%N -> call fs defs "is_one_t5_block" [:: strip_network n a s; Num n%:R] = Value (Bool true).
Proof.
move=> W n_gt0; enter; have ones : forall x : F, 0 < x -> 0 < x by [].
apply: true_and_true.
  by refine (y_call (vs := [:: strip_network n a s; Num n%:R; Num 1%:R]) _ _ _); [values | reflexivity | apply: call_is_stochastic_strip; [provided | ]].
apply: true_and_true; first by apply: yields_eq; [value | rewrite eqxx].
have block_y e : lookup "net"%string e = Some (strip_network n a s) -> yields fs earlier e (Index (Name "net"%string) (Number (BinNums.Npos BinNums.xH))) (strip_block n a s).
  by move=> in_e; apply: (y_index floor_int (l := [:: strip_block n a s]) (i := 0)); [exact: y_name | value | | ].
apply: true_and_true.
  apply: (y_compare (v := Num 4%:R) (w := Num 4%:R)); [ | value | by rewrite /= lexx].
  by apply: (y_len (n := 4) (h := fun l => Num (kinks s l))); apply: (y_field (h := strip_block n a s)); [exact: block_y | ].
apply: y_and1; apply: (calls_scores.y_all_true (h := strip_head n) (l := specs F n)).
  by apply: (y_field (h := strip_block n a s)); [exact: block_y | ].
move=> u _; apply: true_and_true.
  by apply: yields_eq; [value | congr Bool; apply/allP => l _; exact: family_of_gt0].
apply: true_and_true; first by apply: y_same_mat; [value | value | ].
by apply: y_and1; apply: yields_eq; [value | rewrite eqxx].
Qed.

(* --- What it makes of X -------------------------------------------------------------------------------------------------------------- *)
Definition difference X i : F := if i == 1%N then X 1%N 1%N - X 2%N 1%N else 0.
Lemma headed_one n A (w : F) X i j : headed n 1 1 A (fun _ _ => 1) (fun=> 0) (fun _ _ => w) X i j = (\sum_(p <- iota 1 n) A i p * X p 1%N) * w.
Proof. by rewrite /headed /= big_seq1; congr (_ * _); apply: eq_bigr => p _; rewrite big_seq1 mulr1 addr0. Qed.
Lemma t5_act n (s : spec) (x : nat -> F) i : \sum_(p <- iota 1 n) t5 n (family_of n s) i p * x p = act n s.1 x i.
Proof. by case: s => [[[p q] r] w] /=; rewrite /act mulr_suml; apply: eq_bigr => j _; rewrite /t5 mulrAC. Qed.
Lemma fed_strip a s x : 0 < s -> fed 1 4 (fun _ => turns) (kinks s) (fun l _ => slopes a l) (fun=> 0) x 1 = a * Num.min `|x 1%N| s.
Proof.
move=> s_gt0; rewrite -(ramp a (x 1%N) s_gt0) /fed /= !big_cons !big_nil /turns /kinks /slopes /= !addr0 !mulr1 !mulrN1.
by [].
Qed.
Lemma call_strip_network defs n a s X : provides network_l defs -> (1 < n)%N -> 0 < s ->
  call fs defs "network" [:: mat n 1 X; strip_network n a s] = Value (mat n 1 (fun i _ => a * Num.min `|difference X i| s)).
Proof.
move=> W n_gt1 s_gt0; have n_gt0 := ltnW n_gt1; enter; apply: y_fold_one; [by value | by value | ].
refine (y_call _ _ _); [by values | reflexivity | ].
have [e found We] := provides_find prov; refine (call_yields found _ _); [reflexivity | open_body].
pose step Z (u : spec) : nat -> nat -> F := fun i j => Z i j + headed n 1 1 (t5 n (family_of n u)) (fun _ _ => 1) (fun=> 0) (fun _ _ => u.2) X i j.
apply: (y_let (v := mat n 1 (foldl step (fun i j => X i j + 0) (specs F n)))).
  apply: (@y_fold F fs _ _ (nat -> nat -> F) (strip_head n) (fun Z => mat n 1 Z) step); [by value | by value | move=> Z u _; by value].
have -> : mat n 1 (foldl step (fun i j => X i j + 0) (specs F n)) = mat n 1 (fun i _ => difference X i).
  apply: mat_ext => i j i_n j_1; have -> : j = 1%N by case: j j_1 => [|[|j]].
  rewrite /difference -(mixed (fun p => X p 1%N) n_gt1 i_n); set l := specs F n.
  have steps Z z : Z i 1%N = z -> foldl step Z l i 1%N = foldl (fun z (u : spec) => z + act n u.1 (fun p => X p 1%N) i * u.2) z l.
    by elim: (l) Z z => //= u m IH Z z Zz; apply: IH; rewrite /step headed_one t5_act Zz.
  exact: steps.
have none : normalizes (no_norm S) 1 id by move=> defs' x W'; enter; apply: y_yes; value.
have row := RowwiseOf (B := strip_block n a s) (ltn0Sn 3) erefl erefl erefl erefl erefl erefl erefl none none erefl.
apply: yields_eq; first by apply: y_rowwise row _ _; [provided | ].
by apply: mat_ext => i j _ j_1; have -> : j = 1%N; [case: j j_1 => [|[|j]] | rewrite fed_strip].
Qed.
End Strip.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => apply: call_strip_network; [provided | assumption | assumption]
  | |- call _ _ "is_one_t5_block" _ = _ => apply: call_is_one_t5_block; [provided | assumption]
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: urpe.theorem-2 finding_met_off_a_strip sha256:c949cd198cb81dc9df0b12da8078b7a9866f8d40d2248313035923bef84b768f theorem:met_off_a_strip *)
Theorem met_off_a_strip : Holds statements_urpe_theorem_2.finding_met_off_a_strip.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => M _ M_gt0; meaning_for_all => s _ s_gt0.
pose a := 2%:R * M / s.
apply: (says_exists_value (w := strip_network n a s)); [by move=> v; any_named W | exact: strip_network_value | by value | ].
have a_gt0 : 0 < a by rewrite divr_gt0 // mulr_gt0 ?ltr0n.
have as_E : a * s = 2%:R * M by rewrite divfK // gt_eqF.
meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
apply: y_let; first by value.
set Y := fun i (_ : nat) => _; set far := s <= `|X 1%N 1%N - X 2%N 1%N|.
apply: (yields_eq (v := if far then Bool true else Bool true)); last by rewrite if_same.
apply: y_if => [|far_true|far_false].
- by apply: y_compare; [value | value | ].
- apply: (@y_same_mat S _ _ _ _ n 1 Y (fun i j => if (i%:R == 1%:R :> S) && (j%:R == 1%:R :> S) then 2%:R * M else 0%:R)); [value | value | ].
  move=> i j _ j_1; have -> : j = 1%N by case: j j_1 => [|[|j]].
  rewrite /Y /difference (eqr_nat _ i 1) eqxx andbT; case: (i == 1%N); last by rewrite normr0 min_l ?mulr0 // ltW.
  by rewrite min_r.
apply: true_and_true.
  apply: yields_eq; first by value.
  congr Bool; rewrite /Y /difference /=; apply/andP; split; first by rewrite mulr_ge0 ?le_minr ?normr_ge0 ?ltW.
  by rewrite -as_E ler_pmul2l // le_minl lexx orbT.
apply: y_and1; apply: (calls_scores.y_all_true (h := fun i => Num i%:R) (l := iota 2 n.-1)).
  by apply: (y_range (@floor_integer S) (m := 2) (k := n.-1)); [value | value | | rewrite addSn add1n prednK // -mulrSr].
move=> i; rewrite mem_iota add2n prednK // ltnS => /andP[i_gt1 i_n].
have i_in : (0 < i <= n)%N by rewrite i_n ltnW.
apply: (y_compare (v := Num (Y i 1%N)) (w := Num 0%:R)); [value | value | ].
by rewrite /Y /difference gtn_eqF // normr0 min_l ?ltW // mulr0 /= eqxx.
Qed.
