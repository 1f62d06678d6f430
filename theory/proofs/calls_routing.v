(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of message_routing.stm give: loads as matrices of natural numbers, tuples and runs as lists of them, and what conditions on
   them say of a value. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes benes_paths calls_whole calls_benes.
From attest Require routing statements_positional_fact_1 statements_positional_fact_2 statements_positional_memory_s.
From attest Require statements_positional_assumption_2 statements_positional_benes_half_paths statements_positional_equal_halves.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_fact_1.printed ++ definitions statements_positional_fact_1.finding_numbers_by_destination ++
  definitions statements_positional_fact_2.printed ++ definitions statements_positional_memory_s.printed ++
  definitions statements_positional_assumption_2.printed ++ definitions statements_positional_benes_half_paths.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition is_natural_d := Eval compute in the "is_natural".
Definition is_load_d := Eval compute in the "is_load".
Definition sent_d := Eval compute in the "sent".
Definition received_d := Eval compute in the "received".
Definition fits_d := Eval compute in the "fits".
Definition multiples_d := Eval compute in the "multiples".
Definition source_d := Eval compute in the "source".
Definition destination_d := Eval compute in the "destination".
Definition all_tuples_d := Eval compute in the "all_tuples".
Definition agree_d := Eval compute in the "agree".
Definition other_label_d := Eval compute in the "other_label".

(* --- In natural numbers ----------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Lemma number_bits k x : number (bits k x) = x %% 2 ^ k.
Proof. by rewrite -low_digits; apply: eq_bigr => w _; rewrite ffunE modn2. Qed.
Lemma agree_bits k b x y : b <= k -> routing.agree b (bits k x) (bits k y) = (x %% 2 ^ b == y %% 2 ^ b).
Proof.
move=> b_le; apply/routing.agreeP/eqP => [same|same w w_lt].
  rewrite -!number_bits; congr number; apply/ffunP => w; rewrite !ffunE.
  by have := same (widen_ord b_le w) (ltn_ord w); rewrite !ffunE.
have : bits b x = bits b y by rewrite -(bitsK (bits b x)).1 -(bitsK (bits b y)).1 !number_bits same.
by move/ffunP/(_ (Ordinal w_lt)); rewrite !ffunE.
Qed.

(* The other end of the edges behind layer l. *)
Definition other i l k := if digit i (column_digit l k) k == 0 then i + 2 ^ (k - column_digit l k) else i - 2 ^ (k - column_digit l k).
Lemma other_number k l i : 0 < l < k.*2 -> i < 2 ^ k -> other i l k = number (routing.flip (routing.column k l) (bits k i)).
Proof.
move=> l_in i_lt; have [b_lt place] := column_digitK l_in; rewrite /other place; pose w0 := Ordinal b_lt.
have -> : digit i (column_digit l k) k = bits k i w0 :> nat by rewrite -digit_bits /= -[in RHS]place subKn // leq_subr.
have rest : \sum_(w < k | w != w0) routing.flip (routing.column k l) (bits k i) w * 2 ^ w = \sum_(w < k | w != w0) bits k i w * 2 ^ w.
  apply: eq_bigr => w w_neq; rewrite ffunE; case: eqP => // w_b; case/eqP: w_neq; exact: val_inj.
have iE : i = bits k i w0 * 2 ^ w0 + \sum_(w < k | w != w0) bits k i w * 2 ^ w by rewrite -[LHS](numberK i_lt) /number (bigD1 w0).
rewrite /number [RHS](bigD1 w0) //= rest [routing.flip _ _ w0]ffunE eqxx; move: iE; rewrite /w0 /=; case: (bits k i _) => /= iE.
  by rewrite mul0n add0n [in LHS]iE mul1n addKn.
by rewrite mul1n [in LHS]iE mul0n add0n addnC.
Qed.
Lemma other_bits k l i : 0 < l < k.*2 -> i < 2 ^ k -> other i l k < 2 ^ k /\ bits k (other i l k) = routing.flip (routing.column k l) (bits k i).
Proof. by move=> l_in i_lt; rewrite other_number //; have [-> ->] := bitsK (routing.flip (routing.column k l) (bits k i)). Qed.

(* A load, and its tuples. *)
Definition matrix k (load : nat -> nat -> nat) := [seq [seq load i j | j <- labels k] | i <- labels k].
Definition tuples k (load : nat -> nat -> nat) : seq (seq nat) :=
  flatten [seq flatten [seq [seq [:: i; j; p] | p <- from_to 1 (load i j)] | j <- labels k] | i <- labels k].
Lemma size_labels k : size (labels k) = 2 ^ k.
Proof. exact: size_iota. Qed.
Lemma size_matrix k load : size (matrix k load) = 2 ^ k.
Proof. by rewrite size_map size_labels. Qed.
Lemma item_map (T : Type) x0 (f : nat -> T) k i : i < 2 ^ k -> item x0 [seq f x | x <- labels k] i.+1 = f i.
Proof. by move=> i_lt; rewrite /item (nth_map 0) ?size_iota // nth_iota. Qed.
Lemma item_matrix k load i : i < 2 ^ k -> item [::] (matrix k load) i.+1 = [seq load i j | j <- labels k].
Proof. exact: item_map. Qed.
Lemma size_row k load row : row \in matrix k load -> size row = 2 ^ k.
Proof. by case/mapP=> i _ ->; rewrite size_map size_labels. Qed.
Lemma in_tuples k load t : t \in tuples k load ->
  exists i j p, [/\ t = [:: i; j; p], i < 2 ^ k, j < 2 ^ k & 0 < p <= load i j].
Proof.
case/flatten_mapP=> i; rewrite mem_labels => i_lt /flatten_mapP[j]; rewrite mem_labels => j_lt /mapP[p]; rewrite mem_from_to => p_in ->.
by exists i, j, p.
Qed.
Lemma size_item_tuples k load x : 0 < x <= size (tuples k load) -> size (item [::] (tuples k load) x) = 3.
Proof. by case: x => // x /(@mem_nth _ [::])/in_tuples[i [j [p [tE _ _ _]]]]; rewrite /item /= tE. Qed.
Lemma count_tuples k load (P : pred (seq nat)) :
  count P (tuples k load) = \sum_(i <- labels k) \sum_(j <- labels k) count (fun p => P [:: i; j; p]) (from_to 1 (load i j)).
Proof.
rewrite /tuples count_flatten -map_comp sumnE big_map; apply: eq_bigr => i _ /=.
by rewrite count_flatten -map_comp sumnE big_map; apply: eq_bigr => j _ /=; rewrite count_map.
Qed.
Lemma sum_one k i (f : nat -> nat) : i < 2 ^ k -> \sum_(x <- labels k) (if x == i then f x else 0) = f i.
Proof.
move=> i_lt; rewrite -big_mkcond /= -big_filter (_ : [seq x <- labels k | x == i] = [:: i]) ?big_seq1 //.
by apply: filter_pred1_uniq; rewrite ?iota_uniq ?mem_labels.
Qed.
Lemma message_size k load h j : h < 2 ^ k -> j < 2 ^ k ->
  count (fun t => (item 0 t 1 == h) && (item 0 t 2 == j)) (tuples k load) = load h j.
Proof.
move=> h_lt j_lt; rewrite count_tuples -[RHS](sum_one (fun x => load x j) h_lt); apply: eq_bigr => i _.
case: (i =P h) => [->|i_h]; last first.
  by rewrite big1_seq // => j' _; apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn.
rewrite -(sum_one (fun y => load h y) j_lt); apply: eq_bigr => j' _; rewrite (eq_count (a2 := fun=> j' == j)) //.
by case: eqP => [->|_]; rewrite ?count_pred0 // count_predT size_iota subSS subn0.
Qed.
Lemma destination_size k load j : j < 2 ^ k -> count (fun t => item 0 t 2 == j) (tuples k load) = \sum_(h <- labels k) load h j.
Proof.
move=> j_lt; rewrite count_tuples; apply: eq_bigr => i _; rewrite -[RHS](sum_one (fun y => load i y) j_lt); apply: eq_bigr => j' _.
rewrite (eq_count (a2 := fun=> j' == j)) //.
by case: eqP => [->|_]; rewrite ?count_pred0 // count_predT size_iota subSS subn0.
Qed.
Lemma source_size k load h : h < 2 ^ k -> count (fun t => item 0 t 1 == h) (tuples k load) = \sum_(j <- labels k) load h j.
Proof.
move=> h_lt; rewrite count_tuples -[RHS](sum_one (fun x => \sum_(j <- labels k) load x j) h_lt); apply: eq_bigr => i _.
case: (i =P h) => [->|i_h]; last first.
  by rewrite big1_seq // => j' _; apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn.
by apply: eq_bigr => j' _; rewrite count_predT size_iota subSS subn0.
Qed.
Local Close Scope nat_scope.

(* --- What conditions say of values ------------------------------------------------------------------------------------------ *)
Section Conditions.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (i j k l m n x y : nat).

Lemma list_true defs env a : yields fs defs env (Call "is_list" [:: a]) (Bool true) -> exists l : seq (value F), yields fs defs env a (List l).
Proof. by rewrite /rules.yields /=; case: eval => //= -[] //= l _; exists l. Qed.
Lemma images_true (T : Type) (h : T -> value F) (Q : T -> Prop) defs env (x : string) L a (l : seq (value F)) : yields fs defs env L (List l) ->
  yields fs defs env (Over "all" a [:: (x, L)] None) (Bool true) ->
  (forall v, yields fs defs ((x, v) :: env) a (Bool true) -> exists2 t, v = h t & Q t) ->
  exists2 s, l = map h s & forall i t0, (i < size s)%N -> Q (nth t0 s i).
Proof.
move=> Ly ay hE; have each := true_all Ly ay.
have {ay Ly} : forall i, (i < size l)%N -> exists2 t, nth (Bool true) l i = h t & Q t by move=> i /each /hE.
elim: l {each} => [|v l IH] each; first by exists [::].
have [t /= vE Qt] := each 0%N isT; have [|s lE Qs] := IH; first by move=> i i_lt; exact: (each i.+1%N i_lt).
by exists (t :: s); [rewrite /= vE lE | case=> // i t0 i_lt; exact: Qs].
Qed.
Lemma natural_true defs v : provides [:: is_natural_d] defs -> call fs defs "is_natural" [:: v] = Value (Bool true) -> exists n, v = whole n.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> int /true_and[pos _]; case: v int pos => [x|b|s|l|r] int pos; try by have := int.
have vx : yields fs e [:: ("x"%string, Num x)] (Name "x") (Num x) by [].
have [ge0] := yields_inj pos (y_compare (c := AtLeast) vx (@w_number S _ _ BinNums.N0 0 erefl) erefl).
move: int; rewrite /rules.yields /= /integer_in /integer; case: eqP => // + _; case: (floor _ x) => n xE; first by exists n; rewrite /calls_whole.whole xE.
by move: ge0; rewrite xE -[0%:R]/((0%:Z)%:~R : F) ler_int.
Qed.
Lemma length_true defs env a n v : yields fs defs env a (List v) -> forall c, yields fs defs env c (whole n) ->
  yields fs defs env (Chain (Call "len" [:: a]) [:: (Equal, c)]) (Bool true) -> size v = n.
Proof.
move=> ya c yc y; have z := y_compare (c := Equal) (y_length ya) yc (compare_whole S Equal (size v) n).
by have [/eqP] := yields_inj z y.
Qed.

Lemma is_load_true defs v k : provides [:: is_load_d; is_natural_d] defs -> call fs defs "is_load" [:: v; whole k] = Value (Bool true) ->
  exists load, v = rows_of_wholes (matrix k load).
Proof.
move=> W; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[sizes /true_and[each _]].
have [vE] : Some v = Some (List l) := ly.
have {sizes} size_l : size l = (2 ^ k)%N by apply: (length_true ly) sizes; naturally.
have [|M lE sizes] := @images_true (seq nat) wholes (fun row => size row = 2 ^ k)%N _ _ _ _ _ l ly each.
  move=> row /true_and[/list_true[r ry] /true_and[size_r /true_and[nat_r _]]].
  have [rE] : Some row = Some (List r) := ry.
  have {}size_r : size r = (2 ^ k)%N by apply: (length_true ry) size_r; naturally.
  have [|s rsE _] := @images_true nat whole (fun=> True) _ _ _ _ _ r ry nat_r.
    move=> u /true_call[//|vs /true_cons[u' [vs' [yu /true_nil-> ->]]] natural].
    have [uE] : Some u = Some u' := yu; rewrite -uE in natural.
    by have [n ->] : exists n, u = whole n by [apply: natural_true natural; provided]; exists n.
  by exists s; [rewrite rE rsE | rewrite -size_r rsE size_map].
pose load i j := nth 0%N (nth [::] M i) j; exists load; rewrite vE lE; congr List; congr map.
have size_M : size M = (2 ^ k)%N by rewrite -size_l lE size_map.
apply: (@eq_from_nth _ [::]); rewrite size_M ?size_matrix // => i i_lt.
rewrite -[RHS]/(item [::] (matrix k load) i.+1) item_matrix //.
have size_i := sizes i [::]; rewrite size_M in size_i.
apply: (@eq_from_nth _ 0%N); rewrite size_i ?size_map ?size_labels // => j j_lt.
by rewrite -[RHS]/(item 0%N _ j.+1) item_map.
Qed.
End Conditions.

(* --- Calls ------------------------------------------------------------------------------------------------------------------ *)
Ltac image_index ::= refine (w_image [::] _ _ _); [naturally | naturally | met].
Ltac side ::= first [by rewrite expn_gt0
  | solve [match goal with H : is_true (_ \in matrix _ _) |- _ => rewrite (size_row H) end; arith]
  | solve [rewrite ?size_matrix; arith]
  | solve [rewrite ?addn1 item_matrix ?size_map ?size_labels; arith]
  | solve [rewrite size_item_tuples; arith] | idtac].
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (i j k l m n x y : nat) (load : nat -> nat -> nat).

Lemma y_list_over3 (T U V : eqType) (h : T -> value F) (l : seq T) (k : T -> U -> value F) (m : T -> seq U)
    (f : T -> U -> V -> value F) (n : T -> U -> seq V) defs env (x y z : string) L M N body (g : T -> U -> V -> seq nat) :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map (k t) (m t)))) ->
  (forall t u, t \in l -> u \in m t -> yields fs defs ((y, k t u) :: (x, h t) :: env) N (List (map (f t u) (n t u)))) ->
  (forall t u v, t \in l -> u \in m t -> v \in n t u -> yields fs defs ((z, f t u v) :: (y, k t u) :: (x, h t) :: env) body (wholes (g t u v))) ->
  yields fs defs env (ListOver body [:: (x, L); (y, M); (z, N)] None) (rows_of_wholes (flatten [seq flatten [seq [seq g t u v | v <- n t u] | u <- m t] | t <- l])).
Proof.
pose s := flatten [seq flatten [seq [seq g t u v | v <- n t u] | u <- m t] | t <- l]; rewrite /rules.yields /= => -> Ms Ns bodies.
rewrite (_ : flatten _ = [seq Value (wholes t) | t <- s]); first by rewrite (together_map s wholes).
rewrite /s map_flatten -!map_comp; congr flatten; apply/eq_in_map => t t_l /=; rewrite Ms // map_flatten -!map_comp; congr flatten.
apply/eq_in_map => u u_m /=; rewrite Ns // -!map_comp -[RHS]flatten_seq1 -map_comp; congr flatten; apply/eq_in_map => v v_n /=.
by rewrite bodies.
Qed.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | met]
  | |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met]
  end.
