/** A workbook exceeds a limit. The message says what it must not have, after the name of the file. */
export class WorkbookLimitError extends Error {}
