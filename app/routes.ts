import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config'

/** The whole route table. Addresses are case-sensitive, as `/investors/Drhp` needs. */
const exact = { caseSensitive: true }

export default [
  layout('site/layout/site-layout.tsx', [
    index('site/home/home.tsx'),
    route('products', 'site/products/products-overview.tsx', exact),
    route('products/:slug', 'site/products/product.tsx', exact),
    route('aboutus', 'site/company/about.tsx', exact),
    route('certificate', 'site/company/certificate.tsx', exact),
    route('services', 'site/company/services.tsx', exact),
    route('careers', 'site/company/careers.tsx', exact),
    route('contactus', 'site/contact/contact.tsx', exact),
    route('events', 'site/company/events.tsx', exact),
    route('gallery', 'site/company/gallery.tsx', exact),
    route('investors', 'site/investors/investors.tsx', exact),
    route('investors/industry-report', 'site/investors/industry-report.tsx', exact),
    route('investors/Drhp', 'site/investors/drhp.tsx', exact),
    route('*', 'site/layout/not-found.tsx'),
  ]),

  route('admin/login', 'admin/login/login.tsx', exact),
  route('admin/logout', 'admin/login/logout.tsx', exact),
  route('admin', 'admin/shell/admin-layout.tsx', exact, [
    // Also the page at /admin itself.
    route('dashboard?', 'admin/shell/dashboard.tsx', exact),
    route('herocarousel', 'admin/hero-slides/hero-slides.tsx', exact, [
      route('new', 'admin/hero-slides/hero-slide-new.tsx', exact),
      route(':slideId', 'admin/hero-slides/hero-slide-edit.tsx', exact),
    ]),
    route('search', 'admin/search/search.tsx', exact),
    route('history', 'admin/history/history.tsx', exact),
    route('history/:section', 'admin/history/history-of-section.tsx', exact),
    route('history/:section/:entry', 'admin/history/history-difference.tsx', exact),
    route('discard-draft', 'admin/editor/discard-draft.tsx', exact),
    route('reports', 'admin/reports/reports.tsx', exact),
    route('inbox', 'admin/inbox/inbox.tsx', exact, [route('delete', 'admin/inbox/inbox-delete.tsx', exact)]),
    route('inbox/messages.csv', 'admin/inbox/inbox-export.tsx', exact),
    route('inbox/:messageId', 'admin/inbox/inbox-message.tsx', exact),
    route('account', 'admin/account/account.tsx', exact),
    route('files', 'admin/files/files.tsx', exact),
    route('files/list', 'admin/files/file-list.tsx', exact),
    route('files/upload', 'admin/files/file-upload.tsx', exact),
    route(':section', 'admin/editor/section-editor.tsx', exact),
    route('*', 'admin/shell/not-found.tsx'),
  ]),

  ...prefix('api', [
    route('auth/login', 'api/auth-login.tsx', exact),
    route('auth/logout', 'api/auth-logout.tsx', exact),
    route('contact', 'api/contact.tsx', exact),
    route('upload', 'api/upload.tsx', exact),
    route('openapi.json', 'api/openapi/openapi.tsx', exact),
    route('docs', 'api/openapi/docs.tsx', exact),
    route(':resource', 'api/content/section-resource.tsx', exact),
    route(':resource/:entryId', 'api/content/section-entry.tsx', exact),
    route('*', 'api/not-found.tsx'),
  ]),

  route('investors/drhp', 'site/investors/drhp-redirect.tsx', exact),

  route('sitemap.xml', 'site/feeds/sitemap.tsx', exact),
  route('robots.txt', 'site/feeds/robots.tsx', exact),
  route('feed.xml', 'site/feeds/feed.tsx', exact),
  route('site.webmanifest', 'site/feeds/manifest.tsx', exact),
  route('uploads/*', 'site/files/uploads.tsx', exact),
  route('policies/*', 'site/files/policies.tsx', exact),
  route('variants/:file/:variant', 'site/files/variants.tsx', exact),
] satisfies RouteConfig
