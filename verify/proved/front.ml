(* SPDX-License-Identifier: Apache-2.0 *)
(* The front end of the proved checker, for main.ml and browser.ml. Unproved: it reads trees as tree.py --checker prints them (the terms that
   Coq reads) and certificates (docs/certificate_format.md), compares their hashes, and says what the checker says:

   Accepted (complete: the theorem check_statement_sound applies), Accepted: some elements only (instances), Rejected, Undecided (a
   rule, an operation or a size that it does not know, or time), Malformed. *)
open Proved

exception Malformed of string
let malformed text = raise (Malformed text)
let integer text = Big_int_Z.big_int_of_string text

(* --- Coq terms ---------------------------------------------------------------------------------------------------------------- *)
type term = Word of string | Text of string | Several of term list | Pair of term * term | Apply of string * term list

let parse_term text =
  let at = ref 0 and size = String.length text in
  let rec skip () = if !at < size && (text.[!at] = ' ' || text.[!at] = '\n') then (incr at; skip ()) in
  let peek () = skip (); if !at < size then text.[!at] else '\000' in
  let expect c = if peek () = c then incr at else malformed (Printf.sprintf "tree: '%c' was expected at %d" c !at) in
  let letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c = '_' in
  let word () =
    skip (); let start = !at in
    while !at < size && letter text.[!at] do incr at done;
    if !at = start then malformed (Printf.sprintf "tree: a word was expected at %d" start);
    String.sub text start (!at - start) in
  let rec atom () =
    match peek () with
    | '"' ->
      let stop = String.index_from text (!at + 1) '"' in
      let inside = String.sub text (!at + 1) (stop - !at - 1) in
      at := stop + 1; Text inside
    | '[' ->
      incr at;
      if peek () = ']' then (incr at; Several [])
      else
        let rec more items = let items = term () :: items in
          if peek () = ';' then (incr at; more items) else (expect ']'; Several (List.rev items)) in
        more []
    | '(' ->
      incr at;
      let first = term () in
      if peek () = ',' then (incr at; let second = term () in expect ')'; Pair (first, second)) else (expect ')'; first)
    | _ -> Word (word ())
  and term () =
    match atom () with
    | Word constructor ->
      let rec arguments items =
        match peek () with '"' | '[' | '(' -> arguments (atom () :: items) | c when letter c -> arguments (atom () :: items) | _ -> List.rev items in
      (match arguments [] with [] -> Word constructor | items -> Apply (constructor, items))
    | other -> other in
  let result = term () in
  skip (); if !at < size then malformed "tree: more than a term";
  result

let text = function Text s -> s | _ -> malformed "tree: a string was expected"
let several one = function Several l -> List.map one l | _ -> malformed "tree: a list was expected"
let pair first second = function Pair (a, b) -> (first a, second b) | _ -> malformed "tree: a pair was expected"
let option one = function Word "None" -> None | Apply ("Some", [a]) -> Some (one a) | _ -> malformed "tree: an option was expected"
let binary = function
  | Word "Add" -> Add | Word "Subtract" -> Subtract | Word "Multiply" -> Multiply | Word "Divide" -> Divide | Word "Div" -> Div
  | Word "Mod" -> Mod | Word "Power" -> Power | Word "Range" -> Range | Word "Concatenate" -> Concatenate
  | _ -> malformed "tree: an operator was expected"
let comparison = function
  | Word "Equal" -> Equal | Word "Different" -> Different | Word "Less" -> Less | Word "AtMost" -> AtMost | Word "Greater" -> Greater
  | Word "AtLeast" -> AtLeast | _ -> malformed "tree: a comparison was expected"
