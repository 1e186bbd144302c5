/** What a column of prices is called. */
export const PRICE_WORDS = ['price', 'preis', 'prix', 'precio', 'prezzo'] as const
