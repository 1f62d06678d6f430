(* SPDX-License-Identifier: Apache-2.0 *)
(* T5, Shaw, DeBERTa and Transformer-XL, as their own papers write their scores, are eq. 4: urpe.rpe-variants. A family r_t is found by the places of a table. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_families.
From attest Require calls_whole calls_tuples.
From attest Require Import statements_urpe_rpe_variants.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions printed) f) (only parsing).
Definition scaled_d := Eval compute in the "scaled".
Definition eq_4_d := Eval compute in the "eq_4".
Definition clip_d := Eval compute in the "clip".
Definition family_d := Eval compute in the "family".
Definition own_t5_d := Eval compute in the "t5".
Definition own_shaw_d := Eval compute in the "shaw".
Definition delta_d := Eval compute in the "delta".
Definition own_deberta_d := Eval compute in the "deberta".
Definition own_transformer_xl_d := Eval compute in the "transformer_xl".
Notation eq_4_l := [:: eq_4_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; zeros_d; transpose_d;
  matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "bias" _ = _ => match goal with H : encodes _ _ _ _ _ |- _ => apply: H; provided end
  end.

(* --- Places ------------------------------------------------------------------------------------------------------------------------------- *)
(* Place p of a family is the distance p - n; that of i - j is i + n - j. *)
Definition clip_place k n p : nat := (minn (2 * k) (k + n - p)).+1.
Definition delta_place k n p : nat := (minn (2 * k - 1) (p + k - n)).+1.
Section Places.
Variable F : realFieldType.
Implicit Types (k n p i j : nat).
Lemma place_in n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> (0 < i + n - j <= 2 * n - 1)%N.
Proof.
case/andP=> i_gt0 i_n /andP[j_gt0 j_n]; rewrite subn_gt0 (leq_ltn_trans j_n) /=; last by rewrite -[X in (X < _)%N]add0n ltn_add2r.
by rewrite mul2n -addnn leq_sub // leq_add2r.
Qed.
Lemma place_value n i j : (0 < j <= n)%N -> i%:R - j%:R + n%:R = (i + n - j)%:R :> F.
Proof. by case/andP=> _ j_n; rewrite natrB ?natrD 1?addrAC // (leq_trans j_n) // leq_addl. Qed.
Lemma difference n i j : (0 < j <= n)%N -> i%:R - j%:R = (i + n - j)%:R - n%:R :> F.
Proof. by move=> j_n; rewrite -place_value // addrK. Qed.
Lemma opposite n i j : (0 < i <= n)%N -> (0 < j <= n)%N -> (2 * n - (i + n - j) = j + n - i)%N.
Proof.
case/andP=> _ i_n /andP[_ j_n]; rewrite subnBA; last by rewrite (leq_trans j_n) // leq_addl.
by rewrite mul2n -addnn addnAC subnDr addnC.
Qed.
Lemma clip_value k n p : Num.max (- k%:R) (Num.min k%:R (n%:R - p%:R)) + k%:R + 1%:R = (clip_place k n p)%:R :> F.
Proof.
rewrite /clip_place [in RHS]mulrSr; congr (_ + _); have [p_le|p_gt] := leqP p (k + n).
  have -> : n%:R - p%:R = (k + n - p)%:R - k%:R :> F by rewrite natrB // natrD addrAC [k%:R + _]addrC addrK.
  set a := (k + n - p)%N; case: (leqP (2 * k) a) => [k_a|a_k].
    rewrite (min_idPl _); last by rewrite ler_subr_addr -natrD addnn -mul2n ler_nat.
    by rewrite (max_idPr _) ?ge0_cp ?ler0n // ?mul2n -?addnn ?natrD //; rewrite ler_oppl (le_trans _ (ler0n _ _)) // oppr_le0 ler0n.
  rewrite (min_idPr _); last by rewrite ler_subl_addr -natrD addnn -mul2n ler_nat ltnW.
  by rewrite (max_idPr _) ?subrK // ler_subr_addl subrr ler0n.
have -> : (k + n - p = 0)%N by apply/eqP; rewrite subn_eq0 ltnW.
have low : n%:R - p%:R <= - k%:R :> F by rewrite ler_subl_addr addrC ler_subr_addr -natrD ler_nat addnC ltnW.
rewrite minn0 (min_idPr _); last by rewrite (le_trans low) // (le_trans _ (ler0n _ _)) // oppr_le0 ler0n.
by rewrite (max_idPl low) addNr.
Qed.
Lemma clip_in k n p : (0 < clip_place k n p <= 2 * k + 1)%N.
Proof. by apply/andP; split; rewrite // addn1 ltnS geq_minl. Qed.
Lemma delta_value k n p : (0 < k)%N ->
  (if p%:R - n%:R <= - k%:R :> F then 0%:R else if k%:R <= p%:R - n%:R :> F then 2%:R * k%:R - 1%:R else p%:R - n%:R + k%:R) + 1%:R = (delta_place k n p)%:R :> F.
Proof.
move=> k_gt0; rewrite /delta_place [in RHS]mulrSr; congr (_ + _).
have -> : (p%:R - n%:R <= - k%:R :> F) = (p + k <= n)%N by rewrite ler_subl_addr addrC ler_subr_addr -natrD ler_nat.
have -> : (k%:R <= p%:R - n%:R :> F) = (k + n <= p)%N by rewrite ler_subr_addr -natrD ler_nat.
have [low|low] := leqP (p + k) n; first by rewrite (eqP low) minn0.
have two_k : (2 * k - 1)%:R = 2%:R * k%:R - 1%:R :> F by rewrite natrB ?natrM // muln_gt0.
have [high|high] := leqP (k + n) p.
  rewrite (minn_idPl _) //; apply: (leq_trans (leq_subr _ _)); rewrite leq_subRL; last exact: ltnW.
  by rewrite mul2n -addnn addnA leq_add2r addnC.
rewrite (minn_idPr _); first by rewrite natrB ?natrD 1?addrAC // ltnW.
rewrite -ltnS subn1 prednK ?muln_gt0 // -(ltn_add2r n) subnK; last exact: ltnW.
by rewrite mul2n -addnn addnAC ltn_add2r.
Qed.
Lemma delta_in k n p : (0 < k)%N -> (0 < delta_place k n p <= 2 * k)%N.
Proof. by move=> k_gt0; rewrite /delta_place /= (leq_ltn_trans (geq_minl _ _)) // subn1 prednK // muln_gt0. Qed.
End Places.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (f u v w : nat -> F) (A K Q R T W X : nat -> nat -> F) (b : nat -> nat) (n d k i j p q m : nat) (h r : value F) (t s : F).

Lemma call_scaled defs t m n A : provides [:: scaled_d] defs -> call fs defs "scaled" [:: mat m n A; Num t] = Value (mat m n (fun i j => t * A i j)).
Proof. by move=> P; enter; value. Qed.
Lemma call_family defs p (g : nat -> value F) m b : provides [:: family_d] defs -> (forall i, (0 < i <= m)%N -> (0 < b i <= p)%N) ->
  call fs defs "family" [:: listed p g; vec m (fun i => (b i)%:R)] = Value (listed m (fun i => g (b i))).
Proof.
move=> P b_in; enter; apply: y_list_over; [by value | move=> i /in_from_1/b_in b_p].
by apply: (y_at floor_int (i := b i)); [value | value | | | ].
Qed.
Lemma call_clip defs t k : provides [:: clip_d] defs -> call fs defs "clip" [:: Num t; Num k%:R] = Value (Num (Num.max (- k%:R) (Num.min k%:R t))).
Proof. by move=> P; enter; value. Qed.
Lemma call_delta defs t k : provides [:: delta_d] defs ->
  call fs defs "delta" [:: Num t; Num k%:R] = Value (Num (if t <= - k%:R then 0%:R else if k%:R <= t then 2%:R * k%:R - 1%:R else t + k%:R)).
Proof. by move=> P; enter; value. Qed.
Lemma y_clip defs env a c n k p t : provides [:: clip_d] defs -> yields fs defs env a (Num t) -> yields fs defs env c (Num k%:R) -> t = n%:R - p%:R ->
  yields fs defs env (Binary Add (Binary Add (Call "clip" [:: a; c]) c) (Number (BinNums.Npos BinNums.xH))) (Num (clip_place k n p)%:R).
Proof.
move=> P ya yc tE; rewrite -clip_value -tE; apply: y_add; last by value.
by apply: (y_add _ yc); refine (y_call _ _ _); [exact: all_cons ya (all_cons yc (all_nil _ _ _)) | reflexivity | exact: call_clip].
Qed.
Lemma y_delta defs env a c n k p t : provides [:: delta_d] defs -> yields fs defs env a (Num t) -> yields fs defs env c (Num k%:R) -> t = p%:R - n%:R -> (0 < k)%N ->
  yields fs defs env (Binary Add (Call "delta" [:: a; c]) (Number (BinNums.Npos BinNums.xH))) (Num (delta_place k n p)%:R).
Proof.
move=> P ya yc tE k_gt0; rewrite -delta_value // -tE; apply: y_add; last by value.
by refine (y_call _ _ _); [exact: all_cons ya (all_cons yc (all_nil _ _ _)) | reflexivity | exact: call_delta].
Qed.

(* --- Eq. 4 --------------------------------------------------------------------------------------------------------------------------------- *)
Definition eq_4 d k (B : encoding F) Q K X i j : F := score d k Q K X i j + B (product d X Q) (product d X K) i j.
Lemma call_eq_4 defs h n d k r (B : encoding F) Q K X : provides eq_4_l defs -> encodes h n k r B -> field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) ->
  (0 < n)%N -> (0 < d)%N -> (0 < k)%N -> call fs defs "eq_4" [:: h; mat n d X; r] = Value (mat n n (eq_4 d k B Q K X)).
