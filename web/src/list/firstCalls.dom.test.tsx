// @vitest-environment happy-dom
// The build determines each list's first request (`build/firstCalls.ts`), which must equal the one that the screen sends.
import { menuKeys } from '@greenroom/contract/screens'
import { waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { firstCalls } from '../../build/firstCalls.ts'
import { screenModules } from '../../build/screens.ts'
import { signIn, stage, unmount } from '../../test/stage.tsx'

const calls = await firstCalls()
const modules = screenModules()

afterEach(unmount)

test('the lists that staff open most are among them', () => {
  expect(Object.keys(calls)).toEqual(
    expect.arrayContaining(['/user/list', '/sys/log', '/sys/country', '/finance/recharge', '/live/records']),
  )
})

test.each(Object.entries(calls))('%s begins with %s', async (path, call) => {
  await signIn(Object.fromEntries(menuKeys.map((key) => [key, 3])), path)
  const addresses: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    addresses.push(address)
    return new Promise(() => {})
  })
  const { default: Screen } = (await import(modules.get(path)!)) as { default: ComponentType }
  stage(<Screen />)
  await waitFor(() => expect(addresses).toContain(call))
  expect(addresses.filter((address) => address.startsWith(call.replace(/\?.*/, '?')))).toEqual([call])
})
