// Runs a long-lived child, forwarding signals and its exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'
import { toolEnvironment } from './run.mjs'

/**
 * Starts a child in its own process group and forwards SIGINT, SIGTERM and SIGHUP. In the terminal's group it would get
 * Ctrl-C several times: from the terminal, from npm and from us.
 */
export function startChild(command, args, { cwd = root, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: toolEnvironment(env),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code))
  })
  return { ended, kill: (signal) => child.kill(signal) }
}

/**
 * Forwards signals to all children, once each: npm and the terminal may both send the same one. The shell between npm
 * and us dies of a signal without forwarding it, so its end counts as SIGTERM too.
 */
export function forwardSignals(children) {
  const forwardOnce = once((signal) => {
    for (const child of children) child.kill(signal)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forwardOnce)
  if (process.env.npm_lifecycle_event !== undefined) whenOrphaned(() => forwardOnce('SIGTERM'))
}

/** Drops a call that follows another immediately: a deliberate second Ctrl-C takes longer. */
function once(action) {
  const echo = 500
  let last = Number.NEGATIVE_INFINITY
  return (signal) => {
    const now = performance.now()
    if (now - last < echo) return
    last = now
    action(signal)
  }
}

function whenOrphaned(action) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    action()
  }, 200)
  timer.unref()
}
