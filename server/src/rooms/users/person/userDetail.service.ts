import type { Answer, Parsed } from '@greenroom/contract/call'
import type { userDetail } from '@greenroom/contract/users'
import type { Approvals } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import { balancesOfUsers } from '../../../ledger/index.ts'
import { waitingFor } from '../grant/grant.waiting.ts'
import { canOf, stateAt } from '../users.rules.ts'
import { viewerOf } from '../users.viewer.ts'
import * as queries from './userDetail.queries.ts'
import { maskedEmail, maskedPhone } from './userReveal.rules.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null

/** One person: profile masked, wallet exact, bans, and pending requests. @throws Refusal 10032 */
export async function info(
  approvals: Approvals,
  context: Context,
  { userId }: Parsed<typeof userDetail>,
): Promise<Answer<typeof userDetail>> {
  const { database, now } = context
  const id = BigInt(userId)
  const [row, balances, ban, guild, given, waiting] = await Promise.all([
    queries.profileOf(database, context.scope, id, now, context.timeZone),
    balancesOfUsers(database, [id]),
    queries.banInForce(database, id, now),
    queries.guildOf(database, id),
    queries.benefitOf(database, id),
    waitingFor(approvals, database, [id], now),
  ])
  if (!row) throw new Refusal(10032)
  const balance = balances.get(id)
  const wallet = {
    paidTokens: Number(balance?.paidTokens ?? 0n),
    promoTokens: Number(balance?.promoTokens ?? 0n),
    reservedTokens: Number(balance?.reservedTokens ?? 0n),
    bonus: Number(balance?.bonus ?? 0n),
    reservedBonus: Number(balance?.reservedBonus ?? 0n),
    debtTokens: Number(balance?.debtTokens ?? 0n),
    freeMinutes: given.freeMinutes,
  }
  const state = stateAt({ state: row.state, until: row.banned_until }, now)
  const bannedUntil = state === 'normal' ? null : row.banned_until
  return {
    user: {
      userId,
      nickname: row.nickname,
      avatarUrl: row.avatar_url,
      sex: row.sex,
      age: row.age,
      country: row.country ?? '',
      language: row.language,
      channel: row.channel,
      platform: row.platform,
      level: row.level,
      vipType: row.vip_type,
      riskLevel: row.risk_level,
      state,
      bannedUntil: instant(bannedUntil),
      certified: row.certified,
      marketAudit: row.market_audit,
      security: row.security,
      internal: row.internal,
      tokens: wallet.paidTokens + wallet.promoTokens,
      paidTokens: wallet.paidTokens,
      promoTokens: wallet.promoTokens,
      bonus: wallet.bonus,
      registeredAt: instant(row.registered_at),
      online: row.online,
      lastOnlineAt: instant(row.last_online_at),
      can: canOf({ state, bannedUntil, hasContact: row.phone !== '' || row.email !== '' }, viewerOf(context), now),
      birthday: row.birthday,
      profession: row.profession,
      phone: maskedPhone(row),
      email: maskedEmail(row),
      fans: row.fans,
      follows: row.follows,
      registeredIp: row.registered_ip,
      deviceId: row.device_id,
      wallet,
      benefit: given.benefit
        ? { ...given.benefit, tokens: Number(given.benefit.tokens), at: given.benefit.at.toISOString() }
        : null,
      guild: guild
        ? { guildId: guild.id, name: guild.name, since: guild.since.toISOString(), leader: guild.leader }
        : null,
      ban: ban
        ? {
            banId: ban.id,
            kind: ban.kind,
            reason: ban.reason,
            until: instant(ban.until),
            by: ban.by,
            at: ban.at.toISOString(),
          }
        : null,
      waiting: waiting.map(({ approvalId, operation }) => ({
        approvalId,
        direction: operation.direction,
        tokens: Number(operation.tokens),
        by: operation.by,
        at: operation.at.toISOString(),
      })),
      counts: { devices: row.devices, sharedWith: row.shared_with, bans: row.bans, notes: row.notes },
      version: row.version,
    },
  }
}
