// Sentences about users, guilds, what they publish and what the platform shows them.
import type { OperationKey } from '../../operations.ts'
import * as access from '../access.ts'
import * as audits from '../audits.ts'
import { contentBecame, topicsBecame } from '../community.ts'
import * as members from '../guildMembers.ts'
import * as guilds from '../guilds.ts'
import * as live from '../live.ts'
import {
  giftPriced,
  giftsChanged,
  messageDid,
  messagesChanged,
  officialAccountsChanged,
  placementsChanged,
  placementsOrdered,
} from '../official.ts'
import * as privacy from '../privacy.ts'
import * as promotion from '../promotion.ts'
import * as users from '../users.ts'
import type { Sentence } from '../words.ts'
import { forms, guild, inBoth, name, names, people, person } from './names.fixture.ts'

const grant = users.moved('request', { people, direction: 'grant', tokens: 5 })
const deduct = { people: [person], direction: 'deduct', tokens: 5 } as const
const placementKinds = ['banner', 'activity', 'advert'] as const

export const peopleExamples = {
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
  'union.register': [access.guildRegistered({ guild: name, username: name })],
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
  'user.delete': forms.map((form) => privacy.deletionAsked(form, person)),
  'user.deletionCancel': [privacy.deletionEnded(person)],
  'user.erase': [privacy.personErased(100_297)],
  'user.archive': [privacy.archiveMade(100_297)],
  'user.hold': [privacy.personHeld(person, 'begun')],
  'user.holdEnd': [privacy.personHeld(person, 'ended')],
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
    audits.itemDecided({ people, decision: 'failed', why: { en: 'Minor', cn: '未成年人' } }),
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
  'member.link': [members.inviteLinkMade(name)],
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
} satisfies Partial<Record<OperationKey, Sentence[]>>
