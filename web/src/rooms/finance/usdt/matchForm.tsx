// Asks for the payer of an unmatched deposit: shows the deposit, offers who may have paid it, and names the person of a typed id.
import { usdtInInfo, usdtInPayer } from '@greenroom/contract/chain'
import { plainTyped } from '@greenroom/contract/digits'
import { reason } from '@greenroom/contract/fields'
import { payerKinds } from '@greenroom/contract/statesAndKinds'
import { Input, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../actions/action.ts'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Address, chainNames } from './Address.tsx'
import type { Deposit, Match } from './DepositState.tsx'
import { type Suggestion, Suggestions } from './PayerSuggestions.tsx'

const anId = /^[1-9]\d{0,14}$/

const form: ActionForm<Match> = {
  schema: z.object({
    ownerKind: z.enum(payerKinds),
    ownerId: z.string().overwrite(plainTyped).regex(anId),
    reason: reason(),
  }),
  initial: { ownerKind: 'agent', ownerId: '', reason: '' },
  Fields: function MatchFields({ form, rows }) {
    const { t } = useTranslation('finance')
    const [deposit] = rows as readonly Deposit[]
    const choose = ({ payer }: Suggestion) => form.setValues({ ownerKind: payer.kind, ownerId: String(payer.id) })
    return (
      <Stack gap="sm">
        {deposit && <Shown of={deposit} />}
        {deposit && <Suggested id={deposit.id} choose={choose} />}
        <Input.Wrapper label={t('fields.ownerKind')} labelElement="div">
          <SegmentedControl
            fullWidth
            mt={4}
            aria-label={t('fields.ownerKind')}
            data={payerKinds.map((value) => ({ value, label: t(`options.ownerKind.${value}`) }))}
            value={form.values.ownerKind}
            onChange={(value) => form.setFieldValue('ownerKind', value as Match['ownerKind'])}
          />
        </Input.Wrapper>
        <div>
          <TextInput
            label={t('fields.ownerId')}
            required
            inputMode="numeric"
            dir="ltr"
            data-autofocus
            {...form.getInputProps('ownerId')}
          />
          <Named of={form.values} />
        </div>
        <ReasonField form={form} />
      </Stack>
    )
  },
}
export default form

function Shown({ of }: { of: Deposit }) {
  const { t } = useTranslation('finance')
  return (
    <Facts
      of={[
        [t('columns.usdt'), <Amount key="usdt" value={of.usdtMicros} unit="usdt" />],
        [t('columns.chain'), chainNames[of.chain]],
        [t('columns.from'), <Address key="from">{of.from}</Address>],
        [t('columns.movedAt'), <Time key="at" at={of.at} />],
      ]}
    />
  )
}

function Suggested({ id, choose }: { id: string; choose: (one: Suggestion) => void }) {
  const found = useQuery({
    queryKey: ['finance.usdtIn', usdtInInfo.name, id],
    queryFn: ({ signal }) => call(usdtInInfo, { id }, { signal }),
  })
  if (found.isPending) return <Skeleton height={48} />
  return found.data ? <Suggestions of={found.data.suggestions} choose={choose} /> : null
}

/** Whom the id names. */
function Named({ of: { ownerKind, ownerId } }: { of: Match }) {
  const { t } = useTranslation('finance')
  const isId = anId.test(ownerId.trim())
  const found = useQuery({
    queryKey: ['finance.usdtIn', usdtInPayer.name, ownerKind, ownerId.trim()],
    queryFn: ({ signal }) => call(usdtInPayer, { ownerKind, ownerId: Number(ownerId.trim()) }, { signal }),
    enabled: isId,
  })
  const name = isId ? found.data?.name : undefined
  return (
    <Input.Description mt={4} mih={18} role="status">
      {name === null ? t('deposit.nobody') : name !== undefined && <bdi>{name}</bdi>}
    </Input.Description>
  )
}
