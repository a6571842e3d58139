// @vitest-environment happy-dom
// Every kind of request is shown in words: no name of a field, no time of a machine, no amount without its unit.
import { approvalKeys, approvalViews, type Fields, type Shown } from '@greenroom/contract/approvals'
import { userEntryList } from '@greenroom/contract/flow'
import { userSenders } from '@greenroom/contract/live'
import cn from '@greenroom/contract/texts/cn/approvals.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/approvals.json' with { type: 'json' }
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { changeLanguage, loadTexts } from '../../../i18n/index.ts'
import type { Approval } from './Request.tsx'
import { RequestView } from './RequestView.tsx'

const words: Record<string, Record<string, string>> = en.words
const at = '2026-11-01T10:20:30.000Z'

/** A stored value of this format; `turn` makes those of before and after differ. */
function valueOf(shown: Shown, turn: 0 | 1): unknown {
  if (typeof shown === 'object') {
    if ('lines' in shown) return [valuesOf(shown.lines, turn), valuesOf(shown.lines, turn)]
    if ('inside' in shown) return valuesOf(shown.inside, turn)
    const all = Object.keys(words[shown.words]!)
    return all[turn % all.length]!
  }
  switch (shown) {
    case 'flag':
      return turn === 1
    case 'time':
      return turn === 0 ? at : at.replace('2026', '2027')
    case 'reason':
      return turn === 0 ? 'usdt.unknownAddress' : 'usdt.wrongPayer'
    case 'list':
      return ['first', 'second']
    case 'menus':
      return ['finance.payout']
    case 'users':
      return [1, 2]
    case 'party':
      return 'Noura (user:1)'
    case 'account':
      return `bank …123${turn}`
    case 'text':
    case 'code':
    case 'hidden':
      return `plain ${turn}`
    default:
      return 1_000 + turn
  }
}
const valuesOf = (fields: Fields, turn: 0 | 1): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, shown]) => [name, valueOf(shown, turn)]))

const person = (userId: number) => ({ userId, nickname: 'Noura', avatarUrl: '' })
const detail = {
  users: [person(1), person(1_000), person(1_001)],
  guilds: [{ guildId: 1_001, name: 'Silk' }],
  agents: [{ agentId: 1_001, user: person(5) }],
  promoters: [{ promoterId: 1_001, name: 'Ana' }],
  unusual: [
    { why: 'more' as const, kind: 'user' as const, id: 1, usdCents: 90_00, meanUsdCents: 20_00, earlier: 4 },
    { why: 'first' as const, kind: 'guild' as const, id: 1_001 },
    { why: 'new' as const, kind: 'agent' as const, id: 1_001, days: 0 },
    { why: 'new' as const, kind: 'promoter' as const, id: 1_001, days: 2 },
  ],
  questions: [{ by: 'omar', at, question: 'What for?', answer: 'For May', answeredAt: at }],
  withdrawals: [],
}
const requestOf = (kind: Approval['kind'], before: unknown, after: unknown): Approval => ({
  approvalId: '018f0000-0000-7000-8000-000000000001',
  kind,
  subject: 'x',
  title: 'A title',
  before,
  after,
  reason: 'as agreed',
  state: 'pending',
  maker: 'maya',
  createdAt: at,
  expiresAt: at,
  checker: null,
  decidedAt: null,
  decisionReason: '',
  version: 1,
  effectiveAt: null,
  notInEffect: null,
  usdCents: 123_45,
  inSetup: false,
  asked: false,
  deciders: { names: ['omar'], more: 0 },
  can: { approve: true, refuse: true, cancel: 'notMaker', ask: true, answer: 'notMaker' },
})

beforeEach(async () => {
  await signIn({ 'system.approval': 3, 'users.list': 1, 'guilds.family': 1 }, '/sys/approval')
  await loadTexts(['approvals', 'finance', 'system', 'list'])
})
afterEach(() => {
  cleanup()
  unmount()
})

/** The texts on the screen, with a space between those of two elements. */
const textIn = (node: Node): string =>
  node.nodeName === 'STYLE'
    ? ''
    : node.nodeType === 3
      ? (node.textContent ?? '')
      : [...node.childNodes].map(textIn).join(' ')

