import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { TooManyJobs } from '#app/cms/media/decoding/decoder.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import definition from '#app/site.config.ts'
import { origin, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { action, loader } from '#app/cms/api/content/section-resource.tsx'
import { action as upload } from '#app/cms/api/upload.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const { sections } = definition

const site = await createTestSite()
const { env, content: siteContent } = site

let cookie: string
beforeAll(async () => {
  cookie = await signIn()
})

const shipped = sections.map((section) => ({ section, value: siteContent.read(section).value }))
beforeEach(async () => {
  for (const { section, value } of shipped) {
    await siteContent.update(section, { author: 'test', reason: 'Begin again', change: () => value })
  }
})

/** An image that exists. */
const SHIPPED = 'gallery-1-f74cd28b.jpg'

const object = z.record(z.string(), z.unknown())
const entryList = z.array(z.looseObject({ _id: z.string(), title: z.string() }))

describe('PUT /api/newssection/update', () => {
  const item = (image: string, more = {}) => ({ image, alt: '', text: 'News', ...more })

  test.each([
    ['an index beyond the files', [item('', { imageFile: 1 })], 1, 'newsItems.0.imageFile'],
    ['an index that is none', [item(''), item('', { imageFile: '0' })], 1, 'newsItems.1.imageFile'],
    ['more files than items that need one', [item('a.jpg'), item('')], 3, 'newsImages'],
    ['a file and items that are no list', 'x', 1, 'newsItems'],
    ['an unknown field in an item', [item('', { colour: 'red' })], 1, 'newsItems.0.colour'],
    ['an item without text', [{ image: 'a.jpg' }], 0, 'newsItems.0.text'],
  ])('%s: 422 that names %4$s', async (_case, items, count, field) => {
    const newsItems = typeof items === 'string' ? items : JSON.stringify(items)
    const response = await put('newssection/update', { title: 'T', newsItems, newsImages: await photos(count) })
    expect(response.status).toBe(422)
    expect(Object.keys(await fieldsOf(response))).toContain(field)
    expect(await read('newssection')).toEqual(shippedValue('news-section'))
  })

  test('JSON text that breaks off: 422 with line and column', async () => {
    const response = await put('newssection/update', { title: 'T', newsItems: '[{"text":\n' })
    expect((await fieldsOf(response))['newsItems']?.[0]).toContain('line 2, column 1')
  })

  test('files without places: fill the items with an empty image, in order', async () => {
    const newsItems = JSON.stringify([item(''), item(SHIPPED), item('')])
    const images = await imagesAfter({ newsItems, newsImages: await photos(2) })
    expect(images).toEqual([expect.stringMatching(/^news-0-/), SHIPPED, expect.stringMatching(/^news-1-/)])
  })

  test('as many files as items: one each, whatever the items had', async () => {
    const newsItems = JSON.stringify([item('old.jpg'), item('')])
    const images = await imagesAfter({ newsItems, newsImages: await photos(2) })
    expect(images).toEqual([expect.stringMatching(/^news-0-/), expect.stringMatching(/^news-1-/)])
  })

  test('places: each item gets the file it names', async () => {
    const newsItems = JSON.stringify([item('old.jpg', { imageFile: 1 }), item(SHIPPED), item('', { imageFile: 0 })])
    const images = await imagesAfter({ newsItems, newsImages: await photos(2) })
    expect(images).toEqual([expect.stringMatching(/^news-1-/), SHIPPED, expect.stringMatching(/^news-0-/)])
  })

  test('PUT /api/newssection with JSON: means the same', async () => {
    const content = { title: 'From JSON', newsItems: [item(SHIPPED)] }
    expect((await put('newssection', content)).status).toBe(200)
    expect(await read('newssection')).toMatchObject(content)
  })

  async function imagesAfter(fields: Fields) {
    const response = await put('newssection/update', { title: 'T', ...fields })
    expect(response.status).toBe(200)
    return z
      .object({ newsItems: z.array(z.object({ image: z.string() })) })
      .parse(await read('newssection'))
      .newsItems.map(({ image }) => image)
  }
})

describe('PUT /api/globalexpansion/{id}', () => {
  const fields = { title: 'T', paragraph1: 'One', paragraph2: '', paragraph3: '', listItems: '["a","b","c","d"]' }

  test('three list items: 422 on listItems', async () => {
    const response = await put('globalexpansion/global-expansion', { ...fields, listItems: '["a","b","c"]' })
    expect(await fieldsOf(response)).toEqual({ listItems: [expect.stringContaining('exactly 4')] })
  })

  test('multipart without an image: the image and its words stay', async () => {
    const { image, imageAlt } = object.parse(shippedValue('globalexpansion'))
    expect((await put('globalexpansion/global-expansion', { ...fields, newsImages: [] })).status).toBe(200)
    expect(await read('globalexpansion')).toEqual([
      { ...fields, _id: 'global-expansion', listItems: ['a', 'b', 'c', 'd'], image, imageAlt },
    ])
  })

  test('multipart with an image: it is stored, and the words of the old one go', async () => {
    const [image] = await photos(1)
    expect((await put('globalexpansion/global-expansion', { ...fields, image: image ?? '' })).status).toBe(200)
    expect(await read('globalexpansion')).toMatchObject([{ image: expect.stringMatching(/^news-0-/), imageAlt: '' }])
  })

  test('two images: 422', async () => {
    const response = await put('globalexpansion/global-expansion', { ...fields, image: await photos(2) })
    expect(await fieldsOf(response)).toEqual({ image: ['Send one file'] })
  })
})

describe('PUT /api/stats/{id}', () => {
  test('numerals and icons as text, in a form and in JSON: read as what they say', async () => {
    const icons = { experience: 'badge-fda-8cc9ab82.svg', clients: '', capacity: '' }
    const texts = { yearsExperience: '35', clientsWorldwide: '260', capacity: '61000', icons: JSON.stringify(icons) }
    const stats = { _id: 'stats', yearsExperience: 35, clientsWorldwide: 260, capacity: '61000', icons }
    for (const sent of [{ ...texts, newsImages: [] }, texts]) {
      expect((await put('stats/stats', sent)).status).toBe(200)
      expect(await read('stats')).toEqual(stats)
    }
  })

  test.each(['', 'many', '1e400', '35.5', '-1'])('yearsExperience %j: 422 on it', async (yearsExperience) => {
    const response = await put('stats/stats', { yearsExperience, clientsWorldwide: 1, capacity: '1' })
    expect(Object.keys(await fieldsOf(response))).toEqual(['yearsExperience'])
  })
})

describe('PUT /api/products/{id}', () => {
  test('one field: every other keeps its value', async () => {
    const [first] = entryList.parse(await read('products'))
    expect((await put(`products/${first?._id ?? ''}`, { title: 'Renamed' })).status).toBe(200)
    expect(entryList.parse(await read('products'))[0]).toEqual({ ...first, title: 'Renamed' })
  })
})

describe('an image that is not there', () => {
  const NONE = 'nope-12345678.jpg'

  test('of an entry, of the section or of a list in it: 422 at its field, nothing changes', async () => {
    const [first] = entryList.parse(await read('products'))
    const powercables = object.parse(await read('powercables'))
    const responses = [
      [await put(`products/${first?._id ?? ''}`, { image: NONE }), 'image'],
      [await put('powercables', { ...powercables, image: NONE }), 'image'],
      [await put('newssection', { title: 'T', newsItems: [{ text: 'News', image: NONE }] }), 'newsItems.0.image'],
    ] as const
    for (const [response, field] of responses) {
      expect(response.status).toBe(422)
      expect(await fieldsOf(response)).toEqual({
        [field]: [expect.stringContaining(`There is no file called ${NONE}.`)],
      })
    }
    expect(entryList.parse(await read('products'))[0]).toEqual(first)
  })

  test('which content names already: everything else can be saved', async () => {
    const file = path.join(env.contentDir, fibreCables.file)
    const shipped = await readFile(file, 'utf8')
    onTestFinished(() => writeFile(file, shipped))
    await writeFile(file, shipped.replace(/image: .*$/m, `image: ${NONE}`))
    await vi.waitFor(async () => expect(JSON.stringify(await read('products'))).toContain(NONE))
    const [first] = entryList.parse(await read('products'))
    const response = await put(`products/${first?._id ?? ''}`, { title: 'Renamed', image: NONE })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ title: 'Renamed', image: NONE })
  })
})

