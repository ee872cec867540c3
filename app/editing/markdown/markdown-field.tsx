import type { FieldMetadata } from '@conform-to/react'
import { useRef } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { Field } from '#app/editing/fields/field.tsx'
import { MarkdownHelp } from './markdown-help.tsx'
import { MarkdownPreview } from './markdown-preview.tsx'
import { MarkdownToolbar, useMarks } from './markdown-toolbar.tsx'

interface MarkdownFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
}

/**
 * A text in Markdown, and beside it how it will look: at every key with a script, by a button without one. Of a section
 * the field must be `body`, as in its file; the server previews no other.
 */
export function MarkdownField({ field, label, help }: MarkdownFieldProps) {
  const textRef = useRef<HTMLTextAreaElement>(null)
  const { mark, onKeyDown } = useMarks(textRef)
  const isHydrated = useHydrated()
  return (
    <div className="markdown">
      <div className="markdown__panes">
        <Field field={field} label={label} {...(help !== undefined && { help })}>
          {(control) => (
            <div className="markdown__text">
              {isHydrated && <MarkdownToolbar text={control.id} onMark={mark} />}
              <textarea
                {...control}
                ref={textRef}
                rows={16}
                defaultValue={field.initialValue}
                onKeyDown={onKeyDown}
                spellCheck
              />
            </div>
          )}
        </Field>
        <MarkdownPreview text={field.value ?? ''} />
      </div>
      <MarkdownHelp />
    </div>
  )
}
