// The address of the public pages. They have no parameters, so they need no router: its code comes with the shell.
import { type AnchorHTMLAttributes, type MouseEvent, useEffect, useSyncExternalStore } from 'react'

type NavigateOptions = { replace?: boolean; state?: object }

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

export const usePathname = (): string => useSyncExternalStore(subscribe, () => window.location.pathname)

/** Goes to another address. `state` is read with `stateOf`. */
export function goTo(path: string, { replace = false, state }: NavigateOptions = {}): void {
  // In the router's format, so that both can read it.
  const kept = { usr: state ?? null, key: 'default' }
  if (replace) window.history.replaceState(kept, '', path)
  else window.history.pushState(kept, '', path)
  // The router behind the log-in listens for the same event.
  window.dispatchEvent(new PopStateEvent('popstate', { state: kept }))
}

/** The state that `goTo` passed to the current page. */
export const stateOf = <State extends object>(): Partial<State> =>
  (window.history.state as { usr?: Partial<State> | null } | null)?.usr ?? {}

/** Redirects to another address once mounted. */
export function GoTo({ path }: { path: string }) {
  useEffect(() => goTo(path, { replace: true }), [path])
  return null
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; replace?: boolean }

const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** A link between public pages, without a reload. */
export function PublicLink({ to, replace = false, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || opensElsewhere(event)) return
        event.preventDefault()
        goTo(to, { replace })
      }}
    />
  )
}
