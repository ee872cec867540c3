import { describe, expect, test } from 'vitest'
import { currentSite } from '#app/cms/site.server.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { siteSearch } from './site-search.server.ts'

await createTestSite()
await currentSite().media.documents.whenIdle()

/** What visitors ask, each with the beginning of the title of the first hit. */
const QUESTIONS = {
  'names of grades': [
    ['PV 90 S', 'PV 90 S'],
    ['pv90s', 'PV 90 S'],
    ['pv-90-s', 'PV 90 S'],
    ['PV_90_S', 'PV 90 S'],
    ['grade pv 90 s', 'PV 90 S'],
    ['hf60s', 'HF 60 S'],
    ['3l80c', '3L 80 C'],
    ['xl 11 uv', 'XL 11 UV'],
    ['ads 48 l', 'AD-S 48 L'],
  ],
  'standards and their editions': [
    ['is 5831', 'PV '],
    ['is 5831 st2', 'PV 90 S'],
    ['IS:5831-1984', 'PV '],
    ['IS 5831:1984 ST2', 'PV 90 S'],
    ['iec 60502-2', 'XL 33 P'],
    ['IEC 60754', 'HFFR Compound'],
    ['iso21809', '3LPE System'],
    ['din 30670', 'HDPE Coating'],
    ['EN 50290-2-27', 'Products'],
  ],
  'products in the words of the trade': [
    ['xlpe', 'XLPE Compound'],
    ['cross-linked', 'XLPE Compound'],
    ['crosslinked polyethylene 33kv', 'XLPE Compound'],
    ['sioplas', 'XLPE Compound'],
    ['semicon', 'XLPE Compound'],
    ['conductor screen', 'XLPE Compound'],
    ['pvc compound', 'PVC Compounds'],
    ['frls', 'PVC Compounds'],
    ['color', 'PVC Compounds'],
    ['LSZH sheath', 'HFFR Compound'],
    ['zero halogen', 'HFFR Compound'],
    ['fire retardant', 'HFFR Compound'],
    ['polyethylene', 'PE Compounds'],
    ['petroleum jelly', 'Cable Filling Compound'],
    ['3lpe', '3LPE System'],
    ['fbe', '3LPE System'],
    ['adhesive', 'Adhesives'],
    ['pipeline coating', 'HDPE Coating'],
    ['top coat', 'HDPE Coating'],
    ['adss', 'Aerial ADSS cable'],
    ['overhead fiber cable', 'Aerial ADSS cable'],
    ['armored cable', 'Armoured cable'],
    ['ftth', 'Drop cable'],
    ['FRP', 'Armoured cable'],
  ],
  'what customers want to know': [
    ['toll compounding', 'Toll Compounding'],
    ['job work', 'Toll Compounding'],
    ['EVA', 'Polymer Trading'],
    ['services', 'Services'],
    ['moq', 'Frequently asked questions'],
    ['delivery time', 'Frequently asked questions'],
    ['rohs', 'Frequently asked questions'],
    ['faq', 'Frequently asked questions'],
    ['certificate of analysis', 'Certifications'],
    ['fda', 'Certifications'],
    ['iso 9001 certificate', 'ISO 9001 certificate'],
    ['60000 MT', 'About Us'],
    ['60000 tonnes', 'Annual Report 2025-26'],
    ['250 clients', 'Home'],
    ['photos', 'Gallery'],
  ],
  'how to reach the company': [
    ['address', 'Contact'],
    ['phone number', 'Contact'],
    ['registered office', 'Contact'],
    ['info@example.com', 'Contact'],
    ['where is the goa plant', 'Contact'],
    ['cin', 'Contact'],
    ['careers@example.com', 'Careers'],
  ],
  'documents for investors': [
    ['annual report 2023-24', 'Annual Report 2023-24'],
    ['annual report 2019', 'Annual Report 2019-20'],
    ['annual report fy24', 'Annual Report 2023-24'],
    ['latest annual report pdf', 'Annual Report 2025-26'],
    ['mgt-7 2022', 'Annual Return (MGT 7) 2022-23'],
    ['financial results q2', 'Financial results, quarter 2'],
    ['second quarter results', 'Financial results, quarter 2'],
    ['board meeting outcome', 'Outcome of the board meeting'],
    ['concall transcript', 'Transcript of the results call'],
    ['press release', 'Press release on results'],
    ['dividend', 'Dividend Distribution Policy'],
    ['whistleblower', 'Whistle Blower Policy'],
    ['vigil mechanism', 'Whistle Blower Policy'],
    ['csr policy', 'Corporate Social Responsibility Policy'],
    ['rpt', 'Policy on Related Party Transactions'],
    ['insider trading', 'Code to Regulate, Monitor and Report Trading by Insiders'],
    ['familiarization program', 'Familiarisation Programme'],
    ['subsidiary', 'Policy for Determining Material Subsidiaries'],
    ['group companies 2024', 'Financial Statements of Group Companies 2024'],
  ],
  'pages for investors': [
    ['drhp', 'Draft Red Herring Prospectus'],
    ['draft prospectus', 'Draft Red Herring Prospectus'],
    ['audit committee', 'Board and committees'],
    ['sunita deshprabhu', 'Board and committees'],
    ['cfo', 'Board and committees'],
    ['board of directors', 'Board and committees'],
    ['quarterly results', 'Financial results'],
    ['policies', 'Documents'],
    ['anjali prabhu', 'Investor Relations'],
    ['compliance officer', 'Investor Relations'],
    ['rta', 'Investor Relations'],
    ['complaints', 'Investor Relations'],
    ['ebitda', 'Investor Relations'],
    ['ipo', 'Investor Relations'],
    ['next date', 'Investor Relations'],
    ['28 January 2027', 'Investor Relations'],
    ['status of the offer', 'Investor Relations'],
  ],
  'jobs, news and events': [
    ['jobs', 'Careers'],
    ['vacancies', 'Careers'],
    ['resume', 'Careers'],
    ['laboratory technician', 'Laboratory technician'],
    ['lab technician', 'Laboratory technician'],
    ['PC-2026-014', 'Process engineer'],
    ['wire and cable mumbai', 'Wire and Cable Mumbai'],
    ['open day', 'Open day for cable makers'],
    ['gas pipelines certified', 'Adhesive and polyethylene for 3LPE'],
    ['history', 'News & Events'],
    ['vision', 'About Us'],
    ['terms and conditions', 'Terms of use'],
  ],
  'typing errors': [
    ['anual report', 'Annual Report 2025-26'],
    ['insultation pvc', 'PVC Compounds'],
    ['sheating', 'PVC Compounds'],
    ['shaeth', 'Duct cable'],
    ['certifcations', 'Certifications'],
  ],
  'Hindi, and Hindi in Latin letters': [
    ['वार्षिक रिपोर्ट', 'Annual Report 2025-26'],
    ['varshik report', 'Annual Report 2025-26'],
    ['निवेशक', 'Investor Relations'],
    ['संपर्क', 'Contact'],
    ['नौकरी', 'Careers'],
    ['शिकायत', 'Investor Relations'],
  ],
} as const satisfies Record<string, readonly (readonly [question: string, title: string])[]>

for (const [kind, questions] of Object.entries(QUESTIONS)) {
  describe(`the first of what is found: ${kind}`, () => {
    test.each<readonly [string, string]>(questions)('%s: %s', async (question, title) => {
      const { groups } = await currentSite().service(siteSearch).find(question)
      const found = groups[0]?.found[0]?.entry.title ?? 'nothing'
      expect(found.slice(0, title.length).toLowerCase()).toBe(title.toLowerCase())
    })
  })
}

test.each(['shareholding of a zebra', 'PV 95 S', 'xl 44 p', 'zebra'])(
  '%s, which there is not: nothing has all of it, and no other grade is guessed',
  async (question) => {
    const { fit, groups } = await currentSite().service(siteSearch).find(question)
    expect(fit === 'all' ? groups : []).toEqual([])
    expect(groups.map(({ id }) => id)).not.toContain('grades')
  },
)
