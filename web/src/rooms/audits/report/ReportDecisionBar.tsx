// The decision about the reports; punishments need a second key press.
import { reportsToClose } from '@greenroom/contract/sentences/audits'
import { forbidHours, reportActions } from '@greenroom/contract/statesAndKinds'
import { Button, CloseButton, FocusTrap, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLanguage } from '../../../i18n/index.ts'
import { DeskBar } from '../../../page/desk/DeskBar.tsx'
import frame from '../../../page/desk/desk.module.css'
import type { Reason } from '../../../page/desk/offeredReasons.ts'
import { KeyCap, ReasonChoice } from '../../../page/desk/ReasonChoice.tsx'
import { keyName, useShortcut } from '../../../session/shortcuts.ts'
import { isComposing } from '../../../ui/behaviour/composing.ts'
import { refusedProps, WhyNot } from '../../../ui/WhyNot.tsx'
import { NoTemplates, useReasons } from '../reasonTemplates.tsx'
import classes from './report.module.css'
import { act, allFalse, type Case, choose, type Draft, hoursFor, lasts, missing, toggleAll } from './reportDeskState.ts'
import { actionKey } from './reportKeys.tsx'
import { useWorking } from './reportWork.ts'

type Props = {
  one: Case
  draft: Draft
  /** The claim is lost, so nothing can be decided. */
  closed: boolean
}

export function DecisionBar({ one, draft, closed }: Props) {
  const { change, close, skip, busy, refused, last, templates } = useWorking()
  const { t } = useTranslation('audits')
  const reason = useRef<HTMLInputElement>(null)
  const reasons = useReasons(templates)
  const message = reasons.find(({ id }) => id === String(draft.templateId))
  const [picking, setPicking] = useState(false)
  const lacks = missing(one, draft)
  const [armed, disarm, arm] = useArmed(draft)
  const punishes = draft.action !== undefined && draft.action !== 'nothing'

  const enter = () => {
    if (busy || closed) return
    if (lacks === 'reason') return reason.current?.focus()
    if (lacks === 'template') return setPicking(true)
    if (lacks !== undefined) return
    if (punishes && !armed) return arm()
    disarm()
    close(one)
  }
  useShortcut('Enter', 'audits:report.keys.close', enter, (event) => !event.repeat && !closed && !isOnButton(event))
  useShortcut('Escape', 'audits:report.keys.back', disarm, () => armed)
  // As in the queues: a reason is picked by its number.
  useShortcut(
    'fail',
    'audits:report.keys.message',
    () => setPicking(true),
    (event) => !event.repeat && !closed && punishes,
  )
  useShortcut(
    'note',
    'audits:report.keys.reason',
    () => reason.current?.focus(),
    () => !closed,
  )

  return (
    <DeskBar label={t('report.decide')} last={last} undoKey="audits:report.keys.undo">
      {picking && punishes && !closed && (
        <Messages one={one} draft={draft} reasons={reasons} close={() => setPicking(false)} />
      )}
      <div className={classes['actions']} role="radiogroup" aria-label={t('report.action')}>
        {reportActions.map((action) => (
          <button
            key={action}
            type="button"
            role="radio"
            aria-checked={draft.action === action}
            className={classes['action']}
            data-danger={action !== 'nothing' || undefined}
            disabled={closed}
            // Keep the focus where the keys work.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => change((now) => act(now, one, action))}
          >
            <KeyCap>{actionKey(action)}</KeyCap> {t(`report.act.${action}`)}
          </button>
        ))}
      </div>
      <div className={frame['fields']}>
        {lasts(draft.action) && (
          <NativeSelect
            w={170}
            aria-label={t('report.hours')}
            title={t('report.hoursKeys')}
            disabled={closed}
            value={String(draft.hours)}
            onChange={(event) => {
              const hours = Number(event.currentTarget.value)
              change((now) => choose(now, one, { hours }))
            }}
            data={forbidHours.map((hours) => ({
              value: String(hours),
              label:
                draft.action === 'forbid' && hours === hoursFor('forbid', one)
                  ? t('report.suggested', { hours: t(`report.lasting.${hours}`) })
                  : t(`report.lasting.${hours}`),
            }))}
          />
        )}
        {punishes && (
          <Button
            variant="default"
            disabled={closed}
            aria-haspopup="dialog"
            aria-expanded={picking}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setPicking(!picking)}
            rightSection={<KeyCap>{keyName('fail')}</KeyCap>}
            className={classes['message'] ?? ''}
          >
            {message?.title ?? t(draft.action === 'warn' ? 'report.templateNeeded' : 'report.templateNone')}
          </Button>
        )}
        <TextInput
          ref={reason}
          className={frame['reason'] ?? ''}
          aria-label={t('report.reason')}
          placeholder={t(punishes ? 'report.reasonNeeded' : 'report.reasonFree')}
          maxLength={500}
          disabled={closed}
          value={draft.reason}
          onChange={(event) => {
            const words = event.currentTarget.value
            change((now) => choose(now, one, { reason: words }))
          }}
          onKeyDown={(event) => {
            leaveOnEscape(event)
            if (event.key !== 'Enter' || isComposing(event) || event.repeat) return
            event.preventDefault()
            // A second press closes, wherever the focus is.
            event.currentTarget.blur()
            enter()
          }}
        />
        <Tooltip label={t('report.allFalseHint')}>
          <Button
            variant="default"
            disabled={closed}
            onClick={() => change((now) => toggleAll(now, one))}
            aria-pressed={allFalse(one, draft)}
            rightSection={<KeyCap>{keyName('tickMore')}</KeyCap>}
          >
            {t('report.allFalse')}
          </Button>
        </Tooltip>
        <Button
          variant="default"
          onClick={() => skip(one)}
          disabled={busy || closed}
          rightSection={<KeyCap>{keyName('skip')}</KeyCap>}
        >
          {t('report.skip')}
        </Button>
        <WhyNot reason={lacks && t(`report.lacks.${lacks}`)}>
          <Button
            color={punishes ? 'red.9' : 'accent'}
            loading={busy}
            disabled={closed}
            onClick={enter}
            rightSection={<KeyCap>↵</KeyCap>}
            {...((lacks === 'allFalse' || lacks === 'action') && refusedProps)}
          >
            {armed ? t('report.confirm') : t('report.close', { count: one.reports.length })}
          </Button>
        </WhyNot>
      </div>
      {(armed || refused !== undefined) && (
        <p className={classes['notice']} data-tone={refused === undefined ? 'waiting' : 'bad'} role="alert">
          {refused ?? <Meaning one={one} draft={draft} />}
        </p>
      )}
    </DeskBar>
  )
}

