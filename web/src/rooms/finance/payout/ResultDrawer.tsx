// Enters a batch's results: line by line, or from the bank's file, with a preview.
import { payoutBatchInfo, payoutBatchResult, payoutResultRead } from '@greenroom/contract/payoutBatches'
import { batchResult } from '@greenroom/contract/sentences/payouts'
import { Button, FileButton, Group, SegmentedControl, Stack, Table, TextInput } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { outcomesOf } from '../../../actions/action.ts'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { SideDrawer } from '../../../actions/form/SideDrawer.tsx'
import { call } from '../../../api/call.ts'
import { useRefresh } from '../../../api/useRefresh.ts'
import { Amount } from '../../../format/Amount.tsx'
import { fileText } from '../../../format/fileText.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { useKeptInput } from '../../../session/keptInput.ts'
import { explain, showSuccess } from '../../../session/messages.ts'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { useAttempt } from '../../../ui/behaviour/useAttempt.ts'
import { Fault } from '../../../ui/Fault.tsx'
import { type Picture, PicturePicker } from '../../../ui/fields/PicturePicker.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { type BatchDetails, type Line, LineState } from './payoutView.tsx'

type Entered = { outcome: '' | 'paid' | 'failed'; reference: string; reason: string; fault: string }
const blank: Entered = { outcome: '', reference: '', reason: '', fault: '' }

