(* SPDX-License-Identifier: Apache-2.0 *)
(* Expressions whose numbers are natural numbers: their values as such, so that sums, comparisons and counts are those of ssreflect. A list
   of natural numbers is a seq, with its entries from 1 (`item`); a range a..b is `from_to a b`. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Lia.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes.
From attest Require calls_ordinals.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* lia, for the natural numbers of ssreflect and for what it is to be in a range. *)
Ltac arith :=
  cbn beta in *; try change (Equality.sort nat_eqType) with nat in *; try change (Equality.sort (seq_eqType nat_eqType)) with (seq nat) in *;
  repeat match goal with
  | H : is_true (_ \in from_to _ _) |- _ => rewrite mem_from_to in H
  | H : is_true (_ \in labels _) |- _ => rewrite mem_labels in H
  | H : is_true (_ && _) |- _ => let H1 := fresh in let H2 := fresh in case/andP: H => H1 H2
  | H : is_true (leq _ _) |- _ => move/ssrnat.leP: H => H
  | |- is_true (_ && _) => apply/andP; split
  end;
  try apply/ssrnat.leP; try apply/eqP; unfold addn, addn_rec, subn, subn_rec, muln, muln_rec in *; lia.

Section Whole.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variable defs : seq definition.
Local Notation yields := (yields fs defs).
Local Notation nat_value m := (Num (m%:R : F)).
Implicit Types (env : environment F) (a b e : expr) (m n d i j k : nat) (s : seq nat).

Definition whole n : value F := Num n%:R.
Definition wholes s : value F := List (map whole s).
Definition rows_of_wholes (A : seq (seq nat)) : value F := List (map wholes A).

(* --- Numbers -------------------------------------------------------------------------------------------------------------- *)
Lemma w_number env (n : BinNums.N) k : BinNat.N.to_nat n = k -> yields env (Number n) (whole k).
Proof. by move=> <-. Qed.
Lemma w_add env a b m n : yields env a (whole m) -> yields env b (whole n) -> yields env (Binary Add a b) (whole (m + n)).
Proof. by move=> ya yb; apply: yields_eq (y_add ya yb) _; rewrite /whole natrD. Qed.
Lemma w_multiply env a b m n : yields env a (whole m) -> yields env b (whole n) -> yields env (Binary Multiply a b) (whole (m * n)).
Proof. by move=> ya yb; apply: yields_eq (y_multiply ya yb) _; rewrite /whole natrM. Qed.
Lemma w_subtract env a b m n : yields env a (whole m) -> yields env b (whole n) -> (n <= m)%N -> yields env (Binary Subtract a b) (whole (m - n)).
Proof. by move=> ya yb le; apply: yields_eq (y_subtract ya yb) _; rewrite /whole natrB. Qed.
Lemma w_power env a b m n : yields env a (whole m) -> yields env b (whole n) -> yields env (Binary Power a b) (whole (m ^ n)).
Proof. by move=> ya yb; apply: yields_eq (y_power floor_int ya yb erefl) _; rewrite /whole natrX. Qed.
Lemma w_div env a b m d : yields env a (whole m) -> yields env b (whole d) -> (0 < d)%N -> yields env (Binary Div a b) (whole (m %/ d)).
Proof. by move=> ya yb; apply: y_div ya yb _ _. Qed.
Lemma w_mod env a b m d : yields env a (whole m) -> yields env b (whole d) -> (0 < d)%N -> yields env (Binary Mod a b) (whole (m %% d)).
Proof. by move=> ya yb; apply: y_mod ya yb _ _. Qed.
Lemma w_if env c a b p m n : yields env c (Bool p) -> (p -> yields env a (whole m)) -> (~~ p -> yields env b (whole n)) ->
  yields env (If c a b) (whole (if p then m else n)).
Proof. by rewrite /rules.yields /= => ->; case: p => [->|_ ->]. Qed.
Lemma w_if_bool env c a b p q r : yields env c (Bool p) -> (p -> yields env a (Bool q)) -> (~~ p -> yields env b (Bool r)) ->
  yields env (If c a b) (Bool (if p then q else r)).
Proof. by rewrite /rules.yields /= => ->; case: p => [->|_ ->]. Qed.
Lemma w_if_wholes env c a b p s t : yields env c (Bool p) -> (p -> yields env a (wholes s)) -> (~~ p -> yields env b (wholes t)) ->
  yields env (If c a b) (wholes (if p then s else t)).
