import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadPage } from './app/App.tsx'
import { startTexts } from './i18n/index.ts'
import { Theme } from './theme/Theme.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// No `await` at the top: files that come later import the one this module is built into, and would wait for each other.
void Promise.all([startTexts(), preloadPage(window.location.pathname)]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <Theme>
        <App />
      </Theme>
    </StrictMode>,
  ),
)
