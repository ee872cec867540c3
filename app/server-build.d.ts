/** The server build of the app, which Remix generates. */
declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node'

  const build: ServerBuild
  export = build
}
