import type { FollowedPages } from '#app/cms/define/define-site.ts'
import { keyOfTitle } from '#app/cms/define/entry-address.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { suppliers, type Suppliers } from './suppliers.ts'

/** The suppliers, each with the address of its page, which is made of its name. */
export function supplierPages({ content }: Pick<SiteReader, 'content'>) {
  return (content.find(suppliers)?.value.suppliers ?? []).map((supplier) => ({ ...supplier, href: pathOf(supplier) }))
}

/** Their addresses by their logos: a supplier that gets another name keeps its logo. */
export const supplierPaths: FollowedPages = {
  paths(read) {
    const list = read(suppliers)?.suppliers
    return list && new Map(list.map((supplier) => [supplier.image, pathOf(supplier)]))
  },
  instead: '/team',
}

function pathOf({ alt }: Suppliers['suppliers'][number]) {
  return `/suppliers/${keyOfTitle(alt, 'supplier') ?? 'supplier'}`
}
