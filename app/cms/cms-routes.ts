import { index, layout, prefix, route, type RouteConfigEntry } from '@remix-run/route-config'
import type { CollectionDefinition } from './define/define-collection.ts'
import type { SectionDefinition } from './define/define-section.ts'
import type { SiteDefinition } from './define/define-site.ts'

/** For all routes: addresses are case-sensitive. */
export const exact = { caseSensitive: true }

/**
 * The routes of the content system: the administrator area, the API, and the files that content refers to. `folder` is
 * that of the content system, as seen from the app's folder. `screens` are those that the site itself adds to the
 * administrator area.
 */
export function cmsRoutes(
  site: RoutedSite,
  { folder = 'cms', screens = [] }: { folder?: string; screens?: RouteConfigEntry[] } = {},
): RouteConfigEntry[] {
  return routesOf(site, screens).map((entry) => inFolder(entry, folder))
}

type RoutedSite = Pick<SiteDefinition, 'sections' | 'collections' | 'files' | 'checklist'>

function routesOf({ sections, collections, files, checklist }: RoutedSite, screens: RouteConfigEntry[]) {
  return [
    route('admin/login', 'cms/admin/login/login.tsx', exact),
    route('admin/login/second-factor', 'cms/admin/login/login-second-factor.tsx', exact),
    route('admin/login/passkey', 'cms/admin/login/passkey.tsx', exact),
    route('admin/logout', 'cms/admin/login/logout.tsx', exact),
    route('admin/set-password', 'cms/admin/login/set-password.tsx', exact),
    route('admin', 'cms/admin/shell/admin-layout.tsx', exact, [
      // Also the page at /admin itself.
      route('dashboard?', 'cms/admin/shell/dashboard.tsx', exact),
      route('search', 'cms/admin/search/search.tsx', exact),
      route('search/names', 'cms/admin/search/search-names.tsx', exact),
      route('history', 'cms/admin/history/history.tsx', exact),
      route('history/:section', 'cms/admin/history/history-of-section.tsx', exact),
      route('history/:section/:entry', 'cms/admin/history/history-difference.tsx', exact),
      route('history/:section/:entry/texts', 'cms/admin/history/edit-texts.tsx', exact),
      route('preview/:section', 'cms/admin/preview/preview.tsx', exact),
      route('site-view', 'cms/admin/site-view/site-view.tsx', exact),
      route('site-view/:view/*', 'cms/admin/site-view/site-view-page.tsx', exact),
      route('presence/:section', 'cms/admin/presence/presence.tsx', exact),
      route('discard-draft', 'cms/admin/editor/discard-recovered-form.tsx', exact),
      route('drafts/:section', 'cms/admin/editor/draft/draft-changes.tsx', exact),
      route('inbox', 'cms/admin/inbox/inbox.tsx', exact, [route('delete', 'cms/admin/inbox/inbox-delete.tsx', exact)]),
      route('inbox/messages.csv', 'cms/admin/inbox/inbox-export.tsx', exact),
      route('inbox/:messageId', 'cms/admin/inbox/inbox-message.tsx', exact),
      route('privacy', 'cms/admin/privacy/privacy.tsx', exact),
      route('privacy/person.json', 'cms/admin/privacy/person-json.tsx', exact),
      route('privacy/person.html', 'cms/admin/privacy/person-page.tsx', exact),
      route('privacy/breach', 'cms/admin/privacy/breach.tsx', exact),
      route('privacy/breach/start', 'cms/admin/privacy/breach-start.tsx', exact),
      route('privacy/correct/:messageId', 'cms/admin/privacy/correct-message.tsx', exact),
      route('privacy/affected.csv', 'cms/admin/privacy/affected-export.tsx', exact),
      route('account', 'cms/admin/account/account.tsx', exact),
      route('account/second-factor', 'cms/admin/account/account-second-factor.tsx', exact),
      route('account/tokens', 'cms/admin/account/account-access-tokens.tsx', exact),
      route('account/passkey-options', 'cms/admin/account/passkey-options.tsx', exact),
      route('confirm', 'cms/admin/confirm/confirm.tsx', exact),
      route('confirm/passkey', 'cms/admin/confirm/confirm-passkey.tsx', exact),
      route('check', 'cms/admin/check/check.tsx', exact),
      route('backup', 'cms/admin/backup/backup.tsx', exact),
      route('backup/erasures.json', 'cms/admin/backup/erasures-json.tsx', exact),
      route('backup/archive', 'cms/admin/backup/backup-archive.tsx', exact),
      route('releases', 'cms/admin/releases/releases.tsx', exact, [
        route('delete', 'cms/admin/releases/delete-releases.tsx', exact),
      ]),
      route('releases/:releaseId', 'cms/admin/releases/release.tsx', exact, [
        route('ask/:question', 'cms/admin/releases/release-question.tsx', exact),
      ]),
      route('releases/:releaseId/files', 'cms/admin/releases/release-files.tsx', exact),
      route('releases/:releaseId/changes', 'cms/admin/releases/all-changes.tsx', exact),
      route('releases/:releaseId/changes/:section', 'cms/admin/releases/release-changes.tsx', exact),
      route('audit', 'cms/admin/audit/audit.tsx', exact),
      route('audit/events.csv', 'cms/admin/audit/audit-export.tsx', exact),
      route('qr-code', 'cms/admin/qr/qr-code.tsx', exact),
      route('people', 'cms/admin/people/people.tsx', exact),
      route('people/:personId', 'cms/admin/people/person.tsx', exact, [
        route(':change', 'cms/admin/people/person-confirm.tsx', exact),
      ]),
      route('files', 'cms/admin/files/files.tsx', exact),
      route('files/replace', 'cms/admin/files/replace.tsx', exact),
      route('files/focus', 'cms/admin/files/picture-focus.tsx', exact),
      route('files/list', 'cms/admin/files/file-list.tsx', exact),
      route('files/stage', 'cms/admin/files/file-stage.tsx', exact),
      route('files/upload', 'cms/admin/files/file-upload.tsx', exact),
      ...(checklist ? [route(checklist.id, 'cms/admin/checklist/checklist.tsx', exact)] : []),
      ...sections.flatMap(editorRoute),
      ...collections.flatMap(collectionRoutes),
      ...screens,
      // For a name of no section: the loader reports that.
      route(':section', 'cms/admin/editor/section/section-editor.tsx', exact),
      route('*', 'cms/admin/shell/admin-not-found.tsx'),
    ]),

    ...prefix('api', [
      route('auth/login', 'cms/api/auth-login.tsx', exact),
      route('auth/logout', 'cms/api/auth-logout.tsx', exact),
      route('contact', 'cms/api/contact-resource.tsx', exact),
      route('upload', 'cms/api/upload.tsx', exact),
      route('openapi.json', 'cms/api/openapi/openapi.tsx', exact),
      route('docs', 'cms/api/openapi/docs.tsx', exact),
      route('drafts/:section?', 'cms/api/releases/draft-resource.tsx', exact),
      route('drafts/:section/publish', 'cms/api/releases/draft-publish.tsx', exact),
      route('releases/:releaseId?', 'cms/api/releases/release-resource.tsx', exact),
      route('releases/:releaseId/:change', 'cms/api/releases/release-change.tsx', exact),
      route('releases/:releaseId/drafts/:section/:change?', 'cms/api/releases/release-draft.tsx', exact),
      route(':resource/:entryId?', 'cms/api/content/section-resource.tsx', exact),
      route('*', 'cms/api/api-not-found.tsx'),
    ]),

    storedFile('uploads/*'),
    ...files.ownAddresses.map((folder) => storedFile(`${folder}/*`)),
    storedFile('variants/:file/:variant'),
    storedFile('confirmed/*'),
  ]
}

