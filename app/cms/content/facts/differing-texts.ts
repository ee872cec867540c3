import type { z } from 'zod'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { wordsOfFact, type Fact } from './fact-collection.ts'
import { figureOf, figuresLike, namesYear } from './figures.ts'

/** A text that states another figure than a fact. */
export interface DifferingText {
  /** Name of its field in the form: `services[0].lead`. */
  name: string
  /** The part of the text that differs. */
  text: string
  fact: Pick<Fact, 'title' | 'value'>
}

/** The longest text that reads as the value of the title beside it. */
const MAX_VALUE = 60

/** A comma, or the end of a sentence, is the end of what a figure is about. */
const SENTENCES = /(?<=[.;!?])\s+|[\n|]/
const CLAUSES = /,\s+|\s[–—]\s|[()]/

/**
 * Finds the texts of a content that differ from facts: a part of a sentence with one of the words of a fact, and with
 * figures of its unit of which none is that of the fact. A sentence that names a year is compared with years alone: it may
 * be about the past. A number in a field of its own is compared by the name of the field, or the title beside it.
 */
export function openFactComparison(facts: readonly Fact[]) {
  const compared = facts.flatMap((fact) => {
    const figure = figureOf(fact.value)
    const words = wordsOfFact(fact.words).map(foldText)
    return figure && words.length > 0 ? [{ fact, figure, words, find: figuresLike(figure), said: saidBy(words) }] : []
  })

  function* differencesOf({ text, title, label }: Omit<Statement, 'name'>): Generator<Omit<DifferingText, 'name'>> {
    const number = /^\d[\d,]*(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : undefined
    for (const { fact, figure, words, find, said } of compared) {
      if (number !== undefined) {
        if (number !== figure.written && [title, label].some((name) => words.includes(foldText(name))))
          yield { text: `${title || label}: ${text}`, fact }
        continue
      }
      const whole = title !== '' && text.length <= MAX_VALUE ? `${title}: ${text}` : text
      for (const sentence of whole.split(SENTENCES)) {
        if (figure.unit !== 'year' && namesYear(sentence)) continue
        const clause = sentence.split(CLAUSES).find((part) => {
          const folded = foldText(part)
          if (!said.test(folded)) return false
          const found = find(folded)
          return found.length > 0 && found.every(({ amount }) => amount !== figure.amount)
        })
        if (clause !== undefined) yield { text: clause.trim(), fact }
      }
    }
  }

  return (schema: z.ZodType, content: unknown): DifferingText[] =>
    compared.length === 0
      ? []
      : [...statementsOf(walkSchema(schema), content, { name: '', title: '', label: '' })].flatMap(
          ({ name, ...statement }) => [...differencesOf(statement)].map((difference) => ({ name, ...difference })),
        )
}

/** A text or a number, with what it stands beside. */
interface Statement {
  name: string
  text: string
  /** The title or name of the list entry around it, '' if it is the title itself. */
  title: string
  label: string
}

type Around = Omit<Statement, 'text'>

/** The texts and numbers of a content, without files, addresses, keys and choices. */
function* statementsOf(node: SchemaNode, value: unknown, around: Around): Generator<Statement> {
  if (node.upload ?? node.reference ?? node.titles) return
  if (typeof value === 'string' || typeof value === 'number') {
    yield { ...around, text: String(value) }
  } else if (Array.isArray(value) && node.element) {
    for (const [index, item] of value.entries()) {
      yield* statementsOf(node.element, item, { ...around, name: `${around.name}[${index}]`, title: titleOf(item) })
    }
  } else if (typeof value === 'object' && value !== null) {
    const content: Partial<Record<string, unknown>> = value
    for (const [key, field] of node.fields) {
      if (key.startsWith('_')) continue
      const name = around.name === '' ? key : `${around.name}.${key}`
      const title = content[key] === around.title ? '' : around.title
      yield* statementsOf(field, content[key], { name, title, label: field.label ?? '' })
    }
  }
}

/** What a list entry is called, such as `Trial lot` beside `100 kg`. */
function titleOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return ''
  const { title, name }: { title?: unknown; name?: unknown } = entry
  return [title, name].find((one) => typeof one === 'string') ?? ''
}

function saidBy(words: readonly string[]) {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\d])(?:${escaped.join('|')})`, 'u')
}
