// Sentences about staff, the system, the bridge and figures.
import { type OperationKey, operations } from '../../operations.ts'
import { messageWays, setupStates, setupSteps } from '../../statesAndKinds.ts'
import * as access from '../access.ts'
import {
  approvalDecided,
  approvalDiscussed,
  approvalEnded,
  approvalNotInEffect,
  approvalUndone,
  doneInSetup,
} from '../approvals.ts'
import * as bridge from '../bridge.ts'
import { bulkStarted, bulkStopped } from '../bulk.ts'
import { exportEvent, pictureUploaded } from '../files.ts'
import { boardChanged, boardPinned, dayNoted } from '../indicators.ts'
import { mailTested, messageHandled, setupStepSet, smsTested } from '../installation.ts'
import * as moving from '../moving.ts'
import * as provider from '../provider.ts'
import {
  accountAsked,
  accountReset,
  accountsChanged,
  accountsConfirmed,
  accountsLost,
  admitted,
  codesFetched,
  rightsWithheld,
  roleAsked,
  rolesChanged,
  seesAs,
  setupEnded,
} from '../staff.ts'
import * as system from '../system.ts'
import { thingResumed, thingStopped } from '../systemStops.ts'
import * as users from '../users.ts'
import type { Sentence } from '../words.ts'
import { forms, inBoth, name, names, people } from './names.fixture.ts'

const grant = users.moved('request', { people, direction: 'grant', tokens: 5 })
const templates = [{ name, scene: 'live' as const }]
const versions = [{ app: name, name, build: 7 }]
const whitelisted = (['ip', 'user', 'device', 'withdrawal'] as const).map((kind) => ({ kind, value: name }))
const dayNote = { fromDay: '2026-11-20', toDay: '2026-11-22', text: name }

