(* SPDX-License-Identifier: Apache-2.0 *)
(* What makes URPE attention causal: zeros in C for i < j where the scores do not depend on the tokens, and a mask before softmax with any encoding
   of section 2. Two statements of urpe.causal-c. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_attention calls_heads calls_conditions calls_families calls_causal.
From attest Require Import bound_causal_aware statements_urpe_causal_c.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions repaired) f) (only parsing).
Definition is_urpe_head_d := Eval compute in the "is_urpe_head".
Definition masked_output_d := Eval compute in the "masked_output".
Notation masked_l := [:: scores_d; bias_d; bias_transformer_xl_d; bias_deberta_d; bias_shaw_d; bias_t5_d; relative_d; softmax_d; zeros_d; transpose_d;
  matadd_d; matmul_d; dot_d; same_shape_d; is_rectangular_d].
Notation variant_l := [:: is_variant_d; is_matrix_d; is_vector_d].

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "bias" _ = _ => match goal with H : encodes _ _ _ _ _ |- _ => apply: H; provided end
  end.

Section Masked.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (c f : nat -> F) (A K Q R W X Y Z : nat -> nat -> F) (n d k i : nat) (h r : value F).

(* --- Conditions ------------------------------------------------------------------------------------------------------------------- *)
Lemma true_compare defs env a b op : yields fs defs env (Chain a [:: (op, b)]) (Bool true) ->
  exists v w, [/\ yields fs defs env a v, yields fs defs env b w & compare op v w = Some true].
Proof.
rewrite /yields; cbn [eval]; case: (eval _ _ _ a) => // v; case: (eval _ _ _ b) => // w; case E : (compare op v w) => [[]|] // _.
by exists v, w.
Qed.
Lemma y_last_place defs env n : lookup "n"%string env = Some (Num n%:R) -> (0 < n)%N ->
  yields fs defs env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
Proof. by move=> n_in n_gt0; rewrite -twice_less_1 //; apply: y_subtract; [apply: y_multiply; [value | exact: y_name] | value]. Qed.
Inductive urpe_head_of h n d : Prop :=
  UrpeHeadOf k Q K c of (0 < k)%N & field_at h "WQ" = Value (mat d k Q) & field_at h "WK" = Value (mat d k K) & field_at h "c" = Value (vec (2 * n - 1) c) & encoding_of h n k.
Lemma is_urpe_head_true defs h n d : provides (is_urpe_head_d :: variant_l) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_urpe_head" [:: h; Num n%:R; Num d%:R] = Value (Bool true) -> urpe_head_of h n d.
Proof.
move=> P n_gt0 d_gt0; have [e found Pe] := provides_find P => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have h_y : yields fs e env (Name "h") h by [].
case/true_and=> isv /true_and[isc _].
have [k [Q K k_gt0 hQ hK enc]] : exists k, variant_head h n d k by apply: variant_condition n_gt0 d_gt0 _ _ _ isv; first by provided.
have [|c hc] := is_vector_field _ h_y isc (y_last_place e (erefl : lookup "n"%string env = Some (Num n%:R)) n_gt0); first by provided.
exact: UrpeHeadOf k_gt0 hQ hK hc enc.
Qed.
Lemma is_t5_head_true defs h n d : provides (is_t5_head_d :: variant_l) defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_t5_head" [:: h; Num n%:R; Num d%:R] = Value (Bool true) -> field_at h "variant" = Value (Symb "t5") /\ urpe_head_of h n d.
Proof.
move=> P n_gt0 d_gt0; have [e found Pe] := provides_find P => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have h_y : yields fs e env (Name "h") h by [].
case/true_and=> /(true_symbol h_y) hv /true_and[isv /true_and[isc _]]; split=> //.
have [k [Q K k_gt0 hQ hK enc]] : exists k, variant_head h n d k by apply: variant_condition n_gt0 d_gt0 _ _ _ isv; first by provided.
have [|c hc] := is_vector_field _ h_y isc (y_last_place e (erefl : lookup "n"%string env = Some (Num n%:R)) n_gt0); first by provided.
exact: UrpeHeadOf k_gt0 hQ hK hc enc.
Qed.
Lemma other_zeros_true defs c n : provides [:: other_zeros_d] defs -> (0 < n)%N ->
  call fs defs "other_zeros" [:: vec (2 * n - 1) c; Num n%:R] = Value (Bool true) -> forall k, (0 < k < n)%N -> c k = 0.
