// The portal as an app on the phone: its manifest, from which it is installed, and the worker that says without a network that there is none.
import { currentLanguage } from '../../i18n/index.ts'

/** In the page's language; shortcuts are those of leaders or of agents. */
export function nameManifest(kind: 'leader' | 'agent'): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? document.createElement('link')
  Object.assign(link, { rel: 'manifest', href: `/manifest-${kind}-${currentLanguage()}.json` })
  document.head.append(link)
}

/** Browsers have workers on https and on this machine only. It is fetched anew with each page that is opened, and so follows updates. */
export function startWorker(): void {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  // Without it everything works as before.
  navigator.serviceWorker.register('/portal-worker.js', { updateViaCache: 'none' }).catch(() => {})
}
