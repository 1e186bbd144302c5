import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** What HTTP tests run against: an app in their own process, or a process of the shipped command. */
    target: 'app' | 'process'
  }
}

/** Whether HTTP tests run against a process of the shipped command. */
export const isProcessTarget = inject('target') === 'process'

/** The approximate time of the service of a test. A process has only the real clock. */
export const NOW = isProcessTarget ? Date.now() : Date.UTC(2026, 0, 15, 12, 0, 0)
