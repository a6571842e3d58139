// Every declared operation has a sentence in both languages, without internal codes, with its names isolated.
import { describe, expect, test } from 'vitest'
import { type OperationKey, operations } from '../operations.ts'
import * as access from './access.ts'
import * as agents from './agents.ts'
import { approvalEnded } from './approvals.ts'
import * as audits from './audits.ts'
import { monthClosed } from './books.ts'
import * as bridge from './bridge.ts'
import { bulkStarted, bulkStopped } from './bulk.ts'
import * as chain from './chain.ts'
import { chargebacksDecided, chargebacksSettled } from './chargebacks.ts'
import { contentBecame, topicsBecame } from './community.ts'
import { exportEvent, pictureUploaded } from './files.ts'
import { ordersRefunded, ordersResent } from './finance.ts'
import * as members from './guildMembers.ts'
import * as money from './guildMoney.ts'
import * as guilds from './guilds.ts'
import { boardChanged, boardPinned, dayNoted } from './indicators.ts'
import * as live from './live.ts'
import {
  giftPriced,
  giftsChanged,
  messageDid,
  messagesChanged,
  officialAccountsChanged,
  placementsChanged,
  placementsOrdered,
} from './official.ts'
import * as payouts from './payouts.ts'
import * as promotion from './promotion.ts'
import * as sanctions from './sanctions.ts'
import { settlementDecided } from './settlement.ts'
import { accountsChanged, accountsLost, rolesChanged } from './staff.ts'
import * as statements from './statements.ts'
import * as system from './system.ts'
import * as users from './users.ts'
import * as withdrawals from './withdrawals.ts'
import type { Form, Sentence } from './words.ts'

/** A right-to-left name, as any nickname, title or value may be. */
const name = 'نورة'
const person = { id: 100297, nickname: name }
const people = [person, { id: 8, nickname: 'Cy' }, person]
const names = [name, 'x', name]
const inBoth = { en: name, cn: name }
const guild = { guildId: 1001, name }
const plan = { id: 3, name }
const settled = { ...guild, week: '2026-11-16' }
const forms: Form[] = ['request', 'done']

const grant = users.moved('request', { people, direction: 'grant', tokens: 5 })
const deduct = { people: [person], direction: 'deduct', tokens: 5 } as const
const templates = [{ name, scene: 'live' as const }]
const versions = [{ app: name, name, build: 7 }]
const whitelisted = (['ip', 'user', 'device', 'withdrawal'] as const).map((kind) => ({ kind, value: name }))

const placementKinds = ['banner', 'activity', 'advert'] as const

const purchase = { agent: person, kind: 'bank', usdMicros: 5_000_000n } as const
const dayNote = { fromDay: '2026-11-20', toDay: '2026-11-22', text: name }
const paid = [{ user: person, usdCents: 2_000 }]
const batch = { batchId: 7, lines: 3, usdCents: 12_000 }

