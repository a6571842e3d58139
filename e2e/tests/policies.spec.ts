// A payout policy for guilds: its form, the second member of staff, and the list by payees.
import { policyList } from '@greenroom/contract/policies'
import { policyChanged } from '@greenroom/contract/sentences/payouts'
import { approvalDecide } from '@greenroom/contract/system'
import { checkAccessibility } from '../harness/accessibility.ts'
import { choose, drawer, listRead, rowOf } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

test('a payout policy for guilds waits for approval and is found by its payees (en)', async ({
  page,
  server,
  signedIn,
}) => {
  const finance = textsOf('en', 'finance')
  const name = unique('Policy ')
  await signedIn({ seeded: 'Finance maker' })
  await page.goto('/finance/policy?lang=en')
  await listRead(page)
  const add = finance('actions.policy.add')
  await page.getByRole('button', { name: add }).click()
  const form = drawer(page, add)
  await form.getByLabel(finance('policy.name')).fill(name)
  const payees = form.getByRole('group', { name: finance('policy.fields.payees') })
  const payee = (of: string) => payees.getByRole('checkbox', { name: finance(`options.payee.${of}`) })
  const rule = (of: string) => form.getByText(finance(`options.rule.${of}`), { exact: true })
  await payee('user').uncheck()
  await payee('guild').check()

  // A share is of users' bonus: there is nothing to choose. The choice made before stays.
  await rule('share').click()
  await expect(form.getByText(finance('policy.shareHint'))).toBeVisible()
  await expect(payees).toBeHidden()
  await rule('destination').click()
  await expect(payee('guild')).toBeChecked()
  await expect(payee('user')).not.toBeChecked()
  await expect(form.getByLabel(finance('policy.fields.mostUsers'))).toHaveAccessibleDescription(
    finance('policy.mostUsersHint'),
  )
  await checkAccessibility(page)
  await rule('velocity').click()
  // So many that it refuses no other test's payouts.
  await form.getByLabel(finance('policy.fields.mostCount')).fill('900')
  await form.getByLabel(textsOf('en', 'list')('form.reason')).fill('guilds as well')
  await form.getByRole('button', { name: textsOf('en', 'common')('save') }).click()
  await expect(status(page, policyChanged('request', name, 'added').en)).toBeVisible()
  const row = rowOf(page, name)
  await expect(row).toContainText(finance('options.payee.guild'))
  await expect(row).toContainText(finance('policy.says.count', { count: 900, hours: 24 }))
  await expect(row).toContainText(finance('policy.off'))
  await expect(row).toContainText(finance('withdraw.waits'))

  const checker = await server.administrator()
  const { records } = await checker.call(policyList, { payee: 'guild' })
  const { approvalId, payees: asked } = records.find((one) => one.name === name)!
  expect(asked).toEqual(['guild'])
  const { outcomes } = await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  expect(outcomes).toMatchObject([{ ok: true }])

  const filter = finance('columns.payee')
  await choose(page, filter, finance('options.payee.guild'))
  await expect(row).toContainText(finance('policy.on'))
  await expect(row).not.toContainText(finance('withdraw.waits'))
  await page.goto('/finance/policy?payee=user')
  await listRead(page)
  await expect(row).toHaveCount(0)
})
