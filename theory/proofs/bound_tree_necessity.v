(* SPDX-License-Identifier: Apache-2.0 *)
(* How many layers nodes need that take minima of what they see (tree_minimum.v), as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require tree_minimum calls_trees calls_srpe calls_arrays statements_positional_tree_necessity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_tree_necessity.repaired ++ definitions statements_positional_tree_necessity.finding_without_the_residual_connection.
Local Notation the f := (definition_in library f) (only parsing).
Definition is_node_d := Eval compute in the "is_node".
Definition is_network_d := Eval compute in the "is_network".
Definition minimum_nodes_d := Eval compute in the "minimum_nodes".
Definition two_heads_alone_d := Eval compute in the "two_heads_alone".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (v w : value F) (n L : nat).

Lemma is_node_true defs v n : provides [:: is_node_d] defs -> call fs defs "is_node" [:: v; Num n%:R] = Value (Bool true) ->
  exists k : 'I_n, v = Num k.+1%:R.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> num /true_and[int /true_and[chain _]].
move: num; rewrite /yields /=; case: v int chain => // x int chain _.
move: int; rewrite /yields /= /integer; case: eqP => // xE _.
have [x_ge1 x_le] : 1 <= x /\ x <= n%:R by move: chain; rewrite /yields /=; case E : (_ <= x) => //=; case E' : (x <= _).
move: x_ge1 x_le; rewrite xE /=; case: (floor_of x) => k; last first.
  by rewrite NegzE mulrNz -pmulrn => /(lt_le_trans ltr01); rewrite oppr_gt0 ltrn0.
rewrite -pmulrn ler1n ler_nat; case: k => // k _ k_lt; by exists (Ordinal k_lt).
Qed.

(* A layer: the two nodes that each node hears. *)
Definition heads_value n (s : 'I_n * 'I_n) : value F := List [:: Num s.1.+1%:R; Num s.2.+1%:R].
Definition layer_value n (s : tree_minimum.sources n) : value F := entries (fun i => heads_value (s i)).
Definition network_value n (net : seq (tree_minimum.sources n)) : value F := List (map (@layer_value n) net).
Lemma y_heard_1 defs env a n (s : 'I_n * 'I_n) : yields fs defs env a (heads_value s) -> yields fs defs env (Index a (Number (BinNums.Npos BinNums.xH))) (Num s.1.+1%:R).
Proof. by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 1). Qed.
Lemma y_heard_2 defs env a n (s : 'I_n * 'I_n) : yields fs defs env a (heads_value s) ->
  yields fs defs env (Index a (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) (Num s.2.+1%:R).
Proof. by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 2). Qed.

(* All of a list are images, so it is the list of the images. *)
Lemma listed_images (T : Type) (h : T -> value F) (l : seq (value F)) :
  (forall i, (i < size l)%N -> exists t, nth (Bool true) l i = h t) -> exists r, l = map h r.
