import { index, layout, route, type RouteConfig } from '@remix-run/route-config'
import { cmsRoutes, exact } from './cms/cms-routes.ts'
import definition from './site.config.ts'

export default [
  layout('site/layout/site-layout.tsx', [
    index('site/pages/home/home.tsx'),
    route('products', 'site/pages/products/products-overview.tsx', exact),
    route('products/grades', 'site/pages/products/grades.tsx', exact),
    route('products/:slug', 'site/pages/products/product.tsx', exact),
    route('products/:slug/:grade', 'site/pages/products/grade.tsx', exact),
    route('aboutus', 'site/pages/company/about.tsx', exact),
    route('certificate', 'site/pages/company/certificate.tsx', exact),
    route('services', 'site/pages/company/services.tsx', exact),
    route('careers', 'site/pages/company/careers.tsx', exact),
    route('careers/:address', 'site/pages/company/job.tsx', exact),
    route('contactus', 'site/pages/contact/contact.tsx', exact),
    route('privacy', 'site/pages/privacy/privacy.tsx', exact),
    route('privacy/withdraw', 'site/pages/privacy/withdraw.tsx', exact),
    route('events', 'site/pages/company/events.tsx', exact),
    route('news/:address', 'site/pages/news/article.tsx', exact),
    route('gallery', 'site/pages/company/gallery.tsx', exact),
    route('investors', 'site/pages/investors/investors.tsx', exact),
    route('investors/board', 'site/pages/investors/board.tsx', exact),
    route('investors/results', 'site/pages/investors/results.tsx', exact),
    route('investors/industry-report', 'site/pages/investors/industry-report.tsx', exact),
    route('investors/Drhp', 'site/pages/investors/drhp.tsx', exact),
    route('investors/disclosures', 'site/pages/investors/disclosures.tsx', exact),
    route('investors/documents', 'site/pages/investors/document-register.tsx', exact),
    route('search', 'site/pages/search/search.tsx', exact),
    route('documents/:slug', 'site/pages/investors/fixed-document.tsx', exact),
    route('documents/:slug/watch', 'site/pages/investors/watch-films.tsx', exact),
    // After all others: the router prefers a fixed address.
    route(':address', 'site/pages/company/plain-page.tsx', exact),
    route('*', 'site/layout/not-found.tsx'),
  ]),

  route('news', 'site/pages/news/news-redirect.tsx', exact),
  route('investors/drhp', 'site/pages/investors/drhp-redirect.tsx', exact),

  route('sitemap.xml', 'site/feeds/sitemap.tsx', exact),
  route('robots.txt', 'site/feeds/robots.tsx', exact),
  route('feed.xml', 'site/feeds/feed.tsx', exact),
  route('opensearch.xml', 'site/feeds/opensearch.tsx', exact),
  route('search/suggestions', 'site/feeds/search-suggestions.tsx', exact),
  route('products/:slug/:grade.pdf', 'site/feeds/grade-pdf.tsx', exact),
  route('products/:slug/:grade.xml', 'site/feeds/grade-editions-xml.tsx', exact),
  route('products/grades.json', 'site/feeds/grades-json.tsx', exact),
  route('products/grades.csv', 'site/feeds/grades-csv.tsx', exact),
  route('investors/key-figures.csv', 'site/feeds/key-figures-csv.tsx', exact),
  route('investors/documents.csv', 'site/feeds/documents-csv.tsx', exact),
  route('investors/documents.json', 'site/feeds/documents-json.tsx', exact),
  route('investors/documents.xml', 'site/feeds/documents-xml.tsx', exact),
  route('site.webmanifest', 'site/feeds/manifest.tsx', exact),

  ...cmsRoutes(definition, {
    screens: [
      route('documents/~several', 'site/admin/results-day/results-day-screen.tsx', exact, [
        index('site/admin/results-day/results-day-editor.tsx'),
      ]),
      route('grades/~spreadsheet', 'site/admin/grade-sheet/grade-sheet-screen.tsx', exact),
      route('grades/~missing', 'site/admin/missing-of-grades/missing-of-grades-screen.tsx', exact),
      route('search-words/~asked', 'site/admin/asked-words/asked-words-screen.tsx', exact),
      route('grades/~spreadsheet.csv', 'site/admin/grade-sheet/grade-sheet-csv.tsx', exact),
    ],
  }),
] satisfies RouteConfig
