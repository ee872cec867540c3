/** A product that others can refer to, by the last part of its address. */
export interface ProductChoice {
  address: string
  title: string
}
