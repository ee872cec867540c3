import { expect, test } from 'vitest'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { notice, noticeYaml, openNotice } from '#test/temporary-content.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'

/** A store on a bucket. Another node saves the section right after a publication has become public. */
async function openBeside(saved: string) {
  const { storage, files } = openMemoryStorage()
  const name = `content/${notice.file}`
  await storage.commit([{ name, bytes: noticeYaml }])
  const shared: Storage = {
    ...storage,
    hasOthers: true,
    async commit(puts, options) {
      const committed = await storage.commit(puts, options)
      if (puts[0].name.startsWith('data/publishing/')) await storage.commit([{ name, bytes: saved }])
      return committed
    },
  }
  const store = openNotice(shared)
  const text = () => files.get(name)?.bytes.toString()
  return { store, text }
}

const publish = (store: ContentStore) =>
  store.publish([{ section: notice, change: (content) => ({ ...Object(content), title: 'Published' }) as unknown }], {
    author: 'asha',
    reason: 'Release',
    id: 'release-1',
  })

test('a save of another node that meets a publication: both stand, and the history knows what each has replaced', async () => {
  const { store, text } = await openBeside(noticeYaml.replace('visits: 0', 'visits: 7'))
  const [published] = await publish(store)
  expect(store.read(notice).value).toMatchObject({ title: 'Published', visits: 7 })
  expect(text()).toContain('title: Published')
  expect(text()).toContain('visits: 7')
  const past = await store.past(notice, published?.historyEntry ?? '')
  expect(past.value).toMatchObject({ title: 'Works holiday', visits: 7 })
  expect(await store.history(notice)).toHaveLength(1)
  await store.close()
})

test('where both have changed the same place, the publication counts', async () => {
  const { store, text } = await openBeside(noticeYaml.replace('Works holiday', 'Saved elsewhere'))
  await publish(store)
  expect(store.read(notice).value.title).toBe('Published')
  expect(text()).toContain('title: Published')
  await store.close()
})
