// The guilds that calls of staff are about (`kit/calls/parties.ts`). A guild's parent counts where the decision is about what both earn.
import type { Parsed } from '@greenroom/contract/call'
import type { deductionChargeback, deductionSave } from '@greenroom/contract/guildMoney'
import { sql } from 'kysely'
import { readPhone } from '../../access/index.ts'
import type { Parties } from '../../kit/calls/parties.ts'
import type { Concerns } from '../../kit/calls/serve.ts'
import type { Reader } from '../../kit/database/database.ts'
import { anchorTargets } from './deductions/deductions.queries.ts'

/** Tables whose rows belong to one guild each. */
type Owned = 'settlement' | 'payout_request' | 'deduction' | 'member'

async function guildsOf(reader: Reader, table: Owned, ids: readonly number[]): Promise<Parties> {
  const { rows } = await sql<{ guild_id: number }>`
    select distinct guild_id from ${sql.table(`guilds.${table}`)} where id = any(${ids}::bigint[])`.execute(reader)
  return { guildIds: rows.map(({ guild_id }) => guild_id) }
}

const ownedBy =
  (table: Owned): Concerns<{ ids: readonly number[] }> =>
  (reader, { ids }) =>
    guildsOf(reader, table, ids)

export const ofMembers = ownedBy('member')
export const ofSettlements = ownedBy('settlement')
export const ofRequests = ownedBy('payout_request')
export const ofDeductions = ownedBy('deduction')

export const ofSettlement: Concerns<{ settlementId: number }> = (reader, { settlementId }) =>
  guildsOf(reader, 'settlement', [settlementId])

export const ofGuilds: Concerns<{ ids: readonly number[] }> = (_, { ids }) => ({ guildIds: ids })
export const ofGuild: Concerns<{ guildId?: number | undefined }> = (_, { guildId }) => ({
  guildIds: guildId === undefined ? [] : [guildId],
})

/** With their parents, which earn the difference between the two rates. */
async function withParents(reader: Reader, ids: readonly number[]): Promise<Parties> {
  const { rows } = await sql<{ parent_id: number }>`
    select parent_id from guilds.guild where id = any(${ids}::bigint[]) and parent_id is not null`.execute(reader)
  return { guildIds: [...ids, ...rows.map(({ parent_id }) => parent_id)] }
}

export const ofFamilies: Concerns<{ ids: readonly number[] }> = (reader, { ids }) => withParents(reader, ids)
export const ofFamily: Concerns<{ guildId: number }> = (reader, { guildId }) => withParents(reader, [guildId])

/** The old parent and the new one. */
export const ofNewParent: Concerns<{ guildId: number; parentId?: number | undefined }> = (
  reader,
  { guildId, parentId },
) => withParents(reader, parentId ? [guildId, parentId] : [guildId])

type NewLeader = { areaCode: string; leaderPhone: string }
const phonesOf = ({ areaCode, leaderPhone }: NewLeader) => {
  const phone = readPhone(areaCode, leaderPhone)
  return phone ? [phone] : []
}

/** The guild, and who is to lead it. */
export const ofNewLeader: Concerns<NewLeader & { guildId: number }> = (_, sent) => ({
  guildIds: [sent.guildId],
  phones: phonesOf(sent),
})

/** The parent, and who is to lead the sub-agency. */
export const ofNewSubAgency: Concerns<NewLeader & { parentId?: number | undefined }> = (_, sent) => ({
  guildIds: sent.parentId === undefined ? [] : [sent.parentId],
  phones: phonesOf(sent),
})

async function guildsOfAnchors(reader: Reader, userIds: readonly number[], week: string): Promise<Parties> {
  const targets = await anchorTargets(reader, userIds, week)
  return { guildIds: [...new Set([...targets.values()].map(({ guildId }) => guildId))] }
}

/** Guilds, or the guilds of anchors in the week. */
export const ofDeducted: Concerns<Parsed<typeof deductionSave>> = (reader, { of, ids, week }) =>
  of === 'guild' ? { guildIds: ids } : guildsOfAnchors(reader, ids, week)

export const ofCharged: Concerns<Parsed<typeof deductionChargeback>> = (reader, { lines, week }) =>
  guildsOfAnchors(
    reader,
    lines.map(({ userId }) => userId),
    week,
  )
