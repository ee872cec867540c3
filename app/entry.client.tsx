import { RemixBrowser } from '@remix-run/react'
import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { loadPagesWhoseModulesFail } from './route-module-fallback.ts'

/** Of a route whose page needs more code than its module: hydrated without it, the page would lose what is typed meanwhile. */
interface PreparedHandle {
  prepare?: (pathname: string) => Promise<unknown>
}

function Site() {
  // The router is there once RemixBrowser has rendered.
  useEffect(() => {
    loadPagesWhoseModulesFail(window.__remixRouter, window.__remixManifest, window.__remixRouteModules)
  }, [])
  return <RemixBrowser />
}

async function hydrate() {
  const { pathname } = window.location
  const preparations = Object.values(window.__remixRouteModules).flatMap((module) => {
    const { prepare } = (module?.handle ?? {}) as PreparedHandle
    return prepare ? [prepare(pathname)] : []
  })
  await Promise.all(preparations)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Site />
      </StrictMode>,
    )
  })
}

hydrate().catch(() => {
  // The code cannot be fetched. The page stays as it came, and its links and forms work without a script.
})
