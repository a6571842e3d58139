import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadPage } from './app/App.tsx'
import { startTexts } from './i18n/index.ts'
import { listenToErrors } from './session/heard.ts'
import { Theme } from './theme/Theme.tsx'

listenToErrors()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// No top-level `await`: later chunks import the one that contains this module, and would deadlock.
void Promise.all([startTexts(), preloadPage(window.location.pathname)])
  .then(() =>
    createRoot(root).render(
      <StrictMode>
        <Theme>
          <App />
        </Theme>
      </StrictMode>,
    ),
  )
  .then(() => import('./i18n/anyDigits.ts'))
