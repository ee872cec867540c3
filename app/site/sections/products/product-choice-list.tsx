import type { FieldMetadata } from '@conform-to/react'
import { SelectField } from '#app/cms/editing/fields/text-fields.tsx'
import { InlineList } from '#app/cms/editing/lists/inline-list.tsx'
import { useProductChoices, type ProductChoice } from './product-choices.tsx'

interface ProductChoiceListProps {
  /** Last parts of the products' addresses. */
  list: FieldMetadata<string[]>
  max?: number
  empty: string
}

/** A list of products, each chosen from all products. */
export function ProductChoiceList({ list, max = Infinity, empty }: ProductChoiceListProps) {
  const products = useProductChoices()
  return (
    <InlineList list={list} noun="product" max={max} empty={empty}>
      {(entry, name) => <SelectField field={entry} label={name} options={optionsFor(products, entry.initialValue)} />}
    </InlineList>
  )
}

/** Adds the chosen address if its product no longer exists, so that a save does not change it silently. */
function optionsFor(products: readonly ProductChoice[], chosen: string | undefined) {
  const options = products.map(({ address, title }) => ({ value: address, label: title }))
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen)
  return isKnown ? options : [...options, { value: chosen, label: `${chosen} (does not exist any more)` }]
}
