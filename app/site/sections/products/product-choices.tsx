import { createContext, useContext, type ReactNode } from 'react'

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

/** Returns every product that has a page. */
export function useProductChoices() {
  return useContext(ProductChoicesContext)
}
