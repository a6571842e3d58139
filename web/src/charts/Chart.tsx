// One chart: drawn in the page's colours and direction, with a text alternative.
import { useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { styleAt } from './chartColours.ts'
import classes from './charts.module.css'
import type { Drawn } from './draw.ts'
import { loadLibrary } from './library.ts'
import { optionOf } from './option.ts'
import { extremes, type Plot, shownLabels } from './plot.ts'
import { type At, describePoint, moved, tipAt } from './read.ts'
import { whenSeen } from './whenSeen.ts'

/** `still`: without keyboard and pointer interaction, for wall displays. */
export default function Chart({ plot, title, still }: { plot: Plot; title: string; still?: boolean }) {
  const { t, i18n } = useTranslation('charts')
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const description = useDescription(plot, title)
  const place = useRef<HTMLDivElement>(null)
  // No state: a chart that was drawn need not be rendered again.
  const drawn = useRef<Drawn>(undefined)
  const { language } = i18n
  const shown = useRef<unknown[]>([])
  const show = useEffectEvent((on: Drawn) => {
    const of = [on, plot, scheme, description, language]
    if (!place.current || of.every((value, index) => value === shown.current[index])) return
    shown.current = of
    const rtl = document.documentElement.dir === 'rtl'
    on.show(optionOf(plot, { ...styleAt(place.current, scheme), rtl, description }))
    place.current.dataset['chart'] = 'drawn'
  })

  useEffect(() => {
    let here = true
    const library = loadLibrary()
    const forget = whenSeen(place.current!, library, (size) => {
      void library.then(({ draw }) => {
        if (!here || !place.current) return
        drawn.current = draw(place.current, size)
        show(drawn.current)
      })
    })
    return () => {
      here = false
      forget()
      drawn.current?.end()
      drawn.current = undefined
    }
  }, [])

  useEffect(() => {
    // The page's colours change once the scheme is set on the document, which may be after this effect.
    const frame = requestAnimationFrame(() => drawn.current && show(drawn.current))
    return () => cancelAnimationFrame(frame)
  }, [plot, scheme, description, language])

  const [at, setAt] = useState<At>()
  const point = (next: At | undefined) => {
    setAt(next)
    drawn.current?.point(next && tipAt(plot, next))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = moved(plot, at, event.key, document.documentElement.dir === 'rtl')
    if (!next) return
    event.preventDefault()
    point(next)
  }

  const canvas = <div ref={place} className={classes['canvas']} dir="ltr" data-chart="waiting" />
  if (still) return <div className={classes['frame']}>{canvas}</div>
  // The library lays out left to right; its options reverse right-to-left content.
  return (
    <div
      className={classes['frame']}
      // Read point by point with the arrow keys.
      // biome-ignore lint: the chart is read with the keys
      tabIndex={0}
      role="group"
      aria-roledescription={t('roledescription')}
      aria-label={t('readable', { title })}
      onKeyDown={onKeyDown}
      onBlur={() => point(undefined)}
    >
      {canvas}
      <span className="visually-hidden" role="status">
        {at && describePoint(plot, at)}
      </span>
    </div>
  )
}

/** A chart's text alternative: its name, and for each line its start, end and range. */
function useDescription(plot: Plot, title: string): string {
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
