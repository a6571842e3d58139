import './baseStyles.ts'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

/** The key is also read by `public/start.js`, before the first render. */
const schemes = localStorageColorSchemeManager({ key: 'theme' })

/** The content security policy only allows style elements with the response's nonce; style attributes are allowed. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll-lock library reads it from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** Mantine's theme and direction. */
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
