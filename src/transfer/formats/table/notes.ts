/** What is below tables of menus and is no item: times, addresses of websites, numbers of telephones. */
const NOTES: readonly RegExp[] = [
  /\d{1,2}[:.]\d\d ?(?:am|pm|h|uhr)? ?[-–—~] ?\d{1,2}/iu,
  /\d ?(?:am|pm|uhr)(?![\p{L}])/iu,
  /(?<!\p{L})(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|pn|wt|śr|czw|pt|sob)\p{L}{0,6}\.? ?[-–—] ?\p{L}{2,9}\.?:? \d/iu,
  /https?:|www\.|[^\s@]@[^\s@]+\.\p{L}/iu,
  /\+?\d[\d ()/-]{8,}\d/u,
  /opening hours|opening times|open daily|öffnungszeiten|horaires|horario|orari di|horário|openingstijden|godziny otwarcia|营业时间|營業時間|営業時間|영업시간|שעות פתיחה|เวลาเปิด|ساعات العمل|giờ mở cửa/iu,
]

/** Whether a text is rather a note than the name of an item. */
export function isNote(text: string): boolean {
  return NOTES.some((note) => note.test(text))
}
