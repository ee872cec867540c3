import {
  UNSAFE_RemixContext as RemixContext,
  type UNSAFE_RemixContextObject as RemixContextObject,
} from '@remix-run/react'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  createMemoryRouter,
  RouterProvider,
  type ActionFunction,
  type LoaderFunction,
  type RouteObject,
} from 'react-router-dom'

interface PageOptions {
  /** What the page's loader throws; `ui` is then the error boundary. */
  thrown?: Error | Response
  loader?: LoaderFunction
  action?: ActionFunction
  /** What its loader has returned, for the first rendering. */
  loaded?: unknown
  /** The address of the page. Left out: `/`. */
  address?: string
  /** Child routes of the page. */
  children?: RouteObject[]
}

/**
 * Renders a component as the page at every address of a site, so that its links work and can be prefetched. `path()`
 * returns the current path.
 */
export function renderInRouter(ui: ReactNode, { thrown, loaded, address = '/', ...data }: PageOptions = {}) {
  const page = { id: 'page', path: data.children ? '/' : '*', element: ui, ...data }
  const failing = {
    ...page,
    element: null,
    errorElement: ui,
    loader: () => {
      if (thrown instanceof Error) throw thrown
      if (thrown instanceof Response) throw thrown
      return null
    },
  }
  const router = createMemoryRouter([thrown ? failing : page], {
    initialEntries: [address],
    future: { v7_normalizeFormMethod: true },
    ...(loaded !== undefined && { hydrationData: { loaderData: { page: loaded } } }),
  })
  const view = render(
    <RemixContext.Provider value={remixContext()}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
    </RemixContext.Provider>,
  )
  return { ...view, router, path: () => router.state.location.pathname }
}

/** The part of Remix's context that its components need: one route without a loader, with the style sheets `css`. */
export const remixContext = (css: string[] = []): RemixContextObject => ({
  manifest: {
    entry: { module: '/entry.js', imports: [] },
    routes: {
      page: {
        id: 'page',
        path: '*',
        module: '/page.js',
        css,
        hasAction: false,
        hasLoader: false,
        hasClientAction: false,
        hasClientLoader: false,
        hasErrorBoundary: false,
      },
    },
    url: '/manifest.js',
    version: '',
  },
  routeModules: { page: { default: () => null } },
  future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_lazyRouteDiscovery: false, v3_singleFetch: true },
  isSpaMode: false,
})
