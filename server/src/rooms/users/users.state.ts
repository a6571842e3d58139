// One user's state, as the app reads it over the bridge.
import type { StateAnswer } from '@greenroom/contract/bridge.schema'
import type { Reader } from '../../kit/database/database.ts'
import { balancesOfUsers } from '../../ledger/index.ts'
import { peopleByIds } from './users.queries.ts'
import type { UserState } from './users.rules.ts'

const kinds: Record<Exclude<UserState, 'normal'>, 'id' | 'device' | 'both'> = {
  'ban ID': 'id',
  'ban device': 'device',
  'ban both': 'both',
}

/** Exact balances, ban and flags of one person; null for an unknown id. */
export async function userState(reader: Reader, userId: bigint): Promise<StateAnswer<'users/{id}'> | null> {
  const [[person], balances, free] = await Promise.all([
    // The app may read all of its own users.
    peopleByIds(reader, { kind: 'platform' }, [userId]),
    balancesOfUsers(reader, [userId]),
    reader.selectFrom('live.free_minutes').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  ])
  if (!person) return null
  const balance = balances.get(userId)
  return {
    userId: Number(userId),
    paidTokens: Number(balance?.paidTokens ?? 0),
    promoTokens: Number(balance?.promoTokens ?? 0),
    bonus: Number(balance?.bonus ?? 0),
    reservedTokens: Number(balance?.reservedTokens ?? 0),
    reservedBonus: Number(balance?.reservedBonus ?? 0),
    debtTokens: Number(balance?.debtTokens ?? 0),
    freeMinutesLeft: free ? free.granted - free.used - free.held : 0,
    ban:
      person.state === 'normal'
        ? null
        : { kind: kinds[person.state], until: person.banned_until?.toISOString() ?? null },
    flags: { marketAudit: person.market_audit, security: person.security, internal: person.internal },
  }
}
