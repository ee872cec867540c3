import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { encodeAddress } from '#app/cms/define/link-target.ts'
import { withQueryOf } from '#app/cms/platform/http/redirect-target.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { currentSite } from '#app/cms/site.server.ts'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { editionsPath } from '#app/site/addresses/grade-address.ts'
import { PRODUCT_TRAIL } from '#app/site/addresses/product-address.ts'
import { noEntry } from '#app/site/layout/entry-page.server.ts'
import { noEntryMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { findGrade } from '#app/site/sections/grade-sheet/find-grade.server.ts'
import { gradePage } from '#app/site/sections/grade-sheet/grade-page.server.ts'
import { GradeView } from '#app/site/sections/grade-sheet/grade-view.tsx'
import { ErrorPage } from '#app/site/ui/page/error-page.tsx'
import { NoEntryPage } from '#app/site/ui/page/missing-page.tsx'

/** The page of a grade: 308 from a former address, 410 if it is gone, 404 if there has been none. */
export function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const site = currentSite()
  const found = findGrade(site, params['slug'] ?? '', params['grade'] ?? '')
  if (found.state === 'moved')
    throw redirect(withQueryOf(request, encodeAddress(found.to)), found.isForEver ? 308 : 302)
  if (found.state !== 'shown') return noEntry(found.state)
  const shown = gradePage(site, found.grade)
  const images = resolveImages(shown.product, site.media.library)
  return data({ state: found.state, isListed: found.grade.isListed, ...shown, images })
}

export const meta: PageMeta<typeof loader> = (page) => {
  const shown = page.data
  if (shown?.state !== 'shown') return noEntryMeta(page, shown?.state, 'Grades')
  const { title, product, description, isListed, href } = shown
  return pageMeta(page, {
    title: `${title}, ${product.title}`,
    crumb: title,
    description,
    trail: [...PRODUCT_TRAIL, { label: product.title, to: product.href }],
    share: 'grades',
    feed: { title: `Editions of ${title}`, href: editionsPath(href) },
    isUnlisted: !isListed,
  })
}

export default function GradeRoute() {
  const page = useLoaderData<typeof loader>()
  if (page.state === 'shown') {
    return (
      <ImagesProvider images={page.images}>
        <GradeView grade={page} />
      </ImagesProvider>
    )
  }
  if (page.state !== 'unknown') return <NoEntryPage state={page.state} name="Grades" />
  return (
    <ErrorPage code={404} title="Grade not found" text="We cannot find this grade. It may have another name now.">
      <ButtonLink to={GRADES_PAGE}>Find a grade</ButtonLink>
      <ButtonLink to="/products" variant="line">
        Products
      </ButtonLink>
    </ErrorPage>
  )
}
