import { RemixBrowser, createPath, matchRoutes, type Location } from '@remix-run/react'
import { startTransition, StrictMode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { setSiteProfile, type SiteProfile } from './platform/site-profile.ts'

function Site({ onHydrated }: { onHydrated: () => void }) {
  // The router exists after RemixBrowser has rendered.
  useEffect(() => {
    loadPagesWhoseModulesFail(window.__remixRouter, window.__remixManifest, window.__remixRouteModules)
    onHydrated()
    // Browser tests wait for this attribute.
    document.documentElement.dataset['hydrated'] = 'true'
  }, [onHydrated])
  return <RemixBrowser />
}

/** Starts the site in the browser: makes the page that the server has sent interactive. Called by the entry module. */
export function hydrateSite(profile: SiteProfile): void {
  setSiteProfile(profile)

  // Browsers print only what has been loaded by then, so all lazy pictures are loaded before printing.
  addEventListener('beforeprint', () => {
    for (const image of document.images) image.loading = 'eager'
  })

  addEventListener('popstate', giveOwnKey)

  // While Remix waits for the style sheets of a page (`prefetchStylesAndCallHandler`), a redirect by its loader is an
  // unhandled rejection. The router follows the redirect as soon as they have arrived.
  addEventListener('unhandledrejection', (event) => {
    const reason: unknown = event.reason
    if (reason instanceof Response && reason.headers.has('Location')) event.preventDefault()
  })

  void decodePageData().then(() => {
    const onHydrated = keepTypedTexts()
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <Site onHydrated={onHydrated} />
        </StrictMode>,
      )
    })
  })
}

/**
 * Gives a history entry that the browser has made, for a link within the page, a key of its own before the router reads
 * it. The router has one key for all entries without state, so it would scroll to where another of them was left.
 */
function giveOwnKey({ state }: PopStateEvent) {
  if (state === null) history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
}

/**
 * Remix decodes the data of the page when React first renders `RemixBrowser`, which suspends until then. A click in
 * that time makes React render without waiting. That fails (error 345 of React), and the page is rendered anew. So the
 * data is decoded before React starts. If that fails, React reports it.
 */
async function decodePageData() {
  try {
    RemixBrowser({})
  } catch (pending) {
    await pending
  }
}

/**
 * Keeps what is typed into text areas before they are hydrated. React sets each to its first text then, unless the text
 * in the document is another one. Returns a function to call once the page is hydrated.
 */
function keepTypedTexts(): () => void {
  const typed = new Set<HTMLTextAreaElement>()
  const keep = (area: HTMLTextAreaElement) => {
    if (area.value === area.defaultValue) return
    area.defaultValue = area.value
    typed.add(area)
  }
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) keep(target)
  }
  document.querySelectorAll('textarea').forEach(keep)
  document.addEventListener('input', onInput, true)
  return () => {
    document.removeEventListener('input', onInput, true)
    // Forms learn what was typed before they listened.
    for (const area of typed) area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

/** Milliseconds after which the script of a page counts as failed (specification, section 9). */
const MODULE_TIME = 120_000

/**
 * If the script of a page fails to load or needs longer than 120 s, the requested page is loaded as a document. That
 * happens in a tab that stays open during a deployment. Remix alone would wait for ever, or reload the current page
 * even if the script was only prefetched.
 *
 * Remix imports a route's module if `modules` has none under its id. So this defines one for each route: at first a
 * promise, which Remix's `loadRouteModule` passes to the router, and the module itself once it is loaded.
 */
function loadPagesWhoseModulesFail(
  router: typeof window.__remixRouter,
  { routes }: typeof window.__remixManifest,
  modules: typeof window.__remixRouteModules,
): void {
  /** The navigation whose document is being loaded. Its module may be requested again until the document has loaded. */
  let leavingFor: string | undefined

  for (const { id, module } of Object.values(routes)) {
    if (id in modules) continue
    let loading: Promise<unknown> | undefined

    const load = async () => {
      try {
        const loaded: unknown = await within(MODULE_TIME, import(/* @vite-ignore */ module))
        Object.defineProperty(modules, id, { value: loaded })
        return loaded
      } catch {
        // The next navigation tries again.
        loading = undefined
        const target = targetThatNeeds(id, router)
        if (target && target.key !== leavingFor) {
          leavingFor = target.key
          loadDocument(target)
        }
        return new Promise(() => undefined)
      }
    }
    Object.defineProperty(modules, id, {
      configurable: true,
      enumerable: true,
      get: () => (loading ??= load()),
      // Remix may have begun to load the module before this. If it could not set it, it would reload the page for ever.
      set(value: unknown) {
        Object.defineProperty(modules, id, { value })
      },
    })
  }
}

/**
 * The target of the current navigation, if the route is part of that page. After a form post it is the current page,
 * because a form cannot be posted again.
 */
function targetThatNeeds(id: string, { routes, state }: typeof window.__remixRouter): Location | undefined {
  const { location, formMethod = 'GET' } = state.navigation
  if (!location || !matchRoutes(routes, location)?.some(({ route }) => route.id === id)) return undefined
  return formMethod === 'GET' ? location : state.location
}

/** Settles like `promise`. Rejects if it has not settled within `milliseconds`. */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not loaded within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function loadDocument(location: Location) {
  const target = new URL(createPath(location), window.location.href).href
  // After Back and Forward the address is already the target's. A reload leaves the history entries as they are.
  if (target === window.location.href) window.location.reload()
  else window.location.assign(target)
}
