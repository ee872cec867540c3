import { expect, expectAccessible, test } from '../fixtures.ts'

test('two windows have a section open: each says so, and a save in one is told in the other', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await page.goto('/admin/careers')
  const elsewhere = page.getByText('Open in another window as well.')
  await expect(elsewhere).toBeHidden()
  const other = await context.newPage()
  await other.goto('/admin/careers')
  await expect(elsewhere).toBeVisible()
  await expect(other.getByText('Open in another window as well.')).toBeVisible()
  await expectAccessible(page)

  await other.getByLabel(/^Intro\b/).fill('Work with people who tell each other.')
  await other.getByRole('button', { name: 'Update' }).click()
  await expect(other.getByText('No changes')).toBeVisible()
  await expect(page.getByText(/^You published a change at .* in another window/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the change' })).toHaveAttribute(
    'href',
    /^\/admin\/history\/careers\//,
  )
  await expect(other.getByText(/published a change/)).toBeHidden()

  await other.close()
  await expect(elsewhere).toBeHidden()
})
