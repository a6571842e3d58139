// Takes the pictures of README and guides from a running product with a filled village, as its demo accounts see it:
// `node scripts/pictures.mjs [http://127.0.0.1:8080] [name …]`, for example `node scripts/pictures.mjs http://127.0.0.1:8080 queue`.
// There is no demo administrator: what the built-in one sees needs its password in ADMIN_PASSWORD.
// `node scripts/pictures.mjs --portal FOLDER [http://127.0.0.1:8080] [language …]` draws every screen of leaders, agents and visitors on a
// phone, in nine languages or in those that are named.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { ensureChromium } from './lib/chromium.mjs'
import { at } from './lib/paths.mjs'
import { print } from './lib/print.mjs'

const given = process.argv.slice(2)
const portal = given[0] === '--portal' ? given.splice(0, 2)[1] : undefined
const [site = 'http://127.0.0.1:8080', ...chosen] = given
const desk = { width: 1366, height: 768 }
const phone = { width: 390, height: 844 }
const both = ['en', 'cn']

/** What is shown: the demo role, the address, and a key that is pressed first. */
const pictures = [
  { name: 'home', role: 'finance-maker', path: '/dashboard', size: desk, languages: both },
  { name: 'approvals', role: 'administrator', path: '/sys/approval', size: desk, languages: both },
  { name: 'queue', role: 'moderator', path: '/audit/photo', size: desk, languages: both },
  { name: 'dashboard', role: 'analyst', path: '/data/overall', size: desk, languages: both },
  { name: 'withdrawals', role: 'finance-maker', path: '/finance/withdraw', size: desk, languages: both, keys: 'j' },
  { name: 'users', role: 'service', path: '/user/list', size: desk, languages: both },
  { name: 'guilds', role: 'operations', path: '/sociatyManage/list', size: desk, languages: both },
  { name: 'leader', role: 'guild-leader', path: '/dashboard', size: phone, languages: both },
  { name: 'sell', role: 'agent', path: '/RechargeAgent/sell', size: phone, languages: both },
]

mkdirSync(at('docs', 'pictures'), { recursive: true })
const { result } = await (await fetch(`${site}/cms/sys/demo`)).json()
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
if (portal === undefined) {
  for (const picture of pictures.filter(({ name }) => chosen.length === 0 || chosen.includes(name)))
    for (const language of picture.languages) await take(picture, language)
} else {
  // It reads the list of languages, which is TypeScript: with the product's own Node, `node_modules/.bin/node`.
  const { portalPictures } = await import('./lib/portalPictures.mjs')
  await portalPictures(browser, { site, folder: portal, tokenOf, chosen })
}
await browser.close()

async function take({ name, role, path, size, keys }, language) {
  const context = await browser.newContext({ viewport: size, colorScheme: 'light' })
  await context.addCookies([{ name: 'Admin-Token', value: await tokenOf(role), url: site }])
  await context.addInitScript((chosenLanguage) => localStorage.setItem('language', chosenLanguage), language)
  const page = await context.newPage()
  await page.goto(`${site}${path}?pc`)
  await page.locator('main h1, main h2, main [role=grid], main table, main img, main form').first().waitFor()
  // Charts and pictures come after the page.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
  await page.waitForTimeout(3_000)
  if (keys) {
    await page.keyboard.press(keys)
    await page.waitForTimeout(2_000)
  }
  const file = `${name}.${language}.png`
  // 128 colours are enough for a screen and a third of the size.
  const small = await sharp(await page.screenshot())
    .png({ palette: true, colours: 128, effort: 10 })
    .toBuffer()
  writeFileSync(at('docs', 'pictures', file), small)
  print(`${file}: ${Math.round(small.length / 1_024)} KB`)
  await context.close()
}

async function tokenOf(role) {
  const account =
    role === 'administrator'
      ? { username: 'admin', password: process.env.ADMIN_PASSWORD ?? '' }
      : result.accounts.find((each) => each.role === role)
  const body = new URLSearchParams({ username: account.username, password: account.password })
  const answer = await (await fetch(`${site}/cms/sys/login`, { method: 'POST', body })).json()
  return answer.result.token
}
