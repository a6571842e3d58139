// Finds used text keys and hard-coded texts in the source. For the adjacent check.
import { parseSync } from 'vite'
import { actionLabel } from './actionLabel.ts'
import { childrenOf, isNode, type Node } from './syntax.ts'

/**
 * A literal key, or a pattern if a part of it is interpolated. `sure` if it is passed to `t`; any other string that looks like a key may be
 * something else, so it need not exist.
 */
export type Use = { file: string; key: string; pattern: RegExp | undefined; sure: boolean }
export type HardCoded = { file: string; text: string }
export type Found = { uses: Use[]; hardCoded: HardCoded[] }

const shownAttributes = ['alt', 'aria-label', 'description', 'label', 'placeholder', 'title', 'error']

/** Letters of any script, except the product's name and codes in capitals (CSV, CNY), which are not translated. */
const isText = (text: string) =>
  /\p{L}{2}/u.test(text) && text.trim() !== 'Greenroom' && !/^[A-Z]{2,5}$/.test(text.trim())

const literalOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `a.${b}.c` as a pattern; undefined if it has no fixed part. */
function patternOf(node: Node): RegExp | undefined {
  const fixed = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  return fixed.join('').replace(/[:.]/g, '') === ''
    ? undefined
    : new RegExp(`^${fixed.map(escaped).join('([\\w. -]+)')}$`)
}

/** The namespaces of `useTranslation('a')` or `useTranslation(['a', 'b'])`; the first is for keys without one. */
function namespaceIn(node: Node): string | undefined {
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee) || callee['name'] !== 'useTranslation') return undefined
  const [first] = node['arguments'] as unknown[]
  if (first === undefined) return 'common'
  const list = isNode(first) && first.type === 'ArrayExpression' ? (first['elements'] as unknown[])[0] : first
  return literalOf(list)
}

const isTranslate = (callee: unknown): boolean =>
  isNode(callee) &&
  (callee['name'] === 't' || (callee.type === 'MemberExpression' && (callee['property'] as Node)['name'] === 't'))

/** Functions that derive actions from a thing's name, such as `system.role`, and the verbs they add. */
const verbsOf: Readonly<Record<string, readonly string[]>> = {
  addCommand: ['add'],
  editAction: ['edit'],
  deleteAction: ['delete'],
  switchActions: ['enable', 'disable'],
  visibilityActions: ['hide', 'show'],
  pinActions: ['pin', 'unpin'],
  takeDownAction: ['remove'],
  placementScreen: ['add', 'edit', 'enable', 'disable', 'delete'],
}

/** The ids of the actions that a function call creates, such as `editAction('system.role')`. */
function actionsIn(node: Node): string[] {
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee)) return []
  const thing = literalOf((node['arguments'] as unknown[])[0])
  const verbs = verbsOf[String(callee['name'])]
  return thing === undefined || verbs === undefined ? [] : verbs.map((verb) => `${thing}.${verb}`)
}

/** What a computed part of a key can be in a source: strings and their words, properties, and numbers. */
export function namesIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  const strings = [...code.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , text = '']) => text)
  return [
    // `cash.usdt.trc20.USDT` is an account of the ledger and its currency.
    ...strings.flatMap((text) => [
      text,
      text.replace(/\W/g, '_'),
      text.replace(/\.[A-Z]+$/, '').replace(/\W/g, '_'),
      ...text.split(/\W+/),
    ]),
    ...[...code.matchAll(/\b([a-z]\w*)\??(?=\s*[:,}])/gi)].map(([, name = '']) => name),
    ...[...code.matchAll(/\b\d[\d_.]*\b/g)].map(([number]) => number.replaceAll('_', '')),
  ]
}

/** Reads one source file. `namespaces` are the existing ones; a literal `namespace:key` counts as a use anywhere. */
export function textsIn(file: string, source: string, namespaces: readonly string[]): Found {
  const found: Found = { uses: [], hardCoded: [] }
  const program = parseSync(file, source).program as unknown as Node
  let defaultNamespace = 'common'

  const use = (key: string) => found.uses.push({ file, key, pattern: undefined, sure: true })
  const useWithin = (node: Node, prefix: string) => {
    const literal = literalOf(node)
    if (literal !== undefined) use(literal.includes(':') ? literal : `${prefix}:${literal}`)
    else if (node.type === 'TemplateLiteral') {
      const pattern = patternOf(node)
      const full = pattern?.source.includes(':')
        ? pattern
        : pattern && new RegExp(`^${prefix}:${pattern.source.slice(1)}`)
      if (full) found.uses.push({ file, key: full.source, pattern: full, sure: true })
    } else if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression') {
      for (const child of childrenOf(node)) if (child !== node['test']) useWithin(child, prefix)
    } else if (node.type === 'TSAsExpression') useWithin(node['expression'] as Node, prefix)
  }

  // An action's id, `system.role.delete`, stands for `system:actions.role.delete` and the question before it.
  const useOfAction = (id: string) => {
    const [namespace = '', ...path] = id.split('.')
    if (!namespaces.includes(namespace) || path.length === 0 || !path.every((part) => /^\w+$/.test(part))) return
    for (const section of ['actions', 'questions'])
      found.uses.push({ file, key: `${namespace}:${section}.${path.join('.')}`, pattern: undefined, sure: false })
  }

  const walk = (node: Node) => {
    defaultNamespace = namespaceIn(node) ?? defaultNamespace
    if (node.type === 'CallExpression' && isTranslate(node['callee'])) {
      const [first] = node['arguments'] as Node[]
      if (first) useWithin(first, defaultNamespace)
    }
    for (const id of actionsIn(node)) {
      use(actionLabel(id))
      useOfAction(id)
    }
    const literal = literalOf(node)
    if (literal && namespaces.includes(literal.split(':')[0] ?? '') && /^\w+:[\w.]+$/.test(literal)) use(literal)
    if (literal) useOfAction(literal)
    if (node.type === 'TemplateLiteral') {
      const pattern = patternOf(node)
      if (pattern?.source.includes(':')) found.uses.push({ file, key: pattern.source, pattern, sure: false })
    }
    if (node.type === 'JSXText' && isText(node['value'] as string)) {
      found.hardCoded.push({ file, text: (node['value'] as string).trim() })
    }
    if (node.type === 'JSXAttribute') {
      const name = (node['name'] as Node)['name']
      const text = literalOf(node['value'])
      if (text && shownAttributes.includes(String(name)) && isText(text)) found.hardCoded.push({ file, text })
    }
    for (const child of childrenOf(node)) walk(child)
  }

  walk(program)
  return found
}
