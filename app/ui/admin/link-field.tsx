import type { FieldMetadata } from '@conform-to/react'
import { Field } from './field.tsx'

/** `id` of the list of the site's pages, which link fields offer to choose from. */
const PAGES_ID = 'site-pages'

interface LinkFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
  optional?: boolean
}

/** Where a link leads. Offers the site's own pages; any other address is typed. */
export function LinkField({ help = 'Such as /products or https://…', ...props }: LinkFieldProps) {
  return (
    <Field {...props} help={help}>
      {(control) => (
        // Not of the type url, in which browsers take no path.
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
  )
}

/** The pages that link fields offer, once for each page of the admin area that has such fields. */
export function LinkSuggestions({ pages }: { pages: readonly { href: string; label: string }[] }) {
  return (
    <datalist id={PAGES_ID}>
      {pages.map(({ href, label }) => (
        <option key={href} value={href}>
          {label}
        </option>
      ))}
    </datalist>
  )
}
