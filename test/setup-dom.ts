import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// On a busy machine a save can take longer than the default second.
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)

// jsdom has no media queries. None matches, as on a narrow screen.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
