(* SPDX-License-Identifier: Apache-2.0 *)
(* One layer with hardmax delivers what a round of PCOC sends (lemma_b2.v), as the meaning of its statement: an oracle is a table of items,
   each a place [machine, slot] or nothing. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_pcoc_routing.
From attest Require hardmax lemma_b2 calls_trees calls_routing statements_positional_lemma_b2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_lemma_b2.printed) f) (only parsing).
Definition is_item_d := Eval compute in the "is_item".
Definition is_oracle_d := Eval compute in the "is_oracle".
Definition is_head_d := Eval compute in the "is_head".
Definition hardmax_heads_d := Eval compute in the "hardmax_heads".
Definition delivered_d := Eval compute in the "delivered".

Section Oracles.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F).

(* --- Items and oracles --------------------------------------------------------------------------------------------------------------- *)
Lemma true_or defs env a b : yields fs defs env (Or [:: a; b]) (Bool true) -> yields fs defs env a (Bool true) \/ yields fs defs env b (Bool true).
Proof.
rewrite /yields /=; case: (eval _ _ _ a) => // -[] // []; first by left.
by case: (eval _ _ _ b) => // -[] // [] // _; right.
Qed.
Variables (N s : nat).
Definition item_value (item : option ('I_N * 'I_s)) : value F := if item is Some (i, k) then List [:: Num i.+1%:R; Num k.+1%:R] else List [::].
Definition oracle_value (oracle : 'I_N -> 'I_s -> option ('I_N * 'I_s)) : value F := entries (fun j => entries (fun h => item_value (oracle j h))).
Lemma is_item_true defs v : provides [:: is_item_d; is_index_d] defs -> call fs defs "is_item" [:: v; Num N%:R; Num s%:R] = Value (Bool true) ->
  exists item, v = item_value item.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _; _; _].
case/true_and=> is_l /true_and[either _]; have {}either : yields fs e env (Or [:: _; _]) (Bool true) := either.
have [l vE] : exists l : seq (value F), v = List l by move: is_l; rewrite /yields /=; case: v @env {either} => // l; exists l.
case/true_or: either => [none | /true_and[two /true_and[i_is /true_and[k_is _]]]].
  exists None; rewrite vE; congr List; apply/size0nil/eqP; move: none.
  by rewrite /yields /= vE /= /of_integer -[0%:R]/(0%N%:R) -pmulrn eqr_nat; case: (size l == 0)%N.
have [a [b lE]] : exists a b, l = [:: a; b].
  move: two; rewrite /yields /= vE /= /of_integer -pmulrn eqr_nat; case: eqP => //.
  by case: (l) => [|a [|b [|c r]]] // _ _; exists a, b.
