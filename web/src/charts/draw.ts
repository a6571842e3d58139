// The library with only the needed parts: a separate chunk, loaded with the first chart.
import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { type EChartsType, init, setPlatformAPI, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { measure } from './measure.ts'
import type { Option } from './option.ts'
import type { Tip } from './read.ts'

use([
  BarChart,
  HeatmapChart,
  LineChart,
  AriaComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
  VisualMapComponent,
  CanvasRenderer,
])

// One canvas measures, in which the font is set once.
setPlatformAPI({ measureText: measure as (text: string, font?: string) => TextMetrics })

type Size = { width: number; height: number }

export type Drawn = {
  /** Replaces the drawn figures. */
  show: (option: Option) => void
  /** Highlights a figure of a series, as the pointer does; without one, nothing. */
  point: (at: Tip | undefined) => void
  end: () => void
}

/**
 * Ends a chart that may still be painting. Heat tables are painted over several frames on a slow machine, and the library
 * does not cancel the next one: it would fail on what is disposed. Painting nothing replaces it.
 */
function dispose(chart: EChartsType): void {
  chart.clear()
  chart.getZr().refreshImmediately()
  chart.dispose()
}

/** Draws into an element of a known size, and follows it. */
export function draw(element: HTMLElement, { width, height }: Size): Drawn {
  const chart = init(element, null, { width: Math.floor(width), height: Math.floor(height) })
  // The observer also reports the initial size: without this check, everything would be drawn twice.
  const observer = new ResizeObserver(([entry]) => {
    const [wide, high] = [Math.floor(entry!.contentRect.width), Math.floor(entry!.contentRect.height)]
    if (wide !== chart.getWidth() || high !== chart.getHeight()) chart.resize({ width: wide, height: high })
  })
  observer.observe(element)
  // Created when the chart is first pointed at: the first drawing need not wait for it.
  let tooltip: Option['tooltip']
  let isPointed = false
  const createTooltip = () => {
    if (isPointed) return
    isPointed = true
    if (tooltip) chart.setOption({ tooltip })
  }
  element.addEventListener('pointerenter', createTooltip, { once: true })
  return {
    show: ({ tooltip: own, ...option }) => {
      tooltip = own
      chart.setOption(isPointed && own ? { ...option, tooltip: own } : option, { notMerge: true })
    },
    point: (at) => {
      if (!at && !isPointed) return
      createTooltip()
      if (at) chart.dispatchAction({ type: 'showTip', seriesIndex: at.series, dataIndex: at.index })
      else chart.dispatchAction({ type: 'hideTip' })
    },
    end: () => {
      observer.disconnect()
      element.removeEventListener('pointerenter', createTooltip)
      dispose(chart)
    },
  }
}

/** Renders once, off-screen. */
export function drawOnce(option: Option, { width, height, ratio }: Size & { ratio: number }): HTMLCanvasElement {
  const chart = init(document.createElement('div'), null, { width, height, devicePixelRatio: ratio })
  try {
    chart.setOption({ ...option, animation: false })
    return chart.renderToCanvas({ pixelRatio: ratio })
  } finally {
    dispose(chart)
  }
}
