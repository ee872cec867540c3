import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { proseOf } from '#app/cms/search/texts-of-content.ts'
import { textsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { PRIVACY_PAGE } from '#app/site/addresses/privacy-address.ts'
import { shownFactRows } from '#app/site/collections/facts/fact-row.ts'
import { newestArticles } from '#app/site/collections/news/article-lists.ts'
import { about } from '#app/site/sections/about/about.ts'
import { careers } from '#app/site/sections/careers/careers.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { clients } from '#app/site/sections/clients/clients.ts'
import { contactPage } from '#app/site/sections/contact-page/contact-page.ts'
import { EVENT_CARDS_SHOWN, eventsPage } from '#app/site/sections/events-page/events-page.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { globalExpansion } from '#app/site/sections/global-expansion/global-expansion.ts'
import { globalPresence } from '#app/site/sections/global-presence/global-presence.ts'
import { heroSlides, SLIDES_SHOWN } from '#app/site/sections/hero-slides/hero-slides.ts'
import { homeNews, NEWS_ITEMS_SHOWN, shownNews } from '#app/site/sections/home-news/home-news.ts'
import { leadersOf } from '#app/site/sections/management/board.ts'
import { management } from '#app/site/sections/management/management.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { noticeIn, privacyNotice, withDays } from '#app/site/sections/privacy-notice/privacy-notice.ts'
import { productRange } from '#app/site/sections/product-range/product-range.ts'
import { productsOverview } from '#app/site/sections/products-overview/products-overview.ts'
import { qualityControl } from '#app/site/sections/quality-control/quality-control.ts'
import { services } from '#app/site/sections/services/services.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { stats, type Stats } from '#app/site/sections/stats/stats.ts'
import { pageOfSection, type FindContent, type FixedPage } from './fixed-page.ts'

/** The pages for customers, applicants and everybody. */
export function* companyPages(site: SiteReader, find: FindContent): Iterable<FixedPage> {
  yield home(site, find)
  yield* aboutUs(site, find)
  yield* pageOfSection(find, certifications, {
    title: 'Certifications',
    names: [find(certifications)?.lot.title ?? ''],
  })
  yield* products(find)
  yield* servicesOffered(site, find)
  yield* newsAndEvents(find)
  yield* pageOfSection(find, gallery, { title: 'Gallery', names: ['Photos', 'Pictures'] })
  yield* working(find)
  yield contact(find)
  yield* privacy(find)
}

function home(site: SiteReader, find: FindContent): FixedPage {
  const [details, figures] = [find(siteDetails), find(stats)]
  const sections = [globalExpansion, productRange, qualityControl, globalPresence, clients] as const
  const slides = listedRows(site, heroSlides).slice(0, SLIDES_SHOWN)
  const news = shownNews(find(homeNews), newestArticles(site, NEWS_ITEMS_SHOWN))
  const shown = [
    ...slides.flatMap(({ title, subtitle }) => [title, subtitle]),
    ...news.newsItems.map(({ text }) => text),
  ]
  return {
    href: '/',
    title: 'Home',
    names: details ? [details.companyName] : [],
    basis: [details, figures, ...sections.map(find), shown.join('\n')],
    texts: () => [
      ...[details?.tagline ?? '', details?.footer.about ?? ''],
      ...shown,
      ...(figures ? figuresInWords(figures) : []),
      ...sections.flatMap((section) => proseOf(section, find(section), 'imageAlt', 'buttonText')),
    ],
  }
}

function figuresInWords({ yearsExperience, clientsWorldwide, capacity }: Stats) {
  return [
    `${yearsExperience} years of experience`,
    `${clientsWorldwide} clients worldwide`,
    `${capacity} MT capacity a year`,
  ]
}

function* aboutUs(site: SiteReader, find: FindContent): Iterable<FixedPage> {
  const [content, board] = [find(about), find(management)]
  if (!content) return
  const facts = shownFactRows(site, content.facts, 'text').map(({ name, text }) => `${name}: ${text}`)
  yield {
    ...{ href: '/aboutus', title: 'About Us', names: ['Company', 'Vision', 'Mission', 'History'] },
    basis: [content, board, facts.join('\n')],
    texts: () => [
      ...proseOf(about, content, 'body', 'facts'),
      ...facts,
      ...textsOfMarkdown(content.body),
      ...leadersOf(board).flatMap(({ name, role, text }) => [`${name}, ${role}`, text]),
    ],
  }
}

function* products(find: FindContent): Iterable<FixedPage> {
  const ranges = [powerCables, pipeCoating, fibreCables] as const
  const overview = find(productsOverview)
  yield {
    ...{ href: '/products', title: overview?.title ?? 'Products', basis: [overview, ...ranges.map(find)] },
    texts: () => [
      ...proseOf(productsOverview, overview, 'products'),
      ...ranges.map((range) => find(range)?.title ?? ''),
    ],
  }
  yield { href: GRADES_PAGE, title: 'Find a grade', place: 'Products', basis: [], texts: () => [GRADES_LEAD] }
}

const GRADES_LEAD = 'The grades of all product families by standard, voltage and value, and compared side by side.'

/** The page, and each service at its place on it. */
function* servicesOffered(site: SiteReader, find: FindContent): Iterable<FixedPage> {
  const content = find(services)
  if (!content) return
  yield {
    href: '/services',
    title: content.title,
    names: ['Our services'],
    basis: [content.title, content.lead],
    texts: () => [content.lead],
  }
  for (const service of content.services) {
    const lots = shownFactRows(site, service.lots, 'value').map(({ name, value }) => `${name}: ${value}`)
    yield {
      ...{ href: `/services#${service._id}`, title: service.title, place: content.title },
      basis: [content.title, service, lots.join('\n')],
      texts: () => [
        ...proseOf(
          services,
          { ...content, title: '', lead: '', services: [service] },
          'imageAlt',
          'buttonText',
          'lots',
        ),
        ...lots,
      ],
    }
  }
}

function* newsAndEvents(find: FindContent): Iterable<FixedPage> {
  const content = find(eventsPage)
  if (!content) return
  yield {
    ...{ href: '/events', title: 'News & Events', names: ['History'], basis: [content] },
    texts: () => proseOf(eventsPage, { ...content, events: content.events.slice(0, EVENT_CARDS_SHOWN) }),
  }
}

function* working(find: FindContent): Iterable<FixedPage> {
  const [content, details] = [find(careers), find(siteDetails)]
  if (!content) return
  yield {
    ...{ href: '/careers', title: 'Careers', names: ['Vacancies'], basis: [content, details] },
    texts: () => [
      ...proseOf(careers, content, 'body'),
      ...textsOfMarkdown(content.body),
      ...(details ? [details.contacts.employmentEmail] : []),
    ],
  }
}

function* privacy(find: FindContent): Iterable<FixedPage> {
  const notice = find(privacyNotice)
  const text = notice && noticeIn(notice)
  if (!text) return
  yield {
    ...{ href: PRIVACY_PAGE, title: text.title, names: ['Privacy notice', 'Data protection'], basis: [notice] },
    texts: () => [
      text.lead,
      withDays(text.summary, notice),
      text.itemsTitle,
      ...text.items.map(({ item, purpose }) => `${item}: ${purpose}`),
      ...text.parts.flatMap((part) => [part.title, withDays(part.text, notice)]),
      `${notice.contactName}, ${notice.contactEmail}`,
    ],
  }
}

function contact(find: FindContent): FixedPage {
  const [content, details] = [find(contactPage), find(siteDetails)]
  const contacts = details?.contacts
  return {
    ...{ href: '/contactus', title: 'Contact', basis: [content, details] },
    names: ['Address', 'Offices', 'Plant', 'Telephone', 'E-mail', 'Map', 'Enquiry'],
    texts: () => [
      ...proseOf(contactPage, content, 'mapEmbedLink'),
      ...[contacts?.registeredOffice, contacts?.corporateOffice].flatMap((office) =>
        office ? [`${office.title}, ${office.address}`, office.phone, office.email] : [],
      ),
      ...(contacts ? [contacts.investorEmail, contacts.employmentEmail] : []),
      ...(details ? [`${details.legalName}, Corporate Identity Number (CIN) ${details.cin}`] : []),
    ],
  }
}