Proof. by rewrite /rules.yields /= => ->; case: p => [->|_ ->]. Qed.
Lemma w_max env a b m n : yields env a (whole m) -> yields env b (whole n) -> yields env (Call "max" [:: a; b]) (whole (maxn m n)).
Proof.
move=> ya yb; refine (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _))) _ _); first reflexivity.
by rewrite /= /whole /Num.max ltr_nat /maxn; case: ifP.
Qed.
Lemma w_is_integer env a m : yields env a (whole m) -> yields env (Call "is_integer" [:: a]) (Bool true).
Proof.
move=> ya; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); first reflexivity.
by rewrite /= /whole integer_nat.
Qed.
Lemma w_is_list env a (l : seq (value F)) : yields env a (List l) -> yields env (Call "is_list" [:: a]) (Bool true).
Proof. by move=> ya; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); reflexivity. Qed.

(* --- Comparisons ---------------------------------------------------------------------------------------------------------- *)
Definition compare_wholes (c : comparison) m n : bool :=
  match c with Equal => m == n | Different => m != n | Less => m < n | AtMost => m <= n | Greater => n < m | AtLeast => n <= m end%N.
Lemma compare_whole c m n : compare c (whole m) (whole n) = Some (compare_wholes c m n).
Proof. by case: c; rewrite /compare /whole /= ?eqr_nat ?ltr_nat ?ler_nat. Qed.
Lemma w_compare env c a b m n : yields env a (whole m) -> yields env b (whole n) -> yields env (Chain a [:: (c, b)]) (Bool (compare_wholes c m n)).
Proof. by move=> ya yb; apply: y_compare ya yb (compare_whole _ _ _). Qed.
Lemma w_chain env c (o : comparison) a b e l m n q : yields env a (whole m) -> yields env b (whole n) ->
  (compare_wholes c m n -> yields env (Chain b ((o, e) :: l)) (Bool q)) -> yields env (Chain a ((c, b) :: (o, e) :: l)) (Bool (compare_wholes c m n && q)).
Proof. by move=> ya yb; apply: y_chain ya yb (compare_whole _ _ _). Qed.