Lemma call_other_label defs i l k : provides [:: other_label_d; column_digit_d; digit_d] defs -> (l <= 2 * k)%N ->
  call fs defs "other_label" [:: whole i; whole l; whole k] = Value (whole (other i l k)).
Proof.
move=> W l_le; have digit_le : (column_digit l k <= k)%N by rewrite leq_subr.
enter; apply: yields_eq; [naturally | by []]; rewrite leqNgt; apply/negP => lt.
by match goal with H : is_true (~~ _) |- _ => move: H end; rewrite /compare_wholes /digit divn_small.
Qed.
Lemma call_agree defs i j b : provides [:: agree_d] defs -> call fs defs "agree" [:: whole i; whole j; whole b] = Value (Bool (i %% 2 ^ b == j %% 2 ^ b)%N).
Proof. by move=> W; enter; naturally. Qed.

Lemma call_is_natural defs n : provides [:: is_natural_d] defs -> call fs defs "is_natural" [:: whole n] = Value (Bool true).
Proof. by move=> W; enter; apply: yields_eq; [naturally | by []]. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "is_natural" _ = _ => apply: call_is_natural; provided
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  end.
Lemma call_is_load defs k load : provides [:: is_load_d; is_natural_d] defs ->
  call fs defs "is_load" [:: rows_of_wholes (matrix k load); whole k] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq; first by naturally.
