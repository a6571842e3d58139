// Visits every screen once, in a pseudo-language whose texts are longer than any: axe in light and dark, common widths, a phone, and the
// other writing direction; nothing of ours is untranslated or cut.
import { screens } from '@greenroom/contract/screens'
import type { Page } from '@playwright/test'
import { checkAccessibility } from '../harness/accessibility.ts'
import { appUser, longestBans } from '../harness/appUsers.ts'
import { columnsOf, confirm, grid, rowOf, screenRead } from '../harness/list.ts'
import { openEach } from '../harness/openings.ts'
import { unique } from '../harness/people.ts'
import { drawInPseudo, inPseudo } from '../harness/pseudo.ts'
import { breadcrumb, visit } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { sidewaysScroll, wide } from '../harness/widths.ts'

/** Eight queues share one workbench: axe checks one each for pictures, texts and pairs. */
const sameWorkbench = ['audits.library', 'audits.avatar', 'audits.cover', 'audits.dynamic', 'audits.greeting']
/** Lists that scroll horizontally, and screens whose grid is not a list. */
const withoutList = [
  '/live/monitor',
  '/sys/approval',
  '/sys/installation',
  '/sys/health',
  '/audit/quality',
  '/finance/books',
  '/finance/withdraw',
]
/** Dashboards and the agents' portal are not lists. */
const isOther = (path: string) => /^\/(data|RechargeAgent)(\/|$)/.test(path)
/** Leaders and agents work on a phone. */
const isForPhones = (path: string) => /^\/(sociat|Guild|RechargeAgent)/.test(path)
const isQueue = (path: string) => path.startsWith('/audit/') && !['/audit/log', '/audit/template'].includes(path)
const isList = (path: string) => !withoutList.includes(path) && !isQueue(path) && !isOther(path)

const desk = { width: 1920, height: 1000 }
const notebook = { width: 1366, height: 768 }
const phone = { width: 390, height: 844 }

async function fitsPhone(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toHaveCount(1)
  await expect(breadcrumb(page).getByRole('listitem').filter({ visible: true })).toHaveCount(1)
  await screenRead(page)
  await expect.poll(() => page.evaluate(wide), { message: `${path} on a phone` }).toBeUndefined()
  const list = grid(page).filter({ visible: true })
  if ((await list.count()) === 0) return
  // Rows are stacked: nothing scrolls sideways. Staff's lists may cut the time within a long state, such as a ban's.
  const cut = isForPhones(path) ? 0 : expect.any(Number)
  await expect.poll(() => columnsOf(page), { message: `rows of ${path} on a phone` }).toEqual({ over: 0, cut })
  // What stands above the list takes a line more in a longer language.
  expect.soft((await list.boundingBox())!.y, `where the list of ${path} begins on a phone`).toBeLessThan(844 / 2 + 25)
}

// What a page draws in pseudo-language must not be kept for the next test.
test.use({ ownContext: true })

// A room's screens are visited in one page, and each only once: loading and drawing took most of the time.
// The queues apart from their room's lists: after them, Chromium sometimes never answered that the log had a new size.
const rooms = Map.groupBy(Object.entries(screens), ([key, { path }]) =>
  isQueue(path) ? 'queues' : key.slice(0, key.indexOf('.')),
)
for (const [room, its] of rooms) {
  test(`${room}: no screen has violations, and each fits a desktop, a notebook and a phone`, async ({
    page,
    server,
    signedIn,
  }) => {
    test.slow()
    await appUser(server, { nickname: unique('A nickname that is as long as they get ') })
    await longestBans(server)
    await signedIn('administrator')
    const pseudo = await drawInPseudo(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A screen begins with the width and the direction that the one before ended with: changing either lays it out again.
    let isMirrored = false
    for (const [at, [key, { path }]] of its.entries()) {
      const onDesk = async () => {
        if (!sameWorkbench.includes(key)) await checkAccessibility(page, path, 'screen')
        isMirrored = !isMirrored
        for (const mirrored of [!isMirrored, isMirrored]) {
          const dir = mirrored ? 'rtl' : 'ltr'
          expect.soft(await page.evaluate(sidewaysScroll, dir), `sideways scrolling of ${path} in ${dir}`).toBe(0)
        }
      }
      // Columns follow the new width after the browser's layout.
      const onNotebook = async () =>
        expect
          .poll(() => columnsOf(page), { message: `columns of ${path}` })
          // The longest state, a ban's, may be cut in a longer language, where the pointer says it whole (`fits.spec.ts`: not in English).
          .toEqual({ over: 0, cut: path === '/user/list' ? expect.any(Number) : 0 })
      const steps = [
        { size: desk, check: onDesk },
        ...(isList(path) ? [{ size: notebook, check: onNotebook }] : []),
        { size: phone, check: () => fitsPhone(page, path) },
      ]
      await test.step(path, async () => {
        await visit(page, path)
        for (const { size, check } of at % 2 === 0 ? steps : steps.toReversed()) {
          await page.setViewportSize(size)
          await screenRead(page)
          await check()
          expect.soft(await pseudo.faultsIn(page), `texts of ${path} at ${size.width} px`).toEqual([])
          if (size === desk && isList(path))
            await openEach(page, async (what, within) =>
              expect.soft(await pseudo.faultsIn(page, within), `texts of ${path}: ${what}`).toEqual([]),
            )
        }
      })
    }
  })
}

test('the answer to an act, and to its undoing, is translated and whole', async ({ page, signedIn }) => {
  await signedIn('administrator')
  const pseudo = await drawInPseudo(page)
  await page.goto('/sys/country?q=Antarctica')
  await screenRead(page)
  const [disable, undo] = [inPseudo('Disable'), inPseudo('Undo')]
  await confirm(page, rowOf(page, 'AQ'), disable)
  for (const undone of [false, true]) {
    const answer = page.getByRole('status').filter({ hasText: 'Antarctica' })
    await expect(answer.getByRole('button', { name: undo })).toHaveCount(undone ? 0 : 1)
    expect(await pseudo.faultsIn(page, '[role="status"]')).toEqual([])
    if (!undone) await answer.getByRole('button', { name: undo }).click()
  }
})

// The direction itself comes with the language; above, only the layout is mirrored.
test('a list, a form, a dashboard, a desk and a wall fit a right-to-left language', async ({ page, signedIn }) => {
  await signedIn('administrator')
  await page.goto('/dashboard?lang=ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  for (const path of ['/user/list', '/sys/role', '/data/overall', '/audit/photo', '/live/monitor']) {
    await visit(page, path)
    await screenRead(page)
    expect.soft(await page.evaluate(sidewaysScroll, undefined), `sideways scrolling of ${path}`).toBe(0)
  }
})
