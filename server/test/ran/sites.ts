// Where a file holds SQL, and the file's functions: the places that some test must run.
import { parseAst } from 'vitest/node'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/**
 * A place: a function of a file that holds SQL, or a part of a statement. `within` is the place around it, by its number, and `at` a position
 * that runs when it runs.
 */
export type Site = { name: string; line: number; at: number; isFunction: boolean; within: number | undefined }

/** A file's places, numbered from 0, and the file with each of them reporting to `ran(number)` when it runs; on the same lines. */
export type Sites = { sites: Site[]; code: string }

/** Called like these, a method begins or narrows a statement. */
const verbs = new Set(
  [
    ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'query'],
    ['where', 'whereRef', 'having', 'orderBy', 'groupBy', 'limit', 'innerJoin', 'leftJoin', 'union', 'unionAll'],
    ['onConflict', 'doUpdateSet', 'doNothing', 'forUpdate', 'skipLocked', 'returning', 'returningAll'],
  ].flat(),
)
const beginsAsSql = /^\s*(select|insert into|update|delete from|with|lock table|listen|notify|copy)\s/i
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const expressionsOfTypeScript = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])
/** Their strings are no expressions. */
const withoutExpressions = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

/**
 * The places of a TypeScript file: none if it holds no SQL.
 *
 * @param ran the name of a function of the file's scope that takes a place's number, and a value that it returns.
 */
export function sitesOf(source: string, ran: string): Sites {
  const reader = new Reader(source, ran)
  reader.read(parseAst(source, { lang: 'ts' }) as unknown as Node)
  if (reader.sites.every(({ isFunction }) => isFunction)) return { sites: [], code: source }
  return { sites: reader.sites, code: reader.code() }
}

/** What did not run, without what is inside of it. */
export function unrun(sites: readonly Site[], ran: ReadonlySet<number>): Site[] {
  return sites.filter(({ within }, number) => !ran.has(number) && (within === undefined || ran.has(within)))
}

class Reader {
  readonly sites: Site[] = []
  readonly #source: string
  readonly #ran: string
  readonly #added: { at: number; text: string }[] = []
  readonly #names: string[] = []
  readonly #around: number[] = []

  constructor(source: string, ran: string) {
    this.#source = source
    this.#ran = ran
  }

  code(): string {
    let from = 0
    const parts: string[] = []
    // Stable: of two at one position, the outer one was added first where both begin, and last where both end.
    for (const { at, text } of this.#added.toSorted((a, b) => a.at - b.at)) {
      parts.push(this.#source.slice(from, at), text)
      from = at
    }
    return parts.join('') + this.#source.slice(from)
  }

  read(node: Node): void {
    if (withoutExpressions.has(node.type)) return
    if (node.type.startsWith('TS') && !expressionsOfTypeScript.has(node.type)) return
    const name = nameOf(node)
    if (name !== undefined) this.#names.push(name)
    if (functions.has(node.type)) this.#function(node)
    else if (isSql(node)) this.#statement(node)
    else this.#children(node)
    if (name !== undefined) this.#names.pop()
  }

  #function(node: Node): void {
    const body = node['body'] as Node
    // Nothing runs in it.
    if (body.type === 'BlockStatement' && (body['body'] as Node[]).length === 0) return
    const number = this.#enter(node, { isFunction: true })
    for (const parameter of node['params'] as Node[]) this.read(parameter)
    if (body.type === 'BlockStatement') {
      this.#add(body.start + 1, `${this.#ran}(${number});`)
      this.read(body)
    } else {
      this.#add(body.start, `(${this.#ran}(${number}),`)
      this.read(body)
      this.#add(body.end, ')')
    }
    this.#around.pop()
  }

  /** A call and not a sequence: a statement that begins with a parenthesis would continue the line above it. */
  #statement(node: Node): void {
    const number = this.#enter(node, { isFunction: false })
    this.#add(node.start, `${this.#ran}(${number},`)
    this.#children(node)
    this.#add(node.end, ')')
    this.#around.pop()
  }

  #enter(node: Node, { isFunction }: { isFunction: boolean }): number {
    const line = this.#source.slice(0, node.start).split('\n').length
    const name = this.#names.join('.') || 'the file'
    const at = isFunction ? (node['body'] as Node).start + 1 : node.start
    const number = this.sites.push({ name, line, at, isFunction, within: this.#around.at(-1) }) - 1
    this.#around.push(number)
    return number
  }

  #children(node: Node): void {
    for (const [key, child] of Object.entries(node)) {
      if (key === 'key' && node['computed'] !== true) continue
      // The text of a tagged template is the tag's.
      if (node.type === 'TaggedTemplateExpression' && key === 'quasi') this.#children(child as Node)
      // Of `a?.b().c()` only the whole may be wrapped.
      else if (node.type === 'ChainExpression') this.#spine(child as Node)
      else for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) this.read(one)
    }
  }

  #spine(node: Node): void {
    if (!isNode(node)) return
    for (const [key, child] of Object.entries(node)) {
      if (key === 'object' || key === 'callee') this.#spine(child as Node)
      else for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) this.read(one)
    }
  }

  #add(at: number, text: string): void {
    this.#added.push({ at, text })
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function isSql(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') return (node['tag'] as Node)['name'] === 'sql'
  if (node.type === 'ChainExpression') return isSql(node['expression'] as Node)
  if (node.type === 'CallExpression') {
    const { type, property } = node['callee'] as Node
    return type === 'MemberExpression' && verbs.has((property as Node)['name'] as string)
  }
  if (node.type === 'Literal') return typeof node['value'] === 'string' && beginsAsSql.test(node['value'])
  if (node.type !== 'TemplateLiteral') return false
  const [first] = node['quasis'] as { value: { raw: string } }[]
  return beginsAsSql.test(first?.value.raw ?? '')
}

/** The name that a declaration, a property or a class gives to what is inside. */
function nameOf(node: Node): string | undefined {
  const named = node['id'] ?? (node.type === 'Property' || node.type.endsWith('Definition') ? node['key'] : undefined)
  if (!isNode(named)) return undefined
  return (named['name'] ?? named['value'] ?? undefined) as string | undefined
}
