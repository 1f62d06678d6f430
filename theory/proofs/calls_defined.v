(* SPDX-License-Identifier: Apache-2.0 *)
(* That an expression has a value of some kind, where it does not matter which one: numbers, booleans, lists of these, any number of
   generators. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Kinds.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Local Notation value := (value F).
Local Notation yields := (yields fs defs).
Local Notation evaluate := (eval fs (call fs defs)).
Implicit Types (env : environment F) (a b e body : expr) (x : string) (v u : value) (vs us : seq value) (P Q : value -> Prop).

Definition gives env e P : Prop := exists2 v, yields env e v & P v.
Definition is_num v : Prop := exists y, v = Num y.
Definition is_bool v : Prop := exists p, v = Bool p.
Definition are P vs : Prop := forall v, is_among v vs -> P v.
(* The values of the body, for a list of generators without a filter. *)
Definition lists env body generators P : Prop := exists2 vs, yields env (ListOver body generators None) (List vs) & are P vs.

Lemma gives_value env e P v : yields env e v -> P v -> gives env e P.
Proof. by move=> ye Pv; exists v. Qed.
Lemma gives_num env e y : yields env e (Num y) -> gives env e is_num.
Proof. by move=> ye; exists (Num y); [ | exists y]. Qed.
Lemma gives_bool env e (p : bool) : yields env e (Bool p) -> gives env e is_bool.
Proof. by move=> ye; exists (Bool p); [ | exists p]. Qed.
Lemma given_num env e : gives env e is_num -> exists y, yields env e (Num y).
Proof. by case=> v ye [y vE]; exists y; rewrite -vE. Qed.
Lemma given_bool env e : gives env e is_bool -> exists p, yields env e (Bool p).
Proof. by case=> v ye [p vE]; exists p; rewrite -vE. Qed.

(* --- Numbers and booleans ------------------------------------------------------------------------------------------------------------- *)
Lemma g_subtract env a b : gives env a is_num -> gives env b is_num -> gives env (Binary Subtract a b) is_num.
Proof. by move=> /given_num[y ya] /given_num[z yb]; exact: gives_num (y_subtract ya yb). Qed.
Lemma g_multiply env a b : gives env a is_num -> gives env b is_num -> gives env (Binary Multiply a b) is_num.
Proof. by move=> /given_num[y ya] /given_num[z yb]; exact: gives_num (y_multiply ya yb). Qed.
Lemma g_divide env a b z : gives env a is_num -> yields env b (Num z) -> z != 0 -> gives env (Binary Divide a b) is_num.
Proof. by move=> /given_num[y ya] yb z_neq0; exact: gives_num (y_divide ya yb z_neq0). Qed.
Lemma g_power env a b k : gives env a is_num -> yields env b (Num k%:R) -> gives env (Binary Power a b) is_num.
Proof. by move=> /given_num[y ya] yb; exact: gives_num (y_power floor_int ya yb erefl). Qed.
Lemma g_abs env a : gives env a is_num -> gives env (Call "abs" [:: a]) is_num.
Proof. by move=> /given_num[y ya]; apply: (@gives_num _ _ `|y|); exact: (y_built_in (all_cons ya (all_nil _ _ _))). Qed.
Lemma g_max env a b : gives env a is_num -> gives env b is_num -> gives env (Call "max" [:: a; b]) is_num.
Proof.
move=> /given_num[y ya] /given_num[z yb]; apply: (@gives_num _ _ (Num.max y z)).
exact: (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _)))).
Qed.
Lemma g_min env a b : gives env a is_num -> gives env b is_num -> gives env (Call "min" [:: a; b]) is_num.
Proof.
move=> /given_num[y ya] /given_num[z yb]; apply: (@gives_num _ _ (Num.min y z)).
exact: (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _)))).
Qed.
Lemma g_if env c a b P : gives env c is_bool -> gives env a P -> gives env b P -> gives env (If c a b) P.
Proof. by move=> /given_bool[[] yc] [v ya Pv] [u yb Pu]; [exists v | exists u] => //; [exact: y_yes | exact: y_no]. Qed.
Lemma g_let env x a b P Q : gives env a P -> (forall v, P v -> gives ((x, v) :: env) b Q) -> gives env (Let x a b) Q.
Proof. by case=> v ya Pv /(_ v Pv)[u yb Qu]; exists u => //; exact: y_let ya yb. Qed.
Lemma g_and2 env a b : gives env a is_bool -> gives env b is_bool -> gives env (And [:: a; b]) is_bool.
Proof. by move=> /given_bool[p ya] /given_bool[q yb]; apply: (@gives_bool _ _ (p && q)); apply: y_and => // _; exact: y_and1. Qed.

(* --- Lists ------------------------------------------------------------------------------------------------------------------------------ *)
Lemma is_among_map (T : eqType) (h : T -> value) l v : is_among v (map h l) -> exists2 t, t \in l & v = h t.
Proof.
elim: l => //= t l IH [->|/IH[u u_l ->]]; first by exists t; rewrite ?mem_head.
by exists u; rewrite // inE u_l orbT.
Qed.
Lemma are_cat P us vs : are P us -> are P vs -> are P (us ++ vs).
Proof.
move=> all_us all_vs; elim: us all_us => //= u us IH all_us v [->|]; first by apply: all_us; left.
by apply: IH => w w_us; apply: all_us; right.
Qed.
Lemma are_num vs : are is_num vs -> exists ys, vs = map (@Num F) ys.
Proof.
elim: vs => [|v vs IH] all_vs; first by exists [::].
have [y ->] := all_vs v (or_introl erefl); have [|ys ->] := IH; first by move=> u u_vs; apply: all_vs; right.
by exists (y :: ys).
Qed.
Lemma together_cat (k l : seq (option value)) us vs : together k = Value us -> together l = Value vs -> together (k ++ l) = Value (us ++ vs).
Proof.
elim: k us => [|[u|] k IH] us //=; first by case=> <-.
by case E : (together k) => [us'|] //= [<-] /(IH _ E) ->.
Qed.
Lemma together_inv (l : seq (option value)) vs : together l = Value vs -> l = [seq Value v | v <- vs].
Proof.
elim: l vs => [|[u|] l IH] vs //=; first by case=> <-.
by case E : (together l) => [us|] //= [<-]; rewrite (IH _ E).
Qed.
Lemma together_known vs : together [seq Value v | v <- vs] = Value vs.
Proof. by elim: vs => //= v vs ->. Qed.
Lemma listed_inv l vs : omap (@List F) (together l) = Value (List vs) -> l = [seq Value v | v <- vs].
Proof. by case E : together => [us|] //= [<-]; exact: together_inv. Qed.

Lemma lists_nil env body P : gives env body P -> lists env body [::] P.
Proof. by case=> v yv Pv; exists [:: v]; [rewrite /rules.yields /= (yv : evaluate _ _ = _) | move=> u [->|]]. Qed.
Lemma lists_cons env x L body generators P us : yields env L (List us) -> (forall u, is_among u us -> lists ((x, u) :: env) body generators P) ->
  lists env body ((x, L) :: generators) P.
Proof.
move=> yL inner; have {inner} : exists2 vs, omap (@List F) (together (flatten
    [seq (fix over env generators : seq (option value) := match generators with
       | [::] => [:: evaluate env body]
       | (x, l) :: inner => if evaluate env l is Value (List items) then flatten [seq over ((x, v) :: env) inner | v <- items] else [:: Undefined]
       end) ((x, u) :: env) generators | u <- us])) = Value (List vs) & are P vs.
  elim: us {yL} inner => [|u us IH] inner; first by exists [::].
  have [vs /listed_inv vsE P_vs] := inner u (or_introl erefl).
  have [|ws wsE P_ws] := IH; first by move=> v v_us; apply: inner; right.
  exists (vs ++ ws); last exact: are_cat.
  move: wsE; case E : together => [ws'|] //= [<-].
  by rewrite /= vsE (together_cat (together_known vs) E).
by case=> vs vsE P_vs; exists vs => //; rewrite /rules.yields /= (yL : evaluate _ _ = _).
Qed.
Lemma lists_one env x L body P us : yields env L (List us) -> (forall u, is_among u us -> gives ((x, u) :: env) body P) -> lists env body [:: (x, L)] P.
Proof. by move=> yL inner; apply: lists_cons yL _ => u u_us; exact: lists_nil (inner u u_us). Qed.
(* There is a value, if there is one for some element. *)
Lemma nonempty_nil env body vs : yields env (ListOver body [::] None) (List vs) -> (0 < size vs)%N.
Proof. by rewrite /rules.yields /=; case: (evaluate env body) => //= v [<-]. Qed.
Lemma nonempty_list l : (forall ws, omap (@List F) (together l) = Value (List ws) -> (0 < size ws)%N) -> (0 < size l)%N.
Proof. by case: l => // /(_ [::] erefl). Qed.
Lemma nonempty_cons env x L body generators us u vs : yields env L (List us) -> is_among u us ->
  (forall ws, yields ((x, u) :: env) (ListOver body generators None) (List ws) -> (0 < size ws)%N) ->
  yields env (ListOver body ((x, L) :: generators) None) (List vs) -> (0 < size vs)%N.
Proof.
rewrite /rules.yields /= => -> u_us some /listed_inv; rewrite -(size_map (@Some value)) => <-.
elim: us u_us => //= w us IH [<-|/IH]; rewrite size_cat; last by move=> gt0; rewrite ltn_addl.
by apply: ltn_addr; apply: nonempty_list; exact: some.
Qed.

(* --- What is made of a list ------------------------------------------------------------------------------------------------------------- *)
Lemma consumed c g env body generators vs : lookup c (consumers F) = Some g -> yields env (ListOver body generators None) (List vs) ->
  evaluate env (Over c body generators None) = g [seq Value v | v <- vs].
Proof. by rewrite /rules.yields; cbn [eval] => -> /listed_inv ->. Qed.
Lemma numbers_in_list ys : numbers_in [seq Value v | v <- map (@Num F) ys] = Value ys.
Proof. by rewrite /numbers_in; elim: ys => //= y ys ->. Qed.
Lemma decided_list stop vs : are is_bool vs -> exists p, decided stop [seq Value v | v <- vs] = Value p.
Proof.
elim: vs => [|v vs IH] all_vs /=; first by exists (~~ stop).
have [|p pE] := IH; first by move=> u u_vs; apply: all_vs; right.
by have [q ->] := all_vs v (or_introl erefl); case: ifP => _; [exists stop | exists p].
Qed.
Lemma g_sum env body generators : lists env body generators is_num -> gives env (Over "sum" body generators None) is_num.
Proof.
case=> vs y_vs /are_num[ys vsE]; apply: (@gives_num _ _ (foldr +%R 0 ys)); rewrite /rules.yields.
by rewrite (@consumed "sum" _ env body generators vs (erefl _) y_vs) vsE numbers_in_list.
Qed.
Lemma g_largest env body generators vs : yields env (ListOver body generators None) (List vs) -> are is_num vs -> (0 < size vs)%N ->
  gives env (Over "max" body generators None) is_num.
Proof.
move=> y_vs /are_num[ys vsE]; rewrite vsE size_map; case: ys vsE => // y ys vsE _.
apply: (@gives_num _ _ (foldl Num.max y ys)); rewrite /rules.yields.
by rewrite (@consumed "max" _ env body generators vs (erefl _) y_vs) vsE numbers_in_list.
Qed.
(* All of them are true. *)
Lemma y_all_lists env body generators : lists env body generators (fun v => v = Bool true) -> yields env (Over "all" body generators None) (Bool true).
Proof.
case=> vs y_vs all_true; rewrite /rules.yields (@consumed "all" _ env body generators vs (erefl _) y_vs) /=.
suff -> : decided false [seq Value v | v <- vs] = Value true by [].
elim: vs all_true {y_vs} => //= v vs IH all_true; rewrite (all_true v (or_introl erefl)) /=.
by apply: IH => u u_vs; apply: all_true; right.
Qed.
End Kinds.
