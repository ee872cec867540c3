import { createContext, useContext, type ReactNode } from 'react'

/** A product that others can refer to, by the last part of its address. */
export interface ProductChoice {
  address: string
  title: string
}

const ProductChoicesContext = createContext<readonly ProductChoice[]>([])

/** Gives the product lists of a form the products there are. */
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
export function useProductChoices() {
  return useContext(ProductChoicesContext)
}
