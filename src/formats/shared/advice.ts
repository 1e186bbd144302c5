/** The advice for a menu that cannot be read from its file. */
export const AS_SPREADSHEET = 'copy the menu into a spreadsheet, and save it as XLSX or CSV'
/** The advice for a file of another program. */
export const SAVE_AS_TABLE = 'save the menu as XLSX or CSV, with a row for each item, and import that'
