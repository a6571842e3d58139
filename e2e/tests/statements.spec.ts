// A gateway's statement: its columns are mapped, the file is loaded with a dry run, a difference is commented on and closed with a reason,
// and a second member of staff reads it in Chinese.
import { checkAccessibility } from '../harness/accessibility.ts'
import { act, listRead, rowOf } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { status } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('a statement is imported, a difference followed and closed', async ({ page, server, signedIn }) => {
  const gateway = unique('gate')
  await server.query(
    `insert into finance.recharge_order (id, user_id, product, tokens, usd_cents, gateway, gateway_reference, state, created_at, paid_at, recharge_id)
     select $1 || n, null, 'coins', 499, 499, $1, $1 || '-ref-' || n, 'success', timestamptz '2026-10-05 10:00:00Z', timestamptz '2026-10-05 10:00:00Z',
            ('01900000-0000-7000-8100-' || lpad((extract(epoch from clock_timestamp()) * 1000 + n)::bigint::text, 12, '0'))::uuid
       from generate_series(1, 4) n`,
    [gateway],
  )
  await signedIn({ seeded: 'Finance maker' })
  await page.goto('/finance/statement?tab=mappings')
  await page.getByRole('button', { name: 'Add a mapping' }).click()
  const mapping = page.getByRole('dialog')
  await mapping.getByRole('textbox', { name: 'Mapping' }).fill(gateway)
  await mapping.getByRole('textbox', { name: 'Gateway' }).fill(gateway)
  await mapping.getByLabel('Reference column').fill('Ref')
  await mapping.getByLabel('Amount column').fill('Amount')
  await checkAccessibility(page)
  await mapping.getByRole('button', { name: 'Save' }).click()
  await expect(mapping).toHaveCount(0)

  await page.goto('/finance/statement')
  await page.getByRole('button', { name: 'Import a statement' }).click()
  const form = page.getByRole('dialog')
  await form
    .getByRole('combobox', { name: 'Mapping' })
    .or(form.getByRole('textbox', { name: 'Mapping' }))
    .first()
    .click()
  await page.getByRole('option', { name: new RegExp(gateway) }).click()
  const lines = [1, 2, 3].map((n) => `${gateway}-ref-${n},${n === 2 ? '3.99' : '4.99'}`)
  await form.locator('input[type=file]').setInputFiles({
    name: 'october.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Ref,Amount\n${lines.join('\n')}\nstranger,1.00\n`),
  })
  await expect(form.getByRole('group', { name: 'First lines of the file' })).toContainText(`${gateway}-ref-1`)
  await form.getByLabel('From').fill('2026-10-05')
  await form.getByLabel('To').fill('2026-10-05')
  await checkAccessibility(page)
  await form.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(form).toHaveCount(0)
  // The row follows the matching by itself.
  await expect(rowOf(page, gateway)).toContainText('To be confirmed')
  const imported = async () => {
    const [made] = await server.query<{ id: number; state: string }>(
      'select id, state from finance.statement where gateway = $1',
      [gateway],
    )
    return made
  }
  await expect.poll(async () => (await imported())?.state).toBe('draft')
  const made = await imported()
  await page.goto(`/finance/statement?gateway=${gateway}`)
  await listRead(page)
  await expect(rowOf(page, gateway)).toContainText('To be confirmed')
  await page.goto(`/finance/statement?gateway=${gateway}&drawer=statement:${made!.id}`)
  const drawer = page.getByRole('dialog', { name: new RegExp(gateway) })
  await expect(drawer).toContainText('october.csv')
  await checkAccessibility(page)
  await drawer.getByRole('button', { name: 'Confirm' }).click()
  await expect(status(page, '3 differences')).toBeVisible()

  await page.goto(`/finance/statement?tab=differences&gateway=${gateway}`)
  await expect(rowOf(page, 'Under')).toContainText('$3.99')
  await expect(rowOf(page, 'Missing')).toContainText(`${gateway}4`)
  const [under] = await server.query<{ id: number }>(
    `select id::int as id from finance.statement_difference where gateway = $1 and kind = 'amount'`,
    [gateway],
  )
  const open = `&drawer=difference:${under!.id}`
  await page.goto(`/finance/statement?tab=differences&gateway=${gateway}${open}`)
  const difference = page.getByRole('dialog')
  await difference.getByLabel('Note or reason').fill('asked the gateway')
  await difference.getByRole('button', { name: 'Note', exact: true }).click()
  await expect(difference).toContainText('asked the gateway')
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await act(page, rowOf(page, 'Under'), 'Close')
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill('a discount of the gateway')
  await question.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(rowOf(page, 'Under')).toContainText('Closed')

  await signedIn({ seeded: 'Finance checker' })
  await page.goto(`/finance/statement?tab=differences&lang=cn&gateway=${gateway}`)
  const closed = page.getByRole('row').filter({ hasText: `${gateway}-ref-2` })
  await expect(closed).toContainText('已关闭')
  await page.goto(`/finance/statement?tab=differences&gateway=${gateway}${open}`)
  await expect(page.getByRole('dialog')).toContainText('a discount of the gateway')
})
