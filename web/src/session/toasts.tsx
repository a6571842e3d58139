// The place of the messages, and the library that shows them: no page needs either to be drawn.
import { lazy, Suspense, useEffect, useState } from 'react'
import { afterScreen } from '../ui/afterScreen.ts'

let showPlace = () => {}

type Library = typeof import('./toastLibrary.ts')

let library: Promise<Library> | undefined

/** Puts the place of the messages on the page and fetches the library, again and again while the network is away. */
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

/** Shows a message, once the library is there. */
export const showToast = (toast: Toast): void =>
  void loadToasts().then(({ notifications }) => notifications.show({ withBorder: true, ...toast }))

export const hideToast = (id: string): void => void loadToasts().then(({ notifications }) => notifications.hide(id))

const Place = lazy(async () => ({ default: (await loadToasts()).Notifications }))

/** Where messages appear: in the corner and below dialogs (200), never over a title or a button that somebody is about to press. */
export function Toasts() {
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    showPlace = () => setWanted(true)
    return afterScreen(showPlace)
  }, [])
  return <Suspense>{wanted && <Place position="bottom-right" zIndex={190} limit={4} />}</Suspense>
}
