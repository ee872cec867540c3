import { useLoaderData } from '@remix-run/react'
import { StandardsList } from '#app/site/sections/certifications/standards-list.tsx'
import { ClientsSection } from '#app/site/sections/clients/clients-section.tsx'
import { GlobalExpansionSection } from '#app/site/sections/global-expansion/global-expansion-section.tsx'
import { GlobalPresenceSection } from '#app/site/sections/global-presence/global-presence-section.tsx'
import { HERO_IMAGE_SIZES, HeroSlidesSection } from '#app/site/sections/hero-slides/hero-slides-section.tsx'
import { eventsOn } from '#app/site/collections/events/event-lists.ts'
import { newestArticles } from '#app/site/collections/news/article-lists.ts'
import { HomeNewsSection } from '#app/site/sections/home-news/home-news-section.tsx'
import { PipeCoatingSection } from '#app/site/sections/pipe-coating/pipe-coating-section.tsx'
import { PowerCablesSection } from '#app/site/sections/power-cables/power-cables-section.tsx'
import { ProductRangeSection } from '#app/site/sections/product-range/product-range-section.tsx'
import { FibreCablesSection } from '#app/site/sections/fibre-cables/fibre-cables-section.tsx'
import { QualityControlSection } from '#app/site/sections/quality-control/quality-control-section.tsx'
import { StatsSection } from '#app/site/sections/stats/stats-section.tsx'
import { imagePreload } from '#app/cms/media/media-address.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { clients } from '#app/site/sections/clients/clients.ts'
import { globalExpansion } from '#app/site/sections/global-expansion/global-expansion.ts'
import { globalPresence } from '#app/site/sections/global-presence/global-presence.ts'
import { heroSlides, SLIDES_SHOWN } from '#app/site/sections/hero-slides/hero-slides.ts'
import { homeNews, NEWS_ITEMS_SHOWN, shownNews } from '#app/site/sections/home-news/home-news.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { productRange } from '#app/site/sections/product-range/product-range.ts'
import { cardsWithEvents, eventsPage } from '#app/site/sections/events-page/events-page.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { PRODUCTS_SHOWN } from '#app/site/sections/product-page/product-list.ts'
import { qualityControl, shownQualityControl } from '#app/site/sections/quality-control/quality-control.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { today } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { leaveOut } from '#app/site/sections/shared/leave-out.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import './home.css'

export const handle = { navbar: 'over' } satisfies SiteHandle

/** The data of the home page, from memory. The content of a section whose file has never been readable is undefined. */
export function loader() {
  const catalog = currentSite().service(productCatalog)
  const quality = find(qualityControl)
  const content = {
    heroSlides: { slides: listedRows(currentSite(), heroSlides).slice(0, SLIDES_SHOWN) },
    globalExpansion: withoutId(find(globalExpansion)),
    productRange: find(productRange),
    stats: withoutId(find(stats)),
    standards: find(certifications)?.standards.map(({ _id, name, subject }) => ({ _id, name, subject })),
    powerCables: shortened(catalog.findList(powerCables), 'products', PRODUCTS_SHOWN),
    pipeCoating: shortened(catalog.findList(pipeCoating), 'products', PRODUCTS_SHOWN),
    products: shortened(catalog.findList(fibreCables), 'products', PRODUCTS_SHOWN),
    qualityControl: quality && shownQualityControl(quality),
    clients: find(clients),
    news: shownNews(find(homeNews), newestArticles(currentSite(), NEWS_ITEMS_SHOWN), announcedEvents()),
    globalPresence: find(globalPresence),
  }
  const about = find(siteDetails)
  return {
    title: about ? `${about.companyName}: ${about.tagline}` : 'Home',
    description: about ? about.footer.about || about.tagline : '',
    content,
    images: resolveImages(content, currentSite().media.library),
  }
}

/** The cards of the page of news and events, which items of the news may name. */
function announcedEvents() {
  const page = find(eventsPage)
  const cards = page ? cardsWithEvents(page, eventsOn(today(), currentSite()).upcoming) : []
  return cards.map(({ card: { _id, kind }, next }) => ({ _id, kind, next }))
}

/** Only the first entries of a list: the home page stays short, however many there are. */
function shortened<Key extends string, Content extends Record<Key, unknown[]>>(
  content: Content | undefined,
  key: Key,
  most: number,
): Content | undefined {
  return content && { ...content, [key]: content[key].slice(0, most) }
}

function find<Section extends SectionDefinition>(section: Section): ContentOf<Section> | undefined {
  return currentSite().content.find(section)?.value
}

function withoutId<Content extends { _id: string }>(content: Content | undefined) {
  return content && leaveOut(content, '_id')
}

export const meta: PageMeta<typeof loader> = (page) => {
  if (!page.data) return []
  const { title, description, content, images } = page.data
  return [
    ...pageMeta(page, { share: 'home', title, titleIsWhole: true, description }),
    // The largest element of the first view. The preload requests it before the styles are parsed.
    ...imagePreload(images[content.heroSlides.slides[0]?.image ?? ''], HERO_IMAGE_SIZES),
  ]
}

export default function Home() {
  const { title, content, images } = useLoaderData<typeof loader>()
  const hasSlides = content.heroSlides.slides.length > 0

  return (
    <ImagesProvider images={images}>
      {/* With slides, sighted visitors see the slides' headings instead. Without slides the title is shown. */}
      <h1 className={hasSlides ? 'visually-hidden' : 'home__title on-ink on-deep'}>{title}</h1>
      <HeroSlidesSection content={content.heroSlides} />
      <StatsSection content={content.stats}>
        <StandardsList standards={content.standards} />
      </StatsSection>
      <GlobalExpansionSection content={content.globalExpansion} />
      <GlobalPresenceSection content={content.globalPresence} />
      <ProductRangeSection content={content.productRange} />
      <PowerCablesSection content={content.powerCables} />
      <PipeCoatingSection content={content.pipeCoating} />
      <FibreCablesSection content={content.products} />
      <QualityControlSection content={content.qualityControl} />
      <ClientsSection content={content.clients} />
      <HomeNewsSection content={content.news} />
    </ImagesProvider>
  )
}
