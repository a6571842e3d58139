import { CloseButton, Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../list/filters.ts'
import classes from '../tools.module.css'

/** Above this many options a list is searched rather than read. */
const readable = 10

type Props = {
  label: string
  value: string | undefined
  options: readonly Option[]
  set: (value: string | undefined) => void
}

const shownOf = ({ value, options }: Props) => options.find((option) => option.value === value)?.label ?? value

/** One of several values, from a list that opens below. */
export function ChoiceControl(props: Props) {
  const [made, setMade] = useState(false)
  if (made) return <OpenedChoice {...props} />
  const make = () => setMade(true)
  return (
    <Choice
      {...props}
      button={
        <ChoiceButton
          {...props}
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
}

/** The button and, once there is a value, the way to drop it. */
function Choice({ button, ...props }: Props & { button: ReactNode }) {
  const { t } = useTranslation('list')
  return (
    <span className={classes['pill']} data-filter data-set={props.value !== undefined || undefined}>
      {button}
      {props.value !== undefined && (
        <CloseButton
          size="xs"
          iconSize={13}
          aria-label={t('filters.drop', { name: props.label })}
          onClick={() => props.set(undefined)}
        />
      )}
    </span>
  )
}

function ChoiceButton({ label, value, options, set: _, ...button }: Props & ComponentProps<'button'>) {
  const shown = shownOf({ label, value, options, set: _ })
  return (
    <UnstyledButton
      className={classes['pillButton']}
      aria-label={shown === undefined ? label : `${label}: ${shown}`}
      {...button}
    >
      <span>{label}</span> {shown === undefined ? <IconChevronDown size={13} aria-hidden /> : <b>{shown}</b>}
    </UnstyledButton>
  )
}

/** The same with its list, made when it is opened for the first time. */
function OpenedChoice(props: Props) {
  const { t } = useTranslation('list')
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
  const wanted = words.trim().toLocaleLowerCase()
  const found = props.options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
  // Enter takes the first of those that were found.
  const { selectFirstOption } = box
  // biome-ignore lint: what is typed decides
  useEffect(() => {
    if (words !== '') selectFirstOption()
  }, [words])
  // The button was made anew: the focus follows it.
  // biome-ignore lint: once, when it is made
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
        props.set(value === props.value ? undefined : value)
        box.closeDropdown()
      }}
    >
      <Choice
        {...props}
        button={
          <Combobox.Target targetType="button">
            <ChoiceButton {...props} ref={button} onClick={() => box.toggleDropdown()} />
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
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={props.label}>
          {found.map((option) => (
            <Combobox.Option key={option.value} value={option.value} active={option.value === props.value}>
              <span className={classes['option']}>
                {option.label}
                {option.value === props.value && <IconCheck size={14} aria-hidden />}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('filters.noOption')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