const examples: Record<OperationKey, Sentence[]> = {
  'message.save': [messagesChanged([name], 'added')],
  'message.update': [messagesChanged([name], 'edited')],
  'message.delete': [messagesChanged(names, 'deleted')],
  'message.test': [messageDid({ name, how: 'tested', users: 2 }), messageDid({ name, how: 'tested', users: 1 })],
  'message.pause': [messageDid({ name, how: 'paused', users: 5_000 })],
  'message.resume': [messageDid({ name, how: 'resumed', users: 5_000 })],
  'message.stop': [messageDid({ name, how: 'stopped', users: 5_000 })],
  'gift.save': [giftsChanged('done', [inBoth], 'added')],
  'gift.update': [giftsChanged('done', [inBoth], 'edited')],
  'gift.enable': forms.map((form) => giftsChanged(form, [inBoth, inBoth, inBoth], 'enabled')),
  'gift.price': [
    giftPriced({ names: inBoth, price: 20, from: undefined }),
    giftPriced({ names: inBoth, price: 20, from: '2026-02-01 00:00:00' }),
  ],
  'placement.save': placementKinds.map((kind) => placementsChanged('done', kind, [name], 'added')),
  'placement.update': [placementsChanged('done', 'banner', [name], 'edited')],
  'placement.enable': forms.flatMap((form) => [
    placementsChanged(form, 'activity', names, 'enabled'),
    placementsChanged(form, 'advert', [name], 'disabled'),
  ]),
  'placement.delete': [placementsChanged('done', 'banner', names, 'deleted')],
  'placement.order': [
    placementsOrdered({ kind: 'banner', position: 'home', count: 5 }),
    placementsOrdered({ kind: 'advert', position: 'chat', count: 1 }),
  ],
  'officialAccount.save': [officialAccountsChanged([{ title: name }], 'added')],
  'officialAccount.update': [officialAccountsChanged([{ title: name }], 'edited')],
  'officialAccount.enable': forms.map((form) =>
    officialAccountsChanged(
      names.map((title) => ({ title })),
      'disabled',
      form,
    ),
  ),
  'books.close': forms.map((form) => monthClosed(form, '2026-10')),
  'agent.apply': [agents.agentsDecided('apply', [person])],
  'agent.approve': [agents.agentsDecided('approve', people)],
  'agent.reject': [agents.agentsDecided('reject', people)],
  'agent.freeze': [agents.agentsDecided('freeze', people)],
  'agent.unfreeze': [agents.agentsDecided('unfreeze', people)],
  'agent.cancel': forms.flatMap((form) =>
    (['buy back', 'write off'] as const).map((stock) => agents.agentCancelled(form, person, stock)),
  ),
  'agent.limits': [agents.agentsDecided('limits', [person])],
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
  'agent.backDecide': [agents.backDecided(true, person, 5n), agents.backDecided(false, person, 0)],
  'dayNote.add': [dayNoted('added', dayNote), dayNoted('added', { ...dayNote, toDay: dayNote.fromDay })],
  'dayNote.delete': [dayNoted('deleted', dayNote)],
  'board.save': [boardChanged('added', name), boardChanged('saved', name)],
  'board.delete': [boardChanged('deleted', name)],
  'board.pin': [boardPinned('pinned', name)],
  'board.unpin': [boardPinned('unpinned', name)],
  'board.order': [boardChanged('ordered', name)],
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
  'usdt.gas': [chain.gasEntered({ chain: 'erc20', usdCents: 1_205 })],
  'usdt.confirm': [chain.keyConfirmed('erc20')],
  'session.login': [access.loggedIn(name)],
  'session.logout': [access.staffLoggedOut(name)],
  'session.end': [access.sessionEnded({ username: name, ip: '10.0.0.1' })],
  'account.password': [access.passwordChanged(name)],
  'account.reset': [access.passwordSetByCode(name)],
  'account.language': [access.languageChosen(name, 'en'), access.languageChosen(name, 'cn')],
  'account.googleBind': [access.authenticatorBound(name)],
  'account.freeze': [
    access.accountFrozen({ username: name, minutes: 15, failures: 5 }),
    access.accountFrozen({ username: undefined, minutes: 1, failures: 5 }),
  ],
  'view.save': [access.viewChanged({ name, list: inBoth }, 'saved')],
  'view.delete': [access.viewChanged({ name, list: inBoth }, 'deleted')],
  'file.upload': [pictureUploaded({ purpose: 'giftPicture', width: 400, height: 400 })],
  'export.run': [exportEvent({ list: inBoth, format: 'xlsx', state: 'done', rows: 1_200 })],
  'export.cancel': [exportEvent({ list: inBoth, format: 'csv', state: 'cancelled' })],
  'bulk.run': [bulkStarted('user.ban', 3_412)],
  'bulk.cancel': [bulkStopped(operations['user.ban'], { decided: 12, total: 3_412 })],
  'sms.send': (['register', 'login', 'withdraw', 'reset'] as const).flatMap((purpose) => [
    access.codeSent({ purpose, phone: '+86 •• 34' }),
    access.codeSent({ purpose, phone: '+86 •• 34', failed: true }),
  ]),
  'union.register': [access.guildRegistered({ guild: name, username: name })],
  'settlement.confirm': [settlementDecided('confirm', settled)],
  'settlement.dispute': [settlementDecided('dispute', settled)],
  'settlement.answer': [settlementDecided('kept', settled), settlementDecided('recomputed', settled)],
  'settlement.approve': [settlementDecided('approve', settled)],
  'settlement.recompute': [settlementDecided('recompute', settled)],
  'staff.save': [accountsChanged(names, 'added')],
  'staff.update': [accountsChanged([name], 'edited')],
  'staff.status': [accountsChanged([name], 'enabled'), accountsChanged([name], 'disabled')],
  'staff.passwordReset': [accountsLost([name], 'password')],
  'staff.googleUnbind': [accountsLost([name], 'authenticator')],
  'staff.sessionsEnd': [accountsLost(names, 'sessions')],
  'staff.delete': [accountsChanged([name], 'deleted')],
  'role.save': [rolesChanged([name], 'added')],
  'role.update': [rolesChanged([name], 'edited')],
  'role.delete': [rolesChanged(names, 'deleted')],
  'menu.save': [system.menuChanged(inBoth, 'added')],
  'menu.update': [system.menuChanged(inBoth, 'edited')],
  'menu.move': [system.menuChanged(inBoth, 'moved')],
  'menu.delete': [system.menuChanged(inBoth, 'deleted')],
  'param.set': forms.map((form) => system.paramChanged(form, { key: 'shop', from: '', to: name })),
  'param.add': [system.paramAdded({ key: 'shop', value: name })],
  'param.editable': forms.flatMap((form) => [
    system.paramLocked(form, { key: 'shop', editable: true }),
    system.paramLocked(form, { key: 'shop', editable: false }),
  ]),
  'param.delete': [system.paramDeleted('shop')],
  'param.revert': [system.paramChanged('done', { key: 'shop', from: name, to: name })],
  'giftTemplate.save': [system.giftTemplatesChanged(templates, 'added')],
  'giftTemplate.update': [system.giftTemplatesChanged(templates, 'edited')],
  'giftTemplate.enable': [
    system.giftTemplatesChanged(templates, 'enabled'),
    system.giftTemplatesChanged(templates, 'disabled'),
  ],
  'giftTemplate.delete': [system.giftTemplatesChanged([...templates, ...templates], 'deleted')],
  'whitelist.save': whitelisted.map((entry) => system.whitelistChanged([entry], 'added')),
  'whitelist.update': whitelisted.map((entry) => system.whitelistChanged([entry], 'edited')),
  'whitelist.delete': [system.whitelistChanged(whitelisted, 'deleted')],
  'version.save': [system.versionsChanged(versions, 'added')],
  'version.update': [system.versionsChanged(versions, 'edited')],
  'version.delete': [system.versionsChanged([...versions, ...versions], 'deleted')],
  'country.update': [system.countriesChanged('done', [inBoth], 'edited')],
  'country.enable': forms.flatMap((form) => [
    system.countriesChanged(form, [inBoth, inBoth], 'enabled'),
    system.countriesChanged(form, [inBoth], 'disabled'),
  ]),
  'approval.ask': [approvalEnded('requested', grant)],
  'approval.decide': [
    approvalEnded('approved', grant),
    approvalEnded('refused', grant),
    approvalEnded('failed', grant),
  ],
  'approval.cancel': [approvalEnded('cancelled', grant)],
  'approval.lapse': [approvalEnded('lapsed', grant)],
  'user.ban': forms.flatMap((form) =>
    (['id', 'device', 'both'] as const).map((kind) => users.banned(form, { people, kind, hours: 24 })),
  ),
  'user.unban': forms.map((form) => users.unbanned(form, { people })),
  'user.grant': [grant, users.moved('done', { people, direction: 'grant', tokens: 5 })],
  'user.deduct': [users.moved('request', deduct), users.moved('done', deduct)],
  'user.grantReverse': [
    users.moveReversed(deduct),
    users.operationReversed(person, 'grant'),
    users.partlyMoved({ maker: name, done: 1, all: 2 }),
  ],
  'user.flag': (['marketAudit', 'security', 'internal'] as const).flatMap((flag) => [
    users.flagged({ people, flag, on: true }),
    users.flagged({ people, flag, on: false }),
  ]),
  'user.logOut': [users.loggedOut({ people })],
  'guild.reveal': [
    guilds.guildRevealed({ guildId: 7, name }, 'phone'),
    guilds.guildRevealed({ guildId: 7, name }, 'email'),
  ],
  'user.reveal': [users.revealed(person, 'phone'), users.revealed(person, 'email')],
  'user.noteSave': [users.noted(person, 'added')],
  'user.noteUpdate': [users.noted(person, 'edited')],
  'user.noteDelete': [users.noted(person, 'deleted')],
  'device.ban': [users.deviceBanned(name, true), ...forms.map((form) => users.devicesBanned(form, names, 0))],
  'device.unban': [
    users.deviceBanned(name, false),
    users.devicesUnbanned(names),
    users.bansLifted({ people, devices: names }),
  ],
  'client.save': forms.map((form) => bridge.clientAdded(form, { name, endpoint: 'https://app.example' })),
  'client.update': [
    bridge.clientChanged(name, 'edited'),
    ...forms.map((form) => bridge.endpointChanged(form, { name, from: '', to: 'https://app.example' })),
  ],
  'client.enable': [bridge.clientChanged(name, 'enabled'), bridge.clientChanged(name, 'disabled')],
  'client.delete': [bridge.clientDeleted({ name, waiting: 3 }), bridge.clientDeleted({ name, waiting: 0 })],
  'client.secretRotate': forms.map((form) => bridge.secretRotated(form, { name, hours: 24 })),
  'client.secretReveal': [bridge.secretFetched({ name, hint: 'gr_12' })],
  'client.secretEnd': [bridge.secretEnded({ name, hint: 'gr_12' })],
  'client.resume': [bridge.deliveriesResumed(1)],
  'client.replay': [
    bridge.commandSentAgain({ type: 'wallet.changed', number: '7', client: name }),
    bridge.commandsSentAgain(3),
  ],
  'audit.claim': [
    audits.itemsClaimed({ kind: 'photo', claimed: 12, before: 3 }),
    audits.itemsClaimed({ kind: 'report', claimed: 1, before: 0 }),
  ],
  'audit.release': [
    audits.itemsReleased({ kind: 'photo', count: 12, skipped: false }),
    audits.itemsReleased({ kind: 'photo', count: 1, skipped: true }),
    audits.itemSkipped({ kind: 'photo', people }),
  ],
  'audit.decide': [
    audits.itemDecided({ kind: 'photo', people, decision: 'passed' }),
    audits.itemDecided({ people, decision: 'failed' }),
    audits.itemReviewedAgain({ kind: 'dynamic', people, decision: 'failed' }),
  ],
  'audit.undo': [audits.itemUndone({ kind: 'official', people })],
  'audit.overturn': [audits.itemDecided({ kind: 'cover', people, decision: 'failed' })],
  'audit.settings': [
    audits.displayChosen({ view: 'grid', pageItems: 12 }),
    audits.displayChosen({ view: 'single', pageItems: 12 }),
  ],
  'auditTemplate.save': [audits.templateChanged(inBoth, 'added')],
  'auditTemplate.update': [audits.templateChanged(inBoth, 'edited')],
  'auditTemplate.enable': [audits.templateChanged(inBoth, 'enabled'), audits.templateChanged(inBoth, 'disabled')],
  'report.decide': (['nothing', 'warn', 'ban ID', 'ban device', 'ban both', 'forbid'] as const).flatMap((action) => [
    audits.reportsClosed({ person, count: 2, action, hours: 24 }),
    audits.reportsToClose({ person, count: 2, action, hours: 24 }),
    audits.reportClosed({ person, action, isFalse: false }),
    audits.reportClosed({ person, action, isFalse: true }),
  ]),
  'report.undo': [audits.reportsUndone({ person, count: 1 })],
  'live.warn': [live.warned({ people })],
  'live.stop': [
    live.ended({ kind: 'live', people }),
    live.ended({ kind: 'call', people }),
    live.endedAndForbidden({ kind: 'call', person, hours: 1 }),
  ],
  'live.forbid': [live.forbidden({ people, hours: 0 }), live.toForbid({ people, hours: 168 })],
  'live.allow': [live.allowed({ people })],
  'dynamic.state': forms.flatMap((form) =>
    (['shown', 'hidden', 'removed'] as const).map((become) =>
      contentBecame(form, { what: 'post', authors: people, become }),
    ),
  ),
  'dynamic.pin': forms.map((form) => contentBecame(form, { what: 'post', authors: [person], become: 'pinned' })),
  'topic.state': forms.map((form) => topicsBecame(form, names, 'hidden')),
  'topic.pin': forms.map((form) => topicsBecame(form, [name], 'unpinned')),
  'guild.agree': [guilds.guildsDecided('agree', [guild])],
  'guild.refuse': [guilds.guildsDecided('refuse', [guild, guild])],
  'guild.ban': [guilds.guildsDecided('ban', [guild])],
  'guild.unban': [guilds.guildsDecided('unban', [guild])],
  'guild.warn': [guilds.guildWarned(guild, 1)],
  'guild.leader': [guilds.leaderChanged(guild, person)],
  'guild.rate': forms.map((form) => guilds.rateChanged(form, guild, { from: null, to: 850 })),
  'guild.parent': [guilds.parentChanged(guild, guild), guilds.parentChanged(guild, null)],
  'guild.method': [guilds.methodChanged(guild, '2026-11-30')],
  'guild.subSave': [guilds.subAgencyRegistered(guild, guild)],
  'guild.accountSave': [guilds.helpersChanged([name], 'added')],
  'guild.accountStatus': [guilds.helpersChanged(names, 'enabled'), guilds.helpersChanged(names, 'disabled')],
  'guild.accountReset': [guilds.helpersChanged([name], 'reset')],
  'guild.dissolve': [guilds.guildsDecided('dissolve', [guild])],
  'plan.save': [money.planChanged(plan, 'added')],
  'plan.update': [money.planChanged(plan, 'edited')],
  'plan.publish': forms.map((form) => money.planPublished(form, { ...plan, startWeek: '2026-11-30' })),
  'plan.withdraw': forms.map((form) => money.planWithdrawn(form, plan)),
  'deduction.save': [money.deductionAdded({ from: name, usdCents: 12_345, week: '2026-11-30' })],
  'deduction.reverse': [money.deductionsReversed([{ from: name, usdCents: 5 }])],
  'withdrawal.claim': [withdrawals.withdrawalsClaimed(3, 1)],
  'withdrawal.giveBack': [withdrawals.withdrawalsReturned(2, true), withdrawals.withdrawalsReturned(2, false)],
  'withdrawal.pass': forms.map((form) => withdrawals.withdrawalsPassed(form, [...paid, ...paid])),
  'withdrawal.refuse': forms.map((form) => withdrawals.withdrawalsRefused(form, paid)),
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
  'channel.save': [promotion.channelsChanged([{ name }], 'added')],
  'channel.update': [promotion.channelsChanged([{ name }], 'edited')],
  'channel.enable': forms.flatMap((form) => [
    promotion.channelsChanged([{ name }, { name }], 'enabled', form),
    promotion.channelsChanged([{ name }], 'disabled', form),
  ]),
  'channel.term': [promotion.termsChanged({ name, fromDay: '2026-11-20' })],
  'landing.save': [promotion.landingsChanged([{ name }], 'added')],
  'landing.update': [promotion.landingsChanged([{ name }, { name }], 'edited')],
  'landing.publish': [
    promotion.landingPublished({ name, a: 2, b: null, shareB: 0 }),
    promotion.landingPublished({ name, a: 2, b: 3, shareB: 40 }),
  ],
  'landing.unpublish': [promotion.landingUnpublished({ name })],
  'benefit.save': forms.map((form) =>
    promotion.benefitChanged(form, { name, tokens: 200, freeMinutes: 5, budgetTokens: 20_000 }),
  ),
  'benefit.stop': forms.map((form) => promotion.benefitsStopped([{ name }], form)),
  'promoterSettle.freeze': [
    promotion.settlementsChanged('frozen', [{ promoter: name, model: 'CPA', month: '2026-10' }]),
  ],
  'promoterSettle.reopen': [
    promotion.settlementsChanged('reopened', [{ promoter: name, model: 'fixed', month: '2026-10' }]),
  ],
  'promoterSettle.approve': [
    promotion.settlementsChanged('approved', [{ promoter: name, model: 'CPS', month: '2026-10' }]),
  ],
  'promoterSettle.pay': [promotion.settlementsChanged('paid', [{ promoter: name, model: 'CPS', month: '2026-10' }])],
  'promoter.save': [promotion.promotersChanged([{ name }], 'added')],
  'promoter.update': [promotion.promotersChanged([{ name }], 'edited')],
  'promoter.accountSave': forms.map((form) =>
    promotion.promoterAccountChanged(form, { promoter: name, kind: 'usdt.trc20', lastFour: '1234' }),
  ),
  'promoter.accountReveal': [promotion.promoterAccountRevealed({ promoter: name, kind: 'bank', lastFour: '1234' })],
  'comment.state': [contentBecame('done', { what: 'comment', authors: people, become: 'removed' })],
  'member.invite': [members.invitedToGuild({ people, guild: name })],
  'member.takeBack': [
    members.invitationEnded({ people, guild: name, how: 'taken back' }),
    members.invitationEnded({ people, how: 'lapsed' }),
  ],
  'member.agree': [members.leavingAgreed({ people, guild: name }), members.leavingAgreed({ people })],
  'member.expel': [
    members.expelledFromGuild({ people, guild: name, atOnce: true }),
    members.expelledFromGuild({ people, atOnce: false }),
  ],
  'member.end': [
    members.membershipEnded({ people, guild: name, how: 'left' }),
    members.membershipEnded({ people, guild: name, how: 'expelled' }),
  ],
}

