import { expect, test, vi } from 'vitest'
import { log } from '#app/cms/platform/log.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { resolveImages } from './used-files.server.ts'

const site = await createExampleSite()

test('images that are not there: left out, and logged once by name', () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  const content = {
    image: 'gone-1a2b3c4d.jpg',
    list: [{ image: 'gone-1a2b3c4d.jpg' }, { image: 'other.svg' }],
    text: 'a.b',
  }
  expect(resolveImages(content, site.media.library)).toEqual({})
  expect(resolveImages(content, site.media.library)).toEqual({})
  expect(warn.mock.calls).toEqual([
    [{ file: 'gone-1a2b3c4d.jpg' }, 'Image not found'],
    [{ file: 'other.svg' }, 'Image not found'],
  ])
})
