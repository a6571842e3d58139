// @vitest-environment happy-dom
// Rendering keeps nothing: React may render more often than it shows. Once shown, the address is kept for after the log-in.
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, stage, unmount } from '../../test/stage.tsx'
import { takeReturnPath } from '../session/notice.ts'
import { GoToLogin } from './SignedIn.tsx'

beforeEach(() => signIn())
afterEach(unmount)

test('the address is kept by an effect', () => {
  const wanted = <GoToLogin from="/user/list" address="/user/list?q=7" />
  renderToString(wanted)
  expect(takeReturnPath()).toBe('/')
  stage(wanted)
  expect(window.location.pathname).toBe('/login')
  expect(takeReturnPath()).toBe('/user/list?q=7')
})

test.each(['/', '/dashboard'])('%s is where everybody comes anyway', (path) => {
  stage(<GoToLogin from={path} address={path} />)
  expect(takeReturnPath()).toBe('/')
})
