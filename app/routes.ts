import { index, layout, prefix, route, type RouteConfig } from '@remix-run/route-config'

/** For all routes: addresses are case-sensitive, as `/investors/Drhp` needs. */
const exact = { caseSensitive: true }

/**
 * The screen that edits a section, at `/admin/{id}`, with the form's fields as its child: a browser fetches the code
 * and the styles of that one form.
 */
function editor(id: string, fields: string) {
  return route(id, 'cms/admin/editor/section/section-editor.tsx', { ...exact, id: `editor/${id}` }, [
    index(fields, { id: `editor/${id}/fields` }),
  ])
}

/**
 * The screens of a list that staff edit entry by entry, at `/admin/{id}`. The module `views` provides what they show. If
 * entries are edited in dialogs, `fields` are those of an entry's form.
 */
function entryScreens(id: string, views: string, fields?: string) {
  return layout(views, { id: `list/${id}/views` }, [
    route(
      id,
      'cms/admin/editor/list/list-screen.tsx',
      { ...exact, id: `list/${id}` },
      fields === undefined
        ? []
        : [
            route('new', 'cms/admin/editor/list/new-entry.tsx', { ...exact, id: `list/${id}/new` }, [
              index(fields, { id: `list/${id}/new/fields` }),
            ]),
            route(':entryId', 'cms/admin/editor/list/entry.tsx', { ...exact, id: `list/${id}/entry` }, [
              index(fields, { id: `list/${id}/entry/fields` }),
            ]),
          ],
    ),
  ])
}

/** An address below which the files of the content are served. */
function storedFile(path: string) {
  return route(path, 'cms/stored-file.tsx', { ...exact, id: path })
}

