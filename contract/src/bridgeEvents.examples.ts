// An example of every event, as `/docs/bridge` shows them. A test parses each.
import type { Example } from './bridge.examples.ts'
import type { EventData, EventType } from './bridgeEvents.schema.ts'

export const eventExamples: { [T in EventType]: Example<EventData<T>> } = {
  'user.registered': {
    description: 'A user registered.',
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
    description:
      'The profile changed: only the changed fields. Of two events that set the same field, the later time wins.',
    data: { userId: 100042, nickname: 'Mila ✨', level: 12, fans: 318 },
  },
  'user.online': {
    description: 'The user opened the app. Idempotent: may be sent any number of times.',
    data: { userId: 100042, platform: 'android', deviceId: 'd-7f31c0', ip: '203.0.113.7' },
  },
  'user.offline': {
    description: 'The user left the app; `seconds` is the length of the visit.',
    data: { userId: 100042, seconds: 1_860 },
  },
  'user.deleted': {
    description:
      'The user deleted their account. After 30 days everything about them is erased, once nothing stands in its way; `user.deletionChanged` says so.',
    data: { userId: 100042 },
  },
  'user.deletionCancelled': {
    description: 'The user wants to stay after all. Ends what `user.deleted` began; staff alone end what staff began.',
    data: { userId: 100042 },
  },
  'install.attributed': {
    description: 'A device installed the app, from this channel.',
    data: { deviceId: 'd-7f31c0', channel: 'spring-04', platform: 'android', country: 'BR' },
  },
  'media.submitted': {
    description: "A profile text or picture needs review. `score` and `labels` are the machine's result.",
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
    description: 'The user requests certification.',
    data: { itemId: 'cert-77', userId: 100042, pictureUrls: ['https://cdn.example.com/c/77-1.jpg'] },
  },
  'dynamic.posted': {
    description: 'The user posted to the community.',
    data: {
      dynamicId: 'dyn-501',
      userId: 100042,
      text: 'Good morning from Recife',
      pictureUrls: ['https://cdn.example.com/d/501-1.jpg'],
      topics: ['morning'],
    },
  },
  'comment.posted': {
    description: 'A user commented on a post.',
    data: { commentId: 'com-88', dynamicId: 'dyn-501', userId: 100077, text: 'What a view!' },
  },
  'greeting.submitted': {
    description: 'A greeting that the user wants to send to many needs review.',
    data: { itemId: 'greet-12', userId: 100042, text: 'Hi, how was your day?' },
  },
  'report.created': {
    description: 'A user reports another; the place says where it happened.',
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
    description: 'The user appeals a failed submission.',
    data: { appealId: 'app-5', userId: 100042, itemId: 'photo-9001', text: 'It is me on the picture' },
  },
  'live.started': {
    description: 'A broadcast began; `rate` is tokens a minute, 0 for a free room.',
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
    description: 'The broadcast continues. It ends after 60 seconds without one. Idempotent.',
    data: { liveId: 'live-2201', viewers: 84 },
  },
  'live.snapshot': {
    description: 'A picture of a broadcast or call, for the monitor.',
    data: { liveId: 'live-2201', url: 'https://cdn.example.com/s/2201-17.jpg', score: 0.03 },
  },
  'live.viewed': {
    description: 'A user watched a broadcast; `seconds` is how long.',
    data: { viewId: 'view-66', liveId: 'live-2201', userId: 100077, seconds: 340 },
  },
  'live.minute': {
    description: 'A viewer of a paid room starts a minute. Tokens are charged, or the answer is 60001.',
    data: { liveId: 'live-2201', userId: 100077, minute: 1 },
  },
  'live.ended': { description: 'The broadcast ended.', data: { liveId: 'live-2201', reason: 'anchor' } },
  'call.requested': {
    description: 'A user calls another; `unitPrice` is tokens per started minute.',
    data: { callId: 'call-3301', callerId: 100077, calleeId: 100042, kind: 'video', unitPrice: 100 },
  },
  'call.answered': {
    description: 'The call was answered; the first minute is held, or the answer is 60001 and there is no call.',
    data: { callId: 'call-3301' },
  },
  'call.minute': {
    description:
      'A minute began: it is paid, and the next one is held. On 60001, end the call when this minute is over.',
    data: { callId: 'call-3301', minute: 2 },
  },
  'call.ended': {
    description:
      'The call ended; its started minutes settle what the per-minute events missed. Under 10 seconds nothing is charged.',
    data: { callId: 'call-3301', reason: 'caller', seconds: 95, minutes: 2 },
  },
  'match.requested': { description: 'A user waits for a match.', data: { matchId: 'match-71', userId: 100077 } },
  'match.ended': {
    description: 'A user no longer waits for a match.',
    data: { matchId: 'match-71', outcome: 'matched', waitedSeconds: 4, callId: 'call-3301' },
  },
  'gift.sent': {
    description:
      'A gift; `tokens` is the total price. Answered with the new balances, or 60001; with 70002 for several at once of one that cannot be sent continuously, 70003 for `floatingScreen` of one that has none.',
    data: { giftId: 12, senderId: 100077, receiverId: 100042, count: 10, tokens: 500, liveId: 'live-2201' },
  },
  'text.charged': { description: 'A paid message.', data: { senderId: 100077, receiverId: 100042, tokens: 5 } },
  'recharge.created': {
    description: 'A user is about to buy tokens.',
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
    description: 'The order was paid; the tokens belong to the user.',
    data: { orderId: 'ord-41', gatewayReference: 'GPA.3301-7789', feeUsdCents: 150, payerReference: 'card_5Hq2' },
  },
  'recharge.failed': { description: 'The order was not paid.', data: { orderId: 'ord-41', reason: 'card declined' } },
  'recharge.refunded': {
    description: 'The money was returned; tokens are taken back as far as the user has any, and the rest is owed.',
    data: { orderId: 'ord-41', kind: 'chargeback' },
  },
  'withdrawal.requested': {
    description:
      'The user requests a withdrawal; the bonus is held until Finance decides. 60002 if there is too little.',
    data: {
      withdrawalId: 'wd-9',
      userId: 100042,
      bonus: 5_000,
      account: { kind: 'usdt.trc20', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    },
  },
  'guild.inviteAnswered': {
    description: "The user answered a guild's invitation.",
    data: { guildId: 7, userId: 100042, accepted: true },
  },
  'guild.leaveRequested': {
    description: 'The user wants to leave the guild.',
    data: { guildId: 7, userId: 100042, reason: 'moving abroad' },
  },
  'guild.applied': {
    description:
      'A leader whose phone the app verified applies to register a guild; the answer has its id and account. The leader sets the password with a code.',
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
    description: 'A user applies as a top-up agent.',
    data: { userId: 100077, contact: '+55 11 98765 0077', note: 'runs a kiosk' },
  },
  'agent.purchaseRequested': {
    description:
      'A top-up agent requests stock inside the app. Finance checks a bank transfer; salary is credited at once.',
    data: { purchaseId: 'pur-9', userId: 100077, kind: 'bank', usdCents: 50_000, reference: 'FT26327-001' },
  },
  'message.delivered': {
    description: 'A system message reached these users.',
    data: { messageId: '318', userIds: [100042, 100043] },
  },
  'message.read': { description: 'A system message was read.', data: { messageId: '318', userIds: [100042] } },
}

/** A money event's `result`: the affected wallets as they are now. */
export const moneyResult = {
  balances: [
    { userId: 100077, paidTokens: 400, promoTokens: 0, bonus: 0 },
    { userId: 100042, paidTokens: 0, promoTokens: 0, bonus: 1_200 },
  ],
}

/** An event as its line in a batch. */
export const exampleLine = (type: EventType) => ({
  id: '019a9f6b-2e40-7c31-9a55-3f0c8d1e2b47',
  type,
  at: '2026-11-20T13:04:58.120Z',
  data: eventExamples[type].data,
})