Proof.
elim: l => [|u l IH] each; first by exists [::].
have [t uE] := each 0%N isT; have [|r ->] := IH; first by move=> i i_lt; exact: each i.+1 i_lt.
by exists (t :: r); rewrite /= -uE.
Qed.
Lemma entries_images (T : Type) (h : T -> value F) n (r : seq T) (t0 : T) : size r = n -> List (map h r) = entries (fun i : 'I_n => h (nth t0 r i)).
Proof.
by move=> <-; rewrite /entries -(map_indices (size r) (fun i => h (nth t0 r i))) (map_comp h (nth t0 r)) -/(mkseq _ _) mkseq_nth.
Qed.
Lemma is_network_true defs v n L : provides [:: is_network_d; is_node_d] defs -> (0 < n)%N ->
  call fs defs "is_network" [:: v; Num n%:R; Num L%:R] = Value (Bool true) -> exists2 net : seq (tree_minimum.sources n), v = network_value net & size net = L.
Proof.
move=> W n_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> is_l /true_and[len_l /true_and[layers _]].
have [l vE] : exists l, v = List l by move: is_l; rewrite /yields /=; case: v @env {len_l layers} => // l; exists l.
have size_l : size l = L by move: len_l; rewrite /yields /= vE /= -pmulrn eqr_nat; case: eqP.
have lists : yields fs e env (Name "net") (List l) by rewrite /yields /= vE.
have each i : (i < size l)%N -> exists s : tree_minimum.sources n, nth (Bool true) l i = layer_value s.
  move=> i_lt; have := true_all lists layers i_lt; set u := nth _ l i; set env1 := _ :: env.
  case/true_and=> is_u /true_and[len_u /true_and[nodes _]].
  have [k uE] : exists k, u = List k by move: is_u; rewrite /yields /=; case: (u) => // k; exists k.
  have size_k : size k = n by move: len_u; rewrite /yields /= uE /= -pmulrn eqr_nat; case: eqP.
  have inner : yields fs e env1 (Name "layer") (List k) by rewrite /yields /= uE.
  have each_node j : (j < size k)%N -> exists t : 'I_n * 'I_n, nth (Bool true) k j = heads_value t.
    move=> j_lt; have := true_all inner nodes j_lt; set p := nth _ k j; set env2 := _ :: env1.
    case/true_and=> is_p /true_and[len_p /true_and[first_is /true_and[second_is _]]].
    have [a [b pE]] : exists a b, p = List [:: a; b].
      have [q pE] : exists q, p = List q by move: is_p; rewrite /yields /=; case: (p) => // q; exists q.
      have : size q = 2%N by move: len_p; rewrite /yields /= pE /= -pmulrn eqr_nat; case: eqP.
      by rewrite pE; case: q {pE} => [|a [|b [|? ?]]] // _; exists a, b.
    have at_1 : yields fs e env2 (Index (Name "heads") (Number (BinNums.Npos BinNums.xH))) a by rewrite /yields /= pE /= (integer_nat floor_int 1).
    have at_2 : yields fs e env2 (Index (Name "heads") (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) b by rewrite /yields /= pE /= (integer_nat floor_int 2).
    have n_y : yields fs e env2 (Name "n") (Num n%:R) by [].
    have [a' aE] := is_node_true We (own_call_true first_is erefl (all_cons at_1 (all_cons n_y (all_nil _ _ _)))).
    have [b' bE] := is_node_true We (own_call_true second_is erefl (all_cons at_2 (all_cons n_y (all_nil _ _ _)))).
    by exists (a', b'); rewrite pE aE bE.
  have [r kE] := listed_images each_node; have size_r : size r = n by apply: etrans size_k; rewrite kE size_map.
  exists (fun j => nth (Ordinal n_gt0, Ordinal n_gt0) r j); rewrite uE kE.
  exact: entries_images.
have [net lE] := listed_images each; exists net; first by rewrite vE lE.
by rewrite -size_l lE size_map.
Qed.
Lemma any_network defs env l : provides [:: is_network_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_network" l)).
Proof. by move=> W; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]. Qed.

(* What the nodes hold. *)
Lemma y_layer_at defs env a b n (s : tree_minimum.sources n) y (i : 'I_n) : yields fs defs env a (layer_value s) -> yields fs defs env b (Num y) -> y = i.+1%:R ->
  yields fs defs env (Index a b) (heads_value (s i)).
Proof. exact: (y_ordinal floor_int (h := fun i => heads_value (s i))). Qed.
Ltac side ::= first [assumption | reflexivity].
Ltac index_value ::=
  first [refine (y_number_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_layer_at _ _ _); [value | value | first [reflexivity | side]]
       | refine (y_heard_1 _); value | refine (y_heard_2 _); value].
Lemma call_minimum_nodes defs n (net : seq (tree_minimum.sources n)) (x : 'I_n -> F) : provides [:: minimum_nodes_d] defs ->
  call fs defs "minimum_nodes" [:: column x; network_value net] = Value (column (tree_minimum.minimum_nodes net x)).
Proof.
move=> W; enter; apply: (calls_trees.y_folds (s := column x) (l := map (@layer_value n) net)); [by value | by value | ].
set env := [:: _; _]; have x_env : lookup "x" env = Some (column x) by []; move: env x_env => env x_env.
rewrite /tree_minimum.minimum_nodes; elim: net {1 2}x => [|s net IH] y //=.
exists (column (tree_minimum.step s y)) => //.
apply: (yields_eq (v := column (fun i => Num.min (Num.min (y i) (y (s i).1)) (y (s i).2)))); last by apply: column_ext => i; rewrite /tree_minimum.step minA.
apply: y_list_over; first by refine (y_up_to _ _ _ _); [floors | value | refine (y_length_of (h := fun j => Num (x j)) _); exact: y_name | reflexivity].
by move=> i _; value.
Qed.
Lemma call_two_heads_alone defs n (net : seq (tree_minimum.sources n)) (x : 'I_n -> F) : provides [:: two_heads_alone_d] defs ->
  call fs defs "two_heads_alone" [:: column x; network_value net] = Value (column (tree_minimum.two_heads_alone net x)).
Proof.
move=> W; enter; apply: (calls_trees.y_folds (s := column x) (l := map (@layer_value n) net)); [by value | by value | ].
set env := [:: _; _]; have x_env : lookup "x" env = Some (column x) by []; move: env x_env => env x_env.
rewrite /tree_minimum.two_heads_alone; elim: net {1 2}x => [|s net IH] y //=.
exists (column (tree_minimum.heads_alone s y)) => //.
apply: y_list_over; first by refine (y_up_to _ _ _ _); [floors | value | refine (y_length_of (h := fun j => Num (x j)) _); exact: y_name | reflexivity].
by move=> i _; value.
Qed.
(* Zeros and ones. *)
Lemma in_bits defs env n (y : F) b : yields fs defs env b (Num y) -> y = n%:R ->
  exists2 l, yields fs defs env (Call "tuples" [:: ListOf [:: Number BinNums.N0; Number (BinNums.Npos BinNums.xH)]; b]) (List l) &
    forall x : 'I_n -> F, (forall j, x j = 0 \/ x j = 1) -> is_among (column x) l.
Proof.
move=> yb yE; exists [seq List (map (@Num F) t) | t <- lists_over [:: 0%:R; 1%:R] n].
  refine (y_built_in (vs := [:: List (map (@Num F) [:: 0%:R; 1%:R]); Num y]) _ _ _); [ | reflexivity | ].
    by refine (all_cons _ (all_cons yb (all_nil _ _ _))); value.
  by rewrite /= yE integer_nat // -[[:: Num _; Num _]]/(map (@Num F) [:: 0%:R; 1%:R]) calls_srpe.lists_over_map -map_comp.
move=> x bits; have : [seq x j | j <- indices n] \in lists_over [:: 0%:R; 1%:R] n.
  apply: calls_srpe.lists_over_mem; first by rewrite size_map size_indices.
  by apply/allP => z /mapP[j _ ->]; rewrite !inE; case: (bits j) => ->; rewrite eqxx ?orbT.
elim: (lists_over _ _) => //= t l IH; rewrite inE => /orP[/eqP <- | /IH]; [left | by right].
by rewrite -map_comp.
Qed.
Lemma says_some_bits defs env n (y : F) (x : string) b s (t : 'I_n -> F) : yields fs defs env b (Num y) -> y = n%:R -> (forall j, t j = 0 \/ t j = 1) ->
  Says fs (call fs defs) true ((x, column t) :: env) s ->
  Says fs (call fs defs) true env (Exists x (Elements (Call "tuples" [:: ListOf [:: Number BinNums.N0; Number (BinNums.Npos BinNums.xH)]; b])) None s).
Proof.
move=> yb yE bits says; have [l yl among] := in_bits yb yE; cbn [Says elements]; rewrite /evaluates yl; split; first by [].
by exists (column t); split=> //; exact: among.
Qed.
End Calls.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "minimum_nodes" _ = _ => apply: call_minimum_nodes; provided
  | |- call _ _ "two_heads_alone" _ = _ => apply: call_two_heads_alone; provided
  end.
Lemma last_place (S : numbers) n : n.+1%:R = (ord_max : 'I_n.+1).+1%:R :> S.
Proof. by []. Qed.
Ltac side ::= first [assumption | exact: last_place | reflexivity].

(* attest: positional.tree-necessity finding_without_the_residual_connection sha256:86bbceb96b939f38928cffedf37d3ad827a3e5f160aeb79ea87720cba31aaa62 theorem:two_to_the_L_are_needed *)
Theorem two_to_the_L_are_needed : Holds statements_positional_tree_necessity.finding_without_the_residual_connection.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => L _ few; have {}few : (2 ^ L < n)%N by rewrite -natrX ltr_nat in few.
apply: says_for_values => [v | v told]; first by apply: any_network; provided.
have arguments : yields_all (functions_of S) defs [:: ("net"%string, v); ("L"%string, Num L%:R); ("n"%string, Num n%:R)]
  [:: Name "net"; Name "n"; Name "L"]%string [:: v; Num n%:R; Num L%:R] by values.
have [|net vE size_net] := is_network_true _ n_gt0 (own_call_true told erefl arguments); first by provided.
rewrite {}vE {told arguments}; have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
subst n; rewrite -size_net in few; have [x [bits [j xj] one]] := tree_minimum.two_to_the_L_are_needed S (net := net) ord_max few.
refine (says_some_bits (t := x) _ _ bits _); [value | reflexivity | ].
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_compare (v := Num (tree_minimum.two_heads_alone net x ord_max)) (w := Num (x j)) _ _ _); [value | | reflexivity].
  by apply: (calls_trees.y_min (f := x)); [value | move=> k; rewrite xj; case: (bits k) => ->; rewrite ?ler01].
by rewrite /= one xj oner_eq0.
Qed.

(* --- A network that is a value ----------------------------------------------------------------------------------------------------------- *)
Section Values.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n L : nat).
Lemma call_is_node defs n (k : 'I_n) : provides [:: is_node_d] defs -> call fs defs "is_node" [:: Num k.+1%:R; Num n%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and _ (fun _ => y_and _ (fun _ => y_and1 _))); [value | | value].
  by refine (y_built_in _ _ _); [values | reflexivity | rewrite /= integer_nat //; reflexivity].
by rewrite /= ler1n ler_nat ltn_ord.
Qed.
Lemma is_value_network n (net : seq (tree_minimum.sources n)) : is_value (network_value S net).
Proof. by rewrite /=; elim: net => //= s net ->; rewrite andbT all_map; apply/allP. Qed.
Lemma call_is_network defs n (net : seq (tree_minimum.sources n)) : provides [:: is_network_d; is_node_d] defs -> (0 < n)%N ->
  call fs defs "is_network" [:: network_value S net; Num n%:R; Num (size net)%:R] = Value (Bool true).
Proof.
move=> W n_gt0; pose s0 : tree_minimum.sources n := fun=> (Ordinal n_gt0, Ordinal n_gt0).
have -> : network_value S net = List [seq layer_value S (nth s0 net l) | l <- iota 0 (size net)].
  by rewrite /network_value -[in LHS](mkseq_nth s0 net) /mkseq -map_comp.
enter; apply: yields_eq.
  refine (y_and _ (fun _ => y_and _ (fun _ => y_and1 (p := true) _))); [value | | ].
    by refine (y_compare _ _ _); [apply: y_length; value | value | reflexivity].
  apply: yields_eq; first refine (y_all (p := fun=> true) _ _).
  - by value.
  - move=> l _; apply: yields_eq.
      refine (y_and _ (fun _ => y_and _ (fun _ => y_and1 (p := true) _))); [value | | ].
        by refine (y_compare _ _ _); [refine (y_length_of (h := fun i => heads_value S (nth s0 net l i)) _); value | value | reflexivity].
      apply: yields_eq; first refine (y_all (h := fun i => heads_value S (nth s0 net l i)) (l := indices n) (p := fun=> true) _ _).
      + by value.
      + move=> o _; apply: yields_eq.
          refine (y_and _ (fun _ => y_and _ (fun _ => y_and (p := true) _ (fun _ => y_and1 (p := true) _)))); [value | | | ].
          * by refine (y_compare _ _ _); [apply: y_length; value | value | reflexivity].
          * refine (y_call (vs := [:: Num (nth s0 net l o).1.+1%:R; Num n%:R]) _ _ _); [ | reflexivity | by apply: call_is_node; provided].
            by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [refine (y_heard_1 _); value | value].
          refine (y_call (vs := [:: Num (nth s0 net l o).2.+1%:R; Num n%:R]) _ _ _); [ | reflexivity | by apply: call_is_node; provided].
          by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [refine (y_heard_2 _); value | value].
        by rewrite /= eqxx.
      by congr Bool; apply/allP.
    by rewrite /= eqxx.
  by congr Bool; apply/allP.
by rewrite /= size_map size_iota eqxx.
Qed.
End Values.

(* attest: positional.tree-necessity repaired sha256:0d4ff8514297089985fab93e115f0903ffc9bc8f3e67ea04931b465b6353a558 theorem:log3_layers *)
Theorem log3_layers : Holds statements_positional_tree_necessity.repaired.
Proof.
opening S W; meaning_parts; meaning_for_all => n n_gt0 _; meaning_for_all => L _ rounds.
  have few : (3 ^ L < n)%N by rewrite -natrX ltr_nat in rounds.
  apply: says_for_values => [v | v told]; first by apply: any_network; provided.
  have arguments : yields_all (functions_of S) defs [:: ("net"%string, v); ("L"%string, Num L%:R); ("n"%string, Num n%:R)]
    [:: Name "net"; Name "n"; Name "L"]%string [:: v; Num n%:R; Num L%:R] by values.
  have [|net vE size_net] := is_network_true _ n_gt0 (own_call_true told erefl arguments); first by provided.
  rewrite {}vE {told arguments}; meaning_for_all => i _ _.
  rewrite -size_net in few; have [x [bits [j xj] one]] := tree_minimum.three_to_the_L_are_needed S (net := net) i few.
  refine (says_some_bits (t := x) _ _ bits _); [value | reflexivity | ].
  refine (says_expression (p := true) _ _) => //; apply: yields_eq.
    refine (y_compare (v := Num (tree_minimum.minimum_nodes net x i)) (w := Num (x j)) _ _ _); [value | | reflexivity].
    by apply: (calls_trees.y_min (f := x)); [value | move=> k; rewrite xj; case: (bits k) => ->; rewrite ?ler01].
  by rewrite /= one xj oner_eq0.
have enough : (n <= 3 ^ L)%N by rewrite -natrX ler_nat in rounds.
have [m nE] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
subst n; have [net [size_net minimum]] := tree_minimum.three_to_the_L_are_enough S enough.
refine (says_exists_value (w := network_value S net) _ _ _ _); [move=> v; refine (any_network _ _ _); provided | exact: is_value_network | | ].
  refine (y_call (vs := [:: network_value S net; Num m.+1%:R; Num L%:R]) _ _ _); [values | reflexivity | ].
  by rewrite -size_net; apply: call_is_network => //; provided.
meaning_for_all => x _ _; have [[j at_j] least] := minimum x ord0.
have below k : x j <= x k by rewrite -at_j.
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: (y_same_column (f := tree_minimum.minimum_nodes net x) (g := fun=> x j)); first by value.
  apply: y_list_over; first by value.
  by move=> i _; apply: calls_trees.y_min below; value.
congr Bool; apply/forallP => i; have [[k at_k] least_i] := minimum x i.
by rewrite eq_le least_i at_k below.
Qed.
