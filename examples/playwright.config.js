import { defineConfig } from '@playwright/test'

export default defineConfig({
  use: { baseURL: 'http://127.0.0.1:5173' },
  webServer: [
    {
      command: 'npx signage serve --seed fixture.json',
      url: 'http://127.0.0.1:3999/readyz',
      env: { DATABASE_URL: 'sqlite::memory:', HOST: '127.0.0.1', PORT: '3999', LOG_LEVEL: 'warn' },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      // Your own application, which reads from the service above.
      command: 'npm run dev',
      url: 'http://127.0.0.1:5173',
      env: { SIGNAGE_SERVICE: 'http://127.0.0.1:3999' },
    },
  ],
})
