// Checks each field on the server, debounced, and reports which are valid.
import { unionRegisterCheck } from '@greenroom/contract/guilds'
import { useEffect, useRef, useState } from 'react'
import { call, isRefused } from '../../api/call.ts'
import { useLatest } from '../../ui/behaviour/useLatest.ts'
import { checkOf, type Fault, type Field, faultOf, fieldOfCode, type Values } from './registerFields.ts'

const pauseAfterTyping = 500

/** A cached check: the same values aren't checked twice. */
type Answered = { request: string; fault: Fault | undefined }

export type FieldChecks = {
  checking: (field: Field) => boolean
  good: (field: Field) => boolean
  /** Call when a field has changed. */
  changed: (field: Field, values: Values) => void
  /** A field's error, by its own rule and then by the server. */
  check: (field: Field, values: Values) => Promise<Fault | undefined>
}

/** `found` receives the server's error, or undefined if there is none. */
export function useFieldChecks(found: (field: Field, fault: Fault | undefined) => void): FieldChecks {
  const [busy, setBusy] = useState<ReadonlySet<Field>>(new Set())
  const [answers, setAnswers] = useState<ReadonlyMap<Field, Answered>>(new Map())
  const known = useRef(new Map<Field, Answered>())
  const timers = useRef(new Map<Field, ReturnType<typeof setTimeout>>())
  const onResult = useLatest(found)

  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [])

  const check = async (field: Field, values: Values): Promise<Fault | undefined> => {
    const own = faultOf(field, values)
    const payload = own === undefined ? checkOf(field, values) : undefined
    if (!payload) return own
    const request = JSON.stringify(payload)
    const before = known.current.get(field)
    if (before?.request === request) return before.fault

    setBusy((fields) => new Set([...fields, field]))
    try {
      const fault = await ask(payload)
      if (fault !== 'unknown') {
        known.current.set(field, { request, fault })
        setAnswers(new Map(known.current))
      }
      return fault === 'unknown' ? undefined : fault
    } finally {
      setBusy((fields) => new Set([...fields].filter((other) => other !== field)))
    }
  }

  const changed = (field: Field, values: Values) => {
    clearTimeout(timers.current.get(field))
    known.current.delete(field)
    setAnswers(new Map(known.current))
    if (values[field].trim() === '') return
    timers.current.set(
      field,
      setTimeout(async () => onResult.current(field, await check(field, values)), pauseAfterTyping),
    )
  }

  const good = (field: Field) => answers.has(field) && answers.get(field)?.fault === undefined
  return { checking: (field) => busy.has(field), good, changed, check }
}

/** A check that fails (rate limit, no network) reports nothing: registering checks everything again. */
async function ask(
  payload: Parameters<typeof call<typeof unionRegisterCheck>>[1],
): Promise<Fault | undefined | 'unknown'> {
  try {
    await call(unionRegisterCheck, payload)
    return undefined
  } catch (error) {
    return isRefused(error) && fieldOfCode(error.code) ? (error.code as Fault) : 'unknown'
  }
}
