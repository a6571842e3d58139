import { expect, test } from 'vitest'
import { accountsIn } from './bankAccounts.ts'

test('accounts are apart by an empty line, details by lines, names and values by the first colon', () => {
  expect(accountsIn('Bank: BCA\nHolder： PT Aurora\nIBAN: ID12:34\n\n  \nOnly in IDR\r\nAccount: 0012 345\n')).toEqual([
    [
      { name: 'Bank', value: 'BCA' },
      { name: 'Holder', value: 'PT Aurora' },
      { name: 'IBAN', value: 'ID12:34' },
    ],
    [
      { name: '', value: 'Only in IDR' },
      { name: 'Account', value: '0012 345' },
    ],
  ])
})

test('no text is no account', () => expect(accountsIn(' \n\n ')).toEqual([]))
