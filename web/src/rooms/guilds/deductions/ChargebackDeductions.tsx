// Deductions for a chargeback, prefilled for everyone who earned from its tokens. `rowId`: the chargeback.
import type { Answer } from '@greenroom/contract/call'
import { chargebackEarners } from '@greenroom/contract/chargebacks'
import { deductionChargeback } from '@greenroom/contract/guildMoney'
import { deductionChargeback as schema } from '@greenroom/contract/guildMoney.schema'
import { chargebackDeducted, deductionsAsked } from '@greenroom/contract/sentences/guildMoney'
import { nameOf } from '@greenroom/contract/sentences/words'
import { NumberInput, Table, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawerProps } from '../../../actions/Drawers.tsx'
import { showDone } from '../../../actions/done.tsx'
import { FormDrawer } from '../../../actions/form/FormDrawer.tsx'
import { OutcomesDrawer } from '../../../actions/form/OutcomesDrawer.tsx'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { RecordDrawer } from '../../../actions/form/RecordDrawer.tsx'
import { refusalOf } from '../../../actions/refusal.ts'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { tokens } from '../../../format/number.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import { PersonLink } from '../../../ui/PersonLink.tsx'
import { runningMonday } from '../weeks.ts'
import { WeekField } from './WeekField.tsx'

type Found = Answer<typeof chargebackEarners>
type Done = Answer<typeof deductionChargeback>
/** Dollars by user id; empty deducts nothing. */
type Form = { usd: Record<string, number | string>; week: string; reason: string }

const isDeductible = (earner: Found['earners'][number]) => earner.guild !== null && !earner.deducted

const linesOf = ({ usd }: Form) =>
  Object.entries(usd)
    .map(([userId, amount]) => ({ userId: Number(userId), usdCents: Math.round(Number(amount || 0) * 100) }))
    .filter(({ usdCents }) => usdCents > 0)

export default function ChargebackDeductions({ rowId, close }: DrawerProps) {
  const { t } = useTranslation('guilds')
  return (
    <RecordDrawer<Found>
      rowId={rowId}
      close={close}
      title={t('actions.deduction.chargeback')}
      alwaysRead
      read={(signal) => call(chargebackEarners, { chargebackId: rowId }, { signal })}
    >
      {(found) => <Earners found={found} close={close} />}
    </RecordDrawer>
  )
}

function Earners({ found, close }: { found: Found; close: () => void }) {
  const { t, i18n } = useTranslation('guilds')
  const list = useCurrentList()
  const [done, setDone] = useState<Done>()
  const title = t('actions.deduction.chargeback')
  if (done) return <OutcomesDrawer action={title} idLabel={t('fields.ids')} outcomes={done.outcomes} close={close} />
  const usd = Object.fromEntries(
    found.earners
      .filter(isDeductible)
      .map(({ user, usdCents }) => [String(user.userId), usdCents > 0 ? usdCents / 100 : '']),
  )
  return (
    <FormDrawer<Form, typeof deductionChargeback>
      title={title}
      close={close}
      width="medium"
      draft={`guilds.chargeback:${found.chargebackId}`}
      call={deductionChargeback}
      schema={schema.payload}
      initial={{ usd, week: runningMonday(), reason: '' }}
      payload={(values) => ({
        chargebackId: found.chargebackId,
        lines: linesOf(values),
        week: values.week,
        reason: values.reason,
      })}
      check={(values) => (linesOf(values).length === 0 ? { lines: t('deduction.ofChargeback.nothing') } : {})}
      codes={{ 1000002: 'week' }}
      refused={refusalOf('guilds', list.writable || 'readOnly')}
      submit={t('deduction.ofChargeback.submit')}
      waiting={(values) => {
        const lines = linesOf(values)
        const usdCents = lines.reduce((sum, line) => sum + line.usdCents, 0)
        return deductionsAsked({ count: lines.length, usdCents, week: values.week })
      }}
      onSaved={(answer, values) => {
        if (answer.outcomes.some(({ ok }) => !ok)) {
          setDone(answer)
          return true
        }
        const lines = linesOf(values)
        const usdCents = lines.reduce((sum, line) => sum + line.usdCents, 0)
        showDone(chargebackDeducted({ count: lines.length, usdCents, week: values.week }), undefined)
        close()
        return true
      }}
    >
      {(form) => (
        <>
          <Text>
            {t('deduction.ofChargeback.about', {
              payer: nameOf({ id: found.payer.userId, nickname: found.payer.nickname }),
              order: found.orderId,
              owed: tokens(found.owedTokens, i18n.language),
            })}
          </Text>
          <EarnerTable found={found} form={form} />
          <WeekField input={form.getInputProps('week')} />
          <ReasonField form={form} />
        </>
      )}
    </FormDrawer>
  )
}

function EarnerTable({ found, form }: { found: Found; form: UseFormReturnType<Form> }) {
  const { t } = useTranslation('guilds')
  if (found.earners.length === 0) return <Text c="dimmed">{t('deduction.ofChargeback.none')}</Text>
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('columns.anchor')}</Table.Th>
            <Table.Th>{t('columns.guild')}</Table.Th>
            <Table.Th ta="end">{t('deduction.ofChargeback.earned')}</Table.Th>
            <Table.Th ta="end">{t('deduction.ofChargeback.amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.earners.map((earner) => (
            <Table.Tr key={earner.user.userId}>
              <Table.Td>
                <PersonLink person={earner.user} />
              </Table.Td>
              <Table.Td>
                {earner.guild ? (
                  `${earner.guild.name} (${earner.guild.guildId})`
                ) : (
                  <Text c="dimmed">{t('deduction.ofChargeback.noGuild')}</Text>
                )}
              </Table.Td>
              <Table.Td ta="end">
                <Amount value={earner.bonus} unit="bonus" />
              </Table.Td>
              <Table.Td ta="end">
                {isDeductible(earner) ? (
                  <NumberInput
                    aria-label={t('deduction.ofChargeback.amountOf', {
                      name: nameOf({ id: earner.user.userId, nickname: earner.user.nickname }),
                    })}
                    size="xs"
                    w={110}
                    ml="auto"
                    min={0}
                    decimalScale={2}
                    hideControls
                    {...form.getInputProps(`usd.${earner.user.userId}`)}
                  />
                ) : (
                  <Text c="dimmed">{earner.deducted ? t('deduction.ofChargeback.already') : '–'}</Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {form.errors['lines'] && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {form.errors['lines']}
        </Text>
      )}
    </>
  )
}
