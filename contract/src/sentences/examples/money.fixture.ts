// Sentences about money: orders, payouts, settlements, agents and deposits.
import type { OperationKey } from '../../operations.ts'
import { withdrawalDecisions } from '../../statesAndKinds.ts'
import * as agents from '../agents.ts'
import { monthClosed } from '../books.ts'
import * as chain from '../chain.ts'
import { chargebacksDecided, chargebacksSettled } from '../chargebacks.ts'
import { ordersRefunded, ordersResent } from '../finance.ts'
import * as money from '../guildMoney.ts'
import * as payouts from '../payouts.ts'
import * as sanctions from '../sanctions.ts'
import { settlementDecided } from '../settlement.ts'
import * as statements from '../statements.ts'
import * as withdrawals from '../withdrawals.ts'
import type { Sentence } from '../words.ts'
import { forms, guild, name, names, people, person } from './names.fixture.ts'

const plan = { id: 3, name }
const settled = { ...guild, week: '2026-11-16' }
const purchase = { agent: person, kind: 'bank', usdMicros: 5_000_000n } as const
const paid = [{ user: person, usdCents: 2_000 }]
const batch = { batchId: 7, lines: 3, usdCents: 12_000 }

export const moneyExamples = {
  'books.close': forms.map((form) => monthClosed(form, '2026-10')),
  'agent.apply': [agents.agentsDecided('apply', [person])],
  'agent.approve': [agents.agentsDecided('approve', people)],
  'agent.reject': [agents.agentsDecided('reject', people)],
  'agent.freeze': [agents.agentsDecided('freeze', people)],
  'agent.unfreeze': [agents.agentsDecided('unfreeze', people)],
  'agent.cancel': forms.flatMap((form) =>
    (['buy back', 'write off'] as const).map((stock) => agents.agentCancelled(form, person, stock)),
  ),
  'agent.limits': forms.map((form) => agents.agentLimitsChanged(form, person)),
  'agent.accountSave': forms.map((form) =>
    agents.agentAccountChanged(form, { agent: person, kind: 'usdt.trc20', lastFour: '1234' }),
  ),
  'agent.reveal': [agents.agentRevealed(person)],
  'agent.accountReveal': [agents.agentAccountRevealed({ agent: person, kind: 'bank', lastFour: '1234' })],
  'agent.paid': [agents.agentsPaid([person], 90_00n)],
  'agent.address': [agents.addressMade(person, 'trc20')],
  'agent.purchaseAsk': [agents.purchaseReported(purchase)],
  'agent.purchaseDecide': forms.flatMap((form) =>
    (['credit', 'refuse'] as const).map((decision) => agents.purchasesDecided(form, decision, [purchase, purchase])),
  ),
  'agent.purchaseReverse': forms.map((form) => agents.purchaseReversed(form, { ...purchase, kind: 'usdt' })),
  'agent.salaryDeduct': [agents.purchasesDecided('done', 'credit', [{ ...purchase, kind: 'salary' }])],
  'agent.sell': [agents.tokensSold(person, 5_000)],
  'agent.stepUp': [agents.steppedUp(name)],
  'agent.askBack': [agents.saleReturnRequested(person, 5_000)],
  'agent.receiptShare': [agents.receiptShared(person, 5_000)],
  'agent.backDecide': [agents.backDecided(true, person, 5n), agents.backDecided(false, person, 0)],
  'recharge.resend': [ordersResent(names)],
  'recharge.refund': forms.map((form) => ordersRefunded(form, { orders: names, usdCents: 499 })),
  'statement.mapping': [statements.mappingSaved(name)],
  'statement.start': [statements.statementBegun({ id: 4, gateway: name })],
  'statement.part': [statements.statementPartLoaded({ id: 4, number: 2 })],
  'statement.confirm': [statements.statementConfirmed({ id: 4, gateway: name, differences: 1_200 })],
  'statement.discard': [statements.statementDiscarded({ id: 4, gateway: name })],
  'difference.note': [statements.differenceNoted(7)],
  'difference.close': [true, false].map((close) => statements.differencesClosed([7, 8], close)),
  'difference.match': forms.map((form) => statements.differencesMatched(form, [7], names)),
  'chargeback.decide': (['debt', 'contest', 'lost'] as const).map((how) => chargebacksDecided(how, { orders: names })),
  'chargeback.settle': forms.flatMap((form) =>
    (['writeOff', 'reverse'] as const).map((how) => chargebacksSettled(form, how, { orders: names, tokens: 300 })),
  ),
  'usdt.settle': (['credited', 'unmatched'] as const).map((state) =>
    chain.depositSettled(state, { usdtMicros: 100_500_000, owner: 'agent 5' }),
  ),
  'usdt.vanish': [chain.depositSettled('vanished', { usdtMicros: 1_000_001, owner: null })],
  'usdt.return': [chain.depositSettled('returned', { usdtMicros: 1_000_001, owner: 'user 7' })],
  'usdt.match': forms.map((form) => chain.depositMatched(form, { usdtMicros: 5_000_000, owner: 'user 7' })),
  'usdt.reject': forms.map((form) => chain.depositRejected(form, { usdtMicros: 5_000_000 })),
  'usdt.unmatch': forms.map((form) => chain.depositUnmatched(form, { usdtMicros: 5_000_000, owner: 'agent 7' })),
  'usdt.explainVanished': [chain.depositsExplained(1)],
  'usdt.take': [true, false].map((again) => chain.instructionsExported({ count: 2, usdtMicros: 7_000_000 }, again)),
  'usdt.hashes': [chain.hashesEntered(1)],
  'usdt.prove': (['success', 'failure', 'manual processing successful'] as const).map((state) =>
    chain.instructionEnded(state, { payee: name, usdtMicros: 7_000_000 }),
  ),
  'usdt.withdraw': [chain.instructionsWithdrawn({ count: 1, usdtMicros: 7_000_000 })],
  'usdt.wallet': forms.map((form) => chain.walletRegistered(form, { chain: 'trc20', name })),
  'usdt.explain': [chain.outflowsExplained(1)],
  'usdt.gas': forms.map((form) => chain.gasEntered({ chain: 'erc20', usdCents: 1_205 }, form)),
  'usdt.gasReverse': [chain.gasReversed({ chain: 'erc20', usdCents: 1_205 })],
  'usdt.confirm': [chain.keyConfirmed('erc20')],
  'settlement.confirm': [settlementDecided('confirm', settled)],
  'settlement.dispute': [settlementDecided('dispute', settled)],
  'settlement.answer': [settlementDecided('kept', settled), settlementDecided('recomputed', settled)],
  'settlement.approve': [settlementDecided('approve', settled)],
  'settlement.recompute': [settlementDecided('recompute', settled)],
  'plan.save': [money.planChanged(plan, 'added')],
  'plan.update': [money.planChanged(plan, 'edited')],
  'plan.publish': forms.map((form) => money.planPublished(form, { ...plan, startWeek: '2026-11-30' })),
  'plan.withdraw': forms.map((form) => money.planWithdrawn(form, plan)),
  'deduction.save': [
    money.deductionAdded({ from: name, usdCents: 12_345, week: '2026-11-30' }),
    money.deductionsAsked({ count: 3, usdCents: 60_000, week: '2026-11-30' }),
  ],
  'deduction.reverse': forms.map((form) => money.deductionsReversed(form, [{ from: name, usdCents: 5 }])),
  'withdrawal.claim': [withdrawals.withdrawalsClaimed(3, 1)],
  'withdrawal.giveBack': [withdrawals.withdrawalsReturned(2, true), withdrawals.withdrawalsReturned(2, false)],
  'withdrawal.pass': forms.map((form) => withdrawals.withdrawalsPassed(form, [...paid, ...paid])),
  'withdrawal.refuse': forms.map((form) => withdrawals.withdrawalsRefused(form, paid)),
  'withdrawal.undo': withdrawalDecisions.flatMap((verb) => [
    withdrawals.withdrawalUndone(verb, paid[0]!),
    withdrawals.withdrawalDecided(verb, paid[0]!, 10),
    withdrawals.withdrawalSentForApproval(paid[0]!),
  ]),
  'decision.refused': withdrawalDecisions.map((verb) => withdrawals.withdrawalNotInEffect(verb, paid[0]!)),
  'withdrawal.manual': forms.map((form) => withdrawals.withdrawalByHand(form, paid[0]!)),
  'withdrawal.release': forms.map((form) => withdrawals.withdrawalsReleased(form, paid)),
  'withdrawal.reveal': [withdrawals.payeeRevealed({ user: person, kind: 'bank', lastFour: '1234' })],
  'withdrawal.paid': [withdrawals.withdrawalsPaid(paid)],
  'withdrawal.failed': [withdrawals.withdrawalsFailed([...paid, ...paid])],
  'payoutBatch.save': [payouts.batchMade('request', batch)],
  'payoutBatch.approve': [payouts.batchMade('done', batch)],
  'payoutBatch.drop': forms.map((form) => payouts.batchDropped(form, batch)),
  'payoutBatch.send': [payouts.batchSent(batch, 'CSV', 1), payouts.batchSent(batch, 'XLSX', 2)],
  'payoutBatch.result': [payouts.batchResult(7, 2, 1)],
  'payoutMapping.save': [payouts.mappingChanged([name], 'added')],
  'payoutMapping.update': [payouts.mappingChanged([name], 'edited')],
  'payoutMapping.delete': [payouts.mappingChanged(names, 'deleted')],
  'policy.save': [payouts.policyChanged('request', name, 'added')],
  'policy.update': forms.map((form) => payouts.policyChanged(form, name, 'edited')),
  'policy.enable': forms.map((form) => payouts.policyChanged(form, name, 'enabled')),
  'sanctions.start': [sanctions.sanctionsBegun(name)],
  'sanctions.import': [
    sanctions.sanctionsPartLoaded(name, 2),
    ...forms.map((form) => sanctions.sanctionsImported(form, { name, entries: 1_200, added: 3, removed: 1 })),
  ],
  'sanctions.end': forms.map((form) => sanctions.sanctionsEnded(form, name)),
  'sanctions.decide': forms.flatMap((form) => [
    sanctions.sanctionsDecided(form, 'clear', [{ payeeId: 'guild:7', payeeName: name }]),
    sanctions.sanctionsDecided(form, 'confirm', [
      { payeeId: 'guild:7', payeeName: name },
      { payeeId: 'user:9', payeeName: '' },
    ]),
  ]),
  'policy.change': forms.map((form) => payouts.policyChanged(form, name, 'disabled')),
  'payout.ask': [money.payoutRequested({ guild: name, usdCents: 50_000 })],
  'payout.decide': forms.map((form) => money.payoutsDecided(form, 'agree', [{ guild: name, usdCents: 5 }])),
  'payout.pay': forms.map((form) => money.guildsPaid(form, [{ guild: name, usdCents: 5 }])),
  'payout.payWeek': forms.map((form) => money.guildsPaid(form, [{ guild: name, usdCents: 5, week: '2026-11-30' }])),
  'payout.accountSave': forms.map((form) =>
    money.accountChanged(form, { guild: name, kind: 'bank', lastFour: '1234' }),
  ),
  'payout.accountReveal': [money.accountRevealed({ guild: name, kind: 'bank', lastFour: '1234' })],
} satisfies Partial<Record<OperationKey, Sentence[]>>
