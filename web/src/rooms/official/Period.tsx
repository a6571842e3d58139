import { useTranslation } from 'react-i18next'
import { dateTime } from '../../format/time.ts'
import { useSession } from '../../session/session.ts'
import { exactProps } from '../../ui/exact.ts'

/** A half-open period in the platform's zone, without the year if it is the current one. */
export function Period({ from, to }: { from: string | null; to: string | null }) {
  const { t } = useTranslation('official')
  const { timeZone, clockOffset } = useSession()
  if (from === null && to === null) return t('always')
  const year = dateTime(new Date(Date.now() + clockOffset).toISOString(), timeZone).slice(0, 5)
  const minute = (at: string | null) => (at === null ? '…' : dateTime(at, timeZone).slice(0, 16))
  const brief = (at: string | null) => minute(at).replace(year, '')
  return (
    <bdi
      dir="ltr"
      {...exactProps(() => `${minute(from)} – ${minute(to)} ${timeZone}`)}
      style={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {brief(from)} – {brief(to)}
    </bdi>
  )
}