describe('PUT /api/powercables, products without _id', () => {
  const read2 = async () => z.object({ products: entryList }).parse(await read('powercables')).products
  const putProducts = async (products: object[]) => {
    const { products: _products, ...section } = object.parse(await read('powercables'))
    expect((await put('powercables', { ...section, products })).status).toBe(200)
    return read2()
  }

  test('title and description alone, one renamed: _id, slug and picture stay with each', async () => {
    const stored = await read2()
    const sent = stored.map(({ title, description }, index) => ({
      title: index === 1 ? 'Renamed' : title,
      description,
    }))
    expect(await putProducts(sent)).toEqual(
      stored.map((entry, index) => (index === 1 ? { ...entry, title: 'Renamed' } : entry)),
    )
  })

  test('one removed and one moved: each is known again by its title', async () => {
    const [first, second, third] = await read2()
    const sent = [third, first].map((entry) => ({ title: entry?.title }))
    expect(await putProducts(sent)).toEqual([third, first])
    expect([first, second, third]).not.toContain(undefined)
  })

  test('a slug: is known before a title', async () => {
    const [first, second] = await read2()
    const [changed] = await putProducts([{ slug: second?.['slug'], title: first?.title }])
    expect(changed).toMatchObject({ _id: second?._id, title: first?.title })
  })

  test('one more than there were: is new and gets an _id of its own', async () => {
    const stored = await read2()
    const products = await putProducts([...stored, { title: 'New' }])
    expect(products.slice(0, -1)).toEqual(stored)
    expect(products.at(-1)).toMatchObject({
      _id: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 'New',
      slug: '',
      image: '',
    })
  })

  test('an _id that another entry was sent with: is not given twice', async () => {
    const [first] = await read2()
    const products = await putProducts([first ?? {}, { title: first?.title }])
    expect(new Set(products.map(({ _id }) => _id)).size).toBe(2)
  })
})

