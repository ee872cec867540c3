import { COMPANY, heading, list, paragraph } from './sample-document.mjs'

/**
 * The sixteen policies of a company that prepares its listing in India: what each is for, and what it says that no other
 * does.
 */
const POLICIES = [
  {
    file: 'code-of-conduct.pdf',
    title: 'Code of Conduct for Directors and Senior Management',
    purpose:
      'The code sets out how directors and senior managers act when they act for the company: honestly, with care, and in its interest alone.',
    rules: [
      'Any interest in a contract or a competitor is disclosed to the board before a decision, and the person concerned leaves the room for it.',
      'Gifts and hospitality above Rs 2,000 are refused or handed to the company secretary.',
      'Information received in office is not used for private ends, during the term or after it.',
      'Independent directors also keep the duties that the Companies Act, 2013 lays down for them in Schedule IV.',
      'Each director and senior manager affirms compliance once a year, by 30 April.',
    ],
    keeper: 'the board of directors',
  },
  {
    file: 'fair-disclosure.pdf',
    title: 'Code of Practices for Fair Disclosure of Unpublished Price Sensitive Information',
    purpose:
      'The code makes sure that news which could move the price of the company’s securities reaches all investors at the same moment.',
    rules: [
      'Such news goes to the stock exchanges first, and to nobody before them.',
      'One officer, the chief investor relations officer, answers analysts and the press.',
      'What was said by mistake to a few is published to all without delay.',
      'Presentations and recordings of meetings with analysts appear on the website within a day.',
      'Information is shared for a legitimate purpose only, under a duty of confidence, and the sharing is recorded.',
    ],
    keeper: 'the chief investor relations officer',
  },
  {
    file: 'insider-trading.pdf',
    title: 'Code to Regulate, Monitor and Report Trading by Insiders',
    purpose:
      'The code keeps those who know more than the market from trading on it, and protects them from the suspicion of having done so.',
    rules: [
      'The trading window closes at the end of each quarter and opens 48 hours after the results are published.',
      'Designated persons ask for clearance before any trade above Rs 5 lakh; it is valid for seven trading days.',
      'Nobody trades in the opposite direction within six months.',
      'Holdings are reported on joining, each year, and after trades of more than Rs 10 lakh in a quarter.',
      'A breach is reported to the audit committee and the regulator.',
    ],
    keeper: 'the compliance officer',
  },
  {
    file: 'related-party-transactions.pdf',
    title: 'Policy on Related Party Transactions',
    purpose:
      'The policy sees to it that business with related parties is done at arm’s length, is approved beforehand by those without an interest in it, and is made public.',
    rules: [
      'Every transaction with a related party needs the prior approval of the audit committee.',
      'For repeated business the committee may grant an omnibus approval of at most one year.',
      'A transaction is material above Rs 1,000 crore or a tenth of the yearly turnover, whichever is lower, and then goes to the shareholders.',
      'Related parties do not vote to approve it.',
      'All transactions are published twice a year with the results.',
    ],
    keeper: 'the audit committee',
  },
  {
    file: 'material-subsidiaries.pdf',
    title: 'Policy for Determining Material Subsidiaries',
    purpose:
      'The policy tells which subsidiaries are material, and how the board of the company watches over them. At present the company has none.',
    rules: [
      'A subsidiary is material where its turnover or net worth exceeds a tenth of the group’s.',
      'Its board takes at least one independent director of the company.',
      'Its minutes and significant transactions are laid before the board of the company.',
      'Control over it is not given up without a special resolution of the shareholders.',
    ],
    keeper: 'the audit committee',
  },
  {
    file: 'materiality-of-events.pdf',
    title: 'Policy on Determination of Materiality of Events',
    purpose: 'The policy tells which events are disclosed to the stock exchanges, by whom, and how fast.',
    rules: [
      'Events that the regulations list as material are always disclosed.',
      'Others are disclosed where their effect exceeds 2 % of turnover, 2 % of net worth, or 5 % of the average profit of three years.',
      'Decisions of the board are disclosed within 30 minutes of the end of its meeting.',
      'Events within the company are disclosed within 12 hours, those from outside within 24.',
    ],
    keeper: 'the managing director, the chief financial officer and the company secretary together',
  },
  {
    file: 'archival-policy.pdf',
    title: 'Archival Policy',
    purpose: 'The policy tells how long disclosures stay on the website of the company, and where they go afterwards.',
    rules: [
      'Each disclosure stays on the website for at least five years from its date.',
      'After that it moves to an archive for another three years, from which it is sent on request.',
      'Nothing is altered: a correction is a document of its own, beside the one it corrects.',
    ],
    keeper: 'the company secretary',
  },
  {
    file: 'preservation-of-documents.pdf',
    title: 'Policy on Preservation of Documents',
    purpose:
      'The policy tells which records the company keeps for good, which it keeps for eight years, and how they are destroyed.',
    rules: [
      'Kept for good: the certificate of incorporation, minute books, registers of members and charges, title deeds, licences.',
      'Kept for eight years after the transaction: books of account, vouchers, annual returns, agreements.',
      'Electronic records are kept in two places and test-read once a year.',
      'Destruction is approved by the head of the department and entered in a register.',
    ],
    keeper: 'the company secretary',
  },
  {
    file: 'whistle-blower.pdf',
    title: 'Whistle Blower Policy and Vigil Mechanism',
    purpose:
      'The policy gives employees, suppliers and customers a safe way to report wrongdoing, and protects those who use it.',
    rules: [
      'Reports go to the vigilance officer or straight to the chair of the audit committee, signed or not.',
      'Receipt is confirmed within seven days; an inquiry ends within 45 days.',
      'The name of the person who reports is not passed on.',
      'Whoever suffers a disadvantage because of a report is protected by the audit committee.',
      'A report made in bad faith, knowing it to be false, is itself a breach.',
    ],
    keeper: 'the audit committee',
  },
  {
    file: 'nomination-and-remuneration.pdf',
    title: 'Nomination and Remuneration Policy',
    purpose: 'The policy tells how directors and senior managers are chosen, judged and paid.',
    rules: [
      'Candidates are chosen for knowledge of polymers, power, finance or law, for integrity, and for the time they can give.',
      'Independent directors serve at most two terms of five years.',
      'Pay of executives has a fixed part and a part that depends on profit, safety and return on capital.',
      'Non-executive directors receive sitting fees, and no options.',
      'The board, its committees and each director are assessed once a year.',
    ],
    keeper: 'the nomination and remuneration committee',
  },
  {
    file: 'board-diversity.pdf',
    title: 'Policy on Diversity of the Board',
    purpose:
      'The policy holds that a board decides better where its members differ in knowledge, experience, age and gender.',
    rules: [
      'At least one independent director is a woman.',
      'At least one member has worked in polymer processing and one in accounts or audit.',
      'Appointments follow merit, measured against the skills that the board lacks.',
      'The committee reports on the composition of the board once a year.',
    ],
    keeper: 'the nomination and remuneration committee',
  },
  {
    file: 'familiarisation-programme.pdf',
    title: 'Familiarisation Programme for Independent Directors',
    purpose:
      'The programme makes independent directors acquainted with the plant, the market, the risks and their own duties.',
    rules: [
      'In the first quarter: a day at the Goa plant, from dosing and extrusion to the test laboratory.',
      'Each half-year: a session on raw material prices and the order book.',
      'Each year: changes in company and securities law, and a safety walk.',
      'Hours spent are published on the website.',
    ],
    keeper: 'the company secretary',
  },
  {
    file: 'terms-of-independent-directors.pdf',
    title: 'Terms of Appointment of Independent Directors',
    purpose: 'The letter of appointment of each independent director follows these terms, which shareholders may read.',
    rules: [
      'Term: up to five years, not subject to retirement by rotation.',
      'Time: at least five board meetings and the meetings of the committees joined; one meeting a year without executives.',
      'Fees: sitting fees as decided by the board, and expenses against receipts.',
      'Insurance: cover for directors’ and officers’ liability, paid by the company.',
      'End: by resignation in writing, by the end of the term, or where independence is lost.',
    ],
    keeper: 'the board of directors',
  },
  {
    file: 'corporate-social-responsibility.pdf',
    title: 'Corporate Social Responsibility Policy',
    purpose:
      'The policy tells for what, and how, the company spends two per cent of its average net profit of three years.',
    rules: [
      'Fields: technical education in Goa, water and lake care near the plant, and health posts in villages.',
      'Projects run for up to three years and have an aim that can be measured.',
      'Administrative costs stay below five per cent.',
      'What was not spent on a running project goes to a separate account within 30 days of the year’s end.',
    ],
    keeper: 'the corporate social responsibility committee',
  },
  {
    file: 'dividend-distribution.pdf',
    title: 'Dividend Distribution Policy',
    purpose: 'The policy tells shareholders when they may expect a dividend, and what the board weighs.',
    rules: [
      'The aim is to pay 15 to 25 % of the profit after tax once the current expansion is paid for.',
      'The board weighs profit, cash flow, debt, planned investment, taxes and the price of raw materials.',
      'No dividend is paid out of reserves in a year of loss.',
      'Profit kept back serves capacity, research and lower debt.',
    ],
    keeper: 'the board of directors',
  },
  {
    file: 'risk-management.pdf',
    title: 'Risk Management Policy',
    purpose: 'The policy tells how risks are found, weighed, reduced and reported.',
    rules: [
      'Risks are entered in one register with an owner, a likelihood, an effect and a date of review.',
      'Price of base polymers: passed on monthly, and at most six weeks of stock.',
      'Currency: import payments covered for three months ahead.',
      'Fire: sprinklers in all stores, and a drill every half-year.',
      'Information security: copies kept apart, restored for practice twice a year.',
    ],
    keeper: 'the risk management committee',
  },
]

