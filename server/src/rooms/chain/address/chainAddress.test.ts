// Addresses of both chains against published test vectors, and refusals of typed ones.
import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../chain.payer.ts'
import { testKeys } from '../keys.fixture.ts'
import { readAddress, readTransaction, shownAddress, shownTransaction } from './chainAddress.codec.ts'
import { openKey, UnusableKey } from './chainAddress.derive.ts'

/** BIP-39's seed of "abandon … about". */
const seed = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
)
const account = (path: string) => HDKey.fromMasterSeed(seed).derive(path)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const chain = fc.constantFrom<Chain>('trc20', 'erc20')

describe('derivation', () => {
  test('m/44′/60′/0′/0/i and m/44′/195′/0′/0/i, as other wallets derive them', () => {
    const ethereum = openKey(account("m/44'/60'/0'").publicExtendedKey)
    expect(shownAddress('erc20', ethereum.at(0))).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
    const tron = openKey(account("m/44'/195'/0'").publicExtendedKey)
    expect(shownAddress('trc20', tron.at(0))).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH')
    const test = openKey(testKeys.erc20)
    expect([0, 5].map((index) => shownAddress('erc20', test.at(index)))).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    ])
  })

  test('every index has its own address', () => {
    const key = openKey(testKeys.trc20)
    expect(new Set(Array.from({ length: 200 }, (_, index) => key.at(index))).size).toBe(200)
  })

  test.each([
    ['a private key', account("m/44'/195'/0'").privateExtendedKey],
    ['the master key', HDKey.fromMasterSeed(seed).publicExtendedKey],
    ['a key of an address', account("m/44'/195'/0'/0/0").publicExtendedKey],
    ['no key', 'xpub'],
  ])('%s is refused, and is not repeated', (_, text) => {
    expect(() => openKey(text)).toThrow(UnusableKey)
    expect(() => openKey(text)).not.toThrow(new RegExp(text.slice(8, 40) || 'xpub6'))
  })
})

describe('addresses', () => {
  test('TRON’s contract of USDT is the 20 bytes that its JSON-RPC writes', () => {
    const shown = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    expect(readAddress('trc20', shown)).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')
    expect(shownAddress('trc20', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(shown)
  })

  test('a shown address parses to itself, only on its own chain', () => {
    fc.assert(
      fc.property(chain, address, (on, bytes) => {
        const shown = shownAddress(on, bytes)
        expect(readAddress(on, ` ${shown} `)).toBe(bytes)
        expect(readAddress(on === 'trc20' ? 'erc20' : 'trc20', shown)).toBeNull()
      }),
    )
  })

  test('a typo never yields another address', () => {
    const letters = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
    fc.assert(
      fc.property(address, fc.nat(33), fc.constantFrom(...letters), (bytes, at, letter) => {
        const shown = shownAddress('trc20', bytes)
        fc.pre(shown[at] !== letter)
        expect(readAddress('trc20', shown.slice(0, at) + letter + shown.slice(at + 1))).toBeNull()
      }),
    )
  })

  test.each([
    ['erc20', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
    ['erc20', '0xDAC17F958D2EE523A2206206994597C13D831EC7'],
    ['erc20', '0xdAC17F958D2ee523a2206206994597C13D831ec8'],
    ['erc20', 'dAC17F958D2ee523a2206206994597C13D831ec7'],
    ['trc20', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['trc20', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['trc20', ''],
  ] as const)('%s refuses %s', (on, text) => {
    expect(readAddress(on, text)).toBeNull()
  })

  test('transactions are read with and without 0x, and shown as explorers write them', () => {
    const hash = 'AB'.repeat(32)
    expect(readTransaction(hash)).toBe(`0x${hash.toLowerCase()}`)
    expect(readTransaction(`0x${hash}`)).toBe(`0x${hash.toLowerCase()}`)
    expect(readTransaction(hash.slice(1))).toBeNull()
    expect(shownTransaction('trc20', `0x${hash}`)).toBe(hash)
    expect(shownTransaction('erc20', `0x${hash}`)).toBe(`0x${hash}`)
  })
})
