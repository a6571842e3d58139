// Checks of the deployment files that need no other programs.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const compose = read('compose.yaml')
const dockerfile = read('Dockerfile')

/** The first group of every match. */
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** Names directly below a top-level key of the compose file, indented by two spaces. */
function keysOf(section: string): string[] {
  const body = new RegExp(`^${section}:\\n((?: .*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''
  return matches(body, /^ {2}([\w-]+):/gm)
}

test('what the Dockerfile copies from the repository exists, and is not ignored', () => {
  const copies = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '))
  const allowed = matches(read('.dockerignore'), /^!(.+)$/gm)
  expect(copies.length).toBeGreaterThan(5)
  for (const path of copies) {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(
      allowed.some((entry) => path === entry || path.startsWith(`${entry}/`)),
      path,
    ).toBe(true)
  }
})

test('the image starts an existing file, and not as root', () => {
  const [command = '[]'] = matches(dockerfile, /^CMD (.+)$/gm)
  const [program, ...options] = JSON.parse(command) as string[]
  expect(program).toBe('node')
  expect(existsSync(join(root, options.pop() ?? ''))).toBe(true)
  for (const option of options) expect(read('scripts/start.mjs')).toContain(`'${option}'`)
  expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.indexOf('\nCMD ['))
})

test('every stage that is copied from is declared', () => {
  const stages = matches(dockerfile, /^FROM \S+ AS (\w+)$/gm)
  for (const stage of matches(dockerfile, /--from=(\w+)/g)) expect(stages).toContain(stage)
})

test('the compose file refers only to files, services and volumes that exist', () => {
  const services = keysOf('services')
  expect(services).toEqual(['proxy', 'server-1', 'server-2', 'database', 'storage', 'bucket'])
  for (const path of matches(compose, /- \.\/([^:]+):/g)) expect(existsSync(join(root, path)), path).toBe(true)
  for (const name of matches(compose, /^ {4}(\w+): \{ condition: /gm)) expect(services).toContain(name)
  for (const name of matches(compose, /(?:- |\[")([\w-]+):\/(?:data|var)/g)) expect(keysOf('volumes')).toContain(name)
  for (const name of matches(read('deploy/Caddyfile'), /\b([\w-]+):8080/g)) expect(services).toContain(name)
  expect(compose).not.toContain('\t')
})

test('the settings in the compose file are valid', () => {
  const [block = ''] = matches(compose, /^x-server:[\s\S]*?environment:\n((?: {4}.*\n)+)/gm)
  const given = Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
      .map(([name, value]) => [
        name,
        value.replaceAll(/\$\{\w+:-(.*?)\}|\$\{\w+:\?.+?\}|"/g, (_, usual) => usual ?? ''),
      ])
      .map(([name = '', value = '']) => [name, value === '' ? 'password' : value]),
  )
  const config = readConfig({ ...given, SMS_PROVIDER: 'console' })
  expect(config).toMatchObject({
    TRUST_PROXY: 1,
    S3_ENDPOINT: 'http://storage:9000',
    PUBLIC_URL: 'http://localhost',
  })
  for (const name of Object.keys(given)) expect(Object.keys(config)).toContain(name)
})

test('the lock file lists the packages for every system, so that npm ci accepts it', () => {
  type Locked = { optionalDependencies?: Record<string, string> }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})