Proof. by move=> P enc hQ hK n_gt0 d_gt0 k_gt0; enter; value. Qed.
Definition times s A i j : F := s * A i j.
Lemma product_times d s Q X i l : product d X (times s Q) i l = s * product d X Q i l.
Proof. by rewrite /product mulr_sumr; apply: eq_bigr => q _; rewrite /times mulrCA. Qed.
Lemma score_times d k s Q K X i j : score d k (times s Q) K X i j = s * score d k Q K X i j.
Proof. by rewrite /score mulr_sumr; apply: eq_bigr => l _; rewrite product_times mulrA. Qed.

(* --- The scores as their papers write them -------------------------------------------------------------------------------------------------- *)
Notation products_l := [:: transpose_d; matmul_d; dot_d; is_rectangular_d].
Lemma call_own_t5 defs n d k p Q K w b X : provides (own_t5_d :: products_l) defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  (forall i, (0 < i <= 2 * n - 1)%N -> (0 < b i <= p)%N) ->
  call fs defs "t5" [:: mat n d X; mat d k Q; mat d k K; vec p w; vec (2 * n - 1) (fun i => (b i)%:R)] =
    Value (mat n n (fun i j => score d k Q K X i j + w (b (i + n - j)%N))).
Proof.
move=> P n_gt0 d_gt0 k_gt0 b_in; enter; apply: y_let; first by value.
apply: (y_let (v := mat n n (score d k Q K X))); first by value.
apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_n].
have in_place := place_in i_n j_n; apply: y_add; first by value.
apply: (y_at floor_int (i := b (i + n - j)%N) (h := fun q => Num (w q))); [by value | | by [] | exact: b_in | by []].
by apply: (y_at floor_int (i := (i + n - j)%N) (n := 2 * n - 1) (h := fun q => Num (b q)%:R)); [value | value | exact: place_value | | ].
Qed.
Lemma call_own_shaw defs n d k m Q K R X s : provides [:: own_shaw_d, clip_d & products_l] defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  call fs defs "shaw" [:: mat n d X; mat d k Q; mat d k K; mat (2 * m + 1) k R; Num m%:R; Num s] =
    Value (mat n n (fun i j => s * \sum_(l <- iota 1 k) product d X Q i l * (product d X K j l + R (clip_place m n (i + n - j)) l))).
