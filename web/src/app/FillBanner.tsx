import { demo } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { lazy, useEffect, useState } from 'react'
import { call } from '../api/call.ts'

/** A separate chunk: nearly always the history is finished, and needs neither bar nor styles. */
const FillBar = lazy(() => import('./FillBar.tsx'))

const again = 1_500

/** The simulated app's progress in generating its history, while it runs. */
export function FillBanner() {
  const [state, setState] = useState<Answer<typeof demo>>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const ask = async () => {
      const answer = await call(demo, {}, { signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      setState(answer)
      if (answer?.running && answer.progress < 1) timer = setTimeout(() => void ask(), again)
    }
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])

  if (!state?.running || state.progress >= 1) return null
  return <FillBar percent={Math.floor(state.progress * 100)} />
}
