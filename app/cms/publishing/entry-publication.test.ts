import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDraftsAndReleases, type OpenedLater } from '#test/open-drafts-and-releases.ts'
import { formerPages, recipe, recipeFile, recipes, temporaryCollection } from '#test/temporary-collection.ts'
import { silentLog } from '#test/temporary-content.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { ApprovalRequired, EntryRemoved } from '#app/cms/content/store/errors.ts'
import type { Approvals } from './approval/approvals.server.ts'
import type { Drafts } from './drafts/draft.ts'
import { publishDraft } from './releases/end-draft.server.ts'
import type { Releases } from './releases/release-store.server.ts'

let folders: ReturnType<typeof temporaryCollection>
let content: ContentStore
let drafts: Drafts
let releases: Releases
let approvals: Approvals

beforeEach(async () => {
  folders = temporaryCollection()
  await open()
  for (const key of ['bread', 'rolls']) await create(key)
})
afterEach(async () => {
  await close()
  await folders.dispose()
})

const later: OpenedLater = {}

async function open() {
  const opened = await folders.open({ policy: { approve: (change) => later.approvals?.approverOf(change) } })
  content = opened.store
  const services = await openDraftsAndReleases({ ...opened, content, items: [recipes] }, later)
  approvals = services.approvals
  drafts = services.drafts
  releases = services.releases
}

async function close() {
  await releases.close()
  await drafts.close()
  await approvals.close()
}

async function restart() {
  await close()
  await folders.close()
  await open()
}

const by = { author: 'asha', reason: 'Test' }
const [bread, rolls, cake] = ['bread', 'rolls', 'cake'].map((key) => recipes.entry(key)) as [
  ReturnType<typeof recipes.entry>,
  ReturnType<typeof recipes.entry>,
  ReturnType<typeof recipes.entry>,
]
const create = (key: string, value = recipe(key)) =>
  content.update(recipes.entry(key), { ...by, change: () => value, create: () => value })
const titles = () => content.entryKeys(recipes).map((key) => content.find(recipes.entry(key))?.value.title)
const versionOf = (section: typeof bread) => content.find(section)?.version ?? ''
const saveNew = (title: string, release?: string) =>
  drafts.save(cake, { content: recipe(title), author: 'asha', version: '', release })
const saveRemoval = (release?: string) =>
  drafts.saveRemoval(rolls, { author: 'asha', version: versionOf(rolls), release })
const publish = (section: typeof bread) =>
  publishDraft({ content, drafts, files: { findMissingFiles: () => [] }, log: silentLog }, section, { author: 'ravi' })

describe('a draft of an entry that does not exist', () => {
  test('another person has made the entry meanwhile: conflicts, and it cannot be published', async () => {
    await saveNew('Mine')
    await create('cake', recipe('Theirs'))
    expect(drafts.effective(cake)?.conflicts).toMatchObject([{ name: 'title', mine: 'Mine', theirs: 'Theirs' }])
    await expect(publish(cake)).rejects.toThrow('Choose first which version to keep')
    expect(content.find(cake)?.value.title).toBe('Theirs')
  })

  test('is for staff only, also after a restart, until it is published', async () => {
    await saveNew('Cake')
    await restart()
    expect(content.find(cake)).toBeUndefined()
    expect(titles()).toEqual(['bread', 'rolls'])
    expect(drafts.list()).toMatchObject([{ section: { id: 'recipes--cake' }, content: { title: 'Cake' } }])
    await publish(cake)
    expect(titles()).toEqual(['bread', 'Cake', 'rolls'])
    expect(drafts.list()).toEqual([])
    expect(readFileSync(folders.fileOf('cake'), 'utf8')).toContain('title: Cake')
  })

  test('is discarded: there was never such an entry', async () => {
    const draft = await saveNew('Cake')
    const revision = await drafts.discard(cake, { author: 'asha', expectedRevision: draft?.revision })
    expect(drafts.list()).toEqual([])
    await drafts.undoDiscard(cake, { author: 'asha', revision: revision ?? '' })
    expect(drafts.find(cake)?.content).toMatchObject({ title: 'Cake' })
  })
})

