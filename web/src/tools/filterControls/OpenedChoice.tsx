import { Combobox, useCombobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bestMatches } from '../../list/matching.ts'
import classes from '../tools.module.css'
import { Choice, ChoiceButton, type ChoiceProps } from './ChoiceControl.tsx'

/** A list with more options gets a search field. */
const readable = 10

/** A choice whose list is initially open. */
export function OpenedChoice(props: ChoiceProps) {
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
