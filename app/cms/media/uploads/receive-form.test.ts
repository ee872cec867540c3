import { readdir } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { imageFile, list, optionalImageFile } from '#app/cms/define/fields.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { photo } from '#test/temporary-images.ts'
import { receiveForm, receiversOf } from './receive-form.server.ts'

const site = await createExampleSite()
const { env } = site
const { library: mediaLibrary } = site.media.forStaff

/** Accepts images for `image` and `items[n].image`. */
const images = {
  owner: 'editor',
  receiverOf: receiversOf(
    site.media,
    z.object({ image: optionalImageFile('Image'), items: list('Items', z.object({ image: imageFile('Image') })) }),
  ),
}

function post(entries: [string, string | File][]) {
  const body = new FormData()
  for (const [name, value] of entries) body.append(name, value)
  return new Request('http://localhost/', { method: 'POST', body })
}

async function jpegFile(name: string, width = 40) {
  return new File([new Uint8Array(await photo(width, 30).jpeg().toBuffer())], name)
}

const page = new File(['<!doctype html><script>alert(1)</script>'], 'logo.png', { type: 'image/png' })
const noFile = new File([], '')

test('a refused file: the text stays, the reason stands at the field, nothing is stored', async () => {
  const before = await readdir(env.uploadsDir)
  const { formData, fileErrors } = await receiveForm(
    post([
      ['image', 'old-12345678.jpg'],
      ['image-upload', page],
    ]),
    images,
  )
  expect([...formData]).toEqual([['image', 'old-12345678.jpg']])
  expect(fileErrors).toEqual({ image: [expect.stringContaining('“logo.png” is not a JPEG, PNG, WebP or AVIF image')] })
  expect(await readdir(env.uploadsDir)).toEqual(expect.arrayContaining(before))
  expect(await readdir(`${env.dataDir}/staged/.incoming`)).toEqual([])
})

test('a file where none is expected: refused, not passed over in silence', async () => {
  const { formData, fileErrors } = await receiveForm(
    post([
      ['title', 'T'],
      ['title-upload', page],
      ['__proto__', page],
    ]),
    images,
  )
  expect([...formData]).toEqual([['title', 'T']])
  expect(Object.entries(fileErrors)).toEqual([
    ['title-upload', ['This field does not accept files.']],
    ['__proto__', ['This field does not accept files.']],
  ])
})

test('an upload that breaks off: rejected, nothing is left', async () => {
  const whole = new Uint8Array(await post([['image-upload', await jpegFile('broken-off.jpg', 400)]]).arrayBuffer())
  const type = `multipart/form-data; boundary=${new TextDecoder().decode(whole.subarray(2, whole.indexOf(13)))}`
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: whole.subarray(0, whole.length / 2),
  })
  await expect(receiveForm(request, images)).rejects.toMatchObject({ name: 'MalformedBody', status: 400 })
  expect(await readdir(`${env.dataDir}/staged/.incoming`)).toEqual([])
  expect((await readdir(env.uploadsDir)).filter((name) => name.startsWith('broken-off'))).toEqual([])
})

test('an empty file input: the text stays as it was sent', async () => {
  const { formData, fileErrors } = await receiveForm(
    post([
      ['image', 'old-12345678.jpg'],
      ['image-upload', noFile],
    ]),
    images,
  )
  expect([...formData]).toEqual([['image', 'old-12345678.jpg']])
  expect(fileErrors).toEqual({})
})

test('images in a list, before or after their text: the stored names take its place', async () => {
  const { formData, fileErrors } = await receiveForm(
    post([
      ['items[0].image-upload', await jpegFile('one.jpg', 50)],
      ['items[0].image', ''],
      ['items[1].image', 'old-12345678.jpg'],
      ['items[1].image-upload', noFile],
      ['items[2].image', 'old-12345678.jpg'],
      ['items[2].image-upload', await jpegFile('../../three.jpg', 60)],
    ]),
    images,
  )
  expect([...formData]).toHaveLength(3)
  const fields = Object.fromEntries(formData)
  expect(fields).toEqual({
    'items[0].image': expect.stringMatching(/^one-[0-9a-f]{8}\.jpg$/),
    'items[1].image': 'old-12345678.jpg',
    'items[2].image': expect.stringMatching(/^three-[0-9a-f]{8}\.jpg$/),
  })
  expect(fileErrors).toEqual({})
  const [one = '', three = ''] = [fields['items[0].image'], fields['items[2].image']].map(String)
  expect(mediaLibrary.find(three)).toMatchObject({ width: 60, height: 30 })
  expect((await sharp(`${env.dataDir}/staged/${one}`).metadata()).format).toBe('jpeg')
  expect(resolveImages({ list: [fields, null, 7], text: `see ${one}` }, mediaLibrary)).toEqual({
    [one]: { file: one, width: 50, height: 30 },
    [three]: { file: three, width: 60, height: 30 },
  })
})

test('a receiver of another kind: several files for one field become its values', async () => {
  const { formData, fileErrors } = await receiveForm(
    post([
      ['files', new File(['abc'], 'a.txt')],
      ['files', new File(['abcdef'], 'b.txt')],
      ['image-upload', page],
    ]),
    {
      owner: 'editor',
      receiverOf: (input) =>
        input === 'files'
          ? { field: 'texts', store: async (source, name) => `${name}: ${(await buffer(source)).toString()}` }
          : undefined,
    },
  )
  expect([...formData]).toEqual([
    ['texts', 'a.txt: abc'],
    ['texts', 'b.txt: abcdef'],
  ])
  expect(Object.keys(fileErrors)).toEqual(['image-upload'])
})
