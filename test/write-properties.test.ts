import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { cleanLine, withoutInvisible } from '#app/cms/define/clean-text.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { origin, ownRequest, routeArgs, signIn } from './administrator.ts'
import { apiCollections } from '#app/cms/api/content/entries-endpoint.server.ts'
import { apiSections, hasOwnId } from '#app/cms/api/content/section-endpoint.server.ts'
import { action, loader } from '#app/cms/api/content/section-resource.tsx'
import { createTestSite } from './create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

/** `API_CASES=10000 npx vitest run app/cms/api/content/write-properties.test.ts` for the long run. */
const CASES = Number(process.env['API_CASES'] ?? 300)

const object = z.record(z.string(), z.unknown())
const text = z.string()
const refusal = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
    requestId: z.string(),
  }),
})

const by = { author: 'test', reason: 'Begin again' }
const OWN_KEY = 'of-the-properties'

const ofSections = apiSections().flatMap(({ section, api }) => {
  const content = siteContent.read(section).value
  const kept = {
    stateOf: (): unknown => siteContent.read(section).version,
    beginAgain: async () => {
      await siteContent.update(section, { ...by, change: () => content })
    },
  }
  if (api.kind === 'record') {
    const id = hasOwnId(section) ? [text.parse(content['_id'])] : []
    return [{ ...kept, method: 'PUT', address: [api.path, ...id], example: content }]
  }
  const [first = {}] = z.array(object).parse(content[api.key])
  return [
    { ...kept, method: 'POST', address: [api.path], example: without(first, ['_id', 'slug']) },
    { ...kept, method: 'PUT', address: [api.path, text.parse(first['_id'])], example: first },
  ]
})

// What is public in such a collection may have to be kept as it is: the entry of its definition can be changed and removed.
for (const { collection, api } of apiCollections()) {
  const { staffOnly } = api
  if (!staffOnly) continue
  const make = () => collection.schema.parse(staffOnly.example)
  await siteContent.update(collection.entry(OWN_KEY), { ...by, change: make, create: make })
}

const ofCollections = apiCollections().flatMap(({ collection, api }) => {
  const keys = siteContent.entryKeys(collection)
  const key = keys.includes(OWN_KEY) ? OWN_KEY : (keys[0] ?? '')
  const setByServer = [...readOnlyFields(collection.schema), ...(api.omits ?? [])]
  const section = collection.entry(key)
  const { value } = siteContent.read(section)
  const kept = {
    stateOf: (): unknown => [siteContent.entryKeys(collection), siteContent.read(section).version],
    beginAgain: async () => {
      for (const added of siteContent.entryKeys(collection).filter((one) => !keys.includes(one))) {
        const entry = collection.entry(added)
        if (entry.lifecycle?.keptBecause?.(siteContent.read(entry).value, new Date()) === undefined)
          await siteContent.remove(entry, by)
      }
      await siteContent.update(section, { ...by, change: () => value })
    },
  }
  return [
    { ...kept, method: 'POST', address: [api.path], example: without(value, ['address', ...setByServer]) },
    { ...kept, method: 'PUT', address: [api.path, key], example: { _id: key, ...without(value, setByServer) } },
  ]
})

const targets = [...ofSections, ...ofCollections]

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
  vi.spyOn(log, 'info').mockReturnValue()
})

test.each(targets)(
  '$method $address with any JSON value: read back equal, or refused with 4xx and nothing changed',
  async ({ stateOf, beginAgain, method, address, example }) => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(payload(example), async (sent) => {
        const before = stateOf()
        const response = await send(method, address, sent)
        if (response.ok) {
          accepted += 1
          const answered: unknown = await response.json()
          expect(comparable(answered)).toMatchObject(asKept(sent, example))
          const [resource = '', id = method === 'POST' ? text.parse(object.parse(answered)['_id']) : undefined] =
            address
          expect(await read(resource, id)).toEqual(answered)
        } else {
          expect(response.status).toBeGreaterThanOrEqual(400)
          expect(response.status).toBeLessThan(500)
          expect(refusal.safeParse(await response.json()).error).toBeUndefined()
          expect(stateOf()).toEqual(before)
        }
      }),
      { numRuns: Math.ceil(CASES / targets.length), examples: [[example]], plugins: [fc.afterEach(beginAgain)] },
    )
    // If every write was refused, the run would prove only half of the property.
    expect(accepted).toBeGreaterThan(0)
  },
  60_000 + CASES * 100,
)

