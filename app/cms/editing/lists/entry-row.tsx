import { LegendContext } from '#app/cms/editing/fields/field-labels.ts'
import { type FieldMetadata, useField } from '@conform-to/react'
import { type ReactNode, useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { useHasConflict } from '#app/cms/editing/form/conflict.tsx'
import { DragHandle } from './drag-order.tsx'
import { rowId, useWasOpen } from '#app/cms/editing/ui/focus.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { DuplicateButton, MoveButtons, RemoveButton } from './list-controls.tsx'
import { PositionField } from './position-field.tsx'
import { Thumbnail } from '#app/cms/editing/files/stored-files.tsx'

/** Content of the closed row of an entry. */
export interface EntrySummary {
  title: string | undefined
  /** Second, less prominent text, such as an address. */
  note?: string
  /** File name of the entry's image; omitted if entries have no image. */
  image?: string
}

export interface EntryListProps<Entry extends Record<string, unknown>> {
  list: FieldMetadata<Entry[]>
  /** Noun for one entry: `slide`. */
  noun: string
  /** Label of the button that adds an entry, if the default does not fit. */
  addLabel?: string
  /** For lists that visitors see with the newest entry first: new entries, and the button that adds them, are at the top. */
  addsAtTop?: boolean
  /** Gives each row a button that saves the section. */
  ownUpdate?: boolean
  min?: number
  /** Names of the fields that no two entries may share: the copy of an entry does not get them. */
  unique?: readonly string[]
  /** True for entries of short texts: staff can paste rows from a spreadsheet. */
  pastes?: boolean
  /** Shown if the list is empty: says what visitors then see, or what an entry is for. */
  empty?: string
  /** Returns the content of the closed row. */
  summarise: (entry: FieldMetadata<Entry>) => EntrySummary
  /** The fields of an open row. A new row gets the focus on the first one, which should be the text that names the entry. */
  children: (entry: FieldMetadata<Entry>) => ReactNode
}

type EntryRowProps<Entry extends Record<string, unknown>> = EntryListProps<Entry> & {
  /** Name of the entry's field. */
  name: string
  index: number
  count: number
  isLong: boolean
  /** True if the filter hides the entry. It is still sent with the form. */
  isHidden: boolean
}

/** One entry of a list: a row that opens to its fields. */
export function EntryRow<Entry extends Record<string, unknown>>(props: EntryRowProps<Entry>) {
  const {
    list,
    noun,
    ownUpdate = false,
    min = 0,
    unique,
    summarise,
    children,
    name,
    index,
    count,
    isLong,
    isHidden,
  } = props
  const [entry] = useField<Entry>(name, { formId: list.formId })
  const { title, note, image } = summarise(entry)
  const words = title || `New ${noun}`
  const isHydrated = useHydrated()
  const fieldsId = `${entry.id}-fields`
  const errorCount = Object.keys(entry.allErrors).length
  const isNew = hasBlank(entry.initialValue)
  const hasConflict = useHasConflict(name)
  const mustOpen = errorCount > 0 || isNew || hasConflict
  const { isOpen, isMounted, detailsRef, mount, noteToggle } = useLazyBody(mustOpen, useWasOpen(entry.id))
  return (
    <li className={image === undefined ? 'item item--low' : 'item'} id={rowId(entry.id)} hidden={isHidden && !mustOpen}>
      <DragHandle />
      <details open={isOpen} ref={detailsRef} onToggle={noteToggle}>
        <summary onClick={mount}>
          {image === '' ? (
            <span className="item__thumb item__thumb--none" data-initials={initialsOf(title)} />
          ) : (
            image !== undefined && <Thumbnail className="item__thumb" file={image} />
          )}
          <span className="item__title">
            {words}
            {errorCount > 0 && <span className="chip chip--bad">{countOf(errorCount, 'error')}</span>}
          </span>
          <span className="item__path">{note}</span>
          <Icon className="item__chev" name="down" />
        </summary>
        {isMounted ? (
          <div className="item__edit" id={fieldsId}>
            <LegendContext.Provider value="">{children(entry)}</LegendContext.Provider>
            <div className="item__foot">
              {count > min && (
                <RemoveButton list={list.name} index={index} isLarge>
                  {`Remove ${noun}`}
                </RemoveButton>
              )}
              <DuplicateButton list={list.name} index={index} count={count} without={unique} isLarge>
                {`Duplicate ${noun}`}
              </DuplicateButton>
              {ownUpdate && (
                <button
                  className="btn"
                  id={`${entry.id}-update`}
                  name="intent"
                  value={contentIntents.save}
                  // Without JavaScript: returns to the row, which the browser opens.
                  formAction={isHydrated ? undefined : `#${encodeURIComponent(fieldsId)}`}
                >
                  Update <span className="visually-hidden">{words}</span>
                </button>
              )}
            </div>
          </div>
        ) : (
          <HiddenValues name={name} form={list.formId} value={entry.initialValue} />
        )}
      </details>
      <MoveButtons list={list.name} index={index} count={count} title={words}>
        {isLong && <PositionField list={list.name} index={index} count={count} title={words} />}
      </MoveButtons>
    </li>
  )
}

/** In place of a picture: the first letters of the first two words. */
function initialsOf(title = '') {
  const words = title.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** True for an entry that was just added or contains such an entry: without JavaScript its row would be closed. */
function hasBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.some(hasBlank)
  if (typeof value !== 'object') return false
  const { _id, ...fields } = asRecord(value)
  const parts = Object.values(fields)
  return parts.length === 0 || parts.some((part) => Array.isArray(part) && hasBlank(part))
}

interface HiddenValuesProps {
  name: string
  form: string
  /** Conform's value of the field: a text, or a list or record of such values. */
  value: unknown
}

/** The values of fields that are not rendered, so that the form is sent completely. */
function HiddenValues({ name, form, value }: HiddenValuesProps) {
  return (
    <>
      {textsOf(name, value).map(([field, text]) => (
        <input key={field} type="hidden" name={field} form={form} value={text} />
      ))}
    </>
  )
}

function textsOf(name: string, value: unknown): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]]
  if (Array.isArray(value)) return value.flatMap((part, at) => textsOf(`${name}[${at}]`, part))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsOf(`${name}.${key}`, part))
}