Proof.
move=> P n_gt0 d_gt0 k_gt0; have one_n : (0 < 1 <= n)%N by []; enter.
apply: (y_let (v := mat n k (product d X Q))); first by value.
apply: (y_let (v := mat n k (product d X K))); first by value.
apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_n].
apply: y_multiply; first by value.
apply: y_sum; [by value | move=> l /in_from_1 l_k]; apply: y_multiply; first by value.
apply: y_add; first by value.
apply: (y_at floor_int (i := l) (h := fun l => Num (R (clip_place m n (i + n - j)) l))); [ | by value | by [] | exact: l_k | by []].
apply: (y_at floor_int (i := clip_place m n (i + n - j)) (n := 2 * m + 1) (h := fun q => vec k (R q))); [by value | | by [] | exact: clip_in | by []].
by apply: y_clip; [provided | value | value | rewrite -(place_value F _ j_n) opprD opprB [RHS]addrC subrK].
Qed.
Lemma call_own_deberta defs n d k m Q K A T X s : provides [:: own_deberta_d, delta_d & products_l] defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N -> (0 < m)%N ->
  call fs defs "deberta" [:: mat n d X; mat d k Q; mat d k K; mat (2 * m) k A; mat (2 * m) k T; Num m%:R; Num s] =
    Value (mat n n (fun i j => s * (\sum_(l <- iota 1 k) product d X Q i l * product d X K j l + \sum_(l <- iota 1 k) product d X Q i l * A (delta_place m n (i + n - j)) l +
      \sum_(l <- iota 1 k) product d X K j l * T (delta_place m n (j + n - i)) l))).
