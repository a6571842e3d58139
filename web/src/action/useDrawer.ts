// A drawer's address is part of the page's: `?drawer=edit:5`. A link opens it, a reload keeps it, Back closes it.
import { useSearchParams } from 'react-router'

/** The drawer that the address names, and how to open and close one. */
export function useDrawer() {
  const [address, setAddress] = useSearchParams()
  const [name, ...rest] = (address.get('drawer') ?? '').split(':')
  const change = (drawer: string | undefined, replace: boolean) => {
    const next = new URLSearchParams(address)
    if (drawer === undefined) next.delete('drawer')
    else next.set('drawer', drawer)
    setAddress(next, { replace })
  }
  return {
    name: name || undefined,
    /** What the drawer is about, for instance a row's id; empty for a new one. */
    about: rest.join(':'),
    open: (drawer: string, about = '') => change(about === '' ? drawer : `${drawer}:${about}`, false),
    close: () => change(undefined, true),
  }
}
