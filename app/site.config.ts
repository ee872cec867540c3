import { GRADES_PAGE } from './site/addresses/grade-forms.ts'
import { defineSite } from './cms/define/define-site.ts'
import { REGISTER_PAGE } from './site/addresses/document-selection.ts'
import { listedRows } from './cms/define/listed-rows.ts'
import { focusPoints } from './cms/media/focus/focus-points.ts'
import { documentRegister } from './site/sections/document-register/register.server.ts'
import { documents } from './site/collections/documents/documents.ts'
import { FIXED_BELOW, WATCH_PAGE, watchAddress } from './site/collections/documents/fixed-address.ts'
import { jobs } from './site/collections/jobs/jobs.ts'
import { companyFacts } from './site/collections/facts/facts-of-company.ts'
import { grades } from './site/collections/grades/grades.ts'
import { plainPages } from './site/collections/plain-pages/plain-pages.ts'
import { properties } from './site/collections/properties/properties.ts'
import { newestArticles } from './site/collections/news/article-lists.ts'
import { events } from './site/collections/events/events.ts'
import { newsArticles } from './site/collections/news/news-articles.ts'
import { about } from './site/sections/about/about.ts'
import { careers } from './site/sections/careers/careers.ts'
import { certifications } from './site/sections/certifications/certifications.ts'
import { clients } from './site/sections/clients/clients.ts'
import { contactPage } from './site/sections/contact-page/contact-page.ts'
import { mapOrigin } from './site/sections/contact-page/map-address.ts'
import { disclosureChecklist, statesOfRows } from './site/sections/disclosure-checklist/disclosure-checklist.server.ts'
import { stageNotes } from './site/sections/disclosure-checklist/stage-notes.server.ts'
import { articleDateNotes } from './site/collections/news/article-date-notes.ts'
import { disclosureRows } from './site/sections/disclosures/disclosure-rows.ts'
import { disclosures } from './site/sections/disclosures/disclosures.ts'
import { switchedOffPages } from './site/sections/disclosures/switched-off-pages.ts'
import { drhp } from './site/sections/drhp/drhp.ts'
import { gallery } from './site/sections/gallery/gallery.ts'
import { globalExpansion } from './site/sections/global-expansion/global-expansion.ts'
import { globalPresence } from './site/sections/global-presence/global-presence.ts'
import { heroSlides } from './site/sections/hero-slides/hero-slides.ts'
import { industryReport } from './site/sections/industry-report/industry-report.ts'
import { investors } from './site/sections/investors/investors.ts'
import { management } from './site/sections/management/management.ts'
import { keyFigures } from './site/sections/key-figures/key-figures.ts'
import { offer } from './site/sections/offer/offer.ts'
import { offerTerms } from './site/sections/offer/offer-terms.ts'
import { homeNews, NEWS_ITEMS_SHOWN, shownNews } from './site/sections/home-news/home-news.ts'
import { eventsPage } from './site/sections/events-page/events-page.ts'
import { pipeCoating } from './site/sections/pipe-coating/pipe-coating.ts'
import { powerCables } from './site/sections/power-cables/power-cables.ts'
import { productCatalog } from './site/sections/product-catalog/product-catalog.server.ts'
import { PRODUCTS } from './site/addresses/product-address.ts'
import {
  currentNotice,
  derivedNoticeVersions,
  purposesOf,
} from './site/sections/privacy-notice/notice-versions.server.ts'
import { privacyNotice } from './site/sections/privacy-notice/privacy-notice.ts'
import { enquiryFields } from './site/pages/contact/enquiry.server.ts'
import { PRIVACY_PAGE, WITHDRAW_PAGE } from './site/addresses/privacy-address.ts'
import { productLinks } from './site/sections/product-catalog/product-links.server.ts'
import { productPages } from './site/sections/product-page/product-page.ts'
import { gradePages, mayHaveGrade } from './site/sections/grade-sheet/find-grade.server.ts'
import { ownSheets } from './site/sections/grade-sheet/own-sheets.server.ts'
import { gradePaths } from './site/sections/grade-sheet/grade-paths.server.ts'
import { productPaths } from './site/sections/product-catalog/product-paths.server.ts'
import { productRange } from './site/sections/product-range/product-range.ts'
import { productsOverview } from './site/sections/products-overview/products-overview.ts'
import { fibreCables } from './site/sections/fibre-cables/fibre-cables.ts'
import { qualityControl } from './site/sections/quality-control/quality-control.ts'
import { reports } from './site/sections/reports/reports.ts'
import { derivedReports } from './site/sections/reports/published-reports.server.ts'
import { searchWords } from './site/sections/search-words/search-words.ts'
import { services } from './site/sections/services/services.ts'
import { siteDetails } from './site/sections/site-details/site-details.ts'
import { stats } from './site/sections/stats/stats.ts'
import { siteSearch } from './site/search/site-search.server.ts'
import { PROFILE } from './site/profile.ts'
import {
  GENERATED_FILES,
  isOwnAddress,
  REDIRECTS,
  SITE_PAGES,
  UNCACHED_QUERIES,
} from './site/addresses/site-addresses.ts'

