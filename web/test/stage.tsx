// A page for component tests: real texts, theme, router, queries and session. Only the server's answers are the test's own.

import { menuNav, userInfo } from '@greenroom/contract/access'
import type { Answer, AnyCall } from '@greenroom/contract/call'
import { basePath } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { BrowserRouter } from 'react-router'
import { vi } from 'vitest'
import { queryClient } from '../src/api/query.ts'
import { changeLanguage, currentLanguage, loadTexts, type Namespace, startTexts } from '../src/i18n/index.ts'
import { clearSession, loadSession } from '../src/session/session.ts'
import { dropToasts } from '../src/session/toasts/toastStore.ts'
import { Toasts } from '../src/session/toasts/toasts.tsx'
import { Theme } from '../src/theme/Theme.tsx'

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** The fields sent with a call, and the request. */
export type Sent = { payload: Record<string, string>; init: RequestInit }
type Reply = (sent: Sent) => unknown

/** An answer by which the server refuses the call. */
export class Refuse {
  readonly errorCode: number
  readonly detail: readonly { field: string; message: string }[]
  constructor(errorCode: number, detail: readonly { field: string; message: string }[] = []) {
    this.errorCode = errorCode
    this.detail = detail
  }
}

const replies = new Map<string, Reply>()

/** Sets the server's answer to a call: a result, or a `Refuse`. */
export const answer = <C extends AnyCall>(call: C, reply: (sent: Sent) => Answer<C> | Refuse | Promise<never>): void =>
  void replies.set(basePath + call.path, reply)

async function serve(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address, 'http://localhost')
  const reply = replies.get(url.pathname)
  if (!reply) throw new TypeError(`the test answers nothing to ${url.pathname}`)
  const fields = init.body instanceof URLSearchParams ? init.body : url.searchParams
  const payload =
    typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, string>) : Object.fromEntries(fields)
  const result = await reply({ payload, init })
  const body =
    result instanceof Refuse
      ? { code: 500, errorMsg: 'refused', errorCode: result.errorCode, detail: result.detail }
      : { code: 200, result }
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
}

/** Signs in a user with these levels on menus, at this address; `user` says what is special about them. */
export async function signIn(
  permissions: Partial<Record<MenuKey, 1 | 3>> = {},
  address = '/',
  userId = 7,
  user: { unionId?: number; agentId?: number } = {},
) {
  vi.stubGlobal('fetch', serve)
  window.history.replaceState(null, '', address)
  answer(menuNav, () => ({ menuList: [] }))
  answer(
    userInfo,
    () =>
      ({
        user: {
          userId,
          username: 'tester',
          unionId: null,
          agentId: null,
          status: 1,
          roles: [],
          avatar: '',
          language: 'en',
          permissions,
          ...user,
        },
        platform: { timeZone: 'UTC', now: new Date().toISOString() },
      }) as never,
  )
  await startTexts()
  // Files share a worker: what another one spoke last is not this one's language.
  if (currentLanguage() !== 'en') await changeLanguage('en')
  await loadTexts(['common', 'errors', 'list', 'system'] satisfies Namespace[])
  await loadSession()
}

/** Renders within all providers that a screen needs. */
export function stage(node: ReactNode) {
  const user = userEvent.setup()
  const page = render(
    <Theme>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Toasts />
          {node}
        </BrowserRouter>
      </QueryClientProvider>
    </Theme>,
  )
  return { ...page, user }
}

// happy-dom lacks `document.fonts`, which text areas use.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() })

/** Unmounts the page and clears all state; for `afterEach`. */
export function unmount(): void {
  act(dropToasts)
  cleanup()
  act(() => clearSession())
  replies.clear()
  queryClient.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
}
