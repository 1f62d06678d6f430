(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 7 and eq. 15: rounding one entry down to a multiple of delta = 1/m, layer by layer, for every m and every
   entry, in any order of the layers; as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals calls_statements.
From attest Require statements_urpe_lemma_7.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- All arrangements of a list ------------------------------------------------------------------------------------------- *)
Lemma without_place_map (A B : Type) (f : A -> B) l i : without_place (map f l) i = map f (without_place l i).
Proof. by elim: l i => //= x l IH [|i] //=; rewrite IH. Qed.
Lemma arrangements_map (A B : Type) (f : A -> B) n l : arrangements n (map f l) = [seq map f t | t <- arrangements n l].
Proof.
elim: n l => //= n IH l; rewrite map_flatten size_map; congr flatten; rewrite -[RHS]map_comp; apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ i_lt] /=.
case: l i_lt => // x l i_lt; rewrite (nth_map (f x)) ?size_map // !(nth_map x) //; lazy beta iota.
by rewrite without_place_map IH -!map_comp.
Qed.
Lemma without_place_perm (A : eqType) (x0 : A) l i : (i < size l)%N -> perm_eq (nth x0 l i :: without_place l i) l.
Proof.
elim: l i => // x l IH [|i] //= i_lt; apply: (@perm_trans _ (x :: nth x0 l i :: without_place l i)).
  exact/permPl/(perm_catCA [:: nth x0 l i] [:: x]).
by rewrite perm_cons; exact: IH.
Qed.
Lemma arrangements_perm (A : eqType) n (l t : seq A) : size l = n -> t \in arrangements n l -> perm_eq t l.
Proof.
elim: n l t => [|n IH] l t size_l /=; first by rewrite inE => /eqP->; case: l size_l.
case/flatten_mapP=> i; rewrite mem_iota add0n => /andP[_ i_lt]; case: l size_l i_lt => // x l size_l i_lt.
rewrite (nth_map x) // => /mapP[r r_in ->]; have perm := without_place_perm x i_lt.
apply: perm_trans (perm); rewrite perm_cons; apply: IH r_in.
by have := perm_size perm; rewrite size_l => -[].
Qed.

(* --- The layers on one entry ---------------------------------------------------------------------------------------------- *)
Section Rounding.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (s t a b : F) (k m J : nat) (ks : seq nat).

Definition step m s k : F := s + (if k%:R / m%:R < s < k.+1%:R / m%:R then k%:R / m%:R - s else 0).

Lemma grid_le m i j : (0 < m)%N -> (i%:R / m%:R <= j%:R / m%:R :> F) = (i <= j)%N.
Proof. by move=> m_gt0; rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_nat. Qed.
Lemma step_other m t k J : (0 < m)%N -> J%:R / m%:R <= t < J.+1%:R / m%:R -> k != J -> step m t k = t.
Proof.
move=> m_gt0 /andP[le_t lt_t] k_J; rewrite /step; case: ifP => [/andP[lt_k t_k]|_]; last by rewrite addr0.
case: (ltngtP k J) k_J => // [kJ | Jk] _.
  have : k.+1%:R / m%:R <= t by apply: le_trans le_t; rewrite grid_le.
  by rewrite leNgt t_k.
have : J.+1%:R / m%:R < t by apply: le_lt_trans lt_k; rewrite grid_le.
by rewrite ltNge (ltW lt_t).
Qed.
Lemma step_own m t J : J%:R / m%:R <= t < J.+1%:R / m%:R -> step m t J = J%:R / m%:R.
Proof.
case/andP=> le_t lt_t; rewrite /step lt_t andbT; case: ifP => [_|/negbT]; first by rewrite addrC subrK.
by rewrite -leNgt addr0 => t_le; apply/le_anti; rewrite t_le.
Qed.
Lemma steps_on_grid m J ks : (0 < m)%N -> foldl (step m) (J%:R / m%:R) ks = J%:R / m%:R.
Proof.
move=> m_gt0; have own : J%:R / m%:R <= (J%:R / m%:R : F) < J.+1%:R / m%:R by rewrite lexx ltNge grid_le // ltnn.
elim: ks => //= k ks IH; have -> : step m (J%:R / m%:R) k = J%:R / m%:R; last exact: IH.
by case: (eqVneq k J) => [->|k_J]; [exact: step_own | exact: step_other k_J].
Qed.
Lemma steps m t J ks : (0 < m)%N -> J%:R / m%:R <= t < J.+1%:R / m%:R -> foldl (step m) t ks = if J \in ks then J%:R / m%:R else t.
Proof.
move=> m_gt0 t_in; elim: ks => //= k ks IH; rewrite inE; case: (eqVneq J k) => [<-|k_J] /=; first by rewrite step_own // steps_on_grid.
by rewrite (step_other m_gt0 t_in) 1?eq_sym.
Qed.