/**
 * The state of a row that can be opened: whether it is open, and whether its fields are rendered. They are rendered
 * when the row is first opened, so that long lists remain fast, and from then on always, because they hold the typed
 * values. The server's HTML has all fields. The row opens when `mustOpen` becomes true, and starts open if `wasOpen`.
 */
function useLazyBody(mustOpen: boolean, wasOpen: boolean) {
  const isHydrated = useHydrated()
  const [isMounted, setIsMounted] = useState(!isHydrated || mustOpen || wasOpen)
  const [row, setRow] = useState({ mustOpen, isOpen: mustOpen || wasOpen })
  const detailsRef = useRef<HTMLDetailsElement>(null)
  if (mustOpen && !isMounted) setIsMounted(true)
  if (mustOpen !== row.mustOpen) setRow({ mustOpen, isOpen: mustOpen || row.isOpen })
  useEffect(() => {
    const details = detailsRef.current
    // The user may have typed before hydration.
    if (details && !details.open && !hasTyped(details)) setIsMounted(false)
  }, [])
  return {
    isOpen: row.isOpen,
    isMounted,
    detailsRef,
    mount: () => {
      setIsMounted(true)
    },
    noteToggle: ({ currentTarget: { open: isOpen } }: SyntheticEvent<HTMLDetailsElement>) => {
      setIsMounted(true)
      setRow({ mustOpen, isOpen })
    },
  }
}

function hasTyped(details: HTMLDetailsElement) {
  const controls = details.querySelectorAll<Control>('input, textarea, select')
  return [...controls].some(isChanged)
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isChanged(control: Control) {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  }
  if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) return true
  return control.value !== control.defaultValue
}
