import { type FieldMetadata, useField, useFormMetadata } from '@conform-to/react'
import { type ReactNode, useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { asRecord } from '#app/content/compare/content-words.ts'
import { useHasConflict } from '#app/editing/form/conflict.tsx'
import { DragHandle } from './drag-order.tsx'
import { useWasOpen } from '#app/editing/ui/focus.ts'
import { countOf } from '#app/editing/ui/format.ts'
import { MoveButtons, RemoveButton, rowId } from './list-controls.tsx'
import { Thumbnail } from '#app/editing/files/stored-files.tsx'

/** What the closed row of an entry shows. */
export interface EntrySummary {
  title: string | undefined
  /** Second, quieter piece of text: an address, say. */
  note?: string
  /** File name of the entry's image; left out where entries have none. */
  image?: string
}

export interface EntryListProps<Entry extends Record<string, unknown>> {
  list: FieldMetadata<Entry[]>
  /** What one entry is called: `product`. */
  noun: string
  /** Words of the button that adds one, where the usual ones do not fit. */
  addLabel?: string
  /** True where visitors see the first entry first: a new one goes to the top, and so does the button that adds it. */
  newestFirst?: boolean
  /** Gives each row a button that saves the section. */
  ownUpdate?: boolean
  /** Never fewer entries than this. */
  min?: number
  /** Shown if the list is empty: what visitors see then, or what an entry is for. */
  empty?: string
  /** What the closed row shows. */
  summarise: (entry: FieldMetadata<Entry>) => EntrySummary
  /** The fields of an open row. */
  children: (entry: FieldMetadata<Entry>) => ReactNode
}

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

interface PlaceFieldProps {
  list: string
  /** Place of the entry, from 0. */
  index: number
  count: number
  /** What the entry is called, for screen readers. */
  title: string
}

/** The position of an entry in a long list; another number moves it. Not sent with the form. */
export function PlaceField({ list, index, count, title }: PlaceFieldProps) {
  const form = useFormMetadata()
  const isHydrated = useHydrated()
  const ref = useRef<HTMLInputElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    // The browser drops the focus where an element moves in the page.
    if (hasMoved.current) ref.current?.focus()
    hasMoved.current = false
  }, [index])
  if (!isHydrated) return null

  const move = (input: HTMLInputElement) => {
    const to = Math.min(count, Math.max(1, Math.round(Number(input.value)))) - 1
    if (Number.isNaN(to) || to === index) {
      input.value = String(index + 1)
      return
    }
    hasMoved.current = document.activeElement === input
    form.reorder({ name: list, from: index, to })
  }
  return (
    <input
      // Another place is another default.
      key={index}
      ref={ref}
      className="item__place"
      type="number"
      min={1}
      max={count}
      defaultValue={index + 1}
      // Belongs to no form: Enter does not save, and the number is not sent.
      form=""
      aria-label={`Position of ${title}, of ${count}`}
      onBlur={(event) => {
        move(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') move(event.currentTarget)
      }}
    />
  )
}

interface HiddenValuesProps {
  name: string
  form: string
  /** What conform holds for the field: text, a list or a record of such. */
  value: unknown
}

/** The values of fields that are not on the page, so that the form is sent whole. */
export function HiddenValues({ name, form, value }: HiddenValuesProps) {
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
 * Of a row that opens: whether it is open, and whether its fields are on the page. They are not before it is opened for the
 * first time, so that a list of hundreds stays quick; and from then on always, since they hold what was typed. In the server's
 * HTML they are all there. It opens when `mustOpen` becomes true, and is open from the start where it `wasOpen`.
 */
export function useLazyBody(mustOpen: boolean, wasOpen: boolean) {
  const isHydrated = useHydrated()
  const [isMounted, setIsMounted] = useState(!isHydrated || mustOpen || wasOpen)
  const [row, setRow] = useState({ mustOpen, isOpen: mustOpen || wasOpen })
  const detailsRef = useRef<HTMLDetailsElement>(null)
  if (mustOpen && !isMounted) setIsMounted(true)
  if (mustOpen !== row.mustOpen) setRow({ mustOpen, isOpen: mustOpen || row.isOpen })
  useEffect(() => {
    const details = detailsRef.current
    // A person may have typed before the script ran.
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
