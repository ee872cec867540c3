import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { redirect, type ActionFunctionArgs, type TypedResponse } from '@remix-run/node'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { usedFiles } from '#app/cms/media/library/used-files.server.ts'
import { restoreOrUndo } from '#app/cms/editing/server/undo-edit.server.ts'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { newKeyFor } from '#app/cms/publishing/new-entry-key.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { formatTime } from '#app/cms/platform/format/time.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { listHref, pageOf, readPage } from '#app/cms/platform/http/list-query.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { collectionIntents } from './collection-intents.ts'
import { changeEntries, chosenEntries, MAX_CHOSEN, undoChange, writeBack } from './change-entries.server.ts'
import { passesFilters, readFilters } from './collection-filters.server.ts'
import { CHOSEN, type EntryRow } from './collection-row.tsx'
import { entryRows, removedRows, removedSections, requireCollection, sortRows } from './collection.server.ts'
import { moveEntry, moveToUndo } from './move-entry.server.ts'
import { PAGE_SIZE, readView, STATES, viewHref, type ListState } from './list-view.ts'
import { pagesThatStay } from './pages-that-stay.server.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'

/**
 * The entries of a collection that match the address, or those that were removed. `?confirm=remove` with the chosen
 * entries asks whether to remove them, `?duplicate` for the title of a copy, `?move` for the position of an entry. `?new` with a title leads to the form of a
 * new entry, with the other values in its fields.
 */
export const listLoader = adminLoader('editor', async ({ request, user }) => {
  const collection = requireCollection(request)
  const search = new URL(request.url).searchParams
  if (search.has('new')) {
    const { new: _new, title = '', ...given } = Object.fromEntries(search)
    throw await formOfNewEntry(collection, title, given)
  }
  const { query, state, sort, isDescending } = readView(collection, search)
  const rows = entryRows(collection)
  const removed = await removedSections(collection, rows)
  const isShown = (row: (typeof rows)[number], name: ListState) => {
    if (name === 'all') return true
    if (name === 'draft') return row.hasDraft
    return name === 'fault' ? row.fault !== undefined || row.state === 'unreadable' : row.state === name
  }
  const words = foldText(query)
  const filters = readFilters(collection, rows, search)
  const found = rows.filter(
    (row) =>
      isShown(row, state) &&
      passesFilters(collection, filters, row) &&
      [row.title, row.key, row.address, ...row.values].some((text) => foldText(text).includes(words)),
  )
  const { id, label, noun, list, orderSection } = collection
  const { opensIn } = collection.form
  // A list that is arranged, or whose forms open within it, is one page.
  const groupAt = list.columns.findIndex(({ isGroup }) => isGroup)
  const isGrouped = groupAt !== -1 && (sort === '' || sort === String(groupAt))
  const pageSize = state === 'removed' || !(orderSection ?? opensIn) ? PAGE_SIZE : collection.max
  const { page, items } = pageOf(
    sortRows(found, isGrouped ? String(groupAt) : sort, isDescending),
    readPage(search),
    pageSize,
  )
  const removedPage = pageOf(removed, readPage(search), PAGE_SIZE)
  const { approvals } = currentSite()
  const isWhole = found.length === rows.length && state === 'all' && query === '' && sort === ''
  const mayPublish = hasRole(user.role, 'publisher')
  const isOrdered = orderSection !== undefined && isWhole && mayPublish && !approvals.isNeeded(orderSection)
  const counts: Record<string, number> = { removed: removed.length }
  for (const name of STATES) if (name !== 'removed') counts[name] = rows.filter((row) => isShown(row, name)).length
  const duplicated = rows.find(({ key, version }) => version !== '' && key === search.get('duplicate'))
  return {
    collection: {
      id,
      label,
      noun,
      opensIn,
      columns: list.columns.map((column) => column.label),
      titleLabel: fieldLabels(collection.schema)['title'] ?? 'Title',
      isTitleColumn: list.columns[0]?.isRowHeader !== true,
      groupAt: isGrouped ? groupAt : undefined,
    },
    /** The version of the order, if this person may change it here: the rows are all entries in their order. */
    order: isOrdered ? { version: currentSite().content.find(orderSection)?.version ?? '' } : undefined,
    isArranged: orderSection !== undefined && isWhole,
    ...usedFiles(
      Object.fromEntries(items.map(({ key, files, image }) => [key, [...files, image]])),
      currentSite().media.forStaff,
    ),
    /** The screens where staff arrange the entries, and those that the collection names. */
    screens: [
      ...(orderSection ? [{ label: orderSection.label, href: adminAddress(orderSection) }] : []),
      ...list.links,
    ],
    query,
    filters,
    state,
    sort: { column: sort, isDescending },
    states: STATES.filter((name) => {
      if (RARE.has(name)) return state === name || (counts[name] ?? 0) > 0
      return name !== 'ended' || collection.canEnd
    }),
    counts,
    rows: await Promise.all(
      items.map(async ({ sortTexts: _sortTexts, filterValues: _filterValues, ...row }) => ({
        ...row,
        change: opensIn === 'dialog' ? await lastChange(row.id) : undefined,
      })),
    ),
    page: state === 'removed' ? removedPage.page : page,
    pageSize,
    total: state === 'removed' ? removed.length : found.length,
    removed: state === 'removed' ? await removedRows(collection, removedPage.items) : undefined,
    /** False for a person who can only save drafts, one by one. */
    mayChangeMany: mayPublish && !approvals.isNeededFor(id),
    choosesAll: search.get('choose') === 'all',
    mayRestore: mayPublish,
    toMove: isOrdered ? positionOf(rows, search.get('move')) : undefined,
    duplicated: duplicated && { from: duplicated.key, title: duplicated.title },
    toRemove: search.get('confirm') === 'remove' ? rowsToRemove(collection, rows, search.getAll(CHOSEN)) : undefined,
  }
})

