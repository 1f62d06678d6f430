(* SPDX-License-Identifier: Apache-2.0 *)
(* An interpreter of the statement language that computes: what it answers, the meaning says (interpreter_sound.v); what it does not
   know it says. Expressions are compiled first: names become places, definitions their bodies, so that loops look nothing up. *)
From Coq Require Import String List ZArith Bool.
From attest Require Import syntax rationals enclosures elementary quantities.
Import ListNotations.

Inductive datum :=
  | DNumber (n : quantity)
  | DTruth (t : truth)
  | DSymbol (s : string)
  | DList (items : list datum)
  | DRecord (fields : list (string * datum)).

Definition d_integer (z : Z) : datum := DNumber (Plain (Exact (Int z))).
Definition truthful (a : answer truth) : answer datum := bind a (fun t => Yields (DTruth t)).
Fixpoint found (A : Type) (x : string) (l : list (string * A)) : option A :=
  match l with nil => None | (y, v) :: rest => if String.eqb x y then Some v else found A x rest end.
Arguments found {A} x l.
Fixpoint collect (A : Type) (l : list (answer A)) : answer (list A) :=
  match l with
  | nil => Yields nil
  | a :: rest => bind a (fun x => bind (collect A rest) (fun xs => Yields (x :: xs)))
  end.
Arguments collect {A} l.

Section Operators.
Variable ctx : context.

Fixpoint d_equal (v w : datum) {struct v} : answer truth :=
  match v, w with
  | DNumber m, DNumber n => Yields (a_equal ctx m n)
  | DTruth (Some a), DTruth (Some b) => Yields (Some (Bool.eqb a b))
  | DTruth _, DTruth _ => Yields None
  | DSymbol s, DSymbol t => Yields (Some (String.eqb s t))
  | DList l, DList m =>
    if Nat.eqb (length l) (length m) then
      (fix entries l m (unknown : bool) := match l, m with
        | x :: l', y :: m' =>
          match d_equal x y with
          | Yields (Some true) => entries l' m' unknown
          | Yields (Some false) => Yields (Some false)
          | Yields None => entries l' m' true
          | NoValue => if unknown then NotKnown else NoValue
          | NotKnown => NotKnown
          end
        | _, _ => Yields (if unknown then None else Some true)
        end) l m false
    else Yields (Some false)
  | _, _ => NoValue
  end.

Definition d_compare (c : comparison) (v w : datum) : answer truth :=
  match c, v, w with
  | Equal, _, _ => d_equal v w
  | Different, _, _ => bind (d_equal v w) (fun t => Yields (opposite t))
  | Less, DNumber m, DNumber n => Yields (a_less ctx m n)
  | AtMost, DNumber m, DNumber n => Yields (a_at_most ctx m n)
  | Greater, DNumber m, DNumber n => Yields (a_less ctx n m)
  | AtLeast, DNumber m, DNumber n => Yields (a_at_most ctx n m)
  | _, _, _ => NoValue
  end.

Definition integer_of (v : datum) : answer Z := match v with DNumber n => k_integer (bounds n) | _ => NoValue end.
Definition on_integers (f : Z -> Z -> answer datum) (v w : datum) : answer datum :=
  bind (integer_of v) (fun i => bind (integer_of w) (fun j => f i j)).
(* i, i + 1, ...: n of them. *)
Fixpoint counted (i : Z) (n : nat) : list datum := match n with O => nil | S n' => d_integer i :: counted (Z.succ i) n' end.
Definition longest_range : Z := 10000000.

Definition d_operate (op : binary) (v w : datum) : answer datum :=
  match op with
  | Add => match v, w with DNumber m, DNumber n => Yields (DNumber (a_add ctx m n)) | _, _ => NoValue end
  | Subtract => match v, w with DNumber m, DNumber n => Yields (DNumber (a_subtract ctx m n)) | _, _ => NoValue end
  | Multiply => match v, w with DNumber m, DNumber n => Yields (DNumber (a_multiply ctx m n)) | _, _ => NoValue end
  | Divide =>
    match v, w with DNumber m, DNumber n => bind (a_divide ctx m n) (fun r => Yields (DNumber r)) | _, _ => NoValue end
  | Div => on_integers (fun i j => if Z.eqb j 0 then NoValue else Yields (d_integer (Z.div i j))) v w
  | Mod => on_integers (fun i j => if Z.eqb j 0 then NoValue else Yields (d_integer (i - j * Z.div i j)%Z)) v w
  | Power =>
    match v with
    | DNumber n => bind (integer_of w) (fun k => bind (a_power ctx n k) (fun r => Yields (DNumber r)))
    | _ => NoValue
    end
  | Range =>
    on_integers (fun i j =>
      if Z.ltb longest_range (j - i) then NotKnown else Yields (DList (counted i (Z.to_nat (j - i + 1)%Z)))) v w
  | Concatenate => match v, w with DList l, DList m => Yields (DList (l ++ m)) | _, _ => NoValue end
  end.

