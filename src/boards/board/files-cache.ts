/** The cache of the files of the board. The page adds fonts to it before the service worker runs (`offline.ts`). */
export const FILES_CACHE = 'board-files'
