import { CloseButton, Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../list/filters.ts'
import { bestMatches } from '../../list/matching.ts'
import classes from '../listTools.module.css'

/** A list with more options gets a search field. */
const readable = 10

/** A choice whose list is initially open. */
function OpenedChoice(props: ChoiceProps) {
  const { t } = useTranslation('list')
  const { label, values, options } = props
  const shown = { label, values, options }
  const [words, setWords] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const searched = props.options.length > readable
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption()
      setWords('')
    },
    onDropdownOpen: () => (searched ? box.focusSearchInput() : box.selectActiveOption()),
  })
  const found = bestMatches(props.options, words)
  // Enter selects the best match.
  const { selectFirstOption } = box
  // biome-ignore lint: depends on the typed text only
  useEffect(() => {
    if (words !== '') selectFirstOption()
  }, [words])
  // This button replaces the one that had the focus.
  // biome-ignore lint: on mount only
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    box.openDropdown()
  }, [])
  return (
    <Combobox
      store={box}
      position="bottom-start"
      width="max-content"
      offset={4}
      onOptionSubmit={(value) => {
        props.choose(value)
        if (!props.many) box.closeDropdown()
      }}
    >
      <Choice
        {...props}
        button={
          <Combobox.Target targetType="button">
            <ChoiceButton {...shown} ref={button} onClick={() => box.toggleDropdown()} />
          </Combobox.Target>
        }
      />
      <Combobox.Dropdown miw={160} maw={360}>
        {searched && (
          <Combobox.Search
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            placeholder={t('filters.search')}
            aria-label={t('filters.search')}
          />
        )}
        <Combobox.Options
          mah={320}
          style={{ overflowY: 'auto' }}
          aria-label={props.label}
          aria-multiselectable={props.many || undefined}
        >
          {found.map((option) => (
            <Combobox.Option key={option.value} value={option.value} active={props.values.includes(option.value)}>
              <span className={classes['option']}>
                {option.label}
                {props.values.includes(option.value) && <IconCheck size={14} aria-hidden />}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('filters.noOption')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

export type ChoiceProps = {
  label: string
  values: readonly string[]
  options: readonly Option[]
  /** Toggles a value. */
  choose: (value: string) => void
  clear: () => void
  /** Multiple selection: the list stays open. */
  many: boolean
}

/** As many as fit the bar, and the number of the others. */
const mostNamed = 2

function shownOf({ values, options }: Pick<ChoiceProps, 'values' | 'options'>): string | undefined {
  if (values.length === 0) return undefined
  const names = values.map((value) => options.find((option) => option.value === value)?.label ?? value)
  const more = names.length - mostNamed
  return names.slice(0, mostNamed).join(', ') + (more > 0 ? ` +${more}` : '')
}

/** The button and, if a value is set, a clear button. */
export function Choice({ button, ...props }: ChoiceProps & { button: ReactNode }) {
  const { t } = useTranslation('list')
  return (
    <span className={classes['pill']} data-filter data-set={props.values.length > 0 || undefined}>
      {button}
      {props.values.length > 0 && (
        <CloseButton
          size="xs"
          iconSize={13}
          aria-label={t('filters.drop', { name: props.label })}
          onClick={props.clear}
        />
      )}
    </span>
  )
}

type ButtonProps = Pick<ChoiceProps, 'label' | 'values' | 'options'> &
  Omit<ComponentProps<'button'>, 'values' | 'label' | 'className'>

/** The filter's name, and its value if set. The opened list hands it properties of its own, which change nothing of its looks. */
export function ChoiceButton({ label, values, options, ...button }: ButtonProps) {
  const shown = shownOf({ values, options })
  return (
    <UnstyledButton
      aria-label={shown === undefined ? label : `${label}: ${shown}`}
      {...button}
      className={classes['pillButton']}
    >
      <span>{label}</span> {shown === undefined ? <IconChevronDown size={13} aria-hidden /> : <b>{shown}</b>}
    </UnstyledButton>
  )
}

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
