// Query plans of the statements that the product sent for a request (recorded by `record-sql.ts`).
import { readFileSync } from 'node:fs'
import { withClient } from '../../server/test/server.ts'
import type { Statement } from './statements.ts'

/** Current end of a recorder's file. */
export const markOf = (file: string): number => linesOf(file).length

/** Statements since the mark that mention `tables`, without duplicates, counts, sessions and writes. */
export function statementsSince(file: string, mark: number, tables: RegExp): Statement[] {
  const sent = linesOf(file)
    .slice(mark)
    .map((line) => JSON.parse(line) as Statement)
    .filter(
      ({ text }) =>
        tables.test(text) &&
        !/access\.session|explain|^\s*(insert|update|delete|truncate|with)|limit \$\d+\) as "(counted|found)"|kit\.reader/i.test(
          text,
        ),
    )
  return [...new Map(sent.map((statement) => [statement.text, statement])).values()]
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

type Node = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Sort Key'?: string[]
  'Actual Loops'?: number
  Plans?: Node[]
}

/** Each statement's plan in one line: time, tables and indexes read, sorts. Partitions are named once. */
export async function plansOf(url: string, statements: readonly Statement[]): Promise<string> {
  const plans = await withClient(url, async (client) => {
    const found: { Plan: Node; 'Execution Time': number }[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
      found.push((rows[0] as { 'QUERY PLAN': [(typeof found)[number]] })['QUERY PLAN'][0])
    }
    return found
  })
  const describe = (node: Node): string[] => {
    const of = (node['Index Name'] ?? node['Relation Name'] ?? '').replace(/_?p?\d{6}/, '')
    const ran = node['Actual Loops'] !== 0 && /Scan|Sort/.test(node['Node Type'])
    const own = ran ? [`${node['Node Type'].replace(/ Scan$/, '')} ${of}`.trim()] : []
    return [...own, ...(node.Plans ?? []).flatMap(describe)]
  }
  return plans
    .map((plan) => `${plan['Execution Time'].toFixed(1)} ms: ${[...new Set(describe(plan.Plan))].join(', ')}`)
    .join('; ')
}
