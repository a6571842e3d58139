// A place that reports itself changes nothing else of its file.
import { stripTypeScriptTypes } from 'node:module'
import { compileFunction } from 'node:vm'
import { expect, it } from 'vitest'
import { sitesOf, unrun } from './sites.ts'

const source = `import { sql } from 'kysely'
type Row = { id: string }
const text = 'begin'
export async function rows(database: Database, few: boolean, { named = (id: string) => id } = {}): Promise<Row[]> {
  const query = database.selectFrom('rows').where('id', '=', 1)
  sql\`select \${few ? sql<number>\`1\` : sql\`2\`}\`.as('one')
  const none = database.at?.(0)?.where('a')
  return few ? query : query.where('few', '=', named('x')).list as Row[]
}
export const other = (x: unknown) => ({ x, sql: sql\`other\` })
const never = { of: () => 'SELECT 1 FROM t', nothing: () => {} }
`

/** Runs the file's \`rows\`, few or all, and returns which places did not run. */
async function unrunAfter(few: boolean) {
  const { sites, code } = sitesOf(source, 'ran')
  const ran = new Set<number>()
  const chain: object = { selectFrom: () => chain, where: () => chain, list: 'the list' }
  const built: string[] = []
  const tag = (texts: TemplateStringsArray, ...values: unknown[]) => ({
    text: texts.join('?') + values.length,
    as: (name: string) => built.push(name),
  })
  const runnable = stripTypeScriptTypes(code)
    .replace(/^import.*$/m, '')
    .replaceAll('export ', '')
  const rows = compileFunction(`${runnable}; return rows`, ['sql', 'ran'])(tag, (number: number, value: unknown) => {
    ran.add(number)
    return value
  })
  const answer = await rows(chain, few)
  return {
    answer,
    chain,
    built,
    unrun: unrun(sites, ran).map(({ name, line, isFunction }) => [name, line, isFunction]),
  }
}

it('says what did not run, on its line, without what is inside of it', async () => {
  const few = await unrunAfter(true)
  expect(few.unrun).toEqual([
    ['rows.named', 4, true],
    ['rows', 6, false],
    ['rows', 8, false],
    ['other', 10, true],
    ['never.of', 11, true],
  ])
  expect(few.answer).toBe(few.chain)
  expect(few.built).toEqual(['one'])
  const all = await unrunAfter(false)
  expect(all.unrun).toEqual([
    ['rows', 6, false],
    ['other', 10, true],
    ['never.of', 11, true],
  ])
  expect(all.answer).toBe('the list')
})

it('leaves a file without SQL as it is', () => {
  const plain = 'export const sum = (a: number) => a + 1\n'
  expect(sitesOf(plain, 'ran')).toEqual({ sites: [], code: plain })
})
