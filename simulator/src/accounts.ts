// Payout accounts: every user has one, valid for its kind.
import { createHash } from 'node:crypto'
import type { EventData } from '@greenroom/bridge-client'

type Account = EventData<'withdrawal.requested'>['account']

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** A TRON address: Base58Check of 0x41 and 20 bytes. */
function tronAddress(seed: string): string {
  const body = Buffer.concat([Buffer.from([0x41]), sha256(Buffer.from(seed)).subarray(0, 20)])
  let value = BigInt(`0x${Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)]! + text
  return text
}

/** An address's letters encode its checksum (EIP-55); one of only digits has none. */
const ethereumAddress = (seed: string): string =>
  `0x${Array.from(sha256(Buffer.from(seed)).subarray(0, 20), (byte) => String(byte % 100).padStart(2, '0')).join('')}`

/** The account of a user. Most have a bank account, some a wallet or an address. */
export function accountOf(userId: number, holder: string): Account {
  // Some use someone else's account.
  const ring = userId % 37 === 3
  const seed = ring ? `account of ring ${userId % 2}` : `account ${userId}`
  const digits = BigInt(`0x${sha256(Buffer.from(seed)).toString('hex')}`).toString()
  switch (ring ? 4 : userId % 8) {
    case 0:
    case 1:
      return { kind: 'usdt.trc20', address: tronAddress(seed) }
    case 2:
      return { kind: 'usdt.erc20', address: ethereumAddress(seed) }
    case 3:
      return { kind: 'e-wallet', provider: 'GCash', holder, account: `09${digits.slice(0, 9)}` }
    default:
      return { kind: 'bank', holder, bankName: 'First Bank', accountNumber: `62${digits.slice(0, 14)}` }
  }
}
