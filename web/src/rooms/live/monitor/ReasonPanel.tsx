// The reason for a warning, end or ban: by number or as free text. A number only selects; Enter sends.
import { monitorForbid, monitorStop, monitorWarn } from '@greenroom/contract/live'
import { ended, endedAndForbidden, warned } from '@greenroom/contract/sentences/live'
import { nameOf, type Sentence } from '@greenroom/contract/sentences/words'
import { forbidHours } from '@greenroom/contract/statesAndKinds'
import { wallReasons } from '@greenroom/contract/wallReasons'
import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../../api/call.ts'
import { wallReason } from '../../../format/codeNames.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { offeredUnder, type Reason } from '../../../page/desk/offeredReasons.ts'
import { handleReasonKey, ReasonChoice } from '../../../page/desk/ReasonChoice.tsx'
import { showError, showSuccess } from '../../../session/messages.ts'
import { isTypingInto } from '../../../session/shortcuts.ts'
import { isComposing } from '../../../ui/behaviour/composing.ts'
import { useSend } from '../../../ui/behaviour/useSend.ts'
import { useLabels } from '../../../ui/labels.ts'
import { namedIn, peopleIn, type Verb } from './MonitorTile.tsx'
import type { Tile } from './wall.ts'

/** `side` is where the panel opens, beside the tile. */
export type ActionRequest = { verb: Verb; tile: Tile; side: 'start' | 'end' }

/** Their ids are what is stored and sent, whatever the reader's language. */
const useWallReasons = (): readonly Reason[] => {
  const { language } = useLabels()
  return useMemo(
    () => wallReasons.map(({ number, labels, stored }) => ({ id: stored, number, title: wallReason(stored), labels })),
    // The names are in the reader's language.
    [language],
  )
}

type Props = {
  request: ActionRequest
  onClose: () => void
  /** The current tile; null if it has ended. */
  onDone: (tile: Tile, now: Tile | null) => void
}

export function ReasonPanel({ request, onClose, onDone }: Props) {
  const { verb, tile, side } = request
  const { t } = useTranslation(['live', 'common', 'list'])
  const reasons = useWallReasons()
  const offered = offeredUnder(reasons, tile.labels)
  const [chosen, setChosen] = useState(offered?.id)
  const [words, setWords] = useState('')
  const [hours, setHours] = useState<number>(tile.suggestedForbidHours)
  // The callee earns, so the suggestion is for the callee.
  const [userId, setUserId] = useState(tile.users.at(-1)?.userId)
  const { busy, send: sendOnce } = useSend()
  const list = useRef<HTMLDivElement>(null)
  const needsWho = verb === 'forbid' && tile.users.length > 1
  const reason = chosen ?? words.trim()

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

  const choose = (id: string) => {
    setChosen(id)
    setWords('')
    list.current?.focus()
  }
  const picker = { reasons, value: chosen, digits: 'choose', choose, send: () => void send() } as const

  /** Digits and arrows choose wherever they are not typed; Enter also sends from the field. */
  function onKeyDown(event: KeyboardEvent): void {
    const isTyping = isTypingInto(event.nativeEvent)
    if (isTyping && event.key === 'Enter' && !event.shiftKey && !event.repeat && !isComposing(event)) {
      event.preventDefault()
      void send()
    } else if (!isTyping && event.key !== 'Enter') handleReasonKey(event, picker)
  }

  return (
    <Modal
      opened
      onClose={() => busy || onClose()}
      title={t(`monitor.ask.${verb}.${tile.kind}`, { name: namedIn(tile) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      onKeyDown={onKeyDown}
      size="md"
      // The room stays in sight while it is decided on.
      styles={{ inner: { justifyContent: `flex-${side}` } }}
      overlayProps={{ backgroundOpacity: 0.15 }}
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
        <ReasonChoice ref={list} label={t('monitor.reason')} offered={offered} disabled={busy} autoFocus {...picker} />
        <Textarea
          label={t('monitor.ownWords')}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            setChosen(undefined)
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
