module.exports = {
  testEnvironment: 'preconf/jest',
  setupFilesAfterEnv: ['preconf/jest/matchers'],
  globalSetup: 'preconf/jest/global',
  globalTeardown: 'preconf/jest/global',
  maxWorkers: 2,
}
