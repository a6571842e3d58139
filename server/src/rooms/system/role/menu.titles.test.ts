// A new installation's menus are titled as the screens name themselves where an account lacks them.
import { screens } from '@greenroom/contract/screens'
import chinese from '@greenroom/contract/texts/cn/shell.json' with { type: 'json' }
import english from '@greenroom/contract/texts/en/shell.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { startProduct } from '../../../../test/product.ts'

type Names = Readonly<Record<string, string | Readonly<Record<string, string>>>>

/** `system.user` or `system` in the texts of a language. */
function nameIn({ areas, screens }: { areas: Names; screens: Names }, key: string): string | undefined {
  const [room = '', name] = key.split('.')
  const of = name === undefined ? areas : screens[room]
  const found = typeof of === 'object' ? of[name ?? room] : undefined
  return typeof found === 'string' ? found : undefined
}

test('menus and screens have the same titles, in both languages', async () => {
  const product = await startProduct()
  const rows = await product.database.selectFrom('access.menu').select(['key', 'texts']).execute()
  await product.close()
  expect(rows.length).toBeGreaterThan(Object.keys(screens).length)
  expect(rows.map(({ key, texts }) => [key, texts])).toEqual(
    rows.map(({ key }) => [key, { en: nameIn(english, key ?? ''), cn: nameIn(chinese, key ?? '') }]),
  )
})
