import '../set-site-profile.ts'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { z } from 'zod'
import { keyOfFile } from '#app/cms/define/define-collection.ts'
import { contentFormat } from '#app/cms/content/format/content-file.ts'
import definition from '#app/site.config.ts'

/**
 * A word and digits that cannot be wrapped, and a number as large as a field may have. The site draws no picture with a
 * title that has the last letter of the word, which would take longer than the test.
 */
const LONG = ['Wwwwwwwwwŵ'.repeat(9), '9'.repeat(12), 999_999_999]

/** Values that stay the same: names and addresses that other content refers to, and targets of links. */
const KEPT =
  /^(?:_id|slug|related|products|link|buttonLink|overlayLink|fileUrl|declineUrl|date|year|address|published)$/

/** Calls `use` with a copy of the shipped content whose texts and numbers are as long as their fields allow. */
export async function withLongContent(use: (contentDir: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'long-content-'))
  try {
    await cp('content', folder, { recursive: true })
    const entries = await Promise.all(
      definition.collections.map(async (collection) => {
        const names = await readdir(path.join(folder, collection.folder))
        const keys = names.map((name) => keyOfFile(collection, `${collection.folder}/${name}`))
        return keys.filter((key) => key !== undefined).map((key) => collection.entry(key))
      }),
    )
    for (const { file, schema } of [...definition.sections, ...entries.flat()]) {
      const name = path.join(folder, file)
      const { parse, rewrite } = contentFormat(file)
      const text = await readFile(name, 'utf8')
      await writeFile(name, rewrite(text, lengthened(parse(text).value, schema)))
    }
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** `content` with every leaf replaced by the first of LONG that the schema accepts there, cut to the field's limit. */
function lengthened(content: unknown, schema: z.ZodType): unknown {
  const whole = structuredClone(content)
  const visit = (value: unknown, put: (replaced: unknown) => void, key: string): void => {
    if (KEPT.test(key)) return
    if (Array.isArray(value)) value.forEach((entry, index) => visit(entry, (next) => (value[index] = next), key))
    else if (isRecord(value)) {
      for (const name of Object.keys(value)) visit(value[name], (next) => (value[name] = next), name)
    } else if (typeof value === 'string' || typeof value === 'number') {
      const fits = (candidate: unknown) => (put(candidate), schema.safeParse(whole).error?.issues)
      const taken = LONG.filter((one) => typeof one === typeof value).some((one) => {
        const [issue] = fits(one) ?? []
        if (issue?.code !== 'too_big') return !issue
        return !fits(typeof one === 'string' ? one.slice(0, Number(issue.maximum)) : issue.maximum)
      })
      if (!taken) put(value)
    }
  }
  visit(whole, () => undefined, '')
  return whole
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
