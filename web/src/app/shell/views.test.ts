import type { Location } from 'react-router'
import { expect, test } from 'vitest'
import { neighbourOf, nextViews, type Tab, type View, withTab } from './views.ts'

const at = (pathname: string, search = ''): Location =>
  ({ pathname, search, hash: '', state: null, key: '' }) as Location
const view = (path: string, cacheAble = true): View => ({
  path,
  location: at(path),
  cacheAble,
  place: { kind: 'home' },
  route: { name: path, level: 3, temp: undefined },
})
const paths = (views: readonly View[]) => views.map(({ path }) => path)

test('leaving a view caches it, leaving the next one caches that instead', () => {
  const first = nextViews([], view('/a'))
  const second = nextViews(first, view('/b'))
  const third = nextViews(second, view('/c'))
  expect([paths(first), paths(second), paths(third)]).toEqual([['/a'], ['/b', '/a'], ['/c', '/b']])
})

test('going back swaps the shown and the kept view', () => {
  const back = nextViews(nextViews(nextViews([], view('/a')), view('/b')), view('/a'))
  expect(paths(back)).toEqual(['/a', '/b'])
})

test('a view that may not be cached is not kept, nor is the one kept before it', () => {
  const views = nextViews(nextViews(nextViews([], view('/a')), view('/b', false)), view('/c'))
  expect(paths(views)).toEqual(['/c'])
})

test('another address of the shown view changes neither it nor the kept one', () => {
  const views = nextViews([view('/b'), view('/a')], { ...view('/b'), location: at('/b', '?page=2') })
  expect(paths(views)).toEqual(['/b', '/a'])
  expect(views[0]?.location.search).toBe('?page=2')
})

test('a tab takes the whole address of its view', () => {
  const tabs = withTab(withTab([], at('/a')), at('/b'))
  expect(withTab(tabs, at('/a', '?q=x'))).toEqual([
    { path: '/a', address: '/a?q=x' },
    { path: '/b', address: '/b' },
  ])
  expect(withTab(tabs, at('/a'))).toBe(tabs)
})

test('closing leads to the neighbour', () => {
  const tabs: Tab[] = ['/dashboard', '/a', '/b'].map((path) => ({ path, address: path }))
  expect(neighbourOf(tabs, '/a').path).toBe('/b')
  expect(neighbourOf(tabs, '/b').path).toBe('/a')
})
