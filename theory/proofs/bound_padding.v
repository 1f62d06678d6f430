(* SPDX-License-Identifier: Apache-2.0 *)
(* What padded messages cost (machines.v): with dummy machines at most the factor that the halving needs, and how far that is met, as the
   meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads.
From attest Require machines bound_powers_of_two calls_positional calls_encodings statements_positional_padding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_positional_padding.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition padded_d := Eval compute in the "padded".
Definition largest_d := Eval compute in the "largest".
Definition with_dummies_d := Eval compute in the "with_dummies".
Definition is_square_load_d := Eval compute in the "is_square_load".

(* --- In natural numbers ---------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Implicit Types (load : nat -> nat -> nat) (n k s : nat).
Definition square n load := [seq [seq load i j | j <- iota 0 n] | i <- iota 0 n].
Definition padded k load i j := machines.padded_size (2 ^ (k - 1)) (load i j).
(* The most that a machine sends or receives. *)
Definition most n load := maxn (\max_(i <- iota 0 n) \sum_(j <- iota 0 n) load i j) (\max_(j <- iota 0 n) \sum_(i <- iota 0 n) load i j).
Lemma most_le n load s :
  reflect ((forall i, i < n -> \sum_(j <- iota 0 n) load i j <= s) /\ (forall j, j < n -> \sum_(i <- iota 0 n) load i j <= s)) (most n load <= s).
Proof.
rewrite geq_max; apply: (iffP andP) => [[/bigmax_leqP_seq rows /bigmax_leqP_seq columns] | [rows columns]].
  by split=> i i_lt; [apply: rows | apply: columns]; rewrite ?mem_iota.
by split; apply/bigmax_leqP_seq => i; rewrite mem_iota => /andP[_ i_lt] _; [exact: rows | exact: columns].
Qed.
Lemma fitting_most k load s : fitting k load s -> most (2 ^ k) load <= s.
Proof.
by move=> /allP fit; apply/most_le; split=> i i_lt; have i_in : i \in labels k by [rewrite mem_labels]; have /andP[] := fit i i_in.
Qed.
Lemma most_fitting k load s : most (2 ^ k) load <= s -> fitting k load s.
Proof. by case/most_le=> rows columns; apply/allP => i; rewrite mem_labels => i_lt; rewrite rows ?columns. Qed.
Lemma row_most n load i : i < n -> \sum_(j <- iota 0 n) load i j <= most n load.
Proof. by move=> i_lt; have [rows _] := elimT (most_le n load _) (leqnn _); exact: rows. Qed.
Lemma most_padded n k load s : most n load <= s -> most n (padded k load) <= 2 ^ (k - 1) * s /\ most n (padded k load) <= s + n * (2 ^ (k - 1)).-1.
Proof.
case/most_le=> rows columns; have g_gt0 : 0 < 2 ^ (k - 1) by rewrite expn_gt0.
split; apply/most_le; split=> i i_lt.
- by have [] := machines.padded_sums g_gt0 (rows i i_lt).
- by have [] := machines.padded_sums g_gt0 (columns i i_lt).
- by have [_] := machines.padded_sums g_gt0 (rows i i_lt); rewrite size_iota.
by have [_] := machines.padded_sums g_gt0 (columns i i_lt); rewrite size_iota.
Qed.
Lemma item_square n load i j : 0 < i <= n -> 0 < j <= n -> item 0 (item [::] (square n load) i) j = load i.-1 j.-1.
Proof.
case: i j => [|i] [|j] //= i_le j_le; rewrite /item /= (nth_map 0) ?size_iota // (nth_map 0) ?size_iota // !nth_iota //.
Qed.
Lemma size_square n load : size (square n load) = n.
Proof. by rewrite size_map size_iota. Qed.
Lemma size_square_row n load row : row \in square n load -> size row = n.
Proof. by case/mapP=> i _ ->; rewrite size_map size_iota. Qed.
Lemma map_from_1 (T : Type) (f : nat -> T) n : [seq f i | i <- from_to 1 n] = [seq f i.+1 | i <- iota 0 n].
Proof. by rewrite /from_to subSS subn0 -[1]addn0 iotaDl -map_comp. Qed.
Lemma sum_dummies N n (f : nat -> nat) : N <= n -> \sum_(j <- iota 0 n) (if j < N then f j else 0) = \sum_(j <- iota 0 N) f j.
Proof.
move=> N_le; rewrite -(subnKC N_le) iotaD big_cat add0n /= [X in _ + X]big_seq [X in _ + X]big1 ?addn0 => [|j].
  by apply: eq_big_seq => j; rewrite mem_iota => /andP[_ j_lt]; rewrite j_lt.
by rewrite mem_iota => /andP[N_j _]; rewrite ltnNge N_j.
Qed.
Lemma dummies_most N n load s : N <= n -> most N load <= s -> most n (fun i j => if (i < N) && (j < N) then load i j else 0) <= s.
Proof.
move=> N_le /most_le[rows columns]; apply/most_le; split=> i _; case: (ltnP i N) => [i_lt|i_ge].
- by rewrite sum_dummies // rows.
- by rewrite big1 // => j _.
- by rewrite (eq_bigr (fun j => if j < N then load j i else 0)) ?sum_dummies ?columns // => j _; rewrite andbT.
by rewrite big1 // => j _; rewrite andbF.
Qed.
Local Close Scope nat_scope.

(* --- Calls --------------------------------------------------------------------------------------------------------------------------- *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Implicit Types (defs : seq definition) (env : environment F).

Lemma ceil_quotient e g : (0 < g)%N -> - floor fs (- (e%:R / g%:R : F)) = ((e + g.-1) %/ g)%N%:Z.
Proof.
move=> g_gt0; have [_ le_c _ c_le] := machines.padded_bounds e g_gt0; rewrite /machines.padded_size in le_c c_le.
set c := (_ %/ _)%N in le_c c_le *; have g_pos : 0 < g%:R :> F by rewrite ltr0n.
rewrite (@calls_encodings.floor_unique S _ (- c%:Z)) ?opprK //; apply/andP; split.
  by rewrite mulrNz -pmulrn ler_opp2 ler_pdivr_mulr // -natrM ler_nat mulnC.
rewrite rmorphD rmorphN /= -pmulrn addrC ltr_oppl opprB ltr_subl_addr -[1%:~R](divff (lt0r_neq0 g_pos)) -mulrDl ltr_pdivl_mulr //.
by rewrite -natrM -natrD ltr_nat mulnC (leq_ltn_trans c_le) // ltn_add2l prednK.
Qed.
Lemma y_ceil defs env a e g : yields fs defs env a (Num (e%:R / g%:R)) -> (0 < g)%N -> yields fs defs env (Call "ceil" [:: a]) (whole ((e + g.-1) %/ g)).
Proof.
move=> ya g_gt0; refine (y_built_in (all_cons ya (all_nil _ _ _)) _ _); first reflexivity.
by rewrite /= -[- floor_of _]/(- floor fs _) ceil_quotient // /of_integer -pmulrn.
Qed.
Lemma call_padded defs n k load : provides [:: padded_d] defs -> (0 < k)%N ->
  call fs defs "padded" [:: rows_of_wholes (square n load); whole k] = Value (rows_of_wholes (square n (padded k load))).
Proof.
move=> W k_gt0; enter; pose pad e := machines.padded_size (2 ^ (k - 1)) e.
have -> : square n (padded k load) = [seq [seq pad e | e <- row] | row <- square n load].
  by rewrite /square -map_comp; apply: eq_map => i /=; rewrite -map_comp.
refine (w_list_rows _ _); [naturally | move=> row _; refine (w_list _ _); [naturally | move=> e _]].
have power env : lookup "k" env = Value (whole k) -> yields fs earlier env (Binary Power (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Binary Subtract (Name "k") (Number (BinNums.Npos BinNums.xH)))) (whole (2 ^ (k - 1))).
  by move=> k_in; refine (w_power _ _); [naturally | refine (w_subtract _ _ _); [exact: y_name k_in | naturally | ]].
refine (w_multiply _ _); first exact: power.
apply: y_ceil; last by rewrite expn_gt0.
by apply: y_divide; [naturally | exact: power | rewrite pnatr_eq0 expn_eq0].
Qed.
Lemma largest_nat (T : Type) (l : seq T) (f : T -> nat) : (0 < size l)%N -> largest [seq (f t)%:R : F | t <- l] = Some (\max_(t <- l) f t)%:R.
Proof.
case: l => // t l _; rewrite /= big_cons; congr Some; elim: l (f t) => [|u l IH] m /=; first by rewrite big_nil maxn0.
by rewrite big_cons maxnA -IH /Num.max ltr_nat /maxn; case: ifP.
Qed.
Lemma call_largest defs n load : provides [:: largest_d] defs -> (0 < n)%N ->
  call fs defs "largest" [:: rows_of_wholes (square n load)] = Value (whole (most n load)).
Proof.
move=> W n_gt0; enter; refine (w_max _ _).
  apply: (yields_eq (v := whole (\max_(row <- square n load) \sum_(e <- row) e)%N)); last by rewrite big_map; congr whole; apply: eq_bigr => i _; rewrite big_map.
  refine (y_largest (h := wholes) (f := fun row => (\sum_(e <- row) e)%N%:R) _ _ _); [naturally | move=> row _ | by rewrite largest_nat // size_square].
  by refine (w_sum (h := whole) (l := row) (f := id) _ _); [naturally | move=> e _; naturally].
apply: (yields_eq (v := whole (\max_(j <- from_to 1 n) \sum_(row <- square n load) item 0 row j)%N)).
  refine (y_largest (h := whole) (l := from_to 1 n) (f := fun j => (\sum_(row <- square n load) item 0 row j)%N%:R) _ _ _).
  - by rewrite -{2}(size_square n load); naturally.
  - move=> j; rewrite mem_from_to => j_in; refine (w_sum (h := wholes) (f := fun row : seq nat => item 0%N row j) _ _); first by naturally.
    by move=> row /size_square_row row_n; refine (w_item _ _ _); [naturally | naturally | rewrite row_n].
  by rewrite largest_nat // /from_to size_iota subSS subn0.
congr whole; rewrite -(big_map (fun j => j) xpredT (fun j => \sum_(row <- square n load) item 0 row j)%N) map_from_1 big_map.
rewrite big_seq [RHS]big_seq; apply: eq_bigr => j; rewrite mem_iota => /andP[_ j_lt]; rewrite big_map; apply: eq_bigr => i _.
by rewrite /item /= (nth_map 0%N) ?size_iota // nth_iota.
Qed.
Lemma y_entry_of defs env (M x y : string) n load i j : lookup M env = Value (rows_of_wholes (square n load)) -> lookup x env = Value (whole i) ->
  lookup y env = Value (whole j) -> (0 < i <= n)%N -> (0 < j <= n)%N -> yields fs defs env (Index (Index (Name M) (Name x)) (Name y)) (whole (load (i.-1)%N (j.-1)%N)).
Proof.
move=> M_in x_in y_in i_in j_in; rewrite -(item_square load i_in j_in).
have row_in : item [::] (square n load) i \in square n load by apply: mem_nth; rewrite size_square; case: i i_in {x_in} => // i /andP[].
refine (w_item _ (y_name _ _ y_in) _); last by rewrite (size_square_row row_in).
by refine (w_image [::] (h := wholes) (y_name _ _ M_in) (y_name _ _ x_in) _); rewrite size_square.
Qed.
Lemma call_with_dummies defs N n load : provides [:: with_dummies_d] defs ->
  call fs defs "with_dummies" [:: rows_of_wholes (square N load); whole n] =
    Value (rows_of_wholes (square n (fun i j => if (i < N) && (j < N) then load i j else 0)%N)).
Proof.
move=> W; enter; pose dummies i j := (if (i < N) && (j < N) then load i j else 0)%N.
have -> : square n dummies = [seq [seq dummies (i.-1)%N (j.-1)%N | j <- from_to 1 n] | i <- from_to 1 n].
  by rewrite map_from_1; apply: eq_map => i; rewrite map_from_1.
refine (w_list_rows _ _); [naturally | move=> i; rewrite mem_from_to => /andP[i_gt0 _]].
refine (w_list _ _); [naturally | move=> j; rewrite mem_from_to => /andP[j_gt0 _]]; rewrite /dummies !prednK //.
refine (w_if (p := (i <= N)%N && (j <= N)%N) _ _ _); first by apply: yields_eq; [naturally | rewrite !size_square].
  by move=> /andP[i_N j_N]; apply: (@y_entry_of _ _ _ _ _ N load i j); rewrite // ?i_gt0 ?j_gt0.
by move=> _; naturally.
Qed.
Lemma is_square_load_true defs v N : provides [:: is_square_load_d; is_natural_d] defs -> call fs defs "is_square_load" [:: v; whole N] = Value (Bool true) ->
  exists load, v = rows_of_wholes (square N load).
Proof.
move=> W; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[sizes /true_and[each _]].
have [vE] : Some v = Some (List l) := ly.
have {sizes} size_l : size l = N by apply: (length_true ly) sizes; naturally.
have [|M lE sizes] := @images_true S (seq nat) wholes (fun row => size row = N) _ _ _ _ _ l ly each.
  move=> row /true_and[/list_true[r ry] /true_and[size_r /true_and[nat_r _]]].
  have [rE] : Some row = Some (List r) := ry.
  have {}size_r : size r = N by apply: (length_true ry) size_r; naturally.
  have [|s rsE _] := @images_true S nat whole (fun=> True) _ _ _ _ _ r ry nat_r.
    move=> u /true_call[//|vs /true_cons[u' [vs' [yu /true_nil-> ->]]] natural].
    have [uE] : Some u = Some u' := yu; rewrite -uE in natural.
    by have [n ->] : exists n, u = whole n by [apply: natural_true natural; provided]; exists n.
  by exists s; [rewrite rE rsE | rewrite -size_r rsE size_map].
pose load i j := nth 0%N (nth [::] M i) j; exists load; rewrite vE lE; congr List; congr map.
have size_M : size M = N by rewrite -size_l lE size_map.
apply: (@eq_from_nth _ [::]); rewrite size_M ?size_square // => i i_lt; rewrite (nth_map 0%N) ?size_iota // nth_iota // add0n.
have size_i := sizes i [::]; rewrite size_M in size_i; apply: (@eq_from_nth _ 0%N); rewrite size_i ?size_map ?size_iota // => j j_lt.
by rewrite (nth_map 0%N) ?size_iota // nth_iota.
Qed.
Lemma call_ceil_log2 defs N : provides [:: bound_powers_of_two.ceil_log2_d] defs ->
  call fs defs "ceil_log2" [:: whole N] = Value (whole (bound_powers_of_two.ceil_log2 N)).
Proof. by move=> W; apply: bound_powers_of_two.call_ceil_log2. Qed.
End Calls.

Ltac side ::= first [by rewrite expn_gt0 | idtac].
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "is_load" _ = _ => apply: call_is_load; provided
  | |- call _ _ "fits" _ = _ => apply: call_fits; provided
  | |- call _ _ "multiples" _ = _ => apply: call_multiples; [provided | assumption]
  | |- call _ _ "padded" _ = _ => apply: call_padded; [provided | assumption]
  | |- call _ _ "largest" _ = _ => apply: call_largest; [provided | first [assumption | by rewrite expn_gt0]]
  end.

(* attest: positional.padding finding_at_most sha256:7aa9ec4179137472c6a0555150d5878e85fa3957621b75b7a25d3d09cd9125d2 theorem:padding_at_most *)
Theorem padding_at_most : Holds statements_positional_padding.finding_at_most.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => s s_gt0 _; apply: (says_for_loads_where (k := k)); [provided | reflexivity | move=> load fit].
apply: (told_by fit); [naturally | move=> /fitting_most small].
have [_ at_most] := most_padded k small; refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (w_compare AtMost _ _); last by naturally.
  refine (y_call (vs := [:: rows_of_wholes (square (2 ^ k) (padded k load))]) _ _ _); [ | reflexivity | natural_call].
  refine (all_cons _ (all_nil _ _ _)); refine (y_call (vs := [:: rows_of_wholes (square (2 ^ k) load); whole k]) _ _ _); [naturals | reflexivity | natural_call].
by move: at_most; rewrite /compare_wholes !subn1 => ->.
Qed.

(* attest: positional.padding finding_the_factor_is_attained sha256:74fba5ccc1dfe77b368dfaf5c48d71050ca302f5a4bbeb7864697efbad8ee2aa theorem:the_factor_is_attained *)
Theorem the_factor_is_attained : Holds statements_positional_padding.finding_the_factor_is_attained.
Proof.
opening S W; natural_for_all => k k_gt0 _; natural_for_all => s; rewrite mem_from_to => /andP[s_gt0 s_le] _.
pose load i j : nat := ((i == 0%N) && (j < s)%N)%N; have g_gt0 : (0 < 2 ^ (k - 1))%N by rewrite expn_gt0.
have [ones padded_ones] := machines.padded_ones g_gt0 s_le.
have small : (most (2 ^ k) load <= s)%N.
  apply/most_le; split=> i i_lt; rewrite /load.
    by case: (i == 0%N); rewrite ?ones // big1.
  apply: leq_trans s_gt0; rewrite -[(2 ^ k)%N]prednK ?expn_gt0 // /= big_cons eqxx big_seq big1 ?addn0; first by case: (i < s)%N.
  by move=> j; rewrite mem_iota => /andP[j_gt0 _]; rewrite gtn_eqF.
have [at_most _] := most_padded k small.
apply: (@says_exists_value S _ _ _ _ _ (rows_of_wholes (matrix k load))); [by move=> v; exact: any_and | exact: is_value_rows | | ].
  by apply: yields_eq; [naturally | rewrite most_fitting].
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (w_compare Equal _ _); last by naturally.
  refine (y_call (vs := [:: rows_of_wholes (square (2 ^ k) (padded k load))]) _ _ _); [ | reflexivity | natural_call].
  refine (all_cons _ (all_nil _ _ _)); refine (y_call (vs := [:: rows_of_wholes (square (2 ^ k) load); whole k]) _ _ _); [naturals | reflexivity | natural_call].
congr Bool; rewrite /compare_wholes eqn_leq at_most /= -padded_ones.
by apply: leq_trans (row_most (padded k load) (i := 0%N) _); rewrite ?expn_gt0.
Qed.

(* attest: positional.padding printed sha256:7d4e7f0e11e0c1faed7338ff214cf86fcb88a371ed4ef4dff013a471da925ce1 theorem:padding_by_the_factor *)
Theorem padding_by_the_factor : Holds statements_positional_padding.printed.
Proof.
opening S W; natural_for_all => N N_gt1 _; natural_for_all => s s_gt0 _; have N_gt0 : (0 < N)%N by exact: ltnW.
apply: says_for_values => [v | v /true_and[square_v /true_and[largest_v _]]]; first exact: any_and.
have arguments : yields_all (functions_of S) defs [:: ("load", v); ("s", whole s); ("N", whole N)]%string [:: Name "load"; Name "N"]%string [:: v; whole N] by [].
have [|load vE] := is_square_load_true _ (calls_positional.own_call_true square_v erefl arguments); first by provided.
subst v; apply: (told_by largest_v); [naturally | move=> small {square_v largest_v arguments}].
have called := @call_ceil_log2 S _ N (ltac:(provided) : provides [:: bound_powers_of_two.ceil_log2_d] defs).
have N_le := bound_powers_of_two.ceil_log2_le N; move: (bound_powers_of_two.ceil_log2 N) called N_le => k called N_le.
have k_gt0 : (0 < k)%N by case: k N_le {called} => // N_le; have := leq_trans N_gt1 N_le.
pose dummies i j := (if (i < N) && (j < N) then load i j else 0)%N; pose ready := padded k dummies.
have [fits_ready _] := most_padded k (dummies_most N_le small).
have above i j : (load i j <= machines.padded_size (2 ^ (k - 1)) (load i j))%N by have [] := machines.padded_bounds (load i j) (_ : 0 < 2 ^ (k - 1))%N; rewrite ?expn_gt0.
refine (says_expression (p := true) _ _) => //.
apply: (y_let (v := whole k)); first by refine (y_call _ _ _); [naturals | reflexivity | exact: called].
apply: (y_let (v := rows_of_wholes (matrix k ready))).
  refine (y_call (vs := [:: rows_of_wholes (square (2 ^ k) dummies); whole k]) _ _ _); [ | reflexivity | by apply: call_padded; [provided | ]].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by naturally.
  by refine (y_call (vs := [:: rows_of_wholes (square N load); whole (2 ^ k)]) _ _ _); [naturals | reflexivity | apply: call_with_dummies; provided].
refine (y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and (p := true) (q := true) _ (fun _ => y_and1 _)))).
- by naturally.
- apply: yields_eq; [by naturally | congr Bool; apply/allP => p _; apply/allP => q _].
  by rewrite -subn1; have [] := machines.padded_bounds (dummies p q) (_ : 0 < 2 ^ (k - 1))%N; rewrite ?expn_gt0.
- by apply: yields_eq; [naturally | rewrite most_fitting].
apply: yields_eq; first refine (y_all2 (h := whole) (l := from_to 1 N) (k := fun _ => whole) (m := fun=> from_to 1 N) (p := fun _ _ => true) _ _ _).
- by naturally.
- by move=> p _; naturally.
- move=> p; rewrite mem_from_to => p_in q; rewrite mem_from_to => q_in; apply: yields_eq.
    refine (w_compare AtLeast (@y_entry_of S _ _ _ _ _ (2 ^ k)%N ready p q _ _ _ _ _) (@y_entry_of S _ _ _ _ _ N load p q _ _ _ _ _)); try reflexivity; try assumption.
      by case/andP: p_in => -> p_N; exact: leq_trans N_le.
    by case/andP: q_in => -> q_N; exact: leq_trans N_le.
  case/andP: p_in => p_gt0 p_N; case/andP: q_in => q_gt0 q_N.
  by rewrite /compare_wholes /ready /padded /dummies !prednK // p_N q_N above.
by congr Bool; apply/allP => p _; apply/allP.
Qed.
