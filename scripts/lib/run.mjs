// Child processes of the scripts.
import { spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { delimiter } from 'node:path'
import { at, root } from './paths.mjs'

/** Environment of every tool: the project's own programs, including Node 24, come first. */
export function toolEnvironment(extra = {}) {
  return { ...process.env, PATH: [at('node_modules', '.bin'), process.env.PATH].join(delimiter), ...extra }
}

/** Runs a program to its end with live output. */
export function runShown(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: toolEnvironment(env), stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(127)
    })
    child.once('close', (code, signal) => resolve(signal ? 1 : code))
  })
}

/** Runs a program to its end, at most at this priority of the operating system, and captures its output. */
export function runKept(command, args, { cwd = root, env = {}, priority = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: toolEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] })
    // Never raised: that is not allowed to everybody.
    if (child.pid && priority > getPriority(child.pid)) setPriority(child.pid, priority)
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    const output = () => Buffer.concat(chunks).toString()
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code, signal) => resolve({ code: signal ? 1 : code, output: output() }))
  })
}
