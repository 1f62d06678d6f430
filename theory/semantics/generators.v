(* SPDX-License-Identifier: Apache-2.0 *)
(* Rules for what rules.v leaves out: two generators, a filter, fold and records. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation rules.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Generators.
Variable F : realFieldType.
Variable fs : functions F.
Variable defs : seq definition.
Local Notation value := (value F).
Local Notation yields := (yields fs defs).
Local Notation evaluate := (eval fs (call fs defs)).
Implicit Types (env : environment F) (x y : string) (body : expr).

(* What a consumer makes of the body's values. *)
Lemma consume_sum (T : eqType) (l : seq T) (f : T -> F) :
  omap (fun xs => Num (foldr +%R 0 xs)) (numbers_in [seq Value (Num (f t)) | t <- l]) = Value (Num (\sum_(t <- l) f t)).
Proof. by rewrite numbers_in_map /= foldrE big_map. Qed.
Lemma consume_all (T : eqType) (l : seq T) (p : T -> bool) :
  omap Bool (decided false [seq Value (Bool (p t) : value) | t <- l]) = Value (Bool (all p l) : value).
Proof. by rewrite decided_all. Qed.
Lemma consume_any (T : eqType) (l : seq T) (p : T -> bool) :
  omap Bool (decided true [seq Value (Bool (p t) : value) | t <- l]) = Value (Bool (has p l) : value).
Proof. by rewrite decided_any. Qed.

(* Two generators, the second one's list made of the first one's element. *)
Section Two.
Variables (T U : eqType) (h : T -> value) (l : seq T) (k : T -> U -> value) (m : T -> seq U).
Variables (env : environment F) (x y : string) (L M body : expr).
Hypothesis outer : yields env L (List (map h l)).
Hypothesis inner : forall t, t \in l -> yields ((x, h t) :: env) M (List (map (k t) (m t))).
Let pairs : seq (T * U) := flatten [seq [seq (t, u) | u <- m t] | t <- l].

Lemma in_pairs t u : (t, u) \in pairs -> t \in l /\ u \in m t.
Proof. by case/flatten_mapP=> s s_l /mapP[v v_m [-> ->]]. Qed.

Lemma over_pairs (G : T -> U -> option value) (A : Type) (g : seq (option value) -> A) :
  (forall t u, t \in l -> u \in m t -> evaluate ((y, k t u) :: (x, h t) :: env) body = G t u) ->
  g (if evaluate env L is Value (List items) then
       flatten [seq (if evaluate ((x, v) :: env) M is Value (List items')
                     then flatten [seq [:: evaluate ((y, w) :: (x, v) :: env) body] | w <- items'] else [:: Undefined]) | v <- items]
     else [:: Undefined]) = g [seq G tu.1 tu.2 | tu <- pairs].
Proof.
move=> bodyE; rewrite outer; congr (g _); rewrite /pairs map_flatten -!map_comp; congr flatten; apply/eq_in_map => t t_l /=.
rewrite (inner t_l) -!map_comp -[RHS]flatten_seq1 -map_comp; congr flatten; apply/eq_in_map => u u_m /=.
by rewrite bodyE.
Qed.

Lemma all_pairs (p : T -> U -> bool) : all (fun tu => p tu.1 tu.2) pairs = all (fun t => all (p t) (m t)) l.
Proof. by rewrite /pairs; elim: (l) => //= t l' <-; rewrite all_cat all_map. Qed.
Lemma has_pairs (p : T -> U -> bool) : has (fun tu => p tu.1 tu.2) pairs = has (fun t => has (p t) (m t)) l.
Proof. by rewrite /pairs; elim: (l) => //= t l' <-; rewrite has_cat has_map. Qed.

Lemma y_all2 p : (forall t, t \in l -> forall u, u \in m t -> yields ((y, k t u) :: (x, h t) :: env) body (Bool (p t u))) ->
  yields env (Over "all" body [:: (x, L); (y, M)] None) (Bool (all (fun t => all (p t) (m t)) l)).
Proof.
move=> bodyE; rewrite /rules.yields -all_pairs.
rewrite [LHS](@over_pairs (fun t u => Value (Bool (p t u))) _ (fun s => omap Bool (decided false s))) => [|t u t_l u_m].
  exact: consume_all.
exact: bodyE.
Qed.
Lemma y_any2 p : (forall t, t \in l -> forall u, u \in m t -> yields ((y, k t u) :: (x, h t) :: env) body (Bool (p t u))) ->
  yields env (Over "any" body [:: (x, L); (y, M)] None) (Bool (has (fun t => has (p t) (m t)) l)).
Proof.
move=> bodyE; rewrite /rules.yields -has_pairs.
rewrite [LHS](@over_pairs (fun t u => Value (Bool (p t u))) _ (fun s => omap Bool (decided true s))) => [|t u t_l u_m].
  exact: consume_any.
exact: bodyE.
Qed.
Lemma y_sum2 f : (forall t, t \in l -> forall u, u \in m t -> yields ((y, k t u) :: (x, h t) :: env) body (Num (f t u))) ->
  yields env (Over "sum" body [:: (x, L); (y, M)] None) (Num (\sum_(t <- l) \sum_(u <- m t) f t u)).
Proof.
move=> bodyE; rewrite /rules.yields.
rewrite [LHS](@over_pairs (fun t u => Value (Num (f t u))) _ (fun s => omap (fun xs => Num (foldr +%R 0 xs)) (numbers_in s))) => [|t u t_l u_m].
  by rewrite (consume_sum pairs (fun tu => f tu.1 tu.2)) /pairs big_flatten big_map; congr (Value (Num _)); apply: eq_bigr => t _; rewrite big_map.
exact: bodyE.
Qed.
Lemma y_list_over2 (g : T -> U -> value) :
  (forall t, t \in l -> forall u, u \in m t -> yields ((y, k t u) :: (x, h t) :: env) body (g t u)) ->
  yields env (ListOver body [:: (x, L); (y, M)] None) (List (flatten [seq [seq g t u | u <- m t] | t <- l])).
Proof.
move=> bodyE; rewrite /rules.yields.
rewrite [LHS](@over_pairs (fun t u => Value (g t u)) _ (fun s => omap (@List F) (together s))) => [|t u t_l u_m]; last exact: bodyE.
rewrite (together_map pairs (fun tu => g tu.1 tu.2)) /pairs map_flatten -map_comp; congr (Value (List (flatten _))).
by apply: eq_map => t /=; rewrite -map_comp.
Qed.
End Two.

(* One generator with a filter. *)
Section Filter.
Variables (T : eqType) (h : T -> value) (l : seq T) (p : T -> bool).
Variables (env : environment F) (x : string) (L body condition : expr).
Hypothesis list_yields : yields env L (List (map h l)).
Hypothesis condition_yields : forall t, t \in l -> yields ((x, h t) :: env) condition (Bool (p t)).

Lemma over_filter (G : T -> option value) (A : Type) (g : seq (option value) -> A) :
  (forall t, t \in l -> p t -> evaluate ((x, h t) :: env) body = G t) ->
  g (if evaluate env L is Value (List items) then
       flatten [seq match evaluate ((x, v) :: env) condition with
                    | Value (Bool true) => [:: evaluate ((x, v) :: env) body] | Value (Bool false) => [::] | _ => [:: Undefined] end | v <- items]
     else [:: Undefined]) = g [seq G t | t <- l & p t].
Proof.
move=> bodyE; rewrite list_yields -map_comp; congr (g _).
elim: (l) condition_yields bodyE => //= t m IH cE bE; rewrite cE ?mem_head // IH => [|u um|u um]; last 2 first.
- by apply: cE; rewrite inE um orbT.
- by apply: bE; rewrite inE um orbT.
by case: ifP => // pt; rewrite bE ?mem_head.
Qed.

Lemma y_sum_if f : (forall t, t \in l -> p t -> yields ((x, h t) :: env) body (Num (f t))) ->
  yields env (Over "sum" body [:: (x, L)] (Some condition)) (Num (\sum_(t <- l | p t) f t)).
Proof.
move=> bodyE; rewrite /rules.yields.
rewrite [LHS](@over_filter (fun t => Value (Num (f t))) _ (fun s => omap (fun xs => Num (foldr +%R 0 xs)) (numbers_in s))) //.
by rewrite consume_sum big_filter.
Qed.
Lemma y_all_if q : (forall t, t \in l -> p t -> yields ((x, h t) :: env) body (Bool (q t))) ->
  yields env (Over "all" body [:: (x, L)] (Some condition)) (Bool (all (fun t => p t ==> q t) l)).
Proof.
move=> bodyE; rewrite /rules.yields.
rewrite [LHS](@over_filter (fun t => Value (Bool (q t))) _ (fun s => omap Bool (decided false s))) //.
rewrite consume_all; congr (Value (Bool _)); elim: (l) => //= t m <-.
by case: (p t).
Qed.
Lemma y_list_if g : (forall t, t \in l -> p t -> yields ((x, h t) :: env) body (g t)) ->
  yields env (ListOver body [:: (x, L)] (Some condition)) (List [seq g t | t <- l & p t]).
Proof.
move=> bodyE; rewrite /rules.yields.
rewrite [LHS](@over_filter (fun t => Value (g t)) _ (fun s => omap (@List F) (together s))) //.
by rewrite together_map.
Qed.
End Filter.

(* What a fold carries is the image k s of some s. *)
Lemma y_fold (T : eqType) (S : Type) (h : T -> value) (k : S -> value) (step : S -> T -> S) env z a x L body s l :
  yields env a (k s) -> yields env L (List (map h l)) ->
  (forall s t, t \in l -> yields ((x, h t) :: (z, k s) :: env) body (k (step s t))) ->
  yields env (Fold z a x L body) (k (foldl step s l)).
Proof.
rewrite /rules.yields /= => -> -> stepE; elim: l s stepE => //= t l IH s stepE; rewrite stepE ?mem_head //.
by apply: IH => s' t' t'_l; rewrite stepE // inE t'_l orbT.
Qed.

(* Records. *)
Definition field_at (h : value) (s : string) : option value := if h is Rec fields then lookup s fields else Undefined.
Lemma y_field env a h s w : yields env a h -> field_at h s = Value w -> yields env (Field a s) w.
Proof. by rewrite /rules.yields /= => ->; case: h. Qed.
Lemma true_field env h s a w : yields env a h -> yields env (Field a s) w -> field_at h s = Value w.
Proof. by rewrite /rules.yields /= => ->; case: h. Qed.
Definition yields_fields env (l : seq (string * expr)) (vs : seq (string * value)) : Prop :=
  together [seq omap (pair f.1) (evaluate env f.2) | f <- l] = Value vs.
Lemma fields_nil env : yields_fields env [::] [::]. Proof. by []. Qed.
Lemma fields_cons env s a l v vs : yields env a v -> yields_fields env l vs -> yields_fields env ((s, a) :: l) ((s, v) :: vs).
Proof. by rewrite /yields_fields /rules.yields /= => -> /= ->. Qed.
Lemma y_record env l vs : yields_fields env l vs -> yields env (RecordOf l) (Rec vs).
Proof. by rewrite /yields_fields /rules.yields /= => ->. Qed.
End Generators.
