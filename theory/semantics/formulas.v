(* SPDX-License-Identifier: Apache-2.0 *)
(* Rules by which a formula is shown, domain by domain, and the tactics that apply these and rules.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Formulas.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Local Notation yields := (yields fs defs).
Local Notation says := (Says fs (call fs defs) true).
Local Notation vector x := (List (map (@Num F) x)).
Implicit Types (env : environment F) (x : string) (g : formula).

Lemma says_expression env e (p : bool) : yields env e (Bool p) -> p -> says env (Expression e).
Proof. by rewrite /yields /= /evaluates => -> ->. Qed.

Lemma says_part env s g rest : says env g -> says env (Parts rest) -> says env (Parts ((s, g) :: rest)).
Proof. by []. Qed.
Lemma says_parts env : says env (Parts [::]).
Proof. by []. Qed.

(* The condition: none, or a boolean at every element. *)
Definition condition_is env (p : option expr) (b : bool) : Prop := if p is Some e then yields env e (Bool b) else b = true.
Lemma conditionE env p b : condition_is env p b -> condition fs (call fs defs) env p = Value (Bool b).
Proof. by rewrite /condition /evaluates; case: p => [e|->]. Qed.

(* A domain's elements are the images h t of those t that lie inside. *)
Definition holds_in env d (T : Type) (inside : T -> Prop) (h : T -> value F) : Prop :=
  exists2 element, elements fs (call fs defs) env d = Value element & forall v, element v <-> exists2 t, inside t & v = h t.

Section Elements.
Variables (T : Type) (inside : T -> Prop) (h : T -> value F).
Variables (env : environment F) (x : string) (d : domain) (p : option expr) (g : formula) (P : T -> bool).
Hypothesis inside_d : holds_in env d inside h.
Hypothesis condition_d : forall t, inside t -> condition_is ((x, h t) :: env) p (P t).

Lemma says_forall : (forall t, inside t -> P t -> says ((x, h t) :: env) g) -> says env (Forall x d p g).
Proof.
case: inside_d => element /= -> elementE body; split=> v /elementE[t t_in ->]; rewrite (conditionE (condition_d t_in)) //= => -[Pt].
exact: body.
Qed.
Lemma says_exists t : inside t -> P t -> says ((x, h t) :: env) g -> says env (Exists x d p g).
Proof.
case: inside_d => element /= -> elementE t_in Pt body; split=> [v /elementE[u u_in ->]|]; first by rewrite (conditionE (condition_d u_in)).
exists (h t); split=> //; first by apply/elementE; exists t.
by rewrite (conditionE (condition_d t_in)) Pt.
Qed.
End Elements.

(* --- Each domain's elements ------------------------------------------------------------------------------------------- *)
Lemma in_reals env : holds_in env (Reals None) (fun _ : F => True) (@Num F).
Proof. by exists (fun v => exists2 x : F, true & v = Num x) => // v; split=> -[t _ ->]; exists t. Qed.
Lemma in_interval env a b y z : yields env a (Num y) -> yields env b (Num z) ->
  holds_in env (Reals (Some (a, b))) (fun t => y <= t <= z) (@Num F).
Proof. by rewrite /yields /holds_in /= /evaluates => -> ->; exists (fun v => exists2 t, y <= t <= z & v = Num t). Qed.
Lemma in_naturals env a y m : yields env a (Num y) -> y = m%:R ->
  holds_in env (Naturals a) (fun n : nat => (m <= n)%N) (fun n => Num n%:R).
Proof.
rewrite /yields /holds_in /= /evaluates => -> ->; eexists; first by [].
move=> v; split=> [[i] | [n n_ge ->]]; last by exists n%:Z; rewrite // -pmulrn ler_nat.
rewrite [m%:R]pmulrn ler_int => i_ge ->; case: i i_ge => // n n_ge; by exists n.
Qed.
Lemma in_vectors env e y n : yields env e (Num y) -> y = n%:R ->
  holds_in env (Vectors e None) (fun l : seq F => size l = n) (fun l => vector l).
Proof.
rewrite /yields /holds_in /= /size_of /evaluates => -> ->; rewrite /= integer_nat //; eexists; first by [].
move=> v; split=> [[l [l_n _ ->]] | [l l_n ->]]; exists l => //; split=> //; exact/allP.
Qed.
Lemma in_matrices env e f y z m n : yields env e (Num y) -> yields env f (Num z) -> y = m%:R -> z = n%:R ->
  holds_in env (Matrices e f None) (fun A : seq (seq F) => size A = m /\ all (fun l => size l == n) A) (fun A => List [seq vector l | l <- A]).
Proof.
rewrite /yields /holds_in /= /size_of /evaluates => -> -> -> ->; rewrite /= !integer_nat //; eexists; first by [].
move=> v; split=> [[A [A_m A_n ->]] | [A [A_m A_n] ->]]; exists A => //; split=> //.
  by apply: sub_all A_n => l /andP[].
by apply: sub_all A_n => l ->; exact/allP.
Qed.
Lemma in_list (T : eqType) env e (h : T -> value F) l : yields env e (List (map h l)) -> holds_in env (Elements e) (fun t => t \in l) h.
Proof.
rewrite /yields /holds_in /= /evaluates => ->; eexists; first by [].
move=> v; elim: l => [|t l IH] /=; first by split=> // -[].
split=> [[-> | /(proj1 IH)[u u_l ->]] | [u]]; [by exists t; rewrite ?mem_head | by exists u; rewrite // inE u_l orbT |].
by rewrite inE => /orP[/eqP-> ->|u_l vE]; [left | right; apply: (proj2 IH); exists u].
Qed.
End Formulas.

Lemma holds_over (F : realFieldType) (fs : functions F) s defs f : rev (definitions s) = defs -> asserted s = f ->
  Says fs (call fs defs) true [::] f -> Holds_over fs s.
Proof. by rewrite /Holds_over /calls => -> ->. Qed.

(* --- Tactics ------------------------------------------------------------------------------------------------------------ *)
(* What a file adds: how a side condition (a divisor that is not 0, an index inside its list, ...) is met, and lemmas about calls. *)
Ltac side := idtac.
Ltac known_call := fail.
(* How an entry, a range and a length are found: libraries.v has other rules for these. *)
Ltac index_value := fail.
Ltac range_value := fail.
Ltac length_value := fail.
(* How a built-in function on a list of unknown length is found, and an expression that has no rule below. *)
Ltac built_in_value := fail.
Ltac other_value := fail.
Ltac floors := first [assumption | match goal with H : forall i : int, _ |- _ => exact H end].

Ltac values :=
  lazymatch goal with
  | |- yields_all _ _ _ [::] _ => refine (all_nil _ _ _)
  | |- yields_all _ _ _ (_ :: _) _ => refine (all_cons _ _); [value | values]
  end
with numbers_of :=
  lazymatch goal with
  | |- yields_numbers _ _ _ [::] _ => refine (numbers_nil _ _ _)
  | |- yields_numbers _ _ _ (_ :: _) _ => refine (numbers_cons _ _); [value | numbers_of]
  end
with rows_of :=
  lazymatch goal with
  | |- yields_rows _ _ _ [::] _ => refine (rows_nil _ _ _)
  | |- yields_rows _ _ _ (_ :: _) _ => refine (rows_cons _ _); [value | rows_of]
  end
with fields_of :=
  lazymatch goal with
  | |- yields_fields _ _ _ [::] _ => refine (fields_nil _ _ _)
  | |- yields_fields _ _ _ (_ :: _) _ => refine (fields_cons _ _ _); [value | fields_of]
  end
with call :=
  first [known_call
    | refine (call_yields _ _ _); [reflexivity | reflexivity | cbn [zip parameters body]; value]]
(* The name is looked up first: arguments are not gone through twice, which is 2^depth times for calls inside of calls. *)
with value :=
  lazymatch goal with
  | |- yields _ _ _ (Number ?n) _ => let k := eval cbv in (BinNat.N.to_nat n) in refine (@y_number _ _ _ _ n k (erefl k))
  | |- yields _ _ _ (Truth _) _ => refine (y_truth _ _ _ _)
  | |- yields _ _ _ (Sym _) _ => refine (y_sym _ _ _ _)
  | |- yields _ _ _ (Name _) _ => first [refine (y_name _ _ _); reflexivity | refine (y_constant _ _); [reflexivity | call]]
  | |- yields _ _ _ (Call "log" _) _ => refine (y_log _ _); [value | side]
  | |- yields _ _ _ (Call "sqrt" _) _ => refine (y_sqrt _ _); [value | side]
  | |- yields _ _ _ (Call "len" _) _ => length_value
  | |- yields _ _ _ (Call _ _) _ =>
    first [built_in_value | refine (y_built_in _ _ _); [ | reflexivity | ]; [values | reflexivity] | refine (y_call _ _ _); [ | reflexivity | ]; [values | call]]
  | |- yields _ _ _ (Let _ _ _) _ => refine (y_let _ _); [value | value]
  | |- yields _ _ _ (If _ _ _) _ =>
    first [refine (y_if_number _ _ _); [value | intro; value | intro; value] | refine (y_if _ _ _); [value | intro; value | intro; value]]
  | |- yields _ _ _ (Binary Add _ _) _ => refine (y_add _ _); [value | value]
  | |- yields _ _ _ (Binary Subtract _ _) _ => refine (y_subtract _ _); [value | value]
  | |- yields _ _ _ (Binary Multiply _ _) _ => refine (y_multiply _ _); [value | value]
  | |- yields _ _ _ (Binary Divide _ _) _ => refine (y_divide _ _ _); [value | value | side]
  | |- yields _ _ _ (Binary Power _ _) _ => refine (y_power _ _ _ _); [floors | value | value | first [reflexivity | side]]
  | |- yields _ _ _ (Binary Range _ _) _ => range_value
  | |- yields _ _ _ (Binary Concatenate _ _) _ => refine (y_concatenate _ _); [value | value]
  | |- yields _ _ _ (Negate _) _ => refine (y_negate _); value
  | |- yields _ _ _ (Not _) _ => refine (y_not _); value
  | |- yields _ _ _ (And [:: _]) _ => refine (y_and1 _); value
  | |- yields _ _ _ (And _) _ => refine (y_and _ _); [value | intro; value]
  | |- yields _ _ _ (Or [:: _]) _ => refine (y_or1 _); value
  | |- yields _ _ _ (Or _) _ => refine (y_or _ _); [value | intro; value]
  | |- yields _ _ _ (Chain _ [:: _]) _ => refine (y_compare _ _ _); [value | value | reflexivity]
  | |- yields _ _ _ (Chain _ _) _ => refine (y_chain _ _ _ _); [value | value | reflexivity | intro; value]
  | |- yields _ _ _ (ListOf _) _ => first [refine (y_numbers _); numbers_of | refine (y_rows _); rows_of | refine (y_list _); values]
  | |- yields _ _ _ (Over "sum" _ [:: _] None) _ => refine (y_sum _ _); [value | intros ? ?; value]
  | |- yields _ _ _ (Over "product" _ [:: _] None) _ => refine (y_product _ _); [value | intros ? ?; value]
  | |- yields _ _ _ (Over "all" _ [:: _] None) _ => refine (y_all _ _); [value | intros ? ?; value]
  | |- yields _ _ _ (Over "any" _ [:: _] None) _ => refine (y_any _ _); [value | intros ? ?; value]
  | |- yields _ _ _ (ListOver _ [:: _] None) _ => refine (y_list_over _ _); [value | intros ? ?; value]
  | |- yields _ _ _ (Over "all" _ [:: _; _] None) _ => refine (y_all2 _ _ _); [value | intros ? ?; value | intros ? ? ? ?; value]
  | |- yields _ _ _ (Over "any" _ [:: _; _] None) _ => refine (y_any2 _ _ _); [value | intros ? ?; value | intros ? ? ? ?; value]
  | |- yields _ _ _ (Over "sum" _ [:: _; _] None) _ => refine (y_sum2 _ _ _); [value | intros ? ?; value | intros ? ? ? ?; value]
  | |- yields _ _ _ (ListOver _ [:: _; _] None) _ => refine (y_list_over2 _ _ _); [value | intros ? ?; value | intros ? ? ? ?; value]
  | |- yields _ _ _ (Over "all" _ [:: _] (Some _)) _ => refine (y_all_if _ _ _); [value | intros ? ?; value | intros ? ? ?; value]
  | |- yields _ _ _ (Over "sum" _ [:: _] (Some _)) _ => refine (y_sum_if _ _ _); [value | intros ? ?; value | intros ? ? ?; value]
  | |- yields _ _ _ (ListOver _ [:: _] (Some _)) _ => refine (y_list_if _ _ _); [value | intros ? ?; value | intros ? ? ?; value]
  | |- yields _ _ _ (Field _ _) _ => refine (y_field _ _); [value | first [eassumption | reflexivity | side]]
  | |- yields _ _ _ (RecordOf _) _ => refine (y_record _); fields_of
  | |- yields _ _ _ (Index _ _) _ => index_value
  | |- yields _ _ _ _ _ => other_value
  end.
Ltac index_value ::= refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side].
Ltac range_value ::= refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side].
Ltac length_value ::= refine (y_length _); value.

(* The domain of the outermost quantifier. *)
Ltac domain_of :=
  lazymatch goal with
  | |- holds_in _ _ _ (Reals None) _ _ => refine (in_reals _ _ _)
  | |- holds_in _ _ _ (Reals (Some _)) _ _ => refine (in_interval _ _); [value | value]
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_vectors _ _ _); [floors | value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Matrices _ _ None) _ _ =>
    refine (in_matrices _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [reflexivity | side]]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); value
  end.
Ltac condition_of := intros ? ?; first [refine (erefl true : condition_is _ _ _ None _) | cbn [condition_is]; value].

(* Goes through the quantifiers "forall", and gives the statement's expression its value. *)
Ltac meaning_for_all := refine (says_forall _ _ _); [domain_of | condition_of | cbn beta].
Ltac meaning_exists t := refine (says_exists (t := t) _ _ _ _ _); [domain_of | condition_of | cbn beta; try done | cbn beta; try done | ].
Ltac meaning_parts := first [refine (says_parts _ _ _) | refine (says_part _ _ _); [ | meaning_parts]].
Ltac meaning_value := refine (says_expression _ _); [value | ].
Ltac start_meaning := refine (holds_over _ _ _); [reflexivity | reflexivity | ].
