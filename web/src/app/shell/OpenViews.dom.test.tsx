// @vitest-environment happy-dom
// A tab closed by its key leaves the focus in the strip.
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../../test/stage.tsx'
import { loadTexts } from '../../i18n/index.ts'
import { ViewTabs } from './OpenViews.tsx'
import { homePath } from './views.ts'

beforeEach(async () => {
  await signIn()
  await loadTexts(['shell'])
})
afterEach(unmount)

function Strip() {
  const [paths, setPaths] = useState([homePath, '/user/list', '/guild/list', '/sys/log'])
  return (
    <ViewTabs
      tabs={paths.map((path) => ({ path, address: path }) as never)}
      titleOf={(path) => path}
      current={homePath}
      onClose={(path) => setPaths((now) => now.filter((one) => one !== path))}
      onCloseOthers={() => {}}
    />
  )
}
const focused = () => document.activeElement?.textContent

test.each(['Delete', 'Backspace'])('%s closes the tab; the next one, or else the one before, has the focus', (key) => {
  stage(<Strip />)
  const press = () => fireEvent.keyDown(document.activeElement!, { key })
  screen.getByRole('link', { name: '/guild/list' }).focus()
  press()
  expect(focused()).toBe('/sys/log')
  press()
  expect(focused()).toBe('/user/list')
  press()
  expect(focused()).toBe(homePath)
  press()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([homePath])
})
