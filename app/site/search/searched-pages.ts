import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import type { ContentOf, SectionDefinition } from '#app/cms/define/define-section.ts'
import { proseOf } from '#app/cms/search/texts-of-content.ts'
import type { SearchedThing } from '#app/cms/search/search-entry.ts'
import { textsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { GRADES_PAGE } from '#app/site/addresses/grade-selection.ts'
import { REGISTER_PAGE } from '#app/site/addresses/document-selection.ts'
import { searchedPlainPages } from '#app/site/collections/plain-pages/searched-plain-pages.ts'
import { about } from '#app/site/sections/about/about.ts'
import { careers } from '#app/site/sections/careers/careers.ts'
import { certifications } from '#app/site/sections/certifications/certifications.ts'
import { contactPage } from '#app/site/sections/contact-page/contact-page.ts'
import { disclosures, DISCLOSURES_PAGE } from '#app/site/sections/disclosures/disclosures.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { EVENT_CARDS_SHOWN, eventsPage } from '#app/site/sections/events-page/events-page.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { gallery } from '#app/site/sections/gallery/gallery.ts'
import { globalExpansion } from '#app/site/sections/global-expansion/global-expansion.ts'
import { globalPresence } from '#app/site/sections/global-presence/global-presence.ts'
import { heroSlides, SLIDES_SHOWN } from '#app/site/sections/hero-slides/hero-slides.ts'
import { industryReport } from '#app/site/sections/industry-report/industry-report.ts'
import { investors } from '#app/site/sections/investors/investors.ts'
import { keyFigures } from '#app/site/sections/key-figures/key-figures.ts'
import { leadersOf, shownCommittees, shownDirectors } from '#app/site/sections/management/board.ts'
import { management } from '#app/site/sections/management/management.ts'
import { pipeCoating } from '#app/site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { productRange } from '#app/site/sections/product-range/product-range.ts'
import { productsOverview } from '#app/site/sections/products-overview/products-overview.ts'
import { qualityControl } from '#app/site/sections/quality-control/quality-control.ts'
import { services } from '#app/site/sections/services/services.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'

type Find = <Section extends SectionDefinition>(section: Section) => ContentOf<Section> | undefined

/** A page with a fixed address, and what it says. */
interface SearchedPage {
  href: string
  title: string
  place?: string
  /** What its texts depend on. */
  basis: readonly unknown[]
  texts: () => readonly string[]
}

/** What visitors find of the pages: those with fixed addresses, then the plain ones. */
export function* searchedPages(site: SiteReader): Iterable<SearchedThing> {
  for (const { href, title, place = '', basis, texts } of fixedPages(site)) {
    yield { id: href, basis: [title, ...basis], entry: () => ({ title, place, href, date: '', texts: texts() }) }
  }
  for (const thing of searchedPlainPages(site)) yield { ...thing, id: `plain/${thing.id}` }
}

const INVESTORS = 'Investor Relations'

/** The texts are those that the pages show: a section whose file cannot be read says nothing. */
function* fixedPages(site: SiteReader): Iterable<SearchedPage> {
  const find: Find = (section) => site.content.find(section)?.value
  yield home(site, find)
  yield* companyPages(find)
  yield* investorPages(find)
}

function home(site: SiteReader, find: Find): SearchedPage {
  const details = find(siteDetails)
  const sections = [globalExpansion, productRange, qualityControl, globalPresence] as const
  const slides = listedRows(site, heroSlides).slice(0, SLIDES_SHOWN)
  return {
    href: '/',
    title: details?.companyName ?? 'Home',
    basis: [details, ...sections.map(find), ...slides.map(({ title, subtitle }) => title + subtitle)],
    texts: () => [
      ...[details?.tagline ?? '', details?.footer.about ?? ''],
      ...slides.flatMap(({ title, subtitle }) => [title, subtitle]),
      ...sections.flatMap((section) => proseOf(section, find(section), 'imageAlt', 'buttonText')),
    ],
  }
}

function* companyPages(find: Find): Iterable<SearchedPage> {
  const [aboutUs, board] = [find(about), find(management)]
  if (aboutUs)
    yield {
      ...{ href: '/aboutus', title: 'About Us', basis: [aboutUs, board] },
      texts: () => [
        ...proseOf(about, aboutUs, 'body'),
        ...textsOfMarkdown(aboutUs.body),
        ...leadersOf(board).flatMap(({ name, role, text }) => [`${name}, ${role}`, text]),
      ],
    }
  yield* pageOfSection(find, certifications, { title: 'Certifications' })
  const ranges = [powerCables, pipeCoating, fibreCables] as const
  const overview = find(productsOverview)
  yield {
    ...{ href: '/products', title: overview?.title ?? 'Products', basis: [overview, ...ranges.map(find)] },
    texts: () => [
      ...proseOf(productsOverview, overview, 'title', 'products'),
      ...ranges.map((range) => find(range)?.title ?? ''),
    ],
  }
  yield { href: GRADES_PAGE, title: 'Find a grade', place: 'Products', basis: [], texts: () => [GRADES_LEAD] }
  yield* pageOfSection(find, services, { title: 'Services' })
  const events = find(eventsPage)
  if (events)
    yield {
      ...{ href: '/events', title: 'News & Events', basis: [events] },
      texts: () => proseOf(eventsPage, { ...events, events: events.events.slice(0, EVENT_CARDS_SHOWN) }),
    }
  yield* pageOfSection(find, gallery, { title: 'Gallery' })
  const careersPage = find(careers)
  if (careersPage)
    yield {
      ...{ href: '/careers', title: 'Careers', basis: [careersPage] },
      texts: () => [...proseOf(careers, careersPage, 'body'), ...textsOfMarkdown(careersPage.body)],
    }
  const details = find(siteDetails)
  yield {
    ...{ href: '/contactus', title: 'Contact', basis: [find(contactPage), details] },
    texts: () => [
      ...proseOf(contactPage, find(contactPage), 'mapEmbedLink'),
      ...[details?.contacts.registeredOffice, details?.contacts.corporateOffice].flatMap((office) =>
        office ? [`${office.title}, ${office.address}`, office.phone, office.email] : [],
      ),
    ],
  }
}

const GRADES_LEAD = 'The grades of all product families by standard, voltage and value, and compared side by side.'

function* investorPages(find: Find): Iterable<SearchedPage> {
  const [page, figures, board] = [find(investors), find(keyFigures), find(management)]
  yield {
    ...{ href: '/investors', title: page?.title ?? INVESTORS, basis: [page, figures] },
    texts: () => [
      ...proseOf(investors, page, 'title', 'contacts', 'scoresLink', 'iepfLink', 'smartOdrLink'),
      ...(page?.contacts ?? []).map(({ name, title }) => `${name}, ${title}`),
      ...(figures ? [figures.title, figures.note, ...figures.figures.map(({ name }) => name)] : []),
    ],
  }
  if (board)
    yield {
      ...{ href: '/investors/board', title: 'Board and committees', place: INVESTORS, basis: [board] },
      texts: () => [
        ...shownDirectors(board).flatMap(({ name, title, category, profile, seats }) => [
          `${name}, ${title}`,
          [category, ...seats].join(', '),
          profile,
        ]),
        ...shownCommittees(board).map(({ name, chair, members }) => `${name}: ${[chair, ...members].join(', ')}`),
      ],
    }
  yield {
    ...{ href: '/investors/results', title: 'Financial results', place: INVESTORS, basis: [] },
    texts: () => ['Results, presentations, recordings and transcripts of each period.'],
  }
  yield {
    ...{ href: REGISTER_PAGE, title: 'Documents', place: INVESTORS, basis: [] },
    texts: () => ['Every report, result, policy and offer document of the company, the newest first.'],
  }
  yield* pageOfSection(find, industryReport, { place: INVESTORS })
  // Of the page of the draft prospectus, no more than other pages say of it: visitors confirm a text before they read it.
  const draft = find(drhp)
  if (draft)
    yield {
      ...{ href: drhp.page, title: draft.title, place: INVESTORS, basis: [draft] },
      texts: () => [draft.lead],
    }
  const disclosed = find(disclosures)
  if (disclosed?.state === 'on')
    yield {
      ...{ href: DISCLOSURES_PAGE, title: disclosed.title, place: INVESTORS, basis: [disclosed] },
      texts: () => proseOf(disclosures, disclosed, 'title'),
    }
}

/** The page that shows all of one section. Its title is that of the section, if none is given. */
function* pageOfSection(
  find: Find,
  section: SectionDefinition,
  { title, place = '' }: { title?: string; place?: string },
): Iterable<SearchedPage> {
  const content = find(section)
  if (content === undefined) return
  const own = (content as { title?: string }).title ?? ''
  yield {
    ...{ href: section.page, title: title ?? own, place, basis: [content] },
    texts: () => proseOf(section, content, ...(title === undefined ? ['title'] : [])),
  }
}
