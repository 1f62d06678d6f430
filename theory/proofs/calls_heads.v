(* SPDX-License-Identifier: Apache-2.0 *)
(* What is_variant of attention.stm tells of a head, and that it is true of one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_encodings.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Heads.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (f g : nat -> F) (A Q K R T : nat -> nat -> F) (m n k d q : nat) (h : value F).

Inductive encoding_of h n k : Prop :=
  | WithT5 f of field_at h "variant" = Value (Symb "t5") & field_at h "m" = Value (vec (2 * n - 1) f)
  | WithShaw R of field_at h "variant" = Value (Symb "shaw") & field_at h "r" = Value (mat (2 * n - 1) k R)
  | WithDeberta R T of field_at h "variant" = Value (Symb "deberta") & field_at h "r" = Value (mat (2 * n - 1) k R) &
      field_at h "s" = Value (mat (2 * n - 1) k T)
  | WithTransformerXl q W f g of field_at h "variant" = Value (Symb "transformer_xl") & field_at h "WR" = Value (mat q k W) &
      field_at h "u" = Value (vec k f) & field_at h "v" = Value (vec k g)
  | WithNone of field_at h "variant" = Value (Symb "none").
Inductive variant_head h n d k : Prop :=
  VariantHead Q K of (0 < k)%N & field_at h "WQ" = Value (mat d k Q) & field_at h "WK" = Value (mat d k K) & encoding_of h n k.

Lemma true_if defs env a b c w : yields fs defs env (If a b c) w ->
  (yields fs defs env a (Bool true) /\ yields fs defs env b w) \/ (yields fs defs env a (Bool false) /\ yields fs defs env c w).
Proof. by rewrite /yields /=; case: eval => // -[] // []; [left | right]. Qed.
Lemma is_variant_true defs h n d w : provides [:: is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_variant" [:: h; Num n%:R; Num d%:R; w] = Value (Bool true) -> exists2 k, w = Num k%:R & variant_head h n d k.
Proof.
move=> W n_gt0 d_gt0; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _; _]; have h_y : yields fs e env (Name "h") h by []; have d_y : yields fs e env (Name "d") (Num d%:R) by [].
have Wv : provides [:: is_vector_d] e by provided.
have n2_y : yields fs e env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
  by rewrite -twice_less_1.
case/true_and=> k_ge1 /true_and[isQ /true_and[isK /true_and[isB _]]].
have [k [Q [hQ yk]]] := is_matrix_field We d_gt0 h_y isQ d_y.
have [k' [K [hK yk']]] := is_matrix_field We d_gt0 h_y isK d_y.
have kE := natr_inj (yields_inj yk' yk); subst k'.
have wE : w = Num k%:R by apply: (yields_inj (e := Name "dH")) yk.
have k_gt0 : (0 < k)%N by apply: at_least_1 k_ge1 yk.
exists k => //; apply: (VariantHead k_gt0 hQ hK).
case/true_if: isB => -[]; first by move=> /(true_symbol h_y) hv /(is_vector_field Wv h_y)/(_ n2_y)[f hm]; exact: WithT5 hv hm.
move=> _ /true_if[] []; first by move=> /(true_symbol h_y) hv isR; have [R hR] := calls_encodings.is_matrix_known We h_y isR n2_y yk; exact: WithShaw hv hR.
move=> _ /true_if[] []; first move=> /(true_symbol h_y) hv /true_and[isR /true_and[isT _]].
  by have [R hR] := calls_encodings.is_matrix_known We h_y isR n2_y yk; have [T hT] := calls_encodings.is_matrix_known We h_y isT n2_y yk; exact: WithDeberta hv hR hT.
move=> _ /true_if[] []; last by move=> _ /(true_symbol h_y) hv; exact: WithNone hv.
move=> /(true_symbol h_y) hv /true_and[isW /true_and[isu /true_and[isv _]]].
have [q [M hM]] := calls_encodings.is_matrix_own We h_y isW yk; have [f hf] := is_vector_field Wv h_y isu yk; have [g hg] := is_vector_field Wv h_y isv yk.
exact: WithTransformerXl hv hM hf hg.
Qed.

(* --- Of a head that is named --- *)
Lemma y_is_matrix defs env h s m k A a b : provides [:: is_matrix_d; is_vector_d] defs -> lookup "h" env = Some h -> field_at h s = Value (mat m k A) ->
  yields fs defs env a (Num m%:R) -> yields fs defs env b (Num k%:R) ->
  yields fs defs env (Call "is_matrix" [:: Field (Name "h") s; a; b]) (Bool true).
Proof.
move=> W h_in hs ya yb; refine (y_call _ _ _); [exact: all_cons (y_field (y_name _ _ h_in) hs) (all_cons ya (all_cons yb (all_nil _ _ _))) | reflexivity | ].
exact: call_is_matrix.
Qed.
Lemma y_is_vector defs env h s k f a : provides [:: is_vector_d] defs -> lookup "h" env = Some h -> field_at h s = Value (vec k f) ->
  yields fs defs env a (Num k%:R) -> yields fs defs env (Call "is_vector" [:: Field (Name "h") s; a]) (Bool true).
Proof.
move=> W h_in hs ya; refine (y_call _ _ _); [exact: all_cons (y_field (y_name _ _ h_in) hs) (all_cons ya (all_nil _ _ _)) | reflexivity | ].
exact: call_is_vector.
Qed.
Lemma call_is_variant defs h n d k Q K : provides [:: is_variant_d; is_matrix_d; is_vector_d] defs -> (0 < n)%N -> (0 < k)%N ->
  field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) -> encoding_of h n k ->
  call fs defs "is_variant" [:: h; Num n%:R; Num d%:R; Num k%:R] = Value (Bool true).
