import './baseStyles.ts'
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

/** The key is read by `public/start.js` as well, before anything is drawn. */
const schemes = localStorageColorSchemeManager({ key: 'theme' })

/** The content policy lets only style elements with the answer's nonce in; style attributes are free. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The library that holds the page still behind a dialog looks here for it.
Object.assign(globalThis, { __webpack_nonce__: nonce })

/** The kit's theme, its direction and the place of the messages. */
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
        <Notifications position="top-center" zIndex={400} limit={4} />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