const shown = (one: Approval): string => {
  const { container } = stage(<RequestView one={one} detail={detail} />)
  const text = textIn(container)
  cleanup()
  return text
}
/** A name of a field, and a time as it is stored. */
const raw = [/\b[a-z]+[A-Z]\w*/, /\d{4}-\d\d-\d\dT/, /\bnull\b|\bundefined\b|\[object/, /approvals:|fields\.|words\./]

// The next file of this worker finds the language that it left.
afterAll(() => changeLanguage('en'))

describe.each([
  ['en', en],
  ['cn', cn],
] as const)('in %s', (language, texts) => {
  test.each(approvalKeys)('%s', async (kind) => {
    await changeLanguage(language)
    const { fields }: { fields: Fields } = approvalViews[kind]
    const [before, after] = [valuesOf(fields, 0), valuesOf(fields, 1)]
    for (const one of [requestOf(kind, null, after), requestOf(kind, before, null), requestOf(kind, before, after)]) {
      const text = shown(one).replaceAll('TRC20', '').replaceAll('ERC20', '')
      for (const pattern of raw) expect(text, kind).not.toMatch(pattern)
      expect(text).toContain('$123.45')
      expect(text).toContain('as agreed')
      // Each fact has its name.
      for (const [name, of] of Object.entries(fields))
        if (of !== 'hidden' && !(typeof of === 'object' && !('words' in of)))
          expect(text).toContain(texts.fields[name as keyof typeof texts.fields])
    }
  })

  test('what is decided and not in effect yet says from when on it is, and who can undo it', async () => {
    await changeLanguage(language)
    const pending = requestOf('param.set', null, valuesOf(approvalViews['param.set'].fields, 0))
    const decided = { ...pending, state: 'approved' as const, checker: 'omar', decidedAt: at }
    expect(shown(decided)).not.toContain(texts.view.effectiveAt)
    const text = shown({ ...decided, effectiveAt: at })
    expect(text).toContain(texts.view.effectiveAt)
    expect(text).toContain(texts.view.mayUndo.replace('{{by}}', 'omar'))
  })

  test('what its maker applied alone during set-up says so', async () => {
    await changeLanguage(language)
    const asked = requestOf('param.set', null, valuesOf(approvalViews['param.set'].fields, 0))
    const alone = { ...asked, state: 'approved' as const, checker: 'maya', decidedAt: at, inSetup: true }
    const text = { en: 'Alone, during set-up', cn: '设置期间由一人执行' }[language]
    expect(shown(alone)).toContain(text)
    expect(shown({ ...alone, inSetup: false })).not.toContain(text)
  })

  test('a decision that did not take effect says whose it was, and why', async () => {
    await changeLanguage(language)
    const pending = requestOf('param.set', null, valuesOf(approvalViews['param.set'].fields, 0))
    const text = shown({ ...pending, notInEffect: { by: 'omar', at, why: 'withdrawals are stopped' } })
    expect(text).toContain(
      texts.view.notInEffect.replace('{{by}}', 'omar').replace('{{why}}', 'withdrawals are stopped'),
    )
  })
})

describe('the checker of a withdrawal sees where the money comes from, as its maker saw it', () => {
  const withdrawal = (withdrawalId: string, userId: number) => ({
    withdrawalId,
    user: { userId, nickname: 'Noura', avatarUrl: '' },
    usdCents: 1_000,
    bonus: 1_000,
    balance: 1_000,
    reserved: 1_000,
    owedTokens: 0,
    owedUsdCents: 0,
    paidBefore: { count: 0, usdCents: 0 },
    held: '',
    risks: [],
    riskScore: 0,
    riskHeld: false,
    whitelisted: false,
    state: 'in review',
    requestedAt: at,
    registeredAt: at,
    country: '',
    guildName: '',
    account: { kind: 'usdt_trc20', lastFour: '1234', usableAt: at },
  })
  const seen = (count: number, from = 40) => ({
    ...detail,
    withdrawals: Array.from({ length: count }, (_, index) => withdrawal(String(index), from + index)),
  })
  const asked: string[] = []
  beforeEach(async () => {
    await changeLanguage('en')
    asked.length = 0
    answer(userSenders, ({ payload }) => {
      asked.push(payload['userId']!)
      return {
        senders: [{ person: { ...person(7), nickname: 'Giver' }, gifts: 3, tokens: 90, lastAt: at }],
        people: 1,
        tokens: 90,
      }
    })
    answer(userEntryList, () => ({ records: [], current: 1, size: 20, total: 0, pages: 0 }) as never)
  })
  const one = requestOf('withdrawal.pass', null, {})

  test('who gave, and the newest entries of the wallet', async () => {
    stage(<RequestView one={one} detail={seen(1) as never} />)
    await screen.findByText('Giver')
    expect(screen.getByRole('region', { name: 'Gifts received, last 30 days' })).toBeDefined()
    expect(await screen.findByRole('link', { name: 'Whole wallet' })).toBeDefined()
    expect(asked).toEqual(['40'])
  })

  test('not of many people at once, nor for an account without the menu', async () => {
    stage(<RequestView one={one} detail={seen(4) as never} />)
    cleanup()
    await signIn({ 'system.approval': 3 }, '/sys/approval')
    stage(<RequestView one={one} detail={seen(1) as never} />)
    cleanup()
    await signIn({ 'system.approval': 3, 'users.list': 1 }, '/sys/approval')
    stage(<RequestView one={one} detail={seen(1, 60) as never} />)
    await screen.findByText('Giver')
    expect(asked).toEqual(['60'])
  })
})
