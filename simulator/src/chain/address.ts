// Addresses as the chains' people write them, read as the 20 bytes that JSON-RPC speaks of.
import type { ChainName } from './tiny.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** @returns 20 bytes in hexadecimal. Sums are not checked: Greenroom gave the address. */
export function bytesOf(chain: ChainName, address: string): string {
  if (chain === 'erc20') return address.toLowerCase()
  let value = 0n
  for (const letter of address) value = value * 58n + BigInt(alphabet.indexOf(letter))
  // A prefix byte, 20 bytes, and four of a sum.
  return `0x${value.toString(16).padStart(50, '0').slice(2, 42)}`
}
