import { defineConfig } from '@playwright/test'

const port = 4917

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  // A busy machine may take longer than its five seconds.
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // Unset, it is the browser that `npx playwright install chromium` has fetched.
    launchOptions: { executablePath: process.env.CHROMIUM_PATH },
  },
  webServer: { command: `node app/serve.js ${port}`, url: `http://localhost:${port}` },
})
