import type { Answer } from '@greenroom/contract/call'
import type { securityInfo } from '@greenroom/contract/security'
import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import home from '../Home.module.css'

/** When somebody logged in with this account's name, or failed to. */
export function RecentLogins({ of }: { of: Answer<typeof securityInfo> }) {
  const { t } = useTranslation('security')
  if (of.logins.length === 0)
    return (
      <Text c="dimmed" className={home.padded}>
        {t('logins.empty')}
      </Text>
    )
  return (
    <div className={home.scroll} role="group" aria-label={t('logins.title')} tabIndex={0}>
      <Table className={home.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('logins.when')}</Table.Th>
            <Table.Th>{t('logins.where')}</Table.Th>
            <Table.Th>{t('logins.how')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.logins.map(({ at, ip, factor }) => (
            <Table.Tr key={`${at} ${ip} ${factor}`}>
              <Table.Td className={home.when}>
                <Time at={at} />
              </Table.Td>
              <Table.Td className={home.when}>
                <bdi dir="ltr">{ip}</bdi>
              </Table.Td>
              <Table.Td>
                {factor === null ? <Text c="red">{t('logins.failed')}</Text> : t(`logins.factors.${factor}`)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
