import { expect, test } from './fixtures.ts'
import { signIn } from './staff.ts'

test('signing in, a save that is on the page, signing out', { tag: '@short' }, async ({ site, visit }) => {
  const visitor = await visit()
  await visitor.resize(1366, 900)
  await signIn(visitor, site)
  await visitor.open('/admin/stats')
  await visitor.fill('Years', '641')
  await visitor.click('button', 'Update')
  await visitor.sees('Stats updated successfully!', '[role=status]')
  expect(await (await fetch(site.origin)).text()).toContain('641')
  await visitor.click('button', 'Undo')
  await visitor.sees('The edit was undone', '[role=status]')
  await visitor.click('button', /admin$/)
  await visitor.click('button', 'Logout')
  await visitor.isAt('/admin/login')
  await visitor.open('/admin/stats')
  await visitor.isAt('/admin/login')
})
