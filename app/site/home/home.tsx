import { useLoaderData } from '@remix-run/react'
import { ClientsSection } from '#app/sections/clients/clients-section.tsx'
import { GlobalExpansionSection } from '#app/sections/global-expansion/global-expansion-section.tsx'
import { GlobalPresenceSection } from '#app/sections/global-presence/global-presence-section.tsx'
import { HERO_IMAGE_SIZES, HeroSlidesSection } from '#app/sections/hero-slides/hero-slides-section.tsx'
import { NewsSection } from '#app/sections/news-section/news-section-section.tsx'
import { PipeCoatingSection } from '#app/sections/pipe-coating/pipe-coating-section.tsx'
import { PowerCablesSection } from '#app/sections/power-cables/power-cables-section.tsx'
import { ProductRangeSection } from '#app/sections/product-range/product-range-section.tsx'
import { ProductsSection } from '#app/sections/products/products-section.tsx'
import { QualityControlSection } from '#app/sections/quality-control/quality-control-section.tsx'
import { StatsSection } from '#app/sections/stats/stats-section.tsx'
import { imagePreload } from '#app/media/addresses.ts'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { readHome } from './home.server.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import './home.css'

export const handle = { navbar: 'over' } satisfies SiteHandle

export function loader() {
  return readHome()
}

export const meta: PageMeta<typeof loader> = (page) => {
  if (!page.data) return []
  const { title, description, content, images } = page.data
  return [
    ...pageMeta(page, { title, titleIsWhole: true, description }),
    // The largest thing a visitor sees first: on its way before the styles say where it goes.
    ...imagePreload(images[content.heroSlides?.slides[0]?.image ?? ''], HERO_IMAGE_SIZES),
  ]
}

export default function Home() {
  const { title, content, images } = useLoaderData<typeof loader>()
  const hasSlides = (content.heroSlides?.slides.length ?? 0) > 0

  return (
    <ImagesProvider images={images}>
      {/* The slides' headings say more to those who see them; without slides the title takes their place. */}
      <h1 className={hasSlides ? 'vh' : 'home__title on-ink on-deep'}>{title}</h1>
      <HeroSlidesSection content={content.heroSlides} />
      <GlobalExpansionSection content={content.globalExpansion} />
      <ProductRangeSection content={content.productRange} />
      <StatsSection content={content.stats} />
      <PowerCablesSection content={content.powerCables} />
      <PipeCoatingSection content={content.pipeCoating} />
      <ProductsSection content={content.products} />
      <QualityControlSection content={content.qualityControl} />
      <ClientsSection content={content.clients} />
      <NewsSection content={content.news} />
      <GlobalPresenceSection content={content.globalPresence} />
    </ImagesProvider>
  )
}
