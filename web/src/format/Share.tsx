import { useTranslation } from 'react-i18next'
import { fewCases } from './change.ts'
import classes from './format.module.css'
import { integer, share } from './number.ts'

/** `28% · 20/72`: a share with the counts behind it; of fewer than twenty cases only the counts, grey. */
export function Share({ part, whole }: { part: number; whole: number }) {
  const { i18n } = useTranslation()
  const counts = `${integer(part, i18n.language)}/${integer(whole, i18n.language)}`
  if (whole === 0) return <span aria-hidden>–</span>
  return (
    <bdi dir="ltr" className={classes['figure']} data-few={whole < fewCases || undefined}>
      {whole < fewCases ? (
        counts
      ) : (
        <>
          {share(part / whole, i18n.language)} <span className={classes['counts']}>· {counts}</span>
        </>
      )}
    </bdi>
  )
}