Proof.
move=> P n_gt0; have [e found _] := provides_find P => /(call_body found); rewrite [zip _ _]/= [body _]/= => told k /andP[k_gt0 k_n].
have value_y : yields fs e [:: ("c", vec (2 * n - 1) c); ("n", Num n%:R)]%string (body other_zeros_d) (Bool (all (fun k => c (n - k)%N == 0%:R) (iota 1 n.-1))).
  apply: (y_all (h := fun k : nat => Num k%:R)); first by apply: (y_from_1 floor_int); [value | value | exact: one_less].
  move=> j /in_from_1/andP[j_gt0 j_n]; have j_lt : (j < n)%N by rewrite -(prednK n_gt0) ltnS.
  apply: (y_compare (v := Num (c (n - j)%N)) (w := Num 0%:R)); [ | by value | by []].
  apply: (y_at floor_int (i := (n - j)%N)); [by value | by value | by rewrite natrB // ltnW | | by []].
  by rewrite subn_gt0 j_lt mul2n -addnn -addnBA // (leq_trans (leq_subr _ _)) // leq_addr.
have [/esym/allP/(_ (n - k)%N)] := yields_inj told value_y.
by rewrite subKn ?(ltnW k_n) // mem_iota subn_gt0 k_n /= add1n prednK // ltn_subrL k_gt0 n_gt0 => /(_ isT)/eqP.
Qed.
(* "h.WQ = [[0]]" *)
Lemma no_query defs env h k Q : lookup "h"%string env = Some h -> field_at h "WQ" = Value (mat 1 k Q) ->
  yields fs defs env (Chain (Field (Name "h") "WQ") [:: (Equal, ListOf [:: ListOf [:: Number BinNums.N0]])]) (Bool true) -> forall l, (0 < l <= k)%N -> Q 1%N l = 0.
Proof.
move=> h_in hQ /true_compare[v [w [v_y w_y same]]].
have vE := yields_inj v_y (y_field (y_name _ _ h_in) hQ).
have wE : w = List [:: List [:: Num 0]] by case: w_y.
move: same; rewrite vE wE; case: k hQ {vE} => [|[|k]] hQ same l; [by case: l | | by move: same].
by move: same => /=; case: eqP => // Q0 _; case: l => [|[|l]].
Qed.

(* --- Rows one above the other ------------------------------------------------------------------------------------------------------ *)
Definition stacked m X Y i j : F := if (i <= m)%N then X i j else Y (i - m)%N j.
Lemma y_stacked defs env a b m k n d X Y : yields fs defs env a (mat m d X) -> yields fs defs env b (mat k d Y) -> (m + k = n)%N ->
  yields fs defs env (Binary Concatenate a b) (mat n d (stacked m X Y)).
Proof.
move=> ya yb <-; apply: yields_eq (y_concatenate ya yb) _; congr List; rewrite iotaD map_cat; congr (_ ++ _); last rewrite addnC iotaDl -map_comp.
  by apply/eq_in_map => i /in_from_1/andP[_ i_m]; apply: vec_ext => j _; rewrite /stacked i_m.
by apply/eq_in_map => i /in_from_1/andP[i_gt0 _] /=; apply: vec_ext => j _; rewrite /stacked leqNgt -[X in (X < _)%N]addn0 ltn_add2l i_gt0 addKn.
Qed.
Lemma stacked_same m X Y Z i j : (i <= m)%N -> stacked m X Y i j = stacked m X Z i j.
Proof. by rewrite /stacked => ->. Qed.

(* --- The layer X + A(X) X ----------------------------------------------------------------------------------------------------------- *)
Definition layer_of n A X i j : F := X i j + \sum_(l <- iota 1 n) A i l * X l j.
Lemma call_urpe_layer defs h n d k r (B : encoding F) Q K X c : provides (layer_d :: urpe_l) defs ->
  encodes h n k r B -> field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) -> field_at h "c" = Value (vec (2 * n - 1) c) ->
  (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  call fs defs "layer" [:: h; mat n d X; r] = Value (mat n d (layer_of n (factored n (weights n d k B Q K X) c) X)).
Proof.
move=> P enc hQ hK hc n_gt0 d_gt0 k_gt0; enter; refine (y_call _ _ _); [ | reflexivity | apply: (call_matadd floor_int); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
refine (y_call _ _ _); [ | reflexivity | apply: (call_matmul floor_int _ _ _ _ _ n_gt0); provided].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
by refine (y_call _ _ _); [values | reflexivity | apply: call_urpe_attention enc hQ hK hc _ _ _; first by provided].
Qed.

(* --- Encodings that look at the tokens i and j alone --------------------------------------------------------------------------------- *)
Definition local_encoding k (B : encoding F) : Prop := forall Q Q' K K' i j,
  (forall l, (0 < l <= k)%N -> Q i l = Q' i l) -> (forall l, (0 < l <= k)%N -> K j l = K' j l) -> B Q K i j = B Q' K' i j.
Lemma local_of h n d k R : encoding_of h n k -> (0 < n)%N -> (0 < d)%N ->
  (field_at h "variant" = Value (Symb "transformer_xl") -> exists M, field_at h "WR" = Value (mat d k M)) ->
  exists2 B : encoding F, encodes h n k (mat (2 * n - 1) d R) B & local_encoding k B.
Proof.
case=> [f hv hm | Rs hv hR | Rs T hv hR hT | q M f g hv hM hf hg | hv] n_gt0 d_gt0 isd.
- by eexists; [exact: encodes_t5 hv hm n_gt0 | ].
- eexists; first exact: encodes_shaw hv hR.
  by move=> Q Q' K K' i j Qi Kj; apply: eq_big_seq => l /in_from_1 l_k; rewrite Qi.
- eexists; first exact: encodes_deberta hv hR hT.
  by move=> Q Q' K K' i j Qi Kj; congr (_ + _); apply: eq_big_seq => l /in_from_1 l_k; rewrite ?Qi ?Kj.
- have [M' hM'] := isd hv; eexists; first exact: encodes_transformer_xl hv hM' hf hg d_gt0.
  by move=> Q Q' K K' i j Qi Kj; congr (_ + _ + _); apply: eq_big_seq => l /in_from_1 l_k; rewrite ?Qi ?Kj.
by eexists; [exact: encodes_none hv | ].
Qed.

(* --- Masked attention ------------------------------------------------------------------------------------------------------------------ *)
Definition ready h r n d k (B : encoding F) Q K c i : Prop :=
  [/\ encodes h n k r B, field_at h "WQ" = Value (mat d k Q), field_at h "WK" = Value (mat d k K), field_at h "c" = Value (vec (2 * n - 1) c) &
      [/\ (0 < n)%N, (0 < d)%N, (0 < k)%N & (0 < i <= n)%N]].
Definition scored d k (B : encoding F) Q K X a b : F := score d k Q K X a b + B (product d X Q) (product d X K) a b.
Lemma call_scored defs h r n d k B Q K c i X : provides masked_l defs -> ready h r n d k B Q K c i ->
  call fs defs "scores" [:: h; mat n d X; r] = Value (mat n n (scored d k B Q K X)).
Proof. by move=> P [enc hQ hK hc [n_gt0 d_gt0 k_gt0 i_n]]; enter; value. Qed.
Lemma call_masked defs h r n d k B Q K c i X : provides (masked_scores_d :: masked_l) defs -> ready h r n d k B Q K c i ->
  call fs defs "masked_scores" [:: h; mat n d X; r; Num i%:R] = Value (vec i (scored d k B Q K X i)).
Proof.
move=> P is_h; have [_ _ _ _ [_ _ _ i_n]] := is_h; enter; apply: y_list_over; [by value | move=> j /in_from_1/andP[j_gt0 j_i]].
have j_n : (0 < j <= n)%N by rewrite j_gt0 (leq_trans j_i) //; case/andP: i_n.
apply: (y_at floor_int (i := j) (n := n) (h := fun j => Num (scored d k B Q K X i j))); [ | by value | by [] | exact: j_n | by []].
apply: (y_at floor_int (i := i) (n := n) (h := fun i => vec n (scored d k B Q K X i))); [ | by value | by [] | exact: i_n | by []].
by refine (y_call _ _ _); [values | reflexivity | apply: call_scored is_h; provided].
Qed.
Definition weighted n d k B Q K c i X j : F := soft i (scored d k B Q K X i) j * c (i + n - j)%N.
Lemma call_weighted defs h r n d k B Q K c i X : provides [:: masked_weights_d, masked_scores_d & masked_l] defs -> ready h r n d k B Q K c i ->
  call fs defs "masked_weights" [:: h; mat n d X; r; Num i%:R] = Value (vec i (weighted n d k B Q K c i X)).
Proof.
move=> P is_h; have [_ _ _ hc [_ _ _ i_n]] := is_h; have i_gt0 : (0 < i)%N by case/andP: i_n.
enter; apply: (y_let (v := vec i (soft i (scored d k B Q K X i)))).
  refine (y_call _ _ _); [ | reflexivity | apply: call_softmax => //; provided].
  by refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [values | reflexivity | apply: call_masked is_h; provided].
apply: y_list_over; [by value | move=> j /in_from_1 j_i].
have j_n : (0 < j <= n)%N by case/andP: j_i => -> /leq_trans->; case/andP: i_n.
apply: y_multiply; first by value.
refine (y_call _ _ _); [ | reflexivity | apply: (@call_relative _ _ floor_int _ n i j (fun k => Num (c k))) => //; provided].
by refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))); value.
Qed.
Definition shown n d k B Q K c i W X l : F := X i l + \sum_(j <- iota 1 i) weighted n d k B Q K c i X j * product d X W j l.
Lemma call_shown defs h r n d k B Q K c i W X : provides [:: masked_output_d, masked_weights_d, masked_scores_d & masked_l] defs -> ready h r n d k B Q K c i ->
  call fs defs "masked_output" [:: h; mat n d X; r; Num i%:R; mat d d W] = Value (vec d (shown n d k B Q K c i W X)).
Proof.
move=> P is_h; have [_ _ _ _ [n_gt0 d_gt0 _ i_n]] := is_h; have one_n : (0 < 1 <= n)%N by [].
enter; apply: (y_let (v := vec i (weighted n d k B Q K c i X))).
  by refine (y_call _ _ _); [values | reflexivity | apply: call_weighted is_h; provided].
apply: (y_let (v := mat n d (product d X W))); first by value.
apply: y_list_over; [by value | move=> l l_d; apply: y_add; first by value].
apply: y_sum; [by value | move=> j /in_from_1 j_i].
have j_n : (0 < j <= n)%N by case/andP: j_i => -> /leq_trans->; case/andP: i_n.
by apply: y_multiply; value.
Qed.

(* Two inputs whose rows up to i agree. *)
Definition same_up_to i X Y : Prop := forall j l, (0 < j <= i)%N -> X j l = Y j l.
Lemma same_product d i M X Y j l : same_up_to i X Y -> (0 < j <= i)%N -> product d X M j l = product d Y M j l.
Proof. by move=> same j_i; apply: eq_bigr => q _; rewrite same. Qed.
Lemma same_scored d k B Q K i X Y j : local_encoding k B -> same_up_to i X Y -> (0 < i)%N -> (0 < j <= i)%N -> scored d k B Q K X i j = scored d k B Q K Y i j.
Proof.
move=> local_B same i_gt0 j_i; have ii : (0 < i <= i)%N by rewrite i_gt0 leqnn.
congr (_ + _); first by apply: eq_bigr => l _; rewrite !(same_product _ _ _ same).
by apply: local_B => l _; exact: same_product same _.
Qed.
Lemma same_shown n d k B Q K c i W X Y l : local_encoding k B -> same_up_to i X Y -> (0 < i)%N -> shown n d k B Q K c i W X l = shown n d k B Q K c i W Y l.
Proof.
move=> local_B same i_gt0; have ii : (0 < i <= i)%N by rewrite i_gt0 leqnn.
congr (_ + _); first exact: same.
apply: eq_big_seq => j /in_from_1 j_i; rewrite /weighted (same_product _ _ _ same) // (soft_ext (g := scored d k B Q K Y i)) // => p p_i.
exact: same_scored.
Qed.
End Masked.

Lemma natr_less (F : ringType) m n : (m <= n)%N -> n%:R - m%:R = (n - m)%:R :> F.
Proof. by move=> m_n; rewrite natrB. Qed.
Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0 | exact: twice_less_1
        | match goal with H : is_true (_ <= _)%N |- _ => exact: (natr_less _ H) end
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].