(* All lists of length m over l, the last place running fastest; all arrangements of l's first n places. *)
Fixpoint all_lists (l : list datum) (m : nat) : list (list datum) :=
  match m with O => [nil] | S m' => let rest := all_lists l m' in flat_map (fun x => map (cons x) rest) l end.
(* An entry with those beside it, for every place. *)
Fixpoint picked (before l : list datum) : list (datum * list datum) :=
  match l with nil => nil | x :: rest => (x, rev_append before rest) :: picked (x :: before) rest end.
Fixpoint arranged (n : nat) (l : list datum) : list (list datum) :=
  match n with O => [nil] | S n' => flat_map (fun p => map (cons (fst p)) (arranged n' (snd p))) (picked nil l) end.

Definition extreme_of (pick : quantity -> quantity -> quantity) (l : list datum) : answer datum :=
  match l with
  | [DNumber m; DNumber n] => Yields (DNumber (pick m n))
  | [DList (DNumber first :: rest)] =>
    bind (collect (map (fun v => match v with DNumber n => Yields n | _ => NoValue end) rest))
      (fun ns => Yields (DNumber (fold_left pick ns first)))
  | _ => NoValue
  end.
Definition of_quantity (f : quantity -> answer datum) (l : list datum) : answer datum := match l with [DNumber n] => f n | _ => NoValue end.
Definition tested (f : datum -> truth) (l : list datum) : answer datum := match l with [v] => Yields (DTruth (f v)) | _ => NoValue end.
Definition many : Z := 2000000.

End Operators.

Definition the_built_in : list (string * (context -> list datum -> answer datum)) :=
  [("max", fun ctx => extreme_of (a_maximum ctx));
   ("min", fun ctx => extreme_of (a_minimum ctx));
   ("len", fun _ l => match l with [DList items] => Yields (d_integer (Z.of_nat (length items))) | _ => NoValue end);
   ("abs", fun _ => of_quantity (fun n => Yields (DNumber (a_absolute n))));
   ("floor", fun _ => of_quantity (fun n => bind (k_floor (bounds n)) (fun z => Yields (d_integer z))));
   ("ceil", fun _ => of_quantity (fun n => bind (k_floor (k_negate (bounds n))) (fun z => Yields (d_integer (- z)))));
   ("sqrt", fun ctx => of_quantity (fun n => bind (k_sqrt (precision ctx) (bounds n)) (fun r => Yields (DNumber (Plain r)))));
   ("exp", fun ctx => of_quantity (fun n => bind (k_exp (precision ctx) (bounds n)) (fun r => Yields (DNumber (Plain r)))));
   ("log", fun ctx => of_quantity (fun n => bind (k_log (precision ctx) (bounds n)) (fun r => Yields (DNumber (Plain r)))));
   ("permutations", fun _ l => match l with
      | [v] => bind (integer_of v) (fun n => if Z.ltb n 0 then NoValue else if Z.ltb 10 n then NotKnown
          else Yields (DList (map DList (arranged (Z.to_nat n) (counted 1 (Z.to_nat n))))))
      | _ => NoValue
      end);
   ("tuples", fun _ l => match l with
      | [DList items; v] => bind (integer_of v) (fun n => if Z.ltb n 0 then NoValue
          else if Z.ltb 64 n then NotKnown else if Z.ltb many (Z.pow (Z.of_nat (length items)) n) then NotKnown
          else Yields (DList (map DList (all_lists items (Z.to_nat n)))))
      | _ => NoValue
      end);
   ("is_number", fun _ => tested (fun v => Some (match v with DNumber _ => true | _ => false end)));
   ("is_integer", fun _ => tested (fun v => match integer_of v with Yields _ => Some true | NoValue => Some false | NotKnown => None end));
   ("is_boolean", fun _ => tested (fun v => Some (match v with DTruth _ => true | _ => false end)));
   ("is_symbol", fun _ => tested (fun v => Some (match v with DSymbol _ => true | _ => false end)));
   ("is_list", fun _ => tested (fun v => Some (match v with DList _ => true | _ => false end)));
   ("is_record", fun _ => tested (fun v => Some (match v with DRecord _ => true | _ => false end)));
   ("has", fun _ l => match l with
      | [DRecord fields; DSymbol f] => Yields (DTruth (Some (match found f fields with Some _ => true | None => false end)))
      | _ => NoValue
      end)]%string.

