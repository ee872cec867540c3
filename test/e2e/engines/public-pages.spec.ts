import { sitemapPaths } from '../sitemap-paths.ts'
import { expect, isShortForm, test } from './fixtures.ts'

/** Pictures that end at an edge of the page, which must not be below the scrollbar. */
const BLEEDING = [
  { path: '/', right: ['.expand__media'], left: [] },
  { path: '/certificate', right: ['.lot__image'], left: [] },
  { path: '/careers', right: ['.intro__media', '.sought__image'], left: [] },
  { path: '/aboutus', right: ['.about-hero__image'], left: ['.values__image'] },
]

test(
  'every public page, in the short form one of each layout: one heading, nothing wider than the window, pictures that reach to its edge',
  { tag: '@short' },
  async ({ site, visit }) => {
    const visitor = await visit()
    await visitor.resize(1366, 768)
    const paths = [...(await sitemapPaths(site.origin)), '/investors/Drhp']
    const shown = isShortForm ? paths.filter(isFirstOfItsLayout) : paths
    expect(shown.length).toBeGreaterThan(10)
    expect(shown).toEqual(expect.arrayContaining(BLEEDING.map(({ path }) => path)))
    for (const path of shown) {
      await visitor.open(path)
      const page = await visitor.evaluate(layout)
      expect.soft(page, path).toEqual({ headings: 1, excess: 0, hasText: true })
      const edges = (selector: string) =>
        visitor.evaluate((found) => {
          const box = document.querySelector(found)?.getBoundingClientRect()
          return { left: box?.left, right: box && document.documentElement.clientWidth - box.right }
        }, selector)
      const { right = [], left = [] } = BLEEDING.find((bleeding) => bleeding.path === path) ?? {}
      for (const selector of right) expect.soft((await edges(selector)).right, `${path} ${selector}`).toBeCloseTo(0, 0)
      for (const selector of left) expect.soft((await edges(selector)).left, `${path} ${selector}`).toBeCloseTo(0, 0)
    }
  },
)

