import { CloseButton, Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Option } from '../../list/filters.ts'
import classes from '../tools.module.css'

/** Above this many options a list is searched rather than read. */
const readable = 10

/** One of several values, from a list that opens below. */
export function ChoiceControl(props: {
  label: string
  value: string | undefined
  options: readonly Option[]
  set: (value: string | undefined) => void
}) {
  const { t } = useTranslation('list')
  const [words, setWords] = useState('')
  const searched = props.options.length > readable
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption()
      setWords('')
    },
    onDropdownOpen: () => (searched ? box.focusSearchInput() : box.selectActiveOption()),
  })
  const shown = props.options.find((option) => option.value === props.value)?.label ?? props.value
  const wanted = words.trim().toLocaleLowerCase()
  const found = props.options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
  // Enter takes the first of those that were found.
  const { selectFirstOption } = box
  // biome-ignore lint: what is typed decides
  useEffect(() => {
    if (words !== '') selectFirstOption()
  }, [words])
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
      <span className={classes['pill']} data-filter data-set={props.value !== undefined || undefined}>
        <Combobox.Target targetType="button">
          <UnstyledButton
            className={classes['pillButton']}
            onClick={() => box.toggleDropdown()}
            aria-label={shown === undefined ? props.label : `${props.label}: ${shown}`}
          >
            <span>{props.label}</span>{' '}
            {shown === undefined ? <IconChevronDown size={13} aria-hidden /> : <b>{shown}</b>}
          </UnstyledButton>
        </Combobox.Target>
        {props.value !== undefined && (
          <CloseButton
            size="xs"
            iconSize={13}
            aria-label={t('filters.drop', { name: props.label })}
            onClick={() => props.set(undefined)}
          />
        )}
      </span>
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
