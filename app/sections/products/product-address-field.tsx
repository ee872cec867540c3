import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { OWN_PAGE_ADDRESSES } from '#app/sections/product-page/own-page-addresses.ts'
import { TextField } from '#app/editing/fields/text-fields.tsx'

const OWN_PAGES: ReadonlySet<string> = new Set(OWN_PAGE_ADDRESSES)

/**
 * The address of a product's card. It says before it is saved what a change does: visitors are led from the old address to
 * the new one, but a page of its own stays where it is.
 */
export function ProductAddressField({ field }: { field: FieldMetadata<string> }) {
  const { initialValue: saved = '', value = '' } = field
  const hasOwnPage = OWN_PAGES.has(saved)
  return (
    <div>
      <TextField field={field} label="Address" prefix="/products/" optional help={helpFor(saved)} />
      <p className="field__note" role="status">
        {saved !== '' &&
          value !== saved &&
          (hasOwnPage
            ? `The page with the grades stays at /products/${saved}. This card will lead to a short general page.`
            : `Visitors who come to /products/${saved} will be led to the new address.`)}
      </p>
      {hasOwnPage && (
        <p className="field__help">
          Title, text and grades of the page are edited in{' '}
          <Link to={`/admin/product-${saved}`} prefetch="none">
            its own editor
          </Link>
        </p>
      )}
    </div>
  )
}

function helpFor(saved: string) {
  if (saved === '') return 'Small letters, digits and hyphens, such as hffr-compound'
  if (OWN_PAGES.has(saved)) return 'This product has a page of its own here. Keep the address to lead to it'
  return 'If you change it, the old address leads to the new one. If you remove the product, it leads to Products'
}
