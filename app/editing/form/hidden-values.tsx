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
