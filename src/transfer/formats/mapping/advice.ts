/** What to do with a menu that cannot be read where it is. */
export const AS_SPREADSHEET = 'copy the menu into a spreadsheet, and save it as XLSX or CSV'
