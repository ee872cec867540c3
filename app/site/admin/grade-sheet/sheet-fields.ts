import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { CURES, idsOf, RELATIONS, STATES, VOLTAGES } from '#app/site/collections/properties/grade-choices.ts'
import type { GradeStandard } from '#app/site/collections/grades/grade-schema.ts'
import type { Grade } from '#app/site/collections/grades/grades.ts'
import { standardName } from '#app/site/collections/grades/standards.ts'

/** What the cells of a sheet refer to. */
export interface SheetNames {
  /** Titles of the product pages, by their keys. */
  products: ReadonlyMap<string, string>
  /** Names of the grades, by their keys. */
  grades: ReadonlyMap<string, string>
  /** A standard with its part and its type, by all of its name. */
  standards: ReadonlyMap<string, GradeStandard>
}

/** What a cell makes of a grade, or why it cannot be read. */
export type FieldChange = Partial<Grade> | { problem: string }

/** A column of the sheet that has a field of grades. */
export interface SheetField {
  field: keyof Grade
  heading: string
  /** Other headings for the same. */
  aliases?: readonly string[]
  text: (grade: Grade, names: SheetNames) => string
  read: (cell: string, names: SheetNames, before: Grade | undefined) => FieldChange
  /** What “–” makes of it. Left out: a grade has to have it. */
  cleared?: Partial<Grade>
}

/** The heading of the column with the keys, by which grades keep their identity when their name changes. */
export const KEY_HEADING = 'Key'

/** The fields of a grade in the order of their columns. The name is the first. */
export const SHEET_FIELDS: readonly SheetField[] = [
  textField('title', 'Name', { aliases: ['Grade', 'Grade name'] }),
  {
    ...{ field: 'product', heading: 'Product page', aliases: ['Product', 'Family', 'Range'] },
    text: ({ product }, { products }) => products.get(product) ?? product,
    read(cell, { products }) {
      const key = keyIn(products, cell) ?? keyOfBeginning(products, cell)
      // The pages are many: they are named once, above the table.
      return key === undefined ? { problem: 'No such page' } : { product: key }
    },
  },
  textField('use', 'Used for', { aliases: ['Application'] }),
  {
    ...{ field: 'position', heading: 'Place in the table', aliases: ['Position'] },
    text: ({ position }) => String(position),
    read: (cell) => (/^\d{1,3}$/.test(cell) ? { position: Number(cell) } : { problem: 'Write a number from 1 to 999' }),
    cleared: { position: 999 },
  },
  choiceField('state', 'State', STATES),
  {
    ...{ field: 'successor', heading: 'Successor' },
    text: ({ successor }, names) => names.grades.get(successor) ?? successor,
    read(cell, names) {
      const key = keyIn(names.grades, cell)
      return key === undefined ? { problem: `There is no grade “${cell}”` } : { successor: key }
    },
    cleared: { successor: '' },
  },
  {
    ...{ field: 'formerNames', heading: 'Former names' },
    text: ({ formerNames }) => joined(formerNames),
    read: (cell) => ({ formerNames: parts(cell) }),
    cleared: { formerNames: [] },
  },
  textField('layer', 'Layer', { isOptional: true }),
  {
    ...{ field: 'voltages', heading: 'Voltages', aliases: ['Voltage'] },
    text: ({ voltages }) => joined(voltages.map((voltage) => shortTitle(VOLTAGES[voltage]))),
    read(cell) {
      const asked = parts(cell).map((name) => ({ name, id: choiceIn(VOLTAGES, name) }))
      const unknown = asked.find(({ id }) => id === undefined)
      if (unknown) return { problem: `“${unknown.name}” is none of ${oneOf(VOLTAGES)}` }
      return { voltages: asked.flatMap(({ id }) => id ?? []) }
    },
    cleared: { voltages: [] },
  },
  {
    ...{
      field: 'temperature',
      heading: 'Conductor temperature [°C]',
      aliases: ['Conductor temperature', 'Temperature'],
    },
    text: ({ temperature }) => temperature,
    read: (cell) => ({ temperature: cell.replace(/ ?° ?C$/i, '') }),
    cleared: { temperature: '' },
  },
  choiceField('cure', 'Cure', CURES, { cure: 'none' }),
  textField('fireClass', 'Fire class', { isOptional: true }),
  {
    ...{ field: 'colours', heading: 'Colours', aliases: ['Colour'] },
    text: ({ colours }) => joined(colours),
    read: (cell) => ({ colours: parts(cell) }),
    cleared: { colours: [] },
  },
  {
    ...{ field: 'meets', heading: 'Standards', aliases: ['Standard', 'Meets'] },
    text: ({ meets }) => joined(meets.map(standardAsText)),
    read: readStandards,
    cleared: { meets: [] },
  },
  {
    ...{ field: 'processing', heading: 'Processing' },
    text: ({ processing }) => processing.map(({ name, text }) => `${name}: ${text}`).join('\n'),
    read(cell) {
      const facts = cell.split('\n').map((fact) => ({ fact, at: fact.indexOf(':') }))
      if (facts.some(({ at }) => at === -1)) return { problem: 'Write each fact on a line of its own, as “Name: text”' }
      return { processing: facts.map(({ fact, at }) => ({ name: fact.slice(0, at), text: fact.slice(at + 1) })) }
    },
    cleared: { processing: [] },
  },
  textField('packing', 'Packing', { isOptional: true }),
]

