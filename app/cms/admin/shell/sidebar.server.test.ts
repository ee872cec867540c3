import { expect, test } from 'vitest'
import definition from '#test/example-site/site.config.ts'
import { sidebarGroups } from './sidebar.server.ts'

const { sections } = definition

test('sidebar: every section that staff edit and every collection, once', () => {
  const links = sidebarGroups({ definition, role: 'administrator' }).flatMap((group) => group.links.map(({ to }) => to))
  expect(links).toEqual([...new Set(links)])
  const shown = [
    ...sections.filter(({ orderOf, editor }) => orderOf === undefined && editor !== undefined),
    ...definition.collections,
  ]
  expect(shown.map(({ id }) => `/admin/${id}`).filter((href) => !links.includes(href))).toEqual([])
})

test.each(['editor', 'administrator'] as const)('sidebar of the role %s: the checklist is in the overview', (role) => {
  const [overview] = sidebarGroups({ definition, role })
  expect(overview?.links).toContainEqual(expect.objectContaining({ label: 'Food Safety', to: '/admin/food-safety' }))
  const [without] = sidebarGroups({ definition: { ...definition, checklist: undefined }, role })
  expect(without?.links.map(({ label }) => label)).not.toContain('Food Safety')
})

test('sidebar: says how many messages are unread', () => {
  const [overview] = sidebarGroups({ definition, role: 'publisher', unreadMessages: 3 })
  expect(overview?.links).toContainEqual(expect.objectContaining({ label: 'Inbox', count: 3 }))
})
