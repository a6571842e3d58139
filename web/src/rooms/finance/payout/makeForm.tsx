// Before batches are made: which ones, by method, with totals and payees; what is left out, and why.
import type { Answer } from '@greenroom/contract/call'
import { payoutBatchPreview } from '@greenroom/contract/payoutBatches'
import { ScrollArea, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { integer, usd } from '../../../format/number.ts'
import { explain } from '../../../session/messages.ts'
import { whyOutcome } from '../../../session/refusalReasons.ts'
import { Fault } from '../../../ui/Fault.tsx'
import { useLabels } from '../../../ui/labels.ts'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { PayeeLink } from '../PayeeLink.tsx'
import { linesOf, type Payable, partOf, payableId } from './payoutView.tsx'

type Preview = Answer<typeof payoutBatchPreview>

const form: ActionForm<{ note: string }> = {
  schema: z.object({ note: z.string().max(200) }),
  initial: { note: '' },
  Fields: function MakeFields({ form, rows }) {
    const { t } = useTranslation('finance')
    return (
      <Stack gap="sm">
        <Batches of={rows} />
        <Textarea label={t('payout.note')} autosize maxLength={200} {...form.getInputProps('note')} />
      </Stack>
    )
  },
}
export default form

function Batches({ of }: { of: readonly Payable[] }) {
  const preview = useQuery({
    queryKey: ['finance.payout', 'preview', of.map(payableId)],
    queryFn: ({ signal }) => call(payoutBatchPreview, { lines: linesOf(of) }, { signal }),
    staleTime: 0,
  })
  if (preview.error) return <Fault text={explain(preview.error)?.text ?? ''} />
  if (!preview.data) return <Skeleton height={96} />
  return (
    <>
      <Sum of={preview.data} />
      <ScrollArea.Autosize mah={300}>
        {preview.data.batches.map((batch) => (
          <Payees key={batch.kind} of={batch} />
        ))}
        <LeftOut of={preview.data} rows={of} />
      </ScrollArea.Autosize>
    </>
  )
}

/** "2 batches: 4 × USDT TRC20, $40.00 · 2 × bank, $57.13". */
function Sum({ of: { batches } }: { of: Preview }) {
  const { t, i18n } = useTranslation('finance')
  const { label } = useLabels()
  const parts = batches.map(({ kind, lines, usdCents }) =>
    t('payout.batchPart', {
      lines: integer(lines, i18n.language),
      method: label(`finance:options.method.${kind.replace('.', '_')}`),
      amount: usd(usdCents, i18n.language),
    }),
  )
  return (
    <Text fw={600} role="status">
      {batches.length === 0
        ? t('payout.noBatch')
        : `${t('payout.batches', { count: batches.length })}${parts.join(' · ')}`}
    </Text>
  )
}

function Payees({ of }: { of: Preview['batches'][number] }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  return (
    <ShortTable
      label={label(`finance:options.method.${of.kind.replace('.', '_')}`)}
      rows={of.payees}
      keyOf={payableId}
      columns={[
        [t('columns.payee'), (row) => <PayeeLink of={row} />],
        [t('columns.source'), (row) => label(`finance:options.source.${row.source.replace('.', '_')}`)],
        [t('columns.amount'), (row) => <Amount value={row.usdCents} unit="usd" />, 'end'],
      ]}
    />
  )
}

function LeftOut({ of, rows }: { of: Preview; rows: readonly Payable[] }) {
  const { t } = useTranslation('finance')
  const left = of.outcomes.filter(({ ok }) => !ok)
  if (left.length === 0) return null
  const rowOf = new Map(rows.map((row) => [payableId(row), row]))
  return (
    <>
      <Text mt="sm" size="sm" fw={600}>
        {t('payout.leftOut', { count: left.length })}
      </Text>
      <ShortTable
        label={t('payout.leftOut', { count: left.length })}
        rows={left.flatMap((outcome) => {
          const row = rowOf.get(String(outcome.id))
          return row ? [{ row, outcome }] : []
        })}
        keyOf={({ row }) => payableId(row)}
        columns={[
          [t('columns.payee'), ({ row }) => <PayeeLink of={row} />],
          [t('columns.payoutPart'), ({ row }) => partOf(row) || '–'],
          [t('columns.why'), ({ outcome }) => whyOutcome(outcome)],
        ]}
      />
    </>
  )
}
