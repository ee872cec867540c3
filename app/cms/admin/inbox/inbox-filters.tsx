import { ListToolbar } from '#app/cms/editing/ui/list-toolbar.tsx'
import { FilterForm, FilterSelect, NameOptions } from '#app/cms/editing/ui/filter-form.tsx'
import { NOBODY } from '#app/cms/inbox/find-messages.ts'
import { MESSAGE_STATE_IDS, MESSAGE_STATES } from '#app/cms/inbox/message-handling.ts'
import { inboxHref, isFiltered, type InboxView } from './inbox-address.ts'

interface InboxFiltersProps {
  view: InboxView
  /** True if there is nothing to filter. */
  isEmpty: boolean
  allCount: number
  unreadCount: number
  spamCount: number
  deletedCount: number
  /** Kinds and people by which messages can be chosen. */
  choices: Record<'kinds' | 'people', readonly { id: string; name: string }[]>
}

/** Chooses which messages the inbox shows: by folder, by words, and by what visitors and staff have chosen. */
export function InboxFilters({
  view,
  isEmpty,
  allCount,
  unreadCount,
  spamCount,
  deletedCount,
  choices,
}: InboxFiltersProps) {
  const { show, query, state, kind, person } = view
  const tabs = [
    { show: 'all', label: 'All', count: allCount },
    { show: 'unread', label: 'Unread', count: unreadCount },
    { show: 'spam', label: 'Suspected spam', count: spamCount },
    { show: 'deleted', label: 'Deleted', count: deletedCount },
  ] as const
  const chosen = { show: show === 'all' ? '' : show, state, kind, person }
  return (
    <>
      <ListToolbar
        label="Messages to show"
        tabs={tabs.map((tab) => ({
          ...tab,
          href: inboxHref({ ...view, show: tab.show, page: 1 }),
          isCurrent: tab.show === show,
        }))}
        search={{
          action: '/admin/inbox',
          hidden: withoutEmpty(chosen),
          label: 'Search messages',
          placeholder: 'Name, e-mail, mobile, text',
          query,
          clearHref: inboxHref({ ...view, query: '', page: 1 }),
        }}
      />
      {(!isEmpty || isFiltered(view)) && (
        // The key empties the fields when a link clears the filters.
        <FilterForm
          key={[state, kind, person].join('\n')}
          action={inboxHref({ show, query })}
          label="Filter messages"
          isFiltered={isFiltered(view)}
        >
          <HiddenFields values={{ show: chosen.show, q: query }} />
          <FilterSelect name="state" label="State" value={state} everything="Any state">
            <option value="late">New, answer late</option>
            <NameOptions of={STATES} />
          </FilterSelect>
          {choices.kinds.length > 0 && (
            <FilterSelect name="kind" label="Asks for" value={kind} everything="Anything">
              <NameOptions of={choices.kinds} />
            </FilterSelect>
          )}
          <FilterSelect name="person" label="Person in charge" value={person} everything="Anybody">
            <option value={NOBODY}>Nobody yet</option>
            <NameOptions of={choices.people} />
          </FilterSelect>
        </FilterForm>
      )}
    </>
  )
}

export const STATES = MESSAGE_STATE_IDS.map((id) => ({ id, name: MESSAGE_STATES[id] }))

function HiddenFields({ values }: { values: Record<string, string> }) {
  return Object.entries(withoutEmpty(values)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

function withoutEmpty(values: Record<string, string>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
