import type { Page } from '@playwright/test'

/** Milliseconds from navigation until the user's header is painted, and until the first part has its rows. */
export type Opened = { head: number; complete: number }

/** Opens user pages as a link does, and waits for what a reader waits for, measured inside the page. */
export const openPeople = (page: Page, ids: readonly number[]): Promise<Opened[]> =>
  page.evaluate(async (people) => {
    const drawn = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          // A message is handled after the frame's layout and paint.
          const channel = new MessageChannel()
          channel.port1.onmessage = () => resolve()
          channel.port2.postMessage(undefined)
        })
      })
    const until = async (isThere: () => boolean, started: number) => {
      while (!isThere()) {
        if (performance.now() - started > 10_000) throw new Error('the page was not painted within 10 s')
        await drawn()
      }
      return performance.now() - started
    }
    const took: { head: number; complete: number }[] = []
    for (const id of people) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      const started = performance.now()
      history.pushState({ usr: null, key: `k${id}`, idx: history.length }, '', `/user/detail/${id}`)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      const hasHead = () => [...document.querySelectorAll('article bdi')].some((of) => of.textContent === String(id))
      const head = await until(hasHead, started)
      const hasLines = () => {
        const part = document.querySelector('article [role=tabpanel]')
        return (part?.querySelectorAll('tr, li, [role=row]').length ?? 0) > 1
      }
      took.push({ head, complete: await until(() => hasHead() && hasLines(), started) })
    }
    return took
  }, ids)