(* --- What takes a loop's values, one after the other ---------------------------------------------------------------------- *)
Inductive consumer := Total | Multiple | Largest | Smallest | Until (stop : bool) | Number_of | Collected.
Inductive state :=
  | SNumber (n : quantity)
  | SBest (n : option quantity)
  | SUndecided (unknown : bool)
  | SCount (z : Z)
  | SList (latest_first : list datum).
Inductive progress := More (s : state) | Done (a : answer datum).

Definition start (c : consumer) : state :=
  match c with
  | Total => SNumber (Plain (Exact (Int 0)))
  | Multiple => SNumber (Plain (Exact (Int 1)))
  | Largest | Smallest => SBest None
  | Until _ => SUndecided false
  | Number_of => SCount 0
  | Collected => SList nil
  end.
Definition better (pick : quantity -> quantity -> quantity) (best : option quantity) (n : quantity) : option quantity :=
  Some (match best with None => n | Some m => pick m n end).
Definition step (ctx : context) (c : consumer) (s : state) (a : answer datum) : progress :=
  match c, s, a with
  | Until stop, SUndecided unknown, Yields (DTruth (Some b)) => if Bool.eqb b stop then Done (Yields (DTruth (Some stop))) else More s
  | Until _, SUndecided _, Yields (DTruth None) => More (SUndecided true)
  | Until _, SUndecided unknown, _ =>
    Done (match a with NotKnown => NotKnown | _ => if unknown then NotKnown else NoValue end)
  | _, _, NotKnown => Done NotKnown
  | Total, SNumber m, Yields (DNumber n) => More (SNumber (a_add ctx m n))
  | Multiple, SNumber m, Yields (DNumber n) => More (SNumber (a_multiply ctx m n))
  | Largest, SBest best, Yields (DNumber n) => More (SBest (better (a_maximum ctx) best n))
  | Smallest, SBest best, Yields (DNumber n) => More (SBest (better (a_minimum ctx) best n))
  | Number_of, SCount z, Yields (DTruth (Some b)) => More (SCount (if b then Z.succ z else z))
  | Number_of, _, Yields (DTruth None) => Done NotKnown
  | Collected, SList l, Yields v => More (SList (v :: l))
  | _, _, _ => Done NoValue
  end.
Definition finish (c : consumer) (s : state) : answer datum :=
  match c, s with
  | (Total | Multiple), SNumber n => Yields (DNumber n)
  | (Largest | Smallest), SBest best => match best with Some n => Yields (DNumber n) | None => NoValue end
  | Until stop, SUndecided unknown => Yields (DTruth (if unknown then None else Some (negb stop)))
  | Number_of, SCount z => Yields (d_integer z)
  | Collected, SList l => Yields (DList (rev l))
  | _, _ => NotKnown
  end.
Definition finished (c : consumer) (p : progress) : answer datum := match p with More s => finish c s | Done a => a end.
Definition the_consumers : list (string * consumer) :=
  [("sum", Total); ("product", Multiple); ("max", Largest); ("min", Smallest);
   ("all", Until false); ("any", Until true); ("count", Number_of)]%string.

(* --- Compiled expressions --------------------------------------------------------------------------------------------------- *)
Inductive code :=
  | CValue (a : answer datum)
  | CPlace (i : nat)
  | CBuiltIn (f : context -> list datum -> answer datum) (arguments : list code)
  | CCall (body : code) (arguments : list code)
  | COver (c : consumer) (body : code) (generators : list code) (filter : option code)
  | CUntil (stop : bool) (operands : list code)
  | CList (items : list code)
  | CRecord (fields : list (string * code))
  | CIndex (base index : code)
  | CField (base : code) (f : string)
  | CNegate (operand : code)
  | CNot (operand : code)
  | CBinary (op : binary) (left right : code)
  | CChain (first : code) (links : list (comparison * code))
  | CLet (value body : code)
  | CIf (condition yes no : code)
  | CFold (start source body : code).

(* Loops, for any interpretation of the code inside. *)
Section Loops.
Variable ctx : context.
Variable run : list datum -> code -> answer datum.

Fixpoint each (f : datum -> state -> progress) (items : list datum) (s : state) : progress :=
  match items with nil => More s | v :: rest => match f v s with More s' => each f rest s' | Done a => Done a end end.
Fixpoint loop (c : consumer) (inside : list datum -> state -> progress) (generators : list code) (env : list datum) (s : state) : progress :=
  match generators with
  | nil => inside env s
  | l :: inner =>
    match run env l with
    | Yields (DList items) => each (fun v => loop c inside inner (v :: env)) items s
    | NotKnown => Done NotKnown
    | _ => step ctx c s NoValue
    end
  end.
Fixpoint until (stop : bool) (operands : list code) (env : list datum) (s : state) : progress :=
  match operands with
  | nil => More s
  | a :: rest => match step ctx (Until stop) s (run env a) with More s' => until stop rest env s' | Done a => Done a end
  end.
Fixpoint chain (env : list datum) (v : datum) (links : list (comparison * code)) (unknown : bool) : answer datum :=
  match links with
  | nil => Yields (DTruth (if unknown then None else Some true))
  | l :: rest =>
    match bind (run env (snd l)) (fun w => bind (d_compare ctx (fst l) v w) (fun t => Yields (w, t))) with
    | Yields (w, Some true) => chain env w rest unknown
    | Yields (_, Some false) => Yields (DTruth (Some false))
    | Yields (w, None) => chain env w rest true
    | NoValue => if unknown then NotKnown else NoValue
    | NotKnown => NotKnown
    end
  end.
Fixpoint folded (f : datum -> datum -> answer datum) (items : list datum) (s : datum) : answer datum :=
  match items with nil => Yields s | v :: rest => bind (f v s) (folded f rest) end.
End Loops.

Definition entry_at (l : list datum) (z : Z) : answer datum :=
  if Z.ltb z 1 then NoValue
  else if Z.ltb (Z.of_nat (length l)) z then NoValue
  else match nth_error l (Z.to_nat (z - 1)) with Some v => Yields v | None => NoValue end.

(* The latest bound stands first in an environment. *)
Section Run.
Variable ctx : context.
Fixpoint run (env : list datum) (c : code) {struct c} : answer datum :=
  match c with
  | CValue a => a
  | CPlace i => match nth_error env i with Some v => Yields v | None => NotKnown end
  | CBuiltIn f arguments => bind (collect (map (run env) arguments)) (f ctx)
  | CCall body arguments => bind (collect (map (run env) arguments)) (fun l => run l body)
  | COver k body generators filter =>
    let inside env s :=
      match (match filter with Some p => run env p | None => Yields (DTruth (Some true)) end) with
      | Yields (DTruth (Some true)) => step ctx k s (run env body)
      | Yields (DTruth (Some false)) => More s
      | Yields (DTruth None) | NotKnown => Done NotKnown
      | _ => step ctx k s NoValue
      end in
    finished k (loop ctx run k inside generators env (start k))
  | CUntil stop operands => finished (Until stop) (until ctx run stop operands env (start (Until stop)))
  | CList items => bind (collect (map (run env) items)) (fun l => Yields (DList l))
  | CRecord fields =>
    bind (collect (map (fun f => bind (run env (snd f)) (fun v => Yields (fst f, v))) fields)) (fun l => Yields (DRecord l))
  | CIndex base index =>
    bind (run env base) (fun b => bind (run env index) (fun i =>
      match b with DList l => bind (integer_of i) (entry_at l) | _ => NoValue end))
  | CField base f =>
    bind (run env base) (fun b =>
      match b with DRecord fields => match found f fields with Some v => Yields v | None => NoValue end | _ => NoValue end)
  | CNegate operand => bind (run env operand) (fun v => match v with DNumber n => Yields (DNumber (a_negate n)) | _ => NoValue end)
  | CNot operand => bind (run env operand) (fun v => match v with DTruth t => Yields (DTruth (opposite t)) | _ => NoValue end)
  | CBinary op a b => bind (run env a) (fun v => bind (run env b) (fun w => d_operate ctx op v w))
  | CChain first links => bind (run env first) (fun v => chain ctx run env v links false)
  | CLet value body => bind (run env value) (fun v => run (v :: env) body)
  | CIf condition yes no =>
    bind (run env condition) (fun v =>
      match v with
      | DTruth (Some true) => run env yes
      | DTruth (Some false) => run env no
      | DTruth None => NotKnown
      | _ => NoValue
      end)
  | CFold start source body =>
    bind (run env start) (fun s => bind (run env source) (fun l =>
      match l with DList items => folded (fun v s => run (v :: s :: env) body) items s | _ => NoValue end))
  end.
End Run.

(* --- Compilation ------------------------------------------------------------------------------------------------------------ *)
(* Definitions: their numbers of parameters, and their bodies compiled. *)
Definition table := list (string * (nat * code)).

Fixpoint place_of (x : string) (names : list string) : option nat :=
  match names with nil => None | y :: rest => if String.eqb x y then Some O else option_map S (place_of x rest) end.
Definition definition_of (defs : table) (f : string) (arguments : nat) : option code :=
  match found f defs with Some (n, c) => if Nat.eqb n arguments then Some c else None | None => None end.

(* The names bound by generators stand before the others. *)
Fixpoint bound_by (generators : list (string * expr)) (names : list string) : list string :=
  match generators with nil => names | (x, _) :: inner => bound_by inner (x :: names) end.
Section Sources.
Variable compile : list string -> expr -> code.
Fixpoint sources (generators : list (string * expr)) (names : list string) : list code :=
  match generators with nil => nil | (x, l) :: inner => compile names l :: sources inner (x :: names) end.
End Sources.

Section Compilation.
Variable defs : table.

Fixpoint compile (names : list string) (e : expr) {struct e} : code :=
  match e with
  | Number n => CValue (Yields (d_integer (Z.of_N n)))
  | Truth b => CValue (Yields (DTruth (Some b)))
  | Sym s => CValue (Yields (DSymbol s))
  | Name x =>
    match place_of x names with
    | Some i => CPlace i
    | None => match definition_of defs x 0 with Some c => CCall c nil | None => CValue NotKnown end
    end
  | Call f arguments =>
    let codes := map (compile names) arguments in
    match found f the_built_in with
    | Some g => CBuiltIn g codes
    | None => match definition_of defs f (length arguments) with Some c => CCall c codes | None => CValue NotKnown end
    end
  | Over consumer body generators filter =>
    match found consumer the_consumers with
    | Some k =>
      let all := bound_by generators names in
      COver k (compile all body) (sources compile generators names) (match filter with Some p => Some (compile all p) | None => None end)
    | None => CValue NotKnown
    end
  | ListOver body generators filter =>
    let all := bound_by generators names in
    COver Collected (compile all body) (sources compile generators names)
      (match filter with Some p => Some (compile all p) | None => None end)
  | ListOf items => CList (map (compile names) items)
  | RecordOf fields => CRecord (map (fun f => (fst f, compile names (snd f))) fields)
  | Index base index => CIndex (compile names base) (compile names index)
  | Field base f => CField (compile names base) f
  | Negate operand => CNegate (compile names operand)
  | Not operand => CNot (compile names operand)
  | Binary op a b => CBinary op (compile names a) (compile names b)
  | And operands => CUntil false (map (compile names) operands)
  | Or operands => CUntil true (map (compile names) operands)
  | Chain first links => CChain (compile names first) (map (fun l => (fst l, compile names (snd l))) links)
  | Let x value body => CLet (compile names value) (compile (x :: names) body)
  | If condition yes no => CIf (compile names condition) (compile names yes) (compile names no)
  | Fold state start x source body =>
    CFold (compile names start) (compile names source) (compile (x :: state :: names) body)
  end.
End Compilation.

(* A definition may use those before it; one without parameters is evaluated once, without any sign. *)
Section Definitions.
Variable bits : positive.
Fixpoint compile_definitions (latest_first : list definition) : table :=
  match latest_first with
  | nil => nil
  | d :: earlier =>
    let defs := compile_definitions earlier in
    let c := compile defs (parameters d) (body d) in
    (name d, (length (parameters d), match parameters d with nil => CValue (run (Knowing bits nil) nil c) | _ => c end)) :: defs
  end.
End Definitions.
