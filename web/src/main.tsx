import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { startTexts } from './i18n/index.ts'
import { Theme } from './theme/Theme.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await startTexts()

createRoot(root).render(
  <StrictMode>
    <Theme>
      <App />
    </Theme>
  </StrictMode>,
)
