// The texts that SQL compares with columns or writes into them: which column of which table each belongs to.

/** A text in SQL beside a column. */
export type Literal = { column: string; tables: string[]; value: string; line: number; text: string }

/** Columns by table, with the values that its check allows; null for a column that may hold any text. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, readonly string[] | null>>

/** A piece of SQL in its file, with what it stands in, the innermost first. */
type Piece = { text: string; from: number; within: readonly string[] }

/** Stands for a value that is put in. */
const hole = '\u0000'

/** The templates of a program and its strings in double quotes, which hold SQL with texts; each with a hole for what it is given. */
function piecesOfProgram(source: string): Piece[] {
  const pieces: Piece[] = []
  const commentEnd = (at: number) => {
    const end = source.startsWith('//', at) ? source.indexOf('\n', at) : source.indexOf('*/', at) + 1
    return end <= 0 ? source.length : end
  }
  const stringEnd = (at: number) => {
    let end = at + 1
    while (end < source.length && source[end] !== source[at] && source[end] !== '\n')
      end += source[end] === '\\' ? 2 : 1
    return end
  }
  /** Reads a template from its back quote. */
  const template = (at: number, outer: readonly Piece[]): number => {
    const piece: Piece = { text: '', from: at + 1, within: [] }
    const around = [piece, ...outer]
    let end = at + 1
    while (end < source.length && source[end] !== '`') {
      if (source.startsWith('${', end)) {
        const from = end
        end = code(end + 2, around) + 1
        // A value called like a column is compared like it. As long as what it stands for, so that places are those in the file.
        const given = source.slice(from + 2, end - 1)
        const name = /^(?:\w+\.)?(\w+)$/.exec(given)?.[1] ?? hole
        piece.text += name + source.slice(from + name.length, end).replace(/[^\n]/g, ' ')
      } else if (source[end] === '\\') {
        piece.text += source.slice(end, end + 2)
        end += 2
      } else piece.text += source[end++]
    }
    inside.push([piece, outer])
    return end
  }
  const inside: (readonly [Piece, readonly Piece[]])[] = []
  /** Reads code up to the brace that ends it. */
  function code(at: number, outer: readonly Piece[]): number {
    let depth = 0
    let end = at
    while (end < source.length) {
      const sign = source[end]!
      if (source.startsWith('//', end) || source.startsWith('/*', end)) end = commentEnd(end)
      else if (sign === '`') end = template(end, outer)
      else if (sign === '"' || sign === "'") {
        const last = stringEnd(end)
        if (sign === '"') inside.push([{ text: source.slice(end + 1, last), from: end + 1, within: [] }, outer])
        end = last
      } else if (sign === '{') depth++
      else if (sign === '}' && depth-- === 0) return end
      end++
    }
    return end
  }
  code(0, [])
  for (const [piece, outer] of inside) pieces.push({ ...piece, within: [...outer.map(({ text }) => text), source] })
  return pieces
}

/** The statements of a migration; with a function of triggers, the rows that it is given. */
function piecesOfSql(source: string): Piece[] {
  const bare = source
    .replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
    // SQL in a text of SQL.
    .replace(/''([a-z][a-z ]*)''/g, " '$1' ")
  const starts = [...bare.matchAll(/^(?:create|alter|insert|update|do|select|comment|with)\b/gim)].map(
    ({ index }) => index,
  )
  return starts.map((from, index) => {
    const text = bare.slice(from, starts[index + 1])
    const [, name] = /^create (?:or replace )?function ([a-z_.]+)/.exec(text) ?? []
    const triggers = [...bare.matchAll(/\bon ([a-z_]+\.[a-z_]+)[^;]*?execute function ([a-z_.]+)/g)]
    const given = triggers.flatMap(([, table, called]) =>
      name !== undefined && called === name
        ? ['new', 'old', 'after_rows', 'before_rows'].map((rows) => `${table} ${rows}`)
        : [],
    )
    return { text: [text, ...given].join('\n'), from, within: [bare] }
  })
}

