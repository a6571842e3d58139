// A drawer's address is part of the page's: `?drawer=edit:5`. A link opens it, a reload keeps it, Back closes it.
import { useAddress } from '../session/useAddress.ts'

/** The drawer that the address names, and how to open and close one. */
export function useDrawer() {
  const [address, change] = useAddress()
  const shown = address.get('drawer') ?? ''
  const [name, ...rest] = shown.split(':')
  return {
    name: name || undefined,
    /** What the drawer is about, for instance a row's id; empty for a new one. */
    about: rest.join(':'),
    open: (drawer: string, about = '') =>
      change((next) => next.set('drawer', about === '' ? drawer : `${drawer}:${about}`)),
    /**
     * Closes this drawer; an answer that comes late does not close another that was opened in the meantime.
     *
     * @returns `false` while the address is that of another view: this one's drawer stays open until it is shown again.
     */
    close: () =>
      change(
        (next) => {
          if ((next.get('drawer') ?? '') !== shown) return false
          next.delete('drawer')
          return next
        },
        { replace: true },
      ),
  }
}
