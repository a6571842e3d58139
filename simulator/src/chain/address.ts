// Converts the chains' usual address formats to the 20 bytes used in JSON-RPC.
import type { ChainName } from './tiny.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** @returns 20 bytes in hexadecimal. Checksums are not verified: the address is from Greenroom. */
export function bytesOf(chain: ChainName, address: string): string {
  if (chain === 'erc20') return address.toLowerCase()
  let value = 0n
  for (const letter of address) value = value * 58n + BigInt(alphabet.indexOf(letter))
  // A prefix byte, 20 bytes, and a 4-byte checksum.
  return `0x${value.toString(16).padStart(50, '0').slice(2, 42)}`
}
