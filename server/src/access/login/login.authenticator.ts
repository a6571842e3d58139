// Google Authenticator: time-based six-digit codes (RFC 6238).
import { generateSecret, generateURI, verify } from 'otplib'
import { wallNow } from '../../kit/clock.ts'

const toleranceSeconds = 30

export const newSecret = (): string => generateSecret()

/** What the page shows for binding: the secret, its URL for authenticator apps, and that URL as a QR code. */
export async function bindingOf(username: string, secret: string) {
  // Loaded on first use, since few sessions bind an authenticator.
  const { toDataURL } = await import('qrcode')
  const otpauthUrl = generateURI({ issuer: 'Greenroom', label: username, secret })
  return { secret, otpauthUrl, qrCode: await toDataURL(otpauthUrl, { margin: 1, width: 240 }) }
}

/** The 30-second step that matches the code, allowing one step of clock drift; null if none does. */
export async function stepOf(secret: string, code: string): Promise<number | null> {
  const epoch = Math.floor(wallNow().getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: toleranceSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
