import type { RequestHandler } from 'express'
import { isAdminAddress } from './addresses.ts'
import { beforeHead } from './before-head.ts'
import type { Header } from '../cache/buffered-response.ts'

const NO_STORE = ['Cache-Control', 'no-store'] as const

/**
 * Headers that every answer carries, whatever made it; one that the answer sets itself stands. What says nothing about caches
 * is kept by none. Content-Security-Policy, and who may frame a page, is not among them: it depends on the page and comes
 * with it.
 */
export function safetyHeaders(publicOrigin: string): readonly Header[] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'],
    NO_STORE,
    ...(publicOrigin.startsWith('https:') ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : []),
  ]
}

/**
 * Adds them to what Express answers. What is meant for one person, in the administrator area or with a cookie, is kept by no
 * cache, whatever it says itself.
 */
export function securityHeaders({ publicOrigin }: { publicOrigin: string }): RequestHandler {
  const headers = safetyHeaders(publicOrigin)
  return (request, response, next) => {
    const isPrivate = isAdminAddress(request.originalUrl)
    beforeHead(response, () => {
      if (isPrivate || response.hasHeader('Set-Cookie')) response.setHeader(...NO_STORE)
      for (const [name, value] of headers) {
        if (!response.hasHeader(name)) response.setHeader(name, value)
      }
    })
    next()
  }
}
