import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { documentSizes } from '#app/site/sections/document-register/page-documents.server.ts'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { momentOfSite } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { ButtonLink } from '#app/cms/ui/content-link.tsx'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { otherArticles } from '#app/site/collections/news/article-lists.ts'
import { NEWS_TRAIL, NewsArticleView } from '#app/site/collections/news/news-article-view.tsx'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { newsArticleData } from '#app/site/layout/dated-json-ld.ts'
import { findEntry, noEntry } from '#app/site/layout/entry-page.server.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { noEntryMeta, pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { ErrorPage } from '#app/site/ui/page/error-page.tsx'
import { NoEntryPage } from '#app/site/ui/page/missing-page.tsx'

export const handle = { isForCustomers: false } satisfies SiteHandle

/** The page of a news article: 308 from an address that has moved, 410 if it is gone, 404 if there has been none. */
export function loader({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  const site = currentSite()
  const found = findEntry(newsArticles, params['address'], request)
  if (found.state !== 'shown') return noEntry(found.state)
  const { key, value, isListed } = found.entry
  const press = site.content.find(siteDetails)?.value.contacts.corporateOffice
  const published = momentOfSite(value.date, value.time)
  return data({
    state: found.state,
    isListed,
    article: leaveOut(value, 'body', 'address', 'visibility', 'time'),
    published,
    modified: laterOf(published, site.content.lastChange(newsArticles.entry(key))),
    html: renderMarkdown(value.body, { pageBase: site.pageBase, firstHeading: 2 }),
    others: otherArticles(site, key, 3),
    press: press && { email: press.email, phone: press.phone },
    images: resolveImages(value, site.media.library),
    titlePicture: site.media.library.titlePictures.addressOf({ file: value.image, title: value.title }),
    documents: documentSizes(value),
  })
}

/** When a page last changed. An article may be written before the time that it names as its publication. */
function laterOf(published: string, changed: Date | undefined): string {
  return changed && changed.getTime() > Date.parse(published) ? changed.toISOString() : published
}

export const meta: PageMeta<typeof loader> = (page) => {
  const shown = page.data
  if (shown?.state !== 'shown') return noEntryMeta(page, shown?.state, 'News')
  const { article, published, modified, images, titlePicture, isListed } = shown
  const { title, lead, image, imageAlt } = article
  return pageMeta(page, {
    title,
    description: lead,
    trail: NEWS_TRAIL,
    share: 'news',
    image: { file: image, alt: imageAlt },
    images,
    titlePicture,
    isUnlisted: !isListed,
    published,
    structured: (described) => [newsArticleData(described, { title, lead, image, published, modified })],
  })
}

export default function ArticleRoute() {
  const page = useLoaderData<typeof loader>()
  switch (page.state) {
    case 'unreadable':
    case 'gone':
      return <NoEntryPage state={page.state} name="News" />
    case 'unknown':
      return (
        <ErrorPage code={404} title="Article not found" text="We cannot find this article. It may have moved.">
          <ButtonLink to="/events">All news</ButtonLink>
          <ButtonLink to="/" variant="line">
            Home
          </ButtonLink>
        </ErrorPage>
      )
    case 'shown':
      return (
        <ImagesProvider images={page.images}>
          <DocumentsProvider documents={page.documents}>
            <NewsArticleView {...page} />
          </DocumentsProvider>
        </ImagesProvider>
      )
  }
}