(* attest: urpe.causal-c finding_other_side_without_content sha256:8971d5414650ca36c71f15dfe0b11695c396c2dbe1841920bebb7011c53f0ea6 theorem:other_side_without_content *)
Theorem other_side_without_content : Holds finding_other_side_without_content.
Proof.
opening S W; meaning_for_all => n n_gt0 _; apply: says_for_values => [h|h]; first exact: any_and.
case/true_and=> /true_named_call-is_h /true_and[zeros_y /true_and[noQ _]].
have [hv [k Q K c k_gt0 hQ hK hc enc]] : field_at h "variant" = Value (Symb "t5") /\ urpe_head_of h n 1.
  by apply: is_t5_head_true (is_h _ _ _); [provided | | | reflexivity | rewrite /yields_all].
have c0 : forall k, (0 < k < n)%N -> c k = 0.
  apply: (other_zeros_true (defs := defs)) => //; first by provided.
  by apply: true_named_call zeros_y _ => //; refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: y_field hc; exact: y_name | exact: y_name].
have Q0 : forall l, (0 < l <= k)%N -> Q 1%N l = 0 by apply: no_query hQ noQ.
have [f hm] : exists f, field_at h "m" = Value (vec (2 * n - 1) f).
  by case: enc => [f _ hm | R hv' | R T hv' | q M f g hv' | hv']; [exists f | move: hv'; rewrite hv ..].
have enc_h := encodes_t5 k (List [::]) hv hm n_gt0.
meaning_for_all => i /in_from_1 i_in _; have [i_gt0 i_n] := andP i_in; meaning_for_all => X _ _; meaning_for_all => Y _ _.
have layer_y env a Z : lookup "h"%string env = Some h -> lookup "i"%string env = Some (Num i%:R) -> yields (functions_of S) defs env a (mat n 1 Z) ->
    yields (functions_of S) defs env (Index (Index (Call "layer" [:: Name "h"; a; ListOf [::]]) (Name "i")) (Number (BinNums.Npos BinNums.xH)))
      (Num (layer_of n (factored n (weights n 1 k (fun _ _ i j => f (i + n - j)%N) Q K Z) c) Z i 1)).
  move=> h_in i_y ya; apply: (y_at (@floor_integer S) (i := 1) (n := 1) (h := fun j => Num (layer_of n (factored n (weights n 1 k (fun _ _ i j => f (i + n - j)%N) Q K Z) c) Z i j)));
    [ | by value | by [] | by [] | by []].
  apply: (y_at (@floor_integer S) (i := i) (n := n) (h := fun i => vec 1 (layer_of n (factored n (weights n 1 k (fun _ _ i j => f (i + n - j)%N) Q K Z) c) Z i)));
    [ | exact: y_name i_y | by [] | exact: i_in | by []].
  refine (y_call _ _ _); [refine (all_cons (y_name _ _ h_in) (all_cons ya (all_cons _ (all_nil _ _ _)))) | reflexivity | ]; first by value.
  by apply: call_urpe_layer enc_h hQ hK hc _ _ _; first by provided.
have nE : (i + (n - i) = n)%N by rewrite subnKC.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: y_close; [apply: layer_y => // | apply: layer_y => // | ].
- by apply: (y_stacked _ _ nE); value.
- apply: (y_stacked (Y := fun _ _ => 0) _ _ nE); first by value.
  by refine (y_call _ _ _); [ | reflexivity | apply: (@call_zeros S _ (n - i) 1); provided]; refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: yields_eq; [value | rewrite natrB] | value].
rewrite /layer_of (stacked_same X Y (fun _ _ => 0)) //; congr (_ + _); apply: eq_big_seq => l /in_from_1 l_n.
have [l_i|i_l] := leqP l i; last first.
  have far : (0 < i + n - l < n)%N.
    case/andP: l_n => _ l_n; rewrite -(ltn_add2r l (i + n - l)) subnK; last by rewrite (leq_trans l_n) // leq_addl.
    by rewrite [(n + l)%N]addnC ltn_add2r i_l andbT subn_gt0; apply: leq_ltn_trans l_n _; rewrite -[X in (X < _)%N]add0n ltn_add2r.
  by rewrite /factored c0 // !mulr0 !mul0r.
rewrite (stacked_same X Y (fun _ _ => 0)) //; congr (_ * _ * _); apply: soft_ext => // j j_n; congr (_ + _).
rewrite /score !big1_seq // => q /andP[_ /in_from_1 q_k]; rewrite /product big_seq1 Q0 ?mulr0 ?mul0r //.
Qed.

(* attest: urpe.causal-c repaired sha256:96af5e199c1c871544dab4d1d1cac74d9c5b3f4617b19652cd15c752115e92f4 theorem:masked_encodings_are_causal *)
Theorem masked_encodings_are_causal : Holds repaired.
Proof.
opening S W; for_each_of => v v_in; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => R _ _.
apply: says_for_values => [h|h]; first exact: any_and.
case/true_and=> /true_named_call-is_h /true_and[_ /true_and[fixed _]].
have [k Q K c k_gt0 hQ hK hc enc] : urpe_head_of h n d.
  by apply: is_urpe_head_true (is_h _ _ _); [provided | | | reflexivity | rewrite /yields_all].
have [|B encB local_B] := local_of R enc n_gt0 d_gt0; first by apply: fixed_family enc _ _ fixed; [by [] | exact: y_name].
meaning_for_all => M _ _; meaning_for_all => i /in_from_1 i_in _; have [i_gt0 i_n] := andP i_in; meaning_for_all => X _ _; meaning_for_all => Y _ _.
have nE : (i + (n - i) = n)%N by rewrite subnKC.
pose Z1 := stacked i X Y; pose Z2 := stacked i X (fun _ _ => 0).
have same j l : (0 < j <= i)%N -> Z1 j l = Z2 j l by case/andP=> _ j_i; exact: stacked_same.
refine (says_expression (p := true) _ _); [ | reflexivity]; apply: (y_let (v := mat n d Z2)).
  apply: (y_stacked _ _ nE); first by value.
  by refine (y_call _ _ _); [ | reflexivity | apply: (@call_zeros S _ (n - i) d); provided]; refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: yields_eq; [value | rewrite natrB] | value].
