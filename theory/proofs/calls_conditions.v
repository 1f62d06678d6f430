(* SPDX-License-Identifier: Apache-2.0 *)
(* What conditions on heads tell that stand in statements themselves: a list that is equal to a vector, heads of attention.stm with any
   expression for their width, Transformer-XL's matrix for the dimension of its fixed family. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_heads.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Conditions.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f : nat -> F) (n k d : nat) (h : value F).

Lemma equal_true (s : seq F) l : equal (List l) (List (map (@Num F) s)) = Value true -> l = map (@Num F) s.
Proof.
elim: l s => [|x l IH] [|y s] //=; rewrite eqSS; case E : (size l == _) => //; case: x => //= z; case: eqP => // -> same.
by congr cons; apply: IH; rewrite /= E.
Qed.
Lemma true_equal_vec defs env a b h s n f : yields fs defs env a h -> yields fs defs env b (vec n f) ->
  yields fs defs env (Chain (Field a s) [:: (Equal, b)]) (Bool true) -> field_at h s = Value (vec n f).
Proof.
rewrite seq_vec /yields => ya yb; cbn [eval]; rewrite yb /compare; move: ya; case: (eval fs (call fs defs) env a) => // v [->]; case: h => // fields.
rewrite /field_at; case: (lookup s fields) => // w; case E : (equal w _) => [[]|] // _; case: w E => // l E.
by rewrite (equal_true E).
Qed.
(* "is_variant(h, n, d, e)" *)
Lemma variant_condition defs env e h n d : provides [:: is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < d)%N ->
  lookup "h" env = Some h -> lookup "n" env = Some (Num n%:R) -> lookup "d" env = Some (Num d%:R) ->
  yields fs defs env (Call "is_variant" [:: Name "h"; Name "n"; Name "d"; e]) (Bool true) -> exists k, variant_head h n d k.
Proof.
move=> W n_gt0 d_gt0 h_in n_in d_in.
case/true_call=> // vs /true_cons[v1 [vs1 [y1 /true_cons[v2 [vs2 [y2 /true_cons[v3 [vs3 [y3 /true_cons[w [vs4 [yw /true_nil-> ->]]] ->]]] ->]]] ->]]].
rewrite (yields_inj y1 (y_name _ _ h_in)) (yields_inj y2 (y_name _ _ n_in)) (yields_inj y3 (y_name _ _ d_in)).
by move=> /(is_variant_true W n_gt0 d_gt0)[k _ var]; exists k.
Qed.
(* "h.variant != "transformer_xl" or len(h.WR) = e" *)
Lemma fixed_family defs env e h n d k : encoding_of h n k -> lookup "h" env = Some h -> yields fs defs env e (Num d%:R) ->
  yields fs defs env (Or [:: Chain (Field (Name "h") "variant") [:: (Different, Sym "transformer_xl")];
    Chain (Call "len" [:: Field (Name "h") "WR"]) [:: (Equal, e)]]) (Bool true) ->
  field_at h "variant" = Value (Symb "transformer_xl") -> exists M, field_at h "WR" = Value (mat d k M).
Proof.
move=> enc h_in ye /true_or[differ | /true_or[len_d | /true_or_nil//]] hv.
  have : yields fs defs env (Chain (Field (Name "h") "variant") [:: (Different, Sym "transformer_xl")]) (Bool false).
    by apply: y_compare; [apply: y_field hv; exact: (y_name _ _ h_in) | exact: y_sym | ].
  by move/(yields_inj differ).
case: enc => [f hv' | R hv' | R T hv' | q M a b _ hM _ _ | hv']; try by move: hv'; rewrite hv.
exists M; have : yields fs defs env (Chain (Call "len" [:: Field (Name "h") "WR"]) [:: (Equal, e)]) (Bool (q%:R == d%:R :> F)).
  by apply: y_compare; [apply: y_len; apply: y_field hM; exact: (y_name _ _ h_in) | exact: ye | ].
by move/(yields_inj len_d) => [/esym]; rewrite eqr_nat => /eqP <-.
Qed.
End Conditions.
