(* SPDX-License-Identifier: Apache-2.0 *)
(* Remark B.5 of Positional Attention (patterns.v): one setting of the parameters for all lengths, as the meaning of its statement. Patterns
   of all lengths are a list of rows, each a list of indices. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require attention hardmax softmax_bound patterns calls_routing calls_trees statements_positional_remark_b5.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_remark_b5.printed) f) (only parsing).
Definition are_patterns_d := Eval compute in the "are_patterns".
Definition error_d := Eval compute in the "error".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (v : value F) (n k i : nat).

(* --- Patterns of all lengths ----------------------------------------------------------------------------------------------------- *)
(* The column, from 0, of the one in row i, from 0, of length k. *)
Definition decoded v : nat := if v is Num x then (if floor fs x is Posz m then m.-1 else 0%N) else 0%N.
Definition items v : seq (value F) := if v is List l then l else [::].
Definition hit v k i : nat := decoded (nth (Bool true) (items (nth (Bool true) (items v) k.-1)) i).
Definition own v k (i : 'I_k.+1) : 'I_k.+1 := inord (hit v k.+1 i).
Lemma decodedE j : decoded (Num j.+1%:R) = j.
Proof. by rewrite /decoded [j.+1%:R]pmulrn floor_int. Qed.
Lemma index_told defs env (c k : string) v p : lookup c env = Some v -> lookup k env = Some (Num p%:R) ->
  yields fs defs env (Call "is_integer" [:: Name c]) (Bool true) ->
  yields fs defs env (Chain (Number (BinNums.Npos BinNums.xH)) [:: (AtMost, Name c); (AtMost, Name k)]) (Bool true) ->
  exists2 j, v = Num j.+1%:R & (j < p)%N.
Proof.
rewrite /yields /= => -> -> /=; case: v => // x; rewrite /= /integer; case: eqP => //= xE _.
case x_ge1 : (_ <= x) => //=; case x_le : (x <= _) => // _.
move: x_ge1 x_le; rewrite xE; case: (floor_of x) => m; last first.
  by rewrite NegzE mulrNz -pmulrn => /(lt_le_trans ltr01); rewrite oppr_gt0 ltrn0.
rewrite -pmulrn ler1n ler_nat; case: m => // m _ m_lt; by exists m.
Qed.
Lemma are_patterns_true defs v n : provides [:: are_patterns_d] defs -> call fs defs "are_patterns" [:: v; Num n%:R] = Value (Bool true) ->
  v = entries (fun k : 'I_n => column (fun i : 'I_k.+1 => (own v (k := k) i).+1%:R)) /\ forall (k : 'I_n) (i : 'I_k.+1), val (own v (k := k) i) = hit v k.+1 (val i).
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _; _].
case/true_and=> /calls_routing.list_true[l ly] /true_and[size_l /true_and[each _]]; have [vE] : Some v = Some (List l) := ly.
have n_y : yields fs e env (Name "n") (Num n%:R) by [].
have {}size_l : size l = n by apply: (calls_routing.length_true ly n_y) size_l.
have range : yields fs e env (Binary Range (Number (BinNums.Npos BinNums.xH)) (Name "n")) (List [seq Num i%:R | i <- iota 1 n]).
  by refine (y_from_1 _ _ _ _); [floors | value | value | reflexivity].
