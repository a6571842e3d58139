import { useCallback, useRef, useState } from 'react'

/**
 * How everything is sent: forms, dialogs and buttons. What is sent while the first is under way, by a second press or a held key, is not
 * sent; `busy` disables the button.
 */
export function useSend() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  /** Runs the work, which shows its own failure; nothing if other work runs. */
  const send = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return { busy, send }
}

/** The shortcut that sends a form; a held key sends it once. */
export const isSubmitKey = (event: { key: string; ctrlKey: boolean; metaKey: boolean; repeat: boolean }): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat
