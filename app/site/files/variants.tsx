/** `/variants/hero-3f2a9c1b.jpg/640.avif`: an image in another width and format. */
export { action, loader } from './file-route.server.ts'
