// The syntax tree of a source file, for the text checks.
export type Node = { type: string; start: number; end: number; [field: string]: unknown }

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode)
    else if (isNode(value)) yield value
  }
}
