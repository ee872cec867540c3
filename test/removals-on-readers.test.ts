import { existsSync, mkdirSync, mkdtempSync, rmSync, unlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test, vi, type TestContext } from 'vitest'
import { readEnv } from '#app/cms/platform/env.server.ts'
import { createSite, type Site } from '#app/cms/site.server.ts'
import { openSiteSearch } from '#app/cms/search/updated-search.server.ts'
import { searchedArticles } from '#app/site/collections/news/searched-articles.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import definition from '#app/site.config.ts'
import { copyShortContent } from '#test/copy-short-content.ts'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { startBucketOfNodes } from '#test/s3/bucket-of-nodes.ts'

makeTimePassFaster(3)

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'removals-'))
  return () => {
    rmSync(root, { recursive: true })
  }
})

const [bread, rolls] = [newsArticles.entry('bread'), newsArticles.entry('rolls')]
const by = { author: 'asha', reason: 'Test' }
const article = newsArticles.schema.parse({ title: 'Bread', date: '2026-01-02', lead: 'Bread.', body: 'Bread.' })

async function write({ content }: Site) {
  for (const entry of [bread, rolls]) {
    await content.update(entry, { ...by, expectedVersion: '', change: () => article, create: () => article })
  }
}

const isShownOn = ({ content }: Site) => content.find(bread) !== undefined

async function untilShownOn(site: Site) {
  await vi.waitUntil(() => isShownOn(site))
}

describe('nodes of a bucket', () => {
  test('a node that was ended shortly after an entry was made, and is started after its removal', async (context) => {
    const { open } = await startBucketOfNodes(context)
    const [writer, reader] = [await open(), await open()]
    await write(writer.running.current())
    await untilShownOn(reader.running.current())
    await reader.close()
    expect(existsSync(path.join(reader.env.dataDir, 'last-good', `${bread.id}.txt`))).toBe(true)
    await writer.running.current().content.remove(bread, by)
    const again = (await reader.reopen()).current()
    expect(again.isReader).toBe(true)
    expect(isShownOn(again)).toBe(false)
    expect(again.content.faults()).toEqual([])
    expect(again.content.find(rolls)?.value.title).toBe('Bread')
  })

  test('a node that was cut off from the store until the publication of the removal was complete', async (context) => {
    const { open } = await startBucketOfNodes(context)
    const [writer, reader] = [await open(), await open()]
    await write(writer.running.current())
    await untilShownOn(reader.running.current())
    reader.gateway.faultOf = () => 'refuse'
    await writer.running.current().content.remove(bread, by)
    await writer.running.current().content.completePublications()
    expect(isShownOn(reader.running.current())).toBe(true)
    reader.gateway.faultOf = () => 'none'
    await vi.waitUntil(() => !isShownOn(reader.running.current()))
    expect(reader.running.current().content.faults()).toEqual([])
  })
})

describe('processes on the same folders', () => {
  function openSites({ onTestFinished }: TestContext) {
    const folder = mkdtempSync(path.join(root, 'folders-'))
    const [content, uploads, data, cache] = ['content', 'uploads', 'data', 'cache'].map((name) => {
      const made = path.join(folder, name)
      mkdirSync(made)
      return made
    })
    copyShortContent(content ?? '')
    const variables = { CONTENT_DIR: content, UPLOADS_DIR: uploads, DATA_DIR: data, CACHE_DIR: cache }
    const env = readEnv({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...variables })
    const open = async (isReader: boolean) => {
      const site = await createSite(env, definition, { isReader })
      let isClosed = false
      const close = async () => {
        if (!isClosed) await site.close()
        isClosed = true
      }
      onTestFinished(close)
      return { site, close }
    }
    return { env, openWriter: () => open(false), openReader: () => open(true) }
  }

  test('a reader that is started after a removal, with copies of the earlier content', async (context) => {
    const { openWriter, openReader } = openSites(context)
    const writer = await openWriter()
    await write(writer.site)
    const reader = await openReader()
    expect(isShownOn(reader.site)).toBe(true)
    await reader.close()
    await writer.site.content.remove(bread, by)
    const again = await openReader()
    expect(isShownOn(again.site)).toBe(false)
    expect(again.site.content.faults()).toEqual([])
  })

  test('the search of a reader: what the writer has saved or removed, from the moment on in which the reader shows it', async (context) => {
    const { openWriter, openReader } = openSites(context)
    const writer = await openWriter()
    const reader = await openReader()
    const search = openSiteSearch(reader.site.content, {
      groups: [{ id: 'news', label: 'News', things: searchedArticles }],
    })
    const titles = async () => {
      const { groups } = await search.find('bread')
      return groups.flatMap(({ found }) => found.map(({ entry }) => entry.title))
    }
    expect(await titles()).toEqual([])
    await write(writer.site)
    await untilShownOn(reader.site)
    expect(await titles()).toContain('Bread')
    for (const entry of [bread, rolls]) await writer.site.content.remove(entry, by)
    // Two publications, which a reader may follow in either order.
    await vi.waitUntil(() => [bread, rolls].every((entry) => reader.site.content.find(entry) === undefined))
    expect(await titles()).toEqual([])
  })

  test('a file that was lost is no removal: a reader shows its last content, also after a start', async (context) => {
    const { env, openWriter, openReader } = openSites(context)
    const writer = await openWriter()
    await write(writer.site)
    const reader = await openReader()
    await reader.close()
    unlinkSync(path.join(env.contentDir, bread.file))
    const again = await openReader()
    expect(isShownOn(again.site)).toBe(true)
    expect(again.site.content.faults()).toMatchObject([{ section: bread.id, servesLastGood: true }])
  })
})
