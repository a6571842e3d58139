import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { App } from './app/App.tsx'
import { startTexts } from './i18n/index.ts'
import { keepRoutesOnUnload } from './session/routeMemory.ts'
import { watchSessionEnd } from './session/session.ts'
import { Theme } from './theme/Theme.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchSessionEnd()
keepRoutesOnUnload()
await startTexts()

createRoot(root).render(
  <StrictMode>
    <Theme>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </Theme>
  </StrictMode>,
)
