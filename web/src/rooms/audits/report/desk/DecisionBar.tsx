// The decision about the reports; punishments need a second key press.

import { reportsToClose } from '@greenroom/contract/sentences/audits'
import { forbidHours, reportActions } from '@greenroom/contract/words'
import { Button, NativeSelect, TextInput, Tooltip } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textLanguage } from '../../../../i18n/index.ts'
import { DeskBar } from '../../../../screen/desk/DeskBar.tsx'
import frame from '../../../../screen/desk/desk.module.css'
import { keyName, useShortcut } from '../../../../session/shortcuts.ts'
import { useLabels } from '../../../../ui/labels.ts'
import { refusedProps, WhyNot } from '../../../../ui/WhyNot.tsx'
import { Key } from '../../queue/parts.tsx'
import classes from '../report.module.css'
import { act, allFalse, type Case, choose, type Draft, hoursFor, lasts, missing, toggleAll } from './desk.ts'
import { actionKey } from './keys.tsx'
import { useWorking } from './work.ts'

type Props = {
  one: Case
  draft: Draft
  /** The claim is lost, so nothing can be decided. */
  closed: boolean
}

export function DecisionBar({ one, draft, closed }: Props) {
  const { change, close, skip, busy, refused, last, templates } = useWorking()
  const { t } = useTranslation('audits')
  const { language } = useLabels()
  const chinese = language === 'cn' || language === 'zh_tw'
  const reason = useRef<HTMLInputElement>(null)
  const template = useRef<HTMLSelectElement>(null)
  const lacks = missing(one, draft)
  const [armed, disarm, arm] = useArmed(draft)
  const punishes = draft.action !== undefined && draft.action !== 'nothing'

  const enter = () => {
    if (busy || closed) return
    if (lacks === 'reason') return reason.current?.focus()
    if (lacks === 'template') return template.current?.focus()
    if (lacks !== undefined) return
    if (punishes && !armed) return arm()
    disarm()
    close(one)
  }
  useShortcut('Enter', 'audits:report.keys.close', enter, (event) => !event.repeat && !closed && !isOnButton(event))
  useShortcut('Escape', 'audits:report.keys.back', disarm, () => armed)
  useShortcut(
    'note',
    'audits:report.keys.reason',
    () => reason.current?.focus(),
    () => !closed,
  )

  return (
    <DeskBar label={t('report.decide')} last={last} undoKey="audits:report.keys.undo">
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
            <Key>{actionKey(action)}</Key> {t(`report.act.${action}`)}
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
          <NativeSelect
            ref={template}
            w={240}
            aria-label={t('report.template')}
            disabled={closed}
            value={draft.templateId === undefined ? '' : String(draft.templateId)}
            onKeyDown={leaveOnEscape}
            onChange={(event) => {
              const chosen = templates.find(({ templateId }) => String(templateId) === event.currentTarget.value)
              const words = chosen && draft.reason === '' ? { reason: chinese ? chosen.titleCn : chosen.titleEn } : {}
              change((now) => choose(now, one, { templateId: chosen?.templateId, ...words }))
            }}
            data={[
              { value: '', label: t(draft.action === 'warn' ? 'report.templateNeeded' : 'report.templateNone') },
              ...templates.map((known) => ({
                value: String(known.templateId),
                label: chinese ? known.titleCn : known.titleEn,
              })),
            ]}
          />
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
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.repeat) return
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
            rightSection={<Key>{keyName('tickMore')}</Key>}
          >
            {t('report.allFalse')}
          </Button>
        </Tooltip>
        <Button
          variant="default"
          onClick={() => skip(one)}
          disabled={busy || closed}
          rightSection={<Key>{keyName('skip')}</Key>}
        >
          {t('report.skip')}
        </Button>
        <WhyNot reason={lacks && t(`report.lacks.${lacks}`)}>
          <Button
            color={punishes ? 'red.9' : 'accent'}
            loading={busy}
            disabled={closed}
            onClick={enter}
            rightSection={<Key>↵</Key>}
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
  useEffect(() => setArmedFor((now) => (now === draft ? now : undefined)), [draft])
  return [armedFor === draft, () => setArmedFor(undefined), () => setArmedFor(draft)]
}

const isOnButton = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('a, button:not([role="radio"]), select, [role="menu"]') !== null

function leaveOnEscape(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape') event.currentTarget.blur()
}
