// Enumerations of states and kinds for server and web. Kept apart from the schemas, so that a list screen loads no zod
// for them.

/** App users. */
export const sexes = ['man', 'woman', 'none'] as const
export const userStates = ['normal', 'ban ID', 'ban device', 'ban both'] as const
export const banKinds = ['id', 'device', 'both'] as const
export const userFlags = ['marketAudit', 'security', 'internal'] as const
/** Hours of a ban; 0 means permanent. The spec's durations of broadcast bans serve here too. */
export const banHours = [1, 3, 12, 24, 48, 72, 168, 0] as const
export const grantKinds = ['compensation', 'activity', 'reward', 'correction'] as const

/** Currencies of the ledger. */
export const currencies = ['TOKEN', 'BONUS', 'USD', 'USDT'] as const
/** The kinds of owners whose accounts form a line of the chart of accounts. */
export const bookHolders = ['platform', 'user', 'agent', 'guild', 'promoter'] as const
/** `asked` waits for a second member of staff; `closing` waits until all earlier transactions are booked. */
export const monthStates = ['open', 'asked', 'closing', 'closed'] as const
/** Checks before a month is closed. */
export const closingChecks = ['checks', 'weeks', 'deposits', 'differences'] as const

/** Broadcasts and calls. */
export const recordStates = ['in live', 'live ended'] as const
export const callStates = ['requested', 'running', 'ended', 'not answered'] as const

/** Audit and reports. */
export const itemKinds = ['basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting'] as const
export const itemStates = ['not audited', 'passed', 'failed'] as const
export const reportStates = ['untreated', 'processed'] as const
/** The queues of the Audit area: one menu each, `audits.<kind>`. */
export const auditKinds = [...itemKinds, 'report'] as const
/** A review's purpose: first review, appeal, or second review to measure agreement. */
export const reviewPurposes = ['first', 'appeal', 'quality'] as const
export const decisions = ['passed', 'failed'] as const
/** Possible results of a report; a broadcast ban is `forbid`. */
export const reportActions = ['nothing', 'warn', 'ban ID', 'ban device', 'ban both', 'forbid'] as const
/** Hours of a broadcast ban, in the order of the escalation steps; 0 means permanent (spec section 9). */
export const forbidHours = [1, 3, 12, 24, 48, 72, 168, 0] as const
export const forbidStates = ['effective', 'expired', 'lifted'] as const

/** Community. */
export const contentStates = ['shown', 'hidden', 'removed'] as const

/** Guilds. */
export const guildStates = ['under review', 'normal', 'rejected', 'banned', 'dissolved'] as const
export const settlementMethods = ['guild pickup', 'anchor withdrawal'] as const
/** Guilds' money. */
export const planKinds = ['whole', 'marginal'] as const
export const payoutAccountKinds = ['bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20'] as const
/** `approved`: only its 24 hours remain. */
export const payoutAccountStates = ['waiting', 'approved', 'effective', 'refused', 'retired'] as const
export const payoutRequestStates = ['in review', 'agreed', 'refused', 'paid out'] as const
export const deductionKinds = ['advance', 'penalty', 'chargeback'] as const
/** `replaced`: another plan is in force, or will be from the same week on. */
export const planStates = ['draft', 'waiting', 'upcoming', 'in force', 'replaced', 'withdrawn'] as const

/** Settlements; *paid* is derived: an approved week whose whole payable was paid. */
export const settlementStates = ['draft', 'disputed', 'confirmed', 'approved', 'paid', 'parked'] as const
export const settlementLineKinds = [
  'commission',
  'anchor',
  'sub-agency',
  'deduction',
  'correction',
  'carried',
  'debt',
] as const
/** Why a version was calculated. */
export const sumReasons = ['drafted', 'late facts', 'recomputed', 'dissolved'] as const
export const disputeOutcomes = ['kept', 'recomputed'] as const
/** Sources of an anchor's earnings. */
export const earningKinds = ['gift', 'call', 'room', 'text'] as const
/** Memberships of guilds. */
export const memberStates = ['invited', 'active', 'leaving', 'left', 'expelled'] as const
export const guildEvents = [
  'registered',
  'approved',
  'rejected',
  'banned',
  'unbanned',
  'dissolved',
  'warned',
  'leader changed',
  'method changed',
  'rate changed',
  'parent changed',
] as const

