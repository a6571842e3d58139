import { lazy, memo, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { loadTexts } from '../i18n/index.ts'
import { Broken } from './Broken.tsx'
import NotFound from './NotFound.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { detailRoutes, homeNamespaces, loadHome, namespacesOf, type ScreenLoader, screenLoaders } from './screens.tsx'
import type { View } from './views.ts'

const withTexts = (load: ScreenLoader, namespaces: Parameters<typeof loadTexts>[0]) =>
  lazy(async () => {
    const [screen] = await Promise.all([load(), loadTexts(namespaces)])
    return screen
  })

const Home = withTexts(loadHome, homeNamespaces)
const screens = new Map(
  Object.entries(screenLoaders).map(([menu, load]) => [
    menu,
    withTexts(load, namespacesOf(menu as keyof typeof screenLoaders)),
  ]),
)
const details = new Map(detailRoutes.map(({ name, of, load }) => [name, withTexts(load, namespacesOf(of))]))

function Screen({ place }: Pick<View, 'place'>) {
  if (place.kind === 'home') return <Home />
  const Found = place.kind === 'screen' ? screens.get(place.menu) : details.get(place.route.name)
  return Found ? <Found /> : <NotFound />
}

/** Draws a view at its own location: a hidden one goes on seeing the address it was left at. */
export const ViewHost = memo(function ViewHost({ view }: { view: View }) {
  const { place, location } = view
  return (
    <Routes location={location}>
      <Route
        path={place.kind === 'detail' ? place.route.pattern : '*'}
        element={
          <Broken>
            <Suspense fallback={<PageSkeleton />}>
              <Screen place={place} />
            </Suspense>
          </Broken>
        }
      />
    </Routes>
  )
})
