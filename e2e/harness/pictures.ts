// Pictures of a test's steps: attached to its report, and written to the folder `PICTURES` if it is set.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'

const folder = process.env['PICTURES']
let taken = 0

/** Takes a picture of the page as its user sees it now. */
export async function picture(page: Page, step: string): Promise<void> {
  const name = `${String(++taken).padStart(2, '0')} ${step}.png`
  const body = await page.screenshot()
  await test.info().attach(name, { body, contentType: 'image/png' })
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name.replaceAll(' ', '-')), body)
}