/** What is decided about a withdrawal on the desk; `ask`: it is sent for approval. */
export const withdrawalDecisions = ['pass', 'ask', 'refuse'] as const
/** Withdrawals and payouts (spec section 4). */
export const withdrawalStates = [
  'in review',
  'audit failed',
  'withdrawing',
  'success',
  'failure',
  'manual processing successful',
] as const
/** Why a withdrawal is risky, highest weight first. */
export const riskReasons = [
  'marketAudit',
  'underAge',
  'sharedAccount',
  'circle',
  'chargebacks',
  'sharedDevices',
  'fewSenders',
  'promotional',
  'reports',
  'velocity',
  'newAccount',
  'newPayee',
  'first',
] as const
/** Payees that a payout policy may apply to; a payee's id begins with it. */
export const policyPayees = ['user', 'guild', 'agent', 'promoter'] as const
export const payoutBatchStates = ['waiting', 'approved', 'sent', 'done', 'dropped'] as const
export const payoutStates = ['waiting', 'paid', 'failed', 'dropped'] as const
export const payoutSources = ['withdrawal', 'guild.request', 'guild.week', 'agent', 'promoter'] as const
/** Possible columns of a payout file. */
export const payoutFields = [
  'payoutId',
  'batch',
  'payeeName',
  'holder',
  'bankName',
  'accountNumber',
  'swift',
  'provider',
  'address',
  'usd',
  'currency',
  'note',
] as const
/** Payees whose payout accounts are screened against sanctions lists. */
export const sanctionsPayees = ['user', 'guild', 'promoter', 'agent'] as const
export const sanctionsHitStates = ['open', 'cleared', 'confirmed'] as const
export const sanctionsListStates = ['loading', 'waiting', 'in force', 'replaced', 'ended', 'discarded'] as const
/** The screened data of a payee: the payee's name, a guild's leader, the account's holder, the account's number. */
export const sanctionsFields = ['name', 'leader', 'holder', 'number'] as const
export const sanctionsAgreements = ['exact', 'part', 'sound', 'number'] as const
export const policyRules = ['velocity', 'share', 'destination'] as const

/** A recharge order's payment (spec section 4). */
export const orderStates = ['not paid', 'success', 'failure'] as const

/** How an order was reversed. */
export const refundKinds = ['none', 'refund', 'chargeback'] as const

/** What caused a debt: the payer's bank, or a refund of spent tokens. */
export const chargebackKinds = ['chargeback', 'refund'] as const
/** *Recovered*: nothing is owed; *reversed*: won at the gateway. */
export const chargebackStates = ['open', 'debt', 'recovered', 'contested', 'written off', 'reversed'] as const
/** *Undone*: a repayment by a withdrawal whose bonus was released. */
export const chargebackEvents = [
  'arrived',
  'debt',
  'contested',
  'lost',
  'repaid',
  'undone',
  'written off',
  'reversed',
] as const
/** States of a statement; *draft*: the dry run can be confirmed or discarded. */
export const statementStates = ['loading', 'matching', 'draft', 'confirmed', 'discarded', 'failed'] as const
/** States of an import; *halted*: applying stopped at a record that the platform has come to know since the dry run. */
export const importStates = [
  'loading',
  'checking',
  'checked',
  'applying',
  'halted',
  'applied',
  'undoing',
  'undone',
  'discarded',
] as const
/** Kinds of records that can be imported, in the order in which they are applied. */
export const importKinds = [
  'promoter',
  'channel',
  'user',
  'device',
  'guild',
  'member',
  'agent',
  'order',
  'withdrawal',
  'gift',
  'template',
] as const
/** What stands in the way of an import. */
export const importFaults = [
  'syntax',
  'header',
  'kind',
  'unknown',
  'value',
  'double',
  'noUser',
  'noGuild',
  'noPromoter',
  'taken',
  'parent',
  'exists',
  'moved',
  'guildName',
  'guildPhone',
  'leads',
  'memberElsewhere',
  'ended',
  'bonus',
  'noTotals',
  'totals',
  'used',
] as const
/** What a statement's line can be for an order. */
export const statementItems = ['payment', 'refund', 'reversal'] as const
/** What of a line could not be read. */
export const lineFaults = ['amount', 'fee', 'date', 'reference', 'currency'] as const
export const differenceKinds = ['amount', 'split', 'theirs', 'ours', 'unreadable'] as const
export const differenceStatuses = ['expected', 'missing', 'over', 'under', 'split', 'unknown', 'unreadable'] as const
/** *Found*: a later statement had it; *accepted*: two members of staff matched it. */
export const differenceStates = ['open', 'accepted', 'found', 'closed'] as const

