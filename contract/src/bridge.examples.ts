// An example of every event, command and answer of the bridge, as `/docs/bridge` shows them. A test parses each.
import type { CommandData, CommandType, EventData, EventType, StateAnswer, StateName } from './bridge.schema.ts'

/** What it means, in one sentence, with example data. */
type Example<D> = { about: string; data: D }

const hour = '2026-11-20T13:05:00.000Z'

export const eventExamples: { [T in EventType]: Example<EventData<T>> } = {
  'user.registered': {
    about: 'Someone has a new account.',
    data: {
      userId: 100042,
      nickname: 'Mila',
      sex: 'woman',
      birthday: '2001-04-12',
      country: 'BR',
      language: 'pt',
      areaCode: '55',
      phone: '11987650042',
      avatarUrl: 'https://cdn.example.com/a/100042.jpg',
      channel: 'spring-04',
      platform: 'android',
      deviceId: 'd-7f31c0',
      deviceModel: 'Pixel 8',
      ip: '203.0.113.7',
    },
  },
  'user.updated': {
    about: 'The profile changed: only the fields that did. Of two that set the same field, the later moment wins.',
    data: { userId: 100042, nickname: 'Mila ✨', level: 12, fans: 318 },
  },
  'user.online': {
    about: 'The user opened the app. Natural: may be sent any number of times.',
    data: { userId: 100042, platform: 'android', deviceId: 'd-7f31c0', ip: '203.0.113.7' },
  },
  'user.offline': { about: 'The user left the app, after so many seconds.', data: { userId: 100042, seconds: 1_860 } },
  'install.attributed': {
    about: 'A device installed the app, from this channel.',
    data: { deviceId: 'd-7f31c0', channel: 'spring-04', platform: 'android', country: 'BR' },
  },
  'media.submitted': {
    about: 'A profile text or picture waits for review. `score` and `labels` are what a machine thought of it.',
    data: {
      itemId: 'photo-9001',
      userId: 100042,
      kind: 'photo',
      url: 'https://cdn.example.com/p/9001.jpg',
      score: 0.12,
      labels: ['portrait'],
    },
  },
  'certification.submitted': {
    about: 'The user asks to be certified.',
    data: { itemId: 'cert-77', userId: 100042, pictureUrls: ['https://cdn.example.com/c/77-1.jpg'] },
  },
  'dynamic.posted': {
    about: 'The user posted to the community.',
    data: {
      dynamicId: 'dyn-501',
      userId: 100042,
      text: 'Good morning from Recife',
      pictureUrls: ['https://cdn.example.com/d/501-1.jpg'],
      topics: ['morning'],
    },
  },
  'comment.posted': {
    about: 'Someone commented on a post.',
    data: { commentId: 'com-88', dynamicId: 'dyn-501', userId: 100077, text: 'What a view!' },
  },
  'greeting.submitted': {
    about: 'A greeting that the user wants to send to many waits for review.',
    data: { itemId: 'greet-12', userId: 100042, text: 'Hi, how was your day?' },
  },
  'report.created': {
    about: 'Someone reports someone; the place says where it happened.',
    data: {
      reportId: 'rep-31',
      reporterId: 100077,
      userId: 100042,
      reason: 'spam',
      text: 'sends the same link to everybody',
      evidenceUrls: ['https://cdn.example.com/r/31-1.jpg'],
      liveId: 'live-2201',
    },
  },
  'appeal.created': {
    about: 'The user asks to look again at what was refused.',
    data: { appealId: 'app-5', userId: 100042, itemId: 'photo-9001', text: 'It is me on the picture' },
  },
  'live.started': {
    about: 'A broadcast began; `rate` is tokens a minute, 0 for a free room.',
    data: {
      liveId: 'live-2201',
      userId: 100042,
      title: 'Evening songs',
      coverUrl: 'https://cdn.example.com/l/2201.jpg',
      rate: 60,
      hlsUrl: 'https://live.example.com/2201/index.m3u8',
    },
  },
  'live.heartbeat': {
    about: 'The broadcast goes on. After 60 seconds without one it has ended. Natural.',
    data: { liveId: 'live-2201', viewers: 84 },
  },
  'live.snapshot': {
    about: 'A picture of a broadcast or call, for the wall.',
    data: { liveId: 'live-2201', url: 'https://cdn.example.com/s/2201-17.jpg', score: 0.03 },
  },
  'live.viewed': {
    about: 'Someone watched a broadcast, for so many seconds.',
    data: { viewId: 'view-66', liveId: 'live-2201', userId: 100077, seconds: 340 },
  },
  'live.minute': {
    about: 'A viewer of a paid room starts a minute. Money moves, or 60001.',
    data: { liveId: 'live-2201', userId: 100077, minute: 1 },
  },
  'live.ended': { about: 'The broadcast ended.', data: { liveId: 'live-2201', reason: 'anchor' } },
  'call.requested': {
    about: 'Someone calls; `unitPrice` is tokens a started minute.',
    data: { callId: 'call-3301', callerId: 100077, calleeId: 100042, kind: 'video', unitPrice: 100 },
  },
  'call.answered': {
    about: 'The call was answered; the first minute is held, or 60001 and there is no call.',
    data: { callId: 'call-3301' },
  },
  'call.minute': {
    about: 'A minute began: it is paid, and the next one held. 60001: end the call when this minute is over.',
    data: { callId: 'call-3301', minute: 2 },
  },
  'call.ended': {
    about:
      'The call ended; its started minutes settle what single minutes missed. Under 10 seconds nothing is charged.',
    data: { callId: 'call-3301', reason: 'caller', seconds: 95, minutes: 2 },
  },
  'match.requested': { about: 'Someone waits for a match.', data: { matchId: 'match-71', userId: 100077 } },
  'match.ended': {
    about: 'The waiting ended.',
    data: { matchId: 'match-71', outcome: 'matched', waitedSeconds: 4, callId: 'call-3301' },
  },
  'gift.sent': {
    about: 'A gift; `tokens` is the price of all of them together. Answered with the new balances, or 60001.',
    data: { giftId: 12, senderId: 100077, receiverId: 100042, count: 10, tokens: 500, liveId: 'live-2201' },
  },
  'text.charged': { about: 'A paid message.', data: { senderId: 100077, receiverId: 100042, tokens: 5 } },
  'recharge.created': {
    about: 'Someone is about to buy tokens.',
    data: {
      orderId: 'ord-41',
      userId: 100077,
      product: 'tokens-1000',
      tokens: 1_000,
      promoTokens: 100,
      usdCents: 999,
      gateway: 'playstore',
      currency: 'EUR',
      amountMinor: 929,
    },
  },
  'recharge.paid': {
    about: 'The order was paid; the tokens belong to the user.',
    data: { orderId: 'ord-41', gatewayReference: 'GPA.3301-7789', feeUsdCents: 150, payerReference: 'card_5Hq2' },
  },
  'recharge.failed': { about: 'The order was not paid.', data: { orderId: 'ord-41', reason: 'card declined' } },
  'recharge.refunded': {
    about: 'The money went back; tokens are taken as far as there are any, the rest is owed.',
    data: { orderId: 'ord-41', kind: 'chargeback' },
  },
  'withdrawal.requested': {
    about: 'The user asks to be paid; the bonus is held until finance decides. 60002 when there is too little.',
    data: {
      withdrawalId: 'wd-9',
      userId: 100042,
      bonus: 5_000,
      account: { kind: 'usdt.trc20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    },
  },
  'guild.inviteAnswered': {
    about: 'The user answered the invitation of a guild.',
    data: { guildId: 7, userId: 100042, accepted: true },
  },
  'guild.leaveRequested': {
    about: 'The user wants to leave the guild.',
    data: { guildId: 7, userId: 100042, reason: 'moving abroad' },
  },
  'guild.applied': {
    about:
      'A leader whose phone the app verified applies to register a guild; the answer has its id and account. She sets the password with a code.',
    data: {
      userId: 100050,
      guildName: 'Aurora',
      leaderName: 'Lin Yue',
      leaderEmail: 'lin@example.com',
      parentId: null,
      inviterId: null,
    },
  },
  'agent.applied': {
    about: 'Someone wants to sell tokens as a top-up agent.',
    data: { userId: 100077, contact: '+55 11 98765 0077', note: 'runs a kiosk' },
  },
  'agent.purchaseRequested': {
    about:
      'A top-up agent asks inside the app to buy stock. Finance checks a bank transfer; salary is credited at once.',
    data: { purchaseId: 'pur-9', userId: 100077, kind: 'bank', usdCents: 50_000, reference: 'FT26327-001' },
  },
  'message.delivered': {
    about: 'A system message reached these users.',
    data: { messageId: '318', userIds: [100042, 100043] },
  },
  'message.read': { about: 'A system message was read.', data: { messageId: '318', userIds: [100042] } },
}

/** A money event's `result`: the affected wallets as they are now. */
export const moneyResult = {
  balances: [
    { userId: 100077, paidTokens: 400, promoTokens: 0, bonus: 0 },
    { userId: 100042, paidTokens: 0, promoTokens: 0, bonus: 1_200 },
  ],
}

export const commandExamples: { [T in CommandType]: Example<CommandData<T>> } = {
  'user.banned': {
    about:
      'End the session, call and broadcast of this user, and let none of these devices in until then; null is permanent.',
    data: { userId: 100042, kind: 'both', deviceIds: ['d-7f31c0'], until: hour, reason: 'spam' },
  },
  'user.unbanned': {
    about: 'The user may come in again.',
    data: { userId: 100042, deviceIds: ['d-7f31c0'], reason: 'appeal' },
  },
  'user.loggedOut': {
    about: 'End the sessions of this user, who may log in again.',
    data: { userId: 100042, reason: 'security' },
  },
  'user.flagged': {
    about: 'The flags of the user, all of them as they are now.',
    data: { userId: 100042, marketAudit: false, security: true, internal: false },
  },
  'wallet.changed': {
    about: 'The balances of the user after something that no event caused. Only the newest is delivered.',
    data: { userId: 100042, paidTokens: 400, promoTokens: 50, bonus: 1_200 },
  },
  'benefit.granted': {
    about:
      'A registration benefit. The tokens are in the wallet already; free minutes cover calls at prices up to a parameter, and `call.minute` answers how many are left.',
    data: { userId: 100042, benefitId: 3, name: 'Spring welcome', tokens: 200, freeMinutes: 5, freeMinutesLeft: 5 },
  },
  'live.warned': {
    about: 'Show the anchor a warning.',
    data: { liveId: 'live-2201', userId: 100042, reason: 'dress code' },
  },
  'live.stopped': { about: 'Stop the broadcast.', data: { liveId: 'live-2201', userId: 100042, reason: 'dress code' } },
  'live.forbidden': {
    about: 'The user may not broadcast until then; null is permanent.',
    data: { userId: 100042, until: hour, reason: 'dress code' },
  },
  'live.allowed': { about: 'The user may broadcast again.', data: { userId: 100042, reason: 'appeal' } },
  'call.stopped': { about: 'End the call.', data: { callId: 'call-3301', reason: 'banned' } },
  'audit.decided': {
    about: 'What was submitted passed or failed; `text` is for the user.',
    data: { itemId: 'photo-9001', userId: 100042, decision: 'passed', text: '' },
  },
  'content.removed': {
    about: 'Take it down.',
    data: { kind: 'dynamic', contentId: 'dyn-501', userId: 100042, reason: 'advertising' },
  },
  'report.decided': { about: 'What came of a report.', data: { reportId: 'rep-31', action: 'warn' } },
  'message.send': {
    about: 'Show a system message to these users, in their language.',
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
    about: 'Withdraw a system message from those who have not seen it.',
    data: { messageId: '318', reason: 'wrong date' },
  },
  'config.changed': {
    about: 'What `state/<key>` answers has changed; `value` is all of it. Only the newest of a key is delivered.',
    data: {
      key: 'parameters',
      version: 7,
      value: { parameters: [{ key: 'platform_time_zone', type: 'timeZone', value: 'America/Sao_Paulo' }] },
    },
  },
  'version.published': {
    about: 'The newest version of an app, for this share of its users, as `state/versions` has it now.',
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
  'guild.invited': {
    about: 'A guild invites the user; answer with `guild.inviteAnswered`.',
    data: { guildId: 7, guildName: 'Aurora', userId: 100042, expiresAt: '2026-11-30T12:00:00.000Z' },
  },
  'guild.changed': {
    about: 'A guild has another state, leader or settlement method.',
    data: { guildId: 7, state: 'normal', method: 'guild pickup', leaderUserId: 100050 },
  },
  'guild.warned': {
    about: 'A guild without anchors will dissolve.',
    data: { guildId: 7, leaderUserId: 100050, day: 7, dissolvesAt: '2026-12-01T12:00:00.000Z' },
  },
  'guild.removed': {
    about: 'The user is no longer a member, or no longer invited.',
    data: { guildId: 7, userId: 100042, reason: 'left' },
  },
  'settlement.published': {
    about: "An anchor's week was approved: her payslip.",
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
    about: 'A withdrawal has another state.',
    data: { withdrawalId: 'wd-9', userId: 100042, state: 'success', reason: '' },
  },
  'recharge.refund': {
    about: 'Staff refund an order: do it at the gateway, then tell `recharge.refunded` with the same `refundId`.',
    data: {
      refundId: '0197a1c2-7b00-7c3e-9d55-0a8d6a3f1c21',
      orderId: 'ord-41',
      userId: 100077,
      usdCents: 499,
      reason: 'bought twice',
    },
  },
  'recharge.changed': {
    about: 'An order has another state.',
    data: { orderId: 'ord-41', userId: 100077, state: 'refunded' },
  },
  'agent.changed': {
    about: 'An application to be a top-up agent, or the agent, has another state.',
    data: { userId: 100077, state: 'approved', reason: '', againFrom: null },
  },
  'agent.sold': {
    about: 'A receipt for the buyer of a sale, or that Finance took it back.',
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

export const stateExamples: { [N in StateName]: Example<StateAnswer<N>> } = {
  parameters: {
    about: 'Parameters that the front end needs; read `value` by its `type`.',
    data: { version: 7, parameters: [{ key: 'platform_time_zone', type: 'timeZone', value: 'UTC' }] },
  },
  gifts: {
    about: 'The gift template that is enabled in each scene, and the gifts that are sold now or will be.',
    data: {
      version: 7,
      gifts: [
        {
          giftId: 3,
          names: { en: 'Rose', cn: '玫瑰' },
          type: 'ordinary',
          price: 10,
          nextPrice: { price: 12, from: '2026-03-01T00:00:00.000Z' },
          continuous: true,
          floatingScreen: false,
          sort: 1,
          pictureUrl: 'https://office.example.com/files/0193f0a1-2b3c-7d4e-8f50-617283940517.webp',
          animationUrl: null,
          from: null,
          to: null,
        },
      ],
      templates: [
        {
          templateId: 3,
          scene: 'live',
          name: 'Spring',
          giftIds: [3],
          pictureUrls: ['https://office.example.com/files/0193f0a1-2b3c-7d4e-8f50-617283940516.png'],
        },
      ],
    },
  },
  countries: {
    about: 'Enabled countries, in the order to be shown.',
    data: {
      version: 7,
      countries: [
        {
          code: 'BR',
          names: { en: 'Brazil', cn: '巴西' },
          diallingCode: '+55',
          currency: 'BRL',
          region: 'Americas',
        },
      ],
    },
  },
  versions: {
    about: 'The newest version of each app.',
    data: {
      versions: [
        {
          app: 'greenroom',
          name: '2.4.0',
          build: 240,
          address: 'https://cdn.example.com/greenroom-240.apk',
          description: 'Faster calls.',
          mandatory: false,
          sharePercent: 25,
        },
      ],
    },
  },
  community: {
    about: 'Posts and topics that stand above the rest, and topics that are hidden.',
    data: { pinnedDynamics: ['post-77'], pinnedTopics: ['#music'], hiddenTopics: [] },
  },
  banners: {
    about:
      'Banners and activities that are shown now or will be; `shownTo` of the contract decides who sees which when.',
    data: {
      version: 7,
      banners: [
        {
          bannerId: 12,
          imageUrl: '/files/01900000-0000-7000-8000-000000000012.webp',
          position: 'home',
          sort: 1,
          link: 'app://recharge',
          from: '2026-02-01T00:00:00.000Z',
          to: '2026-02-08T00:00:00.000Z',
          countries: ['BR', 'PT'],
          sex: null,
          languages: [],
          minBuild: 0,
        },
      ],
      activities: [],
    },
  },
  adverts: {
    about: 'Short texts that are shown now or will be, by language; English where a language has none.',
    data: {
      version: 7,
      adverts: [
        {
          advertId: 3,
          texts: { en: 'Double tokens this weekend', pt: 'Fichas em dobro neste fim de semana' },
          position: 'ticker',
          sort: 1,
          link: '',
          from: null,
          to: null,
          countries: [],
          sex: null,
          languages: [],
          minBuild: 0,
        },
      ],
    },
  },
  accounts: {
    about: 'Users who speak for the platform: mark them with their title.',
    data: { version: 7, accounts: [{ userId: 100001, title: 'Greenroom Care' }] },
  },
  'users/{id}': {
    about: 'One person: exact balances, the ban (null when there is none) and the flags.',
    data: {
      userId: 100042,
      paidTokens: 400,
      promoTokens: 50,
      bonus: 1_200,
      reservedTokens: 100,
      reservedBonus: 0,
      debtTokens: 0,
      freeMinutesLeft: 3,
      ban: { kind: 'id', until: hour },
      flags: { marketAudit: false, security: true, internal: false },
    },
  },
  'users/{id}/depositAddresses': {
    about: 'Where this person may pay USDT to. The first request gives the addresses, and they stay theirs.',
    data: {
      addresses: [
        { chain: 'trc20', address: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6' },
        { chain: 'erc20', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
      ],
    },
  },
}

/** An event as its line in a batch. */
export const exampleLine = (type: EventType) => ({
  id: '019a9f6b-2e40-7c31-9a55-3f0c8d1e2b47',
  type,
  at: '2026-11-20T13:04:58.120Z',
  data: eventExamples[type].data,
})

/** A command as it is sent. */
export const exampleCommand = (type: CommandType, subject: string) => ({
  id: '019a9f6b-31c8-7e02-8b16-a94d7f3c5e60',
  type,
  at: '2026-11-20T13:04:59.080Z',
  subject,
  data: commandExamples[type].data,
})
