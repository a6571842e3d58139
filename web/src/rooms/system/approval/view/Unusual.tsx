// What is unusual about a request, in the light of earlier ones.
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usd } from '../../../../format/number.ts'
import type { Approval } from './Request.tsx'
import classes from './view.module.css'
import { type Detail, whoIn } from './Who.tsx'

export function Unusual({ one, detail }: { one: Pick<Approval, 'kind'>; detail: Detail }) {
  const { t, i18n } = useTranslation('approvals')
  if (detail.unusual.length === 0) return <p className={classes['dim']}>{t('view.usual')}</p>
  const money = (cents: number) => usd(cents, i18n.language)
  const textOf = (of: Detail['unusual'][number]): string => {
    const who = whoIn(detail, of.kind, of.id)
    switch (of.why) {
      case 'first':
        return t(one.kind === 'withdrawal.pass' ? 'unusual.firstPass' : 'unusual.first', { who })
      case 'new':
        return of.days === 0 ? t('unusual.today', { who }) : t('unusual.new', { who, count: of.days })
      case 'more':
        return t('unusual.more', {
          who,
          count: of.earlier,
          amount: money(of.usdCents),
          mean: money(of.meanUsdCents),
        })
    }
  }
  return (
    <ul className={classes['unusual']}>
      {detail.unusual.map((of) => (
        <li key={`${of.why} ${of.kind} ${of.id}`}>
          <IconAlertTriangle size={15} aria-hidden />
          {textOf(of)}
        </li>
      ))}
    </ul>
  )
}
