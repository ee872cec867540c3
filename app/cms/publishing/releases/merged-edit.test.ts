import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseContentFile } from '#app/cms/content/format/content-file.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { story } from '#test/example-site/home/story.ts'
import { suppliers } from '#test/example-site/home/suppliers.ts'
import { team } from '#test/example-site/team/team.ts'
import { mergedEdit } from './release-format.ts'

function shippedContent(section: SectionDefinition): Record<string, unknown[]> {
  const parsed = parseContentFile(section, readFileSync(`test/example-site/content/${section.file}`, 'utf8'))
  if ('fault' in parsed) throw new Error(`${section.file} is not valid`)
  return parsed.file.value as Record<string, unknown[]>
}

describe.each([
  { section: team, list: 'steps', field: 'title' },
  { section: suppliers, list: 'suppliers', field: 'alt' },
  { section: story, list: 'paragraphs', field: undefined },
])('$section.id', ({ section, list, field }) => {
  const from = shippedContent(section)
  const entries = from[list] ?? []
  const added = (text: string) =>
    field === undefined ? text : { ...(entries[0] as Record<string, unknown>), [field]: text }
  const withEntries = (next: unknown[]) => ({ ...from, [list]: next })

  test.each([
    ['the front', (one: unknown) => [one, ...entries]],
    ['the end', (one: unknown) => [...entries, one]],
  ])('each release adds an entry at %s: both are published', (_, add) => {
    const [first, second] = [withEntries(add(added('First'))), withEntries(add(added('Second')))]
    const { value, conflict } = mergedEdit({ section, from, to: second }, first)
    expect(conflict).toBeUndefined()
    expect(section.schema.safeParse(value).success).toBe(true)
    const texts = JSON.stringify(value)
    expect([texts.includes('First'), texts.includes('Second')]).toEqual([true, true])
    expect((value as typeof from)[list]).toHaveLength(entries.length + 2)
  })

  test('undone after somebody else has added an entry: only the own one is removed', () => {
    const to = withEntries([added('Undone'), ...entries])
    const current = withEntries([added('Later'), added('Undone'), ...entries])
    expect(mergedEdit({ section, from: to, to: from }, current)).toEqual({
      value: withEntries([added('Later'), ...entries]),
      conflict: undefined,
    })
  })

  test('both change one entry: the conflict names the entry', () => {
    const other = (text: string) => withEntries([added(text), ...entries.slice(1)])
    const { conflict } = mergedEdit({ section, from, to: other('Mine') }, other('Theirs'))
    expect(conflict?.fields).toHaveLength(1)
    expect(conflict?.fields[0]).toMatch(/ › (?:Mine|1)/)
  })
})
