/** Title and description of a public page, as Remix's `meta` wants them: `{Page} | {company name}`. */
export function pageMeta({
  title,
  companyName,
  description,
}: {
  title: string
  companyName: string | undefined
  description: string | undefined
}) {
  return [
    { title: companyName === undefined ? title : `${title} | ${companyName}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ]
}
