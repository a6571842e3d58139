import { limits } from '@greenroom/contract/limits'
import { grantKinds } from '@greenroom/contract/words'
import { NativeSelect, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AnyForm } from '../../../action/form/anyForm.ts'
import { ReasonField } from '../../../action/form/ReasonField.tsx'
import { integer } from '../../../format/number.ts'
import classes from '../users.module.css'

/** Amount, kind and reason, and the total for all users. */
export function MoneyFields({ form, people }: { form: AnyForm; people: number }) {
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
        {t('money.sum', { people: number(people), tokens: number(tokens) })} <b>{number(tokens * people)}</b>
        <div className={classes['until']}>{t('money.fourEyes')}</div>
      </div>
    </>
  )
}
