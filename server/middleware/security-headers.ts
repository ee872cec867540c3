import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'
import type { Header } from '../cache/cached-response.ts'
import { isAdminAddress } from './request-address.ts'

const NO_STORE = ['Cache-Control', 'no-store'] as const

/**
 * Headers that every response gets unless it sets them itself. No cache stores a response without Cache-Control.
 * Content-Security-Policy and the permission to frame a page are not included: they depend on the page and come with
 * it.
 */
export function securityHeaderList(publicOrigin: string): readonly Header[] {
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
 * Adds these headers to the responses of Express. No cache stores responses of the administrator area, or responses
 * that set a cookie, even if their own header allows it: they are for one person.
 */
export function securityHeaders({ publicOrigin }: { publicOrigin: string }): RequestHandler {
  const headers = securityHeaderList(publicOrigin)
  return (request, response, next) => {
    const isPrivate = isAdminAddress(request.originalUrl)
    onHeaders(response, () => {
      if (isPrivate || response.hasHeader('Set-Cookie')) response.setHeader(...NO_STORE)
      for (const [name, value] of headers) {
        if (!response.hasHeader(name)) response.setHeader(name, value)
      }
    })
    next()
  }
}
