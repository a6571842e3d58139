import './baseStyles.ts'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

/** The key is read by `public/start.js` as well, before anything is drawn. */
const schemes = localStorageColorSchemeManager({ key: 'theme' })

/** The content policy lets only style elements with the answer's nonce in; style attributes are free. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The library that holds the page still behind a dialog looks here for it.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** The kit's theme and its direction. */
export function Theme({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
