import { type ComponentType, type LazyExoticComponent, Suspense } from 'react'
import { useDrawer } from './useDrawer.ts'

export type DrawerProps = { /** A row's id; empty for a new one. */ about: string; close: () => void }
export type DrawerMap = Readonly<Record<string, LazyExoticComponent<ComponentType<DrawerProps>>>>

/** Shows the drawer that the address names, if this screen has it. */
export function Drawers({ of }: { of: DrawerMap }) {
  const { name, about, close } = useDrawer()
  const Content = name !== undefined && Object.hasOwn(of, name) ? of[name] : undefined
  return (
    <Suspense fallback={null}>{Content && <Content key={`${name}:${about}`} about={about} close={close} />}</Suspense>
  )
}