test('a draft of an entry that was removed meanwhile: a conflict as a whole', async () => {
  await drafts.save(rolls, { content: recipe('Better rolls'), author: 'asha', version: versionOf(rolls) })
  await content.remove(rolls, by)
  const conflicts = [{ name: '', kind: 'removed', mine: recipe('Better rolls'), theirs: undefined }]
  expect(drafts.effective(rolls)).toMatchObject({ conflicts, version: '' })
  await restart()
  expect(drafts.effective(rolls)?.conflicts).toEqual(conflicts)
  await expect(publish(rolls)).rejects.toThrow('Choose first which version to keep')
  expect(content.find(rolls)).toBeUndefined()
})

describe('a draft that removes an entry', () => {
  test('of an entry that does not exist: refused', async () => {
    await expect(drafts.saveRemoval(cake, { author: 'asha', version: '' })).rejects.toBeInstanceOf(EntryRemoved)
  })

  test('from an older version: a conflict, and no draft', async () => {
    const { version } = await create('rolls', recipe('rolls'))
    await create('rolls', recipe('Changed'))
    await expect(drafts.saveRemoval(rolls, { author: 'asha', version })).rejects.toMatchObject({
      name: 'VersionConflict',
    })
    expect(drafts.list()).toEqual([])
  })

  test('the entry was changed since: a conflict, and it stays', async () => {
    await saveRemoval()
    await create('rolls', recipe('Better rolls'))
    expect(drafts.effective(rolls)?.conflicts).toMatchObject([{ name: '', kind: 'removed', mine: undefined }])
    await expect(publish(rolls)).rejects.toThrow('Choose first which version to keep')
    expect(titles()).toEqual(['bread', 'Better rolls'])
  })

  test('is shown as what it does, and read again after a restart', async () => {
    await saveRemoval()
    await restart()
    expect(drafts.effective(rolls)).toMatchObject({
      value: undefined,
      conflicts: [],
      draft: { removes: true, content: { title: 'rolls' } },
    })
    expect(titles()).toEqual(['bread', 'rolls'])
    await publish(rolls)
    expect(titles()).toEqual(['bread'])
    expect(existsSync(folders.fileOf('rolls'))).toBe(false)
    expect(drafts.list()).toEqual([])
  })

  test('is discarded and restored, and replaced by an edit', async () => {
    const { revision } = await saveRemoval()
    const discarded = await drafts.discard(rolls, { author: 'asha', expectedRevision: revision })
    expect(drafts.find(rolls)).toBeUndefined()
    await drafts.undoDiscard(rolls, { author: 'asha', revision: discarded ?? '' })
    expect(drafts.find(rolls)?.removes).toBe(true)
    await drafts.save(rolls, { content: recipe('Better rolls'), author: 'asha', version: versionOf(rolls) })
    expect(drafts.effective(rolls)).toMatchObject({ value: { title: 'Better rolls' } })
    expect(drafts.find(rolls)?.removes).toBeUndefined()
  })

  test('another person has removed the entry: nothing is left to do, and the draft goes', async () => {
    await saveRemoval()
    await content.remove(rolls, by)
    expect(drafts.effective(rolls)).toMatchObject({ value: undefined, conflicts: [] })
    await vi.waitFor(
      () => {
        expect(drafts.list()).toEqual([])
      },
      { timeout: 5000 },
    )
  })
})