describe('texts no file can hold', () => {
  test.each([
    ['"a\\u0000b"', 'NUL', 'ab'],
    ['"\\u001b[31m"', 'an escape', '[31m'],
    ['"a\\uffffb"', 'a noncharacter', 'ab'],
    ['"a\\u2028b"', 'a line separator', 'a b'],
  ])('%s, %s: stored without it', async (sent, _, title) => {
    expect((await put('global-presence', `{"title":${sent}}`)).status).toBe(200)
    expect(await read('global-presence')).toMatchObject({ title })
  })

  test.each([
    ['"a\\ud83d"', 'half of a pair'],
    ['"\\uffff"', 'only a noncharacter'],
    ['"\\u200b"', 'nothing visible'],
  ])('%s, %s: 422 on the field', async (title) => {
    const response = await put('global-presence', `{"title":${title}}`)
    expect(response.status).toBe(422)
    expect(Object.keys(await fieldsOf(response))).toEqual(['title'])
  })

  test('in a nested JSON text: the path of the text', async () => {
    const response = await put('newssection', { title: 'T', newsItems: '[{"text":"a\\ud83d"}]' })
    expect(Object.keys(await fieldsOf(response))).toEqual(['newsItems.0.text'])
  })

  test('emoji, Devanagari and marks of direction: kept as they are', async () => {
    const title = 'पॉलिमर 🧵 \u2066x\u2069'
    expect((await put('global-presence', { title })).status).toBe(200)
    expect(await read('global-presence')).toMatchObject({ title })
  })
})

describe('bodies that are refused', () => {
  test('100 wrong fields and more: the response names the first 100', async () => {
    const response = await put(
      'global-presence',
      Object.fromEntries(Array.from({ length: 5000 }, (_, key) => [`k${key}`, 1])),
    )
    expect(response.status).toBe(422)
    expect(Object.keys(await fieldsOf(response))).toHaveLength(100)
  })

  test.each([
    ['content-encoding', 'gzip'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'multipart/form-data; boundary=x; charset=latin1'],
  ])('%s %s: 415', async (name, value) => {
    expect((await put('global-presence', '{}', { [name]: value })).status).toBe(415)
  })

  test('more than 100,000 values: 400', async () => {
    expect((await put('global-presence', `[${'1,'.repeat(100_000)}1]`)).status).toBe(400)
  })

  test('a field sent twice: 422 on it', async () => {
    const body = new FormData()
    body.append('title', 'a')
    body.append('title', 'b')
    const response = await action(
      routeArgs(ownRequest('/api/global-presence', { method: 'PUT', headers: { cookie }, body }), {
        resource: 'global-presence',
      }),
    )
    expect(await fieldsOf(response)).toEqual({ title: ['Send this field once'] })
  })
})

