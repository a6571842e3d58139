// The examples in other languages, and how to run those whose language is on this machine.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const examplesFolder = fileURLToPath(new URL('../examples/', import.meta.url))

type Runs = {
  /** Compiles a file into a folder. */
  compile?(file: string, into: string): void
  /** The command that runs `check` or `send`; `made` is what was compiled, or the file itself. */
  command(made: string): string[]
  /** The command that receives; `PORT` is set. */
  receives(made: string, port: number): string[]
}

export type Language = Runs & { name: string; file: string; program: string; isHere: boolean }

const languageOf = (name: string, file: string, program: string, runs: Runs): Language => ({
  name,
  file: join(examplesFolder, name, file),
  program,
  isHere: spawnSync('sh', ['-c', `command -v ${program}`]).status === 0,
  ...runs,
})

const both = (command: Runs['command']): Pick<Runs, 'command' | 'receives'> => ({
  command,
  receives: (made) => [...command(made), 'receive'],
})

export const languages: readonly Language[] = [
  languageOf(
    'python',
    'greenroom.py',
    'python3',
    both((file) => ['python3', '-B', file]),
  ),
  languageOf('php', 'greenroom.php', 'php', {
    command: (file) => ['php', file],
    receives: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  }),
  languageOf('go', 'greenroom.go', 'go', {
    compile: (file, into) => void execFileSync('go', ['build', '-o', join(into, 'greenroom'), file]),
    ...both((made) => [join(made, 'greenroom')]),
  }),
  languageOf('java', 'Greenroom.java', 'javac', {
    compile: (file, into) => void execFileSync('javac', ['-d', into, file]),
    ...both((made) => ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', made, 'Greenroom']),
  }),
]

const compiledFolder = fileURLToPath(new URL('../../.cache/examples/', import.meta.url))

/** The file, or what it was compiled to: once for each content, whichever test comes first. */
function madeOf(language: Language): string {
  const { name, file } = language
  if (!language.compile) return file
  const made = join(compiledFolder, `${name}-${hash('sha256', readFileSync(file)).slice(0, 16)}`)
  if (existsSync(made)) return made
  const unfinished = `${made}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  language.compile(file, unfinished)
  try {
    renameSync(unfinished, made)
  } catch {
    // Another test's process was faster.
    rmSync(unfinished, { recursive: true })
  }
  return made
}

export type Ended = { code: number | null; output: string; errors: string }

export type Example = {
  folder: string
  /** Runs `check …` or `send` to its end. */
  run(...words: string[]): Promise<Ended>
  /** Starts the receiver and waits until it listens on `port`; ends with `close`. */
  receive(port: number): Promise<{ url: string; output(): string }>
  close(): void
}

/** An example in a folder of its own, which keeps what it stores. */
export function openExample(language: Language, settings: { url: string; secret: string }): Example {
  const folder = mkdtempSync(join(tmpdir(), `greenroom-${language.name}-`))
  const made = madeOf(language)
  const children: ChildProcess[] = []
  const start = ([program, ...words]: string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(program!, words, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        LANG: 'C.UTF-8',
        GREENROOM_URL: settings.url,
        GREENROOM_SECRET: settings.secret,
        GREENROOM_FIRST_WAIT: '0.001',
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const said = { output: '', errors: '' }
    child.stdout.on('data', (chunk) => (said.output += String(chunk)))
    child.stderr.on('data', (chunk) => (said.errors += String(chunk)))
    return { child, said }
  }
  return {
    folder,
    async run(...words) {
      const { child, said } = start([...language.command(made), ...words])
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      return { code, ...said }
    },
    async receive(port) {
      const { child, said } = start(language.receives(made, port), { PORT: String(port) })
      const words = () => said.output + said.errors
      await new Promise<void>((resolve, reject) => {
        child.once('close', () => reject(new Error(`it ended: ${words()}`)))
        const look = () => /listening|started/i.test(words()) && resolve()
        child.stdout.on('data', look)
        child.stderr.on('data', look)
      })
      return { url: `http://127.0.0.1:${port}/`, output: words }
    },
    close() {
      for (const child of children) child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
