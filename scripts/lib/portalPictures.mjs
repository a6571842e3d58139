// Every screen of the portal on a phone, in every language: for a person to look through. `node scripts/pictures.mjs --portal FOLDER [site] [language …]`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../contract/src/languages.ts'
import { print } from './print.mjs'

const phone = { width: 390, height: 844 }
const visitors = ['/login', '/register', '/success', '/verify?for=reset']
const everybody = ['/dashboard', '/account/security', '/nothing-here']
/** Screens that no menu leads to are found by links on the others, and by these. */
const more = {
  'guild-leader': ['/sociatyManage/memberList?drawer=invite', '/sociatyManage/withdrawalManage?drawer=account'],
  agent: ['/RechargeAgent/buy?tab=usdt', '/RechargeAgent/details?tab=purchases'],
}

/** A page is drawn once whatever is in it: numbers of an address stand for others. */
const kindOf = (address) => address.split('?')[0].replace(/\d[\d-]*/g, '0')
const nameOf = (role, address) => `${role}${address.replace(/\W+/g, '-').replace(/-$/, '')}`.slice(0, 90)
const flat = (menus) => menus.flatMap(({ url, sysMenus = [] }) => (sysMenus.length > 0 ? flat(sysMenus) : [url]))

/** What the account's menus open. */
async function menusOf(site, token) {
  const answer = await (await fetch(`${site}/cms/sys/menu/nav`, { method: 'POST', headers: { token } })).json()
  return flat(answer.result.menuList).filter(Boolean)
}

async function settled(page) {
  await page.locator('main h1, main h2, main [role=grid], main form, form, h1').first().waitFor({ timeout: 15_000 })
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => {})
  await page
    .locator('[aria-busy=true]')
    .first()
    .waitFor({ state: 'hidden', timeout: 4_000 })
    .catch(() => {})
}

/** The addresses of details that the page links to, one of each kind. */
const detailsOn = (page) =>
  page
    .locator('main a[href^="/"]')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')).filter((href) => /\d/.test(href.split('?')[0])),
    )

/**
 * Draws all of an account's screens in one language.
 *
 * @returns the addresses, found by menus and links on the way; given ones are drawn as they are.
 */
async function drawAll(browser, { site, role, token, language, folder, known }) {
  const context = await browser.newContext({ viewport: phone, colorScheme: 'light', hasTouch: true, isMobile: true })
  if (token) await context.addCookies([{ name: 'Admin-Token', value: token, url: site }])
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  const page = await context.newPage()
  const waiting = known ?? (token ? [...everybody, ...(await menusOf(site, token)), ...(more[role] ?? [])] : visitors)
  const [drawn, kinds] = [[], new Set(waiting.map(kindOf))]
  for (let at = 0; at < waiting.length; at++) {
    const address = waiting[at]
    try {
      await page.goto(`${site}${address}${address.includes('?') ? '&' : '?'}pc`)
      await settled(page)
      await page.screenshot({ path: join(folder, language, `${nameOf(role, address)}.png`), fullPage: true })
      drawn.push(address)
      if (known || !token) continue
      for (const found of await detailsOn(page)) {
        if (kinds.has(kindOf(found))) continue
        kinds.add(kindOf(found))
        waiting.push(found)
      }
    } catch (error) {
      print(`${language} ${role} ${address}: ${error.message.split('\n')[0]}`)
    }
  }
  await context.close()
  return drawn
}

/** Draws the pages of visitors, of the demo's leader and of its agent. */
export async function portalPictures(browser, { site, folder, tokenOf, chosen }) {
  const wanted = languages.filter((language) => chosen.length === 0 || chosen.includes(language))
  for (const language of wanted) mkdirSync(join(folder, language), { recursive: true })
  for (const role of ['visitor', 'guild-leader', 'agent']) {
    const token = role === 'visitor' ? undefined : await tokenOf(role)
    let known
    for (const language of wanted) {
      known = await drawAll(browser, { site, role, token, language, folder, known })
      print(`${role} in ${language}: ${known.length} screens`)
    }
  }
}
