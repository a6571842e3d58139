// @vitest-environment happy-dom
// A published plan is read where a draft is written: all of its steps, why it stands, and nothing that could be sent.
import { planInfo, planList } from '@greenroom/contract/guildMoney'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, signIn, stage, unmount } from '../../../../test/stage.tsx'
import { loadTexts } from '../../../i18n/index.ts'
import PlanList from './PlanList.tsx'

const plan = {
  id: 4,
  name: 'Autumn',
  kind: 'whole',
  levels: [
    { fromCents: 0, rateBp: 500 },
    { fromCents: 1_000_000, rateBp: 1_200 },
  ],
  salary: [{ points: 20_000, days: 3, usdCents: 500 }],
  startWeek: '2026-11-02',
  note: 'As agreed',
  state: 'published',
  createdBy: 'maya',
  createdAt: '2026-10-01T00:00:00.000Z',
  publishedBy: 'lin',
  publishedAt: '2026-10-02T00:00:00.000Z',
  updatedBy: '',
  updatedAt: null,
  version: 2,
  status: 'inForce',
  approvalId: null,
  can: { update: 'published', publish: 'published', withdraw: 'inForce', preview: true },
}

beforeEach(async () => {
  await signIn({ 'guilds.commissionPlan': 3 }, '/sociatyManage/commissionPlan')
  await loadTexts(['guilds'])
  answer(planList, () => ({ records: [plan], current: 1, size: 100, total: 1, pages: 1 }) as never)
  answer(planInfo, () => ({ plan }) as never)
})
afterEach(unmount)

test('opening a published plan shows it read-only', async () => {
  const { user } = stage(<PlanList />)
  await user.click(await screen.findByRole('row', { name: /Autumn/ }))
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText("Published plans can't be changed.")
  const fields = [...drawer.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea')]
  expect(fields.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['Autumn', '10,000 USD', '12%', '20,000', '3', '5 USD', 'As agreed']),
  )
  for (const field of fields) expect(field.matches(':disabled, fieldset[disabled] *')).toBe(true)
  expect(within(drawer).queryByRole('button', { name: /Save|Add|Remove/ })).toBeNull()
  expect(drawer.querySelector('button[type="submit"]')).toBeNull()
})
