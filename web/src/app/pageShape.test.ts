import { screens } from '@greenroom/contract/screens'
import { expect, test } from 'vitest'
import { shapeOf } from './PageSkeleton.tsx'

const withShape = (shape: string) =>
  Object.values(screens)
    .map(({ path }) => path)
    .filter((path) => shapeOf(path) === shape)

test('each queue and the wall wait as pictures, dashboards as figures, all others as rows', () => {
  expect(withShape('pictures').toSorted()).toEqual([
    '/audit/avatar',
    '/audit/basic',
    '/audit/cover',
    '/audit/dynamic',
    '/audit/greeting',
    '/audit/library',
    '/audit/official',
    '/audit/photo',
    '/live/monitor',
  ])
  expect(withShape('figures').every((path) => path.startsWith('/data/'))).toBe(true)
  expect(shapeOf('/user/list')).toBe('rows')
})
