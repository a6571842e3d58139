import { demo } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import styles from './Shell.module.css'

/** The simulated app's progress in generating its history, as a bar. */
function FillBar({ percent }: { percent: number }) {
  const { t } = useTranslation('shell')
  return (
    <div className={styles['fill']} role="status">
      <span>{t('fill', { percent })}</span>
      {/* The browser's own: the kit's would come with the forms. */}
      <progress value={percent} max={100} aria-label={t('fill', { percent })} />
    </div>
  )
}

const again = 1_500

/** The simulated app's progress in generating its history, while it runs. */
export default function FillBanner() {
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
