import { type ComponentType, lazy, useState } from 'react'

type Loading<P> = Promise<{ default: ComponentType<P> }>

/** A component in a file of its own, that can be fetched ahead of its being drawn. */
export type Loadable<P> = ComponentType<P> & {
  /** Fetches it; a failure shows where it is drawn. */
  preload: () => void
  /** Fetches it, and says when it is there or failed. */
  ready: () => Promise<void>
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
        throw error
      },
    )
    return loading
  }
  const Lazy = lazy(fetched) as unknown as ComponentType<P>
  function Drawn(props: P) {
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  const ready = () =>
    fetched().then(
      () => {},
      () => {},
    )
  return Object.assign(Drawn, { ready, preload: () => void ready() })
}
