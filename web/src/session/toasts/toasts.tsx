// Toasts: what draws them is loaded after the screen, which needs none for its first render.
import { lazy, Suspense, useEffect, useState } from 'react'
import { afterScreen } from '../../ui/behaviour/afterScreen.ts'
import { putToast, type Toast } from './toastStore.ts'

export { dropToast as hideToast, type Toast } from './toastStore.ts'

type Drawing = typeof import('./ToastList.tsx')

let showPlace = () => {}
let drawing: Promise<Drawing> | undefined

const triedAgainAfter = 5_000

/** With retries while the network is down. */
async function fetchDrawing(): Promise<Drawing> {
  for (;;) {
    try {
      return await import('./ToastList.tsx')
    } catch {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, triedAgainAfter)
        window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
      })
    }
  }
}

const List = lazy(() => (drawing ??= fetchDrawing()))

/** Shows a toast, as soon as it can be drawn. */
export function showToast(toast: Toast): void {
  putToast(toast)
  showPlace()
}

/** Where they are. */
export function Toasts() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    showPlace = () => setNeeded(true)
    return afterScreen(showPlace)
  }, [])
  return <Suspense>{needed && <List />}</Suspense>
}
