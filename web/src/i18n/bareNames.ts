// Finds nicknames within other text without bidi isolation. For the adjacent check.
import { parseSync } from 'vite'
import { childrenOf, isNode, type Node } from './syntax.ts'

/** A nickname without isolation, with or without a fallback for an empty one. */
function isBare(node: unknown): boolean {
  if (!isNode(node)) return false
  if (node.type === 'Identifier') return node['name'] === 'nickname'
  if (node.type === 'MemberExpression' || node.type === 'ChainExpression')
    return isBare(node['property'] ?? node['expression'])
  if (node.type === 'LogicalExpression') return isBare(node['left']) || isBare(node['right'])
  if (node.type === 'ConditionalExpression') return isBare(node['consequent']) || isBare(node['alternate'])
  return false
}

const list = (value: unknown) => (Array.isArray(value) ? value.filter(isNode) : [])

/** The expressions beside other text in this node. */
function wordsOf(node: Node): Node[] {
  switch (node.type) {
    case 'TemplateLiteral':
      return list(node['expressions'])
    case 'BinaryExpression':
      return node['operator'] === '+' ? [node['left'], node['right']].filter(isNode) : []
    case 'JSXElement': {
      const name = (node['openingElement'] as Node)['name'] as Node
      if (name['name'] === 'bdi') return []
      return list(node['children']).flatMap((child) =>
        child.type === 'JSXExpressionContainer' ? [child['expression'] as Node] : [],
      )
    }
    case 'CallExpression': {
      const callee = node['callee'] as Node
      const of = callee['object']
      const isJoin = callee.type === 'MemberExpression' && (callee['property'] as Node)['name'] === 'join'
      return isJoin && isNode(of) ? list(of['elements']) : []
    }
    default:
      return []
  }
}

/** The occurrences, as source text. */
export function bareNames(file: string, source: string): string[] {
  const found: string[] = []
  const walk = (node: Node) => {
    for (const word of wordsOf(node)) if (isBare(word)) found.push(source.slice(node.start, node.end))
    for (const child of childrenOf(node)) walk(child)
  }
  walk(parseSync(file, source).program as unknown as Node)
  return found
}
