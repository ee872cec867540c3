/** A telephone number that dials. `number` is shown as written; the link keeps its digits and the plus sign. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number.replaceAll(' ', '\u00a0')}</a>
}