const arabic = /\p{Script=Arabic}+/gu
const chinese = /\p{Script=Han}/u
/** Internal words that must not appear: `ban ID`, `giftTemplate`, missing values. */
const codes = /\b(?:ban ID|ban both|undefined|null|NaN|[a-z]+[A-Z]\w*|[a-z]+_[a-z_]+)\b|[{}]/
/** Allowed as is: the app's own name of a command. */
const asTheyAre = /\bgr_12\b|wallet\.changed/g

describe.each(Object.keys(operations) as OperationKey[])('%s', (operation) => {
  test('has a sentence in both languages, in plain words', () => {
    expect(examples[operation].length).toBeGreaterThan(0)
    for (const { en, cn } of examples[operation]) {
      expect(en).toMatch(/^(?:[A-Z0-9]|\u2068)/)
      expect(en).not.toMatch(chinese)
      expect(cn).toMatch(chinese)
      expect(cn).not.toMatch(/\b(?:agent|user|guild|promoter) \d/)
      for (const text of [en, cn]) expect(text.replace(asTheyAre, '')).not.toMatch(codes)
    }
  })

  test('isolates every name', () => {
    for (const { en, cn } of examples[operation])
      for (const text of [en, cn])
        for (const found of text.matchAll(arabic)) {
          const before = text.slice(0, found.index)
          const opened = before.split('\u2068').length - before.split('\u2069').length
          expect(opened, text).toBeGreaterThan(0)
        }
  })
})

test('a name with its own direction marks cannot end its isolation', () => {
  expect(users.loggedOut({ people: [{ id: 7, nickname: '\u2069\u202enoura\u2069' }] }).en).toBe(
    'noura (7) logged out of the app',
  )
  expect(users.loggedOut({ people: [{ id: 7, nickname: `${name}\u2069x` }] }).en).toBe(
    `\u2068${name}x\u2069 (7) logged out of the app`,
  )
})
