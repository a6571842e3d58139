// The library itself, with the few parts that are drawn with: a chunk of its own, loaded with the first chart.
import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Option } from './option.ts'

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

export type Drawn = {
  /** Draws these figures instead of those before. */
  show: (option: Option) => void
  end: () => void
}

/** Draws into an element, as large as it is now and after it changes. */
export function draw(element: HTMLElement): Drawn {
  const chart = init(element)
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(element)
  return {
    show: (option) => chart.setOption(option, { notMerge: true }),
    end: () => {
      observer.disconnect()
      chart.dispose()
    },
  }
}
