/** One text of a section: where it is edited, the message after its save, and where visitors read it. */
export interface EditedText {
  /** Id of the section: its history is `/admin/history/{section}`. */
  section: string
  /** The editor of an entry of a collection; by default `/admin/{section}`. */
  editor?: string
  /** Name of the control. */
  field: string
  /** The typed text; by default one that names the section. */
  typed?: string
  /** True for a number, which visitors see with grouped thousands. */
  isNumber?: boolean
  /** What is before it on the page, if the page has the same text elsewhere. */
  after?: string
  /** Public page. */
  page: string
  /** The exact message after the save. */
  saved: string
  /** The link that opens the form, if the section's page is a table of its entries. */
  opener?: RegExp
  /** The button that saves; by default `Update`. */
  button?: 'Save' | 'Save slide' | 'Save fact'
  /** True if each row of the list has its own Update button. */
  hasOwnUpdate?: boolean
}

/*
 * Which tests prove what about the editors:
 * - for all of them: `editors.test.tsx` that a form has a control for each field and sends what it shows,
 *   `section-forms.test.ts` that a text is saved, undone and restored from the history.
 * - for all but the product pages, of which one stands for all, because they share a form and a page:
 *   `host/editors.spec.ts` the path from the screen to the public page and back, with the form as it is served.
 * - in a browser without scripts: one of each kind that differs there.
 * - in a browser with scripts: one of each kind. Scripts add one form component, which differs by the parts of a form.
 *   The save bar and its messages differ only by the length of the form.
 */

export function editorOf({ section, editor = `/admin/${section}` }: EditedText): string {
  return editor
}

/**
 * Editors of the sidebar without a row below: what the first one holds changes only by a release, no shipped page shows
 * the text of the second one, the third one has no text, and visitors type the words of the fourth one.
 */
export const WITHOUT_ROW = ['/admin/offer', '/admin/offerTerms', '/admin/focus-points', '/admin/search-words']

/** Editors of the sidebar without a row below: the page that shows them is off in the content that ships. */
export const SWITCHED_OFF = ['/admin/disclosure-page', '/admin/disclosure-rows']

/**
 * Sections that represent every kind of form: tables of entries, numbers, rows with their own buttons, lists with files,
 * Markdown, nested fields, and the longest one.
 */
const OF_EACH_KIND = [
  'herocarousel--power-cables',
  'reports--annual-report-2025-26',
  'stats',
  'products',
  'news-section',
  'management',
  'product-hffr-compound',
  'site',
]

export function isOfEachKind({ section }: EditedText) {
  return OF_EACH_KIND.includes(section)
}

/** The product pages share a form and a page. */
export function isOfSharedForm({ editor = '' }: EditedText) {
  return editor.startsWith('/admin/product-pages/')
}

/** Forms whose pages differ without scripts: tables of entries, rows with their own buttons, the longest one. */
const PLAIN_OF_EACH_KIND = ['herocarousel--power-cables', 'reports--annual-report-2025-26', 'products', 'site']

export function isPlainOfEachKind({ section }: EditedText) {
  return PLAIN_OF_EACH_KIND.includes(section)
}

/** A form that fits the window, one with long lists, one with a preview beside it, and the longest. */
const OF_EACH_LENGTH = ['stats', 'management', 'product-hffr-compound', 'site']

export function isOfEachLength({ section }: EditedText) {
  return OF_EACH_LENGTH.includes(section)
}

/** A table of entries, and a form. */
const OF_EACH_SCREEN = ['herocarousel--power-cables', 'stats']

export function isOfEachScreen({ section }: EditedText) {
  return OF_EACH_SCREEN.includes(section)
}

/** Texts that the staff may type, and texts that must be escaped or quoted in the file and on the page. */
const SCRIPTS = 'पॉलिमर यौगिक, गोवा में निर्मित · كابلات ومركبات · כבלים'
const MARKS = 'Cafe\u0301 n\u0303 👩🏽‍🔬🇮🇳 \u{20BB7} ½ µm ±5 °C'
const SYNTAX = `<b>Tom & "Jerry"</b> 'x': {{a}} #no \\n $' \`\` - [y] &amp; <!-- --> ]]>`

