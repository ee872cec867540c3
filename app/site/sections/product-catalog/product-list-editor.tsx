import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Link, useLoaderData } from '@remix-run/react'
import { ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import { SectionHeadFields, FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { PRODUCTS } from '#app/site/addresses/product-address.ts'
import type { PipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import type { PowerCables } from '#app/site/sections/power-cables/power-cables.ts'
import type { FibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import type { StoredProduct } from '#app/site/sections/product-page/product-list.ts'
import { productPageChoicesLoader } from './product-page-choices.server.ts'
import { useSectionId, type EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const loader = productPageChoicesLoader

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
  products: FieldMetadata<StoredProduct[]>
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

function ProductFields({ product }: { product: FieldMetadata<StoredProduct> }) {
  const fields = product.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <TextField field={fields.title} />
      <ProductPageFields slug={fields.slug} page={fields.page} />
      <TextAreaField field={fields.description} optional />
      <ImageField
        field={fields.image}
        alt={fields.imageAlt}
        label={`image of ${fields.title.value ?? 'the new product'}`}
      />
    </>
  )
}

/**
 * The page that a card opens: the address of the card, and the product page that is chosen for it. Before a save, a note
 * says what a new address does: visitors are redirected from the old one, but a product page keeps its address.
 */
function ProductPageFields({ slug, page }: { slug: FieldMetadata<string>; page: FieldMetadata<string | undefined> }) {
  const { pages } = useLoaderData<typeof loader>()
  const { initialValue: saved = '', value = '' } = slug
  const pageAt = (address: string) => pages.find((one) => one.address === address)
  const opened = pages.find(({ key }) => key === page.value) ?? pageAt(value)
  return (
    <div className="two">
      <div>
        <TextField field={slug} prefix={`${PRODUCTS}/`} optional help={helpFor(saved, pageAt(saved) !== undefined)} />
        <p className="field__note" role="status">
          {saved !== '' &&
            value !== saved &&
            (pageAt(saved)
              ? `The page with the grades keeps the address ${PRODUCTS}/${saved}.${opened ? '' : ' This card will open a short general page instead.'}`
              : `Visitors of ${PRODUCTS}/${saved} will be redirected to the new address.`)}
        </p>
      </div>
      <div>
        <ReferenceField
          field={page}
          collection="product-pages"
          optional
          help="Without a choice, the card opens the product page with its address, or else a short general page"
        />
        {opened && (
          <p className="field__help">
            Title, text and grades of the page are edited in{' '}
            <Link to={opened.href} prefetch="none">
              its own editor
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

function helpFor(saved: string, hasPage: boolean) {
  if (saved === '') return 'Small letters, digits and hyphens, such as hffr-compound'
  if (hasPage) return 'A product page has this address. Keep it, or choose the page beside it'
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
