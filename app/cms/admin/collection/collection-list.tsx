import { redirect, type MetaFunction, type TypedResponse } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { flashExpectedErrors } from '#app/cms/admin/history/section-history.server.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { newKeyFor } from '#app/cms/content/publish/new-entry-key.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { ListToolbar, Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { listHref, pageOf, readChoice, readPage, readQuery } from '#app/cms/platform/http/list-query.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { collectionIntents } from './collection-intents.ts'
import { changeEntries, chosenEntries, MAX_CHOSEN, undoChange } from './change-entries.server.ts'
import { passesFilters, readFilters } from './collection-filters.server.ts'
import { CollectionSearch } from './collection-search.tsx'
import { entryRows, removedRows, removedSections, requireCollection, sortRows } from './collection.server.ts'
import { DuplicateEntry } from './duplicate-entry.tsx'
import { pagesThatStay } from './pages-that-stay.server.ts'
import { CHOSEN, EntryTable, MAX_TITLE_LENGTH } from './collection-table.tsx'
import { RemovedEntries } from './removed-entries.tsx'
import { RemoveEntries } from './remove-entries.tsx'
import './collection-list.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

const PAGE_SIZE = 50

const STATES = ['all', 'listed', 'unlisted', 'hidden', 'ended', 'draft', 'removed'] as const

/**
 * The entries of a collection that match the address, or those that were removed. `?confirm=remove` with the chosen
 * entries asks whether to remove them, `?duplicate` for the title of a copy. `?new` with a title leads to the form of a
 * new entry, with the other values in its fields.
 */
export const loader = adminLoader('editor', async ({ request, user }) => {
  const collection = requireCollection(request)
  const search = new URL(request.url).searchParams
  if (search.has('new')) {
    const given = collection.startsWith.map((name): [string, string] => [name, search.get(name) ?? ''])
    throw await formOfNewEntry(collection, search.get('title') ?? '', Object.fromEntries(given))
  }
  const { query, state, sort, isDescending } = readView(collection, search)
  const rows = entryRows(collection)
  const removed = await removedSections(collection, rows)
  const isShown = (row: (typeof rows)[number], name: (typeof STATES)[number]) =>
    name === 'all' || (name === 'draft' ? row.hasDraft : row.state === name)
  const words = query.toLowerCase()
  const filters = readFilters(collection, rows, search)
  const found = rows.filter(
    (row) =>
      isShown(row, state) &&
      passesFilters(collection, filters, row) &&
      [row.title, row.key, row.address].some((text) => text.toLowerCase().includes(words)),
  )
  const { page, items } = pageOf(sortRows(found, sort, isDescending), readPage(search), PAGE_SIZE)
  const removedPage = pageOf(removed, readPage(search), PAGE_SIZE)
  const { id, label, noun, columns, orderSection, guide } = collection
  const { approvals } = currentSite()
  const counts: Record<string, number> = { removed: removed.length }
  for (const name of STATES) if (name !== 'removed') counts[name] = rows.filter((row) => isShown(row, name)).length
  const duplicated = rows.find(({ key, version }) => version !== '' && key === search.get('duplicate'))
  return {
    collection: { id, label, noun, columns: columns.map((column) => column.label) },
    /** The screen where staff arrange the entries, and that which says where to begin. */
    screens: [
      ...(orderSection ? [{ label: orderSection.label, href: adminAddress(orderSection) }] : []),
      ...(guide ? [guide] : []),
    ],
    query,
    filters,
    state,
    sort: { column: sort, isDescending },
    states: STATES.filter((name) => name !== 'ended' || collection.canEnd),
    counts,
    rows: items.map(({ sortTexts: _sortTexts, filterValues: _filterValues, ...row }) => row),
    page: state === 'removed' ? removedPage.page : page,
    total: state === 'removed' ? removed.length : found.length,
    removed: state === 'removed' ? await removedRows(collection, removedPage.items) : undefined,
    /** False for a person who can only save drafts, one by one. */
    mayChangeMany: hasRole(user.role, 'publisher') && !approvals.isNeededFor(id),
    mayRestore: hasRole(user.role, 'publisher'),
    duplicated: duplicated && { from: duplicated.key, title: duplicated.title },
    toRemove: search.get('confirm') === 'remove' ? rowsToRemove(collection, rows, search.getAll(CHOSEN)) : undefined,
  }
})

/** The part of the list that an address selects. */
function readView({ filters }: Pick<CollectionDefinition, 'filters'>, search: URLSearchParams) {
  return {
    query: readQuery(search),
    state: readChoice(search, 'show', STATES),
    sort: search.get('sort') ?? '',
    isDescending: search.get('order') === 'descending',
    /** The values of the filters, by their names; '' for those that choose nothing. */
    chosen: Object.fromEntries(filters.map(({ name }) => [name, (search.get(name) ?? '').slice(0, MAX_FILTER_LENGTH)])),
  }
}

/** Longer values of a filter are cut. */
const MAX_FILTER_LENGTH = 200

type ListView = ReturnType<typeof readView>

