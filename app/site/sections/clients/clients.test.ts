import { expect, test } from 'vitest'
import { clients, shownClients } from './clients.ts'

test('invented logos: visitors do not see them, real ones keep their order', () => {
  const alts = ['Sample client 1', 'Example Cables Ltd', 'sampled by hand', 'Sample client 2', '']
  const section = clients.schema.parse({
    title: 'Our clients',
    clients: alts.map((alt, index) => ({ image: `client-${index}.svg`, alt })),
  })
  expect(shownClients(section)?.clients.map(({ alt }) => alt)).toEqual(['Example Cables Ltd', 'sampled by hand', ''])
  expect(shownClients({ ...section, clients: section.clients.slice(0, 1) })).toBeUndefined()
})
