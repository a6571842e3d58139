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
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
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

export type Drawn = {
  /** Replaces the drawn figures. */
  show: (option: Option) => void
  /** Highlights a figure of a series, as the pointer does; without one, nothing. */
  point: (at: Tip | undefined) => void
  end: () => void
}

/** Draws into an element and follows its size. */
export function draw(element: HTMLElement): Drawn {
  const chart = init(element)
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(element)
  return {
    show: (option) => chart.setOption(option, { notMerge: true }),
    point: (at) => {
      if (at) chart.dispatchAction({ type: 'showTip', seriesIndex: at.series, dataIndex: at.index })
      else chart.dispatchAction({ type: 'hideTip' })
    },
    end: () => {
      observer.disconnect()
      chart.dispose()
    },
  }
}

/** Renders once, off-screen. */
export function drawOnce(
  option: Option,
  { width, height, ratio }: { width: number; height: number; ratio: number },
): HTMLCanvasElement {
  const chart = init(document.createElement('div'), null, { width, height, devicePixelRatio: ratio })
  try {
    chart.setOption({ ...option, animation: false })
    return chart.renderToCanvas({ pixelRatio: ratio })
  } finally {
    chart.dispose()
  }
}
