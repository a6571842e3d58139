// Whatever has an order is moved by mouse, by touch and by keyboard, and put back by Escape, which closes nothing around it.
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { grid, listRead } from '../harness/list.ts'
import { expect, test } from '../harness/test.ts'
import { textsOf } from '../harness/texts.ts'

/** The open panel of a list's columns: its items, their names, and the handle of one. */
async function columnsOf(page: Page, language: 'en' | 'cn' = 'en') {
  const t = textsOf(language, 'list')
  await page.goto(`/sys/log?lang=${language}`)
  await listRead(page)
  await page.getByRole('button', { name: t('tools.columns') }).click()
  const items = page.getByRole('dialog').getByRole('listitem')
  await expect(items.nth(4)).toBeVisible()
  const names = () => items.allInnerTexts().then((texts) => texts.map((text) => text.trim()))
  const handle = (name: string) => items.filter({ hasText: name }).locator('[data-grip]')
  return { items, names, handle, before: await names(), dragged: page.locator('li[data-dragged]') }
}
const moved = (names: readonly string[], from: number, to: number) =>
  names.toSpliced(from, 1).toSpliced(to, 0, names[from]!)

const middleOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test('columns are moved by mouse, Escape puts one back, and the order is kept', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const { items, names, handle, before, dragged } = await columnsOf(page)
  const [grip, target] = [await middleOf(handle(before[1]!)), await middleOf(items.nth(3))]
  // While an item goes back to its place, none is picked up. An attempt stays above its own place, where letting go moves nothing.
  const drag = async () => {
    await expect(async () => {
      await page.mouse.up()
      await page.mouse.move(grip.x, grip.y)
      await page.mouse.down()
      await page.mouse.move(grip.x, grip.y + 6, { steps: 2 })
      await expect(dragged).toContainText(before[1]!, { timeout: 3_000 })
    }).toPass()
    await page.mouse.move(target.x, target.y, { steps: 4 })
    await expect(items.nth(3)).toHaveAttribute('data-over')
  }
  await drag()
  await page.keyboard.press('Escape')
  await expect(dragged).toHaveCount(0)
  await page.mouse.up()
  expect(await names()).toEqual(before)
  await drag()
  await page.mouse.up()
  await expect.poll(names).toEqual(moved(before, 1, 3))
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(items).toHaveCount(0)
  await page.reload()
  await listRead(page)
  const heads = (await grid(page).getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
  expect(heads.indexOf(before[1]!)).toBeGreaterThan(heads.indexOf(before[2]!))
})

test('columns are moved by touch: held and drawn, while a swipe moves none', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const { items, names, handle, before, dragged } = await columnsOf(page)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const [grip, target] = [await middleOf(handle(before[1]!)), await middleOf(items.nth(3))]
  await touch('touchStart', grip)
  await touch('touchMove', { x: grip.x, y: grip.y + 30 })
  await touch('touchEnd')
  expect(await names()).toEqual(before)
  await touch('touchStart', grip)
  await expect(dragged).toContainText(before[1]!)
  for (const share of [0.3, 0.6, 1]) await touch('touchMove', { x: grip.x, y: grip.y + (target.y - grip.y) * share })
  await touch('touchEnd')
  await expect.poll(names).toEqual(moved(before, 1, 3))
  await session.detach()
})

test('columns are moved without dragging: one handle is clicked, then that of the place', async ({
  page,
  signedIn,
}) => {
  await signedIn('administrator')
  const { names, handle, before, dragged } = await columnsOf(page)
  await handle(before[1]!).click()
  await expect(dragged).toContainText(before[1]!)
  await page.keyboard.press('Escape')
  await expect(dragged).toHaveCount(0)
  expect(await names()).toEqual(before)
  await handle(before[1]!).click()
  await handle(before[3]!).click()
  await expect.poll(names).toEqual(moved(before, 1, 3))
  await expect(dragged).toHaveCount(0)
})

test('columns are moved by keyboard, and screen readers say where they are (cn)', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const t = textsOf('cn', 'list')
  const { names, handle, before, dragged } = await columnsOf(page, 'cn')
  const name = before[1]!
  const all = before.length
  const said = (key: 'lifted' | 'moved' | 'dropped' | 'cancelled', place: number) =>
    expect(page.getByRole('status').filter({ hasText: t(`reorder.${key}`, { name, place, all }) })).toHaveCount(1)
  const liftAndMove = async () => {
    await page.keyboard.press('Space')
    await expect(dragged).toContainText(name)
    await page.keyboard.press('ArrowDown')
    await said('moved', 3)
  }
  await handle(name).focus()
  await liftAndMove()
  await page.keyboard.press('Escape')
  await said('cancelled', 2)
  expect(await names()).toEqual(before)

  await liftAndMove()
  await page.keyboard.press('Space')
  await said('dropped', 3)
  await expect.poll(names).toEqual(moved(before, 1, 2))
  await expect(handle(name)).toBeFocused()

  await page.keyboard.press('ArrowUp')
  await said('moved', 2)
  expect(await names()).toEqual(before)
})