Proof.
move=> W n_gt0 k_gt0 hQ hK enc; enter; set env := [:: _; _; _; _].
have n2_y : yields fs earlier env (Binary Subtract (Binary Multiply (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (Name "n")) (Number (BinNums.Npos BinNums.xH))) (Num (2 * n - 1)%:R).
  by rewrite -twice_less_1.
have Wv : provides [:: is_vector_d] earlier by provided.
apply: true_and_true; first by apply: yields_eq; [value | congr Bool; rewrite ler1n].
apply: true_and_true; first exact: (y_is_matrix prov _ hQ).
apply: true_and_true; first exact: (y_is_matrix prov _ hK).
apply: y_and1; case: enc => [f hv hm | R hv hR | R T hv hR hT | q M f g hv hM hf hg | hv];
  repeat (first [apply: y_yes; [exact: (equal_variant _ hv) | ] | apply: y_no; [exact: (equal_variant _ hv) | ]]).
- exact: (y_is_vector Wv _ hm).
- exact: (y_is_matrix prov _ hR).
- by apply: true_and_true; [exact: (y_is_matrix prov _ hR) | apply: y_and1; exact: (y_is_matrix prov _ hT)].
- apply: true_and_true; [apply: (y_is_matrix prov _ hM) => // | apply: true_and_true; [exact: (y_is_vector Wv _ hf) | apply: y_and1; exact: (y_is_vector Wv _ hg)]].
  by apply: y_len; apply: y_field hM; exact: y_name.
exact: (equal_variant _ hv).
Qed.
(* What an encoding is, at a fixed family R of n columns where it is Transformer-XL's. *)
Lemma encodes_of h n d k R : encoding_of h n k -> (0 < n)%N -> (0 < d)%N ->
  (field_at h "variant" = Value (Symb "transformer_xl") -> exists W, field_at h "WR" = Value (mat d k W)) ->
  exists B : encoding F, encodes h n k (mat (2 * n - 1) d R) B.
Proof.
case=> [f hv hm | Rs hv hR | Rs T hv hR hT | q M f g hv hM hf hg | hv] n_gt0 d_gt0 isd.
- by eexists; exact: encodes_t5 hv hm n_gt0.
- by eexists; exact: encodes_shaw hv hR.
- by eexists; exact: encodes_deberta hv hR hT.
- by have [W hW] := isd hv; eexists; exact: encodes_transformer_xl hv hW hf hg d_gt0.
by eexists; exact: encodes_none hv.
Qed.
End Heads.
