(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of reber.stm give: the strings that it lists, with their probabilities, are those of reber.v. A letter is a number there, and
   a symbol here. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole.
From attest Require reber statements_srpe_reber.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_srpe_reber.printed) f) (only parsing).
Definition grammar_d := Eval compute in the "grammar".
Definition letters_d := Eval compute in the "letters".
Definition choices_d := Eval compute in the "choices".
Definition reber_strings_d := Eval compute in the "reber_strings".
Definition other_d := Eval compute in the "other".
Definition examples_d := Eval compute in the "examples".
Definition letters_seen_d := Eval compute in the "letters_seen".

Definition symbol (a : nat) : string := nth ""%string [:: "B"; "T"; "S"; "X"; "P"; "V"; "E"]%string a.
Lemma symbol_is a b : (b < 7)%N -> String.eqb (symbol a) (symbol b) = (a == b).
Proof.
move=> b_lt; case: (ltnP a 7) => [a_lt|a_ge].
  have pairs : all (fun a => all (fun b => String.eqb (symbol a) (symbol b) == (a == b)) (iota 0 7)) (iota 0 7) by [].
  by have /allP/(_ a) := pairs; rewrite mem_iota => /(_ a_lt)/allP/(_ b); rewrite mem_iota => /(_ b_lt)/eqP.
have none : all (fun b => ~~ String.eqb ""%string (symbol b)) (iota 0 7) by [].
rewrite {1}/symbol nth_default // gtn_eqF ?(leq_trans b_lt) //.
by have /allP/(_ b) := none; rewrite mem_iota => /(_ b_lt)/negbTE.
Qed.

Section Strings.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Implicit Types (defs : seq definition) (N : nat) (text : seq nat).

(* --- Generators ------------------------------------------------------------------------------------------------------------- *)
Lemma together_values (l : seq (value F)) : together (map Value l) = Value l.
Proof. by elim: l => //= v l ->. Qed.
Lemma y_list_over2_if (T U : eqType) (h : T -> value F) (l : seq T) (k : U -> value F) (m : seq U) defs env (x y : string) L M body c
    (p : T -> U -> bool) (g : T -> U -> value F) : yields fs defs env L (List (map h l)) ->
  (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map k m))) ->
  (forall t u, t \in l -> u \in m -> yields fs defs ((y, k u) :: (x, h t) :: env) c (Bool (p t u))) ->
  (forall t u, t \in l -> u \in m -> p t u -> yields fs defs ((y, k u) :: (x, h t) :: env) body (g t u)) ->
  yields fs defs env (ListOver body [:: (x, L); (y, M)] (Some c)) (List (flatten [seq [seq g t u | u <- m & p t u] | t <- l])).
Proof.
pose s := flatten [seq [seq g t u | u <- m & p t u] | t <- l]; rewrite /rules.yields /= => -> Ms conditions bodies.
rewrite (_ : flatten _ = [seq Value v | v <- s]); first by rewrite together_values.
rewrite /s map_flatten -!map_comp; congr flatten; apply/eq_in_map => t t_l /=; rewrite Ms //.
have cE u : u \in m -> eval fs (call fs defs) ((y, k u) :: (x, h t) :: env) c = Value (Bool (p t u)) by exact: conditions.
have bE u : u \in m -> p t u -> eval fs (call fs defs) ((y, k u) :: (x, h t) :: env) body = Value (g t u) by exact: bodies.
elim: (m) cE bE => //= u m' IH cE bE; rewrite cE ?mem_head // IH => [|v v_m|v v_m]; last 2 first.
- by apply: cE; rewrite inE v_m orbT.
- by apply: bE; rewrite inE v_m orbT.
by case: ifP => // pu; rewrite bE ?mem_head.
Qed.
Lemma y_list_over3 (T U V : eqType) (h : T -> value F) (l : seq T) (k : U -> value F) (m : seq U) (f : V -> value F) (n : seq V)
    defs env (x y z : string) L M K body (g : T -> U -> V -> value F) : yields fs defs env L (List (map h l)) ->
  (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map k m))) ->
  (forall t u, t \in l -> u \in m -> yields fs defs ((y, k u) :: (x, h t) :: env) K (List (map f n))) ->
  (forall t u v, t \in l -> u \in m -> v \in n -> yields fs defs ((z, f v) :: (y, k u) :: (x, h t) :: env) body (g t u v)) ->
  yields fs defs env (ListOver body [:: (x, L); (y, M); (z, K)] None) (List (flatten [seq flatten [seq [seq g t u v | v <- n] | u <- m] | t <- l])).
