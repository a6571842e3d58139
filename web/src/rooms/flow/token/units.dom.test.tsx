// @vitest-environment happy-dom
// Every amount of the flow is shown with its unit: tokens, bonus, USD or USDT, in both languages.
import { flowTokenList, flowTransferList } from '@greenroom/contract/flow'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answer, signIn, stage, strike } from '../../../../test/stage.tsx'
import { changeLanguage, loadTexts } from '../../../i18n/index.ts'
import cn from '../../../i18n/locales/cn/flow.json' with { type: 'json' }
import en from '../../../i18n/locales/en/flow.json' with { type: 'json' }
import Legs from './Legs.tsx'
import Transfers from './Transfers.tsx'

const page = <T,>(records: T[]) => ({ records, current: 1, size: 20, total: records.length, pages: 1 }) as never
const at = '2026-11-20T08:00:00.000Z'
const common = { phase: 'single', reference: 'gift 1', actor: 'app', occurredAt: at, recordedAt: at } as const
const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`

/** What is sent, and the number that is shown; in words beside it the unit (`options.currency`). */
const amounts = [
  { currency: 'TOKEN', fields: { tokens: 1_200 }, value: 1_200, shown: '1,200' },
  { currency: 'BONUS', fields: { bonus: 350 }, value: 350, shown: '350' },
  { currency: 'USD', fields: { usdMicros: 12_500_000 }, value: 12_500_000, shown: '$12.50' },
  { currency: 'USDT', fields: { usdtMicros: 7_250_000 }, value: 7_250_000, shown: '7.25' },
] as const

beforeEach(async () => {
  await signIn({ 'flow.token': 1 }, '/flow/token')
  await loadTexts(['flow'])
})
afterEach(async () => {
  strike()
  await changeLanguage('en')
})

describe.each([
  ['en', en],
  ['cn', cn],
] as const)('in %s', (language, texts) => {
  const units = texts.options.currency
  beforeEach(() => changeLanguage(language))

  test.each(amounts)('a transfer of $currency', async ({ currency, value, shown }) => {
    answer(flowTransferList, () =>
      page([
        {
          ...common,
          transferId: id(1),
          kind: 'gift',
          from: ['user:1'],
          to: ['user:2'],
          amounts: [{ currency, amount: value }],
          legs: 2,
          refused: null,
        },
      ]),
    )
    stage(<Transfers />)
    const amount = await screen.findByText(shown, { exact: false, selector: 'bdi' })
    expect(amount.parentElement!.textContent).toContain(units[currency])
  })

  test('entries have a column with the unit', async () => {
    answer(flowTokenList, () =>
      page(
        amounts.map(({ currency, fields }, index) => ({
          ...common,
          ...fields,
          entryId: `${id(1)}:${index}`,
          transferId: id(1),
          kind: 'gift',
          owner: 'user:1',
          purpose: 'paid',
          currency,
          reserved: {},
          postedAfter: null,
          reservedAfter: null,
        })),
      ),
    )
    stage(<Legs />)
    for (const { shown, currency } of amounts) {
      const amount = await screen.findByText(shown, { exact: false, selector: 'bdi' })
      expect(amount.closest('[role="row"]')!.textContent).toContain(units[currency])
    }
  })
})
