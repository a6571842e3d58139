// What this tab looks at as a role or another account would (contract `systemRights.ts`). Its requests carry it; `public/start.js` reads the same key.
import { keepText } from './storage.ts'

const key = 'seeing'

export const keepSeeing = (id: string | undefined): void => keepText(sessionStorage, key, id)

function readSeeing(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** What a call of this name carries: nothing, if a looker makes it as itself. */
export const seeingFor = (name: string): string | undefined =>
  name === 'logout' || name === 'seeAsEnd' ? undefined : readSeeing()

/** A refusal that says so ends it here, too: the page is loaded again as the account that is logged in. */
export function endSeeing(detail: readonly { reason?: string | undefined }[] | undefined): void {
  if (!detail?.some(({ reason }) => reason === 'seeAs.over') || readSeeing() === undefined) return
  keepSeeing(undefined)
  location.reload()
}