function textField(
  field: 'title' | 'use' | 'layer' | 'fireClass' | 'packing',
  heading: string,
  { isOptional = false, aliases = [] }: { isOptional?: boolean; aliases?: readonly string[] },
): SheetField {
  return {
    ...{ field, heading, aliases },
    text: (grade) => grade[field],
    read: (cell) => ({ [field]: cell }),
    ...(isOptional && { cleared: { [field]: '' } }),
  }
}

function choiceField(
  field: 'state' | 'cure',
  heading: string,
  titles: Readonly<Record<string, string>>,
  cleared?: Partial<Grade>,
): SheetField {
  return {
    ...{ field, heading },
    text: (grade) => titles[grade[field]] ?? '',
    read(cell) {
      const id = choiceIn(titles, cell)
      if (id === undefined) return { problem: `“${cell}” is none of ${oneOf(titles)}` }
      const change: Partial<Record<typeof field, string>> = { [field]: id }
      return change as Partial<Grade>
    },
    ...(cleared && { cleared }),
  }
}

/** The key of the thing that a cell names by its key or by its title; undefined for none, and for several. */
export function keyIn(titles: ReadonlyMap<string, string>, cell: string): string | undefined {
  if (titles.has(cell)) return cell
  const [key, ...others] = keysNamed(titles, cell)
  return others.length === 0 ? key : undefined
}

/** `PVC` for `PVC Compounds`, if no other title begins so. */
function keyOfBeginning(titles: ReadonlyMap<string, string>, cell: string): string | undefined {
  const found = [...titles].filter(([, title]) => foldText(title).startsWith(`${foldText(cell)} `))
  return found.length === 1 ? found[0]?.[0] : undefined
}

/** The keys of all things with a title. A sheet has hundreds of rows, so the titles are folded once. */
export function keysNamed(titles: ReadonlyMap<string, string>, title: string): readonly string[] {
  let known = keysByTitle.get(titles)
  if (!known) {
    known = new Map<string, string[]>()
    for (const [key, one] of titles) {
      const name = foldText(one)
      known.set(name, [...(known.get(name) ?? []), key])
    }
    keysByTitle.set(titles, known)
  }
  return known.get(foldText(title)) ?? []
}

const keysByTitle = new WeakMap<ReadonlyMap<string, string>, Map<string, string[]>>()

function choiceIn<Id extends string>(titles: Readonly<Record<Id, string>>, cell: string): Id | undefined {
  const asked = foldText(cell)
  return idsOf(titles).find((id) => [id, titles[id], shortTitle(titles[id])].some((name) => foldText(name) === asked))
}

function oneOf(titles: Readonly<Record<string, string>>) {
  return Object.values(titles).map(shortTitle).join(', ')
}

/** The words of a choice before their explanation: `Low voltage`. */
function shortTitle(title: string) {
  return title.split(',', 1)[0] ?? title
}

/** Several things in one cell. They are on lines of their own if one of them has a semicolon or a comma. */
function joined(things: readonly string[]) {
  return things.join(things.some((thing) => /[;,]/.test(thing)) ? '\n' : '; ')
}

function parts(cell: string): string[] {
  const separator = cell.includes('\n') ? '\n' : cell.includes(';') ? ';' : ','
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const RELATION = / ?\((meets|suitable for|suitable|tested to|tested)\)$/i

/** `IS 5831 ST2`, `IEC 60502-2 (suitable for)`. */
function standardAsText(standard: GradeStandard) {
  const name = standardName(standard)
  return standard.relation === 'meets' ? name : `${name} (${RELATIONS[standard.relation].toLowerCase()})`
}

/** A standard by all of its name, for {@link SheetNames}. */
export function standardsByName(grades: Iterable<Grade>): Map<string, GradeStandard> {
  const found = new Map<string, GradeStandard>()
  for (const { meets } of grades) for (const one of meets) found.set(foldText(standardName(one)), one)
  return found
}

/** Standards keep their certificate. A new one is read into standard, part and type as those of other grades are. */
function readStandards(cell: string, { standards }: SheetNames, before: Grade | undefined): FieldChange {
  const meets: GradeStandard[] = []
  for (const part of cell.includes('\n') ? cell.split('\n') : cell.split(';')) {
    const text = part.replace(/\s+/g, ' ').trim()
    if (text === '') continue
    const [mark = '', words = 'meets'] = RELATION.exec(text) ?? []
    const relation = idsOf(RELATIONS).find((id) => words.toLowerCase().startsWith(id)) ?? 'meets'
    const name = text.slice(0, text.length - mark.length)
    const own = before?.meets.find((one) => foldText(standardName(one)) === foldText(name))
    const known = own ?? standards.get(foldText(name)) ?? newStandard(name)
    if (!known)
      return { problem: `“${text}”: write a standard such as IEC 60502-1 ST8, one after the other with semicolons` }
    meets.push({ ...known, relation, certificate: own?.certificate ?? '' })
  }
  return { meets }
}

/** `IEC 60502-1 ST8`, `IS 7098 Part 1`, `ISO 21809-1`, `ITU-T G.652 D`. */
function newStandard(name: string): GradeStandard | undefined {
  const pattern = /^((?:[A-Z][A-Za-z]*(?:-[A-Z])? ){1,2}(?:[A-Z]\.)?\d+)(?:-(\d[\d-]*)| Part (\d+))?(?: (\S.*))?$/
  const [, standard, suffix, numbered, type = ''] = pattern.exec(name) ?? []
  if (standard === undefined) return undefined
  return { standard, part: suffix ?? numbered ?? '', type, relation: 'meets', certificate: '' }
}
