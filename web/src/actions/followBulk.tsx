// The progress of an action on all matching rows, in the corner of the page; it stays while the user navigates.
import { bulkCancel, bulkInfo } from '@greenroom/contract/bulk'
import type { Answer } from '@greenroom/contract/call'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../api/call.ts'
import { integer } from '../format/number.ts'
import { explain, showError } from '../session/messages.ts'
import { hideToast, showToast } from '../session/toasts/toasts.tsx'
import { usePolled } from '../ui/behaviour/usePolled.ts'

type Bulk = Answer<typeof bulkInfo>
type Follow = { bulk: Bulk; go: (to: string) => void; ended: () => void }

/** Shows a job until the user closes the message; `ended` is called once it has ended. */
export function followBulk(follow: Follow): void {
  const id = `bulk:${follow.bulk.bulkId}`
  showToast({
    id,
    autoClose: false,
    color: 'accent',
    role: 'status',
    title: follow.bulk.action,
    message: <BulkProgress {...follow} close={() => hideToast(id)} />,
  })
}

const goesOn = ({ state }: Bulk) => state === 'waiting' || state === 'running'

function BulkProgress({ bulk: first, go, ended, close }: Follow & { close: () => void }) {
  const { t, i18n } = useTranslation('list')
  const { bulkId } = first
  const {
    now: bulk = first,
    setNow,
    failure,
  } = usePolled({ read: (signal) => call(bulkInfo, { bulkId }, { signal }), goesOn, ended })

  const number = (value: number) => integer(value, i18n.language)
  const stop = () =>
    call(bulkCancel, { bulkId })
      .then(setNow)
      .catch((error: unknown) => !isRefused(error, 20000) && showError(error))
  const report = (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        close()
        go(`/batches?drawer=show:${bulkId}`)
      }}
    >
      {t('bulk.report')}
    </Button>
  )
  if (failure !== undefined) return <Text c="var(--mantine-color-error)">{explain(failure)?.text}</Text>
  if (!goesOn(bulk))
    return (
      <Group justify="space-between" wrap="nowrap">
        <Text>{t('bulk.ended', { done: number(bulk.done), failed: number(bulk.failed) })}</Text>
        {report}
      </Group>
    )
  const decided = bulk.done + bulk.failed
  return (
    <Stack gap={6}>
      <Progress value={(100 * decided) / bulk.total} size="xs" aria-label={bulk.action} />
      <Group justify="space-between">
        <Text c="dimmed">{t('bulk.running', { decided: number(decided), total: number(bulk.total) })}</Text>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={stop}>
          {t('bulk.stop')}
        </Button>
      </Group>
    </Stack>
  )
}
