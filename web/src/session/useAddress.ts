import { useLocation, useSearchParams } from 'react-router'

/** Returns the next parameters, changes the given ones, or returns `false` if nothing changes. */
type Change = (next: URLSearchParams) => URLSearchParams | void | false

/**
 * The parameters of the page's address, and how to change them. A change starts from the current address bar: the page renders a little
 * later, and two changes in a row must not undo each other. A view that is kept hidden, or about to be, changes nothing, since that would
 * lead back to it; the answer is then `false`.
 */
export function useAddress(): [URLSearchParams, (change: Change, how?: { replace?: boolean }) => boolean] {
  const { pathname } = useLocation()
  const [address, setAddress] = useSearchParams()
  return [
    address,
    (change, how = {}) => {
      if (new URL(pathname, window.location.origin).pathname !== window.location.pathname) return false
      const next = new URLSearchParams(window.location.search)
      const changed = change(next)
      if (changed !== false) setAddress(changed ?? next, how)
      return true
    },
  ]
}