test('the menu of a narrow window: opens, leads to a page, closes', { tag: '@short' }, async ({ visit }) => {
  const visitor = await visit()
  await visitor.resize(460, 800)
  await visitor.open('/')
  await visitor.seesNo('#menu')
  await visitor.click('button', 'Menu')
  await visitor.click('link', 'Services')
  await visitor.isAt('/services')
  await visitor.seesNo('#menu')
  expect(
    await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
})

test('a link under the pointer: its page is fetched before it is clicked', { tag: '@short' }, async ({ visit }) => {
  const visitor = await visit()
  await visitor.resize(1366, 768)
  await visitor.open('/aboutus')
  await visitor.pointTo('link', 'Services')
  await expect
    .poll(() => visitor.evaluate(() => document.querySelector('link[rel=prefetch]')?.getAttribute('href')))
    .toContain('/services.data')
  await visitor.click('link', 'Services')
  await visitor.isAt('/services')
})

test('the carousel of the home page: next and previous', async ({ visit }) => {
  const visitor = await visit()
  await visitor.resize(1366, 768)
  await visitor.open('/')
  await visitor.click('button', 'Pause slides')
  await visitor.click('button', 'Next slide')
  await visitor.sees(/2 of \d/, '.hero__count')
  await visitor.click('button', 'Previous slide')
  await visitor.sees(/1 of \d/, '.hero__count')
})

test('a picture of the gallery: opens in a dialog, the next one by a key, Escape closes it', async ({ visit }) => {
  const visitor = await visit()
  await visitor.resize(1366, 768)
  await visitor.open('/gallery')
  await visitor.click('link', /^Show picture:/)
  await visitor.sees(/1 of \d+/, 'dialog')
  await visitor.press('ArrowRight')
  await visitor.sees(/2 of \d+/, 'dialog')
  await visitor.press('Escape')
  await visitor.seesNo('dialog')
})

test(
  'the disclaimer of the prospectus: confirmed once, and asked for again after Back',
  { tag: '@short' },
  async ({ visit }) => {
    const visitor = await visit()
    await visitor.resize(1366, 768)
    await visitor.open('/investors/Drhp')
    await visitor.press('Escape')
    await visitor.sees('Disclaimer', 'dialog:modal')
    await visitor.click('button', 'I Confirm')
    await visitor.seesNo('dialog')
    await visitor.open('/services')
    await visitor.back()
    await visitor.isAt('/investors/Drhp')
    await visitor.sees('Disclaimer', 'dialog:modal')
  },
)

test.describe('contact form', () => {
  // The browser itself reports the status of the refused message.
  test.use({ expectedErrors: [/422/] })

  test('an error at each field left out, then a message that is sent', async ({ visit }) => {
    const visitor = await visit()
    await visitor.resize(1366, 768)
    await visitor.open('/contactus')
    await visitor.fill('First name', 'Asha')
    await visitor.click('button', 'Send message')
    await visitor.sees('Enter your last name', '[role=alert]')
    expect(await visitor.value('First name')).toBe('Asha')
    await visitor.fill('Last name', 'Naik')
    await visitor.fill('E-mail', 'asha@example.com')
    await visitor.fill('Mobile', '+91 00000 00003')
    await visitor.fill('Message', 'XLPE for 33 kV')
    await visitor.click('button', 'Send message')
    await visitor.sees('Message sent successfully!', '[role=status]')
  })
})

test.describe('without scripts', () => {
  // The browser itself reports the status of the refused message.
  test.use({ expectedErrors: [/422/] })

  test('every public page: one heading, nothing wider than the window', async ({ site, visit }) => {
    const visitor = await visit({ hasScripts: false })
    await visitor.resize(1366, 768)
    for (const path of await sitemapPaths(site.origin)) {
      await visitor.open(path)
      const page = await visitor.evaluate(layout)
      expect.soft(page, path).toEqual({ headings: 1, excess: 0, hasText: true })
    }
  })

  test('menu, gallery and disclaimer: open and close by themselves', { tag: '@short' }, async ({ visit }) => {
    const visitor = await visit({ hasScripts: false })
    await visitor.resize(460, 800)
    await visitor.open('/')
    await visitor.click('button', 'Menu')
    await visitor.click('link', 'Services')
    await visitor.isAt('/services')
    await visitor.seesNo('#menu')

    await visitor.resize(1366, 768)
    await visitor.open('/gallery')
    await visitor.click('link', /^Show picture:/)
    await visitor.sees(/1 of \d+/, '[role=dialog]')
    await visitor.click('link', 'Next picture')
    await visitor.sees(/2 of \d+/, '[role=dialog]')
    await visitor.click('link', 'Close')
    await visitor.seesNo('[role=dialog]')

    await visitor.open('/investors/Drhp')
    await visitor.sees('Disclaimer', '[role=dialog], dialog')
    await visitor.click('button', 'I Confirm')
    await visitor.seesNo('[role=dialog], dialog')
  })

  test('contact form: an error at the field, then a message that is sent', async ({ visit }) => {
    const visitor = await visit({ hasScripts: false })
    await visitor.resize(1366, 768)
    await visitor.open('/contactus')
    // Spaces pass the check of the browser, which checks the form if no script does.
    await visitor.fill('First name', '   ')
    await visitor.fill('Last name', 'Naik')
    await visitor.fill('E-mail', 'asha@example.com')
    await visitor.fill('Mobile', '+91 00000 00003')
    await visitor.fill('Message', 'XLPE for 33 kV')
    await visitor.click('button', 'Send message')
    await visitor.sees('One field needs correction', '[role=alert]')
    expect(await visitor.value('Message')).toBe('XLPE for 33 kV')
    await visitor.fill('First name', 'Asha')
    await visitor.click('button', 'Send message')
    await visitor.sees('Message sent successfully!', '[role=status]')
  })
})

/** Pages of one collection, such as products, share a layout, and so do those below them. */
function isFirstOfItsLayout(path: string, index: number, paths: readonly string[]) {
  const [, folder, ...names] = path.split('/')
  const isAlike = (other: string) => other.startsWith(`/${folder}/`) && other.split('/').length === names.length + 2
  return names.length === 0 || folder === 'investors' || paths.findIndex(isAlike) === index
}

/** Runs in the page: what every page has to be like. */
function layout() {
  return {
    headings: document.querySelectorAll('h1').length,
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    hasText: (document.querySelector('main')?.innerText.length ?? 0) > 50,
  }
}
