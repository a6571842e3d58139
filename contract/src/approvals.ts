// What waits for a second account, by kind: how each fact of a request is shown, and which of them is the money at risk. A request's `before` and
// `after` hold these fields only (the server refuses to file others), so that no screen shows a field that it has no words for.

/** The unit or meaning of a fact. */
export type Format =
  | 'text'
  /** An id, an address or a hash. */
  | 'code'
  | 'number'
  | 'usdCents'
  | 'usdMicros'
  | 'usdtMicros'
  | 'usd'
  | 'tokens'
  | 'bonus'
  /** Hundredths of a percent. */
  | 'basisPoints'
  | 'hours'
  | 'time'
  | 'flag'
  /** A key of `reasons.ts`. */
  | 'reason'
  /** Plain values. */
  | 'list'
  /** Keys of menus. */
  | 'menus'
  | 'user'
  | 'users'
  | 'guild'
  | 'agent'
  | 'promoter'
  /** `user:5` or `user 5`, also with a name before it: `Noura (user:5)`. */
  | 'party'
  /** The kind of a payout account and its last four characters: `bank …1234`. */
  | 'account'
  /** Kept with the request, but nothing that a reader decides by. */
  | 'hidden'

/** `words`: the value is one of a few, with texts `approvals:words.<words>.<value>`; `lines`: a list of things; `inside`: a thing of its own. */
export type Shown = Format | { words: string } | { lines: Fields } | { inside: Fields }
export type Fields = { readonly [name: string]: Shown }

export type ApprovalView = {
  fields: Fields
  /** Where the money at risk stands: the path of an amount, summed over lines; none where no money is at risk. */
  money?: string
  /** The amount of each party, beside it; by default the last part of `money`. */
  each?: string
}

const words = (of: string): Shown => ({ words: of })
const state = words('state')
const method = words('method')

const account = { username: 'text', roles: 'list', sensitiveRights: 'menus', phone: 'text', remark: 'text' } as const
const payee = { kind: method, lastFour: 'code' } as const
const chargeback = { chargebackId: 'hidden', orderId: 'code', userId: 'user', state, owedTokens: 'tokens' } as const
const payments = {
  payments: {
    lines: { settlementId: 'hidden', requestId: 'code', guildId: 'guild', usdCents: 'usdCents', account: 'account' },
  },
  usdCents: 'usdCents',
  reference: 'code',
} as const
const plan = {
  id: 'hidden',
  name: 'text',
  kind: words('planKind'),
  levels: { lines: { fromCents: 'usdCents', rateBp: 'basisPoints' } },
  salary: { lines: { days: 'number', hours: 'number', points: 'number', usdCents: 'usdCents' } },
  startWeek: 'text',
  note: 'text',
  state: words('planState'),
  createdBy: 'text',
  createdAt: 'time',
  publishedBy: 'text',
  publishedAt: 'time',
  updatedBy: 'hidden',
  updatedAt: 'hidden',
  version: 'hidden',
} as const
const sanctionsList = {
  listId: 'hidden',
  name: 'text',
  entries: 'number',
  names: 'number',
  addresses: 'number',
  added: 'number',
  removed: 'number',
  fileName: 'text',
  state: words('listState'),
} as const
const deposit = { state: words('depositState'), usdtMicros: 'usdtMicros', reason: 'reason', owner: 'party' } as const
const client = { name: 'text', endpoint: 'code', note: 'text', historyDays: 'number' } as const
const grant = {
  direction: words('direction'),
  kind: words('grantKind'),
  tokens: 'tokens',
  people: 'number',
  total: 'tokens',
  ids: 'users',
} as const

const moved = {
  importId: 'code',
  state: words('importState'),
  records: 'number',
  kinds: { lines: { kind: words('importKind'), records: 'number' } },
  paidTokens: 'tokens',
  promoTokens: 'tokens',
  bonus: 'bonus',
  debtTokens: 'tokens',
  stockTokens: 'tokens',
  payableUsdCents: 'usdCents',
  usdCents: 'usdCents',
  tokensPerUsd: 'number',
  bonusPerUsd: 'number',
} as const