Lemma floor_on_grid m t : (0 < m)%N -> 0 <= t <= 1 ->
  exists J, [/\ (J <= m)%N, floor_of (m%:R * t) = J%:Z & J%:R / m%:R <= t < J.+1%:R / m%:R].
Proof.
move=> m_gt0 /andP[t_ge0 t_le1]; have m_pos : 0 < m%:R :> F by rewrite ltr0n.
have /andP[le_f lt_f] := floor_itv (m%:R * t).
have : 0 < (floor_of (m%:R * t) + 1)%:~R :> F by apply: le_lt_trans lt_f; rewrite mulr_ge0 // ltW.
rewrite ltr0z ltz_addr1; case: (floor_of _) le_f lt_f => // J le_f lt_f _; exists J; split=> //.
  by rewrite -(ler_nat F); apply: le_trans le_f _; rewrite ler_pimulr // ltW.
rewrite ler_pdivr_mulr // ltr_pdivl_mulr // mulrC le_f /=.
by rewrite pmulrn -addn1.
Qed.
(* All layers round, whatever their order. *)
Lemma rounded m t J ks : (0 < m)%N -> 0 <= t <= 1 -> J%:R / m%:R <= t < J.+1%:R / m%:R -> (J <= m)%N ->
  (forall k, (k < m)%N -> k \in ks) -> foldl (step m) t ks = J%:R / m%:R.
Proof.
move=> m_gt0 /andP[_ t_le1] t_in J_m every; rewrite (steps _ m_gt0 t_in); case: ifP => // J_ks.
have JE : J = m by apply/eqP; rewrite eqn_leq J_m leqNgt; apply: contraFN J_ks => /every.
by move: t_in; rewrite JE divff ?pnatr_eq0 -?lt0n // => /andP[t_ge1 _]; apply/le_anti; rewrite t_le1.
Qed.

(* --- What calls give ------------------------------------------------------------------------------------------------------ *)
Local Notation the f := (definition_in (definitions statements_urpe_lemma_7.finding_any_order) f) (only parsing).
Definition phi_piece_d := Eval compute in the "phi_piece".
Definition phi_at_d := Eval compute in the "phi_at".
Definition rounding_phi_d := Eval compute in the "rounding_phi".
Definition round_entry_d := Eval compute in the "round_entry".

Definition rounding_phi a b : value F :=
  Rec [:: ("breaks"%string, List (map (@Num F) [:: a; b])); ("slopes"%string, List (map (@Num F) [:: 0%:R; - 1%:R; 0%:R]));
          ("intercepts"%string, List (map (@Num F) [:: 0%:R; a; 0%:R])); ("at"%string, List (map (@Num F) [:: 0%:R; 0%:R]))].
Lemma next k : k%:R + 1%:R = k.+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.

Ltac side ::= first [eassumption | exact: next | by apply: (leq_trans (n := 3)) | reflexivity].
Ltac known_call ::= enter_named; value.
Lemma call_phi_at defs a b s : provides [:: phi_at_d; phi_piece_d] defs -> a < b ->
  call fs defs "phi_at" [:: rounding_phi a b; Num s] = Value (Num (if a < s < b then a - s else 0)).
Proof.
move=> W a_b; pose c := count (fun p => p < s) [:: a; b]; have c_le : (c < 3)%N by rewrite ltnS; exact: count_size.
enter; refine (y_let (v := Num c%:R) _ _).
  by apply: (@y_count _ _ _ (@Num F) [:: a; b] (fun p => p < s)); [value | move=> p _; value].
