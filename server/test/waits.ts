// For whom each state of each table waits. A line of Home belongs to every state that waits for a person who has an account here.

/** The keys of the lines that count it. */
type Line = { lines: readonly string[] }
/** Nobody here can end it: it has ended, or why it goes on by itself. */
type Nobody = { nobody: string }
export type Waits = Line | Nobody

const line = (...lines: string[]): Waits => ({ lines })
const nobody = (why: string): Waits => ({ nobody: why })
const over = nobody('it has ended')
const lasts = nobody('it is as it should be')
const machine = nobody('a job of Greenroom goes on with it')
const app = nobody('the app, or its user, decides')
const second = line('approvals')
const inQueue = (kinds: readonly string[]) => line(...kinds.map((kind) => `audit.${kind}`))
const items = ['basic', 'photo', 'official', 'library', 'avatar', 'cover', 'dynamic', 'greeting']

export const waits: Record<string, Record<string, Waits>> = {
  'access.approval.state': {
    pending: second,
    approved: over,
    refused: over,
    cancelled: over,
    lapsed: over,
    failed: over,
  },
  'files.export.state': { waiting: machine, running: machine, done: over, failed: over, cancelled: over },
  'users.app_user.state': { normal: lasts, 'ban ID': lasts, 'ban device': lasts, 'ban both': lasts },
  'guilds.guild.state': {
    'under review': line('guildReviews'),
    normal: line('dissolves', 'noPayoutAccount', 'methodChanges'),
    rejected: over,
    banned: lasts,
    dissolved: over,
  },
  'guilds.member.state': {
    invited: app,
    active: lasts,
    leaving: line('leaveRequests'),
    left: over,
    expelled: over,
  },
  'guilds.plan.state': {
    draft: nobody('it is kept until its author wants it; to publish it is an approval'),
    published: lasts,
    withdrawn: over,
  },
  'guilds.deduction.state': { effective: lasts, reversed: over },
  'guilds.settlement.state': {
    draft: line('weekToConfirm'),
    disputed: line('weeksDisputed'),
    confirmed: line('weeksConfirmed'),
    approved: line('payGuildWeeks', 'guildDebts'),
    parked: line('weeksParked'),
  },
  'guilds.payout_account.state': { waiting: second, effective: lasts, refused: line('noPayoutAccount'), retired: over },
  'guilds.payout_request.state': {
    'in review': line('guildWithdrawals'),
    agreed: line('payGuildRequests'),
    refused: over,
    'paid out': over,
  },
  'ledger.month.state': { closing: machine, closed: over },
  'bridge.held_event.state': {
    failing: nobody('the app sends it again'),
    held: line('heldEvents'),
    replayed: over,
    refused: over,
    dropped: over,
  },
  'bridge.delivery.state': { waiting: machine, delivered: over, dead: line('deadLetters'), superseded: over },
  'finance.recharge_order.state': { 'not paid': app, success: over, failure: over },
  'finance.refund.state': {
    waiting: second,
    asked: app,
    done: over,
    failed: nobody('it has ended; the order shows it, and another can be asked for'),
    dropped: over,
  },
  'finance.chargeback.state': {
    open: line('chargebacks'),
    debt: nobody('the next recharges repay it'),
    recovered: over,
    contested: nobody("the payer's bank decides"),
    'written off': over,
    reversed: over,
  },
  'finance.statement.state': {
    loading: machine,
    matching: machine,
    draft: line('statements'),
    confirmed: over,
    discarded: over,
    failed: over,
  },
  'finance.statement_difference.state': { open: line('differences'), accepted: over, found: over, closed: over },
  'finance.withdrawal.state': {
    'in review': line('withdrawals'),
    'audit failed': over,
    withdrawing: line('payWithdrawals'),
    success: over,
    failure: line('withdrawalsFailed'),
    'manual processing successful': over,
  },
  'finance.payout_batch.state': {
    waiting: second,
    approved: line('batchesToSend'),
    sent: line('batchesSent'),
    done: over,
    dropped: over,
  },
  'finance.payout.state': {
    waiting: line('batchesToSend', 'batchesSent'),
    paid: over,
    failed: line('withdrawalsFailed', 'payGuildRequests', 'payGuildWeeks', 'payPromoters'),
    dropped: over,
  },
  'finance.sanctions_list.state': {
    loading: machine,
    waiting: second,
    'in force': lasts,
    replaced: over,
    ended: over,
    discarded: over,
  },
  'finance.sanctions_hit.state': { open: line('sanctionsHits'), cleared: over, confirmed: lasts },
  'system.front_error.state': { new: line('pageErrors'), known: lasts },
  'system.setup_step.state': { done: over, skipped: over },
  'notify.message.state': {
    waiting: machine,
    sent: over,
    dead: line('deadMessages'),
    withdrawn: over,
  },
  'privacy.deletion.state': {
    waiting: nobody(
      'a job erases it when its time has come and nothing stands in its way, which is what the list says',
    ),
    erasing: machine,
    erased: over,
    cancelled: over,
  },
  'moving.import.state': {
    loading: nobody('its maker sends the files, or discards it'),
    checking: machine,
    checked: nobody('its maker applies it, mends the files, or discards it'),
    applying: machine,
    halted: nobody('its maker looks why, and goes on or undoes it'),
    applied: lasts,
    undoing: machine,
    undone: over,
    discarded: over,
  },
  'audits.item.state': { 'not audited': inQueue(items), passed: over, failed: over },
  'audits.appeal.state': { untreated: line(...items.map((kind) => `appeals.${kind}`)), processed: over },
  'audits.review.state': { waiting: inQueue([...items, 'report']), done: over },
  'audits.report.state': { untreated: inQueue(['report']), processed: over },
  'community.dynamic.state': { shown: lasts, hidden: lasts, removed: over },
  'community.comment.state': { shown: lasts, hidden: lasts, removed: over },
  'community.topic.state': { shown: lasts, hidden: lasts },
  'promotion.payout_account.state': { waiting: second, effective: lasts, retired: over },
  'promotion.benefit.state': { waiting: second, approved: lasts, stopped: over },
  'promotion.settlement.state': {
    open: line('promotersToFreeze'),
    frozen: line('promotersToApprove'),
    approved: line('payPromoters'),
    paid: over,
  },
  'topup_agents.application.state': {
    'under review': line('agentReviews'),
    rejected: over,
    approved: lasts,
    frozen: line('agentFrozen'),
    cancelled: over,
  },
  'topup_agents.purchase.state': {
    'in review': line('agentPurchases'),
    credited: over,
    refused: line('purchasesRefused'),
    reversed: line('agentDebt'),
  },
  'topup_agents.refund.state': { asked: line('agentBacks'), agreed: over, refused: line('returnsRefused') },
  'topup_agents.payout_account.state': { waiting: second, effective: lasts, retired: over },
  'official.message.state': {
    draft: nobody('it is kept until its author wants it'),
    pending: machine,
    sending: machine,
    paused: line('messagesPaused'),
    sent: over,
    stopped: over,
  },
  'official.recipient.state': { waiting: machine, handed: over, skipped: over, failed: over },
  'official.batch.state': { handed: machine, sent: over, failed: over },
  'bulk.job.state': {
    chosen: nobody('its maker starts it, or it is swept'),
    waiting: machine,
    running: machine,
    done: over,
    stopped: over,
  },
  'chain.node.state': {
    well: lasts,
    behind: line('usdtNodes'),
    away: line('usdtNodes'),
    wrong: line('usdtNodes'),
  },
  'chain.deposit.state': {
    detected: machine,
    confirming: machine,
    credited: over,
    unmatched: line('usdtUnmatched'),
    matched: over,
    rejected: over,
    gone: line('usdtVanished'),
  },
  'chain.instruction.state': {
    signing: line('usdtToSign'),
    broadcast: machine,
    success: over,
    failure: nobody('its payout failed, and what it paid waits again'),
    'manual processing successful': over,
  },
}

/** Lines of what is no state of a row. */
export const beyondStates: Record<string, string> = {
  diskFull: 'the disk has no room',
  stops: 'something is stopped',
  diskLow: 'a disk is almost full',
  clockOff: 'the clock of a server is off',
  chainBroken: 'the operation log does not verify',
  reconcileDiffers: 'two records of money differ',
  deliveriesOff: 'deliveries are off',
  standbyMissing: 'no standby has what is acknowledged',
  commandsPending: 'commands wait too long',
  figuresBehind: 'figures stand still',
  walBehind: 'changes do not reach the backups',
  backupOld: 'the last backup is too old',
  restoreFailed: 'a restored backup does not verify',
  parkedWork: 'a job fails again and again',
  usdtOutflows: 'an outflow that nobody explained',
  stockLow: "an agent's balance",
  questions: 'a question about an own request, which stays pending',
}
