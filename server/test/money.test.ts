// The calls that create, move, price or release money: each says who may do it alone, and docs/money.md lists exactly these.
import { readFileSync } from 'node:fs'
import { type DeclaredCall, declaredCalls } from '@greenroom/contract/allCalls'
import { menusOf } from '@greenroom/contract/call'
import { aloneKinds, moneyMenus, notMoney, whyAlone } from '@greenroom/contract/money'
import { rightCounts } from '@greenroom/contract/rights'
import { expect, test } from 'vitest'

const changing = declaredCalls.filter(({ call }) => call.operation !== undefined)
const money = changing.flatMap(({ call, schema }) => (call.money ? [{ call, schema, ...call.money }] : []))
const isAboutMoney = ({ call }: DeclaredCall) =>
  menusOf(call).some((menu) => moneyMenus.some((start) => menu.startsWith(start)))

/** The rows of the table or list below a heading of docs/money.md, cell by cell. */
function below(heading: string): string[][] {
  const text = readFileSync(new URL('../../docs/money.md', import.meta.url), 'utf8')
  const section = text.split(`\n${heading}\n`)[1]?.split('\n#')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `') || line.startsWith('| _'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const aloneIn = (alone: (typeof money)[number]['alone']): string => {
  if (alone === 'never') return 'never'
  return 'upTo' in alone ? `\`${aloneKinds[alone.upTo].limit}\`` : `_${alone.because}_`
}

test('docs/money.md lists exactly the calls that move money, with who may do it alone', () => {
  expect(money.length).toBeGreaterThan(60)
  const rows = money.map(({ call, does, alone }) => [`\`${call.name}\``, does, aloneIn(alone)])
  const sorted = (all: string[][]) => all.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  expect(sorted(below('### Calls that move money'))).toEqual(sorted(rows))
})

test('docs/money.md explains each reason, and each is used', () => {
  expect(below('### Reasons to do it alone')).toEqual(Object.entries(whyAlone).map(([key, text]) => [`_${key}_`, text]))
  const used = money.flatMap(({ alone }) => (typeof alone === 'object' && 'because' in alone ? [alone.because] : []))
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(whyAlone).toSorted())
})

test('each changing call of a menu about money says what it does with it, or is named as one that does nothing', () => {
  const about = changing.filter(isAboutMoney)
  expect(about.length).toBeGreaterThan(100)
  const undeclared = about.filter(({ call }) => !call.money).map(({ call }) => call.name)
  expect(undeclared.toSorted()).toEqual([...notMoney].toSorted())
})

test('each limit is used, and a call that may wait can answer the approval that it waits for', () => {
  const limited = money.flatMap((one) =>
    typeof one.alone === 'object' && 'upTo' in one.alone ? [{ ...one, kind: one.alone.upTo }] : [],
  )
  expect([...new Set(limited.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(aloneKinds).toSorted())
  const raising = money.filter(({ call }) => call.name === 'agentLimits' || call.name === 'paramSet')
  const mute = [...limited, ...raising].filter(({ schema }) => !('approvalId' in shapeOf(schema.answer)))
  expect(mute.map(({ call }) => call.name)).toEqual([])
})

/** Of agents only, whose accounts are made with their agent: no member of staff can use them. */
const ownByAgents: readonly string[] = ['agentSalaryDeduct', 'agentSell']

test('each call that moves money stands on a menu that counts, so that no account gets it by one person alone', () => {
  const uncounted = money.filter(({ call }) => menusOf(call).length === 0 || !menusOf(call).every(rightCounts))
  expect(uncounted.map(({ call }) => call.name).toSorted()).toEqual(ownByAgents)
  expect(uncounted.map(({ call }) => call.for)).toEqual(ownByAgents.map(() => ['agent']))
})

/** Never alone, though it asks for no approval: another account has done, or does, the other half. */
const byTwoCalls: Readonly<Record<string, string>> = {
  approvalDecide: 'it is the second account',
  guildAgree: 'never by the account that registered the guild',
  guildSubSave: 'staff agree the application',
  promoterSettleApprove: 'never by the account that froze the line',
}

test('a call that nobody does alone asks for an approval, or is one half of two', () => {
  const never = money.filter(({ alone }) => alone === 'never')
  const mute = never.filter(({ schema }) => !('approvalId' in shapeOf(schema.answer)))
  expect(mute.map(({ call }) => call.name).toSorted()).toEqual(Object.keys(byTwoCalls).toSorted())
})

/** The fields of an answer. */
function shapeOf(answer: DeclaredCall['schema']['answer']): object {
  return 'shape' in answer && typeof answer.shape === 'object' && answer.shape !== null ? answer.shape : {}
}
