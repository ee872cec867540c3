import path from 'node:path'
import express, { Router } from 'express'

/** The build's files under /assets/, whose names carry a hash, and the files of public/, whose names do not. */
export function staticFiles({ clientFolder, publicFolder }: { clientFolder: string; publicFolder: string }) {
  const router = Router({ caseSensitive: true })
  // Not handed on: an unknown asset is a page of an older build asking, and rendering a 404 page for it helps nobody.
  router.use(
    '/assets',
    express.static(path.join(clientFolder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
      fallthrough: false,
    }),
  )
  router.use(express.static(publicFolder, { maxAge: '1h', index: false, redirect: false }))
  return router
}
