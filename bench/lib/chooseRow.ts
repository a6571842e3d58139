import type { Page } from '@playwright/test'

/** Time from the click on a row's checkbox until the checked row is painted, measured inside the page. */
export function chooseRows(page: Page, times: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=gridcell] input[type=checkbox]')]
    const drawn = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          // A message is handled after the frame's layout and paint.
          const channel = new MessageChannel()
          channel.port1.onmessage = () => resolve()
          channel.port2.postMessage(undefined)
        })
      })
    const took: number[] = []
    for (let time = 0; time < count; time++) {
      const box = boxes[time % boxes.length]
      if (!box) throw new Error('there is no row to choose')
      await new Promise((resolve) => setTimeout(resolve, 200))
      const started = performance.now()
      box.click()
      await drawn()
      took.push(performance.now() - started)
      if (!box.checked) throw new Error('the row was not chosen')
    }
    return took
  }, times)
}
