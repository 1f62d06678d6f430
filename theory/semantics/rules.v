(* SPDX-License-Identifier: Apache-2.0 *)
(* Rules by which an expression's value is found, and a tactic that applies them. Lists that a generator runs over are images h t of the
   entries t of some list: ranges are images of numbers, vectors of their entries. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A definition, with those before it. *)
Fixpoint find_definition (latest_first : seq definition) (f : string) : option (definition * seq definition) :=
  if latest_first is d :: earlier then (if String.eqb f (name d) then Some (d, earlier) else find_definition earlier f) else None.

Section Rules.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Local Notation value := (value F).
Local Notation environment := (environment F).
Implicit Types (env : environment) (e a b : expr) (v w : value) (x y : F).

Definition yields env e v : Prop := eval fs (call fs defs) env e = Value v.
Definition yields_all env (l : seq expr) (vs : seq value) : Prop := together [seq eval fs (call fs defs) env a | a <- l] = Value vs.

Lemma all_nil env : yields_all env [::] [::]. Proof. by []. Qed.
Lemma all_cons env a l v vs : yields env a v -> yields_all env l vs -> yields_all env (a :: l) (v :: vs).
Proof. by rewrite /yields_all /= => -> /= ->. Qed.

Lemma integer_int (i : int) : integer fs (i%:~R : F) = Some i.
Proof. by rewrite /integer floor_int eqxx. Qed.
Lemma integer_nat (n : nat) : integer fs (n%:R : F) = Some n%:Z.
Proof. exact: integer_int n%:Z. Qed.

(* --- Names, literals, calls ------------------------------------------------------------------------------------------ *)
Lemma y_number env n k : BinNat.N.to_nat n = k -> yields env (Number n) (Num k%:R).
Proof. by move=> <-. Qed.
Lemma y_truth env (p : bool) : yields env (Truth p) (Bool p). Proof. by []. Qed.
Lemma y_sym env s : yields env (Sym s) (Symb s). Proof. by []. Qed.
Lemma y_name env (s : string) v : lookup s env = Some v -> yields env (Name s) v.
Proof. by rewrite /yields /= => ->. Qed.
Lemma y_built_in env f l vs g w : yields_all env l vs -> lookup f (built_in fs) = Some g -> g vs = Some w -> yields env (Call f l) w.
Proof. by rewrite /yields /= => -> ->. Qed.
Lemma y_call env f l vs w : yields_all env l vs -> lookup f (built_in fs) = None -> call fs defs f vs = Some w -> yields env (Call f l) w.
Proof. by rewrite /yields /= => -> ->. Qed.
Lemma y_constant env (s : string) w : lookup s env = None -> call fs defs s [::] = Some w -> yields env (Name s) w.
Proof. by rewrite /yields /= => ->. Qed.

Lemma y_let env (x : string) e b v w : yields env e v -> yields ((x, v) :: env) b w -> yields env (Let x e b) w.
Proof. by rewrite /yields /= => ->. Qed.
Lemma y_if env (c : expr) a b (p : bool) v w : yields env c (Bool p) -> (p -> yields env a v) -> (~~ p -> yields env b w) ->
  yields env (If c a b) (if p then v else w).
Proof. by rewrite /yields /= => ->; case: p => [->|_ ->]. Qed.
Lemma y_if_number env c a b p x y : yields env c (Bool p) -> (p -> yields env a (Num x)) -> (~~ p -> yields env b (Num y)) ->
  yields env (If c a b) (Num (if p then x else y)).
Proof. by rewrite /yields /= => ->; case: p => [->|_ ->]. Qed.
Lemma y_yes env c a b w : yields env c (Bool true) -> yields env a w -> yields env (If c a b) w.
Proof. by rewrite /yields /= => ->. Qed.
Lemma y_no env c a b w : yields env c (Bool false) -> yields env b w -> yields env (If c a b) w.
Proof. by rewrite /yields /= => ->. Qed.

