// Queries of a promoter's page.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { cost, counted } from '../days/channelDays.figures.ts'
import { daysWithTerms } from '../days/channelDays.list.ts'

export const promoterById = (reader: Reader, id: number) =>
  reader.selectFrom('promotion.promoter').selectAll().where('id', '=', id).executeTakeFirst()

export const channelsOf = (reader: Reader, promoterId: number) =>
  reader
    .selectFrom('promotion.channel')
    .select(['id', 'number', 'name', 'enabled'])
    .where('promoter_id', '=', promoterId)
    .orderBy('id')
    .execute()

const sums = [
  sql<number>`sum(d.installs)::int`.as('installs'),
  sql<number>`sum(${counted})::int`.as('counted'),
  sql<number>`sum(d.registrations)::int`.as('registrations'),
  sql<bigint>`sum(${cost})::bigint`.as('cost'),
] as const

const since = (reader: Reader, promoterId: number, day: string) =>
  daysWithTerms(reader).where('c.promoter_id', '=', promoterId).where('d.key', '>=', day)

/** Results of each channel since a day. */
export const figuresByChannel = (reader: Reader, promoterId: number, day: string) =>
  since(reader, promoterId, day)
    .select(['c.id', ...sums])
    .groupBy('c.id')
    .execute()

/** The same by day, newest first. */
export const figuresByDay = (reader: Reader, promoterId: number, day: string) =>
  since(reader, promoterId, day)
    .select([sql<string>`to_char(d.day, 'YYYY-MM-DD')`.as('day'), ...sums])
    .groupBy('d.day')
    .orderBy('d.day', 'desc')
    .execute()
