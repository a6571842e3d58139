// Ready shell lines that connect an app: shown by /setup with address and secret filled in, run by a test of the examples they use
// (`bridge-client/src/readyLines.test.ts`).

export const readyLanguages = ['curl', 'node', 'python', 'java', 'php'] as const
export type ReadyLanguage = (typeof readyLanguages)[number]

/** The file of `bridge-client/examples/` that the lines need beside them; Node needs the library. */
export const readyFiles: Readonly<Record<ReadyLanguage, string | null>> = {
  curl: 'sign.sh',
  node: null,
  python: 'python/greenroom.py',
  java: 'java/Greenroom.java',
  php: 'php/greenroom.php',
}

export type ReadyEvent = { id: string; type: string; at: string; data: Readonly<Record<string, string | number>> }

/** A first event: one registered user, to be replaced by one of the app's own. */
export const firstEvent = (id: string, at: Date): ReadyEvent => ({
  id,
  type: 'user.registered',
  at: at.toISOString(),
  data: {
    userId: 1,
    nickname: 'Ana',
    sex: 'woman',
    country: 'BR',
    language: 'pt',
    platform: 'android',
    deviceId: 'device-1',
  },
})

/** Where the library comes from that the lines need; null where a file of the examples is enough. */
export const readyLibrary: Readonly<Record<ReadyLanguage, readonly string[] | null>> = {
  curl: null,
  node: [
    "# In the folder of Greenroom's repository, with Node 24: builds the library.",
    'npm ci && npm run build --workspace=bridge-client',
    "# In your app's folder: installs it from there.",
    'npm install /path/to/greenroom/bridge-client/dist',
  ],
  python: null,
  java: null,
  php: null,
}

type Given = { url: string; secret: string; event: ReadyEvent }

/** A text in single quotes of the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const settings = ({ url, secret }: Given) => [
  `export GREENROOM_URL=${quoted(url)}`,
  `export GREENROOM_SECRET=${quoted(secret)}`,
]
const file = (name: string, lines: readonly string[]) => [`cat > ${name} <<'END'`, ...lines, 'END']
const stored = ({ event }: Given) => file('unsent.ndjson', [JSON.stringify(event)])

const sends: Readonly<Record<ReadyLanguage, (given: Given) => string[]>> = {
  curl: (given) => [...stored(given), 'sh sign.sh POST events unsent.ndjson'],
  node: ({ event: { type, data } }) => [
    ...file('first.mjs', [
      'import { createClient } from "@greenroom/bridge-client"',
      '',
      'const { GREENROOM_URL: url, GREENROOM_SECRET: secret } = process.env',
      `const event = ${JSON.stringify({ type, data })}`,
      'console.log(await createClient({ url, secret }).send([event]))',
    ]),
    'node first.mjs',
  ],
  python: (given) => [...stored(given), 'python3 greenroom.py flush'],
  java: (given) => [...stored(given), 'java Greenroom.java flush'],
  php: (given) => [...stored(given), 'php greenroom.php flush'],
}

/** The lines that send the event, for a POSIX shell. */
export const readyLines = (language: ReadyLanguage, given: Given): string =>
  [...settings(given), ...sends[language](given)].join('\n')

/** The line that listens for commands; null where the example only sends. */
export const readyReceiver: Readonly<Record<ReadyLanguage, string | null>> = {
  curl: null,
  node: null,
  python: 'PORT=4000 python3 greenroom.py receive',
  java: 'PORT=4000 java Greenroom.java receive',
  php: 'php -S 127.0.0.1:4000 greenroom.php',
}
