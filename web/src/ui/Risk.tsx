import { useTranslation } from 'react-i18next'
import { percent } from '../format/number.ts'
import { scoreTone } from './tones.ts'
import classes from './ui.module.css'

/** The machine's score as a share of a hundred: `86%`. */
export const scoreText = (score: number, language: string): string => percent(Math.round(score * 100) * 100, language)

/** A score of the machine, 0 to 1, in the one notation and the one scale of colours. */
export function Risk({ score }: { score: number }) {
  const { i18n } = useTranslation()
  return (
    <bdi dir="ltr" className={classes['risk']} data-tone={scoreTone(score)}>
      {scoreText(score, i18n.language)}
    </bdi>
  )
}
