import type { MetaFunction } from '@remix-run/node'
import { Link, Outlet, useLoaderData, useMatch } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { RecoveredTextsNotice } from '#app/cms/editing/form/form-notices.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { ListToolbar, Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { NEW_KEY } from '#app/cms/define/new-key.ts'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { collectionIntents } from './collection-intents.ts'
import { listAction, listLoader } from './collection-list.server.ts'
import { CollectionSearch } from './collection-search.tsx'
import { EntryTable } from './collection-table.tsx'
import { moverId, openerId, removerId } from './collection-row.tsx'
import { DuplicateEntry } from './duplicate-entry.tsx'
import { viewHref, type ListState } from './list-view.ts'
import { MoveEntry } from './move-entry.tsx'
import { RemovedEntries } from './removed-entries.tsx'
import { RemoveEntries } from './remove-entries.tsx'
import './collection-list.css'
import './entry-rows.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = listLoader
export const action = listAction
export const clientAction = keepTyped(collectionIntents)

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.collection.label ?? 'Not found')

const CHANGES_OF_LIST = keptIntents(collectionIntents)

const TABS: Record<ListState, string> = {
  all: 'All',
  listed: 'On the website',
  unlisted: 'Unlisted',
  hidden: 'Hidden',
  ended: 'Ended',
  draft: 'With a draft',
  fault: 'File missing or not valid',
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
  const { key: openKey, remove: removedKey } = useOpenEntry(address)
  const isInRow = collection.opensIn === 'row' && openKey !== undefined
  const isListed = rows.some(({ key }) => key === openKey)
  useFocusReturn(openerOf())
  function openerOf() {
    if (openKey !== undefined) return openerId(isListed ? openKey : NEW_KEY)
    if (loaded.toMove) return moverId(loaded.toMove.entry)
    if (removedKey === undefined) return undefined
    // The question follows from the dialog of the entry.
    return collection.opensIn === 'dialog' ? openerId(removedKey) : removerId(removedKey)
  }

  const addLabel = `${collection.opensIn ? 'Add' : 'New'} ${collection.noun}`
  const isDialog = (openKey !== undefined && !isInRow) || removedKey !== undefined
  const isHydrated = useHydrated()
  const closeTo = href({ page })
  const question = loaded.toRemove ? (
    <RemoveEntries {...loaded.toRemove} noun={collection.noun} closeTo={closeTo} />
  ) : loaded.duplicated ? (
    <DuplicateEntry {...loaded.duplicated} noun={collection.noun} address={address} closeTo={closeTo} />
  ) : (
    loaded.toMove && <MoveEntry {...loaded.toMove} address={address} closeTo={closeTo} />
  )
  // Without a script a dialog is a page of its own.
  if (isDialog && !isHydrated) return <Outlet />
  if (question && !isHydrated) return question
  return (
    <StoredFilesProvider images={loaded.images} documents={loaded.documents} missing={loaded.missing}>
      <PageHead
        title={collection.label}
        action={
          <>
            {screens.map((screen) => (
              <Link key={screen.href} className="btn" to={screen.href}>
                {screen.label}
              </Link>
            ))}
            <Link
              className="btn btn--primary"
              id={openerId(NEW_KEY)}
              to={`${address}/${NEW_KEY}`}
              preventScrollReset={collection.opensIn !== undefined}
            >
              <Icon name="plus" />
              {addLabel}
            </Link>
          </>
        }
      >
        {countOf(counts['all'] ?? 0, collection.noun)}
      </PageHead>
      <RecoveredTextsNotice intents={CHANGES_OF_LIST} />
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
              placeholder: 'Title, address or any column',
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
      ) : rows.length === 0 && !isInRow ? (
        <Nothing
          noun={collection.noun}
          addLabel={addLabel}
          isFiltered={query !== '' || state !== 'all' || Object.values(chosen).some((value) => value !== '')}
        />
      ) : (
        // Another part of the list is another form: nothing stays ticked that is not shown.
        <EntryTable key={href({ page })} {...loaded} href={href} openKey={isInRow ? openKey : undefined} />
      )}
      <Pager
        page={page}
        pageSize={loaded.pageSize}
        total={total}
        href={(next) => href({ page: next })}
        previous="Previous"
        next="Next"
      />
      {question}
      {isDialog && <Outlet />}
    </StoredFilesProvider>
  )
}

/** The keys of the entry whose form is open within the list, and of the one that is asked about. */
function useOpenEntry(address: string) {
  return {
    key: useMatch(`${address}/:key`)?.params.key,
    remove: useMatch(`${address}/:key/remove`)?.params.key,
  }
}

function Nothing({ noun, addLabel, isFiltered }: { noun: string; addLabel: string; isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No matches">Try another filter or other words.</Empty>
  ) : (
    <Empty title={`No ${noun} yet`}>Choose “{addLabel}” above.</Empty>
  )
}
