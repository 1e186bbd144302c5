import { vi } from 'vitest'

// Each file of tests gets its own instances of the modules of the project.
vi.resetModules()
