// A drawer's address is part of the page's: `?drawer=edit:5`. A link opens it, a reload keeps it, Back closes it.
import { useAddress } from '../session/useAddress.ts'

/** The drawer named by the address, with functions to open and close drawers. */
export function useDrawer() {
  const [address, change] = useAddress()
  const shown = address.get('drawer') ?? ''
  const [name, ...rest] = shown.split(':')
  return {
    name: name || undefined,
    /** The id of the drawer's subject, for instance a row's; empty for a new one. */
    rowId: rest.join(':'),
    open: (drawer: string, rowId = '') =>
      change((next) => next.set('drawer', rowId === '' ? drawer : `${drawer}:${rowId}`)),
    /**
     * Closes this drawer; a late answer does not close another one opened in the meantime.
     *
     * @returns `false` while another view is shown: this view's drawer stays open until the view is shown again.
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
