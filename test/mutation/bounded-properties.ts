import fc from 'fast-check'

// Code with mutants is slow. A property test that blocks its process for too long would count as a crash.
fc.configureGlobal({ interruptAfterTimeLimit: 1_500 })