/** One text for each editor in the sidebar; for a collection, that of one entry or more. */
export const editedTexts: EditedText[] = [
  {
    section: 'herocarousel--power-cables',
    editor: '/admin/herocarousel',
    opener: /^Edit slide 1/,
    field: 'subtitle',
    button: 'Save slide',
    saved: 'Slide updated',
    page: '/',
  },
  { section: 'globalexpansion', field: 'title', saved: 'Global Expansion updated successfully!', page: '/' },
  {
    section: 'privacy-notice',
    field: 'contactName',
    saved: 'Privacy notice updated successfully!',
    page: '/privacy',
  },
  { section: 'product-range', field: 'title', saved: 'Product Range updated successfully!', page: '/' },
  {
    section: 'stats',
    field: 'capacity',
    typed: '81234',
    isNumber: true,
    saved: 'Stats updated successfully!',
    page: '/',
  },
  { section: 'power-cables', field: 'title', saved: 'Power Cable section updated successfully!', page: '/' },
  { section: 'pipe-coating', field: 'title', saved: 'Pipe Coating section updated successfully!', page: '/' },
  {
    section: 'products',
    field: 'products[1].title',
    hasOwnUpdate: true,
    saved: 'Product updated successfully.',
    page: '/',
  },
  { section: 'quality-control', field: 'title', saved: 'Quality Control updated successfully!', page: '/' },
  { section: 'clients', field: 'title', saved: 'Clients section updated successfully', page: '/' },
  { section: 'news-section', field: 'newsItems[0].text', saved: 'News Section updated successfully!', page: '/' },
  { section: 'global-presence', field: 'title', saved: 'Global presence updated successfully!', page: '/' },

  {
    section: 'news-articles--xlpe-closed-room',
    editor: '/admin/news-articles/xlpe-closed-room',
    field: 'lead',
    saved: 'XLPE insulation for power cables, made and packed in closed rooms updated successfully!',
    page: '/news/xlpe-closed-room',
  },
  {
    section: 'events--wire-and-cable-fair-2027',
    editor: '/admin/events/wire-and-cable-fair-2027',
    field: 'place',
    saved: 'Wire and Cable Mumbai 2027 (sample) updated successfully!',
    page: '/events',
  },

  {
    section: 'documents--board-diversity',
    editor: '/admin/documents/board-diversity',
    field: 'title',
    saved: 'An edit of documents--board-diversity updated successfully!',
    page: '/investors',
  },
  {
    section: 'jobs--process-engineer-compounding',
    editor: '/admin/jobs/process-engineer-compounding',
    field: 'reference',
    typed: 'PC-2026-999',
    saved: 'Process engineer, compounding (PC-2026-999) updated successfully!',
    page: '/careers/process-engineer-compounding',
  },
  {
    section: 'grades--pv-90-s',
    editor: '/admin/grades/pv-90-s',
    field: 'use',
    saved: 'PV 90 S updated successfully!',
    page: '/products/pvc-compound',
  },
  {
    section: 'properties--elongation',
    editor: '/admin/properties/elongation',
    field: 'title',
    saved: 'An edit of properties--elongation updated successfully!',
    page: '/products/grades',
  },
  {
    section: 'facts--capacity',
    editor: '/admin/facts/capacity',
    field: 'value',
    typed: '61,000 MT a year',
    button: 'Save fact',
    saved: 'Fact updated',
    page: '/aboutus',
  },
  {
    section: 'plain-pages--terms-of-use',
    editor: '/admin/plain-pages/terms-of-use',
    field: 'lead',
    saved: 'Terms of use page updated successfully!',
    page: '/terms-of-use',
  },

  {
    section: 'reports--annual-report-2025-26',
    editor: '/admin/reports',
    opener: /^Edit report 2025-26/,
    field: 'year',
    typed: '2001-02',
    after: 'Download Report ',
    button: 'Save',
    saved: 'Report updated',
    page: '/investors',
  },
  { section: 'investors', field: 'lead', saved: 'Investor Relations updated successfully!', page: '/investors' },
  {
    section: 'management',
    field: 'directors[2].name',
    saved: 'Management updated successfully!',
    page: '/investors/board',
  },
  { section: 'key-figures', field: 'note', saved: 'Key figures updated successfully!', page: '/investors' },
  {
    section: 'industry-report',
    field: 'lead',
    saved: 'Industry Report updated successfully!',
    page: '/investors/industry-report',
  },
  { section: 'drhp', field: 'lead', saved: 'Draft prospectus page updated successfully!', page: '/investors/Drhp' },

  { section: 'about', field: 'vision', typed: SCRIPTS, saved: 'About Us updated successfully!', page: '/aboutus' },
  {
    section: 'certifications',
    field: 'lead',
    saved: 'Certifications updated successfully!',
    page: '/certificate',
  },
  { section: 'products-overview', field: 'lead', saved: 'Products overview updated successfully!', page: '/products' },
  { section: 'services', field: 'lead', typed: SYNTAX, saved: 'Services updated successfully!', page: '/services' },
  {
    section: 'news',
    field: 'events[0].description',
    saved: 'Events page updated successfully!',
    page: '/events',
  },
  { section: 'gallery', field: 'items[0].title', saved: 'Gallery updated successfully!', page: '/gallery' },
  { section: 'careers', field: 'whyTitle', saved: 'Careers updated successfully!', page: '/careers' },
  {
    section: 'contact-content',
    field: 'description',
    typed: MARKS,
    saved: 'Contact updated successfully!',
    page: '/contactus',
  },

  ...[
    ['hffr-compound', 'HFFR Compound'],
    ['pvc-compound', 'PVC Compounds'],
    ['pe-compound', 'PE Compounds'],
    ['xlpe-compound', 'XLPE Compound'],
    ['pipe-coating', 'HDPE Coating'],
    ['adhesive', 'Adhesives'],
    ['cable-filling', 'Cable Filling Compound'],
  ].map(([address, name]) => ({
    section: `product-${address}`,
    editor: `/admin/product-pages/${address}`,
    field: 'lead',
    saved: `${name} updated successfully!`,
    page: `/products/${address}`,
  })),

  { section: 'site', field: 'footer.lead', saved: 'Company details updated successfully!', page: '/aboutus' },
]