have at_1 : yields fs e env (Index (Name "item") (Number (BinNums.Npos BinNums.xH))) a by rewrite /yields /= vE lE /= (integer_nat floor_int 1).
have at_2 : yields fs e env (Index (Name "item") (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) b by rewrite /yields /= vE lE /= (integer_nat floor_int 2).
have N_y : yields fs e env (Name "N") (Num N%:R) by []. have s_y : yields fs e env (Name "s") (Num s%:R) by [].
have [i iE] := is_index_true We (own_call_true i_is erefl (all_cons at_1 (all_cons N_y (all_nil _ _ _)))).
have [k kE] := is_index_true We (own_call_true k_is erefl (all_cons at_2 (all_cons s_y (all_nil _ _ _)))).
by exists (Some (i, k)); rewrite vE lE iE kE.
Qed.
Lemma size_list defs env a l n c : yields fs defs env a (List l) -> yields fs defs env c (Num n%:R) ->
  yields fs defs env (Chain (Call "len" [:: a]) [:: (Equal, c)]) (Bool true) -> size l = n.
Proof. by move=> ya yc told; have [/esym] := yields_inj told (y_compare (c := Equal) (y_length ya) yc erefl); rewrite eqr_nat => /eqP. Qed.
Lemma is_oracle_true defs v : provides [:: is_oracle_d; is_item_d; is_index_d] defs ->
  call fs defs "is_oracle" [:: v; Num N%:R; Num s%:R] = Value (Bool true) -> exists oracle, v = oracle_value oracle.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /calls_routing.list_true[l ly] /true_and[size_l /true_and[each _]]; have [vE] : Some v = Some (List l) := ly.
have {}size_l : size l = N by apply: size_list ly _ size_l.
have [|rows lE sizes] := @calls_routing.images_true S (seq (option ('I_N * 'I_s))) (fun r => List (map item_value r)) (fun r => size r = s) _ _ _ _ _ l ly each.
  move=> row /true_and[/calls_routing.list_true[r ry] /true_and[size_r /true_and[items _]]]; have [rE] : Some row = Some (List r) := ry.
  have {}size_r : size r = s by apply: size_list ry _ size_r.
  have [|r' rE' _] := @calls_routing.images_true S _ item_value (fun=> True) _ _ _ _ _ r ry items.
    move=> u /true_call[//|ws /true_cons[u' [ws1 [yu /true_cons[n [ws2 [yn /true_cons[n' [ws3 [yn' /true_nil-> ->]]] ->]]] ->]]] told].
    have [uE] : Some u = Some u' := yu; have [nE] : Some (Num N%:R) = Some n := yn; have [nE'] : Some (Num s%:R) = Some n' := yn'.
    by rewrite -uE -nE -nE' in told; have [|item ->] := is_item_true _ told; [provided | exists item].
  by exists r'; [rewrite rE rE' | move: size_r; rewrite rE' size_map].
have size_rows : size rows = N by move: size_l; rewrite lE size_map.
exists (fun j h => nth None (nth [::] rows j) (h : 'I_s)); rewrite vE lE /oracle_value /entries; congr List.
have := mkseq_nth [::] rows; rewrite /mkseq size_rows => rowsE; rewrite -[in LHS]rowsE -map_comp (map_indices N (fun j => List (map item_value (nth [::] rows j)))); apply: eq_map => j /=.
have size_j := sizes j [::]; rewrite size_rows in size_j; have {}size_j := size_j (ltn_ord j).
have := mkseq_nth None (nth [::] rows j); rewrite /mkseq size_j => rowE; rewrite -[in LHS]rowE -map_comp; congr List.
exact: (map_indices s (fun h => item_value (nth None (nth [::] rows j) h))).
Qed.
End Oracles.

(* --- Heads and what they deliver --------------------------------------------------------------------------------------------------- *)
Lemma one_there (S : numbers) n : 1%:R = (ord0 : 'I_n.+1).+1%:R :> S.
Proof. by []. Qed.
Ltac side ::= first [assumption | exact: next | exact: one_there | reflexivity].
Ltac index_value ::= refine (y_row_at _ _ _); [value | value | side].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_matrix" _ = _ => apply: call_is_table; provided
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "hardmax_rows" _ = _ => found_call call_hardmax_rows
  | |- call _ _ "scores" _ = _ => found_call call_scores
  end.
Section Heads.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F).
Variables (N s : nat) (oracle : 'I_N -> 'I_s -> option ('I_N * 'I_s)).

Definition head_value (h : 'I_s) : value F := Rec [:: ("WQ"%string, table (hardmax.pattern F (lemma_b2.attended oracle h)));
  ("WK"%string, table (1%:M : 'M[F]_N.+1)); ("WV"%string, table (1%:M : 'M[F]_s.+1))].
Definition heads_value : value F := entries head_value.
Lemma is_value_heads : is_value heads_value.
Proof.
have three (a b c : value F) : is_value a -> is_value b -> is_value c -> is_value (Rec [:: ("WQ"%string, a); ("WK"%string, b); ("WV"%string, c)]).
  by move=> aV bV cV; rewrite /= aV bV cV.
have each h : is_value (head_value h) by apply: three; rewrite table_mat is_value_mat.
by rewrite /heads_value /entries -[is_value _]/(all (@is_value F) (map head_value (indices s))) all_map; apply/allP => h _; exact: each.
Qed.
Lemma call_is_head defs h : provides [:: is_head_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_head" [:: head_value h; Num N.+1%:R; Num s.+1%:R] = Value (Bool true).
Proof. by move=> W; enter; apply: yields_eq; [value | rewrite /= !ler1n]. Qed.
Lemma call_hardmax_heads defs (X : 'M[F]_(N.+1, s.+1)) :
  provides [:: hardmax_heads_d; scores_d; hardmax_rows_d; hardmax_d; transpose_d; matmul_d; is_rectangular_d] defs ->
  call fs defs "hardmax_heads" [:: table X; table (1%:M : 'M[F]_N.+1); Rec [:: ("heads"%string, heads_value)]] =
    Value (entries (fun h => table (lemma_b2.round_heads oracle X h))).
Proof.
move=> W; have N_gt0 : (0 < N.+1)%N by []; have s_gt0 : (0 < s.+1)%N by []; enter.
refine (y_list_over (h := head_value) (l := indices s) (g := fun h => table (lemma_b2.round_heads oracle X h)) _ _); first by value.
by move=> h _; rewrite /head_value; value.
Qed.
Lemma call_delivered defs (X : 'M[F]_(N.+1, s.+1)) : provides [:: delivered_d] defs ->
  call fs defs "delivered" [:: oracle_value F oracle; table X; entries (fun h => table (lemma_b2.round_heads oracle X h)); Num N%:R; Num s%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq; first refine (y_all2 (p := fun _ _ => true) _ _ _).
- by refine (y_up_to _ _ _ _); [floors | value | value | reflexivity].
- by move=> j _; refine (y_up_to _ _ _ _); [floors | value | value | reflexivity].
- move=> j _ h _; cbv beta; have [from_item from_sink] := lemma_b2.one_round oracle X j h; set env := _ :: _.
  have item_y : yields fs earlier env (Index (Index (Name "R") (Name "j")) (Name "h")) (item_value F (oracle j h)).
    apply: (y_ordinal floor_int (h := fun h => item_value F (oracle j h)) (j := h)); [ | by value | by []].
    by apply: (y_ordinal floor_int (h := fun j => entries (fun h => item_value F (oracle j h))) (j := j)); [value | value | ].
  have head_y : yields fs earlier env (Index (Index (Name "Y") (Name "h")) (Name "j")) (column (lemma_b2.round_heads oracle X h (hardmax.machine j))).
    apply: (y_row_at (i := hardmax.machine j)); [ | by value | by []].
    by apply: (y_ordinal floor_int (h := fun h => table (lemma_b2.round_heads oracle X h)) (j := h)); [value | value | ].
  case E : (oracle j h) item_y from_item from_sink => [[i k]|] item_y from_item from_sink.
    apply: y_no; first by apply: yields_eq; [refine (y_compare (c := Equal) _ _ _); [exact: y_length item_y | value | reflexivity] | rewrite /= (eqr_nat F 2 0)].
    have i_y : yields fs earlier env (Index (Index (Index (Name "R") (Name "j")) (Name "h")) (Number (BinNums.Npos BinNums.xH))) (Num i.+1%:R).
      by apply: (calls_trees.y_item (i := 0)); [exact: item_y | value | | | ].
    have k_y : yields fs earlier env (Index (Index (Index (Name "R") (Name "j")) (Name "h")) (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) (Num k.+1%:R).
      by apply: (calls_trees.y_item (i := 1)); [exact: item_y | value | | | ].
    pose column_k := widen_ord (leqnSn s) k.
    apply: yields_eq; first (refine (y_compare (c := Equal) (v := Num (lemma_b2.round_heads oracle X h (hardmax.machine j) column_k))
      (w := Num (X (hardmax.machine i) column_k)) _ _ _); [ | | reflexivity]).
    + by apply: (y_number_at (j := column_k)); [exact: head_y | exact: k_y | ].
    + apply: (y_number_at (j := column_k)); [ | exact: k_y | by []].
      by apply: (y_row_at (i := hardmax.machine i)); [value | exact: i_y | ].
    by rewrite (from_item (i, k) erefl) eqxx.
  apply: y_yes; first by apply: yields_eq; [refine (y_compare (c := Equal) _ _ _); [exact: y_length item_y | value | reflexivity] | rewrite /= eqxx].
  apply: yields_eq; first apply: y_same_column.
  + exact: head_y.
  + by apply: (y_row_at (i := hardmax.sink N)); [value | by refine (y_add _ _); value | exact: next].
  by congr Bool; apply/forallP => c; rewrite from_sink.
by congr Bool; apply/allP => j _; apply/allP.
Qed.
End Heads.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "unit_matrix" _ = _ => rewrite ?next; found_call call_unit_matrix
  | |- call _ _ "is_head" _ = _ => rewrite ?next; apply: call_is_head; provided
  end.
(* attest: positional.lemma-b2 printed sha256:101b1ac4eb2062368710dc60d1ce537797eb3655d1e1d375d9e79fe4299f5402 theorem:one_round *)
Theorem one_round : Holds statements_positional_lemma_b2.printed.
Proof.
opening S W; meaning_for_all => N N_gt0 _; meaning_for_all => s s_gt0 _.
apply: says_for_values => [v | v told].
  have [e found _] := provides_find (d := is_oracle_d) (needed := [::]) (ltac:(provided) : provides [:: is_oracle_d] defs).
  by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
have arguments : yields_all (functions_of S) defs [:: ("R"%string, v); ("s"%string, Num s%:R); ("N"%string, Num N%:R)]
  [:: Name "R"; Name "N"; Name "s"]%string [:: v; Num N%:R; Num s%:R] by values.
have [|oracle vE] := is_oracle_true _ (own_call_true told erefl arguments); first by provided.
rewrite {}vE {told arguments}; refine (says_exists_value (w := heads_value S oracle) _ (is_value_heads S oracle) _ _); first by move=> v'; exact: any_and.
  apply: yields_eq; first refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 (p := true) _))).
  - by value.
  - by apply: yields_eq; [value | rewrite eqxx].
  - apply: yields_eq; first refine (y_all (h := head_value S oracle) (l := indices s) (p := fun=> true) _ _).
    + by value.
    + by move=> h _; apply: yields_eq; [value | rewrite next eqxx].
    by congr Bool; apply/allP.
  by [].
meaning_for_all => X _ _; refine (says_expression (p := true) _ _) => //.
refine (y_call (vs := [:: oracle_value S oracle; table X; entries (fun h => table (lemma_b2.round_heads oracle X h)); Num N%:R; Num s%:R]) _ _ _);
  [ | reflexivity | by apply: call_delivered; provided].
refine (all_cons _ (all_cons _ (all_cons _ _))); [by value | by value | | by values].
refine (y_call (vs := [:: table X; table (1%:M : 'M[S]_N.+1); Rec [:: ("heads"%string, heads_value S oracle)]]) _ _ _);
  [by values | reflexivity | by apply: call_hardmax_heads; provided].
Qed.
