// Parts shared by the screens of this room.
import type { RecordOf } from '@greenroom/contract/call'
import type { channelList } from '@greenroom/contract/channels'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../format/Amount.tsx'
import { ratio } from '../../format/change.ts'
import { percent } from '../../format/number.ts'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

export type Terms = Pick<RecordOf<typeof channelList>, 'model' | 'priceCents' | 'shareBp'>

/** `CPA · $0.80`, `CPS · 12%`. */
export function Price({ of }: { of: Terms }) {
  const { t, i18n } = useTranslation('promotion')
  return (
    <>
      {t(`options.model.${of.model}`)}
      {' · '}
      {of.model === 'CPS' ? (
        <bdi dir="ltr">{percent(of.shareBp ?? 0, i18n.language)}</bdi>
      ) : (
        <Amount value={of.priceCents} unit="usd" />
      )}
    </>
  )
}

/** A measured ratio in basis points; a dash if the divisor is zero. */
export function Percent({ bp }: { bp: number | null }) {
  const { i18n } = useTranslation()
  return <bdi dir="ltr">{bp === null ? '–' : ratio(bp / 10_000, i18n.language)}</bdi>
}

/** A coefficient in hundredths, always with two decimals. */
export const Coefficient = ({ value }: { value: number }) => <bdi dir="ltr">{(value / 100).toFixed(2)}</bdi>

export function Enabled({ is }: { is: boolean }) {
  const { label } = useLabels()
  return <StatusBadge tone={is ? 'good' : 'neutral'}>{label(`promotion:options.enabled.${is}`)}</StatusBadge>
}

/** Opens a drawer of this screen from another part of it. */
export const drawerHref = (drawer: string, rowId: string | number) =>
  `?drawer=${encodeURIComponent(`${drawer}:${rowId}`)}`
