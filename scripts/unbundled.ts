/**
 * Packages that the server loads from `node_modules`: those with native code or workers, those that are loaded when
 * they are needed, and React and Remix, of which host and app must have the same. All others are a part of the build:
 * a start opened 680 files, and took a fifth longer.
 */
export const UNBUNDLED = [
  '@node-rs/argon2',
  '@remix-run/express',
  '@remix-run/node',
  '@remix-run/react',
  '@remix-run/router',
  '@remix-run/server-runtime',
  '@simplewebauthn/server',
  'iconv-lite',
  'nodemailer',
  'pdfjs-dist',
  'pino',
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  'sharp',
]
