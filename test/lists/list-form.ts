import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { contentFields, newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { parseJson } from '#app/cms/platform/http/read-json.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { FormClient } from '#test/e2e/form-client.ts'

const listIntent = z.object({
  type: z.enum(['insert', 'remove', 'reorder']),
  payload: z.object({
    name: z.string(),
    index: z.number().optional(),
    from: z.number().optional(),
    to: z.number().optional(),
  }),
})

interface ListButton extends z.output<typeof listIntent> {
  button: HTMLButtonElement
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type Step = 'change' | 'remove' | 'move' | 'add'
/** What is done to an entry, given by its place in the list that was opened. */
export type Plan = readonly { step: Step; at: number }[]

/** Length of a text that is kept before the mark of an edit, so that the text stays within its limit. */
const KEPT = 12

/** The form of a section, without scripts: its lists are those that have buttons. */
export class ListForm {
  constructor(
    readonly client: FormClient,
    readonly section: SectionDefinition<z.ZodObject>,
  ) {}

  /** The lists of the form, also those in entries of others, and the number of their entries. */
  lists(): Map<string, number> {
    const names = new Set(this.#buttons().map(({ payload }) => payload.name))
    return new Map([...names].map((name) => [name, this.#count(name)]))
  }

  /** Whether the form has what a step needs. */
  can(step: Step, list: string, at: number): boolean {
    if (step === 'change') return this.#texts(`${list}[${at}]`).length > 0
    return this.#find(list, step, step === 'move' ? at : step === 'remove' ? at : undefined) !== undefined
  }

  /** Does the steps, one after the other. Each text that is typed has the mark. */
  async edit(list: string, plan: Plan, mark: string): Promise<void> {
    const order = Array.from({ length: this.#count(list) }, (_, at) => at)
    for (const [number, { step, at }] of plan.entries()) {
      const index = order.indexOf(at)
      const typed = `${mark}${number}`
      if (step === 'change') this.#change(`${list}[${index}]`, typed)
      else if (step === 'add') order.splice(await this.#add(list, typed), 0, -1)
      else {
        const button = this.#find(list, step, index)
        if (!button) throw new Error(`${list}[${index}] has no button to ${step} it`)
        await this.client.press(button.button)
        const [entry = -1] = order.splice(index, 1)
        if (step === 'move') order.splice(button.payload.to ?? 0, 0, entry)
      }
    }
  }

  /** The text field that a change of an entry types into. */
  text(entry: string): HTMLInputElement | HTMLTextAreaElement | undefined {
    return this.#texts(entry)[0]
  }

  /** The content as the form would be saved; undefined if it is not valid. */
  content(): unknown {
    const native = new FormData()
    for (const [name, value] of this.client.fieldsOf(this.#form()))
      if (typeof value === 'string') native.append(name, value)
    const submission = parseWithZod(contentFields(native, newEntryId), { schema: this.section.schema })
    return submission.status === 'success' ? submission.value : undefined
  }

  /** The button of the form with this intent. */
  saveButton(intent: 'save' | 'draft'): HTMLButtonElement {
    return buttonOf(this.client, intent, '#editor, [form=editor]')
  }

  #form() {
    const form = this.client.document.forms.namedItem('editor')
    if (!form) throw new Error(`${this.section.id} has no form`)
    return form
  }

  #controls(prefix: string): Control[] {
    return [...this.client.document.querySelectorAll<Control>('input, textarea, select')].filter(
      ({ name }) => name === prefix || name.startsWith(`${prefix}.`) || name.startsWith(`${prefix}[`),
    )
  }

  /** The fields of an entry that have a text of words: no number, link, file or choice. */
  #texts(prefix: string) {
    return this.#controls(prefix).filter(
      (control): control is HTMLInputElement | HTMLTextAreaElement =>
        control.matches('textarea, input[type=text]:not([readonly])') && isProse(control.value),
    )
  }

  #change(entry: string, mark: string) {
    const [text] = this.#texts(entry)
    if (!text) throw new Error(`${entry} has no text`)
    text.value = marked(text.value, mark)
  }

  /** Adds an entry like the first one. Resolves with its place. */
  async #add(list: string, mark: string): Promise<number> {
    const insert = this.#find(list, 'add')
    if (!insert) throw new Error(`${list} has no button to add an entry`)
    const at = insert.payload.index ?? 0
    const known = new Set(
      this.#controls('')
        .concat(this.#all())
        .map(({ name }) => name),
    )
    await this.client.press(insert.button)
    const [entry, model] = [`${list}[${at}]`, `${list}[${at === 0 ? 1 : 0}]`]
    for (const control of this.#controls(entry)) {
      const like = this.#controls(model + control.name.slice(entry.length)).find(({ type }) => type === control.type)
      if (control.name.endsWith('._id') || control.type === 'file') continue
      if (control instanceof this.#window.HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) continue
      if (like?.value) control.value = isProse(like.value) ? marked(like.value, mark) : like.value
      else if (control.matches('textarea, input[type=text]') && !like) control.value = mark
    }
    // A new column of a table has a new cell in each row.
    for (const control of this.#all()) {
      if (
        !known.has(control.name) &&
        control.value === '' &&
        !control.name.startsWith(entry) &&
        control.type === 'text'
      ) {
        control.value = mark
      }
    }
    return at
  }

  get #window() {
    const { defaultView } = this.client.document
    if (!defaultView) throw new Error('The page is closed')
    return defaultView
  }

  #all() {
    return [...this.client.document.querySelectorAll<Control>('input, textarea, select')]
  }

  #count(list: string) {
    const start = `${list}[`
    const indexes = this.#all().flatMap(({ name }) =>
      name.startsWith(start) ? [parseInt(name.slice(start.length))] : [],
    )
    return Math.max(-1, ...indexes) + 1
  }

  #find(list: string, step: Exclude<Step, 'change'>, at?: number): ListButton | undefined {
    const type = ({ add: 'insert', remove: 'remove', move: 'reorder' } as const)[step]
    return this.#buttons().find(
      (found) =>
        found.type === type &&
        found.payload.name === list &&
        (at === undefined || at === (type === 'reorder' ? found.payload.from : found.payload.index)),
    )
  }

  #buttons(): ListButton[] {
    const buttons = this.client.document.querySelectorAll<HTMLButtonElement>('button[name=__intent__]:not(:disabled)')
    return [...buttons].flatMap((button) => {
      const { success, data } = listIntent.safeParse(parseJson(button.value, 'A list button'))
      return success ? [{ ...data, button }] : []
    })
  }
}

/** The last enabled button with this intent, among those that match a selector. */
export function buttonOf({ document }: FormClient, intent: string, within = '*'): HTMLButtonElement {
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>(`button[name=intent][value="${intent}"]:not(:disabled)`),
  ]
  const button = buttons.findLast((one) => one.matches(within) || one.form?.matches(within))
  if (!button) throw new Error(`${document.title} has no button for “${intent}”`)
  return button
}

export function marked(text: string, mark: string): string {
  return `${text.slice(0, KEPT).trimEnd()} ${mark}`
}

/** True for words, but not for a number, an address or the name of a file. */
function isProse(text: string) {
  return /\p{L}{2}/u.test(text) && !/^[/#]|:\/\/|@|^[\w.-]+\.\w{2,4}$/.test(text)
}