/**
 * @type {import('./sample-document.mjs').SampleDocument[]}
 */
export const policies = POLICIES.map(({ file, title, purpose, rules, keeper }, index) => ({
  file: `policies/${file}`,
  title,
  subtitle: `Policy ${index + 1} of ${POLICIES.length}`,
  date: '2025-07-01',
  blocks: [
    heading('1. Purpose'),
    paragraph(purpose),
    heading('2. To whom it applies'),
    paragraph(
      `The policy applies to ${COMPANY}, to its directors and employees, and, as far as they act for the company, to its agents and advisers. It takes effect on the date on which the shares of the company are listed; until then it is followed as if they were.`,
    ),
    heading('3. Rules'),
    list(...rules),
    heading('4. Words used'),
    paragraph(
      '“Board” is the board of directors of the company. “Regulations” are the regulations of the Securities and Exchange Board of India as they stand at the time. Words not explained here have the meaning that the Companies Act, 2013 and the regulations give them. Where the law asks for more than this policy, the law is followed.',
    ),
    heading('5. Who keeps it'),
    paragraph(
      `Responsible for this policy is ${keeper}. Questions go to the compliance officer, whose address is on the website under Investor Grievance. Exceptions are granted in writing, with reasons, and reported to the next meeting of the board.`,
    ),
    heading('6. Breach'),
    paragraph(
      'A breach is looked into by someone who is not concerned in it. Depending on its weight it leads to a warning, a loss of variable pay, or the end of the contract, apart from what the law provides.',
    ),
    heading('7. Review and publication'),
    paragraph(
      'The board reviews the policy every three years, and at once where the law changes. The version in force is the one on the website.',
    ),
  ],
}))