have row p : (p < n)%N -> nth (Bool true) l p = List [seq Num (hit v p.+1 i).+1%:R | i <- iota 0 p.+1] /\ forall i, (i <= p)%N -> (hit v p.+1 i <= p)%N.
  move=> p_lt; have := true_all range each; rewrite size_map size_iota => /(_ p p_lt); rewrite (nth_map 0%N) ?size_iota // nth_iota // add1n.
  set env' := _ :: _; have at_p : yields fs e env' (Index (Name "hits") (Name "k")) (nth (Bool true) l p).
    have ly' : yields fs e env' (Name "hits") (List l) := ly.
    by apply: (calls_trees.y_item (i := p) ly' _ erefl); rewrite ?size_l.
  case/true_and=> /calls_routing.list_true[r ry] /true_and[size_r /true_and[inner _]].
  have k_y : yields fs e env' (Name "k") (Num p.+1%:R) by [].
  have {}size_r : size r = p.+1 by apply: (calls_routing.length_true ry k_y) size_r.
  have rE := yields_inj at_p ry; have hitE i : hit v p.+1 i = decoded (nth (Bool true) r i) by rewrite /hit vE /= rE.
  have entry i : (i < p.+1)%N -> nth (Bool true) r i = Num (hit v p.+1 i).+1%:R /\ (hit v p.+1 i <= p)%N.
    move=> i_lt; have := true_all ry inner; rewrite size_r => /(_ i i_lt)/true_and[_ /true_and[int /true_and[chain _]]].
    by have [||j jE j_lt] := @index_told e _ "c" "k" (nth (Bool true) r i) p.+1 _ _ int chain; [by [] | by [] | rewrite hitE jE decodedE].
  split=> [|i i_le]; last by have [] := entry i i_le.
  rewrite rE; congr List; apply: (@eq_from_nth _ (Bool true)); first by rewrite size_map size_iota.
  move=> i; rewrite size_r => i_lt; rewrite (nth_map 0%N) ?size_iota // nth_iota // add0n.
  by have [->] := entry i i_lt.
have ownE (k : 'I_n) (i : 'I_k.+1) : val (own v (k := k) i) = hit v k.+1 (val i).
  have [_ small] := row k (ltn_ord k); rewrite /own /= inordK // ltnS; apply: small; rewrite -ltnS; exact: ltn_ord.
split=> //; rewrite {1}vE; congr List; rewrite -[l in LHS](mkseq_nth (Bool true)) /mkseq size_l map_indices.
apply: eq_map => k; have [rowE _] := row k (ltn_ord k); rewrite [LHS]rowE; congr List; rewrite map_indices; apply: eq_map => i.
by rewrite -ownE.
Qed.

(* --- Errors -------------------------------------------------------------------------------------------------------------------------- *)
Ltac side ::= first [assumption | exact: index_1 | reflexivity].
Lemma call_error defs m n (A B : 'M[F]_(m.+1, n)) : provides [:: error_d] defs -> (0 < n)%N ->
  exists2 e, call fs defs "error" [:: table A; table B] = Value (Num e) & forall c, (e <= c) = [forall i, forall j, `|A i j - B i j| <= c].
Proof.
move=> W n_gt0; have [earlier found W'] := provides_find W; apply: (some_call found) => //.
by rewrite [zip _ _]/= [body _]/=; apply: y_max2 => //; [value | move=> i; value | move=> i j; value].
Qed.
Lemma is_value_tables n (m d : 'I_n -> nat) (A : forall k : 'I_n, 'M[F]_(m k, d k)) : is_value (entries (fun k : 'I_n => table (A k))).
Proof.
rewrite -[is_value _]/(all (@is_value F) (map _ (indices n))) all_map; apply/allP => k _.
have : is_value (table (A k)) by rewrite table_mat is_value_mat.
exact.
Qed.
End Calls.

(* --- The statement --------------------------------------------------------------------------------------------------------------------- *)
Ltac side ::= first [assumption | exact: index_1 | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_matrix" _ = _ => apply: call_is_table; provided
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "scores" _ = _ => found_call call_scores
  | |- call _ _ "unique_pattern" _ = _ => found_call call_unique_pattern
  end.

(* attest: positional.remark-b5 printed sha256:112fbdc2adbe9e537bc3902a8023930b3f503b718e9c9faf6684b69992c68c21 theorem:all_lengths *)
Theorem all_lengths : Holds statements_positional_remark_b5.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; apply: says_for_values => [v | v told].
  have [e found _] := provides_find (d := are_patterns_d) (needed := [::]) (ltac:(provided) : provides [:: are_patterns_d] defs).
  by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
have arguments : yields_all (functions_of S) defs [:: ("hits"%string, v); ("n"%string, Num n%:R)] [:: Name "hits"; Name "n"]%string [:: v; Num n%:R] by values.
have [|vE ownE] := are_patterns_true _ (own_call_true told erefl arguments); first by provided.
set source := own v in vE ownE; rewrite vE {told arguments}.
meaning_for_all => eps _ eps_gt0.
have d_gt0 : (0 < n * n)%N by rewrite muln_gt0 n_gt0.
refine (says_exists (inside := fun t => t \in iota 1 (n ^ 3)) (h := fun t => Num t%:R) (P := fun=> true) (t := (n * n)%N) _ _ _ _ _).
- by refine (in_list _); refine (y_from_1 _ _ _ _); [floors | value | value | rewrite natrX].
- by [].
- by rewrite mem_iota d_gt0 add1n ltnS expnSr -mulnn leq_pmulr.
- by [].
pose T : S := 1 / 2%:R * log_of (n%:R / eps).
pose P (k : 'I_n) : 'M[S]_(k.+1, n * n) := patterns.encodings S n k.+1.
refine (says_exists_value (w := entries (fun k => table (P k))) _ (is_value_tables P) _ _); first by move=> v'; exact: any_and.
  apply: yields_eq; first by value.
  by rewrite eqxx; congr Bool; apply/allP.
meaning_exists (patterns.all_lengths_WQ n (hit v) T); meaning_exists (1%:M : 'M[S]_(n * n)).
refine (says_expression (p := true) _ _) => //; apply: yields_eq; first refine (y_all (h := fun k : 'I_n => Num k.+1%:R) (l := indices n) (p := fun=> true) _ _).
- by value.
- move=> k _.
  pose A := attention.softmax (@exp_of S) (hardmax.scores (P k) (patterns.all_lengths_WQ n (hit v) T) 1%:M).
  have [||e eE e_le] := @call_error S defs k k.+1 A (hardmax.pattern S (source k)); [by provided | by [] | ].
  apply: yields_eq; first (refine (y_compare (c := AtMost) (v := Num e) _ _ _); [ | value | reflexivity]).
    refine (y_call (vs := [:: table A; table (hardmax.pattern S (source k))]) _ _ eE); [ | reflexivity].
    by refine (all_cons _ (all_cons _ (all_nil _ _ _))); value.
  congr Bool; rewrite e_le; apply/forallP => i; apply/forallP => j; rewrite distrC.
  have := @patterns.remark_b5 S (@exp_of S) (@log_of S) (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S) n (hit v) T k.+1 (source k) eps.
  by rewrite ltn_ord => /(_ isT (ownE k) eps_gt0 (lexx _) i j).
by congr Bool; apply/allP.
Qed.
