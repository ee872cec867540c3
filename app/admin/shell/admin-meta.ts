/** Head of a page of the admin area: its title, and a word to search engines. A child's meta replaces its parent's. */
export function adminMeta(title: string) {
  return [{ title: `${title} | Admin` }, { name: 'robots', content: 'noindex' }]
}
