// Allowed imports of the simulated app and its library, and where randomness and clocks may be used.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

function sourcesOf(folder: string): { path: string; code: string; imports: string[] }[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const code = readFileSync(`${root}${folder}/${name}`, 'utf8')
      const imports = [...code.matchAll(/(?:from|import) '([^']+)'/g)].map(([, path]) => path ?? '')
      return { path: `${folder}/${name}`, code, imports: imports.filter((path) => !/^(\.|node:)/.test(path)) }
    })
}
const isTest = ({ path }: { path: string }) => /\.(test|fixture)\.ts$/.test(path)

test('the simulated app imports only the library, and what makes pictures', () => {
  const known = sourcesOf('simulator/src').filter((source) => !isTest(source))
  expect(known.length).toBeGreaterThan(20)
  expect(new Set(known.flatMap(({ imports }) => imports))).toEqual(new Set(['@greenroom/bridge-client', 'sharp']))
  expect(known.filter(({ imports }) => imports.includes('sharp')).map(({ path }) => path)).toEqual([
    'simulator/src/media/jpegs.ts',
  ])
})

test('the library imports the bridge contract and the signing scheme', () => {
  const known = sourcesOf('bridge-client/src').filter((source) => !isTest(source))
  expect(new Set(known.flatMap(({ imports }) => imports))).toEqual(
    new Set([
      '@greenroom/contract/bridge.schema',
      '@greenroom/contract/bridgeCommands.schema',
      '@greenroom/contract/bridgeEvents.schema',
      'standardwebhooks',
    ]),
  )
})

test('the world has its own clock and randomness only', () => {
  const world = sourcesOf('simulator/src/world').filter((source) => !isTest(source))
  const impure = world.filter(({ code }) =>
    /Math\.random|Date\.now|new Date\(\)|performance\.|node:|setTimeout/.test(code),
  )
  expect(impure.map(({ path }) => path)).toEqual([])
})