let rec expr = function
  | Apply ("Number", [Word n]) -> Number (integer n)
  | Apply ("Truth", [Word b]) -> Truth (b = "true")
  | Apply ("Sym", [s]) -> Sym (text s)
  | Apply ("Name", [s]) -> Name (text s)
  | Apply ("Call", [f; l]) -> Call (text f, several expr l)
  | Apply ("Over", [c; e; gs; p]) -> Over (text c, expr e, several (pair text expr) gs, option expr p)
  | Apply ("ListOver", [e; gs; p]) -> ListOver (expr e, several (pair text expr) gs, option expr p)
  | Apply ("ListOf", [l]) -> ListOf (several expr l)
  | Apply ("RecordOf", [l]) -> RecordOf (several (pair text expr) l)
  | Apply ("Index", [a; b]) -> Index (expr a, expr b)
  | Apply ("Field", [a; f]) -> Field (expr a, text f)
  | Apply ("Negate", [a]) -> Negate (expr a)
  | Apply ("Not", [a]) -> Not (expr a)
  | Apply ("Binary", [op; a; b]) -> Binary (binary op, expr a, expr b)
  | Apply ("And", [l]) -> And (several expr l)
  | Apply ("Or", [l]) -> Or (several expr l)
  | Apply ("Chain", [a; l]) -> Chain (expr a, several (pair comparison expr) l)
  | Apply ("Let", [x; a; b]) -> Let (text x, expr a, expr b)
  | Apply ("If", [a; b; c]) -> If (expr a, expr b, expr c)
  | Apply ("Fold", [s; a; x; b; c]) -> Fold (text s, expr a, text x, expr b, expr c)
  | _ -> malformed "tree: an expression was expected"
let domain = function
  | Apply ("Elements", [l]) -> Elements (expr l)
  | Apply ("Naturals", [a]) -> Naturals (expr a)
  | Apply ("Reals", [b]) -> Reals (option (pair expr expr) b)
  | Apply ("Vectors", [n; b]) -> Vectors (expr n, option (pair expr expr) b)
  | Apply ("Matrices", [m; n; b]) -> Matrices (expr m, expr n, option (pair expr expr) b)
  | Word "Values" -> Values
  | _ -> malformed "tree: a domain was expected"
let rec formula = function
  | Apply ("Expression", [e]) -> Expression (expr e)
  | Apply ("Forall", [x; d; p; f]) -> Forall (text x, domain d, option expr p, formula f)
  | Apply ("Exists", [x; d; p; f]) -> Exists (text x, domain d, option expr p, formula f)
  | Apply ("Parts", [l]) -> Parts (several (pair text formula) l)
  | _ -> malformed "tree: a formula was expected"
let definition = function
  | Apply ("Definition_", [f; l; e]) -> { name = text f; parameters = several text l; body = expr e }
  | _ -> malformed "tree: a definition was expected"
let statement = function
  | Apply ("Statement", [l; f]) -> { definitions = several definition l; asserted = formula f }
  | _ -> malformed "tree: a statement was expected"

(* --- JSON, strictly -------------------------------------------------------------------------------------------------------------- *)
type json = String of string | Truth_value of bool | Array of json list | Object of (string * json) list

let parse_json text =
  let at = ref 0 and size = String.length text in
  let rec skip () = if !at < size && String.contains " \n\t\r" text.[!at] then (incr at; skip ()) in
  let peek () = skip (); if !at < size then text.[!at] else '\000' in
  let expect c = if peek () = c then incr at else malformed (Printf.sprintf "certificate: '%c' was expected at byte %d" c !at) in
  let literal word value =
    if !at + String.length word <= size && String.sub text !at (String.length word) = word then (at := !at + String.length word; value)
    else malformed "certificate: a value was expected" in
  let quoted () =
    expect '"';
    let start = !at in
    while !at < size && text.[!at] <> '"' do
      if text.[!at] = '\\' || Char.code text.[!at] < 32 then malformed "certificate: a string without escapes was expected";
      incr at
    done;
    expect '"'; String.sub text start (!at - 1 - start) in
  let rec value depth =
    if depth > 200 then malformed "certificate: nesting of more than 200";
    match peek () with
    | '"' -> String (quoted ())
    | 't' -> literal "true" (Truth_value true)
    | 'f' -> literal "false" (Truth_value false)
    | '[' -> incr at; Array (items ']' (fun () -> value (depth + 1)))
    | '{' ->
      incr at;
      let fields = items '}' (fun () -> skip (); let key = quoted () in expect ':'; (key, value (depth + 1))) in
      let keys = List.sort_uniq compare (List.map Stdlib.fst fields) in
      if List.length keys <> List.length fields then malformed "certificate: a key stands twice";
      Object fields
    | _ -> malformed "certificate: a value was expected"
  and items : 'a. char -> (unit -> 'a) -> 'a list = fun close one ->
    if peek () = close then (incr at; [])
    else
      let rec more l = let l = one () :: l in if peek () = ',' then (incr at; more l) else (expect close; List.rev l) in
      more [] in
  let result = value 0 in
  skip (); if !at < size then malformed "certificate: more than one value";
  result