/** Grouping of repeated chargebacks. */
export const repeatKinds = ['user', 'device', 'payer'] as const

/** A refund requested by staff: waiting for approval, sent to the app, done, failed there, or never sent. */
export const refundStates = ['waiting', 'asked', 'done', 'failed', 'dropped'] as const

/** Promotional content in the app. */
export const placementKinds = ['banner', 'activity', 'advert'] as const
/** Positions of promotional content, by kind. */
export const placementPositions = {
  banner: ['home', 'live', 'recharge', 'profile'],
  activity: ['start', 'home', 'live'],
  advert: ['ticker', 'chat'],
} as const
export const allPositions = ['home', 'live', 'recharge', 'profile', 'start', 'ticker', 'chat'] as const
/** Maximum shown to one viewer at the same time. */
export const positionSlots = { home: 5, live: 3, recharge: 3, profile: 1, start: 1, ticker: 5, chat: 1 } as const

export const giftTypes = ['ordinary', 'activity'] as const

/** System messages (spec section 3). */
export const messageTypes = ['text', 'text+link', 'text+picture', 'text+link+picture'] as const
export const messageStates = ['draft', 'pending', 'sending', 'paused', 'sent', 'stopped'] as const
export const messageUserTypes = ['all', 'some', 'ids'] as const
export const messageSendTypes = ['draft', 'now', 'scheduled'] as const
export const recipientStates = ['waiting', 'sent', 'skipped', 'failed'] as const
/** Why a user of the audience did not get the message. */
export const missReasons = ['banned', 'capped', 'late', 'stopped', 'unknown', 'undelivered'] as const
/** Promotion. */
export const channelTypes = ['social', 'search', 'creator', 'store', 'offline', 'other'] as const
export const priceModels = ['CPA', 'CPS', 'fixed'] as const
/** Hints of fraud among a channel's users. */
export const channelHints = ['block', 'model', 'noSession', 'lowReturn'] as const
/** A registration benefit; *used up*: the budget does not cover another grant. */
export const benefitStates = ['waiting', 'refused', 'scheduled', 'running', 'used up', 'ended', 'stopped'] as const
/** A promoter's line of a month. */
export const promoterSettleStates = ['open', 'frozen', 'approved', 'paid'] as const
export const landingTemplates = ['hero', 'cards', 'split'] as const
/** USDT. *gone*: the chain was reorganised, and no longer contains it. */
export const usdtChains = ['trc20', 'erc20'] as const
export const depositStates = ['detected', 'confirming', 'credited', 'unmatched', 'matched', 'rejected', 'gone'] as const
export const payerKinds = ['agent', 'user'] as const
/** What speaks for a payer of a deposit that has none. */
export const suggestedBy = ['amount', 'nearAmount', 'wallet', 'address'] as const
export const instructionStates = ['signing', 'broadcast', 'success', 'failure', 'manual processing successful'] as const
/** What is guessed: whose phone a number is, and which ids are staff. */
export const guessKinds = ['leaderPhone', 'inviter'] as const

