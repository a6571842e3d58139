// Checks of the deployment files that need no other programs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, unknownSettings } from '../src/config.ts'

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
  expect(services).toEqual(['proxy', 'server-1', 'server-2', 'database', 'storage', 'bucket', 'dump'])
  for (const path of matches(compose, /- \.\/([^:]+):/g)) expect(existsSync(join(root, path)), path).toBe(true)
  for (const name of matches(compose, /^ {4}(\w+): \{ condition: /gm)) expect(services).toContain(name)
  for (const name of matches(compose, /(?:- |\[")([\w-]+):\/(?:data|var)/g)) expect(keysOf('volumes')).toContain(name)
  for (const name of matches(read('deploy/Caddyfile'), /\b([\w-]+):8080/g)) expect(services).toContain(name)
  expect(compose).not.toContain('\t')
})

/** What `deploy/secrets.sh` makes, in a folder of its own. */
function makeSecrets(): { folder: string; again: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-deploy-'))
  const again = () => void execFileSync('sh', [join(root, 'deploy/secrets.sh')], { cwd: folder })
  again()
  return { folder: join(folder, 'secrets'), again }
}

test('the passwords are made once, and the storage knows the key that the servers use, for their bucket alone', () => {
  const { folder, again } = makeSecrets()
  const contents = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const made = contents()
  for (const [name, secret] of Object.entries(made)) if (name !== 's3.json') expect(secret, name).toMatch(/^[\w-]{32}$/)
  expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
  const { identities } = JSON.parse(made['s3.json']!) as { identities: { credentials: unknown; actions: string[] }[] }
  expect(identities).toHaveLength(1)
  expect(identities[0]!.credentials).toEqual([{ accessKey: made['s3_key'], secretKey: made['s3_secret'] }])
  expect(identities[0]!.actions.every((action) => action.endsWith(':greenroom'))).toBe(true)
  again()
  expect(contents()).toEqual(made)

  const declared = Object.fromEntries(
    [...compose.matchAll(/^ {2}([\w.]+): \{ file: \.\/secrets\/([\w.]+) \}$/gm)].map((one) => [one[1], one[2]]),
  )
  expect(Object.keys(declared).toSorted()).toEqual(Object.keys(made).toSorted())
  const mounted = matches(compose, /^ {2,4}secrets: \[(.+)\]$/gm).flatMap((names) => names.split(', '))
  for (const name of mounted) expect(Object.keys(declared)).toContain(name)
  for (const name of matches(compose + read('deploy/postgres/roles.sh'), /\/run\/secrets\/([\w.]+)/g))
    expect(mounted).toContain(name)
})

test('the settings in the compose file are valid, and the servers work as a role that owns nothing', () => {
  const { folder } = makeSecrets()
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
        value
          .replaceAll(/\$\{\w+:-(.*?)\}|\$\{\w+:\?.+?\}|"/g, (_, usual) => usual ?? '')
          .replace('/run/secrets', folder),
      ]),
  )
  const config = readConfig({ ...given, SMS_PROVIDER: 'console' })
  expect(config).toMatchObject({
    TRUST_PROXY: 1,
    S3_ENDPOINT: 'http://storage:8333',
    PUBLIC_URL: 'http://localhost',
  })
  expect(unknownSettings(given)).toEqual([])
  const [owner, role] = [new URL(config.DATABASE_DIRECT_URL!).username, new URL(config.DATABASE_URL!).username]
  expect(owner).not.toBe(role)
  for (const name of [owner, role])
    expect(read('deploy/postgres/roles.sh')).toContain(`create role ${name} login password`)
})

test('every service is confined, and of one version', () => {
  for (const name of keysOf('services')) {
    const [body = ''] = matches(compose, new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, 'gm'))
    expect(body, name).toMatch(/<<: \*(confined|server)/)
    const image = /image: (\S+)/.exec(body)?.[1]
    if (image) expect(image, name).toMatch(/:\d+\.\d+/)
  }
  expect(matches(dockerfile, /^FROM node:(\S+)/gm).every((version) => /^\d+\.\d+\.\d+-/.test(version))).toBe(true)
})

test('the unit of systemd starts as npm start does', () => {
  const unit = read('deploy/greenroom.service')
  const [, command = ''] = /^ExecStart=\S+ (.+)$/m.exec(unit) ?? []
  const options = command.split(' ')
  expect(existsSync(join(root, options.pop()!))).toBe(true)
  for (const option of options) expect(read('scripts/start.mjs')).toContain(`'${option}'`)
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
