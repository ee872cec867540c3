import { labelOfPath, schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { fieldAddress, pathOf } from '#app/cms/content/field-address.ts'
import type { Snapshot } from '#app/cms/content/store/store.types.ts'
import { keyOfId } from '#app/cms/define/define-collection.ts'
import { FACTS, type Fact } from '#app/cms/content/facts/fact-collection.ts'
import { openFactComparison } from '#app/cms/content/facts/differing-texts.ts'
import { today } from '#app/cms/platform/site-time.ts'
import type { CheckOptions } from './read-stored.server.ts'

/** The most characters of a text that a finding shows. */
const SHOWN = 160

/** Compares the facts of the site with all other texts. */
export function checkFacts(
  read: ReadonlyMap<string, Snapshot<unknown>>,
  { definition, sections, findings }: CheckOptions,
) {
  const collection = definition.collections.find(({ id }) => id === FACTS)
  if (!collection) return
  const facts = [...read].flatMap(([id, { value }]) => (keyOfId(collection, id) === undefined ? [] : [value as Fact]))
  const compare = openFactComparison(facts, Number(today().slice(0, 4)))
  for (const section of sections) {
    if (section.entry?.collection === FACTS) continue
    const content = read.get(section.id)?.value
    for (const { name, text, fact } of compare(section.schema, content)) {
      const field = labelOfPath(schemaLabels(section.schema), pathOf(name))
      findings.add('fact-differs', {
        severity: 'note',
        what: `${section.label}, ${field}: “${text.slice(0, SHOWN)}” differs from the fact ${fact.title}, ${fact.value}.`,
        remedy: 'Correct the text, or the fact if the text is right.',
        href: fieldAddress(section, name),
      })
    }
  }
}