export const nodeStates = ['well', 'behind', 'away', 'wrong'] as const
export const outflowKinds = ['sweep', 'payment', 'elsewhere'] as const
/** Top-up agents. */
export const agentStates = ['under review', 'rejected', 'approved', 'frozen', 'cancelled'] as const
export const agentEvents = [
  'applied',
  'approved',
  'rejected',
  'frozen',
  'unfrozen',
  'cancelled',
  'bought back',
  'written off',
  'limits changed',
] as const
/** How a cancelled agent's stock is handled. */
export const stockEnds = ['buy back', 'write off'] as const
export const purchaseKinds = ['usdt', 'bank', 'salary'] as const
export const purchaseStates = ['in review', 'credited', 'refused', 'reversed'] as const
/** States of a requested return. */
export const backStates = ['asked', 'agreed', 'refused'] as const
/** Many new buyers in a day, sales at night, tokens returned to the agent. */
export const tradePatterns = ['new', 'night', 'round'] as const
/** Movements of an agent's stock. */
export const stockMovements = ['purchase', 'purchaseReversed', 'sale', 'saleBack', 'buyBack', 'writeOff'] as const

/** Times of an order that a span can refer to. */
export const orderMoments = ['created', 'paid', 'refunded'] as const
/** Times of a withdrawal that a span can refer to. */
export const withdrawalMoments = ['requested', 'paid'] as const
/** The measures of a user's statistics. */
export const userFigures = ['recharged', 'refunded', 'spent', 'earned', 'withdrawn'] as const
/** Those counted from ledger entries. */
export const countedFigures = ['spent', 'earned'] as const

/** Errors of the front end: a screen that failed, a promise nobody waited for, a file that did not load. */
export const frontErrorKinds = ['crash', 'rejection', 'load'] as const
/** `known`: a member of staff has acknowledged it. The next release counts from zero. */
export const frontErrorStates = ['new', 'known'] as const

/** The steps of setting up a new installation, in their order. */
export const setupSteps = ['secure', 'basics', 'app', 'colleagues', 'sms', 'import', 'backups', 'alone'] as const
export type SetupStep = (typeof setupSteps)[number]
/** What staff say about one; without either it is open. */
export const saidOfSteps = ['done', 'skipped'] as const
export const setupStates = ['open', ...saidOfSteps] as const

/** The parts of an installation, and how each is. */
export const partKinds = ['database', 'outbox', 'client', 'storage', 'sms', 'mail', 'chain', 'jobs'] as const
export const partStates = ['well', 'attention', 'broken', 'off'] as const

/** How people are told outside the screens. */
export const messageWays = ['push', 'mail', 'sms', 'webhook'] as const
/** A person's deletion: 30 days, then it waits for what stands in its way, then everything is erased in parts. */
export const deletionStates = ['waiting', 'erasing', 'erased', 'cancelled'] as const
/** Contacts that are revealed with a reason. `application`: those of an application as a top-up agent. */
export const revealedFields = ['phone', 'email', 'application'] as const
/** What stands in the way of erasing somebody. */
export const deletionWaits = [
  'hold',
  'withdrawal',
  'payout',
  'chargeback',
  'refund',
  'reserved',
  'member',
  'week',
  'leader',
  'agent',
  'official',
  'request',
] as const
/**
 * What is removed for its age: details of payments made, who read what, addresses, judged content, snapshots, views of broadcasts and searches
 * for matches, ids of events without money.
 */
export const retentionKinds = [
  'payoutDetails',
  'reads',
  'addresses',
  'content',
  'snapshots',
  'views',
  'events',
] as const
/** Why a server is not ready (`/readyz`). */
export const notReady = ['starting', 'draining', 'database', 'disk', 'clock', 'schema', 'standby'] as const
/** What a failover of the database lost of what was acknowledged. */
export const failoverOutcomes = ['complete', 'lost', 'unknown'] as const
/** Whether the database has standbys, and whether commits must wait for one. */
export const standbyModes = ['off', 'on', 'sync'] as const
/** Whether the replica is read, or the primary in its place, and why. */
export const replicaStates = ['used', 'behind', 'away'] as const
/** What `npm run months` writes to files. */
export const detachable = ['log', 'ledger'] as const
/** Enqueued work that waits, units of work that failed, readers of new rows. */
export const workKinds = ['queue', 'parked', 'reader'] as const