let fields keys = function
  | Object l when List.sort compare (List.map Stdlib.fst l) = List.sort compare keys -> (fun key -> List.assoc key l)
  | Object _ -> malformed ("certificate: exactly these keys were expected: " ^ String.concat ", " keys)
  | _ -> malformed "certificate: an object was expected"
let json_string = function String s -> s | _ -> malformed "certificate: a string was expected"
let json_array = function Array l -> l | _ -> malformed "certificate: an array was expected"

let digits s = s <> "" && String.for_all (fun c -> c >= '0' && c <= '9') s
let canonical_natural s = digits s && (s = "0" || s.[0] <> '0')
let canonical_integer s =
  canonical_natural s || (String.length s > 1 && s.[0] = '-' && s <> "-0" && canonical_natural (String.sub s 1 (String.length s - 1)))
let rational s =
  match String.index_opt s '/' with
  | None -> if canonical_integer s then Int (integer s) else malformed "certificate: a canonical number was expected"
  | Some slash ->
    let n = String.sub s 0 slash and d = String.sub s (slash + 1) (String.length s - slash - 1) in
    if not (canonical_integer n && canonical_natural d) || n = "0" || d = "0" || d = "1" then malformed "certificate: a canonical number was expected";
    let n = integer n and d = integer d in
    if not (Big_int_Z.eq_big_int (Big_int_Z.gcd_big_int n d) Big_int_Z.unit_big_int) then malformed "certificate: lowest terms were expected";
    Frac (n, d)
let integer_of_json j = let s = json_string j in if canonical_integer s then integer s else malformed "certificate: an integer was expected"
let keywords = String.split_on_char ' ' ("claim use def statement forall exists in where parts naturals reals vectors matrices values from to "
  ^ "let if then else and or not fold for true false div mod")
let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
let is_name s = s <> "" && is_letter s.[0] && String.for_all (fun c -> is_letter c || (c >= '0' && c <= '9') || c = '_') s && not (List.mem s keywords)
let rec datum = function
  | Truth_value b -> DTruth (Some b)
  | String s -> if s <> "" && is_letter s.[0] then DSymbol s else DNumber (Plain (Exact (rational s)))
  | Array l -> DList (List.map datum l)
  | Object l -> DRecord (List.map (fun (f, v) -> if is_name f then (f, datum v) else malformed "certificate: a field's name was expected") l)

(* Records are the same whatever the order of their fields; the checker compares them in order. *)
let rec ordered = function
  | Object l -> Object (List.sort compare (List.map (fun (f, v) -> (f, ordered v)) l))
  | Array l -> Array (List.map ordered l)
  | other -> other
let cell = function
  | Array [lo; hi] ->
    let at infinity json = if json = String infinity then None else Some (rational (json_string json)) in
    (match at "-inf" lo, at "inf" hi with
     | Some a, Some b when not (q_at_most a b) -> malformed "certificate: ends in order were expected"
     | ends -> ends)
  | _ -> malformed "certificate: two ends were expected"
(* Terms of rule squares. What is not of their form is Rejected where it is met, and not before: as a step that meets no expression. *)
exception Unfit
let squares json =
  let number = function DNumber (Plain (Exact q)) -> q | _ -> raise Unfit in
  let whole d = match number d with Int n -> n | _ -> raise Unfit in
  let items = function DList l -> l | _ -> raise Unfit in
  (* x, v[1] or A[2][1] *)
  let variable = function
    | DSymbol s ->
      (match String.split_on_char '[' s with
       | x :: places ->
         let place p =
           let n = String.length p - 1 in
           if n > 0 && p.[n] = ']' && canonical_natural (String.sub p 0 n) then integer (String.sub p 0 n) else raise Unfit in
         (x, List.map place places)
       | [] -> raise Unfit)
    | _ -> raise Unfit in
  let product = function DList (c :: variables) -> (number c, List.map variable variables) | _ -> raise Unfit in
  let term = function
    | DList [weight; numbers; root] -> ((number weight, List.map whole (items numbers)), List.map product (items root))
    | _ -> raise Unfit in
  let sums = List.map datum (json_array json) in
  try Squares (List.map (fun terms -> List.map term (items terms)) sums) with Unfit -> EachPart []
