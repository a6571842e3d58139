// What React and the queries ask of our code, found in the source's syntax: the linter has no rule for it.

import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { childrenOf, isNode, type Node } from './i18n/syntax.ts'

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])
const isFunction = (node: unknown): node is Node => isNode(node) && functions.has(node.type)
const nameOf = (node: unknown): string =>
  isNode(node) && (node.type === 'Identifier' || node.type === 'JSXIdentifier') ? String(node['name']) : ''
const argumentsOf = (node: Node) => (node['arguments'] ?? []) as Node[]
const calledName = (node: Node): string => (node.type === 'CallExpression' ? nameOf(node['callee']) : '')

/** All nodes within, outermost first, without those for which `enters` is false. */
function* within(node: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  for (const child of childrenOf(node)) {
    if (!enters(child)) continue
    yield child
    yield* within(child, enters)
  }
}

/** The function that a declaration, property or JSX attribute names, and its name. */
function namedFunction(node: Node): [name: string, work: Node] | undefined {
  if (node.type === 'FunctionDeclaration') return [nameOf(node['id']), node]
  if (node.type === 'VariableDeclarator' && isFunction(node['init'])) return [nameOf(node['id']), node['init']]
  if (node.type === 'Property' && isFunction(node['value'])) return [nameOf(node['key']), node['value']]
  if (node.type !== 'JSXAttribute' || !isNode(node['value'])) return undefined
  const { expression } = node['value']
  return isFunction(expression) ? [nameOf(node['name']), expression] : undefined
}

const isSetter = (name: string) => /^set(?!Timeout$|Interval$)[A-Z]/.test(name)
const outside = new Set(['call', 'send', 'claim', 'navigate', 'showError', 'showSuccess', 'showWarning'])

/** What a function passed to a state's setter does besides computing the state: React may call it twice, or not at all. */
function effectsInUpdaters(source: Node): string[] {
  return [...within(source)].flatMap((node) => {
    const [updater] = argumentsOf(node)
    if (!isSetter(calledName(node)) || !isFunction(updater)) return []
    return [...within(updater)].flatMap((inner) => {
      const name = calledName(inner)
      if (isSetter(name) || outside.has(name)) return [`${calledName(node)}: ${name}()`]
      const isImpure =
        inner.type === 'AwaitExpression' || (inner.type === 'UnaryExpression' && inner['operator'] === 'void')
      return isImpure ? [`${calledName(node)}: ${inner.type}`] : []
    })
  })
}

/** Requests of functions that read for a query or a drawer, sent without their signal: they go on when nobody waits for them. */
function readsForEver(source: Node): string[] {
  return [...within(source)].flatMap((node) => {
    const [name, work] = namedFunction(node) ?? []
    if (!name || !work || !/^(read(?![a-z])|queryFn$)/.test(name)) return []
    const isOtherReader = (inner: Node) => namedFunction(inner) !== undefined
    return [...within(work, (inner) => !isOtherReader(inner))]
      .filter((inner) => calledName(inner) === 'call' && argumentsOf(inner).length < 3)
      .map((inner) => `${name}: ${nameOf(argumentsOf(inner)[0])}`)
  })
}

const found = (rule: (source: Node) => string[]): string[] =>
  Object.entries(sources).flatMap(([file, source]) =>
    rule(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node).map(
      (what) => `${file} ${what}`,
    ),
  )
const inSource = (rule: (source: Node) => string[], source: string) =>
  rule(parseAst(source, { lang: 'tsx' }) as unknown as Node)

test('a state’s updater only computes', () => {
  expect(inSource(effectsInUpdaters, 'setAll((now) => { setAt(1); void go(); return now })')).toHaveLength(2)
  expect(inSource(effectsInUpdaters, 'setAll((now) => now.set(1)); setAt(2)')).toEqual([])
  expect(found(effectsInUpdaters)).toEqual([])
})

test('what is read can be given up', () => {
  expect(inSource(readsForEver, '<A read={() => call(info, { id })} />')).toEqual(['read: info'])
  expect(inSource(readsForEver, 'const q = { queryFn: async () => (await call(info, {})).one }')).toEqual([
    'queryFn: info',
  ])
  expect(inSource(readsForEver, 'const readOne = (id, options) => call(info, { id }, options)')).toEqual([])
  expect(found(readsForEver)).toEqual([])
})
