// Every screen once in the pseudo-language: nothing of ours is untranslated, and nothing is cut in a longer language.
import { screens } from '@greenroom/contract/screens'
import { drawInPseudo, drawn } from '../harness/pseudo.ts'
import { visit } from '../harness/shell.ts'
import { expect, test } from '../harness/test.ts'
import { screenRead } from '../harness/list.ts'

test.use({ ownContext: true })

test('every screen', async ({ page, signedIn, complaints }) => {
  test.slow()
  complaints.allow(/./)
  await signedIn('administrator')
  await page.setViewportSize({ width: 1366, height: 768 })
  const pseudo = await drawInPseudo(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const all: string[] = []
  const began = Date.now()
  for (const [, { path }] of Object.entries(screens)) {
    try {
      await visit(page, path)
      await screenRead(page)
    } catch (error) { console.log('FAILED', path, String(error).slice(0, 200)); continue }
    const { texts, cut } = await page.evaluate(drawn)
    const left = texts.filter((text) => /[A-Za-z]{2}/.test(text) && !/[áƀçďéƒğĥíĵķĺɱńóƥɋŕšťúṽŵẋýž]/i.test(text) && !pseudo.hasSent(text))
    if (left.length + cut.length > 0) all.push(`${path}\n  left: ${JSON.stringify(left)}\n  cut: ${cut.join('\n       ')}`)
  }
  console.log(all.join('\n'), Date.now() - began)
})