Proof.
pose s := flatten [seq flatten [seq [seq g t u v | v <- n] | u <- m] | t <- l]; rewrite /rules.yields /= => -> Ms Ns bodies.
rewrite (_ : flatten _ = [seq Value v | v <- s]); first by rewrite together_values.
rewrite /s map_flatten -!map_comp; congr flatten; apply/eq_in_map => t t_l /=; rewrite Ms // map_flatten -!map_comp; congr flatten.
apply/eq_in_map => u u_m /=; rewrite Ns // -!map_comp -[RHS]flatten_seq1 -map_comp; congr flatten; apply/eq_in_map => v v_n /=.
by rewrite bodies.
Qed.

(* --- Strings ---------------------------------------------------------------------------------------------------------------- *)
Definition sym (a : nat) : value F := Symb (symbol a).
Definition syms text : value F := List (map sym text).
Lemma equal_sym a b : (b < 7)%N -> compare Equal (sym a) (sym b) = Some (a == b).
Proof. by move=> b_lt; rewrite /= symbol_is. Qed.
Definition edge_value (e : nat * nat * nat) : value F := List [:: whole e.1.1; sym e.1.2; whole e.2].
Lemma y_of_edge defs env (s : string) e b n : lookup s env = Some (edge_value e) -> yields fs defs env b (whole n.+1) -> (n < 3)%N ->
  yields fs defs env (Index (Name s) b) (nth (Bool true) [:: whole e.1.1; sym e.1.2; whole e.2] n).
Proof. by move=> look yb n_lt; exact: (y_index floor_int (y_name _ _ look) yb erefl). Qed.
Lemma call_grammar defs : provides [:: grammar_d] defs -> call fs defs "grammar" [::] = Value (List (map edge_value reber.grammar)).
Proof. by move=> W; enter. Qed.

(* A string that is begun, its state and its probability. *)
Definition entry : eqType := [eqType of (seq nat * nat * F)%type].
Definition entry_value (x : entry) : value F := Rec [:: ("text", syms x.1.1); ("state", whole x.1.2); ("p", Num x.2)]%string.
Definition choices (q : nat) := count (fun e => e.1.1 == q) reber.grammar.
Definition grow (x : entry) (e : nat * nat * nat) : entry := (x.1.1 ++ [:: e.1.2], e.2, x.2 / (choices x.1.2)%:R).
Definition round (l : seq entry) : seq entry :=
  [seq x : entry <- l | x.1.2 == 9%N] ++ flatten [seq [seq grow x e | e <- reber.grammar & e.1.1 == x.1.2] | x : entry <- l].
Definition first_entry : entry := ([:: reber.B], 1%N, 1).
Definition strings N : seq entry := [seq x : entry <- foldl (fun l _ => round l) [:: first_entry] (from_to 2 N) | x.1.2 == 9%N].

