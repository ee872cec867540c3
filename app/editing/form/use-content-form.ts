import { useForm, type FormMetadata } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { contentFields, isEnvelopeName } from '#app/http/form-envelope.ts'
import type { SaveReply } from './save-reply.ts'
import { useAdoptedReply } from '#app/editing/conflict/use-adopted-reply.ts'

interface ContentForm {
  id: string
  schema: z.ZodObject
  /** The content as it is saved. */
  content: Record<string, unknown>
  /** What the last try answered, if it was refused. */
  reply: SaveReply | undefined
}

/**
 * The form of a content. With a script it is checked in place by the schema the server checks it with, and its list
 * buttons work without a round trip.
 */
export function useContentForm({ id, schema, content, reply }: ContentForm) {
  const [form] = useForm<AnyContent, Record<string, unknown>>({
    id,
    defaultValue: content,
    lastResult: reply?.result,
    shouldRevalidate: 'onInput',
    shouldDirtyConsider: (name) => !isEnvelopeName(name),
    onValidate: ({ formData }) => parseWithZod(contentFields(formData, newEntryIds()), { schema }),
  })
  useAdoptedReply(form.update, reply)
  return form
}

/** Conform's own default: which fields there are is known where `useFormMetadata` names the content. */
type AnyContent = FormMetadata extends FormMetadata<infer Content> ? Content : never

/** Stand-ins for the ids the server will give. */
function newEntryIds() {
  let count = 0
  return () => `new-entry-${(count += 1)}`
}
