(* SPDX-License-Identifier: Apache-2.0 *)
(* What a call of a library definition gives is shown once, for every file of definitions that provides it: a statement brings the
   definitions that it reaches, and these differ from statement to statement.

   Below: vectors and matrices as functions of their indices, which count from 1 as in the language. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Definitions among others ----------------------------------------------------------------------------------------- *)
Inductive within : seq definition -> seq definition -> Prop :=
  | Nothing l : within [::] l
  | Skipped d a b : within a b -> within a (d :: b)
  | Taken d a b : within a b -> within (d :: a) (d :: b).

(* The needed definitions are among these, the latest first, and no name stands twice. *)
Definition provides (needed defs : seq definition) : Prop := distinct_names (map name defs) /\ within needed defs.

Lemma within_trans a b c : within a b -> within b c -> within a c.
Proof.
move=> ab bc; elim: bc a ab => [l|d b' c' _ IH|d b' c' _ IH] a ab.
- by inversion ab; apply: Nothing.
- exact/Skipped/IH.
inversion ab; [exact: Nothing | exact/Skipped/IH | exact/Taken/IH].
Qed.

Lemma provides_less a b defs : provides b defs -> within a b -> provides a defs.
Proof. by case=> dist b_in a_in; split=> //; apply: within_trans b_in. Qed.

