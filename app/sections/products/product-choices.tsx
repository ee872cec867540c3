import { createContext, useContext, type ReactNode } from 'react'
import type { FieldMetadata } from '@conform-to/react'
import { InlineList } from '#app/editing/lists/inline-list.tsx'
import { SelectField } from '#app/editing/fields/text-fields.tsx'

/** A product that others can refer to, by the last part of its address. */
export interface ProductChoice {
  address: string
  title: string
}

const ProductChoicesContext = createContext<readonly ProductChoice[]>([])

/** Provides the product lists of a form with all products. */
export function ProductChoicesProvider({
  products,
  children,
}: {
  products: readonly ProductChoice[]
  children: ReactNode
}) {
  return <ProductChoicesContext.Provider value={products}>{children}</ProductChoicesContext.Provider>
}

/** Every product that has a page. */
function useProductChoices() {
  return useContext(ProductChoicesContext)
}

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
