// The dashboards: figures by day, comparisons, explanations, notes, in both languages; boards and their wall.
import { readFileSync } from 'node:fs'
import { dashboardKeys } from '@greenroom/contract/dashboards'
import { screens } from '@greenroom/contract/screens'
import { checkAccessibility } from '../harness/accessibility.ts'
import { aBroadcaster } from '../harness/broadcaster.ts'
import { figuresFolded } from '../harness/folded.ts'
import { drawer } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { visit } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'

test('a dashboard: tiles, the users of a figure, the explanation of a change, a note and a table', async ({
  page,
  server,
  signedIn,
}) => {
  const { name, id } = await aBroadcaster(server)
  // Other tests' broadcasters of the same country are no sign that this one is counted.
  await server.query(`update users.app_user set channel = 'watched' where id = $1`, [id])
  await signedIn('administrator')
  await figuresFolded(server)
  await page.goto('/data/live?compare=before&country=BR&channel=watched')
  const broadcasters = page.getByRole('button', { name: 'Users: Broadcasters' })
  // A dash until the figures are there.
  await expect(page.locator('dl > div').filter({ hasText: 'Broadcasts' }).locator('bdi').first()).not.toHaveText(
    /^[0–]/,
  )
  await broadcasters.click()
  await expect(drawer(page, 'Users: Broadcasters').getByRole('link', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'What changed: Broadcasts' }).click()
  await expect(drawer(page, 'What changed: Broadcasts')).toContainText('0 before')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add note' }).click()
  await drawer(page, 'Add note').getByRole('textbox', { name: 'Note' }).fill('New gifts')
  await drawer(page, 'Add note').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Notes on these days' })).toContainText('New gifts')
  await expect(page.locator('[data-chart="drawn"]').first()).toBeVisible()
  const figure = page.getByRole('region', { name: 'Length of views' })
  await figure.getByText('Table').click()
  await expect(figure.getByRole('columnheader', { name: 'Over 60 s' })).toBeVisible()
  await checkAccessibility(page)
  await figure.getByText('Chart').click()

  // Read point by point with the keys, and saved as a picture.
  const chart = page.getByRole('group', { name: /^Broadcasters and broadcasts\. Use the arrow keys/ })
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart.getByRole('status')).toContainText(/Broadcasters: \d+, Broadcasts: \d+, Peak concurrent: –/)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save Broadcasters and broadcasts as a picture' }).click()
  const picture = await saving
  expect(picture.suggestedFilename()).toBe('Broadcasters-and-broadcasts.png')
  const bytes = readFileSync(await picture.path())
  // A PNG of 2,400 pixels across.
  expect([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16)]).toEqual(['PNG', 2_400])

  await page.getByRole('button', { name: 'Delete note: New gifts' }).click()
  await expect(page.getByRole('list', { name: 'Notes on these days' })).toBeHidden()
})

test('an analyst’s board: pins, order, sharing, and a wall that survives a lost connection', async ({
  page,
  server,
  signedIn,
  complaints,
}) => {
  // The wall asks again while it is offline.
  complaints.allow(/ERR_INTERNET_DISCONNECTED/)
  await aBroadcaster(server)
  await signedIn({ seeded: 'Analyst' })
  const board = unique('Mornings ')
  await page.goto('/data/live?country=BR,IN&platform=ios')
  await page.getByRole('button', { name: 'Pin to a board: Broadcasters', exact: true }).click()
  const form = drawer(page, 'Pin to a board: Broadcasters')
  await expect(form).toContainText('Brazil, India · iOS')
  await form.getByRole('textbox', { name: 'Name' }).fill(board)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Pin to a board: Length of views' }).click()
  await drawer(page, 'Pin to a board: Length of views').getByRole('button', { name: 'Save' }).click()
  await expect(drawer(page, 'Pin to a board: Length of views')).toBeHidden()

  await page.goto('/data/board')
  const pins = page.locator('[data-list="indicators.board"] ol > li')
  await expect(pins).toHaveCount(2)
  await expect(pins.first()).toContainText('Last 7 days · Brazil, India · iOS')
  await pins
    .first()
    .getByRole('button', { name: /^Move Broadcasters/ })
    .press('ArrowDown')
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByRole('button', { name: 'Save order' })).toBeHidden()
  await expect(pins.nth(1)).toContainText('Broadcasters')
  await pins.nth(1).getByText('Broadcasters', { exact: true }).hover()
  await expect(page.getByRole('tooltip')).toContainText('= number of different users with ≥ 1 broadcast begun')
  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = drawer(page, 'Edit board')
  await edit.getByRole('combobox', { name: 'Shared with roles' }).click()
  await page.getByRole('option', { name: 'Operations' }).click()
  await page.keyboard.press('Escape')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Shared with Operations')).toBeVisible()
  await checkAccessibility(page)

  await page.getByRole('button', { name: 'Wall display' }).click()
  const wall = page.locator('[data-wall]')
  await expect(wall.getByRole('heading', { name: board })).toBeVisible()
  await expect(wall.getByRole('status')).toContainText('As of')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.context().setOffline(true)
  await expect(wall.getByRole('status')).toContainText('Connection lost')
  await expect(wall.getByRole('heading', { name: 'Broadcasters' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(wall.getByRole('status')).toContainText('As of')
  await page.keyboard.press('Escape')
  await expect(pins).toHaveCount(2)

  await signedIn({ seeded: 'Operations' })
  await page.goto('/data/board')
  await page.getByRole('link', { name: board }).click()
  await expect(pins).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})

test('who may read the figures exports each of the nine, and sees no names and no phones', async ({
  page,
  server,
  signedIn,
}) => {
  const { name, id } = await aBroadcaster(server)
  await server.query(`update users.app_user set phone = '+5511987654321' where id = $1`, [id])
  const read = [...dashboardKeys, 'retention' as const].map((kind) => `indicators.${kind}` as const)
  await signedIn({ read })
  for (const menu of read) {
    await page.goto(screens[menu].path)
    await expect(page.locator('[data-chart="drawn"], [data-figure="empty"]').first()).toBeVisible()
    const saving = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /^Save .* as a file$/ })
      .first()
      .click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.split('\n').length, menu).toBeGreaterThan(1)
    for (const shown of [text, await page.locator('main').innerText()]) {
      expect(shown).not.toContain(name)
      expect(shown).not.toContain('987654321')
    }
    await expect(page.getByRole('button', { name: /^Users: / })).toHaveCount(0)
  }
})

