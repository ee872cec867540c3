import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { PreconditionFailed } from '#app/cms/storage/storage.ts'
import { put, startNodesOfOneStore, textOf } from '#test/s3/nodes-of-one-store.ts'
import { openNode } from '#test/s3/s3-under-test.ts'
import { MirrorState } from './mirror-state.server.ts'
import { MIRROR_STATE } from './shared-names.ts'

// At the same time, because they mostly wait.
describe.concurrent('nodes of one store', () => {
  test('what the writer has acknowledged the other node has soon: changed, moved, added to, removed', async (context) => {
    const { open } = await startNodesOfOneStore(context)
    const [{ storage: one, node: first }, { storage: other, node: second }] = [await open(), await open()]
    await put(one, 'content/home/a.yaml', '1')
    await put(one, 'data/sessions/s.json', '{}')
    await put(one, 'uploads/a.pdf', 'pdf')
    await one.append('data/audit/log.jsonl', 'one\n', 0)
    await vi.waitFor(() => {
      expect(second.files()).toEqual(first.files())
    })
    await one.remove('data/sessions/s.json')
    await one.move('uploads/a.pdf', 'uploads/.trash/1/a.pdf')
    await one.append('data/audit/log.jsonl', 'two\n', 4)
    await vi.waitFor(() => {
      expect(second.files()).toEqual(first.files())
    })
    expect(Object.keys(second.files())).not.toContain('data/sessions/s.json')
    expect(await textOf(other, 'data/audit/log.jsonl')).toBe('one\ntwo\n')
  })

  test('a node that does not write refuses what is shared, and stores what is its own', async (context) => {
    const { open } = await startNodesOfOneStore(context)
    await open()
    const { storage } = await open()
    await expect(put(storage, 'content/home/a.yaml', '1')).rejects.toMatchObject({ code: 'reader' })
    await expect(storage.append('data/audit/log.jsonl', '1', 0)).rejects.toMatchObject({ code: 'reader' })
    await expect(storage.remove('data/drafts/')).rejects.toMatchObject({ code: 'reader' })
    expect(storage.refusal()).toMatchObject({ code: 'reader' })
    expect(storage.refusal('uploads/a.pdf')).toMatchObject({ code: 'reader' })
    expect(storage.refusal('data/image-index.json')).toBeUndefined()
    await put(storage, 'data/image-index.json', '{}')
    expect(await textOf(storage, 'data/image-index.json')).toBe('{}')
  })

  test('what a program beside the site changes: a save from before is refused, and what stands is there then', async (context) => {
    const { open, openBeside } = await startNodesOfOneStore(context)
    const { storage } = await open()
    const { version } = await put(storage, 'data/accounts.json', '1')
    const beside = await openBeside()
    await put(beside, 'data/accounts.json', '2')
    const late = storage.commit([{ name: 'data/accounts.json', bytes: '3', ifVersion: version }])
    await expect(late).rejects.toBeInstanceOf(PreconditionFailed)
    expect(await textOf(storage, 'data/accounts.json')).toBe('2')
    await put(beside, 'data/accounts.json', '4')
    await vi.waitFor(async () => {
      expect(await textOf(storage, 'data/accounts.json')).toBe('4')
    })
  })

  test('a put without a condition replaces what a program beside the site has written', async (context) => {
    const { open, client } = await startNodesOfOneStore(context)
    const { storage } = await open()
    await put(storage, 'data/accounts.json', '1')
    await client.put('data/accounts.json', Buffer.from('2'))
    await client.put('uploads/a.pdf', Buffer.from('2'))
    await put(storage, 'data/accounts.json', '3')
    await put(storage, 'uploads/b.pdf', '3')
    await storage.move('uploads/b.pdf', 'uploads/a.pdf')
    expect((await client.read('data/accounts.json', 10))?.bytes.toString()).toBe('3')
    expect((await client.read('uploads/a.pdf', 10))?.bytes.toString()).toBe('3')
    expect(await textOf(storage, 'uploads/a.pdf')).toBe('3')
  })

  test('every change of the site expires with the right to write, and every put has a condition', async (context) => {
    const { open, proxy } = await startNodesOfOneStore(context)
    const { storage } = await open()
    const unlimited: string[] = []
    let limited = 0
    proxy.faultOf = (method, url, headers) => {
      const isOfSite = /\/main\/(?:content|uploads|data)\//.test(url) && (method === 'PUT' || method === 'DELETE')
      const isConditional = 'if-match' in headers || headers['if-none-match'] === '*'
      const isCopy = 'x-amz-copy-source' in headers
      if (isOfSite) limited += 1
      if (isOfSite && !url.includes('X-Amz-Expires=')) unlimited.push(`${method} ${url}`)
      if (isOfSite && method === 'PUT' && !isConditional && !isCopy) unlimited.push(`${method} ${url} always`)
      return 'none'
    }
    await storage.commit(
      [
        { name: 'data/history/a/1.pending', bytes: '{}', ifVersion: null },
        { name: 'content/home/a.yaml', bytes: '1' },
      ],
      { moves: [{ from: 'data/history/a/1.pending', to: 'data/history/a/1.json' }] },
    )
    await put(storage, 'content/home/a.yaml', '2')
    await storage.append('data/audit/log.jsonl', 'one\n', 0)
    await storage.append('data/audit/log.jsonl', 'two\n', 4)
    await put(storage, 'uploads/a.pdf', 'pdf')
    await storage.move('uploads/a.pdf', 'uploads/b.pdf')
    await storage.remove('uploads/b.pdf')
    await put(storage, 'data/staged/a.pdf', 'pdf')
    await storage.remove('data/staged/')
    expect(unlimited).toEqual([])
    expect(limited).toBeGreaterThan(10)
  })

  test('hand edits, of the folder and of the bucket, also from while the node was down', async (context) => {
    const { open, client } = await startNodesOfOneStore(context)
    const { storage, node } = await open()
    const file = path.join(node.root, 'content/home/a.yaml')
    await put(storage, 'content/home/a.yaml', '1')
    writeFileSync(file, 'by hand')
    await vi.waitFor(async () => {
      expect((await client.read('content/home/a.yaml', 100))?.bytes.toString()).toBe('by hand')
    })
    await storage.close()
    writeFileSync(file, 'while it was down')
    // The state after a kill right after a sign-out.
    mkdirSync(path.join(node.root, 'data/sessions'), { recursive: true })
    writeFileSync(path.join(node.root, 'data/sessions/ended.json'), '{}')
    await client.put('uploads/new.pdf', Buffer.from('pdf'))
    const { storage: again } = await open(node)
    expect((await client.read('content/home/a.yaml', 100))?.bytes.toString()).toBe('while it was down')
    expect(await textOf(again, 'uploads/new.pdf')).toBe('pdf')
    expect(await textOf(again, 'data/sessions/ended.json')).toBeUndefined()
    expect(await client.read('data/sessions/ended.json', 100)).toBeUndefined()
  })

  test('what another node has removed while this one was killed and away does not come back, however new it was', async (context) => {
    const { open, client, settings } = await startNodesOfOneStore(context)
    const { storage: first, node } = await open()
    await put(first, 'content/home/a.yaml', '1')
    await first.close()
    const { storage } = await open(node)
    await put(storage, 'uploads/known.pdf', 'pdf')
    await put(storage, 'uploads/begun.pdf', 'pdf')
    // The state after a kill, with one file in the middle of a write.
    const killed = openNode(settings)
    cpSync(node.root, killed.root, { recursive: true })
    writeFileSync(path.join(killed.root, 'uploads/by-hand.pdf'), 'pdf')
    const state = new MirrorState(
      path.join(killed.root, 'data', MIRROR_STATE),
      `${settings.buckets.join()}/${settings.prefix}`,
    )
    state.begin('uploads/begun.pdf')
    await storage.remove(['uploads/known.pdf', 'uploads/begun.pdf'])
    const { storage: again } = await open(killed)
    expect((await client.read('uploads/by-hand.pdf', 100))?.bytes.toString()).toBe('pdf')
    for (const name of ['uploads/known.pdf', 'uploads/begun.pdf']) {
      expect(await textOf(again, name)).toBeUndefined()
      expect(await client.read(name, 100)).toBeUndefined()
    }
  })

  test('a fresh node sets aside what the bucket does not have, and drops what it has set aside long ago', async (context) => {
    const { open, settings } = await startNodesOfOneStore(context)
    const { storage } = await open()
    await put(storage, 'content/home/a.yaml', '1')
    const node = openNode(settings)
    mkdirSync(path.join(node.root, 'content/home'), { recursive: true })
    writeFileSync(path.join(node.root, 'content/home/a.yaml'), 'sample')
    writeFileSync(path.join(node.root, 'content/home/b.yaml'), 'sample')
    const setAside = path.join(node.root, 'data/.set-aside')
    const [old, recent] = [100, 80].map((days) => {
      const time = new Date(Date.now() - days * 24 * 3600_000).toISOString().replaceAll(/[:.]/g, '-')
      mkdirSync(path.join(setAside, time), { recursive: true })
      return time
    })
    await open(node)
    expect(node.files()).toEqual({ 'content/home/a.yaml': '1' })
    const kept = readdirSync(setAside, { recursive: true, encoding: 'utf8' })
    expect(kept.filter((name) => name.endsWith('content/home/b.yaml'))).toHaveLength(1)
    expect(kept).toContain(recent)
    expect(kept).not.toContain(old)
  })

  test('one node writes; another one does when that one has ended, with all that it has acknowledged', async (context) => {
    const { open } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other }] = [await open(), await open()]
    expect([one.writership.isHeld(), other.writership.isHeld()]).toEqual([true, false])
    await put(one, 'content/home/a.yaml', '1')
    await one.close()
    expect(one.writership.isHeld()).toBe(false)
    await vi.waitUntil(() => other.writership.isHeld())
    await other.catchUp()
    expect(await textOf(other, 'content/home/a.yaml')).toBe('1')
    await put(other, 'content/home/a.yaml', '2')
  })

  test('a fault in the middle of what another node has changed: what came before it is told, and the rest later', async (context) => {
    const { open, proxy } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other }] = [await open(), await open()]
    const told: string[] = []
    for (const root of ['data', 'uploads']) other.watch(root, (name, { isWhole }) => isWhole && told.push(name))
    let isFaulty = true
    proxy.faultOf = (method, url) => (isFaulty && method === 'GET' && url.endsWith('/uploads/a.pdf') ? 'cut' : 'none')
    await put(one, 'data/staged/a.pdf', 'pdf')
    await other.catchUp()
    await one.move('data/staged/a.pdf', 'uploads/a.pdf')
    await put(one, 'data/releases/1.json', '{}')
    await vi.waitFor(() => {
      expect(told).toContain('data/releases/1.json')
    })
    // A moved file keeps its old place until it is in its new one.
    expect(await textOf(other, 'data/staged/a.pdf')).toBe('pdf')
    isFaulty = false
    await vi.waitFor(() => {
      expect(told).toContain('uploads/a.pdf')
    })
    await vi.waitFor(async () => {
      expect(await textOf(other, 'data/staged/a.pdf')).toBeUndefined()
    })
  })

  test('a mirror that could not take a change, of a file that is gone meanwhile: it goes there too', async (context) => {
    const { open, client } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other, node }] = [await open(), await open()]
    await put(one, 'data/publishing/1.json', '{}')
    await put(one, 'content/home/a.yaml', '1')
    await other.catchUp()
    // A folder in the place of the file, so that the mirror cannot write it.
    const inTheWay = path.join(node.root, 'data/releases/1.json')
    mkdirSync(path.join(inTheWay, 'folder'), { recursive: true })
    await put(one, 'data/releases/1.json', '{}')
    await one.append('data/publishing/1.json', ' ', 2)
    await expect(other.catchUp()).rejects.toMatchObject({ code: 'io' })
    await client.remove('data/publishing/1.json')
    rmSync(inTheWay, { recursive: true })
    await vi.waitFor(async () => {
      expect(await textOf(other, 'data/releases/1.json')).toBe('{}')
      expect(await textOf(other, 'data/publishing/1.json')).toBeUndefined()
    })
  })

  test('a publication of whose commit its writer could not tell: found at once, with what commits it', async (context) => {
    const { open, client } = await startNodesOfOneStore(context)
    const { storage } = await open()
    storage.watch('data/releases/1.json', () => undefined, { isAwaited: true })
    await client.put('data/publishing/1.json', Buffer.from('{}'))
    await vi.waitFor(async () => {
      expect(await textOf(storage, 'data/publishing/1.json')).toBe('{}')
    }, 2_000)
    await client.put('data/releases/1.json', Buffer.from('published'))
    await vi.waitFor(async () => {
      expect(await textOf(storage, 'data/releases/1.json')).toBe('published')
    }, 2_000)
    // Its content is here before its record goes, although nobody has announced that either.
    await client.put('content/home/a.yaml', Buffer.from('new'))
    await client.remove('data/publishing/1.json')
    const seen: (string | undefined)[] = []
    await vi.waitFor(async () => {
      const isGone = (await textOf(storage, 'data/publishing/1.json')) === undefined
      if (isGone) seen.push(await textOf(storage, 'content/home/a.yaml'))
      expect(isGone).toBe(true)
    }, 2_000)
    expect(seen).toEqual(['new'])
  })

  test('a file whose change is awaited is here although nothing else of the store responds', async (context) => {
    const { open, client, proxy } = await startNodesOfOneStore(context)
    const { storage } = await open()
    await client.put('data/releases/1.json', Buffer.from('scheduled'))
    const name = 'data/releases/1.json'
    const seen: string[] = []
    const stop = storage.watch(
      name,
      async (changed, { isWhole }) => {
        if (isWhole) seen.push(`${changed}: ${await textOf(storage, name)}`)
      },
      { isAwaited: true },
    )
    await vi.waitUntil(() => seen.length === 1, 5_000)
    proxy.faultOf = (method, address) => (method === 'GET' && address.includes(name) ? 'none' : 'late')
    await client.put(name, Buffer.from('published'))
    await vi.waitUntil(() => seen.length === 2, 5_000)
    expect(seen).toEqual([`${name}: scheduled`, `${name}: published`])
    stop()
    const asked = { file: 0, changes: 0 }
    proxy.faultOf = (_method, address) => {
      if (address.includes(name)) asked.file += 1
      if (address.includes('/changes')) asked.changes += 1
      return 'none'
    }
    await vi.waitUntil(() => asked.changes >= 3, 15_000)
    // One request may have been on its way.
    expect(asked.file).toBeLessThanOrEqual(1)
  }, 30_000)

  describe('a large file', () => {
    const film = 'film '.repeat(400_000)
    const isFilm = (method: string, url: string) => method === 'GET' && url.includes('/uploads/film.mp4')

    test('that is on its way: the node follows everything else, and has it in the end', async (context) => {
      const { open, proxy } = await startNodesOfOneStore(context)
      const [{ storage: one }, { storage: other }] = [await open(), await open()]
      await put(one, 'uploads/removed.pdf', 'pdf')
      await vi.waitFor(async () => {
        expect(await textOf(other, 'uploads/removed.pdf')).toBe('pdf')
      })
      const told: string[] = []
      other.watch('uploads', (name, { isWhole }) => isWhole && told.push(name))
      proxy.faultOf = (method, url) => (isFilm(method, url) ? 'hold-body' : 'none')
      await put(one, 'uploads/film.mp4', film)
      await vi.waitUntil(() => proxy.countHeldBodies() === 1)
      await put(one, 'content/home/a.yaml', '1')
      await one.remove('uploads/removed.pdf')
      await vi.waitFor(async () => {
        expect(await textOf(other, 'content/home/a.yaml')).toBe('1')
        expect(await textOf(other, 'uploads/removed.pdf')).toBeUndefined()
      })
      expect([other.isComing('uploads/film.mp4'), await textOf(other, 'uploads/film.mp4')]).toEqual([true, undefined])
      await vi.waitUntil(() => other.lag() < 1)
      proxy.sendHeldBodies()
      await vi.waitUntil(() => told.includes('uploads/film.mp4'))
      expect(await textOf(other, 'uploads/film.mp4')).toBe(film)
      expect(other.isComing('uploads/film.mp4')).toBe(false)
    })

    test('that is removed while it is on its way: it does not come', async (context) => {
      const { open, proxy } = await startNodesOfOneStore(context)
      const [{ storage: one }, { storage: other, node }] = [await open(), await open()]
      proxy.faultOf = (method, url) => (isFilm(method, url) ? 'hold-body' : 'none')
      await put(one, 'uploads/film.mp4', film)
      await vi.waitUntil(() => other.isComing('uploads/film.mp4'))
      await one.remove('uploads/film.mp4')
      await vi.waitUntil(() => !other.isComing('uploads/film.mp4'))
      proxy.sendHeldBodies()
      await other.catchUp()
      expect(Object.keys(node.files())).not.toContain('uploads/film.mp4')
    })

    test('that was moved in the bucket: copied from the file that is here', async (context) => {
      const { open, proxy } = await startNodesOfOneStore(context)
      const [{ storage: one }, { storage: other }] = [await open(), await open()]
      await put(one, 'data/staged/film.mp4', film)
      await vi.waitFor(async () => {
        expect(await textOf(other, 'data/staged/film.mp4')).toBe(film)
      })
      proxy.faultOf = (method, url) => (isFilm(method, url) ? 'hold-body' : 'none')
      await one.move('data/staged/film.mp4', 'uploads/film.mp4')
      await vi.waitFor(async () => {
        expect(await textOf(other, 'uploads/film.mp4')).toBe(film)
        expect(await textOf(other, 'data/staged/film.mp4')).toBeUndefined()
      })
    })
  })

  test('a bucket that was rolled back: all nodes have what it has, and the next save is on top of it', async (context) => {
    const { open, store } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other }] = [await open(), await open()]
    await put(one, 'content/home/a.yaml', '1')
    const objects = new Map(store.objects)
    await put(one, 'content/home/a.yaml', '2')
    await put(one, 'content/home/b.yaml', '1')
    await other.catchUp()
    store.objects.clear()
    for (const [key, object] of objects) store.objects.set(key, object)
    for (const storage of [one, other]) {
      await vi.waitFor(async () => {
        expect([await textOf(storage, 'content/home/a.yaml'), await textOf(storage, 'content/home/b.yaml')]).toEqual([
          '1',
          undefined,
        ])
      }, 10_000)
    }
    await vi.waitFor(() => put(one, 'content/home/a.yaml', '3'), 10_000)
    await vi.waitFor(async () => {
      expect(await textOf(other, 'content/home/a.yaml')).toBe('3')
    }, 10_000)
  }, 60_000)

  test('a file that this node may not know of yet is here when it was pulled', async (context) => {
    const { open } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other }] = [await open(), await open()]
    await put(one, 'data/staged/report.pdf', 'report')
    await one.move('data/staged/report.pdf', 'uploads/report.pdf')
    await other.pull(['data/staged/report.pdf', 'uploads/report.pdf'])
    expect(await textOf(other, 'uploads/report.pdf')).toBe('report')
  })

  test('what was pulled is reported by its name in the order of a publication: its record, its files, its content; each step waits for who depends on the one before', async (context) => {
    const { open } = await startNodesOfOneStore(context)
    const [{ storage: one }, { storage: other }] = [await open(), await open()]
    const steps: string[] = []
    for (const root of ['content', 'uploads', 'data']) {
      other.watch(root, async (name, { isWhole }) => {
        if (!isWhole) return
        steps.push(`${name} is here`)
        await delay(50)
        steps.push(`${name} is read`)
      })
    }
    const names = ['data/publishing/1.json', 'uploads/a.jpg', 'content/home/a.yaml']
    // The feed names all of them in one round.
    await Promise.all(names.map((name) => put(one, name, 'x')))
    await vi.waitUntil(() => steps.includes('content/home/a.yaml is read'))
    expect(steps.filter((step) => names.some((name) => step.startsWith(name)))).toEqual(
      names.flatMap((name) => [`${name} is here`, `${name} is read`]),
    )
  })
})
