// A printed list: every column within the paper, whole cells, every row, and no controls.
import { roleSave } from '@greenroom/contract/systemStaff'
import { grid, listRead, rows } from '../harness/list.ts'
import { unique } from '../harness/people.ts'
import { expect, test } from '../harness/test.ts'

/** A4 with the browser's margins, in CSS pixels. */
const paperWidth = 718
const many = 70

test('a list is printed whole', async ({ page, server, signedIn }) => {
  const administrator = await server.administrator()
  const prefix = unique('Printed')
  const remark = 'A long remark that no column of a sheet of paper holds on one line, so that it has to go on below'
  for (let i = 0; i < many; i++) await administrator.call(roleSave, { roleName: `${prefix} role ${i} x`, remark })
  await signedIn('administrator')
  await page.goto(`/sys/role?roleName=${prefix}`)
  await listRead(page)
  await expect(rows(page).first()).toBeVisible()
  const headings = await grid(page).getByRole('columnheader').allInnerTexts()
  expect(headings.length).toBeGreaterThan(4)

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(rows(page)).toHaveCount(many)
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
  for (const gone of [page.getByRole('navigation'), page.getByRole('banner'), page.getByRole('checkbox')])
    await expect(gone.filter({ visible: true })).toHaveCount(0)

  // In one task, as a browser lays paper out: no script of the page may fit the columns to it.
  const cut = await grid(page).evaluate((element, width) => {
    document.documentElement.style.width = `${width}px`
    const cells = [...element.querySelectorAll('[role="columnheader"], [role="gridcell"]')]
    const shown = cells.filter((cell) => cell.getClientRects().length > 0)
    const wrong = shown.flatMap((cell) => {
      const { left, right } = cell.getBoundingClientRect()
      const isOut = left < 0 || right > width
      const isCut = [cell, ...cell.querySelectorAll('*')].some(
        (one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1,
      )
      return isOut || isCut ? [`${cell.textContent} ${Math.round(left)}–${Math.round(right)}`] : []
    })
    const clipping: string[] = []
    for (let outer: Element | null = element; outer && outer !== document.body; outer = outer.parentElement)
      if (getComputedStyle(outer).overflowY !== 'visible') clipping.push(outer.className)
    const tops = [...element.querySelectorAll('[role="row"]')].map((row) => row.getBoundingClientRect())
    const overlaps = tops.filter((row, index) => index > 0 && row.top < tops[index - 1]!.bottom - 1).length
    document.documentElement.style.width = ''
    return { shown: shown.length, wrong, clipping, overlaps }
  }, paperWidth)
  expect(cut).toEqual({ shown: expect.any(Number), wrong: [], clipping: [], overlaps: 0 })
  expect(cut.shown).toBeGreaterThan(many * 4)

  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await expect(page.getByRole('navigation').first()).toBeVisible()
})
