// An approval's effect: facts for money, before and after for anything else.
import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { DiffView } from '../../../ui/DiffView.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { PersonLink } from '../../../ui/PersonLink.tsx'

type Approval = RecordOf<typeof approvalList>
type Money = { direction: 'grant' | 'deduct'; tokens: number; total: number; ids: number[] }

/** A requested grant or deduction; undefined for anything else. */
function moneyOf({ kind, after }: Approval): Money | undefined {
  if (kind !== 'user.grant' && kind !== 'user.deduct') return undefined
  if (typeof after !== 'object' || after === null || !('ids' in after) || !('tokens' in after)) return undefined
  return after as Money
}

const shownPeople = 20

export function What({ one }: { one: Approval }) {
  const { t } = useTranslation('system')
  const money = moneyOf(one)
  if (!money) return <DiffView before={one.before} after={one.after} room="system" />
  const more = money.ids.length - shownPeople
  return (
    <Facts
      of={[
        [t('approval.what'), t(`approval.direction.${money.direction}`)],
        [t('approval.each'), <Amount key="each" value={money.tokens} unit="tokens" />],
        [t('approval.total'), <Amount key="total" value={money.total} unit="tokens" />],
        [
          t('approval.people', { count: money.ids.length }),
          <Group key="people" gap={8}>
            {money.ids.slice(0, shownPeople).map((userId) => (
              <PersonLink key={userId} person={{ userId, nickname: '', avatarUrl: '' }} />
            ))}
            {more > 0 && <span>{t('approval.more', { count: more })}</span>}
          </Group>,
        ],
      ]}
    />
  )
}
