// Log-in captchas: drawn, checked once, and restored if the log-in only continues with its next step.
import type { captchaNew } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import type { Context } from '../../kit/calls/context.ts'
import { refuseBecause } from '../../kit/calls/refusal.ts'
import { wallNow } from '../../kit/clock.ts'
import type { Reader } from '../../kit/database/database.ts'
import { chance, newId, newText } from '../../kit/random.ts'
import { after, countTry, minute } from '../throttle.ts'
import { captchaPng, captchaSize } from './captcha.draw.ts'
import { captchaAlphabet } from './captcha.glyphs.ts'
import { insertCaptcha, spend } from './captcha.queries.ts'

export { giveBack } from './captcha.queries.ts'

export const captchaLength = 5
const lifetime = 5 * minute
const perMinute = 30

/** Draws a new one. @throws Refusal 10008 above 30 a minute from one network. */
export async function draw(context: Context): Promise<Answer<typeof captchaNew>> {
  await countTry(context, 'captcha', perMinute)
  const text = newText(captchaLength, captchaAlphabet)
  const now = wallNow()
  const id = newId(now)
  await insertCaptcha(context.database, { id, text, expires_at: after(now, lifetime) })
  const picture = await captchaPng(text, chance)
  return { captchaId: id, image: `data:image/png;base64,${picture.toString('base64')}`, ...captchaSize }
}

/**
 * Checks the typed text, ignoring case. Right or wrong, the captcha is used up, so one picture allows one password
 * guess.
 *
 * @throws Refusal 1000027 on `captcha` if it is missing, wrong, used or too old.
 */
export async function checkCaptcha(
  reader: Reader,
  sent: { id: string | undefined; text: string | undefined },
): Promise<void> {
  if (sent.id === undefined || sent.text === undefined) throw refuseBecause(1000027, 'captcha', 'captcha.missing')
  const text = await spend(reader, sent.id, wallNow())
  if (text !== sent.text.toUpperCase()) throw refuseBecause(1000027, 'captcha', 'captcha.wrong')
}
