// Deposit addresses out of an extended public key: m/44'/195'/0'/0/i on TRON, m/44'/60'/0'/0/i on Ethereum, from the account's key,
// m/44'/…'/0'. No private key ever reaches this server.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey } from '@scure/bip32'

export class UnusableKey extends Error {}

/** The depth of an account: purpose, coin, account. */
const accountDepth = 3

export type DepositKey = {
  /** Identifies a key in the database, which never stores the key itself. */
  fingerprint: string
  /** The address of an index, as 20 bytes in hexadecimal. */
  at(index: number): string
}

/**
 * Opens an extended public key of an account.
 *
 * @throws UnusableKey for a private key, or one at another depth.
 */
export function openKey(text: string): DepositKey {
  let key: HDKey
  try {
    key = HDKey.fromExtendedKey(text.trim())
  } catch {
    throw new UnusableKey('not an extended public key (xpub…)')
  }
  if (key.privateKey) throw new UnusableKey('a private key, which must never be on this server: use its xpub')
  if (key.depth !== accountDepth)
    throw new UnusableKey(`a key of depth ${key.depth}: use the account's key, m/44'/195'/0' or m/44'/60'/0'`)
  const external = key.deriveChild(0)
  return {
    fingerprint: Buffer.from(sha256(key.publicKey!)).toString('hex').slice(0, 32),
    at: (index) => addressOf(external.deriveChild(index).publicKey!),
  }
}

/** Both chains: the last 20 bytes of the hash of the public key. */
function addressOf(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(-20)).toString('hex')}`
}
