// An example of every command, as `/docs/bridge` shows them. A test parses each.
import { type Example, hour } from './bridge.examples.ts'
import type { CommandData, CommandType } from './bridgeCommands.schema.ts'

export const commandExamples: { [T in CommandType]: Example<CommandData<T>> } = {
  'user.banned': {
    description: "End the user's session, call and broadcast, and refuse these devices until then; null is permanent.",
    data: { userId: 100042, kind: 'both', deviceIds: ['d-7f31c0'], until: hour, reason: 'spam' },
  },
  'user.unbanned': {
    description: 'The user may use the app again.',
    data: { userId: 100042, deviceIds: ['d-7f31c0'], reason: 'appeal' },
  },
  'user.loggedOut': {
    description: "End the user's sessions; they may log in again.",
    data: { userId: 100042, reason: 'security' },
  },
  'user.flagged': {
    description: "The user's current flags, all of them.",
    data: { userId: 100042, marketAudit: false, security: true, internal: false },
  },
  'user.deletionChanged': {
    description:
      'A deletion began, by the user or by staff, was ended, or was carried out: then delete what you hold, and never send it again.',
    data: { userId: 100042, state: 'waiting', dueAt: hour },
  },
  'wallet.changed': {
    description: "The user's balances after a change that no event caused. Only the newest is delivered.",
    data: { userId: 100042, paidTokens: 400, promoTokens: 50, bonus: 1_200 },
  },
  'benefit.granted': {
    description:
      'A registration benefit. The tokens are already in the wallet; free minutes cover calls at prices up to a parameter, and the answer to `call.minute` says how many are left.',
    data: { userId: 100042, benefitId: 3, name: 'Spring welcome', tokens: 200, freeMinutes: 5, freeMinutesLeft: 5 },
  },
  'live.warned': {
    description: 'Show the anchor a warning.',
    data: {
      liveId: 'live-2201',
      userId: 100042,
      reason: 'Asleep or away',
      reasonTexts: { en: 'Asleep or away', es: 'Dormido o ausente' },
    },
  },
  'live.stopped': {
    description: 'Stop the broadcast.',
    data: { liveId: 'live-2201', userId: 100042, reason: 'dress code' },
  },
  'live.forbidden': {
    description: 'The user may not broadcast until then; null is permanent.',
    data: { userId: 100042, until: hour, reason: 'dress code' },
  },
  'live.allowed': { description: 'The user may broadcast again.', data: { userId: 100042, reason: 'appeal' } },
  'call.stopped': { description: 'End the call.', data: { callId: 'call-3301', reason: 'banned' } },
  'audit.decided': {
    description: 'A submission passed or failed; `text` is for the user.',
    data: { itemId: 'photo-9001', userId: 100042, decision: 'passed', text: '' },
  },
  'content.removed': {
    description: 'Take the content down.',
    data: { kind: 'dynamic', contentId: 'dyn-501', userId: 100042, reason: 'advertising' },
  },
  'report.decided': { description: 'The result of a report.', data: { reportId: 'rep-31', action: 'warn' } },
  'message.send': {
    description: 'Show a system message to these users, in their language.',
    data: {
      messageId: '318',
      type: 'text+link',
      userIds: [100042],
      title: 'Welcome',
      text: 'Your profile is complete.',
      link: 'app://profile',
    },
  },
  'message.stop': {
    description: 'Withdraw a system message from users who have not seen it.',
    data: { messageId: '318', reason: 'wrong date' },
  },
  'config.changed': {
    description:
      'The state that `state/<key>` returns has changed; `value` is all of it. Only the newest of a key is delivered.',
    data: {
      key: 'parameters',
      version: 7,
      value: { parameters: [{ key: 'platform_time_zone', type: 'timeZone', value: 'America/Sao_Paulo' }] },
    },
  },
  'version.published': {
    description: 'The newest version of an app, for this share of its users, as `state/versions` has it now.',
    data: {
      app: 'greenroom',
      name: '2.4.0',
      build: 240,
      address: 'https://example.com/greenroom-2.4.0.apk',
      description: 'Faster calls',
      mandatory: false,
      sharePercent: 25,
    },
  },
  'connection.tested': {
    description: 'Staff try the endpoint: answer 2xx, and do nothing.',
    data: { clientId: 1, by: 'admin' },
  },
  'guild.invited': {
    description: 'A guild invites the user; answer with `guild.inviteAnswered`.',
    data: { guildId: 7, guildName: 'Aurora', userId: 100042, expiresAt: '2026-11-30T12:00:00.000Z' },
  },
  'guild.changed': {
    description: "A guild's state, leader or settlement method has changed.",
    data: { guildId: 7, state: 'normal', method: 'guild pickup', leaderUserId: 100050, reason: '' },
  },
  'guild.warned': {
    description: 'A guild without anchors will dissolve.',
    data: {
      guildId: 7,
      leaderUserId: 100050,
      day: 7,
      dissolvesAt: '2026-12-01T12:00:00.000Z',
      texts: {
        en: 'Your guild Aurora Stars has no anchor yet. It is dissolved on 2026-12-01 unless one joins.',
        es: 'Su agencia Aurora Stars aún no tiene anfitriones. Se disolverá el 2026-12-01 si nadie se une.',
      },
    },
  },
  'guild.removed': {
    description: 'The user is no longer a member, or no longer invited.',
    data: {
      guildId: 7,
      userId: 100042,
      reason: 'left',
      texts: { en: 'You are no longer a member of your guild.', es: 'Ya no es miembro de su agencia.' },
    },
  },
  'settlement.published': {
    description: "An anchor's week was approved: the payslip.",
    data: {
      guildId: 7,
      week: '2026-11-16',
      settlementId: 311,
      version: 1,
      userId: 2001,
      method: 'anchor withdrawal',
      lines: [
        {
          kind: 'anchor',
          ofWeek: null,
          bonus: 60_000,
          validDays: 4,
          salaryCents: 1_000,
          amountCents: 1_000,
          held: false,
        },
      ],
    },
  },
  'withdrawal.changed': {
    description: 'The state of a withdrawal has changed.',
    data: { withdrawalId: 'wd-9', userId: 100042, state: 'success', reason: '' },
  },
  'recharge.refund': {
    description:
      'Staff refund an order: refund it at the gateway, then send `recharge.refunded` with the same `refundId`.',
    data: {
      refundId: '0197a1c2-7b00-7c3e-9d55-0a8d6a3f1c21',
      orderId: 'ord-41',
      userId: 100077,
      usdCents: 499,
      reason: 'bought twice',
    },
  },
  'recharge.changed': {
    description: 'The state of an order has changed.',
    data: { orderId: 'ord-41', userId: 100077, state: 'refunded' },
  },
  'agent.changed': {
    description: 'The state of an application as a top-up agent, or of the agent, has changed.',
    data: { userId: 100077, state: 'approved', reason: '', againFrom: null },
  },
  'agent.sold': {
    description: 'A receipt for the buyer of a sale, or what Finance decided about a request to return it.',
    data: {
      userId: 100042,
      saleId: '0199f0c0-0000-7000-8000-000000000001',
      agentUserId: 100077,
      agentNickname: 'Kiosk Ana',
      tokens: 5_000,
      at: '2026-11-20T10:00:00.000Z',
      back: null,
    },
  },
}

/** A command as it is sent. */
export const exampleCommand = (type: CommandType, subject: string) => ({
  id: '019a9f6b-31c8-7e02-8b16-a94d7f3c5e60',
  type,
  at: '2026-11-20T13:04:59.080Z',
  subject,
  data: commandExamples[type].data,
})
