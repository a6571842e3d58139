// Records of revealed phone numbers and e-mail addresses.

import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { userRevealList } from '@greenroom/contract/users'
import type { Insertable } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { DB, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, spanOfIds } from '../../../records/index.ts'
import { personColumn } from './personRef.ts'
import type { ContactField } from './userReveal.rules.ts'

export const insertReveal = (tx: Transaction, values: Insertable<DB['users.reveal']>) =>
  tx.insertInto('users.reveal').values(values).execute()

export type RevealRow = {
  id: string
  user: PersonRef
  guildId: number | null
  guildName: string | null
  field: ContactField | 'application'
  reason: string
  by: string
  at: Date
}

// Ids are time-ordered.
const byId = { column: 'r.id', type: 'uuid' as const, of: (row: RevealRow) => row.id }
const keyset: Keyset<RevealRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

const filters: Filters<typeof userRevealList> = {
  userId: among('r.user_id'),
  username: equals('r.by'),
  ...spanOfIds('r.id'),
}

/** One page, newest first. */
export const revealPage = (context: Context, payload: Parsed<typeof userRevealList>) =>
  narrowedPage<RevealRow, typeof payload>(
    context,
    context.database
      .selectFrom('users.reveal as r')
      .innerJoin('users.app_user as u', 'u.id', 'r.user_id')
      .leftJoin('guilds.guild as g', 'g.id', 'r.guild_id')
      .select([
        'r.id',
        personColumn('r.user_id', 'u').as('user'),
        'r.guild_id as guildId',
        'g.name as guildName',
        'r.field',
        'r.reason',
        'r.by',
        'r.at',
      ])
      .$narrowType<{ field: RevealRow['field'] }>()
      .where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )
