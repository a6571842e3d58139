import { memo, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { Broken } from '../Broken.tsx'
import { HomePage } from '../HomePage.tsx'
import NotFound from '../NotFound.tsx'
import { PageSkeleton } from '../PageSkeleton.tsx'
import { screensByMenu } from '../screens.tsx'
import type { View } from './views.ts'

function Screen({ place }: Pick<View, 'place'>) {
  if (place.kind === 'home') return <HomePage />
  const Found = place.kind === 'screen' ? screensByMenu[place.menu] : place.route.Page
  return Found ? <Found /> : <NotFound />
}

/** Renders a view at its own location: a hidden one keeps the address it was left at. */
export const ViewHost = memo(function ViewHost({ view }: { view: View }) {
  const { place, location } = view
  return (
    <Routes location={location}>
      <Route
        path={place.kind === 'detail' ? place.route.pattern : '*'}
        element={
          <Broken at={location.pathname + location.search}>
            <Suspense fallback={<PageSkeleton path={location.pathname} />}>
              <Screen place={place} />
            </Suspense>
          </Broken>
        }
      />
    </Routes>
  )
})