Lemma call_choices defs q : provides [:: choices_d; grammar_d] defs -> call fs defs "choices" [:: whole q] = Value (whole (choices q)).
Proof.
move=> W; enter; apply: (w_count (h := edge_value)) => [|e _]; first by refine (y_constant _ _); [reflexivity | apply: call_grammar; provided].
refine (w_compare Equal (m := e.1.1) _ _); last exact: y_name.
by refine (y_of_edge (n := 0%N) _ _ _); [reflexivity | naturally | ].
Qed.
Lemma y_state defs env (s : string) (x : entry) : lookup s env = Some (entry_value x) -> yields fs defs env (Field (Name s) "state") (whole x.1.2).
Proof. by move=> look; refine (y_field (y_name _ _ look) _). Qed.
Lemma call_reber_strings defs N : provides [:: reber_strings_d; choices_d; grammar_d] defs ->
  call fs defs "reber_strings" [:: whole N] = Value (List (map entry_value (strings N))).
Proof.
move=> W; enter; have filtered defs' env (l : seq entry) (s : string) : lookup s env = Some (List (map entry_value l)) ->
    yields fs defs' env (ListOver (Name "s") [:: ("s"%string, Name s)] (Some (Chain (Field (Name "s") "state") [:: (Equal, Number (BinNums.Npos 9%AC))])))
      (List (map entry_value [seq x : entry <- l | x.1.2 == 9%N])).
  move=> look; apply: (y_list_if (h := entry_value)) => [|x _|x _ _]; [exact: y_name | | exact: y_name].
  by refine (w_compare Equal (n := 9%N) _ _); [exact: y_state | naturally].
refine (y_let _ (filtered _ _ _ _ _)); last reflexivity.
apply: (y_fold (k := fun l : seq entry => List (map entry_value l)) (h := whole) (step := fun l _ => round l)) => [| |l t _].
- by [].
- by naturally.
rewrite /round map_cat; apply: y_concatenate; first exact: filtered.
rewrite map_flatten -map_comp; apply: yields_eq.
  apply: (y_list_over2_if (h := entry_value) (l := l) (k := edge_value) (m := reber.grammar) (p := fun x e => e.1.1 == x.1.2)
    (g := fun x e => entry_value (grow x e))) => [|x _|x e _ _|x e _ e_in /eqP eE].
  - exact: y_name.
  - by refine (y_constant _ _); [reflexivity | apply: call_grammar; provided].
  - refine (w_compare Equal (m := e.1.1) _ _); last exact: y_state.
    by refine (y_of_edge (n := 0%N) _ _ _); [reflexivity | naturally | ].
  have text_y : yields fs earlier [:: ("e", edge_value e); ("s", entry_value x); ("t", whole t); ("begun", List (map entry_value l)); ("N", whole N)]%string
      (Binary Concatenate (Field (Name "s") "text") (ListOf [:: Index (Name "e") (Number (BinNums.Npos 2%AC))])) (syms (x.1.1 ++ [:: e.1.2])).
    refine (w_concatenate (h := sym) (l' := [:: e.1.2]) _ _); first by refine (y_field (y_name _ _ _) _).
    refine (y_list (all_cons _ (all_nil _ _ _))).
    by refine (y_of_edge (n := 1%N) _ _ _); [reflexivity | naturally | ].
  have state_y : yields fs earlier [:: ("e", edge_value e); ("s", entry_value x); ("t", whole t); ("begun", List (map entry_value l)); ("N", whole N)]%string
      (Index (Name "e") (Number (BinNums.Npos 3%AC))) (whole e.2).
    by refine (y_of_edge (n := 2%N) _ _ _); [reflexivity | naturally | ].
  refine (y_record (fields_cons "text" text_y (fields_cons "state" state_y (fields_cons "p" (y_divide _ _ _) (fields_nil _ _ _))))).
  - by refine (y_field (y_name _ _ _) _).
  - refine (y_call (all_cons _ (all_nil _ _ _)) _ _); [exact: y_state | reflexivity | by apply: call_choices; provided].
  by rewrite pnatr_eq0 -lt0n -has_count; apply/hasP; exists e; rewrite ?eE.
congr List; congr flatten; apply: eq_map => x; exact: (map_comp entry_value (grow x)).
Qed.
End Strings.
