import { data, useLoaderData } from '@remix-run/react'
import { checklistSite } from '#app/cms/content/checklist-site.server.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { hiddenPageMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { DisclosuresPage, LawLinks } from '#app/site/sections/disclosures/disclosures-page.tsx'
import { disclosures } from '#app/site/sections/disclosures/disclosures.ts'
import { shownDisclosures } from '#app/site/sections/disclosures/shown-disclosures.server.ts'
import { investorsTrail } from './investors-trail.ts'
import { PageUnknown } from '#app/site/ui/page/missing-page.tsx'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** The disclosures as visitors read them. Without content while staff have not switched the page on. */
export function loader() {
  const page = currentSite().content.find(disclosures)?.value
  if (page?.state !== 'on') return data({ page: undefined, laws: [] }, { status: 404 })
  const { title, lead, intro, note } = page
  const laws = shownDisclosures(checklistSite(currentSite()), today())
  return data({ page: { title, lead, intro, note }, laws })
}

export const meta: PageMeta<typeof loader> = (page) => {
  const content = page.data?.page
  if (!content) return hiddenPageMeta(page, 'Page not found')
  return pageMeta(page, {
    share: 'disclosures',
    title: content.title,
    description: content.lead,
    trail: investorsTrail,
  })
}

export default function Disclosures() {
  const { page, laws } = useLoaderData<typeof loader>()
  if (!page) return <PageUnknown />
  return (
    <>
      <PageIntro
        title={page.title}
        lead={page.lead}
        trail={investorsTrail}
        aside={laws.length > 1 && <LawLinks laws={laws} />}
      />
      <DisclosuresPage intro={page.intro} note={page.note} laws={laws} />
    </>
  )
}
