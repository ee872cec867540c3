import type { z } from 'zod'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { NUMBER_PATTERN, readingsOf } from './written-numbers.ts'

/** What a field of a content says, as it is read with what stands beside it. */
export interface Statement {
  /** Name of the field in the form: `services[0].lead`. */
  name: string
  texts: readonly string[]
  /** Set for a number with no unit beside it. */
  number: number | undefined
  /** What such a number is called. */
  names: readonly string[]
}

/** The longest text that reads as the value of the title beside it. */
const MAX_VALUE = 60

const HAS_NUMBER = new RegExp(NUMBER_PATTERN)
const NUMBER_ALONE = new RegExp(`^${NUMBER_PATTERN}\\+?$`)

/** Where a field stands. */
interface Place {
  name: string
  /** The title or name of the list entry around it, '' if it is the title itself. */
  title: string
  label: string
  /** The unit of a number, and the texts of the fields that are read with it. */
  beside: string
}

/** The texts and numbers of a content, without files, addresses, keys and choices. */
export function statementsOf(schema: z.ZodType, content: unknown): Iterable<Statement> {
  return statementsBelow(walkSchema(schema), content, { name: '', title: '', label: '', beside: '' })
}

function* statementsBelow(node: SchemaNode, value: unknown, place: Place): Generator<Statement> {
  if (node.upload ?? node.reference ?? node.titles) return
  if (typeof value === 'string' || typeof value === 'number') {
    yield statementOf(String(value), place)
  } else if (Array.isArray(value) && node.element) {
    const entries: unknown[] = value
    const numbers = entries.filter(isNumberAlone)
    if (numbers.length > 0 && numbers.length === entries.length) {
      yield seriesOf(numbers, place)
      return
    }
    for (const [index, entry] of entries.entries()) {
      const name = `${place.name}[${index}]`
      yield* statementsBelow(node.element, entry, { ...place, name, title: titleOf(entry) })
    }
  } else if (typeof value === 'object' && value !== null) {
    const content: Partial<Record<string, unknown>> = value
    for (const [key, field] of node.fields) {
      if (key.startsWith('_')) continue
      yield* statementsBelow(field, content[key], {
        name: place.name === '' ? key : `${place.name}.${key}`,
        title: content[key] === place.title ? '' : place.title,
        label: field.label ?? '',
        beside: wordsOf([field.unit, ...field.readWith.map((other) => content[other])]),
      })
    }
  }
}

function statementOf(text: string, { name, title, label, beside }: Place): Statement {
  if (!NUMBER_ALONE.test(foldText(text))) {
    const whole = title !== '' && text.length <= MAX_VALUE ? `${title}: ${text}` : text
    const figure = HAS_NUMBER.test(foldText(text)) ? wordsOf([whole, beside]) : whole
    return { name, texts: [figure], number: undefined, names: [] }
  }
  if (beside !== '') {
    return { name, texts: [`${wordsOf([title, label])}: ${text} ${beside}`], number: undefined, names: [] }
  }
  const names = [title, label].filter((one) => one !== '')
  const texts = names.map((one) => `${text} ${inSentence(one)}`)
  return { name, texts, number: readingsOf(foldText(text.replace(/\+$/, '')))[0], names }
}

/** Values of several times, such as one for each year: the present one is among them. */
function seriesOf(numbers: readonly (string | number)[], { name, title, label, beside }: Place): Statement {
  const values = numbers.map((number) => wordsOf([number, beside])).join(' and ')
  return { name: `${name}[0]`, texts: [`${wordsOf([title, label])}: ${values}`], number: undefined, names: [] }
}

function isNumberAlone(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && NUMBER_ALONE.test(foldText(value)))
}

/** What a list entry is called, such as `Trial lot` beside `100 kg`. */
function titleOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return ''
  const { title, name }: { title?: unknown; name?: unknown } = entry
  return [title, name].find((one) => typeof one === 'string') ?? ''
}

function wordsOf(parts: readonly unknown[]): string {
  return parts.filter((part) => (typeof part === 'string' ? part !== '' : typeof part === 'number')).join(' ')
}

/** A label within a sentence: `Clients worldwide` → `clients worldwide`, but `ERP` stays. */
function inSentence(label: string) {
  return label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
}
