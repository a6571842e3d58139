// Ethereum's addresses and their checksum. Pure.
import { keccak_256 } from '@noble/hashes/sha3.js'

/** 0x and 40 hexadecimal digits in the mixed case of EIP-55, which contains the address's checksum. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(new TextEncoder().encode(digits))).toString('hex')
  return `0x${Array.from(digits, (digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/** An Ethereum address as EIP-55 writes it. */
export const isEthereumAddress = (text: string): boolean =>
  /^0x[0-9a-fA-F]{40}$/.test(text) && text === checksummed(text)