let has_key key = function Object l -> List.mem_assoc key l | _ -> malformed "certificate: an object was expected"
let rec step json =
  let branches keys =
    let key = if has_key "cases" json then "cases" else "then" in
    let get = fields ("rule" :: "var" :: key :: keys) json in
    let steps = if key = "cases" then List.map step (json_array (get "cases")) else [step (get "then")] in
    (get, json_string (get "var"), key = "then", steps) in
  if not (has_key "rule" json) then malformed "certificate: a rule was expected";
  match (match json with Object l -> json_string (List.assoc "rule" l) | _ -> "") with
  | "witness" ->
    let get = fields ["rule"; "var"; "value"; "then"] json in
    Witness (json_string (get "var"), datum (get "value"), step (get "then"))
  | "exhaustive" -> let _, x, one, steps = branches [] in Exhaustive (x, one, steps)
  | "instances" when has_key "values" json ->
    let get, x, one, steps = branches ["values"] in
    let listed = List.map ordered (json_array (get "values")) in
    (* A value that is listed twice is refused only where the step is taken, as by the other checkers: a quantifier rejects a step for parts. *)
    if List.length (List.sort_uniq compare listed) <> List.length listed then EachPart []
    else Instances (x, List.map datum (json_array (get "values")), one, steps)
  | "instances" ->
    let get, x, one, steps = branches ["from"; "to"] in
    Stretch (x, integer_of_json (get "from"), integer_of_json (get "to"), one, steps)
  | "box" ->
    let get, x, one, steps = branches ["cells"] in
    let cells = json_array (get "cells") and with_order = function Array [_; _; _] -> true | _ -> false in
    if List.exists with_order cells then Other else Cells (x, List.map cell cells, one, steps)
  | "polynomial" ->
    let get = fields ["rule"; "var"; "then"] json in
    Polynomials (json_string (get "var"), step (get "then"))
  | "split" when has_key "parts" json ->
    let get = fields ["rule"; "parts"] json in
    (match get "parts" with Object l -> EachPart (List.map (fun (s, j) -> (s, step j)) l) | _ -> malformed "certificate: an object was expected")
  | "split" ->
    let get = fields ["rule"; "part"; "then"] json in
    OnePart (json_string (get "part"), step (get "then"))
  | "evaluate" -> ignore (fields ["rule"] json); Evaluate
  | "squares" -> squares (fields ["rule"; "signs"] json "signs")
  | "function" -> ignore (fields ["rule"; "var"; "value"; "then"] json); Other
  | "statement" | "proof" -> Other
  | rule -> malformed ("certificate: there is no rule " ^ rule)

(* --- The answer --------------------------------------------------------------------------------------------------------------------- *)
(* Of a claim's id, its header's hash, and for each statement's name its hash and tree. *)
let answer (claim, header, statements) certificate =
  let get = fields ["format"; "claim"; "header"; "statement"; "hash"; "goal"; "precision"; "steps"] (parse_json certificate) in
  if get "format" <> String "attest.certificate/2" then malformed "certificate: another format";
  let goal = match get "goal" with Truth_value b -> b | _ -> malformed "certificate: goal" in
  let limit = Big_int_Z.int_of_big_int (integer_of_json (get "precision")) in
  if limit < 64 || limit > 8192 then malformed "certificate: precision";
  let steps = step (get "steps") in
  match List.assoc_opt (json_string (get "statement")) statements with
  | None -> "Malformed: no such statement"
  | Some (hash, tree) ->
    if get "claim" <> String claim || get "header" <> String header || get "hash" <> String hash then "Rejected: it is for another statement"
    else
      let tree = Lazy.force tree in
      let rec at bits =
        match check_statement (Big_int_Z.big_int_of_int bits) tree goal steps with
        | Undecided when 2 * bits <= min limit 512 -> at (2 * bits)
        | Undecided -> "Undecided"
        | Rejected -> "Rejected"
        | Accepted true -> "Accepted"
        | Accepted false -> "Accepted: some elements only" in
      at 64

(* What is answered where a reader or the checker stops: every exception but the caller's own. *)
let answered compute =
  try compute () with
  | Malformed reason -> "Malformed: " ^ reason
  | Stack_overflow | Out_of_memory -> "Undecided: memory"
  | Not_found | Invalid_argument _ | Failure _ -> "Malformed: no term, or no certificate"