/** The address of a part of the list. Other parameters may replace its own. */
function viewHref(
  collection: Pick<CollectionDefinition, 'id'>,
  { query, state, sort, isDescending, chosen }: ListView,
  others: Record<string, string | number> = {},
) {
  return listHref(`/admin/${collection.id}`, {
    q: query,
    show: state === 'all' ? '' : state,
    sort,
    order: isDescending ? 'descending' : '',
    ...chosen,
    ...others,
  })
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
 * chosen entries, in one publication, or undoes that.
 */
export const action = adminAction('editor', async ({ request, user }) => {
  const collection = requireCollection(request)
  const { fields, form } = await readSmallForm(request)
  const { flash, approvals } = currentSite()
  const search = new URL(request.url).searchParams
  const page = viewHref(collection, readView(collection, search), { page: readPage(search) })
  const { intent } = fields
  if (intent === collectionIntents.make)
    return formOfNewEntry(collection, textOf(fields['title']), { from: textOf(fields['from']) })
  const isKnown = (Object.values(collectionIntents) as unknown[]).includes(intent)
  if (!isKnown || intent === collectionIntents.draftRemoval) throw unknownIntent()
  if (!hasRole(user.role, 'publisher') || approvals.isNeededFor(collection.id)) {
    const message = 'You can save drafts of these entries one by one. Nothing was changed.'
    return flash.flashRedirect(page, { kind: 'failure', message })
  }
  return flashExpectedErrors(page, async () => {
    const author = user.id
    if (intent === collectionIntents.restore) {
      const count = await undoChange(collection, textOf(fields['entry']), { author })
      const message = `The change of ${countOf(count, collection.noun)} was undone`
      return flash.flashRedirect(page, { kind: 'success', message })
    }
    const to = intent === collectionIntents.remove ? 'removed' : intent === collectionIntents.hide ? 'hidden' : 'listed'
    const chosen = chosenEntries(collection, form.getAll(CHOSEN))
    const { count, undo } = await changeEntries(collection, chosen, { author, to })
    const message = count === 0 ? 'Nothing had to be changed' : `${countOf(count, collection.noun)} ${DONE[to]}`
    return flash.flashRedirect(page, {
      kind: 'success',
      message,
      ...(undo !== undefined && { undo: { address: page, entry: undo } }),
    })
  })
})

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

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.collection.label ?? 'Not found')

const TABS: Record<(typeof STATES)[number], string> = {
  all: 'All',
  listed: 'On the website',
  unlisted: 'Unlisted',
  hidden: 'Hidden',
  ended: 'Ended',
  draft: 'With a draft',
  removed: 'Removed',
}

/** The entries of a collection, and the form that makes a new one. */
export default function CollectionList() {
  const loaded = useLoaderData<typeof loader>()
  const { collection, query, filters, state, states, sort, counts, rows, page, total, removed, screens } = loaded
  const address = `/admin/${collection.id}`
  const order = sort.isDescending ? 'descending' : ''
  const chosen = Object.fromEntries(filters.map(({ name, value }) => [name, value]))
  const view = { query, state, sort: sort.column, isDescending: sort.isDescending, chosen }
  const href = (parameters: Record<string, string | number>) => viewHref(collection, view, parameters)
  const kept = { show: state === 'all' ? '' : state, sort: sort.column, order }
  const hidden = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== ''))
  return (
    <>
      <PageHead
        title={collection.label}
        action={screens.map((screen) => (
          <Link key={screen.href} className="btn" to={screen.href}>
            {screen.label}
          </Link>
        ))}
      >
        {countOf(counts['all'] ?? 0, collection.noun)}
      </PageHead>
      <Form className="new-entry field" method="post" aria-label={`New ${collection.noun}`}>
        <label htmlFor="new-title">Title of the new {collection.noun}</label>
        <div>
          <input id="new-title" name="title" maxLength={MAX_TITLE_LENGTH} required autoComplete="off" />
          <button className="btn btn--primary" name="intent" value={collectionIntents.make}>
            New {collection.noun}
          </button>
        </div>
      </Form>
      <ListToolbar
        label={`${collection.label} to show`}
        tabs={states.map((name) => ({
          label: TABS[name],
          href: href({ show: name === 'all' ? '' : name, page: '' }),
          count: counts[name] ?? 0,
          isCurrent: name === state,
        }))}
        {...(!removed &&
          filters.length === 0 && {
            search: {
              action: address,
              hidden,
              label: `Search ${collection.label}`,
              placeholder: 'Title or address',
              query,
              clearHref: href({ q: '' }),
            },
          })}
      />
      {!removed && filters.length > 0 && (
        <CollectionSearch label={collection.label} action={address} {...{ filters, query, hidden }} />
      )}
      {removed ? (
        <RemovedEntries rows={removed} noun={collection.noun} mayRestore={loaded.mayRestore} />
      ) : rows.length === 0 ? (
        <Nothing
          noun={collection.noun}
          isFiltered={query !== '' || state !== 'all' || Object.values(chosen).some((value) => value !== '')}
        />
      ) : (
        // Another part of the list is another form: nothing stays ticked that is not shown.
        <EntryTable key={href({ page })} {...loaded} href={href} />
      )}
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        href={(next) => href({ page: next })}
        previous="Previous"
        next="Next"
      />
      {loaded.toRemove && <RemoveEntries {...loaded.toRemove} noun={collection.noun} closeTo={href({ page })} />}
      {loaded.duplicated && (
        <DuplicateEntry {...loaded.duplicated} noun={collection.noun} address={address} closeTo={href({ page })} />
      )}
    </>
  )
}

function Nothing({ noun, isFiltered }: { noun: string; isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="None matches">Choose another filter, or other words.</Empty>
  ) : (
    <Empty title={`There is no ${noun} yet`}>Enter a title above to make the first one.</Empty>
  )
}
