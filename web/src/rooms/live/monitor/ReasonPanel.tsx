// Why staff warn, stop or forbid: a reason by its number, or in words of one's own.
import { monitorForbid, monitorStop, monitorWarn } from '@greenroom/contract/live'
import { forbidHours } from '@greenroom/contract/words'
import { Button, Group, Kbd, Modal, NativeSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../../../api/call.ts'
import { showError, showSuccess } from '../../../session/messages.ts'
import { isTypingInto } from '../../../session/shortcuts.ts'
import styles from './monitor.module.css'
import { namesOf, type Verb } from './Tile.tsx'
import type { Tile } from './wall.ts'

export type Asked = { verb: Verb; tile: Tile }

/** In the order of their numbers. */
const reasons = ['nudity', 'dress', 'minor', 'violence', 'insults', 'adverts', 'recorded', 'asleep', 'smoking'] as const

type Props = {
  asked: Asked
  onClose: () => void
  /** What it is now; null when it has ended. */
  onDone: (tile: Tile, now: Tile | null) => void
}

export function ReasonPanel({ asked, onClose, onDone }: Props) {
  const { verb, tile } = asked
  const { t } = useTranslation(['live', 'common', 'list'])
  const [words, setWords] = useState('')
  const [hours, setHours] = useState<number>(tile.suggestedForbidHours)
  // Who was called earns by it; the ladder's suggestion is hers.
  const [userId, setUserId] = useState(tile.users.at(-1)?.userId)
  const [busy, setBusy] = useState(false)
  const needsWho = verb === 'forbid' && tile.users.length > 1

  async function send(reason: string): Promise<void> {
    if (reason.trim() === '' || busy) return
    setBusy(true)
    const about = { kind: tile.kind, id: tile.id, reason: reason.trim() }
    try {
      if (verb === 'warn') onDone(tile, (await call(monitorWarn, about)).tile)
      else if (verb === 'stop') onDone(tile, (await call(monitorStop, about)).tile)
      else onDone(tile, (await call(monitorForbid, { ...about, hours, ...(needsWho && { userId }) })).tile)
      showSuccess(t(`monitor.done.${verb}`, { name: namesOf(tile) }))
      onClose()
    } catch (error) {
      showError(error)
      // It has ended, or is no more: nothing is left to be done.
      const isOver = isRefused(error, 10032) || (isRefused(error, 20000) && error.detail[0]?.field === 'id')
      if (isOver) {
        onDone(tile, null)
        onClose()
      }
      setBusy(false)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isTypingInto(event.nativeEvent)) {
      if (event.key !== 'Enter' || event.shiftKey || !(event.target instanceof HTMLTextAreaElement)) return
      event.preventDefault()
      void send(words)
      return
    }
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined
    if (!reason) return
    event.preventDefault()
    void send(t(`monitor.reasons.${reason}`))
  }

  return (
    <Modal
      opened
      onClose={() => busy || onClose()}
      title={t(`monitor.ask.${verb}`, { name: namesOf(tile) })}
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
            data={tile.users.map((user) => ({
              value: String(user.userId),
              label: user.nickname || String(user.userId),
            }))}
          />
        )}
        <ol className={styles['reasons']}>
          {reasons.map((reason, at) => (
            <li key={reason}>
              <Button
                variant="default"
                fullWidth
                justify="flex-start"
                leftSection={<Kbd size="xs">{at + 1}</Kbd>}
                data-autofocus={at === 0 || undefined}
                disabled={busy}
                onClick={() => void send(t(`monitor.reasons.${reason}`))}
              >
                {t(`monitor.reasons.${reason}`)}
              </Button>
            </li>
          ))}
        </ol>
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <Textarea
            label={t('monitor.ownWords')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={500}
            style={{ flex: 1 }}
          />
          <Button
            {...(verb !== 'warn' && { color: 'red' })}
            loading={busy}
            disabled={words.trim() === ''}
            onClick={() => void send(words)}
          >
            {t(`monitor.verbs.${verb}`)}
          </Button>
        </Group>
        <Text c="dimmed" size="xs">
          {t('monitor.askHint')}
        </Text>
      </Stack>
    </Modal>
  )
}
