// What the reviewer did last, as one line of the decision bar, and how long it can be undone.
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.ts'
import { isTypingInto, keyName, useShortcut } from '../../session/shortcuts.ts'
import { useSend } from '../../ui/behaviour/useSend.ts'
import classes from './desk.module.css'
import type { LastAct, Undo } from './lastAct.ts'

export type { LastAct } from './lastAct.ts'

const second = 1_000

/** The nearest: the clocks agree to a part of a second, and nobody reads 11 of 10. */
const secondsLeft = (ms: number): number => Math.max(1, Math.round(ms / second))

export function LastLine({ last, undoKey }: { last: LastAct | undefined; undoKey: string }) {
  const { t } = useTranslation('list')
  return (
    <div className={classes['last']}>
      {last?.undo && <UndoButton undo={last.undo} key={last.undo.until} undoKey={undoKey} />}
      <span role="status" className={classes['lastText']} data-tone={last?.tone} title={last?.text}>
        {last?.text ?? <span className={classes['lastNone']}>{t('desk.nothingYet')}</span>}
      </span>
    </div>
  )
}

function UndoButton({ undo: { until, since, run }, undoKey }: { undo: Undo; undoKey: string }) {
  const { t } = useTranslation('list')
  const { clockOffset } = useSession()
  const { busy, send } = useSend()
  const leftNow = () => until - Date.now() - clockOffset
  const whole = until - clockOffset - since
  const [left, setLeft] = useState(leftNow)
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
        {t('desk.seconds', { count: secondsLeft(left) })}
      </bdi>
      <span className={classes['drain']} style={{ transform: `scaleX(${Math.min(1, left / whole)})` }} aria-hidden />
    </span>
  )
}
