import type { Investors } from './investors.ts'

/** Where shareholders can complain if the company and its registrar do not help, in the order that SEBI gives. */
export function complaintLinks({
  scoresLink,
  smartOdrLink,
  iepfLink,
}: Pick<Investors, 'scoresLink' | 'smartOdrLink' | 'iepfLink'>): { link: string; text: string }[] {
  return [
    { link: scoresLink, text: 'SCORES, the complaints system of SEBI' },
    { link: smartOdrLink, text: 'SMART ODR, online resolution of disputes' },
    { link: iepfLink, text: 'Investor Education and Protection Fund (IEPF)' },
  ].filter(({ link }) => link !== '')
}