Lemma provides_later d l defs : provides (d :: l) defs -> provides l defs.
Proof. by move=> W; apply: provides_less W _; apply: Skipped; elim: l => [|d' l IH]; [exact: Nothing | exact: Taken]. Qed.
(* Those with these names. *)
Lemma within_filter (q : definition -> bool) l : within (filter q l) l.
Proof. by elim: l => [|d l IH] /=; [exact: Nothing | case: (q d); [exact: Taken | exact: Skipped]]. Qed.
Lemma provides_named names l defs : provides l defs -> provides [seq d <- l | has (String.eqb (name d)) names] defs.
Proof. by move=> W; apply: provides_less W _; exact: within_filter. Qed.

Lemma provides_find d needed defs : provides (d :: needed) defs ->
  exists2 earlier, find_definition defs (name d) = Some (d, earlier) & provides needed earlier.
Proof.
case=> dist is_in; move E : (d :: needed) is_in => l is_in.
elim: is_in E dist => [//|d' a b _ IH|d' a b ab _] E /=.
  case/andP=> /negP fresh dist; have [earlier found prov] := IH E dist; exists earlier => //.
  case eqE : (String.eqb (name d) (name d')) => //; case: fresh; move/String.eqb_eq: eqE => <-.
  elim: b {IH dist prov} found => //= d2 b IH; case: String.eqb => //= found; exact: IH.
by case: E => -> -> /andP[_ dist]; exists b => //; rewrite String.eqb_refl.
Qed.

Definition definition_in (defs : seq definition) (f : string) : definition :=
  if find_definition defs f is Some (d, _) then d else Definition_ f nil (Sym f).

(* --- Vectors and matrices --------------------------------------------------------------------------------------------- *)
Section Shapes.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Local Notation value := (value F).
Local Notation yields := (yields fs defs).
Implicit Types (env : environment F) (f g : nat -> F) (A B : nat -> nat -> F) (m n : nat).

(* The list of h 1, ..., h n. *)
Definition listed n (h : nat -> value) : value := List [seq h i | i <- iota 1 n].
Definition vec n f : value := listed n (fun i => Num (f i)).
Definition mat m n A : value := listed m (fun i => vec n (A i)).

Lemma listed_ext n (h k : nat -> value) : (forall i, (0 < i <= n)%N -> h i = k i) -> listed n h = listed n k.
Proof. by move=> hk; congr List; apply/eq_in_map => i; rewrite mem_iota add1n ltnS => /hk. Qed.
Lemma vec_ext n f g : (forall i, (0 < i <= n)%N -> f i = g i) -> vec n f = vec n g.
Proof. by move=> fg; apply: listed_ext => i /fg ->. Qed.
Lemma mat_ext m n A B : (forall i j, (0 < i <= m)%N -> (0 < j <= n)%N -> A i j = B i j) -> mat m n A = mat m n B.
Proof. by move=> AB; apply: listed_ext => i i_m; apply: vec_ext => j; apply: AB. Qed.

Lemma vec_seq (l : seq F) n : size l = n -> List (map (@Num F) l) = vec n (fun i => nth 0 l i.-1).
Proof.
move=> <-; congr List; rewrite -[l in LHS](mkseq_nth 0) /mkseq -map_comp -[1%N]addn0 iotaDl -map_comp.
by apply: eq_map.
Qed.
Lemma mat_seq (A : seq (seq F)) m n : size A = m -> all (fun l => size l == n) A ->
  List [seq List (map (@Num F) l) | l <- A] = mat m n (fun i j => nth 0 (nth [::] A i.-1) j.-1).
Proof.
move=> <- /allP sizes; congr List; rewrite -[A in LHS](mkseq_nth [::]) /mkseq -map_comp -[1%N in RHS]addn0 iotaDl -map_comp.
apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ i_lt] /=; apply: vec_seq.
by apply/eqP/sizes/mem_nth.
Qed.
Lemma seq_vec n f : vec n f = List (map (@Num F) [seq f i | i <- iota 1 n]).
Proof. by rewrite /vec /listed -map_comp. Qed.

Lemma in_vec env e y n : yields env e (Num y) -> y = n%:R ->
  holds_in fs defs env (Vectors e None) (fun f : nat -> F => True) (vec n).
Proof.
move=> ye yn; have [element elE elP] := in_vectors floor_int ye yn; exists element => // v; rewrite elP; split=> [[l l_n ->] | [f _ ->]].
  by exists (fun i => nth 0 l i.-1) => //; apply: vec_seq.
by exists [seq f i | i <- iota 1 n]; rewrite ?size_map ?size_iota ?seq_vec.
Qed.
Lemma in_mat env e e' y z m n : yields env e (Num y) -> yields env e' (Num z) -> y = m%:R -> z = n%:R ->
  holds_in fs defs env (Matrices e e' None) (fun A : nat -> nat -> F => True) (mat m n).
Proof.
move=> ye yf ym zn; have [element elE elP] := in_matrices floor_int ye yf ym zn; exists element => // v; rewrite elP.
split=> [[A [A_m A_n] ->] | [A _ ->]]; first by eexists; [|exact: mat_seq].
exists [seq [seq A i j | j <- iota 1 n] | i <- iota 1 m].
  by split; [rewrite size_map size_iota | apply/allP => l /mapP[i _ ->]; rewrite size_map size_iota].
by rewrite -map_comp; apply: listed_ext => i _ /=; rewrite seq_vec.
Qed.

(* An entry or a row. *)
Lemma y_at env a b n (h : nat -> value) y i v : yields env a (listed n h) -> yields env b (Num y) -> y = i%:R -> (0 < i <= n)%N ->
  h i = v -> yields env (Index a b) v.
Proof.
case: i => // i ya yb yE /= i_le <-; have := y_index floor_int ya yb yE; rewrite size_map size_iota => /(_ i_le).
by rewrite (nth_map 0%N) ?size_iota // nth_iota // add1n.
Qed.
(* 1..n *)
Lemma y_from_1 env a b y n : yields env a (Num 1%:R) -> yields env b (Num y) -> y = n%:R ->
  yields env (Binary Range a b) (List [seq Num i%:R | i <- iota 1 n]).
Proof. by move=> ya yb yE; apply: (@y_range _ _ floor_int _ _ _ _ _ _ 1%N n ya yb); rewrite // yE natrD addrC. Qed.
Lemma y_len env a n (h : nat -> value) : yields env a (listed n h) -> yields env (Call "len" [:: a]) (Num n%:R).
Proof. by move=> /y_length; rewrite size_map size_iota. Qed.

Lemma equal_vec n f g : equal (vec n f) (vec n g) = Value (all (fun i => f i == g i) (iota 1 n)).
Proof.
rewrite /vec /listed /= !size_map eqxx; elim: (iota 1 n) => //= i l ->.
by case: (f i == g i).
Qed.

(* --- Quantifiers over all values -------------------------------------------------------------------------------------- *)
Lemma says_for_values env (x : string) p (s : formula) :
  (forall v, boolean_if_any (eval fs (call fs defs) ((x, v) :: env) p)) ->
  (forall v, yields ((x, v) :: env) p (Bool true) -> Says fs (call fs defs) true ((x, v) :: env) s) ->
  Says fs (call fs defs) true env (Forall x Values (Some p) s).
Proof. by move=> any body; split=> v _; [exact: any | exact: body]. Qed.
End Shapes.

Section Booleans.
Variable F : realFieldType.
Variable fs : functions F.
Implicit Types env : environment F.

Lemma any_and defs env l : boolean_if_any (eval fs (call fs defs) env (And l)).
Proof. by rewrite /=; case: decided. Qed.
Lemma any_call defs env f l d earlier : lookup f (built_in fs) = None -> find_definition defs f = Some (d, earlier) ->
  (forall env', boolean_if_any (eval fs (call fs earlier) env' (body d))) -> boolean_if_any (eval fs (call fs defs) env (Call f l)).
Proof.
move=> /= -> found any; case: together => // vs.
elim: defs found => //= d' defs IH; case: String.eqb; last exact: IH.
by case=> -> ->; case: eqP.
Qed.
Lemma any_let defs env (x : string) a b : (forall env', boolean_if_any (eval fs (call fs defs) env' b)) ->
  boolean_if_any (eval fs (call fs defs) env (Let x a b)).
Proof. by move=> any /=; case: (eval _ _ _ a) => //= v; exact: any. Qed.

(* What is known where a condition is true. *)
Lemma true_let defs env (x : string) a b w : yields fs defs env (Let x a b) w ->
  exists2 v, yields fs defs env a v & yields fs defs ((x, v) :: env) b w.
Proof. by rewrite /yields /=; case: (eval _ _ _ a) => //= v; exists v. Qed.
Lemma true_and defs env a l : yields fs defs env (And (a :: l)) (Bool true) ->
  yields fs defs env a (Bool true) /\ yields fs defs env (And l) (Bool true).
Proof. by rewrite /yields /=; case: eval => // -[] // []. Qed.
Lemma true_call defs env f l w : lookup f (built_in fs) = None -> yields fs defs env (Call f l) w ->
  exists2 vs, yields_all fs defs env l vs & call fs defs f vs = Value w.
Proof. by rewrite /yields /yields_all /= => ->; case: together => // vs; exists vs. Qed.
Lemma true_cons defs env a l vs : yields_all fs defs env (a :: l) vs ->
  exists v vs', [/\ yields fs defs env a v, yields_all fs defs env l vs' & vs = v :: vs'].
Proof.
by rewrite /yields /yields_all /=; case: eval => // v; case: together => // vs' [<-]; exists v, vs'.
Qed.
Lemma true_nil defs env vs : yields_all fs defs env [::] vs -> vs = [::].
Proof. by case. Qed.
Lemma call_body defs f vs d earlier w : find_definition defs f = Some (d, earlier) -> call fs defs f vs = Value w ->
  yields fs earlier (zip (parameters d) vs) (body d) w.
Proof.
move=> found; elim: defs found => //= d' defs IH; case: String.eqb => //; case=> -> ->.
by case: ifP.
Qed.
Lemma yields_inj defs env e v w : yields fs defs env e v -> yields fs defs env e w -> v = w.
Proof. by rewrite /yields => -> []. Qed.
End Booleans.

(* --- Tactics ---------------------------------------------------------------------------------------------------------- *)
(* That definitions are among those that are provided: they are found by their names, which is a proof of one line, or one after the other. *)
Ltac is_within := repeat first [refine (Nothing _) | refine (Taken _ _) | refine (Skipped _ _)].
Ltac provided :=
  match goal with H : provides _ ?defs |- provides ?l ?defs =>
    first [exact (provides_named [seq name f | f <- l] H) | refine (provides_less H _); solve [is_within]] end.
(* Into a statement: its definitions become any file that provides those in l. *)
Ltac start_with l :=
  start_meaning; lazymatch goal with |- Says _ (call _ ?defs) _ _ _ =>
    let W := fresh "W" in have W : provides l defs; [split; [reflexivity | lazy; is_within] | move: (defs) W => ? W] end.
(* Into the body of the definition that stands first among those that are provided, under its name or written out. *)
Ltac open_body :=
  match goal with |- yields _ _ (zip (parameters ?d) _) _ _ =>
    try (let d' := eval red in d in change d with d'); cbn [zip parameters body] end.
Ltac enter :=
  match goal with H : provides (?d :: _) ?defs |- call _ ?defs _ _ = _ =>
    let e := fresh "earlier" in let found := fresh "found" in let prov := fresh "prov" in
    case: (provides_find H) => e found prov; refine (call_yields found _ _); [reflexivity | clear found H; open_body] end.
(* The same for a definition that stands further behind. *)
Ltac enter_named :=
  lazymatch goal with H : provides (?d :: _) ?defs |- call _ ?defs ?s _ = _ =>
    first [unify (name d) s; enter | move: (provides_later H); clear H; move=> H; enter_named] end.
Lemma in_from_1 i n : i \in iota 1 n -> (0 < i <= n)%N.
Proof. by rewrite mem_iota add1n ltnS. Qed.
Ltac in_range :=
  first [ assumption
        | match goal with H : is_true (?i \in iota 1 ?n) |- is_true (0 < ?i <= ?n)%N => exact: in_from_1 H end
        | by rewrite ?leqnn ?andbT ].

Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::=
  first [refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].