rewrite /= size_matrix eqxx /=; congr Bool; apply/allP => row /size_row ->; rewrite eqxx; exact/allP.
Qed.
Lemma call_sent defs k load i : provides [:: sent_d] defs -> (i < 2 ^ k)%N ->
  call fs defs "sent" [:: rows_of_wholes (matrix k load); whole i] = Value (whole (\sum_(j <- labels k) load i j)%N).
Proof. by move=> W i_lt; enter; apply: yields_eq; [naturally | rewrite addn1 item_matrix // big_map]. Qed.
Lemma call_received defs k load j : provides [:: received_d] defs -> (j < 2 ^ k)%N ->
  call fs defs "received" [:: rows_of_wholes (matrix k load); whole j] = Value (whole (\sum_(h <- labels k) load h j)%N).
Proof.
move=> W j_lt; enter; apply: yields_eq; first by naturally.
by rewrite big_map; congr calls_whole.whole; apply: eq_bigr => h _; rewrite addn1 item_map.
Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "sent" _ = _ => apply: call_sent; [provided | met]
  | |- call _ _ "received" _ = _ => apply: call_received; [provided | met]
  end.
Definition fitting k load s := all (fun i => (\sum_(j <- labels k) load i j <= s) && (\sum_(h <- labels k) load h i <= s))%N (labels k).
Lemma call_fits defs k load s : provides [:: fits_d; received_d; sent_d; labels_d] defs ->
  call fs defs "fits" [:: rows_of_wholes (matrix k load); whole k; whole s] = Value (Bool (fitting k load s)).
Proof. by move=> W; enter; naturally. Qed.
Definition all_divisible k load := all (fun i => all (fun j => 2 ^ k.-1 %| load i j) (labels k))%N (labels k).
Lemma call_multiples defs k load : provides [:: multiples_d] defs -> (0 < k)%N ->
  call fs defs "multiples" [:: rows_of_wholes (matrix k load); whole k] = Value (Bool (all_divisible k load)).
Proof.
move=> W k_gt0; enter; apply: yields_eq; first by naturally.
by rewrite all_map; congr Bool; apply: eq_all => i; rewrite /= all_map subn1.
Qed.
Lemma call_source defs t : provides [:: source_d] defs -> (0 < size t)%N -> call fs defs "source" [:: wholes t] = Value (whole (item 0%N t 1)).
Proof. by move=> W size_t; enter; naturally. Qed.
Lemma call_destination defs t : provides [:: destination_d] defs -> (1 < size t)%N ->
  call fs defs "destination" [:: wholes t] = Value (whole (item 0%N t 2)).
Proof. by move=> W size_t; enter; naturally. Qed.
Lemma call_all_tuples defs k load : provides [:: all_tuples_d] defs ->
  call fs defs "all_tuples" [:: rows_of_wholes (matrix k load)] = Value (rows_of_wholes (tuples k load)).
Proof.
move=> W; have pow : (0 < 2 ^ k)%N by rewrite expn_gt0.
have all_labels : from_to 0 (size (matrix k load) - 1) = labels k by rewrite size_matrix from_to_labels.
have range env : lookup "load" env = Some (rows_of_wholes (matrix k load)) ->
    forall defs', yields fs defs' env (Binary Range (Number BinNums.N0) (Binary Subtract (Call "len" [:: Name "load"]) (Number (BinNums.Npos BinNums.xH)))) (wholes (labels k)).
  move=> look defs'; rewrite -all_labels; apply: w_range; first by naturally.
  by apply: w_subtract; [exact: w_length (y_name _ _ look) | naturally | rewrite size_matrix].
enter; apply: (@y_list_over3 _ _ _ whole _ (fun=> whole) (fun=> labels k) (fun _ _ => whole) (fun i j => from_to 1 (load i j))).
- exact: range.
- by move=> i _; exact: range.
- move=> i j; rewrite !mem_labels => i_lt j_lt; apply: yields_eq; first by naturally.
  by rewrite !addn1 item_matrix // item_map.
move=> i j p _ _ _; refine (y_list (vs := [:: whole i; whole j; whole p]) _); naturals.
Qed.
End Calls.