export const staffExamples = {
  'import.start': [moving.importBegun(3)],
  'import.part': [moving.importPartLoaded({ id: 3, number: 1, fileName: name })],
  'import.check': [moving.importChecked(3)],
  'import.discard': [
    moving.importDiscarded(3),
    ...[1, 1_200].map((records) => moving.importEnded('removed', 3, records)),
  ],
  'import.apply': [
    ...forms.map((form) => moving.importActed('apply', form, 3)),
    ...[1, 1_200].map((records) => moving.importEnded('applied', 3, records)),
  ],
  'import.undo': [
    ...forms.map((form) => moving.importActed('undo', form, 3)),
    ...[1, 1_200].map((records) => moving.importEnded('undone', 3, records)),
  ],
  'dayNote.add': [dayNoted('added', dayNote), dayNoted('added', { ...dayNote, toDay: dayNote.fromDay })],
  'dayNote.delete': [dayNoted('deleted', dayNote)],
  'board.save': [boardChanged('added', name), boardChanged('saved', name)],
  'board.delete': [boardChanged('deleted', name)],
  'board.pin': [boardPinned('pinned', name)],
  'board.unpin': [boardPinned('unpinned', name)],
  'board.order': [boardChanged('ordered', name)],
  'seeAs.begin': [seesAs(name, 'role'), seesAs(name, 'account')],
  'seeAs.end': [seesAs(name, 'ended')],
  'session.login': [access.loggedIn(name)],
  'session.logout': [access.staffLoggedOut(name)],
  'session.end': [access.sessionEnded({ username: name, ip: '10.0.0.1' }), access.sessionsEnded(name, 2)],
  'account.password': [access.passwordChanged(name)],
  'account.reset': [access.passwordSetByCode(name)],
  'account.link': [access.passwordSetByLink(name)],
  'account.language': [access.languageChosen(name, 'en'), access.languageChosen(name, 'cn')],
  'account.prove': [access.holderProved(name)],
  'account.passkeyAdd': [access.passkeyAdded(name, name)],
  'account.passkeyRename': [access.passkeyRenamed(name, name)],
  'account.passkeyRemove': [access.passkeyRemoved(name, name)],
  'account.googleRemove': [access.authenticatorRemoved(name)],
  'account.recoveryRenew': [access.recoveryCodesMade(name)],
  'account.recoveryUse': [access.recoveryCodeUsed(name)],
  'account.phone': [access.ownPhoneChanged(name, '+86 138****0000')],
  'account.mailCode': [access.mailCodeSent(name, 'a…@example.com')],
  'account.mail': [access.ownMailChanged(name, 'a…@example.com'), access.ownMailRemoved(name)],
  'account.told': [access.toldChosen(name)],
  'account.pushOn': [access.pushTurned(name, 'on')],
  'account.pushOff': [access.pushTurned(name, 'off')],
  'account.googleBind': [access.authenticatorBound(name)],
  'account.freeze': [
    access.accountFrozen({ username: name, minutes: 15, failures: 5 }),
    access.accountFrozen({ username: undefined, minutes: 1, failures: 5 }),
  ],
  'account.guesses': [access.guessesStopped('leaderPhone', name), access.guessesStopped('inviter', undefined)],
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
  'session.provider': [provider.loggedInByProvider({ name, provider: name })],
  'session.providerEnd': [provider.loggedOutByProvider({ name, provider: name })],
  'account.providerLink': [provider.accountLinked({ name, provider: name }, 'linked')],
  'account.providerUnlink': [provider.accountLinked({ name, provider: name }, 'unlinked')],
  'staff.byProvider': [accountsChanged([name], 'added')],
  'staff.groups': [provider.rolesByGroups(name)],
  'provider.save': forms.map((form) => provider.providerChanged(form, name)),
  'provider.remove': [provider.providerChanged('removed', name)],
  'provider.test': [provider.providerTested(name, 'well'), provider.providerTested(name, 'problem')],
  'provider.map': forms.map((form) => provider.groupMapped(form, { group: name, role: name })),
  'provider.unmap': [provider.groupUnmapped({ group: name, role: name })],
  'staff.save': [accountsChanged(names, 'added'), accountAsked(name, 'added')],
  'staff.update': [accountsChanged([name], 'edited'), accountAsked(name, 'edited')],
  'staff.status': [
    accountsChanged([name], 'enabled'),
    accountsChanged([name], 'disabled'),
    accountAsked(name, 'enabled'),
  ],
  'staff.passwordReset': [accountsLost([name], 'password'), accountAsked(name, 'password')],
  'staff.googleUnbind': [accountsLost([name], 'authenticator'), accountAsked(name, 'authenticator')],
  'staff.code': [codesFetched(names)],
  'staff.serverReset': [accountReset(name)],
  'staff.invitationRevoke': [accountsLost([name], 'invitation')],
  'staff.confirm': [accountsConfirmed(name)],
  'setup.end': [setupEnded(names)],
  'setup.withhold': [rightsWithheld(name)],
  'staff.admit': [admitted(accountAsked(name, 'added'))],
  'staff.sessionsEnd': [accountsLost(names, 'sessions')],
  'staff.delete': [accountsChanged([name], 'deleted')],
  'role.save': [rolesChanged([name], 'added')],
  'role.update': [rolesChanged([name], 'edited'), roleAsked(name)],
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
  'whitelist.change': whitelisted.map((entry) => system.whitelistChanged([entry], 'added', 'request')),
  'whitelist.delete': [system.whitelistChanged(whitelisted, 'deleted')],
  'version.save': [system.versionsChanged(versions, 'added')],
  'version.update': [system.versionsChanged(versions, 'edited')],
  'version.delete': [system.versionsChanged([...versions, ...versions], 'deleted')],
  'country.update': [system.countriesChanged('done', [inBoth], 'edited')],
  'country.enable': forms.flatMap((form) => [
    system.countriesChanged(form, [inBoth, inBoth], 'enabled'),
    system.countriesChanged(form, [inBoth], 'disabled'),
  ]),
  'approval.ask': [approvalEnded('requested', grant), approvalEnded('requested', accountAsked(name, 'confirmed'))],
  'approval.inSetup': [doneInSetup(accountAsked(name, 'added'))],
  'approval.decide': [
    approvalEnded('approved', grant),
    approvalEnded('refused', grant),
    approvalEnded('failed', grant),
  ],
  'approval.undo': (['approve', 'refuse'] as const).flatMap((verb) => [
    approvalDecided(verb, grant, 10),
    approvalUndone(verb, grant),
    approvalNotInEffect(verb, grant),
  ]),
  'approval.question': [approvalDiscussed('asked', grant)],
  'approval.answer': [approvalDiscussed('answered', grant)],
  'approval.cancel': [approvalEnded('cancelled', grant)],
  'stop.on': [thingStopped({ kind: 'payouts', name: '' }), thingStopped({ kind: 'gateway', name })],
  'stop.off': [thingResumed('done', { kind: 'sales', name: '' }), thingResumed('request', { kind: 'client', name })],
  'approval.lapse': [approvalEnded('lapsed', grant)],
  'client.save': forms.flatMap((form) => [
    bridge.clientAdded(form, { name, endpoint: 'https://app.example' }),
    bridge.historyAdded(form, { name, days: 92 }),
  ]),
  'client.closeHistory': [bridge.historyClosed(name)],
  'client.update': [
    bridge.clientChanged(name, 'edited'),
    ...forms.map((form) => bridge.endpointChanged(form, { name, from: '', to: 'https://app.example' })),
  ],
  'client.enable': [bridge.clientChanged(name, 'enabled'), bridge.clientChanged(name, 'disabled')],
  'client.delete': [bridge.clientDeleted({ name, waiting: 3 }), bridge.clientDeleted({ name, waiting: 0 })],
  'client.secretRotate': forms.map((form) => bridge.secretRotated(form, { name, hours: 24 })),
  'client.secretReveal': [bridge.secretFetched({ name, hint: 'gr_12' })],
  'client.secretEnd': [bridge.secretEnded({ name, hint: 'gr_12' })],
  'client.test': [bridge.clientTested({ name, endpoint: 'https://app.example' })],
  'installation.step': setupSteps.flatMap((step) => setupStates.map((state) => setupStepSet(step, state))),
  'installation.smsTest': [smsTested('+86 ••••1234')],
  'installation.mailTest': [mailTested('a…@example.com', true), mailTested('a…@example.com', false)],
  'message.again': messageWays.map((way) => messageHandled('again', { way, receiver: 'a…@example.com' })),
  'message.withdraw': messageWays.map((way) => messageHandled('withdrawn', { way, receiver: 'a…@example.com' })),
  'client.resume': [bridge.deliveriesResumed(1)],
  'client.replay': [
    bridge.commandSentAgain({ type: 'wallet.changed', number: '7', client: name }),
    bridge.commandsSentAgain(3),
  ],
  'client.eventReplay': [
    bridge.heldEventEnded({ type: 'recharge.paid', client: name, how: 'replayed' }),
    bridge.heldEventEnded({ type: 'gift.sent', client: name, how: 60001 }),
    bridge.heldEventsReplayed(3),
  ],
  'client.eventDrop': [
    bridge.heldEventEnded({ type: 'recharge.paid', client: name, how: 'dropped' }),
    bridge.heldEventsDropped(1),
  ],
  'system.errorKnown': [
    bridge.pageErrorKnown({ screen: '/finance/withdraw', release: 'index-Bq3x' }),
    bridge.pageErrorsKnown(1),
    bridge.pageErrorsKnown(1_234),
  ],
} satisfies Partial<Record<OperationKey, Sentence[]>>
