import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devices } from '@playwright/test'
import { startServer } from '../harness/server.ts'
import { expect, test } from '../harness/test.ts'

const { userAgent } = devices['iPhone 15']
const equipment = () => localStorage.getItem('equipment')

test('a desktop browser stays, and that is remembered', async ({ page }) => {
  await page.goto('/login')
  await expect.poll(() => page.evaluate(equipment)).toBe('pc')
})

test.describe('a phone', () => {
  test.use({ userAgent })

  test('stays if no mobile site is set up', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await expect.poll(() => page.evaluate(equipment)).toBe('h5')
  })

  test('is sent to the mobile site unless the address says pc, and either is remembered', async ({ page }) => {
    const mobile = createServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<link rel="icon" href="data:,"><h1>Mobile site</h1>'),
    )
    await new Promise<void>((resolve) => mobile.listen(0, '127.0.0.1', resolve))
    const { port } = mobile.address() as AddressInfo
    const server = await startServer({ MOBILE_SITE_URL: `http://127.0.0.1:${port}` })

    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('heading', { name: 'Mobile site' })).toBeVisible()
    await page.goto(`${server.url}/login?equipment=pc`)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await expect.poll(() => page.evaluate(equipment)).toBe('pc')
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()

    await page.evaluate(() => localStorage.setItem('equipment', 'h5'))
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('heading', { name: 'Mobile site' })).toBeVisible()
    await page.goto('about:blank')
    mobile.close()
    await server.stop()
  })
})
