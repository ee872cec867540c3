import { UNSAFE_RemixContext as RemixContext } from '@remix-run/react'
import { render, waitFor } from '@testing-library/react'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createMemoryRouter, RouterProvider, type LoaderFunction } from 'react-router-dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { remixContext } from '#test/render-in-router.tsx'
import { log } from './log.server.ts'
import { stylesheetReader } from './render-document.server.ts'
import { ReadStylesheetContext, Stylesheets, type ReadStylesheet } from './page-assets.tsx'

const STYLESHEETS = ['/assets/a.css', '/assets/b.css']

beforeEach(() => {
  vi.stubEnv('DEV', false)
})

function renderRoot({ readStylesheet, loader }: { readStylesheet?: ReadStylesheet; loader?: LoaderFunction } = {}) {
  const root = (
    <ReadStylesheetContext.Provider value={readStylesheet}>
      <Stylesheets />
    </ReadStylesheetContext.Provider>
  )
  const page = { id: 'page', path: '*', element: <p />, ...(loader && { loader }) }
  const router = createMemoryRouter([{ id: 'root', element: root, errorElement: root, children: [page] }])
  return render(
    <RemixContext.Provider value={remixContext(STYLESHEETS)}>
      <RouterProvider router={router} future={{ v7_startTransition: true }} />
    </RemixContext.Provider>,
  ).container
}

test('server: the style sheets of the page are part of it, in their order', () => {
  const { innerHTML } = renderRoot({ readStylesheet: (href) => `.from-${href.at(8)}{content:"$&"}` })
  expect(innerHTML).toBe(
    '<style data-hrefs="/assets/a.css /assets/b.css">.from-a{content:"$&"}\n.from-b{content:"$&"}</style>',
  )
})

test('server: a style sheet that cannot be read stays a link', () => {
  const { innerHTML } = renderRoot({ readStylesheet: (href) => (href === '/assets/a.css' ? undefined : '.b{}') })
  expect(innerHTML).toBe('<style data-hrefs="/assets/b.css">.b{}</style><link rel="stylesheet" href="/assets/a.css">')
})

test('browser: keeps the styles that came with the page and links to those that did not', () => {
  document.head.innerHTML = '<style data-hrefs="/assets/b.css">.b{}</style>'
  onTestFinished(() => document.head.replaceChildren())
  expect(renderRoot().innerHTML).toBe(
    '<style data-hrefs="/assets/b.css">.b{}</style><link rel="stylesheet" href="/assets/a.css">',
  )
})

test('browser: a page of staff, which came without inline styles, links to all of them', () => {
  expect([...renderRoot().querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual(STYLESHEETS)
})

test('error page of the root: none of the style sheets of the page that failed', async () => {
  const failing = vi.fn(() => {
    throw new Response('broken', { status: 500 })
  })
  const container = renderRoot({ loader: failing, readStylesheet: () => '.a{}' })
  await waitFor(() => expect(failing).toHaveBeenCalled())
  await waitFor(() => expect(container).toBeEmptyDOMElement())
})

test('reading style sheets: those of the build by their address, nothing else, and none that would end its element', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'styles-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  writeFileSync(path.join(folder, 'a.css'), '.a{}\n')
  writeFileSync(path.join(folder, 'evil.css'), '.a{}</style><script>')
  const read = stylesheetReader((name) => path.join(folder, name))
  expect(read('/assets/a.css')).toBe('.a{}')
  for (const href of ['/assets/evil.css', '/assets/none.css', '/assets/../a.css', 'https://evil.example/a.css']) {
    expect(read(href)).toBeUndefined()
  }
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ href: '/assets/none.css' }), expect.anything())
  rmSync(path.join(folder, 'a.css'))
  expect(read('/assets/a.css')).toBe('.a{}')
})
