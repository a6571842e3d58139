import { useSearchParams } from 'react-router'

type Change = (next: URLSearchParams) => URLSearchParams | void

/**
 * The parameters of the page's address, and how to change them. A change starts from what stands in the address bar at
 * that moment: the page is drawn a little later, and two changes in a row must not undo each other.
 */
export function useAddress(): [URLSearchParams, (change: Change, how?: { replace?: boolean }) => void] {
  const [address, setAddress] = useSearchParams()
  return [
    address,
    (change, how = {}) => {
      const next = new URLSearchParams(window.location.search)
      setAddress(change(next) ?? next, how)
    },
  ]
}
