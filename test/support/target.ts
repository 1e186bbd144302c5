import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the tests of HTTP ask: an app in their own process, or a process of the command as it is shipped. */
    target: 'app' | 'process'
  }
}

/** Whether the tests of HTTP ask a process of the shipped command. */
export const asksProcess = inject('target') === 'process'

/** About the moment at which a test's service believes to be: a process has no clock but the real one. */
export const NOW = asksProcess ? Date.now() : Date.UTC(2026, 0, 15, 12, 0, 0)
