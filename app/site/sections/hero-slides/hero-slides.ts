import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import {
  id,
  imageAlt,
  list,
  optionalImageFile,
  optionalLine,
  optionalLink,
  optionalText,
  text,
} from '#app/cms/define/fields.ts'

/** One slide of the home page's carousel. Line breaks in `title` and `subtitle` are shown as such. */
export const heroSlide = z.strictObject({
  _id: id(),
  title: text('Title', 200),
  subtitle: optionalText('Subtitle', 500),
  buttonText: optionalLine('Button text', 60),
  buttonLink: optionalLink('Button link'),
  image: optionalImageFile('Image', { width: 1440 }),
  imageAlt: imageAlt(),
})
export type HeroSlide = z.output<typeof heroSlide>

/** Number of slides that the home page shows: the first ones. */
export const SLIDES_SHOWN = 8

export const heroSlides = defineSection({
  id: 'herocarousel',
  label: 'Hero Slider',
  icon: 'slides',
  file: 'home/hero-slides.yaml',
  schema: z.strictObject({ slides: list('Slides', heroSlide) }),
  messages: { updated: 'Hero slides updated successfully!', failed: 'Failed to update hero slides' },
  page: '/#hero',
  list: {
    field: 'slides',
    form: heroSlide,
    views: 'site/sections/hero-slides/hero-slide-list.tsx',
    fields: 'site/sections/hero-slides/hero-slide-fields.tsx',
    noun: 'slide',
    editsIn: 'dialog',
  },
  api: {
    path: 'heroslides',
    kind: 'list',
    key: 'slides',
    item: heroSlide,
    upload: { from: 'file', to: 'image' },
    keeps: ['image', 'imageAlt'],
  },
})
export type HeroSlides = ContentOf<typeof heroSlides>
