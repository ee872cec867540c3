import { FilterForm, FilterSelect } from '#app/cms/editing/ui/filter-form.tsx'
import type { ListFilter } from './collection-filters.server.ts'

interface CollectionSearchProps {
  label: string
  /** Address of the list. */
  action: string
  filters: readonly ListFilter[]
  query: string
  /** The other parameters of the address, which the form keeps. */
  hidden: Record<string, string>
}

/** The filters of a collection with its search, in one form. */
export function CollectionSearch({ label, action, filters, query, hidden }: CollectionSearchProps) {
  const isFiltered = query !== '' || filters.some(({ value }) => value !== '')
  return (
    // The key empties the fields when a link clears the filters.
    <FilterForm
      key={[query, ...filters.map(({ value }) => value)].join('\n')}
      action={action}
      label={`Filter ${label}`}
      isFiltered={isFiltered}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label htmlFor="list-query">Search</label>
        <input id="list-query" type="search" name="q" defaultValue={query} maxLength={200} />
      </div>
      {filters.map(({ options, ...filter }) => (
        <FilterSelect key={filter.name} {...filter}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </FilterSelect>
      ))}
    </FilterForm>
  )
}