export default [
  layout('site/layout/site-layout.tsx', [
    index('site/pages/home/home.tsx'),
    route('products', 'site/pages/products/products-overview.tsx', exact),
    route('products/:slug', 'site/pages/products/product.tsx', exact),
    route('aboutus', 'site/pages/company/about.tsx', exact),
    route('certificate', 'site/pages/company/certificate.tsx', exact),
    route('services', 'site/pages/company/services.tsx', exact),
    route('careers', 'site/pages/company/careers.tsx', exact),
    route('contactus', 'site/pages/contact/contact.tsx', exact),
    route('events', 'site/pages/company/events.tsx', exact),
    route('gallery', 'site/pages/company/gallery.tsx', exact),
    route('investors', 'site/pages/investors/investors.tsx', exact),
    route('investors/industry-report', 'site/pages/investors/industry-report.tsx', exact),
    route('investors/Drhp', 'site/pages/investors/drhp.tsx', exact),
    route('*', 'site/layout/not-found.tsx'),
  ]),

  route('admin/login', 'cms/admin/login/login.tsx', exact),
  route('admin/login/second-factor', 'cms/admin/login/second-factor.tsx', exact),
  route('admin/login/passkey', 'cms/admin/login/passkey.tsx', exact),
  route('admin/logout', 'cms/admin/login/logout.tsx', exact),
  route('admin/set-password', 'cms/admin/login/set-password.tsx', exact),
  route('admin', 'cms/admin/shell/admin-layout.tsx', exact, [
    // Also the page at /admin itself.
    route('dashboard?', 'cms/admin/shell/dashboard.tsx', exact),
    entryScreens(
      'herocarousel',
      'site/sections/hero-slides/hero-slide-list.tsx',
      'site/sections/hero-slides/hero-slide-fields.tsx',
    ),
    route('search', 'cms/admin/search/search.tsx', exact),
    route('history', 'cms/admin/history/history.tsx', exact),
    route('history/:section', 'cms/admin/history/history-of-section.tsx', exact),
    route('history/:section/:entry', 'cms/admin/history/history-difference.tsx', exact),
    route('preview/:section', 'cms/admin/preview/preview.tsx', exact),
    route('site-view', 'cms/admin/site-view/site-view.tsx', exact),
    route('site-view/:view/*', 'cms/admin/site-view/site-view-page.tsx', exact),
    route('presence/:section', 'cms/admin/presence/presence.tsx', exact),
    route('discard-draft', 'cms/admin/editor/discard-recovered-form.tsx', exact),
    route('drafts/:section', 'cms/admin/editor/draft/draft-changes.tsx', exact),
    entryScreens('reports', 'site/sections/reports/report-list.tsx'),
    route('inbox', 'cms/admin/inbox/inbox.tsx', exact, [route('delete', 'cms/admin/inbox/inbox-delete.tsx', exact)]),
    route('inbox/messages.csv', 'cms/admin/inbox/inbox-export.tsx', exact),
    route('inbox/:messageId', 'cms/admin/inbox/inbox-message.tsx', exact),
    route('account', 'cms/admin/account/account.tsx', exact),
    route('account/second-factor', 'cms/admin/account/second-factor.tsx', exact),
    route('account/tokens', 'cms/admin/account/access-tokens.tsx', exact),
    route('account/passkey-options', 'cms/admin/account/passkey-options.tsx', exact),
    route('confirm', 'cms/admin/confirm/confirm.tsx', exact),
    route('confirm/passkey', 'cms/admin/confirm/confirm-passkey.tsx', exact),
    route('check', 'cms/admin/check/check.tsx', exact),
    route('backup', 'cms/admin/backup/backup.tsx', exact),
    route('backup/archive', 'cms/admin/backup/backup-archive.tsx', exact),
    route('releases', 'cms/admin/releases/releases.tsx', exact),
    route('releases/:releaseId', 'cms/admin/releases/release.tsx', exact, [
      route('ask/:question', 'cms/admin/releases/release-question.tsx', exact),
    ]),
    route('releases/:releaseId/files', 'cms/admin/releases/release-files.tsx', exact),
    route('releases/:releaseId/changes', 'cms/admin/releases/all-changes.tsx', exact),
    route('releases/:releaseId/changes/:section', 'cms/admin/releases/release-changes.tsx', exact),
    route('audit', 'cms/admin/audit/audit.tsx', exact),
    route('audit/events.csv', 'cms/admin/audit/audit-export.tsx', exact),
    route('people', 'cms/admin/people/people.tsx', exact),
    route('people/:personId', 'cms/admin/people/person.tsx', exact, [
      route(':change', 'cms/admin/people/person-confirm.tsx', exact),
    ]),
    route('files', 'cms/admin/files/files.tsx', exact),
    route('files/list', 'cms/admin/files/file-list.tsx', exact),
    route('files/stage', 'cms/admin/files/file-stage.tsx', exact),
    route('files/upload', 'cms/admin/files/file-upload.tsx', exact),
    editor('globalexpansion', 'site/sections/global-expansion/global-expansion-editor.tsx'),
    editor('products-overview', 'site/sections/products-overview/products-overview-editor.tsx'),
    editor('product-range', 'site/sections/product-range/product-range-editor.tsx'),
    editor('stats', 'site/sections/stats/stats-editor.tsx'),
    editor('power-cables', 'site/sections/products/products-editor.tsx'),
    editor('pipe-coating', 'site/sections/products/products-editor.tsx'),
    editor('products', 'site/sections/products/products-editor.tsx'),
    editor('quality-control', 'site/sections/quality-control/quality-control-editor.tsx'),
    editor('clients', 'site/sections/clients/clients-editor.tsx'),
    editor('news-section', 'site/sections/news-section/news-section-editor.tsx'),
    editor('global-presence', 'site/sections/global-presence/global-presence-editor.tsx'),
    editor('investors', 'site/sections/investors/investors-editor.tsx'),
    editor('financials', 'site/sections/investors/investors-editor.tsx'),
    editor('management', 'site/sections/investors/investors-editor.tsx'),
    editor('governance', 'site/sections/investors/investors-editor.tsx'),
    editor('industry-report', 'site/sections/industry-report/industry-report-editor.tsx'),
    editor('drhp', 'site/sections/drhp/drhp-editor.tsx'),
    editor('about', 'site/sections/about/about-editor.tsx'),
    editor('certifications', 'site/sections/certifications/certifications-editor.tsx'),
    editor('services', 'site/sections/services/services-editor.tsx'),
    editor('news', 'site/sections/news/news-editor.tsx'),
    editor('gallery', 'site/sections/gallery/gallery-editor.tsx'),
    editor('careers', 'site/sections/careers/careers-editor.tsx'),
    editor('contact-content', 'site/sections/contact-content/contact-content-editor.tsx'),
    editor('site', 'site/sections/site/site-editor.tsx'),
    editor('product-hffr-compound', 'site/sections/product-page/product-page-editor.tsx'),
    editor('product-pvc-compound', 'site/sections/product-page/product-page-editor.tsx'),
    editor('product-pe-compound', 'site/sections/product-page/product-page-editor.tsx'),
    editor('product-xlpe-compound', 'site/sections/product-page/product-page-editor.tsx'),
    editor('product-pipe-coating', 'site/sections/product-page/product-page-editor.tsx'),
    editor('product-adhesive', 'site/sections/product-page/product-page-editor.tsx'),
    editor('product-cable-filling', 'site/sections/product-page/product-page-editor.tsx'),
    // For a name of no section: the loader reports that.
    route(':section', 'cms/admin/editor/section/section-editor.tsx', exact),
    route('*', 'cms/admin/shell/not-found.tsx'),
  ]),

  ...prefix('api', [
    route('auth/login', 'cms/api/auth-login.tsx', exact),
    route('auth/logout', 'cms/api/auth-logout.tsx', exact),
    route('contact', 'cms/api/contact.tsx', exact),
    route('upload', 'cms/api/upload.tsx', exact),
    route('openapi.json', 'cms/api/openapi/openapi.tsx', exact),
    route('docs', 'cms/api/openapi/docs.tsx', exact),
    route('drafts/:section?', 'cms/api/releases/drafts.tsx', exact),
    route('drafts/:section/publish', 'cms/api/releases/draft-publish.tsx', exact),
    route('releases/:releaseId?', 'cms/api/releases/releases.tsx', exact),
    route('releases/:releaseId/:change', 'cms/api/releases/release-change.tsx', exact),
    route('releases/:releaseId/drafts/:section/:change?', 'cms/api/releases/release-draft.tsx', exact),
    route(':resource/:entryId?', 'cms/api/content/section-resource.tsx', exact),
    route('*', 'cms/api/not-found.tsx'),
  ]),

  route('investors/drhp', 'site/pages/investors/drhp-redirect.tsx', exact),

  route('sitemap.xml', 'site/feeds/sitemap.tsx', exact),
  route('robots.txt', 'site/feeds/robots.tsx', exact),
  route('feed.xml', 'site/feeds/feed.tsx', exact),
  route('site.webmanifest', 'site/feeds/manifest.tsx', exact),
  storedFile('uploads/*'),
  storedFile('policies/*'),
  storedFile('variants/:file/:variant'),
] satisfies RouteConfig
