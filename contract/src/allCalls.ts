// Every declared call with its schemas, by room: for the server, the API reference and the tests. The browser never
// loads this file; it imports single calls.

import * as accessSchema from './access.schema.ts'
import * as access from './access.ts'
import * as agentPortalSchema from './agentPortal.schema.ts'
import * as agentPortal from './agentPortal.ts'
import * as agentQueueSchema from './agentQueue.schema.ts'
import * as agentQueue from './agentQueue.ts'
import * as agentsSchema from './agents.schema.ts'
import * as agents from './agents.ts'
import * as agentTradesSchema from './agentTrades.schema.ts'
import * as agentTrades from './agentTrades.ts'
import * as auditFiguresSchema from './auditFigures.schema.ts'
import * as auditFigures from './auditFigures.ts'
import * as auditReportsSchema from './auditReports.schema.ts'
import * as auditReports from './auditReports.ts'
import * as auditsSchema from './audits.schema.ts'
import * as audits from './audits.ts'
import * as auditTemplatesSchema from './auditTemplates.schema.ts'
import * as auditTemplates from './auditTemplates.ts'
import * as benefitsSchema from './benefits.schema.ts'
import * as benefits from './benefits.ts'
import * as boardsSchema from './boards.schema.ts'
import * as boards from './boards.ts'
import * as booksSchema from './books.schema.ts'
import * as books from './books.ts'
import * as bulkSchema from './bulk.schema.ts'
import * as bulk from './bulk.ts'
import type { Call, CallSchema } from './call.ts'
import * as chainSchema from './chain.schema.ts'
import * as chain from './chain.ts'
import * as channelsSchema from './channels.schema.ts'
import * as channels from './channels.ts'
import * as chargebacksSchema from './chargebacks.schema.ts'
import * as chargebacks from './chargebacks.ts'
import * as clientsSchema from './clients.schema.ts'
import * as clients from './clients.ts'
import * as communitySchema from './community.schema.ts'
import * as community from './community.ts'
import * as financeSchema from './finance.schema.ts'
import * as finance from './finance.ts'
import * as flowSchema from './flow.schema.ts'
import * as flow from './flow.ts'
import * as giftsSchema from './gifts.schema.ts'
import * as gifts from './gifts.ts'
import * as guildEveningSchema from './guildEvening.schema.ts'
import * as guildEvening from './guildEvening.ts'
import * as guildFiguresSchema from './guildFigures.schema.ts'
import * as guildFigures from './guildFigures.ts'
import * as guildLinkSchema from './guildLink.schema.ts'
import * as guildLink from './guildLink.ts'
import * as guildMembersSchema from './guildMembers.schema.ts'
import * as guildMembers from './guildMembers.ts'
import * as guildMoneySchema from './guildMoney.schema.ts'
import * as guildMoney from './guildMoney.ts'
import * as guildsSchema from './guilds.schema.ts'
import * as guilds from './guilds.ts'
import * as indicatorsSchema from './indicators.schema.ts'
import * as indicators from './indicators.ts'
import * as installationSchema from './installation.schema.ts'
import * as installation from './installation.ts'
import * as landingSchema from './landing.schema.ts'
import * as landing from './landing.ts'
import * as liveSchema from './live.schema.ts'
import * as live from './live.ts'
import * as messagesSchema from './messages.schema.ts'
import * as messages from './messages.ts'
import * as monitorSchema from './monitor.schema.ts'
import * as movingSchema from './moving.schema.ts'
import * as moving from './moving.ts'
import * as officialSchema from './official.schema.ts'
import * as official from './official.ts'
import * as payoutBatchesSchema from './payoutBatches.schema.ts'
import * as payoutBatches from './payoutBatches.ts'
import * as payoutsSchema from './payouts.schema.ts'
import * as payouts from './payouts.ts'
import * as policiesSchema from './policies.schema.ts'
import * as policies from './policies.ts'
import * as privacySchema from './privacy.schema.ts'
import * as privacy from './privacy.ts'
import * as promoterSettleSchema from './promoterSettle.schema.ts'
import * as promoterSettle from './promoterSettle.ts'
import * as providerSchema from './provider.schema.ts'
import * as provider from './provider.ts'
import * as sanctionsSchema from './sanctions.schema.ts'
import * as sanctions from './sanctions.ts'
import * as securitySchema from './security.schema.ts'
import * as security from './security.ts'
import * as settlementSchema from './settlement.schema.ts'
import * as settlement from './settlement.ts'
import * as statementsSchema from './statements.schema.ts'
import * as statements from './statements.ts'
import * as systemSchema from './system.schema.ts'
import * as system from './system.ts'
import * as systemErrorsSchema from './systemErrors.schema.ts'
import * as systemErrors from './systemErrors.ts'
import * as systemRecordsSchema from './systemRecords.schema.ts'
import * as systemRecords from './systemRecords.ts'
import * as systemRightsSchema from './systemRights.schema.ts'
import * as systemRights from './systemRights.ts'
import * as systemStaffSchema from './systemStaff.schema.ts'
import * as systemStaff from './systemStaff.ts'
import * as systemStopsSchema from './systemStops.schema.ts'
import * as systemStops from './systemStops.ts'
import * as todaySchema from './todayFigures.schema.ts'
import * as today from './todayFigures.ts'
import * as toldSchema from './told.schema.ts'
import * as told from './told.ts'
import * as usersSchema from './users.schema.ts'
import * as users from './users.ts'
import * as withdrawalsSchema from './withdrawals.schema.ts'
import * as withdrawals from './withdrawals.ts'

