// The reason for a warning, end or ban: by number or as free text. A number only selects; Enter sends.
import { monitorForbid, monitorStop, monitorWarn } from '@greenroom/contract/live'
import { ended, endedAndForbidden, warned } from '@greenroom/contract/sentences/live'
import { nameOf, type Sentence } from '@greenroom/contract/sentences/words'
import { forbidHours } from '@greenroom/contract/words'
import { Button, Group, Kbd, Modal, NativeSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../../api/call.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { isTypingInto } from '../../../session/shortcuts.ts'
import { useSend } from '../../../ui/useSend.ts'
import styles from './monitor.module.css'
import { namedIn, peopleIn, type Verb } from './Tile.tsx'
import type { Tile } from './wall.ts'

export type ActionRequest = { verb: Verb; tile: Tile }

/** In the order of their numbers. */
const reasons = ['nudity', 'dress', 'minor', 'violence', 'insults', 'adverts', 'recorded', 'asleep', 'smoking'] as const

type Props = {
  request: ActionRequest
  onClose: () => void
  /** The current tile; null if it has ended. */
  onDone: (tile: Tile, now: Tile | null) => void
}

export function ReasonPanel({ request, onClose, onDone }: Props) {
  const { verb, tile } = request
  const { t } = useTranslation(['live', 'common', 'list'])
  const [chosen, setChosen] = useState<(typeof reasons)[number]>()
  const [words, setWords] = useState('')
  const [hours, setHours] = useState<number>(tile.suggestedForbidHours)
  // The callee earns, so the suggestion is for the callee.
  const [userId, setUserId] = useState(tile.users.at(-1)?.userId)
  const { busy, send: sendOnce } = useSend()
  const needsWho = verb === 'forbid' && tile.users.length > 1
  const reason = chosen === undefined ? words.trim() : t(`monitor.reasons.${chosen}`)

  /** The result, as one sentence. */
  function sentence(): Sentence {
    const people = peopleIn(tile)
    if (verb === 'warn') return warned({ people })
    if (verb === 'stop') return ended({ kind: tile.kind, people })
    const person = people.find(({ id }) => id === userId) ?? people[0]!
    return endedAndForbidden({ kind: tile.kind, person, hours })
  }

  const send = () => sendOnce(act)
  async function act(): Promise<void> {
    if (reason === '') return
    const payload = { kind: tile.kind, id: tile.id, reason }
    try {
      if (verb === 'warn') onDone(tile, (await call(monitorWarn, payload)).tile)
      else if (verb === 'stop') onDone(tile, (await call(monitorStop, payload)).tile)
      else onDone(tile, (await call(monitorForbid, { ...payload, hours, ...(needsWho && { userId }) })).tile)
      showSuccess(sentence()[textLanguage()])
      onClose()
    } catch (error) {
      showError(error)
      // It has ended or no longer exists: nothing to do.
      const isOver = isRefused(error, 10032) || (isRefused(error, 20000) && error.detail[0]?.field === 'id')
      if (isOver) {
        onDone(tile, null)
        onClose()
      }
    }
  }

  const choose = (one: (typeof reasons)[number] | undefined) => {
    setChosen(one)
    if (one !== undefined) setWords('')
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.nativeEvent.isComposing) return
    const typing = isTypingInto(event.nativeEvent)
    if (event.key === 'Enter' && !event.shiftKey) {
      const { target } = event
      const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
      if (!isField) return
      event.preventDefault()
      void send()
      return
    }
    const one = !typing && /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined
    if (!one) return
    event.preventDefault()
    choose(one)
    // Enter sends from there, and arrows still select.
    event.currentTarget.querySelector<HTMLInputElement>(`input[value="${one}"]`)?.focus()
  }

  return (
    <Modal
      opened
      onClose={() => busy || onClose()}
      title={t(`monitor.ask.${verb}`, { name: namedIn(tile) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onKeyDown={onKeyDown}
      size="md"
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        {verb === 'forbid' && (
          <NativeSelect
            label={t('monitor.hours')}
            description={t('monitor.suggested', { step: t(`monitor.steps.${tile.suggestedForbidHours as 1}`) })}
            data={forbidHours.map((value) => ({ value: String(value), label: t(`monitor.steps.${value}`) }))}
            value={String(hours)}
            onChange={(event) => setHours(Number(event.currentTarget.value))}
          />
        )}
        {needsWho && (
          <SegmentedControl
            aria-label={t('monitor.whom')}
            value={String(userId)}
            onChange={(value) => setUserId(Number(value))}
            data={peopleIn(tile).map((person) => ({ value: String(person.id), label: nameOf(person) }))}
          />
        )}
        <div role="radiogroup" aria-label={t('monitor.reason')} className={styles['reasons']}>
          {reasons.map((one, at) => (
            <label key={one} className={styles['reason']} data-chosen={chosen === one || undefined}>
              <input
                type="radio"
                name="reason"
                value={one}
                checked={chosen === one}
                disabled={busy}
                data-autofocus={at === 0 || undefined}
                onChange={() => choose(one)}
              />
              <Kbd size="xs" aria-hidden>
                {at + 1}
              </Kbd>
              <span>{t(`monitor.reasons.${one}`)}</span>
            </label>
          ))}
        </div>
        <Textarea
          label={t('monitor.ownWords')}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            choose(undefined)
          }}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={500}
        />
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text c="dimmed" size="xs">
            {t('monitor.askHint')}
          </Text>
          <Button
            {...(verb !== 'warn' && { color: 'red' })}
            style={{ flex: 'none' }}
            loading={busy}
            disabled={reason === ''}
            onClick={() => void send()}
          >
            {t(`monitor.verbs.${verb}`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
