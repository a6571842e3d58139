import { expect, test } from 'vitest'
import { isEthereumAddress } from './chainAddress.checksum.ts'

test.each([
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', true],
  ['0xdAC17F958D2ee523a2206206994597C13D831ec7', true],
  ['0x52908400098527886E0F7030069857D2E4169EE7', true],
  ['0xde709f2102306220921060314715629080e2fb77', true],
  ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
  ['0xdac17f958d2ee523a2206206994597c13d831ec7', false],
  ['dAC17F958D2ee523a2206206994597C13D831ec7', false],
])('EIP-55: %s is %s', (address, right) => {
  expect(isEthereumAddress(address)).toBe(right)
})
