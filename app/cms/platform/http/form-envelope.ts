/**
 * Names of fields that forms of the admin area send beside the content: its version, the intent, a history entry, the
 * consequences that were confirmed, and after a conflict the places to choose a version for, and with what the form
 * conflicts. Each choice is a field of its own: `choice-0`.
 */
export const ENVELOPE_NAMES = ['version', 'intent', 'entry', 'confirmed', 'conflict', 'conflict-with']

/**
 * Name of the field with the consequences that the sender of a form has confirmed: see {@link confirmationOf}. It is the
 * button's own field, so that no other button of the form confirms anything.
 */
export const CONFIRMED = 'confirmed'

/** The value of a button that confirms consequences and sends the form with an intent. */
export function confirmationOf(tokens: readonly string[], intent = ''): string {
  return [intent, ...tokens].join(' ')
}

/** The tokens of the consequences that the sender of a form has confirmed. */
export function confirmedOf(form: Pick<FormData, 'get'>): string[] {
  const value = form.get(CONFIRMED)
  return typeof value === 'string' ? value.split(' ').slice(1) : []
}

/**
 * The intent of the button that has sent a form. A button that confirms sends it with what it confirms, and a button of
 * a list with the name of the list.
 */
export function intentOf(form: Pick<FormData, 'get'>): string | undefined {
  const intent = form.get('intent')
  if (typeof intent === 'string') return intent.split(' ')[0]
  const confirmation = form.get(CONFIRMED)
  return typeof confirmation === 'string' ? confirmation.split(' ')[0] || undefined : undefined
}

const UPLOAD_SUFFIX = '-upload'

/** File name input that belongs to a field which holds the name or address of a stored file. */
export function uploadNameOf(field: string) {
  return `${field}${UPLOAD_SUFFIX}`
}

/** The field to which a file input belongs; undefined for an input that belongs to none. */
export function fieldOfUpload(input: string) {
  return input.endsWith(UPLOAD_SUFFIX) ? input.slice(0, -UPLOAD_SUFFIX.length) : undefined
}

/** True for names that are no part of the content. */
export function isEnvelopeName(name: string) {
  return (
    ENVELOPE_NAMES.includes(name) ||
    /^choice-\d+$|-paste(?:-others|-known)?$/.test(name) ||
    fieldOfUpload(name) !== undefined
  )
}

/**
 * The content's own fields of a posted form, ready for its schema. `newId` makes the id of entries that were added in
 * the form and have no `_id` yet.
 */
export function contentFields(formData: FormData, newId: () => string): FormData {
  const content = new FormData()
  for (const [name, value] of formData) {
    if (isEnvelopeName(name) || typeof value !== 'string') continue
    content.append(name, value === '' && isEntryId(name) ? newId() : value)
  }
  return content
}

/** `members[2]._id`, but not the `_id` of the record itself. */
export function isEntryId(name: string) {
  return name.endsWith('._id')
}

/**
 * True for the `submit` event of a list's button, which has conform's own name. It submits the form too, but only
 * changes the form on the page.
 */
export function isListChange(event: Event) {
  return event instanceof SubmitEvent && event.submitter?.getAttribute('name') === '__intent__'
}

/** `_id` for a new entry: 128 random bits. Browsers make UUIDs in secure contexts only. */
export function newEntryId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The name of a field in a form: `members[2].portrait`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}

/** The name of the field in a form that a dotted path leads to: `members[2].portrait` for `members.2.portrait`. */
export function fieldAt(path: string): string {
  return formatPath(path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
}
