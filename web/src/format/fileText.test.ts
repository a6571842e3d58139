import { expect, test } from 'vitest'
import { fileText } from './fileText.ts'

test('files are read as UTF-8 or GB18030; what is neither is not guessed', async () => {
  const read = (bytes: number[]) => fileText(new Blob([new Uint8Array(bytes)]))
  expect(await read([0xef, 0xbb, 0xbf, 0x61])).toBe('a')
  expect(await read([0xca, 0xd5, 0xbf, 0xee, 0x2c, 0x31])).toBe('收款,1')
  expect(await fileText(new Blob(['金额,1']))).toBe('金额,1')
  // UTF-16, and Latin-1 with a letter before a comma.
  expect(await read([0xff, 0xfe, 0x61, 0])).toBeUndefined()
  expect(await read([0x63, 0x61, 0x66, 0xe9, 0x2c, 0x31])).toBeUndefined()
})
