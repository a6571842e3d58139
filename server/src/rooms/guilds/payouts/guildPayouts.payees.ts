// Guilds as payees of the sanctions screening: their names, their leaders' and their accounts (docs/money.md, Sanctions).
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import {
  type Account,
  accountIfOpens,
  type Bar,
  type Payee,
  type PayeeSource,
  screenPayees,
} from '../../finance/index.ts'
import type { Line } from './guildPay.lines.ts'
import { guildAccounts } from './guildPayoutAccount.ts'

type Named = { name: string; leaderName: string }

export const namesOf = ({ name, leaderName }: Named): Payee['names'] => [
  { field: 'name', text: name },
  { field: 'leader', text: leaderName },
]

const payeeOf = (guild: Named & { id: number }, account: Account | null): Payee => ({
  id: `guild:${guild.id}`,
  name: guild.name,
  names: namesOf(guild),
  account,
})

type Barred = Bar | 'payout.accountUnreadable'

/** Screens the guilds of these lines with their accounts in force. @returns why a guild must not be paid, by guild id. */
export async function screenLines(
  tx: Transaction,
  seals: Seals,
  now: Date,
  lines: readonly Line[],
): Promise<Map<number, Barred>> {
  const guilds = new Map(lines.map((line) => [line.guildId, line]))
  const opened = [...guilds.values()].map(
    ({ guildId: id, guildName: name, account: { id: accountId, sealed, leaderName } }) => ({
      guild: { id, name, leaderName },
      account: sealed === '' ? null : accountIfOpens(seals, guildAccounts.ownerOf(accountId), sealed),
    }),
  )
  const bars = await screenPayees(
    tx,
    now,
    opened.map(({ guild, account }) => payeeOf(guild, account ?? null)),
  )
  const unreadable = opened.flatMap(({ guild: { id }, account }) =>
    account === undefined ? [[id, 'payout.accountUnreadable'] as const] : [],
  )
  return new Map<number, Barred>([
    ...unreadable,
    ...[...bars].map(([id, bar]) => [Number(id.slice('guild:'.length)), bar] as const),
  ])
}

/** Screens a guild whose leader or account changes; hits go to staff, the change itself proceeds. */
export async function screenChange(
  tx: Transaction,
  now: Date,
  guild: Named & { id: number },
  account: Account | null,
): Promise<void> {
  await screenPayees(tx, now, [payeeOf(guild, account)])
}

/** Guild accounts in force or about to be, for the screening round. */
export const guildPayees: PayeeSource = {
  kind: 'guild',
  accounts: sql`
    select a.id::bigint as account_id, 'guild:' || g.id as payee_id, g.name as payee_name,
           json_build_array(json_build_object('field', 'name', 'text', g.name),
                            json_build_object('field', 'leader', 'text', g.leader_name)) as names,
           a.sealed, 'payout account ' || a.id as owner
      from guilds.payout_account a join guilds.guild g on g.id = a.guild_id where a.state <> 'retired'`,
}
