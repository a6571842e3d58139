// Actions on the item with their keys, and undo.
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowRight,
  IconCheck,
  IconDoorExit,
  IconEye,
  IconPlayerSkipForward,
  IconStack2,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import frame from '../../../page/desk/desk.module.css'
import { Lost } from '../../../page/desk/Lost.tsx'
import { KeyCap } from '../../../page/desk/ReasonChoice.tsx'
import { chordOf, type KeyName } from '../../../session/keys.ts'
import { useSession } from '../../../session/session.ts'
import { keyName } from '../../../session/shortcuts.ts'
import { liftToasts } from '../../../session/toasts/toastPlace.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { chosenOf, focused, undoable } from '../bench/queueDesk.ts'
import { lastActionOf } from './lastAction.ts'
import classes from './queueBar.module.css'
import { deskOf, useSeen, useWorkbench } from './workbench.ts'

export function ActionBar() {
  const { bench } = useWorkbench()
  const { t } = useTranslation('audits')
  const lost = useSeen(({ desk }) => (desk.at === undefined ? undefined : desk.lost.get(desk.at)))
  if (lost === undefined) return <Actions />
  return (
    <Lost
      title={t('queue.notMine.title')}
      why={lost}
      next={t('queue.notMine.next')}
      goOn="audits:queue.keys.goOn"
      leave={bench.leave}
    />
  )
}

function Actions() {
  const { bench, settings, readOnly, refuse, lookClearly } = useWorkbench()
  const { t } = useTranslation('audits')
  const chosen = useSeen(({ desk }) => desk.chosen.size)
  const alike = useSeen(({ desk }) => (desk.heap ? 0 : (focused(desk)?.alike ?? 0)))
  const isNothing = useSeen(({ desk }) => chosenOf(desk).length === 0)
  const nothing = isNothing ? t('queue.cannot.nothing') : undefined
  const why = readOnly ?? nothing
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (bar.current ? liftToasts(bar.current) : undefined), [])
  const withCount = (text: string) => (chosen > 0 ? `${text} (${chosen})` : text)
  return (
    <div ref={bar} className={classes['actions']} role="toolbar" aria-label={t('queue.actions.label')}>
      <Act
        name={withCount(t('queue.actions.pass'))}
        of="pass"
        icon={<IconCheck size={17} stroke={2.4} aria-hidden />}
        color="accent"
        why={why}
        run={() => bench.decide({ decision: 'passed' })}
      />
      <Act
        name={withCount(t('queue.actions.fail'))}
        of="fail"
        icon={<IconX size={17} stroke={2.4} aria-hidden />}
        color="red.9"
        why={why}
        run={refuse}
      />
      <Act
        name={withCount(t('queue.actions.skip'))}
        of="skip"
        icon={<IconPlayerSkipForward size={16} aria-hidden />}
        why={why}
        run={bench.skip}
      />
      {alike > 0 && (
        <Act
          name={t('queue.actions.gather', { count: alike })}
          of="gather"
          icon={<IconStack2 size={16} aria-hidden />}
          why={readOnly}
          run={bench.gather}
        />
      )}
      <Undo readOnly={readOnly} />
      <span className={frame['space']} />
      {settings.blur && (
        <Act
          name={t('queue.keys.clear')}
          of="unblur"
          icon={<IconEye size={16} aria-hidden />}
          why={nothing}
          run={lookClearly}
        />
      )}
      <Act
        name={t('queue.keys.back')}
        of="previous"
        icon={<IconArrowLeft size={16} className={classes['flips']} aria-hidden />}
        why={nothing}
        run={() => bench.move(-1)}
        brief
      />
      <Act
        name={t('queue.keys.next')}
        of="next"
        icon={<IconArrowRight size={16} className={classes['flips']} aria-hidden />}
        why={nothing}
        run={() => bench.move(1)}
        brief
      />
      <Act
        name={t('queue.actions.release')}
        of="release"
        icon={<IconDoorExit size={16} aria-hidden />}
        why={why}
        run={bench.release}
      />
    </div>
  )
}

type ActProps = {
  name: string
  of: KeyName
  icon: ReactNode
  color?: string
  why: string | undefined
  run: () => unknown
  /** Shows only icon and key. */
  brief?: true
}

function Act({ name, of, icon, color, why, run, brief }: ActProps) {
  const may = why === undefined
  return (
    <WhyNot reason={why}>
      <Button
        variant={color ? 'filled' : 'default'}
        {...(color && { color })}
        {...(!may && refusedProps)}
        {...(brief && { 'aria-label': name, title: name })}
        aria-keyshortcuts={chordOf(of)}
        // Keep the focus on the pictures.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => may && run()}
        leftSection={icon}
        rightSection={<KeyCap>{keyName(of)}</KeyCap>}
        className={classes['act'] ?? ''}
      >
        {!brief && name}
      </Button>
    </WhyNot>
  )
}

/** The newest decision that can be undone, and for how long; always in the same place. */
function Undo({ readOnly }: { readOnly: string | undefined }) {
  const { bench, kind, templates } = useWorkbench()
  const desk = useSeen(deskOf)
  const { clockOffset } = useSession()
  const { t } = useTranslation('audits')
  const [, draw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => draw((times) => times + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  const now = Date.now() + clockOffset
  const step = undoable(desk, now)
  const people = step?.reviews.map(({ user }) => ({ id: user.userId, nickname: user.nickname })) ?? []
  const template = templates.find(({ templateId }) => templateId === step?.verdict.templateId)
  const message = step && lastActionOf({ what: step.verdict.decision, kind, people, template })
  const seconds = step ? Math.ceil((step.undoUntil - now) / 1_000) : 0
  return (
    <>
      <Act
        name={t('queue.actions.undo')}
        of="undo"
        icon={<IconArrowBackUp size={17} aria-hidden />}
        why={readOnly ?? (step ? undefined : t('queue.cannot.undo'))}
        run={bench.undo}
      />
      {step && (
        <span className={classes['last']} data-what={step.verdict.decision}>
          <span className={classes['lastWhat']} title={message}>
            {message}
          </span>
          <bdi dir="ltr" className={classes['seconds']}>
            {t('queue.span.seconds', { count: seconds })}
          </bdi>
          <span className={classes['run']} style={{ transform: `scaleX(${Math.min(1, seconds / 30)})` }} aria-hidden />
        </span>
      )}
    </>
  )
}