const notAlias = new Set(
  'as on where set using left right inner cross full join group order values select for limit when and or natural lateral returning tablesample union except offset'.split(
    ' ',
  ),
)

/** The tables that SQL names, and by which names. */
function tablesIn(text: string, columns: Columns): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const [, table, alias] of text.matchAll(/\b([a-z_]+\.[a-z_]+)\b(?:\s+(?:as\s+)?([a-z_]+)\b)?/g)) {
    if (!columns.has(table!)) continue
    const names = [table!, table!.split('.')[1]!, ...(alias && !notAlias.has(alias) ? [alias] : [])]
    for (const name of names) named.set(name, (named.get(name) ?? new Set()).add(table!))
  }
  return named
}

const isQuery = /^\(\s*(?:select|with|update|insert|delete)\b/

/** The queries in brackets around an index, the innermost first, and the whole: each without the other queries in it. */
function around(text: string, index: number): string[] {
  const open: number[] = []
  const queries: { from: number; to: number }[] = []
  for (const { 0: sign, index: at } of text.matchAll(/[()]/g)) {
    const from = sign === '(' ? open.push(at) && undefined : open.pop()
    if (from !== undefined && isQuery.test(text.slice(from, from + 40))) queries.push({ from, to: at })
  }
  const holds = ({ from, to }: { from: number; to: number }) => from < index && index < to
  const others = queries.filter((query) => !holds(query))
  const alone = (query: { from: number; to: number }) =>
    others
      .filter(({ from, to }) => query.from < from && to < query.to)
      .reduce(
        (rest, { from, to }) => {
          const [start, end] = [from - query.from, to - query.from]
          return rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
        },
        text.slice(query.from, query.to),
      )
  return [...queries.filter(holds).toSorted((one, other) => other.from - one.from), { from: 0, to: text.length }].map(
    alone,
  )
}

/** The tables whose column is meant: those of this alias, by the innermost query that has it; otherwise any of the query with the column. */
function tablesOf(piece: Piece, index: number, alias: string | undefined, column: string, columns: Columns): string[] {
  const holding = (tables: Iterable<string>) => [...new Set(tables)].filter((table) => columns.get(table)!.has(column))
  const outer = [piece.text, ...piece.within].map((text) => tablesIn(text, columns))
  const queries = [...around(piece.text, index).map((text) => tablesIn(text, columns)), ...outer]
  const aliased = alias === undefined ? [] : queries.map((scope) => holding(scope.get(alias) ?? []))
  // A name of a query (`with x as …`): its columns come from tables anywhere in the statement.
  const any = (alias === undefined ? queries : outer).map((scope) =>
    holding([...scope.values()].flatMap((tables) => [...tables])),
  )
  return [...aliased, ...any].find((tables) => tables.length > 0) ?? []
}

/** Splits at commas that stand in no brackets. */
function items(text: string): string[] {
  const found = ['']
  let depth = 0
  for (const part of text.match(/'(?:[^']|'')*'|[(),[\]]|[^'(),[\]]+/g) ?? []) {
    if (part === '(' || part === '[') depth++
    if (part === ')' || part === ']') depth--
    if (part === ',' && depth === 0) found.push('')
    else found[found.length - 1] += part
  }
  return found.map((item) => item.trim())
}

/** The text in brackets that begins at an index, without them. */
function inBrackets(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(from + 1, at)
  }
  return text.slice(from + 1)
}

/** What is selected, up to the `from` of the same level. */
function selected(text: string): string {
  let depth = 0
  for (const { 0: part, index } of text.matchAll(/[()]|\b(?:from|where|on conflict|returning|union)\b/g)) {
    if (part === '(') depth++
    else if (part === ')') {
      if (depth-- === 0) return text.slice(0, index)
    } else if (depth === 0) return text.slice(0, index)
  }
  return text
}