describe('a release with a new, a changed and a removed entry', () => {
  async function makeRelease() {
    const { id } = await releases.create({ name: 'Spring' }, 'asha')
    await saveNew('Cake', id)
    await drafts.save(bread, { content: recipe('Rye'), author: 'asha', version: versionOf(bread), release: id })
    await saveRemoval(id)
    return id
  }

  test('one of them was changed since: refused as a whole', async () => {
    const id = await makeRelease()
    await create('rolls', recipe('Better rolls'))
    await expect(releases.publish(id, 'ravi')).rejects.toMatchObject({ status: 409 })
    expect(titles()).toEqual(['bread', 'Better rolls'])
  })

  test('is published at one moment, and undone: its drafts are there again, and it can be published anew', async () => {
    const id = await makeRelease()
    const [release] = releases.list()
    expect(
      release && releases.forecast.changes(release).map(({ section, next }) => [section.id, next !== undefined]),
    ).toEqual([
      ['recipes--bread', true],
      ['recipes--rolls', false],
      ['recipes--cake', true],
    ])
    const seen: unknown[] = []
    content.subscribe(() => seen.push(titles().join()))
    await releases.publish(id, 'ravi')
    expect(new Set(seen)).toEqual(new Set(['Rye,Cake']))
    expect(drafts.list()).toEqual([])
    await restart()
    expect(titles()).toEqual(['Rye', 'Cake'])
    await releases.undo(id, 'ravi')
    expect(titles()).toEqual(['bread', 'rolls'])
    await restart()
    expect(titles()).toEqual(['bread', 'rolls'])
    expect(drafts.effective(rolls, id)).toMatchObject({ value: undefined, conflicts: [], draft: { removes: true } })
    expect(drafts.effective(cake, id)).toMatchObject({ value: { title: 'Cake' }, conflicts: [] })
    await releases.publish(id, 'ravi')
    expect(titles()).toEqual(['Rye', 'Cake'])
  })

  test('a person has changed the new entry since: the undo is refused, nothing is lost', async () => {
    const id = await makeRelease()
    await releases.publish(id, 'ravi')
    await create('cake', recipe('Better cake'))
    await expect(releases.undo(id, 'ravi')).rejects.toMatchObject({ status: 409 })
    expect(titles()).toEqual(['Rye', 'Better cake'])
  })

  test('a removed entry was made again by hand: the undo is refused', async () => {
    const id = await makeRelease()
    await releases.publish(id, 'ravi')
    writeFileSync(folders.fileOf('rolls'), recipeFile('By hand'))
    await vi.waitFor(() => {
      expect(titles()).toContain('By hand')
    })
    await expect(releases.undo(id, 'ravi')).rejects.toMatchObject({ status: 409 })
    expect(titles()).toContain('By hand')
  })
})

