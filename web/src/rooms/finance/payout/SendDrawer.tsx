// Downloads a batch as a file. A repeated download shows a red warning and asks for a reason.
import { payoutBatchInfo, payoutBatchSend, payoutMappingList } from '@greenroom/contract/payoutBatches'
import { batchSent } from '@greenroom/contract/sentences/payouts'
import { Alert, Button, Group, NativeSelect, SegmentedControl, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { useDrawer } from '../../../actions/useDrawer.ts'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Amount } from '../../../format/Amount.tsx'
import { textLanguage } from '../../../i18n/index.ts'
import { useKeptInput } from '../../../session/keptInput.ts'
import { showSuccess } from '../../../session/messages.ts'
import { saveAnswer } from '../../../ui/behaviour/saveFile.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Fault } from '../../../ui/Fault.tsx'
import { type BatchDetails, Kind } from './payoutView.tsx'

export default function SendDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <RecordDrawer<BatchDetails>
      rowId={rowId}
      close={close}
      title={t('actions.payout.send')}
      alwaysRead
      read={(signal) => call(payoutBatchInfo, { batchId: Number(rowId) }, { signal })}
    >
      {(found) => (
        <SideDrawer title={t('payout.sendOf', { batchId: String(found.batchId) })} close={close}>
          <Send of={found} close={close} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

function Send({ of, close }: { of: BatchDetails; close: () => void }) {
  const { t } = useTranslation(['finance', 'common'])
  const refresh = useRefresh()
  const drawer = useDrawer()
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv')
  const [mappingId, setMappingId] = useState('')
  const [again, setAgain, answered] = useKeptInput(`finance.payout:send:${of.batchId}`, '')
  const { busy, fault, attempt } = useAttempt()
  const layouts = useQuery({
    queryKey: ['finance.payout', 'layouts', of.kind],
    queryFn: ({ signal }) => call(payoutMappingList, { kind: of.kind, size: 100 }, { signal }),
  })
  const left = of.sentTimes > 0
  const open = of.payouts.filter(({ state }) => state === 'waiting')
  const download = () =>
    attempt(async () => {
      const file = await call(payoutBatchSend, {
        batchId: of.batchId,
        format,
        ...(mappingId !== '' && { mappingId: Number(mappingId) }),
        ...(left && { again: again.trim() }),
      })
      saveAnswer(file)
      answered()
      const sent = { batchId: of.batchId, lines: file.lines, usdCents: file.usdCents }
      showSuccess(batchSent(sent, format.toUpperCase(), of.sentTimes + 1)[textLanguage()])
      void refresh()
      // Back to the batch, which offers the next step.
      drawer.open('batch', String(of.batchId))
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void download()
      }}
    >
      <Stack gap="md">
        {left && (
          <Alert color="red" variant="filled" icon={<IconAlertTriangle />} title={t('finance:payout.again.title')}>
            {t('finance:payout.again.text', { count: of.sentTimes })}
          </Alert>
        )}
        <Facts
          of={[
            [t('finance:columns.method'), <Kind key="kind" of={of.kind} />],
            [t('finance:payout.openLines'), String(open.length)],
            [
              t('finance:columns.amount'),
              <Amount key="amount" value={open.reduce((sum, { usdCents }) => sum + usdCents, 0)} unit="usd" />,
            ],
          ]}
        />
        <SegmentedControl
          aria-label={t('finance:payout.format')}
          value={format}
          onChange={(value) => setFormat(value as 'csv' | 'xlsx')}
          data={[
            { value: 'csv', label: 'CSV' },
            { value: 'xlsx', label: 'XLSX' },
          ]}
        />
        <NativeSelect
          label={t('finance:payout.layout')}
          value={mappingId}
          onChange={(event) => setMappingId(event.currentTarget.value)}
          data={[
            { value: '', label: t('finance:payout.usualLayout') },
            ...(layouts.data?.records ?? []).map((one) => ({ value: String(one.mappingId), label: one.name })),
          ]}
        />
        {left && (
          <Textarea
            label={t('finance:payout.again.reason')}
            required
            autosize
            minRows={2}
            maxLength={500}
            value={again}
            onChange={(event) => setAgain(() => event.currentTarget.value)}
          />
        )}
        <p>{t('finance:payout.sendHint')}</p>
        <Fault text={fault} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy} {...(left && { color: 'red.9' })}>
            {t(left ? 'finance:payout.again.submit' : 'finance:payout.take')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