const quoted = new RegExp(`'((?:[^'${hole}]|'')*)'`, 'g')
const texts = (text: string) => [...text.matchAll(quoted)].map(([, value]) => value!)
const ofColumn = String.raw`(?:\b([a-z_]+)\.)?\b([a-z_]+)\b\)?(?:::text)?\s*`
const compared = new RegExp(`${ofColumn}(?:=|<>|!=|is (?:not )?distinct from)\\s*(?:any\\s*\\(\\s*)?(?=')`, 'g')
const listed = new RegExp(`${ofColumn}(?:(?:not )?in|(?:=|<>)\\s*(?:any|all))\\s*(?=\\()`, 'g')
const cased = /\bcase\s+(?:([a-z_]+)\.)?([a-z_]+)\s+(?=when\b)/g
const inserted = /\binsert\s+into\s+([a-z_]+\.[a-z_]+)(?:\s+as\s+[a-z_]+)?\s*(?=\()/g

/** Texts in a `case x when 'a' then … when 'b' …`, up to its own end. */
function whens(text: string): string[] {
  const found: string[] = []
  let depth = 0
  for (const { 0: part, 1: value } of text.matchAll(/\bcase\b|\bend\b|\bwhen\s+'([^']*)'(?=\s+then)/g)) {
    if (part === 'case') depth++
    else if (part === 'end') {
      if (depth-- === 0) break
    } else if (depth === 0) found.push(value!)
  }
  return found
}

/** The texts that stand beside columns. */
export function literalsOf(file: string, source: string, columns: Columns): Literal[] {
  const names = new Set([...columns.values()].flatMap((of) => [...of.keys()]))
  const found: Literal[] = []
  for (const piece of file.endsWith('.sql') ? piecesOfSql(source) : piecesOfProgram(source)) {
    const { text } = piece
    const add = (
      alias: string | undefined,
      column: string,
      values: readonly string[],
      index: number,
      tables?: string[],
    ) => {
      if (!names.has(column)) return
      const line = source.slice(0, piece.from + index).split('\n').length
      const from = tables ?? tablesOf(piece, index, alias, column, columns)
      for (const value of values) found.push({ column, tables: from, value, line, text: text.slice(index, index + 60) })
    }
    for (const match of text.matchAll(compared)) {
      const rest = text.slice(match.index + match[0].length)
      const [value = ''] = texts(rest)
      const isList = value.startsWith('{')
      // Without `any`, the column is a list itself, and its values are not read here.
      if (isList && !/\bany\s*\(\s*$/.test(match[0])) continue
      add(match[1], match[2]!, isList ? value.slice(1, -1).split(',') : [value], match.index)
    }
    for (const match of text.matchAll(listed)) {
      const list = inBrackets(text, match.index + match[0].length)
      // An array in one text is a comparison.
      if (!/^\s*(?:select\b|with\b|'\{)/.test(list)) add(match[1], match[2]!, texts(list), match.index)
    }
    for (const match of text.matchAll(cased))
      add(match[1], match[2]!, whens(text.slice(match.index + match[0].length)), match.index)
    for (const match of text.matchAll(inserted)) {
      const list = inBrackets(text, match.index + match[0].length)
      const into = items(list)
      const rest = text.slice(match.index + match[0].length + list.length + 2)
      const rows = /^\s*values\s*(?=\()/.test(rest)
        ? [items(inBrackets(rest, rest.indexOf('(')))]
        : /^\s*select\s/.test(rest)
          ? [items(selected(rest.replace(/^\s*select\s/, '')))]
          : []
      for (const row of rows)
        into.forEach((column, index) => {
          const value = /^'([^']*)'$/.exec(row[index] ?? '')?.[1]
          if (value !== undefined && columns.get(match[1]!)?.has(column))
            add(undefined, column, [value], match.index, [match[1]!])
        })
    }
  }
  return found
}