describe('two releases with the same entry', () => {
  /** What a release does: each is made from what is published when it is made. */
  const ACTS = {
    'changes the title': (release: string) => saveChange(bread, { title: 'Rye' }, release),
    'changes the title, too': (release: string) => saveChange(bread, { title: 'Spelt' }, release),
    'changes the address': (release: string) => saveChange(bread, { address: 'loaf' }, release),
    'removes it': (release: string) =>
      drafts.saveRemoval(bread, { author: 'asha', version: versionOf(bread), release }),
    'makes one': (release: string) => saveNew('Cake', release),
    'makes one, too': (release: string) => saveNew('Gateau', release),
  }
  type Act = keyof typeof ACTS
  const saveChange = (section: typeof bread, change: Partial<ReturnType<typeof recipe>>, release: string) => {
    const found = content.read(section)
    return drafts.save(section, {
      content: { ...found.value, ...change },
      author: 'asha',
      version: found.version,
      release,
    })
  }
  async function releaseThat(act: Act) {
    const { id } = await releases.create({ name: act }, 'asha')
    await ACTS[act](id)
    return id
  }
  const obstaclesOf = async (id: string) => {
    const release = releases.find(id)
    return release && (await releases.forecast.obstacles(release))
  }
  const everything = () =>
    content.entryKeys(recipes).map((key) => {
      const { title, address } = content.read(recipes.entry(key)).value
      return [key, title, address]
    })
  const redirects = () => content.read(formerPages).value.redirects.map(({ from, to }) => [from, to])

  const orders = [
    [0, 1],
    [1, 0],
  ] as const
  const fitting: [Act, Act][] = [
    ['changes the title', 'changes the address'],
    ['changes the title', 'makes one'],
    ['removes it', 'makes one'],
    ['removes it', 'removes it'],
  ]
  const inEachOrder = (pairs: [Act, Act][]) =>
    pairs.flatMap(([one, other]) =>
      orders.flatMap((published) => orders.map((undone) => [one, other, published, undone] as const)),
    )

  test.each(inEachOrder(fitting))(
    'one %s, one %s; published in the order %j, undone in the order %j: all of it is as before',
    async (one, other, published, undone) => {
      const before = everything()
      const ids = [await releaseThat(one), await releaseThat(other)]
      for (const at of published) await releases.publish(ids[at] ?? '', 'ravi')
      expect(everything()).not.toEqual(before)
      for (const at of undone) await releases.undo(ids[at] ?? '', 'ravi')
      expect(everything()).toEqual(before)
      expect(redirects()).toEqual([])
    },
  )

  const colliding: [Act, Act][] = [
    ['changes the title', 'changes the title, too'],
    ['changes the title', 'removes it'],
    ['changes the address', 'removes it'],
    ['makes one', 'makes one, too'],
  ]
  test.each(colliding.flatMap(([one, other]) => orders.map((order) => [one, other, order] as const)))(
    'one %s, one %s; published in the order %j: the second waits for a choice, and can be published after an undo',
    async (one, other, [first, second]) => {
      const ids = [await releaseThat(one), await releaseThat(other)]
      const [earlier, later] = [ids[first] ?? '', ids[second] ?? '']
      await releases.publish(earlier, 'ravi')
      const afterFirst = everything()
      expect(await obstaclesOf(later)).toMatchObject([{ kind: 'conflict' }])
      await expect(releases.publish(later, 'ravi')).rejects.toMatchObject({ status: 409 })
      expect(everything()).toEqual(afterFirst)
      await releases.undo(earlier, 'ravi')
      expect(await obstaclesOf(later)).toEqual([])
      await releases.publish(later, 'ravi')
      expect(await obstaclesOf(earlier)).toMatchObject([{ kind: 'conflict' }])
    },
  )

  test('both give an entry the same address: the second is refused before its time, and names the other entry', async () => {
    const [{ id: first }, { id: second }] = [
      await releases.create({ name: 'First' }, 'asha'),
      await releases.create({ name: 'Second', time: '2099-01-01T00:00:00Z' }, 'asha'),
    ]
    await saveChange(bread, { address: 'loaf' }, first)
    await saveChange(rolls, { address: 'loaf' }, second)
    await releases.schedule(second, 'asha')
    const assumed = { content: new Map([[bread.id, { ...content.read(bread).value, address: 'loaf' }]]) }
    expect(releases.forecast.blockedBy(assumed)).toMatchObject([
      { release: { id: second }, obstacles: [{ section: rolls.id }] },
    ])
    await releases.publish(first, 'ravi')
    const detail = expect.stringContaining('“loaf” is the address of the recipe “bread”') as string
    expect(await obstaclesOf(second)).toMatchObject([{ kind: 'invalid', section: rolls.id, detail }])
    await expect(releases.publish(second, 'ravi')).rejects.toMatchObject({ status: 409 })
    await releases.undo(first, 'ravi')
    expect(await obstaclesOf(second)).toEqual([])
  })

  test('one makes an entry at the address of one that the other removes: only in this order, and undone in the other', async () => {
    const removal = await releaseThat('removes it')
    const { id: making } = await releases.create({ name: 'Cake' }, 'asha')
    await drafts.save(cake, {
      content: recipe('Cake', { address: 'bread' }),
      author: 'asha',
      version: '',
      release: making,
    })
    expect(await obstaclesOf(making)).toMatchObject([{ kind: 'invalid', section: cake.id }])
    await releases.publish(removal, 'ravi')
    expect(await obstaclesOf(making)).toEqual([])
    await releases.publish(making, 'ravi')
    await expect(releases.undo(removal, 'ravi')).rejects.toThrow('is the address of the recipe “Cake”')
    expect(titles()).toEqual(['Cake', 'rolls'])
    await releases.undo(making, 'ravi')
    await releases.undo(removal, 'ravi')
    expect(titles()).toEqual(['bread', 'rolls'])
    expect(redirects()).toEqual([])
  })

  test('more entries than the collection may have: refused before its time', async () => {
    for (const key of ['one', 'two', 'three']) await create(key)
    const id = await releaseThat('makes one')
    expect(await obstaclesOf(id)).toMatchObject([
      { kind: 'invalid', detail: 'There can be at most 5 entries in Recipes. Remove one first' },
    ])
  })
})

