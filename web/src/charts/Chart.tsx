// One chart: drawn in the page's colours and direction, told in words for whoever does not see it.
import { Skeleton, useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './charts.module.css'
import { useDescription } from './describe.ts'
import type { Drawn } from './draw.ts'
import { optionOf } from './option.ts'
import { paletteAt } from './palette.ts'
import type { Plot } from './plot.ts'

const wantsStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export default function Chart({ plot, title }: { plot: Plot; title: string }) {
  const { i18n } = useTranslation()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const description = useDescription(plot, title)
  const place = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()

  useEffect(() => {
    let here = true
    let made: Drawn | undefined
    void import('./draw.ts').then(({ draw }) => {
      if (!here || !place.current) return
      made = draw(place.current)
      setDrawn(made)
    })
    return () => {
      here = false
      made?.end()
      setDrawn(undefined)
    }
  }, [])

  const { language } = i18n
  useEffect(() => {
    if (!drawn || !place.current) return
    // The page's colours follow the scheme once it is written to the document, which may be after this effect.
    const frame = requestAnimationFrame(() => {
      if (!place.current) return
      drawn.show(
        optionOf(plot, {
          palette: paletteAt(place.current, scheme),
          fontFamily: getComputedStyle(place.current).fontFamily,
          rtl: document.documentElement.dir === 'rtl',
          description,
          still: wantsStill(),
        }),
      )
    })
    return () => cancelAnimationFrame(frame)
  }, [drawn, plot, scheme, description, language])

  // The library lays out left to right; what is said right to left is turned by its options.
  return (
    <div className={classes['frame']}>
      {!drawn && <Skeleton className={classes['waiting']} />}
      <div ref={place} className={classes['canvas']} dir="ltr" data-chart={drawn ? 'drawn' : 'waiting'} />
    </div>
  )
}