const rooms = {
  access: [access, accessSchema],
  agents: [agents, agentsSchema],
  agentPortal: [agentPortal, agentPortalSchema],
  agentQueue: [agentQueue, agentQueueSchema],
  agentTrades: [agentTrades, agentTradesSchema],
  audits: [audits, auditsSchema],
  auditTemplates: [auditTemplates, auditTemplatesSchema],
  auditReports: [auditReports, auditReportsSchema],
  auditFigures: [auditFigures, auditFiguresSchema],
  boards: [boards, boardsSchema],
  books: [books, booksSchema],
  bulk: [bulk, bulkSchema],
  chargebacks: [chargebacks, chargebacksSchema],
  benefits: [benefits, benefitsSchema],
  channels: [channels, channelsSchema],
  promoterSettle: [promoterSettle, promoterSettleSchema],
  privacy: [privacy, privacySchema],
  provider: [provider, providerSchema],
  chain: [chain, chainSchema],
  clients: [clients, clientsSchema],
  systemErrors: [systemErrors, systemErrorsSchema],
  community: [community, communitySchema],
  finance: [finance, financeSchema],
  flow: [flow, flowSchema],
  gifts: [gifts, giftsSchema],
  guildEvening: [guildEvening, guildEveningSchema],
  guildFigures: [guildFigures, guildFiguresSchema],
  guildMoney: [guildMoney, guildMoneySchema],
  guildLink: [guildLink, guildLinkSchema],
  guildMembers: [guildMembers, guildMembersSchema],
  guilds: [guilds, guildsSchema],
  indicators: [indicators, indicatorsSchema],
  landing: [landing, landingSchema],
  live: [live, { ...liveSchema, ...monitorSchema }],
  messages: [messages, messagesSchema],
  moving: [moving, movingSchema],
  official: [official, officialSchema],
  payoutBatches: [payoutBatches, payoutBatchesSchema],
  payouts: [payouts, payoutsSchema],
  policies: [policies, policiesSchema],
  sanctions: [sanctions, sanctionsSchema],
  security: [security, securitySchema],
  told: [told, toldSchema],
  settlement: [settlement, settlementSchema],
  statements: [statements, statementsSchema],
  system: [system, systemSchema],
  today: [today, todaySchema],
  systemRights: [systemRights, systemRightsSchema],
  systemStaff: [systemStaff, systemStaffSchema],
  systemRecords: [systemRecords, systemRecordsSchema],
  systemStops: [systemStops, systemStopsSchema],
  installation: [installation, installationSchema],
  users: [users, usersSchema],
  withdrawals: [withdrawals, withdrawalsSchema],
} as const

export type DeclaredCall = { room: string; call: Call; schema: CallSchema }

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'level' in value

/** The calls of an ordinary record, by verb. */
const isCalls = (value: unknown): value is Record<string, Call> =>
  typeof value === 'object' && value !== null && 'list' in value && isCall(value.list)

/** All declared calls. @throws at start if one has no schema. */
export const declaredCalls: readonly DeclaredCall[] = Object.entries(rooms).flatMap(([room, [calls, schemas]]) => {
  const paired = (call: Call, schema: unknown): DeclaredCall => {
    if (!schema) throw new Error(`call ${call.name} of ${room} has no schema`)
    return { room, call, schema: schema as CallSchema }
  }
  const schemaOf = schemas as object as Record<string, Record<string, unknown> | undefined>
  return Object.entries(calls).flatMap(([name, value]: [string, unknown]) => {
    if (isCall(value)) return paired(value, schemaOf[value.name])
    if (!isCalls(value)) return []
    return Object.entries(value).map(([verb, call]) => paired(call, schemaOf[name]?.[verb]))
  })
})
