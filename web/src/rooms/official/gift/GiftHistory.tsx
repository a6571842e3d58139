import type { Answer } from '@greenroom/contract/call'
import type { giftInfo } from '@greenroom/contract/gifts'
import { Table, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Time } from '../../../format/Time.tsx'
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
        <Table verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('fields.at')}</Table.Th>
              <Table.Th ta="end">{t('columns.price')}</Table.Th>
              <Table.Th>{t('gift.by')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {prices.map((one) => (
              <Table.Tr key={one.from}>
                <Table.Td>
                  <Time at={one.from} />
                </Table.Td>
                <Table.Td ta="end">
                  <Tokens amount={one.price} />
                </Table.Td>
                <Table.Td>{one.by}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <section>
        <Title order={3} size="h5" mb={4}>
          {t('gift.days')}
        </Title>
        {days.length === 0 ? (
          t('gift.none')
        ) : (
          <Table verticalSpacing={2}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('gift.day')}</Table.Th>
                <Table.Th ta="end">{t('gift.units')}</Table.Th>
                <Table.Th ta="end">{t('gift.tokens')}</Table.Th>
                <Table.Th ta="end">{t('gift.bonus')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {days.map((one) => (
                <Table.Tr key={one.day}>
                  <Table.Td>{one.day}</Table.Td>
                  <Table.Td ta="end">
                    <Amount value={one.units} unit="number" />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Tokens amount={one.tokens} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <Amount value={one.bonus} unit="bonus" />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </section>
    </>
  )
}
