(* SPDX-License-Identifier: Apache-2.0 *)
(* What is_layer and is_transformer of positional_attention.stm say: they are true of the layers and networks of calls_transformers.v, and of
   nothing else. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees calls_mlps calls_transformers.
From attest Require calls_routing statements_positional_theorem_5_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Layers.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variable n : nat.
Hypothesis n_gt0 : (0 < n)%N.
Implicit Types (defs : seq definition) (env : environment F) (v : value F) (vs items : seq (value F)) (d e H L : nat) (Q : pred nat).
Local Notation one := (Number (BinNums.Npos BinNums.xH)).

(* --- They are true of layers --------------------------------------------------------------------------------------------------------- *)
Lemma y_columns defs env a m w (A : 'M[F]_(m, w)) : yields fs defs env a (table A) -> (0 < m)%N ->
  yields fs defs env (Call "len" [:: Index a one]) (Num w%:R).
Proof.
case: m A => // m A ya _; apply: (y_length_of (h := fun j => Num (A ord0 j))).
by apply: (y_row_at (A := A) (i := ord0)); [exact: ya | value | ].
Qed.
Lemma y_some_columns defs env a m w (A : 'M[F]_(m, w)) : yields fs defs env a (table A) -> (0 < m)%N -> (0 < w)%N ->
  yields fs defs env (Chain (Call "len" [:: Index a one]) [:: (AtLeast, one)]) (Bool true).
Proof. by move=> ya m_gt0 w_gt0; apply: yields_eq; [refine (y_compare _ _ _); [exact: y_columns ya m_gt0 | value | reflexivity] | rewrite /= ler1n w_gt0]. Qed.
Lemma y_is_table defs env a b c m w (A : 'M[F]_(m, w)) : provides [:: is_matrix_d; is_vector_d] defs -> yields fs defs env a (table A) ->
  yields fs defs env b (Num m%:R) -> yields fs defs env c (Num w%:R) -> yields fs defs env (Call "is_matrix" [:: a; b; c]) (Bool true).
Proof.
move=> W ya yb yc; refine (y_call (vs := [:: table A; Num m%:R; Num w%:R]) _ _ _); [ | reflexivity | by apply: call_is_table].
exact: all_cons ya (all_cons yb (all_cons yc (all_nil _ _ _))).
Qed.
Lemma call_is_head defs d v (h : head F n d) : provides [:: is_head_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N -> head_at v h ->
  call fs defs "is_head" [:: v; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W d_gt0 [vQ vK vV keys_gt0 width_gt0]; enter; set env := [:: _; _; _]; have P : provides [:: is_matrix_d; is_vector_d] earlier by provided.
have yQ : yields fs earlier env (Field (Name "h") "WQ") (table (WQ h)) by apply: y_field vQ; value.
have yK : yields fs earlier env (Field (Name "h") "WK") (table (WK h)) by apply: y_field vK; value.
have yV : yields fs earlier env (Field (Name "h") "WV") (table (WV h)) by apply: y_field vV; value.
refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ =>
  y_and (p := true) (q := true) _ (fun _ => y_and1 _))))).
- exact: y_some_columns yQ n_gt0 keys_gt0.
- by apply: (y_is_table P yQ); [value | exact: y_columns yQ n_gt0].
- by apply: (y_is_table P yK); [value | exact: y_columns yQ n_gt0].
- exact: y_some_columns yV d_gt0 width_gt0.
by apply: (y_is_table P yV); [value | exact: y_columns yV d_gt0].
Qed.
Lemma y_heads defs env a vs d h0 (r : seq (head F n d)) : yields fs defs env a (List vs) -> heads_at vs h0 r ->
  yields fs defs env a (List [seq nth (Bool true) vs i | i <- iota 0 (size r).+1]).
Proof. by move=> ya [sizes _]; rewrite (_ : [seq _ | i <- _] = vs) //; rewrite -[RHS](mkseq_nth (Bool true)) sizes. Qed.
Lemma y_widths defs env a vs d h0 (r : seq (head F n d)) : yields fs defs env a (List vs) -> heads_at vs h0 r -> (0 < d)%N ->
  yields fs defs env (Over "sum" (Call "len" [:: Index (Field (Name "h") "WV") one]) [:: ("h"%string, a)] None) (Num (total (width h0) r)%:R).
Proof.
move=> ya heads d_gt0; apply: yields_eq.
  refine (y_sum (h := fun i => nth (Bool true) vs i) (l := iota 0 (size r).+1) (f := fun i => (width (nth h0 (h0 :: r) i))%:R) (y_heads ya heads) _).
  move=> i; rewrite mem_iota add0n ltnS => i_le; have [_ /(_ i i_le)[_ _ vV _ _]] := heads.
  by apply: (y_columns (A := WV (nth h0 (h0 :: r) i))) => //; apply: y_field vV; value.
congr Num; rewrite total_sum -natr_sum; congr _%:R.
by rewrite -[RHS](big_cons _ _ _ _ predT (fun h => width h)) (big_nth h0) /index_iota subn0.
Qed.
Lemma call_is_layer defs H Q d e v (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) : provides [:: is_layer_d; is_head_d; is_mlp_d; is_matrix_d; is_vector_d] defs ->
  (0 < d)%N -> layer_at H Q v g -> call fs defs "is_layer" [:: v; Num n%:R; Num H%:R; Num d%:R; Num e%:R] = Value (Bool true).
Proof.
move=> W d_gt0 [vs h0 r dO WO items phi vE heads sizes _ vWO dO_gt0 vmlp at_phi deep]; enter; set env := [:: _; _; _; _; _].
have ys : yields fs earlier env (Field (Name "L") "heads") (List vs) by apply: y_field vE; value.
have yO : yields fs earlier env (Field (Name "L") "WO") (table WO) by apply: y_field vWO; value.
have all_gt0 : (0 < total (width h0) r)%N by have [_ /(_ 0%N isT)[_ _ _ _]] := heads; exact: joined_gt0.
refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ =>
  y_and (p := true) (q := true) _ (fun _ => y_and1 _))))).