Proof.
move=> P n_gt0 d_gt0 k_gt0 m_gt0; enter.
apply: (y_let (v := mat n k (product d X Q))); first by value.
apply: (y_let (v := mat n k (product d X K))); first by value.
apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_n].
apply: y_multiply; first by value.
apply: y_add; first apply: y_add; first by value.
  refine (y_call (vs := [:: vec k (product d X Q i); vec k (A (delta_place m n (i + n - j)))]) _ _ _); [ | reflexivity | by apply: (call_dot floor_int); provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  apply: (y_at floor_int (i := delta_place m n (i + n - j)) (n := 2 * m) (h := fun q => vec k (A q))); [by value | | by [] | exact: delta_in | by []].
  by apply: y_delta; [provided | value | value | exact: difference | ].
refine (y_call (vs := [:: vec k (product d X K j); vec k (T (delta_place m n (j + n - i)))]) _ _ _); [ | reflexivity | by apply: (call_dot floor_int); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
apply: (y_at floor_int (i := delta_place m n (j + n - i)) (n := 2 * m) (h := fun q => vec k (T q))); [by value | | by [] | exact: delta_in | by []].
by apply: y_delta; [provided | value | value | exact: difference | ].
Qed.
Lemma call_own_transformer_xl defs n d k q Q K W u v R X s : provides (own_transformer_xl_d :: products_l) defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N -> (0 < q)%N ->
  call fs defs "transformer_xl" [:: mat n d X; mat d k Q; mat d k K; mat q k W; vec k u; vec k v; mat (2 * n - 1) q R; Num s] =
    Value (mat n n (fun i j => s * (\sum_(l <- iota 1 k) product d X Q i l * product d X K j l + \sum_(l <- iota 1 k) product d X Q i l * product q R W (i + n - j) l +
      \sum_(l <- iota 1 k) u l * product d X K j l + \sum_(l <- iota 1 k) v l * product q R W (i + n - j) l))).
Proof.
move=> P n_gt0 d_gt0 k_gt0 q_gt0; enter; apply: y_let; first by value.
apply: (y_let (v := mat n k (product d X Q))); first by value.
apply: (y_let (v := mat n k (product d X K))); first by value.
apply: (y_let (v := mat (2 * n - 1) k (product q R W))); first by value.
apply: y_list_over; [by value | move=> i /in_from_1 i_n]; apply: y_list_over; [by value | move=> j /in_from_1 j_n].
have far env' : lookup "P"%string env' = Some (mat (2 * n - 1) k (product q R W)) -> lookup "i"%string env' = Some (Num i%:R) -> lookup "j"%string env' = Some (Num j%:R) ->
    lookup "n"%string env' = Some (Num n%:R) ->
    yields fs earlier env' (Index (Name "P") (Binary Add (Binary Subtract (Name "i") (Name "j")) (Name "n"))) (vec k (product q R W (i + n - j))).
  move=> P_in i_y j_y n_in; apply: (y_at floor_int (i := (i + n - j)%N) (n := 2 * n - 1) (h := fun p => vec k (product q R W p))); [exact: (y_name _ _ P_in) | | exact: place_value | exact: place_in | by []].
  by apply: y_add; [apply: y_subtract; exact: y_name | exact: y_name].
have dot_y env' a c f g : yields fs earlier env' a (vec k f) -> yields fs earlier env' c (vec k g) ->
    yields fs earlier env' (Call "dot" [:: a; c]) (Num (\sum_(l <- iota 1 k) f l * g l)).
  by move=> ya yc; refine (y_call _ _ _); [exact: all_cons ya (all_cons yc (all_nil _ _ _)) | reflexivity | apply: (call_dot floor_int); provided].
apply: y_multiply; first by value.
by apply: y_add; [apply: y_add; [apply: y_add | ] | ]; apply: dot_y; first [exact: far | value].
Qed.
End Calls.

Ltac side ::= first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1 | by rewrite natrM | by rewrite natrD natrM | idtac ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "scaled" _ = _ => found_call call_scaled
  | |- call _ _ "t5" _ = _ => apply: call_own_t5; first [provided | eassumption]
  | |- call _ _ "shaw" _ = _ => found_call call_own_shaw
  | |- call _ _ "deberta" _ = _ => found_call call_own_deberta
  | |- call _ _ "transformer_xl" _ = _ => found_call call_own_transformer_xl
  end.

(* attest: urpe.rpe-variants printed sha256:3f297d836c63a6506b28fbbffc03e4be4014cbfbd5db16b9891aaf4b231efebe theorem:encodings_are_eq_4 *)
Theorem encodings_are_eq_4 : Holds printed.
Proof.
opening S W; have P4 : provides eq_4_l defs by provided.
meaning_parts.
- meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => p p_gt0 _.
  apply: (calls_tuples.says_for_tuples (l := iota 1 p) (n := (2 * n - 1)%N)) => [||bs size_bs in_bs]; [by value | by rewrite /calls_whole.whole -twice_less_1 //; value | ].
  pose b i := nth 0%N bs i.-1.
  have bsE : calls_whole.wholes bs = vec (2 * n - 1) (fun i => (b i)%:R : S).
    rewrite /calls_whole.wholes -[bs in LHS](mkseq_nth 0%N) size_bs /mkseq -map_comp /vec /listed -[1%N]/(1 + 0)%N iotaDl -map_comp.
    by congr List; apply: eq_map => i.
  have b_in i : (0 < i <= 2 * n - 1)%N -> (0 < b i <= p)%N.
    by case: i => // i /= i_lt; apply: in_from_1; apply: in_bs; apply: mem_nth; rewrite size_bs.
  rewrite bsE; meaning_for_all => w _ _; meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => X _ _.
  have enc : encodes (Rec [:: ("variant", Symb "t5"); ("WQ", mat d k Q); ("WK", mat d k K); ("m", vec (2 * n - 1) (fun i => w (b i)))]%string) n k (List [::])
      (fun _ _ i j => w (b (i + n - j)%N)) by exact: (@encodes_t5 S _ n k (List [::]) (fun i => w (b i))).
  refine (says_expression (p := true) _ _); [ | reflexivity].
  apply: y_same_mat; [by value | | by move=> i j _ _; exact: (erefl (eq_4 d k (fun _ _ i j => w (b (i + n - j)%N)) Q K X i j))].
  refine (y_call _ _ _); [ | reflexivity | by apply: (call_eq_4 X P4 enc)].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
  apply: y_record; apply: fields_cons; [by value | apply: fields_cons; [by value | apply: fields_cons; [by value | apply: fields_cons; [ | exact: fields_nil]]]].
  by refine (y_call _ _ _); [values | reflexivity | apply: (call_family (fun i => Num (w i))); [provided | exact: b_in]].
- meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => s _ _.
  refine (says_forall (P := fun _ => true) _ _ _); [refine (in_mat (m := 2 * m + 1) _ _ _ _ _); [floors | value | value | by rewrite natrD natrM | reflexivity] | by [] | ].
  move=> w _ _; meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => X _ _.
  pose R i := w (clip_place m n i).
  have enc : encodes (Rec [:: ("variant", Symb "shaw"); ("WQ", mat d k (times s Q)); ("WK", mat d k K); ("r", mat (2 * n - 1) k R)]%string) n k (List [::])
      (fun Q _ => biased_shaw n k R Q) by exact: encodes_shaw.
  refine (says_expression (p := true) _ _); [ | reflexivity].
  apply: y_same_mat; [by value | | ].
    refine (y_call _ _ _); [ | reflexivity | by apply: (call_eq_4 X P4 enc)].
    refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
    apply: y_record; apply: fields_cons; [by value | apply: fields_cons; [by value | apply: fields_cons; [by value | apply: fields_cons; [ | exact: fields_nil]]]].
    refine (y_call (vs := [:: mat (2 * m + 1) k w; vec (2 * n - 1) (fun i => (clip_place m n i)%:R)]) _ _ _); [ | reflexivity | ].
      refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
      by apply: (y_family (@floor_integer S) (g := fun i => Num (clip_place m n i)%:R) n_gt0); [value | value | move=> p _; apply: y_clip; [provided | value | value | rewrite opprB]].
    by apply: (call_family (fun i => vec k (w i))); [provided | move=> i _; exact: clip_in].
  move=> i j _ _; rewrite /eq_4 score_times /biased_shaw; under [X in _ + X]eq_bigr => l _ do rewrite product_times -mulrA.
  rewrite -mulr_sumr -mulrDr -big_split; congr (_ * _); apply: eq_bigr => l _ /=.
  by rewrite -mulrDr.
- meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => s _ _.
  refine (says_forall (P := fun _ => true) _ _ _); [refine (in_mat (m := 2 * m) _ _ _ _ _); [floors | value | value | by rewrite natrM | reflexivity] | by [] | ].
  move=> A _ _; refine (says_forall (P := fun _ => true) _ _ _); [refine (in_mat (m := 2 * m) _ _ _ _ _); [floors | value | value | by rewrite natrM | reflexivity] | by [] | ].
  move=> T _ _; meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => X _ _.
  pose R i := A (delta_place m n i); pose U i := T (delta_place m n (2 * n - i)).
  have enc : encodes (Rec [:: ("variant", Symb "deberta"); ("WQ", mat d k (times s Q)); ("WK", mat d k K); ("r", mat (2 * n - 1) k R); ("s", mat (2 * n - 1) k (times s U))]%string)
      n k (List [::]) (biased_deberta n k R (times s U)) by exact: encodes_deberta.
  refine (says_expression (p := true) _ _); [ | reflexivity].
  apply: y_same_mat; [by value | | ].
    refine (y_call _ _ _); [ | reflexivity | by apply: (call_eq_4 X P4 enc)].
    refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
    apply: y_record; apply: fields_cons; [by value | apply: fields_cons; [by value | apply: fields_cons; [by value | apply: fields_cons; [ | apply: fields_cons; [ | exact: fields_nil]]]]].
      refine (y_call (vs := [:: mat (2 * m) k A; vec (2 * n - 1) (fun i => (delta_place m n i)%:R)]) _ _ _); [ | reflexivity | ].
        refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
        by apply: (y_family (@floor_integer S) (g := fun i => Num (delta_place m n i)%:R) n_gt0); [value | value | move=> p _; apply: y_delta; [provided | value | value | | ]].
      by apply: (call_family (fun i => vec k (A i))); [provided | move=> i _; exact: delta_in].
    refine (y_call (vs := [:: mat (2 * n - 1) k U; Num s]) _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value | reflexivity | by apply: call_scaled; provided].
    refine (y_call (vs := [:: mat (2 * m) k T; vec (2 * n - 1) (fun i => (delta_place m n (2 * n - i))%:R)]) _ _ _); [ | reflexivity | ].
      refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
      apply: (y_family (@floor_integer S) (g := fun i => Num (delta_place m n (2 * n - i))%:R) n_gt0); [by value | by value | ].
      move=> p /andP[_ p_le]; apply: y_delta; [by provided | by value | by value | | by []].
      by rewrite natrB ?(leq_trans p_le) ?leq_subr // mul2n -addnn natrD opprB addrAC addrK.
    by apply: (call_family (b := fun i => delta_place m n (2 * n - i)) (fun i => vec k (T i))); [provided | move=> i _; exact: delta_in].
  move=> i j i_n j_n; rewrite /eq_4 score_times /biased_deberta /R /U /times opposite //.
  under [X in _ + (X + _)]eq_bigr => l _ do rewrite product_times -mulrA.
  under [X in _ + (_ + X)]eq_bigr => l _ do rewrite -mulrA.
  rewrite -!mulr_sumr -!mulrDr -addrA; congr (_ * (_ + (_ + _))); apply: eq_bigr => l _.
  exact: mulrC.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => s _ _.
meaning_for_all => R _ _; meaning_for_all => M _ _; meaning_for_all => u _ _; meaning_for_all => v _ _; meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => X _ _.
have enc : encodes (Rec [:: ("variant", Symb "transformer_xl"); ("WQ", mat d k (times s Q)); ("WK", mat d k K); ("WR", mat d k M);
    ("u", vec k (fun l => s * u l)); ("v", vec k (fun l => s * v l))]%string) n k (mat (2 * n - 1) d R)
    (biased_transformer_xl n k (product d R M) (fun l => s * u l) (fun l => s * v l)) by exact: encodes_transformer_xl.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: y_same_mat; [by value | | ].
  refine (y_call _ _ _); [values | reflexivity | by apply: (call_eq_4 X P4 enc)].
move=> i j _ _; rewrite /eq_4 score_times /biased_transformer_xl.
under [X in _ + (X + _ + _)]eq_bigr => l _ do rewrite product_times -mulrA.
under [X in _ + (_ + X + _)]eq_bigr => l _ do rewrite -mulrA.
under [X in _ + (_ + _ + X)]eq_bigr => l _ do rewrite -mulrA.
by rewrite -!mulr_sumr -!mulrDr !addrA.
Qed.
