import { Links, Scripts, UNSAFE_RemixContext, useMatches, useRouteError } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import { useNonce } from './request-context.tsx'

/** The text of a style sheet of the build by its address; undefined if the page links to it instead. */
export type ReadStylesheet = (href: string) => string | undefined

/** Given by the server while it renders a page whose style sheets go into the page. */
export const ReadStylesheetContext = createContext<ReadStylesheet | undefined>(undefined)

interface InlineStyles {
  hrefs: readonly string[]
  text: string
}

const HREFS_ATTRIBUTE = 'data-hrefs'

/**
 * Takes the place of Remix's `<Links>`: the style sheets of the current routes, from the build's manifest. Those of the
 * first page are part of it, so that it is painted without waiting for another file; they stay for the next pages. Later
 * pages link to what they need besides. Routes of this site export no `links`.
 */
export function Stylesheets() {
  return import.meta.env.DEV ? <Links /> : <BuiltStylesheets />
}

function BuiltStylesheets() {
  const nonce = useNonce()
  const hrefs = useStylesheetHrefs()
  const readStylesheet = useContext(ReadStylesheetContext)
  const [inlined] = useState(() => (readStylesheet ? inline(hrefs, readStylesheet) : inlinedByServer()))
  return (
    <>
      {inlined.hrefs.length > 0 && (
        <style
          {...{ [HREFS_ATTRIBUTE]: inlined.hrefs.join(' ') }}
          nonce={nonce}
          // eslint-disable-next-line no-restricted-syntax -- no markup: the text of our style sheets
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

/** The error page of the root shows no other route, so it takes no style sheet of one. */
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

/** The browser finds them in the page that the server sent. */
function inlinedByServer(): InlineStyles {
  const element = document.querySelector(`style[${HREFS_ATTRIBUTE}]`)
  return { hrefs: element?.getAttribute(HREFS_ATTRIBUTE)?.split(' ') ?? [], text: element?.textContent ?? '' }
}

/**
 * Remix's `<Scripts>`, fetched after what a visitor sees: every page works without scripts. `<Scripts>` preloads its modules
 * with high priority, so the same preloads come before it with a low one. A browser fetches each module once.
 */
export function LowPriorityScripts() {
  const hrefs = useModuleHrefs()
  // As `<Scripts>` does: the first page's, or nothing.
  const [preloads] = useState(hrefs)
  return (
    <>
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" fetchpriority="low" href={href} />
      ))}
      <Scripts nonce={useNonce()} />
    </>
  )
}

/** The modules that the current page needs, as the build's manifest lists them. */
function useModuleHrefs() {
  const manifest = useContext(UNSAFE_RemixContext)?.manifest
  const matches = useMatches()
  if (!manifest) return []
  const routes = matches.flatMap(({ id }) => manifest.routes[id] ?? [])
  const modules = [manifest.entry, ...routes].flatMap(({ module, imports = [] }) => [module, ...imports])
  return [...new Set([manifest.url, ...modules])]
}
