import type { FieldMetadata } from '@conform-to/react'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { Field } from './field.tsx'
import { unknownPage } from './unknown-page.ts'

/** `id` of the list of the site's pages, which link fields offer to choose from. */
const PAGES_ID = 'site-pages'

interface LinkFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
  optional?: boolean
}

/**
 * The target of a link. Suggests the site's own pages; any other address is typed. If the typed page of the site does
 * not exist, a note says so. It is no error, because the page may be added later.
 */
export function LinkField({ help = 'For example /products or https://…', ...props }: LinkFieldProps) {
  const pages = useContext(PagesContext)
  const missing = unknownPage(props.field.value ?? '', pages)
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
      <p className="field__note" role="status">
        {missing && `There is no page ${missing.path}.`}
        {missing?.likely !== undefined && ` Do you mean ${missing.likely}?`}
      </p>
    </div>
  )
}

const PagesContext = createContext<readonly string[]>([])

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
