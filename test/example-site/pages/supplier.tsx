import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { supplierPages } from '../home/supplier-pages.ts'
import { Photo } from './photo.tsx'
import '../look.css'

/** The page of a supplier. */
export function loader({ params }: LoaderFunctionArgs) {
  const site = currentSite()
  const supplier = supplierPages(site).find(({ href }) => href === `/suppliers/${params['supplier']}`)
  return data({ supplier, images: resolveImages(supplier, site.media.library) }, supplier ? 200 : 404)
}

export default function SupplierPage() {
  const { supplier, images } = useLoaderData<typeof loader>()
  return (
    <main className="shop">
      <h1>{supplier?.alt ?? 'There is no such supplier.'}</h1>
      {supplier && <Photo images={images} file={supplier.image} alt="" />}
      <a href="/team">To the team</a>
    </main>
  )
}