have cE : c = ((a < s)%R + (b < s)%R)%N by rewrite /c /= addn0.
move: c c_le cE => c c_le cE; case: (ltnP c 2) => c_2.
  case: (eqVneq (nth 0 [:: a; b] c) s) => at_break.
    apply: yields_eq; first apply: y_yes.
    - apply: yields_eq; first by refine (y_and _ _); [value | intros _; refine (y_and1 _); refine (y_compare _ _ _); [refine (y_entry _ _ _ _ _); [floors | value | value | exact: next | exact: c_2] | value | reflexivity]].
      by rewrite /= at_break eqxx ltr_nat c_2.
    - by refine (y_entry _ _ _ _ _); [floors | value | value | exact: next | exact: c_2].
    case: c c_2 at_break {c_le} cE => [|[|//]] _ /= sE; rewrite -sE ?ltxx ?andbF //; by [].
  apply: yields_eq; first apply: y_no.
  - apply: yields_eq; first by refine (y_and _ _); [value | intros _; refine (y_and1 _); refine (y_compare _ _ _); [refine (y_entry _ _ _ _ _); [floors | value | value | exact: next | exact: c_2] | value | reflexivity]].
    by rewrite /= (negbTE at_break) andbF.
  - by value.
  case: c c_2 at_break {c_le} cE => [|[|//]] _ /= s_neq; case: (ltP a s) => // a_s; case: (ltP b s) => // b_s _; rewrite ?mul0r ?addr0 //=.
    by rewrite lt_neqAle eq_sym s_neq b_s mulN1r addrC.
  by move: (lt_le_trans (lt_trans a_b b_s) a_s); rewrite ltxx.
apply: yields_eq; first apply: y_no.
- apply: yields_eq; first by refine (y_and (p := false) (q := true) _ _); [apply: yields_eq; [value | rewrite ltr_nat ltnNge c_2] | ].
  by [].
- by value.
have -> : c = 2%N by apply/eqP; rewrite eqn_leq c_2 -ltnS c_le.
have b_s : b < s by move: cE c_2; case: (a < s); case: (b < s) => //= ->.
by rewrite [s < b]ltNge (ltW b_s) andbF /= mul0r addr0.
Qed.

Lemma call_round_entry defs m t (h : nat -> nat) (l : seq nat) : provides [:: round_entry_d; rounding_phi_d; phi_at_d; phi_piece_d] defs -> (0 < m)%N ->
  call fs defs "round_entry" [:: Num t; List [seq Num (h k)%:R | k <- l]; Num m%:R] = Value (Num (foldl (step m) t (map h l))).
Proof.
move=> W m_gt0; have m_neq0 : m%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
enter; rewrite -[foldl _ _ (map h l)](_ : foldl (fun s k => step m s (h k)) t l = _); last by elim: (l) (t) => //= k l' IH s; rewrite IH.
apply: (y_fold (k := @Num F) (h := fun k => Num (h k)%:R)); [value | value | move=> s k _].
refine (y_add _ _); first value.
have lt_breaks : (h k)%:R / m%:R < (h k).+1%:R / m%:R :> F by rewrite ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_nat.
refine (y_call (all_cons (v := rounding_phi ((h k)%:R / m%:R) ((h k).+1%:R / m%:R)) _ (all_cons (v := Num s) _ (all_nil _ _ _))) _ _).
- refine (y_call _ _ _); [values | reflexivity | ].
  by rewrite -next; enter_named; value.
- by value.
- by [].
by apply: call_phi_at => //; provided.
Qed.
End Rounding.

Lemma to_the_last (F : realFieldType) m : m%:R - 1%:R + 1 = (0 + m)%:R :> F.
Proof. exact: subrK. Qed.
Lemma grid_range (F : realFieldType) m : m%:R + 1 = (0 + m.+1)%:R :> F.
Proof. by rewrite add0n mulrSr. Qed.
Lemma grid_inside (F : realFieldType) j n : (0 < n)%N -> (j <= n)%N -> 0 <= (j%:R / n%:R : F) <= 1.
Proof. by move=> n_gt0 j_n; rewrite divr_ge0 ?ler0n //= ler_pdivr_mulr ?ltr0n // mul1r ler_nat. Qed.
Ltac side ::= first [eassumption | exact: to_the_last | exact: grid_range | by rewrite pnatr_eq0 | reflexivity].
Ltac known_call ::= enter_named; value.

(* attest: urpe.lemma-7 finding_closed_grid sha256:68275e561525805f20570ce30036ba7a48d07ab2665ef29524d76102dca71c28 theorem:on_the_closed_grid *)
Theorem on_the_closed_grid : Holds statements_urpe_lemma_7.finding_closed_grid.
Proof.
opening S W; meaning_for_all => m m_gt0 _; have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => t t_in _; meaning_value; have [J [J_m JE _]] := floor_on_grid m_gt0 t_in.
by apply/hasP; exists J; [rewrite mem_iota add0n ltnS | rewrite /= JE].
Qed.

(* attest: urpe.lemma-7 finding_one_entry sha256:2437bceb32d08f1e80de5e140a5a9c812111de499a439d79dbc68b7c29776fcd theorem:one_entry *)
Theorem one_entry : Holds statements_urpe_lemma_7.finding_one_entry.
Proof.
opening S W; meaning_for_all => m m_gt0 _; have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
meaning_for_all => t t_in _; have [J [J_m JE t_J]] := floor_on_grid m_gt0 t_in.
refine (says_expression (p := true) _ _) => //; refine (y_compare (v := Num (J%:R / m%:R)) (w := Num (J%:R / m%:R)) _ _ _); last by rewrite /= eqxx.
  rewrite -(@rounded _ _ t J (map id (iota 0 m)) m_gt0 t_in t_J J_m); last by move=> k k_m; rewrite map_id mem_iota add0n.
  by refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); value | reflexivity | apply: call_round_entry; [provided | exact: m_gt0]].
by apply: yields_eq; [value | rewrite /= JE].
Qed.

(* attest: urpe.lemma-7 finding_any_order sha256:46d32086b07422d54682ccb63b6715a1ca43420f8a27211ab2b38f485a6a6885 theorem:any_order *)
Theorem any_order : Holds statements_urpe_lemma_7.finding_any_order.
Proof.
opening S W; meaning_for_all => m m_gt0 _; have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
have fine_gt0 : (0 < 4 * m)%N by rewrite muln_gt0.
have fine_neq0 : 4%:R * m%:R != 0 :> S by rewrite -natrM pnatr_eq0 -lt0n.
have fine_range : 4%:R * m%:R + 1 = (0 + (4 * m).+1)%:R :> S by rewrite -natrM grid_range.
refine (says_forall (T := seq nat) (inside := fun ks => ks \in arrangements m (iota 1 m)) (h := fun ks => List [seq Num k%:R | k <- ks]) (P := fun _ => true) _ _ _); [ | by [] | ].
  apply: in_list; refine (y_built_in _ _ _); [values | reflexivity | ].
  rewrite /= integer_nat // (_ : [seq of_integer S k%:Z | k <- iota 1 m] = [seq Num k%:R | k <- iota 1 m]).
    by rewrite arrangements_map -map_comp.
  by apply: eq_map => k; rewrite /of_integer -pmulrn.
move=> ks ks_in _; have perm : perm_eq ks (iota 1 m) by apply: arrangements_perm ks_in; rewrite size_iota.
meaning_for_all => j; rewrite mem_iota add0n ltnS => /andP[_ j_le] _.
have t_in := grid_inside S fine_gt0 j_le; rewrite natrM in t_in.
have [J [J_m JE t_J]] := floor_on_grid m_gt0 t_in.
refine (says_expression (p := true) _ _) => //; refine (y_compare (v := Num (J%:R / m%:R)) (w := Num (J%:R / m%:R)) _ _ _); last by rewrite /= eqxx.
  rewrite -(@rounded _ _ _ J (map predn ks) m_gt0 t_in t_J J_m); last first.
    by move=> k k_m; apply/mapP; exists k.+1; rewrite // (perm_mem perm) mem_iota add1n ltnS.
  refine (y_call (all_cons _ (all_cons (v := List [seq Num k.-1%:R | k <- ks]) _ (all_cons _ (all_nil _ _ _)))) _ _); [value | | value | reflexivity | apply: call_round_entry; [provided | exact: m_gt0]].
  apply: (y_list_over (h := fun k => Num k%:R) (l := ks)); first value.
  move=> k; rewrite (perm_mem perm) mem_iota => /andP[k_gt0 _]; apply: yields_eq; first value.
  by rewrite -{1}(prednK k_gt0) mulrSr addrK.
by apply: yields_eq; [value | rewrite /= JE].
Qed.
