import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadPagesWhoseModulesFail } from './route-module-fallback.ts'

function Site() {
  // The router is there once RemixBrowser has rendered.
  useEffect(() => {
    loadPagesWhoseModulesFail(window.__remixRouter, window.__remixManifest, window.__remixRouteModules)
    // Browser tests wait for it.
    document.documentElement.dataset['hydrated'] = 'true'
  }, [])
  return <RemixBrowser />
}

// On paper there is no scrolling to a picture: browsers print what has been loaded by then.
addEventListener('beforeprint', () => {
  for (const image of document.images) image.loading = 'eager'
})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Site />
    </StrictMode>,
  )
})
