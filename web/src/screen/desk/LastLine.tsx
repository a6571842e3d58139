// What the reviewer did last, as one line of the decision bar, and how long it can be undone.
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.ts'
import { isTypingInto, keyName, useShortcut } from '../../session/shortcuts.ts'
import { useSend } from '../../ui/useSend.ts'
import classes from './desk.module.css'

export type LastAct = {
  /** The whole sentence, made from the answer: `$10.00 of Dewi2009 (100202) passed`. */
  text: string
  tone: 'good' | 'bad' | 'waiting'
  /** Until when it can be taken back, by the platform's clock in milliseconds, and how; it replaces the line by what came of it. */
  undo?: { until: number; run: () => Promise<unknown> }
}

const second = 1_000

export function LastLine({ last, undoKey }: { last: LastAct | undefined; undoKey: string }) {
  const { t } = useTranslation('list')
  return (
    <div className={classes['last']}>
      {last?.undo && <Undo undo={last.undo} key={last.undo.until} undoKey={undoKey} />}
      <span role="status" className={classes['lastText']} data-tone={last?.tone} title={last?.text}>
        {last?.text ?? <span className={classes['lastNone']}>{t('desk.nothingYet')}</span>}
      </span>
    </div>
  )
}

function Undo({ undo: { until, run }, undoKey }: { undo: NonNullable<LastAct['undo']>; undoKey: string }) {
  const { t } = useTranslation('list')
  const { clockOffset } = useSession()
  const { busy, send } = useSend()
  const leftNow = () => until - Date.now() - clockOffset
  const [whole] = useState(leftNow)
  const [left, setLeft] = useState(whole)
  useEffect(() => {
    const timer = setInterval(() => setLeft(leftNow()), second / 4)
    return () => clearInterval(timer)
  })
  const undo = () => void send(run)
  // By the time of the press: what is shown may be a moment old.
  const inTime = (event: KeyboardEvent) => !event.repeat && !busy && leftNow() > 0
  useShortcut('undo', undoKey, undo, inTime)
  useShortcut('undoToo', undoKey, undo, (event) => inTime(event) && !isTypingInto(event))
  if (left <= 0) return null
  return (
    <span className={classes['undo']}>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        // Keep the focus where the keys work.
        onMouseDown={(event) => event.preventDefault()}
        onClick={undo}
        leftSection={<IconArrowBackUp size={15} aria-hidden />}
        rightSection={<kbd aria-hidden>{keyName('undo')}</kbd>}
      >
        {t('undo')}
      </Button>
      <bdi dir="ltr" className={classes['seconds']}>
        {t('desk.seconds', { count: Math.ceil(left / second) })}
      </bdi>
      <span className={classes['drain']} style={{ transform: `scaleX(${Math.min(1, left / whole)})` }} aria-hidden />
    </span>
  )
}