(* --- Numbers --------------------------------------------------------------------------------------------------------- *)
Lemma y_add env a b x y : yields env a (Num x) -> yields env b (Num y) -> yields env (Binary Add a b) (Num (x + y)).
Proof. by rewrite /yields /= => -> ->. Qed.
Lemma y_subtract env a b x y : yields env a (Num x) -> yields env b (Num y) -> yields env (Binary Subtract a b) (Num (x - y)).
Proof. by rewrite /yields /= => -> ->. Qed.
Lemma y_multiply env a b x y : yields env a (Num x) -> yields env b (Num y) -> yields env (Binary Multiply a b) (Num (x * y)).
Proof. by rewrite /yields /= => -> ->. Qed.
Lemma y_divide env a b x y : yields env a (Num x) -> yields env b (Num y) -> y != 0 -> yields env (Binary Divide a b) (Num (x / y)).
Proof. by rewrite /yields /= => -> -> /negbTE y_neq0; rewrite /= /on_numbers /= /divide y_neq0. Qed.
Lemma y_negate env a x : yields env a (Num x) -> yields env (Negate a) (Num (- x)).
Proof. by rewrite /yields /= => ->. Qed.
Lemma y_power env a b x y k : yields env a (Num x) -> yields env b (Num y) -> y = k%:R -> yields env (Binary Power a b) (Num (x ^+ k)).
Proof. by rewrite /yields /= => -> -> ->; rewrite /= integer_nat. Qed.
Lemma y_range env a b x y m k : yields env a (Num x) -> yields env b (Num y) -> x = m%:R -> y + 1 = (m + k)%:R ->
  yields env (Binary Range a b) (List [seq Num i%:R | i <- iota m k]).
Proof.
move=> ya yb xE yE; have yI : y = ((m + k)%:Z - 1)%:~R by rewrite rmorphB /= -pmulrn -yE addrK.
move: ya yb; rewrite /yields /= xE yI => -> ->; rewrite /operate /on_integers /= integer_nat integer_int /integers.
have -> : (m + k)%:Z - 1 - m%:Z + 1 = k%:Z by rewrite addrAC subrK PoszD addrAC subrr add0r.
congr (Some (List _)); rewrite -[m in RHS]addn0 iotaDl -!map_comp; apply: eq_map => i /=.
by rewrite /of_integer -PoszD.
Qed.
Lemma y_concatenate env a b l m : yields env a (List l) -> yields env b (List m) -> yields env (Binary Concatenate a b) (List (l ++ m)).
Proof. by rewrite /yields /= => -> ->. Qed.
Lemma y_log env a x : yields env a (Num x) -> 0 < x -> yields env (Call "log" [:: a]) (Num (log fs x)).
Proof. by rewrite /yields /= => -> /=; rewrite ltNge => /negbTE ->. Qed.
Lemma y_sqrt env a x : yields env a (Num x) -> 0 <= x -> yields env (Call "sqrt" [:: a]) (Num (sqrt fs x)).
Proof. by rewrite /yields /= => -> /=; rewrite leNgt => /negbTE ->. Qed.

(* --- Booleans -------------------------------------------------------------------------------------------------------- *)
Lemma y_not env a p : yields env a (Bool p) -> yields env (Not a) (Bool (~~ p)).
Proof. by rewrite /yields /= => ->. Qed.
Lemma y_and1 env a p : yields env a (Bool p) -> yields env (And [:: a]) (Bool p).
Proof. by rewrite /yields /= => -> /=; case: p. Qed.
Lemma y_and env a b l p q : yields env a (Bool p) -> (p -> yields env (And (b :: l)) (Bool q)) -> yields env (And (a :: b :: l)) (Bool (p && q)).
Proof. by rewrite /yields /= => -> /=; case: p => //= ->. Qed.
Lemma y_or1 env a p : yields env a (Bool p) -> yields env (Or [:: a]) (Bool p).
Proof. by rewrite /yields /= => -> /=; case: p. Qed.
Lemma y_or env a b l p q : yields env a (Bool p) -> (~~ p -> yields env (Or (b :: l)) (Bool q)) -> yields env (Or (a :: b :: l)) (Bool (p || q)).
Proof. by rewrite /yields /= => -> /=; case: p => //= ->. Qed.
Lemma y_compare env c a b v w p : yields env a v -> yields env b w -> compare c v w = Some p -> yields env (Chain a [:: (c, b)]) (Bool p).
Proof. by rewrite /yields /= => -> -> ->; case: p. Qed.
Lemma y_chain env c d a b e l v w p q : yields env a v -> yields env b w -> compare c v w = Some p ->
  (p -> yields env (Chain b ((d, e) :: l)) (Bool q)) -> yields env (Chain a ((c, b) :: (d, e) :: l)) (Bool (p && q)).
