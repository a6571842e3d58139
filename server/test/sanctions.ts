// A valid payload for every call about sanctions that changes something.
import { sanctionsStart } from '@greenroom/contract/sanctions'
import { sql } from 'kysely'
import { reason, unique, type World } from './world/base.ts'
import type { Write } from './writes/write.ts'

/** An undecided hit. */
export async function aHit({ product }: World): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into finance.sanctions_hit (list_name, reference, listed_name, program, payee_id, payee_name, field, agreement, text_hash, found_at)
    values (${unique('List ')}, 'NK-1', 'Ivan Petrov', 'EU', 'guild:7', 'Sun Guild', 'leader', 'exact', 'x', ${product.clock.now()})
    returning id`.execute(product.database)
  return rows[0]!.id
}

/** A list in force with one made-up entry. */
async function aList({ product }: World): Promise<number> {
  const now = product.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into finance.sanctions_list (name, file_name, state, entries, made_by, made_at, touched_at, in_force_at, epoch)
    values (${unique('List ')}, 'a.csv', 'in force', 1, 'admin', ${now}, ${now}, ${now}, nextval('finance.sanctions_epoch'))
    returning id`.execute(product.database)
  await sql`
    insert into finance.sanctions_entry (list_id, reference, kind, name, program, countries)
    values (${rows[0]!.id}, 'NK-1', 'Person', 'Qwxzy Vbnmk', 'EU', 'ru')`.execute(product.database)
  return rows[0]!.id
}

export const sanctionsWrites: Record<string, Write> = {
  sanctionsStart: { leaves: 'after', payload: async () => ({ name: unique('List '), fileName: 'a.csv' }) },
  sanctionsPart: {
    leaves: 'after',
    payload: async ({ admin }) => ({
      ...(await admin.call(sanctionsStart, { name: unique('List '), fileName: 'a.csv' })),
      number: 0,
      last: true,
    }),
    file: async () => Buffer.from(`id,name\n${unique('NK-')},Qwxzy Vbnmk\n`),
  },
  sanctionsEnd: { asks: true, leaves: 'both', payload: async (world) => ({ listId: await aList(world), reason }) },
  sanctionsHitDecide: {
    asks: true,
    leaves: 'both',
    payload: async (world) => ({ ids: [await aHit(world)], decision: 'clear', reason }),
  },
}
