import { useLayoutEffect } from 'react'
import { GoTo } from '../session/address.tsx'
import { keepReturnPath } from '../session/notice.ts'

/** Leads to the log-in, and back here after it. */
export function GoToLogin({ from, address }: { from: string; address: string }) {
  useLayoutEffect(() => {
    if (from !== '/' && from !== '/dashboard') keepReturnPath(address)
  }, [from, address])
  return <GoTo path="/login" />
}
