import { expect, test } from '../fixtures.ts'

// Changed styles do not have the hashes of the policy.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'no-preference' } })

/** What browsers may lack; without any of it the cards play when the page is shown. */
for (const missing of [
  ['sibling-index'],
  ['sibling-index', 'animation-timeline'],
  ['animation-timeline', '@container style'],
]) {
  test(`cards in a browser without ${missing.join(' and ')}: each plays once, 100 ms after the one before it`, async ({
    page,
  }) => {
    await page.route('/products', async (route) => {
      const response = await route.fetch()
      let body = await response.text()
      for (const name of missing) body = body.replaceAll(name, name.replace(/\w+$/, 'unknown'))
      await route.fulfill({ response, body })
    })
    await page.goto('/products')
    const cards = page.locator('ul:has(> .tile.reveal)').first().locator('> .reveal')
    const timing = await cards.evaluateAll((all) =>
      all.map((card) => {
        const { animationDelay, animationDuration, animationIterationCount } = getComputedStyle(card)
        return [animationDelay, animationDuration, animationIterationCount].join(' ')
      }),
    )
    expect(timing.length).toBeGreaterThan(2)
    expect(timing).toEqual(timing.map((_, index) => `${index / 10}s 1s 1`))
    await cards.last().scrollIntoViewIfNeeded()
    for (const card of await cards.all()) await expect(card).toHaveCSS('opacity', '1')
  })
}
