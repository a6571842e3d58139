// A valid payload for every call that changes something, and the entry that it must leave in the operation log. A new call needs
// a line here: the tests that use this table fail without one.

import { agentWrites } from './agents.ts'
import { chainWrites } from './chain.ts'
import { financeWrites } from './finance.ts'
import { moneyWrites } from './guildMoney.ts'
import { indicatorWrites } from './indicators.ts'
import { officialWrites } from './official.ts'
import { payoutWrites } from './payouts.ts'
import { promotionWrites } from './promotion.ts'
import { sanctionsWrites } from './sanctions.ts'
import { settlementWrites } from './settlements.ts'
import { accessWrites } from './writes/access.ts'
import { auditWrites } from './writes/audit.ts'
import { bridgeWrites } from './writes/bridge.ts'
import { guildWrites } from './writes/guild.ts'
import { providerWrites } from './writes/provider.ts'
import { staffWrites } from './writes/staff.ts'
import { systemWrites } from './writes/system.ts'
import { userWrites } from './writes/user.ts'
import type { Write } from './writes/write.ts'

export const writes: Record<string, Write> = {
  ...accessWrites,
  ...guildWrites,
  ...staffWrites,
  ...systemWrites,
  ...bridgeWrites,
  ...providerWrites,
  ...userWrites,
  ...auditWrites,
  ...promotionWrites,
  ...agentWrites,
  ...financeWrites,
  ...indicatorWrites,
  ...officialWrites,
  ...chainWrites,
  ...payoutWrites,
  ...sanctionsWrites,
  ...moneyWrites,
  ...settlementWrites,
}
