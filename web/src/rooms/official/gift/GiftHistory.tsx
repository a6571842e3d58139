import type { Answer } from '@greenroom/contract/call'
import type { giftInfo } from '@greenroom/contract/gifts'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
import { ShortTable } from '../../../ui/ShortTable.tsx'
import { Tokens } from '../../../ui/Tokens.tsx'

/** A gift's prices, and its sales by day. */
export function GiftHistory({ prices, days }: Pick<Answer<typeof giftInfo>, 'prices' | 'days'>) {
  const { t } = useTranslation('official')
  return (
    <>
      <section>
        <Title order={3} size="h5" mb={4}>
          {t('gift.prices')}
        </Title>
        <ShortTable
          rows={prices}
          keyOf={(one) => one.from}
          columns={[
            [t('fields.at'), (one) => <Time at={one.from} />],
            [t('columns.price'), (one) => <Tokens amount={one.price} />, 'end'],
            [t('gift.by'), (one) => one.by],
          ]}
        />
      </section>
      <section>
        <Title order={3} size="h5" mb={4}>
          {t('gift.days')}
        </Title>
        {days.length === 0 ? (
          t('gift.none')
        ) : (
          <ShortTable
            rows={days}
            keyOf={(one) => one.day}
            columns={[
              [t('gift.day'), (one) => one.day],
              [t('gift.units'), (one) => <Amount value={one.units} unit="number" />, 'end'],
              [t('gift.tokens'), (one) => <Tokens amount={one.tokens} />, 'end'],
              [t('gift.bonus'), (one) => <Amount value={one.bonus} unit="bonus" />, 'end'],
            ]}
          />
        )}
      </section>
    </>
  )
}
