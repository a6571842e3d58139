import type { Page } from '@playwright/test'

/** From the click on a row's box until the picture with its mark has been drawn, measured inside the page. */
export function chooseRows(page: Page, times: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[role=gridcell] input[type=checkbox]')]
    const drawn = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          // A message is handled after the frame, with its layout and paint, is done.
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
