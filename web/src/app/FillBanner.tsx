import { demo } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import styles from './Shell.module.css'

const again = 1_500

/** How far the simulated app has told its history, while it does; nothing else. */
export default function FillBanner() {
  const { t } = useTranslation('shell')
  const [state, setState] = useState<Answer<typeof demo>>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = new AbortController()
    const ask = async () => {
      const told = await call(demo, {}, { signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      setState(told)
      if (told?.running && told.progress < 1) timer = setTimeout(() => void ask(), again)
    }
    void ask()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [])

  if (!state?.running || state.progress >= 1) return null
  const percent = Math.floor(state.progress * 100)
  return (
    <div className={styles['fill']} role="status">
      <Text size="sm">{t('fill', { percent })}</Text>
      <Progress value={percent} size="sm" aria-label={t('fill', { percent })} />
    </div>
  )
}
