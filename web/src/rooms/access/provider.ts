// The way to the identity provider and back. What only this browser knows of a round waits in the tab while the provider has it.
import { providerBegin, providerLink, providerLinkBegin, providerLogin } from '@greenroom/contract/provider'
import { call } from '../../api/call.ts'
import { keepText } from '../../api/storage.ts'
import { keepLogin } from '../../session/cookies.ts'

const key = 'greenroom:provider'
const [logsIn, links] = ['log in', 'link'] as const

/** What the round is for: to log in, or to link the account that is logged in. */
export type Purpose = typeof logsIn | typeof links

function leave({ url, browser }: { url: string; browser: string }, purpose: Purpose): void {
  keepText(sessionStorage, key, JSON.stringify({ browser, purpose }))
  window.location.assign(url)
}

export const beginLogin = async (): Promise<void> => leave(await call(providerBegin, {}), logsIn)
export const beginLink = async (): Promise<void> => leave(await call(providerLinkBegin, {}), links)

/** What waits in this tab, once. */
function taken(): { browser: string; purpose: Purpose } {
  const kept = sessionStorage.getItem(key)
  keepText(sessionStorage, key, undefined)
  // Without it, the server says that the round belongs to another browser.
  const none = { browser: '-', purpose: logsIn }
  return kept === null ? none : (JSON.parse(kept) as { browser: string; purpose: Purpose })
}

async function send(query: string): Promise<Purpose> {
  const { browser, purpose } = taken()
  if (purpose === links) await call(providerLink, { query, browser })
  else keepLogin(await call(providerLogin, { query, browser }))
  return purpose
}

let ending: Promise<Purpose> | undefined
/** Ends the round of this page, once, also in React's strict mode. @throws Refused */
export const endRound = (query: string): Promise<Purpose> => (ending ??= send(query === '' ? '-' : query))