- by apply: yields_eq; [refine (y_compare (c := Equal) _ _ _); [exact: y_length ys | value | reflexivity] | rewrite /= sizes eqxx].
- apply: yields_eq; first refine (y_all (h := fun i => nth (Bool true) vs i) (l := iota 0 (size r).+1) (p := fun=> true) (y_heads ys heads) _).
    move=> j; rewrite mem_iota add0n ltnS => j_le; have [_ /(_ j j_le) at_j] := heads.
    refine (y_call (vs := [:: nth (Bool true) vs j; Num n%:R; Num d%:R]) _ _ _); [by values | reflexivity | by apply: call_is_head at_j; [provided | ]].
  by congr Bool; apply/allP.
- exact: y_some_columns yO all_gt0 dO_gt0.
- by apply: (y_is_table _ yO); [provided | exact: y_widths ys heads d_gt0 | exact: y_columns yO all_gt0].
refine (y_call (vs := [:: List items; Num (dO + d)%:R; Num e%:R]) _ _ _); [ | reflexivity | by apply: call_is_mlp at_phi deep; provided].
refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by apply: y_field vmlp; value | | by value].
by apply: yields_eq; [refine (y_add (y_columns yO all_gt0) _); value | rewrite natrD].
Qed.
Lemma call_out_dimension defs H Q d e v (g : 'M[F]_(n, d) -> 'M[F]_(n, e)) : provides [:: out_dimension_d] defs -> layer_at H Q v g ->
  call fs defs "out_dimension" [:: v] = Value (Num e%:R).
