import { useTranslation } from 'react-i18next'
import { percent } from '../format/number.ts'
import { scoreTone } from './tones.ts'
import classes from './ui.module.css'

/** The machine's score as a share of a hundred: `86%`. */
export const scoreText = (score: number, language: string): string => percent(Math.round(score * 100) * 100, language)

/** The machine's score, 0 to 1, in the one notation and the one scale of colours; a dash before it is known. */
export function Score({ score }: { score: number | null }) {
  const { i18n } = useTranslation()
  if (score === null) return '–'
  return (
    <bdi dir="ltr" className={classes['risk']} data-tone={scoreTone(score)}>
      {scoreText(score, i18n.language)}
    </bdi>
  )
}
