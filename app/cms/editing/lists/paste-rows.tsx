import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { PastedContext } from '#app/cms/editing/form/pasted-context.ts'
// Here and not in the panel, so that the page has it without a script.
import './paste-rows.css'

/** Loaded when it is opened first: most edits paste nothing. */
const PastePanel = lazy(async () => {
  const { PastePanel: panel } = await import('./paste-panel.tsx')
  return { default: panel }
})

/**
 * Takes rows that were copied from a spreadsheet into a list of short texts, after showing what they would change. The
 * server compares them with the form. Without JavaScript the button opens the panel by sending the form.
 */
export function PasteRows({ list, noun }: { list: Pick<FieldMetadata, 'name' | 'id'>; noun: string }) {
  const own = useContext(PastedContext).find((table) => table.list === list.name)
  const isHydrated = useHydrated()
  const { id: form, update } = useFormMetadata()
  const [state, setState] = useState({ own, isOpen: own !== undefined && own.taken === undefined })
  // A new reply opens the panel, or closes it when the rows are in the form.
  if (state.own !== own) setState({ own, isOpen: own !== undefined && own.taken === undefined })
  const known = useRef(own)
  useEffect(() => {
    if (known.current === own) return
    known.current = own
    // Conform itself uses only the errors of a reply. It takes any value of a field; its type is that of a text.
    if (own?.taken !== undefined) update({ name: list.name, value: own.entries as string, validated: false })
  }, [update, own, list.name])
  const id = `${list.id}-paste`
  // The button and the text of the panel have the same id: when the panel closes, the button gets the focus.
  useFocusReturn(state.isOpen ? id : undefined)
  return (
    <div className="paste" id={`${id}-place`}>
      {state.isOpen ? (
        <Suspense>
          <PastePanel
            id={id}
            list={list.name}
            noun={noun}
            pasted={own?.taken === undefined ? own : undefined}
            onClose={() => {
              setState({ own, isOpen: false })
            }}
          />
        </Suspense>
      ) : (
        <button
          className="btn"
          id={id}
          form={form}
          name="intent"
          value={`${contentIntents.paste} ${list.name}`}
          formNoValidate
          formAction={isHydrated ? undefined : `#${encodeURIComponent(`${id}-place`)}`}
          onClick={(event) => {
            event.preventDefault()
            setState({ own, isOpen: true })
          }}
        >
          <Icon name="copy" />
          Paste {noun}s from a spreadsheet
        </button>
      )}
      <p className="field__help" role="status">
        {own?.taken !== undefined &&
          `${countOf(own.taken, 'row')} ${own.taken === 1 ? 'is' : 'are'} in the form now. Nothing is saved yet.`}
      </p>
    </div>
  )
}
