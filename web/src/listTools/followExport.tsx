// An export's progress, in the corner of the page; it stays while the user navigates, and offers the file at the end.
import { exportCancel, exportStatus } from '@greenroom/contract/access'
import type { Answer } from '@greenroom/contract/call'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call, isRefused } from '../api/call.ts'
import { integer } from '../format/number.ts'
import { explain, showError } from '../session/messages.ts'
import { hideToast, showToast } from '../session/toasts/toasts.tsx'
import { saveAddress } from '../ui/behaviour/saveFile.ts'
import { usePolled } from '../ui/behaviour/usePolled.ts'
import { label } from '../ui/labels.ts'
import classes from './listTools.module.css'

type Status = Answer<typeof exportStatus>

/** Shows an export until it is downloaded, cancelled or dismissed. */
export function followExport(exportId: string, name: string): void {
  const id = `export:${exportId}`
  showToast({
    id,
    autoClose: false,
    color: 'accent',
    role: 'status',
    title: label('list:export.of', { name }),
    message: <ExportProgress exportId={exportId} close={() => hideToast(id)} />,
  })
}

function ExportProgress({ exportId, close }: { exportId: string; close: () => void }) {
  const { t, i18n } = useTranslation('list')
  const {
    now: status,
    setNow,
    failure,
  } = usePolled<Status>({
    read: (signal) => call(exportStatus, { exportId }, { signal }),
    goesOn: ({ state }) => state === 'waiting' || state === 'running',
    ended: ({ state, url }) => state === 'done' && url && saveAddress(url),
  })

  const rows = status ? integer(status.rows, i18n.language) : '0'
  const cancel = () =>
    call(exportCancel, { exportId })
      .then(() => status && setNow({ ...status, state: 'cancelled' }))
      .catch((error: unknown) => !isRefused(error, 20000) && showError(error))

  if (failure !== undefined) return <Text c="var(--mantine-color-error)">{explain(failure)?.text}</Text>
  switch (status?.state) {
    case 'done':
      return (
        <Group justify="space-between" wrap="nowrap">
          <Text>{t('export.done', { rows })}</Text>
          <Button
            size="compact-sm"
            onClick={() =>
              // The address expires after minutes; a later press gets a new one.
              call(exportStatus, { exportId })
                .then((now) => now.url && saveAddress(now.url))
                .catch(showError)
            }
          >
            {t('export.download')}
          </Button>
        </Group>
      )
    case 'failed':
      return (
        <Text c="var(--mantine-color-error)">{status.diskFull ? t('export.diskFull') : label('errors:100001')}</Text>
      )
    case 'cancelled':
      return (
        <Group justify="space-between">
          <Text c="dimmed">{t('export.cancelled')}</Text>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
            {label('common:close')}
          </Button>
        </Group>
      )
    default:
      return (
        <Stack gap={6}>
          {/* How many rows there will be isn't known: a bar would say that they are all there. */}
          <span className={classes['running']} aria-hidden />
          <Group justify="space-between">
            <Text c="dimmed">{t('export.running', { rows })}</Text>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
              {label('common:cancel')}
            </Button>
          </Group>
        </Stack>
      )
  }
}
