// What is personal in the log's entries stands apart from them. Run by `writes.test.ts`, on its product.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { fieldOf, isDeclaredField, isDeclaredTarget } from '../../src/log/personal.fields.ts'
import { product, writtenAnswers } from './everyWrite.fixture.ts'

export function personal(): void {
  describe('personal words of the log', () => {
    beforeAll(async () => {
      await writtenAnswers()
    })

    test('each field of a row that an entry keeps is declared as personal or plain', async () => {
      const kept = await product.database
        .selectFrom('log.personal as p')
        .innerJoin('log.entry as e', 'e.id', 'p.entry')
        .select(['p.field', 'p.value', 'e.operation'])
        .where((is) => is.or([is('p.field', '^@', 'before'), is('p.field', '^@', 'after')]))
        .execute()
      expect(kept.length).toBeGreaterThan(100)
      const undeclared = kept
        .map((word) => ({ ...word, field: fieldOf(word.field) }))
        .filter((word) => !isDeclaredField(word))
      const samples = new Map(undeclared.map(({ field, value, operation }) => [field, `${value} (${operation})`]))
      expect(Object.fromEntries(samples)).toEqual({})
    })

    test('each target is named by a number, or declared', async () => {
      const entries = await product.database.selectFrom('log.entry').select('target').execute()
      const named = entries.map(({ target }) => target)
      expect([...new Set(named.filter((target) => !isDeclaredTarget(target)))]).toEqual([])
    })

    test('no nickname stands in an entry itself', async () => {
      const { rows } = await sql<{ operation: string; nickname: string; at: string }>`
        select distinct e.operation, u.nickname, substr(e::text, strpos(e::text, u.nickname) - 40, 80) as at
          from log.entry e join users.app_user u on length(u.nickname) > 2 and strpos(e::text, u.nickname) > 0`.execute(
        product.database,
      )
      expect(rows).toEqual([])
    })
  })
}
