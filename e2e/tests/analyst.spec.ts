// Two of the analyst's ten questions (docs/guide-analyst.md), in Chinese, by the clicks that the guide counts.
import { aBroadcaster } from '../harness/broadcaster.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

test('which guild falls, and which channel loses money (cn)', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  const t = textsOf('cn', 'indicators')
  const table = page.getByRole('table', { name: t('figures.sessions') })
  // The broadcast is counted within some seconds.
  await expect(async () => {
    await page.goto('/data/live?lang=cn')
    await page.getByRole('button', { name: t('by.title', { figure: t('figures.sessions') }), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('by.dimensions.guild'), exact: true })
      .click()
    await expect(table.getByRole('row').last().getByRole('cell').first()).not.toHaveText(/^[0–]/, { timeout: 2_000 })
  }).toPass()
  await table.getByRole('button', { name: t('by.change'), exact: true }).click()
  await expect(table.getByRole('columnheader', { name: t('by.change') })).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/by=guild/)
  await expect(page).toHaveURL(/order=-change/)
  await page.reload()
  await expect(table.getByRole('columnheader', { name: t('by.change') })).toHaveAttribute('aria-sort', 'descending')
  await table.getByRole('button', { name: t('by.without.guild') }).click()
  await expect(page.getByRole('dialog')).toContainText(t('people.title', { figure: t('figures.sessions') }))
  const p = textsOf('cn', 'promotion')
  await page.goto('/promotion/channelDay')
  await page.getByRole('link', { name: p('results.tabs.results') }).click()
  await expect(page.getByRole('heading', { name: p('results.channels') })).toBeVisible()
})
