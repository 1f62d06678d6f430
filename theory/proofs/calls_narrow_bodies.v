(* SPDX-License-Identifier: Apache-2.0 *)
(* The networks of narrow_networks.v as values of universal.stm: blocks without normalizations whose heads are told apart by a field, and that they meet
   the conditions on blocks, heads and their number. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_networks calls_constant_network calls_one_head.
From attest Require Import calls_defined narrow_networks calls_narrow_networks.
From attest Require statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition is_plain_block_d := Eval compute in the "is_plain".
Definition is_narrow_d := Eval compute in the "is_narrow".

(* --- Lists whose elements have no decidable equality ----------------------------------------------------------------------------------- *)
Section Lists.
Variable F : realFieldType.
Variable fs : functions F.
Variable defs : seq definition.
Local Notation yields := (yields fs defs).
Implicit Types (env : environment F) (x : string).
Lemma is_among_in (T : Type) (h : T -> value F) l v : is_among v (map h l) -> exists2 t, List.In t l & v = h t.
Proof. by elim: l => //= t l IH [->|/IH[u u_l ->]]; [exists t; first by left | exists u; first by right]. Qed.
Lemma y_list_in (T : Type) (h g : T -> value F) env x L body l : yields env L (List (map h l)) -> (forall t, List.In t l -> yields ((x, h t) :: env) body (g t)) ->
  yields env (ListOver body [:: (x, L)] None) (List (map g l)).
Proof.
rewrite /rules.yields /= => -> each; suff -> : together (flatten [seq [:: eval fs (call fs defs) ((x, v) :: env) body] | v <- map h l]) = Value (map g l) by [].
by elim: l each => //= t l IH each; rewrite each; [rewrite IH // => u u_l; apply: each; right | left].
Qed.
Lemma y_all_in (T : Type) (h : T -> value F) env x L body l : yields env L (List (map h l)) -> (forall t, List.In t l -> yields ((x, h t) :: env) body (Bool true)) ->
  yields env (Over "all" body [:: (x, L)] None) (Bool true).
Proof.
move=> yL each; apply: y_all_lists; apply: lists_one yL _ => v /is_among_in[t t_l ->].
by exists (Bool true); first exact: each.
Qed.
End Lists.

Section Bodies.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (d : nat) (tag : string) (w : attention -> value F).
Implicit Types (defs : seq definition) (env : environment F) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F).

Definition body_head h : value F :=
  Rec [:: ("WV"%string, mat d 1 (fun k _ => WV h k)); ("bV"%string, vec 1 (fun=> bV h)); ("WO"%string, mat 1 d (fun _ k => WO h k)); (tag, w (kind h))].
Definition body_block B : value F :=
  Rec [:: ("heads", List (map body_head (heads B))); ("bO", vec d (fun=> 0));
          ("W1", mat d (size (units B)) (fun k u => into (unit_at B u) k)); ("b1", vec (size (units B)) (fun u => shift (unit_at B u)));
          ("W2", mat (size (units B)) d (fun u k => out (unit_at B u) k)); ("b2", vec d (fun=> 0)); ("norm1", no_norm S); ("norm2", no_norm S)]%string.
Definition body Bs : value F := List (map body_block Bs).

Lemma body_head_value h : is_value (w (kind h)) -> tag = "kind"%string \/ tag = "c"%string -> is_value (body_head h).
Proof.
move: (is_value_mat d 1 (fun k _ => WV h k)) (is_value_vec 1 (fun=> bV h)) (is_value_mat 1 d (fun _ k => WO h k)).
by rewrite /body_head; move: (mat _ _ _) (vec _ _) (mat _ _ _) (w _) => A b O c valA valb valO valc [] ->; rewrite /= valA valb valO valc.
Qed.
Lemma body_value Bs : (forall h, is_value (body_head h)) -> is_value (body Bs).
Proof.
move=> valh; have valB B : is_value (body_block B).
  have : is_value (List (map body_head (heads B))) by elim: (heads B) => // h hs IH; apply/andP; split; [exact: valh | exact: IH].
  move: (is_value_vec d (fun=> 0 : F)) (is_value_mat d (size (units B)) (fun k u => into (unit_at B u) k)) (is_value_vec (size (units B)) (fun u => shift (unit_at B u)))
    (is_value_mat (size (units B)) d (fun u k => out (unit_at B u) k)).
  by rewrite /body_block; move: (List _) (vec _ _) (mat _ _ _) (vec _ _) (mat _ _ _) => v1 v2 v3 v4 v5; rewrite /= => -> -> -> -> ->.
by rewrite /body; elim: Bs => // B Bs IH; apply/andP; split; [exact: valB | exact: IH].
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_normalization" _ = _ => found_call call_is_normalization_none
  end.
Lemma call_is_plain_body defs B : provides [:: is_plain_block_d] defs -> call fs defs "is_plain" [:: body_block B] = Value (Bool true).
Proof. by move=> P; enter; apply: yields_eq; [value | ]. Qed.
Lemma call_is_rowwise_body defs B : provides [:: is_rowwise_part_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < size (units B))%N ->
  call fs defs "is_rowwise_part" [:: body_block B; Num d%:R] = Value (Bool true).
Proof. by move=> P r_gt0; enter; apply: yields_eq; [value | rewrite ler1n r_gt0]. Qed.
Lemma call_is_path_body defs h : provides [:: is_value_path_d; is_matrix_d; is_vector_d] defs -> call fs defs "is_value_path" [:: body_head h; Num d%:R] = Value (Bool true).
Proof. by move=> P; apply: (call_is_value_path (k := 1) P). Qed.

Lemma call_is_narrow defs Bs : provides [:: is_narrow_d] defs -> (forall B, List.In B Bs -> narrow B) -> call fs defs "is_narrow" [:: body Bs] = Value (Bool true).
Proof.
move=> P all_narrow; enter; apply: (y_all_in (h := body_block) (l := Bs)) => // B /all_narrow[few_heads /andP[_ few_units] _].
set env := _ :: _; have B_y : yields fs earlier env (Name "B") (body_block B) by [].
have heads_y : yields fs earlier env (Field (Name "B") "heads") (List (map body_head (heads B))) by apply: (y_field B_y).
have shifts_y : yields fs earlier env (Field (Name "B") "b1") (vec (size (units B)) (fun u => shift (unit_at B u))) by apply: (y_field B_y).
apply: true_and_true.
  apply: yields_eq; [apply: y_compare; [exact: y_length heads_y | value | reflexivity] | ].
  by rewrite size_map ler_nat few_heads.
apply: true_and_true.
  apply: yields_eq; [apply: y_compare; [exact: y_len shifts_y | value | reflexivity] | ].
  by rewrite ler_nat few_units.
apply: y_and1; apply: (y_all_in (h := body_head) (l := heads B)); first exact: heads_y.
move=> h _; set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (body_head h) by [].
have bV_y : yields fs earlier env' (Field (Name "h") "bV") (vec 1 (fun=> bV h)) by apply: (y_field h_y).
by apply: yields_eq; [apply: y_compare; [exact: y_len bV_y | value | reflexivity] | rewrite eqxx].
Qed.
End Bodies.
