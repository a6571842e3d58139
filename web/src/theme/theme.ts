// The theme: dense, calm, one accent colour. Contrast is at least 4.5 in both schemes.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import i18next from 'i18next'

const accent: MantineColorsTuple = [
  '#eefaf6',
  '#d9f2ea',
  '#b2e5d5',
  '#82d3bb',
  '#4fbb9d',
  '#2a9f82',
  '#188169',
  '#0f6e59',
  '#0c5a4a',
  '#0a463a',
]

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e5e8ed',
  '#d7dce3',
  '#bfc6d1',
  '#949dac',
  '#626c7c',
  '#495262',
  '#323a47',
  '#1a202a',
]

const dark: MantineColorsTuple = [
  '#d9dde4',
  '#b7bdc8',
  '#98a1af',
  '#7b8492',
  '#363d48',
  '#2b313a',
  '#1f242c',
  '#15191f',
  '#101318',
  '#0a0c10',
]

const control = { defaultProps: { size: 'xs' } }
const fields = [
  'Autocomplete',
  'DateInput',
  'DatePickerInput',
  'DateTimePicker',
  'FileInput',
  'JsonInput',
  'MultiSelect',
  'NativeSelect',
  'NumberInput',
  'PillsInput',
  'Select',
  'TagsInput',
  'Textarea',
  'TextInput',
  'TimeInput',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  colors: { accent, gray, dark },
  white: '#ffffff',
  black: '#1a202a',
  fontFamily:
    'Inter, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Noto Sans Arabic", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '28px' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.35' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(16 24 40 / 6%)',
    sm: '0 1px 3px rgb(16 24 40 / 10%)',
    md: '0 6px 16px -4px rgb(16 24 40 / 14%)',
    lg: '0 12px 28px -6px rgb(16 24 40 / 18%)',
    xl: '0 20px 44px -10px rgb(16 24 40 / 24%)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 30 } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', size: 'md', tt: 'none', fw: 500 } },
    Button: {
      defaultProps: { size: 'xs' },
      vars: (_theme: unknown, props: { size?: string }) => ({
        root: props.size === 'xs' ? { '--button-fz': '0.8125rem', '--button-height': '32px' } : {},
      }),
      styles: { label: { fontWeight: 550 } },
    },
    ...Object.fromEntries(fields.map((field) => [field, control])),
    PasswordInput: {
      // In the reader's language, which may change while the page is shown.
      defaultProps: () => ({
        ...control.defaultProps,
        visibilityToggleButtonProps: { 'aria-label': i18next.t('common:showPassword') },
      }),
    },
    Checkbox: control,
    Input: {
      defaultProps: { size: 'xs' },
      vars: (_theme: unknown, props: { size?: string }) => ({
        wrapper: props.size === 'xs' || !props.size ? { '--input-fz': '0.8125rem', '--input-height': '32px' } : {},
      }),
    },
    InputWrapper: {
      vars: () => ({ label: { '--input-label-size': '0.8125rem' }, error: {}, description: {} }),
      styles: { label: { marginBottom: '3px' } },
    },
    Menu: { defaultProps: { shadow: 'md', radius: 'md' } },
    // A dialog's header is not the page's banner landmark.
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Modal: {
      defaultProps: { centered: false, radius: 'md', padding: 'lg', overlayProps: { backgroundOpacity: 0.35 } },
      styles: { title: { fontSize: '0.9375rem', fontWeight: 600 } },
    },
    Popover: { defaultProps: { shadow: 'md', radius: 'md' } },
    Radio: control,
    SegmentedControl: control,
    Switch: control,
    Text: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, fz: 12 } },
  },
})

const tinted = ['accent', 'red', 'grape', 'blue', 'teal', 'yellow', 'orange', 'gray']

/** Colours whose darkest Mantine shade has too little contrast on their own tint. */
const darkened = { yellow: '#7d4e00', orange: '#9c380a' }

/** Shades for white text. */
const redButtons = {
  '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
  '--mantine-color-red-filled-hover': '#b02525',
}

/** Overrides of Mantine colours with less contrast than 4.5 to 1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--surface': 'var(--mantine-color-body)',
    '--line': 'var(--mantine-color-default-border)',
  },
  light: {
    ...Object.fromEntries(
      tinted.flatMap((colour) => [
        [`--mantine-color-${colour}-light-color`, `var(--mantine-color-${colour}-9)`],
        [`--mantine-color-${colour}-text`, `var(--mantine-color-${colour}-9)`],
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(darkened).flatMap(([colour, shade]) => [
        [`--mantine-color-${colour}-light-color`, shade],
        [`--mantine-color-${colour}-text`, shade],
      ]),
    ),
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': '#6f7888',
    '--mantine-color-error': '#c2272d',
    ...redButtons,
    '--mantine-color-anchor': 'var(--mantine-color-accent-7)',
    '--ground': 'var(--mantine-color-gray-0)',
    '--line-soft': 'var(--mantine-color-gray-2)',
    '--hover': 'var(--mantine-color-gray-1)',
    '--chosen': 'var(--mantine-color-accent-0)',
    '--chosen-text': 'var(--mantine-color-accent-8)',
  },
  dark: {
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': '#ff8f8f',
    ...redButtons,
    '--mantine-color-anchor': 'var(--mantine-color-accent-4)',
    '--mantine-color-accent-light': 'rgb(42 159 130 / 18%)',
    '--mantine-color-accent-light-hover': 'rgb(42 159 130 / 26%)',
    '--mantine-color-accent-light-color': 'var(--mantine-color-accent-3)',
    '--ground': 'var(--mantine-color-dark-8)',
    '--line-soft': 'var(--mantine-color-dark-5)',
    '--hover': 'var(--mantine-color-dark-6)',
    '--chosen': 'rgb(42 159 130 / 16%)',
    '--chosen-text': 'var(--mantine-color-accent-3)',
  },
})
