import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const hasEngine = existsSync('/var/run/docker.sock') || process.env.DOCKER_HOST !== undefined
const isNewEnough = Number(process.versions.node.split('.')[0]) >= 22
const canContain = hasEngine && isNewEnough
if (!canContain) {
  console.error(
    'SKIPPED: the container, which needs an engine, and Testcontainers, which needs Node 22',
  )
}

export default defineConfig({
  test: { exclude: canContain ? [] : ['test/payment.test.ts'], testTimeout: 240_000 },
})
