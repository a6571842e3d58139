import { type ComponentType, lazy, useState } from 'react'

type Loading<P> = Promise<{ default: ComponentType<P> }>

/** A component in a chunk of its own, which can be prefetched. */
export type Loadable<P> = ComponentType<P> & {
  /** Fetches it; a failure appears when it renders. */
  preload: () => void
  /** Fetches it; resolves when it has loaded or failed. */
  ready: () => Promise<void>
}

type PropsOf<C> = C extends ComponentType<infer P extends object> ? P : never

let attempt = 0

/** From now on, a failed chunk is fetched again on render. */
export function loadAgain(): void {
  attempt++
}

/**
 * Like `lazy`, but renders at once if prefetched: `lazy` suspends even for a loaded chunk, and React keeps the fallback for 300 ms.
 */
export function loadable<P extends object>(load: () => Loading<P>): Loadable<P>
/** One of several components of a file. */
export function loadable<M extends object, K extends keyof M>(load: () => Promise<M>, name: K): Loadable<PropsOf<M[K]>>
export function loadable<P extends object>(load: () => Promise<object>, name = 'default'): Loadable<P> {
  const component = () =>
    load().then((module): { default: ComponentType<P> } => ({ default: Reflect.get(module, name) }))
  return drawnWhenLoaded(component)
}

function drawnWhenLoaded<P extends object>(load: () => Loading<P>): Loadable<P> {
  let loaded: ComponentType<P> | undefined
  let loading: Loading<P> | undefined
  const fetched = (): Loading<P> => {
    loading ??= load().then(
      (module) => {
        loaded = module.default
        return module
      },
      (error: unknown) => {
        loading = undefined
        failedAt = attempt
        throw error
      },
    )
    return loading
  }
  let Lazy = lazy(fetched) as unknown as ComponentType<P>
  let failedAt: number | undefined
  // `lazy` caches a failure, so a retry needs a new instance.
  const lazyNow = () => {
    if (failedAt !== undefined && failedAt !== attempt) {
      failedAt = undefined
      Lazy = lazy(fetched) as unknown as ComponentType<P>
    }
    return Lazy
  }
  function Drawn(props: P) {
    const [Component] = useState(() => loaded ?? lazyNow())
    return <Component {...props} />
  }
  const ready = () =>
    fetched().then(
      () => {},
      () => {},
    )
  return Object.assign(Drawn, { ready, preload: () => void ready() })
}