Proof.
move=> W [vs h0 r dO WO items phi _ _ _ _ _ _ vmlp at_phi deep]; enter; set env := [:: _].
have ym : yields fs earlier env (Field (Name "L") "mlp") (List items) by apply: y_field vmlp; value.
have [w [_ wE at_w]] := layers_widths at_phi; have last_at : (size items).-1.+1 = size items by case: (size items) deep.
have [|A [b [_ bE _]]] := at_w (size items).-1; first by rewrite last_at.
apply: (yields_eq (v := Num (w (size items).-1.+1)%:R)); last by rewrite last_at wE.
apply: (y_length_of (h := fun j => Num (b 0 j))); apply: y_field bE.
by apply: (y_item (i := (size items).-1)); [exact: ym | exact: y_length ym | rewrite last_at | rewrite last_at | ].
Qed.

(* Networks by the widths between their layers. *)
Lemma network_widths H Q d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : network_at H Q vs f -> exists w : nat -> nat,
  [/\ w 0%N = d, w (size vs) = e & forall i, (i < size vs)%N -> exists g : 'M[F]_(n, w i) -> 'M[F]_(n, w i.+1), layer_at H Q (nth (Bool true) vs i) g].
Proof.
elim=> {d e vs f} [d | d c e v vs g f at_g _ [w [wc we at_w]]]; first by exists (fun=> d).
subst c; exists (fun i => if i is j.+1 then w j else d); split=> // -[_|i i_lt]; first by exists g.
exact: at_w.
Qed.
Lemma at_network H Q (w : nat -> nat) vs :
  (forall i, (i < size vs)%N -> exists g : 'M[F]_(n, w i) -> 'M[F]_(n, w i.+1), layer_at H Q (nth (Bool true) vs i) g) ->
  exists f : 'M[F]_(n, w 0%N) -> 'M[F]_(n, w (size vs)), network_at H Q vs f.
Proof.
elim: vs w => [|v vs IH] w at_w; first by exists (fun X => X); exact: NoLayer.
have [g at_g] := at_w 0%N isT; have [|f at_f] := IH (fun i => w i.+1); first by move=> i i_lt; exact: (at_w i.+1).
by exists (fun X => f (g X)); exact: NextLayer at_g at_f.
Qed.
Notation transformer_l := [:: is_transformer_d; out_dimension_d; is_layer_d; is_head_d; is_mlp_d; is_matrix_d; is_vector_d].
Lemma call_is_transformer defs H Q d e vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)) : provides transformer_l defs -> (0 < d)%N -> network_at H Q vs f ->
  call fs defs "is_transformer" [:: List vs; Num n%:R; Num (size vs)%:R; Num H%:R; Num d%:R; Num e%:R] = Value (Bool true).
Proof.
move=> W d_gt0 at_f; have [w [wd we at_w]] := network_widths at_f; enter; set env := [:: _; _; _; _; _; _].
have w_gt0 i : (i <= size vs)%N -> (0 < w i)%N by case: i => [|i] i_le; [rewrite wd | have [g /layer_width] := at_w i i_le].
have item env' i b y : lookup "layers"%string env' = Value (List vs) -> yields fs earlier env' b (Num y) -> y = i.+1%:R -> (i < size vs)%N ->
    yields fs earlier env' (Index (Name "layers") b) (nth (Bool true) vs i).
  by move=> in_l yb yE i_lt; apply: (y_item (i := i)) yb yE i_lt _; [exact: y_name in_l | ].
have out env' i b y : lookup "layers"%string env' = Value (List vs) -> yields fs earlier env' b (Num y) -> y = i.+1%:R -> (i < size vs)%N ->
    yields fs earlier env' (Call "out_dimension" [:: Index (Name "layers") b]) (Num (w i.+1)%:R).
  move=> in_l yb yE i_lt; have [g at_g] := at_w i i_lt; refine (y_call (vs := [:: nth (Bool true) vs i]) _ _ _);
    [exact: all_cons (item _ _ _ _ in_l yb yE i_lt) (all_nil _ _ _) | reflexivity | by apply: call_out_dimension at_g; provided].
refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 _)))).
- by value.
- by apply: yields_eq; [refine (y_compare (c := Equal) _ _ _); [apply: y_length; value | value | reflexivity] | rewrite /= eqxx].
- apply: yields_eq; first refine (y_all (h := fun i : nat => Num i%:R) (l := iota 1 (size vs)) (p := fun=> true) _ _).
  + by refine (y_from_1 _ _ _ _); [floors | value | value | reflexivity].
  + move=> t; rewrite mem_iota add1n ltnS; case: t => // q /= q_lt; have [g at_g] := at_w q q_lt.
    refine (y_call (vs := [:: nth (Bool true) vs q; Num n%:R; Num H%:R; Num (w q)%:R; Num (w q.+1)%:R]) _ _ _);
      [ | reflexivity | by apply: call_is_layer at_g; [provided | exact/w_gt0/ltnW]].
    refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))); [by apply: item; [ | value | | ] | by value | by value | | by apply: out; [ | value | | ]].
    case: q q_lt {g at_g} => [|q] q_lt; first by apply: y_yes; [apply: yields_eq; [value | rewrite eqxx] | rewrite wd; value].
    apply: y_no; first by apply: yields_eq; [value | rewrite /= (eqr_nat F q.+2 1)].
    by apply: (out _ q); [ | apply: y_subtract; value | rewrite -natrB // subn1 | exact: ltnW].
  by congr Bool; apply/allP.
case E : (size vs) => [|L].
  apply: y_yes; first by apply: yields_eq; [value | rewrite E eqxx].
  by apply: yields_eq; [value | rewrite -wd -we E eqxx].
apply: y_no; first by apply: yields_eq; [value | rewrite E (eqr_nat F L.+1 0)].
apply: yields_eq; first (refine (y_compare (c := Equal) (v := Num (w L.+1)%:R) _ _ _); [ | value | reflexivity]).
  by apply: out; [ | value | rewrite E | rewrite E].
by rewrite /= -we E eqxx.
Qed.

(* --- And of nothing else -------------------------------------------------------------------------------------------------------------- *)
Lemma list_of_length defs env a c H : yields fs defs env (Chain (Call "len" [:: a]) [:: (Equal, c)]) (Bool true) -> yields fs defs env c (Num H%:R) ->
  exists2 l, yields fs defs env a (List l) & size l = H.
Proof.
rewrite /yields /=; case: (eval _ _ _ a) => // -[] //= l told cE.
by move: told; rewrite cE /= -pmulrn eqr_nat; case: eqP => // <- _; exists l.
Qed.
Lemma table_told defs env a b c m w : provides [:: is_matrix_d; is_vector_d] defs -> yields fs defs env (Call "is_matrix" [:: a; b; c]) (Bool true) ->
  yields fs defs env b (Num m%:R) -> yields fs defs env c (Num w%:R) -> exists A : 'M[F]_(m, w), yields fs defs env a (table A).
Proof.
move=> W /true_call[//|vs /true_cons[v [vs1 [yv /true_cons[b' [vs2 [yb' /true_cons[c' [vs3 [yc' /true_nil-> ->]]] ->]]] ->]]] told] yb yc.
rewrite (yields_inj yb' yb) (yields_inj yc' yc) in told; have [A vE] := is_matrix_true W told erefl.
by exists (\matrix_(i, j) A i.+1 j.+1); rewrite -mat_table -vE.
Qed.
Lemma is_head_told defs d v : provides [:: is_head_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_head" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> exists h : head F n d, head_at v h.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _; _; _].
have v_y : yields fs e env (Name "h") v by []. have n_y : yields fs e env (Name "dP") (Num n%:R) by []. have d_y : yields fs e env (Name "d") (Num d%:R) by [].
case/true_and=> /long_list[l ly l_gt0] /true_and[isQ /true_and[isK /true_and[/long_list[l' ly' l'_gt0] /true_and[isV _]]]].
have [Q yQ] := table_told We isQ n_y (y_length ly); have [K yK] := table_told We isK n_y (y_length ly).
have [V yV] := table_told We isV d_y (y_length ly').
by exists (Head Q K V).
Qed.
Lemma is_layer_told defs H d e v : provides [:: is_layer_d; is_head_d; is_mlp_d; is_matrix_d; is_vector_d] defs -> (0 < H)%N -> (0 < d)%N ->
  call fs defs "is_layer" [:: v; Num n%:R; Num H%:R; Num d%:R; Num e%:R] = Value (Bool true) ->
  exists g : 'M[F]_(n, d) -> 'M[F]_(n, e), layer_at H predT v g.
Proof.
move=> W H_gt0 d_gt0; have [ds found Wd] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _; _; _; _; _].
have v_y : yields fs ds env (Name "L") v by []. have H_y : yields fs ds env (Name "H") (Num H%:R) by []. have e_y : yields fs ds env (Name "e") (Num e%:R) by [].
case/true_and=> /list_of_length-/(_ _ H_y)[vs vs_y sizes] /true_and[each /true_and[/long_list[l ly l_gt0] /true_and[isO /true_and[isM _]]]].
have heads i : (i < size vs)%N -> exists h : head F n d, head_at (nth (Bool true) vs i) h.
  move=> i_lt; have told := true_all vs_y each i_lt; apply: (@is_head_told ds); first by provided.
  by apply: (own_call_true told erefl); refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); value.
have [h0 [r at_r]] : exists (h0 : head F n d) (r : seq (head F n d)), heads_at vs h0 r.
  case: vs sizes heads {vs_y} => [|u vs] sizes heads; first by rewrite -sizes in H_gt0.
  have [h0 at_h0] := heads 0%N isT; exists h0; suff [r [size_r at_r]] : exists r : seq (head F n d), size r = size vs /\ forall i, (i < size vs)%N -> head_at (nth (Bool true) vs i) (nth h0 r i).
    by exists r; split=> [|[|i] i_le]; rewrite /= ?size_r //; apply: at_r; rewrite -size_r.
  have {heads} : forall i, (i < size vs)%N -> exists h : head F n d, head_at (nth (Bool true) vs i) h by move=> i; exact: (heads i.+1).
  elim: (vs) => [|u' vs' IH] heads; first by exists [::].
  have [h at_h] := heads 0%N isT; have [|r [size_r at_r]] := IH; first by move=> i; exact: (heads i.+1).
  by exists (h :: r); split=> [|[|i] i_lt]; [rewrite /= size_r | | exact: at_r].
have Wm : provides [:: is_matrix_d; is_vector_d] ds by provided.
have [WO yO] := table_told Wm isO (y_widths vs_y at_r d_gt0) (y_length ly).
have [//|args /true_cons[m [vs1 [ym /true_cons[b' [vs2 [yb' /true_cons[c' [vs3 [yc' /true_nil-> ->]]] ->]]] ->]]] told] := true_call _ isM.
have d_y : yields fs ds env (Name "d") (Num d%:R) by [].
rewrite (yields_inj yb' (y_add (y_length ly) d_y)) (yields_inj yc' e_y) -natrD in told.
have [|items [phi [mE at_phi deep]]] := is_mlp_true _ told; first by provided.
rewrite mE in ym; exists (fun X => by_rows phi (row_mx (layer_output (@exp_of S) WO X) X)).
apply: (LayerAt _ at_r sizes _ _ l_gt0 _ at_phi deep).
- exact: true_field v_y vs_y.
- by elim: (h0 :: r).
- exact: true_field v_y yO.
exact: true_field v_y ym.
Qed.
Lemma length_told defs env a w : yields fs defs env (Call "len" [:: a]) w -> exists k, w = Num k%:R.
Proof. by rewrite /yields /=; case: (eval _ _ _ a) => // -[] //= l [<-]; exists (size l). Qed.
Lemma out_dimension_told defs v w : provides [:: out_dimension_d] defs -> call fs defs "out_dimension" [:: v] = Value w -> exists k, w = Num k%:R.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
exact: length_told.
Qed.
Lemma is_transformer_told defs H L d e v : provides transformer_l defs -> (0 < H)%N -> (0 < d)%N ->
  call fs defs "is_transformer" [:: v; Num n%:R; Num L%:R; Num H%:R; Num d%:R; Num e%:R] = Value (Bool true) ->
  exists vs (f : 'M[F]_(n, d) -> 'M[F]_(n, e)), [/\ v = List vs, size vs = L & network_at H predT vs f].
Proof.
move=> W H_gt0 d_gt0; have [ds found Wd] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _; _; _; _; _; _].
case/true_and=> /calls_routing.list_true[vs vs_y] /true_and[size_vs /true_and[each /true_and[last_is _]]]; have [vE] : Some v = Some (List vs) := vs_y.
have L_y : yields fs ds env (Name "depth") (Num L%:R) by [].
have {}size_vs : size vs = L by apply: (calls_routing.length_true vs_y L_y) size_vs.
have range : yields fs ds env (Binary Range one (Name "depth")) (List [seq Num i%:R | i <- iota 1 L]).
  by refine (y_from_1 _ _ _ _); [floors | value | value | reflexivity].
have item env' i b y : lookup "layers"%string env' = Value v -> yields fs ds env' b (Num y) -> y = i.+1%:R -> (i < L)%N ->
    yields fs ds env' (Index (Name "layers") b) (nth (Bool true) vs i).
  move=> in_l yb yE i_lt; apply: (y_item (i := i)) yb yE _ _ => //; last by rewrite size_vs.
  by apply: y_name; rewrite in_l vE.
pose q i : nat := if call fs ds "out_dimension" [:: nth (Bool true) vs i] is Some (Num x) then (if floor fs x is Posz m then m else 0%N) else 0%N.
pose w i : nat := if i is j.+1 then q j else d.
have Wo : provides [:: out_dimension_d] ds by provided.
have conditions i : (i < L)%N -> call fs ds "out_dimension" [:: nth (Bool true) vs i] = Value (Num (q i)%:R) /\
    exists env' c4 a4, [/\ lookup "layers"%string env' = Value v, lookup "k"%string env' = Value (Num i.+1%:R), lookup "d"%string env' = Value (Num d%:R),
      yields fs ds env' (If (Chain (Name "k") [:: (Equal, one)]) (Name "d") (Call "out_dimension" [:: Index (Name "layers") a4])) c4 /\ a4 = Binary Subtract (Name "k") one
      & call fs ds "is_layer" [:: nth (Bool true) vs i; Num n%:R; Num H%:R; c4; Num (q i)%:R] = Value (Bool true)].
  move=> i_lt; have := true_all range each; rewrite size_map size_iota => /(_ i i_lt); rewrite (nth_map 0%N) ?size_iota // nth_iota // add1n.
  set env' := _ :: _; have k_y : yields fs ds env' (Name "k") (Num i.+1%:R) by [].
  have at_i := item env' i _ _ erefl k_y erefl i_lt.
  case/true_call=> // args /true_cons[c1 [vs1 [y1 /true_cons[c2 [vs2 [y2 /true_cons[c3 [vs3 [y3 /true_cons[c4 [vs4 [y4 /true_cons[c5 [vs5 [y5 /true_nil-> ->]]] ->]]] ->]]] ->]]] ->]]] told.
  have y2' : yields fs ds env' (Name "dP") (Num n%:R) by []. have y3' : yields fs ds env' (Name "H") (Num H%:R) by [].
  rewrite (yields_inj y1 at_i) (yields_inj y2 y2') (yields_inj y3 y3') in told.
  have outE := own_call_true y5 erefl (all_cons at_i (all_nil _ _ _)); have [k kE] := out_dimension_told Wo outE.
  have qE : q i = k by rewrite /q outE kE [k%:R]pmulrn floor_int.
  by rewrite qE -kE; split=> //; exists env', c4, (Binary Subtract (Name "k") one).
have at_w i : (i < size vs)%N -> exists g : 'M[F]_(n, w i) -> 'M[F]_(n, w i.+1), layer_at H predT (nth (Bool true) vs i) g.
  have Wl : provides [:: is_layer_d; is_head_d; is_mlp_d; is_matrix_d; is_vector_d] ds by provided.
  rewrite size_vs; elim: i => [|i IH] i_lt; have [_ [env' [c4 [a4 [in_l in_k in_d [y4 aE] told]]]]] := conditions _ i_lt.
    apply: (is_layer_told Wl H_gt0 d_gt0); rewrite -told; congr (call _ _ _ [:: _; _; _; _; _]).
    apply: yields_inj y4; apply: y_yes; last exact: y_name in_d.
    by apply: yields_eq; [refine (y_compare (c := Equal) _ _ _); [exact: y_name in_k | value | reflexivity] | rewrite /= eqxx].
  have [g at_g] := IH (ltnW i_lt); have [outE _] := conditions i (ltnW i_lt).
  apply: (is_layer_told Wl H_gt0 (layer_width at_g)); rewrite -told; congr (call _ _ _ [:: _; _; _; _; _]).
  apply: yields_inj y4; apply: y_no.
    by apply: yields_eq; [refine (y_compare (c := Equal) _ _ _); [exact: y_name in_k | value | reflexivity] | rewrite /= (eqr_nat F i.+2 1)].
  refine (y_call (vs := [:: nth (Bool true) vs i]) _ _ outE); [refine (all_cons _ (all_nil _ _ _)) | reflexivity].
  by rewrite aE; apply: (item _ i); [ | apply: y_subtract; [exact: y_name in_k | value] | rewrite -natrB // subn1 | exact: ltnW].
have [f at_f] := at_network at_w.
suff eE : w (size vs) = e by subst e; exists vs, f.
have depth_is (b : bool) : (L == 0)%N = b -> yields fs ds env (Chain (Name "depth") [:: (Equal, Number BinNums.N0)]) (Bool b).
  by move=> <-; apply: yields_eq; [refine (y_compare (c := Equal) _ _ _); [exact: L_y | value | reflexivity] | rewrite /= (eqr_nat F L 0)].
have d_y : yields fs ds env (Name "d") (Num d%:R) by []. have e_y : yields fs ds env (Name "e") (Num e%:R) by [].
rewrite size_vs; case: (posnP L) => [L0 | L_gt0].
  have L_is : (L == 0)%N = true by rewrite L0.
  have [/esym] := yields_inj last_is (y_yes _ (depth_is _ L_is) (y_compare (c := Equal) d_y e_y erefl)).
  by rewrite eqr_nat L0 => /eqP.
have L_is : (L == 0)%N = false by rewrite eqn0Ngt L_gt0.
have last_lt : (L.-1 < L)%N by rewrite prednK.
have [outE _] := conditions _ last_lt.
have out_y : yields fs ds env (Call "out_dimension" [:: Index (Name "layers") (Name "depth")]) (Num (q L.-1)%:R).
  refine (y_call (vs := [:: nth (Bool true) vs L.-1]) (all_cons _ (all_nil _ _ _)) _ outE); [ | reflexivity].
  by apply: item L_y _ last_lt; rewrite // prednK.
have [/esym] := yields_inj last_is (y_no _ (depth_is _ L_is) (y_compare (c := Equal) out_y e_y erefl)).
by rewrite eqr_nat -[L in w L](prednK L_gt0) => /eqP.
Qed.
End Layers.