/** The states whose tab is shown while there are such entries. */
const RARE: ReadonlySet<ListState> = new Set(['unlisted', 'hidden', 'draft', 'fault'])

/** The entry whose position is asked for, in the order of all of them; undefined if there is none. */
function positionOf(rows: ReturnType<typeof entryRows>, key: string | null) {
  const arranged = rows.filter(({ version }) => version !== '')
  const at = arranged.findIndex((row) => row.key === key)
  return (
    arranged[at] && { entry: arranged[at].key, title: arranged[at].title, position: at + 1, count: arranged.length }
  )
}

/** When and by whom an entry was last changed; undefined if its history does not have it. */
async function lastChange(id: string): Promise<EntryRow['change']> {
  const { content, auth } = currentSite()
  const [newest] = await content.history({ id }, 1)
  return newest && { time: newest.time, when: formatTime(newest.time), author: auth.accounts.nameOf(newest.author) }
}

/** The chosen rows as the question names them, and the places that link to them or refer to them. */
function rowsToRemove(collection: CollectionDefinition, rows: ReturnType<typeof entryRows>, chosen: readonly string[]) {
  const { links, sections, definition } = currentSite()
  const asked = rows
    .filter(({ key, version }) => chosen.includes(`${key}:${version}`) && version !== '')
    .slice(0, MAX_CHOSEN)
  const removed = asked.flatMap(({ id }) => sections.resolve(id) ?? [])
  const linking = removed.flatMap((section) => links.linksTo(section))
  return {
    rows: asked.map(({ key, title, version }) => ({ key, title, version })),
    links: [...new Map(linking.map((link) => [link.href, link])).values()],
    formerPages: collection.page && {
      /** False if the site has no redirects, so that an address without a page is an unknown one. */
      areGone: definition.redirects !== undefined,
      /** Those that other content has as well. */
      staying: pagesThatStay(removed),
    },
  }
}

/**
 * Opens the form of a new entry with the posted title, or of a copy; nothing is saved yet. Hides, shows or removes the
 * chosen entries, in one publication, or undoes that. Writes back the files of chosen entries.
 */
export const listAction = adminAction('editor', changeList, { intents: collectionIntents })

async function changeList({ request, user }: ActionFunctionArgs & { user: User }) {
  const collection = requireCollection(request)
  const { fields, form } = await readSmallForm(request)
  const { flash, approvals } = currentSite()
  const search = new URL(request.url).searchParams
  const page = viewHref(collection, readView(collection, search), { page: readPage(search) })
  const { intent } = fields
  const { recoveredForms } = currentSite().auth
  if (intent === collectionIntents.make) {
    recoveredForms.removeForm(request)
    return formOfNewEntry(collection, textOf(fields['title']), { from: textOf(fields['from']) })
  }
  if (intent === collectionIntents.move) {
    return flashExpectedErrors(page, async () =>
      flash.flashRedirect(page, await moveEntry(collection, fields, askedWith(user, request, form))),
    )
  }
  const isKnown = (Object.values(collectionIntents) as unknown[]).includes(intent)
  if (!isKnown || intent === collectionIntents.draftRemoval) throw unknownIntent()
  if (!hasRole(user.role, 'publisher') || approvals.isNeededFor(collection.id)) {
    const message = 'You can save drafts of these entries one by one. Nothing was changed.'
    return flash.flashRedirect(page, { kind: 'failure', message })
  }
  return flashExpectedErrors(page, async () => {
    const author = askedWith(user, request, form)
    const moved = moveToUndo(textOf(fields['entry']))
    if (intent === collectionIntents.restore && collection.orderSection && moved !== undefined)
      return restoreOrUndo(collection.orderSection, { entry: moved, version: '' }, author, page)
    if (intent === collectionIntents.restore) {
      const count = await undoChange(collection, textOf(fields['entry']), { author })
      const message = `The change of ${countOf(count, collection.noun)} was undone`
      return flash.flashRedirect(page, { kind: 'success', message })
    }
    const to = intent === collectionIntents.remove ? 'removed' : intent === collectionIntents.hide ? 'hidden' : 'listed'
    const chosen = chosenEntries(collection, form.getAll(CHOSEN))
    if (intent === collectionIntents.writeBack) {
      const written = await writeBack(collection, chosen, { author })
      recoveredForms.removeForm(request)
      return flash.flashRedirect(page, written)
    }
    const { count, undo } = await changeEntries(collection, chosen, { author, to })
    recoveredForms.removeForm(request)
    const message = count === 0 ? 'Nothing to change' : `${countOf(count, collection.noun)} ${DONE[to]}`
    return flash.flashRedirect(page, {
      kind: 'success',
      message,
      ...(undo !== undefined && { undo: { address: page, entry: undo } }),
    })
  })
}

const DONE = { removed: 'removed', hidden: 'hidden', listed: 'shown on the website' }

/** Leads to the form of a new entry, with what it begins with in its address. Nothing is saved. */
async function formOfNewEntry(
  collection: CollectionDefinition,
  typed: string,
  begin: Record<string, string>,
): Promise<TypedResponse<never>> {
  const title = typed.trim()
  const key = await newKeyFor(currentSite(), collection, title)
  if (key === undefined) {
    return currentSite().flash.flashRedirect(`/admin/${collection.id}`, {
      kind: 'failure',
      message: 'Enter a title with at least one letter or digit.',
    })
  }
  return redirect(listHref(`/admin/${collection.id}/${key}`, { title, ...begin }), 303)
}
