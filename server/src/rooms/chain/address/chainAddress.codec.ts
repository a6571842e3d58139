// Addresses of both chains. Internally 20 bytes in lower-case hexadecimal with 0x; shown as EIP-55 or Base58Check.
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import type { Chain } from '../chain.payer.ts'
import { checksummed, isEthereumAddress } from './chainAddress.checksum.ts'

const base58 = createBase58check(sha256)
/** TRON's prefix byte, which makes addresses begin with T. */
const tron = 0x41

const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

/** The address in its chain's usual notation. */
export const shownAddress = (chain: Chain, address: string): string =>
  chain === 'erc20'
    ? checksummed(address)
    : base58.encode(Uint8Array.from([tron, ...Buffer.from(address.slice(2), 'hex')]))

/**
 * Reads an address of this chain: Base58Check on TRON; on Ethereum hexadecimal in mixed case, whose checksum (EIP-55) must be
 * right. @returns 20 bytes in hexadecimal, or null if invalid.
 */
export function readAddress(chain: Chain, text: string): string | null {
  const given = text.trim()
  if (chain === 'erc20') return isEthereumAddress(given) ? given.toLowerCase() : null
  try {
    const bytes = base58.decode(given)
    return bytes.length === 21 && bytes[0] === tron ? hexOf(bytes.subarray(1)) : null
  } catch {
    return null
  }
}

/** A transaction's hash as both chains' JSON-RPC writes it; TRON's explorers leave the 0x out. */
export function readTransaction(text: string): string | null {
  const [, hash] = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  return hash ? `0x${hash.toLowerCase()}` : null
}

/** The transaction as its explorer writes it. */
export const shownTransaction = (chain: Chain, hash: string): string => (chain === 'trc20' ? hash.slice(2) : hash)