Lemma equal_images (T : eqType) (h : T -> value F) (l l' : seq T) : (forall t u, equal (h t) (h u) = Value (t == u)) ->
  equal (List (map h l)) (List (map h l')) = Value (l == l').
Proof.
move=> hE /=; rewrite !size_map; elim: l l' => [|t l IH] [|u l'] //=; rewrite hE eqseq_cons eqSS; have := IH l'.
case: (size l == size l') => [IHl|[<-]]; last by rewrite andbF.
by case: (t == u).
Qed.
Lemma equal_whole m n : equal (whole m) (whole n) = Value (m == n).
Proof. by rewrite /= eqr_nat. Qed.
Lemma equal_wholes s t : equal (wholes s) (wholes t) = Value (s == t).
Proof. by apply: equal_images => m n; exact: equal_whole. Qed.
Lemma w_same env a b s t : yields env a (wholes s) -> yields env b (wholes t) -> yields env (Chain a [:: (Equal, b)]) (Bool (s == t)).
Proof. by move=> ya yb; apply: y_compare ya yb _; rewrite /compare equal_wholes. Qed.
Lemma w_differ env a b s t : yields env a (wholes s) -> yields env b (wholes t) -> yields env (Chain a [:: (Different, b)]) (Bool (s != t)).
Proof. by move=> ya yb; apply: y_compare ya yb _; rewrite /compare equal_wholes. Qed.
Lemma w_same_bool env a b p q : yields env a (Bool p) -> yields env b (Bool q) -> yields env (Chain a [:: (Equal, b)]) (Bool (p == q)).
Proof. by move=> ya yb; apply: y_compare ya yb _. Qed.
Lemma w_differ_bool env a b p q : yields env a (Bool p) -> yields env b (Bool q) -> yields env (Chain a [:: (Different, b)]) (Bool (p != q)).
Proof. by move=> ya yb; apply: y_compare ya yb _. Qed.

(* --- Lists ---------------------------------------------------------------------------------------------------------------- *)
Lemma w_range env a b m n : yields env a (whole m) -> yields env b (whole n) -> yields env (Binary Range a b) (wholes (from_to m n)).
Proof.
move=> ya yb; case: (leqP m n.+1) => [le|lt].
  by apply: (@y_range _ _ floor_int _ _ _ _ _ _ m (n.+1 - m)%N ya yb) => //; rewrite subnKC // mulrSr.
move: ya yb; rewrite /rules.yields /= => -> ->; rewrite /operate /on_integers /whole /= !integer_nat // /integers.
have -> : n%:Z - m%:Z + 1 = - (m - n.+1)%N%:Z by rewrite -subzn ?(ltnW lt) // opprB -addn1 PoszD addrAC.
by rewrite /from_to (eqP (ltnW lt)); case: (m - n.+1)%N.
Qed.
Lemma w_length (T : Type) (h : T -> value F) (l : seq T) env a : yields env a (List (map h l)) -> yields env (Call "len" [:: a]) (whole (size l)).
Proof. by move=> /y_length; rewrite size_map. Qed.
Lemma w_item env a b s n : yields env a (wholes s) -> yields env b (whole n) -> (0 < n <= size s)%N -> yields env (Index a b) (whole (item 0%N s n)).
Proof.
case: n => [|n] ya yb /andP[//= _ n_lt]; have := y_index floor_int ya yb (erefl (n.+1)%:R).
by rewrite size_map (nth_map 0%N) //; apply.
Qed.
Lemma w_image (T : Type) (x0 : T) (h : T -> value F) (l : seq T) env a b n : yields env a (List (map h l)) -> yields env b (whole n) ->
  (0 < n <= size l)%N -> yields env (Index a b) (h (item x0 l n)).
Proof.
case: n => [|n] ya yb /andP[//= _ n_lt]; have := y_index floor_int ya yb (erefl (n.+1)%:R).
by rewrite size_map (nth_map x0) //; apply.
Qed.
Lemma w_concatenate (T : Type) (h : T -> value F) (l l' : seq T) env a b : yields env a (List (map h l)) -> yields env b (List (map h l')) ->
  yields env (Binary Concatenate a b) (List (map h (l ++ l'))).
Proof. by move=> ya yb; rewrite map_cat; exact: y_concatenate. Qed.

(* --- Generators ----------------------------------------------------------------------------------------------------------- *)
Section One.
Variables (T : eqType) (h : T -> value F) (l : seq T) (env : environment F) (x : string) (L body : expr).
Hypothesis list_yields : yields env L (List (map h l)).
Lemma w_list f : (forall t, t \in l -> yields ((x, h t) :: env) body (whole (f t))) -> yields env (ListOver body [:: (x, L)] None) (wholes (map f l)).
Proof. by move=> bodyE; rewrite /wholes -map_comp; exact: (y_list_over list_yields bodyE). Qed.
Lemma w_list_rows f : (forall t, t \in l -> yields ((x, h t) :: env) body (wholes (f t))) ->
  yields env (ListOver body [:: (x, L)] None) (rows_of_wholes (map f l)).
Proof. by move=> bodyE; rewrite /rows_of_wholes -map_comp; exact: (y_list_over list_yields bodyE). Qed.
Lemma w_sum f : (forall t, t \in l -> yields ((x, h t) :: env) body (whole (f t))) ->
  yields env (Over "sum" body [:: (x, L)] None) (whole (\sum_(t <- l) f t)%N).
Proof. by move=> bodyE; apply: yields_eq (y_sum list_yields bodyE) _; rewrite /whole natr_sum. Qed.
Lemma w_count p : (forall t, t \in l -> yields ((x, h t) :: env) body (Bool (p t))) -> yields env (Over "count" body [:: (x, L)] None) (whole (count p l)).
Proof. exact: y_count. Qed.
Variables (condition : expr) (q : T -> bool).
Hypothesis condition_yields : forall t, t \in l -> yields ((x, h t) :: env) condition (Bool (q t)).
Lemma w_sum_if f : (forall t, t \in l -> q t -> yields ((x, h t) :: env) body (whole (f t))) ->
  yields env (Over "sum" body [:: (x, L)] (Some condition)) (whole (\sum_(t <- l | q t) f t)%N).
Proof. by move=> bodyE; apply: yields_eq (y_sum_if list_yields condition_yields bodyE) _; rewrite /whole natr_sum. Qed.
Lemma w_list_if f : (forall t, t \in l -> q t -> yields ((x, h t) :: env) body (whole (f t))) ->
  yields env (ListOver body [:: (x, L)] (Some condition)) (wholes [seq f t | t <- l & q t]).
Proof. by move=> bodyE; rewrite /wholes -map_comp; exact: (y_list_if list_yields condition_yields bodyE). Qed.
End One.

Lemma w_count2 (T U : eqType) (h : T -> value F) (l : seq T) (g : T -> U -> value F) (m : T -> seq U) env x y L M body p :
  yields env L (List (map h l)) -> (forall t, t \in l -> yields ((x, h t) :: env) M (List (map (g t) (m t)))) ->
  (forall t, t \in l -> forall u, u \in m t -> yields ((y, g t u) :: (x, h t) :: env) body (Bool (p t u))) ->
  yields env (Over "count" body [:: (x, L); (y, M)] None) (whole (\sum_(t <- l) count (p t) (m t))%N).
Proof.
move=> outer inner bodyE; rewrite /rules.yields.
pose pairs := flatten [seq [seq (t, u) | u <- m t] | t <- l].
rewrite [LHS](@over_pairs _ _ _ _ _ h l g m _ _ _ _ _ body outer inner (fun t u => Value (Bool (p t u))) _
  (fun r : seq (option (value F)) => omap (fun bs => of_integer F (count id bs)%:Z) (together (map (obind (@boolean F)) r)))) => [|t u t_l u_m]; last exact: bodyE.
rewrite -map_comp; rewrite (together_map pairs (fun tu => p tu.1 tu.2)) /= count_map /of_integer -pmulrn /whole; congr (Value (Num _%:R)).
by rewrite /pairs count_flatten -map_comp sumnE big_map; apply: eq_bigr => t _; rewrite /= count_map; exact: eq_count.
Qed.

(* What a fold carries has a property. *)
Lemma y_fold_where (T : eqType) (C : Type) (P : C -> Prop) (h : T -> value F) (f : C -> value F) (step : C -> T -> C) env
    (z x : string) a L body (c : C) (l : seq T) : yields env a (f c) -> yields env L (List (map h l)) -> P c ->
  (forall c t, t \in l -> P c -> P (step c t)) -> (forall c t, t \in l -> P c -> yields ((x, h t) :: (z, f c) :: env) body (f (step c t))) ->
  yields env (Fold z a x L body) (f (foldl step c l)).
Proof.
rewrite /rules.yields /= => -> ->; elim: l c => //= t l IH c Pc keeps stepE; rewrite stepE ?mem_head //.
by apply: IH => [|c' t' t'_l|c' t' t'_l]; [apply: keeps | apply: keeps | apply: stepE]; rewrite ?mem_head // inE t'_l orbT.
Qed.
End Whole.
Arguments whole {S} n.
Arguments wholes {S} s.
Arguments rows_of_wholes {S} A.

(* --- Tactics ---------------------------------------------------------------------------------------------------------------- *)
(* How an entry of a list is found that is no list of numbers. *)
Ltac image_index := fail.
Ltac met := first [eassumption | reflexivity | solve [arith] | side].
Ltac naturally :=
  lazymatch goal with
  | |- yields _ _ _ (Number ?n) _ => let k := eval cbv in (BinNat.N.to_nat n) in refine (@w_number _ _ _ n k (erefl k))
  | |- yields _ _ _ (Truth _) _ => refine (y_truth _ _ _ _)
  | |- yields _ _ _ (Name _) _ => first [refine (y_name _ _ _); reflexivity | refine (y_constant _ _); [reflexivity | known_call]]
  | |- yields _ _ _ (Call "len" _) _ => refine (w_length _); naturally
  | |- yields _ _ _ (Call "max" [:: _; _]) _ => refine (w_max _ _); naturally
  | |- yields _ _ _ (Call "is_integer" _) _ => refine (w_is_integer _); naturally
  | |- yields _ _ _ (Call "is_list" _) _ => refine (w_is_list _); naturally
  | |- yields _ _ _ (Call _ _) _ => refine (y_call _ _ _); [naturals | reflexivity | natural_call]
  | |- yields _ _ _ (Let _ _ _) _ => refine (y_let _ _); naturally
  | |- yields _ _ _ (If _ _ _) _ =>
    first [refine (w_if _ _ _); [naturally | intro; naturally | intro; naturally] | refine (w_if_bool _ _ _); [naturally | intro; naturally | intro; naturally]
         | refine (w_if_wholes _ _ _); [naturally | intro; naturally | intro; naturally]]
  | |- yields _ _ _ (Binary Add _ _) _ => refine (w_add _ _); naturally
  | |- yields _ _ _ (Binary Subtract _ _) _ => refine (w_subtract _ _ _); [naturally | naturally | met]
  | |- yields _ _ _ (Binary Multiply _ _) _ => refine (w_multiply _ _); naturally
  | |- yields _ _ _ (Binary Power _ _) _ => refine (w_power _ _); naturally
  | |- yields _ _ _ (Binary Div _ _) _ => refine (w_div _ _ _); [naturally | naturally | met]
  | |- yields _ _ _ (Binary Mod _ _) _ => refine (w_mod _ _ _); [naturally | naturally | met]
  | |- yields _ _ _ (Binary Range _ _) _ => refine (w_range _ _); naturally
  | |- yields _ _ _ (Binary Concatenate _ _) _ => refine (w_concatenate _ _); naturally
  | |- yields _ _ _ (Not _) _ => refine (y_not _); naturally
  | |- yields _ _ _ (And [:: _]) _ => refine (y_and1 _); naturally
  | |- yields _ _ _ (And _) _ => refine (y_and _ _); [naturally | intro; naturally]
  | |- yields _ _ _ (Or [:: _]) _ => refine (y_or1 _); naturally
  | |- yields _ _ _ (Or _) _ => refine (y_or _ _); [naturally | intro; naturally]
  | |- yields _ _ _ (Chain _ [:: (Equal, _)]) _ =>
    first [refine (w_compare _ _ _); naturally | refine (w_same _ _); naturally | refine (w_same_bool _ _); naturally]
  | |- yields _ _ _ (Chain _ [:: (Different, _)]) _ =>
    first [refine (w_compare _ _ _); naturally | refine (w_differ _ _); naturally | refine (w_differ_bool _ _); naturally]
  | |- yields _ _ _ (Chain _ [:: _]) _ => refine (w_compare _ _ _); naturally
  | |- yields _ _ _ (Chain _ _) _ => refine (w_chain _ _ _); [naturally | naturally | intro; naturally]
  | |- yields _ _ _ (Over "sum" _ [:: _] None) _ => refine (w_sum _ _); [naturally | intros ? ?; naturally]
  | |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (w_count _ _); [naturally | intros ? ?; naturally]
  | |- yields _ _ _ (Over "count" _ [:: _; _] None) _ => refine (w_count2 _ _ _); [naturally | intros ? ?; naturally | intros ? ? ? ?; naturally]
  | |- yields _ _ _ (Over "all" _ [:: _] None) _ => refine (y_all _ _); [naturally | intros ? ?; naturally]
  | |- yields _ _ _ (Over "any" _ [:: _] None) _ => refine (y_any _ _); [naturally | intros ? ?; naturally]
  | |- yields _ _ _ (Over "all" _ [:: _; _] None) _ => refine (y_all2 _ _ _); [naturally | intros ? ?; naturally | intros ? ? ? ?; naturally]
  | |- yields _ _ _ (Over "all" _ (_ :: _ :: _) _) _ => refine (calls_ordinals.y_all_nested _ _); [naturally | intros ? ?; naturally]
  | |- yields _ _ _ (Over "any" _ [:: _; _] None) _ => refine (y_any2 _ _ _); [naturally | intros ? ?; naturally | intros ? ? ? ?; naturally]
  | |- yields _ _ _ (Over "all" _ [:: _] (Some _)) _ => refine (y_all_if _ _ _); [naturally | intros ? ?; naturally | intros ? ? ?; naturally]
  | |- yields _ _ _ (Over "sum" _ [:: _] (Some _)) _ => refine (w_sum_if _ _ _); [naturally | intros ? ?; naturally | intros ? ? ?; naturally]
  | |- yields _ _ _ (ListOver _ [:: _] (Some _)) _ => refine (w_list_if _ _ _); [naturally | intros ? ?; naturally | intros ? ? ?; naturally]
  | |- yields _ _ _ (ListOver _ [:: _] None) _ =>
    first [refine (w_list _ _); [naturally | intros ? ?; naturally] | refine (w_list_rows _ _); [naturally | intros ? ?; naturally]]
  | |- yields _ _ _ (Index _ _) _ => first [refine (w_item _ _ _); [naturally | naturally | met] | image_index]
  end
with naturals :=
  lazymatch goal with
  | |- yields_all _ _ _ [::] _ => refine (all_nil _ _ _)
  | |- yields_all _ _ _ (_ :: _) _ => refine (all_cons _ _); [naturally | naturals]
  end
with natural_call :=
  first [known_call | refine (call_yields _ _ _); [reflexivity | reflexivity | cbn [zip parameters body]; naturally]].

Ltac natural_domain :=
  lazymatch goal with
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [naturally | reflexivity]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); naturally
  end.
Ltac natural_condition := let t := fresh in let H := fresh in intros t H; cbn beta in H; first [refine (erefl true : condition_is _ _ _ None _) | cbn [condition_is]; naturally].
Ltac natural_for_all := refine (says_forall _ _ _); [natural_domain | natural_condition | cbn beta].
Ltac natural_value := refine (says_expression _ _); [naturally | ].