/**
 * What this website consists of. Here the content system in `cms/`, which knows no company, and the website in `site/`
 * meet. A new section is its folder in `site/sections/` and one line in a group.
 */
export default defineSite({
  ...PROFILE,
  groups: [
    {
      label: 'Home page and reports',
      items: [
        heroSlides,
        globalExpansion,
        productRange,
        stats,
        powerCables,
        pipeCoating,
        fibreCables,
        qualityControl,
        clients,
        homeNews,
        globalPresence,
        reports,
      ],
    },
    { label: 'News and events', items: [newsArticles, events, eventsPage] },
    { label: 'Products', items: [productPages, grades, properties, productsOverview] },
    { label: 'Investors', items: [documents, investors, keyFigures, management] },
    { label: 'Offer', items: [offer, offerTerms, drhp, industryReport] },
    { label: 'Disclosures', items: [disclosureRows, disclosures] },
    {
      label: 'Pages',
      items: [
        about,
        certifications,
        services,
        gallery,
        careers,
        jobs,
        contactPage,
        plainPages,
        privacyNotice,
        companyFacts,
        searchWords,
        focusPoints,
      ],
    },
  ],
  details: siteDetails,
  companyName: ({ content }) => content.find(siteDetails)?.value.companyName ?? '',
  signInImage: (site) => listedRows(site, heroSlides)[0]?.image,
  apiExample: stats,
  approvalFirst: [documents, investors, management, offerTerms, keyFigures, drhp],
  checklist: {
    id: 'disclosure',
    label: 'Disclosure checklist',
    icon: 'quality',
    note: 'What laws and regulations ask the company to publish. Rows update automatically from what is published. Company secretary and counsel confirm the rows.',
    rules: disclosureRows,
    parts: disclosureChecklist,
    states: statesOfRows,
    notesOfRelease: (before, after, time) => [...stageNotes(before, after), ...articleDateNotes(before, after, time)],
  },
  highlights: {
    section: homeNews,
    title: 'Latest News Section',
    editText: 'Edit the news',
    emptyText: 'The home page shows no news at present.',
    entries: (site) => {
      const articles = newestArticles(site, NEWS_ITEMS_SHOWN)
      const { newsItems } = shownNews(site.content.find(homeNews)?.value, articles)
      return [
        ...newsItems.filter(({ href }) => !articles.some((article) => article.href === href)),
        ...articles.map(({ image, title }) => ({ image, text: title })),
      ]
    },
  },
  addresses: {
    pages: SITE_PAGES,
    switchedOff: switchedOffPages,
    generatedFiles: GENERATED_FILES,
    redirects: REDIRECTS,
    uncachedQueries: UNCACHED_QUERIES,
    frameOrigin: ({ content }) => mapOrigin(content.find(contactPage)?.value.mapEmbedLink ?? ''),
    others: {
      all: (site) => [
        ...site.service(productCatalog).productAddresses(),
        ...site
          .service(documentRegister)
          .withFilms()
          .map(({ slug }) => watchAddress(slug)),
        ...gradePages(site),
      ],
      mayHave: (site, address) =>
        address.startsWith(`${PRODUCTS}/`) &&
        (site.service(productCatalog).hasProduct(address.slice(PRODUCTS.length + 1)) || mayHaveGrade(site, address)),
    },
  },
  links: {
    targets: ({ service }) => [
      { href: REGISTER_PAGE, label: 'All documents' },
      { href: GRADES_PAGE, label: 'Find a grade' },
      { href: '/investors/results', label: 'Financial results' },
      ...service(documentRegister)
        .withFilms()
        .map(({ slug, title }) => ({ href: watchAddress(slug), label: `Watch: ${title}` })),
      ...service(productCatalog)
        .productChoices()
        .map(({ address, title }) => ({ href: `/products/${address}`, label: title })),
    ],
    ofSection: productLinks,
  },
  fileRules: {
    isWithheld: ({ service }, file) =>
      service(documentRegister).isWithheld(file) || service(ownSheets).isWithheld(file),
    goneBecause: ({ service }, file) => service(documentRegister).goneBecause(file),
    fixed: {
      below: FIXED_BELOW,
      fileOf: ({ service }, slug) => service(documentRegister).fileOf(slug),
      pages: [WATCH_PAGE],
      mayHave: ({ service }, slug) => service(documentRegister).find(slug) !== undefined,
    },
    confirmation: ({ service }, file) => service(documentRegister).gateOf(file),
  },
  prepare: ({ service }) => service(siteSearch).prepare(),
  derives: [derivedReports, derivedNoticeVersions],
  notice: {
    page: PRIVACY_PAGE,
    withdrawPage: WITHDRAW_PAGE,
    contact: (site) => {
      const { contactName, contactEmail } = currentNotice(site)?.notice ?? {}
      return [contactName, contactEmail].filter(Boolean).join(', ')
    },
    keptDays: (site) => currentNotice(site)?.notice.keptDays,
    purposes: purposesOf,
    asks: enquiryFields,
  },
  redirects: { section: siteDetails, field: 'redirects', isOwnAddress, others: [productPaths, gradePaths] },
})
