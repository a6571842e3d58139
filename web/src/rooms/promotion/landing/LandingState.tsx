import type { RecordOf } from '@greenroom/contract/call'
import { landingList } from '@greenroom/contract/landing'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** The share of visitor-days that followed a link, in basis points. */
export const rateOf = ({ visits, clicks }: { visits: number; clicks: number }): number | null =>
  visits === 0 ? null : Math.floor((clicks * 10_000) / visits)

/** The version visitors see now. */
export function Shown({ of }: { of: Pick<Landing, 'a' | 'b' | 'shareB'> }) {
  const { t } = useTranslation('promotion')
  if (of.a === null) return <StatusBadge tone="neutral">{t('landing.notPublished')}</StatusBadge>
  if (of.b === null) return <StatusBadge tone="good">{t('landing.shows', { a: of.a })}</StatusBadge>
  return <StatusBadge tone="info">{t('landing.tests', { a: of.a, b: of.b, share: of.shareB })}</StatusBadge>
}

export type Landing = RecordOf<typeof landingList>
