import {
  Links,
  Scripts,
  UNSAFE_RemixContext,
  useMatches,
  useRouteError,
  type UNSAFE_RemixContextObject,
} from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import { useNonce } from './request-context.tsx'

/** The text of a style sheet of the build by its address; undefined if the page links to it instead. */
export type ReadStylesheet = (href: string) => string | undefined

/** Provided by the server while it renders a page whose style sheets are inlined. */
export const ReadStylesheetContext = createContext<ReadStylesheet | undefined>(undefined)

interface InlineStyles {
  hrefs: readonly string[]
  text: string
}

const HREFS_ATTRIBUTE = 'data-hrefs'

/**
 * Replaces Remix's `<Links>`: the style sheets of the current routes, from the build's manifest. Those of the first
 * page are inlined, so that it is painted without waiting for another file. They remain for the next pages, which link
 * to the others that they need. Routes of this site export no `links`.
 */
export function Stylesheets() {
  return import.meta.env.DEV ? <Links /> : <BuiltStylesheets />
}

function BuiltStylesheets() {
  const nonce = useNonce()
  const hrefs = useStylesheetHrefs()
  const readStylesheet = useContext(ReadStylesheetContext)
  const [inlined] = useState(() => (readStylesheet ? inline(hrefs, readStylesheet) : inlinedStyles()))
  return (
    <>
      {inlined.hrefs.length > 0 && (
        <style
          {...{ [HREFS_ATTRIBUTE]: inlined.hrefs.join(' ') }}
          nonce={nonce}
          // oxlint-disable-next-line site/no-raw-html -- no markup: the text of our style sheets
          dangerouslySetInnerHTML={{ __html: inlined.text }}
        />
      )}
      {hrefs
        .filter((href) => !inlined.hrefs.includes(href))
        .map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
    </>
  )
}

/** The error page of the root shows no other route, so it needs no style sheet of one. */
function useStylesheetHrefs() {
  const manifest = useContext(UNSAFE_RemixContext)?.manifest
  const matches = useMatches()
  const shown = useRouteError() ? matches.slice(0, 1) : matches
  return [...new Set(shown.flatMap(({ id }) => manifest?.routes[id]?.css ?? []))]
}

function inline(hrefs: readonly string[], readStylesheet: ReadStylesheet): InlineStyles {
  const found = hrefs.flatMap((href) => {
    const text = readStylesheet(href)
    return text === undefined ? [] : [{ href, text }]
  })
  return { hrefs: found.map(({ href }) => href), text: found.map(({ text }) => text).join('\n') }
}

/** In the browser: the inline styles of the page that the server sent. */
function inlinedStyles(): InlineStyles {
  if (typeof document === 'undefined') return { hrefs: [], text: '' }
  const element = document.querySelector(`style[${HREFS_ATTRIBUTE}]`)
  return { hrefs: element?.getAttribute(HREFS_ATTRIBUTE)?.split(' ') ?? [], text: element?.textContent ?? '' }
}

/**
 * Replaces Remix's `<Scripts>`, which fetches the modules while the page is being painted. Every public page works
 * without scripts, so its modules are fetched after it has loaded, or earlier at the first interaction. Pages of staff
 * are forms: their modules are fetched at once.
 *
 * It uses private parts of Remix, because on a slow line the scripts would delay the first paint (decision 16).
 */
export function DeferredScripts() {
  return import.meta.env.DEV ? <Scripts /> : <BuiltScripts />
}

function BuiltScripts() {
  const nonce = useNonce()
  const context = useContext(UNSAFE_RemixContext)
  const matches = useMatches()
  const hrefs = useStylesheetHrefs()
  const readStylesheet = useContext(ReadStylesheetContext)
  // The browser has run them before hydration, so it generates none: the texts that the server sent remain.
  const [texts] = useState(() =>
    context && import.meta.env.SSR
      ? scriptsOf(context, matches, readStylesheet && hrefs.filter((href) => readStylesheet(href) !== undefined))
      : ['', ''],
  )
  return texts.map((text, index) => (
    <script
      key={index}
      nonce={nonce}
      suppressHydrationWarning
      // oxlint-disable-next-line site/no-raw-html -- no markup: our own program, and data that Remix has escaped
      dangerouslySetInnerHTML={{ __html: text }}
    />
  ))
}

/**
 * The scripts that `<Scripts>` would render, except for the time at which the modules are fetched, and for the manifest
 * of a public page: that has only the routes of its layout and is part of the page. React Router matches addresses
 * against all routes that it knows, which for the 150 routes of the site takes a quarter of the hydration.
 *
 * @param inlined - Addresses of the style sheets that are part of a public page; undefined for a page of staff.
 */
function scriptsOf(
  { manifest, serverHandoffString = '{}', renderMeta }: UNSAFE_RemixContextObject,
  matches: readonly { id: string }[],
  inlined: readonly string[] | undefined,
) {
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? [])
  const entry = manifest.entry.module
  // Makes <RemixServer> send the data of the loaders.
  if (renderMeta) renderMeta.didRenderScripts = true
  const shared = new Set([...manifest.entry.imports, ...routes.flatMap(({ imports = [] }) => imports)])
  shared.delete(entry)
  const app: AppModules = {
    entry,
    routes: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    others: inlined ? [...shared] : [manifest.url, ...shared],
    ...(inlined && {
      manifest: { ...manifest, routes: withoutStyles(routesOfLayout(manifest.routes, matches), inlined) },
    }),
  }
  return [
    `(${openDataStream.toString()})(window.__remixContext=${serverHandoffString})`,
    `(${startApp.toString()})(${JSON.stringify(app)})`,
  ]
}

