import { createPath, matchRoutes, type Location } from '@remix-run/react'

/** Milliseconds after which the script of a page counts as failed (specification, section 9). */
const MODULE_TIME = 120_000

/**
 * Where the script of a page fails to load, as in a tab left open over a deployment, or takes longer than 120 s, loads the
 * page that was asked for as a document. Remix alone would wait for ever, or load the current page again, even where the
 * script was only fetched ahead.
 *
 * Remix imports a route's module when `modules` has none under its id. So there is one for each route from now on: the
 * promise of it, which `loadRouteModule` of Remix hands on to the router, and the module itself once it is there.
 */
export function loadPagesWhoseModulesFail(
  router: typeof window.__remixRouter,
  { routes }: typeof window.__remixManifest,
  modules: typeof window.__remixRouteModules,
): void {
  for (const { id, module } of Object.values(routes)) {
    if (id in modules) continue
    let loading: Promise<unknown> | undefined

    const load = async () => {
      try {
        const loaded: unknown = await within(MODULE_TIME, import(/* @vite-ignore */ module))
        Object.defineProperty(modules, id, { value: loaded })
        return loaded
      } catch {
        // The next one who needs it tries anew.
        loading = undefined
        const target = targetThatNeeds(id, router)
        if (target) loadDocument(target)
        return new Promise(() => undefined)
      }
    }
    Object.defineProperty(modules, id, { configurable: true, enumerable: true, get: () => (loading ??= load()) })
  }
}

/** Where the visitor is on the way to, if the route is part of that page. A form cannot be posted anew: it stays where it is. */
function targetThatNeeds(id: string, { routes, state }: typeof window.__remixRouter): Location | undefined {
  const { location, formMethod = 'GET' } = state.navigation
  if (!location || !matchRoutes(routes, location)?.some(({ route }) => route.id === id)) return undefined
  return formMethod === 'GET' ? location : state.location
}

/** Rejects when `promise` does, or has not settled in `milliseconds`. */
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
  // After Back and Forward the address is the target's already: the history then keeps its entries.
  if (target === window.location.href) window.location.reload()
  else window.location.assign(target)
}