/** Any JSON value, or a valid payload with some of its fields changed. */
function payload(example: Record<string, unknown>): fc.Arbitrary<unknown> {
  const fitting = fc.constant(example)
  const changed = fc
    .dictionary(fc.constantFrom(...Object.keys(example)), fieldValue(), { maxKeys: 2 })
    .map((fields) => ({ ...example, ...fields }))
  const retold = fc.subarray(Object.keys(example)).map((names) => ({
    ...example,
    // A value that is not a text may be sent as JSON text.
    ...Object.fromEntries(
      names.filter((name) => typeof example[name] !== 'string').map((name) => [name, JSON.stringify(example[name])]),
    ),
  }))
  const shortened = fc.subarray(Object.entries(example)).map((entries) => Object.fromEntries(entries))
  const nested = fc
    .constantFrom(...Object.keys(example))
    .chain((name) => nestedChange(example[name]).map((value) => ({ ...example, [name]: value })))
  return fc.oneof({ arbitrary: fc.jsonValue(), weight: 2 }, fitting, changed, retold, shortened, nested)
}

/** A list or an object with some of its texts replaced, and entries moved or without their _id. */
function nestedChange(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value) && value.length > 0) {
    return fc
      .tuple(fc.shuffledSubarray(value), fc.boolean())
      .chain(([items, isAnonymous]) =>
        fc
          .tuple(...items.map((item: unknown) => fc.oneof(fc.constant(item), nestedChange(item))))
          .map((list) =>
            isAnonymous ? list.map((item) => (object.safeParse(item).success ? without(item, ['_id']) : item)) : list,
          ),
      )
  }
  const parsed = object.safeParse(value)
  if (parsed.success) {
    return fc
      .dictionary(fc.constantFrom(...Object.keys(parsed.data)), fieldValue(), { maxKeys: 1 })
      .map((fields) => ({ ...parsed.data, ...fields }))
  }
  return fieldValue()
}

function fieldValue() {
  return fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      'yes',
      'null',
      '1e3',
      '~',
      '- a',
      ' : ',
      '#x',
      '&a *a',
      '!!js x',
      "'",
      '"',
      '|',
      'a\nb',
      'a\r\nb',
      '\t',
      '2024-01-01',
      '/products',
      '\u2028',
      '\ufeff',
      '\u0000',
      '\ud800',
      '{{x}}',
      '%YAML 1.2',
    ),
    fc.integer(),
    fc.double(),
    fc.jsonValue({ maxDepth: 2 }),
  )
}

/** The sentence on an edition is in the edition that the write raises, or nowhere if it raises none. */
const USED_UP = 'whatChanged'

/** The sent payload as it is stored, to be compared: JSON texts parsed, indexes of files removed. */
function asKept(sent: unknown, example: unknown): Record<string, unknown> {
  const exampleFields = object.parse(example)
  const entries = Object.entries(object.parse(sent)).map(([name, value]) => {
    const isJsonText = typeof value === 'string' && typeof exampleFields[name] !== 'string'
    if (isJsonText && value.trim() === '') return undefined
    if (name === USED_UP) return [name, ''] as const
    return [name, comparable(isJsonText ? JSON.parse(value) : value)] as const
  })
  return Object.fromEntries(entries.flatMap((pair) => (pair ? [pair] : [])))
}

/** A value without what the fields change in copied texts and links: white space and invisible characters. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return withoutInvisible(cleanLine(value)).replace(/\s|%20|%C2%A0/g, '')
  if (Array.isArray(value)) return value.map(comparable)
  const parsed = object.safeParse(value)
  if (!parsed.success) return value
  const { imageFile: _place, ...fields } = parsed.data
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, comparable(field)]))
}

function send(method: string, address: string[], body: unknown) {
  const request = ownRequest(`/api/${address.join('/')}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const [resource = '', entryId] = address
  return action(routeArgs(request, { resource, ...(entryId !== undefined && { entryId }) }))
}

async function read(resource: string, entryId: string | undefined): Promise<unknown> {
  const request = new Request(`${origin}/api/${resource}`, { headers: { cookie } })
  const response = await loader(routeArgs(request, { resource, ...(entryId !== undefined && { entryId }) }))
  return response.json()
}

/** The fields that the server sets: what is sent for them is replaced. */
function readOnlyFields(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    field instanceof z.ZodType && field.meta()?.['readOnly'] === true ? [name] : [],
  )
}

function without(value: unknown, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object.parse(value)).filter(([name]) => !names.includes(name)))
}
