/**
 * Last parts of the addresses of the products that have a page of their own, in the order of the navigation. Apart from the
 * pages' schema, which an editor of cards does not need.
 */
export const OWN_PAGE_ADDRESSES = [
  'hffr-compound',
  'pvc-compound',
  'pe-compound',
  'xlpe-compound',
  'pipe-coating',
  'adhesive',
  'cable-filling',
] as const
