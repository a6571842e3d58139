// The simulated app: its world, its HTTP address, and its bridge to Greenroom.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@greenroom/bridge-client'
import { openChains } from './chain/serve.ts'
import { type Check, checkWallets } from './check.ts'
import { openFeed } from './feed.ts'
import { keep, readKept } from './keep.ts'
import { serveMedia } from './media/server.ts'
import { makeStream } from './media/stream.ts'
import { payByUsdt } from './payers.ts'
import type { Settings } from './settings.ts'
import { anyOf } from './urls.ts'
import { openWalletReader } from './walletReader.ts'
import { giftsOf } from './world/gifts.ts'
import { People, walletStale } from './world/people.ts'
import { day, historyDays, scales } from './world/sizes.ts'
import { World } from './world/world.ts'

export type Print = (what: Record<string, unknown>) => void
/** How far the history may be sent next, in milliseconds; null: up to now. */
export type Ask = (reached: number) => Promise<number | null>

const tickMs = 100
/** After a gap this long, the time between is skipped. */
const gapMs = 90_000
const mostWaiting = 5_000
const keepMs = 5_000
const sayMs = 10_000

/** The world's time when the app starts. */
async function recall({ dataDir, size, seed, filled }: Settings, now: number) {
  const file = join(dataDir, 'world')
  const found = await readKept(file)
  if (found && found.kept.size === size && found.kept.seed === seed)
    return {
      file,
      ...found.kept,
      run: found.kept.run + 1,
      people: found.people,
      from: found.kept.filled ? now : found.kept.sentUntil,
    }
  const start = now - historyDays * day
  const fresh = { file, seed, size, start, sentUntil: start, filled, run: 1, port: 0 }
  if (!filled) return { ...fresh, people: undefined, from: start }
  // The state file is gone, but Greenroom knows the users: they are the same, and their wallets are read when they come
  // online.
  const { people: count } = scales[size]
  const people = new People(seed, Math.ceil(count * 1.1))
  for (let who = 0; who < count; who++) people.add(start + ((who + 1) / count) * (now - start))
  return { ...fresh, run: 2, people, from: now }
}

/**
 * Runs until `signal` is aborted, or until the check is done.
 *
 * @param ask called at every halt of the history.
 * @returns the check's result.
 */
