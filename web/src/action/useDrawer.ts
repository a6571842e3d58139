// A drawer's address is part of the page's: `?drawer=edit:5`. A link opens it, a reload keeps it, Back closes it.
import { useAddress } from '../list/useAddress.ts'

/** The drawer that the address names, and how to open and close one. */
export function useDrawer() {
  const [address, changeAddress] = useAddress()
  const [name, ...rest] = (address.get('drawer') ?? '').split(':')
  const change = (drawer: string | undefined, replace: boolean) =>
    changeAddress(
      (next) => {
        if (drawer === undefined) next.delete('drawer')
        else next.set('drawer', drawer)
      },
      { replace },
    )
  return {
    name: name || undefined,
    /** What the drawer is about, for instance a row's id; empty for a new one. */
    about: rest.join(':'),
    open: (drawer: string, about = '') => change(about === '' ? drawer : `${drawer}:${about}`, false),
    close: () => change(undefined, true),
  }
}
