import { NativeSelect } from '@mantine/core'
import { dateTime } from '../../format/time.ts'
import { useSession } from '../../session/session.ts'
import type { AnyForm } from './anyForm.ts'

type Props = {
  form: AnyForm
  label: string
  /** 0 has no end. */
  steps: readonly number[]
  option: (hours: number) => string
  /** What follows: the end, if it has one. */
  ends: (at: string | undefined) => string
}

/** The duration of a ban in the steps of spec section 9, and its end. */
export function HoursField({ form, label, steps, option, ends }: Props) {
  const { timeZone, clockOffset } = useSession()
  const hours = Number(form.values.hours)
  const end = new Date(Date.now() + clockOffset + hours * 3_600_000)
  return (
    <NativeSelect
      label={label}
      description={ends(hours === 0 ? undefined : `${dateTime(end, timeZone).slice(0, 16)} ${timeZone}`)}
      data={steps.map((value) => ({ value: String(value), label: option(value) }))}
      {...form.getInputProps('hours')}
    />
  )
}