describe('POST /api/upload', () => {
  test.each([
    ['nothing', {}, 422, 'file'],
    ['a text in the place of the file', { file: 'photo.jpg' }, 422, 'file'],
    ['HTML named .png', { file: new File(['<html>'], 'a.png') }, 422, 'file'],
    ['another field', { filename: 'photo.jpg' }, 422, 'filename'],
    ['a file of another name', { image: new File(['x'], 'a.png') }, 422, 'image'],
  ])('%s: %i, %s', async (_case, fields, status, field) => {
    const response = await post(fields)
    expect(response.status).toBe(status)
    expect(Object.keys(await fieldsOf(response))).toContain(field)
  })

  test('JSON: 415, a name is not a file', async () => {
    const headers = { cookie, 'content-type': 'application/json' }
    const request = ownRequest('/api/upload', { method: 'POST', headers, body: '{"file":"photo.jpg"}' })
    expect((await upload(routeArgs(request))).status).toBe(415)
  })

  test('more than 10 MB: 413', async () => {
    const response = await post({ file: new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.png') })
    expect(response.status).toBe(413)
    expect((await fieldsOf(response))['file']?.[0]).toContain('“large.png” is larger than 10 MB')
  })

  test('more images at once than are checked for one person: 503, with when to come back', async () => {
    vi.spyOn(log, 'error').mockReturnValue()
    vi.spyOn(site.media.decoder, 'run').mockRejectedValue(new TooManyJobs())
    onTestFinished(() => void vi.restoreAllMocks())
    const [file] = await photos(1)
    const response = await post({ file: file ?? '' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
    expect((await fieldsOf(response))['file']?.[0]).toContain('Try again in a minute')
  })

  test('an image: 201 with its name, and it is there', async () => {
    const [file] = await photos(1)
    const response = await post({ file: file ?? '' })
    expect(response.status).toBe(201)
    const { filename } = z.strictObject({ filename: z.string() }).parse(await response.json())
    expect(response.headers.get('location')).toBe(`/uploads/${filename}`)
    expect(existsSync(path.join(env.uploadsDir, filename))).toBe(true)
  })

  function post(fields: Fields) {
    return upload(
      routeArgs(ownRequest('/api/upload', { method: 'POST', headers: { cookie }, body: multipart(fields) })),
    )
  }
})

type Fields = Record<string, string | File | File[]>

function shippedValue(id: string) {
  return shipped.find(({ section }) => section.id === id)?.value
}

/** Sends a PUT as JSON, or as multipart if a file or a list of files is among the fields. */
function put(address: string, content: object | string, headers: Record<string, string> = {}) {
  const isForm =
    typeof content === 'object' &&
    Object.values(content).some(
      (value) => value instanceof File || (Array.isArray(value) && value.every((one) => one instanceof File)),
    )
  const body = typeof content === 'string' ? content : isForm ? multipart(content as Fields) : JSON.stringify(content)
  const request = ownRequest(`/api/${address}`, {
    method: 'PUT',
    headers: { cookie, ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body,
  })
  const [resource = '', entryId] = address.split('/')
  return action(routeArgs(request, { resource, ...(entryId !== undefined && { entryId }) }))
}

function multipart(fields: Fields) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  return form
}

async function read(resource: string): Promise<unknown> {
  return (await loader(routeArgs(new Request(`${origin}/api/${resource}`), { resource }))).json()
}

const refusal = z.object({ error: z.object({ fields: z.record(z.string(), z.array(z.string())).default({}) }) })
async function fieldsOf(response: Response) {
  return refusal.parse(await response.json()).error.fields
}

/** Pictures of different colours, named news-0.png, news-1.png … */
function photos(count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const picture = sharp({
        create: { width: 32, height: 18, channels: 3, background: { r: index * 40, g: 80, b: 120 } },
      })
      return new File([new Uint8Array(await picture.png().toBuffer())], `news-${index}.png`)
    }),
  )
}