Proof. by rewrite /yields /= => -> -> ->; case: p => //= ->. Qed.

(* --- Lists ------------------------------------------------------------------------------------------------------------ *)
Lemma y_list env l vs : yields_all env l vs -> yields env (ListOf l) (List vs).
Proof. by rewrite /yields /= => ->. Qed.
Definition yields_numbers env (l : seq expr) (xs : seq F) : Prop := yields_all env l (map (@Num F) xs).
Lemma numbers_nil env : yields_numbers env [::] [::]. Proof. by []. Qed.
Lemma numbers_cons env a l x xs : yields env a (Num x) -> yields_numbers env l xs -> yields_numbers env (a :: l) (x :: xs).
Proof. exact: all_cons. Qed.
Lemma y_numbers env l xs : yields_numbers env l xs -> yields env (ListOf l) (List (map (@Num F) xs)).
Proof. exact: y_list. Qed.
(* Lists of lists of numbers, each written out. *)
Definition yields_rows env (l : seq expr) (rows : seq (seq F)) : Prop := yields_all env l [seq List (map (@Num F) r) | r <- rows].
Lemma rows_nil env : yields_rows env [::] [::]. Proof. by []. Qed.
Lemma rows_cons env a l r rows : yields env a (List (map (@Num F) r)) -> yields_rows env l rows -> yields_rows env (a :: l) (r :: rows).
Proof. exact: all_cons. Qed.
Lemma y_rows env l rows : yields_rows env l rows -> yields env (ListOf l) (List [seq List (map (@Num F) r) | r <- rows]).
Proof. exact: y_list. Qed.
Lemma y_index env a b l y i : yields env a (List l) -> yields env b (Num y) -> y = i.+1%:R -> (i < size l)%N ->
  yields env (Index a b) (nth (Bool true) l i).
Proof. by rewrite /yields /= => -> -> -> i_lt; rewrite /= integer_nat /= (nth_map (Bool true)). Qed.
Lemma y_entry env a b (l : seq F) y i : yields env a (List (map (@Num F) l)) -> yields env b (Num y) -> y = i.+1%:R -> (i < size l)%N ->
  yields env (Index a b) (Num (nth 0 l i)).
Proof. by move=> ya yb yE i_lt; have := y_index ya yb yE; rewrite size_map (nth_map 0) //; apply. Qed.
Lemma y_length env a l : yields env a (List l) -> yields env (Call "len" [:: a]) (Num (size l)%:R).
Proof. by rewrite /yields /= => ->. Qed.

