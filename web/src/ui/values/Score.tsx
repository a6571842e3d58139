import { useTranslation } from 'react-i18next'
import { percent } from '../../format/number.ts'
import { scoreTone } from '../stateColours.ts'
import classes from '../ui.module.css'

/** The machine score as a percentage: `86%`. */
export const scoreText = (score: number, language: string): string => percent(Math.round(score * 100) * 100, language)

/** The machine score, 0 to 1, as a coloured percentage; a dash while unknown. */
export function Score({ score }: { score: number | null }) {
  const { i18n } = useTranslation()
  if (score === null) return '–'
  return (
    <bdi dir="ltr" className={classes['risk']} data-tone={scoreTone(score)}>
      {scoreText(score, i18n.language)}
    </bdi>
  )
}
