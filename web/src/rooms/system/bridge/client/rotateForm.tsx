import { integer } from '@greenroom/contract/fields'
import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { ActionForm } from '../../../../action/action.ts'

const form: ActionForm<{ keepHours: number }> = {
  schema: z.object({ keepHours: integer(0, 168) }),
  initial: { keepHours: 24 },
  Fields: function RotateFields({ form }) {
    const { t } = useTranslation('system')
    return (
      <NumberInput
        label={t('bridge.keepHours')}
        description={t('bridge.keepHoursHint')}
        data-autofocus
        min={0}
        max={168}
        allowDecimal={false}
        {...form.getInputProps('keepHours')}
      />
    )
  },
}
export default form
