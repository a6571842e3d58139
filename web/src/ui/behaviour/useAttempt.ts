import { useState } from 'react'
import { inFull } from '../../session/messages.ts'
import { useSend } from './useSend.ts'

/** Work that is sent outside a `FormDrawer`: whether it runs, and why it failed. */
export function useAttempt() {
  const { busy, send } = useSend()
  const [fault, setFault] = useState('')
  /** True if it succeeded. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    let succeeded = false
    await send(async () => {
      setFault('')
      try {
        await work()
        succeeded = true
      } catch (error) {
        setFault(inFull(error))
      }
    })
    return succeeded
  }
  return { busy, fault, setFault, attempt }
}