/** Every kind of request. */
export const approvalViews = {
  'withdrawal.pass': {
    fields: {
      withdrawals: { lines: { userId: 'user', usdCents: 'usdCents', account: 'account', withdrawalId: 'code' } },
      usdCents: 'usdCents',
    },
    money: 'usdCents',
  },
  'withdrawal.manual': {
    fields: { withdrawalId: 'code', state, userId: 'user', usdCents: 'usdCents', reference: 'code' },
    money: 'usdCents',
  },
  'withdrawal.release': {
    fields: {
      withdrawals: { lines: { userId: 'user', usdCents: 'usdCents', bonus: 'bonus', state, withdrawalId: 'code' } },
    },
    money: 'withdrawals.usdCents',
  },
  'payoutBatch.approve': {
    fields: {
      batchId: 'code',
      kind: method,
      lines: 'number',
      usdCents: 'usdCents',
      payouts: { lines: { payee: 'party', usdCents: 'usdCents', account: 'account', line: 'hidden' } },
      control: 'hidden',
    },
    money: 'usdCents',
  },
  'payout.pay': { fields: payments, money: 'usdCents' },
  'payout.payWeek': { fields: payments, money: 'usdCents' },
  'payout.account': { fields: { guildId: 'guild', ...payee } },
  'agent.account': { fields: { agentId: 'agent', ...payee } },
  'promoter.account': { fields: { promoterId: 'promoter', ...payee } },
  'user.grant': { fields: grant, money: 'total', each: 'tokens' },
  'user.deduct': { fields: grant, money: 'total', each: 'tokens' },
  'recharge.refund': { fields: { orders: 'list', usdCents: 'usdCents' }, money: 'usdCents' },
  'chargeback.writeOff': { fields: chargeback, money: 'owedTokens' },
  'chargeback.reverse': { fields: chargeback, money: 'owedTokens' },
  'difference.match': { fields: { differences: 'list', orders: 'list' } },
  'books.close': { fields: { month: 'text', state, startsAt: 'time', endsAt: 'time' } },
  'policy.change': {
    fields: {
      name: 'text',
      settings: {
        inside: {
          rule: words('policyRule'),
          hours: 'hours',
          mostCount: 'number',
          mostUsd: 'usd',
          mostPercent: 'number',
          kinds: method,
          leastHours: 'hours',
          mostUsers: 'number',
        },
      },
      payees: words('payee'),
      enabled: 'flag',
    },
  },
  'sanctions.decide': {
    fields: {
      hits: {
        lines: {
          payeeId: 'party',
          listedName: 'text',
          list: 'text',
          reference: 'code',
          state: words('hitState'),
          hitId: 'hidden',
        },
      },
    },
  },
  'sanctions.import': { fields: sanctionsList },
  'sanctions.end': { fields: sanctionsList },
  'usdt.gas': { fields: { chain: words('chain'), usdCents: 'usdCents', note: 'text' }, money: 'usdCents' },
  'usdt.wallet': { fields: { chain: words('chain'), address: 'code', name: 'text' } },
  'usdt.match': { fields: deposit, money: 'usdtMicros' },
  'usdt.reject': { fields: deposit, money: 'usdtMicros' },
  'usdt.unmatch': { fields: deposit, money: 'usdtMicros' },
  'agent.limits': { fields: { dayTokens: 'tokens', saleTokens: 'tokens', countries: 'list' } },
  'agent.cancel': {
    fields: {
      userId: 'user',
      agentId: 'hidden',
      state,
      reason: 'text',
      stock: words('stock'),
      stockTokens: 'tokens',
      costUsdMicros: 'usdMicros',
    },
    money: 'costUsdMicros',
  },
  'agent.purchase': {
    fields: {
      purchases: { lines: { agentId: 'agent', usdCents: 'usdCents', reference: 'code', purchaseId: 'hidden' } },
    },
    money: 'purchases.usdCents',
  },
  'agent.reverse': {
    fields: { state, agentId: 'agent', usdCents: 'usdCents', tokens: 'tokens' },
    money: 'usdCents',
  },
  'guild.rate': { fields: { guildId: 'guild', rateBp: 'basisPoints' } },
  'plan.publish': { fields: plan },
  'plan.withdraw': { fields: plan },
  'deduction.save': {
    fields: {
      of: words('deductionOf'),
      kind: words('deductionKind'),
      week: 'text',
      chargebackId: 'hidden',
      usdCents: 'usdCents',
      deductions: { lines: { guildId: 'guild', userId: 'user', usdCents: 'usdCents' } },
    },
    money: 'usdCents',
  },
  'deduction.reverse': {
    fields: { deductions: { lines: { guildId: 'guild', usdCents: 'usdCents', id: 'hidden' } } },
    money: 'deductions.usdCents',
  },
  'benefit.save': {
    fields: {
      id: 'hidden',
      name: 'text',
      sex: words('sex'),
      countries: 'list',
      channels: 'list',
      from: 'time',
      to: 'time',
      tokens: 'tokens',
      freeMinutes: 'number',
      costTokens: 'tokens',
      budgetTokens: 'tokens',
      usedTokens: 'hidden',
      grants: 'hidden',
      createdBy: 'hidden',
      createdAt: 'hidden',
      approvedBy: 'hidden',
      approvedAt: 'hidden',
      stoppedBy: 'hidden',
      stoppedAt: 'hidden',
      stopReason: 'hidden',
      version: 'hidden',
    },
    money: 'budgetTokens',
  },
  'param.set': { fields: { value: 'text' } },
  'param.editable': { fields: { editable: 'flag' } },
  'whitelist.change': { fields: { kind: words('whitelistKind'), value: 'code', note: 'text', expiresAt: 'time' } },
  'client.save': { fields: client },
  'client.update': { fields: client },
  'client.secretRotate': {
    fields: {
      clientId: 'hidden',
      ...client,
      enabled: 'flag',
      keys: { lines: { hint: 'code', expiresAt: 'time', id: 'hidden' } },
      version: 'hidden',
      keepHours: 'hours',
    },
  },
  'provider.save': {
    fields: {
      issuer: 'code',
      name: 'text',
      clientId: 'code',
      secret: words('providerSecret'),
      scopes: 'code',
      groupsClaim: 'code',
    },
  },
  'provider.map': { fields: { group: 'code', issuer: 'code', role: 'text', sensitiveRights: 'menus' } },
  'role.update': {
    fields: {
      roleId: 'hidden',
      roleName: 'text',
      remark: 'text',
      secondFactor: words('secondFactor'),
      version: 'hidden',
      readWrite: 'menus',
      readOnly: 'menus',
      sensitiveRights: 'menus',
      accounts: 'list',
    },
  },
  'staff.save': { fields: account },
  'staff.update': { fields: account },
  'staff.passwordReset': { fields: account },
  'staff.googleUnbind': { fields: account },
  'staff.status': { fields: account },
  'staff.confirm': { fields: account },
  'user.delete': { fields: { userId: 'user', state: words('deletionState'), waits: words('deletionWait') } },
  'import.apply': { fields: moved, money: 'usdCents' },
  'import.undo': { fields: moved, money: 'usdCents' },
  'stop.off': {
    fields: { stopId: 'hidden', kind: words('stop'), thing: 'text', by: 'text', at: 'time', reason: 'text' },
  },
} as const satisfies Record<string, ApprovalView>

export type ApprovalKey = keyof typeof approvalViews
export const approvalKeys = Object.keys(approvalViews) as [ApprovalKey, ...ApprovalKey[]]

export type Values = Readonly<Record<string, unknown>>
export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths of facts that a kind does not declare. */
export function undeclared(fields: Fields, value: unknown, path = ''): string[] {
  if (!isValues(value)) return []
  return Object.entries(value).flatMap(([name, of]) => {
    const at = path === '' ? name : `${path}.${name}`
    const shown = fields[name]
    if (shown === undefined) return [at]
    if (typeof shown === 'string' || 'words' in shown) return []
    if ('inside' in shown) return undeclared(shown.inside, of, at)
    return Array.isArray(of) ? of.flatMap((line) => undeclared(shown.lines, line, at)) : [at]
  })
}
