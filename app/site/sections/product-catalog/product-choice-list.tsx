import type { FieldMetadata } from '@conform-to/react'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '#app/cms/editing/fields/text-fields.tsx'
import { InlineList } from '#app/cms/editing/lists/inline-list.tsx'
import type { ProductChoice } from './product-choice.ts'
import type { productChoicesLoader } from './product-choices.server.ts'

interface ProductChoiceListProps {
  /** Last parts of the products' addresses. */
  list: FieldMetadata<string[]>
  max?: number
  empty: string
}

/** A list of products, each chosen from all products. The route of the fields has the loader with the choices. */
export function ProductChoiceList({ list, max = Infinity, empty }: ProductChoiceListProps) {
  const { products } = useLoaderData<typeof productChoicesLoader>()
  return (
    <InlineList list={list} noun="product" max={max} empty={empty} canRepeat={false}>
      {(entry, name) => <SelectField field={entry} label={name} options={optionsFor(products, entry.initialValue)} />}
    </InlineList>
  )
}

/** Adds the chosen address if its product no longer exists, so that a save does not change it silently. */
function optionsFor(products: readonly ProductChoice[], chosen: string | undefined) {
  const options = products.map(({ address, title }) => ({ value: address, label: title }))
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen)
  return isKnown ? options : [...options, { value: chosen, label: `${chosen} (no longer exists)` }]
}
