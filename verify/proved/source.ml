(* SPDX-License-Identifier: Apache-2.0 *)
(* Statements from their text (docs/statement_language.md: "Grammar", "The hash of a statement", "The hash of a header"), for who has
   no trees: the browser, which checks what stands on the page. Unproved, as the other readers are; the tests hold its trees against
   tree.py's, which theorems are bound by, and its hashes against those of the claims. *)
open Proved

exception Unreadable of string
let unreadable text = raise (Unreadable text)

(* --- SHA-256 (FIPS 180-4) ------------------------------------------------------------------------------------------------------- *)
let constants =
  [|0x428a2f98l; 0x71374491l; 0xb5c0fbcfl; 0xe9b5dba5l; 0x3956c25bl; 0x59f111f1l; 0x923f82a4l; 0xab1c5ed5l; 0xd807aa98l; 0x12835b01l;
    0x243185bel; 0x550c7dc3l; 0x72be5d74l; 0x80deb1fel; 0x9bdc06a7l; 0xc19bf174l; 0xe49b69c1l; 0xefbe4786l; 0x0fc19dc6l; 0x240ca1ccl;
    0x2de92c6fl; 0x4a7484aal; 0x5cb0a9dcl; 0x76f988dal; 0x983e5152l; 0xa831c66dl; 0xb00327c8l; 0xbf597fc7l; 0xc6e00bf3l; 0xd5a79147l;
    0x06ca6351l; 0x14292967l; 0x27b70a85l; 0x2e1b2138l; 0x4d2c6dfcl; 0x53380d13l; 0x650a7354l; 0x766a0abbl; 0x81c2c92el; 0x92722c85l;
    0xa2bfe8a1l; 0xa81a664bl; 0xc24b8b70l; 0xc76c51a3l; 0xd192e819l; 0xd6990624l; 0xf40e3585l; 0x106aa070l; 0x19a4c116l; 0x1e376c08l;
    0x2748774cl; 0x34b0bcb5l; 0x391c0cb3l; 0x4ed8aa4al; 0x5b9cca4fl; 0x682e6ff3l; 0x748f82eel; 0x78a5636fl; 0x84c87814l; 0x8cc70208l;
    0x90befffal; 0xa4506cebl; 0xbef9a3f7l; 0xc67178f2l|]
let initial = [|0x6a09e667l; 0xbb67ae85l; 0x3c6ef372l; 0xa54ff53al; 0x510e527fl; 0x9b05688cl; 0x1f83d9abl; 0x5be0cd19l|]

let sha256 text =
  let add = Int32.add and xor a b c = Int32.logxor (Int32.logxor a b) c and both = Int32.logand in
  let shifted = Int32.shift_right_logical in
  let rotated x n = Int32.logor (shifted x n) (Int32.shift_left x (32 - n)) in
  let size = String.length text in
  let blocks = (size + 8) / 64 + 1 in
  let byte i =
    if i < size then Char.code text.[i] else if i = size then 0x80
    else if i >= 64 * blocks - 4 then (8 * size) lsr (8 * (64 * blocks - 1 - i)) land 255 else 0 in
  let state = Array.copy initial and words = Array.make 64 0l in
  for block = 0 to blocks - 1 do
    for t = 0 to 15 do
      let at = 64 * block + 4 * t in
      words.(t) <- Int32.logor (Int32.shift_left (Int32.of_int (byte at lsl 8 lor byte (at + 1))) 16) (Int32.of_int (byte (at + 2) lsl 8 lor byte (at + 3)))
    done;
    for t = 16 to 63 do
      let a = words.(t - 15) and b = words.(t - 2) in
      words.(t) <- add (add words.(t - 16) (xor (rotated a 7) (rotated a 18) (shifted a 3)))
                     (add words.(t - 7) (xor (rotated b 17) (rotated b 19) (shifted b 10)))
    done;
    let now = Array.copy state in
    for t = 0 to 63 do
      let a = now.(0) and e = now.(4) in
      let choice = Int32.logxor (both e now.(5)) (both (Int32.lognot e) now.(6)) in
      let one = add (add now.(7) (xor (rotated e 6) (rotated e 11) (rotated e 25))) (add choice (add constants.(t) words.(t))) in
      let majority = xor (both a now.(1)) (both a now.(2)) (both now.(1) now.(2)) in
      let two = add (xor (rotated a 2) (rotated a 13) (rotated a 22)) majority in
      Array.blit now 0 now 1 7;
      now.(4) <- add now.(4) one;
      now.(0) <- add one two
    done;
    Array.iteri (fun i x -> state.(i) <- add state.(i) x) now
  done;
  String.concat "" (List.map (Printf.sprintf "%08lx") (Array.to_list state))

(* --- Tokens --------------------------------------------------------------------------------------------------------------------- *)
type kind = Word | Keyword | Integer | Quoted | Symbol | End

let tokens text =
  let size = String.length text in
  let letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') and digit c = c >= '0' && c <= '9' in
  let rec stop fits at = if at < size && fits text.[at] then stop fits (at + 1) else at in
  let rec from at found =
    let token kind stop = from stop ((kind, String.sub text at (stop - at)) :: found) in
    if at = size then Array.of_list (List.rev ((End, "the end of the text") :: found))
    else match text.[at] with
      | ' ' | '\n' -> from (at + 1) found
      | '#' -> from (stop (fun c -> c <> '\n') at) found
      | c when letter c ->
        let stop = stop (fun c -> letter c || digit c || c = '_') at in
        token (if List.mem (String.sub text at (stop - at)) Front.keywords then Keyword else Word) stop
      | c when digit c ->
        let stop = if c = '0' then at + 1 else stop digit at in
        if stop < size && (letter text.[stop] || digit text.[stop] || text.[stop] = '_') then unreadable "a number was expected";
        token Integer stop
      | '"' ->
        let stop = stop (fun c -> c <> '"' && c <> '\n') (at + 1) in
        if stop = size || text.[stop] <> '"' then unreadable "a string does not end";
        token Quoted (stop + 1)
      | c ->
        let two = if at + 1 < size then String.sub text at 2 else "" in
        if List.mem two [".."; "!="; "<="; ">="; "++"] then token Symbol (at + 2)
        else if String.contains "[](){},;:.=<>+*/^-" c then token Symbol (at + 1)
        else unreadable (Printf.sprintf "no token begins with '%c'" c) in
  from 0 []

(* --- The grammar: each function reads what it is named after ------------------------------------------------------------------------ *)
type item = { is_statement : bool; name : string; mentioned : string list; canonical : string; parameters : string list;
              defined : expr option; stated : formula option }

let items text =
  let all = tokens text and at = ref 0 in
  let sees sign = match all.(!at) with (Keyword | Symbol), text -> text = sign | _ -> false in
  let take sign = sees sign && (incr at; true) in
  let fail what = unreadable (what ^ " was expected, found " ^ snd all.(!at)) in
  let expect sign = if not (take sign) then fail sign in
  let word () = match all.(!at) with Word, text -> incr at; text | _ -> fail "a name" in
  let unquoted text = String.sub text 1 (String.length text - 2) in
  let rec several ?(separator = ",") one = let first = one () in if take separator then first :: several ~separator one else [first] in
  let chosen signs = match all.(!at) with
    | (Keyword | Symbol), text -> let found = List.assoc_opt text signs in if found <> None then incr at; found
    | _ -> None in
  let rec to_the_left signs operand =
    let rec more left = match chosen signs with None -> left | Some op -> let right = operand () in more (Binary (op, left, right)) in
    more (operand ())
  and expression () =
    if take "let" then
      let name = word () in expect "=";
      let value = expression () in expect "in";
      let body = expression () in Let (name, value, body)
    else if take "if" then
      let condition = expression () in expect "then";
      let yes = expression () in expect "else";
      let no = expression () in If (condition, yes, no)
    else if take "fold" then
      let state = word () in expect "=";
      let start = expression () in expect "for";
      let name = word () in expect "in";
      let source = expression () in expect "then";
      let body = expression () in Fold (state, start, name, source, body)
    else
      match several ~separator:"or" (fun () -> match several ~separator:"and" negation with [one] -> one | l -> And l) with
      | [one] -> one | l -> Or l
  and negation () = if take "not" then Not (negation ()) else comparison ()
  and comparison () =
    let first = concatenation () in
    let signs = ["=", Equal; "!=", Different; "<", Less; "<=", AtMost; ">", Greater; ">=", AtLeast] in
    let rec links () = match chosen signs with None -> [] | Some sign -> let right = concatenation () in (sign, right) :: links () in
    match links () with [] -> first | l -> Chain (first, l)
  and concatenation () = to_the_left ["++", Concatenate] range
  and range () = let first = sum () in if take ".." then let last = sum () in Binary (Range, first, last) else first
  and sum () = to_the_left ["+", Add; "-", Subtract] product
  and product () = to_the_left ["*", Multiply; "/", Divide; "div", Div; "mod", Mod] unary
  and unary () = if take "-" then Negate (unary ()) else power ()
  and power () = let base = postfix () in if take "^" then let exponent = unary () in Binary (Power, base, exponent) else base
  and postfix () =
    let rec more base =
      if take "[" then (let index = expression () in expect "]"; more (Index (base, index)))
      else if take "." then more (Field (base, word ()))
      else base in
    more (primary ())
  and primary () = match all.(!at) with
    | Integer, text -> incr at; Number (Front.integer text)
    | Quoted, text -> incr at; Sym (unquoted text)
    | _ ->
      if take "true" then Truth true
      else if take "false" then Truth false
      else if take "(" then (let inner = expression () in expect ")"; inner)
      else if take "[" then
        if take "]" then ListOf []
        else inside "]" (fun e (gs, p) -> ListOver (e, gs, p)) (fun l -> ListOf l)
      else if take "{" then
        (let field () = let name = word () in expect ":"; let value = expression () in (name, value) in
         let fields = several field in expect "}"; RecordOf fields)
      else
        let name = word () in
        if take "(" then inside ")" (fun e (gs, p) -> Over (name, e, gs, p)) (fun l -> Call (name, l)) else Name name
  and inside close over listed =
    let first = expression () in
    let result = if sees "for" then over first (generators ()) else listed (first :: (if take "," then several expression else [])) in
    expect close; result
  and generators () =
    expect "for";
    let all = several (fun () -> let name = word () in expect "in"; let source = expression () in (name, source)) in
    let condition = if take "if" then Some (expression ()) else None in
    (all, condition) in
  let bounds () = if take "from" then (let first = expression () in expect "to"; let last = expression () in Some (first, last)) else None in
  let domain () =
    if take "naturals" then (expect "from"; Naturals (expression ()))
    else if take "reals" then Reals (bounds ())
    else if take "values" then Values
    else if take "vectors" then (expect "("; let n = expression () in expect ")"; let b = bounds () in Vectors (n, b))
    else if take "matrices" then
      (expect "("; let m = expression () in expect ","; let n = expression () in expect ")"; let b = bounds () in Matrices (m, n, b))
    else Elements (expression ()) in
  let rec formula () =
    let quantified make =
      let name = word () in expect "in";
      let d = domain () in
      let condition = if take "where" then Some (expression ()) else None in
      expect ":"; let body = formula () in make name d condition body in
    if take "forall" then quantified (fun x d p f -> Forall (x, d, p, f))
    else if take "exists" then quantified (fun x d p f -> Exists (x, d, p, f))
    else if take "parts" then
      (expect "{";
       let rec parts () = let one = part () in if take "}" then [one] else one :: parts () in
       Parts (parts ()))
    else Expression (expression ())
  and part () = let name = word () in expect ":"; let f = formula () in expect ";"; (name, f) in
  let item () =
    let start = !at in
    let is_statement = take "statement" in
    if not is_statement then expect "def";
    let name = word () in
    let parameters = if not is_statement && take "(" then (let l = several word in expect ")"; l) else [] in
    expect "=";
    let defined = if is_statement then None else Some (expression ()) in
    let stated = if is_statement then Some (formula ()) else None in
    expect ";";
    let own = Array.to_list (Array.sub all start (!at - start)) in
    { is_statement; name; parameters; defined; stated; canonical = String.concat " " (List.map snd own);
      mentioned = List.filter_map (fun (kind, text) -> if kind = Word then Some text else None) own } in
  let rec rest () = if fst all.(!at) = End then [] else let one = item () in one :: rest () in
  rest ()

(* --- A statement with the definitions that it reaches: its hash and its tree ------------------------------------------------------- *)
let statement_of ~definitions ~statement =
  match items statement with
  | [{ is_statement = true; stated = Some asserted; _ } as wanted] ->
    let all = List.filter (fun item -> not item.is_statement) (items definitions) in
    let rec reached names =
      let more = List.concat_map (fun item -> if List.mem item.name names then item.mentioned else []) all in
      let next = List.sort_uniq compare (more @ names) in
      if List.length next = List.length names then names else reached next in
    let names = reached (List.sort_uniq compare wanted.mentioned) in
    let used = List.filter (fun item -> List.mem item.name names) all in
    let text = String.concat "" (List.map (fun item -> item.canonical ^ "\n") (used @ [wanted])) in
    let definition item = match item.defined with
      | Some body -> { Proved.name = item.name; parameters = item.parameters; body }
      | None -> unreadable "a definition was expected" in
    (wanted.name, sha256 ("attest.statement/1\n" ^ text), { definitions = List.map definition used; asserted })
  | _ -> unreadable "one statement was expected"

(* entries: the lines "key": "value" of the claim's header. *)
let header_hash entries = sha256 ("attest.header/1\n" ^ entries)
