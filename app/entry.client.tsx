import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadPagesWhoseModulesFail } from './route-module-fallback.ts'

function Site() {
  // The router is there once RemixBrowser has rendered.
  useEffect(() => {
    loadPagesWhoseModulesFail(window.__remixRouter, window.__remixManifest, window.__remixRouteModules)
  }, [])
  return <RemixBrowser />
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Site />
    </StrictMode>,
  )
})