have Z1_y env : lookup "X"%string env = Some (mat i d X) -> lookup "Y"%string env = Some (mat (n - i) d Y) ->
    yields (functions_of S) defs env (Binary Concatenate (Name "X") (Name "Y"))%string (mat n d Z1).
  by move=> X_in Y_in; apply: (y_stacked _ _ nE); exact: y_name.
have head_h : ready h (mat (2 * n - 1) d R) n d k B Q K c i by [].
have scores_y env a Z : lookup "h"%string env = Some h -> lookup "r"%string env = Some (mat (2 * n - 1) d R) -> lookup "i"%string env = Some (Num i%:R) ->
    yields (functions_of S) defs env a (mat n d Z) ->
    yields (functions_of S) defs env (Call "masked_scores" [:: Name "h"; a; Name "r"; Name "i"])%string (vec i (scored d k B Q K Z i)).
  move=> h_in r_in i_y ya; refine (y_call _ _ _); [ | reflexivity | apply: call_masked head_h; provided].
  exact: all_cons (y_name _ _ h_in) (all_cons ya (all_cons (y_name _ _ r_in) (all_cons (y_name _ _ i_y) (all_nil _ _ _)))).
have shown_y env a Z l : lookup "h"%string env = Some h -> lookup "r"%string env = Some (mat (2 * n - 1) d R) -> lookup "i"%string env = Some (Num i%:R) ->
    lookup "W"%string env = Some (mat d d M) -> lookup "k"%string env = Some (Num l%:R) -> (0 < l <= d)%N -> yields (functions_of S) defs env a (mat n d Z) ->
    yields (functions_of S) defs env (Index (Call "masked_output" [:: Name "h"; a; Name "r"; Name "i"; Name "W"]) (Name "k"))%string (Num (shown n d k B Q K c i M Z l)).
  move=> h_in r_in i_y W_in k_in l_d ya.
  apply: (y_at (@floor_integer S) (i := l) (n := d) (h := fun l => Num (shown n d k B Q K c i M Z l))); [ | exact: y_name k_in | by [] | exact: l_d | by []].
  refine (y_call _ _ _); [ | reflexivity | apply: call_shown head_h; provided].
  exact: all_cons (y_name _ _ h_in) (all_cons ya (all_cons (y_name _ _ r_in) (all_cons (y_name _ _ i_y) (all_cons (y_name _ _ W_in) (all_nil _ _ _))))).
apply: true_and_true.
  by apply: y_same_vec; [apply: scores_y => //; exact: Z1_y | apply: scores_y => //; exact: y_name | move=> j j_i; exact: same_scored].
apply: y_and1; apply: y_all_true; [by value | move=> l /in_from_1 l_d].
by apply: y_close; [apply: shown_y => //; exact: Z1_y | apply: shown_y => //; exact: y_name | exact: same_shown].
Qed.
