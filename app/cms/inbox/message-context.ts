import type { AskedContext, ExtraField } from '#app/cms/define/asked-fields.ts'

/** What was chosen or filled in, as text: `HF 60 S, edition 2`. */
export function extraText({ text, edition }: ExtraField): string {
  return edition === undefined ? text : `${text}, edition ${edition}`
}

/** What a form says beside the fields of a message, a line each: `Asks for: Sample`. */
export function contextLines({ kind, extras = [] }: AskedContext): string[] {
  const fields = extras.map((field) => `${field.label}: ${extraText(field)}`)
  return [...(kind ? [`Asks for: ${kind.label}`] : []), ...fields]
}
