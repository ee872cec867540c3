import { useField } from '@conform-to/react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { asRecord } from '#app/content/compare/content-words.ts'
import { useHasConflict } from '#app/editing/conflict/conflict-context.tsx'
import { DragHandle } from './drag-handle.tsx'
import type { EntryListProps } from './entry-list.types.ts'
import { useWasOpen } from '#app/editing/form/form-place.ts'
import { countOf } from '#app/editing/ui/format.ts'
import { HiddenValues } from '#app/editing/form/hidden-values.tsx'
import { MoveButtons, RemoveButton, rowId } from './list-field.tsx'
import { PlaceField } from '#app/editing/fields/place-field.tsx'
import { Thumbnail } from '#app/editing/files/thumbnail.tsx'
import { useLazyBody } from './use-lazy-body.ts'

type EntryRowProps<Entry extends Record<string, unknown>> = EntryListProps<Entry> & {
  /** Name of the entry's field. */
  name: string
  index: number
  count: number
  isLong: boolean
  /** True where the filter leaves it out. It still goes along with the form. */
  isHidden: boolean
}

/** One entry of a list: a row that opens to its fields. */
export function EntryRow<Entry extends Record<string, unknown>>(props: EntryRowProps<Entry>) {
  const { list, noun, ownUpdate = false, min = 0, summarise, children, name, index, count, isLong, isHidden } = props
  const [entry] = useField<Entry>(name, { formId: list.formId })
  const { title, note, image } = summarise(entry)
  const words = title || `New ${noun}`
  const isHydrated = useHydrated()
  const fieldsId = `${entry.id}-fields`
  const errorCount = Object.keys(entry.allErrors).length
  const isNew = hasBlank(entry.initialValue)
  const hasConflict = useHasConflict(name)
  const mustOpen = errorCount > 0 || isNew || hasConflict
  const { isOpen, isMounted, detailsRef, mount, noteToggle } = useLazyBody(mustOpen, useWasOpen(rowId(entry.id)))
  return (
    <li className={image === undefined ? 'item item--low' : 'item'} id={rowId(entry.id)} hidden={isHidden && !mustOpen}>
      <DragHandle />
      <details open={isOpen} ref={detailsRef} onToggle={noteToggle}>
        <summary onClick={mount}>
          {image !== undefined && <Thumbnail className="item__thumb" file={image} />}
          <span className="item__title">
            {words}
            {errorCount > 0 && <span className="chip chip--bad">{countOf(errorCount, 'error')}</span>}
          </span>
          <span className="item__path">{note}</span>
          <Icon className="item__chev" name="down" />
        </summary>
        {isMounted ? (
          <div className="item__edit" id={fieldsId}>
            {children(entry)}
            <div className="item__foot">
              {count > min && (
                <RemoveButton list={list.name} index={index} isLarge>
                  {`Remove ${noun}`}
                </RemoveButton>
              )}
              {ownUpdate && (
                <button
                  className="btn"
                  id={`${entry.id}-update`}
                  name="intent"
                  value="save"
                  // Without a script: back to the row, which the browser opens.
                  formAction={isHydrated ? undefined : `#${encodeURIComponent(fieldsId)}`}
                >
                  Update <span className="vh">{words}</span>
                </button>
              )}
            </div>
          </div>
        ) : (
          <HiddenValues name={name} form={list.formId} value={entry.initialValue} />
        )}
      </details>
      <MoveButtons list={list.name} index={index} count={count} title={words}>
        {isLong && <PlaceField list={list.name} index={index} count={count} title={words} />}
      </MoveButtons>
    </li>
  )
}

/** True for an entry that was just added, and for one in which an entry of its own was: without a script it would be closed. */
function hasBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.some(hasBlank)
  if (typeof value !== 'object') return false
  const { _id, ...fields } = asRecord(value)
  const parts = Object.values(fields)
  return parts.length === 0 || parts.some((part) => Array.isArray(part) && hasBlank(part))
}
