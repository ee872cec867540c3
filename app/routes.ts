import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config'

/** For all routes: addresses are case-sensitive, as `/investors/Drhp` needs. */
const exact = { caseSensitive: true }

/**
 * The screen that edits a section, at `/admin/{id}`, with the form's fields as its child: a browser fetches the code
 * and the styles of that one form.
 */
function editor(id: string, fields: string) {
  return route(id, 'admin/editor/section-editor.tsx', { ...exact, id: `editor/${id}` }, [
    index(fields, { id: `editor/${id}/fields` }),
  ])
}

/** An address below which the files of the content are served. */
function storedFile(path: string) {
  return route(path, 'site/files/stored-file.tsx', { ...exact, id: path })
}

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
  route('admin/login/second-factor', 'admin/login/second-factor.tsx', exact),
  route('admin/login/passkey', 'admin/login/passkey.tsx', exact),
  route('admin/logout', 'admin/login/logout.tsx', exact),
  route('admin/set-password', 'admin/login/set-password.tsx', exact),
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
    route('preview/:section', 'admin/preview/preview.tsx', exact),
    route('site-view', 'admin/site-view/site-view.tsx', exact),
    route('site-view/:view/*', 'admin/site-view/site-view-page.tsx', exact),
    route('presence/:section', 'admin/presence/presence.tsx', exact),
    route('discard-draft', 'admin/editor/discard-recovered-form.tsx', exact),
    route('drafts/:section', 'admin/editor/draft-changes.tsx', exact),
    route('reports', 'admin/reports/reports.tsx', exact),
    route('inbox', 'admin/inbox/inbox.tsx', exact, [route('delete', 'admin/inbox/inbox-delete.tsx', exact)]),
    route('inbox/messages.csv', 'admin/inbox/inbox-export.tsx', exact),
    route('inbox/:messageId', 'admin/inbox/inbox-message.tsx', exact),
    route('account', 'admin/account/account.tsx', exact),
    route('account/second-factor', 'admin/account/second-factor.tsx', exact),
    route('account/tokens', 'admin/account/access-tokens.tsx', exact),
    route('account/passkey-options', 'admin/account/passkey-options.tsx', exact),
    route('confirm', 'admin/confirm/confirm.tsx', exact),
    route('confirm/passkey', 'admin/confirm/confirm-passkey.tsx', exact),
    route('check', 'admin/check/check.tsx', exact),
    route('backup', 'admin/backup/backup.tsx', exact),
    route('backup/archive', 'admin/backup/backup-archive.tsx', exact),
    route('releases', 'admin/releases/releases.tsx', exact),
    route('releases/:releaseId', 'admin/releases/release.tsx', exact, [
      route('ask/:question', 'admin/releases/release-question.tsx', exact),
    ]),
    route('releases/:releaseId/files', 'admin/releases/release-files.tsx', exact),
    route('releases/:releaseId/changes', 'admin/releases/all-changes.tsx', exact),
    route('releases/:releaseId/changes/:section', 'admin/releases/release-changes.tsx', exact),
    route('audit', 'admin/audit/audit.tsx', exact),
    route('audit/events.csv', 'admin/audit/audit-export.tsx', exact),
    route('people', 'admin/people/people.tsx', exact),
    route('people/:personId', 'admin/people/person.tsx', exact, [
      route(':change', 'admin/people/person-confirm.tsx', exact),
    ]),
    route('files', 'admin/files/files.tsx', exact),
    route('files/list', 'admin/files/file-list.tsx', exact),
    route('files/stage', 'admin/files/file-stage.tsx', exact),
    route('files/upload', 'admin/files/file-upload.tsx', exact),
    editor('globalexpansion', 'sections/global-expansion/global-expansion-editor.tsx'),
    editor('products-overview', 'sections/products-overview/products-overview-editor.tsx'),
    editor('product-range', 'sections/product-range/product-range-editor.tsx'),
    editor('stats', 'sections/stats/stats-editor.tsx'),
    editor('power-cables', 'sections/products/products-editor.tsx'),
    editor('pipe-coating', 'sections/products/products-editor.tsx'),
    editor('products', 'sections/products/products-editor.tsx'),
    editor('quality-control', 'sections/quality-control/quality-control-editor.tsx'),
    editor('clients', 'sections/clients/clients-editor.tsx'),
    editor('news-section', 'sections/news-section/news-section-editor.tsx'),
    editor('global-presence', 'sections/global-presence/global-presence-editor.tsx'),
    editor('investors', 'sections/investors/investors-editor.tsx'),
    editor('financials', 'sections/investors/investors-editor.tsx'),
    editor('management', 'sections/investors/investors-editor.tsx'),
    editor('governance', 'sections/investors/investors-editor.tsx'),
    editor('industry-report', 'sections/industry-report/industry-report-editor.tsx'),
    editor('drhp', 'sections/drhp/drhp-editor.tsx'),
    editor('about', 'sections/about/about-editor.tsx'),
    editor('certifications', 'sections/certifications/certifications-editor.tsx'),
    editor('services', 'sections/services/services-editor.tsx'),
    editor('news', 'sections/news/news-editor.tsx'),
    editor('gallery', 'sections/gallery/gallery-editor.tsx'),
    editor('careers', 'sections/careers/careers-editor.tsx'),
    editor('contact-content', 'sections/contact-content/contact-content-editor.tsx'),
    editor('site', 'sections/site/site-editor.tsx'),
    editor('product-hffr-compound', 'sections/product-page/product-page-editor.tsx'),
    editor('product-pvc-compound', 'sections/product-page/product-page-editor.tsx'),
    editor('product-pe-compound', 'sections/product-page/product-page-editor.tsx'),
    editor('product-xlpe-compound', 'sections/product-page/product-page-editor.tsx'),
    editor('product-pipe-coating', 'sections/product-page/product-page-editor.tsx'),
    editor('product-adhesive', 'sections/product-page/product-page-editor.tsx'),
    editor('product-cable-filling', 'sections/product-page/product-page-editor.tsx'),
    // For a name of no section: the loader reports that.
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
    route('drafts/:section?', 'api/releases/drafts.tsx', exact),
    route('drafts/:section/publish', 'api/releases/draft-publish.tsx', exact),
    route('releases/:releaseId?', 'api/releases/releases.tsx', exact),
    route('releases/:releaseId/:change', 'api/releases/release-change.tsx', exact),
    route('releases/:releaseId/drafts/:section/:change?', 'api/releases/release-draft.tsx', exact),
    route(':resource/:entryId?', 'api/content/section-resource.tsx', exact),
    route('*', 'api/not-found.tsx'),
  ]),

  route('investors/drhp', 'site/investors/drhp-redirect.tsx', exact),

  route('sitemap.xml', 'site/feeds/sitemap.tsx', exact),
  route('robots.txt', 'site/feeds/robots.tsx', exact),
  route('feed.xml', 'site/feeds/feed.tsx', exact),
  route('site.webmanifest', 'site/feeds/manifest.tsx', exact),
  storedFile('uploads/*'),
  storedFile('policies/*'),
  storedFile('variants/:file/:variant'),
] satisfies RouteConfig