/**
 * The screen that edits a section, at `/admin/{id}`. The form's fields are a child route: a browser fetches the code and
 * the styles of that one form.
 */
function editorRoute({ id, editor }: SectionDefinition): RouteConfigEntry[] {
  if (editor === undefined) return []
  const fields = index(editor, { id: `editor/${id}/fields` })
  return [route(id, 'cms/admin/editor/section/section-editor.tsx', { ...exact, id: `editor/${id}` }, [fields])]
}

/** The screens of a collection: its list at `/admin/{id}`, and below it the form of each entry. */
function collectionRoutes({ id, form }: CollectionDefinition): RouteConfigEntry[] {
  // The fields of the collection, then those that every entry has.
  const fields = layout('cms/admin/collection/entry-fields.tsx', { id: `collection/${id}/fields` }, [
    index(form.module, { id: `editor/${id}/fields` }),
  ])
  const list = (children: RouteConfigEntry[]) =>
    route(id, 'cms/admin/collection/collection-list.tsx', { ...exact, id: `collection/${id}` }, children)
  const entry = [
    route(':key', 'cms/admin/editor/section/section-editor.tsx', { ...exact, id: `editor/${id}` }, [fields]),
    route(':key/remove', 'cms/admin/collection/remove-entry.tsx', { ...exact, id: `collection/${id}/remove` }),
  ]
  return form.opensIn ? [list(entry)] : [list([]), ...prefix(id, entry)]
}

/** An address below which the files of the content are served. */
function storedFile(path: string) {
  return route(path, 'cms/stored-file.tsx', { ...exact, id: path })
}

/** A route whose module of the content system is in this folder. Its id is the same for every site. */
function inFolder(entry: RouteConfigEntry, folder: string): RouteConfigEntry {
  const children = entry.children?.map((child) => inFolder(child, folder))
  const [, module] = /^cms\/(.+)$/.exec(entry.file) ?? []
  return {
    ...entry,
    ...(module !== undefined && { id: entry.id ?? `cms/${module.replace(/\.tsx$/, '')}`, file: `${folder}/${module}` }),
    ...(children && { children }),
  }
}
