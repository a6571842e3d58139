import { useState } from 'react'
import type { Option } from '../../list/filters.ts'
import { Choice, ChoiceButton, type ChoiceProps } from './Choice.tsx'
import { OpenedChoice } from './OpenedChoice.tsx'

type One = {
  label: string
  value: string | undefined
  options: readonly Option[]
  set: (value: string | undefined) => void
}

/** One of several values, from a list that opens below. */
export const ChoiceControl = ({ label, value, options, set }: One) => (
  <Control
    label={label}
    options={options}
    values={value === undefined ? [] : [value]}
    choose={(chosen) => set(chosen === value ? undefined : chosen)}
    clear={() => set(undefined)}
    many={false}
  />
)

type Several = {
  label: string
  values: readonly string[]
  options: readonly Option[]
  set: (values: readonly string[] | undefined) => void
}

/** Any of several values, from a list that stays open. */
export const ChoicesControl = ({ label, values, options, set }: Several) => (
  <Control
    label={label}
    options={options}
    values={values}
    choose={(chosen) => {
      const next = values.includes(chosen) ? values.filter((value) => value !== chosen) : [...values, chosen]
      set(next.length === 0 ? undefined : next)
    }}
    clear={() => set(undefined)}
    many
  />
)

function Control(props: ChoiceProps) {
  const [made, setMade] = useState(false)
  const make = () => setMade(true)
  const { label, values, options } = props
  const shown = { label, values, options }
  const closed = (
    <Choice
      {...props}
      button={
        <ChoiceButton
          {...shown}
          aria-haspopup="listbox"
          aria-expanded={false}
          onClick={make}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            make()
          }}
        />
      }
    />
  )
  return made ? <OpenedChoice {...props} /> : closed
}