test('a change of the time zone is said on the chart and above it', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  await server.query(`insert into indicators.zone (since, zone) values ('2000-01-01', 'UTC') on conflict do nothing`)
  const [{ day }] = (await server.query<{ day: string }>(
    `insert into indicators.zone (since, zone)
     select (now() at time zone 'UTC')::date - 2, 'UTC' returning to_char(since, 'YYYY-MM-DD') as day`,
  )) as [{ day: string }]
  try {
    await page.goto('/data/overall')
    await expect(page.getByText(`Days follow UTC since ${day}`)).toBeVisible()
    const chart = page.getByRole('group', { name: /^Active users\. Use the arrow keys/ })
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(chart.getByRole('status')).toContainText(new RegExp(`^${day}\\. .*Days follow UTC from here$`))
  } finally {
    await server.query('delete from indicators.zone where since = $1', [day])
  }
})

test.describe('with the page’s clock advanced', () => {
  test.use({ ownContext: true })

  test('a wall reads its figures again by itself', async ({ page, server, signedIn }) => {
    await signedIn({ seeded: 'Analyst' })
    await page.goto('/data/live?channel=wall')
    await page.getByRole('button', { name: 'Pin to a board: Broadcasts', exact: true }).click()
    const form = drawer(page, 'Pin to a board: Broadcasts')
    await form.getByRole('textbox', { name: 'Name' }).fill(unique('Wall '))
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await page.goto('/data/board')
    await page.clock.install()
    await page.getByRole('button', { name: 'Wall display' }).click()
    const figure = page.locator('[data-wall] section').filter({ hasText: 'Broadcasts' })
    await expect(figure).toContainText('0')
    const { id } = await aBroadcaster(server)
    await server.query(`update users.app_user set channel = 'wall' where id = $1`, [id])
    await figuresFolded(server)
    await page.clock.fastForward(61_000)
    await expect(figure.locator('bdi').first()).toHaveText('1')
  })
})

test('the retention and platform dashboards in Chinese', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  const heat = page.getByRole('region', { name: '按群组日期的留存' })
  await figuresFolded(server)
  await page.goto('/data/retention?country=BR&lang=cn')
  await expect(heat.getByRole('row').nth(1)).toContainText(/100% · \d+\/\d+/)
  await page.goto('/data/overall?country=BR')
  await expect(page.getByText('日活', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: '活跃用户' })).toBeVisible()
})

test('a heat table that is still being painted can be left', async ({ page, server, signedIn }) => {
  await aBroadcaster(server)
  await signedIn('administrator')
  // Each part seems to take longer than a frame, as on a slow machine.
  await page.addInitScript(() => {
    const { now } = Date
    let ahead = 0
    Date.now = () => now() + (ahead += 20)
  })
  const heat = page.getByRole('region', { name: 'Retention by cohort day' })
  await figuresFolded(server)
  await page.goto('/data/retention?country=BR')
  await heat.getByText('Chart', { exact: true }).click()
  await expect(heat.locator('[data-chart="drawn"]')).toBeVisible()
  await visit(page, '/data/overall')
  // The painting that was left would fail in one of the next frames; the test's complaints report it.
  await expect(page.locator('[data-chart="drawn"]').filter({ visible: true }).first()).toBeVisible()
  // The script stays with its page: the next test gets another, whose clock is right.
  await page.close()
})