export async function runApp(
  settings: Settings,
  signal: AbortSignal,
  print: Print,
  ask: Ask = async () => null,
): Promise<Check | null> {
  const began = Date.now()
  const before = await recall(settings, began)
  const client = createClient({ url: settings.urls[0]!, secret: settings.secret, fetch: anyOf(settings.urls) })
  const stream = await makeStream(join(settings.dataDir, 'stream'))
  const chains = openChains({
    dataDir: settings.dataDir,
    seed: before.seed,
    now: Date.now,
    secret: settings.secret,
  })
  const media = await serveMedia({
    port: settings.port || before.port,
    stream,
    now: Date.now,
    commands: client.receive({ others: (command) => obey(command) }),
    chains: chains.handle,
  })
  const address = `http://127.0.0.1:${media.port}`
  print({ listening: media.port })

  const world = new World({
    seed: before.seed,
    size: before.size,
    start: Math.max(before.from, began - (historyDays + 0.5) * day),
    origin: before.start,
    media: address,
    hls: stream ? `${address}/media/hls/live.m3u8` : undefined,
    run: before.run,
    tag: Math.floor(began / 1_000).toString(36),
    ...(before.people && { people: before.people }),
  })
  const { people } = world
  if (before.people) world.wakeUp()

  let { filled } = before
  let sentUntil = world.now
  const walletReader = openWalletReader(client, world, signal)
  const feed = openFeed(client, world, signal, ({ event, effects }) => {
    for (const { who } of effects) walletReader.moved(who)
    if (filled) sentUntil = Math.max(sentUntil, Date.parse(event.at))
    // In an interrupted history, the user may have been reported already, and have spent since.
    if (event.type === 'user.registered' && before.people && !filled)
      people.set(people.whoIs(event.data.userId), walletStale, true)
    if (event.type !== 'user.online') return
    const who = people.whoIs(event.data.userId)
    if (filled && who >= 0 && people.is(who, walletStale)) walletReader.want(who)
  })
  function obey(command: Parameters<typeof world.obey>[0] | { unknown: true }): void {
    if ('unknown' in command) return
    world.obey(command)
    if (command.type !== 'wallet.changed') return
    // It may have overlapped with an event's answer: read the balance again.
    const who = people.whoIs(command.data.userId)
    if (who < 0) return
    people.set(who, walletStale, true)
    setTimeout(() => walletReader.want(who), 1_000).unref()
  }

  const { seed, size, start, run } = before
  const save = () => {
    world.markOnline()
    return keep(before.file, { seed, size, start, sentUntil, filled, run, port: media.port }, people)
  }
  let saving = save()
  let savedAt = began
  let saidAt = began
  const atTimes = () => {
    const now = Date.now()
    if (now - savedAt > Math.max(keepMs, people.count / 20)) {
      savedAt = now
      saving = saving.then(save).catch((error: unknown) => console.error('the world could not be saved:', error))
    }
    if (now - saidAt > (filled ? sayMs : 500)) {
      saidAt = now
      print(filled ? { live: { ...world.crowd, ...feed.figures, people: people.count } } : { progress: progress() })
    }
  }
  const progress = () => Math.min(0.999, (sentUntil - start) / Math.max(1, Date.now() - start))

  let check: Check | null = null
  try {
    if (!filled) {
      print({ progress: progress() })
      await sendHistory()
      if (!signal.aborted) {
        filled = true
        const seconds = (Date.now() - began) / 1_000
        const { events, rejected } = feed.figures
        print({ filled: { seconds, events, perSecond: Math.round(events / seconds), people: people.count, rejected } })
      }
    }
    print({ progress: 1 })
    payByUsdt(client, world, chains, { seed: before.seed + began, signal }).catch((error: unknown) => {
      if (!signal.aborted) console.error('USDT payments stopped:', error)
    })
    await live()
    if (settings.check !== null && !signal.aborted) {
      await feed.flush()
      await pause(5_000, undefined, { signal })
      check = await checkWallets(client, world, settings.sample)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  await Promise.race([feed.close(), pause(2_000)])
  await saving
  await save()
  await media.close()
  return check

  /** Halts whenever the other side has something to do at that time. */
  async function sendHistory(): Promise<void> {
    const send = (until: number) =>
      feed.history(until, settings.ahead, (at) => {
        sentUntil = at
        atTimes()
      })
    for (let until = await ask(world.now); until !== null && !signal.aborted; until = await ask(world.now))
      await send(until)
    while (world.now < Date.now() - 1_000 && !signal.aborted) await send(Date.now())
    await feed.drain()
  }

  /** From now on events are sent as they happen. */
  async function live(): Promise<void> {
    // Later changes arrive as commands.
    await client.state.gifts().then(
      ({ gifts }) => world.setGifts(giftsOf(gifts)),
      (error: unknown) => console.error('the gifts could not be read:', error),
    )
    world.skip(Date.now(), world.scale.now)
    const wallAt = Date.now()
    const worldAt = world.now
    const ends = settings.check === null ? Number.POSITIVE_INFINITY : wallAt + settings.check * 1_000
    while (!signal.aborted && Date.now() < ends) {
      const now = worldAt + (Date.now() - wallAt) * settings.speed
      if (feed.waiting < mostWaiting) {
        if (now - world.now > gapMs) world.skip(now, world.scale.now)
        await feed.live(world.advance(now, mostWaiting))
      }
      atTimes()
      await pause(tickMs, undefined, { signal })
    }
  }
}
