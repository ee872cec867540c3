import { expect, test } from './fixtures.ts'

test('the button “Preview” opens the page in a tab of its own, and says what is wrong with a form', async ({
  page,
  signIn,
  request,
}) => {
  await signIn()
  await page.goto('/admin/stats')
  const years = page.locator('[name=yearsExperience]')
  const openTab = async () => {
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Preview' }).first().click()
    return opened
  }
  await years.fill('953')
  const tab = await openTab()
  await expect(tab.locator('#stats')).toContainText('953')
  await expect(tab.getByRole('complementary', { name: 'Preview' })).toContainText('Nothing is published')
  expect(await (await request.get('/')).text()).not.toContain('>953<')

  await years.fill('')
  const refused = await openTab()
  await expect(refused.getByRole('complementary', { name: 'Preview' })).toContainText('1 field needs attention')
  await expect(page.locator('[name=yearsExperience]')).toHaveValue('')
})