describe('a collection that needs approval', () => {
  beforeEach(() => approvals.setSections(new Set(['recipes']), 'asha'))

  test('an entry that is made, changed or removed without it: refused', async () => {
    await expect(create('cake')).rejects.toBeInstanceOf(ApprovalRequired)
    await expect(create('bread', recipe('Rye'))).rejects.toBeInstanceOf(ApprovalRequired)
    await expect(content.remove(rolls, by)).rejects.toBeInstanceOf(ApprovalRequired)
    expect(titles()).toEqual(['bread', 'rolls'])
  })

  test.each([
    ['new entry', cake, () => saveNew('Cake'), ['bread', 'Cake', 'rolls']],
    ['removal', rolls, () => saveRemoval(), ['bread']],
  ])('the draft of a %s: published once it is approved', async (_case, section, save, after) => {
    const draft = await save()
    await expect(publish(section)).rejects.toBeInstanceOf(ApprovalRequired)
    const seen = [{ section, release: undefined, revision: draft?.revision ?? '' }]
    await approvals.ask(seen, { by: 'asha' })
    expect(approvals.waiting().map(({ section: { id } }) => id)).toEqual([section.id])
    await restart()
    await approvals.approve(seen, { by: 'ravi' })
    await publish(section)
    expect(titles()).toEqual(after)
  })

  test('an approved edit is not one of a removal', async () => {
    const draft = await drafts.save(rolls, { content: recipe('Rolls'), author: 'asha', version: versionOf(rolls) })
    const seen = [{ section: rolls, release: undefined, revision: draft?.revision ?? '' }]
    await approvals.ask(seen, { by: 'asha' })
    await approvals.approve(seen, { by: 'ravi' })
    await expect(content.remove(rolls, { ...by, approval: 'draft' })).rejects.toBeInstanceOf(ApprovalRequired)
    expect(titles()).toEqual(['bread', 'rolls'])
  })
})

describe('where visitors of a removed page go', () => {
  const redirects = () => content.read(formerPages).value.redirects.map(({ from, to }) => [from, to])
  const saveRemoval = (release?: string) =>
    drafts.saveRemoval(bread, {
      release,
      author: 'asha',
      version: content.find(bread)?.version ?? '',
      visitorsGoTo: '/recipes/rolls',
    })

  test('a draft keeps it over a discard and a restart, and publishes it with the removal', async () => {
    await saveRemoval()
    const revision = (await drafts.discard(bread, { author: 'asha' })) ?? ''
    await drafts.undoDiscard(bread, { author: 'asha', revision })
    await restart()
    await publishDraft({ content, drafts, files: { findMissingFiles: () => [] }, log: silentLog }, bread, {
      author: 'asha',
    })
    expect(redirects()).toEqual([['/recipes/bread', '/recipes/rolls']])
  })

  test('a release publishes it, its undo takes it back, and it is published again as it was', async () => {
    const { id } = await releases.create({ name: 'Without bread' }, 'asha')
    await saveRemoval(id)
    expect(redirects()).toEqual([])
    await releases.publish(id, 'asha')
    expect(redirects()).toEqual([['/recipes/bread', '/recipes/rolls']])
    await releases.undo(id, 'asha')
    expect(redirects()).toEqual([])
    expect(content.find(bread)).toBeDefined()
    await releases.publish(id, 'asha')
    expect(redirects()).toEqual([['/recipes/bread', '/recipes/rolls']])
  })
})