(* One generator, without a filter: the body's values. *)
Section Generator.
Variables (T : eqType) (h : T -> value) (l : seq T).

Lemma over_map env (x : string) (body : expr) L (G : T -> option value) :
  yields env L (List (map h l)) -> (forall t, t \in l -> eval fs (call fs defs) ((x, h t) :: env) body = G t) ->
  forall (A : Type) (g : seq (option value) -> A),
  g (if eval fs (call fs defs) env L is Value (List items)
    then flatten [seq [:: eval fs (call fs defs) ((x, v) :: env) body] | v <- items] else [:: Undefined]) = g (map G l).
Proof.
move=> -> bodyE A g; congr (g _); rewrite -map_comp -[in RHS](flatten_seq1 (map G l)) -map_comp; congr flatten.
by apply/eq_in_map => t tl /=; rewrite bodyE.
Qed.

Lemma together_map (A : Type) (f : T -> A) : together (map (fun t => Value (f t)) l) = Value (map f l).
Proof. by elim: l => //= t m ->. Qed.
Lemma numbers_in_map (f : T -> F) : numbers_in (map (fun t => Value (Num (f t))) l) = Value (map f l).
Proof. by rewrite /numbers_in -map_comp; apply: together_map. Qed.
Lemma decided_all (p : T -> bool) : decided false (map (fun t => Value (Bool (p t) : value)) l) = Value (all p l).
Proof. by elim: l => //= t m ->; case: (p t). Qed.
Lemma decided_any (p : T -> bool) : decided true (map (fun t => Value (Bool (p t) : value)) l) = Value (has p l).
Proof. by elim: l => //= t m ->; case: (p t). Qed.

Variables (env : environment) (x : string) (L body : expr).
Hypothesis list_yields : yields env L (List (map h l)).

Lemma y_list_over g : (forall t, t \in l -> yields ((x, h t) :: env) body (g t)) ->
  yields env (ListOver body [:: (x, L)] None) (List [seq g t | t <- l]).
Proof.
by move=> body_yields; rewrite /yields [LHS](over_map list_yields body_yields (fun s => omap (@List F) (together s))) together_map.
Qed.
Lemma y_sum f : (forall t, t \in l -> yields ((x, h t) :: env) body (Num (f t))) ->
  yields env (Over "sum" body [:: (x, L)] None) (Num (\sum_(t <- l) f t)).
Proof.
move=> body_yields; rewrite /yields [LHS](over_map list_yields body_yields (fun s => omap (fun xs => Num (foldr +%R 0 xs)) (numbers_in s))).
by rewrite numbers_in_map /= foldrE big_map.
Qed.
Lemma y_product f : (forall t, t \in l -> yields ((x, h t) :: env) body (Num (f t))) ->
  yields env (Over "product" body [:: (x, L)] None) (Num (\prod_(t <- l) f t)).
Proof.
move=> body_yields; rewrite /yields [LHS](over_map list_yields body_yields (fun s => omap (fun xs => Num (foldr *%R 1 xs)) (numbers_in s))).
by rewrite numbers_in_map /= foldrE big_map.
Qed.
Lemma y_all p : (forall t, t \in l -> yields ((x, h t) :: env) body (Bool (p t))) ->
  yields env (Over "all" body [:: (x, L)] None) (Bool (all p l)).
Proof.
by move=> body_yields; rewrite /yields [LHS](over_map list_yields body_yields (fun s => omap Bool (decided false s))) decided_all.
Qed.
Lemma y_any p : (forall t, t \in l -> yields ((x, h t) :: env) body (Bool (p t))) ->
  yields env (Over "any" body [:: (x, L)] None) (Bool (has p l)).
Proof.
by move=> body_yields; rewrite /yields [LHS](over_map list_yields body_yields (fun s => omap Bool (decided true s))) decided_any.
Qed.
Lemma y_largest f y : (forall t, t \in l -> yields ((x, h t) :: env) body (Num (f t))) -> largest (map f l) = Some y ->
  yields env (Over "max" body [:: (x, L)] None) (Num y).
Proof.
move=> body_yields fl; rewrite /yields [LHS](over_map list_yields body_yields (fun s => omap (@Num F) (obind (@largest F) (numbers_in s)))).
by rewrite numbers_in_map /= fl.
Qed.
Lemma y_smallest f y : (forall t, t \in l -> yields ((x, h t) :: env) body (Num (f t))) -> smallest (map f l) = Some y ->
  yields env (Over "min" body [:: (x, L)] None) (Num y).
Proof.
move=> body_yields fl; rewrite /yields [LHS](over_map list_yields body_yields (fun s => omap (@Num F) (obind (@smallest F) (numbers_in s)))).
by rewrite numbers_in_map /= fl.
Qed.
End Generator.
End Rules.

(* A definition's body, in the environment of its arguments. *)
Lemma call_yields (F : realFieldType) (fs : functions F) defs f (vs : seq (value F)) d earlier w :
  find_definition defs f = Some (d, earlier) -> size (parameters d) = size vs ->
  yields fs earlier (zip (parameters d) vs) (body d) w -> call fs defs f vs = Value w.
Proof.
elim: defs => //= d' defs IH; case: String.eqb => //; case=> <- <-; rewrite /yields => -> bodyE.
by rewrite eqxx.
Qed.
