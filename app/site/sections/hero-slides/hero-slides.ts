import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import { imageAlt, optionalImageFile, optionalLine, optionalLink, optionalText, text } from '#app/cms/define/fields.ts'
import type { RowOf } from '#app/cms/define/listed-rows.ts'
import { slideId } from './slide-id.ts'

/** Number of slides that the home page shows: the first ones. */
export const SLIDES_SHOWN = 8

/** The slides of the home page's carousel. Line breaks in `title` and `subtitle` are shown as such. */
export const heroSlides = defineCollection({
  id: 'herocarousel',
  label: 'Hero Slider',
  names: { noun: 'slide', title: ({ title }) => title.replaceAll('\n', ' ') },
  icon: 'slides',
  form: { module: 'site/sections/hero-slides/hero-slide-fields.tsx', opensIn: 'dialog' },
  files: 'home/hero-slides/*.yaml',
  schema: z.strictObject({
    title: text('Title', 200),
    subtitle: optionalText('Subtitle', 500),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    image: optionalImageFile('Image', { width: 1440 }),
    imageAlt: imageAlt(),
  }),
  pages: { shownOn: (index) => (index === undefined ? '/#hero' : `/#${slideId(index)}`) },
  order: 'manual',
  list: {
    columns: [
      { label: 'Button', value: ({ buttonText, buttonLink }) => [buttonText, buttonLink].filter(Boolean).join(' → ') },
      { label: 'Image', value: ({ imageAlt }) => imageAlt, file: ({ image }) => image },
    ],
  },
  api: {
    path: 'heroslides',
    kind: 'entries',
    upload: { from: 'file', to: 'image' },
    keeps: ['image', 'imageAlt'],
    omits: ['address', 'visibility'],
  },
})
export type HeroSlide = RowOf<typeof heroSlides>

/** The slides as the home page shows them. */
export interface HeroSlides {
  slides: HeroSlide[]
}
