import { useState } from 'react'
import { explain } from '../session/messages.ts'

/** Work that is sent outside a `FormDrawer`: whether it runs, and why it failed. */
export function useAttempt() {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  /** True if it succeeded. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFault('')
    try {
      await work()
      return true
    } catch (error) {
      setFault(explain(error)?.text ?? '')
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, setFault, attempt }
}
