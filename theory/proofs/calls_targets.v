(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of approximation.stm about targets give: for a value that meets is_target there are polynomials, as data, of which polynomial, entry_at, target_at,
   largest, curvature, bend and keeps_order give the functions of targets.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks bound_headline_targets.
From attest Require targets calls_routing calls_encodings calls_two_runs statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition largest_d := Eval compute in the "largest".
Definition curvature_d := Eval compute in the "curvature".
Definition bend_d := Eval compute in the "bend".
Definition keeps_order_d := Eval compute in the "keeps_order".

(* --- Lists of values that stand for lists of data ---------------------------------------------------------------------------------------- *)
Section Lists.
Variable F : realFieldType.
Variable fs : functions F.
Variable defs : seq definition.
Local Notation value := (value F).
Local Notation yields := (yields fs defs).
Local Notation evaluate := (eval fs (call fs defs)).
Implicit Types (env : environment F) (x y : string) (v w : value) (vs : seq value).

Fixpoint shown (A : Type) (R : value -> A -> Prop) vs (l : seq A) : Prop :=
  match vs, l with [::], [::] => True | v :: vs', a :: l' => R v a /\ shown R vs' l' | _, _ => False end.
Definition shows_list (A : Type) (R : value -> A -> Prop) v (l : seq A) : Prop := exists2 vs, v = List vs & shown R vs l.

Lemma shown_size (A : Type) (R : value -> A -> Prop) vs l : shown R vs l -> size vs = size l.
Proof. by elim: vs l => [|v vs IH] [|a l] //= [_ /IH ->]. Qed.
Lemma shown_cat (A : Type) (R : value -> A -> Prop) vs ws l r : shown R vs l -> shown R ws r -> shown R (vs ++ ws) (l ++ r).
Proof. by elim: vs l => [|v vs IH] [|a l] //= [Rv /IH shows] /shows. Qed.
Lemma shown_nth (A : Type) (R : value -> A -> Prop) v0 a0 vs l i : shown R vs l -> (i < size l)%N -> R (nth v0 vs i) (nth a0 l i).
Proof. by elim: vs l i => [|v vs IH] [|a l] [|i] //= [Rv shows]; [ | exact: IH]. Qed.
Lemma shown_of (A : Type) (R : value -> A -> Prop) vs : (forall v, is_among v vs -> exists a, R v a) -> exists l, shown R vs l.
Proof.
elim: vs => [|v vs IH] each; first by exists [::].
have [[a Ra] [l Rl]] := (each v (or_introl erefl), IH (fun w w_in => each w (or_intror w_in))); by exists (a :: l).
Qed.
(* The values of a list of lists, one after another. *)
Lemma shown_lists (A : Type) (R : value -> A -> Prop) vs (l : seq (seq A)) : shown (shows_list R) vs l ->
  exists vss : seq (seq value), vs = map (@List F) vss /\ shown R (flatten vss) (flatten l).
Proof.
elim: vs l => [|v vs IH] [|a l] //=; first by exists [::].
case=> [[us -> Ru] /IH[vss [-> Rl]]]; exists (us :: vss); split=> //; exact: shown_cat.
Qed.

(* The body's values. *)
Lemma over_shown (A B : Type) (R : value -> A -> Prop) (h : B -> value) (f : A -> B) env x body vs l : shown R vs l ->
  (forall v a, R v a -> yields ((x, v) :: env) body (h (f a))) -> flatten [seq [:: evaluate ((x, v) :: env) body] | v <- vs] = [seq Value (h (f a)) | a <- l].
Proof.
move=> shows body_y; elim: vs l shows => [|v vs IH] [|a l] //= [Ra /IH ->]; congr (_ :: _); exact: body_y.
Qed.
Lemma numbers_shown (A : Type) (f : A -> F) (l : seq A) : numbers_in [seq Value (Num (f a)) | a <- l] = Value (map f l).
Proof. by rewrite /numbers_in; elim: l => //= a l ->. Qed.

Lemma y_sum_shown (A : Type) (R : value -> A -> Prop) (f : A -> F) env x L body vs l : yields env L (List vs) -> shown R vs l ->
  (forall v a, R v a -> yields ((x, v) :: env) body (Num (f a))) -> yields env (Over "sum" body [:: (x, L)] None) (Num (\sum_(a <- l) f a)).
Proof.
move=> Ly shows body_y; rewrite /rules.yields /= (Ly : evaluate _ _ = _) (over_shown shows body_y) numbers_shown /=.
by rewrite foldrE big_map.
Qed.
Lemma y_max_shown (A : Type) (R : value -> A -> Prop) (f : A -> F) env x L body vs l : yields env L (List vs) -> shown R vs l -> (0 < size l)%N ->
  (forall v a, R v a -> yields ((x, v) :: env) body (Num (f a))) -> yields env (Over "max" body [:: (x, L)] None) (Num (targets.top (map f l))).
Proof.
move=> Ly shows l_gt0 body_y; rewrite /rules.yields /= (Ly : evaluate _ _ = _) (over_shown shows body_y) numbers_shown /=.
by case: l l_gt0 {shows}.
Qed.
Lemma y_min_shown (A : Type) (R : value -> A -> Prop) (f : A -> F) env x L body vs l : yields env L (List vs) -> shown R vs l -> (0 < size l)%N ->
  (forall v a, R v a -> yields ((x, v) :: env) body (Num (f a))) -> yields env (Over "min" body [:: (x, L)] None) (Num (targets.bottom (map f l))).
Proof.
move=> Ly shows l_gt0 body_y; rewrite /rules.yields /= (Ly : evaluate _ _ = _) (over_shown shows body_y) numbers_shown /=.
by case: l l_gt0 {shows}.
Qed.
Lemma y_list_shown (A : Type) (R : value -> A -> Prop) (h : A -> value) env x L body vs l : yields env L (List vs) -> shown R vs l ->
  (forall v a, R v a -> yields ((x, v) :: env) body (h a)) -> yields env (ListOver body [:: (x, L)] None) (List (map h l)).
Proof.
move=> Ly shows body_y; rewrite /rules.yields /= (Ly : evaluate _ _ = _) (over_shown (f := id) shows body_y).
by elim: l {shows} => //= a l; case: together => //= ws [->].
Qed.

(* Two generators. *)
Lemma y_flatten env x y L vss : yields env L (List (map (@List F) vss)) -> yields env (ListOver (Name y) [:: (x, L); (y, Name x)] None) (List (flatten vss)).
Proof.
move=> Ly; rewrite /rules.yields /= (Ly : evaluate _ _ = _) !String.eqb_refl.
have all_values (ws : seq value) : together [seq Value w | w <- ws] = Value ws by elim: ws => //= w ws ->.
set over := map _ _; have -> : over = [seq map Value vs | vs <- vss].
  by rewrite /over; elim: (vss) => //= vs l ->; congr (_ :: _); elim: vs => //= v vs <-.
by rewrite -map_flatten all_values.
Qed.
Lemma y_all_shown2 (A : Type) (R : value -> A -> Prop) (p : A -> bool) env x y L body vs (l : seq (seq A)) : yields env L (List vs) -> shown (shows_list R) vs l ->
  (forall v w a, R w a -> yields ((y, w) :: (x, v) :: env) body (Bool (p a))) -> yields env (Over "all" body [:: (x, L); (y, Name x)] None) (Bool (all (all p) l)).
Proof.
move=> Ly shows body_y; rewrite /rules.yields /= (Ly : evaluate _ _ = _) String.eqb_refl.
set over := flatten _; suff -> : over = [seq Value (Bool (p a)) | a <- flatten l].
  have -> : all (all p) l = all p (flatten l) by elim: (l) => //= a r ->; rewrite all_cat.
  by elim: (flatten l) => //= a r; case: decided => [b|] //= [->]; case: (p a).
rewrite /over; elim: vs l shows {Ly over} => [|v vs IH] [|a l] //= [[ws -> shows] /IH ->]; rewrite map_cat; congr (_ ++ _).
move: (List ws) => u; elim: ws a shows {IH} => [|w ws IH] [|b bs] //= [Rb /IH ->]; congr (_ :: _); exact: body_y.
Qed.
(* Three. *)
Lemma y_max3 (A B C : Type) (R : value -> A -> Prop) (R' : value -> B -> Prop) (R'' : value -> C -> Prop) (g : A -> seq B) (g' : B -> seq C) (f : C -> F)
    env x y (z : string) L M N body vs l :
  yields env L (List vs) -> shown R vs l -> (forall v a, R v a -> exists2 ws, yields ((x, v) :: env) M (List ws) & shown R' ws (g a)) ->
  (forall v a w b, R v a -> R' w b -> exists2 us, yields ((y, w) :: (x, v) :: env) N (List us) & shown R'' us (g' b)) ->
  (forall v w u c, R'' u c -> yields ((z, u) :: (y, w) :: (x, v) :: env) body (Num (f c))) ->
  (0 < size (flatten [seq flatten [seq [seq f c | c <- g' b] | b <- g a] | a <- l]))%N ->
  yields env (Over "max" body [:: (x, L); (y, M); (z, N)] None) (Num (targets.top (flatten [seq flatten [seq [seq f c | c <- g' b] | b <- g a] | a <- l]))).
Proof.
move=> Ly shows My Ny body_y some; rewrite /rules.yields /= (Ly : evaluate _ _ = _).
set over := flatten _; suff -> : over = map Value (map (@Num F) (flatten [seq flatten [seq [seq f c | c <- g' b] | b <- g a] | a <- l])).
  rewrite -map_comp (numbers_shown id) map_id /=; by case: (flatten _) some.
rewrite /over -map_comp; elim: vs l shows {Ly over some} => [|v vs IH] [|a l] //= [Ra /IH ->]; rewrite map_cat; congr (_ ++ _).
have [ws -> shows] := My v a Ra; elim: ws (g a) shows => [|w ws IHw] [|b bs] //= [Rb /IHw ->]; rewrite map_cat; congr (_ ++ _).
have [us -> shows] := Ny v a w b Ra Rb; elim: us (g' b) shows => [|u us IHu] [|c cs] //= [Rc /IHu ->]; congr (_ :: _); exact: body_y.
Qed.
Lemma y_product2 (T U : eqType) (h : T -> value) (l : seq T) (k : T -> U -> value) (m : T -> seq U) env x y L M body (f : T -> U -> F) :
  yields env L (List (map h l)) -> (forall t, t \in l -> yields ((x, h t) :: env) M (List (map (k t) (m t)))) ->
  (forall t, t \in l -> forall u, u \in m t -> yields ((y, k t u) :: (x, h t) :: env) body (Num (f t u))) ->
  yields env (Over "product" body [:: (x, L); (y, M)] None) (Num (\prod_(t <- l) \prod_(u <- m t) f t u)).
Proof.
move=> outer inner bodyE; pose pairs : seq (T * U) := flatten [seq [seq (t, u) | u <- m t] | t <- l]; rewrite /rules.yields.
rewrite [LHS](@over_pairs F fs defs T U h l k m env x y L M body outer inner (fun t u => Value (Num (f t u))) _
  (fun s => omap (fun xs => Num (foldr *%R 1 xs)) (numbers_in s))) => [|t u t_l u_m]; last exact: bodyE.
rewrite -/pairs (numbers_shown (fun tu => f tu.1 tu.2)) /= foldrE big_map /pairs big_flatten big_map.
by congr (Value (Num _)); apply: eq_bigr => t _; rewrite big_map.
Qed.
End Lists.

Ltac known_call ::= match goal with H : call _ _ _ _ = _ |- call _ _ _ _ = _ => exact: H end.
Section Targets.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d : nat).
Implicit Types (defs : seq definition) (env : environment F) (t v w : value F) (X : nat -> nat -> F) (Xs : seq (nat -> nat -> F)) (i j k : nat).
Implicit Types (m : targets.monomials F) (q : targets.polynomials F) (e : targets.entries F) (f : nat -> nat -> targets.entries F).

Definition shows_monomial t m : Prop := field_at t "c" = Value (Num m.1) /\ field_at t "e" = Value (mat n d (fun i j => (m.2 i j)%:R)).
Definition shows_polynomial : value F -> targets.polynomials F -> Prop := shows_list shows_monomial.
Definition shows_entry : value F -> targets.entries F -> Prop := shows_list (shows_list shows_polynomial).

(* --- Values -------------------------------------------------------------------------------------------------------------------------------- *)
Lemma data_monomial defs t m X : provides [:: monomial_d] defs -> (0 < n)%N -> shows_monomial t m ->
  call fs defs "monomial" [:: t; mat n d X] = Value (Num (targets.monomial n d m X)).
Proof.
move=> P n_gt0 [hc hE]; have [e found _] := provides_find P; have one_n : (0 < 1 <= n)%N by [].
refine (call_yields found _ _); [reflexivity | open_body]; apply: y_multiply; first by value.
apply: (@y_product2 F fs e _ _ (fun i : nat => Num i%:R) (iota 1 n) (fun _ j : nat => Num j%:R) (fun=> iota 1 d)).
- by value.
- by move=> i _; value.
move=> i /in_from_1 i_n j /in_from_1 j_d.
by apply: (y_power floor_int (y := (m.2 i j)%:R)); [value | value | ].
Qed.
Lemma data_polynomial defs v q X : provides [:: polynomial_d; monomial_d] defs -> (0 < n)%N -> shows_polynomial v q ->
  call fs defs "polynomial" [:: v; mat n d X] = Value (Num (targets.polynomial n d q X)).
Proof.
move=> P n_gt0 [ts -> shows]; have [e found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
refine (y_sum_shown (R := shows_monomial) (vs := ts) _ shows _); first by value.
move=> t m t_m; refine (y_call _ _ (data_monomial X Pe n_gt0 t_m)); [values | reflexivity].
Qed.
Lemma data_entry_at defs v e X : provides [:: entry_at_d; polynomial_d; monomial_d] defs -> (0 < n)%N -> (0 < size e)%N -> all (fun choice => (0 < size choice)%N) e ->
  shows_entry v e -> call fs defs "entry_at" [:: v; mat n d X] = Value (Num (targets.entry_at n d e X)).
Proof.
move=> P n_gt0 e_gt0 choices_gt0 [vs -> shows]; have [ds found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
pose R w (c : seq (targets.polynomials F)) := shows_list shows_polynomial w c /\ (0 < size c)%N.
have shows_R : shown R vs e.
  by elim: vs e shows choices_gt0 {e_gt0} => [|w vs IH] [|c e] //= [Rw shows] /andP[c_gt0 cs_gt0]; do 2?split=> //; exact: IH.
refine (y_max_shown (R := R) (vs := vs) _ shows_R e_gt0 _); first by value.
move=> w c [[ws -> ws_c] c_gt0]; refine (y_min_shown (R := shows_polynomial) (vs := ws) _ ws_c c_gt0 _); first by value.
move=> t q t_q; refine (y_call _ _ (data_polynomial X Pe n_gt0 t_q)); [values | reflexivity].
Qed.
Lemma data_degree defs t m : provides [:: degree_d] defs -> shows_monomial t m -> call fs defs "degree" [:: t] = Value (Num (targets.degree n d m)%:R).
Proof.
move=> P [hc hE]; have [e found _] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
rewrite /targets.degree natr_sum (eq_bigr _ (fun i _ => natr_sum _ _ _ _)).
apply: (@y_sum2 F fs e _ _ (fun i : nat => vec d (fun j => (m.2 i j)%:R)) (iota 1 n) (fun i j : nat => Num (m.2 i j)%:R) (fun=> iota 1 d)).
- by value.
- by move=> i _; value.
- by move=> i _ j _; value.
Qed.
Lemma data_pieces defs v e : provides [:: pieces_d] defs -> shows_entry v e ->
  exists2 ws, call fs defs "pieces" [:: v] = Value (List ws) & shown shows_polynomial ws (targets.pieces e).
Proof.
move=> P [vs -> /shown_lists[vss [-> shows]]]; have [ds found _] := provides_find P; exists (flatten vss) => //.
refine (call_yields found _ _); [reflexivity | open_body]; apply: y_flatten; by value.
Qed.
Lemma pieces_gt0 e : (0 < size e)%N -> all (fun choice => (0 < size choice)%N) e -> (0 < size (targets.pieces e))%N.
Proof. by case: e => //= c e _ /andP[c_gt0 _]; rewrite size_cat addn_gt0 c_gt0. Qed.
Lemma data_curvature defs v e : provides [:: curvature_d; pieces_d; degree_d] defs -> (0 < size (targets.pieces e))%N -> shows_entry v e ->
  call fs defs "curvature" [:: v] = Value (Num (targets.curvature n d e)).
Proof.
move=> P some shows; have [ds found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
have [|ws ws_call ws_shown] := data_pieces (defs := ds) _ shows; first by provided.
refine (y_max_shown (R := shows_polynomial) (vs := ws) _ ws_shown some _).
  by refine (y_call _ _ ws_call); [values | reflexivity].
move=> w q [ts -> ts_q]; refine (y_sum_shown (R := shows_monomial) (vs := ts) _ ts_q _); first by value.
move=> t m t_m; have [hc _] := t_m; have deg : call fs ds "degree" [:: t] = Value (Num (targets.degree n d m)%:R) by apply: data_degree => //; provided.
by apply: yields_eq; [value | ].
Qed.
Lemma data_largest defs (T : nat -> nat -> value F) f : provides [:: largest_d; pieces_d] defs -> (0 < n)%N -> (0 < d)%N ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> shows_entry (T i j) (f i j) /\ (0 < size (targets.pieces (f i j)))%N) ->
  call fs defs "largest" [:: listed n (fun i => listed d (T i))] = Value (Num (targets.largest n d f)).
Proof.
move=> P n_gt0 d_gt0 each; have [ds found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
pose R v i := v = listed d (T i) /\ (0 < i <= n)%N.
have shown_iota (A : Type) (Q : value F -> A -> Prop) (h : nat -> value F) (k : nat -> A) (N : nat) : (forall i, (0 < i <= N)%N -> Q (h i) (k i)) ->
    shown Q [seq h i | i <- iota 1 N] [seq k i | i <- iota 1 N].
  move=> Qh; have {Qh} : forall i, i \in iota 1 N -> Q (h i) (k i) by move=> i /in_from_1; exact: Qh.
  elim: (iota 1 N) => //= i l IH Qh; split; [exact: Qh (mem_head _ _) | apply: IH => j j_l; apply: Qh; by rewrite inE j_l orbT].
have flatE : targets.largest n d f = targets.top (flatten [seq flatten [seq [seq targets.weight q | q <- targets.pieces e] | e <- [seq f i j | j <- iota 1 d]] | i <- iota 1 n]).
  by rewrite /targets.largest; congr (targets.top (flatten _)); apply: eq_map => i; rewrite -map_comp.
rewrite flatE; refine (y_max3 (R := R) (R' := shows_entry) (R'' := shows_polynomial) (vs := [seq listed d (T i) | i <- iota 1 n]) _ _ _ _ _ _).
- by value.
- by rewrite -[X in shown _ _ X]map_id; apply: shown_iota.
- move=> v i [-> i_n]; exists [seq T i j | j <- iota 1 d]; first by value.
  by apply: shown_iota => j j_d; have [] := each i j i_n j_d.
- move=> v i w e _ w_e; have [|us us_call us_shown] := data_pieces (defs := ds) _ w_e; first by provided.
  by exists us.
- move=> v w u q [ts -> ts_q]; refine (y_sum_shown (R := shows_monomial) (vs := ts) _ ts_q _); first by value.
  by move=> t m [hc _]; value.
case: n n_gt0 each => // k _ each; case: d d_gt0 each => // l _ each /=; rewrite !size_cat size_map !addn_gt0.
by have [_ ->] := each 1%N 1%N isT isT.
Qed.
Lemma all_iota (A : Type) (x0 : A) (p : pred A) (l : seq A) : all (fun a => p (nth x0 l a.-1)) (iota 1 (size l)) = all p l.
Proof. by rewrite (iotaDl 1 0) all_map -[in RHS](mkseq_nth x0 l) /mkseq all_map. Qed.
Lemma all_pairs_before (A : Type) (x0 : A) (r : rel A) (l : seq A) :
  all (fun k => all (fun j => r (nth x0 l j.-1) (nth x0 l k.-1)) (iota 1 k.-1)) (iota 2 (size l).-1) = pairwise r l.
Proof.
apply/allP/(pairwiseP x0) => [each j k | ordered [|[|k]]].
- rewrite !inE => j_l k_l jk; have k_in : k.+1 \in iota 2 (size l).-1.
    by rewrite mem_iota ltnS (leq_ltn_trans _ jk) //= add2n ltnS prednK // (leq_ltn_trans _ k_l).
  by have /allP/(_ j.+1) := each _ k_in; apply; rewrite mem_iota add1n ltnS.
- by rewrite mem_iota.
- by rewrite mem_iota.
rewrite mem_iota add2n ltnS => /andP[_ k_l]; have l_gt0 : (0 < size l)%N by case: (size l) k_l.
rewrite prednK // in k_l; apply/allP => -[|j]; rewrite mem_iota // add1n ltnS => /andP[_ jk] /=.
by apply: ordered; rewrite ?inE //; apply: ltn_trans (jk : (j < k.+1)%N) _.
Qed.
Lemma data_keeps_order defs v e Xs : provides [:: keeps_order_d; polynomial_d; pieces_d; monomial_d] defs ->
  (0 < n)%N -> (0 < size (targets.pieces e))%N -> shows_entry v e ->
  call fs defs "keeps_order" [:: v; List [seq mat n d X | X <- Xs]] = Value (Bool (targets.keeps_order n d e Xs)).
Proof.
move=> P n_gt0 some shows; have [ds found Pe] := provides_find P; refine (call_yields found _ _); [reflexivity | open_body].
have [|ws ws_call ws_shown] := data_pieces (defs := ds) _ shows; first by provided.
set ps := targets.pieces e in some ws_shown *; pose A := [seq [seq targets.polynomial n d q X | X <- Xs] | q <- ps].
pose V := mat (size ps) (size Xs) (fun i j => nth 0 (nth [::] A i.-1) j.-1); apply: (y_let (v := V)).
  have -> : V = List [seq List [seq Num (targets.polynomial n d q X) | X <- Xs] | q <- ps].
    rewrite /V -(@mat_seq F A _ (size Xs)) ?size_map //; last by rewrite all_map; elim: (ps) => //= q l ->; rewrite size_map eqxx.
    by congr List; rewrite /A -map_comp; apply: eq_map => q /=; rewrite -map_comp.
  apply: (y_list_shown (R := shows_polynomial) (vs := ws)) ws_shown _; first by refine (y_call _ _ ws_call); [values | reflexivity].
  move=> w q w_q; refine (y_list_shown (R := fun u X => u = mat n d X) (vs := [seq mat n d X | X <- Xs]) (l := Xs) _ _ _); first by value.
    by elim: (Xs).
  by move=> u X ->; refine (y_call _ _ (data_polynomial X _ n_gt0 w_q)); [values | reflexivity | provided].
have V_at i j : (0 < i <= size ps)%N -> (0 < j <= size Xs)%N -> nth 0 (nth [::] A i.-1) j.-1 = targets.polynomial n d (nth [::] ps i.-1) (nth (fun _ _ => 0) Xs j.-1).
  case: i j => [|i] [|j] //= i_in j_in; by rewrite (nth_map [::]) // (nth_map (fun _ _ => 0)).
pose before k l := all (fun a => nth 0 (nth [::] A l.-1) a.-1 <= nth 0 (nth [::] A k.-1) a.-1) (iota 1 (size Xs)).
have len_K : (size ps)%:R + 1 = (2 + (size ps).-1)%:R :> F by rewrite -mulrSr add2n prednK.
apply: (yields_eq (v := Bool (all (fun k => all (fun l => before k l || before l k) (iota 1 k.-1)) (iota 2 (size ps).-1)))); last first.
  congr Bool; rewrite /targets.keeps_order -/ps -(all_pairs_before [::]); apply/eq_in_all => k k_in; apply/eq_in_all => l l_in.
  have k_K : (0 < k <= size ps)%N by move: k_in; rewrite mem_iota add2n prednK // ltnS => /andP[/ltnW-> ->].
  have l_K : (0 < l <= size ps)%N.
    have /andP[k_gt0 k_le] := k_K; move: l_in; rewrite mem_iota add1n prednK // => /andP[-> /ltnW l_k]; exact: leq_trans k_le.
  have beforeE i j : (0 < i <= size ps)%N -> (0 < j <= size ps)%N ->
      before i j = all (fun X => targets.polynomial n d (nth [::] ps j.-1) X <= targets.polynomial n d (nth [::] ps i.-1) X) Xs.
    move=> i_K j_K; rewrite /before -(all_iota (fun _ _ => 0)); apply/eq_in_all => a /in_from_1 a_in; by rewrite !V_at.
  by rewrite /targets.one_order !beforeE // orbC.
apply: (@y_all2 F fs ds _ _ (fun k : nat => Num k%:R) (iota 2 (size ps).-1) (fun _ l : nat => Num l%:R) (fun k => iota 1 k.-1)).
- by apply: (y_range floor_int (x := 2%:R) (y := (size ps)%:R)); [value | value | | ].
- move=> k k_in; apply: (y_range floor_int (x := 1%:R) (y := k%:R - 1%:R)); [value | value | by [] | ].
  by rewrite subrK add1n prednK //; move: k_in; rewrite mem_iota => /andP[/ltnW].
have entry env (x y : string) i j : lookup "V" env = Some V -> lookup x env = Some (Num i%:R) -> lookup y env = Some (Num j%:R) -> (0 < i <= size ps)%N -> (0 < j <= size Xs)%N ->
    yields fs ds env (Index (Index (Name "V") (Name x)) (Name y)) (Num (nth 0 (nth [::] A i.-1) j.-1)).
  move=> hV hx hy i_K j_M; exact: (y_at floor_int (y_at floor_int (y_name _ _ hV) (y_name _ _ hx) erefl i_K erefl) (y_name _ _ hy) erefl j_M erefl).
have points env : lookup "P" env = Some (List [seq mat n d X | X <- Xs]) -> yields fs ds env (Binary Range (Number (BinNums.Npos 1%AC)) (Call "len" [:: Name "P"]))
    (List [seq Num a%:R | a <- iota 1 (size Xs)]).
  move=> hP; apply: (y_from_1 floor_int (y := (size Xs)%:R)) => //.
  by rewrite -[size Xs](size_map (mat n d)); apply: y_length; exact: y_name hP.
move=> k k_in l l_in.
have k_K : (0 < k <= size ps)%N by move: k_in; rewrite mem_iota add2n prednK // ltnS => /andP[/ltnW-> ->].
have l_K : (0 < l <= size ps)%N.
  have /andP[k_gt0 k_le] := k_K; move: l_in; rewrite mem_iota add1n prednK // => /andP[-> /ltnW l_k]; exact: leq_trans k_le.
apply: y_or => [|_]; last apply: y_or1.
  apply: (@y_all F fs ds _ (fun a : nat => Num a%:R) (iota 1 (size Xs))) => [|a /in_from_1 a_M]; first exact: points.
  by refine (y_compare (entry _ "k" "a" k a _ _ _ k_K a_M) (entry _ "l" "a" l a _ _ _ l_K a_M) _)%string.
apply: (@y_all F fs ds _ (fun a : nat => Num a%:R) (iota 1 (size Xs))) => [|a /in_from_1 a_M]; first exact: points.
by refine (y_compare (entry _ "k" "a" k a _ _ _ k_K a_M) (entry _ "l" "a" l a _ _ _ l_K a_M) _)%string.
Qed.

(* --- What the conditions tell ------------------------------------------------------------------------------------------------------------- *)
Lemma among_lists (P : value F -> Prop) (A : Type) (R : value F -> A -> Prop) v : is_list_of P v -> (forall w, P w -> exists a, R w a) -> exists l, shows_list R v l.
Proof. by move=> [vs -> all_P] each; have [|l l_vs] := @shown_of F A R vs; [move=> w /all_P; exact: each | exists l, vs]. Qed.
Lemma entry_data v : entry_of n d v -> exists e, shows_entry v e.
Proof.
case=> vs [-> vs_gt0 choices]; apply: (among_lists (P := some_list_of (is_list_of (fun t => monomial_of t n d)))); first by exists vs.
move=> w [us [-> us_gt0 all_q]]; apply: (among_lists (P := is_list_of (fun t => monomial_of t n d))); first by exists us.
move=> u; move/among_lists; apply=> t [c [E [hc hE]]]; by exists (c, E).
Qed.
Lemma entry_true defs v : provides [:: is_entry_d; pieces_d; degree_d; is_monomial_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_entry" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> exists2 e, shows_entry v e & targets.is_entry n d e.
Proof.
move=> P told; have is_e := is_entry_true P told; have [e e_v] := entry_data is_e; exists e => //.
have [vs [vE vs_gt0 choices]] := is_e; have [us usE us_e] := e_v; move: usE; rewrite vE; case=> usE; subst us.
rewrite /targets.is_entry -(shown_size us_e) vs_gt0 /=; apply/andP; split.
  have {vs_gt0 is_e e_v vE told} : forall w, is_among w vs -> exists us, w = List us /\ (0 < size us)%N by move=> w /choices[us [-> us_gt0 _]]; exists us.
  elim: vs e us_e {choices} => [|w vs IH] [|c e] //= [[ws -> ws_c] vs_e] each; rewrite (IH _ vs_e) ?andbT => [|u u_in]; last by apply: each; right.
  by have [us [[<-] ]] := each _ (or_introl erefl); rewrite (shown_size ws_c).
have [ds found Pe] := provides_find P; move: (call_body found told); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> _ /true_and[_ /true_and[_ /true_and[is_plain _]]].
have [|ws ws_call ws_e] := data_pieces (defs := ds) _ e_v; first by provided.
suff [<-] : Bool true = Bool (targets.plain n d e) :> value F by []; apply: (yields_inj is_plain).
rewrite /targets.plain -(shown_size ws_e).
have pieces_y env' : lookup "e" env' = Some v -> yields fs ds env' (Call "pieces" [:: Name "e"]%string) (List ws).
  by move=> eE; refine (y_call _ _ ws_call); [refine (all_cons (y_name _ _ eE) (all_nil _ _ _)) | reflexivity].
apply: y_or => [|_]; last apply: y_or1.
  apply: (yields_eq (v := Bool ((size ws)%:R == 1%:R :> F))); last by rewrite eqr_nat.
  refine (y_compare (v := Num (size ws)%:R) (w := Num 1%:R) _ _ _); [exact: y_length (pieces_y _ _) | value | reflexivity].
refine (y_all_shown2 (R := shows_monomial) (p := fun m => (targets.degree n d m <= 1)%N) (pieces_y _ _) ws_e _); first by [].
move=> q t m t_m; have deg : call fs ds "degree" [:: t] = Value (Num (targets.degree n d m)%:R) by apply: data_degree => //; provided.
apply: (yields_eq (v := Bool ((targets.degree n d m)%:R <= 1%:R :> F))); last by rewrite ler_nat.
by value.
Qed.
Definition items v : seq (value F) := if v is List vs then vs else [::].
Lemma listed_items (vs : seq (value F)) : List vs = listed (size vs) (fun i => nth (Bool true) vs i.-1).
Proof. by rewrite /listed (iotaDl 1 0) -map_comp -{1}(mkseq_nth (Bool true) vs). Qed.
Lemma target_true defs v : provides [:: is_target_d; is_entry_d; pieces_d; degree_d; is_monomial_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_target" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> exists (T : nat -> nat -> value F) f, v = listed n (fun i => listed d (T i)) /\
    forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> shows_entry (T i j) (f i j) /\ targets.is_entry n d (f i j).
Proof.
move=> P; have [ds found Pe] := provides_find P => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> /calls_routing.list_true[vs v_y] /true_and[len_v /true_and[all_rows _]].
pose E w e := shows_entry w e /\ targets.is_entry n d e; pose row w (l : seq (targets.entries F)) := [/\ w = List (items w), size (items w) = d & shown E (items w) l].
have vE : v = List vs by case: v_y.
have size_vs : size vs = n by apply: true_length v_y _ len_v.
have [|l l_vs] := @shown_of F _ row vs.
  move=> u /(true_among v_y all_rows)/true_and[/calls_routing.list_true[us u_y] /true_and[len_u /true_and[all_e _]]].
  have size_us : size us = d by apply: true_length u_y _ len_u.
  have uE : u = List us by case: u_y.
  have [|l l_us] := @shown_of F _ E us; last by exists l; rewrite /row uE.
  move=> q /(true_among u_y all_e)/true_named_call-is_q; suff told : call fs ds "is_entry" [:: q; Num n%:R; Num d%:R] = Value (Bool true).
    by have [|e e_q is_e] := entry_true _ told; [provided | exists e].
  exact: is_q.
exists (fun i j => nth (Bool true) (items (nth (Bool true) vs i.-1)) j.-1), (fun i j => nth [::] (nth [::] l i.-1) j.-1); split.
  rewrite vE listed_items size_vs; apply: listed_ext => -[|i] //= i_n.
  have [|wE size_w _] := @shown_nth F _ row (Bool true) [::] vs l i l_vs; first by rewrite -(shown_size l_vs) size_vs.
  by rewrite [LHS]wE listed_items size_w.
move=> [|i] [|j] //= i_n j_d; have [|wE size_w l_w] := @shown_nth F _ row (Bool true) [::] vs l i l_vs; first by rewrite -(shown_size l_vs) size_vs.
by apply: (shown_nth (R := E) _ _ l_w); rewrite -(shown_size l_w) size_w.
Qed.
End Targets.
