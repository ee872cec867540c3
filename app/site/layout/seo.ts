import type { MetaDescriptor } from '@remix-run/react'
import type { Crumb } from '#app/site/ui/page/breadcrumb.tsx'
import type sharePages from './share-pages.json'
import { imageUrl, type ImageInfo } from '#app/cms/media/media-address.ts'
import { breadcrumbData, companyData, type Company, type DescribedPage } from './json-ld.ts'

/** A page as search engines, social networks and feed readers see it. */
export interface PageSummary {
  /** What the page is about. The company's name is added, unless `titleIsWhole`. */
  title: string
  titleIsWhole?: boolean
  /** A sentence or two; line breaks become spaces. If empty, the page has no description. */
  description?: string | undefined
  /** Pages between the home page and this one, as in its breadcrumb. */
  trail?: readonly Crumb[]
  /** Label of this page in the breadcrumb, if it is not the title. */
  crumb?: string
  /** Name of the picture with the page's title that is shown when the page is shared, if it has no `image`. */
  share?: keyof typeof sharePages
  /** Address of the picture with the page's title that was made of an image. Comes before all others. */
  titlePicture?: string | undefined
  /** Shown when the page is shared. Default, also for a type that social networks do not read: the site's image. */
  image?: { file: string; alt: string } | undefined
  /** The images of the page, as its loader returns them. */
  images?: { [file: string]: ImageInfo | undefined } | undefined
  /** True if it is in no list and no search, but has an address that visitors can be given. */
  isUnlisted?: boolean
  /** The feed that follows the page, beside that of the news. */
  feed?: { title: string; href: string } | undefined
  /** For a page that is an article: when it was published, ISO 8601. */
  published?: string
  /** Structured data of what the page is about. */
  structured?: (page: DescribedPage) => MetaDescriptor[]
}

/**
 * All tags of a public page: title, description, canonical address, feed, Open Graph, Twitter card and structured data.
 * `path` is the page's own, without query and fragment.
 */
export function seoTags(company: Company, path: string, page: PageSummary): MetaDescriptor[] {
  const { title, trail = [], crumb = title } = page
  const url = company.origin + path
  const description = page.description?.replace(/\s+/g, ' ').trim() ?? ''
  const image = shareImage(page, company.origin)
  const addressOfImage = (file: string) => imageOf({ file, alt: '' }, page, company.origin)?.url
  return [
    { title: page.titleIsWhole ? title : titleWithCompany(title, company.name) },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...robotsTags(page),
    { tagName: 'link', rel: 'canonical', href: url },
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: 'News', href: '/feed.xml' },
    ...(page.feed ? [{ tagName: 'link', rel: 'alternate', type: 'application/rss+xml', ...page.feed }] : []),
    ...openGraph({ company, url, title, description, image, published: page.published }),
    ...twitterCard({ title, description, image }),
    ...(path === '/' ? companyData(company) : [breadcrumbData(trail, crumb, url)]),
    ...(page.structured?.({ company, url, addressOfImage }) ?? []),
  ]
}

/** Tags of a page that search engines should not index, such as the page of an unknown address. */
export function hiddenPageTags(title: string, companyName: string | undefined): MetaDescriptor[] {
  return [{ title: titleWithCompany(title, companyName) }, { name: 'robots', content: 'noindex' }]
}

/** Keeps a page out of search engines that is in no list. */
export function robotsTags({ isUnlisted = false }: Pick<PageSummary, 'isUnlisted'>): MetaDescriptor[] {
  return isUnlisted ? [{ name: 'robots', content: 'noindex' }] : []
}

/** Search engines cut longer ones. */
const MAX_TITLE_LENGTH = 70

/** The title alone if it is too long with the name, or if there is none: the site's own content could not be read. */
function titleWithCompany(title: string, name: string | undefined) {
  const whole = `${title} | ${name}`
  return name && whole.length <= MAX_TITLE_LENGTH ? whole : title
}

/** The picture that social networks show for a page. */
function shareImage(page: PageSummary, origin: string): ShareImage {
  const { title, titlePicture, image, share } = page
  // Made by `app/cms/media/library/title-pictures.server.ts`.
  if (titlePicture !== undefined) return drawnImage(origin + titlePicture, title)
  const ofPage = image && imageOf(image, page, origin)
  if (ofPage) return ofPage
  // Made by `scripts/share-pictures.mjs`.
  return share === undefined
    ? drawnImage(
        `${origin}/images/share.jpg`,
        'Power cables cut open: copper conductors, insulation, screens and sheath',
      )
    : drawnImage(`${origin}/images/share/${share}.jpg`, title)
}

interface ShareImage {
  url: string
  type: string
  width: number
  height: number
  alt: string
}

/** Social networks read neither AVIF nor SVG. */
const SHARED_TYPES: { [extension: string]: string | undefined } = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

function imageOf(
  image: { file: string; alt: string },
  { images = {} }: PageSummary,
  origin: string,
): ShareImage | undefined {
  const info = images[image.file]
  const type = info && SHARED_TYPES[info.file.split('.').at(-1) ?? '']
  if (!type || info.hasAssumedSize) return undefined
  return { url: origin + imageUrl(info.file), type, width: info.width, height: info.height, alt: image.alt }
}

/** Of the size that social networks ask for. */
function drawnImage(url: string, alt: string): ShareImage {
  return { url, type: 'image/jpeg', width: 1200, height: 630, alt }
}

/** https://ogp.me */
function openGraph({
  company,
  url,
  title,
  description,
  image,
  published = '',
}: {
  company: Company
  url: string
  title: string
  description: string
  image: ShareImage
  published: string | undefined
}): MetaDescriptor[] {
  return properties({
    'og:type': published === '' ? 'website' : 'article',
    'article:published_time': published,
    'og:site_name': company.name,
    'og:locale': 'en_IN',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': image.url,
    'og:image:type': image.type,
    'og:image:width': String(image.width),
    'og:image:height': String(image.height),
    'og:image:alt': image.alt,
  }).map(([property, content]) => ({ property, content }))
}

/** https://developer.x.com/en/docs/x-for-websites/cards/overview/markup */
function twitterCard({ title, description, image }: { title: string; description: string; image: ShareImage }) {
  return properties({
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image.url,
    'twitter:image:alt': image.alt,
  }).map(([name, content]) => ({ name, content }))
}

/** Name and content of each property that is not empty. */
function properties(all: { [name: string]: string }) {
  return Object.entries(all).filter(([, content]) => content !== '')
}