export default function ResultDrawer({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('finance')
  return (
    <RecordDrawer<BatchDetails>
      rowId={rowId}
      close={close}
      title={t('actions.payout.result')}
      alwaysRead
      read={(signal) => call(payoutBatchInfo, { batchId: Number(rowId) }, { signal })}
    >
      {(found) => (
        <SideDrawer title={t('payout.resultOf', { batchId: String(found.batchId) })} close={close} width="wide">
          <Results of={found} close={close} />
        </SideDrawer>
      )}
    </RecordDrawer>
  )
}

function Results({ of, close }: { of: BatchDetails; close: () => void }) {
  const { t } = useTranslation(['finance', 'common'])
  const { label } = useLabels()
  const refresh = useRefresh()
  const [entered, setEntered, answered] = useKeptInput<Record<string, Entered>>(
    `finance.payout:result:${of.batchId}`,
    {},
  )
  const [proof, setProof] = useState<Picture[]>([])
  const { busy, fault, setFault, attempt } = useAttempt()
  const change = (id: string, part: Partial<Entered>) =>
    setEntered((now) => ({ ...now, [id]: { ...blank, ...now[id], fault: '', ...part } }))

  const takeFile = async (file: File | null) => {
    if (!file) return
    setFault('')
    const csv = await fileText(file)
    if (csv === undefined) return setFault(t('finance:fileEncoding'))
    try {
      const { results } = await call(payoutResultRead, { batchId: of.batchId, csv })
      const known = new Set(of.payouts.map(({ payoutId }) => payoutId))
      setEntered(() =>
        Object.fromEntries(
          results
            .filter(({ payoutId }) => known.has(payoutId))
            .map((one) => [
              one.payoutId,
              {
                outcome: one.fault === '' ? (one.outcome ?? '') : '',
                reference: one.reference,
                reason: one.reason,
                fault: one.fault === '' ? '' : label(`finance:payout.faults.${one.fault.replace('payout.', '')}`),
              },
            ]),
        ),
      )
      const foreign = results.filter(({ payoutId }) => !known.has(payoutId)).length
      if (foreign > 0) setFault(t('finance:payout.foreign', { count: foreign }))
    } catch (error) {
      setFault(explain(error)?.text ?? '')
    }
  }

  const send = async () => {
    const results = Object.entries(entered).flatMap(([payoutId, { outcome, reference, reason }]) =>
      outcome === ''
        ? []
        : [
            {
              payoutId,
              outcome,
              reference,
              reason,
              ...(outcome === 'paid' && proof[0] && { proofFileId: proof[0].fileId }),
            },
          ],
    )
    if (results.length === 0) return setFault(t('finance:payout.nothingEntered'))
    await attempt(async () => {
      const answer = await call(payoutBatchResult, { batchId: of.batchId, results })
      const refused = (outcomesOf(answer) ?? []).filter(({ ok }) => !ok)
      void refresh()
      if (refused.length === 0) {
        const paid = results.filter(({ outcome }) => outcome === 'paid').length
        showSuccess(batchResult(of.batchId, paid, results.length - paid)[textLanguage()])
        answered()
        return close()
      }
      for (const one of refused) change(String(one.id), { fault: whyOutcome(one) })
      setFault(t('finance:payout.someRefused', { count: refused.length }))
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="md">
        <Group>
          <FileButton accept=".csv,text/csv" onChange={(file) => void takeFile(file)}>
            {(props) => (
              <Button variant="default" leftSection={<IconFileUpload size={16} />} {...props}>
                {t('finance:payout.readFile')}
              </Button>
            )}
          </FileButton>
          <span>{t('finance:payout.readHint')}</span>
        </Group>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('finance:columns.payee')}</Table.Th>
              <Table.Th ta="end">{t('finance:columns.amount')}</Table.Th>
              <Table.Th>{t('finance:payout.outcome')}</Table.Th>
              <Table.Th>{t('finance:payout.entered')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {of.payouts.map((line) => (
              <ResultLine
                key={line.payoutId}
                line={line}
                entered={entered[line.payoutId] ?? blank}
                change={(part) => change(line.payoutId, part)}
              />
            ))}
          </Table.Tbody>
        </Table>
        <PicturePicker
          purpose="paymentProof"
          label={t('finance:payout.proof')}
          value={proof}
          most={1}
          error={undefined}
          change={setProof}
        />
        <Fault text={fault} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('finance:payout.takeResults')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ResultLine({
  line,
  entered,
  change,
}: {
  line: Line
  entered: Entered
  change: (part: Partial<Entered>) => void
}) {
  const { t } = useTranslation('finance')
  const name = line.payeeName || line.payeeId
  if (line.state !== 'waiting')
    return (
      <Table.Tr>
        <Table.Td>
          <bdi>{name}</bdi>
        </Table.Td>
        <Table.Td ta="end">
          <Amount value={line.usdCents} unit="usd" />
        </Table.Td>
        <Table.Td>
          <LineState of={line} />
        </Table.Td>
        <Table.Td>
          <bdi>{line.reference || line.reason}</bdi>
        </Table.Td>
      </Table.Tr>
    )
  return (
    <Table.Tr>
      <Table.Td>
        <bdi>{name}</bdi>
      </Table.Td>
      <Table.Td ta="end">
        <Amount value={line.usdCents} unit="usd" />
      </Table.Td>
      <Table.Td>
        <SegmentedControl
          size="xs"
          aria-label={t('payout.outcomeOf', { name })}
          value={entered.outcome}
          onChange={(outcome) => change({ outcome: outcome as Entered['outcome'] })}
          data={(['', 'paid', 'failed'] as const).map((value) => ({
            value,
            label: t(value === '' ? 'payout.open' : `options.payoutState.${value}`),
          }))}
        />
      </Table.Td>
      <Table.Td>
        {entered.outcome === 'failed' ? (
          <TextInput
            aria-label={t('payout.reasonOf', { name })}
            placeholder={t('payout.reason')}
            maxLength={500}
            value={entered.reason}
            error={entered.fault || undefined}
            onChange={(event) => change({ reason: event.currentTarget.value })}
          />
        ) : (
          <TextInput
            aria-label={t('payout.referenceOf', { name })}
            placeholder={t('columns.reference')}
            maxLength={100}
            value={entered.reference}
            error={entered.fault || undefined}
            onChange={(event) => change({ reference: event.currentTarget.value })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  )
}
