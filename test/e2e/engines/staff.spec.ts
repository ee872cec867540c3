import { writeFile } from 'node:fs/promises'
import { generateSync } from 'otplib'
import { heroPicture } from '../hero-picture.ts'
import { editedTexts, editorOf, isOfEachKind } from '../editor-table.ts'
import { expect, isShortForm, test } from './fixtures.ts'
import { signIn } from './staff.ts'

for (const { way, hasScripts } of [
  { way: 'with scripts', hasScripts: true },
  { way: 'without scripts', hasScripts: false },
]) {
  test.describe(way, () => {
    test('signing in, a save that is on the page, signing out', { tag: '@short' }, async ({ site, visit }) => {
      const visitor = await visit({ hasScripts })
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

    test('a slide with a picture from this computer: on the home page', async ({ site, visit }, testInfo) => {
      const picture = testInfo.outputPath('Desert.jpg')
      await writeFile(picture, (await heroPicture('Desert.jpg')).buffer)
      const title = `Cables for the desert, ${way}`
      const visitor = await visit({ hasScripts })
      await visitor.resize(1366, 900)
      await signIn(visitor, site)
      await visitor.open('/admin/herocarousel')
      await visitor.click('link', 'Add slide')
      await visitor.fill(/^Title/, title)
      await visitor.attach('input[type=file]', picture)
      await visitor.click('button', 'Save slide')
      await visitor.sees('Slide added', '[role=status]')
      const home = await (await fetch(site.origin)).text()
      expect(home).toContain(title)
      expect(home).toMatch(/desert-[0-9a-f]{8}\.jpg/)
    })

    test('a draft, in a release: public when it is published, and as before once that is undone', async ({
      site,
      visit,
    }) => {
      const text = `Work that lasts, ${way}.`
      const published = async () => (await fetch(`${site.origin}/careers`)).text()
      const visitor = await visit({ hasScripts })
      await visitor.resize(1366, 900)
      await signIn(visitor, site)
      await visitor.open('/admin/careers')
      await visitor.fill('Opening sentence', text)
      await visitor.click('button', 'Save draft')
      await visitor.sees('Draft saved', '[role=status]')
      await visitor.click('link', 'Add to a release')
      await visitor.fill('Name of a new release', `Careers ${way}`)
      await visitor.click('button', 'Add to the release')
      await visitor.sees('is in this release now', '[role=status]')
      expect(await published()).not.toContain(text)
      await visitor.click('link', 'Publish now')
      await visitor.click('button', 'Publish now')
      await visitor.sees('is published', '[role=status]')
      expect(await published()).toContain(text)
      await visitor.click('link', 'Undo this release')
      await visitor.click('button', 'Undo this release')
      await visitor.sees('was undone', '[role=status]')
      expect(await published()).not.toContain(text)
    })
  })
}

test(
  'every screen of the sidebar, in the short form one editor of each kind: one heading, nothing wider than the window',
  { tag: '@short' },
  async ({ site, visit }) => {
    const visitor = await visit()
    await visitor.resize(1366, 900)
    await signIn(visitor, site)
    const paths = await visitor.evaluate(() =>
      Array.from(
        document.querySelectorAll('nav[aria-label=Sections] a'),
        (link) => new URL(link.getAttribute('href') ?? '', location.href).pathname,
      ),
    )
    expect(paths.length).toBeGreaterThan(30)
    const edited = editedTexts.filter((text) => !isOfEachKind(text)).map((text) => editorOf(text))
    const shown = isShortForm ? paths.filter((path) => !edited.includes(path)) : paths
    expect(shown.length).toBeGreaterThan(20)
    for (const path of shown) {
      await visitor.open(path)
      const page = await visitor.evaluate(() => ({
        headings: document.querySelectorAll('h1').length,
        excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }))
      expect.soft(page, path).toEqual({ headings: 1, excess: 0 })
    }
  },
)

test('preview: beside the form, follows what is typed, and publishes nothing', async ({ site, visit }) => {
  const visitor = await visit()
  await visitor.resize(1440, 900)
  await signIn(visitor, site)
  await visitor.open('/admin/stats')
  await visitor.fill('Years', '951')
  const shown = () =>
    visitor.evaluate(
      () => document.querySelector('iframe')?.contentDocument?.querySelector('#stats')?.textContent ?? '',
    )
  await expect.poll(shown, 'the page in the preview').toContain('951')
  await visitor.fill(/^Years/, '952')
  await expect.poll(shown, 'the page in the preview').toContain('952')
  expect(await (await fetch(site.origin)).text()).not.toContain('>952<')
})

test.describe('second factor', () => {
  // The browser itself reports the status of what is refused.
  test.use({ expectedErrors: [/40[13]|422/] })

  test('an authenticator app, and a recovery code in place of it', async ({ ownSite, visit }) => {
    const visitor = await visit({ hasScripts: true, site: ownSite })
    await visitor.resize(1366, 900)
    await signIn(visitor, ownSite)
    await visitor.open('/admin/account/second-factor')
    await visitor.click('button', 'Set up an app')
    await visitor.sees('Confirm')
    const textOfCode = () => visitor.evaluate(() => document.querySelector('main code')?.textContent ?? '')
    await expect.poll(textOfCode, 'the key of the app').not.toBe('')
    const secret = (await textOfCode()).replaceAll(' ', '')
    await visitor.fill('Code', generateSync({ secret }))
    await visitor.click('button', 'Confirm')
    await visitor.sees('Your recovery codes')
    const recoveryCode = await textOfCode()

    await visitor.clearCookies()
    await visitor.open('/admin/login')
    await visitor.fill('Username', ownSite.username)
    await visitor.fill('Password', ownSite.password)
    await visitor.click('button', 'Log in')
    await visitor.sees('Enter the code', 'h1')
    await visitor.fill('Code', '000000')
    await visitor.click('button', 'Continue')
    await visitor.sees(/not correct/)
    await visitor.click('link', 'Use a recovery code')
    await visitor.fill('Recovery code', recoveryCode)
    await visitor.click('button', 'Continue')
    await visitor.isAt('/admin')
  })

  test('a passkey: signs in without a password; where there are none, nothing offers one', async ({
    engine,
    ownSite,
    visit,
  }) => {
    const removeAuthenticator = await engine.addAuthenticator?.()
    const visitor = await visit({ hasScripts: true, site: ownSite })
    await visitor.resize(1366, 900)
    if (!removeAuthenticator) {
      await visitor.open('/admin/login')
      await visitor.sees('Log in', 'button')
      await visitor.seesNo('.login__passkey')
      return
    }
    await signIn(visitor, ownSite)
    await visitor.open('/admin/account/second-factor')
    await visitor.fill('Name', 'Office laptop')
    await visitor.click('button', 'Add a passkey')
    await visitor.sees('Your recovery codes')
    await visitor.sees('Office laptop')
    await visitor.clearCookies()
    await visitor.open('/admin/login')
    await visitor.click('button', 'Use a passkey')
    await visitor.isAt('/admin')
    await removeAuthenticator()
  })
})
