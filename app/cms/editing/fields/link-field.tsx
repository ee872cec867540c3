import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { unknownPage } from '#app/cms/define/unknown-page.ts'

/** `id` of the list of the site's pages, which link fields offer to choose from. */
const PAGES_ID = 'site-pages'

/**
 * The target of a link. Suggests the site's own pages; any other address is typed. If the typed page of the site does
 * not exist, a note says so. It is no error, because the page may be added later.
 */
export function LinkField({ help = `For example ${siteProfile().examples.page} or https://…`, ...props }: FieldProps) {
  return (
    <div>
      <Field {...props} help={help}>
        {(control) => (
          // Not type="url": browsers accept no path in it.
          <input
            {...control}
            type="text"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            list={PAGES_ID}
            defaultValue={props.field.initialValue}
          />
        )}
      </Field>
      <UnknownPageNotes links={[props.field.value ?? '']} />
    </div>
  )
}

/** Notes which of the links lead to pages of the site that do not exist. */
export function UnknownPageNotes({ links }: { links: readonly string[] }) {
  const pages = usePages()
  const notes = links.flatMap((link) => {
    const missing = unknownPage(link, pages)
    if (!missing) return []
    const question = missing.likely === undefined ? '' : ` Do you mean ${missing.likely}?`
    return `There is no page ${missing.path}.${question}`
  })
  return (
    <p className="field__note" role="status">
      {[...new Set(notes)].join(' ')}
    </p>
  )
}

const PagesContext = createContext<readonly string[]>([])

/** The addresses of the site's pages, on an admin page with link fields. */
export function usePages(): readonly string[] {
  return useContext(PagesContext)
}

/** Provides the link fields inside with the pages of the site. Use it once on each admin page with link fields. */
export function LinkSuggestions({
  pages,
  children,
}: {
  pages: readonly { href: string; label: string }[]
  children: ReactNode
}) {
  const addresses = useMemo(() => pages.map(({ href }) => href), [pages])
  return (
    <PagesContext.Provider value={addresses}>
      <datalist id={PAGES_ID}>
        {pages.map(({ href, label }) => (
          <option key={href} value={href}>
            {label}
          </option>
        ))}
      </datalist>
      {children}
    </PagesContext.Provider>
  )
}
