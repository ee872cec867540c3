/** The screens that the list of grades leads to. */
export const GRADE_SHEET = { label: 'Spreadsheet of all grades', href: '/admin/grades/~spreadsheet' }
export const MISSING_OF_GRADES = { label: 'What is missing', href: '/admin/grades/~missing' }