type Manifest = UNSAFE_RemixContextObject['manifest']

/** The root, and the layout of a page with all its pages. Links from them to other routes load a document. */
function routesOfLayout(routes: Manifest['routes'], matches: readonly { id: string }[]): Manifest['routes'] {
  const [root, layout = root] = matches
  const isOfLayout = (id: string | undefined): boolean =>
    id !== undefined && (id === layout?.id || isOfLayout(routes[id]?.parentId))
  return Object.fromEntries(Object.entries(routes).filter(([id]) => id === root?.id || isOfLayout(id)))
}

/** The routes without inline style sheets. Remix would look for links to them, and fetch them for the next page. */
function withoutStyles(routes: Manifest['routes'], inlined: readonly string[]): Manifest['routes'] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      { ...route, css: (route.css ?? []).filter((href) => !inlined.includes(href)) },
    ]),
  )
}

/** Addresses of modules of the browser's build. */
interface AppModules {
  entry: string
  /** By the id of the route. */
  routes: Record<string, string>
  /** The modules that they import, so that no module has to be read before the next one is requested. */
  others: string[]
  /** Of a public page, whose modules are fetched after it has loaded. A page of staff fetches its manifest as a module. */
  manifest?: Manifest
}

/** Its source text runs in the page. `<RemixServer>` writes the data of the loaders, `<RemixBrowser>` reads it. */
function openDataStream(context: { stream?: ReadableStream; streamController?: ReadableStreamDefaultController }) {
  context.stream = new ReadableStream<string>({
    start(controller) {
      context.streamController = controller
    },
  }).pipeThrough(new TextEncoderStream())
}

/** Its source text runs in the page, so it uses nothing from outside itself. */
function startApp({ entry, routes, others, manifest }: AppModules) {
  let isStarted = false
  if (manifest) window.__remixManifest = manifest
  const load = (href: string): Promise<unknown> => import(/* @vite-ignore */ href)
  const loadRoute = async ([id, href]: [string, string]) => [id, await load(href)] as const
  const loadAll = async () => {
    const [modules] = await Promise.all([Promise.all(Object.entries(routes).map(loadRoute)), ...others.map(load)])
    Object.assign(window, { __remixRouteModules: Object.fromEntries(modules) })
    await load(entry)
  }
  const start = () => {
    if (isStarted) return
    isStarted = true
    // If its modules cannot be fetched, the page still works without them.
    loadAll().catch(() => undefined)
  }
  if (!manifest || document.readyState === 'complete') {
    start()
    return
  }
  // Two frames later the page has been painted, images included. A page in the background waits until it is seen.
  addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(start)))
  addEventListener('pointerdown', start, { capture: true, passive: true })
  addEventListener('keydown', start, { capture: true, passive: true })
}
