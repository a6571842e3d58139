import type { ComponentType } from 'react'
import { loadTexts, type Namespace } from '../i18n/index.ts'
import { type Loadable, loadable } from '../ui/loadable.tsx'

export type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** A component with its texts, loaded in parallel with its code. */
export const withTexts = <P extends object>(load: Load<P>, namespaces: Namespace[]): Loadable<P> =>
  loadable(async () => {
    const [loaded] = await Promise.all([load(), loadTexts(namespaces)])
    return loaded
  })
