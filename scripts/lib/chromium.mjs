// Finds Chromium for the browser tests, and installs it where missing.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findNode } from './node.mjs'
import { at } from './paths.mjs'
import { giveUp, print } from './print.mjs'
import { runShown } from './run.mjs'

// The build without windows comes first: the same engine, and the tests use a fifth less of the processor.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const application = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The path of a Chromium, with Chinese fonts; installs what is missing, and ends the run if that fails. */
export async function ensureChromium() {
  await ensureChineseFonts()
  const found = findChromium()
  if (found) return found
  const { CHROMIUM_PATH: asked } = process.env
  if (asked) giveUp(`CHROMIUM_PATH is ${asked}, but there is no program at that path.`)
  print('There is no Chromium on this machine; installing one …')
  await runShown(findNode(), [at('node_modules', 'playwright', 'cli.js'), 'install', '--only-shell', 'chromium'])
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (!findChromium()) await installPackages([name, 'fonts-noto-cjk'])
  return (
    findChromium() ??
    giveUp('The browser tests need Chromium, and none could be installed. Install one, or set CHROMIUM_PATH.')
  )
}

function findChromium() {
  const { CHROMIUM_PATH: asked } = process.env
  if (asked) return isProgram(asked) ? asked : undefined
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...usualPlaces]
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, join('/opt/google/chrome', 'chrome'), application, ...ofPlaywright()].find(isProgram)
}

/** Browsers installed by Playwright, newest first. */
function ofPlaywright() {
  const caches = {
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  }
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? caches[process.platform] ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(cache)) return []
  const inside = {
    'chromium_headless_shell-': [
      'chrome-headless-shell-linux64/chrome-headless-shell',
      'chrome-headless-shell-mac-arm64/chrome-headless-shell',
      'chrome-headless-shell-mac-x64/chrome-headless-shell',
      'chrome-headless-shell-win64/chrome-headless-shell.exe',
    ],
    'chromium-': [
      'chrome-linux64/chrome',
      'chrome-linux/chrome',
      'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
      'chrome-win64/chrome.exe',
      'chrome-win/chrome.exe',
    ],
  }
  return Object.entries(inside).flatMap(([prefix, paths]) => {
    const versionOf = (name) => Number(name.slice(prefix.length))
    const versions = readdirSync(cache).filter((name) => name.startsWith(prefix) && versionOf(name) > 0)
    versions.sort((a, b) => versionOf(b) - versionOf(a))
    return versions.flatMap((version) => paths.map((path) => join(cache, version, path)))
  })
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Without them Chinese text renders as boxes. */
async function ensureChineseFonts() {
  if (process.platform !== 'linux' || hasChineseFonts()) return
  print('There are no fonts for Chinese on this machine; installing some …')
  await installPackages(['fonts-noto-cjk', 'fontconfig'])
  if (!hasChineseFonts())
    giveUp('The browser tests need fonts for Chinese, and none could be installed: try the package fonts-noto-cjk.')
}

function hasChineseFonts() {
  const { stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return Boolean(stdout?.trim())
}

async function installPackages(packages) {
  if (process.getuid?.() !== 0 || !isDebian()) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runShown('apt-get', ['update', '-qq'], { env })
  await runShown('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
}
