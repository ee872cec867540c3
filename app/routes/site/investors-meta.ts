/** Title and description of an investor page, as Remix's `meta` wants them. */
export function investorsMeta({
  title,
  companyName,
  description,
}: {
  title: string
  companyName: string | undefined
  description: string
}) {
  return [
    { title: companyName === undefined ? title : `${title} | ${companyName}` },
    { name: 'description', content: description },
  ]
}