type MessagesProps = { one: Case; draft: Draft; reasons: readonly Reason[]; close: () => void }

/** The message to the user: its number chooses it. */
function Messages({ one, draft, reasons, close }: MessagesProps) {
  const { change } = useWorking()
  const { t } = useTranslation(['audits', 'common'])
  const [value, setValue] = useState(draft.templateId === undefined ? reasons[0]?.id : String(draft.templateId))
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    list.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  const put = (templateId: number | undefined, title: string | undefined) => {
    change((now) =>
      choose(now, one, { templateId, ...(title !== undefined && draft.reason === '' && { reason: title }) }),
    )
    close()
  }
  return (
    <FocusTrap active>
      <div
        role="dialog"
        aria-modal="true"
        aria-label={t('audits:report.template')}
        className={classes['messages']}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape' || event.key === 'f') {
            event.preventDefault()
            close()
          }
        }}
      >
        <header>
          <h2>{t('audits:report.template')}</h2>
          <CloseButton size="sm" aria-label={t('common:close')} onClick={close} />
        </header>
        {reasons.length === 0 ? (
          <NoTemplates />
        ) : (
          <ReasonChoice
            ref={list}
            label={t('audits:report.template')}
            reasons={reasons}
            value={value}
            digits="decide"
            autoFocus
            choose={setValue}
            send={(id) => put(Number(id), reasons.find((reason) => reason.id === id)?.title)}
          />
        )}
        {draft.action !== 'warn' && draft.templateId !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={() => put(undefined, undefined)}>
            {t('audits:report.templateNone')}
          </Button>
        )}
      </div>
    </FocusTrap>
  )
}

/** The effect of the second press, and whether it can be undone. */
function Meaning({ one, draft }: { one: Case; draft: Draft }) {
  const { t } = useTranslation('audits')
  const { user, reports } = one
  const { action = 'nothing', hours } = draft
  const what = reportsToClose({
    person: { id: user.userId, nickname: user.nickname },
    count: reports.length,
    action,
    hours,
  })[textLanguage()]
  return (
    <>
      <b>{t('report.asked', { what })}</b> {t(action === 'warn' ? 'report.noUndo' : 'report.undoable')}{' '}
      {t('report.pressAgain')}
    </>
  )
}

/** True after a first press, until the choice changes. */
function useArmed(draft: Draft): [armed: boolean, disarm: () => void, arm: () => void] {
  const [armedFor, setArmedFor] = useState<Draft>()
  return [armedFor === draft, () => setArmedFor(undefined), () => setArmedFor(draft)]
}

const isOnButton = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('a, button:not([role="radio"]), select, [role="menu"]') !== null

function leaveOnEscape(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape') event.currentTarget.blur()
}
