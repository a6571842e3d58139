import { type ComponentType, lazy, useState } from 'react'

type Loading<P> = Promise<{ default: ComponentType<P> }>

/** A component in a file of its own, that can be fetched ahead of its being drawn. */
export type Loadable<P> = ComponentType<P> & {
  /** Fetches it; a failure shows where it is drawn. */
  preload: () => void
  /** Fetches it, and says when it is there or failed. */
  ready: () => Promise<void>
}

let attempt = 0

/** From now on what could not be fetched is asked for again when it is drawn. */
export function loadAgain(): void {
  attempt++
}

/**
 * Like `lazy`, but drawn at once where it was fetched ahead: `lazy` waits a moment even for what is there, and what React drew in
 * its place it keeps for 300 ms.
 */
export function loadable<P extends object>(load: () => Loading<P>): Loadable<P> {
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
  // `lazy` keeps a failure for good, and drawing it again at once would only fail for ever: it takes a new attempt.
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
