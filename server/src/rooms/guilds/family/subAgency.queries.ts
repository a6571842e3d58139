import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

/** The rate that a new sub-agency is registered with. */
export const setAgreedRate = (tx: Transaction, guildId: number, rateBp: number) =>
  sql`update guilds.guild set agreed_rate_bp = ${rateBp} where id = ${guildId}`.execute(tx)
