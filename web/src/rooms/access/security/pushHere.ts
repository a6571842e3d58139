// This browser at its push service. Its worker has a scope of its own, in which no page is: it only shows what arrives.
const worker = { path: '/push-worker.js', scope: '/push/' }

/** Why this browser cannot show notifications; undefined if it can. */
export function browserFault(): 'unknown' | 'insecure' | 'denied' | undefined {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unknown'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** Registers the worker, and waits until it runs. */
async function registered(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker.path, { scope: worker.scope })
  const starting = registration.installing ?? registration.waiting
  if (!registration.active && starting)
    await new Promise<void>((resolve) =>
      starting.addEventListener('statechange', () => starting.state === 'activated' && resolve()),
    )
  return registration
}

/** @returns what the server needs to reach this browser */
export async function subscribeHere(publicKey: string) {
  const { pushManager } = await registered()
  // One that was made with another installation's key cannot be used with ours.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' }
}

export async function unsubscribeHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(worker.scope)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
