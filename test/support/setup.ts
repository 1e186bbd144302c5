import { afterAll } from 'vitest'
import { runCleanUps } from './clean-up.ts'

// Node reads this file of certificates at each start, which takes longer than all else. No test uses TLS to another machine.
delete process.env['NODE_EXTRA_CA_CERTS']

afterAll(runCleanUps)
