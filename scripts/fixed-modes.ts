import type { Plugin } from 'vite'

/** A text in a module of a library, and what it is replaced with. */
interface Replacement {
  from: string | RegExp
  to: string
}

const REMIX = '@remix-run/react/dist/esm'

/** By the end of the module's path. */
const FIXED_MODES: Record<string, readonly Replacement[]> = {
  [`${REMIX}/browser.js`]: [
    { from: /window\.__remixContext\.future\.v3_singleFetch( === true)?/g, to: 'true' },
    { from: /window\.__remixContext\.isSpaMode/g, to: 'false' },
    // Only the development server replaces modules of an open page.
    { from: 'router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;', to: '' },
  ],
  [`${REMIX}/components.js`]: [
    { from: /\bfuture\.v3_singleFetch\b/g, to: 'true' },
    { from: '!isStatic', to: 'true' },
    // No site uses it, but the assignment keeps the component and that of the router.
    { from: 'NavLink.displayName = "NavLink";', to: '' },
    { from: /\bif \(isSpaMode && !isHydrated\)/, to: 'if (false)' },
  ],
  // Only a fallback of hydration renders Remix's scripts (see below).
  [`${REMIX}/errorBoundaries.js`]: [
    { from: 'renderScripts ? /*#__PURE__*/React.createElement(Scripts, null) : null', to: 'null' },
  ],
  [`${REMIX}/fog-of-war.js`]: [{ from: 'future.v3_lazyRouteDiscovery === true && !isSpaMode', to: 'false' }],
  [`${REMIX}/links.js`]: [{ from: /\bfuture\.v3_singleFetch\b/g, to: 'true' }],
  [`${REMIX}/routes.js`]: [
    { from: /\bfuture\.v3_singleFetch\b/g, to: 'true' },
    { from: /\bif \(isSpaMode\)/g, to: 'if (false)' },
    // Otherwise a route would fetch its data itself.
    { from: 'typeof singleFetch === "function"', to: 'true' },
    // The root has its own boundary, and no loader of the browser runs before the page is hydrated.
    { from: 'route.id === "root" ? RemixRootDefaultHydrateFallback : undefined', to: 'undefined' },
    { from: /route\.id === "root" \? \(\) => .+\n.+\n\s*\}\) : undefined/, to: 'undefined' },
  ],
  '@remix-run/router/dist/router.js': [
    { from: 'init.patchRoutesOnNavigation', to: 'undefined' },
    { from: /\bif \(isFogOfWar\)/g, to: 'if (false)' },
    { from: 'result.type === ResultType.deferred', to: 'false' },
    { from: /deferred && typeof deferred === "object" && .+/, to: 'false' },
  ],
  // Remix has set all these flags.
  'react-router-dom/dist/index.js': [
    { from: /React\.useEffect\(\(\) => UNSAFE_logV6DeprecationWarnings\(future, router\.future\), .+/, to: '' },
  ],
}

/** The options of Remix that decide about its modes. */
interface Modes {
  ssr?: boolean | undefined
  future?: { v3_singleFetch?: boolean | undefined; v3_lazyRouteDiscovery?: boolean | undefined } | undefined
}

/**
 * Remix and its router choose between modes while they run in the browser. A site always has the same ones: it is
 * rendered on the server, with single fetch (so nothing is deferred) and with all its routes known from the start. This
 * makes them constants, so that the minifier leaves out the code of the other modes, 6 kB of every page. A version of
 * the libraries that has not exactly these texts fails the build.
 */
export function fixedModes({ ssr = true, future = {} }: Modes = {}): Plugin {
  if (!ssr || future.v3_singleFetch !== true || future.v3_lazyRouteDiscovery === true) {
    throw new Error('The scripts of browsers are built for ssr, v3_singleFetch and without v3_lazyRouteDiscovery')
  }
  return {
    name: 'fixed-modes',
    apply: (_config, { command, isSsrBuild = false }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      const fixed = withFixedModes(code, id)
      return fixed === undefined ? undefined : { code: fixed, map: null }
    },
  }
}

/** The module with its modes as constants; undefined if it has none. Throws if a text is not found. */
export function withFixedModes(code: string, id: string): string | undefined {
  const [, replacements] = Object.entries(FIXED_MODES).find(([end]) => id.endsWith(`/node_modules/${end}`)) ?? []
  return replacements?.reduce((before, { from, to }) => {
    const after = before.replace(from, to)
    if (after === before) throw new Error(`${id} does not contain ${String(from)}`)
    return after
  }, code)
}
