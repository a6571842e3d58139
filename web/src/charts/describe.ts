// A chart's text alternative: its name, and for each line its start, end and range.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { extremes, type Plot, shownLabels } from './plot.ts'

export function useDescription(plot: Plot, title: string): string {
  const { t } = useTranslation('charts')
  return useMemo(() => {
    if (plot.kind === 'heat') {
      const found = extremes(plot.values.flat())
      const range = found
        ? t('range', { least: plot.format(found.least), most: plot.format(found.most) })
        : t('nothing')
      return `${title}. ${plot.name}: ${range}`
    }
    const labels = shownLabels(plot.axis)
    const span = labels.length > 0 ? t('span', { from: labels[0], to: labels.at(-1) }) : ''
    const lines = plot.lines.map(({ name, values, format }) => {
      const found = extremes(values)
      return `${name}: ${found ? t('range', { least: format(found.least), most: format(found.most) }) : t('nothing')}`
    })
    return [title, span, ...lines].filter(Boolean).join('. ')
  }, [plot, title, t])
}
