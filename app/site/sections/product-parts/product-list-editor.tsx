import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { SectionHeadFields, FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { OWN_PAGE_ADDRESSES } from '#app/site/sections/product-parts/product-address.ts'
import type { PipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import type { PowerCables } from '#app/site/sections/power-cables/power-cables.ts'
import type { FibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import type { Product } from './product-list.ts'
import { useSectionId, type EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = {
  async schema(sectionId) {
    switch (sectionId) {
      case 'pipe-coating':
        return (await import('#app/site/sections/pipe-coating/pipe-coating.ts')).pipeCoating.schema
      case 'power-cables':
        return (await import('#app/site/sections/power-cables/power-cables.ts')).powerCables.schema
      default:
        return (await import('#app/site/sections/fibre-cables/fibre-cables.ts')).fibreCables.schema
    }
  },
}

/** Fields of the three sections that show products. */
export default function ProductListsEditor() {
  switch (useSectionId()) {
    case 'pipe-coating':
      return <PipeCoatingFields />
    case 'power-cables':
      return <PowerCablesFields />
    default:
      return <FibreCablesFields />
  }
}

function FibreCablesFields() {
  const fields = useFormMetadata<FibreCables>().getFieldset()
  return (
    <>
      <SectionHeadFields title={fields.title} buttonText={fields.buttonText} buttonLink={fields.buttonLink} />
      <ProductListEditor products={fields.products} note="Shown as tiles in this order" ownUpdate />
    </>
  )
}

interface ProductListEditorProps {
  products: FieldMetadata<Product[]>
  note: string
  /** Gives each product its own save button. */
  ownUpdate?: boolean
}

/** The products of a section: cards, rows or tiles on the page. */
function ProductListEditor({ products, note, ownUpdate = false }: ProductListEditorProps) {
  return (
    <FieldGroup legend="Products" note={note}>
      <EntryList
        list={products}
        noun="product"
        ownUpdate={ownUpdate}
        unique={['slug']}
        summarise={(product) => {
          const { title, slug, image } = product.getFieldset()
          return {
            title: title.value,
            note: slug.value === undefined ? '' : `/products/${slug.value}`,
            image: image.value ?? '',
          }
        }}
      >
        {(product) => <ProductFields product={product} />}
      </EntryList>
    </FieldGroup>
  )
}

function ProductFields({ product }: { product: FieldMetadata<Product> }) {
  const fields = product.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <div className="two">
        <TextField field={fields.title} />
        <ProductAddressField field={fields.slug} />
      </div>
      <TextAreaField field={fields.description} optional />
      <ImageField
        field={fields.image}
        alt={fields.imageAlt}
        label={`image of ${fields.title.value ?? 'the new product'}`}
      />
    </>
  )
}

const OWN_PAGES: ReadonlySet<string> = new Set(OWN_PAGE_ADDRESSES)

/**
 * The address of a product's card. Before a save, a note says what the change does: visitors are redirected from the
 * old address to the new one, but the product's own page keeps its address.
 */
function ProductAddressField({ field }: { field: FieldMetadata<string> }) {
  const { initialValue: saved = '', value = '' } = field
  const hasOwnPage = OWN_PAGES.has(saved)
  return (
    <div>
      <TextField field={field} prefix="/products/" optional help={helpFor(saved)} />
      <p className="field__note" role="status">
        {saved !== '' &&
          value !== saved &&
          (hasOwnPage
            ? `The page with the grades keeps the address /products/${saved}. This card will open a short general page instead.`
            : `Visitors of /products/${saved} will be redirected to the new address.`)}
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
  if (OWN_PAGES.has(saved)) return 'This product has its own page. Keep this address so that the card opens that page'
  return 'If you change the address, the old address redirects to the new one. If you remove the product, the address redirects to Products'
}

function PipeCoatingFields() {
  const fields = useFormMetadata<PipeCoating>().getFieldset()
  return (
    <>
      <SectionHeadFields title={fields.title} buttonText={fields.buttonText} buttonLink={fields.buttonLink} />
      <ProductListEditor products={fields.products} note="The second one is shown highlighted" />
    </>
  )
}

function PowerCablesFields() {
  const fields = useFormMetadata<PowerCables>().getFieldset()
  return (
    <>
      <SectionHeadFields title={fields.title} buttonText={fields.buttonText} buttonLink={fields.buttonLink} />
      <FieldGroup legend="Large image" note="Shown when a product has no image of its own">
        <ImageField field={fields.image} alt={fields.imageAlt} label="large image" />
      </FieldGroup>
      <ProductListEditor products={fields.products} note="The first one is active when the page loads" />
    </>
  )
}
