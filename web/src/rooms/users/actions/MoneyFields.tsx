import { limits } from '@greenroom/contract/limits'
import { grantKinds } from '@greenroom/contract/statesAndKinds'
import { userGrantFacts } from '@greenroom/contract/users'
import { NativeSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../actions/form/anyForm.ts'
import { ReasonField } from '../../../actions/form/ReasonField.tsx'
import { call } from '../../../api/call.ts'
import { integer } from '../../../format/number.ts'
import { Ago } from '../../../format/Time.tsx'
import classes from '../users.module.css'

/** Amount, kind and reason, and the total for all users. */
type Props = { form: AnyForm; ids: readonly number[]; direction: 'grant' | 'deduct' }

export function MoneyFields({ form, ids, direction }: Props) {
  const people = ids.length
  const { t, i18n } = useTranslation('users')
  const tokens = Number(form.values.tokens) || 0
  const number = (value: number) => integer(value, i18n.language)
  return (
    <>
      <NumberInput
        label={t('fields.tokens')}
        description={t('money.each', { most: number(limits.grantPerOperation) })}
        required
        hideControls
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        inputMode="numeric"
        data-autofocus
        {...form.getInputProps('tokens')}
      />
      <NativeSelect
        label={t('fields.grantKind')}
        data={grantKinds.map((value) => ({ value, label: t(`options.grantKind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <ReasonField form={form} />
      <div className={classes['sum']} aria-live="polite">
        {tokens > 0 && people > 0 && (
          <b>
            {t('money.sum', {
              count: people,
              people: number(people),
              tokens: number(tokens),
              all: number(tokens * people),
            })}
          </b>
        )}
        <Facts ids={ids} direction={direction} total={tokens * people} />
      </div>
    </>
  )
}

type FactsProps = { ids: readonly number[]; direction: 'grant' | 'deduct'; total: number }

/** Whether a second member of staff must approve it, and what the same users got a moment ago. */
function Facts({ ids, direction, total }: FactsProps) {
  const { t, i18n } = useTranslation('users')
  const number = (value: number) => integer(value, i18n.language)
  const asked = [...new Set(ids)].slice(0, limits.batch).toSorted((a, b) => a - b)
  const { data } = useQuery({
    queryKey: ['users.grant', userGrantFacts.name, direction, asked],
    queryFn: ({ signal }) => call(userGrantFacts, { ids: asked, direction }, { signal }),
    enabled: asked.length > 0,
  })
  if (!data) return null
  return (
    <div className={classes['until']}>
      <div>
        {t(total > data.leftTokens ? 'money.asks' : 'money.alone', {
          limit: number(data.aloneTokens),
          left: number(data.leftTokens),
        })}
      </div>
      {data.before.map((one) => (
        <div key={`${one.userId} ${one.at}`}>
          {t(one.pending ? 'money.pendingBefore' : 'money.before', {
            id: String(one.userId),
            tokens: number(one.tokens),
            by: one.by,
          })}{' '}
          <Ago at={one.at} />
        </div>
      ))}
    </div>
  )
}
