import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config'

/** The whole route table. Addresses are case-sensitive, as `/investors/Drhp` needs. */
const exact = { caseSensitive: true }

export default [
  layout('routes/site/site-layout.tsx', [
    index('routes/site/home.tsx'),
    route('products', 'routes/site/products-overview.tsx', exact),
    route('products/:slug', 'routes/site/product.tsx', exact),
    route('aboutus', 'routes/site/about.tsx', exact),
    route('certificate', 'routes/site/certificate.tsx', exact),
    route('services', 'routes/site/services.tsx', exact),
    route('careers', 'routes/site/careers.tsx', exact),
    route('contactus', 'routes/site/contact.tsx', exact),
    route('events', 'routes/site/events.tsx', exact),
    route('gallery', 'routes/site/gallery.tsx', exact),
    route('investors', 'routes/site/investors.tsx', exact),
    route('investors/industry-report', 'routes/site/industry-report.tsx', exact),
    route('investors/Drhp', 'routes/site/drhp.tsx', exact),
    route('*', 'routes/site/not-found.tsx'),
  ]),

  route('admin/login', 'routes/admin/login.tsx', exact),
  route('admin/logout', 'routes/admin/logout.tsx', exact),
  route('admin', 'routes/admin/admin-layout.tsx', exact, [
    // Also the page at /admin itself.
    route('dashboard?', 'routes/admin/dashboard.tsx', exact),
    route('herocarousel', 'routes/admin/hero-slides.tsx', exact, [
      route('new', 'routes/admin/hero-slide-new.tsx', exact),
      route(':slideId', 'routes/admin/hero-slide-edit.tsx', exact),
    ]),
    route('search', 'routes/admin/search.tsx', exact),
    route('history', 'routes/admin/history.tsx', exact),
    route('history/:section', 'routes/admin/history-of-section.tsx', exact),
    route('history/:section/:entry', 'routes/admin/history-difference.tsx', exact),
    route('discard-draft', 'routes/admin/discard-draft.tsx', exact),
    route('reports', 'routes/admin/reports.tsx', exact),
    route('inbox', 'routes/admin/inbox.tsx', exact, [route('delete', 'routes/admin/inbox-delete.tsx', exact)]),
    route('inbox/messages.csv', 'routes/admin/inbox-export.tsx', exact),
    route('inbox/:messageId', 'routes/admin/inbox-message.tsx', exact),
    route('account', 'routes/admin/account.tsx', exact),
    route('files', 'routes/admin/files.tsx', exact),
    route('files/list', 'routes/admin/file-list.tsx', exact),
    route('files/upload', 'routes/admin/file-upload.tsx', exact),
    route(':section', 'routes/admin/section-editor.tsx', exact),
    route('*', 'routes/admin/not-found.tsx'),
  ]),

  ...prefix('api', [
    route('auth/login', 'routes/api/auth-login.tsx', exact),
    route('auth/logout', 'routes/api/auth-logout.tsx', exact),
    route('contact', 'routes/api/contact.tsx', exact),
    route('upload', 'routes/api/upload.tsx', exact),
    route('openapi.json', 'routes/api/openapi.tsx', exact),
    route('docs', 'routes/api/docs.tsx', exact),
    route(':resource', 'routes/api/section-resource.tsx', exact),
    route(':resource/:entryId', 'routes/api/section-entry.tsx', exact),
    route('*', 'routes/api/not-found.tsx'),
  ]),

  route('investors/drhp', 'routes/site/drhp-redirect.tsx', exact),

  route('sitemap.xml', 'routes/files/sitemap.tsx', exact),
  route('robots.txt', 'routes/files/robots.tsx', exact),
  route('feed.xml', 'routes/files/feed.tsx', exact),
  route('site.webmanifest', 'routes/files/manifest.tsx', exact),
  route('uploads/*', 'routes/files/uploads.tsx', exact),
  route('policies/*', 'routes/files/policies.tsx', exact),
  route('variants/:file/:variant', 'routes/files/variants.tsx', exact),
] satisfies RouteConfig
