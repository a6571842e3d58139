// The container of toasts and its library, loaded on demand: no page needs them for its first render.
import { lazy, Suspense, useEffect, useState } from 'react'
import { afterScreen } from '../ui/behaviour/afterScreen.ts'

let showPlace = () => {}

type Library = typeof import('./toastLibrary.ts')

let library: Promise<Library> | undefined

/** Mounts the container and loads the library, with retries while the network is down. */
function loadToasts(): Promise<Library> {
  showPlace()
  library ??= fetchLibrary()
  return library
}

const triedAgainAfter = 5_000

async function fetchLibrary(): Promise<Library> {
  for (;;) {
    try {
      return await import('./toastLibrary.ts')
    } catch {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, triedAgainAfter)
        window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
      })
    }
  }
}

type Toast = Parameters<typeof import('@mantine/notifications').notifications.show>[0] & { id: string }

/** Shows a toast, once the library has loaded. */
export const showToast = (toast: Toast): void =>
  void loadToasts().then(({ notifications }) => notifications.show({ withBorder: true, ...toast }))

export const hideToast = (id: string): void => void loadToasts().then(({ notifications }) => notifications.hide(id))

const Place = lazy(async () => ({ default: (await loadToasts()).Notifications }))

/** Above the decision bar of a desk (`toastPlace.ts`). */
const above = { marginBottom: 'var(--toasts-lift, 0)' }

/** Position of toasts: in the corner and below dialogs (200), never over a title or a button. */
export function Toasts() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    showPlace = () => setNeeded(true)
    return afterScreen(showPlace)
  }, [])
  return <Suspense>{needed && <Place position="bottom-right" zIndex={190} limit={4} style={above} />}</Suspense>
}
